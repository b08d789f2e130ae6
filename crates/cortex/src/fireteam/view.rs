//! A player's view of a fight of fireteams: all of it, since dice, tracks and Complications lie open on the table.

use chance::{Die, Pool};
use engage::Side;

use super::battle::Fireteams;
use super::state::FireteamState;
use crate::player::doctrine::Doctrine;
use crate::team::Harm;

/// The state of a fight, for one of its fireteams.
#[derive(Clone, Copy, Debug)]
pub struct FireteamView<'a> {
    battle: &'a Fireteams,
    state: &'a FireteamState,
    me: usize,
}

impl<'a> FireteamView<'a> {
    pub(crate) const fn new(battle: &'a Fireteams, state: &'a FireteamState, me: usize) -> FireteamView<'a> {
        FireteamView { battle, state, me }
    }

    /// The fireteam asked about, by its number in the battle.
    #[must_use]
    pub const fn me(&self) -> usize {
        self.me
    }

    /// The doctrine of its player.
    #[must_use]
    pub fn doctrine(&self) -> &'a Doctrine {
        &self.battle.teams[self.me].doctrine
    }

    /// The side of a fireteam: players are blue.
    #[must_use]
    pub fn side(&self, team: usize) -> Side {
        self.battle.teams[team].side()
    }

    /// The fireteams of a side.
    pub fn teams(&self, side: Side) -> impl Iterator<Item = usize> + Clone + use<> {
        self.battle.of(side)
    }

    /// Members in action.
    #[must_use]
    pub fn up(&self, team: usize) -> u8 {
        self.battle.up(self.state, team)
    }

    /// Whether a fireteam has had its go in this turn.
    #[must_use]
    pub const fn has_acted(&self, team: usize) -> bool {
        self.state.acted >> team & 1 == 1
    }

    /// The tracks of the members of a fireteam of players.
    #[must_use]
    pub fn harms(&self, team: usize) -> &'a [Harm] {
        self.battle.harms(self.state, team)
    }

    /// The Quality Dice of one of the umpire's fireteams, and its Complication.
    #[must_use]
    pub fn group(&self, team: usize) -> (Pool, Option<Die>) {
        let group = self.battle.group(self.state, team);
        (group.qualities, group.complication)
    }

    /// A fireteam's pool against another.
    #[must_use]
    pub fn pool(&self, team: usize, against: usize) -> Pool {
        self.battle.pool(self.state, team, against)
    }

    /// The players' plot points.
    #[must_use]
    pub const fn points(&self) -> u8 {
        self.state.points
    }
}
