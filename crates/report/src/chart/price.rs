//! The chart of costs: a bar for each unit, with its interval.

use super::figure::{Figure, Named, Plot};
use super::kinds::{Bars, Series};
use super::style;
use crate::number::Unit;
use crate::price::Prices;

/// The costs of all units, the dearest first.
pub(super) fn of_prices(prices: &Prices<'_>) -> Named {
    let drawn = prices.drawn();
    let series = Series {
        name: "points".to_owned(),
        colour: style::side(engage::Side::Blue),
        values: drawn.iter().map(|(_, cost)| Some(*cost)).collect(),
    };
    let bars = Bars {
        x_title: "points".to_owned(),
        y_title: String::new(),
        groups: drawn.into_iter().map(|(name, _)| name).collect(),
        unit: Unit::Count,
        legend: String::new(),
        series: vec![series],
        colours: Vec::new(),
        also: Vec::new(),
    };
    let title = "What one of each unit costs".to_owned();
    let figure = Figure { title, held: String::new(), basis: prices.basis(), plot: Plot::Bars(bars) };
    ("price".to_owned(), figure)
}
