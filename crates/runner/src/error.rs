//! What can go wrong when a checked scenario is run.

use engage::Unsolved;

use crate::door::Task;

/// A run that could not be done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A cell that the scenario requires to be exact could not be solved.
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
    /// The command needs a fight, but the scenario describes a situation.
    #[error("this scenario describes a situation, which has odds but no engagements")]
    Situation,
    /// The command needs a situation, but the scenario describes a fight.
    #[error("this scenario describes a fight: use `run`; `odds` answers files with a [situation]")]
    Fight,
    /// The parameters of a situation are wrong.
    #[error(transparent)]
    Scenario(#[from] scenario::Diagnostics),
    /// The existing tallies belong to another scenario or part.
    #[error("what was played before belongs to something else: {0}")]
    Differs(String),
    /// The scenario has no such task.
    #[error("engagements {} to {} of the cells {:?} are no task of this scenario", .0.from, .0.to, .0.cells)]
    Task(Task),
    /// The counts of a task that another process performed do not add up.
    #[error("the counts of a task that came back do not add up: {0}")]
    Returned(String),
    /// A search cannot be made of this scenario.
    #[error("{0}")]
    Search(String),
    /// An interrupt came before there was an answer.
    #[error("interrupted")]
    Interrupted,
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The numbers could not be written as JSON.
    #[error("the numbers could not be written: {0}")]
    Json(#[from] serde_json::Error),
}
