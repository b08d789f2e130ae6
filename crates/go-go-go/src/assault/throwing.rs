//! Grenades in an assault: where they land and whom they reach (GGG-gren).

use chance::{Chance, Modifier};
use engage::{Inches, Side};
use field::{Cell, CellSet, Figures};

use super::log;
use super::play::Play;
use super::shooting::Was;
use super::state::FIGURES;
use crate::action::{Act, Event};
use crate::figure::Man;
use crate::grenade::{Grenade, after, blast, land, landed, lowered, throw};
use crate::log::{hurt, part};
use crate::player::Player;
use crate::purpose;
use crate::rules::{Blast, Rules};

/// The parts of the number that the die to be on target needs (GGG-gren-4, GGG-gren-5).
fn made_of(rules: &Rules, thrower: &Man, through_opening: bool) -> Vec<Modifier> {
    let opening = if through_opening { rules.penalties.opening } else { 0 };
    let throw = part("on target", "GGG-gren-4", rules.throw);
    throw.into_iter().chain(part("through an opening", "GGG-gren-5", opening)).chain(hurt(rules, thrower)).collect()
}

impl<C: Chance, P: Player> Play<'_, C, P> {
    /// A figure's throw, the landing of the grenade and its effects (GGG-gren-4 to GGG-gren-12).
    pub(super) fn throw(&mut self, me: usize, was: &Was) {
        let Act::Throw { grenade, aim } = self.state.turn.orders[me].act else { return };
        let Some(here) = self.state.game.at(me) else { return };
        let (assault, plan, turn) = (self.assault, self.site.plan(), self.now);
        self.state.game.kits[me].spend(grenade);
        self.note(me, Event::Threw(grenade, aim));
        let distance = Inches::from_thousandths(plan.distance(here, aim) as i32);
        let opening = plan.through_opening(here, aim);
        let at = self.address(me, purpose::THROW, 0);
        let landing = land(self.chance, &assault.rules, &was[me], distance, opening, at);
        let burst = landed(plan, assault.rules.scatter_wall, self.state.game.doors, [here, aim], landing);
        let cells = plan.burst(burst, assault.rules.radius.thousandths() as u32, self.state.game.doors);
        let test = throw(&assault.rules, &was[me], opening);
        self.chance.log(|| {
            let (way, range, cells) = ([here, aim, burst], distance, &cells);
            let thrown = log::Thrown { grenade, test, landing, way, range, plan, cells };
            log::throws(turn, me, &thrown, made_of(&assault.rules, &was[me], opening))
        });
        if grenade == Grenade::Smoke {
            self.smoke(&cells);
        } else {
            self.burst(me, grenade, (burst, &cells), was);
        }
    }

    /// Fills these cells with smoke for the rest of the game (GGG-gren-10). A team that sees it knows of it.
    fn smoke(&mut self, cells: &CellSet) {
        self.state.game.smoke.add(self.site.plan(), cells);
        for side in Side::ALL {
            self.see_smoke(side, self.view().in_action(side));
        }
    }

    /// Each figure and hostage in the radius rolls its own die, friend, foe and thrower (GGG-gren-8, GGG-gren-9).
    fn burst(&mut self, me: usize, grenade: Grenade, (centre, cells): (Cell, &CellSet), was: &Was) {
        let turn = self.now;
        for who in self.state.game.standing.within(cells, Figures::ALL) {
            let at = self.address_of_pair(who, purpose::BLAST, me);
            let effect = blast(self.chance, &self.assault.rules, grenade, &was[who], at);
            let man = self.state.game.men[who];
            if !man.out {
                self.state.game.men[who] = after(&self.assault.rules, man, grenade, effect);
            }
            let (told, fell) = (self.assault.observer_id(who), !man.out && self.state.game.men[who].out);
            let (assault, at, stun) = (self.assault, self.state.game.at(who), self.state.game.men[who].stun);
            self.chance.log(|| {
                let distance = at.map_or(0, |at| assault.site.plan().distance(centre, at));
                let victim = (told, Inches::from_thousandths(distance as i32), stun);
                log::blast(turn, me, victim, (grenade, lowered(&assault.rules, &was[who])), (effect, fell))
            });
            match effect {
                Blast::Stunned if who < FIGURES => self.state.turn.shaken.insert(who),
                Blast::Wounded | Blast::Out => self.harmed(me, who),
                _ => {}
            }
        }
    }
}
