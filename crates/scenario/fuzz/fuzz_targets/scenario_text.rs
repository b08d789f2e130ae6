//! Any bytes are a scenario or a list of mistakes, each within the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenario::{RULESETS, Scenario};

fuzz_target!(|bytes: &[u8]| {
    match Scenario::parse("fuzz.toml", bytes, &[], RULESETS) {
        Ok(scenario) => {
            let _ = scenario.rules_changed();
            assert_eq!(scenario.hash().len(), 16);
        }
        Err(mistakes) => {
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
            assert!((1..=20).contains(&mistakes.0.len()));
            for mistake in &mistakes.0 {
                let at = mistake.location.as_ref().expect("a mistake without overrides stands in the text");
                assert!((1..=lines).contains(&at.line) && at.column >= 1 && at.width >= 1);
                assert!(at.column - 1 - at.skipped <= at.line_text.chars().count());
                assert!(!mistake.to_string().is_empty());
            }
        }
    }
});
