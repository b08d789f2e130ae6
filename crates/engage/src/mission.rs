//! What the sides fight for on a map. The objectives are the same for every ruleset; each says in its docs when one is won.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Map, Problem, Side};

/// What is to be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Objective {
    /// Put every enemy out of the fight.
    #[default]
    Eliminate,
    /// Free the hostages.
    Rescue,
    /// Have the place `at` to oneself for `turns` turns in a row.
    Hold,
    /// Bring the bystanders to the place `at`.
    Escort,
    /// Make the bomb in the place `at` safe before it goes off at the end of turn `turns`.
    Bomb,
    /// Look into every room.
    Search,
}

impl Objective {
    /// Whether it is about a place.
    #[must_use]
    pub const fn has_place(self) -> bool {
        matches!(self, Objective::Hold | Objective::Escort | Objective::Bomb)
    }

    /// Whether it is about a number of turns.
    #[must_use]
    pub const fn has_clock(self) -> bool {
        matches!(self, Objective::Hold | Objective::Bomb)
    }
}

/// What third parties do, such as hostages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bystanders {
    /// They stay where they are.
    #[default]
    Stay,
    /// Once shots have been fired they make for where the side with the mission came from, and leave the map there.
    Flee,
    /// They go with the side that has the mission, once one of its figures has come to them.
    Follow,
}

/// What the sides fight for, and who else is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Mission {
    /// What is to be done.
    pub objective: Objective,
    /// The side that has to do it; the other one has to keep it from that.
    pub side: Side,
    /// The area or the room of the map that the objective is about.
    pub at: Option<String>,
    /// Turns to hold the place, or until the bomb goes off.
    #[schemars(range(min = 1, max = 1000))]
    pub turns: Option<u16>,
    /// What third parties do.
    pub bystanders: Bystanders,
}

impl Default for Mission {
    fn default() -> Mission {
        Mission {
            objective: Objective::default(),
            side: Side::Blue,
            at: None,
            turns: None,
            bystanders: Bystanders::default(),
        }
    }
}

impl Mission {
    /// What is wrong with it on this map, or on open ground, with so many bystanders.
    #[must_use]
    pub fn problems(&self, map: Option<&Map>, bystanders: usize) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut wrong = |key: &str, message: String| problems.push(Problem::new(format!("mission.{key}"), message));
        let word = serde_json::to_value(self.objective).ok();
        let word = word.as_ref().and_then(|word| word.as_str()).unwrap_or_default();
        if map.is_none() && *self != Mission::default() {
            wrong("objective", "a mission needs ground to be done on: set `field.map`".to_owned());
        }
        match (&self.at, self.objective.has_place()) {
            (None, true) => {
                wrong("objective", format!("`{word}` needs a place: set `mission.at` to an area or a room"))
            }
            (Some(_), false) => {
                wrong("at", format!("`{word}` is about no place, expected it with `hold`, `escort` or `bomb`"))
            }
            (Some(at), true) => {
                if let Some(map) = map.filter(|map| map.squares(at).is_none()) {
                    let names = map.areas().map(|(name, _)| name).chain(map.rooms().map(|(name, _)| name));
                    let known: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                    wrong("at", format!("the map has no area or room `{at}`, expected one of {}", known.join(", ")));
                }
            }
            (None, false) => {}
        }
        match (self.turns, self.objective.has_clock()) {
            (None, true) => wrong("objective", format!("`{word}` is against the clock: set `mission.turns`")),
            (Some(_), false) => wrong("turns", format!("`{word}` has no clock, expected it with `hold` or `bomb`")),
            (Some(turns), true) if !(1..=1000).contains(&turns) => {
                wrong("turns", format!("{turns} turns, expected 1 to 1000"));
            }
            _ => {}
        }
        if bystanders == 0 && matches!(self.objective, Objective::Rescue | Objective::Escort) {
            wrong("objective", format!("`{word}` needs somebody: set `field.hostages`"));
        }
        problems
    }
}
