//! The clauses of the rulebook that are played so far.

use engage::Clause;

/// Every clause, in the rulebook's order.
pub(crate) const CLAUSES: &[Clause] = &[];
