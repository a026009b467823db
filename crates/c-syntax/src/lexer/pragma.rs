//! Pragmas: `#pragma` lines and the operator `_Pragma("...")`.
//!
//! `pack` limits the alignment of members; what it says is recorded with its place in the text,
//! and the layout of a record asks for what is in force at its closing brace, as gcc does. A few
//! others change what a program means and are not modelled: those are errors. All that is left
//! speaks to the optimiser, to warnings or to other compilers, and is ignored as gcc ignores it.
//!
//! ```text
//!   #pragma pack(push, 1)     at most 1
//!   #pragma pack(2)           at most 2
//!   #pragma pack(pop)         no limit again
//! ```

use source::{Diagnostic, Span};

use super::Lexer;
use crate::ast::Pack;

/// What `pack` says now, and what it said before each `push`.
#[derive(Debug, Default)]
pub(super) struct PackState {
    limit: Option<u64>,
    /// The names that `push` gave, and the limits before them.
    before: Vec<(Option<Name>, Option<u64>)>,
}

/// What `push` called a limit.
type Name = Box<[u8]>;

/// Options of `#pragma GCC optimize` and of the attribute that change results.
pub const MEANINGFUL_OPTIONS: [&str; 12] = [
    "wrapv",
    "no-strict-overflow",
    "trapv",
    "Ofast",
    "fast-math",
    "unsafe-math",
    "finite-math",
    "associative-math",
    "rounding-math",
    "reciprocal-math",
    "signed-zeros",
    "null-pointer-checks",
];

impl Lexer<'_> {
    /// What stands after `#pragma`, or in the string of `_Pragma`.
    pub(super) fn pragma(&mut self, text: &[u8], span: Span) {
        let words = words(text);
        match words.first().copied() {
            Some(b"pack") if self.pack(&words[1..], span).is_none() => {
                self.unmodelled_pragma(span, "`pack` that cannot be read");
            }
            Some(b"weak" | b"redefine_extname") => {
                self.unmodelled_pragma(span, "it renames what is linked");
            }
            Some(b"scalar_storage_order") if words.contains(&b"big".as_slice()) => {
                self.unmodelled_pragma(span, "it changes the order of bytes");
            }
            Some(b"ms_struct") if words.contains(&b"on".as_slice()) => {
                self.unmodelled_pragma(span, "it changes the layout of records");
            }
            Some(b"options" | b"align") => {
                self.unmodelled_pragma(span, "it may change the layout of records");
            }
            Some(b"GCC") if words.get(1) == Some(&b"optimize".as_slice()) => {
                let text = String::from_utf8_lossy(text);
                if MEANINGFUL_OPTIONS.iter().any(|option| text.contains(option)) {
                    self.unmodelled_pragma(span, "it changes what arithmetic does");
                }
            }
            _ => {}
        }
    }

    fn unmodelled_pragma(&mut self, span: Span, why: &str) {
        self.error(
            Diagnostic::error("E0119", span, "this pragma is not modelled").label(why.to_owned()),
        );
    }

    /// The words after `pack`; `None` if they are not of a known form.
    fn pack(&mut self, words: &[&[u8]], span: Span) -> Option<()> {
        let mut words = words.iter().copied();
        (words.next()? == b"(").then_some(())?;
        let first = words.next()?;
        let limit = match first {
            b")" => None,
            b"push" | b"pop" => return self.pack_stack(first, words, span),
            number => {
                (words.next()? == b")").then_some(())?;
                limit(number)?
            }
        };
        self.set_pack(limit, span);
        Some(())
    }

    /// `push` and `pop`, each perhaps with a name, `push` perhaps with a number.
    fn pack_stack<'w>(
        &mut self,
        action: &[u8],
        mut words: impl Iterator<Item = &'w [u8]>,
        span: Span,
    ) -> Option<()> {
        let (mut name, mut number) = (None, None);
        loop {
            match words.next()? {
                b")" => break,
                b"," => {
                    let word = words.next()?;
                    let is_number = word.first().is_some_and(u8::is_ascii_digit);
                    match (is_number, action) {
                        (true, b"push") if number.is_none() => number = Some(limit(word)?),
                        (false, _) if name.is_none() => name = Some(Box::<[u8]>::from(word)),
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        if action == b"push" {
            self.pack.before.push((name, self.pack.limit));
            self.set_pack(number.unwrap_or(self.pack.limit), span);
            return Some(());
        }
        let found = match &name {
            Some(_) => self.pack.before.iter().rposition(|(known, _)| *known == name),
            None => self.pack.before.len().checked_sub(1),
        };
        // gcc ignores a `pop` that takes nothing off.
        if let Some(found) = found {
            let limit = self.pack.before[found].1;
            self.pack.before.truncate(found);
            self.set_pack(limit, span);
        }
        Some(())
    }

    fn set_pack(&mut self, limit: Option<u64>, span: Span) {
        self.pack.limit = limit;
        self.packs.push(Pack { offset: span.lo, limit });
    }
}

/// The limit that a number stands for: a small power of two, or 0 for none.
fn limit(number: &[u8]) -> Option<Option<u64>> {
    match number {
        b"0" => Some(None),
        b"1" => Some(Some(1)),
        b"2" => Some(Some(2)),
        b"4" => Some(Some(4)),
        b"8" => Some(Some(8)),
        b"16" => Some(Some(16)),
        _ => None,
    }
}

/// Names and numbers, and every other character that is no space by itself.
fn words(text: &[u8]) -> Vec<&[u8]> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.first() {
        let length = rest.iter().take_while(|byte| is_part(byte)).count().max(1);
        let (word, tail) = rest.split_at(length);
        if !first.is_ascii_whitespace() {
            found.push(word);
        }
        rest = tail;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_names_numbers_and_signs() {
        let expected: [&[u8]; 6] = [b"pack", b"(", b"push", b",", b"1", b")"];
        assert_eq!(words(b" pack(push , 1) "), expected);
    }

    #[test]
    fn limits_are_small_powers_of_two() {
        assert_eq!(limit(b"0"), Some(None));
        assert_eq!(limit(b"16"), Some(Some(16)));
        assert_eq!(limit(b"3"), None);
        assert_eq!(limit(b"32"), None);
    }
}
