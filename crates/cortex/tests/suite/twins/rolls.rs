//! Pools, opposed rolls, initiative and hitches.

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, list, option};
use testkit::{Number as _, Share};

use super::dice::{Most, Rolls, Told, best, harmed, hitches, named, opposed, size, sizes, throws, track, track_word};
use super::{Words as _, hold};

pub(super) fn pool(p: &Value) -> Odds {
    let dice = sizes(p, "pool");
    let mut told = Told::default();
    for (throw, share) in throws(&dice) {
        let kept = best(p, &throw, count(p, "keep_dice", 2) as usize);
        let effect = kept.left.first().copied().unwrap_or((4, 0));
        told.tell(format!("total_{}", kept.total), share);
        told.tell(format!("effect_d{}", effect.0), share);
        told.tell(format!("left_{}", kept.left.len()), share);
        told.tell(format!("hitches_{}", hitches(&throw)), share);
        if dice.len() <= 5 {
            told.tell(format!("effect_shows_{}", effect.1), share);
        }
        told.count("mean_total", kept.total, share);
    }
    told.odds()
}

fn who_wins(p: &Value, actor: Vec<i64>, opposition: Vec<i64>, bought: [i64; 2]) -> Told {
    let mut told = Told::default();
    let (actor, opposition) =
        (Rolls::new(actor, Most::ByMargin(bought[0])), Rolls::new(opposition, Most::ByMargin(bought[1])));
    for (result, share) in opposed(p, &actor, &opposition) {
        told.tell(format!("{}_wins", result.winner), share);
        if result.winner != "nobody" {
            told.tell(format!("{}_margin_{}", result.winner, result.margin), share);
            told.tell(format!("{}_effect_d{}", result.winner, result.first()), share);
            told.tell(format!("{}_dice_{}", result.winner, result.effects.len()), share);
        }
    }
    told
}

pub(super) fn contest(p: &Value) -> Odds {
    let bought = list(p, "bought");
    let bought = [0, 1].map(|side| bought.get(side).and_then(Value::as_i64).unwrap_or(0));
    who_wins(p, sizes(p, "actor"), sizes(p, "opposition"), bought).odds()
}

pub(super) fn plot_total(p: &Value) -> Odds {
    let actor = Rolls { point: true, ..Rolls::new(sizes(p, "actor"), Most::ByMargin(0)) };
    let mut told = Told::default();
    for (result, share) in opposed(p, &actor, &Rolls::new(sizes(p, "opposition"), Most::One)) {
        if result.winner == "actor" {
            told.tell("won", share);
            told.tell(format!("won_effect_d{}", result.first()), share);
            told.tell(format!("won_dice_{}", result.effects.len()), share);
        } else {
            told.tell("lost", share);
        }
        if result.spent {
            told.tell("point_spent", share);
        }
    }
    told.odds()
}

pub(super) fn team_pool(p: &Value) -> Odds {
    let mut dice = sizes(p, "assets");
    match size(&p["tactics"]) {
        Some(tactics) => dice.push(tactics),
        None if option(p, "no_tactics", "none") == "d4" => dice.push(4),
        None => {}
    }
    for operator in list(p, "operators") {
        let action = size(&operator["direct_action"]).expect("a die");
        let stepped = (action + 2).min(12);
        dice.push(match size(&operator["cqb"]) {
            None => action,
            Some(cqb) if cqb > action => cqb,
            Some(cqb) if cqb == action && option(p, "cqb_equal", "step_up") == "none" => action,
            Some(_) => stepped,
        });
    }
    let mut told = who_wins(p, dice.clone(), sizes(p, "opposition"), [0, 0]);
    for die in dice {
        told.tell(format!("pool_d{die}"), Share::WHOLE);
    }
    told.odds()
}

pub(super) fn initiative(p: &Value) -> Odds {
    let mut told = Told::default();
    let reroll = option(p, "initiative_tie", "opposition") == "reroll";
    let mut again = Share::NONE;
    for (ours, share) in throws(&sizes(p, "players")) {
        for (theirs, their_share) in throws(&sizes(p, "npcs")) {
            let (ours, theirs) = (best(p, &ours, 2).total, best(p, &theirs, 2).total);
            let share = share.times(their_share);
            if reroll && ours == theirs {
                again = again.plus(share);
                continue;
            }
            let winner = super::dice::wins(p, ours, theirs);
            told.tell(
                match winner {
                    "actor" => "players_win",
                    "opposition" => "npcs_win",
                    _ => "nobody_wins",
                },
                share,
            );
        }
    }
    // Again and again: the part of what decides.
    let decides = again.rest().fraction().to_string();
    let (of, ways) = decides.split_once('/').expect("a fraction");
    let again = Share::new(ways.parse().expect("ways"), of.parse().expect("ways"));
    for share in told.0.values_mut() {
        *share = share.times(again);
    }
    told.odds()
}

pub(super) fn complication(p: &Value, hitches: i64) -> Option<i64> {
    let least = match option(p, "hitches", "never") {
        "never" => return None,
        "always" => 1,
        _ => 2,
    };
    (hitches >= least).then(|| [6, 8, 10, 12][(hitches - 1).min(3) as usize])
}

pub(super) fn hitch_stress(p: &Value) -> Odds {
    let mut told = Told::default();
    let stress = track(&p["stress"]);
    for (throw, share) in throws(&sizes(p, "pool")) {
        let hitches = hitches(&throw);
        let complication = complication(p, hitches);
        told.tell(format!("hitches_{hitches}"), share);
        told.tell(format!("complication_{}", named(complication)), share);
        let after = complication.map_or(stress, |die| harmed(p, stress, die));
        told.tell(format!("stress_{}", track_word(after)), share);
    }
    told.odds()
}

/// CX0-2 to CX0-5.
#[test]
fn grid_of_pools() {
    let pool = |pick: &mut Pick| json!({ "pool": pick.dice(&[0, 1, 2, 3, 4, 5]), "keep_dice": pick.of(&[2, 3]), "options": pick.readings() });
    hold("pool", situations(1, 60, pool));
}

/// CX0-6, CX0-7, CX1-effect-1 to -4.
#[test]
fn grid_of_contests() {
    let contest = |pick: &mut Pick| {
        let bought = [pick.of(&[0, 0, 1, 2]), pick.of(&[0, 0, 1])];
        json!({
            "actor": pick.dice(&[0, 1, 2, 3, 4]), "opposition": pick.dice(&[0, 1, 2, 3]), "bought": bought,
            "options": pick.readings(),
        })
    };
    hold("contest", situations(2, 60, contest));
}

/// CX0-15.
#[test]
fn grid_of_plot_points() {
    let plot = |pick: &mut Pick| json!({ "actor": pick.dice(&[1, 2, 3, 4]), "opposition": pick.dice(&[1, 2, 3]), "options": pick.readings() });
    hold("plot_total", situations(3, 40, plot));
}

/// CX1-pc-1 to -3, CX1-scope-2, CX1-factor-2, CX1-factor-3.
#[test]
fn grid_of_team_pools() {
    let team = |pick: &mut Pick| {
        let operators = pick.some(&[1, 2, 3], |pick| json!({ "direct_action": pick.die(), "cqb": pick.maybe() }));
        json!({
            "tactics": pick.maybe(), "operators": operators, "assets": pick.dice(&[0, 0, 1]),
            "opposition": pick.dice(&[1, 2, 3]), "options": pick.readings(),
        })
    };
    hold("team_pool", situations(4, 40, team));
}

/// CX2-init-3.
#[test]
fn grid_of_initiative() {
    let initiative = |pick: &mut Pick| json!({ "players": pick.dice(&[1, 2, 3, 4]), "npcs": pick.dice(&[1, 2, 3]), "options": pick.readings() });
    hold("initiative", situations(5, 60, initiative));
}

/// CX0-16, CX1-comp-1.
#[test]
fn grid_of_hitches() {
    let hitch = |pick: &mut Pick| json!({ "pool": pick.dice(&[0, 1, 2, 3, 4, 5]), "stress": pick.maybe(), "options": pick.readings() });
    hold("hitch_stress", situations(6, 60, hitch));
}
