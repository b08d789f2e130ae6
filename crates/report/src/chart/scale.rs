//! Axes: round steps, ranges that include every interval, positions of swept values.

use stats::Estimate;

use crate::number::{self, Unit};

/// A linear axis with its ticks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: Vec<f64>,
    decimals: usize,
}

impl Scale {
    /// An axis over a range with about `steps` round steps. A range without width is widened.
    pub(super) fn over(low: f64, high: f64, steps: usize) -> Scale {
        let (low, high) = if low.is_finite() && high.is_finite() { (low, high) } else { (0.0, 1.0) };
        let widened = if high - low > 1e-9 { high - low } else { (low.abs() * 0.1).max(1.0) };
        let rough = widened / steps.max(1) as f64;
        let (mut unit, mut decimals) = (1.0, 0_usize);
        while unit > rough {
            unit /= 10.0;
            decimals += 1;
        }
        while unit * 10.0 <= rough {
            unit *= 10.0;
        }
        let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * unit).into_iter().find(|s| *s >= rough).unwrap_or(unit * 10.0);
        // A step of ten units needs a decimal less than the unit.
        let decimals = if step > 9.0 * unit && decimals > 0 { decimals - 1 } else { decimals };
        let first = (low / step + 1e-9).floor();
        let last = ((low + widened).max(high) / step - 1e-9).ceil();
        let count = (last - first).clamp(1.0, 100.0) as usize;
        let ticks: Vec<f64> = (0..=count).map(|i| (first + i as f64) * step).collect();
        Scale { low: ticks[0], high: ticks[count], ticks, decimals }
    }

    /// An axis for estimates with all their intervals, in the numbers that are shown. Chances that spread widely get the
    /// whole range from 0 to 100, bars begin at zero.
    pub(super) fn of<'a>(estimates: impl Iterator<Item = &'a Estimate>, unit: Unit, from_zero: bool) -> Scale {
        let (mut low, mut high, mut least) = (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY);
        for estimate in estimates.filter(|e| e.value.is_finite()) {
            least = least.min(estimate.value);
            let (from, to) = number::bounds(estimate);
            for end in [from, to, estimate.value].into_iter().filter(|end| end.is_finite()) {
                low = low.min(end * unit.scale());
                high = high.max(end * unit.scale());
            }
        }
        if low > high {
            (low, high) = (0.0, unit.scale());
        }
        match unit {
            Unit::Share if !from_zero && high - low > 40.0 => Scale::over(0.0, 100.0, 5),
            Unit::Share => {
                let scale = Scale::over(if from_zero { low.min(0.0) } else { low }, high, 5);
                scale.within(-1e-9, 100.0 + 1e-9, low, high)
            }
            // A count is never negative, although an interval around zero may reach below it.
            Unit::Count => Scale::over(if least < 0.0 { low } else { 0.0 }, high, 5),
        }
    }

    /// Drops ticks outside the possible range, unless the data reach there.
    fn within(mut self, least: f64, most: f64, low: f64, high: f64) -> Scale {
        self.ticks.retain(|t| (*t >= least || low < least) && (*t <= most || high > most));
        if self.ticks.len() < 2 {
            return Scale::over(0.0, 100.0, 5);
        }
        self.low = self.ticks[0];
        self.high = self.ticks[self.ticks.len() - 1];
        self
    }

    /// The position of a value, from 0 to 1; values outside are drawn at the edge.
    pub(super) fn place(&self, value: f64) -> f64 {
        if value.is_finite() { ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The text of a tick.
    pub(super) fn label(&self, tick: f64) -> String {
        number::decimal(tick, self.decimals, false)
    }
}

/// The positions of swept values along an axis, from 0 to 1.
pub(super) fn places(values: Option<&[f64]>, count: usize) -> Vec<f64> {
    let even = || (0..count).map(|i| if count > 1 { i as f64 / (count - 1) as f64 } else { 0.5 }).collect();
    let Some(values) = values.filter(|v| v.len() > 1 && v.windows(2).all(|w| w[0] < w[1])) else {
        return even();
    };
    let (first, last) = (values[0], values[values.len() - 1]);
    let ratios = values.windows(2).map(|w| w[1] / w[0]);
    // Doubling ranges (3, 6, 12, 24, 48) would crowd together on a true scale, so values that grow by a similar ratio
    // are spaced evenly.
    let geometric = first > 0.0 && values.len() > 2 && ratios.clone().all(|r| r >= 1.4);
    if geometric { even() } else { values.iter().map(|v| (v - first) / (last - first)).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_the_range() {
        let scale = Scale::over(0.0, 100.0, 5);
        assert_eq!(scale.ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        for (low, high) in
            [(0.0, 0.0), (1.0, 1.0), (-3.0, -3.0), (0.013, 0.0131), (-7.0, 12.0), (99.9, 100.0), (1e7, 2e7)]
        {
            let scale = Scale::over(low, high, 5);
            assert!(scale.low <= low + 1e-6 && scale.high >= high - 1e-6, "{low} to {high}: {scale:?}");
            assert!(scale.ticks.len() >= 2 && scale.ticks.len() <= 12, "{low} to {high}: {scale:?}");
        }
        assert!(Scale::over(f64::NAN, f64::INFINITY, 5).ticks.len() > 1);
    }

    #[test]
    fn chances_stay_between_0_and_100() {
        let high = [Estimate::exact(0.993), Estimate::exact(0.999)];
        let scale = Scale::of(high.iter(), Unit::Share, false);
        assert!(scale.high <= 100.001 && scale.low > 95.0, "{scale:?}");
        let one = [Estimate::exact(1.0)];
        let scale = Scale::of(one.iter(), Unit::Share, false);
        assert!(scale.high <= 100.001 && scale.place(100.0) > 0.99, "{scale:?}");
        assert!(Scale::of([].iter(), Unit::Share, true).place(100.0) >= 1.0, "nothing known: the whole range");
    }

    #[test]
    fn doubling_ranges_stand_evenly() {
        assert_eq!(places(Some(&[3.0, 6.0, 12.0]), 3), [0.0, 0.5, 1.0]);
        assert_eq!(places(Some(&[0.0, 1.0, 4.0]), 3), [0.0, 0.25, 1.0]);
        assert_eq!(places(None, 1), [0.5]);
    }
}
