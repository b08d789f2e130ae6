//! Numbers as text: with as many digits as the interval justifies, and with the interval or the word `exact`.

pub(crate) use stats::grouped;
use stats::{Basis, Estimate};

/// The unit in which a quantity is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// A share of engagements, shown in per cent.
    Share,
    /// The mean of a count, shown as it is.
    Count,
}

impl Unit {
    /// The factor from the stored number to the number shown.
    pub(crate) const fn scale(self) -> f64 {
        match self {
            Unit::Share => 100.0,
            Unit::Count => 1.0,
        }
    }

    /// The suffix of a single number.
    pub(crate) const fn suffix(self) -> &'static str {
        match self {
            Unit::Share => " %",
            Unit::Count => "",
        }
    }
}

/// The ends of the interval; that of an exact value extends upwards by the unresolved probability.
pub(crate) fn bounds(estimate: &Estimate) -> (f64, f64) {
    match estimate.basis {
        Basis::Exact { unresolved } => (estimate.value, estimate.value + unresolved),
        Basis::Sampled { low, high, .. } => (low, high),
    }
}

/// A number for data formats: unrounded, with zero unsigned; `None` if it is infinite or unknown.
pub(crate) fn data(number: f64) -> Option<f64> {
    number.is_finite().then_some(number + 0.0)
}

/// Whether the value was computed rather than sampled.
pub(crate) const fn is_exact(estimate: &Estimate) -> bool {
    matches!(estimate.basis, Basis::Exact { .. })
}

/// A number without its interval.
pub(crate) fn plain(estimate: &Estimate, unit: Unit) -> String {
    parts(estimate, unit, false).0
}

/// The margin of a number: `±0.004`, or empty for an exact value.
pub(crate) fn margin(estimate: &Estimate, unit: Unit) -> String {
    parts(estimate, unit, false).1
}

/// A number with its interval or the word `exact`: `86.31 ±0.07`, `3.42 exact`.
pub(crate) fn full(estimate: &Estimate, unit: Unit) -> String {
    joined(estimate, parts(estimate, unit, false))
}

/// A difference with its sign and its interval or the word `exact`: `+2.31 ±0.04`.
pub(crate) fn signed(estimate: &Estimate, unit: Unit) -> String {
    joined(estimate, parts(estimate, unit, true))
}

/// A difference with its sign, without interval.
pub(crate) fn signed_alone(estimate: &Estimate, unit: Unit) -> String {
    parts(estimate, unit, true).0
}

/// A number as written in sentences: `86.3 % ±0.1`, `28.57 % exact`.
pub(crate) fn spoken(estimate: &Estimate, unit: Unit) -> String {
    let (number, margin) = parts(estimate, unit, false);
    let trust = if margin.is_empty() { "exact" } else { &margin };
    if is_limit(&number) { number + unit.suffix() } else { format!("{number}{} {trust}", unit.suffix()) }
}

/// A number from a file, without noise from its binary form.
pub(crate) fn trimmed(number: f64) -> f64 {
    (number * 1e9).round() / 1e9
}

/// A format for numbers side by side: all have as many decimals as the least certain of them allows, and their margin
/// is given once.
pub(crate) struct Alike {
    unit: Unit,
    sign: bool,
    decimals: usize,
    /// The longest arm of an interval, in the unit shown; zero if all are exact.
    reach: f64,
}

impl Alike {
    pub(crate) fn of<'e>(all: impl Iterator<Item = &'e Estimate>, unit: Unit, sign: bool) -> Alike {
        let arm = |estimate: &Estimate| {
            let (low, high) = bounds(estimate);
            let arm = (high - estimate.value).max(estimate.value - low) * unit.scale();
            let visible = !is_exact(estimate) || arm > 0.005;
            if visible && arm.is_finite() { arm } else { 0.0 }
        };
        let reach = all.map(arm).fold(0.0, f64::max);
        let exact = if unit == Unit::Share { 1 } else { 2 };
        let decimals = if reach > 0.0 { margin_decimals(reach) } else { exact };
        Alike { unit, sign, decimals, reach }
    }

    /// A number without its margin. An uncertain chance never looks like 0 or 100 %.
    pub(crate) fn shown(&self, estimate: &Estimate) -> String {
        let text = decimal(estimate.value * self.unit.scale(), self.decimals, self.sign);
        let ends = text.parse::<f64>().is_ok_and(|shown| shown <= 0.0 || shown >= self.unit.scale());
        let certain = estimate.value <= 0.0 || estimate.value >= 1.0;
        if !certain && ends && !self.sign && self.unit == Unit::Share { plain(estimate, self.unit) } else { text }
    }

    /// The longest arm of an interval as text; `None` if all are exact.
    pub(crate) fn reach(&self) -> Option<String> {
        let Alike { reach, decimals, .. } = *self;
        (reach > 0.0).then(|| format!("±{reach:.decimals$}"))
    }

    /// The certainty of `count` numbers: `each ±0.10 at most`, or `exact`.
    pub(crate) fn trust(&self, count: usize) -> String {
        match (self.reach(), count) {
            (None, _) => "exact".to_owned(),
            (Some(reach), 1) => reach,
            (Some(reach), _) => format!("each {reach} at most"),
        }
    }
}

fn joined(estimate: &Estimate, (number, margin): (String, String)) -> String {
    if !margin.is_empty() {
        format!("{number} {margin}")
    } else if is_exact(estimate) && estimate.value.is_finite() && !is_limit(&number) {
        format!("{number} exact")
    } else {
        number
    }
}

/// The number and its margin, as text.
fn parts(estimate: &Estimate, unit: Unit, sign: bool) -> (String, String) {
    if !estimate.value.is_finite() {
        return ("n/a".to_owned(), String::new());
    }
    let value = estimate.value * unit.scale();
    let (low, high) = bounds(estimate);
    // The longer arm, so that the margin shown never promises more than the interval.
    let reach = (high - estimate.value).max(estimate.value - low) * unit.scale();
    let negligible = value.abs() < 0.5 * 10_f64.powi(-FINEST);
    if sign && is_exact(estimate) && value != 0.0 && reach < 0.005 && (value.abs() <= reach || negligible) {
        // A difference within the unresolved probability or the rounding of two solutions is zero.
        return (decimal(0.0, 2, sign), String::new());
    }
    let visible = reach > 0.5 * 10_f64.powi(-exact_decimals(value, unit));
    if reach.is_finite() && reach > 0.0 && (visible || !is_exact(estimate)) {
        let decimals = margin_decimals(reach);
        return (decimal(value, decimals, sign), format!("±{reach:.decimals$}"));
    }
    #[expect(clippy::float_cmp, reason = "only what is exactly certain may look certain")]
    let certain = match unit {
        Unit::Share => (value == 0.0 || value == 100.0) && low == high,
        Unit::Count => value.fract() == 0.0,
    };
    let decimals = if certain { 0 } else { usize::try_from(exact_decimals(value, unit)).unwrap_or(2) };
    let finest = 10_f64.powi(-FINEST);
    let number = match unit {
        // An uncertain number never looks like 0 or 100 %.
        _ if !certain && negligible => format!("<{}", decimal(finest, FINEST as usize, false)),
        Unit::Share if !certain && !sign && 100.0 - value < 0.5 * finest => {
            format!(">{}", decimal(100.0 - finest, FINEST as usize, false))
        }
        _ => decimal(value, decimals, sign),
    };
    (number, String::new())
}

/// Whether the text of a number is only a bound, such as `<0.001`.
fn is_limit(number: &str) -> bool {
    number.starts_with(['<', '>'])
}

/// The most decimals of an exact value.
const FINEST: i32 = 6;

/// Decimals that show a half-width to one significant digit, or to two if the first is a 1.
fn margin_decimals(reach: f64) -> usize {
    let (mantissa, exponent) = scientific(reach);
    let digits = if mantissa < 1.95 { 2 } else { 1 };
    usize::try_from((digits - 1 - exponent).clamp(0, 12)).unwrap_or(0)
}

/// Decimals of an exact value: two, or up to six if two would show 0 or 100.
fn exact_decimals(value: f64, unit: Unit) -> i32 {
    let from_end = match unit {
        Unit::Share => value.abs().min((100.0 - value.abs()).abs()),
        Unit::Count => value.abs(),
    };
    if from_end == 0.0 { 2 } else { (1 - scientific(from_end).1).clamp(2, FINEST) }
}

/// Mantissa and decimal exponent, taken from the shortest exact text, because a logarithm might round differently
/// elsewhere.
fn scientific(value: f64) -> (f64, i32) {
    let text = format!("{value:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.parse().unwrap_or(0.0), exponent.parse().unwrap_or(0))
}

/// A number rounded to `decimals`; zero never carries a minus.
pub(crate) fn decimal(value: f64, decimals: usize, sign: bool) -> String {
    let text = if sign { format!("{value:+.decimals$}") } else { format!("{value:.decimals$}") };
    let zero = text.chars().all(|c| !c.is_ascii_digit() || c == '0');
    if zero { text.trim_start_matches(['-', '+']).to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(value: f64, half: f64) -> Estimate {
        Estimate { value, basis: Basis::Sampled { low: value - half, high: value + half, n: 1000 } }
    }

    #[test]
    fn digits_follow_the_interval() {
        assert_eq!(full(&sampled(0.526_873, 0.0041), Unit::Count), "0.527 ±0.004");
        assert_eq!(full(&sampled(0.863_12, 0.000_71), Unit::Share), "86.31 ±0.07");
        assert_eq!(full(&sampled(0.863_12, 0.0013), Unit::Share), "86.31 ±0.13");
        assert_eq!(full(&sampled(12.4, 3.0), Unit::Count), "12 ±3");
        assert_eq!(full(&sampled(1234.0, 340.0), Unit::Count), "1234 ±340");
    }

    #[test]
    fn a_lopsided_interval_shows_its_longer_arm() {
        let never = Estimate { value: 0.0, basis: Basis::Sampled { low: 0.0, high: 0.000_004, n: 1_000_000 } };
        assert_eq!(full(&never, Unit::Share), "0.0000 ±0.0004");
    }

    #[test]
    fn exact_values_say_so_and_never_round_to_certainty() {
        assert_eq!(full(&Estimate::exact(2.0 / 7.0), Unit::Share), "28.57 exact");
        assert_eq!(full(&Estimate::exact(0.0), Unit::Share), "0 exact");
        assert_eq!(full(&Estimate::exact(1.0), Unit::Share), "100 exact");
        assert_eq!(full(&Estimate::exact(0.999_996), Unit::Share), "99.99960 exact");
        assert_eq!(full(&Estimate::exact(0.000_000_3), Unit::Share), "0.000030 exact");
        assert_eq!(spoken(&Estimate::exact(0.4529), Unit::Share), "45.29 % exact");
        let nearly = Estimate { value: 1.0 - 9e-14, basis: Basis::Exact { unresolved: 9e-14 } };
        assert_eq!(
            (full(&nearly, Unit::Share), spoken(&nearly, Unit::Share)),
            (">99.999999".into(), ">99.999999 %".into())
        );
        assert_eq!(spoken(&Estimate::exact(7.6e-13), Unit::Share), "<0.000001 %");
        assert_eq!(full(&Estimate::exact(3e-9), Unit::Count), "<0.000001");
        assert_eq!(full(&Estimate::exact(59.999_999_999_999_6), Unit::Count), "60.00 exact");
        assert_eq!(full(&Estimate::exact(8.0), Unit::Count), "8 exact");
        let open = Estimate { value: 0.5, basis: Basis::Exact { unresolved: 1e-12 } };
        assert_eq!(full(&open, Unit::Share), "50.00 exact");
        let wide = Estimate { value: 0.5, basis: Basis::Exact { unresolved: 0.01 } };
        assert_eq!(full(&wide, Unit::Share), "50.0 ±1.0");
        assert_eq!(full(&Estimate::exact(f64::NAN), Unit::Share), "n/a");
    }

    #[test]
    fn differences_carry_their_sign() {
        assert_eq!(signed(&sampled(0.0231, 0.0004), Unit::Share), "+2.31 ±0.04");
        assert_eq!(signed(&sampled(-0.000_001, 0.0004), Unit::Share), "0.00 ±0.04");
        assert_eq!(signed(&Estimate::exact(0.0), Unit::Count), "0 exact");
        let chains = |value: f64| Estimate { value, basis: Basis::Exact { unresolved: 1e-12 } };
        assert_eq!(signed(&chains(-4e-13), Unit::Share), "0.00 exact");
        assert_eq!(signed(&chains(4e-6), Unit::Share), "+0.00040 exact");
        assert_eq!(signed(&Estimate::exact(-1e-15), Unit::Share), "0.00 exact");
    }
}
