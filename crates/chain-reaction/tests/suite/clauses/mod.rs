//! A test or more for every clause of the rulebook, named after it: the rule functions on dice laid out by hand, and exact odds
//! where those say more.

mod accounted;
mod acting;
mod attributes;
mod blast;
mod buildings;
mod bursts_on_map;
mod charges;
mod damage;
mod dice;
mod groups;
mod hurt;
mod melee;
mod movement;
mod objections;
mod options;
mod patrol;
mod sequence;
mod shooting;
mod sight;
mod tables;
mod testing;
mod turn;
mod under_fire;
mod weapons;
mod wounded;

use std::collections::VecDeque;
use std::fmt::Display;

use chain_reaction::attribute::{Attribute, Attributes};
use chain_reaction::reaction::{Tester, Throw, throw};
use chain_reaction::rules::Rules;
use chain_reaction::shooting::{Shooter, Target};
use chain_reaction::table::{Circumstances, Reaction, Test};
use chain_reaction::weapon::Weapon;
use chance::{Address, Card, Cards, Chance, Dice, Draw, Scripted};
use serde_json::{Value, json};
use testkit::Fraction;
use testkit::golden::{answer, value};
use testkit::setup::merge;

/// Addresses mean nothing to a script.
const ANYWHERE: Address = Address::new(0, 0, 0);

/// Chance by script: what each draw shows, in the words of the log, such as `5 2` for a pair.
struct Script<'a>(VecDeque<&'a str>);

impl Script<'_> {
    fn next(&mut self) -> &str {
        self.0.pop_front().expect("a draw more than the script has")
    }
}

impl Chance for Script<'_> {
    type Deck = Cards;

    fn pick<T: Copy + Display>(&mut self, _at: Address, table: &[(T, u32)]) -> T {
        let wanted = self.next();
        let row = table.iter().find(|(value, weight)| *weight > 0 && value.to_string() == wanted);
        row.unwrap_or_else(|| panic!("`{wanted}` is not in the table")).0
    }

    fn several<const N: usize, T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> [T; N] {
        std::array::from_fn(|_| self.pick(at, table))
    }

    fn below(&mut self, _at: Address, _n: u32) -> u32 {
        panic!("no rule of these asks so")
    }

    fn roll<A: Copy + PartialEq>(&mut self, at: Address, dice: &Dice, ask: impl Fn(u8) -> A) -> A {
        ask(self.pick(at, dice.scores()))
    }

    fn draw<A: Copy + PartialEq>(&mut self, _deck: &mut Cards, _at: Address, _ask: impl Fn(Card) -> A) -> A {
        panic!("there are no cards")
    }
}

/// Runs a rule on these draws, all of which it must ask for.
#[track_caller]
fn scripted<T>(draws: &[&str], rule: impl FnOnce(&mut Script<'_>) -> T) -> T {
    let mut script = Script(draws.iter().copied().collect());
    let result = rule(&mut script);
    assert!(script.0.is_empty(), "draws left over: {:?}", script.0);
    result
}

/// Runs a procedure on these dice and no others.
#[track_caller]
fn dice<T>(dice: &[u32], procedure: impl FnOnce(&mut Scripted) -> T) -> T {
    Scripted::play(dice.iter().map(|&die| Draw::Value(die)), procedure)
}

/// A fraction.
fn of(ways: i64, all: i64) -> Fraction {
    Fraction::new(ways, all)
}

/// The chance of an outcome, or the mean that it stands for.
#[track_caller]
fn odds(kind: &str, parameters: Value, outcome: &str) -> Fraction {
    let answer = answer(&chain_reaction::RULESET, kind, &parameters);
    value(&answer.unwrap_or_else(|error| panic!("{kind} {parameters}: {error}")), outcome)
}

/// The words that can come about, in the order of the answer.
#[track_caller]
fn words(kind: &str, parameters: Value) -> Vec<String> {
    let answer = answer(&chain_reaction::RULESET, kind, &parameters);
    let answer = answer.unwrap_or_else(|error| panic!("{kind} {parameters}: {error}"));
    let can = answer.values.into_iter().filter(|value| value.decimal > 0.0);
    can.map(|value| value.outcome).collect()
}

/// What is wrong with a situation.
#[track_caller]
fn objection(kind: &str, parameters: Value) -> String {
    answer(&chain_reaction::RULESET, kind, &parameters).expect_err("an objection")
}

/// The rules with some options and tables changed.
fn rules(options: Value) -> Rules {
    let mut rules = (chain_reaction::RULESET.rules)();
    merge(&mut rules, options);
    serde_json::from_value(rules).expect("options that exist")
}

fn printed() -> Rules {
    Rules::default()
}

fn attributes(all: &[Attribute]) -> Attributes {
    all.iter().copied().collect()
}

/// A place in the open, with an enemy in sight who does not outgun.
const OPEN: Circumstances = Circumstances {
    cover: false,
    outgunned: false,
    able: true,
    charging: false,
    retrieving: false,
    rear: false,
    others_carrying_on: true,
    star: false,
    nerves: false,
    slow: false,
};
const COVER: Circumstances = Circumstances { cover: true, ..OPEN };

/// An ordinary figure of a Rep.
fn tester(rep: u8, here: Circumstances) -> Tester {
    Tester { rep, attributes: Attributes::default(), hero: false, choice: 2, here }
}

/// A pair as it falls, without other dice.
#[track_caller]
fn pair(faces: &str) -> Throw {
    scripted(&[faces], |chance| throw(chance, ANYWHERE, Test::InSight, 0, 0))
}

/// What a figure does when the pair falls so.
#[track_caller]
fn does(test: Test, tester: Tester, faces: &str) -> Reaction {
    tester.reaction(&printed(), test, &pair(faces))
}

/// An ordinary shooter.
fn shooter(rep: u8, weapon: Weapon) -> Shooter {
    Shooter { rep, weapon, twin: false, attributes: Attributes::default(), fast: false, prone: false, snap: false }
}

/// A target in the open.
const STANDING: Target = Target { cover: false, concealed: false, prone: false, fast: false };

/// An assault rifleman of Rep 4 with more said of him.
fn rifleman(more: Value) -> Value {
    let mut figure = json!({ "rep": 4, "weapon": "assault rifle" });
    for (key, value) in more.as_object().expect("an object") {
        figure[key] = value.clone();
    }
    figure
}
