//! How an enemy group run by its table moves (CR-np-1).

use chance::exact::Ratio;
use engage::{Finding, Problem};

use super::shared::{ANYWHERE, by_word, odds, situation};
use crate::enemy::{Orders, passed};

situation! {
    /// What an enemy group run by its table does.
    struct NpMove {
        /// Rep of the group's leader, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        rep: u8,
        /// Whether the group outnumbers its enemy.
        outnumbers: bool,
        /// Whether the group is in cover.
        #[serde(default)]
        in_cover: bool,
        /// Whether its side has at least twice as many figures on the table as the other side.
        #[serde(default)]
        twice_as_many: bool,
    }
    id: "np_move",
    label: "Enemy group",
    findings: &[Finding::chance("pass *d6: *")],
    solve: np_move,
}

fn np_move(given: &NpMove) -> Result<Vec<(String, Ratio)>, Problem> {
    let passed = odds(|chance| passed(chance, ANYWHERE, given.rep, given.in_cover, given.twice_as_many, false))?;
    Ok(by_word(&passed, |&passed| format!("pass {passed}d6: {}", Orders::of(passed, given.outnumbers))))
}
