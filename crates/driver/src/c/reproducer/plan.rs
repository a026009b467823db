//! What a reproducer has to define, and what it cannot bring about.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ir::{Contents, Program, Scope};
use verdict::{
    CheckKind, ChosenInput, Environment, InputOrigin, KnownBy, Outcome, OutsideValue, Property,
    PropertySet, Violation, WrittenPlace,
};

use crate::Task;
use crate::c::Compiled;
use crate::c::chosen_input::c_type;

use super::failure::{Visible, visible, visible_by_turns};
use super::library_names::is_in_library;
use super::turns::Turns;

/// All that the file and the command line are made of.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The files of the program.
    pub programs: Vec<PathBuf>,
    pub kind: CheckKind,
    pub verdict: String,
    /// What fails, and where.
    pub violation: String,
    pub flags: Vec<String>,
    /// Values that calls return, in the order of the run.
    pub results: Vec<CallResult>,
    pub functions: Vec<Stub>,
    pub variables: Vec<(ChosenInput, Option<OutsideValue>)>,
    pub objects: Vec<ExternObject>,
    pub heap: Heap,
    pub stack: Stack,
    pub start: Start,
    /// Who goes on when, if that has to be forced.
    pub turns: Option<Turns>,
    pub environment: Environment,
    /// What the file does not bring about.
    pub caveats: Vec<String>,
    /// Why it may fail to do what it should. Of no interest where it was tried and does.
    pub obstacles: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct CallResult {
    /// The function that returns it; none for any of `__VERIFIER_nondet_*`.
    pub function: Option<String>,
    pub bits: u128,
    /// Where it leads, if it is a pointer.
    pub pointee: Option<OutsideValue>,
    pub remark: String,
}

/// A function that the program leaves to others.
#[derive(Clone, Debug)]
pub struct Stub {
    pub name: String,
    pub does: StubDoes,
    /// The types of its parameters, and whether more follow.
    pub parameters: Vec<&'static str>,
    pub is_variadic: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StubDoes {
    /// Returns the next value of the run, of this type of C.
    Returns(&'static str),
    Nothing,
    /// Stops if its argument is zero.
    Assumes,
    /// Fails as an assertion if its argument is zero.
    Asserts,
    /// It must not be called, and says so when it is.
    Fails,
    /// The same, but the program defines it itself.
    FailsWhenEntered,
    Aborts,
}

/// An object that is defined elsewhere, with the bytes that the run read.
#[derive(Clone, Debug)]
pub struct ExternObject {
    pub name: String,
    pub size: u64,
    pub align: u64,
    pub bytes: Vec<(u64, u8)>,
}

/// What is done about heap blocks.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    pub is_watched: bool,
    pub is_counted: bool,
    /// Block, offset, byte; everything else is zero.
    pub bytes: Vec<(u32, u64, u8)>,
}

/// What uninitialised locals hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stack {
    /// Zeros, as far as no function has run before on the same stretch.
    Cleared,
    AsItIs,
}

/// How the run begins.
#[derive(Clone, Debug)]
pub enum Start {
    /// With `main`, which takes nothing.
    Main,
    /// With this function, on these values.
    Function { name: String, result: &'static str, arguments: Vec<Argument> },
}

/// A value that the entry function is called with.
#[derive(Clone, Debug)]
pub struct Argument {
    pub ty: &'static str,
    pub bits: u128,
    pub pointee: Option<OutsideValue>,
}

const NONDET: &str = "__VERIFIER_nondet_";

/// Plans the reproducer of a violation. `outcome` must have one.
pub fn plan(
    compiled: &Compiled,
    task: &Task,
    outcome: &Outcome,
    violation: &Violation,
    entry: &str,
) -> Plan {
    let program = &compiled.program;
    let position = compiled.source.position(violation.span.lo);
    let functions = stubs(compiled, &task.properties, violation);
    let mut plan = Plan {
        programs: std::iter::once(&task.input).chain(&task.more_inputs).cloned().collect(),
        kind: violation.kind,
        verdict: outcome.machine_line(),
        violation: format!("{position}: {}", violation.message),
        flags: Vec::new(),
        results: results(compiled, violation),
        functions,
        variables: variables(compiled, violation),
        objects: objects(compiled, violation),
        heap: heap(violation),
        stack: match violation.inputs.iter().any(|input| input.origin == InputOrigin::Local) {
            true => Stack::Cleared,
            false => Stack::AsItIs,
        },
        start: start(program, violation, entry),
        turns: Turns::of(compiled, violation),
        environment: violation.environment.clone(),
        caveats: Vec::new(),
        obstacles: Vec::new(),
    };
    plan.flags = flags(compiled, violation, &plan);
    plan.flags.extend(task.compiler_flags.iter().cloned());
    plan.caveats = caveats(compiled, violation, &plan, entry);
    plan.obstacles = plan.environment.obstacles.clone();
    plan.obstacles.extend(plan.turns.iter().flat_map(|turns| turns.obstacles(compiled)));
    plan.obstacles.extend(unnamed(compiled, &plan));
    plan
}

fn results(compiled: &Compiled, violation: &Violation) -> Vec<CallResult> {
    let result = |(index, input): (usize, &ChosenInput)| {
        let is_told = violation.environment.covered.contains(&index);
        if is_told || is_of_a_model(compiled, input) {
            return None;
        }
        let pointee = violation.environment.pointers.get(&index).cloned();
        let function = match &input.origin {
            InputOrigin::Nondet => None,
            InputOrigin::Call { function } => Some(function.clone()),
            _ => return None,
        };
        let place = input.span.map(|span| compiled.source.position(span.lo).to_string());
        let place = place.unwrap_or_default();
        let remark = format!("{place}: {} = {}", input.what, input.value);
        Some(CallResult { function, bits: input.bits, pointee, remark })
    };
    violation.inputs.iter().enumerate().filter_map(result).collect()
}

fn stubs(compiled: &Compiled, properties: &PropertySet, violation: &Violation) -> Vec<Stub> {
    let mut error_functions: Vec<&str> = Vec::new();
    for property in properties.iter() {
        if let Property::UnreachCall { functions } = property {
            error_functions.extend(functions.iter().map(String::as_str));
        }
    }
    let is_asked = |name: &str| {
        let calls = |input: &ChosenInput| matches!(&input.origin, InputOrigin::Call { function } if function == name);
        violation.inputs.iter().any(calls)
    };
    let linkage = &compiled.linkage;
    let program = &compiled.program;
    let mut stubs: BTreeMap<&str, Stub> = BTreeMap::new();
    for (id, function) in program.functions.iter() {
        let name = &*function.name;
        // Calls through pointers find bodies that no text has.
        let has_body = function.body.is_some()
            && !program.is_stand_in(id)
            && !linkage.undefined_functions.contains(name);
        let does = match (has_body, error_functions.contains(&name)) {
            (true, true) if linkage.defined_functions.contains(name) => StubDoes::FailsWhenEntered,
            (true, _) => continue,
            (false, _) if !linkage.mentioned.contains(name) => continue,
            (false, true) => StubDoes::Fails,
            (false, false) => match name {
                "reach_error" | "__VERIFIER_error" => StubDoes::Aborts,
                "__VERIFIER_assume"
                | "__VERIFIER_assume_abort_if_not"
                | "assume_abort_if_not"
                | "__CPROVER_assume"
                | "klee_assume" => StubDoes::Assumes,
                "__VERIFIER_assert" | "__CPROVER_assert" => StubDoes::Asserts,
                _ if is_in_library(name) && !is_asked(name) => continue,
                _ => match function.signature.result {
                    Some(ty) => StubDoes::Returns(c_type(ty)),
                    None => StubDoes::Nothing,
                },
            },
        };
        let parameters = function.signature.parameters.iter().map(|ty| c_type(*ty)).collect();
        let is_variadic = function.signature.is_variadic;
        stubs.insert(name, Stub { name: name.to_owned(), does, parameters, is_variadic });
    }
    stubs.into_values().collect()
}

/// Scalars that are defined elsewhere, with their values.
fn variables(
    compiled: &Compiled,
    violation: &Violation,
) -> Vec<(ChosenInput, Option<OutsideValue>)> {
    let is_wanted = |name: &str| compiled.linkage.mentioned.contains(name) && !is_in_library(name);
    let chosen = violation.inputs.iter().enumerate().filter(|(_, input)| match &input.origin {
        InputOrigin::ExternVariable { name } => is_wanted(name),
        _ => false,
    });
    let pointers = &violation.environment.pointers;
    chosen.map(|(index, input)| (input.clone(), pointers.get(&index).cloned())).collect()
}

fn objects(compiled: &Compiled, violation: &Violation) -> Vec<ExternObject> {
    /// For an object whose size nobody says.
    const UNKNOWN_SIZE: u64 = 4096;
    let mut objects = Vec::new();
    for object in compiled.program.objects.values() {
        let name = object.name.to_string();
        let is_extern = object.contents == Contents::Unknown && object.scope == Scope::Global;
        if !is_extern || !compiled.linkage.mentioned.contains(&name) || is_in_library(&name) {
            continue;
        }
        let mut bytes = Vec::new();
        for input in &violation.inputs {
            match &input.origin {
                InputOrigin::ExternObject { name: of, offset } if *of == name => {
                    bytes.extend(bytes_of(input).map(|(at, byte)| (offset + at, byte)));
                }
                _ => {}
            }
        }
        bytes.sort_unstable();
        let size = object.size.unwrap_or(UNKNOWN_SIZE);
        objects.push(ExternObject { name, size, align: object.align, bytes });
    }
    objects
}

fn heap(violation: &Violation) -> Heap {
    let is_counted = matches!(violation.kind, CheckKind::MemTrack | CheckKind::MemCleanup);
    let mut heap = Heap { is_counted, is_watched: is_counted, bytes: Vec::new() };
    for input in &violation.inputs {
        if let InputOrigin::HeapBlock { number, offset } = input.origin {
            heap.is_watched = true;
            // Zeros too: what a block gains that grows is not zero by itself.
            heap.bytes.extend(bytes_of(input).map(|(at, byte)| (number, offset + at, byte)));
        }
    }
    heap
}

/// Little-endian.
fn bytes_of(input: &ChosenInput) -> impl Iterator<Item = (u64, u8)> + use<> {
    let bits = input.bits;
    (0..input.n_bytes.min(16)).map(move |at| (at, (bits >> (8 * at)) as u8))
}

fn start(program: &Program, violation: &Violation, entry: &str) -> Start {
    let function = &program.functions[program.entry];
    if entry == "main" && function.parameters.is_empty() {
        return Start::Main;
    }
    let argument = |var: &ir::VarId| {
        let ty = c_type(program.vars[*var].ty);
        Argument { ty, bits: 0, pointee: None }
    };
    let mut arguments: Vec<Argument> = function.parameters.iter().map(argument).collect();
    for (at, input) in violation.inputs.iter().enumerate() {
        if let InputOrigin::EntryParameter { index } = input.origin
            && let Some(argument) = arguments.get_mut(index)
        {
            argument.bits = input.bits;
            argument.pointee = violation.environment.pointers.get(&at).cloned();
        }
    }
    let result = function.signature.result.map_or("void", c_type);
    Start::Function { name: entry.to_owned(), result, arguments }
}

fn flags(compiled: &Compiled, violation: &Violation, plan: &Plan) -> Vec<String> {
    let mut flags = vec!["-w", "-g", "-fno-builtin", "-fno-strict-aliasing"];
    // The 32-bit program computes with doubles of 64 bits, as we do.
    if compiled.program.model == ir::DataModel::Ilp32 {
        flags.extend(["-m32", "-msse2", "-mfpmath=sse"]);
    }
    if let Some(visible) = plan.visible() {
        flags.extend(visible.flags);
    }
    if let Some(turns) = &plan.turns {
        flags.extend(turns.flags());
    } else if !violation.schedule.is_empty() {
        flags.push("-pthread");
    }
    let is_called_here = plan.stack == Stack::Cleared || plan.environment.arguments.is_some();
    if is_called_here && matches!(plan.start, Start::Main) {
        flags.push("-Wl,--wrap=main");
    }
    if plan.functions.iter().any(|stub| stub.does == StubDoes::FailsWhenEntered) {
        flags.push("-finstrument-functions");
    }
    let wrapped = plan.turns.as_ref().map(|turns| turns.wrapped_flag(&plan.heap));
    if plan.heap.is_watched {
        flags.push("-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free");
    }
    if plan.watches_ends() {
        flags.push("-Wl,--wrap=_exit,--wrap=_Exit,--wrap=abort");
    }
    let is_c =
        |path: &PathBuf| matches!(path.extension().and_then(|it| it.to_str()), Some("c" | "i"));
    if !plan.programs.iter().all(is_c) {
        flags.extend(["-x", "c"]);
    }
    flags.into_iter().map(str::to_owned).chain(wrapped).collect()
}

fn caveats(compiled: &Compiled, violation: &Violation, plan: &Plan, entry: &str) -> Vec<String> {
    let mut caveats = Vec::new();
    let place = |input: &ChosenInput| {
        let span = input.span.map(|span| format!(" ({})", compiled.source.position(span.lo)));
        span.unwrap_or_default()
    };
    for (index, input) in violation.inputs.iter().enumerate() {
        if plan.environment.covered.contains(&index) {
            continue;
        }
        if is_of_a_model(compiled, input) {
            caveats.push(format!(
                "the run needs the C library to choose {} = {}{}, which cannot be forced",
                input.what,
                input.value,
                place(input)
            ));
            continue;
        }
        match input.origin {
            InputOrigin::Local if input.bits != 0 => caveats.push(format!(
                "the run needs {} = {}{}, which is not initialised; no other file can set it",
                input.what,
                input.value,
                place(input)
            )),
            InputOrigin::Library { .. } => caveats.push(format!(
                "the run needs {} = {}{}, which the C library decides",
                input.what,
                input.value,
                place(input)
            )),
            InputOrigin::Machine => caveats.push(format!(
                "the run has {} = {}{}, which no other file can set",
                input.what,
                input.value,
                place(input)
            )),
            _ => {}
        }
    }
    if visible(violation.kind).is_none() {
        caveats.push("`cc` has no detector for a failure of this kind".to_owned());
    }
    let can_fail = |stub: &Stub| matches!(stub.does, StubDoes::Fails | StubDoes::FailsWhenEntered);
    if violation.kind == CheckKind::UnreachCall && !plan.functions.iter().any(can_fail) {
        caveats
            .push("an error label is reached, which cannot be seen from another file".to_owned());
    }
    if matches!(plan.start, Start::Function { .. })
        && !compiled.linkage.defined_functions.contains(entry)
    {
        caveats.push(format!("`{entry}` is `static` and cannot be called from another file"));
    }
    caveats
}

/// What stand-ins would have to name, and cannot.
fn unnamed(compiled: &Compiled, plan: &Plan) -> Vec<String> {
    let linkage = &compiled.linkage;
    let mut unnamed = Vec::new();
    let environment = &plan.environment;
    for action in &environment.actions {
        if linkage.pass_records.contains(&action.function) {
            unnamed.push(format!(
                "`{}` takes or returns a record, and nothing can stand in for it",
                action.function
            ));
        }
        let of_writes = action.writes.iter().filter_map(|write| match &write.place {
            WrittenPlace::Variable(name) => Some(name),
            WrittenPlace::Known { .. } => None,
        });
        let of_ways = action.learned.iter().filter_map(|learned| match &learned.way {
            KnownBy::Variable(name) | KnownBy::Object(name) => Some(name),
            KnownBy::Argument(_) | KnownBy::Inside { .. } | KnownBy::Foreign(_) => None,
        });
        let names = of_writes.chain(of_ways);
        for name in names.filter(|name| !linkage.visible_objects.contains(*name)) {
            unnamed.push(format!("`{name}` cannot be named in another file"));
        }
    }
    if let Some(input) = &environment.input {
        let own = ["pipe", "write", "dup2", "close"];
        let own = own.iter().find(|name| linkage.defined_functions.contains(**name));
        if let Some(own) = own {
            unnamed.push(format!("the program defines `{own}`, which gives it its input here"));
        }
        if input.len() > MAX_INPUT {
            unnamed.push("the input is too long".to_owned());
        }
    }
    unnamed
}

/// What a pipe holds for sure.
const MAX_INPUT: usize = 60_000;

/// A choice that the model of a library function makes; the real function makes its own.
fn is_of_a_model(compiled: &Compiled, input: &ChosenInput) -> bool {
    input.span.is_some_and(|span| !compiled.source.is_users(span))
}

impl Plan {
    /// Names of functions without body that the file defines in somebody else's stead. Inputs,
    /// assumptions and error functions of verification tasks are nobody else's.
    pub fn stands_in_for(&self) -> Vec<String> {
        let is_other = |stub: &&Stub| match stub.does {
            StubDoes::Returns(_) | StubDoes::Nothing => {
                !Self::is_nondet(&stub.name)
                    && !stub.name.starts_with("nondet_")
                    && !stub.name.starts_with("__linchpin_")
            }
            StubDoes::Assumes
            | StubDoes::Asserts
            | StubDoes::Fails
            | StubDoes::FailsWhenEntered
            | StubDoes::Aborts => false,
        };
        self.functions.iter().filter(is_other).map(|stub| format!("`{}`", stub.name)).collect()
    }

    /// How the failure is seen. Nothing else can watch memory where turns are forced.
    pub fn visible(&self) -> Option<Visible> {
        match self.turns {
            Some(_) => visible_by_turns(self.kind).or_else(|| visible(self.kind)),
            None => visible(self.kind),
        }
    }

    /// Whether blocks are counted also where the program ends without calling destructors.
    pub fn watches_ends(&self) -> bool {
        self.kind == CheckKind::MemCleanup && self.heap.is_counted
    }

    /// The command that compiles the program with the reproducer.
    pub fn command(&self, reproducer: &Path, output: &Path) -> Vec<std::ffi::OsString> {
        let mut words: Vec<std::ffi::OsString> = vec!["cc".into()];
        words.extend(self.flags.iter().map(Into::into));
        for path in self.programs.iter().map(PathBuf::as_path).chain([reproducer]) {
            words.push(operand(path).into_os_string());
        }
        words.extend(["-o".into(), operand(output).into_os_string(), "-lm".into()]);
        if let Some(turns) = &self.turns {
            words.extend(turns.libraries(&self.flags).into_iter().map(Into::into));
        }
        words
    }

    pub fn is_nondet(name: &str) -> bool {
        name.starts_with(NONDET)
    }
}

/// `cc` knows no `--`, so a name that looks like an option gets a folder before it.
fn operand(path: &Path) -> PathBuf {
    let is_like_an_option = path.as_os_str().as_encoded_bytes().starts_with(b"-");
    if is_like_an_option { Path::new(".").join(path) } else { path.into() }
}
