//! Melee (CR-melee).

use chance::exact::{Distribution, Flow, Ratio};
use engage::{Finding, Problem, distribution};

use super::shared::{ANYWHERE, FigureGiven, between, by_word, joint, over, situation};
use crate::damage::{Fate, Victim};
use crate::melee::{MOST_DICE, Pools, loses, roll};

/// Maximum number of enemies at once.
const MOST: usize = 5;

situation! {
    /// Two figures in melee, for one bout or to the end: who loses, and the loser's fate.
    struct Melee {
        /// The first fighter.
        a: FigureGiven,
        /// The second fighter.
        b: FigureGiven,
        /// Whether A lies prone.
        #[serde(default)]
        #[schemars(title = "A prone")]
        a_prone: bool,
        /// Whether A is attacked from the rear.
        #[serde(default)]
        #[schemars(title = "A attacked from the rear")]
        a_rear: bool,
        /// Whether B lies prone.
        #[serde(default)]
        #[schemars(title = "B prone")]
        b_prone: bool,
        /// Whether B is attacked from the rear.
        #[serde(default)]
        #[schemars(title = "B attacked from the rear")]
        b_rear: bool,
        /// Whether they fight further bouts, with all their dice, until one of them wins.
        #[serde(default)]
        to_the_end: bool,
    }
    id: "melee",
    label: "Melee",
    findings: &[
        Finding::chance("A out").called("A out of the fight"),
        Finding::chance("A cheats death"),
        Finding::chance("A dead"),
        Finding::chance("B out").called("B out of the fight"),
        Finding::chance("B cheats death"),
        Finding::chance("B dead"),
        Finding::chance("even").called("Evenly matched"),
        Finding::mean("E[bouts]", "bouts").called("Bouts"),
    ],
    solve: melee,
}

situation! {
    /// One figure divides its dice among several enemies: the result of each contest.
    struct Outnumbered {
        /// The lone fighter.
        a: FigureGiven,
        /// The lone fighter's opponents, at most 5.
        enemies: Vec<FigureGiven>,
        /// Dice that the lone fighter rolls against each opponent, at most 7; nothing is subtracted from them.
        #[schemars(inner(range(max = 7)))]
        shares: Vec<u8>,
    }
    id: "outnumbered",
    label: "Melee against several",
    findings: &[Finding::chance("*")],
    solve: outnumbered,
}

/// The result of one bout: the loser and the loser's fate, or none if they are evenly matched.
type Bout = Option<(Side, Fate)>;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    A,
    B,
}

fn word(bout: &Bout) -> String {
    match bout {
        None => "even".to_owned(),
        Some((Side::A, fate)) => format!("A {}", fate.name()),
        Some((Side::B, fate)) => format!("B {}", fate.name()),
    }
}

/// One bout between pools of dice (CR-melee-3).
fn bout(pools: Pools, a: &Victim, b: &Victim) -> Result<Distribution<Bout, Ratio>, Problem> {
    distribution(pools, |pools, chance| {
        let left = roll(chance, ANYWHERE, pools);
        match left {
            Pools { a: 0, b: 0 } => Flow::Done(None),
            Pools { a: dice, b: 0 } => Flow::Done(Some((Side::B, loses(dice, a.rep, b)))),
            Pools { a: 0, b: dice } => Flow::Done(Some((Side::A, loses(dice, b.rep, a)))),
            both => Flow::Go(both),
        }
    })
}

/// CR-melee-2, CR-melee-3, CR-melee-5.
fn melee(given: &Melee) -> Result<Vec<(String, Ratio)>, Problem> {
    given.a.check("a")?;
    given.b.check("b")?;
    let a = given.a.fighter(&given.options, given.a_prone || given.a_rear);
    let b = given.b.fighter(&given.options, given.b_prone || given.b_rear);
    let pools = Pools { a: a.dice(b.impact), b: b.dice(a.impact) };
    let bouts = bout(pools, &given.a.victim(), &given.b.victim())?;
    let words = by_word(&bouts, word);
    if !given.to_the_end {
        return Ok(words);
    }
    if pools == (Pools { a: 0, b: 0 }) {
        return Err(Problem::new("to_the_end", "neither figure has dice, expected a melee that one can win"));
    }
    let decided = bouts.probability(&None).complement();
    let mut won: Vec<(String, Ratio)> = words
        .into_iter()
        .filter(|(word, _)| word != "even")
        .map(|(word, share)| (word, over(&share, &decided)))
        .collect();
    won.push(("E[bouts]".to_owned(), over(&Ratio::new(1, 1), &decided)));
    Ok(won)
}

/// CR-melee-4.
fn outnumbered(given: &Outnumbered) -> Result<Vec<(String, Ratio)>, Problem> {
    given.a.check("a")?;
    between(1, MOST, given.enemies.len(), "enemies", "enemies")?;
    if given.shares.len() != given.enemies.len() {
        let (shares, enemies) = (given.shares.len(), given.enemies.len());
        return Err(Problem::new("shares", format!("{shares} shares, expected one for each of {enemies} enemies")));
    }
    let a = given.a.fighter(&given.options, false);
    let mut contests = Vec::new();
    for (place, (enemy, &share)) in given.enemies.iter().zip(&given.shares).enumerate() {
        enemy.check(&format!("enemies[{place}]"))?;
        between(0, MOST_DICE.into(), share.into(), &format!("shares[{place}]"), "dice")?;
        let pools = Pools { a: share, b: enemy.fighter(&given.options, false).dice(a.impact) };
        contests.push(by_word(&bout(pools, &given.a.victim(), &enemy.victim())?, word));
    }
    Ok(joint(&contests))
}
