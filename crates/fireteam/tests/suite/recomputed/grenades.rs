//! Grenades: where they land, whom they find, and what they do.

use engage::Step;

use super::Log;
use crate::facts::{Seen, Stated, faces, must, same};

/// Results of blasts by the die: primary and secondary circle, each standing or rushing, after a normal move, prone.
const BLASTS: [[&str; 3]; 2] = [["WWSSKK", "PWWSSK", "PPWSSK"], ["PPWWSK", "-PPPWS", "--PPPP"]];

impl Log<'_> {
    pub(super) fn throws(&mut self, me: u8, step: &Step) -> Seen {
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

    pub(super) fn explodes(&mut self, me: u8, step: &Step) -> Seen {
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

    pub(super) fn blasts(&mut self, me: u8, step: &Step) -> Seen {
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
