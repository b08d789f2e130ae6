//! Sections 3 and 4: reaction, Hold, movement.

use cqb::figure::Gone;
use cqb::player::Script;
use cqb::rules::Rules;
use cqb::{Action, Ask, Pace, precedence};
use engage::{Inches, Step};
use serde_json::{Value, json};

use super::{
    Game, advance, answers, cards, fight, gunner, head_shot_at, misser, modifier, shot_at, still, struck_in, with,
};
use crate::play::{odds, of};

/// One action a turn: moving and firing in one turn is allowed only by the option, and never with a Fast move.
#[test]
fn cqb_3a_one_action_a_turn() {
    let game = |option: &str| {
        let more = json!({ "field": { "range": 30 }, "rules": { "move_and_fire": option } });
        Game::open(with(struck_in("leg"), more))
    };
    let moves = |pace: Pace, and_fire: bool| Action::Advance { by: Inches::whole(6), pace, and_fire };
    let may = |option: &str, pace: Pace, and_fire: bool| game(option).may((0, 1), moves(pace, and_fire), still);
    for pace in [Pace::Normal, Pace::Fast] {
        assert_eq!([may("no", pace, false), may("no", pace, true)], [Ok(()), Err("CQB-3a")]);
    }
    assert_eq!(may("up_to_normal", Pace::Normal, true), Ok(()));
    assert_eq!(may("up_to_normal", Pace::Fast, true), Err("CQB-4b"));
    let lines = |option: &str, action: Action| {
        let told = game(option).first(|script| misser(gunner(script.then(0, action))));
        told.lines()[..3].to_vec()
    };
    let hit = "0: shot 1: hit in the leg, out of action and knocked down";
    let then_fires = ["1 0: moves up to 6\"", "1 1: shot 1: misses", &format!("2 {hit}")].map(str::to_owned);
    assert_eq!(lines("no", moves(Pace::Normal, false)), then_fires);
    assert_eq!(lines("up_to_normal", moves(Pace::Normal, false)), then_fires);
    let both = ["1 0: moves up to 6\"", &format!("1 {hit}"), "1 1: gets up"];
    assert_eq!(lines("up_to_normal", moves(Pace::Normal, true)), both);
    // Under that option nobody fires in the turn of a Fast move, and in the next one everybody may.
    let fast = ["1 0: moves more than 6\"", "1 1: shot 1: misses", &format!("2 {hit}")];
    assert_eq!(lines("up_to_normal", advance(12, Pace::Fast)), fast);
}

/// Three figures a side fire at each other and always miss.
fn three_a_side(rules: Value) -> Game {
    let more = json!({
        "blue": { "team": { "count": 3 } },
        "red": { "gunman": { "count": 3 } },
        "rules": { "to_hit_base": 30 },
    });
    Game::open(with(more, json!({ "rules": rules })))
}

fn each_at_the_one_opposite(script: Script) -> Script {
    (0..3).fold(script, |script, me| script.always(me, shot_at(me + 3)).always(me + 3, shot_at(me)))
}

/// The figures act by a card each, the higher first, or in the order that an option sets.
#[test]
fn cqb_3b_the_order_of_action() {
    let actors = |turn: &[Step]| -> Vec<u8> { turn.iter().filter_map(|step| step.figure).collect() };
    for told in
        three_a_side(json!({ "order": "reaction", "jokers": { "average": 2 } })).plays(10, each_at_the_one_opposite)
    {
        let turns: Vec<&[Step]> = told.steps.chunk_by(|one, other| one.turn == other.turn).collect();
        assert_eq!(turns.len(), 12);
        for turn in turns {
            let (order, acts) = turn.split_first().expect("a turn");
            assert_eq!(order.clause, "CQB-3b");
            assert_eq!(order.named.len(), 6, "{order:?}");
            let cards = cards(order);
            assert_eq!((cards.len(), acts.len()), (6, 6), "a card for each figure, and a go");
            let in_order: Vec<u8> = actors(acts).into_iter().map(|me| cards[usize::from(me)]).collect();
            assert!(in_order.is_sorted_by(|one, other| one >= other), "{in_order:?}");
        }
    }
    let set = |order: &str| actors(&three_a_side(json!({ "order": order })).first(each_at_the_one_opposite).steps[..6]);
    assert_eq!(set("blue_first"), [0, 1, 2, 3, 4, 5]);
    assert_eq!(set("red_first"), [3, 4, 5, 0, 1, 2]);
}

/// A figure passes and is on Hold until it does something else; staying on Hold is logged only once.
#[test]
fn cqb_3c_a_figure_may_pass_and_hold() {
    let script = |script: Script| {
        let script = script.then(1, Action::Hold).then(1, Action::Hold).then(1, advance(3, Pace::Crawl));
        script.then(1, Action::Wait).then(1, shot_at(0)).then(1, Action::Hold).then(1, Action::Aim)
    };
    let mut held = Vec::new();
    let told = Game::open(struck_in("leg")).watched(script, |knows, ask| {
        if matches!(ask, Ask::Act { .. }) && knows.me() == 1 && held.len() < 8 {
            held.push(knows.figure().on_hold);
        }
    });
    let expected = [
        "1: is on Hold",
        "3: moves up to 6\"",
        "4: waits on Hold for the others",
        "5: shot 1: hit in the leg, out of action and knocked down",
        "6: is on Hold",
        "7: declares an aim",
    ];
    assert_eq!(told.acts(1)[..6], expected);
    assert_eq!(held, [false, true, true, false, true, false, true, false]);
}

/// A figure on Hold that wins the second reaction test acts first; otherwise the action that it wanted to interrupt goes on. The
/// question names that action.
#[test]
fn cqb_3d_a_holder_interrupts() {
    let rules = json!({ "order": "reaction", "jokers": { "average": 2 }, "joker_fire": "miss", "to_hit_base": 8 });
    let game = Game::open(json!({ "field": { "range": 24 }, "rules": rules }));
    let script = |script: Script| {
        let holder = script.always(0, Action::Hold).interrupts(0, shot_at(1));
        holder.recovers(1).always(1, advance(1, Pace::Normal))
    };
    let (mut won, mut lost) = (0, 0);
    for told in game.plays(200, script) {
        for pair in told.steps.windows(2).filter(|pair| pair[0].clause == "CQB-3d") {
            assert_eq!(cards(&pair[0]).len(), 2, "a card each");
            assert_eq!((pair[0].figure, pair[0].target), (Some(0), Some(1)));
            let wins = pair[0].text.starts_with("interrupts");
            let acts = if wins { (Some(0), true) } else { (Some(1), false) };
            assert_eq!((pair[1].figure, pair[1].target.is_some()), acts, "{pair:#?}");
            *(if wins { &mut won } else { &mut lost }) += 1;
        }
    }
    assert!(won > 100 && lost > 100, "{won} won, {lost} lost");
    let mut challenged = 0;
    game.watched(script, |_, ask| {
        if let Ask::Interrupt { actor, action } = ask {
            assert_eq!((actor, matches!(action, Action::Recover | Action::Advance { .. })), (1, true), "{action:?}");
            challenged += 1;
        }
    });
    assert!(challenged > 0);
    // Nobody interrupts who is not on Hold.
    let idle = |script: Script| script.interrupts(0, shot_at(1)).always(1, advance(1, Pace::Normal));
    assert!(game.plays(20, idle).all(|told| told.of("CQB-3d").next().is_none()));
    // An Elite that won its first test interrupts an Elite more often than not: equal cards go to it.
    let equals = json!({ "A": { "ability": "elite" }, "B": { "ability": "elite" } });
    let wins = odds("hold_interrupt", &equals, "interrupt").to_f64();
    assert!(wins > odds("hold_interrupt", &equals, "no_interrupt").to_f64());
}

#[test]
fn cqb_3e_equal_cards() {
    let order = |card: u8, hold: bool, moved: bool| precedence(card, hold, moved);
    assert!(order(9, false, true) > order(8, true, false), "the card comes first");
    assert!(order(8, true, true) > order(8, false, false), "then a figure on Hold");
    assert!(order(8, false, false) > order(8, false, true), "then one that has not moved");
    assert_eq!(order(8, false, true), order(8, false, true));
    assert_eq!(order(8, true, true), order(8, true, false), "two on Hold are equal, moved or not");
    let joker = |option: &str| {
        odds("reaction", &json!({ "A": {}, "B": { "jokers": 0 }, "options": { "joker_reaction": option } }), "A_first")
    };
    // A's 40 number cards go first 18 times in 40; its 2 jokers never, always, or not at all.
    assert_eq!(joker("lowest"), of(40 * 18, 42 * 40));
    assert_eq!(joker("highest"), of(40 * 18 + 2 * 40, 42 * 40));
    assert_eq!(joker("redraw"), of(18, 40));
}

/// Simultaneous figures act from the state before either: both can fall.
#[test]
fn cqb_3e_simultaneous_figures_both_fall() {
    let both = |place: &str| {
        let more = with(struck_in(place), json!({ "rules": { "order": "simultaneous" } }));
        fight(more, |script| answers(gunner(script))).lines()
    };
    let fall = "shot 1: hit in the head, incapacitated";
    assert_eq!(both("head"), [format!("1 0: {fall}"), format!("1 1: {fall}")]);
    // Both are knocked down for the next turn, neither for this one.
    let hit = "shot 1: hit in the leg, out of action and knocked down";
    let expected = [format!("1 0: {hit}"), format!("1 1: {hit}"), "2 0: gets up".into(), "2 1: gets up".into()];
    assert_eq!(both("leg")[..4], expected);
}

/// Figure 0 is always on Hold and interrupts any mover; red moves, and nobody hits anybody.
fn holding(reds: usize, rules: Value) -> (Game, impl Fn(Script) -> Script) {
    let more =
        json!({ "red": { "gunman": { "count": reds } }, "field": { "range": 24 }, "rules": { "to_hit_base": 30 } });
    let script = move |script: Script| {
        let holder = script.always(0, Action::Hold).interrupts(0, shot_at(1));
        (1..=reds).fold(holder, |script, red| script.always(red, advance(1, Pace::Normal)))
    };
    (Game::open(with(more, json!({ "rules": rules }))), script)
}

/// How long Hold lasts, and what a failed interrupt costs.
#[test]
fn cqb_3e_how_long_hold_lasts() {
    // Red moves before blue: only a figure that is on Hold since the turn before can interrupt it.
    let tries = |option: &str| {
        let (game, script) = holding(1, json!({ "order": "red_first", "hold_duration": option }));
        let tries: Vec<u32> = game
            .plays(20, script)
            .flat_map(|told| told.steps)
            .filter(|step| step.clause == "CQB-3d")
            .map(|step| step.turn)
            .collect();
        tries
    };
    assert!(tries("until_acts").len() > 20 && !tries("until_acts").contains(&1));
    assert_eq!(tries("turn"), [0; 0]);
    // One attempt against each action; after a failure another only where Hold is kept.
    let again = |option: &str| {
        let (game, script) = holding(3, json!({ "failed_interrupt": option, "hold_duration": "turn" }));
        let mut again = 0;
        for told in game.plays(60, script) {
            let tries: Vec<&Step> = told.of("CQB-3d").collect();
            for pair in tries.windows(2).filter(|pair| pair[0].turn == pair[1].turn) {
                assert_ne!(pair[0].target, pair[1].target, "one attempt against each action");
                assert!(pair[0].text.starts_with("tries to interrupt and fails: "), "{pair:?}");
                again += 1;
            }
        }
        again
    };
    assert!(again("keeps_hold") > 60, "{}", again("keeps_hold"));
    assert_eq!(again("loses_hold"), 0);
}

/// Two of three figures of a side that share a deck are dealt different cards of it.
#[test]
fn cqb_3f_figures_that_share_a_deck_draw_in_turn() {
    let p = json!({
        "sides": { "X": { "ability": "elite", "jokers": 0 } },
        "figures": [{ "name": "a", "side": "X" }, { "name": "b", "side": "X" }],
    });
    assert_eq!(odds("reaction_multi", &p, "tie_for_first"), of(3, 39));
    assert_eq!(odds("reaction_multi", &p, "first_a"), of(18, 39));
}

#[test]
fn cqb_4a_distances() {
    let moves = Rules::default().moves;
    assert_eq!((moves.crawl, moves.normal, moves.fast), (Inches::whole(3), Inches::whole(6), Inches::whole(12)));
    let gone = |inches: i32| Gone::of(Inches::whole(inches), &Rules::default());
    assert_eq!([0, 1, 6, 7].map(gone), [Gone::Nowhere, Gone::UpToNormal, Gone::UpToNormal, Gone::Farther]);
    for (pace, most, text) in
        [(Pace::Crawl, 3, "up to 6\""), (Pace::Normal, 6, "up to 6\""), (Pace::Fast, 12, "more than 6\"")]
    {
        let game = Game::open(json!({}));
        let beyond = Inches::from_thousandths(most * 1000 + 1);
        let too_far = Action::Advance { by: beyond, pace, and_fire: false };
        assert_eq!(game.may((0, 1), advance(most, pace), still), Ok(()), "{pace:?}");
        assert_eq!(game.may((0, 1), too_far, still), Err("CQB-4a"), "{pace:?}");
        let told = game.first(|script| script.then(0, advance(most, pace)));
        assert_eq!(told.acts(0)[0], format!("1: moves {text}"), "{pace:?}");
    }
}

/// CQB-4b: after a Fast move a figure does not fire; under the other reading it fires at +2 (CQB-5.3.1).
#[test]
fn cqb_4b_fast_movers_do_not_fire() {
    let game = |option: &str| Game::open(json!({ "field": { "range": 24 }, "rules": { "fast_firer": option } }));
    let fast = |script: Script| script.then(0, advance(12, Pace::Fast));
    let may = |option: &str, turn: u16| game(option).may((0, turn), shot_at(1), fast);
    assert_eq!([may("barred", 2), may("barred", 3)], [Err("CQB-4b"), Ok(())]);
    assert_eq!([may("plus2", 2), may("plus2", 3)], [Ok(()), Ok(())]);
    let shots = |option: &str| {
        let told = game(option).first(|script| fast(script).always(0, head_shot_at(1)));
        told.shots(0).map(|shot| (shot.turn, modifier(shot, "CQB-5.3.1"))).take(2).collect::<Vec<_>>()
    };
    assert_eq!(shots("barred"), [(3, 0), (4, 0)]);
    assert_eq!(shots("plus2"), [(2, 2), (3, 0)]);
}

/// Movement modifiers in a fight, with both readings of which moves of the target count.
#[test]
fn cqb_5_3_1_movement_modifiers_in_a_fight() {
    let moved = |window: &str| {
        let more = json!({ "field": { "range": 24 }, "rules": { "order": "red_first", "moved_window": window } });
        let script = |script: Script| {
            let script = script.always(0, head_shot_at(1)).then(1, advance(6, Pace::Normal));
            script.then(1, advance(12, Pace::Fast)).then(1, advance(3, Pace::Crawl))
        };
        let told = fight(more, script);
        told.shots(0).map(|shot| (shot.turn, modifier(shot, "CQB-5.3.1"))).take(5).collect::<Vec<_>>()
    };
    assert_eq!(moved("previous_turn"), [(1, 0), (2, 1), (3, 2), (4, 1), (5, 0)]);
    assert_eq!(moved("previous_or_current"), [(1, 1), (2, 2), (3, 2), (4, 1), (5, 0)]);
}

/// CQB-4c, as far as it needs no map: a wound other than a leg does not slow.
#[test]
fn cqb_4c_an_arm_out_of_action_does_not_slow() {
    let may = |place: &str| {
        let more = json!({ "field": { "range": 40 }, "rules": { "knockdown": "none", "arm_drop": "that_arm" } });
        let game = Game::open(with(struck_in(place), more));
        game.may((1, 2), advance(12, Pace::Fast), |script| script.then(0, shot_at(1)))
    };
    assert_eq!([may("weak_arm"), may("strong_arm"), may("leg")], [Ok(()), Ok(()), Err("CQB-4a")]);
}

/// A leg out of action crawls (CQB-5.5.4c): moves are of 3", and none of them is a Fast one.
#[test]
fn cqb_5_5_4c_a_leg_out_of_action_crawls() {
    let game = Game::open(with(struck_in("leg"), json!({ "field": { "range": 40 } })));
    let shot = |script: Script| script.recovers(1).then(0, shot_at(1));
    for pace in [Pace::Crawl, Pace::Normal, Pace::Fast] {
        let farther = Action::Advance { by: Inches::from_thousandths(3001), pace, and_fire: false };
        assert_eq!(game.may((1, 2), advance(3, pace), shot), Ok(()), "{pace:?}");
        assert_eq!(game.may((1, 2), farther, shot), Err("CQB-4a"), "{pace:?}");
    }
    let crawls = |script: Script| shot(script).then(1, Action::Recover).then(1, advance(3, Pace::Fast));
    assert_eq!(game.first(crawls).acts(1)[..2], ["1: gets up", "2: moves up to 6\""]);
    assert_eq!(game.may((1, 3), shot_at(0), crawls), Ok(()));
}
