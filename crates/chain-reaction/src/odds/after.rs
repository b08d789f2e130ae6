//! What becomes of figures after battles (CR-after-1).

use chance::exact::{Flow, Ratio};
use engage::{Finding, Kind, Problem, distribution, fractions, schema_of};

use super::shared::{ANYWHERE, by_word, odds, parameters, rep};
use crate::after::{Standing, recovers};

pub(super) const CAREER: Kind = Kind {
    id: "career",
    label: "Career",
    about: "A figure that goes out of the fight in some battles and recovers after each: what is left of it.",
    findings: &[Finding::chance("Rep *"), Finding::chance("retired from play"), Finding::chance("dead")],
    schema: schema_of::<Career>,
    answer: |value| fractions(value, career),
};

pub(super) const RECOVERY: Kind = Kind {
    id: "recovery",
    label: "Recovery",
    about: "What becomes of a figure after a battle in which it went out of the fight.",
    findings: &[Finding::chance("full Rep"), Finding::chance("Rep -1"), Finding::chance("dead")],
    schema: schema_of::<Wounded>,
    answer: |value| fractions(value, recovery),
};

parameters! {
    /// Parameters of `recovery`.
    Wounded {
        /// Rep, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        rep: u8,
    }
}

parameters! {
    /// Parameters of `career`.
    Career {
        /// Rep before the first battle, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        rep: u8,
        /// Battles in which it goes out of the fight, at most 100.
        #[schemars(range(max = 100))]
        times: u16,
    }
}

/// The most battles.
const MOST: u16 = 100;

fn recovery(given: &Wounded) -> Result<Vec<(String, Ratio)>, Problem> {
    rep(given.rep, "rep")?;
    Ok(by_word(&odds(|chance| recovers(chance, ANYWHERE, given.rep))?, ToString::to_string))
}

fn career(given: &Career) -> Result<Vec<(String, Ratio)>, Problem> {
    rep(given.rep, "rep")?;
    if given.times > MOST {
        return Err(Problem::new("times", format!("{} battles, expected at most {MOST}", given.times)));
    }
    let start = (0, Standing::Back(given.rep));
    let left = distribution(start, |(battles, standing), chance| match standing {
        Standing::Back(rep) if battles < given.times => {
            Flow::Go((battles + 1, recovers(chance, ANYWHERE, rep).standing(rep, Standing::Dead)))
        }
        standing => Flow::Done(standing),
    })?;
    Ok(by_word(&left, |standing| match standing {
        Standing::Back(rep) => format!("Rep {rep}"),
        Standing::Retired => "retired from play".to_owned(),
        Standing::Lost | Standing::Dead => "dead".to_owned(),
    }))
}
