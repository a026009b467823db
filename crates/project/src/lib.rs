//! Whole projects: what there is to verify, and what became of it.
//!
//! ```text
//!   compile_commands.json ── commands ─┐
//!   a build that is watched ── capture ┘
//!              │ units (file, flags)
//!              ▼
//!           subjects ── run ── rows ── table, page, sarif, json
//!   programs, functions   │
//!                         └── kept: results by content
//! ```
//!
//! Each subject is verified by a process of its own, as in [`bench`]: what one of them does to memory
//! and time is no matter of the others. A result is kept under a name made of all that it depends on,
//! so that a second look does only what changed, and one that was interrupted goes on where it was.

mod capture;
mod commands;
mod kept;
mod looks;
mod page;
mod row;
mod run;
mod sarif;
mod subject;
mod table;
mod unread;

pub use capture::{CaptureError, capture};
pub use commands::{
    CommandsError, CompilerWords, Unit, compiler_words, find, read, without_detours,
};
pub use kept::Kept;
pub use looks::Allowance;
pub use page::{page, page_name};
pub use row::{Counts, Row, Status};
pub use run::{Plan, run};
pub use sarif::merged;
pub use subject::{Kind, Subject, Unread, Wanted, digest_of, subjects};
pub use table::{Coverage, document, summary, table, verdict, verdict_without_accepted};
pub use unread::in_words as unread_in_words;
