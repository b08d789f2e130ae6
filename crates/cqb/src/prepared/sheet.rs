//! What the second card of a hit says, looked up by its value and colour.

use crate::figure::Effect;
use crate::fire::hit::{AimAt, effect_at, struck};
use crate::fire::target::Firing;
use crate::options::BrainstemHelmet;
use crate::rules::{Place, Rules};
use crate::weapon::Round;

/// What the second card says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    Effect(Effect),
    /// A head hit on a helmet: one more card, and the colour of this one.
    Helmet {
        red: bool,
    },
}

/// What each second card says, black and red, by its value.
pub(crate) type Seconds = [[Second; 2]; 14];

/// Location and effect by the second card, worked out beforehand for a weapon, a named location and what the target wears
/// (CQB-5.4, CQB-5.5).
#[derive(Clone, Debug)]
pub struct Sheet {
    /// For a hit.
    pub(crate) aimed: Seconds,
    /// For a near miss, which strikes a random location.
    pub(crate) random: Seconds,
    /// Whether a helmet may help against a brain-stem hit (CQB-5.3.3b).
    pub(crate) stem_helmet: bool,
}

impl Sheet {
    /// The sheet of a fire action.
    #[must_use]
    pub fn new(rules: &Rules, firing: &Firing) -> Sheet {
        let helmet = firing.armour.helmet && firing.weapon.round != Round::Fifty;
        let seconds = |aim_at: AimAt| {
            std::array::from_fn(|value| {
                [false, true].map(|red| {
                    let place = struck(aim_at, value as u8, rules);
                    if place == Place::Head && helmet {
                        Second::Helmet { red }
                    } else {
                        Second::Effect(effect_at(place, red, false, firing.hits_with(), rules))
                    }
                })
            })
        };
        Sheet {
            aimed: seconds(firing.aim_at),
            random: seconds(AimAt::None),
            stem_helmet: helmet && rules.brainstem_helmet == BrainstemHelmet::Applies,
        }
    }
}
