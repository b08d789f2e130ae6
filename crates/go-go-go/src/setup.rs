//! Compiles a scenario to a fight on open ground or an assault on a map.

use std::sync::Arc;

use engage::{Deploy, Entry, Inches, Map, Objective, Problem, Side, Start, ahead};

use crate::assault::{Assault, OnMap, Profile, Site, Ways};
use crate::mission::Mission;
use crate::open_ground::{self, Battle};
use crate::player::doctrine::{PlayerKind, TargetPolicy, WAYS};
use crate::player::{Named, Placed, Survey, carriers, lie_in_wait};
use crate::rules::Rules;
use crate::spot::Stance;
use crate::squad::{Doctrine, Squad};

/// The most figures on a side.
const MOST_FIGURES: usize = 16;
/// The most first places of squads.
const MOST_PLACES: usize = 32;
/// The area where hostages begin.
const CAPTIVITY: &str = "hostages";
/// Number of hostages, if a scenario does not give it (GGG-hm-1).
const HOSTAGES_AS_PRINTED: u8 = 4;

engage::rules! {
    /// Open ground, on which two sides face each other at one range; or a map.
    Field {
        /// Path of a map file, relative to the scenario; without one the ground is open.
        map: Option<String>,
        /// Distance between the two sides on open ground, in inches.
        range: Inches = Inches::whole(10),
        /// Number of hostages to be rescued, who begin in the area `hostages` of the map; 4 by default (GGG-hm-1).
        hostages: Option<u8> in 1..=16 on map,
    }
}

/// The Go! Go! Go! part of a scenario.
pub type Setup = engage::Setup<Rules, Field, Squad>;

/// Compiles a scenario to a battle.
pub(crate) fn compile(
    value: &serde_json::Value,
    map: Option<&Arc<Map>>,
) -> Result<Box<dyn engage::Battle>, Vec<Problem>> {
    match map {
        Some(map) => Ok(Box::new(assault(value, map)?)),
        None => Ok(Box::new(compiled(value)?)),
    }
}

/// The rules, field and squads of a scenario, checked for what open ground and maps have in common.
fn read(value: &serde_json::Value, on_a_map: bool) -> Result<(Setup, Vec<Problem>), Vec<Problem>> {
    let (setup, mut problems) = Setup::read(value, &[if on_a_map { "map" } else { "open" }])?;
    for (side, name, squad) in setup.squads() {
        problems.extend(squad.problems(&setup.rules, side, &format!("{}.{name}", side.name()), on_a_map));
    }
    for side in Side::ALL {
        let own = setup.squads().filter(|&(other, _, _)| other == side);
        let count: usize = own.map(|(_, _, squad)| usize::from(squad.count)).sum();
        if !(1..=MOST_FIGURES).contains(&count) {
            let message = format!("{count} figures, expected 1 to {MOST_FIGURES} on a side");
            problems.push(Problem::new(side.name(), message));
        }
    }
    Ok((setup, problems))
}

/// A fight on open ground.
fn compiled(value: &serde_json::Value) -> Result<Battle, Vec<Problem>> {
    let (setup, mut problems) = read(value, false)?;
    problems.extend(setup.mission.problems(None, 0));
    if !problems.is_empty() {
        return Err(problems);
    }
    let (mut all, mut profiles) = (Vec::new(), Vec::new());
    for (side, name, squad) in setup.squads() {
        all.extend(engage::Figure::squad(side, name, squad.count));
        profiles.extend(std::iter::repeat_n(in_the_open(squad, side), squad.count.into()));
    }
    Ok(Battle::new(setup.rules, setup.field.range, setup.turn_limit, all, profiles))
}

/// The profile that all figures of a squad share on open ground.
fn in_the_open(squad: &Squad, side: Side) -> open_ground::Profile {
    let doctrine = squad.doctrine(Doctrine { hiding: false, ..Doctrine::default() });
    open_ground::Profile {
        side,
        weapon: squad.weapon,
        stance: Stance { pace: squad.pace, hiding: doctrine.hiding },
        fires: true,
        sees: squad.sees,
        // The only choice is the target.
        target: if doctrine.player == PlayerKind::Steady { TargetPolicy::Likeliest } else { doctrine.target },
        aim: doctrine.aim,
        start: squad.start(),
    }
}

/// The rulebook's mission for an objective (GGG-mis-1). Shared keys that have no meaning in it are problems.
fn mission_of(setup: &Setup, map: &Map, problems: &mut Vec<Problem>) -> Mission {
    let given = &setup.mission;
    let (mission, bystanders) = match given.objective {
        Objective::Rescue => (Mission::Hostage, 4),
        Objective::Bomb => (Mission::Destruction, 0),
        Objective::Escort => (Mission::Assassination, 1),
        other => {
            let word = other.word();
            let message = format!("`{word}` is not a mission of Go! Go! Go!, expected `rescue`, `bomb` or `escort`");
            problems.push(Problem::new("mission.objective", message));
            return Mission::Hostage;
        }
    };
    // The rulebook sets the clock.
    let turns = given.objective.has_clock().then_some(setup.rules.fuse);
    // Hostages may also be brought to a place.
    let zone = given.at.as_deref().filter(|_| mission == Mission::Hostage);
    let at = if zone.is_some() { None } else { given.at.clone() };
    problems.extend(engage::Mission { turns, at, ..given.clone() }.problems(Some(map), bystanders));
    if let Some(unknown) = zone.and_then(|zone| engage::unknown_place(map, zone)) {
        problems.push(Problem::new("mission.at", unknown));
    }
    if given.turns.is_some() {
        let message = "the rules set the time, expected `rules.time` and `rules.fuse` instead";
        problems.push(Problem::new("mission.turns", message));
    }
    if given.side != Side::Blue {
        let message = "the mission belongs to the Counter-Terrorists, who are blue, expected `blue`";
        problems.push(Problem::new("mission.side", message));
    }
    if given.bystanders != engage::Bystanders::default() {
        let message = "hostages follow the figure that tells them to (GGG-host-1), expected this key to be left out";
        problems.push(Problem::new("mission.bystanders", message));
    }
    let vips: u8 = setup.squads().filter(|(_, _, squad)| squad.vip).map(|(_, _, squad)| squad.count).sum();
    if mission == Mission::Assassination && vips != 1 {
        let message = format!("`escort` needs one VIP, {vips} given: set `vip = true` in one squad of one figure");
        problems.push(Problem::new("mission.objective", message));
    }
    if setup.field.hostages.is_some() && mission != Mission::Hostage {
        problems.push(Problem::new("field.hostages", "hostages need the objective `rescue`"));
    }
    mission
}

/// The places that squads go to first, each once. Unknown places are problems.
fn places(setup: &Setup, map: &Map, problems: &mut Vec<Problem>) -> Vec<String> {
    let mut via: Vec<String> = Vec::new();
    for (side, name, squad) in setup.squads() {
        let Some(place) = &squad.via else { continue };
        if let Some(unknown) = engage::unknown_place(map, place) {
            problems.push(Problem::new(format!("{}.{name}.via", side.name()), unknown));
        } else if !via.contains(place) {
            via.push(place.clone());
        }
    }
    if via.len() > MOST_PLACES {
        let message = format!("{} places in `via`, expected at most {MOST_PLACES}", via.len());
        problems.push(Problem::new("field.map", message));
    }
    via
}

/// All figures of an assault: their names, their profiles and where each begins.
#[derive(Default)]
struct Everybody {
    names: Vec<engage::Figure>,
    profiles: Vec<Profile>,
    starts: Vec<Start>,
}

impl Everybody {
    fn of(setup: &Setup, mission: Mission, via: &[String]) -> Everybody {
        let mut everybody = Everybody::default();
        let taking_part = |squad: &Squad| !squad.vip || mission == Mission::Assassination;
        for (side, name, squad) in setup.squads().filter(|(_, _, squad)| taking_part(squad)) {
            let place = squad.via.as_ref().and_then(|place| via.iter().position(|known| known == place));
            let profile = Profile {
                side,
                weapon: squad.weapon(&setup.rules),
                vip: squad.vip,
                kit: squad.kit(),
                start: squad.start(),
                doctrine: squad.doctrine(Doctrine::default()),
                via: place.map(|place| place as u8),
            };
            everybody.enlist(name, squad, &profile);
        }
        everybody
    }

    /// Adds the figures of a squad.
    fn enlist(&mut self, name: &str, squad: &Squad, profile: &Profile) {
        let side = profile.side;
        let (area, word) = squad.at.as_deref().map_or((side.name(), "count"), |at| (at, "at"));
        let apart = if side == Side::Blue { Deploy::Together } else { Deploy::Apart };
        let together = squad.deploy.unwrap_or(apart) == Deploy::Together;
        let leader = self.profiles.len();
        for (number, figure) in engage::Figure::squad(side, name, squad.count).enumerate() {
            let beside = (together && number > 0).then_some(leader);
            let key = format!("{}.{name}.{word}", side.name());
            self.starts.push(Start { area: area.to_owned(), key, beside });
            self.names.push(figure);
            self.profiles.push(profile.clone());
        }
    }
}

/// The doctrines by which each figure may play a turn that looks ahead, its own first; `None` if none does.
fn ways(
    value: &serde_json::Value,
    mission: Mission,
    via: &[String],
    profiles: &[Profile],
) -> Result<Option<Vec<Vec<Doctrine>>>, Vec<Problem>> {
    let ahead = |profile: &Profile| profile.doctrine.player == PlayerKind::Ahead;
    if !profiles.iter().any(ahead) {
        return Ok(None);
    }
    let own = |profile: &Profile| if ahead(profile) { vec![profile.doctrine] } else { Vec::new() };
    let mut doctrines: Vec<Vec<Doctrine>> = profiles.iter().map(own).collect();
    for (side, choices) in Side::ALL.into_iter().flat_map(|side| WAYS.map(|choices| (side, choices))) {
        let (led, _) = read(&ahead::led(value, side, choices), true)?;
        let led = Everybody::of(&led, mission, via).profiles;
        for (me, led) in led.iter().enumerate().filter(|&(me, led)| led.side == side && ahead(&profiles[me])) {
            doctrines[me].push(led.doctrine);
        }
    }
    Ok(Some(doctrines))
}

/// An assault on the scenario's own map (GGG-map-4).
pub(crate) fn assault(value: &serde_json::Value, map: &Arc<Map>) -> Result<OnMap, Vec<Problem>> {
    let (setup, mut problems) = read(value, true)?;
    let rules = setup.rules;
    let mission = mission_of(&setup, map, &mut problems);
    let hostages = setup.field.hostages.unwrap_or(HOSTAGES_AS_PRINTED);
    let via = places(&setup, map, &mut problems);
    let everybody = Everybody::of(&setup, mission, &via);
    if problems.is_empty() && !everybody.profiles.iter().any(|profile| profile.side == Side::Blue) {
        problems.push(Problem::new("blue", "no figure except the VIP, who takes part only under `escort`"));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let hostages = if mission == Mission::Hostage { hostages.into() } else { 0 };
    let bombs = if mission == Mission::Destruction { rules.bomb_count } else { 0 };
    let doctrines = ways(value, mission, &via, &everybody.profiles)?;
    let carriers = carriers(everybody.profiles.iter().map(|profile| (profile.side, &profile.doctrine)), bombs);
    let Everybody { names, profiles, mut starts } = everybody;
    let captivity = Start { area: CAPTIVITY.to_owned(), key: "field.hostages".to_owned(), beside: None };
    starts.extend(std::iter::repeat_n(captivity, hostages));
    let mut entries = Entry::all(map, &starts)?;
    let areas: Vec<_> = entries.iter().map(|entry| entry.cells.iter().copied().collect()).collect();
    for (profile, entry) in profiles.iter().zip(&mut entries) {
        lie_in_wait(&map.plan, &profile.doctrine, profile.side, profiles.len(), entry);
    }
    let placed = profiles.iter().zip(&entries).zip(areas).map(|((profile, entry), area)| Placed {
        side: profile.side,
        doctrine: &profile.doctrine,
        via: profile.via,
        area,
        begins: &entry.cells,
    });
    let place = setup.mission.at.as_deref().and_then(|at| map.squares(at)).copied();
    let named = Named {
        place,
        via: &via,
        long_range: rules.long_range,
        escort: mission == Mission::Assassination,
        hostages: map.squares(CAPTIVITY).copied().filter(|_| mission == Mission::Hostage),
    };
    let survey = Arc::new(Survey::new(map, &placed.collect::<Vec<_>>(), &named));
    let site = Site::new(map, survey.place(), &survey.goals, entries, hostages);
    let mut assault = Assault::new(rules, mission, setup.turn_limit, profiles, carriers, site);
    assault.ahead = doctrines.map(|doctrines| Box::new(Ways { doctrines, survey: Arc::clone(&survey) }));
    Ok(OnMap { names, assault, survey })
}
