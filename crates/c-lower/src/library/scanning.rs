//! Functions that go through a string and tell by a pointer how far they came.
//!
//! How far that is, is not modelled: the pointer that they leave is somewhere behind where they
//! began, and a number that they read is unknown. Nothing can be said then where it matters whether
//! they stay inside of the string.

use ir::{Expr, HavocCause, Op, Type};

use super::atomics::Cell;
use super::table::Library;
use crate::call::CallSite;
use crate::function::FunctionLowering;
use crate::place::Place;

impl FunctionLowering<'_, '_> {
    pub(super) fn scanning_call(
        &mut self,
        name: &str,
        row: Library,
        site: CallSite<'_>,
    ) -> ir::ExprId {
        if self.asks_about_memory() {
            self.evaluate_all(site.arguments);
            return self.unsupported_value(format!("call of `{name}`"), site.ty);
        }
        let values = self.argument_values(site.arguments);
        match row {
            Library::SplitsOff => {
                let place = self.pointer_argument(site.arguments[0], values[0]);
                let string = self.split_off(place);
                self.scalar_result(string, Type::Pointer, site.ty)
            }
            _ => {
                let string = self.pointer_argument(site.arguments[0], values[0]);
                let place = self.pointer_argument(site.arguments[1], values[1]);
                self.unless_null(place, |this| {
                    let end = this.somewhere_behind(string);
                    this.store(&Place::Memory(place), end, Type::Pointer);
                });
                self.unknown_value(site.ty, site.wanted, HavocCause::Unmodelled)
            }
        }
    }

    /// `strsep`: what the pointer at the place was; the string there ends at the first delimiter,
    /// and the pointer is behind it, or null if there is none.
    fn split_off(&mut self, place: ir::ExprId) -> ir::ExprId {
        let string = self.read_cell(Cell { pointer: place, scalar: Type::Pointer });
        self.unless_null(string, |this| {
            this.forget_bytes(string);
            let found = this.temporary("%found", Type::Bool);
            this.emit(Op::Havoc { target: found, cause: HavocCause::Unmodelled });
            let (found, behind) = (this.var(found), this.somewhere_behind(string));
            let null = this.zero(Type::Pointer);
            let rest = this.pool().intern(Expr::Ite(found, behind, null));
            this.store(&Place::Memory(place), rest, Type::Pointer);
        });
        string
    }

    fn somewhere_behind(&mut self, string: ir::ExprId) -> ir::ExprId {
        let distance = self.temporary("%distance", Type::Int(self.model().offset_type()));
        self.emit(Op::Havoc { target: distance, cause: HavocCause::Unmodelled });
        let distance = self.var(distance);
        self.pointer_add(string, distance)
    }

    fn unless_null(&mut self, pointer: ir::ExprId, then: impl FnOnce(&mut Self)) {
        let is_given = self.truth(pointer, Type::Pointer);
        if self.node(is_given) == Expr::Bool(false) {
            return;
        }
        let (given, behind) = (self.body.add_location(), self.body.add_location());
        self.branch_on(is_given, given, behind);
        self.current = Some(given);
        then(self);
        self.go_to(behind);
        self.current = Some(behind);
    }
}
