//! Words, numbers and marks of clauses.

use source::{Diagnostic, Diagnostics, Span};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word(String),
    Number(i128),
    Text(String),
    Mark(&'static str),
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

const MARKS: [&str; 28] = [
    "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "<", ">", "!", "+", "-", "*", "/", "%", "&",
    "|", "^", "(", ")", "[", "]", ",", ";", ":", ".", "=",
];

/// The tokens of one line, up to a comment.
pub(super) fn lex(
    text: &[u8],
    from: usize,
    end: usize,
    tokens: &mut Vec<Token>,
    diagnostics: &mut Diagnostics,
) {
    let mut at = from;
    while at < end {
        let rest = &text[at..end];
        if rest[0].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        if rest.starts_with(b"//") {
            return;
        }
        let take = |test: fn(&u8) -> bool| rest.iter().take_while(|byte| test(byte)).count();
        let span = |len: usize| Span { lo: at as u32, hi: (at + len) as u32 };
        let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (kind, len) = if rest[0].is_ascii_alphabetic() || rest[0] == b'_' {
            let len = take(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            (Kind::Word(string(&rest[..len])), len)
        } else if rest[0].is_ascii_digit() {
            let len = take(u8::is_ascii_alphanumeric);
            let digits = string(&rest[..len]);
            let parsed = match digits.strip_prefix('0') {
                Some("") => Some(0),
                Some(rest) => match rest.strip_prefix(['x', 'X']) {
                    Some(rest) => i128::from_str_radix(rest, 16).ok(),
                    None => i128::from_str_radix(rest, 8).ok(),
                },
                None => digits.parse::<i128>().ok(),
            };
            match parsed.filter(|value| *value < 1 << 64) {
                Some(value) => (Kind::Number(value), len),
                None => {
                    let message = format!("`{digits}` is no number that fits 64 bits");
                    diagnostics.push(Diagnostic::error("E1101", span(len), message));
                    at += len;
                    continue;
                }
            }
        } else if rest[0] == b'"' {
            let Some(len) = rest[1..].iter().position(|byte| *byte == b'"') else {
                let message = "the name of the file is not closed on its line";
                diagnostics.push(Diagnostic::error("E1101", span(rest.len()), message));
                // The clause is read on as if it were, so that nothing else is said about it.
                let kinds = [Kind::Text(string(&rest[1..])), Kind::Mark(";")];
                tokens.extend(kinds.map(|kind| Token { kind, span: span(rest.len()) }));
                return;
            };
            (Kind::Text(string(&rest[1..1 + len])), len + 2)
        } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(mark.as_bytes())) {
            (Kind::Mark(mark), mark.len())
        } else {
            let message = "this belongs to no clause about refinement";
            diagnostics.push(Diagnostic::error("E1101", span(1), message));
            at += 1;
            continue;
        };
        tokens.push(Token { kind, span: span(len) });
        at += len;
    }
}
