//! How often an interval is to hold.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

/// How often an interval is to hold: strictly between 0 and 1, 0.95 by default.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Level(f64);

/// A level outside the open interval from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a level of {0} is not between 0 and 1 (0.95 means: holds in 95 of 100 runs)")]
pub struct LevelOutOfRange(pub f64);

impl Level {
    /// A level.
    ///
    /// # Errors
    /// [`LevelOutOfRange`] unless `level` lies strictly between 0 and 1.
    pub fn new(level: f64) -> Result<Level, LevelOutOfRange> {
        if level > 0.0 && level < 1.0 { Ok(Level(level)) } else { Err(LevelOutOfRange(level)) }
    }

    /// The level as a share.
    #[must_use]
    pub const fn share(self) -> f64 {
        self.0
    }

    /// How often it may fail to hold: α.
    #[must_use]
    pub fn error(self) -> f64 {
        1.0 - self.0
    }

    /// The level of each of `parts` intervals at which all of them together hold at this level (Bonferroni); zero parts
    /// count as one.
    #[must_use]
    pub fn shared(self, parts: usize) -> Level {
        let level = Level(1.0 - self.error() / parts.max(1) as f64);
        // If a float cannot tell the level from 1, the largest float below 1 is used.
        if level.0 < 1.0 { level } else { Level(1.0_f64.next_down()) }
    }

    /// The probability left outside at either end, α/2.
    #[must_use]
    pub fn tail(self) -> f64 {
        self.error() / 2.0
    }

    /// The standard normal quantile that leaves [`Level::tail`] above it; 1.96 at 95 %.
    #[must_use]
    pub fn z(self) -> f64 {
        -Normal::standard().inverse_cdf(self.tail())
    }
}

impl Default for Level {
    fn default() -> Level {
        Level(0.95)
    }
}

impl TryFrom<f64> for Level {
    type Error = LevelOutOfRange;

    fn try_from(level: f64) -> Result<Level, LevelOutOfRange> {
        Level::new(level)
    }
}

impl From<Level> for f64 {
    fn from(level: Level) -> f64 {
        level.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_from_tables() {
        for (level, z) in [(0.5, 0.674_489_750_196_082), (0.95, 1.959_963_984_540_054), (0.999, 3.290_526_731_491_926)]
        {
            assert!((Level::new(level).unwrap().z() - z).abs() < 1e-11, "{level}");
        }
    }

    #[test]
    fn shared_levels() {
        assert!((Level::default().shared(5).share() - 0.99).abs() < 1e-15);
        assert_eq!(Level::default().shared(0), Level::default());
        let finest = Level::new(1.0_f64.next_down()).unwrap().shared(usize::MAX);
        assert!(finest.share() < 1.0 && finest.z().is_finite());
    }

    #[test]
    fn only_shares_are_levels() {
        for level in [0.0, 1.0, -0.5, 95.0, f64::NAN, f64::INFINITY] {
            assert!(Level::new(level).is_err(), "{level}");
        }
        assert_eq!(serde_json::from_str::<Level>("0.9").unwrap(), Level::new(0.9).unwrap());
        assert!(serde_json::from_str::<Level>("95").is_err());
    }
}
