//! Fire: one shot, from the die to its effect (GGG-fire, GGG-eff, GGG-snipe).

use chance::{Address, Chance, D6, Procedure};
use engage::Inches;

use crate::die::{Test, penalty};
use crate::figure::{Man, Pace, Weapon};
use crate::options::{FireEffectPenalty, SniperRow};
use crate::purpose;
use crate::rules::Rules;
use crate::spot::Stance;

/// The result of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// A miss.
    Miss,
    /// A wound.
    Wounded,
    /// The target is out of action.
    Out,
}

/// A shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The die to hit.
    pub to_hit: Test,
    /// The highest effect die that puts the target out. `None` for a sniper rifle, which always does (GGG-snipe-5).
    pub out_up_to: Option<i8>,
}

/// The die to hit (GGG-fire-2 to GGG-fire-6, GGG-snipe-6, GGG-snipe-9).
#[must_use]
pub fn to_hit(rules: &Rules, weapon: Weapon, firer: &Man, pace: Pace, target: Stance, range: Inches) -> Test {
    let sniper = weapon == Weapon::Sniper;
    let row = if sniper { rules.fire.sniper } else { rules.firing(pace) };
    let swapped = sniper && rules.sniper_row == SniperRow::Swapped;
    let need = if rules.is_long(range) != swapped { row.long } else { row.short };
    let hiding = if target.hiding { rules.penalties.hiding } else { 0 };
    let moving = if target.pace.moves() { rules.penalties.moving } else { 0 };
    let aim = if sniper { rules.aim_bonus.saturating_mul(firer.rifle.aim.min(100) as i8) } else { 0 };
    let off = hiding.saturating_add(moving).saturating_add(penalty(rules, firer));
    Test { need, modifier: aim.saturating_sub(off), natural: rules.natural_rolls }
}

impl Shot {
    /// A shot at a target at a range.
    #[must_use]
    pub fn new(
        rules: &Rules,
        weapon: Weapon,
        (firer, pace): (&Man, Pace),
        (target, stance): (&Man, Stance),
        range: Inches,
    ) -> Shot {
        let to_hit = to_hit(rules, weapon, firer, pace, stance, range);
        // A penalty does not lower the die. It raises the number up to which the target is out (GGG-die-4).
        let lowered = match rules.fire_effect_penalty {
            FireEffectPenalty::None => 0,
            FireEffectPenalty::Target => penalty(rules, target),
            FireEffectPenalty::Firer => penalty(rules, firer),
        };
        let out_up_to = (weapon != Weapon::Sniper).then(|| rules.out_up_to.saturating_add(lowered));
        Shot { to_hit, out_up_to }
    }

    /// The effect of a hit (GGG-eff-1, GGG-snipe-5).
    pub fn effect<C: Chance>(&self, chance: &mut C, at: Address) -> Effect {
        let Some(out_up_to) = self.out_up_to else { return Effect::Out };
        chance.with("effect d6").roll(at.purpose(purpose::EFFECT), &D6, |die| {
            if die as i8 <= out_up_to { Effect::Out } else { Effect::Wounded }
        })
    }
}

impl Procedure for Shot {
    type Outcome = Effect;

    /// Rolls to hit, then for the effect (GGG-eff-1).
    fn run<C: Chance>(&self, chance: &mut C, at: Address) -> Effect {
        if !self.to_hit.roll(chance, at.purpose(purpose::SHOT)) {
            return Effect::Miss;
        }
        self.effect(chance, at)
    }
}

/// A figure after this number of further wounds (GGG-eff-3, GGG-eff-4).
#[must_use]
pub const fn wounded(rules: &Rules, man: Man, wounds: u8) -> Man {
    let wounds = man.wounds.saturating_add(wounds);
    if rules.wound_limit > 0 && wounds >= rules.wound_limit { Man::OUT } else { Man { wounds, ..man } }
}
