//! The failures of commands, and their exit codes.

use std::io;
use std::path::{Path, PathBuf};

use runner::Differs;
use scenario::Diagnostics;
use search::Unasked;

/// The exit codes, as `--help` and `docs/cli.md` state them.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    the answer is no: a record is wrong, no engagement meets the
       condition, or a fight is too large to solve exactly
  2    the command line is wrong, or would replace another result
  3    a scenario, a map, a file of records or of tallies is wrong
  4    a file could not be read or written, or the machine failed
  130  interrupted; the engagements played so far are kept and reported,
       and the same command continues the run";

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The reader of standard output is gone, which is not an error.
    #[error("standard output was closed")]
    Closed,
    /// The answer is no; everything else has been printed.
    #[error("{0}")]
    No(String),
    /// The arguments do not fit the scenario or each other.
    #[error("error: {0}")]
    Usage(String),
    /// The options for a new scenario are wrong.
    #[error("{0}")]
    Wished(Diagnostics),
    /// A scenario is wrong, or it or its map could not be read.
    #[error("{0}")]
    Scenario(Diagnostics),
    /// A file is not what the command needs.
    #[error("error: {}: {reason}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The mistake.
        reason: String,
    },
    /// A folder holds another result.
    #[error("error: {}: holds a different result: {differs}\n  = help: {help}", path.display())]
    Taken {
        /// The tallies.
        path: PathBuf,
        /// What differs.
        differs: Differs,
        /// The advice.
        help: &'static str,
    },
    /// Parts of a run do not fit together.
    #[error("error: the parts do not fit together: {differs}")]
    Apart {
        /// The differences.
        differs: Differs,
    },
    /// A file could not be read or written.
    #[error("error: {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Something else failed.
    #[error("error: {0}")]
    Machine(String),
    /// The user interrupted the run.
    #[error("interrupted: the results cover the engagements played so far")]
    Interrupted,
}

impl Failure {
    /// A file that could not be read or written.
    pub(crate) fn file(path: &Path, source: io::Error) -> Failure {
        Failure::File { path: path.to_owned(), source }
    }

    /// A scenario that could be loaded but not run.
    pub(crate) fn runner(path: &Path, error: runner::Error) -> Failure {
        match error {
            runner::Error::Unsolved { .. } => Failure::No(format!("error: {}: {error}", path.display())),
            runner::Error::Situation | runner::Error::Fight | runner::Error::Search(_) | runner::Error::Task(_) => {
                Failure::Content { path: path.to_owned(), reason: error.to_string() }
            }
            runner::Error::Interrupted => Failure::Interrupted,
            runner::Error::Scenario(diagnostics) => Failure::Scenario(diagnostics),
            runner::Error::Threads(_)
            | runner::Error::Json(_)
            | runner::Error::Differs(_)
            | runner::Error::Returned(_) => Failure::Machine(error.to_string()),
        }
    }

    /// A search that cannot be asked of a scenario.
    pub(crate) fn unasked(path: &Path, Unasked { part, why }: Unasked) -> Failure {
        Failure::Usage(if part.is_empty() { format!("{}: {why}", path.display()) } else { format!("--{part}: {why}") })
    }

    /// The exit code, as [`EXIT_CODES`] states it.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Closed => 0,
            Failure::No(_) => 1,
            Failure::Usage(_) | Failure::Wished(_) | Failure::Taken { .. } => 2,
            Failure::Scenario(diagnostics) if diagnostics.unread() => 4,
            Failure::Scenario(_) | Failure::Content { .. } | Failure::Apart { .. } => 3,
            Failure::File { .. } | Failure::Machine(_) => 4,
            Failure::Interrupted => 130,
        }
    }
}

impl From<report::Error> for Failure {
    fn from(error: report::Error) -> Failure {
        Failure::Machine(error.to_string())
    }
}
