//! Movement, facing, hiding and sound: who goes where, and who hears it.

use std::collections::BTreeSet;

use engage::{Fact, Mark, Side, Step};

use super::facts::Facts as _;
use super::lay::{At, inches, squared, turned};
use super::watch::{Man, Pace, Seen, Watch, must};

impl Watch<'_> {
    /// GGG-move-4, GGG-snipe-6: an aim is at a facing.
    pub(super) fn faces(&mut self, who: u8, (rows, columns): (i8, i8)) -> Seen {
        let facing = (i32::from(rows), i32::from(columns));
        must(facing != (0, 0), "faces nowhere")?;
        let man = self.men.get_mut(usize::from(who)).ok_or("who?")?;
        if self.turn > 0 && turned(man.facing, facing) > 22.5 {
            man.turned = true;
            man.lost_aim = std::mem::take(&mut man.aim);
        }
        man.facing = facing;
        Ok(())
    }

    pub(super) fn turns(&mut self, step: &Step) -> Seen {
        let who = self.acts(step.figure)?;
        let [Mark::Faces { figure, rows, columns }] = step.marks[..] else {
            return Err("does more than turn".to_owned());
        };
        must(figure == who, "turns somebody else")?;
        self.faces(who, (rows, columns))
    }

    /// GGG-snipe-6.
    pub(super) fn loses_aim(&mut self, step: &Step) -> Seen {
        let who = self.acts(step.figure)?;
        let lost = std::mem::take(&mut self.men[usize::from(who)].lost_aim);
        must(lost > 0, "loses what he has not got")?;
        step.says("aim", lost)
    }

    /// GGG-see-8: who does not move, as a rule, hides where there is something to hide in or behind.
    pub(super) fn goes_into_hiding(&mut self, step: &Step) -> Seen {
        let who = self.acts(step.figure)?;
        must(self.is_hiding(who)?, "has nothing to hide in, or moves")?;
        let hid = std::mem::replace(&mut self.men[usize::from(who)].hidden, true);
        must(!hid, "hides already")
    }

    pub(super) fn comes_out(&mut self, step: &Step) -> Seen {
        let who = self.acts(step.figure)?;
        let hid = std::mem::take(&mut self.men[usize::from(who)].hidden);
        must(hid, "comes out of hiding, and was not")
    }

    pub(super) fn is_hiding(&self, who: u8) -> Seen<bool> {
        let man = self.man(who)?;
        let may = match man.pace {
            Pace::Stationary => true,
            Pace::Stealthy => {
                self.option("hiding_while_moving", "stealthy") && (man.went || self.has_moved >= man.pace)
            }
            Pace::Normal => false,
        };
        Ok(may && man.hides && self.lay.has_cover(self.stands(who)?))
    }

    /// How far somebody may go, in thousandths of an inch (GGG-move-1, GGG-move-3).
    pub(super) fn allowance(&self, who: u8, pace: Pace) -> Seen<u32> {
        Ok(match (pace, self.man(who)?.stun > 0) {
            (Pace::Stationary, _) => 0,
            (Pace::Stealthy, false) => 2000,
            (Pace::Stealthy, true) => 1000,
            (Pace::Normal, false) => 6000,
            (Pace::Normal, true) => 3000,
        })
    }

    /// Follows somebody along his trail: one step after the other, past nobody but friends, through no wall or shut door.
    pub(super) fn trail(&mut self, who: u8, step: &Step, allowance: u32) -> Seen {
        let (start, side) = (self.stands(who)?, self.man(who)?.side);
        let (mut here, mut spent) = (start, 0);
        let mut passed = vec![start];
        for &mark in &step.marks {
            match mark {
                Mark::Stands { figure, cell } => {
                    must(figure == who, "moves somebody else")?;
                    let to = self.lay.numbered(cell).ok_or("stands off the map")?;
                    let others = |at: At| self.at.iter().filter(move |&(&other, &there)| other != who && there == at);
                    must(others(to).next().is_none(), "two in one place")?;
                    must(!self.lay.is_shut(to, &self.open), "stands in a shut door")?;
                    // Every free cell on the way is logged, so the others are occupied.
                    let friend = |&(&other, _): &(&u8, &At)| {
                        let man = &self.men[usize::from(other)];
                        // An enemy whom nobody has seen since the last turn blocks nobody.
                        let known = man.known > 0 && man.known + 1 >= self.turn;
                        side.is_none() || man.side.is_none() || man.side == side || !known
                    };
                    let over = |at: At| others(at).next().is_some_and(|other| friend(&other));
                    let cost = self.lay.way(here, to, &over).ok_or("there is no such way")?;
                    (here, spent) = (to, spent + cost);
                    passed.push(to);
                }
                Mark::Opens { door } => {
                    must(!self.open.contains(&door), "opens an open door")?;
                    let of_door = |at: &At| self.lay.door(*at) == Some(door);
                    let squares: Vec<At> = self.lay.all().into_iter().filter(of_door).collect();
                    let taken = |at: At| self.at.values().any(|&there| there == at);
                    let near = |&at: &At| self.lay.is_step(here, at) || self.lay.way(here, at, &taken).is_some();
                    must(squares.iter().any(near), "opens a door that is not at hand")?;
                    self.open.insert(door);
                    *self.count.entry("doors opened").or_default() += 1;
                }
                Mark::Faces { figure, rows, columns } => {
                    must(figure == who && side.is_some(), "turns somebody else")?;
                    self.faces(figure, (rows, columns))?;
                }
                _ => return Err("does more than go".to_owned()),
            }
        }
        must(here != start, "goes, and stays where he is")?;
        must(spent <= allowance, "goes too far")?;
        self.at.insert(who, here);
        let man = &mut self.men[usize::from(who)];
        man.went = true;
        must(!man.hidden, "moves, and has not come out of hiding")
    }

    pub(super) fn moves(&mut self, step: &Step) -> Seen {
        let who = self.acts(step.figure)?;
        let told = if step.word("pace")? == "stealthy" { Pace::Stealthy } else { Pace::Normal };
        let man = self.man(who)?;
        must(man.pace == told, "goes otherwise than he was to")?;
        must(!man.went, "moves twice")?;
        if man.stun > 0 {
            self.counts("stunned men moved");
        }
        let start = self.stands(who)?;
        let allowance = self.allowance(who, told)?;
        self.trail(who, step, allowance)?;
        step.is_long("allowance", f64::from(allowance) / 1000.0)?;
        step.is_long("distance", inches(start, self.stands(who)?))
    }

    /// GGG-host-1: who tells a hostage to follow is near it and sees it, or in smoke is right beside it.
    pub(super) fn is_called(&mut self, step: &Step) -> Seen {
        let who = self.acts(step.figure)?;
        let hostage = step.target.filter(|&target| target >= self.figures).ok_or("no hostage")?;
        let (here, there) = (self.stands(who)?, self.stands(hostage)?);
        must(inches(here, there) <= f64::from(self.number("follow_distance", 2)), "calls from too far off")?;
        must(self.in_sight(here, there) || inches(here, there) < 1.5, "calls whom he does not see")?;
        self.men[usize::from(hostage)].leader = Some(who);
        self.spoke.insert(who);
        step.is_long("range", inches(here, there))
    }

    /// GGG-host-1, GGG-host-3: a hostage goes where its leader goes, at his pace, and not alone.
    pub(super) fn follows(&mut self, step: &Step) -> Seen {
        let hostage = step.figure.filter(|&figure| figure >= self.figures).ok_or("no hostage")?;
        let leader = self.acts(step.target)?;
        let (man, by) = (self.man(hostage)?, self.man(leader)?);
        must(man.leader == Some(leader), "follows somebody else")?;
        must(!man.went, "moves twice")?;
        // Those behind come in when he is there and cannot go on.
        let there = self.is_zone(self.stands(leader)?);
        must(by.went || there, "moves alone")?;
        let pace = if step.word("pace")? == "stealthy" { Pace::Stealthy } else { Pace::Normal };
        must(by.pace == pace || !by.went && by.pace == Pace::Stationary, "goes otherwise than its leader")?;
        self.trail(hostage, step, self.allowance(hostage, pace)?)?;
        self.men[usize::from(hostage)].pace = pace;
        Ok(())
    }

    /// GGG-host-4, GGG-am-2.
    pub(super) fn arrives(&mut self, step: &Step) -> Seen {
        let who = step.figure.ok_or("who?")?;
        let at = self.stands(who)?;
        must(self.is_zone(at), "is not there")?;
        let man = self.man(who)?;
        if step.verb == "escape" {
            must(man.vip && !man.out, "is not the VIP")?;
        } else {
            must(who >= self.figures && man.leader.is_some(), "is no hostage that was escorted")?;
            must(man.leader == step.target, "was escorted by somebody else")?;
        }
        must(step.marks == [Mark::Leaves { figure: who }], "does not leave")?;
        self.men[usize::from(who)].safe = true;
        self.at.remove(&who);
        Ok(())
    }

    pub(super) fn nobody_else_arrives(&self) -> Seen {
        let led = |man: &Man| man.leader.is_some_and(|leader| self.at.contains_key(&leader));
        let left = self.at.iter().find(|&(&who, &at)| {
            let man = &self.men[usize::from(who)];
            self.is_zone(at) && (man.vip || man.side.is_none() && led(man))
        });
        left.map_or(Ok(()), |(who, _)| Err(format!("{who} is there, and does not leave")))
    }

    /// GGG-sound-1, GGG-sound-2: who is heard, with the side that it betrays and where it is.
    pub(super) fn noise(&self) -> Vec<(Option<Side>, u8, At)> {
        let mut noise = Vec::new();
        for (&who, &at) in &self.at {
            let man = &self.men[usize::from(who)];
            let by = if who < self.figures { Some(who) } else { man.leader };
            let side = by.and_then(|by| self.men[usize::from(by)].side);
            let goes = man.went || who < self.figures && self.has_moved == Pace::Normal;
            if man.pace == Pace::Normal && goes || self.spoke.contains(&who) {
                noise.push((side, who, at));
            }
        }
        noise
    }

    /// Footsteps and voices are heard within 10 inches, walls or not.
    pub(super) fn hearers(&self) -> Vec<u8> {
        let noise = self.noise();
        let hears = |&(who, here): &(u8, At)| {
            let own = self.men[usize::from(who)].side;
            noise.iter().any(|&(side, _, at)| side != own && squared(here, at) <= 100)
        };
        self.up().filter(hears).map(|(who, _)| who).collect()
    }

    /// Who hears somebody: the nearest enemy, and from where.
    pub(super) fn hear(&mut self, steps: &[Step]) -> Seen {
        let expected = self.hearers();
        let told: Vec<u8> = steps.iter().filter_map(|step| step.figure).collect();
        if expected != told {
            return Err(format!("{expected:?} hear somebody, not {told:?}"));
        }
        let noise = self.noise();
        for step in steps {
            let who = self.acts(step.figure)?;
            let (here, own) = (self.stands(who)?, self.man(who)?.side);
            let theirs = noise.iter().filter(|(side, ..)| *side != own);
            let nearest = theirs.map(|&(_, _, at)| squared(here, at)).min().ok_or("nobody is heard")?;
            let source = step.figures("source")?;
            let heard = noise.iter().find(|(_, who, _)| source.contains(who)).ok_or("somebody else is heard")?;
            must(source.len() == 1 && squared(here, heard.2) == nearest, "the nearest is heard")?;
            step.is_long("range", inches(here, heard.2))?;
            let Fact::Parts(direction) = step.get("direction")? else { return Err("from where?".to_owned()) };
            let [(_, Fact::Number(rows)), (_, Fact::Number(columns))] = direction[..] else {
                return Err("from where?".to_owned());
            };
            let way = (heard.2.0 - here.0, heard.2.1 - here.1);
            must(turned((rows as i32, columns as i32), way) < 0.5, "from another side")?;
        }
        *self.count.entry("heard").or_default() += told.len() as u64;
        self.spoke = BTreeSet::new();
        Ok(())
    }
}
