//! Open ground: two lines of men who see each other at one range and do not move (FT-duel).

use engage::Inches;
use field::Figures;

use crate::ground::Ground;
use crate::line_of_sight::{Laid, LineOfSight, Zone};
use crate::on_map::OnMap;
use crate::player::doctrine::NumberTwo;
use crate::view::BattleView;

/// Open ground, where all men see each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Open;

impl<const N: usize> Ground<N> for Open {
    #[inline(always)]
    fn line_of_sight(at: BattleView<'_, N, Self>, _from: usize, to: usize) -> LineOfSight {
        LineOfSight { sight: at.battle.profiles[to].facts.sight, reach: at.battle.reach, squared: 0 }
    }

    #[inline(always)]
    fn targets(at: BattleView<'_, N, Self>, me: usize) -> Figures {
        at.enemies_up(me)
    }

    #[inline(always)]
    fn known(at: BattleView<'_, N, Self>, me: usize) -> Figures {
        at.enemies_up(me)
    }

    #[inline(always)]
    fn is_made_out(_at: BattleView<'_, N, Self>, _me: usize) -> bool {
        true
    }

    #[inline(always)]
    fn attacker(_at: BattleView<'_, N, Self>, _me: usize) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn on_map(&self) -> Option<&OnMap<'_>> {
        None
    }

    #[inline(always)]
    fn is_covered_from_all(at: BattleView<'_, N, Self>, me: usize) -> bool {
        at.battle.profiles[me].facts.sight.covered()
    }

    #[inline(always)]
    fn has_sides() -> bool {
        false
    }

    #[inline(always)]
    fn sees_friend(_at: BattleView<'_, N, Self>, _me: usize, _other: usize) -> bool {
        true
    }

    #[inline]
    fn leads_from_cover(at: BattleView<'_, N, Self>, me: usize) -> bool {
        at.battle.profiles[me].facts.sight.covered()
    }

    #[inline]
    fn has_number_two(at: BattleView<'_, N, Self>, gunner: usize) -> bool {
        match at.battle.profiles[gunner].facts.number_two {
            NumberTwo::Given => true,
            NumberTwo::None => false,
            NumberTwo::Comrade => Self::number_two(at, gunner).is_some(),
        }
    }

    #[inline]
    fn number_two(at: BattleView<'_, N, Self>, gunner: usize) -> Option<usize> {
        let free = at.up - at.pinned;
        at.battle.seconds[gunner].map(usize::from).filter(|&second| free.contains(second))
    }

    #[inline]
    fn serves(at: BattleView<'_, N, Self>, gunner: usize, me: usize) -> bool {
        at.battle.seconds[gunner].map(usize::from) == Some(me)
    }

    /// The men of the enemy's line within half the width of the zone.
    #[inline]
    fn beaten_zone(at: BattleView<'_, N, Self>, me: usize, laid: Laid) -> Zone {
        let battle = at.battle;
        let of = |tested| Zone { tested, reach: battle.reach, squared: 0 };
        let profile = &battle.profiles[me];
        let Some((width, _)) = profile.arm.zone else { return of(Figures::NONE) };
        let place = |who: usize| i64::from(battle.profiles[who].place);
        let middle = place(laid.target) + place(laid.point);
        let near = |enemy| (2 * place(enemy) - middle).abs() <= i64::from(width.thousandths());
        of(at.enemies_up(me).filter(|enemy| profile.facts.covers_all || near(enemy)))
    }

    fn inches(at: BattleView<'_, N, Self>, _squared: u16) -> Inches {
        at.battle.range
    }
}
