//! Declarators: from `*(*f)(char)[3]` and a base type to the type of `f`.
//!
//! The parts are stored from the name outwards, so the type is built from the last part to the
//! first. Parameters of a prototype live in a scope of their own; a definition keeps that scope
//! open for its body (see `function.rs`).

use c_syntax::ast::{self, ArraySize, DeclaratorPart, Parameters, Qualifiers};
use source::{Diagnostic, Span};

use crate::analyser::Analyser;
use crate::constant;
use crate::declaration::specifier::{BaseType, TagUse};
use crate::depth::with_stack;
use crate::scope::Binding;
use crate::typed::Vla;
use crate::types::{Arity, ArrayLength, FunctionType, QualType, Type, TypeId};

/// A declared type with the alignment its typedef gives it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeclaredType {
    pub ty: QualType,
    pub align: Option<u64>,
}

/// Where a declarator stands decides what a variable array length means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeclaratorSite {
    /// A declaration or type name: lengths are evaluated when it is reached.
    Ordinary,
    /// A parameter of a definition: lengths are evaluated on entry.
    Parameter,
    /// A parameter of a mere prototype: lengths are not evaluated.
    Prototype,
}

impl<'a> Analyser<'a> {
    pub fn type_name(&mut self, id: ast::TypeNameId) -> DeclaredType {
        let ast = self.ast;
        let name = &ast.type_names[id];
        let base = self.specifiers(&name.specifiers, TagUse::Mention);
        self.declared_type(&base, &name.declarator, DeclaratorSite::Ordinary)
    }

    /// The type of a declarator over a base type, attributes of the declarator included.
    pub fn declared_type(
        &mut self,
        base: &BaseType,
        declarator: &'a ast::Declarator,
        site: DeclaratorSite,
    ) -> DeclaredType {
        let start = DeclaredType { ty: base.ty, align: base.align };
        let declared = self.apply_parts(start, &declarator.parts, declarator.span, site);
        let attributes = self.attributes(&declarator.attributes);
        DeclaredType { ty: self.apply_type_attributes(declared.ty, &attributes), ..declared }
    }

    /// Builds the type from the outermost part inwards.
    pub fn apply_parts(
        &mut self,
        base: DeclaredType,
        parts: &'a [DeclaratorPart],
        span: Span,
        site: DeclaratorSite,
    ) -> DeclaredType {
        let mut ty = base.ty;
        let mut align = base.align;
        for (index, part) in parts.iter().enumerate().rev() {
            match part {
                DeclaratorPart::Pointer { qualifiers, .. } => {
                    let pointer = self.out.types.pointer_to(ty);
                    ty = QualType { ty: pointer, qualifiers: *qualifiers };
                    align = None;
                }
                DeclaratorPart::Array { size, .. } => {
                    // The length of an array parameter does not reach its type; it is computed
                    // when the function is called.
                    let is_adjusted = index == 0 && site != DeclaratorSite::Ordinary;
                    if is_adjusted
                        && site == DeclaratorSite::Parameter
                        && let ArraySize::Expr(length) = *size
                    {
                        self.array_length(ty.ty, length, site);
                    }
                    let size = if is_adjusted { &ArraySize::Unknown } else { size };
                    ty = self.array_of(ty, size, span, site);
                }
                DeclaratorPart::Function(function) => {
                    let (parameters, arity) = self.prototype(&function.parameters);
                    ty = QualType::plain(self.function_returning(ty, parameters, arity, span));
                    align = None;
                }
            }
        }
        DeclaredType { ty, align }
    }

    pub fn function_returning(
        &mut self,
        result: QualType,
        parameters: Vec<TypeId>,
        arity: Arity,
        span: Span,
    ) -> TypeId {
        let types = self.types();
        if types.is_array(result.ty) || types.is_function(result.ty) {
            let text = self.type_text(result.ty);
            self.report(
                Diagnostic::error("E0241", span, format!("a function cannot return `{text}`"))
                    .label("arrays and functions are no results"),
            );
            return self.types().error();
        }
        self.out.types.intern(Type::Function(FunctionType { result: result.ty, parameters, arity }))
    }

    fn array_of(
        &mut self,
        element: QualType,
        size: &ArraySize,
        span: Span,
        site: DeclaratorSite,
    ) -> QualType {
        let types = self.types();
        if types.is_error(element.ty) {
            return element;
        }
        if !types.is_complete(element.ty) {
            let text = self.type_text(element.ty);
            self.report(
                Diagnostic::error("E0211", span, format!("array of incomplete type `{text}`"))
                    .label("the size of its elements is not known"),
            );
            return QualType::plain(self.types().error());
        }
        let length = match *size {
            ArraySize::Unknown => ArrayLength::Unknown,
            ArraySize::Star => {
                let length = self.error_operand(span);
                ArrayLength::Variable(self.out.vlas.push(Vla { length: length.id }))
            }
            ArraySize::Expr(expr) => match self.array_length(element.ty, expr, site) {
                Some(length) => length,
                None => return QualType::plain(self.types().error()),
            },
        };
        QualType::plain(self.out.types.intern(Type::Array { element, length }))
    }

    /// `None` after an error.
    fn array_length(
        &mut self,
        element: TypeId,
        expr: ast::ExprId,
        site: DeclaratorSite,
    ) -> Option<ArrayLength> {
        let span = self.ast.exprs[expr].span;
        let operand = self.rvalue_of(expr);
        if self.is_error(operand) {
            return None;
        }
        if !self.types().is_integer(operand.ty) {
            let text = self.type_text(operand.ty);
            self.report(
                Diagnostic::error("E0243", span, format!("the array's length is a `{text}`"))
                    .label("must be an integer"),
            );
            return None;
        }
        match constant::evaluate(&self.out, operand.id) {
            Some(constant::Constant::Int(bits)) => {
                let value = self.types().int_value(operand.ty, bits);
                self.checked_length(element, value, span).map(ArrayLength::Known)
            }
            _ if self.function.is_none() && site == DeclaratorSite::Ordinary => {
                self.report(
                    Diagnostic::error("E0220", span, "the array's length is not constant")
                        .label("must be constant outside of functions"),
                );
                None
            }
            _ => {
                let size_ty = self.types().size_type();
                let length = self.convert_to(operand, size_ty);
                let vla = self.out.vlas.push(Vla { length: length.id });
                if site != DeclaratorSite::Prototype {
                    self.pending_vlas.push(vla);
                }
                Some(ArrayLength::Variable(vla))
            }
        }
    }

    fn checked_length(&mut self, element: TypeId, value: i128, span: Span) -> Option<u64> {
        if value < 0 {
            self.report(
                Diagnostic::error("E0243", span, format!("the array's length is {value}"))
                    .label("cannot be negative"),
            );
            return None;
        }
        let length = u64::try_from(value).ok();
        let size = self.types().size_of(element).unwrap_or(1);
        let limit = self.types().max_object_size();
        let fits =
            length.and_then(|length| length.checked_mul(size)).is_some_and(|bytes| bytes <= limit);
        if !fits {
            self.report(
                Diagnostic::error("E0243", span, "the array is larger than the address space")
                    .label(format!("{value} elements of {size} bytes")),
            );
            return None;
        }
        length
    }

    /// Parameter types of a declarator that is no definition.
    fn prototype(&mut self, parameters: &'a Parameters) -> (Vec<TypeId>, Arity) {
        match parameters {
            Parameters::Unspecified | Parameters::Names(_) => (Vec::new(), Arity::Unspecified),
            Parameters::Prototype { parameters, is_variadic } => with_stack(|| {
                if self.is_void_list(parameters) {
                    return (Vec::new(), Arity::Fixed);
                }
                self.scopes.open();
                let mut types = Vec::with_capacity(parameters.len());
                for parameter in parameters {
                    let declared = self.parameter_type(parameter, DeclaratorSite::Prototype);
                    if let Some(name) = parameter.declarator.name {
                        let binding = Binding::Prototype(declared.ty.ty);
                        self.scopes.declare(name.symbol, binding, name.span);
                    }
                    types.push(declared.ty.ty);
                }
                self.scopes.close();
                (types, if *is_variadic { Arity::Variadic } else { Arity::Fixed })
            }),
        }
    }

    /// `(V)` with `typedef void V` is an empty list as `(void)` is, which the parser knows.
    pub fn is_void_list(&mut self, parameters: &'a [ast::Parameter]) -> bool {
        let [only] = parameters else {
            return false;
        };
        let ast::TypeSpecifier::Typedef(name) = &only.specifiers.ty else {
            return false;
        };
        if only.declarator.name.is_some() || !only.declarator.parts.is_empty() {
            return false;
        }
        match self.scopes.name(name.symbol).map(|entry| entry.binding) {
            Some(Binding::Typedef(id)) => self.types().is_void(self.typedefs[id].ty.ty),
            _ => false,
        }
    }

    /// The adjusted type of a parameter: arrays and functions become pointers.
    pub fn parameter_type(
        &mut self,
        parameter: &'a ast::Parameter,
        site: DeclaratorSite,
    ) -> DeclaredType {
        let base = self.specifiers(&parameter.specifiers, TagUse::Mention);
        let mut declared = self.declared_type(&base, &parameter.declarator, site);
        if self.types().is_void(declared.ty.ty) {
            self.report(
                Diagnostic::error("E0242", parameter.declarator.span, "a parameter is void")
                    .label("`void` must be the only parameter"),
            );
            declared.ty.ty = self.types().error();
        }
        let qualifiers = match parameter.declarator.parts.first() {
            Some(DeclaratorPart::Array { qualifiers, .. }) => *qualifiers,
            _ => Qualifiers::default(),
        };
        self.adjust_parameter(declared, qualifiers)
    }

    pub fn adjust_parameter(
        &mut self,
        declared: DeclaredType,
        array_qualifiers: Qualifiers,
    ) -> DeclaredType {
        let ty = match self.types()[declared.ty.ty] {
            Type::Array { element, .. } => {
                let pointer = self.out.types.pointer_to(element);
                QualType { ty: pointer, qualifiers: array_qualifiers }
            }
            Type::Function(_) => {
                QualType::plain(self.out.types.pointer_to(QualType::plain(declared.ty.ty)))
            }
            _ => return declared,
        };
        DeclaredType { ty, align: None }
    }
}
