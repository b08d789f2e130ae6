//! The situations that the benches play, and checksums of what comes out.
//!
//! A bench asserts the checksum of its first block before it takes any time, so that an engine which became faster by
//! becoming wrong is caught.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use chance::{Address, Chance, Deck, Keys, Pack, Sampled};
use cqb::Inches;
use cqb::figure::{Condition, Gone, Travel};
use cqb::fire::{AimAt, Armour, Decks, Effect, Firing, Number, Shot, Volley, hostage_pack, shot};
use cqb::rules::{Ability, Rules};
use engage::{Battle, Outcome};
use serde_json::{Value, json};

/// Engagements, or shots, in a block.
pub const BLOCK: usize = 4096;

/// The seed of every bench.
pub const SEED: u64 = 7;

/// Compiles a CQB engagement.
///
/// # Panics
/// When the ruleset refuses it.
#[must_use]
pub fn battle(setup: &Value) -> Box<dyn Battle> {
    (cqb::RULESET.compile)(setup).unwrap_or_else(|problems| panic!("{setup} is refused: {problems:?}"))
}

/// An engagement of `count` elite figures against as many novices with battle rifles at 12 inches.
#[must_use]
pub fn elite_against_novice(count: u8) -> Value {
    json!({
        "field": { "range": 12 },
        "blue": { "team": { "count": count, "ability": "elite", "weapon": "battle rifle" } },
        "red": { "gunmen": { "count": count, "ability": "novice", "weapon": "battle rifle" } },
        "turn_limit": 60,
    })
}

/// One against one, as in the scenario that the README begins with.
#[must_use]
pub fn one_against_one() -> Box<dyn Battle> {
    battle(&elite_against_novice(1))
}

/// Four against four.
#[must_use]
pub fn four_against_four() -> Box<dyn Battle> {
    battle(&elite_against_novice(4))
}

/// One reaction test of two figures and nothing else: a single turn in which both go on Hold.
#[must_use]
pub fn reaction_test() -> Box<dyn Battle> {
    let mut setup = elite_against_novice(1);
    setup["turn_limit"] = json!(1);
    setup["blue"]["team"]["hold_until"] = json!(3);
    setup["red"]["gunmen"]["hold_until"] = json!(3);
    battle(&setup)
}

/// One against one with a deck made whole for each draw: its state space is small, and the exact engine solves it.
#[must_use]
pub fn exact_duel() -> Box<dyn Battle> {
    let mut setup = elite_against_novice(1);
    setup["rules"] = json!({ "reshuffle": "every_draw" });
    battle(&setup)
}

/// A number that two lists of outcomes share only if they are the same outcomes, in whatever order.
#[must_use]
pub fn checksum(outcomes: &[Outcome]) -> u64 {
    outcomes.iter().map(fingerprint).fold(0, u64::wrapping_add)
}

fn fingerprint(outcome: &Outcome) -> u64 {
    let parts = [u16::from(outcome.ending), outcome.turns].into_iter().chain(outcome.measures);
    parts.fold(0xcbf2_9ce4_8422_2325, |hash, part| (hash ^ u64::from(part)).wrapping_mul(0x0100_0000_01b3))
}

/// Plays block number `block` into `outcomes`.
pub fn play(battle: &dyn Battle, block: u64, outcomes: &mut [Outcome]) {
    battle.play(SEED, block * outcomes.len() as u64, outcomes);
}

/// Checksum of the first block.
#[must_use]
pub fn checksum_of_first_block(battle: &dyn Battle) -> u64 {
    let mut outcomes = vec![Outcome::default(); BLOCK];
    play(battle, 0, &mut outcomes);
    checksum(&outcomes)
}

/// Plays `blocks` blocks from block `first` on `threads` threads, which take the next block when they are free; the sum of
/// the blocks' checksums.
#[must_use]
pub fn play_on(battle: &dyn Battle, threads: usize, first: u64, blocks: u64) -> u64 {
    let next = AtomicU64::new(first);
    let worker = || {
        let mut outcomes = vec![Outcome::default(); BLOCK];
        let mut sum = 0_u64;
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= first + blocks {
                return sum;
            }
            play(battle, block, &mut outcomes);
            sum = sum.wrapping_add(checksum(&outcomes));
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
        let own = worker();
        workers.into_iter().map(|worker| worker.join().expect("a worker panicked")).fold(own, u64::wrapping_add)
    })
}

/// Mean number of cards and dice drawn in an engagement, counted in the transcripts of the first thousand.
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "counts of a few thousand")]
pub fn draws_of(battle: &dyn Battle) -> f64 {
    let engagements = 1000;
    let drawn = |engagement| battle.replay(SEED, engagement).1.iter().map(|step| step.luck.len()).sum::<usize>();
    (0..engagements).map(drawn).sum::<usize>() as f64 / engagements as f64
}

/// Fire of an elite figure at an unhurt one 12 inches away.
#[derive(Clone, Debug)]
pub struct Range {
    rules: Rules,
    firing: Firing,
}

impl Range {
    /// Fire with the weapon of this name.
    ///
    /// # Panics
    /// When the rulebook names no such weapon.
    #[must_use]
    pub fn new(weapon: &str) -> Range {
        let rules = Rules::default();
        let weapon = rules.weapons[weapon];
        let firing = Firing {
            weapon,
            fire: weapon.fire,
            rate: 1,
            aimed: false,
            aim_at: AimAt::None,
            range: Inches::whole(12),
            firer_moved: Travel::default(),
            target_moved: Gone::Nowhere,
            wounds: 0,
            weak_hand: false,
            one_handed: false,
            gas: 0,
            prior_shots: false,
            armour: Armour::default(),
            target_two_handed: true,
            hostages: 0,
        };
        Range { rules, firing }
    }

    /// One shot in each of `count` engagements; the sum of what they did, in a number each.
    #[must_use]
    pub fn shots(&self, first: u64, count: usize) -> u64 {
        let number = Number { shot: 1, in_burst: 1, change: 0 };
        let target_number = self.firing.target_number(&self.rules, self.firing.shared(&self.rules), number);
        let (pack, hostages) = (self.pack(), hostage_pack(&self.rules));
        let mut keys = Keys::new(SEED, first);
        let mut sum = 0;
        for _ in 0..count {
            let mut chance = Sampled::new(keys.next_key());
            let (mut firer, mut hostage) = (Deck::whole(pack), Deck::whole(hostages));
            let mut decks = Decks { firer: &mut firer, hostage: &mut hostage };
            let seen = Condition::default();
            let at = Address::new(0, 0, 0);
            sum += worth(shot(&mut chance, &self.rules, &self.firing, target_number, &seen, &mut decks, at));
        }
        sum
    }

    /// One burst in each of `count` engagements, fired to its end whatever it does; the sum of what the shots did.
    #[must_use]
    pub fn bursts(&self, first: u64, count: usize) -> u64 {
        let (pack, hostages) = (self.pack(), hostage_pack(&self.rules));
        let shared = self.firing.shared(&self.rules);
        let mut keys = Keys::new(SEED, first);
        let mut sum = 0;
        for _ in 0..count {
            let mut chance = Sampled::new(keys.next_key());
            let (mut firer, mut hostage) = (Deck::whole(pack), Deck::whole(hostages));
            sum += self.burst(&mut chance, shared, &mut firer, &mut hostage);
        }
        sum
    }

    fn burst<C: Chance>(&self, chance: &mut C, shared: i32, firer: &mut C::Deck, hostage: &mut C::Deck) -> u64 {
        let (rules, firing) = (&self.rules, &self.firing);
        let mut decks = Decks { firer, hostage };
        let mut volley = Volley::default();
        let mut seen = Condition::default();
        let mut sum = 0;
        loop {
            let at = Address::new(0, 0, u32::from(volley.shots) << 8);
            let Some(number) = volley.next(chance, rules, firing, at) else { return sum };
            let target_number = firing.target_number(rules, shared, number);
            let result = shot(chance, rules, firing, target_number, &seen, &mut decks, at);
            if let Shot::Hit(effect) | Shot::NearMiss(effect) = result {
                seen.suffer(effect, rules, firing.target_two_handed);
            }
            sum += worth(result);
            if result == Shot::Jam {
                return sum;
            }
        }
    }

    fn pack(&self) -> Pack {
        self.rules.pack(Ability::Elite, self.rules.jokers.average)
    }
}

/// What a shot did, as a number.
fn worth(shot: Shot) -> u64 {
    match shot {
        Shot::Miss => 0,
        Shot::Jam => 1,
        Shot::Misfire => 1 << 10,
        Shot::Hit(effect) | Shot::NearMiss(effect) => match effect {
            Effect::Nothing => 1 << 20,
            Effect::Stopped { .. } => 1 << 25,
            Effect::Flesh => 1 << 30,
            Effect::Out(_) => 1 << 40,
            Effect::Fatal => 1 << 50,
        },
    }
}
