//! Initialisers: an expression, or a list in braces with designators.
//!
//! GNU's older forms are read as well: `name: value` for `.name = value`, and `[3] value`
//! without the `=`.

use source::Diagnostic;

use super::{Parsed, Parser};
use crate::ast::*;
use crate::token::TokenKind;

impl Parser {
    pub(super) fn initialiser(&mut self) -> Parsed<InitId> {
        if self.peek() == TokenKind::LBrace {
            return self.nested(Self::initialiser_list);
        }
        let expr = self.assignment()?;
        let span = self.expr_span(expr);
        Ok(self.unit.inits.push(Init { kind: InitKind::Expr(expr), span }))
    }

    /// At `{`.
    pub(super) fn initialiser_list(&mut self) -> Parsed<InitId> {
        let open = self.bump().span;
        let mut items = Vec::new();
        while self.peek() != TokenKind::RBrace {
            let designators = self.designators()?;
            let init = self.initialiser()?;
            items.push(InitItem { designators, init });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_closing(TokenKind::RBrace, open)?;
        let span = self.span_from(open);
        Ok(self.unit.inits.push(Init { kind: InitKind::List(items), span }))
    }

    fn designators(&mut self) -> Parsed<Vec<Designator>> {
        let mut designators = Vec::new();
        if self.peek() == TokenKind::Ident && self.peek_at(1) == TokenKind::Colon {
            designators.push(Designator::Field(self.identifier()?));
            self.bump();
            return Ok(designators);
        }
        loop {
            match self.peek() {
                TokenKind::Dot => {
                    self.bump();
                    designators.push(Designator::Field(self.identifier()?));
                }
                TokenKind::LBracket => designators.push(self.index_designator()?),
                _ => break,
            }
        }
        match designators.as_slice() {
            [] => {}
            // The obsolete form without `=`.
            [Designator::Index(_) | Designator::Range(..)] => {
                self.eat(TokenKind::Eq);
            }
            _ => {
                if !self.eat(TokenKind::Eq) {
                    let diagnostic = self
                        .expected_diagnostic("`=`")
                        .note("a designator is followed by `=` and the value");
                    return Err(self.error(diagnostic));
                }
            }
        }
        Ok(designators)
    }

    /// At `[`.
    pub(super) fn index_designator(&mut self) -> Parsed<Designator> {
        let open = self.bump().span;
        let low = self.nested(Self::assignment)?;
        let designator = if self.eat(TokenKind::Ellipsis) {
            Designator::Range(low, self.nested(Self::assignment)?)
        } else {
            Designator::Index(low)
        };
        self.expect_closing(TokenKind::RBracket, open)?;
        Ok(designator)
    }

    /// The bytes of a string literal where only its text matters.
    pub(super) fn string_bytes(&mut self) -> Parsed<Box<[u8]>> {
        if self.peek() != TokenKind::String {
            return Err(self.expected("string literal"));
        }
        let token = self.bump();
        match &self.literals.strings[token.literal()].units {
            StringUnits::Bytes(bytes) => Ok(bytes.clone()),
            StringUnits::Wide(_) => {
                let diagnostic =
                    Diagnostic::error("E0116", token.span, "a wide string cannot stand here")
                        .label("expected a string without prefix");
                Err(self.error(diagnostic))
            }
        }
    }
}
