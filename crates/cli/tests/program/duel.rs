//! A duel and a shot, small enough to play in every test.

use std::fs;

use tempfile::TempDir;

pub(crate) const DUEL: &str = r#"title = "Elite against Novice"
question = "Who wins?"
ruleset = "cqb"

[play]
engagements = 20_000
seed = 7
method = "sampled"

[field]
range = 12

[blue.entry-team]
ability = "elite"
weapon = "smg+"
armour = ["soft"]

[red.gunmen]
ability = "novice"
weapon = "poor rifle"

[sweep]
"field.range" = [6, 12]

[variants.bare]
"blue.entry-team.armour" = []
"#;

const SHOT: &str = r#"title = "A snap shot"
ruleset = "cqb"

[situation]
kind = "to_hit"
ability = "novice"
range = 12
"#;

/// A folder of its own for each test, with a duel and a shot in it.
pub(crate) fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("duel.toml"), DUEL).unwrap();
    fs::write(folder.path().join("shot.toml"), SHOT).unwrap();
    folder
}
