//! What a figure may be told to do, in the rulebook's terms, and when it is asked. Whether it may is said in `may.rs`.

use field::{Cell, Figures};

pub use crate::state::Aim;
use crate::table::Test;

/// What a figure does when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing: it stays as it is and holds its fire.
    Nothing,
    /// Fires, its dice allotted to one target or several (CR-target-1).
    Fire(Aim),
    /// Moves; where to is asked when all who move do so (CR-move-1).
    Move,
    /// Goes this way as far as it can: to this cell (CR-move-1).
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
    /// Takes up a wounded friend with whom it is in contact, before its move or in the midst of it (CR-wound-1).
    PickUp(u8),
    /// Lays down the wounded friend whom it carries.
    Drop,
    /// Kills a helpless enemy with whom it is in contact (CR-kill-1).
    Dispatch(u8),
    /// Captures one (CR-kill-1).
    Capture(u8),
    /// Breaks off a melee (CR-break-1).
    BreakOff,
    /// Recovers from duck back: pops up where it is (CR-status-duck).
    PopUp,
    /// Holds its fire in ambush, unseen, until those who came into sight have moved (CR-insight-3).
    Ambush,
    /// Reloads, which takes the whole activation (CR-ammo-1).
    Reload,
    /// Passes this number of dice, as a Star may choose to (CR-star-3).
    Pass(u8),
    /// Names the group of an enemy as the best target or the biggest threat (CR-focus-1).
    Focus(u8),
}

/// When a figure is asked, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// What it does in its activation (CR-act-1).
    Act,
    /// Whether its group moves fast, as the one that leads it (CR-fast-1).
    Pace,
    /// Where it goes, with this much movement left, in thousandths of an inch (CR-move-1).
    Way {
        /// Thousandths of an inch.
        left: u32,
    },
    /// Whether it goes prone where it ends its move (CR-move-2).
    LieDown,
    /// What it does to a helpless enemy with whom it has come into contact (CR-kill-1).
    Finish {
        /// The figures it may dispatch or capture.
        among: Figures,
    },
    /// Whether it holds its fire on those who come into its sight (CR-insight-3).
    Ambush {
        /// Who moves.
        movers: Figures,
    },
    /// Whether it fights on in a melee (CR-melee-5).
    Melee,
    /// At whom of these it fires.
    Fire {
        /// The targets it may fire at.
        at: Figures,
        /// Whether it fires in reaction, which it does with all dice (Clarification 52).
        must: bool,
        /// Whether it may throw a grenade instead: on its own fire, and on return fire (CR-blast-4).
        grenade: bool,
    },
    /// Which group is the best target or the biggest threat among several in sight (CR-focus-1).
    Focus {
        /// The enemies whom its group sees.
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
    /// Whether an action is an answer to this.
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
