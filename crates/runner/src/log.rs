//! A replay as text.

use std::fmt;

use engage::{Luck, Step};

use crate::Replay;
use crate::replay::plain;

impl fmt::Display for Replay {
    /// A heading for each turn; below it each step with its clause, its draws, and what its target number is made of.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.heading())?;
        for (turn, steps) in self.turns() {
            writeln!(f, "\n{}", Replay::turn_heading(turn))?;
            steps.into_iter().try_for_each(|step| f.write_str(&self.entry(&self.steps[step])))?;
        }
        writeln!(f, "\n{}", self.ending)
    }
}

impl Replay {
    /// What was replayed, in a line.
    #[must_use]
    pub fn heading(&self) -> String {
        format!("{}: {}", self.title, self.which)
    }

    /// The heading of a turn.
    #[must_use]
    pub fn turn_heading(turn: u32) -> String {
        match turn {
            0 => "Before the first turn".to_owned(),
            turn => format!("Turn {turn}"),
        }
    }

    /// A step as the log has it: up to three lines, indented.
    #[must_use]
    pub fn entry(&self, step: &Step) -> String {
        let indent = "  ".repeat(usize::from(step.depth) + 1);
        let mut entry = format!("{indent}{}{}", self.who(step), plain(&step.text));
        if !step.clause.is_empty() {
            entry += &format!(" [{}]", step.clause);
        }
        for detail in [drawn(step), made_of(step)].into_iter().flatten() {
            entry += &format!("\n{indent}    {detail}");
        }
        entry + "\n"
    }

    /// Who acts and whom it concerns, as `A > B: `; nothing for a step of the whole table.
    #[must_use]
    pub fn who(&self, step: &Step) -> String {
        match (self.name(step.figure), self.name(step.target)) {
            (Some(figure), Some(target)) => format!("{figure} > {target}: "),
            (Some(figure), None) => format!("{figure}: "),
            (None, Some(target)) => format!("> {target}: "),
            (None, None) => String::new(),
        }
    }

    fn name(&self, figure: Option<u8>) -> Option<&str> {
        figure.and_then(|figure| self.figures.get(usize::from(figure))).map(|actor| actor.name.as_str())
    }
}

/// The draws of a step, as `draws 9♥, 3♣`.
#[must_use]
pub fn drawn(step: &Step) -> Option<String> {
    let drawn: Vec<&str> = step.luck.iter().map(|Luck { drawn }| drawn.as_str()).collect();
    (!drawn.is_empty()).then(|| format!("draws {}", drawn.join(", ")))
}

/// The target number of a step and what it is made of, as `target 9 = 8 base (CQB-5.3) + 1 recoil (CQB-5.3.5)`.
#[must_use]
pub fn made_of(step: &Step) -> Option<String> {
    let mut text = format!("target {}", step.target_number?);
    for (place, modifier) in step.modifiers.iter().enumerate() {
        let sign = match (place, modifier.value < 0) {
            (0, false) => " = ",
            (0, true) => " = -",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        text += &format!("{sign}{} {}", modifier.value.unsigned_abs(), modifier.name);
        if !modifier.clause.is_empty() {
            text += &format!(" ({})", modifier.clause);
        }
    }
    Some(text)
}
