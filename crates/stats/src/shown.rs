//! An estimate as text, with no more decimals than its precision supports.

use std::fmt;

use crate::{Basis, Estimate};

/// Significant digits of a computed value unless [`Shown::digits`] says otherwise.
const EXACT_DIGITS: usize = 6;

/// The most decimals printed.
const MAX_DECIMALS: usize = 15;

/// The scale in which a number is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Unscaled.
    Plain,
    /// In hundredths, with a percent sign.
    Percent,
}

/// An [`Estimate`] about to be shown; made by [`Estimate::shown`]. Width and alignment of a format string apply.
///
/// A sampled value shows as `0.527 ±0.004`, or as `0.0010 (0.0002 to 0.0056)` if its interval is so far off centre that
/// a ± would mislead. A computed value shows as `0.527344 exact`, or as `0.527 to 0.531 exact` if the unresolved part
/// is large enough to be seen. `no data` means that no engagement was played.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    estimate: Estimate,
    unit: Unit,
    digits: usize,
    signed: bool,
}

impl Estimate {
    /// The estimate as text.
    #[must_use]
    pub const fn shown(self, unit: Unit) -> Shown {
        Shown { estimate: self, unit, digits: EXACT_DIGITS, signed: false }
    }
}

impl Shown {
    /// Significant digits of a computed value.
    #[must_use]
    pub const fn digits(self, digits: usize) -> Shown {
        Shown { digits, ..self }
    }

    /// Writes a plus before positive values, as for a difference.
    #[must_use]
    pub const fn signed(self) -> Shown {
        Shown { signed: true, ..self }
    }

    fn text(&self) -> String {
        let scale = if self.unit == Unit::Percent { 100.0 } else { 1.0 };
        let percent = if self.unit == Unit::Percent { " %" } else { "" };
        let value = self.estimate.value * scale;
        let (low, high) = self.estimate.interval();
        let (low, high) = (low * scale, high * scale);
        let number = |number: f64, decimals: usize| fixed(number, decimals, self.signed);
        match self.estimate.basis {
            _ if value.is_nan() => "no data".to_owned(),
            Basis::Exact { .. } => {
                let decimals = decimals_for_digits(value, self.digits);
                if high - value < 0.5 * 10_f64.powi(-(decimals as i32)) {
                    return format!("{}{percent} exact", number(value, decimals));
                }
                let decimals = crate::decimals(high - value);
                format!("{} to {}{percent} exact", number(value, decimals), number(high, decimals))
            }
            Basis::Sampled { .. } => {
                let half = (high - low) / 2.0;
                if half.is_infinite() {
                    return format!("{} ±∞{percent}", number(value, decimals_for_digits(value, self.digits)));
                }
                let decimals = decimals(half);
                if ((low + high) / 2.0 - value).abs() <= half / 10.0 {
                    return format!("{} ±{half:.decimals$}{percent}", number(value, decimals));
                }
                // The near end is much nearer than the half-width, and would round to nothing.
                let [value, low, high] = [value, low, high].map(|end| number(end, decimals + 1));
                format!("{value} ({low} to {high}){percent}")
            }
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

/// The number of decimals that a value with this half-width supports: down to the half-width's first significant digit,
/// and one more if that digit is a one. At most 15; zero for a half-width that is zero or not finite.
#[must_use]
pub fn decimals(half_width: f64) -> usize {
    let half_width = half_width.abs();
    if half_width <= 0.0 || !half_width.is_finite() {
        return 0;
    }
    // Uses scientific notation, which rounds as the printed half-width will.
    let two_digits = format!("{half_width:.1e}");
    let (mantissa, exponent) = two_digits.split_once('e').expect("scientific notation has an exponent");
    let exponent: i32 = exponent.parse().expect("the exponent is an integer");
    let extra = i32::from(mantissa.starts_with('1'));
    usize::try_from(extra - exponent).unwrap_or(0).min(MAX_DECIMALS)
}

/// The number of decimals that show `value` to `digits` significant digits.
fn decimals_for_digits(value: f64, digits: usize) -> usize {
    if value.abs() <= 0.0 || !value.is_finite() {
        return 0;
    }
    let exponent = value.abs().log10().floor() as i64;
    usize::try_from(digits as i64 - 1 - exponent).unwrap_or(0).min(MAX_DECIMALS)
}

/// A number rounded to `decimals`; one that rounds to zero has no sign.
fn fixed(number: f64, decimals: usize, signed: bool) -> String {
    let text = format!("{number:+.decimals$}");
    let (sign, magnitude) = text.split_at(1);
    let zero = magnitude.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if zero || (sign == "+" && !signed) { magnitude.to_owned() } else { text }
}

/// A count in groups of three digits: `1,000,000`.
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Moments, ProportionInterval};

    fn sampled(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, basis: Basis::Sampled { low, high, n: 1000 } }
    }

    #[track_caller]
    fn check(shown: Shown, expected: &str) {
        assert_eq!(shown.to_string(), expected);
    }

    #[test]
    fn decimals_follow_the_half_width() {
        for (half_width, expected) in [
            (0.004, 3),
            (0.0049, 3),
            (0.0014, 4),
            (0.0096, 3),
            (0.009_96, 3),
            (0.1, 2),
            (0.3, 1),
            (1.5, 1),
            (3.0, 0),
            (140.0, 0),
            (0.0, 0),
            (f64::INFINITY, 0),
            (1e-30, 15),
        ] {
            assert_eq!(decimals(half_width), expected, "{half_width}");
        }
    }

    #[test]
    fn sampled_values() {
        let even = sampled(0.5273, 0.5231, 0.5315);
        check(even.shown(Unit::Plain), "0.527 ±0.004");
        check(even.shown(Unit::Percent), "52.7 ±0.4 %");
        check(sampled(0.0312, 0.0298, 0.0326).shown(Unit::Percent).signed(), "+3.12 ±0.14 %");
        check(sampled(-0.0001, -0.0031, 0.0029).shown(Unit::Plain).signed(), "0.000 ±0.003");
        check(sampled(-0.03, -0.033, -0.027).shown(Unit::Plain), "-0.030 ±0.003");
        assert_eq!(format!("[{:>14}]", even.shown(Unit::Plain)), "[  0.527 ±0.004]");
    }

    #[test]
    fn lopsided_intervals_show_both_ends() {
        let rare = ProportionInterval::Wilson.estimate(1, 1000, Level::default());
        check(rare.shown(Unit::Plain), "0.0010 (0.0002 to 0.0056)");
        let never = ProportionInterval::Wilson.estimate(0, 1000, Level::default());
        check(never.shown(Unit::Percent), "0.000 (0.000 to 0.383) %");
    }

    #[test]
    fn computed_values() {
        check(Estimate::exact(0.527_343_75).shown(Unit::Plain), "0.527344 exact");
        check(Estimate::exact(0.527_343_75).shown(Unit::Percent).digits(4), "52.73 % exact");
        check(Estimate::exact(0.0).shown(Unit::Plain), "0 exact");
        check(Estimate::exact(1.0).shown(Unit::Percent).digits(3), "100 % exact");
        check(Estimate::exact(12.5).shown(Unit::Plain).signed(), "+12.5000 exact");
        let bracketed = |unresolved| Estimate { value: 0.527, basis: Basis::Exact { unresolved } };
        check(bracketed(1e-12).shown(Unit::Plain), "0.527000 exact");
        check(bracketed(0.004).shown(Unit::Plain), "0.527 to 0.531 exact");
    }

    #[test]
    fn too_few_engagements() {
        let nothing = ProportionInterval::Wilson.estimate(0, 0, Level::default());
        check(nothing.shown(Unit::Percent), "no data");
        let once = Moments { n: 1, sum: 7, sum_of_squares: 49 };
        check(once.estimate(Level::default()).shown(Unit::Plain).digits(1), "7 ±∞");
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
