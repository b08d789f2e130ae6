//! Maps drawn with Tiled: their content in every encoding, and malicious files.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use engage::Map;
use field::Ground;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use scenario::{Diagnostics, Kind, Scenario, load_map, parse_map, parse_map_in};

use crate::corpus::scenarios;

/// The ground of the shipped room as comma-separated tile numbers.
fn room() -> (String, String) {
    let text = std::fs::read_to_string(scenarios().join("maps/single-room.tmx")).unwrap();
    let (start, end) = (text.find("csv\">").unwrap() + 5, text.find("</data>").unwrap());
    let data = text[start..end].to_owned();
    (text, data)
}

fn parse(text: &str) -> Result<Map, Diagnostics> {
    parse_map_in(&scenarios().join("maps"), "x.tmx", text.as_bytes())
}

#[track_caller]
fn read(text: &str) -> Map {
    parse(text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// Everything in a map that a game can observe, with the names in alphabetical order.
fn shown(map: &Map) -> String {
    let ground = |row| (0..map.plan.width()).map(move |column| map.plan.ground(row, column).symbol().unwrap_or('?'));
    let mut lines: Vec<String> = (0..map.plan.height()).map(|row| ground(row).collect()).collect();
    let mut names: Vec<&str> = map.rooms().map(|(name, _)| name).chain(map.areas().map(|(name, _)| name)).collect();
    names.sort_unstable();
    for name in names {
        let squares = map.squares(name).unwrap().iter().map(|cell| map.plan.position(cell));
        let squares: Vec<String> = squares.map(|at| format!("{},{}", at.row, at.column)).collect();
        lines.push(format!("{name}: {}", squares.join(" ")));
    }
    lines.extend(map.stairs().map(|(name, ends)| format!("{name}: {:?}", ends.map(|cell| map.plan.position(cell)))));
    format!("{}\n{}\n{}", map.title, map.about, lines.join("\n"))
}

#[test]
fn the_room_is_the_same_drawn_in_toml_and_with_tiled() {
    let [tiled, toml] = ["single-room.tmx", "single-room.toml"]
        .map(|name| load_map(&scenarios().join("maps").join(name)).unwrap_or_else(|mistakes| panic!("{mistakes}")));
    assert_eq!(shown(&tiled), shown(&toml));
    assert_eq!((tiled.plan.doors(), tiled.plan.cells()), (toml.plan.doors(), toml.plan.cells()));
}

#[test]
fn every_way_of_packing_reads_the_same() {
    let (text, data) = room();
    let expected = shown(&read(&text));
    let numbers: Vec<u32> = data.split(',').map(|number| number.trim().parse().unwrap()).collect();
    // Rotated tiles keep their kind.
    let turned: Vec<u32> = numbers.iter().zip(0..8).map(|(number, way)| number | way << 29).collect();
    let turned = turned.iter().chain(&numbers[8..]).flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let plain = |bytes: &[u8]| bytes.to_vec();
    let zlib = |bytes: &[u8]| {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap()
    };
    let gzip = |bytes: &[u8]| {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap()
    };
    type Pack<'p> = &'p dyn Fn(&[u8]) -> Vec<u8>;
    let ways: [(&str, Pack<'_>); 3] = [
        ("encoding=\"base64\"", &plain),
        ("encoding=\"base64\" compression=\"zlib\"", &zlib),
        ("encoding=\"base64\" compression=\"gzip\"", &gzip),
    ];
    for (encoding, pack) in ways {
        let packed = format!("\n   {}\n  ", STANDARD.encode(pack(&turned)));
        let text = text.replace("encoding=\"csv\"", encoding).replace(&data, &packed);
        assert_eq!(shown(&read(&text)), expected, "{encoding}");
        assert!(
            parse(&text.replace("width=\"22\" height=\"13\">\n  <data", "width=\"22\" height=\"12\">\n  <data"))
                .is_err()
        );
    }
    for text in [text.replace('\n', "\r\n"), format!("\u{feff}{text}"), text.replace(",\n", ",")] {
        assert_eq!(shown(&read(&text)), expected);
    }
}

/// A map of three by two squares with a tileset in it.
fn small(kinds: &str, data: &str, objects: &str) -> String {
    format!(
        "<map version='1.10' orientation='orthogonal' width='3' height='2' tilewidth='10' tileheight='20'>\
         <properties><property name='title' value='Small'/></properties>\
         <tileset firstgid='1' name='own' tilewidth='16' tileheight='16' tilecount='20' columns='5'>{kinds}</tileset>\
         <layer name='map' width='3' height='2'><data encoding='csv'>{data}</data></layer>{objects}</map>"
    )
}

const KINDS: &str = "<tile id='0' type='floor'/><tile id='1' class='wall'/><tile id='2' type='a rock'><properties>\
                     <property name='kind' value='block'/></properties></tile>";

#[test]
fn kinds_are_classes_or_properties_and_every_kind_has_its_word() {
    let map = read(&small(KINDS, "1,2,3,1,1,1", ""));
    let ground: Vec<Ground> = (0..3).map(|column| map.plan.ground(0, column)).collect();
    assert_eq!(ground, [Ground::FLOOR, Ground::WALL, Ground::BLOCK]);
    for kind in Kind::ALL {
        let kinds = format!("<tile id='0' type='floor'/><tile id='7' type='{}'/>", kind.name());
        assert_eq!(read(&small(&kinds, "1,1,1,1,8,1", "")).plan.ground(1, 1), kind.ground());
    }
    let two = "</tileset><tileset firstgid='30' name='more' tilewidth='1' tileheight='1' tilecount='1' columns='1'>\
               <tile id='0' type='rough'/>";
    assert_eq!(read(&small(&format!("{KINDS}{two}"), "1,1,30,1,1,1", "")).plan.ground(0, 2), Ground::ROUGH);
}

#[test]
fn shapes_cover_the_squares_whose_middles_they_cover() {
    let squares = |object: &str| {
        let objects = format!("<objectgroup name='areas'><object id='1' name='here' {object}</objectgroup>");
        let map = read(&small(KINDS, "1,1,1,1,1,2", &objects));
        let cells = map.squares("here").unwrap().iter().map(|cell| map.plan.position(cell));
        cells.map(|at| (at.row, at.column)).collect::<Vec<_>>()
    };
    assert_eq!(squares("x='0' y='0' width='20' height='20'/>"), [(0, 0), (0, 1)]);
    assert_eq!(squares("x='1' y='1' width='18' height='28'/>"), [(0, 0), (0, 1)], "the middle of row 2 is at 30");
    assert_eq!(squares("x='-4' y='0' width='38' height='45'/>"), [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)], "no wall");
    assert_eq!(squares("x='29' y='19'/>"), [(0, 2)], "an object without a size is a point");
    assert_eq!(squares("x='10' y='39'><point/></object>"), [(1, 1)]);
    assert_eq!(squares("x='30' y='0'><point/></object>"), [(0, 2)], "the edge belongs to the last square");
    let corner = "x='10' y='0'><polygon points='-10,0 20,0 20,1 -9,40'/></object>";
    assert_eq!(squares(corner), [(0, 0), (0, 1), (1, 0)]);
    let notched = "x='0' y='0'><polygon points='0,0 30,0 30,40 20,40 20,15 10,15 10,40 0,40'/></object>";
    assert_eq!(squares(notched), [(0, 0), (0, 1), (0, 2), (1, 0)], "an edge of it is no inside");
}

#[test]
fn names_hold_all_shapes_that_have_them_and_stairs_join_two() {
    let objects = "<objectgroup name='stairs'><object name='up' x='5' y='5'/><object name='up' x='25' y='5'/></objectgroup>\
                   <objectgroup name='rooms'><object name='west' x='1' y='1'/></objectgroup>\
                   <objectgroup name='areas'><object name='blue' x='1' y='1'/><object name='blue' x='1' y='21'/></objectgroup>";
    let map = read(&small(KINDS, "1,2,1,1,2,1", objects));
    assert_eq!(map.squares("west").unwrap().len(), 2, "as far as its space goes");
    assert_eq!(map.squares("blue").unwrap().len(), 2);
    let (name, ends) = map.stairs().next().unwrap();
    assert_eq!((name, ends.map(|cell| map.plan.position(cell).column)), ("up", [0, 2]));
}

#[test]
fn a_scenario_is_fought_on_it() {
    let text = "title = 'T'\nruleset = 'toy'\n[field]\nmap = 'single-room.tmx'\n\
                [blue.a]\ncount = 1\nweapon = 'm16'\n[red.b]\ncount = 1\nweapon = 'm16'\n";
    let parse = |text: &str| {
        let directory = scenarios().join("maps");
        Scenario::parse_in(&directory, "x.toml", text.as_bytes(), &[], crate::read::REGISTRY)
    };
    let [tiled, toml] = [text.to_owned(), text.replace(".tmx", ".toml")].map(|text| parse(&text).unwrap());
    assert_ne!(tiled.hash(), toml.hash(), "another file is named");
    let shown = parse(&text.replace("room.tmx", "rom.tmx")).unwrap_err().to_string();
    assert!(shown.ends_with("did you mean `single-room.tmx`?"), "{shown}");
}

#[test]
fn a_text_without_a_directory_opens_no_tileset() {
    let shown = parse_map("x.tmx", room().0.as_bytes()).unwrap_err().to_string();
    assert!(shown.contains("`ground.tsx` is a separate file, but this map was read alone"), "{shown}");
}

#[test]
fn tilesets_lie_with_the_map_or_below_it() {
    let directory = tempfile::tempdir().unwrap();
    let maps = directory.path().join("maps");
    std::fs::create_dir_all(maps.join("tiles")).unwrap();
    std::fs::copy(scenarios().join("maps/ground.tsx"), maps.join("tiles/ground.tsx")).unwrap();
    std::fs::copy(scenarios().join("maps/ground.tsx"), directory.path().join("ground.tsx")).unwrap();
    let told = |source: &str| {
        let text = room().0.replace("ground.tsx", source);
        parse_map_in(&maps, "x.tmx", text.as_bytes()).err().map(|mistakes| mistakes.0[0].message.clone())
    };
    assert_eq!(told("tiles/ground.tsx"), None);
    assert_eq!(told("./tiles/ground.tsx"), None);
    let outside = directory.path().join("ground.tsx").display().to_string();
    for source in ["../ground.tsx", "tiles/../../ground.tsx", &outside, ""] {
        assert!(told(source).is_some_and(|told| told.contains("is outside the map's directory")), "{source}");
    }
    assert!(told("tiles").is_some_and(|told| told.ends_with("is not a file")));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(directory.path().join("ground.tsx"), maps.join("tiles/linked.tsx")).unwrap();
        let linked = told("tiles/linked.tsx");
        assert!(
            linked.as_ref().is_some_and(|told| told.contains("is a link out of the map's directory")),
            "{linked:?}"
        );
    }
    assert!(told("tiles/grund.tsx").is_some_and(|told| told == "there is no file `tiles/grund.tsx`"));
    assert!(told("ground.tsx").is_some_and(|told| told == "there is no file `ground.tsx`"));
}

/// Files made to exhaust or to crash a reader.
#[test]
fn harm_is_refused_quickly() {
    let (text, data) = room();
    let nested =
        |tag: &str, times: usize| format!("{}{}</map>", text.trim_end().trim_end_matches("</map>"), tag.repeat(times));
    let huge = "4294967295";
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
    (0..200).for_each(|_| zlib.write_all(&[1; 1 << 20]).unwrap());
    let bomb = STANDARD.encode(zlib.finish().unwrap());
    let packed = |packed: &str| {
        text.replace("encoding=\"csv\"", "encoding=\"base64\" compression=\"zlib\"").replace(&data, packed)
    };
    let own = |tileset: &str| text.replace("<tileset firstgid=\"1\" source=\"ground.tsx\"/>", tileset);
    let tiles = format!("tilewidth='1' tileheight='1' tilecount='{huge}' columns='1'");
    let attributes: String = (0..100_000).map(|number| format!(" a{number}=''")).collect();
    let files = [
        nested("<group>", 100_000),
        nested("<group name='a'>", 60_000),
        nested("<properties><property name='a' type='class'>", 20_000),
        nested("<objectgroup name='areas'><object name='a' x='0' y='0'/></objectgroup>", 10_000),
        nested("<tileset firstgid='1' tilewidth='1' tileheight='1' tilecount='4096' columns='1'/>", 10_000),
        nested("<", 900_000),
        text.replace("csv\">", "csv\">&#49;,"),
        own(&format!("<tileset firstgid='1' {tiles}/>")),
        own(&format!("<tileset firstgid='{huge}' source='ground.tsx'/>")),
        own(&format!("<tileset firstgid='1' source='ground.tsx' {tiles}/>")),
        own(
            "<tileset firstgid='1' tilewidth='0' tileheight='0' tilecount='1'><image source='a' width='-1' height='1'/></tileset>",
        ),
        own(
            "<tileset firstgid='1' tilewidth='1' tileheight='1' tilecount='1' margin='9'><image source='a' width='1' height='1'/></tileset>",
        ),
        packed(&bomb),
        packed(""),
        text.replace("width=\"22\" height=\"13\"", &format!("width=\"{huge}\" height=\"{huge}\"")),
        text.replace("infinite=\"0\"", "infinite=\"1\"")
            .replace("csv\">", "csv\"><chunk x='0' y='0' width='2147483647' height='2147483647'>"),
        text.replace("<map ", &format!("<map{attributes} ")),
        text.replace("csv\">", "csv\">1<!-- -->,"),
        text.replace("csv\">", "csv\"><![CDATA[1,]]>"),
        text.replace("tilewidth=\"16\"", "tilewidth=\"0\""),
        text.replace("x=\"16\"", "x=\"1e300\""),
        text.replace("x=\"16\"", "x=\"-inf\" rotation=\"nan\""),
        text.replace("<map ", "<!DOCTYPE map SYSTEM 'file:///etc/passwd'><map "),
    ];
    for (number, text) in files.iter().enumerate() {
        let started = Instant::now();
        let mistakes = parse(text).map(drop).map_err(|mistakes| mistakes.0).expect_err(&format!("file {number}"));
        assert!(mistakes.iter().all(|mistake| mistake.location.is_some() || text.len() > 1 << 20), "file {number}");
        assert!(started.elapsed() < Duration::from_secs(20), "file {number} took {:?}", started.elapsed());
    }
    assert!(!Path::new("ground.tsx").exists());
}
