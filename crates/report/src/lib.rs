//! Outcomes, told: one plain model, and a module per way of telling it.
//!
//! The model is [`verdict::Outcome`] together with the source it speaks of. [`text`] is for
//! people, [`json`] for programs; [`invariants`] has both for `linchpin invariants`, [`protocol`] has both for protocols. All are functions from the model to a string: printing is left
//! to the command line, and the same outcome gives the same bytes.

mod code;
pub mod invariants;
pub mod json;
pub mod protocol;
pub mod run;
pub mod text;
