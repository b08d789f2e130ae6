//! The players: what the automatic one does by its doctrine.

mod ahead;
mod keys;

use chance::Fact;
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

/// Who keeps a place and sees nobody comes when an enemy is close to it, as long as his side remembers him.
#[test]
fn a_defender_comes_where_an_enemy_was_last_seen() {
    let comes = |drawing: &str| {
        let mission = json!({ "objective": "hold", "side": "blue", "at": "place", "turns": 2 });
        let other = json!({ "weapon": "wild", "at": "red two" });
        let more = json!({ "red": { "foe": { "at": "red" }, "two": other }, "mission": mission, "turn_limit": 2 });
        // Only the first defender sees the attacker, who puts him out before it is the other one's turn.
        let steps = played(Some(drawing), with(more, json!({ "rules": every_hit(7, "dead") })), 0).1;
        steps.iter().any(|step| step.clause == "FT-move-2" && step.figure == Some(2))
    };
    assert!(comes(
        "
        ######################
        #b.........ppppppp..r#
        ##############.#######
        #pppppppppppppppppppR#
        ######################"
    ));
    assert!(!comes(
        "
        ################################
        #b...................ppppppp..r#
        ########################.#######
        #............pppppppppppppppppR#
        ################################"
    ));
}

/// Who keeps a place goes there until he sees an enemy or the place.
#[test]
fn a_defender_does_not_stay_where_he_sees_nothing() {
    let goes = |drawing: &str| {
        let mission = json!({ "objective": "hold", "side": "blue", "at": "place", "turns": 2 });
        let more = json!({ "red": { "foe": { "doctrine": "go_to_ground" } }, "mission": mission, "turn_limit": 1 });
        let steps = played(Some(drawing), more, 0).1;
        steps.iter().any(|step| step.clause == "FT-move-2" && step.figure == Some(1))
    };
    assert!(goes(
        "
        ##################
        #b#..pp..#......r#
        #.#..pp..#.......#
        #.#......#.......#
        #................#
        ##################"
    ));
    assert!(!goes(
        "
        ##################
        #b#..pp.r#.......#
        #.#..pp..#.......#
        #.#......#.......#
        #................#
        ##################"
    ));
}

/// The clause of the first move of a man of blue's in a corridor, if he moves.
fn first_move(drawing: &str, more: Value) -> Option<&'static str> {
    let blue = json!({ "doctrine": "fire_and_movement", "begins": "standing", "at": "blue" });
    let steps = played(Some(drawing), with(json!({ "blue": { "team": blue }, "turn_limit": 1 }), more), 0).1;
    let moves = |step: &&Step| step.figure == Some(0) && ["FT-move-1", "FT-move-2", "FT-move-3"].contains(&step.clause);
    steps.iter().find(moves).map(|step| step.clause)
}

/// Firing after a walk costs nothing, so a man with a shot walks, and a wounded one lies still.
#[test]
fn who_has_a_shot_does_not_rush() {
    let yard = "
        ##########################
        #b......................r#
        ##########################";
    let first = |weapon: &str, wounds: u8| {
        first_move(yard, json!({ "blue": { "team": { "weapon": weapon, "wounds": wounds } } }))
    };
    assert_eq!((first("sure", 0), first("wild", 0)), (Some("FT-move-1"), Some("FT-move-2")));
    assert_eq!((first("sure", 1), first("wild", 1)), (None, Some("FT-move-2")));
}

/// Who may be at the place before an enemy who is on his way there does not stop to fire.
#[test]
fn who_has_to_be_first_rushes() {
    let road = "
        ############################
        #b.......pp...............r#
        ############################";
    let first = |player: &str| {
        let mission = json!({ "objective": "hold", "side": "blue", "at": "place", "turns": 2 });
        let red = json!({ "player": player, "orders": "rush", "via": ["place"] });
        first_move(road, json!({ "red": { "foe": red }, "field": { "first_move": "red" }, "mission": mission }))
    };
    assert_eq!((first("standard"), first("steady")), (Some("FT-move-2"), Some("FT-move-1")));
}

/// Who can reach a place that enemies alone have taken with one rush does not stop to fire.
#[test]
fn a_hold_is_broken_with_one_rush() {
    let first = |drawing: &str| {
        let mission = json!({ "objective": "hold", "side": "red", "at": "place", "turns": 2 });
        first_move(drawing, json!({ "red": { "foe": { "at": "place", "player": "steady" } }, "mission": mission }))
    };
    let near = "
        ############################
        #b.....p...................#
        ############################";
    let far = "
        ############################
        #b..............p..........#
        ############################";
    assert_eq!((first(near), first(far)), (Some("FT-move-2"), Some("FT-move-1")));
}

/// Who reaches a place on his way goes on to the next with the rest of his move.
#[test]
fn a_place_on_the_way_does_not_end_a_move() {
    let road = "
        ############################
        #b..p.....................r#
        ############################";
    let blue = json!({ "orders": "rush", "via": ["place"], "weapon": "wild", "at": "blue", "begins": "standing" });
    let steps = played(Some(road), json!({ "blue": { "team": blue }, "turn_limit": 1 }), 0).1;
    let stands = steps.iter().flat_map(|step| &step.marks).filter_map(|mark| match *mark {
        Mark::Stands { figure: 0, cell } => Some(cell),
        _ => None,
    });
    assert!(stands.max() > Some(3), "beyond the fourth square");
}

/// Nobody goes alone into two guns while a comrade is on his way.
#[test]
fn nobody_goes_alone_into_two_guns() {
    let goes = |drawing: &str, men: u8| {
        let two = json!({ "weapon": "wild", "at": "blue two", "doctrine": "fire_and_movement", "count": men });
        let blue = json!({ "team": { "weapon": "wild" }, "two": two });
        first_move(drawing, json!({ "blue": blue, "red": { "foe": { "count": 2 } } })).is_some()
    };
    let apart = "
        ##########################
        #B............b.......rr.#
        ##########################";
    let together = "
        ##########################
        #............Bb.......rr.#
        ##########################";
    assert_eq!((goes(apart, 1), goes(apart, 0), goes(together, 1)), (false, true, true));
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

/// On a map a man who has aimed, and is pinned so that no roll can hit, does not fire.
#[test]
fn an_aim_is_not_spent_where_no_roll_can_hit() {
    let yard = "
        ##########################
        #b......................r#
        #........................#
        ##########################";
    let shots = |pinned: i8| {
        let blue = json!({ "weapon": "sure", "target": "likeliest", "aim": "always" });
        let rules = with(every_hit(0, "dead"), json!({ "additions": { "pinned": pinned } }));
        let red = json!({ "weapon": "sure" });
        let more = json!({ "blue": { "team": blue }, "red": { "foe": red }, "rules": rules, "turn_limit": 8 });
        let steps = (0..20).flat_map(|engagement| played(Some(yard), more.clone(), engagement).1);
        steps.filter(|step| step.figure == Some(0) && is_attack(step) && fires_pinned(step)).count()
    };
    assert!(shots(0) > 10, "{}", shots(0));
    assert_eq!(shots(20), 0);
}

/// Whether a shot is that of a pinned man.
fn fires_pinned(step: &Step) -> bool {
    let Some(Fact::Parts(firer)) = step.fact("firer") else { panic!("{step:?}") };
    firer.contains(&("pinned", Fact::Flag(true)))
}
