//! Reads whole programs.
//!
//! Functions and objects may be used before the line that declares them, so a first sweep over
//! the tokens collects all declarations. What is wrong is reported, and reading goes on in the
//! next line; a program with errors is not returned.

use index::{Id, IndexVec};
use source::{Diagnostic, Diagnostics, Source, Span};
use verdict::{Assumption, CheckKind};

use super::lexer::{TokenKind, tokens};
use super::parse_expr::typed_bits;
use super::reader::{Failed, Reader, location_number};
use crate::op::{EdgeRole, Provenance};
use crate::program::{
    Body, Check, Contents, FunctionId, Initial, Location, LocationId, LocationLabel, Object,
    Program, Scope, Signature, StaticBytes, StaticValue, Var, VarOrigin,
};
use crate::types::{DataModel, Type};

/// Reads the text form. The program is not validated: a test may want an invalid one.
pub fn parse(source: &Source) -> Result<Program, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let Ok(text) = std::str::from_utf8(source.text()) else {
        diagnostics.push(Diagnostic::error("E0300", Span::at(0), "IR text is UTF-8"));
        return Err(diagnostics);
    };
    let tokens = tokens(text, &mut diagnostics);
    let mut reader = Reader::new(text, tokens, diagnostics);
    reader.collect_declarations();
    reader.program();
    if reader.diagnostics.has_errors() { Err(reader.diagnostics) } else { Ok(reader.program) }
}

impl<'t> Reader<'t> {
    fn program(&mut self) {
        if self.header().is_err() {
            self.skip_line();
        }
        while *self.peek() != TokenKind::End && !self.diagnostics.is_full() {
            if self.item().is_err() {
                self.skip_line();
            }
        }
    }

    fn header(&mut self) -> Result<(), Failed> {
        let span = self.tokens[self.at].span;
        if !self.take_word("program") {
            return self.expected("`program LP64 entry NAME`", span);
        }
        let span = self.tokens[self.at].span;
        self.program.model = match self.word()? {
            "LP64" => DataModel::Lp64,
            "ILP32" => DataModel::Ilp32,
            _ => return self.expected("`LP64` or `ILP32`", span),
        };
        let span = self.tokens[self.at].span;
        if !self.take_word("entry") {
            return self.expected("`entry`", span);
        }
        self.program.entry = self.function_name()?;
        Ok(())
    }

    fn item(&mut self) -> Result<(), Failed> {
        let token = self.next();
        match token.kind {
            TokenKind::Word("global") => self.var(Scope::Global),
            TokenKind::Word("object") => self.object(),
            TokenKind::Word("check") => self.check(),
            TokenKind::Word("assumption") => self.assumption(),
            TokenKind::Word("declare") => self.declaration(),
            TokenKind::Word("fn") => self.function(),
            _ => self.expected("a global, object, check, assumption or function", token.span),
        }
    }

    fn var(&mut self, scope: Scope) -> Result<(), Failed> {
        let span = self.tokens[self.at].span;
        let name = self.word()?;
        self.symbol(":")?;
        let ty = self.ty()?;
        let origin = match self.take_word("temporary") {
            true => VarOrigin::Temporary,
            false if self.take_word("probe") => VarOrigin::Probe,
            false if self.take_word("terminator") => VarOrigin::Terminator,
            false => VarOrigin::Source,
        };
        let initial = match scope {
            Scope::Local(_) => Initial::Unknown,
            Scope::Global => {
                self.symbol("=")?;
                self.initial(ty)?
            }
        };
        let declared = self.span()?;
        self.declare_var(
            name,
            span,
            Var { name: name.into(), ty, scope, origin, span: declared, initial },
        )
    }

    fn declare_var(&mut self, name: &'t str, span: Span, var: Var) -> Result<(), Failed> {
        let id = self.program.vars.push(var);
        if self.vars.insert(name, id).is_some() {
            let message = format!("`{name}` is declared twice");
            return self.fail(Diagnostic::error("E0305", span, message));
        }
        Ok(())
    }

    fn initial(&mut self, ty: Type) -> Result<Initial, Failed> {
        let token = self.next();
        match token.kind {
            TokenKind::Symbol("*") => Ok(Initial::Unknown),
            TokenKind::Symbol("&") => Ok(match self.static_address()? {
                StaticBytes::ObjectAddress(object, addend) => {
                    Initial::ObjectAddress(object, addend)
                }
                StaticBytes::FunctionAddress(function) => Initial::FunctionAddress(function),
                StaticBytes::Bytes(_) => unreachable!("an address is not bytes"),
            }),
            TokenKind::Word("true") if ty == Type::Bool => Ok(Initial::Bits(1)),
            TokenKind::Word("false") if ty == Type::Bool => Ok(Initial::Bits(0)),
            TokenKind::Number(number) => match typed_bits(number) {
                Some((found, bits)) if found == ty => Ok(Initial::Bits(bits)),
                _ => self.expected(&format!("a constant of type {ty}"), token.span),
            },
            _ => self.expected("an initial value", token.span),
        }
    }

    fn object(&mut self) -> Result<(), Failed> {
        let id = self.object_name()?;
        self.symbol(":")?;
        let size = if self.take_symbol("?") { None } else { Some(self.number()?) };
        let span = self.tokens[self.at].span;
        if !self.take_word("align") {
            return self.expected("`align`", span);
        }
        let align = self.number()?;
        let is_read_only = self.take_word("read-only");
        let is_visible = self.take_word("visible");
        let contents = if self.take_word("unknown") {
            Contents::Unknown
        } else if self.take_word("device") {
            Contents::Device { address: self.number()? }
        } else if self.take_word("static") {
            Contents::Static(self.static_values()?)
        } else {
            Contents::Indeterminate
        };
        let span = self.span()?;
        let object = &mut self.program.objects[id];
        *object =
            Object { size, align, contents, is_read_only, is_visible, span, ..object.clone() };
        Ok(())
    }

    fn static_values(&mut self) -> Result<Vec<StaticValue>, Failed> {
        self.symbol("{")?;
        let mut values = Vec::new();
        while !self.take_symbol("}") {
            if !values.is_empty() {
                self.symbol(",")?;
            }
            let offset = self.number()?;
            self.symbol(":")?;
            let value = if self.take_symbol("&") { self.static_address()? } else { self.bytes()? };
            values.push(StaticValue { offset, value });
        }
        Ok(values)
    }

    /// After `&`.
    fn static_address(&mut self) -> Result<StaticBytes, Failed> {
        if self.take_word("fn") {
            return Ok(StaticBytes::FunctionAddress(self.function_name()?));
        }
        let object = self.object_name()?;
        if !self.take_symbol("+") {
            return Ok(StaticBytes::ObjectAddress(object, 0));
        }
        let token = self.next();
        match token.kind {
            TokenKind::Number(digits) if digits.parse::<i64>().is_ok() => {
                let addend = digits.parse().expect("tested in the guard");
                Ok(StaticBytes::ObjectAddress(object, addend))
            }
            _ => self.expected("a number", token.span),
        }
    }

    fn bytes(&mut self) -> Result<StaticBytes, Failed> {
        let span = self.tokens[self.at].span;
        if !self.take_word("x") {
            return self.expected("`x\"..\"` or an address", span);
        }
        let digits = self.text()?;
        let pairs = digits.as_bytes().chunks(2);
        let bytes: Option<Box<[u8]>> = pairs
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
            .collect();
        match bytes {
            Some(bytes) if digits.len().is_multiple_of(2) => Ok(StaticBytes::Bytes(bytes)),
            _ => self.expected("pairs of hexadecimal digits", span),
        }
    }

    fn check(&mut self) -> Result<(), Failed> {
        let span = self.tokens[self.at].span;
        let id = self.check_name()?;
        if id != self.program.checks.next_id() {
            let next = self.program.checks.next_id();
            return self.expected(&format!("`{next}`, checks are numbered in order,"), span);
        }
        self.symbol(":")?;
        let span = self.tokens[self.at].span;
        let Ok(kind) = self.word()?.parse::<CheckKind>() else {
            return self.expected("the kind of a check", span);
        };
        let text = self.text()?.into();
        let span = self.span()?;
        self.program.checks.push(Check { kind, span, text });
        Ok(())
    }

    fn assumption(&mut self) -> Result<(), Failed> {
        let span = self.tokens[self.at].span;
        let word = self.word()?;
        let text = self.text()?;
        self.program.assumptions.push(match word {
            "body" => Assumption::FunctionWithoutBody(text),
            "function-outside" => Assumption::FunctionOutside(text),
            "outside" => Assumption::Outside,
            "callees-outside" => Assumption::CalleesOutside,
            "assembly" => Assumption::InlineAssembly(text),
            "unbounded-integers" => Assumption::UnboundedIntegers,
            "overflow-ignored" => Assumption::OverflowIgnored,
            "memory-model" => Assumption::MemoryModel(text),
            "atomicity" => Assumption::Atomicity(text),
            "scope" => Assumption::Scope(text),
            "vacuous" => Assumption::Vacuous(text),
            _ => return self.expected("an assumption", span),
        });
        Ok(())
    }

    /// `@12..20`, or nothing.
    fn span(&mut self) -> Result<Span, Failed> {
        if !self.take_symbol("@") {
            return Ok(Span::default());
        }
        let token = self.next();
        let bounds = match token.kind {
            TokenKind::Number(range) => range.split_once(".."),
            _ => None,
        };
        match bounds.and_then(|(lo, hi)| Some(Span::new(lo.parse().ok()?, hi.parse().ok()?))) {
            Some(span) => Ok(span),
            None => self.expected("a span such as `12..20`", token.span),
        }
    }

    // -- Functions.

    fn declaration(&mut self) -> Result<(), Failed> {
        let id = self.function_name()?;
        let signature = self.signature()?;
        let span = self.span()?;
        let function = &mut self.program.functions[id];
        function.signature = signature;
        function.span = span;
        Ok(())
    }

    pub(super) fn signature(&mut self) -> Result<Signature, Failed> {
        let mut parameters = Vec::new();
        let is_variadic = self.parameters(|reader| {
            parameters.push(reader.ty()?);
            Ok(())
        })?;
        Ok(Signature { parameters, result: self.result_type()?, is_variadic })
    }

    /// `(a, b, ...)`, and whether it ends in dots.
    fn parameters(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<(), Failed>,
    ) -> Result<bool, Failed> {
        self.symbol("(")?;
        let mut is_first = true;
        while !self.take_symbol(")") {
            if !is_first {
                self.symbol(",")?;
            }
            is_first = false;
            if self.take_symbol("...") {
                self.symbol(")")?;
                return Ok(true);
            }
            read(self)?;
        }
        Ok(false)
    }

    fn result_type(&mut self) -> Result<Option<Type>, Failed> {
        if self.take_symbol("->") { Ok(Some(self.ty()?)) } else { Ok(None) }
    }

    fn function(&mut self) -> Result<(), Failed> {
        let id = self.function_name()?;
        if self.function_header(id).is_err() {
            // What follows would only be echo.
            while !matches!(self.peek(), TokenKind::Symbol("}") | TokenKind::End) {
                self.at += 1;
            }
            self.take_symbol("}");
            return Ok(());
        }
        let span = self.program.functions[id].span;
        let mut body = None;
        while !self.take_symbol("}") {
            if *self.peek() == TokenKind::End || self.diagnostics.is_full() {
                let span = self.tokens[self.at].span;
                return self.expected("`}`", span);
            }
            if self.function_line(id, &mut body).is_err() {
                self.skip_line();
            }
        }
        match body {
            Some(_) => self.program.functions[id].body = body,
            None => return self.expected("`entry L0 exit L1` in the function", span),
        }
        Ok(())
    }

    fn function_header(&mut self, id: FunctionId) -> Result<(), Failed> {
        let is_variadic = self.parameters(|reader| {
            let var = reader.program.vars.next_id();
            reader.var(Scope::Local(id))?;
            let ty = reader.program.vars[var].ty;
            reader.program.functions[id].parameters.push(var);
            reader.program.functions[id].signature.parameters.push(ty);
            Ok(())
        })?;
        self.program.functions[id].signature.is_variadic = is_variadic;
        self.program.functions[id].signature.result = self.result_type()?;
        self.program.functions[id].span = self.span()?;
        self.symbol("{")
    }

    fn function_line(&mut self, id: FunctionId, body: &mut Option<Body>) -> Result<(), Failed> {
        if self.take_word("var") {
            return self.var(Scope::Local(id));
        }
        if self.take_word("object") {
            return self.object();
        }
        if self.take_word("entry") {
            let entry = self.location()?;
            let span = self.tokens[self.at].span;
            if !self.take_word("exit") {
                return self.expected("`exit`", span);
            }
            let exit = self.location()?;
            let locations = IndexVec::new();
            let mut fresh = Body { locations, edges: IndexVec::new(), entry, exit };
            add_locations(&mut fresh, entry.max(exit));
            *body = Some(fresh);
            return Ok(());
        }
        let Some(body) = body else {
            let span = self.tokens[self.at].span;
            return self.expected("`var`, `object` or `entry L0 exit L1`", span);
        };
        for (word, label) in
            [("loop", LocationLabel::LoopHead as fn(Span) -> _), ("label", LocationLabel::Label)]
        {
            if self.take_word(word) {
                let location = self.location()?;
                let span = self.span()?;
                add_locations(body, location);
                body.locations[location].label = label(span);
                return Ok(());
            }
        }
        self.edge(body)
    }

    fn edge(&mut self, body: &mut Body) -> Result<(), Failed> {
        let from = self.location()?;
        self.symbol("->")?;
        let to = self.location()?;
        self.symbol(":")?;
        let op = self.op()?;
        let role = if self.take_word("taken") {
            EdgeRole::BranchTaken
        } else if self.take_word("not-taken") {
            EdgeRole::BranchNotTaken
        } else if self.take_word("back") {
            EdgeRole::BackEdge
        } else {
            EdgeRole::Plain
        };
        let span = self.span()?;
        add_locations(body, from.max(to));
        body.add_edge(from, to, op, Provenance { span, role });
        Ok(())
    }

    fn location(&mut self) -> Result<LocationId, Failed> {
        let token = self.next();
        let number = match token.kind {
            TokenKind::Word(word) => location_number(word),
            _ => None,
        };
        match number {
            // Location tables are dense; a number far beyond the text is a slip of the pen.
            Some(number) if number <= self.text.len() => Ok(LocationId::new(number)),
            _ => self.expected("a location such as `L2`", token.span),
        }
    }
}

fn add_locations(body: &mut Body, last: LocationId) {
    if last.index() >= body.locations.len() {
        body.locations.resize_with(last.index() + 1, Location::default);
    }
}
