//! The clauses of the rulebook.

use engage::Clause;

/// Every clause, in the rulebook's order.
pub(crate) const CLAUSES: &[Clause] = &[];
