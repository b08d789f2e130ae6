//! `scenarios/bad/`: every file there has the mistakes that `NAME.expected` beside it shows. After a change of wording,
//! `BLESS=1 cargo test -p scenario bad` writes them anew; read the difference before committing it.

use std::path::{Path, PathBuf};

use scenario::{Body, Diagnostics, Listed, RULESETS, Scenario, listed, load_map, parse_map_in};

pub(crate) fn scenarios() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

/// The bad files of a folder below `scenarios`, by name.
pub(crate) fn bad(folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(scenarios().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml" || extension == "tmx"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// Compares the mistakes of every bad file of a folder with the expected ones; `read` gets the name and the bytes.
fn refused(folder: &str, least: usize, read: impl Fn(&str, &[u8]) -> Diagnostics) {
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let files = bad(folder);
    assert!(files.len() >= least, "{}", files.len());
    let mut different = Vec::new();
    for (name, bytes) in files {
        // Use a name that is the same on every machine.
        let shown = read(&name, &bytes);
        let lines = bytes.split(|byte| *byte == b'\n').count();
        assert!(shown.0.iter().any(|mistake| mistake.source == name), "{name}: nothing is said of it");
        for mistake in &shown.0 {
            // Other mistakes are in a map that it names.
            let lines = if mistake.source == name { lines } else { usize::MAX };
            let at = mistake.location.as_ref().unwrap_or_else(|| panic!("{name}: not located"));
            assert!((1..=lines).contains(&at.line), "{name}: line {}", at.line);
            assert!(!mistake.message.is_empty(), "{name}");
        }
        let path = scenarios().join(folder).join(&name).with_extension("expected");
        let shown = format!("{shown}\n");
        if bless {
            std::fs::write(&path, &shown).unwrap();
        } else if std::fs::read_to_string(&path).unwrap_or_default() != shown {
            different.push(format!("{}:\n{shown}", path.display()));
        }
    }
    assert!(different.is_empty(), "{}\nBLESS=1 writes these", different.join("\n"));
}

#[test]
fn every_bad_file_is_refused_as_expected() {
    refused("bad", 60, |name, bytes| match Scenario::parse_in(&scenarios().join("bad"), name, bytes, &[], RULESETS) {
        Ok(scenario) => answered(&scenario).unwrap_or_else(|| panic!("{name} is not bad")),
        Err(mistakes) => mistakes,
    });
}

#[test]
fn every_bad_map_is_refused_as_expected() {
    refused("bad/maps", 120, |name, bytes| match parse_map_in(&scenarios().join("bad/maps"), name, bytes) {
        Ok(_) => panic!("{name} is not bad"),
        Err(mistakes) => mistakes,
    });
}

/// The mistakes in a situation's parameters, which only answering reveals.
fn answered(scenario: &Scenario) -> Option<scenario::Diagnostics> {
    let Body::Situation { cases, .. } = &scenario.body else { return None };
    (0..cases.len()).find_map(|case| scenario.answer(case).err())
}

#[test]
fn every_expectation_has_its_file() {
    for folder in ["bad", "bad/maps"] {
        let files: Vec<String> = bad(folder).into_iter().map(|(name, _)| name).collect();
        for entry in std::fs::read_dir(scenarios().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().to_string_lossy().into_owned();
            if let Some(stem) = name.strip_suffix(".expected") {
                let known = ["toml", "tmx"].iter().any(|ending| files.contains(&format!("{stem}.{ending}")));
                assert!(known, "{folder}/{name}");
            }
        }
    }
}

#[test]
fn shipped_files_are_listed_without_the_bad_ones_and_all_can_be_played() {
    let Listed { scenarios: files, maps, wrong } = listed(&scenarios()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_eq!(wrong, []);
    for file in &files {
        assert!(!file.path.components().any(|part| part.as_os_str() == "bad"), "{}", file.path.display());
        let scenario = Scenario::load(&file.path, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert_eq!((&scenario.title, &scenario.question), (&file.title, &file.question));
    }
    assert!(maps.len() >= 10 && maps.iter().all(|map| files.iter().all(|file| file.path != map.path)));
    for map in &maps {
        assert_eq!(load_map(&map.path).unwrap_or_else(|mistakes| panic!("{mistakes}")).about, map.question);
    }
    let directory = tempfile::tempdir().unwrap();
    let text = "title = 'T'\nruleset = 'fireteam'\nquestion = 'Q'\nblue.a.weapon = 'rifle'\nred.b.weapon = 'rifle'\n";
    for path in ["b/x.toml", "a.toml", "bad/y.toml", "b/notes.md"] {
        let path = directory.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let found = listed(directory.path()).unwrap().scenarios;
    let names: Vec<_> =
        found.iter().map(|one| one.path.strip_prefix(directory.path()).unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["a.toml", "b/x.toml"]);
    assert_eq!((found[0].title.as_str(), found[0].question.as_str()), ("T", "Q"));
    std::fs::write(directory.path().join("c.toml"), "title = 3").unwrap();
    std::fs::write(directory.path().join("d.toml"), text.replace("'rifle'", "'riffle'")).unwrap();
    // A wrong file does not hide others, and a file that `check` refuses is not listed.
    let Listed { scenarios, wrong, .. } = listed(directory.path()).unwrap();
    assert_eq!(scenarios, found);
    assert!(wrong.len() == 2 && wrong[0].to_string().contains("c.toml:1:9: title: invalid type"), "{wrong:?}");
    assert!(wrong[1].to_string().contains("did you mean `rifle`?"), "{wrong:?}");
    assert!(listed(&directory.path().join("nowhere")).is_err());
}
