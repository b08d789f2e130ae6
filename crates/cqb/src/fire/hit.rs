//! Where a hit strikes and what it does there (CQB-5.4, CQB-5.5).

use chance::Card;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::figure::Effect;
use crate::options::{ArmourKnockdown, BrainstemHelmet, MagnumVsSoft, SoftCoverage};
use crate::rules::{BodyPart, Rules};
use crate::weapon::Round;

/// The location a firer names (CQB-5.3.3a).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AimAt {
    /// A hit strikes a random location.
    #[default]
    #[schemars(title = "Anywhere")]
    None,
    /// Brain stem: a hit is fatal.
    BrainStem,
    /// Head.
    Head,
    /// The strong arm.
    #[serde(alias = "arm")]
    #[schemars(extend("x-also" = ["arm"]))]
    StrongArm,
    /// The weak arm.
    WeakArm,
    /// A leg.
    Leg,
    /// The upper torso, where hard plates cover it.
    Torso,
}

impl AimAt {
    /// Every location, in order.
    pub const ALL: [AimAt; 7] =
        [AimAt::None, AimAt::BrainStem, AimAt::Head, AimAt::StrongArm, AimAt::WeakArm, AimAt::Leg, AimAt::Torso];
}

/// A target's armour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Armour {
    /// Soft body armour (CQB-5.5.3a).
    pub soft: bool,
    /// Hard plates (CQB-5.5.3c).
    pub plates: bool,
    /// A helmet (CQB-5.5.3d).
    pub helmet: bool,
}

/// A round and the armour that it meets (CQB-5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Impact {
    pub(crate) round: Round,
    pub(crate) armour: Armour,
}

impl Impact {
    /// Whether a helmet may be in the way (CQB-5.5.3d, CQB-5.5.3e).
    #[inline]
    fn helmet_may_help(self) -> bool {
        self.armour.helmet && self.round != Round::Fifty
    }
}

/// What the rules use of a hit's second card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SecondCard {
    /// 0 for a joker.
    pub(crate) value: u8,
    pub(crate) red: bool,
}

/// What the second card of a hit decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitOutcome {
    /// The effect, which names the location if it matters.
    Effect(Effect),
    /// The hit strikes a helmeted head: a third card decides whether the helmet is in the way. The colour of the second
    /// card is kept for the effect.
    Helmet { red: bool },
}

/// The location and effect of a hit, by the value and colour of the second card (CQB-5.4, CQB-5.5).
#[inline]
pub(crate) fn hit_outcome(aim_at: AimAt, card: SecondCard, impact: Impact, rules: &Rules) -> HitOutcome {
    let SecondCard { value, red } = card;
    let place = struck(aim_at, value, rules);
    if place == BodyPart::Head && impact.helmet_may_help() {
        HitOutcome::Helmet { red }
    } else {
        HitOutcome::Effect(effect_at(place, red, false, impact, rules))
    }
}

/// The effect of a hit on a helmeted head, once the third card has decided whether the helmet is in the way
/// (CQB-5.3.3b, CQB-5.5.3d).
#[inline(always)]
pub(crate) fn helmet_effect(aim_at: AimAt, red: bool, in_the_way: bool, impact: Impact, rules: &Rules) -> Effect {
    if aim_at == AimAt::BrainStem && !in_the_way {
        Effect::Fatal
    } else {
        effect_at(BodyPart::Head, red, in_the_way, impact, rules)
    }
}

/// Whether a hit is fatal without a second card: a hit in the brain stem against which no helmet can help (CQB-5.3.3b).
pub(crate) fn is_fatal(aim_at: AimAt, impact: Impact, rules: &Rules) -> bool {
    let helmet_applies = rules.brainstem_helmet == BrainstemHelmet::Applies && impact.helmet_may_help();
    aim_at == AimAt::BrainStem && !helmet_applies
}

/// The location struck: the named one, or one by the card's value (CQB-5.3.3a, CQB-5.4).
#[inline]
pub(crate) fn struck(aim_at: AimAt, value: u8, rules: &Rules) -> BodyPart {
    match aim_at {
        AimAt::None => rules.location[usize::from(value.max(1)) - 1],
        AimAt::BrainStem | AimAt::Head => BodyPart::Head,
        AimAt::StrongArm => BodyPart::StrongArm,
        AimAt::WeakArm => BodyPart::WeakArm,
        AimAt::Leg => BodyPart::Leg,
        AimAt::Torso => BodyPart::TorsoUnderPlates,
    }
}

/// Effect of a hit by round and armour (CQB-5.5.1 to CQB-5.5.3).
#[inline]
pub(crate) fn effect_at(place: BodyPart, red: bool, helmet_in_the_way: bool, impact: Impact, rules: &Rules) -> Effect {
    let Impact { round, armour } = impact;
    let stopped = Effect::Stopped { knocks_down: red && rules.armour_knockdown == ArmourKnockdown::On };
    let by_colour = if red { Effect::Out(place) } else { Effect::Flesh };
    // CQB-5.5.3e: nothing helps against .50.
    if round == Round::Fifty {
        return Effect::Out(place);
    }
    if armour.plates && place == BodyPart::TorsoUnderPlates {
        return stopped;
    }
    let covered = match rules.soft_coverage {
        SoftCoverage::Torso => place.is_torso(),
        SoftCoverage::All => place != BodyPart::Head,
    };
    let soft = armour.soft && covered || helmet_in_the_way;
    match round {
        Round::Pistol | Round::Shotgun if soft => stopped,
        Round::Magnum if soft && rules.magnum_vs_soft == MagnumVsSoft::Stopped => stopped,
        Round::Rifle | Round::Magnum if soft => by_colour,
        Round::Pistol => by_colour,
        _ => Effect::Out(place),
    }
}

/// Effect of a hit on a hostage, who wears no armour: the value of the card from the hostages' deck gives the location,
/// its colour the effect (CQB-5.3.3g).
pub(crate) fn hostage_effect(card: Card, round: Round, rules: &Rules) -> Effect {
    let place = struck(AimAt::None, card.value().unwrap_or(1), rules);
    effect_at(place, card.is_red(), false, Impact { round, armour: Armour::default() }, rules)
}
