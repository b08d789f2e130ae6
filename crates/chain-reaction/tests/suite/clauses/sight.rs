//! CR-los, CR-fig-2, CR-insight-1 on maps: who sees whom, how far, and who is watched when he moves.

use chain_reaction::Knowledge;
use chain_reaction::action::{Action, Ask};
use chain_reaction::player::Script;
use chain_reaction::shooting::Target;
use serde_json::{Value, json};

use crate::play::{Place, Says, Told, fires, log, of, squads};

/// How blue's first figure sees the first red one when it is asked what to do; none if it does not see him.
fn sees(place: &Place, more: Value) -> Option<Target> {
    let letters = ["a", "b", "c"].into_iter().filter(|letter| place.has(letter));
    let blue: Vec<(&str, Value)> = letters.map(|letter| (letter, json!({}))).collect();
    let red: Vec<(&str, Value)> =
        ["r", "s"].into_iter().filter(|letter| place.has(letter)).map(|letter| (letter, json!({}))).collect();
    let first = blue.len();
    let mut seen = None;
    let mut player = Says(|knows: &dyn Knowledge, ask| {
        if knows.me() == 0 && ask == Ask::Act {
            seen = Some(knows.enemies_in_sight().contains(first).then(|| knows.target(first)));
        }
        Action::Nothing
    });
    place.play(&squads(&blue, &red, more), 0, &mut player);
    seen.expect("it is asked")
}

/// CR-los-1: terrain blocks; so do friends in the way, unless they are beside the firer; enemies do not.
#[test]
fn cr_los_1_what_blocks() {
    let day = || json!({});
    assert!(sees(&Place::drawn("a..........r"), day()).is_some());
    assert!(sees(&Place::drawn("a....#.....r\n............"), day()).is_none(), "a wall");
    assert!(sees(&Place::of("....^.......", "a..........r"), day()).is_none(), "a hill between (CR-terrain-5)");
    assert!(sees(&Place::of("^...........", "a..........r"), day()).is_some(), "on the hill");
    assert!(sees(&Place::drawn("a....b.....r"), day()).is_none(), "a friend");
    assert!(sees(&Place::drawn("a....b.....r"), json!({ "rules": { "friends_block_sight": false } })).is_some());
    assert!(sees(&Place::drawn("ab.........r"), day()).is_some(), "beside the firer");
    assert!(sees(&Place::drawn("a..........r\n.....b......"), day()).is_some(), "beside the line");
    // The first of red is the farther one.
    assert!(sees(&Place::drawn("a.....s....r"), day()).is_some(), "an enemy");
}

/// CR-los-2: by day as far as there is ground, at night and in fog 12", in fog at night 6".
#[test]
fn cr_los_2_visibility() {
    let long = |gap: usize| Place::drawn(&format!("a{}r", ".".repeat(gap - 1)));
    for (visibility, most) in [("night", 12), ("fog", 12), ("fog_at_night", 6)] {
        let more = || json!({ "field": { "visibility": visibility } });
        assert!(sees(&long(most), more()).is_some(), "{visibility}");
        assert!(sees(&long(most + 1), more()).is_none(), "{visibility}");
    }
    assert!(sees(&long(60), json!({})).is_some());
}

/// CR-los-2, Clarification 38: inside the same wood 12" by day and 6" at night, for either row of the table.
#[test]
fn cr_los_2_inside_woods() {
    let wood = |gap: usize| Place::of(&"&".repeat(gap + 1), &format!("a{}r", ".".repeat(gap - 1)));
    assert!(sees(&wood(12), json!({})).is_some_and(|target| target.concealed));
    assert!(sees(&wood(13), json!({})).is_none());
    let night = || json!({ "field": { "visibility": "night" } });
    assert!(sees(&wood(6), night()).is_some());
    assert!(sees(&wood(7), night()).is_none());
}

/// CR-los-3, CR-terrain-6: at the edge of a wood one sees out and is seen, in cover; an inch in, neither.
#[test]
fn cr_los_3_edges_of_woods() {
    let ground = "......%&&&";
    let edge = Place::of(ground, "a.....r...");
    let seen = sees(&edge, json!({})).expect("at the edge");
    assert!(seen.cover, "the edge of a wood is cover");
    assert!(sees(&Place::of(ground, "r.....a..."), json!({})).is_some_and(|target| !target.cover), "he sees out");
    assert!(sees(&Place::of(ground, "a......r.."), json!({})).is_none(), "inside");
    assert!(sees(&Place::of(ground, "r......a.."), json!({})).is_none(), "from inside");
}

/// CR-terrain-5: bushes conceal and are no cover; something low and hard right before one is cover (CR-hit-3).
#[test]
fn cr_terrain_5_bushes_conceal() {
    let target = |ground: &str| sees(&Place::of(ground, "a.....r..."), json!({})).expect("in sight");
    assert_eq!((target("......\"...").concealed, target("......\"...").cover), (true, false));
    assert_eq!((target(".....n....\n..........").concealed, target(".....n....\n..........").cover), (false, true));
    assert_eq!((target("..........").concealed, target("..........").cover), (false, false));
}

/// CR-fig-2: the front is the half plane ahead, its border with it. CR-fig-3, `facing_limits_fire`: in reaction a figure only sees what is before
/// it; an active figure turns as it likes.
#[test]
fn cr_fig_2_the_front_half() {
    // Red looks towards blue's `b`, the middle of where blue begins being there; `a` comes out behind it or before it.
    let run = |letters: &str, rule: bool| {
        let ground = "...................\n.#################.\n...................";
        let place = Place::of(ground, letters);
        let rules = json!({ "rules": { "facing_limits_fire": rule } });
        let blue = [("a", json!({ "rep": 6 })), ("b", json!({ "rep": 1, "count": 3 }))];
        let scenario = squads(&blue, &[("r", json!({ "rep": 6 }))], rules);
        let go = [Action::Move, Action::Go(place.cell('x')), Action::Go(place.cell('x'))];
        let mut tests = 0;
        for engagement in 0..40 {
            let steps = place.play(&scenario, engagement, &mut Told(Script::new().does(0, go)));
            tests += of(&steps, 4, "in sight").count();
        }
        tests
    };
    // `b` to the right, where red looks; `a` comes out from behind the left wall, then from behind the right one.
    let left = "x.........r...bbb..\n.\na";
    let right = "..........r...bbb.x\n.\n..................a";
    assert_eq!(run(left, true), 0, "from behind nobody tests");
    assert!(run(left, false) > 30, "unless facing does not matter");
    assert!(run(right, true) > 30, "before its eyes");
}

/// CR-insight-1: a lone mover stops at the first square in sight, and goes on after the fire; members of a group go on two inches.
#[test]
fn cr_insight_1_a_lone_mover_stops() {
    // A corridor: `a` walks up from behind the wall into the open row.
    let place =
        Place::of("..........\n#.########\n#.########\n#.########", "wxy......r\n.u........\n.a........\n.b........");
    let scenario = squads(&[("a", json!({}))], &[("r", json!({ "rep": 1 }))], json!({}));
    let go = [Action::Move, Action::Go(place.cell('w')), Action::Go(place.cell('w'))];
    let steps = place.play(&scenario, 0, &mut Script::new().does(0, go));
    let moves: Vec<char> = of(&steps, 0, "moves").map(|step| place.stands(step, 0).expect("a place")).collect();
    assert_eq!(moves, ['x', 'w'], "it stops at the first square in sight: {}", log(&steps));
    // The test comes between the two.
    let order: Vec<&str> = steps
        .iter()
        .filter_map(|step| ["moves", "in sight"].into_iter().find(|word| step.text.starts_with(word)))
        .collect();
    assert_eq!(order, ["moves", "in sight", "moves"]);
}

/// CR-insight-1: in a group each goes on two inches in sight before the test, which is one for all. CR-insight-3: once in an activation.
#[test]
fn cr_insight_1_a_group_goes_on_two_inches() {
    let place =
        Place::of("..........\n.#########\n.#########\n.#########", "xyzw.....r\nu.........\na.........\nb.........");
    let group = [("a", json!({ "group": "a" })), ("b", json!({ "group": "a" }))];
    let scenario = squads(&group, &[("r", json!({ "rep": 1 }))], json!({}));
    let go = [Action::Move, Action::Go(place.cell('w')), Action::Go(place.cell('w'))];
    let script = Script::new().does(0, go).does(1, [Action::Move, Action::Go(place.cell('x'))]);
    let mut script = script;
    let steps = place.play(&scenario, 0, &mut script);
    let moves: Vec<char> = of(&steps, 0, "moves").map(|step| place.stands(step, 0).expect("a place")).collect();
    // In sight at `x`, two inches on is `z`.
    assert_eq!(moves.first(), Some(&'z'), "{}", log(&steps));
    assert_eq!(moves.last(), Some(&'w'));
    assert_eq!(
        of(&steps, 2, "in sight").count(),
        1 + usize::from(of(&steps, 1, "moves").count() > 1),
        "{}",
        log(&steps)
    );
}

/// CR-insight-2: a mover who is hit does not go on.
#[test]
fn cr_insight_2_who_is_hit_stops() {
    let place = Place::of("..........\n#.########\n#.########", "wxy......r\n.u........\n.a........");
    let scenario = squads(&[("a", json!({ "rep": 3 }))], &[("r", json!({}))], json!({}));
    let go = [Action::Move, Action::Go(place.cell('w')), Action::Go(place.cell('w'))];
    let mut hit = 0;
    for engagement in 0..60 {
        let steps = place.play(&scenario, engagement, &mut Told(Script::new().does(0, go)));
        let Some(first) = steps.iter().position(|step| step.clause == "CR-dmg-1" && step.target == Some(0)) else {
            continue;
        };
        assert!(
            !steps[first..].iter().any(|step| step.figure == Some(0) && step.text.starts_with("moves")),
            "{}",
            log(&steps)
        );
        hit += 1;
    }
    assert!(hit > 10, "{hit}");
}

/// Clarification 27: who is in sight already when the activation begins is not tested against.
#[test]
fn cr_insight_1_who_was_in_sight_before() {
    let place = Place::drawn("a.x.......r");
    let scenario = squads(&[("a", json!({}))], &[("r", json!({}))], json!({}));
    let go = [Action::Move, Action::Go(place.cell('x'))];
    for engagement in 0..20 {
        let steps = place.play(&scenario, engagement, &mut Told(Script::new().does(0, go)));
        assert_eq!(of(&steps, 1, "in sight").count(), 0);
        assert_eq!(place.ends(&steps, 0), 'x');
    }
}

/// Clarification 27: a move that nobody chose brings nobody into sight; with `involuntary_in_sight` it does, after the chain that caused it.
#[test]
fn cr_insight_1_moves_that_nobody_chose() {
    // Shot at by `r`, `b` ducks round the end of the wall to `x`, where `s` sees him.
    let place = Place::of(
        "....................\n...##########.......\n....................\n....................",
        ".....b.............r\n..x.................\n....................\n..s.................",
    );
    let run = |involuntary: bool| {
        let options = json!({ "rules": { "involuntary_in_sight": involuntary }, "turn_limit": 1 });
        let red = [("r", json!({ "rep": 2, "weapon": "bolt action rifle" })), ("s", json!({}))];
        let scenario = squads(&[("b", json!({ "rep": 3 }))], &red, options);
        let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
            (1, Ask::Fire { .. }) => fires(knows, ask),
            _ => Action::Nothing,
        });
        let (mut ducked, mut tests) = (0, 0);
        for engagement in 0..600 {
            let steps = place.play(&scenario, engagement, &mut player);
            let ducks = steps.iter().position(|step| step.figure == Some(0) && step.text == "ducks back");
            let before = ducks.unwrap_or(steps.len());
            assert_eq!(of(&steps[..before], 2, "in sight").count(), 0, "{}", log(&steps));
            ducked += usize::from(ducks.is_some_and(|at| place.stands(&steps[at], 0) == Some('x')));
            tests += of(&steps[before..], 2, "in sight").count();
        }
        (ducked, tests)
    };
    let (ducked, tests) = run(false);
    assert!(ducked > 20 && tests == 0, "{ducked} {tests}");
    let (ducked, tests) = run(true);
    assert!(ducked > 20 && tests >= ducked, "{ducked} {tests}");
}

/// CR-insight-3, Clarification 50: with `ambush` who passes two dice in cover may hold his fire, unseen, until the move is over; he may
/// not without the option, nor in the open.
#[test]
fn cr_insight_3_ambush() {
    let run = |cover: &str, ambush: bool| {
        // Blue comes out from behind the wall, and goes on.
        let ground = format!(".........\n######...\n.........\n.......{cover}.\n.........");
        let place = Place::of(&ground, "a.......v\n.........\n.........\n.........\n.......r.");
        let scenario = squads(
            &[("a", json!({ "rep": 6 }))],
            &[("r", json!({ "rep": 5, "weapon": "squad automatic weapon" }))],
            json!({ "rules": { "ambush": ambush }, "turn_limit": 1 }),
        );
        let (mut asked, mut waited, mut fired) = (0, 0, 0);
        for engagement in 0..40 {
            let mut waits = false;
            let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
                (0, Ask::Act) => Action::Move,
                (0, Ask::Way { .. }) => {
                    assert!(!waits || knows.enemies_in_sight().is_empty(), "holding fire keeps it unseen");
                    Action::Go(place.cell('v'))
                }
                (1, Ask::Ambush { movers }) => {
                    assert!(movers.contains(0));
                    waits = true;
                    Action::Ambush
                }
                (_, Ask::Fire { must: true, .. }) => fires(knows, ask),
                _ => Action::Nothing,
            });
            let steps = place.play(&scenario, engagement, &mut player);
            asked += u8::from(waits);
            let Some(at) = steps.iter().position(|step| step.text == "lies in wait") else { continue };
            waited += 1;
            // The mover goes on to the end of its way before it is fired at.
            let moved = steps[at..].iter().position(|step| step.figure == Some(0) && step.text.starts_with("moves"));
            let shot = steps[at..].iter().position(|step| step.figure == Some(1) && step.text.starts_with("fires"));
            assert!(shot.is_some() && shot > moved, "{}", log(&steps));
            fired += 1;
        }
        (asked, waited, fired)
    };
    let (asked, waited, fired) = run("n", true);
    assert!(asked > 5 && waited == asked && fired == waited, "{asked} {waited} {fired}");
    assert_eq!(run("n", false).0, 0, "without the option");
    assert_eq!(run(".", true).0, 0, "in the open");
}
