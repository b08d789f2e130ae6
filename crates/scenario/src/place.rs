//! Records where each key and value of a scenario was written.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::key::{Key, index};

/// Where something was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// Bytes of the file.
    File(Range<usize>),
    /// The override with this number.
    Set(usize),
}

/// Where a key and its value were written, with everything inside the value.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The key.
    pub(crate) key: Spot,
    /// The value.
    pub(crate) value: Spot,
    /// The keys of a table.
    pub(crate) keys: BTreeMap<String, Place>,
    /// The elements of a list.
    pub(crate) items: Vec<Place>,
}

impl Place {
    /// A place with nothing inside.
    pub(crate) fn new(key: Spot, value: Spot) -> Place {
        Place { key, value, keys: BTreeMap::new(), items: Vec::new() }
    }

    /// One step down: a key, or an element as `[3]`.
    fn child(&self, part: &str) -> Option<&Place> {
        self.keys.get(part).or_else(|| index(part).and_then(|index| self.items.get(index)))
    }

    /// The place of a key, if it was written.
    #[cfg(test)]
    pub(crate) fn get(&self, key: &Key) -> Option<&Place> {
        key.parts().iter().try_fold(self, |place, part| place.child(part))
    }

    /// The place of a key, or of the nearest table around it that was written.
    pub(crate) fn nearest(&self, key: &Key) -> &Place {
        let mut place = self;
        for part in key.parts() {
            match place.child(part) {
                Some(next) => place = next,
                None => break,
            }
        }
        place
    }

    /// Replaces the place of a key.
    pub(crate) fn put(&mut self, key: &Key, new: Place) {
        let mut place = self;
        for part in key.parts() {
            let spot = new.key.clone();
            place = place.keys.entry(part.clone()).or_insert_with(|| Place::new(spot.clone(), spot));
        }
        *place = new;
    }

    /// The place to point at if the value is wrong: the value itself, or the key of a table, because the text of a
    /// table may be anywhere.
    pub(crate) fn of_value(&self) -> &Spot {
        if self.keys.is_empty() { &self.value } else { &self.key }
    }
}
