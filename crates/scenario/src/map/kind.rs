//! The kinds of ground, with their names on maps.

use field::Ground;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Blocks movement and sight. Drawn `#`.
    Wall,
    /// Open floor. Drawn `.`, or `<` where stairs are.
    Floor,
    /// Slow to cross: mud, wreckage, steps. Drawn `,`.
    Rough,
    /// Can be opened and shut in play. Door squares that touch, even at a corner, form one door. Drawn `+`.
    Door,
    /// An opening without a door. Drawn `'`.
    Doorway,
    /// Figures can see, shoot and climb through it; hard cover for a figure right behind it. Drawn `=`.
    Window,
    /// Can be climbed over: a counter, a barricade; hard cover for a figure right behind it. Drawn `_`.
    #[serde(rename = "low wall")]
    LowWall,
    /// Hard and low, cannot be crossed: a car, a crate, machinery; hard cover for a figure right behind it. Drawn `n`.
    Block,
    /// Hard cover for a figure in it, slow to cross: rubble, a trench. Drawn `:`.
    Rubble,
    /// Can be walked through, conceals a figure in it or behind it: bushes, curtains. Drawn `"`.
    Bush,
    /// The same, but slow to cross: the edge of a wood. Drawn `%`.
    Thicket,
    /// Can be climbed over, conceals a figure on it or behind it: seats, desks. Drawn `h`.
    Seat,
    /// The inside of a wood: slow to cross, blocks sight across it. Drawn `&`.
    Wood,
    /// Blocks movement but not sight: water, a stairwell. Drawn `~`.
    Gap,
    /// High ground: figures off it do not see each other across it; a figure on it sees and is seen. Drawn `^`.
    Hill,
}

impl Kind {
    /// Every kind, in the order in which they are documented.
    pub const ALL: [Kind; 15] = [
        Kind::Wall,
        Kind::Floor,
        Kind::Rough,
        Kind::Door,
        Kind::Doorway,
        Kind::Window,
        Kind::LowWall,
        Kind::Block,
        Kind::Rubble,
        Kind::Bush,
        Kind::Thicket,
        Kind::Seat,
        Kind::Wood,
        Kind::Gap,
        Kind::Hill,
    ];

    /// Its properties on the field.
    #[must_use]
    pub const fn ground(self) -> Ground {
        match self {
            Kind::Wall => Ground::WALL,
            Kind::Floor => Ground::FLOOR,
            Kind::Rough => Ground::ROUGH,
            Kind::Door => Ground::DOOR,
            Kind::Doorway => Ground::DOORWAY,
            Kind::Window => Ground::WINDOW,
            Kind::LowWall => Ground::LOW_WALL,
            Kind::Block => Ground::BLOCK,
            Kind::Rubble => Ground::RUBBLE,
            Kind::Bush => Ground::BUSH,
            Kind::Thicket => Ground::THICKET,
            Kind::Seat => Ground::SEAT,
            Kind::Wood => Ground::WOOD,
            Kind::Gap => Ground::GAP,
            Kind::Hill => Ground::HILL,
        }
    }

    /// The kind of a piece of ground; `None` for ground that no map can draw.
    #[must_use]
    pub fn of(ground: Ground) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.ground() == ground)
    }

    /// The kind of a symbol, unless the legend of a map redefines it.
    #[must_use]
    pub fn of_symbol(symbol: char) -> Option<Kind> {
        Ground::of_symbol(symbol).and_then(Kind::of)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Wall => "wall",
            Kind::Floor => "floor",
            Kind::Rough => "rough",
            Kind::Door => "door",
            Kind::Doorway => "doorway",
            Kind::Window => "window",
            Kind::LowWall => "low wall",
            Kind::Block => "block",
            Kind::Rubble => "rubble",
            Kind::Bush => "bush",
            Kind::Thicket => "thicket",
            Kind::Seat => "seat",
            Kind::Wood => "wood",
            Kind::Gap => "gap",
            Kind::Hill => "hill",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn named(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == word)
    }
}

#[cfg(test)]
mod tests {
    use field::Ground;
    use serde_json::json;

    use super::Kind;

    #[test]
    fn every_symbol_of_the_field_has_a_kind_and_a_word() {
        let symbols: Vec<char> = (' '..='~').filter(|&symbol| Ground::of_symbol(symbol).is_some()).collect();
        assert_eq!(symbols.len(), 16, "the field's symbols, with two for floor");
        for symbol in symbols {
            let kind = Kind::of_symbol(symbol).unwrap_or_else(|| panic!("{symbol} has no kind"));
            assert_eq!(Some(kind.ground()), Ground::of_symbol(symbol));
            assert_eq!(Kind::named(kind.name()), Some(kind));
            assert_eq!(json!(kind), json!(kind.name()));
        }
    }
}
