//! `struct`, `union` and `enum` specifiers.

use source::{Diagnostic, Span};

use super::scope::Meaning;
use super::{Parsed, Parser};
use crate::ast::*;
use crate::token::TokenKind;

impl Parser {
    /// At `struct` or `union`.
    pub(super) fn record_specifier(&mut self, kind: RecordKind) -> Parsed<RecordSpecifier> {
        let start = self.bump().span;
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = if self.peek() == TokenKind::Ident { Some(self.identifier()?) } else { None };
        let members = if self.peek() == TokenKind::LBrace {
            let members = self.members()?;
            self.attributes(&mut attributes)?;
            Some(members)
        } else if tag.is_none() {
            return Err(self.expected("a tag or `{`"));
        } else {
            None
        };
        let span = self.span_from(start);
        Ok(RecordSpecifier { kind, tag, members, attributes, span })
    }

    /// At `{`.
    fn members(&mut self) -> Parsed<Vec<Member>> {
        let open = self.bump().span;
        let mut members = Vec::new();
        loop {
            match self.peek() {
                TokenKind::RBrace => {
                    self.bump();
                    return Ok(members);
                }
                TokenKind::Eof => return Err(self.not_closed(TokenKind::RBrace, open)),
                TokenKind::Semi => {
                    self.bump();
                }
                TokenKind::StaticAssert => {
                    members.push(Member::StaticAssert(self.static_assert()?));
                }
                _ => {
                    let before = self.pos;
                    match self.fields() {
                        Ok(fields) => members.push(Member::Fields(fields)),
                        Err(_) => {
                            self.skip_statement();
                            if self.pos == before {
                                self.bump();
                            }
                        }
                    }
                }
            }
        }
    }

    fn fields(&mut self) -> Parsed<FieldDeclaration> {
        let start = self.span();
        while self.eat(TokenKind::Extension) {}
        if !self.at_specifier() {
            if self.peek() != TokenKind::Ident || !self.is_unknown_type() {
                return Err(self.expected("a member"));
            }
            self.assume_type();
        }
        let specifiers = self.specifiers()?;
        let mut declarators = Vec::new();
        if !matches!(self.peek(), TokenKind::Semi | TokenKind::RBrace) {
            loop {
                declarators.push(self.field(&specifiers)?);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        // gcc does without the last `;` of a record, with a warning.
        if self.peek() != TokenKind::RBrace {
            self.expect_semi("member declaration")?;
        }
        let span = self.span_from(start);
        Ok(FieldDeclaration { specifiers, declarators, span })
    }

    fn field(&mut self, specifiers: &Specifiers) -> Parsed<FieldDeclarator> {
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let declarator = if self.peek() == TokenKind::Colon {
            let span = Span::at(self.span().lo);
            Declarator { name: None, parts: Vec::new(), attributes: Vec::new(), span }
        } else {
            self.declarator(specifiers)?.declarator
        };
        let width = if self.eat(TokenKind::Colon) { Some(self.conditional()?) } else { None };
        self.attributes(&mut attributes)?;
        Ok(FieldDeclarator { declarator, width, attributes })
    }

    /// At `enum`.
    pub(super) fn enum_specifier(&mut self) -> Parsed<EnumSpecifier> {
        let start = self.bump().span;
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = if self.peek() == TokenKind::Ident { Some(self.identifier()?) } else { None };
        let underlying = self.underlying_type()?;
        let enumerators = if self.peek() == TokenKind::LBrace {
            let enumerators = self.enumerators()?;
            self.attributes(&mut attributes)?;
            Some(enumerators)
        } else if tag.is_none() {
            return Err(self.expected("a tag or `{`"));
        } else {
            None
        };
        let span = self.span_from(start);
        Ok(EnumSpecifier { tag, underlying, enumerators, attributes, span })
    }

    /// `: unsigned char` behind a tag. A colon before anything but a type is that of a bit-field.
    fn underlying_type(&mut self) -> Parsed<Option<TypeNameId>> {
        if self.peek() != TokenKind::Colon {
            return Ok(None);
        }
        let before = self.pos;
        self.bump();
        if !self.at_type_name() {
            self.pos = before;
            return Ok(None);
        }
        self.type_name().map(Some)
    }

    /// At `{`.
    fn enumerators(&mut self) -> Parsed<Vec<Enumerator>> {
        let open = self.bump().span;
        let mut enumerators = Vec::new();
        if self.peek() == TokenKind::RBrace {
            let diagnostic = Diagnostic::error("E0115", open.to(self.span()), "empty enumeration")
                .label("at least one enumerator is needed");
            self.error(diagnostic);
        }
        while self.peek() != TokenKind::RBrace {
            let name = self.identifier()?;
            // What is said of an enumerator (`deprecated`, `unavailable`) means nothing to us.
            self.attributes(&mut Vec::new())?;
            let value = if self.eat(TokenKind::Eq) { Some(self.conditional()?) } else { None };
            self.scopes.declare(name.symbol, Meaning::Object);
            enumerators.push(Enumerator { name, value });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_closing(TokenKind::RBrace, open)?;
        Ok(enumerators)
    }
}
