//! The order of action, sorted without branches: they would be mispredicted, as which of two figures goes first is random (CQB-3b).

/// Figures by their places in the order: the greater place first, of equals the lower number.
#[derive(Clone, Copy)]
pub(crate) struct OrderOfAction<const N: usize> {
    /// The place above the number, counted from the last, so that a plain comparison sorts.
    entries: [u32; N],
    len: usize,
}

impl<const N: usize> Default for OrderOfAction<N> {
    fn default() -> OrderOfAction<N> {
        OrderOfAction { entries: [0; N], len: 0 }
    }
}

impl<const N: usize> OrderOfAction<N> {
    /// Adds a figure.
    #[inline(always)]
    pub(crate) fn insert(&mut self, place: u16, figure: usize) {
        let mut entry = u32::from(place) << 8 | (N - 1 - figure) as u32;
        for earlier in &mut self.entries[..self.len] {
            (*earlier, entry) = (entry.max(*earlier), entry.min(*earlier));
        }
        self.entries[self.len] = entry;
        self.len += 1;
    }

    /// The figures from the last to the first, each with the number of its group: those of equal places are one.
    #[inline(always)]
    pub(crate) fn last_to_first(&self) -> impl Iterator<Item = (u8, u8)> {
        let entries = &self.entries[..self.len];
        let (mut group, mut place) = (0, entries.last().map_or(0, |entry| entry >> 8));
        entries.iter().rev().map(move |entry| {
            group += u8::from(entry >> 8 != place);
            place = entry >> 8;
            ((N - 1) as u8 - *entry as u8, group)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to give up to four figures one of five places.
    #[test]
    fn the_order_is_what_a_plain_sort_gives() {
        for (count, number) in (1..=4_u32).flat_map(|count| (0..5_u32.pow(count)).map(move |number| (count, number))) {
            let places: Vec<u16> = (0..count).map(|figure| (number / 5_u32.pow(figure) % 5) as u16 * 40).collect();
            let mut order = OrderOfAction::<4>::default();
            places.iter().enumerate().for_each(|(figure, &place)| order.insert(place, figure));
            let mut plain: Vec<usize> = (0..places.len()).collect();
            plain.sort_by_key(|&figure| (places[figure], std::cmp::Reverse(figure)));
            let found: Vec<(u8, u8)> = order.last_to_first().collect();
            assert_eq!(found.iter().map(|&(figure, _)| usize::from(figure)).collect::<Vec<_>>(), plain);
            for pair in found.windows(2) {
                let [one, other] = [pair[0], pair[1]].map(|(figure, _)| places[usize::from(figure)]);
                assert_eq!(pair[0].1 == pair[1].1, one == other, "{places:?}");
            }
        }
    }
}
