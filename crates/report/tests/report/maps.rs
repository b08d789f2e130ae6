//! Maps as text and as pictures.

use engage::Map;
use report::{Asked, NotThere, Shown, map_files, map_text};
use scenario::parse_map;

const SHOP: &str = "title = 'A shop <&>'
map = '''
########
#..+.\".#
#..#._.#
########
'''
marks = '''
########
#b.+.\".#
#..#r_.#
########
'''
areas = { blue = 'b', red = 'r' }
rooms = { \"back <room>\" = 'r' }
";

fn shop() -> Map {
    parse_map("shop.toml", SHOP.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn text_shows_what_is_asked() {
    let map = shop();
    let asked = Asked { sight: Some((2, 2)), reach: Some(((2, 2), 3.0)), open: vec![1], all_open: false };
    let shown = map_text(&Shown::new(&map, &asked).unwrap(), 80, false);
    for part in [
        "\n  2 #../.\".#\n",
        "\n  2 #@cccss#\n",
        "\n  2 #@123  #\n",
        "/ open door",
        "back <room>",
        "  1  2,4  back <room> / room 2, open",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    let shut = map_text(&Shown::new(&map, &Asked { sight: Some((2, 2)), ..Asked::default() }).unwrap(), 80, true);
    assert!(!shut.contains("open door") && shut.contains("\u{1b}[33m+\u{1b}[0m"), "{shut}");
}

#[test]
fn areas_are_drawn_over_the_ground_those_that_overlap_apart() {
    let map = shop();
    let shown = map_text(&Shown::new(&map, &Asked::default()).unwrap(), 80, false);
    for part in ["\n  2 #B.+.\".#\n", "\n  3 #..#R_.#\n", "\nB blue   R red\n"] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    let both = SHOP.replace("areas = {", "areas = { both = 'br', bar = 'b', buy = 'r',");
    let map = parse_map("shop.toml", both.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let shown = map_text(&Shown::new(&map, &Asked::default()).unwrap(), 80, true);
    assert!(shown.contains("\nB both\n") && shown.contains("\nB bar   A buy\n"), "{shown}");
    assert!(shown.contains("\nB blue   R red\n") && shown.contains("\u{1b}[1;34mB\u{1b}[0m"), "{shown}");
}

#[test]
fn pictures_are_the_same_each_time_and_name_what_is_there() {
    let map = shop();
    let asked = Asked { sight: Some((2, 2)), reach: Some(((2, 2), 3.0)), open: Vec::new(), all_open: true };
    let shown = Shown::new(&map, &asked).unwrap();
    let files = map_files(&shown).unwrap();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["01-plan.svg", "01-plan.png", "02-sight.svg", "02-sight.png", "03-reach.svg", "03-reach.png"]);
    assert!(files == map_files(&shown).unwrap());
    let svg = String::from_utf8_lossy(&files[0].1);
    for word in ["A shop &lt;&amp;&gt;", "back &lt;room&gt;", "blue", "red", "low wall", "10 inches"] {
        assert!(svg.contains(word), "{word}");
    }
    assert!(files[1].1.starts_with(b"\x89PNG"));
}

#[test]
fn what_is_not_there_is_told() {
    let map = shop();
    let told = |asked: Asked| Shown::new(&map, &asked).unwrap_err();
    let outside = NotThere::Outside { row: 5, column: 1, rows: 4, columns: 8 };
    assert_eq!(told(Asked { sight: Some((5, 1)), ..Asked::default() }), outside);
    let closed = NotThere::Closed { row: 1, column: 1, kind: "wall" };
    assert_eq!(told(Asked { reach: Some(((1, 1), 6.0)), ..Asked::default() }), closed);
    assert_eq!(
        told(Asked { open: vec![2], ..Asked::default() }).to_string(),
        "there is no door 2, expected 1 to 1 or `all`"
    );
    for inches in [0.0, -1.0, f64::NAN, 1001.0] {
        let asked = Asked { reach: Some(((2, 2), inches)), ..Asked::default() };
        assert!(matches!(told(asked), NotThere::Inches(_)));
    }
}
