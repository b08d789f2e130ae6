//! A scenario's squads and field, and what is wrong with them.

use std::sync::Arc;

use engage::{Inches, Map, Problem, Rulebook as _, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::battle::{Battle, Profile, Sees, TargetPolicy};
use crate::figure::{Man, Pace, Weapon};
use crate::rules::Rules;
use crate::spot::Stance;

/// The most figures on a side.
const MOST_FIGURES: usize = 16;

/// Figures alike in arms and conduct. Blue are the Counter-Terrorists, red the Terrorists.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Squad {
    /// Number of figures; a side has at most 16.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 16))]
    pub count: u8,
    /// What they fire (GGG-fire-1, GGG-snipe-1).
    #[serde(default)]
    pub weapon: Weapon,
    /// Their pace in every turn (GGG-move-2).
    #[serde(default)]
    pub pace: Pace,
    /// Whether they hide (GGG-see-8).
    #[serde(default)]
    pub hiding: bool,
    /// Whether their enemies are before them or to one side (GGG-see-1, GGG-see-2).
    #[serde(default)]
    pub sees: Sees,
    /// At whom they fire.
    #[serde(default)]
    pub target: TargetPolicy,
    /// Aiming turns that a sniper wants before he fires (GGG-snipe-6).
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub aim: u8,
    /// Wounds with which they begin (GGG-eff-3).
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub wounds: u8,
}

const fn one() -> u8 {
    1
}

/// Open ground: two sides that face each other at one range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Field {
    /// Distance between the two sides, in inches.
    pub range: Inches,
}

impl Default for Field {
    fn default() -> Field {
        Field { range: Inches::whole(10) }
    }
}

/// The Go! Go! Go! part of a scenario.
pub type Setup = engage::Setup<Rules, Field, Squad>;

/// Builds a battle from a scenario.
pub(crate) fn compile(
    value: &serde_json::Value,
    map: Option<&Arc<Map>>,
) -> Result<Box<dyn engage::Battle>, Vec<Problem>> {
    let value = engage::with_defaults(value, "rules", &Rules::default());
    let setup: Setup = engage::read(&value).map_err(|problem| vec![problem])?;
    let mut problems = setup.rules.problems("rules.");
    if map.is_some() {
        problems.push(Problem::new("field.map", "Go! Go! Go! is not played on maps yet"));
    }
    if !(1..=1000).contains(&setup.turn_limit) {
        problems.push(Problem::new("turn_limit", "expected 1 to 1000 turns"));
    }
    problems.extend(setup.mission.problems(None, 0));
    let (mut names, mut profiles) = (Vec::new(), Vec::new());
    for (side, name, squad) in setup.squads() {
        let key = format!("{}.{name}", side.name());
        problems.extend(squad.problems(&setup.rules, side, &key));
        for number in 1..=squad.count {
            let own = if squad.count == 1 { name.to_owned() } else { format!("{name} {number}") };
            names.push(engage::Figure { side, squad: name.to_owned(), name: own });
            profiles.push(squad.profile(side));
        }
    }
    for side in Side::ALL {
        let count = profiles.iter().filter(|profile: &&Profile| profile.side == side).count();
        if !(1..=MOST_FIGURES).contains(&count) {
            let message = format!("{count} figures, expected 1 to {MOST_FIGURES} on a side");
            problems.push(Problem::new(side.name(), message));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(Box::new(Battle::new(setup.rules, setup.field.range, setup.turn_limit, names, profiles)))
}

impl Squad {
    fn profile(&self, side: Side) -> Profile {
        Profile {
            side,
            weapon: self.weapon,
            stance: Stance { pace: self.pace, hiding: self.hiding },
            fires: true,
            sees: self.sees,
            target: self.target,
            aim: self.aim,
            start: Man { wounds: self.wounds, ..Man::FRESH },
        }
    }

    fn problems(&self, rules: &Rules, side: Side, key: &str) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut report = |what: &str, message: &str| problems.push(Problem::new(format!("{key}.{what}"), message));
        if self.count == 0 {
            report("count", "expected at least 1 figure");
        }
        if self.weapon == Weapon::Sniper && side == Side::Red {
            report("weapon", "only blue, the Counter-Terrorists, have sniper rifles, expected `automatic`");
        }
        if self.hiding && !rules.lets_hide(self.pace) {
            report("hiding", "figures that move do not hide, expected `pace = \"stationary\"`");
        }
        if self.aim > 20 {
            report("aim", "expected 0 to 20 turns");
        }
        if self.wounds > 20 {
            report("wounds", "expected 0 to 20 wounds");
        }
        problems
    }
}
