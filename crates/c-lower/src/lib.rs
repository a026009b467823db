//! From the typed tree of C to control-flow automata, with the checks that the property asks for.
//!
//! The only room that knows both C and the IR. What C leaves to the reader is decided here and
//! written out: the order of evaluation, the life of every object, which scalars are registers,
//! how records are passed, what a library function does.
//!
//! ```text
//!   lib ─ unit ─┬─ statics, constant           objects that live as long as the program
//!               └─ function ─┬─ stmt, loops, switch, scope, asm          control flow
//!                            ├─ expr, condition, arith, convert, assign  values
//!                            ├─ place, bit_field, initialise, vla, volatile   memory
//!                            ├─ call, library/, outside                  calls
//!                            ├─ check, annotation                        the property
//!                            └─ uninitialised, tidy                      the finished graph
//! ```
//!
//! What cannot be expressed in the IR (complex arithmetic, `longjmp`, ...) becomes
//! [`ir::Op::Unsupported`] at the point where it would be executed. Lowering itself fails only
//! if there is no function to start from.
//!
//! # Assumptions
//! `docs/soundness.md` has them all; those that are decided here:
//! - S7: where C leaves the order of evaluation open, it is left to right; a compound assignment
//!   reads its target after its right operand.
//! - S13: allocation does not fail (except `calloc` of more than a `size_t` can count), nor do
//!   creating a thread and locking a mutex.
//! - S14: where a lost block is looked for (`check`).
//! - S15: a read of a volatile object gives any value, or by the field's convention what was
//!   written last (`volatile`).
//! - S16: a function without body may change what it can reach, or by the field's convention
//!   nothing (`outside`).
//! - S17: the parameters of the entry function are unknown, as the IR has it for every run.
//! - S19: inline assembly changes its outputs, and acts like such a function if it says so (`asm`).
//! - S20: a variable-length array lives until its function returns; where an access after the
//!   end of its block could matter, its declaration is an unsupported step.

pub mod annotation;
mod arith;
mod asm;
mod assign;
mod bit_field;
mod build;
mod call;
mod check;
mod class;
mod condition;
mod constant;
mod convert;
mod depth;
mod expr;
mod facts;
mod function;
mod initialise;
mod library;
mod loops;
mod options;
mod outside;
mod place;
mod reach;
mod scope;
mod statics;
mod stmt;
mod surroundings;
mod switch;
mod tidy;
mod uninitialised;
mod unit;
mod variadic;
mod vla;
mod volatile;

use c_sema::typed::Unit;
use source::{Diagnostic, Diagnostics, Source, Span};

pub use options::{Checks, Options, Selection};
pub use surroundings::{DeviceMemory, Externals, Surroundings, Volatile};

use crate::function::lower_function;
use crate::reach::selected_functions;
use crate::unit::UnitLowering;

/// Lowers a unit that sema has found without errors.
///
/// The only error is the absence of a definition of the entry function.
pub fn lower(unit: &Unit, source: &Source, options: &Options) -> Result<ir::Program, Diagnostics> {
    let entry = unit.symbols.get(&options.entry).and_then(|name| {
        let mut functions = unit.functions.iter();
        functions.find(|(_, function)| function.name == name && function.body.is_some())
    });
    let Some((entry, _)) = entry else {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(
            Diagnostic::error(
                "E0401",
                Span::at(0),
                format!("there is no definition of `{}`", options.entry),
            )
            .label("a run has nowhere to start")
            .help("name another function with `--entry`"),
        );
        return Err(diagnostics);
    };
    let mut lowering = UnitLowering::new(unit, source, options, entry);
    lowering.lower_statics();
    lowering.find_visible();
    for function in selected_functions(unit, entry, options.selection).iter() {
        lower_function(&mut lowering, function);
    }
    Ok(lowering.finish())
}
