//! For any bytes the parser returns a scenario, or mistakes that lie within the text.

use std::path::Path;

use engage::Ruleset;
use scenario::{Diagnostics, RULESETS, Scenario, parse_map, parse_map_in};

use crate::corpus::{bad, scenarios};
use crate::read::{FIGHT, REGISTRY, SITUATION};

/// Parses, and checks that every mistake can be shown at its place.
fn returns(bytes: &[u8], registry: &[&'static Ruleset]) -> Result<Scenario, Diagnostics> {
    within(bytes, Scenario::parse("any.toml", bytes, &[], registry))
}

/// Checks that every mistake lies within the text.
fn within<T>(bytes: &[u8], result: Result<T, Diagnostics>) -> Result<T, Diagnostics> {
    if let Err(mistakes) = &result {
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
        assert!((1..=20).contains(&mistakes.0.len()));
        for mistake in &mistakes.0 {
            let at = mistake.location.as_ref().expect("a mistake in a file has a place");
            // Other mistakes are in a tileset that it names.
            let lines = if mistake.source.starts_with("any.") { lines } else { usize::MAX };
            assert!((1..=lines).contains(&at.line), "line {} of {lines}", at.line);
            assert!(at.column - 1 - at.skipped <= at.line_text.chars().count());
            let upsets_a_terminal = |c: char| c.is_control() && c != '\n' && c != '\t';
            assert!(at.width >= 1 && !mistake.to_string().contains(upsets_a_terminal));
        }
    }
    result
}

/// A generator for mutations: SplitMix64, which is more than good enough.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// Pieces with a meaning to the parser.
const PIECES: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "'''",
    "=",
    ".",
    ",",
    "\n",
    "\r",
    "\t",
    "#",
    "\\",
    "\0",
    "nan",
    "-inf",
    "1e999",
    "0x",
    "é",
    "\u{feff}",
    "[sweep]\n",
    "[variants.a]\n",
    "[situation]\n",
    "\"field.range\" = [1, 2]\n",
    "red",
    "blue",
    "true",
    "-1",
    "9223372036854775807",
    "99999999999999999999",
    "1979-05-27",
    "[[red]]\n",
    "a.b.c",
    "kind = \"throw\"\n",
    "play.seed",
];

fn mutated(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=random.below(4) {
        let (at, other) = (random.below(bytes.len() + 1), random.below(bytes.len() + 1));
        let (from, to) = (at.min(other), at.max(other).min(at.min(other) + 40));
        match random.below(6) {
            0 => drop(bytes.drain(from..to)),
            1 => bytes.truncate(at),
            2 => bytes.insert(at, random.next() as u8),
            3 => {
                let copied = bytes[from..to].to_vec();
                drop(bytes.splice(other..other, copied));
            }
            _ => drop(bytes.splice(at..at, PIECES[random.below(PIECES.len())].bytes())),
        }
    }
    bytes
}

#[test]
fn mutations_of_good_and_bad_files() {
    let mut random = Random(7);
    let mut seeds: Vec<Vec<u8>> = bad("bad").into_iter().map(|(_, bytes)| bytes).collect();
    for file in scenario::listed(&scenarios()).expect("shipped files are right").scenarios {
        seeds.push(std::fs::read(&file.path).expect("it has just been listed"));
    }
    let (mut refused, mut read) = (0, 0);
    for round in 0..4000 {
        let (text, registry) = match round % 4 {
            0 => (FIGHT.as_bytes(), REGISTRY),
            1 => (SITUATION.as_bytes(), REGISTRY),
            _ => (seeds[random.below(seeds.len())].as_slice(), RULESETS),
        };
        match returns(&mutated(text, &mut random), registry) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 1000 && read > 50, "{refused} refused, {read} read: the mutations reach both ends");
}

/// Pieces with a meaning in a map file.
const DRAWN: &[&str] = &[
    "#",
    ".",
    "+",
    "\n",
    "\r\n",
    " ",
    "\t",
    "b",
    "v",
    "1",
    "é",
    "'''",
    "\\",
    "[rooms]\n",
    "[areas]\n",
    "[stairs]\n",
    "[legend]\n",
    "map = '''\n",
    "marks = '''\n",
    "x = 'wall'\n",
    "blue = ['lobby']\n",
    "red = 'b'\n",
    "~",
];

#[test]
fn mutations_of_maps() {
    let mut random = Random(11);
    let drawn = bad("bad/maps").into_iter().filter(|(name, _)| name.ends_with(".toml"));
    let mut seeds: Vec<Vec<u8>> = drawn.map(|(_, bytes)| bytes).collect();
    let sound: Vec<Vec<u8>> =
        crate::maps::shipped().iter().map(|path| std::fs::read(path).expect("it has just been listed")).collect();
    (0..seeds.len() / sound.len()).for_each(|_| seeds.extend(sound.iter().cloned()));
    let (mut refused, mut read) = (0, 0);
    for _ in 0..300 {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        for _ in 0..random.below(4) {
            let (at, piece) = (random.below(bytes.len() + 1), DRAWN[random.below(DRAWN.len())]);
            // Overwrite, so that rows often keep their length.
            let over = if random.below(3) > 0 { piece.len().min(bytes.len() - at) } else { 0 };
            drop(bytes.splice(at..at + over, piece.bytes()));
        }
        match within(&bytes, parse_map("any.toml", &bytes)) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 100 && read > 10, "{refused} refused, {read} read: the mutations reach both ends");
}

/// Pieces with a meaning in a map of Tiled's.
const TILED: &[&str] = &[
    "<",
    ">",
    "/>",
    "\"",
    "&lt;",
    "&#0;",
    "<!--",
    "<![CDATA[",
    "]]>",
    "<?x",
    ",",
    "0",
    "-1",
    "7",
    "4294967295",
    "nan",
    "1e38",
    " encoding=\"base64\"",
    " compression=\"zlib\"",
    " template=\"x\"",
    " source=\"ground.tsx\"",
    " rotation=\"1\"",
    " gid=\"3\"",
    " columns=\"0\"",
    " type=\"wall\"",
    " xml:id=\"3\"",
    "<tile id=\"1\"/>",
    "<image source=\"x\" width=\"1\" height=\"1\"/>",
    "<data encoding=\"csv\">1</data>",
    "<layer name=\"map\" width=\"1\" height=\"1\">",
    "</layer>",
    "<group>",
    "</group>",
    "<objectgroup name=\"stairs\">",
    "</objectgroup>",
    "<object name=\"up\"/>",
    "<polygon points=\"0,0 9,9 0,9\"/>",
    "<ellipse/>",
    "<properties>",
    "</properties>",
    "<property name=\"kind\" value=\"wall\"/>",
];

#[test]
fn mutations_of_maps_of_tiled() {
    let mut random = Random(13);
    let maps = scenarios().join("maps");
    let drawn = bad("bad/maps").into_iter().filter(|(name, _)| name.ends_with(".tmx"));
    let mut seeds: Vec<Vec<u8>> = drawn.map(|(_, bytes)| bytes).collect();
    let sound = std::fs::read(maps.join("single-room.tmx")).expect("a map that is shipped");
    (0..seeds.len()).for_each(|_| seeds.push(sound.clone()));
    let (mut refused, mut read) = (0, 0);
    for _ in 0..1000 {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        for _ in 0..random.below(4) {
            let (at, piece) = (random.below(bytes.len() + 1), TILED[random.below(TILED.len())]);
            // At the end of a tag or a number, so that more of it stays XML.
            let ends = [b' ', b'>', b',', b'"'];
            let at =
                bytes[at..].iter().position(|byte| ends.contains(byte)).map_or(at, |end| at + end + random.below(2));
            let over = if random.below(3) == 0 { piece.len().min(bytes.len() - at) } else { 0 };
            drop(bytes.splice(at..at + over, piece.bytes()));
        }
        match within(&bytes, parse_map_in(&maps, "any.tmx", &bytes)) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 300 && read > 100, "{refused} refused, {read} read: the mutations reach both ends");
}

#[test]
fn every_beginning_of_a_map_of_tiled() {
    let maps = scenarios().join("maps");
    let text = std::fs::read(maps.join("single-room.tmx")).expect("a map that is shipped");
    for end in 0..text.len() - 1 {
        assert!(within(&text[..end], parse_map_in(&maps, "any.tmx", &text[..end])).is_err(), "{end}");
    }
}

#[test]
fn every_beginning_of_a_file() {
    for end in 0..FIGHT.len() {
        let _ = returns(&FIGHT.as_bytes()[..end], REGISTRY);
    }
}

#[test]
fn junk() {
    let mut random = Random(1);
    for size in [1, 2, 3, 10, 1000, 100_000] {
        let bytes: Vec<u8> = (0..size).map(|_| random.next() as u8).collect();
        assert!(returns(&bytes, RULESETS).is_err());
        let text: Vec<u8> = (0..size).map(|_| b" \n\t[]{}=\"'.#a1"[random.below(14)]).collect();
        let _ = returns(&text, RULESETS);
        let tags: Vec<u8> = (0..size).map(|_| b"<>/=\"& \na1,"[random.below(11)]).collect();
        for bytes in [bytes, text, tags, [b"<map>", vec![b'<'; size].as_slice()].concat()] {
            for name in ["any.toml", "any.tmx"] {
                assert!(within(&bytes, parse_map(name, &bytes)).is_err());
            }
        }
    }
}

#[test]
fn depth_and_length_that_would_break_a_stack() {
    let dotted = vec!["a"; 79].join(".");
    let braces = format!("x = {}1{}\n", format!("{{{dotted} = ").repeat(78), "}".repeat(78));
    let mut texts = vec![format!("[{dotted}]\n{braces}"), format!("{braces}{braces}"), format!("[sweep]\n{braces}")];
    texts.push(format!("[sweep]\n\"{}\" = [1]\n", vec!["rules"; 100_000].join(".")));
    for open in ["[", "{", "[[", "a.", "{a=", "\"", "'''"] {
        texts.push(format!("a = {}", open.repeat(200_000)));
        texts.push(open.repeat(200_000));
    }
    for text in texts {
        assert!(returns(text.as_bytes(), RULESETS).is_err());
        assert!(returns(format!("{FIGHT}\n{text}").as_bytes(), REGISTRY).is_err());
    }
    let deep = format!("{}=1", vec!["rules"; 100_000].join("."));
    assert!(Scenario::parse("x", FIGHT.as_bytes(), &[deep], REGISTRY).is_err());
}

#[test]
fn files_that_are_too_long_are_not_read() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("long.toml");
    let file = std::fs::File::create(&path).expect("a new file");
    file.set_len(100 << 20).expect("a sparse file");
    let shown = Scenario::load(&path, &[]).unwrap_err().to_string();
    assert!(shown.ends_with("long.toml: the file has 104857600 bytes: at most 1048576 are read"), "{shown}");
    let bytes = vec![b'#'; (1 << 20) + 1];
    assert!(returns(&bytes, RULESETS).unwrap_err().to_string().contains("at most 1048576 are read"));
    let mut within = format!("{FIGHT}#").into_bytes();
    within.resize(1 << 20, b'x');
    assert!(returns(&within, REGISTRY).is_ok());
}

#[test]
fn what_cannot_be_read_is_named() {
    let told = |path: &Path| Scenario::load(path, &[]).unwrap_err().to_string();
    assert!(told(Path::new("no/such.toml")).starts_with("error: no/such.toml: cannot be read: "));
    assert!(told(&scenarios()).contains("is a directory, not a file: name a file in it, or all of them as "));
    if Path::new("/dev/zero").exists() {
        assert!(told(Path::new("/dev/zero")).contains("/dev/zero"));
    }
}
