//! A scenario's squads and field, and what is wrong with them.

use std::cell::RefCell;
use std::sync::Arc;

use engage::{BySide, Deploy, Map, Outcome, Problem, Side, Start, Step};
use field::Figures;

use crate::attribute::Attributes;
use crate::battle::{Arms, Battle, Facts, Frame, PatrolSetup, Profile, makes_leader, overall_leader};
use crate::campaign::Plan;
use crate::compiled::Compiled;
use crate::field_setup::{Field, Patrol, Series};
use crate::figure::{Figure, MEN, Status};
use crate::melee;
use crate::open;
use crate::options::{Begins, Reinforcements};
use crate::player::doctrine::Orders;
use crate::player::{ExternalPlayer, Player};
use crate::rules::Rules;
use crate::site::{EdgeStart, Site, TableRequest};
use crate::squad::{Doctrine, Squad};

/// The most figures on a side.
pub(crate) const MOST_FIGURES: usize = 16;

/// The Chain Reaction part of a scenario.
pub type Setup = engage::Setup<Rules, Field, Squad>;

/// Builds a battle from a scenario.
pub(crate) fn compile(
    value: &serde_json::Value,
    map: Option<&Arc<Map>>,
) -> Result<Box<dyn engage::Battle>, Vec<Problem>> {
    Ok(Box::new(compiled(value, map)?))
}

/// Plays one engagement with every figure in the hand of one player, and tells each step of it.
///
/// # Errors
/// What is wrong with the setup.
pub fn play_out(
    setup: &serde_json::Value,
    map: Option<&Arc<Map>>,
    seed: u64,
    engagement: u64,
    player: &mut dyn Player,
) -> Result<(Outcome, Vec<Step>), Vec<Problem>> {
    let player = RefCell::new(player);
    Ok(compiled(setup, map)?.run_logged(seed, engagement, ExternalPlayer(&player)))
}

/// The kinds of ground that a fight is on, as keys name them.
fn ground_of(value: &serde_json::Value, on_map: bool) -> Vec<&'static str> {
    let has = |key: &str| value.pointer(key).is_some_and(|value| !value.is_null());
    if !on_map && !has("/field/terrain") {
        return vec!["open"];
    }
    let patrol = has("/field/patrol").then_some("patrol");
    ["ground"].into_iter().chain(patrol).collect()
}

pub(crate) fn compiled(value: &serde_json::Value, map: Option<&Arc<Map>>) -> Result<Compiled, Vec<Problem>> {
    let (setup, mut problems) = Setup::read(value, &ground_of(value, map.is_some()))?;
    if setup.rules.ambush && map.is_none() && setup.field.terrain.is_none() {
        problems.push(Problem::new("rules.ambush", "needs ground: set `field.map`"));
    }
    if map.is_none() {
        problems.extend(setup.mission.problems(None, 0));
    }
    setup.field.check(map.is_some(), &mut problems);
    let patrol = setup.field.patrol;
    let groups = groups(&setup, &mut problems);
    let (mut names, mut profiles, mut starts, mut edges) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for ((side, name, squad), &group) in setup.squads().zip(&groups) {
        let key = format!("{}.{name}", side.name());
        squad.check(&key, &mut problems);
        squad.check_ground(&key, map.is_some() || setup.field.terrain.is_some(), &mut problems);
        let patrols = patrol.is_some_and(|patrol| patrol.side == side);
        if squad.orders == Some(Orders::Patrol) && !patrols {
            problems
                .push(Problem::new(format!("{key}.orders"), "only a side that patrols does so: set `field.patrol`"));
        }
        let section = squad.edge_section(side, patrol, &key, setup.field.terrain.is_some(), &mut problems);
        let (area, word) = squad.at.as_deref().map_or((side.name(), "count"), |at| (at, "at"));
        for place in 0..usize::from(squad.count) {
            let beside = (place > 0 && squad.deploy == Deploy::Together).then_some(starts.len() - place);
            starts.push(Start { area: area.to_owned(), key: format!("{key}.{word}"), beside });
            edges.push(EdgeStart { section, beside });
        }
        names.extend(engage::Figure::squad(side, name, squad.count));
        let profile = profile(side, group, squad, patrols, &setup.rules);
        profiles.extend((0..squad.count).map(|place| {
            let leader = squad.star || (squad.leader && place == 0);
            Profile { arms: Arms { leader, ..profile.arms }, ..profile.clone() }
        }));
    }
    for side in Side::ALL {
        let count = profiles.iter().filter(|profile| profile.side == side).count();
        if patrol.is_some_and(|patrol| patrol.side != side) {
            if count > 0 {
                let message = "squads of a side whose figures are rolled: leave them out, or `field.patrol`";
                problems.push(Problem::new(side.name(), message));
            }
        } else if count == 0 {
            problems.push(Problem::new(side.name(), "a side without figures, expected at least one squad"));
        } else if count > MOST_FIGURES {
            problems
                .push(Problem::new(side.name(), format!("{count} figures, expected at most {MOST_FIGURES} on a side")));
        } else if !profiles.iter().any(|profile| profile.side == side && profile.start.status.fights()) {
            let message = "nobody could fight, expected a squad that does not begin out of the fight or hunkered down, \
                           for instance `begins = \"stunned\"`";
            problems.push(Problem::new(side.name(), message));
        }
    }
    let number = groups.iter().max().map_or(0, |&last| usize::from(last) + 1);
    let slots = patrol.map(|patrol| make_room(patrol, &setup.rules, (&mut names, &mut profiles, &mut edges), number));
    let sides: Vec<Side> = profiles.iter().map(|profile: &Profile| profile.side).collect();
    let conditions = setup.field.conditions(&setup.rules);
    let site = map.map(|map| Site::new(map, &setup.mission, &starts, &sides, conditions)).transpose();
    let mut site = site.unwrap_or_else(|refused| {
        problems.extend(refused);
        None
    });
    if let Some(terrain) = setup.field.terrain {
        let wish = TableRequest { country: terrain.country(), bushes: setup.field.bushes, starts: edges };
        site = Some(Site::rolled(wish, conditions));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    lead(&mut profiles, number, &setup.rules);
    let engage::Setup { rules, field, turn_limit, .. } = setup;
    let frame = Frame {
        rules,
        range: field.range,
        cover_near: field.cover_near,
        answers_first: false,
        from_the_rear: false,
        turn_limit,
    };
    let mut battle = Battle::new(frame, names, profiles, &vec![None; number + 2]);
    if site.is_none() {
        open::hide_who_cowers(&mut battle);
    }
    let brief = patrol.zip(slots).map(|(Patrol { side, enemy, own }, slots)| {
        let scouts = |members: Figures| {
            let scouts = members.filter(|who| battle.profiles[who].doctrine.scouts);
            scouts.filter(|who| !battle.profiles[who].arms.leader).first().or(scouts.first())
        };
        let scouts = battle.groups.iter().filter_map(|group| scouts(group.members)).collect();
        PatrolSetup { side, enemy, own, slots, scouts }
    });
    let campaign = field.campaign.map(|Series { battles, side, recruits }| Plan { battles, side, recruits });
    Ok(Compiled::new(Battle { patrol: brief, ..battle }, site, campaign))
}

/// The most figures who reinforce a patrol.
const MOST_RELIEF: usize = 6;

/// Makes room in the roster for figures who are rolled in play: enemies, and who reinforces the patrol. Gives their places.
fn make_room(
    patrol: Patrol,
    rules: &Rules,
    (names, profiles, edges): (&mut Vec<engage::Figure>, &mut Vec<Profile>, &mut Vec<EdgeStart>),
    groups: usize,
) -> BySide<Figures> {
    let listed = profiles.len();
    let relief = if rules.reinforcements == Reinforcements::Seven { MOST_RELIEF } else { 0 };
    let rolled = |side: Side, count: usize, name: &str| {
        let names: Vec<_> = engage::Figure::squad(side, name, count as u8).collect();
        let own = patrol.side == side;
        let profile = Profile {
            side,
            star: false,
            attributes: Attributes::default(),
            arms: Arms { group: groups as u8 + u8::from(own), ..Arms::default() },
            facts: Facts::default(),
            doctrine: Doctrine { orders: if own { Orders::Patrol } else { Orders::Hold }, ..Doctrine::default() },
            start: Figure { status: Status::Absent, ..Figure::default() },
        };
        (names, vec![profile; count], vec![EdgeStart { section: 0, beside: None }; count])
    };
    let mut slots = BySide::<Figures>::default();
    for (side, count, name) in
        [(patrol.side, relief, "relief"), (patrol.side.enemy(), MEN.saturating_sub(listed + relief), "enemy")]
    {
        let (new_names, new_profiles, new_edges) = rolled(side, count, name);
        // Blue comes first in the roster.
        let at = if side == Side::Blue {
            profiles.iter().filter(|profile| profile.side == side).count()
        } else {
            profiles.len()
        };
        names.splice(at..at, new_names);
        profiles.splice(at..at, new_profiles);
        edges.splice(at..at, new_edges);
        for edge in edges.iter_mut().filter(|edge| edge.beside.is_some_and(|other| other >= at)) {
            edge.beside = edge.beside.map(|other| other + count);
        }
        if side == Side::Blue {
            slots.red = Figures(slots.red.0.checked_shl(count as u32).unwrap_or_default());
        }
        slots[side] = Figures::below(at + count) - Figures::below(at);
    }
    slots
}

/// The number of each squad's group (CR-group-1).
fn groups(setup: &Setup, problems: &mut Vec<Problem>) -> Vec<u8> {
    let squads: Vec<_> = setup.squads().collect();
    let is_own = |(_, name, squad): &(Side, &str, &Squad)| squad.group.as_deref().is_none_or(|group| group == *name);
    let number = |place: usize| squads[..place].iter().filter(|squad| is_own(squad)).count() as u8;
    let mut numbers = Vec::new();
    for (place, one) in squads.iter().enumerate() {
        let &(side, name, squad) = one;
        let wanted = squad.group.as_deref().unwrap_or(name);
        let found = squads.iter().position(|&(other, known, _)| other == side && known == wanted);
        let message = match found {
            Some(there) if is_own(one) || is_own(&squads[there]) => {
                numbers.push(number(if is_own(one) { place } else { there }));
                continue;
            }
            Some(_) => {
                format!("`{wanted}` belongs to another squad's group itself, expected one with a group of its own")
            }
            None => {
                let of_side = squads.iter().filter(|(other, ..)| *other == side);
                let known: Vec<String> = of_side.map(|(_, known, _)| (*known).to_owned()).collect();
                format!("the side has no squad `{wanted}`, {}", engage::expected(&known))
            }
        };
        problems.push(Problem::new(format!("{}.{name}.group", side.name()), message));
        numbers.push(0);
    }
    numbers
}

/// The overall Leader of each force is a Leader, unless he begins alone; so is the best of each group, where the rules give one to groups
/// that have none (CR-lead-4, Clarifications 1 and 53). A figure that begins out of the fight leads nobody.
fn lead(profiles: &mut [Profile], groups: usize, rules: &Rules) {
    let takes_part = |profile: &Profile| profile.start.status.is_target();
    for side in Side::ALL {
        if let Some(leader) = overall_leader(profiles, side) {
            let comrade = |other: &Profile| takes_part(other) && other.arms.group == profiles[leader].arms.group;
            let alone = profiles.iter().filter(|other| comrade(other)).count() == 1;
            profiles[leader].arms.leader |= !alone;
        }
    }
    for group in 0..groups as u8 {
        let of_group = |profile: &Profile| takes_part(profile) && profile.arms.group == group;
        let members = || (0..profiles.len()).filter(|&who| of_group(&profiles[who]));
        let led = profiles.iter().any(|profile| profile.arms.group == group && profile.arms.leader);
        // Of equals `max_by_key` takes the last.
        let best = members().rev().max_by_key(|&who| profiles[who].start.rep);
        if !led
            && makes_leader(rules.leaders, members().count())
            && let Some(best) = best
        {
            profiles[best].arms.leader = true;
        }
    }
}

/// What the figures of a squad have in common.
fn profile(side: Side, group: u8, squad: &Squad, patrols: bool, rules: &Rules) -> Profile {
    let orders = if patrols { Orders::Patrol } else { Orders::Advance };
    Profile {
        side,
        star: squad.star,
        attributes: squad.attributes.iter().copied().collect(),
        arms: Arms {
            group,
            weapon: squad.weapon,
            second: squad.second,
            loader: squad.loader,
            grenades: squad.grenades,
            twin: squad.twin,
            melee: melee::impact(rules, squad.melee, squad.weapon),
            leader: squad.leader,
        },
        facts: Facts { cover: squad.cover, concealed: squad.concealed, prone: squad.prone, ..Facts::default() },
        doctrine: squad.doctrine(Doctrine { orders, ..Doctrine::default() }),
        start: Figure {
            rep: squad.rep.saturating_sub(squad.rep_lost),
            status: squad.begins.status(),
            ..Figure::default()
        },
    }
}

impl Begins {
    /// The status that it is.
    const fn status(self) -> Status {
        match self {
            Begins::CarryingOn => Status::CarryingOn,
            Begins::DuckedBack => Status::Ducked,
            Begins::HunkeredDown => Status::Hunkered,
            Begins::Stunned => Status::Stunned,
            Begins::OutOfTheFight => Status::Out,
        }
    }
}
