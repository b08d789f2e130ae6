//! Pools and opposed rolls (CX0-2 to CX0-7, CX0-15, CX1-pc).

use chance::exact::{Flow, Ratio};
use chance::{Address, Chance as _, Die, Keep, Kept, Numbers, Pool};
use engage::{Finding, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, Shares, add, shares, situation, throwable};
use crate::die::{Condition, Dice, Given};
use crate::options::InitiativeTie;
use crate::roll::{Opposed, Role, Rolled, Roller};
use crate::rules::Rules;
use crate::team::{operator_die, tactics_or};

const OPPOSED: &[Finding] = &[
    Finding::chance("actor_wins").first(),
    Finding::chance("opposition_wins").first(),
    Finding::chance("nobody_wins").first(),
    Finding::number("pool_*").called("Dice of * in the pool"),
    Finding::chance("actor_margin_*").called("Actor wins by *"),
    Finding::chance("actor_effect_*").called("Actor’s effect *"),
    Finding::chance("actor_dice_*").called("Actor applies * dice"),
    Finding::chance("opposition_margin_*").called("Opposition wins by *"),
    Finding::chance("opposition_effect_*").called("Opposition’s effect *"),
    Finding::chance("opposition_dice_*").called("Opposition applies * dice"),
];

const fn two() -> u8 {
    2
}

situation! {
    /// One pool rolled by itself: the total of the best two or three dice, and the effect die.
    struct OnePool {
        /// The dice.
        pool: Dice,
        /// How many dice make the total, 2 or 3.
        #[serde(default = "two")]
        #[schemars(range(min = 2, max = 3))]
        keep_dice: u8,
    }
    id: "pool",
    label: "One pool",
    // The narrower pattern comes first.
    findings: &[
        Finding::chance("effect_shows_*").called("Effect die shows *"),
        Finding::chance("total_*").called("Total *"),
        Finding::mean("mean_total", "points").called("Total").first(),
        Finding::chance("effect_*").called("Effect *").first(),
        Finding::chance("left_*").called("* dice left"),
        Finding::chance("hitches_*").called("* hitches"),
    ],
    solve: pool,
}

situation! {
    /// Two pools against each other: who wins, by how much, and with which effect dice.
    struct Contest {
        /// The actor’s dice.
        actor: Dice,
        /// The opposition’s dice.
        opposition: Dice,
        /// Effect dice bought by the actor and by the opposition.
        #[serde(default)]
        #[schemars(inner(range(min = 0, max = 100)))]
        bought: [u8; 2],
    }
    id: "contest",
    label: "Opposed roll",
    findings: OPPOSED,
    solve: contest,
}

situation! {
    /// An opposed roll by an actor who spends one plot point if a third die saves the roll.
    struct PlotTotal {
        /// The actor’s dice.
        actor: Dice,
        /// The opposition’s dice.
        opposition: Dice,
    }
    id: "plot_total",
    label: "Plot point on a third die",
    findings: &[
        Finding::chance("won").first(),
        Finding::chance("lost"),
        Finding::chance("point_spent").first(),
        Finding::chance("won_effect_*").called("Won with effect *"),
        Finding::chance("won_dice_*").called("Won with * dice applied"),
    ],
    solve: plot_total,
}

/// An operator’s traits.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Traits {
    /// Direct Action.
    direct_action: Given,
    /// The CQB specialisation.
    #[serde(default)]
    cqb: Condition,
}

situation! {
    /// A fireteam’s pool from its operators’ traits, rolled against another.
    struct TeamPool {
        /// The leader’s Tactics Die.
        #[serde(default)]
        tactics: Condition,
        /// The members in action.
        operators: Vec<Traits>,
        /// Assets.
        #[serde(default)]
        assets: Dice,
        /// The dice of the other side.
        opposition: Dice,
    }
    id: "team_pool",
    label: "Fireteam’s pool",
    findings: OPPOSED,
    solve: team_pool,
}

situation! {
    /// The roll that decides who goes first; the players are the actor.
    struct Initiative {
        /// The players’ dice.
        players: Dice,
        /// The dice of the umpire’s side.
        npcs: Dice,
    }
    id: "initiative",
    label: "Initiative",
    findings: &[
        Finding::chance("players_win").first(),
        Finding::chance("npcs_win").first(),
        Finding::chance("nobody_wins").called("Nobody wins"),
    ],
    solve: initiative,
}

/// CX0-3 to CX0-5.
fn pool(parameters: &OnePool) -> Result<Shares, Problem> {
    let pool = throwable("pool", parameters.pool.0)?;
    if !(2..=3).contains(&parameters.keep_dice) {
        return Err(Problem::new("keep_dice", format!("{} dice, expected 2 or 3", parameters.keep_dice)));
    }
    let shown = pool.dice() <= 5;
    let numbers = if shown { parameters.decisions.handling().numbers() } else { Numbers::Unread };
    let keep = Keep { third: parameters.keep_dice == 3, numbers, ..Keep::BEST };
    let odds = distribution((), |(), chance| {
        let mut hand = chance.throw(ANYWHERE, &pool, keep);
        let kept: Kept = chance.look(&mut hand, |kept| kept.of_three());
        let mut left = kept.left;
        let number = if shown { left.take(chance, ANYWHERE).map_or(0, |thrown| thrown.number) } else { 0 };
        Flow::Done((kept.total, kept.left.dice, kept.hitches, number))
    })?;
    let mut found = shares(&odds, |&(total, left, hitches, number)| {
        let effect = left.largest().unwrap_or(Die::D4);
        let shows = shown.then(|| format!("effect_shows_{number}"));
        let words = [
            format!("total_{total}"),
            format!("effect_{effect}"),
            format!("left_{}", left.dice()),
            format!("hitches_{hitches}"),
        ];
        words.into_iter().chain(shows)
    });
    found.insert("mean_total".to_owned(), odds.mean(|outcome| outcome.0.into()));
    Ok(found)
}

/// The winner of an opposed roll, with the margin and the effect dice.
fn opposed(rules: &Rules, actor: Roller, opposition: Roller) -> Result<Shares, Problem> {
    let opposed = Opposed { riposte: true, margin: true, ..Opposed::new(rules, actor, opposition) };
    let odds = distribution((), |(), chance| {
        let Rolled { winner, margin, effects, .. } = opposed.roll(chance, ANYWHERE);
        Flow::Done((winner, margin, effects.first(), effects.dice))
    })?;
    Ok(shares(&odds, |&(winner, margin, effect, dice)| {
        let who = match winner {
            None => return vec!["nobody_wins".to_owned()],
            Some(Role::Actor) => "actor",
            Some(Role::Opposition) => "opposition",
        };
        let words = ["wins".to_owned(), format!("margin_{margin}"), format!("effect_{effect}"), format!("dice_{dice}")];
        words.map(|word| format!("{who}_{word}")).into()
    }))
}

/// CX0-6, CX0-7, CX1-effect-2, CX1-effect-4.
fn contest(parameters: &Contest) -> Result<Shares, Problem> {
    let (rules, [ours, theirs]) =
        (&parameters.options, parameters.bought.map(|bought| parameters.options.by_margin(bought)));
    let actor = Roller::new(throwable("actor", parameters.actor.0)?).limited(ours).keeping(parameters.decisions.keep);
    let opposition = Roller::new(throwable("opposition", parameters.opposition.0)?).limited(theirs);
    opposed(rules, actor, opposition)
}

/// CX1-pc-1 to -3.
fn team_pool(parameters: &TeamPool) -> Result<Shares, Problem> {
    let rules = &parameters.options;
    let dice = parameters.operators.iter().map(|traits| operator_die(rules, traits.direct_action.0, traits.cqb.0));
    let pool: Pool = dice.chain(tactics_or(rules, parameters.tactics.0)).collect();
    let pool = throwable("operators", pool.and(parameters.assets.0))?;
    let opposition = throwable("opposition", parameters.opposition.0)?;
    let [actor, opposition] = [pool, opposition].map(|pool| Roller::new(pool).limited(rules.by_margin(0)));
    let mut found = opposed(rules, actor.keeping(parameters.decisions.keep), opposition)?;
    for die in Die::ALL.into_iter().filter(|&die| pool.count(die) > 0) {
        add(&mut found, format!("pool_{die}"), Ratio::new(pool.count(die).into(), 1));
    }
    Ok(found)
}

/// CX0-15.
fn plot_total(parameters: &PlotTotal) -> Result<Shares, Problem> {
    let rules = &parameters.options;
    let keep = parameters.decisions.keep;
    let actor = Roller { point: true, keep, ..Roller::new(throwable("actor", parameters.actor.0)?) };
    let opposition = Roller::new(throwable("opposition", parameters.opposition.0)?);
    let opposed = Opposed::new(rules, actor.limited(rules.by_margin(0)), opposition);
    let odds = distribution((), |(), chance| {
        let rolled = opposed.roll(chance, ANYWHERE);
        Flow::Done((rolled.succeeds(), rolled.effects.first(), rolled.effects.dice, rolled.spent))
    })?;
    Ok(shares(&odds, |&(won, effect, dice, spent)| {
        let won = if won {
            vec!["won".to_owned(), format!("won_effect_{effect}"), format!("won_dice_{dice}")]
        } else {
            vec!["lost".to_owned()]
        };
        won.into_iter().chain(spent.then(|| "point_spent".to_owned()))
    }))
}

/// CX2-init-3.
fn initiative(parameters: &Initiative) -> Result<Shares, Problem> {
    let rules = &parameters.options;
    let players = throwable("players", parameters.players.0)?;
    let npcs = throwable("npcs", parameters.npcs.0)?;
    let reroll = rules.initiative_tie == InitiativeTie::Reroll;
    let odds = distribution((), |(), chance| {
        let mut total = |pool: &Pool, at: Address| {
            let mut hand = chance.throw(at, pool, Keep::BEST);
            chance.look(&mut hand, |kept| kept.total)
        };
        let (theirs, ours) = (total(&npcs, ANYWHERE), total(&players, ANYWHERE));
        let winner = if reroll && ours == theirs { None } else { crate::roll::winner(rules.ties, ours, theirs) };
        Flow::Done(winner)
    })?;
    let [ours, theirs] = [Role::Actor, Role::Opposition].map(|role| odds.probability(&Some(role)));
    let none = odds.probability(&None);
    let words = ["players_win", "npcs_win", "nobody_wins"].map(str::to_owned);
    if !reroll || none == Ratio::new(1, 1) {
        return Ok(words.into_iter().zip([ours, theirs, none]).collect());
    }
    let decided = none.complement();
    let part = |share: Ratio| {
        let ((won, of), (all, parts)) = (share.lowest_terms(), decided.lowest_terms());
        Ratio::of(won * parts, of * all)
    };
    Ok(words.into_iter().zip([part(ours), part(theirs), Ratio::new(0, 1)]).collect())
}
