//! The labels of a scenario.

use engage::Side;
use scenario::{Names, RULESETS, Scenario};
use serde_json::json;

use crate::toy::TOY;

const SQUADS: &str = "[blue.entry-team]\ncount = 2\nweapon = 'smg+'\n[red.gunmen]\ncount = 3\nweapon = 'm16'\n";

fn parsed(more: &str) -> Scenario {
    let text = format!("title = 'T'\nruleset = 'toy'\n{SQUADS}{more}");
    Scenario::parse("t.toml", text.as_bytes(), &[], &[&TOY]).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn label(names: &Names, key: &str) -> String {
    names.key(key).label
}

#[test]
fn labels_are_made_from_words_titles_and_units() {
    let scenario = parsed("");
    let names = scenario.names();
    for (key, expected) in [
        ("field.range", "Range"),
        ("play.turn_limit", "Turn limit"),
        ("red.gunmen.weapon", "Gunmen’s weapon"),
        ("blue.entry-team.count", "Entry team"),
        ("blue.entry-team.weapon", "Entry team’s weapon"),
        ("red.gunmen", "Gunmen"),
        ("rules.sixes", "Natural sixes"),
        ("rules.damage.smg+", "Damage › Smg+"),
        ("mission.at", "Place of the mission"),
    ] {
        assert_eq!(label(names, key), expected);
    }
    assert_eq!(names.key("field.range").with("12"), "Range 12 in");
    assert_eq!(names.key("play.turn_limit").with("20"), "Turn limit 20 turns");
    assert_eq!(names.key("red.gunmen.weapon").with("SMG"), "Gunmen’s weapon: SMG");
    assert_eq!(names.key("red.gunmen.count").with("6"), "Gunmen 6 soldiers");
    let value = |key: &str, value: serde_json::Value| names.value(key, &value);
    assert_eq!(value("red.gunmen.ability", json!("elite")), "Elite");
    assert_eq!(value("red.gunmen.weapon", json!("m16")), "M16");
    assert_eq!(value("red.gunmen.weapon", json!("smg+")), "Smg+");
    assert_eq!(value("red.gunmen.armour", json!(["soft", "helmet"])), "Soft vest, helmet");
    assert_eq!(value("red.gunmen.armour", json!([])), "none");
    assert_eq!(value("field.range", json!(3)), "3");
    assert_eq!(value("mission.at", json!("the vault")), "the vault", "a name of the author's stays as it is");
    assert_eq!(value("rules.sixes", json!("count")), "Count");
}

#[test]
fn keys_are_their_squads_and_have_a_colour_only_where_both_sides_have_one_of_the_name() {
    let scenario = parsed("[red.boss]\ncount = 1\nweapon = 'm16'\n[blue.boss]\ncount = 1\nweapon = 'm16'\n");
    assert_eq!(label(scenario.names(), "red.gunmen.weapon"), "Gunmen’s weapon");
    assert_eq!(label(scenario.names(), "red.boss.weapon"), "Red boss’ weapon");
    assert_eq!(label(scenario.names(), "red.boss.count"), "Red boss");
    assert_eq!(label(scenario.names(), "blue.entry-team.weapon"), "Entry team’s weapon");
    assert_eq!(scenario.names().squad(Side::Blue, "entry-team"), "entry team");
    assert_eq!(scenario.names().squad(Side::Blue, "boss"), "blue boss");
}

#[test]
fn a_file_gives_its_own() {
    let scenario = parsed(
        "[sweep]\n'field.range' = [3, 6]\n[variants.a]\n'red.gunmen.armour' = ['soft']\n[labels]\n'red.gunmen' = 'The gang'\n\
         'field.range' = 'Distance'\n'field.range=3' = 'point blank'\n'blue.entry-team.weapon' = 'Arms'\n\
         'red.gunmen.weapon=m16' = 'M-16A1'\n'red.gunmen.armour=soft' = 'Vest'\n'red.win' = 'The gang gets away'\n\
         turns = 'Minutes'\n",
    );
    let names = scenario.names();
    assert_eq!(names.squad(Side::Red, "gunmen"), "The gang");
    assert_eq!(label(names, "red.gunmen.weapon"), "The gang’s weapon");
    assert_eq!(label(names, "blue.entry-team.weapon"), "Arms");
    assert_eq!(
        (names.key("field.range").unit, label(names, "field.range")),
        ("inches".to_owned(), "Distance".to_owned())
    );
    assert_eq!(names.value("field.range", &json!(3)), "point blank");
    assert_eq!(names.key("field.range").with("point blank"), "Distance: point blank");
    assert_eq!(names.value("red.gunmen.weapon", &json!("m16")), "M-16A1");
    assert_eq!(names.value("red.gunmen.armour", &json!(["soft", "helmet"])), "Vest, helmet");
    assert_eq!(
        (names.win(Side::Red), names.win(Side::Blue)),
        ("The gang gets away".to_owned(), "Won by the entry team".to_owned())
    );
    assert_eq!((names.turns(), names.draw()), ("Minutes".to_owned(), "Draw".to_owned()));
}

#[test]
fn a_side_is_called_after_its_squads_or_as_the_file_says() {
    let side = |scenario: &Scenario| Side::ALL.map(|side| scenario.names().side(side).to_owned());
    assert_eq!(side(&parsed("")), ["the entry team", "the gunmen"]);
    assert_eq!(side(&parsed("[labels]\nred = 'The bank robbers'\n")), ["the entry team", "the bank robbers"]);
    let alike = format!("title = 'T'\nruleset = 'toy'\n{}", SQUADS.replace("gunmen", "entry-team"));
    let alike = Scenario::parse("t.toml", alike.as_bytes(), &[], &[&TOY]).unwrap();
    assert_eq!(side(&alike), ["Blue", "Red"]);
    assert_eq!(
        (label(alike.names(), "red.entry-team.weapon").as_str(), alike.names().win(Side::Red).as_str()),
        ("Red’s weapon", "Red wins")
    );
}

#[test]
fn tables_in_labels_are_dotted_keys() {
    let scenario = parsed(
        "[labels]\nfield.range = 'Distance'\n[labels.red]\ngunmen.weapon = 'Arms'\n'gunmen.weapon=m16' = 'A1'\n",
    );
    assert_eq!(label(scenario.names(), "field.range"), "Distance");
    assert_eq!(label(scenario.names(), "red.gunmen.weapon"), "Arms");
    assert_eq!(scenario.names().value("red.gunmen.weapon", &json!("m16")), "A1");
}

#[test]
fn situations_have_labels_too() {
    let text = "title = 'T'\nruleset = 'toy'\n[situation]\nkind = 'throw'\ntarget = 3\n[labels]\nhit = 'Struck'\n'situation.target' = 'Needed'\n";
    let scenario = Scenario::parse("t.toml", text.as_bytes(), &[], &[&TOY]).unwrap();
    let names = scenario.names();
    assert_eq!((names.outcome("hit"), names.outcome("near_miss")), ("Struck".to_owned(), "Near miss".to_owned()));
    assert_eq!(label(names, "situation.target"), "Needed");
    assert_eq!(label(names, "situation.options.sixes"), "Natural sixes");
    assert_eq!(names.value("situation.options.sixes", &json!("hit")), "Hit");
}

#[test]
fn labels_given_on_the_command_line_count_too() {
    let text = format!("title = 'T'\nruleset = 'toy'\n{SQUADS}");
    let set = |set: &str| Scenario::parse("t.toml", text.as_bytes(), &[set.to_owned()], &[&TOY]);
    assert_eq!(label(set("labels.\"field.range\"=Distance").unwrap().names(), "field.range"), "Distance");
    let mistakes = set("labels.\"field.rnage\"=Distance").unwrap_err().to_string();
    assert!(mistakes.starts_with("error: --set labels") && mistakes.contains("did you mean `range`?"), "{mistakes}");
}

#[test]
fn labels_change_no_rule_and_no_axis() {
    let (with, without) = (parsed("[labels]\n'field.range' = 'Distance'\n"), parsed(""));
    assert_eq!(with.axes, without.axes);
    assert!(with.rules_changed().is_empty() && with.hash() != without.hash());
}

/// Checks a list of labels under a heading: none is missing or a bare id, and no two are equal.
fn read_well(heading: &str, labels: &[String]) {
    for (place, label) in labels.iter().enumerate() {
        assert!(!label.trim().is_empty() && !label.contains('_'), "{heading}: `{label}`");
        let is_die = label.strip_prefix('d').is_some_and(|faces| faces.parse::<u8>().is_ok());
        assert!(is_die || !label.starts_with(char::is_lowercase), "{heading}: `{label}` begins small");
        assert!(!labels[..place].contains(label), "{heading}: `{label}` twice");
    }
}

#[test]
fn all_that_rulesets_declare_has_a_label_that_reads_well() {
    let made = |word: &str, label: &str| if label.is_empty() { engage::label(word) } else { label.to_owned() };
    for ruleset in RULESETS {
        let id = ruleset.id;
        let winner = |ending: &engage::Ending| ending.winner.map_or("nobody", Side::name);
        let endings = ruleset.endings.iter().map(|ending| format!("{} ({})", ending.label, winner(ending)));
        read_well(&format!("{id}, endings"), &endings.collect::<Vec<_>>());
        read_well(&format!("{id}, measures"), &ruleset.measures.iter().map(|one| one.label.into()).collect::<Vec<_>>());
        assert!(ruleset.measures.iter().all(|measure| !measure.unit.is_empty()), "{id}: a measure without a unit");
        read_well(
            &format!("{id}, situations"),
            &ruleset.kinds.iter().map(|kind| kind.label.into()).collect::<Vec<_>>(),
        );
        for kind in ruleset.kinds {
            let findings = kind.findings.iter().map(|finding| made(finding.id, finding.label));
            read_well(&format!("{id}, {}", kind.id), &findings.collect::<Vec<_>>());
        }
        for section in scenario::sections(ruleset) {
            let table = |path: &str| path.rsplit_once('.').map_or(String::new(), |(table, _)| table.to_owned());
            for row in &section.rows {
                let heading = format!("{id}, {}, {}", section.heading, row.path);
                let beside = section.rows.iter().filter(|other| table(&other.path) == table(&row.path));
                read_well(&heading, &beside.map(|row| row.label.clone()).collect::<Vec<_>>());
                read_well(&heading, &row.choices.iter().map(|choice| choice.label.clone()).collect::<Vec<_>>());
            }
        }
    }
}
