//! Showdown: the players. They choose, and know nothing that their man does not.

use engage::{BySide, Side};

use super::rules::{Action, Man};

/// What a man knows: all of himself, and what he sees of the other, who does not show how many rounds he has left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knowledge<'a> {
    me: &'a Man,
    other: &'a Man,
}

impl<'a> Knowledge<'a> {
    pub(crate) fn of(men: &'a BySide<Man>, me: Side) -> Knowledge<'a> {
        Knowledge { me: &men[me], other: &men[me.enemy()] }
    }

    /// His own rounds.
    pub(crate) fn rounds(&self) -> u8 {
        self.me.rounds
    }

    /// Whether he is in cover.
    pub(crate) fn in_cover(&self) -> bool {
        self.me.in_cover
    }

    /// Whether the other is.
    pub(crate) fn other_in_cover(&self) -> bool {
        self.other.in_cover
    }
}

engage::options! {
    /// How a man fights.
    Player {
        /// He fires while he has rounds, and reloads when he has none.
        Bold,
        /// He takes cover before he reloads, and saves his last rounds for a man in the open.
        Wary,
        /// He does nothing.
        Still,
    }
}

impl Player {
    /// What he does; `saves` are the rounds that a wary man does not fire at a man in cover.
    pub(crate) fn choose(self, known: &Knowledge<'_>, saves: u8) -> Action {
        match self {
            Player::Still => Action::Hold,
            Player::Wary if known.rounds() == 0 && !known.in_cover() => Action::Duck,
            Player::Bold | Player::Wary if known.rounds() == 0 => Action::Reload,
            Player::Wary if known.other_in_cover() && known.rounds() <= saves => Action::Hold,
            Player::Bold | Player::Wary => Action::Fire,
        }
    }
}
