//! Recursive descent over the tokens of a `.cub` file.
//!
//! The grammar is Cubicle's, a little more liberal: declarations may come in any order, and a
//! sum may have any number of summands. `||` binds weaker than `&&`, `=>` and `<=>` weaker
//! still, and the body of a quantifier reaches as far to the right as it can.
//!
//! After an error the parser goes on at the next word that opens a declaration, so that one run
//! reports several. Nesting is limited to [`MAX_DEPTH`], which is what keeps the stack bounded
//! on hostile input here and in everything that walks the tree later.

mod first_syntax;

pub use first_syntax::array_copy;

use source::{Diagnostic, Diagnostics, Source, Span};

use super::ast::{
    Argument, Comparison, Expr, ExprKind, File, Name, Predicate, Quantified, Quantifier, Summand,
    SymbolDecl, SymbolKind, Term, TermKind, Transition, TypeDecl, Update, Value,
};
use super::lexer::{Keyword, Token, tokenize};

/// How deep formulas may nest.
const MAX_DEPTH: usize = 200;

/// An error was reported, and the current declaration is given up.
struct Abandoned;

type Parsed<T> = Result<T, Abandoned>;

/// Reads a whole file; what could not be read is left out and reported.
pub fn parse(source: &Source, diagnostics: &mut Diagnostics) -> File {
    let tokens = tokenize(source.text(), diagnostics);
    let decimals = tokens.iter().filter(|(token, _)| *token == Token::Decimal);
    let n_decimals = decimals.map(|(_, span)| n_decimals(&source.excerpt(*span))).max();
    let mut parser = Parser { source, tokens, at: 0, depth: 0, diagnostics };
    let mut file = File { n_decimals: n_decimals.unwrap_or(0), ..File::default() };
    while parser.peek() != Token::End && !parser.diagnostics.is_full() {
        if parser.declaration(&mut file).is_err() {
            parser.skip_to_declaration();
        }
    }
    file
}

struct Parser<'a> {
    source: &'a Source,
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
    diagnostics: &'a mut Diagnostics,
}

impl Parser<'_> {
    fn peek(&self) -> Token {
        self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn advance(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn at_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(here) if here == sign)
    }

    fn at_keyword(&self, keyword: Keyword) -> bool {
        self.peek() == Token::Keyword(keyword)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.at_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Parsed<Span> {
        if self.at_sign(sign) {
            return Ok(self.advance());
        }
        Err(self.unexpected(&format!("`{sign}`")))
    }

    fn unexpected(&mut self, wanted: &str) -> Abandoned {
        let span = self.span();
        let found = match self.peek() {
            Token::End => "the end of the file".to_string(),
            _ => format!("`{}`", shorten(&self.source.excerpt(span))),
        };
        self.diagnostics.push(
            Diagnostic::error("E0702", span, format!("expected {wanted}, found {found}"))
                .label(format!("expected {wanted}")),
        );
        Abandoned
    }

    fn name(&mut self, token: Token, wanted: &str) -> Parsed<Name> {
        if self.peek() != token {
            return Err(self.unexpected(wanted));
        }
        let span = self.advance();
        Ok(Name { text: self.source.excerpt(span).into_owned(), span })
    }

    fn lower(&mut self, wanted: &str) -> Parsed<Name> {
        self.name(Token::Lower, wanted)
    }

    fn upper(&mut self, wanted: &str) -> Parsed<Name> {
        self.name(Token::Upper, wanted)
    }

    fn skip_to_declaration(&mut self) {
        loop {
            match self.peek() {
                Token::End => return,
                Token::Keyword(
                    Keyword::Type
                    | Keyword::Var
                    | Keyword::Array
                    | Keyword::Const
                    | Keyword::Init
                    | Keyword::Transition
                    | Keyword::Invariant
                    | Keyword::Candidate
                    | Keyword::Unsafe
                    | Keyword::UniversalUnsafe
                    | Keyword::Predicate
                    | Keyword::Hint,
                ) => return,
                _ => {
                    self.advance();
                }
            }
        }
    }

    fn declaration(&mut self, file: &mut File) -> Parsed<()> {
        let Token::Keyword(keyword) = self.peek() else {
            let error = self.unexpected("a declaration");
            self.advance();
            return Err(error);
        };
        let span = self.advance();
        match keyword {
            Keyword::Type => file.types.push(self.type_decl()?),
            Keyword::Var => file.symbols.push(self.symbol_decl(SymbolKind::Variable)?),
            Keyword::Array => file.symbols.push(self.symbol_decl(SymbolKind::Array)?),
            Keyword::Const => file.symbols.push(self.symbol_decl(SymbolKind::Constant)?),
            Keyword::Init => file.init.push(self.quantified(span)?),
            Keyword::Unsafe => file.unsafes.push(self.quantified(span)?),
            Keyword::Invariant => file.invariants.push(self.quantified(span)?),
            Keyword::Candidate => file.candidates.push(self.quantified(span)?),
            Keyword::Transition => file.transitions.push(self.transition()?),
            Keyword::Predicate => file.predicates.push(self.predicate()?),
            Keyword::NumberProcs => {
                let number = self.name(Token::Integer, "a number of processes")?;
                let n_fixed = number.text.parse().unwrap_or(u32::MAX);
                file.n_fixed = Some((n_fixed, span.to(number.span)));
            }
            Keyword::UniversalUnsafe => return Err(self.not_supported("`univ_unsafe`", span)),
            Keyword::Hint => return Err(self.not_supported("`hint`", span)),
            _ => {
                self.at -= 1;
                let error = self.unexpected("a declaration");
                self.advance();
                return Err(error);
            }
        }
        Ok(())
    }

    fn not_supported(&mut self, construct: &str, span: Span) -> Abandoned {
        self.diagnostics.push(
            Diagnostic::error("E0703", span, format!("{construct} is not supported"))
                .label("this construct has no counterpart in Linchpin's model"),
        );
        Abandoned
    }

    fn type_decl(&mut self) -> Parsed<TypeDecl> {
        let name = self.lower("the name of a type")?;
        if !self.eat("=") {
            return Ok(TypeDecl { name, constructors: None });
        }
        self.eat("|");
        let mut constructors = vec![self.upper("a constructor")?];
        while self.eat("|") {
            constructors.push(self.upper("a constructor")?);
        }
        Ok(TypeDecl { name, constructors: Some(constructors) })
    }

    fn symbol_decl(&mut self, kind: SymbolKind) -> Parsed<SymbolDecl> {
        let name = self.upper("a name that begins with an upper-case letter")?;
        let mut indices = Vec::new();
        if kind == SymbolKind::Array {
            self.expect("[")?;
            indices.push(self.lower("`proc`")?);
            while self.eat(",") {
                indices.push(self.lower("`proc`")?);
            }
            self.expect("]")?;
        }
        self.expect(":")?;
        let ty = self.lower("a type")?;
        Ok(SymbolDecl { kind, name, indices, ty })
    }

    fn params(&mut self) -> Parsed<Vec<Name>> {
        let mut params = Vec::new();
        self.expect("(")?;
        while self.peek() == Token::Lower {
            params.push(self.lower("a process")?);
        }
        self.expect(")")?;
        Ok(params)
    }

    fn quantified(&mut self, span: Span) -> Parsed<Quantified> {
        let params = if self.at_sign("(") { self.params()? } else { Vec::new() };
        self.expect("{")?;
        let body = self.expr()?;
        let end = self.expect("}")?;
        Ok(Quantified { params, body, span: span.to(end) })
    }

    fn predicate(&mut self) -> Parsed<Predicate> {
        let name = self.lower("the name of a predicate")?;
        let mut params = Vec::new();
        self.expect("(")?;
        while self.peek() == Token::Lower {
            params.push(self.lower("a parameter")?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        self.expect("{")?;
        let body = self.expr()?;
        self.expect("}")?;
        Ok(Predicate { name, params, body })
    }

    fn transition(&mut self) -> Parsed<Transition> {
        let name = match self.peek() {
            Token::Upper => self.upper("the name of a transition")?,
            _ => self.lower("the name of a transition")?,
        };
        let params = self.params()?;
        if self.at_word("require") || self.at_word("uguard") || self.at_word("assign") {
            return self.first_transition(name, params);
        }
        let mut requires = None;
        if self.at_keyword(Keyword::Requires) {
            self.advance();
            self.expect("{")?;
            if !self.at_sign("}") {
                requires = Some(self.expr()?);
            }
            self.expect("}")?;
        }
        self.expect("{")?;
        let mut lets = Vec::new();
        while self.at_keyword(Keyword::Let) {
            self.advance();
            let name = self.lower("a name for the term")?;
            self.expect("=")?;
            lets.push((name, self.term()?));
            if !self.at_keyword(Keyword::In) {
                return Err(self.unexpected("`in`"));
            }
            self.advance();
        }
        let mut updates = Vec::new();
        while !self.at_sign("}") {
            updates.push(self.update()?);
            if !self.eat(";") {
                break;
            }
        }
        self.expect("}")?;
        Ok(Transition { name, params, requires, lets, updates })
    }

    fn update(&mut self) -> Parsed<Update> {
        let target = self.upper("a variable or array to assign to")?;
        let indices = if self.at_sign("[") { self.indices()? } else { Vec::new() };
        self.expect(":=")?;
        let value = if self.eat(".") || self.eat("?") {
            Value::Any
        } else if self.at_keyword(Keyword::Case) {
            self.advance();
            self.expect("|")?;
            Value::Case(self.branches()?)
        } else {
            Value::Term(self.term()?)
        };
        Ok(Update { target, indices, value })
    }

    fn branches(&mut self) -> Parsed<Vec<(Option<Expr>, Term)>> {
        let mut branches = Vec::new();
        loop {
            let condition = if self.eat("_") { None } else { Some(self.expr()?) };
            self.expect(":")?;
            let last = condition.is_none();
            branches.push((condition, self.term()?));
            if last || !self.eat("|") {
                return Ok(branches);
            }
        }
    }

    fn indices(&mut self) -> Parsed<Vec<Name>> {
        self.expect("[")?;
        let mut indices = vec![self.index()?];
        while self.eat(",") {
            indices.push(self.index()?);
        }
        self.expect("]")?;
        Ok(indices)
    }

    fn index(&mut self) -> Parsed<Name> {
        match self.peek() {
            Token::Process => self.name(Token::Process, "a process"),
            Token::Upper => {
                let name = self.upper("a process")?;
                let message = format!("the index `{}` is a variable", name.text);
                self.diagnostics.push(
                    Diagnostic::error("E0703", name.span, message)
                        .label("Cubicle indexes arrays by processes only")
                        .help(format!(
                            "take a parameter `p` with `p = {}` in its place",
                            name.text
                        )),
                );
                Ok(name)
            }
            _ => self.lower("a process"),
        }
    }

    fn expr(&mut self) -> Parsed<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let span = self.span();
            self.diagnostics.push(
                Diagnostic::error("E0704", span, "formula is nested too deeply")
                    .label(format!("more than {MAX_DEPTH} levels")),
            );
            self.depth -= 1;
            return Err(Abandoned);
        }
        let result = self.implication();
        self.depth -= 1;
        result
    }

    fn implication(&mut self) -> Parsed<Expr> {
        let lhs = self.disjunction()?;
        let implies = self.at_sign("=>");
        if !implies && !self.at_sign("<=>") {
            return Ok(lhs);
        }
        self.advance();
        let rhs = self.expr()?;
        let span = lhs.span.to(rhs.span);
        let (lhs, rhs) = (Box::new(lhs), Box::new(rhs));
        let kind = if implies { ExprKind::Implies(lhs, rhs) } else { ExprKind::Iff(lhs, rhs) };
        Ok(Expr { kind, span })
    }

    fn disjunction(&mut self) -> Parsed<Expr> {
        let mut parts = vec![self.conjunction()?];
        while self.eat("||") {
            parts.push(self.conjunction()?);
        }
        Ok(joined(parts, ExprKind::Or))
    }

    fn conjunction(&mut self) -> Parsed<Expr> {
        let mut parts = vec![self.unary()?];
        while self.eat("&&") {
            parts.push(self.unary()?);
        }
        Ok(joined(parts, ExprKind::And))
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let Token::Keyword(keyword) = self.peek() else { return self.simple() };
        let quantifier = match keyword {
            Keyword::Forall => Quantifier::Forall,
            Keyword::ForallOther => Quantifier::ForallOther,
            Keyword::Exists => Quantifier::Exists,
            Keyword::ExistsOther => Quantifier::ExistsOther,
            Keyword::Not => {
                self.advance();
                self.depth += 1;
                let inner = if self.depth > MAX_DEPTH { self.expr() } else { self.unary() };
                self.depth -= 1;
                let inner = inner?;
                let span = start.to(inner.span);
                return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span });
            }
            Keyword::If => return self.conditional(start),
            _ => return self.simple(),
        };
        self.advance();
        let mut names = vec![self.lower("a process")?];
        while self.eat("<>") {
            names.push(self.lower("a process")?);
        }
        self.expect(".")?;
        let body = self.expr()?;
        let span = start.to(body.span);
        Ok(Expr { kind: ExprKind::Quantified(quantifier, names, Box::new(body)), span })
    }

    fn conditional(&mut self, start: Span) -> Parsed<Expr> {
        self.advance();
        let condition = self.expr()?;
        if !self.at_keyword(Keyword::Then) {
            return Err(self.unexpected("`then`"));
        }
        self.advance();
        let positive = self.expr()?;
        if !self.at_keyword(Keyword::Else) {
            return Err(self.unexpected("`else`"));
        }
        self.advance();
        // `if c then a else b && d` is `(if c then a else b) && d` in Cubicle's grammar.
        self.depth += 1;
        let negative = if self.depth > MAX_DEPTH { self.expr() } else { self.unary() };
        self.depth -= 1;
        let negative = negative?;
        let span = start.to(negative.span);
        let kind = ExprKind::If(Box::new(condition), Box::new(positive), Box::new(negative));
        Ok(Expr { kind, span })
    }

    fn simple(&mut self) -> Parsed<Expr> {
        let start = self.span();
        match self.peek() {
            Token::Keyword(Keyword::True) => {
                self.advance();
                Ok(Expr { kind: ExprKind::Constant(true), span: start })
            }
            Token::Keyword(Keyword::False) => {
                self.advance();
                Ok(Expr { kind: ExprKind::Constant(false), span: start })
            }
            Token::Sign("(") => {
                self.advance();
                let inner = self.expr()?;
                let end = self.expect(")")?;
                Ok(Expr { kind: inner.kind, span: start.to(end) })
            }
            Token::Lower if self.tokens[self.at + 1].0 == Token::Sign("(") => self.application(),
            _ => {
                let lhs = self.term()?;
                self.comparison(lhs)
            }
        }
    }

    fn application(&mut self) -> Parsed<Expr> {
        let name = self.lower("a predicate")?;
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.at_sign(")") {
            arguments.push(self.argument()?);
            if !self.eat(",") {
                break;
            }
        }
        let span = name.span.to(self.expect(")")?);
        Ok(Expr { kind: ExprKind::Apply(name, arguments), span })
    }

    /// A term or a formula: a term that is followed by `,` or `)` is a term.
    fn argument(&mut self) -> Parsed<Argument> {
        let start = self.at;
        let can_be_term = matches!(
            self.peek(),
            Token::Upper | Token::Lower | Token::Process | Token::Integer | Token::Decimal
        );
        if can_be_term && self.tokens[self.at + 1].0 != Token::Sign("(") {
            let term = self.term()?;
            if self.at_sign(",") || self.at_sign(")") {
                return Ok(Argument::Term(term));
            }
            self.at = start;
        }
        Ok(Argument::Expr(self.expr()?))
    }

    fn comparison(&mut self, lhs: Term) -> Parsed<Expr> {
        let comparison = match self.peek() {
            Token::Sign("=") => Comparison::Equal,
            Token::Sign("<>") => Comparison::NotEqual,
            Token::Sign("<") => Comparison::Less,
            Token::Sign("<=") => Comparison::LessEqual,
            Token::Sign(">") => Comparison::Greater,
            Token::Sign(">=") => Comparison::GreaterEqual,
            _ => return Err(self.unexpected("a comparison")),
        };
        self.advance();
        let rhs = self.term()?;
        let span = lhs.span.to(rhs.span);
        Ok(Expr { kind: ExprKind::Compare(comparison, lhs, rhs), span })
    }

    fn term(&mut self) -> Parsed<Term> {
        let mut negative = self.eat("-");
        let mut summands = Vec::new();
        loop {
            let (factor, term) = self.product()?;
            summands.push(Summand { negative, factor, term });
            negative = match self.peek() {
                Token::Sign("+") => false,
                Token::Sign("-") => true,
                _ => break,
            };
            self.advance();
        }
        let only_one = summands.len() == 1;
        if let [Summand { negative: false, factor: None, term }] = &summands[..]
            && only_one
        {
            return Ok(term.clone());
        }
        let span = summands[0].term.span.to(self.last_span());
        Ok(Term { kind: TermKind::Sum(summands), span })
    }

    fn product(&mut self) -> Parsed<(Option<String>, Term)> {
        let first = self.factor()?;
        if !self.eat("*") {
            return Ok((None, first));
        }
        let second = self.factor()?;
        match (&first.kind, &second.kind) {
            (TermKind::Number(factor), _) => Ok((Some(factor.clone()), second)),
            (_, TermKind::Number(factor)) => Ok((Some(factor.clone()), first)),
            _ => {
                let span = first.span.to(second.span);
                Err(self.not_supported("a product of two terms", span))
            }
        }
    }

    fn factor(&mut self) -> Parsed<Term> {
        let span = self.span();
        let text = || self.source.excerpt(span).into_owned();
        let kind = match self.peek() {
            Token::Integer | Token::Decimal => TermKind::Number(text()),
            Token::Lower | Token::Process => TermKind::Name(text()),
            Token::Upper => {
                let name = self.upper("a name")?;
                if !self.at_sign("[") {
                    return Ok(Term { kind: TermKind::Name(name.text), span });
                }
                let indices = self.indices()?;
                let span = span.to(self.last_span());
                return Ok(Term { kind: TermKind::Access(name, indices), span });
            }
            _ => return Err(self.unexpected("a term")),
        };
        self.advance();
        Ok(Term { kind, span })
    }
}

fn n_decimals(number: &str) -> usize {
    let fraction = number.split_once('.').map_or("", |(_, fraction)| fraction);
    fraction.trim_end_matches('0').len()
}

fn joined(mut parts: Vec<Expr>, join: impl FnOnce(Vec<Expr>) -> ExprKind) -> Expr {
    match parts.len() {
        1 => parts.remove(0),
        _ => {
            let span = parts[0].span.to(parts[parts.len() - 1].span);
            Expr { kind: join(parts), span }
        }
    }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        None => text.to_string(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
