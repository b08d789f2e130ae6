//! Ranks that are known only as far as intervals tell.

/// The range of ranks of each interval when the largest comes first: from one more than the number of intervals that
/// lie wholly above it, to all but those that lie wholly below it. If the intervals hold together, so do the ranks
/// (Klein, Wright and Wieczorek).
#[must_use]
pub fn ranks(intervals: &[(f64, f64)]) -> Vec<(usize, usize)> {
    let above = |high: f64| intervals.iter().filter(|(low, _)| *low > high).count();
    let below = |low: f64| intervals.iter().filter(|(_, high)| *high < low).count();
    intervals.iter().map(|&(low, high)| (1 + above(high), intervals.len() - below(low))).collect()
}

#[cfg(test)]
mod tests {
    use super::ranks;

    #[test]
    fn ties_share_their_ranks() {
        assert_eq!(ranks(&[(5.0, 6.0), (1.0, 2.0), (1.5, 3.0), (0.0, 0.5)]), [(1, 1), (2, 3), (2, 3), (4, 4)]);
        assert_eq!(ranks(&[(0.0, 1.0), (1.0, 2.0)]), [(1, 2), (1, 2)], "intervals that touch are a tie");
        assert!(ranks(&[]).is_empty());
    }
}
