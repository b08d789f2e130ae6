//! CR-bldg: what a building is worth, and what it costs to get into it and up in it.

use chain_reaction::Knowledge;
use chain_reaction::action::{Action, Ask};
use chain_reaction::player::Script;
use chain_reaction::shooting::Target;
use serde_json::{Value, json};

use crate::play::{Place, Says, log, of, squads};

/// A house of four by three with a door to the left and a window to the right.
const HOUSE: &str = "
    ....................
    ......######........
    ......#....#........
    ......+....=........
    ......#....#........
    ......######........
    ....................
";

fn house(letters: &str) -> Place {
    let letters = format!(".\n{letters}");
    Place::with(HOUSE, &letters, |builder| {
        let squares = (2..5).flat_map(|row| (7..11).map(move |column| (row, column)));
        vec![("house".to_owned(), builder.room(squares))]
    })
}

/// How blue `a` sees red `r`, with a weapon and a Defensive Value.
fn sees(place: &Place, weapon: &str, dv: u8) -> Option<Target> {
    let mut seen = None;
    let scenario =
        squads(&[("a", json!({ "weapon": weapon }))], &[("r", json!({}))], json!({ "field": { "building_dv": dv } }));
    let mut player = Says(|knows: &dyn Knowledge, ask| {
        if knows.me() == 0 && ask == Ask::Act {
            seen = Some(knows.enemies_in_sight().contains(1).then(|| knows.target(1)));
        }
        Action::Nothing
    });
    place.play(&scenario, 0, &mut player);
    seen.expect("it is asked")
}

/// CR-bldg-1, CR-bldg-2: who is inside is in cover against an Impact up to the Defensive Value, and concealed against more.
#[test]
fn cr_bldg_2_defensive_value() {
    let inside = house(".\n.\n..........r.......a.");
    for (weapon, impact) in [("pistol", 1), ("semi-automatic rifle", 3)] {
        for dv in 1..=4 {
            // A pistol reaches that far, too.
            let target = sees(&inside, weapon, dv).expect("through the window");
            assert_eq!(
                (target.cover, target.concealed),
                (impact <= dv, impact > dv),
                "CR-bldg-1: {weapon} against {dv}"
            );
        }
    }
}

/// CR-bldg-5: who is inside is in cover against fire from outside, and not against fire from inside.
#[test]
fn cr_bldg_5_inside() {
    let target = |letters: &str| sees(&house(letters), "pistol", 4).expect("in sight");
    assert!(target(".\n.\na......r").cover, "through the door");
    assert!(!target(".\n.\n.......r.a").cover, "both inside");
    assert!(sees(&house("a\n.........r"), "pistol", 4).is_none(), "walls");
}

/// CR-bldg-5, Clarification 39: who comes into the doorway is not in cover in that move, and comes into sight; afterwards he is.
#[test]
fn cr_bldg_5_in_the_doorway() {
    let place = house("...r\n........a\n......w");
    let scenario =
        squads(&[("a", json!({}))], &[("r", json!({}))], json!({ "turn_limit": 2, "field": { "building_dv": 4 } }));
    let mut covered = Vec::new();
    let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
        (0, Ask::Act) if knows.turn() == 1 => Action::Move,
        (0, Ask::Way { .. }) => Action::Go(place.cell('w')),
        (1, Ask::Act) if knows.turn() == 2 => {
            covered.push((2, knows.target(0).cover));
            Action::Nothing
        }
        (1, Ask::Fire { must: true, .. }) => {
            covered.push((1, knows.target(0).cover));
            Action::Nothing
        }
        _ => Action::Nothing,
    });
    place.play(&scenario, 1, &mut player);
    assert!(covered.contains(&(2, true)), "{covered:?}");
    assert!(covered.contains(&(1, false)), "{covered:?}");
}

/// Where blue's `a` ends up when ordered to these letters in turn, one in each turn; red sees nothing at night in fog.
fn goes(place: &Place, to: &[char]) -> char {
    let more = json!({ "field": { "visibility": "fog_at_night" }, "turn_limit": to.len() });
    let scenario = squads(&[("a", json!({}))], &[("r", json!({}))], more);
    let script =
        to.iter().fold(Script::new(), |script, &letter| script.does(0, [Action::Move, Action::Go(place.cell(letter))]));
    let steps = place.play(&scenario, 0, &mut { script });
    assert!(of(&steps, 0, "moves").count() > 0 || place.ends(&steps, 0) == 'a', "{}", log(&steps));
    place.ends(&steps, 0)
}

/// CR-bldg-4: a door costs two inches besides the way through it.
#[test]
fn cr_bldg_4_doors() {
    // Five to the door and 2 for it leave none of 8: from three, 3 + 2 + 3 inside.
    let place = house(".\n.\n...a.....wx........r");
    assert_eq!(goes(&place, &['w']), 'w', "3 + 2 + 3 inches");
    assert_eq!(goes(&place, &['x']), 'a', "an inch more");
}

/// CR-bldg-4: a window ends the move; one may fire from it.
#[test]
fn cr_bldg_4_windows() {
    let place = house(".\n.\nr.......a..wx");
    assert_eq!(goes(&place, &['w']), 'w');
    assert_eq!(goes(&place, &['x']), 'a', "not through it in one move");
    assert_eq!(goes(&place, &['w', 'x']), 'x', "in the next");
    let place = house(".\n.\n........a..w......r");
    let scenario = squads(&[("a", json!({}))], &[("r", json!({ "rep": 1 }))], json!({}));
    let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
        (0, Ask::Act) => Action::Move,
        (0, Ask::Way { .. }) => Action::Go(place.cell('w')),
        (0, Ask::Fire { .. }) => crate::play::fires(knows, ask),
        _ => Action::Nothing,
    });
    let steps = place.play(&scenario, 0, &mut player);
    assert!(of(&steps, 0, "fires").count() > 0, "{}", log(&steps));
}

/// CR-bldg-3: a room, whatever its shape, is an area of a building: one is inside in each of them, and goes at normal speed.
#[test]
fn cr_bldg_3_areas() {
    let two = ".............\n.#######.....\n.#..#..#.....\n.#..'..=.....\n.#######.....\n.............";
    let place = |letters: &str| {
        Place::with(two, letters, |builder| {
            let room = |columns: std::ops::Range<usize>| {
                (2..4).flat_map(move |row| columns.clone().map(move |column| (row, column)))
            };
            vec![("first".to_owned(), builder.room(room(2..4))), ("second".to_owned(), builder.room(room(5..7)))]
        })
    };
    // Seen from outside through both rooms, or through one.
    for letters in [".\n.\n.\n..r.........a", ".\n.\n.\n......r.....a"] {
        assert!(sees(&place(letters), "pistol", 2).is_some_and(|target| target.cover), "{letters}");
    }
    assert_eq!(goes(&place(".\n.\n.\n..a...w.....r"), &['w']), 'w');
}

/// CR-bldg-6: stairs cost half a move.
#[test]
fn cr_bldg_6_stairs() {
    let rooms =
        "##############..........\n#.....##.....#..........\n#....<##<....+..........\n##############..........";
    let place = |letters: &str| {
        Place::with(rooms, letters, |builder| {
            builder.stairs((2, 5), (2, 8));
            let below = (1..3).flat_map(|row| (1..6).map(move |column| (row, column)));
            let above = (1..3).flat_map(|row| (8..13).map(move |column| (row, column)));
            vec![("below".to_owned(), builder.room(below)), ("above".to_owned(), builder.room(above))]
        })
    };
    // Two inches to the stairs, four for them, two beyond; and no third.
    assert_eq!(goes(&place(".\n.\n...a......w............r"), &['w']), 'w');
    assert_eq!(goes(&place(".\n.\n...a.......w...........r"), &['w']), 'a');
}

/// CR-bldg-1, for who plans his way: fire of an Impact above the Defensive Value finds him in the open behind a wall, a weaker one in cover.
#[test]
fn cr_bldg_1_for_a_planner() {
    let place = house(".\n.\nr.........w.......a.");
    let planned = |impact: u8| {
        let mut planned = None;
        let mut player = Says(|knows: &dyn Knowledge, ask| {
            if knows.me() == 0 && ask == Ask::Act {
                let [outside, inside] = ['a', 'w'].map(|letter| place.cell(letter));
                planned = Some([knows.is_under_fire(outside, inside), knows.is_under_fire(inside, outside)]);
            }
            Action::Nothing
        });
        let blue = json!({ "expected_impact": impact });
        place.play(&squads(&[("a", blue)], &[("r", json!({}))], json!({})), 0, &mut player);
        planned.expect("it is asked")
    };
    assert_eq!(planned(2), [Some(true), Some(false)]);
    assert_eq!(planned(3), [Some(false), Some(false)]);
}

/// The scenario's Defensive Value is one of the rulebook's four (CR-bldg-1).
#[test]
fn cr_bldg_1_values() {
    let wrong = |dv: u8| {
        let place = house(".\n.\n..........r.......a.");
        let scenario: Value =
            squads(&[("a", json!({}))], &[("r", json!({}))], json!({ "field": { "building_dv": dv } }));
        chain_reaction::play_out(&scenario, Some(&place.map), 1, 0, &mut Script::new()).is_err()
    };
    assert_eq!([0, 1, 2, 3, 4, 5].map(wrong), [true, false, false, false, false, true]);
}
