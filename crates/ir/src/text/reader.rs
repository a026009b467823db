//! What reading any part of the text needs: the tokens, the errors, and the names declared.

use index::{Id, IndexVec};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Diagnostics, Span};

use super::lexer::{Token, TokenKind};
use crate::expr::ExprPool;
use crate::program::{
    Contents, Function, FunctionId, Object, ObjectId, Program, STRANGER, Scope, Signature, VarId,
};
use crate::types::DataModel;

/// Something was wrong and has been reported.
#[derive(Debug)]
pub(super) struct Failed;

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) at: usize,
    pub(super) diagnostics: Diagnostics,
    pub(super) program: Program,
    functions: FxHashMap<&'t str, FunctionId>,
    objects: FxHashMap<&'t str, ObjectId>,
    pub(super) vars: FxHashMap<&'t str, VarId>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, tokens: Vec<Token<'t>>, diagnostics: Diagnostics) -> Self {
        let program = Program {
            model: DataModel::Lp64,
            exprs: ExprPool::new(),
            functions: IndexVec::new(),
            vars: IndexVec::new(),
            objects: IndexVec::new(),
            checks: IndexVec::new(),
            signatures: IndexVec::new(),
            entry: FunctionId::new(0),
            assumptions: Vec::new(),
            strangers: Vec::new(),
            layouts: std::collections::BTreeMap::new(),
        };
        Self {
            text,
            tokens,
            at: 0,
            diagnostics,
            program,
            functions: FxHashMap::default(),
            objects: FxHashMap::default(),
            vars: FxHashMap::default(),
        }
    }

    pub(super) fn next(&mut self) -> Token<'t> {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn peek(&self) -> &TokenKind<'t> {
        &self.tokens[self.at].kind
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is_there = matches!(self.peek(), TokenKind::Word(found) if *found == word);
        self.at += usize::from(is_there);
        is_there
    }

    pub(super) fn take_symbol(&mut self, symbol: &str) -> bool {
        let is_there = matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol);
        self.at += usize::from(is_there);
        is_there
    }

    pub(super) fn symbol(&mut self, symbol: &str) -> Result<(), Failed> {
        if self.take_symbol(symbol) {
            return Ok(());
        }
        let span = self.tokens[self.at].span;
        self.expected(&format!("`{symbol}`"), span)
    }

    pub(super) fn word(&mut self) -> Result<&'t str, Failed> {
        let token = self.next();
        match token.kind {
            TokenKind::Word(word) => Ok(word),
            _ => self.expected("a name", token.span),
        }
    }

    pub(super) fn number(&mut self) -> Result<u64, Failed> {
        let token = self.next();
        match token.kind {
            TokenKind::Number(digits) if digits.parse::<u64>().is_ok() => {
                Ok(digits.parse().expect("tested in the guard"))
            }
            _ => self.expected("a number", token.span),
        }
    }

    pub(super) fn text(&mut self) -> Result<String, Failed> {
        let token = self.next();
        match token.kind {
            TokenKind::Text(text) => Ok(text),
            _ => self.expected("a text in quotes", token.span),
        }
    }

    pub(super) fn starts_expr(&self) -> bool {
        match self.peek() {
            TokenKind::Number(_) => true,
            TokenKind::Symbol(symbol) => matches!(*symbol, "(" | "-" | "~" | "!" | "&"),
            // What else can follow an operation on its line: a role, or the next line.
            TokenKind::Word(word) => {
                !matches!(*word, "taken" | "not-taken" | "back" | "loop" | "label")
                    && location_number(word).is_none()
            }
            TokenKind::Text(_) | TokenKind::End => false,
        }
    }

    pub(super) fn expected<T>(&mut self, what: &str, span: Span) -> Result<T, Failed> {
        let found = match self.text.get(span.lo as usize..span.hi as usize) {
            Some("") | None => "the end".to_owned(),
            Some(text) => format!("`{text}`"),
        };
        let message = format!("expected {what}, found {found}");
        self.fail(Diagnostic::error("E0303", span, message))
    }

    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Result<T, Failed> {
        self.diagnostics.push(diagnostic);
        Err(Failed)
    }

    /// Goes on with the line after the one where reading failed.
    pub(super) fn skip_line(&mut self) {
        let here = self.tokens[self.at.saturating_sub(1)].span.lo as usize;
        let end = self.text[here..].find('\n').map_or(self.text.len(), |length| here + length);
        while (self.tokens[self.at].span.lo as usize) < end && self.peek() != &TokenKind::End {
            self.at += 1;
        }
    }

    pub(super) fn var_named(&mut self, name: &str, span: Span) -> Result<VarId, Failed> {
        match self.vars.get(name) {
            Some(var) => Ok(*var),
            None => {
                let message = format!("no variable is called `{name}`");
                self.fail(Diagnostic::error("E0304", span, message))
            }
        }
    }

    pub(super) fn object_name(&mut self) -> Result<ObjectId, Failed> {
        let span = self.tokens[self.at].span;
        let name = self.word()?;
        match self.objects.get(name) {
            Some(object) => Ok(*object),
            None => {
                let message = format!("no object is called `{name}`");
                self.fail(Diagnostic::error("E0304", span, message))
            }
        }
    }

    pub(super) fn function_name(&mut self) -> Result<FunctionId, Failed> {
        let span = self.tokens[self.at].span;
        let name = self.word()?;
        match self.functions.get(name) {
            Some(function) => Ok(*function),
            None => {
                let message = format!("no function is called `{name}`");
                self.fail(Diagnostic::error("E0304", span, message))
            }
        }
    }

    /// First sweep: gives every function and object its id, in the order of the text. They are
    /// recognised by the word before their name, which stands nowhere else: an address is
    /// `&fn f` with the ampersand before it.
    pub(super) fn collect_declarations(&mut self) {
        let mut scope = Scope::Global;
        let mut depth = 0u32;
        for at in 0..self.tokens.len().saturating_sub(1) {
            match self.tokens[at].kind {
                TokenKind::Symbol("{") => depth += 1,
                TokenKind::Symbol("}") => {
                    depth = depth.saturating_sub(1);
                    // The brace of a function, not that of static contents in it.
                    if depth == 0 {
                        scope = Scope::Global;
                    }
                }
                _ => {}
            }
            let TokenKind::Word(name) = self.tokens[at + 1].kind else { continue };
            let TokenKind::Word(word) = self.tokens[at].kind else { continue };
            let after_ampersand =
                at > 0 && matches!(self.tokens[at - 1].kind, TokenKind::Symbol("&"));
            let is_declaration = match word {
                "fn" | "declare" => !after_ampersand,
                "object" => matches!(self.tokens[at + 2].kind, TokenKind::Symbol(":")),
                _ => false,
            };
            if !is_declaration {
                continue;
            }
            let span = self.tokens[at + 1].span;
            let is_new = if word == "object" {
                let id = self.program.objects.push(blank_object(name, scope));
                self.objects.insert(name, id).is_none()
            } else {
                let id = self.program.functions.push(blank_function(name));
                if word == "fn" {
                    scope = Scope::Local(id);
                }
                if name.starts_with(STRANGER) {
                    self.program.strangers.push(id);
                }
                self.functions.insert(name, id).is_none()
            };
            if !is_new {
                let message = format!("`{name}` is declared twice");
                self.diagnostics.push(Diagnostic::error("E0305", span, message));
            }
        }
    }
}

pub(super) fn location_number(word: &str) -> Option<usize> {
    word.strip_prefix('L').and_then(|rest| rest.parse().ok())
}

fn blank_object(name: &str, scope: Scope) -> Object {
    Object {
        name: name.into(),
        size: Some(0),
        align: 1,
        scope,
        span: Span::default(),
        contents: Contents::Indeterminate,
        is_read_only: false,
        is_visible: false,
    }
}

fn blank_function(name: &str) -> Function {
    Function {
        name: name.into(),
        span: Span::default(),
        signature: Signature { parameters: Vec::new(), result: None, is_variadic: false },
        parameters: Vec::new(),
        body: None,
    }
}
