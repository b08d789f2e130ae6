//! What the automatic player does on maps: who shows himself first, and who goes in.

use serde_json::{Value, json};

use crate::play::{Place, battle_on, ending, log, of, outcomes, squads};

/// The best do not pop up first: where a ready enemy watches, a Leader leaves it to a comrade who has ducked back too.
#[test]
fn a_leader_lets_others_show_themselves_first() {
    let place = Place::of(
        "............\n............\n.n..........\n.n..........\n............",
        "...........r\n............\na...........\nb...........\n...........c",
    );
    let ducked = |more: Value| testkit::setup::with(json!({ "begins": "ducked_back" }), more);
    let blue = [
        ("a", ducked(json!({ "leader": true }))),
        ("b", ducked(json!({ "rep": 5, "group": "a" }))),
        ("c", json!({ "rep": 1, "player": "steady" })),
    ];
    let battle = battle_on(&place.map, &squads(&blue, &[("r", json!({ "player": "steady" }))], json!({})));
    let mut shown = 0;
    for engagement in 0..40 {
        let steps = battle.replay(1, engagement).1;
        assert_eq!(of(&steps, 0, "pops up").count(), 0, "{}", log(&steps));
        shown += of(&steps, 1, "pops up").count();
    }
    assert!(shown > 10, "{shown}");
}

/// Two who know where the last enemy stands, beside a door, go in or wait where they see him: hardly a fight comes to
/// the turn limit.
#[test]
fn somebody_goes_in_on_the_last_enemy() {
    let place = Place::of(
        "....................
         ...#########........
         ...#.......#........
         ...#.......#........
         ...#.......#........
         ...####'####........
         ....................
         ....................
         ....................",
        "....................
         ....................
         ....................
         ....................
         ........r...........
         ....................
         ....................
         ....................
         .....a.......b......",
    );
    let blue = [("a", json!({ "rep": 4 })), ("b", json!({ "rep": 4, "group": "a" }))];
    let red = [("r", json!({ "rep": 4, "orders": "hold" }))];
    let battle = battle_on(&place.map, &squads(&blue, &red, json!({ "turn_limit": 60 })));
    let late = outcomes(&*battle, 1, 500).iter().filter(|outcome| ending(outcome) == "turn_limit").count();
    assert!(late <= 5, "{late}");
}

/// Nobody steps alone into the sight of an enemy whom his side knows while a friend is near: he goes to the friend.
#[test]
fn nobody_goes_in_alone() {
    let ground = "........................................\n".repeat(3)
        + &"........#...............................\n".repeat(6)
        + &"........................................\n".repeat(5);
    let letters = ground.replace('#', ".");
    let mut letters: Vec<Vec<char>> = letters.lines().map(|line| line.chars().collect()).collect();
    for (letter, row, column) in [('a', 5, 6), ('b', 13, 1), ('c', 0, 39), ('r', 5, 12)] {
        letters[row][column] = letter;
    }
    let letters: Vec<String> = letters.into_iter().map(|line| line.into_iter().collect()).collect();
    let place = Place::of(&ground, &letters.join("\n"));
    let blue = [
        ("a", json!({})),
        ("b", json!({ "orders": "hold" })),
        ("c", json!({ "player": "steady", "weapon": "pistol", "rep": 1 })),
    ];
    let battle = battle_on(&place.map, &squads(&blue, &[("r", json!({ "player": "steady" }))], json!({})));
    let mut closed_up = 0;
    for engagement in 0..40 {
        let steps = battle.replay(1, engagement).1;
        assert!(steps.iter().all(|step| step.clause != "CR-insight-1"), "{}", log(&steps));
        closed_up += of(&steps, 0, "moves").count();
    }
    assert!(closed_up > 20, "{closed_up}");
}

/// The last who carries on goes back to those who have hunkered down, however far they are.
#[test]
fn the_last_one_rallies_the_others() {
    let place = Place::of(
        "............................................................\n.............................................#..............\n\
         ............................................................",
        "............................................................\nb.............................a............................r\n\
         ............................................................",
    );
    let blue = [("a", json!({})), ("b", json!({ "begins": "hunkered_down", "group": "a" }))];
    let more = json!({ "turn_limit": 6, "field": { "visibility": "night" } });
    let battle = battle_on(&place.map, &squads(&blue, &[("r", json!({ "orders": "hold" }))], more));
    let rallies = |engagement| battle.replay(1, engagement).1.iter().any(|step| step.clause == "CR-rally-1");
    let rallied = (0..40).filter(|&engagement| rallies(engagement)).count();
    assert!(rallied > 30, "{rallied}");
}

/// Nobody runs to a goal within a normal move: a fast move would cost dice, and brings him there no sooner.
#[test]
fn nobody_runs_to_what_is_near() {
    let runs = |columns: usize| {
        let (row, before) = (".".repeat(columns), ".".repeat(columns - 3));
        let (ground, letters) = (format!("{before}#..\n{before}#..\n{row}"), format!("a{before}.r\n{row}\n{row}"));
        let place = Place::of(&ground, &letters);
        let red = [("r", json!({ "orders": "hold" }))];
        let battle = battle_on(&place.map, &squads(&[("a", json!({}))], &red, json!({ "turn_limit": 1 })));
        (0..40).filter(|&engagement| of(&battle.replay(1, engagement).1, 0, "fast move").next().is_some()).count()
    };
    assert_eq!([runs(8), runs(12)], [0, 40]);
}
