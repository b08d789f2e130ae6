//! At which of several enemy groups a group goes (CR-focus).

use chance::{Address, Chance, D6, Dice};
use field::Figures;

use crate::action::{Action, Ask};
use crate::dice::{self, TWO};
use crate::options::FocusClosest;
use crate::play::Play;
use crate::player::Players;
use crate::purpose;
use crate::rules::Rules;
use crate::state::Focus;
use crate::tell;

/// The better of two dice.
const BETTER: Dice = Dice::best(2, 1);

/// The group at which one shoots or charges that has passed so many dice of its Focus test: 0 is the closest. There are `groups`
/// of them, 1 or more; `best` is the best target or the biggest threat, if any is (CR-focus-1). Draws from this address on, one for
/// each group.
pub fn focus<C: Chance>(rules: &Rules, chance: &mut C, at: Address, passed: u8, groups: u8, best: Option<u8>) -> u8 {
    match passed {
        0 => highest(rules, chance, at, groups),
        1 => 0,
        _ => best.unwrap_or(0),
    }
}

/// The group that rolls highest, the closest of equals: the closest rolls two dice, the others one.
fn highest<C: Chance>(rules: &Rules, chance: &mut C, at: Address, groups: u8) -> u8 {
    let closest = match rules.focus_closest {
        FocusClosest::Sum => &TWO,
        FocusClosest::Best => &BETTER,
    };
    let (mut highest, mut target) = (chance.roll(at, closest, |score| score), 0);
    for group in 1..groups {
        // Scores that change nothing are one answer.
        let score = chance.roll(at.further(group.into()), &D6, |score| if score > highest { score } else { 0 });
        if score > 0 {
            (highest, target) = (score, group);
        }
    }
    target
}

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, P> {
    /// Whom of these a figure's group goes at: the enemy group that it has in mind, for which it tests where there are several and it
    /// has none among them, or a bigger threat has come into sight (CR-focus-2, Clarification 7).
    pub(crate) fn focused(&mut self, me: usize, at: Figures) -> Figures {
        let one = at.first().map_or(0, |first| self.battle.profiles[first].group);
        let moment = self.moment();
        if moment.of_group(at, one) == at {
            return at;
        }
        let group = usize::from(self.battle.profiles[me].group);
        let Some(leader) = moment.leads(self.battle.groups[group].members) else { return at };
        let Focus { on, among } = moment.focus[group];
        let kept = on.map_or(Figures::NONE, |on| moment.of_group(at, on));
        if !kept.is_empty() && (at - among).is_empty() {
            return kept;
        }
        let Action::Focus { best, passes } = self.ask(leader, Ask::Focus { at }) else { return at };
        let newcomers = self.moment().of_group(at - among, best);
        let on = if !kept.is_empty() && newcomers.is_empty() {
            on
        } else {
            Some(self.test_of_focus(leader, at, (best, passes)))
        };
        self.state.focus[group] = Focus { on, among: at };
        on.map_or(at, |on| self.moment().of_group(at, on))
    }

    /// The Focus test of whoever leads the group: the enemy group that it goes at (CR-focus-1).
    fn test_of_focus(&mut self, leader: usize, at: Figures, (best, passes): (u8, u8)) -> u8 {
        // The groups in sight, the closest first; of equals the first in the roster.
        let mut groups = [0; N];
        let mut count = 0;
        let mut left = at;
        while let Some(nearest) = left.iter().min_by_key(|&who| self.moment().distance(leader, who)) {
            groups[count] = self.battle.profiles[nearest].group;
            left = left - self.moment().of_group(left, groups[count]);
            count += 1;
        }
        let groups = &groups[..count];
        let address = self.address(leader);
        let passed = if self.battle.profiles[leader].star {
            passes
        } else {
            dice::passed(self.chance, address.purpose(purpose::FOCUS), self.state.figures[leader].rep)
        };
        let best = groups.iter().position(|&group| group == best).map(|place| place as u8);
        let rules = &self.battle.frame.rules;
        let place = focus(rules, self.chance, address.purpose(purpose::FOCUS_DICE), passed, count as u8, best);
        let on = groups[usize::from(place)];
        let (turn, target) = (self.turn, self.battle.groups[usize::from(on)].members.first());
        self.chance.tell(|| tell::focuses(turn, leader, passed, target));
        on
    }

    /// A figure's group loses its focus (CR-status-focus).
    pub(crate) fn loses_focus(&mut self, me: usize) {
        self.state.focus[usize::from(self.battle.profiles[me].group)] = Focus::default();
    }
}
