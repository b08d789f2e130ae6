//! From a scenario to a battle, and what is wrong with the scenario.

use std::sync::Arc;

use engage::{BySide, Deploy, Map, Problem, Rulebook as _, Side, Start};

use crate::battle::Battle;
use crate::figure::{Condition, MOST_FLESH};
use crate::fire::hit::{AimAt, Armour};
use crate::fire::target::may_fire_as;
use crate::options::Knockdown;
use crate::player::doctrine::{Doctrine, Orders, Preset};
use crate::profile::{Hurt, Kit, Profile};
use crate::rules::Rules;
use crate::scene::HOSTAGES;
use crate::setup::{Piece, Setup, Squad};
use crate::site::Site;
use crate::weapon::Weapon;

/// The most figures on a side.
const MOST_FIGURES: usize = 16;

/// Builds a battle from a scenario.
pub(crate) fn compile(
    value: &serde_json::Value,
    map: Option<&Arc<Map>>,
) -> Result<Box<dyn engage::Battle>, Vec<Problem>> {
    Ok(Box::new(compiled(value, map)?))
}

pub(crate) fn compiled(value: &serde_json::Value, map: Option<&Arc<Map>>) -> Result<Battle, Vec<Problem>> {
    let setup: Setup = engage::read(value).map_err(|problem| vec![problem])?;
    let mut problems = setup.rules.problems("rules.");
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
    let sides: Vec<Side> = profiles.iter().map(|profile| profile.side).collect();
    let site = map.map(|map| Site::new(map, &mission, &sides, &starts, field.hostages)).transpose()?;
    Ok(Battle::new(rules, field, turn_limit, (figures, profiles), jokers, site))
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
        ("stack_within", squad.stack_within.is_some()),
        ("patience", squad.patience.is_some()),
        ("reach_over", squad.reach_over.is_some()),
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
    if squad.aim_gain.is_some_and(|gain| !(100..=1000).contains(&gain)) {
        report("aim_gain", "expected 100 to 1000 percent".to_owned());
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
    if squad.patience.is_some_and(|patience| patience > 100) {
        report("patience", "expected 0 to 100 turns".to_owned());
    }
    if squad.reach_over.is_some_and(|over| over > 2) {
        report("reach_over", "expected 0 to 2 squares".to_owned());
    }
    if squad.flesh_wounds > MOST_FLESH {
        report("flesh_wounds", format!("{} wounds, expected 0 to {MOST_FLESH}", squad.flesh_wounds));
    }
    if squad.knocked_down && rules.knockdown == Knockdown::None {
        let message = "nobody is knocked down under `rules.knockdown = \"none\"`, expected `knocked_down = false`";
        report("knocked_down", message.to_owned());
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
        hurt: Hurt {
            condition: Condition {
                flesh: squad.flesh_wounds,
                wound: squad.wound,
                down: false,
                knocked: squad.knocked_down,
                dropped: squad.weapon_dropped,
            },
            jammed: squad.jammed,
        },
        shows: squad.shows.clone(),
        deck: 0,
        place: 0,
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
        player: squad.player,
        aim: squad.aim.unwrap_or(preset.aim),
        aim_gain: squad.aim_gain.unwrap_or(preset.aim_gain),
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
        stack_within: squad.stack_within.unwrap_or(preset.stack_within),
        patience: squad.patience.unwrap_or(preset.patience),
        reach_over: squad.reach_over.unwrap_or(preset.reach_over),
        throw: squad.throw.unwrap_or(preset.throw),
    }
}
