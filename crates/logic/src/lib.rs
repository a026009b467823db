//! First-order terms: what formulas are made of, before any solver sees them.
//!
//! A [`TermPool`] holds terms over truth values, bit-vectors, integers, arrays and
//! uninterpreted functions. Terms are hash-consed: structurally equal terms have equal ids, so
//! equality of terms is equality of numbers, and a formula with shared parts takes the room of
//! its parts.
//!
//! Terms are made by the constructor methods of the pool, which simplify as they build: `x + 0`
//! is `x`, an `ite` whose branches agree is gone, constants are folded. A simplification is
//! valid in every model; the property tests hold each constructor against [`evaluate`].
//!
//! ```
//! use logic::{Sort, TermPool};
//! let mut pool = TermPool::new();
//! let x = pool.fresh_var("x", Sort::BitVec(32));
//! let zero = pool.bv(32, 0);
//! assert_eq!(pool.bv_add(x, zero), x);
//! ```

mod array;
mod before_widening;
mod bit_vector;
mod boolean;
pub mod echelon;
mod evaluate;
mod few_values;
mod impossible;
mod integer;
mod linear;
mod meeting;
mod model;
mod pool;
mod range;
mod smtlib;
mod sort;
mod substitute;
mod term;

pub use evaluate::{Assignment, Value, evaluate, evaluate_all, evaluate_terms};
pub use linear::Sum;
pub use model::Model;
pub use pool::{FunctionDecl, FunctionId, TermPool, Var, VarId};
pub use smtlib::{print_sort, print_term, quoted_symbol};
pub use sort::{Scalar, Sort};
pub use substitute::{Substitution, replace, substitute, transfer};
pub use term::{BvBinary, BvCompare, Term, TermId};

#[cfg(test)]
mod tests;
