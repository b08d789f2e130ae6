//! Sections 3 and 4: reaction, Hold, movement.

use cqb::figure::Gone;
use cqb::precedence;
use cqb::rules::Rules;
use engage::Inches;
use engage::Step;
use serde_json::{Value, json};

use super::{certain, log};
use crate::play::{battle, exactly, merge, odds, of, outcomes, scenario, small_duel, transcripts};

/// One action a turn: whoever is told to move and fire does so only where the option lets it.
#[test]
fn cqb_3a_one_action_a_turn() {
    let closing = |option: &str| {
        let close = json!({ "blue": { "team": { "close_to": 3 } }, "field": { "range": 10 }, "rules": { "move_and_fire": option } });
        log(&certain("leg", close))
    };
    assert_eq!(closing("no")[..3], ["1 team: moves up to 6\"", "1 gunman: shot 1: misses", "1 gunman: shot 2: misses"]);
    let both = [
        "1 team: moves up to 6\"",
        "1 team: shot 1: hit in the leg, out of action and knocked down",
        "1 gunman: gets up",
    ];
    assert_eq!(closing("up_to_normal")[..3], both);
    // Nobody fires in the turn of a Fast move.
    let fast = json!({ "blue": { "team": { "close_to": 3, "pace": "fast" } }, "field": { "range": 15 }, "rules": { "move_and_fire": "up_to_normal" } });
    let lines = log(&certain("leg", fast));
    assert!(lines[0] == "1 team: moves more than 6\"" && lines[1].starts_with("1 gunman"), "{lines:#?}");
    assert!(
        lines.iter().any(|line| line.starts_with("2 team: shot 1: hit")),
        "then the ban bites in that turn alone: {lines:#?}"
    );
}

/// Every order of action told is the order in which the figures act, by a card each; all four orders differ.
#[test]
fn cqb_3b_the_order_of_action() {
    for steps in transcripts(json!({ "blue": { "team": { "count": 3 } }, "red": { "gunman": { "count": 3 } } }), 50) {
        for order in steps.iter().filter(|step| step.clause == "CQB-3b") {
            let able = order.text.replace(" with ", ", then ").split(", then ").count();
            assert!(order.luck.len() == able, "a card for each figure: {order:?}");
        }
        let turns = steps.last().map_or(0, |step| step.turn);
        assert_eq!(steps.iter().filter(|step| step.clause == "CQB-3b").count(), turns as usize);
    }
    let wins = |order: &str| exactly(&small_duel(json!({ "rules": { "order": order } })), "blue.win");
    let [blue, reaction, simultaneous, red] = ["blue_first", "reaction", "simultaneous", "red_first"].map(wins);
    assert!(
        blue > reaction && reaction > red && blue > simultaneous && simultaneous > red,
        "{blue} {reaction} {simultaneous} {red}"
    );
}

/// A figure on Hold acts on nobody until an enemy is near enough.
#[test]
fn cqb_3c_a_figure_may_pass_and_hold() {
    let hold = json!({ "red": { "gunman": { "aim_at": "none", "weapon": "battle rifle", "hold_until": 7, "interrupt": "never" } }, "blue": { "team": { "close_to": 3 } }, "field": { "range": 13 } });
    let lines = log(&certain("head", hold));
    let expected = ["1 team: moves up to 6\"", "1 gunman: shot 1: hit in the head, incapacitated"];
    assert_eq!(lines, expected, "13\" - 6\" = 7\" is near enough");
    let hold = json!({ "red": { "gunman": { "aim_at": "none", "hold_until": 6, "interrupt": "never" } }, "blue": { "team": { "close_to": 3 } }, "field": { "range": 13 } });
    assert_eq!(log(&certain("head", hold))[..2], ["1 team: moves up to 6\"", "1 gunman: is on Hold"]);
}

/// Holders interrupt, and are held to the second reaction test: each step of it is followed by what it leads to.
#[test]
fn cqb_3d_a_holder_interrupts() {
    let hold = json!({ "blue": { "team": { "doctrine": "hold" } }, "red": { "gunman": { "doctrine": "close" } }, "field": { "range": 24 } });
    let (mut won, mut lost) = (0, 0);
    for steps in transcripts(hold, 400) {
        for pair in steps.windows(2).filter(|pair| pair[0].clause == "CQB-3d") {
            assert_eq!(pair[0].luck.len(), 2, "a card each");
            let acts = if pair[0].text == "interrupts" { pair[0].figure } else { pair[0].target };
            assert_eq!(pair[1].figure, acts, "{pair:#?}");
            *(if pair[0].text == "interrupts" { &mut won } else { &mut lost }) += 1;
        }
    }
    assert!(won > 100 && lost > 100, "{won} won, {lost} lost");
    // An Elite that won its first test interrupts an Elite more often than not: equal cards go to it.
    let equals = json!({ "A": { "ability": "elite" }, "B": { "ability": "elite" } });
    let wins = odds("hold_interrupt", &equals, "interrupt").to_f64();
    assert!(wins > odds("hold_interrupt", &equals, "no_interrupt").to_f64());
}

/// What to interrupt is the doctrine's choice: every action, fire alone, or nothing.
#[test]
fn cqb_3d_what_is_interrupted() {
    let clauses = |interrupt: &str| -> Vec<(bool, String)> {
        let hold = json!({
            "blue": { "team": { "doctrine": "hold", "interrupt": interrupt } },
            "red": {
                "gunman": { "doctrine": "close" },
                "stander": { "ability": "novice", "weapon": "pistol", "doctrine": "snap" },
            },
            "field": { "range": 24 },
        });
        let all = transcripts(hold, 200);
        let tries = |steps: &[Step]| -> Vec<(bool, String)> {
            let pairs = steps.windows(2).filter(|pair| pair[0].clause == "CQB-3d" && pair[0].text != "interrupts");
            pairs.map(|pair| (pair[1].clause == "CQB-4a", pair[1].text.clone())).collect()
        };
        all.iter().flat_map(|steps| tries(steps)).collect()
    };
    assert!(clauses("never").is_empty());
    assert!(clauses("any").iter().any(|(moved, _)| *moved));
    assert!(!clauses("fire").is_empty() && clauses("fire").iter().all(|(moved, _)| !moved));
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
    let both = json!({ "red": { "gunman": { "aim_at": "none", "weapon": "battle rifle", "rate": 1 } }, "rules": { "order": "simultaneous" } });
    let lines = log(&certain("head", both.clone()));
    assert_eq!(
        lines,
        ["1 team: shot 1: hit in the head, incapacitated", "1 gunman: shot 1: hit in the head, incapacitated"]
    );
    // Both are knocked down for the next turn, neither for this one.
    let lines = log(&certain("leg", both));
    let line = |who: &str, what: &str| format!("{who}: {what}");
    let expected = [
        line("1 team", "shot 1: hit in the leg, out of action and knocked down"),
        line("1 gunman", "shot 1: hit in the leg, out of action and knocked down"),
        line("2 team", "gets up"),
        line("2 gunman", "gets up"),
    ];
    assert_eq!(lines[..4], expected);
}

fn holding(options: Value) -> Value {
    let mut fight = scenario(json!({
        "blue": { "team": { "doctrine": "hold", "count": 2 } },
        "red": { "gunman": { "doctrine": "close", "count": 3 } },
        "field": { "range": 24 },
    }));
    merge(&mut fight, json!({ "rules": options }));
    fight
}

/// How long Hold lasts and what a failed interrupt costs: both values are seen in the transcripts.
#[test]
fn cqb_3e_how_long_hold_lasts() {
    // The first turn's Hold is over when the turn is: whoever is challenged later in a turn has passed in it.
    let stale = |options: Value| {
        let battle = battle(&holding(options));
        let mut stale = 0;
        for engagement in 0..200 {
            let steps = battle.replay(1, engagement).1;
            for (at, step) in steps.iter().enumerate().filter(|(_, step)| step.clause == "CQB-3d") {
                let held =
                    steps[..at].iter().any(|s| s.turn == step.turn && s.figure == step.figure && s.clause == "CQB-3c");
                stale += u32::from(!held);
            }
        }
        stale
    };
    assert!(stale(json!({ "hold_duration": "until_acts" })) > 0);
    assert_eq!(stale(json!({ "hold_duration": "turn" })), 0);
    // One attempt against each action; after a failure another only where Hold is kept.
    let again = |option: &str| {
        let battle = battle(&holding(json!({ "failed_interrupt": option, "hold_duration": "turn" })));
        let mut again = 0;
        for engagement in 0..300 {
            let steps = battle.replay(1, engagement).1;
            let tries: Vec<&Step> = steps.iter().filter(|step| step.clause == "CQB-3d").collect();
            for pair in tries.windows(2) {
                let same = pair[0].figure == pair[1].figure && pair[0].turn == pair[1].turn;
                assert!(!same || pair[0].target != pair[1].target, "one attempt against each action");
                again += u32::from(same);
            }
        }
        again
    };
    assert!(again("keeps_hold") > 0);
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
    // Closing in from 20" to 8": four turns of crawling, two of walking, one Fast.
    let turns = |pace: &str| {
        let close = json!({ "blue": { "team": { "close_to": 8, "pace": pace } }, "field": { "range": 20 } });
        log(&certain("head", close)).iter().filter(|line| line.contains("team: moves")).count()
    };
    assert_eq!([turns("crawl"), turns("normal"), turns("fast")], [4, 2, 1]);
}

/// CQB-4b: after a Fast move a figure does not fire; under the other reading it fires at +2 (CQB-5.3.1).
#[test]
fn cqb_4b_fast_movers_do_not_fire() {
    let fast = |option: &str| {
        let close = json!({ "blue": { "team": { "close_to": 12, "pace": "fast" } }, "field": { "range": 24 }, "rules": { "fast_firer": option } });
        battle(&certain("head", close)).replay(1, 0).1
    };
    let barred = fast("barred");
    let acts: Vec<_> =
        barred.iter().filter(|step| step.figure == Some(0)).map(|step| (step.turn, step.text.as_str())).collect();
    assert_eq!(acts[..2], [(1, "moves more than 6\""), (2, "can do nothing")]);
    assert_eq!(acts[2].0, 3);
    let plus2 = fast("plus2");
    let shot = plus2.iter().find(|step| step.turn == 2 && step.figure == Some(0)).expect("a shot");
    assert!(shot.modifiers.iter().any(|modifier| modifier.clause == "CQB-5.3.1" && modifier.value == 2));
}

/// Movement modifiers in a fight, with both readings of which moves of the target count.
#[test]
fn cqb_5_3_1_movement_modifiers_in_a_fight() {
    let closing = |window: &str| {
        let close = json!({ "red": { "gunman": { "close_to": 3 } }, "field": { "range": 24 }, "rules": { "order": "red_first", "moved_window": window } });
        let mut fight = certain("leg", close);
        merge(&mut fight, json!({ "blue": { "team": { "aim_at": "head" } }, "rules": { "named": { "head": 100 } } }));
        let steps = battle(&fight).replay(1, 0).1;
        let moved = |step: &Step| {
            step.modifiers.iter().find(|modifier| modifier.name == "target moved").map_or(0, |modifier| modifier.value)
        };
        let shots = steps.iter().filter(|step| step.figure == Some(0) && step.target == Some(1));
        shots.map(|step| (step.turn, moved(step))).take(6).collect::<Vec<_>>()
    };
    // 24" to 3": red moves in turns 1 to 4.
    assert_eq!(closing("previous_turn"), [(1, 0), (2, 1), (3, 1), (4, 1)]);
    assert_eq!(closing("previous_or_current"), [(1, 1), (2, 1), (3, 1), (4, 1)]);
}

/// CQB-4c, as far as it needs no map: a wound other than a leg does not slow.
#[test]
fn cqb_4c_an_arm_out_of_action_does_not_slow() {
    let gone = |place: &str| {
        let close = json!({
            "blue": { "team": { "weapon": "sniper rifle" } },
            "red": { "gunman": { "close_to": 3, "pace": "fast" } },
            "field": { "range": 40 },
            "rules": { "knockdown": "none", "arm_drop": "that_arm" },
        });
        let lines = log(&certain(place, close));
        lines.into_iter().filter(|line| line.contains("gunman: moves")).collect::<Vec<_>>()
    };
    assert_eq!(gone("weak_arm"), ["1 gunman: moves more than 6\"", "2 gunman: moves more than 6\""]);
    assert_eq!(gone("leg"), ["1 gunman: moves up to 6\"", "2 gunman: moves up to 6\""]);
}

/// A leg out of action crawls (CQB-5.5.4c): from the turn after, moves are of 3".
#[test]
fn cqb_5_5_4c_a_leg_out_of_action_crawls() {
    let close = json!({
        "blue": { "team": { "weapon": "sniper rifle" } },
        "red": { "gunman": { "close_to": 3, "pace": "fast" } },
        "field": { "range": 40 },
    });
    let steps = battle(&certain("leg", close)).replay(1, 0).1;
    let reds: Vec<_> =
        steps.iter().filter(|step| step.figure == Some(1)).map(|step| (step.turn, step.text.as_str())).collect();
    assert_eq!(reds, [(1, "gets up"), (2, "moves up to 6\"")]);
    assert_eq!(steps.last().map(|step| step.turn), Some(3), "the sniper fires every other turn");
    assert_eq!(outcomes(&*battle(&certain("leg", json!({}))), 1, 1)[0].turns, 2);
}
