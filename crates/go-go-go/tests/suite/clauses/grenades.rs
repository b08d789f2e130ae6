//! Grenades (GGG-gren).

use std::collections::BTreeSet;

use engage::{Inches, Mark, Step};
use field::{Doors, Facing};
use go_go_go::Script;
use go_go_go::action::{Act, Action, Order, Way};
use go_go_go::figure::{Man, Pace};
use go_go_go::grenade::{Direction, Grenade, Landing, land};
use serde_json::{Value, json};

use super::{
    ANYWHERE, Assault, Told, always, dice, faces, gunner, odds, of, open, play, rules, spotting, still, walks, with,
};

/// What is wrong with a scenario on a map.
fn problems(more: Value) -> Vec<String> {
    Assault::new(&room(), more).compiles().err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

/// Blue at the left, red at the right, sixteen inches apart.
fn room() -> String {
    open(13, 40, &[(6, 12, 'b'), (6, 28, 'r')])
}

/// The figure that threw.
fn throws(steps: &Told) -> Vec<&Step> {
    steps.steps.iter().filter(|step| matches!(step.clause, "GGG-gren-4" | "GGG-gren-6")).collect()
}

/// Where a grenade burst.
fn burst(step: &Step) -> u16 {
    let bursts = step.marks.iter().find_map(|mark| match mark {
        Mark::Shot { to, .. } => Some(*to),
        _ => None,
    });
    bursts.expect("a burst")
}

/// A Terrorist with a grenade.
fn armed(grenade: &str, rules: Value) -> Value {
    json!({ "red": { "foe": { "grenades": [grenade] } }, "rules": rules, "turn_limit": 3 })
}

/// He looks west and throws it at once to where blue begins.
fn throws_at_blue(grenade: Grenade) -> impl Fn(Script) -> Script + Copy {
    move |script| script.faces(1, Facing::WEST).throws(1, grenade, "blue")
}

/// He throws HE.
fn throws_he(script: Script) -> Script {
    throws_at_blue(Grenade::He)(script)
}

/// Whether a figure may throw a grenade at a place in a turn.
fn may_throw(
    assault: &Assault,
    who: (usize, u16),
    grenade: Grenade,
    place: &str,
    script: impl Fn(Script) -> Script,
) -> engage::May {
    let aim = Script::on(&assault.map).cell(place);
    assault.may(who, Action::Order(Order::doing(Act::Throw { grenade, aim })), script)
}

/// A Counter-Terrorist has a smoke and a stun grenade at most, a sniper as well, and never HE.
#[test]
fn ggg_gren_1_what_counter_terrorists_carry() {
    let blue = |grenades: Value, weapon: &str| {
        problems(json!({ "blue": { "team": { "grenades": grenades, "weapon": weapon } } }))
    };
    assert_eq!(blue(json!(["smoke", "stun"]), "automatic"), Vec::<String>::new());
    assert_eq!(blue(json!(["smoke", "stun"]), "sniper"), Vec::<String>::new());
    assert!(blue(json!(["HE"]), "automatic")[0].starts_with("blue.team.grenades: "));
    assert!(blue(json!(["stun", "stun"]), "automatic")[0].starts_with("blue.team.grenades: "));
    // One of a kind is thrown once.
    let more = json!({ "blue": { "team": { "grenades": ["stun"] } }, "rules": { "stun": always("nothing") } });
    let assault = Assault::new(&room(), more);
    let throws = |script: Script| script.faces(0, Facing::EAST).throws(0, Grenade::Stun, "red");
    let may = |turn: u16, grenade: Grenade| may_throw(&assault, (0, turn), grenade, "red", throws);
    assert_eq!([1, 2].map(|turn| may(turn, Grenade::Stun)), [Ok(()), Err("GGG-gren-1")]);
    assert_eq!([Grenade::He, Grenade::Smoke].map(|grenade| may(1, grenade)), [Err("GGG-gren-1"); 2]);
}

/// A Terrorist has one grenade of any kind.
#[test]
fn ggg_gren_2_what_terrorists_carry() {
    let red = |grenades: Value| problems(json!({ "red": { "foe": { "grenades": grenades } } }));
    for grenade in ["HE", "smoke", "stun"] {
        assert_eq!(red(json!([grenade])), Vec::<String>::new());
    }
    for two in [json!(["HE", "stun"]), json!(["HE", "HE"])] {
        assert!(red(two)[0].starts_with("red.foe.grenades: "));
    }
    let assault = Assault::new(&room(), armed("HE", json!({ "he": always("nothing") })));
    let may = |turn: u16, grenade: Grenade| may_throw(&assault, (1, turn), grenade, "blue", throws_he);
    assert_eq!([1, 2].map(|turn| may(turn, Grenade::He)), [Ok(()), Err("GGG-gren-2")]);
    assert_eq!(may(1, Grenade::Stun), Err("GGG-gren-2"));
}

/// Nobody throws in a turn in which he moves; who hides may.
#[test]
fn ggg_gren_3_no_throw_on_the_move() {
    let assault = Assault::new(&room(), armed("HE", json!({})));
    let cell = Script::on(&assault.map).cell("blue");
    let throw =
        |pace: Pace, way: Way| Action::Order(Order { pace, way, act: Act::Throw { grenade: Grenade::He, aim: cell } });
    assert_eq!(assault.may((1, 1), throw(Pace::Normal, Way::To(cell)), still), Err("GGG-gren-3"));
    assert_eq!(assault.may((1, 1), throw(Pace::Stealthy, Way::To(cell)), still), Err("GGG-gren-3"));
    assert_eq!(assault.may((1, 1), throw(Pace::Stationary, Way::Stays), still), Ok(()));
    let bush = open(13, 40, &[(6, 12, 'b'), (6, 28, 'i')]);
    let steps = play(&bush, armed("HE", json!({ "he": always("nothing"), "throw": -10 })), |script| {
        gunner(script).hides(1, Facing::WEST).stays(1, 1).throws(1, Grenade::He, "blue")
    });
    assert_eq!(throws(&steps)[0].turn, 2);
    assert_eq!(steps.aims(0)[..3], [(1, 4), (2, 4), (3, 4)], "he hides all the while");
}

/// On target on 4 and more, less his wounds; then the burst is where it was wanted.
#[test]
fn ggg_gren_4_the_throw() {
    let mut seen = [0, 0];
    for steps in Assault::new(&room(), armed("HE", json!({ "he": always("nothing") }))).plays(40, throws_he) {
        let step = throws(&steps)[0];
        let (die, at) = (faces(step)[0], steps.position(burst(step)));
        assert_eq!(step.target_number, Some(4));
        assert_eq!(step.text.ends_with("on target"), die >= 4, "{step:?}");
        assert_eq!(at == (6, 12), die >= 4, "{step:?}");
        seen[usize::from(die >= 4)] += 1;
    }
    assert!(seen[0] > 8 && seen[1] > 8, "{seen:?}");
    let wounded =
        with(armed("HE", json!({ "penalties": { "wound": 1 } })), json!({ "red": { "foe": { "wounds": 2 } } }));
    assert_eq!(throws(&play(&room(), wounded, throws_he))[0].target_number, Some(6));
    for (wounds, stun, on) in [(0, 0, of(1, 2)), (1, 0, of(1, 3)), (0, 1, of(1, 6)), (1, 1, of(0, 1))] {
        let p = json!({ "thrower": { "wounds": wounds, "stun_turns": stun } });
        assert_eq!(odds("grenade_throw", &p, "on_target"), on);
    }
}

/// One less through a doorway or a window, however many.
#[test]
fn ggg_gren_5_through_an_opening() {
    let row = |between: &str| {
        format!("{}\n#b.....{between}......r#\n#p{}#\n{}\n", "#".repeat(20), ".".repeat(17), "#".repeat(20))
    };
    let number = |between: &str| {
        let more = armed("HE", json!({ "he": always("nothing") }));
        throws(&play(&row(between), more, throws_he)).first().and_then(|step| step.target_number)
    };
    for (between, need) in
        [(".....", 4), (".\"...", 4), ("._...", 4), (".'...", 5), ("..=..", 5), (".'.=.", 5), ("''...", 5)]
    {
        assert_eq!(number(between), Some(need), "{between}");
    }
    let p = json!({ "through_opening": true });
    assert_eq!(odds("grenade_throw", &p, "on_target"), of(1, 3));
}

/// Off target: a die for the direction as the thrower looks, one for the inches.
#[test]
fn ggg_gren_6_off_target() {
    let mut seen = BTreeSet::new();
    // Red looks west: over is to the west, left to the south.
    let game = Assault::new(
        &open(21, 50, &[(10, 14, 'b'), (10, 30, 'r')]),
        armed("HE", json!({ "he": always("nothing"), "throw": 20 })),
    );
    for steps in game.plays(120, throws_he) {
        let step = throws(&steps)[0];
        let [_, direction, by] = faces(step)[..] else { panic!("{step:?}") };
        let (row, column) = steps.position(burst(step));
        let off = (row as i32 - 10, column as i32 - 14);
        let expected = match direction {
            1 | 2 => (0, by),
            3 | 4 => (0, -by),
            5 => (by, 0),
            _ => (-by, 0),
        };
        assert_eq!(off, expected, "{step:?}");
        seen.insert((direction, by));
    }
    assert!(seen.len() > 30, "all directions and distances: {seen:?}");
    for (direction, way) in [
        (1, Direction::Short),
        (2, Direction::Short),
        (3, Direction::Over),
        (4, Direction::Over),
        (5, Direction::Left),
        (6, Direction::Right),
    ] {
        for by in 1..=6 {
            let landed = dice(&[1, direction, by], |chance| {
                land(chance, &rules(json!({})), &Man::FRESH, Inches::whole(9), false, ANYWHERE)
            });
            assert_eq!(landed, Landing::Off(way, Inches::whole(by as i32)));
        }
    }
}

/// A throw that falls short by more than its length stops at the thrower's feet, or behind him; a wall stops a grenade on the near
/// side, or does not.
#[test]
fn ggg_gren_7_short_throws_and_walls() {
    let near = open(13, 40, &[(6, 12, 'b'), (6, 15, 'r')]);
    let columns = |drawing: &str, option: Value| -> BTreeSet<(usize, usize)> {
        let rules = with(json!({ "he": always("nothing"), "throw": 20 }), option);
        let game = Assault::new(drawing, armed("HE", rules));
        game.plays(150, throws_he).map(|steps| steps.position(burst(throws(&steps)[0]))).collect()
    };
    let farthest = |option: &str| columns(&near, json!({ "short_throw": option })).iter().map(|at| at.1).max();
    assert_eq!(farthest("stops_at_thrower"), Some(15));
    assert_eq!(farthest("may_pass_behind"), Some(18));
    // A wall behind the thrower stops what passes behind him.
    let backed = open(13, 40, &[(6, 12, 'b'), (6, 15, 'r'), (6, 17, '#')]);
    let behind = columns(&backed, json!({ "short_throw": "may_pass_behind" }));
    assert_eq!(behind.iter().map(|at| at.1).max(), Some(16));
    // Blue stands right before a wall, with a passage behind it.
    let wall = "
        ########################################
        #......................................#
        #.####################################.#
        #..............b...........r..........p#
        #......................................#
        #......................................#
        #......................................#
        #......................................#
        #......................................#
        #......................................#
        ########################################";
    let north = |option: &str| {
        let all = columns(wall, json!({ "scatter_wall": option }));
        all.iter().filter(|at| at.1 == 15 && at.0 <= 3).map(|at| at.0).collect::<BTreeSet<usize>>()
    };
    assert_eq!(north("stops"), BTreeSet::from([3]), "before the wall");
    assert_eq!(north("passes"), BTreeSet::from([1, 3]), "two inches off it is beyond the wall");
    let p = |option: &str| json!({ "throw_distance": 2, "options": { "short_throw": option } });
    assert_eq!(odds("grenade_landing", &p("stops_at_thrower"), "short_2"), of(5, 36));
    assert_eq!(odds("grenade_landing", &p("may_pass_behind"), "short_2"), of(1, 36));
}

/// All in the radius roll, four inches included, friend and foe, the thrower, hostages (GGG-host-5): but not who is behind a
/// wall.
#[test]
fn ggg_gren_8_the_radius() {
    let crowd = "
        ############################
        #......................p...#
        #...bb..b.b................#
        #....b#.....b..............#
        #..b..#vr.x..r.............#
        #...b.###..................#
        #....x..b.......r..........#
        #...x......................#
        ############################";
    let more = json!({
        "mission": { "objective": "rescue", "at": null },
        "field": { "hostages": 3 },
        "blue": { "team": { "count": 9 } },
        "red": { "foe": { "count": 3, "grenades": ["HE"] } },
        "rules": { "he": always("wounded") },
        "turn_limit": 2,
    });
    let (mut reached, mut hostages, mut own, mut shielded, mut bursts) = (0, 0, 0, 0, 0);
    let all_throw = |script: Script| {
        (9..12).fold(script, |script, me| script.faces(me, Facing::WEST).throws(me, Grenade::He, "via"))
    };
    for steps in Assault::new(crowd, more).plays(40, all_throw) {
        let plan = &steps.map.plan;
        for (place, step) in
            steps.steps.iter().enumerate().filter(|(_, step)| matches!(step.clause, "GGG-gren-4" | "GGG-gren-6"))
        {
            bursts += 1;
            let centre = plan.cell_numbered(burst(step).into()).expect("a cell");
            let struck: BTreeSet<u8> = steps.steps[place + 1..]
                .iter()
                .take_while(|step| step.clause == "GGG-gren-11")
                .filter_map(|step| step.target)
                .collect();
            for who in 0..15 {
                let (row, column) = steps.at(who, step.turn);
                let there = plan.cell(row, column).expect("a cell");
                let (near, open) = (plan.squared(centre, there) <= 16, plan.sees(centre, there, Doors::SHUT));
                assert_eq!(struck.contains(&who), near && open, "{who} at {row}, {column}: {step:?}");
                shielded += usize::from(near && !open);
            }
            reached += struck.len();
            hostages += struck.iter().filter(|&&who| who >= 12).count();
            own += struck.iter().filter(|&&who| Some(who) == step.figure).count();
        }
    }
    assert!(
        bursts > 50 && reached > 100 && hostages > 20 && own > 2 && shielded > 10,
        "{bursts} {reached} {hostages} {own} {shielded}"
    );
    // Four inches are in, more is not.
    for (along, out) in [(4.0, of(1, 3)), (4.1, of(0, 1))] {
        let p = json!({ "grenade": "HE", "throw_distance": 9, "figures": [{ "name": "F", "along": along, "right": 0.0 }], "options": { "throw": -10 } });
        assert_eq!(odds("grenade_on_figures", &p, "F=out"), out, "{along}");
    }
    let wide = json!({ "radius": 5, "throw": -10 });
    let p = json!({ "grenade": "HE", "throw_distance": 9, "figures": [{ "name": "F", "along": 5.0, "right": 0.0 }], "options": wide });
    assert_eq!(odds("grenade_on_figures", &p, "F=out"), of(1, 3));
}

/// Everybody in the radius rolls a die of his own.
#[test]
fn ggg_gren_9_an_effect_die_for_each() {
    let pair = open(13, 40, &[(6, 12, 'b'), (6, 13, 'b'), (6, 28, 'r')]);
    let more = with(armed("stun", json!({ "throw": -10 })), json!({ "blue": { "team": { "count": 2 } } }));
    let throws = |script: Script| script.faces(2, Facing::WEST).throws(2, Grenade::Stun, "blue");
    let mut apart = 0;
    for steps in Assault::new(&pair, more).plays(30, throws) {
        let dice: Vec<_> = steps.of("GGG-gren-12").map(|step| (step.target, faces(step))).collect();
        assert_eq!(dice.len(), 2, "{dice:?}");
        assert!(dice[0].0 != dice[1].0 && dice.iter().all(|(_, dice)| dice.len() == 1));
        apart += usize::from(dice[0].1 != dice[1].1);
    }
    assert!(apart > 15, "{apart}");
}

/// HE stuns on 1 and 2, wounds on 3 and 4, puts out on 5 and 6; a stun grenade stuns on 3 and more.
#[test]
fn ggg_gren_11_and_ggg_gren_12_what_bursts_do() {
    for (kind, grenade, clause, table) in [
        (Grenade::He, "HE", "GGG-gren-11", ["stunned", "stunned", "wound", "wound", "out", "out"]),
        (Grenade::Stun, "stun", "GGG-gren-12", ["nothing", "nothing", "stunned", "stunned", "stunned", "stunned"]),
    ] {
        let mut seen = BTreeSet::new();
        for steps in Assault::new(&room(), armed(grenade, json!({ "throw": -10 }))).plays(40, throws_at_blue(kind)) {
            let step = steps.of(clause).next().expect("a burst");
            let die = faces(step)[0];
            let result = step.fact("result").and_then(engage::Fact::word);
            assert_eq!(result, Some(table[die as usize - 1]), "{step:?}");
            assert_eq!(steps.outcome.measures[0] == 1, result == Some("out"));
            assert_eq!(steps.outcome.measures[2] == 1, result == Some("wound"));
            seen.insert(die);
        }
        assert_eq!(seen.len(), 6);
    }
    let p = json!({ "grenade": "smoke" });
    assert_eq!(odds("grenade_effect", &p, "none"), of(1, 1));
}

/// Throws belong to the stationary step: at once with its shots, before movers fire.
#[test]
fn ggg_gren_13_when_a_grenade_bursts() {
    // Blue waits at one end, or goes along and fires on the move.
    let lane = open(13, 60, &[(6, 2, 'b'), (6, 12, 'V'), (6, 40, 'r'), (6, 35, 'v')]);
    let shots = |moves: bool, blast: &str| {
        let more = armed("HE", json!({ "he": always(blast), "radius": 7, "throw": -10 }));
        let steps = play(&lane, more, |script| {
            let script = gunner(script).faces(1, Facing::WEST).stays(1, 1);
            if moves {
                walks(script.throws(1, Grenade::He, "via two"), 0, Pace::Normal, "via")
            } else {
                script.throws(1, Grenade::He, "blue")
            }
        });
        assert_eq!(throws(&steps)[0].turn, 2);
        steps.aims(0).iter().map(|&(turn, _)| turn).collect::<Vec<_>>()
    };
    assert_eq!(shots(true, "nothing"), [1, 2, 3]);
    assert_eq!(shots(true, "out"), [1], "before he fires");
    assert_eq!(shots(false, "out"), [1, 2], "in the same step as he fires");
    let p = |blast: &str| json!({ "grenade": "HE", "victim": { "stance": "normal" }, "target": {}, "range": 4, "options": { "he": always(blast) } });
    assert_eq!(odds("grenade_then_shot", &p("out"), "no_shot"), of(1, 1));
    assert_eq!(odds("grenade_then_shot", &p("stunned"), "hit"), of(1, 6));
}

/// As far as he sees, or to a limit; never at what is out of sight or behind him.
#[test]
fn ggg_gren_14_how_far_one_throws() {
    let may = |most: i32| {
        let assault = Assault::new(&room(), armed("HE", json!({ "grenade_max_range": most })));
        may_throw(&assault, (1, 1), Grenade::He, "blue", still)
    };
    assert_eq!([0, 20, 16].map(may), [Ok(()); 3], "16 inches");
    assert_eq!([15, 3].map(may), [Err("GGG-gren-14"); 2]);
    // At what he has come to see, to the side as well.
    let thrown = |drawing: &str, facing: Facing| {
        let more = armed("HE", json!({ "he": always("nothing") }));
        throws(&play(drawing, more, |script| script.faces(1, facing).throws(1, Grenade::He, "blue"))).len()
    };
    let walled = open(13, 40, &[(6, 12, 'b'), (6, 20, '#'), (6, 28, 'r')]);
    assert_eq!([Facing::WEST, Facing::NORTH, Facing::EAST].map(|facing| thrown(&room(), facing)), [1, 1, 0]);
    assert_eq!(thrown(&walled, Facing::WEST), 0);
}

/// At what smoke hides, too, if an opening on the way there is in sight: smoke in turn 1, another grenade into it in turn 2.
#[test]
fn ggg_gren_14_behind_an_opening_in_sight() {
    let thrown = |between: char, smoke: &str| {
        let rooms = format!(
            "
        ####################
        #......#...........#
        #b.....{between}.w..v..V...#
        #......#.........rp#
        ####################"
        );
        let more = json!({
            "blue": { "team": { "grenades": ["smoke", "stun"] } },
            "rules": { "throw": -10, "stun": always("nothing") },
            "turn_limit": 2,
        });
        let steps = play(&rooms, more, |script| {
            script.faces(0, Facing::EAST).throws(0, Grenade::Smoke, smoke).throws(0, Grenade::Stun, "via two")
        });
        assert_eq!(throws(&steps)[0].turn, 1, "smoke: {:#?}", steps.lines());
        throws(&steps)[1..].iter().map(|step| (step.turn, step.target_number)).collect::<Vec<_>>()
    };
    assert_eq!(thrown('\'', "via"), [(2, Some(-9))], "through the doorway");
    assert_eq!(thrown('=', "via"), [(2, Some(-9))], "through the window");
    assert_eq!(thrown('.', "via"), [], "a gap in a wall is no opening");
    assert_eq!(thrown('\'', "via three"), [], "the doorway is in smoke itself");
}

/// One Counter-Terrorist before two Terrorists, and a place between them.
const SMOKED: [(usize, usize, char); 4] = [(6, 2, 'b'), (5, 40, 'r'), (7, 40, 'r'), (6, 20, 'v')];

fn smoker(rules: Value) -> Value {
    json!({ "blue": { "team": { "grenades": ["smoke"] } }, "red": { "foe": { "count": 2 } }, "rules": rules, "turn_limit": 8 })
}

/// All fire whenever they may.
fn all_fire(script: Script) -> Script {
    let script = gunner(script).always_fires(0, 2);
    [1, 2].into_iter().fold(script, |script, me| script.faces(me, Facing::WEST).always_fires(me, 0))
}

/// Smoke in turn 2.
fn throws_smoke(script: Script) -> Script {
    script.stays(0, 1).throws(0, Grenade::Smoke, "via")
}

/// Smoke lies where it burst for good, and nobody sees or fires into it, out of it or through it, from the next step on.
#[test]
fn ggg_gren_10_smoke() {
    let lane = open(13, 60, &SMOKED);
    let rules = json!({ "throw": -10, "spotting": spotting(-10) });
    let steps = play(&lane, smoker(rules.clone()), |script| throws_smoke(all_fire(script)));
    let place = steps.steps.iter().position(|step| step.text.contains("smoke grenade")).expect("smoke");
    let smoke: BTreeSet<u16> = steps.steps[place]
        .marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Smokes { cell } => Some(*cell),
            _ => None,
        })
        .collect();
    let plan = &steps.map.plan;
    let centre = plan.cell_numbered(burst(&steps.steps[place]).into()).expect("a cell");
    let expected: BTreeSet<u16> =
        plan.all().iter().filter(|&cell| plan.squared(centre, cell) <= 16).map(|cell| cell.index() as u16).collect();
    assert_eq!(smoke, expected);
    let cells: field::CellSet = plan.all().iter().filter(|cell| smoke.contains(&(cell.index() as u16))).collect();
    let mut cloud = field::Cloud::EMPTY;
    cloud.add(plan, &cells);
    let turn = steps.steps[place].turn;
    let through = |steps: &Told, after: u32| {
        let later = steps.steps.iter().filter(|step| step.turn > after).flat_map(|step| &step.marks);
        later
            .filter(|mark| match mark {
                Mark::Shot { from, to } => {
                    let [from, to] = [from, to].map(|cell| plan.cell_numbered((*cell).into()).expect("a cell"));
                    plan.line_meets(from, to, &cloud)
                }
                _ => false,
            })
            .count()
    };
    assert_eq!(through(&steps, turn), 0, "{:#?}", steps.lines());
    let clear = play(&lane, smoker(rules), all_fire);
    assert!(through(&clear, turn) > 4, "without smoke they would fire there: {:#?}", clear.lines());
}

/// Under `smoke_sight = "hides"` one sees through smoke, but figures in it or behind it count as hiding.
#[test]
fn ggg_gren_10_smoke_may_only_hide() {
    let rules = json!({ "throw": -10, "spotting": spotting(-10), "smoke_sight": "hides" });
    let steps = play(&open(13, 60, &SMOKED), smoker(rules), |script| throws_smoke(all_fire(script)));
    let smoke = steps.steps.iter().find(|step| step.text.contains("smoke grenade")).expect("smoke");
    let numbers = |turns: fn(u32, u32) -> bool| {
        let shots = steps.aims(1).into_iter().filter(|&(turn, _)| turns(turn, smoke.turn));
        shots.map(|(_, number)| number).collect::<BTreeSet<i32>>()
    };
    assert_eq!(numbers(|turn, smoke| turn == smoke), BTreeSet::from([3]), "{:#?}", steps.lines());
    assert!(numbers(|turn, smoke| turn > smoke).eq(&BTreeSet::from([4])), "{:#?}", steps.lines());
}
