//! A ruleset as the rest of the program sees it.

use std::sync::Arc;

use crate::{Battle, Kind, Map, Opening, Problem, Side};

/// Where a clause of the rulebook is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// The rule code plays it.
    Played,
    /// Left to people: its row says what the automatic player does.
    LeftToPeople,
    /// It is not played yet: the ruleset is being built.
    NotYet,
}

/// One numbered clause of a rulebook: a row in the ruleset's `RULES.md`.
#[derive(Clone, Copy, Debug)]
pub struct Clause {
    /// Its number, such as `CQB-5.3.4`.
    pub id: &'static str,
    /// What it settles, in our own words.
    pub title: &'static str,
    /// The files and functions that play it, or what the automatic player does instead.
    pub place: &'static str,
    /// The tests that check it.
    pub tests: &'static str,
}

impl Clause {
    /// Where it is played, by the first words of its place.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        match self.place {
            place if place.starts_with("left to people") => Coverage::LeftToPeople,
            place if place.starts_with("not played yet") => Coverage::NotYet,
            _ => Coverage::Played,
        }
    }

    /// Whether a number is that of this clause, or of a heading above it and others that add a letter: `CQB-5.3.5`
    /// heads `CQB-5.3.5a`.
    #[must_use]
    pub fn is_of(&self, number: &str) -> bool {
        let more = self.id.strip_prefix(number);
        more.is_some_and(|more| more.is_empty() || matches!(more.as_bytes(), [letter] if letter.is_ascii_lowercase()))
    }
}

/// One way in which an engagement of a ruleset can end.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// The word used in data and in `replay --where`, such as `both_out`. In conditions `blue.win` and `red.win` mean
    /// every ending that the side wins, so an ending with such a word has to be won by that side.
    pub id: &'static str,
    /// What people call it, such as `Nobody left`.
    pub label: &'static str,
    /// What it means, in a few words. `blue` and `red` are replaced by the scenario's names for the sides, which may be
    /// singular or plural: the past tense fits both.
    pub about: &'static str,
    /// The winner.
    pub winner: Option<Side>,
}

/// A word that says who wins, under every ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Win {
    /// The word, which means every ending won in this way.
    pub id: &'static str,
    /// Its label.
    pub label: &'static str,
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
}

/// The words for a win of either side, and for a draw.
pub const WINS: [Win; 3] = [
    Win { id: "blue.win", label: "Blue wins", winner: Some(Side::Blue) },
    Win { id: "red.win", label: "Red wins", winner: Some(Side::Red) },
    Win { id: "draw", label: "Draw", winner: None },
];

impl Win {
    /// The word for this winner, or for a draw.
    #[must_use]
    pub const fn by(winner: Option<Side>) -> Win {
        match winner {
            Some(Side::Blue) => WINS[0],
            Some(Side::Red) => WINS[1],
            None => WINS[2],
        }
    }
}

/// A quantity counted in every engagement.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The word used in data and in `replay --where`, such as `red.lost`.
    pub id: &'static str,
    /// What people call it, such as `Red losses`.
    pub label: &'static str,
    /// What is counted, in the plural, such as `figures`.
    pub unit: &'static str,
    /// What it means, in a few words.
    pub about: &'static str,
}

impl Measure {
    /// A side's losses, which are the first two measures of every ruleset.
    #[must_use]
    pub const fn lost(side: Side, unit: &'static str, about: &'static str) -> Measure {
        let (id, label) = match side {
            Side::Blue => ("blue.lost", "Blue losses"),
            Side::Red => ("red.lost", "Red losses"),
        };
        Measure { id, label, unit, about }
    }
}

/// Declares the purposes of a ruleset's draws, in an order that may only grow at its end, because luck depends on it: a
/// constant for each, numbered from 0 for [`chance::Address`], and `NAMES` with the words that logs use for them.
#[macro_export]
macro_rules! purposes {
    ($($(#[$about:meta])* $name:ident = $word:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the constants are")]
        enum Number { $($name),* }
        $($(#[$about])* pub(crate) const $name: u8 = Number::$name as u8;)*
        /// The words for the purposes.
        pub(crate) const NAMES: &[&str] = &[$($word),*];
    };
}

/// A ruleset: plain data and functions. The registry is a slice of these.
pub struct Ruleset {
    /// The word used in scenario files, such as `cqb`.
    pub id: &'static str,
    /// The rulebook's title.
    pub title: &'static str,
    /// What the numbers of its clauses begin with, such as `CQB`.
    pub letters: &'static [&'static str],
    /// What draws are for, by the second number of their addresses; logs name each draw by it.
    pub purposes: &'static [&'static str],
    /// The ways in which an engagement can end; an [`crate::Outcome`] names one by index.
    pub endings: &'static [Ending],
    /// The quantities counted; `measures[0]` and `measures[1]` are blue's and red's losses.
    pub measures: &'static [Measure],
    /// The situations `odds` can answer.
    pub kinds: &'static [Kind],
    /// The ways of play that a new scenario can begin with, the plainest first.
    pub openings: &'static [Opening],
    /// The crate's `RULES.md`: for each clause a table row that says where it is played, or what the automatic player
    /// does instead, and for each option a row with the reason for its default.
    pub accounts: &'static str,
    /// The rulebook as printed: every table and option with its default, as it would be written under `[rules]`.
    pub rules: fn() -> serde_json::Value,
    /// Adds the ruleset's part of the scenario file to a JSON Schema generator and returns the schema of
    /// [`crate::Setup`] for it.
    pub schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
    /// Builds a battle from the `field`, `blue`, `red`, `rules` and `turn_limit` of a scenario, on the map that its
    /// `field.map` names, if any.
    #[allow(clippy::type_complexity, reason = "a function pointer reads better in full than behind an alias")]
    pub compile: fn(&serde_json::Value, Option<&Arc<Map>>) -> Result<Box<dyn Battle>, Vec<Problem>>,
}

impl Ruleset {
    /// Every clause, in the rulebook's order: the rows of `accounts` whose number begins with the ruleset's letters.
    #[must_use]
    pub fn clauses(&self) -> Vec<Clause> {
        let is_own = |id: &str| id.split_once('-').is_some_and(|(letters, _)| self.letters.contains(&letters));
        let rows = self.rows().filter(|[id, ..]| is_own(id));
        rows.map(|[id, title, place, tests]| Clause { id, title, place, tests }).collect()
    }

    /// The first four cells of each row of the tables in `accounts`.
    pub fn rows(&self) -> impl Iterator<Item = [&'static str; 4]> + use<> {
        let cells = |line: &'static str| {
            let mut cells = line.trim().strip_prefix('|')?.trim_end_matches('|').split('|').map(str::trim);
            Some(std::array::from_fn(|_| cells.next().unwrap_or_default()))
        };
        self.accounts.lines().filter_map(cells)
    }
}

impl std::fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ruleset").field("id", &self.id).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Clause, Coverage};

    #[test]
    fn the_first_words_of_a_place_say_who_plays() {
        let coverage = |place| Clause { id: "TOY-1", title: "hit", place, tests: "" }.coverage();
        assert_eq!(coverage("`fire.rs` `hit`"), Coverage::Played);
        assert_eq!(coverage("left to people; the automatic player never hits"), Coverage::LeftToPeople);
        assert_eq!(coverage("not played yet"), Coverage::NotYet);
    }
}
