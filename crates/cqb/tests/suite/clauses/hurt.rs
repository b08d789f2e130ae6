//! Squads that begin with wounds, knocked down, or with a weapon dropped or jammed.

use cqb::figure::{Condition, Wound};
use cqb::player::Script;
use cqb::{Action, Ask, Pace};
use engage::Inches;
use serde_json::{Value, json};

use super::{Game, advance, gunner, head_shot_at, misser, modifier, shot_at, still, struck_in, with};

/// One room, in which everybody sees everybody.
const ONE_ROOM: &str = "
    ####################
    #b.......v........r#
    ####################";

/// Red's squad with some keys.
fn red(hurt: Value) -> Value {
    json!({ "red": { "gunman": hurt } })
}

/// On open ground and on a map.
fn both(more: Value) -> [Game; 2] {
    [Game::open(more.clone()), Game::on(ONE_ROOM, more)]
}

/// The first lines of figure 1, which recovers and then fires at the head of figure 0.
fn acts(game: &Game, count: usize) -> Vec<String> {
    game.first(misser).acts(1)[..count].to_vec()
}

/// A worked example: an Experienced figure with one flesh wound and its strong arm out fires a pistol at 12" with the weak hand:
/// 8, +1 for the flesh wound, +1 for the arm (CQB-5.3.6a), +2 for the weak hand (CQB-5.3.6b) are 12.
#[test]
fn cqb_5_5_4e_wounds_from_the_start_count() {
    let hurt = json!({ "ability": "experienced", "weapon": "pistol", "flesh_wounds": 1, "wound": "strong_arm" });
    let more = with(red(hurt), json!({ "rules": { "to_hit_base": 8, "named": { "head": 0 } } }));
    for game in both(more) {
        let mut begins = None;
        let told = game.watched(
            |script| script.then(1, head_shot_at(0)),
            |knows, _| {
                if knows.me() == 1 {
                    begins.get_or_insert(knows.figure().condition);
                }
            },
        );
        let expected = Condition { flesh: 1, wound: Wound::StrongArm, ..Condition::default() };
        assert_eq!(begins, Some(expected), "it holds its weapon and is on its feet");
        let shot = told.shots(1).next().expect("a shot");
        assert_eq!([modifier(shot, "CQB-5.3.6a"), modifier(shot, "CQB-5.3.6b")], [2, 2]);
        let range = if game.map.is_some() { 1 } else { 0 };
        assert_eq!(shot.target_number, Some(12 + range), "17\" on the map");
    }
}

/// CQB-5.5.4b: a second limb incapacitates, whichever was out from the start.
#[test]
fn cqb_5_5_4b_a_second_limb_incapacitates() {
    for wound in ["leg", "strong_arm", "weak_arm"] {
        for game in both(with(struck_in("leg"), red(json!({ "wound": wound })))) {
            let lines = game.first(gunner).lines();
            assert_eq!(lines.last().map(String::as_str), Some("1 0: shot 1: hit in the leg, incapacitated"), "{wound}");
        }
    }
}

/// A leg out of action from the start crawls in every mode (CQB-5.5.4c).
#[test]
fn cqb_5_5_4c_a_squad_may_begin_with_a_leg_out() {
    let leg = || json!({ "blue": { "team": { "wound": "leg" } } });
    let open = Game::open(leg());
    for pace in [Pace::Crawl, Pace::Normal, Pace::Fast] {
        let farther = Action::Advance { by: Inches::from_thousandths(3001), pace, and_fire: false };
        assert_eq!(open.may((0, 1), advance(3, pace), still), Ok(()), "{pace:?}");
        assert_eq!(open.may((0, 1), farther, still), Err("CQB-4a"), "{pace:?}");
    }
    let told = Game::on(ONE_ROOM, leg()).first(|script| script.goes(0, Pace::Fast, "via"));
    assert_eq!(told.acts(0)[0], "1: moves 3\"");
}

/// A figure that begins knocked down gets up first. One whose weapon lies on the ground picks it up (CQB-5.5.4d). One
/// whose weapon is jammed clears it (CQB-9a).
#[test]
fn cqb_5_5_4f_squads_may_begin_with_something_to_recover_from() {
    let fires = "shot 1: misses";
    for (hurt, expected) in [
        (json!({}), vec![fires]),
        (json!({ "knocked_down": true }), vec!["gets up", fires]),
        (json!({ "weapon_dropped": true }), vec!["picks up the weapon", fires]),
        (json!({ "jammed": true }), vec!["clears the jam", fires]),
        (
            json!({ "knocked_down": true, "weapon_dropped": true, "jammed": true }),
            vec!["gets up", "picks up the weapon", "clears the jam", fires],
        ),
    ] {
        let expected: Vec<String> = (1..).zip(&expected).map(|(turn, act)| format!("{turn}: {act}")).collect();
        for game in both(red(hurt.clone())) {
            assert_eq!(acts(&game, expected.len()), expected, "{hurt}");
        }
    }
    let may = |hurt: Value, action: Action| Game::open(red(hurt)).may((1, 1), action, still);
    assert_eq!(may(json!({ "knocked_down": true }), Action::Aim), Err("CQB-5.5.4f"));
    assert_eq!(may(json!({ "weapon_dropped": true }), shot_at(0)), Err("CQB-5.5.4d"));
    assert_eq!(may(json!({ "jammed": true }), shot_at(0)), Err("CQB-9a"));
    // The automatic player copes with it all, too.
    let steps = |hurt: Value| Game::on(ONE_ROOM, red(hurt)).first(|script: Script| misser(script)).steps.len();
    assert!(steps(json!({ "jammed": true, "wound": "weak_arm" })) > 5);
}

/// Keys left out and their defaults written out are the same fight.
#[test]
fn a_squad_that_is_not_hurt_begins_as_ever() {
    let defaults = json!({
        "flesh_wounds": 0, "wound": "none", "knocked_down": false, "weapon_dropped": false, "jammed": false,
    });
    let play = |hurt: Value| {
        let more = with(red(hurt), json!({ "rules": { "to_hit_base": 8, "order": "reaction" } }));
        both(more).map(|game| game.plays(5, |script| misser(gunner(script))).map(|told| told.steps).collect::<Vec<_>>())
    };
    assert_eq!(play(json!({})), play(defaults));
    let mut on_hold = Vec::new();
    Game::open(red(json!({ "flesh_wounds": 40 }))).watched(still, |knows, ask| {
        if matches!(ask, Ask::Act { .. }) && knows.me() == 1 {
            on_hold.push(knows.figure().condition.wounds());
        }
    });
    assert_eq!(on_hold.first(), Some(&40), "the most there can be");
}

/// What a squad cannot begin with is refused at its key.
#[test]
fn impossible_wounds_are_refused() {
    let problems = |hurt: Value, rules: Value| Game::open(with(red(hurt), json!({ "rules": rules }))).problems();
    assert_eq!(
        problems(json!({ "flesh_wounds": 41 }), json!({})),
        ["red.gunman.flesh_wounds: invalid value: integer `41`, expected a whole number of wounds from 0 to 40"]
    );
    assert_eq!(
        problems(json!({ "knocked_down": true }), json!({ "knockdown": "none" })),
        [
            "red.gunman.knocked_down: no figure is knocked down under `rules.knockdown = \"none\"`, expected `knocked_down = false`"
        ]
    );
    let word = problems(json!({ "wound": "head" }), json!({}));
    assert!(word[0].contains("expected one of `none`, `leg`, `strong_arm`, `weak_arm`"), "{word:?}");
}
