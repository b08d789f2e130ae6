//! Map files: their content, and the places of mistakes in them.

use std::path::PathBuf;
use std::sync::Arc;

use engage::{Map, NoRoom, Outcome};
use field::{Cell, Ground};
use scenario::{Diagnostics, Kind, RULESETS, load_map, parse_map, schema_of_maps};
use serde_json::json;

use crate::corpus::scenarios;

/// Two rooms on two levels, with every feature of the format.
const HOUSE: &str = "title = \"A house\"
about = 'Small.'
map = '''
#############
#...+...#..<#
#.o.#.c.#...#
#..<#...#+..#
#############
'''
marks = '''
#############
#hb.+...#..1#
#.o.#ka.#...#
#..1#...#+u.#
#############
'''
[legend]
o = \"block\"
c = 'low wall'
[rooms]
kitchen = \"k\"
hall = 'h'
[areas]
blue = \"b\"
altar = \"ak\"
downstairs = [\"hall\", 'kitchen']
upstairs = \"u\"
[stairs]
\"to the loft\" = \"1\"
";

fn parse(text: &str) -> Result<Map, Diagnostics> {
    parse_map("x.toml", text.as_bytes())
}

#[track_caller]
fn read(text: &str) -> Map {
    parse(text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// Rows and columns of some cells.
fn places(map: &Map, cells: impl Iterator<Item = Cell>) -> Vec<(u8, u8)> {
    cells.map(|cell| map.plan.position(cell)).map(|at| (at.row, at.column)).collect()
}

#[test]
fn a_map_is_what_was_drawn() {
    let map = read(HOUSE);
    assert_eq!((map.title.as_str(), map.about.as_str()), ("A house", "Small."));
    assert_eq!((map.plan.width(), map.plan.height(), map.plan.doors()), (13, 5, 2));
    assert_eq!((map.plan.ground(2, 2), map.plan.ground(2, 6)), (Ground::BLOCK, Ground::LOW_WALL));
    assert_eq!(map.rooms().map(|(name, _)| name).collect::<Vec<_>>(), ["kitchen", "hall"], "the order of the file");
    let hall = map.squares("hall").unwrap();
    let all = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3)];
    assert_eq!(places(&map, hall.iter()), all, "one mark fills the room up to its door");
    assert_eq!(map.squares("kitchen").unwrap().len(), 9);
    assert_eq!(places(&map, map.squares("altar").unwrap().iter()), [(2, 5), (2, 6)], "an area is what is marked");
    assert_eq!(map.squares("downstairs").unwrap().len(), 17, "rooms without the door between them");
    assert_eq!(map.name_of(map.room("hall").unwrap()), Some("hall"));
    assert_eq!(map.plan.rooms(), 3, "upstairs has no name");
    let (name, ends) = map.stairs().next().unwrap();
    assert_eq!((name, places(&map, ends.into_iter())), ("to the loft", vec![(1, 11), (3, 3)]));
}

#[test]
fn line_ends_and_quotes_make_no_difference() {
    let same = |text: String| {
        let (one, other) = (read(HOUSE), read(&text));
        let ground = |map: &Map| map.plan.all().iter().map(|cell| map.plan.ground_of(cell)).collect::<Vec<_>>();
        assert_eq!(ground(&one), ground(&other));
        for name in ["hall", "altar", "upstairs"] {
            assert_eq!(one.squares(name), other.squares(name));
        }
    };
    same(HOUSE.replace('\n', "\r\n"));
    same(HOUSE.replace("'''", "\"\"\""));
    same(format!("\u{feff}{HOUSE}"));
    same(HOUSE.replace("#..1#...#+u.#\n", "   1      u  \n"));
    assert_eq!(read("title = 'One row'\nmap = '..+..'\n").plan.cells(), 5);
}

#[test]
fn every_kind_is_drawn_by_its_symbol_and_by_its_word() {
    for kind in Kind::ALL {
        let symbol = kind.ground().symbol().unwrap();
        let drawn = read(&format!("title = 'x'\nmap = \"\"\"\n...\n.{symbol}.\n...\n\"\"\"\n"));
        let named = read(&format!("title = 'x'\nmap = '''\n...\n.X.\n...\n'''\nlegend.X = '{}'\n", kind.name()));
        assert_eq!(drawn.plan.ground(1, 1), kind.ground());
        assert_eq!(named.plan.ground(1, 1), kind.ground());
        assert_eq!(Kind::of(kind.ground()), Some(kind));
    }
}

#[test]
fn figures_need_room_to_begin_in() {
    let map = read("title = 'x'\nmap = '''\n...+...\n'''\nmarks = '''\nbbbb..r\n'''\n[areas]\nblue = 'b'\nred = 'r'\n");
    assert_eq!(map.deployment("blue", 3).unwrap().len(), 3, "nobody begins in a door");
    let refused = map.deployment("blue", 4).unwrap_err();
    assert_eq!(refused.to_string(), "no room to deploy: 4 figures in `blue`, which has room for 3");
    assert_eq!(refused, NoRoom::TooSmall { name: "blue".to_owned(), figures: 4, squares: 3 });
    let refused = map.deployment("blu", 1).unwrap_err();
    assert_eq!(refused.to_string(), "the map has no area `blu`, expected one of `blue`, `red`");
}

#[test]
fn mistakes_are_shown_on_the_drawing() {
    let shown = parse(&HOUSE.replace("#.o.#.c.#...#\n#..<", "#.o.#.?.#...#\n#..<")).unwrap_err().to_string();
    let expected = "error: x.toml:6:7: map: unknown symbol `?`\n  |\n6 | #.o.#.?.#...#\n  |       ^\n  \
                    = help: give it a meaning in [legend], such as \"?\" = \"floor\"";
    assert_eq!(shown, expected);
}

#[test]
fn a_level_is_not_out_of_reach_because_its_stairs_are_wrong() {
    let told = |text: String| {
        let mistakes = parse(&text).unwrap_err().0;
        mistakes.into_iter().map(|one| format!("{}: {}", one.key, one.message)).collect::<Vec<_>>()
    };
    let once = "`1` is drawn 1 times, expected twice: at both ends of stairs";
    assert_eq!(told(HOUSE.replacen("#hb.+...#..1#", "#hb.+...#..<#", 1)), [format!("stairs.to the loft: {once}")]);
    let shared = HOUSE.replace("blue = \"b\"", "blue = 'b'\nred = 'b'");
    assert_eq!(told(shared), ["areas.red: in `red` and in `blue`, where figures of each begin"]);
}

/// The shipped maps.
pub(crate) fn shipped() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(scenarios().join("maps"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    files
}

#[test]
fn shipped_maps_are_sound() {
    let files = shipped();
    assert!(files.len() >= 10, "{}", files.len());
    for file in files {
        let map = load_map(&file).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert!(!map.about.is_empty(), "{}", file.display());
        for side in ["blue", "red"] {
            map.deployment(side, 6).unwrap_or_else(|refused| panic!("{}: {refused}", file.display()));
        }
    }
}

#[test]
fn the_bank_serves_a_hostage_rescue() {
    let bank = load_map(&scenarios().join("maps/bank.toml")).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    for (area, figures) in [("blue", 6), ("red", 6), ("hostages", 4)] {
        bank.deployment(area, figures).unwrap();
    }
    for name in ["lobby", "vault"] {
        assert!(bank.room(name).is_some(), "{name}");
    }
}

#[test]
fn the_schema_knows_every_kind_and_key() {
    let schema = schema_of_maps();
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    assert_eq!(schema["required"], serde_json::json!(["title", "map"]));
    let keys: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["title", "about", "map", "legend", "marks", "rooms", "areas", "stairs"]);
    let kinds = schema.to_string();
    for kind in Kind::ALL {
        assert!(kinds.contains(&format!("\"{}\"", kind.name())), "{kind:?}");
    }
}

/// Every ruleset can use the same map files: a house with hostages for a rescue, other maps for a fight or for a place.
#[test]
fn shipped_maps_are_played_under_every_ruleset() {
    for file in scenario::listed(&scenarios()).unwrap().maps {
        let map = Arc::new(load_map(&file.path).unwrap());
        let rescue = map.deployment("hostages", 4).is_ok();
        let cqb = json!({ "ability": "elite", "weapon": "smg+", "count": 3 });
        let cqb = json!({
            "field": { "hostages": if rescue { 4 } else { 0 } },
            "mission": { "objective": if rescue { "rescue" } else { "eliminate" } },
            "blue": { "team": cqb }, "red": { "gang": cqb }, "turn_limit": 40,
        });
        let fireteam = json!({ "weapon": "rifle", "count": 3 });
        let fireteam = json!({ "blue": { "team": fireteam }, "red": { "gang": fireteam }, "turn_limit": 40 });
        let mission =
            if rescue { json!({ "objective": "rescue" }) } else { json!({ "objective": "bomb", "at": "red" }) };
        let team = json!({ "count": 3 });
        let go = json!({ "mission": mission, "blue": { "team": team }, "red": { "gang": team }, "turn_limit": 30 });
        for (id, setup) in [("cqb", cqb), ("fireteam", fireteam), ("go_go_go", go)] {
            let ruleset = RULESETS.iter().find(|ruleset| ruleset.id == id).unwrap();
            let battle = (ruleset.compile)(&setup, Some(&map));
            let battle = battle.unwrap_or_else(|problems| panic!("{} on {}: {problems:?}", ruleset.id, file.title));
            let mut outcomes = vec![Outcome::default(); 8];
            battle.play(7, 0, &mut outcomes);
            assert!(outcomes.iter().all(|outcome| outcome.turns > 0), "{} on {}", ruleset.id, file.title);
        }
    }
}
