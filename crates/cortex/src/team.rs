//! A player fireteam (CX1-pc, CX1-factor-1, CX1-harm-1 to -3).

use chance::{Address, Chance, Die, Pool};

use crate::die::Track;
use crate::options::{CqbEqual, FallenNumbers, InjuryDice, LeaderDown, NoTactics, NominalTarget, OwnedNumbers};
use crate::purpose;
use crate::roll::Effects;
use crate::rules::Rules;

/// The most members of a fireteam (CX1-scope-4).
pub const MOST: usize = 6;

/// A member's two tracks (CX0-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Harm {
    /// Physical Trauma.
    pub trauma: Track,
    /// Physical Stress.
    pub stress: Track,
}

impl Harm {
    /// No harm.
    pub const SOUND: Harm = Harm { trauma: Track::None, stress: Track::None };

    /// Whether he is in the conflict.
    #[must_use]
    pub fn in_action(&self) -> bool {
        self.worst() != Track::Out
    }

    /// The track that holds more.
    fn worst(&self) -> Track {
        self.trauma.max(self.stress)
    }

    /// Whether he is hurt and in the conflict.
    #[must_use]
    pub fn is_hurt(&self) -> bool {
        self.in_action() && self.larger().is_some()
    }

    /// His tracks in words, for an observer, such as `Trauma d8, Stress d6`.
    pub(crate) fn in_words(&self) -> String {
        let tracks = [("Trauma", self.trauma), ("Stress", self.stress)];
        let held = tracks.into_iter().filter(|(_, track)| *track != Track::None);
        held.map(|(name, track)| format!("{name} {}", track.in_words())).collect::<Vec<_>>().join(", ")
    }

    /// The step of the larger of his dice, 0 without one. He must be in the conflict.
    pub(crate) fn step(&self) -> u8 {
        debug_assert!(self.in_action(), "a member in the conflict");
        let step = self.worst() as u8;
        debug_assert_eq!(step, self.larger().map_or(0, Die::step));
        step
    }

    /// The larger of his dice.
    #[must_use]
    pub fn larger(&self) -> Option<Die> {
        self.trauma.die().max(self.stress.die())
    }
}

/// A member's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operator {
    /// His Operator Die (CX1-pc-3).
    pub die: Die,
    /// His Tactics specialisation.
    pub tactics: Option<Die>,
}

/// The Operator Die from a Direct Action die and a CQB specialisation (CX1-pc-3).
#[must_use]
pub fn operator_die(rules: &Rules, direct_action: Die, cqb: Option<Die>) -> Die {
    let up = direct_action.up().unwrap_or(Die::D12);
    match cqb {
        None => direct_action,
        Some(cqb) if cqb > direct_action => cqb,
        Some(cqb) if cqb < direct_action || rules.cqb_equal == CqbEqual::StepUp => up,
        Some(_) => direct_action,
    }
}

/// The Tactics Die, or its substitute in a fireteam without one (CX1-pc-2).
#[must_use]
pub fn tactics_or(rules: &Rules, tactics: Option<Die>) -> Option<Die> {
    tactics.or(match rules.no_tactics {
        NoTactics::None => None,
        NoTactics::D4 => Some(Die::D4),
    })
}

/// The leader's Tactics Die (CX1-pc-2).
#[must_use]
pub fn leaders_die(rules: &Rules, operators: &[Operator], harms: &[Harm]) -> Option<Die> {
    let mut up = operators.iter().zip(harms).filter(|(_, harm)| harm.in_action()).map(|(operator, _)| operator);
    if harms.first().is_some_and(Harm::in_action) {
        return tactics_or(rules, operators[0].tactics);
    }
    match rules.leader_down {
        LeaderDown::Lost => None,
        LeaderDown::Successor => up.next().and_then(|next| tactics_or(rules, next.tactics)),
        LeaderDown::Best => tactics_or(rules, up.filter_map(|operator| operator.tactics).max()),
    }
}

/// The members in action, a bit for each.
#[must_use]
pub fn in_action(harms: &[Harm]) -> u8 {
    harms.iter().rev().fold(0, |up, harm| up << 1 | u8::from(harm.in_action()))
}

/// The injury dice of the members in action, which go into the enemy pool (CX1-factor-1, CX1-harm-5).
#[must_use]
pub fn injury_dice(rules: &Rules, harms: &[Harm]) -> Pool {
    let up = || harms.iter().filter(|harm| harm.in_action());
    let larger = up().filter_map(Harm::larger);
    match rules.injury_dice {
        InjuryDice::PerMember => Pool::of_steps(harms.iter().map(|harm| harm.worst() as u8)),
        InjuryDice::EveryDie => up().flat_map(|harm| [harm.trauma.die(), harm.stress.die()]).flatten().collect(),
        InjuryDice::Highest => larger.max().into(),
        InjuryDice::Average => {
            let (dice, steps) = larger.fold((0, 0), |(dice, steps), die| (dice + 1, steps + die.step()));
            let mean = u8::checked_div(steps, dice).and_then(Die::of_step);
            mean.into()
        }
    }
}

/// The same after a member in action has been hurt more, if no member needs to be looked at for it.
pub(crate) fn injury_dice_after(rules: &Rules, dice: Pool, before: Harm, after: Harm) -> Option<Pool> {
    (rules.injury_dice == InjuryDice::PerMember && after.in_action()).then(|| {
        let others = before.larger().map_or(dice, |die| dice.without(die));
        others.and_one(after.larger())
    })
}

/// The member that an effect die has struck (CX1-harm-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The owner of the number; none if he has fallen.
    pub member: Option<usize>,
    /// The die; none for the nominal d4.
    pub die: Option<Die>,
    /// The number it shows, or the number rolled for it.
    pub number: u8,
}

/// Who owns the numbers 1 to 12 (CX1-harm-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbers {
    /// Members in the order in which numbers are dealt.
    order: [u8; MOST],
}

impl Numbers {
    /// In roster order.
    pub const ROSTER: Numbers = Numbers::exposed([0, 1, 2, 3, 4, 5]);

    /// Dealt in an order of exposure, the most exposed first (CX1-harm-2).
    #[must_use]
    pub const fn exposed(order: [u8; MOST]) -> Numbers {
        Numbers { order }
    }

    /// Shuffles a roster of `members` if the rules say so; returns whether it did.
    pub fn shuffle<C: Chance>(&mut self, rules: &Rules, members: usize, chance: &mut C, at: Address) -> bool {
        let shuffles = rules.numbers == OwnedNumbers::Shuffled && members > 1;
        for last in (1..if shuffles { members } else { 1 }).rev() {
            let other = chance.below(at.further(last as u32), last as u32 + 1);
            self.order.swap(last, other as usize);
        }
        shuffles
    }

    /// The members of a roster of this many, in the order in which numbers are dealt.
    pub(crate) fn order(&self, members: usize) -> impl Iterator<Item = usize> {
        self.order.into_iter().map(usize::from).filter(move |&member| member < members)
    }

    /// The member who owns a number; none if he has fallen. Under `fallen_numbers = "keep"` the fallen keep the numbers
    /// dealt while they stood (clarification 20).
    #[must_use]
    pub fn owner(&self, rules: &Rules, harms: &[Harm], number: u8) -> Option<usize> {
        self.owner_of(rules, harms.len(), in_action(harms), number)
    }

    /// The same for a roster of this many, of whom these are in action, a bit for each.
    fn owner_of(&self, rules: &Rules, members: usize, up: u8, number: u8) -> Option<usize> {
        let dealt = match rules.fallen_numbers {
            FallenNumbers::Redeal => up,
            FallenNumbers::Keep => (1 << members) - 1,
        };
        let (count, place) = (dealt.count_ones(), u32::from(number) - 1);
        if count == 0 {
            return None;
        }
        let nth = match rules.numbers {
            OwnedNumbers::RoundRobin | OwnedNumbers::Shuffled => place % count,
            OwnedNumbers::Blocks => {
                let (size, more) = (12 / count, 12 % count);
                if place < more * (size + 1) { place / (size + 1) } else { (place - more) / size }
            }
        };
        let mut members = self.order.into_iter().filter(|member| dealt >> member & 1 == 1);
        members.nth(nth as usize).filter(|member| up >> member & 1 == 1).map(usize::from)
    }
}

/// The members of a fireteam with their numbers.
#[derive(Debug)]
pub struct Roster<'h> {
    /// Who owns which number.
    pub numbers: Numbers,
    /// Their tracks, in roster order.
    pub harms: &'h mut [Harm],
}

impl Roster<'_> {
    /// Applies the enemy's next effect die (CX1-harm-3, CX1-harm-4); none if no die or no member in action is left.
    pub fn strike<C: Chance>(
        &mut self,
        rules: &Rules,
        effects: &mut Effects,
        chance: &mut C,
        at: Address,
    ) -> Option<Struck> {
        self.strike_at(rules, in_action(self.harms), effects, chance, at)
    }

    /// The same if the members in action are known, a bit for each.
    #[inline(always)]
    pub(crate) fn strike_at<C: Chance>(
        &mut self,
        rules: &Rules,
        up: u8,
        effects: &mut Effects,
        chance: &mut C,
        at: Address,
    ) -> Option<Struck> {
        if effects.dice == 0 || up == 0 {
            *effects = Effects::NONE;
            return None;
        }
        let at = at.purpose(purpose::NUMBER);
        let thrown = effects.left.take(chance, at);
        let (die, number) = match thrown {
            Some(thrown) => (thrown.die, thrown.number),
            None => {
                let faces = match rules.nominal_target {
                    NominalTarget::RollD4 => 4,
                    NominalTarget::RollD12 => 12,
                };
                (Die::D4, chance.below(at, faces) as u8 + 1)
            }
        };
        effects.dice -= 1;
        let member = self.numbers.owner_of(rules, self.harms.len(), up, number);
        if let Some(member) = member {
            self.harms[member].trauma = self.harms[member].trauma.harmed(die, rules.floor());
        }
        if C::STEPWISE {
            // Dice that will not strike would only tell states apart.
            effects.left = effects.left.within(effects.dice);
        }
        Some(Struck { member, die: thrown.map(|thrown| thrown.die), number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Die::{D4, D6, D8, D10, D12};

    /// The table of CX1-pc-3.
    #[test]
    fn cx1_pc_3_operator_dice() {
        let rules = Rules::default();
        let all = [None, Some(D4), Some(D6), Some(D8), Some(D10), Some(D12)];
        for (direct_action, row) in [
            (D4, [D4, D6, D6, D8, D10, D12]),
            (D6, [D6, D8, D8, D8, D10, D12]),
            (D8, [D8, D10, D10, D10, D10, D12]),
            (D10, [D10, D12, D12, D12, D12, D12]),
            (D12, [D12; 6]),
        ] {
            assert_eq!(all.map(|cqb| operator_die(&rules, direct_action, cqb)), row);
        }
    }

    /// CX1-harm-1: round robin and blocks.
    #[test]
    fn cx1_harm_1_numbers() {
        let harms = [Harm::default(); MOST];
        let owners = |rules: &Rules, members: usize| {
            let numbers = Numbers::ROSTER;
            (1..=12).map(|number| numbers.owner(rules, &harms[..members], number).unwrap_or(9)).collect::<Vec<_>>()
        };
        let rules = Rules::default();
        assert_eq!(owners(&rules, 5), [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1]);
        let blocks = Rules { numbers: OwnedNumbers::Blocks, ..rules };
        assert_eq!(owners(&blocks, 5), [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4]);
        assert_eq!(owners(&blocks, 4), [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    }

    /// CX1-factor-1: the average of d6 and d8 is a d6.
    #[test]
    fn cx1_factor_1_injury_dice() {
        let harms = [
            Harm { trauma: Track::D6, stress: Track::D6 },
            Harm { trauma: Track::None, stress: Track::D8 },
            Harm { trauma: Track::Out, stress: Track::D12 },
        ];
        let dice = |injury_dice| injury_dice_of(injury_dice, &harms);
        assert_eq!(dice(InjuryDice::PerMember), "d6 d8");
        assert_eq!(dice(InjuryDice::EveryDie), "2d6 d8");
        assert_eq!(dice(InjuryDice::Average), "d6");
        assert_eq!(dice(InjuryDice::Highest), "d8");
    }

    /// Injury dice renewed for one member are those counted for all.
    #[test]
    fn injury_dice_are_the_same_renewed_and_counted() {
        let tracks = [Track::None, Track::D6, Track::D8, Track::D10, Track::D12, Track::Out];
        let all = || tracks.into_iter().flat_map(|trauma| tracks.map(|stress| Harm { trauma, stress }));
        for (option, per_member) in [(InjuryDice::PerMember, true), (InjuryDice::Average, false)] {
            let rules = Rules { injury_dice: option, ..Rules::default() };
            for (other, before) in all().flat_map(|other| all().map(move |before| (other, before))) {
                for die in Die::ALL.into_iter().filter(|_| before.in_action()) {
                    let after = Harm { trauma: before.trauma.harmed(die, rules.floor()), ..before };
                    let known = injury_dice(&rules, &[other, before]);
                    let renewed = injury_dice_after(&rules, known, before, after);
                    let counted = injury_dice(&rules, &[other, after]);
                    assert_eq!(renewed, (per_member && after.in_action()).then_some(counted), "{before:?} {after:?}");
                }
            }
        }
    }

    fn injury_dice_of(option: InjuryDice, harms: &[Harm]) -> String {
        injury_dice(&Rules { injury_dice: option, ..Rules::default() }, harms).to_string()
    }
}
