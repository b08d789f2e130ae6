//! A figure and its sniper rifle from turn to turn (GGG-snipe, GGG-stun-3).

use crate::figure::{Man, Pace, Rifle, Weapon};
use crate::options::Holds;
use crate::rules::Rules;

/// The number of aiming turns beyond which nothing changes.
const MOST_AIM: u8 = 30;

impl Rifle {
    /// Whether a figure at this pace may fire it (GGG-snipe-2, GGG-snipe-3, GGG-snipe-7).
    #[inline]
    #[must_use]
    pub const fn may_fire(&self, pace: Pace) -> bool {
        self.loaded && self.set_up && !pace.moves()
    }

    /// Whether it is reloaded in this turn, if it is not fired: then its carrier does not aim (GGG-snipe-7).
    #[inline]
    #[must_use]
    pub const fn reloads(&self) -> bool {
        !self.loaded
    }

    /// Whether its carrier sees only the front arc: while setting up, aiming or firing, and while reloading if that
    /// serves as setting up (GGG-snipe-4, GGG-snipe-8).
    #[inline]
    #[must_use]
    pub fn narrows(&self, rules: &Rules, pace: Pace) -> bool {
        !pace.moves() && (!self.reloads() || rules.reload_serves_as_setup == Holds::Yes)
    }

    /// Its state after a turn in which it was fired or not (GGG-snipe-6 to GGG-snipe-8).
    #[must_use]
    pub fn after_turn(self, rules: &Rules, pace: Pace, fired: bool) -> Rifle {
        if fired {
            return Rifle { loaded: false, set_up: false, aim: 0 };
        }
        if pace.moves() {
            return Rifle { loaded: true, set_up: false, aim: 0 };
        }
        if self.reloads() {
            return Rifle { loaded: true, set_up: rules.reload_serves_as_setup == Holds::Yes, aim: 0 };
        }
        let counts = self.set_up || rules.setup_is_aiming == Holds::Yes;
        Rifle { loaded: true, set_up: true, aim: self.aim.saturating_add(u8::from(counts)).min(MOST_AIM) }
    }

    /// The most aiming turns that a carrier who wants this number will ever have when it fires.
    #[must_use]
    pub fn best_aim(self, rules: &Rules, wanted: u8) -> u8 {
        let set_up = u8::from(rules.setup_is_aiming == Holds::Yes);
        let now = match (self.loaded, self.set_up) {
            (true, true) => self.aim,
            (true, false) => self.aim.saturating_add(set_up),
            (false, _) => 0,
        };
        let later = if rules.reload_serves_as_setup == Holds::Yes { 0 } else { set_up };
        wanted.max(now).max(later)
    }
}

impl Man {
    /// The figure after a turn: stunned for one turn less, its rifle updated by its use (GGG-stun-3, GGG-snipe-6).
    #[must_use]
    pub fn after_turn(self, rules: &Rules, weapon: Weapon, pace: Pace, fired: bool) -> Man {
        let aims = weapon == Weapon::Sniper && self.fights();
        let rifle = if aims { self.rifle.after_turn(rules, pace, fired) } else { self.rifle };
        Man { stun: self.stun.saturating_sub(1), rifle, ..self }
    }
}
