//! Declarations: what a unit and a block introduce.
//!
//! Redeclarations of one thing with linkage meet in one object or function, whose type is what
//! all of them say together. A *tentative* definition (`int x;` at file scope) makes the object
//! exist; an initialiser may follow later, once.

mod declarator;
mod enumeration;
mod file_asm;
mod function;
mod object;
mod record;
mod section;
mod specifier;

pub(crate) use declarator::DeclaredType;
pub(crate) use section::unmodelled_section;
pub(crate) use specifier::union as union_qualifiers;

use c_syntax::ast::{self, Item, Storage};
use index::Id as _;
use source::{Diagnostic, Span, Symbol};

use crate::analyser::{Analyser, Operand, Typedef};
use crate::attribute::Attributes;
use crate::declaration::declarator::DeclaratorSite;
use crate::declaration::specifier::{BaseType, TagUse};
use crate::scope::{Binding, Entry};
use crate::typed::{FileAsm, ObjectId, StmtId, StmtKind};
use crate::types::{Type, TypeId};

impl<'a> Analyser<'a> {
    /// The whole unit.
    pub fn unit(&mut self) {
        let ast = self.ast;
        let mut stmts = Vec::new();
        let first_object = ObjectId::new(self.out.objects.len());
        for item in &ast.items {
            if self.diagnostics.is_full() {
                return;
            }
            match item {
                Item::Declaration(declaration) => self.declaration(declaration, &mut stmts),
                Item::Function(definition) => self.function_definition(definition),
                Item::StaticAssert(assertion) => self.static_assert(assertion),
                Item::Asm(asm) => {
                    if !file_asm::is_harmless(&asm.text) {
                        let may_rename = file_asm::may_rename(&asm.text);
                        self.out.file_asm.push(FileAsm { span: asm.span, may_rename });
                    }
                }
            }
            self.pending_vlas.clear();
        }
        self.finish_tentative_definitions(first_object);
    }

    /// One declaration; what it does at run time goes to `stmts`.
    pub fn declaration(&mut self, declaration: &'a ast::Declaration, stmts: &mut Vec<StmtId>) {
        let tag_use = match declaration.declarators.is_empty() {
            true => TagUse::Declaration,
            false => TagUse::Mention,
        };
        let base = self.specifiers(&declaration.specifiers, tag_use);
        self.flush_vlas(declaration.span, stmts);
        for init_declarator in &declaration.declarators {
            self.init_declarator(&declaration.specifiers, base, init_declarator, stmts);
        }
    }

    fn init_declarator(
        &mut self,
        specifiers: &'a ast::Specifiers,
        base: BaseType,
        init_declarator: &'a ast::InitDeclarator,
        stmts: &mut Vec<StmtId>,
    ) {
        let declarator = &init_declarator.declarator;
        let Some(name) = declarator.name else {
            return;
        };
        let mut base = base;
        if base.is_auto {
            base.ty.ty = self.auto_type(init_declarator.init, name.span);
        }
        let mut declared = self.declared_type(&base, declarator, DeclaratorSite::Ordinary);
        let trailing = self.attributes(&init_declarator.attributes);
        declared.ty = self.apply_type_attributes(declared.ty, &trailing);
        let on_declarator = self.attributes(&declarator.attributes);
        let mut attributes = base.attributes.join(on_declarator).join(trailing);
        attributes.link.asm_name = self.asm_name(specifiers, init_declarator);
        self.flush_vlas(declarator.span, stmts);
        if specifiers.storage == Some(Storage::Typedef) {
            self.typedef(name, declared, &attributes);
        } else if self.types().is_function(declared.ty.ty) {
            if let Some(init) = init_declarator.init {
                let span = self.ast.inits[init].span;
                self.report(
                    Diagnostic::error("E0250", span, "a function cannot be initialised")
                        .label("not an object"),
                );
            }
            self.function_declaration(name, declared.ty.ty, specifiers.storage, &attributes);
        } else {
            let object = object::Declared {
                name,
                ty: declared.ty,
                align: declared.align,
                storage: specifiers.storage,
                is_thread_local: specifiers.is_thread_local,
                is_constexpr: specifiers.is_constexpr,
                attributes,
                init: init_declarator.init,
            };
            self.object_declaration(object, stmts);
        }
    }

    /// The name that the linker is told. That of a `register` variable is a register.
    fn asm_name(
        &mut self,
        specifiers: &ast::Specifiers,
        declarator: &ast::InitDeclarator,
    ) -> Option<Symbol> {
        let text = declarator.asm_name.as_ref()?;
        let text = std::str::from_utf8(text).ok()?;
        let is_name = specifiers.storage != Some(Storage::Register);
        is_name.then(|| self.out.symbols.intern(text))
    }

    fn typedef(&mut self, name: ast::Name, declared: DeclaredType, attributes: &Attributes) {
        if attributes.is_transparent_union
            && let Some(record) = self.types().record(declared.ty.ty)
        {
            self.out.types.records[record].is_transparent = true;
        }
        if let Some(entry) = self.scopes.name_here(name.symbol) {
            match entry.binding {
                Binding::Typedef(id) => {
                    let earlier = self.typedefs[id].ty.ty;
                    if !self.types().compatible(earlier, declared.ty.ty) {
                        self.conflicting_types(name, entry.span, earlier, declared.ty.ty);
                    }
                }
                _ => self.another_kind(name, entry),
            }
        }
        let align = attributes.align.or(declared.align);
        let ty = match attributes.align {
            Some(align) => self.aligned(declared.ty, align),
            None => declared.ty,
        };
        let id = self.typedefs.push(Typedef { ty, align });
        self.scopes.declare(name.symbol, Binding::Typedef(id), name.span);
    }

    /// The type that `__auto_type` takes from its initialiser.
    fn auto_type(&mut self, init: Option<ast::InitId>, span: Span) -> TypeId {
        match init.map(|init| &self.ast.inits[init].kind) {
            Some(ast::InitKind::Expr(expr)) => {
                let operand = self.rvalue_of(*expr);
                let operand = self.not_of_bits(operand);
                self.auto_init = Some((*expr, operand));
                operand.ty
            }
            _ => {
                self.report(
                    Diagnostic::error("E0242", span, "`__auto_type` needs an initialiser")
                        .label("its type is unknown"),
                );
                self.types().error()
            }
        }
    }

    /// No object has the type of what is computed with a wide bit-field; gcc makes some.
    pub fn not_of_bits(&mut self, operand: Operand) -> Operand {
        if !matches!(self.types()[operand.ty], Type::Bits { .. }) {
            return operand;
        }
        let (span, text) = (self.span(operand), self.type_text(operand.ty));
        self.fail(
            Diagnostic::error("E0242", span, format!("objects of type `{text}` are not modelled"))
                .label("computed with a bit-field wider than `int`"),
        )
    }

    /// Variable lengths that came up are evaluated here.
    pub fn flush_vlas(&mut self, span: Span, stmts: &mut Vec<StmtId>) {
        if self.pending_vlas.is_empty() {
            return;
        }
        for vla in std::mem::take(&mut self.pending_vlas) {
            stmts.push(self.push_stmt(StmtKind::EvaluateVla(vla), span));
        }
    }

    pub fn conflicting_types(&mut self, name: ast::Name, earlier: Span, old: TypeId, new: TypeId) {
        let text = self.symbol_text(name.symbol).to_owned();
        let (old, new) = (self.type_text(old), self.type_text(new));
        self.report(
            Diagnostic::error("E0202", name.span, format!("conflicting types for `{text}`"))
                .label(format!("declared as `{new}`"))
                .also(earlier, format!("declared as `{old}` before")),
        );
    }

    fn another_kind(&mut self, name: ast::Name, entry: Entry) {
        let text = self.symbol_text(name.symbol).to_owned();
        let what = match entry.binding {
            Binding::Object(_) => "an object",
            Binding::Function(_) => "a function",
            Binding::Typedef(_) => "a type",
            Binding::Enumerator(_) => "an enumerator",
            Binding::Prototype(_) => "a parameter",
        };
        self.report(
            Diagnostic::error(
                "E0202",
                name.span,
                format!("`{text}` is declared as another kind of thing"),
            )
            .label("declared again")
            .also(entry.span, format!("{what} here")),
        );
    }
}
