//! An observer of an assault: what he knows of everybody from the steps, one part of the turn after the other.

use std::collections::{BTreeMap, BTreeSet};

use engage::{Battle, Map, Mark, Outcome, Side, Step};
use serde_json::Value;

use super::facts::Facts as _;
use super::lay::{At, Lay};

pub(super) type Seen<T = ()> = Result<T, String>;

pub(super) fn must(holds: bool, otherwise: &str) -> Seen {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}

/// How often what is checked came about, so that no check is idle.
pub(super) type Count = BTreeMap<&'static str, u64>;

/// GGG-move-2, in the order of fire (GGG-ord-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pace {
    #[default]
    Stationary,
    Stealthy,
    Normal,
}

impl Pace {
    pub(super) fn word(self) -> &'static str {
        ["stationary", "stealthy", "normal"][self as usize]
    }
}

pub(super) const PACES: [Pace; 3] = [Pace::Stationary, Pace::Stealthy, Pace::Normal];

/// A part of a turn (section 3); with a pace if it belongs to figures of that pace only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Orders,
    Move(Option<Pace>),
    Arrive,
    Hear,
    Look(Option<Pace>),
    Fire(Pace),
    End,
}

/// What became of a bomb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charge {
    Carried(u8),
    Lies(At),
    Planted(At, u32),
    Defused,
    Exploded,
}

/// Somebody, as far as the steps and the scenario tell: a figure, or a hostage.
#[derive(Clone, Debug)]
pub(super) struct Man {
    /// None for a hostage.
    pub(super) side: Option<Side>,
    pub(super) vip: bool,
    pub(super) armed: bool,
    pub(super) sniper: bool,
    pub(super) hides: bool,
    /// At whom it fires: the first it may, or the likeliest to be hit; and the turns of aiming it wants.
    pub(super) takes_first: bool,
    pub(super) wanted_aim: i32,
    pub(super) kit: Vec<String>,
    pub(super) out: bool,
    pub(super) captured: bool,
    pub(super) safe: bool,
    pub(super) wounds: i32,
    /// Turns left of being stunned, this one included (GGG-stun-3).
    pub(super) stun: i32,
    /// Hit by anybody, by Terrorists, and put out by Terrorists (GGG-mis-5).
    pub(super) hit: [bool; 3],
    /// Told to hide since it last moved.
    pub(super) hidden: bool,
    pub(super) facing: (i32, i32),
    pub(super) pace: Pace,
    pub(super) went: bool,
    pub(super) turned: bool,
    /// Turns of aiming that it has lost by turning and that are still to be told.
    pub(super) lost_aim: i32,
    pub(super) fired: bool,
    pub(super) threw: bool,
    /// Its rifle is not loaded when the turn begins (GGG-snipe-7).
    pub(super) reloads: bool,
    pub(super) shaken: bool,
    pub(super) work: u32,
    /// GGG-snipe-3, GGG-snipe-6, GGG-snipe-7.
    pub(super) loaded: bool,
    pub(super) set_up: bool,
    pub(super) aim: i32,
    /// The figures it has seen in this turn, and in the last turn in which it looked.
    pub(super) sees: BTreeSet<u8>,
    pub(super) saw: BTreeSet<u8>,
    /// The last turn in which an enemy saw him.
    pub(super) known: u32,
    /// A hostage's leader.
    pub(super) leader: Option<u8>,
}

/// An observer of an engagement on a map.
pub(super) struct Watch<'a> {
    pub(super) lay: Lay<'a>,
    pub(super) scenario: &'a Value,
    pub(super) figures: u8,
    pub(super) men: Vec<Man>,
    pub(super) at: BTreeMap<u8, At>,
    pub(super) open: BTreeSet<u8>,
    pub(super) smoke: BTreeSet<At>,
    pub(super) place: BTreeSet<At>,
    pub(super) bombs: Vec<Charge>,
    pub(super) turn: u32,
    /// All who have this pace or a lower one have moved in this turn.
    pub(super) has_moved: Pace,
    /// Figures that have spoken to hostages.
    pub(super) spoke: BTreeSet<u8>,
    /// Whether hostages have been killed since the mission was last looked at: by Counter-Terrorists, by Terrorists.
    pub(super) killed: [bool; 2],
    pub(super) count: &'a mut Count,
}

/// The area where a squad of blue begins.
fn begins(squad: &Value) -> &str {
    squad["at"].as_str().unwrap_or("blue")
}

impl<'a> Watch<'a> {
    pub(super) fn new(battle: &dyn Battle, map: &'a Map, scenario: &'a Value, count: &'a mut Count) -> Watch<'a> {
        let lay = Lay(&map.plan);
        let figures = battle.figures();
        let armed_vip = scenario["rules"]["vip_armed"] == "yes";
        let man = |figure: &engage::Figure| {
            let squad = &scenario[figure.side.name()][&figure.squad];
            let vip = squad["vip"] == true;
            let kit = squad["grenades"].as_array().into_iter().flatten();
            Man {
                side: Some(figure.side),
                vip,
                armed: (!vip || armed_vip) && squad["weapon"] != "none",
                sniper: squad["weapon"] == "sniper" && (!vip || armed_vip),
                hides: squad["hiding"].as_bool().unwrap_or(true),
                takes_first: squad["target"] == "first",
                wanted_aim: squad["aim"].as_i64().unwrap_or(0) as i32,
                kit: kit.filter_map(Value::as_str).map(str::to_owned).collect(),
                wounds: squad["wounds"].as_i64().unwrap_or(0) as i32,
                stun: squad["stun_turns"].as_i64().unwrap_or(0) as i32,
                ..Man::HOSTAGE
            }
        };
        let mut men: Vec<Man> = figures.iter().map(man).collect();
        men.extend(vec![Man::HOSTAGE; battle.bystanders()]);
        // Hostages are brought to where blue begins.
        let zones: Vec<&str> = match scenario["mission"]["at"].as_str() {
            Some(at) => vec![at],
            None => scenario["blue"].as_object().into_iter().flat_map(|squads| squads.values()).map(begins).collect(),
        };
        let cells = zones.into_iter().filter_map(|zone| map.squares(zone)).flat_map(|cells| cells.iter());
        let place = cells.filter_map(|cell| lay.numbered(cell.index() as u16)).collect();
        Watch {
            lay,
            scenario,
            figures: figures.len() as u8,
            place,
            men,
            at: BTreeMap::new(),
            open: BTreeSet::new(),
            smoke: BTreeSet::new(),
            bombs: Vec::new(),
            turn: 0,
            has_moved: Pace::Stationary,
            spoke: BTreeSet::new(),
            killed: [false; 2],
            count,
        }
    }

    /// Whether an option has this value, which is not its default.
    pub(super) fn option(&self, option: &str, value: &str) -> bool {
        self.scenario["rules"][option] == value
    }

    /// A number of the rulebook.
    pub(super) fn number(&self, key: &str, printed: u32) -> u32 {
        self.scenario["rules"][key].as_u64().map_or(printed, |number| number as u32)
    }

    pub(super) fn counts(&mut self, what: &'static str) {
        *self.count.entry(what).or_default() += 1;
    }

    pub(super) fn man(&self, who: u8) -> Seen<&Man> {
        self.men.get(usize::from(who)).ok_or_else(|| format!("there is no {who}"))
    }

    pub(super) fn stands(&self, who: u8) -> Seen<At> {
        self.at.get(&who).copied().ok_or_else(|| format!("{who} is nowhere"))
    }

    /// A figure that can act: who is put out is taken off the map when the step of fire is over.
    pub(super) fn acts(&self, who: Option<u8>) -> Seen<u8> {
        let who = who.filter(|&who| who < self.figures).ok_or("which figure?")?;
        must(self.at.contains_key(&who), "acts although it is not in action")?;
        Ok(who)
    }

    /// Figures on the map, with where they are.
    pub(super) fn up(&self) -> impl Iterator<Item = (u8, At)> + '_ {
        self.at.iter().map(|(&who, &at)| (who, at)).filter(|&(who, _)| who < self.figures)
    }

    pub(super) fn enemies(&self, who: u8) -> impl Iterator<Item = (u8, At)> + '_ {
        let side = self.men[usize::from(who)].side;
        self.up().filter(move |&(other, _)| self.men[usize::from(other)].side != side)
    }

    /// GGG-map-3, GGG-gren-10: walls and shut doors block, and smoke unless it only hides.
    pub(super) fn in_sight(&self, from: At, to: At) -> bool {
        let smoky = !self.option("smoke_sight", "hides") && self.is_smoky(from, to);
        !smoky && self.lay.is_open(from, to, &self.open)
    }

    pub(super) fn is_smoky(&self, from: At, to: At) -> bool {
        let smoke = |at: At| self.smoke.contains(&at);
        !self.smoke.is_empty() && (smoke(from) || smoke(to) || Lay::line(from, to).any(smoke))
    }

    /// The parts of a turn in order (GGG-seq-1).
    fn parts(&self) -> Vec<Part> {
        let mut parts = vec![Part::Orders];
        if self.option("fire_timing", "stationary_first") {
            for pace in PACES {
                let of = Some(pace);
                parts.extend([Part::Move(of), Part::Arrive, Part::Hear, Part::Look(of), Part::Fire(pace)]);
            }
        } else {
            parts.extend([Part::Move(None), Part::Arrive, Part::Hear, Part::Look(None)]);
            parts.extend(PACES.map(Part::Fire));
        }
        parts.push(Part::End);
        parts
    }

    /// Whether a step is logged in a part of the turn.
    fn belongs(&self, step: &Step, part: Part) -> bool {
        let pace = |who: Option<u8>| self.men.get(usize::from(who.unwrap_or(u8::MAX))).map(|man| man.pace);
        let of = |wanted: Option<Pace>, who: Option<u8>| wanted.is_none() || wanted == pace(who);
        match (step.verb, part) {
            ("order" | "call" | "stop_hiding", Part::Orders) => true,
            ("follow", Part::Move(wanted)) => of(wanted, step.target),
            ("move" | "turn" | "lose_aim" | "hide" | "stop_hiding" | "take_bomb", Part::Move(wanted)) => {
                of(wanted, step.figure)
            }
            ("rescue" | "escape", Part::Arrive) => true,
            ("hear", Part::Hear) => true,
            ("spot" | "look" | "see", Part::Look(wanted)) => of(wanted, step.figure),
            ("shot" | "sniper_shot" | "stray" | "throw" | "blast", Part::Fire(wanted)) => {
                pace(step.figure) == Some(wanted)
            }
            ("drop_bomb", Part::Fire(_) | Part::End) => true,
            ("rifle" | "plant" | "planted" | "defuse" | "defused" | "lose_work", Part::End) => true,
            ("explode" | "capture", Part::End) => true,
            _ => false,
        }
    }

    /// Watches a whole engagement.
    pub(super) fn watch(&mut self, battle: &dyn Battle, map: &Map, steps: &[Step], outcome: &Outcome) -> Seen {
        let before = steps.iter().take_while(|step| step.turn == 0).count();
        let (deployment, mut rest) = steps.split_at(before);
        self.deployment(deployment)?;
        self.in_areas(battle, map)?;
        let limit = self.scenario["turn_limit"].as_u64().unwrap_or(0) as u32;
        let mut ended = None;
        while ended.is_none() && self.turn < limit {
            self.turn += 1;
            let now = rest.iter().take_while(|step| step.turn == self.turn).count();
            ended = self.play(&rest[..now])?;
            rest = &rest[now..];
        }
        if let Some(step) = rest.first() {
            return Err(format!("goes on although it is over: {step:?}"));
        }
        self.over(outcome, ended)
    }

    /// A turn: how it ended the mission, if it did.
    fn play(&mut self, steps: &[Step]) -> Seen<Option<&'static str>> {
        self.begins(steps);
        let (last, steps) = match steps.split_last() {
            Some((last, before)) if last.verb == "end" => (Some(last), before),
            _ => (None, steps),
        };
        let mut rest = steps;
        let together = !self.option("fire_timing", "stationary_first");
        for part in self.parts() {
            let mine = rest.iter().take_while(|step| self.belongs(step, part)).count();
            // What is heard before others move looks like what is heard after.
            let mine = if part == Part::Hear { mine.min(self.hearers().len()) } else { mine };
            let (now, later) = rest.split_at(mine);
            rest = later;
            self.part(part, now)?;
            // GGG-mis-2; under the other timing the mission is checked at the end of the turn alone.
            let moment = match part {
                Part::Arrive | Part::Fire(_) => together,
                Part::End => true,
                _ => false,
            };
            if moment && let Some(endings) = self.verdict(part == Part::End) {
                must(rest.is_empty(), "goes on although the mission is over")?;
                let last = last.ok_or_else(|| format!("the mission is over, by {endings:?}, and nobody is told"))?;
                let told = endings.into_iter().find(|ending| last.text == super::title(ending));
                return told.map(Some).ok_or_else(|| format!("another ending: {last:?}"));
            }
        }
        if let Some(step) = rest.first() {
            return Err(format!("out of turn: {step:?}"));
        }
        must(last.is_none(), "the mission ends, and is not over").map(|()| None)
    }

    /// Before the turn's orders: how each moves is logged in the turn (GGG-move-2).
    fn begins(&mut self, steps: &[Step]) {
        for man in &mut self.men {
            man.pace = Pace::Stationary;
            man.saw = std::mem::take(&mut man.sees);
            man.reloads = man.sniper && !man.loaded;
            (man.went, man.turned, man.fired, man.threw, man.shaken) = (false, false, false, false, false);
        }
        self.spoke = BTreeSet::new();
        self.has_moved = Pace::Stationary;
        let told = if self.option("fire_timing", "stationary_first") { "order" } else { "move" };
        for step in steps.iter().filter(|step| step.verb == told) {
            let man = step.figure.and_then(|who| self.men.get_mut(usize::from(who)));
            if let Some(man) = man {
                man.pace = if step.word("pace") == Ok("stealthy") { Pace::Stealthy } else { Pace::Normal };
            }
        }
    }

    fn part(&mut self, part: Part, steps: &[Step]) -> Seen {
        if let Part::Fire(pace) = part {
            return self.fire_step(pace, steps);
        }
        if let Part::Look(pace) = part {
            return self.look(pace, steps);
        }
        if let Part::Move(pace) = part {
            self.has_moved = pace.unwrap_or(Pace::Normal);
        }
        for step in steps {
            let result = match step.verb {
                "order" => self.acts(step.figure).map(|_| ()),
                "follow" => self.follows(step),
                "call" => self.is_called(step),
                "move" => self.moves(step),
                "turn" => self.turns(step),
                "lose_aim" => self.loses_aim(step),
                "hide" => self.goes_into_hiding(step),
                "stop_hiding" => self.comes_out(step),
                "take_bomb" => self.takes_bomb(step),
                "rescue" | "escape" => self.arrives(step),
                _ => Ok(()),
            };
            result.map_err(|error| format!("{error}: {step:?}"))?;
        }
        match part {
            Part::Arrive => self.nobody_else_arrives(),
            Part::Hear => self.hear(steps),
            Part::End => self.ends(steps),
            _ => Ok(()),
        }
    }

    /// Where somebody is to begin (GGG-gen-3).
    fn area(&self, battle: &dyn Battle, who: u8) -> String {
        let Some(figure) = battle.figures().get(usize::from(who)) else { return "hostages".to_owned() };
        let side = figure.side.name();
        self.scenario[side][&figure.squad]["at"].as_str().unwrap_or(side).to_owned()
    }

    /// Everybody begins in his area, unless others fill it.
    fn in_areas(&self, battle: &dyn Battle, map: &Map) -> Seen {
        for (&who, &at) in &self.at {
            let area = map.squares(&self.area(battle, who)).ok_or("an area")?;
            let squares: Vec<At> = area.iter().filter_map(|cell| self.lay.numbered(cell.index() as u16)).collect();
            let taken = |at: &At| self.at.values().any(|other| other == at);
            must(squares.contains(&at) || squares.iter().all(taken), "begins outside his area")?;
        }
        Ok(())
    }

    fn deployment(&mut self, steps: &[Step]) -> Seen {
        let (first, rest) = steps.split_first().ok_or("nobody takes up a place")?;
        must(first.clause == "GGG-gen-3", "something comes before deployment")?;
        for &mark in &first.marks {
            match mark {
                Mark::Stands { figure, cell } => {
                    let at = self.lay.numbered(cell).ok_or("stands off the map")?;
                    must(!self.at.values().any(|&taken| taken == at), "two in one place")?;
                    must(self.at.insert(figure, at).is_none(), "stands in two places")?;
                }
                Mark::Faces { figure, rows, columns } => self.faces(figure, (rows, columns))?,
                _ => return Err("somebody does more than stand".to_owned()),
            }
        }
        must(self.at.len() == self.men.len(), "somebody is left out")?;
        must(self.up().all(|(who, _)| self.men[usize::from(who)].facing != (0, 0)), "somebody looks nowhere")?;
        let hostages = (self.figures..self.men.len() as u8).collect();
        must(first.figures("hostages")? == hostages, "other hostages")?;
        let vip = (0..self.figures).filter(|&who| self.men[usize::from(who)].vip).collect();
        must(first.figures("vip")? == vip, "another VIP")?;
        let place: BTreeSet<At> =
            first.cells("place")?.into_iter().filter_map(|cell| self.lay.numbered(cell)).collect();
        must(place == self.place, "another place")?;
        let mut hurt = BTreeSet::new();
        for step in rest {
            let who = self.acts(step.figure)?;
            if step.verb == "begin_hurt" {
                let man = self.man(who)?;
                step.says("wounds", man.wounds)?;
                step.says("stun_turns", man.stun)?;
                hurt.insert(who);
                continue;
            }
            must(step.verb == "carry_bomb", "something comes before the first turn")?;
            must(self.man(who)?.side == Some(Side::Red), "no Terrorist carries the bomb")?;
            step.says("bomb", self.bombs.len() as i32)?;
            self.is_at(step, self.stands(who)?)?;
            self.bombs.push(Charge::Carried(who));
        }
        let begins_hurt = |who: &u8| (self.men[usize::from(*who)].wounds, self.men[usize::from(*who)].stun) != (0, 0);
        must((0..self.figures).filter(begins_hurt).eq(hurt), "others begin hurt")?;
        let bombs = if self.scenario["mission"]["objective"] == "bomb" { self.number("bomb_count", 1) } else { 0 };
        must(self.bombs.len() as u32 <= bombs, "too many bombs")
    }

    /// Where something told of a bomb is.
    pub(super) fn is_at(&self, step: &Step, at: At) -> Seen {
        let told: Vec<At> = step.cells("at")?.into_iter().filter_map(|cell| self.lay.numbered(cell)).collect();
        must(told == [at], "is somewhere else")
    }
}

impl Man {
    /// A hostage, or the rest of a figure.
    const HOSTAGE: Man = Man {
        side: None,
        vip: false,
        armed: false,
        sniper: false,
        hides: false,
        takes_first: false,
        wanted_aim: 0,
        kit: Vec::new(),
        out: false,
        captured: false,
        safe: false,
        wounds: 0,
        stun: 0,
        hit: [false; 3],
        hidden: false,
        facing: (0, 0),
        pace: Pace::Stationary,
        went: false,
        turned: false,
        lost_aim: 0,
        fired: false,
        threw: false,
        reloads: false,
        shaken: false,
        work: 0,
        loaded: true,
        set_up: false,
        aim: 0,
        sees: BTreeSet::new(),
        saw: BTreeSet::new(),
        known: 0,
        leader: None,
    };
}
