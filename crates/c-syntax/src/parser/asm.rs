//! Inline assembly: kept whole for later rooms, understood by none of them here.

use super::{Parsed, Parser};
use crate::ast::{Asm, AsmOperand, FileAsm, StmtId, StmtKind};
use crate::token::TokenKind;

impl Parser {
    /// `asm("...");` at file scope.
    pub(super) fn file_scope_asm(&mut self) -> Parsed<FileAsm> {
        let start = self.bump().span;
        self.asm_qualifiers();
        let open = self.expect(TokenKind::LParen)?.span;
        let text = self.string_bytes()?;
        self.expect_closing(TokenKind::RParen, open)?;
        self.expect_semi("`asm`")?;
        Ok(FileAsm { text, span: self.span_from(start) })
    }

    /// `asm("name")` after a declarator.
    pub(super) fn asm_name(&mut self) -> Parsed<Box<[u8]>> {
        self.bump();
        let open = self.expect(TokenKind::LParen)?.span;
        let name = self.string_bytes()?;
        self.expect_closing(TokenKind::RParen, open)?;
        Ok(name)
    }

    /// At `asm`.
    pub(super) fn asm_statement(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let is_volatile = self.asm_qualifiers();
        let open = self.expect(TokenKind::LParen)?.span;
        let mut asm = Asm {
            is_volatile,
            template: self.string_bytes()?,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
        };
        if self.eat(TokenKind::Colon) {
            asm.outputs = self.asm_operands()?;
        }
        if self.eat(TokenKind::Colon) {
            asm.inputs = self.asm_operands()?;
        }
        if self.eat(TokenKind::Colon) {
            asm.clobbers = self.asm_clobbers()?;
        }
        if self.eat(TokenKind::Colon) {
            while self.peek() == TokenKind::Ident {
                asm.labels.push(self.identifier()?);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect_closing(TokenKind::RParen, open)?;
        self.expect_semi("`asm`")?;
        let span = self.span_from(start);
        Ok(self.new_stmt(StmtKind::Asm(Box::new(asm)), span))
    }

    /// `volatile`, `goto`, `inline` in any order; true if the first is among them.
    fn asm_qualifiers(&mut self) -> bool {
        let mut is_volatile = false;
        loop {
            match self.peek() {
                TokenKind::Volatile => is_volatile = true,
                // gcc ignores `const` here with a warning.
                TokenKind::Goto | TokenKind::Inline | TokenKind::Const => {}
                _ => return is_volatile,
            }
            self.bump();
        }
    }

    /// `[name] "constraint" (expression), ...`, possibly none.
    fn asm_operands(&mut self) -> Parsed<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        if !matches!(self.peek(), TokenKind::String | TokenKind::LBracket) {
            return Ok(operands);
        }
        loop {
            let name = if self.eat(TokenKind::LBracket) {
                let token = self.token();
                if token.kind != TokenKind::Ident && !token.kind.is_keyword() {
                    return Err(self.expected("the name of an operand"));
                }
                self.bump();
                self.expect(TokenKind::RBracket)?;
                Some(token.symbol())
            } else {
                None
            };
            let constraint = self.string_bytes()?;
            let open = self.expect(TokenKind::LParen)?.span;
            let operand = self.nested(Self::expression)?;
            self.expect_closing(TokenKind::RParen, open)?;
            operands.push(AsmOperand { name, constraint, operand });
            if !self.eat(TokenKind::Comma) {
                return Ok(operands);
            }
        }
    }

    fn asm_clobbers(&mut self) -> Parsed<Vec<Box<[u8]>>> {
        let mut clobbers = Vec::new();
        if self.peek() != TokenKind::String {
            return Ok(clobbers);
        }
        loop {
            clobbers.push(self.string_bytes()?);
            if !self.eat(TokenKind::Comma) {
                return Ok(clobbers);
            }
        }
    }
}
