//! Lowering one function: the automaton under construction and the point that has been reached.
//!
//! `current` is the location after everything emitted so far, or `None` where control cannot
//! come (after a `return`, say). Emitting there does nothing, so dead code costs no edges; it is
//! still walked, since a label in it may bring it to life.

use c_sema::typed::{FunctionId, LabelId, ObjectId, Oddity, Unit};
use c_sema::types::TypeId;
use ir::{AtomicKind, EdgeRole, LocationId, Op, Provenance, Type, VarId};
use rustc_hash::FxHashMap;
use source::Span;
use verdict::CheckKind;

use crate::call::odd_call;
use crate::class::Class;
use crate::depth::with_stack;
use crate::jump::Jumping;
use crate::scope::{Jump, Scope, ScopeId, ScopeKind};
use crate::switch::OpenSwitch;
use crate::uninitialised::havoc_unassigned;
use crate::unit::{Home, UnitLowering, fits_register, function_id};

/// A `break` or `continue` ends here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpPoint {
    pub location: LocationId,
    pub scope: ScopeId,
}

pub(crate) struct FunctionLowering<'l, 'u> {
    pub up: &'l mut UnitLowering<'u>,
    pub id: ir::FunctionId,
    /// The type of the C function.
    pub ty: TypeId,
    pub body: ir::Body,
    pub current: Option<LocationId>,
    /// What the edges emitted now come from.
    pub span: Span,
    pub scopes: index::IndexVec<ScopeId, Scope>,
    pub scope: ScopeId,
    pub jumps: Vec<Jump>,
    pub labels: FxHashMap<LabelId, JumpPoint>,
    /// In the order in which they stand, for a deterministic dispatch of computed jumps.
    pub address_taken_labels: Vec<LabelId>,
    pub breaks: Vec<JumpPoint>,
    pub continues: Vec<JumpPoint>,
    pub switches: Vec<OpenSwitch>,
    /// Where the result is written if it lives in memory.
    pub result_pointer: Option<VarId>,
    /// Points to the arguments behind the ellipsis.
    pub further: Option<VarId>,
    /// Variables that hold the lengths of variable-length arrays.
    pub vla_lengths: FxHashMap<c_sema::typed::VlaId, VarId>,
    /// True once a point has been passed that control may come back to.
    pub may_repeat: bool,
    /// Registers that were declared before that, without a value.
    pub unassigned_locals: Vec<VarId>,
    /// Objects with a `cleanup` function whose declaration has been passed and whose scope is
    /// open.
    pub open_cleanups: Vec<(ScopeId, ObjectId)>,
    /// Temporaries that may keep a heap block reachable after the program has lost it.
    pub pointer_temporaries: Vec<VarId>,
    pub jumping: Jumping,
    /// An object gets its first value, `const` or not.
    pub is_initialising: bool,
    /// Places whose addresses are kept while the effects around them are compared.
    pub watched: FxHashMap<c_sema::typed::ExprId, crate::sequence::Watched>,
}

/// Lowers the body of a function into the program.
pub(crate) fn lower_function(up: &mut UnitLowering<'_>, function: FunctionId) {
    let unit = up.unit;
    let Some(body) = &unit.functions[function].body else { return };
    let described = &unit.functions[function];
    let id = function_id(function);
    let mut lowering = FunctionLowering::new(up, id, described.ty, described.span);
    lowering.begin(&body.parameters);
    if let Some(oddity @ Oddity::Naked) = described.link.oddity {
        let what = odd_call(&unit.symbols[described.name], oddity);
        lowering.unsupported(what);
    }
    if lowering.is_entry() {
        lowering.file_asm();
    }
    lowering.stmt(body.block);
    lowering.span = body.end;
    lowering.fall_off_the_end();
    lowering.finish();
}

impl<'a, 'u> FunctionLowering<'a, 'u> {
    /// At the entry of an empty body.
    pub fn new(up: &'a mut UnitLowering<'u>, id: ir::FunctionId, ty: TypeId, span: Span) -> Self {
        let mut scopes = index::IndexVec::new();
        let outermost = scopes.push(Scope::outermost());
        let ir_body = ir::Body::new();
        let entry = ir_body.entry;
        Self {
            up,
            id,
            ty,
            body: ir_body,
            current: Some(entry),
            span,
            scopes,
            scope: outermost,
            jumps: Vec::new(),
            labels: FxHashMap::default(),
            address_taken_labels: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            result_pointer: None,
            further: None,
            vla_lengths: FxHashMap::default(),
            may_repeat: false,
            unassigned_locals: Vec::new(),
            open_cleanups: Vec::new(),
            pointer_temporaries: Vec::new(),
            jumping: Jumping::default(),
            is_initialising: false,
            watched: FxHashMap::default(),
        }
    }

    pub fn unit(&self) -> &'u Unit {
        self.up.unit
    }

    /// Does `work` as part of the source at `span`, with enough stack for it.
    pub fn at<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.span, span);
        let result = with_stack(|| work(self));
        self.span = outer;
        result
    }

    pub fn class(&self, ty: TypeId) -> Class {
        self.up.class(ty)
    }

    /// `main`, also where a model calls it.
    fn is_main(&self) -> bool {
        let row = &self.unit().functions[self.c_function()];
        !row.is_static && &self.unit().symbols[row.name] == "main"
    }

    pub fn is_entry(&self) -> bool {
        self.up.program.entry == self.id
    }

    pub fn wants(&self, kind: CheckKind) -> bool {
        self.up.checks.wants(kind) || self.up.annotations.want(kind, self.span)
    }

    pub fn name(&self) -> &str {
        &self.up.program.functions[self.id].name
    }

    /// `__VERIFIER_atomic_*` functions run without interruption.
    fn is_atomic(&self) -> bool {
        self.name().starts_with("__VERIFIER_atomic_")
    }

    fn begin(&mut self, parameters: &[ObjectId]) {
        let mut vars = Vec::with_capacity(parameters.len() + 1);
        if self.up.returns_memory(self.ty) {
            let var = self.temporary("%result", Type::Pointer);
            self.result_pointer = Some(var);
            let result = self.unit().types.function(self.ty).map(|function| function.result);
            if let Some(Class::Memory(Some(size))) = result.map(|result| self.class(result)) {
                self.up.extents.insert(var, size);
            }
            vars.push(var);
        }
        self.push_scope(ScopeKind::Block);
        if self.is_atomic() {
            self.emit(Op::AtomicBegin(AtomicKind::Block));
        }
        for &object in parameters {
            let var = self.parameter(object);
            vars.push(var);
        }
        if self.up.takes_further_arguments(self.ty) {
            let var = self.temporary("%further", Type::Pointer);
            self.further = Some(var);
            vars.push(var);
        }
        if parameters.is_empty() && self.up.takes_ignored_argument(self.c_function()) {
            vars.push(self.temporary("%ignored", Type::Pointer));
        }
        self.up.program.functions[self.id].parameters = vars;
        self.begin_thread_locals();
        self.check_no_leak_so_far();
    }

    /// Gives a parameter its home and returns the variable that takes the argument.
    fn parameter(&mut self, object: ObjectId) -> VarId {
        let unit = self.unit();
        let declared = &unit.objects[object];
        let ty = self.up.passed_type(declared.ty.ty);
        let var = self.source_var(object, ty);
        let home = match self.class(declared.ty.ty) {
            Class::Scalar(_) if fits_register(unit, object) => Home::Register(var),
            Class::Scalar(scalar) => {
                let size = scalar.bytes(self.model()).unwrap_or(1);
                let memory = self.local_object(object, size);
                let pointer = self.object_address(memory);
                let value = self.var(var);
                let access = ir::Access { ty: scalar, is_volatile: false };
                self.emit(Op::Store { pointer, value, access });
                Home::Object(memory)
            }
            Class::Void => Home::Pointed(var),
            Class::Memory(size) => {
                if let Some(size) = size {
                    self.up.extents.insert(var, size);
                }
                Home::Pointed(var)
            }
        };
        self.up.homes[object] = Some(home);
        var
    }

    pub fn c_function(&self) -> FunctionId {
        index::Id::new(index::Id::index(self.id))
    }

    /// A local variable for a declared object.
    pub fn source_var(&mut self, object: ObjectId, ty: Type) -> VarId {
        let unit = self.unit();
        let declared = &unit.objects[object];
        self.up.program.vars.push(ir::Var {
            name: unit.symbols[declared.name].into(),
            ty,
            scope: ir::Scope::Local(self.id),
            origin: ir::VarOrigin::Source,
            span: declared.span,
            initial: ir::Initial::Unknown,
        })
    }

    /// A fresh variable that people never see.
    pub fn temporary(&mut self, name: &str, ty: Type) -> VarId {
        let var = self.up.program.vars.push(ir::Var {
            name: name.into(),
            ty,
            scope: ir::Scope::Local(self.id),
            origin: ir::VarOrigin::Temporary,
            span: self.span,
            initial: ir::Initial::Unknown,
        });
        if ty == Type::Pointer && self.wants(CheckKind::MemTrack) {
            self.pointer_temporaries.push(var);
        }
        var
    }

    /// The value in a fresh temporary, so that what follows cannot change it.
    pub fn pin(&mut self, value: ir::ExprId, ty: Type) -> ir::ExprId {
        match self.node(value) {
            ir::Expr::Int(..) | ir::Expr::Float(..) | ir::Expr::Bool(_) | ir::Expr::Null => value,
            _ => {
                let target = self.temporary("%value", ty);
                self.emit(Op::Assign { target, value });
                self.var(target)
            }
        }
    }

    // -- Edges.

    pub fn emit(&mut self, op: Op) {
        self.emit_as(op, EdgeRole::Plain);
    }

    pub fn emit_as(&mut self, op: Op, role: EdgeRole) {
        if let Some(from) = self.current {
            let to = self.body.add_location();
            self.body.add_edge(from, to, op, Provenance { span: self.span, role });
            self.current = Some(to);
        }
    }

    /// An edge to a location that exists already; what follows is not reached from here.
    pub fn emit_to(&mut self, op: Op, to: LocationId, role: EdgeRole) {
        if let Some(from) = self.current.take() {
            self.body.add_edge(from, to, op, Provenance { span: self.span, role });
        }
    }

    /// Goes on at `to`, in the same scope.
    pub fn go_to(&mut self, to: LocationId) {
        self.emit_to(Op::Skip, to, EdgeRole::Plain);
    }

    /// The run ends here.
    pub fn halt(&mut self, cause: ir::HaltCause) {
        let exit = self.body.exit;
        self.emit_to(Op::Halt { cause }, exit, EdgeRole::Plain);
    }

    pub fn unsupported(&mut self, what: impl Into<Box<str>>) {
        self.emit(Op::Unsupported { what: what.into() });
        self.current = None;
    }

    /// Something we do not model, and a value that stands where it would have stood.
    pub fn unsupported_value(&mut self, what: impl Into<Box<str>>, ty: TypeId) -> ir::ExprId {
        self.unsupported(what);
        match self.class(ty) {
            Class::Scalar(scalar) => self.zero(scalar),
            Class::Void | Class::Memory(_) => self.zero(Type::Pointer),
        }
    }

    // -- The end.

    fn result_type(&self) -> Option<Type> {
        self.up.program.functions[self.id].signature.result
    }

    fn fall_off_the_end(&mut self) {
        if self.current.is_none() {
            return self.close_outer_scope();
        }
        let value = match self.result_type() {
            None => None,
            // C17 5.1.2.2.3: reaching the end of `main` returns 0.
            Some(ty) if self.is_entry() || self.is_main() => Some(self.zero(ty)),
            Some(ty) => {
                self.up.without_result.insert(self.id);
                let target = self.temporary("%nothing", ty);
                self.emit(Op::Havoc { target, cause: ir::HavocCause::Uninitialised });
                Some(self.var(target))
            }
        };
        self.return_value(value);
        self.close_outer_scope();
    }

    fn close_outer_scope(&mut self) {
        self.pop_scope();
    }

    pub fn finish(mut self) {
        self.resolve_flights();
        self.resolve_jumps();
        self.forget_what_changed();
        havoc_unassigned(&mut self.body, &self.up.program, &self.unassigned_locals);
        crate::tidy::tidy(&mut self.body);
        self.up.program.functions[self.id].body = Some(self.body);
    }

    /// What a return does after all scopes have been left.
    pub fn emit_return(&mut self, value: Option<ir::ExprId>) {
        self.check_no_return();
        if self.is_atomic() {
            self.emit(Op::AtomicEnd);
        }
        if self.is_entry() {
            self.check_at_return_from_entry();
        }
        let exit = self.body.exit;
        self.emit_to(Op::Return { value }, exit, EdgeRole::Plain);
    }
}
