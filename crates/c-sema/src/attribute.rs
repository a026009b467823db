//! The attributes that change what a program means, gathered from their lists.
//!
//! Alignment, packing, modes, vectors, `cleanup`, `noreturn`, `pure`, `const`,
//! `transparent_union`, and what the linker is told: `weak`, `alias`, constructors and destructors.
//! Those that change the meaning and are not modelled are errors (`attribute_table`), or make a call
//! of the function one that is not supported ([`Oddity`]). Those that speak to the optimiser or to
//! warnings are ignored; so are those that nobody knows, with a warning, as compilers do.

use c_syntax::ast::{self, AttributeArgument};
use source::{Diagnostic, Span, Symbol};

use crate::analyser::Analyser;
use crate::attribute_table::{HARMLESS, MEANINGFUL_TARGETS, UNMODELLED};
use crate::constant;
use crate::depth::with_stack;
use crate::typed::{LinkAttributes, Oddity, Purity};
use crate::types::{
    ComplexPart, DataModel, FloatKind, FunctionType, IntKind, QualType, Type, TypeId,
};

/// What a list of attributes says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Attributes {
    /// The largest `aligned`.
    pub align: Option<u64>,
    pub is_packed: bool,
    pub is_noreturn: bool,
    pub purity: Purity,
    pub is_transparent_union: bool,
    pub cleanup: Option<(Symbol, Span)>,
    pub mode: Option<(Symbol, Span)>,
    /// Bytes of a vector.
    pub vector_size: Option<(u64, Span)>,
    /// A `section` that programs cannot write to.
    pub read_only: Option<Span>,
    pub link: LinkAttributes,
}

/// The priority of constructors that name none: they come after those that do.
const LAST_PRIORITY: u32 = 65_535;

/// What `aligned` without a number means on x86.
const BIGGEST_ALIGNMENT: u64 = 16;

impl Attributes {
    pub fn join(self, other: Self) -> Self {
        Self {
            align: self.align.max(other.align),
            is_packed: self.is_packed || other.is_packed,
            is_noreturn: self.is_noreturn || other.is_noreturn,
            purity: self.purity.max(other.purity),
            is_transparent_union: self.is_transparent_union || other.is_transparent_union,
            cleanup: self.cleanup.or(other.cleanup),
            mode: self.mode.or(other.mode),
            vector_size: self.vector_size.or(other.vector_size),
            read_only: self.read_only.or(other.read_only),
            link: self.link.join(other.link),
        }
    }
}

/// A literal that is a name.
fn plain_text(literal: &ast::StringLiteral) -> Option<String> {
    match &literal.units {
        ast::StringUnits::Bytes(bytes) => String::from_utf8(bytes.to_vec()).ok(),
        ast::StringUnits::Wide(_) => None,
    }
}

impl<'a> Analyser<'a> {
    pub fn attributes(&mut self, list: &'a [ast::Attribute]) -> Attributes {
        let mut found = Attributes::default();
        for attribute in list {
            let name_of = |argument: Option<&AttributeArgument>| match argument {
                Some(AttributeArgument::Name(name)) => Some((*name, attribute.span)),
                Some(AttributeArgument::Expr(expr)) => match self.ast.exprs[*expr].kind {
                    ast::ExprKind::Name(name) => Some((name, attribute.span)),
                    _ => None,
                },
                _ => None,
            };
            let first = attribute.arguments.first();
            match self.symbol_text(attribute.name) {
                "aligned" => {
                    let align = match first {
                        None => Some(BIGGEST_ALIGNMENT),
                        Some(argument) => self.alignment_argument(argument, attribute.span),
                    };
                    found.align = found.align.max(align);
                }
                "packed" => found.is_packed = true,
                "noreturn" => found.is_noreturn = true,
                "pure" => found.purity = found.purity.max(Purity::ChangesNothing),
                "const" => found.purity = Purity::ReadsNothing,
                "transparent_union" => found.is_transparent_union = true,
                "cleanup" => found.cleanup = name_of(first),
                "mode" => found.mode = name_of(first),
                "vector_size" => {
                    if let Some(AttributeArgument::Expr(expr)) = first
                        && let Some(bytes) = self.attribute_number(*expr)
                    {
                        found.vector_size = Some((bytes, attribute.span));
                    }
                }
                "scalar_storage_order" => self.storage_order(attribute),
                "optimize" => {
                    let options = &c_syntax::MEANINGFUL_OPTIONS;
                    self.refuse_options(attribute, options, "it changes what arithmetic does");
                }
                "target" | "target_clones" => {
                    let why = "it changes how floating numbers are computed";
                    self.refuse_options(attribute, &MEANINGFUL_TARGETS, why);
                }
                "section" => {
                    found.read_only = self.read_only_section(attribute);
                    found.link = found.link.join(self.link_attribute(attribute));
                }
                name => match UNMODELLED.iter().find(|(unmodelled, _)| *unmodelled == name) {
                    Some((_, why)) => self.unmodelled(attribute, why),
                    None => found.link = found.link.join(self.link_attribute(attribute)),
                },
            }
        }
        found
    }

    fn unmodelled(&mut self, attribute: &ast::Attribute, why: &str) {
        let name = self.symbol_text(attribute.name);
        let message = format!("the attribute `{name}` is not modelled");
        self.report(Diagnostic::error("E0246", attribute.span, message).label(why.to_owned()));
    }

    /// The text of an argument that is a string.
    fn text_argument(&self, argument: &AttributeArgument) -> Option<String> {
        match argument {
            AttributeArgument::Expr(expr) => match &self.ast.exprs[*expr].kind {
                ast::ExprKind::String(literal) => plain_text(literal),
                _ => None,
            },
            _ => None,
        }
    }

    /// Bytes are little-endian; saying so changes nothing.
    fn storage_order(&mut self, attribute: &ast::Attribute) {
        let order = attribute.arguments.first().and_then(|it| self.text_argument(it));
        if order.as_deref() != Some("little-endian") {
            self.unmodelled(attribute, "it changes the order of bytes");
        }
    }

    /// Most options say how to compile, a few what arithmetic means.
    fn refuse_options(&mut self, attribute: &ast::Attribute, options: &[&str], why: &str) {
        let is_meaningful = attribute.arguments.iter().any(|argument| {
            let text = self.text_argument(argument).unwrap_or_default();
            options.iter().any(|option| text.contains(option))
        });
        if is_meaningful {
            self.unmodelled(attribute, why);
        }
    }

    /// Where the loader lets nobody write, or where it does not put what the program says.
    fn read_only_section(&mut self, attribute: &ast::Attribute) -> Option<Span> {
        let section = attribute.arguments.first().and_then(|it| self.text_argument(it))?;
        let is_in = |name: &str| {
            section
                .strip_prefix(name)
                .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
        };
        if [".noinit", ".persistent"].into_iter().any(is_in) {
            self.unmodelled(attribute, "the object does not start as the program says");
        }
        self.sections.insert(section.clone());
        [".rodata", ".text"].into_iter().any(is_in).then_some(attribute.span)
    }

    /// Compilers ignore what they do not know, and say so.
    fn unknown_attribute(&mut self, attribute: &ast::Attribute) {
        let name = self.symbol_text(attribute.name).to_owned();
        let message = format!("the attribute `{name}` is not known and has no effect");
        if self.unknown_attributes.insert(name) {
            let warning = Diagnostic::warning("W0264", attribute.span, message);
            self.diagnostics.push(warning.note("a compiler that knows it may see another program"));
        }
    }

    /// What an attribute tells the linker.
    fn link_attribute(&mut self, attribute: &'a ast::Attribute) -> LinkAttributes {
        let mut found = LinkAttributes::default();
        let text = attribute.arguments.first().and_then(|argument| self.text_argument(argument));
        match (self.symbol_text(attribute.name), text) {
            ("weak", _) => found.is_weak = true,
            ("ifunc", _) => found.oddity = Some(Oddity::ChosenAtLoad),
            ("naked", _) => found.oddity = Some(Oddity::Naked),
            ("returns_twice", _) => found.oddity = Some(Oddity::ReturnsTwice),
            ("alias" | "weakref", Some(target)) => {
                found.is_weak = self.symbol_text(attribute.name) == "weakref";
                let symbol = self.out.symbols.intern(&target);
                found.alias = Some(ast::Name { symbol, span: attribute.span });
            }
            ("weakref", None) => found.is_weak = true,
            ("constructor", _) => found.constructor = Some(self.priority(attribute)),
            ("destructor", _) => found.destructor = Some(self.priority(attribute)),
            ("section", None) => {}
            ("section", Some(section)) => {
                let of = |name: &str| {
                    let rest = section.strip_prefix(name)?;
                    match rest.strip_prefix('.') {
                        Some(number) => number.parse().ok(),
                        None => rest.is_empty().then_some(LAST_PRIORITY),
                    }
                };
                let is_code = |name: &str| of(name).is_some() || section == name;
                if [".init", ".fini", ".ctors", ".dtors"].into_iter().any(is_code) {
                    self.unmodelled(attribute, "it changes what runs before and after `main`");
                }
                // What is in `.preinit_array` runs before every constructor.
                found.constructor = of(".init_array").or_else(|| of(".preinit_array").map(|_| 0));
                found.destructor = of(".fini_array");
            }
            ("alias", None) => {}
            (name, _) if HARMLESS.contains(&name) => {}
            _ => self.unknown_attribute(attribute),
        }
        found
    }

    /// The number in `constructor(101)`.
    fn priority(&mut self, attribute: &'a ast::Attribute) -> u32 {
        let number = match attribute.arguments.first() {
            Some(AttributeArgument::Expr(expr)) => self.attribute_number(*expr),
            _ => None,
        };
        number.and_then(|number| u32::try_from(number).ok()).unwrap_or(LAST_PRIORITY)
    }

    /// `_Alignas` and the attributes of specifiers together.
    pub fn specifier_attributes(&mut self, specifiers: &'a ast::Specifiers) -> Attributes {
        let mut found = self.attributes(&specifiers.attributes);
        found.is_noreturn |= specifiers.is_noreturn;
        for alignment in &specifiers.alignments {
            let align = match *alignment {
                ast::Alignment::OfType(name) => {
                    let named = self.type_name(name);
                    named.align.or_else(|| self.types().align_of(named.ty.ty))
                }
                ast::Alignment::Value(expr) => {
                    let span = self.ast.exprs[expr].span;
                    self.alignment_argument(&AttributeArgument::Expr(expr), span)
                }
            };
            found.align = found.align.max(align);
        }
        found
    }

    fn alignment_argument(&mut self, argument: &AttributeArgument, span: Span) -> Option<u64> {
        let value = match *argument {
            AttributeArgument::Expr(expr) => {
                let operand = self.rvalue_of(expr);
                if self.is_error(operand) {
                    return None;
                }
                constant::evaluate_int(&self.out, operand.id)
            }
            AttributeArgument::Name(name) => {
                let operand = self.name(name, span);
                constant::evaluate_int(&self.out, operand.id)
            }
            AttributeArgument::Type(_) => None,
        };
        // `_Alignas(0)` has no effect.
        match value {
            Some(0) => None,
            Some(value) if value > 0 && (value as u128).is_power_of_two() && value < 1 << 29 => {
                Some(value as u64)
            }
            _ => {
                self.report(
                    Diagnostic::error("E0245", span, "the alignment is not a power of two")
                        .label("must be a constant power of two"),
                );
                None
            }
        }
    }

    fn attribute_number(&mut self, expr: ast::ExprId) -> Option<u64> {
        let operand = self.rvalue_of(expr);
        u64::try_from(constant::evaluate_int(&self.out, operand.id)?).ok()
    }

    /// The type after `mode` and `vector_size`.
    pub fn apply_type_attributes(&mut self, ty: QualType, attributes: &Attributes) -> QualType {
        let mut ty = ty;
        if let Some((mode, span)) = attributes.mode {
            ty.ty = self.with_mode(ty.ty, mode, span);
        }
        if let Some((bytes, span)) = attributes.vector_size {
            ty.ty = self.with_vector_size(ty.ty, bytes, span);
        }
        ty
    }

    /// The type of the same family in the size that a machine mode names.
    fn with_mode(&mut self, ty: TypeId, mode: Symbol, span: Span) -> TypeId {
        let text = self.symbol_text(mode);
        let text = text.strip_prefix("__").and_then(|rest| rest.strip_suffix("__")).unwrap_or(text);
        let word = match self.types().model {
            DataModel::Ilp32 => "SI",
            DataModel::Lp64 => "DI",
        };
        let text = match text {
            "byte" => "QI",
            "word" | "pointer" | "unwind_word" => word,
            text => text,
        };
        let kind = match text {
            "QI" => IntKind::SChar,
            "HI" => IntKind::Short,
            "SI" => IntKind::Int,
            "DI" => match self.types().model {
                DataModel::Ilp32 => IntKind::LongLong,
                DataModel::Lp64 => IntKind::Long,
            },
            "TI" => IntKind::Int128,
            _ => return self.with_float_mode(ty, text.to_owned(), span),
        };
        let is_unsigned = self.types().is_integer(ty) && !self.types().is_signed(ty);
        match self.types()[ty] {
            Type::Pointer(_) => ty,
            _ if is_unsigned => self.types().int(kind.to_unsigned()),
            _ => self.types().int(kind),
        }
    }

    fn with_float_mode(&mut self, ty: TypeId, mode: String, span: Span) -> TypeId {
        let kind = |letter: &str| match letter {
            "H" => Some(FloatKind::Float16),
            "S" => Some(FloatKind::Float),
            "D" => Some(FloatKind::Double),
            "X" => Some(FloatKind::LongDouble),
            "T" => Some(FloatKind::Float128),
            _ => None,
        };
        let types = &mut self.out.types;
        if let Some(kind) = mode.strip_suffix('F').and_then(kind) {
            return types.float(kind);
        }
        if let Some(kind) = mode.strip_suffix('C').and_then(kind) {
            return types.intern(Type::Complex(ComplexPart::Float(kind)));
        }
        self.report(Diagnostic::error("E0245", span, format!("unknown machine mode `{mode}`")));
        ty
    }

    /// A vector of what stands at the end of pointers, arrays and results.
    fn with_vector_size(&mut self, ty: TypeId, bytes: u64, span: Span) -> TypeId {
        let rebuilt = match self.types()[ty].clone() {
            Type::Pointer(pointee) => {
                let inner = with_stack(|| self.with_vector_size(pointee.ty, bytes, span));
                Type::Pointer(QualType { ty: inner, ..pointee })
            }
            Type::Array { element, length } => {
                let inner = with_stack(|| self.with_vector_size(element.ty, bytes, span));
                Type::Array { element: QualType { ty: inner, ..element }, length }
            }
            Type::Function(function) => {
                let result = with_stack(|| self.with_vector_size(function.result, bytes, span));
                Type::Function(FunctionType { result, ..function })
            }
            Type::Error => return ty,
            _ => {
                let size = self.types().size_of(ty).unwrap_or(0);
                let lanes = bytes.checked_div(size).unwrap_or(0);
                let is_number = self.types().is_integer(ty) || self.types().is_float(ty);
                if !is_number || !lanes.is_power_of_two() || !bytes.is_multiple_of(size) {
                    let text = self.type_text(ty);
                    self.report(Diagnostic::error(
                        "E0245",
                        span,
                        format!("no vector of {bytes} bytes can consist of `{text}`"),
                    ));
                    return self.types().error();
                }
                match u32::try_from(lanes) {
                    Ok(lanes) => Type::Vector { element: ty, lanes },
                    Err(_) => return self.types().error(),
                }
            }
        };
        self.out.types.intern(rebuilt)
    }
}
