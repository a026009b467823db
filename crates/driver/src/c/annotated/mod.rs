//! Libraries with contracts: predicates that people wrote, functions checked one by one.
//!
//! ```text
//!   //@ predicate, //@ requires, //@ ensures   notation ─┐
//!   files with predicates (.ind of MemCAD)          ind ─┼─ weave ─ front end ─ resolve ─ shapes
//!   _memcad("…") in the program                  memcad ─┘
//! ```
//!
//! [`read`] reads what is written, [`weave`] puts it into the program as C, [`compile`] makes
//! the program, and [`verify`] proves it, function by function: the one that was asked for, and
//! each recursive one that it calls by its contract.
//!
//! A contract that is not shown is not refuted. `FALSE` comes from a concrete run on a heap that
//! satisfies what is required ([`instance`]).

mod by_contract;
mod guess;
mod harness;
mod ind;
mod instance;
mod lexer;
mod memcad;
mod notation;
mod parameter;
mod resolve;
pub(super) mod scan;
mod syntax;
mod told;
mod weave;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use c_lower::Surroundings;
use c_sema::types::DataModel;
use index::IdSet;
use ir::{Contents, FunctionId, Initial, Program, Scope, VarOrigin};
use shape::{Annotations, Predicates};
use source::{Diagnostic, Diagnostics, Source};
use verdict::{Budget, Outcome, Property, PropertySet, Reason, Verdict};

use super::checks::check_results;
use super::front_end::{CompileError, Compiled, compile_with, options as options_of};
use super::portfolio::{Engine, Plan};
use super::preprocess::name_of;
use super::shapes::{Shapes, shapes};
use super::verify::trust_box;
use crate::Task;
use instance::TRY_PREFIX;
use resolve::Resolver;
use syntax::{Contract, Definition};
use weave::{CHECK_PREFIX, Woven};

/// All that is written about a program.
#[derive(Debug)]
pub struct Written {
    /// The program's own text is the first.
    files: Vec<Source>,
    definitions: Vec<(usize, Definition)>,
    contracts: Vec<Contract>,
}

/// What is wrong with what is written.
#[derive(Debug)]
pub enum Problem {
    /// A file cannot be read.
    File(String),
    /// Messages, with the texts that they are about.
    Malformed(Vec<(Source, Diagnostics)>),
    Program(CompileError),
}

/// Reads predicates and contracts; `None` if there are none. `program` is the preprocessed text.
pub fn read(task: &Task, files: &[PathBuf], program: &Source) -> Result<Option<Written>, Problem> {
    let preprocessing = task.preprocessing();
    let load = |path: &Path| {
        let text = preprocessing.as_written(path);
        let fail = |error| Problem::File(format!("cannot read `{}`: {error}", name_of(path)));
        text.map(|text| Source::new(name_of(path), text)).map_err(fail)
    };
    let own = load(&task.input)?;
    let has_commands = program.text().windows(7).any(|part| part == b"_memcad")
        && !scan::string_calls(program.text(), "_memcad").is_empty();
    if files.is_empty() && !has_commands && !notation::has_predicates(own.text()) {
        return Ok(None);
    }
    if program.text().windows(11).any(|part| part == b"__linchpin_") {
        let message = "the program has names that begin with `__linchpin_`, as contracts do";
        return Err(Problem::File(message.to_owned()));
    }
    let mut all = vec![(own, Diagnostics::new())];
    for path in files {
        all.push((load(path)?, Diagnostics::new()));
    }
    let (mut definitions, mut contracts) = (Vec::new(), Vec::new());
    for (index, (source, diagnostics)) in all.iter_mut().enumerate() {
        let text = match index {
            0 => notation::read_comments(source, diagnostics),
            _ if source.text().windows(2).any(|pair| pair == b":=") => notation::Text {
                definitions: ind::read(source, diagnostics),
                contracts: Vec::new(),
            },
            _ => notation::read_file(source, diagnostics),
        };
        definitions.extend(text.definitions.into_iter().map(|it| (index, it)));
        let of_file = |it: Contract| Contract { file: index, ..it };
        contracts.extend(text.contracts.into_iter().map(of_file));
    }
    if all.iter().any(|(_, diagnostics)| diagnostics.has_errors()) {
        return Err(Problem::Malformed(all));
    }
    let files = all.into_iter().map(|(source, _)| source).collect();
    Ok(Some(Written { files, definitions, contracts }))
}

impl Written {
    fn malformed(&self, diagnostics: Vec<Diagnostics>) -> Problem {
        Problem::Malformed(self.files.iter().cloned().zip(diagnostics).collect())
    }

    fn messages(&self) -> Vec<Diagnostics> {
        self.files.iter().map(|_| Diagnostics::new()).collect()
    }
}

/// A program with its contracts in it.
#[derive(Debug)]
pub struct Annotated {
    pub compiled: Compiled,
    woven: Woven,
    annotations: Annotations,
    start: FunctionId,
    attempt: Option<Attempt>,
    asked: PropertySet,
}

/// What the program is made from that tries the function on heaps that satisfy its contract: it is only made
/// where there is no proof.
#[derive(Debug)]
struct Attempt {
    start: String,
    model: DataModel,
    surroundings: Surroundings,
}

impl Attempt {
    fn compiled(&self, asked: &PropertySet, woven: &Woven) -> Result<Compiled, CompileError> {
        let mut options = options_of(asked, &self.start, &self.surroundings);
        options.annotations = woven.spans.clone();
        let mut compiled = compile_with(woven.source.clone(), self.model, options)?;
        say_what_is_broken(&mut compiled.program, woven);
        Ok(compiled)
    }
}

/// Makes the program that asks whether contracts are kept. `None` if no contract has to do with the
/// entry function.
pub fn compile(
    program: &Source,
    written: &Written,
    model: DataModel,
    properties: &PropertySet,
    entry: &str,
    surroundings: &Surroundings,
) -> Result<Option<Annotated>, Problem> {
    // Arguments of which nothing is required have any value there, which must not be found fault with.
    let tries = match properties.contains(&Property::DefinedBehaviour) {
        true => Tries::None,
        false => Tries::OnSmallHeaps,
    };
    compile_for((program, written), model, properties, entry, (surroundings, tries))
}

/// Whether a contract that is not shown is to be refuted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tries {
    OnSmallHeaps,
    None,
}

fn compile_for(
    (program, written): (&Source, &Written),
    model: DataModel,
    properties: &PropertySet,
    entry: &str,
    (surroundings, tries): (&Surroundings, Tries),
) -> Result<Option<Annotated>, Problem> {
    let mut messages = written.messages();
    let Written { files, definitions, contracts } = written;
    let woven = weave::weave(program, files, definitions, contracts, &mut messages);
    if messages.iter().any(Diagnostics::has_errors) {
        return Err(written.malformed(messages));
    }
    let is_contracted = woven.functions.iter().any(|function| function == entry);
    if !is_contracted && !woven.has_commands && woven.functions.is_empty() {
        return Ok(None);
    }
    let start = match is_contracted {
        true => format!("{CHECK_PREFIX}{entry}"),
        false => entry.to_owned(),
    };
    let mut asked = properties.clone();
    let functions = woven.broken.iter().map(|(name, _)| name.clone()).collect();
    asked.insert(Property::UnreachCall { functions });
    let mut options = options_of(&asked, &start, surroundings);
    options.annotations = woven.spans.clone();
    let mut compiled = match compile_with(woven.source.clone(), model, options) {
        Ok(compiled) => compiled,
        Err(error) => return Err(blamed(error, &woven, written)),
    };
    let resolver = Resolver {
        program: &compiled.program,
        definitions: &written.definitions,
        diagnostics: &mut messages,
        preds: Predicates::new(),
        meanings: BTreeMap::new(),
    };
    let annotations = resolver.annotations(&woven.drafts);
    if messages.iter().any(Diagnostics::has_errors) {
        return Err(written.malformed(messages));
    }
    say_what_is_broken(&mut compiled.program, &woven);
    let start = compiled.program.entry;
    let may_try = tries == Tries::OnSmallHeaps;
    let is_tried = may_try && woven.tried.iter().any(|function| function == entry);
    let attempt = is_tried.then(|| Attempt {
        start: format!("{TRY_PREFIX}{entry}"),
        model,
        surroundings: surroundings.clone(),
    });
    let annotated = Annotated { compiled, woven, annotations, start, attempt, asked };
    let is_needed =
        is_contracted || annotated.woven.has_commands || !annotated.recursive().is_empty();
    Ok(is_needed.then_some(annotated))
}

/// Checks of contracts speak of the contract.
fn say_what_is_broken(program: &mut Program, woven: &Woven) {
    for check in program.checks.values_mut() {
        let is_it = |name: &str| *check.text == *format!("`{name}` is never called");
        if let Some((_, what)) = woven.broken.iter().find(|(name, _)| is_it(name)) {
            check.text = what.as_str().into();
        }
    }
}

/// What the front end finds wrong in a line that was made from a predicate is wrong there.
fn blamed(error: CompileError, woven: &Woven, written: &Written) -> Problem {
    let CompileError::Refused { source_text, diagnostics } = error else {
        return Problem::Program(error);
    };
    let mut messages = written.messages();
    let mut is_ours = false;
    for diagnostic in diagnostics.iter() {
        let at = diagnostic.primary.span.lo;
        let origin = woven.origins.iter().find(|(span, ..)| span.lo <= at && at < span.hi);
        if let Some((_, file, span, why)) = origin {
            let told = Diagnostic::error("E0944", *span, why.clone());
            let is_new = messages[*file].iter().all(|it| it.primary.span != *span);
            if is_new {
                messages[*file].push(told.note(diagnostic.message.clone()));
            }
            is_ours = true;
        }
    }
    match is_ours {
        true => written.malformed(messages),
        false => Problem::Program(CompileError::Refused { source_text, diagnostics }),
    }
}

pub use guess::prove_by_guesses;

/// Looks for a proof that contracts are kept and no check fails.
pub fn verify(annotated: &Annotated, plan: Plan, budget: &Budget) -> Outcome {
    // Without a word about the heap it is a program like others.
    if annotated.annotations.is_empty() {
        return super::verify::verify(&annotated.compiled, &annotated.asked, plan, None, budget);
    }
    let mut program = annotated.compiled.program.clone();
    budget.enter("shape analysis");
    let (told, why_open) = match prove(annotated, (plan.clump, plan.integers), budget) {
        Ok(told) => (told, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    if why_open.is_some()
        && let Some(attempt) = &annotated.attempt
        && let Ok(attempt) = attempt.compiled(&annotated.asked, &annotated.woven)
    {
        let mut outcome = refute(&attempt, &annotated.asked, plan, budget);
        if outcome.verdict == Verdict::False {
            annotated.tell(&attempt.program, &mut outcome);
            return outcome;
        }
    }
    let verdict = match why_open {
        None => Verdict::True,
        Some(why) => Verdict::Unknown(Reason::Inconclusive(why)),
    };
    program.entry = annotated.start;
    let source = &annotated.compiled.source;
    let checks = check_results(&program, source, &verdict, None, &IdSet::new());
    let mut outcome = Outcome {
        verdict,
        violation: None,
        others: Vec::new(),
        checks,
        invariants: Vec::new(),
        n_unsaid: 0,
        explanation: None,
        trust: trust_box(&program, plan.integers),
        remarks: told,
        statistics: vec![("checks", program.checks.len() as u64)],
    };
    annotated.tell(&program, &mut outcome);
    outcome
}

/// Proves that contracts are kept and no check fails, in words; or says why not.
fn prove(
    annotated: &Annotated,
    reading: (engine_shape::Clump, encode::Integers),
    budget: &Budget,
) -> Result<Vec<String>, String> {
    let mut program = annotated.compiled.program.clone();
    let twins = annotated.recursive();
    let mut starts = vec![annotated.start];
    let mut why_open = None;
    for (function, twin) in &twins {
        if let Some(why) = by_contract::changes_globals(&program, *function) {
            why_open = Some(why);
        }
        let check = by_contract::named(
            &program,
            &format!("{CHECK_PREFIX}{}", program.functions[*function].name),
        );
        if let Some(check) = check {
            by_contract::call_instead(&mut program, *function, *twin, check);
            if !starts.contains(&check) {
                starts.push(check);
            }
        }
    }
    let mut told = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        if why_open.is_some() {
            break;
        }
        program.entry = *start;
        let name = program.functions[*start].name.to_string();
        let is_check = name.starts_with(CHECK_PREFIX);
        let mut asked = program.clone();
        if is_check || annotated.woven.has_commands {
            know_nothing(&mut asked);
        }
        if is_check {
            by_contract::never_end_the_program(&mut asked);
        }
        let share = budget.share(1.0 / (starts.len() - index) as f64);
        match shapes(&asked, &annotated.annotations, reading, &share) {
            Shapes::Proved(how) => told.push(match name.strip_prefix(CHECK_PREFIX) {
                Some(name) => format!("`{name}` keeps its contract, {how}"),
                None => how,
            }),
            Shapes::Open(why) => why_open = Some(why),
        }
    }
    match why_open {
        None => Ok(told),
        Some(why) => Err(why),
    }
}

/// Runs from heaps that satisfy the contract: one that fails is a run of the function.
fn refute(attempt: &Compiled, asked: &PropertySet, plan: Plan, budget: &Budget) -> Outcome {
    let plan = Plan { engine: Engine::Bounded, ..plan };
    super::verify::verify(attempt, asked, plan, None, &budget.share(0.5))
}

impl Annotated {
    /// Tells what is said of code of ours in the places of the function that it was asked about.
    fn tell(&self, program: &Program, outcome: &mut Outcome) {
        let start = &self.compiled.program.functions[self.start].name;
        if let Some(function) = start.strip_prefix(CHECK_PREFIX) {
            told::tell(outcome, program, &self.woven, function);
        }
    }

    /// Functions with contracts that call themselves, with what stands for them.
    fn recursive(&self) -> Vec<(FunctionId, FunctionId)> {
        let program = &self.compiled.program;
        let mut found = Vec::new();
        for name in &self.woven.functions {
            let function = by_contract::named(program, name);
            let twin = by_contract::named(program, &format!("{name}{}", weave::TWIN_SUFFIX));
            if let (Some(function), Some(twin)) = (function, twin) {
                let is_reached = by_contract::reached(program, self.start).contains(&function);
                let is_recursive = by_contract::callees(program, function)
                    .iter()
                    .any(|callee| by_contract::reached(program, *callee).contains(&function));
                if is_recursive && is_reached {
                    found.push((function, twin));
                }
            }
        }
        found
    }
}

/// A function is called with any values in global variables.
fn know_nothing(program: &mut Program) {
    for var in program.vars.values_mut() {
        // Those of lowering, which say whether a jump is under way, begin as they do.
        if var.scope == Scope::Global && var.origin == VarOrigin::Source {
            var.initial = Initial::Unknown;
        }
    }
    for object in program.objects.values_mut() {
        let is_variable = object.scope == Scope::Global && !object.is_read_only;
        if is_variable && matches!(object.contents, Contents::Static(_)) {
            object.contents = Contents::Unknown;
        }
    }
}
