//! Scouts, who go ahead of their groups.

use engage::Mark;
use serde_json::{Value, json};

use super::{battle, patrol};

/// What scouts did in many patrols.
#[derive(Default)]
struct Scouted {
    /// Sections that the first figure of the roster was the first to enter.
    by_him: u32,
    /// Sections that somebody was the first to enter.
    all: u32,
    /// The farthest that the first figure was from the nearest of his comrades, in thousandths of an inch.
    apart: u32,
    /// The farthest that he went in one move.
    moved: f64,
}

/// 300 patrols of six in a group on open tables, the first of whom may scout.
fn scouted(more: Value) -> Scouted {
    let battle = battle(&testkit::setup::with(
        patrol(json!({ "blue": { "gunners": { "at": "8" } }, "field": { "terrain": "clear" } })),
        more,
    ));
    let mut scouted = Scouted::default();
    for engagement in 0..300 {
        let Some(map) = battle.map_of(5, engagement) else { continue };
        let mut places = [None; 64];
        for step in battle.replay(5, engagement).1 {
            let scout = step.figure == Some(0);
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
            if scout && step.clause.starts_with("CR-move") || step.clause.starts_with("CR-fast") {
                let inches = step.text.split("moves ").nth(1).and_then(|rest| rest.split('"').next());
                if scout && let Some(inches) = inches {
                    scouted.moved = scouted.moved.max(inches.parse().expect("inches"));
                }
                let others = places[1..9].iter().flatten();
                if let Some(here) = places[0]
                    && let Some(near) = others.map(|&other| map.plan.distance(here, other)).min()
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
    assert!(
        2 * one.by_him > one.all && 2 * none.by_him < none.all,
        "{} of {}, {} of {}",
        one.by_him,
        one.all,
        none.by_him,
        none.all
    );
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
        for pair in steps.windows(2) {
            let tests =
                |clause: &str| pair.iter().all(|step| step.clause == clause && step.text.contains(" against Rep "));
            if tests("CR-fast-2") && pair[0].figure == Some(0) {
                let dice = |text: &str| text.split(": ").nth(1).map(|rest| rest.chars().take(3).collect::<String>());
                assert_eq!(dice(&pair[0].text), dice(&pair[1].text));
                shared += 1;
            }
        }
    }
    assert!(shared > 50, "{shared}");
}
