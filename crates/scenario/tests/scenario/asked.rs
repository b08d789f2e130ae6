//! The question of a scenario, the baseline of its variants, and its card.

use engage::Side;
use scenario::{Asks, Body, Listed, RULESETS, Scenario, listed};

use crate::corpus::scenarios;
use crate::toy::TOY;

const FIGHT: &str = "title = 'T'\nruleset = 'toy'\n[blue.entry-team]\ncount = 2\nweapon = 'smg+'\n[red.gunmen]\ncount = 1\nweapon = 'm16'\n\
                     armour = ['soft', 'helmet']\n[sweep]\n'field.range' = [3, 6, 12]\n";

fn parsed(more: &str) -> Scenario {
    let text = format!("{FIGHT}{more}");
    Scenario::parse("t.toml", text.as_bytes(), &[], &[&TOY]).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn the_quantity_follows_the_view() {
    let about = |more: &str| parsed(more).about;
    let plain = about("");
    assert_eq!((plain.asks, plain.view, plain.quantity.as_deref()), (None, Side::Blue, Some("blue.win")));
    let red = about("[answer]\nasks = 'how many'\nfor = 'red'\n");
    assert_eq!((red.asks, red.view, red.quantity.as_deref()), (Some(Asks::HowMany), Side::Red, Some("red.win")));
    let draws = about("[answer]\nasks = 'how much'\nfor = 'red'\nquantity = 'draw'\n");
    assert_eq!((draws.view, draws.quantity.as_deref()), (Side::Red, Some("draw")));
}

#[test]
fn what_is_asked_and_the_name_of_the_baseline_change_no_hash() {
    let variant = "[variants.armoured]\n'blue.entry-team.armour' = ['soft']\n";
    let plain = parsed(variant);
    let asked = parsed(&format!("{variant}[answer]\nasks = 'which'\nfor = 'red'\n[baseline]\nname = 'in shirts'\n"));
    assert_eq!((asked.hash(), asked.content().given), (plain.hash(), plain.content().given));
    let ids = |scenario: &Scenario| match &scenario.body {
        Body::Fight(cells) => cells.iter().map(|cell| cell.id.clone()).collect::<Vec<_>>(),
        Body::Situation { .. } => Vec::new(),
    };
    assert_eq!(ids(&asked), ids(&plain));
    assert_eq!((plain.baseline.as_str(), asked.baseline.as_str()), ("", "in shirts"));
}

#[test]
fn a_card_tells_numbers_arms_what_is_swept_and_what_variants_set() {
    let card =
        parsed("[variants.armoured]\n'blue.entry-team.armour' = ['soft']\n[baseline]\nname = 'in shirts'\n").card();
    assert_eq!([&card.sides.blue, &card.sides.red], ["the entry team", "the gunmen"]);
    let told = |side: Side| {
        let facts = card.squads[side][0].facts.iter();
        facts.map(|fact| format!("{}: {}", fact.label, fact.values.join("; "))).collect::<Vec<_>>()
    };
    assert_eq!(told(Side::Blue), ["Soldiers: 2", "Weapon: Smg+"]);
    assert_eq!(told(Side::Red), ["Soldiers: 1", "Weapon: M16", "Armour: Soft vest, helmet"]);
    let range = card.field.iter().find(|fact| fact.word == "range").unwrap();
    assert_eq!((range.swept, range.values.join(" "), range.unit.as_str()), (true, "3 6 12".to_owned(), "inches"));
    let sets: Vec<_> = card.variants.iter().map(|one| (one.name.as_str(), one.sets.join("; "))).collect();
    // The baseline's own value is shown if a default is declared; this ruleset declares none.
    let (none, soft) = (String::new(), "Entry team’s armour: Soft vest".to_owned());
    assert_eq!(sets, [("in shirts", none), ("armoured", soft)]);
}

#[test]
fn every_shipped_file_says_what_it_asks_for_whom_and_what_its_baseline_is() {
    let Listed { scenarios: files, .. } = listed(&scenarios()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert!(files.len() >= 66, "{}", files.len());
    for file in files {
        let name = file.path.display();
        let scenario = Scenario::load(&file.path, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert!(scenario.about.asks.is_some(), "{name}: asks nothing");
        assert_eq!(scenario.variants.is_empty(), scenario.baseline.is_empty(), "{name}: the baseline");
        let text = std::fs::read_to_string(&file.path).unwrap();
        assert_eq!(matches!(scenario.body, Body::Fight(_)), text.contains("\nfor = "), "{name}: for whom");
    }
}

/// Words for the weapon of a figure, under each ruleset.
const ARMS: [&str; 4] = ["weapon", "direct_action", "quality", "approach"];

#[test]
fn every_shipped_fight_says_who_is_who() {
    let Listed { scenarios: files, .. } = listed(&scenarios()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut rulesets: Vec<&str> = Vec::new();
    for file in files {
        let scenario = Scenario::load(&file.path, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let (name, card) = (file.path.display(), scenario.card());
        if matches!(scenario.body, Body::Situation { .. }) {
            assert!(!card.situation.is_empty() && card.parameters.iter().any(|fact| fact.swept), "{name}: {card:?}");
            continue;
        }
        rulesets.push(scenario.ruleset.id);
        for squad in card.squads.iter().flatten() {
            let known = |word: &str| squad.facts.iter().any(|fact| fact.word == word && !fact.values.is_empty());
            assert!(known("count") && ARMS.into_iter().any(known), "{name}, {}: {:?}", squad.name, squad.facts);
        }
        assert_ne!(card.sides.blue, card.sides.red, "{name}");
        // The card shows everything in the file that is not the rulebook's default.
        for axis in &scenario.axes {
            let word = axis.key.rsplit('.').next().unwrap();
            let squads = card.squads.iter().flatten().flat_map(|squad| &squad.facts);
            let told = squads.chain(&card.field).chain(&card.mission).any(|fact| fact.word == word && fact.swept);
            assert!(told || axis.key.starts_with("rules."), "{name}: {} is swept", axis.key);
        }
        let meanings = card.squads.iter().flatten().flat_map(|squad| &squad.facts).map(|fact| &fact.about);
        for about in meanings.chain(card.mission.iter().map(|fact| &fact.about)) {
            assert!(!about.contains('`'), "{name}: {about}");
        }
    }
    for ruleset in RULESETS {
        assert!(rulesets.contains(&ruleset.id), "{}", ruleset.id);
    }
}
