//! What the models of locks are made of: waiting, the number of the thread, steps that nobody
//! interrupts, and where a mutex keeps its kind.
//!
//! In a program that creates no thread there is nobody to wait for: a thread that waits for a lock
//! waits for ever, which is a run of no interest, and atomic steps are steps.
//!
//! # Kinds of mutexes
//! A mutex is plain, recursive or error-checking. The kind lies where the GNU C library has it, since
//! static initialisers write it there. Most programs have plain ones only, which can be seen
//! ([`MutexKinds`]): then nothing is read or written for it, and the object may be as small as an `int`.
//!
//! # Locks of another make
//! A program may declare its own `pthread_mutex_t`. One that is too small for the model, or one whose
//! initialiser does not mean free (that of Darwin begins with a signature), is not supported.

use c_sema::constant::{Constant, evaluate};
use c_sema::typed::{ExprId, ExprKind, FunctionId, Init, Unit};
use c_sema::types::{DataModel, Type as CType, TypeId, Types};
use index::IdSet;
use ir::{AtomicKind, CompareOp, IntType, Op, Type};
use verdict::CheckKind;

use super::table::Library;
use crate::call::CallSite;
use crate::facts::named_function;
use crate::function::FunctionLowering;

/// What a program may do with the kinds of mutexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MutexKinds {
    /// All are plain.
    Plain,
    /// Some may have another kind.
    Several,
    /// Some may have another kind, and the program's mutexes have no room for it.
    NoRoom,
}

const INT_BYTES: u64 = 4;

/// What the model of a condition variable needs where deadlocks are looked for.
const CONDITION_BYTES: u64 = 8;

/// Where the GNU C library has `__kind`.
fn kind_offset(model: DataModel) -> u64 {
    match model {
        DataModel::Lp64 => 16,
        DataModel::Ilp32 => 12,
    }
}

impl MutexKinds {
    pub fn of(unit: &Unit, called: &IdSet<FunctionId>, address_taken: &IdSet<FunctionId>) -> Self {
        let is_used = |wanted: &str| {
            unit.functions.iter().any(|(id, function)| {
                &unit.symbols[function.name] == wanted
                    && (called.contains(id) || address_taken.contains(id))
            })
        };
        let calls = || {
            unit.exprs.values().filter_map(|expr| match &expr.kind {
                ExprKind::Call { callee, arguments, .. } => {
                    let (function, _) = named_function(unit, *callee)?;
                    Some((&unit.symbols[unit.functions[function].name], arguments))
                }
                _ => None,
            })
        };
        let is_number = |argument: Option<&ExprId>, fits: fn(u128) -> bool| {
            let value = argument.and_then(|&argument| evaluate(unit, argument));
            matches!(value, Some(Constant::Int(bits)) if fits(bits))
        };
        let has_foreign_attributes = || {
            !is_used("pthread_mutexattr_init")
                && calls().any(|(name, arguments)| {
                    name == "pthread_mutex_init"
                        && !arguments.get(1).is_some_and(|&argument| is_null(unit, argument))
                })
        };
        let has_recursive = || {
            calls().any(|(name, arguments)| {
                name == "mtx_init" && !is_number(arguments.get(1), |kind| kind & 1 == 0)
            })
        };
        let is_initialised = || {
            let inits = unit
                .objects
                .values()
                .filter_map(|object| object.init.as_ref().map(|init| (object.ty.ty, init)));
            let literals = unit.exprs.values().filter_map(|expr| match &expr.kind {
                ExprKind::CompoundLiteral { init: Some(init), .. } => Some((expr.ty, init)),
                _ => None,
            });
            inits.chain(literals).any(|(ty, init)| sets_kind(unit, ty, init))
        };
        if !is_used("pthread_mutexattr_settype")
            && !is_initialised()
            && !has_recursive()
            && !has_foreign_attributes()
        {
            return Self::Plain;
        }
        let needed = kind_offset(unit.types.model) + INT_BYTES;
        let is_small = calls().any(|(name, arguments)| {
            let is_lock = name.starts_with("pthread_mutex_") || name.starts_with("mtx_");
            let size = arguments.first().and_then(|&mutex| pointee_size(unit, mutex));
            is_lock && size.is_some_and(|size| size < needed)
        });
        if is_small { Self::NoRoom } else { Self::Several }
    }
}

fn is_null(unit: &Unit, argument: ExprId) -> bool {
    let mut at = argument;
    while let ExprKind::Convert { operand, .. } = unit.exprs[at].kind {
        at = operand;
    }
    matches!(unit.exprs[at].kind, ExprKind::Int(0))
}

/// True if an initialiser may write something other than zero to a field `__kind`.
fn sets_kind(unit: &Unit, ty: TypeId, init: &Init) -> bool {
    init.parts.iter().any(|part| {
        let is_zero = matches!(evaluate(unit, part.value), Some(Constant::Int(0)));
        !is_zero && is_kind(unit, ty, part.offset)
    })
}

/// True if the byte at this offset belongs to a field `__kind`.
fn is_kind(unit: &Unit, ty: TypeId, offset: u64) -> bool {
    let types = &unit.types;
    match &types[ty] {
        CType::Array { element, .. } => match types.size_of(element.ty) {
            Some(size) if size > 0 => is_kind(unit, element.ty, offset % size),
            _ => false,
        },
        CType::Record(_) => fields_at(types, ty, offset).any(|(name, ty, inner)| {
            name.is_some_and(|name| &unit.symbols[name] == "__kind") || is_kind(unit, ty, inner)
        }),
        _ => false,
    }
}

fn fields_at(
    types: &Types,
    record: TypeId,
    offset: u64,
) -> impl Iterator<Item = (Option<source::Symbol>, TypeId, u64)> + '_ {
    let layout = types.record(record).and_then(|record| types.records[record].layout.as_ref());
    let fields = layout.map_or(&[][..], |layout| &layout.fields[..]);
    fields.iter().filter_map(move |field| {
        let size = types.size_of(field.ty.ty)?;
        let inner = offset.checked_sub(field.offset)?;
        (inner < size).then_some((field.name, field.ty.ty, inner))
    })
}

/// The type behind a pointer, before it was converted to the parameter's.
fn pointee(unit: &Unit, argument: ExprId) -> Option<TypeId> {
    let mut at = argument;
    loop {
        let pointee = unit.types.pointee(unit.exprs[at].ty).map(|pointee| pointee.ty);
        if pointee.is_some_and(|ty| !matches!(unit.types[ty], CType::Void)) {
            return pointee;
        }
        let ExprKind::Convert { operand, .. } = unit.exprs[at].kind else { return None };
        at = operand;
    }
}

fn pointee_size(unit: &Unit, argument: ExprId) -> Option<u64> {
    unit.types.size_of(pointee(unit, argument)?)
}

/// Which argument of a function is a lock, and how many bytes of it the model needs.
fn lock_argument(name: &str) -> Option<(usize, u64)> {
    const LOCKS: [(&str, u64); 9] = [
        ("pthread_mutexattr_", 4),
        ("pthread_mutex_", 4),
        ("pthread_spin_", 4),
        ("pthread_rwlock_", 8),
        ("pthread_barrier_", 16),
        ("pthread_once", 4),
        ("mtx_", 4),
        ("sem_", 4),
        ("call_once", 4),
    ];
    if name.starts_with("pthread_cond_") || name.starts_with("cnd_") {
        return name.ends_with("wait").then_some((1, 4));
    }
    let row = LOCKS.iter().find(|(prefix, _)| name.starts_with(prefix));
    row.map(|(_, bytes)| (0, *bytes))
}

impl FunctionLowering<'_, '_> {
    /// What is not supported about the lock of a call, if it is one that the models cannot use.
    pub(crate) fn strange_lock(&self, name: &str, arguments: &[ExprId]) -> Option<String> {
        let unit = self.unit();
        let is_condition = name.starts_with("pthread_cond_") || name.starts_with("cnd_");
        if is_condition && self.wants(CheckKind::Deadlock) {
            let size = arguments.first().and_then(|&condition| pointee_size(unit, condition));
            if size.is_some_and(|size| size < CONDITION_BYTES) {
                return Some(format!(
                    "`{name}` with a condition of less than {CONDITION_BYTES} bytes"
                ));
            }
        }
        let (position, bytes) = lock_argument(name)?;
        let ty = pointee(unit, *arguments.get(position)?)?;
        if unit.types.size_of(ty).is_some_and(|size| size < bytes) {
            return Some(format!("`{name}` with a lock of less than {bytes} bytes"));
        }
        let mut fields = fields_at(&unit.types, ty, 0);
        let is_signed =
            fields.any(|(name, ..)| name.is_some_and(|name| &unit.symbols[name] == "__sig"));
        is_signed.then(|| format!("`{name}` with a lock of another C library"))
    }

    /// State of the C library, in a model: functions that POSIX lets threads call at the same time
    /// guard it with locks that nobody sees.
    pub(crate) fn is_guarded_by_library(&self, place: ExprId) -> bool {
        /// What belongs to functions that threads must not call at the same time.
        const OPEN: [&str; 3] =
            ["__linchpin_rest_of_tokens", "__linchpin_error_text", "__linchpin_time_text"];
        let unit = self.unit();
        if self.up.source.is_users(unit.exprs[place].span) {
            return false;
        }
        match unit.exprs[place].kind {
            ExprKind::Object(object) => {
                let row = &unit.objects[object];
                self.up.is_static(object)
                    && !self.up.source.is_users(row.span)
                    && !OPEN.contains(&&unit.symbols[row.name])
            }
            ExprKind::Member { base, .. } => {
                let record = unit.types.record(unit.exprs[base].ty);
                let tag = record.and_then(|record| unit.types.records[record].tag);
                tag.is_some_and(|tag| &unit.symbols[tag] == "__linchpin_stream")
            }
            _ => false,
        }
    }

    pub(super) fn lock_step(&mut self, row: Library, site: CallSite<'_>) -> ir::ExprId {
        let is_concurrent = self.up.facts.is_concurrent;
        match row {
            Library::ThreadSelf if is_concurrent => {
                let int = IntType::signed(32);
                let target = self.destination("%self", Type::Int(int), site.wanted);
                self.emit(Op::ThreadSelf { target });
                let value = self.var(target);
                self.scalar_result(value, Type::Int(int), site.ty)
            }
            Library::ThreadSelf => self.small_result(1, site.ty),
            Library::Await if is_concurrent || self.wants(CheckKind::Deadlock) => {
                let condition = self.condition(site.arguments[0]);
                self.emit(Op::Await { condition });
                self.no_value(site.ty)
            }
            Library::Await => self.assume_call(site),
            Library::SynchroniseBegin => {
                self.begin_synchronising();
                self.no_value(site.ty)
            }
            Library::SynchroniseEnd => {
                self.end_synchronising();
                self.no_value(site.ty)
            }
            Library::MutexKind => self.mutex_kind(site),
            Library::SetMutexKind => self.set_mutex_kind(site),
            _ => self.unsupported_value("a step of a lock", site.ty),
        }
    }

    /// Until the end no other thread acts, and what is accessed synchronises.
    pub(crate) fn begin_synchronising(&mut self) {
        if self.up.facts.is_concurrent {
            self.emit(Op::AtomicBegin(AtomicKind::Synchronising));
        }
    }

    pub(crate) fn end_synchronising(&mut self) {
        if self.up.facts.is_concurrent {
            self.emit(Op::AtomicEnd);
        }
    }

    /// The kind of a mutex; an adaptive one is plain.
    fn mutex_kind(&mut self, site: CallSite<'_>) -> ir::ExprId {
        match self.up.facts.mutex_kinds {
            MutexKinds::Plain => self.small_result(0, site.ty),
            MutexKinds::NoRoom => {
                self.unsupported_value("kinds of mutexes in such a type", site.ty)
            }
            MutexKinds::Several => {
                const ADAPTIVE: i128 = 3;
                let int = IntType::signed(32);
                let pointer = self.kind_address(site.arguments[0]);
                let cell = super::atomics::Cell { pointer, scalar: Type::Int(int) };
                let kind = self.read_cell(cell);
                let (adaptive, plain) = (self.int(int, ADAPTIVE), self.int(int, 0));
                let is_adaptive = self.compare(CompareOp::Eq, kind, adaptive);
                let kind = self.ite(is_adaptive, plain, kind);
                self.scalar_result(kind, Type::Int(int), site.ty)
            }
        }
    }

    fn set_mutex_kind(&mut self, site: CallSite<'_>) -> ir::ExprId {
        match self.up.facts.mutex_kinds {
            MutexKinds::Plain => {}
            MutexKinds::NoRoom => self.unsupported("kinds of mutexes in such a type"),
            MutexKinds::Several => {
                let int = Type::Int(IntType::signed(32));
                let pointer = self.kind_address(site.arguments[0]);
                let kind = self.value(site.arguments[1]);
                self.store(&crate::place::Place::Memory(pointer), kind, int);
                let again = self.value(site.arguments[0]);
                let again = self.pointer_add_bytes(again, INT_BYTES);
                let zero = self.zero(int);
                self.store(&crate::place::Place::Memory(again), zero, int);
            }
        }
        self.no_value(site.ty)
    }

    fn kind_address(&mut self, mutex: ExprId) -> ir::ExprId {
        let offset = kind_offset(self.unit().types.model);
        let mutex = self.value(mutex);
        self.pointer_add_bytes(mutex, offset)
    }
}
