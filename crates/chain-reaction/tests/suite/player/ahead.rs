//! Players who look ahead.

use engage::Battle;
use serde_json::{Value, json};

use crate::play::{Place, battle_on, ending, fight, fight_in_the_yard, log, outcomes};

/// Four good shots who are ordered to stay behind a wall, and round its corner two who hardly ever pass a test. `player`
/// leads the four.
fn round_the_corner(player: &str) -> Box<dyn Battle> {
    let place = Place::drawn(
        "
        .............rr.......
        ......................
        .....###########......
        .........bbbb.........
        ......................
    ",
    );
    let side = |at: &str, squad: Value| json!({ "team": testkit::setup::with(json!({ "at": at }), squad) });
    let four = json!({ "count": 4, "rep": 5, "orders": "hold", "player": player, "playouts": 16 });
    let two = json!({ "count": 2, "rep": 1, "weapon": "pistol", "player": "steady" });
    let (blue, red) = (side("b", four), side("r", two));
    battle_on(&place.map, &json!({ "blue": blue, "red": red, "field": { "map": "wall.toml" }, "turn_limit": 8 }))
}

/// Those who follow their orders never win; those who look ahead come round the corner, and say why.
#[test]
fn who_looks_ahead_leaves_a_doctrine_that_fails() {
    let wins = |battle: &dyn Battle| {
        let played = outcomes(battle, 1, 40);
        played.iter().filter(|outcome| ending(outcome) == "blue.win").count()
    };
    assert_eq!(wins(&*round_the_corner("standard")), 0);
    let ahead = round_the_corner("ahead");
    let won = wins(&*ahead);
    assert!(won >= 36, "{won} of 40");
    let steps = ahead.replay(1, 0).1;
    let says = steps.iter().find(|step| step.verb == "looks_ahead").map_or("", |step| &step.text);
    let gain = says.strip_prefix("looks ahead: orders advance succeeds in ");
    let gain = gain.and_then(|says| says.strip_suffix(" more of 100 play-outs than the own doctrine"));
    assert!(gain.is_some_and(|gain| (30..=50).contains(&gain.parse().unwrap_or(0))), "{}", log(&steps));
}

/// Where they keep their own doctrine throughout, the engagement is the one without looking ahead, to the last die.
#[test]
fn looking_ahead_draws_no_luck_of_the_engagement() {
    let (map, scenario) = fight_in_the_yard();
    let [ordinary, ahead] = ["standard", "ahead"].map(|player| {
        let mut scenario = scenario.clone();
        scenario["turn_limit"] = json!(3);
        for squad in scenario["red"].as_object_mut().expect("squads").values_mut() {
            (squad["player"], squad["playouts"]) = (json!(player), json!(8));
        }
        battle_on(&map, &scenario)
    });
    let (played, mut kept) = (outcomes(&*ahead, 3, 20), 0);
    for engagement in 0..20 {
        let (outcome, steps) = ahead.replay(3, engagement);
        assert_eq!(played[engagement as usize], outcome, "replayed as it was played");
        if !steps.iter().any(|step| step.verb == "looks_ahead") {
            assert_eq!((outcome, steps), ordinary.replay(3, engagement));
            kept += 1;
        }
    }
    assert!(kept > 0, "the doctrine is never kept");
}

/// Equal states merge on open ground, where nobody plans; a series of battles has no end that one battle could weigh.
#[test]
fn looking_ahead_is_for_single_battles_on_a_map() {
    let ahead = json!({ "blue": { "team": { "player": "ahead" } } });
    let refused = |scenario: &Value| {
        let problems = (chain_reaction::RULESET.compile)(scenario, None).err().expect("a problem");
        problems.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let open = refused(&fight(2, 2, ahead));
    assert_eq!(open, ["blue.team.player: `ahead` needs ground: set `field.map` or `field.terrain`"]);
    let squad = json!({ "rep": 4, "player": "ahead" });
    let field = json!({ "terrain": "rolled", "patrol": {}, "campaign": {} });
    let series = refused(&json!({ "blue": { "team": squad }, "field": field, "turn_limit": 60 }));
    assert_eq!(series, ["blue.team.player: `ahead` looks no farther than one battle: leave out `field.campaign`"]);
}
