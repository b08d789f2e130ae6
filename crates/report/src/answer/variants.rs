//! What variants do to a quantity, and whether it matters.

use runner::{Cell, Run};
use stats::{Estimate, Verdict};

use super::crossing;
use super::fact::{Crossing, Fact, Judged, LONGEST, Number, Own, listed, minus, point, points};
use crate::frame;
use crate::layout;
use crate::number::{self, Alike, Unit, grouped};
use crate::sheet::{Sheet, engagements};
use crate::words;

/// The difference of a cell from its baseline in a column: the paired one where there is one.
pub(crate) fn difference(run: &Run, sheet: &Sheet, cell: usize, column: usize) -> Option<Estimate> {
    let own = &run.cells[cell];
    own.difference.as_ref()?;
    let id = &sheet.columns[column].id;
    let paired = frame::paired(run, own).into_iter().find(|(one, _)| one == id).map(|(_, paired)| paired.difference);
    let baseline = || {
        run.cells
            .iter()
            .position(|one: &Cell| one.variant.is_none() && one.point == own.point)
            .filter(|_| engagements(own) != Some(0))
    };
    paired.or_else(|| Some(minus(&sheet.rows[cell].values[column]?, &sheet.rows[baseline()?].values[column]?)))
}

/// Every variant at every point that was played.
pub(crate) fn judged(run: &Run, sheet: &Sheet, column: usize, matters: f64) -> Vec<Judged> {
    let one = |cell: usize| {
        let variant = run.cells[cell].variant?;
        let difference = difference(run, sheet, cell, column).filter(|difference| difference.value.is_finite())?;
        let verdict = Verdict::of(&difference, matters);
        let needed = match verdict {
            Verdict::CannotTell { needed } => needed,
            _ => None,
        };
        Some(Judged {
            quantity: sheet.columns[column].id.clone(),
            variant: run.variants[variant].clone(),
            at: point(sheet, &run.cells[cell].point, 0..run.axes.len()),
            difference: Number::of(&difference),
            matters,
            verdict: verdict.word(),
            needed,
            own: Own { variant, cell, difference, verdict },
        })
    };
    (0..run.cells.len()).filter_map(one).collect()
}

/// The verdicts in sentences, with those variants that changed nothing. `told_whole` says that [`brief`] has told those that matter, as far as it
/// names them.
pub(crate) fn said(
    run: &Run,
    sheet: &Sheet,
    column: usize,
    matters: f64,
    judged: Vec<Judged>,
    told_whole: bool,
) -> (Vec<Fact>, Vec<String>) {
    let mut kinds: [Vec<String>; 6] = Default::default();
    let [more, less, mixed, small, open, unchanged] = &mut kinds;
    let mut facts = Vec::new();
    let baseline = sheet.baseline();
    for (variant, name) in run.variants.iter().enumerate() {
        let own: Vec<&Own> = judged.iter().map(|one| &one.own).filter(|own| own.variant == variant).collect();
        if own.is_empty() {
            continue;
        }
        let told = Told { run, sheet, column, own: &own };
        let here = |at: &[usize]| own.iter().find(|own| run.cells[own.cell].point == at).map(|own| own.difference);
        let crossings = crossing::of_variant(&baseline, column, name, &here);
        if let Some(engagements) = untouched(run, &own) {
            facts.push(Fact::Unchanged { variant: name.clone(), engagements });
            unchanged.push(format!("“{name}”"));
            continue;
        }
        let along = crossing::of_variant_said(&baseline, column, name, &crossings);
        facts.extend(crossings.into_iter().filter(Crossing::is_met).map(Fact::Crossing));
        let count = |holds: &dyn Fn(Verdict) -> bool| own.iter().filter(|own| holds(own.verdict)).count();
        let (ups, downs) = (count(&|one| one == Verdict::More), count(&|one| one == Verdict::Less));
        let smalls = count(&|one| one == Verdict::TooSmall);
        let spread = told.spread();
        if ups > 0 && downs > 0 {
            mixed.push(along.unwrap_or_else(|| format!("“{name}” {}", told.split())));
        } else if ups + downs > 0 {
            let some = if ups + downs == own.len() {
                String::new()
            } else {
                format!("; matters in {} of {} cells", ups + downs, own.len())
            };
            let kind = if ups > 0 { &mut *more } else { &mut *less };
            kind.push(format!("“{name}” ({spread}{some})"));
        } else if smalls == own.len() {
            small.push(format!("“{name}” ({spread})"));
        } else {
            let needed = own.iter().filter_map(|own| match own.verdict {
                Verdict::CannotTell { needed } => needed,
                _ => None,
            });
            let needed = needed.max().map_or_else(String::new, |needed| {
                format!("; about {} engagements would tell", grouped(words::rounded(needed)))
            });
            open.push(format!("“{name}” ({spread}{needed})"));
        }
    }
    let label = &sheet.columns[column].label;
    let unit = sheet.columns[column].unit;
    let margin = number::trimmed(matters * unit.scale());
    let points_each = if margin.to_string() == "1" { points(unit).trim_end_matches('s') } else { points(unit) };
    let (often, rare) = match (unit, column < 2) {
        (Unit::Share, true) => (format!("{label} more often with"), format!("{label} less often with")),
        _ => (format!("“{label}” is higher with"), format!("“{label}” is lower with")),
    };
    let mut sentences = Vec::new();
    let mut say = |head: &str, told: &[String]| {
        if !told.is_empty() {
            sentences.push(format!("{head} {}.", listed(told)));
        }
    };
    if !told_whole || more.len() + less.len() > MOST_NAMED {
        say(&often, more);
        say(&rare, less);
    }
    mixed.iter().for_each(|one| say("It depends:", std::slice::from_ref(one)));
    say(&format!("Too small to matter (within ±{margin}{points_each}):"), small);
    say("Cannot tell yet whether it matters:", open);
    if !unchanged.is_empty() {
        let verb = if unchanged.len() == 1 { "changed" } else { "each changed" };
        sentences.push(format!(
            "{} {verb} no engagement at all: whatever it is about has never come up.",
            listed(unchanged)
        ));
    }
    facts.extend(judged.into_iter().map(Fact::Verdict));
    (facts, sentences)
}

/// Engagements compared, if none came out otherwise.
fn untouched(run: &Run, own: &[&Own]) -> Option<u64> {
    let mut all = 0;
    for one in own {
        let cell = &run.cells[one.cell];
        let changed = cell.difference.as_ref()?.changed?;
        all += engagements(cell)?;
        if changed > 0 {
            return None;
        }
    }
    Some(all)
}

/// A variant to be told.
struct Told<'t> {
    run: &'t Run,
    sheet: &'t Sheet,
    column: usize,
    own: &'t [&'t Own],
}

impl Told<'_> {
    fn signed(&self, difference: &Estimate) -> String {
        let unit = self.sheet.columns[self.column].unit;
        format!("{}{}", number::signed(difference, unit), points(unit))
    }

    /// The least and the most of its differences, with where they are.
    fn spread(&self) -> String {
        let by = |a: &&&Own, b: &&&Own| a.difference.value.total_cmp(&b.difference.value);
        let (Some(least), Some(most)) = (self.own.iter().min_by(by), self.own.iter().max_by(by)) else {
            return String::new();
        };
        if self.own.len() == 1 {
            return self.signed(&most.difference);
        }
        let (near, far) =
            if most.difference.value.abs() >= least.difference.value.abs() { (least, most) } else { (most, least) };
        let bare = number::signed(&near.difference, self.sheet.columns[self.column].unit);
        let most = self.signed(&far.difference);
        if most.starts_with(&bare) { most } else { format!("{bare} to {most}, most at {}", self.place(far)) }
    }

    fn place(&self, own: &Own) -> String {
        let axes: Vec<usize> = (0..self.run.axes.len()).collect();
        layout::name(self.sheet, &self.run.cells[own.cell].point, &axes)
    }

    /// Where it does good and where harm.
    fn split(&self) -> String {
        let told = |verdict: Verdict, word: &str| {
            let those: Vec<&&Own> = self.own.iter().filter(|own| own.verdict == verdict).collect();
            let far = those.iter().max_by(|a, b| a.difference.value.abs().total_cmp(&b.difference.value.abs()));
            let far = far.map_or_else(String::new, |far| {
                format!(", most at {} ({})", self.place(far), self.signed(&far.difference))
            });
            format!("{word} in {}{far}", those.len())
        };
        let (ups, downs) = (told(Verdict::More, "raises it"), told(Verdict::Less, "lowers it"));
        format!("{ups}, and {downs}, of {} combinations", self.own.len())
    }
}

/// The most variants that are told by name.
const MOST_NAMED: usize = 5;

/// The most variants that do not matter which are told by name.
const FEW: usize = 2;

/// Variants by what is known of them.
#[derive(Default)]
struct Kinds {
    /// Those that matter somewhere, the largest effect first.
    matter: Vec<usize>,
    small: Vec<usize>,
    open: Vec<usize>,
    unchanged: Vec<usize>,
}

/// What is known of a variant, at each point.
fn of(judged: &[Judged], variant: usize) -> impl Iterator<Item = &Own> {
    judged.iter().map(|one| &one.own).filter(move |own| own.variant == variant)
}

impl Kinds {
    fn of(run: &Run, judged: &[Judged]) -> Kinds {
        let mut kinds = Kinds::default();
        for variant in 0..run.variants.len() {
            let own: Vec<&Own> = of(judged, variant).collect();
            let any = |word: &dyn Fn(Verdict) -> bool| own.iter().any(|own| word(own.verdict));
            if own.is_empty() {
            } else if untouched(run, &own).is_some() {
                kinds.unchanged.push(variant);
            } else if any(&|one| matches!(one, Verdict::More | Verdict::Less)) {
                kinds.matter.push(variant);
            } else if any(&|one| matches!(one, Verdict::CannotTell { .. })) {
                kinds.open.push(variant);
            } else {
                kinds.small.push(variant);
            }
        }
        let size = |&variant: &usize| of(judged, variant).map(|own| own.difference.value.abs()).fold(0.0, f64::max);
        kinds.matter.sort_by(|a, b| size(b).total_cmp(&size(a)));
        kinds
    }
}

/// What the variant with the largest effect does, to be told behind something else; none where none matters.
pub(super) fn largest(run: &Run, sheet: &Sheet, column: usize, judged: &[Judged]) -> Option<String> {
    let Kinds { matter, .. } = Kinds::of(run, judged);
    let differences = |variant: usize| -> Vec<Estimate> { of(judged, variant).map(|own| own.difference).collect() };
    let (effects, trust) = effects(run, sheet, column, matter.get(..1)?, &differences)?;
    let most = if run.variants.len() == 1 { "" } else { ", the most that a variant does" };
    Some(format!("{effects}{most}; {trust}"))
}

/// What all variants do in one sentence without its full stop, the largest effect first, and what those that matter do to other quantities;
/// none where there are no variants.
pub(super) fn brief(run: &Run, sheet: &Sheet, column: usize, also: &[usize], judged: &[Judged]) -> Option<String> {
    let told = |most: usize| brief_of(run, sheet, column, also, judged, most);
    let fits = |told: &Option<String>| told.as_ref().is_none_or(|told| told.chars().count() < LONGEST);
    (2..=MOST_NAMED).rev().map(told).find(fits).unwrap_or_else(|| told(1))
}

/// The same with at most so many variants by name.
fn brief_of(run: &Run, sheet: &Sheet, column: usize, also: &[usize], judged: &[Judged], most: usize) -> Option<String> {
    let Kinds { matter, small, open, unchanged } = Kinds::of(run, judged);
    let of = |variant: usize| of(judged, variant);
    let named = &matter[..matter.len().min(most)];
    let quantity = &sheet.columns[column];
    let mut told = Vec::new();
    let effects = effects(run, sheet, column, named, &|variant| of(variant).map(|own| own.difference).collect());
    let standing = sheet.baseline().rows.first().filter(|_| run.axes.is_empty()).and_then(|row| row.value(column));
    told.push(match (effects, standing) {
        (Some((effects, _)), Some(standing)) => {
            format!("{} {} as it stands, {effects}", quantity.label, number::spoken(&standing, quantity.unit))
        }
        (Some((effects, trust)), None) => format!("“{}” changes by {effects}; {trust}", quantity.label),
        (None, Some(standing)) => {
            format!("{} {} as it stands", quantity.label, number::spoken(&standing, quantity.unit))
        }
        (None, None) if judged.is_empty() => return None,
        (None, None) => format!("“{}” is changed by no variant as far as matters", quantity.label),
    });
    let left = matter.len() - named.len();
    if left > 0 {
        told.push(format!("{left} more {} less", if left == 1 { "matters" } else { "matter" }));
    }
    for &column in also {
        let differences = |variant: usize| -> Vec<Estimate> {
            of(variant).filter_map(|own| difference(run, sheet, own.cell, column)).collect()
        };
        if let Some((effects, trust)) = self::effects(run, sheet, column, named, &differences) {
            let trust = if run.axes.is_empty() { String::new() } else { format!("; {trust}") };
            told.push(format!("“{}” by {effects}{trust}", sheet.columns[column].label));
        }
    }
    let names = |those: &[usize]| -> Vec<String> {
        those.iter().map(|&variant| format!("“{}”", run.variants[variant])).collect()
    };
    for (those, what) in
        [(&small, "too small to matter"), (&open, "cannot tell yet"), (&unchanged, "no engagement changed")]
    {
        match those.len() {
            0 => {}
            1..=FEW => told.push(format!("{what}: {}", listed(&names(those)))),
            count => told.push(format!("{what}: {count} variants")),
        }
    }
    Some(told.join("; "))
}

/// What variants do to a quantity, each from least to most: `+1.2 to +3.4 points with “this” and -2.0 with “that”`. At a single point each
/// with its interval; at more, how far to trust them is told once, beside.
fn effects(
    run: &Run,
    sheet: &Sheet,
    column: usize,
    variants: &[usize],
    differences: &dyn Fn(usize) -> Vec<Estimate>,
) -> Option<(String, String)> {
    let unit = sheet.columns[column].unit;
    let ends = |&variant: &usize| -> Option<(usize, [Estimate; 2])> {
        let all = differences(variant);
        let least = all.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
        Some((variant, [*least, *all.iter().max_by(|a, b| a.value.total_cmp(&b.value))?]))
    };
    let spans: Vec<(usize, [Estimate; 2])> = variants.iter().filter_map(ends).collect();
    if spans.is_empty() {
        return None;
    }
    let all = || spans.iter().flat_map(|(_, ends)| ends);
    let alike = Alike::of(all(), unit, true);
    let one = |(place, (variant, [least, most])): (usize, &(usize, [Estimate; 2]))| {
        let (low, high) = (alike.shown(least), alike.shown(most));
        let range = match run.axes.is_empty() {
            true => number::signed(most, unit),
            false if low == high => low,
            false => format!("{low} to {high}"),
        };
        let what = if place == 0 { points(unit) } else { "" };
        format!("{range}{what} with “{}”", run.variants[*variant])
    };
    let told: Vec<String> = spans.iter().enumerate().map(one).collect();
    Some((listed(&told), alike.trust(all().count())))
}
