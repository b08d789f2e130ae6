//! What an observer of a firefight is told (nothing here runs unless somebody observes).

use chance::{Die, Mark, Pool, Step};
use engage::Side;

use super::battle::{Body, Firefight};
use super::state::{Kind, Piece, Standing};
use crate::action::{Attack, Clause};
use crate::die::Track;
use crate::ending;
use crate::group::Group;
use crate::recover::told_of_hitches;
use crate::roll::{Role, Rolled};
use crate::team::Harm;

fn step(turn: u16, who: usize, clause: Clause, text: impl Into<String>) -> Step {
    Step { turn: turn.into(), figure: Some(who as u8), clause, text: text.into(), ..Step::default() }
}

fn die_or(die: Option<Die>, none: &str) -> String {
    die.map_or_else(|| none.to_owned(), |die| die.to_string())
}

/// So many points of a kind.
fn points(points: u16, kind: &str) -> String {
    format!("{points} {kind}{}", if points == 1 { "" } else { "s" })
}

/// Edge Points that were spent, and how many the umpire has left.
fn edge_points(spent: u16, left: u16) -> String {
    if spent == 0 { String::new() } else { format!("; {} spent, {left} left", points(spent, "Edge Point")) }
}

/// Everybody takes up a zone; what zones there are, and their cover, is on the map.
pub(super) fn begins(battle: &Firefight, state: &Standing) -> Step {
    let edge = points(state.edge_points, "Edge Point");
    let plot = match state.points {
        0 => String::new(),
        plot => format!(", blue has {}", points(plot.into(), "plot point")),
    };
    let there = battle.all().filter(|&who| state.pieces[who].kind != Kind::Absent);
    let marks = there.map(|who| Mark::Stands { figure: who as u8, cell: state.pieces[who].zone.into() });
    Step {
        clause: "CX2-zone-1",
        text: format!("everybody takes up a zone; the umpire has {edge}{plot}"),
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

/// What a test or an opposed roll for one effect die is for.
#[derive(Clone, Copy)]
pub(super) enum Tries {
    /// To flank somebody.
    Flank(usize),
    /// To find cover.
    FindCover,
    /// To put out a fire.
    PutOut,
    /// To shake off Suppressed.
    ShakeOff,
}

/// A test or an opposed roll for one effect die (CX0-12, CX0-14).
pub(super) fn rolled(turn: u16, me: usize, tries: Tries, pools: [&Pool; 2], rolled: &Rolled) -> Step {
    let (clause, what, target) = match tries {
        Tries::Flank(target) => ("CX2-zone-4", "flank", Some(target)),
        Tries::FindCover => ("CX0-12", "find cover", None),
        Tries::PutOut => ("CX2-spec-1", "put out the fire", None),
        Tries::ShakeOff => ("CX2-spec-6", "shake off Suppressed", None),
    };
    let text = format!("tries to {what}, {} against {}: {}", pools[0], pools[1], came_of(rolled));
    Step { target: target.map(|target| target as u8), ..step(turn, me, clause, text) }
}

/// What specialists add to an attack, such as ` with grenades and a marksman`.
fn with(attack: &Attack) -> String {
    let uses = [(attack.flames, "a flamethrower"), (attack.grenades > 0, "grenades"), (attack.marksman, "a marksman")];
    let with: Vec<&str> = uses.into_iter().filter(|(used, _)| *used).map(|(_, name)| name).collect();
    if with.is_empty() { String::new() } else { format!(" with {}", with.join(" and ")) }
}

/// An attack (CX2-attack-1), after which so many Edge Points are left.
pub(super) fn attacks(
    turn: u16,
    me: usize,
    attack: &Attack,
    pools: [&Pool; 2],
    rolled: &Rolled,
    zones: [u8; 2],
    left: u16,
) -> Step {
    let (with, spent) = (with(attack), edge_points(attack.price(), left));
    let text = format!("attacks{with}, {} against {}: {}{spent}", pools[0], pools[1], came_of(rolled));
    Step {
        target: Some(attack.target as u8),
        marks: vec![Mark::Shot { from: zones[0].into(), to: zones[1].into() }],
        ..step(turn, me, "CX2-attack-1", text)
    }
}

/// A grenadier attacks several targets (CX2-spec-2), after which so many Edge Points are left.
pub(super) fn shells(turn: u16, me: usize, attack: &Attack, left: u16) -> Step {
    let (targets, spent) = (attack.others.count_ones() + 1, edge_points(attack.price(), left));
    step(turn, me, "CX2-spec-2", format!("attacks {targets} targets{}{spent}", with(attack)))
}

/// The effect dice that fall to one whom grenades have beaten (CX2-spec-2).
pub(super) fn shared(turn: u16, me: usize, target: usize, dice: Pool) -> Step {
    let text = match dice.is_empty() {
        true => "no effect die is left for this target".to_owned(),
        false => format!("strikes with effect {dice}"),
    };
    Step { target: Some(target as u8), ..step(turn, me, "CX2-spec-2", text) }
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
pub(super) fn harmed(turn: u16, who: usize, harm: &Harm) -> Step {
    step(turn, who, "CX2-attack-5", format!("has {}", harm.told()))
}

/// What has become of a unit or a machine (CX2-attack-4).
pub(super) fn unit_harmed(turn: u16, who: usize, before: &Group, after: &Group) -> Step {
    step(turn, who, "CX2-attack-4", after.told(before))
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
pub(super) fn suppresses(turn: u16, me: usize, target: usize, die: Die, left: u16) -> Step {
    let text = format!("suppresses with {die}{}", edge_points(1, left));
    Step { target: Some(target as u8), ..step(turn, me, "CX2-spec-6", text) }
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

/// A machine is deployed (CX2-spec-4) for Edge Points, of which so many are left.
pub(super) fn deploys(
    battle: &Firefight,
    turn: u16,
    me: usize,
    place: usize,
    piece: &Piece,
    (price, left): (u16, u16),
) -> Step {
    let what = if piece.kind == Kind::Turret { "a turret" } else { "a surveillance drone" };
    debug_assert!(matches!(battle.profiles[place].body, Body::Machine), "a place for machines");
    let marks = vec![Mark::Stands { figure: place as u8, cell: piece.zone.into() }];
    Step {
        target: Some(place as u8),
        marks,
        ..step(turn, me, "CX2-spec-4", format!("deploys {what}{}", edge_points(price, left)))
    }
}

/// A character (CX0-11), or what he fights (CX2-attack-4), is out of action.
pub(super) fn out(turn: u16, who: usize, kind: Kind) -> Step {
    let clause = if kind == Kind::Character { "CX0-11" } else { "CX2-attack-4" };
    Step { marks: vec![Mark::Falls { figure: who as u8 }], ..step(turn, who, clause, "out of action") }
}

/// A surveillance drone is no more, though nobody has destroyed it (CX2-spec-4).
pub(super) fn ends(turn: u16, drone: usize, how: &str) -> Step {
    Step { marks: vec![Mark::Falls { figure: drone as u8 }], ..step(turn, drone, "CX2-spec-4", how) }
}

/// A medic tries (CX2-spec-3), after which so many Edge Points are left.
pub(super) fn tends(
    turn: u16,
    medic: usize,
    unit: usize,
    pools: [&Pool; 2],
    rolled: &Rolled,
    (die, back): (Die, bool),
    left: u16,
) -> Step {
    let came = if back { format!("the fallen {die} is back") } else { format!("the fallen {die} stays down") };
    let how = if rolled.succeeds() { format!("effect {}", rolled.effects.first()) } else { "fails".to_owned() };
    let (score, spent) = (rolled.score(), edge_points(1, left));
    let text = format!("a medic tries, {} against {}: {score}{how}, {came}{spent}", pools[0], pools[1]);
    Step { target: (medic != unit).then_some(unit as u8), ..step(turn, medic, "CX2-spec-3", text) }
}

/// Hitches become Stress (CX1-comp-1).
pub(super) fn stressed(turn: u16, who: usize, die: Die, stress: Track) -> Step {
    let text = format!("{}: a complication of {die}, Stress {}", told_of_hitches(die), stress.told());
    step(turn, who, "CX1-comp-1", text)
}

/// A plot point is handed over for hitches (CX0-16).
pub(super) fn handed(turn: u16, who: usize, die: Die) -> Step {
    step(turn, who, "CX0-16", format!("is handed a plot point for {}", told_of_hitches(die)))
}

/// A side withdraws (clarification 14).
pub(super) fn withdraws(turn: u16, ending: u8) -> Step {
    let side = if ending == ending::RED_WITHDRAWS { Side::Red } else { Side::Blue };
    Step { turn: turn.into(), clause: "CX1-scope-5", text: format!("{} withdraws", side.name()), ..Step::default() }
}
