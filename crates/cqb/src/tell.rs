//! What an observer is told (nothing here runs unless somebody observes).

use chance::{Mark, Modifier, Named, Step};
use engage::{Inches, Side};
use field::Room;

use crate::action::Action;
use crate::battle::Battle;
use crate::figure::{Condition, Effect, Gone};
use crate::fire::shot::Shot;
use crate::fire::target::{Firing, Number, Term};
use crate::rules::{Fortune, Place, Rules};
use crate::scene::Scene;

/// A team's luck for the engagement (CQB-2.2b).
pub(crate) fn luck(side: Side, luck: Fortune, jokers: u8) -> Step {
    let luck = match luck {
        Fortune::Good => "good",
        Fortune::Average => "average",
        Fortune::Bad => "bad",
    };
    let plural = if jokers == 1 { "joker" } else { "jokers" };
    let text = format!("{} has {luck} luck: {jokers} {plural} in a deck", side.name());
    Step { clause: "CQB-2.2b", text, ..Step::default() }
}

/// The order of action (CQB-3b): figures from the last to the first, with their groups and cards.
pub(crate) fn order(turn: u16, last_to_first: impl Iterator<Item = (u8, u8)>) -> Step {
    let mut order: Vec<(u8, u8)> = last_to_first.collect();
    order.reverse();
    let after = |place: usize| match place.checked_sub(1) {
        None => "",
        Some(before) if order[before].1 == order[place].1 => " with ",
        Some(_) => ", then ",
    };
    let named = order.iter().enumerate().map(|(place, &(figure, _))| Named { after: after(place), figure }).collect();
    let text = "order of action: ".to_owned();
    Step { turn: turn.into(), clause: "CQB-3b", text, named, ..Step::default() }
}

/// Any action but fire and those that have a step of their own; `gone` says how far a mover has moved.
pub(crate) fn action(turn: u16, me: usize, action: Action, succeeds: bool, gone: Gone) -> Step {
    let (clause, text) = done(action, succeeds, gone);
    let marks = match action {
        Action::Open(door) if succeeds => vec![Mark::Opens { door: door.index() as u8 }],
        _ => Vec::new(),
    };
    Step { marks, ..step(turn, me, clause, text.to_owned()) }
}

const fn done(action: Action, succeeds: bool, gone: Gone) -> (&'static str, &'static str) {
    match (action, succeeds) {
        (Action::Recover, _) => ("CQB-5.5.4f", "gets up"),
        (Action::PickUp, true) => ("CQB-5.5.4d", "picks up the weapon"),
        (Action::PickUp, false) => ("CQB-8a", "fails to pick up the weapon"),
        (Action::Clear, true) => ("CQB-9a", "clears the jam"),
        (Action::Clear, false) => ("CQB-8a", "fails to clear the jam"),
        (Action::Hold, _) => ("CQB-3c", "is on Hold"),
        (Action::Wait, _) => ("CQB-3c", "waits on Hold for the others"),
        (Action::Aim, _) => ("CQB-5.3.2a", "declares an aim"),
        (Action::Open(_), true) => ("CQB-4c", "opens a door"),
        (Action::Open(_), false) => ("CQB-8a", "fails to open a door"),
        (Action::Defuse, true) => ("CQB-8a", "makes the bomb safe"),
        (Action::Defuse, false) => ("CQB-8a", "works on the bomb"),
        (Action::Advance { .. }, _) => match gone {
            Gone::Farther => ("CQB-4a", "moves more than 6\""),
            Gone::Nowhere | Gone::UpToNormal => ("CQB-4a", "moves up to 6\""),
        },
        _ => ("CQB-3a", "can do nothing"),
    }
}

/// Everybody takes up a place.
pub(crate) fn deployment(battle: &Battle, scene: &Scene) -> Step {
    let marks = scene.standing.placed().iter().filter_map(|who| {
        Some(Mark::Stands { figure: battle.told(who), cell: scene.standing.at(who)?.index() as u16 })
    });
    Step { clause: "CQB-4c", text: "everybody takes up a place".to_owned(), marks: marks.collect(), ..Step::default() }
}

/// A move on a map.
pub(crate) fn moves(turn: u16, me: usize, gone: Inches, trail: Vec<Mark>) -> Step {
    let text =
        if trail.is_empty() { "is on Hold, as others are in the way".to_owned() } else { format!("moves {gone:.1}") };
    Step { marks: trail, ..step(turn, me, "CQB-4a", text) }
}

/// A test against a stun grenade, gas or fire; also of a hostage.
pub(crate) fn resists(turn: u16, who: u8, clause: &'static str, what: &str, target_number: i32, passed: bool) -> Step {
    let text = if passed { format!("withstands {what}") } else { format!("succumbs to {what}") };
    Step { target_number: Some(target_number), ..step(turn, who.into(), clause, text) }
}

/// A throw of a grenade.
pub(crate) fn throws(turn: u16, me: usize, gas: bool, landed: bool, fire: bool, room: Room) -> Step {
    let what = if gas { "gas" } else { "a stun grenade" };
    let text = match (landed, fire) {
        (true, _) => format!("throws {what} into the room"),
        (false, true) => format!("throws {what}, which starts a fire in the room"),
        (false, false) => format!("throws {what}, which misses the room"),
    };
    let burst = Mark::Bursts { room: room.index() as u8, gas: gas || fire };
    let marks = if landed || fire { vec![burst] } else { Vec::new() };
    Step { marks, ..step(turn, me, "CQB-6d", text) }
}

/// A breach sets the room behind the door on fire.
pub(crate) fn breach_burns(turn: u16, me: usize, room: Room) -> Step {
    let marks = vec![Mark::Bursts { room: room.index() as u8, gas: true }];
    Step { marks, ..step(turn, me, "CQB-9a", "starts a fire in the room behind the door".to_owned()) }
}

/// A hostage is hit.
pub(crate) fn struck(turn: u16, me: usize, hostage: u8, effect: Effect, down: bool) -> Step {
    let text = match effect {
        Effect::Flesh => "hits a hostage: a flesh wound",
        _ if down => "hits a hostage, who is out",
        Effect::Out(_) => "hits a hostage: a limb out of action",
        _ => "hits a hostage without effect",
    };
    let marks = if down { vec![Mark::Falls { figure: hostage }] } else { Vec::new() };
    Step { target: Some(hostage), marks, ..step(turn, me, "CQB-5.3.3e", text.to_owned()) }
}

/// A bystander moves, perhaps off the map.
pub(crate) fn bystander_moves(turn: u16, hostage: u8, trail: Vec<Mark>, leaves: bool) -> Step {
    let marks = trail.into_iter().chain(leaves.then_some(Mark::Leaves { figure: hostage })).collect();
    let text = if leaves { "runs and is safe" } else { "runs" };
    Step { marks, ..step(turn, hostage.into(), "CQB-4a", text.to_owned()) }
}

/// A try at an interrupt (CQB-3d).
pub(crate) fn interrupt(turn: u16, me: usize, actor: usize, wins: bool) -> Step {
    let text = if wins { "interrupts" } else { "tries to interrupt and fails" };
    Step {
        target: Some(actor as u8),
        named: [("", me), (" against ", actor)].map(|(after, who)| Named { after, figure: who as u8 }).into(),
        ..step(turn, me, "CQB-3d", format!("{text}: "))
    }
}

/// One shot, with every part of its target number (CQB-5.2, CQB-5.3).
pub(crate) fn shot(
    rules: &Rules,
    firing: &Firing,
    number: Number,
    (turn, me, target): (u16, usize, u8),
    shot: Shot,
    view: &Condition,
) -> Step {
    let mut modifiers = Vec::new();
    let mut note = |term: Term, value: i32| {
        if value != 0 {
            let (clause, name) = term.describe();
            let name = if term == Term::Range { format!("{name} {:.1}", firing.range) } else { name.to_owned() };
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
        ..Step::default()
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
