//! The rulebook as data: every table and option. `Default` is the rulebook as printed.

use engage::Inches;
use field::Mover;

use crate::figure::{Movement, Posture};
pub use crate::options::Rules;
use crate::options::*;
use crate::table::{ASSAULT_RIFLE, Arm, Cell};
pub use crate::tables::*;

/// Men's movement: solid things block, all other ground is open (FT-move-11), and doors open in passing.
pub(crate) const MOVER: Mover = Mover::UNHINDERED;

impl Circle {
    /// The row for a man's posture and latest move; a man who crawled counts as prone, or under an option as rushing
    /// (FT-gren-4).
    #[must_use]
    pub const fn row(&self, posture: Posture, movement: Movement, crawler: GrenadeProneRush) -> &[Effect; 6] {
        match (posture, movement, crawler) {
            (Posture::Prone, Movement::Rushing, GrenadeProneRush::Rushing) => &self.standing_or_rushing,
            (Posture::Prone, _, _) => &self.prone,
            (Posture::Standing, Movement::Moving, _) => &self.normal_move,
            (Posture::Standing, Movement::Stationary | Movement::Rushing, _) => &self.standing_or_rushing,
        }
    }
}

impl Rules {
    /// The rows of a weapon under the options (FT-fire-2, FT-fire-4a).
    ///
    /// # Errors
    /// The name is unknown.
    pub fn arm(&self, weapon: &str) -> Result<Arm, String> {
        let single = self.single.get(weapon).map(|row| {
            let cells = row.cells();
            match self.assault_rifle_single_row {
                AssaultRifleRow::ShiftedLeft if weapon == ASSAULT_RIFLE => {
                    [cells[1], cells[2], cells[3], cells[4], cells[5], Cell::default()]
                }
                AssaultRifleRow::SixInchAsTwelve if weapon == ASSAULT_RIFLE => {
                    [cells[1], cells[1], cells[2], cells[3], cells[4], cells[5]]
                }
                _ => cells,
            }
        });
        let automatic = self.automatic.get(weapon).copied();
        if single.is_none() && automatic.is_none() {
            let known: Vec<String> = self.weapons().map(|name| format!("`{name}`")).collect();
            return Err(format!("unknown weapon `{weapon}`, expected one of {}", known.join(", ")));
        }
        Ok(Arm {
            single,
            automatic: automatic.map(|row| row.cells()),
            zone: automatic.map(|row| (row.width, row.depth)),
        })
    }

    /// The names of all weapons, in alphabetical order.
    fn weapons(&self) -> impl Iterator<Item = &String> {
        let others = self.automatic.keys().filter(|name| !self.single.contains_key(*name));
        let mut names: Vec<&String> = self.single.keys().chain(others).collect();
        names.sort();
        names.into_iter()
    }
}

impl engage::Rulebook for Rules {
    fn problems(&self, at: &str) -> Vec<engage::Problem> {
        let mut problems = Vec::new();
        let mut report = |key: &str, message: &str| problems.push(engage::Problem::new(format!("{at}{key}"), message));
        if self.effect.iter().any(|effect| matches!(effect, Effect::Pinned)) {
            report(
                "effect",
                "`pinned` is not an effect of an unsaved hit, expected `nothing`, `wounded`, `serious` or `dead`",
            );
        }
        if self.vehicle_dice.tracked == 0 || self.vehicle_dice.wheeled == 0 {
            report("vehicle_dice", "expected at least 1 mph for a die");
        }
        for (name, row) in &self.automatic {
            if row.width <= Inches::default() || row.depth <= Inches::default() {
                report(&format!("automatic.{name}"), "expected a beaten zone: `width` and `depth` in inches");
            }
        }
        problems
    }
}
