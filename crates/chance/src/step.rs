//! One step of an engagement as an observer is told it.

/// A modifier to a target number, by its clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// What it is for, such as `range 24"`.
    pub name: String,
    /// The clause behind it.
    pub clause: &'static str,
    /// Its size; added to the target number.
    pub value: i32,
}

/// A throw or a card as it fell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Luck {
    /// Who drew it, by its number in the battle, where a figure did.
    pub figure: u8,
    /// What was thrown, such as `2d6` or `average die`; empty for a card, which says so itself.
    pub from: String,
    /// What it showed, such as `4 3` or `9♥`.
    pub drawn: String,
}

/// What a step changes on the map. Cells are numbered as the plan numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A figure, or a third party, now stands in a cell.
    Stands {
        /// By its number in the battle.
        figure: u8,
        /// The cell.
        cell: u16,
    },
    /// A figure, or a third party, is out of the fight, where it stood.
    Falls {
        /// By its number in the battle.
        figure: u8,
    },
    /// A figure, or a third party, has left the ground unhurt.
    Leaves {
        /// By its number in the battle.
        figure: u8,
    },
    /// The door in a cell now stands open.
    Opens {
        /// By its number on the plan.
        door: u8,
    },
    /// A shot is fired along a line, whatever it hits.
    Shot {
        /// Where the firer stands.
        from: u16,
        /// Where the target stands.
        to: u16,
    },
    /// A grenade goes off in a room.
    Bursts {
        /// By its number on the plan.
        room: u8,
        /// Whether the room now holds gas.
        gas: bool,
    },
    /// A figure looks another way: so many rows down for so many columns to the right.
    Faces {
        /// By its number in the battle.
        figure: u8,
        /// Rows down.
        rows: i8,
        /// Columns to the right.
        columns: i8,
    },
    /// Smoke lies on a cell from now on.
    Smokes {
        /// The cell.
        cell: u16,
    },
}

/// One step of an engagement: who did what under which clause, with the draws and the target number behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// How deep it lies in a chain of reactions: 0 for what nobody caused, 1 for what answers that, and so on.
    pub depth: u8,
    /// The figure that acts, by its number in the battle; none for steps of the whole table.
    pub figure: Option<u8>,
    /// The figure it concerns, if it is another.
    pub target: Option<u8>,
    /// The clause applied.
    pub clause: &'static str,
    /// What happened, in a few words. Figures in it are [`Step::named`].
    pub text: String,
    /// The target number, where there is one.
    pub target_number: Option<i32>,
    /// What the target number is made of; they add up to it.
    pub modifiers: Vec<Modifier>,
    /// The draws since the step before.
    pub luck: Vec<Luck>,
    /// What it changes on the map, in order.
    pub marks: Vec<Mark>,
}

/// How the place ends where a figure's draws go.
const DREW: &str = " drew}";

impl Step {
    /// A figure within a text, by its number in the battle, until somebody puts its name there: `{3}`.
    #[must_use]
    pub fn named(figure: u8) -> String {
        format!("{{{figure}}}")
    }

    /// What a figure drew for a step, within its text, until somebody puts it there: `{3 drew}`.
    #[must_use]
    pub fn drew(figure: u8) -> String {
        format!("{{{figure}{DREW}")
    }

    /// Moves the draws that stand beside figures into the text.
    fn place_draws(&mut self) {
        while let Some(end) = self.text.find(DREW) {
            let start = self.text[..end].rfind('{').unwrap_or(end);
            let figure = self.text[start..end].trim_start_matches('{').parse().ok();
            let own = self.luck.extract_if(.., |luck| Some(luck.figure) == figure);
            let own: Vec<String> = own.map(|luck| luck.drawn).collect();
            let beside = if own.is_empty() { String::new() } else { format!(" ({})", own.join(", ")) };
            self.text.replace_range(start..end + DREW.len(), &beside);
        }
    }

    /// Puts the names of figures, and what they drew, into the text.
    pub fn fill_in<'n>(&mut self, name: impl Fn(u8) -> &'n str) {
        self.place_draws();
        let mut parts = self.text.split('{');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            match part.split_once('}').and_then(|(number, rest)| Some((number.parse().ok()?, rest))) {
                Some((figure, rest)) => text.extend([name(figure), rest]),
                None => text.extend(["{", part]),
            }
        }
        self.text = text;
    }
}

#[cfg(test)]
mod tests {
    use super::{Luck, Step};

    #[test]
    fn names_stand_where_figures_were() {
        let text = format!("{} with {}, then {{x}} {{", Step::named(1), Step::named(0));
        let mut step = Step { text, ..Step::default() };
        step.fill_in(|figure| ["ann", "bob"][usize::from(figure)]);
        assert_eq!(step.text, "bob with ann, then {x} {");
    }

    #[test]
    fn draws_stand_beside_whoever_drew_them() {
        let place = |figure: u8| Step::named(figure) + &Step::drew(figure);
        let card = |figure: u8, drawn: &str| Luck { figure, drawn: drawn.to_owned(), ..Luck::default() };
        let mut step = Step {
            text: format!("{}, then {}, then {}", place(2), place(0), place(1)),
            luck: vec![card(0, "9♥"), card(2, "Joker"), card(7, "3♣"), card(2, "K♠")],
            ..Step::default()
        };
        step.fill_in(|figure| ["ann", "bob", "cid"][usize::from(figure)]);
        assert_eq!(step.text, "cid (Joker, K♠), then ann (9♥), then bob");
        assert_eq!(step.luck, [card(7, "3♣")]);
    }
}
