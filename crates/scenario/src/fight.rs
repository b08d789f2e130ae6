//! The cells of a fight: compiled, and identified by what determines their numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use engage::{Battle, Fault, Figure, LuckNumbers, Mix, Problem, Ruleset, Side, Stop};
use serde_json::Value;

use crate::body::{Body, Cell};
use crate::cells::{Made, combinations, compile, hidden};
use crate::doctrines::weights;
use crate::document::Document;
use crate::map::Named;
use crate::mistake::Mistake;
use crate::provenance;
use crate::squads;
use crate::sweep::{Plan, Shape};

/// A compiled fight, with the hash of its ruleset's input and the squads left out of it.
pub(crate) struct Fought {
    id: String,
    absent: Vec<(Side, String)>,
    battle: Box<dyn Battle>,
}

impl Fought {
    /// Compiles the ruleset's input for a cell of a document.
    ///
    /// # Errors
    /// What is wrong with the input.
    pub(crate) fn compile(
        ruleset: &'static Ruleset,
        document: &Value,
        given: &Value,
        map: Option<&Arc<engage::Map>>,
    ) -> Result<Fought, Vec<Problem>> {
        let absent = squads::left_out(given);
        if absent.is_empty() {
            let battle = (ruleset.compile)(given, map)?;
            return Ok(Fought { id: provenance::of_given(ruleset, given), absent, battle });
        }
        let wrong = squads::wrong_with(given, &absent, |given| (ruleset.compile)(given, map));
        let present = squads::without(given, &absent);
        let compiled = (ruleset.compile)(&present, map);
        let compiled = compiled.map_err(|problems| squads::at_counts(problems, &absent, document));
        let compiled = match (wrong.as_slice(), compiled) {
            ([], compiled) => compiled,
            // The reader tries again without this mistake.
            _ if wrong.iter().any(|one| one.fault != Fault::Rule) => Err(wrong),
            (_, Ok(_)) => Err(wrong),
            (_, Err(others)) => Err([wrong, others].concat()),
        };
        let battle = compiled?;
        // The id covers the full input, so that cells of a sweep differ even if the swept squad is left out.
        Ok(Fought { id: provenance::of_given(ruleset, given), absent, battle })
    }
}

/// Makes cells of compiled fights, the baseline of a point before its variants.
#[derive(Default)]
pub(crate) struct CellMaker {
    /// The hash of the content of each map.
    shown: BTreeMap<*const engage::Map, String>,
    /// The squads left out of the baseline, and its figures.
    absent: Vec<(Side, String)>,
    figures: Vec<Figure>,
}

impl CellMaker {
    /// The cell in which a fight is led by the first pair of doctrines or by one of the others, each with the weight of
    /// the pair.
    pub(crate) fn cell(&mut self, first: (u32, Made<Fought>), others: Vec<(u32, Made<Fought>)>) -> Cell {
        let (weight, first) = first;
        let mut weights = vec![weight];
        let mut cell = self.single(first);
        if others.is_empty() {
            return cell;
        }
        let (mut ids, mut battles) = (vec![cell.id], Vec::new());
        for (weight, other) in others {
            let other = self.single(other);
            weights.push(weight);
            ids.push(other.id);
            battles.push(other.battle);
        }
        cell.id = provenance::of_mix(&ids, &weights);
        cell.battle = Mix::of(cell.battle, battles, weights);
        cell
    }

    /// The cell of a fight. A figure of a variant draws luck by its number in the baseline.
    fn single(&mut self, made: Made<Fought>) -> Cell {
        let Made { point, variant, made: Fought { mut id, absent, mut battle } } = made;
        let mut luck = None;
        if variant.is_none() {
            (self.absent, self.figures) = (absent, battle.figures().to_vec());
        } else if absent != self.absent {
            let numbers = LuckNumbers::of_battle(battle.figures(), &self.figures);
            let figures = battle.figures().len();
            luck = battle.luck_numbers().filter(|own| **own != numbers).map(|own| {
                id = provenance::of_luck(&id, numbers.first(figures));
                own.clone_from(&numbers);
                Box::new(numbers)
            });
        }
        let map = battle.map().map(|map| {
            let hash = || provenance::of_shown(&provenance::of_map(map));
            self.shown.entry(Arc::as_ptr(map)).or_insert_with(hash).as_str()
        });
        let id = provenance::id(&id, map);
        Cell { point, variant, id, luck, recipe: None, battle }
    }
}

/// Compiles every cell of a fight.
///
/// # Errors
/// Every mistake in any cell, and in values that a sweep replaces; not all of them if it is stopped.
pub(crate) fn fight(
    document: &Document,
    plan: &Plan<'_>,
    ruleset: &'static Ruleset,
    maps: &mut Named<'_>,
    stop: &Stop,
) -> Result<Body, Vec<Mistake>> {
    let make = |given: &Value, map: Option<&Arc<engage::Map>>| Fought::compile(ruleset, &document.value, given, map);
    // A map on which no cell is fought is not part of the scenario.
    let mut hidden = hidden(Shape::Fight, document, plan, Some(&mut maps.clone()), make);
    match compile(combinations(Shape::Fight, document, plan), plan, Some(maps), make, stop) {
        Ok(cells) if hidden.is_empty() => {
            let mut maker = CellMaker::default();
            let weights = weights(&plan.doctrines);
            let mut cells = cells.into_iter();
            let mut all = Vec::new();
            while cells.len() > 0 {
                // Of every cell there are as many in a row as there are pairs of doctrines.
                let pairs: Vec<Made<Fought>> = cells.by_ref().take(weights.len()).collect();
                let mut played = weights.iter().copied().zip(pairs).filter(|(weight, _)| *weight > 0);
                all.extend(played.next().map(|first| maker.cell(first, played.collect())));
            }
            Ok(Body::Fight(all))
        }
        Ok(_) => Err(hidden),
        Err(found) => {
            hidden.extend(found);
            Err(hidden)
        }
    }
}
