//! Reads, plays and renders what pages ask.

#![allow(clippy::disallowed_methods, reason = "the clock decides when a page is shown numbers that still move")]

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use report::{Doctrines, Fair, Players, Prices, Ranking, Report};
use runner::{Condition, Error, Keep, Options, Progress, Run, Snapshot, Stop, Tallies, Unkept, Unwatched};
use scenario::{BLUE_WINS, Body, Diagnostics, Scenario, Written};
use search::{Asked, Balancing, PriceQuestion, Question, Record, Unasked, Watcher};
use stats::grouped;

use crate::asked::Settled;
use crate::controls::Controls;
use crate::draw;
use crate::jobs::{Form, Job, Phase, Selected, Turn, Update, Wish, locked};
use crate::library::is_situation;
use crate::page;
use crate::searches::{self, Search};

/// The most scenarios that are kept with what was played of them.
const MOST_COURSES: usize = 12;

/// The most cells of all that are kept; the last scenario is kept whatever it has.
const MOST_CELLS: usize = 600;

/// The most questions whose controls are kept.
const MOST_BASES: usize = 32;

/// The first moment at which a page is shown numbers, and the longest time between two.
const FIRST: Duration = Duration::from_millis(80);
const LONGEST: Duration = Duration::from_secs(1);

/// A scenario with what was played of it.
struct Course {
    settled: Settled,
    scenario: Scenario,
    controls: Arc<Controls>,
    form: Arc<Form>,
    tallies: Option<Tallies>,
    /// How far it depends on the players, once that was asked.
    players: Option<Players>,
    /// The files of its report, once one was asked for.
    files: Option<Vec<report::File>>,
}

/// The controls of a question that has mistakes.
static NONE: Controls = Controls(Vec::new());

/// Does the work. It keeps what was read and played last.
#[derive(Default)]
pub(crate) struct Worker {
    courses: VecDeque<Course>,
    bases: VecDeque<(Written, Arc<Controls>, Arc<Form>)>,
}

/// What ends a turn early.
enum Ended {
    /// There is no answer; why, as HTML.
    Refused(String),
    /// The turn is over.
    Cut,
}

impl Ended {
    fn refused(said: &str) -> Ended {
        Ended::Refused(page::message(said))
    }
}

impl From<Diagnostics> for Ended {
    fn from(mistakes: Diagnostics) -> Ended {
        Ended::Refused(page::mistakes(&mistakes))
    }
}

impl From<Unasked> for Ended {
    fn from(unasked: Unasked) -> Ended {
        Ended::refused(&searches::refused(unasked))
    }
}

impl From<report::Error> for Ended {
    fn from(error: report::Error) -> Ended {
        Ended::refused(&error.to_string())
    }
}

impl From<Error> for Ended {
    fn from(error: Error) -> Ended {
        match error {
            Error::Interrupted => Ended::Cut,
            other => Ended::refused(&other.to_string()),
        }
    }
}

impl Worker {
    /// Does a job until it is over or its turn is.
    pub(crate) fn work(&mut self, job: &Arc<Job>, stop: &Stop) -> Turn {
        if job.wish == Wish::Map {
            job.tell(draw::checked(&job.asked.written));
            return Turn::Over;
        }
        match self.answer(job, stop) {
            Ok(update) => job.tell(update),
            Err(Ended::Cut) => return Turn::GoesOn,
            Err(Ended::Refused(html)) => {
                job.tell(Update { html, ..Update::new(Phase::Failed, "There is no answer.") });
            }
        }
        Turn::Over
    }

    fn answer(&mut self, job: &Arc<Job>, stop: &Stop) -> Result<Update, Ended> {
        let base = self.base(job);
        let controls = base.as_deref().unwrap_or(&NONE);
        let refused = |said: String| Ended::refused(&said);
        // A question with a mistake is mended by its controls.
        let bare = self.bare(job);
        job.tell(Update { form: bare, ..Update::new(Phase::Begun, "Reading…") });
        let mut course = self.course(job, job.asked.settle(controls, None).map_err(refused)?)?;
        // The names of what is tried come from the scenario.
        let made = course.controls.clone();
        let mut settled = job.asked.settle(controls, Some((&course.scenario, &*made))).map_err(refused)?;
        if let Wish::Search(search) = &job.wish {
            settled = search.varies().map_or(settled.clone(), |key| settled.without(key));
        }
        if settled != course.settled {
            self.keep(course);
            course = self.course(job, settled)?;
        }
        job.tell(Update { form: Some(form(job, &course)), ..Update::new(Phase::Begun, "Playing…") });
        match (course.settled.with.clone(), &job.wish) {
            (Some(with), Wish::Answer | Wish::File(_)) => self.beside(job, course, *with, stop),
            _ => self.done(job, course, stop),
        }
    }

    /// What a job wants of a scenario, which is kept.
    fn done(&mut self, job: &Arc<Job>, mut course: Course, stop: &Stop) -> Result<Update, Ended> {
        let done = done(job, &mut course, stop);
        self.keep(course);
        done
    }

    /// What a job wants of a question that is compared with another one, as the command `compare` does it: the other one
    /// comes first.
    fn beside(&mut self, job: &Arc<Job>, other: Course, with: Settled, stop: &Stop) -> Result<Update, Ended> {
        let one = self.course(job, with)?;
        if is_situation(&one.scenario) || is_situation(&other.scenario) {
            return Err(Error::Situation.into());
        }
        if one.scenario.ruleset.id != other.scenario.ruleset.id {
            return self.apart(job, one, other, stop);
        }
        let why = |why: Vec<String>| {
            Ended::refused(&format!("Both cannot be compared engagement by engagement: {}.", why.join("; ")))
        };
        let Some(sets) = one.scenario.beside(&other.scenario).map_err(why)? else {
            self.keep(one);
            let mut update = self.done(job, other, stop)?;
            update.html.insert_str(0, &page::still_the_same());
            return Ok(update);
        };
        let paired = paired(&one.settled, &other.settled, sets)?;
        let (command, form) = (command_of_both(&one, &other), other.form.clone());
        self.keep(one);
        self.keep(other);
        let mut pair = self.course(job, paired.clone())?;
        let engagements = decided(job, &mut pair, &Options { threads: None, interrupt: stop, executor: None });
        let tallies = pair.tallies.clone();
        self.keep(pair);
        let mut sets = paired.sets.clone();
        sets.push(format!("play.engagements={}", engagements?));
        let mut pair = self.course(job, Settled { sets, ..paired })?;
        pair.tallies = pair.tallies.or(tallies);
        let command = command.unwrap_or_else(|| pair.settled.command(&pair.scenario));
        tell_form(job, Form { command: page::same(&command, &pair.settled), ..(*form).clone() });
        self.done(job, pair, stop)
    }

    /// Two questions of different rulesets, each played as it is, with what can be set side by side.
    fn apart(&mut self, job: &Arc<Job>, mut one: Course, mut other: Course, stop: &Stop) -> Result<Update, Ended> {
        match &job.wish {
            Wish::File(name) if name == page::SCENARIO => {
                self.keep(one);
                return self.done(job, other, stop);
            }
            Wish::File(_) => {
                let said = "Two fights of two rulesets have a report each. Stop comparing to download this one’s.";
                return Err(Ended::refused(said));
            }
            _ => {}
        }
        let command = command_of_both(&one, &other);
        let command = command.unwrap_or_else(|| [&one, &other].map(|c| c.settled.command(&c.scenario)).join("\n"));
        tell_form(job, Form { command: page::same(&command, &other.settled), ..(*other.form).clone() });
        let options = Options { threads: None, interrupt: stop, executor: None };
        let both = played(job, &mut one, &options).and_then(|first| Ok([first, played(job, &mut other, &options)?]));
        let titles = [one.scenario.title.clone(), other.scenario.title.clone()];
        self.keep(one);
        self.keep(other);
        let runs = both?;
        let short = |run: &Run| -> Result<String, Ended> {
            let report = Report::of_run(run, &[]);
            Ok(report.in_short(&report.picture()?.into_iter().collect::<Vec<_>>()))
        };
        let each = [short(&runs[0])?, short(&runs[1])?];
        let side_by_side = report::side_by_side_html([&runs[0], &runs[1]]);
        let html = page::apart(&side_by_side, [(&*titles[0], &*each[0]), (&*titles[1], &*each[1])]);
        Ok(answered("Each on its own luck.", html))
    }

    /// The controls of a question before anything is set; `None` if it has mistakes.
    fn base(&mut self, job: &Job) -> Option<Arc<Controls>> {
        let written = &job.asked.written;
        if let Some((_, controls, _)) = self.bases.iter().find(|(known, ..)| known == written) {
            return Some(controls.clone());
        }
        let course = self.course(job, job.asked.bare()).ok()?;
        let controls = course.controls.clone();
        // It is shown with mistakes alone, which have no address and no command.
        let nothing = String::new;
        let form = Form { address: nothing(), further: nothing(), command: nothing(), ..(*course.form).clone() };
        self.keep(course);
        self.bases.push_back((written.clone(), controls.clone(), Arc::new(form)));
        if self.bases.len() > MOST_BASES {
            self.bases.pop_front();
        }
        Some(controls)
    }

    /// The controls of a question before anything is set, as HTML.
    fn bare(&self, job: &Job) -> Option<Arc<Form>> {
        self.bases.iter().find(|(known, ..)| *known == job.asked.written).map(|(_, _, form)| form.clone())
    }

    /// A scenario with what was played of it before. Reading ends early if the job is given up.
    fn course(&mut self, job: &Job, settled: Settled) -> Result<Course, Ended> {
        let known = self.courses.iter().position(|course| course.settled == settled);
        if let Some(course) = known.and_then(|place| self.courses.remove(place)) {
            return Ok(course);
        }
        let with = match &settled.with {
            Some(with) => {
                let one = self.course(job, (**with).clone())?;
                let title = one.scenario.title.clone();
                self.keep(one);
                Some(title)
            }
            None => None,
        };
        let read = Scenario::rewritten_unless(&settled.written, &settled.sets, &job.given_up)
            .map_err(|mistakes| Ended::Refused(page::mistaken(&mistakes, &settled)))?;
        let scenario = read.ok_or(Ended::Cut)?;
        let controls = Controls::of(&scenario, &settled.written);
        let form = Arc::new(Form {
            heading: page::heading(&scenario),
            controls: page::controls(&scenario, &controls, &settled, with.as_deref()),
            print: controls.print(&settled.carried(&controls), &settled.identity()),
            address: settled.address(),
            title: scenario.title.clone(),
            further: page::further(&scenario, &controls),
            command: page::same(&settled.command(&scenario), &settled),
        });
        let controls = Arc::new(controls);
        Ok(Course { settled, scenario, controls, form, tallies: None, players: None, files: None })
    }

    fn keep(&mut self, course: Course) {
        self.courses.push_back(course);
        let cells = |course: &Course| match &course.scenario.body {
            Body::Fight(cells) => cells.len(),
            Body::Situation { cases, .. } => cases.len(),
        };
        while self.courses.len() > 1
            && (self.courses.len() > MOST_COURSES || self.courses.iter().map(cells).sum::<usize>() > MOST_CELLS)
        {
            self.courses.pop_front();
        }
    }
}

/// The question that plays one fight with another one as its variant, which these overrides make of it. Its maps are those
/// of both.
fn paired(one: &Settled, other: &Settled, sets: Vec<String>) -> Result<Settled, Ended> {
    let mut files = one.written.files.clone();
    for (path, text) in &other.written.files {
        if files.insert(path.clone(), text.clone()).is_some_and(|own| own != *text) {
            return Err(Ended::refused(&format!(
                "Both have a map “{path}”, and the maps differ: give one another name."
            )));
        }
    }
    let sets = one.sets.iter().cloned().chain(sets).collect();
    Ok(Settled { of: one.of.clone(), written: Written { files, ..one.written.clone() }, sets, with: None })
}

/// The command that compares two questions, if they are as in their files and in one folder.
fn command_of_both(one: &Course, other: &Course) -> Option<String> {
    let as_written = [one, other].iter().all(|course| course.scenario.written().sets.is_empty());
    let folder = |course: &Course| Path::new(course.settled.file()).parent().map(Path::to_owned);
    let on_maps = [one, other].iter().any(|course| course.scenario.value("field.map").is_some());
    (as_written && (folder(one) == folder(other) || !on_maps)).then(|| one.settled.compared(&other.settled))
}

/// The engagements after which every verdict is known, up to the scenario's own number.
fn decided(job: &Arc<Job>, course: &mut Course, options: &Options<'_>) -> Result<u64, Ended> {
    let mut tallies = match course.tallies.take() {
        Some(tallies) => tallies,
        None => Tallies::new(&course.scenario, None)?,
    };
    let next = Mutex::new((Instant::now() + FIRST, FIRST));
    let play = |scenario: &Scenario, tallies: &mut Tallies| {
        runner::play(scenario, tallies, options, &Unwatched, &Live { job, scenario, next: &next })
    };
    let is_decided = |run: &Run| Report::of_run(run, &[]).is_decided();
    let engagements = runner::until_decided(&mut course.scenario, &mut tallies, play, is_decided);
    course.tallies = Some(tallies);
    engagements?.ok_or(Ended::Cut)
}

/// Shows what stands around the answer.
fn tell_form(job: &Job, form: Form) {
    job.tell(Update { form: Some(Arc::new(form)), ..Update::new(Phase::Begun, "Playing…") });
}

/// What the page of a job shows besides its answer: the page of a search has no controls.
fn form(job: &Job, course: &Course) -> Arc<Form> {
    let Wish::Search(search) = &job.wish else { return course.form.clone() };
    let Course { settled, scenario, .. } = course;
    let command = settled.command_of(search.name(), &search.options(scenario), scenario);
    Arc::new(Form { command: page::same(&command, settled), ..Form::default() })
}

/// What a job wants of a scenario.
fn done(job: &Arc<Job>, course: &mut Course, stop: &Stop) -> Result<Update, Ended> {
    let options = Options { threads: None, interrupt: stop, executor: None };
    match &job.wish {
        Wish::Replay(selected) => {
            let page = replay(&course.scenario, selected, &options)?;
            file("replay.html".to_owned(), page.into_bytes())
        }
        Wish::Search(search) => {
            let page = match search {
                Search::Levers => levers(job, &course.scenario, &options)?,
                Search::Best => best(job, &course.scenario, course.settled.file(), &options)?,
                Search::Balance { key, between, goal } => {
                    let asked = Balancing::of(&course.scenario, key, *between, goal, None)?;
                    balance(job, &course.scenario, &asked, &options)?
                }
                Search::Price(question) => price(job, &course.scenario, question, &options)?,
            };
            file(format!("{}.html", search.name()), page.into_bytes())
        }
        Wish::Map => Ok(draw::checked(&job.asked.written)),
        Wish::File(name) if name == page::SCENARIO => {
            file(course.scenario.written().name, course.scenario.as_file().into_bytes())
        }
        Wish::File(name) => {
            if course.files.is_none() {
                course.files = Some(files(job, course, &options)?);
            }
            match course.files.iter().flatten().find(|(known, _)| known == name) {
                Some((name, bytes)) => file(name.clone(), bytes.clone()),
                None => Err(Ended::refused(&format!("This report has no file “{name}”."))),
            }
        }
        Wish::Answer if is_situation(&course.scenario) => {
            let odds = runner::odds(&course.scenario, &options)?;
            let report = Report::of_odds(&odds);
            Ok(answered("Exact.", report.fragment(&report.charts()?)))
        }
        Wish::Answer => {
            let run = played(job, course, &options)?;
            let report = Report::of_run(&run, &[]);
            let charts = report.charts()?;
            if course.players.is_none() {
                let html = report.fragment(&charts);
                job.tell(Update { html, ..Update::new(Phase::Playing, "Asking how far it depends on the players…") });
            }
            let report = report.with_players(players(course, &options)?);
            Ok(answered(&report.basis(), report.fragment(&charts)))
        }
    }
}

/// The files of a report, as the command line writes them.
fn files(job: &Arc<Job>, course: &mut Course, options: &Options<'_>) -> Result<Vec<report::File>, Ended> {
    if is_situation(&course.scenario) {
        return Ok(Report::of_odds(&runner::odds(&course.scenario, options)?).files()?);
    }
    let run = played(job, course, options)?;
    let players = players(course, options)?;
    let heats = runner::heat(&course.scenario, &run, options)?;
    uncut(options)?;
    Ok(Report::of_run(&run, &heats).with_players(players).files()?)
}

/// What was cut short is not what the command line gives: it is done again in the next turn.
fn uncut(options: &Options<'_>) -> Result<(), Ended> {
    if options.interrupt.is_set() { Err(Ended::Cut) } else { Ok(()) }
}

/// How far a fight depends on the players.
fn players(course: &mut Course, options: &Options<'_>) -> Result<Players, Ended> {
    if let Some(known) = &course.players {
        return Ok(known.clone());
    }
    let scenario = &course.scenario;
    let presets = runner::presets(scenario, *options)?;
    uncut(options)?;
    let players = presets.map_or_else(|| Players::unasked(scenario), |presets| Players::of_presets(&presets, scenario));
    course.players = Some(players.clone());
    Ok(players)
}

fn answered(status: &str, html: String) -> Update {
    Update { html, ..Update::new(Phase::Done, status) }
}

fn file(name: String, bytes: Vec<u8>) -> Result<Update, Ended> {
    Ok(Update { file: Some(Arc::new((name, bytes))), ..Update::new(Phase::Done, "") })
}

/// The run of a fight: plays what is missing, and shows the numbers as they come.
fn played(job: &Arc<Job>, course: &mut Course, options: &Options<'_>) -> Result<Run, Ended> {
    let scenario = &course.scenario;
    let mut tallies = match course.tallies.take() {
        Some(tallies) => tallies,
        None => Tallies::new(scenario, None)?,
    };
    let next = Mutex::new((Instant::now() + FIRST, FIRST));
    let live = Live { job, scenario, next: &next };
    let played = runner::play(scenario, &mut tallies, options, &Unwatched, &live);
    let whole = matches!(played, Ok(false)).then(|| runner::assemble(scenario, &tallies));
    course.tallies = Some(tallies);
    played?;
    whole.map_or(Err(Ended::Cut), |run| Ok(run?))
}

/// Shows the numbers of a run that goes on.
struct Live<'j> {
    job: &'j Arc<Job>,
    scenario: &'j Scenario,
    /// When numbers are shown next, and how long after those before.
    next: &'j Mutex<(Instant, Duration)>,
}

impl Keep for Live<'_> {
    fn due(&self) -> bool {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let due = self.job.wish == Wish::Answer && Instant::now() >= next.0;
        if due {
            next.1 = (next.1 * 2).min(LONGEST);
            next.0 = Instant::now() + next.1;
        }
        due
    }

    fn keep(&self, tallies: &Tallies) {
        let shown = || -> Result<Update, Ended> {
            let run = runner::assemble(self.scenario, tallies)?;
            let report = Report::of_run(&run, &[]);
            let charts: Vec<_> = report.picture()?.into_iter().collect();
            let status = format!("Playing: {}.", report.basis());
            Ok(Update { html: report.so_far(&charts), ..Update::new(Phase::Playing, status) })
        };
        // What cannot be shown now is reported at the end, if it persists.
        if let Ok(update) = shown() {
            self.job.tell(update);
        }
    }
}

/// Shows how far a search has come.
struct Searching<'j> {
    job: &'j Job,
    next: Mutex<Instant>,
}

impl<'j> Searching<'j> {
    fn new(job: &'j Job) -> Searching<'j> {
        Searching { job, next: Mutex::new(Instant::now()) }
    }
}

impl Progress for Searching<'_> {
    fn due(&self) -> bool {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let due = Instant::now() >= *next;
        if due {
            *next = Instant::now() + LONGEST / 2;
        }
        due
    }

    fn show(&self, snapshot: &Snapshot) {
        let status = match snapshot {
            Snapshot::Solving { done, total } => format!("Solving: {done} of {total} cells."),
            Snapshot::Playing { done, total, .. } => {
                format!("Playing: {} of at most {} engagements.", grouped(*done), grouped(*total))
            }
        };
        self.job.tell(Update::new(Phase::Playing, status));
    }
}

impl Watcher for Searching<'_> {
    fn note(&self, what: &str, spent: u64) {
        self.job.tell(Update::new(Phase::Playing, format!("{what}; {} engagements so far.", grouped(spent))));
    }

    fn keep(&self, _record: &Record) {}
}

/// The first cell, of which searches and replays are asked.
const CELL: usize = 0;

/// The first point of the sweep, of which searches are asked.
fn first_point(scenario: &Scenario) -> Vec<usize> {
    vec![0; scenario.axes.len()]
}

/// The page that ranks the keys.
fn levers(job: &Job, scenario: &Scenario, options: &Options<'_>) -> Result<String, Ended> {
    let (id, quantity) = scenario.compared().unwrap_or(BLUE_WINS);
    let question = Question { quantity, within: None, only: None };
    let (before, watch) = (locked(&job.tallies).take(), Searching::new(job));
    let (found, tallies) =
        search::levers(scenario, &first_point(scenario), question, before, *options, (&watch, &Unkept))?;
    if found.interrupted {
        *locked(&job.tallies) = Some(tallies);
        return Err(Ended::Cut);
    }
    Ok(Ranking::of(scenario, CELL, (id.to_owned(), quantity), &found).findings()?.page())
}

/// The page of what both sides play best.
fn best(job: &Job, scenario: &Scenario, file: &str, options: &Options<'_>) -> Result<String, Ended> {
    let point = first_point(scenario);
    let asked = Asked { side: None, mission: scenario.mission(), placement: false };
    let mut record = locked(&job.record).take().unwrap_or_else(|| Record::new(scenario, &point, &asked));
    let found = search::best(scenario, &point, asked, &mut record, *options, &Searching::new(job))?;
    if found.interrupted {
        *locked(&job.record) = Some(record);
        return Err(Ended::Cut);
    }
    Ok(Doctrines::of(scenario, CELL, file.to_owned(), &found).findings()?.page())
}

/// The page of the value of a key at which a goal is met.
fn balance(job: &Job, scenario: &Scenario, asked: &Balancing, options: &Options<'_>) -> Result<String, Ended> {
    let (before, watch) = (locked(&job.tallies).take(), Searching::new(job));
    let (found, tallies) = search::balances(scenario, asked, before, *options, (&watch, &Unkept))?;
    if found.iter().any(|(_, balance)| balance.interrupted) {
        *locked(&job.tallies) = Some(tallies);
        return Err(Ended::Cut);
    }
    Ok(Fair::of(scenario, asked, &found)?.findings()?.page())
}

/// The page of what units are worth.
fn price(job: &Job, scenario: &Scenario, question: &PriceQuestion, options: &Options<'_>) -> Result<String, Ended> {
    let point = first_point(scenario);
    let wares = question.wares(scenario, &point)?;
    let mut record = locked(&job.record).take().unwrap_or_else(|| Record::new(scenario, &point, &wares.asked));
    let found = search::price(scenario, &point, &wares.asked, &mut record, *options, &Searching::new(job))?;
    let Some(priced) = found else {
        *locked(&job.record) = Some(record);
        return Err(Ended::Cut);
    };
    Ok(Prices::of(scenario, CELL, wares, question.options(), &priced).findings()?.page())
}

/// The page of a selected engagement of the first cell.
fn replay(scenario: &Scenario, selected: &Selected, options: &Options<'_>) -> Result<String, Ended> {
    let (engagement, why) = match selected {
        Selected::Number(number) => (*number, Vec::new()),
        Selected::Pick(pick) => {
            let picked = runner::pick(scenario, CELL, *pick, options)?;
            uncut(options)?;
            let picked = picked.map_err(|none| Ended::refused(&none.to_string()))?;
            (picked.engagement, vec![picked.why])
        }
        Selected::Ending(id) => {
            let condition =
                Condition::parse(id, scenario.ruleset).map_err(|error| Ended::refused(&error.to_string()))?;
            let found = runner::find(scenario, CELL, &condition, 1, options)?;
            uncut(options)?;
            let first = found.engagements.first().ok_or_else(|| Ended::refused(&found.rarity.to_string()))?;
            (*first, vec![found.rarity.to_string()])
        }
    };
    let mut replay = runner::replay(scenario, CELL, engagement)?;
    replay.why = why;
    Ok(report::replay_page(&replay, &runner::provenance_of(scenario, CELL, engagement))?)
}
