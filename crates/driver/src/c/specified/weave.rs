//! Puts what is said into the text of the program.
//!
//! Claims inside of bodies are asked where they stand: an assertion as a statement beside its comment, a
//! loop invariant before the condition of its loop. What contracts become stands behind the part that
//! defines the function. Nothing that is put in has line ends before the end of the part, so that lines
//! stay what they were.

use std::collections::BTreeSet;

use c_annotate::{Edits, Fragment, Inserted, Places};
use c_sema::types::DataModel;
use source::{Diagnostic, Diagnostics, Origin, Source, Span, Symbols};

use super::super::annotated::scan;
use super::super::preprocess::Placed;
use super::Start;
use super::arguments::Made;
use super::back::PartOrigin;
use super::called::{Alone, Surrounding, alone};
use super::comments::{self, Group};
use super::contract::{self, Attached, ClaimPlace, Contract, Declared, Said};
use super::harness::{Asks, Broken, REAL, Writer, declarations};
use super::requirements::mentions;
use super::whole::Whole;

/// The program with what is said in it.
#[derive(Debug)]
pub struct Woven {
    pub source: Source,
    pub broken: Vec<Broken>,
    /// Which clause belongs to which function.
    pub contracts: Vec<OfContract>,
    /// Functions without body whose contracts are believed.
    pub believed: Vec<String>,
    /// Those of them that say what they change.
    pub listing: Vec<String>,
    /// Functions whose contracts are about heaps, and are left out.
    pub over_heaps: Vec<String>,
    pub has_assigns: bool,
    /// Whether that is asked of the program.
    pub asks_assigns: bool,
    /// Functions that ask for what holds at every moment, and the clauses.
    pub always: Vec<(String, Span)>,
    /// Is something said to hold at every moment that was not asked?
    pub leaves_invariants: bool,
    /// Stretches of the new text that come from clauses.
    pub clauses: Vec<(Span, Span)>,
    /// Stretches that look at what is before a call, for what is promised behind it.
    pub olds: Vec<Span>,
    pub parts: Vec<PartOrigin>,
    /// The user's text.
    pub shown: Source,
    /// The function that is looked at by itself, and where its name is.
    pub alone: Option<String>,
    pub function: Option<Span>,
    /// What was made for the function that is looked at by itself.
    pub made: Vec<Made>,
    /// Places of numbers that the surroundings choose.
    pub chosen: Vec<String>,
    /// Places whose pointers lead nobody knows where.
    pub unmodelled: Vec<String>,
    /// Static objects that have any value when the function is called.
    pub any: BTreeSet<String>,
    /// Those that have their first value, since what they could point to is not known.
    pub kept: BTreeSet<String>,
    /// What `assigns` of the function that is looked at by itself is not checked for.
    pub unkept: Vec<String>,
    /// Names of the parameters of that function.
    pub parameters: Vec<String>,
}

/// A clause of a contract.
#[derive(Clone, Debug)]
pub struct OfContract {
    pub clause: Span,
    pub function: String,
    pub is_required: bool,
}

/// One translation unit, read.
pub(super) struct Part {
    places: Places,
    pub functions: Vec<Declared>,
    pub groups: Vec<Group>,
    pub span: Span,
}

/// The functions that a text defines, in its order.
pub fn definitions(source: &Source) -> Vec<Declared> {
    let mut source = source.unread();
    let parts = read(&mut source, &mut Diagnostics::new()).unwrap_or_default();
    let functions = parts.into_iter().flat_map(|part| part.functions);
    functions.filter(|function| function.is_definition).collect()
}

/// The parts of the program; `None` if the parser is not content, who says more about it later.
fn read(source: &mut Source, diagnostics: &mut Diagnostics) -> Option<Vec<Part>> {
    let mut symbols = Symbols::new();
    let mut parts = Vec::new();
    for index in 0..source.parts().len() {
        let (mut unit, found) = c_syntax::parse_part(source, index, symbols);
        if found.has_errors() {
            return None;
        }
        let span = source.parts()[index].span;
        let text = &source.text()[span.lo as usize..span.hi as usize];
        let mut groups = comments::read(text, diagnostics);
        for group in &mut groups {
            group.span = moved(group.span, span.lo);
            group.next += span.lo;
            group.clauses.iter_mut().for_each(|it| it.span = moved(it.span, span.lo));
        }
        let places = Places::of(&unit, source);
        let functions = contract::declared(&unit);
        symbols = std::mem::take(&mut unit.symbols);
        parts.push(Part { places, functions, groups, span });
    }
    Some(parts)
}

fn moved(span: Span, by: u32) -> Span {
    Span::new(span.lo + by, span.hi + by)
}

/// Weaves; `None` if there is nothing to put in. `expand` gives texts of a part as the preprocessor
/// leaves them.
pub fn weave(
    source: &mut Source,
    model: DataModel,
    start: Start<'_>,
    expand: impl Fn(&[Placed], usize) -> Vec<String>,
    diagnostics: &mut Diagnostics,
) -> Option<Woven> {
    let parts = read(source, diagnostics)?;
    if diagnostics.has_errors() {
        return None;
    }
    let mut attached = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let clauses = part.groups.iter().flat_map(|group| &group.clauses);
        let placed = clauses.map(|clause| {
            let position = source.position(clause.span.lo);
            Placed {
                text: clause.text.clone(),
                file: position.file.to_string(),
                line: position.line,
            }
        });
        let placed: Vec<Placed> = placed.collect();
        let texts = if placed.is_empty() { Vec::new() } else { expand(&placed, index) };
        let Part { places, functions, groups, .. } = part;
        let mut texts = texts.into_iter();
        let of_part = contract::attach(source, places, functions, groups, &mut texts, diagnostics);
        attached.push(of_part);
    }
    let over_heaps = leave_heaps_out(&mut attached, &heap_predicates(source.text()));
    one_contract_each(&attached, diagnostics);
    let is_empty =
        |it: &Attached| it.contracts.is_empty() && it.claims.is_empty() && it.invariants.is_empty();
    if diagnostics.has_errors() || matches!(start, Start::Entry(_)) && attached.iter().all(is_empty)
    {
        return None;
    }
    let words = scan::pieces(source.text());
    let has_ours = words.iter().any(|it| source.text()[it.lo..it.hi].starts_with(b"__linchpin_"));
    if has_ours {
        let message = "the program has names that begin with `__linchpin_`, as ours do";
        diagnostics.push(Diagnostic::error("E0953", Span::at(0), message));
        return None;
    }
    let mut weaver = Weaver {
        source,
        parts: &parts,
        attached: &attached,
        writer: Writer::new(source),
        alone: None,
        whole: Whole::of(source, model, &attached),
        texts: Vec::new(),
        outside: Vec::new(),
        listing: Vec::new(),
        inserted: Vec::new(),
    };
    if let Start::Alone(name) = start {
        weaver.alone = alone(source, model, &parts, &attached, name, diagnostics);
        weaver.alone.as_ref()?;
    }
    let (woven, found) = weaver.weave(start);
    diagnostics.append(found);
    woven.map(|woven| Woven { over_heaps, ..woven })
}

/// Predicates over the heap that the text defines: clauses about them are the business of `annotated`.
fn heap_predicates(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let behind = text.split("@ predicate ").skip(1);
    let names =
        behind.map(|rest| rest.trim_start().chars().take_while(|it| is_word(*it)).collect());
    names.filter(|name: &String| !name.is_empty()).collect()
}

/// Leaves out what is said about them: the names of the functions whose contracts that are.
fn leave_heaps_out(attached: &mut [Attached], predicates: &[String]) -> Vec<String> {
    let is_over_heaps =
        |said: &Said| predicates.iter().any(|predicate| mentions(&said.text, predicate));
    let mut names = Vec::new();
    for part in attached {
        part.contracts.retain(|contract| {
            let is_left = !contract.requires.iter().chain(&contract.ensures).any(is_over_heaps);
            if !is_left {
                names.push(contract.name.clone());
            }
            is_left
        });
        part.claims.retain(|claim| !is_over_heaps(&claim.said));
        part.invariants.retain(|said| !is_over_heaps(said));
    }
    names
}

/// A function has one contract in a part.
fn one_contract_each(attached: &[Attached], diagnostics: &mut Diagnostics) {
    for part in attached {
        for (index, contract) in part.contracts.iter().enumerate() {
            let is_other =
                |it: &Contract| it.name == contract.name && it.declared != contract.declared;
            if part.contracts[..index].iter().any(is_other) {
                let message = format!("`{}` has another contract before this one", contract.name);
                diagnostics.push(Diagnostic::error("E0951", contract.span, message));
            }
        }
    }
}

/// What stands behind a part, and where in it clauses are and what they say of the state before.
struct Behind {
    code: String,
    clauses: Vec<(std::ops::Range<usize>, Span)>,
    olds: Vec<std::ops::Range<usize>>,
}

pub(super) struct Weaver<'a> {
    pub source: &'a Source,
    pub parts: &'a [Part],
    pub attached: &'a [Attached],
    pub writer: Writer<'a>,
    alone: Option<Alone>,
    pub whole: Option<Whole>,
    /// The new texts of the parts.
    texts: Vec<Vec<u8>>,
    /// Functions without body whose contracts are believed.
    outside: Vec<String>,
    /// Those of them that say what they change.
    listing: Vec<String>,
    /// Stretches that come from clauses: part, stretch in its new text, clause.
    inserted: Vec<(usize, Span, Span)>,
}

impl Weaver<'_> {
    fn weave(mut self, start: Start<'_>) -> (Option<Woven>, Diagnostics) {
        let mut surrounding = Surrounding::default();
        let function = self.alone.as_ref().map(|it| it.function.name_span);
        let mut pieces = Vec::new();
        for index in 0..self.parts.len() {
            let (body, inserted, spans) = self.body(index);
            let code = self.behind(index, start, &mut surrounding);
            pieces.push((body, inserted, spans, code));
        }
        let mut origins = Vec::new();
        let prelude = declarations(&self.writer.broken);
        let mut olds: Vec<(usize, Span)> = Vec::new();
        for (index, (body, inserted, spans, behind_it)) in pieces.into_iter().enumerate() {
            let Behind { code, clauses, olds: of_part } = behind_it;
            let name = &self.source.parts()[index].name;
            let mut text = prelude.clone().into_bytes();
            text.extend_from_slice(format!("# 1 \"{name}\"\n").as_bytes());
            let base = text.len() as u32;
            text.extend_from_slice(&body);
            if text.last() != Some(&b'\n') {
                text.push(b'\n');
            }
            let behind = text.len() as u32;
            text.extend_from_slice(code.as_bytes());
            self.inserted
                .extend(spans.into_iter().map(|(span, clause)| (index, moved(span, base), clause)));
            let of_code = |(range, clause): (std::ops::Range<usize>, Span)| {
                let span = Span::new(range.start as u32, range.end as u32);
                (index, moved(span, behind), clause)
            };
            self.inserted.extend(clauses.into_iter().map(of_code));
            let old = |range: std::ops::Range<usize>| {
                let span = Span::new(range.start as u32, range.end as u32);
                (index, moved(span, behind))
            };
            olds.extend(of_part.into_iter().map(old));
            let (hi, original) = (text.len() as u32, self.parts[index].span.lo);
            origins.push(PartOrigin { lo: 0, body: base, behind, hi, original, inserted });
            self.texts.push(text);
        }
        let diagnostics = std::mem::take(&mut self.writer.diagnostics);
        let Some(source) = self.joined() else { return (None, diagnostics) };
        let starts: Vec<u32> = source.parts().iter().map(|part| part.span.lo).collect();
        for (origin, start) in origins.iter_mut().zip(&starts) {
            origin.lo += start;
            origin.body += start;
            origin.behind += start;
            origin.hi += start;
        }
        let clauses =
            self.inserted.iter().map(|(part, span, clause)| (moved(*span, starts[*part]), *clause));
        let Surrounding { made, chosen, unmodelled, any, kept, unkept, parameters } = surrounding;
        let alone = match start {
            Start::Alone(name) => Some(name.to_owned()),
            Start::Entry(_) => None,
        };
        let contracts = self.attached.iter().flat_map(|part| &part.contracts);
        let has_assigns = |it: &Contract| it.assigns.is_some() && !self.outside.contains(&it.name);
        let n_invariants: usize = self.attached.iter().map(|part| part.invariants.len()).sum();
        let said = self.attached.iter().flat_map(|part| &part.contracts).flat_map(|it| {
            let requires = it.requires.iter().map(|said| (said.span, true));
            let ensures = it.ensures.iter().map(|said| (said.span, false));
            requires.chain(ensures).map(|(clause, is_required)| OfContract {
                clause,
                function: it.name.clone(),
                is_required,
            })
        });
        let woven = Woven {
            contracts: said.collect(),
            has_assigns: contracts.into_iter().any(has_assigns),
            asks_assigns: self.whole.as_ref().is_some_and(|it| !it.has_threads()),
            leaves_invariants: n_invariants > self.writer.always.len(),
            always: self.writer.always,
            clauses: clauses.collect(),
            olds: olds.into_iter().map(|(part, span)| moved(span, starts[part])).collect(),
            parts: origins,
            shown: self.source.clone(),
            alone,
            function,
            source,
            broken: self.writer.broken,
            believed: self.outside,
            listing: self.listing,
            over_heaps: Vec::new(),
            made,
            chosen,
            unmodelled,
            any,
            kept,
            unkept,
            parameters,
        };
        (Some(woven), diagnostics)
    }

    fn joined(&self) -> Option<Source> {
        let parts = self.source.parts();
        let mut texts = parts.iter().zip(&self.texts);
        let (part, first) = texts.next()?;
        let mut source = Source::new(part.name.clone(), first.clone());
        source.keep_written_of(self.source);
        let more: Vec<_> = texts.map(|(part, text)| (part.name.clone(), text.as_slice())).collect();
        (more.is_empty() || source.append(more, Origin::User)).then_some(source)
    }

    /// The text of a part with the claims in it, and where they are.
    fn body(&mut self, index: usize) -> (Vec<u8>, Inserted, Vec<(Span, Span)>) {
        let part = &self.parts[index];
        let mut edits = Edits::default();
        let mut spans = Vec::new();
        for claim in &self.attached[index].claims {
            let what = match claim.place {
                ClaimPlace::Statement(_) => "the assertion",
                ClaimPlace::Loop(_) | ClaimPlace::Body(_) => "the loop invariant",
            };
            let Some(asked) = self.writer.claim(&claim.said, what) else { continue };
            for (condition, broken) in asked {
                let mut fragment = Fragment::default();
                let id = spans.len();
                spans.push(claim.said.span);
                match claim.place {
                    ClaimPlace::Statement(at) => {
                        fragment.push("if (!");
                        fragment.push_expression(id, &condition);
                        fragment.push(&format!(") {broken}(); "));
                        edits.insert(at - part.span.lo, fragment);
                    }
                    // Before its body, which begins a round.
                    ClaimPlace::Body(at) => {
                        fragment.push(" if (!");
                        fragment.push_expression(id, &condition);
                        fragment.push(&format!(") {broken}(); "));
                        edits.insert(at - part.span.lo, fragment);
                    }
                    ClaimPlace::Loop(place) => {
                        fragment.push("(");
                        fragment.push_expression(id, &condition);
                        fragment.push(&format!(" ? (void)0 : {broken}()), "));
                        edits.insert(place.before_condition - part.span.lo, fragment);
                    }
                }
            }
            if let ClaimPlace::Loop(place) = claim.place
                && !place.has_condition
            {
                let is_first = self.attached[index].claims.iter().find(
                    |it| matches!(it.place, ClaimPlace::Loop(other) if other.span == place.span),
                );
                if is_first.is_some_and(|first| first.said.span == claim.said.span) {
                    // Behind all claims; they are put in in their order.
                    edits.wrap(
                        Span::at(place.before_condition - part.span.lo),
                        0,
                        Fragment::default(),
                        Fragment::new("1"),
                    );
                }
            }
        }
        for function in part.functions.iter().filter(|it| it.is_definition) {
            let has_contract =
                self.attached[index].contracts.iter().any(|it| it.name == function.name);
            if has_contract {
                // Its name is for the function that asks; that is declared here, since others call it.
                let head = contract::head_text(self.source.text(), function);
                let declaration = Fragment::new(&format!("{head}; "));
                edits.insert(function.span.lo - part.span.lo, declaration);
                edits.insert(function.name_span.lo - part.span.lo, Fragment::new(REAL));
            }
        }
        let text = &self.source.text()[part.span.lo as usize..part.span.hi as usize];
        let (edited, inserted) = edits.apply(text);
        let found: Vec<_> = inserted.expressions().map(|(id, span)| (span, spans[id])).collect();
        (edited, inserted, found)
    }

    /// What contracts become, behind a part, and where its clauses are.
    fn behind(&mut self, index: usize, start: Start<'_>, surrounding: &mut Surrounding) -> Behind {
        self.writer.text.clear();
        self.writer.clauses.clear();
        self.writer.olds.clear();
        let asks = match start {
            Start::Entry(_) => Asks::Everything,
            Start::Alone(_) => Asks::Requirements,
        };
        for contract in &self.attached[index].contracts {
            let defines = |part: &Part| {
                part.functions.iter().any(|it| it.is_definition && it.name == contract.name)
            };
            let is_here = defines(&self.parts[index]);
            let is_elsewhere = self.parts.iter().any(defines);
            let is_known =
                c_lower::has_meaning(&contract.name) || c_library::is_known(&contract.name);
            if is_here {
                let around = match start {
                    Start::Entry(_) => self.around_calls(contract, self.parts[index].span),
                    Start::Alone(_) => None,
                };
                self.writer.checked(contract, asks, around.as_ref());
            } else if !is_elsewhere && !is_known && !self.outside.contains(&contract.name) {
                let around = self.what_changes(contract);
                self.listing.extend(around.as_ref().map(|_| contract.name.clone()));
                self.writer.checked(contract, Asks::NoBody, around.as_ref());
                self.outside.push(contract.name.clone());
            }
        }
        // A function by itself begins anywhere, so that nothing holds at its beginning.
        if let Start::Entry(_) = start {
            for said in &self.attached[index].invariants {
                self.writer.always(said);
            }
        }
        if let Some(alone) = self.alone.take_if(|it| it.part == index) {
            *surrounding = self.harness(&alone);
        }
        let writer = &mut self.writer;
        Behind {
            code: std::mem::take(&mut writer.text),
            clauses: std::mem::take(&mut writer.clauses),
            olds: std::mem::take(&mut writer.olds),
        }
    }
}
