//! Problems found in values, and where those were written.

use engage::Problem;
use serde_json::Value;

use crate::document::Document;
use crate::key::Key;
use crate::mistake::{MOST, Mistake};
use crate::place::Place;
use crate::sweep::{Shape, Target};
use crate::words;

/// What came of reading a value.
pub(crate) struct Reading<T> {
    /// The value read, perhaps without some keys.
    pub(crate) value: Option<T>,
    /// What is wrong with it.
    pub(crate) problems: Vec<Problem>,
    /// The keys left out, and those that were meant by them.
    pub(crate) taken: Vec<Key>,
    /// The keys that were meant by misspelt ones, each with that.
    pub(crate) meant: Vec<(Key, Key)>,
}

/// A map is read before the value that names it, so its misspelt key is left out like any value of a wrong shape.
const MAP: [&str; 2] = ["field", "map"];

/// Tries to read a value, and when a key or a word of it is misspelt or has the wrong shape, tries again with what was meant or
/// without the key, so that one mistake does not hide the next. What fails only because a key was taken out is not told.
pub(crate) fn all<T>(value: &Value, read: impl Fn(&Value) -> Result<T, Vec<Problem>>) -> Reading<T> {
    let mut value = value.clone();
    let mut told: Vec<Problem> = Vec::new();
    let mut taken: Vec<Key> = Vec::new();
    let mut meant: Vec<(Key, Key)> = Vec::new();
    let mut lost_value = false;
    while told.len() < MOST {
        let problems = match read(&value) {
            Ok(read) => return Reading { value: Some(read), problems: told, taken, meant },
            Err(problems) => {
                problems.into_iter().map(|problem| as_written(problem, &value, &meant)).collect::<Vec<_>>()
            }
        };
        let lacks = |problem: &Problem| words::missing(&problem.message).is_some();
        // All keys that a table lacks make one mistake.
        let table = problems.first().filter(|first| lacks(first)).map(|first| first.key.clone());
        let lacking = problems.iter().all(|problem| lacks(problem) && table.as_ref() == Some(&problem.key));
        let [problem, others @ ..] = (if lacking || problems.len() == 1 { problems.as_slice() } else { &[] }) else {
            if problems.is_empty() {
                told.push(Problem::new("", "the ruleset refuses it without a reason"));
            }
            let follows = |problem: &Problem| follows_from_a_guess(problem, &value, &meant);
            told.extend(problems.into_iter().filter(|problem| !lost_value && !follows(problem)));
            return Reading { value: None, problems: told, taken, meant };
        };
        let key = in_value(Key::find(&problem.key, &value), &meant);
        let missing = words::missing(&problem.message).map(|word| key.join(word));
        let caused = match missing {
            Some(missing) => taken.contains(&missing),
            None => {
                let guessed = lost_value || follows_from_a_guess(problem, &value, &meant);
                guessed && !words::is_about_shape(&problem.message)
            }
        };
        if !caused {
            told.push(problem.clone());
        }
        let absent =
            |problem: &&Problem| words::missing(&problem.message).is_some_and(|word| !taken.contains(&key.join(word)));
        told.extend(others.iter().filter(absent).cloned());
        if !words::is_about_shape(&problem.message) {
            break;
        }
        if correct(&key, &problem.message, &mut value) {
            continue;
        }
        // An element of a list is taken out with the whole list.
        let key = key.first(key.parts().iter().take_while(|part| crate::key::index(part).is_none()).count());
        let misspelt = problem.message.starts_with("unknown field");
        let old = key.get(&value).cloned();
        if !key.take(&mut value) {
            break;
        }
        let intended = key.parts().last().filter(|_| misspelt).and_then(|word| {
            let (_, allowed) = words::quoted(&problem.message);
            words::nearest(word, allowed).map(|word| key.first(key.parts().len() - 1).join(word))
        });
        lost_value |= !misspelt || intended.as_ref() == Some(&Key::of(&MAP));
        match (intended, old) {
            (Some(intended), Some(old)) if intended != Key::of(&MAP) && intended.get(&value).is_none() => {
                if intended.put(&mut value, old).is_err() {
                    break;
                }
                meant.push((intended, key));
            }
            // A misspelt key is not missing as well.
            (intended, _) => taken.extend(intended.into_iter().chain([key])),
        }
    }
    Reading { value: None, problems: told, taken, meant }
}

/// Puts the nearest word in place of a misspelt one, if one is near.
fn correct(key: &Key, message: &str, value: &mut Value) -> bool {
    let (wrong, allowed) = words::quoted(message);
    let misspelt = wrong.last().filter(|_| message.starts_with("unknown variant")).copied();
    let written = key.get(value).and_then(Value::as_str).filter(|written| Some(*written) == misspelt);
    let near = written.and_then(|written| words::nearest(written, allowed)).map(Value::from);
    near.is_some_and(|near| key.put(value, near).is_ok())
}

/// A problem with a key that was meant, as one with the key that is written.
fn as_written(problem: Problem, value: &Value, meant: &[(Key, Key)]) -> Problem {
    let key = Key::find(&problem.key, value);
    let written = meant.iter().find_map(|(intended, written)| Some(key.strip(intended)?.below(written)));
    written.map_or_else(|| problem.clone(), |written| Problem { key: written.to_string(), ..problem.clone() })
}

/// Whether a problem follows from the guess at a misspelt key, which may have been meant as another: it is with that key, and does
/// not name the word that is written there.
fn follows_from_a_guess(problem: &Problem, value: &Value, meant: &[(Key, Key)]) -> bool {
    let key = Key::find(&problem.key, value);
    let names_it = |word: &str| problem.message.contains(&format!("`{word}`"));
    let guess = meant.iter().find(|(_, written)| key.strip(written).is_some());
    guess.is_some_and(|(intended, _)| !intended.get(value).and_then(Value::as_str).is_some_and(names_it))
}

/// A key as it is written, as it stands in the value that is tried.
fn in_value(key: Key, meant: &[(Key, Key)]) -> Key {
    meant.iter().find_map(|(intended, written)| Some(key.strip(written)?.below(intended))).unwrap_or(key)
}

/// Where the values a ruleset was given were written: the document, and over it what a sweep or variant set.
pub(crate) struct Origin<'p> {
    pub(crate) shape: Shape,
    pub(crate) document: &'p Document,
    /// Each key set, with the place of its value; later ones over earlier ones.
    pub(crate) sets: Vec<(&'p Target<'p>, &'p Place)>,
}

impl Origin<'_> {
    /// A problem with what a ruleset was given, as a mistake in the file; and whether a sweep or variant is to blame.
    pub(crate) fn mistake(&self, problem: &Problem, given: &Value) -> (Mistake, bool) {
        let key = Key::find(&problem.key, given);
        let written = self.shape.written(&key);
        let about_key = problem.message.starts_with("unknown field");
        for (target, place) in self.sets.iter().rev() {
            if let Some(rest) = key.strip(&target.given) {
                let inside = place.nearest(&rest);
                let spot = match (about_key, rest.parts().is_empty()) {
                    (true, true) => &target.place.key,
                    (true, false) => &inside.key,
                    (false, _) => inside.of_value(),
                };
                return (Mistake::new(spot, &written, &problem.message), true);
            }
            if target.given.strip(&key).is_some() && written.get(&self.document.value).is_none() {
                return (Mistake::new(&target.place.key, &written, &problem.message), true);
            }
        }
        let place = self.document.place.nearest(&written);
        let spot = if about_key { &place.key } else { place.of_value() };
        (Mistake::new(spot, &written, &problem.message), false)
    }
}
