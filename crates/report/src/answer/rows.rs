//! The parts of a first sentence: one for each value of a key, those that say the same together.

use runner::Axis;

use super::fact::listed;
use crate::sheet::Sheet;

/// The most parts of a sentence; of more, only the ends are told.
pub(super) const MOST_PARTS: usize = 8;

/// The most parts that are told one by one where each is a place with words around it.
pub(super) const FEW_PARTS: usize = 6;

/// What the values of an axis are called in the parts of a sentence, the first with the name of the key; variants in quotes.
pub(super) fn labels(sheet: &Sheet, axis: usize) -> Vec<String> {
    let varied = sheet.has_variants && axis + 1 == sheet.axes.len();
    let Axis { labels, .. } = &sheet.axes[axis];
    let one = |(i, label): (usize, &String)| match (varied, i) {
        (true, 0) => label.clone(),
        (true, _) => format!("“{label}”"),
        (false, 0) => sheet.axes[axis].with(0),
        (false, _) => format!("{label}{}", sheet.axes[axis].short_unit()),
    };
    labels.iter().enumerate().map(one).collect()
}

/// The same without the name of the key.
pub(super) fn bare(sheet: &Sheet, axis: usize) -> Vec<String> {
    let mut labels = labels(sheet, axis);
    if let (Some(first), Some(label)) = (labels.first_mut(), sheet.axes[axis].labels.first()) {
        first.clone_from(label);
    }
    labels
}

/// Parts with what they are said of in brackets: `up to 5 (d8), never (d10 and d12)`.
pub(super) fn joined(parts: impl IntoIterator<Item = (String, String)>) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (text, label) in parts {
        match groups.iter_mut().find(|(told, _)| *told == text) {
            Some((_, labels)) => labels.push(label),
            None => groups.push((text, vec![label])),
        }
    }
    let told = groups.into_iter().map(|(text, labels)| format!("{text} ({})", listed(&labels)));
    told.collect::<Vec<_>>().join(", ")
}
