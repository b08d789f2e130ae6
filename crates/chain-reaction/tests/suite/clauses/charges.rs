//! CR-wtc, CR-bc, CR-melee, CR-break, CR-kill on maps: charges from start to end.

use chain_reaction::Knowledge;
use chain_reaction::action::{Action, Ask};
use chain_reaction::figure::Status;
use engage::Step;
use serde_json::{Value, json};

use crate::play::{Place, Says, fires, log, of, squads};

/// Blue charges red's first figure whenever it may; red fires when it must.
fn charges(place: &Place, blue: &[(&str, Value)], red: &[(&str, Value)], more: Value, engagement: u64) -> Vec<Step> {
    let first = blue.len();
    let mut player = Says(|knows: &dyn Knowledge, ask| match ask {
        Ask::Act if knows.me() < first && knows.enemies_in_sight().contains(first) => Action::Charge(first as u8),
        Ask::Finish { among } => among.first().map_or(Action::Nothing, |who| Action::Dispatch(who as u8)),
        Ask::Fire { must: true, .. } => fires(knows, ask),
        Ask::Pass { .. } => Action::Pass(2),
        _ => Action::Nothing,
    });
    place.play(&squads(blue, red, more), engagement, &mut player)
}

fn fights(steps: &[Step]) -> bool {
    steps.iter().any(|step| step.clause == "CR-melee-3")
}

/// CR-wtc-2: who can come into contact with a normal move takes no Fast Move test; who is farther does, unless charges are of a normal move.
#[test]
fn cr_wtc_2_how_far_a_charge_goes() {
    let run = |gap: usize, more: Value| {
        let place = Place::drawn(&format!("a{}r.", ".".repeat(gap - 1)));
        let logs = (0..80).map(|engagement| {
            charges(&place, &[("a", json!({}))], &[("r", json!({ "rep": 3 }))], more.clone(), engagement)
        });
        let logs: Vec<_> = logs.collect();
        let tested = logs.iter().filter(|steps| of(steps, 0, "fast move").count() > 0).count();
        (tested > 40, logs.iter().any(|steps| fights(steps)))
    };
    // Eight inches to go lead to contact with one who is nine away; Rep 6 always passes two dice.
    assert_eq!(run(9, json!({})), (false, true));
    assert_eq!(run(10, json!({})), (true, true));
    assert_eq!(run(17, json!({})), (true, true));
    assert_eq!(run(18, json!({})), (true, false));
    assert_eq!(run(10, json!({ "rules": { "charge_move": "normal" } })), (false, false));
}

/// CR-wtc-3, CR-status-halt: who passes no die halts: neither move nor fire; in cover one die is snap fire from where it stands.
#[test]
fn cr_status_halt_who_dares_not_charge() {
    let place = Place::of("...........\n...........", "a.....r....");
    let covered = Place::of("._.........\n...........", "a.....r....");
    let mut seen = [0; 2];
    for engagement in 0..300 {
        let steps =
            charges(&place, &[("a", json!({ "rep": 2 }))], &[("r", json!({ "rep": 1 }))], json!({}), engagement);
        if of(&steps, 0, "wanting to charge").any(|step| step.text.ends_with("halt")) {
            let after = steps.iter().filter(|step| step.figure == Some(0) && !step.text.starts_with("wanting")).count();
            assert_eq!(after, 0, "{}", log(&steps));
            seen[0] += 1;
        }
        let steps =
            charges(&covered, &[("a", json!({ "rep": 3 }))], &[("r", json!({ "rep": 1 }))], json!({}), engagement);
        if of(&steps, 0, "wanting to charge").any(|step| step.text.contains("passes 1d6")) {
            assert!(of(&steps, 0, "wanting to charge").any(|step| step.text.ends_with("snap fire")));
            assert!(of(&steps, 0, "snap fires").count() >= 1 && !fights(&steps), "{}", log(&steps));
            seen[1] += 1;
        }
    }
    assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
}

/// CR-status-halt, Clarification 29: when the overall Leader is lost, a result of halt ends a group's move, as it moves.
#[test]
fn cr_status_halt_ends_a_move() {
    // Both move; `a`, who leads the force, comes into sight and is fired at before `b` goes on.
    let place =
        Place::of("..........\n.#########\n.#########\n.#########", "xyzw.....r\nu.........\na.........\nb.........");
    let blue = [("a", json!({ "star": true, "rep": 5, "group": "a" })), ("b", json!({ "rep": 4, "group": "a" }))];
    let scenario = squads(&blue, &[("r", json!({}))], json!({}));
    let mut halted = 0;
    for engagement in 0..2000 {
        let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
            (0 | 1, Ask::Act) => Action::Move,
            (0, Ask::Way { .. }) => Action::Go(place.cell('w')),
            (1, Ask::Way { .. }) => Action::Go(place.cell('x')),
            (2, Ask::Fire { .. }) => fires(knows, ask),
            (0, Ask::Pass { .. }) => Action::Pass(2),
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        let Some(at) =
            steps.iter().position(|step| step.figure == Some(1) && step.text.ends_with("halt and lose focus"))
        else {
            continue;
        };
        assert!(
            !steps[at..].iter().any(|step| step.figure == Some(1) && step.text.starts_with("moves")),
            "{}",
            log(&steps)
        );
        halted += 1;
    }
    assert!(halted > 3, "{halted}");
}

/// CR-bc-2, CR-bc-4: who retires is not caught; the charger takes the spot that he has left.
#[test]
fn cr_bc_2_the_vacated_spot() {
    let place = Place::of("............\n............\n.......#....", "a.....r....s");
    let mut seen = 0;
    for engagement in 0..300 {
        let steps = charges(
            &place,
            &[("a", json!({}))],
            &[("r", json!({ "rep": 2 })), ("s", json!({ "rep": 1 }))],
            json!({}),
            engagement,
        );
        let retired = of(&steps, 1, "being charged").any(|step| step.text.ends_with("retire"));
        let there = steps.iter().any(|step| {
            step.figure == Some(1)
                && (step.text == "retires" && place.stands(step, 1) != Some('r')
                    || step.text.ends_with("off the table"))
        });
        if retired && there && of(&steps, 0, "charges home").count() > 0 {
            assert_eq!(place.ends(&steps, 0), 'r', "{}", log(&steps));
            assert!(!fights(&steps));
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

/// CR-fig-2, CR-fig-3, CR-bc-1: a charge that begins and ends behind the target is one to the rear: no fire, and two dice less in melee; one
/// that begins before him is not.
#[test]
fn cr_fig_3_charges_from_behind() {
    // Red looks towards the middle of where blue begins: `b`, three figures of Rep 1 who do nothing.
    let run = |letters: &str| {
        let place = Place::drawn(letters);
        let blue = [("a", json!({})), ("b", json!({ "rep": 1, "count": 3 }))];
        let (mut fired, mut charged) = (0, 0);
        for engagement in 0..60 {
            let scenario = squads(&blue, &[("r", json!({ "rep": 6 }))], json!({}));
            let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
                (0, Ask::Act) => Action::Charge(4),
                (4, Ask::Fire { must: true, .. }) => fires(knows, ask),
                _ => Action::Nothing,
            });
            let steps = place.play(&scenario, engagement, &mut player);
            charged += of(&steps, 4, "being charged").count();
            fired += of(&steps, 4, "fires").count();
        }
        assert!(charged > 40);
        fired
    };
    assert_eq!(run("a.....r.......bbb"), 0, "from behind");
    assert!(run("......r.....a.bbb") > 40, "from before");
}

/// Whether blue wins most of its melees against one of the same Rep, whom it charges from a side.
#[test]
fn cr_fig_3_melee_from_behind() {
    let wins = |letters: &str| {
        let place = Place::drawn(letters);
        let blue = [("a", json!({ "rep": 4 })), ("b", json!({ "rep": 1, "count": 3 }))];
        let scenario = squads(&blue, &[("r", json!({ "rep": 4, "weapon": "pistol" }))], json!({}));
        let mut won = [0_i32; 2];
        for engagement in 0..1500 {
            let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
                (0, Ask::Act) => Action::Charge(4),
                _ => Action::Nothing,
            });
            let steps = place.play(&scenario, engagement, &mut player);
            for (place, loser) in [(0, 4), (1, 0)] {
                won[place] +=
                    i32::from(steps.iter().any(|step| step.clause == "CR-dmg-1" && step.target == Some(loser)));
            }
        }
        won
    };
    let [won, lost] = wins("a.....r.......bbb");
    assert!(won > 2 * lost, "two dice more: {won} to {lost}");
    let [won, lost] = wins("......r.....a.bbb");
    assert!(won < 2 * lost && lost < 2 * won, "as many dice: {won} to {lost}");
}

/// Blue charges once; then those in melee answer with this, and blue's other figures and red's fire if they may.
fn after_contact(place: &Place, more: Value, melee: Action, engagement: u64) -> Vec<Step> {
    let blue = [("a", json!({ "rep": 4 })), ("b", json!({}))];
    let scenario = squads(
        &blue,
        &[("r", json!({ "rep": 4, "weapon": "pistol" }))],
        testkit::setup::with(json!({ "turn_limit": 3 }), more),
    );
    let mut charged = false;
    let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
        (0, Ask::Act) if !charged => {
            charged = true;
            Action::Charge(2)
        }
        (_, Ask::Melee) => melee,
        (_, Ask::Way { .. }) => {
            let far = (0..).map_while(|rank| knows.reachable(rank)).last();
            far.map_or(Action::Nothing, Action::Go)
        }
        (1 | 2, Ask::Fire { .. }) if charged => fires(knows, ask),
        _ => Action::Nothing,
    });
    place.play(&scenario, engagement, &mut player)
}

/// CR-melee-5: who is evenly matched fights on in each activation of either side. CR-melee-6, CR-fire-8: meanwhile nobody shoots at them, and
/// they shoot at nobody and take no tests.
#[test]
fn cr_melee_5_melee_goes_on() {
    let place = Place::drawn("a.....r.....\n............\n....b.......");
    let mut went_on = 0;
    for engagement in 0..1000 {
        let steps = after_contact(&place, json!({}), Action::Nothing, engagement);
        let Some(first) = steps.iter().position(|step| step.clause == "CR-melee-3") else { continue };
        let fell = steps.iter().position(|step| step.clause == "CR-dmg-1").unwrap_or(steps.len());
        let meanwhile = if first < fell { &steps[first..fell] } else { &[][..] };
        for step in meanwhile {
            let shot = step.text.starts_with("fires") || step.text.starts_with("snap");
            assert!(!shot, "CR-fire-8: {}", log(&steps));
            assert!(
                !step.text.starts_with("received fire") && !step.text.starts_with("in sight"),
                "CR-melee-6: {}",
                log(&steps)
            );
        }
        let turns: std::collections::BTreeSet<u32> =
            meanwhile.iter().filter(|step| step.clause == "CR-melee-3").map(|step| step.turn).collect();
        went_on += usize::from(turns.len() > 1);
    }
    assert!(went_on > 20, "{went_on}");
}

/// CR-break-1, Clarification 32: who breaks off moves an inch, then the other side takes In Sight at once; then it may go on.
#[test]
fn cr_break_1_breaking_off() {
    let mut broke = 0;
    for engagement in 0..1000 {
        let steps = after_contact(
            &Place::drawn("a.....r.....\n............\n...........b"),
            json!({}),
            Action::BreakOff,
            engagement,
        );
        for at in (0..steps.len()).filter(|&at| steps[at].text == "breaks off") {
            let me = steps[at].figure.expect("who");
            assert!(steps[at + 1].figure == Some(me) && steps[at + 1].text.starts_with("moves 1"), "{}", log(&steps));
            let moved: f64 =
                steps[at + 1].text.trim_start_matches("moves ").trim_end_matches('"').parse().expect("inches");
            assert!(moved < 1.5, "{moved}");
            let watcher = &steps[at + 2];
            assert!(watcher.text.starts_with("in sight"), "{}", log(&steps[at..]));
            assert_ne!(watcher.figure == Some(2), me == 2, "the other side: {}", log(&steps[at..]));
            broke += 1;
        }
    }
    assert!(broke > 20, "{broke}");
}

/// CR-break-1: not if it is blocked.
#[test]
fn cr_break_1_not_if_blocked() {
    // Nobody gets out of the corner but past the enemy.
    let place = Place::of("....\n.#..\n##..", "ar..\n....\n...b");
    let mut fought = 0;
    for engagement in 0..300 {
        let scenario = squads(&[("a", json!({ "rep": 4 }))], &[("r", json!({ "rep": 4 }))], json!({ "turn_limit": 4 }));
        let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
            (1, Ask::Act) => Action::Charge(0),
            (0, Ask::Melee) => Action::BreakOff,
            (0, Ask::Way { .. }) => {
                let far = (0..).map_while(|rank| knows.reachable(rank)).last();
                far.map_or(Action::Nothing, Action::Go)
            }
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        if let Some(at) = steps.iter().position(|step| step.text == "breaks off") {
            assert!(steps[at + 1..].iter().any(|step| step.clause == "CR-melee-3"), "{}", log(&steps));
            assert_eq!(of(&steps, 0, "moves").count(), 0, "{}", log(&steps));
            fought += 1;
        }
    }
    assert!(fought > 10, "{fought}");
}

/// CR-kill-1, Clarification 31: who comes into contact with one who is stunned or out kills or takes him, without a fight; a Star is not
/// killed by a lower Rep.
#[test]
fn cr_kill_1_dispatching_and_capturing() {
    let place = Place::drawn("a...r.......");
    for (does, word, star) in [
        ("dispatch", "dead on contact", false),
        ("capture", "captured on contact", false),
        ("dispatch", "out on contact", true),
    ] {
        let mut seen = 0;
        for engagement in 0..300 {
            let scenario =
                squads(&[("a", json!({ "rep": 5 }))], &[("r", json!({ "star": star }))], json!({ "turn_limit": 3 }));
            let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
                (0, Ask::Act) if knows.status(1) == Status::Stunned => Action::Charge(1),
                (0, Ask::Fire { .. }) => fires(knows, ask),
                (0, Ask::Finish { .. }) if does == "capture" => Action::Capture(1),
                (0, Ask::Finish { .. }) => Action::Dispatch(1),
                (1, Ask::Pass { .. }) => Action::Pass(2),
                _ => Action::Nothing,
            });
            let steps = place.play(&scenario, engagement, &mut player);
            let finished: Vec<&str> =
                of(&steps, 0, "").filter(|step| step.clause == "CR-kill-1").map(|step| step.text.as_str()).collect();
            assert!(finished.iter().all(|text| *text == word), "{finished:?}");
            assert!(finished.is_empty() || !fights(&steps));
            seen += finished.len();
        }
        assert!(seen > 10, "{word}: {seen}");
    }
}

/// Clarification 31: who has ducked or hunkered down is charged without a test or fire of his, and fights at once.
#[test]
fn cr_bc_1_who_cannot_react() {
    let place = Place::drawn("a.....r.....");
    let mut seen = 0;
    for engagement in 0..400 {
        let scenario = squads(
            &[("a", json!({ "rep": 4, "weapon": "pistol" }))],
            &[("r", json!({ "rep": 3 }))],
            json!({ "turn_limit": 4 }),
        );
        let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
            (0, Ask::Act) if knows.status(1) == Status::Ducked => Action::Charge(1),
            (0, Ask::Fire { .. }) => fires(knows, ask),
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        if of(&steps, 0, "charges home").count() > 0 {
            assert_eq!(of(&steps, 1, "being charged").count(), 0, "{}", log(&steps));
            assert!(fights(&steps), "{}", log(&steps));
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen}");
}

/// Clarification 30, CR-melee-4: of several who charge him, a figure fires at the one who reaches him first, and divides its dice among all who
/// come into contact.
#[test]
fn cr_melee_4_several_chargers() {
    let place = Place::drawn("a......\n.....r.\n.b.....");
    let group = [("a", json!({ "group": "a" })), ("b", json!({ "group": "a" }))];
    // The most dice that the one who is charged has left in a round, against one and against two.
    let mut most = [0; 2];
    for engagement in 0..600 {
        let steps = charges(&place, &group, &[("r", json!({ "rep": 4 }))], json!({}), engagement);
        let shot = of(&steps, 2, "fires").next().map(|step| step.target);
        assert!(shot.is_none_or(|target| target == Some(0)), "{}", log(&steps));
        let home = steps.iter().filter(|step| step.text.starts_with("charges home")).count();
        let first = steps.iter().find(|step| step.clause == "CR-melee-3");
        let Some((_, left)) = first.and_then(|step| step.text.rsplit_once('-')) else { continue };
        let left: u32 = left.parse().expect("a number of dice");
        most[home - 1] = left.max(most[home - 1]);
    }
    let [against_one, against_two] = most;
    assert!(against_two > 0 && against_two <= against_one.div_ceil(2), "{against_two} of {against_one}");
}
