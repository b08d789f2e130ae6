//! A scenario's squads and field, and what is wrong with them.

use std::cell::RefCell;
use std::sync::Arc;

use engage::{BySide, Inches, Map, Outcome, Problem, Rulebook as _, Side, Start, Step};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use field::Sight;

use crate::battle::{Battle, Bonds, Facts, Frame, Kit, Order, Profile};
use crate::figure::{Man, Posture};
use crate::game::Compiled;
use crate::player::doctrine::{
    AimPolicy, Doctrine, DropPolicy, FirePolicy, NumberTwo, Numbers, Orders, PinnedPolicy, PlayerKind, PosturePolicy,
    Preset, RiskPolicy, TargetPolicy, ThrowPolicy, Turn,
};
use crate::player::routes::Route;
use crate::player::{InHand, Player};
use crate::prepared::rolls::Rolls;
use crate::rules::Rules;
use crate::site::Site;

/// The most men on a side.
pub(crate) const MOST_MEN: usize = 16;

/// A squad, or a part of one: men alike in arms and doctrine.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Squad {
    /// Number of men; a side has at most 16. The first leads (FT-gap-4). A squad of 0 takes no part.
    #[serde(default = "one")]
    #[schemars(range(min = 0, max = 16))]
    #[schemars(title = "Men")]
    pub count: u8,
    /// Weapon, by its name under `rules.single` or `rules.automatic` (FT-fire-2).
    #[schemars(extend("x-labels" = crate::table::labels(), "x-names" = ["single", "automatic"]))]
    pub weapon: String,
    /// Whether they are snipers (FT-hit-4).
    #[serde(default)]
    pub sniper: bool,
    /// Whether the weapon has a bipod; left out, one that wants a number two has, such as a light machine gun (FT-fire-7).
    pub bipod: Option<bool>,
    /// A gunner's number two on open ground (FT-fire-6); on a map the man beside him.
    #[serde(default)]
    pub number_two: NumberTwo,
    /// The name of the squad that these men belong to, whose first man leads them; left out, they are a squad of their own
    /// (FT-unpin-2).
    pub led_by: Option<String>,
    /// Rank: the leader may use the factor of a man of higher rank in sight (FT-unpin-4).
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub rank: u8,
    /// Whether they are in hard cover on open ground (FT-save-6); on a map the ground tells.
    #[serde(default)]
    pub hard_cover: bool,
    /// Whether soft cover conceals them totally on open ground (FT-save-6); on a map the ground tells.
    #[serde(default)]
    pub concealed: bool,
    /// Wounds that each begins with: 0, or 1 for a red counter (FT-eff-1). A seriously wounded man takes no part (FT-eff-2).
    #[serde(default)]
    #[schemars(range(min = 0, max = 1))]
    pub wounds: u8,
    /// Whether they begin pinned, with a yellow counter (FT-pin-1).
    #[serde(default)]
    pub begins_pinned: bool,
    /// How they are placed at the start (FT-move-4); left out, on their feet if they are to go somewhere or `posture` is
    /// `standing`, else prone.
    pub begins: Option<Posture>,
    /// Who plays them: `standard` goes by every key below; `steady` keeps its place and fires at what it sees.
    #[serde(default)]
    pub player: PlayerKind,
    /// How the automatic player leads them; the keys below change single choices.
    #[serde(default)]
    pub doctrine: Preset,
    /// When to aim rather than fire (FT-hit-8).
    pub aim: Option<AimPolicy>,
    /// Which kind of fire to use (FT-fire-2).
    pub fire: Option<FirePolicy>,
    /// The targets to prefer.
    pub target: Option<TargetPolicy>,
    /// How to be placed when not moving.
    pub posture: Option<PosturePolicy>,
    /// When to go prone in the enemy's turn (FT-move-4).
    pub drop: Option<DropPolicy>,
    /// What to do when pinned (FT-pin-2).
    pub pinned: Option<PinnedPolicy>,
    /// Friends in a beaten zone or a blast circle.
    pub risk: Option<RiskPolicy>,
    /// What to do on a map.
    pub orders: Option<Orders>,
    /// When to throw grenades on a map (FT-gren-2).
    pub throw: Option<ThrowPolicy>,
    /// With `aim = "when_better"`: how likely an aimed shot has to be to put its target out, in percent of a plain shot's chance, for
    /// an aim to pay.
    #[schemars(range(min = 0, max = 10000), extend("default" = Numbers::default().aim_gain, "x-unit" = "percent"))]
    pub aim_gain: Option<u16>,
    /// With `orders = "bound"` or `"support"`: every nth man stays and fires while the others move, by turns.
    #[schemars(title = "One stays of", range(min = 2, max = 16), extend("default" = Numbers::default().bounds, "x-unit" = "men"))]
    pub bounds: Option<u8>,
    /// A man who searches a place stays and fires while he has a target within this distance, in inches.
    #[schemars(range(min = 0, max = 1000), extend("default" = Numbers::default().fight_within))]
    pub fight_within: Option<Inches>,
    /// The most posts from which a place is searched, on a map.
    #[schemars(range(min = 1, max = 64), extend("default" = Numbers::default().posts))]
    pub posts: Option<u8>,
    /// How near to a post one has to come to have searched from it, in inches.
    #[schemars(range(min = 0, max = 100), extend("default" = Numbers::default().post_radius))]
    pub post_radius: Option<Inches>,
    /// Offensive grenades that each carries on a map (FT-gren-5).
    #[serde(default)]
    #[schemars(range(min = 0, max = 16))]
    pub offensive_grenades: u8,
    /// Defensive grenades that each carries on a map (FT-gren-6).
    #[serde(default)]
    #[schemars(range(min = 0, max = 16))]
    pub defensive_grenades: u8,
    /// Areas or rooms of the map to go to, one after the other; the place of the mission comes after them, if it has one.
    #[serde(default)]
    #[schemars(title = "Way by")]
    pub via: Vec<String>,
    /// The area of the map where they begin; left out, the one with their side's name.
    #[schemars(title = "Starting area")]
    pub at: Option<String>,
}

const fn one() -> u8 {
    1
}

/// Who moves first in each pair of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstMove {
    /// The side that rolls higher decides (FT-seq-2).
    #[default]
    Rolled,
    /// Blue, always.
    Blue,
    /// Red, always.
    Red,
}

/// Open ground: two lines of men that face each other at one range; or a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Field {
    /// A map file, beside the scenario or by its path from there; left out, the ground is open.
    pub map: Option<String>,
    /// Distance between the two lines, in inches of about 5.6 yards (FT-scale-3); every man is this far from every enemy.
    pub range: Inches,
    /// Distance between neighbours in a line, in inches: those within half the width of a beaten zone are in it (FT-beat-2).
    pub spacing: Inches,
    /// Who moves first in each pair of moves (FT-seq-2).
    pub first_move: FirstMove,
    /// The side that moves first in the first pair on a map, whatever comes later.
    pub ambush: Option<Side>,
    /// The turn that blue takes when it has won the roll (FT-seq-2).
    pub blue_takes: Turn,
    /// The turn that red takes when it has won the roll (FT-seq-2).
    pub red_takes: Turn,
    /// Percent of blue's men out of action at which it has lost; left out, all (FT-gap-2).
    #[schemars(range(min = 1, max = 100))]
    #[schemars(title = "Blue breaks at", extend("x-unit" = "percent"))]
    pub blue_breaks: Option<u8>,
    /// Percent of red's men out of action at which it has lost; left out, all (FT-gap-2).
    #[schemars(range(min = 1, max = 100))]
    #[schemars(title = "Red breaks at", extend("x-unit" = "percent"))]
    pub red_breaks: Option<u8>,
}

impl Default for Field {
    fn default() -> Field {
        Field {
            map: None,
            range: Inches::whole(24),
            spacing: Inches::whole(2),
            first_move: FirstMove::default(),
            ambush: None,
            blue_takes: Turn::default(),
            red_takes: Turn::default(),
            blue_breaks: None,
            red_breaks: None,
        }
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

/// Plays one engagement with every man in the hand of one player, and tells each step of it.
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
    let value = engage::with_defaults(value, "rules", &Rules::default());
    let setup: Setup = engage::read(&value).map_err(|problem| vec![problem])?;
    let mut problems = setup.rules.problems("rules.");
    check_field(&setup, map.is_some(), &mut problems);
    let mut raised = Raised::default();
    for (side, name, squad) in setup.squads() {
        raise(&setup, side, name, squad, map.is_some(), &mut raised, &mut problems);
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
    Ok(Compiled::new(Battle::new(frame, names, profiles, field.spacing, site.is_some()), site))
}

/// The men of a scenario, as they are raised squad by squad.
#[derive(Default)]
struct Raised {
    names: Vec<engage::Figure>,
    profiles: Vec<Profile>,
    starts: Vec<Start>,
    routes: Vec<Route>,
}

/// Raises the men of a squad.
fn raise(
    setup: &Setup,
    side: Side,
    name: &str,
    squad: &Squad,
    on_a_map: bool,
    raised: &mut Raised,
    problems: &mut Vec<Problem>,
) {
    let key = format!("{}.{name}", side.name());
    check_ground(squad, &key, on_a_map, problems);
    let led_by = led_by(setup, side, name, squad, &key, problems);
    let Some(profile) = profile(side, squad, &key, &setup.rules, problems) else { return };
    let leader = raised.profiles.len();
    for (number, figure) in engage::Figure::squad(side, name, squad.count).enumerate() {
        raised.names.push(figure);
        raised.profiles.push(Profile { squad: led_by.unwrap_or(leader) as u8, ..profile.clone() });
        let stays = profile.doctrine.orders == Orders::Support;
        raised.routes.push(Route {
            places: squad.via.clone(),
            key: format!("{key}.via"),
            stays,
            numbers: profile.doctrine.numbers,
        });
        let (area, word) = squad.at.as_deref().map_or((side.name(), "count"), |at| (at, "at"));
        raised.starts.push(Start {
            area: area.to_owned(),
            key: format!("{key}.{word}"),
            beside: if number > 0 { Some(leader) } else { led_by },
        });
    }
}

/// The number of the first man of the squad that leads another, whose men come before those that it leads.
fn led_by(
    setup: &Setup,
    side: Side,
    name: &str,
    squad: &Squad,
    key: &str,
    problems: &mut Vec<Problem>,
) -> Option<usize> {
    let leading = squad.led_by.as_deref()?;
    let mut report = |message: String| problems.push(Problem::new(format!("{key}.led_by"), message));
    let squads = BySide { blue: &setup.blue, red: &setup.red };
    match squads[side].get(leading) {
        None => {
            let known: Vec<String> = squads[side].keys().filter(|&other| other != name).cloned().collect();
            report(format!("the side has no squad `{leading}`, {}", engage::expected(&known)));
        }
        Some(_) if leading == name => report("a squad cannot be led by itself, expected another one".to_owned()),
        Some(other) if other.led_by.is_some() => {
            report(format!("`{leading}` is led by another squad itself, expected one with a leader of its own"));
        }
        Some(_) => {}
    }
    let before = setup.squads().take_while(|&(other, known, _)| (other, known) != (side, leading));
    Some(before.map(|(_, _, squad)| usize::from(squad.count)).sum())
}

fn check_field(setup: &Setup, on_a_map: bool, problems: &mut Vec<Problem>) {
    let mut report = |key: &str, message: &str| problems.push(Problem::new(key, message));
    if !(1..=1000).contains(&setup.turn_limit) {
        report("turn_limit", "expected 1 to 1000 turns");
    }
    for (key, percent) in [("field.blue_breaks", setup.field.blue_breaks), ("field.red_breaks", setup.field.red_breaks)]
    {
        if percent.is_some_and(|percent| !(1..=100).contains(&percent)) {
            report(key, "expected 1 to 100 percent");
        }
    }
    if setup.field.ambush.is_some() && !on_a_map {
        report("field.ambush", "needs ground to lie in wait on: set `field.map`");
    }
}

/// The keys that only make sense on a map, or only off it.
fn check_ground(squad: &Squad, key: &str, on_a_map: bool, problems: &mut Vec<Problem>) {
    let mut report = |what: &str, message: &str| problems.push(Problem::new(format!("{key}.{what}"), message));
    if squad.orders == Some(Orders::Support) && squad.via.is_empty() {
        report("orders", "`support` needs a place: set `via` to an area or a room");
    }
    if on_a_map {
        for (what, given) in [
            ("hard_cover", squad.hard_cover),
            ("concealed", squad.concealed),
            ("number_two", squad.number_two != NumberTwo::default()),
        ] {
            if given {
                report(what, "is for open ground; on a map the ground tells");
            }
        }
        return;
    }
    for (what, given) in [
        ("orders", squad.orders.is_some_and(|orders| orders != Orders::Hold)),
        ("doctrine", squad.doctrine == Preset::FireAndMovement),
        ("throw", squad.throw.is_some()),
        ("bounds", squad.bounds.is_some()),
        ("fight_within", squad.fight_within.is_some()),
        ("posts", squad.posts.is_some()),
        ("post_radius", squad.post_radius.is_some()),
        ("offensive_grenades", squad.offensive_grenades > 0),
        ("defensive_grenades", squad.defensive_grenades > 0),
        ("via", !squad.via.is_empty()),
        ("at", squad.at.is_some()),
    ] {
        if given {
            report(what, "needs ground: set `field.map`");
        }
    }
}

/// What the men of a squad have in common.
fn profile(side: Side, squad: &Squad, key: &str, rules: &Rules, problems: &mut Vec<Problem>) -> Option<Profile> {
    let before = problems.len();
    let mut report = |what: &str, message: String| problems.push(Problem::new(format!("{key}.{what}"), message));
    if !(1..=MOST_MEN).contains(&usize::from(squad.count)) {
        report("count", format!("{} men, expected 1 to {MOST_MEN}", squad.count));
    }
    let arm = match rules.arm(&squad.weapon) {
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
    if squad.wounds > 1 {
        let why = "a second wound is a serious one (FT-eff-4), and who has it takes no part: leave him out of `count`";
        report("wounds", format!("{} wounds, expected 0 or 1, as in `wounds = 1`; {why}", squad.wounds));
    }
    let inches = |given: Option<Inches>| given.map(Inches::thousandths);
    let number = |given: Option<u16>| given.map(|number| 1000 * i32::from(number));
    for (what, given, range, unit) in [
        ("aim_gain", number(squad.aim_gain), 0..=10_000, "percent"),
        ("bounds", number(squad.bounds.map(u16::from)), 2..=16, "men"),
        ("fight_within", inches(squad.fight_within), 0..=1000, "inches"),
        ("posts", number(squad.posts.map(u16::from)), 1..=64, "posts"),
        ("post_radius", inches(squad.post_radius), 0..=100, "inches"),
    ] {
        let (least, most) = range.into_inner();
        if given.is_some_and(|given| !(1000 * least..=1000 * most).contains(&given)) {
            report(what, format!("expected {least} to {most} {unit}"));
        }
    }
    let doctrine = doctrine(squad);
    (problems.len() == before).then(|| Profile {
        side,
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

fn doctrine(squad: &Squad) -> Doctrine {
    let preset = Doctrine::new(squad.doctrine);
    let usual = preset.numbers;
    Doctrine {
        player: squad.player,
        aim: squad.aim.unwrap_or(preset.aim),
        fire: squad.fire.unwrap_or(preset.fire),
        target: squad.target.unwrap_or(preset.target),
        posture: squad.posture.unwrap_or(preset.posture),
        drop: squad.drop.unwrap_or(preset.drop),
        pinned: squad.pinned.unwrap_or(preset.pinned),
        orders: squad.orders.unwrap_or(preset.orders),
        throw: squad.throw.unwrap_or(preset.throw),
        risk: squad.risk.unwrap_or(preset.risk),
        numbers: Numbers {
            fight_within: squad.fight_within.unwrap_or(usual.fight_within),
            aim_gain: squad.aim_gain.unwrap_or(usual.aim_gain),
            bounds: squad.bounds.unwrap_or(usual.bounds),
            posts: squad.posts.unwrap_or(usual.posts),
            post_radius: squad.post_radius.unwrap_or(usual.post_radius),
        },
    }
}
