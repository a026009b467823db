//! Facts about a unit that lowering needs before it starts: what evaluating an expression may
//! do, whether there are threads, which lengths are computed by a declaration.
//!
//! # Effects
//! [`Effects`] of an expression say whether its value can be one IR expression (none), or needs
//! edges: it writes (calls and jumps included), it reads memory, or it is partial, that is,
//! undefined for some operands or guarded by a check of this property. `a && b` is a pure
//! conjunction exactly if `b` has none of the three.
//!
//! They are computed in one sweep in the order of ids. The tree is built bottom up, so operands
//! come first; where one does not (sema may make a node early), it counts as having all effects,
//! which costs an edge and nothing else.
//!
//! # Threads
//! In a program that creates threads another thread can act between any two steps, so a step
//! may read or write at most one shared variable. Reading a global register is then an edge of
//! its own, and counts as a read of memory here.

use c_sema::constant::{Constant, evaluate};
use c_sema::typed::{
    ArithOp, Conversion, Expr, ExprId, ExprKind, FunctionId, Init, LabelId, ObjectId, ShiftOp,
    StmtKind, Unit, VlaId,
};
use c_sema::types::Type;
use index::{IdSet, IndexVec};
use source::Span;
use verdict::CheckKind;

use crate::annotation::Annotations;
use crate::class::int_type;
use crate::jump_facts::JumpFacts;
use crate::library::MutexKinds;
use crate::options::Checks;
use crate::outside_pointers::open_objects;
use crate::surroundings::{Others, Surroundings, VolatileRead};
use crate::thread_local::{ThreadLocals, is_thread_local};
use crate::unit::{fits_register, is_static};

/// What evaluating an expression does besides giving a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    pub writes: bool,
    pub reads: bool,
    pub is_partial: bool,
}

impl Effects {
    const ALL: Self = Self { writes: true, reads: true, is_partial: true };
    const READS: Self = Self { writes: false, reads: true, is_partial: false };
    const PARTIAL: Self = Self { writes: false, reads: false, is_partial: true };

    pub fn is_pure(self) -> bool {
        self == Self::default()
    }

    fn and(self, other: Self) -> Self {
        Self {
            writes: self.writes || other.writes,
            reads: self.reads || other.reads,
            is_partial: self.is_partial || other.is_partial,
        }
    }
}

pub(crate) struct UnitFacts {
    pub effects: IndexVec<ExprId, Effects>,
    pub is_concurrent: bool,
    /// Whether each access to what is shared is a step of its own.
    pub splits_accesses: bool,
    pub thread_locals: ThreadLocals,
    /// What a read of a volatile object gives in this program.
    pub volatile: VolatileRead,
    pub mutex_kinds: MutexKinds,
    /// Functions that occur anywhere other than as the callee of a call.
    pub address_taken: IdSet<FunctionId>,
    /// Static objects that pointers from outside may lead to.
    pub open_objects: IdSet<ObjectId>,
    pub jumps: JumpFacts,
    /// Functions that are called by name somewhere.
    pub called: IdSet<FunctionId>,
    /// Functions that some thread starts with.
    pub start_routines: IdSet<FunctionId>,
    /// Labels that control may come back to: the target of a jump further down, or of one that
    /// is computed or made by assembly.
    pub repeated_labels: IdSet<LabelId>,
    /// Lengths that some [`StmtKind::EvaluateVla`] computes; others are computed where used.
    pub evaluated_vlas: IdSet<VlaId>,
}

impl UnitFacts {
    pub fn of(
        unit: &Unit,
        checks: &Checks,
        annotations: Annotations<'_>,
        surroundings: &Surroundings,
        entry: FunctionId,
    ) -> Self {
        let evaluated_vlas = unit
            .stmts
            .values()
            .filter_map(|stmt| match stmt.kind {
                StmtKind::EvaluateVla(vla) => Some(vla),
                _ => None,
            })
            .collect();
        let (called, address_taken) = function_uses(unit);
        let others = surroundings.others;
        let is_concurrent =
            others != Others::Created || uses_thread_creation(unit, &called, &address_taken);
        let splits_accesses = is_concurrent && others != Others::BetweenStatements;
        let volatile = VolatileRead::of(surroundings.volatile, is_concurrent);
        let thread_locals = match is_concurrent {
            true => ThreadLocals::of(unit, entry, &called),
            false => ThreadLocals::default(),
        };
        let mutex_kinds = MutexKinds::of(unit, &called, &address_taken);
        let jumps = JumpFacts::of(unit, &called, &address_taken);
        let mut used = called.clone();
        used.union_with(&address_taken);
        let open_objects = open_objects(unit, checks, surroundings.externals, entry, &used);
        let effects = IndexVec::new();
        let open = &open_objects;
        let locals = &thread_locals;
        let mut sweep = Sweep {
            unit,
            checks,
            annotations,
            volatile,
            is_concurrent,
            splits_accesses,
            locals,
            open,
            effects,
        };
        for (id, expr) in unit.exprs.iter() {
            let effects = sweep.effects_of(id, expr);
            sweep.effects.push(effects);
        }
        Self {
            effects: sweep.effects,
            open_objects,
            is_concurrent,
            splits_accesses,
            thread_locals,
            volatile,
            mutex_kinds,
            address_taken,
            jumps,
            called,
            start_routines: start_routines(unit),
            repeated_labels: repeated_labels(unit),
            evaluated_vlas,
        }
    }
}

fn is_thread_creation(name: &str) -> bool {
    matches!(name, "pthread_create" | "thrd_create")
}

/// Headers declare `pthread_create` in many programs that never use it.
fn uses_thread_creation(
    unit: &Unit,
    called: &IdSet<FunctionId>,
    address_taken: &IdSet<FunctionId>,
) -> bool {
    unit.functions.iter().any(|(id, function)| {
        is_thread_creation(&unit.symbols[function.name])
            && function.body.is_none()
            && (called.contains(id) || address_taken.contains(id))
    })
}

/// The functions that are called by name, and those whose address is used otherwise.
pub(crate) fn function_uses(unit: &Unit) -> (IdSet<FunctionId>, IdSet<FunctionId>) {
    let mut called = IdSet::new();
    let mut callees = IdSet::new();
    for expr in unit.exprs.values() {
        if let ExprKind::Call { callee, .. } = expr.kind
            && let Some((function, name)) = named_function(unit, callee)
        {
            called.insert(function);
            callees.insert(name);
        }
    }
    let mut address_taken = IdSet::new();
    for (id, expr) in unit.exprs.iter() {
        if let ExprKind::FunctionName(function) = expr.kind
            && !callees.contains(id)
        {
            address_taken.insert(function);
        }
    }
    address_taken.extend(unit.objects.values().filter_map(|object| object.cleanup));
    (called, address_taken)
}

fn repeated_labels(unit: &Unit) -> IdSet<LabelId> {
    let mut repeated: IdSet<LabelId> =
        unit.labels.iter().filter(|(_, label)| label.is_address_taken).map(|(id, _)| id).collect();
    for stmt in unit.stmts.values() {
        match &stmt.kind {
            StmtKind::Goto(label) if stmt.span.lo >= unit.labels[*label].span.lo => {
                repeated.insert(*label);
            }
            StmtKind::Asm(asm) => repeated.extend(asm.labels.iter().copied()),
            _ => {}
        }
    }
    repeated
}

/// The functions that are named as start routines where threads are created.
fn start_routines(unit: &Unit) -> IdSet<FunctionId> {
    let calls = unit.exprs.values().filter_map(|expr| match &expr.kind {
        ExprKind::Call { callee, arguments, .. } => Some((*callee, arguments)),
        _ => None,
    });
    let starts = calls.filter_map(|(callee, arguments)| start_argument(unit, callee, arguments));
    starts.filter_map(|start| converted_function(unit, start)).collect()
}

/// The start routine among the arguments of a call that creates a thread.
pub(crate) fn start_argument(unit: &Unit, callee: ExprId, arguments: &[ExprId]) -> Option<ExprId> {
    let (function, _) = named_function(unit, callee)?;
    match &unit.symbols[unit.functions[function].name] {
        "pthread_create" => arguments.get(2).copied(),
        "thrd_create" => arguments.get(1).copied(),
        _ => None,
    }
}

/// The function that an argument names, whatever pointer type it was cast to.
pub(crate) fn converted_function(unit: &Unit, argument: ExprId) -> Option<FunctionId> {
    let mut at = argument;
    while let ExprKind::Convert { operand, .. } = unit.exprs[at].kind {
        at = operand;
    }
    named_function(unit, at).map(|(function, _)| function)
}

/// The function that a callee names directly, and the node that names it.
pub(crate) fn named_function(unit: &Unit, callee: ExprId) -> Option<(FunctionId, ExprId)> {
    let mut at = callee;
    loop {
        match unit.exprs[at].kind {
            ExprKind::FunctionName(function) => return Some((function, at)),
            ExprKind::Decay(inner) | ExprKind::AddressOf(inner) | ExprKind::Deref(inner) => {
                at = inner;
            }
            _ => return None,
        }
    }
}

struct Sweep<'u> {
    unit: &'u Unit,
    checks: &'u Checks,
    annotations: Annotations<'u>,
    volatile: VolatileRead,
    is_concurrent: bool,
    splits_accesses: bool,
    locals: &'u ThreadLocals,
    open: &'u IdSet<ObjectId>,
    effects: IndexVec<ExprId, Effects>,
}

impl Sweep<'_> {
    fn wants(&self, kind: CheckKind, span: Span) -> bool {
        self.checks.wants(kind) || self.annotations.want(kind, span)
    }

    fn at(&self, expr: ExprId) -> Effects {
        self.effects.get(expr).copied().unwrap_or(Effects::ALL)
    }

    fn effects_of(&self, id: ExprId, expr: &Expr) -> Effects {
        debug_assert!(!self.effects.contains_id(id));
        match &expr.kind {
            ExprKind::Object(_)
            | ExprKind::FunctionName(_)
            | ExprKind::String(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::LabelAddress(_) => Effects::default(),
            ExprKind::Member { base, .. } => self.at(*base),
            ExprKind::Deref(pointer) => {
                let is_checked = self.wants(CheckKind::Alignment, expr.span);
                let here = if is_checked { Effects::PARTIAL } else { Effects::default() };
                self.at(*pointer).and(here)
            }
            ExprKind::Load { place, is_volatile: true }
                if self.volatile == VolatileRead::AnyValue =>
            {
                self.at(*place).and(Effects::READS)
            }
            ExprKind::Load { place, .. } => self.load(*place),
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => self.at(*place),
            ExprKind::Neg(operand) => {
                self.at(*operand).and(self.arithmetic(ArithOp::Sub, None, expr))
            }
            ExprKind::BitNot(operand) | ExprKind::Not(operand) => self.at(*operand),
            ExprKind::Arith(op, lhs, rhs) => {
                self.at(*lhs).and(self.at(*rhs)).and(self.arithmetic(*op, Some(*rhs), expr))
            }
            ExprKind::Shift(op, lhs, rhs) => {
                self.at(*lhs).and(self.at(*rhs)).and(self.shift(*op, *rhs, expr))
            }
            ExprKind::And(lhs, rhs) | ExprKind::Or(lhs, rhs) => {
                self.at(*lhs).and(self.at(*rhs)).and(self.decision(expr.span))
            }
            ExprKind::Comma(lhs, rhs) => self.at(*lhs).and(self.at(*rhs)),
            ExprKind::Compare(_, lhs, rhs) | ExprKind::PointerDiff(lhs, rhs) => {
                self.at(*lhs).and(self.at(*rhs)).and(self.pointers(*lhs, expr.span))
            }
            ExprKind::PointerAdd { pointer, index } | ExprKind::PointerSub { pointer, index } => {
                let here = if self.wants(CheckKind::Bounds, expr.span) {
                    Effects::PARTIAL
                } else {
                    Effects::default()
                };
                self.at(*pointer).and(self.at(*index)).and(here)
            }
            ExprKind::Convert { conversion, operand } => {
                self.at(*operand).and(conversion_effects(*conversion))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let sides = self.at(*then).and(self.at(*otherwise));
                self.at(*condition).and(sides).and(self.decision(expr.span))
            }
            ExprKind::CompoundLiteral { .. }
            | ExprKind::Materialise(_)
            | ExprKind::ComplexPart { .. }
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Elvis { .. }
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::VaArg { .. }
            | ExprKind::VlaSizeof(_)
            | ExprKind::Complex(..)
            | ExprKind::ComplexHalf(..)
            | ExprKind::Error => Effects::ALL,
        }
    }

    /// A decision is partial if it is checked what it depends on.
    fn decision(&self, span: Span) -> Effects {
        match self.wants(CheckKind::Initialised, span) {
            true => Effects::PARTIAL,
            false => Effects::default(),
        }
    }

    /// Ordering and subtracting pointers is partial if it is checked.
    fn pointers(&self, operand: ExprId, span: Span) -> Effects {
        let is_pointer = matches!(self.unit.types[self.unit.exprs[operand].ty], Type::Pointer(_));
        if is_pointer && self.wants(CheckKind::PointerArithmetic, span) {
            Effects::PARTIAL
        } else {
            Effects::default()
        }
    }

    fn load(&self, place: ExprId) -> Effects {
        match self.unit.exprs[place].kind {
            ExprKind::Object(object) if self.is_register(object) => {
                let is_shared = is_static(self.unit.objects[object].duration)
                    && !self.locals.is_in_function(object);
                if self.splits_accesses && is_shared { Effects::READS } else { Effects::default() }
            }
            _ => self.at(place).and(Effects::READS),
        }
    }

    fn is_register(&self, object: ObjectId) -> bool {
        if self.is_concurrent && is_thread_local(&self.unit.objects[object]) {
            self.locals.is_in_function(object)
        } else if is_static(self.unit.objects[object].duration) {
            is_static_register(self.unit, self.open, object)
        } else {
            fits_register(self.unit, object)
        }
    }

    /// What the operation itself adds: divisions are partial unless the divisor is a harmless
    /// constant, and signed arithmetic is if overflows are checked.
    fn arithmetic(&self, op: ArithOp, rhs: Option<ExprId>, expr: &Expr) -> Effects {
        let Some(int) = int_type(&self.unit.types, expr.ty) else { return Effects::default() };
        let is_checked = int.is_signed() && self.wants(CheckKind::SignedOverflow, expr.span);
        let is_partial = match op {
            ArithOp::Add | ArithOp::Sub | ArithOp::Mul => is_checked,
            ArithOp::Div | ArithOp::Rem => !rhs.is_some_and(|rhs| self.is_safe_divisor(rhs, int)),
            ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor => false,
        };
        if is_partial { Effects::PARTIAL } else { Effects::default() }
    }

    /// A shift by a constant within the width is total, unless overflows are checked.
    fn shift(&self, op: ShiftOp, amount: ExprId, expr: &Expr) -> Effects {
        let Some(int) = int_type(&self.unit.types, expr.ty) else { return Effects::PARTIAL };
        let is_in_range = match self.unit.exprs[amount].kind {
            ExprKind::Int(bits) => bits < u128::from(int.width),
            _ => false,
        };
        let is_checked = op == ShiftOp::Left
            && int.is_signed()
            && self.wants(CheckKind::SignedOverflow, expr.span);
        if is_in_range && !is_checked { Effects::default() } else { Effects::PARTIAL }
    }

    fn is_safe_divisor(&self, divisor: ExprId, int: ir::IntType) -> bool {
        match self.unit.exprs[divisor].kind {
            ExprKind::Int(bits) => bits != 0 && !(int.is_signed() && bits == int.mask()),
            _ => false,
        }
    }
}

fn conversion_effects(conversion: Conversion) -> Effects {
    match conversion {
        Conversion::FloatToInt => Effects::PARTIAL,
        Conversion::Complex | Conversion::Bits | Conversion::ToUnion => Effects::ALL,
        Conversion::Same
        | Conversion::IntToInt
        | Conversion::IntToFloat
        | Conversion::FloatToFloat
        | Conversion::ToBool
        | Conversion::PointerToPointer
        | Conversion::PointerToInt
        | Conversion::IntToPointer
        | Conversion::ToVoid => Effects::default(),
    }
}

/// True if a static object can live in a register: a pointer may start with any address, other
/// scalars only with a number.
pub(crate) fn is_static_register(unit: &Unit, open: &IdSet<ObjectId>, object: ObjectId) -> bool {
    let declared = &unit.objects[object];
    let is_pointer = matches!(unit.types[declared.ty.ty], Type::Pointer(_));
    fits_register(unit, object)
        && !open.contains(object)
        && (is_pointer || declared.init.as_ref().is_none_or(|init| init_is_number(unit, init)))
}

fn init_is_number(unit: &Unit, init: &Init) -> bool {
    init.parts.iter().all(|part| {
        let value = evaluate(unit, part.value);
        matches!(value, Some(Constant::Int(_) | Constant::Float(_)))
    })
}
