//! Transitions in the syntax of Cubicle's first releases, in which old examples are written.
//!
//! ```text
//!   transition grant (n)
//!   require { Curptr = n && Chan[n] = Empty }
//!   uguard (j) { Shrset[j] = False }
//!   assign { Curcmd := Empty; Invset := Shrset }
//!   Chan[j] := {| j = n : Gnte | _ : Chan[j] }
//! ```
//!
//! `uguard` is today's `forall_other`, updates stand outside of braces, and a whole array can be
//! copied by name. The result is the same tree as for today's syntax.

use source::Span;

use super::{Parsed, Parser};
use crate::syntax::ast::{
    Expr, ExprKind, Name, Quantifier, Term, TermKind, Transition, Update, Value,
};
use crate::syntax::lexer::Token;

impl Parser<'_> {
    pub(super) fn at_word(&self, word: &str) -> bool {
        self.peek() == Token::Lower && self.source.excerpt(self.span()) == word
    }

    pub(super) fn first_transition(&mut self, name: Name, params: Vec<Name>) -> Parsed<Transition> {
        let mut guard = Vec::new();
        let start = self.span();
        while self.at_word("require") {
            self.advance();
            self.expect("{")?;
            if !self.at_sign("}") {
                guard.push(self.expr()?);
            }
            self.expect("}")?;
        }
        let mut n_universal = 0;
        while self.at_word("uguard") {
            n_universal += 1;
            let span = self.advance();
            if n_universal > 1 {
                return Err(self.not_supported("a second `uguard`", span));
            }
            guard.push(self.universal(span)?);
        }
        let mut updates = Vec::new();
        while self.at_word("assign") {
            self.advance();
            self.expect("{")?;
            while !self.at_sign("}") {
                updates.push(self.update()?);
                if !self.eat(";") {
                    break;
                }
            }
            self.expect("}")?;
        }
        while self.peek() == Token::Upper {
            updates.push(self.first_update()?);
            self.eat(";");
        }
        let span = start.to(self.last_span());
        let requires = Some(Expr { kind: ExprKind::And(guard), span });
        Ok(Transition { name, params, requires, lets: Vec::new(), updates })
    }

    fn universal(&mut self, span: Span) -> Parsed<Expr> {
        let mut names = self.params()?;
        self.expect("{")?;
        let body = Box::new(self.expr()?);
        let span = span.to(self.expect("}")?);
        if names.len() != 1 {
            return Err(self.not_supported("`uguard` of several processes", span));
        }
        let names = vec![names.remove(0)];
        Ok(Expr { kind: ExprKind::Quantified(Quantifier::ForallOther, names, body), span })
    }

    fn first_update(&mut self) -> Parsed<Update> {
        let target = self.upper("an array to assign to")?;
        let indices = self.indices()?;
        self.expect(":=")?;
        self.expect("{")?;
        self.expect("|")?;
        let branches = self.branches()?;
        self.expect("}")?;
        Ok(Update { target, indices, value: Value::Case(branches) })
    }
}

/// `A := B` of arrays with one index: `A[j] := case | _ : B[j]`.
pub fn array_copy(target: &Name, from: &Name) -> Update {
    let index = Name { text: "index of the copied array".to_string(), span: target.span };
    let term = Term { kind: TermKind::Access(from.clone(), vec![index.clone()]), span: from.span };
    Update { target: target.clone(), indices: vec![index], value: Value::Case(vec![(None, term)]) }
}
