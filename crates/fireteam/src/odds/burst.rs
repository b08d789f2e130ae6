//! Bursts over several men.

use chance::Procedure;
use chance::exact::{Distribution, Flow, Ratio};
use engage::{Finding, Inches, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, FirerGiven, SUMMARY, TargetGiven, situation};
use crate::fire::Attack;
use crate::options::{BeatenZoneAnchor, BeatenZoneRange};
use crate::rules::{Effect, Rules};

/// The most men of a burst.
const MOST: usize = 16;

/// Parameters of `burst` and `burst_joint`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BurstParameters {
    /// Distance in inches.
    #[schemars(title = "Range")]
    range_in: Inches,
    /// The firer.
    firer: FirerGiven,
    /// The men in the beaten zone, at most 16.
    targets: Vec<TargetGiven>,
    /// Rules that differ from the rulebook as printed.
    #[serde(default)]
    options: Rules,
}

situation! {
    /// One burst over listed men, all in the beaten zone: how many are seriously wounded or dead.
    struct Counted(BurstParameters);
    id: "burst",
    label: "Burst",
    findings: &SUMMARY,
    solve: counted,
}

situation! {
    /// One burst over listed men, all in the beaten zone: how many are hit, pinned, wounded and killed, as one result.
    struct Joint(BurstParameters);
    id: "burst_joint",
    label: "Burst in detail",
    findings: &[Finding::chance("hit=* pinned=* wounded=* dead=*").called("* hit, * pinned, * wounded, * dead")],
    solve: joint,
}

situation! {
    /// One burst at a point that tests every man in the beaten zone: how many are seriously wounded or dead.
    struct BurstField {
        /// Distance to the point aimed at, in inches.
        #[schemars(title = "Range")]
        range_in: Inches,
        /// The firer.
        firer: FirerGiven,
        /// The men around that point, at most 16.
        figures: Vec<Placed>,
    }
    id: "burst_field",
    label: "Burst at a point",
    findings: &SUMMARY,
    solve: burst_field,
}

/// A man near the point aimed at.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Placed {
    /// Distance from the line of fire, in inches.
    #[serde(default)]
    #[schemars(title = "Across", extend("x-unit" = "inches"))]
    across_in: f64,
    /// Distance beyond the point aimed at, in inches; negative in front of it.
    #[serde(default)]
    #[schemars(title = "Beyond", extend("x-unit" = "inches"))]
    beyond_in: f64,
    /// The man.
    #[serde(default)]
    target: TargetGiven,
}

/// The numbers of men by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Counts {
    hit: u8,
    pinned: u8,
    wounded: u8,
    serious: u8,
    dead: u8,
}

fn crowd(men: usize, key: &str) -> Result<(), Problem> {
    if men > MOST {
        return Err(Problem::new(key, format!("{men} men, expected at most {MOST}")));
    }
    Ok(())
}

/// One attack on each man; none without a shot (FT-hit-6).
fn odds_of(attacks: &[Option<Attack<'_>>]) -> Result<Distribution<Counts, Ratio>, Problem> {
    distribution((0, Counts::default()), |(next, mut counts), chance| {
        let Some(attack) = attacks.get(next) else { return Flow::Done(counts) };
        let effect = attack.and_then(|attack| attack.run(chance, ANYWHERE));
        counts.hit += u8::from(effect.is_some());
        match effect {
            Some(Effect::Pinned) => counts.pinned += 1,
            Some(Effect::Wounded) => counts.wounded += 1,
            Some(Effect::Serious) => counts.serious += 1,
            Some(Effect::Dead) => counts.dead += 1,
            Some(Effect::Nothing) | None => {}
        }
        Flow::Go((next + 1, counts))
    })
}

fn counted(parameters: &BurstParameters) -> Result<Vec<(String, Ratio)>, Problem> {
    Ok(summary(&burst(parameters)?, parameters.targets.len()))
}

/// FT-burst.
fn burst(parameters: &BurstParameters) -> Result<Distribution<Counts, Ratio>, Problem> {
    let BurstParameters { range_in, firer, targets, options: rules } = parameters;
    crowd(targets.len(), "targets")?;
    let mut attacks = Vec::new();
    for target in targets {
        attacks.push(firer.attack(rules, "firer", *range_in, &target.target())?);
    }
    odds_of(&attacks)
}

/// FT-beat-1 to FT-beat-3.
fn burst_field(parameters: &BurstField) -> Result<Vec<(String, Ratio)>, Problem> {
    let BurstField { range_in, firer, figures, options: rules } = parameters;
    crowd(figures.len(), "figures")?;
    let inches = |thousandths: i32| f64::from(thousandths) / 1000.0;
    let Some((width, depth)) = firer.arm(rules, "firer")?.zone else {
        let message = format!("`{}` fires no bursts and has no beaten zone", firer.weapon);
        return Err(Problem::new("firer.weapon", message));
    };
    let (width, depth) = (inches(width.thousandths()), inches(depth.thousandths()));
    let (near, far) = match rules.beaten_zone_anchor {
        BeatenZoneAnchor::Centred => (-depth / 2.0, depth / 2.0),
        BeatenZoneAnchor::NearEdge => (0.0, depth),
    };
    let mut attacks = Vec::new();
    for (number, figure) in figures.iter().enumerate() {
        if !figure.across_in.is_finite() || !figure.beyond_in.is_finite() {
            return Err(Problem::new(format!("figures[{number}]"), "expected distances in inches"));
        }
        let inside = figure.across_in.abs() <= width / 2.0 && (near..=far).contains(&figure.beyond_in);
        let range = match rules.beaten_zone_range {
            BeatenZoneRange::AimPoint => *range_in,
            BeatenZoneRange::EachFigure => {
                let along = inches(range_in.thousandths()) + figure.beyond_in;
                // Rounded up: a man a hair beyond a limit is beyond it.
                Inches::from_thousandths((along.hypot(figure.across_in) * 1000.0 - 1e-6).ceil() as i32)
            }
        };
        let attack = firer.attack(rules, "firer", range, &figure.target.target())?;
        attacks.push(attack.filter(|_| inside));
    }
    Ok(summary(&odds_of(&attacks)?, figures.len()))
}

fn summary(odds: &Distribution<Counts, Ratio>, men: usize) -> Vec<(String, Ratio)> {
    let out = |counts: &Counts| counts.serious + counts.dead;
    let mut values: Vec<(String, Ratio)> = (0..=men)
        .map(|number| (format!("out={number}"), odds.sum(|counts| usize::from(out(counts)) == number)))
        .collect();
    values.push(("expected_out".to_owned(), odds.mean(|counts| out(counts).into())));
    values.push(("expected_wounded".to_owned(), odds.mean(|counts| counts.wounded.into())));
    values.push(("expected_pinned".to_owned(), odds.mean(|counts| counts.pinned.into())));
    values
}

fn joint(parameters: &BurstParameters) -> Result<Vec<(String, Ratio)>, Problem> {
    let odds = burst(parameters)?;
    let key = |counts: &Counts| Counts { serious: 0, ..*counts };
    let mut known: Vec<Counts> = odds.outcomes.iter().map(|(counts, _)| key(counts)).collect();
    known.sort_unstable();
    known.dedup();
    let word = |Counts { hit, pinned, wounded, dead, .. }: &Counts| {
        format!("hit={hit} pinned={pinned} wounded={wounded} dead={dead}")
    };
    Ok(known.iter().map(|counts| (word(counts), odds.sum(|other| key(other) == *counts))).collect())
}
