//! Which of several enemy groups becomes a group's target (CR-focus-1).

use chance::exact::Ratio;
use engage::{Finding, Problem};

use super::shared::{ANYWHERE, by_word, odds, situation};
use crate::dice;
use crate::focus::focus as target;

situation! {
    /// Which of several enemy groups a figure shoots at if it passes no dice of the Focus test.
    struct Focus {
        /// Target groups in sight, 1 to 12.
        #[schemars(range(min = 1, max = 12))]
        groups: u8,
    }
    id: "focus",
    label: "Focus with no dice passed",
    findings: &[Finding::chance("group *").called("Group *, by distance")],
    solve: focus,
}

situation! {
    /// Which of several enemy groups a figure shoots at after a Focus test.
    struct FocusTest {
        /// Rep of the group's leader, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        leader_rep: u8,
        /// Target groups in sight, 1 to 12.
        #[schemars(range(min = 1, max = 12))]
        groups: u8,
        /// Which group is the best target or the biggest threat; 1 is the closest.
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
        return Err(Problem::new("best", format!("no group {}; groups in sight: {}", given.best, given.groups)));
    }
    let targets = odds(|chance| {
        let passed = dice::passed(chance, ANYWHERE, given.leader_rep);
        target(&given.options, chance, ANYWHERE, passed, given.groups, Some(given.best - 1))
    })?;
    Ok(by_word(&targets, word))
}
