//! When the automatic player throws a grenade or fires a launcher, and where.

use engage::Inches;
use field::{Cell, Figures};

use super::doctrine::GrenadePolicy;
use crate::action::Action;
use crate::knowledge::Knowledge;

/// The spot for a grenade or a round: where it catches the most known enemies and no friend. `None` if the gun is the
/// better choice.
pub(super) fn spot<K: Knowledge>(knows: &K, at: Figures, grenade: bool) -> Option<Action> {
    let launcher = knows.weapon().bursts();
    let thrown = grenade && knows.has_grenades() && knows.doctrine().throw == GrenadePolicy::WhenWorth;
    if !launcher && !thrown {
        return None;
    }
    let here = knows.place()?;
    let reach = if launcher { Inches::from_thousandths(i32::MAX) } else { knows.throw_reach() };
    let unseen = knows.enemies() - knows.enemies_in_sight();
    // An enemy out of sight is assumed to be where he was last seen; a launcher cannot target that square.
    let place = |who: usize| {
        let seen = if unseen.contains(who) { None } else { knows.place_of(who) };
        seen.or_else(|| knows.last_seen(who).filter(|_| !launcher))
    };
    let squares = (at | unseen).iter().filter_map(|enemy| Some((enemy, place(enemy)?)));
    let squares = squares.filter(|&(_, square)| knows.length(here, square) <= reach && knows.may_burst(square));
    let caught = |square: Cell| {
        let near = |there: Option<Cell>| there.is_some_and(|there| knows.length(there, square) <= knows.blast_radius());
        let enemies = knows.enemies().filter(|who| near(place(who)));
        (enemies.len(), knows.own().filter(|who| near(knows.place_of(who))).len())
    };
    let best = squares.map(|(enemy, square)| (caught(square), enemy, square));
    let ((enemies, _), enemy, square) =
        best.filter(|((_, friends), ..)| *friends == 0).max_by_key(|((enemies, _), ..)| *enemies)?;
    let worth = launcher
        || enemies >= knows.doctrine().grenade_catch.into()
        || !at.contains(enemy)
        || knows.target(enemy).cover;
    worth.then_some(Action::Burst(square))
}
