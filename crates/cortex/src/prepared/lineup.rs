//! A fireteam of operators by who of them is in action.

use chance::Pool;

use crate::options::OwnedNumbers;
use crate::rules::Rules;
use crate::team::{Harm, MOST, Numbers};

/// Every set of members, a bit for each.
const SETS: usize = 1 << MOST;

/// The highest number of a die.
const NUMBERS: usize = 12;

/// What a fireteam of operators rolls, and who owns which number, by who is in action.
#[derive(Clone, Debug)]
pub(crate) struct Lineup {
    own: Vec<Pool>,
    /// Nobody's is [`MOST`]; not known where the order of numbers is drawn.
    owners: Vec<[u8; NUMBERS]>,
}

/// Somebody out of action.
const OUT: Harm = Harm { trauma: crate::die::Track::Out, stress: crate::die::Track::None };

/// Members of whom these are in action.
fn those(set: usize) -> [Harm; MOST] {
    std::array::from_fn(|member| if set >> member & 1 == 1 { Harm::SOUND } else { OUT })
}

impl Lineup {
    /// So many members who roll this, with their numbers.
    pub(crate) fn new(
        rules: &Rules,
        members: usize,
        numbers: &Numbers,
        mut own: impl FnMut(&[Harm; MOST]) -> Pool,
    ) -> Lineup {
        let owner = |harms: &[Harm; MOST], number: usize| {
            numbers.owner(rules, &harms[..members], number as u8 + 1).unwrap_or(MOST) as u8
        };
        let owners = |set: usize| {
            let harms = those(set);
            std::array::from_fn(|number| owner(&harms, number))
        };
        let known = if rules.numbers == OwnedNumbers::Shuffled { 0 } else { SETS };
        Lineup { own: (0..SETS).map(|set| own(&those(set))).collect(), owners: (0..known).map(owners).collect() }
    }

    /// What it rolls, drawbacks of the other side apart.
    #[inline]
    pub(crate) fn own(&self, set: u8) -> Pool {
        self.own[usize::from(set) % SETS]
    }

    /// The member who owns a number, where that is known: none if it is that of a fallen one.
    #[inline]
    pub(crate) fn owner(&self, set: u8, number: u8) -> Option<Option<usize>> {
        let owners = self.owners.get(usize::from(set) % SETS)?;
        Some(Some(usize::from(owners[usize::from(number - 1) % NUMBERS])).filter(|&member| member < MOST))
    }
}
