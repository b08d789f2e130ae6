//! The charts of a search for a fair fight.

use stats::Estimate;

use super::figure::{Figure, Named, Plot};
use super::pick_chart::{compared, over_two_axes};
use super::style::Ramp;
use crate::balance::Fair;
use crate::layout::Layout;

/// A chart of the quantity over the values played, or of the fair values over the other swept keys; empty if nothing is
/// fair.
pub(super) fn of_fair(fair: &Fair<'_>) -> Vec<Named> {
    let basis = |figure: Figure| Figure { basis: fair.basis(), ..figure };
    if let Some(looks) = fair.looks() {
        let Some(at) = Layout::of(&looks) else { return Vec::new() };
        let title = &looks.columns[0].label;
        let mut figure = basis(compared(&looks, &at, &[0], title));
        if let Plot::Lines(lines) = &mut figure.plot {
            lines.sought.level = Some(fair.target);
            lines.also.push(Estimate::exact(fair.target));
            let own = fair.own_value().and_then(|own| {
                let place = lines.x_labels.iter().position(|label| *label == own)?;
                Some((*lines.places.get(place)?, format!("the file’s own: {own}")))
            });
            lines.sought.own = own;
        }
        return vec![("looks".to_owned(), figure)];
    }
    let any = fair.points.iter().any(|(_, balance)| balance.fair().is_some());
    let Some(values) = fair.fair_values().filter(|_| any) else { return Vec::new() };
    let figures = match Layout::of(&values) {
        None => Vec::new(),
        Some(at) if at.series.is_none() => {
            vec![("fair".to_owned(), compared(&values, &at, &[0], &values.columns[0].label))]
        }
        Some(at) => over_two_axes(&values, &at, &[0], |_| Ramp::Sequential),
    };
    figures.into_iter().map(|(name, figure)| (name, basis(figure))).collect()
}
