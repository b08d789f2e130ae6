//! Harm to a player fireteam (CX1-harm-1 to -5).

use chance::exact::Flow;
use chance::{Numbers as Read, Pool};
use engage::{Finding, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, Shares, shares, situation, throwable};
use crate::die::{Dice, Track};
use crate::options::Party as Who;
use crate::roll::{Effects, Opposed, Party, Role};
use crate::team::{Harm, MOST, Numbers, injury_dice};

/// What is wrong with a member.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Member {
    /// His Physical Trauma.
    trauma: Track,
    /// His Physical Stress.
    stress: Track,
}

const fn npcs() -> Who {
    Who::Npcs
}

situation! {
    /// One roll between NPCs and a fireteam, and whom their effect dice strike.
    struct TeamHit {
        /// The members in roster order, called A, B and so on; at most six.
        operators: Vec<Member>,
        /// All the dice of the fireteam.
        team_pool: Dice,
        /// The dice of the NPCs, to which injury dice are added.
        npc_pool: Dice,
        /// Who acts.
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

/// Where a roll on the fireteam stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Stage {
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
    let npcs = Party {
        numbers: handling.numbers(),
        keep: handling.keep,
        ..Party::new(throwable("npc_pool", parameters.npc_pool.0.and(injuries))?)
            .limited(rules.by_margin(parameters.bought))
    };
    let team = Party { numbers: Read::Unread, ..Party::new(throwable("team_pool", parameters.team_pool.0)?) };
    let team = team.limited(rules.by_margin(0)).keeping(handling.keep);
    let (opposed, role) = match parameters.actor {
        Who::Npcs => (Opposed::new(rules, npcs, team), Role::Actor),
        Who::Players => (Opposed { riposte: true, ..Opposed::new(rules, team, npcs) }, Role::Opposition),
    };
    let start = (Stage::Begin, before, Numbers::ROSTER, false);
    let odds = distribution(start, |(stage, mut harms, mut numbers, _), chance| match stage {
        Stage::Begin => {
            numbers.shuffle(rules, members, chance, ANYWHERE);
            Flow::Go((Stage::Roll, harms, numbers, false))
        }
        Stage::Roll => {
            let rolled = opposed.roll(chance, ANYWHERE);
            if rolled.winner == Some(role) {
                return Flow::Go((Stage::Strike(rolled.effects), harms, numbers, true));
            }
            Flow::Done((harms, false))
        }
        Stage::Strike(mut effects) => {
            let struck =
                numbers.strike(rules, handling.numbers(), &mut harms[..members], &mut effects, chance, ANYWHERE);
            if struck.is_some() {
                Flow::Go((Stage::Strike(effects), harms, numbers, true))
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

/// What has become of every member, by words.
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
