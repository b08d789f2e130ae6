//! A scenario's squads and field, and what is wrong with them.

use std::sync::Arc;

use engage::{BySide, Deploy, Inches, Map, Problem, Side, Start};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::battle::{Battle, Kit, Profile, Settled};
use crate::doctrine::{AimPolicy, Doctrine, Interrupt, Orders, Pace, Preset, TargetChoice, Throw};
use crate::fire::{AimAt, Armour, may_fire_as};
use crate::rules::{Ability, Fortune, Rules};
use crate::scene::HOSTAGES;
use crate::site::Site;
use crate::weapon::{Fire, Weapon};

/// The most figures on a side.
pub(crate) const MOST_FIGURES: usize = 16;

/// A piece of armour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// Soft body armour.
    Soft,
    /// Hard plates.
    Plates,
    /// A helmet.
    Helmet,
}

/// A squad: figures alike in ability, arms and doctrine.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Squad {
    /// Number of figures; a side has at most 16.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 16))]
    pub count: u8,
    /// Ability, which decides the deck (CQB-1.4.1a).
    pub ability: Ability,
    /// Weapon, by its name under `rules.weapons`.
    pub weapon: String,
    /// Pieces of armour worn.
    #[serde(default)]
    pub armour: Vec<Piece>,
    /// How the automatic player leads them; the keys below change single choices.
    #[serde(default)]
    pub doctrine: Preset,
    /// When to aim.
    pub aim: Option<AimPolicy>,
    /// The location to name (CQB-5.3.3a).
    pub aim_at: Option<AimAt>,
    /// Fire at a lower rate than the weapon's own (CQB-5.1a).
    pub fire: Option<Fire>,
    /// The most shots, or bursts, in a fire action; rates of fire are maxima (CQB-5.1a).
    #[schemars(range(min = 1))]
    pub rate: Option<u8>,
    /// Whom to shoot at.
    pub target: Option<TargetChoice>,
    /// Whether to fire on at another target once the first is down (CQB-5.3.6c).
    pub switch: Option<bool>,
    /// Close in to this distance, in inches.
    pub close_to: Option<Inches>,
    /// How to move.
    pub pace: Option<Pace>,
    /// Stay on Hold while every enemy is farther away than this, in inches (CQB-3c).
    pub hold_until: Option<Inches>,
    /// What to interrupt while on Hold (CQB-3d).
    pub interrupt: Option<Interrupt>,
    /// What to do on a map when no enemy is in view; left out, the side that has the mission goes about it and the other one
    /// stands guard.
    pub orders: Option<Orders>,
    /// How many figures stack up before a room that the side has not looked into, as far as there are so many; 1 never waits.
    #[schemars(range(min = 1, max = 16))]
    pub stack: Option<u8>,
    /// When to throw stun grenades and gas, if an enemy is in view already.
    pub throw: Option<Throw>,
    /// The greatest chance of a complete miss, in percent, with which to fire past hostages in the line (CQB-5.3.3e).
    #[schemars(range(max = 100))]
    pub risk: Option<u8>,
    /// Stun grenades that each carries on a map (CQB-6).
    #[serde(default)]
    pub stun_grenades: u8,
    /// Gas grenades that each carries on a map (CQB-7).
    #[serde(default)]
    pub gas_grenades: u8,
    /// Whether they wear masks against gas (CQB-7b).
    #[serde(default)]
    pub mask: bool,
    /// The area of the map where they begin; left out, the one with their side's name.
    pub at: Option<String>,
    /// How they take up their places; left out, the side that has the mission begins together and the other one apart.
    pub deploy: Option<Deploy>,
    /// The parts that show behind cover, under `cover = "exposed_parts"` (CQB-5.3.7); all if left out.
    #[serde(default)]
    pub shows: Vec<AimAt>,
}

const fn one() -> u8 {
    1
}

/// Open ground: two lines of figures that face each other. Figures are points (CQB-1.2.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Field {
    /// A map file, beside the scenario or by its path from there; left out, the ground is open.
    pub map: Option<String>,
    /// Distance between the two lines at the start, in inches, of a yard each (CQB-1.2.2a); every figure is this far from every
    /// enemy.
    pub range: Inches,
    /// Distance between neighbours in a line, in inches; it counts for changes of target (CQB-5.3.6c).
    pub spacing: Inches,
    /// Hostages: on open ground they stand in every line of fire, nearest first (CQB-5.3.3e); on a map they begin in the area
    /// `hostages`.
    #[schemars(range(max = 16))]
    pub hostages: u8,
    /// Blue's luck, unless `rules.luck` has it rolled.
    pub blue_luck: Fortune,
    /// Red's luck, unless `rules.luck` has it rolled.
    pub red_luck: Fortune,
}

impl Default for Field {
    fn default() -> Field {
        Field {
            map: None,
            range: Inches::whole(12),
            spacing: Inches::whole(2),
            hostages: 0,
            blue_luck: Fortune::default(),
            red_luck: Fortune::default(),
        }
    }
}

/// The CQB part of a scenario.
pub type Setup = engage::Setup<Rules, Field, Squad>;

/// Builds a battle from a scenario.
pub(crate) fn compile(
    value: &serde_json::Value,
    map: Option<&Arc<Map>>,
) -> Result<Box<dyn engage::Battle>, Vec<Problem>> {
    Ok(Box::new(compiled(value, map)?))
}

pub(crate) fn compiled(value: &serde_json::Value, map: Option<&Arc<Map>>) -> Result<Battle, Vec<Problem>> {
    let setup: Setup = engage::read(value).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    check_rules(&setup.rules, "rules.", &mut problems);
    check_field(&setup, &mut problems);
    let mut figures = Vec::new();
    let mut profiles = Vec::new();
    let mut starts = Vec::new();
    for (side, name, squad) in setup.squads() {
        let key = format!("{}.{name}", side.name());
        check_ground(squad, &key, map.is_some(), &mut problems);
        let Some(mut profile) = profile(side, squad, &key, &setup.rules, &mut problems) else { continue };
        let on_a_mission = setup.mission.side == side;
        if squad.orders.is_none() && on_a_mission {
            profile.doctrine.orders = Orders::Mission;
        }
        let start = squad.at.as_deref().map_or((side.name(), "count"), |at| (at, "at"));
        let leader = profiles.len();
        for (number, figure) in engage::Figure::squad(side, name, squad.count).enumerate() {
            figures.push(figure);
            let together = squad.deploy.unwrap_or(if on_a_mission { Deploy::Together } else { Deploy::Apart });
            starts.push(Start {
                area: start.0.to_owned(),
                key: format!("{key}.{}", start.1),
                beside: (together == Deploy::Together && number > 0).then_some(leader),
            });
            profiles.push(profile.clone());
        }
    }
    for side in Side::ALL {
        let count = figures.iter().filter(|figure| figure.side == side).count();
        if count == 0 && problems.is_empty() {
            problems.push(Problem::new(side.name(), "a side without figures, expected at least one squad"));
        } else if count > MOST_FIGURES {
            problems
                .push(Problem::new(side.name(), format!("{count} figures, expected at most {MOST_FIGURES} on a side")));
        }
    }
    if map.is_none() {
        problems.extend(setup.mission.problems(None, setup.field.hostages.into()));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let engage::Setup { rules, field, mission, turn_limit, .. } = setup;
    let jokers = BySide { blue: rules.jokers_of(field.blue_luck), red: rules.jokers_of(field.red_luck) };
    let site = map.map(|map| Site::new(map, &mission, &profiles, &starts, field.hostages)).transpose()?;
    Ok(Battle::new(rules, field, turn_limit, figures, profiles, jokers, site))
}

/// The tables of the rules that no type can check.
pub(crate) fn check_rules(rules: &Rules, at: &str, problems: &mut Vec<Problem>) {
    let mut report = |key: &str, message: &str| problems.push(Problem::new(format!("{at}{key}"), message));
    for (ability, low) in [
        ("novice", rules.lowest_card.novice),
        ("experienced", rules.lowest_card.experienced),
        ("veteran", rules.lowest_card.veteran),
        ("elite", rules.lowest_card.elite),
    ] {
        if !(1..=4).contains(&low) {
            report(&format!("lowest_card.{ability}"), "expected 1 (ace) to 4, so that ten ranks fit up to the king");
        }
    }
    for (luck, jokers) in [("good", rules.jokers.good), ("average", rules.jokers.average), ("bad", rules.jokers.bad)] {
        if jokers > 3 {
            report(&format!("jokers.{luck}"), "expected 0 to 3 jokers");
        }
    }
    if rules.range.is_empty() || !rules.range.is_sorted_by(|a, b| a.up_to < b.up_to) {
        report("range", "expected at least one band, in ascending order of `up_to`");
    }
    if rules.average_die.iter().any(|face| !(1..=20).contains(face)) {
        report("average_die", "expected faces of 1 to 20");
    }
    let rates = [rules.rate.slow, rules.rate.rapid, rules.rate.semi, rules.rate.burst, rules.rate.auto];
    if rates.iter().any(|rate| !(1..=10).contains(rate)) {
        report("rate", "expected 1 to 10 shots or bursts");
    }
    if rules.recoil_light.len() > 255 || rules.recoil_heavy.len() > 255 {
        report("recoil_heavy", "expected at most 255 shots");
    }
    for (name, weapon) in &rules.weapons {
        if !(2..=3).contains(&weapon.burst_rounds) {
            report(&format!("weapons.{name}.burst_rounds"), "expected 2 or 3");
        }
    }
}

fn check_field(setup: &Setup, problems: &mut Vec<Problem>) {
    if usize::from(setup.field.hostages) > HOSTAGES {
        problems.push(Problem::new("field.hostages", format!("expected at most {HOSTAGES} hostages")));
    }
    if !(1..=1000).contains(&setup.turn_limit) {
        problems.push(Problem::new("turn_limit", "expected 1 to 1000 turns"));
    }
}

/// The keys that only make sense on a map, or only off it.
fn check_ground(squad: &Squad, key: &str, on_a_map: bool, problems: &mut Vec<Problem>) {
    let mut report = |what: &str, message: &str| problems.push(Problem::new(format!("{key}.{what}"), message));
    if on_a_map && squad.close_to.is_some() {
        report("close_to", "is for open ground, expected `orders` on a map");
    }
    if on_a_map && squad.doctrine == Preset::Close {
        report("doctrine", "`close` is for open ground, expected `orders` on a map");
    }
    if on_a_map {
        return;
    }
    for (what, given) in [
        ("orders", squad.orders.is_some()),
        ("risk", squad.risk.is_some()),
        ("stack", squad.stack.is_some()),
        ("throw", squad.throw.is_some()),
        ("stun_grenades", squad.stun_grenades > 0),
        ("gas_grenades", squad.gas_grenades > 0),
        ("mask", squad.mask),
        ("at", squad.at.is_some()),
        ("deploy", squad.deploy.is_some()),
    ] {
        if given {
            report(what, "needs rooms: set `field.map`");
        }
    }
}

/// What the figures of a squad have in common.
fn profile(side: Side, squad: &Squad, key: &str, rules: &Rules, problems: &mut Vec<Problem>) -> Option<Profile> {
    let before = problems.len();
    let mut report = |what: &str, message: String| problems.push(Problem::new(format!("{key}.{what}"), message));
    if !(1..=MOST_FIGURES).contains(&usize::from(squad.count)) {
        report("count", format!("{} figures, expected 1 to {MOST_FIGURES}", squad.count));
    }
    let weapon = match rules.weapon(&squad.weapon) {
        Ok(weapon) => weapon,
        Err(message) => {
            report("weapon", message);
            return None;
        }
    };
    if let Some(fire) = squad.fire.filter(|&fire| !may_fire_as(&weapon, fire, rules)) {
        report("fire", format!("`{}` cannot fire as {fire:?}, expected its own rate or a lower one", squad.weapon));
    }
    if squad.rate == Some(0) {
        report("rate", "0 shots, expected at least 1".to_owned());
    }
    if (1..squad.armour.len()).any(|place| squad.armour[..place].contains(&squad.armour[place])) {
        report("armour", "a piece is listed twice".to_owned());
    }
    if squad.risk.is_some_and(|risk| risk > 100) {
        report("risk", "expected 0 to 100 percent".to_owned());
    }
    if squad.stack.is_some_and(|stack| !(1..=16).contains(&stack)) {
        report("stack", "expected 1 to 16 figures".to_owned());
    }
    if squad.shows.contains(&AimAt::None) {
        report("shows", "`none` is no part of a figure".to_owned());
    }
    (problems.len() == before).then(|| Profile {
        side,
        ability: squad.ability,
        weapon,
        armour: armour(&squad.armour),
        doctrine: doctrine(squad, &weapon),
        kit: Kit { stun: squad.stun_grenades, gas: squad.gas_grenades, mask: squad.mask },
        shows: squad.shows.clone(),
        deck: 0,
        place: 0,
        settled: Settled::default(),
    })
}

pub(crate) fn armour(pieces: &[Piece]) -> Armour {
    Armour {
        soft: pieces.contains(&Piece::Soft),
        plates: pieces.contains(&Piece::Plates),
        helmet: pieces.contains(&Piece::Helmet),
    }
}

fn doctrine(squad: &Squad, weapon: &Weapon) -> Doctrine {
    let preset = Doctrine::new(squad.doctrine, weapon);
    Doctrine {
        aim: squad.aim.unwrap_or(preset.aim),
        aim_at: squad.aim_at.unwrap_or(preset.aim_at),
        fire: squad.fire.unwrap_or(preset.fire),
        rate: squad.rate.unwrap_or(preset.rate),
        target: squad.target.unwrap_or(preset.target),
        switch: squad.switch.unwrap_or(preset.switch),
        close_to: squad.close_to.or(preset.close_to),
        pace: squad.pace.unwrap_or(preset.pace),
        hold_until: squad.hold_until.or(preset.hold_until),
        interrupt: squad.interrupt.unwrap_or(preset.interrupt),
        orders: squad.orders.unwrap_or(preset.orders),
        risk: squad.risk.unwrap_or(preset.risk),
        stack: squad.stack.unwrap_or(preset.stack),
        throw: squad.throw.unwrap_or(preset.throw),
    }
}
