//! Which key matters most, as sentences, tables, a page and data.

use engage::{Side, lower, short_unit};
use runner::{Intervals, Provenance};
use scenario::{Family, Name, Names, Quantity, Scenario, Setting};
use search::{Effect, Lever, Levers};
use serde_json::Value;
use stats::{Estimate, Verdict};

use crate::number::{self, Unit};
use crate::sheet;
use crate::tables::Table;
use crate::words::{self, Facts};

/// The most levers of a table outside of data formats.
const SHOWN: usize = 40;

/// The most levers named as a tie in a sentence.
const NAMED: usize = 3;

/// The levers of a scenario with the names of everything.
#[derive(Clone, Debug)]
pub struct Ranking<'l> {
    /// The origin of the result.
    pub provenance: Provenance,
    /// How its intervals are computed.
    pub intervals: Intervals,
    /// The point of the sweep in words; empty if nothing is swept.
    pub place: String,
    /// The most engagements played of a value.
    pub engagements: u64,
    /// The quantity's id.
    pub quantity: String,
    /// Its label.
    pub label: String,
    /// The labels of keys and values.
    pub names: &'l Names,
    /// What was found.
    pub levers: &'l Levers,
}

impl<'l> Ranking<'l> {
    /// The levers found at a cell of a scenario; the quantity has its id.
    #[must_use]
    pub fn of(
        scenario: &'l Scenario,
        cell: usize,
        (id, quantity): (String, Quantity),
        levers: &'l Levers,
    ) -> Ranking<'l> {
        Ranking {
            provenance: runner::provenance_at(scenario, cell),
            intervals: Intervals::of(scenario),
            place: place(scenario, cell),
            engagements: scenario.play.engagements,
            label: scenario.names().quantity(quantity, scenario.ruleset),
            quantity: id,
            names: scenario.names(),
            levers,
        }
    }
}

/// A cell in words; empty if nothing is swept.
pub(crate) fn place(scenario: &Scenario, cell: usize) -> String {
    if scenario.axes.is_empty() { String::new() } else { runner::label(scenario, cell) }
}

/// What is known of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// One of its values matters.
    Matters,
    /// Whether one matters is open.
    Open,
    /// Its values change something, but too little to matter.
    Little,
    /// No engagement differed with any of its values.
    Nothing,
}

impl Known {
    fn of(lever: &Lever, levers: &Levers) -> Known {
        let any = |holds: &dyn Fn(&Effect) -> bool| lever.effects.iter().any(holds);
        if any(&|effect| effect.verdict.matters()) {
            Known::Matters
        } else if lever.effects.iter().all(|effect| effect.unchanged(levers.each).is_some()) {
            Known::Nothing
        } else if any(&|effect| matches!(effect.verdict, Verdict::CannotTell { .. })) {
            Known::Open
        } else {
            Known::Little
        }
    }
}

impl Ranking<'_> {
    fn unit(&self) -> Unit {
        if self.levers.question.quantity.is_share() { Unit::Share } else { Unit::Count }
    }

    /// `points` of a share, otherwise nothing.
    fn points(&self) -> &'static str {
        if self.unit() == Unit::Share { " points" } else { "" }
    }

    /// The label of a key.
    pub(crate) fn key(&self, setting: &Setting) -> String {
        self.names.key(&setting.key).label
    }

    /// A change of a key: `8 → 9`, `12 → 13 in`, `SMG → rifle`.
    fn change(&self, setting: &Setting, value: &Value) -> String {
        let Name { unit, .. } = self.names.key(&setting.key);
        let unit = if unit.is_empty() { unit } else { format!(" {}", short_unit(&unit)) };
        let shown = |value: &Value| match value {
            Value::Array(items) if items.is_empty() => "none".to_owned(),
            value => self.names.value(&setting.key, value),
        };
        let from = setting.value.as_ref().map(|own| format!("{} ", shown(own))).unwrap_or_default();
        format!("{from}→ {}{unit}", shown(value))
    }

    fn shown(&self, difference: &Estimate) -> String {
        number::signed(difference, self.unit())
    }

    /// A size in the unit shown: `1 point`, `0.25`.
    fn amount(&self, size: f64) -> String {
        let size = number::trimmed((size * self.unit().scale() * 1000.0).round() / 1000.0).to_string();
        let points = if size == "1" { self.points().trim_end_matches('s') } else { self.points() };
        size + points
    }

    /// How large an effect has to be to matter.
    fn margin(&self) -> String {
        self.amount(self.levers.matters)
    }

    fn known(&self, known: Known) -> Vec<&Lever> {
        self.levers.levers.iter().filter(|lever| Known::of(lever, self.levers) == known).collect()
    }

    /// The answer in sentences: which key matters most, how many keys matter, and for how many this is unknown.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut said = vec![self.first_sentence()];
        said.extend(self.by_family());
        said.extend(self.counts());
        said.extend(self.together());
        if self.levers.interrupted {
            said.push("The search was stopped before it was complete.".to_owned());
        } else if !self.levers.tight {
            said.push(format!(
                "Not every interval is within ±{} after {} engagements a value; more engagements would narrow them.",
                self.amount(self.levers.within),
                number::grouped(self.engagements)
            ));
        }
        said
    }

    /// The strongest effect of a lever: `Range, 12 → 13 in: +3.1 ±0.4 points`.
    fn strongest(&self, lever: &Lever) -> String {
        let effect = &lever.effects[0];
        let change = self.change(&lever.setting, &effect.value);
        format!("{}, {change}: {}{}", self.key(&lever.setting), self.shown(&effect.difference), self.points())
    }

    fn first_sentence(&self) -> String {
        let quantity = format!("“{}”", self.label);
        let baseline = number::spoken(&self.levers.baseline, self.unit());
        let place = if self.place.is_empty() { String::new() } else { format!(" ({})", self.place) };
        let matter = self.known(Known::Matters);
        if matter.is_empty() {
            let open = self.known(Known::Open).len();
            let rest = if open == 0 { String::new() } else { format!("; of {} that is not known yet", keys(open)) };
            let margin = self.margin();
            return format!(
                "No single key is known to move {quantity} ({baseline}{place}) by more than {margin}{rest}."
            );
        }
        let first: Vec<&Lever> = self.levers.levers.iter().filter(|lever| lever.rank.0 == 1).collect();
        match first.as_slice() {
            [one] => format!("What moves {quantity} most, from {baseline}{place}: {}.", self.strongest(one)),
            ties => {
                let mut named: Vec<String> = ties.iter().take(NAMED).map(|lever| self.strongest(lever)).collect();
                if ties.len() > NAMED {
                    named.push(format!("and {} more", ties.len() - NAMED));
                }
                format!(
                    "Which key moves {quantity} most, from {baseline}{place}, is a tie of {}: {}.",
                    ties.len(),
                    named.join("; ")
                )
            }
        }
    }

    /// The strongest key of each family.
    fn by_family(&self) -> Option<String> {
        if self.levers.question.only.is_some() {
            return None;
        }
        let matter = self.known(Known::Matters);
        let strongest = |family: Family| {
            let lever = matter.iter().find(|lever| lever.setting.family == family);
            let said = lever.map_or_else(|| "none that is known to matter".to_owned(), |lever| self.strongest(lever));
            format!("{} – {said}", title(family).to_lowercase())
        };
        Some(format!("The largest effect seen in each family: {}.", Family::ALL.map(strongest).join("; ")))
    }

    fn counts(&self) -> Option<String> {
        let all = self.levers.levers.len();
        if all == 0 {
            return None;
        }
        let margin = self.margin();
        let [matter, little, nothing, open] =
            [Known::Matters, Known::Little, Known::Nothing, Known::Open].map(|known| self.known(known));
        let effects = || nothing.iter().flat_map(|lever| &lever.effects);
        let one_in = effects().filter_map(|effect| effect.unchanged(self.levers.each).flatten()).min();
        let rare = one_in.map(|n| format!(" (fewer than 1 in {})", number::grouped(n))).unwrap_or_default();
        let mut parts = vec![format!("{} move it by more than {margin}", matter.len())];
        if !little.is_empty() {
            parts.push(format!("{} by less", little.len()));
        }
        if !nothing.is_empty() {
            parts.push(format!("{} changed nothing in any engagement{rare}", nothing.len()));
        }
        if !open.is_empty() {
            parts.push(format!("of {} it is not known yet", open.len()));
        }
        let refused = match self.levers.refused {
            0 => String::new(),
            1 => " One value is left out, because it does not count or fit here.".to_owned(),
            many => {
                format!(" {} values are left out, because they do not count or fit here.", number::grouped(many as u64))
            }
        };
        Some(format!("Of {}, {}.{refused}", keys(all), parts.join(", ")))
    }

    /// What the strongest levers do together beyond what they do apart.
    fn together(&self) -> Option<String> {
        let clear = self.levers.interactions.iter().filter(|interaction| {
            let (low, high) = interaction.beyond.interval();
            low > 0.0 || high < 0.0
        });
        let said: Vec<String> = clear
            .map(|interaction| {
                let [one, other] = [interaction.levers.0, interaction.levers.1]
                    .map(|lever| lower(&self.key(&self.levers.levers[lever].setting)));
                format!("{one} with {other} {}{}", self.shown(&interaction.beyond), self.points())
            })
            .collect();
        (!said.is_empty()).then(|| format!("Together the strongest do more, or less, than apart: {}.", said.join("; ")))
    }

    fn rank(lever: &Lever) -> String {
        let (best, worst) = lever.rank;
        if best == worst { best.to_string() } else { format!("{best}–{worst}") }
    }

    /// A row for each lever that matters or may matter, the strongest first.
    pub(crate) fn ranked(&self) -> Table {
        let header = ["Rank", "Key", "Family", "Change", "Effect", "Another", "Effect"];
        let row = |lever: &&Lever| {
            let effect = |place: usize| {
                let effect = lever.effects.get(place);
                let change = effect.map(|effect| self.change(&lever.setting, &effect.value));
                let shown = effect.map(|effect| self.shown(&effect.difference));
                [change.unwrap_or_default(), shown.unwrap_or_default()]
            };
            let own = [Ranking::rank(lever), self.key(&lever.setting), title(lever.setting.family).to_lowercase()];
            own.into_iter().chain(effect(0)).chain(effect(1)).collect()
        };
        let told = self
            .levers
            .levers
            .iter()
            .filter(|lever| matches!(Known::of(lever, self.levers), Known::Matters | Known::Open));
        Table {
            caption: String::new(),
            header: header.map(str::to_owned).to_vec(),
            rows: told.take(SHOWN).collect::<Vec<_>>().iter().map(row).collect(),
            words: 4,
            verdicts: 0,
        }
    }

    /// The keys that move the quantity by too little, and those that changed nothing.
    pub(crate) fn others(&self, known: Known) -> Table {
        let row = |lever: &&Lever| {
            vec![self.key(&lever.setting), lever.setting.key.clone(), self.shown(&lever.effects[0].difference)]
        };
        Table {
            caption: String::new(),
            header: ["Key", "In the file", "Largest effect"].map(str::to_owned).to_vec(),
            rows: self.known(known).iter().map(row).collect(),
            words: 2,
            verdicts: 0,
        }
    }

    /// How it was answered.
    pub(crate) fn basis(&self) -> String {
        let most = number::grouped(self.engagements);
        let described = sheet::described(Some(&self.intervals));
        format!("at most {most} engagements a value on the same luck; {described} that hold together, at every look")
    }

    pub(crate) fn facts(&self) -> Facts {
        let mut facts = words::of_provenance(&self.provenance, self.basis(), true);
        facts.insert(2, ("Engagements played", number::grouped(self.levers.spent)));
        facts
    }

    /// The title of the page.
    pub(crate) fn asked(&self) -> String {
        let what = match self.levers.question.only {
            Some(family) => format!(
                "Which of the {} matters",
                match family {
                    Family::Rules => "rules",
                    Family::Forces => "sides’ figures and arms",
                    Family::Ground => "keys of ground and mission",
                    Family::Players => "players’ choices",
                }
            ),
            None => "What matters".to_owned(),
        };
        format!("{what} most for “{}”?", self.label)
    }

    /// The levers that are drawn: the strongest.
    pub(crate) fn drawn(&self, most: usize) -> impl Iterator<Item = (String, &Effect, bool)> {
        let told = self.levers.levers.iter().filter(|lever| Known::of(lever, self.levers) == Known::Matters);
        told.take(most).flat_map(|lever| {
            let label = |effect: &Effect| {
                format!("{}: {}", self.key(&lever.setting), self.change(&lever.setting, &effect.value))
            };
            lever.effects.iter().take(2).enumerate().map(move |(place, effect)| (label(effect), effect, place == 0))
        })
    }

    /// The unit of the quantity, its label, and the side that it is about.
    pub(crate) fn measured(&self) -> (Unit, &str, Option<Side>) {
        let side = Side::ALL.into_iter().find(|side| self.quantity.split('.').next() == Some(side.name()));
        (self.unit(), &self.label, side)
    }
}

fn keys(number: usize) -> String {
    format!("{number} key{}", if number == 1 { "" } else { "s" })
}

/// The title of a family.
const fn title(family: Family) -> &'static str {
    match family {
        Family::Rules => "Rules",
        Family::Forces => "Forces",
        Family::Ground => "Ground and mission",
        Family::Players => "Players’ choices",
    }
}
