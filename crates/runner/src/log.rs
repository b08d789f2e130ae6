//! A replay as text.

use std::fmt;

use engage::{Luck, Step};

use crate::Replay;

impl fmt::Display for Replay {
    /// A heading for each turn; below it each step with its clause, its draws, and what its target number is made of.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.heading)?;
        let mut turn = None;
        for step in &self.steps {
            if turn != Some(step.turn) {
                turn = Some(step.turn);
                match step.turn {
                    0 => writeln!(f, "\nBefore the first turn")?,
                    turn => writeln!(f, "\nTurn {turn}")?,
                }
            }
            self.step(f, step)?;
        }
        writeln!(f, "\n{}", self.ending)
    }
}

impl Replay {
    fn step(&self, f: &mut fmt::Formatter<'_>, step: &Step) -> fmt::Result {
        f.write_str("  ")?;
        match (self.name(step.figure), self.name(step.target)) {
            (Some(figure), Some(target)) => write!(f, "{figure} > {target}: ")?,
            (Some(figure), None) => write!(f, "{figure}: ")?,
            (None, Some(target)) => write!(f, "> {target}: ")?,
            (None, None) => {}
        }
        write!(f, "{}", step.text)?;
        if !step.clause.is_empty() {
            write!(f, " [{}]", step.clause)?;
        }
        writeln!(f)?;
        if !step.luck.is_empty() {
            let drawn: Vec<&str> = step.luck.iter().map(|Luck { drawn }| drawn.as_str()).collect();
            writeln!(f, "      draws {}", drawn.join(", "))?;
        }
        if let Some(target_number) = step.target_number {
            write!(f, "      target {target_number}")?;
            for (place, modifier) in step.modifiers.iter().enumerate() {
                let sign = match (place, modifier.value < 0) {
                    (0, false) => " = ",
                    (0, true) => " = -",
                    (_, false) => " + ",
                    (_, true) => " - ",
                };
                write!(f, "{sign}{} {}", modifier.value.unsigned_abs(), modifier.name)?;
                if !modifier.clause.is_empty() {
                    write!(f, " ({})", modifier.clause)?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn name(&self, figure: Option<u8>) -> Option<&str> {
        figure.and_then(|figure| self.figures.get(usize::from(figure))).map(String::as_str)
    }
}
