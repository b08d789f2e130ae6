//! Shared by the situations: reading parameters, and answers by the words of their outcomes.

use std::collections::BTreeMap;

use chance::exact::{Distribution, Ratio, Weight as _};
use chance::{Address, Die, Pool};
use engage::{Finding, Kind, Problem, Situation};
use serde_json::Value;

use crate::combat::too_many;
use crate::player::doctrine::Doctrine;

/// The enumerated reading ignores addresses.
pub(super) const ANYWHERE: Address = Address::new(0, 0, 0);

/// Declares a kind of situation, which has decisions beside its options.
macro_rules! situation {
    ($(#[$($about:tt)+])+ struct $name:ident { $($fields:tt)* } $($kind:tt)+) => {
        engage::situation! {
            $crate::rules::Rules;
            $(#[$($about)+])+
            struct $name {
                $($fields)*
                /// Decisions that differ from what players do by default; they may also be given among the options.
                #[serde(default)]
                decisions: $crate::player::doctrine::Doctrine,
            }
            $($kind)+
        }
    };
    ($($kind:tt)+) => {
        engage::situation! { $crate::rules::Rules; $($kind)+ }
    };
}
pub(super) use situation;

/// A kind that reads its parameters with [`given`] and lists its outcomes in the order of their declaration.
pub(super) const fn kind<S: Situation>() -> Kind {
    Kind {
        answer: |value| {
            let mut answer = given::<S>(value)?.solve()?;
            in_order(S::FINDINGS, &mut answer.values);
            Ok(answer)
        },
        ..Kind::of::<S>()
    }
}

/// Outcomes by word.
pub(super) type Shares = BTreeMap<String, Ratio>;

/// Reads the parameters. A null counts as left out, and decisions among the options move to the decisions.
fn given<S: Situation>(value: &Value) -> Result<S, Vec<Problem>> {
    let mut value = without_nulls(value);
    let known = serde_json::to_value(Doctrine::default()).unwrap_or_default();
    let options = value.get_mut("options").and_then(Value::as_object_mut);
    let mut moved = Vec::new();
    for name in known.as_object().into_iter().flat_map(|known| known.keys()) {
        moved.extend(options.as_ref().and_then(|options| options.get(name)).map(|word| (name.clone(), word.clone())));
    }
    if let Some(options) = options {
        moved.iter().for_each(|(name, _)| _ = options.remove(name));
    }
    let names: Vec<String> = moved.iter().map(|(name, _)| format!("decisions.{name}")).collect();
    if let (false, Some(parameters)) = (moved.is_empty(), value.as_object_mut()) {
        let decisions = parameters.entry("decisions").or_insert_with(|| Value::Object(serde_json::Map::new()));
        if let Some(decisions) = decisions.as_object_mut() {
            decisions.extend(moved);
        }
    }
    engage::parameters(&value).map_err(|mut problems| {
        for problem in problems.iter_mut().filter(|problem| names.contains(&problem.key)) {
            problem.key = problem.key.replacen("decisions", "options", 1);
        }
        problems
    })
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let said = members.iter().filter(|(_, member)| !member.is_null());
            said.map(|(name, member)| (name.clone(), without_nulls(member))).collect()
        }
        Value::Array(members) => members.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

/// Sorts outcomes by the declaration of their words, then by the numbers in them.
fn in_order(findings: &[Finding], values: &mut [engage::Value]) {
    values.sort_by_cached_key(|value| {
        let word = &value.outcome;
        let place = findings.iter().position(|finding| finding.name(word).is_some());
        let digits: String = word.chars().filter(char::is_ascii_digit).collect();
        (
            place,
            word.split(|letter: char| letter.is_ascii_digit()).next().map(str::to_owned),
            digits.parse().unwrap_or(0_u32),
        )
    });
}

/// Adds the probability of an outcome to each of its words.
pub(super) fn shares<O: PartialEq, W: IntoIterator<Item = String>>(
    odds: &Distribution<O, Ratio>,
    words: impl Fn(&O) -> W,
) -> Shares {
    let mut shares = Shares::new();
    for (outcome, share) in &odds.outcomes {
        for word in words(outcome) {
            add(&mut shares, word, share.clone());
        }
    }
    shares
}

/// Adds to the share of a word.
pub(super) fn add(shares: &mut Shares, word: String, share: Ratio) {
    match shares.get_mut(&word) {
        Some(sum) => sum.add(share),
        None => _ = shares.insert(word, share),
    }
}

/// `word_none`, or the word of a die.
pub(super) fn of(name: &str, die: Option<Die>) -> String {
    die.map_or_else(|| format!("{name}_none"), |die| format!("{name}_{die}"))
}

/// A pool that can be thrown.
pub(super) fn throwable(key: &str, pool: Pool) -> Result<Pool, Problem> {
    too_many(pool).map_or(Ok(pool), |message| Err(Problem::new(key, message)))
}
