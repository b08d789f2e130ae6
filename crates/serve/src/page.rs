//! The HTML of the page around the answers.

use std::collections::BTreeSet;
use std::path::Path;

use engage::{Side, label, lower};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use runner::Pick;
use scenario::{Body, Diagnostics, KeyUse, RULESETS, Scenario, coverage};

use crate::asked::{
    DROP, KEEP, LIST, MIX, NAMED, NEW, OF, OWN, PATH, SET, SQUAD, SWEEP, Settled, THIS, TRIED, TRY, VALUE, WITH,
};
use crate::controls::{Control, Controls, MAP, Values};
use crate::jobs::{Form, Job, Phase, Update, Wish};
use crate::library::{DRAWN, Library, drawable, titled};
use crate::searches;

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

/// The page that lists the questions, with the part of it where maps are begun; with a question kept, those to see beside it.
pub(crate) fn home(library: &Library, drawing: &Markup, with: Option<&str>) -> String {
    let body = html! {
        (top())
        main.home {
            @if with.is_some() {
                h1 { "Which question beside it?" }
                p.question { "Pick the question to compare with the one that you keep. Two fights under one ruleset are played on the same luck." }
            } @else {
                h1 { "What would you like to know?" }
                p.question { "Pick a question, then change it: who fights, with what, where and by which rules. The answer follows at once." }
            }
            p { label for="find" { "Find a question " } input type="search" id="find" autocomplete="off" aria-controls="questions"; }
            @for wrong in &library.wrong { pre.wrong { (wrong) } }
            form id="pick" method="post" action="ask" { @if let Some(with) = with { input type="hidden" name=(WITH) value=(with); } }
            div id="questions" {
                @for (title, offered) in library.groups() {
                    section {
                        h2 { (title) }
                        ul.questions {
                            @for one in offered {
                                li {
                                    @if with.is_some() {
                                        button.link form="pick" name=(OF) value=(one.id) { (one.heading.title) }
                                    } @else {
                                        a href=(Settled::offered(&one.id).address()) { (one.heading.title) }
                                    }
                                    @if !one.heading.question.is_empty() { " " span { (one.heading.question) } }
                                }
                            }
                        }
                    }
                }
            }
            @if with.is_none() {
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
            }
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
                    div id="further" { (PreEscaped(form.deeper())) }
                }
            }
        }
    };
    page(if form.title.is_empty() { "Question" } else { &form.title }, &body)
}

/// Replays, searches and files. The buttons belong to the form of the question.
pub(crate) fn further(scenario: &Scenario, controls: &Controls) -> String {
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
        @if let Body::Fight(_) = &scenario.body { (searches::buttons(scenario, controls)) h3 { "Take it away" } }
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
    };
    markup.into_string()
}

/// The command that gives the same bytes of a question.
pub(crate) fn same(command: &str, settled: &Settled) -> String {
    html! {
        p { "The same bytes from the command line"
            @if settled.of.is_none() { ", where the scenario is downloaded as " code { (settled.file()) } } ":" }
        pre { code { (command) } }
    }
    .into_string()
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

/// The button that keeps a fight to compare with, or the title of the one that is kept.
fn beside(with: Option<&str>) -> Markup {
    html! {
        p.with { @match with {
            Some(title) => {
                "Compared with “" (title) "” "
                button name=(KEEP) value="none" { "Stop comparing" } " "
                button formaction="questions" { "Open another question beside it" }
            }
            None => {
                button name=(KEEP) value=(THIS) { "Compare with this" }
                span.hint { " keeps it as it is: change a control, or open another question, and see both." }
            }
        } }
    }
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

/// The mistakes in a question instead of an answer. A map that has some can be opened and mended.
pub(crate) fn mistaken(wrong: &Diagnostics, settled: &Settled) -> String {
    // A mistake names its map by the scenario's folder and the path from there.
    let folder = Path::new(&settled.written.name).parent().unwrap_or(Path::new(""));
    let is_wrong =
        |path: &&String| wrong.0.iter().any(|mistake| Path::new(&mistake.source) == folder.join(path.as_str()));
    html! {
        (PreEscaped(mistakes(wrong)))
        @for path in settled.written.files.keys().filter(|path| path.ends_with(DRAWN)).filter(is_wrong) {
            form method="post" action="draw" {
                (identity(settled))
                @for set in &settled.sets { input type="hidden" name=(SET) value=(set); }
                input type="hidden" name=(PATH) value=(path);
                p { button { "Edit the map" } " " code { (path) } }
            }
        }
    }
    .into_string()
}

/// The field that says which question it is.
fn identity(settled: &Settled) -> Markup {
    html! {
        @match &settled.of {
            Some(id) => input type="hidden" name=(OF) value=(id);,
            None => input type="hidden" name=(OWN) value=(serde_json::to_string(&settled.written).unwrap_or_default());,
        }
    }
}

/// What stands above an answer that compares a question with itself.
pub(crate) fn still_the_same() -> String {
    html! { p.hint { "Both are the same fight still: change a control, or open another question beside it." } }
        .into_string()
}

/// The answer to two questions of different rulesets: what can be set side by side, and each in short.
pub(crate) fn apart(side_by_side: &str, each: [(&str, &str); 2]) -> String {
    html! {
        (PreEscaped(side_by_side))
        @for (title, html) in each { section { h2 { (title) } (PreEscaped(html)) } }
    }
    .into_string()
}

/// The controls of a question, in their groups, and what else is set; with the title of the one that it is compared with.
pub(crate) fn controls(scenario: &Scenario, controls: &Controls, settled: &Settled, with: Option<&str>) -> String {
    let carried = settled.carried(controls);
    let mut groups: Vec<&str> = Vec::new();
    for control in &controls.0 {
        if !groups.contains(&control.group.as_str()) {
            groups.push(&control.group);
        }
    }
    let markup = html! {
        (identity(settled))
        @if let Some(with) = &settled.with { input type="hidden" name=(WITH) value=(with.query()); }
        @for set in &carried { input type="hidden" name=(SET) value=(set); }
        @if let Body::Fight(_) = &scenario.body { (beside(with)) }
        @if !carried.is_empty() {
            fieldset {
                legend { "Also set" }
                ul.carried { @for set in &carried { li { code { (in_short(set)) } " " button name=(DROP) value=(set) { "Remove" } } } }
            }
        }
        @let last = groups.iter().rposition(|group| squad(controls, group).is_some());
        @for (place, group) in groups.into_iter().enumerate() {
            @let (usual, further): (Vec<_>, Vec<_>) = parted(controls, group);
            fieldset {
                legend { (group) }
                @for control in &usual { (row(control)) }
                @if !further.is_empty() {
                    details { summary { @if usual.is_empty() { "All " } @else { "Others: " } (further.len()) }
                        @for control in &further { (row(control)) }
                    }
                }
                @if let Some((side, name)) = squad(controls, group) { (squad_changes(controls, side, name)) }
            }
            @if last == Some(place) { (new_squads(controls)) }
        }
    };
    markup.into_string()
}

/// The squad that a group is about.
fn squad<'c>(controls: &'c Controls, group: &str) -> Option<(Side, &'c str)> {
    let own = controls.0.iter().find(|control| control.group == group && !control.chosen)?;
    own.squad.as_ref().map(|(side, name)| (*side, name.as_str()))
}

/// How many squads a side has.
fn squads(controls: &Controls, side: Side) -> usize {
    let all = controls.0.iter().filter_map(|control| control.squad.as_ref()).filter(|(own, _)| *own == side);
    all.collect::<BTreeSet<_>>().len()
}

/// The buttons that add a squad.
fn new_squads(controls: &Controls) -> Markup {
    html! {
        fieldset {
            legend { "New squads" }
            @for side in Side::ALL.into_iter().filter(|&side| squads(controls, side) > 0) {
                p.squad {
                    label { "A squad of " (side.name()) ", called " input type="text" name=(format!("{NEW}{}", side.name())) autocomplete="off"; }
                    " " button name=(SQUAD) value=(format!("add {}", side.name())) { "Add" }
                }
            }
            p.hint { "It is like the last squad of its side." }
        }
    }
}

/// The buttons that rename a squad, or remove it if its side has others.
fn squad_changes(controls: &Controls, side: Side, name: &str) -> Markup {
    let of = format!("{} {name}", side.name());
    html! {
        details.squad {
            summary { @if squads(controls, side) > 1 { "Rename or remove this squad" } @else { "Rename this squad" } }
            p { label { "Its name " input type="text" name=(format!("{NAMED}{}.{name}", side.name())) value=(name) autocomplete="off"; }
                " " button name=(SQUAD) value=(format!("rename {of}")) { "Rename" } }
            @if squads(controls, side) > 1 { p { button name=(SQUAD) value=(format!("remove {of}")) { "Remove it" } } }
        }
    }
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
    let doctrine = set.strip_prefix("doctrines.").and_then(|rest| rest.split_once(".\""));
    let plain = |set: &str| set.trim_matches('"').replacen("\"=", " = ", 1);
    match (variant, doctrine.and_then(|(side, rest)| Some((side, rest.split_once("\".")?)))) {
        (Some((name, set)), _) => format!("“{}”: {}", name.trim_matches('"'), plain(set)),
        (None, Some((side, (name, set)))) => format!("A doctrine of {side}, “{name}”: {}", plain(set)),
        (None, None) => set.to_owned(),
    }
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
            @if let Some(used) = control.used { (cited(used)) }
            @if control.varies {
                @if control.swept.is_empty() {
                    p { label { "Compare values " input type="text" name=(format!("{SWEEP}{}", control.key))
                        placeholder=(example(control)) autocomplete="off"; } }
                    p { label { "Try beside it " (tried(control)) } " " button name=(TRY) value=(control.key) { "Try" }
                        @if control.chosen && control.squad.is_some() { " " button name=(MIX) value=(control.key) { "Mix it in" } } }
                    @if control.chosen && control.squad.is_some() {
                        p.hint { "Mixed in, it is a doctrine: each engagement draws whether the squad plays so or as written." }
                    }
                }
            }
        }
    }
}

/// The clauses of a key, and the reason for its default.
fn cited(used: &KeyUse) -> Markup {
    html! {
        @if !used.clauses.is_empty() {
            ul.clauses { @for clause in &used.clauses {
                li { code { (clause.id) } " " (clause.title) " (" (coverage(clause.coverage())) ")" }
            } }
        }
        @if let Some(why) = &used.why { p.hint { "Why the default: " (why) } }
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
pub(crate) fn searching(job: &Job, update: &Update) -> String {
    let (title, takes) = if let Wish::Search(search) = &job.wish { (search.asks(), search.takes()) } else { ("", "") };
    let further = update.form.as_deref().map(Form::deeper).unwrap_or_default();
    let body = html! {
        (top())
        main.home data-search=(job.id) {
            h1 { (title) }
            p { (takes) " This page shows the answer when there is one; closing it ends the search." }
            p id="status" role="status" { (update.status) }
            noscript { p { a href=(format!("made?id={}", job.id)) { "Look again" } } }
            div id="further" { (PreEscaped(further)) }
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
        "further": form.map(Form::deeper),
    })
}

/// A page that says why there is no file.
pub(crate) fn refused_file(update: &Update) -> String {
    let said = if update.html.is_empty() { message(&update.status) } else { update.html.clone() };
    page("No file", &html! { (top()) main.home { h1 { "There is no such file" } (PreEscaped(said)) } })
}
