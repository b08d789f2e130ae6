//! Whether a rule allows something, and the clause that forbids it if not.

/// The id of a clause, such as `CQB-3d`.
pub type ClauseId = &'static str;

/// Allowed, or the clause that forbids it.
pub type May = Result<(), ClauseId>;

/// Allowed if this holds.
///
/// ```
/// assert_eq!(engage::require(2 > 1, "CQB-3d"), Ok(()));
/// assert_eq!(engage::require(1 > 2, "CQB-3d"), Err("CQB-3d"));
/// ```
///
/// # Errors
/// The clause that requires it.
#[inline]
pub const fn require(holds: bool, clause: ClauseId) -> May {
    if holds { Ok(()) } else { Err(clause) }
}

/// Allowed unless this holds.
///
/// # Errors
/// The clause that forbids it.
#[inline]
pub const fn forbid_if(holds: bool, clause: ClauseId) -> May {
    require(!holds, clause)
}
