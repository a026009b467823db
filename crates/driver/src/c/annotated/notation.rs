//! Predicates and contracts in comments of C files, and predicates in files of their own.
//!
//! ```text
//!   //@ predicate tree(struct node *n) =
//!   //@     n == NULL ? emp : n->left |-> a * n->right |-> b * tree(a) * tree(b);
//!   //@ requires tree(t) && t != NULL;
//!   //@ ensures tree(\result);
//! ```
//!
//! Comments are `//@ …` line by line, or `/*@ … */`; one that begins with another word than these
//! is somebody else's. A contract stands before its function, or behind `function insert:`. In a file
//! of its own everything is notation, and comments are C's.

use source::{Diagnostic, Diagnostics, Source, Span};

use super::lexer::{Lexer, Token, TokenKind};
use super::syntax::{
    At, Body, CallAtom, Contract, Definition, Emptiness, Fact, FieldAtom, Item, Name, Param, Sort,
    Term,
};

/// What a text says.
#[derive(Debug, Default)]
pub struct Text {
    pub definitions: Vec<Definition>,
    pub contracts: Vec<Contract>,
}

const WORDS: [&str; 4] = ["predicate", "requires", "ensures", "function"];

/// The stretches of a C text that are notation: from behind the mark to the end of the comment.
fn comments(text: &[u8]) -> Vec<(usize, usize)> {
    let (mut found, mut at): (Vec<(usize, usize)>, usize) = (Vec::new(), 0);
    while at < text.len() {
        let rest = &text[at..];
        let behind = |end: Option<usize>, len: usize| end.map_or(text.len(), |end| at + end + len);
        if rest.starts_with(b"//") {
            let end = behind(rest.iter().position(|byte| *byte == b'\n'), 0);
            if rest.starts_with(b"//@") {
                found.push((at + 3, end));
            }
            at = end.max(at + 1);
        } else if rest.starts_with(b"/*") {
            let close = rest.windows(2).skip(2).position(|pair| pair == b"*/");
            let end = behind(close.map(|close| close + 2), 2);
            if rest.starts_with(b"/*@") {
                found.push((at + 3, end.saturating_sub(2).max(at + 3)));
            }
            at = end;
        } else if rest[0] == b'"' || rest[0] == b'\'' {
            at += 1;
            while at < text.len() && text[at] != rest[0] && text[at] != b'\n' {
                at += 1 + usize::from(text[at] == b'\\');
            }
            at += 1;
        } else {
            at += 1;
        }
    }
    found
}

/// Whether a C text has predicates over the heap: then its other annotations are ours too.
pub fn has_predicates(text: &[u8]) -> bool {
    let all = comments(text);
    let part =
        |(from, to): &(usize, usize)| String::from_utf8_lossy(&text[*from..*to]).into_owned();
    let mut is_predicate = false;
    all.iter().map(part).any(|part| {
        let word = part.split_whitespace().next().unwrap_or_default().to_owned();
        is_predicate = match WORDS.contains(&word.as_str()) {
            true => word == "predicate",
            false => is_predicate,
        };
        is_predicate && (part.contains("|->") || part.contains("emp"))
    })
}

/// Reads the annotations of a C text.
pub fn read_comments(source: &Source, diagnostics: &mut Diagnostics) -> Text {
    let text = source.text();
    let mut tokens: Vec<Token> = Vec::new();
    let mut is_ours = false;
    for (from, to) in comments(text) {
        let part = Lexer::new(text, from, to).all(diagnostics, is_ours);
        let first = part.first().map(|token| token.text.as_str()).unwrap_or_default();
        let is_label = part.get(1).is_some_and(|token| token.text == ":");
        // Inside a sentence every line goes on with it.
        let goes_on = tokens.last().is_some_and(|token| token.text != ";");
        is_ours = goes_on || (WORDS.contains(&first) && !is_label);
        if is_ours {
            tokens.extend(part);
        }
    }
    Parser { source, tokens, at: 0, about: None, diagnostics }.text()
}

/// Reads a file that is notation throughout.
pub fn read_file(source: &Source, diagnostics: &mut Diagnostics) -> Text {
    let tokens = Lexer::new(source.text(), 0, source.text().len()).all(diagnostics, true);
    Parser { source, tokens, at: 0, about: None, diagnostics }.text()
}

struct Parser<'s> {
    source: &'s Source,
    tokens: Vec<Token>,
    at: usize,
    /// The function that was named last.
    about: Option<Name>,
    diagnostics: &'s mut Diagnostics,
}

/// Parsing failed here; it has been said.
struct Failed;
type Parsed<T> = Result<T, Failed>;

impl Parser<'_> {
    fn text(mut self) -> Text {
        let mut text = Text::default();
        let mut open: Option<(u32, Contract)> = None;
        while self.at < self.tokens.len() {
            let start = self.at;
            if self.sentence(&mut text, &mut open).is_err() {
                // Goes on behind the sentence.
                self.at = self.at.max(start);
                while self.at < self.tokens.len() && self.tokens[self.at].text != ";" {
                    self.at += 1;
                }
                self.at += 1;
            }
        }
        text.contracts.extend(open.map(|(_, contract)| contract));
        text
    }

    fn sentence(&mut self, text: &mut Text, open: &mut Option<(u32, Contract)>) -> Parsed<()> {
        let word = self.next("`predicate`, `requires` or `ensures`")?;
        if word.text == "predicate" {
            let definition = self.definition()?;
            text.definitions.push(definition);
            return Ok(());
        }
        if word.text == "function" {
            self.about = Some(self.name("the name of a function")?);
            self.expect(":")?;
            return Ok(());
        }
        if !WORDS.contains(&word.text.as_str()) {
            let message = "`predicate`, `function`, `requires` or `ensures` is expected";
            return self.fail(word.span, "E0931", message);
        }
        let items = self.items()?;
        let end = self.tokens[self.at - 1].span.hi;
        let behind = self.about.clone().or_else(|| function_behind(self.source, end));
        let Some(function) = behind else {
            return self.fail(word.span, "E0932", "there is no function behind this contract");
        };
        // Sentences before one function are one contract.
        let is_same = open.as_ref().is_some_and(|(lo, _)| *lo == function.span.lo);
        if !is_same {
            let contract = Contract {
                file: 0,
                function: function.clone(),
                requires: Vec::new(),
                ensures: Vec::new(),
            };
            let before = open.replace((function.span.lo, contract));
            text.contracts.extend(before.map(|(_, contract)| contract));
        }
        if let Some((_, contract)) = open {
            match word.text == "requires" {
                true => contract.requires.extend(items),
                false => contract.ensures.extend(items),
            }
        }
        Ok(())
    }

    fn fail<T>(&mut self, span: Span, code: &'static str, message: &str) -> Parsed<T> {
        self.diagnostics.push(Diagnostic::error(code, span, message));
        Err(Failed)
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| token.text.as_str())
    }

    fn next(&mut self, what: &str) -> Parsed<Token> {
        match self.tokens.get(self.at).cloned() {
            Some(token) => {
                self.at += 1;
                Ok(token)
            }
            None => {
                let end = self.tokens.last().map_or(Span::new(0, 0), |token| token.span);
                self.fail(end, "E0931", &format!("{what} is expected behind this"))
            }
        }
    }

    fn expect(&mut self, text: &str) -> Parsed<Token> {
        let token = self.next(&format!("`{text}`"))?;
        match token.text == text {
            true => Ok(token),
            false => self.fail(token.span, "E0931", &format!("`{text}` is expected here")),
        }
    }

    fn accept(&mut self, text: &str) -> bool {
        let is_it = self.peek() == text;
        self.at += usize::from(is_it);
        is_it
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let token = self.next(what)?;
        match token.kind {
            TokenKind::Word => Ok(Name { text: token.text, span: token.span }),
            TokenKind::Number | TokenKind::Mark => {
                self.fail(token.span, "E0931", &format!("{what} is expected here"))
            }
        }
    }

    fn definition(&mut self) -> Parsed<Definition> {
        let name = self.name("the name of a predicate")?;
        self.expect("(")?;
        let mut params = Vec::new();
        loop {
            params.push(self.declaration()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        self.expect("=")?;
        let (ty, first) = params.remove(0);
        let mut definition = Definition {
            name,
            this: first.name,
            ty: Some(ty),
            params: params.into_iter().map(|(_, param)| param).collect(),
            emptiness: Emptiness::Never,
            when_empty: Vec::new(),
            fields: Vec::new(),
            calls: Vec::new(),
            facts: Vec::new(),
            others: Vec::new(),
            size: None,
            unsupported: None,
        };
        let is_this = self.peek() == definition.this.text;
        if is_this && self.tokens.get(self.at + 1).is_some_and(|token| token.text == "==") {
            self.at += 2;
            self.null()?;
            while self.accept("&&") {
                let name = self.name("a parameter")?;
                let op = self.next("a comparison")?;
                let (number, _) = self.number()?;
                definition.when_empty.push(self.fact(name, &op, number)?);
            }
            self.expect("?")?;
            self.expect("emp")?;
            self.expect(":")?;
            definition.emptiness = Emptiness::AtNull;
        }
        let mut rules = Vec::new();
        loop {
            self.atom(&mut definition)?;
            if self.accept("*") || self.accept("&&") {
                continue;
            }
            rules.push(Body {
                fields: std::mem::take(&mut definition.fields),
                calls: std::mem::take(&mut definition.calls),
                facts: std::mem::take(&mut definition.facts),
            });
            if !self.accept("||") {
                break;
            }
        }
        self.expect(";")?;
        let Body { fields, calls, facts } = rules.remove(0);
        Ok(Definition { fields, calls, facts, others: rules, ..definition })
    }

    fn null(&mut self) -> Parsed<()> {
        let token = self.next("`NULL`")?;
        match ["NULL", "0", "null"].contains(&token.text.as_str()) {
            true => Ok(()),
            false => self.fail(token.span, "E0931", "a structure is empty at `NULL` alone"),
        }
    }

    /// A parameter: the words of its type, and its name.
    fn declaration(&mut self) -> Parsed<(String, Param)> {
        let mut words: Vec<Token> = Vec::new();
        while !matches!(self.peek(), "," | ")" | "") {
            words.push(self.next("a parameter")?);
        }
        let Some(last) = words.pop().filter(|last| last.kind == TokenKind::Word) else {
            let span = self.tokens[self.at.min(self.tokens.len() - 1)].span;
            return self.fail(span, "E0931", "a parameter with its C type is expected here");
        };
        if words.is_empty() {
            let message = "a parameter needs its C type, as in `struct node *n`";
            return self.fail(last.span, "E0931", message);
        }
        let ty: Vec<&str> = words.iter().map(|token| token.text.as_str()).collect();
        let numbers = ["int", "long", "char", "short", "unsigned", "signed", "_Bool", "bool"];
        let sort = match ty.contains(&"*") || !ty.iter().any(|word| numbers.contains(word)) {
            true => Sort::Pointer,
            false => Sort::Integer,
        };
        Ok((ty.join(" "), Param { name: Name { text: last.text, span: last.span }, sort }))
    }

    fn atom(&mut self, definition: &mut Definition) -> Parsed<()> {
        if self.accept("(") {
            self.atom(definition)?;
            while self.accept("&&") || self.accept("*") {
                self.atom(definition)?;
            }
            self.expect(")")?;
            return Ok(());
        }
        if self.tokens.get(self.at).is_some_and(|token| token.kind == TokenKind::Number)
            || self.peek() == "-"
        {
            let (lo, _) = self.number()?;
            let op = self.next("`<=`")?;
            let name = self.name("a value")?;
            definition.facts.push(self.fact(name, &flipped(&op), lo)?);
            return Ok(());
        }
        let name = self.name("a field, a predicate or a condition")?;
        let op = self.next("`->`, `(` or a comparison")?;
        match op.text.as_str() {
            "->" => {
                if name.text != definition.this.text {
                    let message = format!(
                        "only fields of `{}` stand in its rule: `{}` has a rule of its own",
                        definition.this.text, name.text
                    );
                    return self.fail(name.span, "E0933", &message);
                }
                let mut path = self.name("a field")?;
                loop {
                    if self.accept(".") {
                        let member = self.name("a field")?;
                        path.text = format!("{}.{}", path.text, member.text);
                        path.span = path.span.to(member.span);
                    } else if self.accept("[") {
                        let (index, span) = self.number()?;
                        path.text = format!("{}[{index}]", path.text);
                        path.span = path.span.to(span);
                        self.expect("]")?;
                    } else {
                        break;
                    }
                }
                self.expect("|->")?;
                let (value, fact) = self.value()?;
                definition.facts.extend(fact);
                let span = path.span;
                definition.fields.push(FieldAtom { at: At::Path(path.text), value, span });
            }
            "(" => {
                let at = self.name("what the structure starts at")?;
                let mut args = Vec::new();
                while self.accept(",") {
                    args.push(self.value()?.0);
                }
                self.expect(")")?;
                definition.calls.push(CallAtom { name, at, args });
            }
            _ => {
                if name.text == definition.this.text && op.text == "!=" {
                    return self.null();
                }
                let (number, _) = self.number()?;
                definition.facts.push(self.fact(name, &op, number)?);
            }
        }
        Ok(())
    }

    fn number(&mut self) -> Parsed<(i128, Span)> {
        let minus = self.accept("-");
        let token = self.next("a number")?;
        if token.text == "NULL" || token.text == "null" {
            return Ok((0, token.span));
        }
        match token.text.parse::<i64>() {
            Ok(number) if minus => Ok((-i128::from(number), token.span)),
            Ok(number) => Ok((number.into(), token.span)),
            Err(_) => self.fail(token.span, "E0931", "a number is expected here"),
        }
    }

    fn fact(&mut self, name: Name, op: &Token, number: i128) -> Parsed<Fact> {
        let (lo, hi, not) = match op.text.as_str() {
            "==" => (Some(number), Some(number), None),
            "<=" => (None, Some(number), None),
            "<" => (None, Some(number - 1), None),
            ">=" => (Some(number), None, None),
            ">" => (Some(number + 1), None, None),
            "!=" => (None, None, Some(number)),
            _ => return self.fail(op.span, "E0931", "`->`, `(` or a comparison is expected here"),
        };
        Ok(Fact { name, lo, hi, not })
    }

    /// A value of a field or an argument; a range becomes a name with a fact.
    fn value(&mut self) -> Parsed<(Term, Option<Fact>)> {
        if self.accept("_") {
            return Ok((Term::Some, None));
        }
        if self.accept("&") {
            let name = self.name("a value")?;
            self.expect("->")?;
            let mut path = self.name("a field")?.text;
            while self.accept(".") {
                path = format!("{path}.{}", self.name("a field")?.text);
            }
            return Ok((Term::Inside(name, path), None));
        }
        let is_word = self.tokens.get(self.at).is_some_and(|it| it.kind == TokenKind::Word);
        if is_word && !matches!(self.peek(), "NULL" | "null") {
            let name = self.name("a value")?;
            let sign = match self.peek() {
                "+" => 1,
                "-" => -1,
                _ => return Ok((Term::Name(name), None)),
            };
            self.at += 1;
            let (number, _) = self.number()?;
            return Ok((Term::Sum(name, sign * number), None));
        }
        let (number, span) = self.number()?;
        if !self.accept("..") {
            return Ok((Term::Number(number), None));
        }
        let (last, behind) = self.number()?;
        let span = span.to(behind);
        let name = Name { text: format!("{number}..{last} at {}", span.lo), span };
        let fact = Fact { name: name.clone(), lo: Some(number), hi: Some(last), not: None };
        Ok((Term::Name(name), Some(fact)))
    }

    /// The items of a contract, up to the semicolon.
    fn items(&mut self) -> Parsed<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            let (start, mut depth) = (self.at, 0usize);
            loop {
                let token = self.next("`;`")?;
                match token.text.as_str() {
                    "(" => depth += 1,
                    ")" => depth = depth.saturating_sub(1),
                    "*" | "&&" | ";" if depth == 0 => break,
                    _ => {}
                }
            }
            let (from, to) = (start, self.at - 1);
            let is_last = self.tokens[to].text == ";";
            if from == to {
                let span = self.tokens[to].span;
                return self.fail(span, "E0931", "a predicate or a condition is expected here");
            }
            items.push(self.item(from, to));
            if is_last {
                return Ok(items.into_iter().flatten().collect());
            }
        }
    }

    fn item(&self, from: usize, to: usize) -> Option<Item> {
        let tokens = &self.tokens[from..to];
        let span = tokens[0].span.to(tokens[tokens.len() - 1].span);
        if let [only] = tokens
            && only.text == "emp"
        {
            return None;
        }
        let is_call = tokens[0].kind == TokenKind::Word
            && tokens.get(1).is_some_and(|it| it.text == "(")
            && tokens.last().is_some_and(|it| it.text == ")");
        if !is_call {
            return Some(Item::Condition { text: joined(tokens), span });
        }
        let inner = &tokens[2..tokens.len() - 1];
        let (mut groups, mut depth): (Vec<Vec<Vec<Token>>>, usize) = (vec![vec![Vec::new()]], 0);
        for token in inner {
            match token.text.as_str() {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                _ => {}
            }
            let last = groups.len() - 1;
            match token.text.as_str() {
                "," if depth == 0 => groups[last].push(Vec::new()),
                "=>" if depth == 0 => groups.push(vec![Vec::new()]),
                _ => {
                    if let Some(open) = groups[last].last_mut() {
                        open.push(token.clone());
                    }
                }
            }
        }
        let texts = |group: &Vec<Vec<Token>>| group.iter().map(|it| joined(it)).collect();
        let name = Name { text: tokens[0].text.clone(), span: tokens[0].span };
        let end = groups.get(1).map(texts);
        Some(Item::Part { name, args: texts(&groups[0]), end })
    }
}

fn flipped(op: &Token) -> Token {
    let text = match op.text.as_str() {
        "<=" => ">=",
        "<" => ">",
        ">=" => "<=",
        ">" => "<",
        same => same,
    };
    Token { text: text.to_owned(), ..op.clone() }
}

fn joined(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// The name before the first parenthesis behind the comment that this place is in: that of the
/// function defined there.
fn function_behind(source: &Source, offset: u32) -> Option<Name> {
    let text = source.text();
    let at = offset as usize;
    let (_, end) = comments(text).into_iter().find(|(from, to)| *from <= at && at <= *to)?;
    let tokens = Lexer::new(text, end, text.len()).until("(");
    let [.., name, open] = &tokens[..] else { return None };
    let is_function = name.kind == TokenKind::Word && open.text == "(";
    is_function.then(|| Name { text: name.text.clone(), span: name.span })
}
