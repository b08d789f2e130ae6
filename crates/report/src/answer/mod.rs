//! The answer of a result: facts found in its numbers, and sentences made from a few patterns.
//!
//! A fact is about cells and holds for all of them together at a stated level; it goes into the data with the words of
//! scenario files. A sentence uses labels and units and appears at the top of a page. No sentence claims more than the
//! facts do. The first one is the answer to the scenario's question, or to the question that the numbers suggest if the
//! scenario asks none.

mod band;
mod best;
mod course;
mod decides;
mod fact;
mod known;
mod point;
mod say;
mod variants;

use engage::lower;
use scenario::Asks;
use schemars::JsonSchema;
use serde::Serialize;

use best::Choice;
use fact::Fact;
use known::Known;
pub(crate) use point::{Number, Point, listed};
use say::{LONGEST, fitting};
use variants::{LONGEST_BEHIND, Variants};

use crate::number::{self, Unit};
use crate::sheet::Sheet;
use crate::words;

/// The most variants whose turns get a sentence each.
const FEW_VARIANTS: usize = 6;

/// The most outcomes in the answer to a situation that asks for none in particular.
const MOST_OUTCOMES: usize = 3;

/// The most sentences of an answer.
const MOST_SENTENCES: usize = 3;

/// Facts and sentences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Answer {
    /// The answer in sentences; the first answers the question.
    pub(crate) sentences: Vec<String>,
    /// The findings.
    pub(crate) facts: Vec<Fact>,
}

impl Answer {
    /// The answer about the quantity that the scenario asks about.
    pub(crate) fn of(sheet: &Sheet) -> Answer {
        let mut answer = Answer::default();
        let unknown = sheet.about.quantity.as_ref().filter(|word| sheet.column(word).is_none());
        if let Some(word) = unknown.filter(|_| sheet.wins.is_none()) {
            answer.sentences.push(format!("“{word}” is not an outcome of any cell."));
        }
        let mut columns = vec![sheet.main()];
        if sheet.wins.is_none() && sheet.asked().is_none() {
            columns = sheet.headlines().into_iter().take(MOST_OUTCOMES).collect();
        }
        // A few variants may each get a sentence about turns.
        let beside =
            few(sheet).then(|| Known::with_variants(sheet, columns[0])).filter(|known| known.along().is_some());
        let all: Vec<Known> = columns.iter().map(|&column| Known::of(sheet, column, beside.is_some())).collect();
        let Some(known) = all.first().filter(|known| known.valued().next().is_some()) else {
            answer.sentences.push("Nothing was played.".to_owned());
            return answer;
        };
        answer.facts.extend(all.iter().flat_map(Known::facts));
        answer
            .facts
            .extend(all.iter().flat_map(Choice::of_words).flat_map(|choice| choice.facts().collect::<Vec<_>>()));
        answer.facts.extend(beside.iter().flat_map(Known::course_facts));
        let variants = Variants::of(sheet, known, columns[0]);
        answer.facts.extend(variants.iter().flat_map(Variants::facts));
        let choice = variants.as_ref().map(|variants| Choice::of_variants(known, variants));
        answer.facts.extend(choice.iter().flat_map(Choice::facts));
        answer.say(sheet, &all, beside.as_ref(), variants.as_ref().zip(choice.as_ref()));
        answer.gather();
        answer.sentences.extend(words::not_reached(sheet));
        if sheet.interrupted {
            let stopped = "The run was stopped before it was complete; the intervals hold for what was played.";
            answer.sentences.push(stopped.to_owned());
        }
        answer
    }

    /// Reduces the answer to three sentences: everything after the second is joined into the third.
    fn gather(&mut self) {
        if self.sentences.len() > MOST_SENTENCES {
            let rest = self.sentences.split_off(MOST_SENTENCES - 1);
            let rest: Vec<&str> = rest.iter().map(|one| one.trim_end_matches('.')).collect();
            self.sentences.push(format!("{}.", rest.join("; ")));
        }
    }

    /// Adds the sentence that answers the question, and those that support it.
    fn say(
        &mut self,
        sheet: &Sheet,
        all: &[Known],
        beside: Option<&Known>,
        varied: Option<(&Variants<'_>, &Choice<'_>)>,
    ) {
        let Some(known) = all.first() else { return };
        let swept = !sheet.swept().is_empty();
        let courses = known.courses();
        let turns = sheet.wins.is_some() && courses.iter().any(|(_, along)| along.course.turns());
        // The question that the numbers suggest if the scenario asks none.
        let suggested = match varied {
            _ if turns => Asks::HowMany,
            Some((variants, _)) if variants.any_matters() || !swept => Asks::WhatChanges,
            _ => Asks::HowMuch,
        };
        let asks = sheet.about.asks.unwrap_or(suggested);
        let changes = asks == Asks::WhatChanges && varied.is_some();
        let answer = match (asks, varied) {
            (Asks::HowMany | Asks::FromWhere, _) if !courses.is_empty() => {
                let beside = beside.map(Known::turns_by_value);
                let of_variants = varied.filter(|_| !turns).map(|(variants, _)| variants.turns());
                beside.into_iter().flatten().chain(of_variants.into_iter().flatten()).chain(known.turns()).collect()
            }
            (Asks::WhatChanges, Some(_)) => Vec::new(),
            (Asks::Which, Some((_, choice))) => choice.said(),
            (Asks::Which, None) if swept => Choice::of_keys(known).iter().flat_map(Choice::said).collect(),
            _ if swept => known.values(),
            _ => vec![standing(sheet, all)],
        };
        self.sentences.extend(fitting(answer, LONGEST));
        if let Some((variants, _)) = varied {
            let (said, rest) = variants.said(if changes { LONGEST } else { LONGEST_BEHIND });
            self.sentences.extend(said.into_iter().chain(rest).chain(variants.rest()));
        } else if !swept {
            self.sentences.extend(besides(sheet, known.column));
        }
        if swept && !changes {
            let rest: Vec<String> = known.ends().into_iter().chain(known.decides()).collect();
            self.sentences.extend(known.about(&rest));
        }
        self.sentences.extend(all.iter().skip(1).filter_map(|known| known.about(&known.ends())));
    }
}

/// Whether each of a few variants besides the baseline gets a sentence about turns.
fn few(sheet: &Sheet) -> bool {
    (1..=FEW_VARIANTS).contains(&sheet.variants.len()) && sheet.swept().len() == 1
}

/// A sentence about a single fight or situation: how often each side wins, or the outcomes asked about.
fn standing(sheet: &Sheet, all: &[Known]) -> String {
    let Some(row) = sheet.rows.first() else { return String::new() };
    let told = |column: usize| {
        let quantity = &sheet.columns[column];
        row.value(column).map(|value| {
            let fraction = row.fractions[column].as_ref().filter(|_| quantity.unit == Unit::Share);
            let fraction = fraction.map_or_else(String::new, |fraction| format!(" ({fraction})"));
            (format!("{} {}{fraction}", quantity.label, number::spoken(&value, quantity.unit)), value.value)
        })
    };
    let mut columns: Vec<usize> = all.iter().map(|known| known.column).collect();
    if all.iter().any(|known| known.wins_of().is_some()) {
        columns = sheet.winners();
        let value = |column: &usize| row.value(*column).map_or(0.0, |value| value.value);
        // The side that wins more often comes first, draws last.
        let sides = columns.len().min(2);
        columns[..sides].sort_by(|a, b| value(b).total_cmp(&value(a)));
    }
    let told: Vec<String> = columns.into_iter().filter_map(told).map(|(told, _)| told).collect();
    let told: Vec<String> =
        told.iter().enumerate().map(|(i, one)| if i == 0 { one.clone() } else { lower(one) }).collect();
    let as_given = if sheet.has_variants { format!(" with {}", sheet.baseline) } else { String::new() };
    format!("{}{as_given}.", listed(&told))
}

/// A sentence about the other results of a fight: wins, losses and turns.
fn besides(sheet: &Sheet, asked: usize) -> Option<String> {
    let (row, wins) = (sheet.rows.first()?, sheet.wins?);
    let is_win = asked == wins.blue || asked == wins.red;
    let chances = if is_win { Vec::new() } else { sheet.winners() };
    let counted = sheet.measures.clone().take(2).chain([sheet.measures.end]);
    let told = |column: usize| {
        let quantity = &sheet.columns[column];
        Some(format!("{} {}", lower(&quantity.label), number::spoken(&row.value(column)?, quantity.unit)))
    };
    let told: Vec<String> =
        chances.into_iter().chain(counted).filter(|&column| column != asked).filter_map(told).collect();
    let average = if is_win { "On average " } else { "" };
    (!told.is_empty()).then(|| engage::capital(&format!("{average}{}.", listed(&told))))
}
