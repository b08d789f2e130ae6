//! Bombs and missions: no dice, only what the lists of endings say.

use serde_json::{Map, Value, json};
use testkit::Number as _;
use testkit::Share;
use testkit::twin::{Odds, count, exact, flag, option, word};

use super::{TWINS, hold, twin};

/// The limit of every mission.
const LAST_TURN: i64 = 30;

/// GGG-bomb-2, GGG-bomb-3: the turns that end with the bomb armed and with the explosion.
fn clock(p: &Value) -> (i64, i64) {
    let begun = count(p, "plant_start_turn", 1);
    (begun + 1, begun + 9)
}

fn certain(number: i64) -> Share {
    Share::new(number as u128, 1)
}

/// GGG-dm-3.
pub(super) fn bomb_clock(p: &Value) -> Odds {
    let (armed, detonates) = clock(p);
    let counts = if option(p, "bomb_deadline", "detonated") == "planted" { armed } else { detonates };
    exact([
        ("armed_at_end_of_turn", certain(armed)),
        ("detonates_at_end_of_turn", certain(detonates)),
        ("in_time", certain(i64::from(counts <= LAST_TURN))),
    ])
}

/// GGG-bomb-5, GGG-bomb-6.
pub(super) fn defuse_race(p: &Value) -> Odds {
    let (_, detonates) = clock(p);
    let done = count(p, "defuse_start_turn", 1) + 1;
    let defused = done < detonates || done == detonates && option(p, "bomb_tie", "defused") == "defused";
    exact([("defused", certain(i64::from(defused))), ("explodes", certain(i64::from(!defused)))])
}

/// What the lists of one moment say: whether the Counter-Terrorists are bungled, and whether the Terrorists lose.
fn winner(p: &Value, bungled: bool, lose: bool) -> Option<&'static str> {
    match (bungled, lose, option(p, "both_fail", "draw")) {
        (false, false, _) => None,
        (true, false, _) | (true, true, "terrorists") => Some("t_win"),
        (false, true, _) | (true, true, "ct") => Some("ct_win"),
        (true, true, _) => Some("draw"),
    }
}

/// GGG-mis-2: arrivals, then losses, then the bomb, then the time.
fn ends(p: &Value) -> &'static str {
    let facts = &p["facts"];
    let mission = word(p, "mission", "hostage");
    let terrorists_down = flag(facts, "all_terrorists_down", false);
    let all_out = flag(facts, "all_ct_out", false);
    let bungled = all_out || option(p, "ct_lost_when", "all_hit") == "all_hit" && flag(facts, "all_ct_hit", false);
    let vip = word(facts, "vip", "alive");
    let killed_by = word(facts, "hostage_killed_by", "none");
    let bomb = word(facts, "bomb", "none");
    let late = count(facts, "turn", 1) >= LAST_TURN;

    let arrived = match mission {
        "hostage" => count(facts, "hostages_rescued", 0) >= 4,
        "assassination" => vip == "escaped",
        _ => false,
    };
    let together = option(p, "fire_timing", "after_movement") == "stationary_first";
    if arrived && !together {
        return "ct_win";
    }
    // GGG-seq-1 with clarification 11: one moment, the end of the turn.
    if together {
        let (bungled, lose) = match mission {
            "hostage" => (
                bungled || matches!(killed_by, "ct" | "both"),
                arrived || terrorists_down || matches!(killed_by, "terrorists" | "both"),
            ),
            "destruction" => (bungled || bomb == "exploded", bomb == "defused" || terrorists_down && bomb == "none"),
            _ => (bungled || vip == "dead", arrived || terrorists_down),
        };
        if let Some(winner) = winner(p, bungled, lose) {
            return winner;
        }
    }
    let after_fire = match mission {
        "hostage" => winner(
            p,
            bungled || matches!(killed_by, "ct" | "both"),
            terrorists_down || matches!(killed_by, "terrorists" | "both"),
        ),
        // A bomb that has gone off or been defused by the end of the turn was ticking while there was fire.
        "destruction" => winner(p, bungled, terrorists_down && bomb == "none"),
        "assassination" => winner(p, bungled || vip == "dead", terrorists_down),
        other => panic!("no mission {other}"),
    };
    if let Some(winner) = after_fire {
        return winner;
    }
    match (mission, bomb) {
        ("destruction", "exploded") => return "t_win",
        ("destruction", "defused") => return "ct_win",
        _ => {}
    }
    match mission {
        _ if !late => "goes_on",
        "hostage" => "t_win",
        "destruction" if bomb == "planted" && option(p, "bomb_deadline", "detonated") == "planted" => "goes_on",
        "destruction" => "ct_win",
        _ => match option(p, "vip_timeout", "ct_bungled") {
            "ct_bungled" => "t_win",
            "draw" => "draw",
            "terrorists_lose" => "ct_win",
            other => panic!("no such end {other}"),
        },
    }
}

pub(super) fn result(p: &Value) -> Odds {
    exact([(ends(p), Share::WHOLE)])
}

/// GGG-bomb-2, GGG-bomb-3, GGG-dm-3: every turn.
#[test]
fn grid_of_bomb_clocks() {
    let clocks = ["detonated", "planted"].into_iter().flat_map(|deadline| {
        let options = json!({ "bomb_deadline": deadline });
        (1..=30).map(move |turn| json!({ "plant_start_turn": turn, "options": options }))
    });
    hold("bomb_clock", clocks);
}

/// GGG-bomb-6: every turn from that in which the bomb is armed until it has gone off.
#[test]
fn grid_of_races_to_defuse() {
    let races = ["defused", "explodes"].into_iter().flat_map(|tie| {
        (1..=21).flat_map(move |planted| {
            (planted + 2..planted + 10).map(move |defused| {
                json!({ "plant_start_turn": planted, "defuse_start_turn": defused, "options": { "bomb_tie": tie } })
            })
        })
    });
    hold("defuse_race", races);
}

const MISSIONS: [&str; 3] = ["hostage", "destruction", "assassination"];

/// One of each, in every combination.
fn combinations(choices: &[(&str, Vec<Value>)]) -> Vec<Value> {
    let mut all = vec![Map::new()];
    for (key, values) in choices {
        all = all
            .into_iter()
            .flat_map(|before| {
                values.iter().map(move |value| {
                    let mut after = before.clone();
                    after.insert((*key).to_owned(), value.clone());
                    after
                })
            })
            .collect();
    }
    all.into_iter().map(Value::Object).collect()
}

fn words(words: &[&str]) -> Vec<Value> {
    words.iter().map(|&word| word.into()).collect()
}

/// Facts of every mission, in every combination that can be found at one time.
fn facts(mission: &str) -> Vec<Value> {
    let own = match mission {
        "hostage" => vec![
            ("hostages_rescued", (0..=4).map(Value::from).collect()),
            ("hostage_killed_by", words(&["none", "ct", "terrorists", "both"])),
        ],
        "destruction" => vec![("bomb", words(&["none", "planted", "exploded", "defused"]))],
        _ => vec![("vip", words(&["alive", "escaped", "dead"]))],
    };
    let both = vec![Value::Bool(false), Value::Bool(true)];
    let common = [
        ("turn", [1, 12, 29, 30, 31, 35].map(Value::from).to_vec()),
        ("all_terrorists_down", both.clone()),
        ("all_ct_hit", both.clone()),
        ("all_ct_out", both),
    ];
    let mut all = combinations(&own.into_iter().chain(common).collect::<Vec<_>>());
    // A man who is out has been hit. Of four hostages no more can be rescued than are alive.
    all.retain(|facts| flag(facts, "all_ct_hit", false) || !flag(facts, "all_ct_out", false));
    all.retain(|facts| word(facts, "hostage_killed_by", "none") == "none" || count(facts, "hostages_rescued", 0) < 4);
    // A bomb is there from turn 2 on, and goes off on turn 10 at the earliest.
    all.retain(|facts| word(facts, "bomb", "none") == "none" || count(facts, "turn", 1) > 9);
    all
}

/// GGG-mis, GGG-hm, GGG-dm, GGG-am: every mission, every combination of facts, every option.
#[test]
fn grid_of_missions() {
    let options = &combinations(&[
        ("ct_lost_when", words(&["all_hit", "all_out"])),
        ("both_fail", words(&["draw", "ct", "terrorists"])),
        ("bomb_deadline", words(&["detonated", "planted"])),
        ("vip_timeout", words(&["ct_bungled", "draw", "terrorists_lose"])),
        ("fire_timing", words(&["after_movement", "stationary_first"])),
    ]);
    let situations = MISSIONS.into_iter().flat_map(|mission| {
        facts(mission).into_iter().flat_map(move |facts| {
            let with = |options: &Value| json!({ "mission": mission, "facts": facts, "options": options });
            options.iter().map(with).collect::<Vec<_>>()
        })
    });
    hold("mission_result", situations);
}

/// A fact that is left out is harmless.
#[test]
fn grid_of_missions_with_nothing_said() {
    let situations = MISSIONS.into_iter().flat_map(|mission| {
        facts(mission).into_iter().map(move |mut facts| {
            let members = facts.as_object_mut().expect("facts");
            members.retain(|key, value| key == "turn" || !harmless(value));
            json!({ "mission": mission, "facts": facts, "options": {} })
        })
    });
    hold("mission_result", situations);
}

fn harmless(value: &Value) -> bool {
    [json!(false), json!(0), json!("none"), json!("alive")].contains(value)
}

/// Situations in which the lists of endings overlap or are silent, and how they end.
fn overlaps() -> Vec<(Value, &'static str)> {
    let all = json!({ "turn": 12, "all_terrorists_down": true, "all_ct_hit": true });
    let with = |mut facts: Value, key: &str, value: Value| {
        facts[key] = value;
        facts
    };
    let case = |mission: &str, facts: Value| json!({ "mission": mission, "facts": facts, "options": {} });
    vec![
        (case("hostage", all.clone()), "draw"),
        (case("assassination", all.clone()), "draw"),
        (case("destruction", all.clone()), "draw"),
        (case("destruction", with(all, "bomb", json!("planted"))), "t_win"),
        (case("hostage", json!({ "turn": 5, "hostage_killed_by": "terrorists", "all_ct_hit": true })), "draw"),
        (case("hostage", json!({ "turn": 5, "hostage_killed_by": "both" })), "draw"),
        (case("assassination", json!({ "turn": 5, "vip": "dead", "all_terrorists_down": true })), "draw"),
        (case("assassination", json!({ "turn": 5, "vip": "escaped", "all_ct_hit": true })), "ct_win"),
        (case("hostage", json!({ "turn": 30, "hostages_rescued": 4 })), "ct_win"),
        (case("hostage", json!({ "turn": 30, "all_terrorists_down": true })), "ct_win"),
        (case("assassination", json!({ "turn": 30, "all_terrorists_down": true })), "ct_win"),
        (case("destruction", json!({ "turn": 30, "all_ct_hit": true, "bomb": "planted" })), "t_win"),
        (case("destruction", json!({ "turn": 30, "all_ct_hit": true })), "t_win"),
        (case("destruction", json!({ "turn": 30, "bomb": "planted" })), "ct_win"),
        (case("destruction", json!({ "turn": 30, "bomb": "defused" })), "ct_win"),
        (case("destruction", json!({ "turn": 30, "bomb": "exploded" })), "t_win"),
        (case("destruction", json!({ "turn": 20, "all_terrorists_down": true, "bomb": "planted" })), "goes_on"),
        (case("destruction", json!({ "turn": 20, "all_terrorists_down": true })), "ct_win"),
        (case("hostage", json!({ "turn": 7, "all_ct_hit": true })), "t_win"),
        (case("assassination", json!({ "turn": 30, "vip": "alive" })), "t_win"),
        (case("hostage", json!({ "turn": 30, "hostages_rescued": 3 })), "t_win"),
        (case("hostage", json!({ "turn": 29, "hostages_rescued": 3 })), "goes_on"),
    ]
}

#[test]
fn overlaps_come_out_of_the_twin() {
    for (p, expected) in overlaps() {
        assert_eq!(ends(&p), expected, "{p}");
        assert!(twin("mission_result", &p).contains_key(expected));
    }
}

#[test]
fn grid_of_overlaps() {
    testkit::twin::all_agree(overlaps().iter().filter_map(|(p, _)| TWINS.difference("mission_result", p)));
}
