//! Spotting and fire: whom each sees, what the dice must come to, where grenades burst and whom they reach.

use std::collections::{BTreeMap, BTreeSet};

use engage::{Mark, Side, Step};

use super::lay::{At, Lay, degrees_off, inches, squared};
use super::watch::{Man, Pace, Seen, Watch, must};

/// GGG-see-1, GGG-see-2; a direction on the boundary is in the arc.
const FRONT: f64 = 22.5 + 1e-9;
const SIDE: f64 = 90.0 + 1e-9;
/// GGG-gren-8.
const RADIUS: i32 = 4;

/// The dice of a step, the last of those drawn.
fn dice<const N: usize>(step: &Step) -> Seen<[i32; N]> {
    let all: Vec<i32> = step.luck.iter().flat_map(|luck| luck.drawn.faces()).map(|face| face as i32).collect();
    let last = all.len().checked_sub(N).ok_or("dice are missing")?;
    must(all.iter().all(|die| (1..=6).contains(die)), "dice have six faces")?;
    all[last..].try_into().map_err(|_| "dice are missing".to_owned())
}

/// GGG-eff-3, GGG-stun-1.
fn penalty(man: &Man) -> i32 {
    man.wounds + if man.stun > 0 { 2 } else { 0 }
}

/// A grenade that has burst, and those who have still to roll for it.
struct Burst {
    by: u8,
    he: bool,
    left: BTreeSet<u8>,
}

impl Watch<'_> {
    /// GGG-die-3.
    fn passes(&self, die: i32, need: i32) -> bool {
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
        Ok(smoke || self.is_hiding(who)?)
    }

    /// GGG-see-3, GGG-see-4.
    fn spotting(&self, who: u8, target: u8) -> Seen<i32> {
        let (man, other) = (self.man(who)?, self.man(target)?);
        let moving = other.pace != Pace::Stationary;
        let need = match (man.pace, self.is_hiding(who)?, moving) {
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
        let mut fresh: BTreeMap<u8, (Option<u8>, String)> = BTreeMap::new();
        for step in steps {
            let who = self.acts(step.figure)?;
            if step.clause == "GGG-see-3" {
                let target = step.target.ok_or("spots whom?")?;
                must(rolls.insert((who, target), step).is_none(), "looks twice")?;
            } else {
                must(fresh.insert(who, (step.target, step.text.clone())).is_none(), "is told twice whom he sees")?;
            }
        }
        let looking: Vec<(u8, At)> = self.up().collect();
        for (who, here) in looking {
            let man = self.man(who)?.clone();
            if pace.is_some_and(|pace| pace != man.pace) {
                continue;
            }
            must(man.hidden || !self.is_hiding(who)?, "hides, and nobody is told")?;
            let enemies: Vec<(u8, At)> = self.enemies(who).collect();
            let mut sees = BTreeSet::new();
            for (enemy, there) in enemies {
                let off = degrees_off(man.facing, here, there);
                if off > SIDE || !self.in_sight(here, there) {
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
            let wanted = new.first().map(|&first| {
                let more = if new.len() > 1 { format!(" and {} more", new.len() - 1) } else { String::new() };
                (Some(first), format!("sees him{more}"))
            });
            let told = fresh.remove(&who);
            if told != wanted {
                return Err(format!("{who} sees {wanted:?}, not {told:?}"));
            }
            self.men[usize::from(who)].sees = sees;
        }
        must(rolls.is_empty() && fresh.is_empty(), "looks at whom he cannot roll for").map_err(|error| {
            let who = rolls.keys().next();
            format!("{error}: {who:?} {fresh:?} in turn {}", self.turn)
        })
    }

    fn rolls_to_spot(&mut self, step: &Step, need: i32) -> Seen<bool> {
        if step.target_number != Some(need) {
            return Err(format!("he needs {need} to spot: {step:?}"));
        }
        let [die] = dice(step)?;
        let seen = self.passes(die, need);
        let told = if seen { "spots him" } else { "does not spot him" };
        must(step.text == told, "the die says otherwise").map_err(|error| format!("{error}: {step:?}"))?;
        Ok(seen)
    }

    /// GGG-ord-2: all fire of a step at once, as things were when it began; then whoever is out is taken off.
    pub(super) fn fire_step(&mut self, pace: Pace, steps: &[Step]) -> Seen {
        let was = self.men.clone();
        let smoke = self.smoke.clone();
        let firing = |step: &Step| matches!(step.clause, "GGG-fire-2" | "GGG-snipe-5");
        for step in steps.iter().filter(|step| firing(step)) {
            let who = self.acts(step.figure)?;
            must(!self.men[usize::from(who)].fired, "fires twice")?;
            self.men[usize::from(who)].fired = true;
        }
        let mut burst: Option<Burst> = None;
        // The last shot that missed.
        let mut missed: Option<&Step> = None;
        for (number, step) in steps.iter().enumerate() {
            let result = match step.clause {
                "GGG-gren-11" | "GGG-gren-12" => self.blast(&was, &mut burst, step),
                _ if burst.as_ref().is_some_and(|burst| !burst.left.is_empty()) => {
                    Err("somebody in the radius is left out".to_owned())
                }
                "GGG-gren-4" | "GGG-gren-6" => {
                    // What bursts in this step is in place after it (GGG-gren-13).
                    let fresh = std::mem::replace(&mut self.smoke, smoke.clone());
                    let result = self.throws(&was, pace, step);
                    self.smoke.extend(fresh);
                    result.map(|thrown| burst = Some(thrown))
                }
                "GGG-host-5" => self.strays(missed, step),
                _ => self.fires(&was, step).and_then(|hit| {
                    missed = (!hit).then_some(step);
                    self.may_stray(missed, steps.get(number + 1))
                }),
            };
            result.map_err(|error| format!("{error}: {step:?}"))?;
        }
        must(burst.is_none_or(|burst| burst.left.is_empty()), "somebody in the radius is left out")?;
        let fresh = std::mem::replace(&mut self.smoke, smoke);
        self.nobody_holds_fire(&was, pace)?;
        self.smoke.extend(fresh);
        let fallen = self.at.iter().filter(|(who, _)| self.men[usize::from(**who)].out);
        for (who, at) in fallen.map(|(&who, &at)| (who, at)).collect::<Vec<_>>() {
            self.takes_off(who, at);
        }
        Ok(())
    }

    /// Somebody leaves the map for good, and drops his bomb.
    pub(super) fn takes_off(&mut self, who: u8, at: At) {
        self.at.remove(&who);
        for bomb in &mut self.bombs {
            if *bomb == super::watch::Charge::Carried(who) {
                *bomb = super::watch::Charge::Lies(at);
            }
        }
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
        must(man.sniper == (step.clause == "GGG-snipe-5"), "fires something else")?;
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
        if step.target_number != Some(need) {
            return Err(format!("he needs {need} to hit"));
        }
        let told = step.text.rsplit(' ').next().and_then(|word| word.strip_suffix('"')?.parse::<f64>().ok());
        must(told.is_some_and(|told| (told - inches(here, there)).abs() < 0.002), "another range")?;
        let hit = !step.text.starts_with("misses");
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
        for (times, what) in [(hiding, "shots at hiders"), (moving, "shots at movers"), (man.sniper, "sniper's shots")]
        {
            *self.count.entry(what).or_default() += u64::from(times);
        }
        if !own {
            self.counts("shots at whom a comrade saw");
        }
        if revealed && self.is_hiding(target)? {
            self.counts("hiders revealed");
        }
        let lowered = if self.option("fire_effect_penalty", "target") {
            penalty(other)
        } else if self.option("fire_effect_penalty", "firer") {
            penalty(man)
        } else {
            0
        };
        let out = hit && effect.is_none_or(|effect| effect <= 2 + lowered);
        if hit {
            let wanted = if out { "hits: out of action" } else { "hits: a wound" };
            must(step.text.starts_with(wanted), "the effect die says otherwise")?;
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

    /// Section 5: whoever may fire at somebody whom he can hit does.
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
    fn harms(&mut self, by: u8, who: u8, out: bool, step: &Step) -> Seen {
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

    /// GGG-gren-3 to GGG-gren-8, GGG-gren-14: who throws what, at which cell, and where it bursts.
    fn throws(&mut self, was: &[Man], pace: Pace, step: &Step) -> Seen<Burst> {
        let who = self.acts(step.figure)?;
        let here = self.stands(who)?;
        let man = &was[usize::from(who)];
        must(pace == Pace::Stationary && !man.went, "throws and moves")?;
        must(!self.man(who)?.threw, "throws twice")?;
        must(!self.man(who)?.fired || self.option("grenade_plus_fire", "yes"), "fires and throws")?;
        must(!man.reloads, "throws and reloads")?;
        let kinds = [("an HE grenade", "HE"), ("a smoke grenade", "smoke"), ("a stun grenade", "stun")];
        let kind = kinds.iter().find(|kind| step.text.starts_with(&format!("throws {} at row ", kind.0)));
        let kind = kind.ok_or("throws what?")?.1;
        let carried = self.man(who)?.kit.iter().position(|carried| carried == kind).ok_or("carries none")?;
        self.men[usize::from(who)].kit.remove(carried);
        self.men[usize::from(who)].threw = true;
        let (aim, place) = step.text.split_once(": ").ok_or("lands where?")?;
        let mut numbers = aim.split([' ', ',']).filter_map(|word| word.parse::<i32>().ok()).map(|number| number - 1);
        let aim = numbers.next().zip(numbers.next()).ok_or("aims where?")?;
        must(self.lay.cell(aim).is_some() && aim != here, "aims where nobody can be")?;
        must(self.in_sight(here, aim), "aims where he does not see")?;
        must(degrees_off(man.facing, here, aim) <= SIDE, "throws behind him")?;
        let most = f64::from(self.number("grenade_max_range", 0));
        must(most == 0.0 || inches(here, aim) <= most, "throws too far")?;

        let opening = self.lay.has_opening(here, aim);
        let need = 4 + i32::from(opening) + penalty(man);
        if step.target_number != Some(need) {
            return Err(format!("he needs {need} to be on target"));
        }
        *self.count.entry("throws through openings").or_default() += u64::from(opening);
        let lands = if step.clause == "GGG-gren-4" {
            must(place == "on target", "misses, and does not")?;
            let [die] = dice(step)?;
            // With lowered dice it may be off target by nothing.
            let lowered = self.option("scatter_penalty", "yes");
            let nothing = lowered && dice::<3>(step).is_ok_and(|[_, _, distance]| distance <= penalty(man));
            must(self.passes(die, need) || nothing, "the die says otherwise")?;
            aim
        } else {
            let [die, direction, distance] = dice(step)?;
            must(!self.passes(die, need), "the die says otherwise")?;
            self.scatters(man, here, aim, (direction, distance), place)?
        };
        let Some(&Mark::Shot { from, to }) = step.marks.first() else { return Err("goes nowhere".to_owned()) };
        must(self.lay.numbered(from) == Some(here), "is thrown from elsewhere")?;
        let burst = self.lay.numbered(to).ok_or("bursts off the map")?;
        if burst != lands {
            return Err(format!("it comes down at {lands:?}, not at {burst:?}"));
        }
        let reached = self.lay.burst(burst, RADIUS, &self.open);
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
        Ok(Burst { by: who, he: kind == "HE", left })
    }

    /// GGG-gren-6, GGG-gren-7: where a grenade off target comes down.
    fn scatters(&mut self, man: &Man, here: At, aim: At, (direction, distance): (i32, i32), place: &str) -> Seen<At> {
        let lowered = if self.option("scatter_penalty", "yes") { penalty(man) } else { 0 };
        let (direction, distance) = (direction - lowered, f64::from((distance - lowered).max(0)));
        let throw = inches(here, aim);
        let (word, along, right) = match direction {
            ..=2 if self.option("short_throw", "may_pass_behind") => ("short", -distance, 0.0),
            ..=2 => ("short", -distance.min(throw), 0.0),
            3 | 4 => ("over", distance, 0.0),
            5 => ("to the left", 0.0, -distance),
            _ => ("to the right", 0.0, distance),
        };
        let (by, way) = place.split_once(' ').ok_or("off by how much?")?;
        let by: f64 = by.trim_end_matches('"').parse().map_err(|_| "off by how much?")?;
        must(way == word && (by - along.abs().max(right.abs())).abs() < 0.002, "the dice say otherwise")?;
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
    fn blast(&mut self, was: &[Man], burst: &mut Option<Burst>, step: &Step) -> Seen {
        let burst = burst.as_mut().ok_or("a blast without a grenade")?;
        must(step.figure == Some(burst.by), "somebody else's blast")?;
        must(burst.he == (step.clause == "GGG-gren-11"), "another grenade's blast")?;
        let who = step.target.ok_or("whom?")?;
        must(burst.left.remove(&who), "out of the blast")?;
        let [die] = dice(step)?;
        let lowered = if self.option("grenade_effect_penalty", "target") { penalty(&was[usize::from(who)]) } else { 0 };
        let die = (die - lowered).max(1);
        let effect = match (burst.he, die) {
            (true, ..=2) | (false, 3..) => "stunned",
            (true, 3 | 4) => "a wound",
            (true, _) => "out of action",
            (false, _) => "no effect",
        };
        must(step.text == format!("blast: {effect}"), "the die says otherwise")?;
        if who >= self.figures {
            self.counts("hostages in the blast");
        }
        match effect {
            "a wound" | "out of action" => return self.harms(burst.by, who, effect == "out of action", step),
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
        must(step.marks.is_empty(), "falls, and is not hit")
    }

    /// Whether a shot from one square at another may go astray and hit somebody there: in its line, or near the target.
    fn is_in_danger(from: At, to: At, at: At) -> bool {
        squared(to, at) <= 1 || Lay::line(from, to).any(|crossed| crossed == at)
    }

    /// GGG-host-5: a further die is rolled for a shot that missed if a hostage is in danger, and only then; unless it hits, the die
    /// is told with what comes next.
    fn may_stray(&mut self, missed: Option<&Step>, next: Option<&Step>) -> Seen {
        let Some(next) = next else { return Ok(()) };
        let lowered = self.option("scatter_penalty", "yes");
        let own = match (next.clause, next.figure) {
            ("GGG-fire-2", _) => 1 + usize::from(!next.text.starts_with("misses")),
            ("GGG-gren-4", _) if lowered => return Ok(()),
            ("GGG-gren-6", _) => 3,
            ("GGG-host-5", Some(who)) => 1 + usize::from(!self.man(who)?.sniper),
            _ => 1,
        };
        let mut endangered = false;
        if let Some(shot) = missed.filter(|_| self.option("stray_fire", "near_miss")) {
            let [from, to] = [shot.figure, shot.target].map(|who| self.stands(who.unwrap_or(u8::MAX)));
            let (from, to) = (from?, to?);
            endangered = self.at.iter().any(|(&who, &at)| who >= self.figures && Watch::is_in_danger(from, to, at));
        }
        let rolled = next.luck.len() > own || next.clause == "GGG-host-5";
        must(next.luck.len() <= own + 1, "too many dice")?;
        must(rolled == endangered, "a stray shot is rolled for, or not, otherwise than it must")
    }

    /// GGG-host-5 with clarification 5: a shot that missed hits a hostage in the line or near the target, on a 1.
    fn strays(&mut self, missed: Option<&Step>, step: &Step) -> Seen {
        must(self.option("stray_fire", "near_miss"), "no shot goes astray")?;
        let missed = missed.ok_or("a shot that hit goes astray")?;
        let who = self.acts(step.figure)?;
        must(missed.figure == Some(who), "somebody else's shot")?;
        let hostage = step.target.filter(|&target| target >= self.figures).ok_or("hits no hostage")?;
        let (here, there) = (self.stands(who)?, self.stands(missed.target.ok_or("at whom?")?)?);
        let at = self.stands(hostage)?;
        must(Watch::is_in_danger(here, there, at), "hits a hostage that is far off")?;
        let kills = self.man(who)?.sniper;
        let (die, out) = if kills {
            dice(step).map(|[die]| (die, true))?
        } else {
            dice(step).map(|[die, effect]| (die, effect <= 2))?
        };
        must(die == 1, "goes astray by another die")?;
        let lowered = ["target", "firer"].iter().any(|whose| self.option("fire_effect_penalty", whose));
        let out = if lowered { step.text.ends_with("dead") } else { out };
        self.counts("stray shots");
        self.harms(who, hostage, out, step)
    }
}
