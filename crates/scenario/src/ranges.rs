//! The ranges of numbers, which messages take from the schema, as the reference does.

use engage::{Kind, Problem, Ruleset};
use serde_json::{Map, Value};

use crate::frame::GIVEN;
use crate::key::Key;
use crate::keys::Keys;
use crate::names::below;
use crate::schema::{follow, schema};
use crate::sweep::TURN_LIMIT;
use crate::words;

/// The schema of a value, with the ranges of the numbers in it.
pub(crate) struct Ranges {
    /// Where references lead.
    root: Value,
    /// The schema of the value.
    table: Value,
}

impl Ranges {
    /// The ranges of what a ruleset is given: of a fight, or of a situation of some kind.
    pub(crate) fn of(ruleset: &'static Ruleset, kind: Option<&Kind>) -> Ranges {
        let root = schema(&[ruleset]);
        let own = &root["allOf"][0]["then"]["properties"];
        let table = match kind {
            Some(kind) => {
                let cases = own["situation"]["allOf"].as_array();
                let case = cases
                    .and_then(|cases| cases.iter().find(|case| case["if"]["properties"]["kind"]["const"] == kind.id));
                case.map(|case| case["then"].clone()).unwrap_or_default()
            }
            None => {
                let [play, limit] = TURN_LIMIT;
                let limits = follow(&root, &root["properties"][play]).1["properties"][limit].clone();
                let given = GIVEN.iter().map(|&word| (word.to_owned(), own[word].clone()));
                let given: Map<String, Value> = given.chain([(limit.to_owned(), limits)]).collect();
                serde_json::json!({ "properties": given })
            }
        };
        Ranges { root, table }
    }

    /// The ranges of the frame.
    pub(crate) fn of_frame() -> Ranges {
        let root = schema(&[]);
        Ranges { table: root.clone(), root }
    }

    /// What was read of a value, unless numbers in it are outside of their ranges. Problems name the ranges of the schema.
    ///
    /// # Errors
    /// What is wrong with the value, each thing once.
    pub(crate) fn held<T>(&self, value: &Value, read: Result<T, Vec<Problem>>) -> Result<T, Vec<Problem>> {
        let mut outside = self.outside(value);
        match read {
            Ok(read) if outside.is_empty() => Ok(read),
            Ok(_) => Err(outside),
            // A wrong shape is found before the ruleset makes any sense of the values.
            Err(problems) if problems.iter().any(|problem| words::is_about_shape(&problem.message)) => {
                Err(problems.into_iter().flat_map(|problem| self.told(problem, value)).collect())
            }
            Err(problems) => {
                // What is said of the table around a number that is outside is mostly about that number.
                let known: Vec<String> = outside.iter().map(|problem| problem.key.clone()).collect();
                let told = |key: &str| !key.is_empty() && known.iter().any(|known| is_below(known, key));
                outside.extend(problems.into_iter().filter(|problem| !told(&problem.key)));
                Err(outside)
            }
        }
    }

    /// A problem with `value`, told as it is [`Ranges::explained`]; that of a missing key with every other key that its table lacks.
    pub(crate) fn told(&self, problem: Problem, value: &Value) -> Vec<Problem> {
        let Some(first) = words::missing(&problem.message) else { return vec![self.explained(problem, value)] };
        let key = Key::find(&problem.key, value);
        let table = key.get(value).and_then(Value::as_object);
        let required = self.schema_of(&key).and_then(|schema| schema["required"].as_array());
        let names = required.into_iter().flatten().filter_map(Value::as_str);
        let lacking = names.filter(|name| *name != first && table.is_some_and(|table| !table.contains_key(*name)));
        let lacking: Vec<Problem> =
            lacking.map(|name| Problem::new(problem.key.as_str(), format!("missing field `{name}`"))).collect();
        std::iter::once(problem.clone()).chain(lacking).collect()
    }

    /// The schema of a key.
    fn schema_of(&self, key: &Key) -> Option<&Value> {
        let schema = key.parts().iter().try_fold(&self.table, |at, part| below(follow(&self.root, at).1, part));
        schema.map(|schema| follow(&self.root, schema).1)
    }

    /// A problem with a number in `value`, told with the range of the schema instead of that of the machine's number.
    /// A value in place of a table has one of that table's keys as an example.
    pub(crate) fn explained(&self, problem: Problem, value: &Value) -> Problem {
        let key = Key::find(&problem.key, value);
        if words::wants_a_table(&problem.message) {
            let example = self.schema_of(&key).and_then(|schema| schema["properties"].as_object()?.keys().next());
            let Some(example) = example else { return problem };
            let message = format!("{} with keys such as `{example}`", words::plain(&problem.message));
            return Problem { message, ..problem };
        }
        let Some(before) = words::before_number(&problem.message) else { return problem };
        let schema = key.parts().iter().try_fold(&self.table, |at, part| below(follow(&self.root, at).1, part));
        match schema {
            Some(schema) => Problem { message: format!("{before}{}", self.expected(schema)), ..problem },
            None => problem,
        }
    }

    /// Every number outside of its range.
    pub(crate) fn outside(&self, value: &Value) -> Vec<Problem> {
        let mut problems = Vec::new();
        self.walk(&self.table, value, &mut String::new(), &mut problems);
        problems
    }

    fn walk(&self, schema: &Value, value: &Value, here: &mut String, problems: &mut Vec<Problem>) {
        let length = here.len();
        match value {
            Value::Object(table) => {
                let inner = follow(&self.root, schema).1;
                for (word, value) in table {
                    let Some(schema) = below(inner, word) else { continue };
                    here.push_str(if length > 0 { "." } else { "" });
                    here.push_str(word);
                    self.walk(schema, value, here, problems);
                    here.truncate(length);
                }
            }
            Value::Array(items) => {
                let inner = &follow(&self.root, schema).1["items"];
                for (place, value) in items.iter().enumerate().filter(|_| inner.is_object()) {
                    here.push_str(&format!("[{place}]"));
                    self.walk(inner, value, here, problems);
                    here.truncate(length);
                }
            }
            Value::Number(number) if self.holds(schema, value) == Some(false) => {
                let what = if number.is_f64() { "number" } else { "integer" };
                let message = format!("invalid value: {what} `{number}`, expected {}", self.expected(schema));
                problems.push(Problem::new(here.as_str(), message));
            }
            _ => {}
        }
    }

    /// Whether a number lies within the limits of a schema; none if it has no limits or is of another type.
    fn holds(&self, schema: &Value, value: &Value) -> Option<bool> {
        let inner = follow(&self.root, schema).1;
        if let Some(all) = inner["anyOf"].as_array() {
            return all.iter().filter_map(|one| self.holds(one, value)).reduce(|any, one| any || one);
        }
        let whole = match inner["type"].as_str()? {
            "integer" => true,
            "number" => false,
            _ => return None,
        };
        // What is no whole number is a mistake of another kind.
        if whole && value.is_f64() {
            return None;
        }
        let limit = |word: &str| [schema, inner].into_iter().find_map(|one| one.get(word));
        let above = limit("minimum").is_none_or(|least| !is_less(value, least));
        Some(above && limit("maximum").is_none_or(|most| !is_less(most, value)))
    }

    /// What a schema takes, as the reference says it.
    fn expected(&self, schema: &Value) -> String {
        let takes = Keys::new(&self.root).takes(schema);
        if takes.starts_with('`') { takes } else { format!("a {takes}") }
    }
}

/// Whether a key is another one or below it.
fn is_below(key: &str, head: &str) -> bool {
    key.strip_prefix(head).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Whether a number is less than another: whole ones are compared to the last digit.
fn is_less(one: &Value, other: &Value) -> bool {
    let whole = |value: &Value| value.as_i64().map(i128::from).or(value.as_u64().map(i128::from));
    match (whole(one), whole(other)) {
        (Some(one), Some(other)) => one < other,
        _ => one.as_f64() < other.as_f64(),
    }
}
