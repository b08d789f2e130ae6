//! Recomputes engagements from their logs alone: positions, sight, cards, tests and target numbers, by plain arithmetic
//! that shares no code with the rules.

use std::collections::{BTreeMap, BTreeSet};

use chance::{Card, Drawn, Fact};
use engage::{Mark, Side, Step};
use field::{Cell, Door, Doors, INCH, Plan};
use serde_json::{Value, json};

use crate::ground::{any_map, battle_on};
use crate::play::{battle, scenario};

/// The table of a game, reconstructed from its log.
struct Recount<'a> {
    plan: Option<&'a Plan>,
    rules: &'a Value,
    sides: Vec<Side>,
    masked: BTreeSet<u8>,
    range: f64,
    turn: u32,
    at: BTreeMap<u8, Cell>,
    doors: Doors,
    /// Cards left in each deck.
    decks: BTreeMap<String, BTreeMap<Face, u32>>,
    /// Rooms with gas or fire, and whether it is fire.
    clouds: BTreeMap<String, bool>,
    /// Tests that are due in this turn: who, and for which room.
    due: BTreeSet<(u8, String)>,
    /// How far each has come on open ground, and the part of it in this turn.
    forward: BTreeMap<u8, f64>,
    lately: BTreeMap<u8, f64>,
    /// The group of each in the order of this turn.
    groups: BTreeMap<u8, i64>,
    checked: BTreeMap<&'static str, u32>,
}

fn number(step: &Step, name: &str) -> i64 {
    step.fact(name).and_then(Fact::number).unwrap_or_else(|| panic!("no number {name}: {step:?}"))
}

fn word<'s>(step: &'s Step, name: &str) -> &'s str {
    step.fact(name).and_then(Fact::word).unwrap_or_else(|| panic!("no word {name}: {step:?}"))
}

fn flag(step: &Step, name: &str) -> bool {
    step.fact(name) == Some(&Fact::Flag(true))
}

fn inches(step: &Step, name: &str) -> f64 {
    if let Some(Fact::Inches(inches)) = step.fact(name) { *inches } else { panic!("no inches {name}: {step:?}") }
}

fn figures(step: &Step, name: &str) -> BTreeSet<u8> {
    let Some(Fact::Figures(figures)) = step.fact(name) else { panic!("no figures {name}: {step:?}") };
    figures.iter().copied().collect()
}

fn part<'f>(parts: &'f Fact, name: &str) -> &'f Fact {
    let Fact::Parts(parts) = parts else { panic!("no parts: {parts:?}") };
    &parts.iter().find(|(known, _)| *known == name).expect("a part").1
}

/// The cards that a step draws for a purpose.
fn cards(step: &Step, purpose: &str) -> Vec<Card> {
    let wanted = |luck: &&chance::Luck| cqb::RULESET.purposes[usize::from(luck.purpose)] == purpose;
    let card = |luck: &chance::Luck| if let Drawn::Card(card) = luck.drawn { Some(card) } else { None };
    step.luck.iter().filter(wanted).filter_map(card).collect()
}

/// The lowest card of an ability's deck.
fn lowest(deck: &str) -> u8 {
    match deck.rsplit(' ').next() {
        Some("elite") => 4,
        Some("veteran") => 3,
        Some("experienced") => 2,
        _ => 1,
    }
}

/// A card's value, 0 for a joker, and whether it is red.
type Face = (u8, bool);

fn face(card: Card) -> Face {
    card.value().map_or((0, false), |value| (value, card.is_red()))
}

fn whole(deck: &str) -> BTreeMap<Face, u32> {
    let low = lowest(deck);
    let ranks = (low..low + 10).flat_map(|value| [false, true].map(|red| ((value, red), 2)));
    ranks.chain([((0, false), 2)]).collect()
}

/// The worth of a card in a reaction test, with what decides between equal cards.
fn precedence(card: i64, on_hold: bool, moved: bool) -> (i64, u8) {
    (card, if on_hold { 2 } else { u8::from(!moved) })
}

impl<'a> Recount<'a> {
    fn checks(&mut self, what: &'static str) {
        *self.checked.entry(what).or_default() += 1;
    }

    /// The cell that a fact names.
    fn cell(&self, step: &Step, name: &str) -> Cell {
        let Some(Fact::Cells(cells)) = step.fact(name) else { panic!("no cell {name}: {step:?}") };
        self.plan.and_then(|plan| plan.cell_numbered(cells[0].into())).expect("a cell of the map")
    }

    fn room(&self, who: u8) -> Option<String> {
        self.room_at(*self.at.get(&who)?)
    }

    fn room_at(&self, cell: Cell) -> Option<String> {
        Some(format!("room {}", self.plan?.room(cell)?.index()))
    }

    fn inside(&self, room: &str) -> BTreeSet<u8> {
        self.at.keys().copied().filter(|&who| self.room(who).as_deref() == Some(room)).collect()
    }

    /// The enemies that a figure sees from a cell.
    fn sees(&self, me: u8, from: Cell) -> BTreeSet<u8> {
        let Some(plan) = self.plan else { return BTreeSet::new() };
        let enemy = |&(who, _): &(&u8, &Cell)| {
            self.sides.get(usize::from(*who)).is_some_and(|side| *side != self.sides[usize::from(me)])
        };
        let seen = |&(_, cell): &(&u8, &Cell)| plan.sees(from, *cell, self.doors);
        self.at.iter().filter(enemy).filter(seen).map(|(who, _)| *who).collect()
    }

    fn step(&mut self, step: &Step) {
        if step.turn != self.turn {
            self.open_turn(step.turn);
        }
        self.draw(step);
        if let Some(target) = step.target_number {
            let sum: i32 = step.modifiers.iter().map(|modifier| modifier.value).sum();
            assert_eq!(sum, target, "{step:?}");
        }
        match step.verb {
            "order" => self.order(step),
            "interrupt" => self.interrupt(step),
            "shot" => self.shot(step),
            "move" => self.moves(step),
            "step_aside" => self.enters(step.figure.expect("somebody"), self.cell(step, "from"), self.cell(step, "to")),
            "advance" => self.advances(step),
            "resist" => self.resists(step),
            "throw" | "pick_up" | "clear_jam" | "defuse" | "open_door" => self.task(step),
            _ => {}
        }
        self.sight(step);
        for mark in &step.marks {
            self.mark(*mark);
        }
        if step.verb == "throw" && (word(step, "result") == "passed" || flag(step, "starts_fire")) {
            self.bursts(step);
        }
        if step.verb == "start_fire" {
            self.fills(word(step, "room"), true);
        }
    }

    fn open_turn(&mut self, turn: u32) {
        assert!(self.due.is_empty(), "turn {}: not tested: {:?}", self.turn, self.due);
        self.turn = turn;
        self.lately.clear();
        self.groups.clear();
        if self.rules["reshuffle"] == "every_turn" {
            self.decks.clear();
        }
        let rooms: Vec<(String, bool)> = self.clouds.clone().into_iter().collect();
        for (room, fire) in rooms {
            for who in self.inside(&room) {
                self.is_due(who, &room, fire);
            }
        }
    }

    fn is_due(&mut self, who: u8, room: &str, fire: bool) {
        if fire || !self.masked.contains(&who) {
            self.due.insert((who, room.to_owned()));
        }
    }

    /// Every card comes from the deck that the step names, in which it is left.
    fn draw(&mut self, step: &Step) {
        for luck in &step.luck {
            let Drawn::Card(card) = luck.drawn else { continue };
            let deck = match cqb::RULESET.purposes[usize::from(luck.purpose)] {
                "effect" | "helmet" => word(step, "effect_deck"),
                "hostage" => word(step, "check_deck"),
                "hostage_place" => "hostages",
                "interrupt" if Some(luck.figure) != step.figure => word(step, "actor_deck"),
                "reaction" => {
                    let Some(Fact::List(order)) = step.fact("order") else { panic!("{step:?}") };
                    let own = |part_of: &&Fact| part(part_of, "figure").number() == Some(luck.figure.into());
                    part(order.iter().find(own).expect("a place"), "deck").word().expect("a deck")
                }
                _ => word(step, "deck"),
            };
            assert!(
                card.value().is_none_or(|value| (lowest(deck)..lowest(deck) + 10).contains(&value)),
                "{deck}: {card}"
            );
            if self.rules["reshuffle"] != "every_draw" {
                let left = self.decks.entry(deck.to_owned()).or_insert_with(|| whole(deck));
                if left.values().all(|count| *count == 0) {
                    *left = whole(deck);
                }
                let count = left.get_mut(&face(card)).expect("a card of the deck");
                assert!(*count > 0, "turn {}: {card} comes too often from {deck}: {step:?}", step.turn);
                *count -= 1;
            }
            self.checks("cards");
        }
    }

    /// Figures act by card, then Hold, then who has not moved; equal ones act together.
    fn order(&mut self, step: &Step) {
        let Some(Fact::List(order)) = step.fact("order") else { panic!("{step:?}") };
        let drawn: BTreeMap<u8, i64> = step
            .luck
            .iter()
            .filter_map(|luck| match luck.drawn {
                Drawn::Card(card) => Some((luck.figure, card.value().unwrap_or(0).into())),
                _ => None,
            })
            .collect();
        let mut places = Vec::new();
        for placed in order {
            let figure = part(placed, "figure").number().expect("a figure") as u8;
            self.groups.insert(figure, part(placed, "group").number().expect("a group"));
            let tested = part(placed, "tested") == &Fact::Flag(true);
            assert_eq!(tested, drawn.contains_key(&figure), "{step:?}");
            if tested {
                let moved = part(placed, "moved").word() != Some("nowhere");
                let on_hold = part(placed, "on_hold") == &Fact::Flag(true);
                places.push((precedence(drawn[&figure], on_hold, moved), part(placed, "group").number()));
            }
            if let Some(&here) = self.at.get(&figure) {
                let Fact::Figures(sees) = part(placed, "in_sight") else { panic!("{placed:?}") };
                assert_eq!(sees.iter().copied().collect::<BTreeSet<u8>>(), self.sees(figure, here), "{step:?}");
                self.checks("sight at the start of a turn");
            }
        }
        for pair in places.windows(2) {
            assert!(pair[0].0 >= pair[1].0 && (pair[0].0 == pair[1].0) == (pair[0].1 == pair[1].1), "{step:?}");
            self.checks("order");
        }
    }

    fn interrupt(&mut self, step: &Step) {
        // The actor turns one card for all holders, before the first of them.
        let drawn = cards(step, "interrupt");
        let whose = ["actor_card", "card"].into_iter().skip(2 - drawn.len());
        for (card, whose) in drawn.iter().zip(whose) {
            assert_eq!(i64::from(card.value().unwrap_or(0)), number(step, whose), "{step:?}");
        }
        let holder = precedence(number(step, "card"), true, false);
        let moved = word(step, "actor_moved") != "nowhere";
        let actor = precedence(number(step, "actor_card"), flag(step, "actor_on_hold"), moved);
        assert_eq!(word(step, "result") == "interrupts", holder > actor, "{step:?}");
        self.checks("interrupts");
    }

    /// A test of a task: its card against its number.
    fn task(&mut self, step: &Step) {
        let drawn = cards(step, "test");
        let Some(target) = step.target_number else {
            assert_eq!((word(step, "result"), drawn.len()), ("no_test", 0), "{step:?}");
            return;
        };
        let (result, short) = match drawn[..] {
            [card] => match card.value().map(i32::from) {
                None => ("joker", 0),
                Some(value) if value >= target => ("passed", 0),
                Some(value) => ("failed", target - value),
            },
            _ => panic!("one card: {step:?}"),
        };
        assert_eq!((word(step, "result"), number(step, "short_by")), (result, short.into()), "{step:?}");
        self.checks("tasks");
    }

    fn resists(&mut self, step: &Step) {
        let gas = word(step, "against") != "stun_grenade";
        let drawn = cards(step, if gas { "gas" } else { "stun" });
        let turns = number(step, "turns_since") as i32;
        let target = if gas { 6 + turns } else { 8 - turns };
        assert_eq!(step.target_number, Some(target), "{step:?}");
        let passed = matches!(drawn[..], [card] if card.value().is_some_and(|value| i32::from(value) >= target));
        assert_eq!(word(step, "result") == "passed", passed, "{step:?}");
        let who = step.figure.expect("somebody");
        if gas {
            assert!(self.due.remove(&(who, word(step, "room").to_owned())), "not due: {step:?}");
        } else if turns == 0 {
            assert!(self.due.remove(&(who, "stun".to_owned())), "not due: {step:?}");
        }
        self.checks("resistance");
    }

    fn bursts(&mut self, step: &Step) {
        let room = word(step, "room").to_owned();
        if word(step, "grenade") == "stun_grenade" && !flag(step, "starts_fire") {
            for who in self.inside(&room) {
                self.due.insert((who, "stun".to_owned()));
                self.checks("stun grenades");
            }
        } else {
            self.fills(&room, flag(step, "starts_fire"));
        }
    }

    fn fills(&mut self, room: &str, fire: bool) {
        if self.clouds.len() < 8 && !self.clouds.contains_key(room) {
            self.clouds.insert(room.to_owned(), fire);
            for who in self.inside(room) {
                self.is_due(who, room, fire);
            }
            self.checks("gas");
        }
    }

    /// A figure that enters a gassed room is tested.
    fn enters(&mut self, me: u8, from: Cell, here: Cell) {
        let room = self.room_at(here).filter(|room| Some(room) != self.room_at(from).as_ref());
        if let Some(room) = room
            && let Some(&fire) = self.clouds.get(&room)
        {
            self.is_due(me, &room, fire);
        }
    }

    fn moves(&mut self, step: &Step) {
        let (me, plan) = (step.figure.expect("somebody"), self.plan.expect("a map"));
        let (from, to) = (self.cell(step, "from"), self.cell(step, "to"));
        assert_eq!(self.at.get(&me), Some(&from), "{step:?}");
        let Some(Fact::Cells(way)) = step.fact("way") else { panic!("{step:?}") };
        let (mut here, mut gone, mut distance) = (from, 0, 0);
        for &cell in way {
            let next = plan.cell_numbered(cell.into()).expect("a cell");
            let beside = plan.squared(here, next) <= 2;
            gone += if beside { plan.distance(here, next) } else { INCH };
            here = next;
            if here == to {
                distance = gone;
            }
            self.enters(me, from, here);
        }
        assert!((inches(step, "distance") * 1000.0 - f64::from(distance)).abs() < 0.5, "{step:?}");
        let moved = match distance {
            0 => "nowhere",
            1..=6000 => "up_to_normal",
            _ => "farther",
        };
        assert_eq!(word(step, "moved"), moved, "{step:?}");
        if way.is_empty() || distance == 0 {
            assert_eq!(from, to, "{step:?}");
        } else {
            let new: BTreeSet<u8> = self.sees(me, to).difference(&self.sees(me, from)).copied().collect();
            assert_eq!(figures(step, "came_into_view"), new, "{step:?}");
        }
        self.checks("moves");
    }

    fn advances(&mut self, step: &Step) {
        let me = step.figure.expect("somebody");
        let forward = self.forward.entry(me).or_default();
        *forward += inches(step, "distance");
        *self.lately.entry(me).or_default() += inches(step, "distance");
        assert!((inches(step, "come_forward") - *forward).abs() < 1e-6, "{step:?}");
        let Some(Fact::List(ranges)) = step.fact("ranges") else { panic!("{step:?}") };
        for range in ranges {
            let enemy = part(range, "figure").number().expect("a figure") as u8;
            let both = self.forward[&me] + self.forward.get(&enemy).copied().unwrap_or(0.0);
            let Fact::Inches(told) = part(range, "range") else { panic!("{range:?}") };
            assert!((told - (self.range - both).abs()).abs() < 1e-6, "{step:?}");
            self.checks("ranges on open ground");
        }
    }

    /// The figures in sight of the acting figure, before the step's changes.
    fn sight(&mut self, step: &Step) {
        let (Some(me), Some(Fact::Figures(_))) = (step.figure, step.fact("in_sight")) else { return };
        let Some(&here) = self.at.get(&me) else { return };
        let mut seen = self.sees(me, here);
        if step.verb == "shot" {
            seen.extend(step.target);
        }
        assert_eq!(figures(step, "in_sight"), seen, "turn {}: {step:?}", step.turn);
        self.checks("sight");
    }

    fn shot(&mut self, step: &Step) {
        let range = inches(step, "range");
        let (me, target) = (step.figure.expect("a firer"), step.target.expect("a target"));
        match (self.plan, self.at.get(&me), self.at.get(&target)) {
            (Some(plan), Some(&from), Some(&to)) => {
                assert!((range * 1000.0 - f64::from(plan.distance(from, to))).abs() < 0.5, "{step:?}");
                self.checks("ranges on a map");
            }
            (None, ..) => {
                // Those who act together see each other where they were before.
                let before = |who: u8| {
                    let together = who != me && self.groups.get(&who) == self.groups.get(&me);
                    if together { self.lately.get(&who).copied().unwrap_or(0.0) } else { 0.0 }
                };
                let forward = |who: u8| self.forward.get(&who).copied().unwrap_or(0.0) - before(who);
                assert!((range - (self.range - forward(me) - forward(target)).abs()).abs() < 1e-6, "{step:?}");
            }
            _ => {}
        }
        assert_eq!(step.target_number, Some(target_of(step, range)), "{step:?}");
        let aim_at = word(step, "aim_at");
        let number = step.target_number.unwrap_or_default();
        let card = cards(step, "to_hit")[0].value().map(i32::from);
        let result = match card {
            None => "jam",
            Some(value) if value >= number => "hit",
            Some(value) if value == number - 1 && aim_at == "torso" => "near_miss",
            Some(_) => "miss",
        };
        assert_eq!(word(step, "result"), result, "{step:?}");
        let expected = match result {
            "hit" if aim_at == "brain_stem" => ("fatal", "brain_stem"),
            "hit" | "near_miss" => effect_of(step, if result == "hit" { aim_at } else { "none" }),
            _ => ("none", "none"),
        };
        assert_eq!((word(step, "effect"), word(step, "place")), expected, "{step:?}");
        self.checks("shots");
    }

    fn mark(&mut self, mark: Mark) {
        match mark {
            Mark::Stands { figure, cell } => {
                let cell = self.plan.and_then(|plan| plan.cell_numbered(cell.into())).expect("a cell");
                self.at.insert(figure, cell);
            }
            Mark::Falls { figure } | Mark::Leaves { figure } => {
                self.at.remove(&figure);
            }
            Mark::Opens { door } => self.doors.open(Door::new(door.into()).expect("a door")),
            _ => {}
        }
    }
}

/// The target number of a shot from what its step states.
fn target_of(step: &Step, range: f64) -> i32 {
    let bands = [(3.0, -2), (6.0, -1), (12.0, 0), (24.0, 1), (48.0, 2), (96.0, 3), (192.0, 4)];
    let by_range = bands.iter().find(|(up_to, _)| range <= *up_to).expect("a band").1;
    let firer = if word(step, "firer_moved") == "nowhere" { 0 } else { 2 };
    let target = ["nowhere", "up_to_normal", "farther"].iter().position(|&moved| moved == word(step, "target_moved"));
    let named = match word(step, "aim_at") {
        "brain_stem" => 4,
        "head" | "strong_arm" | "weak_arm" => 2,
        "leg" | "torso" => 1,
        _ => 0,
    };
    let shot = number(step, "shot") as i32;
    let aim = match (flag(step, "aimed"), word(step, "category")) {
        (false, _) => 0,
        (_, "general_pistol") => -1,
        (_, "target_pistol") => -2,
        (_, "smg" | "poor_rifle") => -3,
        (_, "smg_plus") => -4,
        (_, "rifle") => -5,
        (_, "sniper_rifle") => -6,
        _ => 0,
    };
    let sight = i32::from(flag(step, "aimed") && flag(step, "scope") && shot == 1);
    let heavy = word(step, "recoil") == "heavy";
    let recoil = match word(step, "fire") {
        "burst" | "auto" => (shot + 1) / 3 / if heavy { 1 } else { 2 },
        _ => i32::from(heavy && shot > 1),
    };
    let condition = number(step, "wounds") + 2 * i64::from(flag(step, "weak_hand")) + number(step, "gas");
    8 + by_range + firer + target.expect("a word") as i32 + named + aim - sight
        + recoil
        + condition as i32
        + number(step, "change_of_target") as i32
}

/// The effect of a hit and the place struck, from its cards.
fn effect_of(step: &Step, aim_at: &str) -> (&'static str, &'static str) {
    let card = *cards(step, "effect").last().expect("a second card");
    let place = match (aim_at, card.value()) {
        ("head", _) | ("none", Some(10)) => "head",
        ("torso", _) | ("none", Some(8 | 9 | 11..)) => "torso_under_plates",
        ("none", Some(7)) => "torso_outside_plates",
        ("strong_arm", _) | ("none", Some(6)) => "strong_arm",
        ("weak_arm", _) | ("none", Some(5)) => "weak_arm",
        _ => "leg",
    };
    let round = word(step, "round");
    let (soft, plates, helmet) = (flag(step, "soft_armour"), flag(step, "plates"), flag(step, "helmet"));
    let armoured = round != "fifty";
    if armoured && plates && place == "torso_under_plates" {
        return ("stopped", "none");
    }
    let in_the_way = place == "head" && helmet && armoured && !cards(step, "helmet").last().expect("a card").is_red();
    let softened = armoured && (in_the_way || soft && place.starts_with("torso"));
    if softened && round != "rifle" {
        return ("stopped", "none");
    }
    let by_colour = round == "pistol" || softened;
    if by_colour && !card.is_red() { ("flesh_wound", "none") } else { ("out_of_action", place) }
}

/// The masks that a scenario gives.
fn masked(scenario: &Value, figures: &[engage::Figure]) -> BTreeSet<u8> {
    let wears = |figure: &engage::Figure| scenario[figure.side.name()][&figure.squad]["mask"] == true;
    (0..).zip(figures).filter(|(_, figure)| wears(figure)).map(|(number, _)| number).collect()
}

/// Hundreds of engagements on maps and on open ground, under many rules, are recomputed step by step.
#[test]
fn logs_can_be_worked_out_again() {
    let mut checked: BTreeMap<&'static str, u32> = BTreeMap::new();
    let mut work_out = |battle: &dyn engage::Battle, scenario: &Value, seed: u64, engagement: u64| {
        let map = battle.map().cloned();
        let mut table = Recount {
            plan: map.as_ref().map(|map| &*map.plan),
            rules: &scenario["rules"],
            sides: battle.figures().iter().map(|figure| figure.side).collect(),
            masked: masked(scenario, battle.figures()),
            range: scenario["field"]["range"].as_f64().unwrap_or(12.0),
            turn: 0,
            at: BTreeMap::new(),
            doors: Doors::SHUT,
            decks: BTreeMap::new(),
            clouds: BTreeMap::new(),
            due: BTreeSet::new(),
            forward: BTreeMap::new(),
            lately: BTreeMap::new(),
            groups: BTreeMap::new(),
            checked: std::mem::take(&mut checked),
        };
        for step in &battle.replay(seed, engagement).1 {
            table.step(step);
        }
        checked = table.checked;
    };
    for number in 0..4000 {
        let Some((_, map, scenario)) = any_map(number) else { continue };
        work_out(&*battle_on(&map, &scenario), &scenario, number, 0);
    }
    for (blue, red) in [
        (
            json!({ "doctrine": "hold", "count": 2, "weapon": "smg+" }),
            json!({ "doctrine": "close", "armour": ["soft", "helmet"] }),
        ),
        (
            json!({ "doctrine": "aim", "weapon": "sniper rifle", "aim_at": "torso", "flesh_wounds": 1 }),
            json!({ "weapon": "smg", "count": 3, "armour": ["soft", "plates"], "wound": "weak_arm" }),
        ),
    ] {
        let setup = scenario(json!({
            "blue": { "team": blue }, "red": { "gunman": red }, "field": { "range": 24 }, "turn_limit": 40,
        }));
        (0..60).for_each(|engagement| work_out(&*battle(&setup), &setup, 5, engagement));
    }
    let enough = |what: &str, least: u32| {
        let count = checked.get(what).copied().unwrap_or(0);
        assert!(count >= least, "{what}: {count} of {least} checked; {checked:?}");
    };
    for (what, least) in [
        ("cards", 5000),
        ("order", 1000),
        ("interrupts", 50),
        ("sight at the start of a turn", 1000),
        ("sight", 1000),
        ("shots", 1000),
        ("ranges on a map", 500),
        ("ranges on open ground", 50),
        ("moves", 1000),
        ("resistance", 150),
        ("stun grenades", 20),
        ("gas", 20),
        ("tasks", 300),
    ] {
        enough(what, least);
    }
}
