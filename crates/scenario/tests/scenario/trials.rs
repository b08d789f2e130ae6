//! Keys with other values to try, and the cells made of them.

use std::collections::BTreeSet;
use std::path::Path;

use scenario::{Body, Family, RULESETS, Scenario, Setting, Step, Wishes, begin};
use serde_json::Value;

/// Shipped scenarios on maps and on open ground, one or two a ruleset.
const SHIPPED: [&str; 7] = [
    "cqb/elite-against-novice",
    "cqb/bank-two-doors",
    "go_go_go/vip-in-a-depot",
    "fireteam/squad-attack",
    "chain_reaction/outgunned",
    "cortex/elite-team-firefight",
    "cortex/elite-team-fireteam",
];

fn load(name: &str, sets: &[String]) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenarios/{name}.toml"));
    Scenario::load(&path, sets).unwrap_or_else(|wrong| panic!("{name}: {wrong}"))
}

/// The start of the first point of a scenario's sweep, as overrides that leave one point.
fn at_first_point(scenario: &Scenario) -> Vec<String> {
    let toml = |value: &Value| toml::Value::try_from(value).expect("a value of TOML").to_string();
    let point = scenario.axes.iter().map(|axis| format!("{}={}", axis.key, toml(&axis.values[0])));
    ["sweep={}", "variants={}", "doctrines={}"].map(str::to_owned).into_iter().chain(point).collect()
}

#[test]
fn a_trial_is_the_cell_of_the_variant_that_sets_the_same() {
    for name in SHIPPED {
        let first = load(name, &[]);
        let scenario = load(name, &at_first_point(&first));
        let settings = scenario.settings(&[]);
        let keys: BTreeSet<&str> = settings.iter().map(|setting| &*setting.key).collect();
        assert_eq!(keys.len(), settings.len(), "{name}: a key twice");
        for family in Family::ALL {
            assert!(settings.iter().any(|setting| setting.family == family), "{name}: {}", family.name());
        }
        let (mut trials, baseline) = scenario.trials(&[]).unwrap();
        let Body::Fight(cells) = &scenario.body else { panic!("{name} is a fight") };
        assert_eq!(baseline.id, cells[0].id, "{name}");
        let all: Vec<(&Setting, Step, Value)> = settings
            .iter()
            .flat_map(|setting| setting.steps().into_iter().map(move |(step, value)| (setting, step, value)))
            .collect();
        let made: Vec<_> = all.iter().map(|(setting, _, value)| trials.cell(&[(&setting.key, value)])).collect();
        let accepted = made.iter().filter(|cell| cell.is_ok()).count();
        assert!(accepted > 20, "{name}: {accepted}");
        // Some are compared with the variant, which is read from its text.
        for ((setting, _, value), cell) in all.iter().zip(&made).step_by(41) {
            let toml = toml::Value::try_from(value).expect("a value of TOML");
            let set = format!("variants.trial.'{}'={toml}", setting.key);
            let sets: Vec<String> = at_first_point(&first).into_iter().chain([set]).collect();
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenarios/{name}.toml"));
            match (Scenario::load(&path, &sets), cell) {
                (Ok(variant), Ok(cell)) => {
                    let Body::Fight(cells) = &variant.body else { panic!("{name} is a fight") };
                    assert_eq!(cells[1].id, cell.id, "{name}: {} = {value}", setting.key);
                    assert_eq!(cells[1].luck, cell.luck, "{name}: {} = {value}", setting.key);
                }
                (Err(_), Err(_)) => {}
                (variant, cell) => panic!("{name}: {} = {value}: {variant:?} {cell:?}", setting.key),
            }
        }
    }
}

#[test]
fn numbers_go_one_step_and_words_everywhere() {
    let scenario = load("cqb/elite-against-novice", &[]);
    let settings = scenario.settings(&vec![0; scenario.axes.len()]);
    let of = |key: &str| settings.iter().find(|setting| setting.key == key).unwrap_or_else(|| panic!("{key}"));
    let to_hit = of("rules.to_hit_base");
    let own = to_hit.value.as_ref().and_then(Value::as_i64).unwrap();
    assert_eq!(to_hit.steps(), [(Step::Up, Value::from(own + 1)), (Step::Down, Value::from(own - 1))]);
    let ability = settings.iter().find(|setting| setting.key.ends_with(".ability")).unwrap();
    assert_eq!((ability.family, ability.steps().len()), (Family::Forces, 3));
}

#[test]
fn a_rule_that_nobody_changed_has_the_value_that_the_rulebook_prints() {
    for ruleset in RULESETS {
        let text = begin(ruleset, &ruleset.openings[0], &Wishes::default(), Path::new("")).unwrap();
        let scenario = Scenario::parse("new.toml", text.as_bytes(), &[], RULESETS).unwrap();
        let printed = (ruleset.rules)();
        let mut seen = 0;
        for setting in scenario.settings(&[]).iter().filter(|setting| setting.family == Family::Rules) {
            let own = setting.key.split('.').skip(1).try_fold(&printed, |at, part| at.get(part.trim_matches('"')));
            let Some(own) = own.filter(|own| !own.is_null()) else { continue };
            seen += 1;
            assert_eq!(setting.value.as_ref(), Some(own), "{} {}", ruleset.id, setting.key);
        }
        assert!(seen > 10, "{}: {seen}", ruleset.id);
    }
}
