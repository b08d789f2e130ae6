//! The first move, and distances.

use chance::exact::{Flow, Ratio};
use chance::{Chance, D6, Procedure};
use engage::{Finding, Inches, Problem, Side, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, situation};
use crate::initiative::Initiative;
use crate::movement::RUSH;
use crate::options::{StandThenRush, VehiclePartDice};

/// What a vehicle runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Gear {
    /// Tracks.
    Tracked,
    /// Wheels.
    Wheeled,
}

/// The ground that a vehicle crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum VehicleGround {
    /// Along a road.
    Road,
    /// Across country.
    CrossCountry,
}

situation! {
    /// The roll for the first move in the first pair of moves.
    struct Roll {
        /// What A adds to its die, -20 to 20.
        #[serde(default)]
        #[schemars(title = "A’s bonus")]
        #[schemars(range(min = -20, max = 20))]
        bonus_a: i8,
        /// What B adds to its die, -20 to 20.
        #[serde(default)]
        #[schemars(title = "B’s bonus")]
        #[schemars(range(min = -20, max = 20))]
        bonus_b: i8,
    }
    id: "initiative",
    label: "Initiative",
    findings: &[Finding::chance("a_decides"), Finding::chance("b_decides")],
    solve: initiative,
}

situation! {
    /// How far a man gets in a number of rushes, and whether he covers a distance.
    struct Rush {
        /// Number of rushes, at most 100.
        #[serde(default = "one")]
        #[schemars(range(max = 100))]
        rushes: u8,
        /// The distance to cover, in inches.
        #[schemars(title = "Distance")]
        distance_in: Inches,
        /// Whether he stands up first.
        #[serde(default)]
        stand_up_first: bool,
        /// Whether he is wounded.
        #[serde(default)]
        wounded: bool,
    }
    id: "rush",
    label: "Rush",
    findings: &[
        Finding::chance("covered").called("Far enough"),
        Finding::chance("short").called("Too short"),
        Finding::mean("expected_distance", "inches").called("Distance"),
    ],
    solve: rush,
}

situation! {
    /// How far a vehicle gets in one move, and whether it covers a distance.
    struct Vehicle {
        /// Whether it has tracks or wheels.
        running_gear: Gear,
        /// Whether it goes along a road or across country.
        ground: VehicleGround,
        /// Its speed in miles an hour, at most 1000.
        #[schemars(title = "Speed", extend("x-unit" = "mph"))]
        #[schemars(range(max = 1000))]
        speed_mph: u16,
        /// The distance to cover, in inches.
        #[schemars(title = "Distance")]
        distance_in: Inches,
    }
    id: "vehicle",
    label: "Vehicle",
    findings: &[
        Finding::chance("covered").called("Far enough"),
        Finding::chance("short").called("Too short"),
        Finding::mean("expected_distance", "inches").called("Distance"),
    ],
    solve: vehicle,
}

const fn one() -> u8 {
    1
}

/// FT-seq-2, FT-seq-3.
fn initiative(parameters: &Roll) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let Roll { bonus_a, bonus_b, .. } = *parameters;
    for (key, bonus) in [("bonus_a", bonus_a), ("bonus_b", bonus_b)] {
        if !(-20..=20).contains(&bonus) {
            return Err(Problem::new(key, format!("{bonus}, expected -20 to 20")));
        }
    }
    let roll = Initiative { advantage: bonus_a - bonus_b, ties_stand: false };
    let odds = distribution((), |(), chance| Flow::Done(roll.run(chance, ANYWHERE)))?;
    let words = [("a_decides", Side::Blue), ("b_decides", Side::Red)];
    Ok(words.map(|(word, side)| (word, odds.probability(&Some(side)))).into())
}

/// The distances, from the distribution in thousandths of an inch.
fn distances(odds: &chance::exact::Distribution<u32, Ratio>, wanted: Inches) -> Vec<(&'static str, Ratio)> {
    let wanted = wanted.thousandths() as u32;
    let mean = odds.mean(|&gone| gone.into());
    vec![
        ("covered", odds.sum(|&gone| gone >= wanted)),
        ("short", odds.sum(|&gone| gone < wanted)),
        ("expected_distance", mean.product(&Ratio::new(1, 1000))),
    ]
}

/// FT-move-2, FT-move-6.
fn rush(parameters: &Rush) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let Rush { rushes, distance_in, stand_up_first, wounded, options: rules } = parameters;
    let odds = distribution((0, 0), |(made, gone), chance| {
        if made == *rushes {
            return Flow::Done(gone);
        }
        let mut distance = match wounded {
            true => rules.moves.wounded.thousandths() as u32,
            false => chance.roll(ANYWHERE, &RUSH, |score| u32::from(score) * 1000),
        };
        if made == 0 && *stand_up_first {
            distance = if rules.stand_then_rush == StandThenRush::No { 0 } else { distance / 2 };
        }
        Flow::Go((made + 1, gone + distance))
    })?;
    Ok(distances(&odds, *distance_in))
}

/// FT-move-7 to FT-move-9.
fn vehicle(parameters: &Vehicle) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let Vehicle { running_gear, ground, speed_mph, distance_in, options: rules } = parameters;
    let each = match running_gear {
        Gear::Tracked => rules.vehicle_dice.tracked,
        Gear::Wheeled => rules.vehicle_dice.wheeled,
    };
    let dice = match rules.vehicle_part_dice {
        VehiclePartDice::Drop => speed_mph / each,
        VehiclePartDice::RoundUp => speed_mph.div_ceil(each),
    };
    let odds = distribution((0, 0_u32), |(rolled, gone), chance| match ground {
        VehicleGround::Road => Flow::Done(u32::from(*speed_mph) * 1000),
        VehicleGround::CrossCountry if rolled == dice => Flow::Done(gone),
        VehicleGround::CrossCountry => {
            Flow::Go((rolled + 1, gone + chance.roll(ANYWHERE, &D6, |die| u32::from(die) * 1000)))
        }
    })?;
    Ok(distances(&odds, *distance_in))
}
