//! Shared by the situations: firers, targets, and the states of a man.

use chance::Address;
use chance::exact::{Distribution, Ratio};
use engage::{Finding, Inches, Problem};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::figure::{Movement, Posture};
use crate::fire::{Attack, Firer, Mode, Preparation, Target, pins};
use crate::rules::{Effect, Rules};
use crate::table::Arm;

/// The enumerated reading ignores addresses.
pub(super) const ANYWHERE: Address = Address::new(0, 0, 0);

/// Declares a kind of situation.
macro_rules! situation {
    ($($kind:tt)*) => {
        engage::situation! { $crate::rules::Rules; $($kind)* }
    };
}
pub(super) use situation;

pub(super) const fn yes() -> bool {
    true
}

/// The kind of fire of a weapon; single shots by default (FT-fire-2).
pub(super) fn mode_of(arm: &Arm, mode: Option<Mode>) -> Mode {
    mode.unwrap_or(if arm.single.is_some() { Mode::Single } else { Mode::Auto })
}

/// A firer as a situation describes him.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FirerGiven {
    /// Weapon, by its name in the firing tables.
    #[schemars(extend("x-labels" = crate::table::labels(), "x-names" = ["single", "automatic"]))]
    pub(super) weapon: String,
    /// Single shot or automatic fire; left out, single shots if the weapon fires them.
    pub(super) mode: Option<Mode>,
    /// How the shot is prepared.
    #[serde(default)]
    pub(super) shot: Preparation,
    /// Whether he is a sniper.
    #[serde(default)]
    pub(super) sniper: bool,
    /// Whether he is pinned.
    #[serde(default)]
    pub(super) pinned: bool,
    /// Whether he is wounded.
    #[serde(default)]
    pub(super) wounded: bool,
    /// Whether he is in hard cover against his target.
    #[serde(default)]
    pub(super) hard_cover: bool,
    /// Whether he has a number two.
    #[serde(default = "yes")]
    pub(super) number_two: bool,
    /// Whether his weapon is rested on its bipod.
    #[serde(default = "yes")]
    pub(super) bipod: bool,
}

impl FirerGiven {
    pub(super) fn firer(&self, arm: &Arm) -> Firer {
        Firer {
            mode: mode_of(arm, self.mode),
            preparation: self.shot,
            sniper: self.sniper,
            pinned: self.pinned,
            wounded: self.wounded,
            hard_cover: self.hard_cover,
            number_two: self.number_two,
            rested: self.bipod,
        }
    }

    pub(super) fn arm(&self, rules: &Rules, key: &str) -> Result<Arm, Problem> {
        rules.arm(&self.weapon).map_err(|message| Problem::new(format!("{key}.weapon"), message))
    }

    /// His attack on a target; none if he has no shot.
    pub(super) fn attack<'a>(
        &self,
        rules: &'a Rules,
        key: &str,
        range: Inches,
        target: &Target,
    ) -> Result<Option<Attack<'a>>, Problem> {
        let arm = self.arm(rules, key)?;
        let to_hit = self.firer(&arm).to_hit(rules, &arm, range);
        Ok(to_hit.map(|to_hit| Attack { rules, to_hit, least_save: target.least_save(rules), wounded: target.wounded }))
    }
}

/// A target as a situation describes him.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TargetGiven {
    /// Standing or prone.
    pub(super) posture: Posture,
    /// His own latest move.
    pub(super) movement: Movement,
    /// Whether hard cover protects him.
    pub(super) hard_cover: bool,
    /// Whether soft cover conceals him totally.
    pub(super) soft_concealed: bool,
    /// Whether he is pinned.
    pub(super) pinned: bool,
    /// Wounds, 0 or 1.
    #[schemars(range(max = 1))]
    pub(super) wounds: u8,
}

impl TargetGiven {
    pub(super) const fn target(&self) -> Target {
        Target {
            posture: self.posture,
            movement: self.movement,
            hard_cover: self.hard_cover,
            concealed: self.soft_concealed,
            wounded: self.wounds > 0,
        }
    }

    pub(super) const fn plight(&self) -> Plight {
        Plight { pinned: self.pinned, wounded: self.wounds > 0, end: None }
    }
}

/// The state of a man under fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plight {
    pub(super) pinned: bool,
    pub(super) wounded: bool,
    /// How he went out of action.
    pub(super) end: Option<Effect>,
}

impl Plight {
    /// After an effect of fire or a blast.
    pub(super) fn after(self, rules: &Rules, effect: Option<Effect>) -> Plight {
        match effect {
            Some(Effect::Serious | Effect::Dead) => Plight { pinned: false, wounded: false, end: effect },
            Some(effect) => Plight {
                pinned: self.pinned || pins(rules, effect),
                wounded: self.wounded || effect == Effect::Wounded,
                end: None,
            },
            None => self,
        }
    }

    /// The word for it.
    pub(super) const fn word(self) -> &'static str {
        match (self.end, self.wounded, self.pinned) {
            (Some(Effect::Dead), ..) => "dead",
            (Some(_), ..) => "serious",
            (None, true, true) => "wounded_pinned",
            (None, true, false) => "wounded",
            (None, false, true) => "pinned",
            (None, false, false) => "unhurt",
        }
    }
}

/// The possible states of a man.
pub(super) const PLIGHTS: [Finding; 6] = [
    Finding::chance("unhurt"),
    Finding::chance("pinned"),
    Finding::chance("wounded"),
    Finding::chance("wounded_pinned").called("Wounded and pinned"),
    Finding::chance("serious").called("Seriously wounded"),
    Finding::chance("dead"),
];

/// The possible states of several men at once.
pub(super) const SUMMARY: [Finding; 4] = [
    Finding::chance("out=*").called("* out of action"),
    Finding::mean("expected_out", "men").called("Out of action"),
    Finding::mean("expected_wounded", "men").called("Wounded"),
    Finding::mean("expected_pinned", "men").called("Pinned"),
];

/// The probabilities of a man's states.
pub(super) fn plights(odds: &Distribution<Plight, Ratio>) -> Vec<(&'static str, Ratio)> {
    PLIGHTS.map(|Finding { id, .. }| (id, odds.sum(|plight| plight.word() == id))).into()
}
