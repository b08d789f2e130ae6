//! Results: of runs and situations, of searches, and replays.

use ::scenario::Scenario;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use report::{Data, File, Findings, Format, Players, Report};
use runner::{Heat, OddsTable, Run};

use crate::failed::Failed;
use crate::table::Table;

/// What work comes to.
pub(crate) enum Answer {
    Result(Box<Result>),
    Found(Box<Found>),
    Replay(Box<Replay>),
}

impl Answer {
    pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(match self {
            Answer::Result(result) => Bound::new(py, *result)?.into_any(),
            Answer::Found(found) => Bound::new(py, *found)?.into_any(),
            Answer::Replay(replay) => Bound::new(py, *replay)?.into_any(),
        })
    }
}

/// What a result was made from.
pub(crate) enum Source {
    Run { run: Box<Run>, heats: Vec<Heat>, players: Players },
    Odds(Box<OddsTable>),
}

/// The width of a table in text.
const WIDTH: u16 = 100;

fn files<'py>(py: Python<'py>, files: Vec<File>) -> PyResult<Bound<'py, PyDict>> {
    let written = PyDict::new(py);
    files.iter().try_for_each(|(name, bytes)| written.set_item(name, PyBytes::new(py, bytes)))?;
    Ok(written)
}

/// The format with this name.
fn format(name: &str) -> PyResult<Format> {
    name.parse().map_err(|unknown: report::UnknownFormat| PyErr::from(Failed::Play(unknown.to_string())))
}

/// The numbers of a fight or a situation, each with its interval.
#[pyclass(frozen, module = "beatenzone")]
pub(crate) struct Result(pub(crate) Source);

impl Result {
    fn report(&self) -> Report<'_> {
        match &self.0 {
            Source::Run { run, heats, players } => Report::of_run(run, heats).with_players(players.clone()),
            Source::Odds(odds) => Report::of_odds(odds),
        }
    }
}

#[pymethods]
impl Result {
    /// The answer in sentences; each is true at 95 %.
    #[getter]
    fn sentences(&self) -> Vec<String> {
        self.report().sentences().map(str::to_owned).collect()
    }

    /// How it was answered, such as “exact” or the number of engagements of each cell.
    #[getter]
    fn basis(&self) -> String {
        self.report().basis()
    }

    /// The hash of all numbers, as it stands on the report; `None` for a situation.
    #[getter]
    fn result_hash(&self) -> Option<&str> {
        match &self.0 {
            Source::Run { run, .. } => Some(&run.result_hash),
            Source::Odds(_) => None,
        }
    }

    /// The hash of the scenario.
    #[getter]
    fn scenario_hash(&self) -> &str {
        match &self.0 {
            Source::Run { run, .. } => &run.provenance.scenario_hash,
            Source::Odds(odds) => &odds.provenance.scenario_hash,
        }
    }

    /// The names of its tables of data: `results`, and for a fight `distributions`, `differences` and `heat`, as far as it
    /// has them.
    #[getter]
    fn tables(&self) -> Vec<&'static str> {
        self.report().tables()
    }

    /// One of its tables; by default the one with a row for each cell.
    #[pyo3(signature = (name = "results"))]
    fn table(&self, name: &str) -> PyResult<Table> {
        Ok(Table(self.report().data(name).map_err(Failed::from)?))
    }

    /// The result in a format for people or programs: `table`, `csv`, `json` or `markdown`.
    #[pyo3(signature = (format = "table", width = 100))]
    fn render(&self, format: &str, width: u16) -> PyResult<String> {
        Ok(self.report().render(self::format(format)?, width).map_err(Failed::from)?)
    }

    /// The files of its report, by name: the same bytes that the command line writes.
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let written = py.detach(|| self.report().files()).map_err(Failed::from)?;
        files(py, written)
    }

    /// The sentences, the picture and the tables as a part of an HTML page.
    fn _repr_html_(&self) -> PyResult<String> {
        let report = self.report();
        let charts = report.charts().map_err(Failed::from)?;
        Ok(framed(&report.fragment(&charts)))
    }

    fn __repr__(&self) -> PyResult<String> {
        self.render("table", WIDTH)
    }
}

/// A fragment of a page inside of a notebook: rules nested in a class leave the rest of the notebook as it is.
fn framed(fragment: &str) -> String {
    let style = report::STYLE.replace(":root", "&").replace("body {", "& {");
    format!("<div class=\"beatenzone\"><style>.beatenzone {{\n{style}\n}}</style><main>{fragment}</main></div>")
}

/// What a search found.
#[pyclass(frozen, module = "beatenzone")]
pub(crate) struct Found {
    text: String,
    markdown: String,
    json: String,
    page: String,
    data: Data,
    files: Vec<File>,
}

impl Found {
    /// With files that belong to its report beside those of the findings.
    pub(crate) fn of(findings: Findings<'_>, others: Vec<File>) -> std::result::Result<Answer, Failed> {
        let render = |format| findings.render(format, WIDTH);
        Ok(Answer::Found(Box::new(Found {
            text: render(Format::Table)?,
            markdown: render(Format::Markdown)?,
            json: render(Format::Json)?,
            page: findings.clone().page(),
            data: findings.data()?,
            files: [findings.files()?, others].concat(),
        })))
    }
}

#[pymethods]
impl Found {
    /// Its rows.
    #[pyo3(signature = ())]
    fn table(&self) -> Table {
        Table(self.data.clone())
    }

    /// What was found in a format for people or programs: `table`, `csv`, `json` or `markdown`.
    #[pyo3(signature = (format = "table"))]
    fn render(&self, format: &str) -> PyResult<String> {
        Ok(match self::format(format)? {
            Format::Table => self.text.clone(),
            Format::Markdown => self.markdown.clone(),
            Format::Json => self.json.clone(),
            Format::Csv => String::from_utf8_lossy(&self.data.csv().map_err(Failed::from)?).into_owned(),
        })
    }

    /// The files of its report, by name: the same bytes that the command line writes.
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        files(py, self.files.clone())
    }

    /// Its page, in a frame of its own.
    fn _repr_html_(&self) -> String {
        let escaped = self.page.replace('&', "&amp;").replace('"', "&quot;");
        format!(
            "<iframe srcdoc=\"{escaped}\" sandbox=\"allow-scripts\" style=\"width: 100%; height: 40em; border: 0\"></iframe>"
        )
    }

    fn __repr__(&self) -> &str {
        &self.text
    }
}

/// One engagement, step by step.
#[pyclass(frozen, module = "beatenzone")]
pub(crate) struct Replay {
    text: String,
    json: String,
    page: String,
}

impl Replay {
    pub(crate) fn of(
        scenario: &Scenario,
        cell: usize,
        engagement: u64,
        replay: &runner::Replay,
    ) -> std::result::Result<Replay, Failed> {
        let page = report::replay_page(replay, &runner::provenance_of(scenario, cell, engagement))?;
        Ok(Replay { text: replay.to_string(), json: report::replay_json(replay)?, page })
    }
}

#[pymethods]
impl Replay {
    /// The engagement as JSON.
    #[getter]
    fn json(&self) -> &str {
        &self.json
    }

    /// The page that shows it on the plan.
    #[getter]
    fn html(&self) -> &str {
        &self.page
    }

    fn _repr_html_(&self) -> String {
        let escaped = self.page.replace('&', "&amp;").replace('"', "&quot;");
        format!(
            "<iframe srcdoc=\"{escaped}\" sandbox=\"allow-scripts\" style=\"width: 100%; height: 45em; border: 0\"></iframe>"
        )
    }

    fn __repr__(&self) -> &str {
        &self.text
    }
}
