//! Sides, places, maps, counters (GGG-gen, GGG-map, GGG-cnt), and fights in the open (GGG-duel).

use std::collections::BTreeSet;

use field::Facing;
use go_go_go::action::{Act, Ask};
use go_go_go::grenade::Grenade;
use go_go_go::{Knowledge, Script};
use serde_json::{Value, json};

use super::{Assault, Told, Watched, odds, of, open, play, still, with};

/// Two teams and one assault: it ends by the mission or by the clock, one team has won or nobody.
#[test]
fn ggg_gen_1_one_assault_against_the_clock() {
    let room = open(13, 40, &[(5, 2, 'b'), (6, 2, 'b'), (6, 20, 'r'), (7, 20, 'r')]);
    let more = json!({ "blue": { "team": { "count": 2 } }, "red": { "foe": { "count": 2 } }, "rules": { "out_up_to": 1, "penalties": { "wound": 1 }, "time": 12 }, "turn_limit": 40 });
    let mut endings = BTreeSet::new();
    let fight = |script: Script| {
        let script =
            (0..2).fold(script, |script, me| script.faces(me, Facing::EAST).always_fires(me, 2).always_fires(me, 3));
        (2..4).fold(script, |script, me| script.faces(me, Facing::WEST).always_fires(me, 0).always_fires(me, 1))
    };
    for steps in Assault::new(&room, more).plays(60, fight) {
        assert!(steps.outcome.turns <= 12 && steps.ending() != "turn_limit");
        endings.insert(steps.ending());
    }
    assert!(endings.len() >= 3 && endings.contains("blue.no_explosion"), "{endings:?}");
    let sides: BTreeSet<_> = Assault::new(&room, json!({}))
        .compiles()
        .expect("a battle")
        .figures()
        .iter()
        .map(|figure| figure.side.name())
        .collect();
    assert_eq!(sides, BTreeSet::from(["blue", "red"]));
}

/// Team sizes and starting places are the scenario's: each in its area, blue together and red apart, or the other way.
#[test]
fn ggg_gen_3_team_sizes_and_places() {
    let hall = format!(
        "{}\n{}{}\n",
        "#".repeat(40),
        "#bbbbbbbb......................rrrrrrrr#\n".repeat(6),
        "#".repeat(39) + "p".replace('p', "#").as_str()
    );
    let hall = hall.replacen("#bbbbbbbb.", "#bbbbbbbbp", 1);
    let more = |deploy: Value| {
        let squad = with(json!({ "count": 3 }), deploy);
        json!({ "blue": { "team": squad.clone() }, "red": { "foe": squad }, "turn_limit": 1 })
    };
    let spread = |steps: &Told, first: u8| {
        let all: Vec<_> = (first..first + 3).map(|who| steps.at(who, 0)).collect();
        let apart = |a: &(usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1));
        all.iter().map(|at| apart(at, &all[0])).max().unwrap_or_default()
    };
    let widest = |deploy: Value, first: u8| {
        Assault::new(&hall, more(deploy)).plays(30, still).map(|steps| spread(&steps, first)).max()
    };
    assert!(widest(json!({}), 0) <= Some(2) && widest(json!({}), 3) >= Some(4));
    assert!(
        widest(json!({ "deploy": "apart" }), 0) >= Some(4) && widest(json!({ "deploy": "together" }), 3) <= Some(2)
    );
    let mut places = BTreeSet::new();
    for steps in Assault::new(&hall, more(json!({}))).plays(30, still) {
        assert!((0..3).all(|who| steps.at(who, 0).1 <= 9) && (3..6).all(|who| steps.at(who, 0).1 >= 30));
        assert_eq!((0..6).map(|who| steps.at(who, 0)).collect::<BTreeSet<_>>().len(), 6, "each on a place of his own");
        places.insert(steps.at(0, 0));
    }
    assert!(places.len() > 8, "by lot");
    let compiles = |count: u8| Assault::new(&hall, json!({ "blue": { "team": { "count": count } } })).compiles();
    assert!(compiles(16).is_ok());
    assert!(compiles(17).is_err(), "sixteen on a side");
}

/// A square is an inch, which is the unit.
#[test]
fn ggg_gen_4_distances_are_inches() {
    let room = open(9, 40, &[(3, 2, 'b'), (6, 6, 'r')]);
    let fires = |script: Script| script.faces(0, Facing::new(3, 4).expect("a direction")).always_fires(0, 1);
    let steps = play(&room, json!({ "turn_limit": 1 }), fires);
    assert!(
        steps.shots(0).next().is_some_and(|shot| shot.text.ends_with("at 5\"")),
        "three and four squares: {:#?}",
        steps.lines()
    );
    assert_eq!(steps.aims(0), [(1, 2)], "short range");
    let p = json!({ "firer": {}, "target": {}, "range": 5 });
    assert_eq!(odds("hit", &p, "hit"), of(5, 6));
}

/// Each team knows what it has seen: nothing of an enemy before, and where he was when he is out of sight again.
#[test]
fn ggg_gen_2_and_ggg_map_1_and_ggg_map_2_teams_know_what_they_have_seen() {
    let wall = (18..22).map(|column| (8, column, '#'));
    let marks = [(6, 2, 'b'), (6, 20, 'r'), (9, 21, 'V')];
    let room = open(13, 30, &marks.into_iter().chain(wall).collect::<Vec<_>>());
    let assault = Assault::new(&room, json!({ "turn_limit": 4 }));
    let mut known = Vec::new();
    let look = |knows: &Knowledge<'_>, ask: Ask| {
        if knows.me() == 0 && ask == Ask::Order {
            known.push((knows.sighting(1).map(|sighting| (sighting.turn, sighting.cell)), knows.fresh().contains(1)));
        }
    };
    let script = Script::on(&assault.map).faces(0, Facing::EAST).stays(1, 1);
    let place = script.cell("red");
    let script = script.goes(1, go_go_go::figure::Pace::Normal, "via two");
    let steps = assault.with(0, &mut Watched { script, look });
    assert_eq!(steps.at(1, 2), (9, 21));
    // GGG-map-2: out of sight in turn 2, he is off the map from then on; where he was is remembered.
    let seen = Some((1, place));
    assert_eq!(known, [(None, false), (seen, true), (seen, false), (seen, false)]);
}

/// What one team can know of the other when its first figure is asked for orders.
fn what_is_known(drawing: &str, more: Value, script: impl Fn(Script) -> Script) -> [Vec<String>; 2] {
    let assault = Assault::new(drawing, more);
    let mut known = [Vec::new(), Vec::new()];
    let look = |knows: &Knowledge<'_>, ask: Ask| {
        if ask == Ask::Order {
            let enemies: Vec<_> = knows.enemies().iter().map(|enemy| knows.sighting(enemy)).collect();
            let hostages: Vec<_> = knows.hostages().iter().map(|hostage| knows.hostage(hostage)).collect();
            let ground = (knows.doors(), knows.bombs(), knows.heard(), hostages);
            known[knows.me()].push(format!("{enemies:?} {:?} {ground:?}", knows.fresh()));
        }
    };
    assault.with(0, &mut Watched { script: script(Script::on(&assault.map)), look });
    known
}

/// Game control keeps what a team cannot know: where the other team is that it has not seen, what it carries and how it is, where
/// hostages are held, and how long a bomb has to go; and it brings the map up to date when something comes into sight.
#[test]
fn ggg_gen_2_game_control_keeps_secrets() {
    let rooms = |red: usize, hostage: usize, wall: char| {
        let row: String = (0..12)
            .map(|column| match column {
                _ if column == red => 'r',
                _ if column == hostage => 'x',
                _ => '.',
            })
            .collect();
        format!(
            "
        #######################
        #b.......{wall}{row}#
        #........#...........p#
        #........+............#
        #######################"
        )
    };
    let more = |foe: Value| {
        let mission = json!({ "objective": "rescue", "at": null });
        json!({ "mission": mission, "field": { "hostages": 1 }, "red": { "foe": foe }, "turn_limit": 4 })
    };
    let known = |red: usize, hostage: usize, wall: char, foe: Value| {
        what_is_known(&rooms(red, hostage, wall), more(foe), |script| {
            script.faces(0, Facing::EAST).faces(1, Facing::WEST)
        })
    };
    let [blue, red] = known(9, 3, '#', json!({}));
    assert_eq!((blue.len(), red.len()), (4, 4), "in each turn");
    assert!(blue[3].contains("[None]"), "nothing of red and of the hostage: {blue:?}");
    for (place, hostage, foe) in
        [(5, 3, json!({})), (9, 8, json!({})), (9, 3, json!({ "grenades": ["HE"], "wounds": 2, "stun_turns": 9 }))]
    {
        let [same, theirs] = known(place, hostage, '#', foe.clone());
        assert_eq!(blue, same, "red at {place}, the hostage at {hostage}, {foe}");
        // The Terrorists know where they hold it.
        assert_eq!(theirs == red, hostage == 3, "{theirs:?}");
    }
    // Through a window both come into sight in turn 1.
    let [seen, _] = known(9, 3, '=', json!({}));
    assert_eq!(seen[0], blue[0]);
    assert!(seen[1] != blue[1] && !seen[1].contains("[None]"), "{seen:?}");
    assert_ne!(seen[1], known(5, 3, '=', json!({}))[0][1], "where red is");
    assert_ne!(seen[1], known(9, 3, '=', json!({ "wounds": 2 }))[0][1], "and how");
}

/// The time that a bomb has left is kept from the Counter-Terrorists who see it (GGG-gen-2, GGG-bomb-4).
#[test]
fn ggg_gen_2_game_control_keeps_the_bombs_time() {
    let room = open(9, 34, &[(4, 2, 'b'), (7, 32, '.'), (4, 20, 'r'), (4, 21, 'p')]);
    let known = |fuse: u16| {
        let plants = |script: Script| {
            let script = script.faces(0, Facing::EAST).goes(1, go_go_go::figure::Pace::Normal, "place");
            script.does(1, Act::Plant).does(1, Act::Plant)
        };
        let [blue, _] = what_is_known(&room, json!({ "rules": { "fuse": fuse }, "turn_limit": 7 }), plants);
        blue
    };
    assert!(known(6)[4].contains("Ticks"), "planted in turn 3: {:?}", known(6));
    assert_eq!(known(6), known(15));
}

/// Maps are the scenario's own; a map is needed for a mission and refused where it has no room for it.
#[test]
fn ggg_map_4_maps_are_the_scenarios() {
    let problems = |drawing: &str, more: Value| -> Vec<String> {
        let refused = Assault::new(drawing, more).compiles().err().unwrap_or_default();
        refused.iter().map(ToString::to_string).collect()
    };
    let small = "
        ######
        #b..r#
        #p...#
        ######";
    assert_eq!(problems(small, json!({})), Vec::<String>::new());
    let crowd = problems(small, json!({ "red": { "foe": { "count": 2 } } }));
    assert!(crowd[0].starts_with("red.foe.count: no room to deploy"), "{crowd:?}");
    let roof = problems(small, json!({ "red": { "foe": { "at": "roof" } } }));
    assert!(roof[0].starts_with("red.foe.at: the map has no area `roof`"), "{roof:?}");
    let nowhere = problems(small, json!({ "mission": { "at": "vault" } }));
    assert!(nowhere[0].starts_with("mission.at: "), "{nowhere:?}");
    let via = problems(small, json!({ "blue": { "team": { "via": "vault" } } }));
    assert!(via[0].starts_with("blue.team.via: "), "{via:?}");
    let open = (go_go_go::RULESET.compile)(&Assault::new(small, json!({})).setup, None).err().unwrap_or_default();
    assert!(open.iter().any(|problem| problem.to_string().starts_with("mission.objective: ")), "{open:?}");
}

/// Counters run out of nothing: more figures hide, and throw, than the sheet has counters for.
#[test]
fn ggg_cnt_1_counters_limit_nothing() {
    let mut marks: Vec<(usize, usize, char)> = (0..10).flat_map(|n| [(1 + n, 30, 'i'), (1 + n, 2, 'b')]).collect();
    marks.push((6, 3, 'b'));
    let room = open(13, 40, &marks);
    let foe = json!({ "count": 10, "grenades": ["HE"] });
    let more = json!({ "blue": { "team": { "count": 11 } }, "red": { "foe": foe }, "rules": { "he": super::always("nothing"), "throw": -10 }, "turn_limit": 2 });
    let steps = play(&room, more, |script| {
        let script = (11..21).fold(script, |script, me| script.hides(me, Facing::WEST).throws(me, Grenade::He, "blue"));
        (0..11).fold(script, |script, me| script.faces(me, Facing::EAST).always_fires(me, 11 + me % 10))
    });
    let throws: BTreeSet<_> = steps.of("GGG-gren-4").map(|step| step.figure).collect();
    assert!(throws.len() > 8, "more HE grenades than the eight of the sheet");
    let hidden: BTreeSet<_> =
        (0..11).flat_map(|who| steps.aims(who)).filter(|&(turn, _)| turn == 1).map(|(_, number)| number).collect();
    assert_eq!(hidden, BTreeSet::from([4]), "ten who hide where it has six");
}

/// A fight in the open at one range: who stands beats who moves, and nobody can hit anybody is a stalemate.
#[test]
fn ggg_duel_1_a_fight_at_one_range() {
    let p = |range: u8, red: &str| json!({ "side_a": [{ "name": "A" }], "side_b": [{ "name": "B", "stance": red }], "range": range });
    let answer = |p: &Value, outcome: &str| {
        let answer = testkit::golden::answer(&go_go_go::RULESET, "duel", p).expect("an answer");
        answer.values.iter().find(|value| value.outcome == outcome).map_or(0.0, |value| value.decimal)
    };
    assert!((answer(&p(4, "normal"), "a_wins") - 492_103.0 / 654_885.0).abs() < 1e-9);
    assert!((answer(&p(4, "stationary"), "a_wins") - answer(&p(4, "stationary"), "b_wins")).abs() < 1e-9);
    let movers = json!({ "side_a": [{ "name": "A", "stance": "normal" }], "side_b": [{ "name": "B", "stance": "normal" }], "range": 10 });
    assert!((answer(&movers, "stalemate") - 1.0).abs() < 1e-12 && answer(&movers, "expected_turns").abs() < 1e-12);
}
