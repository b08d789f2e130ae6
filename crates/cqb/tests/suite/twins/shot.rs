//! One shot to its effect.

use serde_json::{Value, json};
use testkit::setup::merge;

use super::cards::{Card, From, Table, Tally, deck, hostage_deck};
use super::target::target_number;
use super::{compare, count, flag, option, word};

/// What a shot comes to: the words of its outcomes.
pub(super) type Outcomes = Vec<String>;

/// Every way a shot can go, from the card of the shot on.
pub(super) fn shoot(p: &Value, shot: i64, table: Table, then: &mut dyn FnMut(Table, Outcomes)) {
    let target = target_number(p, shot);
    let aim_at = word(p, "aim_at", "none");
    let mut judge = |table: Table, (value, _): Card| match value {
        0 => match option(p, "joker_fire", "jam") {
            "jam" => then(table, vec!["jam".to_owned()]),
            "misfire" => then(table, vec!["misfire".to_owned()]),
            _ => check_hostages(p, 0, Vec::new(), table, then),
        },
        _ if value as i64 >= target => hit(p, aim_at, table, &mut |table, effect| then(table, vec![effect.to_owned()])),
        _ if aim_at == "torso" && value as i64 == target - 1 => {
            hit(p, "none", table, &mut |table, effect| then(table, vec![effect.to_owned()]));
        }
        _ => check_hostages(p, 0, Vec::new(), table, then),
    };
    if option(p, "joker_fire", "jam") == "redraw" {
        table.draw_no_joker(From::Own, &mut judge);
    } else {
        table.draw(From::Own, &mut judge);
    }
}

/// An effect, location, helmet or hostage card: a joker is set aside, or it comes as none.
fn secondary(p: &Value, from: From, table: Table, then: &mut dyn FnMut(Table, Option<Card>)) {
    if option(p, "joker_secondary", "redraw") == "redraw" {
        table.draw_no_joker(from, &mut |table, card| then(table, Some(card)));
    } else {
        table.draw(from, &mut |table, card| then(table, (card.0 > 0).then_some(card)));
    }
}

fn location(value: usize) -> &'static str {
    match value {
        1..=4 => "leg",
        5 => "weak_arm",
        6 => "strong_arm",
        7 => "lower torso",
        10 => "head",
        _ => "torso",
    }
}

/// Sections 5.4 and 5.5 for a hit at a named location, or at a random one.
fn hit(p: &Value, aim_at: &str, table: Table, then: &mut dyn FnMut(Table, &'static str)) {
    let fifty = word(p, "round", "pistol") == "fifty";
    let helmet = flag(p, "helmet") && !fifty;
    if aim_at == "brain_stem" && !(helmet && option(p, "brainstem_helmet", "ignores") == "applies") {
        return then(table, "fatal");
    }
    let from = if option(p, "location_deck", "firer") == "neutral" { From::Other } else { From::Own };
    secondary(p, from, table, &mut |table, card| {
        let Some((value, red)) = card else { return then(table, "void") };
        let place = match aim_at {
            "none" => location(value),
            "brain_stem" => "head",
            "arm" => "strong_arm",
            named => named,
        };
        if place != "head" || !helmet {
            return then(table, effect(p, place, red, false));
        }
        secondary(p, from, table, &mut |table, card| {
            let in_the_way = card.is_some_and(|(_, red)| !red);
            if aim_at == "brain_stem" && !in_the_way {
                then(table, "fatal");
            } else {
                then(table, effect(p, place, red, in_the_way));
            }
        });
    });
}

fn effect(p: &Value, place: &str, red: bool, helmet: bool) -> &'static str {
    let out = match place {
        "leg" => "leg_out",
        "weak_arm" => "weak_arm_out",
        "strong_arm" => "strong_arm_out",
        _ => "incapacitated",
    };
    let round = word(p, "round", "pistol");
    if round == "fifty" {
        return out;
    }
    let knocked = red && option(p, "armour_knockdown", "off") == "on";
    let stopped = if knocked { "stopped_knockdown" } else { "stopped" };
    if flag(p, "plates") && place == "torso" {
        return stopped;
    }
    let torso = place == "torso" || place == "lower torso";
    let covered = if option(p, "soft_coverage", "torso") == "all" { place != "head" } else { torso };
    let soft = flag(p, "soft") && covered || helmet;
    let as_pistol = if red { out } else { "flesh" };
    let magnum_stopped = option(p, "magnum_vs_soft", "stopped") == "stopped";
    match (round, soft) {
        ("pistol" | "shotgun", true) => stopped,
        ("magnum", true) if magnum_stopped => stopped,
        ("rifle" | "magnum", true) => as_pistol,
        ("pistol", false) => as_pistol,
        _ => out,
    }
}

/// A complete miss: a card for each hostage, nearest first; red is a hit, and a card of the hostages' deck says where.
fn check_hostages(p: &Value, hostage: i64, victims: Outcomes, table: Table, then: &mut dyn FnMut(Table, Outcomes)) {
    let first_only = option(p, "hostage_stop", "first") == "first";
    if hostage == count(p, "hostages", 0) || first_only && !victims.is_empty() {
        return then(table, if victims.is_empty() { vec!["miss".to_owned()] } else { victims });
    }
    let from = if option(p, "hostage_check_deck", "firer") == "hostage" { From::Other } else { From::Own };
    secondary(p, from, table, &mut |table, card| {
        if !card.is_some_and(|(_, red)| red) {
            return check_hostages(p, hostage + 1, victims.clone(), table, then);
        }
        secondary(p, From::Other, table, &mut |table, card| {
            let unarmoured = json!({ "round": word(p, "round", "pistol") });
            let effect = card.map_or("void", |(value, red)| effect(&unarmoured, location(value), red, false));
            let mut victims = victims.clone();
            victims.push(format!("hostage_{}_{effect}", hostage + 1));
            check_hostages(p, hostage + 1, victims, table, then);
        });
    });
}

/// The decks at the start of a situation.
pub(super) fn table(p: &Value) -> Table {
    let own = deck(word(p, "ability", "experienced"), count(p, "jokers", 2) as u8);
    Table::new(own, hostage_deck(), option(p, "reshuffle", "exhausted") == "every_draw")
}

fn twin(p: &Value) -> Tally {
    let mut tally = Tally::default();
    shoot(p, 1, table(p), &mut |table, outcomes| {
        outcomes.iter().for_each(|outcome| tally.add(outcome, &table));
        let hostages = outcomes.iter().filter(|outcome| outcome.starts_with("hostage")).count();
        tally.add(&format!("hostages_hit_{hostages}"), &table);
    });
    tally
}

/// Compares one shot under every round, every armour and every named location.
fn compare_all(ability: &str, jokers: u8, options: &Value) {
    for round in ["pistol", "magnum", "rifle", "shotgun", "fifty"] {
        for aim_at in ["none", "brain_stem", "head", "strong_arm", "weak_arm", "leg", "torso"] {
            for armour in 0..8 {
                let p = json!({
                    "ability": ability, "jokers": jokers, "round": round, "aim_at": aim_at, "options": options,
                    "soft": armour & 1 > 0, "plates": armour & 2 > 0, "helmet": armour & 4 > 0,
                });
                compare("shot", &p, &twin(&p).odds());
            }
        }
    }
}

/// CQB-5.2 to CQB-5.5 as printed: 280 shots of an Elite and as many of a Novice.
#[test]
fn shots_as_printed() {
    compare_all("elite", 2, &json!({}));
    compare_all("novice", 3, &json!({}));
}

/// The options that a shot reads, one at a time, each under every round, armour and location; and all at once.
#[test]
fn shots_under_every_option() {
    let options = [
        json!({ "reshuffle": "every_draw" }),
        json!({ "joker_fire": "miss" }),
        json!({ "joker_fire": "redraw" }),
        json!({ "joker_fire": "misfire" }),
        json!({ "joker_secondary": "void" }),
        json!({ "location_deck": "neutral" }),
        json!({ "brainstem_helmet": "applies" }),
        json!({ "magnum_vs_soft": "as_rifle" }),
        json!({ "soft_coverage": "all" }),
        json!({ "armour_knockdown": "on" }),
    ];
    let mut all = json!({});
    for option in options {
        compare_all("experienced", 2, &option);
        merge(&mut all, option);
    }
    compare_all("veteran", 1, &all);
}

fn among_hostages(hostages: i64, round: &str, options: &Value) {
    let p = json!({ "ability": "elite", "hostages": hostages, "round": round, "soft": true, "options": options });
    compare("shot", &p, &twin(&p).odds());
}

/// CQB-5.3.3e to g: misses with a hostage in the way, under every option that concerns it.
#[test]
fn shots_that_miss_with_a_hostage_in_the_way() {
    for joker_fire in ["jam", "miss", "redraw", "misfire"] {
        for joker_secondary in ["redraw", "void"] {
            for hostage_check_deck in ["firer", "hostage"] {
                for (reshuffle, round) in [("exhausted", "pistol"), ("every_draw", "rifle")] {
                    among_hostages(
                        1,
                        round,
                        &json!({
                            "joker_fire": joker_fire, "joker_secondary": joker_secondary,
                            "hostage_check_deck": hostage_check_deck, "reshuffle": reshuffle,
                        }),
                    );
                }
            }
        }
    }
}

/// CQB-5.3.3e: the nearest first, one victim or all.
#[test]
fn shots_that_miss_with_two_hostages_in_the_way() {
    for hostage_stop in ["first", "all"] {
        for hostage_check_deck in ["firer", "hostage"] {
            among_hostages(
                2,
                "pistol",
                &json!({
                    "joker_secondary": "void", "hostage_stop": hostage_stop, "hostage_check_deck": hostage_check_deck,
                }),
            );
        }
    }
}
