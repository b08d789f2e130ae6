//! The situations that the benches play, and checksums of what comes out.
//!
//! A bench asserts the checksum of its first block before it takes any time, so that an engine which became faster by
//! becoming wrong is caught.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use engage::{Battle, Map, Outcome};
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
    (cqb::RULESET.compile)(setup, None).unwrap_or_else(|problems| panic!("{setup} is refused: {problems:?}"))
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

/// The same with pistols, which wound oftener than they kill.
///
/// # Panics
/// When the ruleset refuses it.
#[must_use]
pub fn pistols() -> Box<dyn Battle> {
    let mut setup = elite_against_novice(1);
    setup["blue"]["team"]["weapon"] = json!("pistol");
    setup["red"]["gunmen"]["weapon"] = json!("pistol");
    battle(&setup)
}

/// Four against four.
#[must_use]
pub fn four_against_four() -> Box<dyn Battle> {
    battle(&elite_against_novice(4))
}

/// Six against six with four hostages in the shipped bank, a stun grenade each.
///
/// # Panics
/// When the map is not there, or the ruleset refuses it.
#[must_use]
pub fn bank_rescue(turn_limit: u16) -> Box<dyn Battle> {
    let map = shipped_map("bank");
    let setup = json!({
        "field": { "hostages": 4 },
        "mission": { "objective": "rescue" },
        "blue": { "entry-team": {
            "count": 6, "ability": "elite", "weapon": "smg+", "armour": ["soft", "plates", "helmet"], "stun_grenades": 1,
            "at": "street",
        } },
        "red": { "gunmen": { "count": 6, "ability": "novice", "weapon": "poor rifle", "risk": 100 } },
        "turn_limit": turn_limit,
    });
    (cqb::RULESET.compile)(&setup, Some(&map)).unwrap_or_else(|problems| panic!("the bank is refused: {problems:?}"))
}

/// A shipped map.
fn shipped_map(name: &str) -> Arc<Map> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../scenarios/maps/{name}.toml"));
    Arc::new(scenario::load_map(&path).unwrap_or_else(|mistakes| panic!("{mistakes}")))
}

/// Eight against eight under Fireteam II: fire and movement over the field of the shipped squad attack, whose farm as many hold.
///
/// # Panics
/// When the map is not there, or the ruleset refuses it.
#[must_use]
pub fn squad_attack(turn_limit: u16) -> Box<dyn Battle> {
    squad_attack_on(&farm_field(), turn_limit)
}

/// The open country of the farm, on which nothing has been worked out yet.
///
/// # Panics
/// When the map is not there.
#[must_use]
pub fn farm_field() -> Arc<Map> {
    shipped_map("farm-field")
}

/// The squad attack on this map: what one more cell of a scenario costs.
///
/// # Panics
/// When the ruleset refuses it.
#[must_use]
pub fn squad_attack_on(map: &Arc<Map>, turn_limit: u16) -> Box<dyn Battle> {
    let doctrine = "fire_and_movement";
    let setup = json!({
        "mission": { "objective": "hold", "side": "blue", "at": "farmyard", "turns": 2 },
        "blue": {
            "rifles": { "count": 7, "weapon": "rifle", "doctrine": doctrine, "offensive_grenades": 1 },
            "gun": { "weapon": "lmg", "led_by": "rifles", "doctrine": doctrine },
        },
        "red": { "rifles": { "count": 8, "weapon": "rifle" } },
        "turn_limit": turn_limit,
    });
    (fireteam::RULESET.compile)(&setup, Some(map))
        .unwrap_or_else(|problems| panic!("the farm is refused: {problems:?}"))
}

/// Five Counter-Terrorists against five Terrorists with four hostages in the shipped bank, under Go! Go! Go!.
///
/// # Panics
/// When the map is not there, or the ruleset refuses it.
#[must_use]
pub fn hostage_mission(turn_limit: u16) -> Box<dyn Battle> {
    let map = shipped_map("bank");
    let setup = json!({
        "mission": { "objective": "rescue" },
        "blue": { "team": { "count": 5, "grenades": ["smoke", "stun"] } },
        "red": { "gang": { "count": 5, "grenades": ["HE"] } },
        "turn_limit": turn_limit,
    });
    (go_go_go::RULESET.compile)(&setup, Some(&map))
        .unwrap_or_else(|problems| panic!("the bank is refused: {problems:?}"))
}

/// The duel of two riflemen under Fireteam II: standing still at 24", aimed, blue first; or so many against as many who fire.
///
/// # Panics
/// When the ruleset refuses it.
#[must_use]
pub fn riflemen(count: u8, doctrine: &str) -> Box<dyn Battle> {
    let squad = json!({ "count": count, "weapon": "rifle", "doctrine": doctrine });
    let setup = json!({
        "field": { "range": 24, "first_move": "blue" },
        "blue": { "riflemen": squad },
        "red": { "riflemen": squad },
        "turn_limit": 1000,
    });
    (fireteam::RULESET.compile)(&setup, None)
        .unwrap_or_else(|problems| panic!("the riflemen are refused: {problems:?}"))
}

/// So many figures of Rep 4 with assault rifles against as many under Chain Reaction, in the open at 24".
///
/// # Panics
/// When the ruleset refuses it.
#[must_use]
pub fn grunts(count: u8) -> Box<dyn Battle> {
    let squad = json!({ "count": count, "rep": 4 });
    let setup =
        json!({ "field": { "range": 24 }, "blue": { "grunts": squad }, "red": { "grunts": squad }, "turn_limit": 100 });
    (chain_reaction::RULESET.compile)(&setup, None)
        .unwrap_or_else(|problems| panic!("the grunts are refused: {problems:?}"))
}

/// Nine figures against nine under Chain Reaction, on the farm of the shipped questions.
///
/// # Panics
/// When the map is not there, or the ruleset refuses it.
#[must_use]
pub fn farm(turn_limit: u16) -> Box<dyn Battle> {
    farm_on(&farm_field(), turn_limit)
}

/// The same on this map.
///
/// # Panics
/// When the ruleset refuses it.
#[must_use]
pub fn farm_on(map: &Arc<Map>, turn_limit: u16) -> Box<dyn Battle> {
    let squad = json!({ "count": 9, "rep": 4, "grenades": true });
    let setup = json!({ "blue": { "grunts": squad }, "red": { "grunts": squad }, "turn_limit": turn_limit });
    (chain_reaction::RULESET.compile)(&setup, Some(map))
        .unwrap_or_else(|problems| panic!("the farm is refused: {problems:?}"))
}

/// Nine soldiers on patrol under Chain Reaction, on a table that each engagement lays out.
///
/// # Panics
/// When the ruleset refuses it.
#[must_use]
pub fn patrol() -> Box<dyn Battle> {
    let setup = json!({
        "field": { "terrain": "rolled", "patrol": { "enemy": "insurgents" } },
        "blue": { "squad": { "count": 9, "rep": 4, "leader": true, "grenades": true } },
        "turn_limit": 60,
    });
    (chain_reaction::RULESET.compile)(&setup, None)
        .unwrap_or_else(|problems| panic!("the patrol is refused: {problems:?}"))
}

/// Four operators against six combatants under Cortex, Part I.
///
/// # Panics
/// When the ruleset refuses it.
#[must_use]
pub fn operators(turn_limit: u16) -> Box<dyn Battle> {
    let setup = json!({
        "blue": { "operators": { "count": 4, "direct_action": "d8", "tactics": "d6" } },
        "red": { "combatants": { "count": 6, "quality": "d8" } },
        "turn_limit": turn_limit,
    });
    (cortex::FIRETEAM.compile)(&setup, None)
        .unwrap_or_else(|problems| panic!("the operators are refused: {problems:?}"))
}

/// Four characters against two units of three under Cortex, Part II, one zone apart.
///
/// # Panics
/// When the ruleset refuses it.
#[must_use]
pub fn characters(turn_limit: u16) -> Box<dyn Battle> {
    let setup = json!({
        "field": { "blue_cover": "d6", "red_cover": "d6" },
        "blue": { "characters": { "count": 4, "approach": "d8", "direct_action": "d10", "marksmanship": "d6" } },
        "red": { "combatants": { "count": 6, "unit": 3, "quality": "d8" } },
        "turn_limit": turn_limit,
    });
    (cortex::FIREFIGHT.compile)(&setup, None)
        .unwrap_or_else(|problems| panic!("the characters are refused: {problems:?}"))
}

/// A single turn of two figures that both go on Hold: the shell around the three situations below.
#[must_use]
pub fn nothing() -> Box<dyn Battle> {
    let mut setup = one_turn("blue_first");
    setup["blue"]["team"]["hold_until"] = json!(3);
    battle(&setup)
}

/// One reaction test of two figures, who then go on Hold.
#[must_use]
pub fn reaction_test() -> Box<dyn Battle> {
    let mut setup = one_turn("reaction");
    setup["blue"]["team"]["hold_until"] = json!(3);
    battle(&setup)
}

/// One shot with a battle rifle at a figure that goes on Hold.
#[must_use]
pub fn shot() -> Box<dyn Battle> {
    let mut setup = one_turn("blue_first");
    setup["blue"]["team"]["rate"] = json!(1);
    battle(&setup)
}

/// One burst of three with a rifle, fired to its end whatever it does.
#[must_use]
pub fn burst() -> Box<dyn Battle> {
    let mut setup = one_turn("blue_first");
    setup["rules"]["stop_when_down"] = json!("all");
    setup["blue"]["team"]["weapon"] = json!("rifle");
    setup["blue"]["team"]["rate"] = json!(1);
    battle(&setup)
}

/// A single turn in which red goes on Hold.
fn one_turn(order: &str) -> Value {
    let mut setup = elite_against_novice(1);
    setup["turn_limit"] = json!(1);
    setup["rules"] = json!({ "order": order });
    setup["red"]["gunmen"]["hold_until"] = json!(3);
    setup
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

/// A measure that counts nothing changes nothing, so that another ruleset may count more.
fn fingerprint(outcome: &Outcome) -> u64 {
    let counted = (1u16..).zip(outcome.measures).filter(|&(_, measure)| measure > 0);
    let parts =
        [u16::from(outcome.ending), outcome.turns].into_iter().chain(counted.flat_map(|(n, measure)| [n, measure]));
    parts.fold(0xcbf2_9ce4_8422_2325, |hash, part| (hash ^ u64::from(part)).wrapping_mul(0x0100_0000_01b3))
}

/// Plays block number `block` into `outcomes`.
pub fn play(battle: &dyn Battle, block: u64, outcomes: &mut [Outcome]) {
    battle.play(SEED, block * outcomes.len() as u64, outcomes);
}

/// Checksum of the outcomes of the first block, and of every card and die of its first engagements.
#[must_use]
pub fn checksum_of_first_block(battle: &dyn Battle, outcomes: &mut [Outcome]) -> u64 {
    play(battle, 0, outcomes);
    let steps = (0..64).flat_map(|engagement| battle.replay(SEED, engagement).1);
    let drawn = steps.flat_map(|step| step.luck).flat_map(|luck| luck.drawn.to_string().into_bytes());
    drawn.fold(checksum(outcomes), |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
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
