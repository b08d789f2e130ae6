//! Open ground: groups that stand apart and see each other at one range; nobody goes anywhere (Clarification 48).

use engage::Inches;
use field::Figures;

use crate::moment::Moment;
use crate::options::{DuckedHiddenFrom, DuckedInOpen};
use crate::play::Play;
use crate::shooting::Target;

impl<const N: usize> Moment<'_, N> {
    /// How far an enemy is.
    pub(crate) fn distance(self, _from: usize, _to: usize) -> Inches {
        self.ground.apart
    }

    /// Whether a figure sees an enemy: not if either is hidden from the other (CR-react-5).
    pub(crate) fn sees(self, from: usize, to: usize) -> bool {
        !self.figures[from].hidden_from.contains(to) && !self.figures[to].hidden_from.contains(from)
    }

    /// Whether a figure is in cover against all of these (CR-hit-3).
    pub(crate) fn in_cover(self, me: usize, _against: Figures) -> bool {
        self.battle.profiles[me].facts.cover && !self.figures[me].exposed
    }

    /// A target as a shooter sees it (CR-hit-table).
    pub(crate) fn target(self, to: usize) -> Target {
        let (figure, facts) = (&self.figures[to], &self.battle.profiles[to].facts);
        let lies = figure.prone || self.is_stunned_prone(to);
        Target {
            cover: facts.cover && !figure.exposed,
            concealed: facts.concealed && !figure.exposed,
            prone: facts.prone || lies,
            fast: facts.fast,
        }
    }

    /// Whether a charger comes from behind (CR-bc-1).
    pub(crate) fn is_behind(self, _charger: usize, _target: usize) -> bool {
        self.battle.frame.from_the_rear
    }

    /// The friends of a figure who are within so many inches and in sight of it: members of a group stand within 2" of each other,
    /// groups apart.
    pub(crate) fn friends_within(self, me: usize, distance: Inches) -> Figures {
        if distance < Inches::whole(2) { Figures::NONE } else { self.battle.group_of(me).members.without(me) }
    }
}

impl<C, const N: usize, P> Play<'_, C, N, P> {
    /// A figure that ducks back or hunkers down takes its place: hidden where there is cover, which is good against all enemies, else
    /// prone where it is, in sight of all (CR-status-duck, Clarifications 2 and 48).
    pub(crate) fn takes_refuge(&mut self, me: usize, causes: Figures) {
        let (battle, rules) = (self.battle, &self.battle.frame.rules);
        let covered = battle.frame.cover_near || self.moment().in_cover(me, causes);
        let figure = &mut self.state.figures[me];
        figure.prone = !covered;
        figure.hidden_from = match (covered, rules.ducked_in_open, rules.ducked_hidden_from) {
            (false, DuckedInOpen::Seen, _) => Figures::NONE,
            (false, DuckedInOpen::Hidden, _) | (true, _, DuckedHiddenFrom::Cause) => causes,
            (true, _, DuckedHiddenFrom::Cover | DuckedHiddenFrom::Everyone) => battle.enemies(me),
        };
    }
}
