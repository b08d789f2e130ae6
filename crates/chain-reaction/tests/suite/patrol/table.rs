//! Fights and patrols on tables that are rolled.

use engage::Mark;
use serde_json::json;

use super::{battle, patrols};

/// CR-terrain-1: each engagement has a table of its own, 36" by 36" in nine sections of 12", numbered row by row from the far edge, and what
/// is shown of it is what is played: figures stand on its squares, and a scout is in the section that he scouts.
#[test]
fn cr_terrain_1_a_table_for_each_engagement() {
    let mut entered = [0; 2];
    for scenario in patrols() {
        let battle = battle(&scenario);
        assert!(battle.map().is_none());
        let maps: Vec<_> = (0..20).filter_map(|engagement| battle.map_of(3, engagement)).collect();
        assert!(maps.len() > 15);
        assert!(maps.iter().all(|map| (map.plan.width(), map.plan.height()) == (36, 36) && map.areas.len() <= 9));
        let drawn = |map: &engage::Map| -> String {
            let squares = (0..36).flat_map(|row| (0..36).map(move |column| (row, column)));
            squares.filter_map(|(row, column)| map.plan.ground(row, column).symbol()).collect()
        };
        assert!(maps.windows(2).all(|pair| drawn(&pair[0]) != drawn(&pair[1])));
        let section = |map: &engage::Map, cell: field::Cell| {
            let at = map.plan.position(cell);
            usize::from(at.row) / 12 * 3 + usize::from(at.column) / 12 + 1
        };
        for map in &maps {
            for (name, _) in &map.areas {
                let cells = map.squares(name).expect("a section");
                assert!(
                    cells.iter().all(|cell| section(map, cell).to_string() == *name),
                    "CR-terrain-1: section {name}"
                );
            }
        }
        for engagement in 0..20 {
            let Some(map) = battle.map_of(3, engagement) else { continue };
            let mut at = [None; 64];
            for step in battle.replay(3, engagement).1 {
                for mark in &step.marks {
                    if let Mark::Stands { figure, cell } = *mark {
                        at[usize::from(figure)] = map.plan.cell_numbered(usize::from(cell));
                    }
                }
                let scouted = step.text.strip_prefix("scouts section ").and_then(|rest| rest.split(',').next());
                if let (Some(number), Some(scout)) = (scouted, step.figure)
                    && let Some(cell) = at[usize::from(scout)]
                    && step.turn == 0
                {
                    assert_eq!(section(&map, cell).to_string(), number, "CR-terrain-1");
                    entered[usize::from((7..=9).contains(&section(&map, cell)))] += 1;
                }
            }
            for mark in battle.replay(3, engagement).1.iter().flat_map(|step| &step.marks) {
                if let Mark::Stands { cell, .. } = mark {
                    assert!(map.plan.cell_numbered(usize::from(*cell)).is_some());
                }
            }
        }
    }
    // The patrol enters by the near edge, unless that is cut off from most of the table.
    let [elsewhere, near] = entered;
    assert!(near > 20 * elsewhere, "CR-terrain-1: {entered:?}");
}

/// CR-patrol-1: everybody begins in the outer rows of the section that is named, or as near to it as there is room.
#[test]
fn cr_patrol_1_sides_begin_at_opposite_edges() {
    let scenario = json!({
        "blue": { "team": { "count": 5, "rep": 4, "at": "7" } },
        "red": { "foe": { "count": 5, "rep": 4, "at": "3" } },
        "field": { "terrain": "clear" },
        "turn_limit": 20,
    });
    let battle = battle(&scenario);
    for engagement in 0..100 {
        let Some(map) = battle.map_of(3, engagement) else { continue };
        let (_, steps) = battle.replay(3, engagement);
        for mark in &steps[0].marks {
            let Mark::Stands { figure, cell } = *mark else { panic!("{mark:?}") };
            let cell = map.plan.cell_numbered(usize::from(cell)).expect("a cell");
            let at = map.plan.position(cell);
            // Squads stand together, so the next rows may hold some of them.
            let (row, column) = if figure < 5 { (35 - at.row, at.column) } else { (at.row, 35 - at.column) };
            assert!(row < 6 && column < 16, "{figure} at {at:?}");
        }
    }
}
