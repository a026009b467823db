//! Parameterized protocols: the `.lpp` language, its model, and concrete instances of K
//! processes.
//!
//! [`read`] turns a text into a [`System`], the resolved model that every engine reads. What a
//! system means is said, and computed, in one place: [`eval`]. Everything here that runs
//! protocols runs them with it, and is exact about a fixed number of processes; nothing here
//! knows about abstractions or about "any number".
//!
//! | module | |
//! |---|---|
//! | `model` | the resolved model: locations, variables, rules, properties |
//! | `syntax` | tokens, parser, names and messages; the formatter |
//! | `constructs` | which parts of the language are beyond pairs of processes |
//! | [`eval`] | the meaning of formulas and actions; what a step and a fair run is |
//! | [`instance`] | states of P(K) and the steps between them |
//! | [`quotient`] | finitely many classes of the states of an instance |
//! | [`explore`] | all states of an instance: safety, reachability |
//! | `lasso` | fair runs of an instance on which somebody waits for ever: liveness |
//! | [`run`], [`chart`], [`told`], [`simulate`] | runs, drawn and told as data; random ones |
//!
//! ```
//! use protocol::{explore, instance::Instance};
//! let text = "protocol lamp loc off, on at off: goto on at on: goto off reachable pc[x] = on";
//! let source = source::Source::new("lamp.lpp", text.as_bytes().to_vec());
//! let (system, diagnostics) = protocol::read(&source);
//! assert!(!diagnostics.has_errors());
//! let system = system.expect("a text without errors gives a system");
//! let two = Instance::new(&system, 2);
//! let all = explore::explore(two, explore::Limits::default(), &verdict::Budget::unlimited());
//! assert_eq!(all.n_states(), 4);
//! ```

mod atoms;
pub mod chart;
mod constructs;
pub mod eval;
pub mod explore;
pub mod instance;
mod lasso;
mod model;
pub mod quotient;
pub mod run;
pub mod simulate;
mod syntax;
mod told;

pub use constructs::Construct;
pub use model::*;
pub use syntax::{format::format, read};
pub use told::told;

/// The deepest nesting of parentheses and operators that the parser accepts. Everything that
/// recurses over a [`Formula`] relies on it.
pub const MAX_NESTING: usize = 200;

/// The largest number, in absolute value, that a protocol may contain.
pub const MAX_NUMBER: i64 = 1_000_000;

/// The largest number of processes that a condition may count to.
pub const MAX_COUNT: u32 = 1000;
