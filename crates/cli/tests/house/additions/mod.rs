//! What `docs/CONTRIBUTING.md` adds by example: an option, a key of a doctrine and a situation, each of which works.

mod doctrine_key;
mod option;
mod situation;

use engage::Kind;
use serde_json::{Value, json};

use crate::text;
use doctrine_key::{Doctrine, Squad};
use option::{Jam, Rules};

#[test]
fn the_page_on_contributing_shows_these_files() {
    let page = text("docs/CONTRIBUTING.md");
    for file in ["option.rs", "doctrine_key.rs", "situation.rs"] {
        let code = text(&format!("crates/cli/tests/house/additions/{file}"));
        assert!(page.contains(&format!("```rust\n{code}```\n")), "docs/CONTRIBUTING.md differs from {file}");
    }
}

#[test]
fn an_option_is_one_entry_and_its_rule() {
    assert_eq!((Rules::default().jam, Rules::default().jams_on), (Jam::Go, 1));
    assert_eq!(Rules::default().goes_lost(5), 1);
    assert_eq!(engage::read::<Rules>(&json!({ "jam": "weapon" })).unwrap().goes_lost(5), 5);
    let wrong = engage::read::<Rules>(&json!({ "jam": "hand", "jams_on": 7 })).unwrap_err();
    assert_eq!(wrong.len(), 2, "{wrong:?}");
}

#[test]
fn a_key_of_a_doctrine_is_one_entry_and_the_player() {
    let squad = |keys: Value| engage::read::<Squad>(&keys).unwrap();
    let (usual, sparing) = (squad(json!({})), squad(json!({ "saves": 3 })));
    assert_eq!(usual.count, 1);
    assert!(doctrine_key::fires(&usual.doctrine(Doctrine::default()), 2, true));
    assert!(!doctrine_key::fires(&sparing.doctrine(Doctrine::default()), 2, true));
    assert!(doctrine_key::fires(&sparing.doctrine(Doctrine::default()), 2, false));
}

/// One shot jams on one face of six, two shots on 11 of 36; with `jams_on = 3` on 27 of 36.
#[test]
fn a_situation_is_one_file() {
    let kind = Kind::of::<situation::Jammed>();
    let jams = |parameters: Value| {
        let answer = kind.ask(&parameters).unwrap();
        let (numerator, denominator) = answer.values[0].fraction.clone().unwrap();
        format!("{numerator}/{denominator}")
    };
    assert_eq!(jams(json!({ "shots": 1 })), "1/6");
    assert_eq!(jams(json!({ "shots": 2 })), "11/36");
    assert_eq!(jams(json!({ "shots": 2, "options": { "jams_on": 3 } })), "3/4");
    let wrong = kind.ask(&json!({ "shots": 1, "options": { "jams_on": 7 } })).unwrap_err();
    assert_eq!(wrong[0].key, "options.jams_on");
}
