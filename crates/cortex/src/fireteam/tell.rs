//! What an observer of a fight of fireteams is told (nothing here runs unless somebody observes).

use chance::{Die, Pool, Step};
use engage::Side;

use super::battle::{Body, Fireteams};
use crate::die::Track;
use crate::ending;
use crate::group::Group;
use crate::recover::told_of_hitches;
use crate::roll::{Role, Rolled};
use crate::team::{Harm, MOST, Struck};

fn step(turn: u16, team: usize, clause: &'static str, text: String) -> Step {
    Step { turn: turn.into(), figure: Some(team as u8), clause, text, ..Step::default() }
}

/// A fireteam before the first turn.
pub(super) fn begins(battle: &Fireteams, team: usize) -> Step {
    let squadron = &battle.teams[team];
    let assets = if squadron.assets.is_empty() { String::new() } else { format!(", assets {}", squadron.assets) };
    match &squadron.body {
        Body::Operators(operators, ..) => {
            let dice: Pool = operators.iter().map(|operator| operator.die).collect();
            let tactics = operators.first().and_then(|leader| leader.tactics);
            let tactics = tactics.map_or_else(|| "no Tactics Die".to_owned(), |die| format!("Tactics Die {die}"));
            step(0, team, "CX1-pc-1", format!("Operator Dice {dice}, {tactics}{assets}"))
        }
        Body::Npcs(group) => step(0, team, "CX1-npc-1", format!("Quality Dice {}{assets}", group.qualities)),
    }
}

/// A roll between two fireteams (CX0-6).
pub(super) fn rolled(at: u16, (actor, opposition): (usize, usize), pools: [Pool; 2], rolled: &Rolled) -> Step {
    let point = rolled.third_die();
    let came = match rolled.winner {
        Some(Role::Actor) => format!("wins{point}, effect {}", rolled.effects.sizes()),
        Some(Role::Opposition) if rolled.effects.dice > 0 => {
            format!("loses{point}, and is struck with effect {}", rolled.effects.sizes())
        }
        Some(Role::Opposition) => format!("loses{point}"),
        None => "nobody wins".to_owned(),
    };
    let text = format!("rolls {} against {}: {}{came}", pools[0], pools[1], rolled.score());
    Step { target: Some(opposition as u8), ..step(at, actor, "CX0-6", text) }
}

/// What effect dice have done to a fireteam of the umpire's: one that holds a Complication takes them by CX1-harm-8, any other by
/// CX1-harm-6, or CX1-harm-7 where they take nobody out.
pub(super) fn group_harmed(turn: u16, team: usize, before: &Group, after: &Group) -> Step {
    let clause = match before.complication {
        Some(_) => "CX1-harm-8",
        None if before.qualities.dice() == after.qualities.dice() => "CX1-harm-7",
        None => "CX1-harm-6",
    };
    step(turn, team, clause, after.told(before))
}

/// A member by the letter of his place in the roster.
fn member(place: usize) -> char {
    char::from(b'A' + place as u8)
}

fn tracks(harm: &Harm) -> String {
    if harm.in_action() { format!("has {}", harm.told()) } else { "is out of the conflict".to_owned() }
}

/// The order in which numbers are dealt, where it is drawn (CX1-harm-1).
pub(super) fn shuffled(team: usize, order: impl Iterator<Item = usize>) -> Step {
    let order: Vec<String> = order.map(|place| member(place).to_string()).collect();
    step(0, team, "CX1-harm-1", format!("numbers are dealt in the order {}", order.join(" ")))
}

/// Whom one of so many effect dice has struck, and by which number (CX1-harm-3, CX1-harm-4).
pub(super) fn team_harmed(turn: u16, team: usize, struck: Option<Struck>, left: u8, after: &[Harm; MOST]) -> Step {
    let text = match struck {
        None if left > 1 => format!("the other {left} effect dice strike nobody"),
        None => "the other effect die strikes nobody".to_owned(),
        Some(Struck { member: place, die, number }) => {
            let by = match die {
                Some(die) => format!("the {die} shows {number}"),
                None => format!("a nominal d4, for which {number} is rolled"),
            };
            match place {
                Some(place) => format!("operator {} {} ({by})", member(place), tracks(&after[place])),
                None => format!("the effect die strikes nobody ({by})"),
            }
        }
    };
    step(turn, team, "CX1-harm-3", text)
}

/// Hitches become Stress (CX1-comp-1).
pub(super) fn stressed(turn: u16, team: usize, place: u8, die: Die, stress: Track) -> Step {
    let (hitches, letter, stress_told) = (told_of_hitches(die), member(place.into()), stress.told());
    let out = if stress == Track::Out { " and is out of the conflict" } else { "" };
    let text = format!("{hitches}: a complication of {die}, operator {letter} has Stress {stress_told}{out}");
    step(turn, team, "CX1-comp-1", text)
}

/// A plot point is handed over for hitches (CX0-16).
pub(super) fn handed(turn: u16, team: usize, die: Die) -> Step {
    step(turn, team, "CX0-16", format!("is handed a plot point for {}", told_of_hitches(die)))
}

/// A plot point buys an effect die (CX1-effect-3).
pub(super) fn bought(turn: u16, team: usize, die: Die) -> Step {
    step(turn, team, "CX1-effect-3", format!("a plot point adds an effect die of {die}"))
}

/// A side withdraws (clarification 14).
pub(super) fn withdraws(turn: u16, ending: u8) -> Step {
    let side = if ending == ending::RED_WITHDRAWS { Side::Red } else { Side::Blue };
    Step { turn: turn.into(), clause: "CX1-scope-5", text: format!("{} withdraws", side.name()), ..Step::default() }
}
