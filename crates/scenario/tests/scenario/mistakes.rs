//! The places and the messages of mistakes.

use crate::read::{FIGHT, SITUATION, parse};

/// The first lines shown, without `error: `.
fn told(text: &str, sets: &[&str]) -> Vec<String> {
    let mistakes = parse(text, sets).unwrap_err().0;
    mistakes.iter().map(|one| one.to_string().lines().next().unwrap_or("").replace("error: ", "")).collect()
}

fn replaced(from: &str, to: &str) -> Vec<String> {
    assert!(FIGHT.contains(from), "{from}");
    told(&FIGHT.replace(from, to), &[])
}

#[test]
fn drawn_in_full() {
    let shown = parse(&FIGHT.replace("weapon = \"m16\"\n\n", "wepon = \"m16\"\n\n"), &[]).unwrap_err().0[0].to_string();
    let expected = "error: x.toml:22:1: red.gunmen.wepon: unknown key `wepon`, expected one of `count`, `weapon`, `ability`, `armour`\n   \
                    |\n22 | wepon = \"m16\"\n   | ^^^^^\n   = help: did you mean `weapon`?";
    assert_eq!(shown, expected);
}

#[test]
fn every_mistake_of_shape_is_told_at_once() {
    let text = FIGHT
        .replace("question", "qestion")
        .replace("seed = 7", "seed = -7")
        .replace("method = \"sampled\"", "methd = \"sampled\"")
        .replace("sides = 8", "sides = \"many\"")
        .replace("count = 4\nweapon = \"smg+\"", "count = 4\ncuont = 4\nweapon = 3");
    let lines = told(&text, &[]);
    let keys: Vec<_> = lines.iter().map(|line| line.split(' ').next().unwrap_or("")).collect();
    assert_eq!(
        keys,
        ["x.toml:3:1:", "x.toml:9:8:", "x.toml:10:1:", "x.toml:17:1:", "x.toml:18:10:", "x.toml:26:9:"],
        "{lines:#?}"
    );
}

#[test]
fn independent_mistakes_are_told_together_whatever_else_is_missing() {
    let lines = |text: &str| told(text, &[]);
    let has = |lines: &[String], parts: &[&str]| {
        parts.iter().for_each(|part| assert!(lines.iter().any(|line| line.contains(part)), "{part}: {lines:#?}"));
        assert_eq!(lines.len(), parts.len(), "{lines:#?}");
    };
    let text =
        FIGHT.replace("title = \"Elite against Novice\"", "").replace("weapon = \"m16\"\n\n", "wepon = \"m17\"\n\n");
    // Values under a misspelt key are checked as well.
    has(&lines(&text), &["a scenario needs a title", "unknown key `wepon`", "red.gunmen.wepon: no weapon `m17`"]);
    // Without a side.
    let text = FIGHT.replace("[blue.entry-team]", "[bluee.entry-team]").replace("range = 12", "rnge = 12");
    has(&lines(&text), &["unknown key `bluee`", "unknown key `rnge`"]);
    let start = FIGHT.find("[blue").unwrap();
    let without = format!("{}{}", &FIGHT[..start], &FIGHT[FIGHT.find("[red").unwrap()..]);
    has(
        &lines(&without.replace("count = 4\nweapon = \"m16\"", "count = 40\nweapon = \"m16\"")),
        &["there is no blue side", "40 is not from 1 to 16"],
    );
    // A table of another name.
    has(
        &lines(&FIGHT.replace("[field]\nrange = 12", "[feild]\nrange = 500")),
        &[
            "unknown key `feild`",
            "field.range: invalid value: integer `500`, expected a whole number of inches from 1 to 400",
        ],
    );
    // A misspelt ruleset.
    let text =
        FIGHT.replace("\"toy\"", "\"toyy\"").replace("count = 4\nweapon = \"m16\"", "count = 40\nweapon = \"m16\"");
    has(&lines(&text), &["there is no ruleset `toyy`", "40 is not from 1 to 16"]);
    // With an override.
    let both = told(&FIGHT.replace("seed = 7", "seeed = 7"), &["red.gunmen.count=99", "x"]);
    has(&both, &["expected KEY=VALUE", "99 is not from 1 to 16", "unknown key `seeed`"]);
}

#[test]
fn misspelt_maps_and_kinds_have_the_nearest_word() {
    let mistakes = parse(&FIGHT.replace("range = 12", "mpa = \"bank.toml\""), &[]).unwrap_err().0;
    assert_eq!((mistakes.len(), mistakes[0].help.as_deref()), (1, Some("did you mean `map`?")), "{mistakes:#?}");
    let mistakes = parse(&SITUATION.replace("kind", "knd").replace("target = 4", "targt = 4"), &[]).unwrap_err().0;
    assert_eq!(mistakes[0].message, "unknown key `knd`, expected `kind`");
    assert_eq!((mistakes.len(), mistakes[0].help.as_deref()), (1, Some("did you mean `kind`?")), "{mistakes:#?}");
}

#[test]
fn what_follows_from_a_mistake_is_not_told() {
    assert_eq!(replaced("count = 4\nweapon = \"m16\"", "count = \"4\"\nweapon = \"m16\"").len(), 1);
    assert_eq!(replaced("sides = 8", "sides = \"8\"").len(), 1);
}

#[test]
fn a_missing_key_is_shown_at_its_table() {
    let lines = replaced("count = 4\nweapon = \"m16\"", "weapon = \"m16\"");
    assert_eq!(lines, ["x.toml:20:6: red.gunmen: missing key `count`"]);
    assert_eq!(
        told("", &[])[..2],
        ["x.toml:1:1: title: a scenario needs a title", "x.toml:1:1: ruleset: a scenario needs a ruleset"]
    );
}

#[test]
fn swept_values_and_keys_are_to_blame() {
    let lines = replaced("\"novice\", \"elite\"", "\"novise\", \"elite\"");
    assert_eq!(lines, ["x.toml:29:25: red.gunmen.ability: unknown word `novise`, expected `novice` or `elite`"]);
    let lines = replaced("red.gunmen.ability", "red.gunmen.abilty");
    assert_eq!(
        lines,
        [
            "x.toml:29:1: red.gunmen.abilty: unknown key `abilty`, expected one of `count`, `weapon`, `ability`, `armour`"
        ]
    );
    let lines = replaced("[\"soft\"]", "[\"soft\", \"plates\"]");
    assert_eq!(lines, ["x.toml:33:32: red.gunmen.armour[1]: unknown word `plates`, expected `soft` or `helmet`"]);
    let lines = replaced("count = 1, weapon", "count = 1, wepon");
    assert!(lines[0].starts_with("x.toml:36:29: red.sniper.wepon: unknown key"), "{lines:?}");
}

#[test]
fn a_squad_that_does_not_exist() {
    let mistakes = parse(&FIGHT.replace("\"red.gunmen.ability\"", "\"red.gunman.ability\""), &[]).unwrap_err().0;
    assert_eq!(mistakes[0].message, "there is no squad `gunman` in red, expected one of `gunmen`");
    assert_eq!(mistakes[0].help.as_deref(), Some("did you mean `gunmen`?"));
    let mistakes = parse(FIGHT, &["red.gunman.count=3"]).unwrap_err().0;
    assert_eq!(mistakes[0].source, "--set red.gunman.count=3");
    assert_eq!(mistakes[0].help.as_deref(), Some("did you mean `gunmen`?"));
}

#[test]
fn a_squad_that_does_not_exist_hides_no_other_mistake() {
    let text = FIGHT.replace("\"red.gunmen.ability\"", "\"red.gunman.ability\"").replace("[\"soft\"]", "[\"sft\"]");
    let lines = told(&text, &[]);
    assert!(lines.len() == 2 && lines[0].contains("no squad `gunman`") && lines[1].contains("word `sft`"), "{lines:?}");
}

#[test]
fn a_mistake_of_some_combinations_names_one() {
    let mistakes = parse(&FIGHT.replace("[3, 6, 12]", "[3, 301]"), &[]).unwrap_err().0;
    assert_eq!(mistakes[0].message, "an m16 reaches 300 inches");
    assert_eq!(mistakes[0].location.as_ref().unwrap().line, 22);
    let note = "in the combination red.gunmen.ability = novice, field.range = 301";
    assert_eq!(mistakes[0].note.as_deref(), Some(note));
}

#[test]
fn sweeps_and_variants_that_cannot_be() {
    let sweep = |to: &str| replaced("\"field.range\" = [3, 6, 12]", to);
    let says =
        |lines: Vec<String>, what: &str| assert!(lines.iter().any(|line| line.contains(what)), "{what}: {lines:?}");
    says(
        sweep("\"red.gunmen\" = [{ count = 1 }]"),
        "30:1: sweep.\"red.gunmen\": `red.gunmen.ability` is swept already",
    );
    says(
        sweep("red.gunmen.ability = [\"elite\"]"),
        "30:12: sweep.red.gunmen.ability: `red.gunmen.ability` is swept already",
    );
    says(sweep("\"red . gunmen.\\\"ability\\\"\" = [\"elite\"]"), "is swept already");
    says(sweep("\"field.range\" = []"), "30:17: sweep.\"field.range\": a sweep needs at least one value");
    says(sweep("\"field.range\" = 3"), "30:17: sweep.\"field.range\": a sweep is a list of values");
    says(sweep("\"field.range\" = [3, 6, 3]"), "30:24: sweep.\"field.range\": 3 appears twice in this sweep");
    says(sweep("\"play.seed\" = [1]"), "`play.seed` cannot be swept or varied");
    says(sweep("\"play.turn_limit\" = [1, 0]"), "30:25: play.turn_limit: 0 is not a whole number from 1 to 1000");
    says(sweep("\"title\" = [\"a\"]"), "cannot be swept or varied");
    says(sweep("\"sweep.field.range\" = [[1]]"), "cannot be swept or varied");
    says(sweep("\"field..range\" = [1]"), "a part of it is empty");
    says(sweep("\"red.gunmen.weapon.x\" = [1]"), "`red.gunmen.weapon` is not a table");
    says(
        replaced("\"red.gunmen.armour\"", "\"field.range\""),
        "33:1: variants.armoured.\"field.range\": `field.range` is swept",
    );
    says(replaced("\"red.gunmen.armour\" = [\"soft\"]", ""), "this variant changes nothing");
    says(replaced("[variants.armoured]", "[variants.baseline]"), "is not `baseline`");
    let many = (1..=400).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let both = format!("\"field.range\" = [{many}]\n\"play.turn_limit\" = [{many}]");
    says(sweep(&both), "960000 cells: a scenario has at most 10000");
    assert!(
        parse(&FIGHT.replace("\"red.gunmen.ability\"", "\"rde.gunmen.ability\""), &[]).unwrap_err().0[0]
            .help
            .as_ref()
            .is_some_and(|help| help == "did you mean `red.gunmen.ability`?")
    );
}

#[test]
fn a_value_that_a_sweep_replaces_is_checked_in_situations_too() {
    let says = |own: &str, part: &str| {
        let lines = told(&SITUATION.replace("target = 4", &format!("target = {own}")), &[]);
        assert_eq!(lines.len(), 1, "{own}: {lines:#?}");
        assert!(lines[0].starts_with("x.toml:7:10: situation.target: ") && lines[0].contains(part), "{lines:#?}");
    };
    says("7", "expected a whole number from 1 to 6");
    says("-1", "expected a whole number from 1 to 6");
    says("{}", "invalid type: table");
    says("true", "invalid type: boolean");
    says("\"\"", "invalid type: string");
    says("1e308", "expected a whole number from 1 to 6");
    // A mistake that a sweep has among its values is reported once, at the sweep.
    let twice = told(&SITUATION.replace("target = 4", "target = 9").replace("[2, 3]", "[2, 9]"), &[]);
    assert!(twice.len() == 1 && twice[0].starts_with("x.toml:11:26: situation.target: "), "{twice:#?}");
}

#[test]
fn ranges_in_messages_are_those_of_the_keys() {
    let says = |from: &str, to: &str, part: &str| {
        let lines = told(&FIGHT.replace(from, to), &[]);
        assert!(lines.len() == 1 && lines[0].ends_with(part), "{to}: {lines:#?}");
    };
    let turns = "expected a whole number of turns from 1 to 1000";
    for wrong in ["0", "1001", "1_000_000_000", "-1", "1.5", "\"many\""] {
        says("seed = 7", &format!("seed = 7\nturn_limit = {wrong}"), turns);
    }
    let seed = "expected a whole number from 0 to 9223372036854775807";
    says("seed = 7", "seed = -7", seed);
    says("seed = 7", "seed = true", seed);
}

#[test]
fn overrides_are_named_not_lines() {
    let set = |set: &str| told(FIGHT, &[set]);
    assert!(
        set("red.gunmen.count=many")[0]
            .starts_with("--set red.gunmen.count=many: red.gunmen.count: invalid type: string")
    );
    assert!(
        set("red.gunmen.cuont=3")[0].starts_with("--set red.gunmen.cuont=3: red.gunmen.cuont: unknown key `cuont`")
    );
    assert!(set("red.gunmen.count=17")[0].contains("17 is not from 1 to 16"));
    assert!(set("field.range=3")[0].contains("is swept, so setting it would do nothing"));
    assert!(set("play.seeed=3")[0].starts_with("--set play.seeed=3: play.seeed: unknown key `seeed`"));
    assert!(set("seed")[0].starts_with("--set seed: expected KEY=VALUE"));
    assert!(set("title.x=3")[0].contains("`title` is not a table in the file"));
    assert!(
        set("sweep.\"field.range\"=[3, 500]")[0]
            .starts_with("--sweep field.range=[3, 500]: field.range: invalid value: integer `500`"),
        "shown as the option that says the same"
    );
}

#[test]
fn situations_stand_alone() {
    let text = format!("{SITUATION}[play]\nseed = 1\n[blue.x]\n[variants.y]\nz = 1\n");
    let lines = told(&text, &[]);
    for word in ["`play` belongs to a fight", "`blue` belongs to a fight", "`variants` belongs to a fight"] {
        assert!(lines.iter().any(|line| line.contains(word)), "{lines:?}");
    }
    let one = |from: &str, to: &str| parse(&SITUATION.replace(from, to), &[]).unwrap_err().0.remove(0);
    assert_eq!(one("\"throw\"", "\"thrown\"").help.as_deref(), Some("did you mean `throw`?"));
    assert_eq!(one("kind = \"throw\"\n", "").message, "a situation needs a kind, expected one of `throw`");
    assert_eq!(one("\"situation.target\"", "\"target\"").help.as_deref(), Some("did you mean `situation.target`?"));
    assert!(one("\"situation.target\"", "\"situation.kind\"").message.contains("except `kind`"));
}

#[test]
fn at_most_twenty_are_told() {
    let junk = |many| (0..many).map(|n| format!("junk{n} = 1\n")).collect::<String>();
    assert_eq!(told(&format!("{}{FIGHT}", junk(50)), &[]).len(), 20);
    // A file that holds nothing else takes hardly longer.
    assert_eq!(told(&format!("{}{FIGHT}", junk(50_000)), &[]).len(), 20);
    assert_eq!(scenario::parse_map("x.toml", junk(50_000).as_bytes()).unwrap_err().0.len(), 20);
}
