//! A thrown pool, read question by question.

use std::rc::Rc;

use super::kept::{Keep, Kept};
use super::throw::Throw;

/// The possible results of a pool, each with the number of throws that give it.
pub(crate) type Ways = Rc<[(Kept, u64)]>;

/// A thrown pool. Each question about it narrows what it may be.
#[derive(Clone, Debug)]
pub struct Hand {
    /// What was kept. If `ways` lists several results, this is only the first of them.
    pub(crate) kept: Kept,
    /// The results still possible, each with its number of ways; `None` if the dice are known.
    pub(crate) ways: Option<Ways>,
}

impl Hand {
    /// The hand of a throw whose numbers are known, together with that throw.
    #[inline(always)]
    pub(crate) fn fallen(throw: Throw, keep: Keep) -> (Hand, Option<Throw>) {
        (Hand { kept: throw.keep(&keep), ways: None }, Some(throw))
    }

    /// The hand of a throw of which this is known.
    #[inline(always)]
    pub(crate) fn known(kept: Kept) -> Hand {
        Hand { kept, ways: None }
    }

    /// A hand that may still be any of these results, of which there must be at least one.
    pub(crate) fn open(ways: Ways) -> Hand {
        Hand { kept: ways[0].0, ways: Some(ways) }
    }
}
