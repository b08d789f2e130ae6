//! What a new scenario begins with.

/// A way of play that a new scenario can begin with, such as a fight at a range.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// Its id, such as `open` or `zones`; that of fights on a map is [`Opening::MAP`].
    pub id: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Its content: `field` and `mission` as they are written in a file, and as `blue` and `red` the keys of an
    /// ordinary squad, with those that people change first at the front. A side that is left out lists no squads.
    pub setup: fn() -> serde_json::Value,
}

impl Opening {
    /// The id by which a user starts a fight on a map.
    pub const MAP: &'static str = "map";
}
