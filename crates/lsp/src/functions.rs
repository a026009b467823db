//! Where functions are defined in a text, for the lenses above them.
//!
//! The text is one that somebody is typing, and not preprocessed, so that no parser would get far. A scan
//! of its tokens is enough: outside of all braces, a name, parentheses, and a brace that opens a body.
//!
//! ```text
//! static int f(int x) __attribute__((pure)) { ... }       f
//! int table[] = { 1, 2 };  struct s { int x; };           nothing
//! ```
//!
//! What it misses: definitions that only macros write, functions that return pointers to functions, and
//! parameters declared behind the parentheses as in the seventies. A name that is none costs a message.

use lsp_types::{Position, Range};

/// A function with a body.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    /// Of its name.
    pub range: Range,
}

/// Words that stand before parentheses and name no function.
const NO_FUNCTIONS: [&str; 14] = [
    "__attribute__",
    "__attribute",
    "__declspec",
    "__asm__",
    "__asm",
    "asm",
    "_Alignas",
    "alignas",
    "typeof",
    "__typeof__",
    "__typeof",
    "typeof_unqual",
    "_Static_assert",
    "static_assert",
];

/// In the order of the text.
pub fn functions(text: &str) -> Vec<Function> {
    let mut found = Vec::new();
    let mut declaration = Declaration::default();
    let (mut n_braces, mut n_parentheses) = (0_usize, 0_usize);
    let mut scan = Scan { rest: text, position: Position::default(), is_line_start: true };
    while let Some(token) = scan.next() {
        match token {
            Token::Name(name, range) if n_braces == 0 && n_parentheses == 0 => {
                declaration.last_name = Some((name, range));
                continue;
            }
            Token::Name(..) => {}
            Token::Sign('(') => {
                if n_braces == 0 && n_parentheses == 0 {
                    declaration.call();
                }
                n_parentheses += 1;
            }
            Token::Sign(')') => n_parentheses = n_parentheses.saturating_sub(1),
            Token::Sign('{') => {
                if n_braces == 0 && n_parentheses == 0 {
                    found.extend(declaration.body());
                }
                n_braces += 1;
            }
            Token::Sign('}') => {
                n_braces = n_braces.saturating_sub(1);
                // Whatever was left open cannot reach beyond its function.
                n_parentheses = 0;
                if n_braces == 0 && !declaration.is_initialised {
                    declaration = Declaration::default();
                }
            }
            Token::Sign('=') if n_braces == 0 && n_parentheses == 0 => {
                declaration.is_initialised = true;
            }
            Token::Sign(';') if n_braces == 0 => {
                n_parentheses = 0;
                declaration = Declaration::default();
            }
            Token::Sign(_) => {}
        }
        declaration.last_name = None;
    }
    found
}

/// What is known of the declaration at hand.
#[derive(Default)]
struct Declaration<'t> {
    /// The name right before the place at hand.
    last_name: Option<(&'t str, Range)>,
    /// The last name that parentheses followed.
    called: Option<(&'t str, Range)>,
    /// Braces behind `=` are no body.
    is_initialised: bool,
}

impl Declaration<'_> {
    fn call(&mut self) {
        let name = self.last_name.filter(|(name, _)| !NO_FUNCTIONS.contains(name));
        self.called = name.or(self.called);
    }

    fn body(&mut self) -> Option<Function> {
        let (name, range) = self.called.take().filter(|_| !self.is_initialised)?;
        Some(Function { name: name.to_owned(), range })
    }
}

enum Token<'t> {
    Name(&'t str, Range),
    /// Any other character that is not blank; of numbers, texts and comments none.
    Sign(char),
}

/// A way through a text, with the position in it.
struct Scan<'t> {
    rest: &'t str,
    position: Position,
    is_line_start: bool,
}

impl<'t> Scan<'t> {
    fn next(&mut self) -> Option<Token<'t>> {
        loop {
            let first = self.rest.chars().next()?;
            if first == '\n' {
                self.take(1);
                self.is_line_start = true;
            } else if first.is_whitespace() {
                self.take(first.len_utf8());
            } else if self.rest.starts_with("//") {
                self.take(end_of_logical_line(self.rest));
            } else if self.rest.starts_with("/*") {
                let end = self.rest[2..].find("*/");
                self.take(end.map_or(self.rest.len(), |at| at + 4));
            } else if first == '#' && self.is_line_start {
                self.take(end_of_logical_line(self.rest));
            } else if first == '"' || first == '\'' {
                self.is_line_start = false;
                self.take(end_of_literal(self.rest, first));
            } else if first.is_ascii_digit() {
                // `1'000'000` has no characters in it.
                self.is_line_start = false;
                let end = self.rest.find(|it| !is_of_name(it) && it != '\'');
                self.take(end.unwrap_or(self.rest.len()));
            } else if is_of_name(first) {
                self.is_line_start = false;
                let n_bytes = self.rest.find(|it| !is_of_name(it)).unwrap_or(self.rest.len());
                let start = self.position;
                let name = self.take(n_bytes);
                return Some(Token::Name(name, Range::new(start, self.position)));
            } else {
                self.is_line_start = false;
                self.take(first.len_utf8());
                return Some(Token::Sign(first));
            }
        }
    }

    fn take(&mut self, n_bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(n_bytes);
        for it in taken.chars() {
            if it == '\n' {
                self.position = Position::new(self.position.line + 1, 0);
            } else {
                self.position.character += if it.len_utf16() == 2 { 2 } else { 1 };
            }
        }
        self.rest = rest;
        taken
    }
}

fn is_of_name(it: char) -> bool {
    it.is_alphanumeric() || it == '_' || it == '$'
}

/// The first line end that no backslash hides, or the end.
fn end_of_logical_line(text: &str) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find('\n') {
        let line = text[..from + at].trim_end_matches('\r');
        if !line.ends_with('\\') {
            return from + at;
        }
        from += at + 1;
    }
    text.len()
}

/// Behind the closing quote; at the end of the line if there is none.
fn end_of_literal(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        match it {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => return at,
            it if it == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        functions(text).into_iter().map(|it| it.name).collect()
    }

    #[test]
    fn definitions_are_found_and_nothing_else() {
        let text = r#"
#include <stdio.h>
#define BODY(x) { \
    x(); }
int declared(int x);
static struct point { int x; } origin(void) { return make(1); }
int table[] = { sizeof(int), f(2) };
struct s { int (*call)(int); };
__attribute__((noreturn)) void fail(const char *text) __attribute__((cold));
__attribute__((pure)) int first(int a[]) __attribute__((cold))
{
    if (a[0]) { while (a[1]) { puts("} {"); } }
    char c = '{'; // }
    return /* { */ c;
}
int million = 1'000'000'000; /*/ not over /*/
int second (void)
/* between */
{ return '\''; }
"#;
        assert_eq!(names(text), ["origin", "first", "second"]);
    }

    #[test]
    fn names_have_their_places_in_code_units() {
        let found = functions("int x; /* 😀 */ int f(void) {}\n  int g() {}");
        let start = |at: usize| (found[at].range.start.line, found[at].range.start.character);
        assert_eq!((start(0), start(1)), ((0, 20), (1, 6)));
        assert_eq!(found[1].range.end.character, 7);
    }

    #[test]
    fn unfinished_texts_end() {
        for text in
            ["/*", "/*/", "\"", "'", "'\\", "#", "#\\", "int f(", "int f(void) {", "}})", "//\\"]
        {
            assert!(names(text).len() <= 1, "{text}");
        }
    }
}
