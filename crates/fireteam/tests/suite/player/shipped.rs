//! The simple player in whatever scenario is shipped.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use engage::Outcome;
use scenario::{Body, Scenario};

fn shipped() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/fireteam");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("scenarios").map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

/// Engagements of each cell.
const ENGAGEMENTS: usize = 20;

#[test]
fn steady_plays_every_shipped_scenario() {
    let mut cells = 0;
    for path in shipped() {
        let load = |sets: &[String]| Scenario::load(&path, sets).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let Body::Fight(usual) = load(&[]).body else { continue };
        let men = usual.iter().flat_map(|cell| cell.battle.figures());
        let squads: BTreeSet<String> =
            men.map(|man| format!("{}.{}.player=\"steady\"", man.side.name(), man.squad)).collect();
        let squads: Vec<String> = squads.into_iter().collect();
        let Body::Fight(steady) = load(&squads).body else { panic!("cells") };
        for cell in &steady {
            let mut outcomes = [Outcome::default(); ENGAGEMENTS];
            cell.battle.play(1, 0, &mut outcomes);
            for (engagement, outcome) in (0..).zip(outcomes) {
                assert_eq!(cell.battle.replay(1, engagement).0, outcome, "{}", path.display());
            }
            cells += 1;
        }
    }
    assert!(cells > 30, "{cells}");
}
