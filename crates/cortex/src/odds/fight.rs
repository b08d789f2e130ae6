//! Fights to the end or for some turns, solved as chains (CX1-seq-1, CX2-init-1).

use std::sync::Arc;

use chance::exact::{ANY_STATES, Limits, Ratio};
use chance::{Die, KnownDeck};
use engage::{Answer, Border, BySide, Finding, Game, Manner, Problem, Side, Value, Zone, Zones, game, too_large};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{Shares, add, of, shares, situation, throwable};
use super::team::harmed;
use crate::combat::Character;
use crate::die::{Condition, Dice, Given, Track};
use crate::ending;
use crate::fight::{Fight, Terms};
use crate::firefight::{self, Firefight, FirstGo, MOST_FIGURES, Profile, Specialist, Speciality};
use crate::fireteam::{self, Fireteams, NOBODY, Squadron};
use crate::group::Group;
use crate::options::{First, Grouping, Hitches, InjuryDice, Party as Who, PreparedLimit};
use crate::played::PlayedBattle;
use crate::player::ByDoctrine;
use crate::player::doctrine::{Activation, Doctrine, DronesUse, Flank, Orders, PlayerKind, PlotPoints, TakeCover};
use crate::rules::Rules;
use crate::team::{Harm, MOST, Numbers, Operator};

const FOUGHT: &[Finding] = &[
    Finding::chance("players_win").first(),
    Finding::chance("npcs_win").first(),
    Finding::chance("undecided").first(),
    Finding::chance("players_up_*").called("* players in action at the end"),
    Finding::chance("npcs_up_*").called("* NPCs in action at the end"),
    Finding::chance("ends_on_turn_*").called("Ends on turn *"),
    Finding::mean("mean_turns", "turns").called("Turns"),
];

/// Turns after which a fight counts as unresolved.
const TURNS: u32 = 1_000_000;
/// The solver stops when less probability than this is left; that also bounds the error of the mean number of turns.
const TOLERANCE: f64 = 1e-18;
/// The most states and turns of a fight answered in fractions.
const IN_FRACTIONS: (usize, u16) = (3000, 3);

/// An operator in a fight.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FightOperator {
    /// His Operator Die.
    die: Given,
    /// His Tactics specialisation.
    #[serde(default)]
    tactics: Condition,
    /// His Physical Trauma.
    #[serde(default)]
    trauma: Track,
    /// His Physical Stress.
    #[serde(default)]
    stress: Track,
}

/// Parameters of `cqb_fight` and `exchange`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CqbFight {
    /// The operators in roster order, the leader first; at most six.
    operators: Vec<FightOperator>,
    /// The operators’ assets.
    #[serde(default)]
    team_assets: Dice,
    /// The NPCs’ Quality Dice.
    qualities: Dice,
    /// The NPCs’ Complication.
    #[serde(default)]
    complication: Condition,
    /// The NPCs’ assets.
    #[serde(default)]
    npc_assets: Dice,
    /// The side with the initiative; left out, the option `initiative` decides.
    initiative: Option<Who>,
    /// The operators’ plot points, each spent on a roll that a third die saves.
    #[serde(default)]
    #[schemars(range(max = 24))]
    points: u8,
    /// Turns after which the fight is broken off; left out, it goes on to the end.
    #[schemars(range(min = 1, max = 10_000))]
    turn_limit: Option<u16>,
    /// Decisions that differ from what players do by default; they may also be given among the options.
    #[serde(default)]
    decisions: Doctrine,
    /// Rules that differ from the rulebook as printed.
    #[serde(default)]
    options: Rules,
}

situation! {
    /// A fireteam of operators against an NPC fireteam in close quarters, to the end or for a number of turns.
    struct ToTheEnd(CqbFight);
    id: "cqb_fight",
    label: "Fight of fireteams",
    findings: FOUGHT,
    solve: cqb_fight,
}

situation! {
    /// One turn between a fireteam of operators and an NPC fireteam.
    struct OneTurn(CqbFight);
    id: "exchange",
    label: "One turn of fireteams",
    findings: &[
        Finding::chance("npcs_removed_*").called("* NPCs taken out").first(),
        Finding::chance("npcs_complication_*").called("Complication *"),
        Finding::chance("hurt_*").called("* hurt"),
        Finding::chance("down_*").called("* taken out"),
        Finding::chance("*_hit").called("* is hit").first(),
        Finding::chance("*_trauma_*").called("*: Trauma *"),
        Finding::chance("*_stress_*").called("*: Stress *"),
    ],
    solve: exchange,
}

impl CqbFight {
    fn fireteams(&self) -> Result<Fireteams, Problem> {
        let rules = &self.options;
        let members = self.operators.len();
        if !(1..=MOST).contains(&members) {
            return Err(Problem::new("operators", format!("{members} members, expected 1 to {MOST}")));
        }
        let mut harms = [NOBODY; MOST];
        for (harm, member) in harms.iter_mut().zip(&self.operators) {
            *harm = Harm { trauma: member.trauma, stress: member.stress };
        }
        let up = harms.iter().filter(|harm| harm.in_action()).count() as u8;
        if up == 0 {
            return Err(Problem::new("operators", "expected at least one member in action"));
        }
        let qualities = self.qualities.0;
        if !(1..=6).contains(&qualities.dice()) {
            return Err(Problem::new("qualities", format!("{} combatants, expected 1 to 6", qualities.dice())));
        }
        let each = if rules.injury_dice == InjuryDice::EveryDie { 2 } else { 1 };
        throwable("qualities", qualities.and(self.npc_assets.0).with(Die::D12, up * each))?;
        let team: chance::Pool = self.operators.iter().map(|member| member.die.0).collect();
        throwable("team_assets", team.and(self.team_assets.0).with(Die::D12, 2))?;
        prepared("team_assets", rules, self.team_assets.0, up)?;
        let mut doctrine = Doctrine { player: PlayerKind::Standard, activation: Activation::Roster, ..self.decisions };
        // This situation spends points only on a third die that saves a roll.
        let saves = matches!(doctrine.plot_points, PlotPoints::SaveRoll | PlotPoints::Both) || self.points > 0;
        doctrine.plot_points = if saves { PlotPoints::SaveRoll } else { PlotPoints::Never };
        let operators = self.operators.iter().map(|of| Operator { die: of.die.0, tactics: of.tactics.0 }).collect();
        let team = fireteam::Members::Operators(operators, Numbers::ROSTER, harms);
        let npcs = fireteam::Members::Npcs(Group { qualities, complication: self.complication.0 });
        let squadron = |members, assets: Dice| Squadron { members, assets: assets.0, doctrine };
        let breaks = self.decisions.break_at;
        Ok(Fireteams {
            rules: rules.clone(),
            teams: vec![squadron(team, self.team_assets), squadron(npcs, self.npc_assets)],
            players: 1,
            initiative: side(self.initiative.unwrap_or(rules.initiative)),
            terms: Terms {
                points: self.points,
                breaks: BySide { blue: breaks, red: breaks },
                turn_limit: self.turn_limit.unwrap_or(u16::MAX),
                ..Terms::default()
            },
        })
    }
}

/// The side of the players or of the umpire.
const fn side(who: Who) -> Side {
    match who {
        Who::Players => Side::Blue,
        Who::Npcs => Side::Red,
    }
}

/// The most prepared assets (clarification 15). A tech asset may be one of them.
fn prepared(key: &str, rules: &Rules, assets: chance::Pool, members: u8) -> Result<(), Problem> {
    let most = match rules.prepared_limit {
        PreparedLimit::Members => members + 1,
        PreparedLimit::Number(0) => return Ok(()),
        PreparedLimit::Number(most) => most + 1,
    };
    if assets.dice() > most {
        return Err(Problem::new(key, format!("{} assets, expected at most {most}", assets.dice())));
    }
    Ok(())
}

/// A kind of specialist.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum TroopSpeciality {
    /// Suppresses targets.
    MachineGunner,
    /// Brings the fallen back.
    Medic,
    /// Bypasses armour.
    Marksman,
    /// Adds a die to the attack.
    Grenadier,
    /// Sets targets on fire.
    Flamethrower,
}

/// A specialist.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TroopSpecialist {
    /// His speciality.
    kind: TroopSpeciality,
    /// His Quality Die.
    die: Given,
}

/// A character in a firefight.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Person {
    /// Approach.
    approach: Given,
    /// Direct Action.
    direct_action: Given,
    /// The CQB specialisation.
    #[serde(default)]
    cqb: Condition,
    /// The Marksmanship specialisation.
    #[serde(default)]
    marksmanship: Condition,
    /// Further dice in attacks.
    #[serde(default)]
    attack: Dice,
    /// Further dice in resistance.
    #[serde(default)]
    resist: Dice,
    /// Armour.
    #[serde(default)]
    armour: Condition,
    /// Physical Trauma.
    #[serde(default)]
    trauma: Track,
    /// Physical Stress.
    #[serde(default)]
    stress: Track,
}

/// A unit in a firefight.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Troops {
    /// Quality Dice of all members.
    qualities: Dice,
    /// The Complication.
    #[serde(default)]
    complication: Condition,
    /// The specialists among them; each is one of the members with his Quality Die.
    #[serde(default)]
    specialists: Vec<TroopSpecialist>,
}

situation! {
    /// Characters against units at one distance, to the end or for a number of turns.
    struct Fought {
        /// The characters in roster order, at most six.
        characters: Vec<Person>,
        /// The units in order, at most six.
        units: Vec<Troops>,
        /// Zones between the characters and the units.
        #[serde(default)]
        #[schemars(range(min = 0, max = 100))]
        zones_apart: u16,
        /// The Cover Rating of the units’ zone.
        #[serde(default)]
        npc_cover: Condition,
        /// The Cover Rating of the characters’ zone.
        #[serde(default)]
        player_cover: Condition,
        /// The umpire’s Edge Points.
        #[schemars(range(min = 0, max = 1000))]
        edge_points: Option<u16>,
        /// The side that goes first; left out, the option `first` decides.
        first: Option<Who>,
        /// Turns after which the fight is broken off; left out, it goes on to the end.
        #[schemars(range(min = 1, max = 10_000))]
        turn_limit: Option<u16>,
    }
    id: "firefight",
    label: "Firefight",
    findings: FOUGHT,
    solve: firefight,
}

impl Fought {
    fn firefight(&self) -> Result<Firefight, Problem> {
        let rules = &self.options;
        for (key, count) in [("characters", self.characters.len()), ("units", self.units.len())] {
            if !(1..=MOST).contains(&count) {
                return Err(Problem::new(key, format!("{count} {key}, expected 1 to {MOST}")));
            }
        }
        let apart = self.zones_apart.min(2) as u8;
        let mut profiles = self.players()?;
        profiles.extend(self.enemies(apart)?);
        let first = self.first.unwrap_or(match rules.first {
            First::Npcs => Who::Npcs,
            First::Players | First::Contest => Who::Players,
        });
        // A line of zones: the players in the first, the others in the last.
        let zone = |number: u8| Zone { name: number.to_string(), note: String::new() };
        let zones = Zones::new(
            (0..=apart).map(zone).collect(),
            (0..apart).map(|one| Border { ends: [one, one + 1], cost: 1 }).collect(),
        );
        let cover = BySide { blue: self.player_cover.0, red: self.npc_cover.0 };
        Ok(Firefight {
            edge_points: self.edge_points.or(rules.edge_points).unwrap_or(0),
            // Part I's hitches have no part in this situation.
            rules: Rules { hitches: Hitches::Never, ..rules.clone() },
            blues: self.characters.len(),
            men: profiles.len(),
            medics: Firefight::medics_of(&profiles),
            profiles,
            covers: vec![cover; zones.zones().len()],
            zones: Arc::new(zones),
            first: FirstGo::Side(side(first)),
            terms: Terms { turn_limit: self.turn_limit.unwrap_or(u16::MAX), ..Terms::default() },
        })
    }

    /// The characters, in the first zone.
    fn players(&self) -> Result<Vec<Profile>, Problem> {
        for (number, person) in self.characters.iter().enumerate() {
            if let Some((what, message)) = person.character().too_many_dice().next() {
                return Err(Problem::new(format!("characters[{number}].{what}"), message));
            }
        }
        let doctrine = self.doctrine();
        let player = |person: &Person| {
            let start = firefight::Start { zone: 0, harm: person.harm(), group: Group::NOBODY };
            Profile::new(&self.options, Side::Blue, firefight::Body::Character(person.character()), start, doctrine)
        };
        let profiles: Vec<Profile> = self.characters.iter().map(player).collect();
        if !profiles.iter().any(|profile| profile.start.harm.in_action()) {
            return Err(Problem::new("characters", "expected at least one member in action"));
        }
        Ok(profiles)
    }

    /// The units, or their members one by one (CX2-scope-4), `apart` zones from the players.
    fn enemies(&self, apart: u8) -> Result<Vec<Profile>, Problem> {
        let doctrine = self.doctrine();
        let mut profiles = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            let unit = unit.unit(number)?;
            let units = match self.options.grouping {
                Grouping::Units => vec![unit],
                Grouping::Single => singly(unit),
            };
            profiles.extend(units.into_iter().map(|(group, specialists)| {
                let start = firefight::Start { zone: apart, harm: Harm::SOUND, group };
                Profile::new(&self.options, Side::Red, firefight::Body::Unit(specialists), start, doctrine)
            }));
        }
        let (units, most) = (profiles.len(), MOST_FIGURES - self.characters.len());
        if units > most {
            return Err(Problem::new("units", format!("{units} enemies one by one, expected at most {most}")));
        }
        Ok(profiles)
    }

    /// The decisions that this situation leaves open; the others are fixed.
    fn doctrine(&self) -> Doctrine {
        Doctrine {
            player: PlayerKind::Standard,
            activation: Activation::Roster,
            drones: DronesUse::Never,
            flank: Flank::Never,
            movement: Orders::Hold,
            take_cover: TakeCover::Never,
            plot_points: PlotPoints::Never,
            ..self.decisions
        }
    }
}

impl Person {
    const fn harm(&self) -> Harm {
        Harm { trauma: self.trauma, stress: self.stress }
    }

    const fn character(&self) -> Character {
        Character {
            approach: self.approach.0,
            direct_action: self.direct_action.0,
            cqb: self.cqb.0,
            marksmanship: self.marksmanship.0,
            analysis: None,
            tactics: None,
            attack: self.attack.0,
            resist: self.resist.0,
            armour: self.armour.0,
        }
    }
}

impl Troops {
    fn unit(&self, number: usize) -> Result<(Group, Vec<Specialist>), Problem> {
        let qualities = self.qualities.0;
        let key = |part: &str| format!("units[{number}].{part}");
        if !(1..=8).contains(&qualities.dice()) {
            return Err(Problem::new(key("qualities"), format!("{} members, expected 1 to 8", qualities.dice())));
        }
        let specialists: chance::Pool = self.specialists.iter().map(|one| one.die.0).collect();
        for die in Die::ALL {
            if specialists.count(die) > qualities.count(die) {
                return Err(Problem::new(key("specialists"), format!("more specialists with {die} than members")));
            }
        }
        let listed = |one: &TroopSpecialist| Specialist {
            speciality: match one.kind {
                TroopSpeciality::MachineGunner => Speciality::MachineGunner,
                TroopSpeciality::Medic => Speciality::Medic,
                TroopSpeciality::Marksman => Speciality::Marksman,
                TroopSpeciality::Grenadier => Speciality::Grenadier,
                TroopSpeciality::Flamethrower => Speciality::Flamethrower,
            },
            die: one.die.0,
            own: one.die.0,
        };
        let group = Group { qualities, complication: self.complication.0 };
        Ok((group, self.specialists.iter().map(listed).collect()))
    }
}

/// The members of a unit one by one (CX2-scope-4): specialists first, as listed, then the others. The first one holds
/// the Complication.
fn singly((group, specialists): (Group, Vec<Specialist>)) -> Vec<(Group, Vec<Specialist>)> {
    let others = specialists.iter().fold(group.qualities, |others, one| others.without(one.die));
    let listed = specialists.into_iter().map(|one| (one.die, vec![one]));
    let all = listed.chain(others.iter().map(|die| (die, Vec::new())));
    let alone = all.zip(std::iter::once(group.complication).chain(std::iter::repeat(None)));
    let alone = alone.map(|((die, own), complication)| (Group { qualities: Some(die).into(), complication }, own));
    alone.collect()
}

fn cqb_fight(parameters: &CqbFight) -> Result<Answer, Problem> {
    fought(&parameters.fireteams()?, parameters.turn_limit, |state| state.turn)
}

fn firefight(parameters: &Fought) -> Result<Answer, Problem> {
    fought(&parameters.firefight()?, parameters.turn_limit, |state| state.turn)
}

/// The end of a fight: its ending, the members of blue and red in action, and the turn.
type End = (u8, u8, u8, u16);

/// Solves a fight, in fractions if it is short and small, else as a chain.
fn fought<F: Fight + Clone>(fight: &F, limit: Option<u16>, turn: impl Fn(&F::State) -> u16) -> Result<Answer, Problem>
where
    for<'a> PlayedBattle<'a, F, ByDoctrine>: Game<State<KnownDeck> = F::State>,
{
    let rounds = limit.map_or(TURNS, u32::from);
    let limits = Limits { budget: ANY_STATES, rounds, tolerance: TOLERANCE, endless: true };
    let end = |state: &F::State, ending: u8| -> End {
        (ending, fight.members(state, Side::Blue), fight.members(state, Side::Red), turn(state))
    };
    let played = PlayedBattle { battle: fight, players: ByDoctrine };
    let solved = game::solve(&played, limits, |state, ending, _| end(state, ending)).map_err(too_large)?;
    if limit.is_some_and(|turns| turns <= IN_FRACTIONS.1) && solved.states <= IN_FRACTIONS.0 {
        let mut counted = fight.clone();
        counted.terms_mut().counts = true;
        let counted = PlayedBattle { battle: &counted, players: ByDoctrine };
        let odds = game::in_fractions(&counted, limit.unwrap_or(1), |state, ending| end(state, ending))?;
        return Ok(shares(&odds, |&outcome| words(outcome, limit)).into());
    }
    let mut found = std::collections::BTreeMap::<String, f64>::new();
    let mut mean = 0.0;
    let mut add = |outcome: End, weight: f64| {
        for word in words(outcome, limit) {
            *found.entry(word).or_insert(0.0) += weight;
        }
    };
    for (turn, &(ending, players, npcs, _), weight) in solved.outcomes() {
        mean += f64::from(turn) * weight;
        add((ending, players, npcs, turn as u16), weight);
    }
    // A fight that can never end has no mean length.
    for (state, weight) in solved.live {
        if limit.is_some() {
            add(end(&state, ending::TURN_LIMIT), weight);
        }
    }
    if limit.is_none() && solved.endless == 0.0 {
        found.insert("mean_turns".to_owned(), mean);
    }
    let values = found.into_iter().map(|(word, share)| Value::decimal(word, share));
    let unresolved = if limit.is_some() { 0.0 } else { solved.unresolved - solved.endless };
    Ok(Answer { manner: Manner::Chain { states: solved.states, unresolved }, values: values.collect() })
}

fn words((ending, players, npcs, turn): End, limit: Option<u16>) -> Vec<String> {
    let who = match ending::ENDINGS[usize::from(ending)].winner {
        Some(Side::Blue) => "players_win",
        Some(Side::Red) => "npcs_win",
        None => "undecided",
    };
    let ends = (limit.is_some() && who != "undecided").then(|| format!("ends_on_turn_{turn}"));
    [who.to_owned(), format!("players_up_{players}"), format!("npcs_up_{npcs}")].into_iter().chain(ends).collect()
}

fn exchange(parameters: &CqbFight) -> Result<Shares, Problem> {
    let mut fight = parameters.fireteams()?;
    fight.terms.turn_limit = 1;
    let (played, start) = (PlayedBattle { battle: &fight, players: ByDoctrine }, fight.at_start());
    let after = |state: &fireteam::FireteamState, _| (state.teams[0].harms, state.groups[0]);
    let odds = game::in_fractions(&played, 1, after)?;
    let (members, before) = (parameters.operators.len(), after(&start, 0));
    let mut found = Shares::new();
    let one = |words: Vec<String>, share: &Ratio, found: &mut Shares| {
        words.into_iter().for_each(|word| add(found, word, share.clone()));
    };
    for ((harms, group), share) in &odds.outcomes {
        one(harmed(&before.0[..members], &harms[..members]), share, &mut found);
        let removed = before.1.qualities.dice() - group.qualities.dice();
        let npcs = vec![format!("npcs_removed_{removed}"), of("npcs_complication", group.complication)];
        one(npcs, share, &mut found);
    }
    Ok(found)
}
