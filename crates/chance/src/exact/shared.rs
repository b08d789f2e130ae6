//! States that a solver refers to many times.

use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;

/// A state with its hash. Copies share it, so that a large state is copied and hashed only when it is new.
pub struct Shared<S>(Rc<Hashed<S>>);

/// Compared by hash first.
#[derive(PartialEq, Eq)]
struct Hashed<S> {
    hash: u64,
    state: S,
}

impl<S: Hash> Shared<S> {
    /// Of a state.
    pub fn new(state: S) -> Shared<S> {
        Shared(Rc::new(Hashed { hash: FxBuildHasher.hash_one(&state), state }))
    }
}

impl<S> Shared<S> {
    /// Bytes that a state takes up, shared by all copies.
    pub(super) const ROOM: usize = size_of::<Hashed<S>>() + 2 * size_of::<usize>();
}

impl<S> Deref for Shared<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.0.state
    }
}

impl<S> Clone for Shared<S> {
    fn clone(&self) -> Shared<S> {
        Shared(Rc::clone(&self.0))
    }
}

impl<S: PartialEq> PartialEq for Shared<S> {
    fn eq(&self, other: &Shared<S>) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl<S: Eq> Eq for Shared<S> {}

impl<S> Hash for Shared<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl<S: fmt::Debug> fmt::Debug for Shared<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.state.fmt(f)
    }
}
