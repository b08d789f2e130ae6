//! What an observer is told (nothing here runs unless somebody observes).

use chance::{Mark, Modifier, Step};
use engage::{Inches, Side};

use crate::figure::Posture;
use crate::fire::{Attack, Firer, Mode};
use crate::grenade::Grenade;
use crate::rules::Effect;
use crate::scene::Scene;
use crate::table::Arm;

fn step(turn: u16, me: usize, clause: &'static str, text: impl Into<String>) -> Step {
    Step { turn: turn.into(), figure: Some(me as u8), clause, text: text.into(), ..Step::default() }
}

/// The roll for the first move (FT-seq-2).
pub(crate) fn first_move(turn: u16, first: Side, winner: Option<Side>) -> Step {
    let text = match winner {
        Some(winner) => format!("{} wins the roll, {} moves first", winner.name(), first.name()),
        None => format!("equal dice, {} moves first as before", first.name()),
    };
    Step { turn: turn.into(), clause: "FT-seq-2", text, ..Step::default() }
}

/// A side's turn begins (FT-seq-1).
pub(crate) fn turn_begins(turn: u16, side: Side) -> Step {
    Step { turn: turn.into(), clause: "FT-seq-1", text: format!("{}'s turn", side.name()), ..Step::default() }
}

/// Everybody takes up a place.
pub(crate) fn deployment(scene: &Scene) -> Step {
    let marks = scene
        .standing
        .placed()
        .iter()
        .filter_map(|who| Some(Mark::Stands { figure: who as u8, cell: scene.standing.at(who)?.index() as u16 }));
    Step {
        clause: "FT-gap-3",
        text: "everybody takes up a place".to_owned(),
        marks: marks.collect(),
        ..Step::default()
    }
}

/// A player wanted something that a clause forbids.
pub(crate) fn refused(turn: u16, me: usize, clause: &'static str) -> Step {
    step(turn, me, clause, "may not do that")
}

/// A throw to un-pin (FT-unpin-1).
pub(crate) fn unpins(turn: u16, me: usize, leader: usize, factor: i8, unpinned: bool) -> Step {
    let text = if unpinned { "is no longer pinned" } else { "stays pinned" };
    let (clause, target) = if leader == me { ("FT-unpin-3", None) } else { ("FT-unpin-1", Some(leader as u8)) };
    Step { target, ..step(turn, me, clause, format!("{text} ({factor} or less)")) }
}

/// Goes prone or stands up without going anywhere.
pub(crate) fn placed(turn: u16, me: usize, posture: Posture) -> Step {
    match posture {
        Posture::Prone => step(turn, me, "FT-move-4", "goes prone"),
        Posture::Standing => step(turn, me, "FT-move-6", "stands up"),
    }
}

/// A move.
pub(crate) fn moves(turn: u16, me: usize, gone: Inches, rush: bool, stands_up: bool, marks: Vec<Mark>) -> Step {
    let (clause, how) = if rush { ("FT-move-2", "rushes") } else { ("FT-move-1", "moves") };
    let up = if stands_up { "stands up and " } else { "" };
    Step { marks, ..step(turn, me, clause, format!("{up}{how} {gone}")) }
}

/// Aims (FT-hit-8).
pub(crate) fn aims(turn: u16, me: usize, target: u8) -> Step {
    Step { target: Some(target), ..step(turn, me, "FT-hit-8", "aims") }
}

/// A burst begins (FT-hit-6).
pub(crate) fn burst(turn: u16, me: usize, target: u8, figures: usize) -> Step {
    let text = format!("fires a burst, {figures} in the beaten zone");
    Step { target: Some(target), ..step(turn, me, "FT-hit-6", text) }
}

/// The weapon cannot be fired at this one.
pub(crate) fn no_shot(turn: u16, me: usize, target: usize) -> Step {
    Step { target: Some(target as u8), ..step(turn, me, "FT-fire-3", "has no shot") }
}

/// One attack, with every part of the number needed (FT-seq-attack).
#[allow(clippy::too_many_arguments, reason = "one call, and a struct for it would be read nowhere else")]
pub(crate) fn attack(
    turn: u16,
    me: usize,
    target: usize,
    firer: &Firer,
    arm: &Arm,
    range: Inches,
    attack: &Attack<'_>,
    effect: Option<Effect>,
    line: Option<(u16, u16)>,
) -> Step {
    let mut modifiers = Vec::new();
    if let Some(cell) = firer.cell(arm, range).filter(|_| attack.to_hit.total.is_some()) {
        firer.terms(attack.rules, cell, |term, value| {
            let (clause, name) = term.describe();
            let name = if clause == "FT-fire-3" { format!("{name} at {range:.1}") } else { name.to_owned() };
            modifiers.push(Modifier { name, clause, value: value.into() });
        });
    }
    let mut text = String::from(match firer.mode {
        Mode::Single if attack.to_hit.dice > 2 => "aimed shot: ",
        Mode::Single => "shot: ",
        Mode::Auto => "burst: ",
    });
    let save = format!("{}+", attack.least_save);
    match effect {
        None => text += "missed",
        Some(Effect::Pinned) => text += &format!("hit, saved on {save}, pinned"),
        Some(effect) => text += &format!("hit, not saved on {save}, {}", word(effect)),
    }
    if attack.to_hit.deduction != 0 {
        text += &format!(" ({} off the dice)", attack.to_hit.deduction);
    }
    let clause = match effect {
        None => "FT-hit-1",
        Some(Effect::Pinned) => "FT-pin-1",
        Some(Effect::Wounded) => "FT-eff-1",
        Some(Effect::Serious) => "FT-eff-2",
        Some(Effect::Dead) => "FT-eff-3",
        Some(Effect::Nothing) => "FT-save-1",
    };
    let mut marks: Vec<Mark> = line.map(|(from, to)| Mark::Shot { from, to }).into_iter().collect();
    marks.extend(effect.and_then(|effect| falls(target, effect)));
    Step {
        target: Some(target as u8),
        target_number: attack.to_hit.total.map(i32::from),
        modifiers,
        marks,
        ..step(turn, me, clause, text)
    }
}

/// A grenade is thrown (FT-gren-1).
pub(crate) fn throws(turn: u16, me: usize, target: u8, grenade: Grenade) -> Step {
    let kind = match grenade {
        Grenade::Offensive => "an offensive",
        Grenade::Defensive => "a defensive",
    };
    Step { target: Some(target), ..step(turn, me, "FT-gren-1", format!("throws {kind} grenade")) }
}

/// A grenade explodes (FT-gren-3).
pub(crate) fn explodes(turn: u16, thrower: u8, grenade: Grenade, found: usize) -> Step {
    let (clause, circle) = match grenade {
        Grenade::Offensive => ("FT-gren-5", "circle"),
        Grenade::Defensive => ("FT-gren-6", "circles"),
    };
    step(turn, thrower.into(), clause, format!("the grenade explodes, {found} in the blast {circle}"))
}

/// What the blast does to a man (FT-gren-9).
pub(crate) fn blast(turn: u16, thrower: u8, who: usize, effect: Effect) -> Step {
    let marks = falls(who, effect).into_iter().collect();
    Step {
        target: Some(who as u8),
        marks,
        ..step(turn, thrower.into(), "FT-gren-9", format!("blast: {}", word(effect)))
    }
}

fn falls(who: usize, effect: Effect) -> Option<Mark> {
    matches!(effect, Effect::Serious | Effect::Dead).then_some(Mark::Falls { figure: who as u8 })
}

const fn word(effect: Effect) -> &'static str {
    match effect {
        Effect::Nothing => "no effect",
        Effect::Pinned => "pinned",
        Effect::Wounded => "wounded",
        Effect::Serious => "a serious wound",
        Effect::Dead => "dead",
    }
}
