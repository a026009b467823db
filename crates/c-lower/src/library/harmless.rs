//! Functions of the C library without a model here that change no memory of the program and keep no
//! pointer to it, whoever surrounds the program: output, comparison, classification, arithmetic.
//!
//! A program that defines one of them has its own. `printf` and its like write where `%n` says; that
//! is left to their models.

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
