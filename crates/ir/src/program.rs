//! Programs: functions as control-flow automata, the variables and objects they use, and what
//! is to be checked.
//!
//! Variables and memory objects have program-wide ids, locals too: a formula can name any of
//! them without saying the function. A *variable* (a register) has a scalar type and no
//! address. An *object* is bytes in memory with an address. Lowering decides which of the two a
//! C object becomes: a scalar whose address is never taken is a variable, everything else is an
//! object.

use std::collections::BTreeMap;
use std::sync::Arc;

use index::{Id, IdSet, IndexVec};
use source::Span;
use verdict::{Assumption, CheckKind};

use crate::expr::{Expr, ExprId, ExprPool};
use crate::layout::Layout;
use crate::op::{Actor, Op, Provenance};
use crate::types::{DataModel, Type};

index::define_id!(pub struct FunctionId, "fn");
index::define_id!(
    /// A location of one function.
    pub struct LocationId, "L"
);
index::define_id!(
    /// An edge of one function.
    pub struct EdgeId, "E"
);
index::define_id!(pub struct VarId, "v");
index::define_id!(pub struct ObjectId, "o");
index::define_id!(pub struct CheckId, "c");
index::define_id!(
    /// Parameter and result types of an indirect call.
    pub struct SignatureId, "sig"
);

#[derive(Clone, Debug)]
pub struct Program {
    pub model: DataModel,
    pub exprs: ExprPool,
    pub functions: IndexVec<FunctionId, Function>,
    pub vars: IndexVec<VarId, Var>,
    pub objects: IndexVec<ObjectId, Object>,
    pub checks: IndexVec<CheckId, Check>,
    pub signatures: IndexVec<SignatureId, Signature>,
    /// Where a run starts. Static objects and global variables have their initial values then.
    pub entry: FunctionId,
    /// What lowering had to take for granted.
    pub assumptions: Vec<Assumption>,
    /// Functions that stand for those outside the program, one for each signature: a call through
    /// a pointer that leads there enters one. Without one, such a call gives any value and does
    /// nothing.
    pub strangers: Vec<FunctionId>,
    /// What the parts of objects are called, where they have names.
    pub layouts: BTreeMap<ObjectId, Arc<Layout>>,
}

/// A register: a scalar without an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// The C name, or that of the temporary (`%tmp`); unique only together with the id.
    pub name: Box<str>,
    pub ty: Type,
    pub scope: Scope,
    pub origin: VarOrigin,
    /// Where it is declared.
    pub span: Span,
    /// The value at the start of a run, of a global variable. Locals start indeterminate,
    /// parameters with their arguments, whatever stands here.
    pub initial: Initial,
}

/// What a variable holds before anything happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// Any value: an `extern` variable, or a local.
    Unknown,
    /// The bits of a value of the variable's type; zero bits are the null pointer.
    Bits(u128),
    /// A pointer to `object + addend`.
    ObjectAddress(ObjectId, i64),
    FunctionAddress(FunctionId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    Global,
    /// Each activation of the function has its own.
    Local(FunctionId),
}

/// Whether people know the thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VarOrigin {
    /// Declared in the source.
    Source,
    /// Introduced by lowering or a pass; never shown in an invariant.
    Temporary,
    /// A pointer that is given no value: the place in memory that is asked about.
    Probe,
    /// A pointer that is written and never read: where a string was ended last.
    Terminator,
}

/// Bytes in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    pub name: Box<str>,
    /// In bytes. `None`: an `extern` object of unknown size.
    pub size: Option<u64>,
    pub align: u64,
    pub scope: Scope,
    pub span: Span,
    pub contents: Contents,
    /// String literals and `const` objects: a store there is undefined.
    pub is_read_only: bool,
    /// Other files know it by its name, so that pointers from outside may lead to it.
    pub is_visible: bool,
}

impl Object {
    /// Whether it is the array of a string literal: equal ones may be one object, and one may be
    /// the end of another. No name of C has a dot.
    pub fn is_string_literal(&self) -> bool {
        self.is_read_only && self.name.starts_with("string.")
    }
}

/// The bytes of an object when its life begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Zero except for these values, sorted by offset, without overlap. For static objects.
    Static(Vec<StaticValue>),
    /// Indeterminate: a local.
    Indeterminate,
    /// Any bytes: an `extern` object that is defined elsewhere.
    Unknown,
    /// A device answers here, at this address: every read gives any bytes, whatever was written.
    Device { address: u64 },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticValue {
    pub offset: u64,
    pub value: StaticBytes,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaticBytes {
    Bytes(Box<[u8]>),
    /// A pointer to `object + addend`.
    ObjectAddress(ObjectId, i64),
    FunctionAddress(FunctionId),
}

/// One question that the property asks, at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub kind: CheckKind,
    pub span: Span,
    /// In the words of the source: "`i + 1` fits `int`".
    pub text: Box<str>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    pub parameters: Vec<Type>,
    pub result: Option<Type>,
    pub is_variadic: bool,
}

impl Signature {
    /// Whether a call at another signature, with so many arguments, may go to a function of this
    /// one. Signedness is not looked at: it does not change how arguments are passed, and
    /// declarations without prototype lose it.
    pub fn admits(&self, called: &Self, n_arguments: usize) -> bool {
        let is_enough = if self.is_variadic {
            n_arguments >= self.parameters.len()
        } else {
            n_arguments == self.parameters.len()
        };
        let mut pairs = called.parameters.iter().zip(&self.parameters);
        is_enough
            && pairs.all(|(&lhs, &rhs)| is_passed_alike(lhs, rhs))
            && match (called.result, self.result) {
                (Some(lhs), Some(rhs)) => is_passed_alike(lhs, rhs),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            }
    }
}

fn is_passed_alike(lhs: Type, rhs: Type) -> bool {
    match (lhs, rhs) {
        (Type::Int(lhs), Type::Int(rhs)) => lhs.width == rhs.width,
        (lhs, rhs) => lhs == rhs,
    }
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Box<str>,
    pub span: Span,
    pub signature: Signature,
    /// Local variables of [`Scope::Local`] that the arguments are assigned to, in order.
    pub parameters: Vec<VarId>,
    /// `None`: only declared. A call then behaves as `docs/soundness.md` says.
    pub body: Option<Body>,
}

/// A control-flow automaton.
#[derive(Clone, Debug)]
pub struct Body {
    pub locations: IndexVec<LocationId, Location>,
    pub edges: IndexVec<EdgeId, Edge>,
    pub entry: LocationId,
    /// Where `return` edges end. It has no outgoing edges.
    pub exit: LocationId,
}

#[derive(Clone, Debug, Default)]
pub struct Location {
    /// In the order in which they are tried when a run is replayed; conditions of sibling
    /// `assume` edges exclude each other.
    pub outgoing: Vec<EdgeId>,
    pub incoming: Vec<EdgeId>,
    pub label: LocationLabel,
}

/// What a location is in the source, for witnesses and reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LocationLabel {
    #[default]
    None,
    /// The head of a structured loop; the span is that of the whole statement. Invariants of
    /// the loop are evaluated here, just before its condition.
    LoopHead(Span),
    /// A statement that runs may come back to without a loop head: one behind a C label (the
    /// span is the label's), or the body of a `do` (the span is the body's). Invariants are
    /// evaluated just before the statement.
    Label(Span),
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub from: LocationId,
    pub to: LocationId,
    pub op: Op,
    pub provenance: Provenance,
}

/// What the names of strangers begin with.
pub const STRANGER: &str = "%outside";

/// What the names of functions begin with that call back what somebody outside knows.
pub const CALLS_BACK: &str = "%callbacks";

impl Program {
    /// Whether the function is one by which somebody outside calls functions of the program.
    pub fn calls_back(&self, function: FunctionId) -> bool {
        let body = self.functions[function].body.as_ref();
        body.is_some_and(|body| {
            let mut edges = body.edges.values();
            edges.any(|edge| matches!(edge.op, Op::CallBack { .. }))
        })
    }

    /// Drops the checks that no step names, as those in code that its function cannot reach; the
    /// others keep their order, and so do those that are asked of runs as a whole.
    pub fn drop_unused_checks(&mut self) {
        let checks = std::mem::take(&mut self.checks);
        let bodies = self.functions.values_mut().filter_map(|it| it.body.as_mut());
        let mut uses: Vec<&mut CheckId> = bodies
            .flat_map(|body| body.edges.values_mut())
            .filter_map(|edge| match &mut edge.op {
                Op::Check { check, .. } => Some(check),
                _ => None,
            })
            .collect();
        let used: IdSet<CheckId> = uses.iter().map(|check| **check).collect();
        let mut new_ids: IndexVec<CheckId, Option<CheckId>> =
            IndexVec::from_elem(None, checks.len());
        for (id, check) in (0..checks.len()).map(CheckId::new).zip(checks) {
            if used.contains(id) || check.kind.is_of_runs() {
                new_ids[id] = Some(self.checks.push(check));
            }
        }
        for check in &mut uses {
            **check = new_ids[**check].unwrap_or(**check);
        }
    }

    /// Whether the body of a function says what somebody outside the program does.
    pub fn is_stand_in(&self, function: FunctionId) -> bool {
        let actor = Actor::Function(function);
        let body = self.functions[function].body.as_ref();
        body.is_some_and(|body| {
            let mut edges = body.edges.values();
            edges.any(|edge| matches!(&edge.op, Op::Outside { actor: it, .. } if *it == actor))
        })
    }

    /// The function that stands for those outside the program that are called like this.
    pub fn stranger(&self, signature: SignatureId) -> Option<FunctionId> {
        let called = &self.signatures[signature];
        let fits = |id: &&FunctionId| self.functions[**id].signature == *called;
        self.strangers.iter().find(fits).copied()
    }

    /// The type of an expression of a valid program. It follows one operand at a time, so it
    /// never recurses.
    pub fn type_of(&self, mut expr: ExprId) -> Type {
        loop {
            expr = match self.exprs[expr] {
                Expr::Bool(_)
                | Expr::Not(_)
                | Expr::Compare(..)
                | Expr::And(..)
                | Expr::Or(..)
                | Expr::Overflows(..) => return Type::Bool,
                Expr::Int(int, _) => return Type::Int(int),
                Expr::Float(float, _) => return Type::Float(float),
                Expr::Null
                | Expr::ObjectAddress(_)
                | Expr::FunctionAddress(_)
                | Expr::Shadow(_)
                | Expr::PointerAdd(..) => return Type::Pointer,
                Expr::Var(var) => return self.vars[var].ty,
                Expr::Convert(to, _) | Expr::Bits(to, _) => return to,
                Expr::PointerDiff(..) => return Type::Int(self.model.offset_type()),
                Expr::Neg(a) | Expr::BitNot(a) | Expr::Arith(_, a, _) | Expr::Ite(_, a, _) => a,
            }
        }
    }
}

impl Body {
    /// A body with its entry and exit and nothing between them.
    pub fn new() -> Self {
        let mut locations = IndexVec::new();
        let entry = locations.push(Location::default());
        let exit = locations.push(Location::default());
        Self { locations, edges: IndexVec::new(), entry, exit }
    }

    pub fn add_location(&mut self) -> LocationId {
        self.locations.push(Location::default())
    }

    pub fn add_edge(
        &mut self,
        from: LocationId,
        to: LocationId,
        op: Op,
        provenance: Provenance,
    ) -> EdgeId {
        let edge = self.edges.push(Edge { from, to, op, provenance });
        self.locations[from].outgoing.push(edge);
        self.locations[to].incoming.push(edge);
        edge
    }
}

impl Default for Body {
    fn default() -> Self {
        Self::new()
    }
}
