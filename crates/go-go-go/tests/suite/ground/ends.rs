//! The end of a turn and of the mission: rifles, work, bombs, prisoners, and which ending is due.

use std::collections::BTreeMap;

use engage::{Outcome, Side, Step};

use super::facts::Facts as _;
use super::lay::{At, degrees_off, inches, squared};
use super::watch::{Charge, Man, Pace, Seen, Watch, must};

impl Watch<'_> {
    /// The end phase (section 3): rifles and stun, then work and bombs, then prisoners.
    pub(super) fn ends(&mut self, steps: &[Step]) -> Seen {
        self.clocks();
        let before: Vec<u32> = self.men.iter_mut().map(|man| std::mem::take(&mut man.work)).collect();
        let helpless = self.helpless()?;
        let mut finished: Option<u8> = None;
        let mut dropped: Vec<&Step> = steps.iter().filter(|step| step.verb == "drop_bomb").collect();
        let mut rifles = BTreeMap::new();
        let mut lost = BTreeMap::new();
        for step in steps {
            let result = match step.verb {
                "drop_bomb" => Ok(()),
                "rifle" => must(rifles.insert(self.acts(step.figure)?, step).is_none(), "two rifles"),
                "lose_work" => must(lost.insert(self.acts(step.figure)?, step).is_none(), "loses work twice"),
                "explode" => self.explodes(step),
                "capture" => self.captures(step, &mut dropped),
                "defused" | "planted" => {
                    let by = finished.take();
                    must(by.is_some() && by == step.figure, "is done before it is done").and_then(|()| self.done(step))
                }
                _ => self.works(step, &before).map(|done| finished = done.then_some(step.figure).flatten()),
            };
            result.map_err(|error| format!("{error}: {step:?}"))?;
        }
        must(dropped.is_empty(), "somebody drops a bomb that he has not got")?;
        for (&who, step) in &lost {
            if step.flag("hit_at_work")? {
                must(self.option("work_interrupted_by", "any_hit"), "a hit stops no work")?;
                let man = &mut self.men[usize::from(who)];
                must(man.shaken && man.pace == Pace::Stationary, "is not hit at work")?;
                man.aim = 0;
            }
        }
        self.rifles(&rifles)?;
        for (who, _) in self.up() {
            let (was, now) = (before[usize::from(who)], self.men[usize::from(who)].work);
            // Work that is finished is not lost.
            let worked = steps.iter().any(|step| step.figure == Some(who) && step.fact("of").is_some());
            let told = lost.remove(&who);
            let at_work = told.map_or(Ok(false), |step| step.flag("hit_at_work"))?;
            must(told.is_some() == (was > 0 && now == 0 && !worked || at_work), "work is lost otherwise than it must")?;
            told.map_or(Ok(()), |step| step.says("done", was as i32))?;
        }
        let turn = self.turn;
        let overdue = |bomb: &Charge| matches!(bomb, Charge::Planted(_, due) if *due <= turn);
        must(!self.bombs.iter().any(overdue), "a bomb that is due does not go off")?;
        must(helpless.iter().all(|who| !self.at.contains_key(who)), "somebody helpless is not taken prisoner")
    }

    /// GGG-snipe-3, GGG-snipe-6 to GGG-snipe-8: the log has the state of each sniper's rifle.
    fn rifles(&mut self, told: &BTreeMap<u8, &Step>) -> Seen {
        for (who, _) in self.up().collect::<Vec<_>>() {
            let man = self.man(who)?;
            must(man.sniper == told.contains_key(&who), "whose rifle?")?;
            let Some(step) = told.get(&who) else { continue };
            let told = (step.flag("loaded")?, step.flag("set_up")?, step.number("aim")?);
            if told != (man.loaded, man.set_up, man.aim) {
                return Err(format!("{who} has a rifle like {:?}: {step:?}", (man.loaded, man.set_up, man.aim)));
            }
        }
        Ok(())
    }

    /// GGG-stun-3, GGG-snipe-6 to GGG-snipe-8.
    fn clocks(&mut self) {
        let serves = !self.option("reload_serves_as_setup", "no");
        let set_up_aims = !self.option("setup_is_aiming", "no");
        for &who in self.at.keys() {
            let man = &mut self.men[usize::from(who)];
            man.stun = (man.stun - 1).max(0);
            let moves = man.pace != Pace::Stationary;
            let (loaded, set_up) = (man.loaded, man.set_up);
            man.loaded = !man.fired;
            man.set_up = !moves && !man.fired && (loaded || serves);
            let aims = !moves && !man.fired && loaded && !man.threw && !man.turned;
            man.aim = match (aims, set_up || set_up_aims) {
                (true, true) => man.aim + 1,
                (true, false) => man.aim,
                (false, _) => 0,
            };
        }
    }

    /// GGG-bomb-2, GGG-bomb-5: a turn of work; whether it was the last.
    fn works(&mut self, step: &Step, before: &[u32]) -> Seen<bool> {
        let who = self.acts(step.figure)?;
        let here = self.stands(who)?;
        let plants = step.verb == "plant";
        let side = if plants { Side::Red } else { Side::Blue };
        let man = &mut self.men[usize::from(who)];
        must(man.side == Some(side), "works for the enemy")?;
        must(man.pace == Pace::Stationary && !man.went, "works and moves")?;
        must(man.work == 0, "works twice")?;
        must(!man.reloads, "works and reloads")?;
        man.work = before[usize::from(who)] + 1;
        // A figure that defuses does not aim.
        man.aim = 0;
        let (work, shaken, attacks) = (man.work, man.shaken, man.fired || man.threw);
        step.says("done", work as i32)?;
        step.says("of", 2)?;
        must(!attacks || self.option("work_while_fighting", "yes"), "works and fights")?;
        must(!shaken || !self.option("work_interrupted_by", "any_hit"), "works although he was hit")?;
        if plants {
            must(self.bombs.contains(&Charge::Carried(who)), "plants what he has not got")?;
            must(self.is_zone(here), "plants elsewhere")?;
        } else {
            must(self.beside(here).is_some(), "there is nothing to defuse")?;
        }
        self.counts(if plants { "turns of planting" } else { "turns of defusing" });
        if work < 2 {
            return Ok(false);
        }
        self.men[usize::from(who)].work = 0;
        Ok(true)
    }

    /// A bomb that ticks beside somebody, by number.
    fn beside(&self, here: At) -> Option<usize> {
        let at_hand = |bomb: &Charge| matches!(*bomb, Charge::Planted(at, _) if squared(here, at) <= 2 && self.lay.is_open(here, at, &self.open));
        self.bombs.iter().position(at_hand)
    }

    /// Whether somebody has a bomb to plant or to defuse where he stands.
    pub(super) fn may_work(&self, who: u8, here: At) -> bool {
        let plants = self.bombs.contains(&Charge::Carried(who)) && self.is_zone(here);
        let blue = self.men[usize::from(who)].side == Some(Side::Blue);
        plants || blue && self.beside(here).is_some()
    }

    /// GGG-bomb-3, GGG-bomb-5, GGG-bomb-6.
    fn done(&mut self, step: &Step) -> Seen {
        let who = self.acts(step.figure)?;
        let here = self.stands(who)?;
        let number = step.number("bomb")? as usize;
        let bomb = *self.bombs.get(number).ok_or("there is no such bomb")?;
        if step.verb == "planted" {
            let due = self.turn + self.number("fuse", 8);
            must(bomb == Charge::Carried(who), "has not that bomb")?;
            self.bombs[number] = Charge::Planted(here, due);
            self.is_at(step, here)?;
            return step.says("due", due as i32);
        }
        let Charge::Planted(at, due) = bomb else { return Err("it does not tick".to_owned()) };
        must(squared(here, at) <= 2 && self.lay.is_open(here, at, &self.open), "it is not at hand")?;
        self.is_at(step, at)?;
        must(due > self.turn || !self.option("bomb_tie", "explodes"), "is defused too late")?;
        self.bombs[number] = Charge::Defused;
        self.counts("bombs defused");
        Ok(())
    }

    fn explodes(&mut self, step: &Step) -> Seen {
        must(step.figure.is_none(), "whose bomb?")?;
        let number = step.number("bomb")? as usize;
        let Some(&Charge::Planted(at, due)) = self.bombs.get(number) else { return Err("it does not tick".to_owned()) };
        must(due == self.turn, "goes off before its time")?;
        self.is_at(step, at)?;
        self.bombs[number] = Charge::Exploded;
        self.counts("bombs gone off");
        Ok(())
    }

    /// GGG-bomb-1: a bomb that lies is taken up by somebody who comes beside it.
    pub(super) fn takes_bomb(&mut self, step: &Step) -> Seen {
        let who = self.acts(step.figure)?;
        let here = self.stands(who)?;
        must(self.man(who)?.side == Some(Side::Red), "is no Terrorist")?;
        must(!self.bombs.contains(&Charge::Carried(who)), "has one")?;
        let number = step.number("bomb")? as usize;
        let Some(&Charge::Lies(at)) = self.bombs.get(number) else { return Err("it does not lie about".to_owned()) };
        must(squared(here, at) <= 2 && self.lay.is_open(here, at, &self.open), "it is not at hand")?;
        self.is_at(step, here)?;
        self.bombs[number] = Charge::Carried(who);
        self.counts("bombs taken up");
        Ok(())
    }

    /// GGG-mis-6: whether a Counter-Terrorist has a Terrorist helpless before him.
    fn is_helpless(&self, ct: u8, terrorist: u8) -> Seen<bool> {
        let (taker, victim) = (self.man(ct)?, self.man(terrorist)?);
        let (here, there) = (self.stands(ct)?, self.stands(terrorist)?);
        let within = f64::from(self.number("capture_within", 1));
        let counts = !taker.vip || self.option("vip_counts_as_ct", "yes");
        let able = taker.side == Some(Side::Blue) && counts && taker.stun == 0;
        let watched = self.up().any(|(other, at)| {
            let man = &self.men[usize::from(other)];
            let before = degrees_off(man.facing, at, here) <= 90.0 + 1e-9 && self.in_sight(at, here);
            man.side == victim.side && other != terrorist && man.sees.contains(&ct) && before
        });
        Ok(able && victim.side == Some(Side::Red) && victim.stun > 0 && inches(here, there) <= within && !watched)
    }

    fn captures(&mut self, step: &Step, dropped: &mut Vec<&Step>) -> Seen {
        must(self.option("capture", "helpless"), "nobody is taken prisoner")?;
        let who = self.acts(step.figure)?;
        let target = self.acts(step.target)?;
        must(self.is_helpless(who, target)?, "is not helpless")?;
        must(step.marks == [engage::Mark::Leaves { figure: target }], "does not leave")?;
        let at = self.stands(target)?;
        step.is_long("range", inches(self.stands(who)?, at))?;
        self.men[usize::from(target)].captured = true;
        self.takes_off(target, at, dropped)?;
        self.counts("prisoners");
        Ok(())
    }

    /// Terrorists who will be taken prisoner in any case.
    fn helpless(&self) -> Seen<Vec<u8>> {
        let mut helpless = Vec::new();
        if self.option("capture", "helpless") {
            for (terrorist, _) in self.up() {
                for (ct, _) in self.up() {
                    if self.is_helpless(ct, terrorist)? {
                        helpless.push(terrorist);
                    }
                }
            }
        }
        Ok(helpless)
    }

    /// The mission's place: what it names, or where blue comes from.
    pub(super) fn is_zone(&self, at: At) -> bool {
        self.place.contains(&at)
    }

    /// GGG-mis-5.
    fn ct_lost(&self) -> bool {
        let counts = |man: &&Man| man.side == Some(Side::Blue) && (!man.vip || self.option("vip_counts_as_ct", "yes"));
        let by_terrorists = self.option("ct_loss_by", "terrorists");
        let all_out = self.option("ct_lost_when", "all_out");
        let lost = |man: &Man| match (all_out, by_terrorists) {
            (false, false) => man.hit[0] || man.out,
            (false, true) => man.hit[1],
            (true, false) => man.out,
            (true, true) => man.hit[2],
        };
        self.men.iter().filter(counts).all(lost)
    }

    /// GGG-mis-1 to GGG-mis-4: the endings due at this moment, if the mission is over.
    pub(super) fn verdict(&mut self, end_of_turn: bool) -> Option<Vec<&'static str>> {
        let objective = self.scenario["mission"]["objective"].as_str().unwrap_or("");
        let [by_ct, by_t] = std::mem::take(&mut self.killed);
        let men = |side: Option<Side>| self.men.iter().filter(move |man| man.side == side);
        let down = men(Some(Side::Red)).all(|man| man.out || man.captured);
        let lost = self.ct_lost();
        let planted = self.bombs.iter().any(|bomb| matches!(bomb, Charge::Planted(..)));
        let exploded = self.bombs.contains(&Charge::Exploded);
        let defused = !self.bombs.is_empty() && self.bombs.iter().all(|&bomb| bomb == Charge::Defused);
        let (mut won, mut bungled) = (Vec::new(), Vec::new());
        let vip = self.men.iter().find(|man| man.vip);
        match objective {
            "rescue" => {
                won.extend(men(None).all(|man| man.safe).then_some("blue.rescued"));
                won.extend(by_t.then_some("blue.hostage_killed"));
                won.extend(down.then_some("blue.terrorists_down"));
                bungled.extend(by_ct.then_some("red.hostage_killed"));
            }
            "bomb" => {
                won.extend(defused.then_some("blue.defused"));
                won.extend((down && !planted && !exploded).then_some("blue.terrorists_down"));
                bungled.extend(exploded.then_some("red.explosion"));
            }
            _ => {
                won.extend(vip.is_some_and(|vip| vip.safe).then_some("blue.vip_away"));
                won.extend(down.then_some("blue.terrorists_down"));
                bungled.extend(vip.is_some_and(|vip| vip.out).then_some("red.vip_killed"));
            }
        }
        // A bomb that has gone off leaves nothing to win.
        if exploded {
            won.clear();
        }
        bungled.extend(lost.then_some("red.ct_lost"));
        match (won.is_empty(), bungled.is_empty()) {
            (false, true) => Some(won),
            (true, false) => Some(bungled),
            (false, false) => Some(vec![match () {
                () if self.option("both_fail", "ct") => "blue.both_failed",
                () if self.option("both_fail", "terrorists") => "red.both_failed",
                () => "draw.both_failed",
            }]),
            (true, true) => {
                let up = end_of_turn && self.turn >= self.number("time", 30);
                let runs_on = objective == "bomb" && planted && self.option("bomb_deadline", "planted");
                (up && !runs_on).then(|| {
                    vec![match objective {
                        "rescue" => "red.time_up",
                        "bomb" => "blue.no_explosion",
                        _ if self.option("vip_timeout", "draw") => "draw.time_up",
                        _ if self.option("vip_timeout", "terrorists_lose") => "blue.time_up",
                        _ => "red.time_up",
                    }]
                })
            }
        }
    }

    /// What is counted agrees with what was told.
    pub(super) fn over(&mut self, outcome: &Outcome, ended: Option<&'static str>) -> Seen {
        let wanted = ended.unwrap_or("turn_limit");
        let told = go_go_go::RULESET.endings[usize::from(outcome.ending)].id;
        if told != wanted {
            return Err(format!("it ended with {wanted}, not {told}"));
        }
        must(u32::from(outcome.turns) == self.turn, "more or fewer turns than were told")?;
        let among = |side: Option<Side>, what: fn(&Man) -> bool| {
            self.men.iter().filter(|man| man.side == side && what(man)).count() as u16
        };
        let lost = |man: &Man| man.out || man.captured;
        let wounded = |man: &Man| !man.out && !man.captured && man.wounds > 0;
        let (blue, red) = (Some(Side::Blue), Some(Side::Red));
        let counted = [
            among(blue, lost),
            among(red, lost),
            among(blue, wounded),
            among(red, wounded),
            among(None, |man| man.safe),
            among(None, |man| man.out),
        ];
        if outcome.measures[..6] != counted {
            return Err(format!("{counted:?} came about, {:?} are counted", outcome.measures));
        }
        self.counts(wanted);
        Ok(())
    }
}
