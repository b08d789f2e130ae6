//! How a search made a cell, as data.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How [`Trials`](crate::Trials) made a cell, as data: another process that has the scenario makes the same cell of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// The point of the sweep, as the index of the value on each axis.
    pub point: Vec<usize>,
    /// What is set.
    pub sets: Sets,
}

/// What a cell of [`Trials`](crate::Trials) sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sets {
    /// Keys with their values, as [`Trials::cell`](crate::Trials::cell) takes them; none for the baseline.
    Keys(Vec<(String, Value)>),
    /// Sets of values with their weights, as [`Trials::mixed`](crate::Trials::mixed) takes them.
    Mix(Vec<(u32, Vec<(String, Value)>)>),
}
