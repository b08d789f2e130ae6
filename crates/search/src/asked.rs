//! What a search for the best doctrine is asked.

use engage::Side;
use serde::{Deserialize, Serialize};

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The only side that searches; `None` for both.
    pub side: Option<Side>,
    /// The side that has a mission, whose failure to win is the other's success; `None` if a draw is worth half.
    pub mission: Option<Side>,
    /// Whether where figures begin is searched as well.
    pub placement: bool,
}
