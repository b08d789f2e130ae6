//! A scenario's squads and field, and what is wrong with them.

use std::sync::Arc;

use engage::{Deploy, Inches, Map, Objective, Problem, Rulebook as _, Side, Start};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::assault::{self, Assault, HOSTAGES, Kit, Site};
use crate::battle::{Battle, Profile, Sees, TargetPolicy};
use crate::figure::{Man, Pace, Weapon};
use crate::grenade::Grenade;
use crate::mission::Mission;
use crate::options::Allowed;
use crate::rules::Rules;
use crate::spot::Stance;

/// The most figures on a side.
const MOST_FIGURES: usize = 16;
/// The most places that squads name.
const MOST_PLACES: usize = 32;
/// Hostages, if a scenario does not say (GGG-hm-1).
const HOSTAGES_AS_PRINTED: u8 = 4;

engage::options! {
    /// What the figures of a squad are about on a map, when they are in no fight.
    Orders {
        /// The mission of their team: Counter-Terrorists rescue, intercept or escort; Terrorists bring the bomb and guard it, or
        /// lie in wait.
        Mission,
        /// They stay where they are.
        Guard,
        /// They stay until they hear somebody, then lie in wait on that side.
        Reposition,
        /// They go from post to post of the rooms that their team begins in.
        Patrol,
        /// They go from room to room until nobody is left.
        Assault,
        /// They take up the place in their area, or in `via`, from which most of the enemy's ground and of the mission's place is
        /// in sight at long range, and watch it.
        Overwatch,
    }
    /// How they go.
    Advance {
        /// At normal pace; stealthily within 12" of an enemy whom they know of and do not see.
        Careful,
        /// At normal pace.
        Normal,
        /// Stealthily.
        Stealthy,
    }
    /// When they throw what they carry.
    Throw {
        /// HE and stun grenades at two enemies or more, stun grenades into rooms where somebody is known or heard, smoke between
        /// themselves and an enemy far off.
        Known,
        /// At any enemy, and into every room before they enter it.
        Always,
        /// Never.
        Never,
    }
}

/// Figures alike in arms and conduct. Blue are the Counter-Terrorists, red the Terrorists.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Squad {
    /// Number of figures; a side has at most 16.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 16))]
    pub count: u8,
    /// What they fire (GGG-fire-1, GGG-snipe-1).
    #[serde(default)]
    pub weapon: Weapon,
    /// Their pace in every turn, on open ground (GGG-move-2); stationary if left out.
    pub pace: Option<Pace>,
    /// Whether they hide (GGG-see-8); left out, on a map they do wherever they can, and on open ground they do not.
    pub hiding: Option<bool>,
    /// Whether their enemies are before them or to one side, on open ground (GGG-see-1, GGG-see-2).
    pub sees: Option<Sees>,
    /// At whom they fire.
    #[serde(default)]
    pub target: TargetPolicy,
    /// Aiming turns that a sniper wants before he fires (GGG-snipe-6).
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub aim: u8,
    /// Wounds with which they begin (GGG-eff-3).
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub wounds: u8,
    /// Whether this is the VIP, on a map: one figure of blue, who takes part under `escort` only (GGG-am-1).
    #[serde(default)]
    pub vip: bool,
    /// What they are about on a map.
    pub orders: Option<Orders>,
    /// How they go on a map.
    pub advance: Option<Advance>,
    /// What each carries on a map: blue a smoke and a stun grenade, red one of any kind (GGG-gren-1, GGG-gren-2).
    #[serde(default)]
    pub grenades: Vec<Grenade>,
    /// When they throw it.
    pub throw: Option<Throw>,
    /// How far friends, hostages and the thrower must be from where a grenade is to burst, in inches; 11 if left out.
    pub safety: Option<Inches>,
    /// How many stand together before a room that the team has not looked into, as far as there are so many; 2 if left out, 1
    /// never waits.
    #[schemars(range(min = 1, max = 16))]
    pub stack: Option<u8>,
    /// The area of the map where they begin; left out, the one with their side's name.
    pub at: Option<String>,
    /// How they take up their places; left out, blue begins together and red apart.
    pub deploy: Option<Deploy>,
    /// An area or a room that they go to before they go about their orders.
    pub via: Option<String>,
}

const fn one() -> u8 {
    1
}

/// Open ground: two sides that face each other at one range; or a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Field {
    /// A map file, beside the scenario or by its path from there; left out, the ground is open.
    pub map: Option<String>,
    /// Distance between the two sides on open ground, in inches.
    pub range: Inches,
    /// Hostages to be rescued, who begin in the area `hostages` of the map; 4 if left out (GGG-hm-1).
    #[schemars(range(min = 1, max = 16))]
    pub hostages: Option<u8>,
}

impl Default for Field {
    fn default() -> Field {
        Field { map: None, range: Inches::whole(10), hostages: None }
    }
}

/// The Go! Go! Go! part of a scenario.
pub type Setup = engage::Setup<Rules, Field, Squad>;

/// Builds a battle from a scenario.
pub(crate) fn compile(
    value: &serde_json::Value,
    map: Option<&Arc<Map>>,
) -> Result<Box<dyn engage::Battle>, Vec<Problem>> {
    match map {
        Some(map) => Ok(Box::new(assault(value, map)?)),
        None => Ok(Box::new(compiled(value)?)),
    }
}

/// The rules, field and squads of a scenario, checked as far as open ground and maps have them in common.
fn read(value: &serde_json::Value, on_a_map: bool) -> Result<(Setup, Vec<Problem>), Vec<Problem>> {
    let value = engage::with_defaults(value, "rules", &Rules::default());
    let setup: Setup = engage::read(&value).map_err(|problem| vec![problem])?;
    let mut problems = setup.rules.problems("rules.");
    if !(1..=1000).contains(&setup.turn_limit) {
        problems.push(Problem::new("turn_limit", "expected 1 to 1000 turns"));
    }
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
    if setup.field.hostages.is_some() {
        problems.push(Problem::new("field.hostages", "hostages need ground to be held on: set `field.map`"));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let (mut all, mut profiles) = (Vec::new(), Vec::new());
    for (side, name, squad) in setup.squads() {
        all.extend(engage::Figure::squad(side, name, squad.count));
        profiles.extend(std::iter::repeat_n(squad.profile(side), squad.count.into()));
    }
    Ok(Battle::new(setup.rules, setup.field.range, setup.turn_limit, all, profiles))
}

/// The rulebook's mission for an objective (GGG-mis-1), with the shared keys that have no meaning in it refused.
fn mission_of(setup: &Setup, map: &Map, problems: &mut Vec<Problem>) -> Mission {
    let given = &setup.mission;
    let (mission, bystanders) = match given.objective {
        Objective::Rescue => (Mission::Hostage, 4),
        Objective::Bomb => (Mission::Destruction, 0),
        Objective::Escort => (Mission::Assassination, 1),
        other => {
            let word = other.word();
            let message =
                format!("`{word}` is nothing that Go! Go! Go! has rules for, expected `rescue`, `bomb` or `escort`");
            problems.push(Problem::new("mission.objective", message));
            return Mission::Hostage;
        }
    };
    // The clock is the rulebook's.
    let turns = given.objective.has_clock().then_some(setup.rules.fuse);
    // Hostages may be brought to a place too.
    let zone = given.at.as_deref().filter(|_| mission == Mission::Hostage);
    let at = if zone.is_some() { None } else { given.at.clone() };
    problems.extend(engage::Mission { turns, at, ..given.clone() }.problems(Some(map), bystanders));
    if let Some(unknown) = zone.and_then(|zone| engage::unknown_place(map, zone)) {
        problems.push(Problem::new("mission.at", unknown));
    }
    if given.turns.is_some() {
        let message = "the time is the rulebook's, expected `rules.time` and `rules.fuse`";
        problems.push(Problem::new("mission.turns", message));
    }
    if given.side != Side::Blue {
        let message = "blue are the Counter-Terrorists, whose mission it is, expected `blue`";
        problems.push(Problem::new("mission.side", message));
    }
    if given.bystanders != engage::Bystanders::default() {
        let message = "hostages follow whoever tells them to (GGG-host-1), expected nothing here";
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

/// An assault on a map, which is the scenario's own (GGG-map-4).
pub(crate) fn assault(value: &serde_json::Value, map: &Arc<Map>) -> Result<Assault, Vec<Problem>> {
    let (setup, mut problems) = read(value, true)?;
    let mission = mission_of(&setup, map, &mut problems);
    let hostages = setup.field.hostages.unwrap_or(HOSTAGES_AS_PRINTED);
    if !(1..=HOSTAGES).contains(&usize::from(hostages)) {
        problems.push(Problem::new("field.hostages", format!("expected 1 to {HOSTAGES} hostages")));
    }
    let mut via: Vec<String> = Vec::new();
    let (mut all, mut profiles, mut starts) = (Vec::new(), Vec::new(), Vec::new());
    let taking_part = |squad: &Squad| !squad.vip || mission == Mission::Assassination;
    for (side, name, squad) in setup.squads().filter(|(_, _, squad)| taking_part(squad)) {
        let key = format!("{}.{name}", side.name());
        if let Some(place) = &squad.via {
            if let Some(unknown) = engage::unknown_place(map, place) {
                problems.push(Problem::new(format!("{key}.via"), unknown));
            } else if !via.contains(place) {
                via.push(place.clone());
            }
        }
        let place = squad.via.as_ref().and_then(|place| via.iter().position(|known| known == place));
        let (area, word) = squad.at.as_deref().map_or((side.name(), "count"), |at| (at, "at"));
        let apart = if side == Side::Blue { Deploy::Together } else { Deploy::Apart };
        let leader = profiles.len();
        for (number, figure) in engage::Figure::squad(side, name, squad.count).enumerate() {
            let beside = squad.deploy.unwrap_or(apart) == Deploy::Together && number > 0;
            starts.push(Start {
                area: area.to_owned(),
                key: format!("{key}.{word}"),
                beside: beside.then_some(leader),
            });
            all.push(figure);
            profiles.push(squad.assault_profile(&setup.rules, side, place.map(|place| place as u8)));
        }
    }
    if !profiles.iter().any(|profile: &assault::Profile| profile.side == Side::Blue) && problems.is_empty() {
        problems.push(Problem::new("blue", "nobody but the VIP, who takes part under `escort` only"));
    }
    if via.len() > MOST_PLACES {
        let message = format!("{} places to go to first, expected at most {MOST_PLACES}", via.len());
        problems.push(Problem::new("field.map", message));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let hostages = if mission == Mission::Hostage { hostages.into() } else { 0 };
    let site = Site::new(map, setup.mission.at.as_deref(), &profiles, &starts, &via, hostages, setup.rules.long_range)?;
    Ok(Assault::new(setup.rules, mission, setup.turn_limit, all, profiles, site))
}

impl Squad {
    fn start(&self) -> Man {
        Man { wounds: self.wounds, ..Man::FRESH }
    }

    /// What they have in common on open ground.
    fn profile(&self, side: Side) -> Profile {
        Profile {
            side,
            weapon: self.weapon,
            stance: Stance { pace: self.pace.unwrap_or_default(), hiding: self.hiding.unwrap_or(false) },
            fires: true,
            sees: self.sees.unwrap_or_default(),
            target: self.target,
            aim: self.aim,
            start: self.start(),
        }
    }

    /// What they have in common on a map; the place that they go to first by its number.
    fn assault_profile(&self, rules: &Rules, side: Side, via: Option<u8>) -> assault::Profile {
        let unarmed = self.vip && rules.vip_armed == Allowed::No;
        assault::Profile {
            side,
            weapon: if unarmed { Weapon::None } else { self.weapon },
            vip: self.vip,
            kit: Kit::of(&self.grenades),
            target: self.target,
            aim: self.aim,
            start: self.start(),
            orders: self.orders.unwrap_or_default(),
            advance: self.advance.unwrap_or_default(),
            throw: self.throw.unwrap_or_default(),
            hiding: self.hiding.unwrap_or(true),
            stack: self.stack.unwrap_or(2),
            safety: self.safety.unwrap_or(Inches::whole(11)),
            via,
        }
    }

    /// What is wrong with a squad; counters limit nothing (GGG-cnt-1).
    fn problems(&self, rules: &Rules, side: Side, key: &str, on_a_map: bool) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut report = |what: &str, message: &str| problems.push(Problem::new(format!("{key}.{what}"), message));
        if self.count == 0 {
            report("count", "expected at least 1 figure");
        }
        if self.weapon == Weapon::Sniper && side == Side::Red {
            report("weapon", "only blue, the Counter-Terrorists, have sniper rifles, expected `automatic`");
        }
        let pace = self.pace.unwrap_or_default();
        if !on_a_map && self.hiding == Some(true) && !rules.lets_hide(pace) {
            report("hiding", "figures that move do not hide, expected `pace = \"stationary\"`");
        }
        if self.aim > 20 {
            report("aim", "expected 0 to 20 turns");
        }
        if self.wounds > 20 {
            report("wounds", "expected 0 to 20 wounds");
        }
        let twice = (1..self.grenades.len()).any(|place| self.grenades[..place].contains(&self.grenades[place]));
        match side {
            Side::Blue if self.grenades.contains(&Grenade::He) => {
                report("grenades", "blue, the Counter-Terrorists, carry no `HE`, expected `smoke`, `stun` or both");
            }
            Side::Blue if twice => report("grenades", "at most one of each kind, expected `smoke`, `stun` or both"),
            Side::Red if self.grenades.len() > 1 => {
                report("grenades", "red, the Terrorists, carry one grenade each, expected `HE`, `smoke` or `stun`");
            }
            _ => {}
        }
        if self.vip && side == Side::Red {
            report("vip", "the VIP is one of blue's, the Counter-Terrorists'");
        }
        if self.stack.is_some_and(|stack| !(1..=16).contains(&stack)) {
            report("stack", "expected 1 to 16 figures");
        }
        let for_open_ground = [("pace", self.pace.is_some()), ("sees", self.sees.is_some())];
        let for_maps = [
            ("vip", self.vip),
            ("orders", self.orders.is_some()),
            ("advance", self.advance.is_some()),
            ("grenades", !self.grenades.is_empty()),
            ("throw", self.throw.is_some()),
            ("safety", self.safety.is_some()),
            ("stack", self.stack.is_some()),
            ("at", self.at.is_some()),
            ("deploy", self.deploy.is_some()),
            ("via", self.via.is_some()),
        ];
        for (what, given) in for_open_ground {
            if given && on_a_map {
                report(what, "is for open ground, expected `advance` and `orders` on a map");
            }
        }
        for (what, given) in for_maps {
            if given && !on_a_map {
                report(what, "needs ground: set `field.map`");
            }
        }
        problems
    }
}
