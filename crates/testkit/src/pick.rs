//! Situations picked by a generator with a fixed seed.

use rand::Rng;
use rand_pcg::Pcg64;
use serde_json::{Map, Value};

/// The generator.
#[derive(Debug)]
pub struct Pick(Pcg64);

/// This number of situations.
pub fn situations(seed: u128, n: usize, mut one: impl FnMut(&mut Pick) -> Value) -> Vec<Value> {
    let mut pick = Pick(Pcg64::new(seed, 2005));
    (0..n).map(|_| one(&mut pick)).collect()
}

impl Pick {
    /// One of a list.
    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.0.next_u64() as usize % choices.len()]
    }

    /// Yes or no.
    pub fn yes(&mut self) -> bool {
        self.of(&[true, false])
    }

    /// A number of items, which is one of `sizes`.
    pub fn some(&mut self, sizes: &[usize], mut one: impl FnMut(&mut Pick) -> Value) -> Vec<Value> {
        (0..self.of(sizes)).map(|_| one(self)).collect()
    }

    /// Some of the options, each with a value other than its default; most options are left out and keep the default.
    pub fn options<T: Copy + Into<Value>>(&mut self, options: &[(&str, &[T])]) -> Map<String, Value> {
        let mut picked = Map::new();
        for (name, others) in options {
            if self.of(&[true, false, false]) {
                picked.insert((*name).to_owned(), self.of(others).into());
            }
        }
        picked
    }
}
