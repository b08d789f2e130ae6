//! Attributes: what distinguishes figures of the same Rep (CR-attr).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An attribute (CR-attr-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Attribute {
    /// Rolls one extra die on most of his own reaction tests, and friends within 4" do as he does (CR-attr-born).
    #[serde(rename = "Born Leader")]
    BornLeader,
    /// Rolls a single die on Received Fire (CR-attr-poser).
    Poser,
    /// Shoots without a penalty after a fast move (CR-attr-agile).
    Agile,
    /// On the Fast Move test, two dice passed count as one (CR-attr-slow).
    Slow,
    /// Rolls one extra die in melee (CR-attr-brawler).
    Brawler,
    /// Tests In Sight at Rep - 1 (CR-attr-slowreact).
    #[serde(rename = "Slow to React")]
    SlowToReact,
    /// Throws grenades farther (CR-attr-athlete).
    Athlete,
    /// Rolls one die fewer in melee (CR-attr-runt).
    Runt,
    /// Shoots better with a bolt action rifle (CR-attr-marksman).
    Marksman,
    /// Falls if a Fast Move test fails with doubles (CR-attr-clumsy).
    Clumsy,
    /// Not subject to Duck Back (CR-attr-nerves).
    #[serde(rename = "Nerves of Steel")]
    NervesOfSteel,
}

impl Attribute {
    /// All attributes in the order of their table: the total of two dice minus 2 is the index (CR-attr-1).
    pub const ALL: [Attribute; 11] = [
        Attribute::BornLeader,
        Attribute::Poser,
        Attribute::Agile,
        Attribute::Slow,
        Attribute::Brawler,
        Attribute::SlowToReact,
        Attribute::Athlete,
        Attribute::Runt,
        Attribute::Marksman,
        Attribute::Clumsy,
        Attribute::NervesOfSteel,
    ];

    /// The rulebook's name for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Attribute::BornLeader => "Born Leader",
            Attribute::Poser => "Poser",
            Attribute::Agile => "Agile",
            Attribute::Slow => "Slow",
            Attribute::Brawler => "Brawler",
            Attribute::SlowToReact => "Slow to React",
            Attribute::Athlete => "Athlete",
            Attribute::Runt => "Runt",
            Attribute::Marksman => "Marksman",
            Attribute::Clumsy => "Clumsy",
            Attribute::NervesOfSteel => "Nerves of Steel",
        }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The attributes of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attributes(u16);

impl Attributes {
    /// Whether the figure has this attribute.
    #[inline]
    #[must_use]
    pub const fn has(self, attribute: Attribute) -> bool {
        self.0 >> attribute as u16 & 1 == 1
    }

    /// The figure's attributes, in the order of their table.
    pub fn iter(self) -> impl Iterator<Item = Attribute> {
        Attribute::ALL.into_iter().filter(move |&attribute| self.has(attribute))
    }
}

impl FromIterator<Attribute> for Attributes {
    fn from_iter<I: IntoIterator<Item = Attribute>>(all: I) -> Attributes {
        Attributes(all.into_iter().fold(0, |set, attribute| set | 1 << attribute as u16))
    }
}
