//! Six-sided dice thrown together, and which of them count.

use std::fmt;

/// The most dice in a throw.
const MOST: usize = 5;
/// The most scores that a throw can have.
const SCORES: usize = 5 * MOST + 1;

/// Six-sided dice thrown together; the highest are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    count: u8,
    best: u8,
    /// The scores in ascending order, each with its number of ways; places beyond the highest score have no ways.
    scores: [(u8, u32); SCORES],
}

/// One die.
pub const D6: Dice = Dice::sum(1);

impl Dice {
    /// A number of dice, 1 to 5, all added up.
    #[must_use]
    pub const fn sum(count: u8) -> Dice {
        Dice::best(count, count)
    }

    /// A number of dice, 1 to 5; only the `best` highest are added up.
    #[must_use]
    pub const fn best(count: u8, best: u8) -> Dice {
        assert!(0 < best && best <= count && count as usize <= MOST, "1 to 5 dice, of which some count");
        let mut scores = [(0, 0); SCORES];
        let mut place = 0;
        while place < SCORES {
            scores[place].0 = best + place as u8;
            place += 1;
        }
        let mut throw = 0;
        while throw < 6_u32.pow(count as u32) {
            scores[(score(faces(throw), count, best) - best) as usize].1 += 1;
            throw += 1;
        }
        Dice { count, best, scores }
    }

    /// How many dice are thrown.
    #[must_use]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// The scores, the lowest first, each with the number of ways to throw it.
    #[must_use]
    pub fn scores(&self) -> &[(u8, u32)] {
        &self.scores[..=usize::from(self.best) * 5]
    }

    /// The score of these faces.
    pub(crate) const fn score(&self, faces: [u8; MOST]) -> u8 {
        score(faces, self.count, self.best)
    }

    /// The faces of one of the ways to throw a score; ways count from 0.
    pub(crate) fn way(&self, score: u8, way: u32) -> impl Iterator<Item = u8> {
        let all = (0..6_u32.pow(self.count.into())).map(faces);
        let thrown = all.filter(|&faces| self.score(faces) == score).nth(way as usize);
        thrown.unwrap_or_default().into_iter().take(self.count.into())
    }
}

impl fmt::Display for Dice {
    /// As `d6`, `2d6` or `best 2 of 3d6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.best < self.count {
            write!(f, "best {} of ", self.best)?;
        }
        if self.count > 1 {
            write!(f, "{}", self.count)?;
        }
        f.write_str("d6")
    }
}

/// The faces of a throw, by the number of the throw.
const fn faces(mut throw: u32) -> [u8; MOST] {
    let mut faces = [0; MOST];
    let mut die = 0;
    while die < MOST {
        faces[die] = (throw % 6) as u8 + 1;
        throw /= 6;
        die += 1;
    }
    faces
}

/// The sum of the `best` highest of the first `count` faces.
const fn score(mut faces: [u8; MOST], count: u8, best: u8) -> u8 {
    let mut sum = 0;
    let mut taken = 0;
    while taken < best {
        let mut highest = 0;
        let mut die = 0;
        while die < count as usize {
            if faces[die] > faces[highest] {
                highest = die;
            }
            die += 1;
        }
        sum += faces[highest];
        faces[highest] = 0;
        taken += 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of ways to reach a score or more.
    fn reaching(dice: &Dice, least: u8) -> u32 {
        dice.scores().iter().filter(|&&(score, _)| score >= least).map(|&(_, ways)| ways).sum()
    }

    #[test]
    fn dice_have_names() {
        assert_eq!([D6, Dice::sum(2), Dice::best(3, 2)].map(|dice| dice.to_string()), ["d6", "2d6", "best 2 of 3d6"]);
    }

    #[test]
    fn ways_are_those_of_the_books() {
        assert_eq!(D6.scores(), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]);
        assert_eq!([2, 7, 12].map(|least| reaching(&Dice::sum(2), least)), [36, 21, 1]);
        assert_eq!([2, 8, 12].map(|least| reaching(&Dice::best(3, 2), least)), [216, 147, 16]);
        assert_eq!([2, 8, 12].map(|least| reaching(&Dice::best(4, 2), least)), [1296, 1071, 171]);
        assert_eq!(Dice::sum(5).scores().iter().map(|&(_, ways)| ways).sum::<u32>(), 7776);
    }

    #[test]
    fn every_way_scores_what_it_should() {
        for dice in [D6, Dice::sum(2), Dice::best(3, 2), Dice::best(4, 2)] {
            for &(score, ways) in dice.scores() {
                let mut all: Vec<Vec<u8>> = (0..ways).map(|way| dice.way(score, way).collect()).collect();
                for faces in &all {
                    let mut sorted = faces.clone();
                    sorted.sort_unstable_by(|a, b| b.cmp(a));
                    assert_eq!(sorted.iter().take(dice.best.into()).sum::<u8>(), score, "{faces:?}");
                }
                all.sort();
                all.dedup();
                assert_eq!(all.len(), ways as usize);
            }
        }
    }
}
