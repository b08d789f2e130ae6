//! Where play changes along a key in inches.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Inches;

/// A place between two neighbouring thousandths of an inch at which play changes, given by the last distance of the
/// lower band. Rules that say "up to 24 inches" break after 24, rules that say "from 6 inches on" after 5.999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Break(Inches);

impl Break {
    /// The break after a distance.
    #[must_use]
    pub const fn after(last: Inches) -> Break {
        Break(last)
    }

    /// The last distance of the lower band.
    #[must_use]
    pub const fn last(self) -> Inches {
        self.0
    }

    /// The first distance of the upper band.
    #[must_use]
    pub const fn first(self) -> Inches {
        Inches::from_thousandths(self.0.thousandths() + 1)
    }

    /// Whether a number of inches lies in the upper band.
    #[must_use]
    pub fn is_below(self, inches: f64) -> bool {
        self.last() < thousandths(inches)
    }

    /// The rounder of the two distances, in inches.
    #[must_use]
    pub fn inches(self) -> f64 {
        let round = if self.is_before_round() { self.first() } else { self.last() };
        f64::from(round.thousandths()) / 1000.0
    }

    /// Whether the rounder distance belongs to the upper band: "from 6 on", not "beyond 6".
    const fn is_before_round(self) -> bool {
        roundness(self.first()) > roundness(self.last())
    }

    /// The upper band in words, without the unit: `just beyond 24` or `6`, as in "from 6 in on".
    #[must_use]
    pub fn from(self) -> String {
        let beyond = if self.is_before_round() { "" } else { "just beyond " };
        format!("{beyond}{}", self.inches())
    }

    /// The lower band in words, without the unit: `24` or `just below 6`, as in "up to 24 in".
    #[must_use]
    pub fn up_to(self) -> String {
        let below = if self.is_before_round() { "just below " } else { "" };
        format!("{below}{}", self.inches())
    }
}

impl fmt::Display for Break {
    /// Its round number, without the unit: `24`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.inches())
    }
}

/// The number of zeros at the end of a distance in thousandths, up to three.
const fn roundness(distance: Inches) -> u8 {
    match distance.thousandths() {
        whole if whole % 1000 == 0 => 3,
        tenths if tenths % 100 == 0 => 2,
        hundredths if hundredths % 10 == 0 => 1,
        _ => 0,
    }
}

/// What lies between two values of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// No break: play is the same at both.
    Nothing,
    /// One break: everything that differs between the two values changes there.
    One(Break),
    /// Several breaks, or values where play has no bands: a change may lie anywhere between the two.
    Several,
}

/// The breaks of a key; from one to the next, play is the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breaks {
    /// In ascending order.
    breaks: Vec<Break>,
    /// Where the bands end; beyond it play may change anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<Inches>,
    /// The distance beyond which play is the same again, at any distance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    again: Option<Inches>,
}

impl Breaks {
    /// The breaks among some limits: those across which `seen`, the value that play makes of a distance, changes. A
    /// limit may be the last distance of one band or the first of the next.
    pub fn among<T: PartialEq>(limits: impl IntoIterator<Item = Inches>, seen: impl Fn(Inches) -> T) -> Breaks {
        let around = |limit: Inches| [limit.thousandths() - 1, limit.thousandths()];
        let mut breaks: Vec<Break> = limits
            .into_iter()
            .flat_map(around)
            .filter(|last| (0..Inches::MOST * 1000).contains(last))
            .map(|last| Break(Inches::from_thousandths(last)))
            .collect();
        breaks.sort_unstable();
        breaks.dedup();
        breaks.retain(|one| seen(one.last()) != seen(one.first()));
        Breaks { breaks, end: None, again: None }
    }

    /// The same, except that play may change anywhere from one distance to another, and no longer changes beyond that.
    #[must_use]
    pub fn except(mut self, from: Inches, to: Inches) -> Breaks {
        self.breaks.retain(|one| one.last() < from);
        let to = to.min(Inches::whole(Inches::MOST));
        (self.end, self.again) = (Some(from), Some(to.max(from)));
        self
    }

    /// Where the bands end, in inches; `None` if play is in bands everywhere.
    #[must_use]
    pub fn end(&self) -> Option<f64> {
        self.end.map(|end| f64::from(end.thousandths()) / 1000.0)
    }

    /// The distance beyond which play is the same again, in inches; `None` if play is in bands everywhere.
    #[must_use]
    pub fn again(&self) -> Option<f64> {
        self.again.map(|again| f64::from(again.thousandths()) / 1000.0)
    }

    /// Each break, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Break> {
        self.breaks.iter().copied()
    }

    /// What lies between two values, in inches.
    #[must_use]
    pub fn between(&self, one: f64, other: f64) -> Between {
        let (low, high) = (one.min(other), one.max(other));
        if self.again.is_some_and(|again| thousandths(low) > again) {
            return Between::Nothing;
        }
        if self.end.is_some_and(|end| thousandths(high) > end) {
            return Between::Several;
        }
        let mut within = self.iter().filter(|one| !one.is_below(low) && one.is_below(high));
        match (within.next(), within.next()) {
            (None, _) => Between::Nothing,
            (Some(one), None) => Between::One(one),
            (Some(_), Some(_)) => Between::Several,
        }
    }

    /// A value of each band from `least` to `most` inches, in ascending order, with the break above it; `None` above
    /// the last band. The value is the upper end of the band if that is a whole number, otherwise a whole number near
    /// its middle; in the last band, it is a foot beyond the beginning.
    #[must_use]
    pub fn bands(&self, least: f64, most: f64) -> Vec<(f64, Option<Break>)> {
        let (least, most) = (thousandths(least).thousandths(), thousandths(most).thousandths());
        let within = self.iter().filter(|one| (least..most).contains(&one.last().thousandths()));
        let mut first = least;
        let mut bands: Vec<(f64, Option<Break>)> = Vec::new();
        for above in within.map(Some).chain([None]) {
            let last = above.map_or(most, |above| above.last().thousandths());
            let wanted = match above {
                Some(_) if last % 1000 == 0 => last,
                Some(_) => whole(i32::midpoint(first, last)),
                None => whole(first.saturating_add(12_000)),
            };
            // A narrow band has no whole number; its last distance serves instead.
            let value = if (first..=last).contains(&wanted) { wanted } else { last };
            bands.push((f64::from(value) / 1000.0, above));
            first = last + 1;
        }
        bands
    }
}

/// A number of inches, rounded to thousandths as play reads it.
fn thousandths(inches: f64) -> Inches {
    Inches::from_thousandths((inches * 1000.0).round() as i32)
}

/// Rounds down to whole inches.
const fn whole(thousandths: i32) -> i32 {
    thousandths - thousandths % 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table up to 3, up to 24 and from 30 on.
    fn table(range: Inches) -> u8 {
        u8::from(range > Inches::whole(3)) + u8::from(range > Inches::whole(24)) + u8::from(range >= Inches::whole(30))
    }

    fn breaks() -> Breaks {
        Breaks::among([30, 3, 24, 12, 24].map(Inches::whole), table)
    }

    #[test]
    fn only_what_changes_something_breaks() {
        let lasts: Vec<i32> = breaks().iter().map(|one| one.last().thousandths()).collect();
        assert_eq!(lasts, [3000, 24_000, 29_999]);
        assert_eq!(Breaks::among([0, Inches::MOST].map(Inches::whole), |range| range).iter().count(), 2);
    }

    #[test]
    fn breaks_in_words() {
        let words = |one: Break| [one.up_to(), one.from(), one.to_string()];
        let all: Vec<[String; 3]> = breaks().iter().map(words).collect();
        let said: Vec<[&str; 3]> = all.iter().map(|words| [&*words[0], &*words[1], &*words[2]]).collect();
        assert_eq!(said, [["3", "just beyond 3", "3"], ["24", "just beyond 24", "24"], ["just below 30", "30", "30"]]);
        let odd = Break::after(Inches::from_thousandths(2750));
        assert_eq!(words(odd), ["2.75", "just beyond 2.75", "2.75"]);
    }

    #[test]
    fn between_two_values() {
        let breaks = breaks();
        let of = |low, high| breaks.between(low, high);
        let one = |last| Between::One(Break::after(Inches::from_thousandths(last)));
        assert_eq!(of(3.001, 24.0), Between::Nothing);
        assert_eq!(of(24.0, 24.1), one(24_000));
        assert_eq!(of(24.1, 24.0), one(24_000));
        assert_eq!(of(24.001, 29.999), Between::Nothing);
        assert_eq!(of(26.0, 30.0), one(29_999));
        assert_eq!(of(24.0, 30.0), Between::Several);
        let near = breaks.except(Inches::whole(12), Inches::whole(200));
        assert_eq!(near.between(4.0, 12.0), Between::Nothing);
        assert_eq!(near.between(4.0, 12.001), Between::Several);
        assert_eq!(near.between(200.0, 300.0), Between::Several);
        assert_eq!(near.between(300.0, 200.001), Between::Nothing);
        assert_eq!((near.end(), near.again()), (Some(12.0), Some(200.0)));
        let far = Inches::whole(2 * Inches::MOST);
        assert_eq!(near.except(far, far).again(), Some(f64::from(2 * Inches::MOST)));
    }

    #[test]
    fn a_value_of_each_band() {
        let values = |least, most| breaks().bands(least, most).iter().map(|(value, _)| *value).collect::<Vec<f64>>();
        assert_eq!(values(0.0, 10_000.0), [3.0, 24.0, 27.0, 42.0]);
        assert_eq!(values(3.5, 24.5), [24.0, 24.5]);
        assert_eq!(values(29.9, 30.0), [29.999, 30.0]);
        assert_eq!(values(4.0, 4.0), [4.0]);
        for (value, above) in breaks().bands(0.0, 10_000.0) {
            let next = above.map(|above| f64::from(above.first().thousandths()) / 1000.0);
            assert!(next.is_none_or(|next| breaks().between(value, next) == Between::One(above.unwrap())));
        }
    }
}
