//! Tests of the frame: players answer legally and do not peek. This file states a second time, independently of
//! `knowledge.rs`, what a side cannot know.

use std::sync::LazyLock;

use engage::{Battle as _, Outcome, Sighting};
use field::{Cell, Figures};
use rand::RngExt;
use rand_pcg::Pcg64;
use serde_json::{Value, json};

use crate::action::{Action, Ask};
use crate::battle::Battle;
use crate::figure::{Man, Movement, NOBODY, Posture};
use crate::fire::Mode;
use crate::game::Compiled;
use crate::knowledge::Knowledge;
use crate::on_map::OnMap;
use crate::play::Play;
use crate::player::memory::Memory;
use crate::player::{Player, Players};
use crate::setup::{compiled, play_out};
use crate::state::State;
use make::{any_scenario, fight};
use testkit::draw::Keys;
use testkit::maps::{map, squares};
use testkit::setup::{all_are_steady, all_look_ahead};

#[path = "../tests/suite/play.rs"]
#[allow(dead_code, clippy::disallowed_methods, reason = "other tests use the rest")]
mod make;

/// Maps played on.
const MAPS: u64 = 10_000;

/// Every key of a scenario: what the tests do not set is drawn from its schema.
static KEYS: LazyLock<Keys> = LazyLock::new(|| Keys::of(&crate::RULESET));

/// Changes what nobody can see of an enemy, wherever he is: his aim, the target he has named, his player's notes.
pub(crate) fn change_minds<const N: usize, G>(battle: &Battle, state: &mut State<N, G>, me: usize, rng: &mut Pcg64) {
    for enemy in battle.enemies(me) {
        state.men[enemy].aim = if rng.random_bool(0.5) { NOBODY } else { me as u8 };
        state.named[enemy] = if rng.random_bool(0.5) { NOBODY } else { me as u8 };
        state.memory[enemy] = Memory { passed: rng.random_range(0..3) };
    }
}

/// Scrambles what the side of the man asked cannot know on a map: what enemies carry, have seen and have done, and
/// whether they know of his concealed friends; for enemies unseen by his side, also their places and states.
pub(crate) fn scramble_unknown<const N: usize>(
    battle: &Battle,
    state: &mut State<N, OnMap<'_>>,
    me: usize,
    ask: Ask,
    rng: &mut Pcg64,
) {
    let (up, site) = (state.up, state.ground.site);
    let (plan, doors) = (site.plan(), state.ground.scene.doors);
    let (friends, enemies) = (up & battle.friends(me), up & battle.enemies(me));
    let made_out = friends.iter().fold(Figures::NONE, |all, friend| all | state.ground.makes_out(friend));
    let mut eyes: Vec<Cell> = friends.iter().filter_map(|friend| state.ground.at(friend)).collect();
    if let Ask::Way { from, .. } = ask {
        eyes.push(from);
    }
    let dark: Vec<Cell> =
        plan.all().iter().filter(|&cell| !eyes.iter().any(|&eye| plan.sees(eye, cell, doors))).collect();
    for enemy in enemies {
        let scene = &mut state.ground.scene;
        (scene.offensive[enemy], scene.defensive[enemy]) = (rng.random_range(0..3), rng.random_range(0..3));
        (scene.saw[enemy], scene.saw_before[enemy]) = (Figures(rng.random()), Figures(rng.random()));
        scene.busy.set(enemy, rng.random_bool(0.5));
        scene.shooter[enemy] = NOBODY;
        let aimed_at = friends.iter().any(|friend| usize::from(state.men[friend].aim) == enemy);
        if made_out.contains(enemy) || aimed_at {
            continue;
        }
        let movement = [Movement::Stationary, Movement::Moving, Movement::Rushing][rng.random_range(0..3)];
        let posture = if rng.random_bool(0.5) { Posture::Standing } else { Posture::Prone };
        state.men[enemy] = Man { movement, wounded: rng.random_bool(0.5), ..Man::fresh(posture) };
        state.pinned.set(enemy, rng.random_bool(0.5));
        let free: Vec<Cell> = dark.iter().copied().filter(|&cell| scene.standing.is_free(cell)).collect();
        if !free.is_empty() {
            scene.standing.place(enemy, free[rng.random_range(0..free.len())]);
        }
    }
    let scene = &mut state.ground.scene;
    for friend in friends - scene.knows_it {
        scene.revealed.set(friend, rng.random_bool(0.5));
    }
    for friend in battle.friends(me) {
        match rng.random_bool(0.5) {
            true => scene.sightings.forget(friend),
            false => {
                let cell = plan.all().iter().next().expect("a square");
                scene.sightings.note(friend, Sighting { cell, turn: rng.random_range(0..9), state: Movement::Rushing });
            }
        }
    }
    scene.held = rng.random_range(0..5);
    let aims = state.men.map(|man| man.aim);
    Play { battle, state, chance: &mut (), players: (), turn: 0 }.look_around();
    // Looking around must not drop an aim.
    state.men.iter_mut().zip(aims).for_each(|(man, aim)| man.aim = aim);
}

/// A random map and scenario; none if the map has too little ground.
fn any_battle(number: u64, change: impl Fn(&mut Value)) -> Option<Compiled> {
    let mut rng = Pcg64::new(u128::from(number), 0x9ee4);
    let drawing = testkit::maps::drawing(&mut rng, 14);
    let open = squares(&drawing, ".,_h\":%&");
    let map =
        (open.len() >= 20).then(|| map(&drawing, &[("blue", open.clone()), ("red", open.clone()), ("place", open)]))?;
    let mut scenario = any_scenario(&mut rng, true);
    scenario["turn_limit"] = json!(20);
    change(&mut scenario);
    Some(KEYS.compile(&mut scenario, 0.1, &mut rng, |scenario| compiled(scenario, Some(&map))))
}

/// Plays an engagement on each of many maps; `Play::ask` asks every question twice and checks every answer against the
/// rules.
fn on_any_map(maps: u64, change: impl Fn(&mut Value)) {
    let battles = (0..).filter_map(|number| any_battle(number, &change));
    for (battle, seed) in battles.zip(0..maps) {
        battle.play(seed, 0, &mut [Outcome::default()]);
    }
}

#[test]
fn the_standard_player_is_legal_and_does_not_peek() {
    on_any_map(MAPS, |_| {});
}

#[test]
fn the_steady_player_is_legal_and_does_not_peek() {
    on_any_map(MAPS / 5, all_are_steady);
}

/// Who looks ahead sees the same possible worlds whatever the true one is; the play checks each decision.
#[test]
fn who_looks_ahead_is_legal_and_does_not_peek() {
    on_any_map(MAPS / 200, all_look_ahead);
}

#[test]
fn nobody_peeks_in_the_open() {
    for (number, steady) in (0..1000).flat_map(|number| [(number, false), (number, true)]) {
        let mut rng = Pcg64::new(number, 0x9ee4);
        let mut scenario = any_scenario(&mut rng, false);
        scenario["turn_limit"] = json!(20);
        if steady {
            all_are_steady(&mut scenario);
        }
        let battle = KEYS.compile(&mut scenario, 0.1, &mut rng, |scenario| compiled(scenario, None));
        battle.run_logged(1, 0, crate::player::ByDoctrine);
    }
}

/// A player that uses what it cannot know.
#[derive(Clone, Copy)]
struct Peeker;

impl Players for Peeker {
    const TRUSTED: bool = true;

    fn choose<K: Knowledge + Copy>(&mut self, knows: K, _memory: &mut Memory, ask: Ask) -> Action {
        let odd = matches!(ask, Ask::Move) && !knows.peek().is_multiple_of(2);
        if odd && !knows.is_pinned() { Action::GoProne } else { Action::Nothing }
    }
}

#[test]
#[should_panic(expected = "peeks")]
fn who_peeks_is_found_out() {
    let battles = (0..).filter_map(|number| any_battle(number, |_| {})).take(50);
    battles.for_each(|battle| _ = battle.run_logged(1, 0, Peeker));
}

/// A player that fires bursts with any weapon.
#[derive(Clone, Copy)]
struct Wrong;

impl Player for Wrong {
    fn choose(&mut self, knows: &dyn Knowledge, _memory: &mut Memory, ask: Ask) -> Action {
        let target = knows.targets().first().filter(|_| ask == Ask::Fire);
        target.map_or(Action::Nothing, |target| Action::fire(target, Mode::Auto))
    }
}

impl Players for Wrong {
    const TRUSTED: bool = true;

    fn choose<K: Knowledge + Copy>(&mut self, knows: K, memory: &mut Memory, ask: Ask) -> Action {
        Player::choose(self, &knows, memory, ask)
    }
}

#[test]
#[should_panic(expected = "FT-fire-2")]
fn what_is_illegal_is_caught() {
    compiled(&fight(1, 1, json!({})), None).expect("a fight").run_logged(1, 0, Wrong);
}

/// An illegal answer of an external player has no effect, and the log says so.
#[test]
fn what_is_illegal_is_not_done() {
    let (_, steps) = play_out(&fight(1, 1, json!({ "turn_limit": 3 })), None, 1, 0, &mut Wrong).expect("a fight");
    assert!(steps.iter().filter(|step| step.clause == "FT-fire-2").count() == 6, "{steps:#?}");
    assert!(!steps.iter().any(|step| step.text.contains("shot") || step.text.contains("burst: ")), "{steps:#?}");
}

/// A new rule or key is tried without a change to these tests.
#[test]
fn every_key_is_drawn() {
    KEYS.are_drawn(&crate::RULESET, "risk");
}
