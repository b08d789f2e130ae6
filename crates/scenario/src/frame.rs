//! The part of a scenario file that is the same for every ruleset.

use engage::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stats::Level;

use crate::key::Key;
use crate::mistake::Mistake;
use crate::place::Place;
use crate::precision::{Confidence, Precision};
use crate::question::{Baseline, Question};

/// The most turns of an engagement.
const MAX_TURNS: u16 = 1000;

/// The tables of a fight that its ruleset gets as written, in the order of the reference.
pub(crate) const GIVEN: [&str; 5] = ["field", "mission", "blue", "red", "rules"];

/// The table of the doctrines of both sides.
pub(crate) const DOCTRINES: &str = "doctrines";

/// The table of units.
pub(crate) const UNITS: &str = "units";

/// The tables of [`GIVEN`] as a list in a sentence.
pub(crate) fn given_in_words() -> String {
    let ticked = GIVEN.map(|word| format!("`{word}`"));
    let (last, others) = ticked.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
    format!("{} and {last}", others.join(", "))
}

/// A scenario of Beaten Zone: a fight between two sides, or one situation answered exactly.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Scenario")]
pub(crate) struct Frame {
    /// A title, shown above every table and chart.
    #[schemars(length(min = 1))]
    pub(crate) title: Option<String>,
    /// The question the scenario answers, in a sentence or two.
    #[serde(default)]
    pub(crate) question: String,
    /// The ruleset to play.
    pub(crate) ruleset: Option<String>,
    /// How much of the fight to play, and how. Only for fights: situations are answered exactly.
    #[serde(default)]
    pub(crate) play: Option<Play>,
    /// What the question asks; the answer at the top of a report answers it.
    pub(crate) answer: Option<Question>,
    /// Where the engagement takes place.
    pub(crate) field: Option<Map<String, Value>>,
    /// The objective on a map, and the behaviour of third parties. Leave it out to fight until one side is out of action.
    #[expect(dead_code, reason = "read by the ruleset, from the document")]
    pub(crate) mission: Option<engage::Mission>,
    /// Blue's squads, each a table with a name of your own: `[blue.entry-team]`.
    pub(crate) blue: Option<Map<String, Value>>,
    /// Red's squads, each a table with a name of your own: `[red.gunmen]`.
    pub(crate) red: Option<Map<String, Value>>,
    /// Tables and options that differ from the rulebook as printed. Leave them out to play it as printed.
    #[expect(dead_code, reason = "read by the ruleset, from the document")]
    pub(crate) rules: Option<Map<String, Value>>,
    /// One situation, such as a shot or a burst, instead of a fight.
    pub(crate) situation: Option<Map<String, Value>>,
    /// Keys to sweep: a dotted key in quotes from the top of the file, such as `"field.range"` or `"situation.range"`, with
    /// a list of values. Every combination is one cell; the first key is the outermost.
    #[serde(default)]
    #[expect(dead_code, reason = "read from the document, which knows where each key was written")]
    pub(crate) sweep: Map<String, Value>,
    /// Changes to compare with the unchanged scenario, each a table with a name of your own that sets dotted keys:
    /// `[variants.armoured]`, then `"red.gunmen.armour" = ["soft"]`. Every variant is paired with the baseline in each
    /// cell of the sweep. Only for fights.
    #[serde(default)]
    pub(crate) variants: Map<String, Value>,
    /// The unchanged scenario, with which variants are compared. Only for fights.
    pub(crate) baseline: Option<Baseline>,
    /// How each side is led, instead of as its squads say. Each engagement draws a doctrine for each side, so several of a
    /// side are a mix. Only for fights.
    #[serde(default)]
    pub(crate) doctrines: Doctrines,
    /// Squads whose costs `beatenzone price` asks, each a table with a name of your own: `[units.veteran]`, then keys of a
    /// squad. A unit is the only squad of a side with these values; its `count` is the figures of one unit (default 1).
    /// They take no part in the fight. Only for fights.
    #[serde(default)]
    pub(crate) units: Map<String, Value>,
    /// Names that reports use instead of the labels made from words: for a squad (`"red.gunmen"`), a key
    /// (`"field.range"`), a value of a key (`"red.gunmen.weapon=smg"`), an ending, a measure or an outcome (`"blue.win"`), each
    /// with a text. Data keep the words.
    #[serde(default)]
    #[expect(dead_code, reason = "read from the document, which knows where each key was written")]
    pub(crate) labels: Map<String, Value>,
}

/// The doctrines of each side, each a table with a name of your own.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Doctrines {
    /// Blue's doctrines, each a table with a name of your own that sets choices: `[doctrines.blue."through the yard"]`, then
    /// `via = ["yard"]` for every squad, or `entry-team.via = ["yard"]` for one. `weight` is how often it is played relative
    /// to the others of the side, 0 to 10000 (default 1).
    blue: Map<String, Value>,
    /// Red's doctrines.
    red: Map<String, Value>,
}

impl Doctrines {
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.blue.is_empty() && self.red.is_empty()
    }
}

/// How much of a fight is played, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Play {
    /// Engagements played in each cell, 1 to 1,000,000,000,000; an upper limit if `precision` is set.
    #[schemars(range(min = 1, max = 1_000_000_000_000u64))]
    pub engagements: u64,
    /// Stop as soon as intervals reach no further than this to either side: for both chances of winning, a share such as 0.001 or a text
    /// such as "0.1 %"; or for named quantities, a table such as `{ "blue.win" = "0.1 %", "red.lost" = 0.02 }`: endings and
    /// `blue.win`, `red.win`, `draw` as shares, measures and `turns` in their own units. `none` plays all engagements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<Precision>,
    /// How often an interval should hold, 0.5 to 0.9999999, or a text such as "99 %".
    pub level: Confidence,
    /// How the intervals of shares are computed.
    pub interval: Interval,
    /// Whether intervals are widened so that all of them hold together.
    pub correction: Correction,
    /// Seed of the dice, 0 to 9,223,372,036,854,775,807: the same seed gives the same engagements.
    #[schemars(range(min = 0, max = 9_223_372_036_854_775_807u64))]
    pub seed: u64,
    /// Turns after which an undecided engagement is stopped, 1 to 1000.
    #[schemars(range(min = 1, max = MAX_TURNS), extend("x-unit" = "turns"))]
    pub turn_limit: u16,
    /// Whether to solve exactly or to play.
    pub method: Method,
    /// States the exact solver may visit before it gives up, 1 to 50,000,000.
    #[schemars(range(min = 1, max = 50_000_000))]
    pub budget: usize,
}

/// How the interval of a share is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Interval {
    /// Wilson's score interval, which holds as often as it says on average.
    #[default]
    Wilson,
    /// Clopper and Pearson's interval, which holds at least as often as it says and is therefore wider.
    ClopperPearson,
}

/// The correction for many intervals, some of which miss by luck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// Nothing: each interval holds as often as `level` says.
    #[default]
    None,
    /// Each quantity's intervals are widened so that the intervals of all cells hold together as often as `level` says (Bonferroni).
    Bonferroni,
}

/// How a cell is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Exactly if the states fit the budget, otherwise by playing.
    #[default]
    Auto,
    /// Exactly, or not at all.
    Exact,
    /// By playing.
    Sampled,
}

impl Default for Play {
    fn default() -> Play {
        Play {
            engagements: 1_000_000,
            precision: None,
            level: Confidence(Level::default()),
            interval: Interval::default(),
            correction: Correction::default(),
            seed: 1,
            turn_limit: 60,
            method: Method::Auto,
            budget: 20_000,
        }
    }
}

/// Whether a value is a turn limit in its range.
pub(crate) fn is_turn_limit(value: &Value) -> bool {
    value.as_u64().is_some_and(|turns| (1..=u64::from(MAX_TURNS)).contains(&turns))
}

impl Frame {
    /// Every mistake in the frame except those in the sweep and the variants. Mistakes in keys that were `taken` out
    /// have been reported before.
    pub(crate) fn check(&self, place: &Place, taken: &[Key]) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        let told = |word: &str| taken.contains(&Key::of(&[word]));
        for (word, text) in [("title", &self.title), ("ruleset", &self.ruleset)] {
            if text.as_ref().is_none_or(|text| text.trim().is_empty()) && !told(word) {
                let key = Key::of(&[word]);
                mistakes.push(Mistake::new(place.nearest(&key).of_value(), &key, format!("a scenario needs a {word}")));
            }
        }
        match &self.situation {
            Some(_) => self.check_situation(place, taken, &mut mistakes),
            None if told("situation") => {}
            None => {
                let sides = [("blue", &self.blue), ("red", &self.red)].into_iter();
                for (side, squads) in sides.filter(|(side, squads)| !told(side) && !self.may_lack(squads.as_ref())) {
                    check_side(side, squads.as_ref(), place, &mut mistakes);
                }
                if self.baseline.as_ref().is_some_and(|baseline| !is_name(&baseline.name)) {
                    let key = Key::of(&["baseline", "name"]);
                    let message = "a baseline has a name of 1 to 64 characters, such as `name = \"by the front door\"`";
                    mistakes.push(Mistake::new(place.nearest(&key).of_value(), &key, message));
                }
            }
        }
        mistakes
    }

    /// Whether a side needs squads and has none, or has entries that are not squads.
    pub(crate) fn lacks(&self, side: Side) -> bool {
        let squads = match side {
            Side::Blue => self.blue.as_ref(),
            Side::Red => self.red.as_ref(),
        };
        let there = squads.is_some_and(|squads| !squads.is_empty() && squads.values().all(Value::is_object));
        self.situation.is_none() && !there && !self.may_lack(squads)
    }

    /// Whether a side may be without squads: a patrol meets figures that are not listed. The ruleset checks which side
    /// that is.
    fn may_lack(&self, squads: Option<&Map<String, Value>>) -> bool {
        let patrol = self.field.as_ref().is_some_and(|field| field.get("patrol").is_some());
        patrol && squads.is_none_or(Map::is_empty)
    }

    /// Checks that a situation has no tables of a fight.
    fn check_situation(&self, place: &Place, taken: &[Key], mistakes: &mut Vec<Mistake>) {
        let written = |word: &&str| place.keys.contains_key(*word) && !taken.contains(&Key::of(&[word]));
        let own = [
            ("play", self.play.is_some()),
            ("variants", !self.variants.is_empty()),
            ("baseline", self.baseline.is_some()),
            ("doctrines", !self.doctrines.is_empty()),
            ("units", !self.units.is_empty()),
        ];
        let own = own.into_iter().filter(|(_, present)| *present).map(|(word, _)| word);
        for word in own.chain(GIVEN.into_iter().filter(written)) {
            let key = Key::of(&[word]);
            let message = format!("`{word}` belongs to a fight, and this file describes a `[situation]`");
            let mistake = Mistake::new(&place.nearest(&key).key, &key, message);
            mistakes.push(match word {
                "rules" => mistake.help("a situation's options belong in `[situation.options]`"),
                "variants" => mistake.help("sweep the parameter instead"),
                "baseline" => mistake.help("a situation has no variants, so leave `baseline` out"),
                "units" => mistake.help("a situation has no squads, so leave `units` out"),
                "doctrines" => mistake.help("a situation has no players, so leave `doctrines` out"),
                "play" => mistake.help("a situation is answered exactly, so leave `play` out"),
                _ => mistake.help("write the situation in a file of its own"),
            });
        }
    }
}

/// Checks that a side exists, with squads whose names can be shown and swept.
fn check_side(side: &str, squads: Option<&Map<String, Value>>, place: &Place, mistakes: &mut Vec<Mistake>) {
    let key = Key::of(&[side]);
    let at = place.nearest(&key);
    let Some(squads) = squads else {
        let help = format!("add a squad, such as [{side}.squad], or a [situation] instead of the sides");
        mistakes.push(Mistake::new(&at.key, &Key::root(), format!("there is no {side} side")).help(help));
        return;
    };
    if squads.is_empty() {
        let message = format!("{side} has no squads: a side has at least one, such as [{side}.squad]");
        mistakes.push(Mistake::new(&at.key, &key, message));
    }
    for (name, squad) in squads {
        let key = key.join(name);
        let spot = &place.nearest(&key).key;
        if !squad.is_object() {
            let message = format!("not a squad: a squad is a table with a name of its own, such as [{side}.squad]");
            mistakes.push(Mistake::new(spot, &key, message));
        } else if !is_squad_name(name) {
            let message = "a squad's name has 1 to 64 characters and no dots, quotes, brackets or control characters";
            mistakes.push(Mistake::new(spot, &key, message));
        }
    }
}

/// Whether a squad can have this name.
pub(crate) fn is_squad_name(name: &str) -> bool {
    is_name(name) && !name.contains(['.', '[', ']', '"', '\''])
}

/// Whether a name is short enough for a table and harmless on a terminal.
pub(crate) fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().count() <= 64 && !name.chars().any(char::is_control)
}
