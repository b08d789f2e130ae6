//! Losing the yellow counter.

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, exact, flag, list, word};
use testkit::{Number, Share};

use super::hold;
use super::pick::Arms as _;

/// FT-unpin-2: row by posture alone, one less in hard cover.
pub(super) fn factor(prone: bool, movement: &str, hard_cover: bool) -> i64 {
    let row = match (prone, movement) {
        (false, "stationary") => 5,
        (false, "moving") => 4,
        (false, "rushing") => 3,
        (true, "stationary") => 2,
        (true, "moving" | "rushing") => 3,
        (_, other) => panic!("no column {other}"),
    };
    if hard_cover { row - 1 } else { row }
}

pub(super) fn factor_of(leader: &Value) -> i64 {
    let prone = word(leader, "posture", "standing") == "prone";
    factor(prone, word(leader, "movement", "stationary"), flag(leader, "hard_cover", false))
}

/// FT-unpin-1: at or below.
pub(super) fn throw<N: Number>(factor: i64) -> N {
    N::new((1..=6).filter(|&die| die <= factor).count() as u128, 6)
}

/// FT-unpin-4: the best factor of all.
pub(super) fn unpin(p: &Value) -> Odds {
    let best = list(p, "leaders").iter().map(factor_of).max().unwrap_or(0);
    let fails = throw::<Share>(best).rest();
    let still = (0..count(p, "attempts", 1)).fold(Share::WHOLE, |still, _| still.times(fails));
    exact([("unpinned", still.rest()), ("still_pinned", still)])
}

/// Every throw of every man.
pub(super) fn squad_unpin(p: &Value) -> Odds {
    let frees = throw::<Share>(factor_of(&p["leader"]));
    let mut free = vec![Share::WHOLE];
    for _ in 0..count(p, "pinned_figures", 1) {
        let mut next = vec![Share::NONE; free.len() + 1];
        for (k, &before) in free.iter().enumerate() {
            next[k] = next[k].plus(before.times(frees.rest()));
            next[k + 1] = next[k + 1].plus(before.times(frees));
        }
        free = next;
    }
    exact(free.into_iter().enumerate().map(|(k, share)| (format!("unpinned={k}"), share)))
}

/// FT-unpin-2, FT-unpin-4: the leader and up to two superiors.
#[test]
fn grid_of_unpinning_throws() {
    hold(
        "unpin",
        situations(11, 400, |pick| {
            let leaders = pick.some(&[1, 2, 3], Pick::leader);
            json!({ "leaders": leaders, "attempts": pick.of(&[1, 2, 3, 7]), "options": pick.rules() })
        }),
    );
}

/// FT-unpin-3: up to eight men.
#[test]
fn grid_of_squads_unpinning() {
    hold(
        "squad_unpin",
        situations(
            12,
            200,
            |pick| json!({ "leader": pick.leader(), "pinned_figures": pick.of(&[1, 2, 5, 8]), "options": pick.rules() }),
        ),
    );
}
