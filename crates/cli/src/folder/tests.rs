//! Runs that use one folder at the same time.

use std::fs;
use std::sync::Barrier;

use super::{ABOUT, Failure, Folder, RESULTS};

/// Writes a report as a run does. Returns why it was refused, if it was.
fn report(folder: &std::path::Path, together: &Barrier) -> Option<String> {
    together.wait();
    let written = Folder::find(folder).and_then(|mut folder| {
        folder.hold()?;
        folder.put("tallies.jsonl", b"counted")?;
        folder.write(&[("report.html".to_owned(), b"page".to_vec()), (RESULTS.to_owned(), b"{}".to_vec())])
    });
    match written {
        Ok(()) => None,
        Err(Failure::File { source, .. }) => Some(source.to_string()),
        Err(other) => Some(other.to_string()),
    }
}

#[test]
fn of_those_who_come_at_once_each_writes_all_or_is_refused() {
    let parent = tempfile::tempdir().unwrap();
    let mut refused = 0;
    for round in 0..300 {
        let folder = parent.path().join(if round % 3 == 0 { "deep/new" } else { "new" });
        let together = Barrier::new(3);
        let ended: Vec<Option<String>> = std::thread::scope(|scope| {
            let runs = [(); 3].map(|()| scope.spawn(|| report(&folder, &together)));
            runs.into_iter().map(|run| run.join().unwrap()).collect()
        });
        assert!(ended.contains(&None), "round {round}: {ended:?}");
        let told = ended.iter().flatten();
        assert!(told.clone().all(|told| told == "another run is writing to this folder"), "round {round}: {ended:?}");
        refused += told.count();
        for name in [ABOUT, RESULTS, "report.html"] {
            assert!(folder.join(name).is_file(), "round {round}: {name}");
        }
        let around = folder.parent().unwrap();
        assert_eq!(fs::read_dir(around).unwrap().count(), 1, "nothing stays beside the folder");
        fs::remove_dir_all(if round % 3 == 0 { around } else { folder.as_path() }).unwrap();
    }
    assert!(refused > 0, "some came at the same time");
}

#[test]
fn who_is_refused_removes_what_he_made_and_nothing_of_others() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("deep/new");
    let first = Folder::held(&folder).unwrap();
    assert!(Folder::held(&folder).is_err() && Folder::shared(&folder).is_err());
    assert!(folder.is_dir(), "it is empty, but held");
    drop(first);
    assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0, "nothing was written");
    // Parts share a folder, and no report can be written to it meanwhile.
    let parts = [Folder::shared(&folder).unwrap(), Folder::shared(&folder).unwrap()];
    assert!(Folder::held(&folder).is_err());
    drop(parts);
    Folder::held(&folder).unwrap();
    let long = parent.path().join("other").join("x".repeat(300));
    assert!(Folder::held(&long).is_err() && !parent.path().join("other").exists());
}
