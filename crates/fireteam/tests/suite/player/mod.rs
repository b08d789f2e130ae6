//! The players: what the automatic one does by its doctrine.

mod keys;

use engage::{Mark, Outcome, Step};
use field::Cell;
use serde_json::{Value, json};
use testkit::setup::with;

use crate::clauses::{compiled, drawn, every_hit, gone, is_attack, no_luck};

/// A fight of one against one: blue hits whatever he shoots at and moves first, red never hits anything. Both stand and fire
/// at the first man of the other side, whatever that is worth.
fn scenario(more: Value) -> Value {
    let man = |weapon: &str| json!({ "weapon": weapon, "doctrine": "stand", "target": "first" });
    let fight = json!({
        "field": { "first_move": "blue" },
        "blue": { "team": man("sure") },
        "red": { "foe": man("wild") },
        "rules": no_luck(),
        "turn_limit": 6,
    });
    with(fight, more)
}

/// An engagement played as doctrine has it: how it ended, and its steps.
#[track_caller]
fn played(drawing: Option<&str>, more: Value, engagement: u64) -> (Outcome, Vec<Step>) {
    let map = drawing.map(drawn);
    let field = if map.is_some() { json!({ "field": { "map": "drawn.toml" } }) } else { json!({}) };
    compiled(&with(scenario(more), field), map.as_ref()).replay(1, engagement)
}

/// Bursts against many, single shots against one: whichever is expected to put more men out.
#[test]
fn it_takes_the_kind_of_fire_that_is_worth_more() {
    let fight = |reds: u8| {
        let blue = json!({ "weapon": "assault_rifle", "target": "likeliest" });
        let more = json!({ "blue": { "team": blue }, "red": { "foe": { "count": reds } }, "field": { "range": 10, "spacing": 1 } });
        let steps = played(None, more, 0).1;
        steps.iter().find(|step| step.figure == Some(0)).expect("blue acts first").text.clone()
    };
    assert!(fight(1).starts_with("shot: "), "{}", fight(1));
    assert_eq!(fight(4), "fires a burst, 4 in the beaten zone");
}

/// No burst with a friend in it, unless there are more enemies.
#[test]
fn it_takes_the_risk_that_it_may() {
    let yard = "
        ########################
        #......................#
        #b...........rBr.......#
        #......................#
        ########################";
    let lost = |risk: &str| {
        let gun = json!({ "weapon": "sure_gun", "target": "likeliest", "risk": risk });
        let other = json!({ "weapon": "wild", "at": "blue two", "doctrine": "stand" });
        let more = json!({
            "blue": { "team": gun, "two": other }, "red": { "foe": { "count": 2 } },
            "rules": every_hit(7, "serious"), "turn_limit": 1,
        });
        played(Some(yard), more, 0).0.measures[..2].to_vec()
    };
    assert_eq!((lost("never"), lost("outnumbered")), (vec![0, 0], vec![1, 2]));
}

/// Under fire a rush ends in the last cover on the way, if that is half of it, unless it has to go as far as the dice say.
#[test]
fn a_bound_ends_in_cover() {
    let trench = "
        ##########################
        #bb.....:...............r#
        ##########################";
    let first = |option: &str| {
        let blue = json!({ "weapon": "wild", "doctrine": "fire_and_movement", "posture": "standing", "drop": "never", "count": 2 });
        let more = json!({ "blue": { "team": blue }, "rules": { "rush_distance": option }, "turn_limit": 2 });
        let rush = |engagement| {
            let steps = played(Some(trench), more.clone(), engagement).1;
            steps.iter().find(|step| step.clause == "FT-move-2").map(gone)
        };
        (0..30).filter_map(rush).collect::<Vec<_>>()
    };
    let up_to = first("up_to");
    assert!(up_to.iter().all(|&far| far <= 7000) && up_to.contains(&7000), "{up_to:?}");
    assert!(first("exact").iter().any(|&far| far > 7000), "{:?}", first("exact"));
}

/// Getting up costs half of a move, so a man who goes on in his next turn does not lie down.
#[test]
fn a_man_who_goes_on_stays_on_his_feet() {
    let yard = "
        ##########################
        #bb.....................r#
        #........................#
        ##########################";
    let down = |orders: &str| {
        let blue = json!({ "weapon": "wild", "doctrine": "fire_and_movement", "orders": orders, "begins": "standing", "count": 2 });
        let steps = played(Some(yard), json!({ "blue": { "team": blue }, "turn_limit": 3 }), 0).1;
        // Once the enemy has fired, men lie down for another reason.
        let before = steps.iter().take_while(|step| step.figure != Some(2));
        before.filter(|step| step.clause == "FT-move-4").count() > 0
    };
    assert_eq!((down("bound"), down("hold")), (false, true));
}

/// A man on Hold leaves his place to keep the mission's from an enemy who is about to be there before him.
#[test]
fn a_defender_goes_where_the_enemy_is_about_to_be() {
    let moves = |drawing: &str| {
        let mission = json!({ "objective": "hold", "side": "blue", "at": "blue two", "turns": 2 });
        let blue = json!({ "weapon": "wild", "at": "blue" });
        let more = json!({ "blue": { "team": blue }, "mission": mission, "turn_limit": 2 });
        let steps = played(Some(drawing), more, 0).1;
        steps.iter().any(|step| step.clause == "FT-move-2" && step.figure == Some(1))
    };
    assert!(moves(
        "
        ##########################
        #b.......B..............r#
        ##########################"
    ));
    assert!(!moves(
        "
        ##########################
        #b....................B.r#
        ##########################"
    ));
}

/// A man who searches a place goes where he best gets at an enemy whom his side knows, not to where most of it is seen.
#[test]
fn a_searcher_goes_to_a_known_enemy() {
    let house = "
        #########################
        #bbBBBB.BBBBBBBBBBBBBBBB#
        #BBBBBB#BBBBBBBBBBBBBBBB#
        #BB#####BBBBBBBBBBBBBBBB#
        #BB#####BBBBBBBBBBBBBBBB#
        #rB#####BBBBBBBBBBBBBBBB#
        #########################";
    let mission = json!({ "objective": "hold", "side": "blue", "at": "blue two", "turns": 50 });
    let blue = json!({ "weapon": "wild", "doctrine": "fire_and_movement", "orders": "rush", "at": "blue", "count": 2 });
    let more = json!({ "blue": { "team": blue }, "mission": mission, "turn_limit": 4 });
    let steps = played(Some(house), more, 0).1;
    // Each man begins at another post, so that one of the two would look into the room on the right.
    let marks = steps.iter().flat_map(|step| &step.marks);
    let at = |mark: &Mark| match mark {
        Mark::Stands { figure: 0 | 1, cell } => Some(usize::from(*cell)),
        _ => None,
    };
    let plan = &drawn(house).plan;
    let cells: Vec<Cell> = plan.all().iter().collect();
    let columns: Vec<_> = marks.filter_map(at).map(|cell| plan.position(cells[cell]).column).collect();
    assert!(columns.iter().all(|&column| column < 7), "{columns:?}");
}

/// A pinned man fires, waits or runs.
#[test]
fn what_a_pinned_man_does() {
    let yard = "
        ######################
        #....................#
        #.......b..r.........#
        #....................#
        ######################";
    let red = |pinned: &str| {
        let more = json!({ "red": { "foe": { "pinned": pinned } }, "rules": every_hit(0, "dead"), "turn_limit": 3 });
        let steps = played(Some(yard), more, 0).1;
        let of_red = || steps.iter().filter(|step| step.figure == Some(1));
        (of_red().any(is_attack), of_red().any(|step| step.clause == "FT-move-2"))
    };
    assert_eq!(["fire", "wait", "run"].map(red), [(true, false), (false, false), (false, true)]);
}
