//! How long the golden and the shipped situations of all rulesets take.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use engage::Ruleset;
use scenario::{Body, Scenario};
use testkit::golden::records;

/// Every golden situation and every case of a shipped scenario, the slowest first, with the milliseconds that each takes: the
/// fastest of three. Of a scenario, the slowest case counts.
///
/// # Errors
/// When no ruleset knows a situation, a golden answer is wrong, or a scenario cannot be read.
pub fn slowest() -> Result<Vec<(f64, String)>, Box<dyn Error>> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rulesets: [(&str, &str, &[&Ruleset]); 5] = [
        ("chain-reaction", "chain_reaction", &[&chain_reaction::RULESET]),
        ("cortex", "cortex", &[&cortex::FIRETEAM, &cortex::FIREFIGHT]),
        ("cqb", "cqb", &[&cqb::RULESET]),
        ("fireteam", "fireteam", &[&fireteam::RULESET]),
        ("go-go-go", "go_go_go", &[&go_go_go::RULESET]),
    ];
    let mut all: Vec<(f64, String)> = Vec::new();
    for (folder, name, rulesets) in rulesets {
        for record in records(&home.join(format!("crates/{folder}/tests/golden/{name}.json"))) {
            let knows = |ruleset: &&&Ruleset| ruleset.kinds.iter().any(|kind| kind.id == record.kind());
            let ruleset = rulesets.iter().find(knows).ok_or_else(|| format!("nobody knows `{}`", record.kind()))?;
            let taken = milliseconds(|| record.check(ruleset))?;
            all.push((taken, format!("{name} {} ({})", record.id, record.kind())));
        }
        for file in fs::read_dir(home.join("scenarios").join(name))? {
            let path = file?.path();
            let scenario = Scenario::load(&path, &[]).map_err(|mistakes| mistakes.to_string())?;
            let Body::Situation { kind, cases } = &scenario.body else { continue };
            let mut most = 0.0_f64;
            for case in 0..cases.len() {
                most = most.max(milliseconds(|| scenario.answer(case).map_err(|mistakes| mistakes.to_string()))?);
            }
            let title = path.file_stem().unwrap_or_default().display();
            all.push((most, format!("{name} {title} ({})", kind.id)));
        }
    }
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    Ok(all)
}

/// The time of an answer, the fastest of three.
fn milliseconds<T>(answer: impl Fn() -> Result<T, String>) -> Result<f64, String> {
    let mut fastest = f64::INFINITY;
    for _ in 0..3 {
        let begun = Instant::now();
        answer()?;
        fastest = fastest.min(begun.elapsed().as_secs_f64() * 1e3);
    }
    Ok(fastest)
}
