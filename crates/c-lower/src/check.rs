//! Inserting checks.
//!
//! # Leaks
//! A block is lost when nothing points to it any more, and then it stays lost: neither `free`
//! nor anything else can name it again. So it is not needed to look after every assignment; it
//! is enough to look once on every cycle and at every end of a run. The check that every live
//! block can be reached stands at loop heads, at labels that are jumped back to, at the start of
//! functions (recursion) and where the program ends, be it by `exit`, `abort`, an error function or a
//! failed assertion. A run that loses a block passes one of them afterwards, or is cut
//! off by a failed assumption, in which case it does not count. Temporaries would keep a block
//! reachable that the program has lost; they are cleared at the end of their full expression.
//! When `main` returns, its own variables are gone too.

use c_sema::typed::{ExprId, ExprKind};
use c_sema::types::{ArrayLength, Type as CType, TypeId};
use ir::{CompareOp, Condition, Expr, Op, Type};
use source::Span;
use verdict::CheckKind;

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::undefined::Use;

/// Longer excerpts of the source are cut.
const MAX_EXCERPT: usize = 60;

/// Of a longer stretch only the beginning is looked at.
const MAX_EXCERPT_BYTES: u32 = 400;

impl FunctionLowering<'_, '_> {
    pub(crate) fn check(
        &mut self,
        kind: CheckKind,
        condition: Condition,
        text: impl Into<Box<str>>,
    ) {
        if self.current.is_none() {
            return;
        }
        let (kind, text) = self.annotated(kind, text.into());
        let check = self.up.program.checks.push(ir::Check { kind, span: self.span, text });
        self.emit(Op::Check { check, condition });
    }

    pub(crate) fn check_holds(&mut self, kind: CheckKind, condition: ir::ExprId, text: String) {
        if self.node(condition) != Expr::Bool(true) {
            self.check(kind, Condition::Holds(condition), text);
        }
    }

    /// A violation if any run comes here; no run goes on.
    pub(crate) fn check_unreachable(&mut self, text: String) {
        self.check_never(CheckKind::UnreachCall, text);
    }

    pub(crate) fn check_never(&mut self, kind: CheckKind, text: String) {
        let condition = self.bool(false);
        self.check_holds(kind, condition, text);
        self.halt(ir::HaltCause::Abort);
    }

    /// `bytes` bytes at the pointer are about to be accessed.
    pub(crate) fn check_access(&mut self, pointer: ir::ExprId, bytes: u64) {
        if !self.wants(CheckKind::Dereference) || self.is_surely_valid(pointer, bytes) {
            return;
        }
        let size = self.size(bytes);
        self.check_access_of(pointer, size);
    }

    pub(crate) fn check_access_of(&mut self, pointer: ir::ExprId, size: ir::ExprId) {
        if !self.wants(CheckKind::Dereference) {
            return;
        }
        let mut text = format!("`{}` accesses live memory", self.excerpt());
        if let Some(address) = self.fixed_address(pointer) {
            let page = address & !0xfff;
            text += &format!(" (if a device answers at this address: `--mmio {page:#x}:0x1000`)");
        }
        self.check(CheckKind::Dereference, Condition::ValidAccess { pointer, size }, text);
    }

    /// True if the access is inside an object that is named right here: such an object is alive
    /// as long as the name is in scope.
    pub(crate) fn is_surely_valid(&self, pointer: ir::ExprId, bytes: u64) -> bool {
        let (base, offset) = self.split_offset(pointer);
        let extent = match self.node(base) {
            Expr::ObjectAddress(object) => self.up.program.objects[object].size,
            Expr::Var(var) => self.up.extents.get(&var).copied(),
            _ => None,
        };
        extent.is_some_and(|extent| offset >= 0 && offset + i128::from(bytes) <= i128::from(extent))
    }

    pub(crate) fn check_free(&mut self, pointer: ir::ExprId) {
        if self.wants(CheckKind::Free) {
            let text = format!("`{}` frees a live heap block or null", self.excerpt());
            self.check(CheckKind::Free, Condition::ValidFree { pointer }, text);
        }
    }

    /// A decision is about to be made on the value.
    pub(crate) fn check_initialised(&mut self, value: ir::ExprId) {
        if !self.wants(CheckKind::Initialised) {
            return;
        }
        if let Expr::Bool(_) | Expr::Int(..) | Expr::Null = self.node(value) {
            return;
        }
        let text = format!("`{}` does not depend on an indeterminate value", self.excerpt());
        self.check(CheckKind::Initialised, Condition::Initialised(value), text);
    }

    /// `pointer + index` stays within the array that decayed to the pointer: at one of its elements
    /// if it is accessed, else possibly one behind the last. False if this is no matter of an array
    /// whose length is known.
    pub(crate) fn check_array_bounds(
        &mut self,
        pointer: ExprId,
        index: ir::ExprId,
        index_ty: TypeId,
        op: ir::ArithOp,
        what_for: Use,
    ) -> bool {
        if !self.wants(CheckKind::Bounds) {
            return false;
        }
        let Class::Scalar(Type::Int(int)) = self.class(index_ty) else { return false };
        let Some(length) = self.known_length(pointer) else { return false };
        if op != ir::ArithOp::Add {
            return self.check_no_step_back(index, int);
        }
        let last = match what_for {
            Use::Access | Use::Checked => i128::from(length) - 1,
            Use::Value => i128::from(length),
        };
        if let Some(constant) = self.constant(index)
            && (0..=last).contains(&constant)
        {
            return true;
        }
        let limit = self.int(int, last);
        let mut condition = match self.constant(limit) {
            Some(value) if value == last => self.compare(CompareOp::Le, index, limit),
            _ => self.bool(true),
        };
        if int.is_signed() {
            let zero = self.int(int, 0);
            let above = self.compare(CompareOp::Ge, index, zero);
            condition = self.and(above, condition);
        }
        if self.constant(index).is_some() {
            // It is outside, and stays where it can be told.
            condition = self.pool().intern(Expr::Compare(CompareOp::Ne, index, index));
        }
        let text = match last {
            0.. => {
                format!("the subscript of `{}` is at least 0 and at most {last}", self.excerpt())
            }
            _ => format!("`{}` has no element", self.excerpt()),
        };
        self.check_holds(CheckKind::Bounds, condition, text);
        true
    }

    /// The number of elements of the array that this pointer is made from; a member that is no
    /// array is one of a single element (C17 6.5.6p7).
    fn known_length(&self, pointer: ExprId) -> Option<u64> {
        let unit = self.unit();
        let (place, length) = match unit.exprs[pointer].kind {
            ExprKind::Decay(array) => match unit.types[unit.exprs[array].ty] {
                CType::Array { length: ArrayLength::Known(length), .. } => (array, length),
                _ => return None,
            },
            ExprKind::AddressOf(place) => match unit.exprs[place].kind {
                ExprKind::Member { .. } => (place, 1),
                _ => return None,
            },
            _ => return None,
        };
        // Arrays of no or one element at the end of a record stand for more of them.
        let is_open = length <= 1 && self.is_last_member(place);
        (!is_open).then_some(length)
    }

    /// Nothing but zero, or less, is subtracted from the start of an array.
    fn check_no_step_back(&mut self, index: ir::ExprId, int: ir::IntType) -> bool {
        let zero = self.int(int, 0);
        let condition = match self.constant(index) {
            Some(..=0) => self.bool(true),
            _ => self.pool().intern(Expr::Compare(CompareOp::Le, index, zero)),
        };
        let text = format!("`{}` does not step before the start of its array", self.excerpt());
        self.check_holds(CheckKind::Bounds, condition, text);
        false
    }

    /// True for the last member of a record, behind which there may be more memory.
    fn is_last_member(&self, place: ExprId) -> bool {
        let unit = self.unit();
        let ExprKind::Member { base, field, .. } = unit.exprs[place].kind else { return false };
        let record = unit.types.record(unit.exprs[base].ty);
        record.is_some_and(|record| field as usize + 1 == unit.types.fields(record).len())
    }

    // -- Leaks.

    /// Not in models of the library: a block that is lost there is still lost when its caller
    /// comes to the next check, or to the end of the program.
    pub(crate) fn check_no_leak_so_far(&mut self) {
        if self.up.source.is_users(self.span) {
            self.check_no_leak();
        }
    }

    fn check_no_leak(&mut self) {
        if self.wants(CheckKind::MemTrack) {
            let text = "every live heap block can still be reached";
            self.check(CheckKind::MemTrack, Condition::AllReachable, text);
        }
    }

    /// The program ends here, variables still alive.
    pub(crate) fn check_at_exit(&mut self) {
        self.check_no_leak();
        if self.wants(CheckKind::MemCleanup) {
            let text = "every heap block has been freed when the program ends";
            self.check(CheckKind::MemCleanup, Condition::AllFreed, text);
        }
    }

    /// The program ends here by `abort`, an error function or a failed assertion. The field also
    /// says "of no interest" by `abort`, in functions of these names.
    pub(crate) fn check_at_abort(&mut self) {
        const ASSUMPTIONS: [&str; 2] = ["__VERIFIER_assume", "assume_abort_if_not"];
        if !ASSUMPTIONS.iter().any(|name| self.name().starts_with(name)) {
            self.check_at_exit();
        }
    }

    pub(crate) fn check_at_return_from_entry(&mut self) {
        if !self.wants(CheckKind::MemTrack) && !self.wants(CheckKind::MemCleanup) {
            return;
        }
        if self.up.facts.called.contains(self.c_function()) {
            return self.unsupported("leak checks in a program that calls its own `main`");
        }
        if self.wants(CheckKind::MemTrack) {
            let here = ir::Scope::Local(self.id);
            let vars = self.up.program.vars.iter();
            let pointers: Vec<_> = vars
                .filter(|(_, var)| var.scope == here && var.ty == Type::Pointer)
                .map(|(id, _)| id)
                .collect();
            self.clear_pointers(&pointers);
        }
        self.check_at_exit();
    }

    // -- Texts.

    /// The source of what is being lowered as it is written, on one line and not too long.
    pub(crate) fn excerpt(&self) -> String {
        self.excerpt_of(self.span)
    }

    /// The text of a part of it.
    pub(crate) fn excerpt_of(&self, span: Span) -> String {
        // A machine-written expression has megabytes, and so has each of its parts.
        let end = span.hi.min(span.lo.saturating_add(MAX_EXCERPT_BYTES));
        let line = self.up.source.one_line(Span::new(span.lo, end));
        match line.char_indices().nth(MAX_EXCERPT) {
            None if end == span.hi => line,
            None => format!("{line}..."),
            Some((cut, _)) => format!("{}...", &line[..cut]),
        }
    }
}
