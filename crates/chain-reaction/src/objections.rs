//! Problems in a scenario's field and squads.

use engage::{Problem, Side};

use crate::field_setup::{Field, Patrol, Series};
use crate::player::doctrine::PlayerKind;
use crate::squad::Squad;
use crate::weapon::Weapon;

impl Field {
    /// Problems with the field as a whole.
    pub(crate) fn check(&self, on_map: bool, problems: &mut Vec<Problem>) {
        let field = self;
        if field.terrain.is_some() && on_map {
            problems.push(Problem::new(
                "field.terrain",
                "a rolled table and `field.map` exclude each other: set only one of them",
            ));
        }
        if field.patrol.is_some() && field.terrain.is_none() {
            problems.push(Problem::new("field.patrol", "a patrol needs a table: set `field.terrain`"));
        }
        if let (Some(Series { side, .. }), Some(patrol)) = (field.campaign, field.patrol)
            && patrol.side != side
        {
            let message = "the figures of this side are rolled, expected the side that patrols";
            problems.push(Problem::new("field.campaign.side", message));
        }
    }
}

impl Squad {
    /// The section at whose edge a squad starts, by its number minus one.
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
                format!("this side's edge of the table has no section `{at}`, {}", engage::expected(&names)),
            ));
        }
        first + found.unwrap_or(1) as u8
    }

    /// Problems with a squad on any ground.
    pub(crate) fn check(&self, key: &str, problems: &mut Vec<Problem>) {
        let mut report = |what: &str, message: String| problems.push(Problem::new(format!("{key}.{what}"), message));
        if self.rep_lost >= self.rep {
            let (rep, most) = (self.rep, self.rep - 1);
            report("rep_lost", format!("{} of Rep {rep}: at least 1 must be left, so at most {most}", self.rep_lost));
        }
        if self.twin && !self.weapon.twins() {
            report("twin", "expected two pistols, BA pistols or machine pistols".to_owned());
        }
    }

    /// Problems with weapons that need a map.
    pub(crate) fn check_ground(&self, key: &str, on_ground: bool, problems: &mut Vec<Problem>) {
        let bursts = self.weapon.bursts() || self.second.is_some_and(Weapon::bursts);
        if bursts && !on_ground {
            let message = "a weapon that bursts needs ground: expected a gun, or set `field.map` or `field.terrain`";
            problems.push(Problem::new(format!("{key}.weapon"), message));
        }
    }

    /// Problems with looking ahead, which is for single battles on a map or a table.
    pub(crate) fn check_ahead(&self, key: &str, on_ground: bool, in_series: bool, problems: &mut Vec<Problem>) {
        let message = match (on_ground, in_series) {
            (true, false) => return,
            (true, true) => "`ahead` looks no farther than one battle: leave out `field.campaign`",
            (false, _) => "`ahead` needs ground: set `field.map` or `field.terrain`",
        };
        if self.player == Some(PlayerKind::Ahead) {
            problems.push(Problem::new(format!("{key}.player"), message));
        }
    }
}
