use chance::exact::{Flow, Ratio};
use chance::{Address, Chance, D6, Enumerated};
use engage::{Finding, Problem, distribution};

use super::option::Rules;

engage::situation! {
    Rules;
    /// Whether a weapon jams within some shots.
    struct Jammed {
        /// Shots fired.
        shots: u8,
    }
    id: "jammed",
    label: "Jammed",
    findings: &[Finding::chance("jams")],
    solve: jammed,
}

fn jammed(parameters: &Jammed) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let shoot = |fired: u8, chance: &mut Enumerated| {
        if fired == parameters.shots {
            return Flow::Done(false);
        }
        let at = Address::new(0, 0, fired.into());
        match chance.roll(at, &D6, |face| face <= parameters.options.jams_on) {
            true => Flow::Done(true),
            false => Flow::Go(fired + 1),
        }
    };
    Ok(vec![("jams", distribution(0, shoot)?.probability(&true))])
}
