//! Situations answered exactly, from the rule code that plays.

mod clock;
mod fight;
mod grenade;
mod mission;
mod shot;

use std::hash::Hash;

use chance::exact::{Distribution, Flow, Ratio};
use chance::{Address, Enumerated};
use engage::{Inches, Kind, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::figure::{Man, Pace, Rifle, Weapon};
use crate::options::HiderFiring;
use crate::rules::Rules;
use crate::spot::Stance;
use crate::squad::Sees;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[
    clock::BOMB_CLOCK,
    clock::DEFUSE_RACE,
    fight::DUEL,
    fight::FIRE_TURNS,
    grenade::GRENADE_EFFECT,
    grenade::GRENADE_LANDING,
    grenade::GRENADE_ON_FIGURES,
    grenade::GRENADE_THEN_SHOT,
    grenade::GRENADE_THROW,
    grenade::GRENADES_ON_ONE,
    clock::HEARING,
    shot::HIT,
    mission::MISSION_RESULT,
    shot::SHOT,
    shot::SPOT,
    shot::SPOT_AND_SHOT,
    clock::STUN_CLOCK,
];

/// Addresses mean nothing to the enumerated reading.
const ANYWHERE: Address = Address::new(0, 0, 0);

/// The exact distribution of a procedure of one step.
fn at_once<O: Clone + Eq + Hash>(run: impl Fn(&mut Enumerated) -> O) -> Result<Distribution<O, Ratio>, Problem> {
    distribution((), |(), chance| Flow::Done(run(chance)))
}

/// What is so or is not.
fn certain(so: bool) -> Ratio {
    Ratio::new(so.into(), 1)
}

/// Declares the parameters of a kind.
macro_rules! parameters {
    ($($parameters:tt)*) => {
        engage::parameters! { $crate::rules::Rules; $($parameters)* }
    };
}
use parameters;

const fn yes() -> bool {
    true
}

/// A figure as a situation describes it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Its name in the answer.
    #[serde(default)]
    name: String,
    /// What it fires.
    #[serde(default)]
    weapon: Weapon,
    /// Its pace.
    #[serde(default)]
    stance: Pace,
    /// Whether it hides.
    #[serde(default)]
    hiding: bool,
    /// Wounds.
    #[serde(default)]
    #[schemars(range(max = 20))]
    wounds: u8,
    /// Turns still to be spent stunned, this one included.
    #[serde(default)]
    #[schemars(range(max = 20))]
    stun_turns: u8,
    /// Whether it fires.
    #[serde(default = "yes")]
    fires: bool,
    /// How it sees its enemies.
    #[serde(default)]
    sees: Sees,
    /// Whether its sniper rifle is loaded.
    #[serde(default = "yes")]
    loaded: bool,
    /// Whether it was stationary for the whole turn before.
    #[serde(default)]
    stationary_last_turn: bool,
    /// Complete turns that it has spent aiming.
    #[serde(default)]
    #[schemars(range(max = 20))]
    aim_turns: u8,
    /// Aiming turns that it wants before it fires.
    #[serde(default)]
    #[schemars(range(max = 20))]
    aim_policy: u8,
}

/// The highest count of wounds and turns that a situation may name.
const MOST: u8 = 20;

impl Given {
    /// As a figure.
    fn man(&self, key: &str) -> Result<Man, Problem> {
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

    /// As others see it: who moves hides only where the rules let him (GGG-see-8).
    fn stance(&self, rules: &Rules) -> Stance {
        Stance { pace: self.stance, hiding: self.hiding && rules.lets_hide(self.stance) }
    }

    /// As somebody sees it who fires at it in a step of fire: who hides and fires no later may be revealed (GGG-fire-7).
    fn under_fire(&self, man: &Man, rules: &Rules, firer: Pace) -> Stance {
        let stance = self.stance(rules);
        let fires = self.fires && self.may_fire(man) && stance.pace as u8 <= firer as u8;
        let revealed = rules.hider_firing == HiderFiring::Revealed && fires;
        Stance { hiding: stance.hiding && !revealed, ..stance }
    }

    /// Whether it has a shot in this turn (GGG-snipe-2, GGG-snipe-3, GGG-snipe-7).
    fn may_fire(&self, man: &Man) -> bool {
        match self.weapon {
            Weapon::None => false,
            Weapon::Automatic => true,
            Weapon::Sniper => man.rifle.may_fire(self.stance),
        }
    }
}

/// A distance in an outcome's word: inches without a sign.
fn plain(distance: Inches) -> String {
    (f64::from(distance.thousandths()) / 1000.0).to_string()
}
