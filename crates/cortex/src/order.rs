//! The best order of several effect dice on one unit (CX1-effect-5), from every group that they may leave.
//!
//! The result depends only on the dice applied and the group they have left. So the search keeps the groups for each
//! number of dice of each size, which are far fewer than the orders.

use chance::{Die, Pool};

use crate::group::{Cap, Group, Part, UnderAttack};
use crate::handling::Handling;
use crate::options::EffectOrder;
use crate::rules::Rules;

impl Group {
    /// The group after effect dice of these sizes, one after another.
    #[must_use]
    pub fn harmed(self, rules: &Rules, handling: Handling, effects: Pool, part: Part) -> Group {
        let start = UnderAttack { group: self, cap: part.cap() };
        // Dice of one size have one order.
        if handling.order == EffectOrder::LargestFirst || effects.smallest() == effects.largest() {
            in_order(rules, handling, start, effects)
        } else if effects.dice() <= FEW {
            tried(rules, handling, start, effects)
        } else {
            best(rules, handling, start, effects)
        }
    }
}

/// As many dice have so few orders that each is tried.
const FEW: u8 = 3;

/// The group after these dice, the largest first.
fn in_order(rules: &Rules, handling: Handling, mut attacked: UnderAttack, mut effects: Pool) -> Group {
    while let Some(die) = effects.largest() {
        effects = effects.without(die);
        attacked = attacked.struck(rules, handling, die);
    }
    attacked.group
}

/// The attacker's best result of all orders of these dice, each tried.
fn tried(rules: &Rules, handling: Handling, attacked: UnderAttack, effects: Pool) -> Group {
    let sizes = Die::ALL.into_iter().filter(|&die| effects.count(die) > 0);
    let ends = sizes.map(|die| tried(rules, handling, attacked.struck(rules, handling, die), effects.without(die)));
    ends.reduce(|best, end| if end.standing() < best.standing() { end } else { best }).unwrap_or(attacked.group)
}

/// All pools within one pool, numbered.
#[derive(Clone, Copy, Debug)]
struct Counts {
    most: [u8; 5],
    steps: [usize; 5],
    all: usize,
}

impl Counts {
    fn up_to(pool: Pool) -> Counts {
        let most = Die::ALL.map(|die| pool.count(die));
        let mut all = 1;
        let steps = most.map(|count| {
            let step = all;
            all *= usize::from(count) + 1;
            step
        });
        Counts { most, steps, all }
    }

    /// The number of a pool; none if it has more of a size.
    fn place(&self, pool: Pool) -> Option<usize> {
        let mut place = 0;
        for (size, die) in Die::ALL.into_iter().enumerate() {
            if pool.count(die) > self.most[size] {
                return None;
            }
            place += self.steps[size] * usize::from(pool.count(die));
        }
        Some(place)
    }

    /// The pool with a number.
    fn pool(&self, mut place: usize) -> Pool {
        let mut pool = Pool::EMPTY;
        for (die, most) in Die::ALL.into_iter().zip(self.most) {
            let all = usize::from(most) + 1;
            pool = pool.with(die, (place % all) as u8);
            place /= all;
        }
        pool
    }
}

/// Effect dice in any order on one group.
#[derive(Clone, Copy, Debug)]
struct Plan<'r> {
    rules: &'r Rules,
    handling: Handling,
    start: UnderAttack,
    dice: Counts,
    members: Counts,
}

/// Complications: none, or one of five dice.
const COMPLICATIONS: usize = 6;

impl<'r> Plan<'r> {
    fn new(rules: &'r Rules, handling: Handling, start: UnderAttack, effects: Pool) -> Plan<'r> {
        let members = Counts::up_to(start.group.qualities);
        Plan { rules, handling, start, dice: Counts::up_to(effects), members }
    }

    /// The 64-bit words of one set of groups, a bit for each group.
    const fn words(&self) -> usize {
        (self.members.all * COMPLICATIONS * 2).div_ceil(64)
    }

    /// The words of the sets for all dice.
    const fn room(&self) -> usize {
        self.words() * self.dice.all
    }

    /// The bit of a group.
    fn bit(&self, attacked: UnderAttack) -> Option<usize> {
        let UnderAttack { group, cap } = attacked;
        let members = self.members.place(group.qualities)?;
        let complication = usize::from(group.complication.map_or(0, Die::step));
        Some((members * COMPLICATIONS + complication) * 2 + usize::from(cap == Cap::Spent))
    }

    /// The group of a bit.
    fn group(&self, bit: usize) -> UnderAttack {
        let cap = if bit % 2 == 1 { Cap::Spent } else { self.start.cap };
        let complication = Die::of_step((bit / 2 % COMPLICATIONS) as u8);
        UnderAttack { group: Group { qualities: self.members.pool(bit / 2 / COMPLICATIONS), complication }, cap }
    }

    /// The groups in a list of words.
    fn groups<'s>(&'s self, words: &'s [u64]) -> impl Iterator<Item = UnderAttack> + 's {
        let bits = |mut word: u64| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(bit)
            })
        };
        let places = words.iter().zip((0..).step_by(64));
        places.flat_map(move |(&word, from)| bits(word).map(move |bit| self.group(from + bit)))
    }

    /// Fills empty room with the groups that any dice may leave, in the order of the dice's numbers.
    fn fill(&self, room: &mut [u64]) {
        let words = self.words();
        if let Some(bit) = self.bit(self.start) {
            room[bit / 64] |= 1 << (bit % 64);
        }
        for place in 0..self.dice.all {
            let used = self.dice.pool(place);
            let (before, after) = room.split_at_mut((place + 1) * words);
            for attacked in self.groups(&before[place * words..]) {
                for (size, die) in
                    Die::ALL.into_iter().enumerate().filter(|&(size, die)| used.count(die) < self.dice.most[size])
                {
                    let Some(bit) = self.bit(attacked.struck(self.rules, self.handling, die)) else { continue };
                    let further = (self.dice.steps[size] - 1) * words;
                    after[further + bit / 64] |= 1 << (bit % 64);
                }
            }
        }
    }

    /// The attacker's best group of those that some dice may leave.
    fn best(&self, room: &[u64], place: usize) -> Group {
        let words = self.words();
        let mut best: Option<Group> = None;
        for UnderAttack { group, .. } in self.groups(&room[place * words..(place + 1) * words]) {
            if best.is_none_or(|known| group.standing() < known.standing()) {
                best = Some(group);
            }
        }
        best.unwrap_or(self.start.group)
    }

    /// The best after all dice, with room on the stack.
    fn within<const ROOM: usize>(&self) -> Group {
        let mut room = [0; ROOM];
        self.fill(&mut room[..self.room()]);
        self.best(&room, self.dice.all - 1)
    }
}

/// The attacker's best result of all orders of these dice.
pub(crate) fn best(rules: &Rules, handling: Handling, start: UnderAttack, effects: Pool) -> Group {
    let plan = Plan::new(rules, handling, start, effects);
    match plan.room() {
        0..=16 => plan.within::<16>(),
        17..=128 => plan.within::<128>(),
        // Only pools far larger than those of the rulebook.
        room => {
            let mut room = vec![0; room];
            plan.fill(&mut room);
            plan.best(&room, plan.dice.all - 1)
        }
    }
}

/// The results of any effect dice of a pool on one group, worked out once.
pub(crate) struct EffectOrders<'r> {
    plan: Plan<'r>,
    part: Part,
    /// The groups they may leave; empty if the order is fixed.
    room: Vec<u64>,
}

impl<'r> EffectOrders<'r> {
    pub(crate) fn new(rules: &'r Rules, handling: Handling, group: Group, part: Part, most: Pool) -> EffectOrders<'r> {
        let plan = Plan::new(rules, handling, UnderAttack { group, cap: part.cap() }, most);
        let mut room = Vec::new();
        if handling.order == EffectOrder::Best {
            room.resize(plan.room(), 0);
            plan.fill(&mut room);
        }
        EffectOrders { plan, part, room }
    }

    /// The group after these effect dice.
    pub(crate) fn harmed(&self, effects: Pool) -> Group {
        let Plan { rules, handling, start: UnderAttack { group, .. }, dice, .. } = &self.plan;
        match dice.place(effects).filter(|_| !self.room.is_empty()) {
            Some(place) => self.plan.best(&self.room, place),
            // The nominal d4 is not in the pool.
            None => group.harmed(rules, *handling, effects, self.part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{ComplicationSpent, ComplicationSum, InjuryCap, Removal, Surplus};

    /// The best of all orders, each written out.
    fn written_out(rules: &Rules, handling: Handling, attacked: UnderAttack, effects: Pool) -> Group {
        let mut orders: Vec<Vec<Die>> = vec![Vec::new()];
        for die in effects.iter() {
            let with = |order: &Vec<Die>, place: usize| [&order[..place], &[die], &order[place..]].concat();
            orders = orders.iter().flat_map(|order| (0..=order.len()).map(|place| with(order, place))).collect();
        }
        let end = |order: &Vec<Die>| {
            order.iter().fold(attacked, |attacked, &die| attacked.struck(rules, handling, die)).group
        };
        let mut best = end(&orders[0]);
        for other in orders.iter().map(end) {
            if other.standing() < best.standing() {
                best = other;
            }
        }
        best
    }

    /// CX1-effect-5: the best order is the best of all orders, under every reading of what a die does.
    #[test]
    fn cx1_effect_5_the_best_order_is_the_best_of_all() {
        let mut seed = 1_u64;
        let mut below = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        let mut differs = 0;
        let pool = |below: &mut dyn FnMut(u64) -> u64, most: u64| {
            (0..below(most + 1)).map(|_| Die::ALL[below(5) as usize]).collect::<Pool>()
        };
        for _ in 0..4000 {
            let (effects, qualities) = (pool(&mut below, 7), pool(&mut below, 6));
            let complication = Die::of_step(below(6) as u8);
            let rules = Rules {
                complication_sum: [ComplicationSum::Steps, ComplicationSum::StepUp][below(2) as usize],
                complication_spent: [ComplicationSpent::Always, ComplicationSpent::WhenNeeded][below(2) as usize],
                surplus: [Surplus::Lost, Surplus::Carried][below(2) as usize],
                injury_cap: [InjuryCap::PerAttack, InjuryCap::Standing][below(2) as usize],
                ..Rules::default()
            };
            let removal = [Removal::Lowest, Removal::BestReached][below(2) as usize];
            let handling = Handling { order: EffectOrder::Best, removal, ..Handling::default() };
            let part = [Part::One, Part::Two][below(2) as usize];
            let group = Group { qualities, complication };
            let start = UnderAttack { group, cap: part.cap() };
            let expected = tried(&rules, handling, start, effects);
            if effects.dice() <= FEW + 1 {
                assert_eq!(
                    expected,
                    written_out(&rules, handling, start, effects),
                    "{effects} on {group:?}, {rules:?}"
                );
            }
            assert_eq!(group.harmed(&rules, handling, effects, part), expected, "{effects} on {group:?}, {rules:?}");
            let more = effects.and(pool(&mut below, 3));
            let orders = EffectOrders::new(&rules, handling, group, part, more);
            assert_eq!(orders.harmed(effects), expected, "{effects} of {more} on {group:?}, {rules:?}");
            let largest = Handling { order: EffectOrder::LargestFirst, ..handling };
            differs += usize::from(group.harmed(&rules, largest, effects, part) != expected);
        }
        assert!(differs > 100, "the order matters in {differs} cases");
    }
}
