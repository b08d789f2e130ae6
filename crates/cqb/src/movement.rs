//! Movement on a map (CQB-4): deployment, moves square by square, coming into view, doors.

use chance::{Address, Chance, Mark};
use engage::{Inches, Sighting};
use field::{Cell, Door, Figures};

use crate::action::{Action, Ask, Pace, Walk};
use crate::figure::{Gone, Travel};
use crate::log::{self, Went};
use crate::may::most;
use crate::on_map::OnMap;
use crate::options::MoveAndFire;
use crate::play::Play;
use crate::player::choose::Player;
use crate::purpose;
use crate::scene::{CLOUDS, Cloud, FIGURES, Scene};
use crate::state::Work;

/// The gas and fires of the rooms that a move enters, in order, each room once (CQB-7a).
#[derive(Default)]
struct Gassed([Option<Cloud>; CLOUDS]);

impl Gassed {
    fn enter(&mut self, cloud: Option<Cloud>) {
        let Some(cloud) = cloud else { return };
        let mut places = self.0.iter_mut();
        let place = places.find(|place| place.is_none_or(|known| known.room == cloud.room));
        *place.unwrap_or_else(|| unreachable!("a place for each cloud there can be")) = Some(cloud);
    }
}

impl<C: Chance, P: Player, const N: usize> Play<'_, C, OnMap<'_>, P, N> {
    /// Places everybody on the map.
    pub(crate) fn take_places(&mut self) {
        let (site, battle) = (self.site(), self.battle);
        let lot_of = |who| Address::in_round(battle.luck.of(who), purpose::DEPLOY, 0, 0);
        let scene = &mut self.state.scene;
        for (me, profile) in battle.profiles.iter().enumerate() {
            let lot = lot_of(me);
            let cell = site.entry(me).place(site.plan(), &mut scene.standing, me, self.chance, lot);
            self.state.figures[me].place = cell.index() as u16;
            (scene.stuns[me], scene.gases[me]) = (profile.kit.stun, profile.kit.gas);
        }
        for captive in FIGURES..FIGURES + usize::from(site.hostages) {
            let entry = site.entry(battle.profiles.len() + captive - FIGURES);
            let lot = lot_of(captive);
            entry.place(site.plan(), &mut scene.standing, captive, self.chance, lot);
        }
        scene.searched = engage::BySide::from_fn(|side| site.known_from_the_start(side));
        self.chance.log(|| log::deployment(battle, scene));
    }

    /// Updates who sees whom.
    pub(crate) fn look_around(&mut self) {
        for me in 0..self.battle.blues {
            if let Some(here) = self.state.scene.standing.at(me) {
                self.sees_from(me, here, self.seen_from(me, here));
            }
        }
    }

    /// Updates which enemies a figure sees, and which see it, once it is known whom it sees from its cell.
    fn sees_from(&mut self, me: usize, here: Cell, seen: Figures) {
        debug_assert_eq!(seen, self.seen_from(me, here));
        let Scene { sees, standing, .. } = &mut self.state.scene;
        let before = std::mem::replace(&mut sees[me], seen);
        // Sight is mutual among those on the map.
        let fallen = self.battle.enemies_of(me) - standing.placed();
        for enemy in (before - seen) | (seen - before) | fallen {
            sees[enemy].set(me, seen.contains(enemy));
        }
        self.looks_for_known(me, here);
        self.note_all(me, seen);
    }

    /// Notes where a figure and the enemies that it sees stand now.
    pub(crate) fn note_all(&mut self, me: usize, seen: Figures) {
        for enemy in seen {
            self.note(enemy);
        }
        if !seen.is_empty() {
            self.note(me);
        }
    }

    fn note(&mut self, who: usize) {
        if let Some(cell) = self.state.scene.standing.at(who) {
            self.state.scene.known.note(who, Sighting { cell, turn: self.turn, state: () });
        }
    }

    /// Forgets the enemies who are no longer in a square that a figure looks at.
    fn looks_for_known(&mut self, me: usize, here: Cell) {
        let scene = &mut self.state.scene;
        let gone = self.battle.enemies_of(me) - scene.sees[me];
        for enemy in scene.known.since(0, gone) {
            let looked_at = |cell| self.ground.0.plan().sees(here, cell, scene.doors);
            if scene.known.of(enemy).is_some_and(|sighting| looked_at(sighting.cell)) {
                scene.known.forget(enemy);
            }
        }
    }

    /// The enemies of a figure that can be seen from a cell.
    #[inline]
    fn seen_from(&self, me: usize, from: Cell) -> Figures {
        let scene = &self.state.scene;
        scene.standing.seen_from(self.site().plan(), from, scene.doors, self.battle.enemies_of(me))
    }

    /// Moves a figure square by square as its player chooses, up to its pace. It halts where an enemy comes into view
    /// (CQB-4a, CQB-3d). A figure that cannot leave its square goes on Hold; one that leaves and comes back has moved
    /// (CQB-3a, CQB-3c).
    pub(crate) fn walk(&mut self, me: usize, pace: Pace, and_fire: bool) {
        let site = self.site();
        let figure = &mut self.state.figures[me];
        (figure.on_hold, figure.fired, figure.aiming) = (false, false, false);
        let (most, fast) = most(&self.battle.rules, figure, pace);
        let start = site.cell(figure);
        let mut walk = Walk { start, here: start, rest: start, left: most, met: false, taken: None };
        let (mut walked, mut gone) = (0, Inches::default());
        let (mut way, mut trail) = (Vec::new(), Vec::new());
        let known = self.state.scene.sees[me];
        let others = self.rooms_of_enemies(me);
        // Whom it sees from where it rests, once that has been looked at.
        let mut seen_at_rest = None;
        let mut gassed = self.state.scene.clouds[0].map(|_| Gassed::default());
        while let Action::Step(next) = self.ask(me, Ask::Step(walk)) {
            let free = self.state.scene.is_free(next);
            if !free && self.is_enemy_in(me, next) {
                // The player learns once that the square is taken.
                if walk.taken.replace(next).is_some() {
                    break;
                }
                continue;
            }
            let Some(step) = site.step(walk.here, next) else { break };
            walk.left = Inches::from_thousandths(walk.left.thousandths() - step.cost as i32);
            walk.here = next;
            walked += step.length;
            if C::OBSERVED {
                way.push(next.index() as u16);
            }
            if let Some(gassed) = &mut gassed {
                gassed.enter(self.cloud_entered(start, next));
            }
            if next != start && !free {
                continue;
            }
            (walk.rest, gone, seen_at_rest) = (next, Inches::from_thousandths(walked as i32), None);
            if C::OBSERVED {
                trail.push(Mark::Stands { figure: me as u8, cell: next.index() as u16 });
            }
            // A figure does not stop in an opening if there is room behind it.
            if walk.met {
                break;
            }
            let seen = if site.views(next) & others != 0 { self.seen_from(me, next) } else { Figures::NONE };
            seen_at_rest = Some(seen);
            if !seen.is_empty() {
                let sighting = Sighting { cell: next, turn: self.turn, state: () };
                self.state.scene.known.note(me, sighting);
            }
            walk.met = !(seen - known).is_empty();
            if walk.met && !site.is_opening(next) {
                break;
            }
            if !walk.met {
                self.looks_in(me, next);
            }
        }
        let travel = Travel { gone: Gone::of(gone, &self.battle.rules), fast };
        self.arrive(me, walk.rest, travel, seen_at_rest);
        let new = self.state.scene.sees[me] - known;
        if walk.met {
            self.state.scene.go.contact = Some((me as u8, new));
        }
        let (turn, on_hold) = (self.turn, self.state.figures[me].on_hold);
        let figures = &self.state.figures;
        self.chance.log(|| {
            let seen = [known.filter(|enemy| !figures[enemy].condition.down), new];
            let (from, to) = (start, walk.rest);
            log::moves(turn, me, log::Moved { pace, from, to, way, trail, distance: gone, travel, seen, on_hold })
        });
        for cloud in gassed.into_iter().flat_map(|gassed| gassed.0).flatten() {
            self.breathe(me, cloud);
        }
        if and_fire && self.fires_too(me, if walk.met { new } else { Figures::NONE }) {
            self.put(Work::FireToo(me as u8));
        }
    }

    /// Ends a move in a square. A figure that has not left its square goes on Hold (CQB-3c).
    #[inline(always)]
    fn arrive(&mut self, me: usize, rest: Cell, travel: Travel, seen: Option<Figures>) {
        self.stand(me, rest, travel, seen);
        if travel.gone == Gone::Nowhere {
            self.state.figures[me].on_hold = self.state.scene.is_able(me);
        }
    }

    /// Whether an enemy is in a square. An unseen enemy stops a move too, when the figure runs into him.
    #[inline]
    fn is_enemy_in(&self, me: usize, cell: Cell) -> bool {
        self.state.scene.who(cell).is_some_and(|who| self.battle.enemies_of(me).contains(who))
    }

    /// The gas or fire in the room of a cell, if that is another room than that of `start`.
    fn cloud_entered(&self, start: Cell, here: Cell) -> Option<Cloud> {
        let site = self.site();
        let room = site.plan().room(here).filter(|_| site.room_bit(here) != site.room_bit(start));
        room.and_then(|room| self.state.scene.cloud_in(room))
    }

    /// Whether a figure that has moved may fire as well: under `move_and_fire`, after a move up to Normal, unless it
    /// has come into view of an enemy on Hold or acts simultaneously with others, who see it where it was before
    /// (CQB-3a, CQB-3d, CQB-3e).
    fn fires_too(&self, me: usize, new: Figures) -> bool {
        let watched = (self.state.scene.sees[me] & new).iter().any(|enemy| self.state.figures[enemy].on_hold);
        let allowed = self.battle.rules.move_and_fire == MoveAndFire::UpToNormal;
        allowed && !self.state.figures[me].moved_now.fast && !self.state.turn.together && !watched
    }

    /// The rooms that hold enemies of a figure, as bits; every bit if an enemy is in an opening.
    fn rooms_of_enemies(&self, me: usize) -> u128 {
        let enemies = self.battle.enemies(me).filter_map(|enemy| self.state.scene.standing.at(enemy));
        enemies.fold(0, |rooms, cell| rooms | self.site().room_bit(cell))
    }

    /// Steps aside to an adjacent cell (CQB-4a).
    pub(crate) fn step_aside(&mut self, me: usize, to: Cell) {
        // A figure acting in the same moment may have gone there, or an unseen one may be there.
        if !self.state.scene.is_free(to) {
            return;
        }
        let from = self.cell(me);
        let gone = Inches::from_thousandths(self.site().plan().distance(from, to) as i32);
        let entered = self.cloud_entered(from, to);
        let travel = Travel { gone: Gone::of(gone, &self.battle.rules), fast: false };
        self.stand(me, to, travel, None);
        let turn = self.turn;
        self.chance.log(|| log::steps_aside(turn, me, [from, to], gone, travel));
        if let Some(cloud) = entered {
            self.breathe(me, cloud);
        }
    }

    /// Puts a figure in another cell and updates what it sees: these enemies, if that is already known.
    fn stand(&mut self, me: usize, cell: Cell, travel: Travel, seen: Option<Figures>) {
        if travel.gone == Gone::Nowhere {
            return;
        }
        let figure = &mut self.state.figures[me];
        (figure.place, figure.moved_now) = (cell.index() as u16, travel);
        self.state.scene.standing.place(me, cell);
        self.sees_from(me, cell, seen.unwrap_or_else(|| self.seen_from(me, cell)));
    }

    /// Opens a door. Under `door_test` it takes a test, in which a joker may start a fire (CQB-4c, CQB-8a, CQB-9a).
    pub(crate) fn open_door(&mut self, me: usize, door: Door) -> Went {
        let went = match self.battle.rules.door_difficulty() {
            None => Went::DONE,
            Some(difficulty) => self.attempt(me, difficulty, purpose::DOOR),
        };
        self.log_action(me, Action::Open(door), went);
        if self.catches_fire(went) {
            self.set_on_fire(me, door);
        }
        if went.succeeds {
            let known = self.state.scene.sees[me];
            self.state.scene.doors.open(door);
            self.look_around();
            let new = self.state.scene.sees[me] - known;
            if !new.is_empty() {
                self.state.scene.go.contact = Some((me as u8, new));
            }
        }
        went
    }

    /// Sets the room behind a door on fire after a breach that goes wrong (CQB-9a).
    fn set_on_fire(&mut self, me: usize, door: Door) {
        let map = &self.site().map;
        let plan = &map.plan;
        let here = plan.room(self.cell(me));
        let opening = plan.openings().iter().find(|opening| opening.door() == Some(door));
        if let Some(room) = opening.and_then(|opening| opening.rooms().find(|&room| Some(room) != here)) {
            let turn = self.turn;
            self.chance.log(|| log::breach_burns(turn, me, map, room));
            self.fill(Cloud { room, since: turn, fire: true });
        }
    }
}
