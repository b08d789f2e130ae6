//! Shots and bursts: the number needed, the saving throw and the effect.

use std::collections::BTreeMap;

use engage::{Mark, Step};

use super::{Laid, Log, MOVEMENTS};
use crate::facts::{Seen, Stated, faces, must, same};

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

impl Log<'_> {
    pub(super) fn bursts(&mut self, me: u8, step: &Step) -> Seen {
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

    pub(super) fn shoots(&mut self, me: u8, step: &Step, count: &mut BTreeMap<String, u64>) -> Seen {
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

    pub(super) fn suffers(&mut self, who: u8, result: &str, step: &Step) -> Seen {
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
}
