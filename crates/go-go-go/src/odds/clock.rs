//! Tasks of several turns, and hearing (GGG-bomb, GGG-stun, GGG-sound).

use chance::exact::Ratio;
use engage::{Finding, Inches, Problem};

use super::shared::{MOST, certain, situation};
use crate::bomb::{self, Fate};
use crate::figure::Man;
use crate::figure::Pace;
use crate::grenade::{Blast, Grenade, after};
use crate::spot::heard;

situation! {
    /// The clock of a bomb that is planted without a break.
    struct BombClock {
        /// The turn in which planting begins, from 1.
        #[schemars(range(min = 1, max = 1000))]
        plant_start_turn: u16,
    }
    id: "bomb_clock",
    label: "Clock of a bomb",
    findings: &[
        Finding::number("armed_at_end_of_turn").called("Armed at the end of turn"),
        Finding::number("detonates_at_end_of_turn").called("Goes off at the end of turn"),
        Finding::chance("in_time"),
    ],
    solve: bomb_clock,
}

situation! {
    /// Whether a bomb that is planted and defused without a break is defused in time.
    struct DefuseRace {
        /// The turn in which planting begins, from 1.
        #[schemars(range(min = 1, max = 1000))]
        plant_start_turn: u16,
        /// The turn in which defusing begins, after the turn in which the bomb is armed.
        #[schemars(range(min = 1, max = 1000), extend("examples" = [8]))]
        defuse_start_turn: u16,
    }
    id: "defuse_race",
    label: "Race to defuse",
    findings: &[Finding::chance("defused"), Finding::chance("explodes")],
    solve: defuse_race,
}

situation! {
    /// How long a figure that a grenade stuns stays stunned after the turn of the burst.
    struct StunClock {
        /// The grenade.
        grenade: Grenade,
        /// Full turns after this one for which the figure would be stunned without the grenade.
        #[serde(default)]
        #[schemars(range(max = 20))]
        #[schemars(title = "Already stunned for", extend("x-unit" = "turns"))]
        already: u8,
    }
    id: "stun_clock",
    label: "How long a stun lasts",
    findings: &[Finding::number("full_turns_still_stunned").called("Full turns still stunned")],
    solve: stun_clock,
}

situation! {
    /// Whether a figure's footsteps are heard at a distance.
    struct Hearing {
        /// Distance in inches.
        distance: Inches,
        /// The pace of the figure.
        stance: Pace,
    }
    id: "hearing",
    label: "Hearing",
    findings: &[Finding::chance("heard")],
    solve: hearing,
}

/// A turn of the game.
fn turn(key: &str, turn: u16) -> Result<u16, Problem> {
    match turn {
        1..=1000 => Ok(turn),
        _ => Err(Problem::new(key, format!("turn {turn}, expected 1 to 1000"))),
    }
}

fn bomb_clock(parameters: &BombClock) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let (rules, begun) = (&parameters.options, turn("plant_start_turn", parameters.plant_start_turn)?);
    let number = |turn: u16| Ratio::new(turn.into(), 1);
    Ok(vec![
        ("armed_at_end_of_turn", number(bomb::planted(rules, begun))),
        ("detonates_at_end_of_turn", number(bomb::due(rules, begun))),
        ("in_time", certain(bomb::in_time(rules, begun))),
    ])
}

fn defuse_race(parameters: &DefuseRace) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let begun = turn("plant_start_turn", parameters.plant_start_turn)?;
    let from = turn("defuse_start_turn", parameters.defuse_start_turn)?;
    let armed = bomb::planted(&parameters.options, begun);
    if from <= armed {
        let message = format!("turn {from}, expected a turn after {armed}, at the end of which the bomb is armed");
        return Err(Problem::new("defuse_start_turn", message));
    }
    let fate = bomb::race(&parameters.options, begun, from);
    Ok(vec![("defused", certain(fate == Fate::Defused)), ("explodes", certain(fate == Fate::Explodes))])
}

fn stun_clock(parameters: &StunClock) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let StunClock { grenade, already, options } = parameters;
    if *already > MOST {
        return Err(Problem::new("already", format!("{already} turns, expected 0 to {}", MOST)));
    }
    let before = if *already > 0 { already + 1 } else { 0 };
    let stunned = match grenade {
        Grenade::He | Grenade::Stun => Blast::Stunned,
        Grenade::Smoke => Blast::Nothing,
    };
    let man = after(options, Man { stun: before, ..Man::FRESH }, *grenade, stunned);
    Ok(vec![("full_turns_still_stunned", Ratio::new(u64::from(man.stun.saturating_sub(1)), 1))])
}

fn hearing(parameters: &Hearing) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    Ok(vec![("heard", certain(heard(&parameters.options, parameters.stance, parameters.distance)))])
}
