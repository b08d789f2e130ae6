//! Tests of the frame: players choose legal actions and do not peek, and the invariants of a battle hold. What a side
//! cannot know is stated here a second time, independently of `knowledge.rs`.

use std::sync::LazyLock;

use engage::{Battle as _, Outcome};
use field::{Cell, CellSet, Figures, Pass};
use rand::RngExt;
use rand_pcg::Pcg64;
use serde_json::{Map as Table, Value, json};
use testkit::setup::merge;

use crate::action::{Action, Aim, Ask};
use crate::battle::Battle;
use crate::battle_view::BattleView;
use crate::compiled::Compiled;
use crate::figure::{NOBODY, Status};
use crate::ground::Ground;
use crate::knowledge::Knowledge;
use crate::on_map::OnMap;
use crate::player::{Player, Players};
use crate::recon::Recon;
use crate::setup::{compiled, play_out};
use crate::state::{Focus, State};
use make::fight;
use testkit::draw::Keys;
use testkit::maps::{map, squares};
use testkit::setup::{all_are_steady, all_look_ahead};

#[path = "../tests/suite/play.rs"]
#[allow(dead_code, clippy::disallowed_methods, reason = "other tests use the rest")]
mod make;

/// Number of maps played on.
const MAPS: u64 = 10_000;

/// Number of patrols played, four engagements each.
const PATROLS: u64 = 1500;

/// Every key of a scenario: what the tests do not set is drawn from its schema.
static KEYS: LazyLock<Keys> = LazyLock::new(|| Keys::of(&crate::RULESET));

/// The invariants of a battle.
pub(crate) fn holds<const N: usize, G: Ground<N>>(at: BattleView<'_, N, G>) {
    let Some(ground) = at.ground.on_map() else { return };
    let (board, scene) = (ground.board(), &ground.scene);
    let mut stood_on = CellSet::EMPTY;
    for me in 0..at.battle.profiles.len() {
        let (status, stands, lies) = (at.figures[me].status, scene.standing.at(me), scene.lies[me]);
        assert_eq!(stands.is_some(), status.is_target(), "{me} is {status:?} and stands at {stands:?}");
        assert_eq!(lies.is_some(), status == Status::Out, "{me} is {status:?} and lies at {lies:?}");
        assert_eq!(scene.lying.contains(me), lies.is_some(), "{me} lies at {lies:?}");
        for there in stands.into_iter().chain(lies) {
            assert!(there.index() < board.cells(), "{me} is off the table");
            assert!(board.ground_of(there).pass != Pass::No, "{me} is in a wall");
        }
        if let Some(there) = stands {
            assert!(!stood_on.contains(there), "{me} stands on another");
            stood_on.insert(there);
        }
        let carried = scene.carries[me];
        assert_eq!(carried != NOBODY, at.figures[me].retrieving, "{me} carries {carried}");
        if carried != NOBODY {
            let friend = usize::from(carried);
            assert_eq!(at.figures[friend].status, Status::Out, "{me} carries {friend}");
            assert_eq!(scene.lies[friend], stands, "{me} carries {friend}");
            assert_eq!(scene.carries.iter().filter(|&&other| other == carried).count(), 1, "{friend} is carried");
        }
        for other in scene.melee[me].iter() {
            assert!(scene.melee[other].contains(me) && at.battle.enemies(me).contains(other), "{me} fights {other}");
            assert!(at.figures[other].status.is_target() && status.is_target(), "{me} fights {other}");
            assert!(G::are_in_contact(at, me, other), "{me} fights {other} from afar");
        }
        if status.is_target() {
            assert!(at.group(me).contains(me), "{me} is of its group");
        }
    }
}

/// Restores the search that an answer was based on.
pub(crate) fn search_again<const N: usize, G: Ground<N>>(at: BattleView<'_, N, G>, me: usize, ask: Ask) {
    if let Ask::Way { left } = ask {
        G::search_again(at, me, left);
    }
}

/// Changes hidden facts about enemies, wherever they are: the ammunition left in their weapons, whether they are
/// heroes, the focus of their groups, and whose turn it has been.
pub(crate) fn change_minds<const N: usize, G>(battle: &Battle, state: &mut State<N, G>, me: usize, rng: &mut Pcg64) {
    for enemy in battle.enemies(me) {
        let figure = &mut state.figures[enemy];
        if figure.status.is_target() {
            figure.empty = rng.random_range(0..2);
            figure.other_empty = rng.random_range(0..2);
            figure.spent = rng.random_bool(0.5);
            figure.hero = rng.random_bool(0.5);
        }
        state.focus[enemy] = Focus::default();
        state.turn.acted.set(enemy, rng.random_bool(0.5));
    }
}

/// Changes what a figure's side cannot know on a map when the figure is asked: what enemies have seen, and the place
/// and state of enemies that no figure of its side sees.
pub(crate) fn scramble_unknown<const N: usize>(
    battle: &Battle,
    state: &mut State<N, OnMap<'_>>,
    (me, ask): (usize, Ask),
    rng: &mut Pcg64,
) {
    let (friends, enemies) = (battle.figures_of(battle.profiles[me].side), battle.enemies(me));
    if battle.patrol.is_some() {
        // Everybody sees the figures on the table; the plans of figures and markers are hidden.
        let scene = &mut state.ground.scene;
        for friend in friends {
            scene.seen_by[friend] = Figures(rng.random()) & enemies;
            scene.known.forget(friend);
        }
        for enemy in enemies {
            scene.recon.plans[enemy] = Recon::NONE.plans[0];
            scene.facing[enemy] = (rng.random_range(-1..=1), rng.random_range(-1..=1));
            scene.rallied_by[enemy] = Figures::NONE;
        }
        for pef in &mut scene.recon.pefs {
            (pef.rep, pef.acted) = (rng.random_range(1..=6), rng.random_bool(0.5));
        }
        return search_again(BattleView { battle, state }, me, ask);
    }
    let view = BattleView { battle, state };
    let watchers = view.carrying_on(friends).with(me);
    let mut known = enemies.filter(|enemy| watchers.iter().any(|who| view.sees(who, enemy)));
    for friend in friends {
        known |= view.ground.scene.melee[friend];
    }
    if let Ask::Finish { among } | Ask::Fire { at: among, .. } | Ask::Focus { among } = ask {
        known |= among;
    }
    let (ground, board) = (&view.ground, view.ground.board());
    let eyes: Vec<Cell> = friends.iter().filter_map(|friend| view.cell(friend)).collect();
    let is_dark = |cell: &Cell| {
        board.ground_of(*cell).pass != Pass::No && !eyes.iter().any(|&eye| ground.sight(eye, *cell).seen())
    };
    let dark: Vec<Cell> = (0..board.cells()).filter_map(|index| board.cell_numbered(index)).filter(is_dark).collect();
    let some = Figures(rng.random());
    for friend in friends {
        state.ground.scene.seen_by[friend] = some & enemies;
        state.ground.scene.known.forget(friend);
    }
    for enemy in (enemies - known).filter(|enemy| state.figures[enemy].status.is_target()) {
        let scene = &mut state.ground.scene;
        let free: Vec<Cell> = dark.iter().copied().filter(|&cell| scene.standing.is_free(cell)).collect();
        if free.is_empty() {
            continue;
        }
        scene.standing.place(enemy, free[rng.random_range(0..free.len())]);
        scene.groups[enemy] = Figures::one(enemy);
        scene.rallied_by[enemy] = Figures::NONE;
        scene.facing[enemy] = (rng.random_range(-1..=1), rng.random_range(-1..=1));
        let figure = &mut state.figures[enemy];
        figure.status = [Status::CarryingOn, Status::Ducked, Status::Hunkered, Status::Stunned][rng.random_range(0..4)];
        figure.prone = rng.random_bool(0.5);
        figure.fast = rng.random_bool(0.5);
        figure.second = rng.random_bool(0.5);
    }
    search_again(BattleView { battle, state }, me, ask);
}

fn one_of(rng: &mut Pcg64, words: &[&str]) -> String {
    words[rng.random_range(0..words.len())].to_owned()
}

/// A random squad, with every choice of doctrine, on a map or not.
fn squad(rng: &mut Pcg64, on_a_map: bool) -> Value {
    let guns = ["pistol", "shotgun", "bolt action rifle", "machine pistol", "assault rifle", "squad automatic weapon"];
    let attributes =
        ["Born Leader", "Poser", "Agile", "Slow", "Brawler", "Athlete", "Marksman", "Clumsy", "Nerves of Steel"];
    let mut squad = json!({
        "count": rng.random_range(1..=4),
        "rep": rng.random_range(2..=6),
        "weapon": one_of(rng, &guns),
        "second": if rng.random_bool(0.2) { json!(one_of(rng, &guns)) } else { json!(null) },
        "star": rng.random_bool(0.1),
        "melee": one_of(rng, &["none", "one-handed", "two-handed"]),
        "attributes": if rng.random_bool(0.3) { json!([one_of(rng, &attributes)]) } else { json!([]) },
        "target": one_of(rng, &["exposed", "nearest", "first"]),
        "dice": one_of(rng, &["all", "all_but_one"]),
        "spread": one_of(rng, &["one", "each"]),
        "pop_up": one_of(rng, &["when_loaded", "never"]),
        "star_choice": one_of(rng, &["sensible", "ducks"]),
        "cheats_death": rng.random_bool(0.5),
    });
    let more = if on_a_map {
        let weapons = [&guns[..], &["grenade launcher", "rocket launcher"]].concat();
        json!({
            "weapon": one_of(rng, &weapons),
            "grenades": rng.random_bool(0.5),
            "loader": rng.random_bool(0.3),
            "deploy": one_of(rng, &["together", "together", "apart"]),
            "orders": one_of(rng, &["advance", "advance", "hold"]),
            "throw": one_of(rng, &["when_worth", "never"]),
            "charge": one_of(rng, &["when_dry", "never", "always"]),
            "captures": rng.random_bool(0.5),
            "breaks_off": rng.random_bool(0.5),
            "fast": rng.random_bool(0.5),
            "goes_prone": rng.random_bool(0.5),
        })
    } else {
        json!({ "cover": rng.random_bool(0.3), "concealed": rng.random_bool(0.2), "prone": rng.random_bool(0.1) })
    };
    merge(&mut squad, more);
    squad
}

/// A random scenario: one to three squads on each side.
fn any_scenario(rng: &mut Pcg64, on_a_map: bool) -> Value {
    let side = |rng: &mut Pcg64| {
        let squads = rng.random_range(1..=3);
        (0..squads).map(|number| (format!("squad {number}"), squad(rng, on_a_map))).collect::<Table<_, _>>()
    };
    let (blue, red) = (side(rng), side(rng));
    let field = if on_a_map {
        let visibility = one_of(rng, &["day", "day", "night", "fog"]);
        json!({ "map": "any.toml", "visibility": visibility, "building_dv": rng.random_range(1..=4) })
    } else {
        json!({ "range": rng.random_range(4..=48), "cover_near": rng.random_bool(0.5) })
    };
    let turn_limit = [1, 5, 30, 60][rng.random_range(0..4)];
    json!({ "blue": blue, "red": red, "field": field, "turn_limit": turn_limit })
}

/// A map with a random scenario; `None` if the map has too little ground.
fn any_battle(number: u64, change: impl Fn(&mut Value)) -> Option<Compiled> {
    let mut rng = Pcg64::new(u128::from(number), 0x9ee4);
    let drawing = testkit::maps::drawing(&mut rng, 20);
    let open = squares(&drawing, ".,_h\":%&");
    let map =
        (open.len() >= 40).then(|| map(&drawing, &[("blue", open.clone()), ("red", open.clone()), ("place", open)]))?;
    let mut scenario = any_scenario(&mut rng, true);
    scenario["turn_limit"] = json!(20);
    change(&mut scenario);
    Some(KEYS.compile(&mut scenario, 0.2, &mut rng, |scenario| compiled(scenario, Some(&map))))
}

/// A random patrol.
fn any_patrol(number: u64, change: impl Fn(&mut Value)) -> Compiled {
    let mut rng = Pcg64::new(u128::from(number), 0x9a7f);
    let mut scenario = any_scenario(&mut rng, true);
    let [side, other] = if rng.random_bool(0.7) { ["blue", "red"] } else { ["red", "blue"] };
    let scenario_of = scenario.as_object_mut().expect("a scenario");
    scenario_of.remove(other);
    let squads = scenario[side].as_object_mut().expect("squads");
    for squad in squads.values_mut() {
        squad["orders"] = json!(one_of(&mut rng, &["patrol", "patrol", "patrol", "advance", "hold"]));
        squad["scouts"] = json!(rng.random_bool(0.3));
        squad["leader_in_front"] = json!(rng.random_bool(0.3));
        squad["holds_against"] = json!([0, 100, 150, 300][rng.random_range(0..4)]);
        squad["at"] = json!(one_of(&mut rng, &["7", "8", "9"]));
    }
    let lists = ["military", "insurgents", "police", "gang"];
    let terrains = ["rolled", "rolled", "clear", "woods", "mountains"];
    scenario["field"] = json!({
        "terrain": one_of(&mut rng, &terrains),
        "bushes": rng.random_range(0..=3),
        "visibility": one_of(&mut rng, &["day", "day", "night", "fog"]),
        "building_dv": rng.random_range(1..=4),
        "patrol": { "side": side, "enemy": one_of(&mut rng, &lists), "own": one_of(&mut rng, &lists) },
    });
    scenario["turn_limit"] = json!(20);
    change(&mut scenario);
    KEYS.compile(&mut scenario, 0.2, &mut rng, |scenario| compiled(scenario, None))
}

/// Each patrol has its own table; `Play::ask` asks every question twice, and checks every answer against the rules.
#[test]
fn on_patrol_the_standard_player_is_legal_and_does_not_peek() {
    for number in 0..PATROLS {
        let battle = any_patrol(number, |_| {});
        let mut outcomes = [Outcome::default(); 4];
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| battle.play(number, 0, &mut outcomes)));
        assert!(played.is_ok(), "patrol {number}");
        assert!(outcomes.iter().all(|outcome| outcome.turns <= 20), "patrol {number}");
    }
}

/// Plays an engagement on each of many maps; `Play::ask` asks every question twice, and checks every answer against the
/// rules.
fn on_any_map(maps: u64, change: impl Fn(&mut Value)) {
    let battles = (0..).filter_map(|number| any_battle(number, &change).map(|battle| (number, battle)));
    for ((number, battle), seed) in battles.zip(0..maps) {
        let mut outcomes = [Outcome::default()];
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| battle.play(seed, 0, &mut outcomes)));
        assert!(played.is_ok(), "on map {number}");
        assert!(outcomes[0].turns <= 20, "on map {number}");
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

/// Who looks ahead holds the same worlds possible whatever the true one is, and all of them are worlds of the rules; the
/// play checks each decision.
#[test]
fn who_looks_ahead_is_legal_and_does_not_peek() {
    on_any_map(MAPS / 250, all_look_ahead);
}

#[test]
fn on_patrol_who_looks_ahead_does_not_peek() {
    for number in 0..PATROLS / 150 {
        any_patrol(number, all_look_ahead).play(number, 0, &mut [Outcome::default()]);
    }
}

#[test]
fn nobody_peeks_in_the_open() {
    for (number, steady) in (0..500).flat_map(|number| [(number, false), (number, true)]) {
        let mut rng = Pcg64::new(number, 0x9ee4);
        let mut scenario = any_scenario(&mut rng, false);
        scenario["turn_limit"] = json!(20);
        if steady {
            all_are_steady(&mut scenario);
        }
        let battle = KEYS.compile(&mut scenario, 0.2, &mut rng, |scenario| compiled(scenario, None));
        battle.run_logged(1, 0, crate::player::ByDoctrine);
    }
}

/// A player that uses what it cannot know.
#[derive(Clone, Copy)]
struct Peeker;

impl Players for Peeker {
    const TRUSTED: bool = true;

    fn choose<K: Knowledge>(&mut self, knows: &K, ask: Ask) -> Action {
        let odd = matches!(ask, Ask::Act) && !knows.peek().is_multiple_of(2);
        match ask {
            _ if odd && knows.figure().status == Status::CarryingOn => Action::Move,
            Ask::Fire { at, must: true, .. } => at.first().map_or(Action::Nothing, |who| fires(knows, who)),
            _ => Action::Nothing,
        }
    }
}

fn fires<K: Knowledge + ?Sized>(knows: &K, who: usize) -> Action {
    Action::Fire(Aim::at(who, knows.dice()))
}

fn with_rifles(scenario: &mut Value) {
    for side in ["blue", "red"] {
        let squads = scenario[side].as_object_mut().expect("squads");
        squads.values_mut().for_each(|squad| squad["weapon"] = json!("assault rifle"));
    }
}

#[test]
#[should_panic(expected = "peeks")]
fn who_peeks_is_found_out() {
    let battles = (0..).filter_map(|number| any_battle(number, with_rifles)).take(50);
    battles.for_each(|battle| _ = battle.run_logged(1, 0, Peeker));
}

/// A player that fires more dice than its weapon has.
#[derive(Clone, Copy)]
struct Wrong;

impl Player for Wrong {
    fn choose(&mut self, _knows: &dyn Knowledge, ask: Ask) -> Action {
        match ask {
            Ask::Fire { at, .. } => at.first().map_or(Action::Nothing, |who| Action::Fire(Aim::at(who, 5))),
            _ => Action::Nothing,
        }
    }
}

impl Players for Wrong {
    const TRUSTED: bool = true;

    fn choose<K: Knowledge>(&mut self, knows: &K, ask: Ask) -> Action {
        Player::choose(self, knows, ask)
    }
}

#[test]
#[should_panic(expected = "CR-target-1")]
fn what_is_illegal_is_caught() {
    compiled(&fight(1, 1, json!({})), None).expect("a fight").run_logged(1, 0, Wrong);
}

/// If an external player answers illegally, nothing happens, and the log says so.
#[test]
fn what_is_illegal_is_not_done() {
    let (_, steps) = play_out(&fight(1, 1, json!({ "turn_limit": 3 })), None, 1, 0, &mut Wrong).expect("a fight");
    assert!(steps.iter().any(|step| step.clause == "CR-target-1"), "{steps:#?}");
    assert!(!steps.iter().any(|step| step.text.starts_with("fires")), "{steps:#?}");
}

/// New rules and keys are tried without a change to these tests.
#[test]
fn every_key_is_drawn() {
    KEYS.are_drawn(&crate::RULESET, "least_advance");
}
