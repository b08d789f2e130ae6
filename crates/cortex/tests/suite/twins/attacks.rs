//! One attack of a firefight, and grenades on several targets.

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, flag, list, option, word};
use testkit::{Share, States, each};

use super::dice::{
    Most, Rolls, Told, best, flag_option, harmed, named, opposed, size, sizes, throws, track, track_word, wins,
};
use super::harm::{Member, Men, struck, up};
use super::{Words as _, hold};

fn dice(words: &[&Value]) -> Vec<i64> {
    words.iter().filter_map(|word| size(word)).collect()
}

/// A unit or a drone, as its members stand.
fn men(p: &Value, who: &Value) -> Option<Men> {
    let mut men = Men::read(who);
    if flag(who, "drone", false) {
        men.dice = vec![6; if option(p, "drone_durability", "single") == "single" { 1 } else { 3 }];
    }
    (!men.dice.is_empty()).then_some(men)
}

/// What it rolls, before what the other side adds.
fn own(p: &Value, who: &Value, zones: i64, attacks: bool, marksman: bool) -> Vec<i64> {
    let mut pool = sizes(who, "extra");
    if let Some(men) = men(p, who) {
        let mut members = if flag(who, "drone", false) { vec![6, 6, 6] } else { men.dice };
        if let Some(gunner) = size(&who["suppressing"]) {
            members.remove(members.iter().position(|&die| die == gunner).expect("a gunner"));
        }
        pool.extend(members);
        return pool;
    }
    pool.extend(dice(&[&who["approach"], &who["direct_action"]]));
    if attacks {
        pool.extend(size(&who[if zones == 0 { "cqb" } else { "marksmanship" }]));
    } else {
        if zones == 0 && option(p, "specialisations", "by_range") == "by_range" {
            pool.extend(size(&who["cqb"]));
        }
        if !marksman {
            pool.extend(size(&who["armour"]));
        }
    }
    pool
}

/// What is wrong with somebody, in the pool of the other side.
fn drawbacks(p: &Value, who: &Value, acts: bool) -> Vec<i64> {
    if let Some(men) = men(p, who) {
        return men.complication().into_iter().collect();
    }
    let tracks = dice(&[&who["trauma"], &who["stress"]]);
    let mut pool = match option(p, "injury_dice", "per_member") {
        "every_die" => tracks,
        _ => tracks.into_iter().max().into_iter().collect(),
    };
    if acts || option(p, "suppressed_applies", "all") == "all" {
        pool.extend(size(&who["suppressed"]));
    }
    if flag_option(p, "fire_hampers", true) {
        pool.extend(size(&who["on_fire"]));
    }
    pool
}

fn cover(p: &Value, target: &Value) -> Vec<i64> {
    let drone = flag(target, "drone", false);
    if flag(p, "flanked", false) || flag(p, "drone_over_target", false) {
        return Vec::new();
    }
    if drone && !flag_option(p, "drone_cover", false) {
        return Vec::new();
    }
    if let Some(left) = p.get("cover_left") {
        return size(left).into_iter().collect();
    }
    let skill = match men(p, target) {
        Some(men) => men.dice[0],
        None => size(&target["direct_action"]).expect("a die"),
    };
    let given = size(&p["cover_rating"]).map(|rating| rating.min(skill));
    let created = if men(p, target).is_some() { None } else { size(&target["in_cover"]) };
    match option(p, "cover", "automatic") {
        "automatic" => given.into_iter().collect(),
        "created" => created.into_iter().collect(),
        "larger" => given.max(created).into_iter().collect(),
        _ => given.into_iter().chain(created).collect(),
    }
}

/// The limit of effect dice on somebody.
fn most(p: &Value, unit: bool, bought: i64) -> Most {
    let margin = if unit {
        option(p, "firefight_effect_dice", "all_remaining") == "margin"
    } else {
        option(p, "effect_dice_vs_character", "one") == "margin"
    };
    match (margin, unit) {
        (true, _) => Most::ByMargin(bought),
        (_, true) => Most::All,
        _ => Most::One,
    }
}

/// A character's tracks after effect dice.
pub(super) fn wounded(p: &Value, member: Member, effects: &[i64]) -> Member {
    effects.iter().fold(member, |member, &die| match (up(member), option(p, "harm_track", "trauma")) {
        (false, _) => member,
        (_, "stress") => (member.0, harmed(p, member.1, die)),
        _ => (harmed(p, member.0, die), member.1),
    })
}

/// A drawback that is given again.
pub(super) fn again(held: Option<i64>, die: i64) -> i64 {
    match held {
        Some(held) if held >= die => (held + 2).min(12),
        _ => die,
    }
}

fn tell_harm(told: &mut Told, p: &Value, (name, who): (&str, &Value), effects: &[i64], share: Share) -> bool {
    if let Some(men) = men(p, who) {
        let after = struck(p, &men, effects, 2);
        told.tell(format!("{name}_removed_{}", men.dice.len() - after.dice.len()), share);
        told.tell(format!("{name}_complication_{}", named(after.complication())), share);
        return true;
    }
    let after = wounded(p, (track(&who["trauma"]), track(&who["stress"])), effects);
    let shown = if option(p, "harm_track", "trauma") == "trauma" { after.0 } else { after.1 };
    told.tell(format!("{name}_track_{}", track_word(shown)), share);
    up(after)
}

pub(super) fn firefight_attack(p: &Value) -> Odds {
    let (attacker, target, zones) = (&p["attacker"], &p["target"], count(p, "zones_apart", 0));
    let attacks =
        [own(p, attacker, zones, true, false), sizes(p, "grenadier_dice"), drawbacks(p, target, false)].concat();
    let ranges = p.get("options").and_then(|options| options.get("range_dice"));
    let range = match (zones, ranges) {
        (0, _) => None,
        (1, None) => Some(8),
        (_, None) => Some(10),
        (zones, Some(dice)) => size(&dice[usize::from(zones > 1)]),
    };
    let mut resists = own(p, target, zones, false, flag(p, "marksman", false));
    resists.extend(range);
    let resists = [resists, cover(p, target), drawbacks(p, attacker, true)].concat();
    let unit = |who: &Value| men(p, who).is_some();
    let actor = Rolls::new(attacks, most(p, unit(target), count(p, "bought", 0)));
    let opposition = Rolls::new(resists, most(p, unit(attacker), 0));
    let (riposte, flames) = (flag_option(p, "riposte", false), flag(p, "flamethrower", false));
    let mut told = Told::default();
    for (result, share) in opposed(p, &actor, &opposition) {
        let hit = result.winner == "actor";
        let effects = result.sizes();
        if hit {
            told.tell("hit", share);
            told.tell(format!("margin_{}", result.margin), share);
            told.tell(format!("effect_d{}", result.first()), share);
            told.tell(format!("dice_{}", effects.len()), share);
        } else {
            told.tell("miss", share);
        }
        let stands = tell_harm(&mut told, p, ("target", target), if hit { &effects } else { &[] }, share);
        if flames && !unit(target) {
            let fire = size(&target["on_fire"]);
            let fire = if hit && stands { Some(again(fire, result.first())) } else { fire };
            told.tell(format!("target_on_fire_{}", named(fire)), share);
        }
        if riposte {
            let back = result.winner == "opposition";
            tell_harm(&mut told, p, ("attacker", attacker), if back { &effects } else { &[] }, share);
        }
    }
    told.odds()
}

pub(super) fn grenades(p: &Value) -> Odds {
    let best_total = json!({ "options": p.get("options").cloned().unwrap_or(json!({})) });
    let p_best = &best_total;
    let targets = list(p, "targets");
    let kept = |dice: &[i64]| each(throws(dice), |throw| vec![(best(p_best, &throw, 2), Share::WHOLE)]);
    let mut told = Told::default();
    let attacks = each(kept(&sizes(p, "attack")), |kept| {
        let left: Vec<i64> = kept.left.iter().map(|&(size, _)| size).collect();
        vec![((kept.total, left), Share::WHOLE)]
    });
    for ((total, left), share) in attacks {
        // By how much each is beaten; less than nothing for one who is not.
        let mut beaten: States<Vec<i64>> = States::from([(Vec::new(), share)]);
        for target in targets {
            let totals = each(kept(&sizes(target, "resist")), |kept| vec![(kept.total, Share::WHOLE)]);
            beaten = each(beaten, |beaten| {
                let by = |theirs: i64| if wins(p, total, theirs) == "actor" { total - theirs } else { -1 };
                totals.iter().map(|(&theirs, &part)| ([beaten.clone(), vec![by(theirs)]].concat(), part)).collect()
            });
        }
        for (beaten, share) in beaten {
            let mut given: Vec<Vec<i64>> = vec![Vec::new(); targets.len()];
            let mut dice = left.iter();
            if let Some(first) = beaten.iter().position(|&by| by >= 0).filter(|_| left.is_empty()) {
                given[first].push(4);
            }
            'rounds: for round in 0..20 {
                for (nth, target) in targets.iter().enumerate() {
                    let most = most(p, word(target, "kind", "") == "unit", 0);
                    let may = beaten[nth] >= 0 && most.of(p, beaten[nth]) > round;
                    if may {
                        let Some(&die) = dice.next() else { break 'rounds };
                        given[nth].push(die);
                    }
                }
            }
            told.tell(format!("harmed_{}", given.iter().filter(|given| !given.is_empty()).count()), share);
            for (number, given) in (1..).zip(&given) {
                told.tell(format!("T{number}_dice_{}", given.len()), share);
                told.tell(format!("T{number}_effect_{}", named(given.first().copied())), share);
            }
        }
    }
    told.odds()
}

fn combatant(pick: &mut Pick) -> Value {
    match pick.of(&[0, 0, 0, 1, 1, 2]) {
        0 => json!({
            "approach": pick.die(), "direct_action": pick.die(), "cqb": pick.maybe(), "marksmanship": pick.maybe(),
            "armour": pick.maybe(), "trauma": pick.maybe(), "stress": pick.maybe(), "suppressed": pick.maybe(),
            "on_fire": pick.maybe(), "in_cover": pick.maybe(),
        }),
        1 => {
            let qualities = pick.dice(&[2, 3]);
            let gunner = if pick.of(&[true, false, false]) { qualities[0].clone() } else { "none".into() };
            json!({ "qualities": qualities, "complication": pick.of(&["none", "d4"]), "suppressing": gunner })
        }
        _ => {
            json!({ "drone": true, "complication": pick.of(&["none", "d4"]), "suppressing": pick.of(&["none", "d6"]) })
        }
    }
}

/// CX2-attack-1 to -7, CX2-zone-1 to -3, CX2-scope-2, CX2-scope-5, CX2-spec-1, -2, -5, -6, CX2-unit-2.
#[test]
fn grid_of_attacks() {
    let attack = |pick: &mut Pick| {
        let mut options = pick.readings();
        // Trying every pair of a large pool takes long.
        if pick.of(&[true, true, true, false]) {
            options.remove("keep");
        }
        let zones = pick.of(&[0, 0, 1, 2, 3]);
        let mut p = json!({
            "attacker": combatant(pick), "target": combatant(pick), "zones_apart": zones, "cover_rating": pick.maybe(),
            "flanked": pick.of(&[false, false, true]), "marksman": pick.yes(), "bought": pick.of(&[0, 0, 1]),
            "flamethrower": zones == 0 && pick.yes(), "options": options,
        });
        match pick.of(&[0, 0, 1, 2, 3]) {
            1 => p["cover_left"] = pick.maybe(),
            2 => p["drone_over_target"] = true.into(),
            3 => p["grenadier_dice"] = pick.dice(&[1]),
            _ => {}
        }
        p
    };
    hold("firefight_attack", situations(31, 30, attack));
}

/// CX2-spec-2.
#[test]
fn grid_of_grenades() {
    let grenades = |pick: &mut Pick| {
        let target = |pick: &mut Pick| json!({ "kind": pick.of(&["character", "unit"]), "resist": pick.dice(&[1, 2]) });
        json!({
            "attack": pick.dice(&[1, 3, 4, 5]), "targets": pick.some(&[1, 2, 3], target), "options": pick.readings(),
        })
    };
    hold("grenades", situations(32, 40, grenades));
}
