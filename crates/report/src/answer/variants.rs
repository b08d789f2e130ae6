//! What variants do to a quantity, and whether it matters.

use engage::lower;
use stats::{Estimate, Verdict};

use super::crossing;
use super::fact::{Crossing, Fact, Judged, LONGEST, Number, Own, listed, minus, point, points};
use super::{rows, values};
use crate::layout;
use crate::number::{self, Alike, Unit, grouped};
use crate::sheet::Sheet;
use crate::words;

/// The difference of a row from its baseline in a column: the paired one where there is one.
pub(crate) fn difference(sheet: &Sheet, row: usize, column: usize) -> Option<Estimate> {
    let own = &sheet.rows[row];
    own.compared.as_ref()?;
    let paired = own.paired(column).map(|paired| paired.difference);
    let base = || layout::with(&own.point, own.point.len() - 1, 0);
    let baseline = || sheet.row(&base()).filter(|_| own.played != Some(0));
    paired.or_else(|| Some(minus(&own.value(column)?, &baseline()?.value(column)?)))
}

/// Every variant at every point that was played.
pub(crate) fn judged(sheet: &Sheet, column: usize) -> Vec<Judged> {
    let one = |cell: usize| {
        let matters = sheet.about.matters;
        let variant = sheet.rows[cell].compared.as_ref()?.variant;
        let difference = difference(sheet, cell, column).filter(|difference| difference.value.is_finite())?;
        let verdict = Verdict::of(&difference, matters);
        let needed = match verdict {
            Verdict::CannotTell { needed } => needed,
            _ => None,
        };
        Some(Judged {
            quantity: sheet.columns[column].id.clone(),
            variant: sheet.variants[variant].clone(),
            at: point(sheet, &sheet.rows[cell].point, sheet.swept()),
            difference: Number::of(&difference),
            matters,
            verdict: verdict.word(),
            needed,
            own: Own { variant, cell, difference, verdict },
        })
    };
    (0..sheet.rows.len()).filter_map(one).collect()
}

/// The verdicts in sentences, with those variants that changed nothing. Those that matter are left out where `told`, a sentence before,
/// names them.
pub(crate) fn said(sheet: &Sheet, column: usize, judged: Vec<Judged>, told: &str) -> (Vec<Fact>, Vec<String>) {
    let matters = sheet.about.matters;
    let mut kinds: [Vec<String>; 6] = Default::default();
    let [more, less, mixed, open, unchanged, idle] = &mut kinds;
    let mut small = Vec::new();
    let mut facts = Vec::new();
    let baseline = sheet.baseline();
    // Of many the table has where each does most.
    let many = sheet.variants.len() > MOST_PLACED;
    for (variant, name) in sheet.variants.iter().enumerate() {
        let own: Vec<&Own> = judged.iter().map(|one| &one.own).filter(|own| own.variant == variant).collect();
        if own.is_empty() {
            continue;
        }
        let quoted = format!("“{name}”");
        let own_told = Told { sheet, column, own: &own };
        let here = |at: &[usize]| own.iter().find(|own| sheet.rows[own.cell].point[sheet.swept()] == *at).map(|own| own.difference);
        let crossings = crossing::of_variant(&baseline, column, name, &here);
        if sheet.idle.contains(&variant) {
            facts.push(Fact::Unchanged { variant: name.clone(), engagements: None });
            idle.push(quoted);
            continue;
        }
        if let Some(engagements) = untouched(sheet, &own) {
            facts.push(Fact::Unchanged { variant: name.clone(), engagements: Some(engagements) });
            unchanged.push(quoted);
            continue;
        }
        let along = crossing::of_variant_said(&baseline, column, name, &crossings);
        facts.extend(crossings.into_iter().filter(Crossing::is_met).map(Fact::Crossing));
        let count = |holds: &dyn Fn(Verdict) -> bool| own.iter().filter(|own| holds(own.verdict)).count();
        let (ups, downs) = (count(&|one| one == Verdict::More), count(&|one| one == Verdict::Less));
        let smalls = count(&|one| one == Verdict::TooSmall);
        let spread = own_told.spread(!many);
        if ups > 0 && downs > 0 {
            mixed.push(along.unwrap_or_else(|| format!("{quoted} {}", own_told.split())));
        } else if ups + downs > 0 && told.contains(&quoted) {
        } else if ups + downs > 0 {
            let some = if ups + downs == own.len() {
                String::new()
            } else {
                format!("; {} {} of {} cells", if many { "in" } else { "matters in" }, ups + downs, own.len())
            };
            let kind = if ups > 0 { &mut *more } else { &mut *less };
            kind.push(format!("{quoted} ({spread}{some})"));
        } else if smalls == own.len() {
            small.push((quoted, spread));
        } else {
            let needed = own.iter().filter_map(|own| match own.verdict {
                Verdict::CannotTell { needed } => needed,
                _ => None,
            });
            let needed = needed.max().map_or_else(String::new, |needed| {
                format!("; about {} engagements would tell", grouped(words::rounded(needed)))
            });
            open.push(format!("{quoted} ({spread}{needed})"));
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
    // Of many that are too small the table has the numbers.
    let with_numbers = small.len() <= FEW;
    let small = small.into_iter().map(|(name, spread)| if with_numbers { format!("{name} ({spread})") } else { name });
    say(&format!("Too small to matter (within ±{margin}{points_each}):"), &small.collect::<Vec<_>>());
    say("Cannot tell yet whether it matters:", open);
    if !unchanged.is_empty() {
        let verb = if unchanged.len() == 1 { "changed" } else { "each changed" };
        sentences.push(format!(
            "{} {verb} no engagement at all: whatever it is about has never come up.",
            listed(unchanged)
        ));
    }
    if !idle.is_empty() {
        let (set, change) = if idle.len() == 1 { ("sets", "changes") } else { ("set", "change") };
        sentences.push(format!("{} {set} what already stands, and {change} nothing.", listed(idle)));
    }
    facts.extend(judged.into_iter().map(Fact::Verdict));
    (facts, sentences)
}

/// Engagements compared, if none came out otherwise.
fn untouched(sheet: &Sheet, own: &[&Own]) -> Option<u64> {
    let mut all = 0;
    for one in own {
        let row = &sheet.rows[one.cell];
        let changed = row.compared.as_ref()?.changed?;
        all += row.played?;
        if changed > 0 {
            return None;
        }
    }
    Some(all)
}

/// A variant to be told.
struct Told<'t> {
    sheet: &'t Sheet,
    column: usize,
    own: &'t [&'t Own],
}

impl Told<'_> {
    fn signed(&self, difference: &Estimate) -> String {
        let unit = self.sheet.columns[self.column].unit;
        format!("{}{}", number::signed(difference, unit), points(unit))
    }

    /// The least and the most of its differences, and where it does most if that is to be `placed`.
    fn spread(&self, placed: bool) -> String {
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
        match (most.starts_with(&bare), placed) {
            (true, _) => most,
            (false, true) => format!("{bare} to {most}, most at {}", self.place(far)),
            (false, false) => format!("{bare} to {most}"),
        }
    }

    fn place(&self, own: &Own) -> String {
        let axes: Vec<usize> = self.sheet.swept().collect();
        layout::name(self.sheet, &self.sheet.rows[own.cell].point, &axes)
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
const MOST_NAMED: usize = 8;

/// The most variants of which it is told where each does most.
const MOST_PLACED: usize = 4;

/// The most variants that do not matter which are told by name.
const FEW: usize = 2;

/// A sentence about variants names as many of those that matter as it can without growing longer than this: three lines of text.
const LONGEST_OF_MANY: usize = 360;

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
    fn of(sheet: &Sheet, judged: &[Judged]) -> Kinds {
        let mut kinds = Kinds::default();
        for variant in 0..sheet.variants.len() {
            let own: Vec<&Own> = of(judged, variant).collect();
            let any = |word: &dyn Fn(Verdict) -> bool| own.iter().any(|own| word(own.verdict));
            if own.is_empty() {
            } else if sheet.idle.contains(&variant) || untouched(sheet, &own).is_some() {
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

    /// Where several quantities are told, one that does nothing to the first may still do much to another.
    fn name_all(&mut self) {
        for others in [&mut self.small, &mut self.open] {
            self.matter.append(others);
        }
    }

    /// What is left to tell behind `named` of those that matter: of the others at most `few` by name.
    fn rest(&self, sheet: &Sheet, named: usize, few: usize) -> impl Iterator<Item = String> {
        let left = match self.matter.len() - named {
            0 => None,
            1 => Some("1 more matters less".to_owned()),
            left => Some(format!("{left} more matter less")),
        };
        let others = [
            (&self.small, "too small to matter"),
            (&self.open, "cannot tell yet"),
            (&self.unchanged, "no engagement changed"),
        ];
        let others = others.map(|(those, what)| match those.len() {
            0 => None,
            count if count <= few => Some(format!("{what}: {}", listed(&quoted(sheet, those)))),
            1 => Some(format!("{what}: 1 variant")),
            count => Some(format!("{what}: {count} variants")),
        });
        left.into_iter().chain(others.into_iter().flatten())
    }
}

/// What the variant with the largest effect does to some quantities, to be told behind something else; none where none matters.
pub(super) fn largest(sheet: &Sheet, columns: &[usize], judged: &[Judged]) -> Option<String> {
    let Kinds { matter, .. } = Kinds::of(sheet, judged);
    let Effects { told, trust } = effects(sheet, columns, matter.get(..1)?, judged)?;
    let most = if sheet.variants.len() == 1 { "" } else { ", the most that a variant does" };
    Some(format!("{told}{most}; {trust}"))
}

/// What all variants do in one sentence without its full stop, to the quantity and to others, the largest effect first, or for each value of
/// the key `by` the one that does most; none where there are no variants.
pub(super) fn brief(
    sheet: &Sheet,
    columns: &[usize],
    by: Option<usize>,
    judged: &[Judged],
) -> Option<String> {
    if judged.is_empty() {
        return None;
    }
    let mut brief = Brief { sheet, columns, judged, kinds: Kinds::of(sheet, judged) };
    match by.filter(|_| !brief.kinds.matter.is_empty()) {
        Some(by) => brief.most_by(by),
        None => {
            if columns.len() > 1 {
                brief.kinds.name_all();
            }
            brief.fitting()
        }
    }
}

/// A sentence about all variants.
struct Brief<'b> {
    sheet: &'b Sheet,
    /// The quantity, and those that are told beside it.
    columns: &'b [usize],
    judged: &'b [Judged],
    kinds: Kinds,
}

impl Brief<'_> {
    /// With as many by name as there is room for: those that do not matter lose their names first.
    fn fitting(&self) -> Option<String> {
        let within = |longest: usize, told: Option<String>| told.filter(|told| told.chars().count() < longest);
        let most = self.kinds.matter.len().min(MOST_NAMED);
        let short = (1..=most).rev().find_map(|named| within(LONGEST_OF_MANY, self.naming(named, 0)));
        within(LONGEST, self.naming(most, FEW)).or(short).or_else(|| self.naming(most.min(1), 0))
    }

    /// With so many by name of those that matter, and at most so many of those that do not.
    fn naming(&self, named: usize, few: usize) -> Option<String> {
        let Brief { sheet, judged, ref kinds, .. } = *self;
        let effects = effects(sheet, self.columns, &kinds.matter[..named], judged);
        let columns = if effects.is_some() { self.columns } else { &self.columns[..1] };
        let standing = |column: &usize| {
            let baseline = sheet.baseline();
            let row = baseline.rows.first().filter(|_| sheet.swept().is_empty())?;
            let (value, quantity) = (row.value(*column)?, &sheet.columns[*column]);
            let label = if *column == columns[0] { quantity.label.clone() } else { lower(&quantity.label) };
            Some(format!("{label} {}", number::spoken(&value, quantity.unit)))
        };
        let standing: Option<Vec<String>> = columns.iter().map(standing).collect();
        let names: Vec<String> = columns.iter().map(|&column| format!("“{}”", sheet.columns[column].label)).collect();
        let (names, verb) = (listed(&names), if columns.len() == 1 { "changes" } else { "change" });
        let head = match (effects, standing) {
            (Some(Effects { told, .. }), Some(standing)) => {
                format!("{} as it stands, {told}", listed(&standing))
            }
            (Some(Effects { told, trust }), None) => format!("{names} {verb} by {told}; {trust}"),
            (None, Some(standing)) => format!("{} as it stands", listed(&standing)),
            (None, None) => format!("{names} is changed by no variant as far as matters"),
        };
        Some(std::iter::once(head).chain(kinds.rest(sheet, named, few)).collect::<Vec<_>>().join("; "))
    }

    /// For each value of a key the variant that does most there, whatever the other keys are; the other quantities from least to most.
    fn most_by(&self, by: usize) -> Option<String> {
        let Brief { sheet, columns, judged, ref kinds } = *self;
        let most = |value: usize| -> Option<&Own> {
            let own = judged.iter().map(|one| &one.own);
            let here = own.filter(|own| sheet.rows[own.cell].point.get(by) == Some(&value));
            here.max_by(|a, b| a.difference.value.abs().total_cmp(&b.difference.value.abs()))
        };
        let those: Vec<&Own> = (0..sheet.axes[by].values.len()).map(most).collect::<Option<_>>()?;
        let quantity = &sheet.columns[columns[0]];
        let alike = Alike::of(those.iter().map(|own| &own.difference), quantity.unit, true);
        let mut named: Vec<usize> = those.iter().map(|own| own.variant).collect();
        named.sort_unstable();
        named.dedup();
        let parts = those.iter().zip(rows::labels(sheet, by)).enumerate().map(|(i, (own, label))| {
            let what = if i == 0 { points(quantity.unit) } else { "" };
            let with =
                if named.len() == 1 { String::new() } else { format!(" with “{}”", sheet.variants[own.variant]) };
            (format!("{}{what}{with}", alike.shown(&own.difference)), label)
        });
        let (parts, trust) = (rows::joined(parts), alike.trust(those.len()));
        let head = match named.as_slice() {
            &[one] => format!("“{}” changes most with “{}”: by {parts}; {trust}", quantity.label, sheet.variants[one]),
            _ => format!("“{}” changes most by {parts}; {trust}", quantity.label),
        };
        let left: Vec<usize> = kinds.matter.iter().copied().filter(|variant| !named.contains(variant)).collect();
        let less = match left.len() {
            0 => None,
            count if count <= MOST_NAMED => Some(format!("less with {}", listed(&quoted(sheet, &left)))),
            count => Some(format!("less with {count} variants")),
        };
        let beside = columns[1..].iter().filter_map(|&column| values::range(&sheet.baseline(), column));
        let rest = kinds.rest(sheet, kinds.matter.len(), 0);
        Some(std::iter::once(head).chain(less).chain(rest).chain(beside).collect::<Vec<_>>().join("; "))
    }
}

/// The names of some variants, in quotes.
fn quoted(sheet: &Sheet, those: &[usize]) -> Vec<String> {
    those.iter().map(|&variant| format!("“{}”", sheet.variants[variant])).collect()
}

/// What variants do, and how far to trust it where that is told once.
struct Effects {
    told: String,
    trust: String,
}

/// What variants do to quantities, each from least to most: `+1.2 to +3.4 points with “this”`, `-2.0 with “that”`. At a single point each
/// with its interval; at more, how far to trust them is told once, beside. None where there is nothing to tell.
fn effects(sheet: &Sheet, columns: &[usize], variants: &[usize], judged: &[Judged]) -> Option<Effects> {
    let ends = |column: usize, variant: usize| -> Option<[Estimate; 2]> {
        let all = || of(judged, variant).filter_map(|own| difference(sheet, own.cell, column));
        let least = all().min_by(|a, b| a.value.total_cmp(&b.value))?;
        Some([least, all().max_by(|a, b| a.value.total_cmp(&b.value))?])
    };
    let spans = |&column: &usize| variants.iter().map(|&variant| ends(column, variant)).collect::<Option<Vec<_>>>();
    let spans: Vec<Vec<[Estimate; 2]>> = columns.iter().map(spans).collect::<Option<_>>()?;
    if variants.is_empty() {
        return None;
    }
    let unit = |place: usize| sheet.columns[columns[place]].unit;
    let alike = |(place, spans): (usize, &Vec<[Estimate; 2]>)| Alike::of(spans.iter().flatten(), unit(place), true);
    let alike: Vec<Alike> = spans.iter().enumerate().map(alike).collect();
    let one = |place: usize, variant: usize| {
        let [least, most] = &spans[place][variant];
        let (low, high) = (alike[place].shown(least), alike[place].shown(most));
        let range = match sheet.swept().is_empty() {
            true => number::signed(most, unit(place)),
            false if low == high => low,
            false => format!("{low} to {high}"),
        };
        let what = if variant == 0 { points(unit(place)) } else { "" };
        format!("{range}{what}")
    };
    let told = |(i, &variant): (usize, &usize)| {
        let ranges: Vec<String> = (0..columns.len()).map(|place| one(place, i)).collect();
        format!("{} with “{}”", listed(&ranges), sheet.variants[variant])
    };
    let told: Vec<String> = variants.iter().enumerate().map(told).collect();
    let told = if columns.len() == 1 { listed(&told) } else { told.join(", ") };
    let trust = if alike.iter().all(|alike| alike.reach().is_none()) {
        "exact".to_owned()
    } else {
        let reaches = alike.iter().map(|alike| alike.reach().unwrap_or_else(|| "exact".to_owned()));
        format!("each {} at most", listed(&reaches.collect::<Vec<_>>()))
    };
    Some(Effects { told, trust })
}
