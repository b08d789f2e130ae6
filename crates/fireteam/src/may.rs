//! Whether a player's answer is legal, and which clause forbids it if not. Nothing here chooses or changes anything.

use engage::{Inches, May, forbid_if};
use field::{Cell, Figures};

use crate::action::{Action, Ask, Gait, Way};
use crate::figure::{Movement, NOBODY, Posture};
use crate::fire::Mode;
use crate::grenade::Grenade;
use crate::ground::Ground;
use crate::on_map::OnMap;
use crate::options::{Allowed, BurstAimPoint, GoProneWhen, NumberTwoDuty, Refused};
use crate::rules::MOVER;
use crate::view::BattleView;

impl<const N: usize, G: Ground<N>> BattleView<'_, N, G> {
    /// Whether a man in action may give this answer.
    pub(crate) fn may(self, me: usize, ask: Ask, action: &Action) -> May {
        forbid_if(!ask.takes(action), "FT-seq-4")?;
        match (*action, ask) {
            (Action::StandUp, _) => forbid_if(self.pinned.contains(me), "FT-pin-2"),
            (Action::SetOut(gait), _) => self.may_set_out(me, gait),
            (Action::Go(way), Ask::Way { from, left, .. }) => {
                self.ground.on_map().ok_or("FT-duel")?.may_follow(from, &way, left)
            }
            (Action::Throw { target, grenade }, _) => self.may_throw(me, target, grenade),
            (Action::Aim { target }, _) => {
                self.may_use_weapon(me)?;
                forbid_if(!self.may_aim(me), if self.pinned.contains(me) { "FT-hit-10" } else { "FT-hit-8" })?;
                self.may_be_target(me, target)
            }
            (Action::Fire { target, mode, point }, _) => {
                self.may_use_weapon(me)?;
                self.may_fire(me, target, mode, point)
            }
            _ => Ok(()),
        }
    }

    /// Whether a man may go prone when it is not his move: in the enemy's turn, or before the dice (FT-move-4).
    #[inline(always)]
    pub(crate) fn may_lie_down(self, me: usize) -> bool {
        self.men[me].posture == Posture::Standing && self.battle.rules.go_prone_when == GoProneWhen::AnyTime
    }

    /// FT-move, FT-pin-2: a pinned man can only flee, and no other man can.
    fn may_set_out(self, me: usize, gait: Gait) -> May {
        forbid_if(self.ground.on_map().is_none(), "FT-duel")?;
        forbid_if(self.pinned.contains(me) != (gait == Gait::Flee), "FT-pin-2")
    }

    /// FT-gren-1, FT-gren-2, FT-gren-10, FT-gren-11, FT-pin-3.
    fn may_throw(self, me: usize, target: usize, grenade: Grenade) -> May {
        let ground = self.ground.on_map().ok_or("FT-duel")?;
        self.may_throw_at_all(me)?;
        forbid_if(ground.grenades(me, grenade) == 0, "FT-gren-2")?;
        self.may_be_target(me, target)?;
        forbid_if(ground.distance(me, target) > self.battle.rules.throw_reach, "FT-gren-1")?;
        forbid_if(!ground.throw_targets(&self.battle.rules, me).contains(target), "FT-gren-10")
    }

    /// Whether a man may throw a grenade in this turn (FT-gren-2, FT-gren-11, FT-pin-3).
    #[inline]
    pub(crate) fn may_throw_at_all(self, me: usize) -> May {
        let rushed = self.men[me].movement == Movement::Rushing;
        forbid_if(self.pinned.contains(me), "FT-pin-3")?;
        forbid_if(rushed && self.battle.rules.grenade_after_rush == Allowed::No, "FT-gren-2")
    }

    /// Whether a man may fire or aim in this turn (FT-fire-1, FT-fire-6, FT-gren-2, FT-move-5).
    #[inline(always)]
    pub(crate) fn may_use_weapon(self, me: usize) -> May {
        forbid_if(self.men[me].movement == Movement::Rushing, "FT-move-5")?;
        forbid_if(self.ground.is_busy(me), "FT-gren-2")?;
        forbid_if(self.is_busy_as_number_two(me), "FT-fire-6")
    }

    /// Whether a man serves a gunner as number two, and so may not fire himself (FT-fire-6).
    #[inline]
    fn is_busy_as_number_two(self, me: usize) -> bool {
        let gunners = self.friends_up(me) & self.battle.gunners;
        !gunners.is_empty()
            && self.battle.rules.number_two_duty == NumberTwoDuty::MayNotFire
            && !self.pinned.contains(me)
            && gunners.iter().any(|gunner| G::serves(self, gunner, me))
    }

    /// The enemies a man may fire or aim at: those he makes out (FT-save-6, FT-gap-5); once he has named his target,
    /// only that one (FT-seq-4).
    #[inline(always)]
    pub(crate) fn targets(self, me: usize) -> Figures {
        self.targets_of(me, G::targets(self, me))
    }

    /// The same for a man who makes these enemies out.
    #[inline(always)]
    pub(crate) fn targets_of(self, me: usize, seen: Figures) -> Figures {
        // Usually no target is named.
        let named = if self.battle.names_first { self.named[me] } else { NOBODY };
        if named == NOBODY { seen } else { seen & Figures::one(named.into()) }
    }

    fn may_be_target(self, me: usize, target: usize) -> May {
        forbid_if(target >= self.battle.profiles.len(), "FT-gap-5")?;
        forbid_if(!G::targets(self, me).contains(target), "FT-save-6")?;
        forbid_if(!self.targets(me).contains(target), "FT-seq-4")
    }

    /// Whether a man may aim instead of firing: he has not moved, or the option allows it (FT-hit-8, FT-hit-10).
    #[inline(always)]
    pub(crate) fn may_aim(self, me: usize) -> bool {
        let rules = &self.battle.rules;
        let still = self.men[me].movement == Movement::Stationary || rules.aim_after_move == Refused::Yes;
        still && (!self.pinned.contains(me) || rules.pinned_may_aim == Allowed::Yes)
    }

    /// FT-fire-2, FT-hit-7, FT-beat-2. Fire at a target beyond the weapon's reach is legal, but gives no shot
    /// (FT-fire-3).
    fn may_fire(self, me: usize, target: usize, mode: Mode, point: usize) -> May {
        let (rules, arm) = (&self.battle.rules, &self.battle.profiles[me].arm);
        self.may_be_target(me, target)?;
        match mode {
            Mode::Single => {
                forbid_if(arm.single.is_none(), "FT-fire-2")?;
                forbid_if(point != target, "FT-beat-2")
            }
            Mode::Auto => {
                forbid_if(arm.automatic.is_none(), "FT-fire-2")?;
                let snap = self.men[me].movement == Movement::Moving;
                forbid_if(snap && rules.auto_snap == Allowed::No, "FT-hit-7")?;
                if point != target {
                    forbid_if(rules.burst_aim_point == BurstAimPoint::Figure, "FT-beat-2")?;
                    self.may_be_target(me, point)?;
                }
                Ok(())
            }
        }
    }
}

impl OnMap<'_> {
    /// FT-move-1, FT-move-2, FT-move-11: along passable squares, no farther than the move.
    fn may_follow(&self, from: Cell, way: &Way, left: Inches) -> May {
        let (mut here, mut gone) = (from, 0);
        for next in way.squares() {
            let step = self.plan().steps_that(here, MOVER, self.scene.doors, |to| to == next).next();
            gone += step.ok_or("FT-move-11")?.cost;
            here = next;
        }
        forbid_if(gone > left.thousandths() as u32, "FT-move-1")
    }
}
