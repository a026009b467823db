//! Stack for recursion that follows the input's nesting.
//!
//! A machine-written expression can be a hundred thousand operators deep. Every function of this
//! room that recurs along the tree passes through here and gets a new piece of stack from the
//! heap when the current one runs low.

/// Runs `work` with enough stack for it and for everything up to the next call of this function.
#[inline]
pub(crate) fn with_stack<T>(work: impl FnOnce() -> T) -> T {
    /// What one level of recursion may need between two calls, in unoptimised builds too.
    const RED_ZONE: usize = 128 * 1024;
    const SEGMENT: usize = 4 * 1024 * 1024;
    stacker::maybe_grow(RED_ZONE, SEGMENT, work)
}
