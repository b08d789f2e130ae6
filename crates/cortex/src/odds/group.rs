//! Harm to NPC fireteams and units (CX1-harm-6 to -9, CX2-attack-4).

use chance::exact::{Flow, Ratio};
use chance::{Die, Pool};
use engage::{Finding, Problem, distribution};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use super::shared::{ANYWHERE, Shares, add, of, shares, situation, throwable};
use crate::die::{Condition, Dice};
use crate::group::{Group, Part};
use crate::order::EffectOrders;
use crate::roll::{Opposed, Roller};

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Part, D::Error> {
        match u8::deserialize(deserializer)? {
            1 => Ok(Part::One),
            2 => Ok(Part::Two),
            other => Err(serde::de::Error::custom(format!("{other}, expected part 1 or 2"))),
        }
    }
}

impl JsonSchema for Part {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Part".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "enum": [1, 2] })
    }
}

situation! {
    /// Effect dice applied to an NPC fireteam or a unit.
    struct UnitApply {
        /// The effect dice.
        effects: Dice,
        /// The Quality Dice of those in action.
        qualities: Dice,
        /// The Complication it already has.
        #[serde(default)]
        complication: Condition,
        /// The part whose rules apply, 1 for Part I or 2 for Part II.
        part: Part,
    }
    id: "unit_apply",
    label: "Effect dice on a unit",
    findings: &[
        Finding::chance("removed_*").called("* taken out").first(),
        Finding::chance("complication_*").called("Complication *"),
        Finding::number("standing_*").called("Dice of * in action"),
    ],
    solve: unit_apply,
}

situation! {
    /// A pool against an NPC fireteam or a unit: how many it takes out.
    struct UnitHit {
        /// The attacker’s dice; the Complication is added to them.
        attack: Dice,
        /// The Quality Dice of those in action.
        qualities: Dice,
        /// The Complication it already has.
        #[serde(default)]
        complication: Condition,
        /// Further dice that resist.
        #[serde(default)]
        resist_extra: Dice,
        /// Effect dice bought.
        #[serde(default)]
        #[schemars(range(min = 0, max = 100))]
        bought: u8,
        /// The part whose rules apply, 1 for Part I or 2 for Part II.
        part: Part,
    }
    id: "unit_hit",
    label: "Attack on a unit",
    findings: &[
        Finding::chance("success").first(),
        Finding::chance("failure"),
        Finding::chance("removed_*").called("* taken out"),
        Finding::mean("mean_removed", "combatants").called("Taken out").first(),
        Finding::chance("complication_*").called("Complication *"),
    ],
    solve: unit_hit,
}

fn unit_apply(parameters: &UnitApply) -> Result<Shares, Problem> {
    let before = Group { qualities: parameters.qualities.0, complication: parameters.complication.0 };
    let effects = throwable("effects", parameters.effects.0)?;
    let after = before.harmed(&parameters.options, parameters.decisions.handling(), effects, parameters.part);
    let removed = before.qualities.dice() - after.qualities.dice();
    let mut found = Shares::new();
    for word in [format!("removed_{removed}"), of("complication", after.complication)] {
        add(&mut found, word, Ratio::new(1, 1));
    }
    for die in Die::ALL.into_iter().filter(|&die| after.qualities.count(die) > 0) {
        add(&mut found, format!("standing_{die}"), Ratio::new(after.qualities.count(die).into(), 1));
    }
    Ok(found)
}

fn unit_hit(parameters: &UnitHit) -> Result<Shares, Problem> {
    let (rules, handling) = (&parameters.options, parameters.decisions.handling());
    let before = Group { qualities: parameters.qualities.0, complication: parameters.complication.0 };
    let complication: Pool = before.complication.into_iter().collect();
    let attack = throwable("attack", parameters.attack.0.and(complication))?;
    let resist = throwable("qualities", before.qualities.and(parameters.resist_extra.0))?;
    let limit = match parameters.part {
        Part::One => rules.by_margin(parameters.bought),
        Part::Two => rules.on_unit(parameters.bought),
    };
    let opposed = Opposed::new(rules, Roller::new(attack).limited(limit).keeping(handling.keep), Roller::new(resist));
    let orders = EffectOrders::new(rules, handling, before, parameters.part, attack);
    let odds = distribution((), |(), chance| {
        let rolled = opposed.roll(chance, ANYWHERE);
        let after = if rolled.succeeds() { orders.harmed(rolled.effects.sizes()) } else { before };
        Flow::Done((rolled.succeeds(), before.qualities.dice() - after.qualities.dice(), after.complication))
    })?;
    let mut found = shares(&odds, |&(success, removed, complication)| {
        let word = if success { "success" } else { "failure" };
        [word.to_owned(), format!("removed_{removed}"), of("complication", complication)]
    });
    found.insert("mean_removed".to_owned(), odds.mean(|outcome| outcome.1.into()));
    Ok(found)
}
