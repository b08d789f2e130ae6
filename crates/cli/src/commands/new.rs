//! `beatenzone new`

use std::fs::OpenOptions;
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdin};
use std::path::Path;

use engage::{BySide, Kind, Opening, Ruleset};
use scenario::{Wishes, begin, begin_situation, did_you_mean};

use crate::args::NewArgs;
use crate::commands::ruleset;
use crate::failure::Failure;
use crate::output;
use crate::questions::Questions;
use crate::relative;

/// Writes a new scenario from the arguments, or from answers if there are no arguments and the program runs in a
/// terminal.
pub(crate) fn new(args: &NewArgs) -> Result<(), Failure> {
    if let Some(file) = args.file.as_deref().filter(|file| file.symlink_metadata().is_ok()) {
        return Err(taken(file));
    }
    let directory = args.file.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let (ruleset, text) = match &args.ruleset {
        None if args.is_bare() && stdin().is_terminal() && stderr().is_terminal() => {
            Questions::new(stdin().lock(), stderr()).ask(directory)?
        }
        None => {
            let known = scenario::RULESETS.iter().map(|ruleset| ruleset.id).collect::<Vec<_>>().join(", ");
            return Err(Failure::Usage(format!("name the ruleset: --ruleset with one of {known}")));
        }
        Some(name) => {
            let ruleset = ruleset(name)?;
            let wishes = wishes(args, directory);
            let text = match &args.situation {
                Some(word) => begin_situation(ruleset, kind(ruleset, word)?, &wishes, directory),
                None => begin(ruleset, opening(ruleset, args)?, &wishes, directory),
            };
            (ruleset, text.map_err(Failure::Wished)?)
        }
    };
    match &args.file {
        None => output::print(&text)?,
        Some(file) => put(file, &text)?,
    }
    let file = args.file.as_deref().map_or("FILE".to_owned(), |file| file.display().to_string());
    output::note(&format!(
        "next:\n  beatenzone check {file}\n  beatenzone run {file}\n  beatenzone rules {}    what can be changed",
        ruleset.id
    ));
    Ok(())
}

/// The kind of situation with this id.
fn kind(ruleset: &'static Ruleset, word: &str) -> Result<&'static Kind, Failure> {
    let known = || ruleset.kinds.iter().map(|kind| kind.id);
    ruleset.kinds.iter().find(|kind| kind.id == word).ok_or_else(|| {
        let near = did_you_mean(word, known());
        let expected = known().collect::<Vec<_>>().join(", ");
        Failure::Usage(format!("`{}` has no situation `{word}`, expected one of {expected}{near}", ruleset.id))
    })
}

fn taken(file: &Path) -> Failure {
    Failure::Usage(format!("{}: this file already exists and is not overwritten; name another", file.display()))
}

/// The opening given, otherwise that of a map if a map is given, otherwise the plainest.
fn opening(ruleset: &'static Ruleset, args: &NewArgs) -> Result<&'static Opening, Failure> {
    let known = || ruleset.openings.iter().map(|opening| opening.id);
    let by = |word: &str| ruleset.openings.iter().find(|opening| opening.id == word);
    let refused = |message: String| Failure::Usage(message);
    let expected = || known().collect::<Vec<_>>().join(", ");
    let opening = match (args.on.as_deref(), &args.map) {
        (Some(word), _) => by(word).ok_or_else(|| {
            let near = did_you_mean(word, known());
            let (ruleset, expected) = (ruleset.id, expected());
            refused(format!("`{ruleset}` cannot start a scenario on `{word}`, expected one of {expected}{near}"))
        })?,
        (None, Some(_)) => by(Opening::MAP).ok_or_else(|| {
            refused(format!("`{}` has no maps, expected --on with one of {}", ruleset.id, expected()))
        })?,
        (None, None) => &ruleset.openings[0],
    };
    match (opening.id == Opening::MAP, &args.map) {
        (true, None) => {
            Err(refused("name the map: --map FILE; `beatenzone list` lists those in scenarios/".to_owned()))
        }
        (false, Some(_)) => Err(refused(format!("--on {} has no map: leave out --map", opening.id))),
        _ => Ok(opening),
    }
}

fn wishes(args: &NewArgs, directory: &Path) -> Wishes {
    Wishes {
        title: args.title.clone(),
        map: args.map.as_deref().map(|map| relative::path(directory, map)),
        squads: BySide { blue: args.blue.clone(), red: args.red.clone() },
        sets: args.set.set.iter().cloned().chain(args.play.sets()).collect(),
        sweeps: args.set.sweep.clone(),
        variants: args.variants.variant.clone(),
    }
}

/// Writes a file that does not exist yet.
fn put(file: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists => taken(file),
        _ => Failure::file(file, error),
    };
    let mut made = OpenOptions::new().write(true).create_new(true).open(file).map_err(failed)?;
    made.write_all(text.as_bytes()).and_then(|()| made.sync_all()).map_err(|error| {
        _ = std::fs::remove_file(file);
        Failure::file(file, error)
    })
}
