//! Situations that are answered exactly: a shot, a burst, a reaction test, a duel.

use chance::exact::{Effort, Ratio, within};
use chance::{TooLarge, stopped};

use crate::{Battle, Outcome, Problem, Unsolved};

/// How an answer was reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Manner {
    /// Enumerated as fractions.
    Exact,
    /// Solved as an absorbing chain; `unresolved` is the probability not absorbed.
    Chain {
        /// Distinct states visited.
        states: usize,
        /// Probability not absorbed: the error of every probability is at most this.
        unresolved: f64,
    },
    /// Played.
    Sampled {
        /// Engagements played.
        engagements: u64,
        /// Why there is no exact solution.
        unsolved: Unsolved,
    },
}

/// The value of one outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The outcome's word, such as `leg_out`.
    pub outcome: String,
    /// The value as a fraction, numerator and denominator in lowest terms; only in an exact answer.
    pub fraction: Option<(String, String)>,
    /// The value as a decimal.
    pub decimal: f64,
    /// Standard error; zero unless sampled.
    pub error: f64,
}

/// Every outcome of a situation.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// How it was reached.
    pub manner: Manner,
    /// The outcomes in the order of the kind's documentation. An outcome that cannot occur may be absent, which means
    /// zero.
    pub values: Vec<Value>,
}

impl Value {
    /// A value known only as a decimal.
    #[must_use]
    pub fn decimal(outcome: impl Into<String>, decimal: f64) -> Value {
        Value { outcome: outcome.into(), fraction: None, decimal, error: 0.0 }
    }

    /// A value known as a fraction.
    #[must_use]
    pub fn fraction(outcome: impl Into<String>, ratio: &Ratio) -> Value {
        let (numerator, denominator) = ratio.lowest_terms();
        let fraction = Some((numerator.to_string(), denominator.to_string()));
        Value { outcome: outcome.into(), fraction, decimal: ratio.to_f64(), error: 0.0 }
    }
}

/// An answer in fractions.
impl<W: Into<String>, V: IntoIterator<Item = (W, Ratio)>> From<V> for Answer {
    fn from(values: V) -> Answer {
        let values = values.into_iter().map(|(outcome, ratio)| Value::fraction(outcome, &ratio)).collect();
        Answer { manner: Manner::Exact, values }
    }
}

/// How often a battle without an exact solution is played.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Engagements, rounded up to a multiple of 4096; fewer if they are so long that playing them would take more than
    /// a few seconds.
    pub engagements: usize,
    /// The seed.
    pub seed: u64,
    /// Why there is no exact solution.
    pub unsolved: Unsolved,
}

/// The most work that is played, up to the end of the engagements in play. In each turn, every figure considers every
/// figure of the other side.
const MOST_PLAYED: u64 = 200_000_000;
/// Engagements between two checks of how much was played.
const LOOK: usize = 64;

impl Answer {
    /// An answer by play: the share of each ending, given by word and number, then the mean number of turns. A
    /// [`Stop`](crate::Stop) ends the play early.
    pub fn played(battle: &dyn Battle, sample: Sample, endings: &[(&str, u8)], turns: &str) -> Answer {
        let mut outcomes = [Outcome::default(); LOOK];
        let (mut ended, mut sum, mut squares) = ([0_u64; 256], 0_u64, 0_u64);
        let most = sample.engagements.next_multiple_of(4096);
        let figures = battle.figures().len() as u64;
        let mut played = 0;
        while played < most
            && (sum + played as u64) * figures * figures / 2 <= MOST_PLAYED
            && !(played > 0 && stopped())
        {
            battle.play(sample.seed, played as u64, &mut outcomes);
            played += outcomes.len();
            for outcome in &outcomes {
                ended[usize::from(outcome.ending)] += 1;
                sum += u64::from(outcome.turns);
                squares += u64::from(outcome.turns).pow(2);
            }
        }
        let n = played as f64;
        let share = |&(word, ending): &(&str, u8)| {
            let share = ended[usize::from(ending)] as f64 / n;
            Value { error: (share * (1.0 - share) / n).sqrt(), ..Value::decimal(word, share) }
        };
        let mut values: Vec<Value> = endings.iter().map(share).collect();
        let mean = sum as f64 / n;
        let error = ((squares as f64 / n - mean * mean) / n).sqrt();
        values.push(Value { error, ..Value::decimal(turns, mean) });
        Answer { manner: Manner::Sampled { engagements: played as u64, unsolved: sample.unsolved }, values }
    }
}

/// The problem that an exact answer takes too much.
#[must_use]
pub fn too_large(error: TooLarge) -> Problem {
    let all = match error {
        TooLarge::Intricate | TooLarge::Stopped => "",
        TooLarge::States(_) | TooLarge::Work(_) | TooLarge::Memory(_) => ", which is the limit",
    };
    let advice =
        "expected fewer figures, dice, rounds or turns; larger fights are played, not solved, with `beatenzone run`";
    Problem::new("", format!("the exact answer needs {error}{all}: {advice}"))
}

/// What the number of an outcome means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// A probability.
    Chance,
    /// The mean of something counted or measured, with its unit, which may be empty.
    Mean(&'static str),
    /// Any other number.
    Number,
}

/// An outcome that the answers of a kind may contain. A `*` in the word represents a number or a name, and also in the
/// label.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// The outcome's word, such as `leg_out` or `hits_*`.
    pub id: &'static str,
    /// What people call it, such as `Hit in the leg` or `* hits`; if it is empty, it is made from the word.
    pub label: &'static str,
    /// What its number means.
    pub measured: Measured,
    /// Whether it is the main subject of the kind, so that a short table has it.
    pub first: bool,
}

impl Finding {
    const fn new(id: &'static str, measured: Measured) -> Finding {
        Finding { id, label: "", measured, first: false }
    }

    /// A probability.
    #[must_use]
    pub const fn chance(id: &'static str) -> Finding {
        Finding::new(id, Measured::Chance)
    }

    /// The mean of something.
    #[must_use]
    pub const fn mean(id: &'static str, unit: &'static str) -> Finding {
        Finding::new(id, Measured::Mean(unit))
    }

    /// Any other number.
    #[must_use]
    pub const fn number(id: &'static str) -> Finding {
        Finding::new(id, Measured::Number)
    }

    /// The same with a label.
    #[must_use]
    pub const fn called(self, label: &'static str) -> Finding {
        Finding { label, ..self }
    }

    /// The same as the main subject of the kind.
    #[must_use]
    pub const fn first(self) -> Finding {
        Finding { first: true, ..self }
    }

    /// Its own label or the one made from its word, with what its number means: `A wins, %`, `Hits, mean`.
    #[must_use]
    pub fn heading(&self) -> String {
        let label = if self.label.is_empty() { crate::label(self.id) } else { self.label.to_owned() };
        match self.measured {
            Measured::Chance => crate::heading(&label, "%"),
            Measured::Mean(unit) if label.eq_ignore_ascii_case(unit) => crate::heading(&label, "mean"),
            Measured::Mean(unit) => crate::heading(&label, format!("mean {unit}").trim()),
            Measured::Number => label,
        }
    }

    /// The label of an outcome, by its word; `None` if the word does not fit.
    #[must_use]
    pub fn name(&self, outcome: &str) -> Option<String> {
        let filled = stars(self.id, outcome)?;
        if self.label.is_empty() {
            return Some(crate::label(outcome));
        }
        let mut label = String::new();
        let mut filled = filled.into_iter();
        let mut before = "";
        for part in self.label.split('*') {
            label += &if before == "1" { of_one(part) } else { part.to_owned() };
            before = filled.next().unwrap_or_default();
            label += &before.replace('_', " ");
        }
        Some(crate::capital(&label))
    }
}

/// The text after a number in the plural, as it is after one: ` hits` becomes ` hit`.
fn of_one(text: &str) -> String {
    let Some(rest) = text.strip_prefix(' ') else { return text.to_owned() };
    let (word, more) = rest.split_at(rest.find([' ', ',']).unwrap_or(rest.len()));
    format!(" {}{more}", crate::singular(word))
}

/// The texts that the stars of a pattern match, each as short as possible; `None` if the text does not fit.
fn stars<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut parts = pattern.split('*');
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut filled = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let end = if parts.peek().is_none() { rest.strip_suffix(part)?.len() } else { rest.find(part)? };
        if end == 0 {
            return None;
        }
        filled.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    rest.is_empty().then_some(filled)
}

/// A kind of situation: its word, what it computes, its parameters and the function that answers it.
pub struct Kind {
    /// The word used for `kind` in situations, such as `fire_action`.
    pub id: &'static str,
    /// What people call it, such as `Fire action`.
    pub label: &'static str,
    /// What is computed.
    pub about: &'static str,
    /// Every outcome that its answers may contain, in order; if several patterns fit a word, the first counts.
    pub findings: &'static [Finding],
    /// The schema of the parameters.
    pub schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
    /// Answers a situation, without the bound of [`Kind::ask`].
    pub answer: fn(&serde_json::Value) -> Result<Answer, Vec<Problem>>,
}

/// The most that an answer may take: about ten seconds, and less than half a gigabyte.
const EFFORT: Effort = Effort { work: 1_000_000_000, bytes: 400_000_000 };

impl Kind {
    /// Answers a situation, given by its parameters without `kind`. For any situation, an exact answer takes at most
    /// about ten seconds and less than half a gigabyte.
    ///
    /// # Errors
    /// What is wrong with the parameters, with each key relative to them, or that the answer takes too much.
    pub fn ask(&self, parameters: &serde_json::Value) -> Result<Answer, Vec<Problem>> {
        self.ask_within(EFFORT, parameters)
    }

    fn ask_within(&self, effort: Effort, parameters: &serde_json::Value) -> Result<Answer, Vec<Problem>> {
        within(effort, || (self.answer)(parameters))
    }

    /// The declaration that an outcome fits, with its label.
    #[must_use]
    pub fn finding(&self, outcome: &str) -> Option<(&'static Finding, String)> {
        self.findings.iter().find_map(|finding| Some((finding, finding.name(outcome)?)))
    }
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kind").field("id", &self.id).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use chance::exact::{Effort, Flow, Ratio};
    use chance::{Address, Chance, TooLarge};

    use crate::{Battle, ExactFight, Figure, Outcome, Side, Step, Unsolved, distribution};

    use super::{Answer, EFFORT, Finding, Kind, Manner, Sample, too_large};

    /// A fight of a number of turns that nobody ever wins.
    struct Endless(u16, [Figure; 2]);

    impl Endless {
        fn of(turns: u16) -> Endless {
            let figure = |side: Side| Figure { side, squad: String::new(), name: String::new() };
            Endless(turns, Side::ALL.map(figure))
        }
    }

    impl Battle for Endless {
        fn figures(&self) -> &[Figure] {
            &self.1
        }

        fn play(&self, _: u64, _: u64, outcomes: &mut [Outcome]) {
            outcomes.fill(Outcome { turns: self.0, ..Outcome::default() });
        }

        fn replay(&self, _: u64, _: u64) -> (Outcome, Vec<Step>) {
            unreachable!("it is played")
        }

        fn exact(&self, _: usize) -> Result<ExactFight, Unsolved> {
            unreachable!("it is played")
        }
    }

    #[test]
    fn long_engagements_are_played_less_often() {
        let engagements = |turns: u16| {
            let sample = Sample { engagements: 10_000, seed: 1, unsolved: Unsolved::Series };
            let Answer { manner, values } = Answer::played(&Endless::of(turns), sample, &[("never", 0)], "turns");
            assert_eq!(
                values.iter().map(|value| (value.decimal, value.error)).collect::<Vec<_>>(),
                [(1.0, 0.0), (f64::from(turns), 0.0),]
            );
            let Manner::Sampled { engagements, .. } = manner else { panic!("{manner:?}") };
            engagements
        };
        assert_eq!(engagements(10), 12_288, "blocks of 4,096");
        let fewer = engagements(u16::MAX);
        assert!((1000..2000).contains(&fewer), "{fewer}");
    }

    /// A hundred throws of a die, one after the other.
    const THROWS: Kind = Kind {
        id: "throws",
        label: "Throws",
        about: "The sum of a hundred dice.",
        findings: &[Finding::chance("*")],
        schema: |_| schemars::Schema::default(),
        answer: |_| {
            let sums = distribution((0, 0_u32), |(throws, sum), chance| match throws {
                100 => Flow::Done(sum),
                _ => Flow::Go((throws + 1, sum + chance.below(Address::new(0, 0, 0), 6))),
            })?;
            let values = sums.outcomes.into_iter().map(|(sum, share): (u32, Ratio)| (sum.to_string(), share));
            Ok(values.into())
        },
    };

    /// A question that needs more work or memory than is allowed is refused; the next question is not.
    #[test]
    fn an_answer_that_takes_too_much_is_refused() {
        let nothing = serde_json::Value::Null;
        assert_eq!(THROWS.ask(&nothing).expect("enough").values.len(), 501);
        for (effort, why) in [
            (Effort { work: 1000, ..EFFORT }, TooLarge::Work(1000)),
            (Effort { bytes: 1000, ..EFFORT }, TooLarge::Memory(1000)),
        ] {
            assert_eq!(THROWS.ask_within(effort, &nothing), Err(vec![too_large(why)]));
            assert!(THROWS.ask(&nothing).is_ok());
        }
        let said = too_large(TooLarge::Memory(400_000_000)).message;
        assert!(said.starts_with("the exact answer needs more than 400 MB of memory, which is the limit: "), "{said}");
    }

    #[test]
    fn outcomes_are_named_after_their_patterns() {
        let name = |id, label, outcome| Finding::chance(id).called(label).name(outcome);
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(name("near_miss", "", "near_miss"), is("Near miss"));
        assert_eq!(name("near_miss", "", "near"), None);
        assert_eq!(name("hits_*", "* hits", "hits_12"), is("12 hits"));
        assert_eq!(name("hits_*", "* hits", "hits_1"), is("1 hit"));
        assert_eq!(name("failures_*", "* tests failed", "failures_1"), is("1 test failed"));
        for (several, one) in [
            ("* hitches", "1 hitch"),
            ("* inches, fordable", "1 inch, fordable"),
            ("* hits, out of ammunition", "1 hit, out of ammunition"),
            ("* dice left", "1 die left"),
            ("Actor applies * dice", "Actor applies 1 die"),
            ("* is hit", "1 is hit"),
        ] {
            assert_eq!(name("n_*", several, "n_1"), is(one));
            assert_eq!(name("n_*", several, "n_2"), is(&several.replace('*', "2")));
        }
        assert_eq!(name("hits_*", "* hits", "hits_"), None);
        assert_eq!(name("first_*", "* is first", "first_the_leader"), is("The leader is first"));
        assert_eq!(name("hostage_*_leg_out", "Hostage *: leg", "hostage_2_leg_out"), is("Hostage 2: leg"));
        assert_eq!(name("hostage_*_leg_out", "Hostage *: leg", "hostage_2_flesh"), None);
        assert_eq!(name("out=* dead=*", "* out, * dead", "out=1 dead=10"), is("1 out, 10 dead"));
        assert_eq!(name("*", "*", "w1 stunned"), is("W1 stunned"));
    }
}
