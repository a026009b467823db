//! The parts of a reproducer that play what surrounds the program: what stands in the standard
//! input, what `main` is called with, memory outside the program, and what stand-ins do to memory
//! that they are given.
//!
//! A stand-in learns addresses as the function did that it stands in for, on the same ways:
//!
//! ```text
//!   case 0:                                     its first call
//!       known[0] = (char *)a0 - 0ull;           argument 0 points to the start of an object
//!       known[1] = *(char **)(known[0] + 8) - 0ull;      which holds a pointer to another
//!       put(known[1] + 4, 0x7ull, 0, 4);        four bytes of that one
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use verdict::{
    KnownBy, LearnedObject, OutsideAction, OutsideCall, OutsideValue, OutsideWrite, Strings,
    WrittenPlace,
};

use super::plan::{Plan, Stub};

/// Bytes of a block outside the program, as the interpreter has them.
const FOREIGN_BYTES: u64 = 0x1_0000;

/// An expression for a pointer that is known before the run. None for plain numbers.
pub(super) fn constant(value: &OutsideValue) -> Option<String> {
    match value {
        OutsideValue::Foreign { number, offset } => {
            Some(format!("linchpin_foreign{number} + {offset}"))
        }
        OutsideValue::Object { name, offset } => Some(format!("(char *)&{name} + {offset}")),
        OutsideValue::Bits(_) | OutsideValue::Known { .. } => None,
    }
}

/// Where a pointer starts from, as the address of a variable, and how far behind that it leads.
pub(super) fn relative(value: &OutsideValue) -> Option<(String, u64)> {
    match value {
        OutsideValue::Foreign { number, offset } => {
            Some((format!("&linchpin_start{number}"), *offset))
        }
        OutsideValue::Known { known, offset } => {
            Some((format!("&linchpin_known[{known}]"), *offset))
        }
        OutsideValue::Object { name, offset } => {
            Some((format!("&linchpin_start_of_{name}"), *offset))
        }
        OutsideValue::Bits(_) => None,
    }
}

/// All pointers of the run.
fn values(plan: &Plan) -> impl Iterator<Item = &OutsideValue> {
    let actions = &plan.environment.actions;
    let written = actions.iter().flat_map(|action| &action.writes).map(|write| &write.value);
    let passed = actions.iter().flat_map(|action| &action.calls).flat_map(|call| &call.arguments);
    let passed = passed.map(|(_, value)| value);
    plan.environment.pointers.values().chain(written).chain(passed)
}

/// Memory outside the program, with what the run read there.
pub(super) fn memory(plan: &Plan) -> String {
    let mut blocks: BTreeMap<u32, String> = BTreeMap::new();
    for value in values(plan) {
        if let OutsideValue::Foreign { number, .. } = value {
            blocks.entry(*number).or_default();
        }
    }
    let ways = plan.environment.actions.iter().flat_map(|action| &action.learned);
    for learned in ways {
        if let KnownBy::Foreign(number) = learned.way {
            blocks.entry(number).or_default();
        }
    }
    for (number, _) in plan.environment.foreign_pointers.keys() {
        blocks.entry(*number).or_default();
    }
    for ((number, offset), byte) in &plan.environment.foreign {
        let bytes = blocks.entry(*number).or_default();
        write!(bytes, " [{offset}] = {byte},").expect("strings do not fail");
    }
    let block = |(number, bytes): (u32, String)| {
        format!(
            "/* Memory outside the program. */\nstatic char linchpin_foreign{number}[{FOREIGN_BYTES}] __attribute__((aligned(16))) = {{{bytes} }};\n\
             static char *linchpin_start{number} = linchpin_foreign{number};\n"
        )
    };
    blocks.into_iter().map(block).collect()
}

/// Puts the pointers there that the run found in memory outside the program, before anything runs.
pub(super) fn pointers_in_memory(plan: &Plan) -> String {
    let mut stores = String::new();
    for ((number, offset), value) in &plan.environment.foreign_pointers {
        if let Some(pointer) = constant(value) {
            writeln!(stores, "    *(char **)(linchpin_foreign{number} + {offset}) = {pointer};")
                .expect("strings do not fail");
        }
    }
    if stores.is_empty() {
        return stores;
    }
    format!(
        "/* Pointers there. */\nUNSEEN __attribute__((constructor(101))) static void linchpin_tie(void)\n{{\n{stores}}}\n"
    )
}

/// What stand-ins need: names of the program's objects, and room for what they learn.
pub(super) fn declarations(plan: &Plan) -> String {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    let mut bases: BTreeSet<&str> = BTreeSet::new();
    for value in values(plan) {
        if let OutsideValue::Object { name, .. } = value {
            names.insert(name);
            bases.insert(name);
        }
    }
    let mut n_known = 0;
    for action in &plan.environment.actions {
        for learned in &action.learned {
            n_known = n_known.max(learned.known + 1);
            match &learned.way {
                KnownBy::Variable(name) | KnownBy::Object(name) => {
                    names.insert(name);
                }
                KnownBy::Argument(_) | KnownBy::Inside { .. } | KnownBy::Foreign(_) => {}
            }
        }
        for write in &action.writes {
            if let WrittenPlace::Variable(name) = &write.place {
                names.insert(name);
            }
        }
    }
    let is_here = |name: &str| {
        let is_variable = plan.variables.iter().any(|(variable, _)| {
            matches!(&variable.origin, verdict::InputOrigin::ExternVariable { name: it } if it == name)
        });
        is_variable || plan.objects.iter().any(|object| object.name == name)
    };
    let mut text = String::new();
    for name in names.into_iter().filter(|name| !is_here(name)) {
        writeln!(text, "extern unsigned char {name}[];").expect("strings do not fail");
    }
    for name in bases {
        writeln!(text, "static char *linchpin_start_of_{name} = (char *)&{name};")
            .expect("strings do not fail");
    }
    if n_known > 0 {
        writeln!(
            text,
            "/* Objects of the program that its functions without body know. */\nstatic char *linchpin_known[{n_known}];"
        )
        .expect("strings do not fail");
    }
    if plan.environment.actions.iter().any(|action| !action.writes.is_empty()) {
        text.push_str(
            "UNSEEN static void linchpin_put(char *to, unsigned long long low, unsigned long long high, unsigned size)\n{\n    \
             for (unsigned i = 0; i < size; i++)\n        \
             to[i] = (char)(i < 8 ? low >> 8 * i : high >> 8 * (i - 8));\n}\n",
        );
    }
    text
}

/// The parameters of a stand-in, and what it does to memory.
pub(super) fn effects(plan: &Plan, stub: &Stub) -> (String, String) {
    let is_of = |action: &&OutsideAction| action.function == stub.name;
    let actions: Vec<&OutsideAction> = plan.environment.actions.iter().filter(is_of).collect();
    if actions.is_empty() {
        return (String::new(), String::new());
    }
    let parameters = stub.parameters.iter().enumerate().map(|(at, ty)| format!("{ty} a{at}"));
    let mut parameters: Vec<String> = parameters.collect();
    if stub.is_variadic && !parameters.is_empty() {
        parameters.push("...".to_owned());
    }
    let mut text = String::from("    static unsigned long n_call;\n    switch (n_call++) {\n");
    let mut cases: BTreeMap<usize, Vec<&OutsideAction>> = BTreeMap::new();
    for action in actions {
        cases.entry(action.n_call).or_default().push(action);
    }
    for (n_call, actions) in cases {
        writeln!(text, "    case {n_call}:").expect("strings do not fail");
        for action in actions {
            action.learned.iter().for_each(|learned| learn(&mut text, learned));
            action.writes.iter().for_each(|it| put(&mut text, it));
            action.calls.iter().for_each(|it| call(&mut text, it));
        }
        text.push_str("        break;\n");
    }
    text.push_str("    }\n");
    (parameters.join(", "), text)
}

fn learn(text: &mut String, LearnedObject { known, way, delta }: &LearnedObject) {
    let pointer = match way {
        KnownBy::Argument(index) => format!("(char *)a{index}"),
        KnownBy::Inside { known, offset } => {
            format!("*(char **)(linchpin_known[{known}] + {offset})")
        }
        KnownBy::Variable(name) => format!("*(char **)&{name}"),
        KnownBy::Object(name) => format!("(char *)&{name}"),
        KnownBy::Foreign(number) => format!("linchpin_start{number}"),
    };
    writeln!(text, "        linchpin_known[{known}] = {pointer} - {delta}ull;")
        .expect("strings do not fail");
}

/// A pointer as a stand-in has it. None for plain numbers.
fn pointer(value: &OutsideValue) -> Option<String> {
    match value {
        OutsideValue::Known { known, offset } => {
            Some(format!("linchpin_known[{known}] + {offset}"))
        }
        OutsideValue::Object { .. } | OutsideValue::Foreign { .. } => constant(value),
        OutsideValue::Bits(_) => None,
    }
}

fn put(text: &mut String, OutsideWrite { place, n_bytes, value }: &OutsideWrite) {
    let place = match place {
        WrittenPlace::Known { known, offset } => format!("linchpin_known[{known}] + {offset}"),
        WrittenPlace::Variable(name) => format!("(char *)&{name}"),
    };
    match (pointer(value), value) {
        (None, OutsideValue::Bits(bits)) => {
            let (low, high) = (*bits as u64, (*bits >> 64) as u64);
            writeln!(text, "        linchpin_put({place}, {low:#x}ull, {high:#x}ull, {n_bytes});")
        }
        (pointer, _) => {
            let pointer = pointer.unwrap_or_else(|| "0".to_owned());
            writeln!(
                text,
                "        linchpin_put({place}, (unsigned long)({pointer}), 0, {n_bytes});"
            )
        }
    }
    .expect("strings do not fail");
}

fn call(text: &mut String, OutsideCall { known, arguments }: &OutsideCall) {
    let types: Vec<&str> = arguments.iter().map(|(ty, _)| *ty).collect();
    let values = arguments.iter().map(|(ty, value)| match (pointer(value), value) {
        (Some(pointer), _) => format!("({ty})({pointer})"),
        (None, OutsideValue::Bits(bits)) => format!("(union {{ unsigned long long bits[2]; {ty} value; }}){{ {{ {:#x}ull, {:#x}ull }} }}.value", *bits as u64, (*bits >> 64) as u64),
        (None, _) => "0".to_owned(),
    });
    let values: Vec<String> = values.collect();
    let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    writeln!(text, "        ((void (*)({types}))linchpin_known[{known}])({});", values.join(", "))
        .expect("strings do not fail");
}

/// Puts the bytes that the run read into the standard input, before anything runs.
pub(super) fn input(plan: &Plan) -> String {
    let Some(bytes) = &plan.environment.input else { return String::new() };
    format!(
        "\n/* The standard input of the run. */\nstatic const char linchpin_input[] = {};\n\
         extern int pipe(int *), dup2(int, int), close(int);\nextern long write(int, const void *, unsigned long);\n\
         UNSEEN __attribute__((constructor(101))) static void linchpin_give_input(void)\n{{\n    \
         int ends[2];\n    \
         if (pipe(ends) || write(ends[1], linchpin_input, {}) < 0 || dup2(ends[0], 0) < 0)\n        _Exit(78);\n    \
         close(ends[0]);\n    close(ends[1]);\n}}\n",
        literal(bytes),
        bytes.len()
    )
}

/// What `main` is called with: definitions, and the lines that use them.
pub(super) fn vectors(plan: &Plan) -> Option<(String, String)> {
    let arguments = plan.environment.arguments.as_ref()?;
    let mut text = String::from("\n/* What `main` is called with. */\n");
    let mut fill = String::new();
    let mut vector = |name: &str, strings: &Strings| {
        for (at, string) in strings.first.iter().enumerate() {
            writeln!(text, "static char {name}{at}[] = {};", literal(string))
                .expect("strings do not fail");
        }
        let rest = strings.count.saturating_sub(strings.first.len() as u64);
        if rest > 0 {
            writeln!(text, "static char {name}_other[] = \"\";").expect("strings do not fail");
        }
        let first = (0..strings.first.len()).map(|at| format!(" {name}{at},"));
        let first: String = first.collect();
        writeln!(text, "static char *{name}s[{}] = {{{first} }};", strings.count + 1)
            .expect("strings do not fail");
        if rest > 0 {
            writeln!(
                fill,
                "    for (unsigned long i = {}; i < {}; i++)\n        {name}s[i] = {name}_other;",
                strings.first.len(),
                strings.count
            )
            .expect("strings do not fail");
        }
    };
    vector("linchpin_argument", &arguments.arguments);
    if let Some(variables) = &arguments.variables {
        vector("linchpin_variable", variables);
        fill.push_str("    envp = linchpin_variables;\n");
    }
    writeln!(fill, "    argc = {};\n    argv = linchpin_arguments;", arguments.arguments.count)
        .expect("strings do not fail");
    Some((text, fill))
}

/// Bytes as a string literal.
fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' => {
                text.push('\\');
                text.push(byte.into());
            }
            b' '..=b'~' => text.push(byte.into()),
            b'\n' => text.push_str("\\n"),
            _ => write!(text, "\\{byte:03o}").expect("strings do not fail"),
        }
    }
    text.push('"');
    text
}
