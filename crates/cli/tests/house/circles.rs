//! No two files of a crate import each other, directly or in a ring.
//!
//! An import is a path to something that another file of the crate defines: in a `use`, or inline as in
//! `crate::deck::Card`. A path through a re-export leads to the file that defines the thing, so a file that only
//! declares modules and re-exports is not part of a ring. Code compiled only for tests is left out, and so are method
//! calls, which need no import.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::root;

/// The remaining rings, by crate. A crate without an entry has none; remove an entry once its ring is broken.
const STANDING: &[(&str, &[&str])] = &[];

#[test]
fn no_two_files_of_a_crate_import_each_other() {
    let mut crates: Vec<PathBuf> =
        std::fs::read_dir(root().join("crates")).unwrap().map(|e| e.unwrap().path()).collect();
    crates.sort();
    assert!(crates.len() > 10, "{crates:?}");
    let mut wrong = String::new();
    for path in crates {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let standing = STANDING.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, files)| files);
        let rings = rings(&path.join("src"));
        let in_rings: BTreeSet<&str> = rings.iter().flat_map(|ring| ring.files()).collect();
        for ring in &rings {
            if !ring.files().all(|file| standing.contains(&file)) {
                wrong += &format!("{name} has a ring:\n{ring}");
            }
        }
        for file in standing.iter().filter(|file| !in_rings.contains(**file)) {
            wrong += &format!("{name}: {file} is in no ring any more: take it off the list\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn rings_are_found_through_every_kind_of_import() {
    let rings = |files: &[(&str, &str)]| {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let found = self::rings(folder.path());
        found.iter().map(|ring| ring.files().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    let two =
        |a: &str, b: &str| rings(&[("lib.rs", "mod a; mod b; pub use a::*; pub use b::B;"), ("a.rs", a), ("b.rs", b)]);
    let none: [String; 0] = [];
    // Imports in both directions, in every notation.
    assert_eq!(two("use crate::b::B; pub struct A;", "use crate::a::A; pub struct B;"), ["a.rs b.rs"]);
    assert_eq!(two("use crate::B; pub struct A;", "use super::A; pub struct B;"), ["a.rs b.rs"]);
    assert_eq!(two("use crate::{b::{self, C}}; pub struct A;", "fn f(_: crate::A) {} pub struct C;"), ["a.rs b.rs"]);
    assert_eq!(two("use crate::b; fn f() { b::g() }", "pub fn g() { println!(\"{}\", crate::a::f()) }"), ["a.rs b.rs"]);
    assert_eq!(two("use super::b as c; pub struct A(c::B);", "use crate::*; pub struct B(A);"), ["a.rs b.rs"]);
    // Imports in one direction only.
    assert_eq!(two("use crate::B; pub struct A;", "pub struct B;"), none);
    // Not an import: a comment, a text, code for tests.
    assert_eq!(
        two("use crate::B; pub struct A;", "// use crate::A;\n/// See [`crate::A`].\nconst B: &str = \"crate::A\";"),
        none
    );
    assert_eq!(two("use crate::B; pub struct A;", "pub struct B; #[cfg(test)] mod tests { use crate::A; }"), none);
    assert_eq!(two("use crate::B; pub struct A;", "pub struct B; #[cfg(test)] mod tests;"), none);
    // A parent that holds code is a file like any other; one that only re-exports is not.
    let parent = |text: &str| {
        rings(&[
            ("lib.rs", "mod p;"),
            ("p/mod.rs", text),
            ("p/q.rs", "use super::r::P; pub struct Q(P);"),
            ("p/r.rs", "pub struct P;"),
        ])
    };
    assert_eq!(parent("mod q; mod r; pub use q::Q; pub use r::P;"), none);
    let parent =
        |text: &str| rings(&[("lib.rs", "mod p;"), ("p.rs", text), ("p/q.rs", "use super::P; pub struct Q(P);")]);
    assert_eq!(parent("mod q; pub struct P; fn f(_: q::Q) {}"), ["p.rs p/q.rs"]);
    assert_eq!(parent("mod q; pub use q::Q; pub struct P;"), none);
    assert_eq!(parent("mod q; pub use q::Q; pub struct P; fn f(_: Q) {}"), ["p.rs p/q.rs"]);
    // A ring of three.
    let three = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use crate::c::C; pub struct B;"),
        ("c.rs", "use crate::a::A; pub struct C;"),
    ];
    assert_eq!(rings(&three), ["a.rs b.rs c.rs"]);
}

/// Files that import each other: every import between two of them, with the names imported.
pub(crate) struct Ring(Vec<(String, String, BTreeSet<String>)>);

impl Ring {
    /// The files, in alphabetical order.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(from, ..)| from.as_str()).collect::<BTreeSet<_>>().into_iter()
    }
}

impl std::fmt::Display for Ring {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|(from, to, names)| {
            writeln!(f, "    {from} imports from {to}: {}", names.iter().cloned().collect::<Vec<_>>().join(", "))
        })
    }
}

/// The maximal rings among the files below a crate's `src`.
pub(crate) fn rings(src: &Path) -> Vec<Ring> {
    let imports = Crate::read(src).imports();
    let reached = |from: &str| {
        let mut seen = BTreeSet::new();
        let mut open = vec![from.to_owned()];
        while let Some(file) = open.pop() {
            for (_, to) in imports.keys().filter(|(of, _)| *of == file) {
                if seen.insert(to.clone()) {
                    open.push(to.clone());
                }
            }
        }
        seen
    };
    let files: BTreeSet<&String> = imports.keys().flat_map(|(from, to)| [from, to]).collect();
    let reached: BTreeMap<&str, BTreeSet<String>> = files.iter().map(|file| (file.as_str(), reached(file))).collect();
    let mutual = |one: &str, other: &str| reached[one].contains(other) && reached[other].contains(one);
    let mut rings: BTreeMap<&str, Ring> = BTreeMap::new();
    for ((from, to), names) in &imports {
        if mutual(from, to) {
            // A ring is named by its first file.
            let first = files.iter().find(|file| mutual(from, file)).unwrap();
            rings.entry(first).or_insert_with(|| Ring(Vec::new())).0.push((from.clone(), to.clone(), names.clone()));
        }
    }
    rings.into_values().collect()
}

/// A module's path from the root of its crate.
type Name = Vec<String>;

/// A path as written, and the name that a `use` gives it; `*` for everything.
type Use = (Name, String);

/// The content of one module.
#[derive(Default)]
struct Module {
    /// Its file, relative to `src`.
    file: String,
    /// Everything imported with `use`.
    uses: Vec<Use>,
    /// The indices in `uses` of those that a visible `use` re-exports.
    handed_on: BTreeSet<usize>,
    /// The names defined here.
    defined: BTreeSet<String>,
    /// Paths and single words in the code.
    paths: BTreeSet<Name>,
}

/// The modules of a crate.
#[derive(Default)]
struct Crate(BTreeMap<Name, Module>);

/// The target of a path: a module, or something that a file defines.
enum Found {
    Module(Name),
    /// A file and what it defines.
    Item(String, String),
}

impl Crate {
    fn read(src: &Path) -> Crate {
        let mut all = Crate::default();
        for top in ["lib.rs", "main.rs"].iter().filter(|top| src.join(top).exists()) {
            all.file(src, top, Vec::new(), src);
        }
        all
    }

    /// Reads a file as the module `name`; modules declared in it have files below `below`.
    fn file(&mut self, src: &Path, file: &str, name: Name, below: &Path) {
        let text = std::fs::read_to_string(src.join(file)).unwrap();
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
        self.module(src, file, name, below, tokens);
    }

    fn module(&mut self, src: &Path, file: &str, name: Name, below: &Path, tokens: TokenStream) {
        let mut module = Module { file: file.to_owned(), ..Module::default() };
        let mut inside = Vec::new();
        module.tokens(tokens, true, &mut inside);
        for (child, block) in inside {
            let path = [&name[..], std::slice::from_ref(&child)].concat();
            let below = below.join(&child);
            match block {
                Some(tokens) => self.module(src, file, path, &below, tokens),
                None => {
                    let beside = below.with_extension("rs");
                    let at = if beside.exists() { beside } else { below.join("mod.rs") };
                    let at = at.strip_prefix(src).unwrap().display().to_string();
                    self.file(src, &at, path, &below);
                }
            }
        }
        self.0.insert(name, module);
    }

    /// The imports: (from, to) with the names.
    fn imports(&self) -> BTreeMap<(String, String), BTreeSet<String>> {
        let mut all: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
        for (name, module) in &self.0 {
            let private = module.uses.iter().enumerate().filter(|(i, _)| !module.handed_on.contains(i));
            let private = private.map(|(_, (path, _))| path);
            for path in private.chain(&module.paths) {
                if let Some(Found::Item(file, item)) = self.find(name, path, 0)
                    && file != module.file
                {
                    all.entry((module.file.clone(), file)).or_default().insert(item);
                }
            }
        }
        all
    }

    /// The target of a path in module `at`; `None` outside of the crate.
    fn find(&self, at: &Name, path: &[String], depth: usize) -> Option<Found> {
        let (first, rest) = path.split_first()?;
        if depth > 20 {
            return None;
        }
        let (mut place, mut rest) = match first.as_str() {
            "crate" => (Vec::new(), rest),
            "self" => (at.clone(), rest),
            "super" => (at[..at.len().checked_sub(1)?].to_vec(), rest),
            _ => (at.clone(), path),
        };
        loop {
            let Some((next, further)) = rest.split_first() else {
                return Some(Found::Module(place));
            };
            if next == "super" {
                place.pop()?;
            } else {
                match self.named(&place, next, depth)? {
                    Found::Module(module) => place = module,
                    item => return Some(item),
                }
            }
            rest = further;
        }
    }

    /// The meaning of `name` in a module.
    fn named(&self, at: &Name, name: &str, depth: usize) -> Option<Found> {
        let module = self.0.get(at)?;
        let child = [&at[..], &[name.to_owned()]].concat();
        if self.0.contains_key(&child) {
            return Some(Found::Module(child));
        }
        if module.defined.contains(name) {
            return Some(Found::Item(module.file.clone(), name.to_owned()));
        }
        if let Some((path, _)) = module.uses.iter().find(|(_, known)| known == name) {
            return self.find(at, path, depth + 1);
        }
        let mut globs = module.uses.iter().filter(|(_, known)| known == "*");
        globs.find_map(|(path, _)| match self.find(at, path, depth + 1)? {
            Found::Module(module) if module != *at => self.named(&module, name, depth + 1),
            _ => None,
        })
    }
}

/// Keywords before the name of a definition.
const DEFINING: [&str; 9] = ["struct", "enum", "union", "trait", "type", "fn", "const", "static", "macro_rules"];

/// The word at a place, if there is one.
fn word(tokens: &[TokenTree], i: usize) -> Option<String> {
    match tokens.get(i) {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    }
}

/// Whether a sign is at a place.
fn sign(tokens: &[TokenTree], i: usize, sign: char) -> bool {
    matches!(tokens.get(i), Some(TokenTree::Punct(p)) if p.as_char() == sign)
}

/// Whether `::` is at a place.
fn joined(tokens: &[TokenTree], i: usize) -> bool {
    sign(tokens, i, ':') && sign(tokens, i + 1, ':')
}

/// The modules that a module declares, with the tokens of those written inline.
type Declared = Vec<(String, Option<TokenStream>)>;

impl Module {
    /// Reads tokens; `outer` says that definitions are the module's, and `modules` gathers those declared.
    fn tokens(&mut self, tokens: TokenStream, outer: bool, modules: &mut Declared) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut visible = false;
        let mut i = 0;
        while i < tokens.len() {
            let attribute = sign(&tokens, i, '#').then(|| tokens.get(i + 1)).flatten();
            match (attribute, &tokens[i]) {
                (Some(TokenTree::Group(group)), _) if for_tests(group) => {
                    i = after_item(&tokens, i + 2);
                    visible = false;
                    continue;
                }
                // Another attribute; a derive may name a path, but of other crates.
                (Some(TokenTree::Group(group)), _) if group.delimiter() == Delimiter::Bracket => {
                    i += 2;
                    continue;
                }
                (_, TokenTree::Group(group)) => {
                    self.tokens(group.stream(), false, modules);
                    i += 1;
                    continue;
                }
                _ => {}
            }
            let Some(first) = word(&tokens, i) else {
                visible &= !sign(&tokens, i, ';');
                i += 1;
                continue;
            };
            if first == "pub" {
                visible = true;
                // `pub(crate)` and the like.
                let scope =
                    matches!(tokens.get(i + 1), Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Parenthesis);
                i += 1 + usize::from(scope && word(&tokens, i + 2).is_some());
                continue;
            }
            if let Some(next) = self.declaration(&tokens, i, visible, modules) {
                visible = false;
                i = next;
                continue;
            }
            if outer && DEFINING.contains(&first.as_str()) {
                visible = false;
                let name = (i + 1..i + 3).find_map(|k| word(&tokens, k).filter(|word| word != "fn"));
                self.defined.extend(name);
            }
            i = self.path(&tokens, i, first);
        }
    }

    /// Reads a `use` or a `mod`. Returns the place after it; `None` if something else is there.
    fn declaration(&mut self, tokens: &[TokenTree], i: usize, visible: bool, modules: &mut Declared) -> Option<usize> {
        match word(tokens, i)?.as_str() {
            // Not the `use<'a>` of a type.
            "use" if !sign(tokens, i + 1, '<') => {
                let end = (i..tokens.len()).find(|&k| sign(tokens, k, ';')).unwrap_or(tokens.len());
                let from = self.uses.len();
                gather(&tokens[i + 1..end], &[], &mut self.uses);
                if visible {
                    self.handed_on.extend(from..self.uses.len());
                }
                Some(end + 1)
            }
            "mod" => {
                let name = word(tokens, i + 1)?;
                let block = match tokens.get(i + 2) {
                    Some(TokenTree::Group(group)) => Some(group.stream()),
                    _ => None,
                };
                modules.push((name, block));
                Some(i + 3)
            }
            _ => None,
        }
    }

    /// Reads a path that begins with the word `first`. Returns the place after it.
    fn path(&mut self, tokens: &[TokenTree], i: usize, first: String) -> usize {
        let mut path = vec![first];
        let mut end = i + 1;
        while let Some(next) = word(tokens, end + 2).filter(|_| joined(tokens, end)) {
            path.push(next);
            end += 3;
        }
        // Not `::std`, not `.field`, not the end of `<T as U>::V`.
        let is_field = i > 0 && sign(tokens, i - 1, '.') && !(i > 1 && sign(tokens, i - 2, '.'));
        let is_tail = i > 1 && joined(tokens, i - 2);
        if !is_field && !is_tail {
            self.paths.insert(path);
        }
        end
    }
}

/// Whether an attribute's brackets hold `cfg(test)`.
fn for_tests(attribute: &proc_macro2::Group) -> bool {
    attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// The place after the item that begins at `i`: after its `;` or its braces.
fn after_item(tokens: &[TokenTree], i: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(sign) => sign.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    // The braces of a `use` are followed by its `;`, which is skipped as well.
    tokens[i..].iter().position(ends).map_or(tokens.len(), |at| i + at + 1)
}

/// The paths of a `use`, after `before`.
fn gather(tokens: &[TokenTree], before: &[String], uses: &mut Vec<Use>) {
    let comma = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
    for part in tokens.split(comma) {
        let mut path = before.to_vec();
        let mut known = None;
        let mut renamed = false;
        for token in part {
            match token {
                TokenTree::Ident(word) if word == "as" => renamed = true,
                TokenTree::Ident(word) if renamed => known = Some(word.to_string()),
                // `use a::{self}` is `use a`.
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Punct(sign) if sign.as_char() == '*' => known = Some("*".to_owned()),
                TokenTree::Group(group) => {
                    gather(&group.stream().into_iter().collect::<Vec<_>>(), &path, uses);
                    path.clear();
                    break;
                }
                _ => {}
            }
        }
        if let Some(last) = path.last() {
            let known = known.unwrap_or_else(|| last.clone());
            uses.push((path, known));
        }
    }
}
