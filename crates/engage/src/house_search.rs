//! How a team searches a house: what it remembers of where it has looked, and how it stacks up before a room.

use field::{Cell, Figures, Plan, Room};

use crate::{Inches, Posts};

/// What a team of up to `N` figures remembers while it searches a house from post to post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HouseSearch<const N: usize> {
    /// Posts from which the team has looked into rooms, by bit.
    pub visited: u128,
    /// Whether it has looked into every room and now looks into every nook.
    pub thorough: bool,
    /// The goal of each figure, by number; the first goals are the posts.
    pub goal: [Option<u8>; N],
    /// The number of turns that each figure has waited, or made no progress.
    pub waited: [u8; N],
}

/// How a team stacks up before a room that it has not looked into.
#[derive(Clone, Copy, Debug)]
pub struct Stack {
    /// How many figures stack up, or all who are on their way into the room if they are fewer.
    pub figures: u8,
    /// How near to an opening of the room another figure has to be to count as stacked up.
    pub within: Inches,
    /// The number of turns that a figure waits for the others before it goes in.
    pub patience: u8,
}

impl<const N: usize> Default for HouseSearch<N> {
    fn default() -> HouseSearch<N> {
        HouseSearch { visited: 0, thorough: false, goal: [None; N], waited: [0; N] }
    }
}

impl<const N: usize> HouseSearch<N> {
    /// The posts that no longer need a visit; until the search is thorough, this includes those known from the start.
    #[inline]
    #[must_use]
    pub fn visited(&self, known: u128) -> u128 {
        self.visited | if self.thorough { 0 } else { known }
    }

    /// The posts that a figure in a cell no longer needs to visit.
    #[inline]
    #[must_use]
    pub fn settled_at(&self, posts: &Posts, cell: Cell) -> u128 {
        posts.settled_at(cell, self.thorough)
    }

    /// Records that a figure has looked around in a cell.
    #[inline]
    pub fn look_from(&mut self, posts: &Posts, cell: Cell) {
        self.visited |= self.settled_at(posts, cell);
    }

    /// Starts again from a cell, and this time searches every nook.
    pub fn look_into_nooks(&mut self, posts: &Posts, cell: Cell) {
        self.thorough = true;
        self.visited = self.settled_at(posts, cell);
    }

    /// The post that a figure is on its way to, if its goal is one.
    #[inline]
    #[must_use]
    pub fn post(&self, posts: &Posts, me: usize) -> Option<u8> {
        self.goal[me].filter(|&goal| usize::from(goal) < posts.len())
    }

    /// Records one more turn of waiting.
    pub fn wait(&mut self, me: usize) {
        self.waited[me] = self.waited[me].saturating_add(1);
    }

    /// Whether a figure before a room waits for its team to stack up; if so, records the turn of waiting. It waits for
    /// the `others` in action who are on their way into the room; `at` gives the cell of each, or `None` if it is not on
    /// the map.
    pub fn waits_for_stack(
        &mut self,
        me: usize,
        stack: Stack,
        (plan, posts, room): (&Plan, &Posts, Room),
        others: Figures,
        at: impl Fn(usize) -> Option<Cell>,
    ) -> bool {
        let within = stack.within.thousandths() as u32;
        let comes = |who: usize| self.post(posts, who).is_some_and(|post| posts.of(room) >> post & 1 == 1);
        let near = |cell: Cell| {
            let mut openings = plan.openings_of(room).flat_map(|opening| opening.cells());
            openings.any(|&other| plan.distance(other, cell) <= within)
        };
        let others = others.without(me).filter(comes);
        let wanted = others.len().min(usize::from(stack.figures).saturating_sub(1));
        let stacked = || others.iter().filter(|&who| at(who).is_some_and(near)).take(wanted).count();
        let waits = self.waited[me] < stack.patience && stacked() < wanted;
        if waits {
            self.wait(me);
        }
        waits
    }
}
