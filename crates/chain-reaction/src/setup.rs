//! A scenario's squads and field, and the problems in them.

use std::cell::RefCell;
use std::sync::Arc;

use engage::ahead::Ways;
use engage::{BySide, Deploy, Inches, Map, Outcome, Problem, Side, Start, Step};
use field::Figures;

use crate::ahead;
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

/// Maximum number of figures on a side.
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

/// Plays one engagement with one player for all figures, and logs each step.
///
/// # Errors The problems in the setup.
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

/// The kinds of ground of a fight, by the names that keys use.
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
    let has_ground = map.is_some() || setup.field.terrain.is_some();
    if setup.rules.ambush && !has_ground {
        problems.push(Problem::new("rules.ambush", "needs ground: set `field.map`"));
    }
    if map.is_none() {
        problems.extend(setup.mission.problems(None, 0));
    }
    setup.field.check(map.is_some(), &mut problems);
    let numbers = groups(&setup, &mut problems);
    let groups = numbers.iter().max().map_or(0, |&last| usize::from(last) + 1);
    let mut roster = Roster::new(&setup, &numbers, has_ground, &mut problems);
    for side in Side::ALL {
        problems.extend(roster.problem(side, setup.field.patrol));
    }
    if let Some(patrol) = setup.field.patrol {
        roster.make_room(patrol, &setup.rules, groups);
    }
    let site = roster.site(&setup, map, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    let Roster { names, mut profiles, .. } = roster;
    lead(&mut profiles, groups, &setup.rules);
    let engage::Setup { rules, field, turn_limit, .. } = setup;
    let frame = Frame {
        rules,
        range: field.range,
        cover_near: field.cover_near,
        answers_first: false,
        from_the_rear: false,
        turn_limit,
    };
    let mut battle = Battle::new(frame, names, profiles, &vec![None; groups + 2]);
    if site.is_none() {
        open::hide_who_cowers(&mut battle);
    }
    battle.patrol = field.patrol.map(|patrol| patrol_setup(&battle, patrol));
    battle.ahead = Ways::of(value, &ahead::WAYS, |given| Ok(compiled(given, map)?.battle))?;
    let campaign = field.campaign.map(|Series { battles, side, recruits }| Plan { battles, side, recruits });
    Ok(Compiled::new(battle, site, campaign))
}

/// The places for rolled figures, and the scout of each group: the first who is not a Leader, otherwise the first.
fn patrol_setup(battle: &Battle, Patrol { side, enemy, own }: Patrol) -> PatrolSetup {
    let rolled = |who: usize| battle.profiles[who].start.status == Status::Absent;
    let scout = |members: Figures| {
        let scouts = members.filter(|who| battle.profiles[who].doctrine.scouts);
        scouts.filter(|who| !battle.profiles[who].arms.leader).first().or(scouts.first())
    };
    PatrolSetup {
        side,
        enemy,
        own,
        slots: BySide::from_fn(|side| battle.figures_of(side).filter(rolled)),
        scouts: battle.groups.iter().filter_map(|group| scout(group.members)).collect(),
    }
}

/// Maximum number of figures that reinforce a patrol.
const MOST_RELIEF: usize = 6;

/// The figures of a scenario in order, Blue before Red: the identity and the start of each.
#[derive(Default)]
struct Roster {
    names: Vec<engage::Figure>,
    profiles: Vec<Profile>,
    /// Where each listed figure starts on a map.
    starts: Vec<Start>,
    /// Where each figure starts on a rolled table.
    edges: Vec<EdgeStart>,
}

impl Roster {
    /// The figures of all squads; `groups` holds the group number of each squad.
    fn new(setup: &Setup, groups: &[u8], has_ground: bool, problems: &mut Vec<Problem>) -> Roster {
        let (mut roster, patrol) = (Roster::default(), setup.field.patrol);
        for ((side, name, squad), &group) in setup.squads().zip(groups) {
            let key = format!("{}.{name}", side.name());
            squad.check(&key, problems);
            squad.check_ground(&key, has_ground, problems);
            squad.check_ahead(&key, has_ground, setup.field.campaign.is_some(), problems);
            let patrols = patrol.is_some_and(|patrol| patrol.side == side);
            if squad.orders == Some(Orders::Patrol) && !patrols {
                let message = "only a side that patrols can have these orders: set `field.patrol`";
                problems.push(Problem::new(format!("{key}.orders"), message));
            }
            let section = squad.edge_section(side, patrol, &key, setup.field.terrain.is_some(), problems);
            let (area, word) = squad.at.as_deref().map_or((side.name(), "count"), |at| (at, "at"));
            for place in 0..usize::from(squad.count) {
                let together = place > 0 && squad.deploy == Deploy::Together;
                let beside = together.then_some(roster.starts.len() - place);
                roster.starts.push(Start { area: area.to_owned(), key: format!("{key}.{word}"), beside });
                roster.edges.push(EdgeStart { section, beside });
            }
            roster.names.extend(engage::Figure::squad(side, name, squad.count));
            let profile = profile(side, group, squad, patrols, &setup.rules);
            roster.profiles.extend((0..squad.count).map(|place| {
                let leader = squad.star || (squad.leader && place == 0);
                Profile { arms: Arms { leader, ..profile.arms }, ..profile.clone() }
            }));
        }
        roster
    }

    /// A problem with the number of a side's figures.
    fn problem(&self, side: Side, patrol: Option<Patrol>) -> Option<Problem> {
        let figures = || self.profiles.iter().filter(|profile| profile.side == side);
        let count = figures().count();
        let message = if patrol.is_some_and(|patrol| patrol.side != side) {
            let message = "the figures of this side are rolled: leave out its squads, or `field.patrol`";
            return (count > 0).then(|| Problem::new(side.name(), message));
        } else if count == 0 {
            "a side without figures, expected at least one squad".to_owned()
        } else if count > MOST_FIGURES {
            format!("{count} figures, expected at most {MOST_FIGURES} on a side")
        } else if !figures().any(|profile| profile.start.status.fights()) {
            "no figure can fight, expected a squad that does not begin out of the fight or hunkered down, \
             for instance `begins = \"stunned\"`"
                .to_owned()
        } else {
            return None;
        };
        Some(Problem::new(side.name(), message))
    }

    /// Makes room for figures that are rolled in play: reinforcements of the patrol, and enemies.
    fn make_room(&mut self, patrol: Patrol, rules: &Rules, groups: usize) {
        let relief = if rules.reinforcements == Reinforcements::Seven { MOST_RELIEF } else { 0 };
        let enemies = MEN.saturating_sub(self.profiles.len() + relief);
        self.insert(relief, "relief", absent(patrol.side, groups + 1, patrolling()));
        self.insert(
            enemies,
            "enemy",
            absent(patrol.side.enemy(), groups, Doctrine { orders: Orders::Hold, ..Doctrine::default() }),
        );
    }

    /// Adds figures after the others of their side.
    fn insert(&mut self, count: usize, name: &str, profile: Profile) {
        let side = profile.side;
        let at = match side {
            Side::Blue => self.profiles.iter().filter(|profile| profile.side == side).count(),
            Side::Red => self.profiles.len(),
        };
        self.names.splice(at..at, engage::Figure::squad(side, name, count as u8));
        self.profiles.splice(at..at, vec![profile; count]);
        self.edges.splice(at..at, vec![EdgeStart { section: 0, beside: None }; count]);
        for beside in self.edges.iter_mut().filter_map(|edge| edge.beside.as_mut()).filter(|other| **other >= at) {
            *beside += count;
        }
    }

    /// The ground of the fight, unless it is open.
    fn site(&mut self, setup: &Setup, map: Option<&Arc<Map>>, problems: &mut Vec<Problem>) -> Option<Site> {
        let conditions = setup.field.conditions(&setup.rules);
        let sides: Vec<Side> = self.profiles.iter().map(|profile| profile.side).collect();
        let drawn = map.map(|map| Site::new(map, &setup.mission, &self.starts, &sides, conditions)).transpose();
        let drawn = drawn.unwrap_or_else(|refused| {
            problems.extend(refused);
            None
        });
        let rolled = setup.field.terrain.map(|terrain| {
            let starts = std::mem::take(&mut self.edges);
            Site::rolled(TableRequest { country: terrain.country(), bushes: setup.field.bushes, starts }, conditions)
        });
        rolled.or(drawn)
    }
}

/// The doctrine of a side with a patrol, as far as its squads leave it out: it drives away whom it meets, so it looks for
/// a place to fire from wherever a rifle reaches.
fn patrolling() -> Doctrine {
    Doctrine { orders: Orders::Patrol, hunt_within: Inches::whole(48), ..Doctrine::default() }
}

/// The profile of a figure rolled in play, before the roll.
fn absent(side: Side, group: usize, doctrine: Doctrine) -> Profile {
    Profile {
        side,
        star: false,
        attributes: Attributes::default(),
        arms: Arms { group: group as u8, ..Arms::default() },
        facts: Facts::default(),
        doctrine,
        start: Figure { status: Status::Absent, ..Figure::default() },
    }
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
                format!("`{wanted}` itself belongs to another squad's group, expected a squad with a group of its own")
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

/// Appoints Leaders: the overall Leader of each force, unless he begins alone, and the best figure of each group
/// without a Leader, if the rules give the group one (CR-lead-4, Clarifications 1 and 53). A figure that begins out of
/// the fight leads nobody.
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
        // `max_by_key` returns the last of equals.
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
    let usual = if patrols { patrolling() } else { Doctrine { orders: Orders::Advance, ..Doctrine::default() } };
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
        doctrine: squad.doctrine(usual),
        start: Figure {
            rep: squad.rep.saturating_sub(squad.rep_lost),
            status: squad.begins.status(),
            ..Figure::default()
        },
    }
}

impl Begins {
    /// The corresponding status.
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
