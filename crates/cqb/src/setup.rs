//! A scenario's field.

use engage::Inches;

use crate::figure::Figure;
use crate::rules::{Fortune, Rules};
use crate::squad::Squad;

engage::rules! {
    /// Open ground: two lines of figures that face each other. Figures are points (CQB-1.2.3).
    Field {
        /// Path of a map file, relative to the scenario; without one the ground is open.
        map: Option<String>,
        /// Distance between the two lines at the start, in inches; an inch is a yard (CQB-1.2.2a). Every figure is this
        /// far from every enemy.
        range: Inches = Inches::whole(12),
        /// Distance between neighbours in a line, in inches; it matters for changes of target (CQB-5.3.6c).
        spacing: Inches = Inches::whole(2),
        /// Number of hostages. On open ground they stand in every line of fire, nearest first (CQB-5.3.3e); on a map
        /// they begin in the area `hostages`.
        hostages: u8 in 0..=16 = 0,
        /// Blue's luck, unless it is rolled for under `rules.luck`.
        blue_luck "Blue’s luck": Fortune,
        /// Red's luck, unless it is rolled for under `rules.luck`.
        red_luck "Red’s luck": Fortune,
    }
}

impl Field {
    /// Distance between a figure and an enemy along the axis on which the sides face each other.
    #[inline]
    pub(crate) fn apart(&self, figure: &Figure, other: &Figure) -> Inches {
        let between = self.range.thousandths() - figure.advance.thousandths() - other.advance.thousandths();
        Inches::from_thousandths(between.abs())
    }
}

/// The CQB part of a scenario.
pub type Setup = engage::Setup<Rules, Field, Squad>;
