//! The number by which each figure draws its luck.

use chance::Step;

use crate::Figure;

/// How many numbers an address can tell apart.
const ALL: usize = 1 << u8::BITS;

/// The number by which each figure draws its luck, the first part of a [`chance::Address`]: the figure's own number in
/// the battle, unless the battle is compared with one that has other squads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LuckNumbers([u8; ALL]);

impl Default for LuckNumbers {
    fn default() -> LuckNumbers {
        LuckNumbers(std::array::from_fn(|number| number as u8))
    }
}

impl LuckNumbers {
    /// Numbers by which figures draw the same luck as in another battle. Figures that are not in the other battle take
    /// the lowest numbers left, so that no number is beyond those of the larger battle.
    #[must_use]
    pub fn of_battle(figures: &[Figure], other: &[Figure]) -> LuckNumbers {
        let place = |all: &[Figure], number: usize| {
            let squad = |figure: &&Figure| (figure.side, &figure.squad) == (all[number].side, &all[number].squad);
            all[..number].iter().filter(squad).count()
        };
        let same = |number: usize, there: usize| {
            (figures[number].side, &figures[number].squad) == (other[there].side, &other[there].squad)
                && place(figures, number) == place(other, there)
        };
        let known: Vec<Option<usize>> =
            (0..figures.len()).map(|number| (0..other.len()).find(|&there| same(number, there))).collect();
        let mut free = (0..ALL).filter(|number| !known.contains(&Some(*number)));
        let mut numbers = LuckNumbers::default();
        for (number, known) in numbers.0.iter_mut().zip(&known) {
            *number = known.or_else(|| free.next()).unwrap_or_default() as u8;
        }
        numbers
    }

    /// The number by which a figure draws. Bystanders draw by their own numbers.
    #[inline(always)]
    #[must_use]
    pub const fn of(&self, figure: usize) -> u8 {
        self.0[figure as u8 as usize]
    }

    /// In the steps of a battle, puts the figures that drew in place of the numbers by which they drew.
    pub fn name_figures(&self, figures: usize, steps: &mut [Step]) {
        for luck in steps.iter_mut().flat_map(|step| &mut step.luck) {
            if let Some(figure) = self.0[..figures].iter().position(|number| *number == luck.figure) {
                luck.figure = figure as u8;
            }
        }
    }

    /// The numbers of the first figures.
    #[must_use]
    pub fn first(&self, figures: usize) -> &[u8] {
        &self.0[..figures]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;

    fn figures(squads: &[(Side, &str, u8)]) -> Vec<Figure> {
        squads.iter().flat_map(|&(side, name, count)| Figure::squad(side, name, count)).collect()
    }

    #[test]
    fn figures_keep_their_numbers_when_a_squad_is_left_out_or_comes_in() {
        let (blue, red) = (Side::Blue, Side::Red);
        let all = figures(&[(blue, "a", 1), (blue, "b", 2), (red, "a", 2)]);
        assert_eq!(LuckNumbers::of_battle(&all, &all), LuckNumbers::default());
        let without = figures(&[(blue, "b", 2), (red, "a", 2)]);
        assert_eq!(LuckNumbers::of_battle(&without, &all).first(4), [1, 2, 3, 4]);
        // A figure that joins draws by a number that no other figure has.
        assert_eq!(LuckNumbers::of_battle(&all, &without).first(5), [4, 0, 1, 2, 3]);
        // One squad is left out and another is larger: the new figure takes a number of the figures left out.
        let larger = figures(&[(blue, "b", 3), (red, "a", 2)]);
        assert_eq!(LuckNumbers::of_battle(&larger, &all).first(5), [1, 2, 0, 3, 4]);
        // A lone figure is the first of its squad.
        let one = figures(&[(blue, "b", 1), (red, "a", 1)]);
        assert_eq!(LuckNumbers::of_battle(&one, &all).first(2), [1, 3]);
        assert_eq!(LuckNumbers::of_battle(&one, &all).of(40), 40);
    }
}
