//! Harm to a player fireteam (CX1-harm-1 to -5).

use chance::exact::Flow;
use chance::{Numbers as Read, Pool};
use engage::{Finding, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, Shares, shares, situation, throwable};
use crate::die::{Dice, Track};
use crate::options::Party as Who;
use crate::roll::{Effects, Opposed, Role, Roller};
use crate::team::{Harm, MOST, Numbers, Roster, injury_dice};

/// A member's harm.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct HurtMember {
    /// His Physical Trauma.
    trauma: Track,
    /// His Physical Stress.
    stress: Track,
}

const fn npcs() -> Who {
    Who::Npcs
}

situation! {
    /// One roll between NPCs and a fireteam, and the members that the NPCs’ effect dice strike.
    struct TeamHit {
        /// The members in roster order, called A, B and so on; at most six.
        operators: Vec<HurtMember>,
        /// The fireteam's whole pool.
        team_pool: Dice,
        /// The dice of the NPCs, to which injury dice are added.
        npc_pool: Dice,
        /// The side that acts.
        #[serde(default = "npcs")]
        actor: Who,
        /// Effect dice that the NPCs have bought.
        #[serde(default)]
        #[schemars(range(min = 0, max = 100))]
        bought: u8,
    }
    id: "team_hit",
    label: "Attack on a fireteam",
    findings: &[
        Finding::chance("npcs_succeed").first(),
        Finding::chance("hurt_*").called("* hurt"),
        Finding::chance("down_*").called("* taken out"),
        Finding::chance("*_hit").called("* is hit").first(),
        Finding::chance("*_trauma_*").called("*: Trauma *"),
        Finding::chance("*_stress_*").called("*: Stress *"),
    ],
    solve: team_hit,
}

/// The stage of a roll on the fireteam.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum HitStage {
    Begin,
    Roll,
    Strike(Effects),
}

fn team_hit(parameters: &TeamHit) -> Result<Shares, Problem> {
    let (rules, handling) = (&parameters.options, parameters.decisions.handling());
    let members = parameters.operators.len();
    if members > MOST {
        return Err(Problem::new("operators", format!("{members} members, expected at most {MOST}")));
    }
    let mut before = [Harm { trauma: Track::Out, stress: Track::None }; MOST];
    for (harm, member) in before.iter_mut().zip(&parameters.operators) {
        *harm = Harm { trauma: member.trauma, stress: member.stress };
    }
    let injuries: Pool = injury_dice(rules, &before[..members]);
    let npcs = Roller {
        numbers: handling.numbers(),
        keep: handling.keep,
        ..Roller::new(throwable("npc_pool", parameters.npc_pool.0.and(injuries))?)
            .limited(rules.by_margin(parameters.bought))
    };
    let team = Roller { numbers: Read::Unread, ..Roller::new(throwable("team_pool", parameters.team_pool.0)?) };
    let team = team.limited(rules.by_margin(0)).keeping(handling.keep);
    let (opposed, role) = match parameters.actor {
        Who::Npcs => (Opposed::new(rules, npcs, team), Role::Actor),
        Who::Players => (Opposed { riposte: true, ..Opposed::new(rules, team, npcs) }, Role::Opposition),
    };
    let start = (HitStage::Begin, before, Numbers::ROSTER, false);
    let odds = distribution(start, |(stage, mut harms, mut numbers, _), chance| match stage {
        HitStage::Begin => {
            numbers.shuffle(rules, members, chance, ANYWHERE);
            Flow::Go((HitStage::Roll, harms, numbers, false))
        }
        HitStage::Roll => {
            let rolled = opposed.roll(chance, ANYWHERE);
            if rolled.winner == Some(role) {
                return Flow::Go((HitStage::Strike(rolled.effects), harms, numbers, true));
            }
            Flow::Done((harms, false))
        }
        HitStage::Strike(mut effects) => {
            let mut roster = Roster { numbers, harms: &mut harms[..members] };
            if roster.strike(rules, &mut effects, chance, ANYWHERE).is_some() {
                Flow::Go((HitStage::Strike(effects), harms, numbers, true))
            } else {
                Flow::Done((harms, true))
            }
        }
    })?;
    Ok(shares(&odds, |(after, succeed)| {
        let succeed = succeed.then(|| "npcs_succeed".to_owned());
        harmed(&before[..members], &after[..members]).into_iter().chain(succeed)
    }))
}

/// The state of every member, as words of outcomes.
pub(super) fn harmed(before: &[Harm], after: &[Harm]) -> Vec<String> {
    let (mut hurt, mut down, mut words) = (0, 0, Vec::new());
    for (letter, (before, after)) in ('A'..).zip(before.iter().zip(after)) {
        if before != after {
            hurt += 1;
            words.push(format!("{letter}_hit"));
        }
        down += u8::from(before.in_action() && !after.in_action());
        words.push(format!("{letter}_trauma_{}", after.trauma.word()));
        words.push(format!("{letter}_stress_{}", after.stress.word()));
    }
    words.push(format!("hurt_{hurt}"));
    words.push(format!("down_{down}"));
    words
}
