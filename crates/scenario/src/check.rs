//! Checks a whole scenario: its frame, its sweep, and every cell.

use std::borrow::Cow;
use std::sync::Arc;

use engage::{BySide, Fault, Problem, Ruleset, Side, Stop};
use serde_json::{Map, Value};

use crate::asked::Asked;
use crate::body::{Axis, Body, Case, Variant};
use crate::cells::{Made, combinations, compile, hidden};
use crate::choices;
use crate::doctrines::{Doctrine, Led};
use crate::document::Document;
use crate::fight::fight;
use crate::frame::{Frame, GIVEN, Play};
use crate::key::Key;
use crate::labels::Labelled;
use crate::lists::printed;
use crate::map::Named;
use crate::mistake::Mistake;
use crate::precision::Aim;
use crate::problems::{self, Reading};
use crate::provenance;
use crate::question::About;
use crate::sweep::{Plan, Shape, SweptKey};
use crate::unit_check;
use crate::units::{Listed, Unit};
use crate::words::{listed, nearest};

/// The parts of a checked scenario.
pub(crate) struct Checked {
    pub(crate) title: String,
    pub(crate) question: String,
    pub(crate) ruleset: &'static Ruleset,
    pub(crate) play: Play,
    pub(crate) aims: Vec<Aim>,
    pub(crate) about: About,
    pub(crate) baseline: String,
    pub(crate) axes: Vec<Axis>,
    pub(crate) variants: Vec<Variant>,
    pub(crate) doctrines: BySide<Vec<Doctrine>>,
    pub(crate) units: Vec<Unit>,
    pub(crate) body: Body,
}

/// Reads the frame of a document. Returns the frame, if it can be read at all; the mistakes in it; and the keys left
/// out because of them or meant by misspelt ones.
fn framed(document: &Document) -> (Option<Frame>, Vec<Mistake>, Reading<()>) {
    let reading = problems::all(&document.value, engage::read::<Frame>);
    let mistake = |problem: &Problem| {
        let key = Key::find(&problem.key, &document.value);
        let place = document.place.nearest(&key);
        let spot = if matches!(problem.fault, Fault::UnknownKey(_)) { &place.key } else { place.of_value() };
        Mistake::new(spot, &key, &problem.message)
    };
    let mistakes = reading.problems.iter().map(mistake).collect();
    let Reading { value, problems, taken, meant } = reading;
    (value, mistakes, Reading { value: None, problems, taken, meant })
}

/// The document with the misspelt keys of its frame corrected, and the mistake of a situation whose `kind` is misspelt.
fn as_meant<'d>(document: &'d Document, meant: &[(Key, Key)]) -> (Cow<'d, Document>, Option<Mistake>) {
    let mut document = document.as_meant(meant);
    let situation = document.value.get("situation").and_then(Value::as_object);
    let kind = situation
        .filter(|situation| !situation.contains_key("kind"))
        .and_then(|situation| situation.keys().find(|word| nearest(word, ["kind"]).is_some()).cloned());
    let mistake = kind.map(|word| {
        let written = Key::of(&["situation", &word]);
        let message = format!("unknown key `{word}`, expected `kind`");
        let mistake = Mistake::new(&document.place.nearest(&written).key, &written, message);
        document.to_mut().rename(&written, &Key::of(&["situation", "kind"]));
        mistake
    });
    (document, mistake)
}

/// The name of the substitute squad of a side without squads, with which the rest can be checked.
const NOBODY: &str = "nobody\u{0}";

/// The document with a template squad for each side that needs squads and has none, and without squads of the wrong
/// type.
fn filled(document: &Document, frame: &Frame, ruleset: &Ruleset) -> Document {
    let mut filled = document.clone();
    for side in Side::ALL.into_iter().filter(|&side| frame.lacks(side)) {
        let opening = ruleset.openings.first().map(|opening| (opening.setup)());
        let own = opening.and_then(|begun| begun.get(side.name()).cloned());
        let squads = |side: Side| document.value.get(side.name()).and_then(Value::as_object);
        let other = || squads(side.enemy())?.values().next().cloned();
        let kept = squads(side).into_iter().flatten().filter(|(_, squad)| squad.is_object());
        let mut all: Map<String, Value> = kept.map(|(name, squad)| (name.clone(), squad.clone())).collect();
        if let Some(squad) = own.or_else(other).filter(|_| all.is_empty()) {
            all.insert(NOBODY.to_owned(), squad);
        }
        filled.value[side.name()] = Value::Object(all);
    }
    filled
}

/// The tables that overrides may change so that the subject of the question disappears.
const OVER: [&str; 2] = ["sweep", "variants"];

/// Checks a document, in which some `mistakes` were found before, and compiles its body.
///
/// # Errors
/// Every mistake found; not all of them if it is stopped.
pub(crate) fn check(
    document: &Document,
    overrides: &[Key],
    registry: &[&'static Ruleset],
    maps: &mut Named<'_>,
    mut mistakes: Vec<Mistake>,
    stop: &Stop,
) -> Result<Checked, Vec<Mistake>> {
    let (frame, found, Reading { taken, meant, .. }) = framed(document);
    mistakes.extend(found);
    let Some(frame) = frame else { return Err(mistakes) };
    let (document, misspelt) = as_meant(document, &meant);
    let document = document.as_ref();
    mistakes.extend(misspelt);
    mistakes.extend(frame.check(&document.place, &taken));
    let ruleset = find_ruleset(&frame, document, registry, &mut mistakes);
    let shape = if frame.situation.is_some() { Shape::Situation } else { Shape::Fight };
    let printed = printed(&document.value, registry);
    let (plan, found) = Plan::read(shape, document, overrides, printed);
    let planned = found.is_empty();
    mistakes.extend(found);
    let given = |key: &Key| GIVEN.iter().chain(&["situation"]).any(|word| *key == Key::of(&[word]));
    let as_written = !overrides.iter().any(|key| OVER.contains(&key.parts()[0].as_str()));
    let (about, found) = match ruleset.filter(|_| planned) {
        Some(ruleset) => about(&frame, document, ruleset, &plan, as_written),
        None => (None, Vec::new()),
    };
    mistakes.extend(found);
    mistakes.extend(ruleset.map(|ruleset| choices::check(ruleset, document, &plan)).into_iter().flatten());
    let aims = aims(&frame, ruleset, document).unwrap_or_else(|found| {
        mistakes.extend(found);
        Vec::new()
    });
    let (Some(ruleset), false) = (ruleset, taken.iter().any(given)) else { return Err(mistakes) };
    let lacking: Vec<&str> = Side::ALL.into_iter().filter(|&side| frame.lacks(side)).map(Side::name).collect();
    let body = match shape {
        Shape::Fight if !lacking.is_empty() => {
            let filled = filled(document, &frame, ruleset);
            let found = fight(&filled, &plan, ruleset, maps, stop).err().into_iter().flatten();
            // A missing side has been reported already.
            let of = |mistake: &Mistake| mistake.key.split('.').next().is_some_and(|head| lacking.contains(&head));
            return Err(mistakes.into_iter().chain(found.filter(|mistake| !of(mistake))).collect());
        }
        Shape::Fight => fight(document, &plan, ruleset, maps, stop).and_then(|body| {
            let wrong = unit_check::check(document, &plan, ruleset, maps);
            if wrong.is_empty() { Ok(body) } else { Err(wrong) }
        }),
        Shape::Situation => situation(document, &plan, ruleset, stop),
    };
    match (body, about) {
        (Ok(body), Some(about)) if mistakes.is_empty() => Ok(Checked {
            title: frame.title.unwrap_or_default(),
            question: frame.question,
            ruleset,
            play: frame.play.unwrap_or_default(),
            aims,
            about,
            baseline: frame.baseline.unwrap_or_default().name.trim().to_owned(),
            axes: plan.axes.iter().map(axis).collect(),
            variants: plan.variants.iter().map(variant).collect(),
            units: plan.units.iter().map(Listed::unit).collect(),
            doctrines: BySide::from_fn(|side| plan.doctrines[side].iter().map(Led::doctrine).collect()),
            body,
        }),
        (Ok(_), _) => Err(mistakes),
        (Err(found), _) => {
            // A missing key may be one that a sweep with a mistake sets.
            let reported = |mistake: &Mistake| planned || !mistake.lacks;
            Err(mistakes.into_iter().chain(found.into_iter().filter(reported)).collect())
        }
    }
}

/// Checks the labels and the question. Returns the subject of the question and the mistakes; neither if the kind of the
/// situation is unknown, because its outcomes and parameters are then unknown as well.
fn about(
    frame: &Frame,
    document: &Document,
    ruleset: &'static Ruleset,
    plan: &Plan<'_>,
    as_written: bool,
) -> (Option<About>, Vec<Mistake>) {
    let word = document.value.get("situation").map(|situation| situation.get("kind").and_then(Value::as_str));
    let kind = word.and_then(|word| ruleset.kinds.iter().find(|kind| Some(kind.id) == word));
    if word.is_some() && kind.is_none() {
        return (None, Vec::new());
    }
    let mut mistakes = Labelled { ruleset, kind, document, plan }.check();
    let asked = Asked { ruleset, kind, document, plan, as_written };
    let about = asked.about(&frame.answer.clone().unwrap_or_default()).map_err(|found| mistakes.extend(found)).ok();
    (about, mistakes)
}

/// The precision that the scenario asks for, by quantity; empty if it asks for none or the ruleset is unknown.
fn aims(frame: &Frame, ruleset: Option<&'static Ruleset>, document: &Document) -> Result<Vec<Aim>, Vec<Mistake>> {
    let precision = frame.play.as_ref().and_then(|play| play.precision.as_ref());
    let Some((precision, ruleset)) = precision.zip(ruleset) else { return Ok(Vec::new()) };
    precision.aims(ruleset).map_err(|wrong| wrong.into_iter().map(|wrong| aimed(document, wrong)).collect())
}

/// A mistake in the requested precision, located at its quantity.
fn aimed(document: &Document, (word, message): (Option<String>, String)) -> Mistake {
    let key = Key::of(&["play", "precision"]);
    keyed(document, word.as_deref().map_or_else(|| key.clone(), |word| key.join(word)), message)
}

/// A mistake located at an unknown key, or otherwise at the value of the key.
fn keyed(document: &Document, key: Key, message: String) -> Mistake {
    let place = document.place.nearest(&key);
    let spot = if message.starts_with("unknown") { &place.key } else { place.of_value() };
    Mistake::new(spot, &key, message)
}

fn axis(swept: &SweptKey<'_>) -> Axis {
    Axis { key: swept.target.key.to_string(), values: swept.values.clone() }
}

fn variant(changes: &crate::sweep::Changes<'_>) -> Variant {
    let sets = changes.sets.iter().map(|(target, value)| (target.key.to_string(), value.clone()));
    Variant { name: changes.name.clone(), changes: sets.collect() }
}

/// The ruleset, or the one that was probably meant.
fn find_ruleset(
    frame: &Frame,
    document: &Document,
    registry: &[&'static Ruleset],
    mistakes: &mut Vec<Mistake>,
) -> Option<&'static Ruleset> {
    let name = frame.ruleset.as_deref().map(str::trim).filter(|name| !name.is_empty())?;
    let by = |name: &str| registry.iter().find(|ruleset| ruleset.id == name).copied();
    by(name).or_else(|| {
        let key = Key::of(&["ruleset"]);
        let known = listed(registry.iter().map(|ruleset| ruleset.id));
        let message = format!("there is no ruleset `{name}`, expected one of {known}");
        mistakes.push(Mistake::new(document.place.nearest(&key).of_value(), &key, message));
        nearest(name, registry.iter().map(|ruleset| ruleset.id)).and_then(by)
    })
}

fn situation(
    document: &Document,
    plan: &Plan<'_>,
    ruleset: &'static Ruleset,
    stop: &Stop,
) -> Result<Body, Vec<Mistake>> {
    let key = Key::of(&["situation", "kind"]);
    let wrong = |message: String| vec![Mistake::new(document.place.nearest(&key).of_value(), &key, message)];
    let known = || listed(ruleset.kinds.iter().map(|kind| kind.id));
    let kind = match key.get(&document.value) {
        Some(Value::String(word)) => {
            let kind = ruleset.kinds.iter().find(|kind| kind.id == word);
            kind.ok_or_else(|| wrong(format!("there is no kind `{word}`, expected one of {}", known())))?
        }
        Some(_) => return Err(wrong(format!("a kind is a word, expected one of {}", known()))),
        None => return Err(wrong(format!("a situation needs a kind, expected one of {}", known()))),
    };
    let shape = engage::Shape::new(kind.schema);
    let in_range = |given: &Value| {
        let mut problems = shape.problems(given);
        problems.retain(|problem| matches!(problem.fault, Fault::Range(_)));
        if problems.is_empty() { Ok(given.clone()) } else { Err(problems) }
    };
    // Answering once reports mistakes in values that are not swept.
    let answer = |given: &Value, _: Option<&Arc<engage::Map>>| {
        in_range(given)?;
        kind.ask(given).map(drop)
    };
    let mut hidden = hidden(Shape::Situation, document, plan, None, answer);
    let make = |given: &Value, _: Option<&Arc<engage::Map>>| in_range(given);
    let cases = match compile(combinations(Shape::Situation, document, plan), plan, None, make, stop) {
        Ok(cases) if hidden.is_empty() => cases,
        Ok(_) => return Err(hidden),
        Err(found) => {
            hidden.extend(found);
            return Err(hidden);
        }
    };
    let case = |Made { point, made: parameters, .. }: Made<Value>| {
        let id = provenance::id(&provenance::of_given(ruleset, &parameters), Some(kind.id));
        Case { point, id, parameters }
    };
    let cases = cases.into_iter().map(case).collect();
    Ok(Body::Situation { kind, cases })
}
