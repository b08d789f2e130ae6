//! Results as JSON.

use engage::Manner;
use runner::OddsTable;
use serde_json::{Value, json};

use crate::error::Error;
use crate::frame;
use crate::report::{Report, Source};
use crate::sheet::fraction;

impl Report<'_> {
    /// Everything, unrounded, as JSON. A run has its own form; of odds there are `provenance`, `kind`, `axes`, and `cells`, each
    /// with the text of its `point` by key, its `manner`, and `values` by outcome: `fraction` (or null), `value`, `error`.
    ///
    /// # Errors
    /// [`Error::Json`] when a value has no JSON form.
    pub fn json(&self) -> Result<String, Error> {
        Ok(serde_json::to_string_pretty(&self.value()?)? + "\n")
    }

    pub(crate) fn value(&self) -> Result<Value, Error> {
        match self.source {
            Source::Run(run, _) => Ok(serde_json::to_value(run)?),
            Source::Odds(table) => odds_value(table),
        }
    }
}

fn odds_value(table: &OddsTable) -> Result<Value, Error> {
    let cells = table.cells.iter().map(|(point, answer)| {
        let at = |(axis, &i): (&runner::Axis, &usize)| (axis.key.clone(), Value::from(axis.values.get(i).cloned()));
        let point: serde_json::Map<_, _> = table.axes.iter().zip(point).map(at).collect();
        let values: serde_json::Map<_, _> = answer
            .values
            .iter()
            .map(|v| {
                let fraction = v.fraction.as_ref().map(fraction);
                (v.outcome.clone(), json!({ "fraction": fraction, "value": v.decimal, "error": v.error }))
            })
            .collect();
        json!({ "point": point, "manner": manner(answer.manner), "values": values })
    });
    let provenance = serde_json::to_value(&table.provenance)?;
    let axes = serde_json::to_value(&table.axes)?;
    Ok(json!({ "provenance": provenance, "kind": table.kind, "axes": axes, "cells": cells.collect::<Vec<_>>() }))
}

fn manner(manner: Manner) -> Value {
    let word = frame::manner(manner);
    match manner {
        Manner::Exact => json!({ word: {} }),
        Manner::Chain { states, unresolved } => json!({ word: { "states": states, "unresolved": unresolved } }),
        Manner::Sampled { engagements, unsolved } => {
            json!({ word: { "engagements": engagements, "because": unsolved.to_string() } })
        }
    }
}
