//! Recovery of figures after battles (CR-after-1).

use chance::exact::{Flow, Ratio};
use engage::{Finding, Problem, distribution};

use super::shared::{ANYWHERE, by_word, odds, situation};
use crate::after::{Aftermath, recovers};

situation! {
    /// How a figure recovers after a battle in which it went out of the fight.
    struct Wounded {
        /// Rep, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        rep: u8,
    }
    id: "recovery",
    label: "Recovery",
    findings: &[Finding::chance("full Rep"), Finding::chance("Rep -1"), Finding::chance("dead")],
    solve: recovery,
}

situation! {
    /// Rep of a figure that goes out of the fight in a number of battles and recovers after each of them.
    struct Career {
        /// Rep before the first battle, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        rep: u8,
        /// Number of battles in which it goes out of the fight, at most 100.
        #[schemars(range(max = 100))]
        times: u16,
    }
    id: "career",
    label: "Career",
    findings: &[Finding::chance("Rep *"), Finding::chance("retired from play"), Finding::chance("dead")],
    solve: career,
}

fn recovery(given: &Wounded) -> Result<Vec<(String, Ratio)>, Problem> {
    Ok(by_word(&odds(|chance| recovers(chance, ANYWHERE, given.rep))?, ToString::to_string))
}

fn career(given: &Career) -> Result<Vec<(String, Ratio)>, Problem> {
    let start = (0, Aftermath::Back(given.rep));
    let left = distribution(start, |(battles, standing), chance| match standing {
        Aftermath::Back(rep) if battles < given.times => {
            Flow::Go((battles + 1, recovers(chance, ANYWHERE, rep).standing(rep, Aftermath::Dead)))
        }
        standing => Flow::Done(standing),
    })?;
    Ok(by_word(&left, |standing| match standing {
        Aftermath::Back(rep) => format!("Rep {rep}"),
        Aftermath::Retired => "retired from play".to_owned(),
        Aftermath::Lost | Aftermath::Dead => "dead".to_owned(),
    }))
}
