//! What the logs of both parts state as values. Nothing here runs unless somebody observes.

use chance::{Die, Fact, Pool, Step};

use crate::die::Track;
use crate::group::Group;
use crate::options::KeepDice;
use crate::roll::{Role, Rolled};
use crate::team::Harm;

/// Dice of a pool that come from one thing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// What they are for, such as `approach`, `injury` or `range`.
    what: &'static str,
    /// The figure or the member of a fireteam whose they are.
    of: Option<usize>,
    dice: Pool,
}

impl Source {
    pub(crate) fn new(what: &'static str, of: impl Into<Option<usize>>, dice: impl Into<Pool>) -> Source {
        Source { what, of: of.into(), dice: dice.into() }
    }
}

/// The sources of a pool, without those that have no dice; they must add up to it.
pub(crate) fn sources(all: &[Source], pool: &Pool) -> Fact {
    let sum = all.iter().fold(Pool::EMPTY, |sum, source| sum.and(source.dice));
    debug_assert_eq!(sum, *pool, "the sources of a pool are its dice: {all:?}");
    let told = |source: &Source| {
        let of = source.of.map(|of| ("of", Fact::from(of as u8)));
        Fact::Parts(
            [("for", Fact::from(source.what))].into_iter().chain(of).chain([("dice", dice(source.dice))]).collect(),
        )
    };
    Fact::List(all.iter().filter(|source| !source.dice.is_empty()).map(told).collect())
}

/// Dice by their sides, the smallest first.
pub(crate) fn dice(pool: Pool) -> Fact {
    Fact::List(pool.iter().map(|die| die.faces().into()).collect())
}

/// The sides of a die; 0 for none.
pub(crate) fn die(die: Option<Die>) -> Fact {
    die.map_or(0, Die::faces).into()
}

/// Both tracks.
pub(crate) fn harm(harm: &Harm) -> Fact {
    let told = |track: Track| Fact::from(track.word());
    Fact::Parts(vec![("trauma", told(harm.trauma)), ("stress", told(harm.stress))])
}

/// A fireteam of others, a unit or a machine.
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

/// Who won a roll.
pub(crate) const fn winner(won: Option<Role>) -> &'static str {
    match won {
        Some(Role::Actor) => "actor",
        Some(Role::Opposition) => "opposition",
        None => "nobody",
    }
}

/// A step with what an opposed roll came to: the dice of both, how the actor keeps them, both totals, who won, and the effect dice.
pub(crate) fn with_roll(step: Step, pools: [Fact; 2], keep: KeepDice, rolled: &Rolled) -> Step {
    let [actor, opposition] = pools;
    let [ours, theirs] = rolled.totals.unwrap_or_default();
    let spent_by = if rolled.spent { winner(rolled.winner) } else { "nobody" };
    let effects = if rolled.effects.dice > 0 { rolled.effects.sizes() } else { Pool::EMPTY };
    step.with("actor_dice", actor)
        .with("opposition_dice", opposition)
        .with("keeps", keeps(keep))
        .with("actor_total", ours)
        .with("opposition_total", theirs)
        .with("result", winner(rolled.winner))
        .with("effect_dice", dice(effects))
        .with("nominal_effect", rolled.effects.is_nominal())
        .with("plot_point_spent_by", spent_by)
        .with("hitches", rolled.hitches)
}
