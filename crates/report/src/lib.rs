//! Frames, tables, charts and pages made from the result of a run, a table of odds or a replay.
//!
//! Everything is returned as text or bytes; nothing here opens a file or prints. A [`runner::Run`] or
//! [`runner::OddsTable`] becomes a [`Report`], made once with its sheet of axes, columns and rows, its tables and its
//! sentences. Each format is written from that report. Numbers are rounded only when they become text, to the digits
//! that their interval justifies. Data formats keep them unrounded and use the ids of scenario files; everything else
//! uses labels and units.
//!
//! ```
//!
//! use runner::{Options, Stop, Unwatched};
//! use scenario::{RULESETS, Scenario};
//!
//! let text = r#"
//! title = "Rifles at three ranges"
//! ruleset = "fireteam"
//! [blue.rifleman]
//! weapon = "rifle"
//! [red.rifleman]
//! weapon = "rifle"
//! [sweep]
//! "field.range" = [12, 24, 36]
//! "#;
//! let scenario = Scenario::parse("rifles.toml", text.as_bytes(), &[], RULESETS).unwrap();
//! let options = Options { threads: Some(1), interrupt: &Stop::default(), executor: None };
//! let run = runner::run(&scenario, &options, &Unwatched).unwrap();
//!
//! // A table for a terminal that is 80 columns wide, and the same numbers as CSV, unrounded.
//! let report = report::Report::of_run(&run, &[]);
//! let table = report.table(80);
//! assert!(table.contains("Range,") && table.contains("wins, %,") && table.lines().count() > 3, "{table}");
//! let csv = report.render(report::Format::Csv, 80)?;
//! assert!(csv.starts_with("cell,id,seed,field.range,variant,method,"), "{csv}");
//! # Ok::<(), report::Error>(())
//! ```
#![forbid(unsafe_code)]

mod answer;
mod balance;
mod beside;
mod best;
mod best_files;
mod chart;
mod column;
mod csv_parquet;
mod data;
mod embedded_scenario;
mod error;
mod export;
mod fair;
mod findings;
mod format;
pub mod frame;
mod heat;
mod html;
mod json;
mod judge;
mod layout;
mod lever_files;
mod levers;
mod markdown;
mod number;
mod plan;
mod players;
mod price;
mod price_files;
mod replay;
mod report;
mod sheet;
mod sketched;
mod tables;
mod targets;
mod terminal;
mod who;
mod words;
mod zones;

pub use balance::Fair;
pub use beside::{side_by_side, side_by_side_html};
pub use best::Doctrines;
pub use best_files::schema_of_best;
pub use chart::{Chart, map_charts};
pub use csv_parquet::{csv, joined, parquet};
pub use data::Data;
pub use embedded_scenario::{NotKept, kept_in};
pub use error::Error;
pub use export::{File, map_files};
pub use fair::schema_of_balance;
pub use findings::Findings;
pub use format::{Format, UnknownFormat};
pub use html::{SCRIPT, STYLE};
pub use json::schema_of_results;
pub use lever_files::schema_of_levers;
pub use levers::Ranking;
pub use plan::{Asked, NotThere, Shown, map_text};
pub use players::Players;
pub use price::Prices;
pub use price_files::schema_of_price;
pub use replay::{replay_json, replay_log, replay_page, replay_text, schema_of_replays};
pub use report::Report;
pub use sketched::{GROUND_STYLE, area_class, sample, sketched};
pub use targets::{Targets, schema_of_targets};
pub use terminal::READABLE;
