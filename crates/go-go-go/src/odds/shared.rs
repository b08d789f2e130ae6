//! What several situations share: a figure's parameters, and short answers.

use std::hash::Hash;

use chance::exact::{Distribution, Flow, Ratio};
use chance::{Address, Enumerated};
use engage::{Inches, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::figure::{Man, Pace, Rifle, Weapon};
use crate::options::HiderFiring;
use crate::rules::Rules;
use crate::spot::Stance;
use crate::squad::Sees;

/// Addresses mean nothing to the enumerated reading.
pub(super) const ANYWHERE: Address = Address::new(0, 0, 0);

/// The exact distribution of a procedure of one step.
pub(super) fn at_once<O: Clone + Eq + Hash>(
    run: impl Fn(&mut Enumerated) -> O,
) -> Result<Distribution<O, Ratio>, Problem> {
    distribution((), |(), chance| Flow::Done(run(chance)))
}

/// The answer to a yes-or-no question.
pub(super) fn certain(so: bool) -> Ratio {
    Ratio::new(so.into(), 1)
}

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

/// A figure as a situation describes it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    /// Its name in the answer.
    #[serde(default)]
    pub(super) name: String,
    /// Its weapon.
    #[serde(default)]
    pub(super) weapon: Weapon,
    /// Its pace.
    #[serde(default)]
    pub(super) stance: Pace,
    /// Whether it hides.
    #[serde(default)]
    pub(super) hiding: bool,
    /// Wounds.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub(super) wounds: u8,
    /// Turns for which it stays stunned, including this one.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub(super) stun_turns: u8,
    /// Whether it fires.
    #[serde(default = "yes")]
    pub(super) fires: bool,
    /// How it sees its enemies.
    #[serde(default)]
    pub(super) sees: Sees,
    /// Whether its sniper rifle is loaded.
    #[serde(default = "yes")]
    pub(super) loaded: bool,
    /// Whether it was stationary for the whole turn before.
    #[serde(default)]
    pub(super) stationary_last_turn: bool,
    /// Complete turns that it has spent aiming.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub(super) aim_turns: u8,
    /// Number of turns that it aims before firing.
    #[serde(default)]
    #[schemars(range(max = 20))]
    #[schemars(title = "Aims for", extend("x-unit" = "turns"))]
    pub(super) aim_policy: u8,
}

/// The highest count of wounds and turns that a situation may name.
pub(super) const MOST: u8 = 20;

impl Given {
    /// As a figure.
    pub(super) fn man(&self, key: &str) -> Result<Man, Problem> {
        for (word, count) in [
            ("wounds", self.wounds),
            ("stun_turns", self.stun_turns),
            ("aim_turns", self.aim_turns),
            ("aim_policy", self.aim_policy),
        ] {
            if count > MOST {
                return Err(Problem::new(format!("{key}.{word}"), format!("{count}, expected 0 to {MOST}")));
            }
        }
        let rifle = Rifle { loaded: self.loaded, set_up: self.stationary_last_turn, aim: self.aim_turns };
        Ok(Man { out: false, wounds: self.wounds, stun: self.stun_turns, rifle })
    }

    /// The figure as others see it. A moving figure hides only if the rules allow it (GGG-see-8).
    pub(super) fn stance(&self, rules: &Rules) -> Stance {
        Stance { pace: self.stance, hiding: self.hiding && rules.lets_hide(self.stance) }
    }

    /// The figure as a firer sees it in a step of fire. A hider that fires no later may be revealed (GGG-fire-7).
    pub(super) fn under_fire(&self, man: &Man, rules: &Rules, firer: Pace) -> Stance {
        let stance = self.stance(rules);
        let fires = self.fires && self.may_fire(man) && stance.pace as u8 <= firer as u8;
        let revealed = rules.hider_firing == HiderFiring::Revealed && fires;
        Stance { hiding: stance.hiding && !revealed, ..stance }
    }

    /// Whether it has a shot in this turn (GGG-snipe-2, GGG-snipe-3, GGG-snipe-7).
    pub(super) fn may_fire(&self, man: &Man) -> bool {
        match self.weapon {
            Weapon::None => false,
            Weapon::Automatic => true,
            Weapon::Sniper => man.rifle.may_fire(self.stance),
        }
    }
}

/// A distance in an outcome's word: inches without a sign.
pub(super) fn plain(distance: Inches) -> String {
    (f64::from(distance.thousandths()) / 1000.0).to_string()
}
