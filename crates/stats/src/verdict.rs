//! Whether a difference matters.

use serde::{Deserialize, Serialize};

use crate::{Basis, Estimate};

/// How large a difference of shares has to be to matter, unless a scenario says otherwise: one point.
pub const SHARE_MATTERS: f64 = 0.01;

/// How large a difference of means has to be to matter, unless a scenario says otherwise: this part of the baseline's
/// mean.
pub const MEAN_MATTERS: f64 = 0.05;

/// The rounding error that a computed difference of zero may have.
const ROUNDING: f64 = 1e-12;

/// The widest bracket in which a computed difference may still count as zero. Solvers leave far less than this
/// unresolved.
const RESOLVED: f64 = 1e-6;

/// What an interval says about a difference, given a margin: how large a difference has to be to matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// There is no difference: both values are computed, and they differ only by rounding and by what a solver leaves
    /// unresolved.
    Equal,
    /// The whole interval lies above the margin.
    More,
    /// The whole interval lies below minus the margin.
    Less,
    /// The whole interval lies within the margin to either side.
    TooSmall,
    /// The interval crosses an end of the margin.
    CannotTell {
        /// Roughly how many engagements would decide it, judged from those behind it: an interval shrinks with the
        /// square root of their number. `None` if nothing can be said.
        needed: Option<u64>,
    },
}

impl Verdict {
    /// The verdict on a difference. `margin` is how large it has to be to matter, in the same unit.
    #[must_use]
    pub fn of(difference: &Estimate, margin: f64) -> Verdict {
        let (low, high) = difference.interval();
        let resolved = matches!(difference.basis, Basis::Exact { unresolved } if unresolved <= RESOLVED);
        if resolved && low <= ROUNDING && high >= -ROUNDING {
            return Verdict::Equal;
        }
        if low >= margin && low > 0.0 {
            return Verdict::More;
        }
        if high <= -margin && high < 0.0 {
            return Verdict::Less;
        }
        if low > -margin && high < margin {
            return Verdict::TooSmall;
        }
        let needed = match difference.basis {
            Basis::Exact { .. } => None,
            Basis::Sampled { n, .. } => {
                let away = (difference.value.abs() - margin).abs();
                let arm = (high - difference.value).max(difference.value - low);
                let needed = n as f64 * (arm / away) * (arm / away);
                (n > 0 && needed.is_finite()).then_some(needed.round() as u64)
            }
        };
        Verdict::CannotTell { needed }
    }

    /// Whether the verdict says that the difference matters.
    #[must_use]
    pub const fn matters(self) -> bool {
        matches!(self, Verdict::More | Verdict::Less)
    }

    /// The word for it in data.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Equal => "equal",
            Verdict::More => "more",
            Verdict::Less => "less",
            Verdict::TooSmall => "too_small",
            Verdict::CannotTell { .. } => "cannot_tell",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(value: f64, half: f64) -> Estimate {
        Estimate { value, basis: Basis::Sampled { low: value - half, high: value + half, n: 1000 } }
    }

    #[test]
    fn by_hand() {
        let of = |value, half| Verdict::of(&sampled(value, half), 0.01);
        assert_eq!(of(0.05, 0.02), Verdict::More);
        assert_eq!(of(-0.05, 0.02), Verdict::Less);
        assert_eq!(of(0.002, 0.005), Verdict::TooSmall);
        // Certainly more than zero, but perhaps by less than matters: at 0.01 from the margin it takes (0.015 / 0.01)²
        // times as many.
        assert_eq!(of(0.02, 0.015), Verdict::CannotTell { needed: Some(2250) });
        assert_eq!(of(0.0, 0.02), Verdict::CannotTell { needed: Some(4000) });
        assert_eq!(of(0.01, 0.005), Verdict::CannotTell { needed: None });
    }

    #[test]
    fn computed_values_are_decided() {
        assert_eq!(Verdict::of(&Estimate::exact(0.01), 0.01), Verdict::More);
        assert_eq!(Verdict::of(&Estimate::exact(-0.0099), 0.01), Verdict::TooSmall);
        let open = Estimate { value: 0.009, basis: Basis::Exact { unresolved: 0.002 } };
        assert_eq!(Verdict::of(&open, 0.01), Verdict::CannotTell { needed: None });
    }

    #[test]
    fn only_computed_values_are_equal() {
        for margin in [0.0, 0.01] {
            assert_eq!(Verdict::of(&Estimate::exact(0.0), margin), Verdict::Equal);
            assert_eq!(Verdict::of(&Estimate::exact(-1.1e-16), margin), Verdict::Equal);
            assert_ne!(Verdict::of(&sampled(0.0, 0.0), margin), Verdict::Equal);
        }
        assert_eq!(Verdict::of(&Estimate::exact(1e-9), 0.0), Verdict::More);
        assert_eq!(Verdict::of(&Estimate::exact(-1e-9), 0.01), Verdict::TooSmall);
        let bracketed = |value, unresolved| Estimate { value, basis: Basis::Exact { unresolved } };
        assert_eq!(Verdict::of(&bracketed(-1e-9, 3e-9), 0.01), Verdict::Equal);
        assert_eq!(Verdict::of(&bracketed(1e-9, 3e-9), 0.01), Verdict::TooSmall);
        let open = bracketed(0.0, 0.002);
        assert_eq!(Verdict::of(&open, 0.01), Verdict::TooSmall);
    }

    #[test]
    fn nothing_played_tells_nothing() {
        let nothing = Estimate { value: f64::NAN, basis: Basis::Sampled { low: -1.0, high: 1.0, n: 0 } };
        assert_eq!(Verdict::of(&nothing, 0.01), Verdict::CannotTell { needed: None });
    }
}
