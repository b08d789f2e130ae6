//! Words in messages: lists of allowed words, and the nearest word.

/// A list of words in backticks: `` `a`, `b` ``.
pub(crate) fn listed<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The words in backticks, before and after the last `expected`.
pub(crate) fn quoted(message: &str) -> (Vec<&str>, Vec<&str>) {
    let ticked = |text| str::split(text, '`').skip(1).step_by(2).collect();
    match message.rfind("expected ") {
        Some(at) => (ticked(&message[..at]), ticked(&message[at..])),
        None => (ticked(message), Vec::new()),
    }
}

/// The candidate nearest to a word, if it is close enough to be intended: at most three letters differ, and at most a
/// third of the word.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    /// Longer words are not compared: no key is that long, and the comparison is quadratic.
    const LONGEST: usize = 64;
    let length = word.chars().count();
    if length > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    let distance = |candidate: &str| strsim::osa_distance(&lower, &candidate.to_lowercase());
    let near = candidates.into_iter().filter(|candidate| candidate.len() <= 2 * LONGEST);
    let best = near.map(|candidate| (distance(candidate), candidate)).min_by_key(|(distance, _)| *distance)?;
    (best.0 <= 3.min(length.div_ceil(3))).then_some(best.1)
}

/// The nearest word as the end of a message, if one is close enough to be intended.
#[must_use]
pub fn did_you_mean<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> String {
    nearest(word, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{nearest, quoted};

    #[test]
    fn words_allowed_are_read_from_the_message() {
        let (wrong, allowed) = quoted("unknown word `novise`, expected one of `novice`, `elite`");
        assert_eq!((wrong, allowed), (vec!["novise"], vec!["novice", "elite"]));
        assert_eq!(quoted("nothing here"), (vec![], vec![]));
    }

    #[test]
    fn near_words_and_far_ones() {
        assert_eq!(nearest("wepon", ["count", "weapon"]), Some("weapon"));
        assert_eq!(nearest("Elite", ["novice", "elite"]), Some("elite"));
        assert_eq!(nearest("smg", ["m16", "ak"]), None);
        assert_eq!(nearest("", ["a"]), None);
        assert_eq!(nearest(&"a".repeat(1_000_000), ["a"]), None);
    }
}
