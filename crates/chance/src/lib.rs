//! Sources of chance for rule code.
//!
//! A rule is written once, generic over [`Chance`], and read in seven ways:
//!
//! - [`Sampled`] plays it from keyed streams, and [`Literal`] does the same but rolls every die where `Sampled` would
//!   settle a whole attack by one draw;
//! - [`Enumerated`] walks every branch with its exact weight, and [`Asking`] does the same for decks that run down,
//!   keeping what was learnt of the cards apart from the rest;
//! - [`Traced`] asks every question once, to build a table ([`QuestionTable`]) from which small procedures are played;
//! - [`Scripted`] supplies the draws of a worked example, and fails if a draw goes unused or does not fit the question;
//! - [`Observed`] wraps any of them and records each step.
//!
//! A draw says who draws and what for (an [`Address`]) and asks the question that the rule asks ("8 or more?"), so that
//! enumeration branches on answers, not on faces.
//!
//! ```
//! use chance::{Address, Card, Cards, Chance, Deck, Enumerated, Pack, exact};
//!
//! /// Whether the first card of a novice's deck is an 8 or better.
//! fn hit<C: Chance>(chance: &mut C) -> bool {
//!     let mut deck = C::Deck::whole(Pack::new(1, 2));
//!     chance.draw(&mut deck, Address::new(0, 0, 0), |card: Card| card.value().is_some_and(|value| value >= 8))
//! }
//!
//! let odds = exact::distribution::<_, _, exact::Ratio>((), 100, |(), chance| exact::Flow::Done(hit(chance))).unwrap();
//! assert_eq!(odds.probability(&true).to_string(), "2/7");
//! ```
//!
//! Pools of mixed dice are thrown first and looked at afterwards:
//!
//! ```
//! use chance::{Address, Chance, Die, Enumerated, Keep, Pool, exact};
//!
//! /// Whether the two best of a d6 and two d8 make 10 or more with a d8 left over.
//! fn strikes<C: Chance>(chance: &mut C) -> bool {
//!     let pool = Pool::EMPTY.with(Die::D6, 1).with(Die::D8, 2);
//!     let mut hand = chance.throw(Address::new(0, 0, 0), &pool, Keep::BEST);
//!     chance.look(&mut hand, |kept| kept.total >= 10 && kept.left.dice.largest() == Some(Die::D8))
//! }
//!
//! let odds = exact::distribution::<_, _, exact::Ratio>((), 100, |(), chance| exact::Flow::Done(strikes(chance))).unwrap();
//! assert_eq!(odds.probability(&true).to_string(), "25/96");
//! ```
#![forbid(unsafe_code)]

mod address;
mod asked;
mod cards;
mod chance;
mod counts;
mod dice;
mod enumerated;
pub mod exact;
mod keyed;
mod known;
mod observed;
mod one_draw;
mod pool;
mod question_table;
mod round_table;
mod sampled;
mod scripted;
mod settled;
mod step;
mod stop;
mod traced;
mod wide;

pub use address::Address;
pub use asked::{AskedDeck, Asking};
pub use cards::{Card, Cards, Deck, Pack};
pub use chance::{Chance, Procedure};
pub use dice::{D6, Dice};
pub use enumerated::Enumerated;
pub use exact::TooLarge;
pub use keyed::{Keyed, Keys, Plain, Words};
pub use known::KnownDeck;
pub use observed::{Observed, Witnessed};
pub use one_draw::{MOST_OUTCOMES, OneDraw};
pub use pool::{Aim, Die, Hand, How, Keep, Kept, Left, Limit, MOST_DICE, Numbers, Pool, Thrown, Wanted};
pub use question_table::{Extent, QuestionTable, Traceable, Walked};
pub use round_table::{RoundTable, Size};
pub use sampled::{Literal, Sampled};
pub use scripted::{Draw, Scripted};
pub use step::{Drawn, Fact, Luck, Mark, Modifier, Named, Step};
pub use stop::{Stop, stopped};
pub use traced::{Traced, TracedDeck};
