//! Tokens of the text form.
//!
//! Words may contain a hyphen between a letter and a letter (`thread-create`), and a hyphen
//! right before a digit belongs to the number (`-5i32`); the printer puts spaces around
//! operators, so that neither is ambiguous.

use source::{Diagnostic, Diagnostics, Span};

use super::names::is_name_char;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub kind: TokenKind<'t>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'t> {
    Word(&'t str),
    /// Begins with a digit or with a minus and a digit.
    Number(&'t str),
    Text(String),
    Symbol(&'static str),
    End,
}

/// Longest first, so that the first that fits is the right one.
const SYMBOLS: [&str; 33] = [
    "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "(", ")", "{", "}", "[", "]", ":", ",",
    "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", "@", ";",
];

pub(super) fn tokens<'t>(text: &'t str, diagnostics: &mut Diagnostics) -> Vec<Token<'t>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() && !diagnostics.is_full() {
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { break };
        let (kind, length) = if first.is_whitespace() {
            (None, first.len_utf8())
        } else if rest.starts_with("//") {
            (None, rest.find('\n').unwrap_or(rest.len()))
        } else if first == '"' {
            quoted_text(rest)
        } else if starts_number(rest) {
            let length = 1 + word_length(&rest[1..]);
            (Some(TokenKind::Number(&rest[..length])), length)
        } else if rest.starts_with("...") {
            (Some(TokenKind::Symbol("...")), 3)
        } else if is_name_char(first) && !is_lone_percent(rest) {
            let length = word_length(rest);
            (Some(TokenKind::Word(&rest[..length])), length)
        } else if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
            (Some(TokenKind::Symbol(symbol)), symbol.len())
        } else {
            let span = Span::new(at as u32, (at + first.len_utf8()) as u32);
            let message = format!("`{}` cannot stand in IR text", first.escape_default());
            diagnostics.push(Diagnostic::error("E0301", span, message));
            (None, first.len_utf8())
        };
        if let Some(kind) = kind {
            tokens.push(Token { kind, span: Span::new(at as u32, (at + length) as u32) });
        }
        at += length;
    }
    tokens.push(Token { kind: TokenKind::End, span: Span::at(text.len() as u32) });
    tokens
}

/// Temporaries are called `%name`; a percent sign by itself is the remainder.
fn is_lone_percent(rest: &str) -> bool {
    rest.starts_with('%') && word_length(rest) == 1
}

fn starts_number(rest: &str) -> bool {
    let digits = rest.strip_prefix('-').unwrap_or(rest);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

fn word_length(rest: &str) -> usize {
    let mut previous = ' ';
    let mut chars = rest.char_indices().peekable();
    while let Some((index, c)) = chars.next() {
        let joins = c == '-'
            && is_name_char(previous)
            && chars.peek().is_some_and(|(_, next)| next.is_ascii_alphabetic());
        if !is_name_char(c) && !joins {
            return index;
        }
        previous = c;
    }
    rest.len()
}

/// A text in quotes and how many bytes it takes. Without a closing quote it ends with the line.
fn quoted_text<'t>(rest: &str) -> (Option<TokenKind<'t>>, usize) {
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((index, c)) = chars.next() {
        match c {
            '"' => return (Some(TokenKind::Text(text)), index + 1),
            '\n' => return (Some(TokenKind::Text(text)), index),
            '\\' => match chars.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, 'u')) => {
                    let code: String =
                        chars.by_ref().map(|(_, c)| c).skip(1).take_while(|c| *c != '}').collect();
                    let c = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                    text.push(c.unwrap_or('\u{fffd}'));
                }
                Some((_, other)) => text.push(other),
                None => {}
            },
            other => text.push(other),
        }
    }
    (Some(TokenKind::Text(text)), rest.len())
}
