//! A replay as text.

use std::fmt;

use engage::{Luck, Modifier, Named, Step, plain};

use crate::Replay;

impl fmt::Display for Replay {
    /// A heading for each turn; below it each step with its clause, its draws, and the parts of its target number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head())?;
        for (turn, steps) in self.turns() {
            writeln!(f, "\n{}", Replay::turn_heading(turn))?;
            steps.into_iter().try_for_each(|step| f.write_str(&self.entry(&self.steps[step])))?;
        }
        writeln!(f, "\n{}", self.ending)
    }
}

impl Replay {
    /// What is replayed, in one line.
    #[must_use]
    pub fn heading(&self) -> String {
        format!("{}: {}", self.title, self.which)
    }

    /// What is replayed and why, and the commands that show other engagements, line by line.
    #[must_use]
    pub fn head(&self) -> String {
        let others = self.others.iter().map(|(what, command)| format!("  {what}: {command}"));
        let lines = [self.heading()].into_iter().chain(self.why.iter().cloned()).chain(others);
        lines.map(|line| plain(&line) + "\n").collect()
    }

    /// The heading of a turn.
    #[must_use]
    pub fn turn_heading(turn: u32) -> String {
        match turn {
            0 => "Before the first turn".to_owned(),
            turn => format!("Turn {turn}"),
        }
    }

    /// A step of the log: up to three lines, indented.
    #[must_use]
    pub fn entry(&self, step: &Step) -> String {
        let indent = "  ".repeat(usize::from(step.depth) + 1);
        let mut entry = format!("{indent}{}{}", self.who(step), self.says(step));
        if !step.clause.is_empty() {
            entry += &format!(" [{}]", step.clause);
        }
        for detail in [drawn(step), made_of(step)].into_iter().flatten() {
            entry += &format!("\n{indent}    {detail}");
        }
        entry + "\n"
    }

    /// The text of a step, and the further figures that it names, each with its draws.
    #[must_use]
    pub fn says(&self, step: &Step) -> String {
        let mut said = plain(&step.text);
        for &Named { after, figure } in &step.named {
            said.extend([after, self.name(Some(figure)).unwrap_or("somebody")]);
            let own: Vec<String> = drawn_by(step, figure).map(|luck| plain(&luck.drawn.to_string())).collect();
            if !own.is_empty() {
                said += &format!(" ({})", own.join(", "));
            }
        }
        said
    }

    /// The acting figure and its target, as `A > B: `; empty for a step of the whole table.
    #[must_use]
    pub fn who(&self, step: &Step) -> String {
        match (self.name(step.figure), self.name(step.target)) {
            (Some(figure), Some(target)) => format!("{figure} > {target}: "),
            (Some(figure), None) => format!("{figure}: "),
            (None, Some(target)) => format!("> {target}: "),
            (None, None) => String::new(),
        }
    }

    /// The title of a clause, or those of its lettered clauses; empty if the ruleset has neither.
    #[must_use]
    pub fn title_of(&self, clause: &str) -> String {
        let titles: Vec<&str> =
            self.clauses.iter().filter(|known| known.is_of(clause)).map(|known| known.title).collect();
        titles.join(", ")
    }

    fn name(&self, figure: Option<u8>) -> Option<&str> {
        figure.and_then(|figure| self.figures.get(usize::from(figure))).map(|actor| actor.name.as_str())
    }
}

/// The draws of a figure for a step.
fn drawn_by(step: &Step, figure: u8) -> impl Iterator<Item = &Luck> {
    step.luck.iter().filter(move |luck| luck.figure == figure)
}

/// The throws and the cards of a step in their order, without those shown beside figures in its text, as `rolls 2d6: 4
/// 3; d6: 5; draws 9♥, 3♣`.
#[must_use]
pub fn drawn(step: &Step) -> Option<String> {
    let shown = |luck: &[Luck]| luck.iter().map(|luck| plain(&luck.drawn.to_string())).collect::<Vec<_>>().join(", ");
    let throws = |luck: &[Luck]| {
        let alike = luck.chunk_by(|a, b| a.from == b.from);
        alike.map(|luck| format!("{}: {}", plain(&luck[0].from), shown(luck))).collect::<Vec<_>>().join("; ")
    };
    let are_cards = |luck: &Luck| luck.from.is_empty();
    let kind = |luck: &[Luck]| match are_cards(&luck[0]) {
        true => format!("draws {}", shown(luck)),
        false => format!("rolls {}", throws(luck)),
    };
    let beside = |luck: &Luck| step.named.iter().any(|named| named.figure == luck.figure);
    let rest: Vec<Luck> = step.luck.iter().filter(|luck| !beside(luck)).cloned().collect();
    let kinds: Vec<String> = rest.chunk_by(|a, b| are_cards(a) == are_cards(b)).map(kind).collect();
    (!kinds.is_empty()).then(|| kinds.join("; "))
}

/// The parts of a step's target number with their clauses, as `= 8 base` and `+ 1 recoil`.
pub fn parts(step: &Step) -> impl Iterator<Item = (String, &'static str)> + '_ {
    let sign = |place: usize, value: i32| match (place, value < 0) {
        (0, false) => "= ",
        (0, true) => "= -",
        (_, false) => "+ ",
        (_, true) => "- ",
    };
    let part = move |(place, modifier): (usize, &Modifier)| {
        let (sign, size) = (sign(place, modifier.value), modifier.value.unsigned_abs());
        (format!("{sign}{size} {}", modifier.name), modifier.clause)
    };
    step.modifiers.iter().enumerate().map(part)
}

/// The target number of a step with its parts, as `target 9 = 8 base (CQB-5.3) + 1 recoil (CQB-5.3.5)`.
fn made_of(step: &Step) -> Option<String> {
    let mut text = format!("target {}", step.target_number?);
    for (part, clause) in parts(step) {
        text += &format!(" {part}");
        if !clause.is_empty() {
            text += &format!(" ({clause})");
        }
    }
    Some(text)
}
