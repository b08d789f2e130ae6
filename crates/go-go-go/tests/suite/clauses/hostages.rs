//! Hostages, voices, and the mission to rescue them (GGG-host, GGG-sound-2, GGG-hm).

use field::Facing;
use go_go_go::Script;
use go_go_go::action::Action;
use go_go_go::figure::Pace;
use go_go_go::grenade::Grenade;
use serde_json::{Value, json};

use super::{Assault, Told, always, answers, deadly, duel, gunner, needs, open, play, still, walks, with};

/// A hostage twelve inches from blue, red in the next room.
const HALL: &str = "
    ################################
    #b...........x............#....#
    #.BB...................V..+..r.#
    #.BB......................#....#
    ################################";

/// The mission in the hall, with another blue figure, so that the zone has room.
fn in_hall(more: Value) -> Value {
    rescue(with(json!({ "blue": { "two": { "at": "blue two" } } }), more))
}

/// The mission.
fn rescue(more: Value) -> Value {
    let mission = json!({
        "mission": { "objective": "rescue", "at": null },
        "field": { "hostages": 1 },
        "turn_limit": 40,
    });
    with(mission, more)
}

/// Figure 0 leads home those it orders to follow.
fn leads_home(script: Script) -> Script {
    walks(script.faces(0, Facing::EAST), 0, Pace::Normal, "blue")
}

/// Figure 0 goes to the hostage, tells it to follow, and leads it home.
fn fetches(script: Script) -> Script {
    leads_home(script).goes(0, Pace::Normal, "hostages").goes(0, Pace::Normal, "hostages").calls(0, &[0])
}

/// The turns in which a hostage is ordered to follow.
fn orders(steps: &Told) -> Vec<u32> {
    steps.of("GGG-host-1").filter(|step| step.text.contains("tells him")).map(|step| step.turn).collect()
}

/// A hostage follows a figure that orders it to from two inches off, or from farther where the rules say so; it goes with its leader, at
/// his pace and behind him.
#[test]
fn ggg_host_1_hostages_follow() {
    let steps = play(HALL, in_hall(json!({})), fetches);
    // 12, 6 and 1 inches off when orders are given.
    assert_eq!(orders(&steps), [3], "{:#?}", steps.lines());
    let far = |inches: i32| {
        let more = in_hall(json!({ "rules": { "follow_distance": inches } }));
        orders(&play(HALL, more, |script| fetches(script.stays(0, 1))))
    };
    assert_eq!([far(12), far(11)], [[1], [3]], "12 inches off in turns 1 and 2");
    let follows: Vec<_> = steps.by(3, "GGG-host-1").map(|step| (step.turn, step.target)).collect();
    assert!(follows.len() >= 2 && follows.iter().all(|&(_, leader)| leader == Some(0)), "{follows:?}");
    for turn in 3..steps.outcome.turns.into() {
        let ([row, column], [his_row, his_column]) =
            ([steps.at(3, turn).0, steps.at(3, turn).1], [steps.at(0, turn).0, steps.at(0, turn).1]);
        let gone = steps.at(3, turn - 1).1 - column;
        assert!(gone <= 6, "at his pace: {gone}");
        assert!(
            his_column < column && column - his_column <= 2 && row.abs_diff(his_row) <= 1,
            "behind him in turn {turn}"
        );
    }
    // A wall between them: no order passes through it.
    let walled = "
        ##########
        #b.....v.#
        #.######.#
        #.#.x..#.#
        #.#....'.#
        #.########
        #.....r..#
        ##########";
    let more = json!({ "rules": { "follow_distance": 9 }, "turn_limit": 2 });
    let calls = |script: Script| walks(script.faces(0, Facing::SOUTH), 0, Pace::Normal, "via").calls(0, &[0]);
    assert!(orders(&play(walled, rescue(more), calls)).is_empty());
}

/// It follows wherever its leader goes, away from the rescue zone too, through doors and round corners.
#[test]
fn ggg_host_1_hostages_follow_anywhere() {
    let away = "
        ################################
        #p.........b.x.......v..#......#
        #.......................+....Vr#
        #.......................#......#
        ################################";
    let more = json!({ "mission": { "at": "place" }, "turn_limit": 6 });
    let steps = play(away, rescue(more), |script| {
        let script = script.faces(0, Facing::EAST).calls(0, &[0]);
        let script = (0..2).fold(script, |script, _| script.goes(0, Pace::Normal, "via"));
        (0..3).fold(script.goes(0, Pace::Stealthy, "via two"), |script, _| script.goes(0, Pace::Normal, "via two"))
    });
    let columns = |who: u8| [1, 2, 3, 4, 5, 6].map(|turn| steps.at(who, turn).1);
    assert_eq!(columns(0)[..3], [17, 21, 22], "{:#?}", steps.lines());
    for turn in 1..=6 {
        let (his, its) = (steps.at(0, turn), steps.at(2, turn));
        assert!(his.0.abs_diff(its.0).max(his.1.abs_diff(its.1)) == 1, "beside him in turn {turn}: {his:?} {its:?}");
        assert!(its.1 < his.1 || turn > 4, "behind him in turn {turn}");
    }
    assert!(columns(2)[5] > 24, "through the door: {:?}", columns(2));
}

/// Of two orders the latest counts, a Terrorist's as well as a Counter-Terrorist's.
#[test]
fn ggg_host_1_the_latest_order_counts() {
    let between = open(9, 40, &[(4, 16, 'b'), (4, 18, 'x'), (4, 20, 'r'), (4, 5, 'v'), (4, 35, 'V')]);
    let follows = |first: usize, then: usize| {
        let more = json!({ "mission": { "at": "place" }, "turn_limit": 3 });
        let steps = play(&between, rescue(more), |script| {
            let script = script.faces(0, Facing::EAST).faces(1, Facing::WEST);
            let script = script.calls(first, &[0]).then(then, Action::Call(field::Figures::NONE)).calls(then, &[0]);
            let script = script.stays(0, 1).goes(0, Pace::Normal, "via").goes(0, Pace::Normal, "via");
            script.stays(1, 1).goes(1, Pace::Normal, "via two").goes(1, Pace::Normal, "via two")
        });
        assert_eq!(orders(&steps), [1, 2], "{:#?}", steps.lines());
        assert_eq!(steps.at(2, 1), (4, 18));
        (steps.by(2, "GGG-host-1").filter_map(|step| step.target).collect::<Vec<_>>(), steps.at(2, 3).1)
    };
    assert_eq!(follows(0, 1), (vec![1, 1], 30), "red leads it away to the right");
    assert_eq!(follows(1, 0), (vec![0, 0], 6), "blue to the left");
}

/// A figure that tells a hostage to follow must see it, but in smoke it finds one that is right beside it.
#[test]
fn ggg_host_1_hostages_in_smoke() {
    // Smoke in turn 1, words in turn 2.
    let told = |column: usize, smoke: bool| {
        let room = open(13, 30, &[(6, 2, 'b'), (6, column, 'x'), (6, 25, 'r'), (8, 4, 'v')]);
        let rules = json!({ "follow_distance": 8, "throw": -10 });
        let more = json!({ "blue": { "team": { "grenades": ["smoke"] } }, "rules": rules, "turn_limit": 2 });
        let steps = play(&room, rescue(more), |script| {
            let script = script.faces(0, Facing::EAST).then(0, Action::Call(field::Figures::NONE)).calls(0, &[0]);
            if smoke { script.throws(0, Grenade::Smoke, "via") } else { script }
        });
        assert_eq!(steps.steps.iter().any(|step| step.text.contains("smoke grenade")), smoke);
        orders(&steps)
    };
    assert_eq!([10, 4, 3].map(|column| told(column, false)), [[2], [2], [2]]);
    assert_eq!([10, 4, 3].map(|column| told(column, true)), [vec![], vec![], vec![2]]);
}

/// What is said to a hostage is heard within ten inches, also by those who see nothing of it; nothing else is said.
#[test]
fn ggg_sound_2_voices() {
    let close = |red: usize| {
        let row: String = (4..21).map(|column| if column == red { 'r' } else { '.' }).collect();
        format!(
            "
        ######################
        #bx#{row}#
        ##.#.................#
        ##...................#
        ######################"
        )
    };
    let speaks = |words: bool, red: usize| {
        let steps = play(&close(red), rescue(json!({ "turn_limit": 2 })), |script| {
            let script = script.faces(0, Facing::WEST).faces(1, Facing::EAST);
            if words { script.calls(0, &[0]) } else { script }
        });
        assert!(steps.of("GGG-move-1").next().is_none(), "nobody walks: {:#?}", steps.lines());
        steps.turns(1, "GGG-sound-1")
    };
    assert_eq!([speaks(true, 5), speaks(true, 11)], [[1], [1]]);
    assert_eq!(speaks(true, 12), Vec::<u32>::new(), "eleven inches off");
    assert_eq!(speaks(false, 5), Vec::<u32>::new());
}

/// Left alone it stays where it was put, in whatever danger; it never tries to get away, and does nothing by itself.
#[test]
fn ggg_host_2_and_ggg_host_3_hostages_stay() {
    let room = open(13, 40, &[(6, 12, 'b'), (6, 24, 'x'), (6, 28, 'r')]);
    let more = json!({
        "red": { "foe": { "grenades": ["HE"] } },
        "rules": { "radius": 20, "he": always("stunned"), "throw": -10 },
        "turn_limit": 12,
    });
    let steps = play(&room, rescue(more), |script| duel(script).throws(1, Grenade::He, "blue"));
    assert!(steps.of("GGG-gren-11").any(|step| step.target == Some(2)), "GGG-host-2: {:#?}", steps.lines());
    assert_eq!((0..=12).map(|turn| steps.at(2, turn)).collect::<Vec<_>>(), [(6, 24); 13]);
    // Its leader falls; it does nothing but follow.
    let room = open(9, 30, &[(4, 2, 'b'), (1, 2, 'B'), (4, 10, 'x'), (4, 20, 'r')]);
    let steps = play(&room, in_hall(deadly()), |script| {
        let script = script.faces(0, Facing::EAST).goes(0, Pace::Normal, "hostages").calls(0, &[0]);
        let script = script.goes(0, Pace::Stealthy, "blue");
        script.faces(2, Facing::WEST).then(2, Action::HoldFire).fires(2, 0)
    });
    let own: Vec<_> = steps.steps.iter().filter(|step| step.figure == Some(3)).collect();
    assert_eq!(own.len(), 1, "{:#?}", steps.lines());
    assert_eq!((own[0].turn, own[0].text.as_str(), own[0].target), (2, "follows stealthily", Some(0)));
    assert_eq!((steps.outcome.turns, steps.outcome.measures[0]), (30, 1), "its leader has fallen");
    assert_eq!([1, 2, 6].map(|turn| steps.at(3, turn)), [(4, 10), (4, 8), (4, 8)], "GGG-host-3");
}

/// Once escorted to where blue came from, it is rescued and leaves the map.
#[test]
fn ggg_host_4_and_ggg_hm_5_all_are_rescued() {
    let steps = play(HALL, in_hall(json!({})), fetches);
    let rescued = steps.of("GGG-host-4").next().unwrap_or_else(|| panic!("a rescue: {:#?}", steps.lines()));
    assert_eq!((rescued.figure, rescued.text.as_str()), (Some(3), "is rescued"));
    assert!(rescued.marks.contains(&engage::Mark::Leaves { figure: 3 }));
    assert_eq!((steps.ending(), steps.outcome.measures[4]), ("blue.rescued", 1), "GGG-hm-5");
    assert_eq!(u32::from(steps.outcome.turns), rescued.turn);
    // One of two is not enough.
    let two = HALL.replace("x....", "x...x");
    let more = json!({ "field": { "hostages": 2 }, "rules": { "follow_distance": 9 } });
    let steps = play(&two, in_hall(more), |script| {
        let script = leads_home(script).goes(0, Pace::Normal, "hostages").goes(0, Pace::Normal, "hostages");
        script.calls(0, &[0, 1])
    });
    let turns: Vec<u32> = steps.of("GGG-host-4").map(|step| step.turn).collect();
    assert_eq!((turns.len(), steps.ending()), (2, "blue.rescued"), "{:#?}", steps.lines());
    assert_eq!(u32::from(steps.outcome.turns), turns[1]);
    // A hostage in the zone that has not been led there is not rescued.
    let there = "
        ##############
        #yyyy........#
        #..........r.#
        ##############";
    let steps = play(there, rescue(json!({ "turn_limit": 3 })), still);
    assert!(steps.at(2, 0).1 <= 4, "in the zone");
    assert_eq!(steps.outcome.measures[4], 0);
}

/// It comes in behind a leader in the zone, too.
#[test]
fn ggg_host_4_behind_a_leader_in_the_zone() {
    let more = in_hall(json!({ "rules": { "follow_distance": 12 } }));
    let steps = play(HALL, more, |script| leads_home(script).calls(0, &[0]));
    let turns = u32::from(steps.outcome.turns);
    assert_eq!((steps.ending(), turns), ("blue.rescued", 2), "{:#?}", steps.lines());
    assert_eq!([0, 1, 2].map(|turn| steps.at(0, turn)), [(1, 1); 3], "he stays");
}

/// A hostage gets past those who stand in the zone, as long as there is room in it.
#[test]
fn ggg_host_4_there_is_room_in_the_zone() {
    let crowded = "
        ################################
        #............x............#....#
        #bBb......................+..r.#
        #.........................#....#
        ################################";
    for steps in Assault::new(crowded, in_hall(json!({}))).plays(10, fetches) {
        assert_eq!(steps.ending(), "blue.rescued", "{:#?}", steps.lines());
    }
}

/// Hostages take grenades like anybody, and a wound is not death; shots hit them under a house rule alone, on a 1.
#[test]
fn ggg_host_5_hostages_and_fire() {
    let room = open(13, 40, &[(6, 12, 'b'), (6, 24, 'x'), (6, 28, 'r')]);
    let bombed = |blast: &str| {
        let more = json!({
            "red": { "foe": { "grenades": ["HE"] } },
            "rules": { "radius": 20, "he": always(blast), "throw": -10 }, "turn_limit": 4,
        });
        let throws = |script: Script| script.faces(1, Facing::WEST).throws(1, Grenade::He, "blue");
        let steps = play(&room, rescue(more), throws);
        (steps.ending(), steps.outcome.turns, steps.outcome.measures[5])
    };
    assert_eq!(bombed("wounded"), ("turn_limit", 4, 0));
    assert_eq!(bombed("out").2, 1);
    // Misses, with the hostage in the line of fire, beside the target, two inches off, and far from both.
    let misses = |at: (usize, usize), stray: &str| {
        let room = open(13, 40, &[(6, 12, 'b'), (6, 28, 'r'), (at.0, at.1, 'x')]);
        let more = json!({
            "rules": { "fire": needs(20), "natural_rolls": "six_succeeds", "stray_fire": stray },
            "turn_limit": 8,
        });
        let (mut shots, mut hits) = (0, 0);
        for steps in Assault::new(&room, rescue(more)).plays(40, gunner) {
            shots += steps.shots(0).filter(|shot| shot.text.starts_with("misses")).count();
            for step in steps.of("GGG-host-5") {
                let hit = step.fact("result").and_then(engage::Fact::word) != Some("miss");
                assert_eq!((step.target, super::faces(step)[0] == 1), (Some(2), hit), "{step:?}");
                hits += usize::from(hit);
            }
        }
        assert!(shots > 200);
        hits * 100 / shots
    };
    for place in [(6, 20), (7, 28), (6, 29)] {
        assert_eq!(misses(place, "off"), 0, "{place:?}");
        // One in six: 320 shots at most, three standard deviations are six percent.
        assert!((9..=24).contains(&misses(place, "near_miss")), "{place:?}: {}", misses(place, "near_miss"));
    }
    assert_eq!(misses((8, 28), "near_miss"), 0, "two inches off");
    assert_eq!(misses((3, 20), "near_miss"), 0);
}

/// Thirty turns, or as many as the rules say: not done in time, the mission is bungled; four hostages if a scenario does not say.
#[test]
fn ggg_hm_1_the_time() {
    let timed = |rules: Value| play(HALL, in_hall(json!({ "rules": rules })), still);
    let steps = timed(json!({ "time": 4 }));
    assert_eq!((steps.ending(), steps.outcome.turns), ("red.time_up", 4));
    assert_eq!(timed(json!({})).outcome.turns, 30);
    let four = HALL.replace("x....", "xxxx.");
    let more = with(in_hall(json!({})), json!({ "field": { "hostages": null } }));
    assert_eq!(Assault::new(&four, more).compiles().map(|battle| battle.bystanders()).ok(), Some(4));
}

/// A hostage killed by the Counter-Terrorists' fire loses the mission, by the Terrorists' fire or grenades wins it.
#[test]
fn ggg_hm_2_and_ggg_hm_4_hostages_killed() {
    let strays = |firer: fn(Script) -> Script| {
        let room = open(13, 40, &[(6, 12, 'b'), (6, 20, 'x'), (6, 28, 'r')]);
        let more = json!({
            "rules": { "fire": needs(20), "natural_rolls": "six_succeeds", "stray_fire": "near_miss", "out_up_to": 6 },
            "turn_limit": 20,
        });
        let mut endings: Vec<&str> = Assault::new(&room, rescue(more))
            .plays(30, firer)
            .filter(|steps| steps.outcome.measures[5] == 1)
            .map(|steps| steps.ending())
            .collect();
        assert!(endings.len() > 4);
        endings.sort_unstable();
        endings.dedup();
        endings
    };
    assert_eq!(strays(gunner), ["red.hostage_killed"], "GGG-hm-2");
    assert_eq!(strays(answers), ["blue.hostage_killed"], "GGG-hm-4");
    let room = open(13, 40, &[(6, 12, 'b'), (6, 15, 'x'), (6, 28, 'r')]);
    let more = json!({ "red": { "foe": { "grenades": ["HE"] } }, "rules": { "throw": -10, "he": always("out") } });
    let throws = |script: Script| script.faces(1, Facing::WEST).throws(1, Grenade::He, "blue");
    // The same grenade kills the last Counter-Terrorist: both teams fail.
    assert_eq!(play(&room, rescue(more), throws).ending(), "draw.both_failed", "GGG-mis-4");
}

/// The Counter-Terrorists are lost: bungled; the Terrorists are down: they lose, wherever the hostages are.
#[test]
fn ggg_hm_3_and_ggg_hm_6_a_team_is_lost() {
    let room = open(13, 40, &[(6, 12, 'b'), (9, 20, 'x'), (6, 28, 'r')]);
    let fought = |script: fn(Script) -> Script| {
        let steps = play(&room, rescue(deadly()), script);
        (steps.ending(), steps.outcome.turns)
    };
    assert_eq!(fought(answers), ("red.ct_lost", 1), "GGG-hm-3");
    assert_eq!(fought(gunner), ("blue.terrorists_down", 1), "GGG-hm-6");
    assert_eq!(fought(duel), ("draw.both_failed", 1));
}
