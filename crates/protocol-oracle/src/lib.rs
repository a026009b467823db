//! A second reader of `.lpp` and `.cub`, slow and obvious, to hold the first one against.
//!
//! Everything else that speaks about protocols (instances, abstractions, their re-check) goes
//! through one reading of the language. A mistake in that is repeated by whoever uses it. So
//! this crate uses none of it: it has a parser and an explorer of its own, written from
//! `docs/guide/protocols.md` and `docs/guide/cubicle.md`, and shares with the rest nothing but the
//! text of a file. `linchpin` is a program that is started, and its answers are read.
//!
//! | module | |
//! |---|---|
//! | [`words`] | a text as words |
//! | [`lpp`], [`lpp_instance`] | `.lpp`: the tree, and what K processes do |
//! | `lpp_formula`, `lpp_truth` | its conditions: their text, and what they mean |
//! | `lpp_action`, [`lpp_property`] | what actions do; what an instance says about a property |
//! | [`cub`], [`cub_instance`] | the same for `.cub` |
//! | [`graph`] | all states, one by one; fair cycles |
//! | [`generate`], [`generate_cub`] | random protocols, plain and gated |
//! | [`generate_extended`] | those that pick, count, and have neighbours and pointers |
//! | `generate_templates` | some of these, right but for a mistake |
//! | [`generate_ranked`] | liveness that needs a ranking, right but for a mistake |
//! | [`generate_strong`] | liveness that needs strong fairness, right but for a mistake |
//! | [`compare`] | what the tool says against what is so |
//!
//! What it cannot do: numbers are kept small, so that it refutes and does not prove; it reads
//! correct files only, and of Cubicle's language the part that its generator writes.

pub mod compare;
pub mod cub;
pub mod cub_instance;
pub mod dice;
pub mod generate;
pub mod generate_cub;
pub mod generate_extended;
mod generate_extended_steps;
pub mod generate_ranked;
pub mod generate_strong;
mod generate_templates;
pub mod graph;
pub mod lpp;
mod lpp_action;
mod lpp_formula;
pub mod lpp_instance;
pub mod lpp_property;
mod lpp_truth;
pub mod words;
