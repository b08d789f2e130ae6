//! Pending work.

use std::hash::{Hash, Hasher};

/// Pending work, the latest task on top: an interrupt, a reaction, a reaction to a reaction.
///
/// A rule that others may interrupt, and these others in turn, does not call them. It leaves its remaining work on the
/// agenda of the state, puts on top what comes first, and returns; the sequence of play does what is on top until
/// nothing is left. So a state in the middle of this is a plain value of fixed size: it can be copied, compared and
/// hashed, and chance can be enumerated, replayed and fused at every step. Two agendas are equal if the same tasks are
/// pending.
///
/// ```
/// use engage::Agenda;
///
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
/// enum Task {
///     #[default]
///     Nothing,
///     Move { figure: u8 },
///     Fire { figure: u8, at: u8 },
/// }
///
/// let mut agenda: Agenda<Task, 4> = Agenda::of(Task::Move { figure: 0 });
/// // Figure 1 sees it, and fires before the move is over.
/// agenda.push(Task::Fire { figure: 1, at: 0 })?;
/// assert_eq!(agenda.pop(), Some(Task::Fire { figure: 1, at: 0 }));
/// assert_eq!(agenda, Agenda::of(Task::Move { figure: 0 }));
/// # Ok::<(), engage::Full>(())
/// ```
///
/// # When it is full
///
/// The ruleset decides how deep its work can nest, and what happens beyond that. For example, a figure reacts once a
/// turn, so that with `K` as the number of figures there is always room; or a reaction for which there is no room is
/// not made, and the log says so. [`Agenda::push`] leaves the work with the rule that wanted it done: what this rule
/// does with a [`Full`] agenda is part of the rule, is stated in its clause, and is tested. Nothing is dropped
/// silently, and nothing panics.
#[derive(Clone, Copy, Debug)]
pub struct Agenda<T, const K: usize> {
    /// Free places may hold anything.
    pending: [T; K],
    len: u8,
}

impl<T: PartialEq, const K: usize> PartialEq for Agenda<T, K> {
    #[inline]
    fn eq(&self, other: &Agenda<T, K>) -> bool {
        self.pending() == other.pending()
    }
}

impl<T: Eq, const K: usize> Eq for Agenda<T, K> {}

impl<T: Hash, const K: usize> Hash for Agenda<T, K> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pending().hash(state);
    }
}

/// The agenda has no room for more work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the agenda is full")]
pub struct Full;

impl<T: Copy + Default, const K: usize> Default for Agenda<T, K> {
    fn default() -> Agenda<T, K> {
        const { assert!(K > 0 && K <= u8::MAX as usize, "an agenda holds 1 to 255 tasks") };
        Agenda { pending: [T::default(); K], len: 0 }
    }
}

impl<T: Copy + Default, const K: usize> Agenda<T, K> {
    /// A single task.
    #[inline]
    #[must_use]
    pub fn of(task: T) -> Agenda<T, K> {
        let mut agenda = Agenda { len: 1, ..Agenda::default() };
        agenda.pending[0] = task;
        agenda
    }

    /// Puts a task on top.
    ///
    /// # Errors
    /// [`Full`] if there is no room for it.
    #[inline]
    pub fn push(&mut self, task: T) -> Result<(), Full> {
        *self.pending.get_mut(usize::from(self.len)).ok_or(Full)? = task;
        self.len += 1;
        Ok(())
    }

    /// Takes the task from the top.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let task = *self.top()?;
        self.len -= 1;
        Some(task)
    }

    /// The task on top.
    #[inline]
    pub fn top(&self) -> Option<&T> {
        self.pending().last()
    }

    /// The task on top, to record how far it has come.
    #[inline]
    pub fn top_mut(&mut self) -> Option<&mut T> {
        self.pending[..usize::from(self.len)].last_mut()
    }

    /// The number of pending tasks.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether no task is pending.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether there is no room for another task.
    #[inline]
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.len as usize == K
    }
}

impl<T, const K: usize> Agenda<T, K> {
    /// All pending tasks, the top one last.
    #[inline]
    pub fn pending(&self) -> &[T] {
        &self.pending[..usize::from(self.len)]
    }
}
