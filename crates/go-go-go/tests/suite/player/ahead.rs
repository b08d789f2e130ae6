//! Figures that look ahead.

use serde_json::{Value, json};
use testkit::setup::with;

use super::Game;

/// A bomb will tick beside a Counter-Terrorist who is to stay where he is; nobody can shoot.
const VAULT: &str = "
    ########################
    #..b..p............r...#
    #......................#
    ########################";

/// The vault, with the Counter-Terrorist led by this player.
pub(crate) fn vault(player: &str) -> Game {
    let team = json!({ "orders": "guard", "weapon": "none", "player": player, "playouts": 16 });
    let foe = json!({ "orders": "mission", "weapon": "none" });
    let rules = json!({ "fuse": 12, "time": 40 });
    Game::new(VAULT, json!({ "blue": { "team": team }, "red": { "foe": foe }, "rules": rules, "turn_limit": 40 }))
}

/// Ordered to stay, he lets the bomb go off; who looks ahead sees that one move stops it.
#[test]
fn who_looks_ahead_leaves_a_doctrine_that_fails() {
    let won = |player: &str| {
        let game = vault(player);
        (0..20).filter(|&engagement| game.replay(engagement).ending().starts_with("blue.")).count()
    };
    let [ordinary, ahead] = ["standard", "ahead"].map(won);
    assert!(ordinary == 0 && ahead >= 15, "{ordinary} and {ahead} of 20");
    let told = vault("ahead").replay(0);
    let says: Vec<&str> = told.steps.iter().filter(|step| step.verb == "looks_ahead").map(|step| &*step.text).collect();
    assert!(says.iter().any(|text| text.contains("orders mission succeeds in")), "{says:?}");
}

/// Equal states merge on open ground, where nobody plans.
#[test]
fn nobody_looks_ahead_in_the_open() {
    let squad = |player: &str| json!({ "count": 2, "weapon": "automatic", "player": player });
    let scenario = json!({ "field": { "range": 10 }, "blue": { "team": squad("ahead") }, "red": { "foe": squad("standard") }, "turn_limit": 9 });
    let problems = (go_go_go::RULESET.compile)(&scenario, None).map(|_| ()).expect_err("refused");
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems, ["blue.team.player: `ahead` needs ground: set `field.map`"]);
}

/// Where a team keeps its own doctrine throughout, the assault is the one without looking ahead, to the last die.
#[test]
fn looking_ahead_draws_no_luck_of_the_assault() {
    let hall = "
        ##########################
        #.b....#..........#..r...#
        #.b....+....p.....+......#
        #......#..........#..r...#
        ##########################";
    let game = |player: Value| {
        let team = with(json!({ "orders": "mission", "count": 2, "playouts": 8 }), player);
        let foe = json!({ "orders": "mission", "count": 2 });
        Game::new(
            hall,
            json!({ "blue": { "team": team }, "red": { "foe": foe }, "rules": { "time": 5, "out_up_to": 4 } }),
        )
    };
    let [ordinary, ahead] = [json!({}), json!({ "player": "ahead" })].map(game);
    let mut kept = 0;
    for engagement in 0..40 {
        let told = ahead.replay(engagement);
        if !told.steps.iter().any(|step| step.verb == "looks_ahead") {
            let other = ordinary.replay(engagement);
            assert_eq!((told.outcome, told.steps), (other.outcome, other.steps));
            kept += 1;
        }
    }
    assert!((1..40).contains(&kept), "{kept}");
}
