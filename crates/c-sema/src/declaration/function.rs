//! Declarations and definitions of functions, implicit ones included.

use c_syntax::ast::{
    self, DeclaratorPart, Parameters, Qualifiers, StmtKind as AstStmtKind, Storage,
};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span, Symbol};

use crate::analyser::{Analyser, FunctionContext};
use crate::attribute::Attributes;
use crate::declaration::declarator::{DeclaratorSite, DeclaredType};
use crate::declaration::specifier::TagUse;
use crate::scope::Binding;
use crate::typed::{
    Duration, Function, FunctionBody, FunctionId, LinkAttributes, Object, ObjectId, Purity,
    StmtKind,
};
use crate::types::{Arity, FunctionType, IntKind, Type, TypeId};

impl<'a> Analyser<'a> {
    pub fn function_declaration(
        &mut self,
        name: ast::Name,
        ty: TypeId,
        storage: Option<Storage>,
        attributes: &Attributes,
    ) -> FunctionId {
        let id = self.function_slot(name, storage);
        self.merge_function_type(id, name, ty);
        let row = &mut self.out.functions[id];
        row.is_noreturn |= attributes.is_noreturn;
        row.link = row.link.join(attributes.link);
        row.purity = attributes.purity.max(row.purity);
        id
    }

    /// The function of this name, new if there is none yet, bound in the current scope.
    fn function_slot(&mut self, name: ast::Name, storage: Option<Storage>) -> FunctionId {
        if let Some(entry) = self.scopes.name_here(name.symbol)
            && !matches!(entry.binding, Binding::Function(_))
        {
            self.another_kind(name, entry);
        }
        let known = match self.scopes.linked(name.symbol).map(|entry| entry.binding) {
            // A nested function is known where it is declared only.
            _ if storage == Some(Storage::Auto) => None,
            Some(Binding::Function(id)) => Some(id),
            _ => None,
        };
        let id = known.unwrap_or_else(|| {
            let error = self.types().error();
            self.new_function(name.symbol, error, name.span)
        });
        self.out.functions[id].is_implicit = false;
        let is_static = storage == Some(Storage::Static);
        let row = &self.out.functions[id];
        if is_static && known.is_some() && !row.is_static && !self.is_own_library(id) {
            let earlier = row.span;
            self.static_and_not(name, earlier);
        }
        self.out.functions[id].is_static |= is_static;
        let binding = Binding::Function(id);
        if self.scopes.name(name.symbol).map(|entry| entry.binding) != Some(binding) {
            self.scopes.declare(name.symbol, binding, name.span);
        }
        if storage != Some(Storage::Auto) {
            self.scopes.link(name.symbol, binding, name.span);
        }
        id
    }

    /// A library function that was called without declaration may be defined here after all.
    fn is_own_library(&self, id: FunctionId) -> bool {
        let name = self.out.functions[id].name;
        self.implicit_functions.contains(&id) && self.is_library_name(name)
    }

    pub fn new_function(&mut self, name: Symbol, ty: TypeId, span: Span) -> FunctionId {
        self.out.functions.push(Function {
            name,
            ty,
            span,
            is_noreturn: false,
            purity: Purity::default(),
            is_static: false,
            is_implicit: false,
            is_inline: false,
            is_thunk: false,
            link: LinkAttributes::default(),
            body: None,
        })
    }

    fn merge_function_type(&mut self, id: FunctionId, name: ast::Name, ty: TypeId) {
        let old = self.out.functions[id].ty;
        if self.types().compatible(old, ty) {
            let merged = self.out.types.composite(old, ty);
            self.out.functions[id].ty = merged;
        } else if self.is_void_after_implicit(id, ty) {
            self.out.functions[id].ty = ty;
        } else {
            let earlier = self.out.functions[id].span;
            self.conflicting_types(name, earlier, old, ty);
            self.out.functions[id].ty = ty;
        }
    }

    /// gcc lets `void f()` follow a call of an undeclared `f`.
    fn is_void_after_implicit(&self, id: FunctionId, ty: TypeId) -> bool {
        self.implicit_functions.contains(&id)
            && self.out.functions[id].body.is_none()
            && self.types().function(ty).is_some_and(|new| self.types().is_void(new.result))
    }

    /// `f(x)` without a declaration of `f` declares `int f()` at file scope.
    /// C calls what it does not know as a function that returns `int`, which is rarely meant. Names
    /// that no header declares, since the tools that know them have them built in, are not warned
    /// about.
    fn undeclared_function(&mut self, name: ast::Name) {
        let text = &self.out.symbols[name.symbol];
        if text.starts_with("__CPROVER_") || text.starts_with("__linchpin_") {
            return;
        }
        let message = format!("`{text}` is called and not declared");
        let note = "it is taken to return `int`, and its arguments are not checked";
        self.diagnostics.push(Diagnostic::warning("W0260", name.span, message).note(note));
    }

    pub fn implicit_function(&mut self, name: ast::Name) -> FunctionId {
        if let Some(entry) = self.scopes.linked(name.symbol)
            && let Binding::Function(id) = entry.binding
        {
            self.scopes.declare(name.symbol, Binding::Function(id), name.span);
            return id;
        }
        let ty = match self.library_type(name.symbol) {
            Some(ty) => ty,
            None => {
                self.undeclared_function(name);
                let result = self.types().int(IntKind::Int);
                self.out.types.intern(Type::Function(FunctionType {
                    result,
                    parameters: Vec::new(),
                    arity: Arity::Unspecified,
                }))
            }
        };
        let id = self.new_function(name.symbol, ty, name.span);
        self.implicit_functions.insert(id);
        self.out.functions[id].is_implicit = true;
        self.scopes.declare(name.symbol, Binding::Function(id), name.span);
        self.scopes.link(name.symbol, Binding::Function(id), name.span);
        id
    }

    pub fn function_definition(&mut self, definition: &'a ast::FunctionDefinition) {
        let storage = match self.function {
            Some(_) => Some(Storage::Auto),
            None => definition.specifiers.storage,
        };
        let base = self.specifiers(&definition.specifiers, TagUse::Mention);
        let declarator = &definition.declarator;
        let (Some(name), Some(DeclaratorPart::Function(function))) =
            (declarator.name, declarator.parts.first())
        else {
            return;
        };
        let start = DeclaredType { ty: base.ty, align: base.align };
        let site = DeclaratorSite::Ordinary;
        let result = self.apply_parts(start, &declarator.parts[1..], declarator.span, site);
        let on_declarator = self.attributes(&declarator.attributes);
        let trailing = self.attributes(&definition.attributes);
        let attributes = base.attributes.join(on_declarator).join(trailing);

        let id = self.function_slot(name, storage);
        self.check_single_body(id, name, definition);
        let row = &mut self.out.functions[id];
        row.is_noreturn |= attributes.is_noreturn;
        row.link = row.link.join(attributes.link);
        row.is_inline = definition.specifiers.is_inline;
        row.purity = attributes.purity.max(row.purity);
        self.scopes.open();
        let outer_vlas = std::mem::take(&mut self.pending_vlas);
        // Lengths of array parameters may be computed, as in a body.
        let error = self.types().error();
        let context = FunctionContext {
            name: name.symbol,
            result: error,
            labels: FxHashMap::default(),
            switches: Vec::new(),
            n_loops: 0,
            n_breakable: 0,
        };
        let outer = self.function.replace(context);
        let (parameters, types, arity) = self.definition_parameters(function, definition);
        let (types, arity) = self.earlier_prototype(id, function).unwrap_or((types, arity));
        let ty = self.function_returning(result.ty, types, arity, declarator.span);
        self.merge_function_type(id, name, ty);
        self.out.functions[id].span = name.span;
        self.check_signature(result.ty.ty, &parameters, name);
        if let Some(context) = &mut self.function {
            context.result = result.ty.ty;
        }
        self.function_body(id, parameters, definition);
        self.function = outer;
        self.pending_vlas = outer_vlas;
        self.scopes.close();
    }

    /// A K&R definition takes its parameters from a prototype before it, which callers see.
    fn earlier_prototype(
        &self,
        id: FunctionId,
        function: &ast::FunctionDeclarator,
    ) -> Option<(Vec<TypeId>, Arity)> {
        let Parameters::Names(names) = &function.parameters else {
            return None;
        };
        let earlier = self.types().function(self.out.functions[id].ty)?;
        let fits = earlier.arity == Arity::Fixed && earlier.parameters.len() == names.len();
        fits.then(|| (earlier.parameters.clone(), Arity::Fixed))
    }

    fn check_single_body(
        &mut self,
        id: FunctionId,
        name: ast::Name,
        definition: &'a ast::FunctionDefinition,
    ) {
        if self.out.functions[id].body.is_some() && !self.inline_functions.contains(&id) {
            let earlier = self.out.functions[id].span;
            self.redefinition(name, earlier, "function");
        }
        // A GNU inline definition is only a hint to the optimiser; the real one may follow.
        let lists = [&definition.specifiers.attributes, &definition.attributes];
        let is_gnu_inline = lists
            .into_iter()
            .flatten()
            .any(|attribute| self.symbol_text(attribute.name) == "gnu_inline");
        if is_gnu_inline && definition.specifiers.storage == Some(Storage::Extern) {
            self.inline_functions.insert(id);
        } else {
            self.inline_functions.remove(&id);
        }
    }

    fn check_signature(&mut self, result: TypeId, parameters: &[ObjectId], name: ast::Name) {
        if !self.types().is_void(result) && !self.types().is_complete(result) {
            let text = self.type_text(result);
            self.report(
                Diagnostic::error("E0211", name.span, format!("it returns incomplete `{text}`"))
                    .label("the size of the result is not known"),
            );
        }
        for &parameter in parameters {
            let Object { name, ty, span, .. } = self.out.objects[parameter];
            if !self.types().is_complete(ty.ty) {
                let (name, text) = (self.symbol_text(name).to_owned(), self.type_text(ty.ty));
                self.report(
                    Diagnostic::error(
                        "E0211",
                        span,
                        format!("the parameter `{name}` has the incomplete type `{text}`"),
                    )
                    .label("its size is not known"),
                );
                self.out.objects[parameter].ty.ty = self.types().error();
            }
        }
    }

    /// Declares the parameters of a definition in the open scope.
    fn definition_parameters(
        &mut self,
        function: &'a ast::FunctionDeclarator,
        definition: &'a ast::FunctionDefinition,
    ) -> (Vec<ObjectId>, Vec<TypeId>, Arity) {
        match &function.parameters {
            Parameters::Unspecified => (Vec::new(), Vec::new(), Arity::Unspecified),
            Parameters::Prototype { parameters, .. } if self.is_void_list(parameters) => {
                (Vec::new(), Vec::new(), Arity::Fixed)
            }
            Parameters::Prototype { parameters, is_variadic } => {
                let mut objects = Vec::with_capacity(parameters.len());
                let mut types = Vec::with_capacity(parameters.len());
                for parameter in parameters {
                    let declared = self.parameter_type(parameter, DeclaratorSite::Parameter);
                    types.push(declared.ty.ty);
                    let name = parameter.declarator.name;
                    objects.push(self.parameter(name, declared, parameter.declarator.span));
                }
                let arity = if *is_variadic { Arity::Variadic } else { Arity::Fixed };
                (objects, types, arity)
            }
            Parameters::Names(names) => {
                let declared = self.old_style_types(&definition.old_style_parameters, names);
                let int = self.types().int(IntKind::Int);
                let implicit = DeclaredType { ty: crate::types::QualType::plain(int), align: None };
                let objects = names
                    .iter()
                    .map(|&name| {
                        let ty = declared.get(&name.symbol).copied().unwrap_or(implicit);
                        self.parameter(Some(name), ty, name.span)
                    })
                    .collect();
                // Calls are not checked against a K&R definition, so its type lists nothing.
                (objects, Vec::new(), Arity::Unspecified)
            }
        }
    }

    fn old_style_types(
        &mut self,
        declarations: &'a [ast::Declaration],
        names: &[ast::Name],
    ) -> FxHashMap<Symbol, DeclaredType> {
        let mut types = FxHashMap::default();
        for declaration in declarations {
            let base = self.specifiers(&declaration.specifiers, TagUse::Mention);
            for init_declarator in &declaration.declarators {
                let declarator = &init_declarator.declarator;
                let Some(name) = declarator.name else {
                    continue;
                };
                // Lengths may name parameters that have no type yet; they are not computed.
                let declared = self.declared_type(&base, declarator, DeclaratorSite::Prototype);
                let declared = self.adjust_parameter(declared, Qualifiers::default());
                if names.iter().all(|known| known.symbol != name.symbol) {
                    let text = self.symbol_text(name.symbol).to_owned();
                    self.report(
                        Diagnostic::error("E0201", name.span, format!("no parameter `{text}`"))
                            .label("not in the list of parameters"),
                    );
                }
                types.insert(name.symbol, declared);
            }
        }
        types
    }

    fn parameter(
        &mut self,
        name: Option<ast::Name>,
        declared: DeclaredType,
        span: Span,
    ) -> ObjectId {
        let align = declared.align.or_else(|| self.types().preferred_align_of(declared.ty.ty));
        let symbol = match name {
            Some(name) => name.symbol,
            None => self.out.symbols.intern(""),
        };
        let object = self.out.objects.push(Object {
            name: symbol,
            ty: declared.ty,
            span: name.map_or(span, |name| name.span),
            duration: Duration::Parameter,
            align: align.unwrap_or(1),
            init: None,
            cleanup: None,
            is_address_taken: false,
            named: None,
            link: LinkAttributes::default(),
        });
        if let Some(name) = name {
            if let Some(entry) = self.scopes.name_here(name.symbol) {
                self.redefinition(name, entry.span, "parameter");
            }
            self.scopes.declare(name.symbol, Binding::Object(object), name.span);
        }
        object
    }

    fn function_body(
        &mut self,
        id: FunctionId,
        parameters: Vec<ObjectId>,
        definition: &'a ast::FunctionDefinition,
    ) {
        let body = &self.ast.stmts[definition.body];
        let AstStmtKind::Compound(compound) = &body.kind else {
            return;
        };
        let mut items = Vec::with_capacity(compound.items.len());
        self.flush_vlas(body.span, &mut items);
        self.block_items(compound, &mut items);
        self.check_labels();
        let block = self.push_stmt(StmtKind::Block { items, end: compound.end }, body.span);
        self.out.functions[id].body = Some(FunctionBody { parameters, block, end: compound.end });
    }
}
