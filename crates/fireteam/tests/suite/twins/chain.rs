//! One man under fire move after move.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, Worth, count, flag, number, option};
use testkit::{Share, States, each};

use super::fire::{Fate, Firer, Target, results};
use super::hold;
use super::many::{Man, in_words, one, under_fire};
use super::pick::Arms as _;
use super::unpin::{factor, factor_of, throw};

/// FT-expo: fire in every enemy move, one throw between two of them.
pub(super) fn exposure(p: &Value) -> Odds {
    let (firer, target) = (Firer::read(&p["firer"]), Target::read(&p["target"]));
    let leader = p.get("leader").unwrap_or(&p["target"]);
    let frees = throw::<Share>(factor_of(leader));
    let mut men = one(&target);
    for enemy_move in 0..count(p, "enemy_moves", 1) {
        if enemy_move > 0 {
            men = each(men, |man| match (man.pinned, man.out) {
                (true, None) => vec![(Man { pinned: false, ..man }, frees), (man, frees.rest())],
                _ => vec![(man, Share::WHOLE)],
            });
        }
        men = under_fire(p, &firer, &target, number(p, "range_in", 24.0), men);
    }
    in_words(&men)
}

/// A man on his way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Runner {
    gone: i64,
    wounded: bool,
    pinned: bool,
    rushing: bool,
}

impl Runner {
    fn movement(self) -> &'static str {
        if self.rushing { "rushing" } else { "stationary" }
    }
}

/// FT-unpin-5 for the runner: both ways his throw can go, if he throws.
fn unpinned(runner: Runner, throws: bool) -> Vec<(Runner, f64)> {
    if !(runner.pinned && throws) {
        return vec![(runner, 1.0)];
    }
    let frees: f64 = throw(factor(false, runner.movement(), false));
    vec![(Runner { pinned: false, ..runner }, frees), (runner, 1.0 - frees)]
}

/// His move: a rush, or 1" of one with a wound; a pinned man stays. The golden record
/// FT-C102 has the 1" of a man with a wound count as a rush, whatever a rush may be at the least.
fn moved(runner: Runner) -> Vec<(Runner, f64)> {
    if runner.pinned {
        return vec![(Runner { rushing: false, ..runner }, 1.0)];
    }
    let rush = |inches: i64| Runner { gone: runner.gone + inches, rushing: true, ..runner };
    if runner.wounded {
        return vec![(rush(1), 1.0)];
    }
    let dice = (1..=6).flat_map(|one| (1..=6).map(move |two| one + two));
    dice.map(|inches| (rush(inches), 1.0 / 36.0)).collect()
}

/// Where the man may be, and how likely it is.
type Runners = States<Runner, f64>;

/// FT-cross.
pub(super) fn crossing(p: &Value) -> Odds {
    let firer = Firer::read(&p["firer"]);
    let (distance, range) = (number(p, "distance_in", 20.0), number(p, "range_in", 24.0));
    let at_the_end = option(p, "unpin_when", "start_of_turn") == "end_of_turn";
    let mut known = BTreeMap::new();
    let mut fire = |runner: Runner| {
        let target = Target {
            prone: false,
            movement: runner.movement().to_owned(),
            hard_cover: false,
            concealed: flag(p, "soft_concealed", false),
            pinned: runner.pinned,
            wounds: i64::from(runner.wounded),
        };
        let same = Runner { gone: 0, ..runner };
        known.entry(same).or_insert_with(|| results(p, &firer, &target, range)).clone()
    };
    let wound_pins = option(p, "wound_also_pins", "no") == "yes";
    let (mut safe, mut out, mut moves) = (0.0, 0.0, 0.0);
    let mut men = Runners::from([(Runner { gone: 0, wounded: false, pinned: false, rushing: false }, 1.0)]);
    while men.values().sum::<f64>() > 1e-17 {
        moves += men.values().sum::<f64>();
        men = each(men, |runner| unpinned(runner, !at_the_end));
        men = each(men, moved);
        men.retain(|runner, share| {
            let there = runner.gone as f64 >= distance;
            safe += if there { *share } else { 0.0 };
            !there
        });
        men = each(men, |runner| unpinned(runner, at_the_end));
        let mut next = Runners::new();
        for (runner, share) in men {
            for (fate, hit) in fire(runner) {
                let after = match fate {
                    Fate::Missed => runner,
                    Fate::Pinned => Runner { pinned: true, ..runner },
                    Fate::Wounded => Runner { wounded: true, pinned: runner.pinned || wound_pins, ..runner },
                    Fate::Serious | Fate::Dead => {
                        out += share * hit.decimal();
                        continue;
                    }
                };
                *next.entry(after).or_insert(0.0) += share * hit.decimal();
            }
        }
        men = next;
    }
    let near = |word: &str, decimal| (word.to_owned(), Worth::Near(decimal));
    Odds::from([near("safe", safe), near("out", out), near("expected_runner_moves", moves)])
}

/// FT-expo: up to five enemy moves.
#[test]
fn grid_of_exposures() {
    let exposure = |pick: &mut Pick| {
        json!({
            "range_in": pick.range(), "enemy_moves": pick.of(&[1, 2, 3, 5]), "firer": pick.firer(),
            "target": pick.target(), "leader": pick.leader(), "options": pick.rules(),
        })
    };
    hold("exposure", situations(16, 300, exposure));
}

/// FT-cross: any distance, any firer.
#[test]
fn grid_of_crossings() {
    let crossing = |pick: &mut Pick| {
        json!({
            "distance_in": pick.of(&[1.0, 2.0, 4.5, 7.0, 12.0, 20.0, 30.0]), "range_in": pick.range(),
            "firer": pick.firer(), "soft_concealed": pick.yes(), "options": pick.rules(),
        })
    };
    hold("crossing", situations(17, 200, crossing));
}
