//! Tests on generated maps that players neither peek nor break rules. What is hidden is listed here, independently of
//! `Knowledge`.

use std::sync::Arc;

use engage::{Battle as _, BySide, Map, Outcome, Sighting};
use field::{Builder, Cell, Figures};
use rand::RngExt;
use rand_pcg::Pcg64;
use serde_json::{Value, json};
use testkit::draw::Keys;
use testkit::setup::all_look_ahead;

use crate::action::{Action, Ask};
use crate::battle::Battle;
use crate::compile::compiled;
use crate::figure::{Condition, Figure, Wound};
use crate::game::play_out;
use crate::knowledge::Knowledge;
use crate::play::Asked;
use crate::player::Script;
use crate::player::choose::Player;
use crate::player::memory::Memory;
use crate::scene::{FIGURES, Scene};
use crate::site::Site;

/// Changes everything on a map that the side of the figure asked cannot know: where enemies unseen by the side stand,
/// their condition, what they carry and whom they see, and where unseen hostages are. What a figure sees on its way
/// counts as seen.
pub(crate) fn scramble_unknown(site: &Site, asked: Asked<'_, Scene>) {
    let Asked { battle, scene, figures, me, ask, turn } = asked;
    let plan = site.plan();
    let mut rng = Pcg64::new(u128::from(turn), me as u128);
    let friends = battle.friends_of(me);
    let mut eyes: Vec<Cell> = friends.iter().filter_map(|friend| scene.standing.at(friend)).collect();
    eyes.push(site.cell(&figures[me]));
    if let Ask::Step(walk) = ask {
        eyes.extend([walk.here, walk.rest, walk.start]);
    }
    let doors = scene.doors;
    let seen = |cell: Cell| eyes.iter().any(|&eye| plan.sees(eye, cell, doors));
    let known = friends.iter().fold(Figures::NONE, |known, friend| known | scene.sees[friend]);
    let dark: Vec<Cell> = plan.all().iter().filter(|&cell| !seen(cell)).collect();
    for who in scene.standing.placed() - friends - known {
        let Some(cell) = scene.standing.at(who).filter(|&cell| !seen(cell)) else { continue };
        let others: Vec<Cell> = dark.iter().copied().filter(|&other| scene.standing.is_free(other)).collect();
        let cell = if others.is_empty() { cell } else { others[rng.random_range(0..others.len())] };
        scene.standing.place(who, cell);
        scene.stunned[who] = rng.random_range(0..=turn);
        scene.failures[who] = rng.random_range(0..4);
        if who < FIGURES {
            let wound = [Wound::None, Wound::Leg, Wound::StrongArm, Wound::WeakArm][rng.random_range(0..4)];
            let (knocked, dropped) = (rng.random_bool(0.5), rng.random_bool(0.5));
            figures[who] = Figure {
                condition: Condition { flesh: rng.random_range(0..5), wound, down: false, knocked, dropped },
                jammed: rng.random_bool(0.5),
                reload: rng.random_range(0..2),
                aiming: rng.random_bool(0.5),
                on_hold: rng.random_bool(0.5),
                place: cell.index() as u16,
                ..figures[who]
            };
        }
    }
    // Where the other side has seen this one is the other side's secret.
    for friend in friends {
        let cell = plan.all().iter().nth(rng.random_range(0..plan.cells()));
        match cell.filter(|_| rng.random_bool(0.5)) {
            Some(cell) => scene.known.note(friend, Sighting { cell, turn: rng.random_range(0..=turn), state: () }),
            None => scene.known.forget(friend),
        }
    }
    for enemy in battle.enemies_of(me) {
        // What enemies carry is hidden even when they are in view, and so is whom else they see.
        (scene.stuns[enemy], scene.gases[enemy]) = (rng.random_range(0..3), rng.random_range(0..3));
        scene.sees[enemy] &= known;
    }
}

/// Changes what no player learns of the other side, but a play-out needs: what it remembers, which rooms it has looked
/// into, and how its figures who look ahead are led.
pub(crate) fn scramble_secrets(
    site: &Site,
    battle: &Battle,
    (scene, memory): (&mut Scene, &mut BySide<Memory>),
    me: usize,
    turn: u16,
) {
    let mut rng = Pcg64::new(u128::from(turn), me as u128);
    let theirs = battle.profiles[me].side.enemy();
    scene.searched[theirs] = rng.random::<u128>() & site.posts().every();
    memory[theirs].search.visited = rng.random::<u128>() & site.posts().every();
    memory[theirs].thrown = None;
    for enemy in battle.enemies_of(me) {
        scene.ways[enemy] = rng.random_range(0..8);
    }
}

/// A map from a drawing, on which both sides and hostages may begin anywhere.
fn map(drawing: &str) -> Option<Arc<Map>> {
    let mut builder = Builder::drawn(drawing);
    let rows = drawing.lines().enumerate();
    let open: Vec<(usize, usize)> = rows
        .flat_map(|(row, line)| line.chars().enumerate().map(move |(column, symbol)| ((row, column), symbol)))
        .filter(|&(_, symbol)| ".,_h\":%&".contains(symbol))
        .map(|(square, _)| square)
        .collect();
    let areas = ["blue", "red", "hostages", "place"].map(|name| (name.to_owned(), builder.area(open.iter().copied())));
    let plan = Arc::new(builder.build().ok().filter(|_| open.len() >= 12)?);
    let (title, about) = ("a map".to_owned(), String::new());
    Some(Arc::new(Map {
        title,
        about,
        plan,
        rooms: Vec::new(),
        areas: areas.into(),
        stairs: Vec::new(),
        known: engage::KnownGround::default(),
    }))
}

fn any_scenario(rng: &mut Pcg64) -> Value {
    let one_of = |rng: &mut Pcg64, words: &[&str]| words[rng.random_range(0..words.len())].to_owned();
    let squad = |rng: &mut Pcg64| {
        json!({
            "count": rng.random_range(1..=3),
            "player": one_of(rng, &["standard", "standard", "steady"]),
            "ability": one_of(rng, &["novice", "elite"]),
            "weapon": one_of(rng, &["pistol", "smg", "shotgun", "sniper rifle"]),
            "doctrine": one_of(rng, &["stand", "snap", "aim", "hold"]),
            "pace": one_of(rng, &["crawl", "normal", "fast"]),
            "target": one_of(rng, &["nearest", "focus", "weakest", "dangerous", "random"]),
            "orders": one_of(rng, &["stay", "guard", "respond", "assault", "mission"]),
            "throw": one_of(rng, &["first", "unseen"]),
            "risk": rng.random_range(0..=100),
            "stack": rng.random_range(1..=4),
            "patience": rng.random_range(0..=4),
            "reach_over": rng.random_range(0..=2),
            "switch": rng.random_bool(0.3),
            "stun_grenades": rng.random_range(0..=2),
            "gas_grenades": rng.random_range(0..=1),
        })
    };
    let objective = one_of(rng, &["eliminate", "rescue", "hold", "escort", "bomb", "search"]);
    let mut mission = json!({
        "objective": objective,
        "side": one_of(rng, &["blue", "red"]),
        "bystanders": one_of(rng, &["stay", "flee", "follow"]),
    });
    if ["hold", "escort", "bomb"].contains(&&*objective) {
        mission["at"] = json!("place");
    }
    if ["hold", "bomb"].contains(&&*objective) {
        mission["turns"] = json!(rng.random_range(1..=20));
    }
    json!({
        "field": { "map": "any.toml", "hostages": rng.random_range(1..=3) },
        "mission": mission,
        "blue": { "team": squad(rng) },
        "red": { "gunmen": squad(rng) },
        "turn_limit": 20,
    })
}

/// This many maps, each with a scenario; the scenario sets some keys, and the others are drawn from its schema.
fn generated(count: usize) -> impl Iterator<Item = (Arc<Map>, Value)> {
    let keys = Keys::of(&crate::RULESET);
    let any = move |number: u64| {
        let mut rng = Pcg64::new(u128::from(number), 0x9ee4);
        let map = map(&testkit::maps::drawing(&mut rng, 14))?;
        let mut scenario = any_scenario(&mut rng);
        keys.compile(&mut scenario, 0.15, &mut rng, |scenario| compiled(scenario, Some(&map)));
        Some((map, scenario))
    };
    (0..).filter_map(any).take(count)
}

/// Every question of these engagements is asked twice, the second time with the hidden state changed
/// ([`scramble_unknown`]), and every answer must be allowed. `Play::ask` checks both.
#[test]
fn nobody_peeks_or_breaks_a_rule() {
    for (map, scenario) in generated(10_000) {
        let battle = compiled(&scenario, Some(&map)).unwrap_or_else(|problems| panic!("{problems:?}"));
        battle.play(7, 0, &mut [Outcome::default(); 1]);
    }
}

/// Who looks ahead sees the same possible worlds whatever the true one is; the play checks each decision.
#[test]
fn who_looks_ahead_neither_peeks_nor_breaks_a_rule() {
    for (map, mut scenario) in generated(60) {
        all_look_ahead(&mut scenario);
        let battle = compiled(&scenario, Some(&map)).unwrap_or_else(|problems| panic!("{problems:?}"));
        battle.play(7, 0, &mut [Outcome::default(); 1]);
    }
}

/// A player that looks at hidden state.
struct Peeker;

impl Player for Peeker {
    fn is_trusted(&self) -> bool {
        true
    }

    fn choose(&mut self, knowledge: &Knowledge<'_>, _memory: &mut Memory, ask: Ask) -> Action {
        let hidden = knowledge.peek();
        if matches!(ask, Ask::Act { .. }) && hidden.is_multiple_of(2) { Action::Hold } else { Action::Idle }
    }
}

#[test]
#[should_panic(expected = "peeks")]
fn a_peeker_is_found_out() {
    for (map, scenario) in generated(100) {
        _ = play_out(&scenario, Some(&map), 1, 0, &mut Peeker);
    }
}

/// CQB-5.5.4d, CQB-5.2a and the like: an action that the rules forbid is not performed, for any player.
#[test]
#[should_panic(expected = "CQB-9a")]
fn an_illegal_answer_is_caught() {
    let scenario = json!({
        "blue": { "team": { "ability": "elite", "weapon": "pistol" } },
        "red": { "gunman": { "ability": "novice", "weapon": "pistol" } },
        "turn_limit": 3,
    });
    let mut script = Script::new().then(0, Action::Clear);
    _ = play_out(&scenario, None, 1, 0, &mut script);
}

/// A rule or a key that is added is tried without a change of these tests.
#[test]
fn every_key_is_drawn() {
    Keys::of(&crate::RULESET).are_drawn(&crate::RULESET, "stack");
}
