//! The battlefield: a grid of one-inch cells with walls, doors, windows, cover, woods, hills and rooms.
//!
//! A [`Plan`] is made once for each map by a [`Builder`], never changes, and is shared between threads. What changes in
//! an engagement is kept apart in two small values that are copied like numbers: [`Doors`], the open ones, and
//! [`Standing`], where figures are. Ground that an engagement draws for itself is a [`Board`], which answers square by
//! square. No question allocates, except where its documentation says so. The field knows no rules, files, threads or
//! clocks.
//!
//! Walls, doors and windows are squares of the map, not edges between squares. A [`Cell`] is a square that figures can
//! enter; cells are numbered, and sets of them are bits. Distances run from centre to centre, in thousandths of an inch.
//! The rules of sight are in [`Sight`] and `docs/field.md`, those of movement in [`Mover`].
//!
//! ```
//! use field::{Builder, Doors, Figures, Mover, Reaching, Search, Sight, Standing};
//!
//! // Two rooms, a door between them, a counter in the right one and a window in its wall.
//! let map = [
//!     "#########",
//!     "#...#...#",
//!     "#...+._.=",
//!     "#...#...#",
//!     "#########",
//! ];
//! let plan = Builder::drawn(&map.join("\n")).build().expect("a sound map");
//! let at = |row, column| plan.cell(row, column).expect("a cell");
//! let (west, east) = (at(2, 1), at(2, 7));
//!
//! // The door hides them from each other; once it is open, the counter covers the figure behind it.
//! let mut doors = Doors::SHUT;
//! assert_eq!(plan.sight(west, east, doors), Sight::Blocked);
//! doors.open(plan.door(at(2, 4)).expect("a door"));
//! assert_eq!(plan.sight(west, east, doors), Sight::Covered);
//! assert_eq!(plan.sight(east, west, doors), Sight::Clear);
//! assert_eq!(plan.distance(west, east), 6000);
//!
//! // A figure is in the doorway, in the line of fire.
//! let mut standing = Standing::EMPTY;
//! standing.place(3, at(2, 4));
//! assert!(standing.in_line(&plan, west, east, Figures::ALL).eq([3]));
//!
//! // The cells that a move of three inches reaches.
//! let mut search = Search::new();
//! let reaching = Reaching { from: west, allowance: 3000, mover: Mover::WALKER };
//! plan.reach(&mut search, reaching, doors, standing.occupied());
//! assert_eq!(search.cost(at(1, 3)), Some(2414));
//! assert_eq!(search.cost(at(2, 5)), None);
//! ```
#![forbid(unsafe_code)]

mod arc;
mod area;
mod board;
mod builder;
mod cell;
mod cloud;
mod doors;
mod entrances;
mod explore;
mod exposure;
mod figures;
mod grid;
mod ground;
mod lanes;
mod line;
mod lines;
mod looks;
mod mistake;
mod outlook;
mod path;
mod plan;
mod room;
mod rooms;
mod shapes;
mod sight;
mod standing;
mod steps;
mod sweep;
mod walk;

pub use arc::{Arc, Facing, Spread};
pub use area::Area;
pub use board::{Board, MAX_STAIRS};
pub use builder::Builder;
pub use cell::{Cell, CellSet, INCH, MAX_CELLS, MAX_SIDE, Position};
pub use cloud::Cloud;
pub use doors::{Door, Doors, MAX_DOORS};
pub use explore::Exploration;
pub use figures::{EachFigure, Figures, MAX_FIGURES};
pub use ground::{Ground, Pass, Screen};
pub use lanes::Lanes;
pub use lines::Lines;
pub use mistake::Mistake;
pub use outlook::Outlook;
pub use path::{DIAGONAL, Distances, Downhill, MAX_ROUTED_CELLS, Mover, Reaching, Routes, Search, Step};
pub use plan::Plan;
pub use room::{MAX_ROOMS, Opening, Room};
pub use shapes::Strip;
pub use sight::Sight;
pub use standing::{InLine, Standing};
