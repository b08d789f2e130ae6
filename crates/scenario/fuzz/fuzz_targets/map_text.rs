//! Any bytes are a map, in TOML or of Tiled's, or a list of mistakes, each within the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenario::parse_map;

fuzz_target!(|bytes: &[u8]| {
    let tiled = bytes.trim_ascii_start().starts_with(b"<");
    match parse_map(if tiled { "fuzz.tmx" } else { "fuzz.toml" }, bytes) {
        Ok(map) => assert!(map.plan.cells() > 0 && !map.title.is_empty()),
        Err(mistakes) => {
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
            assert!((1..=20).contains(&mistakes.0.len()));
            for mistake in &mistakes.0 {
                let at = mistake.location.as_ref().expect("a mistake stands in the text");
                assert!((1..=lines).contains(&at.line) && at.column >= 1 && at.width >= 1);
                assert!(!mistake.to_string().is_empty());
            }
        }
    }
});
