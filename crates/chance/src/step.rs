//! One step of an engagement as an observer logs it.

use std::borrow::Cow;
use std::fmt;

use crate::cards::Card;

/// A modifier to a target number, with its clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// What it is for, such as `range 24"`.
    pub name: String,
    /// The clause behind it.
    pub clause: &'static str,
    /// Its size; added to the target number.
    pub value: i32,
}

/// A throw, a card or a row of a table, as it fell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Luck {
    /// The figure that drew, by its number in the battle; in some draws of the whole table, the number of a side or of
    /// the thing concerned.
    pub figure: u8,
    /// What the draw is for, from its address; the ruleset numbers its purposes.
    pub purpose: u8,
    /// What was thrown, such as `2d6` or `average die`, or whose pool, such as `opposition`; empty for a card.
    pub from: String,
    /// What it showed.
    pub drawn: Drawn,
}

/// What a draw showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// The faces of the dice, in the order thrown.
    Faces(Vec<u32>),
    /// A die of a pool of mixed dice.
    Die {
        /// How many sides it has.
        sides: u8,
        /// What it shows.
        face: u8,
    },
    /// A card.
    Card(Card),
    /// A row of a table, by its name.
    Row(String),
}

impl Default for Drawn {
    fn default() -> Drawn {
        Drawn::Faces(Vec::new())
    }
}

impl Drawn {
    /// The faces of the dice; empty for a card or a row.
    #[must_use]
    pub fn faces(&self) -> Vec<u32> {
        match self {
            Drawn::Faces(faces) => faces.clone(),
            Drawn::Die { face, .. } => vec![u32::from(*face)],
            Drawn::Card(_) | Drawn::Row(_) => Vec::new(),
        }
    }
}

impl fmt::Display for Drawn {
    /// As in logs: `4 3`, `d8 5`, `9♥`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drawn::Faces(faces) => {
                for (place, face) in faces.iter().enumerate() {
                    write!(f, "{}{face}", if place == 0 { "" } else { " " })?;
                }
                Ok(())
            }
            Drawn::Die { sides, face } => write!(f, "d{sides} {face}"),
            Drawn::Card(card) => card.fmt(f),
            Drawn::Row(name) => f.write_str(name),
        }
    }
}

/// A value that a step states in addition to its dice and target number.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// Yes or no.
    Flag(bool),
    /// A count or a score.
    Number(i64),
    /// A length in inches.
    Inches(f64),
    /// A word, the same in every log.
    Word(Cow<'static, str>),
    /// Figures by their numbers in the battle.
    Figures(Vec<u8>),
    /// Cells as the plan numbers them.
    Cells(Vec<u16>),
    /// Several values in order.
    List(Vec<Fact>),
    /// Several values by name.
    Parts(Vec<(&'static str, Fact)>),
}

/// A figure that a step names after its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// What joins it to the text before, such as `, then `.
    pub after: &'static str,
    /// The figure, by its number in the battle.
    pub figure: u8,
}

/// What a step changes on the map. Cells are numbered as the plan numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A figure, or a third party, is now in a cell.
    Stands {
        /// The figure, by its number in the battle.
        figure: u8,
        /// The cell.
        cell: u16,
    },
    /// A figure, or a third party, is out of the fight, at the place where it stood.
    Falls {
        /// The figure, by its number in the battle.
        figure: u8,
    },
    /// A figure, or a third party, has left the ground unhurt.
    Leaves {
        /// The figure, by its number in the battle.
        figure: u8,
    },
    /// The door in a cell is now open.
    Opens {
        /// The door, by its number on the plan.
        door: u8,
    },
    /// A shot is fired along a line, whether it hits or not.
    Shot {
        /// The firer's cell.
        from: u16,
        /// The target's cell.
        to: u16,
    },
    /// A grenade goes off in a room.
    Bursts {
        /// The room, by its number on the plan.
        room: u8,
        /// Whether the room now holds gas.
        gas: bool,
    },
    /// A figure turns to face this direction.
    Faces {
        /// The figure, by its number in the battle.
        figure: u8,
        /// Rows down.
        rows: i8,
        /// Columns to the right.
        columns: i8,
    },
    /// Smoke covers a cell from now on.
    Smokes {
        /// The cell.
        cell: u16,
    },
}

/// One step of an engagement: who did what under which clause, with the draws and the target number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// How deep it lies in a chain of reactions: 0 if nobody caused it, 1 for a reaction to such a step, and so on.
    pub depth: u8,
    /// The figure that acts, by its number in the battle; `None` for steps of the whole table.
    pub figure: Option<u8>,
    /// The figure it concerns, if that is another one.
    pub target: Option<u8>,
    /// What was done, as one of the ruleset's words, such as `shot`; steps of one kind have the same facts.
    pub verb: &'static str,
    /// The clause applied.
    pub clause: &'static str,
    /// What happened, in a few words.
    pub text: String,
    /// The figures that the step names after its text, in order. Each is followed by its own draws.
    pub named: Vec<Named>,
    /// Further values that the step states, by name.
    pub facts: Vec<(&'static str, Fact)>,
    /// The target number, if there is one.
    pub target_number: Option<i32>,
    /// The parts of the target number; they add up to it.
    pub modifiers: Vec<Modifier>,
    /// The draws since the previous step.
    pub luck: Vec<Luck>,
    /// What it changes on the map, in order.
    pub marks: Vec<Mark>,
}

impl Step {
    /// The step with one more fact.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Fact>) -> Step {
        self.facts.push((name, value.into()));
        self
    }

    /// The value of the fact with this name.
    #[must_use]
    pub fn fact(&self, name: &str) -> Option<&Fact> {
        self.facts.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

impl Fact {
    /// Figures by their numbers.
    #[must_use]
    pub fn figures(figures: impl IntoIterator<Item = usize>) -> Fact {
        Fact::Figures(figures.into_iter().map(|figure| figure as u8).collect())
    }

    /// The number, if the fact is one.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        if let Fact::Number(number) = self { Some(*number) } else { None }
    }

    /// The word, if the fact is one.
    #[must_use]
    pub fn word(&self) -> Option<&str> {
        if let Fact::Word(word) = self { Some(word) } else { None }
    }
}

impl From<bool> for Fact {
    fn from(flag: bool) -> Fact {
        Fact::Flag(flag)
    }
}

impl From<&'static str> for Fact {
    fn from(word: &'static str) -> Fact {
        Fact::Word(word.into())
    }
}

impl From<String> for Fact {
    fn from(word: String) -> Fact {
        Fact::Word(word.into())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Fact {
            fn from(number: $number) -> Fact {
                Fact::Number(number.into())
            }
        })*
    };
}

numbers!(u8, u16, u32, i8, i16, i32, i64);

#[cfg(test)]
mod tests {
    use super::{Drawn, Fact, Step};
    use crate::Card;

    #[test]
    fn draws_read_as_on_the_table() {
        let shown = [
            Drawn::Faces(vec![4, 3]),
            Drawn::Die { sides: 8, face: 5 },
            Drawn::Card(Card::JOKER),
            Drawn::Row("sub-machine gun".to_owned()),
        ];
        assert_eq!(shown.each_ref().map(ToString::to_string), ["4 3", "d8 5", "joker", "sub-machine gun"]);
        assert_eq!(shown.map(|drawn| drawn.faces()), [vec![4, 3], vec![5], vec![], vec![]]);
    }

    #[test]
    fn facts_are_found_by_name() {
        let step = Step::default().with("passes", 2_u8).with("seen_by", Fact::figures([3, 1]));
        assert_eq!(step.fact("passes").and_then(Fact::number), Some(2));
        assert_eq!(step.fact("seen_by"), Some(&Fact::Figures(vec![3, 1])));
        assert_eq!(step.fact("range"), None);
    }
}
