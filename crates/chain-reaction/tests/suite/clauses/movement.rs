//! CR-move, CR-fast: moves of one's own will on small maps, and those that nobody chooses.

use chain_reaction::action::{Action, Ask};
use chain_reaction::player::Script;
use serde_json::{Value, json};

use crate::play::{Place, Says, Told, fires, log, of, squads};

/// Where blue's figure `a` ends up when ordered to a letter by a normal move, unseen.
fn goes(ground: &str, letters: &str, to: char) -> char {
    let place = Place::of(ground, letters);
    let fog = json!({ "field": { "visibility": "fog_at_night" } });
    let scenario = squads(&[("a", json!({}))], &[("r", json!({}))], fog);
    let mut script = Script::new().does(0, [Action::Move, Action::Go(place.cell(to))]);
    place.ends(&place.play(&scenario, 0, &mut script), 0)
}

/// CR-move-1: eight inches, and no more; diagonal steps count as they are long.
#[test]
fn cr_move_1_eight_inches() {
    let ground = "................";
    assert_eq!(goes(ground, "a.......xy.....r", 'x'), 'x');
    assert_eq!(goes(ground, "a.......xy.....r", 'y'), 'a', "nine inches are refused");
    // Five diagonal steps are 7.07", six 8.48".
    let ground = format!("{ground}\n").repeat(7);
    let letters = "a..............r\n.\n.\n.\n.\n.....x\n......y";
    assert_eq!(goes(&ground, letters, 'x'), 'x');
    assert_eq!(goes(&ground, letters, 'y'), 'a');
}

/// CR-terrain-6: half speed in woods and rough ground: four squares and no fifth. Bushes cost nothing (CR-terrain-5).
#[test]
fn cr_terrain_6_half_speed() {
    for slow in [',', '%', '&', ':'] {
        let ground = format!(".{}......", slow.to_string().repeat(8));
        assert_eq!(goes(&ground, "a...xy........r", 'x'), 'x', "{slow}");
        assert_eq!(goes(&ground, "a...xy........r", 'y'), 'a', "{slow}");
    }
    assert_eq!(goes(".\"\"\"\"\"\"\"\".......", "a.......x......r", 'x'), 'x');
}

/// CR-terrain-5: nobody enters impassable ground; the way leads round it.
#[test]
fn cr_terrain_5_impassable_ground() {
    // Through the wall it would be 2"; round it, it is 8".
    let ground = "...................\n.#.................\n.#.................\n.#.................";
    assert_eq!(goes(ground, ".\n.\n.\na.x...............r", 'x'), 'x');
    assert_eq!(goes(ground, ".\n.y\n.\na.x...............r", 'y'), 'a', "into the wall");
}

/// CR-move-2: to go prone ends the move, and one fires all the same; to stand up costs half the next move.
#[test]
fn cr_move_2_prone() {
    let place = Place::drawn("a..x...yz..\n...........\n..........r");
    let scenario = squads(&[("a", json!({}))], &[("r", json!({}))], json!({ "turn_limit": 2 }));
    for (to, ends) in [('y', 'y'), ('z', 'x')] {
        let go = |to| [Action::Move, Action::Go(place.cell(to))];
        let lie = [Action::GoProne, Action::Nothing];
        let script = Script::new().does(0, go('x')).does(0, lie).does(0, go(to));
        let mut script = script;
        let steps = place.play(&scenario, 3, &mut script);
        assert_eq!(place.ends(&steps, 0), ends, "{to}: {}", log(&steps));
    }
    // It fires in the same activation, and then is seen to lie.
    let (mut lay, mut fired) = (false, 0);
    let steps = place.play(
        &scenario,
        0,
        &mut Says(|knows: &dyn chain_reaction::Knowledge, ask| match (knows.me(), ask) {
            (0, Ask::Act) => Action::Move,
            (0, Ask::Way { .. }) => Action::Go(place.cell('x')),
            (0, Ask::LieDown) => Action::GoProne,
            (0, Ask::Fire { .. }) => fires(knows, ask),
            (1, Ask::Act) => {
                lay |= knows.target(0).prone;
                Action::Nothing
            }
            _ => Action::Nothing,
        }),
    );
    fired += of(&steps, 0, "fires").count();
    assert!(lay && fired > 0, "{}", log(&steps));
}

/// CR-fast-1, CR-fast-2: who passes two dice goes up to 16", one die 12", none 8"; and CR-fast-3 counts as moving fast.
#[test]
fn cr_fast_2_on_a_map() {
    let place = Place::drawn("a.......u...v...w....r");
    let scenario = squads(&[("a", json!({ "rep": 4 }))], &[("r", json!({ "rep": 1 }))], json!({}));
    let mut seen = [0; 3];
    for engagement in 0..600 {
        // To the farthest, or what it may.
        let mut player = Says(|knows: &dyn chain_reaction::Knowledge, ask| match (knows.me(), ask) {
            (0, Ask::Act) => Action::Move,
            (0, Ask::Pace) => Action::Fast,
            (0, Ask::Way { .. }) => {
                let far = ['w', 'v', 'u'].into_iter().find(|&letter| knows.cost(place.cell(letter)).is_some());
                far.map_or(Action::Nothing, |letter| Action::Go(place.cell(letter)))
            }
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        let Some(test) = of(&steps, 0, "fast move").next() else { continue };
        let (passed, ends) = [("2d6", 'w'), ("1d6", 'v'), ("0d6", 'u')]
            .into_iter()
            .find(|(passed, _)| test.text.contains(&format!("passes {passed}")))
            .expect("a result");
        assert_eq!(place.ends(&steps, 0), ends, "{test:?}");
        let fast = of(&steps, 0, "moves").any(|step| step.text.ends_with("fast"));
        assert_eq!(fast, passed != "0d6");
        seen[usize::from(passed.as_bytes()[0] - b'0')] += 1;
    }
    assert!(seen.iter().all(|&times| times > 5), "{seen:?}");
}

/// CR-attr-clumsy: who fails the test with doubles goes one to six inches, lies there stunned, and neither fires nor moves on in its
/// next activation.
#[test]
fn cr_attr_clumsy_on_a_map() {
    let place = Place::drawn("a....................r");
    let clumsy = json!({ "rep": 1, "attributes": ["Clumsy"] });
    let scenario = squads(&[("a", clumsy)], &[("r", json!({}))], json!({ "turn_limit": 6 }));
    let mut fallen = 0;
    for engagement in 0..300 {
        let mut after = None;
        let mut player = Says(|knows: &dyn chain_reaction::Knowledge, ask| match (knows.me(), ask) {
            (0, Ask::Act) => Action::Move,
            (0, Ask::Pace) => Action::Fast,
            (0, Ask::Way { left }) if left <= 6 * field::INCH => {
                let squares = (0..).map_while(|rank| knows.reachable(rank));
                squares.last().map_or(Action::Nothing, Action::Go)
            }
            (1, Ask::Act) => {
                after = Some(knows.status(0));
                Action::Nothing
            }
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        let Some(at) = steps.iter().position(|step| step.text.starts_with("falls and lies")) else { continue };
        fallen += 1;
        let gone = steps[..at].iter().rev().find(|step| step.text.starts_with("moves")).expect("a move");
        let inches: u8 = gone.text["moves ".len()..].split('"').next().expect("inches").parse().expect("a number");
        assert!((1..=6).contains(&inches), "{}", gone.text);
        assert!(
            steps[at + 1..].iter().all(|step| step.turn != steps[at].turn || step.figure != Some(0)),
            "{}",
            log(&steps)
        );
        assert!(after.is_some());
    }
    assert!(fallen > 20, "{fallen}");
}

/// CR-fast-4: who reloads or carries a wounded friend may move, but is not asked whether it moves fast.
#[test]
fn cr_fast_4_who_may_not_move_fast() {
    let place = Place::drawn("a.......x.....r");
    let run = |more: Value| {
        let scenario = squads(&[("a", more)], &[("r", json!({}))], json!({}));
        let mut asked = false;
        let mut player = Says(|knows: &dyn chain_reaction::Knowledge, ask| match (knows.me(), ask) {
            (0, Ask::Act) => Action::Move,
            (0, Ask::Pace) => {
                asked = true;
                Action::Nothing
            }
            _ => Action::Nothing,
        });
        place.play(&scenario, 0, &mut player);
        asked
    };
    assert!(run(json!({})));
    // A shotgun throws six dice, so it soon runs dry; who then reloads goes eight inches and no farther, without a test.
    let place = Place::drawn("a......xyz\n..........\n.........r");
    let blue = json!({ "weapon": "shotgun" });
    let scenario = squads(&[("a", blue)], &[("r", json!({ "star": true }))], json!({ "turn_limit": 40 }));
    let mut moved = 0;
    for engagement in 0..60 {
        let (mut reloading, mut asked) = (false, false);
        let mut player = Says(|knows: &dyn chain_reaction::Knowledge, ask| match (knows.me(), ask) {
            (0, Ask::Act) if knows.is_reloading() => {
                reloading = true;
                Action::Move
            }
            (0, Ask::Act) if !knows.is_loaded() => Action::Reload,
            (0, Ask::Pace) => {
                asked |= reloading;
                Action::Fast
            }
            (0, Ask::Way { .. }) if reloading => {
                assert_eq!(knows.cost(place.cell('z')), None);
                moved += 1;
                Action::Nothing
            }
            (0, Ask::Fire { .. }) => fires(knows, ask),
            (1, Ask::Pass { .. }) => Action::Pass(2),
            _ => Action::Nothing,
        });
        place.play(&scenario, engagement, &mut player);
        assert!(!asked);
        if moved > 0 {
            return;
        }
    }
    panic!("nobody ran dry");
}

/// Where blue `a` goes that red `r` fires at, whenever its steps say that it does so; `b`, who leads, is of its group.
fn refuges(ground: &str, letters: &str, more: &Value, does: &str) -> Vec<char> {
    let place = Place::of(ground, letters);
    let mut blue = vec![("a", json!({ "rep": 3 }))];
    if letters.contains('b') {
        blue.push(("b", json!({ "rep": 4, "group": "a" })));
    }
    let scenario = squads(&blue, &[("r", json!({ "rep": 4 }))], more.clone());
    let mut places = Vec::new();
    for engagement in 0..1500 {
        // Red fires at the first; blue holds its fire.
        let mut player = Says(|knows: &dyn chain_reaction::Knowledge, ask| match ask {
            Ask::Fire { at, .. } if at.contains(0) => fires(knows, ask),
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        let such = of(&steps, 0, does).filter(|step| step.text == does);
        places.extend(such.map(|step| place.stands(step, 0).unwrap_or('-')));
    }
    assert!(places.len() > 5, "{does}: {places:?}");
    places.sort_unstable();
    places.dedup();
    places
}

/// Five rows of open ground, fifteen wide.
const OPEN: &str = "...............\n...............\n...............\n...............\n...............";

/// CR-move-3, CR-status-duck, Clarification 24: who ducks back goes to the nearest square out of sight or in cover, at most 6" away; who
/// finds none lies down where it is.
#[test]
fn cr_move_3_duck_back_goes_to_the_nearest_cover() {
    assert_eq!(refuges(OPEN, ".\n.\na.............r", &json!({}), "ducks back"), ['a']);
    // The whole row left of the wall is hidden; an inch up is nearest.
    let wall = "...............\n...............\n...#...........\n...............";
    assert_eq!(refuges(wall, ".\n.\nx.............r\na", &json!({}), "ducks back"), ['x']);
    // Seven inches away is too far.
    let far = ".........#.....\n...............\n...............";
    assert_eq!(refuges(far, ".\n.\na.............r", &json!({}), "ducks back"), ['a']);
    // A figure in cover stays.
    let low = "..._...........\n...............\n.#.............";
    let outguns = json!({ "red": { "r": { "weapon": "squad automatic weapon" } } });
    assert_eq!(refuges(low, "..a...........r", &outguns, "ducks back"), ['a']);
}

/// Clarification 24: of squares equally far the one nearer to the leader of the group, of those the lowest.
#[test]
fn cr_move_3_ties() {
    // Above and below there is a wall that hides the rest of it.
    let walls = "...............\n..#............\n...............\n...............\n...............\n..#............\n...............";
    let letters = |b: &str| format!(".\nx..............\n.\na.............r\n.\ny\n{b}");
    assert_eq!(refuges(walls, &letters("."), &json!({}), "ducks back"), ['x']);
    assert_eq!(refuges(walls, &letters("b"), &json!({}), "ducks back"), ['y'], "the leader stands below");
}

/// CR-status-retire, Clarification 24: away from the cause into cover, off the table if there is none and an edge is near, else prone.
#[test]
fn cr_move_3_retire() {
    let letters = ".\n.\n..a...........r";
    assert_eq!(refuges(OPEN, letters, &json!({}), "retires off the table"), ['-']);
    let stays = json!({ "rules": { "retire_off_table": false } });
    assert_eq!(refuges(OPEN, letters, &stays, "retires"), ['a']);
    // Behind the wall, going away, one is hidden.
    let wall = "...............\n..#............\n...............";
    assert_eq!(refuges(wall, ".\n.x..a.........r", &json!({}), "retires"), ['x']);
}

/// Clarification 26: who snap fires in its own activation moves no farther; who returns fire does.
#[test]
fn cr_status_snap_ends_the_move() {
    // Out from behind the wall, in sight of red but behind something low, and on from there.
    let place = Place::of(".#........\n._........\n..........", "a........r\ny.........\n...x......");
    let scenario = squads(&[("a", json!({ "rep": 4 }))], &[("r", json!({ "rep": 4 }))], json!({}));
    let go = [Action::Move, Action::Go(place.cell('x')), Action::Go(place.cell('x'))];
    let mut seen = [0; 2];
    for engagement in 0..600 {
        let steps = place.play(&scenario, engagement, &mut Told(Script::new().does(0, go)));
        let tests: Vec<&str> = of(&steps, 0, "received fire").map(|step| step.text.as_str()).collect();
        if tests.is_empty() || of(&steps, 0, "moves").next().is_none() {
            continue;
        }
        if tests.iter().any(|text| text.ends_with("snap fire")) {
            assert_eq!(place.ends(&steps, 0), 'y', "{}", log(&steps));
            seen[0] += 1;
        } else if tests.iter().all(|text| text.ends_with("return fire")) && place.ends(&steps, 0) == 'x' {
            seen[1] += 1;
        }
    }
    assert!(seen.iter().all(|&times| times > 3), "{seen:?}");
}
