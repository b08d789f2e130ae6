//! The steps of the sequence of play that exist only on a map.

use chance::Chance;
use engage::Side;

use crate::action::{Decision, Gait};
use crate::on_map::OnMap;
use crate::options::GrenadeExplodes;
use crate::play::{Events, Play};
use crate::player::Players;

impl<const N: usize> Events<N> for OnMap<'_> {
    fn deploy<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>) {
        play.deploy();
    }

    #[inline(always)]
    fn look_ahead<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize, decision: Decision) {
        if play.battle.ahead.is_some() {
            play.look_ahead(me, decision);
        }
    }

    /// Notes the enemies each man of a side sees before he moves (FT-gren-10), and where either side makes enemies out.
    fn begin_movement<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, side: Side) {
        let men = play.state.up & play.battle.men_of(side);
        let scene = &mut play.state.ground.scene;
        for me in men {
            scene.saw_before[me] = scene.saw[me];
            scene.saw[me] = scene.sees[me];
        }
        scene.busy -= men;
        play.remember();
    }

    #[inline(always)]
    fn set_out<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize, gait: Gait) {
        play.travel(me, gait);
    }

    #[inline(always)]
    fn throw<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize) {
        if play.state.ground.carries_grenades(me) {
            play.may_throw(me);
        }
    }

    fn explode<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>) -> Option<u8> {
        play.explode()
    }

    fn end_pair<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>) -> Option<u8> {
        let late = play.battle.rules.grenade_explodes == GrenadeExplodes::EndOfPair;
        let ended = if late { play.explode() } else { None };
        ended.or_else(|| play.mission_decided())
    }
}
