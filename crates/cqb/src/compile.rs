//! Compiles a scenario to a battle, or lists what is wrong with the scenario.

use std::sync::Arc;

use engage::ahead::Ways;
use engage::{BySide, Deploy, Map, Problem, Side, Start};

use crate::ahead;
use crate::battle::{Battle, Forces};
use crate::figure::Condition;
use crate::fire::hit::{AimAt, Armour};
use crate::fire::target::may_fire_as;
use crate::options::Knockdown;
use crate::player::doctrine::{Orders, PlayerKind, Preset};
use crate::profile::{Hurt, Kit, Profile};
use crate::rules::Rules;
use crate::setup::Setup;
use crate::site::Site;
use crate::squad::{Doctrine, Piece, Squad};

/// The most figures on a side.
const MOST_FIGURES: usize = 16;

/// Compiles a scenario to a battle.
pub(crate) fn compile(
    value: &serde_json::Value,
    map: Option<&Arc<Map>>,
) -> Result<Box<dyn engage::Battle>, Vec<Problem>> {
    Ok(Box::new(compiled(value, map)?))
}

pub(crate) fn compiled(value: &serde_json::Value, map: Option<&Arc<Map>>) -> Result<Battle, Vec<Problem>> {
    let (setup, mut problems) = Setup::read(value, &[if map.is_some() { "map" } else { "open" }])?;
    let mut figures = Vec::new();
    let mut profiles = Vec::new();
    let mut starts = Vec::new();
    for (side, name, squad) in setup.squads() {
        let key = format!("{}.{name}", side.name());
        if map.is_some() && squad.doctrine == Preset::Close {
            let message = "`close` applies to open ground only, expected `orders` on a map";
            problems.push(Problem::new(format!("{key}.doctrine"), message));
        }
        if map.is_none() && squad.player == Some(PlayerKind::Ahead) {
            problems.push(Problem::new(format!("{key}.player"), "`ahead` needs ground: set `field.map`"));
        }
        let on_a_mission = setup.mission.side == side;
        let orders = if on_a_mission { Orders::Mission } else { Orders::Guard };
        let usual = Doctrine { orders, switch: map.is_some(), ..Doctrine::default() };
        let Some(profile) = profile(side, squad, &usual, &key, &setup.rules, &mut problems) else { continue };
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
    let mut battle = Battle::new(rules, field, turn_limit, Forces { names: figures, profiles, jokers }, site);
    battle.ahead = Ways::of(value, &ahead::WAYS, |given| compiled(given, map))?;
    Ok(battle)
}

/// The profile that all figures of a squad share.
fn profile(
    side: Side,
    squad: &Squad,
    usual: &Doctrine,
    key: &str,
    rules: &Rules,
    problems: &mut Vec<Problem>,
) -> Option<Profile> {
    let before = problems.len();
    let mut report = |what: &str, message: String| problems.push(Problem::new(format!("{key}.{what}"), message));
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
    if (1..squad.armour.len()).any(|place| squad.armour[..place].contains(&squad.armour[place])) {
        report("armour", "a piece is listed twice".to_owned());
    }
    if squad.knocked_down && rules.knockdown == Knockdown::None {
        let message = "no figure is knocked down under `rules.knockdown = \"none\"`, expected `knocked_down = false`";
        report("knocked_down", message.to_owned());
    }
    if squad.shows.contains(&AimAt::None) {
        report("shows", "`none` is not a part of a figure".to_owned());
    }
    (problems.len() == before).then(|| Profile {
        side,
        ability: squad.ability,
        weapon,
        armour: armour(&squad.armour),
        doctrine: squad.doctrine(Doctrine {
            orders: usual.orders,
            switch: usual.switch,
            ..Doctrine::new(squad.doctrine, &weapon)
        }),
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
