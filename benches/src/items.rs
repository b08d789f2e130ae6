//! Everything that is measured, by name: one list for the times, the ratios and the counts of instructions.

use std::cell::RefCell;
use std::fs;
use std::rc::Rc;
use std::sync::Arc;

use cortex::options::KeepDice;
use engage::{Battle, Map, Outcome};

use crate::pools::Contest;
use crate::situations::{
    BLOCK, SEED, bank_rescue, burst, characters, checksum, checksum_of_first_block, draws_of, exact_duel, farm,
    farm_field, farm_on, four_against_four, grunts, hostage_mission, nothing, one_against_one, operators, patrol,
    pistols, play, reaction_test, riflemen, shot, squad_attack, squad_attack_on,
};
use crate::toy::{Worn, sides};
use crate::{drawing, floor, toy};

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/checksums.txt");

/// Blocks after which a small battle goes over to its table.
const TABLE: u64 = 16;

/// Engagements in a block of something that takes long.
const SHORT: usize = 256;

/// Something that is measured.
pub struct Item {
    /// Its name.
    pub name: &'static str,
    /// What one block consists of: so many shots, engagements, …
    pub per_block: usize,
    /// Plays a block by its number.
    run: Box<dyn Fn(u64) -> u64>,
    /// The engagement that a block repeats, if it is one.
    engagement: Option<Rc<dyn Battle>>,
    /// A number that tells whether the first block came out as it always has.
    pub checksum: u64,
}

impl Item {
    fn new(name: &'static str, per_block: usize, run: impl Fn(u64) -> u64 + 'static) -> Item {
        let checksum = run(0);
        Item { name, per_block, run: Box::new(run), engagement: None, checksum }
    }

    /// Engagements of a battle, which has gone over to its table if it will.
    fn battle(name: &'static str, battle: Box<dyn Battle>) -> Item {
        let item = Item::untabled(name, battle, BLOCK);
        (0..TABLE).for_each(|block| _ = item.run(block));
        item
    }

    /// Engagements of a battle that has no table. The checksum is taken apart, so that it costs no time in a measurement.
    fn untabled(name: &'static str, battle: Box<dyn Battle>, per_block: usize) -> Item {
        let mut outcomes = vec![Outcome::default(); per_block];
        let checksum = checksum_of_first_block(&*battle, &mut outcomes);
        let outcomes = RefCell::new(outcomes);
        let battle: Rc<dyn Battle> = battle.into();
        let engagement = Some(Rc::clone(&battle));
        let run = move |block| {
            let mut outcomes = outcomes.borrow_mut();
            play(&*battle, block, &mut outcomes);
            u64::from(outcomes[per_block - 1].turns)
        };
        Item { name, per_block, run: Box::new(run), engagement, checksum }
    }

    /// The cards and dice drawn in an engagement on the mean; `None` if a block is something else.
    #[must_use]
    pub fn draws(&self) -> Option<f64> {
        self.engagement.as_deref().map(draws_of)
    }

    /// Plays a block by its number; the result depends on all of it.
    pub fn run(&self, block: u64) -> u64 {
        (self.run)(block)
    }

    /// Whether the first block comes out as recorded in `checksums.txt`.
    #[must_use]
    pub fn is_as_recorded(&self) -> bool {
        let record = fs::read_to_string(RECORD).unwrap_or_default();
        let recorded = record.lines().find_map(|line| line.strip_prefix(self.name)?.trim().strip_prefix("0x"));
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

/// How an item is made: some take a while, so none is made before it is wanted.
type Make = Box<dyn Fn(&'static str) -> Item>;

/// Every item by its name.
#[must_use]
pub fn all() -> Vec<(&'static str, Make)> {
    let plain: fn(u64, usize, u32) -> u64 = |block, count, words| floor::plain(SEED + block, count, words);
    let keyed: fn(u64, usize, u32) -> u64 = |block, count, words| floor::keyed(first(block), count, words);
    let mut items = vec![
        ("words of a 1-v-1, plain", words(plain, one_against_one)),
        ("words of a 1-v-1, keyed", words(keyed, one_against_one)),
        ("words of a 4-v-4, plain", words(plain, four_against_four)),
        ("words of a 4-v-4, keyed", words(keyed, four_against_four)),
        ("turn of nothing", engagements(nothing)),
        ("shot", engagements(shot)),
        ("burst of three", engagements(burst)),
        ("reaction test", engagements(reaction_test)),
        ("1-v-1", engagements(one_against_one)),
        ("1-v-1 with pistols", engagements(pistols)),
        ("1-v-1 from the rules", Box::new(from_the_rules)),
        ("4-v-4", engagements(four_against_four)),
        ("6-v-6 with hostages in a bank", missions(|| bank_rescue(100), BLOCK)),
        ("duel solved exactly", Box::new(solved)),
        ("Chain Reaction duel", engagements(|| grunts(1))),
        ("Chain Reaction duel solved exactly", Box::new(|name| solved_as(name, grunts(1)))),
        ("Chain Reaction 4-v-4", engagements(|| grunts(4))),
        ("Chain Reaction 9-v-9", engagements(|| grunts(9))),
        ("Chain Reaction farm, 9-v-9", missions(|| farm(60), SHORT)),
        ("Chain Reaction farm, compiled again", Box::new(|name| compiled_again(name, |map| farm_on(map, 60)))),
        ("Chain Reaction patrol of nine", missions(patrol, SHORT)),
        ("Fireteam duel, aimed", engagements(|| riflemen(1, "aim"))),
        ("Fireteam duel, unaimed", engagements(|| riflemen(1, "stand"))),
        ("Fireteam duel solved exactly", Box::new(|name| solved_as(name, riflemen(1, "aim")))),
        ("Fireteam 4-v-4", engagements(|| riflemen(4, "go_to_ground"))),
        ("Fireteam 4-v-4, standing", engagements(|| riflemen(4, "stand"))),
        ("Fireteam squad attack, 8-v-8", missions(|| squad_attack(60), BLOCK)),
        (
            "Fireteam squad attack, compiled again",
            Box::new(|name| compiled_again(name, |map| squad_attack_on(map, 60))),
        ),
        ("Go! Go! Go! hostage mission, 5-v-5", missions(|| hostage_mission(30), BLOCK)),
        ("Cortex fireteams, 4-v-6", engagements(|| operators(100))),
        ("Cortex firefight, 4-v-6", engagements(|| characters(100))),
        ("opposed roll, its dice alone", rolls(KeepDice::BestTotal, Contest::dice)),
        ("opposed roll, best total", rolls(KeepDice::BestTotal, Contest::play)),
        ("opposed roll, most effect", rolls(KeepDice::MaxEffect, Contest::play)),
        ("opposed roll, best total, exact", Box::new(|name| solved_roll(name, KeepDice::BestTotal))),
        ("opposed roll, most effect, exact", Box::new(|name| solved_roll(name, KeepDice::MaxEffect))),
        ("toy duel, plain", toys(|sides, block| toy::plain(sides, SEED + block, BLOCK))),
        ("toy duel, keyed", toys(|sides, block| toy::keyed(sides, first(block), BLOCK))),
    ];
    let cards = drawing::CARDS as usize * 256;
    for (name, way) in drawing::WAYS {
        items.push((name, Box::new(move |name| Item::new(name, cards, move |block| way(SEED + block, 256)))));
    }
    items
}

fn engagements(make: fn() -> Box<dyn Battle>) -> Make {
    Box::new(move |name| Item::battle(name, make()))
}

/// A battle without a table, with this many engagements in a block.
fn missions(make: fn() -> Box<dyn Battle>, per_block: usize) -> Make {
    Box::new(move |name| Item::untabled(name, make(), per_block))
}

/// As many words as an engagement draws.
fn words(draw: fn(u64, usize, u32) -> u64, make: fn() -> Box<dyn Battle>) -> Make {
    Box::new(move |name| words_of(name, draw, draws_of(&*make())))
}

/// This many keyed words.
#[must_use]
pub fn keyed_words(name: &'static str, draws: f64) -> Item {
    words_of(name, |block, count, words| floor::keyed(first(block), count, words), draws)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some thousand draws")]
fn words_of(name: &'static str, draw: fn(u64, usize, u32) -> u64, draws: f64) -> Item {
    let words = draws.round() as u32;
    Item::new(name, BLOCK, move |block| draw(block, BLOCK, words))
}

fn toys(play: fn(&[toy::Duellist; 2], u64) -> [u64; 4]) -> Make {
    Box::new(move |name| {
        let sides = sides(4, Worn::Helmet);
        Item::new(name, BLOCK, move |block| play(&sides, block).iter().fold(0, |sum, end| sum * 10_000 + end))
    })
}

fn rolls(keep: KeepDice, play: fn(&Contest, u64, usize) -> u64) -> Make {
    Box::new(move |name| {
        let contest = Contest::five_against_four(keep);
        Item::new(name, BLOCK, move |block| play(&contest, first(block), BLOCK))
    })
}

fn solved_roll(name: &'static str, keep: KeepDice) -> Item {
    let contest = Contest::five_against_four(keep);
    let checksum = contest.checksum();
    let run = move |_| (0..SHORT).map(|_| contest.solve().outcomes.len() as u64).sum();
    Item { name, per_block: SHORT, run: Box::new(run), engagement: None, checksum }
}

fn solved(name: &'static str) -> Item {
    solved_as(name, exact_duel())
}

fn solved_as(name: &'static str, duel: Box<dyn Battle>) -> Item {
    Item::new(name, 1, move |_| solve(&*duel))
}

/// A further cell of a scenario, whose ground is known from the first.
fn compiled_again(name: &'static str, compile: fn(&Arc<Map>) -> Box<dyn Battle>) -> Item {
    let map = farm_field();
    Item::new(name, 1, move |_| compile(&map).figures().len() as u64)
}

/// A battle is compiled anew before it goes over to a table.
fn from_the_rules(name: &'static str) -> Item {
    let outcomes = RefCell::new(vec![Outcome::default(); BLOCK]);
    let battle = RefCell::new((one_against_one(), 0));
    let checksum = checksum_of_first_block(&*one_against_one(), &mut outcomes.borrow_mut());
    let run = move |block| {
        let (mut outcomes, mut battle) = (outcomes.borrow_mut(), battle.borrow_mut());
        if battle.1 == TABLE - 1 {
            *battle = (one_against_one(), 0);
        }
        battle.1 += 1;
        play(&*battle.0, block, &mut outcomes);
        u64::from(outcomes[BLOCK - 1].turns)
    };
    Item { name, per_block: BLOCK, run: Box::new(run), engagement: Some(one_against_one().into()), checksum }
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn every_item_plays_what_the_record_says() {
        let others: Vec<&str> =
            all().into_iter().filter(|(name, make)| !make(name).is_as_recorded()).map(|(name, _)| name).collect();
        assert!(others.is_empty(), "not as in checksums.txt: {others:?}");
    }
}
