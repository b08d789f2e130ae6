//! How long the golden situations of all rulesets take.

use std::path::Path;
use std::time::Instant;

use engage::Ruleset;
use testkit::golden::{Record, records};

/// All golden situations, the slowest first, with the milliseconds that each takes: the fastest of three.
///
/// # Errors
/// When no ruleset knows a situation, or an answer is wrong.
pub fn slowest() -> Result<Vec<(f64, String)>, String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let rulesets: [(&str, &str, &[&Ruleset]); 5] = [
        ("chain-reaction", "chain_reaction", &[&chain_reaction::RULESET]),
        ("cortex", "cortex", &[&cortex::FIRETEAM, &cortex::FIREFIGHT]),
        ("cqb", "cqb", &[&cqb::RULESET]),
        ("fireteam", "fireteam", &[&fireteam::RULESET]),
        ("go-go-go", "go_go_go", &[&go_go_go::RULESET]),
    ];
    let mut all: Vec<(f64, String)> = Vec::new();
    for (folder, name, rulesets) in rulesets {
        for record in records(&crates.join(format!("{folder}/tests/golden/{name}.json"))) {
            let knows = |ruleset: &&&Ruleset| ruleset.kinds.iter().any(|kind| kind.id == record.kind());
            let ruleset = rulesets.iter().find(knows).ok_or_else(|| format!("nobody knows `{}`", record.kind()))?;
            all.push((milliseconds(&record, ruleset)?, format!("{name} {} ({})", record.id, record.kind())));
        }
    }
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    Ok(all)
}

/// The time of an answer, the fastest of three.
fn milliseconds(record: &Record, ruleset: &Ruleset) -> Result<f64, String> {
    let mut fastest = f64::INFINITY;
    for _ in 0..3 {
        let begun = Instant::now();
        record.check(ruleset)?;
        fastest = fastest.min(begun.elapsed().as_secs_f64() * 1e3);
    }
    Ok(fastest)
}
