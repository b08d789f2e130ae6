//! CR-group, CR-rally-2 on maps: who belongs together, and what comes of coming and going.

use chain_reaction::Knowledge;
use chain_reaction::action::{Action, Ask};
use chain_reaction::figure::Status;
use chain_reaction::player::Script;
use engage::Step;
use field::Figures;
use serde_json::{Value, json};

use crate::play::{Place, Says, fires, log, of, squads};

/// The group of blue's first figure as red knows it, at the end of the first turn; figures `a` to `d` begin as one group.
fn group(place: &Place, doing: &[(usize, char)], more: Value) -> Figures {
    let letters = ["a", "b", "c", "d"].into_iter().filter(|letter| place.has(letter));
    let blue: Vec<(&str, Value)> = letters.map(|letter| (letter, json!({ "group": "a" }))).collect();
    let scenario = squads(&blue, &[("r", json!({}))], testkit::setup::with(more, json!({ "turn_limit": 2 })));
    let red = blue.len();
    let mut found = Figures::NONE;
    let mut player = Says(|knows: &dyn Knowledge, ask| {
        if knows.me() == red && ask == Ask::Act && knows.turn() == 2 {
            found = knows.group(0);
        }
        let to = doing.iter().find(|(who, _)| *who == knows.me() && knows.turn() == 1);
        match (ask, to) {
            (Ask::Act, Some(_)) => Action::Move,
            (Ask::Way { .. }, Some(&(_, to))) => Action::Go(place.cell(to)),
            _ => Action::Nothing,
        }
    });
    place.play(&scenario, 0, &mut player);
    found
}

fn all(figures: &[usize]) -> Figures {
    figures.iter().copied().collect()
}

/// CR-group-2: within 4" and in sight of another member; chains count.
#[test]
fn cr_group_2_chains_of_four_inches() {
    let nothing = || json!({});
    assert_eq!(group(&Place::drawn("a...b...c.................r"), &[], nothing()), all(&[0, 1, 2]));
    assert_eq!(group(&Place::drawn("a....b...c................r"), &[], nothing()), all(&[0]));
    assert_eq!(
        group(&Place::drawn("a.#b......................r\n..........................."), &[], nothing()),
        all(&[0])
    );
    // The distance is the scenario's to change.
    let five = json!({ "rules": { "group_distance": 5 } });
    assert_eq!(group(&Place::drawn("a....b...c................r"), &[], five), all(&[0, 1, 2]));
}

/// CR-group-3, Clarification 51: who goes out of reach is a group of his own, and belongs to it again when he comes back.
#[test]
fn cr_group_3_groups_split_and_form() {
    let place = Place::drawn("a.b......x................r");
    assert_eq!(group(&place, &[], json!({})), all(&[0, 1]));
    assert_eq!(group(&place, &[(1, 'x')], json!({})), all(&[0]));
    let apart = Place::drawn("a.x......b................r");
    assert_eq!(group(&apart, &[], json!({})), all(&[0]));
    assert_eq!(group(&apart, &[(1, 'x')], json!({})), all(&[0, 1]));
}

/// The activation die of blue.
fn blue_die(steps: &[Step]) -> u8 {
    let text = &steps.iter().find(|step| step.clause == "CR-turn-1").expect("dice").text;
    text.split([' ', ',']).nth(2).and_then(|die| die.parse().ok()).expect("a die")
}

/// CR-group-4: a figure that an active group moves up to joins it and acts with it at once, on its leader's Rep.
#[test]
fn cr_group_4_joining_an_active_group() {
    let place = Place::drawn("a....x...b..y.............r");
    let blue = [("a", json!({ "group": "a" })), ("b", json!({ "rep": 2, "group": "a" }))];
    let scenario = squads(&blue, &[("r", json!({ "rep": 1 }))], json!({}));
    let b = [Action::Move, Action::Go(place.cell('y'))];
    let mut seen = [0; 2];
    for engagement in 0..60 {
        let joins = Script::new().does(0, [Action::Move, Action::Go(place.cell('x'))]).does(1, b);
        let (joined, alone) = (
            place.play(&scenario, engagement, &mut { joins }),
            place.play(&scenario, engagement, &mut Script::new().does(1, b)),
        );
        let moves = |steps: &[Step]| of(steps, 1, "moves").count();
        // Rep 2 acts alone on a 1 or a 2; the leader comes up first, being of a higher Rep, and takes it along on any die.
        assert_eq!(moves(&alone), usize::from(blue_die(&alone) <= 2), "{}", log(&alone));
        assert_eq!(moves(&joined), 1, "{}", log(&joined));
        seen[usize::from(blue_die(&joined) <= 2)] += 1;
    }
    assert!(seen.iter().all(|&times| times > 5), "{seen:?}");
}

/// CR-group-4, the ruling: not if it has acted in this turn already.
#[test]
fn cr_group_4_not_who_has_acted() {
    let place = Place::drawn("a....x...b..y............r");
    // `b` is better, so it acts first; `a` then comes up to it.
    let blue = [("a", json!({ "rep": 5, "group": "a" })), ("b", json!({ "group": "a" }))];
    let scenario = squads(&blue, &[("r", json!({ "rep": 1 }))], json!({}));
    let b = [Action::Move, Action::Go(place.cell('y')), Action::Move, Action::Go(place.cell('y'))];
    for engagement in 0..20 {
        let mut script =
            Script::new().does(0, [Action::Move, Action::Go(place.cell('x'))]).does(1, [Action::Nothing]).does(1, b);
        let steps = place.play(&scenario, engagement, &mut script);
        assert_eq!(of(&steps, 1, "moves").count(), 0, "{}", log(&steps));
    }
}

/// CR-group-4, Clarification 54: only a figure that has moved itself draws others in. When `a` walks off, `b` stays, alone beside another
/// group, whose figures act in their own turn and not with it.
#[test]
fn cr_group_4_who_stays_draws_nobody_in() {
    let place = Place::drawn(".x.......a.b...c.d...................r\n...............y.z....................");
    let blue = [
        ("a", json!({ "group": "a" })),
        ("b", json!({ "leader": true, "group": "a" })),
        ("c", json!({ "rep": 2, "group": "c" })),
        ("d", json!({ "rep": 2, "group": "c" })),
    ];
    let scenario = squads(&blue, &[("r", json!({ "rep": 1 }))], json!({}));
    let mut seen = 0;
    for engagement in 0..60 {
        let to = |letter| [Action::Move, Action::Go(place.cell(letter))];
        let mut script = Script::new().does(0, to('x')).does(1, [Action::Move]).does(2, to('y')).does(3, to('z'));
        let steps = place.play(&scenario, engagement, &mut script);
        assert_eq!(of(&steps, 0, "moves").count(), 1, "{}", log(&steps));
        let moved = of(&steps, 2, "moves").count() + of(&steps, 3, "moves").count();
        assert_eq!(moved > 0, blue_die(&steps) <= 2, "they act on their own Rep: {}", log(&steps));
        assert_eq!(steps.iter().filter(|step| step.clause == "CR-group-4").count(), 0, "{}", log(&steps));
        seen += usize::from(blue_die(&steps) > 2);
    }
    assert!(seen > 20, "{seen}");
}

/// CR-group-4, Clarification 54: a figure that moves up to one of a group draws in those who are linked to it as well, and they are not
/// activated again.
#[test]
fn cr_group_4_those_linked_are_drawn_in() {
    let place = Place::drawn("a.......x..c..d......................r\n............y..z......................");
    let leader = json!({ "leader": true });
    let blue = [("a", leader), ("c", json!({ "rep": 2, "group": "c" })), ("d", json!({ "rep": 2, "group": "c" }))];
    let scenario = squads(&blue, &[("r", json!({ "rep": 1 }))], json!({}));
    let to = |letter| [Action::Move, Action::Go(place.cell(letter))];
    for engagement in 0..30 {
        // Asked once more, they would go once more.
        let mut script = Script::new().does(0, to('x')).does(1, to('y')).does(2, to('z'));
        script = script.does(1, to('y')).does(2, to('z'));
        let steps = place.play(&scenario, engagement, &mut script);
        for who in [1, 2] {
            assert_eq!(of(&steps, who, "moves").count(), 1, "{}", log(&steps));
            assert_eq!(of(&steps, who, "joins the group").count(), 1, "{}", log(&steps));
        }
    }
}

/// CR-rally-2, Clarification 17: a hunkered figure is rallied by a friend who ends his move within 4" and in sight of it; with the Leader Die
/// if he is a Leader, and once for each friend and turn.
#[test]
fn cr_rally_2_a_friend_joins() {
    // `a` is fired at and retires out of sight; `b` goes to it in its own activation.
    let place = Place::of(
        ".................\n.....#...........\n.................",
        "..............\n......a.........r\nb................",
    );
    let blue = [("a", json!({ "rep": 2, "group": "a" })), ("b", json!({ "group": "a" }))];
    let scenario = squads(&blue, &[("r", json!({ "rep": 3 }))], json!({ "turn_limit": 3 }));
    let mut rallied = 0;
    for engagement in 0..400 {
        let mut hunkered = None;
        let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
            (0, _) => Action::Nothing,
            (1, Ask::Act) => {
                hunkered = (knows.status(0) == Status::Hunkered).then(|| knows.place_of(0)).flatten();
                if hunkered.is_some() { Action::Move } else { Action::Nothing }
            }
            (1, Ask::Way { .. }) => {
                let friend = hunkered.expect("a place");
                let near = (0..).map_while(|rank| knows.reachable(rank));
                let mut near = near.filter(|&square| knows.length(square, friend) <= engage::Inches::whole(1));
                near.next().map_or(Action::Nothing, Action::Go)
            }
            (2, Ask::Fire { .. }) => fires(knows, ask),
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        // Each test comes after a move of `b` in the same turn, or while it stays there, and says who led.
        for turn in 1..=3 {
            let tests: Vec<&Step> = of(&steps, 0, "rally").filter(|step| step.turn == turn).collect();
            assert!(tests.len() <= 1, "once for each friend and turn: {}", log(&steps));
            rallied += tests.len();
        }
    }
    assert!(rallied > 10, "{rallied}");
}
