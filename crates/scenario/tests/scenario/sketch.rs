//! Maps that are drawn: what an edit changes in the text, and what it leaves.

use scenario::{Edit, Kind, Naming, Sketch, load_map, parse_map};

use crate::corpus::scenarios;

/// A shop with comments, symbols of its own, and marks in every place that an edit has to mind.
const SHOP: &str = "# A comment at the top.
title = \"A shop\"   # and one behind

map = '''
##########
#...+....#
#.c.#..<.#
#...#....#
##########
#..<.....#
##########
'''

marks = '''
##########
#bbb+..r.#
#.c.#..1.#
#s..#.xr.#
##########
#..1.....#
##########
'''

[legend]
c = \"low wall\"                # a counter

[rooms]
shop = \"sb\"

[areas]
blue = \"b\"
red = \"rx\"
till = \"x\"
inside = [\"shop\"]

[stairs]
steps = \"1\"
";

fn shop() -> Sketch {
    Sketch::read("shop.toml", SHOP).unwrap()
}

#[track_caller]
fn made(sketch: &Sketch, edit: Edit) -> Sketch {
    sketch.edited(&edit).unwrap_or_else(|said| panic!("{edit:?}: {said}"))
}

fn is_sound(sketch: &Sketch) {
    parse_map("x.toml", sketch.text().as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
}

/// The lines that differ.
fn changed<'t>(before: &'t str, after: &'t str) -> Vec<(&'t str, &'t str)> {
    assert_eq!(before.lines().count(), after.lines().count(), "{after}");
    before.lines().zip(after.lines()).filter(|(before, after)| before != after).collect()
}

fn squares(sketch: &Sketch, name: &str) -> Vec<(usize, usize)> {
    sketch.squares(sketch.given().iter().find(|given| given.name == name).unwrap())
}

fn mark(naming: Naming, name: &str, squares: &[(usize, usize)], on: bool) -> Edit {
    Edit::Mark { naming, name: name.to_owned(), squares: squares.to_vec(), on }
}

#[test]
fn every_shipped_map_is_read_as_it_is_and_an_edit_that_changes_nothing_leaves_its_bytes() {
    let mut maps = 0;
    for entry in std::fs::read_dir(scenarios().join("maps")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let sketch = Sketch::read("map.toml", &text).unwrap();
        let map = load_map(&path).unwrap();
        assert_eq!(sketch.text(), text);
        let plan = &map.plan;
        assert_eq!((sketch.width(), sketch.height()), (plan.width(), plan.height()));
        let every = || (0..plan.height()).flat_map(|row| (0..plan.width()).map(move |column| (row, column)));
        for (row, column) in every() {
            assert_eq!(sketch.kind(row, column).ground(), plan.ground(row, column), "{path:?} {row} {column}");
        }
        for (name, area) in map.areas() {
            let cells = plan.area(area).unwrap().iter().map(|cell| plan.position(cell));
            let cells: Vec<(usize, usize)> = cells.map(|at| (at.row.into(), at.column.into())).collect();
            let given = sketch.given().iter().find(|given| given.name == name).unwrap();
            assert!(!given.rooms.is_empty() || sketch.squares(given) == cells, "{path:?} {name}");
        }
        // Each square painted as it is, and each area marked as it is.
        for kind in Kind::ALL {
            let same: Vec<_> = every().filter(|&(row, column)| sketch.kind(row, column) == kind).collect();
            if !same.is_empty() {
                assert_eq!(made(&sketch, Edit::Paint(kind, same)).text(), text, "{path:?} {kind:?}");
            }
        }
        for given in sketch.given().iter().filter(|given| given.naming != Naming::Stairs && given.rooms.is_empty()) {
            let again = made(&sketch, mark(given.naming, &given.name, &sketch.squares(given), true));
            assert_eq!(again.text(), text, "{path:?} {}", given.name);
        }
        maps += 1;
    }
    assert_eq!(maps, 12);
}

#[test]
fn ground_is_painted_in_both_drawings_and_nothing_else_changes() {
    let sketch = shop();
    let wall = made(&sketch, Edit::Paint(Kind::Wall, vec![(3, 2), (3, 3)]));
    assert_eq!(changed(SHOP, wall.text()), [("#...#....#", "#.###....#"), ("#s..#.xr.#", "#s###.xr.#")]);
    is_sound(&wall);
    // The file's own symbol is used where the usual one means the same or not.
    let low = made(&sketch, Edit::Paint(Kind::LowWall, vec![(1, 6)]));
    assert!(low.text().contains("#...+._..#") && low.kind(1, 6) == Kind::LowWall, "{}", low.text());
    // A wall takes marks away, and the names keep the rest of theirs.
    let walled = made(&sketch, Edit::Paint(Kind::Wall, vec![(1, 7), (3, 6), (3, 7)]));
    assert_eq!(squares(&walled, "red"), []);
    assert!(walled.text().contains("red = \"\"") && walled.text().contains("till = \"\""), "{}", walled.text());
    let door = made(&sketch, Edit::Paint(Kind::Door, vec![(1, 1)]));
    assert_eq!(squares(&door, "blue"), [(1, 1), (1, 2), (1, 3)], "a door can be in an area");
}

#[test]
fn three_doorways_in_a_row_do_not_end_the_drawing() {
    let open = made(&shop(), Edit::Paint(Kind::Doorway, vec![(5, 5), (5, 6), (5, 7), (5, 8)]));
    assert!((5..=8).all(|column| open.kind(5, column) == Kind::Doorway), "{}", open.text());
    assert!(open.text().contains("d = \"doorway\"") || open.text().contains("D = \"doorway\""), "{}", open.text());
    is_sound(&open);
    let again = made(&open, Edit::Paint(Kind::Doorway, vec![(5, 1), (5, 2)]));
    assert_eq!(again.text().matches("\"doorway\"").count(), 1, "{}", again.text());
}

#[test]
fn a_symbol_that_is_a_mark_already_makes_the_mark_give_way() {
    let text =
        SHOP.replace("blue = \"b\"", "blue = \"h\"").replace("shop = \"sb\"", "shop = \"sh\"").replace("#bbb", "#hhh");
    let sketch = Sketch::read("shop.toml", &text).unwrap();
    let seat = made(&sketch, Edit::Paint(Kind::Seat, vec![(1, 5)]));
    assert_eq!((seat.kind(1, 5), squares(&seat, "blue").len()), (Kind::Seat, 3), "{}", seat.text());
    is_sound(&seat);
}

#[test]
fn areas_overlap_and_rooms_do_not() {
    let sketch = shop();
    let both = made(&sketch, mark(Naming::Area, "till", &[(1, 7), (1, 8)], true));
    assert_eq!(squares(&both, "till"), [(1, 7), (1, 8), (3, 6)]);
    assert_eq!(squares(&both, "red"), squares(&sketch, "red"), "{}", both.text());
    let less = made(&both, mark(Naming::Area, "red", &[(1, 7)], false));
    assert_eq!((squares(&less, "red").len(), squares(&less, "till").len()), (2, 3));
    is_sound(&less);
    let named = made(&sketch, Edit::Name(Naming::Room, "back".to_owned()));
    let back = made(&named, mark(Naming::Room, "back", &[(2, 6), (3, 6)], true));
    assert_eq!((squares(&back, "back").len(), squares(&back, "till").len()), (2, 1), "{}", back.text());
    is_sound(&back);
    let moved = made(&back, mark(Naming::Room, "shop", &[(3, 6)], true));
    assert_eq!(squares(&moved, "back"), [(2, 6)]);
    for (name, said) in [("inside", "is whole rooms, `shop`"), ("none", "there is no `areas.none`")] {
        let said_so = sketch.edited(&mark(Naming::Area, name, &[(1, 6)], true)).unwrap_err();
        assert!(said_so.contains(said), "{said_so}");
    }
    let nobody = sketch.edited(&mark(Naming::Area, "blue", &[(0, 0), (2, 7)], true)).unwrap_err();
    assert!(nobody.contains("nobody can stand there, or stairs begin there"), "{nobody}");
}

#[test]
fn names_come_and_go_with_their_marks() {
    let sketch = shop();
    let named = made(&sketch, Edit::Name(Naming::Area, "way out".to_owned()));
    assert!(named.text().contains("inside = [\"shop\"]\n\"way out\" = \"\"\n\n[stairs]"), "{}", named.text());
    let out = made(&named, mark(Naming::Area, "way out", &[(5, 8)], true));
    assert!(out.text().contains("\"way out\" = \"w\""), "{}", out.text());
    is_sound(&out);
    assert_eq!(made(&out, Edit::Remove(Naming::Area, "way out".to_owned())).text(), SHOP);
    let renamed = made(&sketch, Edit::Rename(Naming::Room, "shop".to_owned(), "front shop".to_owned()));
    assert_eq!(
        changed(SHOP, renamed.text()),
        [("shop = \"sb\"", "\"front shop\" = \"sb\""), ("inside = [\"shop\"]", "inside = [\"front shop\"]")]
    );
    for (edit, said) in [
        (Edit::Name(Naming::Room, "Blue".to_owned()), "`areas.blue` has that name already"),
        (Edit::Name(Naming::Room, " ".to_owned()), "a name has 1 to 64 characters"),
        (Edit::Name(Naming::Area, "a\" = 1\n[x]".to_owned()), "a name has 1 to 64 characters"),
        (Edit::Rename(Naming::Room, "shop".to_owned(), "till".to_owned()), "has that name already"),
        (Edit::Remove(Naming::Area, "shop".to_owned()), "there is no `areas.shop`"),
    ] {
        let found = sketch.edited(&edit).unwrap_err();
        assert!(found.contains(said), "{found}");
    }
    let other = made(&sketch, Edit::Rename(Naming::Room, "shop".to_owned(), "Shop".to_owned()));
    assert!(other.text().contains("Shop = \"sb\""), "capitals of its own name are another name");
}

#[test]
fn stairs_have_two_ends() {
    let sketch = shop();
    let more = made(&sketch, Edit::Join("steps".to_owned(), [(3, 8), (5, 8)]));
    assert!(more.text().contains("steps = \"12\"") && more.text().contains("#...#...<#"), "{}", more.text());
    is_sound(&more);
    let lifted = made(&more, mark(Naming::Stairs, "steps", &[(5, 8)], false));
    assert_eq!(lifted.text(), SHOP);
    let walled = made(&more, Edit::Paint(Kind::Wall, vec![(5, 8)]));
    assert_eq!(squares(&walled, "steps"), squares(&sketch, "steps"), "the other end goes too");
    assert!(sketch.edited(&Edit::Join("steps".to_owned(), [(0, 0), (5, 8)])).unwrap_err().contains("not on wall"));
    assert!(sketch.edited(&Edit::Join("steps".to_owned(), [(5, 8), (5, 8)])).is_err());
}

#[test]
fn a_map_grows_and_shrinks_at_the_right_and_below() {
    let sketch = shop();
    let large = made(&sketch, Edit::Resize(9, 12));
    assert_eq!((large.height(), large.width(), large.kind(8, 11)), (9, 12, Kind::Wall));
    is_sound(&large);
    assert_eq!(made(&large, Edit::Resize(7, 10)).text(), SHOP);
    let small = made(&sketch, Edit::Resize(4, 10));
    assert_eq!(squares(&small, "steps"), [], "stairs with one end are none: {}", small.text());
    for (rows, columns) in [(0, 10), (129, 10), (10, 3)] {
        assert!(sketch.edited(&Edit::Resize(rows, columns)).unwrap_err().contains("expected 4 to 128"));
    }
}

#[test]
fn a_new_map_can_be_played_on() {
    for (rows, columns) in [(4, 4), (20, 30), (64, 64), (4, 128)] {
        let text = Sketch::blank(rows, columns).unwrap();
        let map = parse_map("map.toml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert_eq!((map.plan.height(), map.plan.width()), (rows, columns));
        assert!(map.deployment("blue", 4).is_ok() && map.deployment("red", 4).is_ok());
    }
    assert!(Sketch::blank(3, 20).is_err() && Sketch::blank(20, 129).is_err());
    let named =
        made(&Sketch::read("x", &Sketch::blank(4, 4).unwrap()).unwrap(), Edit::Title("It's \"mine\"".to_owned()));
    let named = made(&named, Edit::About("Here.".to_owned()));
    assert_eq!((named.title(), named.about()), ("It's \"mine\"", "Here."));
    assert!(named.text().lines().nth(1).unwrap().starts_with("about = "), "{}", named.text());
}

#[test]
fn a_file_without_marks_gets_them_and_what_is_written_otherwise_is_refused_not_spoilt() {
    let bare = Sketch::read("x.toml", "title = 'A'\r\nmap = '''\r\n....\r\n....\r\n'''").unwrap();
    let named = made(&bare, Edit::Name(Naming::Area, "blue".to_owned()));
    let marked = made(&named, mark(Naming::Area, "blue", &[(0, 0)], true));
    assert_eq!(squares(&marked, "blue"), [(0, 0)]);
    assert!(marked.text().replace("\r\n", "").find('\n').is_none(), "line ends stay: {:?}", marked.text());
    is_sound(&marked);
    for text in [
        "title = 'A'\nmap = '''\n....\n'''\nareas = {}\n",
        "title = 'A'\nmap = '''\n....\n'''\nareas = { blue = 'b' }\nmarks = '''\nb...\n'''\n",
        "title = 'A'\nareas.blue = 'b'\nmap = '''\n....\n'''\nmarks = '''\nb...\n'''\n",
        "title = 'A'\nmap = '....'\nmarks = \"b...\"\n[areas]\n# none yet\n",
    ] {
        let sketch = Sketch::read("x.toml", text).unwrap();
        for edit in [
            Edit::Name(Naming::Area, "red".to_owned()),
            Edit::Remove(Naming::Area, "blue".to_owned()),
            Edit::Paint(Kind::Doorway, vec![(0, 1)]),
            Edit::Paint(Kind::Bush, vec![(0, 1), (0, 2), (0, 3)]),
        ] {
            match sketch.edited(&edit) {
                Ok(changed) => assert_ne!(changed.text(), text),
                Err(said) => assert!(!said.is_empty()),
            }
        }
    }
}

#[test]
fn ground_that_cannot_be_read_is_answered_with_the_mistakes_of_the_reader() {
    for text in
        ["", "map = 1", "title = 'x'\nmap = '''\n..\n.\n'''", "map = '''\n?\n'''", "map = \"\"\"\n.\\t\n\"\"\"", "[[["]
    {
        let said = Sketch::read("x.toml", text).unwrap_err();
        let read = parse_map("x.toml", text.as_bytes()).unwrap_err();
        assert!(said.0.iter().all(|one| read.0.contains(one)), "{said}\n{read}");
    }
    // A mistake elsewhere does not hide the ground, and its squares are found.
    let wrong = SHOP.replace("#s..#.xr.#", "#s..#.xq.#");
    let sketch = Sketch::read("x.toml", &wrong).unwrap();
    let mistakes = parse_map("x.toml", wrong.as_bytes()).unwrap_err();
    let at = mistakes.0[0].location.as_ref().unwrap();
    assert_eq!(sketch.square_at(at.line, at.column), Some((3, 7)), "{mistakes}");
    assert_eq!(sketch.square_at(1, 1), None);
}

#[test]
fn no_edit_of_an_ordinary_file_goes_wrong() {
    // A fixed sequence of numbers below `most`.
    let mut state = 7_u64;
    let mut next = move |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    let mut sketch = shop();
    let (mut done, mut refused) = (0, 0);
    for step in 0..600 {
        if step % 60 == 0 {
            sketch = if step % 120 == 0 { shop() } else { Sketch::read("x", &Sketch::blank(9, 12).unwrap()).unwrap() };
        }
        let square = (next(sketch.height()), next(sketch.width()));
        let row: Vec<_> = (square.1..(square.1 + 1 + next(6)).min(sketch.width())).map(|c| (square.0, c)).collect();
        let given = sketch.given()[next(sketch.given().len())].clone();
        let edit = match next(10) {
            0..=3 => Edit::Paint(Kind::ALL[next(Kind::ALL.len())], row),
            4 | 5 => mark(given.naming, &given.name, &row, next(3) > 0),
            6 => Edit::Join(given.name, [square, (next(sketch.height()), next(sketch.width()))]),
            7 => Edit::Name(Naming::ALL[next(3)], format!("name {step}")),
            8 if sketch.given().len() > 1 => Edit::Remove(given.naming, given.name),
            8 => Edit::About(format!("\"{step}\"")),
            _ if next(2) == 0 => Edit::Rename(given.naming, given.name, format!("Other {step}")),
            _ => Edit::Resize(4 + next(9), 4 + next(12)),
        };
        match sketch.edited(&edit) {
            Ok(changed) => {
                sketch = changed;
                done += 1;
            }
            Err(said) => {
                assert!(!said.contains("written in a way"), "{edit:?}: {said}\n{}", sketch.text());
                refused += 1;
            }
        }
    }
    assert!(done > 300 && refused > 0, "{done} done, {refused} refused");
}
