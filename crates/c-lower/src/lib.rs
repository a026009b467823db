//! From the typed tree of C to control-flow automata, with the checks that the property asks for.
//!
//! The only room that knows both C and the IR. What C leaves to the reader is decided here and
//! written out: the order of evaluation, the life of every object, which scalars are registers,
//! how records are passed, what a library function does.
//!
//! ```text
//!   lib ─ unit ─┬─ statics, constant           objects that live as long as the program
//!               ├─ thread_local                objects that live as long as a thread
//!               └─ function ─┬─ stmt, loops, switch, scope, asm          control flow
//!                            ├─ expr, condition, arith, convert, assign  values
//!                            ├─ place, bit_field, initialise, vla, volatile   memory
//!                            ├─ call, stand_in, library/, outside, callback  calls
//!                            ├─ jump                                     `longjmp`
//!                            ├─ check, annotation                        the property
//!                            └─ uninitialised, tidy                      the finished graph
//! ```
//!
//! What cannot be expressed in the IR (complex arithmetic, vectors, ...) becomes
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

pub mod annotation;
mod arith;
mod asm;
mod assign;
mod bit_field;
mod build;
mod call;
mod callback;
mod check;
mod class;
mod condition;
mod constant;
mod convert;
mod depth;
mod device;
mod expr;
mod facts;
mod function;
mod initialise;
mod jump;
mod jump_facts;
mod layout;
mod library;
mod loops;
mod missing_result;
mod options;
mod outside;
mod outside_body;
mod outside_pointers;
mod place;
mod reach;
mod scope;
mod sequence;
mod stand_in;
mod statics;
mod stmt;
mod surroundings;
mod switch;
mod thread_local;
mod tidy;
mod undefined;
mod uninitialised;
mod unit;
mod value_range;
mod variadic;
mod vla;
mod volatile;

use c_sema::typed::{ExprKind, FunctionId, ObjectId, Unit};
use c_sema::types::Type;
use source::{Diagnostic, Diagnostics, Source, Span};

pub use options::{Checks, Options, Selection};
pub use surroundings::{
    Allocation, DeviceMemory, Externals, FAILS, Others, Surroundings, Volatile,
};

use crate::callback::lower_callbacks;
use crate::function::lower_function;
use crate::outside_body::lower_outside;
use crate::reach::{selected_functions, undefined_functions, undefined_names};
use crate::stand_in::lower_stand_in;
use crate::unit::UnitLowering;

/// The function where runs begin: the one that a linker would take, or else one that only its
/// file knows.
fn entry_function(unit: &Unit, entry: &str) -> Option<FunctionId> {
    let name = unit.symbols.get(entry)?;
    let named = || {
        let functions = unit.functions.iter();
        functions.filter(|(_, function)| function.name == name && function.body.is_some())
    };
    let external = named().find(|(_, function)| !function.is_static);
    external.or_else(|| named().next()).map(|(id, _)| id)
}

/// The names that a run from `entry` may use, that the program does not define, and that mean
/// nothing to lowering: those for which a model would help.
pub fn wanted_names<'u>(unit: &'u Unit, entry: &str) -> Vec<&'u str> {
    let Some(entry) = entry_function(unit, entry) else { return Vec::new() };
    let names = undefined_names(unit, entry).into_iter().map(|name| &unit.symbols[name]);
    names.filter(|name| !has_meaning(name)).collect()
}

/// The names of functions that a run from `entry` may use, that lowering knows what to do with,
/// and whose address is used: a call through a pointer needs a body of them.
pub fn names_behind_pointers<'u>(unit: &'u Unit, entry: &str) -> Vec<&'u str> {
    let Some(entry) = entry_function(unit, entry) else { return Vec::new() };
    let undefined = undefined_functions(unit, entry);
    let known: Vec<FunctionId> = undefined
        .into_iter()
        .filter(|function| has_meaning(&unit.symbols[unit.functions[*function].name]))
        .collect();
    if known.is_empty() {
        return Vec::new();
    }
    let (_, address_taken) = facts::function_uses(unit);
    let taken = known.into_iter().filter(|function| address_taken.contains(*function));
    taken.map(|function| &unit.symbols[unit.functions[function].name]).collect()
}

/// How many parameters of `main` its body looks at, counted to the last one that it does; none if
/// they are not those that the C standard gives it (C17 5.1.2.2.1).
pub fn used_parameters(unit: &Unit, entry: &str) -> usize {
    let main = entry_function(unit, entry).and_then(|main| unit.functions[main].body.as_ref());
    let parameters: &[ObjectId] = main.map_or(&[], |body| &body.parameters);
    let is_fitting = |(index, object): (usize, &ObjectId)| {
        let ty = unit.objects[*object].ty.ty;
        match (index, &unit.types[ty]) {
            (0, Type::Int(_)) => unit.types.size_of(ty) == Some(4),
            (1 | 2, Type::Pointer(_)) => true,
            _ => false,
        }
    };
    if parameters.is_empty() || !parameters.iter().enumerate().all(is_fitting) {
        return 0;
    }
    let mut used = 0;
    for expr in unit.exprs.values() {
        if let ExprKind::Object(object) = expr.kind
            && let Some(index) = parameters.iter().position(|it| *it == object)
        {
            used = used.max(index + 1);
        }
    }
    used
}

/// True if lowering itself knows what a function of this name does.
pub fn has_meaning(name: &str) -> bool {
    library::is_known(name)
}

/// Lowers a unit that sema has found without errors.
///
/// The only error is the absence of a definition of the entry function.
pub fn lower(unit: &Unit, source: &Source, options: &Options) -> Result<ir::Program, Diagnostics> {
    let Some(entry) = entry_function(unit, &options.entry) else {
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
    lowering.declare_devices();
    lowering.lower_statics();
    lowering.find_visible();
    for function in selected_functions(unit, entry, options.selection).iter() {
        lower_function(&mut lowering, function);
        lower_stand_in(&mut lowering, function);
    }
    lower_outside(&mut lowering);
    lower_callbacks(&mut lowering);
    Ok(lowering.finish())
}
