//! FT-gren: hand grenades.

use std::collections::BTreeMap;

use engage::{Inches, Step};
use fireteam::figure::{Movement, Posture};
use fireteam::grenade::{Exposed, Grenade};
use fireteam::rules::{Effect, Rules};
use serde_json::{Value, json};

use super::{ANYWHERE, dice, is_attack, log_on, odds, of, replayed, rules, stands, with};

/// Both sides within a throw of each other.
const CLOSE: &str = "
    ##############
    #............#
    #..b..r......#
    #............#
    ##############";

/// What a grenade does to a man so far off on each face of the die.
fn faces(rules: &Rules, grenade: Grenade, exposed: Exposed) -> [Effect; 6] {
    [1, 2, 3, 4, 5, 6].map(|face| dice(&[face], |chance| exposed.blast(chance, rules, grenade, ANYWHERE)))
}

/// A man at a distance from a burst.
fn exposed(thousandths: i32, posture: Posture, movement: Movement) -> Exposed {
    Exposed { distance: Inches::from_thousandths(thousandths), posture, movement, wounded: false }
}

/// Blue throws whatever it can, and never hits by fire; both sides stay on their feet.
fn throwing(more: Value) -> Value {
    let blue = json!({ "weapon": "wild", "offensive_grenades": 1, "does": ["throw"] });
    with(json!({ "blue": { "team": blue }, "turn_limit": 1 }), more)
}

/// Places in the log of the first line with each of these.
#[track_caller]
fn places<const N: usize>(lines: &[String], parts: [&str; N]) -> [usize; N] {
    parts.map(|part| {
        lines.iter().position(|line| line.contains(part)).unwrap_or_else(|| panic!("no {part} in {lines:#?}"))
    })
}

/// FT-gren-1: a grenade is thrown up to 3" and lands where it is meant to.
#[test]
fn ft_gren_1_reach() {
    assert!(log_on(CLOSE, throwing(json!({}))).iter().any(|line| line.contains("0: throws an offensive grenade")));
    let far = CLOSE.replace("r.", ".r");
    assert!(!log_on(&far, throwing(json!({}))).iter().any(|line| line.contains("throws")));
    let longer = throwing(json!({ "rules": { "throw_reach": 4 } }));
    assert!(log_on(&far, longer).iter().any(|line| line.contains("throws")));
}

/// FT-gren-1: it lands where it is meant to, without a die, over hard cover as well: the circles lie around the target's square.
#[test]
fn ft_gren_1_it_lands_where_it_is_meant_to() {
    // One man is 2" from the target, which is in the circle; the others are farther, the thrower among them.
    let yard = "
        ################
        #..............#
        #..b?.r..R.....#
        #..............#
        #.....R.R......#
        #..............#
        ################";
    let blue = json!({ "weapon": "wild", "offensive_grenades": 1, "does": ["throw"] });
    let two = json!({ "weapon": "wild", "count": 3, "at": "red two", "posture": "standing" });
    let more = json!({ "blue": { "team": blue }, "red": { "two": two }, "turn_limit": 1 });
    for between in [".", "_", "n"] {
        let drawing = yard.replace('?', between);
        let plan = &super::drawn(&drawing).plan;
        for steps in super::transcripts(Some(&drawing), more.clone(), 6) {
            let throw = steps.iter().find(|step| step.clause == "FT-gren-1").expect("a throw");
            assert!(throw.luck.is_empty() && throw.target == Some(1), "{throw:?}");
            let places: BTreeMap<u8, u16> = stands(&steps[0]).collect();
            let at = |who: u8| plan.cell_numbered(places[&who].into()).expect("a cell");
            let near: Vec<u8> = places.keys().copied().filter(|&who| plan.squared(at(who), at(1)) <= 4).collect();
            let blasts = steps.iter().filter(|step| step.clause == "FT-gren-9");
            assert_eq!(blasts.filter_map(|step| step.target).collect::<Vec<_>>(), near, "{steps:#?}");
            assert_eq!((near.len(), near[0]), (2, 1), "the target and one man beside");
        }
    }
}

/// FT-gren-2: who throws does not fire in that turn, but may move, and rush unless `grenade_after_rush` forbids it.
#[test]
fn ft_gren_2_throwing_instead_of_firing() {
    let steps = replayed(Some(CLOSE), throwing(json!({ "turn_limit": 2 }))).1;
    let acts: Vec<(u32, bool)> = steps
        .iter()
        .filter(|step| step.figure == Some(0) && (is_attack(step) || step.clause == "FT-gren-1"))
        .map(|step| (step.turn, is_attack(step)))
        .collect();
    assert_eq!(acts, [(1, false), (2, true)], "one grenade, then none is left");
    let lane = "
        ################
        #b....r........#
        #..............#
        ################";
    let count = |option: &str| {
        // After the rush he lies down and throws; a burst does nothing to who lies, so he may be near it.
        let blue = json!({ "does": ["rush red", "lie", "throw"] });
        let rules = json!({ "grenade_after_rush": option, "primary": { "prone": vec!["nothing"; 6] } });
        let more = throwing(json!({ "blue": { "team": blue }, "rules": rules }));
        super::transcripts(Some(lane), more, 20).iter().flatten().filter(|step| step.clause == "FT-gren-1").count()
    };
    assert!(count("yes") > 10 && count("no") == 0, "{} {}", count("yes"), count("no"));
}

/// FT-gren-3: it explodes at the end of the thrower's turn, after fire; under `grenade_explodes` before the fire, or after the enemy.
#[test]
fn ft_gren_3_when_it_explodes() {
    let lines = |option: &str| {
        let pair = CLOSE.replace("..b..", ".bb..");
        let blue = json!({ "team": null, "a": { "weapon": "wild", "offensive_grenades": 1, "does": ["throw"], "posture": "standing", "at": "blue" },
            "b": { "weapon": "wild", "posture": "standing", "at": "blue two" } });
        let mut fight = super::scenario(
            json!({ "blue": blue, "turn_limit": 1, "rules": with(json!({ "primary": { "standing_or_rushing": ["pinned", "pinned", "pinned", "pinned", "pinned", "dead"] } }), json!({ "grenade_explodes": option })) }),
        );
        fight["blue"].as_object_mut().expect("squads").remove("team");
        super::told(&super::played(Some(&pair.replace(".bb..", ".Bb..")), fight, 0).1)
    };
    let order = |option: &str| {
        let [thrown, shot, red, burst] = places(&lines(option), ["0: throws", "1: shot", "red's turn", "explodes"]);
        assert!(thrown < shot && shot < red);
        (burst > shot, burst > red)
    };
    assert_eq!(order("end_of_own_turn"), (true, false));
    assert_eq!(order("after_own_movement"), (false, false));
    assert_eq!(order("end_of_pair"), (true, true));
}

/// FT-gren-3: before it goes off a friend in communication with the thrower lies down, and so does an enemy where men may at any time.
#[test]
fn ft_gren_3_cover_before_it() {
    let rows = json!({ "primary": { "standing_or_rushing": vec!["dead"; 6], "prone": vec!["pinned"; 6] } });
    let blast = |does: &str, option: &str| {
        let more = throwing(json!({
            "red": { "foe": { "does": [does] } }, "rules": with(rows.clone(), json!({ "go_prone_when": option })),
        }));
        let lines = log_on(CLOSE, more);
        lines
            .iter()
            .find(|line| line.contains("blast: "))
            .expect("a blast")
            .rsplit(": ")
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(blast("drop", "any_time"), "pinned");
    assert_eq!(blast("drop", "own_turn"), "dead");
    assert_eq!(blast("", "any_time"), "dead");
    // The thrower himself, in the secondary circle of a defensive grenade.
    let circles = json!({ "primary": rows["primary"], "secondary": { "standing_or_rushing": ["dead", "dead", "dead", "dead", "dead", "nothing"], "prone": vec!["nothing"; 6] } });
    let thrower = |does: &str| {
        let blue = json!({ "offensive_grenades": 0, "defensive_grenades": 1, "does": ["throw", does] });
        replayed(Some(CLOSE), throwing(json!({ "blue": { "team": blue }, "rules": circles }))).0.measures[0]
    };
    assert_eq!((thrower("drop"), thrower("")), (0, 1));
}

/// FT-gren-3: friends who neither see the thrower nor are within 6" of him do not know of it.
#[test]
fn ft_gren_3_friends_in_communication() {
    let lost = |row: &str| {
        let drawing = format!(
            "
            ##########
            {row}
            #.########
            #.########
            #b########
            ##########"
        );
        let man = json!({ "weapon": "wild", "posture": "standing", "does": ["drop"] });
        let more = throwing(json!({
            "blue": {
                "team": { "offensive_grenades": 0, "defensive_grenades": 1, "does": ["throw", "drop"] },
                "two": with(man.clone(), json!({ "at": "blue two" })),
            },
            "red": { "two": with(man, json!({ "at": "red two", "count": 2 })) },
            "rules": {
                "primary": { "standing_or_rushing": vec!["dead"; 6] },
                "secondary": { "standing_or_rushing": vec!["dead"; 6], "prone": vec!["nothing"; 6] },
            },
        }));
        let (outcome, steps) = replayed(Some(&drawing), more);
        assert!(steps.iter().any(|step| step.clause == "FT-gren-1"), "{steps:#?}");
        outcome.measures[0]
    };
    assert_eq!((lost("#rRR..B..#"), lost("#rRR...B.#")), (0, 1));
}

/// FT-gren-4: prone; standing after a normal move; standing still or rushing. A man who crawled is prone, or rushing under the option.
#[test]
fn ft_gren_4_rows() {
    let row = |posture: &str, movement: &str, options: Value| {
        let figure = json!({ "distance_in": 1, "posture": posture, "movement": movement });
        odds("grenade", json!({ "grenade": "offensive", "figure": figure, "options": options }), "dead")
    };
    let plain = || json!({});
    assert_eq!([row("standing", "stationary", plain()), row("standing", "rushing", plain())], [of(2, 6), of(2, 6)]);
    assert_eq!(row("standing", "moving", plain()), of(1, 6));
    let pinned = |options: Value| {
        let figure = json!({ "distance_in": 1, "posture": "prone", "movement": "rushing" });
        odds("grenade", json!({ "grenade": "offensive", "figure": figure, "options": options }), "pinned")
    };
    assert_eq!((pinned(plain()), pinned(json!({ "grenade_prone_rush_row": "rushing" }))), (of(2, 6), of(0, 1)));
}

/// FT-gren-5, FT-gren-6: the primary circle reaches 2", the secondary one of defensive grenades from there to 6", edges inclusive.
#[test]
fn ft_gren_5_and_6_circles() {
    let rules = rules(json!({}));
    let circle = |thousandths: i32, grenade: Grenade| {
        exposed(thousandths, Posture::Standing, Movement::Stationary).results(&rules, grenade)
    };
    let (primary, secondary) = (Some(rules.primary.standing_or_rushing), Some(rules.secondary.standing_or_rushing));
    assert_eq!([0, 2000, 2001].map(|at| circle(at, Grenade::Offensive)), [primary, primary, None]);
    assert_eq!(
        [2000, 2001, 6000, 6001].map(|at| circle(at, Grenade::Defensive)),
        [primary, secondary, secondary, None],
        "FT-gren-6"
    );
    // Everybody in the circle, the friends and the thrower too.
    let pair = "
        ##############
        #............#
        #..bbr.......#
        #............#
        ##############";
    let blue = json!({ "count": 2 });
    let reds = pair.replace("r.......", "rrr.....");
    let more = throwing(json!({ "blue": { "team": blue }, "red": { "foe": { "count": 3 } } }));
    let lines = log_on(&reds, more);
    assert!(
        lines.iter().any(|line| line.ends_with("the grenade explodes, 5 in the blast circle")
            || line.ends_with("4 in the blast circle")),
        "{lines:#?}"
    );
}

/// FT-gren-7: the primary circle as printed.
#[test]
fn ft_gren_7_primary_circle() {
    use Effect::{Dead as K, Pinned as P, Serious as S, Wounded as W};
    let rules = rules(json!({}));
    let row = |posture, movement| faces(&rules, Grenade::Offensive, exposed(1000, posture, movement));
    assert_eq!(row(Posture::Standing, Movement::Stationary), [W, W, S, S, K, K]);
    assert_eq!(row(Posture::Standing, Movement::Rushing), [W, W, S, S, K, K]);
    assert_eq!(row(Posture::Standing, Movement::Moving), [P, W, W, S, S, K]);
    assert_eq!(row(Posture::Prone, Movement::Stationary), [P, P, W, S, S, K]);
}

/// FT-gren-8: the secondary circle as printed.
#[test]
fn ft_gren_8_secondary_circle() {
    use Effect::{Dead as K, Nothing as N, Pinned as P, Serious as S, Wounded as W};
    let rules = rules(json!({}));
    let row = |posture, movement| faces(&rules, Grenade::Defensive, exposed(5000, posture, movement));
    assert_eq!(row(Posture::Standing, Movement::Stationary), [P, P, W, W, S, K]);
    assert_eq!(row(Posture::Standing, Movement::Moving), [N, P, P, P, W, S]);
    assert_eq!(row(Posture::Prone, Movement::Stationary), [N, N, P, P, P, P]);
}

/// FT-gren-9: no saving throw; a second wound is a serious one; two grenades are two rolls.
#[test]
fn ft_gren_9_results() {
    let rules = rules(json!({}));
    let wounded = Exposed { wounded: true, ..exposed(1000, Posture::Standing, Movement::Stationary) };
    assert_eq!(faces(&rules, Grenade::Offensive, wounded)[..2], [Effect::Serious; 2]);
    let two = json!({ "grenade": "offensive", "grenades": 2, "figure": { "distance_in": 1, "posture": "prone" } });
    assert_eq!(odds("grenades_on_one", two, "pinned"), of(1, 9));
}

/// FT-gren-10: only a target that was in sight at the start of the turn, or of the turn before under the option.
#[test]
fn ft_gren_10_no_grenade_at_a_new_target() {
    // Red comes round the corner in its first turn; blue lies in wait.
    let corner = "
        ########
        #r.....#
        ######.#
        ######.#
        ######b#
        ########";
    let turn_of_throw = |option: &str| {
        let rules =
            json!({ "grenade_new_target": option, "throw_reach": 9, "primary": { "prone": vec!["nothing"; 6] } });
        let more = throwing(json!({
            "blue": { "team": { "posture": "prone" } }, "red": { "foe": { "does": ["rush blue"] } }, "rules": rules, "turn_limit": 4,
        }));
        let steps = replayed(Some(corner), more).1;
        let first = |found: fn(&Step) -> bool| steps.iter().find(|step| found(step)).map(|step| step.turn);
        let came = first(|step| step.clause == "FT-move-2").expect("a rush");
        first(|step| step.clause == "FT-gren-1").expect("a throw") - came
    };
    assert_eq!((turn_of_throw("in_sight_at_turn_start"), turn_of_throw("in_sight_last_turn")), (1, 2));
}

/// FT-gren-11: prone and wounded men throw; pinned ones do not (FT-pin-3).
#[test]
fn ft_gren_11_who_throws() {
    let prone = throwing(json!({ "blue": { "team": { "posture": "prone" } } }));
    assert!(log_on(CLOSE, prone).iter().any(|line| line.contains("0: throws")));
    let wounded = json!({
        "red": { "foe": { "weapon": "sure" } }, "field": { "first_move": "red" },
        "rules": super::every_hit(7, "wounded"),
    });
    let lines = log_on(CLOSE, throwing(wounded));
    let [hurt, thrown] = places(&lines, ["wounded", "0: throws"]);
    assert!(hurt < thrown);
}

/// FT-gren-12: solid cover keeps a man out of the circle, soft cover does not; under the option nothing does.
#[test]
fn ft_gren_12_cover_from_a_blast() {
    let walled = |square: &str| CLOSE.replace("#..b..r......#", &format!("#..b..r{square}R....#"));
    let found = |square: &str, option: &str| {
        let far = json!({ "weapon": "wild", "at": "red two", "posture": "standing" });
        let more = throwing(json!({ "red": { "two": far }, "rules": { "grenade_blast_cover": option } }));
        let lines = log_on(&walled(square), more);
        lines
            .iter()
            .find(|line| line.contains("explodes"))
            .expect("a burst")
            .split("explodes, ")
            .nth(1)
            .map(|rest| rest[..1].to_owned())
    };
    let count = |square: &str, option: &str| found(square, option).unwrap_or_default();
    assert_eq!([count("#", "blocked_by_hard_cover"), count("\"", "blocked_by_hard_cover")], ["1", "2"]);
    assert_eq!(count("#", "ignored"), "2");
}
