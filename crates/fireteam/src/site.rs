//! A map as an engagement uses it: where men begin, where they go, who sees whom.

use std::sync::Arc;

use engage::{Entry, Inches, Map, Mission, Objective, Problem, Side, Start, Ways};
use field::{Cell, CellSet, Doors, INCH, Mover, Plan, Sight};

use crate::fire::Reach;
use crate::rules::Rules;
use crate::scene::{MEN, Scene, View};
use crate::shooting::Laid;

/// How men move: solid things block, and everything else is open ground (FT-move-11); a door is pushed open in passing.
pub(crate) const MOVER: Mover = Mover::UNHINDERED;

/// The most places that men of one engagement make for.
const GOALS: usize = 64;

/// A line of fire: from one cell to another.
pub(crate) type Line = (Cell, Cell);

/// A map as an engagement uses it.
#[derive(Debug)]
pub(crate) struct Site {
    map: Arc<Map>,
    pub(crate) mission: Mission,
    ways: Ways,
    /// The squares of each goal.
    goals: Vec<CellSet>,
    /// For each man the goals that he makes for, one after the other; from a certain one on again and again.
    routes: Vec<(Vec<u8>, usize)>,
    entries: Vec<Entry>,
    /// Distances as fire has them, by square inches.
    reaches: Box<[Reach]>,
    /// The farthest throw, in square inches (FT-gren-1).
    pub(crate) throw: u16,
    /// The squares of the mission's place.
    pub(crate) place: CellSet,
}

/// The most posts of a place.
const POSTS: usize = 12;
/// How near to a post one has to come, in thousandths of an inch.
const NEAR: u32 = 1500;

/// Posts from which a place is searched: the cells that see most of it, each with those beside it.
fn posts(plan: &Plan, place: &CellSet) -> Vec<CellSet> {
    let (mut posts, mut rest) = (Vec::new(), *place);
    while !rest.is_empty() && posts.len() < POSTS {
        let best = place.iter().max_by_key(|&cell| (plan.exposure(cell, &rest, Doors::OPEN), std::cmp::Reverse(cell)));
        let Some(cell) = best else { break };
        rest.drop_all(&plan.view_among(cell, place, Doors::OPEN));
        posts.push(plan.burst(cell, NEAR, Doors::OPEN));
    }
    posts
}

/// What a squad makes for on a map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Route {
    /// Areas or rooms on the way, then the last one.
    pub(crate) places: Vec<String>,
    /// The key that names them.
    pub(crate) key: String,
    /// Whether it stays at the last of them, instead of going on to the mission's place and the enemy.
    pub(crate) stays: bool,
}

impl Site {
    /// A map with its ways worked out.
    ///
    /// # Errors
    /// What is wrong with the mission, the routes, and where men begin.
    pub(crate) fn new(
        map: &Arc<Map>,
        mission: &Mission,
        starts: &[Start],
        sides: &[Side],
        routes: &[Route],
        rules: &Rules,
    ) -> Result<Site, Vec<Problem>> {
        let mut problems = mission.problems(Some(map), 0);
        if !matches!(mission.objective, Objective::Eliminate | Objective::Hold) {
            let word = mission.objective.word();
            let message = format!("`{word}` is nothing that Fireteam II has rules for, expected `eliminate` or `hold`");
            problems = vec![Problem::new("mission.objective", message)];
        }
        let entries = Entry::all(map, starts).unwrap_or_else(|refused| {
            problems.extend(refused);
            Vec::new()
        });
        let mut names: Vec<&str> = Vec::new();
        for route in routes {
            for place in &route.places {
                if let Some(unknown) = engage::unknown_place(map, place) {
                    let problem = Problem::new(&route.key, unknown);
                    if !problems.contains(&problem) {
                        problems.push(problem);
                    }
                } else if !names.contains(&place.as_str()) {
                    names.push(place);
                }
            }
        }
        if names.len() > GOALS {
            problems.push(Problem::new(
                "field.map",
                format!("{} places to make for, expected at most {GOALS}", names.len()),
            ));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let place = mission.at.as_deref().and_then(|at| map.squares(at)).copied().unwrap_or(CellSet::EMPTY);
        let mut goals: Vec<CellSet> = names.iter().filter_map(|name| map.squares(name)).copied().collect();
        // Then the place of the mission, and where each side comes from.
        let mission_goal = goals.len() as u8;
        goals.push(place);
        for side in Side::ALL {
            let mine = sides.iter().zip(&entries).filter(|(other, _)| **other == side);
            goals.push(mine.flat_map(|(_, entry)| entry.cells.iter().copied()).collect());
        }
        // Then the posts from which the place, or where the enemy began, is searched.
        let searched = |goals: &mut Vec<CellSet>, cells: &CellSet| {
            let first = goals.len() as u8;
            goals.extend(posts(&map.plan, cells));
            first..goals.len() as u8
        };
        let homes: [CellSet; 2] = [goals[goals.len() - 2], goals[goals.len() - 1]];
        let place_posts = searched(&mut goals, &place);
        let home_posts = homes
            .map(|home| if mission.objective == Objective::Eliminate { searched(&mut goals, &home) } else { 0..0 });
        let number = |place: &String| names.iter().position(|name| name == place).map(|number| number as u8);
        let routes = routes.iter().zip(sides).enumerate().map(|(me, (route, &side))| {
            let mut goals: Vec<u8> = route.places.iter().filter_map(number).collect();
            if route.stays {
                return (goals, usize::MAX);
            }
            if !place.is_empty() && !route.places.iter().any(|name| mission.at.as_ref() == Some(name)) {
                goals.push(mission_goal);
            }
            if mission.objective == Objective::Eliminate {
                goals.push(mission_goal + 1 + side.enemy() as u8);
            }
            let first = goals.len();
            let mut posts: Vec<u8> = place_posts.clone().chain(home_posts[side.enemy() as usize].clone()).collect();
            // Each begins elsewhere.
            let turns = me % posts.len().max(1);
            posts.rotate_left(turns);
            goals.extend(posts);
            (goals, first)
        });
        let routes = routes.collect();
        let apart = map.plan.apart().iter().map(|&distance| Inches::from_thousandths(distance as i32));
        let throw = apart.clone().take_while(|&distance| distance <= rules.throw_reach).count();
        let reaches = apart.map(|distance| Reach::of(rules, distance));
        Ok(Site {
            mission: mission.clone(),
            ways: Ways::new(&map.plan, &goals, MOVER),
            goals,
            routes,
            entries,
            reaches: reaches.collect(),
            throw: throw.saturating_sub(1) as u16,
            place,
            map: Arc::clone(map),
        })
    }

    pub(crate) const fn map(&self) -> &Arc<Map> {
        &self.map
    }

    #[inline]
    pub(crate) fn plan(&self) -> &Plan {
        &self.map.plan
    }

    /// Where a man begins.
    pub(crate) fn entry(&self, me: usize) -> &Entry {
        &self.entries[me]
    }

    /// The goal that a man makes for; none if he stays where he has got to.
    pub(crate) fn goal(&self, scene: &Scene, me: usize) -> Option<u8> {
        self.routes[me].0.get(usize::from(scene.passed[me])).copied()
    }

    /// Whether a man has come to the last of his places and searches it.
    pub(crate) fn searches(&self, scene: &Scene, me: usize) -> bool {
        usize::from(scene.passed[me]) >= self.routes[me].1
    }

    /// How many goals a man has passed when he has come to one more.
    pub(crate) fn one_more(&self, me: usize, passed: u8) -> u8 {
        let (goals, again) = &self.routes[me];
        let next = usize::from(passed) + 1;
        if next == goals.len() && *again < next { *again as u8 } else { next as u8 }
    }

    /// Whether a cell belongs to a goal.
    #[inline]
    pub(crate) fn is_at(&self, goal: u8, cell: Cell) -> bool {
        self.goals[usize::from(goal)].contains(cell)
    }

    /// The next cell on the way to a goal, and what the step costs; none at the goal or without a way.
    #[inline]
    pub(crate) fn step(&self, from: Cell, goal: u8) -> Option<(Cell, u32)> {
        let way = self.ways.to(from, goal);
        (way.next != from).then(|| (way.next, way.left - self.ways.to(way.next, goal).left))
    }

    /// The best step towards a goal that costs no more than so many thousandths of an inch.
    pub(crate) fn short_step(&self, scene: &Scene, from: Cell, goal: u8, left: u32) -> Option<(Cell, u32)> {
        // No step is shorter than an inch.
        if left < INCH {
            return None;
        }
        let now = self.ways.to(from, goal).left;
        let steps = self.plan().steps(from, MOVER, scene.doors).filter(|step| step.cost <= left);
        let nearer = steps.map(|step| (self.ways.to(step.to, goal).left, step.to, step.cost));
        nearer.filter(|step| step.0 < now).min().map(|(_, to, cost)| (to, cost))
    }

    /// Distance between two men.
    #[inline]
    pub(crate) fn distance(&self, scene: &Scene, me: usize, other: usize) -> Inches {
        self.between(self.pair(scene, me, other))
    }

    /// The length of a line.
    #[inline]
    pub(crate) fn between(&self, line: Option<Line>) -> Inches {
        Inches::from_thousandths(line.map_or(i32::MAX, |(from, to)| self.plan().distance(from, to) as i32))
    }

    /// How somebody at one end of a line sees somebody at the other.
    #[inline(always)]
    pub(crate) fn view(&self, line: Line, doors: Doors) -> View {
        self.seen_so(line, self.plan().sight(line.0, line.1, doors))
    }

    /// How two who stand at the ends of a line see each other; none if they do not.
    #[inline(always)]
    pub(crate) fn views(&self, line: Line, doors: Doors) -> Option<[View; 2]> {
        let [there, back] = self.plan().sights(line.0, line.1, doors)?;
        Some([self.seen_so(line, there), self.seen_so(line, back)])
    }

    #[inline(always)]
    fn seen_so(&self, line: Line, sight: Sight) -> View {
        let squared = self.squared(line);
        View { sight, reach: self.reaches[squared as usize], squared: squared as u16 }
    }

    /// Whether one man sees another.
    #[inline]
    pub(crate) fn sees(&self, scene: &Scene, from: usize, to: usize) -> bool {
        self.pair(scene, from, to).is_some_and(|(from, to)| self.plan().sees(from, to, scene.doors))
    }

    /// Whether two men stand side by side: within an inch, from base to base.
    #[inline]
    pub(crate) fn beside(&self, scene: &Scene, me: usize, other: usize) -> bool {
        self.pair(scene, me, other).is_some_and(|(from, to)| self.plan().squared(from, to) <= 2)
    }

    /// The line of fire: from the firer to the target, or to the point half way between two targets.
    #[inline]
    pub(crate) fn line(&self, scene: &Scene, me: usize, laid: Laid) -> Option<Line> {
        let (from, aim) = self.pair(scene, me, laid.target)?;
        if laid.point == laid.target {
            return Some((from, aim));
        }
        let Some(other) = scene.standing.at(laid.point) else { return Some((from, aim)) };
        let (one, other) = (self.plan().position(aim), self.plan().position(other));
        let half = |a: u8, b: u8| usize::from(a).midpoint(usize::from(b));
        let between = self.plan().cell(half(one.row, other.row), half(one.column, other.column));
        Some((from, between.filter(|&cell| self.plan().sees(from, cell, scene.doors)).unwrap_or(aim)))
    }

    /// The length of a line as fire has it.
    #[inline]
    pub(crate) fn reach(&self, line: Option<Line>) -> Reach {
        line.map_or(Reach::BEYOND, |line| self.reaches[self.squared(line) as usize])
    }

    /// The length of a line, in square inches.
    #[inline]
    fn squared(&self, (from, to): Line) -> u32 {
        self.plan().squared(from, to)
    }

    /// A shot as a mark on the map.
    pub(crate) fn shot(&self, scene: &Scene, me: usize, target: usize) -> Option<(u16, u16)> {
        self.pair(scene, me, target).map(|(from, to)| (from.index() as u16, to.index() as u16))
    }

    /// The line from one man to another; none if one of them is off the map.
    #[inline]
    pub(crate) fn pair(&self, scene: &Scene, me: usize, other: usize) -> Option<Line> {
        scene.standing.at(me).zip(scene.standing.at(other))
    }
}

const _: () = assert!(MEN <= field::MAX_FIGURES);
