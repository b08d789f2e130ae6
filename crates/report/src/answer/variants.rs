//! What variants do to a quantity, and whether it matters.

use runner::{Cell, Run};
use stats::{Estimate, Verdict};

use super::crossing;
use super::fact::{Crossing, Fact, Judged, Number, Own, listed, minus, point, points};
use crate::frame;
use crate::layout;
use crate::number::{self, Unit, grouped};
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

/// The verdicts in sentences, with those variants that changed nothing.
pub(crate) fn said(
    run: &Run,
    sheet: &Sheet,
    column: usize,
    matters: f64,
    judged: Vec<Judged>,
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
        let along = crossing::of_variant_said(&baseline, &crossings);
        facts.extend(crossings.into_iter().filter(Crossing::is_met).map(Fact::Crossing));
        let count = |holds: &dyn Fn(Verdict) -> bool| own.iter().filter(|own| holds(own.verdict)).count();
        let (ups, downs) = (count(&|one| one == Verdict::More), count(&|one| one == Verdict::Less));
        let smalls = count(&|one| one == Verdict::TooSmall);
        let spread = told.spread();
        if ups > 0 && downs > 0 {
            mixed.push(format!("“{name}” {}", along.unwrap_or_else(|| told.split())));
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
    say(&often, more);
    say(&rare, less);
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
        let of = |verdict: Verdict| -> Vec<&&Own> { self.own.iter().filter(|own| own.verdict == verdict).collect() };
        let (ups, downs) = (of(Verdict::More), of(Verdict::Less));
        let told = |those: &[&&Own], word: &str| {
            let far = those.iter().max_by(|a, b| a.difference.value.abs().total_cmp(&b.difference.value.abs()));
            let far = far.map_or_else(String::new, |far| self.signed(&far.difference));
            format!("{word} at {} (by up to {far})", self.places(those))
        };
        format!("{}, {}", told(&ups, "raises it"), told(&downs, "lowers it"))
    }

    /// Where some of its points are: along a single key from which value to which.
    fn places(&self, those: &[&&Own]) -> String {
        let axis = &self.run.axes;
        if let ([axis], [first, .., last]) = (axis.as_slice(), those) {
            let at = |own: &Own| self.run.cells[own.cell].point[0];
            if at(last) - at(first) + 1 == those.len() {
                return format!("{} to {}", axis.with(at(first)), axis.labels[at(last)]);
            }
        }
        let shown: Vec<String> = those.iter().take(4).map(|own| self.place(own)).collect();
        match those.len() - shown.len() {
            0 => shown.join("; "),
            more => format!("{} and {more} more", shown.join("; ")),
        }
    }
}
