//! FT-pin and FT-unpin: what a pinned man may do, and how he is rid of the counter.

use engage::Step;
use fireteam::figure::{Movement, Posture};
use fireteam::unpin::{factor, unpins};
use serde_json::{Value, json};

use super::{
    ANYWHERE, dice, every_hit, gone, is_attack, log, log_on, odds, of, replayed, rules, stands, transcripts, with,
};

/// A yard in which everybody sees everybody.
const YARD: &str = "
    ######################
    #....................#
    #....................#
    #.......b..r.........#
    #....................#
    #....................#
    ######################";

/// A throw that always un-pins, or never does, under any leader; hits are always saved by those who lie down.
fn throws(save: u8) -> Value {
    every_hit(save, "dead")
}

/// Row and column to which a step leads.
#[track_caller]
fn place(drawing: &str, step: &Step) -> (u8, u8) {
    let plan = &super::drawn(drawing).plan;
    let cell = stands(step).next().expect("somewhere").1;
    let there = plan.position(plan.cell_numbered(cell.into()).expect("a cell"));
    (there.row, there.column)
}

/// FT-pin-2: all that a pinned man does with his move is a rush straight away from the nearest enemy in sight; he stays pinned.
#[test]
fn ft_pin_2_a_pinned_man_runs_away_or_stays() {
    let red = |does: Value| {
        let more = json!({ "red": { "foe": { "does": does } }, "rules": throws(0), "turn_limit": 3 });
        replayed(Some(YARD), more).1
    };
    let of_red = |steps: Vec<Step>| steps.into_iter().filter(|step| step.figure == Some(1)).collect::<Vec<_>>();
    let runs = of_red(red(json!(["flee"])));
    let rush = runs.iter().find(|step| step.clause == "FT-move-2").expect("a rush");
    // Red stands 3" east of blue.
    assert!(place(YARD, rush).1 > 11, "{rush:?}");
    assert!(runs.iter().filter(|step| step.clause == "FT-unpin-3").count() > 1, "he stays pinned: {runs:#?}");
    let stays = of_red(red(json!(["rush blue"])));
    assert!(!stays.iter().any(|step| step.clause.starts_with("FT-move-1") || step.clause == "FT-move-2"), "{stays:#?}");
    assert!(stays.iter().any(is_attack), "FT-pin-4: he may fire");
}

/// FT-pin-2: straight away is along the line from the enemy to him, here along the row.
#[test]
fn ft_pin_2_he_runs_straight_away() {
    let foe = json!({ "does": ["flee"] });
    let steps = replayed(Some(YARD), json!({ "red": { "foe": foe }, "rules": throws(0), "turn_limit": 1 })).1;
    let rush = steps.iter().find(|step| step.clause == "FT-move-2").expect("a rush");
    assert_eq!(place(YARD, rush).0, 3, "{rush:?}");
}

/// FT-pin-2: under `pinned_flee_from` he runs from the man who shot at him last instead.
#[test]
fn ft_pin_2_from_whom_he_runs() {
    let yard = "
        ########################
        #......................#
        #B.........r..b........#
        #......................#
        ########################";
    let east = |option: &str| {
        let man = |weapon: &str, at: &str| json!({ "weapon": weapon, "at": at, "posture": "standing" });
        let more = json!({
            "blue": { "near": man("sure", "blue"), "team": man("sure", "blue two") },
            "red": { "foe": { "does": ["flee"] } },
            "rules": with(throws(0), json!({ "pinned_flee_from": option })),
            "turn_limit": 1,
        });
        let steps = replayed(Some(yard), more).1;
        let rush = steps.iter().find(|step| step.clause == "FT-move-2").expect("a rush");
        place(yard, rush).1 > 11
    };
    assert!(!east("nearest_visible"), "west, from the near man");
    assert!(east("last_shooter"), "east, from the far man who fired last");
}

/// FT-pin-2, FT-move-10: a pinned man who lies down crawls an inch, unless `pinned_may_stand` lets him get up to run.
#[test]
fn ft_pin_2_a_pinned_man_does_not_get_up() {
    let rush = |option: &str| {
        let foe = json!({ "posture": "prone", "does": ["flee"] });
        let rules = with(throws(0), json!({ "pinned_may_stand": option, "rush_distance": "exact" }));
        let steps = replayed(Some(YARD), json!({ "red": { "foe": foe }, "rules": rules, "turn_limit": 1 })).1;
        let rush = steps.into_iter().find(|step| step.clause == "FT-move-2").expect("a rush");
        (rush.text.starts_with("stands up"), gone(&rush))
    };
    assert_eq!(rush("no"), (false, 1000));
    let (up, far) = rush("as_start_of_rush");
    assert!(up && far <= 6000, "{far}");
}

/// FT-pin-3, FT-gren-11: nobody throws a grenade while he is pinned.
#[test]
fn ft_pin_3_no_grenades_when_pinned() {
    let thrown = |save: u8| {
        let red = json!({ "offensive_grenades": 3, "does": ["throw"] });
        let steps = replayed(Some(YARD), json!({ "red": { "foe": red }, "rules": throws(save), "turn_limit": 1 })).1;
        steps.iter().any(|step| step.clause == "FT-gren-1")
    };
    assert!(!thrown(0), "pinned in blue's turn");
    // The same man, not pinned because blue misses.
    let red = json!({ "offensive_grenades": 3, "does": ["throw"] });
    let more = json!({ "blue": { "team": { "weapon": "wild" } }, "red": { "foe": red }, "turn_limit": 1 });
    assert!(log_on(YARD, more).iter().any(|line| line.contains("1: throws")));
}

/// FT-pin-7: a grenade pins as well.
#[test]
fn ft_pin_7_grenades_pin() {
    let prone = json!({ "distance_in": 1, "posture": "prone" });
    assert_eq!(odds("grenade", json!({ "grenade": "offensive", "figure": prone }), "pinned"), of(2, 6));
    let pins =
        json!({ "primary": { "standing_or_rushing": ["pinned", "pinned", "pinned", "pinned", "pinned", "dead"] } });
    let more = json!({
        "blue": { "team": { "weapon": "wild", "offensive_grenades": 1, "does": ["throw"] } },
        "rules": pins, "turn_limit": 1,
    });
    let lines = log_on(YARD, more);
    assert!(lines.iter().any(|line| line.ends_with("blast: pinned")), "{lines:#?}");
    assert!(
        lines.iter().any(|line| line.contains("1: stays pinned") || line.contains("1: is no longer")),
        "{lines:#?}"
    );
}

/// FT-unpin-1: a die at or below the factor un-pins.
#[test]
fn ft_unpin_1_at_or_below_the_factor() {
    assert!(dice(&[4], |chance| unpins(chance, 4, ANYWHERE)) && !dice(&[5], |chance| unpins(chance, 4, ANYWHERE)));
    assert_eq!(odds("unpin", json!({ "leaders": [{}] }), "unpinned"), of(5, 6));
    assert_eq!(odds("squad_unpin", json!({ "pinned_figures": 2 }), "unpinned=2"), of(25, 36));
}

/// FT-unpin-2: the leader's factor by posture and latest move, 1 less in hard cover, which does not change the row.
#[test]
fn ft_unpin_2_the_leaders_factor() {
    let rules = rules(json!({}));
    let row = |posture: Posture, cover: bool| {
        [Movement::Stationary, Movement::Moving, Movement::Rushing]
            .map(|movement| factor(&rules, posture, movement, cover))
    };
    assert_eq!(row(Posture::Standing, false), [5, 4, 3]);
    assert_eq!(row(Posture::Standing, true), [4, 3, 2]);
    assert_eq!(row(Posture::Prone, false), [2, 3, 3]);
    assert_eq!(row(Posture::Prone, true), [1, 2, 2]);
    // A leader stands up for his men, then lies down again.
    let squad = json!({ "weapon": "wild", "count": 2, "posture": "prone", "does": ["lead"] });
    let more = json!({
        "blue": { "team": { "does": ["last"] } }, "red": { "foe": squad },
        "rules": { "single": { "sure": { "24": 1 } } }, "turn_limit": 30,
    });
    let (mut stood, mut low) = (0, 0);
    for steps in transcripts(None, more, 40) {
        for (at, step) in steps.iter().enumerate().filter(|(_, step)| step.clause == "FT-unpin-1") {
            assert_eq!((step.figure, step.target), (Some(2), Some(1)));
            // He stands up in the first move with a pinned man; throws come before moves, by his latest one (FT-unpin-5).
            let up = steps[..at].iter().rev().find(|step| step.figure == Some(1) && step.clause.starts_with("FT-move"));
            match up.map(|step| (step.clause, step.turn + 1 == steps[at].turn)) {
                Some(("FT-move-6", true)) => stood += usize::from(step.text.contains("4 or less")),
                Some(("FT-move-6", false)) => {}
                _ => low += usize::from(step.text.contains("2 or less")),
            }
        }
    }
    assert!(stood > 3 && low > 20, "{stood} {low}");
}

/// FT-unpin-2: on a map a leader is in hard cover against the nearest enemy in his sight.
#[test]
fn ft_unpin_2_cover_of_a_leader_on_a_map() {
    let factor = |drawing: &str| {
        let more = json!({
            "blue": { "two": { "weapon": "wild", "posture": "standing", "at": "blue two" } },
            "rules": with(throws(0), json!({ "save": { "standing": { "stationary": 5 } }, "go_prone_when": "own_turn" })), "turn_limit": 8,
        });
        let steps = replayed(Some(drawing), more).1;
        let throw = steps.into_iter().find(|step| step.clause == "FT-unpin-3").expect("a throw");
        throw.text.split('(').nth(1).map(|rest| rest[..1].to_owned()).unwrap_or_default()
    };
    let lane = |row: &str| format!("\n######################\n#{row}#\n######################");
    assert_eq!(factor(&lane("b...........r....B..")), "5");
    assert_eq!(factor(&lane("b.........._r.....B.")), "5", "against the nearest, who is behind him");
    assert_eq!(factor(&lane("....b......_r.....B.")), "5");
    assert_eq!(factor(&lane("b..........r_..B....")), "4");
}

/// FT-unpin-2: a leader who sees no enemy is in hard cover if a wall or other hard cover is within an inch of him on the line to the
/// nearest enemy, whatever blocks that line farther on.
#[test]
fn ft_unpin_2_cover_of_a_leader_who_sees_nobody() {
    // Red begins pinned in a room of its own, blue is out of sight.
    let factor = |drawing: &str, posture: &str| {
        let squad = json!({ "count": 1, "begins_pinned": true, "begins": posture });
        let more = json!({ "red": { "foe": squad }, "field": { "first_move": "red" }, "turn_limit": 1 });
        let steps = replayed(Some(drawing), more).1;
        let throw = steps.into_iter().find(|step| step.clause == "FT-unpin-3").expect("a throw");
        throw.text.split('(').nth(1).map(|rest| rest[..1].to_owned()).unwrap_or_default()
    };
    let rooms = |row: &str| {
        format!(
            "
            ######################
            #{row}#
            #..........#.........#
            #....................#
            ######################"
        )
    };
    for near in ["#", "_", "n", "="] {
        let rooms = rooms(&format!("b.........#....{near}r..."));
        assert_eq!(factor(&rooms, "standing"), "4", "{near} right before him");
        assert_eq!(factor(&rooms, "prone"), "1", "{near} right before him, prone");
    }
    assert_eq!(factor(&rooms("b.........#...#.r..."), "standing"), "5", "a wall two inches before him");
    assert_eq!(factor(&rooms("b#........#....r...."), "standing"), "5", "a wall before the enemy");
    assert_eq!(factor(&rooms("b.........#....r#..."), "standing"), "5", "a wall behind him");
    assert_eq!(factor(&rooms("b.........#r........"), "standing"), "4", "the wall that hides him");
    // Against the nearest of all: a second enemy is nearer, on the side where there is no cover.
    let two = |rooms: &str| {
        let more = json!({
            "blue": { "two": { "weapon": "wild", "posture": "standing", "at": "blue two" } },
            "red": { "foe": { "begins_pinned": true } }, "field": { "first_move": "red" }, "turn_limit": 1,
        });
        let steps = replayed(Some(rooms), more).1;
        let throw = steps.into_iter().find(|step| step.clause == "FT-unpin-3").expect("a throw");
        throw.text.split('(').nth(1).map(|rest| rest[..1].to_owned()).unwrap_or_default()
    };
    let yard = "
        ########################
        #b.......#r....#..B....#
        #........#.....#.......#
        #......................#
        ########################";
    assert_eq!(two(yard), "5");
    assert_eq!(two(&yard.replace("B....", "....B")), "4");
}

/// FT-unpin-3: the leader throws after his squad, by his own factor.
#[test]
fn ft_unpin_3_the_leader_throws_last() {
    let gun = json!({ "weapon": "sure_gun", "posture": "prone" });
    let more = json!({
        "blue": { "team": gun }, "red": { "foe": { "count": 3 } },
        "field": { "spacing": 1 }, "rules": throws(0), "turn_limit": 1,
    });
    let steps = replayed(None, more).1;
    let throws: Vec<_> = steps.iter().filter(|step| step.clause.starts_with("FT-unpin")).collect();
    let who: Vec<_> = throws.iter().map(|step| (step.clause, step.figure, step.target)).collect();
    let leader = Some(1);
    assert_eq!(who, [("FT-unpin-1", Some(2), leader), ("FT-unpin-1", Some(3), leader), ("FT-unpin-3", leader, None)]);
}

/// FT-unpin-4: the leader may use the factor of a man of higher rank in sight; his men only under `superior_helps`.
#[test]
fn ft_unpin_4_a_superiors_factor() {
    let two = json!([{ "posture": "prone" }, { "posture": "standing" }]);
    assert_eq!(odds("unpin", json!({ "leaders": two }), "unpinned"), of(5, 6));
    let factors = |rank: u8, option: &str| {
        // The squad lies down (factor 2), the superior stands (5).
        let foe = json!({ "weapon": "wild", "count": 2, "posture": "prone" });
        let chief = json!({ "weapon": "wild", "posture": "standing", "rank": rank });
        let rules =
            json!({ "superior_helps": option, "effect": vec!["dead"; 6], "save": { "covered": { "stationary": 1 } } });
        let gun = json!({ "weapon": "sure_gun", "posture": "prone" });
        let more = json!({ "blue": { "team": gun }, "red": { "foe": foe, "zchief": chief }, "field": { "spacing": 1 }, "rules": rules, "turn_limit": 1 });
        let steps = replayed(None, more).1;
        let of_man = |man: u8| {
            let throw = steps.iter().find(|step| step.figure == Some(man) && step.clause.starts_with("FT-unpin"));
            throw.map(|step| step.text.split('(').nth(1).unwrap_or_default()[..1].to_owned())
        };
        [of_man(1), of_man(2)].map(Option::unwrap_or_default)
    };
    // On a map he has to be in the leader's line of sight.
    let walled = "
        ##################
        #R.......b.......#
        #.?..............#
        #..r.............#
        ##################";
    let factor = |between: &str| {
        let man = |more: Value| with(json!({ "weapon": "wild" }), more);
        let more = json!({
            "red": {
                "foe": man(json!({ "posture": "prone", "begins_pinned": true })),
                "zchief": man(json!({ "posture": "standing", "rank": 1, "at": "red two" })),
            },
            "field": { "first_move": "red" }, "turn_limit": 1,
        });
        let lines = log_on(&walled.replace('?', between), more);
        lines.iter().find(|line| line.contains("pinned (")).expect("a throw").split('(').nth(1).unwrap_or_default()[..1]
            .to_owned()
    };
    assert_eq!((factor("#").as_str(), factor(".").as_str()), ("2", "5"));
    // A save of 1+ when prone is a factor of 1.
    assert_eq!(factors(0, "leader_only"), ["1", "1"]);
    assert_eq!(factors(1, "leader_only"), ["5", "1"]);
    assert_eq!(factors(1, "whole_squad"), ["5", "5"]);
}

/// FT-unpin-5: throws come at the start of the own turn, or under `unpin_when` at its end; sight of the leader counts under an option.
#[test]
fn ft_unpin_5_when_to_throw() {
    let first = |option: &str| {
        let more = json!({ "rules": with(throws(0), json!({ "unpin_when": option })), "turn_limit": 1 });
        let lines = log(more);
        let red: Vec<&String> = lines.iter().filter(|line| line.starts_with("1 1: ")).collect();
        red[0].contains("pinned (")
    };
    assert!(first("start_of_turn") && !first("end_of_turn"));
    // The mate sees blue and blue him, but a wall parts him from his leader.
    let walled = "
        ##################
        #j......b........#
        #########.########
        #r...............#
        #................#
        ##################";
    let squad_throws = |option: &str| {
        let man = |more: Value| with(json!({ "weapon": "wild", "posture": "standing" }), more);
        let more = json!({
            "red": { "a_mate": man(json!({ "at": "rubble", "led_by": "foe" })) },
            "rules": with(throws(0), json!({ "unpin_needs_sight": option })), "turn_limit": 1,
        });
        log_on(walled, more).iter().any(|line| line.contains(" 1: stays pinned"))
    };
    assert!(squad_throws("no") && !squad_throws("yes"));
}

/// FT-unpin-6: when the leader is lost the next in the list leads, or under `leader_lost` nobody.
#[test]
fn ft_unpin_6_when_the_leader_is_lost() {
    let throws_of = |option: &str| {
        // Blue's first man kills the leader in the open, his second pins the next, who is in a trench.
        let blue = json!({ "weapon": "sure", "count": 2 });
        let leader = json!({ "weapon": "wild", "posture": "standing" });
        let man = json!({ "weapon": "wild", "posture": "standing", "hard_cover": true, "led_by": "chief" });
        let save = |score: u8| json!({ "stationary": score, "moving": score, "rushing": score });
        let rules = json!({ "save": { "covered": save(0), "standing": save(7) }, "effect": vec!["dead"; 6], "leader_lost": option });
        let mut fight = super::scenario(json!({
            "blue": { "team": blue }, "red": { "chief": leader, "men": man }, "rules": rules, "turn_limit": 2,
        }));
        fight["red"].as_object_mut().expect("squads").remove("foe");
        let steps = super::played(None, fight, 0).1;
        steps.into_iter().filter(|step| step.clause.starts_with("FT-unpin")).map(|step| step.clause).collect::<Vec<_>>()
    };
    assert_eq!(throws_of("next_in_list"), ["FT-unpin-3", "FT-unpin-3"], "he leads now, himself");
    assert!(throws_of("no_unpin").is_empty());
}
