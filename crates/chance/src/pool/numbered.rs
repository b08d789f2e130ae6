//! Pools by number.

use super::dice::Pool;
use super::die::Die;

/// Gives a number to every pool of at most so many dice of each size.
#[derive(Clone, Copy, Debug)]
pub struct Numbered {
    most: Pool,
    /// What one more die of each size adds to the number.
    strides: [u32; 5],
    /// How many numbers there are.
    count: u32,
}

impl Numbered {
    /// For pools of no more dice of each size than this one; none if that makes more numbers than a word holds, or if it has more than
    /// 127 dice of a size.
    #[must_use]
    pub fn new(most: Pool) -> Option<Numbered> {
        let (mut strides, mut count) = ([0; 5], 1_u32);
        for die in Die::ALL {
            strides[die as usize] = count;
            count = count.checked_mul(u32::from(most.count(die)) + 1)?;
        }
        Die::ALL.into_iter().all(|die| most.count(die) < 128).then_some(Numbered { most, strides, count })
    }

    /// How many numbers there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// The number of a pool; none if it has more dice of a size.
    #[inline]
    #[must_use]
    pub fn of(&self, pool: &Pool) -> Option<usize> {
        let place = |die: Die| u32::from(pool.count(die)).wrapping_mul(self.strides[die as usize]);
        let within = pool.counts.is_within(self.most.counts);
        within.then(|| Die::ALL.into_iter().fold(0_u32, |number, die| number.wrapping_add(place(die))) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pool_has_a_number_of_its_own() {
        let most = Pool::EMPTY.with(Die::D4, 2).with(Die::D8, 3).with(Die::D12, 1);
        let numbered = Numbered::new(most).expect("few pools");
        let mut found = vec![false; numbered.count()];
        for counts in (0..4_u32.pow(5)).map(|number| Die::ALL.map(|die| (number / 4_u32.pow(die as u32) % 4) as u8)) {
            let pool = Die::ALL.into_iter().fold(Pool::EMPTY, |pool, die| pool.with(die, counts[die as usize]));
            let within = Die::ALL.into_iter().all(|die| pool.count(die) <= most.count(die));
            let number = numbered.of(&pool);
            assert_eq!(number.is_some(), within, "{pool}");
            if let Some(number) = number {
                assert!(!std::mem::replace(&mut found[number], true), "{pool}");
            }
        }
        assert!(found.into_iter().all(|found| found));
        assert!(Numbered::new(Pool::EMPTY.with(Die::D6, 128)).is_none());
        assert!(Numbered::new(Die::ALL.into_iter().fold(Pool::EMPTY, |pool, die| pool.with(die, 100))).is_none());
    }
}
