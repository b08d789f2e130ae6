//! Checks `[answer]`: whether the things that it asks about exist.

use engage::{Kind, Ruleset, Side, Win};

use crate::document::Document;
use crate::key::Key;
use crate::mistake::Mistake;
use crate::precision::{aim, quantity};
use crate::question::{About, Question};
use crate::sweep::Plan;
use crate::words::listed;

/// The parts of a scenario against which `[answer]` is checked.
pub(crate) struct Asked<'c> {
    pub(crate) ruleset: &'static Ruleset,
    /// The kind of a situation; `None` in a fight.
    pub(crate) kind: Option<&'static Kind>,
    pub(crate) document: &'c Document,
    pub(crate) plan: &'c Plan<'c>,
    /// Whether sweep and variants are those of the file; overrides may remove the subject of the question.
    pub(crate) as_written: bool,
}

impl Asked<'_> {
    /// The subject of a question.
    ///
    /// # Errors
    /// Every mistake in it.
    pub(crate) fn about(&self, question: &Question) -> Result<About, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let matters = match self.kind {
            Some(_) => self.outcome(question).map(|()| None),
            None => self.counted(question),
        };
        let matters = matters.map_err(|mistake| mistakes.push(mistake));
        mistakes.extend(self.view(question).err());
        if self.as_written {
            mistakes.extend(self.asks(question).err());
        }
        let (Ok(matters), true) = (matters, mistakes.is_empty()) else { return Err(mistakes) };
        let Question { asks, view, .. } = *question;
        let quantity = question.quantity.clone().or_else(|| self.kind.is_none().then(|| won_by(question)));
        let view = view.unwrap_or(Side::Blue);
        Ok(About { asks, view, quantity, matters })
    }

    /// The margin of the quantity of a fight, if there is one.
    fn counted(&self, question: &Question) -> Result<Option<f64>, Mistake> {
        let word = question.quantity.clone().unwrap_or_else(|| won_by(question));
        self.quantity("quantity", &word)?;
        let aim = question.matters.map(|matters| aim(self.ruleset, &word, matters)).transpose();
        Ok(aim.map_err(|wrong| self.wrong("matters", wrong))?.map(|aim| aim.width))
    }

    /// The outcome of a situation, which has no margin.
    fn outcome(&self, question: &Question) -> Result<(), Mistake> {
        if question.matters.is_some() {
            let message = "a situation has no variants, so leave `matters` out";
            return Err(self.wrong("matters", message.to_owned()));
        }
        question.quantity.as_deref().map_or(Ok(()), |word| self.quantity("quantity", word))
    }

    /// Whether a word is a quantity of the fight or an outcome of the situation.
    fn quantity(&self, key: &str, word: &str) -> Result<(), Mistake> {
        let Some(kind) = self.kind else {
            return quantity(self.ruleset, word).map(|_| ()).map_err(|wrong| self.wrong(key, wrong));
        };
        if kind.finding(word).is_some() {
            return Ok(());
        }
        let known = listed(kind.findings.iter().map(|finding| finding.id));
        Err(self.wrong(key, format!("unknown outcome `{word}`, expected one of {known}")))
    }

    /// Checks that a point of view is given only in a fight, which has sides.
    fn view(&self, question: &Question) -> Result<(), Mistake> {
        match (self.kind, question.view) {
            (Some(_), Some(_)) => Err(self.wrong("for", "a situation has no sides, so leave `for` out".to_owned())),
            _ => Ok(()),
        }
    }

    /// Checks that the sweep and the variants fit the question.
    fn asks(&self, question: &Question) -> Result<(), Mistake> {
        let (swept, varied) = (!self.plan.axes.is_empty(), !self.plan.variants.is_empty());
        let lacks = match question.asks {
            Some(asks) if asks.is_place() && !swept => {
                "for a place along a swept key, but nothing is swept: add a [sweep]"
            }
            Some(asks) if asks.compares() && !swept && !varied => {
                "for a comparison, but there is nothing to compare: add [variants] or a [sweep]"
            }
            _ => return Ok(()),
        };
        Err(self.wrong("asks", format!("the question asks {lacks}, or ask \"who\" or \"how much\"")))
    }

    /// A mistake at the value of one of the table's keys.
    fn wrong(&self, key: &str, message: String) -> Mistake {
        let key = Key::of(&["answer", key]);
        Mistake::new(self.document.place.nearest(&key).of_value(), &key, message)
    }
}

/// The id of the chance that the side asked about wins.
fn won_by(question: &Question) -> String {
    Win::by(Some(question.view.unwrap_or(Side::Blue))).id.to_owned()
}
