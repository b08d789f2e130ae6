//! The results of searches for a fair fight, as sentences, tables and sheets.

use engage::{Side, short_unit};
use runner::{Axis, Intervals, Provenance};
use scenario::{Diagnostics, NO_VARIANTS, Name, Range, Scenario};
use search::{Balance, Balances, Balancing, Found, Look};
use serde_json::Value;
use stats::Estimate;

use crate::layout;
use crate::number::{self, Unit};
use crate::sheet::{self, Column, Row, Sheet};
use crate::tables::Table;
use crate::words::{self, Facts};

/// The values of a key at which a quantity reaches a target, at each point of a sweep.
#[derive(Clone, Debug)]
pub struct Fair<'b> {
    /// The origin of the result.
    pub provenance: Provenance,
    /// How its intervals are computed.
    pub intervals: Intervals,
    /// The most engagements played of a value.
    pub engagements: u64,
    /// The key.
    pub key: String,
    /// Its label.
    pub name: Name,
    /// The values that it can take.
    pub range: Range,
    /// The quantity's id.
    pub quantity: String,
    /// Its label.
    pub label: String,
    /// Whether it is a share.
    pub is_share: bool,
    /// The target.
    pub target: f64,
    /// The other swept keys.
    pub axes: Vec<Axis>,
    /// Each point of the other swept keys in words, with its result, in row-major order. Without other keys there is
    /// one point with an empty name.
    pub points: Vec<(String, &'b Balance)>,
}

impl<'b> Fair<'b> {
    /// The result of a search at each point of a scenario.
    ///
    /// # Errors
    /// If the scenario cannot be read without its variants.
    pub fn of(scenario: &Scenario, asked: &Balancing, found: &'b Balances) -> Result<Fair<'b>, Diagnostics> {
        let names = scenario.names();
        // Without the variants, the rules that they change are not listed either.
        let plain = Scenario::rewritten(&scenario.written(), &[NO_VARIANTS.to_owned()])?;
        let provenance = Provenance { rules_changed: plain.rules_changed(), ..runner::provenance(scenario) };
        Ok(Fair {
            provenance,
            intervals: Intervals::of(scenario),
            engagements: scenario.play.engagements,
            key: asked.key.clone(),
            name: names.key(&asked.key),
            range: asked.range.clone(),
            label: names.quantity(asked.quantity, scenario.ruleset),
            quantity: asked.word.clone(),
            is_share: asked.quantity.is_share(),
            target: asked.target,
            axes: runner::axes(scenario).into_iter().filter(|axis| axis.key != asked.key).collect(),
            points: found.iter().map(|(place, balance)| (place.clone(), balance)).collect(),
        })
    }
}

impl Fair<'_> {
    /// The result in sentences: one or two for a single point; for several the range of fair values, and those points
    /// that need a remark.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let Some(range) = self.whole_range() else {
            return self.points.iter().map(|(place, balance)| self.sentence(place, balance)).collect();
        };
        let plain =
            |balance: &Balance| balance.sides().is_some() && balance.monotone && balance.tight && !balance.interrupted;
        let others = self.points.iter().filter(|(_, balance)| !plain(balance));
        std::iter::once(range).chain(others.map(|(place, balance)| self.sentence(place, balance))).collect()
    }

    /// A sentence about the range of the fair values of several points.
    fn whole_range(&self) -> Option<String> {
        if self.points.len() < 2 || !self.is_counted() {
            return None;
        }
        let found = || self.points.iter().filter_map(|(place, balance)| Some((place, balance.fair()?)));
        let (least, from) = found().min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        let (most, to) = found().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        let (from, to) = (crossing(&from), crossing(&to));
        Some(format!("{}: from {from} ({least}) to {to} ({most}).", self.heading()))
    }

    /// Whether the key counts things, so that interpolating between two of its values is meaningful. Between two
    /// distances there may be a step.
    const fn is_counted(&self) -> bool {
        matches!(self.range, Range::Whole { .. })
    }

    /// The heading of fair values: `Red’s figures for Blue wins 50 %`.
    fn heading(&self) -> String {
        format!("{} for {}", self.name.label, self.goal())
    }

    /// How it was answered.
    pub(crate) fn basis(&self) -> String {
        let most = number::grouped(self.engagements);
        format!("at most {most} engagements a value, {}", sheet::described(Some(&self.intervals)))
    }

    pub(crate) fn facts(&self) -> Facts {
        words::of_provenance(&self.provenance, self.basis(), true)
    }

    const fn unit(&self) -> Unit {
        if self.is_share { Unit::Share } else { Unit::Count }
    }

    /// `Blue wins 50 %`.
    fn goal(&self) -> String {
        format!("{} {}", self.label, self.goal_alone())
    }

    /// `50 %`.
    pub(crate) fn goal_alone(&self) -> String {
        let value = number::trimmed(self.target * self.unit().scale());
        format!("{value}{}", self.unit().suffix())
    }

    /// The value of the key in the file, as displayed; `None` if the key is swept or missing.
    pub(crate) fn own_value(&self) -> Option<String> {
        let fact = self.provenance.card.facts().find(|fact| fact.key == self.key && !fact.swept)?;
        fact.values.first().cloned()
    }

    fn shown(&self, look: &Look) -> String {
        match number::is_exact(&look.estimate) {
            true => number::spoken(&look.estimate, self.unit()),
            false => number::full(&look.estimate, self.unit()) + self.unit().suffix(),
        }
    }

    /// The result at a point, and how far to trust it.
    pub(crate) fn sentence(&self, place: &str, balance: &Balance) -> String {
        let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
        if balance.looks.is_empty() {
            return format!("{place}nothing was played.");
        }
        let unit = if self.name.unit.is_empty() { String::new() } else { format!(" {}", short_unit(&self.name.unit)) };
        let look = |place: usize| &balance.looks[place];
        let found = match &balance.found {
            Found::Between { below, above, at } => Some(self.between(look(*below), look(*above), at, &unit)),
            Found::AtBreak { below, above, at, among: (low, high) } => {
                let beyond = match look(*below).estimate.value < look(*above).estimate.value {
                    true => format!("from {}{unit} on", at.from()),
                    false => format!("up to {}{unit}", at.up_to()),
                };
                let or_else = format!(", or at another break from {low} to {high}{unit}");
                let doubt = if low == high { "" } else { &or_else };
                let [below, above] = [*below, *above].map(|place| self.at(look(place)));
                let goal = format!("{} more than {}", self.label, self.goal_alone());
                Some(format!("{goal} {beyond}{doubt} ({}): {below}, {above}.", self.name.label))
            }
            Found::Nearest(_) => self.nearest_choice(balance),
            Found::Nowhere(nearest) => self.nowhere(balance, look(*nearest), &unit),
        };
        let Some(found) = found else { return place };
        place + &found + &reservations(balance)
    }

    /// `50 % at 4`.
    fn at(&self, look: &Look) -> String {
        format!("{} at {}", self.shown(look), text(&look.value))
    }

    /// A sentence for a target that is met between two values, or at one.
    fn between(&self, below: &Look, above: &Look, crosses: &Estimate, unit: &str) -> String {
        let is_one = below.value == above.value;
        let sides = if is_one { self.at(below) } else { format!("{}, {}", self.at(below), self.at(above)) };
        let fair = match self.is_counted() {
            _ if is_one => format!("at {}", text(&below.value)),
            true => format!("at {}", crossing(crosses)),
            false => {
                let (low, high) = between(below, above, crosses);
                format!("between {low} and {high}")
            }
        };
        // Avoids `1 figures`.
        let unit = if fair == "at 1" { "" } else { unit };
        format!("{} {fair}{unit} ({}): {sides}.", self.goal(), self.name.label)
    }

    /// A sentence about the choice nearest to the target, and the next.
    fn nearest_choice(&self, balance: &Balance) -> Option<String> {
        let nearest = nearest(balance)?;
        let off = |look: &&Look| (look.estimate.value - self.target).abs();
        let others = balance.looks.iter().filter(|look| look.value != nearest.value);
        let next = others.min_by(|one, other| off(one).total_cmp(&off(other)));
        let next = next.map(|next| format!("; next is {} with {}", self.shown(next), text(&next.value)));
        Some(format!(
            "{} nearest to {} with {} ({}): {}{}.",
            self.label,
            self.goal_alone(),
            text(&nearest.value),
            self.name.label,
            self.shown(nearest),
            next.unwrap_or_default()
        ))
    }

    /// A sentence for a target that is met nowhere.
    fn nowhere(&self, balance: &Balance, nearest: &Look, unit: &str) -> Option<String> {
        let (first, last) = (balance.looks.first()?, balance.looks.last()?);
        let where_not = match balance.everywhere {
            true => "nowhere".to_owned(),
            false => format!("at none of {} values looked at", balance.looks.len()),
        };
        Some(format!(
            "{} {where_not} from {} to {}{unit} ({}); nearest is {}.",
            self.goal(),
            text(&first.value),
            text(&last.value),
            self.name.label,
            self.at(nearest)
        ))
    }

    /// The values to show: for real numbers those nearest to the crossing.
    fn near<'l>(&self, balance: &'l Balance) -> impl Iterator<Item = &'l Look> {
        const SHOWN: usize = 12;
        let first = match (&self.range, balance.sides()) {
            (Range::Real { .. }, Some((below, _))) => (below + 1).saturating_sub(SHOWN / 2),
            _ => 0,
        };
        let shown = if matches!(self.range, Range::Real { .. }) { SHOWN } else { usize::MAX };
        balance.looks.iter().skip(first).take(shown)
    }

    pub(crate) fn shown_as_table(&self) -> Table {
        let (header, rows) = match self.points.as_slice() {
            [(_, balance)] => (
                vec![engage::heading(&self.name.label, &self.name.unit), self.label.clone()],
                self.near(balance).map(|look| vec![text(&look.value), self.shown(look)]).collect(),
            ),
            points => (
                match self.range {
                    Range::Choices(_) => vec!["Where".to_owned(), self.name.label.clone(), self.label.clone()],
                    _ => vec!["Where".to_owned(), self.heading(), "Below".to_owned(), "Above".to_owned()],
                },
                points.iter().map(|(place, balance)| self.row(place, balance)).collect(),
            ),
        };
        Table { caption: String::new(), header, rows, words: 1, verdicts: 0 }
    }

    /// A table row: a point, its fair value, and the quantity at the neighbouring values.
    fn row(&self, place: &str, balance: &Balance) -> Vec<String> {
        if matches!(self.range, Range::Choices(_)) {
            let [value, shown] = match nearest(balance) {
                Some(nearest) => [text(&nearest.value), self.shown(nearest)],
                None => ["none".to_owned(), String::new()],
            };
            return vec![place.to_owned(), value, shown];
        }
        let at =
            |place: usize| format!("{} at {}", self.shown(&balance.looks[place]), text(&balance.looks[place].value));
        let value = match balance.found {
            Found::Between { .. } if !self.is_counted() => Some("between".to_owned()),
            _ => fair(balance),
        };
        let found = match balance.sides().zip(value) {
            Some(((below, above), value)) => [value, at(below), at(above)],
            None => ["none".to_owned(), String::new(), String::new()],
        };
        std::iter::once(place.to_owned()).chain(found).collect()
    }

    /// The quantity over the values played, beside its target; `None` if other keys are swept.
    pub(crate) fn looks(&self) -> Option<Sheet> {
        let [(_, balance)] = self.points.as_slice() else { return None };
        let looks: Vec<&Look> = self.near(balance).collect();
        let axis = self.axis(looks.iter().map(|look| text(&look.value)).collect());
        let named = |id: &str, label: &str| match self.unit() {
            Unit::Share => Column::share(id, label),
            Unit::Count => Column::mean(id, label, ""),
        };
        let side = Side::ALL.into_iter().find(|side| self.quantity.split('.').next() == Some(side.name()));
        let columns = vec![Column { side, ..named(&self.quantity, &self.label) }, named("target", "Target")];
        let row = |(i, look): (usize, &&Look)| {
            Row::of(vec![i], vec![Some(look.estimate), Some(Estimate::exact(self.target))])
        };
        Some(Sheet::of_rows(vec![axis], columns, looks.iter().enumerate().map(row).collect()))
    }

    /// The varied key as an axis with these values.
    pub(crate) fn axis(&self, values: Vec<String>) -> Axis {
        let Name { label, unit } = self.name.clone();
        Axis { key: self.key.clone(), label, unit, labels: values.clone(), values }
    }

    /// The points of the other swept keys, as indices on their axes.
    pub(crate) fn swept_points(&self) -> Vec<Vec<usize>> {
        let all: Vec<usize> = (0..self.axes.len()).collect();
        layout::points(&Sheet::of_rows(self.axes.clone(), Vec::new(), Vec::new()), &all)
    }

    /// The fair values over the other swept keys, if there are any and the values are numbers.
    pub(crate) fn fair_values(&self) -> Option<Sheet> {
        if self.axes.is_empty() || !self.is_counted() {
            return None;
        }
        let column = Column { is_mean: false, ..Column::mean("fair", &self.heading(), "") };
        let mut sheet = Sheet::of_rows(self.axes.clone(), vec![column], Vec::new());
        let points = self.swept_points().into_iter().zip(&self.points);
        sheet.rows = points.map(|(point, (_, balance))| Row::of(point, vec![balance.fair()])).collect();
        Some(sheet)
    }
}

/// Where the target is met, as text: `5.62 ±0.08`, or a break, `24`, or `24 (12 to 36)` if it may be another break.
fn fair(balance: &Balance) -> Option<String> {
    match &balance.found {
        Found::Between { at, .. } => Some(crossing(at)),
        Found::AtBreak { at, among: (low, high), .. } if low == high => Some(at.to_string()),
        Found::AtBreak { at, among: (low, high), .. } => Some(format!("{at} ({low} to {high})")),
        Found::Nowhere(_) | Found::Nearest(_) => None,
    }
}

/// The choice nearest to the target.
fn nearest(balance: &Balance) -> Option<&Look> {
    match balance.found {
        Found::Nearest(nearest) => balance.looks.get(nearest),
        Found::Between { .. } | Found::AtBreak { .. } | Found::Nowhere(_) => None,
    }
}

/// Reservations about an answer.
fn reservations(balance: &Balance) -> String {
    let mut said = String::new();
    if !balance.monotone {
        said += " The quantity rises in one part of the range and falls in another, so there may be other such values.";
    }
    if !balance.tight {
        said += match balance.found {
            Found::Between { .. } => " This is wider than requested; more engagements would narrow it.",
            Found::AtBreak { .. } => " More engagements would show which.",
            Found::Nearest(_) => " It is uncertain which one is nearest; more engagements would show it.",
            Found::Nowhere(_) => "",
        };
    }
    if balance.interrupted {
        said += " The search was stopped before it was complete.";
    }
    said
}

/// A crossing as text: `5.62 ±0.08`; between two computed values with at most three decimals.
fn crossing(at: &Estimate) -> String {
    if number::is_exact(at) {
        return format!("{:.3}", at.value).trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    number::full(at, Unit::Count)
}

/// The values between which a quantity reaches its target: two neighbours, or values farther apart if it is unknown on
/// which side of the target the neighbours lie.
fn between(below: &Look, above: &Look, at: &Estimate) -> (String, String) {
    let (low, high) = number::bounds(at);
    let end = |look: &Look, end: f64, farther: bool| match look.value.as_f64() {
        Some(_) if farther && !number::is_exact(at) => text(&end.into()),
        _ => text(&look.value),
    };
    let beyond = |look: &Look, holds: &dyn Fn(f64) -> bool| look.value.as_f64().is_some_and(holds);
    (end(below, low, beyond(below, &|value| low < value)), end(above, high, beyond(above, &|value| high > value)))
}

/// A value as text; a number has at most three decimals.
fn text(value: &Value) -> String {
    match value.as_f64().filter(|number| number.fract() != 0.0) {
        Some(number) => format!("{number:.3}").trim_end_matches('0').trim_end_matches('.').to_owned(),
        None => scenario::text(value),
    }
}
