//! Warns before a fight is played in which no figure can hurt an enemy.

use scenario::{Body, Scenario};

use crate::run::label;

/// A warning if in some cells of a fight no figure can ever hurt an enemy, as far as the ruleset can see without
/// playing; `None` if there is no such cell.
#[must_use]
pub fn harmless(scenario: &Scenario) -> Option<String> {
    let Body::Fight(cells) = &scenario.body else { return None };
    let harmless: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell].battle.is_harmless()).collect();
    let first = label(scenario, *harmless.first()?);
    Some(if harmless.len() == cells.len() {
        "nobody can hurt an enemy: no weapon reaches that far, or no shot can hit".to_owned()
    } else {
        let (some, all) = (harmless.len(), cells.len());
        format!(
            "nobody can hurt an enemy in {some} of {all} cells, the first of them {first}: no weapon reaches that far, or no shot can hit"
        )
    })
}
