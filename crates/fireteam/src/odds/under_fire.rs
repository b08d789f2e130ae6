//! One man under fire: for some moves, from several firers, on his way across open ground.

use chance::exact::{self, ANY_STATES, Flow, Limits, Ratio, Shared};
use chance::{Chance, Enumerated, Procedure};
use engage::{Answer, Finding, Inches, Manner, Problem, Value, distribution, too_large};

use super::shared::{ANYWHERE, FirerGiven, PLIGHTS, Plight, TargetGiven, plights, situation};
use super::unpin::LeaderGiven;
use crate::figure::{Movement, Posture};
use crate::fire::Target;
use crate::movement::RUSH;
use crate::options::UnpinWhen;
use crate::unpin::{factor, unpins};

situation! {
    /// One man attacked once in each of a number of enemy moves, with a throw to un-pin between attacks.
    struct Exposure {
        /// Distance in inches.
        #[schemars(title = "Range")]
        range_in: Inches,
        /// Number of enemy moves, at most 100.
        #[schemars(range(max = 100))]
        enemy_moves: u8,
        /// The firer.
        firer: FirerGiven,
        /// The target.
        #[serde(default)]
        target: TargetGiven,
        /// His leader; left out, he leads himself.
        leader: Option<LeaderGiven>,
    }
    id: "exposure",
    label: "Pinned under fire",
    findings: &PLIGHTS,
    solve: exposure,
}

situation! {
    /// Several firers fire at one man, one after another, within one turn.
    struct Volley {
        /// Distance in inches.
        #[schemars(title = "Range")]
        range_in: Inches,
        /// The firers in order, at most 100.
        firers: Vec<FirerGiven>,
        /// The target.
        #[serde(default)]
        target: TargetGiven,
    }
    id: "volley",
    label: "Volley",
    findings: &PLIGHTS,
    solve: volley,
}

situation! {
    /// A standing man who leads himself rushes across open ground and is attacked after each of his moves.
    struct Crossing {
        /// Distance to cross in inches, at most 200.
        #[schemars(title = "Distance")]
        distance_in: Inches,
        /// Distance from the firer in inches.
        #[schemars(title = "Range")]
        range_in: Inches,
        /// The firer.
        firer: FirerGiven,
        /// Whether soft cover conceals the man totally.
        #[serde(default)]
        soft_concealed: bool,
    }
    id: "crossing",
    label: "Crossing open ground",
    findings: &[
        Finding::chance("safe").called("Safe across"),
        Finding::chance("out").called("Out of action"),
        Finding::mean("expected_runner_moves", "moves").called("The runner’s moves"),
    ],
    solve: crossing,
}

/// FT-expo.
fn exposure(parameters: &Exposure) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let Exposure { range_in, enemy_moves, firer, target, leader, options: rules } = parameters;
    let shot = firer.attack(rules, "firer", *range_in, &target.target())?;
    let own = factor(rules, target.posture, target.movement, target.hard_cover);
    let factor = leader.map_or(own, |leader| leader.factor(rules));
    let odds = distribution((0, target.plight()), |(moves, mut plight), chance| {
        if moves == *enemy_moves || plight.end.is_some() {
            return Flow::Done(plight);
        }
        if moves > 0 && plight.pinned {
            plight.pinned = !unpins(chance, factor, ANYWHERE);
        }
        let attack = shot.map(|shot| crate::fire::Attack { wounded: plight.wounded, ..shot });
        let effect = attack.and_then(|attack| attack.run(chance, ANYWHERE));
        Flow::Go((moves + 1, plight.after(rules, effect)))
    })?;
    Ok(plights(&odds))
}

/// FT-volley.
fn volley(parameters: &Volley) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let Volley { range_in, firers, target, options: rules } = parameters;
    if firers.len() > 100 {
        return Err(Problem::new("firers", format!("{} firers, expected at most 100", firers.len())));
    }
    let mut shots = Vec::new();
    for (number, firer) in firers.iter().enumerate() {
        shots.push(firer.attack(rules, &format!("firers[{number}]"), *range_in, &target.target())?);
    }
    let odds = distribution((0, target.plight()), |(next, plight), chance| {
        let Some(shot) = shots.get(next).filter(|_| plight.end.is_none()) else { return Flow::Done(plight) };
        let attack = shot.map(|shot| crate::fire::Attack { wounded: plight.wounded, ..shot });
        let effect = attack.and_then(|attack| attack.run(chance, ANYWHERE));
        Flow::Go((next + 1, plight.after(rules, effect)))
    })?;
    Ok(plights(&odds))
}

/// A man on his way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Runner {
    /// The distance he has gone, in thousandths of an inch.
    gone: u32,
    movement: Movement,
    plight: Plight,
}

/// FT-cross.
fn crossing(parameters: &Crossing) -> Result<Answer, Problem> {
    let Crossing { distance_in, range_in, firer, soft_concealed, options: rules } = parameters;
    if *distance_in > Inches::whole(200) {
        return Err(Problem::new("distance_in", format!("{distance_in}, expected at most 200 inches")));
    }
    let wanted = distance_in.thousandths() as u32;
    let shots = [Movement::Stationary, Movement::Moving, Movement::Rushing].map(|movement| {
        let target = Target {
            posture: Posture::Standing,
            movement,
            hard_cover: false,
            concealed: *soft_concealed,
            wounded: false,
        };
        firer.attack(rules, "firer", *range_in, &target)
    });
    let [still, moving, rushing] = shots;
    let shots = [still?, moving?, rushing?];
    let unhurt = Plight { pinned: false, wounded: false, end: None };
    let start = Runner { gone: 0, movement: Movement::Stationary, plight: unhurt };
    let his_move = |mut runner: Runner, chance: &mut Enumerated| {
        let throw = |runner: &mut Runner, chance: &mut Enumerated| {
            if runner.plight.pinned {
                let factor = factor(rules, Posture::Standing, runner.movement, false);
                runner.plight.pinned = !unpins(chance, factor, ANYWHERE);
            }
        };
        if rules.unpin_when == UnpinWhen::StartOfTurn {
            throw(&mut runner, chance);
        }
        if runner.plight.pinned {
            runner.movement = Movement::Stationary;
        } else {
            runner.gone += match runner.plight.wounded {
                true => rules.moves.wounded.thousandths() as u32,
                false => chance.roll(ANYWHERE, &RUSH, |score| u32::from(score) * 1000),
            };
            runner.movement = Movement::Rushing;
            if runner.gone >= wanted {
                return Flow::Done(true);
            }
        }
        if rules.unpin_when == UnpinWhen::EndOfTurn {
            throw(&mut runner, chance);
        }
        let shot = shots[runner.movement as usize];
        let attack = shot.map(|shot| crate::fire::Attack { wounded: runner.plight.wounded, ..shot });
        let effect = attack.and_then(|attack| attack.run(chance, ANYWHERE));
        runner.plight = runner.plight.after(rules, effect);
        if runner.plight.end.is_some() { Flow::Done(false) } else { Flow::Go(runner) }
    };
    let limits = Limits { budget: ANY_STATES, rounds: 100_000, tolerance: 1e-18, endless: true };
    let solved = exact::absorb([(Shared::new(start), 1.0)], limits, |runner, budget| {
        exact::distribution(*runner, budget, |runner, chance: &mut Enumerated| {
            Flow::Done(his_move(runner, chance).shared())
        })
    })
    .map_err(too_large)?;
    let share = |safe: bool| {
        let ends = solved.outcomes().filter(|(_, end, _)| **end == safe);
        ends.fold(0.0, |sum, (_, _, weight)| sum + weight)
    };
    let moves = solved.outcomes().fold(0.0, |sum, (moves, _, weight)| sum + f64::from(moves) * weight);
    let values = [("safe", share(true)), ("out", share(false)), ("expected_runner_moves", moves)];
    Ok(Answer {
        manner: Manner::Chain { states: solved.states, unresolved: solved.unresolved },
        values: values.into_iter().map(|(word, value)| Value::decimal(word, value)).collect(),
    })
}
