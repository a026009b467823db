//! Expressions with operators, from the comma down to the prefix operators.
//!
//! Binary operators are read by precedence climbing: one loop, and a recursion only where the
//! right operand binds tighter, so a chain `a + b + ...` of any length needs no stack and
//! becomes a tree that is deep to the left.
//!
//! Assignment is more liberal than the standard's grammar: whatever stands before `=` is read
//! as an operand (`a ? b : c = d`), as gcc does; what can be assigned to is a later question.

use source::Span;

use super::{MAX_NESTING, Parsed, Parser};
use crate::ast::*;
use crate::token::TokenKind;

impl Parser {
    /// With commas.
    pub(super) fn expression(&mut self) -> Parsed<ExprId> {
        let mut left = self.assignment()?;
        while self.eat(TokenKind::Comma) {
            let right = self.assignment()?;
            let height = self.heights[left].max(self.heights[right] + 1);
            let span = self.expr_span(left).to(self.expr_span(right));
            left = self.checked_expr(ExprKind::Comma(left, right), span, height)?;
        }
        Ok(left)
    }

    /// Without commas: an argument, an initialiser.
    pub(super) fn assignment(&mut self) -> Parsed<ExprId> {
        let target = self.conditional()?;
        let Some(op) = assignment_op(self.peek()) else { return Ok(target) };
        self.bump();
        let value = self.nested(Self::assignment)?;
        let span = self.expr_span(target).to(self.expr_span(value));
        let height = self.height_above(&[target, value]);
        self.checked_expr(ExprKind::Assign { op, target, value }, span, height)
    }

    /// Without commas and assignments: a constant expression.
    pub(super) fn conditional(&mut self) -> Parsed<ExprId> {
        let condition = self.binary(1)?;
        if self.peek() != TokenKind::Question {
            return Ok(condition);
        }
        self.bump();
        let then = if self.peek() == TokenKind::Colon {
            None
        } else {
            Some(self.nested(Self::expression)?)
        };
        self.expect(TokenKind::Colon)?;
        let otherwise = self.nested(Self::conditional)?;
        let span = self.expr_span(condition).to(self.expr_span(otherwise));
        let height = self.height_above(&[condition, then.unwrap_or(condition), otherwise]);
        let kind = ExprKind::Conditional { condition, then, otherwise };
        self.checked_expr(kind, span, height)
    }

    /// Binary operators that bind at least as tightly as `min_precedence`.
    fn binary(&mut self, min_precedence: u8) -> Parsed<ExprId> {
        let mut left = self.cast()?;
        loop {
            let Some((op, precedence)) = binary_op(self.peek()) else { return Ok(left) };
            if precedence < min_precedence {
                return Ok(left);
            }
            self.bump();
            let right = self.binary(precedence + 1)?;
            let span = self.expr_span(left).to(self.expr_span(right));
            let height = self.heights[left].max(self.heights[right] + 1);
            left = self.checked_expr(ExprKind::Binary(op, left, right), span, height)?;
        }
    }

    /// `(type) operand`, or a unary expression.
    pub(super) fn cast(&mut self) -> Parsed<ExprId> {
        if self.peek() == TokenKind::LParen && self.is_type_after_paren() {
            let start = self.span();
            let (ty, height) = self.measured(Self::parenthesised_type_name)?;
            if self.peek() == TokenKind::LBrace {
                let literal = self.compound_literal(start, ty, height)?;
                return self.postfix_of(literal);
            }
            let operand = self.nested(Self::cast)?;
            let span = start.to(self.expr_span(operand));
            let height = height.max(self.heights[operand]) + 1;
            return self.checked_expr(ExprKind::Cast { ty, operand }, span, height);
        }
        self.unary()
    }

    /// At the `{` after `(type)`.
    fn compound_literal(&mut self, start: Span, ty: TypeNameId, above: u16) -> Parsed<ExprId> {
        let (init, height) = self.measured(|this| this.nested(Self::initialiser_list))?;
        let span = self.span_from(start);
        let height = height.max(above) + 1;
        self.checked_expr(ExprKind::CompoundLiteral { ty, init }, span, height)
    }

    /// At `(`: a type name follows.
    fn is_type_after_paren(&self) -> bool {
        let Some(token) = self.tokens.get(self.pos + 1) else { return false };
        match token.kind {
            TokenKind::Ident => self.scopes.is_typedef(token.symbol()),
            kind => kind.is_specifier(),
        }
    }

    fn unary(&mut self) -> Parsed<ExprId> {
        let op = match self.peek() {
            // The commonest start of an expression is tested first.
            TokenKind::Ident => return self.postfix(),
            TokenKind::Star => UnaryOp::Deref,
            TokenKind::Amp => UnaryOp::AddressOf,
            TokenKind::Minus => UnaryOp::Minus,
            TokenKind::Bang => UnaryOp::Not,
            TokenKind::Tilde => UnaryOp::BitNot,
            TokenKind::Plus => UnaryOp::Plus,
            TokenKind::PlusPlus => UnaryOp::PreIncrement,
            TokenKind::MinusMinus => UnaryOp::PreDecrement,
            TokenKind::Real => UnaryOp::Real,
            TokenKind::Imag => UnaryOp::Imag,
            TokenKind::Sizeof => return self.sizeof(),
            TokenKind::Alignof => return self.alignof(),
            TokenKind::PreferredAlignof => return self.preferred_alignof(),
            TokenKind::AmpAmp => return self.label_address(),
            TokenKind::Extension => {
                self.bump();
                return self.nested(Self::cast);
            }
            _ => return self.postfix(),
        };
        let start = self.bump().span;
        let operand = self.nested(Self::cast)?;
        let span = start.to(self.expr_span(operand));
        let height = self.height_above(&[operand]);
        self.checked_expr(ExprKind::Unary(op, operand), span, height)
    }

    fn label_address(&mut self) -> Parsed<ExprId> {
        let start = self.bump().span;
        let name = self.identifier()?;
        let span = self.span_from(start);
        self.checked_expr(ExprKind::LabelAddress(name), span, 1)
    }

    fn sizeof(&mut self) -> Parsed<ExprId> {
        self.size_or_alignment(ExprKind::SizeofType, ExprKind::SizeofExpr)
    }

    fn alignof(&mut self) -> Parsed<ExprId> {
        self.size_or_alignment(ExprKind::AlignofType, ExprKind::AlignofExpr)
    }

    fn preferred_alignof(&mut self) -> Parsed<ExprId> {
        self.size_or_alignment(ExprKind::PreferredAlignofType, ExprKind::AlignofExpr)
    }

    /// `sizeof (type)`, or `sizeof` of an expression, which may begin with `(type){...}`.
    fn size_or_alignment(
        &mut self,
        of_type: fn(TypeNameId) -> ExprKind,
        of_expr: fn(ExprId) -> ExprKind,
    ) -> Parsed<ExprId> {
        let start = self.bump().span;
        let (operand, height) = if self.peek() == TokenKind::LParen && self.is_type_after_paren() {
            let paren = self.span();
            let (ty, height) = self.measured(Self::parenthesised_type_name)?;
            if self.peek() != TokenKind::LBrace {
                let span = self.span_from(start);
                return self.checked_expr(of_type(ty), span, height + 1);
            }
            let literal = self.compound_literal(paren, ty, height)?;
            let operand = self.postfix_of(literal)?;
            (operand, self.heights[operand])
        } else {
            let operand = self.nested(Self::unary)?;
            (operand, self.heights[operand])
        };
        let span = start.to(self.expr_span(operand));
        self.checked_expr(of_expr(operand), span, height + 1)
    }

    // -----------------------------------------------------------------------------------------
    // Heights

    /// A node that stands above `children`, none of which continues a chain.
    pub(super) fn height_above(&self, children: &[ExprId]) -> u16 {
        1 + children.iter().map(|child| self.heights[*child]).max().unwrap_or(0)
    }

    /// Pushes an expression unless it is too high. No child is higher than the limit, which
    /// is far below `u16::MAX`, so adding one to a child's height cannot overflow.
    #[inline]
    pub(super) fn checked_expr(
        &mut self,
        kind: ExprKind,
        span: Span,
        height: u16,
    ) -> Parsed<ExprId> {
        if u32::from(height) > MAX_NESTING {
            return Err(self.too_deep());
        }
        self.max_height = self.max_height.max(height);
        Ok(self.new_expr(kind, span, height))
    }

    /// Runs `parse` and tells how high the highest expression is that it read, wherever in
    /// types, initialisers and statements that is.
    pub(super) fn measured<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<(T, u16)> {
        let before = std::mem::replace(&mut self.max_height, 0);
        let result = parse(self);
        let height = self.max_height;
        self.max_height = before.max(height);
        result.map(|value| (value, height))
    }
}

/// The operator and its precedence, higher binding tighter.
#[inline]
fn binary_op(kind: TokenKind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        TokenKind::PipePipe => (BinaryOp::Or, 1),
        TokenKind::AmpAmp => (BinaryOp::And, 2),
        TokenKind::Pipe => (BinaryOp::BitOr, 3),
        TokenKind::Caret => (BinaryOp::BitXor, 4),
        TokenKind::Amp => (BinaryOp::BitAnd, 5),
        TokenKind::EqEq => (BinaryOp::Eq, 6),
        TokenKind::BangEq => (BinaryOp::Ne, 6),
        TokenKind::Lt => (BinaryOp::Lt, 7),
        TokenKind::Gt => (BinaryOp::Gt, 7),
        TokenKind::LtEq => (BinaryOp::Le, 7),
        TokenKind::GtEq => (BinaryOp::Ge, 7),
        TokenKind::Shl => (BinaryOp::Shl, 8),
        TokenKind::Shr => (BinaryOp::Shr, 8),
        TokenKind::Plus => (BinaryOp::Add, 9),
        TokenKind::Minus => (BinaryOp::Sub, 9),
        TokenKind::Star => (BinaryOp::Mul, 10),
        TokenKind::Slash => (BinaryOp::Div, 10),
        TokenKind::Percent => (BinaryOp::Rem, 10),
        _ => return None,
    })
}

/// `Some(None)` for plain `=`.
#[inline]
fn assignment_op(kind: TokenKind) -> Option<Option<BinaryOp>> {
    Some(match kind {
        TokenKind::Eq => None,
        TokenKind::PlusEq => Some(BinaryOp::Add),
        TokenKind::MinusEq => Some(BinaryOp::Sub),
        TokenKind::StarEq => Some(BinaryOp::Mul),
        TokenKind::SlashEq => Some(BinaryOp::Div),
        TokenKind::PercentEq => Some(BinaryOp::Rem),
        TokenKind::AmpEq => Some(BinaryOp::BitAnd),
        TokenKind::PipeEq => Some(BinaryOp::BitOr),
        TokenKind::CaretEq => Some(BinaryOp::BitXor),
        TokenKind::ShlEq => Some(BinaryOp::Shl),
        TokenKind::ShrEq => Some(BinaryOp::Shr),
        _ => return None,
    })
}
