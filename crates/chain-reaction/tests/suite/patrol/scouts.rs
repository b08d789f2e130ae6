//! Scouts, who go ahead of their groups.

use engage::Mark;
use serde_json::{Value, json};

use super::{battle, patrol};

/// The first of the team who is no Leader, in the roster of [`patrol`], which the gunners begin.
const SCOUT: usize = 4;

/// What scouts did in many patrols.
#[derive(Default)]
struct Scouted {
    /// Sections that the scout was the first to enter.
    by_him: u32,
    /// Sections that somebody was the first to enter.
    all: u32,
    /// The farthest that the scout was from the nearest of his comrades, in thousandths of an inch.
    apart: u32,
    /// The farthest that he went in one move.
    moved: f64,
}

/// 200 patrols of nine in a group on open tables; one may scout.
fn scouted(more: Value) -> Scouted {
    let battle = battle(&testkit::setup::with(patrol(json!({ "field": { "terrain": "clear" } })), more));
    let mut scouted = Scouted::default();
    for engagement in 0..200 {
        let Some(map) = battle.map_of(5, engagement) else { continue };
        let mut places = [None; 64];
        for step in battle.replay(5, engagement).1 {
            let scout = step.figure.map(usize::from) == Some(SCOUT);
            for mark in &step.marks {
                match *mark {
                    Mark::Stands { figure, cell } => {
                        places[usize::from(figure)] = map.plan.cell_numbered(cell.into());
                    }
                    Mark::Falls { figure } | Mark::Leaves { figure } => places[usize::from(figure)] = None,
                    _ => {}
                }
            }
            if step.clause == "CR-scout-2" {
                scouted.all += 1;
                scouted.by_him += u32::from(scout);
            }
            let inches = step.text.strip_prefix("moves ").and_then(|rest| rest.split('"').next());
            if let Some(inches) = inches.filter(|_| scout) {
                scouted.moved = scouted.moved.max(inches.parse().expect("inches"));
                let others = (0..9).filter(|&other| other != SCOUT).filter_map(|other| places[other]);
                if let Some(here) = places[SCOUT]
                    && let Some(near) = others.map(|other| map.plan.distance(here, other)).min()
                {
                    scouted.apart = scouted.apart.max(near);
                }
            }
        }
    }
    scouted
}

/// CR-scout-1: one figure of a group may go ahead of it, farther than the 4" that hold a group together; without scouts each group is its
/// own. His move is that of his group, or has no limit.
#[test]
fn cr_scout_1_one_goes_ahead() {
    let none = scouted(json!({}));
    let scout = json!({ "blue": { "team": { "scouts": true } } });
    let one = scouted(scout.clone());
    let share = |scouted: &Scouted| f64::from(scouted.by_him) / f64::from(scouted.all);
    assert!(share(&one) > 1.1 * share(&none), "{} {}", share(&one), share(&none));
    assert!(one.apart > 8000, "{}", one.apart);
    assert!(none.moved <= 16.0 && one.moved <= 16.0 && one.moved > 12.0, "{} {}", none.moved, one.moved);
    let unlimited = scouted(testkit::setup::with(scout, json!({ "rules": { "scout_move": "unlimited" } })));
    assert!(unlimited.moved > 16.0, "{}", unlimited.moved);
}

/// A scout who goes on loses his group if nobody sees him any more, so he stops where somebody still does: as long as he is in its sight he
/// shares its dice.
#[test]
fn cr_scout_1_a_scout_shares_the_dice_of_his_group() {
    let scenario = patrol(json!({ "blue": { "team": { "scouts": true } }, "field": { "terrain": "clear" } }));
    let battle = battle(&scenario);
    let mut shared = 0;
    for engagement in 0..100 {
        let (_, steps) = battle.replay(7, engagement);
        for tested in steps.windows(3) {
            let figures = [SCOUT - 1, SCOUT, SCOUT + 1].map(|figure| Some(figure as u8));
            let together = tested.iter().zip(figures).all(|(step, figure)| {
                step.clause == "CR-fast-2" && step.figure == figure && step.text.starts_with("fast move: ")
            });
            if together {
                let dice = tested.iter().map(|step| &step.text[..14]);
                assert!(dice.clone().zip(dice.skip(1)).all(|(one, other)| one == other), "{tested:?}");
                shared += 1;
            }
        }
    }
    assert!(shared > 50, "{shared}");
}
