//! Reads sweeps and variants: the keys that they set, and the values.

use engage::BySide;
use serde_json::{Map, Value};

use crate::advice;
use crate::doctrines::{self, Led};
use crate::document::{Document, MAX_DEPTH, too_deep};
use crate::frame::{GIVEN, given_in_words, is_name, is_turn_limit};
use crate::key::Key;
use crate::lists::settled;
use crate::mistake::Mistake;
use crate::place::{Place, Spot};
use crate::squads::unknown_squad;
use crate::target::{Target, leaves, overlap};
use crate::units::{self, Listed};
use crate::values::{in_toml, text};
use crate::words::nearest;

/// The most cells of a scenario.
pub(crate) const MAX_CELLS: usize = 10_000;
/// The most swept keys.
const MAX_AXES: usize = 16;
/// The most variants, and the most keys of one.
const MAX_CHANGES: usize = 100;

/// The key of the turn limit. It is in `[play]` for the author, and part of the ruleset's input.
pub(crate) const TURN_LIMIT: [&str; 2] = ["play", "turn_limit"];

/// The subject of a scenario, which determines the keys that can be swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Two sides.
    Fight,
    /// One situation.
    Situation,
}

impl Shape {
    /// The key in the ruleset's input for a key in the file; `None` if the input does not include it.
    pub(crate) fn given(self, key: &Key) -> Option<Key> {
        let parts: Vec<&str> = key.parts().iter().map(String::as_str).collect();
        match (self, parts.as_slice()) {
            (Shape::Fight, [head, _, ..]) if GIVEN.contains(head) => Some(key.clone()),
            (Shape::Fight, parts) if *parts == TURN_LIMIT => Some(Key::of(&["turn_limit"])),
            (Shape::Situation, ["situation", "kind", ..]) => None,
            (Shape::Situation, ["situation", rest @ ..]) if !rest.is_empty() => Some(Key::of(rest)),
            _ => None,
        }
    }

    /// The key in the file for a key in the ruleset's input.
    pub(crate) fn written(self, key: &Key) -> Key {
        match (self, key.parts()) {
            (Shape::Situation, _) => key.below(&Key::of(&["situation"])),
            (Shape::Fight, [one]) if one == TURN_LIMIT[1] => Key::of(&TURN_LIMIT),
            _ => key.clone(),
        }
    }

    /// The mistake of a key that cannot be swept or varied.
    fn refuse(self, spot: &Spot, key: &Key, here: &Key) -> Mistake {
        let (message, heads): (String, &[&str]) = match self {
            Shape::Fight => (
                format!("cannot be swept or varied; only keys of {} and `play.turn_limit` can", given_in_words()),
                &GIVEN,
            ),
            Shape::Situation => {
                ("cannot be swept; only keys of `situation` except `kind` can".to_owned(), &["situation"])
            }
        };
        let mistake = Mistake::new(spot, here, format!("`{key}` {message}"));
        let Some((head, rest)) = key.parts().split_first() else { return mistake };
        let near = match self {
            Shape::Situation if head != "situation" && key.parts().len() == 1 => Some(format!("situation.{key}")),
            _ => nearest(head, heads.iter().copied()).filter(|near| near != head && !rest.is_empty()).map(|near| {
                let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
                Key::of(&rest).below(&Key::of(&[near])).to_string()
            }),
        };
        match near {
            Some(near) => mistake.help(format!("did you mean `{near}`?")),
            None => mistake,
        }
    }
}

/// A swept key with its values.
pub(crate) struct SweptKey<'p> {
    pub(crate) target: Target<'p>,
    pub(crate) values: Vec<Value>,
}

/// A variant with the keys it sets.
pub(crate) struct Changes<'p> {
    pub(crate) name: String,
    pub(crate) sets: Vec<(Target<'p>, Value)>,
}

/// The swept keys in the order of the file, the variants and the doctrines.
#[derive(Default)]
pub(crate) struct Plan<'p> {
    pub(crate) axes: Vec<SweptKey<'p>>,
    pub(crate) variants: Vec<Changes<'p>>,
    pub(crate) doctrines: BySide<Vec<Led<'p>>>,
    pub(crate) units: Vec<Listed<'p>>,
    /// The lists of the rulebook, of which single entries may be set.
    pub(crate) printed: Value,
}

impl<'p> Plan<'p> {
    /// Reads `[sweep]`, `[variants]`, `[doctrines]` and `[units]`. `overrides` are the keys of the overrides, `printed` the lists of the
    /// rulebook, if it is known. Wrong entries are left out of the plan, so that mistakes in the rest are found as
    /// well.
    pub(crate) fn read(
        shape: Shape,
        document: &'p Document,
        overrides: &[Key],
        printed: Option<Value>,
    ) -> (Plan<'p>, Vec<Mistake>) {
        let empty = Map::new();
        let table = |word: &str| document.value.get(word).and_then(Value::as_object).unwrap_or(&empty);
        let (sweep, variants) = (table("sweep"), table("variants"));
        let mut reader = Planner { shape, document, printed: printed.as_ref(), mistakes: Vec::new() };
        let axes = reader.axes(sweep, overrides);
        let variants = variants.iter().map(|(name, value)| reader.variant(name, value, &axes)).collect();
        let mut mistakes = reader.mistakes;
        let (units, found) = units::read(document);
        mistakes.extend(found);
        let printed = printed.unwrap_or_default();
        let mut plan = Plan { axes, variants, doctrines: BySide::default(), units, printed };
        let varied = plan.variants.iter().flat_map(|variant| variant.sets.iter().map(|(target, _)| target));
        let taken: Vec<&Target<'_>> = plan.axes.iter().map(|axis| &axis.target).chain(varied).collect();
        let (led, found) = doctrines::read(document, &taken, overrides);
        plan.doctrines = led;
        mistakes.extend(found);
        match too_many(&document.place, &plan) {
            None => (plan, mistakes),
            Some(mistake) => {
                mistakes.push(mistake);
                (Plan { printed: plan.printed, ..Plan::default() }, mistakes)
            }
        }
    }

    /// The number of combinations of the swept values.
    pub(crate) fn points(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }
}

struct Planner<'p, 'r> {
    shape: Shape,
    document: &'p Document,
    printed: Option<&'r Value>,
    mistakes: Vec<Mistake>,
}

impl<'p> Planner<'p, '_> {
    fn axes(&mut self, sweep: &Map<String, Value>, overrides: &[Key]) -> Vec<SweptKey<'p>> {
        let head = Key::of(&["sweep"]);
        let mut axes: Vec<SweptKey<'p>> = Vec::new();
        for (target, value) in self.targets(&head, sweep, MAX_AXES) {
            let here = target.written.clone();
            let others = axes.iter().map(|axis| &axis.target);
            if let Some(mistake) = overlap(&target, others, "is swept already") {
                self.mistakes.push(mistake);
                continue;
            }
            if let Some(number) = overrides
                .iter()
                .position(|key| self.shape.given(key).is_some_and(|key| key.strip(&target.given).is_some()))
            {
                let message = format!("`{}` is swept, so setting it would do nothing", target.key);
                let spot = Spot::Set(number);
                self.mistakes.push(
                    Mistake::new(&spot, &overrides[number], message)
                        .help(format!("sweep other values instead, such as --sweep {}=1,2", target.key)),
                );
            }
            match value {
                Value::Array(values) if !values.is_empty() => {
                    if self.check_values(&target, &here, values) {
                        axes.push(SweptKey { target, values: values.clone() });
                    }
                }
                Value::Array(_) => {
                    self.mistakes.push(Mistake::new(&target.place.value, &here, "a sweep needs at least one value"));
                }
                one => {
                    let list = advice::span(&text(one)).unwrap_or_else(|| format!("[{}]", in_toml(one)));
                    let message = "a sweep is a list of values, such as [3, 6, 12]";
                    self.mistakes.push(
                        Mistake::new(target.place.of_value(), &here, message)
                            .help(format!("write values as a list: {list}")),
                    );
                }
            }
        }
        axes
    }

    /// Checks that no value occurs twice, and that a turn limit is in its range.
    fn check_values(&mut self, target: &Target<'p>, here: &Key, values: &[Value]) -> bool {
        let before = self.mistakes.len();
        let mut seen = std::collections::BTreeSet::new();
        for (value, place) in values.iter().zip(&target.place.items) {
            if !seen.insert(value.to_string()) {
                self.mistakes.push(Mistake::new(&place.value, here, format!("{value} appears twice in this sweep")));
            }
            self.check_turns(target, value, place);
        }
        self.mistakes.len() == before
    }

    /// Checks that a turn limit is in its range.
    fn check_turns(&mut self, target: &Target<'p>, value: &Value, place: &Place) -> bool {
        let wrong = target.key == Key::of(&TURN_LIMIT) && !is_turn_limit(value);
        if wrong {
            let message = format!("{value} is not a whole number from 1 to 1000");
            self.mistakes.push(Mistake::new(place.of_value(), &target.key, message));
        }
        !wrong
    }

    fn variant(&mut self, name: &str, value: &Value, axes: &[SweptKey<'p>]) -> Changes<'p> {
        let head = Key::of(&["variants", name]);
        let place = self.document.place.nearest(&head);
        let mut wrong = |message: &str| self.mistakes.push(Mistake::new(&place.key, &head, message));
        if !is_name(name) || name == "baseline" {
            wrong("a variant's name has 1 to 64 characters, no control characters, and is not `baseline`");
        }
        let mut sets: Vec<(Target<'p>, Value)> = Vec::new();
        match value {
            Value::Object(table) if !table.is_empty() => {
                for (target, value) in self.targets(&head, table, MAX_CHANGES) {
                    let swept = overlap(&target, axes.iter().map(|axis| &axis.target), "is swept");
                    let again = overlap(&target, sets.iter().map(|(target, _)| target), "is set already");
                    let twice = swept.or(again);
                    let once = twice.is_none();
                    self.mistakes.extend(twice);
                    if self.check_turns(&target, value, target.place) && once {
                        sets.push((target, value.clone()));
                    }
                }
            }
            Value::Object(_) => wrong("this variant changes nothing"),
            _ => wrong("a variant is a table of keys to set, such as \"red.gunmen.count\" = 6"),
        }
        Changes { name: name.to_owned(), sets }
    }

    /// The keys set by a table under `head`, written as quoted keys or as nested tables.
    fn targets<'v>(&mut self, head: &Key, table: &'v Map<String, Value>, most: usize) -> Vec<(Target<'p>, &'v Value)> {
        let mut found = Vec::new();
        for (written, key, value) in leaves(head, table) {
            let place = self.document.place.nearest(&written);
            let mistake = match key {
                _ if found.len() == most => {
                    self.mistakes.push(Mistake::new(&place.key, head, format!("too many keys: at most {most}")));
                    found.clear();
                    break;
                }
                Err(message) => Mistake::new(&place.key, head, message),
                Ok(key) if key.parts().len() > MAX_DEPTH => Mistake::new(&place.key, head, too_deep()),
                Ok(key) => match self.shape.given(&key).map(|_| self.settled(&key)) {
                    Some(Err((message, help))) => Mistake { help, ..Mistake::new(&place.key, &written, message) },
                    Some(Ok(given)) => {
                        let whole = is_whole(head, &written, &key);
                        match unknown_squad(self.document, &place.key, &key, &written, whole) {
                            Some(mistake) => mistake,
                            None => {
                                found.push((Target { key, given, written, place }, value));
                                continue;
                            }
                        }
                    }
                    None => self.shape.refuse(&place.key, &key, &written),
                },
            };
            self.mistakes.push(mistake);
        }
        found
    }

    /// The key in the ruleset's input for a key in the file, with every list entry by its index.
    fn settled(&self, key: &Key) -> Result<Key, (String, Option<String>)> {
        let settled = self.printed.map_or(Ok(key.clone()), |printed| settled(key, &self.document.value, printed))?;
        Ok(self.shape.given(&settled).unwrap_or(settled))
    }
}

/// The mistake of too many cells.
fn too_many(root: &Place, plan: &Plan<'_>) -> Option<Mistake> {
    let led = plan.doctrines.iter().map(|led| led.len().max(1));
    let sizes = plan.axes.iter().map(|axis| axis.values.len()).chain([plan.variants.len() + 1]).chain(led);
    let cells = sizes.fold(1u128, |cells, size| cells.saturating_mul(size as u128));
    (cells > MAX_CELLS as u128).then(|| {
        let led = plan.doctrines.iter().any(|led| led.len() > 1);
        let word = if !plan.axes.is_empty() {
            "sweep"
        } else if led {
            "doctrines"
        } else {
            "variants"
        };
        let key = Key::of(&[word]);
        let of = if led { " with their pairs of doctrines" } else { "" };
        let message = format!("{cells} cells{of}: a scenario has at most {MAX_CELLS}");
        Mistake::new(&root.nearest(&key).key, &key, message)
    })
}

/// Whether a key inside a squad is written in a table of the whole squad: `"red.sniper" = { count = 1 }`.
fn is_whole(head: &Key, written: &Key, key: &Key) -> bool {
    let words =
        written.parts().iter().skip(head.parts().len()).map(|word| Key::parse(word).map_or(1, |key| key.parts().len()));
    let mut depth = 0;
    key.parts().len() == 2
        || words.into_iter().any(|parts| {
            depth += parts;
            depth == 2
        })
}
