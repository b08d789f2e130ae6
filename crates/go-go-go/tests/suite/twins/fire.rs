//! One figure looks at another, listens to it, fires at it.

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, exact, flag, number, option, word};
use testkit::{Number, Share};

use super::figure::{Figure, Pace, Weapon, attempt, past_limit};
use super::hold;
use super::pick::Figures as _;

/// GGG-see-3, GGG-see-4: the share of throws that spot.
pub(super) fn spots(p: &Value, observer: &Figure, target: &Figure) -> Share {
    let need = match (observer.pace.moves(), observer.hides) {
        (true, _) => 4,
        (false, false) => 2,
        (false, true) => 3,
    };
    let need = if target.pace.moves() { need } else { need + 1 };
    attempt(p, need, -i64::from(target.hides) - observer.penalty())
}

/// GGG-see-1, GGG-see-2, GGG-see-5, GGG-snipe-4: the same at some angle.
fn spots_at(p: &Value, observer: &Figure, target: &Figure, aims: bool) -> Share {
    let angle = number(p, "angle_deg", 0.0).abs();
    if !flag(p, "line_of_sight", true) || angle > 90.0 {
        Share::NONE
    } else if angle <= 22.5 {
        Share::WHOLE
    } else if aims {
        Share::NONE
    } else {
        spots(p, observer, target)
    }
}

pub(super) fn spot(p: &Value) -> Odds {
    let (observer, target) = (Figure::read(p, &p["observer"]), Figure::read(p, &p["target"]));
    let spotted = spots_at(p, &observer, &target, flag(p, "sniper_aiming", false));
    exact([("spotted", spotted), ("unseen", spotted.rest())])
}

/// GGG-fire-2 to GGG-fire-6, GGG-snipe-6: the share of shots that hit, whether or not the target counts as hiding.
pub(super) fn hits(p: &Value, firer: &Figure, target: &Figure, hidden: bool) -> Share {
    if !firer.can_fire() {
        return Share::NONE;
    }
    let range = number(p, "range", 0.0);
    let long = match option(p, "range_gap", "long") {
        "long" => range > 5.0,
        "short" => range >= 6.0,
        "nearest" => range >= 5.5,
        other => panic!("no bands {other}"),
    };
    let need = match (firer.weapon, firer.pace.moves()) {
        (Weapon::Sniper, _) if option(p, "sniper_row", "printed") == "swapped" => [1, 3],
        (Weapon::Sniper, _) => [3, 1],
        (_, true) => [4, 6],
        (_, false) => [2, 3],
    };
    let aim = if firer.weapon == Weapon::Sniper { firer.aim } else { 0 };
    let modifier = aim - i64::from(hidden) - i64::from(target.pace.moves()) - firer.penalty();
    attempt(p, need[usize::from(long)], modifier)
}

/// GGG-fire-7: whether the target hides from a shot, when it fires in the same turn, no later than the firer.
pub(super) fn hidden(p: &Value, firer: Pace, target: &Figure, target_fires: bool) -> bool {
    let revealed = option(p, "hider_firing", "stays_hidden") == "revealed" && target_fires && target.pace <= firer;
    target.hides && !revealed
}

/// What a shot comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Missed,
    Wounded,
    Out,
}

/// GGG-eff-1, GGG-eff-4, GGG-snipe-5: misses, wounds and men out of action.
pub(super) fn results(p: &Value, firer: &Figure, target: &Figure, hidden: bool) -> [(Fate, Share); 3] {
    let hits = hits(p, firer, target, hidden);
    let penalty = match option(p, "fire_effect_penalty", "none") {
        "none" => 0,
        "target" => target.penalty(),
        "firer" => firer.penalty(),
        other => panic!("nobody's penalty {other}"),
    };
    let last = firer.weapon == Weapon::Sniper || past_limit(p, target.wounds + 1);
    let out = hits.times(Share::faces(|face| last || face - penalty <= 2));
    let wounded = hits.times(Share::faces(|face| !last && face - penalty > 2));
    [(Fate::Missed, hits.rest()), (Fate::Wounded, wounded), (Fate::Out, out)]
}

fn pair(p: &Value) -> (Figure, Figure, bool) {
    let (firer, target) = (Figure::read(p, &p["firer"]), Figure::read(p, &p["target"]));
    let hidden = hidden(p, firer.pace, &target, target.will_fire());
    (firer, target, hidden)
}

pub(super) fn hit(p: &Value) -> Odds {
    let (firer, target, hidden) = pair(p);
    let hits = hits(p, &firer, &target, hidden);
    exact([("hit", hits), ("miss", hits.rest())])
}

const WORDS: [&str; 3] = ["miss", "wounded", "out"];

pub(super) fn shot(p: &Value) -> Odds {
    let (firer, target, hidden) = pair(p);
    exact(WORDS.into_iter().zip(results(p, &firer, &target, hidden).map(|(_, share)| share)))
}

/// GGG-see-6: a sniper who is to fire aims.
pub(super) fn spot_and_shot(p: &Value) -> Odds {
    let (firer, target, hidden) = pair(p);
    let spotted = spots_at(p, &firer, &target, firer.weapon == Weapon::Sniper);
    let shares = results(p, &firer, &target, hidden).map(|(_, share)| share.times(spotted));
    let mut odds = exact(WORDS.into_iter().zip(shares));
    odds.extend(exact([("unseen", spotted.rest())]));
    odds
}

/// GGG-sound-1.
pub(super) fn hearing(p: &Value) -> Odds {
    let heard = word(p, "stance", "normal") == "normal" && number(p, "distance", 0.0) <= 10.0;
    exact([("heard", if heard { Share::WHOLE } else { Share::NONE })])
}

/// GGG-see: every row, column and angle.
#[test]
fn grid_of_spotting_dice() {
    let spot = |pick: &mut Pick| {
        let observer = pick.figure("O");
        let aims = observer["weapon"] == "sniper" && observer["stance"] == "stationary" && pick.yes();
        json!({
            "observer": observer, "target": pick.figure("T"), "angle_deg": pick.angle(),
            "line_of_sight": pick.of(&[true, true, true, false]), "sniper_aiming": aims, "options": pick.rules(),
        })
    };
    hold("spot", situations(1, 1500, spot));
}

fn any_shot(pick: &mut Pick) -> Value {
    json!({
        "firer": pick.firer("F"), "target": pick.figure("T"), "range": pick.range(), "options": pick.rules(),
    })
}

/// GGG-fire: every row, band and modifier.
#[test]
fn grid_of_shots() {
    hold("hit", situations(2, 2000, any_shot));
    hold("shot", situations(3, 2000, any_shot));
}

/// GGG-see-6.
#[test]
fn grid_of_shots_at_spotted_figures() {
    let spotted = |pick: &mut Pick| {
        let mut shot = any_shot(pick);
        shot["angle_deg"] = pick.angle();
        shot
    };
    hold("spot_and_shot", situations(4, 1500, spotted));
}

/// GGG-sound-1: every pace, up to ten units and past them.
#[test]
fn grid_of_footsteps() {
    let paces = ["stationary", "stealthy", "normal"].into_iter();
    let distances = [0.0, 1.0, 5.5, 9.0, 10.0, 10.01, 11.0, 40.0];
    hold(
        "hearing",
        paces.flat_map(|pace| distances.map(|distance| json!({ "distance": distance, "stance": pace, "options": {} }))),
    );
}
