//! A self-contained page: it loads nothing, contains the data, and can be printed.

use engage::{lower, plain_lines, short_unit};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use runner::{Pick, Provenance, Run};
use scenario::Range;

use crate::balance::Fair;
use crate::chart::Chart;
use crate::error::Error;
use crate::json::spelled;
use crate::number::{self, Unit};
use crate::report::{Report, Source};
use crate::sheet::Sheet;
use crate::tables::Table;
use crate::terminal::LONG_NAME;
use crate::who;
use crate::words::Facts;

/// The style of a page.
pub const STYLE: &str = include_str!("page.css");

/// The script of a page: it sorts tables, and says which are wider than the page.
pub const SCRIPT: &str = include_str!("page.js");

impl Report<'_> {
    /// The page with its charts; the first chart answers the question.
    ///
    /// # Errors
    /// [`Error::Json`] when the data have no JSON form.
    pub fn page(&self, charts: &[Chart]) -> Result<String, Error> {
        let from = self.provenance();
        let body = html! {
            (opening(from, &from.title, &self.answer.sentences, charts.first()))
            (self.parts(charts))
            @if let Source::Run(run, _) = self.source { (replays(run)) }
            (files("results.json", &self.tables(), &html! { code { "beatenzone run report.html" } " plays it again." }))
            (how_to_read(&self.sheet))
        };
        Ok(page(&from.title, &body, &self.value()?.to_string()))
    }

    /// The same as a part of a page that has a title, a style and files of its own.
    #[must_use]
    pub fn fragment(&self, charts: &[Chart]) -> String {
        let body = html! {
            (answer(&self.answer.sentences, charts.first()))
            (who_is_who(self.provenance()))
            (self.parts(charts))
            (how_to_read(&self.sheet))
        };
        plain_lines(&body.into_string())
    }

    /// The numbers of a run that goes on: the picture and the headline, without a sentence, since the numbers still move.
    #[must_use]
    pub fn so_far(&self, charts: &[Chart]) -> String {
        let body = html! {
            (answer(&[], charts.first()))
            (who_is_who(self.provenance()))
            @for (i, shown) in self.headline.iter().take(1).enumerate() { (table(shown, &format!("headline-{i}"))) }
        };
        plain_lines(&body.into_string())
    }

    /// The sentences with their picture, and who is who: without tables, so that two of these stand on one page.
    #[must_use]
    pub fn in_short(&self, charts: &[Chart]) -> String {
        let body = html! {
            (answer(&self.answer.sentences, charts.first()))
            (who_is_who(self.provenance()))
        };
        plain_lines(&body.into_string())
    }

    /// Everything between the answer and the files.
    fn parts(&self, charts: &[Chart]) -> Markup {
        let (first, others) = charts.split_first().map_or((None, charts), |(first, others)| (Some(first), others));
        let mut room = Room::new(first);
        let (leading, further) = self.headline.split_at(1.min(self.headline.len()));
        html! {
            @if let Some(players) = &self.players { p.hint { (players.sentence()) } }
            section {
                h2 { "Headline" }
                p.hint.narrow { "Tables and charts that are wider than the screen scroll sideways." }
                @for (i, shown) in leading.iter().enumerate() { (room.table(shown, &format!("headline-{i}"), "")) }
            }
            @if let Some(endings) = &self.endings {
                section {
                    h2 { "How it ends" }
                    (room.table(endings, "endings", ""))
                }
            }
            @if let Some(doctrines) = &self.doctrines {
                section {
                    h2 { "By doctrine" }
                    p { "Each engagement draws a doctrine for each side. All pairs play the same luck, so their errors are not independent." }
                    (room.table(doctrines, "doctrines", ""))
                }
            }
            @if let Some(differences) = &self.differences {
                section {
                    h2 { "Against the baseline" }
                    p { "Each variant minus the baseline over the same engagements, with the same luck wherever both make \
                         the same draws. “Saved” says how many times more engagements an unpaired comparison would have \
                         needed." }
                    (room.table(differences, "differences", ""))
                }
            }
            (room.figures(others))
            @if !further.is_empty() {
                section {
                    h2 { "Other quantities" }
                    @for (i, shown) in further.iter().enumerate() {
                        (room.table(shown, &format!("headline-{}", leading.len() + i), ""))
                    }
                }
            }
            @if self.every_quantity.is_some() || self.every_difference.is_some() {
                section {
                    h2 { "All numbers" }
                    @if let Some(every) = &self.every_quantity { (folded(every, "every", "Every quantity")) }
                    @if let Some(every) = &self.every_difference { (folded(every, "every-difference", "Every difference")) }
                }
            }
            (provenance(&self.facts))
        }
    }
}

impl Fair<'_> {
    /// The page with its charts; the first chart answers the question.
    ///
    /// # Errors
    /// [`Error::Json`] when a value has no JSON form.
    pub fn page(&self, charts: &[Chart]) -> Result<String, Error> {
        let (first, others) = charts.split_first().map_or((None, charts), |(first, others)| (Some(first), others));
        let mut room = Room::new(first);
        let again = html! { code { "beatenzone balance balance.html --vary " (self.key) } " repeats the search." };
        let title = self.asked();
        let body = html! {
            (opening(&varied(&self.provenance, &self.key), &title, &self.sentences(), first))
            section {
                h2 { "Result" }
                (room.table(&self.marked(), "fair", ""))
            }
            (room.figures(others))
            (provenance(&self.facts()))
            (files("balance.json", &["balance"], &again))
        };
        Ok(page(&title, &body, &self.value()?.to_string()))
    }

    /// The question and, if there is one, the answer.
    fn asked(&self) -> String {
        let name = &self.name;
        let goal = format!("“{}” {}", self.label, self.goal_alone());
        let is_count = self.key.ends_with(".count") && !name.unit.is_empty();
        let question = match &self.range {
            _ if is_count => format!("How many {} ({}) make {goal}?", name.unit, lower(&name.label)),
            Range::Choices { .. } => format!("With which {} is {goal}?", lower(&name.label)),
            _ => format!("At what {} is {goal}?", lower(&name.label)),
        };
        match self.points.as_slice() {
            [(_, balance)] => match (balance.fair(), &self.range) {
                (Some(fair), Range::Whole { .. } | Range::Real { .. }) => {
                    let unit = if is_count || name.unit.is_empty() { "" } else { short_unit(&name.unit) };
                    format!("{question} {:.1} {unit}", fair.value).trim_end().to_owned()
                }
                _ => question,
            },
            _ => question,
        }
        .replace(" %", "\u{a0}%")
    }

    /// The table of results, with the file's own value marked.
    fn marked(&self) -> Table {
        let mut table = self.shown_as_table();
        if let Some(own) = self.own_value() {
            let rows = table.rows.iter_mut().filter_map(|row| row.first_mut());
            rows.filter(|value| **value == own).for_each(|value| value.push_str(" (the file’s)"));
        }
        table
    }
}

/// The provenance with the varied key marked on its card.
fn varied(from: &Provenance, key: &str) -> Provenance {
    let mut from = from.clone();
    let card = &mut from.card;
    let squads = [&mut card.squads.blue, &mut card.squads.red].into_iter().flatten();
    let facts = squads.flat_map(|squad| &mut squad.facts).chain(&mut card.field).chain(&mut card.mission);
    facts.filter(|fact| fact.key == key).for_each(|fact| fact.varied = true);
    from
}

/// The start tag of the data in a page.
pub(crate) const DATA: &str = "<script type=\"application/json\" id=\"data\">";

pub(crate) fn page(title: &str, body: &Markup, data: &str) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main { (body) }
                (PreEscaped(DATA)) (PreEscaped(inert(&spelled(data)))) (PreEscaped("</script>"))
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    plain_lines(&markup.into_string()) + "\n"
}

/// JSON escaped so that it cannot end the script element around it.
pub(crate) fn inert(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// The most sentences of an answer: the answer, its certainty and causes, and how far it depends on the players.
const SENTENCES: usize = 3;

/// The top of a page: title, question, who is who, and the answer with its chart.
pub(crate) fn opening(from: &Provenance, title: &str, sentences: &[String], picture: Option<&Chart>) -> Markup {
    html! { (heading(from, title)) (who_is_who(from)) (answer(sentences, picture)) }
}

/// The title and the question.
fn heading(from: &Provenance, title: &str) -> Markup {
    html! {
        header {
            p.kicker { (from.rulebook) @if title != from.title { " · " (from.title) } }
            h1 { (title) }
            @if title == from.title && !from.question.is_empty() { p.question { (from.question) } }
        }
    }
}

/// The answer with its chart; findings beyond the first ones are folded away.
fn answer(sentences: &[String], picture: Option<&Chart>) -> Markup {
    html! {
        section.answer {
            @for sentence in sentences.iter().take(SENTENCES) { p { (sentence) } }
            @if let Some(picture) = picture { (figure(picture)) }
        }
        @if sentences.len() > SENTENCES {
            details.more {
                summary { "Further findings" }
                @for sentence in &sentences[SENTENCES..] { p { (sentence) } }
            }
        }
    }
}

/// Who fights whom, where, for what and with which players; the settings of each variant are folded away.
fn who_is_who(from: &Provenance) -> Markup {
    let rows = who::rows(from);
    let variants = who::variants(&from.card);
    html! {
        @if !rows.is_empty() {
            section.who {
                (who_rows(&rows))
                @if !variants.is_empty() {
                    details {
                        summary { "What each variant sets" }
                        dl { @for (name, sets) in &variants { dt { (name) } dd { (sets) } } }
                    }
                }
            }
        }
    }
}

/// Rows of who is who, with the sides in their colours.
pub(crate) fn who_rows(rows: &[who::CardRow]) -> Markup {
    html! { dl { @for (title, said) in rows { dt class=(title.to_lowercase().replace(' ', "-")) { (title) } dd { (said) } } } }
}

/// The most pixels in length of a page that is 1,200 wide, before anything is unfolded.
const LONGEST: i32 = 6000;

/// Pixels of the parts that every page has: title, who is who and sentences at the top, provenance and reading notes at
/// the bottom.
const FIXED: i32 = 2300;

/// A table with more rows is always folded away.
const ROWS: usize = 15;

/// The space left on a page, in pixels. Parts come in order of importance, and those that no longer fit are folded
/// away.
pub(crate) struct Room(i32);

impl Room {
    pub(crate) fn new(picture: Option<&Chart>) -> Room {
        Room(LONGEST - FIXED - picture.map_or(0, pixels))
    }

    /// Takes this height if it is left, and returns whether it was.
    const fn has(&mut self, height: i32) -> bool {
        let fits = height <= self.0;
        if fits {
            self.0 -= height;
        }
        fits
    }

    /// A table, folded away if it is long or does not fit. `title` names a folded table; if empty, its caption does.
    pub(crate) fn table(&mut self, shown: &Table, id: &str, title: &str) -> Markup {
        const ROW: i32 = 33;
        let rows = i32::try_from(shown.rows.len()).unwrap_or(i32::MAX / ROW);
        if shown.rows.len() <= ROWS && self.has(100 + rows * ROW) { table(shown, id) } else { folded(shown, id, title) }
    }

    /// Charts, as many as fit; the others are folded away together.
    pub(crate) fn figures(&mut self, charts: &[Chart]) -> Markup {
        let shown = charts.iter().take_while(|chart| self.has(pixels(chart))).count();
        let (shown, others) = charts.split_at(shown);
        html! {
            @if !charts.is_empty() {
                section {
                    h2 { "Charts" }
                    @for chart in shown { (figure(chart)) }
                    @if !others.is_empty() {
                        details {
                            summary { @if shown.is_empty() { (count(others.len(), "chart")) } @else { (count(others.len(), "further chart")) }
                                ": " (others.iter().map(|chart| chart.title.as_str()).collect::<Vec<_>>().join("; ")) }
                            @for chart in others { (figure(chart)) }
                        }
                    }
                }
            }
        }
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The height of a chart on a page: slightly more than its own, plus its surroundings.
fn pixels(chart: &Chart) -> i32 {
    let height = chart.svg.split_once(" height=\"").and_then(|(_, rest)| rest.split_once('"')?.0.parse::<i32>().ok());
    height.unwrap_or(600) * 21 / 20 + if chart.about.is_empty() { 34 } else { 100 }
}

pub(crate) fn folded(shown: &Table, id: &str, title: &str) -> Markup {
    let title = match (title, shown.caption.as_str()) {
        ("", "") => "The table",
        ("", caption) => caption,
        (title, _) => title,
    };
    html! {
        details {
            summary { (title) " (" (count(shown.rows.len(), "row")) ")" }
            (table(shown, id))
        }
    }
}

fn figure(chart: &Chart) -> Markup {
    html! {
        @if chart.about.is_empty() {
            figure id=(chart.name) role="img" aria-label=(chart.title) { (PreEscaped(inline(&chart.svg))) }
        } @else {
            figure id=(chart.name) {
                div role="img" aria-label=(chart.title) { (PreEscaped(inline(&chart.svg))) }
                figcaption { (chart.about) }
            }
        }
    }
}

/// An SVG document as an element of a page, where it needs no namespace.
fn inline(svg: &str) -> String {
    svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
}

pub(crate) fn provenance(facts: &Facts) -> Markup {
    html! {
        section {
            h2 { "Where the results come from" }
            dl { @for (label, fact) in facts { dt { (label) } dd { (fact) } } }
        }
    }
}

/// Commands that replay engagements, by pick and by ending.
fn replays(run: &Run) -> Markup {
    let chances = run.cells.first().map_or(&[][..], |cell| &cell.endings);
    let endings = run.endings.iter().zip(chances).filter(|(_, chance)| chance.value > 0.0);
    html! {
        section {
            h2 { "Replays" }
            details { summary { "How to watch engagements of each kind" }
            p.hint { "Any engagement can be watched step by step. These commands show the first row under the rules as \
                given; "
                code { "--cell KEY=VALUE" } " and " code { "--variant NAME" } " choose another row, "
                code { "--out replay.html" } " writes a page." }
            ul {
                @for pick in Pick::ALL {
                    li { code { "beatenzone replay report.html --pick " (pick.name()) } ": " (lower(pick.about())) }
                }
                @for (ending, chance) in endings {
                    li { code { "beatenzone replay report.html --where " (ending.id) } ": " (lower(&ending.label)) ", "
                        (number::spoken(chance, Unit::Share)) " of them" }
                }
            }
            }
        }
    }
}

/// Links to the data beside the page.
pub(crate) fn files(all: &str, tables: &[&str], again: &Markup) -> Markup {
    let data = tables.iter().flat_map(|table| ["csv", "parquet"].map(|ending| format!("{table}.{ending}")));
    html! {
        section {
            h2 { "The data" }
            p.hint { "The report folder has these files beside the page. The page itself also holds the data and the \
                scenario: " (again) }
            ul.files {
                @for name in [all.to_owned()].into_iter().chain(data) { li { a href=(name) { (name) } } }
            }
        }
    }
}

fn how_to_read(sheet: &Sheet) -> Markup {
    html! {
        section {
            h2 { "How to read this" }
            details { summary { "Intervals, exact numbers, per cent and points" }
            ul {
                li { "A number with ± was sampled: the true value lies within that distance in " (sheet.holds()) " such runs. \
                      If the interval reaches further to one side, the longer arm is shown; the data have both ends." }
                li { "A number marked exact was computed from the rules, not sampled; only its last digit is rounded." }
                li { "Chances and shares are per cent of engagements; differences between them are percentage points." }
                li { "Two numbers may differ even if their intervals overlap: a difference has an interval of its own, \
                      and under “against the baseline” it comes from the same engagements." }
                li { "The same scenario, seed and version give the same numbers on any machine. The unrounded data are \
                      inside this page, in the element with the id “data”." }
            }
            }
        }
    }
}

pub(crate) fn table(shown: &Table, id: &str) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table id=(id) {
                @if !shown.caption.is_empty() { caption { (shown.caption) } }
                thead { tr { @for (i, title) in shown.header.iter().enumerate() {
                    th.number[i >= shown.words] scope="col" { (title) }
                } } }
                tbody { @for row in &shown.rows { tr { @for (i, cell) in row.iter().enumerate() {
                    @if i < shown.words { th.long[cell.chars().count() > LONG_NAME] scope="row" { (cell) } }
                    @else { td.number { (cell) } }
                } } } }
            }
        }
    }
}
