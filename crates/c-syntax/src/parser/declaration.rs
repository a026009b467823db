//! Declarations and function definitions, at file scope and in blocks.
//!
//! Both begin alike, and only what follows the first declarator tells them apart: `{` begins a
//! body, and so does, after `f(a, b)` or `f()`, the declaration of a K&R parameter. A
//! declaration without any type (`main() { ... }`, `static x;`) means `int`, as before C99.

use source::{Diagnostic, Span};

use super::declarator::ParsedDeclarator;
use super::scope::Meaning;
use super::{Parsed, Parser};
use crate::ast::*;
use crate::token::TokenKind;

/// What a declaration turned out to be.
pub(super) enum Declared {
    Declaration(Declaration),
    Function(Box<FunctionDefinition>),
}

impl Parser {
    pub(super) fn translation_unit(&mut self) {
        while self.peek() != TokenKind::Eof {
            let before = self.pos;
            if self.external_declaration().is_err() {
                self.skip_declaration();
            }
            if self.pos == before {
                self.bump();
            }
        }
    }

    fn external_declaration(&mut self) -> Parsed<()> {
        match self.peek() {
            TokenKind::Semi => {
                self.bump();
            }
            TokenKind::Asm => {
                let asm = self.file_scope_asm()?;
                self.unit.items.push(Item::Asm(asm));
            }
            TokenKind::StaticAssert => {
                let assertion = self.static_assert()?;
                self.unit.items.push(Item::StaticAssert(assertion));
            }
            TokenKind::RBrace => {
                let diagnostic = Diagnostic::error("E0112", self.span(), "unexpected closing `}`")
                    .label("it closes nothing");
                return Err(self.error(diagnostic));
            }
            _ => {
                while self.eat(TokenKind::Extension) {}
                let item = match self.declaration_or_function()? {
                    Declared::Declaration(declaration) => Item::Declaration(declaration),
                    Declared::Function(function) => Item::Function(function),
                };
                self.unit.items.push(item);
            }
        }
        Ok(())
    }

    /// At the start of the specifiers, or of the declarator if there are none.
    pub(super) fn declaration_or_function(&mut self) -> Parsed<Declared> {
        let start = self.span();
        let specifiers = self.specifiers()?;
        if self.eat(TokenKind::Semi) {
            let span = self.span_from(start);
            return Ok(Declared::Declaration(Declaration {
                specifiers,
                declarators: Vec::new(),
                span,
            }));
        }
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let parsed = self.declarator(&specifiers)?;
        if self.at_function_body(&parsed.declarator) {
            let function = self.function(specifiers, parsed, attributes, start)?;
            return Ok(Declared::Function(Box::new(function)));
        }
        let declaration =
            self.rest_of_declaration(specifiers, parsed.declarator, attributes, start)?;
        Ok(Declared::Declaration(declaration))
    }

    /// `specifiers declarator, ... ;` where no function can be defined.
    pub(super) fn declaration(&mut self) -> Parsed<Declaration> {
        let start = self.span();
        let specifiers = self.specifiers()?;
        if self.eat(TokenKind::Semi) {
            let span = self.span_from(start);
            return Ok(Declaration { specifiers, declarators: Vec::new(), span });
        }
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let declarator = self.declarator(&specifiers)?.declarator;
        self.rest_of_declaration(specifiers, declarator, attributes, start)
    }

    fn at_function_body(&self, declarator: &Declarator) -> bool {
        let Some(DeclaratorPart::Function(function)) = declarator.parts.first() else {
            return false;
        };
        match self.peek() {
            TokenKind::LBrace => true,
            TokenKind::Attribute => self.is_body_after_attributes(),
            _ => {
                let is_old_style =
                    matches!(function.parameters, Parameters::Names(_) | Parameters::Unspecified);
                is_old_style && self.at_specifier()
            }
        }
    }

    /// `int f(void) __attribute__((x)) { ... }`: gcc refuses it, but nobody is served by that.
    fn is_body_after_attributes(&self) -> bool {
        let mut depth = 0usize;
        let mut ahead = 1;
        loop {
            match self.peek_at(ahead) {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen => depth = depth.saturating_sub(1),
                TokenKind::Attribute if depth == 0 => {}
                TokenKind::LBrace => return depth == 0,
                TokenKind::Eof => return false,
                _ if depth == 0 => return false,
                _ => {}
            }
            ahead += 1;
        }
    }

    /// After the declarator of a function definition.
    fn function(
        &mut self,
        specifiers: Specifiers,
        parsed: ParsedDeclarator,
        mut attributes: Vec<Attribute>,
        start: Span,
    ) -> Parsed<FunctionDefinition> {
        let ParsedDeclarator { declarator, parameter_scope } = parsed;
        if let Some(name) = declarator.name {
            self.scopes.declare(name.symbol, Meaning::Object);
        }
        self.attributes(&mut attributes)?;
        self.scopes.open();
        self.scopes.redo(&parameter_scope);
        let parts = self.old_style_parameters().and_then(|parameters| {
            if self.peek() != TokenKind::LBrace {
                return Err(self.expected("the body of the function"));
            }
            Ok((parameters, self.nested(Self::compound_statement)?))
        });
        self.scopes.close();
        let (old_style_parameters, body) = parts?;
        let span = self.span_from(start);
        Ok(FunctionDefinition {
            specifiers,
            declarator,
            old_style_parameters,
            attributes,
            body,
            span,
        })
    }

    fn old_style_parameters(&mut self) -> Parsed<Vec<Declaration>> {
        let mut declarations = Vec::new();
        while self.at_specifier() {
            declarations.push(self.declaration()?);
        }
        Ok(declarations)
    }

    /// After the first declarator.
    fn rest_of_declaration(
        &mut self,
        specifiers: Specifiers,
        first: Declarator,
        first_attributes: Vec<Attribute>,
        start: Span,
    ) -> Parsed<Declaration> {
        let meaning = match specifiers.storage {
            Some(Storage::Typedef) => Meaning::Type,
            _ => Meaning::Object,
        };
        let mut declarators = Vec::with_capacity(1);
        let mut declarator = first;
        let mut attributes = first_attributes;
        loop {
            declarators.push(self.init_declarator(declarator, attributes, meaning)?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
            attributes = Vec::new();
            self.attributes(&mut attributes)?;
            declarator = self.declarator(&specifiers)?.declarator;
        }
        self.expect_semi("declaration")?;
        let span = self.span_from(start);
        Ok(Declaration { specifiers, declarators, span })
    }

    /// After a declarator: `asm("name")`, attributes, the initialiser. The name is in scope in
    /// its own initialiser.
    fn init_declarator(
        &mut self,
        declarator: Declarator,
        mut attributes: Vec<Attribute>,
        meaning: Meaning,
    ) -> Parsed<InitDeclarator> {
        let asm_name = if self.peek() == TokenKind::Asm { Some(self.asm_name()?) } else { None };
        self.attributes(&mut attributes)?;
        if let Some(name) = declarator.name {
            self.scopes.declare(name.symbol, meaning);
        }
        let init = if self.eat(TokenKind::Eq) { Some(self.initialiser()?) } else { None };
        Ok(InitDeclarator { declarator, init, asm_name, attributes })
    }

    /// The `;` that ends something. It is missed where the last token ends, since that is
    /// where it should have been written. If what follows can begin something new, reading
    /// goes on as if it had been there.
    pub(super) fn expect_semi(&mut self, what: &str) -> Parsed<()> {
        if self.eat(TokenKind::Semi) {
            return Ok(());
        }
        let found = self.describe(self.token());
        let after = self.previous_span();
        let diagnostic = Diagnostic::error(
            "E0110",
            self.span(),
            format!("expected `;` after {what}, found {found}"),
        )
        .label("unexpected here")
        .also(Span::new(after.hi.saturating_sub(1), after.hi), "`;` expected after this");
        let failed = self.error(diagnostic);
        let next = self.peek();
        let goes_on = next == TokenKind::RBrace || next.begins_statement() || next.is_specifier();
        if goes_on { Ok(()) } else { Err(failed) }
    }

    /// At `_Static_assert`.
    pub(super) fn static_assert(&mut self) -> Parsed<StaticAssert> {
        let start = self.bump().span;
        let open = self.expect(TokenKind::LParen)?.span;
        let condition = self.conditional()?;
        let message = if self.eat(TokenKind::Comma) { Some(self.string_bytes()?) } else { None };
        self.expect_closing(TokenKind::RParen, open)?;
        self.expect_semi("`_Static_assert`")?;
        let span = self.span_from(start);
        Ok(StaticAssert { condition, message, span })
    }
}
