//! CR-turn, CR-act, CR-react, CR-status on maps: the order of a turn, what an active figure may do, and what each status allows.

use chain_reaction::Knowledge;
use chain_reaction::action::{Action, Ask};
use chain_reaction::figure::Status;
use engage::Step;
use serde_json::{Value, json};

use crate::play::{Place, Says, fires, log, of, squads};

/// Two groups a side that move and see nobody.
fn walkers() -> (Place, Value) {
    let open = ".".repeat(20);
    let ground = format!("{open}\n{open}\n{}.\n{open}\n{open}", "#".repeat(19));
    let letters = "a.......b...........\n.\n.\n.\nr.......s...........";
    let place = Place::of(&ground, letters);
    let fog = json!({ "field": { "visibility": "fog_at_night" } });
    let scenario = squads(
        &[("a", json!({ "rep": 3 })), ("b", json!({ "rep": 5 }))],
        &[("r", json!({ "rep": 4 })), ("s", json!({ "rep": 6 }))],
        fog,
    );
    (place, scenario)
}

/// CR-turn-2: the groups of the side with the higher die act one after the other, the highest Rep first, then those of the other side.
#[test]
fn cr_turn_2_one_side_after_the_other() {
    let (place, scenario) = walkers();
    let mut seen = [0; 2];
    for engagement in 0..100 {
        let mut player = Says(|knows: &dyn Knowledge, ask| match ask {
            Ask::Act => Action::Move,
            Ask::Way { .. } => (0..).map_while(|rank| knows.reachable(rank)).nth(1).map_or(Action::Nothing, Action::Go),
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        let moved: Vec<u8> =
            steps.iter().filter(|step| step.text.starts_with("moves")).filter_map(|step| step.figure).collect();
        let blue_first = steps.iter().any(|step| step.text.ends_with("blue first"));
        let order: &[u8] = if blue_first { &[1, 0, 3, 2] } else { &[3, 2, 1, 0] };
        // Some do not reach the die of their side.
        let wanted: Vec<u8> = order.iter().copied().filter(|who| moved.contains(who)).collect();
        assert_eq!(moved, wanted, "CR-turn-2: {}", log(&steps));
        seen[usize::from(blue_first)] += usize::from(moved.len() == 4);
    }
    assert!(seen.iter().all(|&times| times > 5), "{seen:?}");
}

/// Clauses by which something was refused to a figure.
fn refused(steps: &[Step], who: u8) -> Vec<&'static str> {
    of(steps, who, "may not do that").map(|step| step.clause).collect()
}

/// CR-act-1: an active figure moves and fires once, or stays and fires, or charges instead of firing; it is not asked for more, and what is no
/// action is refused.
#[test]
fn cr_act_1_what_an_active_figure_does() {
    // Red's pistol does not reach, so that nobody answers.
    let place = Place::drawn("a..x................r\n.....................");
    let red = [("r", json!({ "weapon": "pistol", "star": true, "rep": 1 }))];
    for moves in [false, true] {
        let scenario = squads(&[("a", json!({}))], &red, json!({}));
        for engagement in 0..40 {
            let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
                (0, Ask::Act) if moves => Action::Move,
                (0, Ask::Way { .. }) => Action::Go(place.cell('x')),
                (0, Ask::Fire { .. }) => fires(knows, ask),
                (1, Ask::Pass { .. }) => Action::Pass(1),
                _ => Action::Nothing,
            });
            let steps = place.play(&scenario, engagement, &mut player);
            assert_eq!(of(&steps, 0, "fires").count(), 1, "CR-act-1: one volley: {}", log(&steps));
            assert_eq!(of(&steps, 0, "moves").count(), usize::from(moves), "{}", log(&steps));
            let order = steps.iter().filter(|step| step.figure == Some(0));
            let order: Vec<&str> = order.filter_map(|step| step.text.split(' ').next()).collect();
            assert!(!moves || order.starts_with(&["moves", "fires"]), "{order:?}");
        }
    }
    // Charging takes the place of fire.
    let near = Place::drawn("a.....r.....");
    for engagement in 0..40 {
        let scenario = squads(&[("a", json!({}))], &[("r", json!({ "rep": 1 }))], json!({}));
        let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
            (0, Ask::Act) => Action::Charge(1),
            (0, Ask::Fire { .. }) => fires(knows, ask),
            _ => Action::Nothing,
        });
        let steps = near.play(&scenario, engagement, &mut player);
        assert_eq!(of(&steps, 0, "fires").count(), 0, "CR-act-1: no fire of its own: {}", log(&steps));
    }
    let scenario = squads(&[("a", json!({}))], &red, json!({}));
    let mut player = Says(
        |knows: &dyn Knowledge, ask| if knows.me() == 0 && ask == Ask::Act { Action::GoProne } else { Action::Nothing },
    );
    assert_eq!(refused(&place.play(&scenario, 0, &mut player), 0), ["CR-act-1"]);
}

/// CR-act-3: a ducked figure may reload or pop up and nothing else. An active figure that has fired in reaction may still fire of its own will,
/// unless `active_fire_after_reaction` says that it is used up.
#[test]
fn cr_act_3_who_is_not_carrying_on() {
    let place = Place::of("............\n.n..........", "...........r\na...........");
    let ducked = [("a", json!({ "begins": "ducked_back" }))];
    for (action, allowed) in [(Action::PopUp, true), (Action::Move, false), (Action::Charge(1), false)] {
        let mut player = Says(
            |knows: &dyn Knowledge, ask| if knows.me() == 0 && ask == Ask::Act { action } else { Action::Nothing },
        );
        let steps = place.play(&squads(&ducked, &[("r", json!({ "rep": 1 }))], json!({})), 0, &mut player);
        assert_eq!(
            refused(&steps, 0).first(),
            if allowed { None } else { Some(&"CR-act-3") },
            "{action:?}: {}",
            log(&steps)
        );
    }
    // `a` comes out, is fired at, answers, and may fire once more.
    let corner = Place::of("..........\n#.########\n#.########", "wx.......r\n.u........\n.a........");
    let volleys = |rule: &str| {
        let options = json!({ "rules": { "active_fire_after_reaction": rule } });
        let rifle = || json!({ "rep": 3, "weapon": "bolt action rifle" });
        let scenario = squads(&[("a", rifle())], &[("r", rifle())], options);
        let (mut answered, mut own) = (0, 0);
        for engagement in 0..600 {
            let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
                (0, Ask::Act) => Action::Move,
                (0, Ask::Way { .. }) => Action::Go(corner.cell('x')),
                (_, Ask::Fire { .. }) => fires(knows, ask),
                _ => Action::Nothing,
            });
            let steps = corner.play(&scenario, engagement, &mut player);
            let returned = |step: &Step| step.figure == Some(0) && step.text.ends_with("return fire");
            let Some(at) = steps.iter().position(returned) else { continue };
            answered += 1;
            // Its own fire answers nobody.
            own += of(&steps[at..], 0, "fires").filter(|step| step.depth == 0).count();
        }
        assert!(answered > 20, "{answered}");
        own
    };
    assert!(volleys("allowed") > 5, "CR-act-3: it may fire of its own will as well");
    assert_eq!(volleys("used_up"), 0, "CR-act-3");
}

/// What blue's figure does that begins in some way in the open, fired at by red in turn after turn.
fn fired_at(begins: &str, engagement: u64) -> Vec<Step> {
    let place = Place::drawn("a..............r\n................\n................");
    let blue = [("a", json!({ "rep": 3, "begins": begins }))];
    let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
        (1, Ask::Fire { .. }) => fires(knows, ask),
        (0, Ask::Fire { must: true, .. }) => fires(knows, ask),
        _ => Action::Nothing,
    });
    place.play(&squads(&blue, &[("r", json!({ "rep": 3 }))], json!({})), engagement, &mut player)
}

/// CR-react-6, CR-status-on: a figure that carries on tests Received Fire and answers. One that has ducked in the open, in plain sight, tests but
/// never answers: it retires or stays ducked; a stunned one takes no test.
#[test]
fn cr_react_6_who_can_react() {
    let mut seen = [[0; 2]; 3];
    for engagement in 0..800 {
        for (place, begins) in ["carrying_on", "ducked_back", "stunned"].into_iter().enumerate() {
            let steps = fired_at(begins, engagement);
            let first = |step: &Step| step.figure == Some(1) && step.text.starts_with("fires");
            let Some(at) = steps.iter().position(first).filter(|&at| steps[at].text.contains("missed")) else {
                continue;
            };
            // Not after its own activation.
            if steps[..at].iter().any(|step| step.figure == Some(0)) {
                continue;
            }
            let next = &steps[at + 1..];
            let test = next.first().filter(|step| step.text.starts_with("received fire") && step.figure == Some(0));
            let answers = next.get(1).is_some_and(|step| step.figure == Some(0) && step.text.contains("fires"));
            match begins {
                "carrying_on" => assert_eq!(test.expect("CR-status-on: a test").text.ends_with("return fire"), answers),
                "ducked_back" => {
                    let test = test.unwrap_or_else(|| panic!("CR-react-6: a test: {}", log(&steps)));
                    assert!(!answers, "CR-react-6: {}", log(&steps));
                    let retires = next.iter().any(|step| step.figure == Some(0) && step.text.starts_with("retires"));
                    assert_eq!(retires, test.text.contains("passes 0d6"), "CR-react-6: {}", log(&steps));
                    assert!(!next.iter().take(2).any(|step| step.text == "ducks back"), "it is ducked already");
                }
                _ => assert!(test.is_none() && !answers, "CR-react-6: {}", log(&steps)),
            }
            seen[place][usize::from(answers)] += 1;
        }
    }
    assert!(seen[0].iter().all(|&times| times > 20) && seen[1][0] > 20 && seen[2][0] > 20, "{seen:?}");
}

/// CR-status-hunker: a figure that has hunkered down does nothing, turn after turn, where no friend comes to rally it.
#[test]
fn cr_status_hunker_until_rallied() {
    let place = Place::of("....................\n..n.................", "a..................r\nb...................");
    for engagement in 0..60 {
        let blue = [("a", json!({ "rep": 1 })), ("b", json!({ "begins": "hunkered_down" }))];
        let scenario = squads(
            &blue,
            &[("r", json!({ "weapon": "pistol" }))],
            json!({ "turn_limit": 4, "rules": { "group_distance": 0 } }),
        );
        let mut player = Says(|knows: &dyn Knowledge, ask| match (knows.me(), ask) {
            (1, Ask::Act) => panic!("CR-status-hunker: it is asked what it does"),
            _ => Action::Nothing,
        });
        let steps = place.play(&scenario, engagement, &mut player);
        assert_eq!(of(&steps, 1, "").count(), 0, "CR-status-hunker: {}", log(&steps));
    }
}

/// CR-status-dead, CR-status-out: a figure dead or out of the fight takes no further part, and is not fired at any more.
#[test]
fn cr_status_dead_takes_no_further_part() {
    let place = Place::drawn("a..............r\nb..............s\nc..............t");
    let mut seen = [0; 2];
    for engagement in 0..200 {
        let blue = ["a", "b", "c"].map(|name| (name, json!({ "group": "a" })));
        let red = ["r", "s", "t"].map(|name| (name, json!({ "rep": 4, "group": "r" })));
        let mut player = Says(|knows: &dyn Knowledge, ask| fires(knows, ask));
        let steps = place.play(&squads(&blue, &red, json!({ "turn_limit": 4 })), engagement, &mut player);
        for who in 0..6 {
            let down = |word: &str| steps.iter().rposition(|step| step.target == Some(who) && step.text == word);
            for (place, word) in ["dead", "out"].into_iter().enumerate() {
                let Some(at) = down(word) else { continue };
                let later = &steps[at + 1..];
                assert!(later.iter().all(|step| step.figure != Some(who)), "CR-status-{word}: {}", log(&steps));
                // Dice of the same volley may still go to it.
                let chain = later.iter().position(|step| step.depth == 0).unwrap_or(later.len());
                let shot = |step: &Step| step.target == Some(who) && step.text.contains("fires");
                assert!(!later[chain..].iter().any(shot), "CR-status-{word}: {}", log(&steps));
                seen[place] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
}

/// CR-status-on: of several that began otherwise only the one that carries on is asked what it does in every turn.
#[test]
fn cr_status_on_may_act() {
    let place = Place::drawn(
        "a..............r\nb...............\n................\n................\n................\n................\nc...............",
    );
    let blue =
        [("a", json!({})), ("b", json!({ "begins": "out_of_the_fight" })), ("c", json!({ "begins": "hunkered_down" }))];
    let mut asked = [0; 3];
    let mut player = Says(|knows: &dyn Knowledge, ask| {
        if ask == Ask::Act && knows.me() < 3 {
            assert_eq!(knows.status(knows.me()), Status::CarryingOn, "CR-status-on");
            asked[knows.me()] += 1;
        }
        Action::Nothing
    });
    place.play(&squads(&blue, &[("r", json!({ "rep": 1 }))], json!({ "turn_limit": 3 })), 0, &mut player);
    assert_eq!(asked, [3, 0, 0], "CR-status-on");
}

/// CR-wpn-2: nobody fires beyond the range of its weapon.
#[test]
fn cr_wpn_2_no_fire_beyond_range() {
    for (weapon, range) in [("pistol", 12), ("submachine gun", 24), ("assault rifle", 48)] {
        for (gap, reaches) in [(range, true), (range + 1, false)] {
            let place = Place::drawn(&format!("a{}r", ".".repeat(gap - 1)));
            let scenario = squads(&[("a", json!({ "weapon": weapon }))], &[("r", json!({}))], json!({}));
            let mut player =
                Says(|knows: &dyn Knowledge, ask| if knows.me() == 0 { fires(knows, ask) } else { Action::Nothing });
            let steps = place.play(&scenario, 0, &mut player);
            assert_eq!(of(&steps, 0, "fires").count() > 0, reaches, "CR-wpn-2, {weapon} at {gap}: {}", log(&steps));
        }
    }
}

/// CR-fig-1, CR-fig-4: each figure is one man, with the Rep, weapons, attributes and rank that its squad says; it may carry two weapons.
#[test]
fn cr_fig_4_what_describes_a_figure() {
    let place = Place::drawn("a..............r\nb...............");
    let blue = [
        (
            "a",
            json!({ "rep": 5, "star": true, "weapon": "machine pistol", "second": "shotgun", "attributes": ["Athlete"] }),
        ),
        ("b", json!({ "rep": 2, "count": 1, "grenades": true })),
    ];
    let mut told = Vec::new();
    let mut player = Says(|knows: &dyn Knowledge, ask| {
        if ask == Ask::Act && knows.me() < 2 {
            let (weapon, other) = (knows.weapon().to_string(), knows.other_weapon().map(|other| other.to_string()));
            told.push((
                knows.me(),
                knows.figure().rep,
                weapon,
                other,
                knows.has_grenades(),
                knows.throw_reach(),
                knows.is_leader(knows.me()),
            ));
        }
        Action::Nothing
    });
    for engagement in 0..20 {
        place.play(&squads(&blue, &[("r", json!({ "rep": 1 }))], json!({})), engagement, &mut player);
    }
    told.sort_by_key(|&(me, ..)| me);
    told.dedup();
    let inches = engage::Inches::whole;
    let wanted = [
        (0, 5, "machine pistol".to_owned(), Some("shotgun".to_owned()), false, inches(9), true),
        (1, 2, "assault rifle".to_owned(), None, true, inches(6), false),
    ];
    assert_eq!(told, wanted, "CR-fig-4");
}
