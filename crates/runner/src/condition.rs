//! The language of `replay --where`: a condition on how an engagement ended.
//!
//! ```text
//! condition  = both { "or" both }
//! both       = single { "and" single }
//! single     = "not" single | "(" condition ")" | ending | number comparison number
//! ending     = "blue.win" | "red.win" | "draw" | one of the ruleset's own
//! number     = a whole number | "turns" | a measure
//! comparison = "<" | "<=" | ">" | ">=" | "=" | "==" | "!="
//! ```
//!
//! `blue.win` and `red.win` mean any ending that the side wins, `draw` any without a winner, whatever the ruleset calls
//! them.

use std::cmp::Ordering;

use engage::{Outcome, Ruleset, Side, WINS};
use scenario::nearest;

/// How deep parentheses and `not` may nest; far beyond any condition a person writes.
const MAX_DEPTH: u32 = 64;

/// A condition on how an engagement ended, in the words of one ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    node: Node,
    /// The winner of each ending.
    winners: Vec<Option<Side>>,
}

/// A mistake in a condition, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}\n  {text}\n  {:>width$}", "^", width = self.column)]
pub struct ConditionError {
    /// The condition as it was given.
    pub text: String,
    /// The column of the mistake, in characters from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Ending(u8),
    Winner(Option<Side>),
    Compare(Number, Comparison, Number),
    Not(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Whole(u64),
    Turns,
    Measure(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

impl Condition {
    /// Reads a condition in the words of a ruleset: its endings, its measures and `turns`.
    ///
    /// # Errors
    /// The first mistake, with its column and, for an unknown word, the nearest known one.
    pub fn parse(text: &str, ruleset: &Ruleset) -> Result<Condition, ConditionError> {
        let fail = |(column, message)| ConditionError { text: text.to_owned(), column, message };
        let tokens = tokens(text).map_err(fail)?;
        let end = text.chars().count() + 1;
        let mut parser = Parser { tokens: &tokens, place: 0, end, ruleset, depth: 0 };
        let node = parser.either().map_err(fail)?;
        match parser.peek() {
            None => Ok(Condition { node, winners: ruleset.endings.iter().map(|ending| ending.winner).collect() }),
            Some(token) => Err(fail((token.column, "expected `and`, `or` or the end here".to_owned()))),
        }
    }

    /// Whether an outcome satisfies the condition.
    #[must_use]
    pub fn holds(&self, outcome: &Outcome) -> bool {
        self.node.holds(outcome, self.winners.get(usize::from(outcome.ending)).copied().flatten())
    }
}

impl Node {
    fn holds(&self, outcome: &Outcome, winner: Option<Side>) -> bool {
        match self {
            Node::Ending(ending) => outcome.ending == *ending,
            Node::Winner(wanted) => winner == *wanted,
            Node::Compare(left, comparison, right) => comparison.holds(left.of(outcome).cmp(&right.of(outcome))),
            Node::Not(node) => !node.holds(outcome, winner),
            Node::And(left, right) => left.holds(outcome, winner) && right.holds(outcome, winner),
            Node::Or(left, right) => left.holds(outcome, winner) || right.holds(outcome, winner),
        }
    }
}

impl Number {
    fn of(self, outcome: &Outcome) -> u64 {
        match self {
            Number::Whole(number) => number,
            Number::Turns => u64::from(outcome.turns),
            Number::Measure(index) => u64::from(outcome.measures[index]),
        }
    }
}

impl Comparison {
    fn holds(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Less => ordering.is_lt(),
            Comparison::LessOrEqual => ordering.is_le(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterOrEqual => ordering.is_ge(),
            Comparison::Equal => ordering.is_eq(),
            Comparison::NotEqual => ordering.is_ne(),
        }
    }
}

type Mistake = (usize, String);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Word(String),
    Whole(u64),
    Comparison(Comparison),
    Open,
    Close,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    column: usize,
    kind: Kind,
}

fn tokens(text: &str) -> Result<Vec<Token>, Mistake> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let rest = &letters[at..];
        let (kind, length) = match rest[0] {
            letter if letter.is_whitespace() => {
                at += 1;
                continue;
            }
            '(' => (Kind::Open, 1),
            ')' => (Kind::Close, 1),
            '<' | '>' | '=' | '!' => comparison(rest).ok_or((at + 1, "expected `!=`".to_owned()))?,
            letter if letter.is_ascii_digit() => whole(rest).ok_or((at + 1, "this number is too large".to_owned()))?,
            letter if letter.is_alphabetic() => word(rest),
            letter => return Err((at + 1, format!("unexpected `{letter}`"))),
        };
        tokens.push(Token { column: at + 1, kind });
        at += length;
    }
    Ok(tokens)
}

fn comparison(rest: &[char]) -> Option<(Kind, usize)> {
    let (comparison, length) = match (rest[0], rest.get(1) == Some(&'=')) {
        ('<', false) => (Comparison::Less, 1),
        ('<', true) => (Comparison::LessOrEqual, 2),
        ('>', false) => (Comparison::Greater, 1),
        ('>', true) => (Comparison::GreaterOrEqual, 2),
        ('=', double) => (Comparison::Equal, 1 + usize::from(double)),
        ('!', true) => (Comparison::NotEqual, 2),
        _ => return None,
    };
    Some((Kind::Comparison(comparison), length))
}

fn whole(rest: &[char]) -> Option<(Kind, usize)> {
    let digits: String = rest.iter().take_while(|letter| letter.is_ascii_digit()).collect();
    Some((Kind::Whole(digits.parse().ok()?), digits.len()))
}

fn word(rest: &[char]) -> (Kind, usize) {
    let inside = |letter: &&char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-');
    let word: String = rest.iter().take_while(inside).collect();
    let length = word.chars().count();
    (Kind::Word(word), length)
}

struct Parser<'a> {
    tokens: &'a [Token],
    place: usize,
    end: usize,
    ruleset: &'a Ruleset,
    depth: u32,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.place)
    }

    fn take(&mut self, kind: &Kind) -> bool {
        let found = self.peek().is_some_and(|token| token.kind == *kind);
        self.place += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        self.take(&Kind::Word(word.to_owned()))
    }

    fn expected<T>(&self, what: &str) -> Result<T, Mistake> {
        Err((self.peek().map_or(self.end, |token| token.column), format!("expected {what} here")))
    }

    fn either(&mut self) -> Result<Node, Mistake> {
        let mut node = self.both()?;
        while self.take_word("or") {
            node = Node::Or(Box::new(node), Box::new(self.both()?));
        }
        Ok(node)
    }

    fn both(&mut self) -> Result<Node, Mistake> {
        let mut node = self.single()?;
        while self.take_word("and") {
            node = Node::And(Box::new(node), Box::new(self.single()?));
        }
        Ok(node)
    }

    fn single(&mut self) -> Result<Node, Mistake> {
        if self.depth == MAX_DEPTH {
            return self.expected("a simpler condition: this one nests too deeply");
        }
        self.depth += 1;
        let node = if self.take_word("not") {
            Node::Not(Box::new(self.single()?))
        } else if self.take(&Kind::Open) {
            let node = self.either()?;
            if !self.take(&Kind::Close) {
                return self.expected("`)`");
            }
            node
        } else {
            self.plain()?
        };
        self.depth -= 1;
        Ok(node)
    }

    fn plain(&mut self) -> Result<Node, Mistake> {
        if let Some(Token { kind: Kind::Word(word), .. }) = self.peek()
            && let Some(ending) = self.ending(word)
        {
            self.place += 1;
            return Ok(ending);
        }
        let left = self.number("an ending, a number, `not` or `(`")?;
        let Some(&Token { kind: Kind::Comparison(comparison), .. }) = self.peek() else {
            return self.expected("a comparison such as `<`, `=` or `>=`");
        };
        self.place += 1;
        Ok(Node::Compare(left, comparison, self.number("a number, `turns` or a measure")?))
    }

    /// The node of an ending's id; a win id matches every ending with that winner.
    fn ending(&self, word: &str) -> Option<Node> {
        match WINS.iter().find(|win| win.id == word) {
            Some(win) => Some(Node::Winner(win.winner)),
            None => self.ruleset.endings.iter().position(|ending| ending.id == word).map(|i| Node::Ending(i as u8)),
        }
    }

    fn number(&mut self, wanted: &str) -> Result<Number, Mistake> {
        let Some(Token { column, kind }) = self.peek() else {
            return self.expected(wanted);
        };
        let number = match kind {
            Kind::Whole(number) => Number::Whole(*number),
            Kind::Word(word) if word == "turns" => Number::Turns,
            Kind::Word(word) if !matches!(word.as_str(), "and" | "or" | "not") => {
                match self.ruleset.measures.iter().position(|measure| measure.id == *word) {
                    Some(index) => Number::Measure(index),
                    None => return Err((*column, self.unknown(word))),
                }
            }
            _ => return self.expected(wanted),
        };
        self.place += 1;
        Ok(number)
    }

    fn unknown(&self, word: &str) -> String {
        let own = self.ruleset.endings.iter().map(|ending| ending.id).filter(|id| WINS.iter().all(|win| win.id != *id));
        let endings = WINS.iter().map(|win| win.id).chain(own);
        let measures = self.ruleset.measures.iter().map(|measure| measure.id);
        let allowed: Vec<&str> = endings.chain(["turns"]).chain(measures).collect();
        let help = nearest(word, allowed.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
        format!("`{word}` is not one of {}{}", allowed.join(", "), help.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use engage::{Outcome, Side};
    use scenario::{Body, Scenario};

    use super::Condition;
    use crate::toy;
    use crate::{Options, Stop, Unwatched, run};

    fn holds(text: &str, ending: u8, turns: u16, lost: [u16; 2]) -> bool {
        let outcome = Outcome { ending, turns, measures: [lost[0], lost[1], 0, 0, 0, 0, 0] };
        Condition::parse(text, &toy::RULESET).unwrap_or_else(|error| panic!("{error}")).holds(&outcome)
    }

    #[test]
    fn words_and_comparisons() {
        assert!(holds("red.win and turns < 3", 1, 2, [0, 0]) && !holds("red.win and turns < 3", 1, 3, [0, 0]));
        assert!(holds("red.lost>=2", 0, 1, [0, 2]) && !holds("red.lost>=2", 0, 1, [2, 1]));
        assert!(holds("blue.lost != red.lost", 0, 1, [1, 2]) && holds("3 = turns", 0, 3, [0, 0]));
        assert!(
            holds("turns <= 3", 0, 3, [0, 0]) && holds("turns == 3", 0, 3, [0, 0]) && !holds("turns > 3", 0, 3, [0, 0])
        );
        assert!(holds("undecided", 2, 3, [0, 0]));
    }

    #[test]
    fn a_win_is_any_ending_that_the_side_wins_under_every_ruleset() {
        for ruleset in scenario::RULESETS.iter().copied().chain([&toy::RULESET]) {
            for (number, ending) in ruleset.endings.iter().enumerate() {
                let outcome = Outcome { ending: number as u8, ..Outcome::default() };
                for engage::Win { id: word, winner, .. } in engage::WINS {
                    let holds = Condition::parse(word, ruleset).unwrap().holds(&outcome);
                    assert_eq!(holds, ending.winner == winner, "{}: {} and {word}", ruleset.id, ending.id);
                    assert!(ending.id != word || holds, "{}: {} is won by somebody else", ruleset.id, ending.id);
                }
            }
        }
    }

    #[test]
    fn a_condition_finds_as_many_wins_as_a_run_counts_in_the_open_and_on_maps() {
        for file in [
            "cqb/aim-or-snap",
            "cqb/house-armour",
            "fireteam/prone-or-standing",
            "fireteam/defended-house",
            "go_go_go/stand-or-move",
            "go_go_go/hostages-in-a-bank",
        ] {
            let path = format!("{}/../../scenarios/{file}.toml", env!("CARGO_MANIFEST_DIR"));
            let sets = ["play.engagements=128", "play.method=sampled"].map(str::to_owned);
            let scenario = Scenario::load(Path::new(&path), &sets).unwrap();
            let (interrupt, Body::Fight(cells)) = (Stop::default(), &scenario.body) else { panic!("{file}") };
            let run = run(&scenario, &Options { threads: Some(2), interrupt: &interrupt, executor: None }, &Unwatched)
                .unwrap();
            let mut won = 0;
            for (cell, counted) in cells.iter().zip(&run.cells) {
                let mut outcomes = vec![Outcome::default(); 128];
                cell.battle.play(scenario.play.seed, 0, &mut outcomes);
                for (word, side) in [("blue.win", Side::Blue), ("red.win", Side::Red)] {
                    let condition = Condition::parse(word, scenario.ruleset).unwrap();
                    let found = outcomes.iter().filter(|outcome| condition.holds(outcome)).count();
                    assert_eq!(found, (counted.win[side].value * 128.0).round() as usize, "{file}: {word}");
                    won += found;
                }
            }
            assert!(won > 0, "{file}");
        }
    }

    #[test]
    fn and_binds_before_or_and_not_before_both() {
        for (blue, two, three) in (0..8).map(|bits| (bits & 1, bits >> 1 & 1, bits >> 2)) {
            let now = |text| holds(text, blue, 2 * u16::from(two) + 1, [u16::from(three), 0]);
            let (a, b, c) = (blue == 0, two == 1, three == 1);
            assert_eq!(now("blue.win or turns = 3 and blue.lost = 1"), a || (b && c));
            assert_eq!(now("(blue.win or turns = 3) and blue.lost = 1"), (a || b) && c);
            assert_eq!(now("not blue.win and turns = 3 or not (turns = 3 and not blue.lost = 1)"), !a || !b || c);
        }
    }

    #[test]
    fn mistakes_are_shown_at_their_column() {
        let said = |text: &str| Condition::parse(text, &toy::RULESET).unwrap_err().to_string();
        assert_eq!(
            said("red.won and turns < 3"),
            "`red.won` is not one of blue.win, red.win, draw, undecided, turns, blue.lost, red.lost; did you mean `red.win`?\n  \
             red.won and turns < 3\n  ^"
        );
        let at = |text: &str| {
            let error = Condition::parse(text, &toy::RULESET).unwrap_err();
            (error.column, error.message)
        };
        for (text, column, message) in [
            ("", 1, "expected an ending, a number, `not` or `(` here"),
            ("turns <", 8, "expected a number, `turns` or a measure here"),
            ("turns", 6, "expected a comparison such as `<`, `=` or `>=` here"),
            ("2 < turns < 5", 11, "expected `and`, `or` or the end here"),
            ("(blue.win", 10, "expected `)` here"),
            ("blue.win)", 9, "expected `and`, `or` or the end here"),
            ("blue.win or", 12, "expected an ending, a number, `not` or `(` here"),
            ("turns ! 3", 7, "expected `!=`"),
            ("é = $", 5, "unexpected `$`"),
            ("turns < 99999999999999999999", 9, "this number is too large"),
            ("turns < and", 9, "expected a number, `turns` or a measure here"),
        ] {
            assert_eq!(at(text), (column, message.to_owned()), "{text}");
        }
        let deep = format!("{}blue.win{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(at(&deep).1.contains("nests too deeply") && at(&"not ".repeat(100_000)).1.contains("nests too deeply"));
    }
}
