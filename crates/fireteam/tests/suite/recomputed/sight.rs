//! Who sees whom, who is in cover, and who is beside whom, worked out from the map.

use field::{Cell, Screen};

use super::Log;
use crate::facts::Seen;

impl Log<'_> {
    pub(super) fn enemies(&self, who: u8) -> Vec<u8> {
        self.up().into_iter().filter(|&other| self.side(other) != self.side(who)).collect()
    }

    pub(super) fn sees(&self, from: u8, to: u8) -> bool {
        let ends = self.of(from).at.zip(self.of(to).at);
        ends.is_some_and(|(from, to)| self.plan.sees(from, to, self.doors))
    }

    pub(super) fn seen_by(&self, who: u8) -> Vec<u8> {
        self.enemies(who).into_iter().filter(|&enemy| self.sees(who, enemy)).collect()
    }

    pub(super) fn sight(&self, from: u8, to: u8) -> Seen<field::Sight> {
        Ok(self.plan.sight(self.at(from)?, self.at(to)?, self.doors))
    }

    /// FT-save-6: whom a man makes out.
    pub(super) fn made_out_by(&self, who: u8) -> Seen<Vec<u8>> {
        let mut all = self.seen_by(who);
        let concealed =
            |enemy: &u8| !self.of(*enemy).revealed && self.sight(who, *enemy).is_ok_and(|sight| sight.concealed());
        all.retain(|enemy| !concealed(enemy));
        Ok(all)
    }

    /// Distance in thousandths of an inch, rounded up.
    pub(super) fn distance(&self, from: Cell, to: Cell) -> i64 {
        i64::from(self.plan.distance(from, to))
    }

    pub(super) fn square(&self, cell: Cell) -> (i32, i32) {
        let at = self.plan.position(cell);
        (at.row.into(), at.column.into())
    }

    /// The ground of a square; outside the map, a wall.
    pub(super) fn ground(&self, (row, column): (i32, i32)) -> field::Ground {
        let square = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        square.map_or(field::Ground::WALL, |(row, column)| self.plan.ground(row, column))
    }

    /// How much a square is in the way: nothing, hard, soft, door, hill, solid; and whether it is hard or solid now.
    pub(super) fn in_the_way(&self, (row, column): (i32, i32)) -> (u8, bool) {
        let ground = self.ground((row, column));
        let door = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        let door = door.and_then(|(row, column)| self.plan.cell(row, column)).and_then(|cell| self.plan.door(cell));
        match (door, ground.screen) {
            (Some(door), _) => (3, !self.doors.is_open(door)),
            (None, Screen::Clear) => (0, false),
            (None, Screen::Hard) => (1, true),
            (None, Screen::Soft) => (2, false),
            (None, Screen::Hill) => (4, false),
            (None, Screen::Solid) => (5, true),
        }
    }

    /// FT-unpin-2: whether hard cover or a wall near a man is on the line to somebody, or he stands in it.
    pub(super) fn behind_cover(&self, from: Cell, me: Cell) -> bool {
        let (there, here) = (self.square(from), self.square(me));
        let (rows, columns) = (there.0 - here.0, there.1 - here.1);
        // On which side of the line a point lies, in half squares.
        let side = |(row, column): (i32, i32)| (rows * (column - 2 * here.1) - columns * (row - 2 * here.0)).signum();
        let corners = |(row, column): (i32, i32)| {
            [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|(r, c)| (2 * row + r, 2 * column + c))
        };
        let crossed = |square: (i32, i32)| {
            let sides = corners(square).map(side);
            sides.contains(&1) && sides.contains(&-1)
        };
        let ahead = |(row, column): (i32, i32)| {
            let along = (row - 2 * here.0) * rows + (column - 2 * here.1) * columns;
            along > 0 && along < 2 * (rows * rows + columns * columns)
        };
        let near: Vec<(i32, i32)> = (-1..=1)
            .flat_map(|row| (-1..=1).map(move |column| (here.0 + row, here.1 + column)))
            .filter(|&square| square != here)
            .collect();
        let direct = |&square: &(i32, i32)| {
            square != there && crossed(square) && ahead((2 * square.0, 2 * square.1)) && self.in_the_way(square).1
        };
        let through_corner = |&square: &(i32, i32)| {
            corners(square).into_iter().filter(|&corner| side(corner) == 0 && ahead(corner)).any(|(row, column)| {
                let around =
                    [(row - 1, column - 1), (row - 1, column + 1), (row + 1, column - 1), (row + 1, column + 1)];
                let beside: Vec<(i32, i32)> = around
                    .map(|(row, column)| (row / 2, column / 2))
                    .into_iter()
                    .filter(|&square| !crossed(square) && square != here && square != there)
                    .collect();
                let [a, b] = beside[..] else { return false };
                let (mine, other) = if a == square { (a, b) } else { (b, a) };
                if mine != square {
                    return false;
                }
                let [mine_way, other_way] = [mine, other].map(|square| self.in_the_way(square));
                mine_way.1
                    && (mine_way.0 < other_way.0 || mine_way.0 == other_way.0 && other_way.1 && near.contains(&other))
            })
        };
        let ground = self.ground(here);
        ground.screen == Screen::Hard && ground.pass != field::Pass::Climb
            || near.iter().any(direct)
            || near.iter().any(through_corner)
    }

    /// Whether an enemy makes somebody out.
    pub(super) fn is_made_out(&self, who: u8) -> Seen<bool> {
        Ok(self.enemies(who).into_iter().any(|enemy| self.made_out_by(enemy).is_ok_and(|all| all.contains(&who))))
    }

    /// FT-fire-6: the comrade who serves a gunner.
    pub(super) fn number_two(&self, me: u8) -> Seen<Option<u8>> {
        let here = self.at(me)?;
        let beside = |other: &u8| {
            let Ok(there) = self.at(*other) else { return false };
            let ((a, b), (c, d)) = (self.square(here), self.square(there));
            let hill = |square: (i32, i32)| self.ground(square).screen == Screen::Hill;
            let off_hills = !hill((a, b)) && !hill((c, d));
            let shut = |square: (i32, i32)| {
                let (way, shields) = self.in_the_way(square);
                way >= 3 && shields || way == 4 && off_hills
            };
            self.plan.squared(here, there) <= 2 && (a == c || b == d || !shut((a, d)) || !shut((c, b)))
        };
        let free = |other: &u8| *other != me && self.side(*other) == self.side(me) && !self.of(*other).pinned;
        Ok(self.up().into_iter().filter(free).find(beside))
    }
}
