//! Shooting: one die, one volley, and its effect (CR-hit, CR-target, CR-ammo, CR-dmg).

use chance::Enumerated;
use chance::exact::{Flow, Ratio, Weight as _};
use engage::{Finding, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, FigureGiven, between, by_word, odds, over, situation};
use crate::damage::{Fate, hit, settles};
use crate::rules::Rules;
use crate::shooting::{self, Allotment, MOST_TARGETS, Shooter, one_die, volley as fire_one};
use crate::weapon::Weapon;

situation! {
    /// One die to hit, pitiful shot included.
    struct ToHit {
        /// The shooter.
        shooter: FigureGiven,
        /// The target.
        target: FigureGiven,
        /// Whether the shooter snap fires.
        #[serde(default)]
        snap: bool,
        /// Number of this target within the volley, 1 to 4.
        #[serde(default = "first")]
        #[schemars(range(min = 1, max = 4))]
        nth: u8,
    }
    id: "to_hit",
    label: "To hit",
    findings: &[Finding::chance("hit").first(), Finding::chance("miss")],
    solve: to_hit,
}

situation! {
    /// One volley at one target: the number of hits, and whether the weapon runs out of ammunition.
    struct OneVolley {
        /// The shooter.
        shooter: FigureGiven,
        /// The target.
        target: FigureGiven,
        /// Whether the shooter snap fires.
        #[serde(default)]
        snap: bool,
        /// Number of dice to fire per weapon; if left out, all. Shotguns and Marksmen always fire all dice.
        #[serde(default)]
        #[schemars(range(max = 8))]
        dice: Option<u8>,
    }
    id: "volley",
    label: "Volley",
    findings: &[
        Finding::chance("* hits, empty").called("* hits, out of ammunition"),
        Finding::chance("* hits, * empty").called("* hits, * weapons out of ammunition"),
        Finding::chance("* hits").called("* hits"),
    ],
    solve: volley,
}

situation! {
    /// One volley divided among several targets: hits on each, in the order in which they were declared.
    struct Split {
        /// The shooter.
        shooter: FigureGiven,
        /// The targets in the order of declaration, at most 4.
        targets: Vec<TargetOfSome>,
        /// Whether the shooter snap fires.
        #[serde(default)]
        snap: bool,
    }
    id: "split",
    label: "Volley at several targets",
    findings: &[
        Finding::chance("* hits, empty").called("* hits, out of ammunition"),
        Finding::chance("* hits").called("* hits"),
    ],
    solve: split,
}

/// A target with its share of the dice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TargetOfSome {
    /// The figure.
    figure: FigureGiven,
    /// Number of dice fired at it, at least 1.
    #[schemars(range(min = 1, max = 4), extend("examples" = [3]))]
    dice: u8,
}

situation! {
    /// How many volleys a weapon fires before it runs out of ammunition.
    struct UntilEmpty {
        /// The shooter.
        shooter: FigureGiven,
    }
    id: "until_empty",
    label: "Volleys until empty",
    findings: &[
        Finding::chance("empty on the first"),
        Finding::chance("later"),
        Finding::chance("never"),
        Finding::mean("E[volleys]", "volleys").called("Volleys"),
    ],
    solve: until_empty,
}

situation! {
    /// What a number of hits do to a figure: the worst result.
    struct Damage {
        /// Number of hits, 1 to 50.
        #[schemars(range(min = 1, max = 50))]
        hits: u8,
        /// Impact of the weapon, 0 to 6.
        #[schemars(range(max = 6))]
        impact: u8,
        /// The figure hit.
        target: FigureGiven,
        /// Rep of the attacker, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        attacker_rep: u8,
    }
    id: "damage",
    label: "Damage",
    findings: &[
        Finding::chance("stunned").first(),
        Finding::chance("out").called("Out of the fight").first(),
        Finding::chance("cheats death"),
        Finding::chance("dead").first(),
    ],
    solve: damage,
}

situation! {
    /// One volley at one target, and its effect on the target.
    struct Shot {
        /// The shooter.
        shooter: FigureGiven,
        /// The target.
        target: FigureGiven,
        /// Whether the shooter snap fires.
        #[serde(default)]
        snap: bool,
    }
    id: "shot",
    label: "Shot",
    findings: &[
        Finding::chance("miss").first(),
        Finding::chance("stunned").first(),
        Finding::chance("out").called("Out of the fight").first(),
        Finding::chance("cheats death"),
        Finding::chance("dead").first(),
        Finding::chance("*, empty").called("*, out of ammunition"),
    ],
    solve: shot,
}

const fn first() -> u8 {
    1
}

/// A shooter with all weapons in hand.
fn armed(figure: &FigureGiven, snap: bool) -> Shooter {
    Shooter { twin: figure.twin, ..figure.shooter(snap) }
}

/// The number of a weapon's dice that can hit.
fn all_dice(rules: &Rules, shooter: &Shooter) -> u8 {
    shooter.dice(rules.weapons.of(shooter.weapon).targets).1
}

/// Hits on one target by all weapons a figure has in hand, and how many weapons run out of ammunition.
fn fire(rules: &Rules, chance: &mut Enumerated, shooter: &Shooter, at: Allotment) -> (u8, u8) {
    let fire = shooting::fire(rules, chance, ANYWHERE, shooter, at.dice, &[at]);
    (fire.hits[0], fire.empties)
}

/// The word for weapons out of ammunition.
fn empty(empty: bool) -> &'static str {
    if empty { ", empty" } else { "" }
}

/// CR-hit-1.
fn to_hit(given: &ToHit) -> Result<Vec<(String, Ratio)>, Problem> {
    given.shooter.check("shooter")?;
    given.target.check("target")?;
    let shooter = armed(&given.shooter, given.snap);
    let least = shooter.least(&given.target.target(), given.nth);
    let hits = odds(|chance| one_die(chance, ANYWHERE, &shooter, least))?;
    Ok(by_word(&hits, |&hit| if hit { "hit" } else { "miss" }.to_owned()))
}

/// CR-target-1, CR-ammo-1, CR-twin-1.
fn volley(given: &OneVolley) -> Result<Vec<(String, Ratio)>, Problem> {
    given.shooter.check("shooter")?;
    given.target.check("target")?;
    let shooter = armed(&given.shooter, given.snap);
    let all = all_dice(&given.options, &shooter);
    let dice = given.dice.unwrap_or(all);
    let least = if shooter.weapon == Weapon::Shotgun || shooter.is_marksman() { all } else { 0 };
    if !(least..=all).contains(&dice) {
        return Err(Problem::new("dice", format!("{dice} dice, but this weapon fires {least} to {all}")));
    }
    let at = Allotment { dice, least: shooter.least(&given.target.target(), 1) };
    let fired = odds(|chance| fire(&given.options, chance, &shooter, at))?;
    Ok(by_word(&fired, |&(hits, empties)| {
        if shooter.twin {
            format!("{hits} hits, {empties} empty")
        } else {
            format!("{hits} hits{}", empty(empties > 0))
        }
    }))
}

/// CR-target-2.
fn split(given: &Split) -> Result<Vec<(String, Ratio)>, Problem> {
    given.shooter.check("shooter")?;
    between(1, MOST_TARGETS, given.targets.len(), "targets", "targets")?;
    for (place, target) in given.targets.iter().enumerate() {
        target.figure.check(&format!("targets[{place}].figure"))?;
        if target.dice == 0 {
            return Err(Problem::new(format!("targets[{place}].dice"), "no dice, expected at least 1"));
        }
    }
    let shooter = given.shooter.shooter(given.snap);
    let all = all_dice(&given.options, &shooter);
    let dealt: u32 = given.targets.iter().map(|target| u32::from(target.dice)).sum();
    if dealt != u32::from(all) {
        return Err(Problem::new("targets", format!("{dealt} dice in total, expected all {all} dice of the weapon")));
    }
    let allot = |(nth, target): (u8, &TargetOfSome)| Allotment {
        dice: target.dice,
        least: shooter.least(&target.figure.target(), nth),
    };
    let allotted: Vec<Allotment> = (1..).zip(&given.targets).map(allot).collect();
    let fired = odds(|chance| fire_one(&given.options, chance, ANYWHERE, &shooter, all, &allotted))?;
    Ok(by_word(&fired, |volley| {
        let each: Vec<String> = volley.hits.iter().take(allotted.len()).map(ToString::to_string).collect();
        format!("{} hits{}", each.join("-"), empty(volley.empty))
    }))
}

/// CR-ammo-1.
fn until_empty(given: &UntilEmpty) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    given.shooter.check("shooter")?;
    let shooter = given.shooter.shooter(false);
    let dice = all_dice(&given.options, &shooter);
    let fired = odds(|chance| fire_one(&given.options, chance, ANYWHERE, &shooter, dice, &[]).empty)?;
    let first = fired.probability(&true);
    if first == Ratio::zero() {
        return Ok(vec![("never", Ratio::one())]);
    }
    let volleys = over(&Ratio::one(), &first);
    Ok(vec![("empty on the first", first.clone()), ("later", first.complement()), ("E[volleys]", volleys)])
}

/// CR-dmg-1, CR-dmg-3.
fn damage(given: &Damage) -> Result<Vec<(String, Ratio)>, Problem> {
    given.target.check("target")?;
    let victim = given.target.victim();
    let fates = distribution((given.hits, Fate::Stunned), |(left, worst), chance| {
        if left == 0 || settles(&given.options, worst) {
            return Flow::Done(worst);
        }
        Flow::Go((left - 1, worst.max(hit(chance, ANYWHERE, given.impact, given.attacker_rep, &victim))))
    })?;
    Ok(by_word(&fates, |fate| fate.name().to_owned()))
}

/// Progress of one volley with its damage.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Moment {
    /// Before the dice are thrown.
    Before,
    /// Hits whose damage is still to be rolled, the worst result so far, and whether the weapons are out of ammunition.
    Hit { left: u8, worst: Fate, empty: bool },
}

/// CR-dmg-2.
fn shot(given: &Shot) -> Result<Vec<(String, Ratio)>, Problem> {
    given.shooter.check("shooter")?;
    given.target.check("target")?;
    let rules = &given.options;
    let shooter = armed(&given.shooter, given.snap);
    let victim = given.target.victim();
    let impact = rules.weapons.of(shooter.weapon).impact;
    let dice = all_dice(rules, &shooter);
    let at = Allotment { dice, least: shooter.least(&given.target.target(), 1) };
    let dry = 1 + u8::from(shooter.twin);
    let fates = distribution(Moment::Before, |moment, chance| match moment {
        Moment::Before => {
            let (left, empties) = fire(rules, chance, &shooter, at);
            let empty = empties == dry;
            if left == 0 {
                Flow::Done((None, empty))
            } else {
                Flow::Go(Moment::Hit { left, worst: Fate::Stunned, empty })
            }
        }
        Moment::Hit { left, worst, empty } => {
            if left == 0 || settles(rules, worst) {
                return Flow::Done((Some(worst), empty));
            }
            let worst = worst.max(hit(chance, ANYWHERE, impact, shooter.rep, &victim));
            Flow::Go(Moment::Hit { left: left - 1, worst, empty })
        }
    })?;
    Ok(by_word(&fates, |&(fate, dry)| format!("{}{}", fate.map_or("miss", Fate::name), empty(dry))))
}
