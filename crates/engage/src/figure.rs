//! The name of a figure.

use crate::Side;

/// A figure as reports and replays name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its side.
    pub side: Side,
    /// Its squad, by its name in the scenario.
    pub squad: String,
    /// Its own name: the squad's, with a number if the squad has more than one figure.
    pub name: String,
}

impl Figure {
    /// The figures of a squad, numbered if there are several.
    pub fn squad(side: Side, squad: &str, count: u8) -> impl Iterator<Item = Figure> + use<'_> {
        (1..=count).map(move |number| Figure {
            side,
            squad: squad.to_owned(),
            name: if count == 1 { squad.to_owned() } else { format!("{squad} {number}") },
        })
    }
}
