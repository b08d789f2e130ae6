//! A player that looks ahead: for one go, it weighs what several ways of leading a figure would come to.
//!
//! A way of leading is the scenario with other choices in the squads that look ahead. Each is tried in play-outs of the
//! rest of the engagement, in worlds that the side holds possible, and all play the same worlds and the same luck. In a
//! play-out everybody follows his ordinary doctrine, and knows what his own side knows.

use serde_json::{Value, json};

use crate::{BySide, Problem, Side, label, lower};

/// The word of the key `player` for squads that look ahead.
pub const AHEAD: &str = "ahead";

/// The key of the number of play-outs of squads that look ahead.
pub const PLAYOUTS: &str = "playouts";

/// The most ways of leading that are weighed, the own doctrine included.
pub const MOST_WAYS: usize = 8;

/// The least lead over the own doctrine, in standard errors of the paired difference, squared.
const NOISE_SQUARED: i64 = 4;

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// The way of leading, by its index; 0 for the own doctrine.
    pub way: usize,
    /// By how much it does better than the own doctrine in the play-outs, as a share of a success.
    pub gain: f64,
    /// Play-outs of it.
    pub playouts: u16,
}

/// Chooses among `ways` of leading, the first of which is the own doctrine. `worth` gives the score of a play-out in
/// halves: 2 for a success, 0 for a failure. Half of the ways are dropped each time twice as many play-outs were
/// played. The own doctrine is kept unless the best of the others leads by more than noise explains.
///
/// # Panics
/// If there are no ways or more than [`MOST_WAYS`].
pub fn choose(ways: usize, playouts: u16, mut worth: impl FnMut(usize, u16) -> u8) -> Chosen {
    assert!((1..=MOST_WAYS).contains(&ways), "{ways} ways");
    // The sum of the differences from the own doctrine, and of their squares.
    let mut sums = [(0_i64, 0_i64); MOST_WAYS];
    let mut order: [usize; MOST_WAYS] = std::array::from_fn(|way| way);
    let (mut live, mut played) = (ways, 0);
    while live > 1 && played < playouts {
        let until = if live == 2 { playouts } else { played.saturating_mul(2).max(playouts / 8).clamp(1, playouts) };
        for playout in played..until {
            let own = i64::from(worth(0, playout));
            for &way in &order[1..live] {
                let difference = i64::from(worth(way, playout)) - own;
                sums[way].0 += difference;
                sums[way].1 += difference * difference;
            }
        }
        played = until;
        // Of equals the first stays.
        order[1..live].sort_by_key(|&way| (-sums[way].0, way));
        live = 1 + (live - 1).div_ceil(2);
    }
    let (best, (sum, squares)) = (order[1], sums[order[1]]);
    if ways > 1 && sum > 0 && sum * sum > NOISE_SQUARED * squares {
        Chosen { way: best, gain: sum as f64 / (2.0 * f64::from(played)), playouts: played }
    } else {
        Chosen { way: 0, gain: 0.0, playouts: played }
    }
}

/// Weighs the ways of leading as [`choose`] does, where ways that come to the same go are one. `world` gives the world of a
/// play-out, `go` what a way comes to in one, and `worth` what its play-out is worth.
///
/// # Panics
/// If there are no ways or more than [`MOST_WAYS`].
pub fn weigh<W, G: PartialEq>(
    ways: usize,
    playouts: u16,
    mut world: impl FnMut(u16) -> W,
    mut go: impl FnMut(&W, usize) -> G,
    mut worth: impl FnMut(&W, usize) -> u8,
) -> Chosen {
    let mut imagined = (0, world(0));
    let mut kept: Vec<(usize, G)> = Vec::new();
    for way in 0..ways {
        let gone = go(&imagined.1, way);
        if kept.iter().all(|(_, known)| *known != gone) {
            kept.push((way, gone));
        }
    }
    let chosen = choose(kept.len(), playouts, |way, playout| {
        if imagined.0 != playout {
            imagined = (playout, world(playout));
        }
        worth(&imagined.1, kept[way].0)
    });
    Chosen { way: kept[chosen.way].0, ..chosen }
}

/// Says which choices were made instead of the own doctrine, and why.
#[must_use]
pub fn says(choices: &[(&str, &str)], chosen: &Chosen) -> String {
    let said = |(key, word): &(&str, &str)| format!("{} {}", key.replace('_', " "), lower(&label(word)));
    let choices: Vec<String> = choices.iter().map(said).collect();
    let gain = 100.0 * chosen.gain;
    format!("looks ahead: {} succeeds in {gain:.0} more of 100 play-outs than the own doctrine", choices.join(", "))
}

/// Other choices of the squads that look ahead, as keys and values: one way of leading them.
pub type Way = &'static [(&'static str, &'static str)];

/// The ways of leading that each side's players weigh who look ahead: battles that differ in its doctrines alone. In the
/// first of each nothing differs; in none does anybody look ahead.
#[derive(Clone, Debug)]
pub struct Ways<B>(pub BySide<Vec<B>>);

impl<B> Ways<B> {
    /// The ways of leading a scenario, each as `compile` makes it; `None` if nobody looks ahead.
    ///
    /// # Errors
    /// Mistakes in the scenario.
    pub fn of(
        given: &Value,
        ways: &[Way],
        compile: impl Fn(&Value) -> Result<B, Vec<Problem>>,
    ) -> Result<Option<Box<Ways<B>>>, Vec<Problem>> {
        let mut battles = BySide { blue: Vec::new(), red: Vec::new() };
        for side in Side::ALL.into_iter().filter(|&side| looks_ahead(given, side)) {
            let all =
                [&[][..]].into_iter().chain(ways.iter().copied()).map(|choices| compile(&led(given, side, choices)));
            battles[side] = all.collect::<Result<Vec<B>, Vec<Problem>>>()?;
        }
        let nobody = battles.blue.is_empty() && battles.red.is_empty();
        Ok((!nobody).then(|| Box::new(Ways(battles))))
    }

    /// The battle by whose doctrines a figure of a side is led, once a way has been chosen for it; 0 is the own doctrine.
    #[must_use]
    pub fn leading<'b>(&'b self, own: &'b B, side: Side, way: u8) -> &'b B {
        if way == 0 { own } else { &self.0[side][usize::from(way)] }
    }
}

/// Whether a squad of a side looks ahead.
#[must_use]
pub fn looks_ahead(given: &Value, side: Side) -> bool {
    squads(given, side).any(|(_, squad)| squad["player"] == AHEAD)
}

fn squads(given: &Value, side: Side) -> impl Iterator<Item = (&String, &Value)> {
    given[side.name()].as_object().into_iter().flatten()
}

/// A scenario in which nobody looks ahead, and the squads of a side that did are led by these choices: words or numbers.
#[must_use]
pub fn led(given: &Value, side: Side, choices: &[(&str, &str)]) -> Value {
    let mut ordinary = given.clone();
    for other in Side::ALL {
        for (name, _) in squads(given, other).filter(|(_, squad)| squad["player"] == AHEAD) {
            let squad = &mut ordinary[other.name()][name];
            squad["player"] = json!("standard");
            for (key, word) in choices.iter().filter(|_| other == side) {
                squad[key] = word.parse().unwrap_or_else(|_| json!(word));
            }
        }
    }
    ordinary
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A play-out by its number, so that the same luck decides it for all ways: one succeeds with `percent` in a hundred.
    fn succeeds(percent: u64, playout: u16) -> u8 {
        let spread = (u64::from(playout) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        2 * u8::from(spread % 100 < percent)
    }

    #[test]
    fn the_better_way_is_chosen() {
        let chosen = choose(4, 256, |way, playout| succeeds([50, 40, 90, 60][way], playout));
        assert_eq!((chosen.way, chosen.playouts), (2, 256));
        assert!((chosen.gain - 0.4).abs() < 0.1, "{chosen:?}");
    }

    #[test]
    fn the_own_doctrine_stays_unless_it_is_clearly_beaten() {
        assert_eq!(choose(1, 64, |_, _| 2).way, 0);
        assert_eq!(choose(3, 64, |_, playout| succeeds(50, playout)).way, 0, "all alike");
        // Two more successes in 64 are noise.
        let nearly = |way: usize, playout: u16| if way == 1 && playout < 2 { 2 } else { succeeds(50, playout) };
        assert_eq!(choose(2, 64, nearly).way, 0);
    }

    #[test]
    fn only_squads_that_look_ahead_are_led_otherwise() {
        let given = json!({
            "blue": { "a": { "player": "ahead", "count": 2 }, "b": { "count": 1 } },
            "red": { "c": { "player": "ahead" } },
        });
        assert!(looks_ahead(&given, Side::Red) && !looks_ahead(&led(&given, Side::Blue, &[]), Side::Red));
        let expected = json!({
            "blue": { "a": { "player": "standard", "count": 2, "orders": "rush", "stack": 1 }, "b": { "count": 1 } },
            "red": { "c": { "player": "standard" } },
        });
        assert_eq!(led(&given, Side::Blue, &[("orders", "rush"), ("stack", "1")]), expected);
    }
}
