//! A scenario's squads and field, and what is wrong with them.

use std::cell::RefCell;
use std::sync::Arc;

use engage::{BySide, Deploy, Inches, Map, Outcome, Problem, Rulebook as _, Side, Start, Step};
use field::Figures;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::attribute::{Attribute, Attributes};
use crate::battle::{Arms, Battle, Brief, Facts, Frame, Profile, makes_leader, overall_leader};
use crate::campaign::Plan;
use crate::compiled::Compiled;
use crate::figure::{Figure, MEN, Status};
use crate::melee;
use crate::open;
use crate::options::{Begins, Reinforcements};
use crate::player::doctrine::{
    AmbushPolicy, ChargePolicy, DicePolicy, Doctrine, FetchPolicy, GrenadePolicy, Orders, PlayerKind, PopUpPolicy,
    RallyPolicy, SpreadPolicy, StarPolicy, TargetPolicy,
};
use crate::player::{InHand, Player};
use crate::rules::Rules;
use crate::site::{EdgeStart, Site, Wish};
use crate::venue::{Field, Patrol, Series};
use crate::weapon::{MeleeWeapon, Weapon};

/// The most figures on a side.
pub(crate) const MOST_FIGURES: usize = 16;

/// A squad: figures alike in Rep, arms and doctrine. A squad is a group, or part of one (CR-group-1).
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, as the rulebook has them")]
pub struct Squad {
    /// Number of figures; a side has at most 16. A squad of 0 takes no part.
    #[serde(default = "one")]
    #[schemars(range(min = 0, max = 16), title = "Figures")]
    pub count: u8,
    /// Rep, 1 to 6 (CR-rep-1).
    #[schemars(range(min = 1, max = 6))]
    pub rep: u8,
    /// How much of that Rep they have lost before the battle, 0 to 5; at least 1 is left (CR-star-2, CR-after-1).
    #[serde(default)]
    #[schemars(range(min = 0, max = 5))]
    pub rep_lost: u8,
    /// How they begin the battle (CR-status); in a campaign the first one alone. A figure that begins out of the fight is not counted as lost
    /// in it and leads nobody. A side needs a figure that carries on, has ducked back or is stunned.
    #[serde(default)]
    pub begins: Begins,
    /// Weapon (CR-wpn-table).
    #[serde(default)]
    pub weapon: Weapon,
    /// Whether each carries two of it and fires them at once (CR-twin-1).
    #[serde(default)]
    pub twin: bool,
    /// Another weapon that each carries, to change to (CR-fig-4).
    pub second: Option<Weapon>,
    /// Whether they have grenades, on a map (CR-gren-1).
    #[serde(default)]
    pub grenades: bool,
    /// Whether they load the rocket launcher of a comrade within 2", on a map (CR-wpn-rl).
    #[serde(default)]
    pub loader: bool,
    /// Weapon for melee (CR-melee-1).
    #[serde(default)]
    pub melee: MeleeWeapon,
    /// Whether they are Stars (CR-star-0).
    #[serde(default)]
    pub star: bool,
    /// Whether the first of them is a Leader by the force's list; Stars are always (CR-lead-4).
    #[serde(default)]
    pub leader: bool,
    /// Attributes (CR-attr-1).
    #[serde(default)]
    pub attributes: Vec<Attribute>,
    /// The name of the squad whose group they belong to; left out or their own name, they are a group of their own (CR-group-1).
    pub group: Option<String>,
    /// The area of the map where they begin; left out, the one with their side's name. On a table the section at whose edge they
    /// begin: `7`, `8` or `9` for blue and for the side that patrols, else `1`, `2` or `3`; left out, the middle one.
    #[schemars(title = "Starting area")]
    pub at: Option<String>,
    /// How they take up their places on a map.
    #[serde(default = "together")]
    pub deploy: Deploy,
    /// Whether they are in cover on open ground (CR-hit-3); on a map the ground tells.
    #[serde(default)]
    pub cover: bool,
    /// Whether they are concealed on open ground (CR-hit-3).
    #[serde(default)]
    pub concealed: bool,
    /// Whether they lie prone on open ground, all the time.
    #[serde(default)]
    pub prone: bool,
    /// Who plays them: `standard` goes by every key below; `steady` fires all dice at the nearest.
    #[serde(default)]
    pub player: PlayerKind,
    /// The targets to prefer.
    #[serde(default)]
    pub target: TargetPolicy,
    /// How many dice to fire of their own will (CR-target-1).
    #[serde(default)]
    pub dice: DicePolicy,
    /// How to spread the dice of their own fire (CR-target-1).
    #[serde(default)]
    pub spread: SpreadPolicy,
    /// When to pop up from duck back (CR-status-duck).
    #[serde(default)]
    pub pop_up: PopUpPolicy,
    /// What to do on a map where nobody can be fired at; left out, a side that patrols does so, and others advance.
    pub orders: Option<Orders>,
    /// When to throw grenades, on a map (CR-gren-1).
    #[serde(default)]
    pub throw: GrenadePolicy,
    /// When to charge, on a map (CR-wtc-1).
    #[serde(default)]
    pub charge: ChargePolicy,
    /// When to hold fire in ambush, on a map and with `rules.ambush` (CR-insight-3).
    #[serde(default)]
    pub ambush: AmbushPolicy,
    /// Whether to take helpless enemies prisoner rather than kill them, on a map (CR-kill-1).
    #[serde(default = "yes")]
    pub captures: bool,
    /// Whether to break off a melee against more than one enemy (CR-break-1).
    #[serde(default = "yes")]
    pub breaks_off: bool,
    /// Whether to move fast where no enemy sees it, on a map (CR-fast-1).
    #[serde(default = "yes")]
    pub fast: bool,
    /// Whether to go prone where a move ends in the open with an enemy in sight, on a map (CR-move-2).
    #[serde(default = "yes")]
    pub goes_prone: bool,
    /// Whether one of them, no Leader if there is another, scouts for its group, on a patrol: it goes ahead as far as somebody of the group
    /// sees it (CR-scout-1).
    #[serde(default)]
    pub scouts: bool,
    /// Whether a Leader goes in front of his group, with `orders = "patrol"`; else another of it does, and he follows.
    #[serde(default)]
    pub leader_in_front: bool,
    /// How much nearer to its goal a straight move has to bring a figure, in inches; else it goes round, on a map.
    #[schemars(range(min = 0, max = 100), extend("default" = Doctrine::default().least_advance))]
    pub least_advance: Option<Inches>,
    /// How much farther a figure goes to end its move in cover, in inches, on a map.
    #[schemars(range(min = 0, max = 100), extend("default" = Doctrine::default().cover_worth))]
    pub cover_worth: Option<Inches>,
    /// How far beside the end of a straight move a figure looks for cover, in inches, on a map.
    #[schemars(range(min = 0, max = 8), extend("default" = Doctrine::default().cover_search, "x-unit" = "inches"))]
    pub cover_search: Option<u8>,
    /// The Impact of the fire against which a figure looks for cover, on a map (CR-bldg-1).
    #[schemars(range(min = 0, max = 6), extend("default" = Doctrine::default().expected_impact))]
    pub expected_impact: Option<u8>,
    /// After this number of turns a group goes on in spite of those left behind and of more enemies, with `orders = "patrol"`.
    #[schemars(range(min = 1, max = 1000), extend("default" = Doctrine::default().patience, "x-unit" = "turns"))]
    pub patience: Option<u16>,
    /// Within this distance of an enemy whom it makes for, in inches, a figure looks for a place to fire at him from, on a map.
    #[schemars(range(min = 0, max = 100), extend("default" = Doctrine::default().hunt_within))]
    pub hunt_within: Option<Inches>,
    /// Within this distance of an enemy who has not been driven away, in inches, a figure goes after him before it scouts on, with
    /// `orders = "patrol"`.
    #[schemars(range(min = 0, max = 100), extend("default" = Doctrine::default().clear_within))]
    pub clear_within: Option<Inches>,
    /// How many enemies who have not been driven away, in per cent of its own who carry on, make a group hold its ground and let them come,
    /// with `orders = "patrol"`; 0 for never.
    #[schemars(range(min = 0, max = 1000), extend("default" = Doctrine::default().holds_against, "x-unit" = "%"))]
    pub holds_against: Option<u16>,
    /// Within this distance of an enemy who is known, in inches, they do not move fast, on a map.
    #[schemars(range(min = 0, max = 100), extend("default" = Doctrine::default().slow_within))]
    pub slow_within: Option<Inches>,
    /// When to go to a friend who has hunkered down and rally him, on a map (CR-rally-1).
    #[serde(default)]
    pub rally: RallyPolicy,
    /// How far away a friend may be whom somebody goes to rally or to fetch, in inches, on a map.
    #[schemars(range(min = 0, max = 100), extend("default" = Doctrine::default().care_within))]
    pub care_within: Option<Inches>,
    /// When to fetch a wounded friend, on a map (CR-wound-1).
    #[serde(default)]
    pub fetch: FetchPolicy,
    /// Within this distance of an enemy who is known, in inches, a wounded friend is fetched, on a map.
    #[schemars(range(min = 0, max = 100), extend("default" = Doctrine::default().danger_within))]
    pub danger_within: Option<Inches>,
    /// How many enemies in the open a grenade has to catch, with `throw = "when_worth"`.
    #[schemars(range(min = 1, max = 16), extend("default" = Doctrine::default().grenade_catch, "x-unit" = "figures"))]
    pub grenade_catch: Option<u8>,
    /// What a Star passes on Received Fire (CR-star-3).
    #[serde(default)]
    pub star_choice: StarPolicy,
    /// Whether a Star cheats death when he can (CR-star-2).
    #[serde(default = "yes")]
    pub cheats_death: bool,
}

const fn one() -> u8 {
    1
}

const fn together() -> Deploy {
    Deploy::Together
}

const fn yes() -> bool {
    true
}

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
    Ok(compiled(setup, map)?.told(seed, engagement, InHand(&player)))
}

pub(crate) fn compiled(value: &serde_json::Value, map: Option<&Arc<Map>>) -> Result<Compiled, Vec<Problem>> {
    let nobody = serde_json::Map::new();
    let value = engage::with_defaults(value, "rules", &Rules::default());
    let value = engage::with_defaults(&engage::with_defaults(&value, "blue", &nobody), "red", &nobody);
    let setup: Setup = engage::read(&value).map_err(|problem| vec![problem])?;
    let mut problems = setup.rules.problems("rules.");
    if !(1..=1000).contains(&setup.turn_limit) {
        problems.push(Problem::new("turn_limit", "expected 1 to 1000 turns"));
    }
    if setup.rules.ambush && map.is_none() && setup.field.terrain.is_none() {
        problems.push(Problem::new("rules.ambush", "needs ground: set `field.map`"));
    }
    if !(1..=4).contains(&setup.field.building_dv) {
        let message = format!("Defensive Value {}, expected 1 to 4", setup.field.building_dv);
        problems.push(Problem::new("field.building_dv", message));
    }
    if map.is_none() {
        problems.extend(setup.mission.problems(None, 0));
    }
    setup.field.check(map.is_some(), &mut problems);
    let patrol = setup.field.patrol;
    let on_ground = map.is_some() || setup.field.terrain.is_some();
    let groups = groups(&setup, &mut problems);
    let (mut names, mut profiles, mut starts, mut edges) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for ((side, name, squad), &group) in setup.squads().zip(&groups) {
        let key = format!("{}.{name}", side.name());
        squad.check(&key, &mut problems);
        squad.check_ground(&key, on_ground, &mut problems);
        let patrols = patrol.is_some_and(|patrol| patrol.side == side);
        if squad.orders == Some(Orders::Patrol) && !patrols {
            problems
                .push(Problem::new(format!("{key}.orders"), "only a side that patrols does so: set `field.patrol`"));
        }
        if squad.scouts && !patrols {
            problems
                .push(Problem::new(format!("{key}.scouts"), "only a side that patrols does so: set `field.patrol`"));
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
        let wish = Wish { country: terrain.country(), bushes: setup.field.bushes, starts: edges };
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
        Brief { side, enemy, own, slots, scouts }
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
    let standard = Doctrine::default();
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
        doctrine: Doctrine {
            player: squad.player,
            target: squad.target,
            dice: squad.dice,
            spread: squad.spread,
            pop_up: squad.pop_up,
            orders: squad.orders.unwrap_or(if patrols { Orders::Patrol } else { Orders::Advance }),
            grenades: squad.throw,
            charge: squad.charge,
            ambush: squad.ambush,
            captures: squad.captures,
            breaks_off: squad.breaks_off,
            fast: squad.fast,
            goes_prone: squad.goes_prone,
            scouts: squad.scouts,
            leader_in_front: squad.leader_in_front,
            least_advance: squad.least_advance.unwrap_or(standard.least_advance),
            cover_worth: squad.cover_worth.unwrap_or(standard.cover_worth),
            cover_search: squad.cover_search.unwrap_or(standard.cover_search),
            expected_impact: squad.expected_impact.unwrap_or(standard.expected_impact),
            patience: squad.patience.unwrap_or(standard.patience),
            hunt_within: squad.hunt_within.unwrap_or(standard.hunt_within),
            clear_within: squad.clear_within.unwrap_or(standard.clear_within),
            holds_against: squad.holds_against.unwrap_or(standard.holds_against),
            slow_within: squad.slow_within.unwrap_or(standard.slow_within),
            rally: squad.rally,
            care_within: squad.care_within.unwrap_or(standard.care_within),
            fetch: squad.fetch,
            danger_within: squad.danger_within.unwrap_or(standard.danger_within),
            grenade_catch: squad.grenade_catch.unwrap_or(standard.grenade_catch),
            star: squad.star_choice,
            cheats_death: squad.cheats_death,
        },
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
