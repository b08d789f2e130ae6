//! Short procedures as one draw: an attack of three rolls takes one random word, from its distribution.

use crate::Address;
use crate::keyed::{Words, bounded};

/// What settles a short procedure without running it: a distribution that was worked out of it beforehand, or several.
pub trait Known {
    /// What the procedure results in.
    type Outcome: Copy;

    /// The outcome, by draws that have this address, or others of the same figure and occurrence.
    fn settle<W: Words>(&self, words: &mut W, at: Address) -> Self::Outcome;
}

/// The most outcomes of a [`OneDraw`].
pub const MOST_OUTCOMES: usize = 8;

/// The exact distribution of the outcomes of a [`crate::Procedure`].
///
/// Outcomes are ordered by how the procedure comes to them when every roll goes from the lowest up, so that the same luck
/// means about the same quantile.
#[derive(Clone, Copy, Debug)]
pub struct OneDraw<T> {
    /// Where each outcome ends; the places before are its own. Beyond the last they are the total.
    ends: [u32; MOST_OUTCOMES - 1],
    total: u32,
    outcomes: [T; MOST_OUTCOMES],
}

impl<T: Copy + PartialEq> OneDraw<T> {
    /// From the outcomes, each with its number of places, and the total; none if there are none or more than [`MOST_OUTCOMES`].
    pub(crate) fn new(rows: impl Iterator<Item = (T, u32)>, total: u32) -> Option<OneDraw<T>> {
        let mut rows = rows.peekable();
        let mut outcomes = [rows.peek()?.0; MOST_OUTCOMES];
        let mut ends = [total; MOST_OUTCOMES - 1];
        let mut end = 0;
        for (place, (outcome, size)) in rows.enumerate() {
            *outcomes.get_mut(place)? = outcome;
            end += size;
            if let Some(last) = ends.get_mut(place) {
                *last = end;
            }
        }
        Some(OneDraw { ends, total, outcomes })
    }

    /// The outcomes with the number of places that each has.
    pub fn outcomes(&self) -> impl Iterator<Item = (T, u32)> {
        let ends = self.ends.into_iter().chain([self.total]);
        let sizes = ends.scan(0, |last, end| Some(end - std::mem::replace(last, end)));
        self.outcomes.into_iter().zip(sizes).filter(|&(_, size)| size > 0)
    }
}

impl<T: Copy> Known for OneDraw<T> {
    type Outcome = T;

    #[inline]
    fn settle<W: Words>(&self, words: &mut W, at: Address) -> T {
        let word = words.word(at);
        let place = bounded(words, word, self.total.into()).0 as u32;
        self.outcomes[self.ends.iter().map(|&end| usize::from(place >= end)).sum::<usize>()]
    }
}
