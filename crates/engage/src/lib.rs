//! What every ruleset shares: sides, outcomes, and the two interfaces between a ruleset and the rest of the program.
//!
//! A ruleset crate exports one [`Ruleset`]: plain data and functions, no generics, so that the registry is a slice.
//! Its `compile` turns a checked scenario into a [`Battle`], which plays blocks of engagements into a buffer, replays
//! one of them step by step, and solves itself exactly if its states fit a budget.
//!
//! How it does so is written once, in [`game`]: a ruleset says how an engagement starts and goes on. Here is a whole
//! ruleset.
//!
//! ```
//! use chance::{Address, Chance, D6, Deck};
//! use engage::{BySide, Game, MAX_MEASURES, Outcome, Progress, game};
//!
//! /// Two duellists fire at once, and hit on a 5 or more; a hit ends the duel.
//! struct Duel;
//!
//! const ENDINGS: [&str; 4] = ["blue wins", "red wins", "both are hit", "nobody is"];
//!
//! impl Game for Duel {
//!     /// The figures hit.
//!     type State<D: Deck> = BySide<bool>;
//!
//!     const STOPPED: u8 = 3;
//!
//!     fn turn_limit(&self) -> u16 {
//!         20
//!     }
//!
//!     fn start<D: Deck>(&self) -> BySide<bool> {
//!         BySide::default()
//!     }
//!
//!     fn advance<C: Chance>(&self, hit: &mut BySide<bool>, chance: &mut C, turn: u16) -> Progress {
//!         *hit = BySide::from_fn(|target| {
//!             let firer = target.enemy() as u8;
//!             chance.roll(Address::in_round(firer, 0, turn, 0), &D6, |face| face >= 5)
//!         });
//!         let ending = match (hit.blue, hit.red) {
//!             (false, false) => return Progress::RoundOver,
//!             (false, true) => 0,
//!             (true, false) => 1,
//!             (true, true) => 2,
//!         };
//!         Progress::Ended { ending, begun: true }
//!     }
//!
//!     fn measures<D: Deck>(&self, hit: &BySide<bool>) -> [u16; MAX_MEASURES] {
//!         [hit.blue.into(), hit.red.into(), 0, 0, 0, 0, 0]
//!     }
//! }
//!
//! // On average, of nine turns two end with only red hit, two with only blue, and one with both.
//! let solved = game::exact(&Duel, 100)?;
//! let wins: f64 = solved.outcomes.iter().filter(|(outcome, _)| outcome.ending == 0).map(|(_, share)| share).sum();
//! assert!((wins - 0.4).abs() < 1e-6);
//!
//! let mut outcomes = [Outcome::default(); 10_000];
//! game::play(&Duel, 1, 0, &mut outcomes);
//! let wins = outcomes.iter().filter(|outcome| outcome.ending == 0).count();
//! assert!((3_800..4_200).contains(&wins), "{} in {wins} of 10,000", ENDINGS[0]);
//! # Ok::<(), engage::TooLarge>(())
//! ```
#![forbid(unsafe_code)]

mod agenda;
pub mod ahead;
mod battle;
mod breaks;
mod deploy;
mod figure;
pub mod game;
mod house_search;
mod inches;
#[doc(hidden)]
pub mod keys;
mod known_ground;
mod label;
mod luck_numbers;
mod map;
mod may;
mod mission;
mod mix;
mod odds;
mod opening;
mod plain;
mod posts;
mod problem;
mod rulebook;
mod ruleset;
pub mod schema;
mod setup;
mod shape;
mod side;
mod sightings;
mod situation;
mod ways;
mod zones;

#[doc(hidden)]
pub use schemars;
#[doc(hidden)]
pub use serde;

pub use agenda::{Agenda, Full};
pub use battle::{Battle, ExactFight, MAX_MEASURES, Mix, Outcome, Unsolved};
pub use breaks::{Between, Break, Breaks};
pub use chance::exact::Sum;
pub use chance::{Card, Drawn, Fact, Luck, Mark, Modifier, Named, Step, Stop, TooLarge};
pub use deploy::{Deploy, Entry, Start};
pub use figure::Figure;
pub use game::{Game, Progress};
pub use house_search::{HouseSearch, Stack};
pub use inches::Inches;
pub use known_ground::KnownGround;
pub use label::{capital, heading, label, lower, short_unit, singular};
pub use luck_numbers::LuckNumbers;
pub use map::{Map, NoRoom, expected, unknown_place};
pub use may::{ClauseId, May, forbid_if, require};
pub use mission::{Bystanders, Mission, Objective, worth};
pub use mix::drawn;
pub use odds::{Answer, Finding, Kind, Manner, Measured, Sample, Value, too_large};
pub use opening::Opening;
pub use plain::{plain, plain_lines, steers};
pub use posts::Posts;
pub use problem::{Fault, Problem};
pub use rulebook::Rulebook;
pub use ruleset::{Clause, Coverage, Ending, Measure, Ruleset, WINS, Win};
pub use setup::{Setup, Squads, read, with_defaults};
pub use shape::Shape;
pub use side::{BySide, Side};
pub use sightings::{Sighting, Sightings};
pub use situation::{Situation, distribution, parameters};
pub use ways::{Way, Ways};
pub use zones::{Border, Zone, Zones};
