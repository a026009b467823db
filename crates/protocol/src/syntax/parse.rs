//! From tokens to the syntax tree: clauses and statements. Formulas are in `parse_formula`.
//!
//! A recursive-descent parser with one token of lookahead. An error is reported where it is
//! found and the parser goes on at the next word that begins a clause, so that one run reports
//! one error per clause. Recursion happens only in formulas, and its depth is limited there.
//!
//! ```text
//! file      := "protocol" NAME clause*
//! clause    := "loc" names | ["centre"] "data" NAME ":" sort "=" init
//!            | ["centre"] "var" NAME ":" values "=" init | "centre" "ptr" NAME
//!            | "pred" NAME ":=" formula | "at" places ":" body | "centre" ":" body
//!            | "guards" ("atomic" | "stepwise") | "justice" (NAME | "centre") {"," …}
//!            | "compassion" names | "final" names | "topology" ("ring" | "line")
//!            | "initially" formula
//!            | "safety" [NAME ":"] formula | "reachable" [NAME ":"] formula
//!            | "liveness" [NAME ":"] formula "->" "F" formula
//! body      := ["when" formula ":"] statement {"or" statement}
//! statement := "if" guard {"and" guard} "then" branch ["else" branch] | branch
//! guard     := ("forall" | "exists" | bound) "otr" "." formula
//! branch    := {action ";"} (action | "goto" NAME | "stay")
//! action    := NAME ":=" ("*" | operand) | "scan" "if" formula "then" NAME ":=" operand
//!            | "broadcast" ["if" formula "then"] updates {"else" "if" formula "then" updates}
//!            | "some" "otr" "." formula | operand ":=" operand
//! bound     := ("atmost" | "atleast" | "exactly") NUMBER | "majority"
//! ```

use source::{Diagnostic, Diagnostics, Source, Span};

use super::ast::*;
use super::token::{Kind, Token, Tokens, tokenize};
use crate::{Atomicity, DataSort, MAX_NUMBER, Topology};

/// An error that has been reported; the parser only has to find its way on.
#[derive(Debug)]
pub(super) struct Reported;

pub(super) type Parsed<T> = Result<T, Reported>;

/// Parses a file; what could not be read is left out and reported.
pub fn parse(source: &Source, diagnostics: &mut Diagnostics) -> File {
    let Tokens { tokens, .. } = tokenize(source, diagnostics);
    let mut parser = Parser { source, tokens: &tokens, at: 0, depth: 0, diagnostics };
    parser.file()
}

impl Lost {
    fn note(&mut self, kind: Kind) {
        match kind {
            Kind::Safety | Kind::Liveness | Kind::Reachable => self.property = true,
            Kind::At
            | Kind::Guards
            | Kind::Justice
            | Kind::Compassion
            | Kind::Final
            | Kind::Initially
            | Kind::Topology
            | Kind::Protocol => {}
            _ => self.declaration = true,
        }
    }
}

pub(super) struct Parser<'a> {
    source: &'a Source,
    /// The last is of kind [`Kind::End`], and the parser never moves past it.
    tokens: &'a [Token],
    at: usize,
    /// How deep formulas are nested at this point.
    pub(super) depth: usize,
    pub(super) diagnostics: &'a mut Diagnostics,
}

impl Parser<'_> {
    fn file(&mut self) -> File {
        let name = match self.file_name() {
            Ok(name) => Some(name),
            Err(Reported) => {
                self.skip_to_clause();
                None
            }
        };
        let mut items = Vec::new();
        let mut lost = Lost::default();
        while self.peek() != Kind::End && !self.diagnostics.is_full() {
            let kind = self.peek();
            match self.item() {
                Ok(item) => items.push(item),
                Err(Reported) => {
                    lost.note(kind);
                    self.skip_to_clause();
                }
            }
        }
        File { name, items, lost, end: self.tokens[self.tokens.len() - 1].span }
    }

    fn file_name(&mut self) -> Parsed<Name> {
        if self.peek() != Kind::Protocol {
            let diagnostic = self.unexpected("`protocol`");
            self.diagnostics
                .push(diagnostic.help("a file begins with its name, as in `protocol bakery`"));
            return Err(Reported);
        }
        self.bump();
        self.name()
    }

    fn item(&mut self) -> Parsed<Item> {
        match self.peek() {
            Kind::Loc => {
                self.bump();
                Ok(Item::Locations(self.names()?))
            }
            Kind::Data => self.data(Owner::Process),
            Kind::Var => self.finite(Owner::Process),
            Kind::Pred => {
                self.bump();
                let name = self.name()?;
                self.expect(Kind::Assign)?;
                Ok(Item::Predicate { name, body: self.formula()? })
            }
            Kind::At => self.at_clause(),
            Kind::Centre => self.centre(),
            Kind::Guards => self.guards(),
            Kind::Justice => self.justice(),
            Kind::Compassion => {
                self.bump();
                Ok(Item::Compassion(self.names()?))
            }
            Kind::Final => {
                self.bump();
                Ok(Item::Final(self.names()?))
            }
            Kind::Initially => {
                self.bump();
                Ok(Item::Initially(self.formula()?))
            }
            Kind::Topology => self.topology(),
            Kind::Safety | Kind::Liveness | Kind::Reachable => self.property(),
            Kind::Protocol => {
                let span = self.span();
                self.bump();
                self.diagnostics.push(Diagnostic::error(
                    "E0502",
                    span,
                    "a file holds one protocol, and its name stands at the top",
                ));
                Err(Reported)
            }
            _ => {
                // Nothing is missing before it: this word itself is the one that does not fit.
                let diagnostic = self.unexpected_at(self.span(), "a clause");
                self.diagnostics.push(diagnostic.help(
                    "clauses begin with `loc`, `data`, `var`, `pred`, `centre`, `at`, `guards`, \
                     `topology`, `initially`, `justice`, `compassion`, `final`, `safety`, \
                     `liveness` or `reachable`",
                ));
                Err(Reported)
            }
        }
    }

    fn data(&mut self, owner: Owner) -> Parsed<Item> {
        self.bump();
        let name = self.name()?;
        self.expect(Kind::Colon)?;
        let sort = match self.peek() {
            Kind::Nat => DataSort::Nat,
            Kind::Int => DataSort::Int,
            _ => return self.fail("`nat` or `int`"),
        };
        self.bump();
        self.initial_sign()?;
        if self.accept(Kind::Star) {
            return Ok(Item::Data { owner, name, sort, initial: Initial::Any });
        }
        let start = self.span();
        let value = if self.accept(Kind::Minus) { -self.number()? } else { self.number()? };
        let number = Number { value, span: start.to(self.previous_span()) };
        Ok(Item::Data { owner, name, sort, initial: Initial::Value(number) })
    }

    fn finite(&mut self, owner: Owner) -> Parsed<Item> {
        self.bump();
        let name = self.name()?;
        self.expect(Kind::Colon)?;
        let values = match self.peek() {
            Kind::Bool => {
                self.bump();
                Values::Bool
            }
            Kind::BraceOpen => Values::Named(self.set()?),
            _ => return self.fail("`bool` or a set of values such as `{a, b}`"),
        };
        self.initial_sign()?;
        let initial =
            if self.accept(Kind::Star) { Initial::Any } else { Initial::Value(self.value_name()?) };
        Ok(Item::Finite { owner, name, values, initial })
    }

    fn initial_sign(&mut self) -> Parsed<()> {
        if self.peek() == Kind::Eq {
            self.bump();
            return Ok(());
        }
        let diagnostic = self.unexpected("`=` and the initial value");
        self.diagnostics.push(diagnostic.help("write `= *` if it may be any value"));
        Err(Reported)
    }

    fn centre(&mut self) -> Parsed<Item> {
        self.bump();
        match self.peek() {
            Kind::Data => self.data(Owner::Centre),
            Kind::Var => self.finite(Owner::Centre),
            Kind::Ptr => {
                self.bump();
                Ok(Item::Pointer(self.name()?))
            }
            Kind::Colon => {
                self.bump();
                Ok(Item::Clause(self.body(ClauseActor::Centre)?))
            }
            _ => self.fail("`data`, `var`, `ptr` or `:`"),
        }
    }

    fn at_clause(&mut self) -> Parsed<Item> {
        self.bump();
        let actor = match self.peek() {
            Kind::Any => {
                self.bump();
                ClauseActor::AtAny
            }
            Kind::BraceOpen => ClauseActor::At(self.set()?),
            _ => ClauseActor::At(self.names()?),
        };
        self.expect(Kind::Colon)?;
        Ok(Item::Clause(self.body(actor)?))
    }

    fn guards(&mut self) -> Parsed<Item> {
        self.bump();
        let atomicity = match self.peek() {
            Kind::Atomic => Atomicity::Atomic,
            Kind::Stepwise => Atomicity::Stepwise,
            _ => return self.fail("`atomic` or `stepwise`"),
        };
        let span = self.span();
        self.bump();
        Ok(Item::Guards(atomicity, span))
    }

    fn justice(&mut self) -> Parsed<Item> {
        self.bump();
        let mut just = Vec::new();
        loop {
            just.push(match self.peek() {
                Kind::Centre => {
                    self.bump();
                    JustOne::Centre
                }
                _ => JustOne::Location(self.name()?),
            });
            if !self.accept(Kind::Comma) {
                return Ok(Item::Justice(just));
            }
        }
    }

    fn topology(&mut self) -> Parsed<Item> {
        self.bump();
        let span = self.span();
        let written = self.source.excerpt(span);
        let topology = match (self.peek(), &*written) {
            (Kind::Name, "ring") => Topology::Ring,
            (Kind::Name, "line") => Topology::Line,
            _ => return self.fail("`ring` or `line`"),
        };
        self.bump();
        Ok(Item::Topology(topology, span))
    }

    fn property(&mut self) -> Parsed<Item> {
        let (kind, start) = (self.peek(), self.span());
        self.bump();
        let named = self.peek() == Kind::Name && self.peek_second() == Kind::Colon;
        let name = if named {
            let name = self.name()?;
            self.expect(Kind::Colon)?;
            Some(name)
        } else {
            None
        };
        let kind = match kind {
            Kind::Safety => PropertyKind::Safety(self.formula()?),
            Kind::Reachable => PropertyKind::Reachable(self.formula()?),
            _ => {
                let trigger = self.disjunction()?;
                self.expect(Kind::Arrow)?;
                self.expect(Kind::Finally)?;
                PropertyKind::Liveness { trigger, response: self.formula()? }
            }
        };
        Ok(Item::Property { name, kind, span: start.to(self.previous_span()) })
    }

    fn body(&mut self, actor: ClauseActor) -> Parsed<Clause> {
        let when = if self.accept(Kind::When) {
            let when = self.formula()?;
            self.expect(Kind::Colon)?;
            Some(when)
        } else {
            None
        };
        let mut alternatives = vec![self.statement()?];
        while self.accept(Kind::Or) {
            alternatives.push(self.statement()?);
        }
        Ok(Clause { actor, when, alternatives })
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let start = self.span();
        if self.peek() == Kind::When {
            let diagnostic = Diagnostic::error(
                "E0502",
                start,
                "`when` stands before the first alternative and covers them all",
            );
            self.diagnostics.push(
                diagnostic
                    .help("write a second `at` clause for an alternative with its own `when`"),
            );
            return Err(Reported);
        }
        if !self.accept(Kind::If) {
            let then = self.branch()?;
            let span = start.to(self.previous_span());
            return Ok(Statement { guards: Vec::new(), then, otherwise: None, span });
        }
        let mut guards = vec![self.guard()?];
        while self.accept_word("and") {
            guards.push(self.guard()?);
        }
        self.expect(Kind::Then)?;
        let then = self.branch()?;
        let otherwise = if self.accept(Kind::Else) { Some(self.branch()?) } else { None };
        let span = start.to(self.previous_span());
        Ok(Statement { guards, then, otherwise, span })
    }

    fn guard(&mut self) -> Parsed<Guard> {
        let start = self.span();
        let quantifier = match self.peek() {
            Kind::Forall => Quantifier::Forall,
            Kind::Exists => Quantifier::Exists,
            Kind::AtMost | Kind::AtLeast | Kind::Exactly | Kind::Majority => {
                let quantifier = Quantifier::Count(self.bound()?);
                self.expect(Kind::Otr)?;
                self.expect(Kind::Dot)?;
                let body = self.formula()?;
                return Ok(Guard { quantifier, span: start.to(body.span), body });
            }
            _ => {
                let diagnostic = self.unexpected("`forall` or `exists`");
                self.diagnostics.push(diagnostic.help(
                    "`if` looks at the other processes; a test of own variables is \
                     `at L: when TEST: …`",
                ));
                return Err(Reported);
            }
        };
        self.bump();
        self.expect(Kind::Otr)?;
        self.expect(Kind::Dot)?;
        let body = self.formula()?;
        Ok(Guard { quantifier, span: start.to(body.span), body })
    }

    fn branch(&mut self) -> Parsed<Branch> {
        let start = self.span();
        let mut actions = Vec::new();
        let leave = loop {
            match self.peek() {
                Kind::Goto => {
                    self.bump();
                    break Leave::Goto(self.name()?);
                }
                Kind::Stay => {
                    self.bump();
                    break Leave::Stay;
                }
                _ => actions.push(self.action()?),
            }
            if !self.accept(Kind::Semicolon) {
                break Leave::Missing;
            }
        };
        Ok(Branch { actions, leave, span: start.to(self.previous_span()) })
    }

    fn action(&mut self) -> Parsed<Action> {
        let start = self.span();
        match self.peek() {
            Kind::Scan => {
                self.bump();
                self.expect(Kind::If)?;
                let test = self.formula()?;
                self.expect(Kind::Then)?;
                let target = self.name()?;
                self.expect(Kind::Assign)?;
                let value = self.operand()?;
                Ok(Action::Scan { test, target, value, span: start.to(self.previous_span()) })
            }
            Kind::Broadcast => {
                self.bump();
                let cases = self.cases()?;
                Ok(Action::Broadcast { cases, span: start.to(self.previous_span()) })
            }
            Kind::Some => {
                self.bump();
                self.expect(Kind::Otr)?;
                self.expect(Kind::Dot)?;
                let test = self.formula()?;
                Ok(Action::Pick { test, span: start.to(self.previous_span()) })
            }
            Kind::Pc => self.tell(),
            Kind::Name if self.peek_second() == Kind::BracketOpen => self.tell(),
            Kind::Name => {
                let target = self.name()?;
                self.expect(Kind::Assign)?;
                Ok(Action::Assign { target, value: self.assigned()? })
            }
            _ => self.fail("an assignment, `some`, `scan`, `broadcast`, `goto` or `stay`"),
        }
    }

    /// `f[otr] := c`
    fn tell(&mut self) -> Parsed<Action> {
        let start = self.span();
        let target = self.operand()?;
        self.expect(Kind::Assign)?;
        let value = self.assigned()?;
        Ok(Action::Tell { target, value, span: start.to(self.previous_span()) })
    }

    /// What stands behind `:=`.
    fn assigned(&mut self) -> Parsed<Value> {
        let star = self.span();
        Ok(match self.accept(Kind::Star) {
            true => Value::Any(star),
            false => Value::Operand(self.operand()?),
        })
    }

    /// The cases of a broadcast. `else` belongs to it only if `if` follows: a branch never
    /// begins with `if`, so the other `else` is that of the guard around the broadcast.
    fn cases(&mut self) -> Parsed<Vec<Case>> {
        if self.peek() != Kind::If {
            return Ok(vec![Case { test: None, updates: self.updates()? }]);
        }
        let mut cases = Vec::new();
        loop {
            self.expect(Kind::If)?;
            let test = self.formula()?;
            self.expect(Kind::Then)?;
            cases.push(Case { test: Some(test), updates: self.updates()? });
            if self.peek() != Kind::Else || self.peek_second() != Kind::If {
                return Ok(cases);
            }
            self.bump();
        }
    }

    fn updates(&mut self) -> Parsed<Vec<Update>> {
        let mut updates = Vec::new();
        loop {
            let target = self.operand()?;
            self.expect(Kind::Assign)?;
            updates.push(Update { target, value: self.operand()? });
            if !self.accept(Kind::Comma) {
                return Ok(updates);
            }
        }
    }

    fn names(&mut self) -> Parsed<Vec<Name>> {
        let mut names = vec![self.name()?];
        while self.accept(Kind::Comma) {
            names.push(self.name()?);
        }
        Ok(names)
    }

    /// `{a, b}`
    pub(super) fn set(&mut self) -> Parsed<Vec<Name>> {
        self.expect(Kind::BraceOpen)?;
        let mut names = vec![self.value_name()?];
        while self.accept(Kind::Comma) {
            names.push(self.value_name()?);
        }
        self.expect(Kind::BraceClose)?;
        Ok(names)
    }

    /// A name, or one of the two words that are values of a `bool`.
    fn value_name(&mut self) -> Parsed<Name> {
        match self.peek() {
            Kind::True | Kind::False => {
                let span = self.span();
                self.bump();
                Ok(Name { text: self.source.excerpt(span).into_owned(), span })
            }
            _ => self.name(),
        }
    }

    pub(super) fn name(&mut self) -> Parsed<Name> {
        let span = self.span();
        if self.peek() == Kind::Name {
            self.bump();
            return Ok(Name { text: self.source.excerpt(span).into_owned(), span });
        }
        let diagnostic = self.unexpected("a name");
        let reserved = self.source.excerpt(span);
        let is_word = reserved.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
        self.diagnostics.push(if is_word {
            diagnostic.note(format!("`{reserved}` is a word of the language"))
        } else {
            diagnostic
        });
        Err(Reported)
    }

    /// A number without sign; too large a one is an error.
    pub(super) fn number(&mut self) -> Parsed<i64> {
        let span = self.span();
        if self.peek() != Kind::Number {
            return self.fail("a number");
        }
        self.bump();
        let value = self.source.excerpt(span).parse::<i64>().ok();
        match value.filter(|value| *value <= MAX_NUMBER) {
            Some(value) => Ok(value),
            None => {
                let message = format!("numbers go up to {MAX_NUMBER}");
                self.diagnostics.push(Diagnostic::error("E0503", span, message).label("too large"));
                Err(Reported)
            }
        }
    }

    pub(super) fn peek(&self) -> Kind {
        self.tokens[self.at].kind
    }

    pub(super) fn peek_second(&self) -> Kind {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    pub(super) fn previous_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub(super) fn bump(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn accept(&mut self, kind: Kind) -> bool {
        let there = self.peek() == kind;
        if there {
            self.bump();
        }
        there
    }

    /// Takes a word that means something in this place only, and is a name elsewhere.
    fn accept_word(&mut self, word: &str) -> bool {
        let there = self.peek() == Kind::Name && self.source.excerpt(self.span()) == word;
        if there {
            self.bump();
        }
        there
    }

    pub(super) fn expect(&mut self, kind: Kind) -> Parsed<()> {
        if self.accept(kind) { Ok(()) } else { self.fail(kind.describe()) }
    }

    pub(super) fn fail<T>(&mut self, wanted: &str) -> Parsed<T> {
        let diagnostic = self.unexpected(wanted);
        self.diagnostics.push(diagnostic);
        Err(Reported)
    }

    fn unexpected(&self, wanted: &str) -> Diagnostic {
        let token = self.tokens[self.at];
        // What is missing at the end of a line is missing there, and not where the next begins.
        let end = Span::at(self.previous_span().hi);
        let is_later_line =
            self.at > 0 && self.source.buffer_line(end.lo) < self.source.buffer_line(token.span.lo);
        let span = if is_later_line { end } else { token.span };
        self.unexpected_at(span, wanted)
    }

    fn unexpected_at(&self, span: Span, wanted: &str) -> Diagnostic {
        let token = self.tokens[self.at];
        let found = match token.kind {
            Kind::Name | Kind::Number => {
                format!("`{}`", shortened(&self.source.excerpt(token.span)))
            }
            other => other.describe().to_owned(),
        };
        Diagnostic::error("E0502", span, format!("expected {wanted}, found {found}"))
            .label(format!("expected {wanted}"))
    }

    fn skip_to_clause(&mut self) {
        while self.peek() != Kind::End && !self.peek().begins_clause() {
            self.bump();
        }
    }
}

/// A name as it may stand in a message: machine-written files have names of a megabyte.
pub(crate) fn shortened(name: &str) -> String {
    const MOST: usize = 60;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST).chain(std::iter::once('…')).collect()
}
