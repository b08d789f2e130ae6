//! Scenarios: read, changed and played.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::scenario::{Body, Family, RULESETS, Scenario as Read, Wishes, Written, begin, equals_sign, in_toml};
use engage::{BySide, Opening, Ruleset, Side};
use pyo3::prelude::*;
use report::{Doctrines, Fair, Players, Prices, Ranking, Report, Targets};
use runner::{Choice, Condition, Intervals, Pick, Run, Tallies, Unkept};
use search::{Asked, Balancing, PriceQuestion, Question, Record, Target};
use serde_json::{Value, json};

use crate::answer::{Answer, Found, Replay, Result as Answered, Source};
use crate::failed::{Failed, PlayError};
use crate::play::{Means, Play};
use crate::worker::{from_json, to_json};

/// A checked scenario. It never changes: what sets a key returns another one.
#[pyclass(frozen, module = "beatenzone._native")]
#[derive(Clone)]
pub(crate) struct Scenario(Arc<Read>);

/// What `balance` is asked: keys, targets, two values to look between, how far the interval may reach, values of swept keys.
type Balanced = (Vec<String>, Vec<String>, Option<(f64, f64)>, Option<f64>, Option<Vec<(String, String)>>);

/// What `price` is asked: units, one of them with its points, the most on a side, how far the error may reach.
type Priced = (Option<String>, Option<(String, f64)>, Option<u32>, Option<f64>);

/// The ruleset with this id.
fn ruleset(id: &str) -> PyResult<&'static Ruleset> {
    let known = || RULESETS.iter().map(|ruleset| ruleset.id).collect::<Vec<_>>().join(", ");
    let found = RULESETS.iter().find(|ruleset| ruleset.id == id).copied();
    found.ok_or_else(|| PlayError::new_err(format!("there is no ruleset `{id}`, expected one of {}", known())))
}

/// Every ruleset as JSON: its id, its title and how sides can meet.
#[pyfunction]
pub(crate) fn rulesets() -> String {
    let of = |ruleset: &&Ruleset| {
        let openings = ruleset.openings.iter().map(|opening| json!({ "id": opening.id, "about": opening.about }));
        json!({ "id": ruleset.id, "title": ruleset.title, "openings": openings.collect::<Vec<_>>() })
    };
    Value::Array(RULESETS.iter().map(of).collect()).to_string()
}

/// Overrides `KEY=VALUE` from keys with values as JSON.
fn sets(values: &[(String, String)]) -> Result<Vec<String>, Failed> {
    let set = |(key, value): &(String, String)| {
        let value: Value = serde_json::from_str(value).map_err(|error| Failed::Key(format!("{key}: {error}")))?;
        let set = format!("{key}={}", in_toml(&value));
        // The key must not end earlier than it says.
        match equals_sign(&set) {
            Some(at) if at == key.len() => Ok(set),
            _ => Err(Failed::Key(format!("`{key}` is not a key"))),
        }
    };
    values.iter().map(set).collect()
}

impl Scenario {
    fn of(read: Read) -> Scenario {
        Scenario(Arc::new(read))
    }

    fn fight(&self) -> Result<(), Failed> {
        match self.0.body {
            Body::Fight(_) => Ok(()),
            Body::Situation { .. } => Err(runner::Error::Situation.into()),
        }
    }

    /// The cell that values of the swept keys and a variant choose.
    fn cell(&self, cell: Vec<(String, String)>, variant: Option<String>) -> Result<usize, Failed> {
        self.fight()?;
        runner::choose(&self.0, &Choice { values: cell, variant }).map_err(|error| Failed::Play(error.to_string()))
    }

    /// Begins work on this scenario. `tasks` is the most tasks that an executor gets at a time; with `None` this process
    /// performs them on `threads` threads.
    fn begin(
        &self,
        threads: Option<usize>,
        tasks: Option<usize>,
        work: impl FnOnce(&Read, &Means) -> Result<Answer, Failed> + Send + 'static,
    ) -> Play {
        let scenario = self.0.clone();
        Play::begin(scenario.ruleset, threads, tasks, move |means| work(&scenario, &means))
    }

    /// The scenario with another one as its only variant.
    fn beside(&self, other: &Scenario) -> Result<Scenario, Failed> {
        let (one, other) = (&*self.0, &*other.0);
        let (named, beside) = (one.name(), other.name());
        let refused = |why: Vec<String>| {
            Failed::Play(format!(
                "{named} and {beside} cannot be compared engagement by engagement: {}",
                why.join("; ")
            ))
        };
        if one.ruleset.id != other.ruleset.id {
            let why =
                format!("one is played by {}, the other by {}; run each of them", one.ruleset.id, other.ruleset.id);
            return Err(refused(vec![why]));
        }
        let sets = one.beside(other).map_err(refused)?;
        let sets = sets.ok_or_else(|| refused(vec!["they are the same fight".to_owned()]))?;
        let mut written = one.written();
        for (path, text) in other.written().files {
            let own = written.files.entry(path.clone()).or_insert_with(|| text.clone());
            if *own != text {
                return Err(refused(vec![format!("each has another map `{path}`")]));
            }
        }
        Ok(Scenario::of(Read::rewritten(&written, &sets)?))
    }
}

#[pymethods]
impl Scenario {
    /// Reads a file.
    #[staticmethod]
    fn load(path: PathBuf, values: Vec<(String, String)>) -> PyResult<Scenario> {
        Ok(Scenario::of(Read::load(&path, &sets(&values)?).map_err(Failed::from)?))
    }

    /// Reads a text that calls itself `name`, with the texts of the maps that it names.
    #[staticmethod]
    fn parse(
        text: String,
        name: String,
        files: Vec<(String, String)>,
        values: Vec<(String, String)>,
    ) -> PyResult<Scenario> {
        let written = Written { name, text, sets: Vec::new(), files: files.into_iter().collect() };
        Ok(Scenario::of(Read::rewritten(&written, &sets(&values)?).map_err(Failed::from)?))
    }

    /// A new scenario of a ruleset's ordinary squads.
    #[staticmethod]
    #[pyo3(signature = (of, opening, title, map, blue, red))]
    fn new(
        of: &str,
        opening: Option<&str>,
        title: Option<String>,
        map: Option<String>,
        blue: Vec<String>,
        red: Vec<String>,
    ) -> PyResult<Scenario> {
        let ruleset = ruleset(of)?;
        let opening = opening.or(map.as_ref().map(|_| Opening::MAP));
        let found = ruleset.openings.iter().find(|known| opening.is_none_or(|id| known.id == id));
        let known = || ruleset.openings.iter().map(|known| known.id).collect::<Vec<_>>().join(", ");
        let opening = found.ok_or_else(|| {
            let why = format!("`{}` is no ground of {of}, expected one of {}", opening.unwrap_or_default(), known());
            PlayError::new_err(why)
        })?;
        let wishes = Wishes { title, map, squads: BySide { blue, red }, ..Wishes::default() };
        let text = begin(ruleset, opening, &wishes, Path::new("")).map_err(Failed::from)?;
        let read = Read::parse_in(Path::new(""), "new.toml", text.as_bytes(), &[], RULESETS);
        Ok(Scenario::of(read.map_err(Failed::from)?))
    }

    /// The same scenario with keys set over it, each with its value as JSON.
    fn with_values(&self, values: Vec<(String, String)>) -> PyResult<Scenario> {
        Ok(Scenario::of(Read::rewritten(&self.0.written(), &sets(&values)?).map_err(Failed::from)?))
    }

    /// The value of a key as JSON: as the file gives it, otherwise as the rulebook prints it, otherwise its default.
    fn value(&self, key: &str) -> Option<String> {
        self.0.value(key).map(|value| value.to_string())
    }

    /// Every key with other values to try, as JSON: key, family, value, what it means.
    fn settings(&self) -> String {
        let names = self.0.names();
        let settings = self.0.settings(&vec![0; self.0.axes.len()]);
        let of = |setting: &::scenario::Setting| {
            let label = names.key(&setting.key).label;
            json!({
                "key": setting.key,
                "family": setting.family.name(),
                "value": setting.value,
                "label": label,
                "about": names.about(&setting.key),
            })
        };
        Value::Array(settings.iter().map(of).collect()).to_string()
    }

    /// The swept keys with their values as JSON.
    fn sweeps(&self) -> String {
        let sweeps = self.0.axes.iter().map(|axis| json!([axis.key, axis.values]));
        Value::Array(sweeps.collect()).to_string()
    }

    /// The variants with what they set, as JSON.
    fn variants(&self) -> String {
        let set = |changes: &[(String, Value)]| Value::Object(changes.iter().cloned().collect());
        let variants = self.0.variants.iter().map(|variant| json!([variant.name, set(&variant.changes)]));
        Value::Array(variants.collect()).to_string()
    }

    #[getter]
    fn title(&self) -> &str {
        &self.0.title
    }

    #[getter]
    fn question(&self) -> &str {
        &self.0.question
    }

    #[getter]
    fn ruleset(&self) -> &str {
        self.0.ruleset.id
    }

    #[getter]
    fn hash(&self) -> String {
        self.0.hash()
    }

    #[getter]
    fn is_fight(&self) -> bool {
        self.fight().is_ok()
    }

    /// The number of cells of a fight, or of cases of a situation.
    #[getter]
    fn cells(&self) -> usize {
        match &self.0.body {
            Body::Fight(cells) => cells.len(),
            Body::Situation { cases, .. } => cases.len(),
        }
    }

    /// The text of a file that asks the same.
    #[getter]
    fn text(&self) -> String {
        self.0.as_file()
    }

    /// The rules that differ from the rulebook as printed, each in words.
    #[getter]
    fn rules_changed(&self) -> Vec<String> {
        self.0.rules_changed().into_iter().map(|change| change.told).collect()
    }

    /// Everything that another process needs to read it again, as text.
    fn written(&self) -> PyResult<String> {
        Ok(to_json(&self.0.written())?)
    }

    /// The scenario that `written` describes.
    #[staticmethod]
    fn from_written(text: &str) -> PyResult<Scenario> {
        let written: Written = from_json(text)?;
        Ok(Scenario::of(Read::rewritten(&written, &[]).map_err(Failed::from)?))
    }

    /// Begins to play the fight or to answer the situation, see [`Scenario::begin`].
    fn run(&self, threads: Option<usize>, tasks: Option<usize>) -> Play {
        self.begin(threads, tasks, |scenario, means| {
            if matches!(scenario.body, Body::Situation { .. }) {
                let odds = runner::odds(scenario, &means.options())?;
                return Ok(Answer::Result(Box::new(Answered(Source::Odds(Box::new(odds))))));
            }
            played(scenario, Tallies::new(scenario, None)?, means)
        })
    }

    /// Begins to play another scenario as its only variant, until every verdict is known.
    fn compare(&self, other: &Scenario, threads: Option<usize>, tasks: Option<usize>) -> PyResult<Play> {
        self.fight()?;
        other.fight()?;
        let beside = self.beside(other)?;
        let most = beside.0.clone();
        Ok(beside.begin(threads, tasks, move |scenario, means| {
            let mut asked = Read::rewritten(&most.written(), &[])?;
            let mut tallies = Tallies::new(&asked, None)?;
            let play = |asked: &Read, tallies: &mut Tallies| {
                runner::play(asked, tallies, &means.options(), &means.watch, &Unkept)
            };
            let is_decided = |run: &Run| Report::of_run(run, &[]).is_decided();
            let enough = runner::until_decided(&mut asked, &mut tallies, play, is_decided)?;
            let enough = enough.ok_or(Failed::Interrupted)?;
            let last = Read::rewritten(&scenario.written(), &[format!("play.engagements={enough}")])?;
            let tallies = Tallies::new(&last, None)?.resume(tallies);
            played(&last, tallies.map_err(|differs| runner::Error::Differs(differs.to_string()))?, means)
        }))
    }

    /// Begins to ask which key matters most.
    fn levers(
        &self,
        asked: (Option<String>, Option<f64>, Option<String>),
        cell: Vec<(String, String)>,
        threads: Option<usize>,
        tasks: Option<usize>,
    ) -> PyResult<Play> {
        let ((quantity, within, only), cell) = (asked, self.cell(cell, None)?);
        let only = only.map(|word| named("family", &word, &Family::ALL, |family| family.name())).transpose()?;
        let (word, quantity) = Question::quantity(&self.0, quantity.as_deref()).map_err(Failed::from)?;
        let question = Question { quantity, within: positive("within", within)?, only };
        Ok(self.begin(threads, tasks, move |scenario, means| {
            let watch = (&means.watch as &dyn runner::Progress, &Unkept as &dyn runner::Keep);
            let (found, _) = search::levers(scenario, &point(scenario, cell), question, None, means.options(), watch)?;
            if found.interrupted {
                return Err(Failed::Interrupted);
            }
            let ranking = Ranking::of(scenario, cell, (word, quantity), &found);
            Found::of(ranking.findings()?, Vec::new())
        }))
    }

    /// Begins to search the best doctrine of one side, or of both.
    fn best(
        &self,
        asked: (Option<String>, bool),
        cell: Vec<(String, String)>,
        threads: Option<usize>,
        tasks: Option<usize>,
    ) -> PyResult<Play> {
        let ((side, placement), cell) = (asked, self.cell(cell, None)?);
        let side = side.map(|word| named("side", &word, &Side::ALL, |side| side.name())).transpose()?;
        let asked = Asked { side, mission: self.0.mission(), placement };
        Ok(self.begin(threads, tasks, move |scenario, means| {
            let point = point(scenario, cell);
            let mut record = Record::new(scenario, &point, &asked);
            let found = search::best(scenario, &point, asked, &mut record, means.options(), &means.watch)?;
            if found.interrupted {
                return Err(Failed::Interrupted);
            }
            let doctrines = Doctrines::of(scenario, cell, scenario.name().to_owned(), &found);
            Found::of(doctrines.findings()?, vec![doctrines.doctrines_file()])
        }))
    }

    /// Begins to search the values of keys with which targets are met.
    fn balance(&self, asked: Balanced, threads: Option<usize>, tasks: Option<usize>) -> PyResult<Play> {
        self.fight()?;
        let (keys, targets, between, within, cell) = asked;
        let within = positive("within", within)?;
        let is_one = |target: &String| !target.contains(':');
        if let ([key], [goal]) = (keys.as_slice(), targets.as_slice())
            && is_one(goal)
        {
            if cell.is_some() {
                let why = "with one key the search runs at each point of the sweep, so `cell` has no meaning; set the key instead";
                return Err(PlayError::new_err(why));
            }
            let between = between.map_or([None; 2], |(least, most)| [Some(least), Some(most)]);
            let asked = Balancing::of(&self.0, key, between, goal, within).map_err(Failed::from)?;
            return Ok(self.begin(threads, tasks, move |scenario, means| {
                let watch = (&means.watch as &dyn runner::Progress, &Unkept as &dyn runner::Keep);
                let (found, _) = search::balances(scenario, &asked, None, means.options(), watch)?;
                if found.iter().any(|(_, balance)| balance.interrupted) {
                    return Err(Failed::Interrupted);
                }
                let fair = Fair::of(scenario, &asked, &found)?;
                Found::of(fair.findings()?, Vec::new())
            }));
        }
        if between.is_some() || within.is_some() {
            let why = "`between` and `within` belong to one key and one target; write how far each of several may lie off, such as \"blue.win = 50 % ± 1 %\"";
            return Err(PlayError::new_err(why));
        }
        let cell = self.cell(cell.unwrap_or_default(), None)?;
        let goals = targets.iter().map(|text| Target::of(&self.0, text)).collect::<Result<Vec<_>, _>>();
        let goals = goals.map_err(Failed::from)?;
        search::known_keys(&self.0, &point(&self.0, cell), &keys).map_err(Failed::from)?;
        Ok(self.begin(threads, tasks, move |scenario, means| {
            let watch = (&means.watch as &dyn runner::Progress, &Unkept as &dyn runner::Keep);
            let point = point(scenario, cell);
            let (meeting, _) = search::meet(scenario, &point, &keys, &goals, None, means.options(), watch)?;
            if meeting.interrupted {
                return Err(Failed::Interrupted);
            }
            let place = if scenario.axes.is_empty() { String::new() } else { runner::label(scenario, cell) };
            let told = Targets {
                provenance: runner::provenance_at(scenario, cell),
                intervals: Intervals::of(scenario),
                place,
                keys,
                asked: targets,
                scenario,
                meeting: &meeting,
            };
            Found::of(told.findings()?, Vec::new())
        }))
    }

    /// Begins to price units against each other.
    fn price(
        &self,
        asked: Priced,
        cell: Vec<(String, String)>,
        threads: Option<usize>,
        tasks: Option<usize>,
    ) -> PyResult<Play> {
        let ((units, scale, most, within), index) = (asked, self.cell(cell.clone(), None)?);
        let mut question = PriceQuestion { units, ..PriceQuestion::default() };
        if let Some((unit, points)) = scale {
            question.scale = positive("scale", Some(points))?.map(|points| (unit, points));
        }
        question.most = most.unwrap_or(question.most);
        if !(2..=search::MOST_NUMBER).contains(&question.most) {
            return Err(PlayError::new_err(format!("most: expected a number from 2 to {}", search::MOST_NUMBER)));
        }
        question.within = positive("within", within)?.unwrap_or(question.within);
        let wares = question.wares(&self.0, &point(&self.0, index)).map_err(Failed::from)?;
        Ok(self.begin(threads, tasks, move |scenario, means| {
            let point = point(scenario, index);
            let mut record = Record::new(scenario, &point, &wares.asked);
            let found = search::price(scenario, &point, &wares.asked, &mut record, means.options(), &means.watch)?;
            let priced = found.ok_or(Failed::Interrupted)?;
            let cells = cell.iter().map(|(key, value)| format!(" --cell {key}={value}"));
            let asked = question.options() + &cells.collect::<String>();
            let prices = Prices::of(scenario, index, wares, asked, &priced);
            Found::of(prices.findings()?, Vec::new())
        }))
    }

    /// Begins to replay an engagement: one of a number, one that is picked, or a match of a condition.
    fn replay(
        &self,
        cell: Vec<(String, String)>,
        variant: Option<String>,
        engagement: u64,
        pick: Option<String>,
        condition: Option<(String, u64)>,
    ) -> PyResult<Play> {
        let cell = self.cell(cell, variant)?;
        let pick = pick.map(|word| named("pick", &word, &Pick::ALL, |pick| pick.name())).transpose()?;
        let condition = condition.map(|(text, nth)| {
            let condition = Condition::parse(&text, self.0.ruleset).map_err(|error| Failed::Play(error.to_string()))?;
            if nth == 0 {
                Err(Failed::Play("match: expected a number from 1".to_owned()))
            } else {
                Ok((condition, nth))
            }
        });
        let condition = condition.transpose()?;
        Ok(self.begin(None, None, move |scenario, means| {
            let options = means.options();
            let (engagement, why) = match (pick, condition) {
                (Some(pick), _) => {
                    let picked = runner::pick(scenario, cell, pick, &options)?;
                    if options.interrupt.is_set() {
                        return Err(Failed::Interrupted);
                    }
                    let picked = picked.map_err(|none| Failed::Play(none.to_string()))?;
                    (picked.engagement, picked.reasons())
                }
                (None, Some((condition, nth))) => {
                    let found = runner::find(scenario, cell, &condition, nth, &options)?;
                    if options.interrupt.is_set() {
                        return Err(Failed::Interrupted);
                    }
                    let engagement = found.nth(nth).ok_or_else(|| Failed::Play(found.no_match(scenario, nth)))?;
                    (engagement, vec![format!("match {nth}: {}", found.rarity)])
                }
                (None, None) => (engagement, Vec::new()),
            };
            let mut replay = runner::replay(scenario, cell, engagement)?;
            replay.why = why;
            Ok(Answer::Replay(Box::new(Replay::of(scenario, cell, engagement, &replay)?)))
        }))
    }
}

/// What is missing of a fight is played, and told with everything that a report has.
fn played(scenario: &Read, mut tallies: Tallies, means: &Means) -> Result<Answer, Failed> {
    let options = means.options();
    if runner::play(scenario, &mut tallies, &options, &means.watch, &Unkept)? {
        return Err(Failed::Interrupted);
    }
    let run = runner::assemble(scenario, &tallies)?;
    let heats = runner::heat(scenario, &run, &options)?;
    let presets = runner::presets(scenario, options)?;
    let players = presets.map_or_else(|| Players::unasked(scenario), |all| Players::of_presets(&all, scenario));
    if options.interrupt.is_set() {
        return Err(Failed::Interrupted);
    }
    Ok(Answer::Result(Box::new(Answered(Source::Run { run: Box::new(run), heats, players }))))
}

/// The place of a cell on each axis.
fn point(scenario: &Read, cell: usize) -> Vec<usize> {
    match &scenario.body {
        Body::Fight(cells) => cells[cell].point.clone(),
        Body::Situation { .. } => Vec::new(),
    }
}

/// The one of these that has a name.
fn named<T: Copy>(what: &str, word: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, Failed> {
    let known = || all.iter().map(|&one| name(one)).collect::<Vec<_>>().join(", ");
    let found = all.iter().copied().find(|&one| name(one) == word);
    found.ok_or_else(|| Failed::Play(format!("there is no {what} `{word}`, expected one of {}", known())))
}

/// A number that has to be above 0, if it is given.
fn positive(what: &str, number: Option<f64>) -> Result<Option<f64>, Failed> {
    match number {
        Some(number) if !(number.is_finite() && number > 0.0) => {
            Err(Failed::Play(format!("{what}: expected a number above 0, not {number}")))
        }
        number => Ok(number),
    }
}
