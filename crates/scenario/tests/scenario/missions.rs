//! Scenarios on maps: the map of each cell, and the places of mistakes in maps.

use std::path::Path;
use std::sync::Arc;

use engage::Map;
use scenario::{Body, Diagnostics, Scenario};

use crate::read::REGISTRY;

const SHOP: &str = "title = 'A shop'\nmap = '''\n....+....\n'''\n[areas]\nblue = 'b'\n[rooms]\nback = 'k'\n";
const MARKS: &str = "marks = '''\nb......k.\n'''\n";

const FIGHT: &str = "title = 'In the shop'
ruleset = 'toy'
[field]
map = '../maps/shop.toml'
[mission]
objective = 'hold'
at = 'back'
turns = 3
[blue.team]
count = 1
weapon = 'm16'
[red.team]
count = 1
weapon = 'm16'
";

fn shop() -> String {
    SHOP.replacen("[areas]", &format!("{MARKS}[areas]"), 1)
}

/// A directory with maps in `maps` and a directory for scenarios.
fn ground(maps: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for folder in ["maps", "fights"] {
        std::fs::create_dir(directory.path().join(folder)).unwrap();
    }
    for (name, text) in maps {
        std::fs::write(directory.path().join("maps").join(name), text).unwrap();
    }
    directory
}

fn parse(ground: &Path, text: &str, sets: &[&str]) -> Result<Scenario, Diagnostics> {
    let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
    Scenario::parse_in(&ground.join("fights"), "fights/x.toml", text.as_bytes(), &sets, REGISTRY)
}

#[track_caller]
fn read(ground: &Path, text: &str, sets: &[&str]) -> Scenario {
    parse(ground, text, sets).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// The map of each cell.
fn maps(scenario: &Scenario) -> Vec<Option<&Arc<Map>>> {
    let Body::Fight(cells) = &scenario.body else { panic!("a fight") };
    cells.iter().map(|cell| cell.battle.map()).collect()
}

/// The place and the message of each mistake, in one line.
fn told(result: Result<Scenario, Diagnostics>) -> Vec<String> {
    let first = |text: String| text.lines().next().unwrap_or("").replace("error: ", "");
    result.unwrap_err().0.iter().map(|one| first(one.to_string())).collect()
}

#[test]
fn each_cell_is_given_the_map_that_it_names_and_each_file_is_read_once() {
    let hall = shop().replace("A shop", "A hall");
    let ground = ground(&[("shop.toml", &shop()), ("hall.toml", &hall)]);
    let text = format!(
        "{FIGHT}[sweep]\n'field.map' = ['../maps/shop.toml', '../maps/hall.toml']\n'red.team.count' = [1, 2]\n\
         [variants.longer]\nmission.turns = 4\n"
    );
    let scenario = read(ground.path(), &text, &[]);
    let maps = maps(&scenario);
    let titles: Vec<&str> = maps.iter().map(|map| map.unwrap().title.as_str()).collect();
    assert_eq!(titles, ["A shop", "A shop", "A shop", "A shop", "A hall", "A hall", "A hall", "A hall"]);
    assert!(Arc::ptr_eq(maps[0].unwrap(), maps[3].unwrap()));
    let open = FIGHT.replace("map = '../maps/shop.toml'", "").replace("at = 'back'\nturns = 3\n", "");
    let open = open.replace("'hold'", "'eliminate'");
    assert!(self::maps(&read(ground.path(), &open, &[]))[0].is_none());
    assert!(self::maps(&read(ground.path(), &open, &["field.map=../maps/hall.toml"]))[0].is_some());
}

#[test]
fn the_mission_reaches_the_ruleset_and_its_problems_come_back() {
    let ground = ground(&[("shop.toml", &shop())]);
    let lines = told(parse(ground.path(), FIGHT, &["mission.at=bakc"]));
    let known = "the map has no area or room `bakc`, expected one of `blue`, `back`";
    assert_eq!(lines, [format!("--set mission.at=bakc: mission.at: {known}")]);
    let lines = told(parse(ground.path(), &FIGHT.replace("map = '../maps/shop.toml'", ""), &[]));
    let needs = "a mission needs a map: set `field.map`";
    assert_eq!(lines, [format!("fights/x.toml:6:13: mission.objective: {needs}")]);
}

#[test]
fn mistakes_in_a_map_stand_in_its_file_wherever_it_is_named() {
    let bad = shop().replace("....+....", "....+..?.");
    let ground = ground(&[("shop.toml", &shop()), ("bad.toml", &bad)]);
    let in_map = "fights/../maps/bad.toml:3:8: map: unknown symbol `?`";
    let has = "field.map: the map `../maps/bad.toml` has a mistake";
    let named = FIGHT.replace("shop.toml", "bad.toml");
    assert_eq!(told(parse(ground.path(), &named, &[])), [&format!("fights/x.toml:4:7: {has}"), in_map]);
    let set = told(parse(ground.path(), FIGHT, &["field.map=../maps/bad.toml"]));
    assert_eq!(set, [&format!("--set field.map=../maps/bad.toml: {has}"), in_map]);
    let swept = format!("{FIGHT}[sweep]\n'field.map' = ['../maps/shop.toml', '../maps/bad.toml']\n");
    assert_eq!(told(parse(ground.path(), &swept, &[])), [&format!("fights/x.toml:16:37: {has}"), in_map]);
    let varied = format!(
        "{FIGHT}[variants.a]\n'field.map' = '../maps/bad.toml'\n[variants.b.field]\nmap = '../maps/bad.toml'\n"
    );
    let both = [&format!("fights/x.toml:16:15: {has}"), in_map, &format!("fights/x.toml:18:7: {has}")];
    assert_eq!(told(parse(ground.path(), &varied, &[])), both, "the map's own mistakes once");
    // An unusable frame does not hide mistakes in maps, nor the other way round.
    let lines = told(parse(ground.path(), &named.replace("[field]", "[play]\nseed = -1\n[field]"), &[]));
    assert_eq!(lines.len(), 3, "{lines:#?}");
}

#[test]
fn missing_maps_are_looked_for_among_those_that_are_there() {
    let ground = ground(&[("shop.toml", &shop()), ("shop.md", "")]);
    let shown = |path: &str| parse(ground.path(), FIGHT, &[&format!("field.map={path}")]).unwrap_err().to_string();
    let there_is_none = "error: --set field.map=../maps/shpo.toml: field.map: there is no file `../maps/shpo.toml`";
    assert_eq!(shown("../maps/shpo.toml"), format!("{there_is_none}\n = help: did you mean `../maps/shop.toml`?"));
    assert!(shown("../maps/vault.toml").ends_with("there is no file `../maps/vault.toml`"));
    let nowhere = "there is no file `../mpas/shop.toml`, and no directory `../mpas` either";
    assert!(shown("../mpas/shop.toml").ends_with(nowhere));
    assert!(shown("../maps").ends_with("`../maps` is not a file"));
    assert!(shown("\"\"").contains("no file is named"));
    assert!(shown("\"\\u0000\"").contains("cannot be read: "));
    assert!(!shown("\"\\u001b[31m\"").contains('\u{1b}'));
    assert!(shown(&"x".repeat(100_000)).len() < 4000);
    for entry in ["maps", "fights"] {
        let files = std::fs::read_dir(ground.path().join(entry)).unwrap().count();
        assert_eq!(files, if entry == "maps" { 2 } else { 0 }, "nothing is written");
    }
}

#[test]
fn a_text_without_a_directory_opens_no_file() {
    let shown = Scenario::parse("x.toml", FIGHT.as_bytes(), &[], REGISTRY).unwrap_err().to_string();
    assert!(shown.contains("x.toml:4:7: field.map: `../maps/shop.toml` is a separate file, but"), "{shown}");
}

#[test]
fn a_map_that_is_no_text_is_left_to_the_ruleset() {
    let ground = ground(&[]);
    let lines = told(parse(ground.path(), &FIGHT.replace("'../maps/shop.toml'", "3"), &[]));
    assert!(lines[0].starts_with("fights/x.toml:4:7: field.map: invalid type: integer `3`, expected"), "{lines:#?}");
}

#[test]
fn the_hash_follows_what_the_maps_show() {
    let hash = |map: &str, text: &str| {
        let ground = ground(&[("shop.toml", map), ("other.toml", &shop())]);
        read(ground.path(), text, &[]).hash()
    };
    let before = hash(&shop(), FIGHT);
    assert_eq!(before, hash(&format!("# As surveyed.\n{}", shop().replace("[areas]", "\n[areas]")), FIGHT));
    let changes = [
        shop().replace("....+....", "....+...,"),
        shop().replace("b......k.", "bb.....k."),
        shop().replace("back = 'k'", "vault = 'k'\nback = 'l'").replace("b......k.", "bl.....k."),
        shop().replace("A shop", "The shop"),
        shop().replace("[areas]", "[areas]\nred = 'r'").replace("b......k.", "b....r.k."),
    ];
    let mut hashes: Vec<String> = changes.iter().map(|map| hash(map, FIGHT)).collect();
    let elsewhere = format!("{FIGHT}[sweep]\n'field.map' = ['../maps/other.toml']\n");
    assert_eq!(hash(&shop(), &elsewhere), hash(&changes[0], &elsewhere), "a map on which nothing is fought");
    hashes.push(hash(&shop(), &elsewhere));
    hashes.push(before);
    hashes.sort();
    hashes.dedup();
    assert_eq!(hashes.len(), changes.len() + 2);
}

#[test]
fn a_scenario_that_is_loaded_finds_its_maps_from_anywhere() {
    let ground = ground(&[("shop.toml", &shop())]);
    let file = ground.path().join("fights/x.toml");
    std::fs::write(&file, FIGHT.replace("'toy'", "'cqb'").replace("shop.toml", "shpo.toml")).unwrap();
    let shown = Scenario::load(&file, &[]).unwrap_err().to_string();
    assert!(shown.ends_with("did you mean `../maps/shop.toml`?"), "{shown}");
}
