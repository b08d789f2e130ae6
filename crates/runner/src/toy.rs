//! Scenarios of the toy ruleset.

pub(crate) use testkit::toy::{RULESET, TEMPLATE};

/// A scenario of the toy ruleset, extended by `text`. In a turn Ann hits with a chance of 0.1 and Bob with 0.2.
pub(crate) fn scenario(text: &str) -> scenario::Scenario {
    let head = "title = 'Toy'\nruleset = 'toy'\n[blue.ann]\nhit = 0.1\n[red.bob]\nhit = 0.2\n";
    scenario::Scenario::parse("toy.toml", format!("{head}{text}").as_bytes(), &[], &[&RULESET]).unwrap()
}
