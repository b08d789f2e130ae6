//! Movement (FT-move): what men do with their moves, by order and by need.

use chance::{Chance, Dice, Mark};
use engage::{Inches, Side, bits};
use field::{Cell, Doors, Figures, Plan, Position};

use crate::battle::{Battle, Fight};
use crate::doctrine::{DropPolicy, Orders, PinnedPolicy, PosturePolicy};
use crate::figure::{Movement, NOBODY, Posture};
use crate::options::{GoProneWhen, PinnedFleeFrom, PinnedMayStand, RushDistance, StandThenRush, StandUpCountsAs};
use crate::purpose;
use crate::scene::{Ground, Scene};
use crate::site::{MOVER, Site};
use crate::tell;
use crate::turn::address;

/// A rush (FT-move-2).
pub(crate) const RUSH: Dice = Dice::sum(2);

/// What a man wants to do with his move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Intent {
    /// Stay, placed so.
    Stay(Posture),
    /// A normal move on his way.
    Walk,
    /// A rush on his way.
    Rush,
    /// A rush away from an enemy (FT-pin-2).
    Flee(usize),
}

/// A move under way.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// Where it has come to.
    here: Cell,
    /// Thousandths of an inch gone.
    gone: u32,
    /// The doors as it leaves them: those on its way stand open.
    doors: Doors,
}

impl Stretch {
    const fn begin(here: Cell, doors: Doors) -> Stretch {
        Stretch { here, gone: 0, doors }
    }

    /// One step further.
    fn step(self, plan: &Plan, to: Cell, cost: u32) -> Stretch {
        let mut doors = self.doors;
        if let Some(door) = plan.door(to) {
            doors.open(door);
        }
        Stretch { here: to, gone: self.gone + cost, doors }
    }
}

/// A man who searches stays and fires while he has a target within this distance, in square inches.
const CLOSE: u16 = 12 * 12;

impl Battle {
    /// Puts everybody where he begins.
    pub(crate) fn deploy<C: Chance, const N: usize, G: Ground>(&self, fight: &mut Fight<N, G>, chance: &mut C) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        // Those whose leader comes later in the list go beside him when he is there.
        let led = |me: usize| usize::from(self.profiles[me].squad) > me;
        let everybody = 0..self.profiles.len();
        for me in everybody.clone().filter(|&me| !led(me)).chain(everybody.filter(|&me| led(me))) {
            let (at, profile) = (address(me, purpose::DEPLOY, 0, 0), &self.profiles[me]);
            site.entry(me).place(site.plan(), &mut scene.standing, me, chance, at);
            (scene.offensive[me], scene.defensive[me]) = (profile.kit.offensive, profile.kit.defensive);
        }
        chance.tell(|| tell::deployment(scene));
        self.look_around(fight);
    }

    /// Works out anew who sees whom.
    fn look_around<const N: usize, G: Ground>(&self, fight: &mut Fight<N, G>) {
        for me in 0..self.blues {
            self.look(fight, me);
        }
    }

    /// Works out anew which enemies a man sees, and which see him. An aim is lost with sight (FT-hit-9).
    fn look<const N: usize, G: Ground>(&self, fight: &mut Fight<N, G>, me: usize) {
        let Fight { ground, men, up, .. } = fight;
        let (Some(site), Some(scene)) = (&self.site, ground.scene_mut()) else { return };
        let Some(here) = scene.standing.at(me) else { return };
        let (mut seen, mut concealed) = (0, 0);
        for enemy in bits(*up & self.enemies(me)) {
            let Some(there) = scene.standing.at(enemy) else { continue };
            let (mut sees, mut hidden) = (0, 0);
            if let Some([view, back]) = site.views((here, there), scene.doors) {
                (scene.views[me][enemy], scene.views[enemy][me]) = (view, back);
                seen |= 1 << enemy;
                concealed |= u32::from(view.sight.concealed()) << enemy;
                (sees, hidden) = (1 << me, u32::from(back.sight.concealed()) << me);
            } else if usize::from(men[enemy].aim) == me {
                men[enemy].aim = NOBODY;
            }
            scene.sees[enemy] = scene.sees[enemy] & !(1 << me) | sees;
            scene.concealed[enemy] = scene.concealed[enemy] & !(1 << me) | hidden;
        }
        (scene.sees[me], scene.concealed[me]) = (seen, concealed);
        let aim = &mut men[me].aim;
        if *aim != NOBODY && seen >> *aim & 1 == 0 {
            *aim = NOBODY;
        }
    }

    /// The enemies of a man, by bit, that are seen from a cell.
    #[inline]
    fn seen_from(&self, site: &Site, scene: &Scene, me: usize, from: Cell) -> u32 {
        let enemies = Figures(self.enemies(me).into());
        scene.standing.seen_from(site.plan(), from, scene.doors, enemies & scene.standing.placed()).0 as u32
    }

    /// Whether one man sees a friend; on open ground everybody sees everybody.
    pub(crate) fn friends_see<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize, other: usize) -> bool {
        match (&self.site, fight.ground.scene()) {
            (Some(site), Some(scene)) => site.sees(scene, me, other),
            _ => true,
        }
    }

    /// The nearest enemy whom a man sees; of equals the first in the list.
    fn nearest_in_sight(scene: &Scene, me: usize) -> Option<usize> {
        bits(scene.sees[me]).min_by_key(|&enemy| scene.views[me][enemy].squared)
    }

    /// The nearest enemy in action, seen or not; whoever is out is off the map.
    fn nearest_of_all(&self, site: &Site, scene: &Scene, me: usize) -> Option<usize> {
        let there = scene.standing.placed().0 as u32;
        bits(self.enemies(me) & there).min_by_key(|&enemy| site.distance(scene, me, enemy))
    }

    /// Whether a leader is in hard cover: against the nearest enemy in sight, or else the nearest of all (FT-unpin-2).
    pub(crate) fn leads_from_cover<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> bool {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) else {
            return self.profiles[me].facts.sight.covered();
        };
        let enemy = Self::nearest_in_sight(scene, me).or_else(|| self.nearest_of_all(site, scene, me));
        enemy.is_some_and(|enemy| self.view(fight, enemy, me).sight.covered())
    }

    /// Notes what each man of a side sees before he moves (FT-gren-10), and who has come to where he wanted to.
    pub(crate) fn begin_movement<const N: usize, G: Ground>(&self, fight: &mut Fight<N, G>, side: Side) {
        let men = fight.up & self.men_of(side);
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        for me in bits(men) {
            let there = |goal| scene.standing.at(me).is_some_and(|here| site.is_at(goal, here));
            if site.goal(scene, me).is_some_and(there) {
                scene.passed[me] = site.one_more(me, scene.passed[me]);
            }
            scene.saw_before[me] = scene.saw[me];
            scene.saw[me] = scene.sees[me];
            scene.busy &= !(1 << me);
        }
    }

    /// A man's move. False if nothing came of it that could decide anything.
    #[inline]
    pub(crate) fn move_man<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        me: usize,
        turn: u16,
    ) -> bool {
        let before = fight.men[me];
        fight.men[me].movement = Movement::Stationary;
        match self.intent(fight, me, turn) {
            Intent::Stay(posture) => self.stay(fight, chance, me, posture, turn),
            Intent::Walk => self.travel(fight, chance, me, None, false, turn),
            Intent::Rush => self.travel(fight, chance, me, None, true, turn),
            Intent::Flee(enemy) => self.travel(fight, chance, me, Some(enemy), true, turn),
        }
        if fight.men[me].movement != Movement::Stationary {
            fight.men[me].aim = NOBODY;
        }
        if G::MAP {
            self.consider_grenade(fight, chance, me, turn);
        }
        C::STEPWISE && fight.men[me] != before
    }

    /// What a man wants to do with his move.
    fn intent<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize, turn: u16) -> Intent {
        let profile = &self.profiles[me];
        let stay = || Intent::Stay(self.wanted_posture(fight, me));
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) else { return stay() };
        if fight.is_pinned(me) {
            if profile.doctrine.pinned != PinnedPolicy::Run {
                return stay();
            }
            let shooter = Some(scene.shooter[me]).filter(|&by| by != NOBODY && fight.men[usize::from(by)].fights());
            let shooter = shooter.map(usize::from);
            let nearest = Self::nearest_in_sight(scene, me);
            let from = match self.rules.pinned_flee_from {
                PinnedFleeFrom::NearestVisible => nearest.or(shooter),
                PinnedFleeFrom::LastShooter => shooter.or(nearest),
            };
            return from.or_else(|| self.nearest_of_all(site, scene, me)).map_or_else(stay, Intent::Flee);
        }
        if profile.doctrine.orders == Orders::Hold
            || self.stands_for_others(fight, me)
            || self.goal(site, scene, me).is_none()
        {
            return stay();
        }
        if self.fights_here(fight, site, scene, me) {
            return stay();
        }
        match profile.doctrine.orders {
            Orders::Hold => stay(),
            Orders::Rush => Intent::Rush,
            _ if !self.is_threatened(fight, me) => Intent::Rush,
            Orders::Walk => Intent::Walk,
            // Half of the squad at a time.
            Orders::Bound | Orders::Support if (me + usize::from(turn)).is_multiple_of(2) => stay(),
            Orders::Bound | Orders::Support => Intent::Rush,
        }
    }

    /// Whether a man who searches a place has found somebody to fight.
    fn fights_here<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        site: &Site,
        scene: &Scene,
        me: usize,
    ) -> bool {
        let close = |enemy: usize| scene.views[me][enemy].squared <= CLOSE;
        site.searches(scene, me) && bits(self.targets(fight, me)).any(close)
    }

    /// Whether somebody is about to fire at a man on a map: nobody does at a man whom nobody makes out, and pinned men hardly hit.
    pub(crate) fn is_threatened<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> bool {
        let Some(scene) = fight.ground.scene() else { return false };
        scene.sees[me] & !fight.pinned != 0 && self.is_known(scene, me)
    }

    /// Whether a man will go on in his next turn, so that an aim would be lost (FT-hit-9).
    pub(crate) fn goes_on<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> bool {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) else { return false };
        matches!(self.profiles[me].doctrine.orders, Orders::Bound | Orders::Support)
            && !fight.is_pinned(me)
            && self.goal(site, scene, me).is_some()
            && !self.fights_here(fight, site, scene, me)
    }

    /// The goal that a man makes for and has not come to.
    fn goal(&self, site: &Site, scene: &Scene, me: usize) -> Option<u8> {
        let here = scene.standing.at(me)?;
        site.goal(scene, me).filter(|&goal| !site.is_at(goal, here))
    }

    /// Stays where he is, prone or standing: going prone costs nothing, standing up half a move (FT-move-4, FT-move-6).
    fn stay<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        me: usize,
        posture: Posture,
        turn: u16,
    ) {
        let pinned = fight.is_pinned(me);
        let man = &mut fight.men[me];
        let posture = if pinned && self.profiles[me].doctrine.posture != PosturePolicy::Standing {
            Posture::Prone
        } else {
            posture
        };
        if man.posture == posture || posture == Posture::Standing && pinned {
            return;
        }
        man.posture = posture;
        if posture == Posture::Standing && self.rules.stand_up_counts_as == StandUpCountsAs::Moving {
            man.movement = Movement::Moving;
        }
        chance.tell(|| tell::placed(turn, me, posture));
    }

    /// Goes along his way, or away from an enemy: a normal move or a rush (FT-move-1 to FT-move-6, FT-move-10).
    fn travel<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        me: usize,
        flees_from: Option<usize>,
        rush: bool,
        turn: u16,
    ) {
        let man = fight.men[me];
        let barred = fight.is_pinned(me) && self.rules.pinned_may_stand == PinnedMayStand::No;
        // Half of a wounded man's inch leads nowhere.
        let crawls = man.posture == Posture::Prone && (barred || man.wounded);
        let stands_up = man.posture == Posture::Prone && !crawls;
        let most = if crawls {
            self.rules.moves.crawl
        } else if man.wounded {
            self.rules.moves.wounded
        } else if rush {
            let score = chance.roll(address(me, purpose::RUSH, turn, 0), &RUSH, |score| score);
            Inches::whole(score.into())
        } else {
            self.rules.moves.normal
        };
        let mut left = most.thousandths() as u32;
        if stands_up {
            let none = rush && self.rules.stand_then_rush == StandThenRush::No;
            left = if none { 0 } else { left / 2 };
            fight.men[me].posture = Posture::Standing;
        }
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) else { return };
        let Some(start) = scene.standing.at(me) else { return };
        let seen_before = self.is_known(scene, me);
        let mut trail = Vec::new();
        let end = match flees_from {
            Some(enemy) => run_away(site, scene, start, enemy, left),
            None => self.go_on(site, scene, me, start, left, rush),
        };
        if C::OBSERVED && end.here != start {
            let opened = end.doors.iter().filter(|&door| !scene.doors.is_open(door));
            trail.extend(opened.map(|door| Mark::Opens { door: door.index() as u8 }));
            trail.push(Mark::Stands { figure: me as u8, cell: end.here.index() as u16 });
        }
        self.stand(fight, me, end);
        let gone = Inches::from_thousandths(end.gone as i32);
        let man = &mut fight.men[me];
        man.movement = match (rush, crawls) {
            (true, true) if end.gone > 0 => Movement::Rushing,
            // A wounded man's rush is shorter than that and counts all the same.
            (true, false) if gone > Inches::default() && gone >= self.rules.least_rush.min(most) => Movement::Rushing,
            (false, _) if gone >= self.rules.least_move => Movement::Moving,
            _ if stands_up && self.rules.stand_up_counts_as == StandUpCountsAs::Moving => Movement::Moving,
            _ => Movement::Stationary,
        };
        let Some(scene) = fight.ground.scene_mut() else { return };
        if end.gone > 0 {
            // Who is seen to go into concealment is known to be there (FT-save-6).
            let known = seen_before || self.is_known(scene, me);
            scene.revealed = scene.revealed & !(1 << me) | u32::from(known) << me;
        }
        let in_sight = scene.sees[me] != 0;
        chance.tell(|| tell::moves(turn, me, gone, rush, stands_up, trail));
        let blocked = flees_from.is_some() && end.gone == 0;
        let doctrine = &self.profiles[me].doctrine;
        let down = match doctrine.posture {
            PosturePolicy::Standing => false,
            PosturePolicy::Prone => true,
            // Who may lie down when he is shot at stays on his feet for the next rush.
            PosturePolicy::LeaderStands => {
                self.rules.go_prone_when == GoProneWhen::OwnTurn || doctrine.drop == DropPolicy::Never
            }
        };
        let down = blocked || down && in_sight && rush;
        if down && !self.stands_for_others(fight, me) {
            fight.men[me].posture = Posture::Prone;
        }
    }

    /// Whether an enemy sees a man well enough to fire at him.
    fn is_known(&self, scene: &Scene, me: usize) -> bool {
        let plainly = |enemy: usize| scene.concealed[enemy] >> me & 1 == 0;
        scene.sees[me] != 0 && (scene.revealed >> me & 1 == 1 || bits(scene.sees[me]).any(plainly))
    }

    /// How far a man gets on his way: up to his move, to the goal, to where an enemy comes into view, and in a rush no farther than
    /// the last cover on the way, unless he is just to rush. Nobody enters an enemy's place (FT-gap-1).
    fn go_on(&self, site: &Site, scene: &Scene, me: usize, start: Cell, left: u32, rush: bool) -> Stretch {
        let plan = site.plan();
        let doctrine = &self.profiles[me].doctrine;
        let careful = matches!(doctrine.orders, Orders::Bound | Orders::Support)
            && self.rules.rush_distance == RushDistance::UpTo
            && rush;
        let threat = Self::nearest_in_sight(scene, me).and_then(|enemy| scene.standing.at(enemy));
        let known = scene.sees[me];
        let (mut at, mut rest) = (Stretch::begin(start, scene.doors), Stretch::begin(start, scene.doors));
        let mut cover = None;
        let Some(goal) = site.goal(scene, me) else { return rest };
        while let Some((mut next, mut cost)) = site.step(at.here, goal) {
            if at.gone + cost > left {
                // A single inch leads straight on, if not across a corner.
                let Some(shorter) = site.short_step(scene, at.here, goal, left - at.gone) else { break };
                (next, cost) = shorter;
            }
            let free = scene.standing.is_free(next);
            if !free && scene.standing.who(next).is_some_and(|who| self.side_of(who) != self.side_of(me)) {
                break;
            }
            at = at.step(plan, next, cost);
            if !free {
                continue;
            }
            rest = at;
            let halts = !rush || self.rules.rush_distance == RushDistance::UpTo;
            if halts && known == 0 && self.seen_from(site, scene, me, next) != 0 {
                break;
            }
            if careful && threat.is_some_and(|threat| shelters(plan.sight(threat, next, scene.doors))) {
                cover = Some(rest);
            }
        }
        cover.unwrap_or(rest)
    }

    /// A man now stands elsewhere, and the doors on his way are open.
    fn stand<const N: usize, G: Ground>(&self, fight: &mut Fight<N, G>, me: usize, end: Stretch) {
        let Some(scene) = fight.ground.scene_mut() else { return };
        if scene.standing.at(me) == Some(end.here) {
            return;
        }
        scene.standing.place(me, end.here);
        if end.doors == scene.doors {
            return self.look(fight, me);
        }
        scene.doors = end.doors;
        self.look_around(fight);
    }
}

/// Whether a man seen so is sheltered: out of sight, or behind hard cover.
const fn shelters(sight: field::Sight) -> bool {
    !sight.seen() || sight.covered()
}

/// How far a man gets straight away from an enemy (FT-pin-2): steps that take him farther, within an inch of the line.
fn run_away(site: &Site, scene: &Scene, start: Cell, enemy: usize, left: u32) -> Stretch {
    let plan = site.plan();
    let mut at = Stretch::begin(start, scene.doors);
    let Some(from) = scene.standing.at(enemy) else { return at };
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
    }
}

/// Rows and columns from one square to another.
fn offset(from: Position, to: Position) -> (i32, i32) {
    (i32::from(to.row) - i32::from(from.row), i32::from(to.column) - i32::from(from.column))
}

/// How far a square lies along a line and across it, both times the line's length.
const fn along_and_across(line: (i32, i32), to: (i32, i32)) -> (i32, i32) {
    (line.0 * to.0 + line.1 * to.1, line.0 * to.1 - line.1 * to.0)
}
