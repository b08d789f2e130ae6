//! `[answer]`: whether what it asks for is there.

use engage::{Kind, Ruleset, WINS};

use crate::document::Document;
use crate::key::Key;
use crate::mistake::Mistake;
use crate::precision::{Aim, Width, aim, quantity};
use crate::question::{About, First, Question};
use crate::sweep::Plan;
use crate::words::listed;

/// The word by which `answer.by` means the variants, as they stand beside the swept keys.
const VARIANT: &str = "variant";

/// What `[answer]` is checked against.
pub(crate) struct Asked<'c> {
    pub(crate) ruleset: &'static Ruleset,
    /// The kind of a situation; none in a fight.
    pub(crate) kind: Option<&'static Kind>,
    pub(crate) document: &'c Document,
    pub(crate) plan: &'c Plan<'c>,
    /// Whether sweep and variants are those of the file; what is set over them may leave out what the first sentence is about.
    pub(crate) as_written: bool,
}

impl Asked<'_> {
    /// What a question asks for.
    ///
    /// # Errors
    /// Every mistake in it.
    pub(crate) fn about(&self, question: &Question) -> Result<About, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let matters = match self.kind {
            Some(_) => self.outcome(question).map(|()| 0.0),
            None => self.counted(question).map(|aim| aim.width),
        };
        let matters = matters.map_err(|mistake| mistakes.push(mistake));
        mistakes.extend(question.also.iter().filter_map(|word| self.quantity("also", word).err()));
        if self.as_written {
            mistakes.extend(self.first(question).err().into_iter().chain(self.by(question).err()));
        }
        let (Ok(matters), true) = (matters, mistakes.is_empty()) else { return Err(mistakes) };
        let Question { quantity, also, first, by, .. } = question.clone();
        let quantity = quantity.or_else(|| self.kind.is_none().then(|| WINS[0].id.to_owned()));
        Ok(About { quantity, matters, also, first, by })
    }

    /// The quantity of a fight, and its margin.
    fn counted(&self, question: &Question) -> Result<Aim, Mistake> {
        let word = question.quantity.as_deref().unwrap_or(WINS[0].id);
        self.quantity("quantity", word)?;
        let is_share = quantity(self.ruleset, word).is_ok_and(|quantity| quantity.is_share());
        let usual = Width::from(if is_share { 0.01 } else { 0.1 });
        aim(self.ruleset, word, question.matters.unwrap_or(usual)).map_err(|wrong| self.wrong("matters", wrong))
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

    /// Whether there is what the first sentence is to tell.
    fn first(&self, question: &Question) -> Result<(), Mistake> {
        let (swept, varied) = (!self.plan.axes.is_empty(), !self.plan.variants.is_empty());
        let lacks = match question.first {
            Some(First::Variants) if !varied => "needs [variants]",
            Some(First::Crossing | First::Keys | First::Steps) if !swept => "needs a [sweep]",
            Some(First::Values) if !swept && !varied => "needs a [sweep] or [variants]",
            _ => return Ok(()),
        };
        Err(self.wrong("first", format!("what the first sentence is to tell {lacks}")))
    }

    /// Whether the key of its parts is swept.
    fn by(&self, question: &Question) -> Result<(), Mistake> {
        let Some(by) = question.by.as_deref() else { return Ok(()) };
        let swept = self.plan.axes.iter().map(|axis| axis.target.key.to_string());
        let known: Vec<String> = swept.chain((!self.plan.variants.is_empty()).then(|| VARIANT.to_owned())).collect();
        if known.iter().any(|known| known == by) {
            return Ok(());
        }
        let message = match known.as_slice() {
            [] => format!("`{by}` is not swept, and neither is any other key"),
            known => format!("`{by}` is not swept, expected one of {}", listed(known.iter().map(String::as_str))),
        };
        Err(self.wrong("by", message))
    }

    /// A mistake at the value of one of the table's keys.
    fn wrong(&self, key: &str, message: String) -> Mistake {
        let key = Key::of(&["answer", key]);
        Mistake::new(self.document.place.nearest(&key).of_value(), &key, message)
    }
}
