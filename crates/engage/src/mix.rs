//! Which of several weighted alternatives an engagement draws.

use chance::{Address, Keyed, Words};

/// The address of that draw, which no ruleset uses: the last of every kind.
const DRAW: Address = Address::new(u8::MAX, u8::MAX, u32::MAX);

/// The alternative that an engagement draws, as an index into their weights. It is a quantile in the order of the list:
/// the luck of an engagement is one point of a scale on which every alternative has a stretch as long as its weight. So
/// an alternative whose stretch stays where it is keeps its engagements. The first alternative if all weights are zero.
#[must_use]
pub fn drawn(seed: u64, engagement: u64, weights: &[u32]) -> usize {
    let all: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    let word = Keyed::engagement(seed, engagement).word(DRAW);
    let point = ((u128::from(word) * u128::from(all)) >> u64::BITS) as u64;
    let mut end = 0;
    let within = |&weight: &u32| {
        end += u64::from(weight);
        point < end
    };
    weights.iter().position(within).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[test]
    fn alternatives_are_drawn_by_their_weights_in_order() {
        let share = |weights: &[u32], which: usize| {
            (0..40_000).filter(|&engagement| drawn(7, engagement, weights) == which).count()
        };
        // Five standard errors of a share over 40,000 engagements are 1.25 points at most.
        for (weights, which, percent) in [(&[60, 40][..], 0, 60), (&[1, 0, 3], 2, 75), (&[5], 0, 100), (&[0, 2], 0, 0)]
        {
            let off = share(weights, which).abs_diff(400 * percent);
            assert!(off <= 500, "{weights:?} {which}: {off}");
        }
        assert_eq!(drawn(7, 3, &[]), 0);
        // A finer list keeps the draws of a coarser one.
        for engagement in 0..1000 {
            let (coarse, fine) = (drawn(1, engagement, &[50, 50]), drawn(1, engagement, &[50, 25, 25]));
            assert_eq!(coarse == 0, fine == 0);
        }
    }
}
