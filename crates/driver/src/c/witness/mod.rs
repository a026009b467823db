//! Witnesses of C programs: made from outcomes, and checked.
//!
//! ```text
//!   Outcome ── make ──▶ Witness ── check ─┬─ invariants ─ annotate ─▶ verify ────────┐
//!                                         └─ waypoints ─ annotate ─ aim ─▶ follow ───┴─▶ Outcome
//! ```
//!
//! [`make`] writes down what an outcome rests on. [`check`] believes nothing of what it reads:
//! the expressions of a witness are put into the text of the program (`annotate`), and what comes
//! out is proved or run like any other program.

mod aim;
mod annotate;
mod check;
mod files;
mod follow;
mod invariants;
mod make;
mod restore;
mod same_program;
mod waypoints;

pub use check::{CheckError, Checked, Question, check};
pub use files::compare_files;
pub use make::{MakeError, make, make_invariants, n_not_told_apart};
