//! What a result says: facts found in its numbers, and the sentences made from them.
//!
//! Facts hold numbers and words of scenario files, and go into the data; sentences hold labels and units, and stand at the top of a
//! page. No sentence says what no fact holds. The first answers the question: its scenario says what it tells, or else the numbers suggest it.

mod crossing;
mod fact;
mod rows;
mod said;
mod trend;
mod values;
mod variants;

use scenario::{About, First};
use schemars::JsonSchema;
use serde::Serialize;
use stats::Verdict;

use fact::{Crossing, Fact, Judged, LONGEST};
pub(crate) use fact::{Number, Point};

use crate::sheet::Sheet;
use crate::words;

/// The most variants whose crossings are told unless the scenario asks for them.
const FEW_VARIANTS: usize = 6;

/// Facts and sentences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Answer {
    /// The answer in sentences; the first answers the question.
    pub(crate) sentences: Vec<String>,
    /// What they say, in numbers.
    pub(crate) facts: Vec<Fact>,
}

impl Answer {
    /// What a run says of the quantity that it is asked about.
    pub(crate) fn of_run(sheet: &Sheet) -> Answer {
        let about = &sheet.about;
        let column = about.quantity.as_ref().and_then(|word| sheet.column(word)).unwrap_or(0);
        let own = sheet.baseline();
        let judged = variants::judged(sheet, column);
        let crossings = crossing::crossings(&own, column);
        let asked = Asked { sheet, own: &own, column };
        let first = about.first.or_else(|| asked.suggested(&crossings, &judged));
        let mut answer = Answer::default();
        if let Some(told) = first.and_then(|first| asked.told(first, &judged)) {
            answer.add(told);
        }
        // Then the rest, the likeliest to be asked for first; what a variant does is told whole where the first sentence had no room.
        let one_point = sheet.swept().is_empty();
        let told = answer.sentences.first().filter(|_| first == Some(First::Variants) && one_point).cloned();
        let compared = variants::said(sheet, column, judged, &told.unwrap_or_default());
        let crossings_said = crossing::crossings_said(&own, column, &crossings, None).map(|told| format!("{told}."));
        let crossings_said = crossings_said.filter(|_| first != Some(First::Crossing));
        let crossed = crossings.iter().any(Crossing::is_met);
        let crossings: Vec<Fact> = crossings.into_iter().map(Fact::Crossing).collect();
        let crossings = (crossings, crossings_said.into_iter().collect());
        let spread = first == Some(First::Values) && about.by.as_deref() != Some(VARIANT);
        let (standing, trends) = (said::standing(sheet, &own, column, spread), trend::trends(&own, column));
        let mut moved = trend::moved(&own, column);
        if first == Some(First::Keys) && !answer.sentences.is_empty() {
            moved.1.pop();
        }
        let order = match first {
            _ if crossed && first != Some(First::Variants) => [crossings, compared, trends, standing, moved],
            Some(First::Variants | First::Steps) => [compared, standing, crossings, trends, moved],
            _ => [standing, moved, trends, compared, crossings],
        };
        order.into_iter().for_each(|told| answer.add(told));
        answer.sentences.extend(words::not_reached(sheet));
        if sheet.interrupted {
            let stopped = "The run was stopped before it was complete; the intervals hold for what was played.";
            answer.sentences.push(stopped.to_owned());
        }
        answer
    }

    /// What a table of odds says of the outcome that it is asked about, or of its first ones.
    pub(crate) fn of_odds(sheet: &Sheet) -> Answer {
        let About { quantity, also, first, by, .. } = &sheet.about;
        let place = |word: &String| sheet.columns.iter().position(|column| column.id == *word);
        let mut answer = Answer::default();
        if let Some(word) = quantity.as_ref().filter(|word| place(word).is_none()) {
            answer.sentences.push(format!("“{word}” is no outcome anywhere here."));
        }
        let mut columns: Vec<usize> = quantity.iter().filter_map(place).collect();
        if columns.is_empty() {
            columns = sheet.headlines().into_iter().take(3).collect();
        }
        let Some(&column) = columns.first() else { return answer };
        let also: Vec<usize> = also.iter().filter_map(place).collect();
        let by = by.as_ref().and_then(|key| sheet.axes.iter().position(|axis| axis.key == *key));
        let by = by.or_else(|| values::usual(sheet));
        let moved = trend::moved(sheet, column);
        let told = match (first, by) {
            (Some(First::Keys), _) => last(&moved),
            (Some(First::Steps), Some(by)) => values::steps(sheet, column, by),
            (_, Some(by)) => values::values(sheet, &with(column, &also), by),
            (_, None) => None,
        };
        let spread = told.is_some();
        if let Some((facts, told)) = told {
            answer.add((facts, vec![format!("{told}.")]));
        }
        // Of the quantity in question where it is least and most is told already.
        for &other in columns.iter().chain(&also) {
            let (facts, sentences) = said::extremes(sheet, other);
            answer.add((
                facts,
                if spread && (other == column || also.contains(&other)) { Vec::new() } else { sentences },
            ));
        }
        answer.add(moved);
        answer.add(trend::trends(sheet, column));
        answer
    }

    /// Facts, and sentences that were not told before.
    fn add(&mut self, (facts, sentences): (Vec<Fact>, Vec<String>)) {
        for fact in facts {
            if matches!(fact, Fact::Verdict(_)) || !self.facts.contains(&fact) {
                self.facts.push(fact);
            }
        }
        for sentence in sentences {
            if !self.sentences.contains(&sentence) {
                self.sentences.push(sentence);
            }
        }
    }
}

/// The word by which the variants are meant beside swept keys.
const VARIANT: &str = "variant";

/// A run and what is asked of it.
#[derive(Clone, Copy)]
struct Asked<'a> {
    /// With variants as an axis.
    sheet: &'a Sheet,
    /// Without.
    own: &'a Sheet,
    column: usize,
}

impl Asked<'_> {
    /// What the first sentence tells if the scenario does not say it: where the fight turns, what the variants do, how it stands. Where no
    /// variant matters, a sweep asks for more than they do.
    fn suggested(&self, crossings: &[Crossing], judged: &[Judged]) -> Option<First> {
        let matters = judged.iter().any(|one| matches!(one.own.verdict, Verdict::More | Verdict::Less));
        let varied = !self.sheet.variants.is_empty();
        match () {
            () if crossings.iter().any(Crossing::is_met) => Some(First::Crossing),
            () if varied && (matters || self.sheet.swept().is_empty()) => Some(First::Variants),
            () if !self.sheet.swept().is_empty() => Some(First::Values),
            () => None,
        }
    }

    /// The first sentence; none where what follows tells it as well.
    fn told(&self, first: First, judged: &[Judged]) -> Option<(Vec<Fact>, Vec<String>)> {
        let Asked { sheet, own, column } = *self;
        let also: Vec<usize> = sheet.about.also.iter().filter_map(|word| place(sheet, word)).collect();
        let by = sheet.about.by.as_deref();
        let by_variant = by == Some(VARIANT);
        let swept = by.and_then(|key| own.axes.iter().position(|axis| axis.key == key));
        let whole = if by_variant { sheet } else { own };
        let cut = if by_variant { Some(sheet.axes.len() - 1) } else { swept.or_else(|| values::usual(own)) };
        let told = match first {
            First::Values => {
                let columns = with(column, &also);
                let told = values::values(whole, &columns, cut?)?;
                let (facts, told) = self.varied(told, &columns, by_variant, judged);
                return Some((facts, vec![format!("{told}.")]));
            }
            First::Steps => values::steps(sheet, column, swept.or_else(|| values::usual(own))?)?,
            First::Keys => last(&trend::moved(own, column))?,
            First::Variants => {
                let alone = sheet.variants.len() == 1 && !sheet.swept().is_empty() && also.is_empty();
                let brief = variants::brief(sheet, &with(column, &also), swept, judged).filter(|_| !alone)?;
                return Some((Vec::new(), vec![format!("{brief}.")]));
            }
            First::Crossing => {
                let few = (1..=FEW_VARIANTS).contains(&sheet.variants.len()) && own.axes.len() == 1 && by.is_none();
                let (whole, cut) =
                    if few { (sheet, Some(sheet.axes.len() - 1)) } else { (whole, cut.filter(|_| by.is_some())) };
                let crossings = crossing::crossings(whole, column);
                let told = crossing::crossings_said(whole, column, &crossings, cut)?;
                let told = (crossings.into_iter().map(Fact::Crossing).collect(), told);
                let varied = by_variant || few;
                return Some(beside(
                    whole,
                    self.varied(told, &[column], varied, judged),
                    &also,
                    cut.or_else(|| values::usual(whole)),
                ));
            }
        };
        Some(beside(whole, self.varied(told, &[column], by_variant || first == First::Steps, judged), &also, cut))
    }

    /// A sentence with what the variant with the largest effect does behind it, if it does not tell that and there is room.
    fn varied(
        &self,
        (facts, told): (Vec<Fact>, String),
        columns: &[usize],
        by_variant: bool,
        judged: &[Judged],
    ) -> (Vec<Fact>, String) {
        let largest = || variants::largest(self.sheet, columns, judged);
        let longer = (!by_variant).then(largest).flatten().map(|largest| format!("{told}; {largest}"));
        let fits = longer.filter(|longer| longer.chars().count() < LONGEST);
        (facts, fits.unwrap_or(told))
    }
}

/// The column of a word.
fn place(sheet: &Sheet, word: &str) -> Option<usize> {
    sheet.columns.iter().position(|column| column.id == word)
}

/// A column and others.
fn with(column: usize, also: &[usize]) -> Vec<usize> {
    std::iter::once(column).chain(also.iter().copied()).collect()
}

/// The last of some sentences, without its full stop.
fn last((facts, sentences): &(Vec<Fact>, Vec<String>)) -> Option<(Vec<Fact>, String)> {
    Some((facts.clone(), sentences.last()?.trim_end_matches('.').to_owned()))
}

/// A sentence with the values of further quantities behind it: each cut as the sentence is where there is room, else from least to most.
fn beside(
    sheet: &Sheet,
    (mut facts, mut told): (Vec<Fact>, String),
    also: &[usize],
    by: Option<usize>,
) -> (Vec<Fact>, Vec<String>) {
    for &column in also {
        let Some((more, values)) = by.and_then(|by| values::values(sheet, &[column], by)) else { continue };
        let longer = format!("{told}; {values}");
        let whole = longer.chars().count() < LONGEST;
        let short = || values::range(&sheet.baseline(), column).map(|range| format!("{told}; {range}"));
        told = if whole { longer } else { short().unwrap_or(longer) };
        facts.extend(more);
    }
    (facts, vec![format!("{told}.")])
}
