//! Definitions of MemCAD (`.ind`).
//!
//! ```text
//!   dll<1,0> :=
//!   | [0] - emp - this = 0
//!   | [2 addr int] - this->0 |-> $0 * this->4 |-> @p0 * $0.dll( this | | )
//!                  - this != 0 & alloc( this, 8 )
//!   .
//! ```
//!
//! A name has numbers of parameters (pointers, integers, sets) and rules; a rule has the types of
//! its variables, its heap and its facts. `%` starts a comment. Lists of precedence are skipped.
//!
//! What MemCAD knows and states here cannot say (sets, sums of several numbers) makes a definition one
//! that cannot be used; what MemCAD does not know either is an error.

use source::{Diagnostic, Diagnostics, Source, Span};

use super::lexer::{Lexer, Token, TokenKind};
use super::syntax::{
    At, Body, CallAtom, Definition, Emptiness, Fact, FieldAtom, Name, Param, Sort, Term,
};

/// Reads all definitions of a file.
pub fn read(source: &Source, diagnostics: &mut Diagnostics) -> Vec<Definition> {
    let mut text = source.text().to_vec();
    let mut is_comment = false;
    for byte in &mut text {
        is_comment = *byte != b'\n' && (is_comment || *byte == b'%');
        if is_comment {
            *byte = b' ';
        }
    }
    let tokens = Lexer::new(&text, 0, text.len()).all(diagnostics, true);
    let mut reader = Reader { tokens, at: 0, diagnostics };
    let mut definitions = Vec::new();
    while reader.at < reader.tokens.len() {
        match reader.definition() {
            Ok(definition) => definitions.extend(definition),
            Err(Failed) => reader.skip_definition(),
        }
    }
    definitions
}

struct Failed;
type Parsed<T> = Result<T, Failed>;

struct Reader<'d> {
    tokens: Vec<Token>,
    at: usize,
    diagnostics: &'d mut Diagnostics,
}

/// One rule.
#[derive(Default)]
struct Rule {
    fields: Vec<FieldAtom>,
    calls: Vec<CallAtom>,
    facts: Vec<Fact>,
    size: Option<u64>,
    is_at_null: bool,
    /// Values that are a parameter and a number.
    sums: Vec<(String, Name, i128)>,
    unsupported: Option<String>,
}

impl Rule {
    /// The rule with sums in the places of their names.
    fn with_sums(mut self) -> Self {
        for arg in self.calls.iter_mut().flat_map(|call| &mut call.args) {
            let Term::Name(name) = arg else { continue };
            if let Some((_, param, more)) = self.sums.iter().find(|(it, ..)| *it == name.text) {
                *arg = Term::Sum(param.clone(), *more);
            }
        }
        self
    }
}

impl Reader<'_> {
    fn skip_behind(&mut self, text: &str) {
        while self.at < self.tokens.len() && self.tokens[self.at].text != text {
            self.at += 1;
        }
        self.at += 1;
    }

    /// Goes to the next definition: a name with `<` behind it.
    fn skip_definition(&mut self) {
        while self.at < self.tokens.len() && self.peek_at(1) != "<" {
            self.at += 1;
        }
    }

    fn fail<T>(&mut self, span: Span, message: String) -> Parsed<T> {
        self.diagnostics.push(Diagnostic::error("E0934", span, message));
        Err(Failed)
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| token.text.as_str())
    }

    fn peek_at(&self, n: usize) -> &str {
        self.tokens.get(self.at + n).map_or("", |token| token.text.as_str())
    }

    fn accept(&mut self, text: &str) -> bool {
        let is_it = self.peek() == text;
        self.at += usize::from(is_it);
        is_it
    }

    fn next(&mut self) -> Parsed<Token> {
        match self.tokens.get(self.at).cloned() {
            Some(token) => {
                self.at += 1;
                Ok(token)
            }
            None => {
                let span = self.tokens.last().map_or(Span::new(0, 0), |token| token.span);
                self.fail(span, "the definition ends here, and should not".to_owned())
            }
        }
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        let token = self.next()?;
        match token.text == text {
            true => Ok(()),
            false => self.fail(token.span, format!("`{text}` is expected, not `{}`", token.text)),
        }
    }

    fn number(&mut self) -> Parsed<i128> {
        let is_negative = self.accept("-");
        let token = self.next()?;
        match token.text.parse::<i64>() {
            Ok(number) => Ok(if is_negative { -i128::from(number) } else { number.into() }),
            Err(_) => self.fail(token.span, format!("a number is expected, not `{}`", token.text)),
        }
    }

    fn definition(&mut self) -> Parsed<Option<Definition>> {
        if self.accept(".") {
            return Ok(None);
        }
        let token = self.next()?;
        if self.peek() == ":" {
            // `prec: list.` and `list : list.`
            self.skip_behind(".");
            return Ok(None);
        }
        if token.kind != TokenKind::Word || self.peek() != "<" {
            return self.fail(token.span, "the name of a definition is expected here".to_owned());
        }
        self.at += 1;
        let mut counts = vec![self.number()?];
        while self.accept(",") {
            counts.push(self.number()?);
        }
        self.expect(">")?;
        self.expect(":=")?;
        let sorts = [("p", Sort::Pointer), ("i", Sort::Integer)];
        let mut params = Vec::new();
        for ((letter, sort), count) in sorts.iter().zip(&counts) {
            for index in 0..*count {
                let name = Name { text: format!("@{letter}{index}"), span: token.span };
                params.push(Param { name, sort: *sort });
            }
        }
        let mut definition = Definition {
            name: Name { text: token.text, span: token.span },
            this: Name { text: "this".to_owned(), span: token.span },
            ty: None,
            params,
            emptiness: Emptiness::Never,
            when_empty: Vec::new(),
            fields: Vec::new(),
            calls: Vec::new(),
            facts: Vec::new(),
            others: Vec::new(),
            size: None,
            unsupported: None,
        };
        if counts.get(2).is_some_and(|count| *count > 0) {
            definition.unsupported = Some("sets as parameters".to_owned());
        }
        let mut n_rules = 0;
        while self.accept("|") {
            let rule = self.rule()?;
            let is_empty = rule.fields.is_empty() && rule.calls.is_empty();
            let why = match (is_empty, rule.is_at_null) {
                _ if rule.unsupported.is_some() => rule.unsupported.clone(),
                (true, false) => Some("a structure that is empty elsewhere than at 0".to_owned()),
                (true, true) if definition.emptiness == Emptiness::AtNull => {
                    Some("several rules for what is empty".to_owned())
                }
                (false, _) if n_rules > 0 && rule.size != definition.size => {
                    Some("rules for blocks of several sizes".to_owned())
                }
                (true, true) | (false, _) => None,
            };
            definition.unsupported = definition.unsupported.or(why);
            let rule = rule.with_sums();
            if is_empty {
                definition.emptiness = Emptiness::AtNull;
                definition.when_empty = rule.facts;
            } else if n_rules == 0 {
                n_rules += 1;
                definition.fields = rule.fields;
                definition.calls = rule.calls;
                definition.facts = rule.facts;
                definition.size = rule.size;
            } else {
                n_rules += 1;
                let Rule { fields, calls, facts, .. } = rule;
                definition.others.push(Body { fields, calls, facts });
            }
        }
        self.expect(".")?;
        Ok(Some(definition))
    }

    fn rule(&mut self) -> Parsed<Rule> {
        let mut rule = Rule::default();
        self.expect("[")?;
        self.skip_behind("]");
        self.expect("-")?;
        loop {
            self.heap(&mut rule)?;
            if !self.accept("*") {
                break;
            }
        }
        self.expect("-")?;
        loop {
            self.fact(&mut rule)?;
            if !self.accept("&") {
                break;
            }
        }
        Ok(rule)
    }

    fn heap(&mut self, rule: &mut Rule) -> Parsed<()> {
        if self.accept("emp") {
            return Ok(());
        }
        let token = self.next()?;
        if self.accept("->") {
            let field = self.next()?;
            let mut len = None;
            if self.accept("[") {
                len = u64::try_from(self.number()?).ok();
                self.skip_behind("]");
            }
            // `|-8->` says how many bytes.
            if self.accept("|") {
                self.expect("-")?;
                len = u64::try_from(self.number()?).ok();
                self.expect("->")?;
            } else {
                self.expect("|->")?;
            }
            let at = match (field.kind, field.text.parse::<u64>()) {
                (TokenKind::Number, Ok(offset)) => At::Offset(offset, len),
                _ => At::Path(field.text.clone()),
            };
            let value = self.term()?;
            let span = token.span.to(field.span);
            if token.text != "this" {
                rule.unsupported = Some("fields of other blocks than `this`".to_owned());
            }
            rule.fields.push(FieldAtom { at, value, span });
            return Ok(());
        }
        if !self.accept(".") {
            return self.fail(token.span, "a field or a structure is expected here".to_owned());
        }
        let name = self.next()?;
        self.expect("(")?;
        let mut args = Vec::new();
        while self.peek() != ")" {
            match self.peek() {
                "," | "|" | "||" => self.at += 1,
                _ => args.push(self.term()?),
            }
        }
        self.expect(")")?;
        rule.calls.push(CallAtom {
            name: Name { text: name.text, span: name.span },
            at: Name { text: token.text, span: token.span },
            args,
        });
        Ok(())
    }

    fn term(&mut self) -> Parsed<Term> {
        let token = self.next()?;
        match (token.kind, token.text.parse::<i64>()) {
            (TokenKind::Number, Ok(number)) => Ok(Term::Number(number.into())),
            (TokenKind::Word, _) => {
                let name = Name { text: token.text, span: token.span };
                // `this + 4`, and sums: only names are handed on.
                Ok(Term::Name(name))
            }
            _ => self.fail(token.span, format!("a value is expected, not `{}`", token.text)),
        }
    }

    fn fact(&mut self, rule: &mut Rule) -> Parsed<()> {
        if self.peek() == "alloc" {
            self.at += 1;
            self.expect("(")?;
            self.next()?;
            self.expect(",")?;
            rule.size = u64::try_from(self.number()?).ok();
            return self.expect(")");
        }
        let (start, token) = (self.at, self.next()?);
        let (op, number) = (self.peek().to_owned(), self.peek_at(1).parse::<i64>());
        let is_over = |text: &str| matches!(text, "&" | "|" | "." | "");
        if let (Ok(number), true) = (number, is_over(self.peek_at(2))) {
            self.at += 2;
            let number = i128::from(number);
            if token.text == "this" {
                rule.is_at_null |= op == "=" && number == 0;
                return Ok(());
            }
            let (lo, hi, not) = match op.as_str() {
                "=" | "==" => (Some(number), Some(number), None),
                "!=" => (None, None, Some(number)),
                "<=" => (None, Some(number), None),
                "<" => (None, Some(number - 1), None),
                ">=" => (Some(number), None, None),
                ">" => (Some(number + 1), None, None),
                _ => {
                    let span = self.tokens[start + 1].span;
                    return self.fail(span, format!("`{op}` is no comparison"));
                }
            };
            let name = Name { text: token.text, span: token.span };
            rule.facts.push(Fact { name, lo, hi, not });
            return Ok(());
        }
        // `@i0 = $2 + 1`
        let is_sum = token.text.starts_with('@')
            && op == "="
            && self.peek_at(1).starts_with('$')
            && matches!(self.peek_at(2), "+" | "-")
            && is_over(self.peek_at(4));
        if let (true, Ok(number)) = (is_sum, self.peek_at(3).parse::<i64>()) {
            let more = if self.peek_at(2) == "+" { -number } else { number };
            let value = self.peek_at(1).to_owned();
            rule.sums.push((value, Name { text: token.text, span: token.span }, more.into()));
            self.at += 4;
            return Ok(());
        }
        if !matches!(op.as_str(), "=" | "==" | "!=" | "<=" | "<" | ">=" | ">" | "#") {
            return self.fail(token.span, "a fact is expected here".to_owned());
        }
        let is_set = op == "#" || op == "==";
        let what = if is_set { "facts about sets" } else { "facts about several numbers" };
        rule.unsupported = Some(what.to_owned());
        while !is_over(self.peek()) || (self.peek() == "|" && self.peek_at(1) != "[") {
            self.at += 1;
        }
        Ok(())
    }
}
