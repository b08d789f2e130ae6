//! Where between two values the target is met, and how far from there it may lie.

use stats::{Basis, Estimate};

use super::{Crossing, Seeker, Seen};
use crate::Error;
use crate::blocks::BLOCK;

/// What rounding may leave of nothing.
const NOTHING: f64 = 1e-9;

impl Seeker<'_> {
    /// Plays the two values and their neighbours until the crossing is known as well as asked for.
    pub(super) fn refine(&mut self, (mut a, mut b): (i64, i64)) -> Result<Option<Crossing>, Error> {
        let mut engagements = BLOCK;
        loop {
            let (Some(low), Some(_)) = (self.look(a, engagements)?, self.look(b, engagements)?) else {
                return Ok(None);
            };
            if self.is_above(a) == self.is_above(b) {
                // The pair moves where more engagements say otherwise.
                let Some(moved) = self.bracket(a, engagements)? else { return Ok(None) };
                (a, b) = moved;
            }
            (a, b) = self.at_jump(a, b, engagements)?;
            let Some(crossing) = self.crossing(a, b, engagements)? else { return Ok(None) };
            if crossing.tight || self.interrupted || engagements >= low.most {
                return Ok(Some(crossing));
            }
            engagements = engagements.saturating_mul(2).min(low.most);
        }
    }

    /// The nearest two places on either side of the target that are certain, where these are: there a quantity jumps, or is exact.
    fn at_jump(&mut self, mut a: i64, mut b: i64, engagements: u64) -> Result<(i64, i64), Error> {
        let target = self.search.target;
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

    /// Where the line between two neighbours crosses the target, and where the band around all values lets it.
    fn crossing(&mut self, a: i64, b: i64, engagements: u64) -> Result<Option<Crossing>, Error> {
        let (Some(low), Some(high)) = (self.above(a), self.above(b)) else { return Ok(None) };
        // Of a break it is the place below.
        let bands = self.scale.break_above(a).is_some();
        let at = a as f64 + if bands { 0.0 } else { (b - a) as f64 * low / (low - high) };
        // Seen so that the quantity falls from the left to the right.
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

    /// How far the crossing may lie in the direction of a pair of places: to where the near edge of the band, the lower one if it is
    /// to be `above` the target and else the upper one, crosses it.
    fn edge(&mut self, pair: (i64, i64), above: bool, engagements: u64) -> Result<f64, Error> {
        let target = self.search.target;
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
            // The last place of the range before what lies outside.
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
        // The near one is not beyond, the far one is: a straight line between them.
        Ok(inner as f64 + (outer - inner) as f64 * (-near / (far - near)).clamp(0.0, 1.0))
    }

    /// A value at which a solved quantity is the target itself, where no pair of values lies around it: at an end of the range.
    pub(super) fn met(&self) -> Option<Crossing> {
        let meets = |seen: &Seen| {
            seen.engagements.is_none()
                && seen.band.0 - NOTHING <= self.search.target
                && self.search.target <= seen.band.1 + NOTHING
        };
        let (&place, _) = self.looks.iter().find(|(_, seen)| meets(seen))?;
        Some(Crossing { pair: (place, place), at: Estimate::exact(place as f64), tight: true })
    }
}
