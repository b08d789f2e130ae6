//! Whole fights: what lasts from turn to turn.

use cqb::fire::AimAt;
use cqb::player::Script;
use cqb::weapon::Fire;
use cqb::{Action, Attack, Pace};
use serde_json::{Value, json};

use super::{
    Game, advance, answers, attack, fight, gunner, head_shot_at, misser, modifier, shot_at, still, struck_in, with,
};

/// CQB-5.5.4f: a figure that has not acted yet loses this turn's action, one that has acted loses the next turn's.
#[test]
fn cqb_5_5_4f_a_knock_down_costs_an_action() {
    let lines = |rules: Value| {
        fight(with(struck_in("leg"), json!({ "rules": rules })), |script| misser(gunner(script))).lines()
    };
    let hit = "shot 1: hit in the leg, out of action and knocked down";
    let out = "shot 1: hit in the leg, incapacitated";
    assert_eq!(lines(json!({})), [format!("1 0: {hit}"), "1 1: gets up".into(), format!("2 0: {out}")]);
    let red_first = lines(json!({ "order": "red_first" }));
    let expected = ["1 1: shot 1: misses".into(), format!("1 0: {hit}"), "2 1: gets up".into(), format!("2 0: {out}")];
    assert_eq!(red_first, expected);
    let on_its_feet = lines(json!({ "knockdown": "none" }));
    assert_eq!(on_its_feet, [format!("1 0: {hit}"), "1 1: shot 1: misses".into(), format!("2 0: {out}")]);
    // A figure on the ground can do nothing but get up.
    let may = |action: Action| Game::open(struck_in("leg")).may((1, 1), action, |script| script.then(0, shot_at(1)));
    assert_eq!(may(Action::Recover), Ok(()));
    for action in [shot_at(0), Action::Aim, Action::Hold, advance(1, Pace::Crawl)] {
        assert_eq!(may(action), Err("CQB-5.5.4f"), "{action:?}");
    }
}

/// CQB-5.5.4d: an arm drops the weapon; picking it up takes an action.
#[test]
fn cqb_5_5_4d_a_dropped_weapon_is_picked_up() {
    let acts = |place: &str, weapon: &str, rules: Value| {
        let more = json!({ "red": { "gunman": { "weapon": weapon } }, "rules": rules });
        let once = |script: Script| misser(script.then(0, shot_at(1)));
        fight(with(struck_in(place), more), once).acts(1)[..3].to_vec()
    };
    let expected = ["1: gets up", "2: picks up the weapon", "3: shot 1: misses"];
    assert_eq!(acts("strong_arm", "pistol", json!({})), expected);
    assert_eq!(acts("weak_arm", "pistol", json!({})), expected);
    let that_arm = || json!({ "arm_drop": "that_arm" });
    assert_eq!(acts("weak_arm", "battle rifle", that_arm()), expected, "a long gun is held with both hands");
    let kept = acts("weak_arm", "pistol", that_arm());
    assert_eq!(kept[..2], ["1: gets up", "2: shot 1: misses"], "a pistol stays in the strong hand");
    assert_eq!(
        acts("strong_arm", "pistol", json!({ "knockdown": "none" }))[..2],
        ["1: picks up the weapon", "2: shot 1: misses"]
    );
    let unarmed = Game::open(with(struck_in("strong_arm"), json!({ "rules": { "knockdown": "none" } })));
    let may = |action: Action| unarmed.may((1, 1), action, |script| script.then(0, shot_at(1)));
    assert_eq!(
        [may(Action::PickUp), may(shot_at(0)), may(Action::Aim)],
        [Ok(()), Err("CQB-5.5.4d"), Err("CQB-5.5.4d")]
    );
}

/// CQB-5.5.4d, CQB-5.3.6b: fire goes on with the weak hand at +2 and a wound's +1; with a long gun that is barred, not at all.
#[test]
fn cqb_5_5_4d_fire_goes_on_with_the_weak_hand() {
    let game = |option: &str, gun: &str| {
        let more = json!({
            "red": { "gunman": { "weapon": gun } },
            "rules": { "knockdown": "none", "one_arm_long_gun": option },
        });
        Game::open(with(struck_in("strong_arm"), more))
    };
    let two = Action::Fire(Attack { aim_at: AimAt::Head, rate: 2, ..attack(0) });
    let script = |script: Script| script.then(0, shot_at(1)).then(1, Action::PickUp).always(1, two);
    for (option, recoil) in [("heavy_recoil", 1), ("unchanged", 0)] {
        let told = game(option, "rifle").first(script);
        let shots: Vec<_> = told.shots(1).filter(|shot| shot.turn == 2).collect();
        assert_eq!(shots.len(), 2);
        let of_first = ["CQB-5.3.6a", "CQB-5.3.6b", "CQB-5.3.5"].map(|clause| modifier(shots[0], clause));
        assert_eq!(of_first, [1, 2, 0]);
        assert_eq!(modifier(shots[1], "CQB-5.3.5"), recoil, "{option}");
    }
    let may = |gun: &str| game("barred", gun).may((1, 2), two, script);
    assert_eq!([may("rifle"), may("pistol")], [Err("CQB-5.5.4d"), Ok(())], "a pistol needs one hand");
}

/// CQB-5.1a: a slow weapon fires every other turn, whatever happens between.
#[test]
fn cqb_5_1a_a_slow_weapon_fires_every_other_turn() {
    let game = Game::open(json!({ "blue": { "team": { "weapon": "sniper rifle" } }, "turn_limit": 9 }));
    let shot = Action::Fire(Attack { aim_at: AimAt::Head, fire: Fire::Slow, ..attack(1) });
    let turns =
        |script: &dyn Fn(Script) -> Script| -> Vec<u32> { game.first(script).shots(0).map(|step| step.turn).collect() };
    assert_eq!(turns(&|script| script.always(0, shot)), [1, 3, 5, 7, 9]);
    let may = |turn: u16| game.may((0, turn), shot, |script| script.then(0, shot));
    assert_eq!([may(2), may(3)], [Err("CQB-5.1a"), Ok(())]);
    // The turn between is one to aim in, or to move in.
    let aims = |script: Script| (0..3).fold(script, |script, _| script.then(0, Action::Aim).then(0, shot));
    assert_eq!(turns(&aims), [2, 4, 6]);
    let moves = |script: Script| (0..3).fold(script, |script, _| script.then(0, shot).then(0, advance(1, Pace::Crawl)));
    assert_eq!(turns(&moves), [1, 3, 5]);
}

/// CQB-5.1a: rates are maxima, so fire may cease between shots or bursts, but not within a burst. Where every round is fired
/// at a target that is down it may not cease then (CQB-5.1b).
#[test]
fn cqb_5_1a_fire_may_cease() {
    let shots = |weapon: &str, most: u8, more: Value| {
        let more = with(json!({ "blue": { "team": { "weapon": weapon } } }), more);
        fight(more, |script| script.fires(0, 1).ceases(0, most)).shots(0).count()
    };
    let misses = || json!({ "rules": { "to_hit_base": 30 } });
    assert_eq!([1, 2, 3].map(|most| shots("battle rifle", most, misses())), [1, 2, 3]);
    assert_eq!([1, 3, 4, 6].map(|most| shots("smg+", most, misses())), [3, 3, 6, 6], "two bursts of three");
    let falls = |option: &str| with(struck_in("head"), json!({ "rules": { "stop_when_down": option } }));
    assert_eq!([shots("battle rifle", 2, falls("all")), shots("battle rifle", 2, falls("stop"))], [3, 1]);
    assert_eq!(shots("battle rifle", 2, with(misses(), json!({ "rules": { "stop_when_down": "all" } }))), 2);
    let may = |option: &str| Game::open(falls(option)).may((0, 1), Action::Cease, |script| script.fires(0, 1));
    assert_eq!([may("stop"), may("all")], [Ok(()), Err("CQB-5.1b")]);
    assert_eq!(Game::open(misses()).may((0, 1), Action::Cease, |script| script.fires(0, 1)), Ok(()));
}

/// The turn of each shot of figure 0 at the head of figure 1, and what aiming adds to it.
fn aims(rules: Value, script: impl Fn(Script) -> Script) -> Vec<(u32, i32)> {
    let told = fight(json!({ "rules": rules }), |start| script(start).always(0, head_shot_at(1)));
    told.shots(0).map(|shot| (shot.turn, modifier(shot, "CQB-5.3.2b"))).take(3).collect()
}

#[test]
fn cqb_5_3_2a_an_aim_is_declared_a_turn_before() {
    let aim = |script: Script| script.then(0, Action::Aim);
    assert_eq!(aims(json!({}), still), [(1, 0), (2, 0), (3, 0)]);
    assert_eq!(aims(json!({}), aim), [(2, -5), (3, 0), (4, 0)], "each aimed shot is declared");
    // Kept, an aim serves later fire actions too.
    assert_eq!(aims(json!({ "aim_persistence": "kept" }), aim), [(2, -5), (3, -5), (4, -5)]);
    // A move ends it.
    let moves = |script: Script| aim(script).then(0, advance(1, Pace::Crawl)).stays(0, 1);
    assert_eq!(aims(json!({}), moves), [(4, 0), (5, 0), (6, 0)]);
    // Free, it is declared at the end of a turn, beside another action, but not after a move.
    let free = || json!({ "aim_cost": "free" });
    let beside = |script: Script| script.then(0, head_shot_at(1)).then(0, Action::Aim);
    assert_eq!(aims(free(), beside), [(1, 0), (2, -5), (3, 0)]);
    let moved = |script: Script| script.then(0, advance(1, Pace::Crawl)).then(0, Action::Aim);
    assert_eq!(aims(free(), moved), [(2, 0), (3, 0), (4, 0)]);
}

/// CQB-5.3.2a: a knock-down ends an aim, so does dropping the weapon.
#[test]
fn cqb_5_3_2a_a_knock_down_ends_an_aim() {
    let first_shot = |place: &str, rules: Value| {
        let more = with(struck_in(place), json!({ "rules": { "order": "red_first" } }));
        let script = |script: Script| misser(script.then(1, Action::Aim).then(0, shot_at(1)));
        let told = fight(with(more, json!({ "rules": rules })), script);
        let shot = told.shots(1).next().expect("a shot");
        (shot.turn, modifier(shot, "CQB-5.3.2b"))
    };
    assert_eq!(first_shot("leg", json!({})), (3, 0));
    assert_eq!(first_shot("leg", json!({ "knockdown": "none" })), (2, -5));
    assert_eq!(first_shot("strong_arm", json!({ "knockdown": "none" })), (3, 0));
}

/// CQB-5.3.3a: an unaimed figure names no location where that needs an aim.
#[test]
fn cqb_5_3_3a_a_location_may_need_an_aim() {
    let torso = Action::Fire(Attack { aim_at: AimAt::Torso, ..attack(1) });
    let named = |option: &str, aims: bool| {
        let first = if aims { Action::Aim } else { Action::Idle };
        let rules = json!({ "rules": { "location_needs_aim": option, "to_hit_base": 30 } });
        let told = fight(rules, |script| script.then(0, first).then(0, torso));
        let shot = told.shots(0).next().expect("a shot");
        modifier(shot, "CQB-5.3.3a")
    };
    assert_eq!([named("no", false), named("no", true)], [1, 1]);
    assert_eq!([named("yes", false), named("yes", true)], [0, 1]);
}

/// CQB-5.3.7: behind cover only what shows is fired at, by name; without the option, cover is nothing.
#[test]
fn cqb_5_3_7_exposed_parts() {
    let named = |cover: &str, aim_at: AimAt| {
        let more = json!({
            "red": { "gunman": { "shows": ["head", "strong_arm"] } },
            "rules": { "cover": cover, "to_hit_base": 30, "named": { "head": 3 } },
        });
        let told = fight(more, |script| script.then(0, Action::Fire(Attack { aim_at, ..attack(1) })));
        let shot = told.shots(0).next().expect("a shot");
        modifier(shot, "CQB-5.3.3a")
    };
    let each =
        |cover: &str| [AimAt::None, AimAt::Torso, AimAt::Head, AimAt::StrongArm].map(|aim_at| named(cover, aim_at));
    assert_eq!(each("none"), [0, 1, 3, 2]);
    assert_eq!(each("exposed_parts"), [2, 2, 3, 2], "the easiest that shows stands for what does not");
}

/// CQB-5.3.6c: a changed target costs +1 for each full inch from the old one, once or for every later shot.
#[test]
fn cqb_5_3_6c_a_change_of_target_in_a_fight() {
    let paid = |option: &str, switches: bool| {
        let more = json!({
            "red": { "gunman": { "count": 2 } },
            "field": { "spacing": 5.9 },
            "rules": { "change_target": option, "rate": { "semi": 5 }, "stop_when_down": "stop" },
        });
        let script = |script: Script| {
            let script = script.fires(0, 1);
            if switches { script.switches(0, 2) } else { script }
        };
        let told = fight(with(struck_in("leg"), more), script);
        told.shots(0).map(|shot| (shot.target, modifier(shot, "CQB-5.3.6c"))).collect::<Vec<_>>()
    };
    let [one, other] = [Some(1), Some(2)];
    assert_eq!(paid("first", true), [(one, 0), (one, 0), (other, 5), (other, 0)], "the shot that makes the change");
    assert_eq!(paid("all", true), [(one, 0), (one, 0), (other, 5), (other, 5)], "later ones too");
    assert_eq!(paid("all", false), [(one, 0), (one, 0)]);
}

/// CQB-5.3.3e in a fight: misses among hostages hit some, one at most for each round or several.
#[test]
fn cqb_5_3_3e_hostages_in_a_fight() {
    let hits = |hostages: u8, option: &str| -> u32 {
        let more = json!({
            "field": { "hostages": hostages },
            "rules": { "hostage_stop": option, "to_hit_base": 30, "reshuffle": "every_draw" },
        });
        let game = Game::open(more);
        let told = game.plays(40, |script| script.always_fires(0, 1).always_fires(1, 0));
        told.map(|told| u32::from(told.outcome.measures[4])).sum()
    };
    assert_eq!(hits(0, "first"), 0);
    assert!(hits(1, "first") < hits(4, "first") && hits(4, "first") < hits(4, "all"));
    assert_eq!(hits(1, "first"), hits(1, "all"));
}

/// CQB-5.3.5a: under `series` the first shot of a later turn kicks too, until a turn passes without fire.
#[test]
fn cqb_5_3_5a_recoil_over_a_series_of_turns() {
    let first_shots = |option: &str| {
        let two = Action::Fire(Attack { aim_at: AimAt::Head, rate: 2, ..attack(1) });
        let script =
            |script: Script| script.then(0, two).then(0, two).then(0, two).stays(0, 1).then(0, two).then(0, two);
        let told = fight(json!({ "rules": { "single_recoil": option } }), script);
        let shots = told.shots(0).filter(|shot| shot.text.starts_with("shot 1"));
        shots.map(|shot| modifier(shot, "CQB-5.3.5")).collect::<Vec<_>>()
    };
    assert_eq!(first_shots("turn"), [0, 0, 0, 0, 0]);
    assert_eq!(first_shots("series"), [0, 1, 1, 0, 1]);
}

/// Both sides fire until one has nobody left: then the fight is over at once.
#[test]
fn cqb_12_a_side_that_has_nobody_left() {
    let told = fight(struck_in("head"), |script| answers(gunner(script)));
    assert_eq!((told.ending(), told.outcome.turns, told.lines().len()), ("blue.win", 1, 1));
    let told = fight(with(struck_in("head"), json!({ "rules": { "order": "simultaneous" } })), |script| {
        answers(gunner(script))
    });
    assert_eq!(told.ending(), "both_out");
    assert_eq!(fight(json!({}), still).ending(), "turn_limit");
}
