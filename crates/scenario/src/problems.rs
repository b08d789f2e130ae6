//! Collects problems in values, and locates them.

use engage::{Fault, Problem};
use serde_json::Value;

use crate::document::Document;
use crate::key::Key;
use crate::mistake::{MOST, Mistake};
use crate::place::Place;
use crate::sweep::Shape;
use crate::target::Target;
use crate::words;

/// The result of reading a value.
pub(crate) struct Reading<T> {
    /// The value read, perhaps without some keys.
    pub(crate) value: Option<T>,
    /// Its problems.
    pub(crate) problems: Vec<Problem>,
    /// The keys left out, and the intended keys of misspelt ones.
    pub(crate) taken: Vec<Key>,
    /// Pairs of an intended key and the misspelt one.
    pub(crate) meant: Vec<(Key, Key)>,
}

/// A map is read before the value that names it, so its misspelt key is left out like a value of the wrong type.
const MAP: [&str; 2] = ["field", "map"];

/// Reads a value. If a key or a word in it is misspelt, has the wrong type or is out of range, it tries again with a
/// correction or without the key, so that one mistake does not hide the next. Problems that exist only because a key
/// was left out are not reported.
pub(crate) fn all<T>(value: &Value, read: impl Fn(&Value) -> Result<T, Vec<Problem>>) -> Reading<T> {
    let mut tried =
        Tried { value: value.clone(), taken: Vec::new(), meant: Vec::new(), moved: Vec::new(), lost: false };
    let mut found: Vec<Problem> = Vec::new();
    while found.len() < MOST {
        let mut problems: Vec<Problem> = match read(&tried.value) {
            Ok(read) => {
                let Tried { taken, meant, .. } = tried;
                return Reading { value: Some(read), problems: found, taken, meant };
            }
            Err(problems) => problems.into_iter().map(|problem| tried.as_written(problem)).collect(),
        };
        if problems.is_empty() {
            found.push(Problem::new("", "the ruleset rejects this and gives no reason"));
        }
        if problems.iter().all(|problem| problem.fault == Fault::Rule) {
            found.extend(problems.into_iter().filter(|problem| !tried.follows(problem)));
            break;
        }
        // No more are shown.
        let mut room = MOST - found.len();
        problems.retain(|problem| {
            let caused = tried.caused(problem);
            if !caused && room > 0 {
                room -= 1;
                found.push(problem.clone());
                return true;
            }
            caused
        });
        let before = tried.clone();
        problems.iter().for_each(|problem| before.mend(problem, &mut tried));
        if tried.value == before.value {
            break;
        }
    }
    let Tried { taken, meant, .. } = tried;
    Reading { value: None, problems: found, taken, meant }
}

/// A corrected value, and its differences from the one that was written.
#[derive(Clone)]
struct Tried {
    value: Value,
    /// The keys left out.
    taken: Vec<Key>,
    /// Pairs of an intended key and the misspelt one.
    meant: Vec<(Key, Key)>,
    /// The keys whose numbers were moved into their range.
    moved: Vec<Key>,
    /// Whether a value was left out.
    lost: bool,
}

impl Tried {
    /// The key of a problem in the corrected value.
    fn key(&self, problem: &Problem) -> Key {
        in_value(Key::find(&problem.key, &self.value), &self.meant)
    }

    /// Whether a problem of the schema exists only because a key was left out.
    fn caused(&self, problem: &Problem) -> bool {
        match &problem.fault {
            Fault::Missing(word) => self.taken.contains(&self.key(problem).join(word)),
            Fault::Rule => self.follows(problem),
            _ => false,
        }
    }

    /// Whether a problem of the rules may exist only because the value differs from the one that was written.
    fn follows(&self, problem: &Problem) -> bool {
        let key = Key::find(&problem.key, &self.value);
        // A problem of the table around a number out of range is usually about that number.
        let about_a_moved = || !problem.key.is_empty() && self.moved.iter().any(|moved| moved.strip(&key).is_some());
        self.lost || about_a_moved() || follows_from_a_guess(problem, &self.value, &self.meant)
    }

    /// Corrects the cause of a problem of the schema in `tried`, which began as a copy of this value.
    fn mend(&self, problem: &Problem, tried: &mut Tried) {
        let key = self.key(problem);
        match &problem.fault {
            Fault::Rule => return,
            Fault::UnknownWord(allowed) => {
                let written = key.get(&self.value).and_then(Value::as_str).unwrap_or_default();
                let near = words::nearest(written, allowed.iter().map(String::as_str));
                if near.is_some_and(|near| key.put(&mut tried.value, near.into()).is_ok()) {
                    return;
                }
            }
            Fault::Range(nearest) => {
                if key.put(&mut tried.value, nearest.clone()).is_ok() {
                    return tried.moved.push(key);
                }
            }
            Fault::UnknownKey(allowed) => return self.respell(&key, allowed, tried),
            Fault::Missing(_) | Fault::Shape => {}
        }
        // An element is left out together with its whole list.
        let key = key.first(key.parts().iter().take_while(|part| crate::key::index(part).is_none()).count());
        if key.take(&mut tried.value) {
            tried.lost = true;
            tried.taken.push(key);
        }
    }

    /// Removes an unknown key, and puts its value under the nearest of the `allowed` keys.
    fn respell(&self, key: &Key, allowed: &[String], tried: &mut Tried) {
        let Some(word) = key.parts().last() else { return };
        let beside = key.first(key.parts().len() - 1);
        let intended = words::nearest(word, allowed.iter().map(String::as_str)).map(|word| beside.join(word));
        let old = key.get(&tried.value).cloned();
        if !key.take(&mut tried.value) {
            return;
        }
        tried.lost |= intended.as_ref() == Some(&Key::of(&MAP));
        match (intended, old) {
            (Some(intended), Some(old)) if intended != Key::of(&MAP) && intended.get(&tried.value).is_none() => {
                if intended.put(&mut tried.value, old).is_ok() {
                    tried.meant.push((intended, key.clone()));
                }
            }
            // The intended key of a misspelt one is not also reported as missing.
            (intended, _) => tried.taken.extend(intended.into_iter().chain([key.clone()])),
        }
    }

    /// A problem at an intended key, moved to the key that was written.
    fn as_written(&self, problem: Problem) -> Problem {
        let key = Key::find(&problem.key, &self.value);
        let written = self.meant.iter().find_map(|(intended, written)| Some(key.strip(intended)?.below(written)));
        written.map_or_else(|| problem.clone(), |written| Problem { key: written.to_string(), ..problem.clone() })
    }
}

/// Whether a problem follows from the guess at a misspelt key, which may be wrong: it is at that key, and its message
/// does not name the word written as its value.
fn follows_from_a_guess(problem: &Problem, value: &Value, meant: &[(Key, Key)]) -> bool {
    let key = Key::find(&problem.key, value);
    let names_it = |word: &str| problem.message.contains(&format!("`{word}`"));
    let guess = meant.iter().find(|(_, written)| key.strip(written).is_some());
    guess.is_some_and(|(intended, _)| !intended.get(value).and_then(Value::as_str).is_some_and(names_it))
}

/// The key in the corrected value, for a key in the file.
fn in_value(key: Key, meant: &[(Key, Key)]) -> Key {
    meant.iter().find_map(|(intended, written)| Some(key.strip(written)?.below(intended))).unwrap_or(key)
}

/// Where the values of a ruleset's input were written: in the document, or in a sweep or variant over it.
pub(crate) struct Origin<'p> {
    pub(crate) shape: Shape,
    pub(crate) document: &'p Document,
    /// Each key set, with the place of its value; later ones over earlier ones.
    pub(crate) sets: Vec<(&'p Target<'p>, &'p Place)>,
}

impl Origin<'_> {
    /// A problem in a ruleset's input as a mistake in the file, and whether a sweep or variant caused it.
    pub(crate) fn mistake(&self, problem: &Problem, given: &Value) -> (Mistake, bool) {
        let key = Key::find(&problem.key, given);
        let written = self.shape.written(&key);
        let about_key = matches!(problem.fault, Fault::UnknownKey(_));
        let lacks = matches!(problem.fault, Fault::Missing(_));
        for (target, place) in self.sets.iter().rev() {
            if let Some(rest) = key.strip(&target.given) {
                let inside = place.nearest(&rest);
                let spot = match (about_key, rest.parts().is_empty()) {
                    (true, true) => &target.place.key,
                    (true, false) => &inside.key,
                    (false, _) => inside.of_value(),
                };
                let at = if target.is_of_several() { rest.below(&target.written) } else { written };
                return (Mistake { lacks, ..Mistake::new(spot, &at, &problem.message) }, true);
            }
            if target.given.strip(&key).is_some() && written.get(&self.document.value).is_none() {
                return (Mistake { lacks, ..Mistake::new(&target.place.key, &written, &problem.message) }, true);
            }
        }
        let place = self.document.place.nearest(&written);
        let spot = if about_key { &place.key } else { place.of_value() };
        (Mistake { lacks, ..Mistake::new(spot, &written, &problem.message) }, false)
    }
}
