//! Statements: control flow, declarations, jumps.

use c_sema::typed::{ExprId, Init, LabelId, ObjectId, StmtId, StmtKind};
use verdict::CheckKind;

use ir::{EdgeRole, HavocCause, LocationLabel, Op};
use source::Span;

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::scope::ScopeKind;
use crate::unit::{Home, fits_register};

impl FunctionLowering<'_, '_> {
    pub(crate) fn stmt(&mut self, stmt: StmtId) {
        let span = self.unit().stmts[stmt].span;
        self.at(span, |lowering| lowering.stmt_here(stmt));
    }

    fn stmt_here(&mut self, stmt: StmtId) {
        let unit = self.unit();
        let span = self.span;
        match &unit.stmts[stmt].kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.full_expression(*expr),
            StmtKind::Block { items, end } => self.block(items, *end),
            StmtKind::Declare { object, init } => self.declare(*object, init.as_ref()),
            StmtKind::EvaluateVla(vla) => self.evaluate_vla(*vla),
            StmtKind::If { condition, then, otherwise } => {
                self.as_block(|lowering| lowering.if_stmt(*condition, *then, *otherwise));
            }
            StmtKind::Switch { switch, operand, body } => {
                self.as_block(|lowering| lowering.switch_stmt(*switch, *operand, *body));
            }
            StmtKind::While { condition, body } => {
                self.as_block(|lowering| lowering.while_stmt(*condition, *body, span));
            }
            StmtKind::DoWhile { body, condition } => {
                self.as_block(|lowering| lowering.do_while_stmt(*body, *condition, span));
            }
            StmtKind::For { init, condition, step, body, end: _ } => self.as_block(|lowering| {
                for &stmt in init {
                    lowering.stmt(stmt);
                }
                lowering.for_stmt(*condition, *step, *body, span);
            }),
            StmtKind::Goto(label) => self.jump_to_label(*label),
            StmtKind::GotoComputed(address) => {
                self.may_repeat = true;
                self.push_scope(ScopeKind::FullExpression);
                let address = self.value(*address);
                self.jump_computed(address);
                self.pop_scope();
            }
            StmtKind::Continue => match self.continues.last().copied() {
                Some(to) => self.jump_to(to, EdgeRole::Plain),
                None => self.unsupported("`continue` outside of a loop"),
            },
            StmtKind::Break => match self.breaks.last().copied() {
                Some(to) => self.jump_to(to, EdgeRole::Plain),
                None => self.unsupported("`break` outside of a loop or switch"),
            },
            StmtKind::Return(value) => self.return_stmt(*value),
            StmtKind::Label { label, body } => {
                self.label(*label);
                self.stmt(*body);
            }
            StmtKind::Case { switch, index, body } => {
                self.case_stmt(*switch, *index);
                self.stmt(*body);
            }
            StmtKind::Default { switch, body } => {
                self.default_stmt(*switch);
                self.stmt(*body);
            }
            StmtKind::Asm(asm) => self.asm(asm),
        }
    }

    /// An expression whose value nobody wants, with the objects that live as long as it.
    pub(crate) fn full_expression(&mut self, expr: ExprId) {
        self.push_scope(ScopeKind::FullExpression);
        self.effects(expr);
        self.pop_scope();
    }

    pub(crate) fn block(&mut self, items: &[StmtId], end: Span) {
        self.push_scope(ScopeKind::Block);
        for &item in items {
            self.stmt(item);
        }
        self.span = end;
        self.pop_scope();
    }

    /// The body of an `if`, `switch` or loop.
    pub(crate) fn substatement(&mut self, stmt: StmtId) {
        match self.unit().stmts[stmt].kind {
            StmtKind::Block { .. } => self.stmt(stmt),
            _ => self.as_block(|lowering| lowering.stmt(stmt)),
        }
    }

    fn if_stmt(&mut self, condition: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        let after = self.body.add_location();
        let on_true = self.body.add_location();
        let on_false = if otherwise.is_some() { self.body.add_location() } else { after };
        self.full_condition(condition, on_true, on_false);
        self.current = Some(on_true);
        self.substatement(then);
        self.go_to(after);
        if let Some(otherwise) = otherwise {
            self.current = Some(on_false);
            self.substatement(otherwise);
            self.go_to(after);
        }
        self.current = Some(after);
    }

    fn return_stmt(&mut self, value: Option<ExprId>) {
        let unit = self.unit();
        self.push_scope(ScopeKind::FullExpression);
        let result = match value {
            None => None,
            Some(value) => match self.class(unit.exprs[value].ty) {
                Class::Void => {
                    self.effects(value);
                    None
                }
                Class::Scalar(_) => Some(self.value(value)),
                Class::Memory(_) => {
                    let source = self.value(value);
                    self.return_memory(source, value);
                    None
                }
            },
        };
        let expected = self.up.program.functions[self.id].signature.result;
        let result = match (result, expected) {
            (None, Some(ty)) => {
                let target = self.temporary("%nothing", ty);
                self.emit(Op::Havoc { target, cause: HavocCause::Uninitialised });
                Some(self.var(target))
            }
            (Some(_), None) => None,
            (result, _) => result,
        };
        self.return_value(result);
        self.pop_scope();
    }

    fn return_memory(&mut self, source: ir::ExprId, value: ExprId) {
        let Some(pointer) = self.result_pointer else { return };
        let target = self.var(pointer);
        let ty = self.unit().exprs[value].ty;
        self.copy(target, source, ty);
    }

    pub(crate) fn label(&mut self, label: LabelId) {
        let unit = self.unit();
        let is_repeated = self.up.facts.repeated_labels.contains(label);
        if is_repeated {
            self.may_repeat = true;
            self.mark_label();
        }
        let location = self.body.add_location();
        self.body.locations[location].label = LocationLabel::Label(unit.labels[label].span);
        self.go_to(location);
        self.current = Some(location);
        self.labels.insert(label, self.point(location));
        if unit.labels[label].is_address_taken {
            self.address_taken_labels.push(label);
        }
        if is_repeated {
            self.check_no_leak_so_far();
        }
        let name = &unit.symbols[unit.labels[label].name];
        if self.up.checks.is_error_label(name) {
            self.check_unreachable(format!("label `{name}` is never reached"));
        }
    }

    // -- Declarations.

    fn declare(&mut self, object: ObjectId, init: Option<&Init>) {
        if self.up.is_static(object) {
            return;
        }
        self.give_home(object);
        self.push_scope(ScopeKind::FullExpression);
        match init {
            Some(init) => self.initialise(object, init),
            None => self.leave_indeterminate(object),
        }
        self.pop_scope();
        if self.unit().objects[object].cleanup.is_some() {
            self.open_cleanups.push((self.scope, object));
        }
    }

    /// Decides where an automatic object lives and begins its life.
    pub(crate) fn give_home(&mut self, object: ObjectId) {
        let unit = self.unit();
        let ty = unit.objects[object].ty.ty;
        let home = match self.class(ty) {
            Class::Scalar(scalar) if fits_register(unit, object) => {
                self.note_register();
                Home::Register(self.source_var(object, scalar))
            }
            Class::Scalar(_) | Class::Void | Class::Memory(Some(_)) => {
                let size = unit.types.size_of(ty).unwrap_or(0);
                Home::Object(self.local_object(object, size))
            }
            Class::Memory(None) => self.declare_vla(object),
        };
        self.up.homes[object] = Some(home);
    }

    /// A local object in memory that lives as long as the block around.
    pub(crate) fn local_object(&mut self, object: ObjectId, size: u64) -> ir::ObjectId {
        let unit = self.unit();
        let declared = &unit.objects[object];
        let memory = self.up.program.objects.push(ir::Object {
            name: unit.symbols[declared.name].into(),
            size: Some(size),
            align: declared.align.max(1),
            scope: ir::Scope::Local(self.id),
            span: declared.span,
            contents: ir::Contents::Indeterminate,
            is_read_only: (self.wants(CheckKind::ReadOnly) || self.has_acting_externals())
                && self.up.is_constant_type(declared.ty),
            is_visible: false,
        });
        let ty = declared.ty.ty;
        self.up.name_parts(memory, ty);
        self.add_to_block(memory);
        memory
    }

    fn leave_indeterminate(&mut self, object: ObjectId) {
        // Before anything repeats, a local still has the indeterminate value that it had when
        // the function was called.
        if !self.may_repeat {
            if let Some(Home::Register(var)) = self.up.homes[object] {
                self.unassigned_locals.push(var);
            }
            return;
        }
        let cause = HavocCause::Uninitialised;
        match self.up.homes[object] {
            Some(Home::Register(target)) => self.emit(Op::Havoc { target, cause }),
            // Entering the block made the bytes indeterminate; only a jump back within the
            // block comes here again without entering it.
            Some(Home::Object(memory)) if self.block_has_label() => {
                let target = self.object_address(memory);
                if let Some(size) = self.up.program.objects[memory].size {
                    let size = self.size(size);
                    self.emit(Op::HavocMemory { target, size, cause });
                }
            }
            Some(Home::Object(_) | Home::PerThread(_) | Home::Pointed(_)) | None => {}
        }
    }
}
