//! Declarations, types and initialisers as text.

use super::Dumper;
use crate::ast::*;

impl Dumper<'_> {
    pub(super) fn declaration(&mut self, declaration: &Declaration) {
        self.text("(declare ");
        self.specifiers(&declaration.specifiers);
        for declarator in &declaration.declarators {
            self.text(" (");
            self.declarator(&declarator.declarator);
            if let Some(name) = &declarator.asm_name {
                self.text(" asm ");
                self.quoted(name);
            }
            self.attributes(&declarator.attributes);
            if let Some(init) = declarator.init {
                self.text(" = ");
                self.init(init);
            }
            self.text(")");
        }
        self.text(")");
    }

    pub(super) fn function(&mut self, function: &FunctionDefinition) {
        self.text("(function ");
        self.specifiers(&function.specifiers);
        self.text(" (");
        self.declarator(&function.declarator);
        self.attributes(&function.attributes);
        self.text(")");
        for declaration in &function.old_style_parameters {
            self.text(" ");
            self.declaration(declaration);
        }
        self.text(" ");
        self.stmt(function.body);
        self.text(")");
    }

    pub(super) fn static_assert(&mut self, assertion: &StaticAssert) {
        self.text("(static-assert ");
        self.expr(assertion.condition);
        if let Some(message) = &assertion.message {
            self.text(" ");
            self.quoted(message);
        }
        self.text(")");
    }

    fn specifiers(&mut self, specifiers: &Specifiers) {
        self.text("[");
        match specifiers.storage {
            None => {}
            Some(Storage::Typedef) => self.text("typedef "),
            Some(Storage::Extern) => self.text("extern "),
            Some(Storage::Static) => self.text("static "),
            Some(Storage::Auto) => self.text("auto "),
            Some(Storage::Register) => self.text("register "),
        }
        for (is_set, text) in [
            (specifiers.is_thread_local, "thread "),
            (specifiers.is_constexpr, "constexpr "),
            (specifiers.is_inline, "inline "),
            (specifiers.is_noreturn, "noreturn "),
        ] {
            self.text(if is_set { text } else { "" });
        }
        for alignment in &specifiers.alignments {
            self.text("alignas(");
            match alignment {
                Alignment::OfType(ty) => self.type_name(*ty),
                Alignment::Value(value) => self.expr(*value),
            }
            self.text(") ");
        }
        self.qualifiers(specifiers.qualifiers);
        self.type_specifier(&specifiers.ty);
        self.attributes(&specifiers.attributes);
        self.text("]");
    }

    fn qualifiers(&mut self, qualifiers: Qualifiers) {
        for (is_set, text) in [
            (qualifiers.is_const, "const "),
            (qualifiers.is_volatile, "volatile "),
            (qualifiers.is_restrict, "restrict "),
            (qualifiers.is_atomic, "atomic "),
        ] {
            self.text(if is_set { text } else { "" });
        }
    }

    fn type_specifier(&mut self, ty: &TypeSpecifier) {
        match ty {
            TypeSpecifier::ImplicitInt => self.text("implicit-int"),
            TypeSpecifier::Words(words) => self.type_words(*words),
            TypeSpecifier::Typedef(name) => self.name(name.symbol),
            TypeSpecifier::Record(record) => self.deeper(|this| this.record(record)),
            TypeSpecifier::Enum(specifier) => self.enumeration(specifier),
            TypeSpecifier::Typeof(Typeof { of, is_unqualified }) => {
                self.text(if *is_unqualified { "typeof-unqual " } else { "typeof " });
                match of {
                    TypeofOperand::Expr(expr) => self.expr(*expr),
                    TypeofOperand::Type(ty) => self.type_name(*ty),
                }
            }
            TypeSpecifier::Atomic(ty) => {
                self.text("atomic ");
                self.type_name(*ty);
            }
            TypeSpecifier::Auto => self.text("auto-type"),
            TypeSpecifier::VaList => self.text("va-list"),
        }
    }

    fn type_words(&mut self, words: TypeWords) {
        let mut parts = Vec::new();
        match words.sign {
            Some(SignWord::Signed) => parts.push("signed"),
            Some(SignWord::Unsigned) => parts.push("unsigned"),
            None => {}
        }
        if words.is_short {
            parts.push("short");
        }
        parts.extend(std::iter::repeat_n("long", usize::from(words.longs)));
        if words.is_complex {
            parts.push("complex");
        }
        parts.extend(words.base.map(base_text));
        self.text(&parts.join(" "));
    }

    fn record(&mut self, record: &RecordSpecifier) {
        self.text(match record.kind {
            RecordKind::Struct => "(struct",
            RecordKind::Union => "(union",
        });
        if let Some(tag) = record.tag {
            self.text(" ");
            self.name(tag.symbol);
        }
        self.attributes(&record.attributes);
        if let Some(members) = &record.members {
            self.text(" {");
            for member in members {
                match member {
                    Member::Fields(fields) => self.fields(fields),
                    Member::StaticAssert(assertion) => self.static_assert(assertion),
                }
            }
            self.text("}");
        }
        self.text(")");
    }

    fn fields(&mut self, fields: &FieldDeclaration) {
        self.text("(");
        self.specifiers(&fields.specifiers);
        for field in &fields.declarators {
            self.text(" (");
            self.declarator(&field.declarator);
            if let Some(width) = field.width {
                self.text(" : ");
                self.expr(width);
            }
            self.attributes(&field.attributes);
            self.text(")");
        }
        self.text(")");
    }

    fn enumeration(&mut self, specifier: &EnumSpecifier) {
        self.text("(enum");
        if let Some(tag) = specifier.tag {
            self.text(" ");
            self.name(tag.symbol);
        }
        self.attributes(&specifier.attributes);
        if let Some(ty) = specifier.underlying {
            self.text(" : ");
            self.type_name(ty);
        }
        for enumerator in specifier.enumerators.iter().flatten() {
            self.text(" ");
            self.name(enumerator.name.symbol);
            if let Some(value) = enumerator.value {
                self.text("=");
                self.expr(value);
            }
        }
        self.text(")");
    }

    pub(super) fn attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            self.text(" @");
            self.name(attribute.name);
            if attribute.arguments.is_empty() {
                continue;
            }
            self.text("(");
            for (index, argument) in attribute.arguments.iter().enumerate() {
                self.text(if index == 0 { "" } else { " " });
                match argument {
                    AttributeArgument::Name(name) => self.name(*name),
                    AttributeArgument::Expr(expr) => self.expr(*expr),
                    AttributeArgument::Type(ty) => self.type_name(*ty),
                }
            }
            self.text(")");
        }
    }

    pub(super) fn declarator(&mut self, declarator: &Declarator) {
        match declarator.name {
            Some(name) => self.name(name.symbol),
            None => self.text("_"),
        }
        self.declarator_parts(declarator);
    }

    fn declarator_parts(&mut self, declarator: &Declarator) {
        for part in &declarator.parts {
            self.text(" ");
            match part {
                DeclaratorPart::Pointer { qualifiers, attributes } => {
                    self.qualifiers(*qualifiers);
                    self.text("*");
                    self.attributes(attributes);
                }
                DeclaratorPart::Array { size, qualifiers } => {
                    self.qualifiers(*qualifiers);
                    self.text("[");
                    match size {
                        ArraySize::Unknown => {}
                        ArraySize::Star => self.text("*"),
                        ArraySize::Expr(size) => self.expr(*size),
                    }
                    self.text("]");
                }
                DeclaratorPart::Function(function) => {
                    self.deeper(|this| this.parameters(&function.parameters));
                }
            }
        }
        self.attributes(&declarator.attributes);
    }

    fn parameters(&mut self, parameters: &Parameters) {
        match parameters {
            Parameters::Unspecified => self.text("(?)"),
            Parameters::Names(names) => {
                self.text("(names");
                for name in names {
                    self.text(" ");
                    self.name(name.symbol);
                }
                self.text(")");
            }
            Parameters::Prototype { parameters, is_variadic } => {
                self.text("(");
                for (index, parameter) in parameters.iter().enumerate() {
                    self.text(if index == 0 { "" } else { ", " });
                    self.specifiers(&parameter.specifiers);
                    let declarator = &parameter.declarator;
                    if declarator.name.is_some() || !declarator.parts.is_empty() {
                        self.text(" ");
                        self.declarator(declarator);
                    }
                }
                self.text(if *is_variadic { ", ...)" } else { ")" });
            }
        }
    }

    pub(super) fn type_name(&mut self, ty: TypeNameId) {
        let unit = self.unit;
        let ty = &unit.type_names[ty];
        self.text("<");
        self.deeper(|this| {
            this.specifiers(&ty.specifiers);
            this.declarator_parts(&ty.declarator);
        });
        self.text(">");
    }

    pub(super) fn init(&mut self, init: InitId) {
        let unit = self.unit;
        match &unit.inits[init].kind {
            InitKind::Expr(expr) => self.expr(*expr),
            InitKind::List(items) => {
                self.text("{");
                for (index, item) in items.iter().enumerate() {
                    self.text(if index == 0 { "" } else { ", " });
                    self.designators(&item.designators);
                    self.text(if item.designators.is_empty() { "" } else { "=" });
                    self.deeper(|this| this.init(item.init));
                }
                self.text("}");
            }
        }
    }

    pub(super) fn designators(&mut self, designators: &[Designator]) {
        for designator in designators {
            match designator {
                Designator::Field(name) => {
                    self.text(".");
                    self.name(name.symbol);
                }
                Designator::Index(index) => {
                    self.text("[");
                    self.expr(*index);
                    self.text("]");
                }
                Designator::Range(low, high) => {
                    self.text("[");
                    self.expr(*low);
                    self.text("...");
                    self.expr(*high);
                    self.text("]");
                }
            }
        }
    }
}

fn base_text(base: BaseWord) -> &'static str {
    match base {
        BaseWord::Void => "void",
        BaseWord::Bool => "bool",
        BaseWord::Char => "char",
        BaseWord::Int => "int",
        BaseWord::Int128 => "int128",
        BaseWord::Float => "float",
        BaseWord::Double => "double",
        BaseWord::Float16 => "float16",
        BaseWord::Float32 => "float32",
        BaseWord::Float64 => "float64",
        BaseWord::Float80 => "float80",
        BaseWord::Float128 => "float128",
        BaseWord::Float32x => "float32x",
        BaseWord::Float64x => "float64x",
    }
}
