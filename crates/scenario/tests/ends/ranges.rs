//! For every whole number in a scenario, one less than its documented range and one more are refused with a message
//! that names that range. The ends are accepted, or refused for another reason.

use crate::documented::{Documented, End, Part, Place, put, without_null};
use engage::Ruleset;
use scenario::{RULESETS, Scenario};
use serde_json::{Value, json};

/// A scenario for a value: the place of the value, and the rest.
struct Around<'d> {
    documented: &'d Documented,
    head: Place,
    rest: Value,
}

/// The message at a key, if the scenario is refused because of it.
fn refused(scenario: &Value, key: &str) -> Option<String> {
    let text = toml::to_string(scenario).unwrap();
    let told = Scenario::parse("x.toml", text.as_bytes(), &[], RULESETS).err()?;
    told.0.into_iter().find(|one| one.key == key).map(|one| one.message)
}

/// The message of the ruleset itself, which does not know the frame's schema.
fn refused_by(ruleset: &Ruleset, scenario: &Value, key: &str) -> Option<String> {
    let (problems, head) = match scenario.get("situation") {
        Some(situation) => {
            let mut parameters = situation.clone();
            let kind = parameters.as_object_mut().unwrap().remove("kind").unwrap();
            let kind = ruleset.kinds.iter().find(|one| kind == one.id).unwrap();
            (kind.ask(&parameters).err().unwrap_or_default(), "situation.")
        }
        None => {
            let given = ["field", "mission", "blue", "red", "rules"];
            let given = given.into_iter().filter_map(|word| Some((word.to_owned(), scenario.get(word)?.clone())));
            let given = given.chain([("turn_limit".to_owned(), json!(60))]).collect();
            ((ruleset.compile)(&given, None).err().unwrap_or_default(), "")
        }
    };
    let key = key.strip_prefix(head).unwrap_or(key);
    problems.into_iter().find(|problem| problem.key == key).map(|problem| problem.message)
}

/// A place as a key.
fn key(place: &[Part]) -> String {
    let mut key = String::new();
    for part in place {
        match part {
            Part::Key(word) => {
                key += if key.is_empty() { "" } else { "." };
                key += &if word.contains('.') { format!("\"{word}\"") } else { word.clone() };
            }
            Part::First => key += "[0]",
        }
    }
    key
}

/// Every range below a schema that is not enforced as documented, and the number of ranges.
fn wrong(ruleset: &Ruleset, schema: &Value, around: &Around<'_>, wrong: &mut Vec<String>) -> usize {
    let documented = around.documented;
    let mut ranges = 0;
    for (place, schema) in documented.places(schema) {
        let (Some(least), Some(most)) = (documented.limit(schema, "minimum"), documented.limit(schema, "maximum"))
        else {
            continue;
        };
        let (Some(least), Some(most)) = (least.as_i64(), most.as_i64()) else { continue };
        if documented.follow(schema)["type"] != "integer" || place.contains(&Part::Key("options".to_owned())) {
            continue;
        }
        let place: Place = around.head.iter().chain(&place).cloned().collect();
        let at = key(&place);
        // Skip lists that the scenario does not have.
        if !put(&mut around.rest.clone(), &place, json!(least)) {
            continue;
        }
        ranges += 1;
        let range = format!("from {least} to {most}");
        let with = |value: i64| {
            let mut scenario = around.rest.clone();
            put(&mut scenario, &place, json!(value));
            scenario
        };
        // TOML has no larger whole number.
        let beyond = [least - 1].into_iter().chain(most.checked_add(1));
        for value in beyond {
            match refused(&with(value), &at) {
                Some(message) if message.ends_with(&range) => {}
                other => wrong.push(format!("{at} = {value}: {range}: {other:?}")),
            }
        }
        for value in [least, most] {
            // A squad without figures is left out before its ruleset sees it.
            if value == 0 && place.last() == Some(&Part::Key("count".to_owned())) {
                continue;
            }
            let message = refused_by(ruleset, &with(value), &at).unwrap_or_default();
            let names_a_range = ["expected at most", "expected at least"].iter().any(|word| message.contains(word))
                || message.split("expected ").skip(1).any(|rest| {
                    let numbers = rest.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '-' && c != '.');
                    numbers.split(' ').nth(1) == Some("to")
                });
            if names_a_range {
                wrong.push(format!("{at} = {value} is in its range, {range}: {message}"));
            }
        }
    }
    ranges
}

/// A fight of a ruleset, from its template.
fn fight(ruleset: &Ruleset) -> Value {
    let mut fight = (ruleset.openings[0].setup)();
    fight["title"] = json!("Ranges");
    fight["ruleset"] = json!(ruleset.id);
    fight["rules"] = (ruleset.rules)();
    without_null(&mut fight);
    for side in ["blue", "red"] {
        fight[side] = json!({ "team": fight[side] });
    }
    fight
}

/// The ranges of integer types, which are not rules of a game.
const MACHINES: [[i64; 2]; 6] =
    [[0, 255], [-128, 127], [0, 65_535], [-32_768, 32_767], [0, 4_294_967_295], [-2_147_483_648, 2_147_483_647]];

#[test]
fn every_whole_number_has_a_range_of_its_game() {
    let (mut ranges, mut found) = (0, Vec::new());
    for ruleset in RULESETS {
        let documented = Documented::of(ruleset);
        let squads = [("squad", &documented.given("blue")["additionalProperties"])];
        let tables = ["field", "mission", "rules"].map(|word| (word, documented.given(word)));
        let kinds = ruleset.kinds.iter().map(|kind| (kind.id, documented.kind(kind.id)));
        for (head, schema) in squads.into_iter().chain(tables).chain(kinds).chain([("play", documented.play())]) {
            for (place, schema) in documented.places(schema) {
                let limit = |word: &str| documented.limit(schema, word).and_then(Value::as_i64);
                if documented.follow(schema)["type"] != "integer" {
                    continue;
                }
                ranges += 1;
                match (limit("minimum"), limit("maximum")) {
                    (Some(least), Some(most)) if !MACHINES.contains(&[least, most]) => {}
                    other => found.push(format!("{} {head}.{}: {other:?}", ruleset.id, key(&place))),
                }
            }
        }
    }
    assert!(found.is_empty(), "{} of {ranges}:\n{}", found.len(), found.join("\n"));
    assert!(ranges > 500, "{ranges}");
}

#[test]
fn every_range_in_a_fight_is_the_one_that_is_held() {
    let (mut ranges, mut found) = (0, Vec::new());
    for ruleset in RULESETS {
        let documented = Documented::of(ruleset);
        let rest = fight(ruleset);
        let part = |word: &str| Part::Key(word.to_owned());
        let heads = ["field", "mission", "rules"].map(|word| (documented.given(word), vec![part(word)]));
        let squads = (&documented.given("blue")["additionalProperties"], vec![part("blue"), part("team")]);
        for (schema, head) in heads.into_iter().chain([squads, (documented.play(), vec![part("play")])]) {
            let around = Around { documented: &documented, head, rest: rest.clone() };
            ranges += wrong(ruleset, schema, &around, &mut found);
        }
    }
    assert!(found.is_empty(), "{} of {ranges}:\n{}", found.len(), found.join("\n"));
    assert!(ranges > 150, "{ranges}");
}

#[test]
fn every_range_in_a_situation_is_the_one_that_is_held() {
    let (mut ranges, mut found) = (0, Vec::new());
    for ruleset in RULESETS {
        let documented = Documented::of(ruleset);
        for kind in ruleset.kinds {
            let schema = documented.kind(kind.id);
            let mut situation = documented.whole(schema, End::Least, 0);
            situation["kind"] = json!(kind.id);
            situation.as_object_mut().unwrap().remove("options");
            let rest = json!({ "title": "Ranges", "ruleset": ruleset.id, "situation": situation });
            let head = vec![Part::Key("situation".to_owned())];
            ranges += wrong(ruleset, schema, &Around { documented: &documented, head, rest }, &mut found);
        }
    }
    assert!(found.is_empty(), "{} of {ranges}:\n{}", found.len(), found.join("\n"));
    assert!(ranges > 200, "{ranges}");
}
