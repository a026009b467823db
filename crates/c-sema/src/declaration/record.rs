//! Structs and unions as declared: tags, members, and the way to their layout.

use c_syntax::ast::{self, Member, RecordKind};
use source::Diagnostic;

use crate::analyser::Analyser;
use crate::attribute::Attributes;
use crate::constant;
use crate::declaration::declarator::{DeclaratorSite, DeclaredType};
use crate::declaration::specifier::{BaseType, TagUse};
use crate::depth::with_stack;
use crate::layout::{FieldSpec, Packing, RecordSpec, lay_out};
use crate::types::{ArrayLength, QualType, Record, RecordId, RecordLayout, Type, TypeId};

impl<'a> Analyser<'a> {
    pub fn record_specifier(
        &mut self,
        specifier: &'a ast::RecordSpecifier,
        tag_use: TagUse,
    ) -> TypeId {
        let ty = self.record_tag(specifier, tag_use);
        if let (Some(members), Type::Record(record)) = (&specifier.members, &self.types()[ty]) {
            let record = *record;
            with_stack(|| self.record_members(record, specifier, members));
        }
        ty
    }

    fn record_tag(&mut self, specifier: &'a ast::RecordSpecifier, tag_use: TagUse) -> TypeId {
        let is_definition = specifier.members.is_some();
        if let Some(tag) = specifier.tag {
            let known = match is_definition || tag_use == TagUse::Declaration {
                true => self.scopes.tag_here(tag.symbol),
                false => self.scopes.tag(tag.symbol),
            };
            if let Some(entry) = known {
                let same_kind = match self.types()[entry.ty] {
                    Type::Record(id) => {
                        let record = &self.types().records[id];
                        (record.kind == specifier.kind).then_some(record.layout.is_some())
                    }
                    _ => None,
                };
                match same_kind {
                    None => {
                        self.wrong_tag(tag, entry.span);
                        return self.types().error();
                    }
                    Some(is_defined) if !(is_definition && is_defined) => return entry.ty,
                    Some(_) => self.redefinition(tag, entry.span, record_word(specifier.kind)),
                }
            }
        }
        let symbol = specifier.tag.map(|tag| tag.symbol);
        let span = specifier.tag.map_or(specifier.span, |tag| tag.span);
        let record = self.out.types.records.push(Record {
            kind: specifier.kind,
            tag: symbol,
            span,
            layout: None,
            is_transparent: false,
        });
        let ty = self.out.types.intern(Type::Record(record));
        if let Some(symbol) = symbol {
            self.scopes.declare_tag(symbol, ty, span);
        }
        ty
    }

    fn record_members(
        &mut self,
        record: RecordId,
        specifier: &'a ast::RecordSpecifier,
        members: &'a [Member],
    ) {
        let attributes = self.attributes(&specifier.attributes);
        let mut fields = Vec::with_capacity(members.len());
        for member in members {
            match member {
                Member::Fields(declaration) => self.fields(declaration, &mut fields),
                Member::StaticAssert(assertion) => self.static_assert(assertion),
            }
        }
        self.check_members(&mut fields, specifier.kind);
        let spec = RecordSpec {
            kind: specifier.kind,
            packing: packing(&attributes),
            align: attributes.align,
            limit: self.ast.pack_at(specifier.span.hi),
            fields,
        };
        let layout = lay_out(self.types(), spec).unwrap_or_else(|| {
            self.report(
                Diagnostic::error("E0243", specifier.span, "the type is too large")
                    .label("larger than half the address space"),
            );
            RecordLayout { size: 0, align: 1, fields: Vec::new() }
        });
        let record = &mut self.out.types.records[record];
        record.layout = Some(layout);
        record.is_transparent = attributes.is_transparent_union;
    }

    fn fields(&mut self, declaration: &'a ast::FieldDeclaration, fields: &mut Vec<FieldSpec>) {
        let tag_use = match declaration.declarators.is_empty() {
            true => TagUse::Declaration,
            false => TagUse::Mention,
        };
        let base = self.specifiers(&declaration.specifiers, tag_use);
        if declaration.declarators.is_empty() {
            // Only an untagged record is an anonymous member; `struct s { … };` declares a tag.
            let is_anonymous = matches!(
                &declaration.specifiers.ty,
                ast::TypeSpecifier::Record(record) if record.tag.is_none()
            );
            if is_anonymous {
                fields.push(FieldSpec {
                    name: None,
                    ty: base.ty,
                    span: declaration.span,
                    width: None,
                    align: base.attributes.align,
                    type_align: base.align,
                    packing: packing(&base.attributes),
                });
            }
            return;
        }
        for declarator in &declaration.declarators {
            if let Some(field) = self.field(&base, declarator) {
                fields.push(field);
            }
        }
    }

    fn field(
        &mut self,
        base: &BaseType,
        declarator: &'a ast::FieldDeclarator,
    ) -> Option<FieldSpec> {
        let n_pending = self.pending_vlas.len();
        let declared = self.declared_type(base, &declarator.declarator, DeclaratorSite::Ordinary);
        let own = self.attributes(&declarator.attributes);
        let on_declarator = self.attributes(&declarator.declarator.attributes);
        let attributes = base.attributes.join(own).join(on_declarator);
        let ty = self.apply_type_attributes(declared.ty, &own);
        let span = declarator.declarator.name.map_or(declarator.declarator.span, |name| name.span);
        if self.pending_vlas.len() > n_pending && self.types().size_of(ty.ty).is_none() {
            self.pending_vlas.truncate(n_pending);
            self.report(
                Diagnostic::error("E0243", span, "a member cannot have a variable size")
                    .label("its length is not constant"),
            );
            return None;
        }
        let width = match declarator.width {
            None => None,
            Some(width) => Some(self.bit_width(declared, declarator, width)?),
        };
        Some(FieldSpec {
            name: declarator.declarator.name.map(|name| name.symbol),
            ty,
            span,
            width,
            align: attributes.align,
            type_align: declared.align,
            packing: packing(&attributes),
        })
    }

    /// `None` after an error.
    fn bit_width(
        &mut self,
        declared: DeclaredType,
        declarator: &'a ast::FieldDeclarator,
        width: ast::ExprId,
    ) -> Option<u8> {
        let span = self.ast.exprs[width].span;
        let operand = self.rvalue_of(width);
        let ty = declared.ty.ty;
        if self.is_error(operand) || self.types().is_error(ty) {
            return None;
        }
        if !self.types().is_integer(ty) {
            let text = self.type_text(ty);
            self.report(
                Diagnostic::error("E0244", span, format!("a bit-field cannot be a `{text}`"))
                    .label("bit-fields are integers"),
            );
            return None;
        }
        let limit = match self.types().is_bool(ty) {
            true => 1,
            false => self.types().int_width(ty)?,
        };
        let Some(value) = constant::evaluate_int(&self.out, operand.id) else {
            self.report(
                Diagnostic::error("E0220", span, "the width of the bit-field is not constant")
                    .label("must be a constant integer"),
            );
            return None;
        };
        let text = self.type_text(ty);
        let problem = if value < 0 {
            "is negative".to_owned()
        } else if value > i128::from(limit) {
            format!("exceeds the {limit} bits of `{text}`")
        } else if value == 0 && declarator.declarator.name.is_some() {
            "is zero, which only an unnamed one may be".to_owned()
        } else {
            return Some(value as u8);
        };
        self.report(
            Diagnostic::error("E0244", span, format!("the width of the bit-field {problem}"))
                .label("this width"),
        );
        None
    }

    /// Members must be objects, have different names, and only the last may be without length.
    fn check_members(&mut self, fields: &mut [FieldSpec], kind: RecordKind) {
        self.n_records_checked += 1;
        let epoch = self.n_records_checked;
        let last = fields.len().saturating_sub(1);
        let mut has_named = false;
        for (index, field) in fields.iter_mut().enumerate() {
            let ty = field.ty.ty;
            let is_flexible =
                matches!(self.types()[ty], Type::Array { length: ArrayLength::Unknown, .. })
                    && index == last
                    && kind == RecordKind::Struct
                    && has_named;
            if !is_flexible && !self.types().is_complete(ty) {
                let text = self.type_text(ty);
                let what = match self.types().is_function(ty) {
                    true => format!("a member cannot be a function (`{text}`)"),
                    false => format!("a member of incomplete type `{text}`"),
                };
                self.report(
                    Diagnostic::error("E0211", field.span, what).label("its size is not known"),
                );
                field.ty = QualType::plain(self.types().error());
            }
            let names: smallvec::SmallVec<[_; 1]> = match (field.name, self.types().record(ty)) {
                (Some(name), _) => smallvec::smallvec![name],
                (None, Some(inner)) => self.types().field_names(inner).into(),
                (None, None) => smallvec::SmallVec::new(),
            };
            has_named |= field.name.is_some() || !names.is_empty();
            for name in names {
                let seen = self.member_epochs.insert(name, (epoch, field.span));
                if let Some((earlier, span)) = seen
                    && earlier == epoch
                {
                    self.redefinition(ast::Name { symbol: name, span: field.span }, span, "member");
                }
            }
        }
    }

    pub fn static_assert(&mut self, assertion: &'a ast::StaticAssert) {
        let operand = self.rvalue_of(assertion.condition);
        if self.is_error(operand) {
            return;
        }
        match constant::evaluate_int(&self.out, operand.id) {
            Some(0) => {
                let mut text = "static assertion failed".to_owned();
                if let Some(message) = &assertion.message {
                    text += &format!(": {}", String::from_utf8_lossy(message));
                }
                self.report(Diagnostic::error("E0222", assertion.span, text).label("this is zero"));
            }
            Some(_) => {}
            None => self.report(
                Diagnostic::error("E0220", assertion.span, "the assertion is not constant")
                    .label("must be a constant integer"),
            ),
        }
    }
}

fn packing(attributes: &Attributes) -> Packing {
    if attributes.is_packed { Packing::Packed } else { Packing::Natural }
}

fn record_word(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    }
}
