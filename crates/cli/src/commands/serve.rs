//! `beatenzone serve`

use std::process::{Command, Stdio};

use serve::{Library, Server};

use crate::args::ServeArgs;
use crate::failure::Failure;
use crate::output;

/// Serves the page until the program is ended.
pub(crate) fn serve(args: &ServeArgs) -> Result<(), Failure> {
    let library = match &args.path {
        None => Library::shipped(),
        Some(path) => Library::serving(path).map_err(Failure::Scenario)?,
    };
    let failed = |error: std::io::Error| Failure::Machine(format!("the page cannot be served: {error}"));
    let server = Server::open(library, args.port).map_err(failed)?;
    let address = server.address();
    output::print(&format!("{address}\n"))?;
    output::note("open this address in a browser of this computer; Ctrl-C ends the program");
    if !args.no_open {
        open(&address);
    }
    match server.serve() {
        Err(error) => Err(failed(error)),
    }
}

/// Opens an address in the browser. Where there is none, the address that was printed is enough.
fn open(address: &str) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "windows" => ("cmd", &["/C", "start", ""]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    _ = command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
