//! Volleys and what they do, die by die, of who has moved fast and at who has (CR-fast-3).

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, exact, flag, list, option, word};
use testkit::{Number, Share, States, each};

use super::dice::{low, outcomes};
use super::hold;
use super::pick::Figures as _;
use super::testing::has;

/// CR-wpn-table: the Targets and Impact of a weapon.
fn targets_and_impact(weapon: &str) -> (usize, i64) {
    match weapon {
        "pistol" => (2, 1),
        "ba pistol" => (2, 2),
        "shotgun" => (3, 2),
        "bolt action rifle" => (1, 3),
        "semi-automatic rifle" => (2, 3),
        "machine pistol" | "submachine gun" => (3, 1),
        "assault rifle" => (3, 3),
        "squad automatic weapon" => (4, 3),
        other => panic!("no weapon {other}"),
    }
}

fn weapon(shooter: &Value) -> &str {
    word(shooter, "weapon", "assault rifle")
}

/// CR-hit-table: whether a total hits.
fn hits(shooter: &Value, target: &Value, snap: bool, nth: usize, total: i64) -> bool {
    let shooter_fast = flag(shooter, "fast", false) && !has(shooter, "Agile");
    let is = |name: &str| flag(target, name, false);
    match total {
        ..=7 => false,
        8 => {
            let hard = is("concealed") || is("cover") || is("prone") || is("fast");
            !(hard || shooter_fast || snap || nth >= 2)
        }
        9 => !(is("cover") || shooter_fast || snap || nth >= 3),
        _ => true,
    }
}

/// One die: 1 hit, 0 a miss, none a pitiful shot that may be rolled again.
fn die(shooter: &Value, target: &Value, snap: bool, nth: usize, twin: bool, face: i64) -> Option<i64> {
    let rep = count(shooter, "rep", 4);
    let hit = hits(shooter, target, snap, nth, face + rep - i64::from(twin));
    match (hit, face, rep) {
        (true, ..) => Some(1),
        (false, 6, 3) => None,
        (false, ..) => Some(0),
    }
}

/// A pitiful shot is rolled again, and hits on 1 to 3.
fn again() -> Vec<(i64, Share)> {
    outcomes(1, |faces| i64::from(faces[0] <= 3)).into_iter().collect()
}

pub(super) fn to_hit(p: &Value) -> Odds {
    let (shooter, nth) = (&p["shooter"], count(p, "nth", 1) as usize);
    let twin = flag(shooter, "twin", false);
    let first = outcomes(1, |faces| die(shooter, &p["target"], flag(p, "snap", false), nth, twin, faces[0]));
    let all = each(first, |read| read.map_or_else(again, |hit| vec![(hit, Share::WHOLE)]));
    exact(all.into_iter().map(|(hit, share)| (if hit == 1 { "hit" } else { "miss" }, share)))
}

/// How many dice a weapon throws, how many of them may hit, and whether all that are thrown count for running dry.
fn thrown(p: &Value, shooter: &Value, dice: usize) -> (usize, usize, bool) {
    if weapon(shooter) == "shotgun" {
        (6, 3, true)
    } else if has(shooter, "Marksman") && weapon(shooter) == "bolt action rifle" {
        let prone = flag(shooter, "prone", false);
        (if prone { 3 } else { 2 }, 1, option(p, "marksman_ammo", "all_dice") == "all_dice")
    } else {
        (dice, dice, true)
    }
}

/// One weapon at some targets, each with its dice: hits on each, and whether it is dry.
fn one_weapon(p: &Value, shooter: &Value, at: &[(&Value, usize)], dice: usize, twin: bool) -> States<(Vec<i64>, bool)> {
    let snap = flag(p, "snap", false);
    let (thrown, best, all_count) = thrown(p, shooter, dice);
    let first = outcomes(thrown as u32, |faces| {
        let mut sorted = faces.to_vec();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        sorted.truncate(best);
        let counted = if all_count { faces } else { &sorted[..] };
        let dry = counted.iter().filter(|&&face| face == 1).count() >= 2;
        let mut left = sorted.into_iter();
        let (mut hits, mut pitiful) = (Vec::new(), Vec::new());
        for (nth, &(target, dice)) in at.iter().enumerate() {
            let read: Vec<_> =
                left.by_ref().take(dice).map(|face| die(shooter, target, snap, nth + 1, twin, face)).collect();
            hits.push(read.iter().flatten().sum::<i64>());
            pitiful.push(read.iter().filter(|read| read.is_none()).count());
        }
        (hits, pitiful, dry)
    });
    let mut all = first;
    while all.keys().any(|(_, pitiful, _)| pitiful.iter().any(|&dice| dice > 0)) {
        all = each(all, |(hits, pitiful, dry)| {
            let Some(place) = pitiful.iter().position(|&dice| dice > 0) else {
                return vec![((hits, pitiful, dry), Share::WHOLE)];
            };
            let rolled = |(hit, share)| {
                let (mut hits, mut pitiful) = (hits.clone(), pitiful.clone());
                hits[place] += hit;
                pitiful[place] -= 1;
                ((hits, pitiful, dry), share)
            };
            again().into_iter().map(rolled).collect()
        });
    }
    each(all, |(hits, _, dry)| vec![((hits, dry), Share::WHOLE)])
}

/// Both weapons, or one, at one target: hits, and how many weapons are dry.
fn fire(p: &Value, shooter: &Value, target: &Value, dice: usize) -> States<(i64, i64)> {
    let twin = flag(shooter, "twin", false);
    let one: Vec<((Vec<i64>, bool), Share)> =
        one_weapon(p, shooter, &[(target, dice)], dice, twin).into_iter().collect();
    let mut all = States::from([((0, 0), Share::WHOLE)]);
    for _ in 0..=i64::from(twin) {
        all = each(all, |(hits, empty)| {
            one.iter().map(|((more, dry), share)| ((hits + more[0], empty + i64::from(*dry)), *share)).collect()
        });
    }
    all
}

fn dry(dry: bool) -> &'static str {
    if dry { ", empty" } else { "" }
}

pub(super) fn volley(p: &Value) -> Odds {
    let shooter = &p["shooter"];
    let (targets, _) = targets_and_impact(weapon(shooter));
    let dice = count(p, "dice", targets as i64) as usize;
    exact(fire(p, shooter, &p["target"], dice).into_iter().map(|((hits, empty), share)| {
        let word = if flag(shooter, "twin", false) {
            format!("{hits} hits, {empty} empty")
        } else {
            format!("{hits} hits{}", dry(empty == 1))
        };
        (word, share)
    }))
}

pub(super) fn split(p: &Value) -> Odds {
    let shooter = &p["shooter"];
    let at: Vec<(&Value, usize)> =
        list(p, "targets").iter().map(|target| (&target["figure"], count(target, "dice", 1) as usize)).collect();
    let (targets, _) = targets_and_impact(weapon(shooter));
    exact(one_weapon(p, shooter, &at, targets, false).into_iter().map(|((hits, empty), share)| {
        let hits: Vec<String> = hits.iter().map(ToString::to_string).collect();
        (format!("{} hits{}", hits.join("-"), dry(empty)), share)
    }))
}

pub(super) fn until_empty(p: &Value) -> Odds {
    let shooter = &p["shooter"];
    let (targets, _) = targets_and_impact(weapon(shooter));
    let nobody = json!({});
    let volley = one_weapon(p, shooter, &[(&nobody, targets)], targets, false);
    let first = Share::sum(volley.into_iter().filter(|((_, dry), _)| *dry).map(|(_, share)| share));
    if first.is_none() {
        return exact([("never", Share::WHOLE)]);
    }
    // So many volleys as go into one dry one.
    let ways = (1..=46656u128).find(|&ways| first == Share::new(ways, 46656)).expect("at most six dice");
    exact([("empty on the first", first), ("later", first.rest()), ("E[volleys]", Share::new(46656, ways))])
}

/// What becomes of somebody, in rising order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    Stunned,
    Out,
    Cheats,
    Dead,
}

impl Fate {
    pub(super) fn word(self) -> &'static str {
        match self {
            Fate::Stunned => "stunned",
            Fate::Out => "out",
            Fate::Cheats => "cheats death",
            Fate::Dead => "dead",
        }
    }
}

/// CR-star-1, CR-star-2.
pub(super) fn killed(figure: &Value, attacker: i64) -> Fate {
    match (flag(figure, "star", false), attacker < count(figure, "rep", 4), flag(figure, "cheats_death", true)) {
        (false, ..) | (true, false, false) => Fate::Dead,
        (true, true, _) => Fate::Out,
        (true, false, true) => Fate::Cheats,
    }
}

/// One hit: a die of damage, and two to recover.
pub(super) fn one_hit(impact: i64, figure: &Value, attacker: i64) -> Vec<(Fate, Share)> {
    let fates = outcomes(3, |faces| match (faces[0], low(&faces[1..], count(figure, "rep", 4))) {
        (1, _) => killed(figure, attacker),
        (face, _) if face <= impact => Fate::Out,
        (_, 0) => killed(figure, attacker),
        (_, 1) => Fate::Out,
        _ => Fate::Stunned,
    });
    fates.into_iter().collect()
}

/// CR-dmg-3: the worst of several, or none of none.
fn worst(p: &Value, hits: i64, impact: i64, figure: &Value, attacker: i64) -> States<Option<Fate>> {
    let stops = option(p, "multiple_hits", "worst") == "stop_when_out";
    let one = one_hit(impact, figure, attacker);
    let mut all = States::from([(None, Share::WHOLE)]);
    for _ in 0..hits {
        all = each(all, |so_far: Option<Fate>| {
            if stops && so_far.is_some_and(|fate| fate != Fate::Stunned) {
                return vec![(so_far, Share::WHOLE)];
            }
            one.iter().map(|&(fate, share)| (so_far.max(Some(fate)), share)).collect()
        });
    }
    all
}

pub(super) fn damage(p: &Value) -> Odds {
    let all = worst(p, count(p, "hits", 1), count(p, "impact", 1), &p["target"], count(p, "attacker_rep", 4));
    exact(all.into_iter().map(|(fate, share)| (fate.expect("a hit").word(), share)))
}

pub(super) fn shot(p: &Value) -> Odds {
    let shooter = &p["shooter"];
    let (targets, impact) = targets_and_impact(weapon(shooter));
    let weapons = 1 + i64::from(flag(shooter, "twin", false));
    let all = each(fire(p, shooter, &p["target"], targets), |(hits, empty)| {
        let fates = worst(p, hits, impact, &p["target"], count(shooter, "rep", 4));
        fates.into_iter().map(|(fate, share)| ((fate, empty == weapons), share)).collect()
    });
    exact(
        all.into_iter()
            .map(|((fate, empty), share)| (format!("{}{}", fate.map_or("miss", Fate::word), dry(empty)), share)),
    )
}

/// A shooter and a target, and perhaps haste.
fn pair_of(pick: &mut Pick) -> Value {
    let shooter = if pick.seldom() { pick.twin() } else { pick.figure() };
    let mut p = json!({ "shooter": shooter, "target": pick.figure(), "options": pick.rules() });
    if pick.seldom() {
        p["snap"] = pick.yes().into();
    }
    p
}

/// CR-hit-1, CR-pitiful-1: any shooter and target, any place in a volley.
#[test]
fn grid_of_single_dice() {
    let one = |pick: &mut Pick| {
        let mut p = pair_of(pick);
        if pick.yes() {
            p["nth"] = pick.of(&[1, 2, 3, 4]).into();
        }
        p
    };
    hold("to_hit", situations(61, 1500, one));
}

/// CR-target-1, CR-ammo-1, CR-twin-1: any shooter and target, fewer dice where they may be.
#[test]
fn grid_of_volleys() {
    let one = |pick: &mut Pick| {
        let mut p = pair_of(pick);
        let (targets, _) = targets_and_impact(weapon(&p["shooter"]));
        let may_hold_back = weapon(&p["shooter"]) != "shotgun" && !has(&p["shooter"], "Marksman");
        if pick.seldom() && may_hold_back {
            p["dice"] = pick.of(&[0, 1, 2, 3, 4][..=targets]).into();
        }
        p
    };
    hold("volley", situations(62, 600, one));
}

/// CR-attr-marksman: his rifle, standing and prone, against all sorts.
#[test]
fn grid_of_marksmen() {
    let one = |pick: &mut Pick| {
        let mut shooter = pick.figure_with("weapon", "bolt action rifle".into());
        shooter["attributes"] = json!(["Marksman"]);
        shooter["prone"] = pick.yes().into();
        json!({ "shooter": shooter, "target": pick.figure(), "snap": pick.yes(), "options": pick.rules() })
    };
    hold("volley", situations(63, 200, one));
    hold("shot", situations(64, 100, one));
}

/// CR-target-2: the dice dealt to one, two, three or four.
#[test]
fn grid_of_divided_volleys() {
    let one = |pick: &mut Pick| {
        let mut shooter = pick.figure();
        let (targets, _) = targets_and_impact(weapon(&shooter));
        let alone = weapon(&shooter) == "bolt action rifle";
        if weapon(&shooter) == "ba pistol" {
            // It has no say here.
            shooter["twin"] = pick.yes().into();
        }
        let (mut at, mut left) = (Vec::new(), targets as i64);
        while left > 0 {
            let dice = if alone { 1 } else { pick.of(&[1, 2, 3, 4][..left as usize]) };
            at.push(json!({ "figure": pick.figure(), "dice": dice }));
            left -= dice;
        }
        let mut p = json!({ "shooter": shooter, "targets": at, "options": pick.rules() });
        if pick.seldom() {
            p["snap"] = true.into();
        }
        p
    };
    hold("split", situations(65, 500, one));
}

/// CR-ammo-1: any weapon.
#[test]
fn grid_of_weapons_run_dry() {
    hold("until_empty", situations(66, 200, |pick| json!({ "shooter": pick.figure(), "options": pick.rules() })));
}

/// CR-dmg-1, CR-dmg-3, CR-star-1, CR-star-2: hits of any Impact, by anybody.
#[test]
fn grid_of_damage() {
    let one = |pick: &mut Pick| {
        json!({
            "hits": pick.of(&[1, 1, 2, 3, 4, 6]), "impact": pick.of(&[0, 1, 2, 3, 5, 6]), "target": pick.figure(),
            "attacker_rep": pick.rep(), "options": pick.rules(),
        })
    };
    hold("damage", situations(67, 500, one));
}

/// CR-dmg-2: volleys with what they do.
#[test]
fn grid_of_shots() {
    hold("shot", situations(68, 400, pair_of));
}
