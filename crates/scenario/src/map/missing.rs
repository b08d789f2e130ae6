//! Messages about missing files.

#![allow(clippy::disallowed_methods, reason = "reads scenarios and maps")]

use std::path::Path;

use crate::words::nearest;

/// The most characters of a path that are shown.
pub(crate) const LONGEST_PATH: usize = 200;

/// The most files of a directory that a misspelt name is compared with.
const MOST_FILES: usize = 10_000;

/// For a path in which TOML has read backslashes as escapes, such as `\b` in `"maps\bank.toml"`: the escapes as
/// written, and the path with forward slashes.
pub(crate) fn escaped(written: &str) -> Option<(String, String)> {
    const ESCAPES: [(char, char); 6] =
        [('\u{8}', 'b'), ('\t', 't'), ('\n', 'n'), ('\u{c}', 'f'), ('\r', 'r'), ('\u{1b}', 'e')];
    let letter = |c: char| ESCAPES.iter().find(|escape| escape.0 == c).map(|escape| escape.1);
    let first = written.chars().find_map(letter)?;
    let meant = written.chars().map(|c| letter(c).map_or(c.to_string(), |letter| format!("/{letter}")));
    Some((format!("\\{first}"), meant.collect::<String>().replace('\\', "/")))
}

/// The message for a missing file, and advice with the most similar file name with one of these extensions, if there is
/// one.
pub(crate) fn missing(written: &str, path: &Path, endings: &[&str]) -> (String, Option<String>) {
    if !cfg!(windows) && written.contains('\\') {
        let help = format!("write paths with forward slashes: \"{}\"", written.replace('\\', "/"));
        return (format!("there is no file `{written}`"), Some(help));
    }
    let directory = path.parent().unwrap_or(path);
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let Ok(entries) = std::fs::read_dir(directory) else {
        let parent = Path::new(written).parent().unwrap_or(Path::new("")).display();
        return (format!("there is no file `{written}`, and no directory `{parent}` either"), None);
    };
    let is_one = |name: &String| Path::new(name).extension().is_some_and(|end| endings.iter().any(|one| end == *one));
    let names = entries.take(MOST_FILES).filter_map(|entry| entry.ok()?.file_name().into_string().ok()).filter(is_one);
    let mut names: Vec<String> = names.collect();
    names.sort();
    let name = Path::new(written).file_name().and_then(|name| name.to_str()).unwrap_or("");
    let near = nearest(name, names.iter().map(String::as_str)).map(|near| Path::new(written).with_file_name(near));
    (format!("there is no file `{written}`"), near.map(|near| format!("did you mean `{}`?", near.display())))
}
