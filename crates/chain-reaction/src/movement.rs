//! Voluntary movement: normal and fast moves, and what comes into sight on the way (CR-move, CR-fast, CR-insight).

use chance::Chance;
use engage::{Inches, Sighting};
use std::cell::Ref;
use std::cmp::Ordering;

use field::{Cell, CellSet, DIAGONAL, Figures, INCH, Pass, Position, Reaching};

use crate::action::{Action, Ask};
use crate::battle_view::BattleView;
use crate::damage::Fate;
use crate::figure::Status;
use crate::ground::Ground as _;
use crate::log;
use crate::on_map::{OnMap, Reach, STEPS};
use crate::options::{FastMeans, InSightRepeat, ScoutMove};
use crate::play::{Events, Play};
use crate::player::Players;
use crate::reaction;
use crate::sight::regroup;
use crate::site::{is_window, mover};
use crate::state::Task;
use crate::table::{Reaction, Test};
use crate::view::Cause;

/// Cap on a scout's unlimited move (CR-scout-1).
const UNLIMITED: u32 = 60 * INCH;

impl<const N: usize> BattleView<'_, N, OnMap<'_>> {
    /// Squares that a figure cannot enter: occupied squares, and squares beside enemies that could fight, since coming
    /// into contact with them is a charge (CR-act-1).
    pub(crate) fn blocked(self, me: usize, reach: Reach) -> CellSet {
        let scene = &self.ground.scene;
        let mut blocked = self.beset(me, reach);
        let friends = OnMap::standing(self, self.battle.figures_of(self.battle.profiles[me].side).without(me));
        for there in friends.iter().filter_map(|friend| scene.standing.at(friend)) {
            blocked.insert(there);
        }
        if let Some(here) = scene.standing.at(me) {
            blocked.remove(here);
        }
        blocked
    }

    /// Squares that a figure cannot enter because of its enemies alone, or does not plan to enter because of those its
    /// side has seen. On a patrol all enemies on the table are known.
    pub(crate) fn beset(self, me: usize, reach: Reach) -> CellSet {
        let scene = &self.ground.scene;
        let mut beset = CellSet::EMPTY;
        let known =
            |enemy: usize| self.battle.patrol.is_some() || scene.melee[me].contains(enemy) || self.sees(me, enemy);
        for enemy in OnMap::standing(self, self.battle.enemies(me)).iter() {
            let unknown = reach == Reach::Known && !known(enemy);
            // One out of sight is where he was last seen, as far as his enemies know.
            let at = if unknown { scene.last_seen(enemy) } else { scene.standing.at(enemy) };
            let Some(there) = at else { continue };
            beset.insert(there);
            let status = self.figures[enemy].status;
            if reach != Reach::Contact && (unknown || status.is_target() && status != Status::Stunned) {
                scene.board.add_around(&mut beset, there);
            }
        }
        beset
    }

    /// Enemy groups with a member that is not out of action and sees a figure.
    pub(crate) fn groups_that_see(self, me: usize) -> Figures {
        let mut seen_by = Figures::NONE;
        for enemy in self.carrying_on(self.battle.enemies(me)).iter() {
            if !seen_by.contains(enemy) && self.sees(enemy, me) {
                seen_by |= self.group(enemy);
            }
        }
        seen_by
    }

    /// Starts the search for the squares that a figure can reach with this movement, in thousandths of an inch.
    pub(crate) fn search(self, me: usize, left: u32, reach: Reach) {
        let Some(here) = self.cell(me) else { return };
        let reaching = Reaching { from: here, allowance: left, mover: mover(&self.battle.frame.rules) };
        match reach {
            Reach::Known => self.ground.search_in_hand(reaching, &{ *self.barred(me) }),
            _ => self.ground.search_in_hand(reaching, &self.blocked(me, reach)),
        }
    }

    /// Starts the search for the squares that the current figure can reach with the rest of its move, unless the search
    /// has already run.
    pub(crate) fn reach(self, me: usize) {
        if !self.ground.is_searched() {
            self.search(me, self.ground.scene.going.left[me], Reach::Known);
        }
    }

    /// The cost for a figure to walk straight to a square, if its movement is enough, all ground on the way is easy and
    /// no figure is in the way. No way is shorter.
    pub(crate) fn straight_cost(self, me: usize, to: Cell) -> Option<u32> {
        let (board, here) = (self.ground.board(), self.cell(me)?);
        let (mut at, end) = (board.position(here), board.position(to));
        let (rows, columns) = (at.row.abs_diff(end.row), at.column.abs_diff(end.column));
        let (long, short) = (u32::from(rows.max(columns)), u32::from(rows.min(columns)));
        let cost = (long - short) * INCH + short * DIAGONAL;
        if cost > self.ground.scene.going.left[me] {
            return None;
        }
        let blocked = self.barred(me);
        while at != end {
            let next = straight_step(at, end);
            let cell = board.cell(next.row.into(), next.column.into())?;
            let beside = [(at.row, next.column), (next.row, at.column)];
            let walked = |(row, column): (u8, u8)| {
                let beside = board.cell(row.into(), column.into());
                beside.is_some_and(|cell| matches!(board.ground_of(cell).pass, Pass::Free | Pass::Rough))
            };
            if board.ground_of(cell).pass != Pass::Free || blocked.contains(cell) || !beside.into_iter().all(walked) {
                return None;
            }
            at = next;
        }
        Some(cost)
    }

    /// The way of a figure to a square that it can reach: its squares in order, each with the cost to get there.
    fn way(self, me: usize, to: Cell) -> ([(Cell, u32); STEPS], usize) {
        let mut squares = [(to, 0); STEPS];
        let board = self.ground.board();
        if self.straight_cost(me, to).is_some()
            && let Some(here) = self.cell(me)
        {
            let (mut at, end) = (board.position(here), board.position(to));
            let (mut len, mut cost) = (0, 0);
            while at != end && len < STEPS {
                let next = straight_step(at, end);
                cost += if at.row != next.row && at.column != next.column { DIAGONAL } else { INCH };
                at = next;
                squares[len] = (board.cell(at.row.into(), at.column.into()).unwrap_or(to), cost);
                len += 1;
            }
            return (squares, len);
        }
        self.reach(me);
        let (way, len) = self.ground.way_to(to);
        for (square, &cell) in squares.iter_mut().zip(&way[..len]) {
            *square = (cell, self.ground.cost_to(cell).unwrap_or(u32::MAX));
        }
        (squares, len)
    }

    /// Whether a scout would be out of sight of all of its group on a square (CR-scout-1).
    fn is_out_of_touch(self, me: usize, square: Cell) -> bool {
        if !self.battle.scouts().contains(me) {
            return false;
        }
        let there = |friend: usize| self.ground.scene.standing.at(friend);
        let mut group = self.group(me).without(me).iter().filter_map(there).peekable();
        group.peek().is_some() && !group.any(|friend| self.ground.sight(friend, square).seen())
    }

    /// Enemies that carry on and see a figure now, but whose group has not seen it in this activation (Clarification
    /// 27).
    pub(crate) fn newly_seen_by(self, me: usize) -> Figures {
        let enemies = self.carrying_on(self.battle.enemies(me)) - self.ground.scene.seen_by[me];
        enemies.filter(|enemy| !self.is_in_melee(enemy) && self.sees(enemy, me))
    }
}

impl<'a, const N: usize> BattleView<'_, N, OnMap<'a>> {
    /// Squares that the current figure cannot enter, as far as it knows.
    fn barred(self, me: usize) -> Ref<'a, CellSet> {
        self.state.ground.barred(|| self.blocked(me, Reach::Known))
    }
}

/// The next square on the straight way to another. The step is diagonal while the shorter direction is at least half of
/// the longer one, so the way keeps to the line.
fn straight_step(at: Position, end: Position) -> Position {
    let (rows, columns) = (at.row.abs_diff(end.row), at.column.abs_diff(end.column));
    let towards = |at: u8, end: u8, moves: bool| match at.cmp(&end) {
        Ordering::Less if moves => at + 1,
        Ordering::Greater if moves => at - 1,
        _ => at,
    };
    // At least half of the longer distance is left across, so the step is diagonal.
    let aslant = 2 * rows.min(columns) >= rows.max(columns);
    Position {
        row: towards(at.row, end.row, aslant || rows >= columns),
        column: towards(at.column, end.column, aslant || columns >= rows),
    }
}

impl<C: Chance, const N: usize, G: Events<N>, P: Players> Play<'_, C, N, G, P> {
    /// How far a figure on a map can go after passing this number of dice in a Fast Move test (CR-fast-2, CR-fast-3).
    pub(crate) fn paces(&mut self, me: usize, does: Reaction, passed: u8) {
        let normal = self.battle.frame.rules.normal_move.thousandths() as u32;
        let Some(scene) = self.state.ground.scene_mut() else { return };
        scene.going.left[me] = match does {
            Reaction::Double => 2 * normal,
            Reaction::Half => normal + normal / 2,
            Reaction::Stay => 0,
            _ => normal,
        };
        scene.going.fast.set(me, passed > 0);
    }

    /// A Clumsy figure goes only part of its intended way, and then lies stunned (CR-attr-clumsy).
    pub(crate) fn stumbles(&mut self, me: usize) {
        let at = self.address(me);
        let inches = u32::from(reaction::stumble(self.chance, at));
        if let Some(scene) = self.state.ground.scene_mut() {
            scene.going.left[me] = inches * INCH;
            self.state.activation.falls.insert(me);
        }
    }
}

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// Records which enemy groups see these figures before they begin (Clarification 27).
    pub(crate) fn note_watchers(&mut self, active: Figures) {
        for me in active.iter() {
            self.state.ground.scene.seen_by[me] = self.view().groups_that_see(me);
        }
    }

    /// An involuntary move has brought a figure to a square; `seen_by` are the groups that saw it before (Clarification
    /// 27).
    pub(crate) fn is_glimpsed(&mut self, me: usize, seen_by: Figures) {
        let view = self.view();
        let enemies = view.carrying_on(self.battle.enemies(me)) - seen_by;
        let onlookers = enemies.filter(|enemy| view.sees(enemy, me));
        if !onlookers.is_empty() {
            self.state.ground.scene.glimpsed.insert(me);
            self.state.ground.scene.onlookers |= onlookers;
        }
    }

    /// Begins a joint move. The leader decides whether they try a fast move, and tests for it (CR-fast-1).
    pub(crate) fn set_out(&mut self, movers: Figures) {
        let rules = &self.battle.frame.rules;
        let normal = rules.normal_move.thousandths() as u32;
        let movers = movers.filter(|me| !self.view().is_in_melee(me));
        for me in movers.iter() {
            self.state.ground.scene.going.left[me] = normal;
        }
        // A figure that carries a friend or reloads moves at normal speed (CR-fast-4).
        let busy = self.state.activation.reloading;
        let free = movers.filter(|me| !self.state.figures[me].retrieving && !busy.contains(me));
        let unlimited = rules.scout_move == ScoutMove::Unlimited;
        let scouts = free & if unlimited { self.battle.scouts() } else { Figures::NONE };
        for me in scouts.iter() {
            self.state.ground.scene.going.left[me] = UNLIMITED;
        }
        self.state.ground.scene.going.fast |= scouts;
        let free = free - scouts;
        let leads = self.view().led_by(free);
        if let Some(leads) = leads
            && self.ask(leads, Ask::Pace) == Action::Fast
        {
            let seen_by = self.view().battle.enemies(leads);
            self.test(Test::FastMove, free, Cause::by(seen_by));
        }
        for me in movers.iter() {
            // Standing up costs half the move (CR-move-2).
            if self.state.figures[me].prone {
                self.state.ground.scene.going.left[me] /= 2;
            }
        }
        self.push(Task::MoveOn(movers));
    }

    /// Continues the move of the figures that still carry on. A figure that comes into sight waits until it has been
    /// fired at (CR-insight-1, CR-insight-2).
    pub(crate) fn go_on(&mut self, movers: Figures) {
        let going = self.view().carrying_on(movers) - self.state.activation.stopped;
        let alone = going.len() == 1;
        let (mut watchers, mut appeared) = (Figures::NONE, Figures::NONE);
        let (mut halted, mut moved, mut stay) = (false, false, false);
        // Scouts go first (CR-scout-1).
        let scouts = going & self.battle.scouts();
        for me in scouts.iter().chain((going - scouts).iter()) {
            if self.state.ground.scene.going.left[me] < INCH {
                continue;
            }
            let gone = self.state.ground.scene.going.gone[me];
            let (seen_by, halts) = self.goes(me, alone);
            halted |= halts;
            moved |= self.state.ground.scene.going.gone[me] > gone;
            stay |= self.state.ground.scene.going.gone[me] == 0;
            if !seen_by.is_empty() {
                watchers |= seen_by;
                appeared.insert(me);
            }
        }
        let found = if halted { self.looks_out() } else { Figures::NONE };
        if !found.is_empty() {
            watchers |= found;
            appeared |= going;
        }
        // On a patrol, figures that have stayed may follow.
        let follow = self.battle.patrol.is_some() && moved && stay;
        if appeared.is_empty() && !halted && !follow {
            return self.arrive(movers);
        }
        self.have_been_seen(appeared, watchers);
        self.push(Task::MoveOn(movers));
        if appeared.is_empty() {
            return;
        }
        self.push(Task::InSight { watchers, movers: appeared });
    }

    /// Records that the whole groups of these watchers have tested against these figures, however often the figures
    /// come into sight (CR-insight-3).
    pub(crate) fn have_been_seen(&mut self, appeared: Figures, watchers: Figures) {
        let view = self.view();
        let groups = watchers.iter().fold(Figures::NONE, |all, who| all | view.group(who));
        for me in appeared.iter() {
            self.state.ground.scene.seen_by[me] |= groups;
        }
    }

    /// Moves a figure where its player says, as far as it can. Returns the enemies that have come to see it on the way,
    /// and whether it halts for a discovery, as a patrol does (CR-scout-2, CR-pef-resolve).
    pub(crate) fn goes(&mut self, me: usize, alone: bool) -> (Figures, bool) {
        let left = self.state.ground.scene.going.left[me];
        self.state.ground.takes_in_hand();
        let action = self.ask(me, Ask::Way { left });
        if let Action::PickUp(friend) = action {
            // It goes on with the rest of a normal move (CR-wound-1, CR-fast-4).
            self.picks_up(me, friend.into());
            let normal = self.battle.frame.rules.normal_move.thousandths() as u32;
            let going = &mut self.state.ground.scene.going;
            going.left[me] = left.min(normal.saturating_sub(going.gone[me]));
            return (Figures::NONE, true);
        }
        let Action::Go(to) = action else {
            // On a patrol it may follow figures that have halted, once they go on.
            if self.battle.patrol.is_none() {
                self.state.ground.scene.going.left[me] = 0;
            }
            return (Figures::NONE, false);
        };
        let (way, len) = self.view().way(me, to);
        // An enemy it did not see may still be in its way.
        let view = self.view();
        let blocked = if self.battle.patrol.is_some() {
            // All figures on the table are known.
            *view.barred(me)
        } else {
            view.blocked(me, Reach::All)
        };
        if self.battle.frame.rules.in_sight_repeat == InSightRepeat::EachAppearance {
            self.forget_who_lost_sight(me);
        }
        let mut seen_by = Figures::NONE;
        let in_sight = self.battle.frame.rules.in_sight_move.thousandths() as u32;
        let (mut most, mut gone, mut halts) = (left, 0, false);
        self.state.figures[me].prone = false;
        for &(next, cost) in &way[..len] {
            if cost > most || blocked.contains(next) || self.view().is_out_of_touch(me, next) {
                if cost <= most {
                    self.comes_up_against(me, next);
                }
                break;
            }
            self.steps(me, next);
            gone = cost;
            let new = self.view().newly_seen_by(me) - seen_by;
            if !new.is_empty() && seen_by.is_empty() {
                most = if alone { 0 } else { left.min(gone + in_sight) };
            }
            seen_by |= new;
            if self.comes_upon(me) {
                (most, halts) = (0, true);
            }
            if is_window(self.state.ground.board().ground_of(next)) {
                most = 0;
                self.state.activation.stopped.insert(me);
            }
        }
        // Beside a wounded friend it may pick him up and go on (CR-wound-1).
        halts |= gone > 0 && self.view().is_beside_wounded(me);
        let going = &mut self.state.ground.scene.going;
        going.left[me] = if gone == 0 || seen_by.is_empty() && !halts { 0 } else { left - gone };
        going.gone[me] += gone;
        self.counts_as_fast(me);
        self.tells_move(me, gone, seen_by);
        (seen_by, halts)
    }

    /// Enemies whom a figure did not see have barred its way to a square: its side now knows where they stand.
    fn comes_up_against(&mut self, me: usize, next: Cell) {
        let turn = self.turn;
        let enemies = self.battle.enemies(me);
        let scene = &mut self.state.ground.scene;
        for enemy in enemies & scene.standing.placed() {
            if let Some(cell) = scene.standing.at(enemy).filter(|&cell| scene.board.squared(cell, next) <= 2) {
                scene.known.note(enemy, Sighting { cell, turn, state: Status::CarryingOn });
            }
        }
    }

    /// Logs how far a figure has moved.
    pub(crate) fn tells_move(&mut self, me: usize, gone: u32, seen_by: Figures) {
        let (turn, fast, ground) = (self.turn, self.state.figures[me].fast, &self.state.ground);
        let to = ground.scene.at(me).filter(|_| gone > 0).and_then(|cell| ground.on_plan(cell));
        let inches = Inches::from_thousandths(gone as i32);
        self.log(|| log::moves(turn, me, inches, fast, seen_by, to));
    }

    /// A figure now stands on the next square.
    pub(crate) fn steps(&mut self, me: usize, next: Cell) {
        let scene = &mut self.state.ground.scene;
        scene.turn_to(me, next);
        scene.standing.place(me, next);
        scene.moved.insert(me);
        let friend = scene.carries[me];
        if friend != crate::figure::NOBODY {
            scene.lies[usize::from(friend)] = Some(next);
        }
    }

    /// Whether a figure counts as having moved fast; this includes chargers (CR-fast-3, Clarifications 23 and 57).
    pub(crate) fn counts_as_fast(&mut self, me: usize) {
        let rules = &self.battle.frame.rules;
        let going = &self.state.ground.scene.going;
        self.state.figures[me].fast = match rules.fast_means {
            FastMeans::PassedTest => going.fast.contains(me) && going.gone[me] >= INCH,
            FastMeans::MovedFarther => going.gone[me] > rules.normal_move.thousandths() as u32,
        };
    }

    /// Groups that no longer see a figure can test against it again (CR-insight-3).
    fn forget_who_lost_sight(&mut self, me: usize) {
        let seen_by = self.state.ground.scene.seen_by[me];
        let view = self.view();
        let still = seen_by.filter(|enemy| view.group(enemy).iter().any(|member| view.sees(member, me)));
        self.state.ground.scene.seen_by[me] = still;
    }

    /// Ends a move: hunkered friends that were joined are rallied, figures may go prone, and all may fire (CR-act-1,
    /// CR-rally-2).
    fn arrive(&mut self, movers: Figures) {
        for me in self.view().carrying_on(movers & self.state.activation.falls).iter() {
            let turn = self.turn;
            self.log(|| log::stumbles(turn, me));
            self.state.figures[me].prone = true;
            self.suffers(me, Some(Fate::Stunned));
        }
        let up = self.view().carrying_on(movers);
        self.joins(up);
        self.push(Task::Voluntary(up));
        for me in up.iter() {
            if self.finishes(me) {
                continue;
            }
            if self.state.ground.scene.going.gone[me] > 0 && self.ask(me, Ask::LieDown) == Action::GoProne {
                self.state.figures[me].prone = true;
            }
        }
        self.rally_those_beside(up);
        self.springs_the_ambush(movers);
    }

    /// Hunkered friends that movers have joined test Rally (CR-rally-2).
    fn rally_those_beside(&mut self, up: Figures) {
        let Some(one) = up.first() else { return };
        let view = self.view();
        let hunkered = self.battle.figures_of(self.battle.profiles[one].side).filter(|who| {
            view.figures[who].status == Status::Hunkered && {
                let near = view.friends_within(who, self.battle.frame.rules.group_distance) & up;
                !(near - view.ground.scene.rallied_by[who]).is_empty()
            }
        });
        if !hunkered.is_empty() {
            // A rallied figure acts with its group, if it has not retired in this activation (Clarification 17).
            let activation = &self.state.activation;
            self.push(Task::Act(hunkered & (activation.active - activation.retired)));
            self.push(Task::Rally(hunkered));
        }
    }

    /// Friends reached by the movers join their group, with those linked to these friends. They act with it if they
    /// have not had their turn yet; on a side run by tables, by the result that this group rolled (CR-group-4, CR-np-1,
    /// Clarification 54).
    fn joins(&mut self, movers: Figures) {
        let movers = movers.filter(|me| self.state.ground.scene.going.gone[me] > 0);
        let Some(one) = movers.first() else { return };
        let side = self.battle.profiles[one].side;
        let waiting = self.battle.figures_of(side) - self.state.turn.acted - self.state.activation.active;
        let waiting = self.view().carrying_on(waiting).filter(|who| !self.view().is_in_melee(who));
        if waiting.is_empty() {
            return;
        }
        let groups = regroup(self.view());
        let (mut drawn, mut merged) = (Figures::NONE, Figures::NONE);
        for me in movers.iter() {
            let near = self.view().friends_within(me, self.battle.frame.rules.group_distance) & waiting & groups[me];
            if !near.is_empty() {
                merged |= groups[me];
                drawn = near.iter().fold(drawn | near, |all, who| all | self.view().group(who) & waiting & groups[me]);
            }
        }
        if drawn.is_empty() {
            return;
        }
        self.state.ground.scene.groups = groups;
        let active = self.view().activates(merged, self.state.turn.needed[side]) & drawn;
        self.state.turn.acted |= active;
        self.state.activation.active |= active;
        let scene = &mut self.state.ground.scene;
        for me in active.iter() {
            scene.going.began[me] = scene.standing.at(me);
            self.state.figures[me].fast = false;
        }
        self.follow_orders(one, active);
        for me in active.iter() {
            let turn = self.turn;
            self.log(|| log::joins_in(turn, me, one));
        }
        self.note_watchers(active);
        if !active.is_empty() {
            self.push(Task::Act(active));
        }
    }
}
