//! Places of a C program, as witnesses name them, and texts put there.
//!
//! A witness speaks of loops, statements, branches and calls by line and column. [`Places`] finds
//! them in the syntax tree; [`Edits`] inserts text at them; [`Inserted`] leads back from the
//! edited text to the original one, so that messages and runs are shown in what the user wrote.
//! [`Scopes`] says which names may be used at a place. A program may have several texts ([`Texts`]),
//! and a place is in the one that it names ([`Positions`]).
//!
//! ```text
//!   while (i < n)     ──▶     while (__linchpin_invariant(!!(i <= n)), i < n)
//! ```
//!
//! # Why text
//! An expression of a witness means what it would mean if it stood there. Inserting it there and
//! reading the program again gives it that meaning: its names, its types, its conversions, by
//! the front end itself and without a second set of rules. [`purity`] says whether it leaves the
//! program alone; an expression that does not is refused before anything is made of it.
//!
//! What is inserted has no line ends, so that lines stay what they were.

mod edits;
mod file_names;
mod place;
mod positions;
mod purity;
mod scopes;
mod texts;

pub use edits::{Edits, Fragment, Inserted, Mapped};
pub use file_names::{Meant, is_read_as_it_is, meant};
pub use place::{Branch, Call, LoopPlace, Places, StatementPlace, SwitchCase};
pub use positions::{Named, Positions};
pub use purity::{is_one_expression, side_effect};
pub use scopes::{Declared, Level, Scopes};
pub use texts::Texts;
