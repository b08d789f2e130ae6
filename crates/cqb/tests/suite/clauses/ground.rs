//! What takes a map: places, doors, stun grenades, gas, hostages in the line of fire, missions.

use cqb::player::Script;
use cqb::{Action, Ask, Grenade, Pace};
use engage::{Inches, Mark, Step};
use field::Door;
use serde_json::{Value, json};

use super::{Game, Told, cards, gunner, misser, modifier, play, shot_at, still, struck_in, with};

/// Two rooms with a shut door between them. Blue begins beside the door, red and a hostage in the other room.
const TWO_ROOMS: &str = "
    ####################
    #........#.......rx#
    #.......b+.......p.#
    #........#.........#
    ####################";

/// One room, in which everybody sees everybody.
const ONE_ROOM: &str = "
    ####################
    #b...............vr#
    #..................#
    #..................#
    ####################";

/// Rules by which every ordinary shot misses.
fn no_hits() -> Value {
    json!({ "rules": { "to_hit_base": 30 } })
}

/// Figure 0 fires as fast as it can at figure 1 whenever it may.
fn volleys(script: Script) -> Script {
    script.recovers(0).always_fires(0, 1)
}

/// Distances are between the middles of squares: 17" along a row.
#[test]
fn cqb_1_2_3_distances_between_squares() {
    let told = play(ONE_ROOM, json!({}), gunner);
    let shot = told.shots(0).next().expect("a shot");
    assert!(shot.modifiers.iter().any(|modifier| modifier.name == "range 17\""), "{shot:?}");
}

/// Figures that neither see an enemy nor may come into view of one act after the others, and draw no card.
#[test]
fn cqb_3b_the_rest_acts_afterwards() {
    // Figure 1 is four doors away from its friend, and so farther from the enemy.
    let chain = |between: usize| {
        let [walls, doors] = ["....#", "....+"].map(|room| room.repeat(between));
        let edge = "#".repeat(26 + 5 * between);
        format!("{edge}\n#B...#....#....#b...#{walls}...r#\n#....+....+....+....+{doors}....#\n{edge}\n")
    };
    let wing = json!({ "ability": "elite", "weapon": "pistol", "at": "blue two" });
    let reaction = json!({ "blue": { "wing": wing }, "rules": { "order": "reaction" } });
    for (between, drawn) in [(0, 2), (1, 2), (2, 0), (3, 0)] {
        for told in Game::on(&chain(between), reaction.clone()).plays(10, still) {
            let order = told.of("CQB-3b").next().expect("an order");
            assert_eq!(cards(order).len(), drawn, "{between} rooms between them: {order:?}");
            if drawn > 0 {
                assert_eq!(order.named.last().map(|named| named.figure), Some(1), "far away, it acts last: {order:?}");
                assert_eq!(
                    told.steps.iter().filter(|step| step.turn == 1).filter_map(|step| step.figure).next_back(),
                    Some(1)
                );
            }
        }
    }
}

/// A figure on Hold tries to act when somebody comes into view, and wins with the higher card.
#[test]
fn cqb_3d_holders_meet_who_comes_into_view() {
    let corner = "
        ###########
        #b.......v#
        #########.#
        #r......V.#
        ###########";
    let more = json!({
        "red": { "gunman": { "ability": "elite" } },
        "blue": { "team": { "ability": "novice" } },
        "rules": { "order": "red_first" },
    });
    let holder = |script: Script| script.always(1, Action::Hold).interrupts(1, shot_at(0));
    let opens = |script: Script| holder(script).opens(0, 0);
    let walks = |script: Script| holder(script).goes(0, Pace::Fast, "via").goes(0, Pace::Fast, "via two");
    let tried = |drawing: &str, script: &dyn Fn(Script) -> Script, comes: &str| {
        let mut tried = [0, 0];
        for told in Game::on(drawing, more.clone()).plays(50, script) {
            let lines = told.lines();
            let met = lines.iter().position(|line| line.contains("interrupt")).expect("it tries");
            assert!(lines[met - 1].contains(comes), "{lines:#?}");
            let (wins, after) = (lines[met].contains("1: interrupts"), &lines[met + 1]);
            assert_eq!(wins, after.contains("1: shot 1: hit"), "who wins fires at once: {lines:#?}");
            tried[usize::from(wins)] += 1;
        }
        assert!(tried[0] > 5 && tried[1] > 15, "an elite figure mostly wins against a novice: {tried:?}");
    };
    tried(TWO_ROOMS, &opens, "0: opens a door");
    tried(corner, &walks, "0: moves");
    // It halts in the square where an enemy comes into view, though it could go on.
    let halts = Game::on(corner, more.clone());
    let told = halts.first(walks);
    let last = told.by(0).flat_map(|step| &step.marks).last();
    let square = halts.cell(3, 9).index() as u16;
    assert_eq!(last, Some(&Mark::Stands { figure: 0, cell: square }), "{:#?}", told.lines());
}

/// Nobody goes farther in a turn than its mode allows.
#[test]
fn cqb_4a_moves_by_mode() {
    for (pace, most) in [(Pace::Crawl, 3), (Pace::Normal, 6), (Pace::Fast, 12)] {
        let game = Game::on(ONE_ROOM, json!({}));
        let mut tired = 0;
        let told = game.watched(
            |script| script.goes(0, pace, "via"),
            |knows, ask| {
                if let Ask::Step(walk) = ask
                    && walk.left < Inches::whole(1)
                {
                    let next = game.cell(1, 2 + most);
                    assert_eq!(knows.may(ask, &Action::Step(next)), Err("CQB-4a"), "{pace:?}");
                    tired += 1;
                }
            },
        );
        assert_eq!(told.acts(0)[0], format!("1: moves {most}\""));
        assert_eq!(tired, 1, "{pace:?}");
    }
}

/// A shut door takes an action of a figure within reach to open; under `door_test` it takes a test as well. Rough
/// ground costs double.
#[test]
fn cqb_4c_doors_and_terrain() {
    let two = Game::on(TWO_ROOMS, json!({}));
    let door = Action::Open(Door::new(0).expect("a door"));
    let told = two.first(|script| script.opens(0, 0).goes(0, Pace::Normal, "place"));
    assert_eq!(told.acts(0)[..2], ["1: opens a door", "2: moves 6\""]);
    let start = |script: Script| script.then(0, Action::Move { pace: Pace::Normal, and_fire: false });
    assert_eq!(two.may((0, 1), Action::Step(two.cell(2, 9)), start), Err("CQB-4c"), "it is shut");
    assert_eq!(two.may((0, 1), Action::Step(two.cell(1, 6)), start), Err("CQB-4c"), "two squares away");
    assert_eq!(two.may((0, 1), Action::Step(two.cell(1, 8)), start), Ok(()));
    assert_eq!([two.may((0, 1), door, still), two.may((1, 1), door, still)], [Ok(()), Err("CQB-4c")], "out of reach");
    assert_eq!(two.may((0, 2), door, |script| script.opens(0, 0)), Err("CQB-4c"), "open already");
    let tries = |difficulty: i8| {
        let rules = json!({ "rules": { "door_test": "difficult", "difficulty": { "difficult": difficulty } } });
        let told = play(TWO_ROOMS, rules, |script| script.always(0, door));
        told.of("CQB-8a").count() + told.of("CQB-4c").filter(|step| step.figure.is_some()).count()
    };
    assert_eq!([tries(30), tries(0)], [12, 1]);
    let moved = |floor: &str| {
        let rough = ONE_ROOM.replace('.', floor);
        play(&rough, json!({}), |script| script.goes(0, Pace::Normal, "via")).acts(0)[0].clone()
    };
    assert_eq!([moved("."), moved(",")], ["1: moves 6\"", "1: moves 3\""]);
}

/// Hostages are in the line of fire if the straight line crosses their squares, before the target and beyond it.
#[test]
fn cqb_5_3_3e_who_stands_in_the_line() {
    let before = "
        ####################
        #b.......x........r#
        ####################";
    let beyond = "
        ####################
        #b.......r........x#
        ####################";
    let aside = "
        ####################
        #b................r#
        #..................#
        #........x.........#
        ####################";
    let struck = |drawing: &str, line: &str| {
        let more = json!({ "field": { "hostages": 1 }, "rules": { "line_of_fire_beyond": line } });
        play(drawing, with(no_hits(), more), volleys).outcome.measures[4] > 0
    };
    assert!(struck(before, "until_wall") && struck(before, "none"));
    assert!(struck(beyond, "until_wall") && !struck(beyond, "none"));
    assert!(!struck(aside, "until_wall"));
}

/// A hostage hit is logged, wounded by the card of the hostages' deck and lost as a figure is.
#[test]
fn cqb_5_3_3g_hostages_are_wounded() {
    let before = "
        ####################
        #b.......x........r#
        ####################";
    let more = with(with(no_hits(), struck_in("torso_outside_plates")), json!({ "field": { "hostages": 1 } }));
    let told = play(before, more, volleys);
    assert_eq!(told.outcome.measures[4..6], [1, 1], "one who is down is not hit again");
    assert!(told.steps.iter().any(|step| step.marks == [Mark::Falls { figure: 2 }] && step.target == Some(2)));
}

/// A change of target costs by the inches between the two on the map.
#[test]
fn cqb_5_3_6c_inches_between_targets() {
    let two = "
        ##########
        #b.......#
        #........#
        #r......R#
        ##########";
    let more = json!({ "red": { "second": { "ability": "novice", "weapon": "pistol", "at": "red two" } } });
    let told = play(two, with(struck_in("head"), more), |script| script.fires(0, 1).switches(0, 2));
    let paid: Vec<_> = told.shots(0).map(|shot| (shot.target, modifier(shot, "CQB-5.3.6c"))).collect();
    assert_eq!(paid[..2], [(Some(1), 0), (Some(2), 7)]);
}

/// Behind cover on the map only the head and the arms can be named.
#[test]
fn cqb_5_3_7_cover_on_the_map() {
    let walled = "
        ####################
        #b.............._r.#
        #...............__.#
        ####################";
    let named = |cover: &str| {
        let told = play(walled, json!({ "rules": { "cover": cover, "named": { "head": 2 } } }), gunner);
        modifier(told.shots(0).next().expect("a shot"), "CQB-5.3.3a")
    };
    assert_eq!([named("none"), named("exposed_parts")], [0, 2]);
}

/// Blue opens the door and throws something into the other room.
fn throws(script: Script, grenade: Grenade) -> Script {
    script.opens(0, 0).throws(0, grenade, "place")
}

/// Everybody in the room is tested when a stun grenade goes off. A figure that fails does nothing until it recovers, at
/// a number that falls by one a turn (CQB-6a, CQB-6b, CQB-6c).
#[test]
fn cqb_6_stun_grenades() {
    let told = |target: i32| {
        let more = json!({
            "blue": { "team": { "stun_grenades": 1 } }, "field": { "hostages": 1 }, "rules": { "stun_target": target },
        });
        play(TWO_ROOMS, more, |script| misser(throws(script, Grenade::Stun)))
    };
    let lines = told(30).lines();
    let expected = [
        "1 0: opens a door",
        "1 1: shot 1: misses",
        "2 0: throws a stun grenade into the room",
        "2 1: succumbs to the stun grenade",
        "2 2: succumbs to the stun grenade",
    ];
    assert_eq!(lines[..5], expected, "CQB-6a");
    assert!(!lines[5..].iter().any(|line| line.contains("1: shot") || line.contains("1: can")), "CQB-6b: {lines:#?}");
    let numbers: Vec<i32> =
        told(30).by(1).filter(|step| step.clause == "CQB-6a").filter_map(|step| step.target_number).collect();
    assert_eq!(numbers[..4], [30, 29, 28, 27], "CQB-6c");
    let withstands = ["2 1: withstands the stun grenade", "2 2: withstands the stun grenade", "2 1: shot 1: misses"];
    assert_eq!(told(0).lines()[3..6], withstands);
}

/// Under `stun_recover` a figure that comes to acts in the same turn or in the next.
#[test]
fn cqb_6c_when_one_who_comes_to_acts() {
    let acts = |option: &str| {
        let more = json!({
            "blue": { "team": { "stun_grenades": 1 } }, "red": { "gunman": { "ability": "elite" } },
            "rules": { "stun_target": 14, "stun_recover": option }, "turn_limit": 20,
        });
        let told = play(TWO_ROOMS, more, |script| misser(throws(script, Grenade::Stun)));
        let steps: Vec<&Step> = told.by(1).collect();
        let came = steps.iter().position(|step| step.text.starts_with("withstands")).expect("it comes to");
        steps[came + 1].turn - steps[came].turn
    };
    assert_eq!([acts("same_turn"), acts("next_turn")], [0, 1]);
}

/// A throw is a Moderate task through an opening within reach; one that fails harms nobody, and a joker may start a fire.
#[test]
fn cqb_6d_throwing() {
    let more = |difficulty: i32| json!({ "blue": { "team": { "stun_grenades": 2 } }, "rules": { "difficulty": { "moderate": difficulty } } });
    let twice = |script: Script| throws(script, Grenade::Stun).throws(0, Grenade::Stun, "place");
    let lines = play(TWO_ROOMS, more(30), twice).lines();
    assert_eq!(lines.iter().filter(|line| line.contains("misses the room")).count(), 2, "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("succumbs") || line.contains("withstands")));
    // Nobody throws without a grenade left, through a shut door or from far away.
    let game = Game::on(TWO_ROOMS, more(30));
    let room = game.map.as_ref().and_then(|map| map.plan.room(game.cell(2, 17))).expect("a room");
    let throw = Action::Throw(room, Grenade::Stun);
    assert_eq!(game.may((0, 3), throw, twice), Ok(()));
    assert_eq!(game.may((0, 4), throw, twice), Err("CQB-6d"), "none left");
    assert_eq!(game.may((0, 1), throw, still), Err("CQB-6d"), "a shut door");
    let far = Game::on(&TWO_ROOMS.replace("#.......b+", "#b.......+"), more(30));
    let open = |script: Script| script.goes(0, Pace::Normal, "blue");
    assert_eq!(far.may((0, 1), throw, open), Err("CQB-6d"), "far away");
    assert_eq!(game.may((0, 2), Action::Throw(room, Grenade::Gas), twice), Err("CQB-6d"), "it has no gas");
    let fires = |hazard: &str| {
        let rules = json!({ "rules": { "joker_fire_hazard": hazard, "jokers": { "average": 3 }, "stun_target": 0 } });
        let burns = |told: &Told| told.lines().iter().any(|line| line.contains("starts a fire"));
        Game::on(TWO_ROOMS, with(more(30), rules)).plays(200, twice).filter(burns).count()
    };
    assert!(fires("off") == 0 && fires("on") > 2, "CQB-9a");
    // So may one in the test to breach a door: then the room behind it is on fire, and all in it resist as gas.
    let breach = |hazard: &str| {
        let rules = json!({ "rules": {
            "door_test": "difficult", "difficulty": { "difficult": 30 }, "joker_fire_hazard": hazard, "jokers": { "average": 3 },
        } });
        let game = Game::on(TWO_ROOMS, rules);
        let always = |script: Script| script.always(0, Action::Open(Door::new(0).expect("a door")));
        let burns = |told: Told| {
            let at =
                told.steps.iter().position(|step| step.text.contains("starts a fire in the room behind the door"))?;
            let next = &told.steps[at + 1];
            assert_eq!((next.figure, next.clause), (Some(1), "CQB-7a"), "{next:?}");
            Some(at)
        };
        game.plays(50, always).filter_map(burns).count()
    };
    assert!(breach("off") == 0 && breach("on") > 10, "CQB-9a");
}

/// The numbers of a figure's tests against gas.
pub(super) fn gas_tests(told: &Told, figure: u8) -> Vec<(u32, i32)> {
    let tests = told.by(figure).filter(|step| step.clause == "CQB-7a");
    tests.filter_map(|step| Some((step.turn, step.target_number?))).collect()
}

/// Everybody in a room with gas is tested when it is released, on entering, and at the start of each later turn,
/// against a number that rises. Each failure is a penalty, unless a mask is worn (CQB-7a, CQB-7b).
#[test]
fn cqb_7_gas() {
    let told = |mask: bool, option: Value| {
        let gas = json!({ "blue": { "team": { "gas_grenades": 1, "mask": mask } }, "rules": { "gas_target": 30 } });
        let script = |script: Script| misser(throws(script, Grenade::Gas).goes(0, Pace::Fast, "place"));
        play(TWO_ROOMS, with(gas, option), script)
    };
    let gassed = told(false, json!({}));
    assert_eq!(gas_tests(&gassed, 1)[..4], [(2, 30), (3, 31), (4, 32), (5, 33)]);
    assert_eq!(gas_tests(&gassed, 0)[..3], [(3, 31), (4, 32), (5, 33)], "on coming in, at the number of that turn");
    assert_eq!(gas_tests(&told(true, json!({})), 0), [], "a mask makes immune");
    let penalties: Vec<i32> = gassed.shots(1).map(|shot| modifier(shot, "CQB-5.3.6d")).collect();
    assert_eq!(penalties[..4], [0, 1, 2, 3], "CQB-5.3.6d");
    let overcome = told(true, json!({ "rules": { "gas_overcome": "no_action" } }));
    assert_eq!(overcome.shots(1).map(|shot| shot.turn).collect::<Vec<_>>(), [1], "overcome");
}

/// Under `gas_recovery` the penalties last, or end on leaving the gas.
#[test]
fn cqb_7b_getting_over_gas() {
    let corridor = "
        ########################
        #......#.....#.........#
        #.....b+....v+....V...r#
        #......#p....#.........#
        ########################";
    let penalty = |option: &str| {
        let more = json!({
            "blue": { "team": { "gas_grenades": 1 } },
            "rules": { "gas_target": 30, "gas_recovery": option, "to_hit_base": 30 },
            "turn_limit": 30,
        });
        let script = |script: Script| {
            let through = throws(script, Grenade::Gas).goes(0, Pace::Fast, "via").opens(0, 1);
            volleys(through.goes(0, Pace::Fast, "via two").stays(0, 1))
        };
        let told = play(corridor, more, script);
        assert_eq!(gas_tests(&told, 0), [(3, 31), (4, 32), (5, 33)]);
        modifier(told.shots(0).next().expect("a shot"), "CQB-5.3.6d")
    };
    assert_eq!([penalty("never"), penalty("on_leaving")], [3, 0]);
}

/// How a mission ends, and after how many turns.
#[track_caller]
fn ends(drawing: &str, mission: Value, more: Value, script: impl Fn(Script) -> Script) -> (&'static str, u16) {
    let told = play(drawing, with(json!({ "mission": mission, "turn_limit": 60 }), more), script);
    (told.ending(), told.outcome.turns)
}

/// A place is held by being there alone for a number of turns in a row.
#[test]
fn cqb_12_to_hold_a_place() {
    let there = "
        ####################
        #b......V.......r..#
        #....p.............#
        ####################";
    let hold = || json!({ "objective": "hold", "at": "place", "turns": 3 });
    assert_eq!(ends(there, hold(), json!({}), |script| script.goes(0, Pace::Normal, "place")), ("blue.win", 3));
    let leaves = |script: Script| {
        let script = script.goes(0, Pace::Normal, "place").goes(0, Pace::Normal, "via two");
        script.goes(0, Pace::Normal, "place")
    };
    assert_eq!(ends(there, hold(), json!({}), leaves), ("blue.win", 5), "the count begins again");
    let pp = there.replace("p.", "pp");
    let both = |script: Script| {
        script.goes(0, Pace::Normal, "place").goes(1, Pace::Fast, "place").goes(1, Pace::Fast, "place")
    };
    assert_eq!(ends(&pp, hold(), json!({}), both).0, "turn_limit", "red is there too");
}

/// A bomb is safe once a difficult task has been done there, else it goes off.
#[test]
fn cqb_12_a_bomb() {
    let there = "
        ####################
        #b......V.......r..#
        #....p.............#
        ####################";
    let bomb = || json!({ "objective": "bomb", "at": "place", "turns": 9 });
    let difficult = |difficulty: i8| json!({ "rules": { "difficulty": { "difficult": difficulty } } });
    let works = |script: Script| script.goes(0, Pace::Normal, "place").always(0, Action::Defuse);
    assert_eq!(ends(there, bomb(), difficult(0), works), ("blue.win", 2));
    assert_eq!(ends(there, bomb(), difficult(30), works), ("red.win", 9));
    let game = Game::on(there, json!({ "mission": bomb() }));
    let may = |figure: usize, turn: u16| {
        game.may((figure, turn), Action::Defuse, |script| script.goes(0, Pace::Normal, "place"))
    };
    assert_eq!(
        [may(0, 1), may(0, 2), may(1, 2)],
        [Err("CQB-8a"), Ok(()), Err("CQB-8a")],
        "only there, and only for blue"
    );
}

/// An escort is over when all surviving bystanders are in the place: they follow once they are seen.
#[test]
fn cqb_12_an_escort() {
    let escort = || json!({ "objective": "escort", "at": "place", "bystanders": "follow" });
    let seen = "
        ####################
        #b.......#.......r.#
        #....p...+.........#
        #...x....#.........#
        ####################";
    let unseen = "
        ####################
        #b.......#.......r.#
        #........+.........#
        #....p...#x........#
        ####################";
    let one = || json!({ "field": { "hostages": 1 } });
    assert_eq!(ends(seen, escort(), one(), still).0, "blue.win");
    assert_eq!(ends(unseen, escort(), one(), still).0, "turn_limit");
}

/// A search is over when every room has been looked into, even if a figure hides in a nook.
#[test]
fn cqb_12_a_search() {
    let nook = "
        ####################################
        #b...#.............................#
        #...v+......V......................#
        #....#.............................#
        #....#.............................#
        ##########.#########################
        ##########.#########################
        ##########.#########################
        ##########r#########################
        ####################################";
    let search = || json!({ "objective": "search" });
    let to_the_door = |script: Script| script.goes(0, Pace::Fast, "via");
    assert_eq!(ends(nook, search(), json!({}), to_the_door).0, "turn_limit");
    let looks = |script: Script| to_the_door(script).opens(0, 0).always_goes(0, Pace::Normal, "via two");
    assert_eq!(ends(nook, search(), json!({}), looks).0, "blue.win");
}

/// Hostages flee once shots have been fired, and are safe where blue comes from; a rescue fails when no hostage is left.
#[test]
fn cqb_12_a_rescue() {
    let rooms = "
        ####################
        #bb......#.........#
        #.......v+........r#
        #...xx...#.........#
        ####################";
    let rescue = || json!({ "objective": "rescue", "bystanders": "flee" });
    let two = || with(no_hits(), json!({ "field": { "hostages": 2 } }));
    let opens = |script: Script| script.goes(0, Pace::Fast, "via").opens(0, 0);
    let told = Game::on(rooms, with(two(), json!({ "mission": rescue() }))).first(|script| volleys(opens(script)));
    assert_eq!(told.ending(), "blue.win", "{:#?}", told.lines());
    let first = |wanted: &str| told.steps.iter().position(|step| step.text.contains(wanted)).expect("a step");
    assert!(first("shot") < first("runs"));
    assert!(told.lines().iter().any(|line| line.contains("runs and is safe")));
    assert_eq!(ends(rooms, rescue(), two(), opens).0, "turn_limit", "nobody fires, nobody flees");
    let before = "
        ####################
        #b.......x........r#
        ####################";
    let more = with(with(no_hits(), struck_in("head")), json!({ "field": { "hostages": 1 } }));
    assert_eq!(ends(before, json!({ "objective": "rescue" }), more, volleys).0, "red.win");
}

/// A map's scenario is refused where it makes no sense, at its key.
#[test]
fn cqb_2_3_what_a_map_needs() {
    let problems = |more: Value| Game::on(TWO_ROOMS, more).problems();
    assert_eq!(
        problems(json!({ "red": { "gunman": { "count": 2 } } })),
        ["red.gunman.count: no room to deploy: 2 figures in `red`, which has room for 1"]
    );
    assert_eq!(
        problems(json!({ "red": { "gunman": { "at": "roof" } } })),
        ["red.gunman.at: the map has no area `roof`, expected one of `blue`, `red`, `hostages`, `place`"]
    );
    let off =
        Game::open(json!({ "field": { "map": "drawn.toml" }, "blue": { "team": { "mask": true, "at": "blue" } } }))
            .problems();
    assert_eq!(off, ["blue.team.mask: needs ground: set `field.map`", "blue.team.at: needs ground: set `field.map`"]);
}

/// A side remembers where it last saw an enemy, until somebody of it looks there and he is gone.
#[test]
fn a_side_remembers_where_it_saw_an_enemy() {
    let corner = "
        ###########
        #b.......v#
        #########.#
        #r......V.#
        ###########";
    let game = Game::on(corner, json!({ "rules": { "order": "blue_first" } }));
    let mut known = Vec::new();
    game.watched(
        |script| {
            let comes = script.goes(0, Pace::Fast, "via").goes(0, Pace::Fast, "via two");
            comes.goes(0, Pace::Fast, "via").goes(0, Pace::Fast, "blue")
        },
        |knows, ask| {
            if knows.me() == 1 && matches!(ask, Ask::Act { .. }) {
                let terrain = knows.terrain().expect("a map");
                known.push((terrain.sees().contains(0), terrain.sighting(0).map(|sighting| sighting.turn)));
            }
        },
    );
    assert_eq!(known[..4], [(false, None), (true, Some(2)), (false, Some(3)), (false, Some(3))]);
}
