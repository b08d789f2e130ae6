//! What an observer of a firefight is told (nothing here runs unless somebody observes).

use chance::{Die, Mark, Pool, Step};
use engage::Side;

use super::battle::{Body, Firefight};
use super::state::{Kind, Piece, Standing};
use crate::action::{Attack, Clause};
use crate::die::Track;
use crate::ending;
use crate::group::Group;
use crate::roll::{Role, Rolled};
use crate::team::Harm;

fn step(turn: u16, who: usize, clause: Clause, text: impl Into<String>) -> Step {
    Step { turn: turn.into(), figure: Some(who as u8), clause, text: text.into(), ..Step::default() }
}

fn die_or(die: Option<Die>, none: &str) -> String {
    die.map_or_else(|| none.to_owned(), |die| die.to_string())
}

/// Everybody takes up a zone.
pub(super) fn begins(battle: &Firefight, state: &Standing) -> Step {
    let there = battle.all().filter(|&who| state.pieces[who].kind != Kind::Absent);
    let marks = there.map(|who| Mark::Stands { figure: who as u8, cell: state.pieces[who].zone.into() });
    Step {
        clause: "CX2-zone-1",
        text: "everybody takes up a zone".to_owned(),
        marks: marks.collect(),
        ..Step::default()
    }
}

/// The roll for who goes first (CX2-init-3).
pub(super) fn initiative(turn: u16, named: [usize; 2], pools: [Pool; 2], won: Option<Side>) -> Step {
    let came = match won {
        Some(side) => format!("{} wins the roll", side.name()),
        None => "a tie, which is rolled again".to_owned(),
    };
    let text = format!("rolls {} for the first go against {}: {came}", pools[0], pools[1]);
    Step { target: Some(named[1] as u8), ..step(turn.saturating_sub(1), named[0], "CX2-init-3", text) }
}

/// A player wanted something that a clause forbids.
pub(super) fn refused(turn: u16, me: usize, clause: Clause) -> Step {
    step(turn, me, clause, "may not do that")
}

/// Does nothing with his go.
pub(super) fn waits(turn: u16, me: usize) -> Step {
    step(turn, me, "CX2-init-1", "waits")
}

/// What a roll came to.
fn came_of(rolled: &Rolled) -> String {
    let point = if rolled.spent { ", with a plot point for a third die" } else { "" };
    match rolled.winner {
        Some(Role::Actor) => format!("succeeds{point}, effect {}", rolled.effects.sizes()),
        Some(Role::Opposition) if rolled.effects.dice > 0 => {
            format!("fails{point}, and is struck with effect {}", rolled.effects.sizes())
        }
        Some(Role::Opposition) | None => format!("fails{point}"),
    }
}

/// A test or an opposed roll (CX0-12).
pub(super) fn rolled(turn: u16, me: usize, pools: [&Pool; 2], rolled: &Rolled) -> Step {
    step(turn, me, "CX0-12", format!("rolls {} against {}: {}", pools[0], pools[1], came_of(rolled)))
}

/// An attack (CX2-attack-1).
pub(super) fn attacks(
    turn: u16,
    me: usize,
    attack: &Attack,
    pools: [&Pool; 2],
    rolled: &Rolled,
    zones: [u8; 2],
) -> Step {
    let mut with: Vec<String> = Vec::new();
    if attack.flames {
        with.push("a flamethrower".to_owned());
    }
    if attack.grenades > 0 {
        with.push("grenades".to_owned());
    }
    if attack.marksman {
        with.push("a marksman".to_owned());
    }
    let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(" and ")) };
    let text = format!("attacks{with}, {} against {}: {}", pools[0], pools[1], came_of(rolled));
    Step {
        target: Some(attack.target as u8),
        marks: vec![Mark::Shot { from: zones[0].into(), to: zones[1].into() }],
        ..step(turn, me, "CX2-attack-1", text)
    }
}

/// One target of a grenadier's (CX2-spec-2).
pub(super) fn shelled(
    turn: u16,
    me: usize,
    target: usize,
    pools: [&Pool; 2],
    (beaten, saved): (bool, bool),
    zones: [u8; 2],
) -> Step {
    let came = match (beaten, saved) {
        (true, _) => "beaten",
        (false, true) => "not beaten, with a plot point for a third die",
        (false, false) => "not beaten",
    };
    let text = format!("grenades, {} against {}: {came}", pools[0], pools[1]);
    Step {
        target: Some(target as u8),
        marks: vec![Mark::Shot { from: zones[0].into(), to: zones[1].into() }],
        ..step(turn, me, "CX2-spec-2", text)
    }
}

/// What has become of a character (CX2-attack-5).
pub(super) fn harmed(turn: u16, by: usize, who: usize, harm: &Harm) -> Step {
    let text = match (harm.trauma, harm.stress) {
        (Track::Out, _) | (_, Track::Out) => "is past the d12".to_owned(),
        (trauma, Track::None) => format!("has Trauma {}", trauma.word()),
        (trauma, stress) => format!("has Trauma {}, Stress {}", trauma.word(), stress.word()),
    };
    Step { target: Some(by as u8), ..step(turn, who, "CX2-attack-5", text) }
}

/// What has become of a unit or a machine (CX2-attack-4).
pub(super) fn unit_harmed(turn: u16, who: usize, before: &Group, after: &Group) -> Step {
    let gone = before.qualities.dice() - after.qualities.dice();
    let left = if after.qualities.is_empty() { String::new() } else { format!(", {} left", after.qualities) };
    let complication = match (before.complication, after.complication) {
        (held, now) if held == now => String::new(),
        (_, Some(die)) => format!(", Complication {die}"),
        (_, None) if after.qualities.is_empty() => String::new(),
        (_, None) => ", the Complication is spent".to_owned(),
    };
    let out = match gone {
        0 => "loses nobody".to_owned(),
        1 => "loses one".to_owned(),
        some => format!("loses {some}"),
    };
    step(turn, who, "CX2-attack-4", format!("{out}{left}{complication}"))
}

/// A plot point buys an effect die (CX1-effect-3).
pub(super) fn bought(turn: u16, who: usize, die: Die) -> Step {
    step(turn, who, "CX1-effect-3", format!("is struck by one more effect die of {die}, for a plot point"))
}

/// On Fire (CX2-spec-1).
pub(super) fn catches_fire(turn: u16, who: usize, fire: Option<Die>) -> Step {
    step(turn, who, "CX2-spec-1", format!("is On Fire {}", die_or(fire, "")))
}

/// The end of a turn on fire (CX2-spec-1).
pub(super) fn burns(turn: u16, who: usize, fire: Die, harm: &Harm) -> Step {
    let text = match (harm.trauma, harm.stress) {
        (Track::Out, _) | (_, Track::Out) => format!("burns ({fire}) past the d12"),
        (trauma, stress) => format!("burns ({fire}): Trauma {}, Stress {}", trauma.word(), stress.word()),
    };
    step(turn, who, "CX2-spec-1", text)
}

/// A fire that was fought (CX2-spec-1).
pub(super) fn fights_fire(turn: u16, who: usize, left: Option<Die>) -> Step {
    step(turn, who, "CX2-spec-1", format!("the fire is {}", die_or(left, "out")))
}

/// Suppressed (CX2-spec-6).
pub(super) fn suppresses(turn: u16, me: usize, target: usize, die: Die) -> Step {
    Step { target: Some(target as u8), ..step(turn, me, "CX2-spec-6", format!("suppresses, {die}")) }
}

/// Conditions are dropped (CX2-spec-6).
pub(super) fn drops(turn: u16, me: usize) -> Step {
    step(turn, me, "CX2-spec-6", "suppresses nobody any more")
}

/// Suppressed is shaken off (CX2-spec-6).
pub(super) fn shaken(turn: u16, me: usize, left: Option<Die>) -> Step {
    step(turn, me, "CX2-spec-6", format!("Suppressed is {}", die_or(left, "shaken off")))
}

/// Cover was created (CX2-zone-2).
pub(super) fn covered(turn: u16, me: usize, die: Option<Die>) -> Step {
    step(turn, me, "CX2-zone-2", format!("has cover {}", die_or(die, "none")))
}

/// A flank (CX2-zone-4).
pub(super) fn flanked(turn: u16, me: usize, target: usize, left: [Option<Die>; 2]) -> Step {
    let left: Pool = left.into_iter().flatten().collect();
    let text =
        if left.is_empty() { "flanks: no cover is left".to_owned() } else { format!("flanks: cover {left} is left") };
    Step { target: Some(target as u8), ..step(turn, me, "CX2-zone-4", text) }
}

fn name(battle: &Firefight, zone: u8) -> &str {
    &battle.zones.zones()[usize::from(zone)].name
}

/// A border that takes longer (CX2-zone-5).
pub(super) fn crosses(battle: &Firefight, turn: u16, me: usize, to: u8, more: u8) -> Step {
    let actions = if more == 1 { "action" } else { "actions" };
    step(turn, me, "CX2-zone-5", format!("makes for {}, {more} more {actions} to go", name(battle, to)))
}

/// In another zone (CX2-zone-5).
pub(super) fn goes(battle: &Firefight, turn: u16, who: usize, zone: u8) -> Step {
    let marks = vec![Mark::Stands { figure: who as u8, cell: zone.into() }];
    Step { marks, ..step(turn, who, "CX2-zone-5", format!("goes to {}", name(battle, zone))) }
}

/// A machine is deployed (CX2-spec-4).
pub(super) fn deploys(battle: &Firefight, turn: u16, me: usize, place: usize, piece: &Piece) -> Step {
    let what = if piece.kind == Kind::Turret { "a turret" } else { "a surveillance drone" };
    debug_assert!(matches!(battle.profiles[place].body, Body::Machine), "a place for machines");
    let marks = vec![Mark::Stands { figure: place as u8, cell: piece.zone.into() }];
    Step { target: Some(place as u8), marks, ..step(turn, me, "CX2-spec-4", format!("deploys {what}")) }
}

/// Somebody is out of action, or a machine is no more.
pub(super) fn ends(turn: u16, who: usize, how: &str) -> Step {
    Step { marks: vec![Mark::Falls { figure: who as u8 }], ..step(turn, who, "CX2-attack-4", how) }
}

/// A medic tries (CX2-spec-3).
pub(super) fn tends(
    turn: u16,
    medic: usize,
    unit: usize,
    pools: [&Pool; 2],
    rolled: &Rolled,
    (die, back): (Die, bool),
) -> Step {
    let came = if back { format!("the fallen {die} is back") } else { format!("the fallen {die} stays down") };
    let how = if rolled.succeeds() { format!("effect {}", rolled.effects.first()) } else { "fails".to_owned() };
    let text = format!("a medic tries, {} against {}: {how}, {came}", pools[0], pools[1]);
    Step { target: (medic != unit).then_some(unit as u8), ..step(turn, medic, "CX2-spec-3", text) }
}

/// Hitches become Stress (CX1-comp-1).
pub(super) fn stressed(turn: u16, who: usize, die: Die, stress: Track) -> Step {
    step(turn, who, "CX1-comp-1", format!("hitches: a complication of {die}, Stress {}", stress.word()))
}

/// A side withdraws (clarification 14).
pub(super) fn withdraws(turn: u16, won: u8) -> Step {
    let side = if won == ending::BLUE { Side::Red } else { Side::Blue };
    Step { turn: turn.into(), clause: "CX1-scope-5", text: format!("{} withdraws", side.name()), ..Step::default() }
}
