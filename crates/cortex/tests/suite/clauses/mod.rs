//! A test or more for every clause of the rulebook that is played, named after it: exact odds, the rule functions on dice laid out by
//! hand, and fights by script.

mod accounted;
mod attacks;
mod core;
mod firefights;
mod fireteam_harm;
mod fireteams;
mod machines;
mod specialists;

use chance::{Address, Die, Draw, Pool, Scripted};
use cortex::action::{Action, Ask, Attack};
use cortex::player::{Knowledge, Player, Script};
use cortex::rules::Rules;
use engage::{Luck, Outcome, Problem, Step};
use serde_json::{Value, json};
use testkit::Fraction;
use testkit::golden::{answer, value};
use testkit::setup::{merge, with};

/// Addresses mean nothing to a script of dice.
const ANYWHERE: Address = Address::new(0, 0, 0);

/// Engagements among which a certain fall of the dice is looked for.
const ENGAGEMENTS: u64 = 5000;

/// A fraction.
fn of(ways: i64, all: i64) -> Fraction {
    Fraction::new(ways, all)
}

/// The chance of an outcome, or the mean that it stands for.
#[track_caller]
fn odds(kind: &str, parameters: Value, outcome: &str) -> Fraction {
    let answer = answer(&cortex::FIREFIGHT, kind, &parameters);
    value(&answer.unwrap_or_else(|error| panic!("{kind} {parameters}: {error}")), outcome)
}

/// The words of what is certain to come about.
#[track_caller]
fn certain(kind: &str, parameters: Value) -> Vec<String> {
    let answer = answer(&cortex::FIREFIGHT, kind, &parameters);
    let answer = answer.unwrap_or_else(|error| panic!("{kind} {parameters}: {error}"));
    answer
        .values
        .into_iter()
        .filter(|value| value.fraction.as_ref().is_some_and(|(ways, all)| ways == all))
        .map(|value| value.outcome)
        .collect()
}

/// What is wrong with a situation.
#[track_caller]
fn objection(kind: &str, parameters: Value) -> String {
    answer(&cortex::FIREFIGHT, kind, &parameters).expect_err("an objection")
}

/// The rules with some options changed.
fn rules(options: Value) -> Rules {
    let mut rules = (cortex::FIREFIGHT.rules)();
    merge(&mut rules, options);
    serde_json::from_value(rules).expect("options that exist")
}

/// Dice by their words, such as `d6 2d8`.
fn pool(words: &str) -> Pool {
    let die = |word: &str| Die::ALL.into_iter().find(|die| word.ends_with(&die.to_string())).expect("a die");
    let many = |word: &str| word.split('d').next().and_then(|many| many.parse().ok()).unwrap_or(1);
    words.split_whitespace().fold(Pool::EMPTY, |pool, word| pool.with(die(word), many(word)))
}

/// Runs a procedure on these numbers and no others: of each pool the smallest dice come first, and who opposes rolls first.
#[track_caller]
fn dice<T>(numbers: &[u32], procedure: impl FnOnce(&mut Scripted) -> T) -> T {
    Scripted::play(numbers.iter().map(|&number| Draw::Value(number)), procedure)
}

/// How an engagement went.
#[derive(Debug)]
struct Told {
    outcome: Outcome,
    steps: Vec<Step>,
}

/// Both parts play out a setup alike.
type PlayOut = fn(&Value, u64, u64, &mut dyn Player) -> Result<(Outcome, Vec<Step>), Vec<Problem>>;

const PART_ONE: PlayOut = cortex::fireteam::play_out;
const PART_TWO: PlayOut = cortex::firefight::play_out;

/// A setup: the squads of both sides, and more.
fn setup(blue: Value, red: Value, more: Value) -> Value {
    with(json!({ "blue": blue, "red": red, "turn_limit": 1 }), more)
}

/// Plays an engagement in which everybody is in the hand of one player.
#[track_caller]
fn played(part: PlayOut, setup: &Value, engagement: u64, player: &mut dyn Player) -> Told {
    let (outcome, steps) =
        part(setup, 1, engagement, player).unwrap_or_else(|problems| panic!("{setup}: {problems:?}"));
    Told { outcome, steps }
}

/// Plays the first engagement by a script; each of its lines must have been asked for.
#[track_caller]
fn scripted(part: PlayOut, setup: &Value, mut script: Script) -> Told {
    let told = played(part, setup, 0, &mut script);
    assert!(script.is_over(), "{script:?} is left over: {:#?}", told.lines());
    told
}

/// The first firefight by a script.
#[track_caller]
fn by_script(setup: &Value, script: Script) -> Told {
    scripted(PART_TWO, setup, script)
}

/// The first engagement by a script in which something happens.
#[track_caller]
fn first(part: PlayOut, setup: &Value, script: &Script, wanted: impl Fn(&Told) -> bool) -> Told {
    let mut told = (0..ENGAGEMENTS).map(|engagement| played(part, setup, engagement, &mut script.clone()));
    told.find(wanted).unwrap_or_else(|| panic!("never in {ENGAGEMENTS} engagements of {setup}"))
}

/// What is wrong with a setup: the key, then what is expected.
#[track_caller]
fn problem(part: PlayOut, setup: &Value) -> String {
    let problems = part(setup, 1, 0, &mut Script::new()).expect_err("a problem");
    assert_eq!(problems.len(), 1, "{problems:?}");
    problems[0].to_string()
}

impl Told {
    /// How it ended.
    fn ending(&self) -> &'static str {
        cortex::FIREFIGHT.endings[usize::from(self.outcome.ending)].id
    }

    /// Every step as `turn who>whom text`, without totals.
    fn lines(&self) -> Vec<String> {
        let line = |step: &Step| {
            let who = step.figure.map_or_else(String::new, |who| who.to_string());
            let whom = step.target.map_or_else(String::new, |whom| format!(">{whom}"));
            format!("{} {who}{whom} {}", step.turn, without_totals(&step.text))
        };
        self.steps.iter().map(line).collect()
    }

    /// Whether a line has this in it.
    fn says(&self, part: &str) -> bool {
        self.count(part) > 0
    }

    /// How many lines have this in them.
    fn count(&self, part: &str) -> usize {
        self.lines().iter().filter(|line| line.contains(part)).count()
    }

    /// The place of the first line with this in it.
    #[track_caller]
    fn place(&self, part: &str) -> usize {
        let lines = self.lines();
        lines.iter().position(|line| line.contains(part)).unwrap_or_else(|| panic!("no `{part}` in {lines:#?}"))
    }

    /// The pools of every roll, as in `1 0>1 attacks, d6 2d8 against d10`: what a line says before its result.
    fn rolls(&self) -> Vec<String> {
        let rolls = self.lines().into_iter().filter(|line| line.contains(" against "));
        rolls.map(|line| line.split(": ").next().unwrap_or_default().to_owned()).collect()
    }

    /// The clauses by which something was refused.
    fn refusals(&self) -> Vec<&'static str> {
        self.steps.iter().filter(|step| step.text == "may not do that").map(|step| step.clause).collect()
    }

    /// The numbers that the dice of a step show, with their sizes.
    fn dice(&self, place: usize) -> Vec<(u8, u8)> {
        let die = |luck: &Luck| {
            let told = format!("{} {}", luck.from, luck.drawn);
            let (before, number) = told.rsplit_once(' ')?;
            let size = before.rsplit(' ').next()?.strip_prefix('d')?;
            Some((size.parse().ok()?, number.parse().ok()?))
        };
        self.steps[place].luck.iter().filter_map(die).collect()
    }
}

/// A text without the totals of the roll that it tells: `rolls d6 against d8: 5 to 3, wins` is `rolls d6 against d8: wins`.
fn without_totals(text: &str) -> String {
    let is_score = |score: &str| score.split(" to ").all(|total| total.parse::<u8>().is_ok());
    match text.split_once(": ").and_then(|(dice, came)| Some((dice, came.split_once(", ")?))) {
        Some((dice, (score, came))) if is_score(score) => format!("{dice}: {came}"),
        _ => text.to_owned(),
    }
}

/// The total of dice by size and number, the best two of those that do not show a 1, and the sizes of the others, the largest first.
fn kept(dice: &[(u8, u8)]) -> (u8, Vec<u8>) {
    let mut usable: Vec<(u8, u8)> = dice.iter().copied().filter(|die| die.1 > 1).collect();
    usable.sort_by_key(|&(size, number)| (std::cmp::Reverse(number), size));
    let mut left: Vec<u8> = usable.iter().skip(2).map(|die| die.0).collect();
    left.sort_unstable_by(|one, other| other.cmp(one));
    (usable.iter().take(2).map(|die| die.1).sum(), left)
}

/// A player who answers as a function does.
struct By<F>(F);

impl<F: FnMut(&Knowledge<'_>, Ask) -> Action> Player for By<F> {
    fn choose(&mut self, knows: &Knowledge<'_>, ask: Ask) -> Action {
        (self.0)(knows, ask)
    }
}

/// An attack without specialists.
fn attack(target: usize) -> Action {
    Action::Attack(Attack::on(target))
}

/// The same again and again.
fn again(action: Action, times: usize) -> impl Iterator<Item = Action> {
    std::iter::repeat_n(action, times)
}
