//! The actions of a figure in the rulebook's terms, and the questions that ask for them. `may.rs` decides whether an
//! action is legal.

use field::{Cell, Figures};

pub use crate::state::Aim;
use crate::table::Test;

/// An action: a figure's answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Does nothing: stays as it is and holds its fire.
    Nothing,
    /// Fires, its dice allotted to one target or several (CR-target-1).
    Fire(Aim),
    /// Moves; the destination is asked when all movers move (CR-move-1).
    Move,
    /// Goes towards this cell as far as it can (CR-move-1).
    Go(Cell),
    /// Moves fast (CR-fast-1).
    Fast,
    /// Goes prone, which ends its movement (CR-move-2).
    GoProne,
    /// Charges an enemy in sight instead of firing (CR-wtc-1).
    Charge(u8),
    /// Throws a grenade at a spot, or fires a launcher at it (CR-gren-1, CR-blast-3).
    Burst(Cell),
    /// Changes to its other weapon, at the start of its activation (CR-fig-4).
    Change,
    /// Picks up a wounded friend in contact, before or during its move (CR-wound-1).
    PickUp(u8),
    /// Lays down the wounded friend it carries.
    Drop,
    /// Kills a helpless enemy in contact (CR-kill-1).
    Dispatch(u8),
    /// Captures a helpless enemy in contact (CR-kill-1).
    Capture(u8),
    /// Breaks off a melee (CR-break-1).
    BreakOff,
    /// Recovers from duck back: pops up where it is (CR-status-duck).
    PopUp,
    /// Holds its fire in ambush, unseen, until the figures that came into sight have moved (CR-insight-3).
    Ambush,
    /// Reloads, which takes the whole activation (CR-ammo-1).
    Reload,
    /// Passes this number of dice, by a Star's choice (CR-star-3).
    Pass(u8),
    /// Names this enemy's group as the best target or the biggest threat (CR-focus-1).
    Focus(u8),
}

/// A question to a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// What it does in its activation (CR-act-1).
    Act,
    /// Whether the group that it leads moves fast (CR-fast-1).
    Pace,
    /// Where it goes, with this much movement left, in thousandths of an inch (CR-move-1).
    Way {
        /// Thousandths of an inch.
        left: u32,
    },
    /// Whether it goes prone where it ends its move (CR-move-2).
    LieDown,
    /// What it does to a helpless enemy it has come into contact with (CR-kill-1).
    Finish {
        /// The figures it can dispatch or capture.
        among: Figures,
    },
    /// Whether it holds its fire on figures that come into its sight (CR-insight-3).
    Ambush {
        /// The figures that move.
        movers: Figures,
    },
    /// Whether it fights on in a melee (CR-melee-5).
    Melee,
    /// Which of these targets it fires at.
    Fire {
        /// The targets it can fire at.
        at: Figures,
        /// Whether it fires in reaction; if so, it must use all dice (Clarification 52).
        must: bool,
        /// Whether it can throw a grenade instead: in voluntary fire and in return fire (CR-blast-4).
        grenade: bool,
    },
    /// Which group is the best target or the biggest threat among several in sight (CR-focus-1).
    Focus {
        /// The enemies that its group sees.
        among: Figures,
    },
    /// How many dice it passes (CR-star-3).
    Pass {
        /// The test.
        test: Test,
        /// Whether it could fire.
        able: bool,
    },
}

impl Ask {
    /// Whether an action answers this question.
    #[must_use]
    pub const fn takes(self, action: &Action) -> bool {
        match action {
            Action::Nothing => true,
            Action::Fire(_) | Action::Burst(_) => matches!(self, Ask::Fire { .. }),
            Action::PopUp | Action::Reload | Action::Move | Action::Charge(_) | Action::Change | Action::Drop => {
                matches!(self, Ask::Act)
            }
            Action::PickUp(_) => matches!(self, Ask::Act | Ask::Way { .. }),
            Action::Dispatch(_) | Action::Capture(_) => matches!(self, Ask::Finish { .. }),
            Action::Ambush => matches!(self, Ask::Ambush { .. }),
            Action::BreakOff => matches!(self, Ask::Melee),
            Action::Go(_) => matches!(self, Ask::Way { .. }),
            Action::Fast => matches!(self, Ask::Pace),
            Action::GoProne => matches!(self, Ask::LieDown),
            Action::Pass(_) => matches!(self, Ask::Pass { .. }),
            Action::Focus(_) => matches!(self, Ask::Focus { .. }),
        }
    }
}
