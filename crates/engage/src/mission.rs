//! What the sides fight for on a map. The objectives are the same for every ruleset; each ruleset's docs say when one
//! is won.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::map::unknown_place;
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
    /// Be alone in the place `at` for `turns` turns in a row.
    Hold,
    /// Bring the escorted people to the place `at`.
    Escort,
    /// Defuse the bomb in the place `at` before it goes off at the end of turn `turns`.
    Bomb,
    /// Look into every room.
    Search,
}

impl Objective {
    /// The word for it in scenario files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Objective::Eliminate => "eliminate",
            Objective::Rescue => "rescue",
            Objective::Hold => "hold",
            Objective::Escort => "escort",
            Objective::Bomb => "bomb",
            Objective::Search => "search",
        }
    }

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
    /// Once shots have been fired, they move to where the side with the mission started, and leave the map there.
    Flee,
    /// They follow the side with the mission once one of its figures sees them and sees no enemy.
    Follow,
}

/// The objective of the fight, and the behaviour of third parties.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Mission {
    /// What is to be done.
    pub objective: Objective,
    /// The side that has to do it; the other side has to prevent it.
    #[schemars(title = "Side with the mission")]
    pub side: Side,
    /// The area or the room of the map that the objective is about.
    #[schemars(title = "Place of the mission")]
    pub at: Option<String>,
    /// Turns to hold the place, or until the bomb goes off.
    #[schemars(title = "Turns of the mission", range(min = 1, max = 1000), extend("x-unit" = "turns"))]
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

/// What the outcome of an engagement is worth to a side, in halves: 2 for a success, 0 for a failure, 1 for a draw if it counts as one.
/// Where a side has a mission, its failure to win is a success of the other side.
#[must_use]
pub fn worth(winner: Option<Side>, side: Side, mission: Option<Side>) -> u8 {
    match (mission, winner) {
        (Some(mission), winner) => 2 * u8::from((winner == Some(mission)) == (mission == side)),
        (None, None) => 1,
        (None, Some(winner)) => 2 * u8::from(winner == side),
    }
}

impl Mission {
    /// The side that has a mission; `None` if both want to put every enemy out of the fight.
    #[must_use]
    pub fn holder(&self) -> Option<Side> {
        (self.objective != Objective::Eliminate).then_some(self.side)
    }

    /// What is wrong with the mission on this map, or on open ground, with this number of bystanders.
    #[must_use]
    pub fn problems(&self, map: Option<&Map>, bystanders: usize) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut wrong = |key: &str, message: String| problems.push(Problem::new(format!("mission.{key}"), message));
        let word = self.objective.word();
        if map.is_none() && *self != Mission::default() {
            wrong("objective", "a mission needs a map: set `field.map`".to_owned());
        }
        match (&self.at, self.objective.has_place()) {
            (None, true) => {
                wrong("objective", format!("`{word}` needs a place: set `mission.at` to an area or a room"))
            }
            (Some(_), false) => wrong("at", format!("`{word}` takes no place; only `hold`, `escort` and `bomb` do")),
            (Some(at), true) => {
                if let Some(unknown) = map.and_then(|map| unknown_place(map, at)) {
                    wrong("at", unknown);
                }
            }
            (None, false) => {}
        }
        match (self.turns, self.objective.has_clock()) {
            (None, true) => wrong("objective", format!("`{word}` needs a number of turns: set `mission.turns`")),
            (Some(_), false) => wrong("turns", format!("`{word}` takes no turns; only `hold` and `bomb` do")),
            _ => {}
        }
        if bystanders == 0 && matches!(self.objective, Objective::Rescue | Objective::Escort) {
            wrong("objective", format!("`{word}` needs people to rescue or escort: set `field.hostages`"));
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use field::{Builder, Ground};
    use serde_json::json;

    use super::{Mission, Objective};
    use crate::Map;

    /// A corridor with an area `exit` and a room `vault`.
    fn map() -> Map {
        let mut builder = Builder::new(5, 1);
        (0..5).for_each(|column| _ = builder.set(0, column, Ground::FLOOR));
        let exit = builder.area([(0, 0)]);
        let vault = builder.room((0..5).map(|column| (0, column)));
        Map {
            title: "A corridor".to_owned(),
            about: String::new(),
            plan: Arc::new(builder.build().unwrap()),
            rooms: vec![("vault".to_owned(), vault)],
            areas: vec![("exit".to_owned(), exit)],
            stairs: Vec::new(),
            known: crate::KnownGround::default(),
        }
    }

    /// The problems of a mission, each with its key.
    fn told(mission: serde_json::Value, map: Option<&Map>, bystanders: usize) -> Vec<String> {
        let mission: Mission = crate::read(&mission).unwrap();
        mission.problems(map, bystanders).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn words_are_those_that_are_read() {
        for objective in [
            Objective::Eliminate,
            Objective::Rescue,
            Objective::Hold,
            Objective::Escort,
            Objective::Bomb,
            Objective::Search,
        ] {
            assert_eq!(json!(objective), json!(objective.word()));
        }
    }

    #[test]
    fn sound_missions() {
        let map = map();
        assert!(told(json!({}), None, 0).is_empty(), "no mission on open ground");
        for (mission, bystanders) in [
            (json!({}), 0),
            (json!({"objective": "eliminate", "side": "red", "bystanders": "flee"}), 3),
            (json!({"objective": "rescue", "bystanders": "follow"}), 1),
            (json!({"objective": "hold", "at": "vault", "turns": 1}), 0),
            (json!({"objective": "escort", "at": "exit"}), 1),
            (json!({"objective": "bomb", "at": "exit", "turns": 1000}), 0),
            (json!({"objective": "search"}), 0),
        ] {
            assert_eq!(told(mission.clone(), Some(&map), bystanders), [""; 0], "{mission}");
        }
    }

    #[test]
    fn whatever_is_missing_or_too_much_is_told_at_once() {
        let map = map();
        assert_eq!(
            told(json!({"objective": "hold"}), Some(&map), 0),
            [
                "mission.objective: `hold` needs a place: set `mission.at` to an area or a room",
                "mission.objective: `hold` needs a number of turns: set `mission.turns`",
            ]
        );
        assert_eq!(
            told(json!({"objective": "search", "at": "vault", "turns": 3}), Some(&map), 0),
            [
                "mission.at: `search` takes no place; only `hold`, `escort` and `bomb` do",
                "mission.turns: `search` takes no turns; only `hold` and `bomb` do",
            ]
        );
        assert_eq!(
            told(json!({"objective": "bomb", "at": "valut", "turns": 3}), Some(&map), 0),
            ["mission.at: the map has no area or room `valut`, expected one of `exit`, `vault`"]
        );
        let bare = Map { areas: Vec::new(), rooms: Vec::new(), ..map.clone() };
        assert_eq!(
            told(json!({"objective": "escort", "at": "exit"}), Some(&bare), 0),
            [
                "mission.at: the map has no area or room `exit`, nor any other",
                "mission.objective: `escort` needs people to rescue or escort: set `field.hostages`",
            ]
        );
        assert_eq!(
            told(json!({"bystanders": "flee"}), None, 2),
            ["mission.objective: a mission needs a map: set `field.map`"]
        );
    }
}
