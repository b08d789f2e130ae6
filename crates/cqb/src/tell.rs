//! What an observer is told (nothing here runs unless somebody observes).

use chance::{Modifier, Step};

use crate::battle::Battle;
use crate::figure::{Condition, Figure, Gone};
use crate::fire::{Effect, Firing, Number, Shot, Term};
use crate::rules::{Place, Rules};
use crate::turn::Action;

/// The order of action (CQB-3b).
pub(crate) fn order(battle: &Battle, turn: u16, order: &[u8], groups: &[u8]) -> Step {
    let mut text = String::from("order of action: ");
    for (place, &figure) in order.iter().enumerate() {
        if place > 0 {
            text += if groups[place] == groups[place - 1] { " with " } else { ", then " };
        }
        text += &battle.names[usize::from(figure)].name;
    }
    Step { turn: turn.into(), clause: "CQB-3b", text, ..Step::default() }
}

/// Anything but fire.
pub(crate) fn action(turn: u16, me: usize, action: Action, succeeds: bool, figure: &Figure) -> Step {
    let (clause, text) = match action {
        Action::Recover => ("CQB-5.5.4f", "gets up"),
        Action::PickUp if succeeds => ("CQB-5.5.4d", "picks up the weapon"),
        Action::PickUp => ("CQB-8a", "fails to pick up the weapon"),
        Action::Clear if succeeds => ("CQB-9a", "clears the jam"),
        Action::Clear => ("CQB-8a", "fails to clear the jam"),
        Action::Idle => ("CQB-3a", "can do nothing"),
        Action::Hold => ("CQB-3c", "is on Hold"),
        Action::Aim => ("CQB-5.3.2a", "declares an aim"),
        Action::Move | Action::MoveAndFire if figure.moved_now.gone == Gone::Farther => {
            ("CQB-4a", "moves more than 6\"")
        }
        Action::Move | Action::MoveAndFire => ("CQB-4a", "moves up to 6\""),
        Action::Fire => ("CQB-5.1", "fires"),
    };
    step(turn, me, clause, text.to_owned())
}

/// A try at an interrupt (CQB-3d).
pub(crate) fn interrupt(turn: u16, me: usize, actor: usize, wins: bool) -> Step {
    let text = if wins { "interrupts" } else { "tries to interrupt and fails" };
    Step { target: Some(actor as u8), ..step(turn, me, "CQB-3d", text.to_owned()) }
}

/// One shot, with every part of its target number (CQB-5.2, CQB-5.3).
#[allow(clippy::too_many_arguments, reason = "one call, and a struct for it would be read nowhere else")]
pub(crate) fn shot(
    rules: &Rules,
    firing: &Firing,
    number: Number,
    turn: u16,
    me: usize,
    target: u8,
    shot: Shot,
    view: &Condition,
) -> Step {
    let mut modifiers = Vec::new();
    let mut note = |term: Term, value: i32| {
        if value != 0 {
            let (clause, name) = term.describe();
            let name = if term == Term::Range { format!("{name} {}", firing.range) } else { name.to_owned() };
            modifiers.push(Modifier { name, clause, value });
        }
    };
    firing.shared_terms(rules, &mut note);
    firing.shot_terms(rules, number, &mut note);
    let (clause, result) = describe(shot, view);
    Step {
        turn: turn.into(),
        figure: Some(me as u8),
        target: Some(target),
        clause,
        text: format!("shot {}: {result}", number.shot),
        target_number: Some(modifiers.iter().map(|modifier| modifier.value).sum()),
        modifiers,
        marks: Vec::new(),
        luck: Vec::new(),
    }
}

fn describe(shot: Shot, view: &Condition) -> (&'static str, String) {
    match shot {
        Shot::Jam => ("CQB-9a", "joker, the weapon jams".to_owned()),
        Shot::Misfire => ("CQB-9a", "joker, a misfire".to_owned()),
        Shot::Miss => ("CQB-5.2a", "misses".to_owned()),
        Shot::Hit(effect) => effect_text(effect, view, "hit"),
        Shot::NearMiss(effect) => {
            let (_, text) = effect_text(effect, view, "near miss");
            ("CQB-5.3.3c", text)
        }
    }
}

fn effect_text(effect: Effect, view: &Condition, hit: &str) -> (&'static str, String) {
    match effect {
        Effect::Nothing => ("CQB-9a", format!("{hit} without effect")),
        Effect::Stopped { knocks_down: false } => ("CQB-5.5.3", format!("{hit}, stopped by armour")),
        Effect::Stopped { knocks_down: true } => ("CQB-5.5.3b", format!("{hit}, stopped by armour, knocked down")),
        Effect::Flesh => ("CQB-5.5.1", format!("{hit}, flesh wound")),
        Effect::Fatal => ("CQB-5.3.3b", format!("{hit} in the brain stem, dead")),
        Effect::Out(place) => {
            let what = if view.down { "incapacitated" } else { "out of action and knocked down" };
            ("CQB-5.5.4", format!("{hit} in the {}, {what}", place_name(place)))
        }
    }
}

const fn place_name(place: Place) -> &'static str {
    match place {
        Place::Leg => "leg",
        Place::WeakArm => "weak arm",
        Place::StrongArm => "strong arm",
        Place::Head => "head",
        Place::TorsoUnderPlates | Place::TorsoOutsidePlates => "torso",
    }
}

fn step(turn: u16, me: usize, clause: &'static str, text: String) -> Step {
    Step { turn: turn.into(), figure: Some(me as u8), clause, text, ..Step::default() }
}
