//! Grenades and launchers, die by die.

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, exact, flag, list, option, word};
use testkit::{Number, Share, States, add, each};

use super::dice::{low, outcomes};
use super::hold;
use super::pick::Figures as _;
use super::shooting::{Fate, one_hit, to_hit};
use super::testing::{Case, alone};

/// Words for several, joined.
fn joined<'a>(
    figures: impl Iterator<Item = &'a Value>,
    one: impl Fn(&Value) -> Vec<(&'static str, Share)>,
) -> States<String> {
    let mut all = States::from([(String::new(), Share::WHOLE)]);
    for figure in figures {
        all = each(all, |words| {
            let gap = if words.is_empty() { "" } else { " | " };
            one(figure).into_iter().map(|(word, share)| (format!("{words}{gap}{word}"), share)).collect()
        });
    }
    all
}

/// Where it goes: CR-gren-2, CR-blast-3.
fn flight(p: &Value) -> States<&'static str> {
    let launched = word(p, "weapon", "") != "grenade";
    if launched && option(p, "launcher_to_hit", "grenade_table") == "one_die" {
        let mut thrower = p["thrower"].clone();
        thrower["twin"] = false.into();
        let die = to_hit(&json!({ "shooter": thrower, "target": list(p, "targets")[0] }));
        let share = |word: &str| {
            die.get(word).map_or(Share::NONE, |worth| match worth {
                testkit::twin::Worth::Exact(share) => *share,
                testkit::twin::Worth::Near(_) => panic!("a fraction"),
            })
        };
        return States::from([("lands", share("hit")), ("misses", share("miss"))]);
    }
    outcomes(2, |faces| match low(faces, count(&p["thrower"], "rep", 4)) {
        2 => "lands",
        1 if flag(p, "sees_spot", false) => "lands",
        1 => "misses",
        _ if launched && option(p, "launcher_fumble", "lost") == "lost" => "lost",
        _ => "dropped",
    })
}

pub(super) fn blast(p: &Value) -> Odds {
    let (thrower, first) = (&p["thrower"], &list(p, "targets")[0]);
    let rep = count(thrower, "rep", 4);
    let impact = if word(p, "weapon", "") == "rocket launcher" { 5 } else { 2 };
    let hit = |figure: &Value| -> Vec<(&'static str, Share)> {
        one_hit(impact, figure, rep).into_iter().map(|(fate, share)| (fate.word(), share)).collect()
    };
    let drops = |figure: &Value| -> Vec<(&'static str, Share)> {
        let falls = Share::faces(|face| face <= count(figure, "rep", 4));
        let hurt = hit(figure).into_iter().map(|(word, share)| (word, share.times(falls.rest())));
        std::iter::once(("prone", falls)).chain(hurt).filter(|(_, share)| !share.is_none()).collect()
    };
    let mut all = States::new();
    for (goes, share) in flight(p) {
        let then = match goes {
            "lands" => joined(list(p, "targets").iter(), hit),
            "dropped" => joined(std::iter::once(thrower).chain(list(p, "beside_thrower")), drops),
            "misses" => {
                let able = flag(p, "target_able", true);
                let ducks = !able && !flag(first, "cover", false);
                let case = Case { p, test: "received fire", outgunned: true, able, choice: if ducks { 1 } else { 2 } };
                alone(&case, first)
            }
            _ => States::from([(String::new(), Share::WHOLE)]),
        };
        for (word, part) in then {
            let word = if word.is_empty() { goes.to_owned() } else { format!("{goes}: {word}") };
            add(&mut all, word, share.times(part));
        }
    }
    all.retain(|_, share| !share.is_none());
    exact(all)
}

/// CR-gren-2, CR-blast-1, CR-blast-3: anything that bursts, among up to three.
#[test]
fn grid_of_blasts() {
    let one = |pick: &mut Pick| {
        let mut p = json!({
            "weapon": pick.of(&["grenade", "grenade launcher", "rocket launcher"]), "thrower": pick.figure(),
            "sees_spot": pick.yes(), "targets": pick.some(&[1, 1, 2, 3], Pick::figure), "options": pick.rules(),
        });
        if pick.yes() {
            p["beside_thrower"] = pick.some(&[0, 1, 2], Pick::figure).into();
        }
        if pick.yes() {
            p["target_able"] = pick.yes().into();
        }
        p
    };
    hold("blast", situations(81, 300, one));
}

/// The worst is the last in order.
#[test]
fn fates_rise() {
    assert!(Fate::Stunned < Fate::Out && Fate::Out < Fate::Cheats && Fate::Cheats < Fate::Dead);
}
