//! `__builtin_offsetof`, also of array members at an index that is computed.

use c_syntax::ast::{self, BinaryOp, Designator};
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Operand};
use crate::constant;
use crate::types::{Type, TypeId};

impl<'a> Analyser<'a> {
    pub(super) fn offsetof(
        &mut self,
        name: ast::TypeNameId,
        path: &'a [Designator],
        span: Span,
    ) -> Operand {
        let mut ty = self.type_name(name).ty.ty;
        let size_ty = self.types().size_type();
        let mut offset: i128 = 0;
        let mut variable: Option<Operand> = None;
        for designator in path {
            if self.types().is_error(ty) {
                return self.error_operand(span);
            }
            match *designator {
                Designator::Field(field) => match self.field_offset(ty, field, span) {
                    Ok((bytes, inner)) => {
                        offset += i128::from(bytes);
                        ty = inner;
                    }
                    Err(error) => return error,
                },
                Designator::Index(index) | Designator::Range(index, _) => {
                    let Type::Array { element, .. } = self.types()[ty] else {
                        let text = self.type_text(ty);
                        return self.fail(
                            Diagnostic::error("E0218", span, format!("`{text}` is not an array"))
                                .label("only arrays have elements"),
                        );
                    };
                    ty = element.ty;
                    let stride = i128::from(self.types().size_of(ty).unwrap_or(0));
                    let index = self.rvalue_of(index);
                    if self.is_error(index) {
                        return self.error_operand(span);
                    }
                    match constant::evaluate_int(&self.out, index.id) {
                        Some(index) => offset = offset.wrapping_add(index.wrapping_mul(stride)),
                        None => {
                            let index = self.convert_to(index, size_ty);
                            let stride = self.int_constant(stride, size_ty, span);
                            let term = self.binary_values(BinaryOp::Mul, index, stride, span);
                            variable = Some(match variable {
                                None => term,
                                Some(sum) => self.binary_values(BinaryOp::Add, sum, term, span),
                            });
                        }
                    }
                }
            }
        }
        let fixed = self.int_constant(offset, size_ty, span);
        match variable {
            None => fixed,
            Some(sum) => self.binary_values(BinaryOp::Add, fixed, sum, span),
        }
    }

    fn field_offset(
        &mut self,
        ty: TypeId,
        field: ast::Name,
        span: Span,
    ) -> Result<(u64, TypeId), Operand> {
        let Some(record) = self.types().record(ty) else {
            let text = self.type_text(ty);
            return Err(self.fail(
                Diagnostic::error("E0205", field.span, format!("`{text}` has no members"))
                    .label("not a struct or union"),
            ));
        };
        if self.types().records[record].layout.is_none() {
            return Err(self.incomplete(ty, span));
        }
        let Some(path) = self.types().find_field(record, field.symbol) else {
            return Err(self.unknown_member(record, field));
        };
        let mut ty = ty;
        let mut offset = 0;
        for index in path {
            let row = self.types().record(ty).map(|record| self.types().fields(record));
            let Some(field) = row.and_then(|fields| fields.get(index as usize)) else {
                return Err(self.error_operand(span));
            };
            offset += field.offset;
            ty = field.ty.ty;
        }
        Ok((offset, ty))
    }
}
