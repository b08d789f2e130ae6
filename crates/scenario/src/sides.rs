//! Names the sides of a fight after their squads, so that a reader need not know which one is blue.

use std::collections::BTreeMap;

use engage::{BySide, Side, capital, label, lower};

use crate::key::Key;

/// If the list of squads would be longer, only the first one is named.
const LONGEST: usize = 40;

/// The names of the sides within a sentence: `the gunmen`, `the leader and the men`. A side without squads is `the
/// enemy`; two sides that would have the same name keep their colours. The file's labels of sides and squads take
/// precedence.
pub(crate) fn in_words(squads: &BySide<Vec<String>>, own: &BTreeMap<String, String>) -> BySide<String> {
    let names = BySide::from_fn(|side: Side| {
        let given = own.get(side.name()).map(|label| lower(label));
        given.unwrap_or_else(|| listed(squads[side].iter().map(|squad| called(side, squad, own)).collect()))
    });
    let colours = names.blue == names.red || squads.iter().all(Vec::is_empty);
    if colours { BySide::from_fn(|side: Side| label(side.name())) } else { names }
}

/// A squad within a sentence: the file's label, otherwise its name with an article, unless the name begins with a
/// capital.
fn called(side: Side, squad: &str, own: &BTreeMap<String, String>) -> String {
    let given = own.get(&Key::of(&[side.name(), squad]).to_string());
    let made =
        || if squad.starts_with(char::is_uppercase) { label(squad) } else { format!("the {}", lower(&label(squad))) };
    given.map_or_else(made, |label| lower(label))
}

fn listed(squads: Vec<String>) -> String {
    let all = match squads.as_slice() {
        [] => return "the enemy".to_owned(),
        [one] => return one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    };
    if all.chars().count() <= LONGEST { all } else { format!("{} and others", squads[0]) }
}

/// Replacements for a colour and the following word in a label. They fit a singular or a plural name.
const TURNED: [(&str, &str); 3] = [("wins", "Won by"), ("withdraws", "Withdrawal of"), ("losses", "Losses of")];

/// A ruleset's label that begins with a colour, rewritten with the name of the side: `Blue wins` becomes `Won by the
/// gunmen`, `Blue wounded` becomes `Wounded among the gunmen`. Unchanged for sides that keep their colours.
pub(crate) fn with_sides(declared: &str, sides: &BySide<String>) -> String {
    for side in Side::ALL {
        let (colour, name) = (label(side.name()), &sides[side]);
        let Some(rest) = declared.strip_prefix(&colour).filter(|_| *name != colour) else { continue };
        if let Some(of) = rest.strip_prefix("'s ").or_else(|| rest.strip_prefix("’s ")) {
            return format!("{} {of}", possessive(&capital(name)));
        }
        if let Some(rest) = rest.strip_prefix(' ') {
            let turned = TURNED.iter().find(|(word, _)| *word == rest).map(|(_, turned)| (*turned).to_owned());
            return format!("{} {name}", turned.unwrap_or_else(|| format!("{} among", capital(rest))));
        }
    }
    declared.to_owned()
}

/// A ruleset's text with the colours replaced by the names of the sides: `red had nobody left` becomes `the gunmen had
/// nobody left`. Such texts fit singular and plural names.
pub(crate) fn within(about: &str, sides: &BySide<String>) -> String {
    let told = |word: &str| {
        let colour = |side: &Side| word.strip_prefix(side.name()).filter(|rest| !rest.starts_with(char::is_alphabetic));
        let side = Side::ALL
            .into_iter()
            .find(|side| colour(side).is_some() && !sides[*side].is_empty() && sides[*side] != label(side.name()));
        let Some((name, rest)) = side.and_then(|side| Some((&sides[side], colour(&side)?))) else {
            return word.to_owned();
        };
        rest.strip_prefix("'s").map_or_else(|| format!("{name}{rest}"), |rest| possessive(name) + rest)
    };
    about.split(' ').map(told).collect::<Vec<_>>().join(" ")
}

/// The possessive form: `the gunmen’s`, `the boss’`.
pub(crate) fn possessive(owner: &str) -> String {
    format!("{owner}’{}", if owner.ends_with('s') { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use engage::BySide;

    use super::{in_words, with_sides, within};

    fn sides(blue: &[&str], red: &[&str], own: &[(&str, &str)]) -> BySide<String> {
        let squads = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let own: BTreeMap<String, String> =
            own.iter().map(|(key, label)| ((*key).to_owned(), (*label).to_owned())).collect();
        in_words(&BySide { blue: squads(blue), red: squads(red) }, &own)
    }

    #[test]
    fn sides_are_called_after_their_squads() {
        for (blue, red, own, expected) in [
            (&["entry-team"][..], &["gunmen"][..], &[][..], ("the entry team", "the gunmen")),
            (&["leader", "men"], &["Alpha"], &[], ("the leader and the men", "Alpha")),
            (&["leaders", "riflemen", "machine-gunners"], &[], &[], ("the leaders and others", "the enemy")),
            (&["team"], &["team"], &[], ("Blue", "Red")),
            (&["first", "second"], &["first", "second"], &[], ("Blue", "Red")),
            (&["first", "second"], &["gunmen"], &[("blue", "The entry teams")], ("the entry teams", "the gunmen")),
            (&["team"], &["team"], &[("red.team", "Delta Force")], ("the team", "Delta Force")),
            (&[], &[], &[], ("Blue", "Red")),
        ] {
            let told = sides(blue, red, own);
            assert_eq!((told.blue.as_str(), told.red.as_str()), expected);
        }
    }

    #[test]
    fn labels_of_a_colour_name_the_side_without_agreeing_with_it() {
        let named = sides(&["gunmen"], &["boss"], &[]);
        for (declared, expected) in [
            ("Blue wins", "Won by the gunmen"),
            ("Red losses", "Losses of the boss"),
            ("Red withdraws", "Withdrawal of the boss"),
            ("Blue wounded", "Wounded among the gunmen"),
            ("Blue's patrol beaten", "The gunmen’s patrol beaten"),
            ("Red’s luck", "The boss’ luck"),
            ("Turn limit", "Turn limit"),
            ("Reduced", "Reduced"),
        ] {
            assert_eq!(with_sides(declared, &named), expected);
        }
        assert_eq!(with_sides("Blue wins", &sides(&["a"], &["a"], &[])), "Blue wins");
        for (declared, expected) in [
            (
                "red had nobody left, or blue had won the mission",
                "the boss had nobody left, or the gunmen had won the mission",
            ),
            ("blue's patrol was through", "the gunmen’s patrol was through"),
            ("it was blue, not reduced", "it was the gunmen, not reduced"),
        ] {
            assert_eq!(within(declared, &named), expected);
        }
        assert_eq!(within("red withdrew", &sides(&["a"], &["a"], &[])), "red withdrew");
    }
}
