//! Tests that players choose legal actions and do not peek.

use engage::{Battle, Outcome, game};
use field::Search;
use rand_pcg::Pcg64;
use serde_json::Value;
use testkit::draw::Keys;
use testkit::setup::{all_are_steady, all_look_ahead};

use crate::action::{Act, Action, Ask, Order, Way};
use crate::assault::PlayedBattle;
use crate::figure::Pace;
use crate::knowledge::Knowledge;
use crate::player::{Memory, Player, Steady};
use crate::setup::assault;
use make::{any_map, any_scenario};

#[path = "../tests/suite/ground/make.rs"]
#[allow(dead_code, reason = "the watcher uses the rest")]
pub(crate) mod make;

/// Number of maps played.
const MAPS: u64 = 10_000;

/// Plays an assault on each of many maps, asking each figure twice (see `Play::cannot_peek`). An illegal answer stops
/// the test (see `Play::allows`).
fn on_any_map(maps: u64, change: impl Fn(&mut Value)) {
    let keys = Keys::of(&crate::RULESET);
    let mut played = 0;
    for number in 0.. {
        let mut rng = Pcg64::new(number.into(), 0x6060);
        let Some((_, map)) = any_map(&mut rng, 14) else { continue };
        played += 1;
        if played > maps {
            return;
        }
        let mut scenario = any_scenario(&mut rng);
        change(&mut scenario);
        let battle = keys.compile(&mut scenario, 0.1, &mut rng, |scenario| assault(scenario, &map));
        battle.play(number, 0, &mut [Outcome::default()]);
    }
}

#[test]
fn the_standard_player_is_legal_and_does_not_peek() {
    on_any_map(MAPS, |_| {});
}

#[test]
fn the_steady_player_is_legal_and_does_not_peek() {
    on_any_map(MAPS, all_are_steady);
}

/// Who looks ahead sees the same possible worlds whatever the true one is; the play checks each choice.
#[test]
fn who_looks_ahead_is_legal_and_does_not_peek() {
    on_any_map(MAPS / 200, all_look_ahead);
}

/// The steady player, but with orders of its own.
struct Wrong(fn(&Knowledge<'_>) -> Order);

impl Player for Wrong {
    fn choose(&mut self, knows: &Knowledge<'_>, memory: &mut Memory, ask: Ask) -> Action {
        if ask == Ask::Order { Action::Order((self.0)(knows)) } else { Steady.choose(knows, memory, ask) }
    }
}

fn plays_wrongly(order: fn(&Knowledge<'_>) -> Order) {
    let mut rng = Pcg64::new(7, 0x6060);
    let (map, scenario) = loop {
        if let Some((_, map)) = any_map(&mut rng, 14) {
            break (map, any_scenario(&mut rng));
        }
    };
    let battle = assault(&scenario, &map).unwrap_or_else(|problems| panic!("{scenario}: {problems:?}"));
    let (mut player, mut search) = (Wrong(order), Search::new());
    game::play(&PlayedBattle::new(&battle.assault, &mut player, &mut search), 1, 0, &mut [Outcome::default(); 20]);
}

/// A player that looks at hidden state is caught.
#[test]
#[should_panic(expected = "peeks")]
fn a_peeker_is_found_out() {
    plays_wrongly(|knows| match knows.here() {
        Some(here) if knows.peek() % 2 == 1 => Order::go(Pace::Normal, Way::To(here)),
        _ => Order::STAY,
    });
}

#[test]
#[should_panic(expected = "GGG-bomb-5")]
fn what_is_illegal_is_caught() {
    plays_wrongly(|_| Order::doing(Act::Defuse(9)));
}

/// A rule or a key that is added is tried without a change of these tests.
#[test]
fn every_key_is_drawn() {
    Keys::of(&crate::RULESET).are_drawn(&crate::RULESET, "stack");
}
