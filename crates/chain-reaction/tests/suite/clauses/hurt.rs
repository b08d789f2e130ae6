//! Battles that begin with figures already hurt: stunned, ducked back, hunkered down, out of the fight, or with Rep lost.

use chain_reaction::Knowledge;
use chain_reaction::action::{Action, Ask};
use chain_reaction::figure::Status;
use engage::Step;
use serde_json::{Value, json};

use crate::play::{Place, Says, battle, fight, fires, log, of, outcomes, squads};

/// What red's first figure knows of blue's first at the start: how it is, its Rep, and whether it sees it.
fn begins(place: &Place, blue: Value, more: Value) -> (Status, u8, bool) {
    let all = [("a", json!({})), ("b", blue)];
    let blue = if place.has("b") { &all[..] } else { &all[..1] };
    let first = blue.len();
    let mut known = None;
    let mut player = Says(|knows: &dyn Knowledge, ask| {
        if knows.me() == first && ask == Ask::Act && known.is_none() {
            known = Some((knows.status(1), knows.rep(1), knows.enemies_in_sight().contains(1)));
        }
        Action::Nothing
    });
    let scenario = squads(blue, &[("r", json!({}))], testkit::setup::with(json!({ "turn_limit": 3 }), more));
    for engagement in 0..20 {
        place.play(&scenario, engagement, &mut player);
    }
    known.expect("red is asked")
}

/// CR-status on a map: each squad begins as its key says. A figure that has ducked back or hunkered down is hidden behind cover; in the open it
/// lies prone in sight of all, or hidden (Clarification 2).
#[test]
fn cr_status_squads_begin_hurt_on_a_map() {
    let open = Place::drawn("a..........r\n............\n............\n............\n............\nb...........");
    let covered = Place::of(
        "............\n............\n............\n............\n............\n.n..........",
        "a..........r\n............\n............\n............\n............\nb...........",
    );
    let quiet = |begins: &str| json!({ "rep": 1, "begins": begins });
    assert_eq!(begins(&open, json!({ "rep": 5, "rep_lost": 2 }), json!({})), (Status::CarryingOn, 3, true));
    for place in [&open, &covered] {
        let (status, ..) = begins(place, quiet("out_of_the_fight"), json!({}));
        assert_eq!(status, Status::Out);
    }
    for (word, status) in [("ducked_back", Status::Ducked), ("hunkered_down", Status::Hunkered)] {
        assert_eq!(begins(&open, quiet(word), json!({})), (status, 1, true), "{word} in the open");
        let hidden = json!({ "rules": { "ducked_in_open": "hidden" } });
        assert!(!begins(&open, quiet(word), hidden).2, "{word}, hidden in the open");
        for reading in ["cover", "cause", "everyone"] {
            let hidden = json!({ "rules": { "ducked_hidden_from": reading } });
            assert!(!begins(&covered, quiet(word), hidden).2, "{word} behind cover, {reading}");
        }
    }
}

/// The steps of a fight of some against one, in which all fire whenever they may.
fn fought(blue: &[(&str, Value)], engagement: u64) -> Vec<Step> {
    let place = Place::drawn("a..........r\n............\nb...........\n............\nc...........");
    let mut player = Says(|knows: &dyn Knowledge, ask| match ask {
        Ask::Act if knows.status(knows.me()) == Status::Ducked => Action::PopUp,
        _ => fires(knows, ask),
    });
    place.play(&squads(blue, &[("r", json!({ "rep": 5 }))], json!({ "turn_limit": 2 })), engagement, &mut player)
}

/// CR-status-stun, CR-status-duck, CR-status-out: a worked example. A stunned figure takes no test and comes to in its own activation, one that
/// ducked back pops up in its own, one that is out of the fight takes no part and is no leader.
#[test]
fn cr_status_hurt_figures_act_as_their_status_allows() {
    let mut seen = [0; 2];
    for engagement in 0..200 {
        let steps = fought(&[("a", json!({ "begins": "stunned" }))], engagement);
        let comes_to = of(&steps, 0, "is no longer stunned").count();
        let first = steps.iter().position(|step| step.figure == Some(0) && step.text.contains("fires"));
        let awake = steps.iter().position(|step| step.text == "is no longer stunned");
        assert!(first.is_none() || awake.is_some_and(|awake| Some(awake) < first), "{}", log(&steps));
        seen[0] += comes_to;
        let ducked = fought(&[("a", json!({ "begins": "ducked_back" }))], engagement);
        // It pops up first of all, unless it was fired at before.
        let first = ducked.iter().find(|step| step.figure == Some(0) || step.target == Some(0));
        assert!(first.is_none_or(|step| step.text == "pops up" || step.target == Some(0)), "{}", log(&ducked));
        seen[1] += of(&ducked, 0, "pops up").count();
        // The Rep 6 figure that begins out of the fight is not the overall Leader, so `b` is: with `c` it has a Leader Die.
        let group = |begins: &str| {
            let leader = json!({ "rep": 6, "group": "a", "begins": begins });
            [("a", leader), ("b", json!({ "rep": 3, "group": "a" })), ("c", json!({ "rep": 3, "group": "a" }))]
        };
        let out = fought(&group("out_of_the_fight"), engagement);
        assert_eq!(of(&out, 0, "").filter(|step| step.clause != "CR-after-1").count(), 0, "{}", log(&out));
    }
    assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
}

/// CR-rally-1: a figure that begins hunkered down tests Rally with a friend beside it.
#[test]
fn cr_rally_1_a_figure_that_begins_hunkered_down() {
    let place = Place::drawn("a.............r\n...............\nb..............");
    let mut rallied = 0;
    for engagement in 0..100 {
        let blue = [("a", json!({})), ("b", json!({ "rep": 3, "group": "a", "begins": "hunkered_down" }))];
        let mut player = chain_reaction::player::Script::new();
        let steps = place.play(&squads(&blue, &[("r", json!({ "rep": 1 }))], json!({})), engagement, &mut player);
        rallied += of(&steps, 1, "rally").count();
    }
    assert!(rallied >= 100, "CR-rally-1: {rallied}");
}

/// A figure that begins out of the fight is not counted as lost in it, in the open and on a map, and other figures are.
#[test]
fn cr_status_out_is_no_loss_of_this_fight() {
    let wounded = json!({ "blue": { "wounded": { "rep": 4, "count": 2, "begins": "out_of_the_fight" } } });
    let battle = battle(&fight(1, 1, wounded));
    for outcome in outcomes(&*battle, 3, 300) {
        assert!(outcome.measures[0] <= 1, "{outcome:?}");
    }
    assert_eq!(battle.figures().len(), 4);
}

/// What is wrong with such keys, and where.
#[test]
fn cr_status_mistakes_in_what_is_hurt() {
    let at = |more: Value| {
        let problems = (chain_reaction::RULESET.compile)(&fight(1, 1, more), None).err().expect("a problem");
        problems.into_iter().map(|problem| (problem.key, problem.message)).collect::<Vec<_>>()
    };
    let [(key, message)] = &at(json!({ "blue": { "team": { "rep": 3, "rep_lost": 3 } } }))[..] else { panic!("one") };
    assert_eq!(
        (key.as_str(), message.as_str()),
        ("blue.team.rep_lost", "3 of Rep 3: at least 1 must be left, so at most 2")
    );
    for begins in ["out_of_the_fight", "hunkered_down"] {
        let [(key, message)] = &at(json!({ "red": { "foe": { "begins": begins } } }))[..] else { panic!("one") };
        assert_eq!(key, "red");
        assert!(message.contains("`begins = \"stunned\"`"), "{message}");
    }
    let word = at(json!({ "red": { "foe": { "begins": "shot" } } }));
    assert!(word[0].1.contains("out_of_the_fight"), "{word:?}");
}
