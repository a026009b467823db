//! Outcomes, told: one plain model, and a module per way of telling it.
//!
//! The model is [`verdict::Outcome`] together with the source it speaks of. [`text`] is for
//! people, [`json`] for programs, [`sarif`] for code-scanning front ends, [`html`] for reading in a
//! browser, [`accepted`] knows which violations are no news; [`invariants`] has text and JSON for `linchpin invariants`, [`protocol`] and
//! [`protocol_page`] for protocols, [`refine`] and [`refine_page`] for two versions of a program.
//! All are functions from the model to a string: printing is left to the command line, and the same
//! outcome gives the same bytes.

pub mod accepted;
mod code;
mod document;
pub mod explanation;
pub mod html;
mod inputs;
pub mod invariants;
pub mod json;
pub mod protocol;
pub mod protocol_page;
pub mod refine;
pub mod refine_page;
pub mod run;
pub mod sarif;
mod standing;
pub mod text;

pub use document::{FailureKind, Message, failure};
