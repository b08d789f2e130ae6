//! Tests of the battlefield: drawn cases, and random maps against plain twins.

mod allocation;
mod arcs;
mod areas;
mod board;
mod corners;
mod maps;
mod mistakes;
mod paths;
mod rooms;
mod sight;
mod standing;
mod twin;
