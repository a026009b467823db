//! What a valid program is, and thereby what the IR means.
//!
//! This page is the specification. [`validate`] checks every rule on it that can be checked
//! without running the program; the rules are numbered, and a [`Violation`] names the one that
//! is broken. `ir-interp` is the same page as running code.
//!
//! # A program and its runs
//!
//! A [`Program`] is a set of functions. A function with a body is a *control-flow automaton*:
//! locations, and edges between them that carry one [`Op`] each. A *state* of a run is
//!
//! - a value for every global variable,
//! - a memory: a set of live *instances* of objects, each a row of bytes at an address of its
//!   own; a byte is a number from 0 to 255, or indeterminate, or a part of a pointer,
//! - a stack of *activations*: a location, and a value for every local variable of its function.
//!
//! A run starts in the entry function with its parameters unknown, global variables and static
//! objects initialised. It takes one edge at a time out of the location on top of the stack. It
//! ends
//!
//! - *normally*, when the entry function returns or at a [`Op::Halt`];
//! - *blocked*, where no outgoing edge can be taken: such a run is of no interest, it violates
//!   nothing;
//! - *violating check c*, at an [`Op::Check`] whose condition is false; nothing after that
//!   counts, so engines may assume the condition behind the edge;
//! - *undefined*, where C leaves the meaning open and no check was asked for: a division by
//!   zero, an access outside live memory, a call through a pointer to no function. What an
//!   engine concludes about a program holds for its runs up to such a point (`docs/soundness.md`
//!   says why);
//! - *unsupported*, at an [`Op::Unsupported`]: no verdict may be drawn from that run.
//!
//! # Graphs
//!
//! - **G1** The entry function has a body.
//! - **G2** An edge stands once among the `outgoing` of its `from` and once among the `incoming`
//!   of its `to`, and nowhere else.
//! - **G3** The exit location has no outgoing edge. A [`Op::Return`] edge ends there, and besides
//!   it only [`Op::Halt`] edges may.
//! - **G4** A location with several outgoing edges has only [`Op::Assume`] edges. Their
//!   conditions should exclude each other: a run that could take two is not determined by its
//!   inputs. All nondeterminism of a program is in [`Op::Havoc`] and [`Op::HavocMemory`].
//!
//! # Values and expressions
//!
//! A value is a truth value, an integer, a float or a pointer, as its [`Type`] says. Integers
//! are two's complement and arithmetic on them wraps. A *pointer* is an address together with
//! the instance it was made from; arithmetic keeps the instance, and an access is valid only
//! within it. An expression is a pure function of variables.
//!
//! - **E1** An integer type has a width from 1 to 128; constants have no bit above it. A float
//!   constant has no bit above its format.
//! - **E2** `Neg` takes an integer or a float; `BitNot` an integer; `Not`, `And`, `Or` truth
//!   values.
//! - **E3** `Arith` has two operands of one type, which is its own: an integer, or a float for
//!   `Add`, `Sub`, `Mul`, `Div`. The right operand of a shift may be any integer. Division by
//!   zero and a shift amount outside `0..width` are undefined; the least value divided by -1
//!   wraps.
//! - **E4** `Compare` has two operands of one type and is a truth value. Truth values know only
//!   `Eq` and `Ne`. Pointers are compared by address. Comparing floats is false if one is not a
//!   number, except for `Ne`.
//! - **E5** `Ite` has a truth value and two operands of one type, which is its own. Only the
//!   chosen one is evaluated.
//! - **E6** `Convert` goes between integers; between integers and floats; between floats; from
//!   truth values to integers; between integers of pointer width and pointers. A float is
//!   truncated towards zero and undefined if the integer cannot hold it.
//! - **E7** `Bits` goes between an integer and a float of the same number of bits.
//! - **E8** `PointerAdd` takes a pointer and an offset of the offset type; `PointerDiff` two
//!   pointers, and is of the offset type.
//! - **E9** `Overflows` takes two integers of one type (for `Shl` the right one may differ) and
//!   is a truth value.
//! - **E10** An operand stands in the pool before the expression that uses it.
//!
//! # Variables and objects
//!
//! - **V1** A local variable or object is named only in its own function. Every activation has
//!   its own instances.
//! - **V2** The parameters of a function are distinct local variables of it, of the types of its
//!   signature. Reading any other local before it is assigned gives an indeterminate value: any
//!   value of its type, and undefined to branch on.
//! - **V3** Static contents lie inside their object, in order, without overlap; only global
//!   objects have contents other than indeterminate. An alignment is a power of two.
//! - **V4** The initial value of a variable fits its type: bits within its width, addresses for
//!   pointers only.
//!
//! A read of an object whose contents are a device's gives any bytes each time. Such an object lies at
//! the address that it names, and numbers there are pointers into it.
//!
//! A local object is alive between [`Op::EnterScope`] and [`Op::LeaveScope`] (entering it again
//! ends one life and starts the next), and ends its life when its activation does. Global
//! objects are alive always.
//!
//! # Operations
//!
//! - **O1** `Assign` gives a variable a value of its type.
//! - **O2** `Assume` takes a truth value.
//! - **O3** `Load` and `Store` take a pointer and access a type that can be in memory: an integer
//!   of a whole number of bytes, a float or a pointer; variable or value have that type.
//!   Bytes are little-endian.
//! - **O4** `Copy`, `Fill`, `HavocMemory`, `Allocate` and `Reallocate` take pointers and sizes of
//!   the size type; `Fill` a byte of type `u8`. `Allocate` and `Reallocate` assign a pointer
//!   variable, `Free` takes a pointer. `Reallocate` and `Free` are undefined for what is neither
//!   null nor the start of a live heap block.
//! - **O5** A call passes one argument per parameter, of its type, and more only to a variadic
//!   function. Its target has the result type; a call of a function without result has none. A
//!   call through a pointer takes a pointer to a function whose signature admits the call
//!   ([`Signature::admits`]), or one that leads outside the program, and then enters the stranger of
//!   that signature, if there is one; else it is undefined.
//! - **O6** `Return` gives a value of the result type, or none if there is none.
//! - **O7** `Check` names a check of the program; `Holds` takes a truth value, `ValidAccess` a
//!   pointer and a size, `Apart` two pointers and two sizes, `SameObject` and `InObject` two pointers,
//!   `ValidFree`, `Writable`, `Callable` and `Aligned` a pointer, the last also a power of two.
//! - **O8** `ThreadCreate`, `ThreadJoin` and `ThreadExit` take pointers, `ThreadJoin`'s thread may
//!   be an integer; a direct start routine takes one pointer. `ThreadSelf` assigns an integer,
//!   `Await` takes a truth value. In a program with `ThreadCreate` an edge outside of atomic blocks
//!   reads or writes one global variable at most, or makes one access to memory.
//! - **O9** `EnterScope` and `LeaveScope` name local objects, and so does `Allocate` of a block on
//!   the stack: the block's life ends with that of the object.
//! - **O10** `Outside` names an actor that exists and takes arguments of any type. The outside *knows*
//!   the instances that the arguments were made from, what was known to it before, and all that can
//!   be reached from these through pointers in their bytes; this for good. Each byte of a live
//!   instance that it knows, and that is not read-only, may become any byte; pointers that it
//!   writes point to what it knows, to memory of its own, or nowhere. Lives and sizes stay. A
//!   variable that the outside can reach is havocked by a `Havoc` beside it, whose cause
//!   ([`HavocCause::Effect`](crate::HavocCause)) says that the old value may stay. If it knows a
//!   function with a body that no `CallBack` names, the run is unsupported: what it calls back is an
//!   `Op::Call` of its own.
//! - **O11** `CallBack` names an actor and a function that exist. A run goes on only if the outside
//!   knows the function. Nothing changes; a run on which a check of memory fails for a pointer that was
//!   passed so is unsupported, since what the outside passes is not known to be wrong.

mod expr;
mod graph;
mod op;
mod storage;

use std::fmt;

use crate::Op;
use crate::program::{EdgeId, FunctionId, LocationId, ObjectId, Program, VarId};
use crate::types::Type;

/// A rule of this page that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule's name: `G3`, `E4`.
    pub rule: &'static str,
    pub place: Place,
    pub message: String,
}

/// Where a rule is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Program,
    Expr(String),
    Var(VarId),
    Object(ObjectId),
    Function(FunctionId),
    Location(FunctionId, LocationId),
    Edge(FunctionId, EdgeId),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (", self.rule, self.message)?;
        match &self.place {
            Place::Program => write!(f, "program"),
            Place::Expr(text) => write!(f, "`{text}`"),
            Place::Var(var) => write!(f, "variable {var}"),
            Place::Object(object) => write!(f, "object {object}"),
            Place::Function(function) => write!(f, "{function}"),
            Place::Location(function, location) => write!(f, "{function} {location}"),
            Place::Edge(function, edge) => write!(f, "{function} {edge}"),
        }?;
        f.write_str(")")
    }
}

/// Violations beyond this number are not listed; a broken pass breaks a rule everywhere.
const MAX_VIOLATIONS: usize = 50;

/// Checks every rule above that does not need a run.
pub fn validate(program: &Program) -> Result<(), Vec<Violation>> {
    let mut report = Report::default();
    // Types first: an ill-typed pool would make every other message an echo.
    let types = expr::check_pool(program, &mut report);
    if let (Some(types), true) = (types, report.violations.is_empty()) {
        storage::check(program, &mut report);
        for (id, function) in program.functions.iter() {
            graph::check(id, function, &mut report);
            op::check(program, &types, id, function, &mut report);
        }
    }
    match program.functions.get(program.entry) {
        Some(entry) if entry.body.is_some() => {}
        _ => report.add("G1", Place::Program, "the entry function has no body"),
    }
    if report.violations.is_empty() { Ok(()) } else { Err(report.violations) }
}

#[derive(Default)]
struct Report {
    violations: Vec<Violation>,
}

impl Report {
    fn add(&mut self, rule: &'static str, place: Place, message: impl Into<String>) {
        if self.violations.len() < MAX_VIOLATIONS {
            self.violations.push(Violation { rule, place, message: message.into() });
        }
    }

    /// Adds a violation unless `holds`.
    fn demand(
        &mut self,
        rule: &'static str,
        place: &Place,
        holds: bool,
        message: impl FnOnce() -> String,
    ) {
        if !holds {
            self.add(rule, place.clone(), message());
        }
    }
}

/// True for what [`Op::Load`] and [`Op::Store`] can access.
fn is_memory_type(ty: Type) -> bool {
    match ty {
        Type::Bool => false,
        Type::Int(int) => int.width.is_multiple_of(8),
        Type::Float(_) | Type::Pointer => true,
    }
}

/// Returns are the only operations that must end in the exit.
fn is_return(op: &Op) -> bool {
    matches!(op, Op::Return { .. })
}

#[cfg(test)]
mod tests;
