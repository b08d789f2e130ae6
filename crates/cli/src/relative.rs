//! Relative paths between files.

use std::path::{Component, Path, PathBuf};

/// The path of a file as a scenario in a directory writes it.
pub(crate) fn path(directory: &Path, file: &Path) -> String {
    let plain = |path: &Path| std::path::absolute(path).unwrap_or(path.to_owned());
    // A link matters on the way up (`..`), not on the way down.
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| plain(path));
    let here = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let beside = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = file.file_name().unwrap_or_default();
    let (here, there) = match plain(beside).starts_with(plain(here)) {
        true => (plain(here), plain(beside).join(name)),
        false => (real(here), real(beside).join(name)),
    };
    let shared = here.components().zip(there.components()).take_while(|(one, other)| one == other).count();
    if shared == 0 {
        return there.display().to_string();
    }
    let up = here.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(there.components().skip(shared)).collect();
    path.display().to_string().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::path;

    #[test]
    fn a_file_is_named_from_the_folder_of_the_other() {
        let root = tempfile::tempdir().unwrap();
        let maps = root.path().join("maps");
        let questions = root.path().join("my/questions");
        std::fs::create_dir_all(&maps).unwrap();
        std::fs::create_dir_all(&questions).unwrap();
        assert_eq!(path(&questions, &maps.join("bank.toml")), "../../maps/bank.toml");
        assert_eq!(path(root.path(), &maps.join("bank.toml")), "maps/bank.toml");
        assert_eq!(path(&maps, &maps.join("bank.toml")), "bank.toml");
        assert_eq!(path(Path::new(""), Path::new("bank.toml")), "bank.toml");
        assert_eq!(path(Path::new(""), Path::new("no/such/bank.toml")), "no/such/bank.toml");
    }
}
