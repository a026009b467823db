//! The intermediate representation that every engine for C programs works on: control-flow
//! automata over typed, side-effect-free expressions.
//!
//! Start reading at [`program`] for the shape of a program, [`op`] for what an edge does,
//! [`expr`] for values; [`validate`](mod@validate) states every rule that a valid program keeps, and thereby
//! what it means.

mod accesses;
pub mod expr;
pub mod layout;
pub mod op;
pub mod program;
pub mod text;
pub mod types;
pub mod validate;

pub use expr::{ArithOp, CompareOp, Expr, ExprId, ExprPool, OverflowOp};
pub use layout::{Layout, Member};
pub use op::{
    Access, Actor, AllocationKind, AtomicKind, Callee, Condition, EdgeRole, HaltCause, HavocCause,
    Op, Overlap, Provenance,
};
pub use program::{
    Body, CALLS_BACK, Check, CheckId, Contents, Edge, EdgeId, Function, FunctionId, Initial,
    Location, LocationId, LocationLabel, Object, ObjectId, Program, STRANGER, Scope, Signature,
    SignatureId, StaticBytes, StaticValue, Var, VarId, VarOrigin,
};
pub use types::{DataModel, FloatType, IntType, Sign, Type};
pub use validate::{Violation, validate};
