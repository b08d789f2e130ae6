//! The order of action, sorted without branches: they would be mispredicted, as which of two figures goes first is
//! random (CQB-3b).

/// Figures by their reaction tests, the higher result first; of equal results the lower number first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct OrderOfAction<const N: usize> {
    entries: [Ranked; N],
    len: usize,
}

/// A figure and the result of its reaction test in one word: of two, the greater word acts first.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Ranked(u32);

impl Ranked {
    #[inline(always)]
    const fn new(result: u16, figure: usize) -> Ranked {
        Ranked((result as u32) << 8 | (u8::MAX - figure as u8) as u32)
    }

    #[inline(always)]
    const fn result(self) -> u32 {
        self.0 >> 8
    }

    #[inline(always)]
    const fn figure(self) -> u8 {
        u8::MAX - self.0 as u8
    }
}

impl<const N: usize> Default for OrderOfAction<N> {
    fn default() -> OrderOfAction<N> {
        OrderOfAction { entries: [Ranked::default(); N], len: 0 }
    }
}

impl<const N: usize> OrderOfAction<N> {
    /// Adds a figure.
    #[inline(always)]
    pub(crate) fn insert(&mut self, result: u16, figure: usize) {
        let Ranked(mut entry) = Ranked::new(result, figure);
        for Ranked(other) in &mut self.entries[..self.len] {
            (*other, entry) = (entry.max(*other), entry.min(*other));
        }
        self.entries[self.len] = Ranked(entry);
        self.len += 1;
    }

    /// The same order with the least results that give it, so that equal orders are equal values.
    pub(crate) fn ranked(&self) -> OrderOfAction<N> {
        let mut ranked = OrderOfAction { len: self.len, ..OrderOfAction::default() };
        let entries = ranked.entries[..self.len].iter_mut().rev();
        for (entry, (figure, group)) in entries.zip(self.last_to_first(0)) {
            *entry = Ranked::new(group.into(), figure.into());
        }
        ranked
    }

    /// The figures from the last to the first, each with its group. Figures with equal results share a group; groups
    /// are numbered from `first_group`.
    #[inline(always)]
    pub(crate) fn last_to_first(&self, first_group: u8) -> impl Iterator<Item = (u8, u8)> {
        let entries = &self.entries[..self.len];
        let (mut group, mut result) = (first_group, entries.last().map_or(0, |entry| entry.result()));
        entries.iter().rev().map(move |entry| {
            group += u8::from(entry.result() != result);
            result = entry.result();
            (entry.figure(), group)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to give up to four figures one of five results.
    #[test]
    fn the_order_is_what_a_plain_sort_gives() {
        for (count, number) in (1..=4_u32).flat_map(|count| (0..5_u32.pow(count)).map(move |number| (count, number))) {
            let results: Vec<u16> = (0..count).map(|figure| (number / 5_u32.pow(figure) % 5) as u16 * 40).collect();
            let mut order = OrderOfAction::<4>::default();
            results.iter().enumerate().for_each(|(figure, &result)| order.insert(result, figure));
            let mut plain: Vec<usize> = (0..results.len()).collect();
            plain.sort_by_key(|&figure| (results[figure], std::cmp::Reverse(figure)));
            let found: Vec<(u8, u8)> = order.last_to_first(3).collect();
            assert_eq!(found.iter().map(|&(figure, _)| usize::from(figure)).collect::<Vec<_>>(), plain);
            assert_eq!(found[0].1, 3);
            assert!(order.ranked().last_to_first(3).eq(found.iter().copied()));
            for pair in found.windows(2) {
                let [one, other] = [pair[0], pair[1]].map(|(figure, _)| results[usize::from(figure)]);
                assert_eq!(pair[1].1 - pair[0].1, u8::from(one != other), "{results:?}");
            }
        }
    }
}
