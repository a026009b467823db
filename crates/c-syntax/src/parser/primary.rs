//! Operands, what is applied to them from the right, and the builtins that take types.

use smallvec::SmallVec;
use source::{Diagnostic, Span};

use super::{Parsed, Parser};
use crate::ast::*;
use crate::token::TokenKind;

impl Parser {
    pub(super) fn postfix(&mut self) -> Parsed<ExprId> {
        let operand = self.primary()?;
        self.postfix_of(operand)
    }

    /// Calls, subscripts, members, `++` and `--` after an operand.
    pub(super) fn postfix_of(&mut self, operand: ExprId) -> Parsed<ExprId> {
        let mut base = operand;
        loop {
            base = match self.peek() {
                TokenKind::LParen => self.call(base)?,
                TokenKind::LBracket => self.subscript(base)?,
                TokenKind::Dot => self.member(base, MemberAccess::Direct)?,
                TokenKind::Arrow => self.member(base, MemberAccess::Arrow)?,
                TokenKind::PlusPlus => self.post_step(base, UnaryOp::PostIncrement)?,
                TokenKind::MinusMinus => self.post_step(base, UnaryOp::PostDecrement)?,
                _ => return Ok(base),
            };
        }
    }

    fn call(&mut self, callee: ExprId) -> Parsed<ExprId> {
        let open = self.bump().span;
        let mut arguments = SmallVec::<[ExprId; 8]>::new();
        if self.peek() != TokenKind::RParen {
            self.nested(|this| {
                loop {
                    arguments.push(this.assignment()?);
                    if !this.eat(TokenKind::Comma) {
                        return Ok(());
                    }
                }
            })?;
        }
        let close_paren = self.expect_closing(TokenKind::RParen, open)?.span;
        let span = self.expr_span(callee).to(close_paren);
        let height = self.heights[callee].max(self.height_above(&arguments) - 1) + 1;
        let arguments = arguments.as_slice().into();
        self.checked_expr(ExprKind::Call { callee, arguments, close_paren }, span, height)
    }

    fn subscript(&mut self, base: ExprId) -> Parsed<ExprId> {
        let open = self.bump().span;
        let index = self.nested(Self::expression)?;
        let close = self.expect_closing(TokenKind::RBracket, open)?.span;
        let span = self.expr_span(base).to(close);
        let height = self.height_above(&[base, index]);
        self.checked_expr(ExprKind::Subscript { base, index }, span, height)
    }

    fn member(&mut self, base: ExprId, access: MemberAccess) -> Parsed<ExprId> {
        self.bump();
        if self.peek() != TokenKind::Ident {
            return Err(self.expected("the name of a member"));
        }
        let field = self.identifier()?;
        let span = self.expr_span(base).to(field.span);
        let height = self.height_above(&[base]);
        self.checked_expr(ExprKind::Member { base, field, access }, span, height)
    }

    fn post_step(&mut self, base: ExprId, op: UnaryOp) -> Parsed<ExprId> {
        let end = self.bump().span;
        let span = self.expr_span(base).to(end);
        let height = self.height_above(&[base]);
        self.checked_expr(ExprKind::Unary(op, base), span, height)
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Ident if self.at_typedef_name() => return Err(self.type_as_operand()),
            TokenKind::Ident => ExprKind::Name(token.symbol()),
            TokenKind::Int => ExprKind::Int(self.literals.ints[token.literal()]),
            TokenKind::Char => ExprKind::Char(self.literals.chars[token.literal()]),
            TokenKind::Float => {
                ExprKind::Float(Box::new(self.literals.floats[token.literal()].clone()))
            }
            TokenKind::String => ExprKind::String(Box::new(self.take_string(token.literal()))),
            TokenKind::LParen if self.peek_at(1) == TokenKind::LBrace => {
                return self.nested(Self::statement_expression);
            }
            TokenKind::LParen if self.at_cast_to_unknown_type() => {
                self.pos += 1;
                self.assume_type();
                self.pos -= 1;
                return self.nested(Self::cast);
            }
            TokenKind::LParen => return self.nested(Self::parenthesised),
            TokenKind::Generic => return self.nested(Self::generic),
            TokenKind::VaArg => return self.nested(Self::va_arg),
            TokenKind::Offsetof => return self.nested(Self::offsetof),
            TokenKind::TypesCompatible => return self.nested(Self::types_compatible),
            TokenKind::ChooseExpr => return self.nested(Self::choose_expr),
            _ => return Err(self.expected("an expression")),
        };
        self.bump();
        Ok(self.new_expr(kind, token.span, 1))
    }

    #[cold]
    fn type_as_operand(&mut self) -> super::Failed {
        let token = self.token();
        let message = format!(
            "expected an expression, found the type `{}`",
            self.unit.symbols.name(token.symbol())
        );
        self.error(Diagnostic::error("E0110", token.span, message).label("expected an expression"))
    }

    /// Each literal becomes one node, so its text can be moved.
    fn take_string(&mut self, row: usize) -> StringLiteral {
        let empty =
            StringLiteral { units: StringUnits::Bytes(Box::default()), encoding: Encoding::Plain };
        std::mem::replace(&mut self.literals.strings[row], empty)
    }

    /// At `(`: `(foo *)` is no expression, nor is `(foo)` before an operand.
    fn at_cast_to_unknown_type(&self) -> bool {
        if self.peek_at(1) != TokenKind::Ident {
            return false;
        }
        let mut ahead = 2;
        while self.peek_at(ahead) == TokenKind::Star {
            ahead += 1;
        }
        let begins_operand = matches!(
            self.peek_at(ahead + 1),
            TokenKind::Ident
                | TokenKind::Int
                | TokenKind::Float
                | TokenKind::Char
                | TokenKind::String
                | TokenKind::Sizeof
                | TokenKind::Tilde
                | TokenKind::Bang
        );
        self.peek_at(ahead) == TokenKind::RParen && (ahead > 2 || begins_operand)
    }

    /// At `(`. Parentheses leave no node but widen the span.
    fn parenthesised(&mut self) -> Parsed<ExprId> {
        let open = self.bump().span;
        let expr = self.expression()?;
        let close = self.expect_closing(TokenKind::RParen, open)?.span;
        self.unit.exprs[expr].span = open.to(close);
        Ok(expr)
    }

    /// At `(` before `{`.
    fn statement_expression(&mut self) -> Parsed<ExprId> {
        let open = self.bump().span;
        let (body, height) = self.measured(Self::compound_statement)?;
        let close = self.expect_closing(TokenKind::RParen, open)?.span;
        self.checked_expr(ExprKind::StmtExpr(body), open.to(close), height + 1)
    }

    /// At `_Generic`.
    fn generic(&mut self) -> Parsed<ExprId> {
        let start = self.bump().span;
        let open = self.expect(TokenKind::LParen)?.span;
        let ((control, associations), height) = self.measured(|this| {
            let control = this.assignment()?;
            let mut associations = Vec::new();
            while this.eat(TokenKind::Comma) {
                associations.push(this.generic_association()?);
            }
            if associations.is_empty() {
                return Err(this.expected("`,` and a type with a value"));
            }
            Ok((control, associations))
        })?;
        self.expect_closing(TokenKind::RParen, open)?;
        let kind = ExprKind::Generic { control, associations: associations.into() };
        let span = self.span_from(start);
        self.checked_expr(kind, span, height + 1)
    }

    fn generic_association(&mut self) -> Parsed<GenericAssociation> {
        let ty = if self.eat(TokenKind::Default) { None } else { Some(self.builtin_type()?) };
        self.expect(TokenKind::Colon)?;
        let value = self.assignment()?;
        Ok(GenericAssociation { ty, value })
    }

    /// A type where nothing else can stand.
    fn builtin_type(&mut self) -> Parsed<TypeNameId> {
        if !self.at_type_name() {
            if self.peek() != TokenKind::Ident {
                return Err(self.expected("a type"));
            }
            self.assume_type();
        }
        self.type_name()
    }

    /// `builtin(arguments)`, where `arguments` reads what is between the parentheses.
    fn builtin(&mut self, arguments: impl FnOnce(&mut Self) -> Parsed<ExprKind>) -> Parsed<ExprId> {
        let start = self.bump().span;
        let open = self.expect(TokenKind::LParen)?.span;
        let (kind, height) = self.measured(arguments)?;
        self.expect_closing(TokenKind::RParen, open)?;
        let span: Span = self.span_from(start);
        self.checked_expr(kind, span, height + 1)
    }

    fn va_arg(&mut self) -> Parsed<ExprId> {
        self.builtin(|this| {
            let list = this.assignment()?;
            this.expect(TokenKind::Comma)?;
            let ty = this.builtin_type()?;
            Ok(ExprKind::VaArg { list, ty })
        })
    }

    fn offsetof(&mut self) -> Parsed<ExprId> {
        self.builtin(|this| {
            let ty = this.builtin_type()?;
            this.expect(TokenKind::Comma)?;
            let mut path = vec![Designator::Field(this.identifier()?)];
            loop {
                match this.peek() {
                    TokenKind::Dot => {
                        this.bump();
                        path.push(Designator::Field(this.identifier()?));
                    }
                    TokenKind::LBracket => path.push(this.index_designator()?),
                    _ => break,
                }
            }
            Ok(ExprKind::Offsetof { ty, path: path.into() })
        })
    }

    fn types_compatible(&mut self) -> Parsed<ExprId> {
        self.builtin(|this| {
            let left = this.builtin_type()?;
            this.expect(TokenKind::Comma)?;
            let right = this.builtin_type()?;
            Ok(ExprKind::TypesCompatible(left, right))
        })
    }

    fn choose_expr(&mut self) -> Parsed<ExprId> {
        self.builtin(|this| {
            let condition = this.assignment()?;
            this.expect(TokenKind::Comma)?;
            let then = this.assignment()?;
            this.expect(TokenKind::Comma)?;
            let otherwise = this.assignment()?;
            Ok(ExprKind::ChooseExpr { condition, then, otherwise })
        })
    }
}
