//! Assembly at file scope: what cannot change the meaning of the program.
//!
//! `asm("...")` outside of functions may define, rename and initialise anything, so that whoever
//! depends on what is defined elsewhere knows nothing any more. Only directives that say nothing
//! about symbols of the program, or repeat what the compiler says anyway, are known to be harmless.

const HARMLESS: [&str; 19] = [
    ".ident",
    ".section",
    ".pushsection",
    ".popsection",
    ".previous",
    ".text",
    ".data",
    ".bss",
    ".globl",
    ".global",
    ".hidden",
    ".type",
    ".size",
    ".file",
    ".code64",
    ".code32",
    ".att_syntax",
    ".symver",
    ".note",
];

pub(super) fn is_harmless(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut lines = text.split(['\n', ';']).map(str::trim);
    lines.all(|line| {
        let directive = line.split_whitespace().next();
        directive.is_none_or(|word| word.starts_with('#') || HARMLESS.contains(&word))
    })
}

/// True if it may do more than define what the program leaves undefined: give another name to what
/// it does define, or have it run before and after `main`.
pub(super) fn may_rename(text: &[u8]) -> bool {
    const WORDS: [&str; 8] = [".set", ".equ", "=", ".weakref", "_array", "ctors", "dtors", ".init"];
    let text = String::from_utf8_lossy(text);
    WORDS.iter().any(|word| text.contains(word)) || text.contains(".fini")
}

#[cfg(test)]
mod tests {
    use super::{is_harmless, may_rename};

    #[test]
    fn only_what_says_nothing_about_symbols_is_harmless() {
        assert!(is_harmless(b".ident \"text\"\n\t.section .note.GNU-stack,\"\",@progbits"));
        assert!(is_harmless(b"# a comment\n"));
        assert!(!is_harmless(b".section .init_array\n.quad f"));
        assert!(!is_harmless(b"f = g"));
        assert!(!is_harmless(b".set f, g"));
        assert!(!is_harmless(b".globl f; f: ret"));
        assert!(may_rename(b".set f, g") && may_rename(b"f = g"));
        assert!(!may_rename(b".globl f; f: ret"));
    }
}
