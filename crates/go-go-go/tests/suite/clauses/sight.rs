//! Lines of sight and spotting (GGG-map-3, GGG-see).

use field::Facing;
use go_go_go::Script;
use go_go_go::action::{Action, Rest};
use go_go_go::figure::Pace;
use serde_json::{Value, json};

use super::{Assault, answers, faces, gunner, needs, odds, of, open, play, spotting, still, walks, with};

/// What is written down for a figure.
type Part = fn(Script) -> Script;

/// A closet east of blue, with red behind its door.
const CLOSET: [(usize, usize, char); 10] = [
    (11, 6, 'b'),
    (11, 16, '+'),
    (11, 17, 'r'),
    (10, 16, '#'),
    (10, 17, '#'),
    (10, 18, '#'),
    (11, 18, '#'),
    (12, 16, '#'),
    (12, 17, '#'),
    (12, 18, '#'),
];

/// Blue looks east.
fn looks(script: Script) -> Script {
    script.faces(0, Facing::EAST)
}

/// How blue sees a red at this offset in rows and columns: by which number on the die, or without one.
fn look(down: i32, across: i32) -> (bool, Vec<i32>) {
    let at = |from: usize, by: i32| (from as i32 + by) as usize;
    let drawing = open(30, 34, &[(14, 13, 'b'), (at(14, down), at(13, across), 'r')]);
    let steps = play(&drawing, json!({ "rules": { "spotting": spotting(20) }, "turn_limit": 1 }), looks);
    let dice = steps.by(0, "GGG-see-3").filter_map(|step| step.target_number).collect();
    (steps.by(0, "GGG-see-6").next().is_some(), dice)
}

/// Within 22.5° of his facing he sees everybody, hiding or not, without a die; that far the arc reaches.
#[test]
fn ggg_see_1_what_is_before_a_figure() {
    for (down, across) in [(4, 12), (-4, 12), (3, 13), (-5, 14)] {
        assert_eq!(look(down, across), (true, vec![]), "{down}, {across}");
    }
    for (down, across) in [(5, 12), (-5, 12), (6, 14)] {
        assert_eq!(look(down, across), (false, vec![20]), "{down}, {across}");
    }
    let bush = open(30, 34, &[(11, 6, 'b'), (15, 18, 'i')]);
    let hides = |script: Script| looks(script).hides(1, Facing::NORTH);
    let steps = play(&bush, json!({ "turn_limit": 1 }), hides);
    assert_eq!(steps.by(1, "GGG-see-8").count(), 1);
    assert!(steps.by(0, "GGG-see-6").next().is_some() && steps.by(0, "GGG-see-3").next().is_none());
    let narrow = json!({ "rules": { "front_arc": 15.0 }, "turn_limit": 1 });
    assert_eq!(play(&bush, narrow, hides).by(0, "GGG-see-3").count(), 1);
    for (angle, seen) in [(22.5, of(1, 1)), (-22.5, of(1, 1)), (22.6, of(1, 3))] {
        let p = json!({ "observer": { "stance": "normal" }, "target": {}, "angle_deg": angle });
        assert_eq!(odds("spot", &p, "spotted"), seen, "{angle}");
    }
}

/// From there to 90° he rolls a die.
#[test]
fn ggg_see_2_to_the_side_one_rolls() {
    for (down, across) in [(9, 9), (12, 1), (12, 0), (-12, 0), (-9, 9)] {
        assert_eq!(look(down, across), (false, vec![20]), "{down}, {across}");
    }
    for (angle, spotted) in [(90.0, of(2, 3)), (-90.0, of(2, 3)), (90.5, of(0, 1))] {
        let p = json!({ "observer": {}, "target": {}, "angle_deg": angle });
        assert_eq!(odds("spot", &p, "spotted"), spotted, "{angle}");
    }
}

/// Farther round, or without a line of sight, there is no die that helps.
#[test]
fn ggg_see_5_what_is_never_seen() {
    for (down, across) in [(12, -1), (-12, -1), (0, -12), (9, -9)] {
        assert_eq!(look(down, across), (false, vec![]), "{down}, {across}");
    }
    // The man in the closet, right before blue, is behind a door.
    let steps = play(&open(30, 34, &CLOSET), json!({}), looks);
    assert!(steps.of("GGG-see-3").next().is_none() && steps.of("GGG-see-6").next().is_none());
    let p = json!({ "observer": {}, "target": {}, "angle_deg": 0, "line_of_sight": false });
    assert_eq!(odds("spot", &p, "unseen"), of(1, 1));
}

/// What the die must come to on a map, by what blue and red do: both begin in a bush, blue may go to `via` and red to `via two`.
fn number(blue: Part, red: Part, more: Value) -> Vec<i32> {
    let drawing = open(30, 34, &[(11, 6, 'j'), (11, 13, 'v'), (17, 16, 'i'), (17, 17, 'V')]);
    let steps = play(&drawing, with(json!({ "turn_limit": 1 }), more), |script| red(blue(script)));
    steps.by(0, "GGG-see-3").filter_map(|step| step.target_number).collect()
}

fn blue_goes(script: Script) -> Script {
    looks(script).goes(0, Pace::Normal, "via")
}

fn blue_hides(script: Script) -> Script {
    script.hides(0, Facing::EAST)
}

fn red_goes(script: Script) -> Script {
    script.goes(1, Pace::Normal, "via two")
}

fn red_hides(script: Script) -> Script {
    script.hides(1, Facing::NORTH)
}

/// The table, as it is asked on a map.
#[test]
fn ggg_see_3_the_spotting_table() {
    let all: [(&str, Part, Part, i32); 6] = [
        ("goes, goes", blue_goes, red_goes, 4),
        ("goes, stands", blue_goes, still, 5),
        ("stands, goes", looks, red_goes, 2),
        ("stands, stands", looks, still, 3),
        ("hides, goes", blue_hides, red_goes, 3),
        ("hides, stands", blue_hides, still, 4),
    ];
    for (what, blue, red, expected) in all {
        assert_eq!(number(blue, red, json!({})), [expected], "{what}");
    }
    let stealthy = |script: Script| looks(script).goes(0, Pace::Stealthy, "via");
    assert_eq!(number(stealthy, still, json!({})), [5], "stealthy is moving too");
    assert_eq!(number(looks, still, json!({ "rules": { "spotting": spotting(6) } })), [6]);
    // A die that reaches the number spots, and no other.
    let assault = Assault::new(&open(30, 34, &[(11, 6, 'b'), (17, 16, 'r')]), json!({ "turn_limit": 1 }));
    let mut seen = [0, 0];
    for steps in assault.plays(60, looks) {
        let step = steps.by(0, "GGG-see-3").next().expect("a die");
        let spotted = faces(step)[0] >= 3;
        assert_eq!(step.text == "spots him", spotted, "{step:?}");
        assert_eq!(steps.by(0, "GGG-see-6").next().is_some(), spotted);
        seen[usize::from(spotted)] += 1;
    }
    assert!(seen[0] > 5 && seen[1] > 20, "{seen:?}");
}

/// A hiding target takes 1 off the die, so do the observer's wounds each, his stun takes 2.
#[test]
fn ggg_see_4_spotting_who_hides() {
    assert_eq!(number(looks, red_hides, json!({})), [4]);
    assert_eq!(number(blue_goes, red_hides, json!({})), [6]);
    assert_eq!(number(blue_hides, red_hides, json!({})), [5]);
    let hurt = json!({ "blue": { "team": { "wounds": 2 } }, "rules": { "penalties": { "wound": 1 } } });
    assert_eq!(number(looks, red_hides, hurt), [6]);
    let stunned = json!({ "observer": { "stun_turns": 1, "wounds": 1 }, "target": {}, "angle_deg": 60 });
    assert_eq!(odds("spot", &stunned, "spotted"), of(1, 6), "3 and 2 and 1");
}

/// An enemy who is spotted may be fired at, up to 90° to the side without turning; one who is not spotted may not.
#[test]
fn ggg_see_6_what_is_spotted_may_be_fired_at() {
    let drawing = open(30, 34, &[(11, 6, 'b'), (23, 6, 'r')]);
    let shots = |need: i8| {
        let more = json!({ "rules": { "spotting": spotting(need) }, "turn_limit": 1 });
        play(&drawing, more, gunner).aims(0)
    };
    assert_eq!(shots(-10), [(1, 3)], "at 90°");
    assert_eq!(shots(20), []);
}

/// Each figure rolls again in each turn for each enemy to the side, before all fire; under `until_lost` once.
#[test]
fn ggg_see_7_one_roll_a_turn() {
    let drawing = open(24, 30, &[(11, 6, 'b'), (11, 10, 'r'), (20, 14, 'R')]);
    let memory = |value: &str, need: i8| {
        let more = json!({ "red": { "two": { "at": "red two" } }, "rules": { "spotting_memory": value, "spotting": spotting(need) } });
        play(&drawing, more, looks)
    };
    assert_eq!(memory("each_turn", -10).turns(0, "GGG-see-3"), [1, 2, 3, 4, 5, 6]);
    assert_eq!(memory("until_lost", -10).turns(0, "GGG-see-3"), [1]);
    assert_eq!(memory("until_lost", 20).turns(0, "GGG-see-3"), [1, 2, 3, 4, 5, 6], "nothing to remember");
    // A wound of this turn does not spoil its spotting, but that of the next.
    let wounds = json!({ "red": { "two": { "at": "red two" } }, "rules": { "penalties": { "wound": 1 }, "fire": needs(-10) }, "turn_limit": 3 });
    let steps = play(&drawing, wounds, |script| answers(looks(script)));
    let numbers: Vec<_> = steps.by(0, "GGG-see-3").filter_map(|step| step.target_number).collect();
    assert_eq!(numbers, [3, 4, 5]);
    for turn in 1..=3 {
        let place = |clause: &str| {
            let in_turn = steps.steps.iter().enumerate().filter(|(_, step)| step.turn == turn && step.clause == clause);
            in_turn.map(|(place, _)| place).collect::<Vec<_>>()
        };
        assert!(place("GGG-see-3").last() < place("GGG-fire-2").first(), "turn {turn}");
    }
}

/// Under `spotting_shared = "team"` one fires at what a comrade has spotted, with a line of sight and an arc of its own.
#[test]
fn ggg_see_7_spotting_may_be_shared() {
    // Red is before figure 0, behind figure 1, to the side of figure 2.
    let drawing = open(30, 34, &[(20, 1, 'b'), (17, 23, 'c'), (14, 13, 'B'), (23, 22, 'r')]);
    let firers = |shared: &str| {
        let more = json!({
            "blue": { "three": { "at": "blue three" }, "two": { "at": "blue two" } },
            "rules": { "spotting": spotting(20), "spotting_shared": shared },
            "turn_limit": 1,
        });
        let steps = play(&drawing, more, |script| {
            (0..3).fold(script, |script, me| script.faces(me, Facing::EAST).always_fires(me, 3))
        });
        steps.of("GGG-fire-2").filter_map(|step| step.figure).collect::<Vec<_>>()
    };
    assert_eq!(firers("no"), [0]);
    assert_eq!(firers("team"), [0, 2]);
}

/// A figure hides that stands still in cover or right beside some; it may do so in view of the enemy, and not on the move.
#[test]
fn ggg_see_8_hiding() {
    // Red is in the middle of a room, with one square of another ground two inches off or nearer.
    let assault = |ground: char, off: usize, rules: Value| {
        let drawing = open(13, 30, &[(6, 2, 'b'), (6, 15, 'r'), (6, 16, 'V'), (5, 15 + off, ground)]);
        Assault::new(&drawing, json!({ "rules": rules, "turn_limit": 1 }))
    };
    let hide = Action::Rest(Rest { facing: Facing::WEST, hides: true, takes_bomb: false });
    let number = |assault: &Assault, script: Part| {
        let steps = assault.plays(1, |parts| script(gunner(parts))).next().expect("an assault");
        steps.aims(0)[0].1
    };
    let hides = |script: Script| script.hides(1, Facing::WEST);
    for ground in ['"', 'n', '_', 'h', '%', ':'] {
        assert_eq!(number(&assault(ground, 1, json!({})), hides), 4, "beside {ground}");
        assert_eq!(assault(ground, 2, json!({})).may((1, 1), hide, still), Err("GGG-see-8"), "two off {ground}");
    }
    for ground in [',', '.', '~'] {
        assert_eq!(assault(ground, 1, json!({})).may((1, 1), hide, still), Err("GGG-see-8"), "beside {ground}");
    }
    assert_eq!(number(&assault('"', 0, json!({})), still), 3, "who does not want to");
    // On the move it ends; a stealthy mover hides under the option, and counts as both.
    let (stealthy, normal): (Part, Part) =
        (|script| script.goes(1, Pace::Stealthy, "via two"), |script| script.goes(1, Pace::Normal, "via two"));
    let option = || assault('"', 1, json!({ "hiding_while_moving": "stealthy" }));
    assert_eq!(assault('"', 1, json!({})).may((1, 1), hide, stealthy), Err("GGG-see-8"));
    assert_eq!(number(&assault('"', 1, json!({})), stealthy), 4, "moving alone");
    assert_eq!(number(&option(), |script| script.goes(1, Pace::Stealthy, "via two").hides(1, Facing::WEST)), 5, "both");
    assert_eq!(option().may((1, 1), hide, normal), Err("GGG-see-8"));
    let p = |options: Value| json!({ "observer": {}, "target": { "stance": "stealthy", "hiding": true }, "angle_deg": 45, "options": options });
    assert_eq!(odds("spot", &p(json!({})), "spotted"), of(5, 6));
    assert_eq!(odds("spot", &p(json!({ "hiding_while_moving": "stealthy" })), "spotted"), of(4, 6));
}

/// Walls and shut doors block sight, doorways and windows do not, figures do not.
#[test]
fn ggg_map_3_what_blocks_sight() {
    let rooms = |between: char, figure: char| {
        format!(
            "
            ###########
            #b{figure}..{between}...r#
            #....#....#
            #....+....#
            #p...#....#
            ###########"
        )
    };
    let seen = |drawing: &str, more: Value| {
        play(drawing, with(json!({ "turn_limit": 1 }), more), looks).by(0, "GGG-see-6").count()
    };
    for (between, sees) in [('#', 0), ('+', 0), ('\'', 1), ('=', 1), ('n', 1), ('"', 1), ('.', 1)] {
        assert_eq!(seen(&rooms(between, '.'), json!({})), sees, "{between}");
    }
    let comrade = json!({ "blue": { "two": { "at": "blue two" } } });
    assert_eq!(seen(&rooms('.', 'B'), comrade.clone()), 1, "over a comrade");
    assert_eq!(
        play(&rooms('.', 'B'), comrade, |script| looks(script).always_fires(0, 2)).shots(0).count(),
        6,
        "and fires past him"
    );
    // An open door blocks no more: blue goes through it.
    let through = "
        ###########
        #....#....#
        #....#....#
        #.b..+..v.#
        #p...#...r#
        ###########";
    let more = json!({ "rules": { "spotting": spotting(-10) }, "turn_limit": 4 });
    let steps = play(through, more, |script| walks(looks(script), 0, Pace::Normal, "via"));
    assert!(steps.by(0, "GGG-see-6").next().is_some(), "{:#?}", steps.lines());
}
