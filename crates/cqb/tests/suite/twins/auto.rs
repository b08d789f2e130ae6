//! Full automatic fire, which nobody can walk card by card: exact odds against a plain game played many times over.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::json;
use testkit::Fraction;

use crate::play::answer;

/// A value, 0 for a joker, and whether it is red.
type Turned = (u8, bool);

/// An experienced deck of two jokers, shuffled card by card as it is turned over.
struct OneDeck {
    cards: Vec<Turned>,
    rng: Pcg64,
}

impl OneDeck {
    fn whole() -> Vec<Turned> {
        let ranks = (2..=11).flat_map(|value| [(value, false), (value, false), (value, true), (value, true)]);
        ranks.chain([(0, false); 2]).collect()
    }

    fn turn(&mut self) -> Turned {
        if self.cards.is_empty() {
            self.cards = OneDeck::whole();
        }
        let place = self.rng.next_u64() as usize % self.cards.len();
        self.cards.swap_remove(place)
    }

    /// Jokers are set aside.
    fn number_card(&mut self) -> Turned {
        loop {
            let card = self.turn();
            if card.0 > 0 {
                return card;
            }
        }
    }

    fn average_die(&mut self) -> u32 {
        [2, 3, 3, 4, 4, 5][self.rng.next_u64() as usize % 6]
    }
}

/// What a fire action left.
#[derive(Default)]
struct Left {
    limbs: u32,
    flesh: u32,
    down: bool,
    jam: bool,
    hostages: u32,
}

/// Three bursts at 12 inches, all rounds fired: at the torso of a figure in soft armour and a helmet, or at no location of a
/// figure without, past a hostage.
fn fire(deck: &mut OneDeck, aimed_at_torso: bool) -> Left {
    deck.cards = OneDeck::whole();
    let mut left = Left::default();
    let rounds: u32 = (0..3).map(|_| deck.average_die()).sum();
    for shot in 1..=rounds {
        let light = [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2][shot as usize - 1];
        let target_number = 8 + u8::from(aimed_at_torso) + light;
        let card = deck.turn();
        if card.0 == 0 {
            left.jam = true;
            return left;
        }
        if aimed_at_torso && card.0 >= target_number {
            // Soft armour stops it, whatever the colour.
            deck.number_card();
        } else if card.0 >= target_number || aimed_at_torso && card.0 + 1 == target_number {
            let (value, red) = deck.number_card();
            let stopped = match value {
                10 => aimed_at_torso && !deck.number_card().1,
                7.. => aimed_at_torso,
                _ => false,
            };
            match (stopped || left.down, red) {
                (true, _) => {}
                (false, false) => left.flesh += 1,
                (false, true) if value >= 7 || left.limbs > 0 => left.down = true,
                (false, true) => left.limbs += 1,
            }
        } else if !aimed_at_torso && deck.number_card().1 {
            left.hostages += 1;
        }
    }
    left
}

fn hold(aimed_at_torso: bool, games: u64) {
    let mut deck = OneDeck { cards: Vec::new(), rng: Pcg64::seed_from_u64(3) };
    let (mut counts, mut flesh, mut hostages) = ([0; 6], 0.0, 0.0);
    for _ in 0..games {
        let left = fire(&mut deck, aimed_at_torso);
        let limb = !left.down && left.limbs > 0;
        let found = [left.down, limb, left.jam, left.hostages > 0, !left.down && !limb && left.flesh > 0];
        found.iter().zip(&mut counts).for_each(|(&found, count)| *count += u64::from(found));
        counts[5] += u64::from(!left.down && !limb && left.flesh == 0);
        flesh += f64::from(left.flesh);
        hostages += f64::from(left.hostages);
    }
    let parameters = json!({
        "weapon": "smg", "soft": aimed_at_torso, "helmet": aimed_at_torso, "hostages": u8::from(!aimed_at_torso),
        "aim_at": if aimed_at_torso { "torso" } else { "none" }, "options": { "stop_when_down": "all" },
    });
    let answer = answer("fire_action", &parameters);
    let value = |word: &str| testkit::golden::value(&answer, word);
    let limbs = ["leg_out", "strong_arm_out", "weak_arm_out"].map(|word| value(word).to_f64());
    let exact = ["incapacitated", "limb", "jam", "any_hostage_hit", "flesh_only", "unhurt"]
        .map(|word| if word == "limb" { limbs.iter().sum() } else { value(word).to_f64() });
    for (place, (&count, exact)) in counts.iter().zip(exact).enumerate() {
        testkit::sampling::share(count, games, exact, 0.0).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    // Either count is below fifteen, and mostly far below.
    for (sum, word) in [(flesh, "mean_flesh"), (hostages, "mean_hostage_hits")] {
        let mean = value(word).to_f64();
        testkit::sampling::mean(sum / games as f64, games, mean, 15.0 * mean)
            .unwrap_or_else(|error| panic!("{word}: {error}"));
    }
}

/// CQB-5.1a, CQB-5.3.3c, CQB-5.5.3: near misses, armour and a helmet.
#[test]
fn full_automatic_fire_at_a_torso_in_armour() {
    hold(true, 200_000);
}

/// CQB-5.3.3e: misses that may hit a hostage.
#[test]
fn full_automatic_fire_past_a_hostage() {
    hold(false, 200_000);
}

/// What becomes of the target is one of six things, to the last digit.
#[test]
fn outcomes_of_full_automatic_fire_sum_to_one() {
    let answer = answer("fire_action", &json!({ "weapon": "smg", "aim_at": "torso" }));
    let words = ["incapacitated", "leg_out", "strong_arm_out", "weak_arm_out", "flesh_only", "unhurt"];
    let shares = words.map(|word| testkit::golden::value(&answer, word));
    let sum = shares.into_iter().fold(Fraction::new(0, 1), |sum, share| sum + share);
    assert!(sum == Fraction::new(1, 1), "{sum}");
}
