//! What must be true of any engagement on any map, watched step by step.

use std::collections::BTreeMap;
use std::sync::Arc;

use engage::{Battle, Map, Mark, Outcome, Side, Step};
use field::{Cell, Door, Doors, INCH, Mover, Plan};
use rand::RngExt;
use rand_pcg::Pcg64;
use serde_json::{Value, json};
use testkit::maps::{map, squares};

/// Maps played on, and engagements on each.
const MAPS: u64 = 10_000;
const ENGAGEMENTS: u64 = 2;

/// Compiles a scenario on a map.
#[track_caller]
pub(crate) fn battle_on(map: &Arc<Map>, scenario: &Value) -> Box<dyn Battle> {
    (cqb::RULESET.compile)(scenario, Some(map)).unwrap_or_else(|problems| panic!("{scenario}: {problems:?}"))
}

/// A scenario for a map at random. Kits, orders and missions are all open.
fn any_scenario(rng: &mut Pcg64, hostages: usize) -> Value {
    let one_of = |rng: &mut Pcg64, words: &[&str]| words[rng.random_range(0..words.len())].to_owned();
    let squad = |rng: &mut Pcg64| {
        let mut squad = json!({
            "count": rng.random_range(1..=3),
            "ability": one_of(rng, &["novice", "experienced", "veteran", "elite"]),
            "weapon": one_of(rng, &["pistol", "smg", "smg+", "poor rifle", "shotgun", "sniper rifle"]),
            "doctrine": one_of(rng, &["stand", "snap", "aim", "hold"]),
            "pace": one_of(rng, &["crawl", "normal", "fast"]),
            "risk": rng.random_range(0..=100),
            "stack": rng.random_range(1..=4),
            "switch": rng.random_bool(0.3),
            "stun_grenades": rng.random_range(0..=2),
            "gas_grenades": rng.random_range(0..=1),
            "mask": rng.random_bool(0.5),
            "deploy": one_of(rng, &["together", "apart"]),
            "throw": one_of(rng, &["first", "unseen"]),
        });
        if rng.random_bool(0.6) {
            squad["orders"] = json!(one_of(rng, &["guard", "respond", "assault", "mission"]));
        }
        squad
    };
    let words: &[&str] = if hostages > 0 {
        &["eliminate", "rescue", "hold", "escort", "bomb", "search"]
    } else {
        &["eliminate", "hold", "bomb", "search"]
    };
    let objective = one_of(rng, words);
    let mut mission = json!({
        "objective": objective,
        "side": one_of(rng, &["blue", "red"]),
        "bystanders": one_of(rng, &["stay", "flee", "follow"]),
    });
    if ["hold", "escort", "bomb"].contains(&&*objective) {
        mission["at"] = json!("place");
    }
    if ["hold", "bomb"].contains(&&*objective) {
        mission["turns"] = json!(rng.random_range(1..=20));
    }
    json!({
        "field": { "map": "any.toml", "hostages": hostages },
        "mission": mission,
        "blue": { "team": squad(rng) },
        "red": { "gunmen": squad(rng) },
        "rules": {
            "reshuffle": one_of(rng, &["exhausted", "every_turn", "every_draw"]),
            "stun_recover": one_of(rng, &["same_turn", "next_turn"]),
            "gas_overcome": one_of(rng, &["penalty", "no_action"]),
            "gas_recovery": one_of(rng, &["never", "on_leaving"]),
            "door_test": one_of(rng, &["none", "easy", "difficult"]),
            "joker_fire_hazard": one_of(rng, &["off", "on"]),
            "line_of_fire_beyond": one_of(rng, &["until_wall", "none"]),
            "hold_duration": one_of(rng, &["until_acts", "turn"]),
            "cover": one_of(rng, &["none", "exposed_parts"]),
            "knockdown": one_of(rng, &["lose_action", "none"]),
            "move_and_fire": one_of(rng, &["no", "up_to_normal"]),
            "failed_interrupt": one_of(rng, &["keeps_hold", "loses_hold"]),
            "aim_cost": one_of(rng, &["action", "free"]),
            "order": one_of(rng, &["reaction", "reaction", "blue_first", "simultaneous"]),
            "difficulty": { "moderate": rng.random_range(1..=8) },
        },
        "turn_limit": 20,
    })
}

/// An observer of an engagement on a map, who knows only the log.
struct Watch<'a> {
    plan: &'a Plan,
    at: BTreeMap<u8, Cell>,
    doors: Doors,
    /// The figures stunned, and since when.
    stunned: BTreeMap<u8, u32>,
    /// Whether figures act simultaneously in this turn, so that one who is stunned may still act in the same moment.
    together: bool,
    /// Squares left in this turn: those who act in the same moment may pass them, but not end there.
    left_behind: Vec<Cell>,
    fallen: Vec<u8>,
    left: usize,
    thrown: BTreeMap<u8, u64>,
}

impl<'a> Watch<'a> {
    fn new(plan: &'a Plan, together: bool) -> Watch<'a> {
        let (at, thrown, stunned) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Watch {
            plan,
            at,
            doors: Doors::SHUT,
            stunned,
            together,
            left_behind: Vec::new(),
            fallen: Vec::new(),
            left: 0,
            thrown,
        }
    }

    fn cell(&self, number: u16) -> Result<Cell, String> {
        self.plan.cell_numbered(number.into()).ok_or_else(|| format!("cell {number} is not on the map"))
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        if step.clause == "CQB-3b" {
            self.together = step.named.iter().any(|named| named.after == " with ");
            self.left_behind.clear();
        }
        let resists = step.text.contains("withstands") || step.text.contains("succumbs");
        if let Some(figure) = step.figure {
            if self.fallen.contains(&figure)
                && !matches!(step.clause, "CQB-5.2a" | "CQB-5.3.3e")
                && step.marks.is_empty()
            {
                // Figures that act in the same moment may still finish what they do.
                return Ok(());
            }
            // CQB-6b: a stunned figure takes no action.
            let since = self.stunned.get(&figure).filter(|&&since| since < step.turn || !self.together);
            if since.is_some() && !resists {
                return Err(format!("figure {figure} is stunned and acts"));
            }
            if step.text.contains("the stun grenade") {
                let stunned = step.text.contains("succumbs");
                let since = self.stunned.remove(&figure).filter(|_| stunned);
                if stunned {
                    self.stunned.insert(figure, since.unwrap_or(step.turn));
                }
            }
            if step.clause == "CQB-6d" {
                *self.thrown.entry(figure).or_default() += 1;
            }
        }
        for &mark in &step.marks {
            self.mark(step, mark)?;
        }
        Ok(())
    }

    fn mark(&mut self, step: &Step, mark: Mark) -> Result<(), String> {
        match mark {
            Mark::Stands { figure, cell } => {
                let cell = self.cell(cell)?;
                if self.at.iter().any(|(&other, &there)| other != figure && there == cell) {
                    return Err(format!("figure {figure} shares a cell"));
                }
                if let Some(&from) = self.at.get(&figure)
                    && !self.passes(from, cell)
                {
                    return Err(format!("figure {figure} passes a wall"));
                }
                self.left_behind.extend(self.at.insert(figure, cell));
            }
            Mark::Falls { figure } => {
                self.left_behind.push(self.at.remove(&figure).ok_or("somebody falls who is not on the map")?);
                self.fallen.push(figure);
            }
            Mark::Leaves { figure } => {
                self.at.remove(&figure).ok_or("somebody leaves who is not on the map")?;
                self.left += 1;
            }
            Mark::Opens { door } => {
                let door = Door::new(door.into()).filter(|_| usize::from(door) < self.plan.doors());
                self.doors.open(door.ok_or("no such door")?);
            }
            Mark::Shot { from, to } => {
                let (from, to) = (self.cell(from)?, self.cell(to)?);
                if !self.plan.sees(from, to, self.doors) {
                    return Err(format!("figure {:?} fires at what it cannot see", step.figure));
                }
            }
            Mark::Faces { .. } | Mark::Smokes { .. } => return Err("no rule here has facings or smoke".to_owned()),
            Mark::Bursts { room, .. } => {
                self.plan.room_numbered(room.into()).ok_or("no such room")?;
            }
        }
        Ok(())
    }

    /// Whether steps lead from one cell to another through open doors, past others in the way.
    fn passes(&self, from: Cell, to: Cell) -> bool {
        const MOVER: Mover = Mover { rough: INCH, climb: Some(INCH), door: Some(INCH), stairs: Some(INCH) };
        let mut taken: Vec<Cell> = self.at.values().copied().collect();
        if self.together {
            taken.extend(&self.left_behind);
        }
        let (mut seen, mut waiting) = (vec![from], vec![from]);
        while let Some(cell) = waiting.pop() {
            for step in self.plan.steps(cell, MOVER, self.doors).filter(|step| step.door.is_none()) {
                if step.to == to {
                    return true;
                }
                if taken.contains(&step.to) && !seen.contains(&step.to) {
                    seen.push(step.to);
                    waiting.push(step.to);
                }
            }
        }
        from == to
    }

    /// Those who have fallen are lost in the outcome, and nobody else.
    fn over(&self, outcome: &Outcome, battle: &dyn Battle, scenario: &Value) -> Result<(), String> {
        let figures = battle.figures();
        let lost = |side: Side| {
            let of_side = |&&figure: &&u8| figures.get(usize::from(figure)).is_some_and(|known| known.side == side);
            self.fallen.iter().filter(of_side).count()
        };
        let hostages = self.fallen.iter().filter(|&&figure| usize::from(figure) >= figures.len()).count();
        let counted = [lost(Side::Blue), lost(Side::Red), hostages];
        let told = [outcome.measures[0], outcome.measures[1], outcome.measures[5]].map(usize::from);
        if counted != told {
            return Err(format!("{counted:?} fell, {told:?} are lost"));
        }
        let everybody = figures.len() + battle.bystanders();
        if self.at.len() + self.fallen.len() + self.left != everybody {
            return Err("somebody is missing".to_owned());
        }
        for (&figure, &thrown) in &self.thrown {
            let side = figures[usize::from(figure)].side.name();
            let squad = &scenario[side][&figures[usize::from(figure)].squad];
            let carried = squad["stun_grenades"].as_u64().unwrap_or(0) + squad["gas_grenades"].as_u64().unwrap_or(0);
            if thrown > carried {
                return Err(format!("figure {figure} throws {thrown} of {carried}"));
            }
        }
        let limit = scenario["turn_limit"].as_u64().unwrap_or(0);
        if u64::from(outcome.turns) > limit { Err("over the turn limit".to_owned()) } else { Ok(()) }
    }
}

/// Watches an engagement to its end.
pub(crate) fn watched(battle: &dyn Battle, scenario: &Value, seed: u64, engagement: u64) -> Result<Outcome, String> {
    let (outcome, steps) = battle.replay(seed, engagement);
    let mut watch = Watch::new(&battle.map().ok_or("a map")?.plan, scenario["rules"]["order"] == "simultaneous");
    for step in &steps {
        watch.step(step).map_err(|error| format!("turn {}: {error} ({})", step.turn, step.text))?;
    }
    watch.over(&outcome, battle, scenario)?;
    Ok(outcome)
}

/// A drawing at random with its map and a scenario on it, if it is large enough.
pub(crate) fn any_map(number: u64) -> Option<(String, Arc<Map>, Value)> {
    let mut rng = Pcg64::new(u128::from(number), 0xba771e);
    let most = if number % 100 == 30 { 30 } else { 12 };
    let drawing = testkit::maps::drawing(&mut rng, most);
    let open = squares(&drawing, ".,_h\":%&");
    if open.len() < 12 {
        return None;
    }
    // Sides may begin anywhere, even among each other.
    let mut some = |least: usize| -> Vec<(usize, usize)> {
        let share = rng.random_range(0.2..1.0);
        let mut chosen: Vec<_> = open.iter().copied().filter(|_| rng.random_bool(share)).collect();
        if chosen.len() < least {
            chosen.clone_from(&open);
        }
        chosen
    };
    let areas = [("blue", some(3)), ("red", some(3)), ("hostages", some(3)), ("place", some(1))];
    let map = map(&drawing, &areas);
    let hostages = rng.random_range(0..=3);
    let scenario = any_scenario(&mut rng, hostages);
    Some((drawing, map, scenario))
}

/// CQB-4a, CQB-4c, CQB-6b: no figure leaves the map, passes a wall, shares a cell, fires at what it cannot see or acts
/// while stunned. Figures, hostages and grenades are conserved, the fight ends by the turn limit, and play allocates
/// nothing.
#[test]
fn any_map_is_played_by_the_rules() {
    let mut seen = [0_u64; 5];
    let mut maps = 0;
    for number in 0.. {
        let Some((drawing, map, scenario)) = any_map(number) else { continue };
        maps += 1;
        if maps > MAPS {
            break;
        }
        let battle = battle_on(&map, &scenario);
        let mut played = [Outcome::default(); ENGAGEMENTS as usize];
        let allocated = testkit::allocations(|| battle.play(number, 0, &mut played));
        assert_eq!(allocated, 0, "play allocates nothing: map {number}");
        for engagement in 0..ENGAGEMENTS {
            let outcome = watched(&*battle, &scenario, number, engagement).unwrap_or_else(|error| {
                panic!("map {number}, engagement {engagement}: {error}\n{drawing}\n{scenario}")
            });
            assert_eq!(outcome, played[engagement as usize], "a replay is what was played");
            seen[usize::from(outcome.ending)] += 1;
        }
    }
    let [blue, red, both, stalemate, limit] = seen;
    assert!([blue, red, limit].iter().all(|&count| count > 500), "most endings are common: {seen:?}");
    assert!(both > 0 && stalemate == 0, "{seen:?}");
}
