//! What `levers`, `balance` and `price` are asked, from the words of a question.

use engage::Side;
use runner::{Error, Keep, Options, Progress, Tallies};
use scenario::{BLUE_WINS, Quantity, Range, Refused, Scenario, Unit, did_you_mean};
use serde_json::Value;

use crate::balance::{Balance, Balancing, balance, playable};
use crate::levers::Question;
use crate::meet::Target;
use crate::price::Pricing;

/// The part of a question that cannot be asked, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unasked {
    /// The option that says it, such as `vary`; empty if it is the scenario itself.
    pub part: &'static str,
    /// Why it cannot be asked.
    pub why: String,
}

impl Unasked {
    fn of(part: &'static str) -> impl Fn(String) -> Unasked {
        move |why| Unasked { part, why }
    }
}

impl Balancing {
    /// The question at which value of a key a goal such as `blue.win = 50 %` is met: among all values that the key can
    /// take, or from the least and to the most of those named. `within` is a tenth by default, for real numbers a hundredth of their range.
    ///
    /// # Errors
    /// If this fight has no such key, it cannot take these values, or the goal is none.
    pub fn of(
        scenario: &Scenario,
        key: &str,
        between: [Option<f64>; 2],
        goal: &str,
        within: Option<f64>,
    ) -> Result<Balancing, Unasked> {
        let settings = scenario.settings(&vec![0; scenario.axes.len()]);
        let is_known = settings.iter().any(|setting| setting.key == key);
        // A ruleset knows the keys of squads that this fight does not have.
        let is_of_a_squad = Side::ALL.iter().any(|side| key.starts_with(&format!("{}.", side.name())));
        let Some(range) = scenario.names().range(key).filter(|_| is_known || !is_of_a_squad) else {
            let near = did_you_mean(key, settings.iter().map(|setting| setting.key.as_str()));
            let what = "is not a key of this fight that takes numbers within limits, true or false, or words";
            return Err(Unasked { part: "vary", why: format!("`{key}` {what}{near}") });
        };
        let (word, quantity, target) = scenario::goal(scenario.ruleset, goal).map_err(Unasked::of("target"))?;
        let points: Vec<Vec<usize>> = points(scenario, key).into_iter().map(|(_, point)| point).collect();
        let failed = |error: Error| Unasked { part: "vary", why: error.to_string() };
        let range = playable(scenario, &points, key, range).map_err(failed)?;
        let range = match between {
            [None, None] => range,
            ends => bounded(key, &range, ends).map_err(Unasked::of("between"))?,
        };
        let within = within.unwrap_or(match &range {
            Range::Real { least, most } => (most - least) / 100.0,
            Range::Whole { .. } | Range::Choices(_) => 0.1,
        });
        let start = scenario.value(key).unwrap_or(Value::Null);
        Ok(Balancing { key: key.to_owned(), range, start, word, quantity, target, within })
    }
}

/// The part of a range between two of its numbers.
fn bounded(key: &str, range: &Range, [low, high]: [Option<f64>; 2]) -> Result<Range, String> {
    let (least, most) = match *range {
        Range::Whole { least, most } => (least as f64, most as f64),
        Range::Real { least, most } => (least, most),
        Range::Choices(_) => return Err(format!("`{key}` takes words, which have no order: leave it out")),
    };
    let (low, high) = (low.unwrap_or(least), high.unwrap_or(most));
    let inside = least <= low && low < high && high <= most;
    match range {
        Range::Whole { .. } if inside && low.fract() == 0.0 && high.fract() == 0.0 => {
            Ok(Range::Whole { least: low as i64, most: high as i64 })
        }
        Range::Real { .. } if inside => Ok(Range::Real { least: low, most: high }),
        _ => Err(format!(
            "`{key}` takes {least} to {most}; expected two of these numbers, the smaller first, not {low},{high}"
        )),
    }
}

/// Every combination of the swept keys except `key`: its name, and the index of the value on each axis.
fn points(scenario: &Scenario, key: &str) -> Vec<(String, Vec<usize>)> {
    let names = scenario.names();
    let mut points = vec![(String::new(), Vec::new())];
    for axis in &scenario.axes {
        let values = if axis.key == key { &axis.values[..1] } else { &axis.values[..] };
        let with = |(place, point): &(String, Vec<usize>), index: usize| {
            let named = names.key(&axis.key).with(&names.value(&axis.key, &values[index]));
            let words = [place.clone(), named].into_iter().filter(|word| !word.is_empty());
            let place = if axis.key == key { place.clone() } else { words.collect::<Vec<_>>().join(", ") };
            (place, point.iter().copied().chain([index]).collect())
        };
        points = points.iter().flat_map(|point| (0..values.len()).map(move |index| with(point, index))).collect();
    }
    points
}

/// The result of a search at each point of the keys that are swept besides the one that is sought, each point in words,
/// in row-major order; up to the point at which an interrupt cut it short.
pub type Balances = Vec<(String, Balance)>;

/// Searches at each point of what a scenario sweeps besides the key. What was played `before` is not played again.
///
/// # Errors
/// As for [`balance`].
pub fn balances(
    scenario: &Scenario,
    asked: &Balancing,
    before: Option<Tallies>,
    options: Options<'_>,
    watch: (&dyn Progress, &dyn Keep),
) -> Result<(Balances, Tallies), Error> {
    let mut tallies = match before {
        Some(before) => before,
        None => Tallies::new(scenario, None)?,
    };
    let mut found = Vec::new();
    for (place, point) in points(scenario, &asked.key) {
        let (one, played) = balance(scenario, &point, asked, Some(tallies), options, watch)?;
        tallies = played;
        let stopped = one.interrupted;
        found.push((place, one));
        if stopped {
            break;
        }
    }
    Ok((found, tallies))
}

impl Question {
    /// The quantity that levers move, with its id: the one with this id, otherwise the one that the scenario asks about.
    ///
    /// # Errors
    /// If the ruleset has no such quantity, or it cannot be compared.
    pub fn quantity(scenario: &Scenario, word: Option<&str>) -> Result<(String, Quantity), Unasked> {
        let Some(word) = word else {
            let (word, quantity) = scenario.compared().unwrap_or(BLUE_WINS);
            return Ok((word.to_owned(), quantity));
        };
        let refused = Unasked::of("quantity");
        let quantity = scenario::quantity_named(scenario.ruleset, word).map_err(&refused)?;
        if quantity.is_compared() {
            return Ok((word.to_owned(), quantity));
        }
        let wrong = "is an ending; a win, a draw, the turns or a measure can be compared";
        Err(refused(format!("`{word}` {wrong}, such as {}", BLUE_WINS.0)))
    }
}

/// Refuses keys that have no other values at a point of a scenario's sweep, or that stand twice.
///
/// # Errors
/// Which one, and why.
pub fn known_keys(scenario: &Scenario, point: &[usize], keys: &[String]) -> Result<(), Unasked> {
    let settings = scenario.settings(point);
    for (place, key) in keys.iter().enumerate() {
        if !settings.iter().any(|setting| setting.key == *key) {
            let near = did_you_mean(key, settings.iter().map(|setting| setting.key.as_str()));
            let why = format!("`{key}` is not a key of this fight with other values to try{near}");
            return Err(Unasked { part: "vary", why });
        }
        if keys[..place].contains(key) {
            return Err(Unasked { part: "vary", why: format!("`{key}` is given twice") });
        }
    }
    Ok(())
}

impl Target {
    /// How far a share may lie from its target by default, and a mean as a share of it.
    const SHARE: f64 = 0.02;
    const MEAN: f64 = 0.05;

    /// A target from text: `[VARIANT:] QUANTITY = VALUE [± WITHIN]`, or `VARIANT: QUANTITY by CHANGE [± WITHIN]`.
    ///
    /// # Errors
    /// If it is none of this scenario.
    pub fn of(scenario: &Scenario, text: &str) -> Result<Target, Unasked> {
        let wrong = |why: String| Unasked { part: "target", why: format!("{text}: {why}") };
        let (named, rest) = match text.split_once(':') {
            Some((name, rest)) => (Some(name.trim()), rest),
            None => (None, text),
        };
        let variant = named.map(|name| {
            let place = scenario.variants.iter().position(|variant| variant.name == name);
            place.ok_or_else(|| {
                let known: Vec<String> =
                    scenario.variants.iter().map(|variant| format!("`{}`", variant.name)).collect();
                let known = if known.is_empty() {
                    "there are none".to_owned()
                } else {
                    format!("expected one of {}", known.join(", "))
                };
                wrong(format!("there is no variant `{name}`, {known}"))
            })
        });
        let variant = variant.transpose()?;
        let (goal, within) = match rest.split_once('±').or_else(|| rest.split_once("+-")) {
            Some((goal, within)) => (goal.trim(), Some(within.trim())),
            None => (rest.trim(), None),
        };
        let (quantity, value, by) = match goal.split_once(" by ") {
            Some((word, change)) if variant.is_some() => {
                let quantity = scenario::quantity_named(scenario.ruleset, word.trim()).map_err(wrong)?;
                if !quantity.is_compared() {
                    return Err(wrong(
                        "an ending cannot be compared; a win, a draw, the turns or a measure can".to_owned(),
                    ));
                }
                (quantity, scenario::amount(change, quantity).map_err(wrong)?, true)
            }
            Some(_) => {
                return Err(wrong(
                    "only a variant differs by something: name it, such as \"armoured: blue.win by -10 %\"".to_owned(),
                ));
            }
            None => {
                let (_, quantity, value) = scenario::goal(scenario.ruleset, goal).map_err(wrong)?;
                (quantity, value, false)
            }
        };
        let within = match within {
            Some(within) => scenario::amount(within, quantity).map_err(wrong)?,
            None if quantity.is_share() => Target::SHARE,
            None => Target::MEAN * value.abs().max(1.0),
        };
        if within <= 0.0 {
            return Err(wrong("how far it may lie off has to be above 0, such as ± 2 %".to_owned()));
        }
        Ok(Target { variant, by, quantity, value, within })
    }
}

/// What `price` is asked, in words.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceQuestion {
    /// The key of the squads whose values are units, with some of its values if not all: `weapon`, `rep=3,4,5`. `None` for
    /// the units of the scenario.
    pub units: Option<String>,
    /// What one unit costs, by its name; `None` for [`PriceQuestion::POINTS`] for the first.
    pub scale: Option<(String, f64)>,
    /// The most of a unit on a side, 2 to [`crate::MOST_NUMBER`].
    pub most: u32,
    /// How far the error of sampling may reach to either side of a cost, as a share of it.
    pub within: f64,
}

/// Units that can be priced.
#[derive(Clone, Debug, PartialEq)]
pub struct Wares {
    /// What is asked of the search.
    pub asked: Pricing,
    /// The units that the ruleset refuses, each with the reason.
    pub left_out: Vec<Refused>,
    /// What one of the first unit costs, in points.
    pub points: f64,
}

impl Default for PriceQuestion {
    fn default() -> PriceQuestion {
        PriceQuestion { units: None, scale: None, most: PriceQuestion::MOST, within: 0.05 }
    }
}

impl PriceQuestion {
    /// The most of a unit on a side by default.
    pub const MOST: u32 = 6;

    /// The points of the first unit by default.
    pub const POINTS: f64 = 10.0;

    /// The units to compare at a point of a scenario's sweep: those of the file, or one for each value of a key; the one
    /// that sets the scale first.
    ///
    /// # Errors
    /// If a side has not exactly one squad, there are fewer than two units, or none has the name of the scale.
    pub fn wares(&self, scenario: &Scenario, point: &[usize]) -> Result<Wares, Unasked> {
        scenario.lone_squads().map_err(Unasked::of(""))?;
        let (mut units, left_out) = match &self.units {
            Some(word) => scenario.units_of(point, word).map_err(Unasked::of("units"))?,
            None if scenario.units.is_empty() => {
                let help = "add a table for each, such as [units.veteran], or name a key of the squads, such as --units weapon";
                return Err(Unasked { part: "", why: format!("it has no units; {help}") });
            }
            None => (scenario.units.clone(), Vec::new()),
        };
        if units.len() < 2 {
            let refused: Vec<String> = left_out.iter().map(|(name, why)| format!("“{name}”: {why}")).collect();
            let number = units.len();
            let why =
                format!("at least two units can be compared, expected more than {number}. {}", refused.join("; "));
            return Err(Unasked { part: "units", why });
        }
        let points = self.scaled(&mut units)?;
        Ok(Wares { asked: Pricing { units, most: self.most, within: self.within }, left_out, points })
    }

    /// Puts the unit that sets the scale first. Returns what one of it costs.
    fn scaled(&self, units: &mut [Unit]) -> Result<f64, Unasked> {
        let Some((name, points)) = &self.scale else { return Ok(PriceQuestion::POINTS) };
        let place = units.iter().position(|unit| unit.name == *name).ok_or_else(|| {
            let known = units.iter().map(|unit| format!("`{}`", unit.name)).collect::<Vec<_>>().join(", ");
            Unasked { part: "scale", why: format!("there is no unit `{name}`, expected one of {known}") }
        })?;
        units[..=place].rotate_right(1);
        Ok(*points)
    }

    /// The options that ask the same of a report, each after a blank.
    #[must_use]
    pub fn options(&self) -> String {
        let units = self.units.iter().map(|units| format!(" --units {}", scenario::quoted(units)));
        let scale = self.scale.iter().map(|(name, points)| format!(" --scale '{name}={points}'"));
        let most = (self.most != PriceQuestion::MOST).then(|| format!(" --most {}", self.most));
        units.chain(scale).chain(most).collect()
    }
}
