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
pub(super) fn initiative(turn: u16, named: [usize; 2], pools: [Pool; 2], totals: [u8; 2], won: Option<Side>) -> Step {
    let came = match won {
        Some(side) => format!("{} wins the roll", side.name()),
        None => "a tie, which is rolled again".to_owned(),
    };
    let score = format!("{} to {}", totals[0], totals[1]);
    let text = format!("rolls {} for the first go against {}: {score}, {came}", pools[0], pools[1]);
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
    let (score, point) = (rolled.score(), rolled.third_die());
    match rolled.winner {
        Some(Role::Actor) => format!("{score}succeeds{point}, effect {}", rolled.effects.sizes()),
        Some(Role::Opposition) if rolled.effects.dice > 0 => {
            format!("{score}fails{point}, and is struck with effect {}", rolled.effects.sizes())
        }
        Some(Role::Opposition) | None => format!("{score}fails{point}"),
    }
}

/// A test or an opposed roll for one effect die (CX0-12): what is tried, and on whom if it is another.
pub(super) fn rolled(
    turn: u16,
    me: usize,
    (tries, target): (&str, Option<usize>),
    pools: [&Pool; 2],
    rolled: &Rolled,
) -> Step {
    let text = format!("tries to {tries}, {} against {}: {}", pools[0], pools[1], came_of(rolled));
    Step { target: target.map(|target| target as u8), ..step(turn, me, "CX0-12", text) }
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
    totals: [u8; 2],
    (beaten, saved): (bool, bool),
    zones: [u8; 2],
) -> Step {
    let came = match (beaten, saved) {
        (true, _) => "beaten",
        (false, true) => "not beaten, with a plot point for a third die",
        (false, false) => "not beaten",
    };
    let text = format!("grenades, {} against {}: {} to {}, {came}", pools[0], pools[1], totals[0], totals[1]);
    Step {
        target: Some(target as u8),
        marks: vec![Mark::Shot { from: zones[0].into(), to: zones[1].into() }],
        ..step(turn, me, "CX2-spec-2", text)
    }
}

/// What has become of a character (CX2-attack-5).
pub(super) fn harmed(turn: u16, by: usize, who: usize, harm: &Harm) -> Step {
    Step { target: Some(by as u8), ..step(turn, who, "CX2-attack-5", format!("has {}", harm.told())) }
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
    step(turn, who, "CX2-spec-1", format!("burns with {fire}: {}", harm.told()))
}

/// A fire that was fought (CX2-spec-1).
pub(super) fn fights_fire(turn: u16, who: usize, left: Option<Die>) -> Step {
    step(
        turn,
        who,
        "CX2-spec-1",
        left.map_or_else(|| "the fire is out".to_owned(), |die| format!("the fire is now {die}")),
    )
}

/// Suppressed (CX2-spec-6).
pub(super) fn suppresses(turn: u16, me: usize, target: usize, die: Die) -> Step {
    Step { target: Some(target as u8), ..step(turn, me, "CX2-spec-6", format!("suppresses with {die}")) }
}

/// Conditions are dropped (CX2-spec-6).
pub(super) fn drops(turn: u16, me: usize) -> Step {
    step(turn, me, "CX2-spec-6", "suppresses nobody any more")
}

/// Suppressed is shaken off (CX2-spec-6).
pub(super) fn shaken(turn: u16, me: usize, left: Option<Die>) -> Step {
    step(
        turn,
        me,
        "CX2-spec-6",
        left.map_or_else(|| "shakes off Suppressed".to_owned(), |die| format!("Suppressed is now {die}")),
    )
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
    let text = format!("a medic tries, {} against {}: {}{how}, {came}", pools[0], pools[1], rolled.score());
    Step { target: (medic != unit).then_some(unit as u8), ..step(turn, medic, "CX2-spec-3", text) }
}

/// Hitches become Stress (CX1-comp-1).
pub(super) fn stressed(turn: u16, who: usize, die: Die, stress: Track) -> Step {
    step(turn, who, "CX1-comp-1", format!("hitches: a complication of {die}, Stress {}", stress.told()))
}

/// A plot point is handed over for hitches (CX0-16).
pub(super) fn handed(turn: u16, who: usize) -> Step {
    step(turn, who, "CX0-16", "is handed a plot point for hitches")
}

/// A side withdraws (clarification 14).
pub(super) fn withdraws(turn: u16, ending: u8) -> Step {
    let side = if ending == ending::RED_WITHDRAWS { Side::Red } else { Side::Blue };
    Step { turn: turn.into(), clause: "CX1-scope-5", text: format!("{} withdraws", side.name()), ..Step::default() }
}
