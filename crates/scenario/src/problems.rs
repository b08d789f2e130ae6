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
}

/// Tries to read a value, and when a key of it has the wrong shape, tries again without that key, so that one mistake does
/// not hide the next. What fails only because a key was taken out is not told.
pub(crate) fn all<T>(value: &Value, read: impl Fn(&Value) -> Result<T, Vec<Problem>>) -> Reading<T> {
    let mut value = value.clone();
    let mut told: Vec<Problem> = Vec::new();
    let mut taken: Vec<Key> = Vec::new();
    let mut lost_value = false;
    while told.len() < MOST {
        let problems = match read(&value) {
            Ok(read) => return Reading { value: Some(read), problems: told, taken },
            Err(problems) => problems,
        };
        let [problem] = problems.as_slice() else {
            if problems.is_empty() {
                told.push(Problem::new("", "the ruleset refuses it without a reason"));
            }
            told.extend(problems.into_iter().filter(|_| !lost_value));
            return Reading { value: None, problems: told, taken };
        };
        let key = Key::find(&problem.key, &value);
        let missing = words::missing(&problem.message).map(|word| key.join(word));
        let caused = match missing {
            Some(missing) => taken.contains(&missing),
            None => lost_value && !words::is_about_shape(&problem.message),
        };
        if !caused {
            told.push(problem.clone());
        }
        if !words::is_about_shape(&problem.message) {
            break;
        }
        // An element of a list is taken out with the whole list.
        let named = key.parts().iter().take_while(|part| crate::key::index(part).is_none());
        let key = Key::of(&named.map(String::as_str).collect::<Vec<_>>());
        lost_value |= !problem.message.starts_with("unknown field");
        if !key.take(&mut value) {
            break;
        }
        if let (Some((_, table)), (_, allowed)) = (key.parts().split_last(), words::quoted(&problem.message)) {
            // A misspelt key is not missing as well.
            let meant = key.parts().last().and_then(|word| words::nearest(word, allowed));
            let table = Key::of(&table.iter().map(String::as_str).collect::<Vec<_>>());
            taken.extend(meant.map(|word| table.join(word)));
        }
        taken.push(key);
    }
    Reading { value: None, problems: told, taken }
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
