//! What people read: frames, tables, charts and pages made from the result of a run, a table of odds or a replay.
//!
//! Everything is returned as text or bytes; nothing here opens a file or prints. The way of the data is
//! [`runner::Run`] or [`runner::OddsTable`] → a sheet of axes, columns and rows → tables and charts → bytes. Numbers are
//! rounded only where they become text, to the digits that their interval bears; data formats carry them whole.
#![forbid(unsafe_code)]

mod chart;
mod error;
mod export;
mod format;
pub mod frame;
mod heat;
mod html;
mod layout;
mod markdown;
mod number;
mod plan;
mod replay;
mod sheet;
mod tables;
mod terminal;
mod words;

pub use chart::{Chart, map_charts, odds_charts, run_charts};
pub use error::Error;
pub use export::{File, csv, map_files, odds_files, odds_json, parquet, render_odds, render_run, run_files, run_json};
pub use format::{Format, UnknownFormat};
pub use html::{odds_page, run_page};
pub use markdown::{odds_markdown, run_markdown};
pub use plan::{Asked, NotThere, Shown, map_text};
pub use replay::{replay_page, replay_text};
pub use terminal::{odds_table, run_table};
