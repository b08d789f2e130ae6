//! What can go wrong when a checked scenario is run.

use engage::Unsolved;

/// A run that could not be done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A cell was to be solved exactly and was not.
    #[error(
        "{cell} cannot be solved exactly: {why}; {}leave play.method at auto",
        if matches!(.why, Unsolved::TooLarge(_)) { "raise play.budget, or " } else { "" }
    )]
    Unsolved {
        /// The cell.
        cell: String,
        /// Why not.
        why: Unsolved,
    },
    /// A fight was asked for and the scenario describes a situation.
    #[error("this scenario describes a situation, which has odds but no engagements")]
    Situation,
    /// A situation was asked for and the scenario describes a fight.
    #[error("this scenario describes a fight, which is run; odds are for a file with a [situation]")]
    Fight,
    /// The parameters of a situation are wrong.
    #[error(transparent)]
    Scenario(#[from] scenario::Diagnostics),
    /// What was played before belongs to something else.
    #[error("what was played before belongs to something else: {0}")]
    Differs(String),
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The numbers could not be written as JSON.
    #[error("the numbers could not be written: {0}")]
    Json(#[from] serde_json::Error),
}
