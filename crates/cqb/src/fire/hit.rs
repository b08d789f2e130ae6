//! Where a hit strikes and what it does there (CQB-5.4, CQB-5.5).

use chance::Card;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::figure::Effect;
use crate::options::{ArmourKnockdown, MagnumVsSoft, SoftCoverage};
use crate::rules::{Place, Rules};
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
    StrongArm,
    /// The weak arm.
    WeakArm,
    /// A leg.
    Leg,
    /// Upper torso, where hard plates cover it.
    Torso,
}

impl AimAt {
    /// Every location, in order.
    pub const ALL: [AimAt; 7] =
        [AimAt::None, AimAt::BrainStem, AimAt::Head, AimAt::StrongArm, AimAt::WeakArm, AimAt::Leg, AimAt::Torso];
}

/// What a target wears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Armour {
    /// Soft body armour (CQB-5.5.3a).
    pub soft: bool,
    /// Hard plates (CQB-5.5.3c).
    pub plates: bool,
    /// A helmet (CQB-5.5.3d).
    pub helmet: bool,
}

/// The location struck: the named one, else by the card (CQB-5.3.3a, CQB-5.4).
#[inline]
pub(crate) fn struck(aim_at: AimAt, value: u8, rules: &Rules) -> Place {
    match aim_at {
        AimAt::None => rules.location[usize::from(value.max(1)) - 1],
        AimAt::BrainStem | AimAt::Head => Place::Head,
        AimAt::StrongArm => Place::StrongArm,
        AimAt::WeakArm => Place::WeakArm,
        AimAt::Leg => Place::Leg,
        AimAt::Torso => Place::TorsoUnderPlates,
    }
}

/// Effect of a hit by round and armour (CQB-5.5.1 to CQB-5.5.3).
#[inline]
pub(crate) fn effect_at(
    place: Place,
    red: bool,
    helmet_in_the_way: bool,
    (round, armour): (Round, Armour),
    rules: &Rules,
) -> Effect {
    let stopped = Effect::Stopped { knocks_down: red && rules.armour_knockdown == ArmourKnockdown::On };
    let by_colour = if red { Effect::Out(place) } else { Effect::Flesh };
    // CQB-5.5.3e: nothing helps against .50.
    if round == Round::Fifty {
        return Effect::Out(place);
    }
    if armour.plates && place == Place::TorsoUnderPlates {
        return stopped;
    }
    let covered = match rules.soft_coverage {
        SoftCoverage::Torso => place.is_torso(),
        SoftCoverage::All => place != Place::Head,
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

/// Effect of a hit on a hostage, who wears nothing, by the card of the hostages' deck: its value gives the location, its
/// colour the effect (CQB-5.3.3g).
pub(crate) fn hostage_effect(card: Card, round: Round, rules: &Rules) -> Effect {
    let place = struck(AimAt::None, card.value().unwrap_or(1), rules);
    effect_at(place, card.is_red(), false, (round, Armour::default()), rules)
}
