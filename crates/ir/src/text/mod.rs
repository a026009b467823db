//! The text form of the IR: what `linchpin verify --emit ir` prints and what tests are written
//! in. Printing what was read gives the same text again.
//!
//! ```text
//! program LP64 entry main
//!
//! global limit: i32 = 10i32                   // a variable; `= *` for an unknown value
//! object table: 16 align 8 static { 0: x"01ff", 8: &table + 4 }
//! check c0: unreach-call "reach_error is never called" @60..73
//! assumption body "ext"                       // for the trust box
//!
//! declare ext(i32, ...) -> ptr
//!
//! fn main(argc: i32) -> i32 {
//!   var i: i32
//!   var %t: ptr temporary
//!   object buffer: 8 align 1
//!   entry L0 exit L1
//!   L0 -> L2: i = 0i32 @20..25
//!   loop L2 @30..58                           // the head of a structured loop
//!   L2 -> L3: assume (i < limit) taken
//!   L3 -> L2: i = (i + 1i32) back
//!   L2 -> L4: assume !(i < limit) not-taken
//!   L4 -> L5: check c0: (i == 10i32)
//!   L5 -> L1: return i
//! }
//! ```
//!
//! Variables, objects and functions are written by name. Names need not be unique in a program;
//! the printer makes them so by appending the id (`i.12`), and the reader takes names as they
//! stand. A name is any run of letters, digits, `_`, `$`, `%`, `.` and bytes above 127.
//!
//! Constants carry their type (`10i32`, `0x3f800000f32`, `true`, `null`). Operators need no type,
//! since both operands have one: `(a + b)`. Conversions are written as calls of the type:
//! `i64(a)`.
//!
//! An expression that is used more than once is printed wherever it is used; lowering keeps
//! shared values in temporaries, so that this stays small.

mod lexer;
mod names;
mod parse_expr;
mod parse_op;
mod parse_program;
mod print;
mod print_expr;
mod print_op;
mod reader;

pub use parse_program::parse;
pub use print::{print, print_with_positions};
pub use print_expr::ExprPrinter;

#[cfg(test)]
mod tests;
