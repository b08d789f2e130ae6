//! Harm to NPC fireteams, units and player fireteams.

use std::cmp::Reverse;

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, list, option, word};
use testkit::{Number as _, Share, States, add, each};

use super::dice::{Face, Most, Rolls, Told, harmed, named, opposed, size, sizes, step, track, track_word};
use super::{Words as _, hold};

/// Quality Dice of those in action, in ascending order, and the step of the Complication, 0 for none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Men {
    pub(super) dice: Vec<i64>,
    pub(super) complication: i64,
}

impl Men {
    pub(super) fn read(p: &Value) -> Men {
        let mut dice = sizes(p, "qualities");
        dice.sort_unstable();
        Men { dice, complication: size(&p["complication"]).map_or(0, step) }
    }

    pub(super) fn complication(&self) -> Option<i64> {
        (self.complication > 0).then_some(self.complication * 2 + 2)
    }
}

/// One effect die on them; whether it took anybody out.
fn one_die(p: &Value, men: &Men, die: i64) -> (Men, bool) {
    let (mut after, worth) = (men.clone(), step(die));
    if option(p, "surplus", "lost") == "carried" {
        let mut points = worth + men.complication;
        while after.dice.first().is_some_and(|&weakest| step(weakest) <= points) {
            points -= step(after.dice.remove(0));
        }
        after.complication = if after.dice.is_empty() { 0 } else { points };
        let any = after.dice.len() < men.dice.len();
        return (after, any);
    }
    let sum = match (men.complication, option(p, "complication_sum", "steps")) {
        (0, _) => worth,
        (held, "steps") => held + worth,
        (held, _) => {
            if worth > held {
                worth
            } else {
                held + 1
            }
        }
    };
    let reached = |reach: i64| {
        let who = men.dice.iter().filter(|&&quality| step(quality) <= reach);
        let best = option(p, "removal", "lowest") == "best_reached";
        if best { who.max().copied() } else { who.min().copied() }
    };
    let Some(gone) = reached(sum) else {
        after.complication = sum;
        return (after, false);
    };
    after.dice.remove(men.dice.iter().position(|&quality| quality == gone).expect("one of them"));
    let needed = worth < step(gone) || option(p, "complication_spent", "always") == "always";
    if needed || after.dice.is_empty() {
        after.complication = 0;
    }
    (after, true)
}

/// Some effect dice in this order.
fn in_order(p: &Value, men: &Men, dice: &[i64], part: i64) -> Men {
    let (mut men, mut injured) = (men.clone(), false);
    for &die in dice {
        let Some(&weakest) = men.dice.first() else { break };
        if part == 2 && injured && die < weakest {
            continue;
        }
        let (after, took) = one_die(p, &men, die);
        if part == 2 && !took {
            if option(p, "injury_cap", "per_attack") == "standing" && men.complication > 0 {
                continue;
            }
            injured = true;
        }
        men = after;
    }
    men
}

fn orders(dice: &[i64]) -> Vec<Vec<i64>> {
    if dice.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for place in 0..dice.len() {
        let mut rest = dice.to_vec();
        let first = rest.remove(place);
        all.extend(orders(&rest).into_iter().map(|order| [vec![first], order].concat()));
    }
    all
}

/// Every order is tried.
pub(super) fn struck(p: &Value, men: &Men, dice: &[i64], part: i64) -> Men {
    let mut sorted = dice.to_vec();
    sorted.sort_unstable_by_key(|&die| Reverse(die));
    if option(p, "effect_order", "best") == "largest_first" {
        return in_order(p, men, &sorted, part);
    }
    let standing = |men: &Men| {
        let steps: i64 = men.dice.iter().map(|&die| step(die)).sum();
        (men.dice.len(), steps, -men.complication, men.dice.clone())
    };
    orders(&sorted).iter().map(|order| in_order(p, men, order, part)).min_by_key(standing).expect("an order")
}

pub(super) fn unit_apply(p: &Value) -> Odds {
    let men = Men::read(p);
    let after = struck(p, &men, &sizes(p, "effects"), count(p, "part", 1));
    let mut told = Told::default();
    told.tell(format!("removed_{}", men.dice.len() - after.dice.len()), Share::WHOLE);
    told.tell(format!("complication_{}", named(after.complication())), Share::WHOLE);
    for die in after.dice {
        told.tell(format!("standing_d{die}"), Share::WHOLE);
    }
    told.odds()
}

pub(super) fn unit_hit(p: &Value) -> Odds {
    let (men, part, bought) = (Men::read(p), count(p, "part", 1), count(p, "bought", 0));
    let attack: Vec<i64> = sizes(p, "attack").into_iter().chain(men.complication()).collect();
    let resist = [men.dice.clone(), sizes(p, "resist_extra")].concat();
    let all = part == 2 && option(p, "firefight_effect_dice", "all_remaining") == "all_remaining";
    let actor = Rolls::new(attack, if all { Most::All } else { Most::ByMargin(bought) });
    let mut told = Told::default();
    for (result, share) in opposed(p, &actor, &Rolls::new(resist, Most::One)) {
        let hit = result.winner == "actor";
        let after = if hit { struck(p, &men, &result.sizes(), part) } else { men.clone() };
        let removed = men.dice.len() - after.dice.len();
        told.tell(if hit { "success" } else { "failure" }, share);
        told.tell(format!("removed_{removed}"), share);
        told.count("mean_removed", removed as i64, share);
        told.tell(format!("complication_{}", named(after.complication())), share);
    }
    told.odds()
}

/// The Trauma and Stress of a member: 0 for none, a size, 14 for out.
pub(super) type Member = (i64, i64);

pub(super) fn up(member: Member) -> bool {
    member.0 < 14 && member.1 < 14
}

pub(super) fn members(p: &Value) -> Vec<Member> {
    list(p, "operators").iter().map(|one| (track(&one["trauma"]), track(&one["stress"]))).collect()
}

/// CX1-factor-1.
pub(super) fn injuries(p: &Value, members: &[Member]) -> Vec<i64> {
    let up: Vec<Member> = members.iter().copied().filter(|&member| up(member)).collect();
    let larger: Vec<i64> = up.iter().map(|&(trauma, stress)| trauma.max(stress)).filter(|&die| die > 0).collect();
    match option(p, "injury_dice", "per_member") {
        "per_member" => larger,
        "every_die" => up.iter().flat_map(|&(trauma, stress)| [trauma, stress]).filter(|&die| die > 0).collect(),
        "highest" => larger.into_iter().max().into_iter().collect(),
        _ if larger.is_empty() => Vec::new(),
        _ => vec![larger.iter().map(|&die| step(die)).sum::<i64>() / larger.len() as i64 * 2 + 2],
    }
}

/// Who owns each of the numbers 1 to 12 among these.
fn owners(p: &Value, members: &[usize]) -> Vec<usize> {
    if option(p, "numbers", "round_robin") != "blocks" {
        return members.iter().copied().cycle().take(12).collect();
    }
    let (each, more) = (12 / members.len(), 12 % members.len());
    let runs = members.iter().enumerate().flat_map(|(nth, &member)| vec![member; each + usize::from(nth < more)]);
    runs.collect()
}

/// One effect die on a team; the roster in the order in which numbers are dealt. Kept numbers are dealt among all of it: who is out has
/// fallen (clarification 20).
pub(super) fn strike(p: &Value, team: &[Member], roster: &[usize], die: Face) -> States<Vec<Member>> {
    let keep = option(p, "fallen_numbers", "redeal") == "keep";
    let dealt: Vec<usize> = roster.iter().copied().filter(|&one| keep || up(team[one])).collect();
    if !team.iter().any(|&member| up(member)) {
        return States::from([(team.to_vec(), Share::WHOLE)]);
    }
    let owners = owners(p, &dealt);
    let faces = if option(p, "nominal_target", "roll_d4") == "roll_d4" { 4 } else { 12 };
    let shown = if die.1 == 0 { 1..=faces } else { die.1..=die.1 };
    let ways = shown.clone().count() as u128;
    let mut after = States::new();
    for number in shown {
        let mut team = team.to_vec();
        let struck = &mut team[owners[number as usize - 1]];
        if up(*struck) {
            struck.0 = harmed(p, struck.0, die.0);
        }
        add(&mut after, team, Share::new(1, ways));
    }
    after
}

/// Every order in which numbers may be dealt.
pub(super) fn rosters(p: &Value, members: usize) -> States<Vec<usize>> {
    let roster: Vec<i64> = (0..members as i64).collect();
    if option(p, "numbers", "round_robin") != "shuffled" {
        return States::from([(roster.into_iter().map(|one| one as usize).collect(), Share::WHOLE)]);
    }
    let all = orders(&roster);
    let share = Share::new(1, all.len() as u128);
    all.into_iter().map(|order| (order.into_iter().map(|one| one as usize).collect(), share)).collect()
}

/// What has become of a team.
pub(super) fn tell_team(told: &mut Told, before: &[Member], after: &[Member], share: Share) {
    let (mut hurt, mut down) = (0, 0);
    for (letter, (&before, &after)) in ["A", "B", "C", "D", "E", "F"].iter().zip(before.iter().zip(after)) {
        if before != after {
            hurt += 1;
            told.tell(format!("{letter}_hit"), share);
        }
        down += i64::from(up(before) && !up(after));
        told.tell(format!("{letter}_trauma_{}", track_word(after.0)), share);
        told.tell(format!("{letter}_stress_{}", track_word(after.1)), share);
    }
    told.tell(format!("hurt_{hurt}"), share);
    told.tell(format!("down_{down}"), share);
}

pub(super) fn team_hit(p: &Value) -> Odds {
    let before = members(p);
    let npc_dice = [sizes(p, "npc_pool"), injuries(p, &before)].concat();
    let npcs = Rolls::new(npc_dice, Most::ByMargin(count(p, "bought", 0)));
    let team = Rolls::new(sizes(p, "team_pool"), Most::ByMargin(0));
    let npcs_act = word(p, "actor", "npcs") == "npcs";
    let (actor, opposition, wins) = if npcs_act { (npcs, team, "actor") } else { (team, npcs, "opposition") };
    let mut told = Told::default();
    let effects = each(opposed(p, &actor, &opposition), |result| {
        vec![((result.winner == wins).then_some(result.effects), Share::WHOLE)]
    });
    for (effects, share) in effects {
        let Some(effects) = effects else {
            tell_team(&mut told, &before, &before, share);
            continue;
        };
        told.tell("npcs_succeed", share);
        for (roster, part) in rosters(p, before.len()) {
            let mut teams = States::from([(before.clone(), share.times(part))]);
            for &die in &effects {
                teams = each(teams, |team| strike(p, &team, &roster, die).into_iter().collect());
            }
            teams.into_iter().for_each(|(after, share)| tell_team(&mut told, &before, &after, share));
        }
    }
    told.odds()
}

/// CX1-harm-6 to -9, CX1-effect-5, CX2-attack-4.
#[test]
fn grid_of_effect_dice() {
    let apply = |pick: &mut Pick| {
        json!({
            "effects": pick.dice(&[0, 1, 2, 3, 4]), "qualities": pick.dice(&[1, 2, 3, 5]),
            "complication": pick.of(&["none", "d4", "d6"]), "part": pick.of(&[1, 2]), "options": pick.readings(),
        })
    };
    hold("unit_apply", situations(21, 2000, apply));
}

/// CX1-npc-1, CX1-npc-2, CX1-comp-3, CX2-attack-7, CX2-unit-1, CX2-unit-2.
#[test]
fn grid_of_units() {
    let hit = |pick: &mut Pick| {
        json!({
            "attack": pick.dice(&[1, 2, 3, 4]), "qualities": pick.dice(&[1, 2, 3]),
            "complication": pick.of(&["none", "none", "d4"]), "resist_extra": pick.dice(&[0, 0, 1]),
            "bought": pick.of(&[0, 0, 1]), "part": pick.of(&[1, 2]), "options": pick.readings(),
        })
    };
    hold("unit_hit", situations(22, 40, hit));
}

/// Hits on teams: one of two parts of them, which run side by side because they take longest of all.
#[track_caller]
fn hold_teams(part: usize) {
    let hit = |pick: &mut Pick| {
        let member = |pick: &mut Pick| json!({ "trauma": pick.of(&["none", "none", "d6", "d12", "out"]), "stress": pick.of(&["none", "none", "d8"]) });
        json!({
            "operators": pick.some(&[1, 2, 3, 4], member), "team_pool": pick.dice(&[1, 2]),
            "npc_pool": pick.dice(&[1, 2, 3, 4]), "actor": pick.of(&["npcs", "players"]), "bought": pick.of(&[0, 0, 1]),
            "options": pick.readings(),
        })
    };
    hold("team_hit", situations(23, 30, hit).into_iter().skip(part).step_by(2));
}

/// CX1-harm-1 to -5, CX1-pc-4, CX0-11.
#[test]
fn grid_of_teams() {
    hold_teams(0);
}

/// CX1-harm-1 to -5, CX1-pc-4, CX0-11.
#[test]
fn grid_of_more_teams() {
    hold_teams(1);
}
