//! Reads maps drawn in TOML or with Tiled, checks them and compiles them to plans of the crate `field`.

mod amended;
mod beside;
mod draft;
mod drawing;
mod drawn;
mod edit;
mod file;
mod kind;
mod load;
mod missing;
mod named;
mod sketch;
mod tmx;

pub use beside::Files;
pub use edit::Edit;
pub use kind::Kind;
pub use load::{load_map, parse_map, parse_map_in};
pub use sketch::{Given, Naming, Sketch};

pub(crate) use beside::Beside;
pub(crate) use file::MapFile;
pub(crate) use load::{ENDINGS, is_tiled};
pub(crate) use named::Named;
pub(crate) use tmx::described;
