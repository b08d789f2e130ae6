//! A ruleset of one die: a figure is out on a roll of its armour or more. It plays nothing, because the tests only read
//! scenarios.

use std::collections::BTreeMap;
use std::sync::Arc;

use engage::{
    Answer, Battle, ExactFight, Figure, Finding, Kind, Manner, Outcome, Problem, Ruleset, Setup, Step, TooLarge,
    Unsolved, Value, read,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

/// The ruleset.
pub(crate) static TOY: Ruleset = Ruleset {
    id: "toy",
    title: "Toy Soldiers",
    letters: &[],
    purposes: &["shot"],
    endings: &[],
    measures: &[],
    kinds: &[Kind {
        id: "throw",
        label: "One throw",
        about: "One throw of the die.",
        findings: &[Finding::chance("hit")],
        schema: throw_schema,
        answer: throw,
    }],
    openings: &[],
    accounts: "",
    rules: || serde_json::to_value(Rules::default()).unwrap_or_default(),
    schema,
    compile,
};

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Rules {
    /// Whether a 6 always hits (TOY-1).
    #[schemars(title = "Natural sixes")]
    sixes: Sixes,
    /// Sides of the die (TOY-2).
    sides: u8,
    /// Damage by weapon (TOY-3).
    damage: BTreeMap<String, u8>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { sixes: Sixes::Hit, sides: 6, damage: [("smg+".to_owned(), 2), ("m16".to_owned(), 3)].into() }
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Sixes {
    /// They do.
    Hit,
    /// They do not.
    Count,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Field {
    /// Inches between the sides, 1 to 400.
    #[schemars(range(min = 1, max = 400), extend("x-unit" = "inches"))]
    range: Option<u16>,
    /// The map, from the scenario's directory.
    map: Option<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Squad {
    /// Figures, 1 to 16.
    #[schemars(title = "Soldiers")]
    count: u8,
    /// Its weapon.
    #[schemars(extend("x-labels" = {"m16": "M16"}))]
    weapon: String,
    /// How well it fights.
    #[serde(default)]
    ability: Ability,
    /// What it wears.
    #[serde(default)]
    armour: Vec<Armour>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Ability {
    #[default]
    Novice,
    Elite,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Armour {
    /// A vest.
    #[schemars(title = "Soft vest")]
    Soft,
    /// A helmet.
    Helmet,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Throw {
    /// The number to reach, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    target: u8,
    /// Options that differ from the rulebook as printed.
    #[serde(default)]
    options: Rules,
}

fn schema(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Setup<Rules, Field, Squad>>()
}

fn throw_schema(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Throw>()
}

fn throw(parameters: &serde_json::Value) -> Result<Answer, Vec<Problem>> {
    let throw: Throw = read(parameters)?;
    if !(1..=6).contains(&throw.target) {
        return Err(Problem::new("target", format!("{} is not from 1 to 6", throw.target)).into());
    }
    let hit = f64::from(7 - throw.target) / f64::from(throw.options.sides);
    let value = Value { outcome: "hit".to_owned(), fraction: None, decimal: hit, error: 0.0 };
    Ok(Answer { manner: Manner::Exact, values: vec![value] })
}

fn compile(given: &serde_json::Value, map: Option<&Arc<engage::Map>>) -> Result<Box<dyn Battle>, Vec<Problem>> {
    let setup: Setup<Rules, Field, Squad> = read(given)?;
    let mut problems = Vec::new();
    let mut figures = Vec::new();
    for (side, name, squad) in setup.squads() {
        let key = |word: &str| format!("{}.{name}.{word}", side.name());
        if !(1..=16).contains(&squad.count) {
            problems.push(Problem::new(key("count"), format!("{} is not from 1 to 16", squad.count)));
        }
        let mut damage = Rules::default().damage;
        damage.extend(setup.rules.damage.clone());
        if !damage.contains_key(&squad.weapon) {
            let known = damage.keys().map(|weapon| format!("`{weapon}`")).collect::<Vec<_>>().join(", ");
            problems
                .push(Problem::new(key("weapon"), format!("no weapon `{}`, expected one of {known}", squad.weapon)));
        }
        if squad.weapon == "m16" && setup.field.range.is_some_and(|range| range > 300) {
            problems.push(Problem::new(key("weapon"), "an m16 reaches 300 inches"));
        }
        figures.push(Figure { side, squad: name.to_owned(), name: name.to_owned() });
        let _ = (squad.ability, &squad.armour, setup.rules.sixes);
    }
    if setup.field.range.is_some_and(|range| !(1..=400).contains(&range)) {
        problems.push(Problem::new("field.range", "not from 1 to 400"));
    }
    assert_eq!(map.is_some(), setup.field.map.is_some(), "whoever names a map is given it, and nobody else");
    problems.extend(setup.mission.problems(map.map(Arc::as_ref), 0));
    let fight = Fight { figures, turn_limit: setup.turn_limit, map: map.cloned() };
    if problems.is_empty() { Ok(Box::new(fight)) } else { Err(problems) }
}

struct Fight {
    figures: Vec<Figure>,
    turn_limit: u16,
    map: Option<Arc<engage::Map>>,
}

impl Battle for Fight {
    fn figures(&self) -> &[Figure] {
        &self.figures
    }

    fn map(&self) -> Option<&Arc<engage::Map>> {
        self.map.as_ref()
    }

    fn play(&self, _: u64, _: u64, outcomes: &mut [Outcome]) {
        outcomes.fill(Outcome { turns: self.turn_limit, ..Outcome::default() });
    }

    fn replay(&self, _: u64, _: u64) -> (Outcome, Vec<Step>) {
        (Outcome { turns: self.turn_limit, ..Outcome::default() }, Vec::new())
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        Err(TooLarge::States(budget).into())
    }
}
