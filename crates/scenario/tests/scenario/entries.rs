//! Single entries of the rulebook's lists, wherever keys are set.

use scenario::{Body, RULESETS, Scenario};
use serde_json::json;

const FIGHT: &str = "title = 'T'\nruleset = 'cqb'\n\
    [blue.team]\nability = 'elite'\nweapon = 'smg'\n[red.gang]\nability = 'novice'\nweapon = 'pistol'\n";

fn parse(more: &str, sets: &[&str]) -> Result<Scenario, String> {
    let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
    let text = format!("{FIGHT}{more}");
    Scenario::parse("x.toml", text.as_bytes(), &sets, RULESETS).map_err(|mistakes| mistakes.to_string())
}

/// The ids of a scenario's cells, which are equal for equal inputs of the ruleset.
#[track_caller]
fn cells(more: &str, sets: &[&str]) -> Vec<String> {
    let scenario = parse(more, sets).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    match scenario.body {
        Body::Fight(cells) => cells.into_iter().map(|cell| cell.id).collect(),
        Body::Situation { .. } => Vec::new(),
    }
}

/// The whole list with another modifier from 12 to 24 inches.
fn whole(modifier: i8) -> String {
    let bands = [(3, -2), (6, -1), (12, 0), (24, modifier), (48, 2), (96, 3)];
    let bands = bands.map(|(up_to, modifier)| format!("{{ up_to = {up_to}, modifier = {modifier} }}")).join(", ");
    format!("[rules]\nrange = [{bands}]\n")
}

#[test]
fn one_entry_is_set_as_the_whole_list_is() {
    let wanted = cells(&whole(3), &[]);
    for (more, sets) in [
        ("[rules]\n\"range[3].modifier\" = 3\n", &[][..]),
        ("[rules]\n\"range[up_to=24].modifier\" = 3\n", &[]),
        ("[rules.\"range[3]\"]\nmodifier = 3\n", &[]),
        ("rules.\"range[3]\".modifier = 3\n", &[]),
        ("", &["rules.range[3].modifier=3"]),
        ("", &["rules.range[up_to=24].modifier=3"]),
        ("", &["rules.range[3]={ up_to = 24, modifier = 3 }"]),
        (whole(1).as_str(), &["rules.range[3].modifier=3"]),
        ("", &["rules.range[3].modifier=4", "rules.range[up_to=24].modifier=3"]),
    ] {
        // A key without its own table would belong to the last table of the file, which is red's.
        let more = more.replacen("rules.\"range[3]\".modifier", "[rules]\n\"range[3]\".modifier", 1);
        assert_eq!(cells(&more, sets), wanted, "{more} {sets:?}");
    }
    assert_ne!(cells("", &[]), wanted);
    let dice = cells("[rules]\naverage_die = [2, 3, 3, 4, 4, 6]\n", &[]);
    assert_eq!(cells("", &["rules.average_die[5]=6"]), dice, "lists of numbers have entries too");
}

#[test]
fn one_entry_is_swept_and_varied() {
    let [plain, three, four] = [cells("", &[]), cells(&whole(3), &[]), cells(&whole(4), &[])].map(|one| one[0].clone());
    let swept = |key: &str| format!("[sweep]\n\"{key}\" = [3, 4]\n");
    assert_eq!(cells(&swept("rules.range[3].modifier"), &[]), [three.clone(), four.clone()]);
    assert_eq!(cells(&swept("rules.range[up_to=24].modifier"), &[]), [three.clone(), four]);
    assert_eq!(cells("[variants.far]\n\"rules.range[up_to=24].modifier\" = 3\n", &[]), [plain, three]);
    let twice = format!("{}[variants.x]\n\"rules.range[3].modifier\" = 3\n", swept("rules.range[up_to=24].modifier"));
    assert!(parse(&twice, &[]).unwrap_err().contains("`rules.range[up_to=24].modifier` is swept"), "the same entry");
}

#[test]
fn entries_have_labels_values_and_stand_among_the_rules_changed() {
    let scenario =
        parse("[variants.far]\n\"rules.range[up_to=24].modifier\" = 3\n", &["rules.range[0].modifier=-3"]).unwrap();
    let names = scenario.names();
    assert_eq!(names.key("rules.range[up_to=24].modifier").label, "Range bands › Up to 24 › Modifier");
    assert_eq!(scenario.value("rules.range[up_to=24].modifier"), Some(json!(1)));
    assert_eq!(scenario.value("rules.range[0].modifier"), Some(json!(-3)));
    let changes = scenario.rules_changed();
    let told: Vec<&str> = changes.iter().map(|change| change.key.as_str()).collect();
    assert_eq!(told, ["rules.range[0].modifier", "rules.range[up_to=24].modifier"]);
    assert_eq!((changes[1].printed.as_str(), changes[1].played.as_str()), ("1", "3 in \"far\""));
}

#[test]
fn entries_that_are_not_there_are_told_where_they_are_written() {
    let says = |more: &str, sets: &[&str], parts: &[&str]| {
        let told = parse(more, sets).unwrap_err();
        parts.iter().for_each(|part| assert!(told.contains(part), "{part}\n{told}"));
    };
    let many = "there is no entry [9]: `rules.range` has 6 entries, [0] to [5]";
    says("[rules]\n\"range[9].modifier\" = 3\n", &[], &["x.toml:10:1: ", many]);
    says("", &["rules.range[9].modifier=3"], &["--set rules.range[9].modifier=3: ", many]);
    says("[sweep]\n\"rules.range[9].modifier\" = [3]\n", &[], &["x.toml:10:1: ", many]);
    says("[variants.x]\n\"rules.range[9].modifier\" = 3\n", &[], &["x.toml:10:1: ", many]);
    let near = "no entry of `rules.range` has up_to 25, expected one of `3`, `6`, `12`, `24`, `48`, `96`";
    says("[sweep]\n\"rules.range[up_to=25].modifier\" = [3]\n", &[], &[near, "did you mean `24`?"]);
    says("", &["rules.range[upto=24].modifier=3"], &["have no `upto`", "did you mean `up_to`?"]);
    says(
        "[rules]\n\"range[3].modifer\" = 3\n",
        &[],
        &["x.toml:10:1: ", "unknown key `modifer`", "did you mean `modifier`?"],
    );
    says(
        "",
        &["rules.range[up_to=24].modifer=3"],
        &["--set rules.range[up_to=24].modifer=3: ", "did you mean `modifier`?"],
    );
    says("[sweep]\n\"rules.range[3].modifier\" = [3, \"x\"]\n", &[], &["x.toml:10:33: ", "invalid type: string \"x\""]);
    says("", &["rules.to_hit_base[3]=3"], &["`rules.to_hit_base` is not a list, so it has no entry [3]"]);
    says(
        "[rules]\n\"to_hit_base[3]\" = 3\n",
        &[],
        &["x.toml:10:1: ", "unknown key `to_hit_base[3]`", "did you mean `to_hit_base`?"],
    );
}

#[test]
fn an_option_of_a_situation_has_entries_too() {
    let text = "title = 'T'\nruleset = 'cqb'\n[situation]\nkind = 'to_hit'\nability = 'novice'\nrange = 20\n";
    let answer = |set: &str| {
        let sets: Vec<String> = (!set.is_empty()).then(|| set.to_owned()).into_iter().collect();
        let scenario =
            Scenario::parse("x.toml", text.as_bytes(), &sets, RULESETS).unwrap_or_else(|one| panic!("{one}"));
        scenario.answer(0).unwrap().values[0].fraction.clone()
    };
    assert_ne!(answer("situation.options.range[up_to=24].modifier=3"), answer(""));
}
