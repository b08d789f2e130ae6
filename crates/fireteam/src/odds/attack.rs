//! One attack and its parts: the firing roll, the saving throw, the effect.

use chance::Procedure;
use chance::exact::{Flow, Ratio};
use engage::{Finding, Inches, Kind, Problem, distribution, fractions, schema_of};

use super::shared::{ANYWHERE, FirerGiven, TargetGiven, parameters, wounds};
use crate::fire::{effect, saves};
use crate::rules::Effect;

pub(super) const HIT: Kind = Kind {
    id: "hit",
    label: "To hit",
    about: "One firing roll at one man.",
    findings: &[Finding::chance("hit").first(), Finding::chance("miss")],
    schema: schema_of::<Hit>,
    answer: |value| fractions(value, hit),
};

pub(super) const SAVE: Kind = Kind {
    id: "save",
    label: "Saving throw",
    about: "One saving throw of a man who is hit.",
    findings: &[Finding::chance("saved"), Finding::chance("failed")],
    schema: schema_of::<Save>,
    answer: |value| fractions(value, save),
};

pub(super) const EFFECT: Kind = Kind {
    id: "effect",
    label: "Effect of a hit",
    about: "The effect of an unsaved hit on a man.",
    findings: &[
        Finding::chance("wounded"),
        Finding::chance("serious").called("Seriously wounded"),
        Finding::chance("dead"),
    ],
    schema: schema_of::<Unsaved>,
    answer: |value| fractions(value, unsaved),
};

pub(super) const ATTACK: Kind = Kind {
    id: "attack",
    label: "Attack",
    about: "One attack on one man, from the firing roll to the effect.",
    findings: &[
        Finding::chance("missed"),
        Finding::chance("pinned"),
        Finding::chance("wounded"),
        Finding::chance("serious").called("Seriously wounded"),
        Finding::chance("dead"),
    ],
    schema: schema_of::<OneAttack>,
    answer: |value| fractions(value, attack),
};

parameters! {
    /// Parameters of `hit`.
    Hit {
        /// Distance in inches.
        #[schemars(title = "Range")]
        range_in: Inches,
        /// Who fires.
        firer: FirerGiven,
    }
}

parameters! {
    /// Parameters of `save`.
    Save {
        /// The man hit.
        target: TargetGiven,
    }
}

parameters! {
    /// Parameters of `effect`.
    Unsaved {
        /// Wounds that he has already, 0 or 1.
        #[serde(default)]
        #[schemars(range(max = 1))]
        wounds: u8,
    }
}

parameters! {
    /// Parameters of `attack`.
    OneAttack {
        /// Distance in inches.
        #[schemars(title = "Range")]
        range_in: Inches,
        /// Who fires.
        firer: FirerGiven,
        /// At whom.
        #[serde(default)]
        target: TargetGiven,
    }
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
fn save(parameters: &Save) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    parameters.target.check("target")?;
    let least = parameters.target.target().least_save(&parameters.options);
    let odds = distribution((), |(), chance| Flow::Done(saves(chance, least, ANYWHERE)))?;
    Ok([("saved", true), ("failed", false)].map(|(word, saved)| (word, odds.probability(&saved))).into())
}

/// FT-eff-1 to FT-eff-4.
fn unsaved(parameters: &Unsaved) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    if let Err(Problem { message, .. }) = wounds(parameters.wounds, "") {
        return Err(Problem::new("wounds", message));
    }
    let wounded = parameters.wounds > 0;
    let odds = distribution((), |(), chance| Flow::Done(effect(chance, &parameters.options, wounded, ANYWHERE)))?;
    let words = [("wounded", Effect::Wounded), ("serious", Effect::Serious), ("dead", Effect::Dead)];
    Ok(words.map(|(word, effect)| (word, odds.probability(&effect))).into())
}

/// FT-seq-attack.
fn attack(parameters: &OneAttack) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let OneAttack { range_in, firer, target, options: rules } = parameters;
    target.check("target")?;
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
