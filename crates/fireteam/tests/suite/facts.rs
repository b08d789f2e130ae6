//! What steps of a log state, taken by name.

use chance::Fact;
use engage::Step;

/// A check that may fail, with what is wrong.
pub(crate) type Seen<T = ()> = Result<T, String>;

pub(crate) fn must(holds: bool, otherwise: &str) -> Seen {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}

/// Two values that have to be the same: what the log says, and what was worked out.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(what: &str, logged: T, worked_out: T) -> Seen {
    if logged == worked_out { Ok(()) } else { Err(format!("{what}: {logged:?} is logged, {worked_out:?} is right")) }
}

/// A fact of a step, or a part of a fact.
pub(crate) trait Stated {
    fn stated(&self, name: &str) -> Option<&Fact>;

    fn value(&self, name: &str) -> Seen<&Fact> {
        self.stated(name).ok_or_else(|| format!("no {name}"))
    }

    fn word_of(&self, name: &str) -> Seen<&str> {
        self.value(name)?.word().ok_or_else(|| format!("{name} is no word"))
    }

    fn number_of(&self, name: &str) -> Seen<i64> {
        self.value(name)?.number().ok_or_else(|| format!("{name} is no number"))
    }

    fn flag(&self, name: &str) -> Seen<bool> {
        if let Fact::Flag(flag) = self.value(name)? { Ok(*flag) } else { Err(format!("{name} is no flag")) }
    }

    /// A length, in thousandths of an inch.
    fn inches(&self, name: &str) -> Seen<i64> {
        let Fact::Inches(inches) = self.value(name)? else { return Err(format!("{name} is no length")) };
        Ok((inches * 1000.0).round() as i64)
    }

    fn figures(&self, name: &str) -> Seen<Vec<u8>> {
        if let Fact::Figures(figures) = self.value(name)? {
            Ok(figures.clone())
        } else {
            Err(format!("{name}: no figures"))
        }
    }

    fn cells(&self, name: &str) -> Seen<Vec<u16>> {
        if let Fact::Cells(cells) = self.value(name)? { Ok(cells.clone()) } else { Err(format!("{name}: no cells")) }
    }

    fn list(&self, name: &str) -> Seen<&[Fact]> {
        if let Fact::List(list) = self.value(name)? { Ok(list) } else { Err(format!("{name} is no list")) }
    }
}

impl Stated for Step {
    fn stated(&self, name: &str) -> Option<&Fact> {
        self.fact(name)
    }
}

impl Stated for Fact {
    fn stated(&self, name: &str) -> Option<&Fact> {
        let Fact::Parts(parts) = self else { return None };
        parts.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

/// The faces that a step's dice of a purpose show.
pub(crate) fn faces(step: &Step, purpose: &str) -> Vec<u32> {
    let of = |luck: &&engage::Luck| fireteam::RULESET.purposes.get(usize::from(luck.purpose)) == Some(&purpose);
    step.luck.iter().filter(of).flat_map(|luck| luck.drawn.faces()).collect()
}

/// The prone men, as a step states them for all.
pub(crate) fn prone(step: &Step) -> Vec<(u8, bool)> {
    let men = step.list("men").unwrap_or_default();
    let prone = |man: &Fact| Some((*man.figures("figure").ok()?.first()?, man.word_of("posture").ok()? == "prone"));
    men.iter().filter_map(prone).collect()
}
