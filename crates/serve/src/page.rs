//! The HTML of the page around the answers.

use engage::{label, lower};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use runner::Pick;
use scenario::{Body, Diagnostics, RULESETS, Scenario};

use crate::asked::{DROP, LIST, OF, OWN, PATH, SET, SWEEP, Settled, TRIED, TRY, VALUE};
use crate::controls::{Control, Controls, MAP, Values};
use crate::jobs::{Form, Job, Phase, Search, Update, Wish};
use crate::library::{Library, drawable, titled};

/// The style: that of reports, and the page's own.
pub(crate) const STYLE: [&str; 4] =
    [report::STYLE, report::GROUND_STYLE, include_str!("serve.css"), include_str!("draw.css")];

/// The script of reports as a function of the part of the page that it is for, and the page's own.
pub(crate) const SCRIPT: [&str; 5] = [
    "function tables(document, addEventListener) {\n",
    report::SCRIPT,
    "}\n",
    include_str!("serve.js"),
    include_str!("draw.js"),
];

/// The name of the scenario among the files to download.
pub(crate) const SCENARIO: &str = "scenario.toml";

/// The files to download, with what they are.
const FILES: [(&str, &str); 6] = [
    (SCENARIO, "the scenario"),
    ("report.html", "the report, one page with everything"),
    ("report.md", "the report as text"),
    ("results.csv", "the table"),
    ("results.parquet", "the table for notebooks"),
    ("results.json", "everything as data"),
];

/// What the status says while numbers move.
const PLAYING: &str = "Playing…";

/// A group with no more controls has all of them in front.
const FEW: usize = 3;

/// The whole of a page.
pub(crate) fn page(title: &str, body: &Markup) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Beaten Zone" }
                link rel="icon" href="data:,";
                link rel="stylesheet" href="style.css";
                script src="script.js" defer {}
            }
            body { (body) }
        }
    };
    markup.into_string()
}

/// The top of every page.
pub(crate) fn top() -> Markup {
    html! {
        nav {
            a href="questions" { "Beaten Zone" }
            span { "Balance of small-unit combat rules, on this computer" }
        }
    }
}

/// The page that lists the questions; `drawing` is where maps are begun.
pub(crate) fn home(library: &Library, drawing: &Markup) -> String {
    let body = html! {
        (top())
        main.home {
            h1 { "What would you like to know?" }
            p.question { "Pick a question, then change it: who fights, with what, where and by which rules. The answer follows at once." }
            p { label for="find" { "Find a question " } input type="search" id="find" autocomplete="off" aria-controls="questions"; }
            @for wrong in &library.wrong { pre.wrong { (wrong) } }
            div id="questions" {
                @for (title, offered) in library.groups() {
                    section {
                        h2 { (title) }
                        ul.questions {
                            @for one in offered {
                                li {
                                    a href=(Settled::offered(&one.id).address()) { (one.heading.title) }
                                    @if !one.heading.question.is_empty() { " " span { (one.heading.question) } }
                                }
                            }
                        }
                    }
                }
            }
            section id="begin" {
                h2 { "Begin a question of your own" }
                form method="get" action="new" {
                    p {
                        label { "Rules and ground " select name="begin" {
                            @for ruleset in RULESETS { optgroup label=(ruleset.title) {
                                @for opening in ruleset.openings {
                                    option value=(format!("{} {}", ruleset.id, opening.id)) { (opening.about) }
                                }
                            } }
                        } }
                        " " label { "Map, for a fight on one " select name="map" {
                            @for (path, title) in titled(&library.maps) { option value=(path) { (title) } }
                        } }
                        " " button { "Begin" }
                    }
                }
            }
            (drawing)
            form id="open" method="post" action="ask" hidden {
                h2 { "Open a file" }
                p { label { "A scenario, a map, or a report that somebody sent you " input type="file" id="file" accept=".toml,.html,.json"; } " or drop it anywhere on this page." }
                input type="hidden" name=(OWN);
            }
            p id="status" role="status" {}
        }
    };
    page("Questions", &body)
}

/// The page of a question, with what the job with this number has come to.
pub(crate) fn question(update: &Update, job: u64) -> String {
    let empty = Form::default();
    let form = update.form.as_deref().unwrap_or(&empty);
    let goes_on = (!update.phase.is_last()).then_some(job);
    let body = html! {
        (top())
        main.asking {
            div id="heading" { (PreEscaped(&form.heading)) }
            form id="ask" method="post" action="ask" novalidate data-job=[goes_on] data-print=(form.print) data-address=(form.address) {
                // The first button is the one that Enter presses.
                p.go { button { "Answer" } }
                p.find { label for="find" { "Find a control " } input type="search" id="find" autocomplete="off" aria-controls="controls"; }
                div id="controls" { (PreEscaped(&form.controls)) }
            }
            div id="result" aria-busy=(goes_on.is_some()) {
                p id="status" role="status" { @if goes_on.is_none() { (update.status) } @else { (PLAYING) } }
                p.hint id="progress" { @if goes_on.is_some() { (update.status) } }
                @if goes_on.is_some() { noscript { p.hint { "It is still being played: “Answer”, or this page again, shows how far it has come." } } }
                div id="answer" { (PreEscaped(&update.html)) }
                section {
                    h2 { "Go deeper, and take it away" }
                    div id="further" { (PreEscaped(&form.further)) }
                }
            }
        }
    };
    page(if form.title.is_empty() { "Question" } else { &form.title }, &body)
}

/// Replays, files and the command. The buttons belong to the form of the question.
pub(crate) fn further(scenario: &Scenario, command: &str) -> String {
    let names = scenario.names();
    let markup = html! {
        @if let Body::Fight(cells) = &scenario.body {
            p {
                label { "Watch an engagement: " select name="pick" form="ask" {
                    @for pick in Pick::ALL { option value=(pick.name()) { (label(pick.name())) ": " (lower(pick.about())) } }
                    @for (place, ending) in scenario.ruleset.endings.iter().enumerate() {
                        @if cells.iter().any(|cell| cell.battle.ends(place)) {
                            option value=(ending.id) { "The first " (lower(&names.how(ending))) }
                        }
                    }
                } } " "
                button form="ask" formaction="replay" formtarget="_blank" { "Watch" }
            }
        }
        @if let Body::Fight(_) = &scenario.body {
            p {
                label { "Ask further " select name="search" form="ask" {
                    @for kind in Search::ALL { option value=(kind.name()) { (kind.asks()) } }
                } } " "
                button form="ask" formaction="search" formtarget="_blank" { "Ask" }
            }
        }
        p {
            label { "Download " select name="file" form="ask" {
                @for (name, what) in FILES { option value=(name) { (what) " (" (name) ")" } }
            } } " "
            button form="ask" formaction="download" { "Download" }
        }
        @let maps = drawable(&scenario.written().files);
        @if let Some((first, _)) = maps.first() {
            p {
                @if maps.len() == 1 { input type="hidden" name=(PATH) form="ask" value=(first); }
                @else {
                    label { "Map " select name=(PATH) form="ask" {
                        @for (path, title) in &maps { option value=(path) { (title) } }
                    } } " "
                }
                button form="ask" formaction="draw" { "Edit the map" }
            }
        }
        p { "The same bytes from the command line:" }
        pre { code { (command) } }
    };
    markup.into_string()
}

/// The title and the question of a scenario.
pub(crate) fn heading(scenario: &Scenario) -> String {
    let markup = html! {
        p.kicker { (scenario.ruleset.title) }
        h1 { (scenario.title) }
        @if !scenario.question.is_empty() { p.question { (scenario.question) } }
    };
    markup.into_string()
}

/// A message instead of an answer.
pub(crate) fn message(text: &str) -> String {
    html! { p.wrong { (text) } }.into_string()
}

/// The mistakes in a scenario instead of an answer.
pub(crate) fn mistakes(mistakes: &Diagnostics) -> String {
    let one = |mistake: &scenario::Diagnostic| {
        html! {
            div.wrong {
                p { @if !mistake.key.is_empty() { code { (mistake.key) } ": " } (mistake.message) }
                @if let Some(note) = &mistake.note { p { (note) } }
                @if let Some(help) = &mistake.help { p { (help) } }
            }
        }
    };
    let lacks_map = mistakes.0.iter().any(|mistake| mistake.key == MAP);
    html! {
        p { "This cannot be played as it is:" }
        @for mistake in &mistakes.0 { (one(mistake)) }
        @if lacks_map { p { "A scenario that you open needs its maps: drop them on the page together." } }
        details { summary { "Where in the file" } pre { (mistakes) } }
    }
    .into_string()
}

/// The controls of a question, in their groups, and what else is set.
pub(crate) fn controls(controls: &Controls, settled: &Settled) -> String {
    let carried = settled.carried(controls);
    let mut groups: Vec<&str> = Vec::new();
    for control in &controls.0 {
        if !groups.contains(&control.group.as_str()) {
            groups.push(&control.group);
        }
    }
    let markup = html! {
        @match &settled.of {
            Some(id) => input type="hidden" name=(OF) value=(id);,
            None => input type="hidden" name=(OWN) value=(serde_json::to_string(&settled.written).unwrap_or_default());,
        }
        @for set in &carried { input type="hidden" name=(SET) value=(set); }
        @if !carried.is_empty() {
            fieldset {
                legend { "Also set" }
                ul.carried { @for set in &carried { li { code { (in_short(set)) } " " button name=(DROP) value=(set) { "Remove" } } } }
            }
        }
        @for group in groups {
            @let (usual, further): (Vec<_>, Vec<_>) = parted(controls, group);
            fieldset {
                legend { (group) }
                @for control in &usual { (row(control)) }
                @if !further.is_empty() {
                    details { summary { @if usual.is_empty() { "All " } @else { "Others: " } (further.len()) }
                        @for control in &further { (row(control)) }
                    }
                }
            }
        }
    };
    markup.into_string()
}

/// The controls of a group that are shown at once, and the others. A small group has all of them in front.
fn parted<'c>(controls: &'c Controls, group: &str) -> (Vec<&'c Control>, Vec<&'c Control>) {
    let all: Vec<&Control> = controls.0.iter().filter(|control| control.group == group).collect();
    if all.len() <= FEW { (all, Vec::new()) } else { all.into_iter().partition(|control| control.usual) }
}

/// A control with its label, its meaning, and what else can be done with its key.
fn row(control: &Control) -> Markup {
    let id = format!("c-{}", control.key);
    let find = format!("{} {} {}", control.group, control.label, control.key).to_lowercase();
    html! {
        div.control.swept[!control.swept.is_empty()] data-find=(find) {
            @if control.swept.is_empty() { (value(control, &id)) } @else {
                label for=(id) { (control.label) (unit(control)) }
                input id=(id) type="text" name=(format!("{SWEEP}{}", control.key)) value=(control.swept) autocomplete="off";
            }
            (more(control))
        }
    }
}

/// The unit of a control after its label.
fn unit(control: &Control) -> String {
    if control.unit.is_empty() || lower(&control.label) == control.unit {
        String::new()
    } else {
        format!(", {}", control.unit)
    }
}

/// The field of a control's value.
fn value(control: &Control, id: &str) -> Markup {
    let name = format!("{VALUE}{}", control.key);
    html! {
        @match &control.values {
            Values::List(words) => {
                @let name = format!("{LIST}{}", control.key);
                fieldset.list {
                    legend { (control.label) }
                    input type="hidden" name=(name) value="";
                    @for (word, says) in words {
                        label { input type="checkbox" name=(name) value=(word)
                            checked[control.value.split(", ").any(|own| own == word)]; " " (says) }
                    }
                }
            }
            Values::Words(words) => {
                label for=(id) { (control.label) }
                select id=(id) name=(name) {
                    @for (word, says) in words { option value=(word) selected[*word == control.value] { (says) } }
                }
            }
            Values::Number { least, most, step } => {
                label for=(id) { (control.label) (unit(control)) }
                span.number {
                    @if !control.value.is_empty() {
                        input.slide type="range" min=(least) max=(reach(control, least, most)) step=(fine(control, least, step))
                            value=(control.value) aria-label=(format!("{}{}, slider", control.label, unit(control))) hidden;
                    }
                    input id=(id) type="number" name=(name) min=(least) max=(most) step="any" value=(control.value);
                }
            }
        }
    }
}

/// A step from the least value that meets the present one: that of the key, or a half or a quarter of it.
fn fine(control: &Control, least: &str, step: &str) -> String {
    let number = |text: &str| text.parse::<f64>().ok();
    let (Some(value), Some(least), Some(step)) = (number(&control.value), number(least), number(step)) else {
        return "any".to_owned();
    };
    let meets = |step: &f64| ((value - least) / step).fract() == 0.0;
    [step, step / 2.0, step / 4.0].into_iter().find(meets).map_or_else(|| "any".to_owned(), |step| step.to_string())
}

/// What is set, as a person reads it: a variant by its name.
fn in_short(set: &str) -> String {
    let variant = set.strip_prefix("variants.").and_then(|rest| rest.rsplit_once(".\""));
    variant.map_or_else(
        || set.to_owned(),
        |(name, set)| format!("“{}”: {}", name.trim_matches('"'), set.replacen("\"=", " = ", 1)),
    )
}

/// The most that a slider reaches: where a key takes far more than it has, four times its value.
fn reach(control: &Control, least: &str, most: &str) -> String {
    let number = |text: &str| text.parse::<f64>().ok();
    let (Some(least), Some(limit)) = (number(least), number(most)) else { return most.to_owned() };
    let value = number(&control.value).unwrap_or(least);
    let wide = 4.0 * value.abs().max(least.abs()).max(5.0);
    if limit > wide { wide.to_string() } else { most.to_owned() }
}

/// The meaning of a key, and the fields that sweep it or try another value beside the scenario.
fn more(control: &Control) -> Markup {
    html! {
        details.more {
            summary { span { "More about " (control.label) } }
            @if !control.about.is_empty() { p.hint { (control.about) } }
            p.hint { code { (control.key) }
                @if !control.printed.is_empty() { " · " @if control.key.starts_with("rules.") { "printed: " } @else { "by default: " } (control.printed) } }
            @if control.varies {
                @if control.swept.is_empty() {
                    p { label { "Compare values " input type="text" name=(format!("{SWEEP}{}", control.key))
                        placeholder=(example(control)) autocomplete="off"; } }
                    p { label { "Try beside it " (tried(control)) } " " button name=(TRY) value=(control.key) { "Try" } }
                }
            }
        }
    }
}

/// The field of a value to try.
fn tried(control: &Control) -> Markup {
    let name = format!("{TRIED}{}", control.key);
    html! {
        @match &control.values {
            Values::Words(words) => {
                @let other = words.iter().position(|(word, _)| *word != control.value);
                select name=(name) {
                    @for (place, (word, says)) in words.iter().enumerate() { option value=(word) selected[Some(place) == other] { (says) } }
                }
            }
            _ => input type="text" name=(name) autocomplete="off" placeholder=(control.value);,
        }
    }
}

/// Values to compare, for example.
fn example(control: &Control) -> String {
    match &control.values {
        Values::Number { least, step, .. } => {
            let number = |text: &str| text.parse::<f64>().unwrap_or(1.0);
            let first = number(if control.value.is_empty() { least } else { &control.value });
            [0.0, 1.0, 2.0].map(|steps| (first + steps * number(step)).to_string()).join(", ")
        }
        Values::Words(words) => words
            .iter()
            .map(|(word, _)| word.as_str())
            .filter(|word| !word.is_empty())
            .take(3)
            .collect::<Vec<_>>()
            .join(", "),
        Values::List(words) => {
            words.iter().take(2).map(|(word, _)| format!("[\"{word}\"]")).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The page that waits for a search, and leads to its page when there is one.
pub(crate) fn searching(job: &Job, status: &str) -> String {
    let title = if let Wish::Search(kind) = job.wish { kind.asks() } else { "" };
    let body = html! {
        (top())
        main.home data-search=(job.id) {
            h1 { (title) }
            p { "The question is asked of every value of every key, which takes from seconds to many minutes. This page shows the answer \
                 when there is one; closing it ends the search." }
            p id="status" role="status" { (status) }
            noscript { p { a href=(format!("made?id={}", job.id)) { "Look again" } } }
        }
    };
    page(title, &body)
}

/// A page with a message.
pub(crate) fn refusal(title: &str, said: &str) -> String {
    page(
        title,
        &html! { (top()) main.home { h1 { (title) } p { (said) } p { a href="questions" { "All questions" } } } },
    )
}

/// What a job has come to, as data for the script; the form only if it differs from the one that the page has.
pub(crate) fn data(id: u64, update: &Update, print: Option<u64>) -> serde_json::Value {
    let form = update.form.as_deref();
    serde_json::json!({
        "job": id,
        "phase": update.phase.name(),
        "done": update.phase.is_last(),
        "status": update.status,
        "answer": if update.html.is_empty() && update.phase != Phase::Done { None } else { Some(&update.html) },
        "heading": form.map(|form| &form.heading),
        "controls": form.filter(|form| Some(form.print) != print).map(|form| &form.controls),
        "print": form.map(|form| form.print.to_string()),
        "address": form.map(|form| &form.address),
        "title": form.map(|form| &form.title),
        "further": form.map(|form| &form.further),
    })
}

/// A page that says why there is no file.
pub(crate) fn refused_file(update: &Update) -> String {
    let said = if update.html.is_empty() { message(&update.status) } else { update.html.clone() };
    page("No file", &html! { (top()) main.home { h1 { "There is no such file" } (PreEscaped(said)) } })
}
