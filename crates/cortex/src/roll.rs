//! One opposed roll (CX0-6, CX1-effect-1 to -4).

use std::fmt;

use chance::{Address, Aim, Chance, Die, Hand, How, Keep, Kept, Left, Limit, Numbers, Pool, Wanted};

use crate::options::{KeepDice, Ties};
use crate::purpose;
use crate::rules::Rules;

/// The role in an opposed roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Rolls second, knowing the total to beat.
    Actor,
    /// Rolls first and sets the total to beat.
    Opposition,
}

/// A value for each of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByRole<T> {
    /// The actor's.
    pub actor: T,
    /// The opposition's.
    pub opposition: T,
}

impl<T> ByRole<T> {
    /// What a function makes of each value.
    pub(crate) fn map<U>(self, value: impl Fn(T) -> U) -> ByRole<U> {
        ByRole { actor: value(self.actor), opposition: value(self.opposition) }
    }
}

/// One roller's dice, and how they are read.
#[derive(Clone, Copy, Debug)]
pub struct Roller {
    /// All the dice.
    pub pool: Pool,
    /// How many effect dice a win allows.
    pub limit: Limit,
    /// Whether the numbers on effect dice matter.
    pub numbers: Numbers,
    /// Which dice make the total, for the actor.
    pub keep: KeepDice,
    /// Whether a plot point may add a third die to the total (CX0-15).
    pub point: bool,
    /// Whether to report the largest die beyond the effect dice, which a point could buy (CX1-effect-3).
    pub spare: bool,
    /// Whether hitches matter (CX0-16).
    pub hitches: bool,
}

impl Roller {
    /// A roller of these dice for one effect die whose size matters.
    #[must_use]
    pub const fn new(pool: Pool) -> Roller {
        Roller {
            pool,
            limit: Limit::ONE,
            numbers: Numbers::Unread,
            keep: KeepDice::BestTotal,
            point: false,
            spare: false,
            hitches: false,
        }
    }

    /// The same roller with this choice of dice for the total.
    #[must_use]
    pub const fn keeping(self, keep: KeepDice) -> Roller {
        Roller { keep, ..self }
    }

    /// The same roller with this limit of effect dice.
    #[must_use]
    pub const fn limited(self, limit: Limit) -> Roller {
        Roller { limit, ..self }
    }

    /// Whether plot points or hitches matter.
    const fn is_special(&self) -> bool {
        self.point | self.spare | self.hitches
    }

    /// The same roller without plot points and hitches.
    const fn plain(self) -> Roller {
        Roller { point: false, spare: false, hitches: false, ..self }
    }

    /// The result of a roll won by a margin: the effect dice, and the largest die beyond them if wanted.
    #[inline(always)]
    fn wins(&self, kept: &Kept, margin: u8) -> (Effects, Option<Die>) {
        let effects = Effects::of(kept, self.limit, margin);
        (effects, if self.spare { kept.left.dice.largest_after(effects.dice) } else { None })
    }
}

/// The effect dice of the winner (CX1-effect-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effects {
    /// The dice left; the first of them count.
    pub left: Left,
    /// Their number, including the nominal d4.
    pub dice: u8,
}

impl Effects {
    /// No effect.
    pub const NONE: Effects = Effects { left: Left::NONE, dice: 0 };

    /// The effect dice of a roll won by a margin: at least the nominal d4.
    #[inline(always)]
    fn of(kept: &Kept, limit: Limit, margin: u8) -> Effects {
        let dice = limit.of(margin, kept.left.dice.dice());
        Effects { left: kept.left.within(dice), dice: dice.max(1) }
    }

    /// Whether it is the nominal d4.
    #[must_use]
    pub const fn is_nominal(&self) -> bool {
        self.dice == 1 && self.left.dice.is_empty()
    }

    /// The size of the first die; a d4 where none is left (CX0-5).
    #[must_use]
    pub fn first(&self) -> Die {
        self.left.dice.largest().unwrap_or(Die::D4)
    }

    /// The sizes of all.
    #[must_use]
    pub fn sizes(&self) -> Pool {
        if self.is_nominal() { Pool::EMPTY.with(Die::D4, 1) } else { self.left.dice.largest_of(self.dice) }
    }
}

/// The result of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rolled {
    /// The winner, if any.
    pub winner: Option<Role>,
    /// The margin (CX0-7); 0 if not wanted.
    pub margin: u8,
    /// The winner's effect dice, if it may do harm.
    pub effects: Effects,
    /// Whether a plot point was spent.
    pub spent: bool,
    /// Hitches of the roller whose hitches matter.
    pub hitches: u8,
    /// The largest die beyond the effect dice, if wanted.
    pub spare: Option<Die>,
    /// The totals that were compared, if the roll is observed.
    pub totals: Option<ByRole<u8>>,
}

impl Rolled {
    /// Whether the actor has won.
    #[must_use]
    pub fn succeeds(&self) -> bool {
        self.winner == Some(Role::Actor)
    }

    /// Who spent a plot point on a third die, in words, for an observer.
    pub(crate) const fn third_die(&self) -> &'static str {
        match (self.spent, self.winner) {
            (false, _) => "",
            (true, Some(Role::Actor)) => " with a plot point for a third die",
            (true, _) => " against a plot point for a third die",
        }
    }

    /// The totals in words, for an observer, such as `13 to 9, `.
    pub(crate) fn score(&self) -> String {
        self.totals.map_or_else(String::new, |ByRole { actor, opposition }| format!("{actor} to {opposition}, "))
    }
}

/// Who wins with these totals (CX0-6).
#[must_use]
pub fn winner(ties: Ties, actor: u8, opposition: u8) -> Option<Role> {
    match actor.cmp(&opposition) {
        std::cmp::Ordering::Greater => Some(Role::Actor),
        std::cmp::Ordering::Less => Some(Role::Opposition),
        std::cmp::Ordering::Equal if actor == 0 => None,
        std::cmp::Ordering::Equal => match ties {
            Ties::Opposition => Some(Role::Opposition),
            Ties::Actor => Some(Role::Actor),
            Ties::Nobody => None,
        },
    }
}

/// An opposed roll to make.
#[derive(Clone, Copy, Debug)]
pub struct Opposed<'r> {
    /// The rules.
    pub rules: &'r Rules,
    /// The actor.
    pub actor: Roller,
    /// The opposition.
    pub opposition: Roller,
    /// Whether the opposition does harm if it wins.
    pub riposte: bool,
    /// Whether to report the margin.
    pub margin: bool,
}

/// The opposition's roll, which the actor has to beat.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Goal {
    total: u8,
    /// The total with a third die, if a point may buy one.
    of_three: u8,
    hitches: u8,
}

impl<'r> Opposed<'r> {
    /// A roll in which only the actor can do harm.
    #[must_use]
    pub const fn new(rules: &'r Rules, actor: Roller, opposition: Roller) -> Opposed<'r> {
        Opposed { rules, actor, opposition, riposte: false, margin: false }
    }

    /// The dice of both.
    pub(crate) const fn pools(&self) -> ByRole<Pool> {
        ByRole { actor: self.actor.pool, opposition: self.opposition.pool }
    }

    /// Rolls. The actor's draws have this address; the opposition's have its purpose in place of the actor's.
    pub fn roll<C: Chance>(&self, chance: &mut C, at: Address) -> Rolled {
        // Most rolls are plain, and one that is known to be is made with less.
        let plain = self.is_plain();
        if plain { self.rolled::<true, false, C>(chance, at) } else { self.rolled::<false, false, C>(chance, at) }
    }

    /// The same if it is known to be plain.
    #[inline(never)]
    pub(crate) fn roll_plainly<C: Chance>(&self, chance: &mut C, at: Address) -> Rolled {
        debug_assert!(self.is_plain());
        self.rolled::<true, true, C>(chance, at)
    }

    /// Whether neither points, hitches, a riposte nor the margin matter.
    const fn is_plain(&self) -> bool {
        !(self.riposte | self.margin | self.actor.is_special() | self.opposition.is_special())
    }

    /// The same roll, if it is plain.
    const fn plain(&self) -> Opposed<'r> {
        Opposed::new(self.rules, self.actor.plain(), self.opposition.plain())
    }

    /// The roll. `KNOWN` makes a second copy, for those who know that it is plain: one copy for both would be called, not
    /// inlined.
    #[inline(always)]
    fn rolled<const PLAIN: bool, const KNOWN: bool, C: Chance>(&self, chance: &mut C, at: Address) -> Rolled {
        let known = if PLAIN { self.plain() } else { *self };
        let Opposed { opposition, riposte, .. } = &known;
        let numbers = match *riposte {
            true => opposition.numbers,
            // Only their total is read.
            false if !opposition.point && !opposition.hitches => Numbers::Nothing,
            false => Numbers::Unread,
        };
        let keep = Keep { third: opposition.point, numbers, ..Keep::BEST };
        // The pools are those of the caller, so that a roll that is known to be plain is copied nowhere.
        let pools = ByRole { actor: &self.actor.pool, opposition: &self.opposition.pool };
        let mut theirs: Hand = chance.with("opposition").throw(at.purpose(purpose::OPPOSITION), pools.opposition, keep);
        let goal = |kept: &Kept| Goal {
            total: kept.total,
            of_three: kept.total_of_three(),
            hitches: if opposition.hitches { kept.hitches } else { 0 },
        };
        let judged = |kept: &Kept, goal| known.judged(kept, goal, C::OBSERVED);
        let mut rolled = chance.with("actor").against(
            &mut theirs,
            goal,
            (at, pools.actor),
            |goal| known.keep(goal, C::OBSERVED),
            judged,
        );
        if *riposte && rolled.winner == Some(Role::Opposition) {
            let (saved, margin) = (rolled.spent && opposition.point, rolled.margin);
            (rolled.effects, rolled.spare) = chance.look(&mut theirs, |kept| {
                let kept = if saved { kept.of_three() } else { *kept };
                opposition.wins(&kept, margin)
            });
            if !known.margin {
                rolled.margin = 0;
            }
        }
        rolled
    }

    /// How the actor keeps dice against a goal; an observer sees the whole total.
    #[inline(always)]
    fn keep(&self, goal: Goal, observed: bool) -> Keep {
        let Opposed { rules, actor, opposition, riposte, margin } = self;
        let (goal, ties_win) = (goal.total, rules.ties == Ties::Actor);
        let aim = Aim { goal, ties_win, limit: actor.limit };
        let how = match actor.keep {
            KeepDice::BestTotal => How::BestTotal,
            KeepDice::MaxEffect => How::MaxEffect(aim),
            // Every total beats 0, so pairs differ only in their effect.
            KeepDice::BestEffect => How::MaxEffect(Aim { goal: 0, ties_win: false, limit: actor.limit.at_least() }),
        };
        // Often only the winner and the largest die left are read.
        let more = actor.limit != Limit::ONE || actor.hitches || actor.point || opposition.point || *riposte || *margin;
        let more = more || actor.spare || actor.keep == KeepDice::BestEffect || observed;
        let little = !more && actor.numbers == Numbers::Unread;
        let numbers = if little { Numbers::Largest { goal, ties_win } } else { actor.numbers };
        // A loser's dice are not read, unless a point may still turn the roll.
        let wanted = match actor.spare || actor.point || opposition.point {
            true => Wanted::All,
            false => Wanted::Won(aim),
        };
        Keep { how, third: actor.point, numbers, wanted }
    }

    /// The result of the actor's throw. A point is spent only if it turns a lost roll into a won one (CX0-15).
    #[inline(always)]
    fn judged(&self, kept: &Kept, goal: Goal, observed: bool) -> Rolled {
        let who = |actor, opposition| winner(self.rules.ties, actor, opposition);
        let (mut total, mut spent, mut with_third) = (goal.total, false, None);
        let mut won = who(kept.total, total);
        if self.actor.point && won != Some(Role::Actor) && who(kept.total_of_three(), total) == Some(Role::Actor) {
            (with_third, won, spent) = (Some(kept.of_three()), Some(Role::Actor), true);
        }
        let kept = with_third.as_ref().unwrap_or(kept);
        if self.opposition.point
            && won != Some(Role::Opposition)
            && who(kept.total, goal.of_three) == Some(Role::Opposition)
        {
            (total, won, spent) = (goal.of_three, Some(Role::Opposition), true);
        }
        let margin = kept.total.abs_diff(total);
        let ((effects, spare), asked) = match won {
            Some(Role::Actor) => (self.actor.wins(kept, margin), self.margin),
            Some(Role::Opposition) => ((Effects::NONE, None), self.margin || self.riposte),
            None => ((Effects::NONE, None), false),
        };
        let hitches = if self.actor.hitches { kept.hitches } else { goal.hitches };
        let totals = observed.then_some(ByRole { actor: kept.total, opposition: total });
        Rolled { winner: won, margin: if asked { margin } else { 0 }, effects, spent, hitches, spare, totals }
    }
}

/// Both pools, such as `2d8 against d6 d10`.
impl fmt::Display for Opposed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", self.actor.pool, self.opposition.pool)
    }
}

#[cfg(test)]
mod tests {
    use chance::{Keyed, Sampled};

    use super::*;

    /// A roll that is known to be plain comes to what any roll comes to.
    #[test]
    fn a_plain_roll_is_like_any_other() {
        const HERE: Address = Address::new(0, 0, 0);
        let mut luck = Sampled::new(Keyed::engagement(1, 0));
        let mut wins = 0;
        for place in (0..20_000).map(|roll| roll * 32) {
            let mut below = |nth: u32, n: u32| luck.below(Address::new(0, 0, place + nth), n) as u8;
            let mut pool = |from: u32| -> Pool {
                (0..below(from, 8)).map(|nth| Die::ALL[usize::from(below(from + 1 + u32::from(nth), 5))]).collect()
            };
            let pools = ByRole { actor: pool(0), opposition: pool(10) };
            let ties = [Ties::Opposition, Ties::Actor, Ties::Nobody][usize::from(below(20, 3))];
            let rules = Rules { ties, ..Rules::default() };
            let actor = Roller {
                keep: [KeepDice::BestTotal, KeepDice::MaxEffect, KeepDice::BestEffect][usize::from(below(21, 3))],
                numbers: [Numbers::Unread, Numbers::Highest, Numbers::Lowest][usize::from(below(22, 3))],
                limit: [Limit::ONE, Limit::ALL, Limit { least: 1, every: 3 }][usize::from(below(23, 3))],
                ..Roller::new(pools.actor)
            };
            let opposed = Opposed::new(&rules, actor, Roller::new(pools.opposition));
            let chance = || Sampled::new(Keyed::engagement(2, place.into()));
            let plain = opposed.roll(&mut chance(), HERE);
            assert_eq!(plain, opposed.roll_plainly(&mut chance(), HERE), "{opposed:?}");
            assert_eq!(plain, opposed.rolled::<false, false, _>(&mut chance(), HERE), "{opposed:?}");
            wins += u32::from(plain.succeeds());
        }
        assert!(wins > 1000, "the actor wins {wins} times");
    }
}
