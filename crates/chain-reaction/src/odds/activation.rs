//! Who acts in a turn (CR-turn).

use chance::exact::{Distribution, Ratio};
use chance::{Chance as _, D6};
use engage::{Finding, Problem};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, by_word, odds, situation};
use crate::activation::{Condition, Member, Throw, may_act, throw};
use crate::rules::MOST_REP;

const fn most_rep() -> u8 {
    MOST_REP
}

situation! {
    /// Two sides of one group each: whether a group acts in a turn, and whether it acts before its enemy.
    struct Activation {
        /// Rep of the group's leader, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        rep: u8,
        /// Rep of the enemy group's leader, 1 to 6.
        #[serde(default = "most_rep")]
        #[schemars(range(min = 1, max = 6))]
        enemy_rep: u8,
    }
    id: "activation",
    label: "Activation",
    findings: &[
        Finding::chance("active first").first(),
        Finding::chance("active second").first(),
        Finding::chance("active, enemy not").first(),
        Finding::chance("not active"),
    ],
    solve: activation,
}

situation! {
    /// Three or four sides of one group each: who acts in a turn, in order.
    struct ActivationMany {
        /// Rep of each side, A first, 1 to 6; three or four sides.
        #[schemars(length(min = 3, max = 4), inner(range(min = 1, max = 6)), extend("examples" = [[4, 4, 4]]))]
        reps: Vec<u8>,
    }
    id: "activation_many",
    label: "Activation of many sides",
    findings: &[Finding::chance("order nobody").called("Nobody acts"), Finding::chance("order *")],
    solve: activation_many,
}

/// The status of a figure in a situation.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    /// Carrying on.
    #[default]
    #[serde(rename = "carrying on")]
    CarryingOn,
    /// Stunned.
    Stunned,
    /// Ducked back.
    Ducked,
    /// Hunkered down.
    Hunkered,
    /// Out of the fight.
    Out,
}

/// A member of a group in a situation.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MemberGiven {
    /// Rep, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    rep: u8,
    /// Its status.
    #[serde(default)]
    status: Status,
}

situation! {
    /// Which figures of a group can act on the die of their side.
    struct WhoActs {
        /// The figures of a group, A first; at most 26.
        figures: Vec<MemberGiven>,
        /// Which figures are Leaders, by their places in the list, counted from 1.
        #[serde(default)]
        leaders: Vec<usize>,
    }
    id: "who_acts",
    label: "Who acts",
    findings: &[Finding::chance("nobody"), Finding::chance("*").called("*")],
    solve: who_acts,
}

/// The letter of a place, counted from 0.
fn letter(place: usize) -> char {
    ('A'..='Z').nth(place).unwrap_or('?')
}

/// CR-turn-1.
fn activation(given: &Activation) -> Result<Vec<(String, Ratio)>, Problem> {
    let thrown: Distribution<Throw<2>, Ratio> = odds(|chance| throw(chance, ANYWHERE))?;
    Ok(by_word(&thrown, |dice| {
        let (active, enemy_active) = (given.rep >= dice.die(0), given.enemy_rep >= dice.die(1));
        let word = match (active, enemy_active, dice.order().next()) {
            (false, ..) => "not active",
            (true, false, _) => "active, enemy not",
            (true, true, Some(0)) => "active first",
            (true, true, _) => "active second",
        };
        word.to_owned()
    }))
}

/// CR-turn-5.
fn activation_many(given: &ActivationMany) -> Result<Vec<(String, Ratio)>, Problem> {
    let reps = &given.reps;
    match reps.len() {
        3 => orders::<3>(reps),
        4 => orders::<4>(reps),
        sides => Err(Problem::new("reps", format!("{sides} sides, expected 3 or 4"))),
    }
}

/// The sides that act, in order.
fn orders<const SIDES: usize>(reps: &[u8]) -> Result<Vec<(String, Ratio)>, Problem> {
    let thrown: Distribution<Throw<SIDES>, Ratio> = odds(|chance| throw(chance, ANYWHERE))?;
    Ok(by_word(&thrown, |dice| {
        let acting = dice.order().filter(|&side| reps[side] >= dice.die(side));
        let letters: String = acting.map(letter).collect();
        format!("order {}", if letters.is_empty() { "nobody" } else { &letters })
    }))
}

/// Maximum number of figures in a group, one for each letter.
const MOST_FIGURES: usize = 26;

/// CR-turn-3.
fn who_acts(given: &WhoActs) -> Result<Vec<(String, Ratio)>, Problem> {
    let figures = given.figures.len();
    if !(1..=MOST_FIGURES).contains(&figures) {
        return Err(Problem::new("figures", format!("{figures} figures, expected 1 to {MOST_FIGURES}")));
    }
    for (place, leader) in given.leaders.iter().enumerate() {
        if !(1..=figures).contains(leader) {
            let message = format!("figure {leader}, expected 1 to {figures}");
            return Err(Problem::new(format!("leaders.{place}"), message));
        }
    }
    let mut group = Vec::with_capacity(figures);
    for (place, figure) in given.figures.iter().enumerate() {
        let condition = match figure.status {
            Status::CarryingOn => Condition::CarryingOn,
            Status::Stunned | Status::Ducked | Status::Hunkered => Condition::Hindered,
            Status::Out => Condition::Out,
        };
        group.push(Member { rep: figure.rep, leader: given.leaders.contains(&(place + 1)), condition });
    }
    let dice = odds(|chance| chance.roll(ANYWHERE, &D6, |die| die))?;
    Ok(by_word(&dice, |&die| {
        let acting: String = (0..figures).filter(|&place| may_act(&group, place, die)).map(letter).collect();
        if acting.is_empty() { "nobody".to_owned() } else { acting }
    }))
}
