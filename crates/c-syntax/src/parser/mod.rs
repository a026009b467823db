//! From tokens to the syntax tree, by recursive descent.
//!
//! The grammar is GNU C as gcc reads it: C17 with its extensions. One token of lookahead
//! decides almost everywhere, two at labels; nothing is ever parsed twice. What makes C hard
//! to parse, that `(T) * x` is a cast or a product depending on what `T` was declared to be,
//! is settled by [`scope`].
//!
//! # Errors
//! A function that fails has reported why and returns [`Failed`]. Statements and declarations
//! catch it and go on at the next place where one can begin (see [`recovery`]), so that one run
//! reports several mistakes. A message at a token that has been complained about already is
//! dropped: it would be an echo.
//!
//! # Depth
//! Nesting is limited to [`MAX_NESTING`] levels, each of which is a pair of brackets, a
//! statement inside another, or a prefix operator. The parser's own recursion runs on a stack
//! that grows. Later rooms meet trees with these depths:
//!
//! - statements, initialisers, declarators and records nest at most [`MAX_NESTING`] deep;
//! - so do expressions, counted in nodes, except along the *left* operand of a binary operator
//!   or comma: those chains are as long as the input makes them, as `a + b + ...` of a
//!   generated file may be;
//! - the `otherwise` of an `if` may be another `if` without limit (`else if` chains).
//!
//! Who recurses over the tree goes along those two kinds of chain in a loop, or on a stack
//! that grows.
//!
//! Ends: each loop consumes a token or leaves.

mod asm;
mod attribute;
mod declaration;
mod declarator;
mod expression;
mod initialiser;
mod label;
mod primary;
mod record;
mod recovery;
mod scope;
mod specifier;
mod statement;

use index::IndexVec;
use rustc_hash::FxHashMap;
use source::{Diagnostic, Diagnostics, Span, Symbol};

use crate::ast::*;
use crate::lexer::{Literals, Tokens};
use crate::token::{Token, TokenKind};
use scope::Scopes;

/// How deep the input may nest. gcc has no limit of its own; the standard asks for 63 levels
/// of parentheses and 127 of blocks, and the deepest expansions of kernel macros have 130.
pub const MAX_NESTING: u32 = 1000;

/// The stack is enlarged when less than this is left: more than one level of nesting needs,
/// through all the functions that call each other on the way down.
const STACK_RED_ZONE: usize = 128 * 1024;
const STACK_SEGMENT: usize = 2 * 1024 * 1024;

/// The mistake has been reported; the caller gives up, too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;

type Parsed<T> = Result<T, Failed>;

pub(crate) struct Parser {
    tokens: Vec<Token>,
    pos: usize,
    literals: Literals,
    unit: Unit,
    /// Row by row beside `unit.exprs`: how many nodes are below, see the head of this file.
    heights: IndexVec<ExprId, u16>,
    /// The greatest height since [`Parser::measured`] began to look.
    max_height: u16,
    scopes: Scopes,
    diagnostics: Diagnostics,
    nesting: u32,
    /// Where the last error was reported.
    last_error: Option<usize>,
    /// Where the lexer found mistakes, in order.
    lexical_errors: Vec<u32>,
    /// Attribute names by the symbol that was written: `__packed__` is `packed`.
    attribute_names: FxHashMap<Symbol, Symbol>,
}

/// Parses all tokens of a text.
pub(crate) fn parse(tokens: Tokens) -> (Unit, Diagnostics) {
    let Tokens { tokens, literals, symbols, packs, diagnostics } = tokens;
    // Tables are reserved by what drivers need per token.
    let n_tokens = tokens.len();
    let unit = Unit {
        exprs: IndexVec::with_capacity(n_tokens / 3),
        stmts: IndexVec::with_capacity(n_tokens / 12),
        symbols,
        packs,
        ..Unit::default()
    };
    let lexical_errors = diagnostics.iter().map(|diagnostic| diagnostic.primary.span.lo).collect();
    let mut parser = Parser {
        tokens,
        pos: 0,
        literals,
        unit,
        heights: IndexVec::with_capacity(n_tokens / 3),
        max_height: 0,
        scopes: Scopes::new(),
        diagnostics,
        nesting: 0,
        last_error: None,
        lexical_errors,
        attribute_names: FxHashMap::default(),
    };
    parser.declare_builtin_types();
    parser.translation_unit();
    (parser.unit, parser.diagnostics)
}

// ---------------------------------------------------------------------------------------------
// Tokens

impl Parser {
    #[inline]
    fn peek(&self) -> TokenKind {
        self.tokens[self.pos].kind
    }

    #[inline]
    fn token(&self) -> Token {
        self.tokens[self.pos]
    }

    /// The kind of the token `ahead` of the current one; the end repeats itself.
    #[inline]
    fn peek_at(&self, ahead: usize) -> TokenKind {
        self.tokens.get(self.pos + ahead).map_or(TokenKind::Eof, |token| token.kind)
    }

    fn span(&self) -> Span {
        self.tokens[self.pos].span
    }

    /// The span of the token before the current one.
    fn previous_span(&self) -> Span {
        self.pos.checked_sub(1).map_or(Span::at(0), |previous| self.tokens[previous].span)
    }

    /// From `start` to the end of the last token consumed.
    fn span_from(&self, start: Span) -> Span {
        let end = self.previous_span().hi.max(start.lo);
        Span::new(start.lo, end)
    }

    /// Passes the current token; the end of the text is never passed.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.tokens[self.pos];
        if token.kind != TokenKind::Eof {
            self.pos += 1;
        }
        token
    }

    #[inline]
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.peek() == kind && kind != TokenKind::Eof;
        if found {
            self.pos += 1;
        }
        found
    }

    #[inline]
    fn expect(&mut self, kind: TokenKind) -> Parsed<Token> {
        if self.peek() == kind { Ok(self.bump()) } else { Err(self.expected(kind.text())) }
    }

    /// The closing partner of the bracket at `open`.
    fn expect_closing(&mut self, kind: TokenKind, open: Span) -> Parsed<Token> {
        if self.peek() == kind {
            return Ok(self.bump());
        }
        Err(self.not_closed(kind, open))
    }

    fn identifier(&mut self) -> Parsed<Name> {
        if self.peek() == TokenKind::Ident {
            let token = self.bump();
            Ok(Name { symbol: token.symbol(), span: token.span })
        } else {
            Err(self.expected("identifier"))
        }
    }

    /// The current token is an identifier that names a type here.
    #[inline]
    fn at_typedef_name(&self) -> bool {
        let token = &self.tokens[self.pos];
        token.kind == TokenKind::Ident && self.scopes.is_typedef(token.symbol())
    }

    // -----------------------------------------------------------------------------------------
    // Nodes

    #[inline]
    fn new_expr(&mut self, kind: ExprKind, span: Span, height: u16) -> ExprId {
        self.heights.push(height);
        self.unit.exprs.push(Expr { kind, span })
    }

    #[inline]
    fn new_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.unit.stmts.push(Stmt { kind, span })
    }

    fn expr_span(&self, expr: ExprId) -> Span {
        self.unit.exprs[expr].span
    }

    // -----------------------------------------------------------------------------------------
    // Nesting

    /// Runs `parse` one level deeper.
    #[inline]
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            return Err(self.too_deep());
        }
        self.nesting += 1;
        let result = stacker::maybe_grow(STACK_RED_ZONE, STACK_SEGMENT, || parse(self));
        self.nesting -= 1;
        result
    }

    #[cold]
    fn too_deep(&mut self) -> Failed {
        let span = self.span();
        let failed = self.error(
            Diagnostic::error("E0118", span, "the input nests too deeply")
                .label(format!("more than {MAX_NESTING} levels"))
                .note("brackets, statements within statements and prefix operators are counted"),
        );
        // Every level on the way out would complain in turn.
        self.stop();
        failed
    }

    // -----------------------------------------------------------------------------------------
    // Errors

    /// Reports unless it is an echo.
    fn error(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.last_error != Some(self.pos)
            && !self.follows_lexical_error()
            && !self.diagnostics.is_full()
        {
            self.diagnostics.push(diagnostic);
        }
        self.last_error = Some(self.pos);
        if self.diagnostics.is_full() {
            self.stop();
        }
        Failed
    }

    /// The lexer complained about the token here or the one before, or about what stands
    /// between them: that the grammar is broken here is no news.
    fn follows_lexical_error(&self) -> bool {
        let here = self.previous_span().lo..=self.span().lo;
        self.lexical_errors.iter().any(|error| here.contains(error))
    }

    /// Makes the rest of the input disappear, silently.
    fn stop(&mut self) {
        self.pos = self.tokens.len() - 1;
        self.last_error = Some(self.pos);
    }

    /// "expected X, found Y" at the current token.
    #[cold]
    fn expected(&mut self, what: &str) -> Failed {
        let diagnostic = self.expected_diagnostic(what);
        self.error(diagnostic)
    }

    fn expected_diagnostic(&self, what: &str) -> Diagnostic {
        let token = self.token();
        let found = self.describe(token);
        let message = format!("expected {what}, found {found}");
        Diagnostic::error("E0110", token.span, message).label(format!("expected {what}"))
    }

    #[cold]
    fn not_closed(&mut self, kind: TokenKind, open: Span) -> Failed {
        let diagnostic = self.expected_diagnostic(kind.text());
        let diagnostic = diagnostic.also(open, format!("to close this {}", opening(kind)));
        self.error(diagnostic)
    }

    /// A token as messages name it.
    fn describe(&self, token: Token) -> String {
        match token.kind {
            TokenKind::Ident => format!("`{}`", self.unit.symbols.name(token.symbol())),
            kind if kind.is_keyword() => {
                format!("keyword `{}`", self.unit.symbols.name(token.symbol()))
            }
            kind => kind.text().to_owned(),
        }
    }
}

fn opening(closing: TokenKind) -> &'static str {
    match closing {
        TokenKind::RParen => "`(`",
        TokenKind::RBracket => "`[`",
        _ => "`{`",
    }
}
