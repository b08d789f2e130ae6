//! CR-rf, CR-react, CR-fast-3 on maps: who tests when somebody of a group is shot at, in which order, and how a charger is hit who has moved
//! fast.

use chain_reaction::Knowledge;
use chain_reaction::action::{Action, Aim, Ask};
use engage::Step;
use serde_json::{Value, json};

use crate::play::{Place, Says, fires, log, of, squads};

/// Red's first figure fires at one of blue's figures, all of one group, who answer when they must.
fn shot_at(place: &Place, target: usize, blue: &[(&str, Value)], more: Value, engagement: u64) -> Vec<Step> {
    let red = blue.len();
    let scenario = squads(blue, &[("r", json!({ "rep": 4 }))], more);
    let mut player = Says(|knows: &dyn Knowledge, ask| match ask {
        Ask::Fire { at, must: false, .. } if knows.me() == red && at.contains(target) => {
            Action::Fire(Aim::at(target, knows.dice()))
        }
        Ask::Focus { .. } => Action::Focus(target as u8),
        Ask::Fire { must: true, .. } => fires(knows, ask),
        _ => Action::Nothing,
    });
    place.play(&scenario, engagement, &mut player)
}

/// The figures that take Received Fire at once after the first volley that misses a figure, with what each reads.
fn testers(steps: &[Step], target: u8) -> Option<Vec<(u8, &str)>> {
    let missed =
        |step: &Step| step.target == Some(target) && step.text.contains("fires ") && step.text.contains("missed");
    let first = steps.iter().position(missed)?;
    let tests =
        steps[first + 1..].iter().filter(|step| step.text.starts_with("received fire") || step.text.contains("fires "));
    let tests = tests.take_while(|step| step.text.starts_with("received fire"));
    Some(tests.filter_map(|step| Some((step.figure?, step.text.as_str()))).collect())
}

/// CR-rf-1, CR-react-5, Clarifications 9 and 56: a figure that was missed tests, though a friend on the line keeps it from seeing the shooter.
/// It is not outgunned, and holds where its row says to fire.
#[test]
fn cr_rf_1_a_friend_on_the_line() {
    for (letters, group) in [("r......a...b", "a"), ("r.....a......b", "b")] {
        let place = Place::drawn(letters);
        let (mut seen, mut results) = (0, Vec::new());
        for engagement in 0..900 {
            let blue = [("a", json!({ "group": "a" })), ("b", json!({ "rep": 4, "weapon": "pistol", "group": group }))];
            let steps = shot_at(&place, 1, &blue, json!({}), engagement);
            let Some(tests) = testers(&steps, 1) else { continue };
            let Some((_, text)) = tests.iter().find(|(who, _)| *who == 1) else {
                panic!("CR-rf-1: the figure that was missed does not test: {}", log(&steps));
            };
            let passed = text.split("passes ").nth(1).and_then(|rest| rest.split(", ").next());
            let (passed, does) = (passed.expect("dice"), text.rsplit(", ").next().expect("a result"));
            let wanted = match passed {
                "2d6" => "hold",
                "1d6" => "duck back",
                _ => "retire",
            };
            assert_eq!(does, wanted, "{text}");
            results.push(passed.to_owned());
            seen += 1;
        }
        assert!(seen > 20, "{seen}");
        assert!(["1d6", "2d6"].iter().all(|passed| results.iter().any(|other| other == passed)), "{results:?}");
    }
}

/// CR-rf-2: with the figure that was missed those of its group test whom the shooter sees, whether they see him or not; by the options the
/// whole group does, or only the figure itself.
#[test]
fn cr_rf_2_who_tests() {
    // Red sees `a`, `b`, and `c` behind `b`, who does not see him; `d` stands behind the wall.
    let place = Place::of("............\n............\n.........#..", "r......b..c.\n.......a....\n..........d.");
    let blue = ["a", "b", "c", "d"].map(|name| (name, json!({ "rep": 5, "group": "a" })));
    for (testers_are, wanted) in
        [("in_sight", &[0, 1, 2][..]), ("whole_group", &[0, 1, 2, 3][..]), ("targets_only", &[0][..])]
    {
        let mut seen = 0;
        for engagement in 0..200 {
            let options = json!({ "rules": { "received_fire_testers": testers_are } });
            let steps = shot_at(&place, 0, &blue, options, engagement);
            let Some(tests) = testers(&steps, 0) else { continue };
            let who: Vec<u8> = tests.iter().map(|&(who, _)| who).collect();
            assert_eq!(who, wanted, "CR-rf-2, {testers_are}: {}", log(&steps));
            // CR-react-3: one pair of dice for all of them.
            let pair = |text: &str| text["received fire: ".len()..][..3].to_owned();
            assert!(tests.windows(2).all(|two| pair(two[0].1) == pair(two[1].1)), "{}", log(&steps));
            seen += 1;
        }
        assert!(seen > 10, "{testers_are}: {seen}");
    }
}

/// CR-react-7, Clarification 28: after a volley that hits one figure and misses another first the dice for its hits are thrown, then Man Down
/// is tested, then Leader Lost, then Received Fire by those who still carry on; CR-react-1: all of it before anybody else acts.
#[test]
fn cr_react_7_the_order_of_tests() {
    let place = Place::drawn("r..........a\n...........b\n...........c");
    // `a` leads the force; `b` is missed in the same volley.
    let blue = [
        ("a", json!({ "rep": 5, "group": "a" })),
        ("b", json!({ "rep": 5, "group": "a" })),
        ("c", json!({ "rep": 4, "group": "a" })),
    ];
    let scenario = squads(&blue, &[("r", json!({ "weapon": "squad automatic weapon" }))], json!({}));
    let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
        (3, Ask::Fire { must: false, .. }) => {
            let mut aim = Aim::at(0, 1);
            aim.targets[1] = (1, 3);
            Action::Fire(aim)
        }
        (_, Ask::Fire { must: true, .. }) => fires(knows, ask),
        _ => Action::Nothing,
    });
    let order = ["CR-hit-1", "CR-dmg-1", "CR-mandown-1", "CR-leaderlost-1", "CR-rf-1"];
    let mut seen = 0;
    for engagement in 0..3000 {
        let steps = place.play(&scenario, engagement, &mut player);
        let Some(first) = steps.iter().position(|step| step.figure == Some(3) && step.target == Some(0)) else {
            continue;
        };
        // Until somebody answers or moves.
        let chain = steps[first + 2..].iter().take_while(|step| order[1..].contains(&step.clause));
        let chain: Vec<&str> = chain.map(|step| step.clause).collect();
        let place_of = |clause: &&str| order.iter().position(|other| other == clause);
        assert!(chain.is_sorted_by_key(place_of), "CR-react-7: {}", log(&steps[first..]));
        seen += usize::from(order[1..].iter().all(|clause| chain.contains(clause)));
    }
    assert!(seen > 5, "all of them in one chain: {seen}");
}

/// CR-fast-3, CR-bc-3, Clarification 57: a charger that passed the Fast Move test and has moved an inch or more counts as moved fast, for fire
/// on Being Charged and on In Sight on the way: a total of 8 misses it.
#[test]
fn cr_fast_3_a_charger_who_moves_fast() {
    // Fire of Rep 2 hits on a 6 alone, for a total of 8. `s` sees the charger only when it has come up to the gap in the wall.
    let charged = |letters: &str, ground: &str| {
        let place = Place::of(ground, letters);
        let red = [("r", json!({ "rep": 2 })), ("s", json!({ "rep": 2 }))];
        let (mut by, mut hits, mut fast) = ([0; 3], [0; 3], 0);
        for engagement in 0..600 {
            let scenario = squads(&[("a", json!({ "weapon": "pistol" }))], &red, json!({}));
            let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
                (0, Ask::Act) => Action::Charge(1),
                (1 | 2, Ask::Fire { must: true, .. }) => fires(knows, ask),
                _ => Action::Nothing,
            });
            let steps = place.play(&scenario, engagement, &mut player);
            fast += of(&steps, 0, "moves").filter(|step| step.text.ends_with("fast")).count();
            for step in steps.iter().filter(|step| step.target == Some(0) && step.text.starts_with("fires ")) {
                let who = usize::from(step.figure.expect("a shooter"));
                by[who] += 1;
                hits[who] += usize::from(!step.text.contains("missed"));
            }
        }
        (by, hits, fast)
    };
    let wall = "..............\n#########.####\n..............";
    let (by, hits, fast) = charged("a............r\n..............\n.........s....", wall);
    assert!(by[1] > 20 && by[2] > 20 && fast >= 600, "{by:?} {fast}");
    assert_eq!(hits, [0; 3], "CR-fast-3: a total of 8 misses a charger who has moved fast");
    // At a normal move it hits.
    let (by, hits, fast) = charged("......a......r\n..............\n.........s....", wall);
    assert!(by[1] > 20 && fast == 0, "{by:?} {fast}");
    assert!(hits[1] > 5, "{hits:?}");
}

/// CR-bc-3, CR-rf-3: a charger who was fired at and missed tests Received Fire as a charger, whom nothing outguns: it goes on, or snap fires and
/// stops, or retires.
#[test]
fn cr_bc_3_fire_at_a_charger() {
    let place = Place::drawn("a.....r.....");
    let mut seen = [0; 3];
    for engagement in 0..3000 {
        let blue = [("a", json!({ "rep": 4, "weapon": "bolt action rifle" }))];
        let scenario = squads(&blue, &[("r", json!({ "rep": 4, "weapon": "pistol" }))], json!({}));
        let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
            (0, Ask::Act) => Action::Charge(1),
            (_, Ask::Fire { must: true, .. }) => fires(knows, ask),
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        let Some(at) = steps.iter().position(|step| step.text.starts_with("being charged")) else { continue };
        let Some(tests) = testers(&steps[at..], 0) else { continue };
        let [(0, text), ..] = tests[..] else { panic!("CR-bc-3: no test: {}", log(&steps)) };
        let home = of(&steps, 0, "charges home").count();
        let result = ["continue", "snap fire", "retire"].iter().position(|does| text.ends_with(does));
        let result = result.unwrap_or_else(|| panic!("CR-bc-3: {text}"));
        assert_eq!(home, usize::from(result == 0), "CR-bc-3: {}", log(&steps));
        seen[result] += 1;
    }
    assert!(seen.iter().all(|&times| times > 5), "{seen:?}");
}
