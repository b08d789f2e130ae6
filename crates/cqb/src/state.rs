//! The state of play, grouped by how long it lasts: an engagement, a turn, a fire action; and the players' memory.
//! Finished parts are reset, so that equal situations are equal values.

use std::hash::{Hash, Hasher};

use chance::Deck;
use engage::{Agenda, BySide};
use field::Figures;

use crate::action::Attack;
use crate::battle::Battle;
use crate::cards::hostage_pack;
use crate::figure::{Condition, Figure};
use crate::fire::hit::AimAt;
use crate::fire::volley::Volley;
use crate::weapon::Fire;

/// The state of an engagement of up to `N` figures, with decks `D`, a ground's state `S` and the players' memory `M`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State<D, S, M, const N: usize> {
    pub(crate) figures: [Figure; N],
    /// Number of figures that are not down.
    pub(crate) standing: BySide<u8>,
    /// Whether the decks have been made up for the teams' luck (CQB-2.2b).
    pub(crate) dealt: bool,
    /// The jokers in each team's decks, once made up.
    pub(crate) jokers: BySide<u8>,
    pub(crate) decks: [D; N],
    /// The deck of the hostages, which is also the neutral deck (CQB-5.3.3g).
    pub(crate) hostage_deck: D,
    pub(crate) hostages_hit: u16,
    pub(crate) hostages_lost: u16,
    /// The state of the ground.
    pub(crate) scene: S,
    pub(crate) turn: Turn<N>,
    pub(crate) shooting: Shooting,
    pub(crate) memory: BySide<M>,
}

/// The progress of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn<const N: usize> {
    /// Whether it has begun.
    pub(crate) begun: bool,
    /// What is pending, the next on top.
    pub(crate) agenda: Agenda<Work, N>,
    /// Figures that have or had a go in it.
    pub(crate) able: Figures,
    /// Figures next to act that holders have already tried or declined to interrupt (CQB-3d).
    pub(crate) challenged: Figures,
    /// Whether a go is under way.
    pub(crate) open: bool,
    /// Whether the go is that of a figure that has interrupted.
    pub(crate) first: bool,
    /// Whether the go is that of several figures, which act simultaneously.
    pub(crate) together: bool,
    /// The figures before a simultaneous go, as those who act in it see them (CQB-3e).
    pub(crate) seen: [Figure; N],
}

impl<const N: usize> Hash for Turn<N> {
    /// Without the figures seen, which seldom tell two turns apart: solvers hash states often.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Turn { begun, agenda, able, challenged, open, first, together, seen: _ } = self;
        (begun, agenda, able, challenged, open, first, together).hash(state);
    }
}

/// Work that is pending in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Work {
    /// A figure's go. Consecutive goes of one group are simultaneous.
    Go {
        figure: u8,
        group: u8,
        /// Whether the figure has interrupted.
        first: bool,
    },
    /// A declared fire action.
    Fire(u8, Attack),
    /// The fire that a figure means to add to its move.
    FireToo(u8),
    /// The fire action under way.
    Shots(u8),
}

impl Work {
    /// Whether both are goes of the same group.
    pub(crate) fn is_of(&self, other: Work) -> bool {
        match (*self, other) {
            (Work::Go { group, first, .. }, Work::Go { group: others, first: also, .. }) => {
                (group, first) == (others, also)
            }
            _ => false,
        }
    }
}

impl Default for Work {
    fn default() -> Work {
        Work::Shots(0)
    }
}

/// The fire action under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shooting {
    pub(crate) volley: Volley,
    pub(crate) attack: Attack,
    pub(crate) target: u8,
    /// The target as the firer sees it: as it was before the action, with the effects of the firer's own shots.
    pub(crate) view: Condition,
}

impl Default for Shooting {
    fn default() -> Shooting {
        let attack = Attack { at: Figures::NONE, aim_at: AimAt::None, fire: Fire::Slow, rate: 0 };
        Shooting { volley: Volley::default(), attack, target: 0, view: Condition::default() }
    }
}

impl<const N: usize> Default for Turn<N> {
    fn default() -> Turn<N> {
        Turn {
            begun: false,
            agenda: Agenda::default(),
            able: Figures::NONE,
            challenged: Figures::NONE,
            open: false,
            first: false,
            together: false,
            seen: [Figure::default(); N],
        }
    }
}

impl<D: Deck, S: Default, M: Copy + Default, const N: usize> State<D, S, M, N> {
    /// The state before the first turn: every figure in its initial condition, every deck whole but not yet made up for
    /// the teams' luck.
    pub(crate) fn new(battle: &Battle) -> State<D, S, M, N> {
        let hostage_deck = D::whole(hostage_pack(&battle.rules));
        // Entries beyond the last figure hold one that is down.
        let fresh = |me: usize| match battle.profiles.get(me) {
            Some(profile) => {
                Figure { condition: profile.hurt.condition, jammed: profile.hurt.jammed, ..Figure::default() }
            }
            None => Figure { condition: Condition { down: true, ..Condition::default() }, ..Figure::default() },
        };
        State {
            figures: std::array::from_fn(fresh),
            standing: BySide { blue: battle.blues as u8, red: (battle.profiles.len() - battle.blues) as u8 },
            dealt: false,
            jokers: BySide::default(),
            decks: [hostage_deck; N],
            hostage_deck,
            hostages_hit: 0,
            hostages_lost: 0,
            scene: S::default(),
            turn: Turn::default(),
            shooting: Shooting::default(),
            memory: BySide::default(),
        }
    }

    /// Makes up every deck for its team's luck; one luck holds for all decks of a team (CQB-2.2b).
    pub(crate) fn deal(&mut self, battle: &Battle, jokers: BySide<u8>) {
        for (deck, &(side, ability)) in self.decks.iter_mut().zip(&battle.decks) {
            *deck = D::whole(battle.rules.pack(ability, jokers[side]));
        }
        (self.dealt, self.jokers) = (true, jokers);
    }

    /// The figures as the acting figure sees them: as they are, or as they were before a simultaneous group began
    /// (CQB-3e).
    #[inline]
    pub(crate) const fn world(&self) -> &[Figure; N] {
        if self.turn.together { &self.turn.seen } else { &self.figures }
    }
}
