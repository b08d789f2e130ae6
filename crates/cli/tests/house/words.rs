//! Wordings that stop a native reader, each with a better one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::root;

/// A wording, and what to write in its place.
const WORDINGS: [(&str, &str); 34] = [
    ("who is asked", "the figure asked"),
    ("who looks on", "the observer"),
    ("whoever looks on", "the observer"),
    ("the one seen", "the target"),
    ("is told", "is reported, logged or shown"),
    ("are told", "are reported, logged or shown"),
    ("untold", "not logged"),
    ("so many of", "this number of"),
    ("of whom none", "excluding"),
    ("where nothing says", "by default"),
    ("what there is", "name it"),
    ("that there is,", "that exists,"),
    ("what becomes of who", "the fate of"),
    ("whence", "from where"),
    ("anyhow", "anyway"),
    ("was told", "was reported, logged or shown"),
    ("were told", "were reported, logged or shown"),
    ("been told", "been reported, logged or shown"),
    ("begins anew", "starts again"),
    ("begin anew", "start again"),
    ("starts anew", "starts again"),
    ("none where", "empty, or an entry without"),
    ("nought", "zero"),
    ("for show", "shown only"),
    ("comes to stand", "ends up, or enters"),
    ("how led", "the doctrine"),
    ("played apart", "played separately"),
    ("has to be known", "must be known"),
    ("the same but for", "the same except"),
    ("read off", "taken from"),
    ("unsaid", "not logged"),
    ("made whole", "completed"),
    ("nonsense", "invalid"),
    ("yardstick", "measure"),
];

/// Every file below a folder whose name ends so.
fn files(folder: &Path, ends: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files(&path, ends, found),
            false if path.to_string_lossy().ends_with(ends) => found.push(path),
            false => {}
        }
    }
}

#[test]
fn comments_and_documents_are_in_plain_words() {
    let (mut code, mut pages) = (Vec::new(), vec![root().join("README.md"), root().join("CHANGELOG.md")]);
    for krate in fs::read_dir(root().join("crates")).expect("a folder") {
        files(&krate.expect("a crate").path().join("src"), ".rs", &mut code);
    }
    files(&root().join("docs"), ".md", &mut pages);
    assert!(code.len() > 300 && pages.len() > 10, "{} {}", code.len(), pages.len());
    let mut found = Vec::new();
    for path in code.iter().chain(&pages) {
        let text = fs::read_to_string(path).expect("a file");
        let is_code = path.extension().is_some_and(|end| end == "rs");
        for (number, line) in text.lines().enumerate() {
            let prose = if is_code { line.split_once("//").map_or("", |(_, comment)| comment) } else { line };
            let prose = format!(" {} ", prose.to_lowercase());
            for (wording, better) in WORDINGS {
                let whole = |at: usize| {
                    let outside = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
                    outside(prose[..at].chars().next_back()) && outside(prose[at + wording.len()..].chars().next())
                };
                if prose.match_indices(wording).any(|(at, _)| whole(at)) {
                    found.push(format!("{}:{}: “{wording}”: {better}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
