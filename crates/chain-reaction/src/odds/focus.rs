//! At which of several enemy groups a group goes (CR-focus-1).

use chance::exact::Ratio;
use engage::{Finding, Problem};

use super::shared::{ANYWHERE, by_word, odds, situation};
use crate::dice;
use crate::focus::focus as target;

situation! {
    /// Which of several enemy groups is shot at when no die of the Focus test was passed.
    struct Focus {
        /// Target groups in sight, 1 to 12.
        #[schemars(range(min = 1, max = 12))]
        groups: u8,
    }
    id: "focus",
    label: "Focus without a die passed",
    findings: &[Finding::chance("group *").called("Group *, by distance")],
    solve: focus,
}

situation! {
    /// Which of several enemy groups is shot at after a Focus test.
    struct FocusTest {
        /// Rep of the group's leader, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        leader_rep: u8,
        /// Target groups in sight, 1 to 12.
        #[schemars(range(min = 1, max = 12))]
        groups: u8,
        /// Which of them is the best target or the biggest threat, 1 the closest.
        #[schemars(range(min = 1, max = 12))]
        best: u8,
    }
    id: "focus_test",
    label: "Focus",
    findings: &[Finding::chance("group *").called("Group *, by distance")],
    solve: focus_test,
}

fn word(group: &u8) -> String {
    format!("group {}", group + 1)
}

fn focus(given: &Focus) -> Result<Vec<(String, Ratio)>, Problem> {
    Ok(by_word(&odds(|chance| target(&given.options, chance, ANYWHERE, 0, given.groups, None))?, word))
}

fn focus_test(given: &FocusTest) -> Result<Vec<(String, Ratio)>, Problem> {
    if !(1..=given.groups).contains(&given.best) {
        return Err(Problem::new("best", format!("there is no group {}: {} are in sight", given.best, given.groups)));
    }
    let targets = odds(|chance| {
        let passed = dice::passed(chance, ANYWHERE, given.leader_rep);
        target(&given.options, chance, ANYWHERE, passed, given.groups, Some(given.best - 1))
    })?;
    Ok(by_word(&targets, word))
}
