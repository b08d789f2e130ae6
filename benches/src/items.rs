//! Everything that is measured, by name: one list for the times, the ratios and the counts of instructions.

use std::cell::RefCell;

use engage::{Battle, Outcome};

use crate::situations::{
    BLOCK, SEED, burst, checksum, checksum_of_first_block, draws_of, exact_duel, four_against_four, nothing,
    one_against_one, play, reaction_test, shot,
};
use crate::toy::{Worn, sides};
use crate::{drawing, floor, toy};

const RECORD: &str = include_str!("../checksums.txt");

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
}

impl Item {
    fn new(name: &'static str, per_block: usize, run: impl Fn(u64) -> u64 + 'static) -> Item {
        let checksum = run(0);
        Item { name, per_block, run: Box::new(run), checksum }
    }

    /// Engagements of a battle. The checksum is taken once and apart, so that it costs no time in a measurement.
    fn battle(name: &'static str, battle: Box<dyn Battle>) -> Item {
        let checksum = checksum_of_first_block(&*battle);
        let outcomes = RefCell::new(vec![Outcome::default(); BLOCK]);
        let run = move |block| {
            let mut outcomes = outcomes.borrow_mut();
            play(&*battle, block, &mut outcomes);
            u64::from(outcomes[BLOCK - 1].turns)
        };
        Item { name, per_block: BLOCK, run: Box::new(run), checksum }
    }

    /// Plays a block by its number; the result depends on all of it.
    pub fn run(&self, block: u64) -> u64 {
        (self.run)(block)
    }

    /// Whether the first block comes out as recorded in `checksums.txt`.
    #[must_use]
    pub fn is_as_recorded(&self) -> bool {
        let recorded = RECORD.lines().find_map(|line| line.strip_prefix(self.name)?.trim().strip_prefix("0x"));
        recorded.and_then(|sum| u64::from_str_radix(sum, 16).ok()) == Some(self.checksum)
    }

    /// Stops a measurement of an engine that plays something else.
    ///
    /// # Panics
    /// When the first block does not come out as recorded.
    pub fn check(&self) {
        assert!(self.is_as_recorded(), "`{}` does not play what it used to play", self.name);
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
    let toy = sides(4, Worn::Helmet);
    let exact = exact_duel();
    let ends = |ends: [u64; 4]| ends.iter().fold(0, |sum, end| sum * 10_000 + end);
    let mut items = vec![
        Item::new("words of a 1-v-1, plain", BLOCK, move |b| floor::plain(SEED + b, BLOCK, duel_words)),
        Item::new("words of a 1-v-1, keyed", BLOCK, move |b| floor::keyed(first(b), BLOCK, duel_words)),
        Item::new("words of a 4-v-4, plain", BLOCK, move |b| floor::plain(SEED + b, BLOCK, fight_words)),
        Item::new("words of a 4-v-4, keyed", BLOCK, move |b| floor::keyed(first(b), BLOCK, fight_words)),
        Item::battle("turn of nothing", nothing()),
        Item::battle("shot", shot()),
        Item::battle("burst of three", burst()),
        Item::battle("reaction test", reaction_test()),
        Item::battle("1-v-1", one_against_one()),
        Item::battle("4-v-4", four_against_four()),
        Item::new("duel solved exactly", 1, move |_| solve(&*exact)),
        Item::new("toy duel, plain", BLOCK, move |b| ends(toy::plain(&toy, SEED + b, BLOCK))),
        Item::new("toy duel, keyed", BLOCK, move |b| ends(toy::keyed(&toy, first(b), BLOCK))),
    ];
    let cards = drawing::CARDS as usize * 256;
    for (name, way) in drawing::WAYS {
        items.push(Item::new(name, cards, move |b| way(SEED + b, 256)));
    }
    items
}
