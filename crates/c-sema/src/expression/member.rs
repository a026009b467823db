//! Members of structs and unions.

use c_syntax::ast::{self, MemberAccess, Name};
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Category, Operand};
use crate::declaration::union_qualifiers;
use crate::suggest::nearest;
use crate::typed::ExprKind;
use crate::types::{QualType, RecordId};

impl<'a> Analyser<'a> {
    pub(super) fn member(
        &mut self,
        base: ast::ExprId,
        field: Name,
        access: MemberAccess,
        span: Span,
    ) -> Operand {
        let base = match access {
            MemberAccess::Direct => {
                let operand = self.expr(base);
                self.materialise(operand)
            }
            MemberAccess::Arrow => {
                let pointer = self.rvalue_of(base);
                if self.is_error(pointer) {
                    return self.error_operand(span);
                }
                let record =
                    self.types().pointee(pointer.ty).and_then(|ty| self.types().record(ty.ty));
                if record.is_none() {
                    return self.not_a_record(pointer, access);
                }
                self.deref_value(pointer, span)
            }
        };
        if self.is_error(base) {
            return self.error_operand(span);
        }
        let Some(record) = self.types().record(base.ty) else {
            return self.not_a_record(base, access);
        };
        if self.types().records[record].layout.is_none() {
            return self.incomplete(base.ty, span);
        }
        let Some(path) = self.types().find_field(record, field.symbol) else {
            return self.unknown_member(record, field);
        };
        let mut place = base;
        for index in path {
            place = self.member_place(place, index, access, span);
        }
        place
    }

    /// A value of record type is put into a temporary, so that its members have a place.
    fn materialise(&mut self, operand: Operand) -> Operand {
        if operand.category != Category::Value || self.types().record(operand.ty).is_none() {
            return operand;
        }
        let span = self.span(operand);
        let ty = QualType::plain(operand.ty);
        let place = self.place(ExprKind::Materialise(operand.id), ty, span);
        Operand { category: Category::Temporary, ..place }
    }

    /// Field number `index` of a place of record type.
    fn member_place(
        &mut self,
        base: Operand,
        index: u32,
        access: MemberAccess,
        span: Span,
    ) -> Operand {
        let field = self
            .types()
            .record(base.ty)
            .and_then(|record| self.types().fields(record).get(index as usize));
        let Some(field) = field else {
            return self.error_operand(span);
        };
        let bit_width = field.bits.map(|bits| bits.width);
        let qualifiers = union_qualifiers(base.qualifiers.without_align(), field.ty.qualifiers);
        let ty = QualType { ty: field.ty.ty, qualifiers };
        let kind = ExprKind::Member { base: base.id, field: index, access };
        let place = self.place(kind, ty, span);
        Operand { category: base.category, bit_width, ..place }
    }

    fn not_a_record(&mut self, base: Operand, access: MemberAccess) -> Operand {
        let span = self.span(base);
        let text = self.type_text(base.ty);
        let types = self.types();
        let is_pointer_to_record =
            types.pointee(base.ty).is_some_and(|pointee| types.record(pointee.ty).is_some());
        let mut diagnostic = Diagnostic::error("E0205", span, format!("`{text}` has no members"))
            .label(format!("this is a `{text}`"));
        match access {
            MemberAccess::Direct if is_pointer_to_record => {
                diagnostic = diagnostic.help("use `->` on a pointer");
            }
            MemberAccess::Arrow if types.record(base.ty).is_some() => {
                diagnostic = diagnostic.help("use `.` on a struct or union");
            }
            _ => {}
        }
        self.fail(diagnostic)
    }

    pub fn unknown_member(&mut self, record: RecordId, field: Name) -> Operand {
        let text = self.symbol_text(field.symbol).to_owned();
        let names = self.types().field_names(record);
        let near = nearest(&text, names.iter().map(|&name| self.symbol_text(name)));
        let near = near.map(str::to_owned);
        let declared = self.types().records[record].span;
        let mut diagnostic =
            Diagnostic::error("E0205", field.span, format!("there is no member `{text}`"))
                .label("unknown member")
                .also(declared, "the type is declared here");
        if let Some(near) = near {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.fail(diagnostic)
    }
}
