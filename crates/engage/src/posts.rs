//! The places from which rooms are looked into.

use field::{Cell, CellSet, Doors, Plan, Room};

use crate::Ways;

/// The most posts of a map.
const POSTS: usize = 120;
/// The most posts of a room.
const POSTS_OF_ROOM: usize = 6;
/// How much of a post's view has to be seen from elsewhere to count as having been at the post, in percent.
const AS_GOOD: usize = 95;

/// The posts of a map, numbered from 0: for each room the few cells from which most of it is seen. Sets of posts are
/// bits.
#[derive(Debug)]
pub struct Posts {
    cells: Box<[Cell]>,
    /// For each cell the posts beside it, and the posts that no longer need a visit from it.
    settled: Box<[[u128; 2]]>,
    /// For each cell the posts of its rooms from which it is seen.
    seen_from: Box<[u128]>,
    /// Posts that show only nooks.
    nooks: u128,
    /// The posts of each room.
    of: Box<[u128]>,
}

/// A cell from which to look into a room.
struct Post {
    cell: Cell,
    room: Room,
    /// The cells of the room that are seen from it.
    view: CellSet,
    /// Whether only nooks were left to see.
    nook: bool,
}

impl Posts {
    /// The posts of a plan.
    pub(crate) fn new(plan: &Plan) -> Posts {
        let posts = posts(plan);
        let with = |room: Room| posts.iter().enumerate().filter(move |(_, post)| post.room == room);
        Posts {
            cells: posts.iter().map(|post| post.cell).collect(),
            settled: plan.all().iter().map(|cell| settled(plan, &posts, cell)).collect(),
            seen_from: plan.all().iter().map(|cell| numbers(&posts, |post| sees(plan, post, cell))).collect(),
            nooks: numbers(&posts, |post| post.nook),
            of: rooms_of(plan).map(|room| with(room).map(|(post, _)| 1 << post).sum()).collect(),
        }
    }

    /// The number of posts, at most 120.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Their cells, in order of their numbers.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// All posts.
    #[must_use]
    pub fn every(&self) -> u128 {
        (1 << self.len()) - 1
    }

    /// The posts of a set, in order of their numbers.
    #[inline]
    pub fn each(mut set: u128) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            let post = set.trailing_zeros() as u8;
            (set != 0).then(|| {
                set &= set - 1;
                post
            })
        })
    }

    /// The posts that show only nooks.
    #[must_use]
    pub fn nooks(&self) -> u128 {
        self.nooks
    }

    /// The posts that a figure in a cell no longer needs to visit; in a thorough search, only those right beside it.
    #[inline]
    #[must_use]
    pub fn settled_at(&self, cell: Cell, thorough: bool) -> u128 {
        self.settled[cell.index()][usize::from(!thorough)]
    }

    /// The posts of a cell's rooms from which it is seen with all doors open; an opening counts for every room.
    #[inline]
    #[must_use]
    pub fn that_see(&self, cell: Cell) -> u128 {
        self.seen_from[cell.index()]
    }

    /// The posts of a room.
    #[inline]
    #[must_use]
    pub fn of(&self, room: Room) -> u128 {
        self.of[room.index()]
    }

    /// The posts of all rooms that contain any of these cells.
    #[must_use]
    pub fn around(&self, plan: &Plan, cells: &[Cell]) -> u128 {
        cells.iter().filter_map(|&cell| plan.room(cell)).fold(0, |all, room| all | self.of(room))
    }

    /// The nearest post that is not in `but`, if there is a way to one; the first goals of the ways must be the posts.
    #[must_use]
    pub fn nearest(&self, ways: &Ways, from: Cell, but: u128) -> Option<u8> {
        let (mut nearest, mut most) = (None, u32::MAX);
        for post in Posts::each(self.every() & !but) {
            let left = ways.to(from, post).left;
            if left < most {
                (nearest, most) = (Some(post), left);
            }
        }
        nearest
    }
}

fn rooms_of(plan: &Plan) -> impl Iterator<Item = Room> + '_ {
    (0..plan.rooms()).filter_map(|room| plan.room_numbered(room))
}

/// For each room the cells from which most of it is seen: first the cell that sees most, then the cell that sees most
/// of the rest.
fn posts(plan: &Plan) -> Vec<Post> {
    let mut posts = Vec::new();
    for room in rooms_of(plan) {
        let cells = plan.cells_of(room);
        let mut rest = *cells;
        let mut wanted = POSTS_OF_ROOM;
        while !rest.is_empty() && wanted > 0 && posts.len() < POSTS {
            // At most a twentieth of a room out of sight is a nook.
            let nook = rest.len() * 20 <= cells.len();
            let best =
                cells.iter().max_by_key(|&cell| (plan.exposure(cell, &rest, Doors::OPEN), std::cmp::Reverse(cell)));
            let Some(cell) = best else { break };
            rest.drop_all(&plan.view_among(cell, cells, Doors::OPEN));
            posts.push(Post { cell, room, view: plan.view_among(cell, cells, Doors::OPEN), nook });
            wanted -= 1;
        }
    }
    posts
}

/// The posts beside a cell, and the posts that no longer need a visit from there, because they do not show much more;
/// the cell must be in the room or in an opening into it.
fn settled(plan: &Plan, posts: &[Post], cell: Cell) -> [u128; 2] {
    // From an opening beside a post, less can be seen than from within.
    let within = plan.room(cell).is_some();
    let beside = |post: &Post| within && plan.squared(post.cell, cell) <= 2 && plan.sees(post.cell, cell, Doors::SHUT);
    let inside = |room: Room| match plan.opening(cell) {
        Some(opening) => opening.rooms().any(|other| other == room),
        None => plan.room(cell) == Some(room),
    };
    let as_good = |post: &Post| plan.exposure(cell, &post.view, Doors::OPEN) * 100 >= post.view.len() * AS_GOOD;
    let enough = |post: &Post| beside(post) || inside(post.room) && as_good(post);
    [&beside as &dyn Fn(&Post) -> bool, &enough].map(|settles| numbers(posts, settles))
}

/// Whether a cell in the post's room, or in an opening, is seen from a post with all doors open.
fn sees(plan: &Plan, post: &Post, cell: Cell) -> bool {
    plan.room(cell).is_none_or(|room| room == post.room) && plan.sees(post.cell, cell, Doors::OPEN)
}

/// The posts for which `suits` is true, by bit.
fn numbers(posts: &[Post], suits: impl Fn(&Post) -> bool) -> u128 {
    posts.iter().enumerate().filter(|(_, post)| suits(post)).map(|(number, _)| 1 << number).sum()
}

const _: () = assert!(POSTS < u128::BITS as usize);
