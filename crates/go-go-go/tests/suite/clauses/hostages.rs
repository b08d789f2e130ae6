//! Hostages, voices, and the mission to rescue them (GGG-host, GGG-sound-2, GGG-hm).

use serde_json::{Value, json};

use super::{Game, Told, always, deadly, needs, open, thrower, told, with};

/// A hostage twelve inches from blue, red in the next room.
const HALL: &str = "
    ################################
    #b...........x............#....#
    #.BB...................V..+..r.#
    #.BB......................#....#
    ################################";

/// The mission in the hall, with somebody else of blue's, so that the zone has room.
fn in_hall(more: Value) -> Value {
    let two = json!({ "at": "blue two", "orders": "guard", "weapon": "none", "hiding": false });
    rescue(with(json!({ "blue": { "two": two } }), more))
}

/// The mission, with blue unarmed.
fn rescue(more: Value) -> Value {
    let mission = json!({
        "mission": { "objective": "rescue", "at": null },
        "field": { "hostages": 1 },
        "blue": { "team": { "orders": "mission", "weapon": "none" } },
        "turn_limit": 40,
    });
    with(mission, more)
}

/// The turns in which somebody is told to follow.
fn orders(steps: &Told) -> Vec<u32> {
    steps.of("GGG-host-1").filter(|step| step.text.contains("tells him")).map(|step| step.turn).collect()
}

/// A hostage follows whoever tells it to from two inches off, or from farther where the rules say so; it goes with its leader, at
/// his pace and behind him.
#[test]
fn ggg_host_1_hostages_follow() {
    let steps = told(HALL, in_hall(json!({})));
    // 12, 6 and 1 inches off when orders are given.
    assert_eq!(orders(&steps), [3], "{:#?}", steps.lines());
    let far = |inches: i32| orders(&told(HALL, in_hall(json!({ "rules": { "follow_distance": inches } }))));
    assert_eq!([far(10), far(12)], [[2], [1]]);
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
    // A wall between them: nobody is told through it.
    let walled = "
        ##########
        #b.....v.#
        #.######.#
        #.#.x..#.#
        #.#....'.#
        #.########
        #.....r..#
        ##########";
    let more = json!({ "blue": { "team": { "via": "via" } }, "rules": { "follow_distance": 9 }, "turn_limit": 2 });
    assert!(orders(&told(walled, rescue(more))).is_empty());
}

/// Whoever tells a hostage to follow sees it, but in smoke he finds one that is right beside him.
#[test]
fn ggg_host_1_hostages_in_smoke() {
    // Somebody of blue's comes along the lane and throws smoke that goes astray; a comrade fetches the hostage meanwhile, and
    // sees nothing of red.
    let alcove = "
        ############################################################
        #.......................................................r..#
        #B.....................................................vr..#
        #..........................................................#
        ##############################.....#########################
        ##################......................####################
        ##################......................####################
        ##################...............x......####################
        ##################......................####################
        ##################...b..................####################
        ############################################################";
    let two = json!({ "at": "blue two", "via": "via", "orders": "guard", "advance": "normal", "hiding": false,
        "grenades": ["smoke"], "throw": "always" });
    let more = json!({
        "blue": { "team": { "weapon": "automatic", "advance": "normal" }, "two": two },
        "red": { "foe": { "count": 2, "weapon": "none" } },
        "rules": { "follow_distance": 8, "throw": 99 },
        "turn_limit": 8,
    });
    let (mut seen, mut found) = (0, 0);
    for steps in Game::new(alcove, rescue(more)).replays(80) {
        let told = steps.of("GGG-host-1").find(|step| step.text.contains("tells him"));
        let Some(told) = told else { continue };
        let plan = &steps.map.plan;
        let before = steps.steps.iter().filter(|step| step.turn < told.turn).flat_map(|step| &step.marks);
        let smoke: field::CellSet = before
            .filter_map(|mark| match mark {
                engage::Mark::Smokes { cell } => plan.cell_numbered((*cell).into()),
                _ => None,
            })
            .collect();
        let [here, there] = [told.figure, told.target].map(|who| {
            let (row, column) = steps.at(who.expect("somebody"), told.turn - 1);
            plan.cell(row, column).expect("a cell")
        });
        let far = plan.squared(here, there);
        if plan.line_meets(here, there, &smoke) {
            assert!(far <= 2, "{far}: {:#?}", steps.lines());
            found += 1;
        } else {
            seen += u32::from(far > 4);
        }
    }
    assert!(found > 3 && seen > 3, "{found} {seen}");
}

/// What is said to a hostage is heard within ten inches, by who can see nothing of it; nothing else is said.
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
    let speaks = |orders: &str, red: usize| {
        let more = json!({ "turn_limit": 1, "blue": { "team": { "orders": orders } } });
        let steps = told(&close(red), rescue(more));
        assert!(steps.of("GGG-move-1").next().is_none(), "nobody walks: {:#?}", steps.lines());
        steps.turns(1, "GGG-sound-1")
    };
    assert_eq!([speaks("mission", 5), speaks("mission", 11)], [[1], [1]]);
    assert_eq!(speaks("mission", 12), Vec::<u32>::new(), "eleven inches off");
    assert_eq!(speaks("guard", 5), Vec::<u32>::new(), "an automatic player does not speak but to hostages");
}

/// Left alone it stays where it was put, in whatever danger; it never tries to get away, and does nothing by itself.
#[test]
fn ggg_host_2_and_ggg_host_3_hostages_stay() {
    let room = open(13, 40, &[(6, 12, 'b'), (6, 24, 'x'), (6, 28, 'r')]);
    let more = json!({
        "blue": { "team": { "orders": "guard", "weapon": "automatic" } },
        "red": { "foe": with(thrower("HE"), json!({ "weapon": "automatic" })) },
        "rules": { "radius": 20, "he": always("stunned"), "throw": -50 },
        "turn_limit": 12,
    });
    let steps = told(&room, rescue(more));
    assert!(steps.of("GGG-gren-11").any(|step| step.target == Some(2)), "GGG-host-2: {:#?}", steps.lines());
    assert_eq!((0..=12).map(|turn| steps.at(2, turn)).collect::<Vec<_>>(), [(6, 24); 13]);
    // Whoever leads it may fall; it does nothing but follow and be rescued.
    let more = json!({
        "red": { "foe": { "via": "via two", "advance": "stealthy", "target": "first" } },
        "rules": { "fire": needs(3), "out_up_to": 6, "moves": { "stealthy": 1 }, "follow_distance": 10 },
    });
    let (mut follows, mut orphans) = (0, 0);
    for steps in Game::new(HALL, in_hall(more.clone())).replays(60) {
        let mut fallen = Vec::new();
        for step in &steps.steps {
            if step.figure == Some(3) {
                assert!(["follows", "is rescued"].contains(&&*step.text), "GGG-host-3: {step:?}");
                assert!(step.target.is_none_or(|leader| !fallen.contains(&leader)), "{:#?}", steps.lines());
                follows += 1;
            }
            fallen.extend(step.marks.iter().filter_map(|mark| match mark {
                engage::Mark::Falls { figure } => Some(*figure),
                _ => None,
            }));
        }
        orphans += usize::from(steps.outcome.measures[0] > 0 && steps.outcome.measures[4] == 0);
    }
    let lines = Game::new(HALL, in_hall(more)).replay(3).lines();
    assert!(follows > 30 && orphans > 0, "{follows} {orphans}: {lines:#?}");
}

/// Once escorted to where blue came from, it is rescued and leaves the map.
#[test]
fn ggg_host_4_and_ggg_hm_5_all_are_rescued() {
    let steps = told(HALL, in_hall(json!({})));
    let rescued = steps.of("GGG-host-4").next().unwrap_or_else(|| panic!("a rescue: {:#?}", steps.lines()));
    assert_eq!((rescued.figure, rescued.text.as_str()), (Some(3), "is rescued"));
    assert!(rescued.marks.contains(&engage::Mark::Leaves { figure: 3 }));
    assert_eq!((steps.ending(), steps.outcome.measures[4]), ("blue.rescued", 1), "GGG-hm-5");
    assert_eq!(u32::from(steps.outcome.turns), rescued.turn);
    // One of two is not enough.
    let two = HALL.replace("x....", "x...x");
    let steps = told(&two, in_hall(json!({ "field": { "hostages": 2 } })));
    let turns: Vec<u32> = steps.of("GGG-host-4").map(|step| step.turn).collect();
    assert_eq!((turns.len(), steps.ending()), (2, "blue.rescued"), "{:#?}", steps.lines());
    assert_eq!(u32::from(steps.outcome.turns), turns[1]);
    // Who is in the zone and has not been led there is not rescued.
    let there = "
        ##############
        #yyyy........#
        #..........r.#
        ##############";
    let more = json!({ "blue": { "team": { "orders": "guard" } }, "turn_limit": 3 });
    let steps = told(there, rescue(more));
    assert!(steps.at(2, 0).1 <= 4, "in the zone");
    assert_eq!(steps.outcome.measures[4], 0);
}

/// It comes in behind a leader who stands in the zone, too.
#[test]
fn ggg_host_4_behind_a_leader_in_the_zone() {
    let steps = told(HALL, in_hall(json!({ "rules": { "follow_distance": 12 } })));
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
    for steps in Game::new(crowded, in_hall(json!({}))).replays(10) {
        assert_eq!(steps.ending(), "blue.rescued", "{:#?}", steps.lines());
    }
}

/// Hostages take grenades like anybody, and a wound is not death; shots hit them under a house rule alone, on a 1.
#[test]
fn ggg_host_5_hostages_and_fire() {
    let room = open(13, 40, &[(6, 12, 'b'), (6, 24, 'x'), (6, 28, 'r')]);
    let bombed = |blast: &str| {
        let more = json!({
            "blue": { "team": { "orders": "guard" } }, "red": { "foe": thrower("HE") },
            "rules": { "radius": 20, "he": always(blast), "throw": -50 }, "turn_limit": 4,
        });
        let steps = told(&room, rescue(more));
        (steps.ending(), steps.outcome.turns, steps.outcome.measures[5])
    };
    assert_eq!(bombed("wounded"), ("turn_limit", 4, 0));
    assert_eq!(bombed("out").2, 1);
    // Misses, with the hostage in the line of fire, beside the target, two inches off, and far from both.
    let misses = |at: (usize, usize), stray: &str| {
        let room = open(13, 40, &[(6, 12, 'b'), (6, 28, 'r'), (at.0, at.1, 'x')]);
        let more = json!({
            "blue": { "team": { "orders": "guard", "weapon": "automatic" } }, "red": { "foe": { "weapon": "none" } },
            "rules": { "fire": needs(20), "natural_rolls": "six_succeeds", "stray_fire": stray },
            "turn_limit": 8,
        });
        let (mut shots, mut hits) = (0, 0);
        for steps in Game::new(&room, rescue(more)).replays(40) {
            shots += steps.shots(0).filter(|shot| shot.text.starts_with("misses")).count();
            for step in steps.of("GGG-host-5") {
                assert_eq!((step.target, super::faces(step)[0]), (Some(2), 1), "{step:?}");
                hits += 1;
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
    let guard = |time: u16| in_hall(json!({ "blue": { "team": { "orders": "guard" } }, "rules": { "time": time } }));
    let steps = told(HALL, guard(4));
    assert_eq!((steps.ending(), steps.outcome.turns), ("red.time_up", 4));
    let printed = in_hall(json!({ "blue": { "team": { "orders": "guard" } } }));
    assert_eq!(told(HALL, printed).outcome.turns, 30);
    let four = HALL.replace("x....", "xxxx.");
    let more = with(in_hall(json!({})), json!({ "field": { "hostages": null } }));
    assert_eq!(Game::new(&four, more).battle.bystanders(), 4);
}

/// A hostage killed by the Counter-Terrorists' fire loses the mission, by the Terrorists' fire or grenades wins it.
#[test]
fn ggg_hm_2_and_ggg_hm_4_hostages_killed() {
    let strays = |firer: &str| {
        let room = open(13, 40, &[(6, 12, 'b'), (6, 20, 'x'), (6, 28, 'r')]);
        let weapon = |side: &str| if side == firer { "automatic" } else { "none" };
        let more = json!({
            "blue": { "team": { "orders": "guard", "weapon": weapon("blue") } }, "red": { "foe": { "weapon": weapon("red") } },
            "rules": { "fire": needs(20), "natural_rolls": "six_succeeds", "stray_fire": "near_miss", "out_up_to": 6, "ct_lost_when": "all_out" },
            "turn_limit": 20,
        });
        let mut endings: Vec<&str> = Game::new(&room, rescue(more))
            .replays(30)
            .filter(|steps| steps.outcome.measures[5] == 1)
            .map(|steps| steps.ending())
            .collect();
        assert!(endings.len() > 4);
        endings.sort_unstable();
        endings.dedup();
        endings
    };
    assert_eq!(strays("blue"), ["red.hostage_killed"], "GGG-hm-2");
    assert_eq!(strays("red"), ["blue.hostage_killed"], "GGG-hm-4");
    let room = open(13, 40, &[(6, 12, 'b'), (6, 15, 'x'), (6, 28, 'r')]);
    let more = json!({
        "blue": { "team": { "orders": "guard" } }, "red": { "foe": thrower("HE") },
        "rules": { "throw": -50, "he": always("out"), "ct_lost_when": "all_out" },
    });
    // The same grenade kills the last Counter-Terrorist: both teams fail.
    assert_eq!(told(&room, rescue(more)).ending(), "draw.both_failed", "GGG-mis-4");
}

/// The Counter-Terrorists are lost: bungled; the Terrorists are down: they lose, wherever the hostages are.
#[test]
fn ggg_hm_3_and_ggg_hm_6_a_team_is_lost() {
    let room = open(13, 40, &[(6, 12, 'b'), (9, 20, 'x'), (6, 28, 'r')]);
    let fought = |blue: &str, red: &str| {
        let more =
            json!({ "blue": { "team": { "orders": "guard", "weapon": blue } }, "red": { "foe": { "weapon": red } } });
        let steps = told(&room, rescue(with(deadly(), more)));
        (steps.ending(), steps.outcome.turns)
    };
    assert_eq!(fought("none", "automatic"), ("red.ct_lost", 1), "GGG-hm-3");
    assert_eq!(fought("automatic", "none"), ("blue.terrorists_down", 1), "GGG-hm-6");
    assert_eq!(fought("automatic", "automatic"), ("draw.both_failed", 1));
}
