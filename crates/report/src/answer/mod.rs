//! What a result says: facts found in its numbers, and the sentences made from them.
//!
//! Facts hold numbers and words of scenario files, and go into the data; sentences hold labels and units, and stand at the top of a
//! page. No sentence says what no fact holds.

mod crossing;
mod fact;
mod said;
mod trend;
mod variants;

use runner::{About, Run};
use schemars::JsonSchema;
use serde::Serialize;
use stats::Verdict;

use fact::{Crossing, Fact};
pub(crate) use fact::{Number, Point};

use crate::sheet::Sheet;
use crate::words;

/// Facts and sentences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Answer {
    /// The answer in sentences, the most telling first.
    pub(crate) sentences: Vec<String>,
    /// What they say, in numbers.
    pub(crate) facts: Vec<Fact>,
}

impl Answer {
    /// What a run says of the quantity that it is asked about.
    pub(crate) fn of_run(run: &Run, sheet: &Sheet) -> Answer {
        let About { quantity, matters } = &run.about;
        let column = sheet.columns.iter().position(|column| column.id == *quantity).unwrap_or(0);
        let mut answer = Answer::default();
        let own = sheet.baseline();
        let crossings = crossing::crossings(run, &own, column);
        let crossed = crossings.iter().any(Crossing::is_met);
        let crossings_said = crossing::crossings_said(&own, column, &crossings);
        answer.facts.extend(crossings.into_iter().map(Fact::Crossing));
        let judged = variants::judged(run, sheet, column, *matters);
        // Where no variant matters, a sweep asks for more than they do.
        let matters_somewhere = judged.iter().any(|one| matches!(one.own.verdict, Verdict::More | Verdict::Less));
        let variants_first = !run.variants.is_empty() && (matters_somewhere || run.axes.is_empty());
        let compared = variants::said(run, sheet, column, *matters, judged);
        let standing = said::standing(sheet, &own, column);
        let (trends, moved) = (trend::trends(&own, column), trend::moved(&own, column));
        // First what answers the likeliest question: where the fight turns, what the variants do, how it stands.
        if crossed {
            answer.sentences.extend(crossings_said);
            answer.add(compared);
            answer.add(trends);
            answer.add(standing);
            answer.add(moved);
        } else if variants_first {
            answer.add(compared);
            answer.add(standing);
            answer.facts.extend(trends.0.into_iter().chain(moved.0));
            answer.sentences.extend(crossings_said);
        } else {
            answer.add(standing);
            answer.add(moved);
            answer.add(trends);
            answer.add(compared);
            answer.sentences.extend(crossings_said);
        }
        answer.sentences.extend(words::not_reached(run, sheet));
        if run.interrupted {
            let stopped = "The run was stopped before it was complete; the intervals hold for what was played.";
            answer.sentences.push(stopped.to_owned());
        }
        answer
    }

    /// What a table of odds says of its first outcomes.
    pub(crate) fn of_odds(sheet: &Sheet) -> Answer {
        let mut answer = Answer::default();
        let columns: Vec<usize> = sheet.headlines().into_iter().take(3).collect();
        columns.iter().for_each(|&column| answer.add(said::extremes(sheet, column)));
        if let Some(&column) = columns.first() {
            answer.add(trend::moved(sheet, column));
            answer.add(trend::trends(sheet, column));
        }
        answer
    }

    fn add(&mut self, (facts, sentences): (Vec<Fact>, Vec<String>)) {
        self.facts.extend(facts);
        self.sentences.extend(sentences);
    }
}
