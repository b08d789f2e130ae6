//! A pool that was thrown, to be looked at.

use std::rc::Rc;

use super::kept::{Keep, Kept};
use super::throw::Throw;

/// What may be kept of a pool, each with the number of ways to throw it.
pub(crate) type Ways = Rc<[(Kept, u64)]>;

/// A pool that was thrown, to be looked at. Each question narrows what is known of it.
#[derive(Clone, Debug)]
pub struct Hand {
    /// What was kept; of no meaning while several ways are open.
    pub(crate) kept: Kept,
    /// What it may be, and in how many ways.
    pub(crate) ways: Option<Ways>,
}

impl Hand {
    /// A throw whose numbers are known, and the throw.
    #[inline(always)]
    pub(crate) fn fallen(throw: Throw, keep: Keep) -> (Hand, Option<Throw>) {
        (Hand { kept: throw.keep(keep), ways: None }, Some(throw))
    }

    /// A throw that may be any of these.
    pub(crate) fn open(ways: Ways) -> Hand {
        Hand { kept: ways[0].0, ways: Some(ways) }
    }
}
