//! What must be true of any engagement.

use engage::{Outcome, Side};
use rand::Rng;
use rand_pcg::Pcg64;
use serde_json::{Map, Value, json};
use testkit::sampling;

use crate::accounted::options;
use crate::play::{battle, ending, outcomes, scenario};

const SCENARIOS: u64 = 200;
const ENGAGEMENTS: usize = 500;

/// One of several things.
fn one_of<T: Clone>(rng: &mut Pcg64, choices: &[T]) -> T {
    choices[rng.next_u64() as usize % choices.len()].clone()
}

/// A squad with every choice of doctrine open.
fn squad(rng: &mut Pcg64, weapons: &[String]) -> Value {
    let mut squad = json!({
        "count": 1 + rng.next_u64() % 4,
        "ability": one_of(rng, &["novice", "experienced", "veteran", "elite"]),
        "weapon": one_of(rng, weapons),
        "doctrine": one_of(rng, &["stand", "snap", "aim", "close", "hold"]),
        "aim_at": one_of(rng, &["none", "none", "brain_stem", "head", "arm", "weak_arm", "leg", "torso"]),
        "armour": one_of(rng, &[vec![], vec!["soft"], vec!["plates"], vec!["soft", "plates", "helmet"], vec!["helmet"]]),
        "target": one_of(rng, &["nearest", "focus", "weakest", "dangerous", "random"]),
        "switch": rng.next_u64().is_multiple_of(2),
        "pace": one_of(rng, &["crawl", "normal", "fast"]),
        "interrupt": one_of(rng, &["any", "fire", "never"]),
    });
    if rng.next_u64().is_multiple_of(4) {
        squad["shows"] = json!([one_of(rng, &["head", "leg", "torso"]), "strong_arm"]);
    }
    if rng.next_u64().is_multiple_of(4) {
        squad["rate"] = json!(1 + rng.next_u64() % 3);
    }
    if rng.next_u64().is_multiple_of(4) {
        squad["close_to"] = json!(rng.next_u64() % 20);
    }
    squad
}

/// A scenario at random: one or two squads a side, a third of the options changed.
pub(crate) fn any_scenario(rng: &mut Pcg64) -> Value {
    let weapons: Vec<String> = cqb::rules::Rules::default().weapons.into_keys().collect();
    let mut rules = Map::new();
    for (option, values) in options() {
        if rng.next_u64().is_multiple_of(3) {
            rules.insert(option, json!(one_of(rng, &values)));
        }
    }
    let side = |rng: &mut Pcg64| {
        let squads = 1 + rng.next_u64() % 2;
        (0..squads).map(|number| (format!("squad {number}"), squad(rng, &weapons))).collect::<Map<_, _>>()
    };
    let (blue, red) = (side(rng), side(rng));
    json!({
        "blue": blue,
        "red": red,
        "rules": rules,
        "field": {
            "range": one_of(rng, &[2, 6, 12, 13, 24, 40, 96, 150]),
            "spacing": one_of(rng, &[0, 1, 2, 7]),
            "hostages": one_of(rng, &[0, 0, 1, 3]),
            "blue_luck": one_of(rng, &["good", "average", "bad"]),
        },
        "turn_limit": one_of(rng, &[1, 5, 30, 100]),
    })
}

/// Every figure is lost or able, endings agree with losses, and turns with their limit.
fn conserved(outcome: &Outcome, strength: [u16; 2], limit: u16) -> Result<(), &'static str> {
    let [blue_lost, red_lost, blue_wounded, red_wounded, ..] = outcome.measures;
    let able = [strength[0].checked_sub(blue_lost), strength[1].checked_sub(red_lost)];
    let [Some(blue), Some(red)] = able else { return Err("more lost than there were") };
    if blue_wounded > blue || red_wounded > red {
        return Err("more wounded than able");
    }
    let agrees = match ending(outcome) {
        "blue.win" => blue > 0 && red == 0,
        "red.win" => blue == 0 && red > 0,
        "both_out" => blue == 0 && red == 0,
        "stalemate" => blue > 0 && red > 0,
        _ => blue > 0 && red > 0 && outcome.turns == limit,
    };
    if !agrees {
        return Err("the ending does not agree with the losses");
    }
    if outcome.turns > limit || outcome.turns == 0 && ending(outcome) != "stalemate" {
        return Err("the turns do not agree with the limit");
    }
    if outcome.measures[5] > 0 { Err("a hostage is lost on open ground") } else { Ok(()) }
}

#[test]
fn nobody_is_lost_twice_or_forgotten() {
    let mut rng = Pcg64::new(2026, 5);
    let mut seen = [0; 5];
    for number in 0..SCENARIOS {
        let scenario = any_scenario(&mut rng);
        let battle = battle(&scenario);
        let strength =
            Side::ALL.map(|side| battle.figures().iter().filter(|figure| figure.side == side).count() as u16);
        let limit = scenario["turn_limit"].as_u64().expect("a number") as u16;
        for outcome in outcomes(&*battle, number, ENGAGEMENTS) {
            seen[usize::from(outcome.ending)] += 1;
            if let Err(error) = conserved(&outcome, strength, limit) {
                panic!("{error}: {outcome:?} in {scenario}");
            }
            let no_hostages = scenario["field"]["hostages"] == 0;
            assert!(!no_hostages || outcome.measures[4] == 0, "a hostage who is not there is hit in {scenario}");
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "every ending is met: {seen:?}");
}

/// Two equal sides win equally often where neither acts first: a bias of one percentage point would be found.
#[test]
fn a_mirror_match_is_even() {
    for order in ["reaction", "simultaneous"] {
        for (count, weapon) in [(1, "magnum"), (3, "smg+"), (4, "poor rifle")] {
            let squad = json!({ "ability": "experienced", "weapon": weapon, "count": count, "doctrine": "snap" });
            let fight = scenario(json!({
                "blue": { "team": squad }, "red": { "gunman": squad }, "rules": { "order": order },
            }));
            let outcomes = outcomes(&*battle(&fight), 4, 200_000);
            let wins = |wanted: &str| outcomes.iter().filter(|outcome| ending(outcome) == wanted).count() as u64;
            sampling::even(wins("blue.win"), wins("red.win"))
                .unwrap_or_else(|error| panic!("{order} {count} {weapon}: {error}"));
            let lost = |side: usize| outcomes.iter().map(|outcome| u64::from(outcome.measures[side])).sum::<u64>();
            let apart = lost(0).abs_diff(lost(1)) as f64 / (lost(0) + lost(1)) as f64;
            assert!(apart < 0.015, "{order} {count} {weapon}: losses differ by {apart}");
        }
    }
}

/// Swapping the sides and the order of action swaps the results of a solved duel exactly.
#[test]
fn exchanged_sides_exchange_results() {
    use crate::play::{exactly, small_duel};
    let duel = |blue: &str, red: &str, order: &str| {
        small_duel(json!({
            "blue": { "team": { "ability": blue } }, "red": { "gunman": { "ability": red } }, "rules": { "order": order },
        }))
    };
    for (order, exchanged) in [("blue_first", "red_first"), ("simultaneous", "simultaneous"), ("reaction", "reaction")]
    {
        for (ending, other) in [("blue.win", "red.win"), ("both_out", "both_out")] {
            let one = exactly(&duel("elite", "novice", order), ending);
            let two = exactly(&duel("novice", "elite", exchanged), other);
            assert!((one - two).abs() < 1e-9, "{order} {ending}: {one} {two}");
        }
    }
}
