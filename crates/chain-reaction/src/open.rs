//! Open ground: the groups are at one distance, all figures see each other, and no figure moves (Clarification 48).

use chance::Chance;
use engage::Inches;
use field::Figures;

use crate::battle::Battle;
use crate::battle_view::BattleView;
use crate::figure::Figure;
use crate::ground::Ground;
use crate::options::{DuckedHiddenFrom, DuckedInOpen};
use crate::play::{Events, Play};
use crate::player::Players;
use crate::shooting::Target;
use crate::table::Reaction;

/// Open ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Open {
    /// Distance between enemies.
    pub(crate) apart: Inches,
}

impl<const N: usize> Ground<N> for Open {
    fn distance(at: BattleView<'_, N, Self>, _from: usize, _to: usize) -> Inches {
        at.ground.apart
    }

    fn has_line(_at: BattleView<'_, N, Self>, _from: usize, _to: usize) -> bool {
        true
    }

    fn is_behind_cover(_at: BattleView<'_, N, Self>, _me: usize, _from: usize) -> bool {
        false
    }

    fn in_cover(at: BattleView<'_, N, Self>, me: usize, _against: Figures) -> bool {
        at.battle.profiles[me].facts.cover && !at.figures[me].exposed
    }

    fn target(at: BattleView<'_, N, Self>, _from: usize, to: usize) -> Target {
        let (figure, facts) = (&at.figures[to], &at.battle.profiles[to].facts);
        let lies = figure.prone || at.is_stunned_prone(to);
        Target {
            cover: facts.cover && !figure.exposed,
            concealed: facts.concealed && !figure.exposed,
            prone: facts.prone || lies,
            fast: facts.fast,
        }
    }

    fn is_behind(at: BattleView<'_, N, Self>, _charger: usize, _target: usize) -> bool {
        at.battle.frame.from_the_rear
    }

    /// Members of a group are within 2" of each other; groups are apart.
    fn friends_within(at: BattleView<'_, N, Self>, me: usize, distance: Inches) -> Figures {
        if distance < Inches::whole(2) { Figures::NONE } else { at.battle.group_of(me).members.without(me) }
    }

    fn group(at: BattleView<'_, N, Self>, me: usize) -> Figures {
        at.battle.group_of(me).members
    }
}

impl<const N: usize> Events<N> for Open {
    /// A figure with cover, which protects against all enemies, is hidden; without cover it lies prone where it is, in
    /// sight of all (CR-status-duck, Clarifications 2 and 48).
    fn takes_refuge<C: Chance, P: Players>(
        play: &mut Play<'_, C, N, Self, P>,
        me: usize,
        _does: Reaction,
        causes: Figures,
    ) {
        let covered = play.battle.frame.cover_near || Self::in_cover(play.view(), me, causes);
        cowers(play.battle, me, &mut play.state.figures[me], covered, causes);
    }

    fn comes_near<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>) -> bool {
        play.state.ground.apart = play.battle.frame.rules.charged_at;
        true
    }
}

/// A figure that has ducked or hunkered down because of these enemies is hidden if it has cover; otherwise it lies
/// prone.
fn cowers(battle: &Battle, me: usize, figure: &mut Figure, covered: bool, causes: Figures) {
    let rules = &battle.frame.rules;
    figure.prone = !covered;
    figure.hidden_from = match (covered, rules.ducked_in_open, rules.ducked_hidden_from) {
        (false, DuckedInOpen::Seen, _) => Figures::NONE,
        (false, DuckedInOpen::Hidden, _) | (true, _, DuckedHiddenFrom::Cause) => causes,
        (true, _, DuckedHiddenFrom::Cover | DuckedHiddenFrom::Everyone) => battle.enemies(me),
    };
}

/// Figures that begin ducked back or hunkered down are treated as if all their enemies had made them do so.
pub(crate) fn hide_who_cowers(battle: &mut Battle) {
    for me in 0..battle.profiles.len() {
        let (mut start, facts) = (battle.profiles[me].start, battle.profiles[me].facts);
        if start.status.cowers() {
            let covered = battle.frame.cover_near || facts.cover;
            cowers(battle, me, &mut start, covered, battle.enemies(me));
            battle.profiles[me].start = start;
        }
    }
}
