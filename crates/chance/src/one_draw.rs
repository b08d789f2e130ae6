//! Short procedures as one draw: an attack of three rolls takes one random word, from the distribution of its outcomes.

/// The most outcomes of a [`OneDraw`].
pub const MOST_OUTCOMES: usize = 8;

/// The exact distribution of the outcomes of a [`crate::Procedure`].
///
/// Outcomes are in the order in which the procedure reaches them when every roll goes from its lowest value up, so that
/// the same luck means roughly the same quantile.
#[derive(Clone, Copy, Debug)]
pub struct OneDraw<T> {
    /// Where each outcome's places end; they begin where those of the outcome before end. Beyond the last outcome, the
    /// total.
    ends: [u32; MOST_OUTCOMES - 1],
    total: u32,
    outcomes: [T; MOST_OUTCOMES],
}

impl<T: Copy + PartialEq> OneDraw<T> {
    /// Made from the outcomes, each with its number of places, and the total. `None` if there are no outcomes or more
    /// than [`MOST_OUTCOMES`].
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

    /// The number of places; each is equally likely.
    #[inline]
    pub(crate) const fn total(&self) -> u32 {
        self.total
    }

    /// The outcome that a place belongs to.
    #[inline]
    pub(crate) fn outcome(&self, place: u32) -> T {
        self.outcomes[self.ends.iter().map(|&end| usize::from(place >= end)).sum::<usize>()]
    }

    /// The outcomes, each with its number of places.
    pub fn outcomes(&self) -> impl Iterator<Item = (T, u32)> {
        let ends = self.ends.into_iter().chain([self.total]);
        let sizes = ends.scan(0, |last, end| Some(end - std::mem::replace(last, end)));
        self.outcomes.into_iter().zip(sizes).filter(|&(_, size)| size > 0)
    }
}
