//! Statements and blocks.
//!
//! `else if` chains are built in a loop, so their length is limited by nothing.

use source::{Diagnostic, Span};

use super::declaration::Declared;
use super::label::Place;
use super::recovery::Head;
use super::{Parsed, Parser};
use crate::ast::*;
use crate::token::TokenKind;

/// `if (condition) then` that is followed by `else if`.
struct Branch {
    condition: ExprId,
    then: StmtId,
    start: Span,
}

/// What stands between the parentheses of `for`.
type ForHead = (ForInit, Option<ExprId>, Option<ExprId>);

impl Parser {
    /// At `{`: a block with a scope of its own.
    pub(super) fn compound_statement(&mut self) -> Parsed<StmtId> {
        let open = self.bump().span;
        self.scopes.open();
        let compound = self.block(open);
        self.scopes.close();
        let kind = StmtKind::Compound(compound?);
        let span = self.span_from(open);
        Ok(self.new_stmt(kind, span))
    }

    /// After `{`, up to and with the `}`.
    fn block(&mut self, open: Span) -> Parsed<Compound> {
        let mut local_labels = Vec::new();
        let mut items = Vec::new();
        loop {
            match self.peek() {
                TokenKind::RBrace => break,
                TokenKind::Eof => return Err(self.not_closed(TokenKind::RBrace, open)),
                TokenKind::LocalLabel => {
                    if self.local_labels(&mut local_labels).is_err() {
                        self.skip_statement();
                    }
                    continue;
                }
                _ => {}
            }
            let before = self.pos;
            match self.block_item() {
                Ok(item) => items.push(item),
                Err(_) => {
                    self.skip_statement();
                    if self.pos == before {
                        self.bump();
                    }
                }
            }
        }
        let end = self.bump().span;
        Ok(Compound { local_labels, items, end })
    }

    /// `__label__ a, b;`
    fn local_labels(&mut self, labels: &mut Vec<Name>) -> Parsed<()> {
        self.bump();
        loop {
            labels.push(self.identifier()?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_semi("`__label__`")
    }

    fn block_item(&mut self) -> Parsed<BlockItem> {
        match self.peek() {
            TokenKind::StaticAssert => Ok(BlockItem::StaticAssert(self.static_assert()?)),
            TokenKind::Ident if self.peek_at(1) == TokenKind::Colon => {
                Ok(BlockItem::Stmt(self.labelled(Place::Block)?))
            }
            TokenKind::Case | TokenKind::Default => {
                Ok(BlockItem::Stmt(self.labelled(Place::Block)?))
            }
            TokenKind::Extension if self.is_extension_declaration() => {
                while self.eat(TokenKind::Extension) {}
                self.block_declaration()
            }
            TokenKind::Ident if self.is_unknown_type_declaration() => {
                self.assume_type();
                self.block_declaration()
            }
            TokenKind::Attribute | TokenKind::LBracket if self.is_statement_after_attributes() => {
                self.attributes(&mut Vec::new())?;
                Ok(BlockItem::Stmt(self.statement()?))
            }
            _ if self.at_specifier() => self.block_declaration(),
            _ => Ok(BlockItem::Stmt(self.statement()?)),
        }
    }

    fn block_declaration(&mut self) -> Parsed<BlockItem> {
        Ok(match self.declaration_or_function()? {
            Declared::Declaration(declaration) => BlockItem::Declaration(declaration),
            Declared::Function(function) => BlockItem::Function(function),
        })
    }

    /// `__extension__` before a declaration and not before an expression.
    pub(super) fn is_extension_declaration(&self) -> bool {
        let mut ahead = 1;
        while self.peek_at(ahead) == TokenKind::Extension {
            ahead += 1;
        }
        match self.tokens.get(self.pos + ahead) {
            Some(token) if token.kind == TokenKind::Ident => self.scopes.is_typedef(token.symbol()),
            Some(token) => token.kind.is_specifier(),
            None => false,
        }
    }

    /// `foo x;` is no expression statement, while `foo *x;` may be one.
    pub(super) fn is_unknown_type_declaration(&self) -> bool {
        !self.at_typedef_name() && self.peek_at(1) == TokenKind::Ident
    }

    /// Attributes here are those of a statement (`fallthrough`) and not of a declaration.
    pub(super) fn is_statement_after_attributes(&self) -> bool {
        if self.peek() == TokenKind::LBracket && !self.at_standard_attribute() {
            return false;
        }
        let mut depth = 0usize;
        let mut ahead = 0;
        loop {
            let Some(token) = self.tokens.get(self.pos + ahead) else { return false };
            match token.kind {
                TokenKind::LParen | TokenKind::LBracket => depth += 1,
                TokenKind::RParen | TokenKind::RBracket => depth = depth.saturating_sub(1),
                TokenKind::Eof => return false,
                TokenKind::Attribute => {}
                TokenKind::Ident if depth == 0 => {
                    let is_label = self.peek_at(ahead + 1) == TokenKind::Colon;
                    return is_label || !self.scopes.is_typedef(token.symbol());
                }
                kind if depth == 0 => {
                    return !kind.is_specifier() && kind != TokenKind::Star;
                }
                _ => {}
            }
            ahead += 1;
        }
    }

    /// A statement inside another one.
    pub(super) fn substatement(&mut self) -> Parsed<StmtId> {
        self.nested(Self::statement)
    }

    /// The body of `if`, `while`, ...: a scope of its own even without braces.
    fn body(&mut self) -> Parsed<StmtId> {
        self.scopes.open();
        let body = self.substatement();
        self.scopes.close();
        body
    }

    fn statement(&mut self) -> Parsed<StmtId> {
        self.attributes(&mut Vec::new())?;
        let start = self.span();
        let kind = match self.peek() {
            TokenKind::LBrace => return self.nested(Self::compound_statement),
            TokenKind::Semi => {
                self.bump();
                StmtKind::Empty
            }
            TokenKind::If => return self.in_scope(Self::if_statement),
            TokenKind::Switch => return self.in_scope(Self::switch_statement),
            TokenKind::While => return self.in_scope(Self::while_statement),
            TokenKind::Do => return self.in_scope(Self::do_statement),
            TokenKind::For => return self.in_scope(Self::for_statement),
            TokenKind::Goto => self.goto()?,
            TokenKind::Continue => self.jump(StmtKind::Continue, "`continue`")?,
            TokenKind::Break => self.jump(StmtKind::Break, "`break`")?,
            TokenKind::Return => self.return_statement()?,
            TokenKind::Asm => return self.asm_statement(),
            TokenKind::Case | TokenKind::Default => return self.labelled(Place::Substatement),
            TokenKind::Ident if self.peek_at(1) == TokenKind::Colon => {
                return self.labelled(Place::Substatement);
            }
            TokenKind::Else => return Err(self.else_without_if()),
            _ if self.at_specifier() => return Err(self.declaration_as_statement()),
            _ => {
                let expr = self.expression()?;
                self.expect_semi("expression")?;
                StmtKind::Expr(expr)
            }
        };
        let span = self.span_from(start);
        Ok(self.new_stmt(kind, span))
    }

    /// C99's iteration and selection statements are blocks: a tag or enumerator declared in
    /// the condition ends with the statement.
    fn in_scope(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<StmtId>) -> Parsed<StmtId> {
        self.scopes.open();
        let statement = parse(self);
        self.scopes.close();
        statement
    }

    #[cold]
    fn else_without_if(&mut self) -> super::Failed {
        let diagnostic = Diagnostic::error("E0117", self.span(), "`else` without `if`")
            .label("the statement before it is not an `if`");
        let failed = self.error(diagnostic);
        // What follows is a statement in its own right.
        self.bump();
        failed
    }

    #[cold]
    fn declaration_as_statement(&mut self) -> super::Failed {
        let diagnostic = self
            .expected_diagnostic("a statement")
            .note("a declaration is not a statement; put it in braces");
        self.error(diagnostic)
    }

    /// `(expression)` after a keyword.
    fn condition(&mut self) -> Parsed<ExprId> {
        let open = self.expect(TokenKind::LParen)?.span;
        let condition = self.nested(Self::expression).and_then(|condition| {
            self.expect_closing(TokenKind::RParen, open)?;
            Ok(condition)
        });
        match condition {
            Ok(condition) => Ok(condition),
            Err(failed) => {
                let placeholder = self.placeholder(open);
                self.skip_to_closing(Head::Plain(placeholder), failed)
            }
        }
    }

    /// Stands for an expression that could not be read.
    fn placeholder(&mut self, span: Span) -> ExprId {
        let zero = IntLiteral {
            value: 0,
            base: IntBase::Decimal,
            is_unsigned: false,
            longs: 0,
            is_imaginary: false,
        };
        self.new_expr(ExprKind::Int(zero), span, 1)
    }

    /// At `if`.
    fn if_statement(&mut self) -> Parsed<StmtId> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        loop {
            let start = self.bump().span;
            let condition = self.condition()?;
            let then = self.body()?;
            branches.push(Branch { condition, then, start });
            if !self.eat(TokenKind::Else) {
                break;
            }
            if self.peek() != TokenKind::If {
                otherwise = Some(self.body()?);
                break;
            }
        }
        let end = self.previous_span();
        for Branch { condition, then, start } in branches.into_iter().rev() {
            let kind = StmtKind::If { condition, then, otherwise };
            otherwise = Some(self.new_stmt(kind, start.to(end)));
        }
        Ok(otherwise.expect("the loop reads at least one branch"))
    }

    fn switch_statement(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let operand = self.condition()?;
        let body = self.body()?;
        let span = self.span_from(start);
        Ok(self.new_stmt(StmtKind::Switch { operand, body }, span))
    }

    fn while_statement(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let condition = self.condition()?;
        let body = self.body()?;
        let span = self.span_from(start);
        Ok(self.new_stmt(StmtKind::While { condition, body }, span))
    }

    fn do_statement(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let body = self.body()?;
        if self.peek() != TokenKind::While {
            let diagnostic =
                self.expected_diagnostic("`while`").also(start, "to end this `do` loop");
            return Err(self.error(diagnostic));
        }
        self.bump();
        let condition = self.condition()?;
        self.expect_semi("`do` loop")?;
        let span = self.span_from(start);
        Ok(self.new_stmt(StmtKind::DoWhile { body, condition }, span))
    }

    fn for_statement(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let open = self.expect(TokenKind::LParen)?.span;
        let (init, condition, step) = match self.for_head(open) {
            Ok(head) => head,
            Err(failed) => self.skip_to_closing(Head::For((ForInit::None, None, None)), failed)?,
        };
        let body = self.body()?;
        let span = self.span_from(start);
        Ok(self.new_stmt(StmtKind::For { init, condition, step, body }, span))
    }

    /// After the `(` of `for`, up to and with its `)`.
    fn for_head(&mut self, open: Span) -> Parsed<ForHead> {
        let init = self.for_init()?;
        let condition = self.optional_expression(TokenKind::Semi)?;
        self.expect_semi("the condition of `for`")?;
        let step = self.optional_expression(TokenKind::RParen)?;
        self.expect_closing(TokenKind::RParen, open)?;
        Ok((init, condition, step))
    }

    /// With its `;`.
    fn for_init(&mut self) -> Parsed<ForInit> {
        if self.eat(TokenKind::Semi) {
            return Ok(ForInit::None);
        }
        let is_extension = self.peek() == TokenKind::Extension && self.is_extension_declaration();
        if is_extension {
            while self.eat(TokenKind::Extension) {}
        }
        if self.at_specifier() {
            return Ok(ForInit::Declaration(self.declaration()?));
        }
        if self.peek() == TokenKind::Ident && self.is_unknown_type_declaration() {
            self.assume_type();
            return Ok(ForInit::Declaration(self.declaration()?));
        }
        if self.peek() == TokenKind::StaticAssert {
            // gcc takes it, and it does nothing at run time.
            self.static_assert()?;
            return Ok(ForInit::None);
        }
        let expr = self.expression()?;
        self.expect_semi("the start of `for`")?;
        Ok(ForInit::Expr(expr))
    }

    fn optional_expression(&mut self, end: TokenKind) -> Parsed<Option<ExprId>> {
        if self.peek() == end { Ok(None) } else { self.expression().map(Some) }
    }

    fn goto(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let kind = if self.eat(TokenKind::Star) {
            StmtKind::GotoComputed(self.expression()?)
        } else {
            StmtKind::Goto(self.identifier()?)
        };
        self.expect_semi("`goto`")?;
        Ok(kind)
    }

    fn jump(&mut self, kind: StmtKind, what: &str) -> Parsed<StmtKind> {
        self.bump();
        self.expect_semi(what)?;
        Ok(kind)
    }

    fn return_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let value = self.optional_expression(TokenKind::Semi)?;
        self.expect_semi("`return`")?;
        Ok(StmtKind::Return(value))
    }
}
