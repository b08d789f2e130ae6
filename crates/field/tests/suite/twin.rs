//! A plain twin of sight: looks at every square near a line and asks on which sides of the line its corners lie.

use field::{Doors, Sight};

use crate::maps::{Map, Square};

/// What a line meets: a square that it crosses, or the two squares that it only touches where it passes between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meets {
    Square(Square),
    Between(Square, Square),
}

/// On which side of the line through two squares' centres a point lies; points are in half squares.
fn side(from: Square, to: Square, point: Square) -> i32 {
    let (rows, columns) = (2 * (to.0 - from.0), 2 * (to.1 - from.1));
    (rows * (point.1 - 2 * from.1) - columns * (point.0 - 2 * from.0)).signum()
}

fn crosses(from: Square, to: Square, square: Square) -> bool {
    let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|(r, c)| (2 * square.0 + r, 2 * square.1 + c));
    let sides = corners.map(|corner| side(from, to, corner));
    sides.contains(&1) && sides.contains(&-1)
}

/// Everything that the line between two centres meets, without the two squares, in order.
pub(crate) fn line(from: Square, to: Square) -> Vec<Meets> {
    let (top, bottom) = (from.0.min(to.0), from.0.max(to.0));
    let (left, right) = (from.1.min(to.1), from.1.max(to.1));
    // How far along the line, in half squares times the line's length.
    let along = |(row, column): Square| (row - 2 * from.0) * (to.0 - from.0) + (column - 2 * from.1) * (to.1 - from.1);
    let mut met = Vec::new();
    for row in top..=bottom {
        for column in left..=right {
            let square = (row, column);
            if square != from && square != to && crosses(from, to, square) {
                met.push((along((2 * row, 2 * column)), Meets::Square(square)));
            }
            let corner = (2 * row + 1, 2 * column + 1);
            if row < bottom && column < right && side(from, to, corner) == 0 {
                let around = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)];
                let touched: Vec<Square> = around.into_iter().filter(|&square| !crosses(from, to, square)).collect();
                met.push((along(corner), Meets::Between(touched[0], touched[1])));
            }
        }
    }
    met.sort_by_key(|(along, _)| *along);
    met.into_iter().map(|(_, meets)| meets).collect()
}

/// How much each symbol obstructs: nothing, hard, soft, door, hill, the inside of a wood, solid.
fn obstacle(symbol: char) -> u32 {
    match symbol {
        '_' | 'n' | ':' | '=' => 1,
        '"' | '%' | 'h' => 2,
        '+' => 3,
        '^' => 4,
        '&' => 5,
        '#' => 6,
        _ => 0,
    }
}

/// The square that counts for a line.
pub(crate) fn counts(map: &Map, meets: &Meets) -> Square {
    match *meets {
        Meets::Square(square) => square,
        Meets::Between(a, b) => {
            if obstacle(map.symbol(a)) <= obstacle(map.symbol(b)) {
                a
            } else {
                b
            }
        }
    }
}

/// Whether it stops a line.
pub(crate) fn stops(map: &Map, meets: &Meets, doors: Doors) -> bool {
    let square = counts(map, meets);
    ['#', '&'].contains(&map.symbol(square)) || map.shut(square, doors)
}

/// How one square sees another.
pub(crate) fn sight(map: &Map, from: Square, to: Square, doors: Doors) -> Sight {
    if from == to {
        return Sight::Clear;
    }
    let met = line(from, to);
    let off_hills = map.symbol(from) != '^' && map.symbol(to) != '^';
    let hidden = |meets: &Meets| off_hills && map.symbol(counts(map, meets)) == '^';
    if met.iter().any(|meets| stops(map, meets, doors) || hidden(meets)) {
        return Sight::Blocked;
    }
    cover(map, &met, to, &['"', '%', 'h'])
}

/// How a target is seen at the end of a line that nothing blocks, with these symbols for soft ground.
pub(crate) fn cover(map: &Map, met: &[Meets], to: Square, soft: &[char]) -> Sight {
    let counted: Vec<char> = met.iter().map(|meets| map.symbol(counts(map, meets))).collect();
    let concealed = counted.iter().any(|symbol| soft.contains(symbol)) || soft.contains(&map.symbol(to));
    let near = |square: Square| (square.0 - to.0).abs() <= 1 && (square.1 - to.1).abs() <= 1;
    let hard = |square| obstacle(map.symbol(square)) == 1;
    let low = met.iter().any(|meets| match *meets {
        Meets::Square(square) => hard(square) && near(square),
        Meets::Between(a, b) if hard(a) && hard(b) => near(a) && near(b),
        Meets::Between(..) => hard(counts(map, meets)) && near(counts(map, meets)),
    });
    match (low || map.symbol(to) == ':', concealed) {
        (false, false) => Sight::Clear,
        (false, true) => Sight::Concealed,
        (true, false) => Sight::Covered,
        (true, true) => Sight::CoveredAndConcealed,
    }
}

/// Whether hard cover or something solid near a square is on the line to it, or under a figure there.
pub(crate) fn behind_cover(map: &Map, from: Square, to: Square, doors: Doors) -> bool {
    let near = |square: Square| (square.0 - to.0).abs() <= 1 && (square.1 - to.1).abs() <= 1;
    let shields = |square: Square| "_n:=#&".contains(map.symbol(square)) || map.shut(square, doors);
    // For a plan, the inside of a wood is as solid as a wall.
    let alike = |a: Square, b: Square| {
        let [a, b] = [a, b].map(|square| obstacle(map.symbol(square)));
        a == b || a.min(b) == 5
    };
    let covers = |meets: &Meets| match *meets {
        Meets::Square(square) => shields(square) && near(square),
        Meets::Between(a, b) if alike(a, b) => shields(a) && near(a) && shields(b) && near(b),
        Meets::Between(..) => shields(counts(map, meets)) && near(counts(map, meets)),
    };
    map.symbol(to) == ':' || from != to && line(from, to).iter().any(covers)
}
