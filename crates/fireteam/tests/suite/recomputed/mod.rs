//! Logs from which everything can be worked out again: engagements on maps are followed by the parts of their steps alone, with the
//! map, the scenario and the rulebook's tables, and every die, number, sight and state that a log states is held against it.

mod fire;
mod grenades;
mod moves;
mod sight;

use std::collections::{BTreeMap, BTreeSet};

use engage::{Battle, Map, Mark, Side, Step};
use field::{Cell, Doors, Plan};
use rand_pcg::Pcg64;
use serde_json::{Value, json};
use testkit::maps::{map, squares};

use crate::facts::{Seen, Stated, faces, must, same};
use crate::play::{any_scenario, attack_on_the_farm, battle_on, farm, grenades_in_the_yard, yard};

/// Engagements on maps at random, on the farm and in the yard.
const ENGAGEMENTS: [u64; 3] = [400, 40, 100];

/// A man as the log has him.
#[derive(Clone, Debug)]
struct Man {
    at: Option<Cell>,
    prone: bool,
    /// 0 stationary, 1 moving, 2 rushing.
    movement: usize,
    moved: bool,
    pinned: bool,
    wounded: bool,
    aim: Option<u8>,
    revealed: bool,
    saw: [BTreeSet<u8>; 2],
    grenades: [u64; 2],
}

const MOVEMENTS: [&str; 3] = ["stationary", "moving", "rushing"];

/// A burst that is rolled for, and a grenade.
#[derive(Clone, Debug)]
struct Laid {
    range: i64,
    aimed: bool,
    left: Vec<u8>,
    /// Whether hard cover protects the firer from his target, and his number two, as he fires.
    cover: bool,
    second: Option<u8>,
}

struct Log<'a> {
    plan: &'a Plan,
    scenario: &'a Value,
    figures: &'a [engage::Figure],
    men: Vec<Man>,
    doors: Doors,
    turn: Option<Side>,
    burst: Option<Laid>,
    thrown: BTreeMap<u8, (Cell, usize)>,
    blasted: Vec<u8>,
}

impl<'a> Log<'a> {
    fn key(&self, who: u8, key: &str) -> &'a Value {
        let figure = &self.figures[usize::from(who)];
        &self.scenario[figure.side.name()][&figure.squad][key]
    }

    fn man(&mut self, who: u8) -> &mut Man {
        &mut self.men[usize::from(who)]
    }

    fn of(&self, who: u8) -> &Man {
        &self.men[usize::from(who)]
    }

    fn all(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.men.len() as u8
    }

    /// Those in action.
    fn up(&self) -> Vec<u8> {
        self.all().filter(|&who| self.of(who).at.is_some()).collect()
    }

    fn side(&self, who: u8) -> Side {
        self.figures[usize::from(who)].side
    }

    fn at(&self, who: u8) -> Seen<Cell> {
        self.of(who).at.ok_or_else(|| format!("{who} is out"))
    }

    fn cell(&self, cell: u16) -> Seen<Cell> {
        self.plan.cell_numbered(cell.into()).ok_or("off the map".to_owned())
    }

    /// Everybody of the side who has not moved in this turn has not moved: what comes now comes after all moves.
    fn settle(&mut self) {
        let Some(side) = self.turn else { return };
        for who in self.all() {
            if self.side(who) == side && !self.of(who).moved {
                self.man(who).movement = 0;
            }
        }
    }

    fn step(&mut self, step: &Step, count: &mut BTreeMap<String, u64>) -> Seen {
        *count.entry(step.verb.to_owned()).or_default() += 1;
        if matches!(step.verb, "aim" | "shot" | "burst" | "burst_roll" | "no_shot" | "explode" | "turn") {
            self.settle();
        }
        let sum: i32 = step.modifiers.iter().map(|modifier| modifier.value).sum();
        must(step.target_number.is_none_or(|number| number == sum), "modifiers that do not add up")?;
        let who = || step.figure.ok_or("who?".to_owned());
        match step.verb {
            "deploy" => {
                for &mark in &step.marks {
                    let Mark::Stands { figure, cell } = mark else { return Err("no place".to_owned()) };
                    let cell = self.cell(cell)?;
                    self.man(figure).at = Some(cell);
                }
                for man in step.list("men")? {
                    let figure = man.figures("figure")?[0];
                    self.man(figure).prone = man.word_of("posture")? == "prone";
                }
                self.states(step)
            }
            "first_move" => {
                let dice = faces(step, "initiative");
                must(dice.len() == 2 && dice[0] != dice[1], "a roll for the first move is two dice that differ")?;
                let winner = if dice[0] > dice[1] { "blue" } else { "red" };
                same("winner", step.word_of("winner")?, winner)?;
                same("first", step.word_of("first")?, winner)
            }
            "turn" => {
                let side =
                    Side::ALL.into_iter().find(|side| step.word_of("side") == Ok(side.name())).ok_or("whose?")?;
                self.turn = Some(side);
                for who in self.up().into_iter().filter(|&who| self.side(who) == side).collect::<Vec<_>>() {
                    let seen = self.seen_by(who).into_iter().collect();
                    let man = self.man(who);
                    man.moved = false;
                    man.saw = [seen, std::mem::take(&mut man.saw[0])];
                }
                self.states(step)
            }
            "unpin" => self.unpins(who()?, step),
            "go_prone" | "stand_up" => {
                let man = self.man(who()?);
                let up = step.verb == "stand_up";
                must(man.prone == up, "is so already")?;
                man.prone = !up;
                if up || step.word_of("why")? == "own_move" {
                    (man.moved, man.movement) = (true, usize::from(up));
                }
                if up {
                    man.aim = None;
                    same("counts as", step.word_of("counts_as")?, MOVEMENTS[1])?;
                }
                Ok(())
            }
            "move" => self.moves(who()?, step, count),
            "throw" => self.throws(who()?, step),
            "aim" => {
                let (me, target) = (who()?, step.target.ok_or("at whom?")?);
                same("makes out", step.figures("makes_out")?, self.made_out_by(me)?)?;
                must(self.made_out_by(me)?.contains(&target) && self.of(me).movement == 0, "may not aim")?;
                self.man(me).aim = Some(target);
                Ok(())
            }
            "burst" => self.bursts(who()?, step),
            "shot" | "burst_roll" | "no_shot" => self.shoots(who()?, step, count),
            "explode" => self.explodes(who()?, step),
            "blast" => self.blasts(who()?, step),
            verb => Err(format!("{verb}?")),
        }
    }

    /// How everybody is, as it is stated when a turn begins.
    fn states(&self, step: &Step) -> Seen {
        let men = step.list("men")?;
        let named: Vec<u8> = men.iter().map(|man| Ok(man.figures("figure")?[0])).collect::<Seen<_>>()?;
        same("in action", named, self.up())?;
        for stated in men {
            let who = stated.figures("figure")?[0];
            let man = self.of(who);
            same("posture", stated.word_of("posture")?, if man.prone { "prone" } else { "standing" })?;
            same("movement", stated.word_of("movement")?, MOVEMENTS[man.movement])?;
            same("pinned", stated.flag("pinned")?, man.pinned)?;
            same("wounded", stated.flag("wounded")?, man.wounded)?;
            same("aim", stated.figures("aim")?, man.aim.into_iter().collect())?;
            same("sees", stated.figures("sees")?, self.seen_by(who))?;
            same("makes out", stated.figures("makes_out")?, self.made_out_by(who)?)?;
            same("leader", stated.figures("leader")?, vec![self.leader(who)?])?;
            let grenades = [stated.number_of("offensive_grenades")?, stated.number_of("defensive_grenades")?];
            same("grenades", grenades.map(|left| left as u64), man.grenades)?;
        }
        Ok(())
    }
}

/// Follows an engagement to its end.
fn follow(
    map: &Map,
    battle: &dyn Battle,
    scenario: &Value,
    engagement: u64,
    count: &mut BTreeMap<String, u64>,
) -> Seen {
    let figures = battle.figures();
    let man = |figure: &engage::Figure| {
        let squad = &scenario[figure.side.name()][&figure.squad];
        Man {
            at: None,
            prone: false,
            movement: 0,
            moved: false,
            pinned: squad["begins_pinned"] == true,
            wounded: squad["wounds"] == 1,
            aim: None,
            revealed: false,
            saw: Default::default(),
            grenades: ["offensive_grenades", "defensive_grenades"].map(|kind| squad[kind].as_u64().unwrap_or(0)),
        }
    };
    let mut log = Log {
        plan: &map.plan,
        scenario,
        figures,
        men: figures.iter().map(man).collect(),
        doors: Doors::SHUT,
        turn: None,
        burst: None,
        thrown: BTreeMap::new(),
        blasted: Vec::new(),
    };
    for step in battle.replay(7, engagement).1 {
        log.step(&step, count).map_err(|error| format!("engagement {engagement}: {error}: {step:#?}"))?;
    }
    Ok(())
}

/// Every die and number, who was in sight and in cover, and the state of everybody at each turn.
#[test]
fn everything_is_worked_out_again_from_the_log() {
    let mut count = BTreeMap::new();
    let mut played = 0;
    for number in 0.. {
        if played == ENGAGEMENTS[0] {
            break;
        }
        let mut rng = Pcg64::new(u128::from(number), 0x106);
        let drawing = testkit::maps::drawing(&mut rng, if number % 10 == 0 { 30 } else { 14 });
        let open = squares(&drawing, ".,_h\":%&^");
        if open.len() < 20 {
            continue;
        }
        played += 1;
        let place = open[open.len() - 3..].to_vec();
        let map = map(&drawing, &[("blue", open.clone()), ("red", open), ("place", place)]);
        let mut scenario = any_scenario(&mut rng, true);
        scenario["rules"] = json!({});
        let battle = battle_on(&map, &scenario);
        follow(&map, &*battle, &scenario, number, &mut count)
            .unwrap_or_else(|error| panic!("map {number}, {error}\n{drawing}\n{scenario}"));
    }
    for (map, scenario, engagements) in
        [(farm(), attack_on_the_farm(), ENGAGEMENTS[1]), (yard(), grenades_in_the_yard(), ENGAGEMENTS[2])]
    {
        let battle = battle_on(&map, &scenario);
        for engagement in 0..engagements {
            follow(&map, &*battle, &scenario, engagement, &mut count)
                .unwrap_or_else(|error| panic!("{error}\n{scenario}"));
        }
    }
    // The seeds are fixed: each of these comes about often, or its check is idle.
    let common = [
        "deploy",
        "first_move",
        "turn",
        "unpin",
        "go_prone",
        "stand_up",
        "move",
        "throw",
        "aim",
        "burst",
        "shot",
        "burst_roll",
        "no_shot",
        "explode",
        "blast",
        "missed",
        "pinned",
        "wounded",
        "serious",
        "dead",
        "flee, rushing",
        "rush, rushing",
        "walk, moving",
    ];
    let rare: Vec<&str> = common.into_iter().filter(|&what| count.get(what).is_none_or(|&times| times < 50)).collect();
    assert!(rare.is_empty(), "{rare:?} {count:?}");
}
