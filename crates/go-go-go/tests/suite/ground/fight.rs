//! Spotting and fire: whom each sees, what the dice must come to, where grenades burst and whom they reach.

use std::collections::{BTreeMap, BTreeSet};

use engage::{Mark, Side, Step};

use super::facts::Facts as _;
use super::grenades::Burst;
use super::lay::{At, Lay, degrees_off, inches, squared};
use super::watch::{Man, Pace, Seen, Watch, must};

/// GGG-see-1, GGG-see-2; a direction on the boundary is in the arc.
const FRONT: f64 = 22.5 + 1e-9;
pub(super) const SIDE: f64 = 90.0 + 1e-9;

/// The dice of a step, the last of those drawn.
pub(super) fn dice<const N: usize>(step: &Step) -> Seen<[i32; N]> {
    let all: Vec<i32> = step.luck.iter().flat_map(|luck| luck.drawn.faces()).map(|face| face as i32).collect();
    let last = all.len().checked_sub(N).ok_or("dice are missing")?;
    must(all.iter().all(|die| (1..=6).contains(die)), "dice have six faces")?;
    all[last..].try_into().map_err(|_| "dice are missing".to_owned())
}

/// GGG-eff-3, GGG-stun-1.
pub(super) fn penalty(man: &Man) -> i32 {
    man.wounds + if man.stun > 0 { 2 } else { 0 }
}

impl Watch<'_> {
    /// GGG-die-3.
    pub(super) fn passes(&self, die: i32, need: i32) -> bool {
        let both = self.option("natural_rolls", "both");
        if die == 6 && (both || self.option("natural_rolls", "six_succeeds")) {
            return true;
        }
        if die == 1 && (both || self.option("natural_rolls", "one_fails")) {
            return false;
        }
        die >= need
    }

    /// Whether somebody counts as hiding for one who looks at him, in smoke too (GGG-see-8, GGG-gren-10).
    fn is_hidden_from(&self, from: At, who: u8) -> Seen<bool> {
        let smoke = self.option("smoke_sight", "hides") && self.is_smoky(from, self.stands(who)?);
        Ok(smoke || self.man(who)?.hidden)
    }

    /// GGG-see-3, GGG-see-4.
    fn spotting(&self, who: u8, target: u8) -> Seen<i32> {
        let (man, other) = (self.man(who)?, self.man(target)?);
        let moving = other.pace != Pace::Stationary;
        let need = match (man.pace, man.hidden, moving) {
            (Pace::Stationary, false, true) => 2,
            (Pace::Stationary, false, false) | (Pace::Stationary, true, true) => 3,
            (Pace::Stationary, true, false) | (Pace::Stealthy | Pace::Normal, _, true) => 4,
            (Pace::Stealthy | Pace::Normal, _, false) => 5,
        };
        Ok(need + i32::from(self.is_hidden_from(self.stands(who)?, target)?) + penalty(man))
    }

    /// GGG-snipe-4: who sets up, aims or fires sees what is before him only; with clarification 2.
    fn is_narrow(&self, man: &Man) -> bool {
        let serves = !self.option("reload_serves_as_setup", "no");
        man.sniper && man.pace == Pace::Stationary && (man.loaded || serves)
    }

    /// GGG-see: all look together; what is before them is seen, what is to their side is rolled for, once each.
    pub(super) fn look(&mut self, pace: Option<Pace>, steps: &[Step]) -> Seen {
        let mut rolls: BTreeMap<(u8, u8), &Step> = BTreeMap::new();
        let mut fresh: BTreeMap<u8, &Step> = BTreeMap::new();
        let mut looks: BTreeMap<u8, &Step> = BTreeMap::new();
        for step in steps {
            let who = self.acts(step.figure)?;
            match step.verb {
                "spot" => {
                    let target = step.target.ok_or("spots whom?")?;
                    must(rolls.insert((who, target), step).is_none(), "looks twice")?;
                }
                "look" => must(looks.insert(who, step).is_none(), "looks round twice")?,
                _ => must(fresh.insert(who, step).is_none(), "is told twice whom he sees")?,
            }
        }
        let looking: Vec<(u8, At)> = self.up().collect();
        for (who, here) in looking {
            let man = self.man(who)?.clone();
            if pace.is_some_and(|pace| pace != man.pace) {
                continue;
            }
            must(man.hidden == self.is_hiding(who)?, "hides, or does not, and nobody is told")?;
            let mut arcs: [BTreeSet<u8>; 4] = std::array::from_fn(|_| BTreeSet::new());
            let enemies: Vec<(u8, At)> = self.enemies(who).collect();
            let mut sees = BTreeSet::new();
            for (enemy, there) in enemies {
                let off = degrees_off(man.facing, here, there);
                if !self.in_sight(here, there) {
                    continue;
                }
                arcs[usize::from(off > FRONT) + usize::from(off > SIDE)].insert(enemy);
                if off > SIDE {
                    continue;
                }
                let kept = self.option("spotting_memory", "until_lost") && man.saw.contains(&enemy);
                let seen = if off <= FRONT {
                    true
                } else if self.is_narrow(&man) {
                    self.counts("sniper's narrow view");
                    false
                } else if kept {
                    self.counts("kept in sight");
                    arcs[3].insert(enemy);
                    true
                } else {
                    let need = self.spotting(who, enemy)?;
                    let step = rolls.remove(&(who, enemy)).ok_or_else(|| format!("{who} does not look at {enemy}"))?;
                    self.rolls_to_spot(step, need)?
                };
                if seen {
                    sees.insert(enemy);
                    self.men[usize::from(enemy)].known = self.turn;
                }
            }
            let new: BTreeSet<u8> = sees.difference(&man.saw).copied().collect();
            let told = fresh.remove(&who).map(|step| step.figures("fresh")).transpose()?;
            if told.clone().unwrap_or_default() != new || told.is_some_and(|told| told.is_empty()) {
                return Err(format!("{who} sees {new:?} anew, and something else is told"));
            }
            let look = looks.remove(&who);
            must(look.is_some() == arcs[..3].iter().any(|arc| !arc.is_empty()), "looks at nobody, or nobody is told")?;
            if let Some(look) = look {
                for (name, arc) in ["before", "beside", "behind", "kept"].iter().zip(&arcs) {
                    must(look.figures(name)? == *arc, name).map_err(|name| format!("others are {name}: {look:?}"))?;
                }
                must(look.figures("sees")? == sees, "sees others").map_err(|error| format!("{error}: {look:?}"))?;
                look.says("narrow_view", self.is_narrow(&man))?;
            }
            self.men[usize::from(who)].sees = sees;
        }
        must(rolls.is_empty() && fresh.is_empty() && looks.is_empty(), "looks at whom he cannot roll for").map_err(
            |error| {
                let who = rolls.keys().next();
                format!("{error}: {who:?} {fresh:?} in turn {}", self.turn)
            },
        )
    }

    fn rolls_to_spot(&mut self, step: &Step, need: i32) -> Seen<bool> {
        step.needs(need).map_err(|error| format!("{error}: {step:?}"))?;
        must(step.luck.len() == 1, "one die")?;
        let [die] = dice(step)?;
        let seen = self.passes(die, need);
        step.says("result", if seen { "spotted" } else { "unseen" }).map_err(|error| format!("{error}: {step:?}"))?;
        Ok(seen)
    }

    /// GGG-ord-2: all fire of a step at once, as things were when it began; then figures out of action are removed.
    pub(super) fn fire_step(&mut self, pace: Pace, steps: &[Step]) -> Seen {
        let was = self.men.clone();
        let smoke = self.smoke.clone();
        let firing = |step: &Step| matches!(step.verb, "shot" | "sniper_shot");
        for step in steps.iter().filter(|step| firing(step)) {
            let who = self.acts(step.figure)?;
            must(!self.men[usize::from(who)].fired, "fires twice")?;
            self.men[usize::from(who)].fired = true;
        }
        let mut burst: Option<Burst> = None;
        // The last shot that missed, if a hostage is in danger.
        let mut stray: Option<&Step> = None;
        let mut dropped: Vec<&Step> = Vec::new();
        for step in steps {
            must(stray.is_none() || step.verb == "stray", "nobody rolls for a stray shot")?;
            let result = match step.verb {
                "blast" => self.blast(&was, &mut burst, step),
                _ if burst.as_ref().is_some_and(|burst| !burst.left.is_empty()) => {
                    Err("somebody in the radius is left out".to_owned())
                }
                "throw" => {
                    // What bursts in this step is in place after it (GGG-gren-13).
                    let fresh = std::mem::replace(&mut self.smoke, smoke.clone());
                    let result = self.throws(&was, pace, step);
                    self.smoke.extend(fresh);
                    result.map(|thrown| burst = Some(thrown))
                }
                "stray" => self.strays(stray.take(), step),
                "drop_bomb" => {
                    dropped.push(step);
                    Ok(())
                }
                _ => self.fires(&was, step).and_then(|hit| {
                    let endangers = !hit && self.endangers(step)?;
                    stray = endangers.then_some(step);
                    Ok(())
                }),
            };
            result.map_err(|error| format!("{error}: {step:?}"))?;
        }
        must(stray.is_none(), "nobody rolls for a stray shot")?;
        must(burst.is_none_or(|burst| burst.left.is_empty()), "somebody in the radius is left out")?;
        let fresh = std::mem::replace(&mut self.smoke, smoke);
        self.nobody_holds_fire(&was, pace)?;
        self.smoke.extend(fresh);
        let fallen = self.at.iter().filter(|(who, _)| self.men[usize::from(**who)].out);
        for (who, at) in fallen.map(|(&who, &at)| (who, at)).collect::<Vec<_>>() {
            self.takes_off(who, at, &mut dropped)?;
        }
        must(dropped.is_empty(), "somebody drops a bomb that he has not got")
    }

    /// A figure leaves the map for good and drops its bomb, which is logged.
    pub(super) fn takes_off(&mut self, who: u8, at: At, dropped: &mut Vec<&Step>) -> Seen {
        self.at.remove(&who);
        for number in 0..self.bombs.len() {
            if self.bombs[number] == super::watch::Charge::Carried(who) {
                self.bombs[number] = super::watch::Charge::Lies(at);
                let told = dropped.iter().position(|step| step.figure == Some(who)).ok_or("nobody drops the bomb")?;
                let step = dropped.remove(told);
                step.says("bomb", number as i32)?;
                self.is_at(step, at)?;
            }
        }
        Ok(())
    }

    /// GGG-fire, GGG-see-6, GGG-see-7, GGG-snipe: one shot; whether it hit.
    fn fires(&mut self, was: &[Man], step: &Step) -> Seen<bool> {
        let who = self.acts(step.figure)?;
        let target = step.target.ok_or("at whom?")?;
        let (here, there) = (self.stands(who)?, self.stands(target)?);
        let (man, other) = (&was[usize::from(who)], &was[usize::from(target)]);
        must(other.side.is_some() && other.side != man.side, "fires at a friend")?;
        must(!other.out, "fires at somebody out of action")?;
        must(man.armed, "fires without a weapon")?;
        must(!man.threw || self.option("grenade_plus_fire", "yes"), "throws and fires")?;
        must(man.sniper == (step.verb == "sniper_shot"), "fires something else")?;
        if man.sniper {
            must(man.pace == Pace::Stationary, "fires a sniper rifle and moves")?;
            must(man.loaded, "fires a rifle that is not loaded")?;
            must(man.set_up, "fires a rifle that is not set up")?;
            must(man.aim >= man.wanted_aim, "fires before he has aimed as long as he wants")?;
        }
        must(self.in_sight(here, there), "fires at whom he does not see")?;
        let own = man.sees.contains(&target);
        must(own || self.is_spotted_by_team(was, who, target), "fires at whom nobody has spotted")?;
        let arc = if man.sniper { FRONT } else { SIDE };
        must(degrees_off(man.facing, here, there) <= arc, "fires at whom he does not face")?;

        let need = self.to_hit(was, who, target)?;
        step.needs(need)?;
        step.is_long("range", inches(here, there))?;
        let hit = step.word("result")? != "miss";
        must(step.luck.len() == 1 + usize::from(hit && !man.sniper), "other dice")?;
        let (die, effect) = match (hit, man.sniper) {
            (true, false) => dice(step).map(|[die, effect]| (die, Some(effect)))?,
            _ => dice(step).map(|[die]| (die, None))?,
        };
        must(self.passes(die, need) == hit, "the die says otherwise")?;
        if self.preferred(was, who)? != Some(target) {
            return Err(format!("he fires rather at {:?}", self.preferred(was, who)?));
        }
        let revealed = self.option("hider_firing", "revealed") && self.man(target)?.fired;
        let (hiding, moving) = (self.is_hidden_from(here, target)? && !revealed, other.pace != Pace::Stationary);
        step.says("target_hides", hiding)?;
        step.says("pace", man.pace.word())?;
        step.says("target_pace", other.pace.word())?;
        for (times, what) in [(hiding, "shots at hiders"), (moving, "shots at movers"), (man.sniper, "sniper's shots")]
        {
            *self.count.entry(what).or_default() += u64::from(times);
        }
        if !own {
            self.counts("shots at whom a comrade saw");
        }
        if revealed && self.man(target)?.hidden {
            self.counts("hiders revealed");
        }
        let lowered = if self.option("fire_effect_penalty", "target") {
            penalty(other)
        } else if self.option("fire_effect_penalty", "firer") {
            penalty(man)
        } else {
            0
        };
        if man.sniper {
            step.says("aim", man.aim)?;
        } else {
            step.says("out_up_to", 2 + lowered)?;
        }
        let out = hit && effect.is_none_or(|effect| effect <= 2 + lowered);
        if hit {
            step.says("result", if out { "out" } else { "wound" })?;
            self.harms(who, target, out, step)?;
        }
        let line = [here, there].map(|at| self.lay.cell(at).map(|cell| cell.index() as u16));
        let shot = Mark::Shot { from: line[0].ok_or("where?")?, to: line[1].ok_or("where?")? };
        must(step.marks.first() == Some(&shot), "the shot goes elsewhere")?;
        Ok(hit)
    }

    /// GGG-see-7: whether a comrade's spotting counts, and one has spotted him.
    fn is_spotted_by_team(&self, was: &[Man], who: u8, target: u8) -> bool {
        let mate = |other: &Man| other.side == was[usize::from(who)].side && other.sees.contains(&target);
        self.option("spotting_shared", "team") && self.up().any(|(other, _)| mate(&was[usize::from(other)]))
    }

    /// GGG-fire-2, GGG-fire-4 to GGG-fire-7, GGG-snipe-6.
    fn to_hit(&self, was: &[Man], who: u8, target: u8) -> Seen<i32> {
        let (here, there) = (self.stands(who)?, self.stands(target)?);
        let (man, other) = (&was[usize::from(who)], &was[usize::from(target)]);
        let need = match (man.sniper, self.is_long(here, there), self.option("sniper_row", "swapped"), man.pace) {
            (true, true, false, _) | (true, false, true, _) => 1,
            (true, _, _, _) => 3,
            (false, false, _, Pace::Stationary) => 2,
            (false, true, _, Pace::Stationary) => 3,
            (false, false, _, _) => 4,
            (false, true, _, _) => 6,
        };
        let revealed = self.option("hider_firing", "revealed") && self.man(target)?.fired;
        let hiding = !revealed && self.is_hidden_from(here, target)?;
        let moving = other.pace != Pace::Stationary;
        let aim = if man.sniper { man.aim } else { 0 };
        Ok(need + i32::from(hiding) + i32::from(moving) + penalty(man) - aim)
    }

    /// The target of a figure that may fire: the likeliest to be hit, then the nearest, then the first; or the first; nobody
    /// whom it cannot hit.
    fn preferred(&self, was: &[Man], who: u8) -> Seen<Option<u8>> {
        let (here, man) = (self.stands(who)?, &was[usize::from(who)]);
        let arc = if man.sniper { FRONT } else { SIDE };
        let mut best: Option<((usize, i32, u8), u8)> = None;
        for (enemy, there) in self.enemies(who) {
            let spotted = man.sees.contains(&enemy) || self.is_spotted_by_team(was, who, enemy);
            if !spotted || !self.in_sight(here, there) || degrees_off(man.facing, here, there) > arc {
                continue;
            }
            let need = self.to_hit(was, who, enemy)?;
            let fails = (1..=6).filter(|&die| !self.passes(die, need)).count();
            let order = if man.takes_first { (0, 0, enemy) } else { (fails, squared(here, there), enemy) };
            if fails < 6 && best.is_none_or(|(known, _)| order < known) {
                best = Some((order, enemy));
            }
        }
        Ok(best.map(|(_, enemy)| enemy))
    }

    /// A figure that may fire at a target it can hit does.
    fn nobody_holds_fire(&self, was: &[Man], pace: Pace) -> Seen {
        for (who, here) in self.up() {
            let man = &was[usize::from(who)];
            let now = self.man(who)?;
            let still = man.pace == Pace::Stationary;
            let ready = man.armed && (!man.sniper || still && man.loaded && man.set_up && man.aim >= man.wanted_aim);
            let throws = now.threw && !self.option("grenade_plus_fire", "yes");
            // A man who may be at work need not.
            let may_work = self.may_work(who, here);
            if man.pace == pace && ready && !now.fired && !throws && !may_work && self.preferred(was, who)?.is_some() {
                return Err(format!("{who} holds his fire"));
            }
        }
        Ok(())
    }

    /// GGG-fire-3.
    fn is_long(&self, here: At, there: At) -> bool {
        let [short, long] =
            [("short_range", 5), ("long_range", 6)].map(|(key, printed)| f64::from(self.number(key, printed)));
        let far = inches(here, there);
        let from = match () {
            () if self.option("range_gap", "short") => long,
            () if self.option("range_gap", "nearest") => f64::midpoint(short, long),
            () => short,
        };
        far > short && far >= from
    }

    /// A wound, or out of action (GGG-eff, GGG-mis-5); the marks say who falls.
    pub(super) fn harms(&mut self, by: u8, who: u8, out: bool, step: &Step) -> Seen {
        let limit = self.number("wound_limit", 0) as i32;
        let side = self.man(by)?.side;
        let hostage = who >= self.figures;
        let man = self.men.get_mut(usize::from(who)).ok_or("who?")?;
        let before = man.out;
        if out {
            man.out = true;
        } else if !man.out {
            man.wounds += 1;
            man.out = limit > 0 && man.wounds >= limit;
        }
        man.shaken = true;
        let terrorist = side == Some(Side::Red);
        man.hit = [true, man.hit[1] || terrorist, man.hit[2] || terrorist && man.out];
        let falls = step.marks.contains(&Mark::Falls { figure: who });
        must(falls == (man.out && !before), "falls otherwise than he must")?;
        // Others who hit it in the same moment have killed it as well.
        if hostage && man.out {
            self.killed[usize::from(terrorist)] = true;
        }
        Ok(())
    }

    /// Whether a shot from one square at another may go astray and hit somebody there: in its line, or near the target.
    fn is_in_danger(from: At, to: At, at: At) -> bool {
        squared(to, at) <= 1 || Lay::line(from, to).any(|crossed| crossed == at)
    }

    /// GGG-host-5: a further die is rolled for a shot that missed if a hostage is in danger, and only then.
    fn endangers(&self, shot: &Step) -> Seen<bool> {
        let [from, to] = [shot.figure, shot.target].map(|who| self.stands(who.unwrap_or(u8::MAX)));
        let (from, to) = (from?, to?);
        let near = |(&who, &at): (&u8, &At)| who >= self.figures && Watch::is_in_danger(from, to, at);
        Ok(self.option("stray_fire", "near_miss") && self.at.iter().any(near))
    }

    /// GGG-host-5 with clarification 5: a shot that missed hits a hostage in the line or near the target, on a 1.
    fn strays(&mut self, missed: Option<&Step>, step: &Step) -> Seen {
        let missed = missed.ok_or("a shot that hit, or endangers nobody, goes astray")?;
        let who = self.acts(step.figure)?;
        must(missed.figure == Some(who), "somebody else's shot")?;
        let hostage = step.target.filter(|&target| target >= self.figures).ok_or("hits no hostage")?;
        let (here, there) = (self.stands(who)?, self.stands(missed.target.ok_or("at whom?")?)?);
        let at = self.stands(hostage)?;
        must(Watch::is_in_danger(here, there, at), "hits a hostage that is far off")?;
        let die = step.luck.first().map(|luck| luck.drawn.faces()).unwrap_or_default();
        self.counts("dice for stray shots");
        if die != [1] {
            must(step.luck.len() == 1 && step.marks.is_empty(), "a shot that passes does harm")?;
            return step.says("result", "miss");
        }
        let out = if self.man(who)?.sniper {
            must(step.luck.len() == 1, "a sniper's shot has no effect die")?;
            true
        } else {
            let [_, effect] = dice::<2>(step)?;
            effect <= missed.number("out_up_to")?
        };
        step.says("result", if out { "out" } else { "wound" })?;
        self.counts("stray shots");
        self.harms(who, hostage, out, step)
    }
}
