//! A scenario's squads of Part II, and their mistakes.

use std::cell::RefCell;
use std::sync::Arc;

use chance::{Die, Pool};
use engage::{BySide, Figure, Outcome, Problem, Side, Step, Zones};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::battle::{Body, Firefight, FirstGo, Profile, Specialist, Speciality, Start};
use super::field::{Field, Ground};
use super::state::{MOST, MOST_MEMBERS};
use crate::combat::Character;
use crate::die::{Condition, Dice, Given, Track};
use crate::fight::Terms;
use crate::group::Group;
use crate::options::{EffectOrder, First, Grouping, KeepDice, Removal, ShownTie};
use crate::played::CompiledFight;
use crate::player::doctrine::{
    Activation, Doctrine, DronesUse, FlamethrowerUse, Flank, GrenadierBuys, MarksmanUse, MedicTries, Orders,
    PlayerKind, PlotPoints, PutOut, ShakeOff, Suppress, TakeCover, TargetNpcs, TargetPlayers, doctrine_of,
};
use crate::player::{ExternalPlayer, Player, settle};
use crate::rules::Rules;
use crate::team::Harm;

/// Places for turrets and drones, if a unit can deploy them.
const MACHINES: usize = 4;

/// A specialist of a unit (CX2-unit-3).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListedSpecialist {
    /// His speciality.
    pub kind: Speciality,
    /// His Quality Die; left out, the squad's.
    pub die: Option<Given>,
    /// The die of his speciality; left out, his Quality Die (CX2-unit-4).
    pub specialist_die: Option<Given>,
}

engage::keys! {
    /// Identical characters, each acting for himself, or basic combatants, who form units. Blue is the players' side
    /// and has characters only; red's characters are important enemies.
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
        /// A character's Tactics specialisation, which also counts for the first go.
        tactics: Condition = Condition::default(),
        /// Further dice in a character's attacks: assets and advantages (CX0-8).
        attack "Further attack dice": Dice = Dice::default(),
        /// Further dice in a character's resistance.
        resist "Further resistance dice": Dice = Dice::default(),
        /// A character's armour (CX2-spec-5).
        armour: Condition = Condition::default(),
        /// A character's Physical Trauma at the start, `none` or a die; nobody begins out of the conflict (CX0-11).
        trauma: Track = Track::default(),
        /// A character's Physical Stress at the start, `none` or a die (CX0-11).
        stress: Track = Track::default(),
        /// The Quality Die of basic combatants (CX2-unit-1).
        quality: Option<Given>,
        /// The most members in each unit that the combatants form, 1 to 5 (CX2-unit-2); left out, 5. Characters form no
        /// units.
        unit: Option<u8> in 1..=5,
        /// Specialists of the first unit, each one of its members (CX2-unit-3).
        specialists: Vec<ListedSpecialist> = Vec::new(),
        /// The first unit's Complication at the start (CX1-harm-7).
        complication: Condition = Condition::default(),
    }
    chosen {
        /// The zone where they begin; left out, their side's zone.
        at "Starting zone": Option<String>,
        /// Who plays them.
        player: PlayerKind = PlayerKind::default(),
        /// Which two dice make the actor's total (CX0-4).
        keep "Dice kept": KeepDice = KeepDice::MaxEffect,
        /// Which of several dice of equal size is the effect die (CX0-5).
        effect_shown_tie: ShownTie = ShownTie::default(),
        /// The order of several effect dice on one unit (CX1-effect-5).
        effect_order: EffectOrder = EffectOrder::default(),
        /// The member that an effect die takes out (CX1-harm-6).
        removal: Removal = Removal::default(),
        /// When a plot point is spent (CX0-15).
        plot_points: PlotPoints = PlotPoints::default(),
        /// Which figure of the side goes next; the side's first squad sets it (CX2-init-1).
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
        /// When to create cover, if the rules let an action create it (CX2-zone-2).
        take_cover: TakeCover = TakeCover::default(),
        /// Blue's targets (clarification 12).
        target_players "Blue's target": TargetPlayers ["x-side" = "blue"] = TargetPlayers::WeakestCover,
        /// Red's targets (clarification 12).
        target_npcs "Red's target": TargetNpcs ["x-side" = "red"] = TargetNpcs::Worth,
        /// Where to go (clarification 13).
        movement: Orders = Orders::Worth,
    }
}

/// The part of a scenario that is a firefight.
pub type FirefightSetup = engage::Setup<Rules, Field, Squad>;

/// Builds a battle from a scenario.
pub(crate) fn compile(
    value: &serde_json::Value,
    _map: Option<&Arc<engage::Map>>,
) -> Result<Box<dyn engage::Battle>, Vec<Problem>> {
    Ok(Box::new(compiled(value)?))
}

/// Plays one engagement with one player for both sides, and logs each step.
///
/// # Errors
/// The mistakes in the setup.
pub fn play_out(
    setup: &serde_json::Value,
    seed: u64,
    engagement: u64,
    player: &mut dyn Player,
) -> Result<(Outcome, Vec<Step>), Vec<Problem>> {
    let player = RefCell::new(player);
    Ok(compiled(setup)?.run_logged(seed, engagement, ExternalPlayer(&player)))
}

pub(crate) fn compiled(value: &serde_json::Value) -> Result<CompiledFight<Firefight>, Vec<Problem>> {
    let (setup, mut problems) = FirefightSetup::read(value, &["open"])?;
    problems.extend(setup.mission.problems(None, 0));
    let Ground { zones, covers } = setup.field.ground(setup.rules.border_cost, &mut problems);
    let (mut figures, mut profiles) = (Vec::new(), Vec::new());
    for (side, name, squad) in setup.squads() {
        let mut report = |what: &str, message: String| {
            problems.push(Problem::new(format!("{}.{name}.{what}", side.name()), message));
        };
        let zone = zone_of(&zones, side, squad, &mut report);
        let bodies = raised(&setup.rules, side, squad, zone, &mut report);
        figures.extend(Figure::squad(side, name, bodies.len() as u8));
        let doctrine = squad.doctrine();
        let profile = |(body, start)| Profile::new(&setup.rules, side, body, start, doctrine);
        profiles.extend(bodies.into_iter().map(profile));
    }
    for side in Side::ALL {
        if setup.squads().all(|(of, ..)| of != side) {
            problems.push(Problem::new(side.name(), "a side without members, expected at least one squad"));
        }
    }
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
            profiles.push(Profile::new(&setup.rules, Side::Red, Body::Machine, start, doctrine));
        }
    }
    let engage::Setup { rules, field, turn_limit, .. } = setup;
    let first = match rules.first {
        First::Players => FirstGo::Side(Side::Blue),
        First::Npcs => FirstGo::Side(Side::Red),
        First::Contest => FirstGo::Contest,
    };
    let men = profiles.iter().filter(|profile| !matches!(profile.body, Body::Machine)).count();
    let blues = profiles.iter().filter(|profile| profile.side == Side::Blue).count();
    let mut battle = Firefight {
        edge_points: rules.edge_points.unwrap_or(blues as u16),
        rules,
        medics: Firefight::medics_of(&profiles),
        profiles,
        blues,
        men,
        zones: Arc::new(zones),
        covers,
        first,
        terms: Terms {
            points: field.plot_points,
            breaks: BySide { blue: field.blue_breaks, red: field.red_breaks },
            turn_limit,
            ..Terms::default()
        },
    };
    settle(&mut battle);
    Ok(CompiledFight { figures, battle })
}

/// The starting zone of a squad.
fn zone_of(zones: &Zones, side: Side, squad: &Squad, report: &mut impl FnMut(&str, String)) -> u8 {
    let name = squad.at.as_deref().unwrap_or(side.name());
    // A single zone needs no name.
    let only = (zones.zones().len() == 1 && squad.at.is_none()).then_some(0);
    zones.find(name).or(only).unwrap_or_else(|| {
        let names: Vec<String> = zones.zones().iter().map(|zone| zone.name.clone()).collect();
        report("at", format!("there is no zone `{name}` to begin in, {}", engage::expected(&names)));
        0
    })
}

/// The characters or units of a squad with their starting states; none if its keys contradict each other.
fn raised(
    rules: &Rules,
    side: Side,
    squad: &Squad,
    zone: u8,
    report: &mut impl FnMut(&str, String),
) -> Vec<(Body, Start)> {
    let (key, message) = match (squad.quality, squad.approach, squad.direct_action) {
        (None, Some(approach), Some(direct_action)) => {
            check_character(squad, report);
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
            return vec![(Body::Character(character), start); squad.count.into()];
        }
        (Some(quality), None, None) if side == Side::Red => {
            check_unit(squad, report);
            return units(rules, squad, quality.0, zone, report);
        }
        (Some(_), None, None) => ("quality", "blue is the players' side: expected `approach` and `direct_action`"),
        (Some(_), ..) => ("quality", "a squad has characters or combatants: expected either `quality` or traits"),
        (None, Some(_), None) => ("direct_action", "a character also needs this die"),
        (None, None, Some(_)) => ("approach", "a character also needs this die"),
        (None, None, None) if side == Side::Blue => ("count", "expected a character's `approach` and `direct_action`"),
        (None, None, None) => {
            ("count", "expected the combatants' `quality`, or a character's `approach` and `direct_action`")
        }
    };
    report(key, message.to_owned());
    Vec::new()
}

/// Reports keys that have no meaning for characters, and states in which no character begins a fight.
fn check_character(squad: &Squad, report: &mut impl FnMut(&str, String)) {
    for (what, track) in [("trauma", squad.trauma), ("stress", squad.stress)] {
        if track == Track::Out {
            report(what, "nobody begins out of the conflict, expected `none` or a die".to_owned());
        }
    }
    if !squad.specialists.is_empty() {
        report("specialists", "specialists are members of units: expected none in a squad of characters".to_owned());
    }
    if squad.complication.0.is_some() {
        report("complication", "applies to units; a character has `trauma` and `stress`".to_owned());
    }
    if squad.unit.is_some() {
        let message = "applies to combatants, who form units; each character acts for himself: leave it out";
        report("unit", message.to_owned());
    }
}

/// Reports keys that have no meaning for units.
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
        report(what, "applies to characters; combatants have a `quality`".to_owned());
    }
}

/// The units of a squad's combatants, as even as possible (CX2-unit-2). If enemies fight one to one, each is alone
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
            Specialist { speciality: one.kind, die, own: one.specialist_die.map_or(die, |die| die.0) }
        })
        .collect();
    let count = squad.count.div_ceil(most);
    // The specialists belong to the first unit, or come first if each is alone.
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

impl Squad {
    /// How its player fights.
    fn doctrine(&self) -> Doctrine {
        doctrine_of!(self => player keep effect_shown_tie effect_order removal plot_points activation put_out shake_off
            suppress medic grenadier marksman flamethrower drones flank take_cover target_players target_npcs movement)
    }
}
