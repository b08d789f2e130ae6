//! Handles Ctrl-C: once to stop and keep the results so far, twice to exit at once.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use runner::Stop;

use crate::failure::Failure;
use crate::output;

/// Set by the first Ctrl-C.
pub(crate) static INTERRUPT: LazyLock<Stop> = LazyLock::new(Stop::default);

/// Whether they are handled already.
static LISTENS: AtomicBool = AtomicBool::new(false);

/// Handles Ctrl-C and termination requests from now on.
pub(crate) fn listen() -> Result<(), Failure> {
    if LISTENS.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    ctrlc::set_handler(|| {
        if INTERRUPT.set() {
            std::process::exit(i32::from(Failure::Interrupted.exit_code()));
        }
        output::note("stopping; press Ctrl-C again to quit immediately");
    })
    .map_err(|error| Failure::Machine(format!("Ctrl-C cannot be handled: {error}")))
}

/// Whether Ctrl-C was pressed.
pub(crate) fn pressed() -> bool {
    INTERRUPT.is_set()
}
