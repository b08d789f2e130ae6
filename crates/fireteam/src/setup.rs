//! A scenario's squads and field, and their mistakes.

use std::cell::RefCell;
use std::sync::Arc;

use engage::ahead::Ways;
use engage::{BySide, Inches, Map, Outcome, Problem, Side, Start, Step};
use field::Sight;

use crate::ahead;
use crate::battle::{Battle, Bonds, Facts, Frame, Kit, Order, Profile};
use crate::figure::Man;
use crate::game::Compiled;
use crate::player::doctrine::{FirePolicy, Orders, PlayerKind, Preset, Turn};
use crate::player::routes::Route;
use crate::player::{ExternalPlayer, Player};
use crate::prepared::rolls::Rolls;
use crate::rules::Rules;
use crate::site::Site;
use crate::squad::{Doctrine, Squad};

/// The most men on a side.
pub(crate) const MOST_MEN: usize = 16;

engage::options! {
    /// Who moves first in each pair of moves.
    FirstMove {
        /// The side that rolls higher decides (FT-seq-2).
        Rolled,
        /// Blue, always.
        Blue,
        /// Red, always.
        Red,
    }
}

engage::rules! {
    /// Open ground, on which two lines of men face each other at one range, or a map.
    Field {
        /// A map file next to the scenario file, or its path from there; if left out, the ground is open.
        map: Option<String>,
        /// Distance between the two lines, in inches of about 5.6 yards (FT-scale-3); every man is this far from every enemy.
        range: Inches = Inches::whole(24),
        /// Distance between neighbours in a line, in inches: those within half the width of a beaten zone are in it (FT-beat-2).
        spacing: Inches = Inches::whole(2),
        /// Who moves first in each pair of moves (FT-seq-2).
        first_move: FirstMove,
        /// The side that moves first in the first pair of moves on a map. Later pairs do not depend on it.
        ambush: Option<Side> on map,
        /// The turn that blue takes when it wins the roll (FT-seq-2).
        blue_takes: Turn,
        /// The turn that red takes when it wins the roll (FT-seq-2).
        red_takes: Turn,
        /// Share of blue's men out of action at which blue loses; left out, all (FT-gap-2).
        blue_breaks "Blue breaks at": Option<u8> in 1..=100 "percent",
        /// Share of red's men out of action at which red loses; left out, all (FT-gap-2).
        red_breaks "Red breaks at": Option<u8> in 1..=100 "percent",
    }
}

/// The Fireteam II part of a scenario.
pub type Setup = engage::Setup<Rules, Field, Squad>;

/// Builds a battle from a scenario.
pub(crate) fn compile(
    value: &serde_json::Value,
    map: Option<&Arc<Map>>,
) -> Result<Box<dyn engage::Battle>, Vec<Problem>> {
    Ok(Box::new(compiled(value, map)?))
}

/// Plays one engagement with one player for all men, and logs each step.
///
/// # Errors
/// The mistakes in the setup.
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

pub(crate) fn compiled(value: &serde_json::Value, map: Option<&Arc<Map>>) -> Result<Compiled, Vec<Problem>> {
    let (setup, mut problems) = Setup::read(value, &[if map.is_some() { "map" } else { "open" }])?;
    let mut raised = Raised::default();
    for (side, name, squad) in setup.squads() {
        raised.raise(&ListedSquad { setup: &setup, side, name, squad }, map.is_some(), &mut problems);
    }
    for side in Side::ALL {
        let count = raised.names.iter().filter(|figure| figure.side == side).count();
        if count == 0 && problems.is_empty() {
            problems.push(Problem::new(side.name(), "a side without men, expected at least one squad"));
        } else if count > MOST_MEN {
            problems.push(Problem::new(side.name(), format!("{count} men, expected at most {MOST_MEN} on a side")));
        }
    }
    if map.is_none() {
        problems.extend(setup.mission.problems(None, 0));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let Raised { names, profiles, starts, routes } = raised;
    let engage::Setup { rules, field, mission, turn_limit, .. } = setup;
    let sides: Vec<Side> = names.iter().map(|figure| figure.side).collect();
    let site = map.map(|map| Site::new(map, &mission, &starts, &sides, &routes, &rules)).transpose()?;
    let order = match field.first_move {
        FirstMove::Rolled => Order::Rolled(BySide { blue: field.blue_takes, red: field.red_takes }),
        FirstMove::Blue => Order::Fixed(Side::Blue),
        FirstMove::Red => Order::Fixed(Side::Red),
    };
    let frame = Frame {
        rules,
        range: field.range,
        order,
        turn_limit,
        ambush: field.ambush,
        breaks: BySide { blue: field.blue_breaks, red: field.red_breaks },
    };
    let mut battle = Battle::new(frame, names, profiles, field.spacing, site.is_some());
    battle.ahead = Ways::of(value, &ahead::WAYS, |given| Ok(compiled(given, map)?.battle))?;
    Ok(Compiled::new(battle, site))
}

/// The men of a scenario, squad by squad.
#[derive(Default)]
struct Raised {
    names: Vec<engage::Figure>,
    profiles: Vec<Profile>,
    starts: Vec<Start>,
    routes: Vec<Route>,
}

impl Raised {
    /// Adds the men of a squad.
    fn raise(&mut self, listed: &ListedSquad<'_>, on_a_map: bool, problems: &mut Vec<Problem>) {
        let &ListedSquad { side, name, squad, .. } = listed;
        problems.extend(check_orders(squad, on_a_map).map(|(what, why)| listed.problem(what, why)));
        let led_by = listed.led_by(problems);
        let Some(profile) = listed.profile(problems) else { return };
        let leader = self.profiles.len();
        for (number, figure) in engage::Figure::squad(side, name, squad.count).enumerate() {
            self.names.push(figure);
            self.profiles.push(Profile { squad: led_by.unwrap_or(leader) as u8, ..profile.clone() });
            self.routes.push(Route {
                places: squad.via.clone(),
                key: listed.key("via"),
                stays: profile.doctrine.orders == Orders::Support,
                doctrine: profile.doctrine,
            });
            let (area, key) = squad.at.as_deref().map_or((side.name(), "count"), |at| (at, "at"));
            let beside = if number > 0 { Some(leader) } else { led_by };
            self.starts.push(Start { area: area.to_owned(), key: listed.key(key), beside });
        }
    }
}

/// A squad with its place in the scenario.
struct ListedSquad<'s> {
    setup: &'s Setup,
    side: Side,
    name: &'s str,
    squad: &'s Squad,
}

impl ListedSquad<'_> {
    fn key(&self, what: &str) -> String {
        format!("{}.{}.{what}", self.side.name(), self.name)
    }

    fn problem(&self, what: &str, message: impl Into<String>) -> Problem {
        Problem::new(self.key(what), message)
    }

    /// The number of the first man of the squad that leads this one. That squad's men come first.
    fn led_by(&self, problems: &mut Vec<Problem>) -> Option<usize> {
        let &ListedSquad { setup, side, name, squad } = self;
        let leading = squad.led_by.as_deref()?;
        let mut report = |message: String| problems.push(self.problem("led_by", message));
        let squads = &BySide { blue: &setup.blue, red: &setup.red }[side];
        match squads.get(leading) {
            None => {
                let known: Vec<String> = squads.keys().filter(|&other| other != name).cloned().collect();
                report(format!("the side has no squad `{leading}`, {}", engage::expected(&known)));
            }
            Some(_) if leading == name => report("a squad cannot be led by itself, expected another one".to_owned()),
            Some(other) if other.led_by.is_some() => {
                report(format!("`{leading}` is itself led by another squad, expected one with a leader of its own"));
            }
            Some(_) => {}
        }
        let before = setup.squads().take_while(|&(other, known, _)| (other, known) != (side, leading));
        Some(before.map(|(_, _, squad)| usize::from(squad.count)).sum())
    }

    /// What the men of a squad have in common.
    fn profile(&self, problems: &mut Vec<Problem>) -> Option<Profile> {
        let (squad, before) = (self.squad, problems.len());
        let mut report = |what: &str, message: String| problems.push(self.problem(what, message));
        let arm = match self.setup.rules.arm(&squad.weapon) {
            Ok(arm) => arm,
            Err(message) => {
                report("weapon", message);
                return None;
            }
        };
        match squad.fire {
            Some(FirePolicy::Single) if arm.single.is_none() => {
                report("fire", format!("`{}` fires no single shots, expected `auto` or `best`", squad.weapon));
            }
            Some(FirePolicy::Auto) if arm.automatic.is_none() => {
                report("fire", format!("`{}` fires no bursts, expected `single` or `best`", squad.weapon));
            }
            _ => {}
        }
        let doctrine = squad.doctrine(Doctrine::new(squad.doctrine));
        (problems.len() == before).then(|| Profile {
            side: self.side,
            arm,
            sniper: squad.sniper,
            bipod: squad.bipod.unwrap_or(arm.crewed() != [false; 2]),
            doctrine,
            start: Man {
                wounded: squad.wounds > 0,
                ..Man::fresh(squad.begins.unwrap_or_else(|| doctrine.starting_posture()))
            },
            pinned: squad.begins_pinned,
            squad: 0,
            rank: squad.rank,
            bonds: Bonds::default(),
            facts: Facts {
                sight: Sight::of(squad.hard_cover, squad.concealed),
                number_two: squad.number_two,
                rested: false,
                covers_all: false,
            },
            rolls: Rolls::default(),
            considers: [false; 2],
            crewed: [false; 2],
            place: 0,
            kit: Kit { offensive: squad.offensive_grenades, defensive: squad.defensive_grenades },
        })
    }
}

/// Reports orders and doctrines without the ground or the place they need.
fn check_orders(squad: &Squad, on_a_map: bool) -> Option<(&'static str, &'static str)> {
    if squad.orders == Some(Orders::Support) && squad.via.is_empty() {
        return Some(("orders", "`support` needs a place: set `via` to an area or a room"));
    }
    if !on_a_map && squad.player == Some(PlayerKind::Ahead) {
        return Some(("player", "`ahead` needs ground: set `field.map`"));
    }
    (!on_a_map && squad.doctrine == Preset::FireAndMovement).then_some(("doctrine", "needs ground: set `field.map`"))
}
