//! The formatter: one way to lay out a protocol.
//!
//! It works on tokens, so that it changes nothing but white space, and comments stay where they
//! are: a comment on a line of its own keeps its line, one behind a clause stays behind it.
//! Every clause begins a line; alternatives (`or`) begin indented lines; a line that is too long
//! is broken first behind `when …:` and before the `then` and `else` of its guard, then behind
//! `;`, `,`, `&`, `|` and `->`. Single blank lines between clauses are kept, more become one.
//!
//! Formatting what was formatted changes nothing: the layout depends on the tokens, on which
//! comments stand alone, and on where blank lines are, and all three survive.

use source::{Diagnostics, Source, Span};

use super::parse;
use super::token::{Kind, Token, tokenize};

const WIDTH: usize = 100;
const INDENT: usize = 4;

/// The laid-out text of `source`, or what is wrong with it. Only the syntax matters: names need
/// not be declared.
pub fn format(source: &Source) -> Result<String, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    parse::parse(source, &mut diagnostics);
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    let mut formatter = Formatter { source, text: String::new() };
    formatter.file();
    Ok(formatter.text)
}

/// A token or a comment.
#[derive(Clone, Copy)]
enum Piece {
    Token(Token),
    /// Nothing but white space before it in its line.
    LoneComment(Span),
    /// Behind something in its line.
    TrailingComment(Span),
}

impl Piece {
    fn span(self) -> Span {
        match self {
            Self::Token(token) => token.span,
            Self::LoneComment(span) | Self::TrailingComment(span) => span,
        }
    }
}

/// Whether a space stands before a colon: it does in declarations, `data t : nat`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colons {
    Spaced,
    Tight,
}

struct Formatter<'a> {
    source: &'a Source,
    text: String,
}

impl Formatter<'_> {
    fn file(&mut self) {
        let pieces = self.pieces();
        let mut start = 0;
        let mut end_of_last = None;
        while start < pieces.len() {
            let end = clause_end(&pieces, start);
            let clause = &pieces[start..end];
            if end_of_last.is_some_and(|last| self.blank_line_between(last, clause[0].span())) {
                self.text.push('\n');
            }
            self.clause(clause);
            end_of_last = Some(pieces[end - 1].span());
            start = end;
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut no_errors = Diagnostics::new();
        let tokens = tokenize(self.source, &mut no_errors);
        let mut pieces: Vec<Piece> = tokens
            .tokens
            .iter()
            .filter(|token| token.kind != Kind::End)
            .map(|token| Piece::Token(*token))
            .collect();
        pieces.extend(tokens.comments.iter().map(|span| {
            let line = self.source.buffer_line_span(self.source.buffer_line(span.lo));
            let before = self.source.excerpt(Span::new(line.lo, span.lo));
            match before.trim().is_empty() {
                true => Piece::LoneComment(*span),
                false => Piece::TrailingComment(*span),
            }
        }));
        pieces.sort_by_key(|piece| piece.span().lo);
        pieces
    }

    fn blank_line_between(&self, before: Span, after: Span) -> bool {
        self.source.buffer_line(after.lo) > self.source.buffer_line(before.lo) + 1
    }

    fn clause(&mut self, pieces: &[Piece]) {
        let declares = |piece: &Piece| match piece {
            Piece::Token(token) => matches!(token.kind, Kind::Data | Kind::Var),
            Piece::LoneComment(_) | Piece::TrailingComment(_) => false,
        };
        let colons = if pieces.iter().any(declares) { Colons::Spaced } else { Colons::Tight };
        let mut line: Vec<Token> = Vec::new();
        let mut indent = 0;
        for piece in pieces {
            match piece {
                Piece::Token(token) => {
                    if token.kind == Kind::Or && !line.is_empty() {
                        self.line(&line, indent, colons, None);
                        line.clear();
                        indent = INDENT;
                    }
                    line.push(*token);
                }
                Piece::TrailingComment(span) => {
                    self.line(&line, indent, colons, Some(*span));
                    line.clear();
                    indent = INDENT;
                }
                Piece::LoneComment(span) => {
                    if !line.is_empty() {
                        self.line(&line, indent, colons, None);
                        line.clear();
                        indent = INDENT;
                    }
                    self.comment(*span, indent);
                }
            }
        }
        if !line.is_empty() {
            self.line(&line, indent, colons, None);
        }
    }

    fn comment(&mut self, span: Span, indent: usize) {
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.text.push_str(self.source.excerpt(span).trim_end());
        self.text.push('\n');
    }

    /// Writes tokens as one line, or as several if they do not fit.
    fn line(&mut self, tokens: &[Token], indent: usize, colons: Colons, comment: Option<Span>) {
        let words: Vec<Word> = self.words(tokens, colons);
        let lines = if indent + width(&words) <= WIDTH {
            vec![&words[..]]
        } else {
            split_statement(&words)
                .into_iter()
                .flat_map(|part| split_to_fit(part, WIDTH - 2 * INDENT))
                .collect()
        };
        for (number, words) in lines.into_iter().enumerate() {
            if number > 0 {
                self.text.push('\n');
            }
            let indent = if number == 0 { indent } else { 2 * INDENT };
            self.text.extend(std::iter::repeat_n(' ', indent));
            for (position, word) in words.iter().enumerate() {
                if word.spaced && position > 0 {
                    self.text.push(' ');
                }
                self.text.push_str(&word.text);
            }
        }
        if let Some(span) = comment {
            if !tokens.is_empty() {
                self.text.push_str("  ");
            }
            self.text.push_str(self.source.excerpt(span).trim_end());
        }
        self.text.push('\n');
    }

    fn words(&self, tokens: &[Token], colons: Colons) -> Vec<Word> {
        let mut words = Vec::with_capacity(tokens.len());
        for (position, token) in tokens.iter().enumerate() {
            let before = position.checked_sub(1).map(|last| tokens[last].kind);
            let two_before = position.checked_sub(2).map(|last| tokens[last].kind);
            let spaced = match before {
                None => false,
                Some(_) if colons == Colons::Spaced && token.kind == Kind::Colon => true,
                Some(before) => space_between(two_before, before, token.kind),
            };
            let text = self.source.excerpt(token.span).into_owned();
            words.push(Word { kind: token.kind, text, spaced });
        }
        words
    }
}

struct Word {
    kind: Kind,
    text: String,
    /// Whether a space stands before it, unless it begins a line.
    spaced: bool,
}

fn width(words: &[Word]) -> usize {
    words.iter().map(|word| word.text.len() + usize::from(word.spaced)).sum()
}

/// Cuts behind `when …:`, and before the `then` and `else` of a guard. Those of scans and
/// broadcasts are not cut off: a guard begins with `if forall` or `if exists`, and its `else` is
/// not followed by `if`.
fn split_statement(words: &[Word]) -> Vec<&[Word]> {
    let kind = |position: usize| words.get(position).map(|word| word.kind);
    let mut cuts = Vec::new();
    let (mut in_when, mut in_guard) = (false, false);
    for (position, word) in words.iter().enumerate() {
        match word.kind {
            Kind::When => in_when = true,
            Kind::Colon if in_when => {
                in_when = false;
                cuts.push(position + 1);
            }
            Kind::If => {
                in_guard = matches!(
                    kind(position + 1),
                    Some(
                        Kind::Forall
                            | Kind::Exists
                            | Kind::AtMost
                            | Kind::AtLeast
                            | Kind::Exactly
                            | Kind::Majority
                    )
                );
            }
            Kind::Then if in_guard => {
                in_guard = false;
                cuts.push(position);
            }
            Kind::Else if kind(position + 1) != Some(Kind::If) => cuts.push(position),
            _ => {}
        }
    }
    let mut parts = Vec::new();
    let mut start = 0;
    for cut in cuts {
        parts.push(&words[start..cut]);
        start = cut;
    }
    parts.push(&words[start..]);
    parts.retain(|part| !part.is_empty());
    parts
}

/// Cuts behind separators so that parts have at most `most` columns where that is possible.
fn split_to_fit(words: &[Word], most: usize) -> Vec<&[Word]> {
    let mut parts = Vec::new();
    let (mut start, mut used, mut last_separator) = (0, 0, None);
    for (position, word) in words.iter().enumerate() {
        used += word.text.len() + usize::from(word.spaced);
        if used > most
            && let Some(cut) = last_separator
        {
            parts.push(&words[start..cut]);
            start = cut;
            used = width(&words[start..=position]);
            last_separator = None;
        }
        let is_separator = matches!(
            word.kind,
            Kind::Semicolon | Kind::Comma | Kind::And | Kind::Bar | Kind::Arrow
        );
        if is_separator {
            last_separator = Some(position + 1);
        }
    }
    parts.push(&words[start..]);
    parts.retain(|part| !part.is_empty());
    parts
}

/// The end of the clause that begins at `start`: lone comments before a clause are clauses of
/// their own, so that blank lines around them are kept.
fn clause_end(pieces: &[Piece], start: usize) -> usize {
    if matches!(pieces[start], Piece::LoneComment(_)) {
        return start + 1;
    }
    let mut end = start + 1;
    let mut after_last_token = end;
    while end < pieces.len() {
        match pieces[end] {
            Piece::Token(token) => {
                let before = pieces[..end].iter().rev().find_map(|piece| match piece {
                    Piece::Token(token) => Some(token.kind),
                    _ => None,
                });
                if token.kind.begins_clause() && !continues_clause(before, token.kind) {
                    return after_last_token;
                }
                after_last_token = end + 1;
            }
            Piece::TrailingComment(_) if after_last_token == end => after_last_token = end + 1,
            Piece::TrailingComment(_) | Piece::LoneComment(_) => {}
        }
        end += 1;
    }
    after_last_token
}

/// `centre` in `justice a, centre`, and `data` or `var` in `centre data`.
fn continues_clause(before: Option<Kind>, kind: Kind) -> bool {
    match kind {
        Kind::Centre => matches!(before, Some(Kind::Justice | Kind::Comma)),
        Kind::Data | Kind::Var => before == Some(Kind::Centre),
        _ => false,
    }
}

fn space_between(two_before: Option<Kind>, before: Kind, after: Kind) -> bool {
    let is_sign = before == Kind::Minus
        && !matches!(two_before, Some(Kind::Name | Kind::Number | Kind::BracketClose));
    let opens = matches!(before, Kind::ParenOpen | Kind::BraceOpen | Kind::BracketOpen | Kind::Not);
    let closes = matches!(
        after,
        Kind::Comma
            | Kind::Semicolon
            | Kind::Colon
            | Kind::Dot
            | Kind::ParenClose
            | Kind::BraceClose
            | Kind::BracketOpen
            | Kind::BracketClose
    );
    !is_sign && !opens && !closes
}
