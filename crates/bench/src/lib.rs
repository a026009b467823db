//! Many tasks at once: which ones, run in processes of their own, judged, written down, compared.
//!
//! A measurement is a function of three things: the tasks ([`tasks`], from a manifest or from a
//! folder, then [`Selection`]), the way they are run ([`Plan`]), and the records that come out
//! ([`Record`], one line of a result file each). Tables, scores, pages and comparisons are made
//! from the records alone, so that a file of last week says as much as a run of today.
//!
//! ```text
//! tasks(MANIFEST) ── Selection::apply ── run(Plan) ──▶ Record ──┬── ResultFile (resumes)
//!                                                               ├── Summary (table, score)
//!                                                               ├── page (HTML)
//!                                                               └── Comparison (with another file)
//! ```
//!
//! Each task runs in a child process, the same program with `verify` or `protocol`: a crash, a
//! limit that does not hold or memory that is never given back is then an entry in a table and
//! not the end of the measurement.

mod answer;
mod child;
mod compare;
mod error;
mod expected;
mod fingerprint;
mod folder;
mod judge;
mod manifest;
mod merge;
mod page;
mod parent;
mod record;
mod result_file;
mod run;
mod said;
mod select;
mod summary;
mod table;
mod task;
mod version;

pub use answer::Answer;
pub use child::{End, Ended, Fence, run as run_child};
pub use compare::Comparison;
pub use error::BenchError;
pub use expected::Expected;
pub use judge::Status;
pub use merge::merge;
pub use page::page;
pub use parent::{end_with_parent, mark_of_parent};
pub use record::Record;
pub use result_file::ResultFile;
pub use run::{Clock, Limits, Plan, run};
pub use select::{ExpectedVerdict, Selection, Shard};
pub use summary::Summary;
pub use task::{Task, tasks};
pub use version::version_of;
