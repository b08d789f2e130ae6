//! Dice, face by face.

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, exact};
use testkit::{Number, Share, States, add};

use super::hold;

/// Every way some dice can fall.
pub(super) fn throws(dice: u32) -> impl Iterator<Item = Vec<i64>> {
    (0..6i64.pow(dice)).map(move |throw| (0..dice).map(|die| throw / 6i64.pow(die) % 6 + 1).collect())
}

/// What comes of some dice, by the share of throws.
pub(super) fn outcomes<T: Ord>(dice: u32, mut read: impl FnMut(&[i64]) -> T) -> States<T> {
    let mut ways: States<T, f64> = States::new();
    throws(dice).for_each(|faces| add(&mut ways, read(&faces), 1.0));
    ways.into_iter().map(|(outcome, ways)| (outcome, Share::new(ways as u128, 6u128.pow(dice)))).collect()
}

/// Dice equal or below a Rep.
pub(super) fn low(faces: &[i64], rep: i64) -> i64 {
    faces.iter().filter(|&&face| face <= rep).count() as i64
}

/// CR-dice-2: never more than two.
pub(super) fn pass_dice(p: &Value) -> Odds {
    let (dice, extra, leader) = (count(p, "dice", 2), count(p, "extra", 0), count(p, "leader", 0));
    let all = (dice + extra) as usize;
    let passed = outcomes(all as u32 + u32::from(leader > 0), |faces| {
        (low(&faces[..all], count(p, "rep", 4)) + low(&faces[all..], leader)).min(2)
    });
    exact(passed.into_iter().map(|(passed, share)| (format!("pass {passed}d6"), share)))
}

/// CR-dice-2, CR-lead-3: any Rep, up to four dice and a Leader’s.
#[test]
fn grid_of_dice_passed() {
    let dice = |pick: &mut Pick| {
        let mut p = json!({ "dice": pick.of(&[0, 1, 2, 2, 3]), "rep": pick.of(&[1, 2, 3, 4, 5, 6]) });
        if pick.yes() {
            p["extra"] = pick.of(&[0, 1, 2]).into();
        }
        if pick.yes() {
            p["leader"] = pick.of(&[0, 1, 3, 4, 5, 6]).into();
        }
        p
    };
    hold("pass_dice", situations(30, 200, dice));
}
