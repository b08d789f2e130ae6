//! Figures rolled on a list (CR-recruit, CR-list, CR-attr-1).

use chance::exact::{Flow, Ratio};
use engage::{Finding, Problem, distribution};

use super::shared::{ANYWHERE, by_word, odds, situation};
use crate::forces::{self, List};
use crate::rules::MOST_REP;

situation! {
    /// The attribute that a Grunt rolls.
    struct Attribute {}
    id: "attribute",
    label: "Attribute",
    findings: &[
        Finding::chance("Born Leader"),
        Finding::chance("Poser"),
        Finding::chance("Agile"),
        Finding::chance("Slow"),
        Finding::chance("Brawler"),
        Finding::chance("Slow to React"),
        Finding::chance("Athlete"),
        Finding::chance("Runt"),
        Finding::chance("Marksman"),
        Finding::chance("Clumsy"),
        Finding::chance("Nerves of Steel"),
    ],
    solve: attribute,
}

situation! {
    /// The weapon of a member of a gang.
    struct GangWeapon {}
    id: "gang_weapon",
    label: "Ganger’s weapon",
    findings: &[
        Finding::chance("pistol"),
        Finding::chance("ba pistol").called("BA pistol"),
        Finding::chance("shotgun"),
        Finding::chance("machine pistol"),
        Finding::chance("submachine gun"),
    ],
    solve: gang_weapon,
}

situation! {
    /// The figure rolled on a list.
    struct Recruit {
        /// The list.
        list: List,
    }
    id: "recruit",
    label: "Recruit",
    findings: &[Finding::chance("* (Rep *)")],
    solve: recruit,
}

situation! {
    /// The best Rep among some figures rolled on a list.
    struct RecruitGroup {
        /// The list.
        list: List,
        /// Number of figures, 1 to 100.
        #[schemars(range(min = 1, max = 100))]
        count: u16,
    }
    id: "recruit_group",
    label: "Group of recruits",
    findings: &[Finding::chance("best Rep *")],
    solve: recruit_group,
}

fn attribute(_: &Attribute) -> Result<Vec<(String, Ratio)>, Problem> {
    Ok(by_word(&odds(|chance| forces::attribute(chance, ANYWHERE))?, ToString::to_string))
}

fn gang_weapon(_: &GangWeapon) -> Result<Vec<(String, Ratio)>, Problem> {
    Ok(by_word(&odds(|chance| forces::gang_weapon(chance, ANYWHERE))?, ToString::to_string))
}

fn recruit(given: &Recruit) -> Result<Vec<(String, Ratio)>, Problem> {
    let rolled = odds(|chance| given.list.recruit(&given.options, chance, ANYWHERE, MOST_REP))?;
    Ok(by_word(&rolled, |recruit| recruit.map_or_else(String::new, |recruit| recruit.to_string())))
}

fn recruit_group(given: &RecruitGroup) -> Result<Vec<(String, Ratio)>, Problem> {
    let best = distribution((0, 0), |(rolled, best), chance| {
        if rolled == given.count {
            return Flow::Done(best);
        }
        let recruit = given.list.recruit(&given.options, chance, ANYWHERE, MOST_REP);
        Flow::Go((rolled + 1, recruit.map_or(best, |recruit| recruit.rep.max(best))))
    })?;
    Ok(by_word(&best, |best| format!("best Rep {best}")))
}
