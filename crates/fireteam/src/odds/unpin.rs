//! Throws to un-pin.

use chance::exact::{Flow, Ratio};
use engage::{Finding, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, situation};
use crate::figure::{Movement, Posture};
use crate::rules::Rules;
use crate::unpin::{factor, unpins};

/// A leader or superior whose factor counts.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LeaderGiven {
    /// Standing or prone.
    posture: Posture,
    /// His own latest move.
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

situation! {
    /// A pinned man throws until he is un-pinned, by the best factor of the leaders listed.
    struct Unpin {
        /// The squad leader, then superiors in sight; the best factor counts.
        leaders: Vec<LeaderGiven>,
        /// Number of throws, at most 1000.
        #[serde(default = "one")]
        #[schemars(range(max = 1000))]
        attempts: u16,
    }
    id: "unpin",
    label: "Un-pinning",
    findings: &[Finding::chance("unpinned").called("Un-pinned"), Finding::chance("still_pinned")],
    solve: unpin,
}

situation! {
    /// One throw for each of several pinned men of a squad.
    struct SquadUnpin {
        /// The squad leader.
        #[serde(default)]
        leader: LeaderGiven,
        /// Number of pinned men, at most 1000.
        #[schemars(range(max = 1000))]
        pinned_figures: u16,
    }
    id: "squad_unpin",
    label: "Un-pinning a squad",
    findings: &[Finding::chance("unpinned=*").called("* un-pinned")],
    solve: squad_unpin,
}

/// FT-unpin-1, FT-unpin-4.
fn unpin(parameters: &Unpin) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let best = parameters.leaders.iter().map(|leader| leader.factor(&parameters.options)).max();
    let best = best.ok_or_else(|| Problem::new("leaders", "expected at least one leader"))?;
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
    let factor = parameters.leader.factor(&parameters.options);
    let odds = distribution((0, 0), |(thrown, free), chance| match thrown {
        thrown if thrown == men => Flow::Done(free),
        thrown => Flow::Go((thrown + 1, free + u16::from(unpins(chance, factor, ANYWHERE)))),
    })?;
    Ok((0..=men).map(|free| (format!("unpinned={free}"), odds.probability(&free))).collect())
}
