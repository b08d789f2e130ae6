//! Movement (FT-move): the cost of a move, its length, and what it counts as.

use chance::{Chance, Dice, Mark};
use engage::Inches;
use field::{Cell, DIAGONAL, Doors, INCH, Plan, Position};

use crate::action::{Action, Ask, Gait, Occasion};
use crate::figure::{Movement, Posture};
use crate::ground::Ground;
use crate::log;
use crate::on_map::OnMap;
use crate::options::{PinnedFleeFrom, PinnedMayStand, RushDistance, StandThenRush, StandUpCountsAs};
use crate::play::Play;
use crate::player::Players;
use crate::purpose;
use crate::rules::{MOVER, Rules};
use crate::view::BattleView;

/// A rush (FT-move-2).
pub(crate) const RUSH: Dice = Dice::sum(2);

/// A move under way.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// Its current cell.
    here: Cell,
    /// Distance covered, in thousandths of an inch.
    gone: u32,
    /// The doors after it: those on its way are open.
    doors: Doors,
}

impl Stretch {
    const fn begin(here: Cell, doors: Doors) -> Stretch {
        Stretch { here, gone: 0, doors }
    }

    /// After one more step.
    fn step(self, plan: &Plan, to: Cell, cost: u32) -> Stretch {
        let mut doors = self.doors;
        if let Some(door) = plan.door(to) {
            doors.open(door);
        }
        Stretch { here: to, gone: self.gone + cost, doors }
    }
}

/// The way a man moves.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// The farthest he can go before he stands up.
    most: Inches,
    rushes: bool,
    /// Whether he crawls (FT-move-3).
    crawls: bool,
    /// Whether he stands up first (FT-move-6).
    stands_up: bool,
}

impl Pace {
    /// The rest of the move after standing up, in thousandths of an inch (FT-move-6).
    fn left(self, rules: &Rules) -> u32 {
        let most = self.most.thousandths() as u32;
        match (self.stands_up, rules.stand_then_rush) {
            (false, _) => most,
            (true, StandThenRush::No) if self.rushes => 0,
            (true, _) => most / 2,
        }
    }

    /// What a move of this length counts as (FT-move-3, FT-move-6, FT-move-12).
    fn counts_as(self, rules: &Rules, gone: Inches) -> Movement {
        let somewhere = gone > Inches::default();
        match (self.rushes, self.crawls) {
            (true, true) if somewhere => Movement::Rushing,
            // A wounded man's rush is shorter but still counts.
            (true, false) if somewhere && gone >= rules.least_rush.min(self.most) => Movement::Rushing,
            (false, _) if gone >= rules.least_move => Movement::Moving,
            _ if self.stands_up && rules.stand_up_counts_as == StandUpCountsAs::Moving => Movement::Moving,
            _ => Movement::Stationary,
        }
    }
}

impl<C: Chance, const N: usize, G: Ground<N>, P: Players> Play<'_, C, N, G, P> {
    /// Goes prone, which costs nothing, or stands up where he is (FT-move-4, FT-move-6).
    pub(crate) fn place(&mut self, me: usize, posture: Posture) {
        let man = &mut self.state.men[me];
        if man.posture == posture {
            return;
        }
        man.posture = posture;
        if posture == Posture::Standing && self.battle.rules.stand_up_counts_as == StandUpCountsAs::Moving {
            man.movement = Movement::Moving;
        }
        let (turn, counts_as) = (self.turn, man.movement);
        self.chance.log(|| log::placed(turn, me, posture, counts_as));
    }

    /// Lies down if his player says so; that is not a move (FT-move-4).
    #[inline(always)]
    pub(crate) fn may_lie_down(&mut self, me: usize, occasion: Occasion) {
        if self.ask(me, Ask::LieDown(occasion)) == Action::GoProne {
            let before = std::mem::replace(&mut self.state.men[me].posture, Posture::Prone);
            if C::OBSERVED && before == Posture::Standing {
                let turn = self.turn;
                self.chance.log(|| log::lies_down(turn, me, occasion));
            }
        }
    }
}

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// Puts every man in his starting square.
    pub(crate) fn deploy(&mut self) {
        let OnMap { site, scene } = &mut self.state.ground;
        let profiles = &self.battle.profiles;
        // Men whose leader comes later in the list follow him.
        let led = |me: usize| usize::from(profiles[me].squad) > me;
        let everybody = 0..profiles.len();
        for me in everybody.clone().filter(|&me| !led(me)).chain(everybody.filter(|&me| led(me))) {
            let at = chance::Address::in_round(self.battle.luck.of(me), purpose::DEPLOY, 0, 0);
            site.entry(me).place(site.plan(), &mut scene.standing, me, self.chance, at);
            let kit = profiles[me].kit;
            (scene.offensive[me], scene.defensive[me]) = (kit.offensive, kit.defensive);
        }
        self.look_around();
    }

    /// A normal move or a rush, along his way or straight away from the enemy (FT-move-1 to FT-move-6, FT-move-10,
    /// FT-pin-2).
    pub(crate) fn travel(&mut self, me: usize, gait: Gait) {
        let rules = &self.battle.rules;
        let pace = self.pace(me, gait);
        if pace.stands_up {
            self.state.men[me].posture = Posture::Standing;
        }
        let left = pace.left(rules);
        let Some(start) = self.state.ground.at(me) else { return };
        let before = self.state.ground.is_made_out(me);
        // Only an observer needs the way; an empty list takes no memory.
        let mut way = if C::OBSERVED { vec![start] } else { Vec::new() };
        let note = |here: Cell| {
            if C::OBSERVED {
                way.push(here);
            }
        };
        let flees_from = if gait == Gait::Flee { self.view().flees_from(me) } else { None };
        let end = match gait {
            Gait::Flee => self.view().run_away(flees_from, start, left, note),
            Gait::Walk | Gait::Rush => self.go(me, start, left, pace.rushes, note),
        };
        let trail = if C::OBSERVED { self.trail(me, start, end) } else { Vec::new() };
        self.stand(me, end);
        let gone = Inches::from_thousandths(end.gone as i32);
        self.state.men[me].movement = pace.counts_as(rules, gone);
        if end.gone > 0 {
            // A man seen entering concealment is known to be there (FT-save-6), to any enemy who sees him then.
            let ground = &mut self.state.ground;
            let now = if before == [true; 2] { before } else { ground.is_made_out(me) };
            ground.scene.revealed.set(me, before[0] || now[0]);
            ground.scene.knows_it.set(me, before[1] || now[1]);
        }
        if C::OBSERVED {
            // He stops at the last free square of his way.
            let last = way.iter().rposition(|&cell| cell == end.here).map_or(0, |last| last + 1);
            way.truncate(last);
            let Pace { most, rushes: rush, crawls, stands_up } = pace;
            let (counts_as, revealed) = (self.state.men[me].movement, self.state.ground.scene.revealed.contains(me));
            let (left, marks) = (Inches::from_thousandths(left as i32), trail);
            let moved = log::Moved {
                gait,
                most,
                left,
                gone,
                rush,
                crawls,
                stands_up,
                counts_as,
                flees_from,
                way,
                revealed,
                marks,
            };
            let turn = self.turn;
            self.chance.log(|| log::moves(turn, me, moved));
        }
        let blocked = gait == Gait::Flee && end.gone == 0;
        self.may_lie_down(me, Occasion::Moved { rush: pace.rushes, blocked });
    }

    /// The farthest a man can go, with the dice of a rush (FT-move-1 to FT-move-3, FT-move-10, FT-eff-1, FT-pin-2).
    fn pace(&mut self, me: usize, gait: Gait) -> Pace {
        let (rules, man) = (&self.battle.rules, self.state.men[me]);
        let barred = self.state.pinned.contains(me) && rules.pinned_may_stand == PinnedMayStand::No;
        let prone = man.posture == Posture::Prone;
        // Half of a wounded man's inch is no square.
        let crawls = prone && (barred || man.wounded);
        // A prone man's only movement is a rush.
        let rushes = gait != Gait::Walk || crawls;
        let most = if crawls {
            rules.moves.crawl
        } else if man.wounded {
            rules.moves.wounded
        } else if rushes {
            let at = self.address(me, purpose::RUSH, 0);
            Inches::whole(self.chance.roll(at, &RUSH, |score| score).into())
        } else {
            rules.moves.normal
        };
        Pace { most, rushes, crawls, stands_up: prone && !crawls }
    }

    /// A man's stretch along the way his player has chosen. No man enters an enemy's square (FT-gap-1) or stops in an
    /// occupied one. A watchful man stops where an enemy comes into view, unless he has to go as far as the dice say
    /// (FT-move-2).
    fn go(&mut self, me: usize, start: Cell, left: u32, rush: bool, mut note: impl FnMut(Cell)) -> Stretch {
        let begin = Stretch::begin(start, self.state.ground.scene.doors);
        let (mut at, mut end) = (begin, begin);
        let plan = self.state.ground.plan();
        let free_to_stop = !rush || self.battle.rules.rush_distance == RushDistance::UpTo;
        loop {
            let rest = Inches::from_thousandths((left - at.gone) as i32);
            let Action::Go(way) = self.ask(me, Ask::Way { from: at.here, left: rest, rush }) else { return end };
            let (view, scene) = (self.view(), &self.state.ground.scene);
            let watches = free_to_stop && way.watchful && self.state.ground.makes_out(me).is_empty();
            for next in way.squares() {
                let cost = if plan.squared(at.here, next) == 2 { DIAGONAL } else { INCH };
                let free = scene.standing.is_free(next);
                let enemy = || scene.standing.who(next).is_some_and(|who| self.battle.enemies(me).contains(who));
                if at.gone + cost > left || !free && enemy() {
                    return end;
                }
                at = at.step(plan, next, cost);
                note(next);
                if free {
                    end = at;
                    if watches && view.makes_somebody_out_from(me, next) {
                        return end;
                    }
                }
            }
            if !way.is_full() {
                return end;
            }
        }
    }

    /// A move's marks on the map: the doors it opens, and its end.
    fn trail(&self, me: usize, start: Cell, end: Stretch) -> Vec<Mark> {
        if end.here == start {
            return Vec::new();
        }
        let doors = self.state.ground.scene.doors;
        let opened = end.doors.iter().filter(|&door| !doors.is_open(door));
        let opened = opened.map(|door| Mark::Opens { door: door.index() as u8 });
        opened.chain([Mark::Stands { figure: me as u8, cell: end.here.index() as u16 }]).collect()
    }

    /// Puts a man at the end of his stretch and opens the doors on his way.
    fn stand(&mut self, me: usize, end: Stretch) {
        let scene = &mut self.state.ground.scene;
        if scene.standing.at(me) == Some(end.here) {
            return;
        }
        scene.standing.place(me, end.here);
        if end.doors == scene.doors {
            return self.look(me);
        }
        scene.doors = end.doors;
        self.look_around();
    }
}

impl<const N: usize> BattleView<'_, N, OnMap<'_>> {
    /// The enemy a pinned man runs from: the nearest in sight or the last who shot or threw at him, otherwise the
    /// nearest of all (FT-pin-2).
    fn flees_from(self, me: usize) -> Option<usize> {
        let (nearest, shooter) = (self.ground.nearest_in_sight(me), self.shooter(me));
        let from = match self.battle.rules.pinned_flee_from {
            PinnedFleeFrom::NearestVisible => nearest.or(shooter),
            PinnedFleeFrom::LastShooter => shooter.or(nearest),
        };
        from.or_else(|| self.nearest_of_all(me))
    }

    /// A man's stretch straight away from the enemy (FT-pin-2): steps that take him farther, within an inch of the
    /// line.
    fn run_away(self, from: Option<usize>, start: Cell, left: u32, mut note: impl FnMut(Cell)) -> Stretch {
        let (plan, scene) = (self.state.ground.plan(), &self.state.ground.scene);
        let mut at = Stretch::begin(start, scene.doors);
        let Some(from) = from.and_then(|enemy| scene.standing.at(enemy)) else { return at };
        let (origin, line) = (plan.position(from), offset(plan.position(from), plan.position(start)));
        loop {
            let steps = plan.steps(at.here, MOVER, scene.doors);
            let outward = steps.filter_map(|step| {
                let (along, across) = along_and_across(line, offset(origin, plan.position(step.to)));
                let farther = plan.squared(from, step.to) > plan.squared(from, at.here);
                // Within an inch of the line.
                let straight = i64::from(across).pow(2) <= i64::from(line.0).pow(2) + i64::from(line.1).pow(2);
                let may = scene.standing.is_free(step.to) && at.gone + step.cost <= left && farther && straight;
                may.then_some((across.abs(), std::cmp::Reverse(along), step.to, step.cost))
            });
            let Some((_, _, here, cost)) = outward.min() else { return at };
            at = at.step(plan, here, cost);
            note(here);
        }
    }
}

/// Rows and columns from one square to another.
fn offset(from: Position, to: Position) -> (i32, i32) {
    (i32::from(to.row) - i32::from(from.row), i32::from(to.column) - i32::from(from.column))
}

/// The distance of a square along and across a line, both multiplied by the line's length.
const fn along_and_across(line: (i32, i32), to: (i32, i32)) -> (i32, i32) {
    (line.0 * to.0 + line.1 * to.1, line.0 * to.1 - line.1 * to.0)
}
