//! Labels: names, `case` and `default`.
//!
//! In a block, labels stand as they are written: `case 1: case 2: f();` is two items, the first
//! of which labels nothing but a place. That means the same as the standard's nesting of labels
//! and keeps the tree flat, however many cases follow each other. It also gives C23's labels
//! before declarations and before `}` for free, which gcc accepts. Where a single statement is
//! expected (`if (x) a: b: f();`), labels do nest.

use source::Span;

use super::{Parsed, Parser};
use crate::ast::*;
use crate::token::TokenKind;

/// What a label may be followed by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Anything that can stand in a block.
    Block,
    /// One statement.
    Substatement,
}

impl Parser {
    /// At a label.
    pub(super) fn labelled(&mut self, place: Place) -> Parsed<StmtId> {
        let start = self.span();
        let kind = match self.peek() {
            TokenKind::Case => return self.case(place),
            TokenKind::Default => {
                self.bump();
                self.expect(TokenKind::Colon)?;
                StmtKind::Default { body: self.label_body(place)? }
            }
            _ => {
                let name = self.identifier()?;
                self.bump();
                let mut attributes = Vec::new();
                if self.peek() == TokenKind::Attribute && self.is_statement_after_attributes() {
                    self.attributes(&mut attributes)?;
                }
                StmtKind::Label { name, attributes, body: self.label_body(place)? }
            }
        };
        let span = self.span_from(start);
        Ok(self.new_stmt(kind, span))
    }

    /// At `case`.
    fn case(&mut self, place: Place) -> Parsed<StmtId> {
        let start = self.bump().span;
        let value = self.conditional()?;
        let kind = if self.eat(TokenKind::Ellipsis) {
            let high = self.conditional()?;
            self.expect(TokenKind::Colon)?;
            StmtKind::CaseRange { low: value, high, body: self.label_body(place)? }
        } else {
            self.expect(TokenKind::Colon)?;
            StmtKind::Case { value, body: self.label_body(place)? }
        };
        let span = self.span_from(start);
        Ok(self.new_stmt(kind, span))
    }

    /// What a label labels. In a block, a label before another one, before a declaration and
    /// before the closing brace labels the place, and what follows is an item of its own.
    fn label_body(&mut self, place: Place) -> Parsed<StmtId> {
        if place == Place::Block && self.is_no_statement() {
            let span = Span::at(self.previous_span().hi);
            return Ok(self.new_stmt(StmtKind::Empty, span));
        }
        self.substatement()
    }

    fn is_no_statement(&self) -> bool {
        match self.peek() {
            TokenKind::RBrace
            | TokenKind::Case
            | TokenKind::Default
            | TokenKind::StaticAssert
            | TokenKind::LocalLabel => true,
            TokenKind::Ident => {
                self.peek_at(1) == TokenKind::Colon
                    || self.at_typedef_name()
                    || self.is_unknown_type_declaration()
            }
            TokenKind::Extension => self.is_extension_declaration(),
            TokenKind::Attribute | TokenKind::LBracket => true,
            kind => kind.is_specifier(),
        }
    }
}
