//! Decides the place of each axis: across, as rows or lines, or as separate charts.

use crate::frame::numeric;
use crate::sheet::Sheet;

/// How the axes of a sheet are laid out in tables and charts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The horizontal axis.
    pub(crate) x: usize,
    /// The axis of rows, lines or groups.
    pub(crate) series: Option<usize>,
    /// The axes that get a chart for each combination of their values.
    pub(crate) facets: Vec<usize>,
}

impl Layout {
    /// The last swept key with numbers is horizontal, otherwise the last swept key. The last of the remaining swept
    /// keys is the series, or the variants if none remains. `None` without an axis.
    pub(crate) fn of(sheet: &Sheet) -> Option<Layout> {
        let swept = sheet.axes.len() - usize::from(sheet.has_variants);
        let x = match swept {
            0 if sheet.has_variants => 0,
            0 => return None,
            _ => (0..swept).rfind(|&axis| numeric(&sheet.axes[axis]).is_some()).unwrap_or(swept - 1),
        };
        // A chart shows two keys, and each variant has a chart of its own: with variants as bars of a group it would be
        // too crowded.
        let variants = (swept..sheet.axes.len()).filter(|&axis| axis != x);
        let mut facets: Vec<usize> = variants.chain((0..swept).filter(|&axis| axis != x)).collect();
        let series = facets.pop();
        Some(Layout { x, series, facets })
    }
}

/// The combinations of all axes but one, with zero on that one.
pub(crate) fn bases(sheet: &Sheet, axis: usize) -> Vec<Vec<usize>> {
    let others: Vec<usize> = (0..sheet.axes.len()).filter(|&other| other != axis).collect();
    points(sheet, &others)
}

/// Every point over the given axes in row-major order, with zero on the others.
pub(crate) fn points(sheet: &Sheet, axes: &[usize]) -> Vec<Vec<usize>> {
    let mut points = vec![vec![0; sheet.axes.len()]];
    for &axis in axes {
        let values = 0..sheet.axes[axis].values.len();
        points = points.iter().flat_map(|p| values.clone().map(|v| with(p, axis, v))).collect();
    }
    points
}

/// The point with another value on one axis.
pub(crate) fn with(point: &[usize], axis: usize, value: usize) -> Vec<usize> {
    let mut point = point.to_vec();
    point[axis] = value;
    point
}

/// The values of a point on the given axes: `Red’s ability: Novice, Range 12 in`.
pub(crate) fn name(sheet: &Sheet, point: &[usize], axes: &[usize]) -> String {
    let value = |axis: usize| point.get(axis).copied().unwrap_or(usize::MAX);
    let parts: Vec<String> = axes.iter().map(|&axis| sheet.axes[axis].with(value(axis))).collect();
    parts.join(", ")
}

/// At most `limit` of `count` indices, evenly spread and with both ends.
pub(crate) fn spread(count: usize, limit: usize) -> Vec<usize> {
    if count <= limit || limit < 2 {
        return (0..count.min(limit)).collect();
    }
    (0..limit).map(|i| i * (count - 1) / (limit - 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_keeps_both_ends() {
        assert_eq!(spread(3, 6), [0, 1, 2]);
        assert_eq!(spread(20, 6), [0, 3, 7, 11, 15, 19]);
        assert_eq!(spread(0, 6), [0_usize; 0]);
    }
}
