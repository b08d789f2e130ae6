//! Corner cases of sight and movement, drawn: A looks at B. Both are on floor.

use field::{CellSet, Doors, Mover, Reaching, Search, Sight};

use crate::maps::Map;

/// The map, with A and B as floor, and how they see each other.
#[track_caller]
fn check(drawing: &str, there: Sight, back: Sight) {
    let find = |letter| {
        let rows = drawing.trim().lines().map(str::trim).enumerate();
        let mut found = rows.filter_map(|(row, line)| line.find(letter).map(|column| (row as i32, column as i32)));
        found.next().expect("both letters are drawn")
    };
    let (a, b) = (find('A'), find('B'));
    let map = Map::drawn(&drawing.replace(['A', 'B'], "."));
    let cell = |square| map.cell(square).expect("a cell");
    assert_eq!(map.plan.sight(cell(a), cell(b), Doors::SHUT), there, "A to B\n{drawing}");
    assert_eq!(map.plan.sight(cell(b), cell(a), Doors::SHUT), back, "B to A\n{drawing}");
}

#[track_caller]
fn both(drawing: &str, sight: Sight) {
    check(drawing, sight, sight);
}

#[test]
fn walls_block_and_grazing_does_not() {
    both("A....B", Sight::Clear);
    both("A.#..B\n......", Sight::Blocked);
    // The line touches the wall's corner.
    both("A#\n.B", Sight::Clear);
    both("A##\n..#\n..B", Sight::Clear);
    // The line passes the wall's corner, near, and cuts it.
    both("A..#\n...B", Sight::Clear);
    both("A.#.\n...B", Sight::Clear);
    both("A#..\n...B", Sight::Blocked);
    both("A#.\n..B", Sight::Blocked);
}

#[test]
fn squares_that_touch_by_a_corner_leave_no_gap() {
    both("....\n.A#.\n.#B.\n....", Sight::Blocked);
    both("....\n.A#.\n.+B.\n....", Sight::Blocked);
    both("....\n.A#.\n.\"B.\n....", Sight::Concealed);
    both("....\n.A#.\n._B.\n....", Sight::Covered);
    both("....\n.A\".\n._B.\n....", Sight::Covered);
    both("....\n.A\".\n.\"B.\n....", Sight::Concealed);
    both("....\n.A\".\n..B.\n....", Sight::Clear);
    both("....\n.A_.\n..B.\n....", Sight::Clear);
}

#[test]
fn hard_cover_protects_who_is_right_behind_it() {
    for cover in ['_', '=', ':', 'n'] {
        let draw = |drawing: &str| drawing.replace('?', &cover.to_string());
        check(&draw("A...?B\n......"), Sight::Covered, Sight::Clear);
        both(&draw("A..?..B\n......."), Sight::Clear);
        both(&draw("A?B\n..."), Sight::Covered);
        check(&draw("....B\n...?.\n.....\n.....\nA...."), Sight::Covered, Sight::Clear);
        // The line cuts a corner of the cover's square, which touches the target's square.
        check(&draw("A...\n..?.\n...B"), Sight::Covered, Sight::Clear);
        // Two figures behind the same wall see each other clearly.
        both(&draw("A.B\n???"), Sight::Clear);
    }
}

/// Whether B is behind cover on the line from A.
#[track_caller]
fn behind_cover(drawing: &str) -> bool {
    let rows = || drawing.trim().lines().map(str::trim).enumerate();
    let find = |letter| rows().find_map(|(row, line)| Some((row as i32, line.find(letter)? as i32))).expect("a letter");
    let map = Map::drawn(&drawing.replace(['A', 'B'], "."));
    let [a, b] = ['A', 'B'].map(|letter| map.cell(find(letter)).expect("a cell"));
    map.plan.behind_cover(a, b, Doors::SHUT)
}

#[test]
fn cover_near_somebody_counts_whatever_blocks_the_line_farther_off() {
    for cover in ['#', '_', '=', 'n', ':', '+'] {
        let draw = |drawing: &str| behind_cover(&drawing.replace('?', &cover.to_string()));
        assert!(draw("A.#.?B\n......"), "{cover} right before him, a wall far off");
        assert!(!draw("A.#?.B\n......"), "{cover} two squares before him");
        assert!(!draw("A?#..B\n......"), "{cover} is before the other");
        assert!(draw("A?B\n..."), "{cover} right before both");
        assert!(!draw("A.#..B?\n......."), "{cover} behind him");
        assert!(draw("A...\n..?.\n.?B.\n...."), "{cover} on both sides of the corner between them");
        assert!(!draw("A...\n..?.\n..B.\n...."), "{cover} on one side of it");
    }
    assert!(behind_cover("A..#B\n....."), "the wall that blocks the line");
    for open in ['.', '"', '~', '^', '%'] {
        assert!(!behind_cover(&format!("A.#.{open}B\n......")), "{open}");
    }
    assert!(!behind_cover("A...B"));
}

#[test]
fn soft_cover_conceals_who_is_behind_or_in_it() {
    for cover in ['"', '%', 'h'] {
        both(&format!("A.{cover}...B"), Sight::Concealed);
        let map = Map::drawn(&format!("...{cover}"));
        let [out, within] = [0, 3].map(|column| map.cell((0, column)).expect("a cell"));
        assert_eq!(map.plan.sight(out, within, Doors::SHUT), Sight::Concealed);
        assert_eq!(map.plan.sight(within, out, Doors::SHUT), Sight::Clear, "who looks out sees clearly");
    }
    check("A.\"._B", Sight::CoveredAndConcealed, Sight::Concealed);
}

#[test]
fn ground_that_one_stands_in() {
    let map = Map::drawn("..:.&&&.=.");
    let sight = |from, to| {
        let [from, to] = [from, to].map(|column| map.cell((0, column)).expect("a cell"));
        map.plan.sight(from, to, Doors::SHUT)
    };
    assert_eq!(sight(0, 2), Sight::Covered, "in rubble");
    assert_eq!(sight(2, 0), Sight::Clear);
    assert_eq!(sight(3, 4), Sight::Clear, "at the edge of a wood");
    assert_eq!(sight(3, 5), Sight::Blocked, "within it");
    assert_eq!(sight(5, 4), Sight::Clear);
    assert_eq!(sight(6, 8), Sight::Clear, "climbing through a window");
    let over = Map::drawn(".~~.\n....");
    let [a, b] = [0, 3].map(|column| over.cell((0, column)).expect("a cell"));
    assert_eq!(over.plan.sight(a, b, Doors::SHUT), Sight::Clear, "across a gap");
}

#[test]
fn doors_hide_while_shut() {
    let map = Map::drawn(
        ".....
         .+#+.
         .#+#.
         .....",
    );
    assert_eq!(map.plan.doors(), 1, "squares that touch are one door, even by a corner");
    assert_eq!(map.plan.openings().len(), 3);
    let map = Map::drawn(
        "#######
         #..#..#
         #..+..#
         #..#..#
         #.###+#
         ####..#
         #######",
    );
    assert_eq!(map.plan.doors(), 2);
    let cell = |row, column| map.cell((row, column)).expect("a cell");
    let (west, east) = (cell(2, 1), cell(2, 5));
    let [first, second] = [(2, 3), (4, 5)].map(|square| map.cell(square).and_then(|at| map.plan.door(at)));
    let mut doors = Doors::SHUT;
    doors.open(second.expect("a door"));
    assert_eq!(map.plan.sight(west, east, doors), Sight::Blocked);
    doors.open(first.expect("a door"));
    assert_eq!(map.plan.sight(west, east, doors), Sight::Clear);
    assert_eq!(
        map.plan.sight(west, cell(2, 3), Doors::SHUT),
        Sight::Clear,
        "who stands in a door is seen from both sides"
    );
    doors.shut(first.expect("a door"));
    assert!(doors.iter().eq(second));
    assert_eq!(map.plan.sight(west, east, doors), Sight::Blocked);
}

/// The cost of walking between the letters.
#[track_caller]
fn walk(drawing: &str, cost: Option<u32>) {
    let rows: Vec<&str> = drawing.lines().collect();
    let find = |letter| {
        let mut found = rows.iter().enumerate().filter_map(|(row, line)| Some((row as i32, line.find(letter)? as i32)));
        found.next().expect("both letters are drawn")
    };
    let (a, b) = (find('A'), find('B'));
    let map = Map::drawn(&drawing.replace(['A', 'B'], "."));
    let [from, to] = [a, b].map(|square| map.cell(square).expect("a cell"));
    let mover = Mover { climb: Some(700), door: Some(300), ..Mover::WALKER };
    let mut search = Search::new();
    map.plan.reach(&mut search, Reaching { from, allowance: 100_000, mover }, Doors::SHUT, &CellSet::EMPTY);
    assert_eq!(search.cost(to), cost, "{drawing}");
}

#[test]
fn nobody_cuts_a_corner() {
    walk("A.\n.B", Some(1414));
    walk("A.\n#B", Some(2000));
    walk("A~\n.B", Some(2000));
    walk("A_\n.B", Some(2000));
    walk("A+\n.B", Some(2000));
    walk("A,\n.B", Some(1414));
    walk("....\n.A#.\n.#B.\n....", Some(6000));
    walk("A'.\n''B", Some(2414));
}

#[test]
fn ground_costs_what_it_is() {
    walk("A.B", Some(2000));
    walk("A,B", Some(3000));
    walk("A+B", Some(2300));
    walk("A=B", Some(2700));
    walk("A_B", Some(2700));
    walk("A,,B", Some(5000));
    walk("A\"B", Some(2000));
    walk("A%B", Some(3000));
}
