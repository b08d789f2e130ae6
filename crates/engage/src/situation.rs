//! What the situations of a ruleset have in common: how parameters with options are declared, read and enumerated.

use std::hash::Hash;

use chance::Enumerated;
use chance::exact::{self, Distribution, Flow, Ratio};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::{Answer, Finding, Kind, Problem, Rulebook, read, too_large, with_defaults};

/// A kind of situation, as [`crate::situation!`] declares it: its parameters, and what it answers.
pub trait Situation: DeserializeOwned + JsonSchema + 'static {
    /// The rulebook.
    type Rules: Rulebook;

    /// The word used for `kind`, such as `fire_action`.
    const ID: &'static str;
    /// What people call it, such as `Fire action`.
    const LABEL: &'static str;
    /// What is computed.
    const ABOUT: &'static str;
    /// Every outcome that its answers may contain, in order; if several patterns fit a word, the first counts.
    const FINDINGS: &'static [Finding];

    /// The rules; those that the situation leaves out are as printed.
    fn rules(&self) -> &Self::Rules;

    /// Answers it.
    ///
    /// # Errors
    /// What is wrong with the parameters, or that the answer takes too much.
    fn solve(&self) -> Result<Answer, Problem>;
}

impl Kind {
    /// The kind that a type declares.
    #[must_use]
    pub const fn of<S: Situation>() -> Kind {
        Kind {
            id: S::ID,
            label: S::LABEL,
            about: S::ABOUT,
            findings: S::FINDINGS,
            schema: |types| types.subschema_for::<S>(),
            answer: |value| Ok(parameters::<S>(value)?.solve()?),
        }
    }
}

/// Reads the parameters and checks their rules.
///
/// # Errors
/// Everything that is wrong with them.
pub fn parameters<S: Situation>(value: &serde_json::Value) -> Result<S, Vec<Problem>> {
    let parameters: S = read(&with_defaults(value, "options", &S::Rules::default()))?;
    let problems = parameters.rules().problems("options.");
    if problems.is_empty() { Ok(parameters) } else { Err(problems) }
}

/// The exact distribution of a procedure.
///
/// # Errors
/// If it takes more than an answer [may](crate::Kind::ask).
pub fn distribution<S: Clone + Eq + Hash, O: Clone + Eq + Hash>(
    start: S,
    step: impl Fn(S, &mut Enumerated) -> Flow<S, O>,
) -> Result<Distribution<O, Ratio>, Problem> {
    exact::distribution(start, exact::ANY_STATES, step).map_err(too_large)
}

/// Declares a kind of situation: the type of the rules, what is computed, the parameters, and the rest of
/// [`Situation`].
///
/// The macro adds `options` to the parameters. The function that solves the situation takes them, and returns fractions
/// by their outcomes or an [`Answer`]. If kinds share their parameters, each is a struct around these, and they declare
/// `options` themselves. The list in the module above names the struct.
#[macro_export]
macro_rules! situation {
    (
        $rules:ty;
        $(#[doc = $about:literal])+
        struct $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* }
        id: $id:literal,
        label: $label:literal,
        findings: $findings:expr,
        solve: $solve:ident,
    ) => {
        #[derive(Debug, $crate::serde::Deserialize, $crate::schemars::JsonSchema)]
        #[serde(crate = "engage::serde", deny_unknown_fields)]
        #[schemars(crate = "engage::schemars", description = concat!("Parameters of `", $id, "`."))]
        pub(super) struct $name {
            $($(#[$field_doc])* $field: $kind,)*
            /// Rules that differ from the rulebook as printed.
            #[serde(default)]
            options: $rules,
        }

        impl $crate::Situation for $name {
            $crate::situation!(@kind $rules, $id, $label, concat!($($about),+), $findings);

            fn rules(&self) -> &$rules {
                &self.options
            }

            fn solve(&self) -> Result<$crate::Answer, $crate::Problem> {
                Ok($solve(self)?.into())
            }
        }
    };
    (
        $rules:ty;
        $(#[doc = $about:literal])+
        struct $name:ident($shared:ty);
        id: $id:literal,
        label: $label:literal,
        findings: $findings:expr,
        solve: $solve:ident,
    ) => {
        #[derive(Debug, $crate::serde::Deserialize, $crate::schemars::JsonSchema)]
        #[serde(crate = "engage::serde", transparent)]
        #[schemars(crate = "engage::schemars")]
        pub(super) struct $name($shared);

        impl $crate::Situation for $name {
            $crate::situation!(@kind $rules, $id, $label, concat!($($about),+), $findings);

            fn rules(&self) -> &$rules {
                &self.0.options
            }

            fn solve(&self) -> Result<$crate::Answer, $crate::Problem> {
                Ok($solve(&self.0)?.into())
            }
        }
    };
    (@kind $rules:ty, $id:literal, $label:literal, $about:expr, $findings:expr) => {
        type Rules = $rules;

        const ID: &'static str = $id;
        const LABEL: &'static str = $label;
        // A doc comment begins with a blank.
        const ABOUT: &'static str = $about.trim_ascii_start();
        const FINDINGS: &'static [$crate::Finding] = $findings;
    };
}
