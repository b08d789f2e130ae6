//! The `beatenzone` program: reads its arguments, runs one command and reports failures. Tables go to standard output,
//! everything else to standard error.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "the program has arguments, an environment, a clock and files")]

mod args;
mod commands;
mod disk;
mod failure;
mod folder;
mod found;
mod interrupt;
mod lock;
mod output;
mod questions;
mod relative;
mod searched;
mod shown;
mod store;
mod used;
mod watch;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use engage::plain_lines;

use crate::args::{Args, Command};
use crate::failure::Failure;

/// Shows the help requested, or the mistakes in the arguments, with long arguments cut and control characters removed.
fn refused(error: &clap::Error) -> ExitCode {
    let plain = error.to_string();
    if output::shortened(&plain_lines(&plain)) == plain {
        let printed = error.print();
        if !error.use_stderr()
            && let Err(fault) = printed
            && fault.kind() != std::io::ErrorKind::BrokenPipe
        {
            let failure = Failure::file("standard output".as_ref(), fault);
            output::note(&failure.to_string());
            return ExitCode::from(failure.exit_code());
        }
    } else {
        output::note(plain.trim_end());
    }
    if let (ErrorKind::InvalidSubcommand, Some(word)) = (error.kind(), std::env::args().nth(1)) {
        let is_file = Path::new(&word).is_file() || word.ends_with(".toml");
        if is_file {
            output::note(&format!("hint: to play a scenario, beatenzone run {word}"));
        }
    }
    ExitCode::from(error.exit_code() as u8)
}

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return refused(&error),
    };
    let done = match args.command {
        Command::Run(args) => commands::run::run(&args),
        Command::New(args) => commands::new::new(&args),
        Command::Check(args) => commands::check::check(&args),
        Command::Balance(args) => commands::balance::find(&args),
        Command::Compare(args) => commands::compare::compare(&args),
        Command::Levers(args) => commands::levers::rank(&args),
        Command::Best(args) => commands::best::find(&args),
        Command::Price(args) => commands::price::find(&args),
        Command::Merge(args) => commands::merge::merge(&args),
        Command::Odds(args) => commands::odds::odds(&args),
        Command::Replay(args) => commands::replay::replay(&args),
        Command::Rules(args) => commands::rules::rules(&args),
        Command::Map(args) => commands::map::map(&args),
        Command::List(args) => commands::list::list(&args),
        Command::Serve(args) => commands::serve::serve(&args),
        Command::Schema(args) => commands::schema::schema(&args),
        Command::Completions(args) => commands::completions::completions(&args),
    };
    match done {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(failure) => {
            output::note(&failure.to_string());
            ExitCode::from(failure.exit_code())
        }
    }
}
