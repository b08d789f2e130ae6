//! One self-contained page: nothing is loaded from anywhere, the data are inside, and it prints.

use engage::{lower, plain_lines};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use runner::{Pick, Provenance, Run};

use crate::balance::Fair;
use crate::chart::Chart;
use crate::error::Error;
use crate::json::spelled;
use crate::number::{self, Unit};
use crate::report::{Report, Source};
use crate::sheet::Sheet;
use crate::tables::Table;
use crate::terminal::LONG_NAME;
use crate::words::Facts;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

impl Report<'_> {
    /// The page, with charts in it.
    ///
    /// # Errors
    /// [`Error::Json`] when the data have no JSON form.
    pub fn page(&self, charts: &[Chart]) -> Result<String, Error> {
        let body = html! {
            (opening(self.provenance(), &self.answer.sentences))
            section {
                h2 { "Headline" }
                p.hint.narrow { "Tables and charts that are wider than the screen scroll sideways." }
                @for (i, shown) in self.headline.iter().enumerate().take(self.leading) { (headline(i, shown)) }
            }
            @if let Some(endings) = &self.endings {
                section {
                    h2 { "How it ends" }
                    (table(endings, "endings"))
                }
            }
            @if let Some(differences) = &self.differences {
                section {
                    h2 { "Against the baseline" }
                    p { "Each variant minus the baseline over the same engagements, with the same luck wherever the rules \
                         draw it alike. “Saved” says how many times more engagements an unpaired comparison would have \
                         needed." }
                    (table(differences, "differences"))
                }
            }
            (figures(charts))
            @if self.headline.len() > self.leading {
                section {
                    h2 { "Other quantities" }
                    @for (i, shown) in self.headline.iter().enumerate().skip(self.leading) { (headline(i, shown)) }
                }
            }
            @if let Some(every) = &self.every_quantity {
                section {
                    h2 { "Every quantity" }
                    p.hint { "A column’s title sorts by it: click it, or press Enter on it." }
                    (table(every, "every"))
                }
            }
            @if let Some(differences) = &self.every_difference {
                section {
                    h2 { "Every difference" }
                    (table(differences, "every-difference"))
                }
            }
            (provenance(&self.facts))
            @if let Source::Run(run, _) = self.source { (replays(run)) }
            (files("results.json", &self.tables(), &html! { code { "beatenzone run report.html" } " plays it again." }))
            (how_to_read(&self.sheet))
        };
        Ok(page(&self.provenance().title, &body, &self.value()?.to_string()))
    }
}

impl Fair<'_> {
    /// The page, with charts in it.
    ///
    /// # Errors
    /// [`Error::Json`] when a value has no JSON form.
    pub fn page(&self, charts: &[Chart]) -> Result<String, Error> {
        let again = html! { code { "beatenzone balance balance.html --vary " (self.key) } " asks it again." };
        let body = html! {
            (opening(&self.provenance, &self.sentences()))
            section {
                h2 { "What was found" }
                (table(&self.shown_as_table(), "fair"))
            }
            (figures(charts))
            (provenance(&self.facts()))
            (files("balance.json", &["balance"], &again))
        };
        Ok(page(&self.provenance.title, &body, &self.value()?.to_string()))
    }
}

/// What stands before the data in a page.
pub(crate) const DATA: &str = "<script type=\"application/json\" id=\"data\">";

fn page(title: &str, body: &Markup, data: &str) -> String {
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

/// JSON that cannot end the script element it stands in.
pub(crate) fn inert(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

fn opening(from: &Provenance, sentences: &[String]) -> Markup {
    html! {
        header {
            p.kicker { (from.rulebook) }
            h1 { (from.title) }
            @if !from.question.is_empty() { p.question { (from.question) } }
        }
        section.answer {
            @for sentence in sentences { p { (sentence) } }
        }
    }
}

fn headline(place: usize, shown: &Table) -> Markup {
    table(shown, &format!("headline-{place}"))
}

fn figures(charts: &[Chart]) -> Markup {
    html! {
        @if !charts.is_empty() {
            section {
                h2 { "Charts" }
                @for chart in charts {
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
        }
    }
}

/// An SVG document as an element of a page, which needs no namespace.
fn inline(svg: &str) -> String {
    svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
}

fn provenance(facts: &Facts) -> Markup {
    html! {
        section {
            h2 { "Where it comes from" }
            dl { @for (label, fact) in facts { dt { (label) } dd { (fact) } } }
        }
    }
}

/// How to watch engagements, by what is worth looking at and by how they end.
fn replays(run: &Run) -> Markup {
    let chances = run.cells.first().map_or(&[][..], |cell| &cell.endings);
    let endings = run.endings.iter().zip(chances).filter(|(_, chance)| chance.value > 0.0);
    html! {
        section {
            h2 { "Replays" }
            p.hint { "Any engagement can be watched step by step. These are of the first row under the rules as given; "
                code { "--cell KEY=VALUE" } " and " code { "--variant NAME" } " choose another, "
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

/// Links to the data beside the page.
fn files(all: &str, tables: &[&str], again: &Markup) -> Markup {
    let data = tables.iter().flat_map(|table| ["csv", "parquet"].map(|ending| format!("{table}.{ending}")));
    html! {
        section {
            h2 { "The data" }
            p.hint { "Beside this page, where it was written; the page alone holds them too, and the scenario: " (again) }
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
            ul {
                li { "A number with ± was sampled: the true value lies within that distance in " (sheet.holds()) " such runs. \
                      Where the interval is not the same on both sides, the longer arm is shown; the data have both ends." }
                li { "A number marked exact was computed from the rules, not sampled; only its last digit is rounded." }
                li { "Chances and shares are per cent of engagements, differences between them are percentage points." }
                li { "Two numbers may differ though their intervals overlap: a difference has an interval of its own, and \
                      comes from the same engagements where it stands under “against the baseline”." }
                li { "The same scenario, seed and version give the same numbers on any machine. The unrounded data are \
                      inside this page, in the element with the id “data”." }
            }
        }
    }
}

fn table(shown: &Table, id: &str) -> Markup {
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
