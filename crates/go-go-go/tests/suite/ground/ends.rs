//! The end of a turn and of the mission: rifles, work, bombs, prisoners, and which ending is due.

use engage::{Outcome, Side, Step};

use super::lay::{At, degrees_off, inches, squared};
use super::watch::{Charge, Man, Pace, Seen, Watch, must};

impl Watch<'_> {
    /// The end phase (section 3): rifles and stun, then work and bombs, then prisoners.
    pub(super) fn ends(&mut self, steps: &[Step]) -> Seen {
        self.clocks();
        let before: Vec<u32> = self.men.iter_mut().map(|man| std::mem::take(&mut man.work)).collect();
        let helpless = self.helpless()?;
        let mut finished: Option<u8> = None;
        for step in steps {
            let result = match step.clause {
                "GGG-bomb-7" => self.explodes(step),
                "GGG-mis-6" => self.captures(step),
                _ if step.text == "the bomb is defused" || step.clause == "GGG-bomb-3" => {
                    let by = finished.take();
                    must(by.is_some() && by == step.figure, "is done before it is done").and_then(|()| self.done(step))
                }
                _ => self.works(step, &before).map(|done| finished = done.then_some(step.figure).flatten()),
            };
            result.map_err(|error| format!("{error}: {step:?}"))?;
        }
        let turn = self.turn;
        let overdue = |bomb: &Charge| matches!(bomb, Charge::Planted(_, due) if *due <= turn);
        if self.bombs.iter().any(overdue) {
            self.mistakes_bombs();
        }
        must(!self.bombs.iter().any(overdue), "a bomb that is due does not go off")?;
        must(helpless.iter().all(|who| !self.at.contains_key(who)), "somebody helpless is not taken prisoner")
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
        let plants = step.clause == "GGG-bomb-2";
        let (word, side) = if plants { ("plants", Side::Red) } else { ("defuses", Side::Blue) };
        let man = &mut self.men[usize::from(who)];
        must(man.side == Some(side), "works for the enemy")?;
        must(man.pace == Pace::Stationary && !man.went, "works and moves")?;
        must(man.work == 0, "works twice")?;
        must(!man.reloads, "works and reloads")?;
        man.work = before[usize::from(who)] + 1;
        // A figure that defuses does not aim.
        man.aim = 0;
        let (work, shaken, attacks) = (man.work, man.shaken, man.fired || man.threw);
        must(step.text == format!("{word} the bomb: turn {work} of work"), "counts otherwise")?;
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

    /// Of two bombs side by side the other was made safe.
    fn mistakes_bombs(&mut self) {
        if let Some((safe, was)) = self.either.take() {
            let other = 1 - safe;
            (self.bombs[safe], self.bombs[other]) = (was, Charge::Defused);
        }
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
        if step.clause == "GGG-bomb-3" {
            let due = self.turn + self.number("fuse", 8);
            let bomb = self.bombs.iter().position(|&bomb| bomb == Charge::Carried(who)).ok_or("has no bomb")?;
            self.bombs[bomb] = Charge::Planted(here, due);
            let wanted = format!("the bomb is planted, and due at the end of turn {due}");
            return must(step.text == wanted, "is due at another time");
        }
        let bomb = self.beside(here).ok_or("there is no such bomb")?;
        let Charge::Planted(_, due) = self.bombs[bomb] else { return Err("it does not tick".to_owned()) };
        must(due > self.turn || !self.option("bomb_tie", "explodes"), "is defused too late")?;
        let was = std::mem::replace(&mut self.bombs[bomb], Charge::Defused);
        // Which of two is not told.
        self.either = self.beside(here).map(|_| (bomb, was));
        self.counts("bombs defused");
        Ok(())
    }

    fn explodes(&mut self, step: &Step) -> Seen {
        must(step.figure.is_none(), "whose bomb?")?;
        let turn = self.turn;
        let due = |bomb: &Charge| matches!(bomb, Charge::Planted(_, due) if *due == turn);
        if !self.bombs.iter().any(due) {
            self.mistakes_bombs();
        }
        let bomb = self.bombs.iter().position(due).ok_or("goes off before its time")?;
        self.bombs[bomb] = Charge::Exploded;
        self.counts("bombs gone off");
        Ok(())
    }

    /// GGG-bomb-1: a bomb that lies is taken up by somebody who comes beside it.
    pub(super) fn takes_bomb(&mut self, step: &Step) -> Seen {
        let who = self.acts(step.figure)?;
        let here = self.stands(who)?;
        must(step.text == "takes up the bomb", "does something else")?;
        must(self.man(who)?.side == Some(Side::Red), "is no Terrorist")?;
        must(!self.bombs.contains(&Charge::Carried(who)), "has one")?;
        let at_hand = |bomb: &Charge| matches!(*bomb, Charge::Lies(at) if squared(here, at) <= 2 && self.lay.is_open(here, at, &self.open));
        let bomb = self.bombs.iter().position(at_hand).ok_or("there is none at hand")?;
        self.bombs[bomb] = Charge::Carried(who);
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

    fn captures(&mut self, step: &Step) -> Seen {
        must(self.option("capture", "helpless"), "nobody is taken prisoner")?;
        let who = self.acts(step.figure)?;
        let target = self.acts(step.target)?;
        must(self.is_helpless(who, target)?, "is not helpless")?;
        must(step.marks == [engage::Mark::Leaves { figure: target }], "does not leave")?;
        let at = self.stands(target)?;
        self.men[usize::from(target)].captured = true;
        self.takes_off(target, at);
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

    /// GGG-mis-1 to GGG-mis-4: the endings of which one is due at this moment, if the mission is over.
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
