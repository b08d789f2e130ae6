//! Moves and interrupts on a map: there and back, figures that act simultaneously, gassed rooms on the way.

use cqb::figure::Gone;
use cqb::player::Script;
use cqb::{Action, Ask, Grenade, Pace};
use engage::{Mark, Step};
use serde_json::{Value, json};

use super::ground::gas_tests;
use super::{Game, Told, cards, shot_at, struck_in, with};

/// A Normal move.
const MOVE: Action = Action::Move { pace: Pace::Normal, and_fire: false };

/// The square that a figure is seen to stand in last.
fn last_square(told: &Told, who: u8) -> Option<u16> {
    let mut stands = told.steps.iter().flat_map(|step| &step.marks).filter_map(|mark| match *mark {
        Mark::Stands { figure, cell } if figure == who => Some(cell),
        _ => None,
    });
    stands.next_back()
}

/// A figure that goes one square and comes back has used its action and has moved; it is not on Hold. A figure that
/// cannot leave its square is on Hold.
#[test]
fn cqb_3c_a_move_there_and_back_is_no_hold() {
    let room = "
        ############
        #b........r#
        ############";
    let game = Game::on(room, json!({ "rules": { "to_hit_base": 30 } }));
    let [start, beside] = [1, 2].map(|column| game.cell(1, column));
    let script = |script: Script| {
        let there_and_back = script.then(0, MOVE).then(0, Action::Step(beside)).then(0, Action::Step(start));
        there_and_back.interrupts(0, shot_at(1)).always(1, Action::Aim)
    };
    let mut asked = Vec::new();
    let told = game.watched(script, |knows, ask| {
        if matches!(ask, Ask::Act { .. }) && knows.me() == 0 && knows.turn() <= 2 {
            asked.push((knows.figure().on_hold, knows.figure().moved_last.gone));
        }
    });
    // CQB-3a: the move counts for the next turn. CQB-3c: it is not a pass.
    assert_eq!(asked, [(false, Gone::Nowhere), (false, Gone::UpToNormal)]);
    assert_eq!(told.acts(0)[0], "1: moves 2\"");
    assert_eq!(told.of("CQB-3d").count(), 0, "a figure that is not on Hold interrupts nobody: {:#?}", told.lines());
    // Behind a friend in a dead end there is no square to end in.
    let dead_end = "
        ############
        #bB+......r#
        ############";
    let wing = json!({ "blue": { "wing": { "ability": "elite", "weapon": "pistol", "at": "blue two" } } });
    let game = Game::on(dead_end, wing);
    let mut asked = Vec::new();
    let stuck = |script: Script| script.then(0, MOVE).then(0, Action::Step(game.cell(1, 2)));
    let told = game.watched(stuck, |knows, ask| {
        if matches!(ask, Ask::Act { .. }) && knows.me() == 0 && knows.turn() == 2 {
            asked.push((knows.figure().on_hold, knows.figure().moved_last.gone));
        }
    });
    assert_eq!(
        (&asked[..], &*told.acts(0)[0]),
        (&[(true, Gone::Nowhere)][..], "1: is on Hold because others are in the way")
    );
}

/// CQB-3e: figures that act simultaneously act from the state before. A square occupied then is free to none of them,
/// whether its occupant is shot down, leaves or is a hostage.
#[test]
fn cqb_3e_squares_of_the_state_before_are_not_free() {
    let simultaneous = |more: Value| {
        let wing = json!({ "blue": { "wing": { "ability": "elite", "weapon": "battle rifle", "at": "blue two" } } });
        with(with(wing, struck_in("head")), with(json!({ "rules": { "order": "simultaneous" } }), more))
    };
    // Figure 1 shoots down the enemy (2) next to figure 0, which wants to go there.
    let enemy = "
        ############
        #.br......B#
        ############";
    let game = Game::on(enemy, simultaneous(json!({})));
    let wanted = game.cell(1, 3);
    let told = game.first(|script| script.then(1, shot_at(2)).then(0, MOVE).always(0, Action::Step(wanted)));
    assert!(told.lines().iter().any(|line| line.contains("incapacitated")), "{:#?}", told.lines());
    assert_ne!(last_square(&told, 0), Some(wanted.index() as u16), "{:#?}", told.lines());
    // In the next moment the square is free.
    let game = Game::on(
        &enemy.replace("......", ".....R"),
        simultaneous(json!({
            "red": { "second": { "ability": "novice", "weapon": "pistol", "at": "red two" } },
        })),
    );
    let step = Action::Step(game.cell(1, 3));
    let script = |script: Script| script.then(1, shot_at(2));
    assert_eq!(game.may((0, 1), step, |s| script(s).then(0, MOVE)), Err("CQB-4c"), "he stood there in this moment");
    assert_eq!(game.may((0, 2), step, |s| script(s).stays(0, 1).then(0, MOVE)), Ok(()), "he lay there before it");
    // Figure 0 wants to end where its friend (1) leaves, who moves before it or after it.
    let friends = [
        "
        ############
        #.bB.....+r#
        ############",
        "
        ############
        #.Bb.....+r#
        ############",
    ];
    for (drawing, [leaver, mover]) in friends.into_iter().zip([[1, 0], [0, 1]]) {
        let game = Game::on(drawing, simultaneous(json!({})));
        let [away, wanted] = [4, 3].map(|column| Action::Step(game.cell(1, column)));
        let told =
            game.first(|script| script.then(leaver, MOVE).always(leaver, away).then(mover, MOVE).always(mover, wanted));
        let cell = |column: usize| Some(game.cell(1, column).index() as u16);
        assert_eq!(last_square(&told, leaver as u8), cell(4), "{drawing}");
        assert_eq!(last_square(&told, mover as u8), cell(2), "{drawing} {:#?}", told.lines());
    }
    // A hostage next to figure 0 is shot down in that moment: every shot misses, and its card hits the hostage.
    let hostage = "
        ############
        #.bx..B...r#
        ############";
    let shot = json!({
        "field": { "hostages": 1 },
        "rules": { "to_hit_base": 30, "line_of_fire_beyond": "none" },
    });
    let game = Game::on(hostage, simultaneous(shot));
    let wanted = game.cell(1, 3);
    let mut fell = 0;
    for told in game.plays(20, |script| script.always_fires(2, 0).then(0, MOVE).always(0, Action::Step(wanted))) {
        let falls = |step: &&Step| step.turn == 1 && step.marks.contains(&Mark::Falls { figure: 3 });
        fell += told.steps.iter().filter(falls).count();
        assert_ne!(last_square(&told, 0), Some(wanted.index() as u16), "{:#?}", told.lines());
    }
    assert!(fell > 5, "{fell}");
}

/// CQB-7a: a move through several gassed rooms is tested on entering each, at the number of that room's gas.
#[test]
fn cqb_7a_each_gassed_room_on_the_way() {
    let rooms = "
        ##########################
        #......#...#...#.....#.r.#
        #.b....'p..'..V'....B+...#
        #......#...#...#.....#...#
        ##########################";
    let wing = json!({ "ability": "elite", "weapon": "pistol", "at": "blue two", "gas_grenades": 2, "mask": true });
    let more = json!({ "blue": { "wing": wing }, "rules": { "gas_target": 30 } });
    let game = Game::on(rooms, more);
    // The thrower gasses the third room from the fourth, goes into it, and gasses the second.
    let told = game.first(|script| {
        let walk = (16..=19).rev().map(|column| Action::Step(game.cell(2, column)));
        let wing = walk.fold(script.then(1, MOVE), |script, step| script.then(1, step));
        let wing = wing.throws(1, Grenade::Gas, "via two").goes(1, Pace::Normal, "via two");
        let wing = wing.throws(1, Grenade::Gas, "place");
        wing.stays(0, 4).goes(0, Pace::Fast, "via two")
    });
    let tests = gas_tests(&told, 0);
    assert_eq!(tests[..2], [(5, 31), (5, 33)], "{:#?}", told.lines());
    assert_eq!(tests[2..4], [(6, 34), (7, 35)], "afterwards in the room where it has ended: {:#?}", told.lines());
}

/// CQB-7a: a step aside into a gassed room is tested too.
#[test]
fn cqb_7a_a_step_aside_enters_a_room() {
    let rooms = "
        ###############
        #......#......#
        #.....b'.....r#
        #......#......#
        ###############";
    let more = json!({ "blue": { "team": { "gas_grenades": 1 } }, "rules": { "gas_target": 30, "to_hit_base": 30 } });
    let game = Game::on(rooms, more);
    let told = game.first(|script| {
        let there = script.then(0, MOVE).then(0, Action::Step(game.cell(2, 7)));
        let room = game.map.as_ref().and_then(|map| map.plan.room(game.cell(2, 9))).expect("a room");
        there.then(0, Action::Throw(room, Grenade::Gas)).then(0, Action::StepAside(game.cell(2, 8)))
    });
    assert_eq!(gas_tests(&told, 0)[..2], [(3, 31), (4, 32)], "{:#?}", told.lines());
}

/// CQB-6b: a stunned figure turns no card in the reaction test and takes no action.
#[test]
fn cqb_6b_a_stunned_figure_takes_no_reaction_test() {
    let rooms = "
        ###############
        #.....#.......#
        #....b'......r#
        #.....#.......#
        ###############";
    let more = json!({
        "blue": { "team": { "stun_grenades": 1 } },
        "rules": { "order": "reaction", "stun_target": 30, "to_hit_base": 30 },
    });
    let game = Game::on(rooms, more);
    let room = game.map.as_ref().and_then(|map| map.plan.room(game.cell(2, 9))).expect("a room");
    let told = game.first(|script| script.then(0, Action::Throw(room, Grenade::Stun)).always(1, shot_at(0)));
    let drawn: Vec<usize> = told.of("CQB-3b").map(|order| cards(order).len()).collect();
    assert_eq!(drawn, std::iter::once(2).chain([1; 11]).collect::<Vec<_>>(), "{:#?}", told.lines());
    assert!(told.shots(1).all(|shot| shot.turn == 1), "{:#?}", told.lines());
}

/// CQB-3d, CQB-3e: a holder may try to interrupt each figure of a simultaneous group, once per action, before any of
/// them acts.
#[test]
fn cqb_3d_each_of_those_who_act_together_may_be_interrupted() {
    let room = "
        ############
        #b........r#
        #.........R#
        ############";
    let more = json!({
        "red": { "second": { "ability": "novice", "weapon": "pistol", "at": "red two" } },
        "rules": { "order": "simultaneous", "to_hit_base": 30 },
    });
    let script = |script: Script| {
        let holder = script.always(0, Action::Hold).interrupts(0, shot_at(1));
        holder.always(1, Action::Aim).always(2, Action::Aim)
    };
    for game in [Game::on(room, more.clone()), Game::open(with(more, json!({ "red": { "second": { "at": null } } })))] {
        let (mut both, mut second) = (0, 0);
        for told in game.plays(40, script) {
            for turn in told.steps.chunk_by(|one, other| one.turn == other.turn) {
                let tried: Vec<(usize, Option<u8>, bool)> = turn
                    .iter()
                    .enumerate()
                    .filter(|(_, step)| step.clause == "CQB-3d")
                    .map(|(at, step)| (at, step.target, step.text.starts_with("interrupts")))
                    .collect();
                let Some(&(_, first, won)) = tried.first() else { continue };
                assert_eq!(first, Some(1), "{turn:#?}");
                // A holder that has failed tries the other too; one that has won is on Hold no more.
                let expected = if won { vec![Some(1)] } else { vec![Some(1), Some(2)] };
                assert_eq!(tried.iter().map(|tried| tried.1).collect::<Vec<_>>(), expected, "{turn:#?}");
                let acts = turn.iter().position(|step| matches!(step.figure, Some(1 | 2))).expect("they aim");
                assert!(tried.iter().all(|tried| tried.0 < acts), "before any of them acts: {turn:#?}");
                both += usize::from(!won);
                second += usize::from(tried.len() > 1 && tried[1].2);
            }
        }
        assert!(both > 20 && second > 5, "{both} {second}");
    }
}

/// CQB-3d: after a holder has acted against a figure that came into view, the next figure's action may be interrupted
/// as well.
#[test]
fn cqb_3d_the_next_action_after_a_meeting_may_be_interrupted() {
    let corridors = "
        ###########
        #b.......v#
        #########.#
        #r......V.#
        #####+#####
        #B.......R#
        ###########";
    let more = json!({
        "blue": {
            "team": { "ability": "novice" },
            "wing": { "ability": "novice", "weapon": "pistol", "at": "blue two" },
        },
        "red": {
            "gunman": { "ability": "elite" },
            "second": { "ability": "elite", "weapon": "pistol", "at": "red two" },
        },
        "rules": { "to_hit_base": 30 },
    });
    let script = |script: Script| {
        let holders = script.always(2, Action::Hold).interrupts(2, shot_at(0)).always(3, Action::Hold);
        let holders = holders.interrupts(3, shot_at(1)).always(1, Action::Aim);
        holders.goes(0, Pace::Fast, "via").goes(0, Pace::Fast, "via two")
    };
    let mut met = 0;
    for told in Game::on(corridors, more).plays(40, script) {
        let tried = |who: u8| told.by(who).filter(|step| step.clause == "CQB-3d" && step.turn == 2).count();
        met += usize::from(told.by(2).any(|step| step.turn == 2 && step.text.starts_with("interrupts")));
        assert_eq!([tried(2), tried(3)], [1, 1], "{:#?}", told.lines());
    }
    assert!(met > 15, "{met}");
}
