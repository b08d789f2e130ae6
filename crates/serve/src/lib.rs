//! A local web page that asks and answers questions: the same engine, the same numbers and the same scenario files as on
//! the command line.
//!
//! The page holds a scenario as text with the texts of its maps, and posts that with the value of every control. One
//! thread reads, plays and renders what pages ask, in turns; what was played is kept, so that an answer appears at once
//! and tightens. Another answers requests, of this computer's browser only. Nothing that a request names is opened, and
//! nothing is written.
//!
//! ```no_run
//! use serve::{Library, Server};
//!
//! let server = Server::open(Library::shipped(), 0)?;
//! println!("{}", server.address());
//! server.serve()?;
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod asked;
mod cited;
mod controls;
mod draw;
mod jobs;
mod library;
mod page;
mod searches;
mod server;
mod worker;

pub use library::Library;
pub use server::Server;
