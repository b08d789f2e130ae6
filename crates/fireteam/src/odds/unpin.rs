//! Throws to un-pin.

use chance::exact::{Flow, Ratio};
use engage::{Finding, Kind, Problem, distribution, fractions, schema_of};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, parameters};
use crate::figure::{Movement, Posture};
use crate::rules::Rules;
use crate::unpin::{factor, unpins};

pub(super) const UNPIN: Kind = Kind {
    id: "unpin",
    label: "Un-pinning",
    about: "A pinned man's throws, by the best factor of those listed, until he is un-pinned.",
    findings: &[Finding::chance("unpinned").called("Un-pinned"), Finding::chance("still_pinned")],
    schema: schema_of::<Unpin>,
    answer: |value| fractions(value, unpin),
};

pub(super) const SQUAD_UNPIN: Kind = Kind {
    id: "squad_unpin",
    label: "Un-pinning a squad",
    about: "One throw for each of several pinned men of a squad.",
    findings: &[Finding::chance("unpinned=*").called("* un-pinned")],
    schema: schema_of::<SquadUnpin>,
    answer: |value| fractions(value, squad_unpin),
};

/// Somebody whose factor counts.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LeaderGiven {
    /// Standing or prone.
    posture: Posture,
    /// His latest own move.
    movement: Movement,
    /// Whether he is in hard cover.
    hard_cover: bool,
}

impl LeaderGiven {
    pub(super) fn factor(&self, rules: &Rules) -> i8 {
        factor(rules, self.posture, self.movement, self.hard_cover)
    }
}

const fn one() -> u16 {
    1
}

/// The most throws, and the most men.
const MOST: u16 = 1000;

parameters! {
    /// Parameters of `unpin`.
    Unpin {
        /// The squad leader, then superiors in sight; the best factor counts.
        leaders: Vec<LeaderGiven>,
        /// Throws, at most 1000.
        #[serde(default = "one")]
        #[schemars(range(max = 1000))]
        attempts: u16,
    }
}

parameters! {
    /// Parameters of `squad_unpin`.
    SquadUnpin {
        /// The squad leader.
        #[serde(default)]
        leader: LeaderGiven,
        /// Pinned men, at most 1000.
        #[schemars(range(max = 1000))]
        pinned_figures: u16,
    }
}

fn number(number: u16, key: &str) -> Result<(), Problem> {
    if number > MOST {
        return Err(Problem::new(key, format!("{number}, expected at most {MOST}")));
    }
    Ok(())
}

/// FT-unpin-1, FT-unpin-4.
fn unpin(parameters: &Unpin) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    number(parameters.attempts, "attempts")?;
    let best = parameters.leaders.iter().map(|leader| leader.factor(&parameters.options)).max();
    let best = best.ok_or_else(|| Problem::new("leaders", "expected at least one"))?;
    let odds = distribution(0, |thrown, chance| match thrown {
        thrown if thrown == parameters.attempts => Flow::Done(false),
        _ if unpins(chance, best, ANYWHERE) => Flow::Done(true),
        thrown => Flow::Go(thrown + 1),
    })?;
    Ok([("unpinned", true), ("still_pinned", false)].map(|(word, free)| (word, odds.probability(&free))).into())
}

/// FT-unpin-5.
fn squad_unpin(parameters: &SquadUnpin) -> Result<Vec<(String, Ratio)>, Problem> {
    let men = parameters.pinned_figures;
    number(men, "pinned_figures")?;
    let factor = parameters.leader.factor(&parameters.options);
    let odds = distribution((0, 0), |(thrown, free), chance| match thrown {
        thrown if thrown == men => Flow::Done(free),
        thrown => Flow::Go((thrown + 1, free + u16::from(unpins(chance, factor, ANYWHERE)))),
    })?;
    Ok((0..=men).map(|free| (format!("unpinned={free}"), odds.probability(&free))).collect())
}
