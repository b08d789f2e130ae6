//! The colours of columns, and of the values of an axis.

use plotters::style::RGBColor;

use super::style;
use crate::frame::numeric;
use crate::sheet::Sheet;

/// Colours of the values of an axis: light to dark for numbers, distinct hues for words.
pub(super) fn series_colours(sheet: &Sheet, axis: usize) -> impl Fn(usize) -> RGBColor {
    let count = sheet.axes[axis].values.len();
    let in_order = numeric(&sheet.axes[axis]).is_some();
    move |i| if in_order { style::ordered(i, count) } else { style::series(i) }
}

/// The colour of one of several columns: that of its side, lighter for each further column of the same side, and grey
/// for a column without a side beside columns of sides.
pub(super) fn colour(sheet: &Sheet, columns: &[usize], place: usize) -> RGBColor {
    let side = |column: usize| sheet.columns[column].side;
    let own = side(columns[place]);
    if columns.iter().all(|&column| side(column).is_none()) {
        return style::series(place);
    }
    let alike: Vec<usize> = (0..columns.len()).filter(|&other| side(columns[other]) == own).collect();
    let index = alike.iter().position(|&other| other == place).unwrap_or(0);
    style::lighter(own.map_or(style::AXIS, style::side), index, alike.len())
}
