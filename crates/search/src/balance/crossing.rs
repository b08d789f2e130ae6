//! Finds the crossing between two values, and its interval.

use runner::Error;
use stats::{Basis, Estimate};

use super::{Crossing, FIRST, Seeker, Seen};

/// Tolerance for rounding around zero.
const NOTHING: f64 = 1e-9;

impl Seeker<'_> {
    /// Plays the two values and their neighbours until the crossing is as precise as requested.
    pub(super) fn refine(&mut self, (mut a, mut b): (i64, i64)) -> Result<Option<Crossing>, Error> {
        let mut engagements = FIRST;
        loop {
            let (Some(_), Some(_)) = (self.look(a, engagements)?, self.look(b, engagements)?) else {
                return Ok(None);
            };
            if self.is_above(a) == self.is_above(b) {
                // More engagements may show that the target lies outside the pair: look for a new one.
                let Some(moved) = self.bracket(a, engagements)? else { return Ok(None) };
                (a, b) = moved;
            }
            (a, b) = self.at_jump(a, b, engagements)?;
            let Some(crossing) = self.crossing(a, b, engagements)? else { return Ok(None) };
            if crossing.tight || self.interrupted || engagements >= self.engagements {
                return Ok(Some(crossing));
            }
            engagements = engagements.saturating_mul(2).min(self.engagements);
        }
    }

    /// If the intervals of both places exclude the target, narrows the pair as far as that holds: the quantity jumps
    /// between them, or it is exact.
    fn at_jump(&mut self, mut a: i64, mut b: i64, engagements: u64) -> Result<(i64, i64), Error> {
        let target = self.asked.target;
        let certain = |seen: &Seen| target < seen.band.0 || seen.band.1 < target;
        while b - a > 1 && [a, b].iter().all(|place| self.looks.get(place).is_some_and(certain)) {
            let middle = a + (b - a) / 2;
            if self.look(middle, engagements)?.is_none() {
                break;
            }
            if self.is_above(middle) == self.is_above(a) { a = middle } else { b = middle }
        }
        Ok((a, b))
    }

    /// Where the line between two neighbours crosses the target, and the range that the confidence band allows.
    fn crossing(&mut self, a: i64, b: i64, engagements: u64) -> Result<Option<Crossing>, Error> {
        let (Some(low), Some(high)) = (self.above(a), self.above(b)) else { return Ok(None) };
        // A break is counted at the place below it.
        let bands = self.scale.break_above(a).is_some();
        let at = a as f64 + if bands { 0.0 } else { (b - a) as f64 * low / (low - high) };
        // If the quantity falls from left to right, the band is above the target at the left end and below it at the
        // right end.
        let falls = low >= high;
        let left = self.edge((b, a), falls, engagements)?;
        let right = self.edge((a, b), !falls, engagements)? - f64::from(u8::from(bands));
        let exact = [a, b].iter().all(|place| self.looks.get(place).is_some_and(|seen| seen.engagements.is_none()));
        let basis = match exact {
            true => Basis::Exact { unresolved: 0.0 },
            false => {
                let n = [a, b].iter().filter_map(|place| self.looks.get(place)?.engagements).min().unwrap_or(0);
                Basis::Sampled { low: left.min(at), high: right.max(at), n }
            }
        };
        let within = if bands { 0.0 } else { self.within() };
        let tight = exact || (right - at).max(at - left) <= within;
        Ok(Some(Crossing { pair: (a, b), at: Estimate { value: at, basis }, tight }))
    }

    /// How far the crossing may lie in the direction of a pair of places: the place at which an edge of the band
    /// crosses the target. It is the lower edge if the band is to end up `above` the target, otherwise the upper one.
    fn edge(&mut self, pair: (i64, i64), above: bool, engagements: u64) -> Result<f64, Error> {
        let target = self.asked.target;
        let beyond = |seen: &Seen| if above { seen.band.0 - target } else { target - seen.band.1 };
        let (mut inner, mut outer) = pair;
        let mut step = outer - inner;
        loop {
            let Some(seen) = self.look(outer, engagements)? else {
                // The range ends before the band does.
                return Ok(if step < 0 { self.least } else { self.most } as f64);
            };
            if beyond(&seen) > 0.0 {
                break;
            }
            step *= 2;
            (inner, outer) = (outer, (outer + step).clamp(self.least - 1, self.most + 1));
            // Try the last place of the range before leaving it.
            let last = outer.clamp(self.least, self.most);
            if last != outer && last != inner {
                outer = last;
            }
        }
        while (outer - inner).abs() > self.fine() {
            let middle = inner + (outer - inner) / 2;
            let Some(seen) = self.look(middle, engagements)? else { break };
            if beyond(&seen) > 0.0 { outer = middle } else { inner = middle }
        }
        if self.scale.jumps() {
            return Ok(outer as f64);
        }
        let (Some(near), Some(far)) = (self.look(inner, engagements)?, self.look(outer, engagements)?) else {
            return Ok(inner as f64);
        };
        let (near, far) = (beyond(&near), beyond(&far));
        // Only the far end is beyond the target: interpolate between the two.
        Ok(inner as f64 + (outer - inner) as f64 * (-near / (far - near)).clamp(0.0, 1.0))
    }

    /// A value at which a solved quantity equals the target. It counts if no pair of values brackets the target: at an
    /// end of the range.
    pub(super) fn met(&self) -> Option<Crossing> {
        let meets = |seen: &Seen| {
            seen.engagements.is_none()
                && seen.band.0 - NOTHING <= self.asked.target
                && self.asked.target <= seen.band.1 + NOTHING
        };
        let (&place, _) = self.looks.iter().find(|(_, seen)| meets(seen))?;
        Some(Crossing { pair: (place, place), at: Estimate::exact(place as f64), tight: true })
    }
}
