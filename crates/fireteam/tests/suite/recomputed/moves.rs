//! Leaders, throws to un-pin, and moves.

use std::collections::BTreeMap;

use engage::{Mark, Step};
use field::{Cell, Door};

use super::{Log, MOVEMENTS};
use crate::facts::{Seen, Stated, faces, must, same};

impl Log<'_> {
    /// FT-unpin-2: a leader's factor, and the enemy against whom he is in cover or not.
    pub(super) fn factor(&self, who: u8) -> Seen<(i64, Option<u8>, bool)> {
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

    /// FT-unpin-6: the first of the squad's list who is in action.
    pub(super) fn leader(&self, who: u8) -> Seen<u8> {
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

    pub(super) fn unpins(&mut self, me: u8, step: &Step) -> Seen {
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

    pub(super) fn moves(&mut self, me: u8, step: &Step, count: &mut BTreeMap<String, u64>) -> Seen {
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

    /// FT-hit-9: an aim is lost with sight.
    pub(super) fn lose_sight(&mut self) {
        for who in self.all() {
            if self.of(who).aim.is_some_and(|target| !self.sees(who, target)) {
                self.man(who).aim = None;
            }
        }
    }
}
