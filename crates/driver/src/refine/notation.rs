//! The notation of refinement: `//@` lines in either file, or a file of its own.
//!
//! ```text
//!   //@ relate   x, y, buf[*];                  equal in both at all times
//!   //@ relate   lock == 1 || tgt.x == src.x;   a relation under a condition
//!   //@ private  t, i;                          not compared, and nobody else's
//!   //@ requires n >= 0;                        at the start
//!   //@ observe  return, call(send), end;
//!   //@ env      none;
//!   //@ env      "env.c";
//!   //@ env      preserves x, t;
//!   //@ env      x: only if lock != 1;
//!   //@ entry    f;
//!   //@ ints     unbounded;
//!   //@ atomic   statements;
//! ```
//!
//! Lines that begin with another word are somebody else's. A clause ends with `;` and may go on over
//! several lines. Conditions are C's, over integers: names of globals and parameters, `tgt.` and
//! `src.` before them where both programs have one, `new(x)` for the value that others leave behind.

use ir::{ArithOp, CompareOp};
use source::{Diagnostic, Diagnostics, Source, Span};

/// A name, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// Whose variable is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Either,
    Target,
    Source,
    /// The value behind a step of others.
    New,
}

/// A condition or a number, as it was written.
#[derive(Clone, Debug)]
pub enum Formula {
    Number(i128),
    Variable(Whose, Name),
    Arith(ArithOp, Box<Formula>, Box<Formula>),
    Compare(CompareOp, Box<Formula>, Box<Formula>),
    Negative(Box<Formula>),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
}

#[derive(Clone, Debug)]
pub enum Observation {
    Return,
    End,
    Error,
    Call(Name),
}

/// One clause about the environment.
#[derive(Clone, Debug)]
pub enum Others {
    None,
    File(Name),
    Preserves(Vec<Name>),
    Guarded(Name, Formula, String),
}

/// All clauses of a text.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    pub equal: Vec<Name>,
    pub relations: Vec<(Formula, String)>,
    pub private: Vec<Name>,
    pub requires: Vec<(Formula, String)>,
    pub observe: Option<Vec<Observation>>,
    pub others: Vec<Others>,
    pub entry: Option<Name>,
    pub unbounded: bool,
    pub statements: bool,
}

const WORDS: [&str; 8] =
    ["relate", "private", "requires", "observe", "env", "entry", "ints", "atomic"];

/// The clauses in the comments of a C text.
pub fn read_comments(source: &Source, diagnostics: &mut Diagnostics) -> Clauses {
    let text = source.text();
    let mut tokens = Vec::new();
    let mut at = 0;
    // Whether the last clause is still open.
    let mut is_open = false;
    while at < text.len() {
        let end = text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |n| at + n);
        let line = &text[at..end];
        let blanks = line.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if line[blanks..].starts_with(b"//@") {
            let from = at + blanks + 3;
            let word: String = text[from..end]
                .iter()
                .skip_while(|byte| byte.is_ascii_whitespace())
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                .map(|byte| char::from(*byte))
                .collect();
            let rest = &text[from..end];
            let is_header =
                rest.iter().skip_while(|byte| byte.is_ascii_whitespace()).nth(word.len())
                    == Some(&b':');
            if is_open || (WORDS.contains(&word.as_str()) && !is_header) {
                lex(text, from, end, &mut tokens, diagnostics);
                is_open = tokens.last().is_some_and(|token| token.kind != Kind::Mark(";"));
            }
        }
        at = end + 1;
    }
    Parser { source, tokens, at: 0, diagnostics }.clauses()
}

/// The clauses of a file that has nothing else in it.
pub fn read_file(source: &Source, diagnostics: &mut Diagnostics) -> Clauses {
    let text = source.text();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |n| at + n);
        let blanks = text[at..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let from = at + blanks;
        let from = if text[from..end].starts_with(b"//@") { from + 3 } else { from };
        lex(text, from, end, &mut tokens, diagnostics);
        at = end + 1;
    }
    Parser { source, tokens, at: 0, diagnostics }.clauses()
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Word(String),
    Number(i128),
    Text(String),
    Mark(&'static str),
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    span: Span,
}

const MARKS: [&str; 28] = [
    "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "<", ">", "!", "+", "-", "*", "/", "%", "&",
    "|", "^", "(", ")", "[", "]", ",", ";", ":", ".", "=",
];

fn lex(
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
            let parsed = match digits.strip_prefix("0x") {
                Some(digits) => i128::from_str_radix(digits, 16).ok(),
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
            let len = rest[1..].iter().position(|byte| *byte == b'"').map_or(rest.len(), |n| n + 2);
            (Kind::Text(string(&rest[1..len.max(2) - 1])), len)
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

struct Parser<'a> {
    source: &'a Source,
    tokens: Vec<Token>,
    at: usize,
    diagnostics: &'a mut Diagnostics,
}

/// Something was wrong and has been said.
struct Said;

type Parsed<T> = Result<T, Said>;

impl Parser<'_> {
    fn clauses(mut self) -> Clauses {
        let mut clauses = Clauses::default();
        while self.at < self.tokens.len() {
            let start = self.at;
            if self.clause(&mut clauses).is_err() {
                self.at = self.at.max(start + 1);
                while self.at < self.tokens.len() && !self.is_mark(";") {
                    self.at += 1;
                }
                self.at += 1;
            }
        }
        clauses
    }

    fn clause(&mut self, clauses: &mut Clauses) -> Parsed<()> {
        let word = self.word("a clause about refinement")?;
        match word.text.as_str() {
            "relate" => {
                if self.is_list() {
                    clauses.equal.extend(self.names()?);
                } else {
                    let relation = self.written_formula()?;
                    clauses.relations.push(relation);
                }
            }
            "private" => clauses.private.extend(self.names()?),
            "requires" => {
                let condition = self.written_formula()?;
                clauses.requires.push(condition);
            }
            "observe" => {
                let mut list = clauses.observe.take().unwrap_or_default();
                loop {
                    list.push(self.observation()?);
                    if !self.take(",") {
                        break;
                    }
                }
                clauses.observe = Some(list);
            }
            "env" => {
                let others = self.others()?;
                clauses.others.push(others);
            }
            "entry" => clauses.entry = Some(self.word("the name of a function")?),
            "ints" => {
                let name = self.word("`machine` or `unbounded`")?;
                match name.text.as_str() {
                    "unbounded" => clauses.unbounded = true,
                    "machine" => {}
                    _ => return self.wrong(name.span, "`machine` or `unbounded` is expected"),
                }
            }
            "atomic" => {
                let name = self.word("`accesses` or `statements`")?;
                match name.text.as_str() {
                    "statements" => clauses.statements = true,
                    "accesses" => {}
                    _ => return self.wrong(name.span, "`accesses` or `statements` is expected"),
                }
            }
            _ => {
                let message = format!("`{}` begins no clause about refinement", word.text);
                return self.wrong(word.span, &message);
            }
        }
        self.expect(";")
    }

    fn others(&mut self) -> Parsed<Others> {
        if let Some(Token { kind: Kind::Text(text), span }) = self.tokens.get(self.at).cloned() {
            self.at += 1;
            return Ok(Others::File(Name { text, span }));
        }
        let word = self.word("`none`, `preserves`, a file in quotes, or the name of a variable")?;
        match word.text.as_str() {
            "none" => Ok(Others::None),
            "preserves" => Ok(Others::Preserves(self.names()?)),
            _ => {
                self.at -= 1;
                let name = self.name()?;
                self.expect(":")?;
                let (only, when) = (self.word("`only if`")?, self.word("`only if`")?);
                if only.text != "only" || when.text != "if" {
                    return self.wrong(only.span, "`only if` is expected");
                }
                let (condition, text) = self.written_formula()?;
                Ok(Others::Guarded(name, condition, text))
            }
        }
    }

    fn observation(&mut self) -> Parsed<Observation> {
        let word = self.word("`return`, `call(NAME)`, `error` or `end`")?;
        match word.text.as_str() {
            "return" => Ok(Observation::Return),
            "end" => Ok(Observation::End),
            "error" => Ok(Observation::Error),
            "call" => {
                self.expect("(")?;
                let name = self.word("the name of a function")?;
                self.expect(")")?;
                Ok(Observation::Call(name))
            }
            _ => self.wrong(word.span, "`return`, `call(NAME)`, `error` or `end` is expected"),
        }
    }

    /// Whether what follows is a list of names, rather than a condition.
    fn is_list(&self) -> bool {
        let rest = self.tokens[self.at..].iter().take_while(|it| it.kind != Kind::Mark(";"));
        rest.into_iter().all(|token| match &token.kind {
            Kind::Word(_) | Kind::Number(_) => true,
            Kind::Mark(mark) => ["[", "]", "*", ","].contains(mark),
            Kind::Text(_) => false,
        })
    }

    fn names(&mut self) -> Parsed<Vec<Name>> {
        let mut names = vec![self.name()?];
        while self.take(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    /// `x`, `buf[2]`, `buf[*]`
    fn name(&mut self) -> Parsed<Name> {
        let mut name = self.word("the name of a variable")?;
        if self.take("[") {
            let token = self.tokens.get(self.at).cloned();
            let index = match token.as_ref().map(|token| &token.kind) {
                Some(Kind::Number(index)) => index.to_string(),
                Some(Kind::Mark("*")) => "*".to_owned(),
                _ => return self.missing("an index or `*`"),
            };
            self.at += 1;
            name.text = format!("{}[{index}]", name.text);
            if let Some(close) = self.tokens.get(self.at) {
                name.span = name.span.to(close.span);
            }
            self.expect("]")?;
        }
        Ok(name)
    }

    fn written_formula(&mut self) -> Parsed<(Formula, String)> {
        let start = self.at;
        let formula = self.disjunction()?;
        let first = self.tokens[start].span;
        let last = self.tokens[self.at - 1].span;
        let text =
            self.source.excerpt(first.to(last)).split_whitespace().collect::<Vec<_>>().join(" ");
        Ok((formula, text))
    }

    fn disjunction(&mut self) -> Parsed<Formula> {
        let mut all = self.conjunction()?;
        while self.take("||") {
            all = Formula::Or(Box::new(all), Box::new(self.conjunction()?));
        }
        Ok(all)
    }

    fn conjunction(&mut self) -> Parsed<Formula> {
        let mut all = self.comparison()?;
        while self.take("&&") {
            all = Formula::And(Box::new(all), Box::new(self.comparison()?));
        }
        Ok(all)
    }

    fn comparison(&mut self) -> Parsed<Formula> {
        let left = self.sum()?;
        let ops = [
            ("==", CompareOp::Eq),
            ("!=", CompareOp::Ne),
            ("<=", CompareOp::Le),
            (">=", CompareOp::Ge),
            ("<", CompareOp::Lt),
            (">", CompareOp::Gt),
        ];
        for (mark, op) in ops {
            if self.take(mark) {
                let right = self.sum()?;
                return Ok(Formula::Compare(op, Box::new(left), Box::new(right)));
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Parsed<Formula> {
        let mut all = self.product()?;
        loop {
            let op = match () {
                () if self.take("+") => ArithOp::Add,
                () if self.take("-") => ArithOp::Sub,
                () => return Ok(all),
            };
            all = Formula::Arith(op, Box::new(all), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Parsed<Formula> {
        let mut all = self.unary()?;
        while self.take("*") {
            all = Formula::Arith(ArithOp::Mul, Box::new(all), Box::new(self.unary()?));
        }
        Ok(all)
    }

    fn unary(&mut self) -> Parsed<Formula> {
        if self.take("!") {
            return Ok(Formula::Not(Box::new(self.unary()?)));
        }
        if self.take("-") {
            return Ok(Formula::Negative(Box::new(self.unary()?)));
        }
        if self.take("(") {
            let inner = self.disjunction()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if let Some(Token { kind: Kind::Number(value), .. }) = self.tokens.get(self.at).cloned() {
            self.at += 1;
            return Ok(Formula::Number(value));
        }
        let first = self.word("a name or a number")?;
        let whose = match first.text.as_str() {
            "tgt" | "target" if self.take(".") => Whose::Target,
            "src" | "source" if self.take(".") => Whose::Source,
            "new" if self.take("(") => {
                let name = self.name()?;
                self.expect(")")?;
                return Ok(Formula::Variable(Whose::New, name));
            }
            _ => {
                self.at -= 1;
                Whose::Either
            }
        };
        let name = self.name()?;
        Ok(Formula::Variable(whose, name))
    }

    // -- Tokens.

    fn is_mark(&self, mark: &str) -> bool {
        self.tokens
            .get(self.at)
            .is_some_and(|token| matches!(token.kind, Kind::Mark(it) if it == mark))
    }

    fn take(&mut self, mark: &str) -> bool {
        let is_here = self.is_mark(mark);
        self.at += usize::from(is_here);
        is_here
    }

    fn expect(&mut self, mark: &str) -> Parsed<()> {
        match self.take(mark) {
            true => Ok(()),
            false => self.missing(&format!("`{mark}`")),
        }
    }

    fn word(&mut self, what: &str) -> Parsed<Name> {
        match self.tokens.get(self.at).cloned() {
            Some(Token { kind: Kind::Word(text), span }) => {
                self.at += 1;
                Ok(Name { text, span })
            }
            _ => self.missing(what),
        }
    }

    fn missing<T>(&mut self, what: &str) -> Parsed<T> {
        let span = match self.tokens.get(self.at) {
            Some(token) => token.span,
            None => self
                .tokens
                .last()
                .map_or(Span::default(), |token| Span { lo: token.span.hi, hi: token.span.hi }),
        };
        self.wrong(span, &format!("{what} is expected"))
    }

    fn wrong<T>(&mut self, span: Span, message: &str) -> Parsed<T> {
        self.diagnostics.push(Diagnostic::error("E1101", span, message));
        Err(Said)
    }
}
