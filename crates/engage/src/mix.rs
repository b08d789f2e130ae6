//! Engagements in which the sides draw how they play: a mix of several battles, each with a weight.

use std::sync::Arc;

use chance::{Address, Keyed, Step, Words};

use crate::{Battle, ExactFight, Figure, Map, Outcome, Unsolved, Zones};

/// The address of that draw, which no ruleset uses: the last of every kind.
const DRAW: Address = Address::new(u8::MAX, u8::MAX, u32::MAX);

/// The alternative that an engagement draws, as an index into their weights. It is a quantile in the order of the list:
/// the luck of an engagement is one point of a scale on which every alternative has a stretch as long as its weight. So
/// an alternative whose stretch stays where it is keeps its engagements. The first alternative if all weights are zero.
#[must_use]
pub fn drawn(seed: u64, engagement: u64, weights: &[u32]) -> usize {
    let all: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    let word = Keyed::engagement(seed, engagement).word(DRAW);
    let point = ((u128::from(word) * u128::from(all)) >> u64::BITS) as u64;
    let mut end = 0;
    let within = |&weight: &u32| {
        end += u64::from(weight);
        point < end
    };
    weights.iter().position(within).unwrap_or_default()
}

/// Several battles of the same figures on the same ground. Each engagement is that of the battle which it draws.
pub struct Mix {
    first: Box<dyn Battle>,
    others: Vec<Box<dyn Battle>>,
    weights: Vec<u32>,
}

impl Mix {
    /// A mix of battles with their weights, at least one of which is not zero. A mix of one is that battle.
    #[must_use]
    pub fn of(first: Box<dyn Battle>, others: Vec<Box<dyn Battle>>, weights: Vec<u32>) -> Box<dyn Battle> {
        debug_assert_eq!(weights.len(), 1 + others.len(), "a weight for each");
        if others.is_empty() { first } else { Box::new(Mix { first, others, weights }) }
    }

    /// The battles, in the order of their weights.
    pub fn battles(&self) -> impl Iterator<Item = &dyn Battle> {
        std::iter::once(&*self.first).chain(self.others.iter().map(|other| &**other))
    }

    /// How often each battle is drawn, relative to the others.
    #[must_use]
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// The index of the battle that an engagement draws.
    #[must_use]
    pub fn drawn(&self, seed: u64, engagement: u64) -> usize {
        drawn(seed, engagement, &self.weights)
    }

    fn at(&self, place: usize) -> &dyn Battle {
        place.checked_sub(1).map_or(&*self.first, |other| &*self.others[other])
    }

    /// The exact distribution of outcomes of each battle.
    ///
    /// # Errors
    /// As [`Battle::exact`]; the budget holds for each of them.
    pub fn each_exact(&self, budget: usize) -> Result<Vec<ExactFight>, Unsolved> {
        self.battles().map(|battle| battle.exact(budget)).collect()
    }

    /// The distribution of outcomes of the mix, from those of its battles.
    #[must_use]
    pub fn mixed(&self, fights: &[ExactFight]) -> ExactFight {
        let all: u64 = self.weights.iter().map(|&weight| u64::from(weight)).sum();
        let share = |weight: u32| f64::from(weight) / all as f64;
        let weighted = || self.weights.iter().zip(fights).map(|(&weight, fight)| (share(weight), fight));
        let outcomes = weighted().flat_map(|(share, fight)| {
            fight.outcomes.iter().map(move |&(outcome, probability)| (outcome, share * probability))
        });
        ExactFight::merged(
            outcomes.collect(),
            weighted().map(|(share, fight)| share * fight.unresolved).sum(),
            fights.iter().map(|fight| fight.states).max().unwrap_or(0),
        )
    }
}

impl Battle for Mix {
    fn figures(&self) -> &[Figure] {
        self.first.figures()
    }

    fn bystanders(&self) -> usize {
        self.first.bystanders()
    }

    fn ends(&self, ending: usize) -> bool {
        self.battles().any(|battle| battle.ends(ending))
    }

    fn counts(&self, measure: usize) -> bool {
        self.battles().any(|battle| battle.counts(measure))
    }

    fn is_harmless(&self) -> bool {
        self.battles().all(Battle::is_harmless)
    }

    fn map(&self) -> Option<&Arc<Map>> {
        self.first.map()
    }

    fn map_of(&self, seed: u64, engagement: u64) -> Option<Arc<Map>> {
        self.at(self.drawn(seed, engagement)).map_of(seed, engagement)
    }

    fn zones(&self) -> Option<&Arc<Zones>> {
        self.first.zones()
    }

    fn mix(&self) -> Option<&Mix> {
        Some(self)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let mut from = first;
        let mut rest = outcomes;
        while !rest.is_empty() {
            let place = self.drawn(seed, from);
            let same = |next: &u64| self.drawn(seed, from + next) == place;
            let run = 1 + (1..rest.len() as u64).take_while(same).count();
            let (now, later) = rest.split_at_mut(run);
            self.at(place).play(seed, from, now);
            from += run as u64;
            rest = later;
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        self.at(self.drawn(seed, engagement)).replay(seed, engagement)
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        Ok(self.mixed(&self.each_exact(budget)?))
    }
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[test]
    fn alternatives_are_drawn_by_their_weights_in_order() {
        let share = |weights: &[u32], which: usize| {
            (0..40_000).filter(|&engagement| drawn(7, engagement, weights) == which).count()
        };
        // Five standard errors of a share over 40,000 engagements are 1.25 points at most.
        for (weights, which, percent) in [(&[60, 40][..], 0, 60), (&[1, 0, 3], 2, 75), (&[5], 0, 100), (&[0, 2], 0, 0)]
        {
            let off = share(weights, which).abs_diff(400 * percent);
            assert!(off <= 500, "{weights:?} {which}: {off}");
        }
        assert_eq!(drawn(7, 3, &[]), 0);
        // A finer list keeps the draws of a coarser one.
        for engagement in 0..1000 {
            let (coarse, fine) = (drawn(1, engagement, &[50, 50]), drawn(1, engagement, &[50, 25, 25]));
            assert_eq!(coarse == 0, fine == 0);
        }
    }
}
