//! GNU's atomic builtins, which `stdatomic.h` is made of: each is one step of its thread, and
//! synchronises. Memory order is not modelled: steps interleave sequentially consistently, and every
//! order counts as `memory_order_seq_cst`. What an operation reads and writes besides the atomic
//! object (the expected value of a comparison) is not part of that step.

use c_sema::typed::ExprId;
use c_sema::types::TypeId;
use ir::{CompareOp, Expr, IntType, Op, Type};

use super::table::{AtomicUpdate, Library, Passing, Told, UpdateOp};
use crate::call::CallSite;
use crate::class::Class;
use crate::function::FunctionLowering;
use crate::place::Place;

/// What the first argument of an atomic builtin points to.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub pointer: ir::ExprId,
    pub scalar: Type,
}

/// A compare-exchange: what it looks for and puts there, where what it finds instead goes, and
/// when it fails for no reason.
struct Swap {
    expected: ir::ExprId,
    desired: ir::ExprId,
    write_back: Option<Cell>,
    may_fail: Option<ir::ExprId>,
}

impl FunctionLowering<'_, '_> {
    pub(super) fn atomic_call(&mut self, row: Library, site: CallSite<'_>) -> ir::ExprId {
        let values = self.argument_values(site.arguments);
        let pointer = self.pointer_argument(site.arguments[0], values[0]);
        let byte = Type::Int(IntType::unsigned(8));
        let scalar = match self.pointee_type(site.arguments[0]).map(|ty| self.class(ty)) {
            Some(Class::Scalar(scalar)) => scalar,
            // `__atomic_test_and_set` and `__atomic_clear` work on one byte of anything.
            _ if matches!(row, Library::AtomicTestAndSet | Library::AtomicClear) => byte,
            _ => return self.unsupported_value("atomic operation on no scalar", site.ty),
        };
        let cell = Cell { pointer, scalar };
        match row {
            Library::AtomicUpdate(update) => {
                let value = self.atomic_operand(update, site.arguments[1], values[1], scalar);
                self.atomic_update(update, cell, value, site.ty)
            }
            Library::AtomicLoad => {
                let value = self.read_atomic(cell);
                self.scalar_result(value, scalar, site.ty)
            }
            Library::AtomicLoadTo => {
                let value = self.read_atomic(cell);
                self.write_cell(Cell { pointer: values[1], scalar }, value);
                self.no_value(site.ty)
            }
            Library::AtomicStore => {
                let value = self.scalar_operand(site.arguments[1], values[1], scalar);
                self.write_atomic(cell, value);
                self.no_value(site.ty)
            }
            Library::AtomicStoreFrom => {
                let value = self.read_cell(Cell { pointer: values[1], scalar });
                self.write_atomic(cell, value);
                self.no_value(site.ty)
            }
            Library::AtomicExchangeTo => {
                let value = self.read_cell(Cell { pointer: values[1], scalar });
                self.begin_synchronising();
                let old = self.read_cell(cell);
                self.write_cell(cell, value);
                self.end_synchronising();
                self.write_cell(Cell { pointer: values[2], scalar }, old);
                self.no_value(site.ty)
            }
            Library::AtomicClear => {
                let zero = self.zero(scalar);
                self.write_atomic(cell, zero);
                self.no_value(site.ty)
            }
            Library::AtomicTestAndSet => {
                let cell = Cell { pointer, scalar: byte };
                self.begin_synchronising();
                let old = self.read_cell(cell);
                let one = self.int(IntType::unsigned(8), 1);
                self.write_cell(cell, one);
                self.end_synchronising();
                let was_set = self.truth(old, byte);
                self.truth_result(was_set, site.ty)
            }
            Library::SyncCompareAndSwap(told) => {
                let expected = self.scalar_operand(site.arguments[1], values[1], scalar);
                let desired = self.scalar_operand(site.arguments[2], values[2], scalar);
                let swap = Swap { expected, desired, write_back: None, may_fail: None };
                self.compare_and_swap(cell, swap, told, site.ty)
            }
            Library::AtomicCompareExchange(passing) => {
                let slot = Cell { pointer: values[1], scalar };
                let expected = self.read_cell(slot);
                let desired = match passing {
                    Passing::Value => self.scalar_operand(site.arguments[2], values[2], scalar),
                    Passing::Pointer => self.read_cell(Cell { pointer: values[2], scalar }),
                };
                let may_fail = self.is_weak(site.arguments, &values);
                let swap = Swap { expected, desired, write_back: Some(slot), may_fail };
                self.compare_and_swap(cell, swap, Told::Success, site.ty)
            }
            _ => self.unsupported_value("atomic operation", site.ty),
        }
    }

    pub(super) fn read_cell(&mut self, cell: Cell) -> ir::ExprId {
        let bytes = cell.scalar.bytes(self.model()).unwrap_or(1);
        self.check_access(cell.pointer, bytes);
        let target = self.temporary("%load", cell.scalar);
        let access = ir::Access { ty: cell.scalar, is_volatile: false };
        self.emit(Op::Load { target, pointer: cell.pointer, access });
        self.var(target)
    }

    fn read_atomic(&mut self, cell: Cell) -> ir::ExprId {
        self.begin_synchronising();
        let value = self.read_cell(cell);
        self.end_synchronising();
        value
    }

    fn write_atomic(&mut self, cell: Cell, value: ir::ExprId) {
        self.begin_synchronising();
        self.write_cell(cell, value);
        self.end_synchronising();
    }

    fn write_cell(&mut self, cell: Cell, value: ir::ExprId) {
        self.store(&Place::Memory(cell.pointer), value, cell.scalar);
    }

    fn scalar_operand(&mut self, argument: ExprId, value: ir::ExprId, to: Type) -> ir::ExprId {
        match (self.class(self.unit().exprs[argument].ty), to) {
            (Class::Scalar(from), _) if from == to => value,
            _ => self.scalar_argument(argument, value, to),
        }
    }

    /// Arithmetic on a pointer cell takes a number of bytes.
    fn atomic_operand(
        &mut self,
        update: AtomicUpdate,
        argument: ExprId,
        value: ir::ExprId,
        scalar: Type,
    ) -> ir::ExprId {
        match (scalar, update.op) {
            (Type::Pointer, UpdateOp::Arith(_) | UpdateOp::Nand) => {
                let word = self.model().size_type();
                self.scalar_argument(argument, value, Type::Int(word))
            }
            _ => self.scalar_operand(argument, value, scalar),
        }
    }

    fn atomic_update(
        &mut self,
        update: AtomicUpdate,
        cell: Cell,
        value: ir::ExprId,
        ty: TypeId,
    ) -> ir::ExprId {
        self.begin_synchronising();
        let old = self.read_cell(cell);
        let word = match cell.scalar {
            Type::Int(int) => int,
            _ => self.model().size_type(),
        };
        let new = match update.op {
            UpdateOp::Exchange => value,
            UpdateOp::Arith(op) => {
                let number = self.convert(old, cell.scalar, Type::Int(word));
                let result = self.arith(op, number, value);
                self.convert(result, Type::Int(word), cell.scalar)
            }
            UpdateOp::Nand => {
                let number = self.convert(old, cell.scalar, Type::Int(word));
                let both = self.arith(ir::ArithOp::BitAnd, number, value);
                let result = self.pool().intern(Expr::BitNot(both));
                self.convert(result, Type::Int(word), cell.scalar)
            }
        };
        self.write_cell(cell, new);
        self.end_synchronising();
        let told = match update.result {
            Told::Old | Told::Success => old,
            Told::New => new,
        };
        self.scalar_result(told, cell.scalar, ty)
    }

    /// Whether a weak compare-exchange fails for no reason, which it may; `None` for a strong one.
    fn is_weak(&mut self, arguments: &[ExprId], values: &[ir::ExprId]) -> Option<ir::ExprId> {
        let (&argument, &value) = (arguments.get(3)?, values.get(3)?);
        let Class::Scalar(scalar) = self.class(self.unit().exprs[argument].ty) else { return None };
        let is_weak = self.truth(value, scalar);
        if let Expr::Bool(false) = self.node(is_weak) {
            return None;
        }
        let fails = self.temporary("%spurious", Type::Bool);
        self.emit(Op::Havoc { target: fails, cause: ir::HavocCause::Input });
        let fails = self.var(fails);
        Some(self.pool().intern(Expr::And(is_weak, fails)))
    }

    fn compare_and_swap(&mut self, cell: Cell, swap: Swap, told: Told, ty: TypeId) -> ir::ExprId {
        let Swap { expected, desired, write_back, may_fail } = swap;
        self.begin_synchronising();
        let old = self.read_cell(cell);
        let mut is_equal = self.compare(CompareOp::Eq, old, expected);
        if let Some(fails) = may_fail {
            let goes_on = self.pool().not(fails);
            is_equal = self.pool().intern(Expr::And(is_equal, goes_on));
        }
        let is_equal = self.pin(is_equal, Type::Bool);
        let (swap, keep) = (self.body.add_location(), self.body.add_location());
        let (end, after) = (self.body.add_location(), self.body.add_location());
        self.branch_on(is_equal, swap, keep);
        self.current = Some(swap);
        self.write_cell(cell, desired);
        self.go_to(end);
        self.current = Some(keep);
        self.go_to(end);
        self.current = Some(end);
        self.end_synchronising();
        // Only the cell is atomic: what was found is written as anything else is.
        if let Some(slot) = write_back {
            let differs = self.body.add_location();
            self.branch_on(is_equal, after, differs);
            self.current = Some(differs);
            self.write_cell(slot, old);
        }
        self.go_to(after);
        self.current = Some(after);
        match told {
            Told::Success => self.truth_result(is_equal, ty),
            Told::Old | Told::New => self.scalar_result(old, cell.scalar, ty),
        }
    }

    pub(super) fn scalar_result(
        &mut self,
        value: ir::ExprId,
        from: Type,
        ty: TypeId,
    ) -> ir::ExprId {
        match self.class(ty) {
            Class::Scalar(to) => self.convert(value, from, to),
            Class::Void | Class::Memory(_) => self.no_value(ty),
        }
    }
}
