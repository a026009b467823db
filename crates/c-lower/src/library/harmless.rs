//! Functions of the C library without a model here that change no memory of the program and keep no
//! pointer to it, whoever surrounds the program: output, comparison, classification, arithmetic.
//!
//! A program that defines one of them has its own. `printf` and its like write where `%n` says; that
//! is left to their models.

use c_sema::typed::FunctionId;
use c_sema::types::{Arity, TypeId};
use ir::{FloatType, Type};

use crate::class::{Class, class};
use crate::unit::UnitLowering;

impl UnitLowering<'_> {
    /// A function of the C library, by name and type, that has no model: it is not one of some
    /// other file that does as it likes. Where functions without body have no effect by
    /// convention, it has none.
    pub(crate) fn is_unmodelled(&self, function: FunctionId) -> bool {
        let row = &self.unit.functions[function];
        let name = &self.unit.symbols[row.name];
        row.body.is_none()
            && self.has_acting_externals()
            && !is_harmless(name)
            && c_library::declares(name, self.shape(row.ty).as_deref())
    }

    /// A function that has the name of one of the library's and another type.
    pub(crate) fn is_namesake(&self, function: FunctionId) -> bool {
        let row = &self.unit.functions[function];
        let name = &self.unit.symbols[row.name];
        c_library::declares(name, None) && !c_library::declares(name, self.shape(row.ty).as_deref())
    }

    /// The letters that `c-library` has for a function's type; `None` if nothing is known of its
    /// parameters.
    fn shape(&self, ty: TypeId) -> Option<String> {
        let function = self.unit.types.function(ty)?;
        let types = std::iter::once(function.result).chain(function.parameters.iter().copied());
        let mut shape: String = types.map(|ty| self.letter(ty)).collect();
        match function.arity {
            Arity::Fixed => {}
            Arity::Variadic => shape.push('.'),
            Arity::Unspecified => return None,
        }
        Some(shape)
    }

    fn letter(&self, ty: TypeId) -> char {
        match class(&self.unit.types, ty) {
            Class::Void => 'v',
            Class::Scalar(Type::Bool | Type::Int(_)) => 'i',
            Class::Scalar(Type::Pointer) => 'p',
            Class::Scalar(Type::Float(FloatType::F32)) => 'f',
            Class::Scalar(Type::Float(FloatType::F64)) => 'd',
            Class::Scalar(Type::Float(FloatType::F80)) => 'e',
            Class::Scalar(Type::Float(FloatType::F16 | FloatType::F128)) => 'q',
            Class::Memory(_) => 'r',
        }
    }
}

/// Changes nothing, and what it returns leads to nothing of the program's.
pub(crate) fn is_harmless(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    OUTPUT.contains(&name)
        || COMPARISON.contains(&name)
        || CHARACTERS.contains(&name)
        || MACHINE.contains(&name)
        || is_mathematical(name)
        || is_of_the_field(name)
}

const OUTPUT: [&str; 16] = [
    "printf", "fprintf", "dprintf", "vprintf", "vfprintf", "puts", "fputs", "putchar", "putc",
    "fputc", "perror", "fflush", "fopen", "fclose", "fwrite", "write",
];

const COMPARISON: [&str; 15] = [
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strcoll",
    "memcmp",
    "bcmp",
    "strspn",
    "strcspn",
    "atoi",
    "atol",
    "atoll",
    "atof",
];

const CHARACTERS: [&str; 16] = [
    "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower",
    "isprint", "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper", "toascii",
];

const MACHINE: [&str; 20] = [
    "rand", "srand", "random", "srandom", "getpid", "getppid", "getuid", "sleep", "usleep",
    "clock", "getchar", "getc", "fgetc", "close", "open", "feof", "ferror", "clearerr", "rewind",
    "fseek",
];

fn is_mathematical(name: &str) -> bool {
    const NAMES: [&str; 30] = [
        "acos", "asin", "atan", "atan2", "cbrt", "ceil", "copysign", "cos", "cosh", "exp", "exp2",
        "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "hypot", "log", "log10", "log2",
        "pow", "rint", "round", "sin", "sinh", "sqrt", "tan", "trunc",
    ];
    let plain = name.strip_suffix(['f', 'l']).unwrap_or(name);
    NAMES.contains(&name) || NAMES.contains(&plain)
}

/// What the field's programs call to speak to a verifier.
fn is_of_the_field(name: &str) -> bool {
    name.starts_with("__VERIFIER_")
}
