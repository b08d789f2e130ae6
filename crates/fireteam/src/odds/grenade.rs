//! Grenades.

use chance::exact::{Flow, Ratio};
use engage::{Finding, Inches, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, PLIGHTS, Plight, SUMMARY, plights, situation};
use crate::figure::{Movement, Posture};
use crate::grenade::{Exposed, Grenade};
use crate::rules::Effect;

/// A man near a burst.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Near {
    /// Distance from the burst in inches.
    #[schemars(title = "Distance")]
    distance_in: Inches,
    /// Standing or prone.
    #[serde(default)]
    posture: Posture,
    /// His own latest move.
    #[serde(default)]
    movement: Movement,
    /// Wounds, 0 or 1.
    #[serde(default)]
    #[schemars(range(max = 1))]
    wounds: u8,
    /// Whether he is pinned.
    #[serde(default)]
    pinned: bool,
}

impl Near {
    const fn exposed(&self, wounded: bool) -> Exposed {
        Exposed { distance: self.distance_in, posture: self.posture, movement: self.movement, wounded }
    }
}

situation! {
    /// What one grenade does to one man.
    struct One {
        /// The kind of grenade.
        grenade: Grenade,
        /// The man.
        figure: Near,
    }
    id: "grenade",
    label: "Grenade",
    findings: &[
        Finding::chance("none").called("No effect"),
        Finding::chance("pinned"),
        Finding::chance("wounded"),
        Finding::chance("serious").called("Seriously wounded"),
        Finding::chance("dead"),
    ],
    solve: one,
}

situation! {
    /// What one grenade does to several men: how many are seriously wounded or dead.
    struct Group {
        /// The kind of grenade.
        grenade: Grenade,
        /// The men, at most 16.
        figures: Vec<Near>,
    }
    id: "grenade_group",
    label: "Grenade among several",
    findings: &SUMMARY,
    solve: group,
}

situation! {
    /// What several grenades do to one man.
    struct Several {
        /// The kind of grenade.
        grenade: Grenade,
        /// The number of grenades, at most 100.
        #[schemars(range(max = 100))]
        grenades: u8,
        /// The man.
        figure: Near,
    }
    id: "grenades_on_one",
    label: "Several grenades",
    findings: &PLIGHTS,
    solve: several,
}

/// FT-gren-7, FT-gren-8.
fn one(parameters: &One) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let One { grenade, figure, options: rules } = parameters;
    let exposed = figure.exposed(figure.wounds > 0);
    let odds = distribution((), |(), chance| Flow::Done(exposed.blast(chance, rules, *grenade, ANYWHERE)))?;
    let words = [
        ("none", Effect::Nothing),
        ("pinned", Effect::Pinned),
        ("wounded", Effect::Wounded),
        ("serious", Effect::Serious),
        ("dead", Effect::Dead),
    ];
    Ok(words.map(|(word, effect)| (word, odds.probability(&effect))).into())
}

/// FT-gren-5, FT-gren-6.
fn group(parameters: &Group) -> Result<Vec<(String, Ratio)>, Problem> {
    let Group { grenade, figures, options: rules } = parameters;
    if figures.len() > 16 {
        return Err(Problem::new("figures", format!("{} men, expected at most 16", figures.len())));
    }
    let odds = distribution((0, [0_u8; 3]), |(next, mut counts), chance| {
        let Some(figure) = figures.get(next) else { return Flow::Done(counts) };
        match figure.exposed(figure.wounds > 0).blast(chance, rules, *grenade, ANYWHERE) {
            Effect::Serious | Effect::Dead => counts[0] += 1,
            Effect::Wounded => counts[1] += 1,
            Effect::Pinned => counts[2] += 1,
            Effect::Nothing => {}
        }
        Flow::Go((next + 1, counts))
    })?;
    let mut values: Vec<(String, Ratio)> = (0..=figures.len())
        .map(|out| (format!("out={out}"), odds.sum(|counts| usize::from(counts[0]) == out)))
        .collect();
    for (place, word) in ["expected_out", "expected_wounded", "expected_pinned"].into_iter().enumerate() {
        values.push((word.to_owned(), odds.mean(|counts| counts[place].into())));
    }
    Ok(values)
}

/// FT-gren-9.
fn several(parameters: &Several) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let Several { grenade, grenades, figure, options: rules } = parameters;
    let start = Plight { pinned: figure.pinned, wounded: figure.wounds > 0, end: None };
    let odds = distribution((0, start), |(thrown, plight), chance| {
        if thrown == *grenades || plight.end.is_some() {
            return Flow::Done(plight);
        }
        let effect = figure.exposed(plight.wounded).blast(chance, rules, *grenade, ANYWHERE);
        Flow::Go((thrown + 1, plight.after(rules, Some(effect))))
    })?;
    Ok(plights(&odds))
}
