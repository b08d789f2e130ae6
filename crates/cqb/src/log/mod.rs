//! The log. Nothing here runs unless an engagement is observed. `docs/logs/cqb.md` lists the verbs and facts.

mod fire;
mod ground;

pub(crate) use fire::{LoggedShot, StruckHostage, shot, struck};
pub(crate) use ground::{
    Moved, ResistanceTest, Thrown, breach_burns, bystander_moves, deployment, moves, resists, steps_aside, throws,
};

use chance::{Fact, Mark, Modifier, Named, Step};
use engage::ahead::Chosen;
use engage::{Inches, Side};
use field::Figures;
use serde::Serialize;

use crate::action::{Action, Ask, Pace};
use crate::battle::Battle;
use crate::figure::{Condition, Figure, Gone, Wound};
use crate::options::DeckOwner;
use crate::rules::{Fortune, Rules};
use crate::task::Tested;

/// A step by a figure.
fn step(verb: &'static str, turn: u16, me: usize, clause: &'static str, text: impl Into<String>) -> Step {
    Step { turn: turn.into(), figure: Some(me as u8), verb, clause, text: text.into(), ..Step::default() }
}

/// The word for a value in scenarios.
fn word(value: impl Serialize) -> Fact {
    let word = serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned));
    word.unwrap_or_default().into()
}

/// The word for how far a figure went in a turn (CQB-5.3.1).
const fn moved(gone: Gone) -> &'static str {
    match gone {
        Gone::Nowhere => "nowhere",
        Gone::UpToNormal => "up_to_normal",
        Gone::Farther => "farther",
    }
}

/// The deck that a figure or a hostage draws from (CQB-2.1b).
fn deck(battle: &Battle, who: usize) -> Fact {
    match battle.profiles.get(who) {
        None => "hostages".into(),
        Some(_) if battle.rules.deck_owner == DeckOwner::Figure => format!("figure {who}").into(),
        Some(profile) => {
            let ability = word(profile.ability);
            format!("{} {}", profile.side.name(), ability.word().unwrap_or_default()).into()
        }
    }
}

/// The parts of a target number, without those that are 0; the first is always kept.
fn parts(all: &[(&str, &'static str, i32)]) -> Vec<Modifier> {
    let kept = all.iter().enumerate().filter(|(place, part)| *place == 0 || part.2 != 0);
    kept.map(|(_, &(name, clause, value))| Modifier { name: name.to_owned(), clause, value }).collect()
}

/// A step with the parts of its target number.
fn against(step: Step, modifiers: Vec<Modifier>) -> Step {
    let target_number = Some(modifiers.iter().map(|modifier| modifier.value).sum());
    Step { target_number, modifiers, ..step }
}

/// A team's luck for the engagement (CQB-2.2b).
pub(crate) fn luck(side: Side, (die, luck): (u8, Fortune), jokers: u8) -> Step {
    let name = match luck {
        Fortune::Good => "good",
        Fortune::Average => "average",
        Fortune::Bad => "bad",
    };
    let plural = if jokers == 1 { "joker" } else { "jokers" };
    let text = format!("{name} luck for {}: {jokers} {plural} in a deck", side.name());
    let step = Step { verb: "luck", clause: "CQB-2.2b", text, ..Step::default() };
    step.with("side", side.name()).with("die", die).with("luck", name).with("jokers", jokers)
}

/// A figure that looks ahead does not follow its own doctrine in the go that it is about to begin.
pub(crate) fn looks_ahead(turn: u16, me: usize, choices: &[(&str, &str)], chosen: &Chosen) -> Step {
    let text = engage::ahead::says(choices, chosen);
    step("looks_ahead", turn, me, "CQB-3a", text).with("playouts", chosen.playouts)
}

/// A figure's place in the order of action.
pub(crate) struct Placed {
    pub(crate) figure: u8,
    /// Figures of one group act simultaneously.
    pub(crate) group: u8,
    /// Whether it has drawn a card for its place (CQB-3b).
    pub(crate) tested: bool,
    /// The enemies in its sight.
    pub(crate) sees: Figures,
}

/// The order of action (CQB-3b): figures from the first to the last.
pub(crate) fn order(turn: u16, battle: &Battle, figures: &[Figure], order: &[Placed]) -> Step {
    let after = |place: usize| match place.checked_sub(1) {
        None => "",
        Some(before) if order[before].group == order[place].group => " with ",
        Some(_) => ", then ",
    };
    let named = order.iter().enumerate().map(|(place, placed)| Named { after: after(place), figure: placed.figure });
    let part = |placed: &Placed| {
        let me = usize::from(placed.figure);
        Fact::Parts(vec![
            ("figure", placed.figure.into()),
            ("group", placed.group.into()),
            ("tested", placed.tested.into()),
            ("on_hold", figures[me].on_hold.into()),
            ("moved", moved(figures[me].moved_last.gone).into()),
            ("deck", deck(battle, me)),
            ("in_sight", Fact::figures(placed.sees.iter())),
        ])
    };
    let text = "order of action: ".to_owned();
    let step =
        Step { turn: turn.into(), verb: "order", clause: "CQB-3b", text, named: named.collect(), ..Step::default() };
    step.with("order", Fact::List(order.iter().map(part).collect()))
}

/// A figure and its precedence in the reaction test of an interrupt.
pub(crate) struct Contender<'a> {
    pub(crate) number: usize,
    pub(crate) figure: &'a Figure,
    pub(crate) precedence: u16,
}

/// Why holders may try to interrupt (CQB-3d).
const fn occasion(ask: Ask) -> &'static str {
    if matches!(ask, Ask::Meet { .. }) { "comes_into_view" } else { "action" }
}

/// An attempt to interrupt (CQB-3d).
pub(crate) fn interrupt(
    turn: u16,
    battle: &Battle,
    ask: Ask,
    [holder, actor]: [Contender<'_>; 2],
    keeps: bool,
) -> Step {
    let wins = holder.precedence > actor.precedence;
    let text = if wins { "interrupts: " } else { "tries to interrupt and fails: " };
    let named =
        [("", holder.number), (" against ", actor.number)].map(|(after, who)| Named { after, figure: who as u8 });
    let step = Step {
        target: Some(actor.number as u8),
        named: named.into(),
        ..step("interrupt", turn, holder.number, "CQB-3d", text)
    };
    step.with("occasion", occasion(ask))
        .with("card", holder.precedence / 3)
        .with("deck", deck(battle, holder.number))
        .with("actor_card", actor.precedence / 3)
        .with("actor_deck", deck(battle, actor.number))
        .with("actor_on_hold", actor.figure.on_hold)
        .with("actor_moved", moved(actor.figure.moved_last.gone))
        .with("result", if wins { "interrupts" } else { "fails" })
        .with("keeps_hold", keeps)
}

/// Holders that could try to interrupt but do not (CQB-3c).
pub(crate) fn stay_on_hold(turn: u16, actor: usize, ask: Ask, holders: Figures) -> Step {
    let named = holders
        .iter()
        .enumerate()
        .map(|(place, holder)| Named { after: if place == 0 { "" } else { ", " }, figure: holder as u8 });
    let action = match ask {
        Ask::Interrupt { action, .. } => done(action, true, Gone::UpToNormal).0,
        _ => "move",
    };
    let step = Step {
        turn: turn.into(),
        target: Some(actor as u8),
        verb: "stay_on_hold",
        clause: "CQB-3c",
        text: "may interrupt but stay on Hold: ".to_owned(),
        named: named.collect(),
        ..Step::default()
    };
    step.with("occasion", occasion(ask)).with("action", action).with("holders", Fact::figures(holders.iter()))
}

/// The result of an action and of its test.
#[derive(Clone, Copy)]
pub(crate) struct Went {
    pub(crate) succeeds: bool,
    /// The difficulty of the task and the result of the test.
    pub(crate) test: Option<(i8, Tested)>,
}

impl Went {
    /// Success without a test.
    pub(crate) const DONE: Went = Went { succeeds: true, test: None };

    pub(crate) const fn tested(difficulty: i8, tested: Tested) -> Went {
        Went { succeeds: matches!(tested, Tested::Pass), test: Some((difficulty, tested)) }
    }
}

/// The acting figure, with what the log of its action needs.
pub(crate) struct Actor<'a> {
    pub(crate) battle: &'a Battle,
    pub(crate) turn: u16,
    pub(crate) me: usize,
    pub(crate) figure: &'a Figure,
    /// Its failed gas tests.
    pub(crate) gas: u8,
    /// The enemies in its sight.
    pub(crate) in_sight: Figures,
    /// Distances to them on open ground.
    pub(crate) ranges: Vec<(usize, Inches)>,
}

/// The parts of the target number of a task (CQB-8a).
fn task(rules: &Rules, difficulty: i8, condition: &Condition, gas: u8) -> Vec<Modifier> {
    let weak_hand = i32::from(condition.wound == Wound::StrongArm);
    parts(&[
        ("difficulty", "CQB-8a", difficulty.into()),
        ("wounds", "CQB-5.5.4e", i32::from(condition.wounds()) * i32::from(rules.wound)),
        ("gas", "CQB-7b", i32::from(gas) * i32::from(rules.gas)),
        ("weak hand", "CQB-5.5.4d", weak_hand * i32::from(rules.weak_hand)),
    ])
}

/// Adds the test of a task to a step: the parts of its target number, its result and the deck of its card.
fn tested(step: Step, actor: &Actor<'_>, went: Went) -> Step {
    let result = match went.test {
        None => "no_test",
        Some((_, Tested::Pass)) => "passed",
        Some((_, Tested::FailBy(_))) => "failed",
        Some((_, Tested::Joker)) => "joker",
    };
    let step = match went.test {
        Some((difficulty, _)) => {
            against(step, task(&actor.battle.rules, difficulty, &actor.figure.condition, actor.gas))
        }
        None => step,
    };
    let short = if let Some((_, Tested::FailBy(short))) = went.test { short } else { 0 };
    step.with("result", result).with("short_by", short).with("deck", deck(actor.battle, actor.me))
}

/// Any action except fire and actions with a step of their own.
pub(crate) fn action(actor: &Actor<'_>, action: Action, went: Went) -> Step {
    let (verb, clause, text) = done(action, went.succeeds, actor.figure.moved_now.gone);
    let step = step(verb, actor.turn, actor.me, clause, text).with("in_sight", Fact::figures(actor.in_sight.iter()));
    match action {
        Action::PickUp | Action::Clear | Action::Defuse => tested(step, actor, went),
        Action::Open(door) => {
            let opens = Mark::Opens { door: door.index() as u8 };
            let marks = if went.succeeds { vec![opens] } else { Vec::new() };
            Step { marks, ..tested(step.with("door", door.index() as u16), actor, went) }
        }
        Action::Advance { by, pace, and_fire } => {
            let range = |&(figure, range): &(usize, Inches)| {
                Fact::Parts(vec![("figure", (figure as u8).into()), ("range", inches(range))])
            };
            step.with("pace", pace_word(pace))
                .with("distance", inches(by))
                .with("moved", moved(actor.figure.moved_now.gone))
                .with("fast", actor.figure.moved_now.fast)
                .with("means_to_fire", and_fire)
                .with("come_forward", inches(actor.figure.advance))
                .with("ranges", Fact::List(actor.ranges.iter().map(range).collect()))
        }
        _ => step,
    }
}

fn pace_word(pace: Pace) -> Fact {
    word(pace)
}

fn inches(distance: Inches) -> Fact {
    Fact::Inches(f64::from(distance.thousandths()) / 1000.0)
}

/// The verb of an action, its clause and its text.
const fn done(action: Action, succeeds: bool, gone: Gone) -> (&'static str, &'static str, &'static str) {
    match (action, succeeds) {
        (Action::Recover, _) => ("get_up", "CQB-5.5.4f", "gets up"),
        (Action::PickUp, true) => ("pick_up", "CQB-5.5.4d", "picks up the weapon"),
        (Action::PickUp, false) => ("pick_up", "CQB-8a", "fails to pick up the weapon"),
        (Action::Clear, true) => ("clear_jam", "CQB-9a", "clears the jam"),
        (Action::Clear, false) => ("clear_jam", "CQB-8a", "fails to clear the jam"),
        (Action::Hold, _) => ("hold", "CQB-3c", "is on Hold"),
        (Action::Wait, _) => ("wait", "CQB-3c", "waits on Hold for the others"),
        (Action::Aim, _) => ("aim", "CQB-5.3.2a", "declares an aim"),
        (Action::Fire(_), _) => ("fire", "CQB-5.1", "fires"),
        (Action::Move { .. }, _) => ("move", "CQB-4a", "moves"),
        (Action::StepAside(_), _) => ("step_aside", "CQB-4a", "steps aside"),
        (Action::Throw(..), _) => ("throw", "CQB-6d", "throws"),
        (Action::Open(_), true) => ("open_door", "CQB-4c", "opens a door"),
        (Action::Open(_), false) => ("open_door", "CQB-8a", "fails to open a door"),
        (Action::Defuse, true) => ("defuse", "CQB-8a", "makes the bomb safe"),
        (Action::Defuse, false) => ("defuse", "CQB-8a", "works on the bomb"),
        (Action::Advance { .. }, _) => match gone {
            Gone::Farther => ("advance", "CQB-4a", "moves more than 6\""),
            Gone::Nowhere | Gone::UpToNormal => ("advance", "CQB-4a", "moves up to 6\""),
        },
        _ => ("nothing", "CQB-3a", "can do nothing"),
    }
}
