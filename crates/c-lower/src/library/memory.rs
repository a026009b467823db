//! Allocation, and the functions that move bytes.

use c_sema::typed::ExprId;
use ir::{AllocationKind, ArithOp, CompareOp, Expr, HavocCause, Op, OverflowOp, Type};

use super::ALLOCATION_ERRNO;
use super::table::Library;
use crate::call::CallSite;
use crate::class::Class;
use crate::function::FunctionLowering;
use crate::surroundings::{Allocation, FAILS};
use verdict::CheckKind;

impl FunctionLowering<'_, '_> {
    pub(super) fn memory_call(&mut self, row: Library, site: CallSite<'_>) -> ir::ExprId {
        let values = self.argument_values(site.arguments);
        let is_of_library =
            matches!(row, Library::Allocate | Library::AllocateZeroed | Library::Reallocate);
        if is_of_library && self.helper(ALLOCATION_ERRNO).is_some() {
            self.call_helper(ALLOCATION_ERRNO, Vec::new());
        }
        match row {
            Library::Allocate => {
                let size = self.size_argument(site.arguments[0], values[0]);
                self.allocate(size, AllocationKind::Heap, site)
            }
            Library::AllocateZeroed => {
                let count = self.size_argument(site.arguments[0], values[0]);
                let size = self.size_argument(site.arguments[1], values[1]);
                self.allocate_zeroed(count, size, site)
            }
            Library::Reallocate => self.reallocate(&values, site),
            Library::AllocateOnStack => {
                let size = self.size_argument(site.arguments[0], values[0]);
                self.may_repeat = true;
                let align = match values.get(1) {
                    None => Some(1),
                    Some(&bits) => {
                        self.constant(bits).and_then(|bits| u64::try_from(bits / 8).ok())
                    }
                };
                let Some(align) = align else {
                    return self
                        .unsupported_value("`alloca` with an alignment that varies", site.ty);
                };
                let holder = self.function_holder();
                let block = self.allocate(size, AllocationKind::Stack(holder), site);
                self.is_aligned_to(block, align);
                block
            }
            Library::Free => {
                let pointer = self.pointer_argument(site.arguments[0], values[0]);
                self.check_free(pointer);
                self.emit(Op::Free { pointer });
                self.no_value(site.ty)
            }
            Library::Copy | Library::CopyToEnd | Library::Move => {
                let target = self.pointer_argument(site.arguments[0], values[0]);
                let source = self.pointer_argument(site.arguments[1], values[1]);
                let size = self.size_argument(site.arguments[2], values[2]);
                self.check_bytes(source, size);
                self.check_bytes(target, size);
                self.check_writable_bytes(target, size);
                if row != Library::Move {
                    self.check_apart(target, source, size, ir::Overlap::None);
                }
                self.emit(Op::Copy { target, source, size });
                self.target_or_end(row, target, size)
            }
            Library::Fill => {
                let target = self.pointer_argument(site.arguments[0], values[0]);
                let byte = self.byte_argument(site.arguments[1], values[1]);
                let size = self.size_argument(site.arguments[2], values[2]);
                self.check_bytes(target, size);
                self.check_writable_bytes(target, size);
                self.emit(Op::Fill { target, byte, size });
                target
            }
            _ => {
                // `bzero`.
                let target = self.pointer_argument(site.arguments[0], values[0]);
                let byte = self.int(ir::IntType::unsigned(8), 0);
                let size = self.size_argument(site.arguments[1], values[1]);
                self.check_bytes(target, size);
                self.check_writable_bytes(target, size);
                self.emit(Op::Fill { target, byte, size });
                self.no_value(site.ty)
            }
        }
    }

    /// So many bytes from here on must be there.
    pub(super) fn bytes_are_there(&mut self, row: Library, site: CallSite<'_>) -> ir::ExprId {
        let values = self.argument_values(site.arguments);
        let pointer = self.pointer_argument(site.arguments[0], values[0]);
        let size = self.size_argument(site.arguments[1], values[1]);
        self.check_bytes(pointer, size);
        if row == Library::Writable {
            self.check_writable_bytes(pointer, size);
        }
        self.no_value(site.ty)
    }

    /// So many bytes from here on become unknown.
    pub(super) fn bytes_become_any(&mut self, cause: HavocCause, site: CallSite<'_>) -> ir::ExprId {
        let values = self.argument_values(site.arguments);
        let target = self.pointer_argument(site.arguments[0], values[0]);
        let size = self.size_argument(site.arguments[1], values[1]);
        self.check_bytes(target, size);
        // A run may go on with inputs, and not with what is not modelled.
        if cause == HavocCause::Unmodelled {
            self.forget_bytes(target);
        } else {
            self.emit(Op::HavocMemory { target, size, cause });
        }
        self.no_value(site.ty)
    }

    fn allocate(
        &mut self,
        size: ir::ExprId,
        kind: AllocationKind,
        site: CallSite<'_>,
    ) -> ir::ExprId {
        let target = self.destination("%block", Type::Pointer, site.wanted);
        let allocate = Op::Allocate { target, size, kind };
        match kind {
            AllocationKind::Stack(_) => self.emit(allocate),
            AllocationKind::Heap | AllocationKind::HeapZeroed => {
                self.emit_allocation(target, allocate);
            }
        }
        self.pointer_result(target, site)
    }

    /// The step that gives the program a heap block, or, if there may be none, null instead.
    fn emit_allocation(&mut self, target: ir::VarId, allocate: Op) {
        if self.up.surroundings.allocation == Allocation::Succeeds {
            return self.emit(allocate);
        }
        let decision = self.temporary(FAILS, Type::Bool);
        self.emit(Op::Havoc { target: decision, cause: HavocCause::Input });
        let (fails, works, after) =
            (self.body.add_location(), self.body.add_location(), self.body.add_location());
        let decision = self.var(decision);
        self.branch_on(decision, fails, works);
        self.current = Some(fails);
        let value = self.zero(Type::Pointer);
        self.emit(Op::Assign { target, value });
        self.go_to(after);
        self.current = Some(works);
        self.emit(allocate);
        self.go_to(after);
        self.current = Some(after);
    }

    fn pointer_result(&mut self, target: ir::VarId, site: CallSite<'_>) -> ir::ExprId {
        let pointer = self.var(target);
        match self.class(site.ty) {
            Class::Scalar(ty) => self.convert(pointer, Type::Pointer, ty),
            Class::Void | Class::Memory(_) => pointer,
        }
    }

    /// A block of `count * size` bytes; null if that is more than a `size_t` can tell.
    fn allocate_zeroed(
        &mut self,
        count: ir::ExprId,
        size: ir::ExprId,
        site: CallSite<'_>,
    ) -> ir::ExprId {
        let is_small = |value: Option<i128>| value.is_some_and(|value| value < 1 << 15);
        let product = self.arith(ArithOp::Mul, count, size);
        if is_small(self.constant(count)) && is_small(self.constant(size)) {
            return self.allocate(product, AllocationKind::HeapZeroed, site);
        }
        let wraps = self.pool().intern(Expr::Overflows(OverflowOp::Mul, count, size));
        let (fails, fits, after) =
            (self.body.add_location(), self.body.add_location(), self.body.add_location());
        let target = self.destination("%block", Type::Pointer, site.wanted);
        self.branch_on(wraps, fails, fits);
        self.current = Some(fails);
        let value = self.zero(Type::Pointer);
        self.emit(Op::Assign { target, value });
        self.go_to(after);
        self.current = Some(fits);
        let kind = AllocationKind::HeapZeroed;
        self.emit_allocation(target, Op::Allocate { target, size: product, kind });
        self.go_to(after);
        self.current = Some(after);
        self.pointer_result(target, site)
    }

    /// `realloc(old, 0)` frees the block and gives null, as the GNU C library does: C17 leaves it
    /// to implementations (7.22.3p1) and calls it obsolescent (7.31.12p2). Otherwise the block
    /// always moves; where that may fail, it stays, and the result is null.
    fn reallocate(&mut self, values: &[ir::ExprId], site: CallSite<'_>) -> ir::ExprId {
        let pointer = self.pointer_argument(site.arguments[0], values[0]);
        let size = self.size_argument(site.arguments[1], values[1]);
        self.check_free(pointer);
        let target = self.destination("%block", Type::Pointer, site.wanted);
        let (size_ty, null) = (self.model().size_type(), self.zero(Type::Pointer));
        let none = self.int(size_ty, 0);
        let is_null = self.compare(CompareOp::Eq, pointer, null);
        let is_some = self.compare(CompareOp::Ne, size, none);
        let (asks, moves, vanishes, after) = (
            self.body.add_location(),
            self.body.add_location(),
            self.body.add_location(),
            self.body.add_location(),
        );
        // `realloc(null, 0)` is `malloc(0)`.
        self.branch_on(is_null, moves, asks);
        self.current = Some(asks);
        self.branch_on(is_some, moves, vanishes);
        self.current = Some(vanishes);
        self.emit(Op::Free { pointer });
        self.emit(Op::Assign { target, value: null });
        self.go_to(after);
        self.current = Some(moves);
        self.emit_allocation(target, Op::Reallocate { target, pointer, size });
        self.go_to(after);
        self.current = Some(after);
        self.pointer_result(target, site)
    }

    fn target_or_end(&mut self, row: Library, target: ir::ExprId, size: ir::ExprId) -> ir::ExprId {
        if row != Library::CopyToEnd {
            return target;
        }
        let (size_ty, offset_ty) = (self.model().size_type(), self.model().offset_type());
        let offset = self.convert(size, Type::Int(size_ty), Type::Int(offset_ty));
        self.pointer_add(target, offset)
    }

    /// No byte is written if there is none.
    fn check_writable_bytes(&mut self, pointer: ir::ExprId, size: ir::ExprId) {
        match self.constant(size) {
            Some(0) => {}
            Some(_) => self.check_writable(pointer),
            None if self.wants(CheckKind::ReadOnly) => {
                let none = self.size(0);
                let is_some = self.compare(CompareOp::Ne, size, none);
                let (some, after) = (self.body.add_location(), self.body.add_location());
                self.branch_on(is_some, some, after);
                self.current = Some(some);
                self.check_writable(pointer);
                self.go_to(after);
                self.current = Some(after);
            }
            None => {}
        }
    }

    fn check_bytes(&mut self, pointer: ir::ExprId, size: ir::ExprId) {
        match self.constant(size).and_then(|bytes| u64::try_from(bytes).ok()) {
            Some(0) => {}
            Some(bytes) => self.check_access(pointer, bytes),
            None => self.check_access_of(pointer, size),
        }
    }

    pub(super) fn size_argument(&mut self, argument: ExprId, value: ir::ExprId) -> ir::ExprId {
        let size = self.model().size_type();
        self.scalar_argument(argument, value, Type::Int(size))
    }

    pub(super) fn pointer_argument(&mut self, argument: ExprId, value: ir::ExprId) -> ir::ExprId {
        self.scalar_argument(argument, value, Type::Pointer)
    }

    fn byte_argument(&mut self, argument: ExprId, value: ir::ExprId) -> ir::ExprId {
        self.scalar_argument(argument, value, Type::Int(ir::IntType::unsigned(8)))
    }

    pub(super) fn scalar_argument(
        &mut self,
        argument: ExprId,
        value: ir::ExprId,
        to: Type,
    ) -> ir::ExprId {
        match self.class(self.unit().exprs[argument].ty) {
            Class::Scalar(Type::Float(_)) | Class::Void | Class::Memory(_) => {
                self.unsupported("argument of an unexpected type");
                self.zero(to)
            }
            Class::Scalar(from) => self.convert(value, from, to),
        }
    }
}
