//! Grenades and launchers on a map (CR-gren, CR-blast; Clarifications 33 and 34).

use chance::Chance;
use field::{Cell, Figures};

use crate::battle_view::BattleView;
use crate::blast::{self, Flight, Thrown};
use crate::damage::Fate;
use crate::ground::Ground as _;
use crate::log;
use crate::on_map::OnMap;
use crate::options::LauncherToHit;
use crate::play::Play;
use crate::player::Players;
use crate::weapon::Weapon;

impl<const N: usize> BattleView<'_, N, OnMap<'_>> {
    /// All figures in the circle around a spot without solid protection (CR-blast-1).
    fn in_circle(self, spot: Cell) -> Figures {
        let radius = self.battle.frame.rules.blast_radius();
        Figures::below(self.battle.profiles.len()).filter(|who| {
            self.cell(who)
                .is_some_and(|there| self.ground.length(spot, there) <= radius && self.ground.sight(spot, there).seen())
        })
    }

    /// Whether a spot is just behind something that a figure is beside, such as a wall: at most two squares away
    /// (Clarification 33).
    fn is_just_behind(self, me: usize, spot: Cell) -> bool {
        let board = self.ground.board();
        self.cell(me).is_some_and(|here| board.around(here).any(|beside| board.squared(beside, spot) <= 2))
    }

    /// The enemy nearest to a spot that can be a target.
    fn nearest_to(self, me: usize, spot: Cell) -> Option<usize> {
        let enemies = self.battle.enemies(me).filter(|enemy| self.figures[enemy].status.is_target());
        let far = |enemy: &usize| self.cell(*enemy).map_or(u32::MAX, |there| self.ground.board().squared(spot, there));
        enemies.iter().min_by_key(far)
    }
}

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// A figure throws a grenade at a spot, or fires its launcher at it (CR-gren-2, CR-blast-3).
    pub(crate) fn throws(&mut self, me: usize, spot: Cell) {
        let view = self.view();
        let held = view.weapon(me);
        let weapon = if held.bursts() { held } else { Weapon::Grenade };
        let rules = &self.battle.frame.rules;
        let nearest = view.nearest_to(me, spot);
        let target = nearest.map(|nearest| view.target(me, nearest)).unwrap_or_default();
        let snap = self.state.volley.snap.contains(me);
        let shooter = view.shooter(me, snap);
        let sees = OnMap::sees_spot(view, me, spot) || view.is_just_behind(me, spot);
        let at = self.address(me);
        let thrown = Thrown { weapon, shooter: &shooter, sees, nearest: &target };
        let flight = blast::flight(rules, self.chance, at, &thrown);
        if C::OBSERVED {
            let one_die = weapon != Weapon::Grenade && rules.launcher_to_hit == LauncherToHit::OneDie;
            let needs = one_die.then(|| shooter.least(&target, 1));
            let (turn, spot) = (self.turn, log::cells(&self.state.ground, [spot]));
            self.log(|| log::bursts(turn, me, log::Burst { weapon, flight, rep: shooter.rep, sees, needs, spot }));
        }
        if held.bursts() {
            self.state.figures[me].spent = true;
        }
        let stats = rules.weapons.of(weapon);
        let volley = &mut self.state.volley;
        volley.ranking = volley.ranking.max(stats.ranking);
        volley.spot = Some(spot);
        match flight {
            Flight::Lost => {}
            // Members of the group nearest to the spot are under fire if they see the spot (Clarification 33).
            Flight::Misses => {
                let group = nearest.map_or(Figures::NONE, |nearest| self.view().group(nearest));
                let group = self.view().carrying_on(group);
                self.state.volley.shot_at |= group.filter(|who| OnMap::sees_spot(self.view(), who, spot));
            }
            Flight::Lands => {
                let circle = self.view().in_circle(spot);
                for who in circle.iter() {
                    self.state.volley.shot_at.insert(who);
                    self.damage((me, who), 1, weapon);
                }
                // The other members of a group partly caught in a blast are under fire too (CR-blast-2).
                let enemies = self.battle.enemies(me);
                let groups = (circle & enemies).iter().fold(Figures::NONE, |all, who| all | self.view().group(who));
                let outside = self.view().carrying_on(groups & enemies) - circle;
                self.state.volley.shot_at |= outside.filter(|who| OnMap::sees_spot(self.view(), who, spot));
            }
            Flight::Dropped => {
                let Some(here) = self.view().cell(me) else { return };
                for who in self.view().in_circle(here).iter() {
                    let (at, victim) = (self.address(who), self.victim(who));
                    let fate = blast::beside(self.chance, at, stats.impact, self.state.figures[me].rep, &victim);
                    self.is_caught(me, who, weapon, fate);
                }
            }
        }
    }

    /// Applies what a burst at the thrower's feet has done to a figure.
    fn is_caught(&mut self, me: usize, who: usize, weapon: Weapon, fate: Option<Fate>) {
        let turn = self.turn;
        match fate {
            None => {
                let figure = &mut self.state.figures[who];
                let (rep, lying) = (figure.rep, !figure.status.is_target());
                figure.prone |= !lying;
                self.log(|| log::drops_in_time(turn, who, rep, lying));
            }
            Some(fate) => {
                self.state.volley.shot_at.insert(who);
                let worst = &mut self.state.volley.worst[who];
                *worst = (*worst).max(Some(fate));
                self.log_hit(me, who, weapon, fate);
            }
        }
    }
}
