//! The search among values without an order, such as words: it finds the one nearest to the target.

use runner::{Error, Tallies};

use super::{Balance, FIRST, Found, Look, Seeker, Seen};

impl Seeker<'_> {
    /// Plays every value, and goes on with those that may be the nearest until only one is left or the scenario's
    /// engagements are used up.
    pub(super) fn choose(mut self) -> Result<(Balance, Tallies), Error> {
        let (least, most) = self.scale.ends();
        let mut rivals: Vec<i64> = (least..=most).collect();
        let mut engagements = FIRST;
        let (nearest, tight) = loop {
            let mut seen: Vec<(i64, Seen)> = Vec::new();
            for place in rivals {
                seen.extend(self.look(place, engagements)?.map(|seen| (place, seen)));
            }
            let off = |(_, seen): &&(i64, Seen)| (seen.estimate.value - self.asked.target).abs();
            let Some(nearest) = seen.iter().min_by(|one, other| off(one).total_cmp(&off(other))) else {
                break (least, false);
            };
            let farthest = self.distances(&nearest.1).1;
            let may_be = |(place, seen): &(i64, Seen)| (self.distances(seen).0 <= farthest).then_some(*place);
            let solved = seen.iter().all(|(_, seen)| seen.engagements.is_none());
            rivals = seen.iter().filter_map(may_be).collect();
            let known = rivals.len() == 1 || solved;
            if known || self.interrupted || engagements >= self.engagements {
                break (nearest.0, known);
            }
            engagements = engagements.saturating_mul(2);
        };
        let looks = self.looked();
        let nearest = self.looks.keys().position(|&place| place == nearest).unwrap_or(0);
        let found = Found::Nearest(nearest);
        let interrupted = self.interrupted;
        let balance = Balance { looks, found, everywhere: true, monotone: true, tight, interrupted };
        Ok((balance, self.contenders.into_tallies()))
    }

    /// The least and the greatest distance of a quantity from the target.
    fn distances(&self, seen: &Seen) -> (f64, f64) {
        let [low, high] = [seen.band.0, seen.band.1].map(|end| end - self.asked.target);
        ((low.max(-high)).max(0.0), low.abs().max(high.abs()))
    }

    /// Every value played so far, in order.
    pub(super) fn looked(&self) -> Vec<Look> {
        let look = |(&place, seen): (&i64, &Seen)| Look {
            value: self.scale.value(place),
            id: self.contenders.id(seen.cell).to_owned(),
            estimate: seen.estimate,
        };
        self.looks.iter().map(look).collect()
    }
}
