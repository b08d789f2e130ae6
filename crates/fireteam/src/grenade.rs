//! Hand grenades: what the blast does to a figure (FT-gren).

use chance::{Address, Chance, D6};
use engage::Inches;

use crate::figure::{Movement, Posture};
use crate::fire::on;
use crate::purpose;
use crate::rules::{Effect, Rules};

engage::options! {
    /// Kinds of hand grenade (FT-gren-6).
    Grenade {
        /// Only a primary blast circle.
        Offensive,
        /// A primary and a secondary circle.
        Defensive,
    }
}

/// A figure near a burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exposed {
    /// Distance from the burst.
    pub distance: Inches,
    /// Standing or prone.
    pub posture: Posture,
    /// His own latest move.
    pub movement: Movement,
    /// Whether he has a wound already.
    pub wounded: bool,
}

impl Exposed {
    /// The reach of a grenade's circles (FT-gren-5, FT-gren-6).
    pub(crate) fn reach(rules: &Rules, grenade: Grenade) -> Inches {
        match grenade {
            Grenade::Offensive => rules.blast.primary,
            Grenade::Defensive => rules.blast.primary.max(rules.blast.secondary),
        }
    }

    /// The results by the die; none outside the circles (FT-gren-5, FT-gren-6).
    #[must_use]
    pub fn results(&self, rules: &Rules, grenade: Grenade) -> Option<[Effect; 6]> {
        let circle = if self.distance <= rules.blast.primary {
            &rules.primary
        } else if grenade == Grenade::Defensive && self.distance <= rules.blast.secondary {
            &rules.secondary
        } else {
            return None;
        };
        let row = circle.row(self.posture, self.movement, rules.grenade_prone_rush_row);
        Some(row.map(|effect| on(effect, self.wounded)))
    }

    /// The effect of the burst on him (FT-gren-7 to FT-gren-9, FT-pin-7).
    pub fn blast<C: Chance>(&self, chance: &mut C, rules: &Rules, grenade: Grenade, at: Address) -> Effect {
        match self.results(rules, grenade) {
            Some(results) => chance.roll(at.purpose(purpose::BLAST), &D6, |die| results[usize::from(die) - 1]),
            None => Effect::Nothing,
        }
    }
}
