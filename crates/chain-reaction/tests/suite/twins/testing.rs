//! The Reaction Tests Table, for any figure and group, die by die; Fast Move too (CR-fast-1).

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, Worth, count, exact, flag, list, option, word};
use testkit::{Share, States, add, each};

use super::dice::{low, outcomes};
use super::hold;
use super::pick::Figures as _;

/// Whether a figure has an attribute.
pub(super) fn has(figure: &Value, attribute: &str) -> bool {
    list(figure, "attributes").iter().any(|name| name == attribute)
}

/// The rows marked (LDR).
const LEADER_DIE: [&str; 5] = ["fast move", "received fire", "wanting to charge", "being charged", "rally"];
/// The rows marked *, Focus left out.
const STARRED: [&str; 6] = ["received fire", "wanting to charge", "being charged", "rally", "man down", "leader lost"];
/// The tests of CR-hero-1.
const HEROIC: [&str; 5] = ["received fire", "wanting to charge", "being charged", "man down", "leader lost"];

/// What a test is, besides whose: its name and circumstances, and the options.
pub(super) struct Case<'a> {
    pub(super) p: &'a Value,
    pub(super) test: &'a str,
    pub(super) outgunned: bool,
    pub(super) able: bool,
    pub(super) choice: i64,
}

impl<'a> Case<'a> {
    fn read(p: &'a Value) -> Case<'a> {
        Case {
            p,
            test: word(p, "test", ""),
            outgunned: flag(p, "outgunned", false),
            able: flag(p, "able", true),
            choice: count(p, "choice", 2),
        }
    }

    fn charging(&self) -> bool {
        flag(self.p, "charging", false)
    }
}

/// The dice on the table: the pair, and the Leader’s and the Born Leader’s if they are thrown.
pub(super) struct Dice {
    pair: [i64; 2],
    led: bool,
    extra: bool,
}

/// How many dice are thrown, for a Leader of a Rep and a Born Leader of another, and how they are read.
pub(super) fn dice(test: &str, leader: i64, born: i64) -> (u32, impl Fn(&[i64]) -> Dice + use<>) {
    let leader = if LEADER_DIE.contains(&test) { leader } else { 0 };
    let born = if test == "in sight" || test == "recover from knock down" { 0 } else { born };
    let second = 2 + usize::from(leader > 0);
    let read = move |faces: &[i64]| Dice {
        pair: [faces[0], faces[1]],
        led: leader > 0 && faces[2] <= leader,
        extra: born > 0 && faces[second] <= born,
    };
    (second as u32 + u32::from(born > 0), read)
}

fn rep(figure: &Value) -> i64 {
    count(figure, "rep", 4)
}

/// CR-star-3 and CR-hero-1: who does not roll.
fn spared(case: &Case<'_>, figure: &Value) -> Option<i64> {
    if flag(figure, "star", false) && STARRED.contains(&case.test) {
        Some(case.choice)
    } else if flag(figure, "hero", false) && HEROIC.contains(&case.test) {
        Some(2)
    } else {
        None
    }
}

fn poses(case: &Case<'_>, figure: &Value) -> bool {
    has(figure, "Poser") && case.test == "received fire"
}

/// Dice that a figure passes.
fn passed(case: &Case<'_>, figure: &Value, dice: &Dice) -> i64 {
    spared(case, figure).unwrap_or_else(|| {
        let rep = rep(figure) - i64::from(has(figure, "Slow to React") && case.test == "in sight");
        let own = if poses(case, figure) { low(&dice.pair[..1], rep) } else { low(&dice.pair, rep) };
        (own + i64::from(dice.led) + i64::from(dice.extra && has(figure, "Born Leader"))).min(2)
    })
}

/// The cell of the table, for a Star or not.
fn cell(case: &Case<'_>, figure: &Value, star: bool, passed: i64) -> &'static str {
    let cover = flag(figure, "cover", false);
    let steel = has(figure, "Nerves of Steel");
    let duck = if steel { "hold" } else { "duck back" };
    let reads_on = steel && option(case.p, "nerves_of_steel", "hold") == "return_fire";
    let or = |able: &'static str, unable: &'static str| if case.able { able } else { unable };
    match (case.test, passed) {
        ("fast move", 2) if !has(figure, "Slow") => "16 inches",
        ("fast move", 1 | 2) => {
            if cover {
                "8 inches"
            } else {
                "12 inches"
            }
        }
        ("fast move", 0) => {
            if cover {
                "stay"
            } else {
                "8 inches"
            }
        }
        ("in sight", 2) => or("fire", "no fire"),
        ("in sight", 1) => or("snap fire", "no fire"),
        ("in sight", 0) => "no fire",
        ("received fire", 2) => {
            let outgunned = case.outgunned && !star;
            if case.charging() || flag(figure, "retrieving", false) {
                "continue"
            } else if outgunned && !reads_on {
                duck
            } else {
                or("return fire", "hold")
            }
        }
        ("received fire", 1) => {
            let ducks =
                case.outgunned && !star && !reads_on && option(case.p, "outgunned_on", "pass_2") == "pass_1_too";
            if case.charging() {
                or("snap fire", "hold")
            } else if flag(figure, "retrieving", false) {
                "continue"
            } else if cover && !ducks {
                or("snap fire", "hold")
            } else {
                duck
            }
        }
        ("wanting to charge", 1) if cover => or("snap fire", "halt"),
        ("wanting to charge", 1 | 2) => "charge",
        ("wanting to charge", 0) => "halt",
        ("being charged", 2) if !flag(case.p, "rear", false) => or("fire and melee", "melee"),
        ("being charged", 1 | 2) => "melee",
        ("rally", 1) if !cover => "retire",
        ("man down", 1) if !flag(case.p, "others_carrying_on", true) => duck,
        ("rally" | "man down", 1 | 2) | ("leader lost", 2) => "carry on",
        ("rally", 0) => "hunker down",
        ("leader lost", 1) => "halt and lose focus",
        ("received fire" | "being charged" | "man down" | "leader lost", 0) => "retire",
        ("recover from knock down", 2) => "stunned",
        ("recover from knock down", 1) => "out",
        ("recover from knock down", 0) => "dead",
        (test, passed) => panic!("no cell of {test} for {passed}"),
    }
}

/// What a figure does by its own dice.
pub(super) fn own(case: &Case<'_>, figure: &Value, dice: &Dice) -> &'static str {
    cell(case, figure, flag(figure, "star", false), passed(case, figure, dice))
}

/// CR-hero-1: a pair of ones that it rolled itself.
fn becomes_hero(case: &Case<'_>, figure: &Value, dice: &Dice) -> bool {
    let rolled = spared(case, figure).is_none() && !poses(case, figure);
    HEROIC.contains(&case.test) && rolled && dice.pair == [1, 1]
}

/// Clarifications 10 and 11: what a friend of a Born Leader does.
fn follows(case: &Case<'_>, figure: &Value, born: &Value, dice: &Dice) -> &'static str {
    let in_sight = case.p.get("options").is_some_and(|options| flag(options, "born_leader_in_sight", false));
    if spared(case, figure).is_some() || (case.test == "in sight" && !in_sight) {
        return own(case, figure, dice);
    }
    // Under `roll` he counts as no Star.
    let mut born = born.clone();
    if option(case.p, "born_leader_star", "follow") == "roll" {
        born["star"] = false.into();
    }
    if option(case.p, "born_leader_friends", "result") == "passes" {
        return cell(case, figure, flag(figure, "star", false), passed(case, &born, dice));
    }
    match own(case, &born, dice) {
        "continue" if !case.charging() && !flag(figure, "retrieving", false) => "hold",
        "duck back" if has(figure, "Nerves of Steel") => "hold",
        "return fire" | "snap fire" if case.test == "received fire" && flag(figure, "retrieving", false) => "hold",
        // `able` is set for all at once, so no figure that cannot fire is ordered to.
        his => his,
    }
}

/// The Rep of a Born Leader, 0 of anybody else.
fn born_rep(figure: &Value) -> i64 {
    if has(figure, "Born Leader") { rep(figure) } else { 0 }
}

fn told(case: &Case<'_>, figure: &Value, dice: &Dice, does: &str) -> String {
    let hero = flag(case.p, "show_hero", false) && becomes_hero(case, figure, dice);
    format!("{does}{}", if hero { " (hero)" } else { "" })
}

/// What a lone figure may do and how likely that is.
pub(super) fn alone(case: &Case<'_>, figure: &Value) -> States<String> {
    let (thrown, read) = dice(case.test, count(figure, "leader", 0), born_rep(figure));
    outcomes(thrown, |faces| {
        let dice = read(faces);
        told(case, figure, &dice, own(case, figure, &dice))
    })
}

pub(super) fn test(p: &Value) -> Odds {
    exact(alone(&Case::read(p), &p["figure"]))
}

pub(super) fn group_test(p: &Value) -> Odds {
    let (case, figures) = (Case::read(p), list(p, "figures"));
    let born = figures.iter().position(|figure| has(figure, "Born Leader"));
    let (thrown, read) = dice(case.test, count(p, "leader", 0), born.map_or(0, |born| rep(&figures[born])));
    exact(outcomes(thrown, |faces| {
        let dice = read(faces);
        let each = figures.iter().enumerate().map(|(place, figure)| {
            let does = match born {
                Some(born) if born != place => follows(&case, figure, &figures[born], &dice),
                _ => own(&case, figure, &dice),
            };
            told(&case, figure, &dice, does)
        });
        each.collect::<Vec<_>>().join(" | ")
    }))
}

/// A case in which a figure is tested without anything about it.
fn plain<'a>(p: &'a Value, test: &'a str) -> Case<'a> {
    Case { p, test, outgunned: false, able: true, choice: 2 }
}

/// CR-attr-clumsy.
pub(super) fn clumsy(p: &Value) -> Odds {
    let (case, figure) = (plain(p, "fast move"), &p["figure"]);
    let (thrown, read) = dice("fast move", count(figure, "leader", 0), born_rep(figure));
    let mut words = States::new();
    // One die more says after how many inches.
    for (word, share) in outcomes(thrown + 1, |faces| {
        let dice = read(faces);
        let falls = passed(&case, figure, &dice) == 0 && dice.pair[0] == dice.pair[1];
        if falls { format!("falls after {}", faces[faces.len() - 1]) } else { own(&case, figure, &dice).to_owned() }
    }) {
        add(&mut words, word, share);
    }
    exact(words)
}

/// CR-rally-2: test after test, until next to nothing is left.
pub(super) fn rally_wait(p: &Value) -> Odds {
    let case = plain(p, "rally");
    let [open, covered] = [false, true].map(|cover| {
        let mut figure = p["figure"].clone();
        figure["cover"] = cover.into();
        alone(&case, &figure)
    });
    let (mut tests, mut waiting) = (0.0, States::from([(flag(&p["figure"], "cover", false), 1.0)]));
    while waiting.values().sum::<f64>() > 1e-17 {
        tests += waiting.values().sum::<f64>();
        waiting = each(waiting, |cover| {
            let words = if cover { &covered } else { &open };
            let still = words.iter().filter(|(word, _)| *word != "carry on");
            // Who retires goes into cover.
            still.map(|(word, share)| (cover || word == "retire", share.decimal())).collect()
        });
    }
    Odds::from([("carries on".to_owned(), Worth::Exact(Share::WHOLE)), ("E[tests]".to_owned(), Worth::Near(tests))])
}

const TESTS: [&str; 9] = [
    "fast move",
    "in sight",
    "received fire",
    "wanting to charge",
    "being charged",
    "rally",
    "man down",
    "leader lost",
    "recover from knock down",
];

/// Flags of a test, most of them unsaid.
fn flags(pick: &mut Pick, test: &str) -> Value {
    let mut p = json!({ "test": test, "options": pick.rules() });
    for name in ["outgunned", "able", "charging", "rear", "others_carrying_on", "show_hero"] {
        if pick.seldom() {
            p[name] = pick.yes().into();
        }
    }
    if pick.seldom() {
        p["choice"] = pick.of(&[0, 1, 2]).into();
    }
    p
}

/// CR-tests: every test, with any figure and circumstances.
#[test]
fn grid_of_tests() {
    for (seed, test) in (31..).zip(TESTS) {
        let one = |pick: &mut Pick| {
            let mut p = flags(pick, test);
            p["figure"] = pick.figure();
            p
        };
        hold("test", situations(seed, 500, one));
    }
}

/// CR-tests: every test, every number of dice chosen by a Star, and every flag on or off.
#[test]
fn grid_of_every_cell() {
    let bits = |number: u32, bit: u32| number >> bit & 1 == 1;
    for test in TESTS {
        let all = (0..256).flat_map(|flags| (0..=2).map(move |choice| (flags, choice)));
        hold(
            "test",
            all.map(|(flags, choice)| {
                let steel: &[&str] = if bits(flags, 7) { &["Nerves of Steel", "Slow"] } else { &[] };
                json!({
                    "test": test, "outgunned": bits(flags, 0), "able": bits(flags, 1), "charging": bits(flags, 2),
                    "rear": bits(flags, 3), "others_carrying_on": bits(flags, 4), "choice": choice, "show_hero": true,
                    "figure": {
                        "rep": 3, "cover": bits(flags, 5), "retrieving": bits(flags, 6), "star": choice != 1, "attributes": steel,
                    },
                })
            }),
        );
    }
}

/// CR-react-3, CR-attr-born: groups of up to four, with and without a Leader and Born Leaders.
#[test]
fn grid_of_group_tests() {
    for (seed, test) in (41..).zip(&TESTS[..8]) {
        let one = |pick: &mut Pick| {
            let mut p = flags(pick, test);
            p["figures"] = pick.some(&[1, 2, 3, 4], Pick::figure).into();
            if pick.yes() {
                p["leader"] = pick.of(&[0, 2, 3, 4, 5, 6]).into();
            }
            if pick.yes() {
                let last = list(&p, "figures").len() - 1;
                p["figures"][last]["attributes"] = json!(["Born Leader"]);
            }
            p
        };
        hold("group_test", situations(seed, 250, one));
    }
}

/// CR-attr-clumsy: anybody.
#[test]
fn grid_of_clumsy_moves() {
    hold("clumsy", situations(51, 300, |pick| json!({ "figure": pick.figure(), "options": pick.rules() })));
}

/// CR-rally-2: anybody.
#[test]
fn grid_of_rally_waits() {
    hold("rally_wait", situations(52, 300, |pick| json!({ "figure": pick.figure(), "options": pick.rules() })));
}
