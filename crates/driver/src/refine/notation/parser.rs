//! Clauses from their tokens.
//!
//! A clause that is wrong is left out, and reading goes on behind its `;`. Conditions have a bounded
//! number of operators, so that nobody who goes through one runs out of stack.

use ir::{ArithOp, CompareOp};
use source::{Diagnostic, Diagnostics, Source, Span};

use super::lexer::{Kind, Token};
use super::{Clauses, Formula, Name, Observation, Others, Whose};
use crate::closest::closest;

pub(super) struct Parser<'a> {
    source: &'a Source,
    tokens: Vec<Token>,
    at: usize,
    diagnostics: &'a mut Diagnostics,
    /// Operators of the condition that is being read.
    n_operators: usize,
}

/// Operators of one condition: whoever reads it goes into it as deep.
const MAX_OPERATORS: usize = 400;

/// Something was wrong and has been said.
struct Said;

type Parsed<T> = Result<T, Said>;

impl<'a> Parser<'a> {
    pub(super) fn new(
        source: &'a Source,
        tokens: Vec<Token>,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self { source, tokens, at: 0, diagnostics, n_operators: 0 }
    }

    pub(super) fn clauses(mut self) -> Clauses {
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
            "none" => Ok(Others::None(word.span)),
            "preserves" => Ok(Others::Preserves(self.names()?)),
            _ => {
                self.at -= 1;
                let name = self.name()?;
                let is_followed =
                    self.tokens.get(self.at).is_some_and(|it| it.kind == Kind::Mark(":"));
                if let (false, Some(meant)) =
                    (is_followed, closest(&name.text, ["preserves", "none"]))
                {
                    let message = format!("`{}` says nothing of other threads", name.text);
                    let help = format!("did you mean `{meant}`?");
                    let told = Diagnostic::error("E1101", name.span, message).help(help);
                    self.diagnostics.push(told);
                    return Err(Said);
                }
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
        self.n_operators = 0;
        let formula = self.disjunction()?;
        let first = self.tokens[start].span;
        let last = self.tokens[self.at - 1].span;
        let text =
            self.source.excerpt(first.to(last)).split_whitespace().collect::<Vec<_>>().join(" ");
        Ok((formula, text))
    }

    fn disjunction(&mut self) -> Parsed<Formula> {
        let mut all = self.conjunction()?;
        while self.operator("||")? {
            all = Formula::Or(Box::new(all), Box::new(self.conjunction()?));
        }
        Ok(all)
    }

    fn conjunction(&mut self) -> Parsed<Formula> {
        let mut all = self.comparison()?;
        while self.operator("&&")? {
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
            if self.operator(mark)? {
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
                () if self.operator("+")? => ArithOp::Add,
                () if self.operator("-")? => ArithOp::Sub,
                () => return Ok(all),
            };
            all = Formula::Arith(op, Box::new(all), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Parsed<Formula> {
        let mut all = self.unary()?;
        while self.operator("*")? {
            all = Formula::Arith(ArithOp::Mul, Box::new(all), Box::new(self.unary()?));
        }
        Ok(all)
    }

    fn unary(&mut self) -> Parsed<Formula> {
        if self.operator("!")? {
            return Ok(Formula::Not(Box::new(self.unary()?)));
        }
        if self.operator("-")? {
            return Ok(Formula::Negative(Box::new(self.unary()?)));
        }
        if self.operator("(")? {
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

    /// Takes an operator of a condition, if there are not too many of them.
    fn operator(&mut self, mark: &str) -> Parsed<bool> {
        if !self.take(mark) {
            return Ok(false);
        }
        self.n_operators += 1;
        if self.n_operators > MAX_OPERATORS {
            let span = self.tokens[self.at - 1].span;
            return self.wrong(span, "this condition is too long");
        }
        Ok(true)
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
