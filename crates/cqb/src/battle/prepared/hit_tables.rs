//! Hit tables for one set of rules, looked up by the round, the location named and the target's armour.

use crate::fire::hit::{AimAt, Armour, Impact};
use crate::fire::hit_table::HitTable;
use crate::fire::target::Firing;
use crate::rules::Rules;
use crate::weapon::Round;

/// Every table for one set of rules.
#[derive(Debug)]
pub(crate) struct HitTables(Vec<HitTable>);

impl HitTables {
    pub(crate) fn new(rules: &Rules) -> HitTables {
        let table = |aim_at| move |impact| HitTable::of(rules, aim_at, impact);
        HitTables(AimAt::ALL.iter().flat_map(|&aim_at| every_impact().map(table(aim_at))).collect())
    }

    /// The table of a fire action.
    #[inline]
    pub(crate) fn of(&self, firing: &Firing) -> &HitTable {
        let Impact { round, armour: Armour { soft, plates, helmet } } = firing.impact();
        let worn = usize::from(soft) + 2 * usize::from(plates) + 4 * usize::from(helmet);
        &self.0[(firing.aim_at as usize * Round::ALL.len() + round as usize) * 8 + worn]
    }
}

/// Every round against every combination of armour.
fn every_impact() -> impl Iterator<Item = Impact> {
    let worn = |worn: usize| Armour { soft: worn & 1 > 0, plates: worn & 2 > 0, helmet: worn & 4 > 0 };
    Round::ALL.into_iter().flat_map(move |round| (0..8).map(move |number| Impact { round, armour: worn(number) }))
}

#[cfg(test)]
mod tests {
    use chance::Card;

    use super::*;
    use crate::fire::hit::{SecondCard, hit_outcome};
    use crate::options::{ArmourKnockdown, BrainstemHelmet, MagnumVsSoft, SoftCoverage};
    use crate::weapon::{Weapon, catalogue};

    /// Every card for every named location, round and armour, under every option that matters.
    #[test]
    fn a_table_says_what_the_rule_says() {
        let mut seen = 0;
        for options in 0..16 {
            let rules = Rules {
                armour_knockdown: [ArmourKnockdown::Off, ArmourKnockdown::On][options & 1],
                magnum_vs_soft: [MagnumVsSoft::Stopped, MagnumVsSoft::AsRifle][options >> 1 & 1],
                soft_coverage: [SoftCoverage::Torso, SoftCoverage::All][options >> 2 & 1],
                brainstem_helmet: [BrainstemHelmet::Ignores, BrainstemHelmet::Applies][options >> 3],
                ..Rules::default()
            };
            let tables = HitTables::new(&rules);
            let (_, weapon) = catalogue().next().expect("a weapon");
            for (&aim_at, hit) in AimAt::ALL.iter().flat_map(|aim_at| every_impact().map(move |hit| (aim_at, hit))) {
                let Impact { round, armour } = hit;
                let weapon = Weapon { round, ..weapon };
                let firing = Firing { aim_at, armour, ..Firing::plain(weapon, &rules) };
                let table = tables.of(&firing);
                for (value, red) in (0..14_u8).flat_map(|value| [(value, false), (value, true)]) {
                    let (card, second) = (Card::new(value, red), SecondCard { value, red });
                    assert_eq!(table.named.of(card), hit_outcome(aim_at, second, hit, &rules));
                    assert_eq!(table.random.of(card), hit_outcome(AimAt::None, second, hit, &rules));
                    seen += 1;
                }
                let helps = armour.helmet && round != Round::Fifty && options >> 3 == 1;
                assert_eq!(table.fatal, aim_at == AimAt::BrainStem && !helps);
            }
        }
        assert_eq!(seen, 16 * 7 * 5 * 8 * 28);
    }
}
