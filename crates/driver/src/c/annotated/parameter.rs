//! One parameter of a head: its declaration, and the name in it.
//!
//! A prototype may leave names out. Such a parameter is given one, so that a definition can be written
//! from the prototype; no contract can speak of it.

use super::scan::{Piece, is_word};

/// The declaration, and the name in it. None for `void` and `...`.
pub(super) fn declaration(text: &[u8], group: &[Piece], number: usize) -> Option<(String, String)> {
    let of = |piece: &Piece| &text[piece.lo..piece.hi];
    let (first, last) = (group.first()?, group.last()?);
    if group.len() == 1 && of(first) == b"void" || of(first) == b"." {
        return None;
    }
    // What an attribute says of it names nothing.
    let end = group.iter().position(|it| of(it).starts_with(b"__attribute"));
    let group = &group[..end.unwrap_or(group.len())];
    let shown = |lo: usize, hi: usize| String::from_utf8_lossy(&text[lo..hi]).into_owned();
    let is_name = |piece: &Piece| {
        is_word(text[piece.lo]) && !text[piece.lo].is_ascii_digit() && !is_of_a_type(of(piece))
    };
    // `int (*compare)(int)`: the name is behind the star in the first parenthesis.
    let inner = group.windows(3).position(|it| of(&it[0]) == b"(" && of(&it[1]) == b"*");
    let (name, unnamed_at) = match inner {
        Some(at) => (Some(&group[at + 2]).filter(|it| is_name(it)), group[at + 1].hi),
        None => {
            let array = group.iter().position(|it| of(it) == b"[").unwrap_or(group.len());
            // Behind a name there is nothing but what an array has.
            let (end, before) = group[..array].split_last()?;
            let name = Some(end).filter(|it| is_name(it) && follows_a_type(text, before));
            (name, end.hi)
        }
    };
    Some(match name {
        Some(name) => (shown(first.lo, last.hi), shown(name.lo, name.hi)),
        None => {
            let name = format!("__linchpin_unnamed_{number}");
            let (before, behind) = (shown(first.lo, unnamed_at), shown(unnamed_at, last.hi));
            (format!("{before} {name}{behind}"), name)
        }
    })
}

/// Whether a type has been named by these, so that a word behind them is what is declared.
fn follows_a_type(text: &[u8], before: &[Piece]) -> bool {
    let of = |piece: &Piece| &text[piece.lo..piece.hi];
    let is_tag = before.last().is_some_and(|it| matches!(of(it), b"struct" | b"union" | b"enum"));
    !is_tag && before.iter().any(|it| is_word(text[it.lo]) && !is_qualifier(of(it)))
}

fn is_qualifier(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"__").unwrap_or(word);
    let word = word.strip_suffix(b"__").unwrap_or(word);
    matches!(word, b"const" | b"volatile" | b"restrict" | b"register" | b"_Atomic")
}

/// Words that are never names.
fn is_of_a_type(word: &[u8]) -> bool {
    is_qualifier(word)
        || matches!(
            word,
            b"void"
                | b"_Bool"
                | b"bool"
                | b"char"
                | b"short"
                | b"int"
                | b"long"
                | b"float"
                | b"double"
                | b"signed"
                | b"unsigned"
                | b"struct"
                | b"union"
                | b"enum"
                | b"_Complex"
                | b"__int128"
                | b"static"
        )
}

#[cfg(test)]
mod tests {
    use super::super::scan::{head, pieces};
    use super::*;

    fn read(text: &str) -> Option<(String, String)> {
        declaration(text.as_bytes(), &pieces(text.as_bytes()), 0)
    }

    #[test]
    fn names_are_found_where_there_are_some() {
        for (text, name) in [
            ("int a", "a"),
            ("const struct list *l", "l"),
            ("size_t n", "n"),
            ("int (*compare)(const void *, const void *)", "compare"),
            ("char buffer[16]", "buffer"),
            ("int a[n + 1]", "a"),
            ("unsigned long long const x", "x"),
            ("char *restrict to", "to"),
            ("int flags __attribute__((unused))", "flags"),
        ] {
            assert_eq!(read(text), Some((text.to_owned(), name.to_owned())));
        }
    }

    #[test]
    fn parameters_without_name_are_given_one() {
        let name = "__linchpin_unnamed_0";
        for (text, named) in [
            ("int", "int N"),
            ("size_t", "size_t N"),
            ("const size_t", "const size_t N"),
            ("struct list", "struct list N"),
            ("struct list *", "struct list * N"),
            ("node *const", "node *const N"),
            ("unsigned int", "unsigned int N"),
            ("int (*)(int)", "int (* N)(int)"),
            ("char [16]", "char N [16]"),
            ("void *", "void * N"),
        ] {
            let (declared, found) = read(text).unwrap();
            assert_eq!((declared, &*found), (named.replace('N', name), name), "{text}");
        }
        assert_eq!(read("void"), None);
        let head = head(b"int f(int, char *) {}", "f").unwrap();
        assert_eq!(head.params[1].1, "__linchpin_unnamed_1");
    }
}
