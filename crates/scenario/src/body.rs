//! The cells or cases of a scenario, checked and compiled.

use std::fmt;

use engage::{Battle, Kind, LuckNumbers};
use serde_json::Value;

use crate::recipe::Recipe;
use crate::values;

/// A swept key.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The key from the top of the file, such as `field.range`.
    pub key: String,
    /// Its values in the order of the file; at least one.
    pub values: Vec<Value>,
}

impl Axis {
    /// The values as text for tables.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        self.values.iter().map(values::text).collect()
    }
}

/// A variant that is compared with the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// The keys it sets, with their values; at least one.
    pub changes: Vec<(String, Value)>,
}

/// One combination of the sweep under the baseline or one variant, ready to play.
pub struct Cell {
    /// Index of the value on each axis.
    pub point: Vec<usize>,
    /// The index of the variant; `None` for the baseline.
    pub variant: Option<usize>,
    /// An id that distinguishes it from every other cell of any scenario: 16 characters, `c` and 15 hexadecimal digits.
    /// It is a hash of the ruleset's id, of everything that the ruleset gets for the cell, and of the content of its
    /// map.
    pub id: String,
    /// The numbers by which figures draw luck, if they differ from the figures' own: if a variant leaves out other
    /// squads than the baseline, each figure keeps its number of the baseline.
    pub luck: Option<Box<LuckNumbers>>,
    /// How [`crate::Trials`] made it; `None` for a cell of the scenario itself.
    pub recipe: Option<Box<Recipe>>,
    /// The engagement.
    pub battle: Box<dyn Battle>,
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cell").field("point", &self.point).field("variant", &self.variant).finish_non_exhaustive()
    }
}

/// One combination of the swept parameters of a situation.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Index of the value on each axis.
    pub point: Vec<usize>,
    /// An id that distinguishes it from every other case of any scenario, in the form of [`Cell::id`]: a hash of the
    /// ruleset's id, the kind and the parameters.
    pub id: String,
    /// The parameters beside `kind`.
    pub parameters: Value,
}

/// The content of a scenario: a fight or a situation.
#[derive(Debug)]
pub enum Body {
    /// A fight: every cell, by point in row-major order of the axes, the baseline of a point before its variants.
    Fight(Vec<Cell>),
    /// A situation: every case in row-major order of the axes. Answered by [`Scenario::answer`](crate::Scenario::answer).
    Situation {
        /// The kind of situation.
        kind: &'static Kind,
        /// The cases.
        cases: Vec<Case>,
    },
}
