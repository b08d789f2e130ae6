//! What the enemy of a patrol does whom nobody plays, and where those are whom scouts find.

use std::collections::BTreeSet;

use engage::{Fact, Mark, Step};
use field::{Cell, Plan};
use serde_json::json;

use super::{battle, patrol};
use crate::play::{ending, log};

/// The first enemy in the roster of [`patrol`].
const ENEMY: u8 = 9;

/// Where everybody is, step by step.
struct Places<'a> {
    plan: &'a Plan,
    at: [Option<Cell>; 64],
}

impl Places<'_> {
    fn after(&mut self, step: &Step) {
        for mark in &step.marks {
            match *mark {
                Mark::Stands { figure, cell } => self.at[usize::from(figure)] = self.plan.cell_numbered(cell.into()),
                Mark::Falls { figure } | Mark::Leaves { figure } => self.at[usize::from(figure)] = None,
                _ => {}
            }
        }
    }
}

/// CR-np-1, CR-group-4, Clarification 54: an enemy moves in his activation by the result that his group has rolled in it, or that of the group
/// which has moved up to him; then he takes no test of his own in that turn, and who was told to halt stays.
#[test]
fn cr_np_1_nobody_acts_on_earlier_orders() {
    let (mut joined, mut moved) = (0, 0);
    for (seed, country) in [(3, "clear"), (5, "woods"), (7, "rolled")] {
        let battle = battle(&patrol(json!({ "field": { "terrain": country } })));
        for engagement in 0..80 {
            let (_, steps) = battle.replay(seed, engagement);
            // The result of the group in hand, and who has joined another group in this turn; a comrade of his may still act.
            let (mut orders, mut drawn, mut acted) = (None, BTreeSet::new(), BTreeSet::new());
            for (at, step) in steps.iter().enumerate() {
                let enemy = step.figure.filter(|&who| who >= ENEMY);
                match (step.clause, enemy) {
                    ("CR-turn-1", _) => (orders, drawn, acted) = (None, BTreeSet::new(), BTreeSet::new()),
                    ("CR-np-1", Some(_)) if step.text.starts_with("passes") => {
                        acted.append(&mut drawn);
                        orders = step.text.split(": ").nth(1);
                    }
                    ("CR-group-4", Some(who)) => {
                        let mover = step.target.expect("who moved up");
                        let goes = |step: &Step| step.figure == Some(mover) && step.text.starts_with("moves");
                        let before = steps[..at].iter().rev().take_while(|step| step.clause != "CR-turn-1");
                        assert!(before.into_iter().any(goes), "CR-group-4: {}", log(&steps[..=at]));
                        drawn.insert(who);
                        joined += 1;
                    }
                    ("CR-move-1", Some(who)) if step.text.starts_with("moves") && step.depth == 0 => {
                        assert!(!acted.contains(&who), "CR-np-1: {}", log(&steps[at.saturating_sub(30)..=at]));
                        assert_ne!(orders, Some("halt"), "CR-np-1: {}", log(&steps[at.saturating_sub(30)..=at]));
                        moved += 1;
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(joined > 5 && moved > 100, "{joined} {moved}");
}

/// CR-scout-2: each section is scouted once; an enemy found on open ground or a hill, where nothing is cover, is as far from the scout as he can
/// be in that section, and his middle figure is there (CR-num-1).
#[test]
fn cr_scout_2_where_the_enemy_is() {
    let battle = battle(&patrol(json!({ "field": { "terrain": "clear", "bushes": 0 }, "turn_limit": 3 })));
    let mut open = 0;
    for engagement in 0..400 {
        let Some(map) = battle.map_of(11, engagement) else { continue };
        let (plan, mut sections) = (&map.plan, BTreeSet::new());
        let mut places = Places { plan, at: [None; 64] };
        let (_, steps) = battle.replay(11, engagement);
        for (at, step) in steps.iter().enumerate() {
            places.after(step);
            let Some(number) =
                step.text.strip_prefix("scouts section ").and_then(|rest| rest[..1].parse::<usize>().ok())
            else {
                continue;
            };
            assert!(sections.insert(number), "CR-scout-2: section {number} again");
            let found = step.text.ends_with("somebody is there");
            let scout = places.at[usize::from(step.figure.expect("a scout"))].expect("a place");
            let (top, left) = ((number - 1) / 3 * 12, (number - 1) % 3 * 12);
            let around = |row: usize| (left.saturating_sub(1)..(left + 13).min(36)).map(move |column| (row, column));
            let mut ground = (top.saturating_sub(1)..(top + 13).min(36)).flat_map(around);
            let squares = (top..top + 12).flat_map(|row| (left..left + 12).map(move |column| (row, column)));
            let symbol = |(row, column): (usize, usize)| plan.ground(row, column).symbol();
            let alike = squares.clone().all(|square| symbol(square) == symbol((top, left)));
            if !found || !alike || ground.any(|square| ![Some('.'), Some('^')].contains(&symbol(square))) {
                continue;
            }
            let (resolved, placed) = (&steps[at + 1], &steps[at + 2]);
            let Some(Fact::Cells(spot)) = resolved.fact("at") else { panic!("{resolved:?}") };
            let spot = plan.cell_numbered(spot[0].into()).expect("a cell");
            let far =
                squares.filter_map(|(row, column)| plan.cell(row, column)).map(|cell| plan.squared(scout, cell)).max();
            assert_eq!(Some(plan.squared(scout, spot)), far, "CR-scout-2: {}", log(&steps[at..at + 3]));
            let stands: Vec<Cell> = placed
                .marks
                .iter()
                .filter_map(|mark| match *mark {
                    Mark::Stands { cell, .. } => plan.cell_numbered(cell.into()),
                    _ => None,
                })
                .collect();
            if placed.clause == "CR-num-1" && resolved.fact("groups").and_then(Fact::number) == Some(1) {
                assert_eq!(stands[stands.len() / 2], spot, "CR-num-1: {}", log(&steps[at..at + 3]));
            }
            open += 1;
        }
    }
    assert!(open > 5, "{open}");
}

/// CR-patrol-1, Clarification 20: a patrol has won when it has entered every section to which there is a way, and no enemy is left who
/// has not been driven away; it has lost when none of it could go on.
#[test]
fn cr_patrol_1_how_it_ends() {
    let battle = battle(&patrol(json!({ "field": { "terrain": "clear" } })));
    let mut seen = [0; 2];
    for engagement in 0..120 {
        let (outcome, steps) = battle.replay(19, engagement);
        let Some(map) = battle.map_of(19, engagement) else { continue };
        // Figures driven away: hunkered, out, dead, captured or off the table.
        let mut away: [Option<bool>; 64] = [None; 64];
        for step in &steps {
            for mark in step.marks.iter().filter(|_| step.clause == "CR-num-1" || step.clause == "CR-patrol-2") {
                if let Mark::Stands { figure, .. } = *mark {
                    away[usize::from(figure)] = Some(false);
                }
            }
            let me = step.figure.map(usize::from);
            match (step.clause, me, step.target.map(usize::from)) {
                ("CR-status-retire" | "CR-status-hunker", Some(me), _) => away[me] = Some(true),
                ("CR-rally-1", Some(me), _) if step.text.ends_with("carry on") => away[me] = Some(false),
                ("CR-kill-1", _, Some(target)) => away[target] = Some(true),
                ("CR-dmg-1", _, Some(target)) if step.text != "stunned" => away[target] = Some(true),
                // Retreats that nobody has to move for.
                _ => {}
            }
        }
        let left = |range: std::ops::Range<usize>| range.filter(|&who| away[who] == Some(false)).count();
        match ending(&outcome) {
            "blue.patrol_won" => {
                assert_eq!(left(9..64), 0, "CR-patrol-1: {}", log(&steps));
                let water = (0..36).any(|row| (0..36).any(|column| map.plan.ground(row, column).symbol() == Some('~')));
                assert!(water || outcome.measures[2] == 9, "CR-patrol-1: {} sections", outcome.measures[2]);
                seen[0] += 1;
            }
            "blue.patrol_lost" => {
                assert_eq!(left(0..9), 0, "CR-patrol-1: {}", log(&steps));
                seen[1] += 1;
            }
            _ => {}
        }
    }
    assert!(seen.iter().all(|&times| times > 5), "{seen:?}");
}
