//! A quick look at the text of a C program, as far as contracts need it: where functions are
//! defined, with which parameters, and where some function is called with a string.
//!
//! The text has been preprocessed. This is no parser; the real one reads what is made of it.

use super::parameter;

/// A piece of the text that is a word, a string, or a single mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub lo: usize,
    pub hi: usize,
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The pieces of a text; comments, blanks and lines of the preprocessor are none.
pub fn pieces(text: &[u8]) -> Vec<Piece> {
    let (mut pieces, mut at, mut is_line_start) = (Vec::new(), 0, true);
    while at < text.len() {
        let rest = &text[at..];
        let line = || rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let len = if rest[0].is_ascii_whitespace() {
            is_line_start |= rest[0] == b'\n';
            at += 1;
            continue;
        } else if rest.starts_with(b"//") || (is_line_start && rest[0] == b'#') {
            at += line();
            continue;
        } else if rest.starts_with(b"/*") {
            let close = rest.windows(2).skip(2).position(|pair| pair == b"*/");
            at += close.map_or(rest.len(), |close| close + 4);
            continue;
        } else if rest[0] == b'"' || rest[0] == b'\'' {
            let mut len = 1;
            while len < rest.len() && rest[len] != rest[0] {
                len += 1 + usize::from(rest[len] == b'\\');
            }
            (len + 1).min(rest.len())
        } else if is_word(rest[0]) {
            rest.iter().take_while(|byte| is_word(**byte)).count()
        } else {
            1
        };
        is_line_start = false;
        pieces.push(Piece { lo: at, hi: at + len });
        at += len;
    }
    pieces
}

/// The head of a function's definition.
#[derive(Clone, Debug)]
pub struct Head {
    pub returns: Returns,
    /// The type of the result, without what only declares.
    pub result: String,
    /// Text of the declaration, and the name in it.
    pub params: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    Nothing,
    Value,
}

/// The head of the function of this name, if the text defines it.
pub fn head(text: &[u8], name: &str) -> Option<Head> {
    let pieces = pieces(text);
    let of = |piece: &Piece| &text[piece.lo..piece.hi];
    let (mut depth, mut start) = (0usize, 0);
    for (index, piece) in pieces.iter().enumerate() {
        match of(piece) {
            b"{" => depth += 1,
            b"}" => depth = depth.saturating_sub(1),
            b";" if depth == 0 => {}
            word if depth == 0 && word == name.as_bytes() => {
                let close = closing(text, &pieces, index + 1)?;
                if pieces.get(close + 1).map(of) == Some(b"{") {
                    let before = &pieces[start..index];
                    let has = |word: &[u8]| before.iter().any(|piece| of(piece) == word);
                    let is_void = has(b"void") && !has(b"*");
                    let returns = if is_void { Returns::Nothing } else { Returns::Value };
                    let only_declares = |word: &[u8]| {
                        let words: [&[u8]; 6] = [
                            b"static",
                            b"inline",
                            b"extern",
                            b"__inline",
                            b"__inline__",
                            b"register",
                        ];
                        words.contains(&word)
                    };
                    let result = before.iter().map(of).filter(|word| !only_declares(word));
                    let result: Vec<_> = result.map(String::from_utf8_lossy).collect();
                    let params = params(text, &pieces[index + 2..close]);
                    return Some(Head { returns, result: result.join(" "), params });
                }
                continue;
            }
            _ => continue,
        }
        if depth == 0 {
            start = index + 1;
        }
    }
    None
}

/// The piece that closes the parenthesis which opens here.
fn closing(text: &[u8], pieces: &[Piece], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (index, piece) in pieces.iter().enumerate().skip(open) {
        match &text[piece.lo..piece.hi] {
            b"(" => depth += 1,
            b")" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn params(text: &[u8], pieces: &[Piece]) -> Vec<(String, String)> {
    let of = |piece: &Piece| &text[piece.lo..piece.hi];
    let mut groups: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut depth = 0usize;
    for piece in pieces {
        match of(piece) {
            b"(" => depth += 1,
            b")" => depth = depth.saturating_sub(1),
            b"," if depth == 0 => {
                groups.push(Vec::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = groups.last_mut() {
            last.push(*piece);
        }
    }
    let groups = groups.iter().enumerate();
    groups.filter_map(|(number, group)| parameter::declaration(text, group, number)).collect()
}

/// A call with one string: from the name to the closing parenthesis, and what the string says.
pub fn string_calls(text: &[u8], name: &str) -> Vec<(Piece, String)> {
    let pieces = pieces(text);
    let of = |piece: &Piece| &text[piece.lo..piece.hi];
    let mut found = Vec::new();
    for window in pieces.windows(4) {
        let [called, open, string, close] = window else { continue };
        let is_call = of(called) == name.as_bytes()
            && of(open) == b"("
            && of(string).first() == Some(&b'"')
            && of(close) == b")";
        if is_call {
            let inner = &of(string)[1..of(string).len() - 1];
            let whole = Piece { lo: called.lo, hi: close.hi };
            found.push((whole, String::from_utf8_lossy(inner).into_owned()));
        }
    }
    found
}
