//! The counts and solutions of a run. They are saved so that the run can be resumed, merged with others, and turned
//! into a result without playing.

use std::collections::BTreeMap;

use engage::Ruleset;
use scenario::{Body, Content, Scenario};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::blocks::BLOCK;
use crate::cells::Numbers;
use crate::result::Method;
use crate::tally::{PairTally, Scoring, Tally};

/// The version of the file format of tallies.
const TALLIES_VERSION: u32 = 3;

/// The program's version: another version may play differently.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// The counts and solutions of a scenario's cells.
///
/// Everything in it is an integer or an exact solution, and the engagements of each cell have no gap. So it does not
/// show how often the run was stopped or how many threads played it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tallies {
    header: Header,
    /// The cells of the scenario in its order.
    pub(crate) cells: Vec<CellTally>,
    /// Cells that were played for the same scenario with another sweep or other variants.
    others: Vec<CellTally>,
}

/// The origin of tallies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    version: u32,
    engine: String,
    seed: u64,
    part: Option<Part>,
    content: Content,
    /// The number of cells that follow.
    cells: usize,
}

/// The last line of a file of tallies.
#[derive(Serialize, Deserialize)]
struct Footer {
    /// Hash of all the lines before it, 16 hexadecimal digits.
    checksum: String,
}

/// A part of the engagements of every cell, which is played separately and merged with the other parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its number, from 1.
    index: u64,
    /// The number of parts.
    of: u64,
    /// Engagements of each cell in all the parts.
    engagements: u64,
}

impl Part {
    /// Part `index` of `of`, from 1, of this number of engagements of each cell; `None` if there is no such part.
    #[must_use]
    pub const fn new(index: u64, of: u64, engagements: u64) -> Option<Part> {
        if index >= 1 && index <= of { Some(Part { index, of, engagements }) } else { None }
    }

    /// Whether it can exist; a file may contain anything.
    const fn is_valid(&self) -> bool {
        Part::new(self.index, self.of, self.engagements).is_some()
    }

    /// The name of the file of its tallies.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("part-{}-of-{}.jsonl", self.index, self.of)
    }

    /// Whether a file name has the form of [`Part::file_name`].
    #[must_use]
    pub fn is_file_name(name: &str) -> bool {
        let numbers = name.strip_prefix("part-").and_then(|name| name.strip_suffix(".jsonl"));
        let numbers = numbers.and_then(|numbers| numbers.split_once("-of-"));
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        numbers.is_some_and(|(index, of)| is_number(index) && is_number(of))
    }

    /// Its range of engagements: the first and the end (exclusive). Parts meet at whole blocks.
    pub(crate) fn range(&self) -> (u64, u64) {
        let blocks = u128::from(self.engagements.div_ceil(BLOCK));
        let start = |part: u64| {
            let block = (blocks * u128::from(part) / u128::from(self.of)) as u64;
            (block * BLOCK).min(self.engagements)
        };
        (start(self.index - 1), start(self.index))
    }
}

/// The counts and the solution of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CellTally {
    /// The cell.
    pub(crate) cell: String,
    /// The baseline that it is paired with; `None` for a baseline.
    pub(crate) baseline: Option<String>,
    /// The result of solving it; `None` if that was not tried.
    pub(crate) solution: Option<Solution>,
    /// The range of engagements counted: the first and the end (exclusive).
    pub(crate) engagements: (u64, u64),
    /// Its counts.
    pub(crate) tally: Tally,
    /// The paired counts against the baseline over the same engagements; `None` for a baseline.
    pub(crate) pair: Option<PairTally>,
}

/// The result of trying to solve a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Solution {
    /// Its numbers.
    Exact(Box<Numbers>),
    /// It has no solution within this number of states.
    Unsolved(usize),
}

impl CellTally {
    fn new(scoring: &Scoring, cell: &str, baseline: Option<&str>, first: u64) -> CellTally {
        CellTally {
            cell: cell.to_owned(),
            baseline: baseline.map(str::to_owned),
            solution: None,
            engagements: (first, first),
            tally: Tally::new(scoring),
            pair: baseline.map(|_| PairTally::new(scoring)),
        }
    }

    /// Whether its solution is known, or a search with at least this budget of states has failed.
    pub(crate) fn is_tried(&self, budget: usize) -> bool {
        match &self.solution {
            None => false,
            Some(Solution::Exact(_)) => true,
            Some(Solution::Unsolved(states)) => *states >= budget,
        }
    }

    /// Its exact numbers, if they fit a budget of states.
    pub(crate) fn exact(&self, budget: usize) -> Option<&Numbers> {
        match &self.solution {
            Some(Solution::Exact(numbers)) => {
                let fits = matches!(numbers.method, Method::Exact { states, .. } if states <= budget as u64);
                fits.then_some(numbers)
            }
            _ => None,
        }
    }

    /// Adds the counts of the engagements that follow its last one.
    pub(crate) fn add(&mut self, tally: Tally, pair: Option<&PairTally>) {
        self.engagements.1 += tally.engagements();
        self.tally.merge(tally);
        if let (Some(mine), Some(pair)) = (&mut self.pair, pair) {
            mine.merge(pair);
        }
    }

    fn key(&self) -> (&str, Option<&str>) {
        (&self.cell, self.baseline.as_deref())
    }
}

/// Why tallies cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The file is incomplete or was altered.
    #[error("is torn or was altered: {0}")]
    Torn(String),
    /// It was written by another version.
    #[error("has version {0} of the tallies format, but this program reads version {TALLIES_VERSION}")]
    Version(u32),
    /// Its ruleset is not known.
    #[error("belongs to the ruleset `{0}`, which this program does not have")]
    Ruleset(String),
    /// Its counts are impossible.
    #[error("holds impossible data: {0}")]
    Impossible(String),
}

/// Why tallies cannot be merged with others, or resumed with a scenario.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct Differs(pub Vec<String>);

impl Tallies {
    /// Empty tallies for a scenario's cells, or for a part of their engagements.
    ///
    /// # Errors
    /// [`Error::Situation`] for a scenario without engagements.
    pub fn new(scenario: &Scenario, part: Option<Part>) -> Result<Tallies, Error> {
        let Body::Fight(cells) = &scenario.body else { return Err(Error::Situation) };
        Ok(Tallies::of(scenario, cells, part))
    }

    /// Empty tallies for these cells of a scenario, the baseline of a point before its variants.
    pub(crate) fn of(scenario: &Scenario, cells: &[scenario::Cell], part: Option<Part>) -> Tallies {
        let scoring = Scoring::of(scenario.ruleset);
        let first = part.map_or(0, |part| part.range().0);
        let mut baseline = "";
        let mut counted = Vec::with_capacity(cells.len());
        for cell in cells {
            let against = cell.variant.map(|_| baseline);
            counted.push(CellTally::new(&scoring, &cell.id, against, first));
            if cell.variant.is_none() {
                baseline = &cell.id;
            }
        }
        let header = Header {
            version: TALLIES_VERSION,
            engine: ENGINE.to_owned(),
            seed: scenario.play.seed,
            part,
            content: scenario.content(),
            cells: 0,
        };
        Tallies { header, cells: counted, others: Vec::new() }
    }

    /// Takes over earlier tallies of the same scenario, or of one that differs only in its sweep or its variants.
    ///
    /// # Errors
    /// What differs, if the earlier tallies belong to another scenario.
    pub fn resume(mut self, before: Tallies) -> Result<Tallies, Differs> {
        let (here, there) = (&self.header, &before.header);
        let mut differences = here.content.differences(&there.content);
        let mut told = |what: &str, here: String, there: String| {
            if here != there {
                differences.push(format!("{what}: {there} there, {here} here"));
            }
        };
        told("play.seed", here.seed.to_string(), there.seed.to_string());
        told("version of the program", here.engine.clone(), there.engine.clone());
        let part = |header: &Header| header.part.map_or("all engagements".to_owned(), |part| part.to_string());
        told("what is played", part(here), part(there));
        if !differences.is_empty() {
            return Err(Differs(differences));
        }
        self.take_over(before);
        Ok(self)
    }

    /// Takes over the counts of the same cells, and keeps those of others.
    fn take_over(&mut self, before: Tallies) {
        let mut known: BTreeMap<(String, Option<String>), CellTally> = BTreeMap::new();
        let mut order = Vec::new();
        for cell in before.cells.into_iter().chain(before.others) {
            let key = (cell.cell.clone(), cell.baseline.clone());
            order.push(key.clone());
            known.insert(key, cell);
        }
        for cell in &mut self.cells {
            // Two variants may be the same cell under two names.
            if let Some(counted) = known.get(&(cell.cell.clone(), cell.baseline.clone())) {
                *cell = counted.clone();
            }
        }
        self.cells.iter().for_each(|cell| _ = known.remove(&(cell.cell.clone(), cell.baseline.clone())));
        self.others = order.into_iter().filter_map(|key| known.remove(&key)).collect();
    }

    /// Makes these the cells of the tallies, with what is already known of them.
    pub(crate) fn widen(&mut self, scenario: &Scenario, cells: &[scenario::Cell]) {
        let before = std::mem::replace(self, Tallies::of(scenario, cells, self.header.part));
        self.take_over(before);
    }

    /// Merges all parts of a run, given in any order.
    ///
    /// # Errors
    /// If they are not parts of one run, or a part is missing, given twice or not fully played.
    pub fn merge(parts: Vec<Tallies>) -> Result<Tallies, Differs> {
        let refuse = |why: String| Err(Differs(vec![why]));
        let mut numbered = BTreeMap::new();
        for tallies in parts {
            let Some(part) = tallies.header.part else { return refuse("one holds a whole run, not a part".to_owned()) };
            if numbered.insert(part.index, tallies).is_some() {
                return refuse(format!("{part} is there twice"));
            }
        }
        let Some(first) = numbered.values().next() else { return refuse("there are no parts".to_owned()) };
        let whole = Header { part: None, ..first.header.clone() };
        let (of, engagements) = first.header.part.map_or((0, 0), |part| (part.of, part.engagements));
        let wanted: Vec<(&str, Option<&str>)> = first.cells.iter().map(CellTally::key).collect();
        for tallies in numbered.values() {
            let Some(part) = tallies.header.part else { continue };
            let mut differences = first.header.content.differences(&tallies.header.content);
            let mut told = |what: &str, one: String, another: String| {
                if one != another {
                    differences.push(format!("{what}: {one} in one, {another} in another"));
                }
            };
            let header = &tallies.header;
            told("parts", of.to_string(), part.of.to_string());
            told("engagements", engagements.to_string(), part.engagements.to_string());
            told("seed", whole.seed.to_string(), header.seed.to_string());
            told("version of the program", whole.engine.clone(), header.engine.clone());
            let same = Header { part: None, ..header.clone() } == whole;
            if differences.is_empty() && !(same && tallies.cells.iter().map(CellTally::key).eq(wanted.iter().copied()))
            {
                differences.push("they are of different sweeps or variants".to_owned());
            }
            if !differences.is_empty() {
                return Err(Differs(differences));
            }
        }
        if let Some(missing) = (1..=of).find(|index| !numbered.contains_key(index)) {
            return refuse(format!("part {missing} of {of} is missing"));
        }
        let mut parts = numbered.into_values();
        let Some(mut merged) = parts.next() else { return refuse("there are no parts".to_owned()) };
        let last = merged.part().map_or(0, |part| part.engagements);
        merged.header = whole;
        for tallies in parts {
            for (mine, theirs) in merged.cells.iter_mut().zip(tallies.cells) {
                if mine.engagements.1 != theirs.engagements.0 && theirs.tally.engagements() > 0 {
                    return refuse("a part was not played to its end".to_owned());
                }
                mine.solution = mine.solution.take().or(theirs.solution);
                mine.add(theirs.tally, theirs.pair.as_ref());
            }
        }
        let is_whole = |cell: &CellTally| {
            let exact = matches!(cell.solution, Some(Solution::Exact(_)));
            cell.engagements.1 == last || (exact && cell.tally.engagements() == 0)
        };
        if merged.cells.iter().all(is_whole) {
            Ok(merged)
        } else {
            refuse("a part was not played to its end".to_owned())
        }
    }

    /// Whether these tallies hold counts or solutions that other tallies of the scenario lack.
    #[must_use]
    pub fn is_more_than(&self, other: &Tallies) -> bool {
        let exact = |cell: &CellTally| matches!(cell.solution, Some(Solution::Exact(_)));
        let known: BTreeMap<_, &CellTally> = other.every().map(|cell| (cell.key(), cell)).collect();
        self.every().any(|cell| {
            let there = known.get(&cell.key());
            let engagements = there.map_or(0, |there| there.tally.engagements());
            (exact(cell) && !there.is_some_and(|there| exact(there))) || cell.tally.engagements() > engagements
        })
    }

    /// All cells, including those of other sweeps and variants.
    fn every(&self) -> impl Iterator<Item = &CellTally> {
        self.cells.iter().chain(&self.others)
    }

    /// The part of the engagements that they cover; `None` if they cover all.
    #[must_use]
    pub const fn part(&self) -> Option<Part> {
        self.header.part
    }

    /// The fewest and the most engagements counted of any cell that is not solved; zeros if there is none.
    #[must_use]
    pub fn engagements(&self) -> (u64, u64) {
        let played = self.cells.iter().filter(|cell| !matches!(cell.solution, Some(Solution::Exact(_))));
        let counts: Vec<u64> = played.map(|cell| cell.engagements.1 - cell.engagements.0).collect();
        (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0))
    }

    /// The content of a file: a header line, a line for each cell, and a checksum.
    ///
    /// # Errors
    /// [`Error::Json`] when a number has no JSON form.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = serde_json::to_vec(&Header { cells: self.every().count(), ..self.header.clone() })?;
        bytes.push(b'\n');
        for cell in self.every() {
            serde_json::to_writer(&mut bytes, cell)?;
            bytes.push(b'\n');
        }
        let footer = serde_json::to_vec(&Footer { checksum: checksum(&bytes) })?;
        bytes.extend(footer);
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Reads what [`Tallies::to_bytes`] wrote for one of these rulesets. All cells count as the scenario's own until
    /// the tallies are resumed.
    ///
    /// # Errors
    /// If the file is incomplete or altered, has another version or an unknown ruleset, or holds counts that do not add
    /// up.
    pub fn from_bytes(bytes: &[u8], rulesets: &[&Ruleset]) -> Result<Tallies, Unreadable> {
        let torn = |what: &str| Unreadable::Torn(what.to_owned());
        let text = std::str::from_utf8(bytes).map_err(|_| torn("it is not text"))?;
        let whole = text.strip_suffix('\n').ok_or_else(|| torn("its last line is not complete"))?;
        let (body, footer) = whole.rsplit_once('\n').ok_or_else(|| torn("it has a single line"))?;
        let footer: Footer = serde_json::from_str(footer).map_err(|_| torn("its last line is not a checksum"))?;
        if footer.checksum != checksum(&bytes[..=body.len()]) {
            return Err(torn("its checksum does not match"));
        }
        let mut lines = body.lines();
        let wrong = |error: serde_json::Error| Unreadable::Torn(error.to_string());
        let first = lines.next().unwrap_or_default();
        let version: serde_json::Value = serde_json::from_str(first).map_err(wrong)?;
        match version["version"].as_u64() {
            Some(version) if version == u64::from(TALLIES_VERSION) => {}
            Some(version) => return Err(Unreadable::Version(u32::try_from(version).unwrap_or(u32::MAX))),
            None => return Err(torn("its first line has no version")),
        }
        let header: Header = serde_json::from_value(version).map_err(wrong)?;
        let cells: Vec<CellTally> = lines.map(serde_json::from_str).collect::<Result<_, _>>().map_err(wrong)?;
        if cells.len() != header.cells {
            return Err(torn("lines are missing"));
        }
        let of = &header.content.ruleset;
        let ruleset = rulesets.iter().find(|ruleset| ruleset.id == *of);
        let ruleset = ruleset.ok_or_else(|| Unreadable::Ruleset(of.clone()))?;
        let tallies = Tallies { header: Header { cells: 0, ..header }, cells, others: Vec::new() };
        tallies.whole(ruleset).map_err(Unreadable::Impossible)?;
        Ok(tallies)
    }
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "part {} of {} of {} engagements", self.index, self.of, self.engagements)
    }
}

fn checksum(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests;
mod whole;
