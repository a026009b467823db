//! Builtins: those with a fixed type, those that are constants, and `va_list`.
//!
//! A builtin that is no constant is a call of a function of its name, declared here when it is
//! first used. A builtin that takes arguments of any type is a function of the types it is
//! called with, so that two calls may be of two functions of one name.
//!
//! `va_start`, `va_end`, `va_copy` and `va_arg` get pointers to the state that `va_list` holds:
//! the array's first element on x86-64, the address of the variable on i386.

use c_syntax::ast;
use source::{Diagnostic, Span, Symbol};

use crate::analyser::{Analyser, Operand};
use crate::constant;
use crate::expression::builtin_table::{builtin_signature, library_signature};
use crate::float;
use crate::typed::{ExprKind, FunctionId};
use crate::types::{
    Arity, ComplexPart, DataModel, FloatKind, FunctionType, IntKind, QualType, Type, TypeId,
};

impl<'a> Analyser<'a> {
    /// The type of a library function that is called without declaration.
    pub fn library_type(&mut self, name: Symbol) -> Option<TypeId> {
        let signature = library_signature(self.symbol_text(name))?;
        Some(self.signature_type(signature))
    }

    pub fn is_library_name(&self, name: Symbol) -> bool {
        library_signature(self.symbol_text(name)).is_some()
    }

    /// A builtin whose type does not depend on its arguments.
    pub(super) fn builtin_function(&mut self, name: Symbol, span: Span) -> Option<FunctionId> {
        let text = self.symbol_text(name);
        let signature = match text.strip_prefix("__builtin_") {
            Some(stem) => builtin_signature(stem)?,
            None => match text {
                "__sync_synchronize" => "v",
                "__atomic_thread_fence" | "__atomic_signal_fence" => "vi",
                "__atomic_test_and_set" => "bpi",
                "__atomic_clear" => "vpi",
                "__atomic_is_lock_free" | "__atomic_always_lock_free" => "bzP",
                _ => return None,
            },
        };
        let is_noreturn = matches!(
            text,
            "__builtin_unreachable" | "__builtin_trap" | "__builtin_abort" | "__builtin_exit"
        );
        let ty = self.signature_type(signature);
        let function = self.typed_builtin(name, ty, span);
        self.out.functions[function].is_noreturn |= is_noreturn;
        Some(function)
    }

    /// The function of this name and type; builtins have no place of declaration.
    fn typed_builtin(&mut self, name: Symbol, ty: TypeId, _span: Span) -> FunctionId {
        if let Some(&function) = self.builtins.get(&(name, ty)) {
            return function;
        }
        let function = self.new_function(name, ty, Span::default());
        self.builtins.insert((name, ty), function);
        function
    }

    fn signature_type(&mut self, signature: &str) -> TypeId {
        let mut types = Vec::with_capacity(signature.len());
        let mut arity = Arity::Fixed;
        for letter in signature.chars() {
            match letter {
                '.' => arity = Arity::Variadic,
                _ => types.push(self.letter_type(letter)),
            }
        }
        let result = types.remove(0);
        self.out.types.intern(Type::Function(FunctionType { result, parameters: types, arity }))
    }

    fn letter_type(&mut self, letter: char) -> TypeId {
        let types = &self.out.types;
        let constant = ast::Qualifiers { is_const: true, ..Default::default() };
        let pointee = match letter {
            'p' => QualType::plain(types.void()),
            'P' => QualType { ty: types.void(), qualifiers: constant },
            's' => QualType::plain(types.int(IntKind::Char)),
            'S' => QualType { ty: types.int(IntKind::Char), qualifiers: constant },
            'a' => return self.va_list_pointer_type(),
            'b' => return types.bool(),
            'c' => return types.int(IntKind::Char),
            'h' => return types.int(IntKind::UShort),
            'i' => return types.int(IntKind::Int),
            'u' => return types.int(IntKind::UInt),
            'l' => return types.int(IntKind::Long),
            'k' => return types.int(IntKind::ULong),
            'x' => return types.int(IntKind::LongLong),
            'y' => return types.int(IntKind::ULongLong),
            'o' => return types.int(IntKind::UInt128),
            'z' => return types.size_type(),
            't' => return types.difference_type(),
            'f' => return types.float(FloatKind::Float),
            'd' => return types.float(FloatKind::Double),
            'e' => return types.float(FloatKind::LongDouble),
            'q' => return types.float(FloatKind::Float128),
            _ => return types.void(),
        };
        self.out.types.pointer_to(pointee)
    }

    /// What a parameter of type `va_list` has after adjustment.
    fn va_list_pointer_type(&mut self) -> TypeId {
        let list = self.va_list_type();
        match self.types()[list] {
            Type::Array { element, .. } => self.out.types.pointer_to(element),
            _ => list,
        }
    }

    /// Builtins that look at the types or values of their arguments.
    pub(super) fn generic_builtin(
        &mut self,
        name: Symbol,
        arguments: &'a [ast::ExprId],
        end: Span,
        span: Span,
    ) -> Option<Operand> {
        let text = self.symbol_text(name);
        if text.starts_with("__sync_") || text.starts_with("__atomic_") {
            return self.atomic_builtin(name, arguments, end, span);
        }
        let stem = text.strip_prefix("__builtin_")?;
        let (stem_text, n_arguments) = (stem.to_owned(), arguments.len());
        let stem = stem_text.as_str();
        match stem {
            "constant_p" if n_arguments == 1 => Some(self.constant_p(arguments[0], span)),
            "object_size" | "dynamic_object_size" if n_arguments == 2 => {
                Some(self.object_size(name, arguments, end, span))
            }
            "huge_val" | "inf" | "nan" | "nans" | "huge_valf" | "inff" | "nanf" | "nansf"
            | "huge_vall" | "infl" | "nanl" | "nansl" | "huge_valf128" | "inff128" | "nanf128" => {
                Some(self.special_float(stem, span))
            }
            "va_start" | "c23_va_start" | "stdarg_start" if n_arguments >= 1 => {
                Some(self.va_builtin(name, &arguments[..1], end, span))
            }
            "va_end" if n_arguments == 1 => Some(self.va_builtin(name, arguments, end, span)),
            "va_copy" if n_arguments == 2 => Some(self.va_builtin(name, arguments, end, span)),
            "complex" if n_arguments == 2 => Some(self.complex_of(arguments, span)),
            "classify_type" if n_arguments == 1 => Some(self.classify_type(arguments[0], span)),
            "isnan" | "isinf" | "isinf_sign" | "isfinite" | "isnormal" | "signbit" | "finite"
            | "isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater"
            | "isunordered" | "fpclassify" | "issignaling" | "iseqsig" => {
                let int = self.types().int(IntKind::Int);
                Some(self.call_of_any_types(name, arguments, int, end, span))
            }
            // The call that an inlined function stands in is not known here.
            "va_arg_pack" | "va_arg_pack_len" => {
                let int = self.types().int(IntKind::Int);
                Some(self.call_of_any_types(name, &[], int, end, span))
            }
            "speculation_safe_value" if n_arguments >= 1 => {
                let ty = self.unevaluated_value(arguments[0]).ty;
                Some(self.call_of_any_types(name, arguments, ty, end, span))
            }
            "shuffle" if n_arguments >= 2 => {
                let ty = self.unevaluated_value(arguments[0]).ty;
                Some(self.call_of_any_types(name, arguments, ty, end, span))
            }
            _ if stem.ends_with("_overflow") || stem.ends_with("_overflow_p") => {
                let bool_ty = self.types().bool();
                Some(self.call_of_any_types(name, arguments, bool_ty, end, span))
            }
            _ => None,
        }
    }

    /// A call of a builtin that takes its arguments as they are.
    pub(super) fn call_of_any_types(
        &mut self,
        name: Symbol,
        arguments: &'a [ast::ExprId],
        result: TypeId,
        end: Span,
        span: Span,
    ) -> Operand {
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push(self.rvalue_of(argument));
        }
        self.call_as_typed(name, values, result, end, span)
    }

    /// A call of the function of this name whose parameters are exactly the values' types.
    pub(super) fn call_as_typed(
        &mut self,
        name: Symbol,
        values: Vec<Operand>,
        result: TypeId,
        end: Span,
        span: Span,
    ) -> Operand {
        if values.iter().any(|&value| self.is_error(value)) || self.types().is_error(result) {
            return self.error_operand(span);
        }
        if let Some(&void) = values.iter().find(|value| self.types().is_void(value.ty)) {
            let span = self.span(void);
            return self.void_used(span);
        }
        let parameters = values.iter().map(|value| value.ty).collect();
        let ty = self.out.types.intern(Type::Function(FunctionType {
            result,
            parameters,
            arity: Arity::Fixed,
        }));
        let function = self.typed_builtin(name, ty, span);
        let callee = self.function_name(function, span);
        let callee = self.rvalue(callee);
        self.finish_call(callee, values, result, end, span)
    }

    /// 1 for what is constant here. gcc may know more when it optimises; 0 is always allowed.
    fn constant_p(&mut self, argument: ast::ExprId, span: Span) -> Operand {
        let value = self.unevaluated_value(argument);
        let int = self.types().int(IntKind::Int);
        if self.is_error(value) {
            return value;
        }
        use constant::{Base, Constant};
        let is_constant = match constant::evaluate(&self.out, value.id) {
            Some(Constant::Int(_) | Constant::Float(_) | Constant::Complex(..)) => true,
            Some(Constant::Address { base, .. }) => matches!(base, Base::String(_)),
            None => false,
        };
        self.int_constant(i128::from(is_constant), int, span)
    }

    fn special_float(&mut self, stem: &str, span: Span) -> Operand {
        let kind = if stem.ends_with("f128") {
            FloatKind::Float128
        } else if stem.ends_with("vall")
            || stem.ends_with("infl")
            || stem.ends_with('l') && stem.starts_with("nan")
        {
            FloatKind::LongDouble
        } else if stem.ends_with("valf")
            || stem == "inff"
            || stem.starts_with("nan") && stem.ends_with('f')
        {
            FloatKind::Float
        } else {
            FloatKind::Double
        };
        let bits = match stem.starts_with("nan") {
            true => float::quiet_nan(kind),
            false => float::infinity(kind),
        };
        let ty = self.types().float(kind);
        self.value(ExprKind::Float(bits), ty, span)
    }

    fn complex_of(&mut self, arguments: &'a [ast::ExprId], span: Span) -> Operand {
        let real = self.rvalue_of(arguments[0]);
        let imag = self.rvalue_of(arguments[1]);
        if self.is_error(real) || self.is_error(imag) {
            return self.error_operand(span);
        }
        let Some(kind) = self.types().float_kind(real.ty) else {
            let text = self.type_text(real.ty);
            return self.fail(
                Diagnostic::error(
                    "E0210",
                    span,
                    format!("`{text}` is no part of a complex number"),
                )
                .label("floating numbers are expected"),
            );
        };
        let imag = self.convert_to(imag, real.ty);
        let ty = self.out.types.intern(Type::Complex(ComplexPart::Float(kind)));
        self.value(ExprKind::Complex(real.id, imag.id), ty, span)
    }

    /// The numbers of gcc's `enum type_class`.
    fn classify_type(&mut self, argument: ast::ExprId, span: Span) -> Operand {
        let operand = self.unevaluated_value(argument);
        let class = match self.types()[operand.ty] {
            Type::Void => 0,
            Type::Bool | Type::Int(_) | Type::Bits { .. } | Type::Enum(_) => 1,
            Type::Pointer(_) | Type::Array { .. } => 5,
            Type::Float(_) => 8,
            Type::Complex(_) => 9,
            Type::Function(_) => 10,
            Type::Record(record) => match self.types().records[record].kind {
                ast::RecordKind::Struct => 12,
                ast::RecordKind::Union => 13,
            },
            Type::Vector { .. } | Type::Error => -1,
        };
        let int = self.types().int(IntKind::Int);
        self.int_constant(class, int, span)
    }

    fn va_builtin(
        &mut self,
        name: Symbol,
        lists: &'a [ast::ExprId],
        end: Span,
        span: Span,
    ) -> Operand {
        let mut values = Vec::with_capacity(lists.len());
        for &list in lists {
            values.push(self.va_list_state(list));
        }
        let void = self.types().void();
        self.call_as_typed(name, values, void, end, span)
    }

    pub(super) fn va_arg(
        &mut self,
        list: ast::ExprId,
        name: ast::TypeNameId,
        span: Span,
    ) -> Operand {
        let state = self.va_list_state(list);
        let ty = self.type_name(name).ty.ty;
        if self.is_error(state) || self.types().is_error(ty) {
            return self.error_operand(span);
        }
        if !self.types().is_complete(ty) {
            return self.incomplete(ty, span);
        }
        self.value(ExprKind::VaArg { list: state.id }, ty, span)
    }

    /// A pointer to what a `va_list` holds.
    fn va_list_state(&mut self, list: ast::ExprId) -> Operand {
        let list = self.expr(list);
        if self.is_error(list) {
            return list;
        }
        let span = self.span(list);
        let wanted = self.va_list_type();
        match self.types().model {
            DataModel::Lp64 => {
                // gcc takes any pointer here, as it does for every other argument.
                let value = self.rvalue(list);
                if self.types().is_pointer(value.ty) {
                    let pointer = self.va_list_pointer_type();
                    return self.convert_to(value, pointer);
                }
            }
            DataModel::Ilp32 => {
                if self.types().compatible(list.ty, wanted) {
                    self.mark_address_taken(list.id);
                    let ty = self.out.types.pointer_to(QualType::plain(wanted));
                    return match list.category {
                        crate::analyser::Category::Value => {
                            let ty = QualType::plain(wanted);
                            let place = self.place(ExprKind::Materialise(list.id), ty, span);
                            let pointer = self.out.types.pointer_to(ty);
                            self.value(ExprKind::AddressOf(place.id), pointer, span)
                        }
                        _ => self.value(ExprKind::AddressOf(list.id), ty, span),
                    };
                }
            }
        }
        let text = self.type_text(list.ty);
        self.fail(
            Diagnostic::error("E0210", span, format!("`{text}` is no `va_list`"))
                .label("a `va_list` is expected"),
        )
    }
}
