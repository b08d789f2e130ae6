//! What a log says is enough to work everything out again: tests, volleys, hits, melee, grenades, patrols and the enemy's tables are
//! recomputed here from the steps alone, by code of its own.

use std::collections::{BTreeMap, BTreeSet};

use chance::{Fact, Luck, Mark, Step};
use field::{Board, Cell, Ground, Plan};
use serde_json::json;

use crate::patrol::patrols;
use crate::play::{battle, battle_on, fight, fight_in_the_yard, log};

fn fact<'s>(step: &'s Step, name: &str) -> &'s Fact {
    step.fact(name).unwrap_or_else(|| panic!("no {name} in {step:?}"))
}

fn number(step: &Step, name: &str) -> i64 {
    fact(step, name).number().unwrap_or_else(|| panic!("{name} of {step:?}"))
}

fn word<'s>(step: &'s Step, name: &str) -> &'s str {
    fact(step, name).word().unwrap_or_else(|| panic!("{name} of {step:?}"))
}

fn flag(step: &Step, name: &str) -> bool {
    matches!(fact(step, name), Fact::Flag(true))
}

fn figures(step: &Step, name: &str) -> BTreeSet<u8> {
    let Fact::Figures(figures) = fact(step, name) else { panic!("{name} of {step:?}") };
    figures.iter().copied().collect()
}

fn parts<'v>(value: &'v Fact, name: &str) -> &'v Fact {
    let Fact::Parts(parts) = value else { panic!("{value:?}") };
    &parts.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no {name}")).1
}

/// The faces of a step's draws for a purpose, one draw after the other.
fn faces(step: &Step, purpose: &str) -> Vec<Vec<u32>> {
    let named = |luck: &&Luck| chain_reaction::RULESET.purposes[usize::from(luck.purpose)] == purpose;
    step.luck.iter().filter(named).map(|luck| luck.drawn.faces()).collect()
}

fn passed(faces: &[u32], rep: i64) -> i64 {
    faces.iter().filter(|&&face| i64::from(face) <= rep).count() as i64
}

/// What a figure does after passing this number of dice of a test, by the table.
fn result(test: &str, passed: i64, step: &Step) -> &'static str {
    let is = |name: &str| flag(step, name);
    let (cover, able, steel) = (is("in_cover"), is("able_to_fire"), has(step, "Nerves of Steel"));
    let (charging, carrying) = (is("charging"), is("carrying"));
    let duck = if steel { "hold" } else { "duck back" };
    let or = |fire: &'static str, not: &'static str| if able { fire } else { not };
    match (test, passed) {
        ("fast move", 2) if !has(step, "Slow") => "16 inches",
        ("fast move", 1 | 2) => {
            if cover {
                "8 inches"
            } else {
                "12 inches"
            }
        }
        ("fast move", _) => {
            if cover {
                "stay"
            } else {
                "8 inches"
            }
        }
        ("in sight", 2) => or("fire", "no fire"),
        ("in sight", 1) => or("snap fire", "no fire"),
        ("in sight", _) => "no fire",
        ("received fire", 0) | ("man down", 0) | ("leader lost", 0) | ("being charged", 0) => "retire",
        ("received fire", 1) if charging => or("snap fire", "hold"),
        ("received fire", _) if charging || carrying => "continue",
        ("received fire", 1) => {
            if cover {
                or("snap fire", "hold")
            } else {
                duck
            }
        }
        ("received fire", _) if is("outgunned") && !is("star") => duck,
        ("received fire", _) => or("return fire", "hold"),
        ("wanting to charge", 0) => "halt",
        ("wanting to charge", 1) if cover => or("snap fire", "halt"),
        ("wanting to charge", _) => "charge",
        ("being charged", 2) if !is("from_the_rear") => or("fire and melee", "melee"),
        ("being charged", _) => "melee",
        ("rally", 0) => "hunker down",
        ("rally", 1) if !cover => "retire",
        ("man down", 1) if figures(step, "friends_within_4").is_empty() => duck,
        ("leader lost", 1) => "halt and lose focus",
        _ => "carry on",
    }
}

fn has(step: &Step, attribute: &str) -> bool {
    let Fact::List(all) = fact(step, "attributes") else { panic!("{step:?}") };
    all.iter().any(|value| value.word() == Some(attribute))
}

/// Tests taken together: one pair, one Leader Die; each reads them for itself.
fn check_tests(steps: &[Step], seen: &mut BTreeMap<String, u32>) {
    let mut pair = None;
    for (at, step) in steps.iter().enumerate().filter(|(_, step)| step.verb == "tests") {
        let test = word(step, "test");
        if let [thrown] = &faces(step, "test")[..] {
            pair = Some(thrown.clone());
            let leader = number(step, "leader");
            let marked = ["fast move", "received fire", "wanting to charge", "being charged", "rally"].contains(&test);
            let die = faces(step, "leader_die");
            assert_eq!(die.len(), usize::from(marked && leader > 0), "CR-lead-3: {step:?}");
            let alone = figures(step, "leader_alone");
            if let [die] = &die[..]
                && (alone.is_empty() || step.figure.is_some_and(|me| alone.contains(&me)))
            {
                assert_eq!(flag(step, "leader_die_passed"), passed(die, leader) == 1, "CR-lead-3: {step:?}");
            }
        }
        let rep = number(step, "rep") - i64::from(has(step, "Slow to React") && test == "in sight");
        let dice = number(step, "passed");
        if let Some(Fact::List(own)) = step.fact("pair") {
            let own: Vec<u32> = own.iter().filter_map(Fact::number).map(|face| face as u32).collect();
            assert_eq!(Some(&own), pair.as_ref(), "CR-react-3: {}", log(&steps[at.saturating_sub(3)..=at]));
            let read = if has(step, "Poser") && test == "received fire" { &own[..1] } else { &own[..] };
            let more = flag(step, "leader_die_passed") as i64
                + i64::from(flag(step, "born_leader_die_passed") && has(step, "Born Leader"));
            assert_eq!(dice, (passed(read, rep) + more).min(2), "CR-react-2: {step:?}");
        }
        if figures(step, "follows").is_empty() {
            assert_eq!(word(step, "result"), result(test, dice, step), "CR-tests: {step:?}");
        }
        // A figure is outgunned by a higher ranking than its own, if it sees who fired (CR-og-2, Clarification 9).
        if test == "received fire" && !figures(step, "sees").is_empty() {
            let outgunned = number(step, "ranking") > number(step, "own_ranking");
            assert_eq!(flag(step, "outgunned"), outgunned, "CR-og-2: {step:?}");
        }
        if test == "in sight" {
            assert!(!figures(step, "sees").is_empty(), "CR-insight-1: {step:?}");
            assert!(figures(step, "sees").is_subset(&figures(step, "caused_by")), "{step:?}");
        }
        *seen.entry(test.to_owned()).or_default() += 1;
    }
    // CR-rf-2: who tests are those who were missed, and those of their group whom a shooter sees.
    let mut at = 0;
    while at < steps.len() {
        let received = |step: &&Step| step.verb == "tests" && word(step, "test") == "received fire";
        let Some(first) = steps[at..].first().filter(received) else {
            at += 1;
            continue;
        };
        let (missed, group) = (figures(first, "missed"), figures(first, "group"));
        let (mut testers, mut end) = (BTreeSet::new(), at);
        for (place, step) in steps.iter().enumerate().skip(at) {
            if ["falls_back", "picks_up"].contains(&step.verb) {
                continue;
            }
            if !received(&step) || figures(step, "missed") != missed || !testers.insert(step.figure.expect("a tester"))
            {
                break;
            }
            end = place + 1;
        }
        // Nobody tests in melee (CR-melee-6).
        let fought = steps[..at].iter().filter(|step| step.turn == first.turn && step.clause.starts_with("CR-melee"));
        let fought: BTreeSet<u8> = fought.flat_map(|step| [step.figure, step.target]).flatten().collect();
        let missed_here = group.intersection(&missed).filter(|who| !fought.contains(who));
        let wanted: BTreeSet<u8> = missed_here.chain(&figures(first, "group_in_sight")).copied().collect();
        assert!(
            wanted.is_subset(&testers),
            "CR-rf-2: {wanted:?} {}",
            log(&steps[at.saturating_sub(3)..(at + 4).min(steps.len())])
        );
        let burst = steps[..at].iter().rev().take(60).any(|step| step.verb == "throws");
        let others: BTreeSet<u8> = testers.difference(&wanted).copied().collect();
        assert!(
            burst || others.is_subset(&missed),
            "CR-rf-2: {others:?} {}",
            log(&steps[at.saturating_sub(3)..(at + 4).min(steps.len())])
        );
        *seen.entry("groups under fire".to_owned()).or_default() += 1;
        at = end;
    }
}

/// The least total of a die and Rep that hits, from what is said of shooter and target (CR-hit-table).
fn needed(step: &Step, agile: bool) -> i64 {
    let (is, nth) = (|name: &str| flag(step, name), number(step, "place"));
    let total = if is("in_cover") || is("snap_fire") || is("shooter_moved_fast") && !agile || nth >= 3 {
        10
    } else if is("concealed") || is("prone") || is("moved_fast") || nth == 2 {
        9
    } else {
        8
    };
    total + i64::from(is("two_weapons"))
}

fn check_volleys(steps: &[Step], seen: &mut BTreeMap<String, u32>) {
    let mut at = 0;
    while at < steps.len() {
        if steps[at].verb != "fires" {
            at += 1;
            continue;
        }
        let first = &steps[at];
        let same = |(nth, step): &(usize, &Step)| {
            step.verb == "fires" && step.figure == first.figure && number(step, "place") == *nth as i64 + 1
        };
        let targets: Vec<&Step> = steps[at..].iter().enumerate().take_while(same).map(|(_, step)| step).collect();
        at += targets.len();
        let (rep, weapon) = (number(first, "rep"), word(first, "weapon"));
        let throws = faces(first, "volley");
        assert_eq!(throws.len(), 1 + usize::from(flag(first, "two_weapons")), "CR-twin-1: {first:?}");
        let mut pitiful = faces(first, "pitiful").into_iter();
        let mut hits = vec![0; targets.len()];
        for thrown in &throws {
            let mut dice = thrown.clone();
            dice.sort_unstable_by(|one, other| other.cmp(one));
            if weapon == "shotgun" {
                assert_eq!(dice.len(), 6, "CR-wpn-shotgun");
                dice.truncate(3);
            }
            if flag(first, "marksman") {
                dice.truncate(1);
            }
            let mut dealt = dice.into_iter();
            for (step, hits) in targets.iter().zip(&mut hits) {
                let needs = needed(step, false);
                assert_eq!(step.target_number.map(i64::from), Some(needs), "CR-hit-table: {step:?}");
                let sum: i32 = step.modifiers.iter().map(|modifier| modifier.value).sum();
                assert_eq!(i64::from(sum), needs, "CR-hit-2: {step:?}");
                let own: Vec<u32> = dealt.by_ref().take(number(step, "dice") as usize).collect();
                *hits += own.iter().filter(|&&face| i64::from(face) + rep >= needs).count() as i64;
                let again = own.iter().filter(|&&face| face == 6 && rep == 3 && 6 + rep < needs).count();
                if again > 0 {
                    let second = pitiful.next().unwrap_or_else(|| panic!("CR-pitiful-1: {step:?}"));
                    assert_eq!(second.len(), again, "CR-pitiful-1: {step:?}");
                    *hits += second.iter().filter(|&&face| face <= 3).count() as i64;
                }
            }
        }
        for (step, hits) in targets.iter().zip(hits) {
            assert_eq!(number(step, "hits"), hits, "CR-hit-1: {step:?} {throws:?}");
        }
        let dry = throws.iter().filter(|dice| dice.iter().filter(|&&face| face == 1).count() >= 2).count();
        assert_eq!(number(first, "out_of_ammunition"), dry as i64, "CR-ammo-1: {first:?}");
        *seen.entry("volleys".to_owned()).or_default() += 1;
    }
}

/// What two dice against a Rep leave of somebody who was knocked down (CR-recover-1).
fn knocked_down(step: &Step) -> &'static str {
    let recover = faces(step, "recover");
    let [dice] = &recover[..] else { panic!("CR-recover-1: {step:?}") };
    ["dead", "out", "stunned"][passed(dice, number(step, "target_rep")) as usize]
}

fn check_hits(steps: &[Step], seen: &mut BTreeMap<String, u32>) {
    for step in steps.iter().filter(|step| step.verb == "hit") {
        let damage = faces(step, "damage");
        let [die] = &damage[..] else { panic!("CR-dmg-1: {step:?}") };
        let fate = match i64::from(die[0]) {
            1 => "dead",
            face if face <= number(step, "impact") => "out",
            _ => knocked_down(step),
        };
        let killed = fate == "dead" && flag(step, "target_star");
        let wanted = match killed {
            true if number(step, "rep") < number(step, "target_rep") => ["out"; 2],
            true => ["cheats death", "dead"],
            false => [fate; 2],
        };
        assert!(wanted.contains(&word(step, "result")), "CR-dmg-1: {step:?}");
        *seen.entry("hits".to_owned()).or_default() += 1;
    }
}

fn check_melee(steps: &[Step], seen: &mut BTreeMap<String, u32>) {
    for step in steps.iter().filter(|step| step.verb == "melee") {
        let dice: Vec<u32> = faces(step, "melee").concat();
        let [own, enemy] = ["own_dice", "enemy_dice"].map(|name| number(step, name) as usize);
        let low = |dice: &[u32]| dice.iter().filter(|&&face| face <= 3).count() as i64;
        if own > 0 && enemy > 0 {
            assert_eq!(dice.len(), own + enemy, "CR-melee-3: {step:?}");
            let left = [low(&dice[..own]), low(&dice[own..])];
            assert_eq!(left, ["own_left", "enemy_left"].map(|name| number(step, name)), "CR-melee-3: {step:?}");
        }
        // No pool is larger than what a figure fights with (CR-melee-2).
        let fighters = ["own", "enemy"].map(|name| fact(step, name));
        let of = |value: &Fact, name: &str| parts(value, name).number().expect("a number");
        for (place, dice) in [own, enemy].into_iter().enumerate() {
            let (me, other) = (fighters[place], fighters[1 - place]);
            let most = of(me, "rep") - i64::from(of(me, "impact") < of(other, "impact"));
            assert!(dice as i64 <= most, "CR-melee-2: {step:?}");
        }
        *seen.entry("melee".to_owned()).or_default() += 1;
    }
    for pair in steps.windows(2).filter(|pair| pair[1].verb == "beats") {
        let margin = number(&pair[0], "own_left").max(number(&pair[0], "enemy_left"));
        assert_eq!(number(&pair[1], "margin"), margin, "CR-melee-3: {pair:?}");
        assert_eq!(
            word(&pair[1], "result") == "out",
            margin == 1 || number(&pair[1], "margin") == 1,
            "CR-melee-3: {pair:?}"
        );
    }
}

fn check_bursts(steps: &[Step], seen: &mut BTreeMap<String, u32>) {
    for step in steps {
        match step.verb {
            "throws" => {
                let thrown = faces(step, "throw");
                let [dice] = &thrown[..] else { panic!("CR-gren-2: {step:?}") };
                let launched = word(step, "weapon") != "grenade";
                let flight = match passed(dice, number(step, "rep")) {
                    0 if launched => "lost",
                    0 => "dropped",
                    1 if !flag(step, "sees_spot") => "misses",
                    _ => "lands",
                };
                assert_eq!(word(step, "result"), flight, "CR-gren-2: {step:?}");
                *seen.entry("bursts".to_owned()).or_default() += 1;
            }
            "drops_prone" => {
                let fall = faces(step, "fall");
                let [die] = &fall[..] else { panic!("CR-gren-2: {step:?}") };
                assert_eq!(passed(die, number(step, "rep")), 1, "CR-gren-2: {step:?}");
                *seen.entry("drops".to_owned()).or_default() += 1;
            }
            _ => {}
        }
    }
}

/// What only patrols have.
fn check_patrol(steps: &[Step], seen: &mut BTreeMap<String, u32>) {
    for step in steps {
        let told = match step.verb {
            "pef_placed" => {
                let reps: Vec<u32> = faces(step, "pef_rep").concat();
                assert_eq!(i64::from(*reps.iter().min().expect("dice")), number(step, "rep"), "CR-pef-1: {step:?}");
                assert_eq!(
                    i64::from(faces(step, "pef_section").concat()[0]),
                    number(step, "section"),
                    "CR-pef-1: {step:?}"
                );
                "placed"
            }
            "scouts" => {
                let thrown = faces(step, "scout");
                let [dice] = &thrown[..] else { panic!("CR-scout-2: {step:?}") };
                let finds = match passed(dice, number(step, "terrain_value")) {
                    0 => false,
                    1 => number(step, "buildings") > 0,
                    _ => true,
                };
                assert_eq!(flag(step, "finds"), finds, "CR-scout-2: {step:?}");
                "scouts"
            }
            "orders" => {
                let dice: Vec<u32> = faces(step, "nobody_plays").concat();
                let (outnumbers, before) = (flag(step, "outnumbers"), flag(step, "passed_two_before"));
                let many = 2 + usize::from(flag(step, "in_cover")) + usize::from(flag(step, "twice_as_many"));
                assert_eq!(dice.len(), if before { 0 } else { many }, "CR-np-1: {step:?}");
                let passes = if before { 2 } else { passed(&dice, number(step, "rep")).min(2) };
                assert_eq!(number(step, "passed"), passes, "CR-np-1, CR-np-2: {step:?}");
                let row = ["cover and stay", "move up and fire", "flank and fire"];
                let other = ["halt", "cover and stay", "cover in range and fire"];
                let orders = if outnumbers { row } else { other }[passes as usize];
                assert_eq!(word(step, "result"), orders, "CR-np-1: {step:?}");
                "orders"
            }
            "splits" => {
                let die = faces(step, "flank").concat();
                assert_eq!(word(step, "flank") == "left", die[0] <= 3, "CR-np-1: {step:?}");
                "splits"
            }
            "pef_moves" if word(step, "result") != "keeps to cover" && word(step, "result") != "cover" => {
                let dice = faces(step, "pef_move");
                let passes = passed(&dice[0], number(step, "rep"));
                match dice.get(1).map(|die| die[0]) {
                    // By the running text: to another on 1 to 4, or 1 and 2 if one die was passed.
                    Some(die) if number(step, "inches") > 0 => {
                        let pef = die <= if passes == 2 { 4 } else { 2 };
                        let sheet = number(step, "inches") == 8 && passes == 1;
                        assert!(sheet || (word(step, "result") == "pef") == pef, "CR-pef-move: {step:?}");
                    }
                    Some(_) => {}
                    None => assert_eq!(word(step, "result"), "stays", "CR-pef-move: {step:?}"),
                }
                "pef moves"
            }
            "turns_out" => {
                let dice = faces(step, "resolve");
                let (die, before) = (dice[0][0], number(step, "resolved_before"));
                let letter = match (before, die) {
                    (0, 1) | (1, 1 | 2) | (2, 1..=3) => "A",
                    (0, 2) | (1, 3 | 4) | (2, _) | (3.., 1 | 2) => "B",
                    _ => "false alarm",
                };
                let composition = word(step, "composition");
                assert!(composition == letter || flag(step, "scouted"), "CR-pef-resolve: {step:?}");
                assert_eq!(composition == "false alarm", dice.len() == 1, "CR-pef-resolve: {step:?}");
                "turns out"
            }
            _ => continue,
        };
        *seen.entry(told.to_owned()).or_default() += 1;
    }
}

/// Distances and cover on the map, as far as the steps put figures there.
fn check_ground(steps: &[Step], plan: &Plan, seen: &mut BTreeMap<String, u32>) {
    let board = Board::of_plan(plan).expect("a board");
    let mut at: [Option<Cell>; 64] = [None; 64];
    let on = |cell: Cell| {
        let position = plan.position(cell);
        board.cell(position.row.into(), position.column.into()).expect("a square")
    };
    let wood = |cell: Cell| [Ground::WOOD, Ground::THICKET].contains(&board.ground_of(cell));
    for step in steps {
        if step.verb == "fires" {
            let squares = [step.figure, step.target].map(|who| who.and_then(|who| at[usize::from(who)]));
            if let [Some(from), Some(to)] = squares {
                let (from, to) = (on(from), on(to));
                let Fact::Inches(range) = fact(step, "range") else { panic!("{step:?}") };
                assert!((range * 1000.0 - f64::from(board.distance(from, to))).abs() < 1.0, "CR-wpn-2: {step:?}");
                let sight = board.sight(from, to, 12_000);
                assert!(sight.seen(), "CR-los-1: {step:?}");
                let edge = board.ground_of(to) == Ground::THICKET
                    && board.around(to).any(|beside| board.ground_of(beside) == Ground::WOOD);
                assert_eq!(flag(step, "in_cover"), sight.covered() || edge && !wood(from), "CR-hit-3: {step:?}");
                assert_eq!(flag(step, "concealed"), sight.concealed(), "CR-hit-3: {step:?}");
                *seen.entry("shots on the map".to_owned()).or_default() += 1;
            }
        }
        if step.verb == "tests" && word(step, "test") == "man down" {
            let me = at[usize::from(step.figure.expect("a tester"))].map(on);
            for friend in figures(step, "friends_within_4") {
                let there = at[usize::from(friend)].map(on);
                let far = me.zip(there).map(|(me, there)| board.distance(me, there));
                assert!(far.is_none_or(|far| far <= 4000), "CR-mandown-1: {step:?}");
            }
        }
        if step.verb == "hit" {
            let target = at[usize::from(step.target.expect("a target"))].map(on);
            for friend in figures(step, "friends_near") {
                let there = at[usize::from(friend)].map(on);
                let far = target.zip(there).map(|(target, there)| board.distance(target, there));
                assert!(far.is_none_or(|far| far <= 2000), "CR-mandown-1: {step:?}");
            }
        }
        for mark in &step.marks {
            match *mark {
                Mark::Stands { figure, cell } => at[usize::from(figure)] = plan.cell_numbered(cell.into()),
                // A figure out of the fight may be carried off.
                Mark::Leaves { figure } | Mark::Falls { figure } => at[usize::from(figure)] = None,
                _ => {}
            }
        }
    }
}

fn check(steps: &[Step], seen: &mut BTreeMap<String, u32>) {
    assert!(steps.iter().all(|step| !step.verb.is_empty()), "every step has a verb");
    for step in steps.iter().filter(|step| step.verb == "activation") {
        let dice: Vec<i64> = faces(step, "activation").concat().into_iter().map(i64::from).collect();
        if dice.len() == 2 {
            let mut sides = [number(step, "blue"), number(step, "red")];
            // The player of a patrol throws first.
            if dice[0] != sides[0] {
                sides.reverse();
            }
            assert_eq!(dice, sides, "CR-turn-1: {step:?}");
        }
    }
    check_tests(steps, seen);
    check_volleys(steps, seen);
    check_hits(steps, seen);
    check_melee(steps, seen);
    check_bursts(steps, seen);
    check_patrol(steps, seen);
}

/// Engagements in a yard with something of everything, on open ground, and on patrol: what the logs say agrees with their dice, their numbers
/// and the squares.
#[test]
fn logs_can_be_worked_out_again() {
    let mut seen = BTreeMap::new();
    let (map, scenario) = fight_in_the_yard();
    let yard = battle_on(&map, &scenario);
    for engagement in 0..250 {
        let (_, steps) = yard.replay(3, engagement);
        check(&steps, &mut seen);
        check_ground(&steps, &map.plan, &mut seen);
    }
    let open =
        json!({ "blue": { "team": { "weapon": "shotgun" }, "twins": { "rep": 3, "weapon": "pistol", "twin": true } } });
    let open = battle(&fight(3, 4, testkit::setup::with(open, json!({ "field": { "range": 10 } }))));
    (0..150).for_each(|engagement| check(&open.replay(3, engagement).1, &mut seen));
    for scenario in patrols().into_iter().take(2) {
        let patrol = battle(&scenario);
        (0..60).for_each(|engagement| check(&patrol.replay(3, engagement).1, &mut seen));
    }
    for kind in [
        "in sight",
        "received fire",
        "man down",
        "fast move",
        "wanting to charge",
        "being charged",
        "leader lost",
        "rally",
        "groups under fire",
        "volleys",
        "hits",
        "melee",
        "bursts",
        "placed",
        "scouts",
        "orders",
        "splits",
        "pef moves",
        "turns out",
        "shots on the map",
    ] {
        assert!(seen.get(kind).is_some_and(|&times| times > 10), "{kind}: {seen:?}");
    }
}

/// What becomes of figures after the battles of a campaign follows from their dice (CR-after-1).
#[test]
fn recoveries_can_be_worked_out_again() {
    let more = json!({ "field": { "campaign": { "battles": 3 } } });
    let campaign = battle(&fight(3, 3, more));
    let mut seen = 0;
    for engagement in 0..150 {
        for step in campaign.replay(5, engagement).1.iter().filter(|step| step.verb == "recovers") {
            let rolled = faces(step, "recovery");
            let Some(dice) = rolled.first() else { continue };
            let (rep, passes) = (number(step, "rep"), passed(dice, number(step, "rep")));
            assert!(["out", "ran away", "captured, wounded"].contains(&word(step, "was")), "CR-after-1: {step:?}");
            let left = [0, rep - 1, rep][passes as usize];
            assert_eq!(number(step, "rep_now"), left, "CR-after-1: {step:?}");
            assert_eq!(flag(step, "comes_back"), left > 0, "CR-after-1: {step:?}");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}
