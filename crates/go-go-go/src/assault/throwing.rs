//! Grenades in an assault: who may throw, where they land, whom they reach (GGG-gren).

use chance::Chance;
use engage::{Inches, among, bits};
use field::{Cell, CellSet, Figures};

use super::play::Play;
use super::scene::{Act, FIGURES};
use super::shooting::Was;
use super::tell;
use crate::grenade::{Blast, Direction, Grenade, Landing, after, blast, land, throw};
use crate::options::ScatterWall;
use crate::purpose;

impl<C: Chance> Play<'_, C> {
    /// Those of these figures who throw in this step, by bit.
    pub(super) fn throwers(&self, figures: u32) -> u32 {
        let throws = |&me: &usize| match self.scene.orders[me].act {
            Act::Throw { grenade, aim } => self.may_throw(me, grenade, aim),
            _ => false,
        };
        among(bits(figures).filter(throws))
    }

    /// Whether a figure that does not move may throw a grenade there (GGG-gren-3, GGG-gren-14, GGG-snipe-7): within its 90° and
    /// in sight.
    pub(super) fn may_throw(&self, me: usize, grenade: Grenade, aim: Cell) -> bool {
        let Some(here) = self.scene.at(me) else { return false };
        self.scene.kits[me].has(grenade)
            && !self.reloads(me)
            && self.in_reach(here, aim)
            && self.has_before(me, here, aim)
    }

    /// Whether a throw from one cell reaches another (GGG-gren-14).
    pub(super) fn in_reach(&self, here: Cell, aim: Cell) -> bool {
        let most = self.assault.rules.grenade_max_range;
        most == Inches::default() || self.site.plan().distance(here, aim) <= most.thousandths() as u32
    }

    /// A figure throws: where the grenade lands, and what it does there (GGG-gren-4 to GGG-gren-12).
    pub(super) fn throw(&mut self, me: usize, was: &Was) {
        let Act::Throw { grenade, aim } = self.scene.orders[me].act else { return };
        let Some(here) = self.scene.at(me) else { return };
        let (assault, plan, turn) = (self.assault, self.site.plan(), self.turn);
        self.scene.kits[me].spend(grenade);
        if grenade == Grenade::Stun
            && let Some(room) = plan.room(aim)
        {
            self.scene.stunned_rooms |= 1 << room.index();
        }
        let distance = Inches::from_thousandths(plan.distance(here, aim) as i32);
        let opening = plan.through_opening(here, aim);
        let at = self.address(me, purpose::THROW, 0);
        let landing = land(self.chance, &assault.rules, &was[me], distance, opening, at);
        let burst = self.landed(here, aim, landing);
        let cells = plan.burst(burst, assault.rules.radius.thousandths() as u32, self.scene.doors);
        let test = throw(&assault.rules, &was[me], opening);
        self.chance.tell(|| tell::throws(turn, me, grenade, (test, landing), [here, aim, burst], plan, &cells));
        if grenade == Grenade::Smoke {
            self.scene.smoke.add(&cells);
            self.scene.smoky = true;
            return;
        }
        self.burst(me, grenade, &cells, was);
    }

    /// Everybody in the radius rolls his own die: friend, foe, thrower and hostage (GGG-gren-8, GGG-gren-9).
    fn burst(&mut self, me: usize, grenade: Grenade, cells: &CellSet, was: &Was) {
        let turn = self.turn;
        let reached = self.scene.standing.within(cells, Figures::ALL);
        for who in reached.iter().map(usize::from) {
            let at = self.address(who, purpose::BLAST, me as u16);
            let effect = blast(self.chance, &self.assault.rules, grenade, &was[who], at);
            let man = self.scene.men[who];
            if !man.out {
                self.scene.men[who] = after(&self.assault.rules, man, grenade, effect);
            }
            let (told, fell) = (self.assault.told(who), !man.out && self.scene.men[who].out);
            self.chance.tell(|| tell::blast(turn, me, told, grenade, effect, fell));
            match effect {
                Blast::Stunned if who < FIGURES => self.scene.shaken |= 1 << who,
                Blast::Wounded | Blast::Out => self.harmed(me, who),
                _ => {}
            }
        }
    }

    /// The cell where a grenade comes down: a wall on its way stops it on the near side (GGG-gren-7).
    fn landed(&self, here: Cell, aim: Cell, landing: Landing) -> Cell {
        let plan = self.site.plan();
        let Landing::Off(direction, _) = landing else { return aim };
        let (from, to) = (plan.position(here), plan.position(aim));
        let [rows, columns] = [[from.row, to.row], [from.column, to.column]].map(|[a, b]| f64::from(b) - f64::from(a));
        let length = (rows * rows + columns * columns).sqrt();
        if length == 0.0 {
            return aim;
        }
        let (along, right) = landing.offset();
        let inches = |by: Inches| f64::from(by.thousandths()) / 1000.0 / length;
        // To the right of who looks along (rows down, columns right) is (columns down, rows left).
        let row = f64::from(to.row) + inches(along) * rows + inches(right) * columns;
        let column = f64::from(to.column) + inches(along) * columns - inches(right) * rows;
        let (row, column) = (row.round() as i32, column.round() as i32);
        if self.assault.rules.scatter_wall == ScatterWall::Passes
            && let (Ok(row), Ok(column)) = (usize::try_from(row), usize::try_from(column))
            && let Some(cell) = plan.cell(row, column)
        {
            return cell;
        }
        let from = if direction == Direction::Short { here } else { aim };
        plan.flight(from, row, column, self.scene.doors)
    }
}
