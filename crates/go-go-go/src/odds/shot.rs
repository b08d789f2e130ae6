//! Spotting and single shots (GGG-see, GGG-fire, GGG-eff, GGG-snipe).

use chance::Procedure;
use chance::exact::Ratio;
use engage::{Finding, Inches, Problem};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, Given, at_once, certain, situation, yes};
use crate::figure::Weapon;
use crate::fire::{Effect, Shot, to_hit};
use crate::rules::Rules;
use crate::spot::{Bearing, Look, look, spotting};

situation! {
    /// One figure looks at another.
    struct Spot {
        /// The figure that looks.
        observer: Given,
        /// The target.
        target: Given,
        /// Degrees off its facing, to either side.
        #[schemars(range(min = -180, max = 180))]
        #[schemars(title = "Angle", extend("x-unit" = "degrees"))]
        angle_deg: f64,
        /// Whether there is a line of sight.
        #[serde(default = "yes")]
        line_of_sight: bool,
        /// Whether the figure that looks sets up, aims or fires a sniper rifle.
        #[serde(default)]
        sniper_aiming: bool,
    }
    id: "spot",
    label: "Spotting",
    findings: &[Finding::chance("spotted"), Finding::chance("unseen")],
    solve: spot,
}

/// Parameters of `hit` and `shot`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AtRange {
    /// The firer.
    firer: Given,
    /// The target.
    target: Given,
    /// Distance in inches.
    range: Inches,
    /// Rules that differ from the rulebook as printed.
    #[serde(default)]
    options: Rules,
}

situation! {
    /// Only the die to hit. If the figure has no shot, for example because its rifle is not set up, the result is a
    /// miss.
    struct Hit(AtRange);
    id: "hit",
    label: "To hit",
    findings: &[Finding::chance("hit").first(), Finding::chance("miss")],
    solve: hit,
}

situation! {
    /// A shot and its effect on the target in its present condition.
    struct OneShot(AtRange);
    id: "shot",
    label: "Shot",
    findings: &[Finding::chance("miss"), Finding::chance("wounded"), Finding::chance("out").called("Out of action")],
    solve: shot,
}

situation! {
    /// A figure looks at another and fires if it spots it.
    struct SpotAndShot {
        /// The figure that looks and fires.
        firer: Given,
        /// The target.
        target: Given,
        /// Degrees off its facing, to either side.
        #[schemars(range(min = -180, max = 180))]
        #[schemars(title = "Angle", extend("x-unit" = "degrees"))]
        angle_deg: f64,
        /// Distance in inches.
        range: Inches,
    }
    id: "spot_and_shot",
    label: "Spot and shoot",
    findings: &[
        Finding::chance("unseen"),
        Finding::chance("miss"),
        Finding::chance("wounded"),
        Finding::chance("out").called("Out of action"),
    ],
    solve: spot_and_shot,
}

/// The chance to spot at an angle.
fn seen(
    rules: &Rules,
    (observer, key): (&Given, &str),
    target: &Given,
    angle: f64,
    aiming: bool,
) -> Result<Ratio, Problem> {
    if !(-180.0..=180.0).contains(&angle) {
        return Err(Problem::new("angle_deg", format!("{angle} degrees, expected -180 to 180")));
    }
    let man = observer.man(key)?;
    target.man("target")?;
    let roll = || spotting(rules, observer.stance(rules), &man, target.stance(rules));
    Ok(match look(Bearing::of_angle(rules, angle), aiming, roll) {
        Look::Seen => certain(true),
        Look::Unseen => certain(false),
        Look::Roll(test) => at_once(|chance| test.roll(chance, ANYWHERE))?.probability(&true),
    })
}

fn spot(parameters: &Spot) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let Spot { observer, target, angle_deg, line_of_sight, sniper_aiming, options } = parameters;
    let looked = seen(options, (observer, "observer"), target, *angle_deg, *sniper_aiming)?;
    let spotted = if *line_of_sight { looked } else { certain(false) };
    Ok(vec![("spotted", spotted.clone()), ("unseen", spotted.complement())])
}

fn hit(parameters: &AtRange) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let AtRange { firer, target, range, options: rules } = parameters;
    let man = firer.man("firer")?;
    let victim = target.man("target")?;
    if !firer.may_fire(&man) {
        return Ok(vec![("hit", certain(false)), ("miss", certain(true))]);
    }
    let seen = target.under_fire(&victim, rules, firer.stance);
    let test = to_hit(rules, firer.weapon, &man, firer.stance, seen, *range);
    let odds = at_once(|chance| test.roll(chance, ANYWHERE))?;
    Ok(vec![("hit", odds.probability(&true)), ("miss", odds.probability(&false))])
}

/// The chances of a shot: miss, wounded, out.
fn effects(rules: &Rules, firer: &Given, target: &Given, range: Inches) -> Result<[Ratio; 3], Problem> {
    let (man, victim) = (firer.man("firer")?, target.man("target")?);
    if !firer.may_fire(&man) {
        return Ok([certain(true), certain(false), certain(false)]);
    }
    let seen = target.under_fire(&victim, rules, firer.stance);
    let shot = Shot::new(rules, firer.weapon, (&man, firer.stance), (&victim, seen), range);
    let odds = at_once(|chance| match shot.run(chance, ANYWHERE) {
        // One more wound may put the target out (GGG-eff-4).
        Effect::Wounded if crate::fire::wounded(rules, victim, 1).out => Effect::Out,
        effect => effect,
    })?;
    Ok([Effect::Miss, Effect::Wounded, Effect::Out].map(|effect| odds.probability(&effect)))
}

const WORDS: [&str; 3] = ["miss", "wounded", "out"];

fn shot(parameters: &AtRange) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let AtRange { firer, target, range, options } = parameters;
    Ok(WORDS.into_iter().zip(effects(options, firer, target, *range)?).collect())
}

fn spot_and_shot(parameters: &SpotAndShot) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let SpotAndShot { firer, target, angle_deg, range, options } = parameters;
    let spotted = seen(options, (firer, "firer"), target, *angle_deg, firer.weapon == Weapon::Sniper)?;
    let effects = effects(options, firer, target, *range)?.map(|share| share.product(&spotted));
    Ok([("unseen", spotted.complement())].into_iter().chain(WORDS.into_iter().zip(effects)).collect())
}
