//! Grenades: who throws what, where it bursts and whom it reaches.

use std::collections::BTreeSet;

use engage::{Mark, Step};

use super::facts::Facts as _;
use super::fight::{SIDE, dice, penalty};
use super::lay::{At, Lay, degrees_off, inches};
use super::watch::{Man, Pace, Seen, Watch, must};

/// GGG-gren-8.
const RADIUS: i32 = 4;

/// A grenade that has burst, and those who have still to roll for it.
pub(super) struct Burst {
    by: u8,
    he: bool,
    at: At,
    pub(super) left: BTreeSet<u8>,
}

impl Watch<'_> {
    /// GGG-gren-3 to GGG-gren-8, GGG-gren-14: who throws what, at which cell, and where it bursts.
    pub(super) fn throws(&mut self, was: &[Man], pace: Pace, step: &Step) -> Seen<Burst> {
        let who = self.acts(step.figure)?;
        let here = self.stands(who)?;
        let man = &was[usize::from(who)];
        must(pace == Pace::Stationary && !man.went, "throws and moves")?;
        must(!self.man(who)?.threw, "throws twice")?;
        must(!self.man(who)?.fired || self.option("grenade_plus_fire", "yes"), "fires and throws")?;
        must(!man.reloads, "throws and reloads")?;
        let kind = step.word("grenade")?;
        let carried = self.man(who)?.kit.iter().position(|carried| carried == kind).ok_or("carries none")?;
        self.men[usize::from(who)].kit.remove(carried);
        self.men[usize::from(who)].threw = true;
        let aim = step.cells("aim")?.first().and_then(|&cell| self.lay.numbered(cell)).ok_or("aims where?")?;
        step.is_long("range", inches(here, aim))?;
        must(self.lay.cell(aim).is_some() && aim != here, "aims where nobody can be")?;
        let through = !self.in_sight(here, aim);
        must(!through || self.is_behind_an_opening(here, aim), "aims where he does not see")?;
        must(degrees_off(man.facing, here, aim) <= SIDE, "throws behind him")?;
        let most = f64::from(self.number("grenade_max_range", 0));
        must(most == 0.0 || inches(here, aim) <= most, "throws too far")?;

        let opening = self.lay.has_opening(here, aim);
        let need = 4 + i32::from(opening) + penalty(man);
        step.needs(need)?;
        *self.count.entry("throws through openings").or_default() += u64::from(opening);
        let lands = if step.word("result")? == "on_target" {
            step.is_long("off", 0.0)?;
            let [die] = dice(step)?;
            // With lowered dice it may be off target by nothing.
            let lowered = self.option("scatter_penalty", "yes");
            let nothing = lowered && dice::<3>(step).is_ok_and(|[_, _, distance]| distance <= penalty(man));
            must(self.passes(die, need) || nothing, "the die says otherwise")?;
            aim
        } else {
            let [die, direction, distance] = dice(step)?;
            must(!self.passes(die, need), "the die says otherwise")?;
            self.scatters(man, here, aim, (direction, distance), step)?
        };
        let Some(&Mark::Shot { from, to }) = step.marks.first() else { return Err("goes nowhere".to_owned()) };
        must(self.lay.numbered(from) == Some(here), "is thrown from elsewhere")?;
        let burst = self.lay.numbered(to).ok_or("bursts off the map")?;
        if burst != lands {
            return Err(format!("it comes down at {lands:?}, not at {burst:?}"));
        }
        let told = step.cells("burst")?.first().and_then(|&cell| self.lay.numbered(cell));
        must(told == Some(burst), "it bursts elsewhere")?;
        let reached = self.lay.burst(burst, RADIUS, &self.open);
        let told: BTreeSet<At> =
            step.cells("reached")?.into_iter().filter_map(|cell| self.lay.numbered(cell)).collect();
        must(told == reached, "it reaches others")?;
        let mut left = BTreeSet::new();
        if kind == "smoke" {
            let cell = |mark: &Mark| if let &Mark::Smokes { cell } = mark { self.lay.numbered(cell) } else { None };
            let told: BTreeSet<At> = step.marks.iter().filter_map(cell).collect();
            must(told == reached, "the smoke is not that of the radius")?;
            self.smoke.extend(reached);
        } else {
            left = self.at.iter().filter(|(_, at)| reached.contains(at)).map(|(&who, _)| who).collect();
        }
        self.counts(match kind {
            "HE" => "HE thrown",
            "stun" => "stun thrown",
            _ => "smoke thrown",
        });
        Ok(Burst { by: who, he: kind == "HE", at: burst, left })
    }

    /// GGG-gren-14: whether the way to a square is clear but for smoke, and leads through an opening in sight.
    fn is_behind_an_opening(&self, here: At, aim: At) -> bool {
        let in_sight = |at: At| self.lay.is_opening(at) && self.in_sight(here, at);
        self.lay.is_open(here, aim, &self.open) && Lay::line(here, aim).any(in_sight)
    }

    /// GGG-gren-6, GGG-gren-7: where a grenade off target comes down.
    fn scatters(&mut self, man: &Man, here: At, aim: At, (direction, distance): (i32, i32), step: &Step) -> Seen<At> {
        let lowered = if self.option("scatter_penalty", "yes") { penalty(man) } else { 0 };
        let (direction, distance) = (direction - lowered, f64::from((distance - lowered).max(0)));
        let throw = inches(here, aim);
        let (word, along, right) = match direction {
            ..=2 if self.option("short_throw", "may_pass_behind") => ("short", -distance, 0.0),
            ..=2 => ("short", -distance.min(throw), 0.0),
            3 | 4 => ("over", distance, 0.0),
            5 => ("left", 0.0, -distance),
            _ => ("right", 0.0, distance),
        };
        step.says("result", word)?;
        step.is_long("off", along.abs().max(f64::abs(right)))?;
        let unit = [aim.0 - here.0, aim.1 - here.1].map(|way| f64::from(way) / throw);
        // For somebody who looks up the map, later columns are to his right.
        let row = f64::from(aim.0) + along * unit[0] + right * unit[1];
        let column = f64::from(aim.1) + along * unit[1] - right * unit[0];
        let wanted = (row.round() as i32, column.round() as i32);
        if self.option("scatter_wall", "passes") && self.lay.cell(wanted).is_some() {
            return Ok(wanted);
        }
        let from = if word == "short" { here } else { aim };
        let lands = self.lay.flight(from, wanted, &self.open);
        if lands != wanted {
            self.counts("grenades stopped");
        }
        Ok(lands)
    }

    /// GGG-gren-9, GGG-gren-11, GGG-gren-12, GGG-stun: what a burst does to one of those whom it reaches.
    pub(super) fn blast(&mut self, was: &[Man], burst: &mut Option<Burst>, step: &Step) -> Seen {
        let burst = burst.as_mut().ok_or("a blast without a grenade")?;
        must(step.figure == Some(burst.by), "somebody else's blast")?;
        step.says("grenade", if burst.he { "HE" } else { "stun" })?;
        let who = step.target.ok_or("whom?")?;
        must(burst.left.remove(&who), "out of the blast")?;
        must(step.luck.len() == 1, "one die")?;
        step.is_long("range", inches(burst.at, self.stands(who)?))?;
        let [die] = dice(step)?;
        let lowered = if self.option("grenade_effect_penalty", "target") { penalty(&was[usize::from(who)]) } else { 0 };
        step.says("lowered_by", lowered)?;
        let die = (die - lowered).max(1);
        let effect = match (burst.he, die) {
            (true, ..=2) | (false, 3..) => "stunned",
            (true, 3 | 4) => "wound",
            (true, _) => "out",
            (false, _) => "nothing",
        };
        step.says("result", effect)?;
        if who >= self.figures {
            self.counts("hostages in the blast");
        }
        match effect {
            "wound" | "out" => return self.harms(burst.by, who, effect == "out", step),
            "stunned" => {
                let turns = if burst.he { self.number("he_stun_turns", 3) } else { 3 } as i32;
                let now = i32::from(!self.option("stun_clock", "this_turn"));
                let extend = self.option("stun_repeat", "extend");
                let man = &mut self.men[usize::from(who)];
                man.shaken = true;
                let before = man.stun;
                man.stun = if extend && before > 0 { before + turns } else { before.max(turns + now) };
                if before > 0 {
                    self.counts("stunned again");
                }
            }
            _ => {}
        }
        if !self.man(who)?.out {
            step.says("stun_turns", self.man(who)?.stun)?;
        }
        must(step.marks.is_empty(), "falls, and is not hit")
    }
}
