//! Tallies of parts, merged in any order, are the tally of the whole.

use proptest::prelude::*;
use stats::{Counts, Moments, PairedProportion};

/// Splits `items` at the cuts, tallies the parts, and merges them from the last to the first and from the first to the
/// last.
fn both_ways<T: Copy, Tally: Clone>(
    items: &[T],
    cuts: &[usize],
    empty: &Tally,
    record: impl Fn(&mut Tally, T),
    merge: impl Fn(&mut Tally, &Tally),
) -> [Tally; 3] {
    let tally = |items: &[T]| {
        let mut tally = empty.clone();
        items.iter().for_each(|&item| record(&mut tally, item));
        tally
    };
    let mut bounds: Vec<usize> = cuts.iter().map(|cut| cut % (items.len() + 1)).chain([0, items.len()]).collect();
    bounds.sort_unstable();
    let parts: Vec<Tally> = bounds.windows(2).map(|part| tally(&items[part[0]..part[1]])).collect();
    let merged = |order: &mut dyn Iterator<Item = &Tally>| {
        let mut whole = empty.clone();
        order.for_each(|part| merge(&mut whole, part));
        whole
    };
    [tally(items), merged(&mut parts.iter()), merged(&mut parts.iter().rev())]
}

proptest! {
    #[test]
    fn counts(values in prop::collection::vec(0_usize..9, 0..200), cuts in prop::collection::vec(0_usize..200, 0..6)) {
        let [whole, forth, back] = both_ways(&values, &cuts, &Counts::new(9), Counts::record, Counts::merge);
        prop_assert_eq!(&whole, &forth);
        prop_assert_eq!(&whole, &back);
        prop_assert_eq!(whole.total(), values.len() as u64);
        let text = serde_json::to_string(&whole).unwrap();
        prop_assert_eq!(serde_json::from_str::<Counts>(&text).unwrap(), whole);
    }

    #[test]
    fn moments(values in prop::collection::vec(any::<i32>(), 0..200), cuts in prop::collection::vec(0_usize..200, 0..6)) {
        let [whole, forth, back] = both_ways(&values, &cuts, &Moments::default(), Moments::record, Moments::merge);
        prop_assert_eq!(whole, forth);
        prop_assert_eq!(whole, back);
        let text = serde_json::to_string(&whole).unwrap();
        prop_assert_eq!(serde_json::from_str::<Moments>(&text).unwrap(), whole);
        if let Some(variance) = whole.variance() {
            let mean = values.iter().map(|&x| f64::from(x)).sum::<f64>() / values.len() as f64;
            let plain = values.iter().map(|&x| (f64::from(x) - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64;
            prop_assert!((variance - plain).abs() <= 1e-9 * plain.max(1.0));
        }
    }

    #[test]
    fn pairs(
        outcomes in prop::collection::vec(any::<(bool, bool)>(), 0..200),
        cuts in prop::collection::vec(0_usize..200, 0..6),
    ) {
        let [whole, forth, back] = both_ways(
            &outcomes,
            &cuts,
            &PairedProportion::default(),
            |tally, (baseline, variant)| tally.record(baseline, variant),
            PairedProportion::merge,
        );
        prop_assert_eq!(whole, forth);
        prop_assert_eq!(whole, back);
        prop_assert_eq!(whole.n(), outcomes.len() as u64);
        let text = serde_json::to_string(&whole).unwrap();
        prop_assert_eq!(serde_json::from_str::<PairedProportion>(&text).unwrap(), whole);
    }
}
