//! The properties of a firer, as bits.

use crate::fire::{Firer, Mode, Preparation};

/// A firer's properties except his weapon and whether he is a sniper: quick to pass on and to look up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirerBits(u8);

impl FirerBits {
    /// The number of values, with room to spare.
    pub(super) const ALL: usize = 1 << u8::BITS;

    /// The properties of a firer that count.
    #[inline(always)]
    pub(crate) const fn of(firer: &Firer) -> FirerBits {
        FirerBits(
            firer.pinned as u8
                | (firer.wounded as u8) << 1
                | (firer.hard_cover as u8) << 2
                | (firer.number_two as u8) << 3
                | (firer.rested as u8) << 4
                | (firer.mode as u8) << 5
                | (firer.preparation as u8) << 6,
        )
    }

    /// The firer of a number; numbers from 192 on name an aimed shot a second time.
    pub(super) const fn numbered(number: usize) -> FirerBits {
        FirerBits(number as u8)
    }

    /// His number.
    #[inline]
    pub(super) const fn number(self) -> usize {
        self.0 as usize
    }

    /// Single shot or automatic.
    #[inline]
    #[must_use]
    pub const fn mode(self) -> Mode {
        if self.flag(5) { Mode::Auto } else { Mode::Single }
    }

    /// Snap, aimed or neither.
    #[inline]
    #[must_use]
    pub const fn preparation(self) -> Preparation {
        match self.0 >> 6 {
            0 => Preparation::Plain,
            1 => Preparation::Snap,
            _ => Preparation::Aimed,
        }
    }

    /// Whether he is pinned.
    #[inline]
    pub(crate) const fn is_pinned(self) -> bool {
        self.flag(0)
    }

    /// The same with another preparation.
    #[inline]
    #[must_use]
    pub const fn prepared(self, preparation: Preparation) -> FirerBits {
        FirerBits(self.0 & 0x3f | (preparation as u8) << 6)
    }

    /// The same in hard cover, with the weapon rested or as it was.
    #[inline]
    pub(crate) const fn in_hard_cover(self, rested: bool) -> FirerBits {
        FirerBits(self.0 | 1 << 2 | (rested as u8) << 4)
    }

    /// The firer.
    pub(crate) const fn firer(self, sniper: bool) -> Firer {
        Firer {
            mode: self.mode(),
            preparation: self.preparation(),
            sniper,
            pinned: self.flag(0),
            wounded: self.flag(1),
            hard_cover: self.flag(2),
            number_two: self.flag(3),
            rested: self.flag(4),
        }
    }

    #[inline]
    const fn flag(self, place: u32) -> bool {
        self.0 >> place & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREPARATIONS: [Preparation; 3] = [Preparation::Plain, Preparation::Snap, Preparation::Aimed];

    /// All possible firers: none is lost, and each changes as the firer would.
    #[test]
    fn every_firer_is_what_it_was_made_of() {
        let mut all = Vec::new();
        for number in 0..1 << 5 {
            for mode in [Mode::Single, Mode::Auto] {
                for preparation in PREPARATIONS {
                    let [pinned, wounded, hard_cover, number_two, rested] =
                        [0, 1, 2, 3, 4].map(|bit| number >> bit & 1 == 1);
                    let sniper = false;
                    all.push(Firer { mode, preparation, sniper, pinned, wounded, hard_cover, number_two, rested });
                }
            }
        }
        for (number, firer) in all.iter().enumerate() {
            let firing = FirerBits::of(firer);
            assert_eq!(firing.firer(false), *firer);
            assert_eq!(firing.firer(true), Firer { sniper: true, ..*firer });
            assert_eq!((firing.mode(), firing.preparation()), (firer.mode, firer.preparation));
            assert_eq!(firing.is_pinned(), firer.pinned);
            assert_eq!(FirerBits::numbered(firing.number()), firing);
            assert!(all[..number].iter().all(|other| FirerBits::of(other) != firing), "{firer:?}");
            for preparation in PREPARATIONS {
                assert_eq!(firing.prepared(preparation), FirerBits::of(&Firer { preparation, ..*firer }));
            }
            for rested in [false, true] {
                let covered = Firer { hard_cover: true, rested: firer.rested || rested, ..*firer };
                assert_eq!(firing.in_hard_cover(rested), FirerBits::of(&covered));
            }
        }
    }
}
