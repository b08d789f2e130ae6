//! The effects of variants on a quantity, and whether these matter.

use engage::lower;
use stats::{Estimate, Verdict, fewer_than_one_in};

use super::band::Band;
use super::fact::{Along, Fact, Says};
use super::known::Known;
use super::point::{Number, listed, point};
use super::say::{change, change_alone, fitting, is_exactly};
use crate::judge::Judged;
use crate::layout;
use crate::number::{self, Alike, Unit, grouped};
use crate::sheet::Sheet;
use crate::words;

/// The most characters of a sentence after the first.
pub(super) const LONGEST_BEHIND: usize = 300;

/// A chance this close to 0 or 1 can hardly change.
const ONE_SIDED: f64 = 0.05;

/// The variants of a sheet, each with its effect in every cell.
pub(super) struct Variants<'s> {
    sheet: &'s Sheet,
    known: &'s Known,
    column: usize,
    /// For each variant its effect on the quantity asked about, point by point.
    judged: Vec<Vec<Judged>>,
    /// For each variant its rows in the sheet.
    rows: Vec<Vec<usize>>,
    /// For each variant the number of engagements, if every one had the same outcome as without the variant.
    unchanged: Vec<Option<u64>>,
}

impl<'s> Variants<'s> {
    /// `None` if there are no variants, or nothing was played.
    pub(super) fn of(sheet: &'s Sheet, known: &'s Known, column: usize) -> Option<Variants<'s>> {
        let rows = |variant: usize| {
            let own = move |row: &usize| sheet.rows[*row].compared.as_ref().is_some_and(|own| own.variant == variant);
            (0..sheet.rows.len()).filter(own).collect::<Vec<_>>()
        };
        let rows: Vec<Vec<usize>> = (0..sheet.variants.len()).map(rows).collect();
        let judged = |own: &Vec<usize>| own.iter().filter_map(|&row| sheet.judged(&sheet.rows[row], column)).collect();
        let judged: Vec<Vec<Judged>> = rows.iter().map(judged).collect();
        let unchanged = |own: &Vec<usize>| {
            let same = own.iter().map(|&row| {
                let row = &sheet.rows[row];
                row.played.filter(|_| row.compared.as_ref().is_some_and(|own| own.changed == Some(0)))
            });
            same.sum::<Option<u64>>().filter(|&played| played > 0)
        };
        let unchanged = rows.iter().map(unchanged).collect();
        let any = judged.iter().any(|own| !own.is_empty());
        any.then_some(Variants { sheet, known, column, judged, rows, unchanged })
    }

    pub(super) fn facts(&self) -> Vec<Fact> {
        let Variants { sheet, column, .. } = *self;
        let mut facts = Vec::new();
        for (variant, name) in sheet.variants.iter().enumerate() {
            let rows = &self.rows[variant];
            let fact = |rows: &[usize], column: usize, level: f64, says: Says| Fact {
                quantity: sheet.columns[column].id.clone(),
                cells: rows.to_vec(),
                level,
                exact: rows.iter().all(|&row| sheet.rows[row].played.is_none()),
                says,
            };
            let page = sheet.page_level().share();
            if sheet.idle.contains(&variant) {
                facts.push(fact(rows, column, 1.0, Says::Idle { variant: name.clone() }));
            } else if let Some(engagements) = self.unchanged[variant] {
                let one_in = self.one_in(engagements);
                let below = one_in.map_or(1.0, |one_in| 1.0 / one_in as f64);
                let says = Says::Unchanged { variant: name.clone(), engagements, below };
                facts.push(fact(rows, column, page, says));
            }
            for column in self.weighed() {
                for &row in rows {
                    let Some(one) = sheet.judged(&sheet.rows[row], column) else { continue };
                    let exact = number::is_exact(&one.difference);
                    let says = Says::Verdict {
                        variant: name.clone(),
                        at: point(sheet, &one.point, sheet.swept()),
                        difference: Number::of(&one.difference),
                        matters: one.margin,
                        verdict: one.verdict.word(),
                        needed: one.needed(),
                    };
                    facts.push(fact(&[row], column, if exact { 1.0 } else { page }, says));
                }
            }
            for along in self.courses(variant) {
                if along.course.turns() {
                    facts.push(fact(rows, column, page, Says::Course(Box::new(along))));
                }
            }
        }
        facts
    }

    /// Where a variant is above the baseline along a swept key.
    fn courses(&self, variant: usize) -> Vec<Along> {
        let here = |at: &[usize]| {
            let own = self.judged[variant].iter().find(|one| one.point[self.sheet.swept()] == *at);
            own.map(|one| one.difference)
        };
        self.known.courses_of(&self.sheet.variants[variant], &here)
    }

    /// Candidate sentences about where a variant turns from good to bad or back, for the first variant for which that
    /// is known.
    pub(super) fn turns(&self) -> Vec<String> {
        let courses = (0..self.judged.len()).map(|variant| (variant, self.courses(variant)));
        let Some((variant, alongs)) = courses.into_iter().find(|(_, all)| all.iter().any(|one| one.course.turns()))
        else {
            return Vec::new();
        };
        let head = format!("{} raises “{}”", self.quoted(variant), self.known.label());
        self.known.by_value(&head, &alongs.iter().collect::<Vec<_>>()).into_iter().collect()
    }

    /// The quantity asked about, then the other headlines and the endings.
    fn weighed(&self) -> Vec<usize> {
        let others = self.sheet.headlines().into_iter().chain(self.sheet.endings());
        std::iter::once(self.column).chain(others.filter(|&other| other != self.column)).collect()
    }

    fn one_in(&self, engagements: u64) -> Option<u64> {
        fewer_than_one_in(engagements, self.sheet.page_level().shared(self.sheet.variants.len()))
    }

    fn quoted(&self, variant: usize) -> String {
        format!("“{}”", self.sheet.variants[variant])
    }

    /// The baseline and each variant at a point: their rows in the result, their values, and their distances above the
    /// baseline.
    pub(super) fn at(&self, at: &[usize]) -> (Vec<usize>, Vec<Option<Estimate>>, Vec<Band>) {
        let Variants { sheet, column, .. } = *self;
        let point = |variant: usize| at.iter().copied().chain([variant]).collect::<Vec<_>>();
        let points: Vec<Vec<usize>> = (0..=self.judged.len()).map(point).collect();
        let above = |(variant, point): (usize, &Vec<usize>)| match variant.checked_sub(1) {
            None => Band::NOUGHT,
            Some(variant) => {
                let own = self.judged[variant].iter().find(|one| one.point == *point);
                own.map_or(Band::IN_DOUBT, |one| Band::of_difference(&one.difference))
            }
        };
        (
            points.iter().filter_map(|at| sheet.rows.iter().position(|row| row.point == *at)).collect(),
            points.iter().map(|at| sheet.value(at, column)).collect(),
            points.iter().enumerate().map(above).collect(),
        )
    }

    /// The effect of a variant in its first row.
    fn first(&self, variant: usize) -> Option<&Judged> {
        self.judged[variant].first()
    }

    fn matters(&self, variant: usize) -> bool {
        self.judged[variant].iter().any(|one| one.verdict.matters())
    }

    /// Whether any variant matters in any cell.
    pub(super) fn any_matters(&self) -> bool {
        (0..self.judged.len()).any(|variant| self.matters(variant))
    }

    /// A sentence about the effects of the variants, and the sentences left to say. With several cells it says in how
    /// many each variant matters, otherwise by how much.
    pub(super) fn said(&self, longest: usize) -> (Option<String>, Vec<String>) {
        if self.sheet.swept().is_empty() {
            return (fitting(self.at_one_point(), longest), self.by_kind());
        }
        let told = self.over_all();
        let head = format!("“{}”: ", self.known.label());
        let first = some(&head, &told, "", longest);
        let taken = first.as_ref().map_or(0, |(_, taken)| *taken);
        let rest = some("", &told[taken..], " more in the table", LONGEST_BEHIND);
        (first.map(|(said, _)| said), rest.into_iter().map(|(said, _)| said).collect())
    }

    /// Candidate sentences about the effects in the only row, the largest difference first, with as many of the
    /// variants that matter as fit.
    fn at_one_point(&self) -> Vec<String> {
        let Some((_, _, value)) = self.known.valued().next() else { return Vec::new() };
        let head = format!("{} {} with {}", self.known.label(), self.known.spoken(&value), self.sheet.baseline);
        let unit = self.known.unit();
        let mut matter: Vec<&Judged> =
            (0..self.judged.len()).filter_map(|v| self.first(v).filter(|one| one.verdict.matters())).collect();
        matter.sort_by(|a, b| b.difference.value.abs().total_cmp(&a.difference.value.abs()));
        let name = |one: &Judged| self.quoted(self.variant_of(one));
        if matter.is_empty() {
            return vec![format!("{head}; {}.", self.none_matters())];
        }
        let said = |count: usize| {
            let told = matter[..count].iter();
            let exact = told.clone().all(|one| is_exactly(&one.difference, unit));
            let told = told.map(|one| format!("{} with {}", change_alone(&one.difference, unit), name(one)));
            let told: Vec<String> = told.collect();
            let exactly = if exact { ", exactly" } else { "" };
            let left = match matter.len() - count {
                0 => String::new(),
                1 => "; 1 more matters".to_owned(),
                left => format!("; {left} more matter"),
            };
            format!("{head}; {}{exactly}{left}.", told.join(", "))
        };
        (1..=matter.len()).rev().map(said).collect()
    }

    fn variant_of(&self, one: &Judged) -> usize {
        one.point.last().map_or(0, |place| place.saturating_sub(1))
    }

    /// A sentence that no variant is known to matter in the first row.
    fn none_matters(&self) -> String {
        let first: Vec<&Judged> = (0..self.judged.len()).filter_map(|v| self.first(v)).collect();
        let margin = self.sheet.margin_said(self.column);
        let small = first.iter().all(|one| matches!(one.verdict, Verdict::TooSmall | Verdict::Equal));
        match first.as_slice() {
            [one] if one.verdict == Verdict::Equal => {
                format!("{} does not change that, exactly", self.quoted(self.variant_of(one)))
            }
            [one] => {
                let (by, name) = (change_alone(&one.difference, self.known.unit()), self.quoted(self.variant_of(one)));
                let judged = if small { "too small to matter" } else { "cannot tell yet whether that matters" };
                format!("{by} with {name}: {judged}")
            }
            _ if small => format!("no variant changes that by {margin}"),
            _ => "no variant is known to matter yet".to_owned(),
        }
    }

    /// Sentences after the answer: variants that do not matter, and what else the variants change.
    pub(super) fn rest(&self) -> Vec<String> {
        let mut said: Vec<String> = self.moved().into_iter().collect();
        let idle: Vec<String> = self.sheet.idle.iter().map(|&variant| self.quoted(variant)).collect();
        if !idle.is_empty() {
            let (set, change) = if idle.len() == 1 { ("sets", "changes") } else { ("set", "change") };
            said.push(format!("{} {set} only values that already apply, and {change} nothing.", listed(&idle)));
        }
        let mut unchanged: Vec<(u64, Vec<String>)> = Vec::new();
        for (variant, engagements) in self.unchanged.iter().enumerate() {
            let Some(engagements) = engagements.filter(|_| !self.sheet.idle.contains(&variant)) else { continue };
            match unchanged.iter_mut().find(|(count, _)| *count == engagements) {
                Some((_, names)) => names.push(self.quoted(variant)),
                None => unchanged.push((engagements, vec![self.quoted(variant)])),
            }
        }
        for (engagements, names) in unchanged {
            let rare = self
                .one_in(engagements)
                .map_or_else(String::new, |one_in| format!(", so fewer than 1 in {} end differently", grouped(one_in)));
            let each = if names.len() > 1 { "each " } else { "" };
            said.push(format!("{} {each}changed none of {} engagements{rare}.", listed(&names), grouped(engagements)));
        }
        said
    }

    /// Whether a variant has a sentence of its own.
    fn apart(&self, variant: usize) -> bool {
        self.sheet.idle.contains(&variant) || self.unchanged[variant].is_some()
    }

    /// Sentences for a single point: which differences are too small, and which are still open.
    fn by_kind(&self) -> Vec<String> {
        let those = |holds: &dyn Fn(Verdict) -> bool| -> Vec<usize> {
            let own = |&v: &usize| !self.apart(v) && self.first(v).is_some_and(|one| holds(one.verdict));
            (0..self.judged.len()).filter(own).collect()
        };
        let small = those(&|verdict| verdict == Verdict::TooSmall);
        let equal = those(&|verdict| verdict == Verdict::Equal);
        let open = those(&|verdict| matches!(verdict, Verdict::CannotTell { .. }));
        // The answer itself covers a single variant.
        if self.judged.len() == 1 {
            return self.needed(&open).map(|needed| format!("{needed}.")).into_iter().collect();
        }
        let names = |those: &[usize]| listed(&those.iter().map(|&v| self.quoted(v)).collect::<Vec<_>>());
        let part = |those: &[usize], what: &str, more: String| {
            (!those.is_empty()).then(|| {
                let count = format!("{} variants", those.len());
                fitting([names(those), count].map(|who| format!("{what}: {who}{more}")), LONGEST_BEHIND / 2)
            })
        };
        let needed = self.needed(&open).map_or_else(String::new, |needed| format!(" ({})", lower(&needed)));
        let parts = [
            part(
                &small,
                &format!("too small to matter (less than {})", self.sheet.margin_said(self.column)),
                String::new(),
            ),
            part(&equal, "without any effect on it, exactly", String::new()),
            part(&open, "cannot tell yet", needed),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().flatten().collect();
        if parts.is_empty() { Vec::new() } else { vec![engage::capital(&format!("{}.", parts.join("; ")))] }
    }

    /// A phrase about how many engagements would settle the open differences.
    fn needed(&self, open: &[usize]) -> Option<String> {
        let needed = open.iter().flat_map(|&v| &self.judged[v]).filter_map(Judged::needed).max()?;
        Some(format!("About {} engagements would tell", grouped(words::rounded(needed))))
    }

    /// Phrases over several points: in how many cells each variant matters, and its differences.
    fn over_all(&self) -> Vec<String> {
        let mut order: Vec<usize> =
            (0..self.judged.len()).filter(|&v| !self.apart(v) && !self.judged[v].is_empty()).collect();
        let size = |v: &usize| self.judged[*v].iter().map(|one| one.difference.value.abs()).fold(0.0, f64::max);
        order.sort_by(|a, b| {
            (self.matters(*b), size(b)).partial_cmp(&(self.matters(*a), size(a))).unwrap_or(std::cmp::Ordering::Equal)
        });
        let told = |&v: &usize| {
            let own = &self.judged[v];
            let count = |holds: &dyn Fn(Verdict) -> bool| own.iter().filter(|one| holds(one.verdict)).count();
            let counts = [
                ("raises it", count(&|one| one == Verdict::More)),
                ("lowers it", count(&|one| one == Verdict::Less)),
                ("is too small", count(&|one| matches!(one, Verdict::TooSmall | Verdict::Equal))),
                ("is not clear yet", count(&|one| matches!(one, Verdict::CannotTell { .. }))),
            ];
            let parts = counts.iter().filter(|(_, count)| *count > 0);
            let cells = |(i, count): (usize, usize)| match (count == own.len(), i) {
                (true, _) => format!("all {count} cells"),
                (false, 0) => format!("{count} of {} cells", own.len()),
                _ => count.to_string(),
            };
            let parts: Vec<String> =
                parts.enumerate().map(|(i, &(what, count))| format!("{what} in {}", cells((i, count)))).collect();
            format!("{} {} ({})", self.quoted(v), listed(&parts), self.span(own))
        };
        order.iter().map(told).collect()
    }

    /// The smallest and the largest difference: `+8.1 to +12.3 points, ±0.4 at most`.
    fn span(&self, own: &[Judged]) -> String {
        let unit = self.known.unit();
        let value = |one: &&Judged| one.difference.value;
        let least = own.iter().min_by(|a, b| value(a).total_cmp(&value(b)));
        let most = own.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
        let (Some(least), Some(most)) = (least, most) else { return String::new() };
        let alike = Alike::of([&least.difference, &most.difference].into_iter(), unit, true);
        let points = if unit == Unit::Share { " points" } else { "" };
        let (low, high) = (alike.shown(&least.difference), alike.shown(&most.difference));
        if own.len() == 1 || low == high {
            return change(&most.difference, unit);
        }
        match alike.reach() {
            Some(reach) => format!("{low} to {high}{points}, {reach} at most"),
            None => format!("{low} to {high}{points}, exactly"),
        }
    }

    /// A sentence about other quantities changed by variants that matter nowhere; it adds that the chance asked about
    /// can hardly change, where that is so.
    fn moved(&self) -> Option<String> {
        let quiet = |&v: &usize| !self.apart(v) && !self.judged[v].is_empty() && !self.matters(v);
        let told = |v: usize| {
            let rows = self.rows[v].iter().map(|&row| &self.sheet.rows[row]);
            let others = rows
                .flat_map(|row| self.weighed().into_iter().skip(1).filter_map(|column| self.sheet.judged(row, column)));
            let moved = others.filter(|one| one.verdict.matters() && one.margin > 0.0);
            let size = |one: &Judged| one.difference.value.abs() / one.margin;
            let most = moved.max_by(|a, b| size(a).total_cmp(&size(b)))?;
            let column = &self.sheet.columns[most.column];
            let place = layout::name(self.sheet, &most.point, &self.sheet.swept().collect::<Vec<_>>());
            let place = if place.is_empty() { place } else { format!(" with {place}") };
            let (name, label) = (self.quoted(v), lower(&column.label));
            Some(format!("{name} moves {label} ({}{place})", change(&most.difference, column.unit)))
        };
        let any_quiet = (0..self.judged.len()).any(|v| quiet(&v));
        let told: Vec<String> = (0..self.judged.len()).filter(quiet).filter_map(told).collect();
        let mut values = self.known.valued().map(|(_, _, value)| number::bounds(&value));
        let share = self.known.unit() == Unit::Share;
        let one_sided = share && values.all(|(low, high)| high < ONE_SIDED || low > 1.0 - ONE_SIDED);
        let mut spoken = self.known.valued().map(|(_, _, value)| self.known.spoken(&value));
        let head = match (one_sided && any_quiet, spoken.next(), spoken.next()) {
            (true, Some(value), None) => format!("At {value} “{}” can hardly move", self.known.label()),
            (true, ..) => {
                format!("“{}” is so near to 0 or 100 % in every cell that it can hardly move", self.known.label())
            }
            _ => String::new(),
        };
        match (head.is_empty(), told.is_empty()) {
            (true, true) => None,
            (false, true) => Some(format!("{head}.")),
            (empty, false) => {
                let head = if empty { String::new() } else { format!("{head}; ") };
                let rest = |count: usize| format!("{head}{}.", listed(&told[..count]));
                fitting((1..=told.len()).rev().map(rest), LONGEST_BEHIND)
            }
        }
    }
}

/// A sentence with as many parts as fit, and their number; `left` words the number of parts left out.
fn some(head: &str, parts: &[String], left: &str, longest: usize) -> Option<(String, usize)> {
    let said = |count: usize| {
        let more = parts.len() - count;
        let more = if more == 0 || left.is_empty() { String::new() } else { format!("; {more}{left}") };
        format!("{head}{}{more}.", parts[..count].join("; "))
    };
    let fits = |&count: &usize| said(count).chars().count() <= longest;
    let count = (1..=parts.len()).rev().find(fits).unwrap_or(1);
    (!parts.is_empty()).then(|| (said(count), count))
}
