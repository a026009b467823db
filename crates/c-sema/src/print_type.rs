//! Types in C syntax, for messages and invariants.
//!
//! A declarator is built from the inside out: `int (*x[3])(char)` starts as `x`, becomes
//! `x[3]`, `*x[3]`, `(*x[3])(char)`, and at last gets its `int`.

use c_syntax::ast::{Qualifiers, RecordKind};
use source::{Symbol, Symbols};

use crate::types::{
    Arity, ArrayLength, ComplexPart, FloatKind, FunctionType, IntKind, QualType, Type, TypeId,
    Types,
};

/// Nobody reads further, and a type can be exponentially larger than the text that wrote it:
/// after so many pointers, arrays, functions and parameters the rest is `...`.
const MAX_STEPS: usize = 60;

impl IntKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Char => "char",
            Self::SChar => "signed char",
            Self::UChar => "unsigned char",
            Self::Short => "short",
            Self::UShort => "unsigned short",
            Self::Int => "int",
            Self::UInt => "unsigned int",
            Self::Long => "long",
            Self::ULong => "unsigned long",
            Self::LongLong => "long long",
            Self::ULongLong => "unsigned long long",
            Self::Int128 => "__int128",
            Self::UInt128 => "unsigned __int128",
        }
    }
}

impl FloatKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Float16 => "_Float16",
            Self::Float => "float",
            Self::Double => "double",
            Self::LongDouble => "long double",
            Self::Float128 => "_Float128",
        }
    }
}

impl Types {
    /// `const char *`, `int (*)(char)`, `struct s`.
    pub fn display(&self, symbols: &Symbols, ty: TypeId) -> String {
        self.declare(symbols, QualType::plain(ty), "")
    }

    /// A declaration of `name` with this type, without the semicolon.
    pub fn declare(&self, symbols: &Symbols, ty: QualType, name: &str) -> String {
        let mut n_steps = MAX_STEPS;
        self.declare_within(symbols, ty, name, &mut n_steps)
    }

    fn declare_within(
        &self,
        symbols: &Symbols,
        ty: QualType,
        name: &str,
        n_steps: &mut usize,
    ) -> String {
        let mut inner = name.to_owned();
        let mut ty = ty;
        let mut is_pointer = false;
        loop {
            if *n_steps == 0 {
                return format!("... {inner}");
            }
            *n_steps -= 1;
            match &self[ty.ty] {
                Type::Pointer(pointee) => {
                    let qualifiers = qualifier_words(ty.qualifiers);
                    let gap = if qualifiers.is_empty() || inner.is_empty() { "" } else { " " };
                    inner = format!("*{qualifiers}{gap}{inner}");
                    is_pointer = true;
                    ty = *pointee;
                    continue;
                }
                Type::Array { element, length } => {
                    let length = match length {
                        ArrayLength::Known(length) => length.to_string(),
                        ArrayLength::Unknown => String::new(),
                        ArrayLength::Variable(_) => "*".to_owned(),
                    };
                    inner = parenthesised(inner, is_pointer) + &format!("[{length}]");
                    ty = *element;
                }
                Type::Function(function) => {
                    let parameters = self.parameters(symbols, function, n_steps);
                    inner = parenthesised(inner, is_pointer) + &parameters;
                    ty = QualType::plain(function.result);
                }
                _ => break,
            }
            is_pointer = false;
        }
        let qualifiers = qualifier_words(ty.qualifiers);
        let gap = if qualifiers.is_empty() { "" } else { " " };
        let base = self.base_name(symbols, ty.ty);
        let is_tight = inner.is_empty()
            || inner.starts_with('[')
            || (inner.starts_with('(') && !inner.starts_with("(*"));
        let space = if is_tight { "" } else { " " };
        format!("{qualifiers}{gap}{base}{space}{inner}")
    }

    fn parameters(
        &self,
        symbols: &Symbols,
        function: &FunctionType,
        n_steps: &mut usize,
    ) -> String {
        let mut parts: Vec<String> = function
            .parameters
            .iter()
            .map(|&ty| self.declare_within(symbols, QualType::plain(ty), "", n_steps))
            .collect();
        match function.arity {
            Arity::Variadic => parts.push("...".to_owned()),
            Arity::Fixed if parts.is_empty() => parts.push("void".to_owned()),
            Arity::Fixed | Arity::Unspecified => {}
        }
        format!("({})", parts.join(", "))
    }

    fn base_name(&self, symbols: &Symbols, ty: TypeId) -> String {
        let tagged = |word: &str, tag: Option<Symbol>| match tag {
            Some(tag) => format!("{word} {}", &symbols[tag]),
            None => format!("{word} <unnamed>"),
        };
        match &self[ty] {
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::Int(kind) => kind.name().to_owned(),
            Type::Bits { width, is_signed: true } => format!("<{width} bits>"),
            Type::Bits { width, is_signed: false } => format!("unsigned <{width} bits>"),
            Type::Float(kind) => kind.name().to_owned(),
            Type::Complex(ComplexPart::Float(kind)) => format!("_Complex {}", kind.name()),
            Type::Complex(ComplexPart::Int(kind)) => format!("_Complex {}", kind.name()),
            Type::Vector { element, lanes } => {
                let element = self.base_name(symbols, *element);
                format!("{element} __attribute__((vector_size({lanes} elements)))")
            }
            Type::Record(record) => {
                let record = &self.records[*record];
                let word = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                tagged(word, record.tag)
            }
            Type::Enum(id) => tagged("enum", self.enums[*id].tag),
            Type::Error => "<error>".to_owned(),
            Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => {
                unreachable!("declarators are printed by `declare_within`")
            }
        }
    }
}

fn parenthesised(inner: String, is_pointer: bool) -> String {
    if is_pointer { format!("({inner})") } else { inner }
}

fn qualifier_words(qualifiers: Qualifiers) -> String {
    let words = [
        (qualifiers.is_const, "const"),
        (qualifiers.is_volatile, "volatile"),
        (qualifiers.is_restrict, "restrict"),
        (qualifiers.is_atomic, "_Atomic"),
    ];
    let present: Vec<&str> =
        words.iter().filter(|(is_present, _)| *is_present).map(|(_, word)| *word).collect();
    present.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::DataModel;

    #[test]
    fn declarators_read_as_c_writes_them() {
        let symbols = Symbols::new();
        let mut types = Types::new(DataModel::Lp64);
        let char_ty = types.int(IntKind::Char);
        let qualifiers = Qualifiers { is_const: true, ..Qualifiers::default() };
        let text = types.pointer_to(QualType { ty: char_ty, qualifiers });
        let function = types.intern(Type::Function(FunctionType {
            result: text,
            parameters: vec![char_ty],
            arity: Arity::Variadic,
        }));
        let pointer = types.pointer_to(QualType::plain(function));
        let array = types.intern(Type::Array {
            element: QualType { ty: pointer, qualifiers },
            length: ArrayLength::Known(3),
        });
        assert_eq!(types.display(&symbols, text), "const char *");
        assert_eq!(
            types.declare(&symbols, QualType::plain(array), "x"),
            "const char *(*const x[3])(char, ...)"
        );
        assert_eq!(types.display(&symbols, function), "const char *(char, ...)");
    }
}
