//! FT-beat and FT-hit-6: beaten zones, on open ground and on maps.

use engage::Step;
use serde_json::{Value, json};

use super::{every_hit, is_attack, odds, of, replayed, with};

/// How many are in the first burst of a gun of blue's on a drawing, and whom it tests.
#[track_caller]
fn burst(drawing: &str, reds: usize, rules: Value, gun: Value) -> (Option<String>, Vec<u8>) {
    let gun = with(json!({ "weapon": "sure_gun" }), gun);
    let foe = json!({ "count": reds });
    let rules = with(every_hit(7, "dead"), rules);
    let steps = replayed(
        Some(drawing),
        json!({ "blue": { "team": gun }, "red": { "foe": foe }, "rules": rules, "turn_limit": 1 }),
    )
    .1;
    tested(&steps)
}

fn tested(steps: &[Step]) -> (Option<String>, Vec<u8>) {
    let fired = steps.iter().find(|step| step.clause == "FT-hit-6").map(|step| step.text.clone());
    let men =
        steps.iter().filter(|step| step.figure == Some(0) && is_attack(step)).filter_map(|step| step.target).collect();
    (fired, men)
}

/// The chance that one man of a burst at a point 12" away is out, with all that is about him.
fn out(weapon: &str, across: f64, beyond: f64, options: Value) -> testkit::Fraction {
    let figure = json!({ "across_in": across, "beyond_in": beyond });
    let burst = json!({ "range_in": 12, "firer": { "weapon": weapon }, "figures": [figure], "options": options });
    odds("burst_field", burst, "out=1")
}

/// FT-hit-6: a firing roll for everybody in the zone, friend or foe, each once.
#[test]
fn ft_hit_6_friend_or_foe() {
    let yard = "
        ########################
        #......................#
        #b...........rbr.......#
        #......................#
        ########################";
    let drawing = yard.replace("rbr", "rBr");
    let more = json!({
        "blue": {
            "team": { "weapon": "sure_gun", "does": ["nearest"] },
            "two": { "weapon": "wild", "at": "blue two", "posture": "standing" },
        },
        "red": { "foe": { "count": 2 } }, "rules": every_hit(7, "serious"), "turn_limit": 1,
    });
    let (outcome, steps) = replayed(Some(&drawing), more);
    assert_eq!((tested(&steps).1.len(), outcome.measures[0]), (3, 1), "each once, the friend as well");
    let three = json!({ "range_in": 12, "firer": { "weapon": "lmg" }, "targets": [{}, {}, {}] });
    let one = odds("attack", json!({ "range_in": 12, "firer": { "weapon": "lmg" } }), "dead");
    let all = odds("burst", three, "expected_out").to_f64();
    let serious = odds("attack", json!({ "range_in": 12, "firer": { "weapon": "lmg" } }), "serious");
    assert!((all - 3.0 * (one + serious).to_f64()).abs() < 1e-12);
}

/// FT-beat-1: width across the line of fire and depth along it, by weapon.
#[test]
fn ft_beat_1_width_and_depth() {
    let whole = out("lmg", 0.0, 0.0, json!({}));
    for (weapon, width, depth) in
        [("lmg", 2.0, 10.0), ("smg", 5.0, 4.0), ("assault_rifle", 4.0, 5.0), ("carbine", 3.0, 5.0)]
    {
        let inside = |across: f64, beyond: f64| out(weapon, across, beyond, json!({})) != of(0, 1);
        assert!(inside(width / 2.0, depth / 2.0) && inside(-width / 2.0, -depth / 2.0), "{weapon}: edges are inside");
        assert!(!inside(width / 2.0 + 0.01, 0.0) && !inside(0.0, depth / 2.0 + 0.01), "{weapon}");
    }
    assert_eq!(whole, odds("burst", json!({ "range_in": 12, "firer": { "weapon": "lmg" }, "targets": [{}] }), "out=1"));
}

/// FT-beat-2: around the man aimed at, or from him on under `beaten_zone_anchor`; on a map by where men stand.
#[test]
fn ft_beat_2_where_the_zone_lies() {
    let near = |anchor: &str, beyond: f64| out("lmg", 0.0, beyond, json!({ "beaten_zone_anchor": anchor })) != of(0, 1);
    assert_eq!([-5.0, 5.0, 6.0, 10.0].map(|at| near("centred", at)), [true, true, false, false]);
    assert_eq!([-5.0, 5.0, 6.0, 10.0].map(|at| near("near_edge", at)), [false, true, true, true]);
    // A column of five, each 3" behind the one before; the gun is 4" wide and 10" deep.
    let column = "
        ################################
        #..............................#
        #b...........r..r..r..r..r.....#
        #..............................#
        ################################";
    let count = |anchor: &str| {
        burst(column, 5, json!({ "beaten_zone_anchor": anchor }), json!({ "does": ["nearest"] })).1.len()
    };

    assert_eq!((count("centred"), count("near_edge")), (2, 4));
    // 2" to either side are inside, 3" are not.
    let row = "
        ######################
        #............r.......#
        #....................#
        #b...........R.......#
        #....................#
        #....................#
        #............r.......#
        ######################";
    let aside = |drawing: &str| {
        let gun = json!({ "weapon": "sure_gun", "does": ["nearest"] });
        let more = json!({
            "blue": { "team": gun }, "red": { "foe": { "count": 2 }, "mid": { "weapon": "wild", "at": "red two", "posture": "standing" } },
            "rules": every_hit(7, "dead"), "turn_limit": 1,
        });
        tested(&replayed(Some(drawing), more).1).1.len()
    };
    assert_eq!(aside(row), 2);
}

/// FT-beat-2: a burst is laid on a man, or under `burst_aim_point` between two who are too far apart for a zone around either.
#[test]
fn ft_beat_2_any_point() {
    let more = |option: &str, does: &str| {
        json!({
            "blue": { "team": { "weapon": "sure_gun", "does": [does] } }, "red": { "foe": { "count": 2 } },
            "field": { "spacing": 4 }, "rules": with(every_hit(7, "dead"), json!({ "burst_aim_point": option })), "turn_limit": 1,
        })
    };
    let tested = |option: &str, does: &str| tested(&replayed(None, more(option, does)).1).0.unwrap_or_default();
    assert_eq!(tested("figure", "between"), "", "nowhere else");
    assert_eq!(tested("figure", "burst"), "fires a burst, 1 in the beaten zone");
    assert_eq!(tested("any_point", "between"), "fires a burst, 2 in the beaten zone");
}

/// FT-beat-3: the range of the man aimed at counts for the whole zone, or each man's own under `beaten_zone_range`.
#[test]
fn ft_beat_3_range_of_a_burst() {
    let beyond = |option: &str| out("lmg", 0.0, 4.0, json!({ "beaten_zone_range": option }));
    let at = |range: i32| {
        odds("burst", json!({ "range_in": range, "firer": { "weapon": "lmg" }, "targets": [{}] }), "out=1")
    };
    assert_eq!((beyond("aim_point"), beyond("each_figure")), (at(12), at(16)));
    assert!(at(12) != at(16));
    let pair = "
        ##########################
        #b..........r..r.........#
        #........................#
        ##########################";
    let numbers = |option: &str| {
        let rules = with(
            every_hit(7, "dead"),
            json!({ "automatic": { "sure_gun": { "24": 2 } }, "beaten_zone_range": option }),
        );
        let gun = json!({ "weapon": "sure_gun", "does": ["nearest"] });
        let steps = replayed(
            Some(pair),
            json!({ "blue": { "team": gun }, "red": { "foe": { "count": 2 } }, "rules": rules, "turn_limit": 1 }),
        )
        .1;
        let mut numbers: Vec<_> = steps
            .iter()
            .filter(|step| step.figure == Some(0) && is_attack(step))
            .filter_map(|step| step.target_number)
            .collect();
        numbers.sort_unstable();
        numbers
    };
    assert_eq!((numbers("aim_point"), numbers("each_figure")), (vec![1, 1], vec![1, 2]));
}

/// FT-beat-4: who is behind a solid wall is left out, unless `beaten_zone_walls` has him tested; soft cover hides nobody.
#[test]
fn ft_beat_4_walls_in_the_zone() {
    let pair = |square: &str| {
        "
        ####################
        #..................#
        #b..........rwR....#
        #..................#
        ####################"
            .replace('w', square)
    };
    let count = |square: &str, option: &str| {
        let gun = json!({ "weapon": "sure_gun" });
        let two = json!({ "weapon": "wild", "at": "red two", "posture": "standing" });
        let rules = with(every_hit(7, "dead"), json!({ "beaten_zone_walls": option }));
        let more = json!({ "blue": { "team": gun }, "red": { "two": two }, "rules": rules, "turn_limit": 1 });
        tested(&replayed(Some(&pair(square)), more).1).1.len()
    };
    assert_eq!([count("#", "blocked"), count("#", "all"), count("\"", "blocked")], [1, 2, 2]);
}
