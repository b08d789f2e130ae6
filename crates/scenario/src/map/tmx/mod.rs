//! Reads maps drawn with Tiled: `.tmx` files and their tilesets.
//!
//! The crate `tiled` reads them. It gives no places for mistakes, and it trusts its input: it allocates memory for any
//! announced number of tiles, unpacks any packed data, and opens any named file. So [`Sheet`](sheet::Sheet) and
//! [`Tileset`](tileset::Tileset) check the XML first, refuse what `tiled` cannot handle, and record the place of
//! everything.

mod feed;
mod ground;
mod objects;
mod packed;
mod reader;
mod sheet;
mod tileset;
mod xml;

pub(crate) use reader::{described, read};
