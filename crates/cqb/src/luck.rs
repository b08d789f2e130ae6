//! Luck (CQB-2.2).

use chance::{Address, Chance};
use engage::{BySide, Side};

use crate::log;
use crate::play::{Play, Setting};
use crate::player::choose::Player;
use crate::purpose;
use crate::rules::{AVERAGE_DIE, Fortune};

impl<C: Chance, G: Setting, P: Player, const N: usize> Play<'_, C, G, P, N> {
    /// Rolls for each team's luck (CQB-2.2b).
    pub(crate) fn roll_luck(&mut self) {
        let rules = &self.battle.rules;
        let jokers = BySide::from_fn(|side: Side| {
            let at = Address::new(side as u8, purpose::LUCK, 0);
            let die = self.chance.with(AVERAGE_DIE).pick(at, &rules.average_die());
            let luck = Fortune::of(die);
            let jokers = rules.jokers_of(luck);
            self.chance.log(|| log::luck(side, (die, luck), jokers));
            jokers
        });
        self.state.deal(self.battle, jokers);
    }
}
