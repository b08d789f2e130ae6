//! Plays a fight only as far as is needed to decide something.

use scenario::Scenario;

use crate::error::Error;
use crate::result::Run;
use crate::run::assemble;
use crate::tallies::Tallies;

/// The engagements of the first look.
const FIRST: u64 = 4096;

/// Plays a fight until its run is decided, or as far as the scenario says. It is looked at after a first number of
/// engagements, and after twice as many each time. `play` plays what is missing, and returns whether it was stopped.
/// Returns how many engagements that takes, `None` if it was stopped; a scenario that asks for a precision, or for few
/// engagements, is not played here.
///
/// # Errors
/// As for [`crate::play()`] and [`assemble`].
pub fn until_decided(
    scenario: &mut Scenario,
    tallies: &mut Tallies,
    play: impl Fn(&Scenario, &mut Tallies) -> Result<bool, Error>,
    is_decided: impl Fn(&Run) -> bool,
) -> Result<Option<u64>, Error> {
    let most = scenario.play.engagements;
    if !scenario.aims.is_empty() || most <= FIRST {
        return Ok(Some(most));
    }
    let decided = decided(scenario, tallies, most, play, is_decided);
    scenario.play.engagements = most;
    decided
}

fn decided(
    scenario: &mut Scenario,
    tallies: &mut Tallies,
    most: u64,
    play: impl Fn(&Scenario, &mut Tallies) -> Result<bool, Error>,
    is_decided: impl Fn(&Run) -> bool,
) -> Result<Option<u64>, Error> {
    let mut engagements = FIRST;
    loop {
        scenario.play.engagements = engagements;
        if play(scenario, tallies)? {
            return Ok(None);
        }
        // With more engagements than these it did not stop here before.
        let here = tallies.engagements().1 <= engagements;
        if engagements >= most || (here && is_decided(&assemble(scenario, tallies)?)) {
            return Ok(Some(engagements));
        }
        engagements = (2 * engagements).min(most);
    }
}
