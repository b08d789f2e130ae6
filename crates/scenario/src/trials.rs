//! Further cells of a scenario, made one by one: a point of its sweep with other values of some keys.

use engage::{Problem, Ruleset};
use serde_json::Value;

use crate::body::{Body, Cell};
use crate::cells::{Made, given};
use crate::doctrines::Pair;
use crate::document::Document;
use crate::fight::{CellMaker, Fought};
use crate::key::Key;
use crate::lists::{printed, settled, take_over};
use crate::map::{Beside, Named};
use crate::recipe::{Recipe, Sets};
use crate::scenario::Scenario;
use crate::sweep::Shape;
use crate::values::text;

/// Makes cells of a fight with other values of some keys. Each has the id, the luck and the bytes of the variant that
/// sets these keys. The maps are read and prepared once.
pub struct Trials<'s> {
    ruleset: &'static Ruleset,
    document: &'s Document,
    point: Vec<usize>,
    /// The ruleset's input at the point.
    base: Value,
    /// The lists of the rulebook, of which single entries may be set.
    printed: Value,
    maps: Named<'s>,
    maker: CellMaker,
    /// The pairs of doctrines.
    pairs: Vec<Pair<'s>>,
}

impl Scenario {
    /// Further cells at a point of its sweep, given as the index of the value on each axis. Returns the baseline there
    /// as well.
    ///
    /// # Errors
    /// If the scenario is a situation, or has no such point.
    pub fn trials(&self, point: &[usize]) -> Result<(Trials<'_>, Cell), String> {
        let Body::Fight(_) = &self.body else { return Err("a situation is answered, not played".to_owned()) };
        let document = self.own_document();
        let mut trials = Trials {
            ruleset: self.ruleset,
            document,
            point: point.to_vec(),
            base: given(Shape::Fight, document),
            printed: printed(&document.value, &[self.ruleset]).unwrap_or_default(),
            maps: Named::new(Beside::Kept(self.files(), ""), self.name()),
            maker: CellMaker::default(),
            pairs: self.pairs(),
        };
        let swept = self.axes.iter().zip(point).filter_map(|(axis, &at)| Some((&*axis.key, axis.values.get(at)?)));
        let swept: Vec<(&str, &Value)> = swept.collect();
        if swept.len() != self.axes.len() {
            return Err("there is no such point of the sweep".to_owned());
        }
        trials.base = trials.with(&swept)?;
        let baseline = trials.led(&trials.base.clone(), point, None)?;
        let baseline = trials.with_recipe(baseline, Sets::Keys(Vec::new()));
        Ok((trials, baseline))
    }

    /// The cells that were made by these recipes, made again.
    ///
    /// # Errors
    /// If a recipe is none of this scenario.
    pub fn made_by(&self, recipes: &[Recipe]) -> Result<Vec<Cell>, String> {
        let mut cells = Vec::new();
        let mut at: Option<Trials<'_>> = None;
        for recipe in recipes {
            let mut trials = match at.take().filter(|trials| trials.point == recipe.point) {
                Some(trials) => trials,
                None => self.trials(&recipe.point)?.0,
            };
            cells.push(match &recipe.sets {
                Sets::Keys(keys) => trials.cell(&borrowed(keys))?,
                Sets::Mix(sets) => {
                    let sets: Vec<_> = sets.iter().map(|(weight, keys)| (*weight, borrowed(keys))).collect();
                    trials.mixed(&sets)?
                }
            });
            at = Some(trials);
        }
        Ok(cells)
    }
}

fn borrowed(keys: &[(String, Value)]) -> Vec<(&str, &Value)> {
    keys.iter().map(|(key, value)| (key.as_str(), value)).collect()
}

fn owned(keys: &[(&str, &Value)]) -> Vec<(String, Value)> {
    keys.iter().map(|&(key, value)| (key.to_owned(), value.clone())).collect()
}

impl Trials<'_> {
    /// The cell in which these keys have these values, as a variant of the baseline.
    ///
    /// # Errors
    /// Why the ruleset, or the form of scenario files, refuses them; also if a doctrine sets one of them.
    pub fn cell(&mut self, changes: &[(&str, &Value)]) -> Result<Cell, String> {
        let led = |key: &str| self.pairs.iter().flat_map(Pair::sets).any(|(own, _)| own == key);
        if let Some((key, _)) = changes.iter().find(|(key, _)| led(key)) {
            return Err(format!("a doctrine sets `{key}`"));
        }
        let given = self.with(changes)?;
        let cell = self.led(&given, &[], Some(0))?;
        Ok(self.with_recipe(cell, Sets::Keys(owned(changes))))
    }

    /// The cell that draws one of these sets of values by their weights, and in which neither side has doctrines of the
    /// scenario.
    ///
    /// # Errors
    /// Why the ruleset, or the form of scenario files, refuses one of them.
    pub fn mixed(&mut self, sets: &[(u32, Vec<(&str, &Value)>)]) -> Result<Cell, String> {
        let drawn: Vec<(u32, &[(&str, &Value)])> =
            sets.iter().map(|(weight, sets)| (*weight, sets.as_slice())).collect();
        let cell = self.drawn(&self.base.clone(), &drawn, &[], Some(0))?;
        Ok(self.with_recipe(cell, Sets::Mix(sets.iter().map(|(weight, keys)| (*weight, owned(keys))).collect())))
    }

    fn with_recipe(&self, cell: Cell, sets: Sets) -> Cell {
        Cell { recipe: Some(Box::new(Recipe { point: self.point.clone(), sets })), ..cell }
    }

    /// The cell of an input, led by the doctrines.
    fn led(&mut self, given: &Value, point: &[usize], variant: Option<usize>) -> Result<Cell, String> {
        let pairs = self.pairs.clone();
        let sets: Vec<Vec<(&str, &Value)>> =
            pairs.iter().map(|pair| pair.sets().map(|(key, value)| (key.as_str(), value)).collect()).collect();
        let drawn: Vec<(u32, &[(&str, &Value)])> =
            pairs.iter().zip(&sets).map(|(pair, sets)| (pair.weight, sets.as_slice())).collect();
        self.drawn(given, &drawn, point, variant)
    }

    /// The cell that draws one of these sets of values over an input.
    fn drawn(
        &mut self,
        given: &Value,
        drawn: &[(u32, &[(&str, &Value)])],
        point: &[usize],
        variant: Option<usize>,
    ) -> Result<Cell, String> {
        let mut made = Vec::new();
        for (weight, sets) in drawn {
            let fought = self.fought(&self.set(given, sets)?)?;
            made.push((*weight, Made { point: point.to_vec(), variant, made: fought }));
        }
        let mut made = made.into_iter();
        let first = made.next().ok_or("no pair of doctrines is played")?;
        Ok(self.maker.cell(first, made.collect()))
    }

    /// The ruleset's input at the point with these values.
    fn with(&self, changes: &[(&str, &Value)]) -> Result<Value, String> {
        self.set(&self.base, changes)
    }

    /// An input with these values.
    fn set(&self, given: &Value, changes: &[(&str, &Value)]) -> Result<Value, String> {
        let mut with = given.clone();
        for (key, value) in changes {
            let key = settled(&Key::parse(key)?, &self.document.value, &self.printed).map_err(|(why, _)| why)?;
            let own = Shape::Fight.given(&key).ok_or_else(|| format!("`{key}` is no key of the fight"))?;
            take_over(&own, &mut with, &self.printed);
            own.put(&mut with, (*value).clone()).map_err(|stop| format!("`{stop}` is not a table"))?;
        }
        Ok(with)
    }

    fn fought(&mut self, given: &Value) -> Result<Fought, String> {
        let map = self.maps.of(given).map_err(|refused| refused.problem().to_string())?;
        let first = |problems: Vec<Problem>| problems.first().map_or_else(|| text(given), Problem::to_string);
        Fought::compile(self.ruleset, &self.document.value, given, map.as_ref()).map_err(first)
    }
}
