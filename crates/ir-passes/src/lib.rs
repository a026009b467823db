//! Passes over IR programs: what engines ask about a program, and how it is made smaller.
//!
//! # Three kinds
//! *Analyses* answer a question and change nothing. *Reductions* take a program and give a
//! smaller one with the same answer to every check; each states on which side it errs.
//! *Views* arrange a function for an engine.
//!
//! # The pipeline, in order
//! | pass | kind | what it does | hazard |
//! |---|---|---|---|
//! | [`call_graph`] | analysis | who calls whom, through pointers too | a call through an unknown pointer may go to every function whose address is taken and whose signature fits |
//! | [`points_to`] | analysis | which objects a pointer may point to, field by field | one answer for the whole run: it knows no order |
//! | [`ownership`] | vocabulary | what a proof says that no two threads touch memory at the same time | |
//! | [`callbacks`] | reduction | ends runs where a function of the program may be called back from outside | |
//! | [`cut_to_checks`] | reduction | drops what is not reachable, and what cannot reach a check | runs that can no longer fail are cut, not kept: ask nothing else of the result |
//! | [`cone_of_influence`] | reduction | drops what no check depends on | looks through loops as if they ended: more runs than before, never fewer |
//! | [`inline`](mod@inline) | reduction | puts functions in the place of their calls | recursion stops at a limit, as an unsupported step; with shared bodies it does not, and locals of recursive functions are forgotten |
//! | [`by_contract`](mod@by_contract) | reduction | replaces calls of recursive functions by what they promise, and asks whether they do | more runs than before; functions that compute with integers only |
//! | [`forget_bodies`] | reduction | keeps the functions around a check, summarises the others | more runs than before; memory must be forgotten too |
//! | [`forget_memory`] | reduction | keeps variables, makes all of memory unknown | more runs than before, never fewer |
//! | [`dissolve_memory`](mod@dissolve_memory) | reduction | puts variables in the place of objects | the same runs; what has no known object is unsupported |
//! | [`stop_at_wraps`] | reduction | ends runs before arithmetic leaves its type | fewer runs than before: for refuting, never for a proof |
//! | [`initialised`] | reduction | drops checks for indeterminate values where there can be none, and makes the program keep count for the others | the same runs; which place is asked about is a guess that runs begin with |
//! | [`one_element`] | reduction | asks a check that depends on an element of an array about one element | the same runs; which element that is is a guess that runs begin with |
//! | [`terminators`] | view | keeps in variables where strings were ended | the same runs |
//! | [`one_loop`](mod@one_loop) | view | all threads in one loop, where each stands as a number | named threads that the entry creates, each once |
//! | [`unroll_creations`](mod@unroll_creations) | view | runs through loops of the entry function that create or join threads as often as their counters say | the same runs; long loops stay |
//! | [`rely`] | view | one thread at a time, what all others may do as steps between its own | more runs than before; heap blocks and shared locals are refused |
//! | [`locals_as_variables`](mod@locals_as_variables) | reduction | makes variables of local objects that nobody else knows | runs that use an object outside its life go on |
//! | [`loop_forest`] | view | loops, nested, irreducible ones too | |
//! | [`endless_loops`] | analysis | is there a loop that inputs alone keep going? | a guess: for choosing an engine |
//! | [`liveness`] | analysis | which locals can still be read | globals count as live everywhere |
//!
//! Every reduction expects a valid program and gives a valid one; tests hold `ir::validate`
//! against each. Engines prove on the reduced program; evidence is checked on the unreduced.

pub mod accesses;
pub mod ask_always;
pub mod by_contract;
pub mod call_graph;
pub mod callbacks;
pub mod cone_of_influence;
pub mod control_dependence;
pub mod cut_to_checks;
pub mod dissolve_memory;
pub mod endless_loops;
pub mod forget_bodies;
pub mod forget_memory;
pub mod graph;
pub mod initialised;
pub mod inline;
pub mod liveness;
pub mod locals_as_variables;
pub mod loop_forest;
pub mod one_element;
pub mod one_loop;
pub mod ownership;
pub mod points_to;
pub mod rebuild;
pub mod rely;
pub mod stop_at_wraps;
pub mod terminators;
pub mod unroll_creations;
pub mod weak_topological_order;

mod rewrite;

#[cfg(test)]
mod tests;
