//! The goals of the men on a map: places on their way, the place of the mission, the enemy's starting area; then the
//! posts from which they search these, again and again.

use engage::{BySide, Map, Mission, Objective, Problem, Side, Ways, unknown_place};
use field::{Cell, CellSet, Doors, INCH, Plan};

use crate::rules::MOVER;
use crate::squad::Doctrine;

/// The most named goals of one engagement.
const NAMES: usize = 64;
/// The most goals, including posts.
const GOALS: usize = u8::MAX as usize;

/// The route of a squad on a map.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    /// Areas or rooms on the way, including the last one.
    pub(crate) places: Vec<String>,
    /// The key that names them.
    pub(crate) key: String,
    /// Whether it stays at the last of them, instead of going on to the mission's place and the enemy.
    pub(crate) stays: bool,
    /// How it searches.
    pub(crate) doctrine: Doctrine,
}

/// The goals of the men on a map, and the ways there.
#[derive(Debug)]
pub(crate) struct Routes {
    ways: Ways,
    /// The squares of each goal.
    goals: Vec<CellSet>,
    /// The errand of each man.
    men: Vec<Errand>,
    /// The side that keeps the mission's place from the other one, and that place, if the mission is to hold one.
    kept: Option<(Side, u8)>,
}

/// A man's goals in order; from one of them on, they repeat.
#[derive(Clone, Debug)]
struct Errand {
    goals: Vec<u8>,
    again_from: usize,
}

/// Posts from which a place is searched: the squares that see most of it, each with those near it.
fn posts(plan: &Plan, place: &CellSet, doctrine: &Doctrine) -> Vec<CellSet> {
    let (mut posts, mut rest) = (Vec::new(), *place);
    let near = doctrine.post_radius.thousandths() as u32;
    while !rest.is_empty() && posts.len() < usize::from(doctrine.posts) {
        let best = place.iter().max_by_key(|&cell| (plan.exposure(cell, &rest, Doors::OPEN), std::cmp::Reverse(cell)));
        let Some(cell) = best else { break };
        rest.drop_all(&plan.view_among(cell, place, Doors::OPEN));
        posts.push(plan.burst(cell, near, Doors::OPEN));
    }
    posts
}

/// The places named by routes, each once.
fn named<'a>(map: &Map, routes: &'a [Route], problems: &mut Vec<Problem>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for (route, place) in routes.iter().flat_map(|route| route.places.iter().map(move |place| (route, place))) {
        if let Some(unknown) = unknown_place(map, place) {
            let problem = Problem::new(&route.key, unknown);
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        } else if !names.contains(&place.as_str()) {
            names.push(place);
        }
    }
    if names.len() > NAMES {
        let message = format!("{} places to go to, expected at most {NAMES}", names.len());
        problems.push(Problem::new("field.map", message));
    }
    names
}

impl Routes {
    /// Every man's errand: the places on his way. Unless he stays there, then the place of the mission, the enemy's
    /// starting area if all enemies are to be put out, and the posts of these.
    ///
    /// # Errors
    /// Places missing on the map, or too many goals.
    pub(crate) fn new(
        map: &Map,
        mission: &Mission,
        homes: &BySide<CellSet>,
        sides: &[Side],
        routes: &[Route],
    ) -> Result<Routes, Vec<Problem>> {
        let mut problems = Vec::new();
        let names = named(map, routes, &mut problems);
        let squares = |name: &str| map.squares(name).copied().unwrap_or(CellSet::EMPTY);
        let place = mission.at.as_deref().map_or(CellSet::EMPTY, squares);
        let mut goals: Vec<CellSet> = names.iter().map(|name| squares(name)).collect();
        let mission_goal = goals.len();
        goals.extend([place, homes.blue, homes.red]);
        let hunts = mission.objective == Objective::Eliminate;
        // Posts of the mission's place or of a starting area, by the number of that goal and the doctrine that searches
        // it.
        let mut searched: Vec<(usize, Doctrine, Vec<usize>)> = Vec::new();
        let mut men = Vec::new();
        for (me, (route, &side)) in routes.iter().zip(sides).enumerate() {
            let number = |place: &String| names.iter().position(|name| name == place);
            let mut way: Vec<usize> = route.places.iter().filter_map(number).collect();
            let mut again_from = usize::MAX;
            if !route.stays {
                let home = mission_goal + if side == Side::Blue { 2 } else { 1 };
                let by_name = route.places.iter().any(|name| mission.at.as_ref() == Some(name));
                way.extend((!place.is_empty() && !by_name).then_some(mission_goal));
                way.extend(hunts.then_some(home));
                again_from = way.len();
                let mut all: Vec<usize> = Vec::new();
                for area in std::iter::once(mission_goal).chain(hunts.then_some(home)) {
                    let known =
                        searched.iter().position(|(other, by, _)| *other == area && by.searches_alike(&route.doctrine));
                    let known = known.unwrap_or_else(|| {
                        let first = goals.len();
                        let found = posts(&map.plan, &goals[area], &route.doctrine);
                        goals.extend(found);
                        searched.push((area, route.doctrine, (first..goals.len()).collect()));
                        searched.len() - 1
                    });
                    all.extend(&searched[known].2);
                }
                // Each man begins at another post.
                let turns = me % all.len().max(1);
                all.rotate_left(turns);
                way.extend(all);
            }
            men.push(Errand { goals: way.into_iter().map(|goal| goal as u8).collect(), again_from });
        }
        if goals.len() > GOALS {
            let message = format!("{} places to go to and posts to search from, expected at most {GOALS}", goals.len());
            problems.push(Problem::new("field.map", message));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let keeper = mission.side.enemy();
        let kept = (mission.objective == Objective::Hold).then_some((keeper, mission_goal as u8));
        Ok(Routes { ways: map.ways(&goals, MOVER), goals, men, kept })
    }

    /// The next goal of a man who has passed a number of them; none if he stays where he is.
    #[inline]
    pub(crate) fn goal(&self, me: usize, passed: u8) -> Option<u8> {
        self.men[me].goals.get(usize::from(passed)).copied()
    }

    /// The mission's place, if a side keeps it from the other one.
    pub(crate) fn kept(&self, side: Side) -> Option<u8> {
        self.kept.filter(|(keeper, _)| *keeper == side).map(|(_, place)| place)
    }

    /// The mission's place, if one side keeps it from the other.
    pub(crate) fn place(&self) -> Option<u8> {
        self.kept.map(|(_, place)| place)
    }

    /// Whether a man has come to the last of his places and searches it.
    pub(crate) fn searches(&self, me: usize, passed: u8) -> bool {
        usize::from(passed) >= self.men[me].again_from
    }

    /// The number of goals a man has passed after reaching one more.
    pub(crate) fn one_more(&self, me: usize, passed: u8) -> u8 {
        let Errand { goals, again_from } = &self.men[me];
        let next = usize::from(passed) + 1;
        if next == goals.len() && *again_from < next { *again_from as u8 } else { next as u8 }
    }

    /// The number of goals to have passed to go to the post that is nearest to one of these enemies; none without an
    /// enemy, or if the man is at that post.
    pub(crate) fn towards(&self, me: usize, here: Cell, enemies: impl Iterator<Item = Cell>) -> Option<u8> {
        let Errand { goals, again_from } = &self.men[me];
        let posts = *again_from..goals.len();
        let reach = |enemy: Cell| posts.clone().map(move |post| (self.ways.to(enemy, goals[post]).left, post));
        let (_, post) = enemies.flat_map(reach).min()?;
        (!self.is_at(goals[post], here)).then_some(post as u8)
    }

    /// The post that is nearest to one of these enemies.
    pub(crate) fn post_near(&self, me: usize, enemies: impl Iterator<Item = Cell>) -> Option<u8> {
        let Errand { goals, again_from } = &self.men[me];
        let posts = goals.get(*again_from..)?;
        let reach = |enemy: Cell| posts.iter().map(move |&post| (self.ways.to(enemy, post).left, post));
        enemies.flat_map(reach).min().map(|(_, post)| post)
    }

    /// The squares of a goal.
    pub(crate) fn squares(&self, goal: u8) -> &CellSet {
        &self.goals[usize::from(goal)]
    }

    /// Whether a square belongs to a goal.
    #[inline]
    pub(crate) fn is_at(&self, goal: u8, square: Cell) -> bool {
        self.goals[usize::from(goal)].contains(square)
    }

    /// The way from a square to a goal.
    #[inline]
    pub(crate) fn way(&self, from: Cell, goal: u8) -> engage::Way {
        self.ways.to(from, goal)
    }

    /// The best step towards a goal within a cost, in thousandths of an inch.
    pub(crate) fn short_step(&self, plan: &Plan, doors: Doors, from: Cell, goal: u8, left: u32) -> Option<(Cell, u32)> {
        // No step is shorter than an inch.
        if left < INCH {
            return None;
        }
        let now = self.ways.to(from, goal).left;
        let steps = plan.steps(from, MOVER, doors).filter(|step| step.cost <= left);
        let nearer = steps.map(|step| (self.ways.to(step.to, goal).left, step.to, step.cost));
        nearer.filter(|step| step.0 < now).min().map(|(_, to, cost)| (to, cost))
    }
}
