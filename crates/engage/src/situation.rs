//! What the situations of a ruleset have in common: parameters with options, read, enumerated and answered in fractions.

use std::hash::Hash;

use chance::Enumerated;
use chance::exact::{self, Distribution, Flow, Ratio};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Answer, Problem, read, too_large, with_defaults};

/// The tables and options of a rulebook; a situation may change any of them.
pub trait Rulebook: Default + Serialize {
    /// What is wrong with values that no type can check, each with its key under `at`.
    fn problems(&self, at: &str) -> Vec<Problem>;
}

/// The parameters of a kind of situation, as [`crate::parameters`] declares them.
pub trait Situation: DeserializeOwned + JsonSchema + 'static {
    /// The rulebook.
    type Rules: Rulebook;

    /// The rules: what the situation leaves out is as printed.
    fn rules(&self) -> &Self::Rules;
}

/// Reads the parameters and checks their rules.
///
/// # Errors
/// The first thing that is wrong with them.
pub fn situation<P: Situation>(value: &serde_json::Value) -> Result<P, Problem> {
    let parameters: P = first(read(&with_defaults(value, "options", &P::Rules::default())))?;
    parameters.rules().problems("options.").into_iter().next().map_or(Ok(parameters), Err)
}

fn first<T>(read: Result<T, Vec<Problem>>) -> Result<T, Problem> {
    read.map_err(|mut problems| problems.swap_remove(0))
}

/// Reads the parameters and answers with fractions.
///
/// # Errors
/// What is wrong with the parameters, or that the answer takes too much.
pub fn fractions<P: Situation, W: Into<String>>(
    value: &serde_json::Value,
    solve: impl Fn(&P) -> Result<Vec<(W, Ratio)>, Problem>,
) -> Result<Answer, Problem> {
    Ok(Answer::fractions(solve(&situation(value)?)?))
}

/// The schema of parameters.
pub fn schema_of<P: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<P>()
}

/// The exact distribution of a procedure.
///
/// # Errors
/// That it takes more than an answer [may](crate::Kind::ask).
pub fn distribution<S: Clone + Eq + Hash, O: Clone + Eq + Hash>(
    start: S,
    step: impl Fn(S, &mut Enumerated) -> Flow<S, O>,
) -> Result<Distribution<O, Ratio>, Problem> {
    exact::distribution(start, exact::ANY_STATES, step).map_err(too_large)
}

/// Declares the parameters of a kind, which all have options: the type of the rules, then the parameters.
#[macro_export]
macro_rules! parameters {
    ($rules:ty; $(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, $crate::serde::Deserialize, $crate::schemars::JsonSchema)]
        #[serde(crate = "engage::serde", deny_unknown_fields)]
        #[schemars(crate = "engage::schemars")]
        struct $name {
            $($(#[$field_doc])* $field: $kind,)*
            /// Rules that differ from the rulebook as printed.
            #[serde(default)]
            options: $rules,
        }

        impl $crate::Situation for $name {
            type Rules = $rules;

            fn rules(&self) -> &$rules {
                &self.options
            }
        }
    };
}
