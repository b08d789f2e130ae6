//! Further cells of a scenario, made one by one: a point of its sweep with other values of some keys.

use engage::{Problem, Ruleset};
use serde_json::Value;

use crate::body::{Body, Cell};
use crate::cells::{Made, given};
use crate::document::Document;
use crate::fight::{CellMaker, Fought};
use crate::key::Key;
use crate::lists::{printed, settled, take_over};
use crate::map::{Beside, Named};
use crate::scenario::Scenario;
use crate::sweep::Shape;
use crate::values::text;

/// Makes cells of a fight with other values of some keys. Each has the id, the luck and the bytes of the variant that
/// sets these keys. The maps are read and prepared once.
pub struct Trials<'s> {
    ruleset: &'static Ruleset,
    document: &'s Document,
    /// The ruleset's input at the point.
    base: Value,
    /// The lists of the rulebook, of which single entries may be set.
    printed: Value,
    maps: Named<'s>,
    maker: CellMaker,
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
            base: given(Shape::Fight, document),
            printed: printed(&document.value, &[self.ruleset]).unwrap_or_default(),
            maps: Named::new(Beside::Kept(self.files(), ""), self.name()),
            maker: CellMaker::default(),
        };
        let swept = self.axes.iter().zip(point).filter_map(|(axis, &at)| Some((&*axis.key, axis.values.get(at)?)));
        let swept: Vec<(&str, &Value)> = swept.collect();
        if swept.len() != self.axes.len() {
            return Err("there is no such point of the sweep".to_owned());
        }
        trials.base = trials.with(&swept)?;
        let made = trials.fought(&trials.base.clone())?;
        let baseline = trials.maker.cell(Made { point: point.to_vec(), variant: None, made });
        Ok((trials, baseline))
    }
}

impl Trials<'_> {
    /// The cell in which these keys have these values, as a variant of the baseline.
    ///
    /// # Errors
    /// Why the ruleset, or the form of scenario files, refuses them.
    pub fn cell(&mut self, changes: &[(&str, &Value)]) -> Result<Cell, String> {
        let given = self.with(changes)?;
        let made = self.fought(&given)?;
        Ok(self.maker.cell(Made { point: Vec::new(), variant: Some(0), made }))
    }

    /// The ruleset's input with these values.
    fn with(&self, changes: &[(&str, &Value)]) -> Result<Value, String> {
        let mut with = self.base.clone();
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
