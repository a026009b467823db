//! Declarators: what follows the specifiers and says what is declared.
//!
//! C writes types inside out. `*(*f)(char)` is read from the name outwards: suffixes to the
//! right first, then the `*` to the left, then whatever stands around the parentheses. The
//! recursion below appends parts in just that order, so no reversal is needed.
//!
//! # Where a typedef name is a name
//! `int f(int (T))`, with `T` a typedef, declares a function whose parameter is a function of a
//! `T` (C17 6.7.6.3p11): in a parameter, `(` followed by a type begins parameters. In an
//! ordinary declaration, `int (T);` declares `T`. The [`Shape`] says which of the two it is.

use smallvec::SmallVec;
use source::Span;

use super::recovery::Head;
use super::scope::{Changes, Meaning};
use super::{MAX_NESTING, Parsed, Parser};
use crate::ast::*;
use crate::token::TokenKind;

/// Which declarators are allowed, and what decides doubtful cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// With a name.
    Named,
    /// Of a parameter: with or without a name.
    Parameter,
    /// Of a type name: without a name.
    Abstract,
}

/// Whether the specifiers had a type, so that a typedef name must be the name declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TypeSeen {
    Yes,
    No,
}

impl TypeSeen {
    fn of(specifiers: &Specifiers) -> Self {
        if matches!(specifiers.ty, TypeSpecifier::ImplicitInt) { Self::No } else { Self::Yes }
    }
}

/// A declarator with what its body needs to know, should it turn out to define a function.
pub(super) struct ParsedDeclarator {
    pub declarator: Declarator,
    pub parameter_scope: Changes,
}

/// A declarator under construction.
struct Builder {
    name: Option<Name>,
    parts: Vec<DeclaratorPart>,
    attributes: Vec<Attribute>,
    /// Of the parameters next to the name.
    parameter_scope: Changes,
    shape: Shape,
    type_seen: TypeSeen,
}

impl Parser {
    /// A declarator with a name.
    pub(super) fn declarator(&mut self, specifiers: &Specifiers) -> Parsed<ParsedDeclarator> {
        self.declarator_of(Shape::Named, TypeSeen::of(specifiers))
    }

    /// `int *[3]` in a cast, `sizeof`, ...
    pub(super) fn type_name(&mut self) -> Parsed<TypeNameId> {
        let start = self.span();
        let specifiers = self.specifiers()?;
        let declarator = self.declarator_of(Shape::Abstract, TypeSeen::Yes)?.declarator;
        let span = self.span_from(start);
        Ok(self.unit.type_names.push(TypeName { specifiers, declarator, span }))
    }

    pub(super) fn parenthesised_type_name(&mut self) -> Parsed<TypeNameId> {
        let open = self.expect(TokenKind::LParen)?.span;
        let ty = self.nested(Self::type_name)?;
        self.expect_closing(TokenKind::RParen, open)?;
        Ok(ty)
    }

    fn declarator_of(&mut self, shape: Shape, type_seen: TypeSeen) -> Parsed<ParsedDeclarator> {
        let start = self.span();
        let mut builder = Builder {
            name: None,
            parts: Vec::new(),
            attributes: Vec::new(),
            parameter_scope: Changes::new(),
            shape,
            type_seen,
        };
        self.pointers_and_direct(&mut builder)?;
        let end = self.span_from(start);
        let span = if self.previous_span().lo < start.lo { Span::at(start.lo) } else { end };
        let Builder { name, parts, attributes, parameter_scope, .. } = builder;
        let declarator = Declarator { name, parts, attributes, span };
        Ok(ParsedDeclarator { declarator, parameter_scope })
    }

    fn pointers_and_direct(&mut self, builder: &mut Builder) -> Parsed<()> {
        let mut pointers = SmallVec::<[DeclaratorPart; 4]>::new();
        while self.peek() == TokenKind::Star {
            self.bump();
            let mut attributes = Vec::new();
            let qualifiers = self.qualifiers(&mut attributes)?;
            pointers.push(DeclaratorPart::Pointer { qualifiers, attributes });
        }
        self.direct(builder)?;
        builder.parts.extend(pointers.into_iter().rev());
        self.check_length(builder)
    }

    /// The name or the parentheses in the middle, and the suffixes after them.
    fn direct(&mut self, builder: &mut Builder) -> Parsed<()> {
        match self.peek() {
            TokenKind::Ident if self.is_declarable(builder) => {
                builder.name = Some(self.identifier()?);
                // `int x [[deprecated]];`: these belong to the name.
                if self.at_standard_attribute() {
                    self.attributes(&mut builder.attributes)?;
                }
            }
            TokenKind::LParen => {
                if self.at_parameters(builder.shape) {
                    return self.suffixes(builder);
                }
                let open = self.bump().span;
                self.attributes(&mut builder.attributes)?;
                self.nested(|this| this.pointers_and_direct(builder))?;
                self.expect_closing(TokenKind::RParen, open)?;
            }
            _ if builder.shape == Shape::Named => return Err(self.expected("identifier or `(`")),
            _ => {}
        }
        self.suffixes(builder)
    }

    /// The identifier here is the one declared, and not a type in its own right.
    fn is_declarable(&self, builder: &Builder) -> bool {
        builder.shape != Shape::Abstract
            && (builder.type_seen == TypeSeen::Yes || !self.at_typedef_name())
    }

    /// The `(` here begins parameters although no name was seen.
    fn at_parameters(&self, shape: Shape) -> bool {
        if shape == Shape::Named {
            return false;
        }
        let mut ahead = 1;
        // Attributes may stand before either; what follows them decides.
        while self.peek_at(ahead) == TokenKind::Attribute {
            match self.after_group(ahead + 1) {
                Some(next) => ahead = next,
                None => return false,
            }
        }
        let Some(token) = self.tokens.get(self.pos + ahead) else { return false };
        match token.kind {
            TokenKind::RParen | TokenKind::Ellipsis => true,
            TokenKind::Ident => self.scopes.is_typedef(token.symbol()),
            kind => kind.is_specifier(),
        }
    }

    /// How far ahead the parenthesis that opens at `ahead` has been passed.
    fn after_group(&self, ahead: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (distance, token) in self.tokens.get(self.pos + ahead..)?.iter().enumerate() {
            match token.kind {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return (distance > 0).then_some(ahead + distance + 1);
            }
        }
        None
    }

    fn suffixes(&mut self, builder: &mut Builder) -> Parsed<()> {
        loop {
            match self.peek() {
                TokenKind::LBracket if !self.at_standard_attribute() => {
                    let part = self.nested(Self::array_suffix)?;
                    builder.parts.push(part);
                }
                TokenKind::LParen => {
                    let is_next_to_name = builder.parts.is_empty();
                    let (parameters, scope) = self.nested(Self::parameters)?;
                    if is_next_to_name {
                        builder.parameter_scope = scope;
                    }
                    let function = FunctionDeclarator { parameters };
                    builder.parts.push(DeclaratorPart::Function(Box::new(function)));
                }
                _ => return Ok(()),
            }
            self.check_length(builder)?;
            // After `)` or `]`: the standard's attributes of the function or array type.
            if self.at_standard_attribute() {
                self.attributes(&mut builder.attributes)?;
            }
        }
    }

    /// A type is as deep as its declarator is long, and later rooms recurse over types.
    fn check_length(&mut self, builder: &Builder) -> Parsed<()> {
        if builder.parts.len() > MAX_NESTING as usize { Err(self.too_deep()) } else { Ok(()) }
    }

    /// At `[`.
    fn array_suffix(&mut self) -> Parsed<DeclaratorPart> {
        let open = self.bump().span;
        // `[static const 3]` and `[const static 3]` both occur; attributes mean nothing here.
        let mut ignored = Vec::new();
        let mut qualifiers = self.qualifiers(&mut ignored)?;
        if self.eat(TokenKind::Static) {
            let more = self.qualifiers(&mut ignored)?;
            qualifiers = Qualifiers {
                is_const: qualifiers.is_const || more.is_const,
                is_volatile: qualifiers.is_volatile || more.is_volatile,
                is_restrict: qualifiers.is_restrict || more.is_restrict,
                is_atomic: qualifiers.is_atomic || more.is_atomic,
                align_log2: None,
            };
        }
        let size = match self.peek() {
            TokenKind::RBracket => ArraySize::Unknown,
            TokenKind::Star if self.peek_at(1) == TokenKind::RBracket => {
                self.bump();
                ArraySize::Star
            }
            _ => ArraySize::Expr(self.assignment()?),
        };
        self.expect_closing(TokenKind::RBracket, open)?;
        Ok(DeclaratorPart::Array { size, qualifiers })
    }

    /// At `(`: the parameters of a function, in a scope of their own.
    fn parameters(&mut self) -> Parsed<(Parameters, Changes)> {
        let open = self.bump().span;
        self.scopes.open();
        let parameters = self.parameter_list().and_then(|parameters| {
            self.expect_closing(TokenKind::RParen, open)?;
            Ok(parameters)
        });
        let changes = self.scopes.close_prototype();
        let parameters = match parameters {
            Ok(parameters) => parameters,
            Err(failed) => self.skip_to_closing(Head::Plain(Parameters::Unspecified), failed)?,
        };
        Ok((parameters, changes))
    }

    fn parameter_list(&mut self) -> Parsed<Parameters> {
        // Attributes that stand before the first parameter belong to it.
        match self.peek() {
            TokenKind::RParen => return Ok(Parameters::Unspecified),
            TokenKind::Ident if !self.at_typedef_name() && self.is_name_list() => {
                return self.parameter_names();
            }
            TokenKind::Void if self.peek_at(1) == TokenKind::RParen => {
                self.bump();
                return Ok(Parameters::Prototype { parameters: Vec::new(), is_variadic: false });
            }
            _ => {}
        }
        let mut parameters = Vec::new();
        let mut is_variadic = false;
        loop {
            if self.eat(TokenKind::Ellipsis) {
                is_variadic = true;
                break;
            }
            parameters.push(self.parameter()?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(Parameters::Prototype { parameters, is_variadic })
    }

    /// Names alone, as in a K&R definition. A name that is followed by what could only follow
    /// a type is an unknown type instead, and the message should say so.
    fn is_name_list(&self) -> bool {
        matches!(self.peek_at(1), TokenKind::Comma | TokenKind::RParen)
    }

    fn parameter_names(&mut self) -> Parsed<Parameters> {
        let mut names = Vec::new();
        loop {
            let name = self.identifier()?;
            self.scopes.declare(name.symbol, Meaning::Object);
            names.push(name);
            if !self.eat(TokenKind::Comma) {
                return Ok(Parameters::Names(names));
            }
        }
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        while self.eat(TokenKind::Extension) {}
        if !self.at_specifier() {
            if self.peek() != TokenKind::Ident {
                return Err(self.expected("a parameter"));
            }
            self.assume_type();
        }
        let mut specifiers = self.specifiers()?;
        let parsed = self.declarator_of(Shape::Parameter, TypeSeen::of(&specifiers))?;
        self.attributes(&mut specifiers.attributes)?;
        let declarator = parsed.declarator;
        if let Some(name) = declarator.name {
            self.scopes.declare(name.symbol, Meaning::Object);
        }
        Ok(Parameter { specifiers, declarator })
    }
}
