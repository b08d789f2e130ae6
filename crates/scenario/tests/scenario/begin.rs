//! New scenarios: every template of a ruleset is valid, explained, and unchanged when read again.

use std::path::Path;

use engage::{Opening, Ruleset, Side};
use scenario::{Body, RULESETS, Scenario, Wishes, begin};

use crate::corpus::scenarios;

/// A new scenario in the folder of the maps.
fn begun(ruleset: &'static Ruleset, opening: &Opening, wishes: &Wishes) -> Result<String, String> {
    let mut wishes = wishes.clone();
    if opening.id == Opening::MAP && wishes.map.is_none() {
        wishes.map = Some("bank.toml".to_owned());
    }
    begin(ruleset, opening, &wishes, &scenarios().join("maps")).map_err(|mistakes| mistakes.to_string())
}

fn read(text: &str) -> Scenario {
    Scenario::parse_in(&scenarios().join("maps"), "new.toml", text.as_bytes(), &[], RULESETS)
        .unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}

fn openings() -> impl Iterator<Item = (&'static Ruleset, &'static Opening)> {
    RULESETS.iter().flat_map(|ruleset| ruleset.openings.iter().map(|opening| (*ruleset, opening)))
}

fn by(id: &str, opening: &str) -> (&'static Ruleset, &'static Opening) {
    openings().find(|(ruleset, one)| ruleset.id == id && one.id == opening).unwrap()
}

#[test]
fn every_opening_of_every_ruleset_gives_a_sound_scenario() {
    for (ruleset, opening) in openings() {
        let text = begun(ruleset, opening, &Wishes::default())
            .unwrap_or_else(|told| panic!("{} {}: {told}", ruleset.id, opening.id));
        let scenario = read(&text);
        assert_eq!(scenario.ruleset.id, ruleset.id);
        let Body::Fight(cells) = &scenario.body else { panic!("{text}") };
        let (_, steps) = cells[0].battle.replay(1, 0);
        assert!(!steps.is_empty(), "{} {} does not play", ruleset.id, opening.id);
        // The suggestions in comments are valid.
        let proposed = text.replace("\n# [", "\n[").replace("\n# \"", "\n\"");
        let Body::Fight(more) = read(&proposed).body else { panic!("{proposed}") };
        let swept = Side::ALL.iter().any(|side| text.contains(&format!("\n# \"{}.team.count\"", side.name())));
        assert!(swept && text.contains("\n# [variants.") && more.len() >= 4 * cells.len(), "{text}");
    }
    assert!(RULESETS.iter().all(|ruleset| !ruleset.openings.is_empty()));
}

#[test]
fn wishes_are_kept_whatever_they_are_called() {
    let list = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let (ruleset, opening) = by("cqb", "open");
    let mut wishes = Wishes {
        title: Some("Who \"wins\"?".to_owned()),
        sets: list(&["blue.Alpha Team.ability=elite", "rules.range[up_to=24].modifier=2", "play.engagements=5_000"]),
        sweeps: list(&[
            "red.gunmen.count=4, 6,8",
            "red.gunmen.armour=[],[\"soft\", \"plates\"]",
            "red.gunmen.ability=novice,elite",
        ]),
        variants: list(&["9 to hit:rules.to_hit_base=9", "9 to hit:rules.joker_fire=miss", "a=b:field.hostages=1"]),
        ..Wishes::default()
    };
    wishes.squads.blue = list(&["Alpha Team=4", "x=y=1"]);
    wishes.squads.red = list(&["gunmen"]);
    let text = begun(ruleset, opening, &wishes).unwrap();
    let scenario = read(&text);
    assert_eq!(scenario.title, "Who \"wins\"?");
    assert_eq!((scenario.play.engagements, scenario.play.precision.is_none()), (5_000, true));
    let texts: Vec<Vec<String>> = scenario.axes.iter().map(|axis| axis.texts()).collect();
    assert_eq!(texts, [vec!["4", "6", "8"], vec!["none", "soft, plates"], vec!["novice", "elite"]]);
    let variants: Vec<(&str, usize)> =
        scenario.variants.iter().map(|variant| (variant.name.as_str(), variant.changes.len())).collect();
    assert_eq!(variants, [("9 to hit", 2), ("a=b", 1)]);
    let value = |key: &str| scenario.value(key).map(|value| scenario::text(&value)).unwrap_or_default();
    assert_eq!(value("blue.Alpha Team.ability"), "elite");
    assert_eq!((value("blue.Alpha Team.count"), value("blue.x=y.count")), ("4".to_owned(), "1".to_owned()));
    assert_eq!(value("rules.range[3].modifier"), "2");
}

#[test]
fn each_key_is_explained_once_by_its_declaration() {
    let (ruleset, opening) = by("cqb", "open");
    let text = begun(ruleset, opening, &Wishes::default()).unwrap();
    for part in [
        "# Figures: whole number from 0 to 16. Number of figures; a side has at most 16.\n# A squad of 0 takes no part. Default: 1.\ncount = 4\n",
        "#   novice       Civilians and ordinary criminals.\n",
        "# Other keys: map, spacing, hostages, ",
        "# Other keys: engagements, level, ",
    ] {
        assert_eq!(text.matches(part).count(), 1, "{part}\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn what_does_not_fit_is_told_by_its_option_with_the_nearest_word() {
    let (ruleset, opening) = by("cqb", "open");
    let told = |change: &dyn Fn(&mut Wishes)| {
        let mut wishes = Wishes::default();
        change(&mut wishes);
        begun(ruleset, opening, &wishes).unwrap_err()
    };
    let one = |word: &str| vec![word.to_owned()];
    let check =
        |told: String, parts: &[&str]| parts.iter().for_each(|part| assert!(told.contains(part), "{part}\n{told}"));
    check(told(&|wishes| wishes.squads.red = one("gang=99")), &["--red gang=99: red.gang.count: ", "from 0 to 16"]);
    check(told(&|wishes| wishes.squads.red = one("6")), &["--red 6: a squad is NAME=COUNT, such as gang=6"]);
    check(told(&|wishes| wishes.squads.red = one("gang=x")), &["--red gang=x: red.gang.count: invalid type"]);
    check(told(&|wishes| wishes.squads.red = one("a.b")), &["--red a.b: ", "no dots"]);
    check(told(&|wishes| wishes.squads.red = one("")), &["--red : ", "a squad's name"]);
    check(
        told(&|wishes| wishes.squads.red = [one("a"), one("a=2")].concat()),
        &["--red a=2: red.a: red has a squad `a` already"],
    );
    check(told(&|wishes| wishes.sets = one("red.teem.count=3")), &["--set red.teem.count=3: ", "did you mean `team`?"]);
    check(told(&|wishes| wishes.sets = one("red.team.wepon=smg")), &["did you mean `weapon`?"]);
    check(
        told(&|wishes| wishes.sweeps = one("field.rnge=1,2")),
        &["--sweep field.rnge=1,2: ", "did you mean `range`?"],
    );
    check(told(&|wishes| wishes.sweeps = one("field.range")), &["--sweep field.range: expected KEY=VALUE,VALUE"]);
    check(
        told(&|wishes| wishes.sweeps = [one("field.range=1"), one("field.range=2")].concat()),
        &["--sweep field.range=2: ", "swept already"],
    );
    check(told(&|wishes| wishes.variants = one("x")), &["--variant x: expected NAME:KEY=VALUE"]);
    check(
        told(&|wishes| wishes.variants = one("x:rules.joker_fire=mis")),
        &["--variant x:rules.joker_fire=mis: ", "did you mean `miss`?"],
    );
    check(told(&|wishes| wishes.title = Some(" ".to_owned())), &["--title  : title: a scenario needs a title"]);
    check(told(&|wishes| wishes.map = Some("bnk.toml".to_owned())), &["--map bnk.toml: ", "did you mean `bank.toml`?"]);
    let several = told(&|wishes| {
        wishes.sets = one("red.team.wepon=smg");
        wishes.variants = one("x:rules.joker_fir=miss");
    });
    check(several, &["--set red.team.wepon", "--variant x:rules.joker_fir"]);
    let (ruleset, opening) = by("chain_reaction", "patrol");
    let mut wishes = Wishes::default();
    wishes.squads.red = one("gang=3");
    let told = begin(ruleset, opening, &wishes, Path::new("")).unwrap_err().to_string();
    assert!(told.starts_with("error: --red gang=3: red: "), "{told}");
}

#[test]
fn a_side_that_meets_whoever_comes_lists_nobody() {
    let (ruleset, opening) = by("chain_reaction", "patrol");
    let text = begun(ruleset, opening, &Wishes::default()).unwrap();
    assert!(text.contains("[blue.team]") && text.contains("[field.patrol]") && !text.contains("[red."), "{text}");
    assert_eq!(read(&text).title, "What awaits blue");
}
