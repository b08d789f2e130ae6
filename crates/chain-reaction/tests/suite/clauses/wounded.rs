//! CR-wound, CR-status-stun on maps: the wounded are taken up, carried, dropped; who was stunned lies until it stands up.

use chain_reaction::Knowledge;
use chain_reaction::action::{Action, Aim, Ask};
use chain_reaction::figure::Status;
use engage::Step;
use serde_json::{Value, json};

use crate::play::{Place, Says, fires, log, of, squads};

/// Red fires at `b` until he is out of the fight; then `a` goes beside him, takes him up, and goes on to `x`; until red fires at `a`.
fn carries(place: &Place, more: Value, again: bool, engagement: u64) -> Vec<Step> {
    let blue = [("a", json!({ "rep": 5 })), ("b", json!({ "rep": 2 }))];
    let scenario = squads(&blue, &[("r", json!({ "rep": 4 }))], testkit::setup::with(json!({ "turn_limit": 6 }), more));
    let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
        (0, Ask::Act) if knows.status(1) == Status::Out => {
            let (here, there) = (knows.place().expect("a place"), knows.place_of(1).expect("a place"));
            let carries = knows.figure().retrieving;
            if !carries && knows.length(here, there) < engage::Inches::whole(2) {
                Action::PickUp(1)
            } else {
                Action::Move
            }
        }
        (0, Ask::Way { .. }) if knows.figure().retrieving => {
            assert_eq!(knows.cost(place.cell('z')), None, "CR-fast-4");
            Action::Go(place.cell('x'))
        }
        (0, Ask::Way { .. }) => {
            let there = knows.place_of(1).expect("a place");
            let mut near = (0..).map_while(|rank| knows.reachable(rank));
            near.find(|&square| knows.length(square, there) == engage::Inches::whole(1))
                .map_or(Action::Nothing, Action::Go)
        }
        (0, Ask::Pace) => {
            assert!(!knows.figure().retrieving, "CR-fast-4");
            Action::Nothing
        }
        (0, Ask::Fire { .. }) => {
            assert!(!knows.figure().retrieving, "CR-wound-3");
            Action::Nothing
        }
        (2, Ask::Fire { at, .. }) if at.contains(1) => Action::Fire(Aim::at(1, knows.dice())),
        (2, Ask::Fire { .. }) if again => fires(knows, ask),
        _ => Action::Nothing,
    });
    place.play(&scenario, engagement, &mut player)
}

const FIELD: &str = "a...b.............z....r\n........x...............";

/// CR-wound-1, CR-wound-3: an active figure takes up a wounded friend in contact and goes on with its move, at normal speed; the friend goes
/// with it.
#[test]
fn cr_wound_1_picking_up() {
    let place = Place::drawn(FIELD);
    let mut carried = 0;
    for engagement in 0..200 {
        let steps = carries(&place, json!({}), false, engagement);
        let Some(at) = steps.iter().position(|step| step.text.starts_with("picks up")) else { continue };
        let moves: Vec<&Step> = of(&steps[at..], 0, "moves").collect();
        assert!(
            moves.first().is_none_or(|step| step.turn == steps[at].turn && place.stands(step, 0) == Some('x')),
            "{}",
            log(&steps)
        );
        carried += usize::from(!moves.is_empty());
    }
    assert!(carried > 10, "{carried}");
}

/// CR-wound-1, CR-fast-4: it may come to the friend in the same move, and goes on with the rest of a normal one.
#[test]
fn cr_wound_1_in_the_midst_of_a_move() {
    let place = Place::drawn("a...b..x..z............r\n........................");
    let mut carried = 0;
    for engagement in 0..200 {
        let blue = [("a", json!({ "rep": 5 })), ("b", json!({ "rep": 2 }))];
        let scenario = squads(&blue, &[("r", json!({ "rep": 4 }))], json!({ "turn_limit": 6 }));
        let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
            (0, Ask::Act) if knows.status(1) == Status::Out && !knows.figure().retrieving => Action::Move,
            (0, Ask::Pace) => Action::Fast,
            (0, Ask::Way { .. }) if knows.figure().retrieving => {
                assert_eq!(knows.cost(place.cell('z')), None, "CR-fast-4");
                Action::Go(place.cell('x'))
            }
            (0, Ask::Way { .. }) => {
                let (here, there) = (knows.place().expect("a place"), knows.place_of(1).expect("a place"));
                let beside = |square| knows.length(square, there) == engage::Inches::whole(1);
                let mut near = (0..).map_while(|rank| knows.reachable(rank));
                if beside(here) {
                    Action::PickUp(1)
                } else {
                    near.find(|&square| beside(square)).map_or(Action::Nothing, Action::Go)
                }
            }
            (2, Ask::Fire { at, .. }) if at.contains(1) => Action::Fire(Aim::at(1, knows.dice())),
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        let Some(at) = steps.iter().position(|step| step.text.starts_with("picks up")) else { continue };
        let turn = steps[at].turn;
        assert!(of(&steps[..at], 0, "moves").any(|step| step.turn == turn), "{}", log(&steps));
        let on = of(&steps[at..], 0, "moves").next();
        assert!(on.is_some_and(|step| step.turn == turn && place.stands(step, 0) == Some('x')), "{}", log(&steps));
        carried += 1;
    }
    assert!(carried > 10, "{carried}");
}

/// CR-wound-3, CR-wound-5: who carries is never outgunned and does not fire: it goes on or retires.
#[test]
fn cr_wound_5_shot_at_while_carrying() {
    let place = Place::drawn(FIELD);
    let mut tested = 0;
    for engagement in 0..1500 {
        let gun = json!({ "red": { "r": { "rep": 2, "weapon": "squad automatic weapon" } } });
        let steps = carries(&place, gun, true, engagement);
        let Some(at) = steps.iter().position(|step| step.text.starts_with("picks up")) else { continue };
        for step in of(&steps[at..], 0, "received fire").take(1) {
            assert!(step.text.ends_with("continue") || step.text.ends_with("retire"), "{}", log(&steps));
            tested += 1;
        }
    }
    assert!(tested > 10, "{tested}");
}

/// CR-wound-2, Clarification 23: who ducks back having passed a die goes to the nearest wounded friend within 4" and takes him to cover; who
/// has passed none retires without him.
#[test]
fn cr_wound_2_taking_the_wounded_along() {
    // The wall hides the row before it; to `x` it is nearest from where `b` lies.
    let place = Place::of("....................\n.......#............", "a..b...............r\n...x................");
    let mut seen = [0; 2];
    for engagement in 0..1500 {
        let blue = [("a", json!({ "rep": 3 })), ("b", json!({ "rep": 2 }))];
        let scenario = squads(&blue, &[("r", json!({ "rep": 4 }))], json!({ "turn_limit": 4 }));
        let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
            (2, Ask::Fire { at, .. }) if knows.status(1) != Status::Out && at.contains(1) => {
                Action::Fire(Aim::at(1, knows.dice()))
            }
            (2, Ask::Fire { .. }) => fires(knows, ask),
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        let Some(out) = steps.iter().position(|step| step.target == Some(1) && step.text == "out") else { continue };
        if steps.iter().any(|step| step.target == Some(1) && step.text == "dead") {
            continue;
        }
        let Some(at) = steps[out..]
            .iter()
            .position(|step| step.figure == Some(0) && (step.text == "ducks back" || step.text.starts_with("retires")))
        else {
            continue;
        };
        let (before, does) = (&steps[out..out + at], &steps[out + at]);
        let takes = before.iter().any(|step| step.figure == Some(0) && step.text.starts_with("picks up"));
        if does.text == "ducks back" {
            assert!(takes, "{}", log(&steps));
            assert_eq!(place.stands(does, 0), Some('x'), "{}", log(&steps));
            seen[0] += 1;
        } else {
            assert!(!takes, "{}", log(&steps));
            seen[1] += 1;
        }
    }
    assert!(seen.iter().all(|&times| times > 5), "{seen:?}");
}

/// CR-wound-4, Clarification 31: who is charged while carrying drops the friend, and may fire at the charger.
#[test]
fn cr_wound_4_charged_while_carrying() {
    let place = Place::drawn("ab..........r\n.............");
    let mut dropped = 0;
    for engagement in 0..800 {
        let blue = [("a", json!({})), ("b", json!({ "rep": 2 }))];
        let scenario = squads(&blue, &[("r", json!({ "rep": 5 }))], json!({ "turn_limit": 6 }));
        let mut after = None;
        let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
            (0, Ask::Act) if knows.status(1) == Status::Out && !knows.figure().retrieving => Action::PickUp(1),
            (0, Ask::Fire { must: true, .. }) => {
                after = Some(knows.figure().retrieving);
                fires(knows, ask)
            }
            (2, Ask::Act) if knows.status(1) == Status::Out => Action::Charge(0),
            (2, Ask::Fire { at, .. }) if at.contains(1) => Action::Fire(Aim::at(1, knows.dice())),
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        let picks = steps.iter().position(|step| step.text.starts_with("picks up"));
        let Some(at) = picks else { continue };
        if steps[at..]
            .iter()
            .any(|step| step.text.starts_with("being charged") && step.text.ends_with("fire and melee"))
        {
            assert_eq!(after, Some(false), "{}", log(&steps));
            dropped += 1;
        }
    }
    assert!(dropped > 5, "{dropped}");
}

/// CR-status-stun, Clarification 36: a stunned figure lies until it stands up in its own activation, which costs half its move; it may fire
/// lying. Under `stunned_prone = false` it goes its whole move.
#[test]
fn cr_status_stun_stands_up() {
    let place = Place::drawn("a...x..y...............r");
    for (lies, to, there) in [(true, 'y', 'a'), (true, 'x', 'x'), (false, 'y', 'y')] {
        let rules = json!({ "rules": { "stunned_prone": lies }, "turn_limit": 3 });
        let scenario = squads(&[("a", json!({}))], &[("r", json!({ "rep": 5 }))], rules);
        let mut moved = 0;
        for engagement in 0..300 {
            let (mut was, mut began) = (false, false);
            let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
                (0, Ask::Act) if was => {
                    began = true;
                    Action::Move
                }
                (0, Ask::Way { .. }) => Action::Go(place.cell(to)),
                (1, Ask::Act) => {
                    was |= knows.status(0) == Status::Stunned;
                    Action::Nothing
                }
                (1, Ask::Fire { .. }) if !was => fires(knows, ask),
                _ => Action::Nothing,
            });
            let steps = place.play(&scenario, engagement, &mut player);
            let up = steps.iter().position(|step| step.text == "is no longer stunned");
            if let Some(up) = up.filter(|_| began)
                && !steps[up..].iter().any(|step| step.target == Some(0))
            {
                assert_eq!(place.ends(&steps, 0), there, "{to}: {}", log(&steps));
                moved += 1;
            }
        }
        assert!(moved > 5, "{lies} {to}: {moved}");
    }
}

/// CR-mandown-1 on a map: friends within 2" test for a figure stunned, out or dead; not farther away, and not those of a higher Rep.
#[test]
fn cr_mandown_1_for_the_dead_too() {
    let tests = |gap: usize, rep: u8| {
        let place = Place::drawn(&format!("a{}b........r", ".".repeat(gap - 1)));
        let blue = [("a", json!({ "rep": 4 })), ("b", json!({ "rep": rep }))];
        let red = [("r", json!({ "weapon": "squad automatic weapon" }))];
        let mut seen = [(0, 0); 3];
        for engagement in 0..400 {
            let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
                (2, Ask::Fire { .. }) => Action::Fire(Aim::at(0, knows.dice())),
                _ => Action::Nothing,
            });
            let more = json!({ "rules": { "friends_block_sight": false } });
            let steps = place.play(&squads(&blue, &red, more), engagement, &mut player);
            let fate = |step: &&Step| step.target == Some(0) && step.figure == Some(2);
            let fates = ["stunned", "out", "dead"];
            let fate =
                steps.iter().filter(fate).filter_map(|step| fates.iter().position(|fate| step.text == *fate)).max();
            if let Some(fate) = fate {
                seen[fate].0 += 1;
                seen[fate].1 +=
                    u32::from(steps.iter().any(|step| step.text.starts_with("man down") && step.figure == Some(1)));
            }
        }
        assert!(seen.iter().all(|&(fell, _)| fell > 3), "{seen:?}");
        (seen.iter().all(|&(fell, tested)| fell == tested), seen.iter().all(|&(_, tested)| tested == 0))
    };
    assert_eq!(tests(2, 4), (true, false), "two inches");
    assert_eq!(tests(3, 4), (false, true), "three inches");
    assert_eq!(tests(2, 5), (false, true), "a higher Rep");
}
