//! Terms of the logic as C expressions with the same meaning.
//!
//! Invariants are found as formulas over bit-vectors; people and other tools read C. A bit-vector
//! has no sign and wraps, while C's integers have one, are widened before they are added, and
//! must not overflow if signed. [`print`] gives an expression that has, for all values of its
//! variables, the value of the term, by C's own conversion rules and without undefined behaviour,
//! and puts casts only where the types of the operands do not do by themselves.
//!
//! ```text
//!   (bvsle x #x0000000a)            x <= 10                          x: int
//!   (bvule x #x0000000a)            (unsigned)x <= 10
//!   (bvsle (bvadd x #x01) y)        (int)((unsigned)x + 1) <= y      x + 1 may overflow
//!   (bvsle (bvadd c #x01) d)        (signed char)(c + 1) <= d        c, d: signed char
//! ```
//!
//! Terms over mathematical integers are printed as they are meant, for a reader whose C has such
//! integers too ([`whole`]).
//!
//! What it cannot print: arrays and functions (unless the caller has a name for them, as for
//! `a[i]`), and bit-vectors of more than 64 bits.
//!
//! # Why it is right
//! See [`value`]: every subexpression carries the interval of its value and the promise that the
//! value is congruent to the term modulo two to the term's width; each operation says why it
//! keeps the promise.
//!
//! Conversions of a value to a signed type that cannot hold it are taken to wrap, and right
//! shifts of negative values to be arithmetic; C leaves both to the compiler, and gcc and clang
//! define them so.

mod arith;
mod bits;
mod boolean;
mod literal;
mod print;
mod value;
mod whole;

pub use print::{CVar, Sign, Unprintable, print};
