//! Everything known about one quantity in the cells of a sheet.

use std::cmp::Ordering;

use engage::Side;
use stats::{Estimate, Level};

use super::band::Band;
use super::course::Course;
use super::fact::{Against, Along, End, Fact, Says, Step, Trend};
use super::point::{Number, Point, point};
use crate::frame::numeric;
use crate::layout;
use crate::number::{self, Unit};
use crate::sheet::{Row, Sheet};

/// A quantity in every cell, with bands that hold together.
pub(super) struct Known {
    /// The cells, without variants.
    pub(super) sheet: Sheet,
    /// The quantity.
    pub(super) column: usize,
    /// The place of each row among all rows of the result.
    places: Vec<usize>,
    bands: Vec<Band>,
    /// The level of each band.
    each: Level,
    /// Whether every point has a row.
    complete: bool,
}

impl Known {
    /// The quantity in the cells of the baseline. If `beside`, there is also a [`Known::with_variants`], and the two
    /// share the level of the page.
    pub(super) fn of(whole: &Sheet, column: usize, beside: bool) -> Known {
        let own = |row: &Row| row.compared.is_none();
        let places = (0..whole.rows.len()).filter(|&place| own(&whole.rows[place])).collect();
        Known::over(whole.baseline(), column, places, 1 + usize::from(beside))
    }

    /// The quantity with the variants as an additional key, besides [`Known::of`].
    pub(super) fn with_variants(whole: &Sheet, column: usize) -> Known {
        Known::over(whole.clone(), column, (0..whole.rows.len()).collect(), 2)
    }

    fn over(sheet: Sheet, column: usize, places: Vec<usize>, parts: usize) -> Known {
        let (unit, from) = (sheet.columns[column].unit, sheet.level());
        let to = sheet.page_level().shared(sheet.rows.len() * parts);
        let band = |row: &Row| match row.value(column).filter(|value| value.value.is_finite()) {
            Some(value) => Band::of(&value, unit, row.fractions[column].is_some(), from, to),
            None => Band::IN_DOUBT,
        };
        let bands = sheet.rows.iter().map(band).collect();
        let complete = sheet.rows.len() == sheet.axes.iter().map(|axis| axis.values.len()).product::<usize>();
        Known { sheet, column, places, bands, each: to, complete }
    }

    /// The cells that have a value.
    pub(super) fn valued(&self) -> impl Iterator<Item = (usize, &Row, Estimate)> {
        let all = self.sheet.rows.iter().enumerate();
        all.filter_map(|(i, row)| Some((i, row, row.value(self.column).filter(|value| value.value.is_finite())?)))
    }

    fn place(&self, at: &[usize]) -> Option<usize> {
        self.sheet.rows.iter().position(|row| row.point == at)
    }

    pub(super) fn band(&self, at: &[usize]) -> Band {
        self.place(at).map_or(Band::IN_DOUBT, |place| self.bands[place])
    }

    pub(super) fn label(&self) -> &str {
        &self.sheet.columns[self.column].label
    }

    pub(super) fn unit(&self) -> Unit {
        self.sheet.columns[self.column].unit
    }

    /// A value of the quantity as written in sentences.
    pub(super) fn spoken(&self, value: &Estimate) -> String {
        number::spoken(value, self.unit())
    }

    /// A point in words: `Range 12 in, Red’s ability: Novice`.
    pub(super) fn name(&self, at: &[usize]) -> String {
        layout::name(&self.sheet, at, &self.axes())
    }

    pub(super) fn axes(&self) -> Vec<usize> {
        (0..self.sheet.axes.len()).collect()
    }

    /// The side whose chance to win this quantity is, if any.
    pub(super) fn wins_of(&self) -> Option<Side> {
        let wins = self.sheet.wins?;
        Side::ALL.into_iter().find(|&side| wins[side] == self.column)
    }

    fn at(&self, at: &[usize], without: Option<usize>) -> Point {
        point(&self.sheet, at, (0..self.sheet.axes.len()).filter(|&axis| Some(axis) != without))
    }

    /// The number of a row, with the ends of its simultaneous interval.
    fn number(&self, row: usize) -> Number {
        match self.sheet.rows[row].value(self.column) {
            Some(value) if number::is_exact(&value) => Number::of(&value),
            _ => Number::of(&self.bands[row].shown()),
        }
    }

    /// A fact about some rows.
    fn fact(&self, rows: impl Iterator<Item = usize>, says: Says) -> Fact {
        let rows: Vec<usize> = rows.collect();
        let exact = rows.iter().all(|&row| self.bands[row].exact);
        Fact {
            quantity: self.sheet.columns[self.column].id.clone(),
            cells: rows.iter().map(|&row| self.places[row]).collect(),
            level: if exact { 1.0 } else { self.sheet.page_level().share() },
            exact,
            says,
        }
    }

    /// The rows of the result along an axis.
    pub(super) fn rows_along(&self, base: &[usize], axis: usize) -> Vec<usize> {
        self.line(base, axis).map(|row| self.places[row]).collect()
    }

    /// The rows along an axis.
    pub(super) fn line(&self, base: &[usize], axis: usize) -> impl Iterator<Item = usize> {
        let values = 0..self.sheet.axes[axis].values.len();
        values.filter_map(move |i| self.place(&layout::with(base, axis, i)))
    }

    /// Everything known, as facts.
    pub(super) fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let Some((place, row, _)) = self.valued().next() {
            let number = self.number(place);
            facts.push(self.fact([place].into_iter(), Says::Value { at: self.at(&row.point, None), number }));
        }
        if self.sheet.rows.len() > 1 {
            let (least, most) = self.extremes();
            facts.push(self.fact(0..self.bands.len(), Says::Extremes { least, most }));
        }
        facts.extend(self.course_facts());
        for axis in 0..self.sheet.axes.len() {
            let key = self.sheet.axes[axis].key.clone();
            for (base, trend, steps) in self.trends(axis) {
                let (key, at) = (key.clone(), self.at(&base, Some(axis)));
                facts.push(self.fact(self.line(&base, axis), Says::Trend { key, at, trend, steps }));
            }
            if let (Some(moved), Some(first)) = (self.moved(axis), self.sheet.rows.first()) {
                let (key, number) = (key.clone(), Number::of(&moved));
                facts.push(self.fact(self.line(&first.point, axis), Says::Effect { key, number }));
            }
        }
        facts
    }

    /// Each course as a fact.
    pub(super) fn course_facts(&self) -> impl Iterator<Item = Fact> {
        self.courses().into_iter().map(|(axis, along)| {
            let rows: Vec<usize> = self.line(&along.base, axis).collect();
            self.fact(rows.into_iter(), Says::Course(Box::new(along)))
        })
    }

    /// Where the quantity is smallest and largest, as far as known.
    pub(super) fn extremes(&self) -> (Option<End>, Option<End>) {
        (self.end(Ordering::Less), self.end(Ordering::Greater))
    }

    fn end(&self, sign: Ordering) -> Option<End> {
        let by = |a: &usize, b: &usize| self.bands[*a].value.total_cmp(&self.bands[*b].value);
        let all = || 0..self.bands.len();
        let best = if sign == Ordering::Less { all().min_by(by) } else { all().rev().max_by(by) }?;
        // Among equal ones the first.
        let ahead = |other: usize| self.bands[best].against(self.bands[other]);
        let ties: Vec<usize> = all().filter(|&i| i == best || ahead(i) == Some(Ordering::Equal)).collect();
        let known = all().all(|i| ties.contains(&i) || ahead(i) == Some(sign));
        let row = *ties.first().filter(|_| known && self.complete)?;
        let at = ties.iter().map(|&tie| self.at(&self.sheet.rows[tie].point, None)).collect();
        Some(End { at, number: self.number(row), row })
    }

    /// The key along which courses run: the horizontal key of tables, if its values are rising numbers.
    pub(super) fn along(&self) -> Option<(usize, Vec<f64>)> {
        let axis = layout::Layout::of(&self.sheet)?.x;
        let numbers = numeric(&self.sheet.axes[axis])?;
        (numbers.len() > 1 && numbers.windows(2).all(|pair| pair[0] < pair[1])).then_some((axis, numbers))
    }

    /// For each combination of the other keys, where a side is ahead of the other, or another chance is above one half.
    pub(super) fn courses(&self) -> Vec<(usize, Along)> {
        let (Some((axis, numbers)), Unit::Share) = (self.along(), self.unit()) else { return Vec::new() };
        let lead = |at: &[usize]| {
            let (Some(wins), Some(side)) = (self.sheet.wins, self.wins_of()) else { return self.band(at).above(0.5) };
            let row = self.sheet.row(at);
            let both = row.and_then(|row| Some((row.value(wins[side])?, row.value(wins[side.enemy()])?)));
            both.filter(|(own, _)| own.value.is_finite())
                .map_or(Band::IN_DOUBT, |(own, other)| Band::lead(&own, &other, self.each))
        };
        let against = if self.wins_of().is_some() { Against::OtherSide } else { Against::OneHalf };
        self.along_with(axis, &numbers, against, None, &lead)
    }

    /// Where a variant is above the baseline, and where below.
    pub(super) fn courses_of(&self, variant: &str, difference: &dyn Fn(&[usize]) -> Option<Estimate>) -> Vec<Along> {
        let Some((axis, numbers)) = self.along() else { return Vec::new() };
        let lead = |at: &[usize]| difference(at).as_ref().map_or(Band::IN_DOUBT, Band::of_difference);
        let all = self.along_with(axis, &numbers, Against::Baseline, Some(variant), &lead);
        all.into_iter().map(|(_, along)| along).collect()
    }

    fn along_with(
        &self,
        axis: usize,
        numbers: &[f64],
        against: Against,
        variant: Option<&str>,
        lead: &dyn Fn(&[usize]) -> Band,
    ) -> Vec<(usize, Along)> {
        let key = &self.sheet.axes[axis];
        let along = |base: Vec<usize>| {
            let leads: Vec<Band> = (0..numbers.len()).map(|i| lead(&layout::with(&base, axis, i))).collect();
            let breaks = self.sheet.row(&base).and_then(|row| row.breaks.get(axis)?.as_ref());
            let along = Along {
                against,
                variant: variant.map(str::to_owned),
                key: key.key.clone(),
                at: self.at(&base, Some(axis)),
                course: Course::of(key, numbers, &leads, breaks),
                base,
            };
            (axis, along)
        };
        layout::bases(&self.sheet, axis).into_iter().map(along).collect()
    }

    /// How the quantity changes along a key with rising numbers, for each combination of the other keys.
    pub(super) fn trends(&self, axis: usize) -> Vec<(Vec<usize>, Trend, Vec<Step>)> {
        let key = &self.sheet.axes[axis];
        let rise = numeric(key).is_some_and(|numbers| numbers.windows(2).all(|two| two[0] < two[1]));
        if !rise || key.values.len() < 2 {
            return Vec::new();
        }
        let trend = |base: Vec<usize>| {
            let bands: Vec<Band> = (0..key.values.len()).map(|i| self.band(&layout::with(&base, axis, i))).collect();
            let steps = (1..bands.len()).map(|i| {
                let adds = bands[i].minus(bands[i - 1]);
                let goes = adds.sign().map(|sign| match sign {
                    Ordering::Greater => "rises",
                    Ordering::Less => "falls",
                    Ordering::Equal => "equal",
                });
                let (from, to) = (key.values[i - 1].clone(), key.values[i].clone());
                Step { from, to, goes, adds: Number::of(&adds.shown()) }
            });
            let steps: Vec<Step> = steps.collect();
            let any = |word| steps.iter().any(|step| step.goes == Some(word));
            let all = |word| steps.iter().all(|step| step.goes == Some(word));
            let trend = match () {
                () if all("rises") => Trend::Rises,
                () if all("falls") => Trend::Falls,
                () if all("equal") => Trend::Constant,
                () if any("rises") && any("falls") => Trend::RisesAndFalls,
                () => Trend::InDoubt,
            };
            (base, trend, steps)
        };
        layout::bases(&self.sheet, axis).into_iter().map(trend).collect()
    }

    /// The effect of one key, with the others as in the first cell: the largest value minus the smallest.
    pub(super) fn moved(&self, axis: usize) -> Option<Estimate> {
        let first = self.sheet.rows.first()?;
        let bands: Vec<Band> = self.line(&first.point, axis).map(|row| self.bands[row]).collect();
        if bands.len() < 2 || bands.len() < self.sheet.axes[axis].values.len() {
            return None;
        }
        let most = |of: &dyn Fn(&Band) -> f64| bands.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let least = |of: &dyn Fn(&Band) -> f64| bands.iter().map(of).fold(f64::INFINITY, f64::min);
        let value = most(&|band| band.value) - least(&|band| band.value);
        let low = (most(&|band| band.low) - least(&|band| band.high)).max(0.0);
        let high = most(&|band| band.high) - least(&|band| band.low);
        let moved = Band { value, low, high, exact: bands.iter().all(|band| band.exact) };
        value.is_finite().then(|| moved.shown())
    }
}
