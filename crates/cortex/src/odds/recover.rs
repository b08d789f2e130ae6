//! Tests and what they create or remove (CX0-12 to -14, CX0-16, CX2-zone-4, CX2-spec-1, -3, -4).

use chance::exact::{Flow, Ratio};
use chance::{Chance as _, Die, Keep, Pool};
use engage::{Finding, Problem, distribution};

use super::shared::{ANYWHERE, Shares, add, of, shares, situation, throwable};
use crate::die::{Condition, Dice, Given, Track};
use crate::options::{FlankEffect, KeepDice, MedicPool};
use crate::player::doctrine::PutOut;
use crate::recover::{attacked, complication};
use crate::roll::{Opposed, Rolled, Roller};
use crate::rules::Rules;

situation! {
    /// An attack on the target’s cover instead of the target.
    struct FlankTest {
        /// The attacker’s dice.
        attack: Dice,
        /// The dice that resist, without the cover die.
        resist: Dice,
        /// The cover die.
        cover: Given,
    }
    id: "flank",
    label: "Flanking",
    findings: &[
        Finding::chance("success").first(),
        Finding::chance("failure"),
        Finding::chance("cover_*").called("Cover left: *").first(),
    ],
    solve: flank,
}

situation! {
    /// A test that removes a condition or steps it down.
    struct Overcome {
        /// The actor’s dice.
        pool: Dice,
        /// The condition, which is added to the dice that resist.
        condition: Given,
        /// The dice that resist; left out, those of a test.
        resist: Option<Dice>,
    }
    id: "overcome",
    label: "Overcoming a condition",
    findings: &[
        Finding::chance("success").first(),
        Finding::chance("failure"),
        Finding::chance("condition_*").called("Condition left: *").first(),
    ],
    solve: overcome,
}

situation! {
    /// A test that creates an asset of the size of the effect die.
    struct CreateAsset {
        /// The actor’s dice.
        pool: Dice,
        /// The dice of the test; left out, `test_difficulty`.
        difficulty: Option<Dice>,
        /// Drawbacks added to the dice of the test.
        #[serde(default)]
        drawbacks: Dice,
        /// The largest asset that can be created.
        #[serde(default)]
        cap: Condition,
    }
    id: "create_asset",
    label: "Creating an asset",
    findings: &[Finding::chance("asset_*").called("Asset: *").first()],
    solve: create_asset,
}

situation! {
    /// A medic’s test to bring a fallen man back.
    struct Medic {
        /// The dice of the unit.
        #[serde(default)]
        unit: Dice,
        /// The Quality Die of the fallen man.
        fallen: Given,
        /// Drawbacks added to the 3d8.
        #[serde(default)]
        drawbacks: Dice,
        /// The die that the medic rolls instead of the unit’s pool under `medic_pool = "medic_die"`.
        #[serde(default)]
        medic_die: Condition,
    }
    id: "medic",
    label: "Medic",
    findings: &[Finding::chance("success"), Finding::chance("failure"), Finding::chance("revived").first()],
    solve: medic,
}

situation! {
    /// A character on fire, until he is out of the conflict or the fire is out.
    struct OnFire {
        /// The dice he rolls to put the fire out.
        pool: Dice,
        /// His injury track.
        #[serde(default)]
        track: Track,
        /// The fire.
        fire: Given,
    }
    id: "on_fire",
    label: "On fire",
    findings: &[
        Finding::chance("out").first(),
        Finding::chance("saved").first(),
        Finding::chance("saved_at_*").called("Saved with the track at *"),
        Finding::mean("mean_turns", "turns").called("Turns"),
    ],
    solve: on_fire,
}

situation! {
    /// The Edge Points that further drones of one operator cost.
    struct Drones {
        /// Drones deployed before.
        #[serde(default)]
        #[schemars(range(min = 0, max = 62))]
        deployed: u8,
        /// Drones to be deployed.
        #[schemars(range(min = 0, max = 62))]
        more: u8,
    }
    id: "drones",
    label: "Price of drones",
    findings: &[Finding::number("price").called("Edge Points").first()],
    solve: drones,
}

situation! {
    /// The Stress that the hitches of a roll give the operator in the Hotseat.
    struct HitchStress {
        /// The dice of the roll.
        pool: Dice,
        /// The Stress that he already has.
        #[serde(default)]
        stress: Track,
    }
    id: "hitch_stress",
    label: "Hitches as Stress",
    findings: &[
        Finding::chance("hitches_*").called("* hitches"),
        Finding::chance("complication_*").called("Complication *"),
        Finding::chance("stress_*").called("Stress *").first(),
    ],
    solve: hitch_stress,
}

/// A test or an opposed roll for one effect die.
struct Trial<'r> {
    rules: &'r Rules,
    keep: KeepDice,
    pool: Pool,
    resist: Pool,
}

impl Trial<'_> {
    /// The chances of each result. `left` says what remains after a success with this effect die, or after a failure.
    fn shares<T: Copy + Eq + std::hash::Hash>(
        self,
        left: impl Fn(Option<Die>) -> T,
        words: impl Fn(T) -> Vec<String>,
    ) -> Result<Shares, Problem> {
        let pool = throwable("pool", self.pool)?;
        let resist = throwable("resist", self.resist)?;
        let opposed = Opposed::new(self.rules, Roller::new(pool).keeping(self.keep), Roller::new(resist));
        let odds = distribution((), |(), chance| {
            let rolled: Rolled = opposed.roll(chance, ANYWHERE);
            Flow::Done(left(rolled.succeeds().then(|| rolled.effects.first())))
        })?;
        Ok(shares(&odds, |&outcome| words(outcome)))
    }
}

const fn success(succeeds: bool) -> &'static str {
    if succeeds { "success" } else { "failure" }
}

/// CX2-zone-4.
fn flank(parameters: &FlankTest) -> Result<Shares, Problem> {
    let (rules, cover) = (&parameters.options, parameters.cover.0);
    let (pool, resist) = (parameters.attack.0, parameters.resist.0.with(cover, 1));
    let left = |effect: Option<Die>| match (effect, rules.flank_effect) {
        (None, _) => (false, Some(cover)),
        (Some(_), FlankEffect::Removes) => (true, None),
        (Some(effect), FlankEffect::EffectDie) => (true, attacked(rules, cover, effect)),
    };
    let words = |(succeeds, left)| vec![success(succeeds).to_owned(), of("cover", left)];
    Trial { rules, keep: parameters.decisions.keep, pool, resist }.shares(left, words)
}

/// CX0-14.
fn overcome(parameters: &Overcome) -> Result<Shares, Problem> {
    let (rules, held) = (&parameters.options, parameters.condition.0);
    let resist = parameters.resist.map_or(rules.test_difficulty.pool(), |dice| dice.0).with(held, 1);
    let left = |effect: Option<Die>| match effect {
        None => (false, Some(held)),
        Some(effect) => (true, attacked(rules, held, effect)),
    };
    let words = |(succeeds, left)| vec![success(succeeds).to_owned(), of("condition", left)];
    Trial { rules, keep: parameters.decisions.keep, pool: parameters.pool.0, resist }.shares(left, words)
}

/// CX0-13.
fn create_asset(parameters: &CreateAsset) -> Result<Shares, Problem> {
    let rules = &parameters.options;
    let resist = parameters.difficulty.map_or(rules.test_difficulty.pool(), |dice| dice.0).and(parameters.drawbacks.0);
    let cap = parameters.cap.0.unwrap_or(Die::D12);
    let asset = |effect: Option<Die>| effect.map(|effect| effect.min(cap));
    let trial = Trial { rules, keep: parameters.decisions.keep, pool: parameters.pool.0, resist };
    trial.shares(asset, |asset| vec![of("asset", asset)])
}

/// CX2-spec-3.
fn medic(parameters: &Medic) -> Result<Shares, Problem> {
    let rules = &parameters.options;
    let pool = match rules.medic_pool {
        MedicPool::Unit => parameters.unit.0,
        MedicPool::MedicDie => match parameters.medic_die.0 {
            Some(die) => Pool::EMPTY.with(die, 1),
            None => return Err(Problem::new("medic_die", "expected a die, because `medic_pool` is `medic_die`")),
        },
    };
    let resist = Pool::EMPTY.with(Die::D8, 3).and(parameters.drawbacks.0);
    let tried = |effect: Option<Die>| (effect.is_some(), effect.is_some_and(|effect| effect >= parameters.fallen.0));
    Trial { rules, keep: parameters.decisions.keep, pool, resist }.shares(tried, |(succeeds, revived)| {
        let revived = revived.then(|| "revived".to_owned());
        [success(succeeds).to_owned()].into_iter().chain(revived).collect()
    })
}

/// CX2-spec-1: an activation, then the end of the turn, until the fire or the character is out.
fn on_fire(parameters: &OnFire) -> Result<Shares, Problem> {
    let rules = &parameters.options;
    let pool = throwable("pool", parameters.pool.0)?;
    if parameters.track == Track::Out {
        return Err(Problem::new("track", "expected a track that is not `out`"));
    }
    // The turns, the track and the fire; none when it is out.
    let actor = Roller::new(pool).keeping(parameters.decisions.keep);
    let start = (1_u64, parameters.track, parameters.fire.0);
    let odds = distribution(start, |(turn, track, fire), chance| {
        let mut left = Some(fire);
        if parameters.decisions.put_out == PutOut::AtOnce {
            let resist = rules.test_difficulty.pool().with(fire, 1).and(track.die().into_iter().collect());
            let rolled = Opposed::new(rules, actor, Roller::new(resist)).roll(chance, ANYWHERE);
            if rolled.succeeds() {
                left = attacked(rules, fire, rolled.effects.first());
            }
        }
        let Some(fire) = left else { return Flow::Done((turn, track)) };
        match track.harmed(fire, rules.floor()) {
            Track::Out => Flow::Done((turn, Track::Out)),
            track => Flow::Go((turn + 1, track, fire)),
        }
    })?;
    let mut found = shares(&odds, |&(_, track)| match track {
        Track::Out => vec!["out".to_owned()],
        track => vec!["saved".to_owned(), format!("saved_at_{}", track.word())],
    });
    found.insert("mean_turns".to_owned(), odds.mean(|outcome| outcome.0));
    Ok(found)
}

/// CX2-spec-4.
fn drones(parameters: &Drones) -> Result<Shares, Problem> {
    let last = parameters.deployed.checked_add(parameters.more).filter(|&last| last < 63);
    let last = last.ok_or_else(|| Problem::new("more", "expected fewer than 63 drones with those deployed before"))?;
    let price = (1_u64 << last) - (1 << parameters.deployed);
    let mut found = Shares::new();
    add(&mut found, "price".to_owned(), Ratio::new(price, 1));
    Ok(found)
}

/// CX0-16, CX1-comp-1.
fn hitch_stress(parameters: &HitchStress) -> Result<Shares, Problem> {
    let rules = &parameters.options;
    let pool = throwable("pool", parameters.pool.0)?;
    let odds = distribution((), |(), chance| {
        let mut hand = chance.throw(ANYWHERE, &pool, Keep::BEST);
        Flow::Done(chance.look(&mut hand, |kept| kept.hitches))
    })?;
    Ok(shares(&odds, |&hitches| {
        let complication = complication(rules, hitches);
        let stress = complication.map_or(parameters.stress, |die| parameters.stress.harmed(die, rules.floor()));
        [format!("hitches_{hitches}"), of("complication", complication), format!("stress_{}", stress.word())]
    }))
}
