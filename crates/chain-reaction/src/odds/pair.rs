//! A volley at one of two friends, and what both then do (CR-pair).

use chance::Enumerated;
use chance::exact::{Flow, Ratio};
use engage::{Finding, Inches, Problem, distribution};

use super::shared::{ANYWHERE, FigureGiven, by_word, situation};
use crate::damage::{Fate, hit, settles};
use crate::options::ReceivedFireTesters;
use crate::reaction::{Tester, throw};
use crate::shooting::{Allotment, fire};
use crate::table::{Circumstances, Test};

situation! {
    /// One volley at a figure with a friend nearby: what happens to both.
    struct Pair {
        /// The figure that fires.
        shooter: FigureGiven,
        /// The target.
        target: FigureGiven,
        /// The friend within 2".
        friend: FigureGiven,
        /// Distance between the shooter and the target.
        range: Inches,
        /// Rep of the Leader whose die they roll, 0 for none.
        #[serde(default)]
        #[schemars(range(max = 6))]
        leader: u8,
        /// Whether the volley is snap fire (CR-status-snap).
        #[serde(default)]
        snap: bool,
        /// Whether another friend within 4" carries on (CR-mandown-1).
        #[serde(default)]
        others_carrying_on: bool,
    }
    id: "pair",
    label: "Two friends under fire",
    findings: &[Finding::chance("* | *")],
    solve: pair,
}

fn pair(given: &Pair) -> Result<Vec<(String, Ratio)>, Problem> {
    given.shooter.check("shooter")?;
    given.target.check("target")?;
    given.friend.check("friend")?;
    let becomes = distribution(Volley::Before, |volley, chance| match volley {
        Volley::Before => match fire_at(given, chance) {
            0 => Flow::Done(received_fire(given, chance)),
            hits => Flow::Go(Volley::Hit { left: hits, worst: Fate::Stunned }),
        },
        Volley::Hit { left, worst } if left == 0 || settles(&given.options, worst) => {
            let ignores = given.friend.rep > given.target.rep;
            let friend = if ignores { "carry on" } else { man_down(given, chance) };
            Flow::Done(format!("{} | {friend}", worst.name()))
        }
        Volley::Hit { left, worst } => {
            let impact = given.options.weapons.of(given.shooter.weapon).impact;
            let fate = hit(chance, ANYWHERE, impact, given.shooter.rep, &given.target.victim());
            Flow::Go(Volley::Hit { left: left - 1, worst: worst.max(fate) })
        }
    })?;
    Ok(by_word(&becomes, Clone::clone))
}

/// Progress of the volley.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Volley {
    /// Before the dice are thrown.
    Before,
    /// Hits that are still to be rolled for, and the worst so far.
    Hit { left: u8, worst: Fate },
}

/// Hits on the target.
fn fire_at(given: &Pair, chance: &mut Enumerated) -> u8 {
    let rules = &given.options;
    let dice = rules.weapons.of(given.shooter.weapon).targets;
    let shooter = given.shooter.shooter(given.snap);
    let allotted = [Allotment { dice, least: shooter.least(&given.target.target(), 1) }];
    fire(rules, chance, ANYWHERE, &shooter, dice, &allotted).hits[0]
}

/// What both figures do after a miss (CR-rf-1).
fn received_fire(given: &Pair, chance: &mut Enumerated) -> String {
    let rules = &given.options;
    let arm = rules.weapons.of(given.shooter.weapon);
    let test = Test::ReceivedFire;
    let tester = |figure: &FigureGiven| -> Tester {
        let own = rules.weapons.of(figure.weapon);
        let able = own.range >= given.range && !figure.retrieving;
        let ranking = if able { own.ranking } else { 0 };
        let here = Circumstances { able, outgunned: arm.ranking > ranking, ..figure.circumstances() };
        figure.tester(test, here)
    };
    let thrown = throw(chance, ANYWHERE, test, given.leader, 0);
    let target = tester(&given.target).reaction(rules, test, &thrown).name();
    if rules.received_fire_testers == ReceivedFireTesters::TargetsOnly {
        return format!("{target} | no test");
    }
    format!("{target} | {}", tester(&given.friend).reaction(rules, test, &thrown).name())
}

/// What the friend does when the target goes down (CR-mandown-1).
fn man_down(given: &Pair, chance: &mut Enumerated) -> &'static str {
    let test = Test::ManDown;
    let here = Circumstances { others_carrying_on: given.others_carrying_on, ..given.friend.circumstances() };
    let thrown = throw(chance, ANYWHERE, test, 0, 0);
    given.friend.tester(test, here).reaction(&given.options, test, &thrown).name()
}
