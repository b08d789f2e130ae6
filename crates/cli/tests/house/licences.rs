//! The licences of all dependencies.

use crate::cargo;

/// Licences that require no more than attribution.
const ALLOWED: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Whether allowed licences alone satisfy an expression: one of `OR` (or the old `/`), all of `AND`.
fn allowed(expression: &str) -> bool {
    let bare = expression.replace(['(', ')'], "").replace('/', " OR ");
    // With `AND`, as in `(MIT OR Apache-2.0) AND Unicode-3.0`, every licence named must be allowed.
    let mut words = bare.split(" AND ").flat_map(|part| part.split(" OR ")).map(str::trim);
    if bare.contains(" AND ") {
        words.all(|word| ALLOWED.contains(&word))
    } else {
        words.any(|word| ALLOWED.contains(&word))
    }
}

#[test]
fn every_dependency_may_be_shipped() {
    let tree =
        cargo(&["tree", "--workspace", "--prefix", "none", "--edges", "normal,build,dev", "--format", "{p}|{l}|"]);
    let mut packages = 0;
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let mut parts = line.split('|');
        let (package, licence) = (parts.next().unwrap(), parts.next().unwrap());
        assert!(allowed(licence), "{package}: `{licence}` is not among the licences allowed");
        packages += 1;
    }
    assert!(packages > 100, "only {packages} packages were looked at");
}

#[test]
fn an_expression_is_read_as_it_is_meant() {
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0 OR MIT", true),
        ("MIT/Apache-2.0", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("GPL-3.0", false),
        ("MIT AND GPL-3.0", false),
        ("", false),
    ] {
        assert_eq!(allowed(expression), expected, "{expression}");
    }
}
