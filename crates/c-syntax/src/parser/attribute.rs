//! Attributes, GNU's `__attribute__((...))` and the standard's `[[...]]`.
//!
//! They are kept with their arguments, uninterpreted. An argument that is a lone identifier is
//! kept as a name, since `mode(DI)` and `format(printf, 1, 2)` use words that denote nothing;
//! who asks for a constant looks such a name up.

use smallvec::SmallVec;
use source::Symbol;

use super::{Parsed, Parser};
use crate::ast::{Attribute, AttributeArgument};
use crate::token::TokenKind;

impl Parser {
    /// `[[` can only begin attributes where a declaration or declarator is expected.
    pub(super) fn at_standard_attribute(&self) -> bool {
        self.peek() == TokenKind::LBracket && self.peek_at(1) == TokenKind::LBracket
    }

    /// Reads all attribute groups that stand here, possibly none.
    #[inline]
    pub(super) fn attributes(&mut self, attributes: &mut Vec<Attribute>) -> Parsed<()> {
        loop {
            match self.peek() {
                TokenKind::Attribute => self.gnu_attributes(attributes)?,
                TokenKind::LBracket if self.at_standard_attribute() => {
                    self.standard_attributes(attributes)?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// At `__attribute__`.
    fn gnu_attributes(&mut self, attributes: &mut Vec<Attribute>) -> Parsed<()> {
        self.bump();
        let outer = self.expect(TokenKind::LParen)?.span;
        let inner = self.expect(TokenKind::LParen)?.span;
        self.attribute_list(TokenKind::RParen, attributes)?;
        self.expect_closing(TokenKind::RParen, inner)?;
        self.expect_closing(TokenKind::RParen, outer)?;
        Ok(())
    }

    /// At `[[`.
    fn standard_attributes(&mut self, attributes: &mut Vec<Attribute>) -> Parsed<()> {
        let outer = self.bump().span;
        let inner = self.bump().span;
        self.attribute_list(TokenKind::RBracket, attributes)?;
        self.expect_closing(TokenKind::RBracket, inner)?;
        self.expect_closing(TokenKind::RBracket, outer)?;
        Ok(())
    }

    fn attribute_list(
        &mut self,
        closing: TokenKind,
        attributes: &mut Vec<Attribute>,
    ) -> Parsed<()> {
        loop {
            if self.eat(TokenKind::Comma) {
                continue;
            }
            if self.peek() == closing {
                return Ok(());
            }
            attributes.push(self.attribute()?);
            if self.peek() != TokenKind::Comma {
                return Ok(());
            }
        }
    }

    fn attribute(&mut self) -> Parsed<Attribute> {
        let start = self.span();
        let mut name = self.attribute_word()?;
        // `[[gnu::packed]]`: the vendor goes without saying.
        if self.peek() == TokenKind::Colon && self.peek_at(1) == TokenKind::Colon {
            self.bump();
            self.bump();
            name = self.attribute_word()?;
        }
        let arguments = if self.peek() == TokenKind::LParen {
            self.nested(Self::attribute_arguments)?
        } else {
            Vec::new()
        };
        Ok(Attribute { name, arguments, span: self.span_from(start) })
    }

    /// A name, or a keyword used as one (`const`, `noreturn`).
    fn attribute_word(&mut self) -> Parsed<Symbol> {
        let token = self.token();
        if token.kind != TokenKind::Ident && !token.kind.is_keyword() {
            return Err(self.expected("the name of an attribute"));
        }
        self.bump();
        Ok(self.without_underscores(token.symbol()))
    }

    fn without_underscores(&mut self, symbol: Symbol) -> Symbol {
        if let Some(&known) = self.attribute_names.get(&symbol) {
            return known;
        }
        let inner = self
            .unit
            .symbols
            .name(symbol)
            .strip_prefix("__")
            .and_then(|name| name.strip_suffix("__"))
            .filter(|name| !name.is_empty())
            .map(|name| SmallVec::<[u8; 64]>::from_slice(name.as_bytes()));
        let plain = inner.and_then(|name| self.unit.symbols.intern_bytes(&name)).unwrap_or(symbol);
        self.attribute_names.insert(symbol, plain);
        plain
    }

    /// At `(`.
    fn attribute_arguments(&mut self) -> Parsed<Vec<AttributeArgument>> {
        let open = self.bump().span;
        let mut arguments = Vec::new();
        if self.peek() != TokenKind::RParen {
            loop {
                arguments.push(self.attribute_argument()?);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect_closing(TokenKind::RParen, open)?;
        Ok(arguments)
    }

    fn attribute_argument(&mut self) -> Parsed<AttributeArgument> {
        let ends = matches!(self.peek_at(1), TokenKind::Comma | TokenKind::RParen);
        if ends && (self.peek() == TokenKind::Ident) {
            let token = self.bump();
            return Ok(AttributeArgument::Name(token.symbol()));
        }
        if self.at_type_name() {
            return Ok(AttributeArgument::Type(self.type_name()?));
        }
        Ok(AttributeArgument::Expr(self.assignment()?))
    }
}
