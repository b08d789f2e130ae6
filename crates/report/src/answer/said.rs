//! How things stand: the quantities that matter most, and where they are least and most.

use engage::lower;

use super::fact::{Fact, Found, Number, listed, point, valued};
use crate::layout;
use crate::number::{self, Unit};
use crate::sheet::{Row, Sheet};

/// How a fight stands as it is given: of one fight who wins and what is lost, else where the quantity is least and most.
/// `spread` says whether the ends are told already.
pub(crate) fn standing(sheet: &Sheet, own: &Sheet, column: usize, spread: bool) -> (Vec<Fact>, Vec<String>) {
    let [row] = own.rows.as_slice() else {
        let (facts, mut sentences) = extremes(own, column);
        sentences.retain(|_| !spread);
        // Of chances that are not each other's rest the other side's are told too.
        if column == 0 && own.drawn().is_some() {
            let (more, told) = extremes(own, 1);
            sentences.extend(told);
            return (facts.into_iter().chain(more).collect(), sentences);
        }
        return (facts, sentences);
    };
    if row.played == Some(0) {
        return (Vec::new(), vec!["Nothing was played.".to_owned()]);
    }
    let as_given = if sheet.has_variants { "As it stands: " } else { "" };
    let told = |column: usize| {
        let quantity = &own.columns[column];
        row.values[column].map(|value| (format!("{} {}", quantity.label, number::spoken(&value, quantity.unit)), value))
    };
    let mut chances: Vec<_> = (0..2).filter_map(told).collect();
    chances.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let draws = own.drawn().and_then(told).into_iter().map(|(told, _)| lower(&told));
    let chances: Vec<String> = chances.into_iter().map(|(told, _)| told).chain(draws).collect();
    let losses: Vec<String> = own.measures.clone().take(2).filter_map(told).map(|(told, _)| told).collect();
    let losses = if losses.is_empty() { String::new() } else { format!("; on average {}", lower_all(&losses)) };
    let mut sentences = vec![format!("{as_given}{}{losses}.", listed(&chances))];
    let named = column >= own.measures.start + 2;
    sentences.extend(told(column).filter(|_| named).map(|(told, _)| format!("{told}.")));
    (extremes(own, column).0, sentences)
}

/// Some numbers within a sentence.
fn lower_all(told: &[String]) -> String {
    listed(&told.iter().map(|one| lower(one)).collect::<Vec<_>>())
}

/// Where a quantity is least and most.
pub(crate) fn extremes(sheet: &Sheet, column: usize) -> (Vec<Fact>, Vec<String>) {
    let least = valued(sheet, column).min_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let most = valued(sheet, column).max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let (Some((lowest, low)), Some((highest, high))) = (least, most) else { return Default::default() };
    let quantity = &sheet.columns[column];
    let axes: Vec<usize> = (0..sheet.axes.len()).collect();
    let found = |row: &Row, estimate| Found {
        at: point(sheet, &row.point, axes.iter().copied()),
        number: Number::of(&estimate),
    };
    let fact = Fact::Extremes { quantity: quantity.id.clone(), least: found(lowest, low), most: found(highest, high) };
    let title = &quantity.label;
    let shown = |estimate| number::spoken(&estimate, quantity.unit);
    let at = |row: &Row| layout::name(sheet, &row.point, &axes);
    let told = if sheet.rows.len() == 1 {
        let fraction = lowest.fractions[column].as_ref().filter(|_| quantity.unit == Unit::Share);
        let fraction = fraction.map_or_else(String::new, |fraction| format!(", {fraction}"));
        format!("{title}: {}{fraction}.", shown(low))
    } else if low.value.total_cmp(&high.value).is_eq() {
        format!("{title}: {} everywhere.", shown(low))
    } else {
        format!("{title}: from {} ({}) to {} ({}).", shown(low), at(lowest), shown(high), at(highest))
    };
    (vec![fact], vec![told])
}
