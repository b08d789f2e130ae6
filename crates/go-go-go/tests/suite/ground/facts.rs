//! What a step states, read from its parts.

use std::collections::BTreeSet;

use engage::{Fact, Step};

use super::watch::{Seen, must};

/// The parts of a step.
pub(super) trait Facts {
    fn get(&self, name: &str) -> Seen<&Fact>;

    fn word(&self, name: &str) -> Seen<&str> {
        self.get(name)?.word().ok_or_else(|| format!("{name} is no word"))
    }

    fn number(&self, name: &str) -> Seen<i32> {
        self.get(name)?.number().map(|number| number as i32).ok_or_else(|| format!("{name} is no number"))
    }

    fn flag(&self, name: &str) -> Seen<bool> {
        if let Fact::Flag(flag) = self.get(name)? { Ok(*flag) } else { Err(format!("{name} is no flag")) }
    }

    fn figures(&self, name: &str) -> Seen<BTreeSet<u8>> {
        match self.get(name)? {
            Fact::Figures(figures) => Ok(figures.iter().copied().collect()),
            _ => Err(format!("{name} is no list of figures")),
        }
    }

    fn cells(&self, name: &str) -> Seen<Vec<u16>> {
        if let Fact::Cells(cells) = self.get(name)? {
            Ok(cells.clone())
        } else {
            Err(format!("{name} is no list of cells"))
        }
    }

    /// A length agrees with one worked out.
    fn is_long(&self, name: &str, wanted: f64) -> Seen {
        let Fact::Inches(length) = self.get(name)? else { return Err(format!("{name} is no length")) };
        must((length - wanted).abs() < 0.002, name).map_err(|name| format!("{name} is {length}, not {wanted}"))
    }

    /// A word or a number agrees with what was worked out.
    fn says(&self, name: &str, wanted: impl Into<Fact>) -> Seen {
        let (told, wanted) = (self.get(name)?, wanted.into());
        if *told == wanted { Ok(()) } else { Err(format!("{name} is {told:?}, not {wanted:?}")) }
    }

    /// The target number is this, and what it is made of adds up to it.
    fn needs(&self, wanted: i32) -> Seen;
}

impl Facts for Step {
    fn get(&self, name: &str) -> Seen<&Fact> {
        self.fact(name).ok_or_else(|| format!("no {name} is told"))
    }

    fn needs(&self, wanted: i32) -> Seen {
        let sum: i32 = self.modifiers.iter().map(|part| part.value).sum();
        let told = self.target_number;
        if told != Some(wanted) {
            return Err(format!("{wanted} is needed, not {told:?}"));
        }
        must(sum == wanted, "what the target number is made of does not add up to it")
    }
}
