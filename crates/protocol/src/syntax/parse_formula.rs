//! The part of the parser that reads formulas and operands.
//!
//! Precedence from loose to tight: `->` (to the right), `|`, `&`, `!`, atoms. Conjunctions and
//! disjunctions are flat however long they are; nesting comes from parentheses, `!` and `->`
//! only, and each of them counts towards [`MAX_NESTING`], which bounds the recursion here and in
//! everything that later walks the formula.

use source::Diagnostic;

use super::ast::*;
use super::parse::{Parsed, Parser, Reported};
use super::token::Kind;
use crate::{Bound, MAX_COUNT, MAX_NESTING, MAX_NUMBER, Relation};

impl Parser<'_> {
    /// `disjunction ["->" formula]`
    pub(super) fn formula(&mut self) -> Parsed<Expr> {
        let lhs = self.disjunction()?;
        // The arrow of `liveness C -> F D` belongs to no formula.
        if self.peek_second() == Kind::Finally || !self.accept(Kind::Arrow) {
            return Ok(lhs);
        }
        let rhs = self.nested(Self::formula)?;
        let span = lhs.span.to(rhs.span);
        Ok(Expr { kind: ExprKind::Implies(Box::new(lhs), Box::new(rhs)), span })
    }

    /// `conjunction {"|" conjunction}`
    pub(super) fn disjunction(&mut self) -> Parsed<Expr> {
        self.separated(Kind::Bar, Self::conjunction, ExprKind::Or)
    }

    fn conjunction(&mut self) -> Parsed<Expr> {
        self.separated(Kind::And, Self::literal, ExprKind::And)
    }

    fn separated(
        &mut self,
        separator: Kind,
        part: fn(&mut Self) -> Parsed<Expr>,
        combine: fn(Vec<Expr>) -> ExprKind,
    ) -> Parsed<Expr> {
        let first = part(self)?;
        if self.peek() != separator {
            return Ok(first);
        }
        let start = first.span;
        let mut parts = vec![first];
        while self.accept(separator) {
            parts.push(part(self)?);
        }
        let span = start.to(self.previous_span());
        Ok(Expr { kind: combine(parts), span })
    }

    fn literal(&mut self) -> Parsed<Expr> {
        let start = self.span();
        match self.peek() {
            Kind::Not => {
                self.bump();
                let inner = self.nested(Self::literal)?;
                let span = start.to(inner.span);
                Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span })
            }
            Kind::ParenOpen => {
                self.bump();
                let inner = self.nested(Self::formula)?;
                self.expect(Kind::ParenClose)?;
                Ok(Expr { kind: inner.kind, span: start.to(self.previous_span()) })
            }
            Kind::AtMost | Kind::AtLeast | Kind::Exactly | Kind::Majority => {
                let bound = self.bound()?;
                let process = self.process_name()?;
                self.expect(Kind::Dot)?;
                let body = Box::new(self.nested(Self::formula)?);
                let span = start.to(body.span);
                Ok(Expr { kind: ExprKind::Count { bound, process, body }, span })
            }
            Kind::True | Kind::False if !self.second_is_relation() => {
                let kind = if self.peek() == Kind::True { ExprKind::True } else { ExprKind::False };
                self.bump();
                Ok(Expr { kind, span: start })
            }
            _ => self.atom(),
        }
    }

    /// `atmost 3`, `majority`
    pub(super) fn bound(&mut self) -> Parsed<Bound> {
        let word = self.peek();
        self.bump();
        if word == Kind::Majority {
            return Ok(Bound::Majority);
        }
        let span = self.span();
        let number = self.number()?;
        let Some(number) = u32::try_from(number).ok().filter(|it| *it <= MAX_COUNT) else {
            let message = format!("processes are counted up to {MAX_COUNT}");
            self.diagnostics.push(Diagnostic::error("E0503", span, message));
            return Err(Reported);
        };
        Ok(match word {
            Kind::AtMost => Bound::AtMost(number),
            Kind::AtLeast => Bound::AtLeast(number),
            _ => Bound::Exactly(number),
        })
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let operand = self.operand()?;
        let start = operand.span;
        let kind = match self.peek() {
            Kind::In | Kind::Notin => {
                let membership =
                    if self.peek() == Kind::In { Membership::In } else { Membership::NotIn };
                self.bump();
                ExprKind::Member { operand, set: self.set()?, membership }
            }
            kind => match relation(kind) {
                Some(relation) => {
                    self.bump();
                    ExprKind::Compare { relation, lhs: operand, rhs: self.operand()? }
                }
                None => ExprKind::Bare(operand),
            },
        };
        Ok(Expr { kind, span: start.to(self.previous_span()) })
    }

    /// `head ["[" process "]"] {("+" | "-") NUMBER}`
    pub(super) fn operand(&mut self) -> Parsed<Operand> {
        let start = self.span();
        let head = self.head()?;
        let index = if self.accept(Kind::BracketOpen) {
            let process = self.process_name()?;
            self.expect(Kind::BracketClose)?;
            Some(process)
        } else {
            None
        };
        let mut offset: i64 = 0;
        loop {
            let span = self.span();
            let step = match self.peek() {
                Kind::Plus => {
                    self.bump();
                    self.number()?
                }
                Kind::Minus => {
                    self.bump();
                    -self.number()?
                }
                _ => break,
            };
            // Both are at most MAX_NUMBER in absolute value, so the sum cannot overflow.
            offset += step;
            if offset.abs() > MAX_NUMBER {
                let span = span.to(self.previous_span());
                let message = format!("numbers go up to {MAX_NUMBER}");
                self.diagnostics.push(Diagnostic::error("E0503", span, message));
                return Err(Reported);
            }
        }
        Ok(Operand { head, index, offset, span: start.to(self.previous_span()) })
    }

    fn head(&mut self) -> Parsed<Head> {
        let span = self.span();
        let head = match self.peek() {
            Kind::Pc => Head::Pc,
            Kind::Slf => Head::Process(ProcessName { kind: ProcessKind::Slf, span }),
            Kind::Otr => Head::Process(ProcessName { kind: ProcessKind::Otr, span }),
            Kind::Nobody => Head::Nobody,
            Kind::True => Head::Bool("true"),
            Kind::False => Head::Bool("false"),
            Kind::Name => return Ok(Head::Name(self.name()?)),
            Kind::Number => return Ok(Head::Number(self.number()?)),
            Kind::Minus => {
                self.bump();
                return Ok(Head::Number(-self.number()?));
            }
            _ => return self.fail("a variable, a number or a process"),
        };
        self.bump();
        Ok(head)
    }

    fn process_name(&mut self) -> Parsed<ProcessName> {
        let span = self.span();
        let kind = match self.peek() {
            Kind::Slf => ProcessKind::Slf,
            Kind::Otr => ProcessKind::Otr,
            Kind::Name => {
                let name = self.name()?;
                return Ok(ProcessName { kind: ProcessKind::Named(name.text), span });
            }
            _ => {
                return self
                    .fail("a process: `slf`, `otr`, a pointer, or `x` and `y` in a property");
            }
        };
        self.bump();
        Ok(ProcessName { kind, span })
    }

    fn second_is_relation(&self) -> bool {
        relation(self.peek_second()).is_some()
    }

    fn nested(&mut self, inner: fn(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        if self.depth >= MAX_NESTING {
            let message = format!("formulas may be nested {MAX_NESTING} deep, not deeper");
            self.diagnostics.push(
                Diagnostic::error("E0504", self.span(), message)
                    .label("too deep here")
                    .help("name a part with `pred`, or write the formula flat"),
            );
            return Err(Reported);
        }
        self.depth += 1;
        let parsed = inner(self);
        self.depth -= 1;
        parsed
    }
}

fn relation(kind: Kind) -> Option<Relation> {
    Some(match kind {
        Kind::Less => Relation::Less,
        Kind::LessEq => Relation::LessEq,
        Kind::Eq => Relation::Eq,
        Kind::NotEq => Relation::NotEq,
        Kind::Greater => Relation::Greater,
        Kind::GreaterEq => Relation::GreaterEq,
        _ => return None,
    })
}
