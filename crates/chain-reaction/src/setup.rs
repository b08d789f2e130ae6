//! A scenario's squads and field, and what is wrong with them.

use std::cell::RefCell;
use std::sync::Arc;

use engage::{Inches, Map, Outcome, Problem, Rulebook as _, Side, Step};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::attribute::Attribute;
use crate::battle::{Battle, Facts, Frame, Profile, overall_leader};
use crate::figure::Figure;
use crate::game::{Compiled, MOST, told};
use crate::melee;
use crate::moment::makes_leader;
use crate::player::doctrine::{DicePolicy, Doctrine, PlayerKind, PopUpPolicy, SpreadPolicy, StarPolicy, TargetPolicy};
use crate::player::{InHand, Player};
use crate::rules::{MOST_REP, Rules};
use crate::weapon::{MeleeWeapon, Weapon};

/// The most figures on a side.
const MOST_FIGURES: usize = MOST / 2;

/// A squad: figures alike in Rep, arms and doctrine. A squad is a group, or part of one (CR-group-1).
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, as the rulebook has them")]
pub struct Squad {
    /// Number of figures; a side has at most 16.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 16), title = "Figures")]
    pub count: u8,
    /// Rep, 1 to 6 (CR-rep-1).
    #[schemars(range(min = 1, max = 6))]
    pub rep: u8,
    /// Weapon (CR-wpn-table).
    #[serde(default)]
    pub weapon: Weapon,
    /// Whether each carries two of it and fires them at once (CR-twin-1).
    #[serde(default)]
    pub twin: bool,
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
    /// Whether they are in cover on open ground (CR-hit-3).
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
    /// Whom to fire at.
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

const fn yes() -> bool {
    true
}

/// Open ground: groups that face each other at one range (Clarification 48).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Field {
    /// Distance between enemies, in inches.
    pub range: Inches,
    /// Whether there is cover to duck behind besides that which a squad stands in (CR-status-duck).
    pub cover_near: bool,
}

impl Default for Field {
    fn default() -> Field {
        Field { range: Inches::whole(12), cover_near: true }
    }
}

/// The Chain Reaction part of a scenario.
pub type Setup = engage::Setup<Rules, Field, Squad>;

/// Builds a battle from a scenario.
pub(crate) fn compile(
    value: &serde_json::Value,
    map: Option<&Arc<Map>>,
) -> Result<Box<dyn engage::Battle>, Vec<Problem>> {
    Ok(Box::new(Compiled::new(battle(value, map)?)))
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
    Ok(told(&battle(setup, map)?, seed, engagement, InHand(&player)))
}

fn battle(value: &serde_json::Value, map: Option<&Arc<Map>>) -> Result<Battle, Vec<Problem>> {
    let value = engage::with_defaults(value, "rules", &Rules::default());
    let setup: Setup = engage::read(&value).map_err(|problem| vec![problem])?;
    let mut problems = setup.rules.problems("rules.");
    if !(1..=1000).contains(&setup.turn_limit) {
        problems.push(Problem::new("turn_limit", "expected 1 to 1000 turns"));
    }
    if map.is_some() {
        problems.push(Problem::new("field.map", "maps are not played in this ruleset yet, expected open ground"));
    }
    problems.extend(setup.mission.problems(None, 0));
    let groups = groups(&setup, &mut problems);
    let (mut names, mut profiles) = (Vec::new(), Vec::new());
    for ((side, name, squad), &group) in setup.squads().zip(&groups) {
        check(squad, &format!("{}.{name}", side.name()), &mut problems);
        names.extend(engage::Figure::squad(side, name, squad.count));
        let profile = profile(side, group, squad, &setup.rules);
        profiles.extend(
            (0..squad.count)
                .map(|place| Profile { leader: squad.star || (squad.leader && place == 0), ..profile.clone() }),
        );
    }
    for side in Side::ALL {
        let count = profiles.iter().filter(|profile| profile.side == side).count();
        if count == 0 {
            problems.push(Problem::new(side.name(), "a side without figures, expected at least one squad"));
        } else if count > MOST_FIGURES {
            problems
                .push(Problem::new(side.name(), format!("{count} figures, expected at most {MOST_FIGURES} on a side")));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let number = groups.iter().max().map_or(0, |&last| usize::from(last) + 1);
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
    Ok(Battle::new(frame, names, profiles, &vec![None; number]))
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

/// The overall Leader of each force is a Leader; so is the best of each group, where the rules give one to groups that have none
/// (CR-lead-4, Clarification 1).
fn lead(profiles: &mut [Profile], groups: usize, rules: &Rules) {
    for side in Side::ALL {
        if let Some(leader) = overall_leader(profiles, side) {
            profiles[leader].leader = true;
        }
    }
    for group in 0..groups as u8 {
        let members = || (0..profiles.len()).filter(|&who| profiles[who].group == group);
        let led = members().any(|who| profiles[who].leader);
        // Of equals `max_by_key` takes the last.
        let best = members().rev().max_by_key(|&who| profiles[who].start.rep);
        if !led
            && makes_leader(rules.leaders, members().count())
            && let Some(best) = best
        {
            profiles[best].leader = true;
        }
    }
}

fn check(squad: &Squad, key: &str, problems: &mut Vec<Problem>) {
    let mut report = |what: &str, message: String| problems.push(Problem::new(format!("{key}.{what}"), message));
    if !(1..=MOST_FIGURES).contains(&usize::from(squad.count)) {
        report("count", format!("{} figures, expected 1 to {MOST_FIGURES}", squad.count));
    }
    if !(1..=MOST_REP).contains(&squad.rep) {
        report("rep", format!("Rep {}, expected 1 to {MOST_REP}", squad.rep));
    }
    if squad.weapon.bursts() {
        report("weapon", format!("{} is not played yet, expected a gun", squad.weapon));
    }
    if squad.twin && !squad.weapon.twins() {
        report("twin", "expected two pistols, BA pistols or machine pistols".to_owned());
    }
}

/// What the figures of a squad have in common.
fn profile(side: Side, group: u8, squad: &Squad, rules: &Rules) -> Profile {
    Profile {
        side,
        group,
        star: squad.star,
        attributes: squad.attributes.iter().copied().collect(),
        weapon: squad.weapon,
        twin: squad.twin,
        melee: melee::impact(rules, squad.melee, squad.weapon),
        leader: squad.leader,
        facts: Facts { cover: squad.cover, concealed: squad.concealed, prone: squad.prone, ..Facts::default() },
        doctrine: Doctrine {
            player: squad.player,
            target: squad.target,
            dice: squad.dice,
            spread: squad.spread,
            pop_up: squad.pop_up,
            star: squad.star_choice,
            cheats_death: squad.cheats_death,
        },
        start: Figure { rep: squad.rep, ..Figure::default() },
    }
}
