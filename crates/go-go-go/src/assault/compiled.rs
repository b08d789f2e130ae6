//! A compiled assault: what does not change in it.

use std::sync::Arc;

use engage::{BySide, Side};
use field::Figures;

use super::site::Site;
use super::state::{BOMBS, FIGURES};
use crate::figure::{Man, Weapon};
use crate::grenade::Kit;
use crate::mission::Mission;
use crate::options::Allowed;
use crate::player::Survey;
use crate::rules::Rules;
use crate::spot::Arcs;
use crate::squad::Doctrine;

/// What does not change about a figure.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub(crate) side: Side,
    pub(crate) weapon: Weapon,
    /// Whether it is the VIP (GGG-am-1).
    pub(crate) vip: bool,
    pub(crate) kit: Kit,
    pub(crate) start: Man,
    /// The doctrine of its player.
    pub(crate) doctrine: Doctrine,
    /// The place that it goes to first, by its number among those that squads name.
    pub(crate) via: Option<u8>,
}

/// The ways of leading the figures that look ahead.
#[derive(Debug)]
pub(crate) struct Ways {
    /// The doctrines by which each may play a turn, its own first; none for a figure that does not look ahead.
    pub(crate) doctrines: Vec<Vec<Doctrine>>,
    /// The survey by which everybody plays in play-outs.
    pub(crate) survey: Arc<Survey>,
}

/// A compiled assault.
#[derive(Debug)]
pub(crate) struct Assault {
    pub(crate) rules: Rules,
    pub(crate) mission: Mission,
    pub(crate) turn_limit: u16,
    pub(crate) profiles: Vec<Profile>,
    /// The number in each figure's draw addresses.
    pub(crate) luck: engage::LuckNumbers,
    pub(crate) site: Site,
    pub(crate) arcs: Arcs,
    /// The figures of each side: blue's come first.
    teams: BySide<Figures>,
    /// Counter-Terrorists whose loss loses the mission (GGG-mis-5, GGG-am-1).
    pub(crate) cts: Figures,
    pub(crate) vip: Option<usize>,
    /// The figure that begins with each bomb (GGG-bomb-1).
    pub(crate) carriers: [Option<usize>; BOMBS],
    /// What figures weigh that look ahead; `None` if none does.
    pub(crate) ahead: Option<Box<Ways>>,
}

impl Assault {
    pub(crate) fn new(
        rules: Rules,
        mission: Mission,
        turn_limit: u16,
        profiles: Vec<Profile>,
        carriers: [Option<usize>; BOMBS],
        site: Site,
    ) -> Assault {
        let that = |suits: &dyn Fn(&Profile) -> bool| -> Figures {
            (0..profiles.len()).filter(|&me| suits(&profiles[me])).collect()
        };
        let teams = BySide::from_fn(|side| that(&|profile| profile.side == side));
        let vips = that(&|profile| profile.vip);
        let counts = rules.vip_counts_as_ct == Allowed::Yes;
        Assault {
            arcs: Arcs::new(&rules),
            cts: if counts { teams.blue } else { teams.blue - vips },
            teams,
            vip: vips.first(),
            rules,
            mission,
            turn_limit,
            profiles,
            luck: engage::LuckNumbers::default(),
            carriers,
            site,
            ahead: None,
        }
    }

    #[inline]
    pub(crate) fn side(&self, me: usize) -> Side {
        if self.teams.blue.contains(me) { Side::Blue } else { Side::Red }
    }

    /// The figures of a side.
    #[inline]
    pub(crate) fn team(&self, side: Side) -> Figures {
        self.teams[side]
    }

    /// The enemies of a figure.
    #[inline]
    pub(crate) fn enemies(&self, me: usize) -> Figures {
        self.team(self.side(me).enemy())
    }

    /// A figure's number in the log: hostages follow the figures.
    pub(crate) fn observer_id(&self, who: usize) -> u8 {
        who.checked_sub(FIGURES).map_or(who, |hostage| self.profiles.len() + hostage) as u8
    }
}
