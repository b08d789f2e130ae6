//! Medics (CX2-spec-3, clarification 10).

use chance::{Chance, Die, Pool};

use super::battle::{Firefight, Speciality};
use super::legal::SoFar;
use super::log::{self, Tended};
use super::state::{Fallen, FirefightStage};
use crate::action::{Action, Ask};
use crate::options::MedicPool;
use crate::played::Play;
use crate::player::Players;
use crate::purpose;
use crate::roll::{Opposed, Roller};

impl<C: Chance, P: Players> Play<'_, Firefight, C, P> {
    /// A medic's attempt for the best of the fallen. The others follow, until none is left or no medic can try.
    pub(super) fn tend(&mut self, fallen: Fallen) {
        self.state.stage = match self.tended(fallen) {
            Some(rest) if !rest.plain.is_empty() || rest.specialists > 0 => FirefightStage::Tend(rest),
            _ => FirefightStage::Go,
        };
    }

    /// The fallen still without an attempt; none if no medic can try.
    fn tended(&mut self, fallen: Fallen) -> Option<Fallen> {
        let (battle, unit) = (self.battle, usize::from(fallen.unit));
        let (die, specialist) = self.best_of(&fallen)?;
        let medic = battle.medic_for(self.state, unit).filter(|_| self.state.edge_points > 0)?;
        let own = *battle.specialist(self.state, medic, Speciality::Medic)?.1;
        if self.ask(medic, Ask::Tend { die, tries: fallen.tries }, SoFar::default()) != Action::Tend {
            return Some(fallen.without(die, specialist));
        }
        self.state.edge_points -= 1;
        let pool = match battle.rules.medic_pool {
            MedicPool::Unit => battle.unit_pool(self.state, medic).without(own.die).with(own.own, 1),
            MedicPool::MedicDie => Pool::EMPTY.with(own.own, 1),
        };
        let resist = Pool::EMPTY.with(Die::D8, 3).and(battle.hampers(self.state, medic));
        let actor = Roller::new(pool).keeping(self.handling(medic, true).keep);
        // Each attempt has its own luck, by the number of figures that have acted and the points left.
        let number = (self.state.acted.count_ones() as u16) << 8 | self.state.edge_points & 0xff;
        let drawn = self.at(medic, purpose::MEDIC, number);
        let opposed = Opposed::new(&battle.rules, actor, Roller::new(resist));
        let rolled = opposed.roll(self.chance, drawn);
        let back = rolled.succeeds() && rolled.effects.first() >= die;
        self.log(|at| log::tends(at, medic, Tended { unit, die, back }, &opposed, &rolled));
        if !back {
            return Some(Fallen { tries: fallen.tries.saturating_add(1), ..fallen });
        }
        let piece = &mut self.state.pieces[unit];
        piece.group.qualities = piece.group.qualities.with(die, 1);
        piece.up |= specialist.map_or(0, |nth| 1 << nth);
        battle.note(self.state, unit);
        Some(fallen.without(die, specialist))
    }

    /// The highest Quality Die of the fallen; of equal dice the first listed specialist before plain soldiers.
    fn best_of(&self, fallen: &Fallen) -> Option<(Die, Option<usize>)> {
        let specialists = self.battle.profiles[usize::from(fallen.unit)].specialists();
        let listed = (0..specialists.len()).filter(|nth| fallen.specialists >> nth & 1 == 1);
        let specialist = listed.min_by_key(|&nth| std::cmp::Reverse(specialists[nth].die));
        match (specialist, fallen.plain.largest()) {
            (Some(nth), Some(plain)) if plain > specialists[nth].die => Some((plain, None)),
            (Some(nth), _) => Some((specialists[nth].die, Some(nth))),
            (None, plain) => plain.map(|die| (die, None)),
        }
    }
}

impl Fallen {
    /// Nobody of this unit.
    pub(super) const fn nobody(unit: usize) -> Fallen {
        Fallen { unit: unit as u8, plain: Pool::EMPTY, specialists: 0, tries: 0 }
    }

    /// Without one of them.
    fn without(mut self, die: Die, specialist: Option<usize>) -> Fallen {
        self.tries = 0;
        match specialist {
            Some(nth) => self.specialists &= !(1 << nth),
            None => self.plain = self.plain.without(die),
        }
        self
    }
}
