//! Facts that the logs of both parts state. Nothing here runs in unobserved play.

use chance::{Die, Fact, Pool, Step};
use engage::{BySide, ClauseId, Side};

use crate::die::Track;
use crate::ending;
use crate::group::Group;
use crate::options::KeepDice;
use crate::roll::{ByRole, Opposed, Role, Rolled};
use crate::team::Harm;

/// A step of one figure.
pub(crate) fn step(verb: &'static str, turn: u16, who: usize, clause: ClauseId, text: impl Into<String>) -> Step {
    Step { turn: turn.into(), figure: Some(who as u8), verb, clause, text: text.into(), ..Step::default() }
}

/// A value before and after a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<T> {
    pub(crate) before: T,
    pub(crate) after: T,
}

/// A step with a value before and after it.
pub(crate) fn with_change<T>(step: Step, change: Change<T>, fact: impl Fn(T) -> Fact) -> Step {
    step.with("before", fact(change.before)).with("after", fact(change.after))
}

/// A withdrawal (clarification 14), with how many members both sides have in action.
pub(crate) fn withdraws(turn: u16, ending: u8, in_action: BySide<u8>) -> Step {
    let side = if ending == ending::RED_WITHDRAWS { Side::Red } else { Side::Blue };
    let text = format!("withdrawal of {}", side.name());
    let step = Step { turn: turn.into(), verb: "withdraw", clause: "CX1-scope-5", text, ..Step::default() };
    step.with("side", side.name()).with("blue_in_action", in_action.blue).with("red_in_action", in_action.red)
}

/// Dice of a pool from one source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// The source, such as `approach`, `injury` or `range`.
    what: &'static str,
    /// The figure, or member of a fireteam, that they belong to.
    of: Option<usize>,
    dice: Pool,
}

impl Source {
    pub(crate) fn new(what: &'static str, of: impl Into<Option<usize>>, dice: impl Into<Pool>) -> Source {
        Source { what, of: of.into(), dice: dice.into() }
    }
}

/// The sources of a pool that have dice; together they must be the pool.
fn sources(all: &[Source], pool: &Pool) -> Fact {
    let sum = all.iter().fold(Pool::EMPTY, |sum, source| sum.and(source.dice));
    debug_assert_eq!(sum, *pool, "the sources of a pool are its dice: {all:?}");
    let fact = |source: &Source| {
        let of = source.of.map(|of| ("of", Fact::from(of as u8)));
        Fact::Parts(
            [("for", Fact::from(source.what))].into_iter().chain(of).chain([("dice", dice(source.dice))]).collect(),
        )
    };
    Fact::List(all.iter().filter(|source| !source.dice.is_empty()).map(fact).collect())
}

/// Dice by their sides, the smallest first.
pub(crate) fn dice(pool: Pool) -> Fact {
    Fact::List(pool.iter().map(|die| die.faces().into()).collect())
}

/// The sides of a die; 0 for none.
pub(crate) fn die(die: Option<Die>) -> Fact {
    die.map_or(0, Die::faces).into()
}

/// The word of a track.
pub(crate) fn track(track: Track) -> Fact {
    track.word().into()
}

/// Both tracks.
pub(crate) fn harm(harm: &Harm) -> Fact {
    Fact::Parts(vec![("trauma", track(harm.trauma)), ("stress", track(harm.stress))])
}

/// An NPC fireteam, a unit or a machine.
pub(crate) fn group(group: &Group) -> Fact {
    Fact::Parts(vec![("qualities", dice(group.qualities)), ("complication", die(group.complication))])
}

const fn keeps(keep: KeepDice) -> &'static str {
    match keep {
        KeepDice::BestTotal => "best_total",
        KeepDice::MaxEffect => "max_effect",
        KeepDice::BestEffect => "best_effect",
    }
}

/// The winner of a roll.
const fn winner(won: Option<Role>) -> &'static str {
    match won {
        Some(Role::Actor) => "actor",
        Some(Role::Opposition) => "opposition",
        None => "nobody",
    }
}

/// A step with the sources of both pools.
pub(crate) fn with_pools(step: Step, all: &ByRole<Vec<Source>>, pools: &ByRole<Pool>) -> Step {
    step.with("actor_dice", sources(&all.actor, &pools.actor))
        .with("opposition_dice", sources(&all.opposition, &pools.opposition))
}

/// A step with both totals.
pub(crate) fn with_totals(step: Step, totals: ByRole<u8>) -> Step {
    step.with("actor_total", totals.actor).with("opposition_total", totals.opposition)
}

/// A step with an opposed roll: the dice of both, how the actor keeps them, both totals, who won, and the effect dice.
pub(crate) fn with_roll(step: Step, all: &ByRole<Vec<Source>>, opposed: &Opposed<'_>, rolled: &Rolled) -> Step {
    let spent_by = if rolled.spent { winner(rolled.winner) } else { "nobody" };
    let effects = if rolled.effects.dice > 0 { rolled.effects.sizes() } else { Pool::EMPTY };
    let step = with_pools(step, all, &opposed.pools()).with("keeps", keeps(opposed.actor.keep));
    with_totals(step, rolled.totals.unwrap_or_default())
        .with("result", winner(rolled.winner))
        .with("effect_dice", dice(effects))
        .with("nominal_effect", rolled.effects.is_nominal())
        .with("plot_point_spent_by", spent_by)
        .with("hitches", rolled.hitches)
}
