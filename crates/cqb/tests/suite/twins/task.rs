//! Reaction tests, interrupts, stun, gas and tasks.

use std::cmp::Ordering;

use serde_json::{Value, json};
use testkit::Fraction;

use super::cards::{From, Table, Tally, deck, hostage_deck};
use super::{compare, count, flag, option, word};

/// Two decks, A's and B's.
fn two(p: &Value) -> Table {
    let one = |key: &str| deck(word(&p[key], "ability", "experienced"), count(&p[key], "jokers", 2) as u8);
    Table::new(one("A"), one("B"), option(p, "reshuffle", "exhausted") == "every_draw")
}

/// Every pair of cards of a reaction test.
fn reaction_cards(p: &Value, table: Table, then: &mut dyn FnMut(Table, usize, usize)) {
    let rule = option(p, "joker_reaction", "lowest");
    let draw = |table: Table, from: From, then: &mut dyn FnMut(Table, usize)| {
        let mut worth = |table: Table, (value, _): (usize, bool)| {
            then(table, if value == 0 && rule == "highest" { 99 } else { value });
        };
        if rule == "redraw" { table.draw_no_joker(from, &mut worth) } else { table.draw(from, &mut worth) }
    };
    draw(table, From::Own, &mut |table, a| draw(table, From::Other, &mut |table, b| then(table, a, b)));
}

/// A figure in a reaction test.
#[derive(Clone, Copy)]
struct Reactor {
    card: usize,
    hold: bool,
    moved: bool,
}

/// Who acts first by section 3: the higher card; else the figure on Hold; else the one that has not moved.
fn first(a: Reactor, b: Reactor) -> Ordering {
    if a.card != b.card {
        return a.card.cmp(&b.card);
    }
    match ((a.hold, b.hold), (a.moved, b.moved)) {
        ((true, true), _) => Ordering::Equal,
        ((true, false), _) => Ordering::Greater,
        ((false, true), _) => Ordering::Less,
        (_, (false, true)) => Ordering::Greater,
        (_, (true, false)) => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// Both figures, before they turn over a card.
fn reactors(p: &Value) -> [Reactor; 2] {
    ["A", "B"].map(|name| Reactor { card: 0, hold: flag(&p[name], "hold"), moved: flag(&p[name], "moved") })
}

/// Every pair of abilities, flags and options: 384 situations.
fn pairs() -> Vec<Value> {
    let mut pairs = Vec::new();
    for (a, b) in [("elite", "novice"), ("veteran", "veteran"), ("novice", "experienced"), ("experienced", "elite")] {
        for bits in 0..16 {
            for joker_reaction in ["lowest", "highest", "redraw"] {
                for reshuffle in ["exhausted", "every_draw"] {
                    pairs.push(json!({
                        "A": { "ability": a, "jokers": 2, "hold": bits & 1 > 0, "moved": bits & 2 > 0 },
                        "B": { "ability": b, "jokers": 3, "hold": bits & 4 > 0, "moved": bits & 8 > 0 },
                        "options": { "joker_reaction": joker_reaction, "reshuffle": reshuffle },
                    }));
                }
            }
        }
    }
    pairs
}

/// CQB-3b, CQB-3e.
#[test]
fn reaction_tests_with_hold_and_movement() {
    for p in pairs() {
        let mut tally = Tally::default();
        let [one, other] = reactors(&p);
        reaction_cards(&p, two(&p), &mut |table, a, b| {
            let outcome = match first(Reactor { card: a, ..one }, Reactor { card: b, ..other }) {
                Ordering::Greater => "A_first",
                Ordering::Less => "B_first",
                Ordering::Equal => "simultaneous",
            };
            tally.add(outcome, &table);
        });
        compare("reaction", &p, &tally.odds());
    }
}

/// CQB-3c, CQB-3d. Redrawn jokers and decks drawn down make 2.5 million pairs of tests each, so a sixteenth of the
/// situations is walked.
#[test]
fn interrupts_from_hold() {
    for p in pairs().iter().step_by(17) {
        let mut tally = Tally::default();
        let [one, other] = reactors(p);
        reaction_cards(p, two(p), &mut |table, a, b| {
            if first(Reactor { card: a, ..one }, Reactor { card: b, ..other }) != Ordering::Greater {
                return tally.add("A_not_first", &table);
            }
            reaction_cards(p, table, &mut |table, a, b| {
                let holder = Reactor { card: a, hold: true, ..one };
                let interrupts = first(holder, Reactor { card: b, ..other }) == Ordering::Greater;
                tally.add(if interrupts { "interrupt" } else { "no_interrupt" }, &table);
            });
        });
        compare("hold_interrupt", p, &tally.odds());
    }
}

/// A deck on its own.
fn one(p: &Value) -> Table {
    let own = deck(word(p, "ability", "experienced"), count(p, "jokers", 2) as u8);
    Table::new(own, hostage_deck(), option(p, "reshuffle", "exhausted") == "every_draw")
}

/// Every card of a test: passed, or failed by so much, or by a joker (none).
fn test(p: &Value, target: i64, table: Table, then: &mut dyn FnMut(Table, bool, Option<i64>)) {
    let rule = option(p, "joker_test", "fail");
    let mut judge = |table: Table, (value, _): (usize, bool)| match value {
        0 => then(table, rule == "pass", None),
        _ => then(table, value as i64 >= target, Some(target - value as i64)),
    };
    if rule == "redraw" { table.draw_no_joker(From::Own, &mut judge) } else { table.draw(From::Own, &mut judge) }
}

fn resisting(ability: &str, wounds: i64, joker_test: &str, reshuffle: &str, penalties: &str) -> Value {
    json!({
        "ability": ability, "jokers": 2, "turns": 2, "wounds": wounds,
        "options": { "joker_test": joker_test, "reshuffle": reshuffle, "penalties_on_resist": penalties },
    })
}

fn resistances() -> Vec<Value> {
    let mut cases = Vec::new();
    for ability in ["novice", "veteran"] {
        for wounds in [0, 2] {
            for joker_test in ["fail", "redraw", "pass"] {
                for reshuffle in ["exhausted", "every_draw"] {
                    for penalties in ["no", "yes"] {
                        cases.push(resisting(ability, wounds, joker_test, reshuffle, penalties));
                    }
                }
            }
        }
    }
    cases
}

/// CQB-6a, CQB-6c: tests at 8, 7, 6 until one is passed.
#[test]
fn stun_grenades() {
    fn next(p: &Value, turn: i64, table: Table, tally: &mut Tally) {
        let wounds = if option(p, "penalties_on_resist", "no") == "yes" { count(p, "wounds", 0) } else { 0 };
        test(p, 8 - turn + wounds, table, &mut |table, passed, _| {
            if !passed {
                tally.add(&format!("stunned_after_{turn}"), &table);
                if turn < count(p, "turns", 0) {
                    next(p, turn + 1, table, tally);
                }
            }
        });
    }
    for p in resistances() {
        let mut tally = Tally::default();
        next(&p, 0, one(&p), &mut tally);
        compare("stun", &p, &tally.odds());
    }
}

/// CQB-7a, CQB-7b: tests at 6, 7, all taken.
#[test]
fn gas() {
    fn next(p: &Value, turn: i64, failures: i64, table: Table, tally: &mut Tally) {
        if turn == count(p, "turns", 0) {
            tally.add_times("mean_failures", &table, failures as u128);
            return tally.add(&format!("failures_{failures}"), &table);
        }
        let penalties =
            if option(p, "penalties_on_resist", "no") == "yes" { count(p, "wounds", 0) + failures } else { 0 };
        test(p, 6 + turn + penalties, table, &mut |table, passed, _| {
            next(p, turn + 1, failures + i64::from(!passed), table, tally);
        });
    }
    for p in resistances() {
        let mut tally = Tally::default();
        next(&p, 0, 0, one(&p), &mut tally);
        compare("gas", &p, &tally.odds());
    }
}

/// CQB-8a, CQB-8b: every difficulty and penalty.
#[test]
fn tasks() {
    for difficulty in [4, 6, 8, 10] {
        for (flesh, out_wounds, gas, weak_hand) in
            [(0, 0, 0, false), (1, 0, 0, false), (2, 1, 0, true), (0, 1, 3, false)]
        {
            for joker_test in ["fail", "redraw", "pass"] {
                let p = json!({
                    "ability": "veteran", "difficulty": difficulty, "flesh": flesh, "out_wounds": out_wounds, "gas": gas,
                    "weak_hand": weak_hand, "options": { "joker_test": joker_test },
                });
                let target = difficulty + flesh + out_wounds + gas + if weak_hand { 2 } else { 0 };
                let mut tally = Tally::default();
                test(&p, target, one(&p), &mut |table, passed, short| {
                    tally.add(if passed { "pass" } else { "fail" }, &table);
                    match short {
                        None if !passed => tally.add("fail_joker", &table),
                        Some(short) => {
                            (1..=short.min(12)).for_each(|by| tally.add(&format!("fail_by_{by}_or_more"), &table))
                        }
                        None => {}
                    }
                });
                let mut odds = tally.odds();
                odds.insert("target_number".to_owned(), Fraction::new(target, 1));
                compare("test", &p, &odds);
            }
        }
    }
}
