//! The kinds of ground.

/// How a figure enters a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// Never: no figure is ever there, and the square has no cell.
    No,
    /// At the plain cost.
    Free,
    /// At the cost times [`Mover::rough`](crate::Mover::rough).
    Rough,
    /// By climbing, if the mover can, for [`Mover::climb`](crate::Mover::climb) more.
    Climb,
    /// Through a door: at the plain cost while it is open, otherwise for [`Mover::door`](crate::Mover::door) more, if
    /// the mover opens doors.
    Door,
}

impl Pass {
    /// All, in the order of their numbers.
    pub(crate) const ALL: [Pass; 5] = [Pass::No, Pass::Free, Pass::Rough, Pass::Climb, Pass::Door];

    /// The pass of ground with this [`Ground::code`].
    #[inline]
    pub(crate) const fn of_code(code: u8) -> Pass {
        match code & 7 {
            0 => Pass::No,
            1 => Pass::Free,
            2 => Pass::Rough,
            3 => Pass::Climb,
            _ => Pass::Door,
        }
    }

    /// Whether figures walk here without climbing or opening anything, so that they may also pass it diagonally.
    #[inline]
    pub(crate) const fn walked(self) -> bool {
        matches!(self, Pass::Free | Pass::Rough)
    }
}

/// What a square does to a straight line across it, in order from clear to blocking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Screen {
    /// Nothing. A door is drawn this way too: it is clear while open and solid while shut.
    Clear,
    /// Low and hard: figures see and shoot over it, and it covers a figure right behind it.
    Hard,
    /// Soft: figures see dimly through it. It conceals a figure behind it or in it, and stops nothing.
    Soft,
    /// High ground: it hides figures on either side of it from each other. A figure on a hill sees over it and is seen.
    Hill,
    /// Solid: sight, shots and blast do not pass.
    Solid,
}

impl Screen {
    /// All, in the order of their numbers.
    pub(crate) const ALL: [Screen; 5] = [Screen::Clear, Screen::Hard, Screen::Soft, Screen::Hill, Screen::Solid];
}

/// A kind of ground. Walls, doors and windows are squares, not edges between squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    /// How a figure enters it.
    pub pass: Pass,
    /// What it does to a line of sight across it.
    pub screen: Screen,
    /// Whether it is a way from room to room that belongs to neither: a door, a doorway, a window.
    pub opening: bool,
}

/// The kinds that maps are drawn with: symbol and ground.
const SYMBOLS: [(char, Ground); 16] = [
    ('#', Ground::WALL),
    ('.', Ground::FLOOR),
    ('<', Ground::FLOOR),
    (',', Ground::ROUGH),
    ('+', Ground::DOOR),
    ('\'', Ground::DOORWAY),
    ('=', Ground::WINDOW),
    ('_', Ground::LOW_WALL),
    ('n', Ground::BLOCK),
    (':', Ground::RUBBLE),
    ('"', Ground::BUSH),
    ('%', Ground::THICKET),
    ('h', Ground::SEAT),
    ('&', Ground::WOOD),
    ('~', Ground::GAP),
    ('^', Ground::HILL),
];

impl Ground {
    /// A wall, or anything solid: nothing passes, and nothing is seen through it. A square that is not drawn is wall.
    /// Symbol `#`.
    pub const WALL: Ground = Ground::new(Pass::No, Screen::Solid);
    /// Open floor. Symbol `.`, or `<` where stairs are.
    pub const FLOOR: Ground = Ground::new(Pass::Free, Screen::Clear);
    /// Ground that is slow to cross: mud, wreckage, stairs. Symbol `,`.
    pub const ROUGH: Ground = Ground::new(Pass::Rough, Screen::Clear);
    /// A door. Symbol `+`.
    pub const DOOR: Ground = Ground::new(Pass::Door, Screen::Clear).opens();
    /// An opening without a door. Symbol `'`.
    pub const DOORWAY: Ground = Ground::new(Pass::Free, Screen::Clear).opens();
    /// A window: figures see and shoot through it, it covers a figure right behind it, and it can be climbed through.
    /// Symbol `=`.
    pub const WINDOW: Ground = Ground::new(Pass::Climb, Screen::Hard).opens();
    /// A low wall, counter or barricade that can be climbed over. Symbol `_`.
    pub const LOW_WALL: Ground = Ground::new(Pass::Climb, Screen::Hard);
    /// Something hard and low that cannot be crossed: a car, a crate, machinery. Symbol `n`.
    pub const BLOCK: Ground = Ground::new(Pass::No, Screen::Hard);
    /// Hard cover that figures are in: rubble, a trench. Symbol `:`.
    pub const RUBBLE: Ground = Ground::new(Pass::Rough, Screen::Hard);
    /// Something that figures walk through and are concealed in: bushes, curtains. Symbol `"`.
    pub const BUSH: Ground = Ground::new(Pass::Free, Screen::Soft);
    /// The same, but slow to cross: the edge of a wood. Symbol `%`.
    pub const THICKET: Ground = Ground::new(Pass::Rough, Screen::Soft);
    /// Furniture that figures climb over and that conceals: seats, desks. Symbol `h`.
    pub const SEAT: Ground = Ground::new(Pass::Climb, Screen::Soft);
    /// The inside of a wood: slow to cross, and nothing is seen across it. Symbol `&`.
    pub const WOOD: Ground = Ground::new(Pass::Rough, Screen::Solid);
    /// Something that cannot be entered but can be seen across: water, a stair well. Symbol `~`.
    pub const GAP: Ground = Ground::new(Pass::No, Screen::Clear);
    /// High ground: two figures that are both off it do not see each other across it; a figure on it sees and is seen.
    /// Symbol `^`.
    pub const HILL: Ground = Ground::new(Pass::Free, Screen::Hill);

    /// Ground that is not an opening.
    #[must_use]
    pub const fn new(pass: Pass, screen: Screen) -> Ground {
        Ground { pass, screen, opening: false }
    }

    /// The same ground as an opening between rooms.
    #[must_use]
    pub const fn opens(self) -> Ground {
        Ground { opening: true, ..self }
    }

    /// The ground for a symbol on a map that has no legend of its own.
    #[must_use]
    pub fn of_symbol(symbol: char) -> Option<Ground> {
        SYMBOLS.iter().find(|(known, _)| *known == symbol).map(|(_, ground)| *ground)
    }

    /// The symbol for this ground, the first of [`Ground::of_symbol`]; `None` for a kind that is not among them.
    #[must_use]
    pub fn symbol(self) -> Option<char> {
        SYMBOLS.iter().find(|(_, known)| *known == self).map(|(symbol, _)| *symbol)
    }

    /// The ground as a number below 128, so that it fits in a byte with one bit to spare.
    pub(crate) const fn code(self) -> u8 {
        self.pass as u8 | (self.screen as u8) << 3 | (self.opening as u8) << 6
    }

    /// The ground with this number.
    pub(crate) const fn of_code(code: u8) -> Ground {
        Ground { pass: Pass::of_code(code), screen: Screen::ALL[code as usize >> 3 & 7], opening: code >> 6 & 1 == 1 }
    }

    /// What `of` says of the ground of each code; 0 for codes of no ground.
    pub(crate) fn by_code(of: impl Fn(Ground) -> u8) -> [u8; 128] {
        let mut all = [0; 128];
        for pass in Pass::ALL {
            for screen in Screen::ALL {
                for opening in [false, true] {
                    let ground = Ground { pass, screen, opening };
                    all[usize::from(ground.code())] = of(ground);
                }
            }
        }
        all
    }

    /// Whether it covers a figure in it. Ground that figures climb on to does not.
    pub(crate) fn covers_within(self) -> bool {
        self.screen == Screen::Hard && self.pass != Pass::Climb
    }
}
