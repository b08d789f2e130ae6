//! A result prepared for all exporters.

use runner::{Heat, OddsTable, Provenance, Run};
use stats::Verdict;

use crate::answer::Answer;
use crate::judge::Judged;
use crate::players::Players;
use crate::sheet::Sheet;
use crate::tables::{self, Table};
use crate::words::{self, Facts};

/// A run or a table of odds with its tables and sentences. Each format is a method.
#[derive(Clone, Debug)]
pub struct Report<'r> {
    pub(crate) source: Source<'r>,
    /// Its numbers.
    pub(crate) sheet: Sheet,
    /// Its facts and sentences.
    pub(crate) answer: Answer,
    /// How far a run depends on the players; `None` if that is not said.
    pub(crate) players: Option<Players>,
    /// The most important quantities, first the one asked about.
    pub(crate) headline: Vec<Table>,
    /// The endings, if there are many.
    pub(crate) endings: Option<Table>,
    /// The chances to win with each pair of doctrines, if there is a mix of them.
    pub(crate) doctrines: Option<Table>,
    /// The chances to win against the baseline.
    pub(crate) differences: Option<Table>,
    /// Every quantity against the baseline.
    pub(crate) every_difference: Option<Table>,
    /// Every quantity at every point, unless there is only one.
    pub(crate) every_quantity: Option<Table>,
    /// Its provenance.
    pub(crate) facts: Facts,
}

/// The source of a report.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'r> {
    /// A run, with its heat.
    Run(&'r Run, &'r [Heat]),
    /// The answers to a situation.
    Odds(&'r OddsTable),
}

impl<'r> Report<'r> {
    /// The report of a run, with its heat (may be empty).
    #[must_use]
    pub fn of_run(run: &'r Run, heats: &'r [Heat]) -> Report<'r> {
        let sheet = Sheet::of_run(run);
        Report {
            source: Source::Run(run, heats),
            answer: Answer::of(&sheet),
            players: None,
            headline: tables::headline(&sheet),
            endings: tables::endings(&sheet),
            doctrines: tables::doctrines(run, &sheet),
            differences: tables::differences_short(&sheet),
            every_difference: tables::differences_long(&sheet),
            every_quantity: tables::every(&sheet),
            facts: words::run_facts(&run.provenance, &run.result_hash, &sheet, heats),
            sheet,
        }
    }

    /// The same report, which also says how far the run depends on the players.
    #[must_use]
    pub fn with_players(self, players: Players) -> Report<'r> {
        Report { players: Some(players), ..self }
    }

    /// Whether the verdict of every headline quantity is known for every variant in every cell.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let known = |judged: Judged| !matches!(judged.verdict, Verdict::CannotTell { .. });
        let decided =
            |row| self.sheet.headlines().iter().all(|&column| self.sheet.judged(row, column).is_none_or(known));
        self.sheet.compared().into_iter().all(decided)
    }

    /// How it was answered: `1,000,000 engagements a cell` or `exact`.
    #[must_use]
    pub fn basis(&self) -> String {
        self.sheet.answered()
    }

    /// The sentences of the answer, and the one about the players.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        let answer = self.answer.sentences.iter().map(String::as_str);
        answer.chain(self.players.as_ref().map(Players::sentence))
    }

    /// The report of a table of odds.
    #[must_use]
    pub fn of_odds(table: &'r OddsTable) -> Report<'r> {
        let sheet = Sheet::of_odds(table);
        Report {
            source: Source::Odds(table),
            answer: Answer::of(&sheet),
            players: None,
            headline: tables::headline(&sheet),
            endings: None,
            doctrines: None,
            differences: None,
            every_difference: None,
            every_quantity: tables::every(&sheet),
            facts: words::odds_facts(table, &sheet),
            sheet,
        }
    }

    pub(crate) const fn provenance(&self) -> &'r Provenance {
        match self.source {
            Source::Run(run, _) => &run.provenance,
            Source::Odds(table) => &table.provenance,
        }
    }
}
