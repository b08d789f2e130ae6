//! A scenario's squads of Part I, and their mistakes.

use std::cell::RefCell;

use chance::{Die, Pool};
use engage::{BySide, Figure, Outcome, Problem, Side, Step};

use super::battle::{Fireteams, MOST_TEAMS, Members, Squadron};
use super::state::NOBODY;
use crate::combat::too_many;
use crate::die::{Condition, Dice, Given, Track};
use crate::fight::Terms;
use crate::group::Group;
use crate::options::{BreakAt, EffectOrder, InjuryDice, KeepDice, Party, PreparedLimit, Removal, ShownTie};
use crate::played::CompiledFight;
use crate::player::doctrine::{Activation, Doctrine, PlayerKind, PlotPoints};
use crate::player::{ExternalPlayer, Player};
use crate::rules::Rules;
use crate::team::{Harm, MOST, Numbers, Operator, operator_die};

engage::keys! {
    /// Identical members of a fireteam: operators on blue's side, which is the players', and combatants on red's.
    Squad {
        /// Number of members; a fireteam has at most 6 (CX1-scope-4, CX1-npc-2). A squad of 0 takes no part.
        count "Members": u8 in 0..=6 = 1,
        /// The fireteam that they belong to, 1 to 4; squads of a side with the same number are one fireteam, in alphabetical order.
        fireteam: u8 in 1..=4 = 1,
        /// An operator's Direct Action die (CX1-pc-3).
        direct_action: Option<Given>,
        /// An operator's CQB specialisation (CX1-pc-3).
        cqb "CQB": Condition = Condition::default(),
        /// An operator's Tactics specialisation, which counts for the leader (CX1-pc-2).
        tactics: Condition = Condition::default(),
        /// An operator's Physical Trauma at the start, `none` or a die; nobody begins out of the conflict (CX0-11).
        trauma: Track = Track::default(),
        /// An operator's Physical Stress at the start, `none` or a die (CX0-11).
        stress: Track = Track::default(),
        /// The Quality Die of red's combatants (CX1-npc-1).
        quality: Option<Given>,
        /// Prepared assets, which serve the whole fireteam (CX1-factor-3).
        assets: Dice = Dice::default(),
        /// The Complication of a red fireteam at the start, set by its first squad (CX1-harm-7); left out,
        /// `field.red_complication`.
        complication: Option<Condition>,
    }
    chosen {
        /// Who plays the fireteam; its first squad sets this key and those below.
        player: Option<PlayerKind>,
        /// Which two dice make the actor's total (CX0-4); left out, `max_effect`.
        keep "Dice kept": Option<KeepDice>,
        /// Which of several dice of equal size is the effect die (CX0-5).
        effect_shown_tie: Option<ShownTie>,
        /// The order of several effect dice on one fireteam (CX1-effect-5).
        effect_order: Option<EffectOrder>,
        /// The member that an effect die takes out (CX1-harm-6).
        removal: Option<Removal>,
        /// When a plot point is spent (CX0-15).
        plot_points: Option<PlotPoints>,
        /// Which fireteam of the side goes next (CX2-init-1).
        activation: Option<Activation>,
    }
}

engage::options! {
    /// The order of exposure, in which numbers are dealt (CX1-harm-2).
    Exposure {
        /// Roster order.
        Roster,
        /// The least injured first.
        LeastInjured,
        /// The leader last.
        LeaderLast,
    }
    /// Who leads (CX1-pc-2).
    Leader {
        /// The first member in the roster.
        First,
        /// The member with the largest Tactics Die.
        BestTactics,
    }
}

engage::rules! {
    /// Where a fight of fireteams takes place: one room, without positions (CX1-scope-1).
    Field {
        /// Blue's tech asset, a die in each of its pools (CX1-factor-2).
        blue_tech_asset: Condition,
        /// Red's tech asset.
        red_tech_asset: Condition,
        /// Red's Complication at the start, for each of its fireteams that does not set its own (CX1-harm-7).
        red_complication: Condition,
        /// The players' plot points at the start (CX0-15).
        plot_points: u8 in 0..=24,
        /// The order of exposure of blue's fireteams (CX1-harm-2).
        exposure: Exposure,
        /// Who leads each of blue's fireteams (CX1-pc-2).
        leader: Leader,
        /// When blue withdraws, at the end of a turn (clarification 14).
        blue_breaks: BreakAt,
        /// When red withdraws.
        red_breaks: BreakAt,
    }
}

/// The part of a scenario that is a fight of fireteams.
pub type FireteamSetup = engage::Setup<Rules, Field, Squad>;

/// Builds a battle from a scenario.
pub(crate) fn compile(
    value: &serde_json::Value,
    _map: Option<&std::sync::Arc<engage::Map>>,
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

pub(crate) fn compiled(value: &serde_json::Value) -> Result<CompiledFight<Fireteams>, Vec<Problem>> {
    let (setup, mut problems) = FireteamSetup::read(value, &["open"])?;
    problems.extend(setup.mission.problems(None, 0));
    for (side, name, squad) in setup.squads() {
        check(&format!("{}.{name}", side.name()), side, squad, &mut problems);
    }
    let mut teams = Vec::new();
    let mut figures = Vec::new();
    for side in Side::ALL {
        if setup.squads().all(|(of, ..)| of != side) {
            problems.push(Problem::new(side.name(), "a side without a fireteam, expected at least one squad"));
        }
        for number in 1..=MOST_TEAMS as u8 {
            let squads: Vec<(&str, &Squad)> = setup
                .squads()
                .filter(|(of, _, squad)| *of == side && squad.fireteam == number)
                .map(|(_, name, squad)| (name, squad))
                .collect();
            if let Some(&(name, _)) = squads.first()
                && let Some(team) = fireteam(&setup, side, &squads, &mut problems)
            {
                teams.push(team);
                figures.push(Figure { side, squad: name.to_owned(), name: name.to_owned() });
            }
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let engage::Setup { rules, field, turn_limit, .. } = setup;
    let initiative = match rules.initiative {
        Party::Players => Side::Blue,
        Party::Npcs => Side::Red,
    };
    let battle = Fireteams {
        rules,
        players: teams.iter().filter(|team| team.side() == Side::Blue).count(),
        teams,
        initiative,
        terms: Terms {
            points: field.plot_points,
            breaks: BySide { blue: field.blue_breaks, red: field.red_breaks },
            turn_limit,
            ..Terms::default()
        },
    };
    Ok(CompiledFight { figures, battle })
}

/// Reports the mistakes of one squad by itself.
fn check(key: &str, side: Side, squad: &Squad, problems: &mut Vec<Problem>) {
    let mut report = |what: &str, message: &str| problems.push(Problem::new(format!("{key}.{what}"), message));
    let operators = [
        ("cqb", squad.cqb != Condition::default()),
        ("tactics", squad.tactics != Condition::default()),
        ("trauma", squad.trauma != Track::None),
        ("stress", squad.stress != Track::None),
        ("plot_points", squad.plot_points.is_some()),
    ];
    for (what, track) in [("trauma", squad.trauma), ("stress", squad.stress)] {
        if track == Track::Out {
            report(what, "nobody begins out of the conflict, expected `none` or a die");
        }
    }
    match side {
        Side::Blue => {
            if squad.complication.is_some() {
                report("complication", "applies to the umpire's fireteams; operators have `trauma` and `stress`");
            }
            if squad.quality.is_some() {
                report("quality", "blue is the players' side: expected `direct_action` in place of a Quality Die");
            } else if squad.direct_action.is_none() {
                report("direct_action", "an operator needs a die, expected one of d4, d6, d8, d10, d12");
            }
        }
        Side::Red => {
            if squad.direct_action.is_some() {
                report("direct_action", "red is the umpire's side: expected `quality` in place of operators' traits");
            } else if squad.quality.is_none() {
                report("quality", "a combatant needs a die, expected one of d4, d6, d8, d10, d12");
            }
            for (what, _) in operators.into_iter().filter(|(_, given)| *given) {
                report(what, "applies to operators, who are blue");
            }
        }
    }
}

/// A fireteam from its squads; none if one of them lacks its dice.
fn fireteam(
    setup: &FireteamSetup,
    side: Side,
    squads: &[(&str, &Squad)],
    problems: &mut Vec<Problem>,
) -> Option<Squadron> {
    let (first, leading) = squads[0];
    let mut report = |name: &str, what: &str, why: String| {
        problems.push(Problem::new(format!("{}.{name}.{what}", side.name()), why))
    };
    let count: usize = squads.iter().map(|(_, squad)| usize::from(squad.count)).sum();
    if count > MOST {
        report(first, "count", format!("{count} members, expected at most 6 in a fireteam"));
        return None;
    }
    for (name, squad) in &squads[1..] {
        for what in squad.of_the_fireteam() {
            report(name, what, format!("a fireteam acts as one: expected this key in its first squad, `{first}`"));
        }
    }
    let prepared = squads.iter().fold(Pool::EMPTY, |all, (_, squad)| all.and(squad.assets.0));
    let most = match setup.rules.prepared_limit {
        PreparedLimit::Members => count as u8,
        PreparedLimit::Number(0) => u8::MAX,
        PreparedLimit::Number(most) => most,
    };
    if prepared.dice() > most {
        let why = format!("{} prepared assets, expected at most {most} (`rules.prepared_limit`)", prepared.dice());
        report(first, "assets", why);
    }
    let tech = BySide { blue: setup.field.blue_tech_asset, red: setup.field.red_tech_asset }[side];
    let assets = prepared.and(tech.0.into());
    let members = match side {
        Side::Blue => operators(setup, squads)?,
        Side::Red => {
            let each = squads.iter().map(|(_, squad)| Some(Pool::EMPTY.with(squad.quality?.0, squad.count)));
            let qualities = each.collect::<Option<Vec<_>>>()?.into_iter().fold(Pool::EMPTY, Pool::and);
            let complication = leading.complication.unwrap_or(setup.field.red_complication).0;
            Members::Npcs(Group { qualities, complication })
        }
    };
    // With the most dice that the other side may add.
    let injuries = if setup.rules.injury_dice == InjuryDice::EveryDie { 2 * MOST as u8 } else { MOST as u8 };
    let most = match &members {
        Members::Operators(operators, ..) => operators.iter().map(|of| of.die).collect::<Pool>().with(Die::D12, 2),
        Members::Npcs(group) => group.qualities.with(Die::D12, injuries),
    };
    if let Some(message) = too_many(assets.and(most)) {
        report(first, "assets", format!("with the dice that the other side may add, up to {message}"));
    }
    Some(Squadron { members, assets, doctrine: leading.doctrine() })
}

impl Squad {
    /// The keys it gives that only the first squad of a fireteam may give.
    fn of_the_fireteam(&self) -> impl Iterator<Item = &'static str> {
        let keys = [
            ("player", self.player.is_some()),
            ("complication", self.complication.is_some()),
            ("keep", self.keep.is_some()),
            ("effect_shown_tie", self.effect_shown_tie.is_some()),
            ("effect_order", self.effect_order.is_some()),
            ("removal", self.removal.is_some()),
            ("plot_points", self.plot_points.is_some()),
            ("activation", self.activation.is_some()),
        ];
        keys.into_iter().filter(|(_, given)| *given).map(|(key, _)| key)
    }

    /// How its player fights.
    fn doctrine(&self) -> Doctrine {
        Doctrine {
            player: self.player.unwrap_or_default(),
            keep: self.keep.unwrap_or(KeepDice::MaxEffect),
            effect_shown_tie: self.effect_shown_tie.unwrap_or_default(),
            effect_order: self.effect_order.unwrap_or_default(),
            removal: self.removal.unwrap_or_default(),
            plot_points: self.plot_points.unwrap_or_default(),
            activation: self.activation.unwrap_or_default(),
            ..Doctrine::default()
        }
    }
}

/// The operators of a fireteam, the leader first, with their order of exposure.
fn operators(setup: &FireteamSetup, squads: &[(&str, &Squad)]) -> Option<Members> {
    let mut members = Vec::new();
    for (_, squad) in squads {
        let die = operator_die(&setup.rules, squad.direct_action?.0, squad.cqb.0);
        let member = (Operator { die, tactics: squad.tactics.0 }, Harm { trauma: squad.trauma, stress: squad.stress });
        members.extend(std::iter::repeat_n(member, squad.count.into()));
    }
    if setup.field.leader == Leader::BestTactics {
        let best = (0..members.len()).rev().max_by_key(|&member| members[member].0.tactics)?;
        members[..=best].rotate_right(1);
    }
    let mut order: Vec<u8> = (0..MOST as u8).collect();
    match setup.field.exposure {
        Exposure::Roster => {}
        Exposure::LeastInjured => order[..members.len()].sort_by_key(|&member| members[usize::from(member)].1.larger()),
        Exposure::LeaderLast => order[..members.len()].rotate_left(1),
    }
    let mut harms = [NOBODY; MOST];
    harms.iter_mut().zip(&members).for_each(|(harm, member)| *harm = member.1);
    let numbers = Numbers::exposed(std::array::from_fn(|place| order[place]));
    Some(Members::Operators(members.into_iter().map(|member| member.0).collect(), numbers, harms))
}
