//! Sight on a map (FT-gap-5, FT-save-6).

use engage::{Inches, Side, Sighting};
use field::{Cell, Figures};

use crate::figure::NOBODY;
use crate::ground::Ground;
use crate::line_of_sight::{Laid, LineOfSight, Zone};
use crate::on_map::OnMap;
use crate::options::BeatenZoneWalls;
use crate::play::Play;
use crate::scene::Scene;
use crate::state::State;
use crate::view::BattleView;

impl<const N: usize> Ground<N> for OnMap<'_> {
    #[inline(always)]
    fn line_of_sight(at: BattleView<'_, N, Self>, from: usize, to: usize) -> LineOfSight {
        if at.ground.scene.sees[from].contains(to) {
            return at.ground.scene.views[from][to];
        }
        at.ground
            .line(from, to)
            .map_or(LineOfSight::NONE, |line| at.ground.site.line_of_sight(line, at.ground.scene.doors))
    }

    #[inline(always)]
    fn line_to_seen(at: BattleView<'_, N, Self>, from: usize, to: usize) -> LineOfSight {
        at.ground.scene.views[from][to]
    }

    #[inline(always)]
    fn targets(at: BattleView<'_, N, Self>, me: usize) -> Figures {
        at.ground.makes_out(me)
    }

    fn known(at: BattleView<'_, N, Self>, me: usize) -> Figures {
        at.friends_up(me).iter().fold(Figures::NONE, |known, friend| known | at.ground.makes_out(friend))
    }

    fn is_made_out(at: BattleView<'_, N, Self>, me: usize) -> bool {
        at.ground.knows_he_is_made_out(me)
    }

    fn attacker(at: BattleView<'_, N, Self>, me: usize) -> Option<usize> {
        at.shooter(me)
    }

    #[inline(always)]
    fn on_map(&self) -> Option<&OnMap<'_>> {
        Some(self)
    }

    #[inline(always)]
    fn is_covered_from_all(_at: BattleView<'_, N, Self>, _me: usize) -> bool {
        false
    }

    #[inline(always)]
    fn has_sides() -> bool {
        true
    }

    fn sees_friend(at: BattleView<'_, N, Self>, me: usize, other: usize) -> bool {
        at.ground.sees(me, other)
    }

    /// Against the nearest enemy in sight, or else the nearest of all.
    fn leads_from_cover(at: BattleView<'_, N, Self>, me: usize) -> bool {
        let covered = |enemy: usize| {
            let sight = Self::line_of_sight(at, enemy, me).sight;
            sight.covered() || !sight.seen() && at.ground.is_behind_cover(enemy, me)
        };
        Self::leader_faces(at, me).is_some_and(covered)
    }

    fn leader_faces(at: BattleView<'_, N, Self>, me: usize) -> Option<usize> {
        at.ground.nearest_in_sight(me).or_else(|| at.nearest_of_all(me))
    }

    fn has_number_two(at: BattleView<'_, N, Self>, gunner: usize) -> bool {
        Self::number_two(at, gunner).is_some()
    }

    /// The first friend in the list who is in action, not pinned, and beside him.
    #[inline]
    fn number_two(at: BattleView<'_, N, Self>, gunner: usize) -> Option<usize> {
        let free = at.friends_up(gunner).without(gunner) - at.pinned;
        free.iter().find(|&other| at.ground.are_beside(gunner, other))
    }

    /// The first in the list who could serve.
    fn serves(at: BattleView<'_, N, Self>, gunner: usize, me: usize) -> bool {
        let free = at.friends_up(gunner) - at.battle.gunners - at.pinned;
        let could = |other: usize| at.ground.are_beside(gunner, other);
        // Usually he is elsewhere.
        free.contains(me) && could(me) && !(free & Figures::below(me)).iter().any(could)
    }

    fn beaten_zone(at: BattleView<'_, N, Self>, me: usize, laid: Laid) -> Zone {
        let none = Zone { tested: Figures::NONE, reach: LineOfSight::NONE.reach, squared: LineOfSight::NONE.squared };
        let Some(((from, aim), strip)) = at.ground.strip(at.battle, me, laid) else { return none };
        let Scene { standing, doors, .. } = &at.ground.scene;
        let inside = at.ground.within(strip, (from, aim), me);
        let tested = match at.battle.rules.beaten_zone_walls {
            BeatenZoneWalls::Blocked => standing.seen_from(at.ground.plan(), from, *doors, inside),
            BeatenZoneWalls::All => inside,
        };
        let squared = at.ground.plan().squared(from, aim) as u16;
        Zone { tested, reach: at.ground.site.reach(squared), squared }
    }

    fn inches(at: BattleView<'_, N, Self>, squared: u16) -> Inches {
        at.ground.site.inches(squared)
    }

    #[inline(always)]
    fn is_busy(&self, me: usize) -> bool {
        self.scene.busy.contains(me)
    }

    #[cfg(test)]
    fn scramble_unknown(
        battle: &crate::battle::Battle,
        state: &mut State<N, Self>,
        me: usize,
        ask: crate::action::Ask,
        rng: &mut rand_pcg::Pcg64,
    ) {
        crate::peeking::scramble_unknown(battle, state, me, ask, rng);
    }

    fn shot(&self, me: usize, target: usize) -> Option<(u16, u16)> {
        self.line(me, target).map(|(from, to)| (from.index() as u16, to.index() as u16))
    }

    #[inline(always)]
    fn reveal(&mut self, me: usize) {
        self.scene.reveal(me);
    }

    #[inline(always)]
    fn attacked(&mut self, me: usize, by: usize) {
        self.scene.shooter[me] = by as u8;
    }

    #[inline(always)]
    fn remove(&mut self, me: usize) {
        self.scene.standing.remove(me);
        for other in std::mem::take(&mut self.scene.sees[me]) {
            self.scene.sees[other].remove(me);
        }
    }
}

impl<const N: usize> BattleView<'_, N, OnMap<'_>> {
    /// The nearest enemy in action, seen or not; men out of action are off the map.
    pub(crate) fn nearest_of_all(self, me: usize) -> Option<usize> {
        let there = self.battle.enemies(me) & self.ground.scene.standing.placed();
        there.iter().min_by_key(|&enemy| self.ground.distance(me, enemy))
    }

    /// Whether a man would make out an enemy from a cell.
    #[inline]
    pub(crate) fn makes_somebody_out_from(self, me: usize, from: Cell) -> bool {
        let Scene { standing, doors, revealed, .. } = &self.ground.scene;
        let (outlook, enemies) = (self.ground.plan().outlook(from, *doors), self.enemies_up(me));
        let sees = |enemy: usize| standing.at(enemy).is_some_and(|there| outlook.sees(there));
        let sees_openly = |enemy: usize| standing.at(enemy).is_some_and(|there| outlook.sees_openly(there));
        (enemies & *revealed).iter().any(sees) || (enemies - *revealed).iter().any(sees_openly)
    }

    /// The last enemy who shot or threw at a man, if still in action.
    pub(crate) fn shooter(self, me: usize) -> Option<usize> {
        let by = self.ground.scene.shooter[me];
        (by != NOBODY && self.up.contains(by.into())).then_some(by.into())
    }
}

impl<C, const N: usize, P> Play<'_, C, N, OnMap<'_>, P> {
    /// Updates who sees whom.
    pub(crate) fn look_around(&mut self) {
        for me in 0..self.battle.blues {
            self.look(me);
        }
    }

    /// Notes for either side where it makes enemies out. It forgets one when somebody looks where he was last made out
    /// and he is not there.
    pub(crate) fn remember(&mut self) {
        let (battle, turn) = (self.battle, self.turn);
        let State { ground, men, up, .. } = &mut *self.state;
        let (plan, doors) = (ground.plan(), ground.scene.doors);
        for side in Side::ALL {
            let (friends, enemies) = (*up & battle.men_of(side), *up & battle.men_of(side.enemy()));
            let made_out = friends.iter().fold(Figures::NONE, |all, friend| all | ground.makes_out(friend));
            let Scene { standing, sightings, .. } = &mut ground.scene;
            for enemy in made_out {
                if let Some(cell) = standing.at(enemy) {
                    sightings.note(enemy, Sighting { cell, turn, state: men[enemy].movement });
                }
            }
            for enemy in enemies - made_out {
                let Some(&Sighting { cell, .. }) = sightings.of(enemy) else { continue };
                let looks = |from: Cell| plan.outlook(from, doors).sees_openly(cell);
                if friends.iter().filter_map(|friend| standing.at(friend)).any(looks) {
                    sightings.forget(enemy);
                }
            }
        }
    }

    /// Updates which enemies a man sees; the same enemies see him. An aim is lost with sight (FT-hit-9).
    pub(crate) fn look(&mut self, me: usize) {
        let State { ground: OnMap { site, scene }, men, up, .. } = &mut *self.state;
        let Some(here) = scene.standing.at(me) else { return };
        let lookout = site.lookout(here, scene.doors);
        let (mut seen, mut concealed) = (Figures::NONE, Figures::NONE);
        for enemy in *up & self.battle.enemies(me) {
            let Some(there) = scene.standing.at(enemy) else { continue };
            let Some([line, back]) = lookout.views(there) else { continue };
            (scene.views[me][enemy], scene.views[enemy][me]) = (line, back);
            seen.insert(enemy);
            concealed.0 |= u64::from(line.sight.concealed()) << enemy;
            scene.concealed[enemy].set(me, back.sight.concealed());
        }
        for enemy in seen - scene.sees[me] {
            scene.sees[enemy].insert(me);
        }
        for enemy in scene.sees[me] - seen {
            scene.sees[enemy].remove(me);
            if usize::from(men[enemy].aim) == me {
                men[enemy].aim = NOBODY;
            }
        }
        (scene.sees[me], scene.concealed[me]) = (seen, concealed);
        let aim = &mut men[me].aim;
        if *aim != NOBODY && !seen.contains(usize::from(*aim)) {
            *aim = NOBODY;
        }
    }
}
