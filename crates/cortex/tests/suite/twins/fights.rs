//! Fights of fireteams.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::chain::Chain;
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, Worth, count, list, option, word};
use testkit::{States, add, each};

use super::dice::{Most, Rolls, Told, flag_option, harmed, named, opposed, size, sizes};
use super::harm::{Member, Men, injuries, members, rosters, strike, struck, tell_team, up};
use super::rolls::complication;
use super::{Words as _, hold};

/// Shares in decimals by word.
#[derive(Default)]
pub(super) struct Near(BTreeMap<String, f64>);

impl Near {
    pub(super) fn tell(&mut self, word: impl Into<String>, share: f64) {
        *self.0.entry(word.into()).or_insert(0.0) += share;
    }

    pub(super) fn odds(self) -> Odds {
        self.0.into_iter().map(|(word, share)| (word, Worth::Near(share))).collect()
    }
}

/// How far a fight has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// This roll, or this go, is next.
    Next(usize),
    PlayersWin,
    NpcsWin,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fight {
    stage: Stage,
    team: Vec<Member>,
    men: Men,
    /// The member last in the Hotseat.
    seat: usize,
    points: i64,
}

/// What does not change.
struct Facts<'a> {
    p: &'a Value,
    roster: Vec<usize>,
    began: Vec<bool>,
    men: usize,
}

fn standing(team: &[Member]) -> usize {
    team.iter().filter(|&&member| up(member)).count()
}

impl Facts<'_> {
    fn rolls(&self) -> usize {
        if option(self.p, "cqb_exchange", "alternate") == "contest" { 1 } else { 2 }
    }

    fn team_dice(&self, fight: &Fight) -> Vec<i64> {
        let (p, operators) = (self.p, list(self.p, "operators"));
        let in_action: Vec<usize> = (0..operators.len()).filter(|&one| up(fight.team[one])).collect();
        let mut dice: Vec<i64> = in_action.iter().filter_map(|&one| size(&operators[one]["die"])).collect();
        let tactics = |one: usize| size(&operators[one]["tactics"]);
        let or_d4 = |die: Option<i64>| die.or((option(p, "no_tactics", "none") == "d4").then_some(4));
        let leader = if up(fight.team[0]) {
            or_d4(tactics(0))
        } else {
            match option(p, "leader_down", "successor") {
                "lost" => None,
                "best" => or_d4(in_action.iter().filter_map(|&one| tactics(one)).max()),
                _ => or_d4(in_action.first().and_then(|&one| tactics(one))),
            }
        };
        dice.extend(leader);
        dice.extend(sizes(p, "team_assets"));
        dice.extend(fight.men.complication());
        dice
    }

    /// One roll of a turn.
    fn roll(&self, fight: &Fight, roll: usize) -> States<Fight, f64> {
        let p = self.p;
        let mut fight = fight.clone();
        let played = option(p, "hitches", "never") != "never";
        if roll == 0 && played {
            let next = (1..).map(|on| (fight.seat + on) % fight.team.len());
            fight.seat = next.into_iter().find(|&one| up(fight.team[one])).expect("somebody");
        }
        let spends = ["save_roll", "both"].contains(&option(p, "plot_points", "never")) || count(p, "points", 0) > 0;
        let dice = self.team_dice(&fight);
        let by_margin = Most::ByMargin(0);
        let team = Rolls { point: spends && fight.points > 0, ..Rolls::new(dice.clone(), by_margin) };
        let npc_dice = [fight.men.dice.clone(), sizes(p, "npc_assets"), injuries(p, &fight.team)].concat();
        let npcs = Rolls::new(npc_dice, by_margin);
        let begins = word(p, "initiative", option(p, "initiative", "players")) == "players";
        let players_act = begins == (roll == 0);
        let both = self.rolls() == 1 || flag_option(p, "riposte", false);
        let results = if players_act { opposed(p, &team, &npcs) } else { opposed(p, &npcs, &team) };
        // What matters of a result: whether players harm, or NPCs, with what, and the hitches of the team.
        let results = each(results, |result| {
            let players_win = (result.winner == "actor") == players_act;
            let harms = result.winner != "nobody" && (result.winner == "actor" || both);
            let hitches = if played { result.hitches[usize::from(!players_act)] } else { 0 };
            let effects = if harms { result.effects } else { Vec::new() };
            vec![((harms && players_win, effects, result.spent, hitches), testkit::Share::WHOLE)]
        });
        let mut after = States::new();
        for ((players_win, effects, spent, hitches), share) in results {
            let mut fight = fight.clone();
            fight.points -= i64::from(spent);
            let mut fights = States::from([(fight.clone(), share.decimal())]);
            if players_win {
                let sizes: Vec<i64> = effects.iter().map(|&(size, _)| size).collect();
                fight.men = struck(p, &fight.men, &sizes, 1);
                fights = States::from([(fight, share.decimal())]);
            } else {
                for &die in &effects {
                    fights = each(fights, |fight: Fight| {
                        let teams = strike(p, &fight.team, &self.roster, die).into_iter();
                        teams.map(|(team, part)| (Fight { team, ..fight.clone() }, part.decimal())).collect()
                    });
                }
            }
            let complication = complication(p, hitches);
            for (mut fight, share) in fights {
                if let Some(die) = complication {
                    let seat = &mut fight.team[fight.seat];
                    if up(*seat) {
                        seat.1 = harmed(p, seat.1, die);
                    }
                    fight.points += i64::from(spends && (hitches as usize) < dice.len());
                }
                fight.stage = self.next(&fight, roll);
                add(&mut after, fight, share);
            }
        }
        after
    }

    fn next(&self, fight: &Fight, roll: usize) -> Stage {
        if fight.men.dice.is_empty() {
            return Stage::PlayersWin;
        }
        if standing(&fight.team) == 0 {
            return Stage::NpcsWin;
        }
        if roll + 1 < self.rolls() {
            return Stage::Next(roll + 1);
        }
        let parts = match option(self.p, "break_at", "never") {
            "half" => 2,
            "third" => 3,
            _ => return Stage::Next(0),
        };
        let began = self.began.iter().filter(|&&one| one).count();
        let breaks = [standing(&fight.team) * parts <= began, fight.men.dice.len() * parts <= self.men];
        let players_first = word(self.p, "initiative", option(self.p, "initiative", "players")) == "players";
        match breaks {
            [false, false] => Stage::Next(0),
            [true, true] if !players_first => Stage::PlayersWin,
            [true, _] => Stage::NpcsWin,
            _ => Stage::PlayersWin,
        }
    }
}

fn begin(p: &Value) -> Fight {
    let team = members(p);
    Fight { stage: Stage::Next(0), seat: team.len() - 1, team, men: Men::read(p), points: count(p, "points", 0) }
}

fn facts(p: &Value, roster: Vec<usize>) -> Facts<'_> {
    Facts { p, roster, began: members(p).iter().map(|&member| up(member)).collect(), men: Men::read(p).dice.len() }
}

/// Some turns.
fn turns(facts: &Facts<'_>, turns: i64, mut ended: impl FnMut(i64, &States<Fight, f64>)) -> States<Fight, f64> {
    let mut fights = States::from([(begin(facts.p), 1.0)]);
    let mut over = States::new();
    for turn in 1..=turns {
        for roll in 0..facts.rolls() {
            fights = each(fights, |fight: Fight| match fight.stage {
                Stage::Next(next) if next == roll => facts.roll(&fight, roll).into_iter().collect(),
                _ => vec![(fight, 1.0)],
            });
        }
        let (done, left): (States<Fight, f64>, States<Fight, f64>) =
            fights.into_iter().partition(|(fight, _)| !matches!(fight.stage, Stage::Next(_)));
        ended(turn, &done);
        over.extend(done.into_iter().map(|(fight, share)| ((turn, fight), share)));
        fights = left;
    }
    let mut all = States::new();
    over.into_iter().for_each(|((_, fight), share)| add(&mut all, fight, share));
    fights.into_iter().for_each(|(fight, share)| add(&mut all, fight, share));
    all
}

pub(super) fn tell_end(told: &mut Near, stage: Stage, players: usize, npcs: usize, share: f64) {
    told.tell(
        match stage {
            Stage::Next(_) => "undecided",
            Stage::PlayersWin => "players_win",
            Stage::NpcsWin => "npcs_win",
        },
        share,
    );
    told.tell(format!("players_up_{players}"), share);
    told.tell(format!("npcs_up_{npcs}"), share);
}

pub(super) fn cqb_fight(p: &Value) -> Odds {
    let mut told = Near::default();
    for (roster, part) in rosters(p, list(p, "operators").len()) {
        let (facts, part) = (facts(p, roster), part.decimal());
        let limit = count(p, "turn_limit", 0);
        let ends = if limit > 0 {
            turns(&facts, limit, |turn, done| {
                told.tell(format!("ends_on_turn_{turn}"), done.values().sum::<f64>() * part);
            })
        } else {
            let chain = Chain::new(begin(p), |fight| match fight.stage {
                Stage::Next(roll) => facts.roll(fight, roll).into_iter().collect(),
                _ => Vec::new(),
            });
            let visits = chain.visits(|_| false);
            let starts = chain.places.iter().zip(&visits).filter(|(fight, _)| fight.stage == Stage::Next(0));
            told.tell("mean_turns", starts.map(|(_, times)| times * part).sum());
            let ends = chain.places.iter().cloned().zip(visits);
            ends.filter(|(fight, _)| !matches!(fight.stage, Stage::Next(_))).collect()
        };
        for (fight, share) in ends {
            tell_end(&mut told, fight.stage, standing(&fight.team), fight.men.dice.len(), share * part);
        }
    }
    told.odds()
}

pub(super) fn exchange(p: &Value) -> Odds {
    let mut told = Near::default();
    let (before, men) = (members(p), Men::read(p));
    for (roster, part) in rosters(p, before.len()) {
        for (fight, share) in turns(&facts(p, roster), 1, |_, _| {}) {
            let share = share * part.decimal();
            told.tell(format!("npcs_removed_{}", men.dice.len() - fight.men.dice.len()), share);
            told.tell(format!("npcs_complication_{}", named(fight.men.complication())), share);
            let mut words = Told::default();
            tell_team(&mut words, &before, &fight.team, testkit::Share::WHOLE);
            words.0.into_keys().for_each(|word| told.tell(word, share));
        }
    }
    told.odds()
}

fn fight(pick: &mut Pick, operators: &[usize]) -> Value {
    let operator = |pick: &mut Pick| {
        json!({
            "die": pick.of(&["d4", "d6", "d8"]), "tactics": pick.maybe(),
            "trauma": pick.of(&["none", "none", "d8", "d12"]), "stress": pick.of(&["none", "none", "d10"]),
        })
    };
    let mut p = json!({
        "operators": pick.some(operators, operator), "qualities": pick.some(&[1, 2, 3], |pick| pick.of(&["d4", "d6", "d8"]).into()),
        "complication": "none", "initiative": pick.of(&["players", "npcs"]), "options": pick.readings(),
    });
    if pick.of(&[true, false, false]) {
        p["points"] = pick.of(&[1, 2]).into();
    }
    if pick.of(&[true, false, false]) {
        p["team_assets"] = json!([pick.of(&["d4", "d6"])]);
    }
    p
}

/// CX1-seq-1, CX1-factor-4, CX1-comp-1, CX1-comp-2, CX1-scope-3, CX1-scope-4.
#[test]
fn grid_of_exchanges() {
    hold("exchange", situations(41, 12, |pick| fight(pick, &[1, 2])));
}

/// CX1-scope-5: for some turns.
#[test]
fn grid_of_short_fights() {
    let short = |pick: &mut Pick| {
        let mut p = fight(pick, &[1, 2]);
        p["turn_limit"] = pick.of(&[1, 2]).into();
        p
    };
    hold("cqb_fight", situations(42, 12, short));
}

/// To the end, without what makes for very many states.
#[test]
fn grid_of_whole_fights() {
    let whole = |pick: &mut Pick| {
        let mut p = fight(pick, &[1]);
        p["options"].as_object_mut().expect("options").remove("plot_points");
        p["options"].as_object_mut().expect("options").remove("hitches");
        p
    };
    hold("cqb_fight", situations(43, 20, whole));
}
