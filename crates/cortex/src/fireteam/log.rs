//! The log of a fight of fireteams (nothing here runs in unobserved play).

use chance::{Die, Fact, Pool, Step};

use super::battle::{Fireteams, Members};
use super::state::FireteamState;
use crate::die::Track;
use crate::facts::{self, Change, Source, step, with_change, with_roll};
use crate::group::Group;
use crate::options::{InjuryDice, LeaderDown};
use crate::recover::hitches_in_words;
use crate::roll::{ByRole, Opposed, Role, Rolled};
use crate::team::{Harm, MOST, Struck, injury_dice, leaders_die};

/// Members by their places in the roster, from 0.
fn members(places: impl Iterator<Item = usize>) -> Fact {
    Fact::List(places.map(|place| (place as u8).into()).collect())
}

/// A fight of fireteams at a moment, for the log.
#[derive(Clone, Copy)]
pub(super) struct FireteamScene<'a> {
    pub(super) battle: &'a Fireteams,
    pub(super) state: &'a FireteamState,
    pub(super) turn: u16,
}

impl FireteamScene<'_> {
    /// What each die of a fireteam's pool against another is for (CX1-factor-4).
    fn sources(&self, team: usize, against: usize) -> Vec<Source> {
        let FireteamScene { battle, state, .. } = *self;
        let rules = &battle.rules;
        let mut all = Vec::new();
        match &battle.teams[team].members {
            Members::Operators(operators, ..) => {
                let harms = battle.harms(state, team);
                let first_up = harms.iter().position(Harm::in_action);
                let tactics = leaders_die(rules, operators, harms);
                // Under `best` it is the member with the largest die; a substitute d4 belongs to nobody.
                let holds = |place: &usize| operators[*place].tactics == tactics && harms[*place].in_action();
                let leader = match first_up {
                    Some(0) => Some(0),
                    _ if rules.leader_down == LeaderDown::Best => (0..operators.len()).find(holds),
                    first_up => first_up,
                };
                all.push(Source::new("tactics", leader, tactics));
                let up = operators.iter().zip(harms).enumerate().filter(|(_, (_, harm))| harm.in_action());
                all.extend(up.map(|(place, (operator, _))| Source::new("operator", place, Some(operator.die))));
            }
            Members::Npcs(_) => all.push(Source::new("quality", None, battle.group(state, team).qualities)),
        }
        all.push(Source::new("asset", None, battle.teams[team].assets));
        match &battle.teams[against].members {
            Members::Operators(..) => {
                let harms = battle.harms(state, against);
                match rules.injury_dice {
                    InjuryDice::PerMember | InjuryDice::EveryDie => all.extend(
                        (0..harms.len())
                            .map(|place| Source::new("injury", place, injury_dice(rules, &harms[place..=place]))),
                    ),
                    InjuryDice::Average | InjuryDice::Highest => {
                        all.push(Source::new("injury", None, injury_dice(rules, harms)));
                    }
                }
            }
            Members::Npcs(group) => {
                debug_assert!(group.qualities.dice() > 0, "a fireteam of somebody");
                all.push(Source::new("complication", None, battle.group(state, against).complication));
            }
        }
        all
    }

    /// The fireteams in action still to act in this turn.
    fn still_to_act(&self) -> Fact {
        let waiting = |team: &usize| {
            let side = self.battle.side(*team);
            (self.battle.up_of(self.state, side) & !self.state.acted) >> team & 1 == 1
        };
        Fact::figures((0..self.battle.teams.len()).filter(waiting))
    }
}

/// A fireteam before the first turn.
pub(super) fn begins(battle: &Fireteams, state: &FireteamState, team: usize) -> Step {
    let squadron = &battle.teams[team];
    let assets = if squadron.assets.is_empty() { String::new() } else { format!(", assets {}", squadron.assets) };
    match &squadron.members {
        Members::Operators(operators, ..) => {
            let dice: Pool = operators.iter().map(|operator| operator.die).collect();
            let tactics = operators.first().and_then(|leader| leader.tactics);
            let tactics = tactics.map_or_else(|| "no Tactics Die".to_owned(), |die| format!("Tactics Die {die}"));
            let each = operators.iter().zip(battle.harms(state, team)).map(|(operator, harm)| {
                Fact::Parts(vec![
                    ("operator_die", facts::die(Some(operator.die))),
                    ("tactics", facts::die(operator.tactics)),
                    ("harm", facts::harm(harm)),
                ])
            });
            step("begin", 0, team, "CX1-pc-1", format!("Operator Dice {dice}, {tactics}{assets}"))
                .with("assets", facts::dice(squadron.assets))
                .with("plot_points_left", state.points)
                .with("operators", Fact::List(each.collect()))
        }
        Members::Npcs(group) => {
            step("begin", 0, team, "CX1-npc-1", format!("Quality Dice {}{assets}", group.qualities))
                .with("assets", facts::dice(squadron.assets))
                .with("plot_points_left", state.points)
                .with("group", facts::group(group))
        }
    }
}

/// A roll between two fireteams (CX0-6).
pub(super) fn rolled(at: FireteamScene<'_>, teams: ByRole<usize>, opposed: &Opposed<'_>, rolled: &Rolled) -> Step {
    let ByRole { actor, opposition } = teams;
    let point = rolled.third_die();
    let came = match rolled.winner {
        Some(Role::Actor) => format!("wins{point}, effect {}", rolled.effects.sizes()),
        Some(Role::Opposition) if rolled.effects.dice > 0 => {
            format!("loses{point}, and is struck with effect {}", rolled.effects.sizes())
        }
        Some(Role::Opposition) => format!("loses{point}"),
        None => "nobody wins".to_owned(),
    };
    let text = format!("rolls {opposed}: {}{came}", rolled.score());
    let sources = ByRole { actor: at.sources(actor, opposition), opposition: at.sources(opposition, actor) };
    let step = with_roll(step("roll", at.turn, actor, "CX0-6", text), &sources, opposed, rolled);
    // The log comes before the point of this roll is taken off.
    let left = at.state.points - u8::from(rolled.spent);
    let step = step.with("still_to_act", at.still_to_act()).with("plot_points_left", left);
    Step { target: Some(opposition as u8), ..step }
}

/// The harm of effect dice to one of the umpire's fireteams: by CX1-harm-8 if it holds a Complication, otherwise by
/// CX1-harm-6, or CX1-harm-7 if they take nobody out.
pub(super) fn group_harmed(turn: u16, team: usize, dice: Pool, group: Change<&Group>) -> Step {
    let Change { before, after } = group;
    let clause = match before.complication {
        Some(_) => "CX1-harm-8",
        None if before.qualities.dice() == after.qualities.dice() => "CX1-harm-7",
        None => "CX1-harm-6",
    };
    let step = step("group_harmed", turn, team, clause, after.in_words(before));
    with_change(step.with("effect_dice", facts::dice(dice)), group, facts::group)
}

/// A member by the letter of his place in the roster.
fn member(place: usize) -> char {
    char::from(b'A' + place as u8)
}

fn tracks(harm: &Harm) -> String {
    if harm.in_action() { format!("has {}", harm.in_words()) } else { "is out of the conflict".to_owned() }
}

/// The order in which numbers are dealt, if it is random (CX1-harm-1).
pub(super) fn shuffled(team: usize, order: impl Iterator<Item = usize>) -> Step {
    let order: Vec<usize> = order.collect();
    let letters: Vec<String> = order.iter().map(|&place| member(place).to_string()).collect();
    step("numbers", 0, team, "CX1-harm-1", format!("numbers are dealt in the order {}", letters.join(" ")))
        .with("order", members(order.into_iter()))
}

/// The member struck by one of several effect dice, and its number (CX1-harm-3, CX1-harm-4).
pub(super) fn team_harmed(
    turn: u16,
    team: usize,
    struck: Option<Struck>,
    left: u8,
    harms: Change<&[Harm; MOST]>,
) -> Step {
    let text = match struck {
        None if left > 1 => format!("the other {left} effect dice strike nobody"),
        None => "the other effect die strikes nobody".to_owned(),
        Some(Struck { member: place, die, number }) => {
            let by = match die {
                Some(die) => format!("the {die} shows {number}"),
                None => format!("a nominal d4, for which {number} is rolled"),
            };
            match place {
                Some(place) => format!("operator {} {} ({by})", member(place), tracks(&harms.after[place])),
                None => format!("the effect die strikes nobody ({by})"),
            }
        }
    };
    let member = struck.and_then(|struck| struck.member);
    let of = |harms: &[Harm; MOST]| Fact::List(member.into_iter().map(|place| facts::harm(&harms[place])).collect());
    let step = step("member_struck", turn, team, "CX1-harm-3", text)
        .with("effect_dice_left", left)
        .with("die", facts::die(struck.map(|struck| struck.die.unwrap_or(Die::D4))))
        .with("nominal", struck.is_some_and(|struck| struck.die.is_none()))
        .with("number", struck.map_or(0, |struck| struck.number))
        .with("member", members(member.into_iter()));
    with_change(step, harms, of)
}

/// Hitches become Stress (CX1-comp-1).
pub(super) fn stressed(turn: u16, team: usize, place: u8, die: Die, stress: Change<Track>) -> Step {
    let (hitches, letter, stress_in_words) = (hitches_in_words(die), member(place.into()), stress.after.in_words());
    let out = if stress.after == Track::Out { " and is out of the conflict" } else { "" };
    let text = format!("{hitches}: a complication of {die}, operator {letter} has Stress {stress_in_words}{out}");
    let step = step("stress", turn, team, "CX1-comp-1", text);
    with_change(step.with("complication", facts::die(Some(die))).with("member", place), stress, facts::track)
}

/// The players get a plot point for hitches (CX0-16).
pub(super) fn handed(turn: u16, team: usize, die: Die, left: u8) -> Step {
    let text = format!("is handed a plot point for {}", hitches_in_words(die));
    step("plot_point", turn, team, "CX0-16", text).with("plot_points_left", left)
}

/// A plot point buys an effect die (CX1-effect-3).
pub(super) fn bought(turn: u16, team: usize, die: Die, left: u8) -> Step {
    step("effect_bought", turn, team, "CX1-effect-3", format!("a plot point adds an effect die of {die}"))
        .with("die", facts::die(Some(die)))
        .with("plot_points_left", left)
}
