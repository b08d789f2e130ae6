//! What is wrong with a scenario's field and squads.

use engage::{Inches, Problem, Side};

use crate::rules::MOST_REP;
use crate::setup::{MOST_FIGURES, Squad};
use crate::venue::{Field, Patrol, Series};
use crate::weapon::Weapon;

impl Field {
    /// What is wrong with the field as a whole.
    pub(crate) fn check(&self, on_map: bool, problems: &mut Vec<Problem>) {
        let field = self;
        if field.terrain.is_some() && on_map {
            problems.push(Problem::new(
                "field.terrain",
                "a table that is rolled, besides `field.map`: expected one of them",
            ));
        }
        if field.patrol.is_some() && field.terrain.is_none() {
            problems.push(Problem::new("field.patrol", "a patrol needs a table: set `field.terrain`"));
        }
        if let Some(Series { battles, side, .. }) = field.campaign {
            if !(1..=20).contains(&battles) {
                problems.push(Problem::new("field.campaign.battles", format!("{battles} battles, expected 1 to 20")));
            }
            if field.patrol.is_some_and(|patrol| patrol.side != side) {
                let message = "a side whose figures are rolled, expected the side that patrols";
                problems.push(Problem::new("field.campaign.side", message));
            }
        }
        if field.bushes > 9 {
            problems.push(Problem::new("field.bushes", format!("{} patches, expected at most 9", field.bushes)));
        }
    }
}

impl Squad {
    /// The section of a table, less one, at whose edge a squad begins.
    pub(crate) fn edge_section(
        &self,
        side: Side,
        patrol: Option<Patrol>,
        key: &str,
        on_table: bool,
        problems: &mut Vec<Problem>,
    ) -> u8 {
        let near = patrol.map_or(side == Side::Blue, |patrol| patrol.side == side);
        let names = if near { ["7", "8", "9"] } else { ["1", "2", "3"] };
        let first = if near { 6 } else { 0 };
        let Some(at) = self.at.as_deref().filter(|_| on_table) else { return first + 1 };
        let found = names.iter().position(|&name| name == at);
        if found.is_none() {
            let names = names.map(str::to_owned);
            problems.push(Problem::new(
                format!("{key}.at"),
                format!("the table has no section `{at}` there, {}", engage::expected(&names)),
            ));
        }
        first + found.unwrap_or(1) as u8
    }

    /// What is wrong with a squad wherever it fights.
    pub(crate) fn check(&self, key: &str, problems: &mut Vec<Problem>) {
        let mut report = |what: &str, message: String| problems.push(Problem::new(format!("{key}.{what}"), message));
        if !(1..=MOST_FIGURES).contains(&usize::from(self.count)) {
            report("count", format!("{} figures, expected 1 to {MOST_FIGURES}", self.count));
        }
        if !(1..=MOST_REP).contains(&self.rep) {
            report("rep", format!("Rep {}, expected 1 to {MOST_REP}", self.rep));
        } else if self.rep_lost >= self.rep {
            let (rep, most) = (self.rep, self.rep - 1);
            report("rep_lost", format!("{} of Rep {rep}: a figure keeps a Rep of 1, so {most} at most", self.rep_lost));
        }
        let inches = |key: Option<Inches>| key.map(Inches::thousandths);
        let number = |key: Option<u8>| key.map(|number| 1000 * i32::from(number));
        for (what, given, (least, most), unit) in [
            ("least_advance", inches(self.least_advance), (0, 100), "inches"),
            ("cover_worth", inches(self.cover_worth), (0, 100), "inches"),
            ("cover_search", number(self.cover_search), (0, 8), "inches"),
            ("expected_impact", number(self.expected_impact), (0, 6), "Impact"),
            ("patience", self.patience.map(|turns| 1000 * i32::from(turns)), (1, 1000), "turns"),
            ("hunt_within", inches(self.hunt_within), (0, 100), "inches"),
            ("clear_within", inches(self.clear_within), (0, 100), "inches"),
            ("holds_against", self.holds_against.map(|percent| 1000 * i32::from(percent)), (0, 1000), "%"),
            ("slow_within", inches(self.slow_within), (0, 100), "inches"),
            ("care_within", inches(self.care_within), (0, 100), "inches"),
            ("danger_within", inches(self.danger_within), (0, 100), "inches"),
            ("grenade_catch", number(self.grenade_catch), (1, 16), "figures"),
        ] {
            if given.is_some_and(|given| !(1000 * least..=1000 * most).contains(&given)) {
                report(what, format!("expected {least} to {most} {unit}"));
            }
        }
        if self.twin && !self.weapon.twins() {
            report("twin", "expected two pistols, BA pistols or machine pistols".to_owned());
        }
    }

    /// The keys that only make sense on a map, or only off it.
    pub(crate) fn check_ground(&self, key: &str, on_a_map: bool, problems: &mut Vec<Problem>) {
        let mut report = |what: &str, message: &str| problems.push(Problem::new(format!("{key}.{what}"), message));
        if on_a_map {
            let given = [("cover", self.cover), ("concealed", self.concealed), ("prone", self.prone)];
            for (what, _) in given.into_iter().filter(|&(_, given)| given) {
                report(what, "is for open ground; on a map the ground tells");
            }
        } else {
            let burst = self.weapon.bursts() || self.second.is_some_and(Weapon::bursts);
            if burst {
                report(
                    "weapon",
                    "bursts in a circle on the ground, expected a gun, or set `field.map` or `field.terrain`",
                );
            }
            let given = [("at", self.at.is_some()), ("grenades", self.grenades), ("loader", self.loader)];
            for (what, _) in given.into_iter().filter(|&(_, given)| given) {
                report(what, "needs ground: set `field.map` or `field.terrain`");
            }
        }
    }
}
