//! Cubicle's language of array-based systems: text in, typed model out, instances to run.
//!
//! A `.cub` file describes a protocol of any number of processes: global variables, arrays that
//! are indexed by processes, guarded transitions with process parameters, and formulas that
//! must never become true.
//!
//! ```text
//!   type t = Idle | Crit                     transition enter (x)
//!   array A[proc] : t                        requires { A[x] = Idle && forall_other y. A[y] = Idle }
//!   init (z) { A[z] = Idle }                 { A[x] := Crit }
//!   unsafe (x y) { A[x] = Crit && A[y] = Crit }
//! ```
//!
//! [`read`] gives a [`System`] or says what is wrong with the text, as rustc would.
//! [`Instance`] is the system with a fixed number of processes, run exactly; it is the oracle
//! of everything that reasons about all numbers at once.
//!
//! # What the language means here
//! - Parameters of transitions and of `unsafe` name *different* processes; those of `init` name
//!   any, so that the diagonal of a matrix is initialised too.
//! - All assignments of a transition read the state before it.
//! - `forall_other y. F` demands F of every process that is not a parameter.
//! - Processes are totally ordered by `<`.
//! - A variable of type `proc` holds a process of the instance. Where `init` demands that it
//!   differ from every process (`Home <> p`), it holds a value that is none of them, as in
//!   Cubicle, whose processes are never enumerated; see [`System::has_outside_process`].
//! - `invariant` states what Cubicle takes for granted; see [`System::invariants`].
//! - `int` and `real` are unbounded. Real constants are stored as multiples of
//!   [`System::real_unit`]; all arithmetic of the language is linear, so scaling changes nothing.

mod chart;
mod explore;
mod ground;
mod instance;
mod model;
mod numbers;
mod resolve;
mod simulate;
mod suggest;
mod syntax;
#[cfg(test)]
mod tests;
mod told;

pub use chart::chart;
pub use explore::{Exploration, Followed, Limits, Run, RunStep, follow, follow_from, violation};
pub use instance::{Instance, Repetition, State, UNDETERMINED, for_each_tuple};
pub use model::{
    Assigned, Atom, Cell, Formula, Kind, Numbers, Proc, Quantified, Relation, Sum, Symbol,
    SymbolId, SymbolKind, System, Term, Transition, TransitionId, Type, TypeId, Update,
};
pub use simulate::simulate;
pub use source::{Diagnostics, Source};
pub use told::told;

/// Reads a `.cub` file. Errors, and warnings beside a system, are in the diagnostics.
pub fn read(source: &Source) -> (Option<System>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let file = syntax::parser::parse(source, &mut diagnostics);
    if diagnostics.has_errors() {
        return (None, diagnostics);
    }
    let system = resolve::resolve(&file, &mut diagnostics);
    (system.filter(|_| !diagnostics.has_errors()), diagnostics)
}
