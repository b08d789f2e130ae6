//! Everything that is measured, by name: one list for the times, the ratios and the counts of instructions.

use std::cell::RefCell;

use engage::{Battle, Outcome};

use crate::situations::{
    BLOCK, Range, SEED, checksum, checksum_of_first_block, draws_of, exact_duel, four_against_four, one_against_one,
    play, reaction_test,
};
use crate::toy::{Worn, sides};
use crate::{drawing, floor, toy};

/// Something that is measured.
pub struct Item {
    /// Its name.
    pub name: &'static str,
    /// What one block consists of: so many shots, engagements, …
    pub per_block: usize,
    /// Plays a block by its number.
    run: Box<dyn Fn(u64) -> u64>,
    /// A number that tells whether the first block came out as it always has.
    pub checksum: u64,
    /// The number that it has to be.
    pub expected: u64,
}

impl Item {
    fn new(name: &'static str, per_block: usize, expected: u64, run: impl Fn(u64) -> u64 + 'static) -> Item {
        let checksum = run(0);
        Item { name, per_block, run: Box::new(run), checksum, expected }
    }

    /// Engagements of a battle. The checksum is taken once and apart, so that it costs no time in a measurement.
    fn battle(name: &'static str, expected: u64, battle: Box<dyn Battle>) -> Item {
        let checksum = checksum_of_first_block(&*battle);
        let outcomes = RefCell::new(vec![Outcome::default(); BLOCK]);
        let run = move |block| {
            let mut outcomes = outcomes.borrow_mut();
            play(&*battle, block, &mut outcomes);
            u64::from(outcomes[BLOCK - 1].turns)
        };
        Item { name, per_block: BLOCK, run: Box::new(run), checksum, expected }
    }

    /// Plays a block by its number; the result depends on all of it.
    pub fn run(&self, block: u64) -> u64 {
        (self.run)(block)
    }

    /// Stops a measurement of an engine that plays something else.
    ///
    /// # Panics
    /// When the first block does not come out as recorded.
    pub fn check(&self) {
        assert_eq!(self.checksum, self.expected, "`{}` does not play what it used to play", self.name);
    }
}

const fn first(block: u64) -> u64 {
    block * BLOCK as u64
}

/// The sum that two solutions share only if they agree: states and the odds of each ending to twelve places.
fn solve(battle: &dyn Battle) -> u64 {
    let solved = battle.exact(100_000).expect("the duel is small");
    let blue: f64 = solved.outcomes.iter().filter(|(outcome, _)| outcome.ending == 0).map(|(_, weight)| weight).sum();
    checksum(&solved.outcomes.iter().map(|&(outcome, _)| outcome).collect::<Vec<_>>()) ^ (blue * 1e12).round() as u64
}

/// Every item.
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some dozen draws")]
pub fn all() -> Vec<Item> {
    let [duel_words, fight_words] = [one_against_one(), four_against_four()].map(|b| draws_of(&*b).round() as u32);
    let (rifle, burst) = (Range::new("battle rifle"), Range::new("rifle"));
    let toy = sides(4, Worn::Helmet);
    let exact = exact_duel();
    let ends = |ends: [u64; 4]| ends.iter().fold(0, |sum, end| sum * 10_000 + end);
    let mut items = vec![
        Item::new("words of a 1-v-1, plain", BLOCK, 0xc105_0c7d_c9db_3edd, move |b| {
            floor::plain(SEED + b, BLOCK, duel_words)
        }),
        Item::new("words of a 1-v-1, keyed", BLOCK, 0x1f6e_178f_fc28_142e, move |b| {
            floor::keyed(first(b), BLOCK, duel_words)
        }),
        Item::new("words of a 4-v-4, plain", BLOCK, 0xee3e_6303_9014_3558, move |b| {
            floor::plain(SEED + b, BLOCK, fight_words)
        }),
        Item::new("words of a 4-v-4, keyed", BLOCK, 0x6597_596d_d527_8ee1, move |b| {
            floor::keyed(first(b), BLOCK, fight_words)
        }),
        Item::new("shot", BLOCK, 0x0009_0400_0000_00c8, move |b| rifle.shots(first(b), BLOCK)),
        Item::new("burst of three", BLOCK, 0x0011_0c00_90c0_0225, move |b| burst.bursts(first(b), BLOCK)),
        Item::battle("reaction test", 0xa608_3aa8_93e6_6000, reaction_test()),
        Item::battle("1-v-1", 0x340a_b4b3_a5b1_1157, one_against_one()),
        Item::battle("4-v-4", 0xfb74_dfa9_e68f_497c, four_against_four()),
        Item::new("duel solved exactly", 1, 0xc3be_4c69_3e09_597e, move |_| solve(&*exact)),
        Item::new("toy duel, plain", BLOCK, 0x0009_ddc8_6225_3858, move |b| ends(toy::plain(&toy, SEED + b, BLOCK))),
        Item::new("toy duel, keyed", BLOCK, 0x0009_ef0f_53d2_fce1, move |b| ends(toy::keyed(&toy, first(b), BLOCK))),
    ];
    let cards = drawing::CARDS as usize * 256;
    let expected = [0x3f3b, 0x3ef9, 0x3f93, 0x3f93];
    for ((name, way), expected) in drawing::WAYS.into_iter().zip(expected) {
        items.push(Item::new(name, cards, expected, move |b| way(SEED + b, 256)));
    }
    items
}
