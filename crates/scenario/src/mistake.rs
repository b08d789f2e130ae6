//! Mistakes while they are collected, with their places but not yet formatted.

use crate::diagnostic::Diagnostics;
use crate::key::Key;
use crate::place::Spot;

/// The most mistakes reported at once.
pub(crate) const MOST: usize = 20;

/// One mistake.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mistake {
    /// Where it was written.
    pub(crate) spot: Spot,
    /// The key it concerns; empty if it concerns the file.
    pub(crate) key: Box<str>,
    /// What is wrong and what was expected.
    pub(crate) message: String,
    /// An additional remark.
    pub(crate) note: Option<Box<str>>,
    /// What to write instead.
    pub(crate) help: Option<String>,
    /// Whether a key is missing.
    pub(crate) lacks: bool,
    /// Whether a file named here could not be read.
    pub(crate) unread: bool,
    /// Mistakes in another file named here; shown after this one.
    pub(crate) elsewhere: Option<Box<Diagnostics>>,
}

impl Mistake {
    /// A mistake about a key.
    pub(crate) fn new(spot: &Spot, key: &Key, message: impl Into<String>) -> Mistake {
        let (spot, key, message) = (spot.clone(), key.to_string().into(), message.into());
        Mistake { spot, key, message, note: None, help: None, lacks: false, unread: false, elsewhere: None }
    }

    /// A mistake about the text at some bytes of it.
    pub(crate) fn at(bytes: std::ops::Range<usize>, message: impl Into<String>) -> Mistake {
        Mistake::new(&Spot::File(bytes), &Key::root(), message)
    }

    /// A mistake about a key of a map, at some bytes of its text.
    pub(crate) fn of(key: &[&str], bytes: std::ops::Range<usize>, message: impl Into<String>) -> Mistake {
        Mistake::new(&Spot::File(bytes), &Key::of(key), message)
    }

    /// Adds advice.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Mistake {
        self.help = Some(help.into());
        self
    }

    /// Adds the nearest of some words as advice, if one is close enough.
    pub(crate) fn did_you_mean<'c>(mut self, word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Mistake {
        self.help = crate::words::nearest(word, candidates).map(|near| format!("did you mean `{near}`?"));
        self
    }
}
