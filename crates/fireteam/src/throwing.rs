//! Grenades on a map: the throw, and the men in the blast (FT-gren).

use chance::Chance;

use crate::action::{Action, Ask, Occasion};
use crate::figure::NOBODY;
use crate::figure::Posture;
use crate::grenade::Grenade;
use crate::log;
use crate::on_map::OnMap;
use crate::options::GoProneWhen;
use crate::play::Play;
use crate::player::Players;
use crate::purpose;
use crate::scene::{BURSTS, Thrown};
use crate::view::BattleView;

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// A man with a grenade and a target may throw after his move (FT-gren-1, FT-gren-2, FT-gren-10, FT-gren-11,
    /// FT-pin-3).
    pub(crate) fn may_throw(&mut self, me: usize) {
        let (view, ground) = (self.view(), &self.state.ground);
        if view.may_throw_at_all(me).is_err() || ground.throw_targets(&self.battle.rules, me).is_empty() {
            return;
        }
        if let Action::Throw { target, grenade } = self.ask(me, Ask::Throw) {
            self.throw(me, target, grenade);
        }
    }

    /// Throws a grenade. It lands on target and lies there until it explodes; the thrower does not fire in this turn
    /// (FT-gren-1, FT-gren-2, FT-hit-9).
    fn throw(&mut self, me: usize, target: usize, grenade: Grenade) {
        let scene = &mut self.state.ground.scene;
        let Some(at) = scene.standing.at(target) else { return };
        let Some(place) = scene.thrown.iter().position(Option::is_none) else { return };
        let thrown = Thrown { thrower: me as u8, grenade, at };
        scene.thrown[place] = Some(thrown);
        match grenade {
            Grenade::Offensive => scene.offensive[me] -= 1,
            Grenade::Defensive => scene.defensive[me] -= 1,
        }
        scene.busy.insert(me);
        scene.reveal(me);
        self.state.men[me].aim = NOBODY;
        let Play { battle, turn, .. } = *self;
        let (state, chance) = (&*self.state, &mut *self.chance);
        chance.log(|| log::throws(turn, &thrown, target, BattleView { battle, state }));
    }

    /// The grenades explode: the winner after that, if any (FT-gren-3).
    pub(crate) fn explode(&mut self) -> Option<u8> {
        self.state.ground.scene.thrown[0]?;
        let thrown = std::mem::replace(&mut self.state.ground.scene.thrown, [None; BURSTS]);
        for (number, thrown) in thrown.into_iter().flatten().enumerate() {
            self.blast(number as u16, thrown);
        }
        self.decided()
    }

    /// One grenade explodes: each man in its circles may take cover, then the dice decide (FT-gren-3 to FT-gren-9).
    fn blast(&mut self, number: u16, thrown: Thrown) {
        let Thrown { thrower, grenade, at } = thrown;
        let Play { battle, turn, .. } = *self;
        let rules = &battle.rules;
        let found = self.state.ground.in_blast(rules, at, grenade);
        let (state, chance) = (&*self.state, &mut *self.chance);
        chance.log(|| log::explodes(turn, &thrown, found, BattleView { battle, state }));
        for who in found {
            if self.view().may_take_cover(who, thrower.into()) {
                self.may_lie_down(who, Occasion::Blast);
            }
            let exposed = self.state.ground.exposed(&self.state.men[who], who, at);
            let address = self.address(who, purpose::BLAST, number);
            let effect = exposed.blast(self.chance, rules, grenade, address);
            self.chance.log(|| log::blast(turn, &thrown, who, &exposed, effect, rules));
            self.suffer(who, effect);
            if self.battle.side_of(who) != self.battle.side_of(thrower.into()) {
                self.state.ground.scene.shooter[who] = thrower;
            }
        }
    }
}

impl<const N: usize> BattleView<'_, N, OnMap<'_>> {
    /// Whether a man may lie down before the explosion: a friend in communication with the thrower, or an enemy if men
    /// may go prone at any time (FT-gren-3, FT-move-4).
    fn may_take_cover(self, who: usize, thrower: usize) -> bool {
        let (rules, ground) = (&self.battle.rules, &self.ground);
        let warned =
            || who == thrower || ground.sees(who, thrower) || ground.distance(who, thrower) <= rules.communication;
        self.men[who].posture == Posture::Standing
            && match self.battle.side_of(who) == self.battle.side_of(thrower) {
                true => warned(),
                false => rules.go_prone_when == GoProneWhen::AnyTime,
            }
    }
}
