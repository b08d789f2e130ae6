//! How an enemy group moves by its table (CR-np-1).

use chance::exact::Ratio;
use engage::{Finding, Kind, Problem, fractions, schema_of};

use super::shared::{ANYWHERE, by_word, odds, parameters, rep};
use crate::enemy::{Orders, passed};

pub(super) const NP_MOVE: Kind = Kind {
    id: "np_move",
    label: "Enemy group",
    about: "What a group does that is moved by the table of the enemy.",
    findings: &[Finding::chance("pass *d6: *")],
    schema: schema_of::<NpMove>,
    answer: |value| fractions(value, np_move),
};

parameters! {
    /// Parameters of `np_move`.
    NpMove {
        /// Rep of the group's leader, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        rep: u8,
        /// Whether the group outnumbers its enemy.
        outnumbers: bool,
        /// Whether it is in cover.
        #[serde(default)]
        in_cover: bool,
        /// Whether its side has twice as many figures on the table.
        #[serde(default)]
        twice_as_many: bool,
    }
}

fn np_move(given: &NpMove) -> Result<Vec<(String, Ratio)>, Problem> {
    rep(given.rep, "rep")?;
    let passed = odds(|chance| passed(chance, ANYWHERE, given.rep, given.in_cover, given.twice_as_many, false))?;
    Ok(by_word(&passed, |&passed| format!("pass {passed}d6: {}", Orders::of(passed, given.outnumbers))))
}
