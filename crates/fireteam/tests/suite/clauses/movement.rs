//! FT-move: movement on foot, and of vehicles in `odds`.

use engage::Step;
use serde_json::{Value, json};

use super::{every_hit, gone, is_attack, log_on, odds, of, replayed, score, stands, with};

/// A long lane, in which everybody sees everybody.
const LANE: &str = "
    ############################################
    #b........................................r#
    #..........................................#
    ############################################";

/// The steps of blue's moves in a fight in which nobody hits anybody.
#[track_caller]
fn moves(drawing: &str, blue: Value, rules: Value, turns: u16) -> Vec<Step> {
    let blue = with(json!({ "weapon": "wild" }), blue);
    let more = json!({ "blue": { "team": blue }, "rules": rules, "turn_limit": turns });
    let of_blue = |step: &Step| step.figure == Some(0);
    replayed(Some(drawing), more).1.into_iter().filter(of_blue).collect()
}

/// The chance to get at least so far.
fn covered(kind: &str, parameters: Value) -> testkit::Fraction {
    odds(kind, parameters, "covered")
}

/// FT-move-1: a normal move is up to 3".
#[test]
fn ft_move_1_a_normal_move() {
    let steps = moves(LANE, json!({ "does": ["walk red"] }), json!({}), 3);
    let walked: Vec<i32> = steps.iter().filter(|step| step.clause == "FT-move-1").map(gone).collect();
    assert_eq!(walked, [3000; 3]);
    let near = moves(&LANE.replace("#b...", "#b.p."), json!({ "does": ["walk place"] }), json!({}), 1);
    assert_eq!(gone(&near[0]), 2000, "up to 3 inches: {near:#?}");
}

/// FT-move-2: a rush is two dice added; any distance up to the score.
#[test]
fn ft_move_2_a_rush() {
    assert_eq!(covered("rush", json!({ "distance_in": 7 })), of(21, 36));
    let steps = moves(LANE, json!({ "does": ["rush red"] }), json!({}), 1);
    let rush = steps.iter().find(|step| step.clause == "FT-move-2").expect("a rush");
    assert_eq!(gone(rush), score(rush), "{rush:?}");
    let near = moves(&LANE.replace("#b...", "#b.p."), json!({ "does": ["rush place"] }), json!({}), 1);
    assert!(gone(&near[0]) == 2000 && score(&near[0]) >= 2000, "{near:#?}");
}

/// FT-move-3: a prone man's only movement is an inch, and it is a rush: he is saved and fires as one who rushed.
#[test]
fn ft_move_3_a_prone_mans_rush() {
    let more = json!({
        "red": { "foe": { "posture": "prone", "does": ["flee"] } },
        "rules": every_hit(0, "dead"), "turn_limit": 3,
    });
    let steps = replayed(Some(LANE.replace("...r#", "r...#").as_str()), more).1;
    let of_red: Vec<&Step> = steps.iter().filter(|step| step.figure == Some(1)).collect();
    let crawls: Vec<_> =
        of_red.iter().filter(|step| step.clause == "FT-move-2").map(|step| (step.turn, gone(step))).collect();
    assert_eq!(crawls, [(1, 1000), (2, 1000), (3, 1000)]);
    assert!(!of_red.iter().any(|step| is_attack(step)));
    // A wounded man who lies down does not get up within his inch: he crawls, be it as a walk, and does not fire.
    let more = json!({
        "red": { "foe": { "posture": "prone", "does": ["walk blue"] } },
        "rules": every_hit(7, "wounded"), "turn_limit": 1,
    });
    let steps = replayed(Some(LANE), more).1;
    let of_red: Vec<&Step> = steps.iter().filter(|step| step.figure == Some(1)).collect();
    assert!(of_red.len() == 1 && of_red[0].clause == "FT-move-2" && gone(of_red[0]) == 1000, "{of_red:#?}");
    let rushing = json!({ "posture": "prone", "movement": "rushing" });
    assert_eq!(odds("save", json!({ "target": rushing }), "saved"), of(4, 6));
}

/// FT-move-5: a man who has made a normal move fires a snap shot; one who rushed does not fire.
#[test]
fn ft_move_5_fire_after_moving() {
    let penalty = json!({ "snap_shot_penalty": 1 });
    let walked = moves(LANE, json!({ "does": ["walk red"] }), penalty.clone(), 3);
    let snaps = walked.iter().filter(|step| is_attack(step));
    assert!(snaps.clone().count() == 3 && snaps.clone().all(|step| super::part(step, "FT-hit-7") == 1), "{walked:#?}");
    let rushed = moves(LANE, json!({ "does": ["rush red"] }), penalty, 2);
    assert!(!rushed.iter().any(is_attack), "{rushed:#?}");
}

/// FT-move-6: standing up takes half a move: half of a rush, or nothing of it under `stand_then_rush`.
#[test]
fn ft_move_6_standing_up() {
    assert_eq!(covered("rush", json!({ "distance_in": 3.5, "stand_up_first": true })), of(21, 36));
    let none = json!({ "distance_in": 1, "stand_up_first": true, "options": { "stand_then_rush": "no" } });
    assert_eq!(covered("rush", none), of(0, 1));
    let second = |option: &str| {
        // He lies down after his first rush, in sight of the enemy.
        let blue = json!({ "does": ["rush red", "lie"] });
        let steps = moves(LANE, blue, json!({ "stand_then_rush": option }), 2);
        steps.into_iter().find(|step| step.text.starts_with("stands up and rushes"))
    };
    let rush = second("half_roll").expect("a rush");
    let half = score(&rush) / 2;
    assert!(half - 1000 < gone(&rush) && gone(&rush) <= half, "{rush:?}");
    assert_eq!(gone(&second("no").expect("no rush")), 0);
    // Half of a normal move is 1.5", a whole square on a map, and then he fires a snap shot.
    let walk = json!({ "begins": "prone", "does": ["walk red"] });
    let steps = moves(LANE, walk, json!({ "snap_shot_penalty": 1 }), 1);
    assert_eq!((steps[0].text.as_str(), steps.len()), ("stands up and moves 1\"", 2), "{steps:#?}");
    assert!(is_attack(&steps[1]) && super::part(&steps[1], "FT-hit-7") == 1, "{steps:#?}");
}

/// FT-move-6: standing up and going nowhere counts as a move, or under `stand_up_counts_as` as none.
#[test]
fn ft_move_6_what_standing_up_counts_as() {
    // A prone leader gets up for his man who is pinned; the throw in the next turn is by the factor that this leaves him.
    let factor = |option: &str| {
        let man = |more: Value| with(json!({ "weapon": "wild", "posture": "prone", "does": ["lead"] }), more);
        let rules = json!({ "save": { "covered": { "stationary": 0 } }, "stand_up_counts_as": option });
        let steps = replayed(None, json!({
            "red": { "at_first": man(json!({ "led_by": "foe" })), "foe": man(json!({})) }, "rules": rules, "turn_limit": 2,
        })).1;
        assert!(steps.iter().any(|step| step.clause == "FT-move-6" && step.figure == Some(2)), "{steps:#?}");
        let throw = steps.iter().find(|step| step.clause == "FT-unpin-1" && step.turn == 2).expect("a throw");
        throw.text.split('(').nth(1).map(|rest| rest[..1].to_owned()).unwrap_or_default()
    };
    assert_eq!((factor("moving"), factor("stationary")), ("4".to_owned(), "5".to_owned()));
    let snap = |option: &str| {
        let rules = json!({ "snap_shot_penalty": 3, "stand_up_counts_as": option, "stand_then_rush": "no" });
        let blue = json!({ "does": ["rush red", "lie"] });
        let steps = moves(LANE, blue, rules, 2);
        let shot = steps.iter().find(|step| is_attack(step)).map(|step| super::part(step, "FT-hit-7"));
        shot.unwrap_or(-1)
    };
    assert_eq!((snap("moving"), snap("stationary")), (3, 0));
}

/// FT-move-7: a vehicle on a road goes an inch for each mph.
#[test]
fn ft_move_7_vehicles_on_a_road() {
    let road = |distance: i32| {
        covered(
            "vehicle",
            json!({ "running_gear": "wheeled", "ground": "road", "speed_mph": 40, "distance_in": distance }),
        )
    };
    assert_eq!((road(40), road(41)), (of(1, 1), of(0, 1)));
}

/// FT-move-8, FT-move-9: across country a die for every 10 mph on tracks, for every 15 on wheels, a part giving none, or one
/// under `vehicle_part_dice`.
#[test]
fn ft_move_8_and_9_vehicles_across_country() {
    let mean = |gear: &str, speed: u16, part: &str| {
        let vehicle = json!({ "running_gear": gear, "ground": "cross_country", "speed_mph": speed, "distance_in": 1, "options": { "vehicle_part_dice": part } });
        odds("vehicle", vehicle, "expected_distance")
    };
    assert_eq!([mean("tracked", 30, "drop"), mean("tracked", 39, "drop")], [of(21, 2), of(21, 2)]);
    assert_eq!([mean("wheeled", 30, "drop"), mean("wheeled", 44, "drop")], [of(7, 1), of(7, 1)], "FT-move-9");
    assert_eq!([mean("tracked", 31, "round_up"), mean("wheeled", 31, "round_up")], [of(14, 1), of(21, 2)]);
}

/// FT-move-10: a wounded man moves an inch at most, however he moves; a man out of action does not move.
#[test]
fn ft_move_10_limits_of_condition() {
    assert_eq!(covered("rush", json!({ "distance_in": 2, "wounded": true, "rushes": 2 })), of(1, 1));
    let more = json!({
        "red": { "foe": { "does": ["walk blue"] } }, "rules": every_hit(7, "wounded"), "turn_limit": 3,
    });
    let steps = replayed(Some(LANE), more).1;
    let of_red: Vec<&Step> = steps.iter().filter(|step| step.figure == Some(1) && step.clause == "FT-move-1").collect();
    assert!(of_red.len() == 1 && gone(of_red[0]) == 1000, "out after the second wound: {of_red:#?}");
    let fallen = steps.iter().position(|step| !step.marks.is_empty() && step.clause == "FT-eff-2").expect("a loss");
    assert!(steps[fallen + 1..].iter().all(|step| step.figure != Some(1)));
}

/// FT-move-11: ground slows nobody on foot; solid things block.
#[test]
fn ft_move_11_ground() {
    for ground in [".", ",", ":", "%", "_", "h"] {
        let lane = LANE.replace("#b....", &format!("#b{}", ground.repeat(4)));
        let lane = lane.replace("#......", &format!("#.{}.", ground.repeat(4)));
        let first = &moves(&lane, json!({ "does": ["walk red"] }), json!({}), 1)[0];
        assert_eq!(gone(first), 3000, "{ground}");
    }
    let walled = "
        ############################################
        #b.#......................................r#
        #..#.......................................#
        #..........................................#
        ############################################";
    let steps = moves(walled, json!({ "does": ["walk red"] }), json!({}), 8);
    let plan = &super::drawn(walled).plan;
    let columns: Vec<u8> = steps
        .iter()
        .flat_map(|step| stands(step).collect::<Vec<_>>())
        .filter_map(|(_, cell)| plan.cell_numbered(cell.into()))
        .map(|cell| plan.position(cell).column)
        .collect();
    assert!(
        columns.iter().all(|&column| column != 3 || columns.len() > 1) && columns.last() > Some(&4),
        "round the wall: {columns:?}"
    );
}

/// FT-move-12: what counts is the man's own latest move; before his first he is stationary. Less than the least distances counts as
/// none.
#[test]
fn ft_move_12_the_latest_move() {
    let save = |red: Value, rules: Value| {
        let more = json!({ "red": { "foe": { "does": red } }, "rules": rules, "turn_limit": 2 });
        let lines = log_on(LANE, more);
        let saves = lines.iter().filter(|line| line.contains(" 0: shot"));
        saves.map(|line| line.split("saved on ").nth(1).map_or("?", |rest| &rest[..2]).to_owned()).collect::<Vec<_>>()
    };
    let numbers = || json!({ "effect": vec!["nothing"; 6], "wound_deduction": 0 });
    assert_eq!(save(json!(["walk blue"]), numbers()), ["5+", "4+"]);
    assert_eq!(save(json!(["rush blue"]), numbers())[0], "5+");
    assert_eq!(save(json!(["walk blue"]), with(numbers(), json!({ "least_move": 4 }))), ["5+", "5+"]);
}

/// FT-move-3, FT-move-12, FT-eff-1: a man who can move no more than an inch, prone or wounded, rushes by moving it; for everybody else
/// a rush counts from 2" up.
#[test]
fn ft_move_12_short_rushes() {
    // Red moves first; then blue shoots at it, and the score that saves tells what red's move counted as.
    let turns = |red: Value| {
        let red = with(json!({ "does": ["rush blue"] }), red);
        let more = json!({
            "field": { "first_move": "red" }, "red": { "foe": red },
            "rules": { "effect": vec!["nothing"; 6] }, "turn_limit": 1,
        });
        super::transcripts(Some(LANE), more, 150).into_iter().map(|steps| {
            let rush = steps.iter().find(|step| step.clause == "FT-move-2").expect("a rush");
            let fires = steps.iter().any(|step| step.figure == Some(1) && is_attack(step));
            let shot = steps.iter().find(|step| step.figure == Some(0) && is_attack(step)).expect("a shot");
            let saved_on = shot.text.split("saved on ").nth(1).expect("a hit")[..2].to_owned();
            ((rush.text.clone(), fires), saved_on)
        })
    };
    let all = |red: Value| turns(red).collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>();
    let rushes = |text: &str, saved_on: &str| ((text.to_owned(), false), saved_on.to_owned());
    assert_eq!(all(json!({ "wounds": 1 })), [rushes("rushes 1\"", "3+")]);
    assert_eq!(
        all(json!({ "wounds": 1, "begins": "prone" })),
        [rushes("rushes 1\"", "3+")],
        "prone he saves on 2+ if he stays"
    );
    // Who gets up goes half of what the dice say: an inch of the least score is no rush, and he may fire.
    let up: std::collections::BTreeMap<_, _> = turns(json!({ "begins": "prone" })).collect();
    let of = |text: &str, fires: bool| up.get(&(text.to_owned(), fires)).map(String::as_str);
    assert_eq!(of("stands up and rushes 1\"", true), Some("4+"), "{up:?}");
    assert_eq!(of("stands up and rushes 2\"", false), Some("3+"), "{up:?}");
}

/// FT-move-2: under `exact` he goes as far as the dice say, also where an enemy comes into view on the way.
#[test]
fn ft_move_2_an_exact_rush_goes_on_in_view() {
    let corner = "
        ######################
        #b...................#
        ####.###############.#
        ####.#################
        ####r#################
        ######################";
    let blue = json!({ "does": ["rush place"] });
    let corner = corner.replace("b...................#", "b..................p#");
    let rushes = moves(&corner, blue, json!({ "rush_distance": "exact" }), 1);
    assert_eq!(gone(&rushes[0]), score(&rushes[0]), "{rushes:#?}");
}

/// FT-move-4: going prone is no move: a man who lies down after a normal move is saved on the prone row as one who moved.
#[test]
fn ft_move_4_going_prone_leaves_the_column() {
    let more = json!({
        "field": { "first_move": "red" },
        "red": { "foe": { "does": ["walk blue", "drop"] } },
        "rules": { "effect": vec!["nothing"; 6] }, "turn_limit": 1,
    });
    let lines = log_on(LANE, more);
    assert!(lines.iter().any(|line| line.contains(" 0: shot") && line.contains("saved on 3+")), "{lines:#?}");
}
