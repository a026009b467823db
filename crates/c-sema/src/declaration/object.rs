//! Declarations of objects: globals, local statics, automatic variables.

use c_syntax::ast::{self, Storage};
use index::Id as _;
use source::{Diagnostic, Span, Symbol};

use crate::analyser::Analyser;
use crate::attribute::Attributes;
use crate::constant::{self, Constant};
use crate::initialiser::InitStorage;
use crate::scope::Binding;
use crate::typed::{Duration, FunctionId, Init, Linkage, Object, ObjectId, StmtId, StmtKind};
use crate::types::{ArrayLength, QualType, Type};

/// A declared object before it has a row.
#[derive(Clone, Copy)]
pub(super) struct Declared {
    pub name: ast::Name,
    pub ty: QualType,
    /// From the typedef that names its type.
    pub align: Option<u64>,
    pub storage: Option<Storage>,
    pub is_thread_local: bool,
    pub is_constexpr: bool,
    pub attributes: Attributes,
    pub init: Option<ast::InitId>,
}

impl<'a> Analyser<'a> {
    pub(super) fn object_declaration(&mut self, declared: Declared, stmts: &mut Vec<StmtId>) {
        self.check_section(declared.ty, declared.attributes.read_only);
        let is_linked = self.scopes.depth() == 0 || declared.storage == Some(Storage::Extern);
        if self.types().is_void(declared.ty.ty) && (!is_linked || declared.init.is_some()) {
            let text = self.symbol_text(declared.name.symbol).to_owned();
            self.report(
                Diagnostic::error("E0242", declared.name.span, format!("`{text}` is void"))
                    .label("no object has the type `void`"),
            );
            let error = QualType::plain(self.types().error());
            return self.object_declaration(Declared { ty: error, ..declared }, stmts);
        }
        let is_file_scope = self.scopes.depth() == 0;
        match declared.storage {
            _ if is_file_scope => self.linked_object(declared),
            Some(Storage::Extern) => self.linked_object(declared),
            Some(Storage::Static) => self.local_static(declared),
            None | Some(Storage::Auto | Storage::Register | Storage::Typedef) => {
                if declared.is_thread_local {
                    self.local_static(declared);
                } else {
                    self.automatic(declared, stmts);
                }
            }
        }
    }

    fn linked_object(&mut self, declared: Declared) {
        let name = declared.name;
        let linkage = match (declared.storage, declared.init) {
            (Some(Storage::Static), _) => Linkage::Internal,
            _ if declared.is_constexpr => Linkage::Internal,
            (Some(Storage::Extern), None) => Linkage::Undefined,
            _ => Linkage::External,
        };
        let here = self.scopes.name_here(name.symbol);
        if let Some(entry) = here
            && !matches!(entry.binding, Binding::Object(_))
        {
            self.another_kind(name, entry);
        } else if let Some(entry) = here
            && let Binding::Object(object) = entry.binding
            && matches!(
                self.out.objects[object].duration,
                Duration::Automatic | Duration::Parameter | Duration::Static(Linkage::None)
            )
        {
            self.redefinition(name, entry.span, "object");
        }
        let known = self.scopes.linked(name.symbol).and_then(|entry| match entry.binding {
            Binding::Object(object) => Some((object, entry.span)),
            _ => None,
        });
        let object = match known {
            Some((object, earlier)) => {
                let old = self.out.objects[object].ty;
                let same_qualifiers = old.qualifiers.is_const == declared.ty.qualifiers.is_const
                    && old.qualifiers.is_volatile == declared.ty.qualifiers.is_volatile;
                if same_qualifiers && self.types().compatible(old.ty, declared.ty.ty) {
                    let ty = self.out.types.composite(old.ty, declared.ty.ty);
                    self.out.objects[object].ty = QualType { ty, ..declared.ty };
                } else {
                    self.conflicting_types(name, earlier, old.ty, declared.ty.ty);
                }
                self.join_linkage(object, linkage, declared);
                let align = self.object_align(&declared);
                let row = &mut self.out.objects[object];
                row.align = row.align.max(align);
                row.link = row.link.join(declared.attributes.link);
                object
            }
            None => {
                let duration = match declared.is_thread_local {
                    true => Duration::ThreadLocal(linkage),
                    false => Duration::Static(linkage),
                };
                self.new_object(&declared, duration)
            }
        };
        self.scopes.declare(name.symbol, Binding::Object(object), name.span);
        self.scopes.link(name.symbol, Binding::Object(object), name.span);
        if let Some(init) = declared.init {
            if self.out.objects[object].init.is_some() {
                let earlier = self.out.objects[object].span;
                self.redefinition(name, earlier, "object");
            }
            self.out.objects[object].span = name.span;
            self.static_init(object, init);
            self.name_constant(&declared, object, None);
        }
    }

    fn join_linkage(&mut self, object: ObjectId, new: Linkage, declared: Declared) {
        let name = declared.name;
        let earlier = self.out.objects[object].span;
        let (old, rebuild): (Linkage, fn(Linkage) -> Duration) =
            match self.out.objects[object].duration {
                Duration::Static(linkage) => (linkage, Duration::Static),
                Duration::ThreadLocal(linkage) => (linkage, Duration::ThreadLocal),
                Duration::Automatic | Duration::Parameter => return,
            };
        let joined = match (old, new) {
            (Linkage::Internal, Linkage::Undefined | Linkage::Internal) => Linkage::Internal,
            (Linkage::Internal, _) | (_, Linkage::Internal) => {
                self.static_and_not(name, earlier);
                old
            }
            (Linkage::External, _) | (_, Linkage::External) => Linkage::External,
            (old, _) => old,
        };
        if old == Linkage::Undefined && joined == Linkage::External {
            self.out.objects[object].span = name.span;
        }
        self.out.objects[object].duration = rebuild(joined);
    }

    pub(super) fn static_and_not(&mut self, name: ast::Name, earlier: Span) {
        let text = self.symbol_text(name.symbol).to_owned();
        self.report(
            Diagnostic::error(
                "E0202",
                name.span,
                format!("`{text}` is declared both static and not"),
            )
            .label("declared again")
            .also(earlier, "declared here before"),
        );
    }

    fn local_static(&mut self, declared: Declared) {
        let duration = match declared.is_thread_local {
            true => Duration::ThreadLocal(Linkage::None),
            false => Duration::Static(Linkage::None),
        };
        let object = self.local_object(&declared, duration);
        if let Some(init) = declared.init {
            self.static_init(object, init);
            self.name_constant(&declared, object, None);
        }
        self.require_complete_object(object);
        let ty = self.out.objects[object].ty.ty;
        if self.types().is_array(ty) && self.types().is_variably_modified(ty) {
            self.report(
                Diagnostic::error("E0243", declared.name.span, "a static array of variable length")
                    .label("its length must be constant"),
            );
        }
    }

    fn automatic(&mut self, declared: Declared, stmts: &mut Vec<StmtId>) {
        let object = self.local_object(&declared, Duration::Automatic);
        if declared.storage == Some(Storage::Register) {
            self.register_objects.insert(object);
        }
        let span = declared.name.span;
        let init = declared.init.map(|init| {
            let ty = self.out.objects[object].ty;
            if self.types().is_array(ty.ty) && self.types().is_variably_modified(ty.ty) {
                self.report(
                    Diagnostic::error("E0250", span, "an array of variable length is initialised")
                        .label("assign to its elements instead"),
                );
            }
            let (init, completed) = self.initialise(ty, init, InitStorage::Automatic);
            self.out.objects[object].ty.ty = completed;
            init
        });
        self.require_complete_object(object);
        self.name_constant(&declared, object, init.as_ref());
        // Lengths inside the initialiser's casts come before it; they were wrapped there.
        stmts.push(self.push_stmt(StmtKind::Declare { object, init }, span));
    }

    fn local_object(&mut self, declared: &Declared, duration: Duration) -> ObjectId {
        let name = declared.name;
        if let Some(entry) = self.scopes.name_here(name.symbol) {
            match entry.binding {
                Binding::Object(_) => self.redefinition(name, entry.span, "object"),
                _ => self.another_kind(name, entry),
            }
        }
        let object = self.new_object(declared, duration);
        self.scopes.declare(name.symbol, Binding::Object(object), name.span);
        object
    }

    fn new_object(&mut self, declared: &Declared, duration: Duration) -> ObjectId {
        let align = self.object_align(declared);
        let cleanup = declared.attributes.cleanup.and_then(|(name, span)| {
            let function = self.cleanup_function(name);
            if function.is_none() {
                let text = self.symbol_text(name).to_owned();
                self.report(Diagnostic::error(
                    "E0201",
                    span,
                    format!("the cleanup `{text}` is not a function"),
                ));
            }
            function
        });
        self.out.objects.push(Object {
            name: declared.name.symbol,
            ty: declared.ty,
            span: declared.name.span,
            duration,
            align,
            init: None,
            cleanup,
            is_address_taken: cleanup.is_some(),
            named: None,
            link: declared.attributes.link,
        })
    }

    fn cleanup_function(&self, name: Symbol) -> Option<FunctionId> {
        match self.scopes.name(name)?.binding {
            Binding::Function(function) => Some(function),
            _ => None,
        }
    }

    fn object_align(&self, declared: &Declared) -> u64 {
        let of_type = declared.align.or_else(|| self.types().preferred_align_of(declared.ty.ty));
        of_type.unwrap_or(1).max(declared.attributes.align.unwrap_or(1))
    }

    fn static_init(&mut self, object: ObjectId, init: ast::InitId) {
        let ty = self.out.objects[object].ty;
        let (init, completed) = self.initialise(ty, init, InitStorage::Static);
        let row = &mut self.out.objects[object];
        row.ty.ty = completed;
        row.init = Some(init);
    }

    /// A `constexpr` scalar is a name for its value, which must be constant.
    fn name_constant(&mut self, declared: &Declared, object: ObjectId, init: Option<&Init>) {
        if !declared.is_constexpr {
            return;
        }
        let row = &self.out.objects[object];
        let Some(init) = init.or(row.init.as_ref()) else { return };
        let values = init.parts.iter().map(|part| constant::evaluate(&self.out, part.value));
        let values: Vec<_> = values.collect();
        let is_scalar = init.parts.len() == 1 && init.parts[0].ty == row.ty.ty;
        match values[..] {
            [Some(value @ (Constant::Int(_) | Constant::Float(_)))] if is_scalar => {
                self.out.objects[object].named = Some(value);
            }
            _ if is_scalar && values[0].is_none() => {
                let text = self.symbol_text(declared.name.symbol).to_owned();
                let message = format!("the value of `{text}` is not constant");
                self.report(
                    Diagnostic::error("E0220", declared.name.span, message)
                        .label("`constexpr` needs a constant"),
                );
            }
            _ => {}
        }
    }

    fn require_complete_object(&mut self, object: ObjectId) {
        let Object { name, ty, span, .. } = self.out.objects[object];
        if self.types().is_complete(ty.ty) {
            return;
        }
        let (name, text) = (self.symbol_text(name).to_owned(), self.type_text(ty.ty));
        self.report(
            Diagnostic::error("E0211", span, format!("`{name}` has the incomplete type `{text}`"))
                .label("its size is not known"),
        );
        self.out.objects[object].ty = QualType::plain(self.types().error());
    }

    /// At the end of the unit a tentative array without length has one element, and every
    /// defined object must have a size.
    pub(super) fn finish_tentative_definitions(&mut self, first: ObjectId) {
        for object in self.out.objects.ids().skip(first.index()) {
            let row = &self.out.objects[object];
            let is_defined = matches!(
                row.duration,
                Duration::Static(Linkage::External | Linkage::Internal)
                    | Duration::ThreadLocal(Linkage::External | Linkage::Internal)
            );
            let is_void = self.types().is_void(row.ty.ty);
            if !is_defined || is_void || self.types().is_complete(row.ty.ty) {
                continue;
            }
            if let Type::Array { element, length: ArrayLength::Unknown } = self.types()[row.ty.ty]
                && self.types().is_complete(element.ty)
            {
                let ty = Type::Array { element, length: ArrayLength::Known(1) };
                self.out.objects[object].ty.ty = self.out.types.intern(ty);
            } else {
                self.require_complete_object(object);
            }
        }
    }
}
