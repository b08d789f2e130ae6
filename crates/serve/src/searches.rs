//! Questions asked backwards, each with a page of its own: the fields that ask them, and the commands that ask the same.

use engage::{Side, WINS};
use maud::{Markup, html};
use scenario::{BLUE_WINS, Range, Scenario, quantity_named, quoted};
use search::{Balancing, PriceQuestion, Unasked};

use crate::asked::{Fields, field};
use crate::controls::Controls;

/// The name of the button that begins a search.
pub(crate) const SEARCH: &str = "search";

/// The names of the fields of `balance`: the key, the least and the most that it may be, the quantity and its value.
const KEY: &str = "balance.key";
const ENDS: [&str; 2] = ["balance.least", "balance.most"];
const QUANTITY: &str = "balance.quantity";
const TARGET: &str = "balance.target";

/// The names of the fields of `price`: the key whose values are units, some of its values, and the most of a unit.
const UNITS: &str = "price.units";
const SOME: &str = "price.values";
const MOST: &str = "price.most";

/// A question asked backwards.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Search {
    /// Which key matters most.
    Levers,
    /// What both sides play best.
    Best,
    /// At which value of a key a goal is met.
    Balance {
        /// The key.
        key: String,
        /// The least and the most that it may be.
        between: [Option<f64>; 2],
        /// The goal, such as `blue.win = 50 %`.
        goal: String,
    },
    /// What units are worth.
    Price(PriceQuestion),
}

impl Search {
    /// The search that fields ask for.
    ///
    /// # Errors
    /// A sentence about what cannot be read.
    pub(crate) fn of(fields: &Fields) -> Result<Search, String> {
        let text = |name: &str| field(fields, name).unwrap_or_default().trim();
        match text(SEARCH) {
            "levers" => Ok(Search::Levers),
            "best" => Ok(Search::Best),
            "balance" => {
                let end = |name: &str| match text(name) {
                    "" => Ok(None),
                    said => {
                        let number = said.parse().ok().filter(|number: &f64| number.is_finite());
                        number.map(Some).ok_or_else(|| format!("“{said}” is not a number, such as 8"))
                    }
                };
                let between = [end(ENDS[0])?, end(ENDS[1])?];
                let goal = format!("{} = {}", text(QUANTITY), text(TARGET));
                Ok(Search::Balance { key: text(KEY).to_owned(), between, goal })
            }
            "price" => {
                let units = match (text(UNITS), text(SOME)) {
                    ("", _) => None,
                    (key, "") => Some(key.to_owned()),
                    (key, some) => Some(format!("{key}={some}")),
                };
                let most = text(MOST).parse().ok().filter(|most| (2..=search::MOST_NUMBER).contains(most));
                let wrong = || format!("“{}” is not a number from 2 to {}", text(MOST), search::MOST_NUMBER);
                Ok(Search::Price(PriceQuestion { units, most: most.ok_or_else(wrong)?, ..PriceQuestion::default() }))
            }
            _ => Err("There is no such search.".to_owned()),
        }
    }

    /// Its command.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Search::Levers => "levers",
            Search::Best => "best",
            Search::Balance { .. } => "balance",
            Search::Price(_) => "price",
        }
    }

    /// What it asks.
    pub(crate) const fn asks(&self) -> &'static str {
        match self {
            Search::Levers => "Which key matters most?",
            Search::Best => "What do both sides play best?",
            Search::Balance { .. } => "What makes it even?",
            Search::Price(_) => "What is a unit worth?",
        }
    }

    /// How long it takes, and what it does.
    pub(crate) const fn takes(&self) -> &'static str {
        match self {
            Search::Levers => {
                "The question is asked of every other value of every key, which takes from seconds to many minutes."
            }
            Search::Best => {
                "Every choice of both sides is tried against what the other plays, which takes from seconds to many minutes."
            }
            Search::Balance { .. } => {
                "The question is asked of one value of the key after another, which takes from seconds to minutes."
            }
            Search::Price(_) => {
                "Every unit is played against every other in rising numbers, which takes from seconds to many minutes."
            }
        }
    }

    /// The key that it varies, which must not be set besides.
    pub(crate) fn varies(&self) -> Option<&str> {
        if let Search::Balance { key, .. } = self { Some(key) } else { None }
    }

    /// The options of its command, each after a blank.
    pub(crate) fn options(&self, scenario: &Scenario) -> String {
        match self {
            Search::Levers | Search::Best => String::new(),
            Search::Balance { key, between, goal } => {
                let ends = balancing(self, scenario).filter(|_| *between != [None, None]);
                let ends = ends.and_then(|asked| match asked.range {
                    Range::Whole { least, most } => Some(format!(" --between={least},{most}")),
                    Range::Real { least, most } => Some(format!(" --between={least},{most}")),
                    Range::Choices(_) => None,
                });
                format!(" --vary {}{} --target {}", quoted(key), ends.unwrap_or_default(), quoted(goal))
            }
            Search::Price(question) => question.options(),
        }
    }
}

/// What `balance` is asked of a scenario, if it can be.
fn balancing(search: &Search, scenario: &Scenario) -> Option<Balancing> {
    let Search::Balance { key, between, goal } = search else { return None };
    Balancing::of(scenario, key, *between, goal, None).ok()
}

/// What cannot be asked, in the words of the fields.
pub(crate) fn refused(Unasked { part, why }: Unasked) -> String {
    let what = match part {
        "vary" => "The key to change: ",
        "between" => "From and to: ",
        "target" => "The goal: ",
        "units" => "The units: ",
        _ => "",
    };
    format!("{what}{why}")
}

/// The buttons of all searches with their fields, which belong to the form of the question.
pub(crate) fn buttons(scenario: &Scenario, controls: &Controls) -> Markup {
    let begin = |search: &Search, says: &str| {
        html! { button form="ask" name=(SEARCH) value=(search.name()) formaction="search" formtarget="_blank" { (says) } }
    };
    html! {
        h3 { "Ask further" }
        p { (begin(&Search::Levers, Search::Levers.asks())) " " (begin(&Search::Best, Search::Best.asks())) }
        (balance(scenario, controls, &begin))
        (price(scenario, &begin))
    }
}

/// A button that begins a search, with what it says.
type Begin<'b> = &'b dyn Fn(&Search, &str) -> Markup;

fn balance(scenario: &Scenario, controls: &Controls, begin: Begin<'_>) -> Markup {
    let varied =
        || controls.0.iter().filter(|control| control.varies && scenario.names().range(&control.key).is_some());
    let is_count = |key: &str| key.starts_with(&format!("{}.", Side::Red.name())) && key.ends_with(".count");
    let first = varied().find(|control| is_count(&control.key)).or_else(|| varied().next());
    let Some(first) = first.map(|control| control.key.as_str()) else { return html! {} };
    let named = |key: &str| {
        let name = scenario.names().key(key);
        if name.unit.is_empty() { name.label } else { format!("{}, {}", name.label, name.unit) }
    };
    let mut groups: Vec<&str> = varied().map(|control| control.group.as_str()).collect();
    groups.dedup();
    let search = Search::Balance { key: String::new(), between: [None, None], goal: String::new() };
    html! {
        p.search {
            b { (search.asks()) } " Change "
            select form="ask" name=(KEY) aria-label="the key to change" {
                @for group in groups { optgroup label=(group) {
                    @for control in varied().filter(|control| control.group == group) {
                        option value=(control.key) selected[control.key == first] { (named(&control.key)) }
                    }
                } }
            }
            " from " input.few form="ask" type="text" inputmode="decimal" name=(ENDS[0]) placeholder="least" aria-label="from" autocomplete="off";
            " to " input.few form="ask" type="text" inputmode="decimal" name=(ENDS[1]) placeholder="most" aria-label="to" autocomplete="off";
            " until "
            select form="ask" name=(QUANTITY) aria-label="the quantity" {
                @for (word, label) in quantities(scenario) { option value=(word) selected[word == BLUE_WINS.0] { (label) } }
            }
            " is " input.few form="ask" type="text" name=(TARGET) value="50 %" aria-label="its value" autocomplete="off";
            " " (begin(&search, "Find it"))
        }
    }
}

/// The quantities of a fight, each by its word, with labels.
fn quantities(scenario: &Scenario) -> Vec<(&'static str, String)> {
    let ruleset = scenario.ruleset;
    let words = WINS.iter().map(|win| win.id).chain(ruleset.endings.iter().map(|ending| ending.id));
    let words = words.chain(ruleset.measures.iter().map(|measure| measure.id)).chain(["turns"]);
    let mut known: Vec<(&str, String)> = Vec::new();
    for word in words {
        if let Ok(quantity) = quantity_named(ruleset, word)
            && !known.iter().any(|(own, _)| *own == word)
        {
            known.push((word, scenario.names().quantity(quantity, ruleset)));
        }
    }
    known
}

fn price(scenario: &Scenario, begin: Begin<'_>) -> Markup {
    let keys = scenario.unit_keys(&vec![0; scenario.axes.len()]);
    let Ok([blue, _]) = scenario.lone_squads() else { return html! {} };
    if keys.is_empty() && scenario.units.is_empty() {
        return html! {};
    }
    let named = |word: &str| scenario.names().own_label(&format!("{}.{blue}.{word}", Side::Blue.name())).label;
    let question = PriceQuestion::default();
    let most = question.most;
    let search = Search::Price(question);
    html! {
        p.search {
            b { (search.asks()) } " A unit for each "
            select form="ask" name=(UNITS) aria-label="the key whose values are units" {
                @if !scenario.units.is_empty() { option value="" { "of the scenario’s units" } }
                @for word in &keys { option value=(word) { (named(word)) } }
            }
            ", of these alone " input form="ask" type="text" name=(SOME) placeholder="all values" aria-label="some of its values" autocomplete="off";
            ", at most " input.few form="ask" type="number" name=(MOST) min="2" max=(search::MOST_NUMBER) value=(most) aria-label="the most of a unit";
            " on a side " (begin(&search, "Price them"))
        }
    }
}
