//! The page of a replay: one file that loads nothing. Without scripts it is a readable log with the opening plan.

use std::ops::Range;

use engage::{Side, Step, capital, lower, plain_lines};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use runner::{Actor, Piece, Provenance, Replay, Scene, State, drawn, parts};
use serde::Serialize;

use super::ground::{self, INCH};
use super::ground_layer::{Frame, ScenePositions, Under};
use super::{in_words, labels, opening, squads};
use crate::error::Error;
use crate::html::{inert, who_rows};
use crate::who;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The page loads nothing, whatever the names in it contain.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The most pixels of an inch.
const LARGEST: usize = 36;

/// The data of the page's script, in the element with the id `data`. Squares are numbered row by row from 0 or, if
/// there are `places`, in their order. Figures, doors and rooms have the numbers of the steps.
#[derive(Serialize)]
struct Data<'r> {
    title: &'r str,
    which: &'r str,
    ending: &'r str,
    columns: usize,
    /// The middle of each square; `None` if squares lie in rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<Vec<(usize, usize)>>,
    /// The scene shown first.
    opening: usize,
    figures: Vec<FigureData<'r>>,
    steps: Vec<StepData>,
    /// The scene before the first step, and after each step.
    scenes: Vec<SceneData>,
}

#[derive(Serialize)]
struct FigureData<'r> {
    label: char,
    name: &'r str,
    side: &'static str,
    squad: &'r str,
}

/// A step; its text is in the log.
#[derive(Serialize)]
struct StepData {
    turn: u32,
    figure: Option<u8>,
    target: Option<u8>,
}

#[derive(Serialize)]
struct SceneData {
    /// The square of each figure; `None` if it is not on the plan.
    at: Vec<Option<usize>>,
    down: Vec<usize>,
    left: Vec<usize>,
    open: Vec<u8>,
    gas: Vec<u8>,
    /// The squares covered by smoke.
    smoke: Vec<usize>,
    bursts: Vec<u8>,
    shots: Vec<(usize, usize)>,
    moves: Vec<(u8, Vec<usize>)>,
}

impl SceneData {
    fn new(scene: &Scene, squares: ScenePositions) -> SceneData {
        let those = |state: State| (0..scene.pieces.len()).filter(|&i| scene.pieces[i].state == state).collect();
        SceneData {
            at: squares.at,
            down: those(State::Down),
            left: those(State::Left),
            open: scene.open.iter().copied().collect(),
            gas: scene.gas.iter().copied().collect(),
            smoke: squares.smoke,
            bursts: scene.bursts.iter().copied().collect(),
            shots: squares.shots,
            moves: squares.moves,
        }
    }
}

/// The word for a side, as a CSS class and in the data.
fn side(actor: &Actor) -> &'static str {
    actor.side.map_or("other", Side::name)
}

/// A replay as a page that steps through it, with the plan of its map or its zones, if it has one. The card in `from`
/// provides who is who.
///
/// # Errors
/// [`Error::Json`] when the data have no JSON form.
pub fn replay_page(replay: &Replay, from: &Provenance) -> Result<String, Error> {
    let replay = &in_words(replay, &from.card);
    let labels = labels(replay);
    let opening = opening(replay);
    let scenes: Vec<Scene> = replay.scenes().collect();
    let first = &scenes[opening];
    let marked = replay.steps.iter().any(|step| !step.marks.is_empty());
    let under = Under::new(replay, &scenes, opening);
    let figures = replay.figures.iter().zip(&labels);
    let steps = replay.steps.iter().map(|&Step { turn, figure, target, .. }| StepData { turn, figure, target });
    let data = Data {
        title: &replay.title,
        which: &replay.which,
        ending: &replay.ending,
        columns: under.columns(),
        places: under.places(),
        opening,
        figures: figures
            .map(|(actor, &label)| FigureData { label, name: &actor.name, side: side(actor), squad: &actor.squad })
            .collect(),
        steps: steps.collect(),
        scenes: scenes
            .iter()
            .enumerate()
            .map(|(number, scene)| SceneData::new(scene, under.squares(replay, number, scene)))
            .collect(),
    };
    let data = serde_json::to_string(&data)?;
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (replay.heading()) }
                style { (PreEscaped(ground::STYLE)) (PreEscaped(STYLE)) }
            }
            body.open-ground[matches!(under, Under::Open)] {
                header {
                    h1 { (replay.title) }
                    p { (replay.which) @if let Under::Map(map) = under { ", on " (map.title) } }
                    @for line in &replay.why { p { (line) } }
                    @for (what, command) in &replay.others { p { (what) ": " code { (command) } } }
                    (who_is_who(from))
                }
                main {
                    (controls(replay.steps.len()))
                    @if let Some(frame) = under.frame(opening, first) { (plan(replay, &labels, first, &frame)) }
                    div #side {
                        section #now aria-label="This step" aria-live="polite" hidden { h2 {} div {} }
                        (log(replay, &labels))
                    }
                    div #who {
                        (roster(replay, &labels, first, marked))
                        @if !matches!(under, Under::Open) { (legend(under.samples(replay))) }
                    }
                }
                script type="application/json" id="data" { (PreEscaped(inert(&data))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(plain_lines(&markup.into_string()) + "\n")
}

/// The sides in words and, folded away, where, for what and with which players they fight.
fn who_is_who(from: &Provenance) -> Markup {
    let rows = who::rows(from);
    let (sides, rest): (Vec<who::CardRow>, Vec<who::CardRow>) =
        rows.into_iter().partition(|(title, _)| who::is_side(title));
    let titles: Vec<String> = rest.iter().map(|(title, _)| lower(title)).collect();
    html! {
        @if !sides.is_empty() { (who_rows(&sides)) }
        @if !rest.is_empty() { details { summary { (capital(&titles.join(", "))) } (who_rows(&rest)) } }
    }
}

/// The buttons, hidden without scripts.
fn controls(steps: usize) -> Markup {
    let button = |id: &str, says: &str, drawn: &str| {
        html! {
            button type="button" id=(id) aria-label=(says) title=(says) {
                svg viewBox="0 0 24 24" aria-hidden="true" { path d=(drawn) {} }
            }
        }
    };
    html! {
        div #controls role="group" aria-label="Replay" hidden {
            (button("turn-back", "Turn back (Shift+←)", "M5 5h3v14h-3zM20 5v14l-10 -7z"))
            (button("back", "Step back (←)", "M16 5v14l-10 -7z"))
            (button("play", "Play (Space)", "M7 4l13 8l-13 8z"))
            (button("on", "Step forward (→)", "M8 5v14l10 -7z"))
            (button("turn-on", "Turn forward (Shift+→)", "M16 5h3v14h-3zM4 5v14l10 -7z"))
            input #slider type="range" min="0" max=(steps) value="0" step="1" aria-label="Step";
            label { "Speed " select #speed {
                @for (pace, says) in [("0.5", "½×"), ("1", "1×"), ("2", "2×"), ("4", "4×"), ("8", "8×")] {
                    option value=(pace) selected[pace == "1"] { (says) }
                }
            } }
        }
    }
}

/// The plan of a scene.
fn plan(replay: &Replay, labels: &[char], scene: &Scene, frame: &Frame) -> Markup {
    let &Frame { corner, size: (width, height), .. } = frame;
    let tip = |side: &str| {
        html! {
            marker id={ "tip-" (side) } class={ "tip " (side) } viewBox="0 0 8 8" refX="7" refY="4" markerWidth="4"
                markerHeight="4" orient="auto" { path d="M0 0L8 4L0 8z" {} }
        }
    };
    html! {
        figure #plan {
            div.scroll { svg width=(width * LARGEST / INCH) viewBox={ "-" (corner) " -" (corner) " " (width) " " (height) }
                role="group" aria-label=(frame.says) {
                defs { (frame.patterns) (tip("blue")) (tip("red")) (tip("other")) }
                (frame.drawn)
                g #smoke {}
                g #trails {}
                g #shots {}
                g #figures { @for (number, (piece, place)) in scene.pieces.iter().zip(&frame.places).enumerate() {
                    (figure(number, &replay.figures[number], *piece, labels[number], *place))
                } }
            } }
            div #card role="tooltip" hidden {}
        }
    }
}

/// A disc of its side's shape and colour.
fn figure(number: usize, actor: &Actor, piece: Piece, label: char, place: Option<(usize, usize)>) -> Markup {
    html! {
        g.figure.(side(actor)).down[piece.state == State::Down].away[place.is_none()] data-figure=(number)
            transform=[place.map(|(x, y)| format!("translate({x} {y})"))] tabindex="0" role="img"
            aria-label={ (label) ", " (actor.name) } {
            (shape(actor.side))
            path.cross d="M-7 -7L7 7M7 -7L-7 7" {}
            text y="4.5" { (label) }
        }
    }
}

fn shape(side: Option<Side>) -> Markup {
    html! {
        @match side {
            Some(Side::Blue) => { circle.shape r="9" {} }
            Some(Side::Red) => { rect.shape x="-8" y="-8" width="16" height="16" rx="2" {} }
            None => { path.shape d="M0 -10.5L10.5 0L0 10.5L-10.5 0z" {} }
        }
    }
}

/// The legend: each thing on the plan with its name and a sample.
fn legend(samples: Vec<(&str, Markup)>) -> Markup {
    html! {
        section #legend aria-label="Legend" {
            ul {
                @for (name, drawn) in samples { li { svg.chip viewBox="0 0 20 20" aria-hidden="true" { (drawn) } (name) } }
            }
        }
    }
}

/// A small picture of a figure, for text.
fn chip(actor: &Actor, label: char) -> Markup {
    html! {
        svg.chip.(side(actor)) viewBox="-12 -12 24 24" aria-hidden="true" { (shape(actor.side)) text y="4.5" { (label) } }
    }
}

/// The figures, squad by squad, with their state if `marked`.
fn roster(replay: &Replay, labels: &[char], scene: &Scene, marked: bool) -> Markup {
    let word = |piece: Option<&Piece>| piece.map_or("", |piece| state(piece.state)).to_owned();
    html! {
        section #roster aria-label="Figures" {
            h2 { "Figures" }
            @for squad in squads(replay) {
                ul { @for number in squad {
                    li data-figure=(number) {
                        (chip(&replay.figures[number], labels[number]))
                        span { (replay.figures[number].name) }
                        @if marked { span.state { (word(scene.pieces.get(number))) } }
                    }
                } }
            }
        }
    }
}

const fn state(state: State) -> &'static str {
    match state {
        State::Up => "",
        State::Down => "out of the fight",
        State::Left => "has left",
    }
}

/// The log, turn by turn; each step links to itself.
fn log(replay: &Replay, labels: &[char]) -> Markup {
    html! {
        section #log aria-label="Log" tabindex="0" {
            @for (turn, steps) in replay.turns() {
                h2 { (Replay::turn_heading(turn)) }
                (chains(replay, labels, steps))
            }
            p #ending { (replay.ending) }
        }
    }
}

/// Some steps in order. Reactions to a step, and their consequences, are nested in it and can be folded away.
fn chains(replay: &Replay, labels: &[char], steps: Range<usize>) -> Markup {
    let depth = |number: usize| replay.steps[number].depth;
    let chain = |first: usize| {
        let end = (first + 1..steps.end).find(|&number| depth(number) <= depth(first)).unwrap_or(steps.end);
        first + 1..end
    };
    let firsts = std::iter::successors((!steps.is_empty()).then_some(steps.start), |&first| {
        Some(chain(first).end).filter(|&next| next < steps.end)
    });
    html! { ol { @for first in firsts { (entry(replay, labels, first, chain(first))) } } }
}

/// A clause's id, with its title as a tooltip.
fn clause(replay: &Replay, clause: &str) -> Markup {
    let title = Some(replay.title_of(clause)).filter(|title| !title.is_empty());
    html! { span.clause title=[title] { (clause) } }
}

/// The parts of a target number.
fn made_of(replay: &Replay, step: &Step) -> Markup {
    html! {
        @for (part, by) in parts(step) { " " (part) @if !by.is_empty() { " (" (clause(replay, by)) ")" } }
    }
}

/// A step, and the chain of reactions that follows from it.
fn entry(replay: &Replay, labels: &[char], number: usize, chain: Range<usize>) -> Markup {
    let step = &replay.steps[number];
    let named = |figure: Option<u8>| {
        let number = usize::from(figure?);
        Some((replay.figures.get(number)?, labels[number]))
    };
    let (figure, target) = (named(step.figure), named(step.target));
    html! {
        li id={ "step-" (number + 1) } data-step=(number + 1) {
            a href={ "#step=" (number + 1) } {
                @if let Some((actor, label)) = figure { (chip(actor, label)) (actor.name) }
                @if let Some((actor, label)) = target { " › " (chip(actor, label)) (actor.name) }
                @if figure.is_some() || target.is_some() { ": " }
                span.text { (replay.says(step)) }
            }
            @if !step.clause.is_empty() { " " (clause(replay, step.clause)) }
            @if let Some(drawn) = drawn(step) { p.detail { (drawn) } }
            @if let Some(number) = step.target_number { p.detail { "target " (number) (made_of(replay, step)) } }
            @if !chain.is_empty() {
                details open {
                    summary { (chain.len()) @if chain.len() == 1 { " step follows" } @else { " steps follow" } }
                    (chains(replay, labels, chain))
                }
            }
        }
    }
}
