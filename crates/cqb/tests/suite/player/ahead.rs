//! Players who look ahead.

use engage::{Battle, Outcome, Step};
use serde_json::{Value, json};
use testkit::setup::with;

use super::ground::{drawn, on_a_map};
use crate::ground::battle_on;
use crate::play::{ending, outcomes, scenario};

/// A room with a place for blue to hold for a turn, and red behind a shut door.
const YARD: &str = "
    ####################
    #b.......+.......r.#
    #pp......#.........#
    ####################";

/// Blue is ordered to stay, so that it never takes the place; what more is said is merged in.
pub(crate) fn ordered_to_stay(more: Value) -> Box<dyn Battle> {
    let stays = json!({
        "blue": { "team": { "orders": "stay" } },
        "mission": { "objective": "hold", "side": "blue", "at": "place", "turns": 1 },
        "turn_limit": 8,
    });
    battle_on(&drawn(YARD), &on_a_map(with(stays, more)))
}

/// The steps in which somebody leaves its doctrine.
fn reasons(steps: &[Step]) -> Vec<&str> {
    steps.iter().filter(|step| step.verb == "looks_ahead").map(|step| step.text.as_str()).collect()
}

/// Blue alone never succeeds by its doctrine; who looks ahead sees that another way does, and says so.
#[test]
fn who_looks_ahead_leaves_a_doctrine_that_fails() {
    let [ordinary, ahead] = ["standard", "ahead"]
        .map(|player| ordered_to_stay(json!({ "blue": { "team": { "player": player, "playouts": 16 } } })));
    let wins =
        |battle: &dyn Battle| outcomes(battle, 5, 50).iter().filter(|outcome| ending(outcome) == "blue.win").count();
    assert_eq!(wins(&*ordinary), 0);
    assert!(wins(&*ahead) >= 45, "{} of 50", wins(&*ahead));
    assert!(reasons(&ordinary.replay(5, 0).1).is_empty());
    let (_, steps) = ahead.replay(5, 0);
    assert_eq!(
        reasons(&steps)[..1],
        ["looks ahead: orders mission, pace fast succeeds in 100 more of 100 play-outs than the own doctrine"]
    );
}

/// Equal states merge on open ground, where nobody plans; on a map nothing is solved.
#[test]
fn nobody_looks_ahead_in_the_open() {
    let refused = |team: Value| {
        let problems = (cqb::RULESET.compile)(&scenario(json!({ "blue": { "team": team } })), None).err();
        problems.unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(refused(json!({ "player": "ahead" })), ["blue.team.player: `ahead` needs ground: set `field.map`"]);
    assert_eq!(refused(json!({ "playouts": 8 })), ["blue.team.playouts: needs ground: set `field.map`"]);
    let refused = ordered_to_stay(json!({ "blue": { "team": { "player": "ahead" } } })).exact(1000);
    assert_eq!(refused.map(|_| ()).unwrap_err().to_string(), "it is fought on a map");
}

/// Where it keeps its own doctrine throughout, the engagement is the one without looking ahead, to the last card.
#[test]
fn looking_ahead_draws_no_luck_of_the_engagement() {
    let house = "
        ####################
        #bb......#.......rr#
        #........+.........#
        #........#.........#
        ####################";
    let fight = json!({
        "blue": { "team": { "count": 2, "ability": "novice", "doctrine": "stand", "rate": 9 } },
        "red": { "gunman": { "count": 2, "doctrine": "stand", "interrupt": "any", "aim_at": "none" } },
        "rules": { "order": "reaction", "to_hit_base": 8 },
    });
    let mut kept = 0;
    let [ordinary, ahead] = ["standard", "ahead"].map(|player| {
        let led = json!({ "red": { "gunman": { "player": player, "playouts": 8 } } });
        battle_on(&drawn(house), &on_a_map(with(fight.clone(), led)))
    });
    for engagement in 0..20 {
        let (outcome, steps) = ahead.replay(3, engagement);
        if reasons(&steps).is_empty() {
            assert_eq!((outcome, steps), ordinary.replay(3, engagement));
            kept += 1;
        }
        let mut played = [Outcome::default()];
        ahead.play(3, engagement, &mut played);
        assert_eq!(played, [outcome], "a replay is what was played");
    }
    assert!(kept > 0, "the doctrine is never kept");
}
