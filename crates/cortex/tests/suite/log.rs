//! Logs as data: every verb and fact stands in `docs/logs`, and what a log says can be worked out again from its steps alone, by plain
//! reckoning that shares nothing with the rule code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use chance::{Drawn, Fact, Step};
use engage::Ruleset;
use serde_json::Value;

use crate::legal::{Part, close_quarters, firefight};
use testkit::pick::situations;

/// Random setups of a part, and engagements of each.
const SETUPS: usize = 1500;
const ENGAGEMENTS: u64 = 1;

/// The logs of random fights of a part, each with its scenario.
fn logs(ruleset: &'static Ruleset) -> Vec<(Value, Vec<Step>)> {
    let part = Part::new(ruleset);
    let made = match ruleset.id {
        "cortex_fireteam" => situations(51, SETUPS, |pick| close_quarters(&part, pick)),
        _ => situations(52, SETUPS, |pick| firefight(&part, pick)),
    };
    let mut logs = Vec::new();
    for setup in made {
        // Random dice may be too many for a pool.
        let Ok(battle) = (ruleset.compile)(&setup, None) else { continue };
        logs.extend((0..ENGAGEMENTS).map(|engagement| (setup.clone(), battle.replay(7, engagement).1)));
    }
    assert!(logs.len() * 10 > SETUPS * 9, "{} logs", logs.len());
    logs
}

/// The rows of a table of logs: each verb with the text of its facts.
fn table(ruleset: &Ruleset) -> (String, BTreeMap<String, String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/logs/{}.md", ruleset.id));
    let text = std::fs::read_to_string(path).expect("a table of logs");
    let rows = text.lines().filter(|line| line.starts_with("| `")).map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        (cells[1].trim_matches('`').to_owned(), cells[3].to_owned())
    });
    let rows = rows.collect();
    (text, rows)
}

/// Every verb of a log is in the table and the other way round, but for these; every fact is in it; and steps of one verb have
/// the same facts, apart from optional ones.
#[track_caller]
fn documented(ruleset: &'static Ruleset, not_seen: &[&str]) {
    let (text, rows) = table(ruleset);
    let mut seen: BTreeMap<&str, BTreeSet<Vec<&str>>> = BTreeMap::new();
    for (_, steps) in logs(ruleset) {
        for step in steps {
            let facts = step.facts.iter().map(|(name, _)| *name).collect();
            seen.entry(step.verb).or_default().insert(facts);
        }
    }
    for (verb, facts) in &seen {
        let row = rows.get(*verb).unwrap_or_else(|| panic!("`{verb}` is in no table"));
        let optional = |fact: &&&str| {
            row.split("optional").skip(1).any(|part| part.trim_start().starts_with(&format!("`{fact}`")))
        };
        let always: BTreeSet<Vec<&&str>> =
            facts.iter().map(|facts| facts.iter().filter(|fact| !optional(fact)).collect()).collect();
        assert_eq!(always.len(), 1, "`{verb}` states different facts: {facts:?}");
        for fact in facts.iter().flatten() {
            assert!(text.contains(&format!("`{fact}`")), "`{fact}` of `{verb}` is in no table");
        }
    }
    let missing = rows.keys().filter(|verb| !seen.contains_key(verb.as_str()) && !not_seen.contains(&verb.as_str()));
    assert_eq!(missing.count(), 0, "verbs that never occur, of {:?}", seen.keys());
}

#[test]
fn logs_of_part_one_are_documented() {
    documented(&cortex::FIRETEAM, &[]);
}

#[test]
fn logs_of_part_two_are_documented() {
    // Automatic players never ask for what is forbidden, and always have something to do. Fires are rarely fought with success:
    // `cx2_spec_1_putting_it_out` plays that by script.
    documented(&cortex::FIREFIGHT, &["refuse", "wait", "fire_fought"]);
}

/// The words and numbers of facts.
fn list(fact: &Fact) -> &[Fact] {
    if let Fact::List(list) = fact { list } else { panic!("{fact:?} is no list") }
}

fn of<'f>(parts: &'f Fact, name: &str) -> Option<&'f Fact> {
    let Fact::Parts(parts) = parts else { panic!("{parts:?} has no parts") };
    parts.iter().find(|(known, _)| *known == name).map(|(_, fact)| fact)
}

fn number(step: &Step, name: &str) -> i64 {
    step.fact(name).and_then(Fact::number).unwrap_or_else(|| panic!("no number {name} in {step:?}"))
}

fn word<'s>(step: &'s Step, name: &str) -> &'s str {
    step.fact(name).and_then(Fact::word).unwrap_or_else(|| panic!("no word {name} in {step:?}"))
}

fn dice(fact: &Fact) -> Vec<i64> {
    list(fact).iter().filter_map(Fact::number).collect()
}

/// A track as a number: 0 for none, a die, 14 for out.
fn track(fact: &Fact) -> i64 {
    match fact.word() {
        Some("none") => 0,
        Some("out") => 14,
        Some(die) => die.trim_start_matches('d').parse().expect("a die"),
        None => panic!("{fact:?} is no track"),
    }
}

fn harm(fact: &Fact) -> [i64; 2] {
    ["trauma", "stress"].map(|name| track(of(fact, name).expect("a track")))
}

/// CX0-10 with a floor.
fn after_harm(held: i64, die: i64, floor: i64) -> i64 {
    match held {
        14 => 14,
        0 => die.max(floor),
        _ if die > held => die,
        _ => held + 2,
    }
}

/// The dice of one side of a roll as they fell: sides and faces.
fn fell(step: &Step, name: &str) -> Vec<(i64, i64)> {
    let of_pool = step.luck.iter().filter(|luck| luck.from == name);
    let die = of_pool.map(|luck| match luck.drawn {
        Drawn::Die { sides, face } => (i64::from(sides), i64::from(face)),
        _ => panic!("{luck:?} is no die of a pool"),
    });
    die.collect()
}

/// The best total of a number of dice of a throw, and the dice left, the largest first: of equal numbers the smaller dice are kept.
fn kept(throw: &[(i64, i64)], many: usize) -> (i64, Vec<i64>) {
    let mut usable: Vec<(i64, i64)> = throw.iter().copied().filter(|die| die.1 > 1).collect();
    usable.sort_by_key(|&(sides, face)| (-face, sides));
    let mut left: Vec<i64> = usable.iter().skip(many).map(|die| die.0).collect();
    left.sort_by_key(|&sides| -sides);
    (usable.iter().take(many).map(|die| die.1).sum(), left)
}

/// Whether some pair of a throw has this total and leaves these dice among others.
fn some_pair(throw: &[(i64, i64)], many: usize, total: i64, effects: &[i64]) -> bool {
    let usable: Vec<(i64, i64)> = throw.iter().copied().filter(|die| die.1 > 1).collect();
    (0..1_u32 << usable.len()).filter(|pick| pick.count_ones() as usize == many.min(usable.len())).any(|pick| {
        let (mut sum, mut left) = (0, Vec::new());
        for (nth, die) in usable.iter().enumerate() {
            if pick >> nth & 1 == 1 { sum += die.1 } else { left.push(die.0) }
        }
        sum == total
            && effects.iter().all(|die| left.iter().position(|other| other == die).map(|at| left.remove(at)).is_some())
    })
}

/// What is checked of a log.
#[derive(Default)]
struct Counts {
    rolls: usize,
    harms: usize,
    injuries: usize,
    goes: usize,
    moves: usize,
}

/// Where a fight stands, by its log alone.
struct Ledger<'s> {
    setup: &'s Value,
    /// Tracks by figure, or by fireteam and member.
    harm: BTreeMap<(u8, i64), [i64; 2]>,
    zones: BTreeMap<u8, String>,
    waiting: Option<(u32, BTreeSet<u8>)>,
    /// The actor's dice of grenades, which fall once.
    shells: Vec<(i64, i64)>,
    counts: Counts,
}

impl Ledger<'_> {
    fn rule<'r>(&'r self, name: &str, default: &'r str) -> &'r str {
        self.setup["rules"][name].as_str().unwrap_or(default)
    }

    /// The dice that fell are those of the sources, and come to the totals, the winner and the effect dice.
    fn roll(&mut self, step: &Step) {
        self.counts.rolls += 1;
        let mut thrown = [fell(step, "actor"), fell(step, "opposition")];
        if step.verb == "grenade_target" {
            // The attack of all targets is thrown once, before the first.
            if thrown[0].is_empty() {
                thrown[0].clone_from(&self.shells);
            }
            self.shells.clone_from(&thrown[0]);
        }
        for (side, throw) in ["actor_dice", "opposition_dice"].into_iter().zip(&thrown) {
            let mut sources: Vec<i64> = list(step.fact(side).expect("sources"))
                .iter()
                .flat_map(|source| dice(of(source, "dice").expect("dice")))
                .collect();
            let mut sides: Vec<i64> = throw.iter().map(|die| die.0).collect();
            sources.sort_unstable();
            sides.sort_unstable();
            assert_eq!(sources, sides, "{side} of {step:?}");
        }
        let totals = [number(step, "actor_total"), number(step, "opposition_total")];
        let spent = step.fact("plot_point_spent_by").and_then(Fact::word).unwrap_or("nobody");
        let many = ["actor", "opposition"].map(|side| if spent == side { 3 } else { 2 });
        assert_eq!(kept(&thrown[1], many[1]).0, totals[1], "the opposition keeps its best total: {step:?}");
        let best = step.fact("keeps").and_then(Fact::word).unwrap_or("best_total") == "best_total";
        if best {
            assert_eq!(kept(&thrown[0], many[0]).0, totals[0], "{step:?}");
        }
        if step.verb == "initiative" {
            return;
        }
        let expected = match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Greater => "actor",
            std::cmp::Ordering::Less => "opposition",
            std::cmp::Ordering::Equal if totals[0] == 0 => "nobody",
            std::cmp::Ordering::Equal => self.rule("ties", "opposition"),
        };
        // Of grenades it is only said whether a target is beaten.
        let result = if step.verb == "grenade_target" && expected == "nobody" { "opposition" } else { expected };
        assert_eq!(word(step, "result"), result, "{step:?}");
        let Some(effects) = step.fact("effect_dice") else { return };
        let mut effects = dice(effects);
        effects.sort_by_key(|die| -die);
        let nominal = step.fact("nominal_effect") == Some(&Fact::Flag(true));
        let winner = if expected == "actor" { 0 } else { 1 };
        if nominal {
            assert_eq!(effects, [4], "{step:?}");
        } else if winner == 0 && !best {
            assert!(some_pair(&thrown[0], many[0], totals[0], &effects), "{step:?}");
        } else if !effects.is_empty() {
            let left = kept(&thrown[winner], many[winner]).1;
            assert_eq!(effects, left[..effects.len()], "the largest dice left: {step:?}");
        }
        if let Some(hitches) = step.fact("hitches").and_then(Fact::number).filter(|hitches| *hitches > 0) {
            let ones = |throw: &[(i64, i64)]| throw.iter().filter(|die| die.1 == 1).count() as i64;
            assert!(thrown.iter().any(|throw| ones(throw) == hitches), "{step:?}");
        }
        self.sources(step);
    }

    /// Injury dice are those of the tracks as the log has told them.
    fn sources(&mut self, step: &Step) {
        if self.rule("injury_dice", "per_member") != "per_member" {
            return;
        }
        for (side, other) in [("actor_dice", step.target), ("opposition_dice", step.figure)] {
            for source in list(step.fact(side).expect("sources")) {
                if of(source, "for").and_then(Fact::word) != Some("injury") {
                    continue;
                }
                let whose = of(source, "of").and_then(Fact::number).expect("whose injury it is");
                let key = if step.verb == "roll" { (other.expect("a fireteam"), whose) } else { (whose as u8, 0) };
                let larger = self.harm[&key].into_iter().max().unwrap_or_default();
                assert_eq!(dice(of(source, "dice").expect("dice")), [larger], "{step:?}");
                self.counts.injuries += 1;
            }
        }
    }

    /// Tracks before are those that the log told last; those after follow from the effect dice.
    fn harmed(&mut self, key: (u8, i64), before: [i64; 2], after: [i64; 2], stress: bool, dice: &[i64], step: &Step) {
        self.counts.harms += 1;
        let known = self.harm.insert(key, after);
        assert_eq!(known, Some(before), "{step:?}");
        let floor = if self.rule("harm_floor", "d6") == "d4" { 4 } else { 6 };
        let mut expected = before;
        for &die in dice {
            if !expected.contains(&14) {
                expected[usize::from(stress)] = after_harm(expected[usize::from(stress)], die, floor);
            }
        }
        assert_eq!(after, expected, "{step:?}");
    }

    fn read(&mut self, step: &Step) {
        let figure = step.figure.unwrap_or(u8::MAX);
        let part_two_stress = self.rule("harm_track", "trauma") == "stress";
        match step.verb {
            "begin" => self.begins(step, figure),
            "roll" | "attack" | "test" | "medic" | "grenade_target" | "initiative" => self.roll(step),
            "character_harmed" => {
                let mut effects = dice(step.fact("effect_dice").expect("dice"));
                effects.sort_by_key(|die| -die);
                let [before, after] = ["before", "after"].map(|name| harm(step.fact(name).expect("tracks")));
                self.harmed((figure, 0), before, after, part_two_stress, &effects, step);
            }
            "burn" => {
                let [before, after] = ["before", "after"].map(|name| harm(step.fact(name).expect("tracks")));
                self.harmed((figure, 0), before, after, part_two_stress, &[number(step, "fire")], step);
            }
            "member_struck" => {
                let tracks = |name: &str| list(step.fact(name).expect("tracks")).first().map(harm);
                if let (Some(before), Some(after)) = (tracks("before"), tracks("after")) {
                    let member = dice(step.fact("member").expect("a member"))[0];
                    self.harmed((figure, member), before, after, false, &[number(step, "die")], step);
                }
            }
            "stress" => {
                let member = step.fact("member").and_then(Fact::number).unwrap_or_default();
                let [before, after] = ["before", "after"].map(|name| track(step.fact(name).expect("a track")));
                let trauma = self.harm[&(figure, member)][0];
                let die = number(step, "complication");
                self.harmed((figure, member), [trauma, before], [trauma, after], true, &[die], step);
            }
            "unit_harmed" | "group_harmed" => {
                let [before, after] = ["before", "after"].map(|name| step.fact(name).expect("a group"));
                let members = |group| dice(of(group, "qualities").expect("dice")).len();
                let gone = members(before) - members(after);
                let effects = dice(step.fact("effect_dice").expect("dice"));
                let carried = self.rule("surplus", "lost") == "carried";
                assert!(carried || gone <= effects.len(), "a die takes out one at most: {step:?}");
                self.counts.harms += 1;
            }
            _ => {}
        }
        if let Some(Fact::Figures(waiting)) = step.fact("still_to_act") {
            let waiting: BTreeSet<u8> = waiting.iter().copied().collect();
            assert!(!waiting.contains(&figure), "who has his go has had it: {step:?}");
            self.counts.goes += 1;
            // Machines may come in the middle of a turn, and a place may be taken again.
            if let Some((turn, before)) = self.waiting.take().filter(|_| step.verb == "roll") {
                assert!(turn != step.turn || waiting.is_subset(&before), "{step:?}");
            }
            self.waiting = Some((step.turn, waiting));
        }
        if step.verb == "move" {
            let (from, to) = (word(step, "from").to_owned(), word(step, "to").to_owned());
            assert_eq!(self.zones.insert(figure, to), Some(from), "{step:?}");
            self.counts.moves += 1;
        }
        if step.verb == "deploy" {
            self.zones.insert(step.target.expect("a machine"), word(step, "zone").to_owned());
        }
        if let (Some(zone), Some(target)) =
            (step.fact("zone").and_then(Fact::word), step.fact("target_zone").and_then(Fact::word))
        {
            assert_eq!(self.zones[&figure], zone, "{step:?}");
            assert_eq!(self.zones[&step.target.expect("a target")], target, "{step:?}");
        }
    }

    fn begins(&mut self, step: &Step, figure: u8) {
        for one in step.fact("figures").map(list).into_iter().flatten() {
            let who = of(one, "figure").and_then(Fact::number).expect("a figure") as u8;
            self.zones.insert(who, of(one, "zone").and_then(Fact::word).expect("a zone").to_owned());
            if let Some(tracks) = of(one, "harm") {
                self.harm.insert((who, 0), harm(tracks));
            }
        }
        for (member, one) in (0..).zip(step.fact("operators").map(list).into_iter().flatten()) {
            self.harm.insert((figure, member), harm(of(one, "harm").expect("tracks")));
        }
    }
}

/// Reads the logs of a part and works everything out again.
fn recomputed(ruleset: &'static Ruleset) -> Counts {
    let mut all = Counts::default();
    for (setup, steps) in logs(ruleset) {
        let mut ledger = Ledger {
            setup: &setup,
            harm: BTreeMap::new(),
            zones: BTreeMap::new(),
            waiting: None,
            shells: Vec::new(),
            counts: Counts::default(),
        };
        steps.iter().for_each(|step| ledger.read(step));
        let counts = ledger.counts;
        all.rolls += counts.rolls;
        all.harms += counts.harms;
        all.injuries += counts.injuries;
        all.goes += counts.goes;
        all.moves += counts.moves;
    }
    all
}

#[test]
fn logs_of_part_one_can_be_worked_out_again() {
    let Counts { rolls, harms, injuries, goes, .. } = recomputed(&cortex::FIRETEAM);
    assert!(rolls > 2000 && harms > 1000 && injuries > 1000 && goes > 2000, "{rolls} {harms} {injuries} {goes}");
}

#[test]
fn logs_of_part_two_can_be_worked_out_again() {
    let Counts { rolls, harms, injuries, goes, moves } = recomputed(&cortex::FIREFIGHT);
    assert!(
        rolls > 2000 && harms > 700 && injuries > 500 && goes > 2000 && moves > 100,
        "{rolls} {harms} {injuries} {goes} {moves}"
    );
}
