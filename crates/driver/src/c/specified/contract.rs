//! Contracts and claims, attached to what they are about.

use c_annotate::{LoopPlace, Places};
use c_syntax::ast::{DeclaratorPart, Item, Unit};
use source::{Diagnostic, Diagnostics, Source, Span};

use super::super::annotated::scan::{self, Head, Returns};
use super::comments::{Clause, Group, Kind};
use super::formula::{self, Formula};

/// A clause whose text was understood.
#[derive(Clone, Debug)]
pub struct Said {
    pub formula: Formula,
    /// As it is written, macros unexpanded.
    pub text: String,
    pub span: Span,
}

/// What is required of callers of a function, and what it gives for that.
#[derive(Clone, Debug)]
pub struct Contract {
    pub name: String,
    pub head: Head,
    /// Where the declaration behind it begins.
    pub declared: u32,
    /// Of the first clause.
    pub span: Span,
    pub requires: Vec<Said>,
    pub ensures: Vec<Said>,
    /// The places that it changes; none if nothing is said.
    pub assigns: Option<Assigns>,
}

/// What a function may change.
#[derive(Clone, Debug)]
pub struct Assigns {
    /// As it is written.
    pub text: String,
    /// Of the first clause.
    pub span: Span,
    /// Each place, with its clause.
    pub listed: Vec<(String, Span)>,
}

/// A claim inside of a body.
#[derive(Clone, Debug)]
pub struct Claim {
    pub said: Said,
    pub place: ClaimPlace,
}

#[derive(Clone, Copy, Debug)]
pub enum ClaimPlace {
    /// A statement can be put here.
    Statement(u32),
    Loop(LoopPlace),
    /// A statement can be put at the beginning of the body of a `do`.
    Body(u32),
}

/// A function of a part, defined or declared.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    pub span: Span,
    /// Where its name is.
    pub name_span: Span,
    /// Behind its parameters.
    pub end_of_head: u32,
    pub is_definition: bool,
    pub is_variadic: bool,
}

/// The functions of a part, in the order of the text.
pub fn declared(unit: &Unit) -> Vec<Declared> {
    let mut found = Vec::new();
    for item in &unit.items {
        let (declarator, span, is_definition) = match item {
            Item::Function(function) => (&function.declarator, function.span, true),
            Item::Declaration(declaration) => match &declaration.declarators[..] {
                [only] => (&only.declarator, declaration.span, false),
                _ => continue,
            },
            Item::StaticAssert(_) | Item::Asm(_) => continue,
        };
        let (Some(name), Some(DeclaratorPart::Function(function))) =
            (declarator.name, declarator.parts.first())
        else {
            continue;
        };
        let is_variadic = matches!(
            function.parameters,
            c_syntax::ast::Parameters::Prototype { is_variadic: true, .. }
        );
        found.push(Declared {
            name: unit.symbols[name.symbol].to_owned(),
            span,
            name_span: name.span,
            end_of_head: declarator.span.hi,
            is_definition,
            is_variadic,
        });
    }
    found
}

/// The head of a function, from its first word to behind its parameters.
pub fn head_of(text: &[u8], function: &Declared) -> Option<Head> {
    scan::head(format!("{} {{}}", head_text(text, function)).as_bytes(), &function.name)
}

/// The same as one line, without what the preprocessor says about lines.
pub fn head_text(text: &[u8], function: &Declared) -> String {
    let head = &text[function.span.lo as usize..function.end_of_head as usize];
    let head = String::from_utf8_lossy(head);
    let lines = head.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

/// A function without result.
pub fn is_void(head: &Head) -> bool {
    head.returns == Returns::Nothing
}

/// What is said in one part, attached.
#[derive(Debug, Default)]
pub struct Attached {
    pub contracts: Vec<Contract>,
    pub claims: Vec<Claim>,
    /// What holds at every moment.
    pub invariants: Vec<Said>,
}

/// Attaches the clauses of a part. `expanded` has their texts, in their order, as the preprocessor
/// leaves them.
pub fn attach(
    source: &Source,
    places: &Places,
    functions: &[Declared],
    groups: &[Group],
    expanded: &mut impl Iterator<Item = String>,
    diagnostics: &mut Diagnostics,
) -> Attached {
    let mut attached = Attached::default();
    for group in groups {
        for clause in &group.clauses {
            let text = expanded.next().unwrap_or_else(|| clause.text.clone());
            match clause.kind {
                Kind::Requires | Kind::Ensures | Kind::Assigns => {
                    let function = functions.iter().find(|it| it.span.lo == group.next);
                    let Some(function) = function else {
                        let message = "there is no function behind this contract";
                        diagnostics.push(Diagnostic::error("E0951", clause.span, message));
                        continue;
                    };
                    contract(source, &mut attached.contracts, function, clause, &text, diagnostics);
                }
                Kind::LoopInvariant => {
                    let place = places.loops.iter().find(|it| it.span.lo == group.next);
                    let Some(place) = place else {
                        let message = "there is no loop behind this invariant";
                        diagnostics.push(Diagnostic::error("E0951", clause.span, message));
                        continue;
                    };
                    let said = said(clause, &text, diagnostics);
                    let Some(place) = loop_claim(source, *place) else {
                        let message = "the body of this `do` has no braces";
                        diagnostics.push(Diagnostic::error("E0951", clause.span, message));
                        continue;
                    };
                    attached.claims.extend(said.map(|said| Claim { said, place }));
                }
                Kind::Invariant => {
                    attached.invariants.extend(said(clause, &text, diagnostics));
                }
                Kind::Assert => {
                    if !is_statement_place(source, places, group.next) {
                        let message = "no statement can stand here";
                        let told = Diagnostic::error("E0951", clause.span, message);
                        diagnostics.push(told.help("put braces around what follows"));
                        continue;
                    }
                    let said = said(clause, &text, diagnostics);
                    let place = ClaimPlace::Statement(group.span.lo);
                    attached.claims.extend(said.map(|said| Claim { said, place }));
                }
            }
        }
    }
    attached
}

/// Where the invariant of a loop is asked: before each round.
fn loop_claim(source: &Source, place: LoopPlace) -> Option<ClaimPlace> {
    let text = &source.text()[place.span.lo as usize..place.span.hi as usize];
    let Some(body) = text.strip_prefix(b"do").filter(|rest| !rest[0].is_ascii_alphanumeric())
    else {
        return Some(ClaimPlace::Loop(place));
    };
    let first = body.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let at = place.span.lo + 2 + first as u32 + 1;
    (body[first] == b'{').then_some(ClaimPlace::Body(at))
}

/// Whether a statement more can stand before the code at this offset.
fn is_statement_place(source: &Source, places: &Places, offset: u32) -> bool {
    if places.function(offset).is_none() {
        return false;
    }
    if source.text().get(offset as usize) == Some(&b'}') {
        return true;
    }
    let here = places.statements.iter().filter(|it| it.start == offset || it.span.lo == offset);
    // What has a label before it is there twice: with the label and without.
    let mut here = here.peekable();
    here.peek().is_some()
        && here.all(|it| {
            let is_labelled = places
                .statements
                .iter()
                .any(|other| other.span == it.span && other.start < it.span.lo);
            it.is_block_item || is_labelled
        })
}

fn contract(
    source: &Source,
    contracts: &mut Vec<Contract>,
    function: &Declared,
    clause: &Clause,
    text: &str,
    diagnostics: &mut Diagnostics,
) {
    let is_it = |it: &Contract| it.name == function.name && it.declared == function.span.lo;
    let index = contracts.iter().position(is_it);
    let index = match index {
        Some(index) => index,
        None => {
            let Some(head) = head_of(source.text(), function) else {
                let message = format!("the parameters of `{}` cannot be read", function.name);
                diagnostics.push(Diagnostic::error("E0951", clause.span, message));
                return;
            };
            contracts.push(Contract {
                name: function.name.clone(),
                head,
                declared: function.span.lo,
                span: clause.span,
                requires: Vec::new(),
                ensures: Vec::new(),
                assigns: None,
            });
            contracts.len() - 1
        }
    };
    let contract = &mut contracts[index];
    match clause.kind {
        Kind::Assigns => {
            if let Err(malformed) = formula::parse(&text.replace("..", ",")) {
                diagnostics.push(Diagnostic::error("E0950", clause.span, malformed.message));
                return;
            }
            let told = clause.text.split_whitespace().collect::<Vec<_>>().join(" ");
            match &mut contract.assigns {
                Some(places) => places.text = format!("{}, {told}", places.text),
                none => {
                    *none = Some(Assigns { text: told, span: clause.span, listed: Vec::new() });
                }
            }
            let places = contract.assigns.as_mut().map(|it| &mut it.listed);
            if let Some(places) = places.filter(|_| text.trim() != "\\nothing") {
                places.extend(listed(text).into_iter().map(|it| (it, clause.span)));
            }
        }
        kind => {
            let Some(said) = said(clause, text, diagnostics) else { return };
            match kind {
                Kind::Requires => contract.requires.push(said),
                _ => contract.ensures.push(said),
            }
        }
    }
}

/// What stands between commas outside of brackets.
fn listed(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0usize);
    for letter in text.chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).collect()
}

fn said(clause: &Clause, text: &str, diagnostics: &mut Diagnostics) -> Option<Said> {
    match formula::parse(text) {
        Ok(formula) => {
            let text = clause.text.split_whitespace().collect::<Vec<_>>().join(" ");
            Some(Said { formula, text, span: clause.span })
        }
        Err(malformed) => {
            // Places are those of the text as it is written, where nothing was expanded.
            let span = match text == clause.text {
                true => Span::new(
                    clause.span.lo + malformed.at.lo,
                    (clause.span.lo + malformed.at.hi).max(clause.span.lo + malformed.at.lo),
                ),
                false => clause.span,
            };
            diagnostics.push(Diagnostic::error("E0950", span, malformed.message));
            None
        }
    }
}
