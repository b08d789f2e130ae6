//! The automatic player: it follows the doctrine of each figure.

use std::cmp::Reverse;

use field::Figures;

use super::doctrine::{AmbushPolicy, DicePolicy, PopUpPolicy, SpreadPolicy, StarPolicy, TargetPolicy};
use super::known::ready;
use super::{bursts, care, moves, patrol};
use crate::action::{Action, Aim, Ask};
use crate::figure::Status;
use crate::knowledge::Knowledge;
use crate::shooting::MOST_TARGETS;
use crate::table::Test;
use crate::weapon::Weapon;

/// The action chosen for a figure.
pub(super) fn choose<K: Knowledge>(knows: &K, ask: Ask) -> Action {
    match ask {
        Ask::Act => care::act(knows).or_else(|| moves::act(knows)).unwrap_or_else(|| act(knows)),
        Ask::Fire { at, must, grenade } => bursts::spot(knows, at, grenade).unwrap_or_else(|| fire(knows, at, must)),
        Ask::Finish { among } => moves::finish(knows, among),
        Ask::Ambush { movers } => ambush(knows, movers),
        Ask::Melee => moves::melee(knows),
        Ask::Focus { among } => focus(knows, among),
        Ask::Pass { test, able } => Action::Pass(pass(knows, test, able)),
        Ask::Pace => moves::pace(knows),
        Ask::Way { left } => {
            let goes = care::way(knows).or_else(|| patrol::way(knows, left));
            goes.unwrap_or_else(|| moves::way(knows, left))
        }
        Ask::LieDown => moves::lie_down(knows),
    }
}

/// Reloads when empty, pops up when loaded; fire is a separate question.
pub(super) fn act<K: Knowledge>(knows: &K) -> Action {
    if knows.is_reloading() {
        Action::Nothing
    } else if changes(knows) {
        Action::Change
    } else if !knows.is_loaded() {
        Action::Reload
    } else if knows.figure().status == Status::Ducked
        && knows.doctrine().pop_up == PopUpPolicy::WhenLoaded
        && !lets_others_go_first(knows)
    {
        Action::PopUp
    } else {
        Action::Nothing
    }
}

/// Whether a ready enemy would see the figure pop up, and a comrade who has ducked back too could show himself first:
/// one who is no Leader as it is, or has a lower Rep.
fn lets_others_go_first<K: Knowledge>(knows: &K) -> bool {
    let Some(here) = knows.place() else { return false };
    let me = knows.me();
    let worth = |who: usize| (knows.is_leader(who), knows.rep(who));
    let others = knows.ducked() & knows.group(me);
    others.iter().any(|other| worth(other) < worth(me))
        && ready(knows).any(|(_, there)| knows.is_under_fire(there, here).is_some())
}

/// Whether the figure changes weapons: from an empty one to a loaded one, or from one that reaches no enemy in sight to
/// one that does (Clarification 35).
fn changes<K: Knowledge>(knows: &K) -> bool {
    let Some(other) = knows.other_weapon().filter(|_| knows.figure().status == Status::CarryingOn) else {
        return false;
    };
    let reaches = |weapon: Weapon| {
        let range = knows.rules().weapons.of(weapon).range;
        knows.enemies_in_sight().iter().any(|enemy| knows.distance(enemy) <= range)
    };
    let usable = knows.figure().other_empty == 0 || knows.is_loaded();
    usable && reaches(other) && !(knows.is_loaded() && reaches(knows.weapon()))
}

/// Holds its fire on an enemy beyond half its weapon's range who could come within half range with a normal move.
fn ambush<K: Knowledge>(knows: &K, movers: Figures) -> Action {
    let half = knows.rules().weapons.of(knows.weapon()).range.thousandths() / 2;
    let nearest = movers.iter().map(|who| knows.distance(who).thousandths()).min();
    let comes = nearest.is_some_and(|far| far > half && far - knows.rules().normal_move.thousandths() <= half);
    if comes && knows.doctrine().ambush == AmbushPolicy::HalfRange { Action::Ambush } else { Action::Nothing }
}

/// The group with the highest-ranking weapon; of equals, the one with the most figures.
pub(super) fn focus<K: Knowledge>(knows: &K, among: Figures) -> Action {
    let worth = |who: usize| {
        let group = knows.group(who) & among;
        let up = group.filter(|who| knows.status(who) == Status::CarryingOn);
        let ranking = up.iter().map(|who| knows.ranking(who)).max().unwrap_or(0);
        (ranking, group.len(), Reverse(knows.distance(who)))
    };
    let best = among.iter().reduce(|best, other| if worth(other) > worth(best) { other } else { best });
    best.map_or(Action::Nothing, |best| Action::Focus(best as u8))
}

/// Fires at the best target, or spreads its dice over the best targets; a launcher without a spot does not fire.
fn fire<K: Knowledge>(knows: &K, at: Figures, must: bool) -> Action {
    if knows.weapon().bursts() {
        return Action::Nothing;
    }
    let doctrine = knows.doctrine();
    let dice = match doctrine.dice {
        DicePolicy::AllButOne if !must && knows.dice() > knows.fewest_dice() => knows.dice() - 1,
        _ => knows.dice(),
    };
    let Some(best) = best(knows, at) else { return Action::Nothing };
    if must || doctrine.spread == SpreadPolicy::One {
        return Action::Fire(Aim::at(best, dice));
    }
    let mut aim = Aim::default();
    let mut left = at;
    let each = usize::from(dice).min(at.len()).min(MOST_TARGETS);
    for place in 0..each {
        let Some(next) = self::best(knows, left) else { break };
        left = left.without(next);
        aim.targets[place] = (next as u8, 1);
    }
    // Dice left over go to the best target.
    aim.targets[0].1 += dice - each as u8;
    Action::Fire(aim)
}

/// The best of these targets; of equals, the first in the roster.
fn best<K: Knowledge>(knows: &K, at: Figures) -> Option<usize> {
    let worth = |who: usize| {
        let up = knows.status(who) == Status::CarryingOn;
        let near = Reverse(knows.distance(who));
        match knows.doctrine().target {
            TargetPolicy::Exposed => (up, !knows.target(who).cover, knows.ranking(who), knows.rep(who), near),
            TargetPolicy::Nearest => (true, true, 0, 0, near),
            TargetPolicy::First => (up, true, 0, 0, Reverse(engage::Inches::default())),
        }
    };
    at.iter().reduce(|best, other| if worth(other) > worth(best) { other } else { best })
}

/// How many dice a Star passes: two, but only one to duck back if it cannot fire and is in the open.
fn pass<K: Knowledge>(knows: &K, test: Test, able: bool) -> u8 {
    let stays = match knows.doctrine().star_choice {
        StarPolicy::Sensible => able || knows.in_cover(),
        StarPolicy::Ducks => knows.in_cover(),
    };
    if test == Test::ReceivedFire && !stays { 1 } else { 2 }
}
