//! Doctrines: the same cells as the keys that they set, and engagements drawn from their pairs.

use std::path::Path;

use engage::{Outcome, drawn};
use scenario::{Body, Cell, DoctrinesFile, Scenario};

/// A squad attack without its variants, with further overrides.
fn attack(sets: &[&str]) -> Result<Scenario, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/fireteam/squad-attack.toml");
    let sets: Vec<String> = ["variants={}", "doctrines={}"].iter().chain(sets).map(|set| (*set).to_owned()).collect();
    Scenario::load(&path, &sets).map_err(|wrong| wrong.to_string())
}

fn cells(scenario: &Scenario) -> &[Cell] {
    let Body::Fight(cells) = &scenario.body else { panic!("a fight") };
    cells
}

fn outcomes(cell: &Cell, count: usize) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); count];
    cell.battle.play(7, 0, &mut outcomes);
    outcomes
}

const WALK: &str = "doctrines.blue.walk={ orders = 'walk' }";
const RUSH: &str = "doctrines.blue.rush={ weight = 3, rifles.orders = 'rush' }";
const HOLD: &str = "doctrines.red.hold={ orders = 'hold' }";

#[test]
fn a_pair_is_the_scenario_with_those_keys() {
    let walked = attack(&["blue.rifles.orders='walk'", "blue.gun.orders='walk'"]).unwrap();
    let led = attack(&[WALK]).unwrap();
    assert_eq!(cells(&led)[0].id, cells(&walked)[0].id);
    assert_eq!(outcomes(&cells(&led)[0], 64), outcomes(&cells(&walked)[0], 64));
    assert!(cells(&led)[0].battle.mix().is_none(), "a mix of one is that doctrine");
    // A doctrine that is never played leaves a mix of one, and the value of one squad wins over that of all.
    let one = attack(&[WALK, "doctrines.blue.rush={ weight = 0, orders = 'rush' }"]).unwrap();
    assert_eq!(cells(&one)[0].id, cells(&walked)[0].id);
    let own =
        attack(&["doctrines.blue.own={ orders = 'rush', rifles.orders = 'walk', 'gun.orders' = 'walk' }"]).unwrap();
    assert_eq!(cells(&own)[0].id, cells(&walked)[0].id);
    // Without doctrines nothing changes.
    let empty = attack(&["doctrines={}"]).unwrap();
    assert_eq!(cells(&empty)[0].id, cells(&attack(&[]).unwrap())[0].id);
}

#[test]
fn an_engagement_of_a_mix_is_that_of_the_pair_it_draws() {
    let mix = attack(&[WALK, RUSH, HOLD]).unwrap();
    let pairs = [attack(&[WALK, HOLD]).unwrap(), attack(&[RUSH, HOLD]).unwrap()];
    let of_pairs = pairs.each_ref().map(|pair| outcomes(&cells(pair)[0], 256));
    let weights: Vec<u32> = mix.pairs().iter().map(|pair| pair.weight).collect();
    assert_eq!(weights, [1, 3]);
    let drawn: Vec<usize> = (0..256).map(|engagement| drawn(7, engagement, &weights)).collect();
    let expected: Vec<Outcome> = drawn.iter().enumerate().map(|(at, &pair)| of_pairs[pair][at]).collect();
    assert_eq!(outcomes(&cells(&mix)[0], 256), expected);
    assert!((40..90).contains(&drawn.iter().filter(|&&pair| pair == 0).count()), "about a quarter walks");
    // Pieces of any length, and replays, draw the same.
    let cell = &cells(&mix)[0];
    for (at, expected) in expected.iter().enumerate() {
        let mut one = [Outcome::default()];
        cell.battle.play(7, at as u64, &mut one);
        assert_eq!(one[0], *expected);
    }
    assert_eq!(cell.battle.replay(7, 5).0, expected[5]);
    // The order of the list decides who draws what; the weights alone do not make a cell.
    let other = attack(&[RUSH, WALK, HOLD]).unwrap();
    assert_ne!(cells(&other)[0].id, cell.id);
    assert_ne!(other.hash(), mix.hash());
    let (_, baseline) = mix.trials(&[]).unwrap();
    assert_eq!(baseline.id, cell.id, "trials are led by the same doctrines");
}

#[test]
fn what_a_doctrine_sets_nothing_else_sets() {
    for (sets, expected) in [
        (vec![WALK, "blue.gun.orders='rush'"], "the doctrine \"walk\" of blue sets `blue.gun.orders`"),
        (vec![WALK, "sweep.'blue.gun.orders'=['rush', 'walk']"], "`blue.gun.orders` is swept or varied"),
        (vec![WALK, "variants.x.'blue.rifles.orders'='rush'"], "`blue.rifles.orders` is swept or varied"),
        (
            vec!["doctrines.blue.x={ rifles.count = 3 }"],
            "`blue.rifles.count` is not a choice of the players, expected one of",
        ),
        (vec!["doctrines.blue.x={ rifels.orders = 'walk' }"], "there is no squad `rifels` in blue"),
        (vec!["doctrines.blue.x={ ordres = 'walk' }"], "unknown key `ordres`"),
        (vec!["doctrines.blue.x={ orders = 'wlak' }"], "did you mean `walk`?"),
        (vec!["doctrines.blue.x={ weight = -1 }"], "a weight is a whole number from 0 to 10000"),
        (vec!["doctrines.blue.x={ weight = 0 }"], "no doctrine of blue has a weight above 0"),
        (vec!["doctrines.blue.x=3"], "a doctrine is a table of keys to set"),
        (vec!["doctrines.green.x={}"], "unknown key `green`"),
        (vec!["doctrines.blue.' '={}"], "a doctrine's name has 1 to 64 characters"),
    ] {
        let wrong = attack(&sets).unwrap_err();
        assert!(wrong.contains(expected), "{sets:?}: {wrong}");
        assert_eq!(wrong.matches("error: ").count(), 1, "{sets:?}: {wrong}");
    }
    // A trial cannot set it either.
    let led = attack(&[WALK]).unwrap();
    let (mut trials, _) = led.trials(&[]).unwrap();
    let refused = trials.cell(&[("blue.gun.orders", &"rush".into())]).unwrap_err();
    assert_eq!(refused, "a doctrine sets `blue.gun.orders`");
    assert!(trials.mixed(&[(1, vec![("blue.gun.orders", &"rush".into())])]).is_ok());
}

#[test]
fn a_file_of_doctrines_replaces_those_of_a_side_and_shows_its_own_mistakes() {
    let text = "[doctrines.blue.walk]\norders = \"walk\"\n\n[doctrines.blue.\"by the flank\"]\nweight = 3\nrifles.via = [\"flank\"]\n";
    let file = DoctrinesFile::parse("best.toml", text.as_bytes()).unwrap();
    let sets: Vec<&str> = [RUSH, HOLD].into_iter().chain(file.sets().map(String::as_str)).collect();
    let led = attack(&sets).unwrap();
    let names: Vec<&str> = led.doctrines.blue.iter().map(|doctrine| &*doctrine.name).collect();
    assert_eq!((names, led.doctrines.red.len()), (vec!["walk", "by the flank"], 1));
    let written = scenario::doctrines_text(&["a comment".to_owned()], &led.doctrines);
    let again = DoctrinesFile::parse("again.toml", written.as_bytes()).unwrap();
    let sets: Vec<&str> = again.sets().map(String::as_str).collect();
    assert_eq!(cells(&attack(&sets).unwrap())[0].id, cells(&led)[0].id, "{written}");

    for (text, expected) in [
        (
            "[doctrines.blue.x]\nordres = \"walk\"\n",
            "error: best.toml:2:10: doctrines.blue.x.ordres: unknown key `ordres`",
        ),
        ("[doctrines.blue.x]\ngun.orders = \"wlak\"\n", "error: best.toml:2:14: doctrines.blue.x.gun.orders: "),
    ] {
        let file = DoctrinesFile::parse("best.toml", text.as_bytes()).unwrap();
        let none = ["variants={}", "doctrines={}"].map(str::to_owned);
        let sets: Vec<String> = none.into_iter().chain(file.sets().cloned()).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/fireteam/squad-attack.toml");
        let wrong = file.located(Scenario::load(&path, &sets).unwrap_err()).to_string();
        assert!(wrong.starts_with(expected), "{text}: {wrong}");
    }
    for (text, expected) in [
        ("title = \"x\"\n", "best.toml:1:1: title: `title`: a file of doctrines has tables such as"),
        ("", "best.toml:1:1: there are no doctrines in it"),
        ("[doctrines.blue\n", "best.toml:1:"),
    ] {
        let wrong = DoctrinesFile::parse("best.toml", text.as_bytes()).unwrap_err().to_string();
        assert!(wrong.contains(expected), "{text}: {wrong}");
    }
}
