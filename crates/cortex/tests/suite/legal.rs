//! Random setups of both parts: the automatic players do only what is legal, every engagement ends, nobody is lost who was not there,
//! and a player who answers nonsense harms only its own side.

use std::collections::{BTreeMap, BTreeSet};

use cortex::action::{Action, Ask, Attack, Machine};
use cortex::handling::Handling;
use cortex::options::{EffectOrder, KeepDice, Removal, ShownTie};
use cortex::player::doctrine::Doctrine;
use cortex::player::{Knowledge, Player};
use engage::schemars::SchemaGenerator;
use engage::{Battle, Mark, Outcome, Ruleset, Side, Step};
use rand::{Rng, RngExt};
use rand_pcg::Pcg64;
use serde_json::{Map, Value, json};
use testkit::pick::{Pick, situations};

/// Setups of each part.
const SETUPS: usize = 3000;
/// Engagements of each.
const ENGAGEMENTS: u64 = 3;

const DICE: [&str; 5] = ["d4", "d6", "d8", "d10", "d12"];

/// Words by key, with all their values.
type Words = BTreeMap<String, Vec<String>>;

/// The words that a table of a ruleset's scenarios takes, by its schema.
fn words(ruleset: &Ruleset, table: &str) -> Words {
    let mut generator = SchemaGenerator::default();
    let _ = (ruleset.schema)(&mut generator);
    let definitions = generator.take_definitions(true);
    let values = |schema: &Value| -> Vec<String> {
        let all = schema["oneOf"].as_array().into_iter().flatten();
        let listed = all.clone().chain([schema]).flat_map(|one| one["enum"].as_array().into_iter().flatten());
        listed
            .chain(all.filter_map(|one| one.get("const")))
            .filter_map(|word| Some(word.as_str()?.to_owned()))
            .collect()
    };
    let keys = definitions[table]["properties"].as_object().expect("properties");
    let named = |schema: &Value| {
        let places = [schema, &schema["anyOf"][0], &schema["allOf"][0]];
        let name = places.iter().find_map(|place| place["$ref"].as_str()?.rsplit('/').next().map(str::to_owned));
        name.and_then(|name| definitions.get(&name)).map(values).unwrap_or_default()
    };
    keys.iter().map(|(key, schema)| (key.clone(), named(schema))).filter(|(_, values)| !values.is_empty()).collect()
}

/// Rules and what players are told, of a part.
pub(crate) struct Part {
    ruleset: &'static Ruleset,
    rules: Words,
    doctrine: Words,
}

impl Part {
    pub(crate) fn new(ruleset: &'static Ruleset) -> Part {
        let known = serde_json::to_value(Doctrine::default()).expect("a table");
        let mut doctrine = words(ruleset, "Squad");
        doctrine.retain(|key, _| known.get(key).is_some());
        Part { ruleset, rules: words(ruleset, "Rules"), doctrine }
    }

    /// Some of the options and numbers of the rules.
    fn some_rules(&self, pick: &mut Pick) -> Map<String, Value> {
        let mut rules = some_of(pick, &self.rules);
        for key in ["riposte", "drone_cover", "fire_hampers"] {
            rules.insert(key.to_owned(), pick.yes().into());
        }
        rules.insert("extra_effect_every".to_owned(), pick.of(&[0, 1, 3]).into());
        rules.insert("border_cost".to_owned(), pick.of(&[1, 1, 2, 3]).into());
        rules.insert("edge_points".to_owned(), pick.of(&[0, 1, 2, 5, 12, 40]).into());
        rules.insert("prepared_limit".to_owned(), 0.into());
        rules.insert("range_dice".to_owned(), vec![condition(pick), condition(pick)].into());
        rules
    }

    #[track_caller]
    fn battle(&self, setup: &Value) -> Box<dyn Battle> {
        let battle = (self.ruleset.compile)(setup, None);
        battle.unwrap_or_else(|problems| panic!("{setup}: {problems:?}"))
    }
}

/// Each of these keys by any of its words, or left out.
fn some_of(pick: &mut Pick, words: &Words) -> Map<String, Value> {
    let mut picked = Map::new();
    for (key, values) in words {
        if pick.yes() {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            picked.insert(key.clone(), pick.of(&values).into());
        }
    }
    picked
}

fn die(pick: &mut Pick) -> Value {
    pick.of(&DICE).into()
}

/// A die or none.
fn condition(pick: &mut Pick) -> Value {
    if pick.yes() { die(pick) } else { "none".into() }
}

fn table(members: Value) -> Map<String, Value> {
    match members {
        Value::Object(members) => members,
        other => panic!("{other} is no table"),
    }
}

/// Fireteams of a side, of one or two squads each.
fn fireteams(part: &Part, pick: &mut Pick, side: Side) -> Value {
    let mut squads = Map::new();
    for fireteam in 1..=pick.of(&[1, 1, 2, 3]) {
        let mut room = 4;
        for squad in 0..pick.of(&[1, 2]) {
            let count = pick.of(&[1, 2, 3]).min(room);
            room -= count;
            let mut members = table(match side {
                Side::Blue => json!({
                    "direct_action": die(pick), "cqb": condition(pick), "tactics": condition(pick), "trauma": condition(pick),
                    "stress": condition(pick),
                }),
                Side::Red => json!({ "quality": die(pick) }),
            });
            members.extend(table(
                json!({ "count": count, "fireteam": fireteam, "assets": pick.some(&[0, 0, 1, 2], die) }),
            ));
            if squad == 0 {
                members.extend(some_of(pick, &part.doctrine));
                if side == Side::Red {
                    members.remove("plot_points");
                }
            }
            squads.insert(format!("{fireteam}{squad}"), members.into());
        }
    }
    squads.into()
}

/// A fight of fireteams. Injury dice that both tracks give are too many for a throw with all else.
pub(crate) fn close_quarters(part: &Part, pick: &mut Pick) -> Value {
    let mut rules = part.some_rules(pick);
    if rules.get("injury_dice") == Some(&"every_die".into()) && pick.yes() {
        rules.remove("injury_dice");
    }
    json!({
        "blue": fireteams(part, pick, Side::Blue),
        "red": fireteams(part, pick, Side::Red),
        "rules": rules,
        "field": {
            "blue_tech_asset": condition(pick), "red_tech_asset": condition(pick), "red_complication": condition(pick),
            "plot_points": pick.of(&[0, 1, 2, 5, 24]), "exposure": pick.of(&["roster", "least_injured", "leader_last"]),
            "leader": pick.of(&["first", "best_tactics"]), "blue_breaks": pick.of(&["never", "half", "third"]),
            "red_breaks": pick.of(&["never", "half", "third"]),
        },
        "turn_limit": pick.of(&[1, 3, 10, 40]),
    })
}

const ZONES: [&str; 6] = ["blue", "red", "alley", "hall", "roof", "yard"];

const KINDS: [&str; 6] = ["machine_gunner", "medic", "marksman", "grenadier", "flamethrower", "drone_operator"];

/// Zones with any borders, or none but those of the sides.
fn ground(pick: &mut Pick) -> (Value, Vec<&'static str>) {
    let breaks = |pick: &mut Pick| pick.of(&["never", "never", "half", "third"]);
    let mut field = table(
        json!({ "plot_points": pick.of(&[0, 1, 2, 5]), "blue_breaks": breaks(pick), "red_breaks": breaks(pick) }),
    );
    if pick.yes() {
        field.extend(table(
            json!({ "zones_apart": pick.of(&[0, 1, 2]), "blue_cover": condition(pick), "red_cover": condition(pick) }),
        ));
        return (field.into(), Vec::new());
    }
    let names = ZONES[..pick.of(&[2, 3, 4, 6])].to_vec();
    let zones: Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), json!({ "cover": condition(pick) }))).collect();
    let mut borders = Vec::new();
    for (nth, one) in names.iter().enumerate() {
        for other in &names[..nth] {
            if pick.of(&[true, true, false]) {
                borders.push(json!({ "between": [one, other], "cost": pick.of(&[1, 1, 2, 4]) }));
            }
        }
    }
    field.extend(table(json!({ "zones": zones, "borders": borders })));
    (field.into(), names)
}

fn character(pick: &mut Pick) -> Map<String, Value> {
    table(json!({
        "approach": die(pick), "direct_action": die(pick), "cqb": condition(pick), "marksmanship": condition(pick),
        "analysis": condition(pick), "tactics": condition(pick), "attack": pick.some(&[0, 1, 3], die),
        "resist": pick.some(&[0, 1], die), "armour": condition(pick), "trauma": condition(pick), "stress": condition(pick),
        "count": pick.of(&[1, 2]),
    }))
}

/// Combatants with as many specialists as fit into their first unit.
fn unit(pick: &mut Pick, single: bool) -> Map<String, Value> {
    let (count, unit): (usize, usize) = (pick.of(&[1, 2, 3, 4]) * if single { 1 } else { 2 }, pick.of(&[1, 3, 4, 5]));
    let room = if single { count } else { count.div_ceil(count.div_ceil(unit)) };
    let specialist = |pick: &mut Pick| {
        let mut one = table(json!({ "kind": pick.of(&KINDS) }));
        for key in ["die", "specialist_die"] {
            if pick.of(&[true, false, false]) {
                one.insert(key.to_owned(), die(pick));
            }
        }
        one.into()
    };
    let specialists = pick.some(&[room.min(3), room], specialist);
    table(
        json!({ "quality": die(pick), "count": count, "unit": unit, "specialists": specialists, "complication": condition(pick) }),
    )
}

/// A firefight.
pub(crate) fn firefight(part: &Part, pick: &mut Pick) -> Value {
    let rules = part.some_rules(pick);
    let single = rules.get("grouping") == Some(&"single".into());
    let (field, zones) = ground(pick);
    let squad = |pick: &mut Pick, body: fn(&mut Pick, bool) -> Map<String, Value>| -> Value {
        let mut squad = body(pick, single);
        squad.extend(some_of(pick, &part.doctrine));
        if !zones.is_empty() && pick.yes() {
            squad.insert("at".to_owned(), pick.of(&zones).into());
        }
        squad.into()
    };
    let blue: Map<String, Value> =
        (0..pick.of(&[1, 2])).map(|nth| (format!("squad {nth}"), squad(pick, |pick, _| character(pick)))).collect();
    let mut red = Map::new();
    for nth in 0..pick.of(&[1, 2]) {
        let body: fn(&mut Pick, bool) -> Map<String, Value> =
            if pick.of(&[true, false, false, false]) { |pick, _| character(pick) } else { unit };
        let mut squad = squad(pick, body);
        // No more units than there is room for.
        if squad["unit"] == 1 && !single {
            squad["unit"] = 2.into();
            squad["specialists"] = Vec::<Value>::new().into();
        }
        red.insert(format!("squad {nth}"), squad);
    }
    json!({ "blue": blue, "red": red, "rules": rules, "field": field, "turn_limit": pick.of(&[1, 3, 10, 40]) })
}

/// Those who begin on a side.
fn began(setup: &Value, side: Side) -> u64 {
    let squads = setup[side.name()].as_object().expect("squads").values();
    squads.map(|squad| squad["count"].as_u64().unwrap_or(1)).sum()
}

/// What holds of any engagement.
fn sound(part: &Part, setup: &Value, outcome: &Outcome, steps: &[Step], figures: usize) -> Result<(), String> {
    let ending = part.ruleset.endings[usize::from(outcome.ending)].id;
    let limit = setup["turn_limit"].as_u64().unwrap_or_default();
    let turns = u64::from(outcome.turns);
    if turns == 0 || turns > limit || ending == "turn_limit" && turns < limit {
        return Err(format!("{ending} in turn {turns} of {limit}"));
    }
    let lost = Side::ALL.map(|side| (u64::from(outcome.measures[side as usize]), began(setup, side)));
    if lost.iter().any(|(lost, began)| lost > began) {
        return Err(format!("lost, of those who began: {lost:?}"));
    }
    let withdrew = steps.iter().any(|step| step.text.starts_with("withdrawal of "));
    let turrets = steps.iter().any(|step| step.text.starts_with("deploys a turret"));
    let [blue_is_gone, red_is_gone] = lost.map(|(lost, began)| lost == began);
    let right = match ending {
        "blue.win" => red_is_gone,
        "red.win" => blue_is_gone,
        _ => !blue_is_gone && (!red_is_gone || turrets) && ending.ends_with("withdraws") == withdrew,
    };
    if !right {
        return Err(format!("{ending} with losses {lost:?}"));
    }
    let edge = setup["rules"]["edge_points"].as_u64().unwrap_or_default();
    if part.ruleset.id == "cortex_firefight" && u64::from(outcome.measures[3]) > edge {
        return Err(format!("{} Edge Points of {edge} are spent", outcome.measures[3]));
    }
    if !steps.is_sorted_by_key(|step| step.turn) {
        return Err("turns go backwards".to_owned());
    }
    let mut gone = BTreeSet::new();
    let clauses = part.ruleset.clauses();
    for step in steps {
        if step.figure.is_some_and(|figure| gone.contains(&figure)) && !["CX1-comp-1", "CX0-16"].contains(&step.clause)
        {
            return Err(format!("somebody who is out acts: {step:?}"));
        }
        for mark in &step.marks {
            match *mark {
                Mark::Falls { figure } => _ = gone.insert(figure),
                // A machine takes the place of one that is gone.
                Mark::Stands { figure, .. } => _ = gone.remove(&figure),
                _ => {}
            }
        }
        if step.figure.into_iter().chain(step.target).any(|figure| usize::from(figure) >= figures) {
            return Err(format!("nobody has this number: {step:?}"));
        }
        if !clauses.iter().any(|clause| clause.id == step.clause) {
            return Err(format!("no such clause: {step:?}"));
        }
    }
    Ok(())
}

/// Plays random setups with automatic players, and returns the clauses of the steps that were told.
#[track_caller]
fn automatic(part: &Part, setups: Vec<Value>) -> BTreeSet<&'static str> {
    let mut clauses = BTreeSet::new();
    for (seed, setup) in (0..).zip(&setups) {
        let battle = part.battle(setup);
        let mut played = [Outcome::default(); ENGAGEMENTS as usize];
        battle.play(seed, 0, &mut played);
        for (engagement, played) in (0..).zip(played) {
            // In builds for tests an automatic player that does what it may not is found out at once.
            let (outcome, steps) = battle.replay(seed, engagement);
            assert_eq!(outcome, played, "engagement {engagement} of {setup}");
            let figures = battle.figures().len();
            sound(part, setup, &outcome, &steps, figures)
                .unwrap_or_else(|error| panic!("{engagement} of {setup}: {error}"));
            assert!(!steps.iter().any(|step| step.text == "may not do that"), "{engagement} of {setup}");
            clauses.extend(steps.iter().map(|step| step.clause));
        }
    }
    clauses
}

/// The same setups with steady players.
fn steady(mut setups: Vec<Value>) -> Vec<Value> {
    for setup in &mut setups {
        for side in Side::ALL {
            let squads = setup[side.name()].as_object_mut().expect("squads");
            // Squads of Part I that follow another of their fireteam say nothing of how they are played.
            squads
                .iter_mut()
                .filter(|(name, _)| name.starts_with("squad") || name.ends_with('0'))
                .for_each(|(_, squad)| squad["player"] = "steady".into());
        }
    }
    setups
}

fn of_part_one(seed: u128, setups: usize) -> (Part, Vec<Value>) {
    let part = Part::new(&cortex::FIRETEAM);
    let mut all = situations(seed, setups, |pick| close_quarters(&part, pick));
    // More dice than can be thrown are a mistake of the scenario.
    all.retain(|setup| match (part.ruleset.compile)(setup, None) {
        Ok(_) => true,
        Err(problems) => {
            assert!(
                problems.iter().all(|problem| problem.message.contains("expected at most 24 that fall in fewer")),
                "{problems:?}"
            );
            false
        }
    });
    assert!(all.len() * 10 > setups * 9, "{} of {setups}", all.len());
    (part, all)
}

fn of_part_two(seed: u128, setups: usize) -> (Part, Vec<Value>) {
    let part = Part::new(&cortex::FIREFIGHT);
    let all = situations(seed, setups, |pick| firefight(&part, pick));
    (part, all)
}

/// Every word of the doctrine and every option of the rules is among those that are picked.
#[test]
fn all_words_are_known() {
    let doctrine = serde_json::to_value(Doctrine::default()).expect("a table");
    let mut known = Part::new(&cortex::FIREFIGHT).doctrine;
    known.insert("break_at".to_owned(), Vec::new());
    assert_eq!(
        known.into_keys().collect::<BTreeSet<_>>(),
        doctrine.as_object().expect("a table").keys().cloned().collect()
    );
    assert!(Part::new(&cortex::FIRETEAM).doctrine.len() >= 7);
    let rules = (cortex::FIREFIGHT.rules)();
    let options = rules.as_object().expect("a table").iter().filter(|(_, value)| value.is_string());
    let picked = Part::new(&cortex::FIREFIGHT).rules;
    options.for_each(|(key, value)| {
        assert!(
            picked[key].contains(&value.as_str().unwrap_or_default().to_owned())
                && (picked[key].len() > 1 || key == "prepared_limit"),
            "{key}"
        )
    });
}

#[test]
fn automatic_players_of_fireteams_do_what_is_legal() {
    let (part, setups) = of_part_one(1, SETUPS);
    let clauses = automatic(&part, setups.clone());
    for clause in ["CX0-6", "CX1-harm-3", "CX1-harm-6", "CX1-comp-1", "CX1-effect-3", "CX1-scope-5"] {
        assert!(clauses.contains(clause), "{clause} of {clauses:?}");
    }
    automatic(&part, steady(setups));
}

#[test]
fn automatic_players_of_firefights_do_what_is_legal() {
    let (part, setups) = of_part_two(2, SETUPS);
    let clauses = automatic(&part, setups.clone());
    for clause in [
        "CX0-12",
        "CX1-comp-1",
        "CX1-effect-3",
        "CX1-scope-5",
        "CX2-attack-1",
        "CX2-attack-4",
        "CX2-attack-5",
        "CX2-init-3",
        "CX2-spec-1",
        "CX2-spec-2",
        "CX2-spec-3",
        "CX2-spec-4",
        "CX2-spec-6",
        "CX2-zone-2",
        "CX2-zone-4",
        "CX2-zone-5",
    ] {
        assert!(clauses.contains(clause), "{clause} of {clauses:?}");
    }
    automatic(&part, steady(setups));
}

/// The same outcomes, byte for byte, in whatever blocks engagements are played.
#[test]
fn blocks_do_not_matter() {
    for (part, setups) in [of_part_one(3, 60), of_part_two(4, 60)] {
        for setup in &setups {
            let battle = part.battle(setup);
            let mut whole = [Outcome::default(); 50];
            battle.play(7, 0, &mut whole);
            let mut pieces = [Outcome::default(); 50];
            for (from, to) in [(31, 50), (0, 1), (1, 8), (8, 31)] {
                battle.play(7, from as u64, &mut pieces[from..to]);
            }
            assert_eq!(whole, pieces, "{setup}");
        }
    }
}

/// A player who answers anything, now and then something that fits.
struct Nonsense(Pcg64);

impl Nonsense {
    fn up_to(&mut self, most: u32) -> u32 {
        self.0.random_range(0..=most)
    }

    fn who(&mut self) -> usize {
        match self.up_to(20) {
            20 => usize::MAX,
            who => who as usize,
        }
    }

    fn bits(&mut self) -> u16 {
        let bits = self.0.next_u32() as u16;
        if self.up_to(1) == 0 { bits } else { 1 << (bits & 7) }
    }

    fn handling(&mut self) -> Handling {
        let keep = [KeepDice::BestTotal, KeepDice::MaxEffect, KeepDice::BestEffect][self.up_to(2) as usize];
        let mut yes = || self.0.random_bool(0.5);
        Handling {
            keep,
            shown: if yes() { ShownTie::Highest } else { ShownTie::Lowest },
            order: if yes() { EffectOrder::Best } else { EffectOrder::LargestFirst },
            removal: if yes() { Removal::Lowest } else { Removal::BestReached },
            saves: yes(),
            buys: yes(),
        }
    }

    fn attack(&mut self) -> Attack {
        let several = self.up_to(3) == 0;
        Attack {
            target: self.who(),
            others: if several { self.bits() } else { 0 },
            grenades: if self.up_to(3) == 0 { self.up_to(255) as u8 } else { self.up_to(2) as u8 & 1 },
            marksman: self.up_to(5) == 0,
            flames: self.up_to(3) == 0,
        }
    }

    fn anything(&mut self) -> Action {
        match self.up_to(19) {
            0 => Action::Nothing,
            1 => Action::Name(self.who()),
            2 => Action::First(if self.up_to(1) == 0 { Side::Blue } else { Side::Red }),
            3 => Action::Handle(self.handling()),
            4 => Action::Draw { below: self.up_to(9) as u8 },
            5..=7 => Action::Attack(self.attack()),
            8 => Action::Flank { target: self.who() },
            9 => Action::Move { to: self.up_to(255) as u8 },
            10 => Action::Move { to: self.up_to(5) as u8 },
            11 => Action::TakeCover,
            12 => Action::PutOut,
            13 => Action::ShakeOff,
            14 => Action::Suppress { targets: self.bits() },
            15 => Action::Drop,
            16 => Action::Deploy(if self.up_to(1) == 0 { Machine::Turret } else { Machine::Drone }),
            17 => Action::Fly { drone: self.who(), to: self.up_to(6) as u8 },
            18 => Action::Recall { drone: self.who() },
            _ => Action::Tend,
        }
    }
}

impl Player for Nonsense {
    fn choose(&mut self, knows: &Knowledge<'_>, ask: Ask) -> Action {
        let likely = self.up_to(9) > 0;
        let fits = |action: &Action| match knows {
            Knowledge::Fireteams(_) => ask.takes(action),
            Knowledge::Firefight(view) => view.may(ask, action),
        };
        let tries = if likely { 20 } else { 0 };
        (0..tries).map(|_| self.anything()).find(fits).unwrap_or_else(|| self.anything())
    }
}

/// Plays random setups with who answers nonsense; the clauses told, and those by which something was refused.
fn nonsense(part: &Part, setups: &[Value]) -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
    let (mut clauses, mut refused) = (BTreeSet::new(), BTreeSet::new());
    let play_out =
        if part.ruleset.id == "cortex_firefight" { cortex::firefight::play_out } else { cortex::fireteam::play_out };
    for (seed, setup) in (0..).zip(setups) {
        let figures = part.battle(setup).figures().len();
        for engagement in 0..ENGAGEMENTS {
            let mut player = Nonsense(Pcg64::new(u128::from(seed), u128::from(engagement)));
            let (outcome, steps) = play_out(setup, seed, engagement, &mut player).expect("a setup that compiles");
            sound(part, setup, &outcome, &steps, figures)
                .unwrap_or_else(|error| panic!("{engagement} of {setup}: {error}"));
            let (forbidden, told): (Vec<&Step>, Vec<&Step>) =
                steps.iter().partition(|step| step.text == "may not do that");
            clauses.extend(told.iter().map(|step| step.clause));
            refused.extend(forbidden.iter().map(|step| step.clause));
        }
    }
    (clauses, refused)
}

#[test]
fn nonsense_is_refused_in_fights_of_fireteams() {
    let (part, setups) = of_part_one(5, SETUPS);
    let (clauses, _) = nonsense(&part, &setups);
    assert!(clauses.contains("CX1-harm-3") && clauses.contains("CX1-effect-3"), "{clauses:?}");
}

#[test]
fn nonsense_is_refused_in_firefights() {
    let (part, setups) = of_part_two(6, SETUPS);
    let (clauses, refused) = nonsense(&part, &setups);
    for clause in [
        "CX2-attack-5",
        "CX2-spec-1",
        "CX2-spec-2",
        "CX2-spec-3",
        "CX2-spec-4",
        "CX2-spec-6",
        "CX2-zone-2",
        "CX2-zone-4",
        "CX2-zone-5",
    ] {
        assert!(clauses.contains(clause), "{clause} of {clauses:?}");
    }
    for clause in [
        "CX2-attack-1",
        "CX2-init-1",
        "CX2-spec-1",
        "CX2-spec-2",
        "CX2-spec-4",
        "CX2-spec-5",
        "CX2-spec-6",
        "CX2-zone-3",
        "CX2-zone-4",
        "CX2-zone-5",
    ] {
        assert!(refused.contains(clause), "{clause} of {refused:?}");
    }
}
