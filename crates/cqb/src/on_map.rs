//! Play on a map: what the rules ask of it, and what happens on it in a turn.

use chance::{Chance, Mark};
use engage::{BySide, Inches, Objective, Progress};
use field::{Cell, Figures};

use crate::action::Action;
use crate::battle::Battle;
use crate::figure::{Effect, Figure};
use crate::fire::target::Firing;
use crate::log::Went;
#[cfg(test)]
use crate::play::Asked;
use crate::play::{Ground, Play, Setting};
use crate::player::choose::Player;
use crate::player::memory::Memory;
use crate::purpose;
use crate::scene::Scene;
use crate::site::Site;
use crate::state::Work;

/// A map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnMap<'m>(pub(crate) &'m Site);

impl Setting for OnMap<'_> {
    type Scene = Scene;
    type Memory = Memory;
    const NAMES_HOSTAGES: bool = true;

    #[inline(always)]
    fn map<'s>(&'s self, scene: &'s Scene) -> Option<(&'s Site, &'s Scene)> {
        Some((self.0, scene))
    }

    #[inline(always)]
    fn leading<'b>(battle: &'b Battle, scene: &Scene, me: usize) -> &'b Battle {
        match &battle.ahead {
            Some(ways) => ways.leading(battle, battle.profiles[me].side, scene.ways[me]),
            None => battle,
        }
    }

    #[cfg(test)]
    fn scramble_unknown(&self, asked: Asked<'_, Scene>) {
        crate::peeking::scramble_unknown(self.0, asked);
    }

    #[inline(always)]
    fn advance<C: Chance, P: Player, const N: usize>(play: &mut Play<'_, C, Self, P, N>) -> Progress {
        play.advance()
    }

    fn deploy<C: Chance, P: Player, const N: usize>(play: &mut Play<'_, C, Self, P, N>) {
        play.take_places();
        play.look_around();
    }

    #[inline(always)]
    fn recall<'m>(memory: &'m mut Memory, _spare: &'m mut Memory) -> &'m mut Memory {
        memory
    }
}

impl<'m, C: Chance, P: Player, const N: usize> Play<'_, C, OnMap<'m>, P, N> {
    #[inline(always)]
    pub(crate) fn site(&self) -> &'m Site {
        self.ground.0
    }

    /// The cell that a figure is in.
    #[inline]
    pub(crate) fn cell(&self, me: usize) -> Cell {
        self.site().cell(&self.state.figures[me])
    }

    /// Records which rooms a figure looks into from a cell, if the mission is to search.
    #[inline]
    pub(crate) fn looks_in(&mut self, me: usize, from: Cell) {
        let site = self.site();
        if site.mission().objective == Objective::Search {
            let side = self.battle.profiles[me].side;
            self.state.scene.searched[side] |= site.posts().settled_at(from, false);
        }
    }
}

impl<C: Chance, P: Player, const N: usize> Ground for Play<'_, C, OnMap<'_>, P, N> {
    #[inline(always)]
    fn in_view(&self, me: usize) -> Figures {
        self.state.scene.sees[me]
    }

    #[inline]
    fn range(&self, figure: &Figure, other: &Figure) -> Inches {
        self.site().range(figure, other)
    }

    fn apart(&self, one: usize, other: usize) -> i32 {
        let figures = self.state.world();
        self.site().range(&figures[one], &figures[other]).floor()
    }

    #[inline]
    fn is_covered(&self, figure: &Figure, other: &Figure) -> bool {
        self.battle.cover_counts() && self.site().is_covered(figure, other)
    }

    #[inline]
    fn with_gas_and_hostages(&self, me: usize, target: usize, firing: Firing) -> Firing {
        let (site, scene, figures) = (self.site(), &self.state.scene, self.state.world());
        let [from, to] = [me, target].map(|figure| site.cell(&figures[figure]));
        let captives = scene.captives();
        let endangered = !captives.is_empty() && !scene.standing.misses(site.plan(), from, to, captives);
        let hostages =
            if endangered { site.line_of_fire(scene, &self.battle.rules, from, to).count() as u8 } else { 0 };
        Firing { gas: scene.failures[me], hostages, ..firing }
    }

    #[inline(always)]
    fn is_able(&self, me: usize) -> bool {
        self.state.scene.is_able(me)
    }

    #[inline]
    fn gas_breathed(&self, me: usize) -> u8 {
        self.state.scene.failures[me]
    }

    #[inline]
    fn resist(&mut self) {
        self.state.scene.dazed = Figures::NONE;
        for me in 0..self.battle.blues {
            self.note_all(me, self.state.scene.sees[me]);
        }
        if self.state.scene.shaken != 0 || self.state.scene.clouds[0].is_some() {
            self.resist_all();
        }
    }

    /// The figures that have an enemy in view, or may come into view of one this turn because it is at most two
    /// openings away. The rest act after them.
    #[inline]
    fn involved(&self) -> Figures {
        let site = self.site();
        let mut near: BySide<u128> = BySide::default();
        let mut rooms = [0; N];
        let profiles = &self.battle.profiles;
        for ((me, profile), room) in profiles.iter().enumerate().zip(&mut rooms) {
            if !self.state.figures[me].condition.down {
                let (here, around) = site.surroundings(&self.state.figures[me]);
                *room = here;
                near[profile.side] |= around;
            }
        }
        let meets = |me: usize, room: u128| {
            near[profiles[me].side.enemy()] & room != 0 || room != 0 && !self.state.scene.sees[me].is_empty()
        };
        (0..profiles.len()).filter(|&me| meets(me, rooms[me])).collect()
    }

    /// Skips the goes of figures that are on Hold, see no enemy and stay on Hold. Players look ahead before each go.
    #[inline]
    fn pass_over(&mut self) {
        loop {
            if self.battle.ahead.is_some() {
                self.look_ahead();
            }
            let Some(&Work::Go { figure, group, first }) = self.state.turn.agenda.top() else { return };
            if !self.keeps_guard(figure.into()) {
                return;
            }
            let group = Work::Go { figure: 0, group, first };
            if self.state.turn.agenda.pending().iter().rev().nth(1).is_some_and(|work| work.is_of(group)) {
                return;
            }
            self.state.turn.agenda.pop();
            self.state.turn.challenged = Figures::NONE;
        }
    }

    /// A figure that sees no enemy first looks around.
    #[inline]
    fn begin_go(&mut self, me: usize) {
        if self.state.scene.sees[me].is_empty() {
            self.looks_in(me, self.cell(me));
        }
    }

    /// All decide from the state before. Those who fire act first, then the others. A figure shot down in the same
    /// moment does not move, and its square is not free to the others in that moment (CQB-3e).
    fn act_together(&mut self, members: &[u8], declared: &[Option<Action>]) {
        self.state.scene.before = Some(self.state.scene.standing);
        let mut actions = [None; N];
        for ((&me, declared), action) in members.iter().zip(declared).zip(&mut actions) {
            let me = usize::from(me);
            if self.can_act(me) {
                *action = Some(declared.unwrap_or_else(|| self.go_of(me)));
            }
        }
        let members = members.iter().map(|&me| usize::from(me));
        for (me, action) in members.clone().zip(&actions) {
            if let Some(Action::Fire(attack)) = action
                && self.begin_fire(me as u8, *attack).is_some()
            {
                self.go_on_firing(me);
            }
        }
        for (me, action) in members.zip(&actions) {
            match action {
                None | Some(Action::Fire(_)) => {}
                Some(Action::Move { .. } | Action::StepAside(_)) if self.state.figures[me].condition.down => {}
                Some(action) => self.act(me, *action),
            }
        }
        self.state.scene.before = None;
    }

    fn perform(&mut self, me: usize, action: Action) -> Went {
        match action {
            Action::Move { pace, and_fire } => self.walk(me, pace, and_fire),
            Action::StepAside(cell) => self.step_aside(me, cell),
            Action::Open(door) => return self.open_door(me, door),
            Action::Throw(room, grenade) => return self.throw(me, room, grenade),
            Action::Defuse => return self.defuse(me),
            _ => {}
        }
        Went::DONE
    }

    fn shot(&mut self, me: usize, target: usize, falls: bool) -> Vec<Mark> {
        let scene = &mut self.state.scene;
        scene.alarm = true;
        if falls {
            scene.standing.remove(target);
            scene.go.fallen.insert(target);
            scene.known.forget(target);
        }
        if !C::OBSERVED {
            return Vec::new();
        }
        let [from, to] = [me, target].map(|figure| self.state.world()[figure].place);
        let fall = falls.then_some(Mark::Falls { figure: target as u8 });
        std::iter::once(Mark::Shot { from, to }).chain(fall).collect()
    }

    fn strike(&mut self, me: usize, number: u8, effect: Effect) -> bool {
        self.strike_hostage(me, number, effect)
    }

    #[inline]
    fn end_go(&mut self) {
        let go = std::mem::take(&mut self.state.scene.go);
        if !go.fallen.is_empty() {
            self.state.scene.sees.iter_mut().for_each(|seen| *seen -= go.fallen);
        }
        if let Some((mover, new)) = go.contact {
            self.meet(mover.into(), new);
        }
    }

    fn is_stalemate(&mut self) -> bool {
        false
    }

    fn close_turn(&mut self) -> Option<u8> {
        self.free_captives();
        self.move_bystanders();
        self.mission_decided()
    }
}

impl<C: Chance, P: Player, const N: usize> Play<'_, C, OnMap<'_>, P, N> {
    /// Whether a figure is on Hold, sees no enemy and stays on Hold.
    #[inline]
    fn keeps_guard(&mut self, me: usize) -> bool {
        self.state.figures[me].on_hold && self.state.scene.sees[me].is_empty() && {
            let (knowledge, _, player) = self.knowledge(me);
            player.keeps_guard(&knowledge)
        }
    }

    /// Works on the bomb: a difficult task (CQB-8a).
    fn defuse(&mut self, me: usize) -> Went {
        let went = self.attempt(me, self.battle.rules.difficulty.difficult, purpose::BOMB);
        self.state.scene.safe |= went.succeeds;
        went
    }
}
