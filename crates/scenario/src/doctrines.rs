//! `[doctrines]`: what each side chooses, under names, each with a weight.

use engage::{BySide, Side};
use serde_json::{Map, Value};

use crate::document::Document;
use crate::frame::{DOCTRINES, is_name};
use crate::key::Key;
use crate::mistake::Mistake;
use crate::place::{Place, Spot};
use crate::squads::unknown_squad;
use crate::target::{Target, leaves, overlap};

/// The key of a doctrine that is no choice: how often it is played.
pub(crate) const WEIGHT: &str = "weight";

/// The largest weight, so that no product of two overflows.
const MAX_WEIGHT: u32 = 10_000;

/// The most doctrines of a side.
const MAX_DOCTRINES: usize = 100;

/// A doctrine: what a side chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct Doctrine {
    /// Its name.
    pub name: String,
    /// How often it is played, relative to the others of its side.
    pub weight: u32,
    /// The keys that it sets, from the top of the file, with their values; those that it leaves are as written.
    pub sets: Vec<(String, Value)>,
}

/// A doctrine for each side, and how often the two meet, relative to other pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair<'d> {
    /// The doctrines; `None` for a side that plays as written.
    pub doctrines: BySide<Option<&'d Doctrine>>,
    /// The product of their weights.
    pub weight: u32,
}

/// Every pair of doctrines, in the order of blue's and then of red's: a single one if no side has any.
pub(crate) fn pairs<D>(doctrines: &BySide<Vec<D>>) -> Vec<BySide<Option<&D>>> {
    let of = |side: Side| -> Vec<Option<&D>> {
        match doctrines[side].as_slice() {
            [] => vec![None],
            all => all.iter().map(Some).collect(),
        }
    };
    let red = of(Side::Red);
    of(Side::Blue).into_iter().flat_map(|blue| red.iter().map(move |&red| BySide { blue, red })).collect()
}

/// How often a pair is played, from the weights of its doctrines.
pub(crate) fn weight<D>(pair: &BySide<Option<&D>>, of: impl Fn(&D) -> u32) -> u32 {
    [pair.blue, pair.red].into_iter().flatten().map(of).product()
}

/// The weight of every pair.
pub(crate) fn weights(doctrines: &BySide<Vec<Led<'_>>>) -> Vec<u32> {
    pairs(doctrines).iter().map(|pair| weight(pair, |led| led.weight)).collect()
}

impl<'d> Pair<'d> {
    /// The pairs of these doctrines that are played.
    pub(crate) fn played(doctrines: &'d BySide<Vec<Doctrine>>) -> Vec<Pair<'d>> {
        let pair = |doctrines: BySide<Option<&'d Doctrine>>| {
            let weight = weight(&doctrines, |doctrine| doctrine.weight);
            Pair { doctrines, weight }
        };
        pairs(doctrines).into_iter().map(pair).filter(|pair| pair.weight > 0).collect()
    }

    /// What both set.
    pub fn sets(&self) -> impl Iterator<Item = &'d (String, Value)> {
        let BySide { blue, red } = self.doctrines;
        [blue, red].into_iter().flatten().flat_map(|doctrine| &doctrine.sets)
    }
}

/// A doctrine with the places of the keys that it sets.
pub(crate) struct Led<'p> {
    pub(crate) name: String,
    pub(crate) weight: u32,
    pub(crate) sets: Vec<(Target<'p>, Value)>,
}

impl Led<'_> {
    /// The doctrine without places.
    pub(crate) fn doctrine(&self) -> Doctrine {
        let sets = self.sets.iter().map(|(target, value)| (target.key.to_string(), value.clone()));
        Doctrine { name: self.name.clone(), weight: self.weight, sets: sets.collect() }
    }
}

/// Reads the doctrines of both sides. `taken` are the keys that sweeps and variants set, `overrides` those of overrides.
pub(crate) fn read<'p>(
    document: &'p Document,
    taken: &[&Target<'p>],
    overrides: &[Key],
) -> (BySide<Vec<Led<'p>>>, Vec<Mistake>) {
    let mut reader = Reader { document, taken, overrides, mistakes: Vec::new() };
    let found = BySide::from_fn(|side| reader.side(side));
    (found, reader.mistakes)
}

struct Reader<'p, 'r> {
    document: &'p Document,
    /// The keys that sweeps and variants set.
    taken: &'r [&'r Target<'p>],
    overrides: &'r [Key],
    mistakes: Vec<Mistake>,
}

impl<'p> Reader<'p, '_> {
    fn side(&mut self, side: Side) -> Vec<Led<'p>> {
        let head = Key::of(&[DOCTRINES, side.name()]);
        let Some(table) = head.get(&self.document.value).and_then(Value::as_object) else { return Vec::new() };
        let place = self.document.place.nearest(&head);
        if table.len() > MAX_DOCTRINES {
            let message = format!("{} doctrines: a side has at most {MAX_DOCTRINES}", table.len());
            self.mistakes.push(Mistake::new(&place.key, &head, message));
            return Vec::new();
        }
        let found: Vec<Led<'p>> = table.iter().filter_map(|(name, value)| self.doctrine(side, name, value)).collect();
        if !found.is_empty() && found.iter().all(|led| led.weight == 0) {
            let message = format!("no doctrine of {} has a weight above 0, so none would be played", side.name());
            self.mistakes.push(Mistake::new(&place.key, &head, message));
        }
        found
    }

    fn doctrine(&mut self, side: Side, name: &str, value: &Value) -> Option<Led<'p>> {
        let head = Key::of(&[DOCTRINES, side.name(), name]);
        let place = self.document.place.nearest(&head);
        if !is_name(name) {
            let message = "a doctrine's name has 1 to 64 characters and no control characters";
            self.mistakes.push(Mistake::new(&place.key, &head, message));
        }
        let Some(table) = value.as_object() else {
            let message = "a doctrine is a table of keys to set, such as orders = \"assault\"";
            self.mistakes.push(Mistake::new(place.of_value(), &head, message));
            return None;
        };
        let weight = table.get(WEIGHT).map_or(Some(1), |weight| {
            weight.as_u64().and_then(|weight| u32::try_from(weight).ok()).filter(|weight| *weight <= MAX_WEIGHT)
        });
        if weight.is_none() {
            let key = head.join(WEIGHT);
            let message = format!("a weight is a whole number from 0 to {MAX_WEIGHT}, such as 60");
            self.mistakes.push(Mistake::new(self.document.place.nearest(&key).of_value(), &key, message));
        }
        let sets = self.sets(side, name, &head, table);
        Some(Led { name: name.to_owned(), weight: weight.unwrap_or(1), sets })
    }

    /// The keys that a doctrine sets: those of one squad, and those of every squad that has no value of its own.
    fn sets(&mut self, side: Side, name: &str, head: &Key, table: &Map<String, Value>) -> Vec<(Target<'p>, Value)> {
        let squads = self.document.value.get(side.name()).and_then(Value::as_object);
        let squads: Vec<&String> = squads.into_iter().flat_map(Map::keys).collect();
        let mut sets: Vec<(Target<'p>, Value)> = Vec::new();
        let mut of_all: Vec<(Target<'p>, Value)> = Vec::new();
        for (written, key, value) in
            leaves(head, table).into_iter().filter(|(written, ..)| *written != head.join(WEIGHT))
        {
            let place = self.document.place.nearest(&written);
            let target = |key: Key| Target { given: key.clone(), key, written: written.clone(), place };
            let own = Key::of(&[side.name()]);
            match key {
                Err(message) => self.mistakes.push(Mistake::new(&place.key, &written, message)),
                Ok(key) if key.parts().len() == 1 => {
                    of_all.extend(squads.iter().map(|squad| (target(key.below(&own.join(squad))), value.clone())));
                }
                Ok(key) => {
                    let key = key.below(&own);
                    if let Some(mistake) = unknown_squad(self.document, &place.key, &key, &written, false) {
                        self.mistakes.push(mistake);
                    } else if let Some(twice) =
                        overlap(&target(key.clone()), sets.iter().map(|(own, _)| own), "is set already")
                    {
                        self.mistakes.push(twice);
                    } else {
                        sets.push((target(key), value.clone()));
                    }
                }
            }
        }
        for (target, value) in of_all {
            match overlap(&target, sets.iter().map(|(own, _)| own), "") {
                Some(_) => {}
                None => sets.push((target, value)),
            }
        }
        sets.retain(|(target, _)| self.is_free(side, name, target));
        sets
    }

    /// Whether nothing else sets a key of a doctrine.
    fn is_free(&mut self, side: Side, name: &str, target: &Target<'p>) -> bool {
        let what = "is swept or varied, so a doctrine cannot set it";
        let mut found = overlap(target, self.taken.iter().copied(), what);
        if let Some(number) = self.overrides.iter().position(|key| key.overlaps(&target.given)) {
            let key = &self.overrides[number];
            let message = format!(
                "the doctrine \"{name}\" of {} sets `{}`, so setting it would do nothing",
                side.name(),
                target.key
            );
            found = Some(Mistake::new(&Spot::Set(number), key, message));
        }
        let free = found.is_none();
        self.mistakes.extend(found.filter(|found| !self.mistakes.contains(found)));
        free
    }
}

/// The places of the keys that a pair of doctrines sets, with their values.
pub(crate) fn sets_of<'p, 'l>(
    pair: &BySide<Option<&'l Led<'p>>>,
) -> impl Iterator<Item = (&'l Target<'p>, &'p Place, &'l Value)> + use<'p, 'l> {
    let led = [pair.blue, pair.red].into_iter().flatten();
    led.flat_map(|led| &led.sets).map(|(target, value)| (target, target.place, value))
}
