//! Thread-local variables in a program that creates threads. In one that does not, they are like any
//! other static object.
//!
//! Two ways to have one of each for every thread:
//!
//! - *In the first function.* A scalar that is named only in functions that threads start with is a
//!   local variable there. Such a function is called by nobody else, so that every thread has one
//!   activation of it at the bottom of its stack, with a variable of its own, for any number of
//!   threads.
//! - *By number.* Everything else has [`MAX_THREADS`] instances, and an access takes that of the
//!   thread's number. A run in which a later thread comes to such an access is unsupported.
//!
//! # What it cannot do
//! An instance is there when its thread has ended. Where properties ask about memory and the program
//! takes the address of such a variable, creating a thread is unsupported.

use c_sema::constant::{Constant, evaluate};
use c_sema::typed::{Duration, ExprKind, FunctionId, Object, ObjectId, Unit};
use c_sema::types::Type as CType;
use index::{Id, IdSet, IndexVec};
use ir::{CompareOp, EdgeRole, IntType, Op, Type};

use crate::class::Class;
use crate::facts::converted_function;
use crate::function::FunctionLowering;
use crate::reach::Holders;
use crate::unit::{Home, UnitLowering, fits_register};

/// So many threads have instances of their own.
pub(crate) const MAX_THREADS: u32 = 8;

/// Which thread-local variables are locals of which functions.
#[derive(Debug, Default)]
pub(crate) struct ThreadLocals {
    /// By the function that threads start with.
    locals: IndexVec<FunctionId, Vec<ObjectId>>,
    in_functions: IdSet<ObjectId>,
}

pub(crate) fn is_thread_local(object: &Object) -> bool {
    matches!(object.duration, Duration::ThreadLocal(_))
}

impl ThreadLocals {
    pub fn of(unit: &Unit, entry: FunctionId, called: &IdSet<FunctionId>) -> Self {
        let candidates: IdSet<ObjectId> = unit
            .objects
            .iter()
            .filter(|(id, object)| is_thread_local(object) && may_be_local(unit, *id))
            .map(|(id, _)| id)
            .collect();
        let mut found = Self {
            locals: IndexVec::from_elem(Vec::new(), unit.functions.len()),
            in_functions: IdSet::new(),
        };
        if candidates.is_empty() {
            return found;
        }
        let roots = roots(unit, entry, called);
        let holders = Holders::of(unit);
        let mut named_in: Vec<(ObjectId, Option<FunctionId>)> = Vec::new();
        for (id, expr) in unit.exprs.iter() {
            if let ExprKind::Object(object) = expr.kind
                && candidates.contains(object)
            {
                named_in.push((object, holders.holder(unit, id)));
            }
        }
        let is_elsewhere = |&&(_, holder): &&(ObjectId, Option<FunctionId>)| {
            !holder.is_some_and(|holder| roots.contains(holder))
        };
        let elsewhere: IdSet<ObjectId> =
            named_in.iter().filter(is_elsewhere).map(|(object, _)| *object).collect();
        for (object, holder) in named_in {
            let Some(holder) = holder.filter(|_| !elsewhere.contains(object)) else { continue };
            found.in_functions.insert(object);
            if !found.locals[holder].contains(&object) {
                found.locals[holder].push(object);
            }
        }
        found
    }

    /// True if the object is a local variable of the functions that name it.
    pub fn is_in_function(&self, object: ObjectId) -> bool {
        self.in_functions.contains(object)
    }
}

/// A scalar that begins as a number, and that no other file knows.
fn may_be_local(unit: &Unit, object: ObjectId) -> bool {
    let declared = &unit.objects[object];
    let is_integer =
        matches!(unit.types[declared.ty.ty], CType::Bool | CType::Int(_) | CType::Enum(_));
    let is_number = |part: &c_sema::typed::InitPart| {
        matches!(evaluate(unit, part.value), Some(Constant::Int(_)))
    };
    is_integer
        && fits_register(unit, object)
        && !crate::unit::is_undefined(declared.duration)
        && declared.init.as_ref().is_none_or(|init| init.parts.iter().all(is_number))
}

/// The functions that are entered only where a thread starts.
fn roots(unit: &Unit, entry: FunctionId, called: &IdSet<FunctionId>) -> IdSet<FunctionId> {
    let mut n_starts: IndexVec<FunctionId, usize> = IndexVec::from_elem(0, unit.functions.len());
    for expr in unit.exprs.values() {
        let ExprKind::Call { callee, arguments, .. } = &expr.kind else { continue };
        let start = crate::facts::start_argument(unit, *callee, arguments);
        if let Some(function) = start.and_then(|start| converted_function(unit, start)) {
            n_starts[function] += 1;
        }
    }
    let mut n_names: IndexVec<FunctionId, usize> = IndexVec::from_elem(0, unit.functions.len());
    for expr in unit.exprs.values() {
        if let ExprKind::FunctionName(function) = expr.kind {
            n_names[function] += 1;
        }
    }
    let is_root = |&function: &FunctionId| {
        let is_start = n_starts[function] > 0 && n_starts[function] == n_names[function];
        let is_entry = function == entry && n_names[function] == 0;
        (is_start || is_entry) && !called.contains(function)
    };
    unit.functions.ids().filter(is_root).collect()
}

impl UnitLowering<'_> {
    /// An object of which every thread has its own.
    pub(crate) fn is_per_thread(&self, object: ObjectId) -> bool {
        self.facts.is_concurrent && is_thread_local(&self.unit.objects[object])
    }

    /// The objects of all threads, the first of which is this one.
    pub(crate) fn instances(
        &self,
        first: ir::ObjectId,
    ) -> impl Iterator<Item = ir::ObjectId> + use<> {
        let start = first.index();
        (start..start + MAX_THREADS as usize).map(ir::ObjectId::new)
    }

    /// What is not supported about the thread-local variables of this program.
    pub(crate) fn strange_thread_locals(&self) -> bool {
        self.unit.objects.values().any(|object| {
            is_thread_local(object) && object.is_address_taken && self.source.is_users(object.span)
        })
    }
}

impl FunctionLowering<'_, '_> {
    /// The thread-local variables of a function that threads start with begin their lives.
    pub(crate) fn begin_thread_locals(&mut self) {
        let unit = self.unit();
        if !self.up.facts.is_concurrent {
            return;
        }
        let function = self.c_function();
        for object in self.up.facts.thread_locals.locals[function].clone() {
            let declared = &unit.objects[object];
            let Class::Scalar(scalar) = self.class(declared.ty.ty) else { continue };
            let target = self.source_var(object, scalar);
            let part = declared.init.as_ref().and_then(|init| init.parts.first());
            let value = match part.and_then(|part| evaluate(unit, part.value)) {
                Some(Constant::Int(bits)) => self.number(bits, declared.ty.ty),
                _ => self.zero(scalar),
            };
            self.emit(Op::Assign { target, value });
            self.up.homes[object] = Some(Home::Register(target));
        }
    }

    /// Where the instance of this thread lies.
    pub(crate) fn own_instance(&mut self, first: ir::ObjectId) -> ir::ExprId {
        let int = IntType::signed(32);
        let target = self.temporary("%self", Type::Int(int));
        self.emit(Op::ThreadSelf { target });
        let own = self.var(target);
        let last = self.int(int, i128::from(MAX_THREADS));
        let is_known = self.compare(CompareOp::Le, own, last);
        let is_later = self.not(is_known);
        let (known, later) = (self.body.add_location(), self.body.add_location());
        let from = self.current;
        self.branch_edge(is_later, later, EdgeRole::Plain);
        self.current = from;
        self.branch_edge(is_known, known, EdgeRole::Plain);
        self.current = Some(later);
        self.unsupported(format!("thread-local variables of more than {MAX_THREADS} threads"));
        self.current = Some(known);
        let instances: Vec<ir::ObjectId> = self.up.instances(first).collect();
        let mut address = self.zero(Type::Pointer);
        for (index, &instance) in instances.iter().enumerate().rev() {
            let here = self.object_address(instance);
            if index + 1 == instances.len() {
                address = here;
                continue;
            }
            let number = self.int(int, index as i128 + 1);
            let is_this = self.compare(CompareOp::Eq, own, number);
            address = self.ite(is_this, here, address);
        }
        self.pin(address, Type::Pointer)
    }
}
