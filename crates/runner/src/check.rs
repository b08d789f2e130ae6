//! Compares the program's answers with expected ones: `odds --check`.

use std::fmt;

use engage::{Answer, Kind, Manner, Problem, Ruleset, Value};
use rayon::prelude::*;

use crate::record::{Expected, Record};

/// How far a chain's answer may lie from the expected value.
const CHAIN_TOLERANCE: f64 = 1e-9;

/// How many standard errors a sampled answer may lie from the expected value.
const STANDARD_ERRORS: f64 = 4.5;

/// The verdict on every record of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Name, kind and verdict of each record, in the order of the file.
    pub records: Vec<(String, String, Verdict)>,
}

/// The verdict on one record.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Every expected value was found.
    Right(Manner),
    /// Some values differ.
    Wrong(Vec<Mismatch>),
    /// The ruleset gave no answer, and why.
    Unanswered(String),
}

/// An expected value that was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The outcome's word.
    pub outcome: String,
    /// The expected value as written in the file.
    pub expected: String,
    /// The value found.
    pub found: String,
}

/// Chooses the ruleset of a file of records: by the name given, otherwise by the file's name, otherwise by the letters
/// that the records' names or clauses share with the ruleset's clauses, otherwise the only ruleset.
///
/// # Errors
/// How to name a ruleset, if none can be chosen.
pub fn ruleset<'r>(
    rulesets: &[&'r Ruleset],
    asked: Option<&str>,
    stem: &str,
    records: &[Record],
) -> Result<&'r Ruleset, String> {
    // A name is the same in small letters or large, with dashes or without.
    let plain = |name: &str| name.replace('_', "-").to_lowercase();
    // Rulesets with a common core answer the same situations, so the first word of their names means any of them.
    let family = |ruleset: &Ruleset| plain(ruleset.id).split('-').next().unwrap_or_default().to_owned();
    let several = |name: &str| rulesets.iter().filter(|ruleset| family(ruleset) == plain(name)).count() > 1;
    let named = |name: &str| {
        let own = rulesets.iter().find(|ruleset| plain(ruleset.id) == plain(name));
        own.or_else(|| rulesets.iter().find(|ruleset| several(name) && family(ruleset) == plain(name))).copied()
    };
    let words = || rulesets.iter().map(|ruleset| ruleset.id).collect::<Vec<_>>().join(", ");
    if let Some(name) = asked {
        return named(name).ok_or_else(|| format!("there is no ruleset `{name}`; there are: {}", words()));
    }
    let by_clause = |ruleset: &&&Ruleset| {
        let is_own = |word: &str| word.split('-').next().is_some_and(|letters| ruleset.letters.contains(&letters));
        records.first().is_some_and(|record| is_own(&record.id) || is_own(&record.clause))
    };
    let only = || (rulesets.len() == 1).then(|| rulesets[0]);
    let found = named(stem).or_else(|| rulesets.iter().find(by_clause).copied()).or_else(only);
    found.ok_or_else(|| {
        format!("cannot tell the ruleset from the file's name or its records; add --ruleset with one of {}", words())
    })
}

/// Answers every record with a ruleset and compares.
#[must_use]
pub fn check(ruleset: &Ruleset, records: &[Record]) -> Check {
    let records = records.par_iter().map(|record| {
        let (kind, verdict) = match kind(ruleset, record) {
            Ok(kind) => (kind.id.to_owned(), verdict(kind, record)),
            Err(why) => (String::new(), Verdict::Unanswered(why)),
        };
        (record.id.clone(), kind, verdict)
    });
    Check { records: records.collect() }
}

fn kind<'r>(ruleset: &'r Ruleset, record: &Record) -> Result<&'r Kind, String> {
    let inside = match record.parameters.get("kind") {
        None => None,
        Some(serde_json::Value::String(word)) => Some(word.as_str()),
        Some(other) => return Err(format!("kind is {other}, not a word")),
    };
    let word = match (record.kind.as_deref(), inside) {
        (Some(beside), Some(inside)) if beside != inside => {
            return Err(format!("kind is `{beside}` beside the parameters and `{inside}` among them"));
        }
        (beside, inside) => beside.or(inside).ok_or("it names no kind")?,
    };
    ruleset.kinds.iter().find(|kind| kind.id == word).ok_or_else(|| {
        let known: Vec<&str> = ruleset.kinds.iter().map(|kind| kind.id).collect();
        let help = scenario::nearest(word, known.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
        format!("unknown kind `{word}`, expected one of {}{}", known.join(", "), help.unwrap_or_default())
    })
}

fn verdict(kind: &Kind, record: &Record) -> Verdict {
    let mut parameters = record.parameters.clone();
    parameters.shift_remove("kind");
    let answer = match kind.ask(&serde_json::Value::Object(parameters)) {
        Ok(answer) => answer,
        Err(problems) => return Verdict::Unanswered(Problem::listed(&problems)),
    };
    let wrong: Vec<Mismatch> = record
        .expected
        .iter()
        .filter_map(|(outcome, expected)| {
            let value = answer.values.iter().find(|value| value.outcome == *outcome);
            let found = || value.map_or_else(|| "0 (no such outcome)".to_owned(), |value| found(&answer, value));
            let mismatch = || Mismatch { outcome: outcome.clone(), expected: expected.to_string(), found: found() };
            (!agrees(&answer, value, expected)).then(mismatch)
        })
        .collect();
    if wrong.is_empty() { Verdict::Right(answer.manner) } else { Verdict::Wrong(wrong) }
}

fn agrees(answer: &Answer, value: Option<&Value>, expected: &Expected) -> bool {
    let Some(value) = value else {
        return expected.is_zero() || within(answer, 0.0, 0.0, expected);
    };
    match (&answer.manner, &value.fraction) {
        (Manner::Exact, Some((numerator, denominator))) => expected.equals(numerator, denominator),
        (Manner::Exact, None) => false,
        _ => within(answer, value.decimal, value.error, expected),
    }
}

/// Whether a decimal is close enough to the expected value. A sampled share of exactly zero or one has no standard
/// error of its own, so the error of the expected share decides then.
fn within(answer: &Answer, found: f64, error: f64, expected: &Expected) -> bool {
    let value = expected.decimal();
    let tolerance = match answer.manner {
        Manner::Exact => 0.0,
        Manner::Chain { .. } => CHAIN_TOLERANCE,
        Manner::Sampled { .. } if error > 0.0 => STANDARD_ERRORS * error,
        Manner::Sampled { engagements, .. } => {
            let spread = (value * (1.0 - value)).max(0.0) / engagements.max(1) as f64;
            (STANDARD_ERRORS * spread.sqrt()).max(CHAIN_TOLERANCE)
        }
    };
    (found - value).abs() <= tolerance + expected.rounding()
}

fn found(answer: &Answer, value: &Value) -> String {
    match (&value.fraction, answer.manner) {
        (Some((numerator, denominator)), _) => format!("{numerator}/{denominator}"),
        (None, Manner::Sampled { .. }) => format!("{} (standard error {:.2e})", value.decimal, value.error),
        (None, _) => value.decimal.to_string(),
    }
}

impl Check {
    /// Whether every record was answered and right.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.records.iter().all(|(_, _, verdict)| matches!(verdict, Verdict::Right(_)))
    }

    fn count(&self, of: impl Fn(&Verdict) -> bool) -> usize {
        self.records.iter().filter(|(_, _, verdict)| of(verdict)).count()
    }
}

impl fmt::Display for Check {
    /// A line for each value that differs, each record without an answer and each sampled record, then the counts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, kind, verdict) in &self.records {
            match verdict {
                Verdict::Right(Manner::Sampled { engagements, unsolved }) => {
                    writeln!(f, "{id} ({kind}): sampled, {engagements} engagements, because {unsolved}")?;
                }
                Verdict::Right(_) => {}
                Verdict::Unanswered(why) => writeln!(f, "{id}: no answer: {why}")?,
                Verdict::Wrong(mismatches) => {
                    for Mismatch { outcome, expected, found } in mismatches {
                        writeln!(f, "{id} ({kind}): {outcome}: expected {expected}, found {found}")?;
                    }
                }
            }
        }
        writeln!(
            f,
            "{} records: {} exact, {} chain, {} sampled, {} wrong, {} unanswered",
            self.records.len(),
            self.count(|verdict| matches!(verdict, Verdict::Right(Manner::Exact))),
            self.count(|verdict| matches!(verdict, Verdict::Right(Manner::Chain { .. }))),
            self.count(|verdict| matches!(verdict, Verdict::Right(Manner::Sampled { .. }))),
            self.count(|verdict| matches!(verdict, Verdict::Wrong(_))),
            self.count(|verdict| matches!(verdict, Verdict::Unanswered(_))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{check, ruleset};
    use crate::record::read;
    use crate::toy;

    fn checked(records: &str) -> String {
        check(&toy::RULESET, &read(records).unwrap()).to_string()
    }

    fn record(kind: &str, parameters: &str, expected: &str) -> String {
        format!(
            "[{{\"id\": \"T-1\", \"kind\": \"{kind}\", \"parameters\": {{{parameters}}}, \"expected\": {{{expected}}}}}]"
        )
    }

    #[test]
    fn exact_answers_are_equal_as_fractions_or_wrong() {
        let right = checked(&record("coin", "", "\"heads\": \"3/6\", \"edge\": \"0/1\""));
        assert_eq!(right, "1 records: 1 exact, 0 chain, 0 sampled, 0 wrong, 0 unanswered\n");
        let wrong =
            checked(&record("coin", "", "\"heads\": \"500000000000000001/1000000000000000000\", \"edge\": \"1/9\""));
        assert_eq!(
            wrong,
            "T-1 (coin): edge: expected 1/9, found 0 (no such outcome)\n\
             T-1 (coin): heads: expected 500000000000000001/1000000000000000000, found 1/2\n\
             1 records: 0 exact, 0 chain, 0 sampled, 1 wrong, 0 unanswered\n"
        );
    }

    #[test]
    fn chains_and_samples_have_their_tolerances() {
        let passes =
            |kind: &str, expected: &str| checked(&record(kind, "", expected)).contains(" 0 wrong, 0 unanswered");
        assert!(passes("walk", "\"home\": 0.2500000009") && !passes("walk", "\"home\": \"250000002/1000000000\""));
        assert!(passes("poll", "\"for\": \"0.422\"") && !passes("poll", "\"for\": \"423/1000\""));
        // Never seen in 10,000: one in a million is no surprise, one in a hundred is.
        assert!(passes("poll", "\"never\": \"1/1000000\"") && !passes("poll", "\"never\": \"1/100\""));
        let sampled = checked(&record("poll", "", "\"for\": \"2/5\""));
        assert!(sampled.starts_with("T-1 (poll): sampled, 10000 engagements, because"), "{sampled}");
    }

    #[test]
    fn what_cannot_be_answered_says_why() {
        let unknown = checked(&record("coyn", "", "\"heads\": \"1/2\""));
        assert!(unknown.starts_with(
            "T-1: no answer: unknown kind `coyn`, expected one of coin, walk, poll; did you mean `coin`?\n"
        ));
        let parameter = checked(&record("coin", "\"sides\": 3", "\"heads\": \"1/2\""));
        assert!(parameter.starts_with("T-1: no answer: sides: a coin has no parameters\n"), "{parameter}");
        assert!(
            checked(&record("coin", "\"kind\": \"walk\"", "")).contains("beside the parameters and `walk` among them")
        );
        assert!(
            checked("[{\"id\": \"A\", \"parameters\": {}, \"expected\": {}}]")
                .contains("A: no answer: it names no kind\n")
        );
        assert!(
            checked("[{\"id\": \"A\", \"parameters\": {\"kind\": 3}, \"expected\": {}}]")
                .contains("kind is 3, not a word")
        );
        assert!(
            checked("[{\"id\": \"A\", \"parameters\": {\"kind\": \"coin\"}, \"expected\": {}}]").contains("1 exact")
        );
    }

    #[test]
    fn the_ruleset_is_found_by_name_file_or_records() {
        static OTHER: engage::Ruleset = engage::Ruleset { id: "other_one", letters: &[], ..toy::TEMPLATE };
        let both = [&OTHER, &toy::RULESET];
        let records = read(&record("coin", "", "").replace("T-1", "TOY-G01")).unwrap();
        let found = |asked, stem| ruleset(&both, asked, stem, &records).map(|ruleset| ruleset.id);
        assert_eq!(found(Some("toy"), "other-one"), Ok("toy"));
        assert_eq!(found(None, "Other-One"), Ok("other_one"));
        assert_eq!(found(Some("other_one"), "toy"), Ok("other_one"));
        assert_eq!(found(None, "records"), Ok("toy"));
        assert!(found(Some("chess"), "toy").unwrap_err().contains("other_one, toy"));
        assert_eq!(ruleset(&both[1..], None, "x", &[]).map(|ruleset| ruleset.id), Ok("toy"));
        assert!(ruleset(&both, None, "x", &[]).unwrap_err().contains("--ruleset"));
    }
}
