//! Maps drawn with Tiled: `.tmx` files, with their tilesets beside them.
//!
//! The crate `tiled` reads them. It tells no places, and it trusts what it reads: it reserves room for whatever number of tiles
//! is announced, unpacks whatever was packed, and opens whatever is named. So [`Sheet`](sheet::Sheet) and [`Tileset`](tileset::Tileset) go through the XML
//! first, refuse what it cannot handle, and know where everything stands.

mod feed;
mod ground;
mod objects;
mod packed;
mod reader;
mod sheet;
mod tileset;
mod xml;

pub(crate) use reader::{described, read};
