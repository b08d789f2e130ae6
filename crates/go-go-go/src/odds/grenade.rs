//! Grenades: the throw, the landing, the effect (GGG-gren).

use chance::Enumerated;
use chance::exact::{Flow, Ratio};
use engage::{Finding, Inches, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, Given, MOST, at_once, certain, plain, situation};
use crate::figure::Man;
use crate::fire::{Shot, wounded};
use crate::grenade::{Blast, Direction, Grenade, Landing, after, blast, land, throw};
use crate::rules::Rules;

/// The thrower.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Hurt {
    /// Wounds.
    #[schemars(range(max = 20))]
    wounds: u8,
    /// Turns for which it stays stunned, including this one.
    #[schemars(range(max = 20))]
    stun_turns: u8,
}

impl Hurt {
    fn man(self, key: &str) -> Result<Man, Problem> {
        hurt(self.wounds, self.stun_turns, key)
    }
}

fn hurt(wounds: u8, stun: u8, key: &str) -> Result<Man, Problem> {
    for (word, count) in [("wounds", wounds), ("stun_turns", stun)] {
        if count > MOST {
            return Err(Problem::new(format!("{key}.{word}"), format!("{count}, expected 0 to {}", MOST)));
        }
    }
    Ok(Man { wounds, stun, ..Man::FRESH })
}

situation! {
    /// A throw at a point.
    struct Throw {
        /// Whether it goes through a doorway or a window.
        #[serde(default)]
        through_opening: bool,
        /// The thrower.
        #[serde(default)]
        thrower: Hurt,
    }
    id: "grenade_throw",
    label: "Throw",
    findings: &[Finding::chance("on_target"), Finding::chance("off_target")],
    solve: on_target,
}

situation! {
    /// Where a grenade lands: at the aim point, or how many inches off it.
    struct Lands {
        /// Inches from the thrower to the aim point.
        throw_distance: Inches,
        /// Whether it goes through a doorway or a window.
        #[serde(default)]
        through_opening: bool,
        /// The thrower.
        #[serde(default)]
        thrower: Hurt,
    }
    id: "grenade_landing",
    label: "Where a grenade lands",
    findings: &[
        Finding::chance("aim_point").called("At the aim point"),
        Finding::chance("short_*").called("* in short"),
        Finding::chance("over_*").called("* in over"),
        Finding::chance("left_*").called("* in to the left"),
        Finding::chance("right_*").called("* in to the right"),
    ],
    solve: landing,
}

/// A figure near the aim point.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Near {
    /// Its name in the answer.
    name: String,
    /// Inches from the aim point away from the thrower; negative towards the thrower.
    #[schemars(extend("x-unit" = "inches"))]
    along: f64,
    /// Inches from the aim point to the thrower's right; negative to the left.
    #[schemars(title = "To the right", extend("x-unit" = "inches"))]
    right: f64,
    /// Whether a wall shields the figure wherever the grenade lands.
    #[serde(default)]
    blocked: bool,
    /// Wounds.
    #[serde(default)]
    #[schemars(range(max = 20))]
    wounds: u8,
    /// Turns for which it stays stunned, including this one.
    #[serde(default)]
    #[schemars(range(max = 20))]
    stun_turns: u8,
}

situation! {
    /// A throw and its effect on each figure: none, stunned, wounded or out. An outcome is, for example, F1=none
    /// F2=stunned.
    struct OnFigures {
        /// The grenade.
        grenade: Grenade,
        /// Inches from the thrower to the aim point.
        throw_distance: Inches,
        /// Whether it goes through a doorway or a window.
        #[serde(default)]
        through_opening: bool,
        /// The thrower.
        #[serde(default)]
        thrower: Hurt,
        /// The figures, at most 8.
        figures: Vec<Near>,
    }
    id: "grenade_on_figures",
    label: "Grenade on figures",
    findings: &[Finding::chance("*")],
    solve: on_figures,
}

situation! {
    /// What a burst does to a figure in its radius.
    struct OnVictim {
        /// The grenade.
        grenade: Grenade,
        /// The figure.
        #[serde(default)]
        victim: Hurt,
    }
    id: "grenade_effect",
    label: "Effect of a grenade",
    findings: &[
        Finding::chance("none").called("No effect"),
        Finding::chance("stunned"),
        Finding::chance("wounded"),
        Finding::chance("out").called("Out of action"),
    ],
    solve: on_victim,
}

situation! {
    /// A burst near a figure, then the figure's own shot in the same turn. A stationary figure fires at the moment of
    /// the burst.
    struct ThenShot {
        /// The grenade.
        grenade: Grenade,
        /// The figure in its radius.
        victim: Given,
        /// The enemy that it fires at.
        target: Given,
        /// Distance in inches.
        range: Inches,
    }
    id: "grenade_then_shot",
    label: "Grenade, then a shot",
    findings: &[Finding::chance("hit").first(), Finding::chance("miss"), Finding::chance("no_shot")],
    solve: then_shot,
}

situation! {
    /// Several grenades that unhurt figures throw at an unhurt figure in the same turn. An outcome is the figure's
    /// state, such as out, w1 (one wound) or w0 stunned.
    struct OnOne {
        /// The grenades.
        grenade: Grenade,
        /// Number of grenades, at most 4.
        #[schemars(range(min = 1, max = 4))]
        count: u8,
        /// Inches from the throwers to the aim point, where the figure is.
        throw_distance: Inches,
        /// Whether they go through a doorway or a window.
        #[serde(default)]
        through_opening: bool,
    }
    id: "grenades_on_one",
    label: "Several grenades",
    findings: &[
        Finding::chance("out").called("Out of action"),
        Finding::chance("w* stunned").called("* wounds and stunned"),
        Finding::chance("w*").called("* wounds"),
    ],
    solve: on_one,
}

/// The most figures near a burst, and the most grenades at one.
const FIGURES: usize = 8;
const GRENADES: u8 = 4;

fn on_target(parameters: &Throw) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let Throw { through_opening, thrower, options } = parameters;
    let test = throw(options, &thrower.man("thrower")?, *through_opening);
    let odds = at_once(|chance| test.roll(chance, ANYWHERE))?;
    Ok(vec![("on_target", odds.probability(&true)), ("off_target", odds.probability(&false))])
}

fn landing(parameters: &Lands) -> Result<Vec<(String, Ratio)>, Problem> {
    let Lands { throw_distance, through_opening, thrower, options } = parameters;
    let thrower = thrower.man("thrower")?;
    let odds = at_once(|chance| land(chance, options, &thrower, *throw_distance, *through_opening, ANYWHERE))?;
    let mut landings = odds.outcomes;
    landings.sort_by_key(|&(landing, _)| landing);
    let word = |landing| match landing {
        Landing::AimPoint => "aim_point".to_owned(),
        Landing::Off(Direction::Short, by) => format!("short_{}", plain(by)),
        Landing::Off(Direction::Over, by) => format!("over_{}", plain(by)),
        Landing::Off(Direction::Left, by) => format!("left_{}", plain(by)),
        Landing::Off(Direction::Right, by) => format!("right_{}", plain(by)),
    };
    Ok(landings.into_iter().map(|(landing, share)| (word(landing), share)).collect())
}

impl Near {
    /// Whether the figure is in the radius of a grenade that lands there (GGG-gren-8).
    fn is_reached(&self, rules: &Rules, landing: Landing) -> bool {
        let (along, right) = landing.offset();
        let off = |at: f64, from: Inches| (at * 1000.0).round() as i64 - i64::from(from.thousandths());
        let squared = off(self.along, along).pow(2) + off(self.right, right).pow(2);
        !self.blocked && squared <= i64::from(rules.radius.thousandths()).pow(2)
    }
}

/// The result of a burst for a figure that one more wound may put out (GGG-eff-4).
fn felt(rules: &Rules, man: Man, blast: Blast) -> Blast {
    if blast == Blast::Wounded && wounded(rules, man, 1).out { Blast::Out } else { blast }
}

const fn word(blast: Blast) -> &'static str {
    match blast {
        Blast::Nothing => "none",
        Blast::Stunned => "stunned",
        Blast::Wounded => "wounded",
        Blast::Out => "out",
    }
}

fn on_figures(parameters: &OnFigures) -> Result<Vec<(String, Ratio)>, Problem> {
    let OnFigures { grenade, throw_distance, through_opening, thrower, figures, options: rules } = parameters;
    if !(1..=FIGURES).contains(&figures.len()) {
        return Err(Problem::new("figures", format!("{} figures, expected 1 to {FIGURES}", figures.len())));
    }
    let far = f64::from(Inches::MOST);
    for (number, figure) in figures.iter().enumerate() {
        for (word, at) in [("along", figure.along), ("right", figure.right)] {
            if !(-far..=far).contains(&at) {
                return Err(Problem::new(format!("figures[{number}].{word}"), format!("{at}, expected inches")));
            }
        }
    }
    let men = figures
        .iter()
        .enumerate()
        .map(|(number, figure)| hurt(figure.wounds, figure.stun_turns, &format!("figures[{number}]")));
    let men = men.collect::<Result<Vec<Man>, Problem>>()?;
    let thrower = thrower.man("thrower")?;
    let start: (Option<Landing>, Vec<Blast>) = (None, Vec::new());
    let odds = distribution(start, |(landed, mut blasts), chance| {
        let Some(at) = landed else {
            let landed = land(chance, rules, &thrower, *throw_distance, *through_opening, ANYWHERE);
            return Flow::Go((Some(landed), blasts));
        };
        let next = blasts.len();
        let reached = figures[next].is_reached(rules, at);
        let blast = if reached { blast(chance, rules, *grenade, &men[next], ANYWHERE) } else { Blast::Nothing };
        blasts.push(felt(rules, men[next], blast));
        if blasts.len() == figures.len() { Flow::Done(blasts) } else { Flow::Go((landed, blasts)) }
    })?;
    let say = |blasts: Vec<Blast>| {
        let parts = figures.iter().zip(blasts).map(|(figure, blast)| format!("{}={}", figure.name, word(blast)));
        parts.collect::<Vec<_>>().join(" ")
    };
    Ok(odds.outcomes.into_iter().map(|(blasts, share)| (say(blasts), share)).collect())
}

fn on_victim(parameters: &OnVictim) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let OnVictim { grenade, victim, options: rules } = parameters;
    let man = victim.man("victim")?;
    let odds = at_once(|chance| felt(rules, man, blast(chance, rules, *grenade, &man, ANYWHERE)))?;
    let all = [Blast::Nothing, Blast::Stunned, Blast::Wounded, Blast::Out];
    Ok(all.map(|blast| (word(blast), odds.probability(&blast))).into())
}

fn then_shot(parameters: &ThenShot) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let ThenShot { grenade, victim, target, range, options: rules } = parameters;
    let (man, other) = (victim.man("victim")?, target.man("target")?);
    if !victim.may_fire(&man) {
        return Ok(vec![("hit", certain(false)), ("miss", certain(false)), ("no_shot", certain(true))]);
    }
    let fires = |chance: &mut Enumerated, man: &Man| {
        let seen = target.under_fire(&other, rules, victim.stance);
        let shot = Shot::new(rules, victim.weapon, (man, victim.stance), (&other, seen), *range);
        Some(shot.to_hit.roll(chance, ANYWHERE))
    };
    let odds = at_once(|chance| {
        // The burst is simultaneous with the shots of stationary figures (GGG-gren-13).
        if !victim.stance.moves() {
            return fires(chance, &man);
        }
        let blast = blast(chance, rules, *grenade, &man, ANYWHERE);
        let man = after(rules, man, *grenade, blast);
        if man.out { None } else { fires(chance, &man) }
    })?;
    Ok([("hit", Some(true)), ("miss", Some(false)), ("no_shot", None)]
        .map(|(word, end)| (word, odds.probability(&end)))
        .into())
}

fn on_one(parameters: &OnOne) -> Result<Vec<(String, Ratio)>, Problem> {
    let OnOne { grenade, count, throw_distance, through_opening, options: rules } = parameters;
    if !(1..=GRENADES).contains(count) {
        return Err(Problem::new("count", format!("{count} grenades, expected 1 to {GRENADES}")));
    }
    let name = "F".to_owned();
    let figure = Near { name, along: 0.0, right: 0.0, blocked: false, wounds: 0, stun_turns: 0 };
    let say = |man: Man| match man {
        Man { out: true, .. } => "out".to_owned(),
        Man { stun: 0, wounds, .. } => format!("w{wounds}"),
        Man { wounds, .. } => format!("w{wounds} stunned"),
    };
    // All burst in the same step: each die is rolled by the figure as it was before (GGG-ord-2).
    let odds = distribution((Man::FRESH, 0), |(man, thrown), chance| {
        let landing = land(chance, rules, &Man::FRESH, *throw_distance, *through_opening, ANYWHERE);
        let reached = figure.is_reached(rules, landing);
        let blast = if reached { blast(chance, rules, *grenade, &Man::FRESH, ANYWHERE) } else { Blast::Nothing };
        let man = if man.out { man } else { after(rules, man, *grenade, blast) };
        if thrown + 1 == *count { Flow::Done(say(man)) } else { Flow::Go((man, thrown + 1)) }
    })?;
    Ok(odds.outcomes)
}
