//! From bytes to tokens.
//!
//! Words that begin a clause or stand for something fixed are reserved, so that the parser can
//! find the next clause after an error, and the formatter knows where lines begin. Comments run
//! from `//` or `#` to the end of the line; they are kept, for the formatter.
//!
//! Any bytes are accepted: a run of bytes that no token begins with is one error.

use source::{Diagnostic, Diagnostics, Source, Span};

macro_rules! kinds {
    (words { $($word:ident = $word_text:literal,)* } signs { $($sign:ident = $sign_text:literal,)* }) => {
        /// What a token is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            Name,
            Number,
            End,
            $($word,)*
            $($sign,)*
        }

        impl Kind {
            fn of_word(text: &[u8]) -> Option<Self> {
                const WORDS: &[(&[u8], Kind)] = &[$(($word_text.as_bytes(), Kind::$word),)*];
                WORDS.iter().find(|(word, _)| *word == text).map(|(_, kind)| *kind)
            }

            /// Longer signs first.
            const SIGNS: &[(&'static [u8], Kind)] = &[$(($sign_text.as_bytes(), Kind::$sign),)*];

            /// How the token is called in messages.
            pub fn describe(self) -> &'static str {
                match self {
                    Kind::Name => "a name",
                    Kind::Number => "a number",
                    Kind::End => "the end of the file",
                    $(Kind::$word => concat!("`", $word_text, "`"),)*
                    $(Kind::$sign => concat!("`", $sign_text, "`"),)*
                }
            }
        }
    };
}

kinds! {
    words {
        Protocol = "protocol", Loc = "loc", Data = "data", Var = "var", Pred = "pred",
        Centre = "centre", Ptr = "ptr", At = "at", Guards = "guards", Justice = "justice",
        Safety = "safety", Liveness = "liveness", Reachable = "reachable",
        When = "when", If = "if", Forall = "forall", Exists = "exists", Then = "then",
        Else = "else", Or = "or", Goto = "goto", Stay = "stay", Scan = "scan",
        Broadcast = "broadcast", Atomic = "atomic", Stepwise = "stepwise", Nat = "nat",
        Int = "int", Bool = "bool", Pc = "pc", Slf = "slf", Otr = "otr", In = "in",
        Notin = "notin", True = "true", False = "false", Nobody = "none", Any = "any",
        Finally = "F", Compassion = "compassion", Final = "final", Initially = "initially",
        Topology = "topology", Some = "some", AtMost = "atmost", AtLeast = "atleast",
        Exactly = "exactly", Majority = "majority",
    }
    signs {
        Assign = ":=", Arrow = "->", LessEq = "<=", GreaterEq = ">=", NotEq = "!=",
        Less = "<", Greater = ">", Eq = "=", Not = "!", And = "&", Bar = "|", Plus = "+",
        Minus = "-", Star = "*", Comma = ",", Semicolon = ";", Colon = ":", Dot = ".",
        ParenOpen = "(", ParenClose = ")", BraceOpen = "{", BraceClose = "}",
        BracketOpen = "[", BracketClose = "]",
    }
}

impl Kind {
    /// True for the words with which a clause of the file begins.
    pub fn begins_clause(self) -> bool {
        matches!(
            self,
            Self::Protocol
                | Self::Loc
                | Self::Data
                | Self::Var
                | Self::Pred
                | Self::Centre
                | Self::At
                | Self::Guards
                | Self::Justice
                | Self::Compassion
                | Self::Final
                | Self::Initially
                | Self::Topology
                | Self::Safety
                | Self::Liveness
                | Self::Reachable
        )
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// The tokens of a text, the last of kind [`Kind::End`], and its comments, both in order.
#[derive(Clone, Debug)]
pub struct Tokens {
    pub tokens: Vec<Token>,
    /// Without the line end.
    pub comments: Vec<Span>,
}

/// Cuts `source` into tokens.
pub fn tokenize(source: &Source, diagnostics: &mut Diagnostics) -> Tokens {
    let text = source.text();
    let mut tokens = Vec::new();
    let mut comments = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let (kind, len) = match rest[0] {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b'#' => (None, line_length(rest)),
            b'/' if rest.starts_with(b"//") => (None, line_length(rest)),
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                let len = run_length(rest, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
                (Some(Kind::of_word(&rest[..len]).unwrap_or(Kind::Name)), len)
            }
            byte if byte.is_ascii_digit() => {
                (Some(Kind::Number), run_length(rest, |byte| byte.is_ascii_digit()))
            }
            _ => match doubled_sign(rest).or_else(|| sign(rest)) {
                Some((kind, len)) => {
                    if let Some(diagnostic) = doubled_sign_error(rest, at) {
                        diagnostics.push(diagnostic);
                    }
                    (Some(kind), len)
                }
                None => {
                    let len = run_length(rest, begins_nothing);
                    let span = Span::new(at as u32, (at + len) as u32);
                    diagnostics.push(
                        Diagnostic::error("E0501", span, "no token begins with this")
                            .label("not part of the language"),
                    );
                    at += len;
                    if diagnostics.is_full() {
                        break;
                    }
                    continue;
                }
            },
        };
        let span = Span::new(at as u32, (at + len) as u32);
        match kind {
            Some(kind) => tokens.push(Token { kind, span }),
            None => comments.push(span),
        }
        at += len;
    }
    tokens.push(Token { kind: Kind::End, span: Span::at(text.len() as u32) });
    Tokens { tokens, comments }
}

fn run_length(text: &[u8], within: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|byte| !within(*byte)).unwrap_or(text.len())
}

fn line_length(text: &[u8]) -> usize {
    let len = run_length(text, |byte| byte != b'\n');
    if len > 0 && text[len - 1] == b'\r' { len - 1 } else { len }
}

fn sign(text: &[u8]) -> Option<(Kind, usize)> {
    let (sign, kind) = Kind::SIGNS.iter().find(|(sign, _)| text.starts_with(sign))?;
    Some((*kind, sign.len()))
}

/// Signs of other languages, read as what they mean here after an error.
fn doubled_sign(text: &[u8]) -> Option<(Kind, usize)> {
    match text.get(..2)? {
        b"&&" => Some((Kind::And, 2)),
        b"||" => Some((Kind::Bar, 2)),
        b"==" => Some((Kind::Eq, 2)),
        _ => None,
    }
}

fn doubled_sign_error(text: &[u8], at: usize) -> Option<Diagnostic> {
    let (kind, len) = doubled_sign(text)?;
    let span = Span::new(at as u32, (at + len) as u32);
    let written = String::from_utf8_lossy(&text[..len]).into_owned();
    let message = format!("`{written}` is not a sign of the language");
    Some(Diagnostic::error("E0501", span, message).help(format!("write {}", kind.describe())))
}

fn begins_nothing(byte: u8) -> bool {
    !byte.is_ascii_whitespace()
        && !byte.is_ascii_alphanumeric()
        && byte != b'_'
        && byte != b'#'
        && !Kind::SIGNS.iter().any(|(sign, _)| sign[0] == byte)
        || byte == b'\x0b'
        || byte == b'\x0c'
}
