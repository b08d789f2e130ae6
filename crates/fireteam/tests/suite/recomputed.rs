//! Logs from which everything can be worked out again: engagements on maps are followed by the parts of their steps alone, with the
//! map, the scenario and the rulebook's tables, and every die, number, sight and state that a log states is held against it.

use std::collections::{BTreeMap, BTreeSet};

use engage::{Battle, Map, Mark, Side, Step};
use field::{Cell, Door, Doors, Plan, Screen};
use rand_pcg::Pcg64;
use serde_json::{Value, json};
use testkit::maps::{map, squares};

use crate::facts::{Seen, Stated, faces, must, same};
use crate::play::{any_scenario, attack_on_the_farm, battle_on, farm, grenades_in_the_yard, yard};

/// Engagements on maps at random, on the farm and in the yard.
const ENGAGEMENTS: [u64; 3] = [400, 40, 100];

/// Columns of range and numbers of single shots and bursts, 0 for none.
const COLUMNS: [i64; 6] = [6, 12, 24, 36, 48, 108];
const SINGLE: [(&str, [i64; 6]); 5] = [
    ("pistol", [5, 10, 0, 0, 0, 0]),
    ("rifle", [6, 7, 8, 9, 11, 12]),
    ("assault_rifle", [0, 5, 7, 9, 10, 12]),
    ("carbine", [6, 8, 10, 12, 0, 0]),
    ("shotgun", [3, 10, 0, 0, 0, 0]),
];
const AUTO: [(&str, [i64; 6], [i64; 2]); 4] = [
    ("smg", [5, 6, 12, 0, 0, 0], [5, 4]),
    ("lmg", [6, 7, 8, 9, 10, 12], [2, 10]),
    ("assault_rifle", [6, 7, 10, 11, 12, 0], [4, 5]),
    ("carbine", [6, 8, 0, 0, 0, 0], [3, 5]),
];

/// Results of blasts by the die: primary and secondary circle, each standing or rushing, after a normal move, prone.
const BLASTS: [[&str; 3]; 2] = [["WWSSKK", "PWWSSK", "PPWSSK"], ["PPWWSK", "-PPPWS", "--PPPP"]];

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

    fn enemies(&self, who: u8) -> Vec<u8> {
        self.up().into_iter().filter(|&other| self.side(other) != self.side(who)).collect()
    }

    fn sees(&self, from: u8, to: u8) -> bool {
        let ends = self.of(from).at.zip(self.of(to).at);
        ends.is_some_and(|(from, to)| self.plan.sees(from, to, self.doors))
    }

    fn seen_by(&self, who: u8) -> Vec<u8> {
        self.enemies(who).into_iter().filter(|&enemy| self.sees(who, enemy)).collect()
    }

    fn sight(&self, from: u8, to: u8) -> Seen<field::Sight> {
        Ok(self.plan.sight(self.at(from)?, self.at(to)?, self.doors))
    }

    /// FT-save-6: whom a man makes out.
    fn made_out_by(&self, who: u8) -> Seen<Vec<u8>> {
        let mut all = self.seen_by(who);
        let concealed =
            |enemy: &u8| !self.of(*enemy).revealed && self.sight(who, *enemy).is_ok_and(|sight| sight.concealed());
        all.retain(|enemy| !concealed(enemy));
        Ok(all)
    }

    /// Distance in thousandths of an inch, rounded up.
    fn distance(&self, from: Cell, to: Cell) -> i64 {
        i64::from(self.plan.distance(from, to))
    }

    fn square(&self, cell: Cell) -> (i32, i32) {
        let at = self.plan.position(cell);
        (at.row.into(), at.column.into())
    }

    /// The ground of a square; outside the map, a wall.
    fn ground(&self, (row, column): (i32, i32)) -> field::Ground {
        let square = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        square.map_or(field::Ground::WALL, |(row, column)| self.plan.ground(row, column))
    }

    /// How much a square is in the way: nothing, hard, soft, door, hill, solid; and whether it is hard or solid now.
    fn in_the_way(&self, (row, column): (i32, i32)) -> (u8, bool) {
        let ground = self.ground((row, column));
        let door = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        let door = door.and_then(|(row, column)| self.plan.cell(row, column)).and_then(|cell| self.plan.door(cell));
        match (door, ground.screen) {
            (Some(door), _) => (3, !self.doors.is_open(door)),
            (None, Screen::Clear) => (0, false),
            (None, Screen::Hard) => (1, true),
            (None, Screen::Soft) => (2, false),
            (None, Screen::Hill) => (4, false),
            (None, Screen::Solid) => (5, true),
        }
    }

    /// FT-unpin-2: whether hard cover or a wall near a man is on the line to somebody, or he stands in it.
    fn behind_cover(&self, from: Cell, me: Cell) -> bool {
        let (there, here) = (self.square(from), self.square(me));
        let (rows, columns) = (there.0 - here.0, there.1 - here.1);
        // On which side of the line a point lies, in half squares.
        let side = |(row, column): (i32, i32)| (rows * (column - 2 * here.1) - columns * (row - 2 * here.0)).signum();
        let corners = |(row, column): (i32, i32)| {
            [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|(r, c)| (2 * row + r, 2 * column + c))
        };
        let crossed = |square: (i32, i32)| {
            let sides = corners(square).map(side);
            sides.contains(&1) && sides.contains(&-1)
        };
        let ahead = |(row, column): (i32, i32)| {
            let along = (row - 2 * here.0) * rows + (column - 2 * here.1) * columns;
            along > 0 && along < 2 * (rows * rows + columns * columns)
        };
        let near: Vec<(i32, i32)> = (-1..=1)
            .flat_map(|row| (-1..=1).map(move |column| (here.0 + row, here.1 + column)))
            .filter(|&square| square != here)
            .collect();
        let direct = |&square: &(i32, i32)| {
            square != there && crossed(square) && ahead((2 * square.0, 2 * square.1)) && self.in_the_way(square).1
        };
        let through_corner = |&square: &(i32, i32)| {
            corners(square).into_iter().filter(|&corner| side(corner) == 0 && ahead(corner)).any(|(row, column)| {
                let around =
                    [(row - 1, column - 1), (row - 1, column + 1), (row + 1, column - 1), (row + 1, column + 1)];
                let beside: Vec<(i32, i32)> = around
                    .map(|(row, column)| (row / 2, column / 2))
                    .into_iter()
                    .filter(|&square| !crossed(square) && square != here && square != there)
                    .collect();
                let [a, b] = beside[..] else { return false };
                let (mine, other) = if a == square { (a, b) } else { (b, a) };
                if mine != square {
                    return false;
                }
                let [mine_way, other_way] = [mine, other].map(|square| self.in_the_way(square));
                mine_way.1
                    && (mine_way.0 < other_way.0 || mine_way.0 == other_way.0 && other_way.1 && near.contains(&other))
            })
        };
        let ground = self.ground(here);
        ground.screen == Screen::Hard && ground.pass != field::Pass::Climb
            || near.iter().any(direct)
            || near.iter().any(through_corner)
    }

    /// FT-unpin-2: a leader's factor, and the enemy against whom he is in cover or not.
    fn factor(&self, who: u8) -> Seen<(i64, Option<u8>, bool)> {
        let here = self.at(who)?;
        let nearest = |all: Vec<u8>| {
            all.into_iter().min_by_key(|&enemy| (self.of(enemy).at.map(|there| self.plan.squared(here, there)), enemy))
        };
        let enemy = nearest(self.seen_by(who)).or_else(|| nearest(self.enemies(who)));
        let covered = match enemy {
            Some(enemy) if self.sees(enemy, who) => self.sight(enemy, who)?.covered(),
            Some(enemy) => self.behind_cover(self.at(enemy)?, here),
            None => false,
        };
        let man = self.of(who);
        let row = if man.prone { [2, 3, 3] } else { [5, 4, 3] };
        Ok((row[man.movement] - i64::from(covered), enemy, covered))
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

    /// FT-unpin-6: the first of the squad's list who is in action.
    fn leader(&self, who: u8) -> Seen<u8> {
        let squad = |who: u8| (self.side(who), &self.figures[usize::from(who)].squad);
        let leads = |who: u8| self.key(who, "led_by").as_str().map_or_else(|| squad(who).1.clone(), str::to_owned);
        let mine = (self.side(who), leads(who));
        let first =
            self.all().find(|&other| (self.side(other), squad(other).1) == (mine.0, &mine.1)).ok_or("a squad")?;
        let of_squad = |from: u8, to: u8| {
            self.up().into_iter().find(|&other| (from..to).contains(&other) && (self.side(other), leads(other)) == mine)
        };
        of_squad(first, u8::MAX).or_else(|| of_squad(0, first)).ok_or_else(|| "a leader".to_owned())
    }

    fn unpins(&mut self, me: u8, step: &Step) -> Seen {
        must(self.of(me).pinned, "is not pinned")?;
        let leader = self.leader(me)?;
        same("leader", step.value("leader")?.figures("figure")?[0], leader)?;
        let check = |stated: &chance::Fact| {
            let who = stated.figures("figure")?[0];
            let (factor, against, covered) = self.factor(who)?;
            same("factor", stated.number_of("factor")?, factor)?;
            same("hard cover", stated.flag("hard_cover")?, covered)?;
            same("against", stated.figures("against").ok(), against.map(|enemy| vec![enemy]))
        };
        check(step.value("leader")?)?;
        let rank = |who: u8| self.key(who, "rank").as_u64().unwrap_or(0);
        let superior =
            |other: &u8| self.side(*other) == self.side(me) && rank(*other) > rank(leader) && self.sees(leader, *other);
        let superiors: Vec<u8> = self.up().into_iter().filter(superior).collect();
        let stated = step.list("superiors")?;
        same(
            "superiors",
            stated.iter().map(|one| Ok(one.figures("figure")?[0])).collect::<Seen<Vec<u8>>>()?,
            superiors.clone(),
        )?;
        stated.iter().try_for_each(check)?;
        let mut best = self.factor(leader)?.0;
        if leader == me {
            for &other in &superiors {
                best = best.max(self.factor(other)?.0);
            }
        }
        same("target", step.target_number.map(i64::from), Some(best))?;
        same("whose factor", self.factor(step.figures("whose")?[0])?.0, best)?;
        let die = faces(step, "unpin");
        must(die.len() == 1, "one die")?;
        let result = if i64::from(die[0]) <= best { "unpinned" } else { "still_pinned" };
        same("result", step.word_of("result")?, result)?;
        self.man(me).pinned = i64::from(die[0]) > best;
        Ok(())
    }

    fn moves(&mut self, me: u8, step: &Step, count: &mut BTreeMap<String, u64>) -> Seen {
        let (gait, rush, up, crawls) =
            (step.word_of("gait")?, step.flag("rush")?, step.flag("stands_up")?, step.flag("crawls")?);
        let man = self.of(me).clone();
        same("flees", gait == "flee", man.pinned)?;
        same("crawls", crawls, man.prone && (man.pinned || man.wounded))?;
        same("stands up", up, man.prone && !crawls)?;
        same("rushes", rush, gait != "walk" || crawls)?;
        let dice = faces(step, "rush");
        let most = match (rush, crawls || man.wounded) {
            (_, true) => 1000,
            (true, false) => 1000 * i64::from(dice.iter().sum::<u32>()),
            (false, false) => 3000,
        };
        same("dice", dice.len(), if rush && !crawls && !man.wounded { 2 } else { 0 })?;
        same("most", step.inches("most")?, most)?;
        let left = if up { most / 2 } else { most };
        same("left", step.inches("left")?, left)?;
        let way: Vec<Cell> = step.cells("way")?.into_iter().map(|cell| self.cell(cell)).collect::<Seen<_>>()?;
        same("begins", way.first().copied(), man.at)?;
        let mut gone = 0;
        for two in way.windows(2) {
            gone += match self.plan.squared(two[0], two[1]) {
                1 => 1000,
                2 => 1414,
                _ => return Err("a jump".to_owned()),
            };
        }
        same("gone", step.inches("gone")?, gone)?;
        must(gone <= left, "goes too far")?;
        let counts = match (rush, gone) {
            (true, 1..) if crawls || gone >= most.min(2000) => 2,
            (false, 1000..) => 1,
            _ => usize::from(up),
        };
        same("counts as", step.word_of("counts_as")?, MOVEMENTS[counts])?;
        if gait == "flee" {
            let from = step.figures("flees_from")?[0];
            let nearest = |all: Vec<u8>| {
                all.into_iter()
                    .min_by_key(|&enemy| (self.of(enemy).at.map(|there| self.plan.squared(way[0], there)), enemy))
            };
            let expected = nearest(self.seen_by(me));
            must(expected.is_none() || expected == Some(from), "flees from somebody else")?;
        }
        let known_before = self.is_made_out(me)?;
        for mark in &step.marks {
            match *mark {
                Mark::Opens { door } => self.doors.open(Door::new(door.into()).ok_or("a door")?),
                Mark::Stands { figure, cell } => {
                    let cell = self.cell(cell)?;
                    same("ends", Some(cell), way.last().copied())?;
                    self.man(figure).at = Some(cell);
                }
                _ => return Err("more than a move".to_owned()),
            }
        }
        same("stands", self.of(me).at, way.last().copied())?;
        let known = known_before || self.is_made_out(me)?;
        let man = self.man(me);
        (man.prone, man.movement, man.moved) = (man.prone && !up, counts, true);
        if counts > 0 {
            man.aim = None;
        }
        if gone > 0 {
            man.revealed = known;
        }
        same("revealed", step.flag("revealed")?, man.revealed)?;
        *count.entry(format!("{gait}, {}", MOVEMENTS[counts])).or_default() += 1;
        self.lose_sight();
        Ok(())
    }

    /// Whether an enemy makes somebody out.
    fn is_made_out(&self, who: u8) -> Seen<bool> {
        Ok(self.enemies(who).into_iter().any(|enemy| self.made_out_by(enemy).is_ok_and(|all| all.contains(&who))))
    }

    /// FT-hit-9: an aim is lost with sight.
    fn lose_sight(&mut self) {
        for who in self.all() {
            if self.of(who).aim.is_some_and(|target| !self.sees(who, target)) {
                self.man(who).aim = None;
            }
        }
    }

    fn throws(&mut self, me: u8, step: &Step) -> Seen {
        let target = step.target.ok_or("at whom?")?;
        let (here, there) = (self.at(me)?, self.at(target)?);
        let kind = usize::from(step.word_of("grenade")? == "defensive");
        same("lands", step.cells("at")?, vec![there.index() as u16])?;
        same("distance", step.inches("distance")?, self.distance(here, there))?;
        must(self.plan.squared(here, there) <= 9 && self.made_out_by(me)?.contains(&target), "may not throw")?;
        let saw: [Vec<u8>; 2] = self.of(me).saw.clone().map(|saw| saw.into_iter().collect());
        must(saw[0].contains(&target), "a new target")?;
        // Those who are out by now were seen all the same.
        same("saw", step.figures("saw_at_turn_start")?, saw[0].clone())?;
        same("saw before", step.figures("saw_turn_before")?, saw[1].clone())?;
        self.thrown.insert(me, (there, kind));
        let man = self.man(me);
        man.grenades[kind] = man.grenades[kind].checked_sub(1).ok_or("has none left")?;
        (man.aim, man.revealed) = (None, true);
        Ok(())
    }

    fn bursts(&mut self, me: u8, step: &Step) -> Seen {
        let target = step.target.ok_or("at whom?")?;
        same("makes out", step.figures("makes_out")?, self.made_out_by(me)?)?;
        let (here, aim) = (self.at(me)?, self.at(target)?);
        let weapon = self.key(me, "weapon").as_str().unwrap_or_default();
        let [width, depth] = AUTO.iter().find(|row| row.0 == weapon).ok_or("no bursts")?.2;
        same("zone", [step.inches("width")?, step.inches("depth")?], [1000 * width, 1000 * depth])?;
        let (from, to) = (self.square(here), self.square(aim));
        let (rows, columns) = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
        let line = rows * rows + columns * columns;
        let inside = |who: &u8| {
            let Some(there) = self.of(*who).at else { return false };
            let at = self.square(there);
            let (down, right) = (i64::from(at.0 - to.0), i64::from(at.1 - to.1));
            let (along, across) = (down * rows + right * columns, down * columns - right * rows);
            4 * along * along <= depth * depth * line && 4 * across * across <= width * width * line
        };
        let men: Vec<u8> = self.up().into_iter().filter(|&who| who != me && inside(&who)).collect();
        let tested: Vec<u8> = men.iter().copied().filter(|&who| self.sees(me, who)).collect();
        same("tested", step.figures("tested")?, tested.clone())?;
        let stated = step.list("men")?;
        same("in the zone", stated.iter().map(|man| Ok(man.figures("figure")?[0])).collect::<Seen<Vec<u8>>>()?, men)?;
        for man in stated {
            let who = man.figures("figure")?[0];
            same("cell", man.cells("cell")?, vec![self.at(who)?.index() as u16])?;
            same("range", man.inches("range")?, self.distance(here, self.at(who)?))?;
            same("seen", man.flag("seen")?, self.sees(me, who))?;
            must(
                2 * man.inches("across")? <= 1000 * width && 2 * man.inches("along")?.abs() <= 1000 * depth,
                "outside",
            )?;
        }
        must(self.burst.is_none(), "two bursts at once")?;
        let range = self.distance(here, aim);
        same("range", step.inches("range")?, range)?;
        let aimed = self.of(me).aim == Some(target);
        let (cover, second) = (self.sight(target, me)?.covered(), self.number_two(me)?);
        self.burst = (!tested.is_empty()).then_some(Laid { range, aimed, left: tested, cover, second });
        let man = self.man(me);
        (man.aim, man.revealed) = (None, true);
        Ok(())
    }

    /// FT-fire-6: the comrade who serves a gunner.
    fn number_two(&self, me: u8) -> Seen<Option<u8>> {
        let here = self.at(me)?;
        let beside = |other: &u8| {
            let Ok(there) = self.at(*other) else { return false };
            let ((a, b), (c, d)) = (self.square(here), self.square(there));
            let hill = |square: (i32, i32)| self.ground(square).screen == Screen::Hill;
            let off_hills = !hill((a, b)) && !hill((c, d));
            let shut = |square: (i32, i32)| {
                let (way, shields) = self.in_the_way(square);
                way >= 3 && shields || way == 4 && off_hills
            };
            self.plan.squared(here, there) <= 2 && (a == c || b == d || !shut((a, d)) || !shut((c, b)))
        };
        let free = |other: &u8| *other != me && self.side(*other) == self.side(me) && !self.of(*other).pinned;
        Ok(self.up().into_iter().filter(free).find(beside))
    }

    fn shoots(&mut self, me: u8, step: &Step, count: &mut BTreeMap<String, u64>) -> Seen {
        let target = step.target.ok_or("at whom?")?;
        let (here, there) = (self.at(me)?, self.at(target)?);
        let (man, hit) = (self.of(me).clone(), self.of(target).clone());
        let auto = step.word_of("mode")? == "auto";
        same("distance", step.inches("distance")?, self.distance(here, there))?;
        let laid = match &mut self.burst {
            Some(laid) if auto => {
                must(laid.left.contains(&target), "not in the zone")?;
                laid.left.retain(|&other| other != target);
                laid.clone()
            }
            _ => {
                let (cover, second) = (self.sight(target, me)?.covered(), self.number_two(me)?);
                let (range, aimed) = (self.distance(here, there), man.aim == Some(target));
                Laid { range, aimed, left: Vec::new(), cover, second }
            }
        };
        if laid.left.is_empty() {
            self.burst = None;
        }
        same("makes out", step.figures("makes_out")?, self.made_out_by(me)?)?;
        must(auto || self.made_out_by(me)?.contains(&target), "does not make him out")?;
        same("range", step.inches("range")?, laid.range)?;
        let preparation = match (laid.aimed, man.movement) {
            (true, _) => "aimed",
            (false, 1) => "snap",
            (false, _) => "plain",
        };
        same("preparation", step.word_of("preparation")?, preparation)?;
        must(man.movement < 2, "fires after a rush")?;
        // The firer, against the man aimed at.
        let firer = step.value("firer")?;
        let weapon = self.key(me, "weapon").as_str().unwrap_or_default();
        let cover = firer.flag("hard_cover")?;
        same("cover of the firer", cover, laid.cover)?;
        let rested = weapon == "lmg" && man.movement == 0 && (man.prone || cover);
        same("rested", firer.flag("rested")?, rested)?;
        let states = ["pinned", "wounded", "sniper"].map(|name| firer.flag(name));
        let sniper = self.key(me, "sniper") == true;
        // A man may be pinned or wounded by his own burst: no, he is never in it.
        same("firer", states, [man.pinned, man.wounded, sniper].map(Ok))?;
        let second = step.stated("number_two");
        same("has a gun", second.is_some(), weapon == "lmg")?;
        let served = firer.flag("number_two")?;
        if weapon == "lmg" {
            same("number two", step.figures("number_two").ok(), laid.second.map(|other| vec![other]))?;
            same("served", served, laid.second.is_some())?;
        }
        let table = if auto {
            AUTO.iter().find(|row| row.0 == weapon).map(|row| row.1)
        } else {
            SINGLE.iter().find(|row| row.0 == weapon).map(|row| row.1)
        };
        let column = COLUMNS.iter().position(|&limit| laid.range <= 1000 * limit);
        let cell = column.map_or(0, |column| table.unwrap_or_default()[column]);
        let hash = auto && matches!(weapon, "lmg" | "assault_rifle") && column.is_some_and(|column| column >= 3);
        let shot = cell > 0 && (!hash || rested);
        same("a shot", step.verb != "no_shot", shot)?;
        if !shot {
            same("why not", step.word_of("result")?, if cell > 0 { "not_rested" } else { "out_of_reach" })?;
        }
        let seen = step.value("target")?;
        let sight = self.sight(me, target)?;
        same("posture", seen.word_of("posture")?, if hit.prone { "prone" } else { "standing" })?;
        same("movement", seen.word_of("movement")?, MOVEMENTS[hit.movement])?;
        same("cover", [seen.flag("hard_cover")?, seen.flag("concealed")?], [sight.covered(), sight.concealed()])?;
        same("wounded", seen.flag("wounded")?, hit.wounded)?;
        if !auto {
            (self.man(me).aim, self.man(me).revealed) = (None, true);
        }
        if !shot {
            return Ok(());
        }
        let star = weapon == "lmg" && column.is_some_and(|column| column >= 2) && !served;
        let pinned = match (man.pinned, cover) {
            (false, _) => 0,
            (true, false) => 3,
            (true, true) => 2,
        };
        let total = cell + if star { 2 } else { 0 } + pinned;
        same("number", step.target_number.map(i64::from), Some(total))?;
        let mut dice = faces(step, "attack");
        let many = match (auto, laid.aimed, sniper) {
            (false, true, true) => 4,
            (false, true, false) => 3,
            _ => 2,
        };
        same("dice", dice.len(), many)?;
        dice.sort_unstable_by(|a, b| b.cmp(a));
        let best = i64::from(dice[0] + dice[1]);
        let off = if man.wounded { 2 } else { 0 };
        same("off the dice", step.number_of("off_the_dice")?, off)?;
        let double_six = !man.pinned || laid.range <= 12_000;
        let hits = best - off >= total || best == 12 && double_six;
        let (save, effect) = (faces(step, "save"), faces(step, "effect"));
        same("dice of a hit", save.len(), usize::from(hits))?;
        let row = if hit.prone || sight.covered() { [2, 3, 3] } else { [5, 4, 3] };
        let added = i64::from(sight.concealed());
        same(
            "save",
            [step.value("save")?.number_of("table")?, step.value("save")?.number_of("added")?],
            [row[hit.movement], added],
        )?;
        let saved = hits && i64::from(save[0]) + added >= row[hit.movement];
        same("dice of an effect", effect.len(), usize::from(hits && !saved))?;
        let result = match (hits, saved, effect.first()) {
            (false, ..) => "missed",
            (true, true, _) => "pinned",
            (true, false, Some(1 | 2)) if !hit.wounded => "wounded",
            (true, false, Some(6)) => "dead",
            _ => "serious",
        };
        same("result", step.word_of("result")?, result)?;
        *count.entry(result.to_owned()).or_default() += 1;
        self.suffers(target, result, step)
    }

    fn suffers(&mut self, who: u8, result: &str, step: &Step) -> Seen {
        let falls = matches!(result, "serious" | "dead");
        same("falls", step.marks.contains(&Mark::Falls { figure: who }), falls)?;
        let man = self.man(who);
        man.pinned |= result == "pinned";
        man.wounded |= result == "wounded";
        if falls {
            (man.at, man.aim) = (None, None);
            self.men.iter_mut().filter(|man| man.aim == Some(who)).for_each(|man| man.aim = None);
        }
        Ok(())
    }

    fn explodes(&mut self, me: u8, step: &Step) -> Seen {
        let &(at, kind) = self.thrown.get(&me).ok_or("nothing was thrown")?;
        same("where", step.cells("at")?, vec![at.index() as u16])?;
        let near: Vec<u8> = self
            .up()
            .into_iter()
            .filter(|&who| self.at(who).is_ok_and(|there| self.plan.squared(at, there) <= [4, 36][kind]))
            .collect();
        let open: Vec<u8> = near
            .iter()
            .copied()
            .filter(|&who| self.at(who).is_ok_and(|there| self.plan.sees(at, there, self.doors)))
            .collect();
        same("tested", step.figures("tested")?, open.clone())?;
        let stated = step.list("men")?;
        same("near", stated.iter().map(|man| Ok(man.figures("figure")?[0])).collect::<Seen<Vec<u8>>>()?, near)?;
        for man in stated {
            let who = man.figures("figure")?[0];
            same("distance", man.inches("distance")?, self.distance(at, self.at(who)?))?;
            same("shielded", man.flag("shielded")?, !open.contains(&who))?;
        }
        self.blasted = open;
        Ok(())
    }

    fn blasts(&mut self, me: u8, step: &Step) -> Seen {
        let target = step.target.ok_or("whom?")?;
        let &(at, _) = self.thrown.get(&me).ok_or("nothing was thrown")?;
        must(self.blasted.contains(&target), "is not in the circle")?;
        self.blasted.retain(|&other| other != target);
        let (man, distance) = (self.of(target).clone(), self.distance(at, self.at(target)?));
        same("distance", step.inches("distance")?, distance)?;
        let circle = usize::from(distance > 2000);
        same("circle", step.word_of("circle")?, ["primary", "secondary"][circle])?;
        let row = match (man.prone, man.movement) {
            (true, _) => 2,
            (false, 1) => 1,
            (false, _) => 0,
        };
        let die = faces(step, "blast");
        must(die.len() == 1, "one die")?;
        let result = match BLASTS[circle][row].as_bytes()[die[0] as usize - 1] {
            b'-' => "nothing",
            b'P' => "pinned",
            b'W' if !man.wounded => "wounded",
            b'K' => "dead",
            _ => "serious",
        };
        same("result", step.word_of("result")?, result)?;
        self.suffers(target, result, step)
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
