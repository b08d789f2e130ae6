//! The zones that a run is fought in.

use engage::{Battle, Border, Mark, Side, Zone};
use scenario::{Cell, Scenario};
use serde::{Deserialize, Serialize};

/// The zones in which every cell of a run is fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    /// The zones by number.
    pub zones: Vec<Zone>,
    /// The borders between them.
    pub borders: Vec<Border>,
    /// Where squads begin, blue's first, as far as it is the same in every cell.
    pub begins: Vec<Begin>,
}

/// A zone in which a squad begins. A squad may begin in several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begin {
    /// Its side.
    pub side: Side,
    /// Its label.
    pub squad: String,
    /// The zone by number.
    pub zone: u8,
}

impl Ground {
    /// The zones of a scenario's cells, if they are the same for all.
    pub(crate) fn of(scenario: &Scenario, cells: &[Cell]) -> Option<Ground> {
        let (first, others) = cells.split_first()?;
        let zones = first.battle.zones()?;
        if others.iter().any(|cell| cell.battle.zones() != Some(zones)) {
            return None;
        }
        let mut begins = begins(scenario, &*first.battle);
        for other in others {
            let theirs = self::begins(scenario, &*other.battle);
            begins.retain(|begin| theirs.contains(begin));
        }
        Some(Ground { zones: zones.zones().to_vec(), borders: zones.borders().to_vec(), begins })
    }
}

/// Where the squads of a battle stand before the first turn of its first engagement.
fn begins(scenario: &Scenario, battle: &dyn Battle) -> Vec<Begin> {
    let (_, steps) = battle.replay(scenario.play.seed, 0);
    let names = scenario.names();
    let mut begins: Vec<Begin> = Vec::new();
    for mark in steps.iter().filter(|step| step.turn == 0).flat_map(|step| &step.marks) {
        let Mark::Stands { figure, cell } = *mark else { continue };
        let (Some(figure), Ok(zone)) = (battle.figures().get(usize::from(figure)), u8::try_from(cell)) else {
            continue;
        };
        let squad = names.squad(figure.side, &figure.squad);
        let begin = Begin { side: figure.side, squad, zone };
        if !begins.contains(&begin) {
            begins.push(begin);
        }
    }
    begins.sort_by_key(|begin| (begin.side, begin.zone));
    begins
}
