//! A scenario's squads of Part II, its zones, and what is wrong with them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use chance::{Die, Pool};
use engage::{Border, BySide, Figure, Outcome, Problem, Side, Step, Zone, Zones};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::battle::{Body, Firefight, First, Profile, Specialist, Speciality, Start};
use super::compiled::Compiled;
use super::state::{MOST, MOST_MEMBERS};
use crate::combat::Character;
use crate::die::{Condition, Dice, Given, Track};
use crate::group::Group;
use crate::options::{self, BreakAt, EffectOrder, Grouping, KeepDice, Removal, ShownTie};
use crate::player::doctrine::{
    Activation, Doctrine, DronesUse, FlamethrowerUse, Flank, GrenadierBuys, MarksmanUse, MedicTries, Orders,
    PlayerKind, PlotPoints, PutOut, ShakeOff, Suppress, TakeCover, TargetNpcs, TargetPlayers,
};
use crate::player::{ExternalPlayer, Player};
use crate::rules::Rules;
use crate::team::Harm;

/// Places for turrets and drones, where somebody can deploy them.
const MACHINES: usize = 4;

/// A specialist of a unit (CX2-unit-3).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// What he is.
    pub kind: Sort,
    /// His Quality Die; left out, that of the squad.
    pub die: Option<Given>,
    /// The die that he uses his speciality with; left out, his Quality Die (CX2-unit-4).
    pub specialist_die: Option<Given>,
}

engage::options! {
    /// A kind of specialist (CX2-spec).
    Sort {
        /// Suppresses (CX2-spec-6).
        MachineGunner,
        /// Brings the fallen back (CX2-spec-3).
        Medic,
        /// Passes by armour (CX2-spec-5).
        Marksman,
        /// Adds a die or a target (CX2-spec-2).
        Grenadier,
        /// Sets on fire (CX2-spec-1).
        Flamethrower,
        /// Deploys turrets and surveillance drones (CX2-spec-4).
        DroneOperator,
    }
}

impl From<Sort> for Speciality {
    fn from(sort: Sort) -> Speciality {
        match sort {
            Sort::MachineGunner => Speciality::MachineGunner,
            Sort::Medic => Speciality::Medic,
            Sort::Marksman => Speciality::Marksman,
            Sort::Grenadier => Speciality::Grenadier,
            Sort::Flamethrower => Speciality::Flamethrower,
            Sort::DroneOperator => Speciality::DroneOperator,
        }
    }
}

engage::keys! {
    /// Characters who are alike, each for himself, or basic combatants, who form units. Blue are the players: characters alone. Red's
    /// characters are important enemies.
    Squad {
        /// Number of characters or combatants. A squad of 0 takes no part.
        count "Members": u8 in 0..=60 = 1,
        /// A character's Approach (CX2-attack-1).
        approach: Option<Given>,
        /// A character's Direct Action.
        direct_action: Option<Given>,
        /// A character's CQB specialisation, for targets in the same zone.
        cqb "CQB": Condition = Condition::default(),
        /// A character's Marksmanship specialisation, for targets in other zones.
        marksmanship: Condition = Condition::default(),
        /// A character's Analysis, which counts for the first go (CX2-init-3).
        analysis: Condition = Condition::default(),
        /// A character's Tactics specialisation, likewise.
        tactics: Condition = Condition::default(),
        /// Further dice of a character's attacks: assets and advantages (CX0-8).
        attack "Further attack dice": Dice = Dice::default(),
        /// Further dice of a character's resistance.
        resist "Further resistance dice": Dice = Dice::default(),
        /// A character's armour (CX2-spec-5).
        armour: Condition = Condition::default(),
        /// A character's Physical Trauma at the start, `none` or a die: nobody begins out of the conflict (CX0-11).
        trauma: Track = Track::default(),
        /// A character's Physical Stress at the start, likewise (CX0-11).
        stress: Track = Track::default(),
        /// The Quality Die of basic combatants (CX2-unit-1).
        quality: Option<Given>,
        /// The most members of a unit that the combatants form, 1 to 5 (CX2-unit-2); left out, 5. Characters form none.
        unit: Option<u8> in 1..=5,
        /// Specialists of the first unit, each one of its members (CX2-unit-3).
        specialists: Vec<Listed> = Vec::new(),
        /// The first unit's Complication at the start (CX1-harm-7).
        complication: Condition = Condition::default(),
    }
    chosen {
        /// The zone where they begin; left out, that of their side.
        at "Starting zone": Option<String>,
        /// Who plays them.
        player: PlayerKind = PlayerKind::default(),
        /// Which two dice make the total of who acts (CX0-4).
        keep "Dice kept": KeepDice = KeepDice::default(),
        /// Which of equal sizes is the effect die (CX0-5).
        effect_shown_tie: ShownTie = ShownTie::default(),
        /// The order of several effect dice on one unit (CX1-effect-5).
        effect_order: EffectOrder = EffectOrder::default(),
        /// The member that an effect die takes out (CX1-harm-6).
        removal: Removal = Removal::default(),
        /// When a plot point is spent (CX0-15).
        plot_points: PlotPoints = PlotPoints::default(),
        /// Who of the side has his go next, as its first squad says (CX2-init-1).
        activation: Activation = Activation::default(),
        /// When a fire is put out (CX2-spec-1).
        put_out: PutOut = PutOut::default(),
        /// When Suppressed is shaken off (CX2-spec-6).
        shake_off: ShakeOff = ShakeOff::default(),
        /// When a machine gunner suppresses (CX2-spec-6).
        suppress: Suppress = Suppress::default(),
        /// When a medic tries (CX2-spec-3).
        medic: MedicTries = MedicTries::default(),
        /// What a grenadier buys (CX2-spec-2).
        grenadier: GrenadierBuys = GrenadierBuys::default(),
        /// When a marksman is used (CX2-spec-5).
        marksman: MarksmanUse = MarksmanUse::default(),
        /// When a flamethrower is used (CX2-spec-1).
        flamethrower: FlamethrowerUse = FlamethrowerUse::default(),
        /// Which drones are deployed (CX2-spec-4).
        drones: DronesUse = DronesUse::default(),
        /// When to flank (CX2-zone-4).
        flank: Flank = Flank::default(),
        /// When to create cover, where that is the rule (CX2-zone-2).
        take_cover: TakeCover = TakeCover::default(),
        /// Blue's targets (clarification 12).
        target_players "Blue's target": TargetPlayers ["x-side" = "blue"] = TargetPlayers::default(),
        /// Red's targets (clarification 12).
        target_npcs "Red's target": TargetNpcs ["x-side" = "red"] = TargetNpcs::default(),
        /// Where to go (clarification 13).
        movement: Orders = Orders::default(),
    }
}

engage::rules! {
    #[derive(Copy)]
    /// A zone of a scenario (CX2-zone-1, CX2-zone-2).
    ZoneOf {
        /// Its Cover Rating.
        cover: Condition,
    }
}

/// A border between two zones (CX2-zone-5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BorderOf {
    /// The two zones.
    pub between: [String; 2],
    /// Activations that it takes to cross, 1 to 100; left out, `rules.border_cost`.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    pub cost: Option<u8>,
}

engage::rules! {
    /// Where a firefight takes place: zones with borders; or, where none are given, a zone for each side.
    Field {
        /// The zones by name, at most 16; a side's squads begin in the one with the side's name, unless they say otherwise.
        zones: BTreeMap<String, ZoneOf>,
        /// The borders between them, in the order in which equal ways are chosen (clarification 13).
        borders: Vec<BorderOf>,
        /// Without `zones`: how many borders lie between the sides, 0 to 2.
        zones_apart "Zones apart": Option<u8> in 0..=2 ["default" = 1],
        /// Without `zones`: the Cover Rating of blue's zone.
        blue_cover: Condition,
        /// Without `zones`: the Cover Rating of red's zone.
        red_cover: Condition,
        /// The players' plot points at the start (CX0-15).
        plot_points: u8 in 0..=100,
        /// When blue withdraws, at the end of a turn (clarification 14).
        blue_breaks: BreakAt,
        /// When red withdraws.
        red_breaks: BreakAt,
    }
}

/// The part of a scenario that is a firefight.
pub type Setup = engage::Setup<Rules, Field, Squad>;

/// Builds a battle from a scenario.
pub(crate) fn compile(
    value: &serde_json::Value,
    _map: Option<&Arc<engage::Map>>,
) -> Result<Box<dyn engage::Battle>, Vec<Problem>> {
    Ok(Box::new(compiled(value)?))
}

/// Plays one engagement with everybody in the hand of one player, and tells each step of it.
///
/// # Errors
/// What is wrong with the setup.
pub fn play_out(
    setup: &serde_json::Value,
    seed: u64,
    engagement: u64,
    player: &mut dyn Player,
) -> Result<(Outcome, Vec<Step>), Vec<Problem>> {
    let player = RefCell::new(player);
    Ok(compiled(setup)?.run_logged(seed, engagement, ExternalPlayer(&player)))
}

pub(crate) fn compiled(value: &serde_json::Value) -> Result<Compiled, Vec<Problem>> {
    let (setup, mut problems) = Setup::read(value, &["open"])?;
    problems.extend(setup.mission.problems(None, 0));
    let (zones, covers) = ground(&setup, &mut problems);
    let mut raised = Raised::default();
    for (side, name, squad) in setup.squads() {
        let key = format!("{}.{name}", side.name());
        let zone = zone_of(&zones, side, squad, &key, &mut problems);
        raise(&setup.rules, (side, name), (squad, zone), &key, &mut raised, &mut problems);
    }
    for side in Side::ALL {
        if setup.squads().all(|(of, ..)| of != side) {
            problems.push(Problem::new(side.name(), "a side without anybody, expected at least one squad"));
        }
    }
    let Raised { mut figures, mut profiles } = raised;
    let flies = |profile: &Profile| profile.specialists().iter().any(|one| one.speciality == Speciality::DroneOperator);
    let operators = profiles.iter().find(|profile| flies(profile)).map(|profile| profile.doctrine);
    let machines = if operators.is_some() { MACHINES } else { 0 };
    if profiles.len() + machines > MOST {
        let most = MOST - machines;
        problems.push(Problem::new(
            "red",
            format!("{} characters and units on both sides, expected at most {most}", profiles.len()),
        ));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    if let Some(doctrine) = operators {
        for figure in Figure::squad(Side::Red, "machine", MACHINES as u8) {
            figures.push(figure);
            let start = Start { zone: 0, harm: Harm::SOUND, group: Group::NOBODY };
            profiles.push(Profile { side: Side::Red, body: Body::Machine, start, doctrine });
        }
    }
    let engage::Setup { rules, field, turn_limit, .. } = setup;
    let first = match rules.first {
        options::First::Players => First::Side(Side::Blue),
        options::First::Npcs => First::Side(Side::Red),
        options::First::Contest => First::Contest,
    };
    let men = profiles.iter().filter(|profile| !matches!(profile.body, Body::Machine)).count();
    let blues = profiles.iter().filter(|profile| profile.side == Side::Blue).count();
    let battle = Firefight {
        edge_points: rules.edge_points.unwrap_or(blues as u16),
        rules,
        profiles,
        luck: engage::LuckNumbers::default(),
        blues,
        men,
        zones: Arc::new(zones),
        covers,
        points: field.plot_points,
        first,
        breaks: BySide { blue: field.blue_breaks, red: field.red_breaks },
        turn_limit,
        counts: false,
    };
    Ok(Compiled::new(figures, battle))
}

/// The zones of a scenario with their Cover Ratings.
fn ground(setup: &Setup, problems: &mut Vec<Problem>) -> (Zones, Vec<BySide<Option<Die>>>) {
    let field = &setup.field;
    let zone = |name: &str, cover: Option<Die>| Zone {
        name: name.to_owned(),
        note: cover.map_or_else(|| "no cover".to_owned(), |die| format!("cover {die}")),
    };
    let mut report = |key: &str, message: String| problems.push(Problem::new(key, message));
    if field.zones.is_empty() {
        if !field.borders.is_empty() {
            report("field.borders", "there are no zones to have borders: set `field.zones`".to_owned());
        }
        let apart = field.zones_apart.unwrap_or(1);
        let covers = BySide { blue: field.blue_cover.0, red: field.red_cover.0 };
        let cost = setup.rules.border_cost;
        let border = |one, two| Border { ends: [one, two], cost };
        let of = |side: Side| (zone(side.name(), covers[side]), BySide { blue: covers[side], red: covers[side] });
        let [(blue, in_blue), (red, in_red)] = Side::ALL.map(of);
        return match apart {
            0 => {
                let note =
                    if covers.blue == covers.red { blue.note } else { format!("blue {}, red {}", blue.note, red.note) };
                (Zones::new(vec![Zone { name: "field".to_owned(), note }], Vec::new()), vec![covers])
            }
            1 => (Zones::new(vec![blue, red], vec![border(0, 1)]), vec![in_blue, in_red]),
            _ => {
                let zones = Zones::new(vec![blue, red, zone("between", None)], vec![border(0, 2), border(2, 1)]);
                (zones, vec![in_blue, in_red, BySide::default()])
            }
        };
    }
    for (key, given) in [
        ("zones_apart", field.zones_apart.is_some()),
        ("blue_cover", field.blue_cover.0.is_some()),
        ("red_cover", field.red_cover.0.is_some()),
    ] {
        if given {
            report(&format!("field.{key}"), "is for a field without zones; `field.zones` says it all".to_owned());
        }
    }
    if field.zones.len() > Zones::MOST {
        report("field.zones", format!("{} zones, expected at most {}", field.zones.len(), Zones::MOST));
        return (Zones::new(Vec::new(), Vec::new()), Vec::new());
    }
    let names: Vec<String> = field.zones.keys().cloned().collect();
    let covers: Vec<BySide<Option<Die>>> =
        field.zones.values().map(|zone| BySide { blue: zone.cover.0, red: zone.cover.0 }).collect();
    let mut borders: Vec<Border> = Vec::new();
    for (number, border) in field.borders.iter().enumerate() {
        let mut ends = [0; 2];
        let mut known = true;
        for (nth, name) in border.between.iter().enumerate() {
            match names.iter().position(|zone| zone == name) {
                Some(zone) => ends[nth] = zone as u8,
                None => {
                    known = false;
                    let key = format!("field.borders[{number}].between[{nth}]");
                    report(&key, format!("there is no zone `{name}`, {}", engage::expected(&names)));
                }
            }
        }
        let cost = border.cost.unwrap_or(setup.rules.border_cost);
        if known && ends[0] == ends[1] {
            report(&format!("field.borders[{number}].between"), "a zone has no border with itself".to_owned());
        } else if known && borders.iter().any(|other| other.ends == ends || other.ends == [ends[1], ends[0]]) {
            report(&format!("field.borders[{number}].between"), "these zones have a border already".to_owned());
        } else if known {
            borders.push(Border { ends, cost });
        }
    }
    let zones = names.iter().zip(&covers).map(|(name, cover)| zone(name, cover.blue)).collect();
    (Zones::new(zones, borders), covers)
}

/// The zone where a squad begins.
fn zone_of(zones: &Zones, side: Side, squad: &Squad, key: &str, problems: &mut Vec<Problem>) -> u8 {
    let name = squad.at.as_deref().unwrap_or(side.name());
    // The only zone there is needs no name.
    let only = (zones.zones().len() == 1 && squad.at.is_none()).then_some(0);
    zones.find(name).or(only).unwrap_or_else(|| {
        let names: Vec<String> = zones.zones().iter().map(|zone| zone.name.clone()).collect();
        let message = format!("there is no zone `{name}` to begin in, {}", engage::expected(&names));
        problems.push(Problem::new(format!("{key}.at"), message));
        0
    })
}

/// Everybody, as they are raised squad by squad.
#[derive(Default)]
struct Raised {
    figures: Vec<Figure>,
    profiles: Vec<Profile>,
}

/// Raises the characters or units of a squad.
fn raise(
    rules: &Rules,
    (side, name): (Side, &str),
    (squad, zone): (&Squad, u8),
    key: &str,
    raised: &mut Raised,
    problems: &mut Vec<Problem>,
) {
    let mut report = |what: &str, message: String| problems.push(Problem::new(format!("{key}.{what}"), message));
    let doctrine = doctrine(squad);
    let mut enlist = |bodies: Vec<(Body, Start)>| {
        raised.figures.extend(Figure::squad(side, name, bodies.len() as u8));
        raised.profiles.extend(bodies.into_iter().map(|(body, start)| Profile { side, body, start, doctrine }));
    };
    match (squad.quality, squad.approach, squad.direct_action) {
        (None, Some(approach), Some(direct_action)) => {
            check_character(squad, &mut report);
            let character = Character {
                approach: approach.0,
                direct_action: direct_action.0,
                cqb: squad.cqb.0,
                marksmanship: squad.marksmanship.0,
                analysis: squad.analysis.0,
                tactics: squad.tactics.0,
                attack: squad.attack.0,
                resist: squad.resist.0,
                armour: squad.armour.0,
            };
            for (what, message) in character.too_many_dice() {
                report(what, message);
            }
            let harm = Harm { trauma: squad.trauma, stress: squad.stress };
            let start = Start { zone, harm, group: Group::NOBODY };
            enlist(vec![(Body::Character(character), start); squad.count.into()]);
        }
        (Some(quality), None, None) if side == Side::Red => {
            check_unit(squad, &mut report);
            enlist(units(rules, squad, quality.0, zone, &mut report));
        }
        (Some(_), None, None) => {
            report("quality", "blue are the players: expected `approach` and `direct_action`".to_owned());
        }
        (Some(_), ..) => {
            report("quality", "a squad is characters or combatants: expected either `quality` or traits".to_owned());
        }
        (None, Some(_), None) => report("direct_action", "a character needs this die, too".to_owned()),
        (None, None, Some(_)) => report("approach", "a character needs this die, too".to_owned()),
        (None, None, None) => {
            let expected = match side {
                Side::Blue => "expected a character's `approach` and `direct_action`",
                Side::Red => "expected the combatants' `quality`, or a character's `approach` and `direct_action`",
            };
            report("count", expected.to_owned());
        }
    }
}

/// Keys that mean nothing for characters, and states that no fight begins in.
fn check_character(squad: &Squad, report: &mut impl FnMut(&str, String)) {
    for (what, track) in [("trauma", squad.trauma), ("stress", squad.stress)] {
        if track == Track::Out {
            report(what, "nobody begins out of the conflict, expected `none` or a die".to_owned());
        }
    }
    if !squad.specialists.is_empty() {
        report("specialists", "specialists are members of units".to_owned());
    }
    if squad.complication.0.is_some() {
        report("complication", "is for units; a character has `trauma` and `stress`".to_owned());
    }
    if squad.unit.is_some() {
        report("unit", "is for combatants, who form units; each character acts for himself: leave it out".to_owned());
    }
}

/// Keys that mean nothing for units.
fn check_unit(squad: &Squad, report: &mut impl FnMut(&str, String)) {
    let traits = [
        ("cqb", squad.cqb.0.is_some()),
        ("marksmanship", squad.marksmanship.0.is_some()),
        ("analysis", squad.analysis.0.is_some()),
        ("tactics", squad.tactics.0.is_some()),
        ("attack", !squad.attack.0.is_empty()),
        ("resist", !squad.resist.0.is_empty()),
        ("armour", squad.armour.0.is_some()),
        ("trauma", squad.trauma != Track::None),
        ("stress", squad.stress != Track::None),
    ];
    for (what, _) in traits.into_iter().filter(|(_, given)| *given) {
        report(what, "is for characters; combatants have a `quality`".to_owned());
    }
}

/// The units that the combatants of a squad form, as even as can be (CX2-unit-2); each man alone where enemies fight singly
/// (CX2-scope-4).
fn units(
    rules: &Rules,
    squad: &Squad,
    quality: Die,
    zone: u8,
    report: &mut impl FnMut(&str, String),
) -> Vec<(Body, Start)> {
    let most = match rules.grouping {
        Grouping::Units => squad.unit.unwrap_or(MOST_MEMBERS as u8).clamp(1, MOST_MEMBERS as u8),
        Grouping::Single => 1,
    };
    let listed: Vec<Specialist> = squad
        .specialists
        .iter()
        .map(|one| {
            let die = one.die.map_or(quality, |die| die.0);
            Specialist { speciality: one.kind.into(), die, own: one.specialist_die.map_or(die, |die| die.0) }
        })
        .collect();
    let count = squad.count.div_ceil(most);
    // The specialists are in the first unit, or, singly, in the first of them.
    let mut rest = listed.as_slice();
    let mut units = Vec::new();
    for number in 0..count {
        let members = squad.count / count + u8::from(number < squad.count % count);
        let own = if number == 0 || rules.grouping == Grouping::Single { rest.len().min(members.into()) } else { 0 };
        let (specialists, others) = rest.split_at(own);
        rest = others;
        // Specialists may have Quality Dice of their own.
        let qualities = specialists.iter().fold(Pool::EMPTY, |all, one| all.with(one.die, 1));
        let group = Group {
            qualities: qualities.with(quality, members - own as u8),
            complication: if number == 0 { squad.complication.0 } else { None },
        };
        units.push((Body::Unit(specialists.to_vec()), Start { zone, harm: Harm::SOUND, group }));
    }
    if !rest.is_empty() {
        report("specialists", format!("{} specialists, expected at most one for each member of a unit", listed.len()));
    }
    units
}

fn doctrine(squad: &Squad) -> Doctrine {
    Doctrine {
        player: squad.player,
        keep: squad.keep,
        effect_shown_tie: squad.effect_shown_tie,
        effect_order: squad.effect_order,
        removal: squad.removal,
        plot_points: squad.plot_points,
        activation: squad.activation,
        put_out: squad.put_out,
        shake_off: squad.shake_off,
        suppress: squad.suppress,
        medic: squad.medic,
        grenadier: squad.grenadier,
        marksman: squad.marksman,
        flamethrower: squad.flamethrower,
        drones: squad.drones,
        flank: squad.flank,
        take_cover: squad.take_cover,
        target_players: squad.target_players,
        target_npcs: squad.target_npcs,
        movement: squad.movement,
        ..Doctrine::default()
    }
}
