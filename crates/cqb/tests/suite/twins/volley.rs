//! Fire actions of three single shots.

use serde_json::{Value, json};

use super::cards::{From, Table, Tally};
use super::shot::{shoot, table};
use super::target::target_number;
use super::{compare, option, word};

/// Hits among three shots. What the cards of effect are makes no difference to the cards that come after, so only the
/// cards of the shots are walked.
fn hit_count(p: &Value) -> Tally {
    fn next(p: &Value, shot: i64, hits: i64, table: Table, tally: &mut Tally) {
        if shot > 3 {
            return tally.add(&format!("hits_{hits}"), &table);
        }
        table.draw(From::Own, &mut |table, (value, _)| {
            if value == 0 && option(p, "joker_fire", "jam") == "jam" {
                tally.add("jam", &table);
                return tally.add(&format!("hits_{hits}"), &table);
            }
            let hit = value > 0 && value as i64 >= target_number(p, shot);
            next(p, shot + 1, hits + i64::from(hit), table, tally);
        });
    }
    let mut tally = Tally::default();
    next(p, 1, 0, table(p), &mut tally);
    tally
}

/// CQB-5.1a, CQB-5.3.5a: hits among the three shots of every ability and recoil, drawn down and put back.
#[test]
fn hits_of_three_semi_automatic_shots() {
    for ability in ["novice", "experienced", "veteran", "elite"] {
        for recoil in ["light", "heavy"] {
            for aim_at in ["none", "torso", "brain_stem"] {
                for (reshuffle, joker_fire) in [("exhausted", "jam"), ("every_draw", "jam"), ("exhausted", "miss")] {
                    let p = json!({
                        "ability": ability, "recoil": recoil, "aim_at": aim_at, "range": 6,
                        "options": { "reshuffle": reshuffle, "joker_fire": joker_fire },
                    });
                    compare("hit_count", &p, &hit_count(&p).odds());
                }
            }
        }
    }
}

/// What three shots have done to a target so far.
#[derive(Clone, Copy)]
struct Target<'a> {
    wound: &'a str,
    new_wound: bool,
    flesh: u128,
    knocked: bool,
    down: bool,
}

impl<'a> Target<'a> {
    fn suffer(&mut self, outcome: &'a str) {
        self.knocked |= matches!(
            outcome,
            "leg_out" | "strong_arm_out" | "weak_arm_out" | "incapacitated" | "fatal" | "stopped_knockdown"
        );
        match outcome {
            "flesh" => self.flesh += 1,
            "incapacitated" | "fatal" => self.down = true,
            "leg_out" | "strong_arm_out" | "weak_arm_out" if self.wound != "none" => self.down = true,
            "leg_out" | "strong_arm_out" | "weak_arm_out" => (self.wound, self.new_wound) = (word_of(outcome), true),
            _ => {}
        }
    }

    fn outcome(&self) -> &'static str {
        if self.down {
            "incapacitated"
        } else if self.new_wound {
            word_of(self.wound)
        } else if self.flesh > 0 {
            "flesh_only"
        } else {
            "unhurt"
        }
    }
}

fn word_of(outcome: &str) -> &'static str {
    ["leg_out", "strong_arm_out", "weak_arm_out"].into_iter().find(|word| *word == outcome).expect("a limb")
}

fn fire_action(p: &Value) -> Tally {
    fn next(p: &Value, shot: i64, target: Target<'_>, table: Table, tally: &mut Tally) {
        let over = target.down && option(p, "stop_when_down", "stop") != "all";
        if shot > 3 || over {
            return end(target, &table, tally);
        }
        shoot(p, shot, table, &mut |table, outcomes| {
            let mut target = target;
            if outcomes[0] == "jam" {
                tally.add("jam", &table);
                return end(target, &table, tally);
            }
            if !target.down {
                target.suffer(&outcomes[0]);
            }
            next(p, shot + 1, Target { wound: settled(target.wound), ..target }, table, tally);
        });
    }
    fn settled(wound: &str) -> &'static str {
        if wound == "none" { "none" } else { word_of(wound) }
    }
    fn end(target: Target<'_>, table: &Table, tally: &mut Tally) {
        tally.add(target.outcome(), table);
        tally.add_times("mean_flesh", table, target.flesh);
        if target.knocked {
            tally.add("knocked_down", table);
        }
    }
    let wound = match word(p, "target_wound", "none") {
        "none" => "none",
        "leg" => "leg_out",
        "strong_arm" => "strong_arm_out",
        _ => "weak_arm_out",
    };
    let target = Target { wound, new_wound: false, flesh: 0, knocked: false, down: false };
    let mut tally = Tally::default();
    next(p, 1, target, table(p), &mut tally);
    tally
}

/// CQB-5.1b, CQB-5.5.4: three shots to what they leave of the target, every card of every shot walked.
#[test]
fn what_three_semi_automatic_shots_do() {
    let cases = [
        json!({ "ability": "novice", "range": 48 }),
        json!({ "ability": "experienced", "round": "rifle", "range": 48, "recoil": "heavy", "plates": true, "soft": true }),
        json!({ "ability": "novice", "aim_at": "torso", "range": 48, "soft": true, "options": { "armour_knockdown": "on" } }),
        json!({ "ability": "experienced", "round": "magnum", "recoil": "heavy", "aim_at": "head", "helmet": true, "range": 48 }),
        json!({ "ability": "novice", "round": "rifle", "range": 48, "target_wound": "leg", "options": { "stop_when_down": "all" } }),
        json!({ "ability": "novice", "range": 48, "target_wound": "strong_arm", "options": { "reshuffle": "every_draw", "joker_fire": "miss" } }),
        json!({ "ability": "novice", "range": 48, "options": { "joker_secondary": "void", "joker_fire": "misfire", "location_deck": "neutral" } }),
    ];
    for p in cases {
        compare("fire_action", &p, &fire_action(&p).odds());
    }
}
