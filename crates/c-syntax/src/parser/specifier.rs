//! Declaration specifiers: everything before the first declarator, in any order.
//!
//! A typedef name is a type specifier only while no other type has been seen: in
//! `unsigned T;` the `T` is what is declared (C17 6.7.2). So `T T;` works as it should.
//! The words of arithmetic types are collected; whether `short double` makes sense is asked
//! later, but what a bag of words cannot hold, `int int` or `int struct s`, is refused here.

use source::{Diagnostic, Span, Symbol};

use super::scope::Meaning;
use super::{Parsed, Parser};
use crate::ast::*;
use crate::token::TokenKind;

impl Parser {
    /// Names of types that gcc declares before the first line.
    pub(super) fn declare_builtin_types(&mut self) {
        for name in ["__int128_t", "__uint128_t"] {
            let symbol = self.unit.symbols.intern(name);
            self.scopes.declare(symbol, Meaning::Type);
        }
    }

    /// The current token begins declaration specifiers.
    #[inline]
    pub(super) fn at_specifier(&self) -> bool {
        match self.peek() {
            TokenKind::Ident => self.at_typedef_name(),
            TokenKind::LBracket => self.at_standard_attribute(),
            kind => kind.is_specifier(),
        }
    }

    /// The current token begins the name of a type, after `(` in an expression.
    #[inline]
    pub(super) fn at_type_name(&self) -> bool {
        match self.peek() {
            TokenKind::Ident => self.at_typedef_name(),
            kind => kind.is_specifier(),
        }
    }

    /// Reads specifiers, possibly none at all.
    pub(super) fn specifiers(&mut self) -> Parsed<Specifiers> {
        let (start, first) = (self.span(), self.pos);
        let mut specifiers = no_specifiers(start);
        loop {
            match self.peek() {
                TokenKind::Ident => {
                    let token = self.token();
                    if !matches!(specifiers.ty, TypeSpecifier::ImplicitInt) {
                        break;
                    }
                    if !self.scopes.is_typedef(token.symbol()) {
                        if !self.is_unknown_type() {
                            break;
                        }
                        self.assume_type();
                    }
                    self.bump();
                    specifiers.ty = self.named_type(token.symbol(), token.span);
                }
                TokenKind::LBracket if self.at_standard_attribute() => {
                    self.attributes(&mut specifiers.attributes)?;
                }
                kind if kind.is_specifier() => self.specifier(kind, &mut specifiers)?,
                _ => break,
            }
        }
        let tokens = &self.tokens[first..self.pos];
        if matches!(specifiers.ty, TypeSpecifier::ImplicitInt)
            && tokens.iter().any(|token| token.kind == TokenKind::AutoOfC23)
        {
            (specifiers.ty, specifiers.storage) = (TypeSpecifier::Auto, None);
        }
        specifiers.span = self.span_from(start);
        Ok(specifiers)
    }

    /// At a name that denotes no type, where one is expected: what follows shows that it was
    /// meant as one, since nothing else could be followed so.
    pub(super) fn is_unknown_type(&self) -> bool {
        matches!(self.peek_at(1), TokenKind::Ident | TokenKind::Star)
    }

    /// Reports the name here as an unknown type, once, and takes it for a type from now on:
    /// all that follows can then be read as it was meant.
    #[cold]
    pub(super) fn assume_type(&mut self) {
        let token = self.token();
        let message = format!("unknown type `{}`", self.unit.symbols.name(token.symbol()));
        let diagnostic = Diagnostic::error("E0111", token.span, message)
            .label("not declared as a type before this place");
        self.error(diagnostic);
        self.scopes.declare_everywhere(token.symbol());
    }

    fn named_type(&self, symbol: Symbol, span: Span) -> TypeSpecifier {
        let sign = match self.unit.symbols.name(symbol) {
            "__int128_t" => SignWord::Signed,
            "__uint128_t" => SignWord::Unsigned,
            _ => return TypeSpecifier::Typedef(Name { symbol, span }),
        };
        TypeSpecifier::Words(TypeWords {
            base: Some(BaseWord::Int128),
            sign: Some(sign),
            ..TypeWords::default()
        })
    }

    /// At a keyword that is a specifier.
    fn specifier(&mut self, kind: TokenKind, specifiers: &mut Specifiers) -> Parsed<()> {
        match kind {
            TokenKind::Typedef => self.storage(Storage::Typedef, specifiers),
            TokenKind::Extern => self.storage(Storage::Extern, specifiers),
            TokenKind::Static => self.storage(Storage::Static, specifiers),
            TokenKind::Auto => self.storage(Storage::Auto, specifiers),
            TokenKind::AutoOfC23 => self.storage(Storage::Auto, specifiers),
            TokenKind::Constexpr => {
                self.bump();
                specifiers.is_constexpr = true;
                specifiers.qualifiers.is_const = true;
                Ok(())
            }
            TokenKind::Register => self.storage(Storage::Register, specifiers),
            TokenKind::ThreadLocal => {
                self.bump();
                specifiers.is_thread_local = true;
                Ok(())
            }
            TokenKind::Inline => {
                self.bump();
                specifiers.is_inline = true;
                Ok(())
            }
            TokenKind::Noreturn => {
                self.bump();
                specifiers.is_noreturn = true;
                Ok(())
            }
            TokenKind::Alignas => self.alignas(specifiers),
            TokenKind::Attribute => self.attributes(&mut specifiers.attributes),
            TokenKind::Atomic if self.peek_at(1) == TokenKind::LParen => {
                self.bump();
                let ty = self.parenthesised_type_name()?;
                self.set_type(TypeSpecifier::Atomic(ty), specifiers)
            }
            TokenKind::Const | TokenKind::Volatile | TokenKind::Restrict | TokenKind::Atomic => {
                self.bump();
                specifiers.qualifiers.add(kind);
                Ok(())
            }
            _ => self.type_specifier(kind, specifiers),
        }
    }

    fn storage(&mut self, storage: Storage, specifiers: &mut Specifiers) -> Parsed<()> {
        if let Some(first) = specifiers.storage {
            let message = format!(
                "`{}` and `{}` in one declaration",
                storage_text(first),
                storage_text(storage)
            );
            let diagnostic = Diagnostic::error("E0113", self.span(), message)
                .label("a declaration has at most one storage class");
            return Err(self.error(diagnostic));
        }
        self.bump();
        specifiers.storage = Some(storage);
        Ok(())
    }

    /// `_Alignas(type)` or `_Alignas(constant)`.
    fn alignas(&mut self, specifiers: &mut Specifiers) -> Parsed<()> {
        self.bump();
        let open = self.expect(TokenKind::LParen)?.span;
        let alignment = if self.at_type_name() {
            Alignment::OfType(self.type_name()?)
        } else {
            Alignment::Value(self.conditional()?)
        };
        self.expect_closing(TokenKind::RParen, open)?;
        specifiers.alignments.push(alignment);
        Ok(())
    }

    fn type_specifier(&mut self, kind: TokenKind, specifiers: &mut Specifiers) -> Parsed<()> {
        match kind {
            TokenKind::Struct => {
                let record = self.nested(|this| this.record_specifier(RecordKind::Struct))?;
                self.set_type(TypeSpecifier::Record(Box::new(record)), specifiers)
            }
            TokenKind::Union => {
                let record = self.nested(|this| this.record_specifier(RecordKind::Union))?;
                self.set_type(TypeSpecifier::Record(Box::new(record)), specifiers)
            }
            TokenKind::Enum => {
                let specifier = self.nested(Self::enum_specifier)?;
                self.set_type(TypeSpecifier::Enum(Box::new(specifier)), specifiers)
            }
            TokenKind::Typeof | TokenKind::TypeofUnqual => {
                let ty = self.nested(Self::typeof_specifier)?;
                self.set_type(TypeSpecifier::Typeof(ty), specifiers)
            }
            TokenKind::AutoType => {
                self.bump();
                self.set_type(TypeSpecifier::Auto, specifiers)
            }
            TokenKind::VaList => {
                self.bump();
                self.set_type(TypeSpecifier::VaList, specifiers)
            }
            _ => self.type_word(kind, specifiers),
        }
    }

    /// The type has been read; it must be the only one.
    fn set_type(&mut self, ty: TypeSpecifier, specifiers: &mut Specifiers) -> Parsed<()> {
        if !matches!(specifiers.ty, TypeSpecifier::ImplicitInt) {
            let span = self.previous_span();
            return Err(self.two_types(span));
        }
        specifiers.ty = ty;
        Ok(())
    }

    fn two_types(&mut self, span: Span) -> super::Failed {
        let diagnostic = Diagnostic::error("E0114", span, "two types in one declaration")
            .label("there is a type before it already")
            .help("is a `;` missing before it?");
        self.error(diagnostic)
    }

    /// At one of the words of arithmetic types.
    fn type_word(&mut self, kind: TokenKind, specifiers: &mut Specifiers) -> Parsed<()> {
        let mut words = match &specifiers.ty {
            TypeSpecifier::ImplicitInt => TypeWords::default(),
            TypeSpecifier::Words(words) => *words,
            _ => {
                let span = self.span();
                return Err(self.two_types(span));
            }
        };
        if !words.add(kind) {
            let span = self.span();
            return Err(self.two_types(span));
        }
        self.bump();
        specifiers.ty = TypeSpecifier::Words(words);
        Ok(())
    }

    /// `typeof(expression)` or `typeof(type)`.
    fn typeof_specifier(&mut self) -> Parsed<Typeof> {
        let is_unqualified = self.bump().kind == TokenKind::TypeofUnqual;
        let open = self.expect(TokenKind::LParen)?.span;
        let of = if self.at_type_name() {
            TypeofOperand::Type(self.type_name()?)
        } else {
            TypeofOperand::Expr(self.expression()?)
        };
        self.expect_closing(TokenKind::RParen, open)?;
        Ok(Typeof { of, is_unqualified })
    }

    /// `const`, `volatile`, ... after a `*` or in the brackets of an array parameter.
    pub(super) fn qualifiers(&mut self, attributes: &mut Vec<Attribute>) -> Parsed<Qualifiers> {
        let mut qualifiers = Qualifiers::default();
        loop {
            match self.peek() {
                kind @ (TokenKind::Const
                | TokenKind::Volatile
                | TokenKind::Restrict
                | TokenKind::Atomic) => {
                    self.bump();
                    qualifiers.add(kind);
                }
                TokenKind::Attribute => self.attributes(attributes)?,
                TokenKind::LBracket if self.at_standard_attribute() => {
                    self.attributes(attributes)?;
                }
                _ => return Ok(qualifiers),
            }
        }
    }
}

pub(super) fn no_specifiers(start: Span) -> Specifiers {
    Specifiers {
        storage: None,
        is_thread_local: false,
        is_constexpr: false,
        is_inline: false,
        is_noreturn: false,
        qualifiers: Qualifiers::default(),
        ty: TypeSpecifier::ImplicitInt,
        alignments: Vec::new(),
        attributes: Vec::new(),
        span: Span::at(start.lo),
    }
}

fn storage_text(storage: Storage) -> &'static str {
    match storage {
        Storage::Typedef => "typedef",
        Storage::Extern => "extern",
        Storage::Static => "static",
        Storage::Auto => "auto",
        Storage::Register => "register",
    }
}

impl Qualifiers {
    /// Adds the qualifier that the keyword names; any other keyword adds nothing.
    fn add(&mut self, kind: TokenKind) {
        match kind {
            TokenKind::Const => self.is_const = true,
            TokenKind::Volatile => self.is_volatile = true,
            TokenKind::Restrict => self.is_restrict = true,
            TokenKind::Atomic => self.is_atomic = true,
            _ => {}
        }
    }
}

impl TypeWords {
    /// Adds a word; false if the bag holds one that it cannot stand beside.
    fn add(&mut self, kind: TokenKind) -> bool {
        let base = match kind {
            TokenKind::Signed | TokenKind::Unsigned => {
                let sign =
                    if kind == TokenKind::Signed { SignWord::Signed } else { SignWord::Unsigned };
                return self.sign.replace(sign).is_none();
            }
            TokenKind::Short => {
                let is_first = !std::mem::replace(&mut self.is_short, true);
                return is_first && self.longs == 0;
            }
            TokenKind::Long => {
                self.longs += 1;
                return self.longs <= 2 && !self.is_short;
            }
            TokenKind::Complex => {
                self.is_complex = true;
                return true;
            }
            TokenKind::Void => BaseWord::Void,
            TokenKind::Bool => BaseWord::Bool,
            TokenKind::Char_ => BaseWord::Char,
            TokenKind::Int_ => BaseWord::Int,
            TokenKind::Int128 => BaseWord::Int128,
            TokenKind::Float_ => BaseWord::Float,
            TokenKind::Double => BaseWord::Double,
            TokenKind::Float16 => BaseWord::Float16,
            TokenKind::Float32 => BaseWord::Float32,
            TokenKind::Float64 => BaseWord::Float64,
            TokenKind::Float80 => BaseWord::Float80,
            TokenKind::Float128 => BaseWord::Float128,
            TokenKind::Float32x => BaseWord::Float32x,
            TokenKind::Float64x => BaseWord::Float64x,
            _ => return false,
        };
        self.base.replace(base).is_none()
    }
}

impl TokenKind {
    /// A keyword that can stand among declaration specifiers. `__extension__` can, but it may
    /// also begin an expression, so it is not counted.
    #[inline]
    pub(super) fn is_specifier(self) -> bool {
        (Self::Typedef as u8..=Self::Enum as u8).contains(&(self as u8))
    }
}
