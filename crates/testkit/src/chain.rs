//! Chains of states, solved by letting them run.

use std::collections::{BTreeMap, BTreeSet};

/// Every state that can be reached, and where each leads.
#[derive(Clone, Debug)]
pub struct Chain<S> {
    /// The states, the first one at the start.
    pub places: Vec<S>,
    ways: Vec<Vec<(usize, f64)>>,
}

/// A run counts as over once less than this probability is left.
const LEFT: f64 = 1e-15;

impl<S: Ord + Clone> Chain<S> {
    /// Explores a chain. A state that leads nowhere is an end.
    pub fn new(begin: S, mut steps: impl FnMut(&S) -> Vec<(S, f64)>) -> Chain<S> {
        let mut known = BTreeMap::from([(begin.clone(), 0)]);
        let mut chain = Chain { places: vec![begin], ways: Vec::new() };
        while chain.ways.len() < chain.places.len() {
            let state = chain.places[chain.ways.len()].clone();
            let mut ways = Vec::new();
            for (next, share) in steps(&state) {
                let place = *known.entry(next.clone()).or_insert(chain.places.len());
                if place == chain.places.len() {
                    chain.places.push(next);
                }
                ways.push((place, share));
            }
            chain.ways.push(ways);
        }
        chain
    }

    /// The places with a wanted step, or with a way to such a place.
    pub fn leading(&self, wanted: impl Fn(&S, &S) -> bool) -> BTreeSet<usize> {
        let mut leading = BTreeSet::new();
        loop {
            let before = leading.len();
            for place in (0..self.places.len()).rev() {
                let leads = |to: usize| leading.contains(&to) || wanted(&self.places[place], &self.places[to]);
                if self.ways[place].iter().any(|&(to, _)| leads(to)) {
                    leading.insert(place);
                }
            }
            if leading.len() == before {
                return leading;
            }
        }
    }

    /// The mean number of visits to each place, if ends and places for which `stops` is true are not left again. For
    /// those places, it is the probability of reaching them.
    pub fn visits(&self, stops: impl Fn(usize) -> bool) -> Vec<f64> {
        let mut visits = vec![0.0; self.places.len()];
        let mut shares = visits.clone();
        shares[0] = 1.0;
        loop {
            let mut next = vec![0.0; shares.len()];
            let mut left = 0.0;
            for (place, &share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                visits[place] += share;
                if !stops(place) && !self.ways[place].is_empty() {
                    left += share;
                    self.ways[place].iter().for_each(|&(to, part)| next[to] += share * part);
                }
            }
            shares = next;
            if left < LEFT {
                return visits;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Throws until a six; after a one nothing more is thrown.
    #[test]
    fn a_chain_is_run_to_its_ends() {
        let chain = Chain::new(0, |&face| match face {
            0 => vec![(6, 1.0 / 6.0), (1, 1.0 / 6.0), (0, 4.0 / 6.0)],
            1 => vec![(1, 1.0)],
            _ => Vec::new(),
        });
        let leading = chain.leading(|_, &to| to == 6);
        assert_eq!(leading, BTreeSet::from([0]));
        let visits = chain.visits(|place| !leading.contains(&place));
        let of = |face| visits[chain.places.iter().position(|&place| place == face).expect("a place")];
        assert!((of(0) - 3.0).abs() < 1e-12 && (of(1) - 0.5).abs() < 1e-12 && (of(6) - 0.5).abs() < 1e-12);
    }
}
