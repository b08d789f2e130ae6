//! Scenarios: read, changed and played.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::scenario::{BLUE_WINS, Body, RULESETS, Scenario as Read, Wishes, Written, begin, in_toml};
use engage::{BySide, Opening, Ruleset};
use pyo3::prelude::*;
use report::{Doctrines, Players, Ranking};
use runner::{Choice, Options, Pick, Tallies, Unkept};
use search::{Asked, Question, Record};
use serde_json::{Value, json};

use crate::answer::{Answer, Found, Replay, Result as Answered, Source};
use crate::failed::{Failed, PlayError};
use crate::play::{Means, Play};
use crate::worker::{from_json, to_json};

/// A checked scenario. It never changes: what sets a key returns another one.
#[pyclass(frozen, module = "beatenzone._native")]
#[derive(Clone)]
pub(crate) struct Scenario(Arc<Read>);

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
    let set = |(key, value): &(String, String)| Ok(format!("{key}={}", in_toml(&from_json(value)?)));
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

    /// Begins work on it.
    fn begin(
        &self,
        tasks: Option<usize>,
        work: impl FnOnce(&Read, Means) -> Result<Answer, Failed> + Send + 'static,
    ) -> Play {
        let scenario = self.0.clone();
        Play::begin(scenario.ruleset, tasks, move |means| work(&scenario, means))
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
    fn parse(text: String, name: String, files: Vec<(String, String)>, values: Vec<(String, String)>) -> PyResult<Scenario> {
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

    /// Begins to play or to answer it. With `tasks`, tasks go to an executor, at most so many at a time.
    #[pyo3(signature = (threads, tasks))]
    fn run(&self, threads: Option<usize>, tasks: Option<usize>) -> Play {
        self.begin(tasks, move |scenario, means| {
            let options = Options { threads, interrupt: &means.stop };
            if matches!(scenario.body, Body::Situation { .. }) {
                return Ok(Answer::Result(Box::new(Answered(Source::Odds(runner::odds(scenario, &options)?)))));
            }
            let mut tallies = Tallies::new(scenario, None)?;
            let cut = match &means.handed {
                Some(handed) => runner::play_by(handed, scenario, &mut tallies, &options, &means.watch, &Unkept)?,
                None => runner::play(scenario, &mut tallies, &options, &means.watch, &Unkept)?,
            };
            if cut {
                return Err(Failed::Interrupted);
            }
            let run = runner::assemble(scenario, &tallies)?;
            let heats = runner::heat(scenario, &run, &options)?;
            let presets = runner::presets(scenario, options)?;
            let players = presets.map_or_else(|| Players::unasked(scenario), |all| Players::of_presets(&all, scenario));
            if options.interrupt.is_set() {
                return Err(Failed::Interrupted);
            }
            Ok(Answer::Result(Box::new(Answered(Source::Run { run, heats, players }))))
        })
    }

    /// Begins to ask which key matters most.
    #[pyo3(signature = (cell, threads))]
    fn levers(&self, cell: Vec<(String, String)>, threads: Option<usize>) -> PyResult<Play> {
        let cell = self.cell(cell, None)?;
        Ok(self.begin(None, move |scenario, means| {
            let options = Options { threads, interrupt: &means.stop };
            let (id, quantity) = scenario.compared().unwrap_or(BLUE_WINS);
            let question = Question { quantity, within: None, only: None };
            let point = point(scenario, cell);
            let watch = (&means.watch as &dyn runner::Progress, &Unkept as &dyn runner::Keep);
            let (found, _) = search::levers(scenario, &point, question, None, options, watch)?;
            if found.interrupted {
                return Err(Failed::Interrupted);
            }
            let ranking = Ranking::of(scenario, cell, (id.to_owned(), quantity), &found);
            Ok(Answer::Found(Box::new(Found::of(ranking.findings()?)?)))
        }))
    }

    /// Begins to search the best doctrines of both sides.
    #[pyo3(signature = (cell, threads))]
    fn best(&self, cell: Vec<(String, String)>, threads: Option<usize>) -> PyResult<Play> {
        let cell = self.cell(cell, None)?;
        Ok(self.begin(None, move |scenario, means| {
            let options = Options { threads, interrupt: &means.stop };
            let point = point(scenario, cell);
            let asked = Asked { side: None, mission: scenario.mission(), placement: false };
            let mut record = Record::new(scenario, &point, &asked);
            let found = search::best(scenario, &point, asked, &mut record, options, &means.watch)?;
            if found.interrupted {
                return Err(Failed::Interrupted);
            }
            let doctrines = Doctrines::of(scenario, cell, scenario.name().to_owned(), &found);
            Ok(Answer::Found(Box::new(Found::of(doctrines.findings()?)?)))
        }))
    }

    /// Begins to replay an engagement: one of a number, or one that is picked as the command line picks it.
    #[pyo3(signature = (cell, variant, engagement, pick))]
    fn replay(
        &self,
        cell: Vec<(String, String)>,
        variant: Option<String>,
        engagement: u64,
        pick: Option<&str>,
    ) -> PyResult<Play> {
        let cell = self.cell(cell, variant)?;
        let known = || Pick::ALL.map(Pick::name).join(", ");
        let pick = pick.map(|word| {
            let found = Pick::ALL.into_iter().find(|pick| pick.name() == word);
            found.ok_or_else(|| PlayError::new_err(format!("there is no pick `{word}`, expected one of {}", known())))
        });
        let pick = pick.transpose()?;
        Ok(self.begin(None, move |scenario, means| {
            let options = Options { threads: None, interrupt: &means.stop };
            let (engagement, why) = match pick {
                None => (engagement, Vec::new()),
                Some(pick) => {
                    let picked = runner::pick(scenario, cell, pick, &options)?;
                    if options.interrupt.is_set() {
                        return Err(Failed::Interrupted);
                    }
                    let picked = picked.map_err(|none| Failed::Play(none.to_string()))?;
                    (picked.engagement, vec![picked.why])
                }
            };
            let mut replay = runner::replay(scenario, cell, engagement)?;
            replay.why = why;
            Ok(Answer::Replay(Box::new(Replay::of(scenario, cell, engagement, &replay)?)))
        }))
    }
}

/// The place of a cell on each axis.
fn point(scenario: &Read, cell: usize) -> Vec<usize> {
    match &scenario.body {
        Body::Fight(cells) => cells[cell].point.clone(),
        Body::Situation { .. } => Vec::new(),
    }
}
