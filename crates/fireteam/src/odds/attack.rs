//! One attack and its parts: the firing roll, the saving throw, the effect.

use chance::Procedure;
use chance::exact::{Flow, Ratio};
use engage::{Finding, Inches, Problem, distribution};

use super::shared::{ANYWHERE, FirerGiven, TargetGiven, situation};
use crate::fire::{effect, saves};
use crate::rules::Effect;

situation! {
    /// One firing roll at one man.
    struct Hit {
        /// Distance in inches.
        #[schemars(title = "Range")]
        range_in: Inches,
        /// The firer.
        firer: FirerGiven,
    }
    id: "hit",
    label: "To hit",
    findings: &[Finding::chance("hit").first(), Finding::chance("miss")],
    solve: hit,
}

situation! {
    /// One saving throw by a man who has been hit.
    struct SavingThrow {
        /// The man who has been hit.
        target: TargetGiven,
    }
    id: "save",
    label: "Saving throw",
    findings: &[Finding::chance("saved"), Finding::chance("failed")],
    solve: save,
}

situation! {
    /// The effect of an unsaved hit on a man.
    struct Unsaved {
        /// Wounds he already has, 0 or 1.
        #[serde(default)]
        #[schemars(range(max = 1))]
        wounds: u8,
    }
    id: "effect",
    label: "Effect of a hit",
    findings: &[
        Finding::chance("wounded"),
        Finding::chance("serious").called("Seriously wounded"),
        Finding::chance("dead"),
    ],
    solve: unsaved,
}

situation! {
    /// One attack on one man, from the firing roll to the effect.
    struct OneAttack {
        /// Distance in inches.
        #[schemars(title = "Range")]
        range_in: Inches,
        /// The firer.
        firer: FirerGiven,
        /// The target.
        #[serde(default)]
        target: TargetGiven,
    }
    id: "attack",
    label: "Attack",
    findings: &[
        Finding::chance("missed"),
        Finding::chance("pinned"),
        Finding::chance("wounded"),
        Finding::chance("serious").called("Seriously wounded"),
        Finding::chance("dead"),
    ],
    solve: attack,
}

/// FT-hit-1 to FT-hit-5.
fn hit(parameters: &Hit) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let Hit { range_in, firer, options: rules } = parameters;
    let arm = firer.arm(rules, "firer")?;
    let to_hit = firer.firer(&arm).to_hit(rules, &arm, *range_in);
    let odds = distribution((), |(), chance| Flow::Done(to_hit.is_some_and(|to_hit| to_hit.roll(chance, ANYWHERE))))?;
    Ok([("hit", true), ("miss", false)].map(|(word, hits)| (word, odds.probability(&hits))).into())
}

/// FT-save-1 to FT-save-3.
fn save(parameters: &SavingThrow) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let least = parameters.target.target().least_save(&parameters.options);
    let odds = distribution((), |(), chance| Flow::Done(saves(chance, least, ANYWHERE)))?;
    Ok([("saved", true), ("failed", false)].map(|(word, saved)| (word, odds.probability(&saved))).into())
}

/// FT-eff-1 to FT-eff-4.
fn unsaved(parameters: &Unsaved) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let wounded = parameters.wounds > 0;
    let odds = distribution((), |(), chance| Flow::Done(effect(chance, &parameters.options, wounded, ANYWHERE)))?;
    let words = [("wounded", Effect::Wounded), ("serious", Effect::Serious), ("dead", Effect::Dead)];
    Ok(words.map(|(word, effect)| (word, odds.probability(&effect))).into())
}

/// FT-seq-attack.
fn attack(parameters: &OneAttack) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let OneAttack { range_in, firer, target, options: rules } = parameters;
    let attack = firer.attack(rules, "firer", *range_in, &target.target())?;
    let odds = distribution((), |(), chance| Flow::Done(attack.and_then(|attack| attack.run(chance, ANYWHERE))))?;
    let words = [
        ("missed", None),
        ("pinned", Some(Effect::Pinned)),
        ("wounded", Some(Effect::Wounded)),
        ("serious", Some(Effect::Serious)),
        ("dead", Some(Effect::Dead)),
    ];
    Ok(words.map(|(word, effect)| (word, odds.probability(&effect))).into())
}
