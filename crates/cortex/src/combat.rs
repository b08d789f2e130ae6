//! The pools of Part II (CX2-attack-1, CX2-attack-2, CX2-zone-1, CX2-zone-3).

use chance::{Die, MOST_DICE, Pool};

use crate::options::{Cover, HarmTrack, InjuryDice, Specialisations, SuppressedApplies};
use crate::rules::Rules;
use crate::team::Harm;

/// A character's traits (CX1-scope-2, CX2-attack-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Character {
    pub(crate) approach: Die,
    pub(crate) direct_action: Die,
    pub(crate) cqb: Option<Die>,
    pub(crate) marksmanship: Option<Die>,
    pub(crate) analysis: Option<Die>,
    pub(crate) tactics: Option<Die>,
    /// Extra attack dice.
    pub(crate) attack: Pool,
    /// Extra resistance dice.
    pub(crate) resist: Pool,
    pub(crate) armour: Option<Die>,
}

impl Character {
    /// His dice in tests, without specialisations and assets (clarification 8).
    pub(crate) const fn own(&self) -> Pool {
        Pool::EMPTY.and_one(Some(self.approach)).and_one(Some(self.direct_action))
    }

    /// His dice for the first go (CX2-init-3).
    pub(crate) fn initiative(&self) -> Pool {
        Pool::from(Some(self.approach)).and(self.analysis.into()).and(self.tactics.into())
    }

    /// His attack dice at a distance in zones (CX2-attack-1).
    #[inline]
    pub(crate) fn attacks(&self, zones: u16) -> Pool {
        let specialisation = if zones == 0 { self.cqb } else { self.marksmanship };
        self.own().and_one(specialisation).and(self.attack)
    }

    /// The keys that may make a pool too large to throw, each with a message. The check counts every die that range,
    /// cover and drawbacks (two injuries, Suppressed, On Fire) may add.
    pub(crate) fn too_many_dice(&self) -> impl Iterator<Item = (&'static str, String)> {
        const DRAWBACKS: u8 = 4;
        const RANGE_AND_COVER: u8 = 3;
        let attacks = self.own().and(self.cqb.max(self.marksmanship).into()).and(self.attack);
        let resists = self.own().and(self.cqb.into()).and(self.armour.into()).and(self.resist);
        let largest = [("attack", attacks, DRAWBACKS), ("resist", resists, RANGE_AND_COVER + DRAWBACKS)];
        largest.into_iter().filter_map(|(key, pool, more)| {
            let message = format!("with range, cover and drawbacks, up to {}", too_many(pool.with(Die::D12, more))?);
            Some((key, message))
        })
    }

    /// His resistance dice without cover and range (CX2-attack-2); a marksman bypasses the armour (CX2-spec-5).
    #[inline]
    pub(crate) fn resists(&self, rules: &Rules, zones: u16, marksman: bool) -> Pool {
        let counts = zones == 0 && rules.specialisations == Specialisations::ByRange;
        let specialisation = if counts { self.cqb } else { None };
        let armour = if marksman { None } else { self.armour };
        self.own().and_one(specialisation).and_one(armour).and(self.resist)
    }
}

/// A character's current drawbacks (CX0-9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plight {
    pub(crate) harm: Harm,
    pub(crate) suppressed: Option<Die>,
    pub(crate) on_fire: Option<Die>,
}

impl Plight {
    /// The injury dice that he adds to every enemy pool (CX2-attack-6).
    #[inline(always)]
    pub(crate) fn injuries(&self, rules: &Rules) -> Pool {
        match rules.injury_dice {
            InjuryDice::EveryDie => Pool::from(self.harm.trauma.die()).and(self.harm.stress.die().into()),
            InjuryDice::PerMember | InjuryDice::Average | InjuryDice::Highest => self.harm.larger().into(),
        }
    }

    fn fire(&self, rules: &Rules) -> Option<Die> {
        if rules.fire_hampers { self.on_fire } else { None }
    }

    /// Drawbacks in the pool that opposes his actions.
    #[inline(always)]
    pub(crate) fn hampers(&self, rules: &Rules) -> Pool {
        self.injuries(rules).and_one(self.suppressed).and_one(self.fire(rules))
    }

    /// Drawbacks in his attackers' pools (CX2-spec-6).
    #[inline(always)]
    pub(crate) fn exposes(&self, rules: &Rules) -> Pool {
        let suppressed = match rules.suppressed_applies {
            SuppressedApplies::All => self.suppressed,
            SuppressedApplies::OwnActions => None,
        };
        self.injuries(rules).and_one(suppressed).and_one(self.fire(rules))
    }

    /// Drawbacks when he puts out a fire. The fire itself is what he attacks (CX2-spec-1).
    pub(crate) fn hampers_putting_out(&self, rules: &Rules) -> Pool {
        Plight { on_fire: None, ..*self }.hampers(rules)
    }

    /// Drawbacks when he shakes off Suppressed.
    pub(crate) fn hampers_shaking_off(&self, rules: &Rules) -> Pool {
        Plight { suppressed: None, ..*self }.hampers(rules)
    }
}

/// The message for a pool too large to throw.
pub(crate) fn too_many(pool: Pool) -> Option<String> {
    let expected = format!("at most {MOST_DICE} that fall in fewer than 2^63 ways, such as 17 d12 or 20 d8");
    pool.ways().is_none().then(|| format!("{} dice, expected {expected}", pool.dice()))
}

/// The die of the range (CX2-zone-1).
#[inline]
pub(crate) fn range(rules: &Rules, zones: u16) -> Option<Die> {
    match zones {
        0 => None,
        1 => rules.range_dice[0].0,
        _ => rules.range_dice[1].0,
    }
}

/// The cover dice: from the zone's rating and the figure's skill, or created by an action (CX2-zone-3).
#[inline]
pub(crate) fn cover(rules: &Rules, skill: Die, rating: Option<Die>, created: Option<Die>) -> [Option<Die>; 2] {
    let automatic = rating.map(|rating| rating.min(skill));
    match rules.cover {
        Cover::Automatic => [automatic, None],
        Cover::Created => [created, None],
        Cover::Larger => [automatic.max(created), None],
        Cover::TwoDice => [automatic, created],
    }
}

/// A character's tracks after effect dice, the largest first (CX2-attack-5).
pub(crate) fn harmed(rules: &Rules, mut harm: Harm, effects: Pool) -> Harm {
    let mut left = effects;
    while let Some(die) = left.largest().filter(|_| harm.in_action()) {
        left = left.without(die);
        let track = match rules.harm_track {
            HarmTrack::Trauma => &mut harm.trauma,
            HarmTrack::Stress => &mut harm.stress,
        };
        *track = track.harmed(die, rules.floor());
    }
    harm
}
