//! Labels for people, made from the words of a scenario file.

/// The text with its first letter in upper case.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The label of a word for which none is declared: `aim_at` becomes `Aim at`, `entry-team` `Entry team`, `ct` `CT`. A
/// name with blanks stays the same except for its first letter, and a die such as `d6` stays the same.
#[must_use]
pub fn label(word: &str) -> String {
    let die = word.strip_prefix('d').is_some_and(|faces| faces.parse::<u8>().is_ok());
    if die {
        word.to_owned()
    } else if word.contains(' ') {
        capital(word)
    } else {
        let words: Vec<String> = word.split(['_', '-']).map(said).collect();
        capital(words.join(" ").trim())
    }
}

/// A word as it is written. A word without vowels, which can only be spelled out, is put in capitals, except for the
/// `s` of a plural.
fn said(word: &str) -> String {
    let is_spelled = !word.is_empty() && word.bytes().all(|letter| b"bcdfghjklmnpqrstvwxz".contains(&letter));
    match word.strip_suffix('s').filter(|one| one.len() > 1) {
        _ if !is_spelled || ["nth", "vs"].contains(&word) => word.to_owned(),
        Some(one) => one.to_uppercase() + "s",
        None => word.to_uppercase(),
    }
}

/// The singular of a word: `figures` becomes `figure`, `riflemen` `rifleman`, `dice` `die`.
#[must_use]
pub fn singular(word: &str) -> String {
    match word {
        "dice" => "die".to_owned(),
        "is" => "is".to_owned(),
        _ if word.ends_with("men") => format!("{}man", &word[..word.len() - 3]),
        _ if word.ends_with("ches") => word[..word.len() - 2].to_owned(),
        _ => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}

/// A label within a sentence or after another label: `Range` becomes `range`, but `SMG`, `A wins`, `Red’s weapon` and
/// names such as `Edge Points` stay the same.
#[must_use]
pub fn lower(label: &str) -> String {
    let is_capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().is_some_and(char::is_uppercase) && chars.next().is_some_and(char::is_lowercase)
    };
    let is_name = label.contains('’') || label.split(' ').skip(1).any(is_capital);
    match label.chars().next() {
        Some(first) if is_capital(label) && !is_name => first.to_lowercase().chain(label.chars().skip(1)).collect(),
        _ => label.to_owned(),
    }
}

/// A label with its unit: `Range, inches`; the label alone if there is no unit, or if the label is the unit.
#[must_use]
pub fn heading(label: &str, unit: &str) -> String {
    if unit.is_empty() || label.eq_ignore_ascii_case(unit) { label.to_owned() } else { format!("{label}, {unit}") }
}

/// A unit as it is written after a number: `inches` becomes `in`. Most stay the same.
#[must_use]
pub fn short_unit(unit: &str) -> &str {
    match unit {
        "inches" => "in",
        "percent" => "%",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{heading, label, lower, singular};

    #[test]
    fn words_become_labels() {
        for (word, expected) in [
            ("range", "Range"),
            ("aim_at", "Aim at"),
            ("entry-team", "Entry team"),
            ("self-loading shotgun", "Self-loading shotgun"),
            ("smg+", "Smg+"),
            (".50 rifle", ".50 rifle"),
            ("A_wins", "A wins"),
            ("d12", "d12"),
            ("drones", "Drones"),
            ("ct", "CT"),
            ("ct-team", "CT team"),
            ("npcs_win", "NPCs win"),
            ("nth", "Nth"),
            ("dice_vs_one", "Dice vs one"),
            ("SWAT", "SWAT"),
            ("army", "Army"),
            ("", ""),
        ] {
            assert_eq!(label(word), expected);
        }
    }

    #[test]
    fn labels_within_labels_keep_what_is_a_name() {
        for (label, expected) in [
            ("Range", "range"),
            ("SMG", "SMG"),
            ("A wins", "A wins"),
            ("K10", "K10"),
            ("Red’s weapon", "Red’s weapon"),
            ("Edge Points", "Edge Points"),
            ("Direct action", "direct action"),
            ("", ""),
        ] {
            assert_eq!(lower(label), expected);
        }
    }

    #[test]
    fn one_of_several() {
        for (several, one) in
            [("figures", "figure"), ("men", "man"), ("inches", "inch"), ("dice", "die"), ("Rep", "Rep")]
        {
            assert_eq!(singular(several), one);
        }
    }

    #[test]
    fn headings_say_their_unit_once() {
        assert_eq!((heading("Range", "inches"), heading("Turns", "turns")), ("Range, inches".into(), "Turns".into()));
        assert_eq!(heading("Ability", ""), "Ability");
    }
}
