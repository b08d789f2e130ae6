//! What the second card of a hit says, looked up by its value and colour.

use crate::figure::Effect;
use crate::fire::hit::{AimAt, Armour, effect_at, struck};
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

impl Second {
    /// The plain rule (CQB-5.4, CQB-5.5).
    fn of(aim_at: AimAt, value: u8, red: bool, hits_with: (Round, Armour), rules: &Rules) -> Second {
        let place = struck(aim_at, value, rules);
        if place == Place::Head && helmet_helps(hits_with) {
            Second::Helmet { red }
        } else {
            Second::Effect(effect_at(place, red, false, hits_with, rules))
        }
    }
}

/// Whether a helmet may be in the way (CQB-5.5.3d, CQB-5.5.3e).
fn helmet_helps((round, armour): (Round, Armour)) -> bool {
    armour.helmet && round != Round::Fifty
}

/// What each second card says, black and red, by its value.
pub(crate) type Seconds = [[Second; 2]; 14];

/// Location and effect by the second card for a weapon, a named location and what the target wears (CQB-5.4, CQB-5.5).
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
        Sheet::of(rules, firing.aim_at, firing.hits_with())
    }

    fn of(rules: &Rules, aim_at: AimAt, hits_with: (Round, Armour)) -> Sheet {
        let seconds = |aim_at: AimAt| {
            std::array::from_fn(|value| [false, true].map(|red| Second::of(aim_at, value as u8, red, hits_with, rules)))
        };
        Sheet {
            aimed: seconds(aim_at),
            random: seconds(AimAt::None),
            stem_helmet: helmet_helps(hits_with) && rules.brainstem_helmet == BrainstemHelmet::Applies,
        }
    }
}

/// Every sheet under the same rules.
#[derive(Debug)]
pub(crate) struct Sheets(Vec<Sheet>);

impl Sheets {
    pub(crate) fn new(rules: &Rules) -> Sheets {
        let sheet = |aim_at| move |hits_with| Sheet::of(rules, aim_at, hits_with);
        Sheets(AimAt::ALL.iter().flat_map(|&aim_at| every_hit().map(sheet(aim_at))).collect())
    }

    /// The sheet of a fire action.
    #[inline]
    pub(crate) fn of(&self, firing: &Firing) -> &Sheet {
        let (round, Armour { soft, plates, helmet }) = firing.hits_with();
        let worn = usize::from(soft) + 2 * usize::from(plates) + 4 * usize::from(helmet);
        &self.0[(firing.aim_at as usize * Round::ALL.len() + round as usize) * 8 + worn]
    }
}

/// Every round against everything that can be worn.
fn every_hit() -> impl Iterator<Item = (Round, Armour)> {
    let worn = |worn: usize| Armour { soft: worn & 1 > 0, plates: worn & 2 > 0, helmet: worn & 4 > 0 };
    Round::ALL.into_iter().flat_map(move |round| (0..8).map(move |number| (round, worn(number))))
}

#[cfg(test)]
mod tests {
    use engage::Inches;

    use super::*;
    use crate::figure::{Gone, Travel};
    use crate::options::{ArmourKnockdown, MagnumVsSoft, SoftCoverage};
    use crate::weapon::catalogue;

    /// Every card for every named location, round and armour, under every option it depends on.
    #[test]
    fn a_sheet_says_what_the_rule_says() {
        let mut seen = 0;
        for options in 0..16 {
            let rules = Rules {
                armour_knockdown: [ArmourKnockdown::Off, ArmourKnockdown::On][options & 1],
                magnum_vs_soft: [MagnumVsSoft::Stopped, MagnumVsSoft::AsRifle][options >> 1 & 1],
                soft_coverage: [SoftCoverage::Torso, SoftCoverage::All][options >> 2 & 1],
                brainstem_helmet: [BrainstemHelmet::Ignores, BrainstemHelmet::Applies][options >> 3],
                ..Rules::default()
            };
            let sheets = Sheets::new(&rules);
            let (_, weapon) = catalogue().next().expect("a weapon");
            for (&aim_at, hits_with) in AimAt::ALL.iter().flat_map(|aim_at| every_hit().map(move |hit| (aim_at, hit))) {
                let (round, armour) = hits_with;
                let firing = Firing {
                    weapon: crate::weapon::Weapon { round, ..weapon },
                    fire: weapon.fire,
                    rate: 1,
                    aimed: false,
                    aim_at,
                    range: Inches::whole(12),
                    firer_moved: Travel::default(),
                    target_moved: Gone::Nowhere,
                    wounds: 0,
                    weak_hand: false,
                    one_handed: false,
                    gas: 0,
                    prior_shots: false,
                    armour,
                    target_two_handed: false,
                    hostages: 0,
                };
                let sheet = sheets.of(&firing);
                for (value, red) in (0..14_u8).flat_map(|value| [(value, false), (value, true)]) {
                    let (at, colour) = (usize::from(value), usize::from(red));
                    assert_eq!(sheet.aimed[at][colour], Second::of(aim_at, value, red, hits_with, &rules));
                    assert_eq!(sheet.random[at][colour], Second::of(AimAt::None, value, red, hits_with, &rules));
                    seen += 1;
                }
                let helps = armour.helmet && round != Round::Fifty && options >> 3 == 1;
                assert_eq!(sheet.stem_helmet, helps);
            }
        }
        assert_eq!(seen, 16 * 7 * 5 * 8 * 28);
    }
}
