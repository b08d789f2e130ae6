//! The three missions and how each ends (GGG-mis, GGG-hm, GGG-dm, GGG-am).

use crate::options::{BombDeadline, BothFail, FireTiming, VipTimeout};
use crate::rules::Rules;

engage::options! {
    /// The mission of an assault.
    Mission {
        /// The Counter-Terrorists must rescue hostages (GGG-hm).
        Hostage,
        /// The Counter-Terrorists must keep a bomb from going off (GGG-dm).
        Destruction,
        /// The Counter-Terrorists must bring a VIP to safety (GGG-am).
        Assassination,
    }
    /// The state of the bomb.
    Bomb {
        /// It is not planted.
        None,
        /// It is planted and ticks.
        Planted,
        /// It has gone off.
        Exploded,
        /// It has been defused.
        Defused,
    }
    /// The state of the VIP.
    Vip {
        /// He is alive.
        Alive,
        /// He has reached the escape point.
        Escaped,
        /// He is dead.
        Dead,
    }
    /// The sides that have killed a hostage.
    Killers {
        /// Nobody.
        None,
        /// The Counter-Terrorists.
        #[schemars(title = "Counter-Terrorists")]
        Ct,
        /// The Terrorists.
        Terrorists,
        /// Both, at the same moment.
        Both,
    }
}

/// The facts at a moment when the mission is checked (GGG-mis-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether every Terrorist is out of action or captured.
    pub terrorists_down: bool,
    /// Whether the Counter-Terrorists are lost (GGG-mis-5).
    pub ct_lost: bool,
    /// Whether all hostages are safe.
    pub all_rescued: bool,
    /// The sides that have killed a hostage.
    pub killers: Killers,
    /// The state of the bomb.
    pub bomb: Bomb,
    /// The state of the VIP.
    pub vip: Vip,
    /// Whether it is the end of the last turn (GGG-mis-3).
    pub time_up: bool,
}

/// An ending that a mission's list names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Named {
    /// All hostages are safe (GGG-hm-5).
    Rescued,
    /// The Terrorists have killed a hostage (GGG-hm-4).
    HostageKilledByTerrorists,
    /// The bomb is defused (GGG-dm-6).
    Defused,
    /// The bomb does not go off in time (GGG-dm-3).
    NoExplosion,
    /// The VIP has escaped (GGG-am-2).
    VipAway,
    /// All Terrorists are down (GGG-hm-6, GGG-dm-6, GGG-am-5).
    TerroristsDown,
    /// The Counter-Terrorists have killed a hostage (GGG-hm-2).
    HostageKilledByCt,
    /// The bomb has gone off (GGG-dm-5).
    Explosion,
    /// The VIP is dead (GGG-am-4).
    VipKilled,
    /// The Counter-Terrorists are lost (GGG-hm-3, GGG-dm-4, GGG-am-3).
    CtLost,
    /// The time is up (GGG-hm-1, GGG-am-6).
    TimeUp,
}

impl Named {
    /// Its name for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Named::Rescued => "Hostages rescued",
            Named::HostageKilledByTerrorists => "Hostage killed by Terrorists",
            Named::HostageKilledByCt => "Hostage killed by CTs",
            Named::Defused => "Bomb defused",
            Named::NoExplosion => "No explosion in time",
            Named::VipAway => "VIP away",
            Named::TerroristsDown => "Terrorists down",
            Named::Explosion => "Explosion",
            Named::VipKilled => "VIP killed",
            Named::CtLost => "CTs lost",
            Named::TimeUp => "Time up",
        }
    }

    /// A short description.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Named::Rescued => "all hostages are rescued",
            Named::HostageKilledByTerrorists => "a hostage is killed by Terrorists",
            Named::HostageKilledByCt => "a hostage is killed by the CTs",
            Named::Defused => "the bomb is defused",
            Named::NoExplosion => "no bomb has gone off in time",
            Named::VipAway => "the VIP has escaped",
            Named::TerroristsDown => "every Terrorist is out of action or captured",
            Named::Explosion => "the bomb has gone off",
            Named::VipKilled => "the VIP is dead",
            Named::CtLost => "the Counter-Terrorists are lost",
            Named::TimeUp => "the time is up",
        }
    }
}

/// The winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Winner {
    /// The Counter-Terrorists.
    Ct,
    /// The Terrorists.
    Terrorists,
    /// Nobody.
    Draw,
}

/// How a mission has ended: the winner and the named ending, which is `None` if both teams have failed at the same
/// moment (GGG-mis-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The winner.
    pub winner: Winner,
    /// The named ending.
    pub by: Option<Named>,
}

impl Verdict {
    /// A short description of the ending.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self.by {
            Some(by) => by.about(),
            None => "both teams have failed at the same moment",
        }
    }

    /// Its name for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self.by {
            Some(by) => by.label(),
            None => "Both have failed",
        }
    }
}

impl Mission {
    /// Every verdict of this mission.
    #[must_use]
    pub fn verdicts(self, rules: &Rules) -> Vec<Verdict> {
        use Named::{
            CtLost, Defused, Explosion, HostageKilledByCt, HostageKilledByTerrorists, NoExplosion, Rescued,
            TerroristsDown, TimeUp, VipAway, VipKilled,
        };
        let (won, bungled): (&[Named], &[Named]) = match self {
            Mission::Hostage => {
                (&[Rescued, HostageKilledByTerrorists, TerroristsDown], &[HostageKilledByCt, CtLost, TimeUp])
            }
            Mission::Destruction => (&[Defused, NoExplosion, TerroristsDown], &[Explosion, CtLost]),
            Mission::Assassination => (&[VipAway, TerroristsDown], &[VipKilled, CtLost]),
        };
        let by = |winner: Winner| move |&by: &Named| Verdict { winner, by: Some(by) };
        let mut verdicts: Vec<Verdict> = won.iter().map(by(Winner::Ct)).collect();
        verdicts.extend(bungled.iter().map(by(Winner::Terrorists)));
        verdicts.push(both_failed(rules));
        let over = Facts { time_up: true, ..Facts::default() };
        verdicts.extend(self.timed_out(rules, &over).filter(|verdict| !verdicts.contains(verdict)));
        verdicts
    }

    /// The first ending by which the Terrorists have lost, if any (GGG-hm-4 to GGG-hm-6, GGG-dm-6, GGG-am-2, GGG-am-5).
    fn won(self, facts: &Facts) -> Option<Named> {
        let down = facts.terrorists_down.then_some(Named::TerroristsDown);
        match self {
            Mission::Hostage => {
                let killed = matches!(facts.killers, Killers::Terrorists | Killers::Both);
                let killed = killed.then_some(Named::HostageKilledByTerrorists);
                facts.all_rescued.then_some(Named::Rescued).or(killed).or(down)
            }
            Mission::Destruction => match facts.bomb {
                Bomb::Defused => Some(Named::Defused),
                // A ticking bomb needs no Terrorists.
                Bomb::Planted | Bomb::Exploded => None,
                Bomb::None => down,
            },
            Mission::Assassination => (facts.vip == Vip::Escaped).then_some(Named::VipAway).or(down),
        }
    }

    /// The first ending by which the Counter-Terrorists have failed, if any (GGG-hm-2, GGG-hm-3, GGG-dm-4, GGG-dm-5,
    /// GGG-am-3, GGG-am-4).
    fn bungled(self, facts: &Facts) -> Option<Named> {
        let own = match self {
            Mission::Hostage => {
                matches!(facts.killers, Killers::Ct | Killers::Both).then_some(Named::HostageKilledByCt)
            }
            Mission::Destruction => (facts.bomb == Bomb::Exploded).then_some(Named::Explosion),
            Mission::Assassination => (facts.vip == Vip::Dead).then_some(Named::VipKilled),
        };
        own.or(facts.ct_lost.then_some(Named::CtLost))
    }

    /// The verdict when time is up, if that ends the mission (GGG-mis-3, GGG-hm-1, GGG-dm-2, GGG-dm-3, GGG-am-6).
    fn timed_out(self, rules: &Rules, facts: &Facts) -> Option<Verdict> {
        let (winner, by) = match self {
            Mission::Hostage => (Winner::Terrorists, Named::TimeUp),
            Mission::Destruction => {
                if facts.bomb == Bomb::Planted && rules.bomb_deadline == BombDeadline::Planted {
                    return None;
                }
                (Winner::Ct, Named::NoExplosion)
            }
            Mission::Assassination => match rules.vip_timeout {
                VipTimeout::CtBungled => (Winner::Terrorists, Named::TimeUp),
                VipTimeout::Draw => (Winner::Draw, Named::TimeUp),
                VipTimeout::TerroristsLose => (Winner::Ct, Named::TimeUp),
            },
        };
        facts.time_up.then_some(Verdict { winner, by: Some(by) })
    }

    /// The verdict after the events of a turn, checked moment by moment: arrivals, losses, the bomb, the time
    /// (GGG-mis-2). Under `fire_timing = "stationary_first"` everything but the time is one moment (GGG-seq-1).
    #[must_use]
    pub fn after_turn(self, rules: &Rules, facts: &Facts) -> Option<Verdict> {
        if rules.fire_timing == FireTiming::StationaryFirst {
            return self.verdict(rules, facts);
        }
        let arrived = if facts.vip == Vip::Escaped { Vip::Escaped } else { Vip::Alive };
        let hurt = if facts.vip == Vip::Dead { Vip::Dead } else { Vip::Alive };
        // The bomb is settled after all fire.
        let ticking = if facts.bomb == Bomb::None { Bomb::None } else { Bomb::Planted };
        let bomb = Facts { bomb: facts.bomb, ..Facts::default() };
        let moments = [
            Facts { all_rescued: facts.all_rescued, vip: arrived, ..Facts::default() },
            Facts { all_rescued: false, vip: hurt, bomb: ticking, time_up: false, ..*facts },
            bomb,
            Facts { time_up: facts.time_up, ..bomb },
        ];
        moments.iter().find_map(|moment| self.verdict(rules, moment))
    }

    /// The verdict at one moment, if the mission has ended (GGG-mis-1 to GGG-mis-4).
    #[must_use]
    pub fn verdict(self, rules: &Rules, facts: &Facts) -> Option<Verdict> {
        match (self.won(facts), self.bungled(facts)) {
            (Some(by), None) => Some(Verdict { winner: Winner::Ct, by: Some(by) }),
            (None, Some(by)) => Some(Verdict { winner: Winner::Terrorists, by: Some(by) }),
            (Some(_), Some(_)) => Some(both_failed(rules)),
            (None, None) => self.timed_out(rules, facts),
        }
    }
}

/// The verdict if both teams have failed at the same moment (GGG-mis-4).
fn both_failed(rules: &Rules) -> Verdict {
    let winner = match rules.both_fail {
        BothFail::Draw => Winner::Draw,
        BothFail::Ct => Winner::Ct,
        BothFail::Terrorists => Winner::Terrorists,
    };
    Verdict { winner, by: None }
}
