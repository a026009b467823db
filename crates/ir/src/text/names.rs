//! Names that are unique in the printed text.

use index::{Id, IndexVec};
use rustc_hash::FxHashMap;

use crate::program::{FunctionId, ObjectId, Program, VarId};

/// What each variable, object and function is called in print.
///
/// Variables and objects share one space of names, functions have their own, as they are told
/// apart by where they stand.
#[derive(Debug)]
pub struct Names {
    vars: IndexVec<VarId, String>,
    objects: IndexVec<ObjectId, String>,
    functions: IndexVec<FunctionId, String>,
}

impl Names {
    pub fn of(program: &Program) -> Self {
        let mut uses: FxHashMap<String, u32> = FxHashMap::default();
        let plain_vars: Vec<String> = program.vars.values().map(|var| plain(&var.name)).collect();
        let plain_objects: Vec<String> =
            program.objects.values().map(|object| plain(&object.name)).collect();
        for name in plain_vars.iter().chain(&plain_objects) {
            *uses.entry(name.clone()).or_default() += 1;
        }
        let mut function_uses: FxHashMap<String, u32> = FxHashMap::default();
        for function in program.functions.values() {
            *function_uses.entry(plain(&function.name)).or_default() += 1;
        }
        Self {
            vars: IndexVec::from_fn(plain_vars.len(), |id: VarId| {
                distinct(&plain_vars[id.index()], id.index(), "", &mut uses)
            }),
            objects: IndexVec::from_fn(plain_objects.len(), |id: ObjectId| {
                distinct(&plain_objects[id.index()], id.index(), "o", &mut uses)
            }),
            functions: IndexVec::from_fn(program.functions.len(), |id: FunctionId| {
                distinct(&plain(&program.functions[id].name), id.index(), "", &mut function_uses)
            }),
        }
    }

    pub fn var(&self, var: VarId) -> &str {
        &self.vars[var]
    }

    pub fn object(&self, object: ObjectId) -> &str {
        &self.objects[object]
    }

    pub fn function(&self, function: FunctionId) -> &str {
        &self.functions[function]
    }
}

/// The name with everything replaced that the reader would not take as part of it.
fn plain(name: &str) -> String {
    let mut text: String = name.chars().map(|c| if is_name_char(c) { c } else { '_' }).collect();
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) || is_word(&text) {
        text.insert(0, '$');
    }
    text
}

/// Appends the id to a name that several things bear, until nothing else bears the result.
fn distinct(name: &str, id: usize, mark: &str, uses: &mut FxHashMap<String, u32>) -> String {
    if uses.get(name) == Some(&1) {
        return name.to_owned();
    }
    let mut candidate = format!("{name}.{mark}{id}");
    while uses.contains_key(&candidate) {
        candidate.push('_');
    }
    uses.insert(candidate.clone(), 1);
    candidate
}

pub(super) fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%' | '.') || !c.is_ascii()
}

/// Words that an expression can start with; nothing may be called so.
fn is_word(name: &str) -> bool {
    const WORDS: [&str; 11] = [
        "true",
        "false",
        "null",
        "ptr",
        "bool",
        "bits",
        "ptradd",
        "ptrdiff",
        "overflows",
        "fn",
        "L",
    ];
    let is_numbered = |prefix: char| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    WORDS.contains(&name)
        || OPERATION_WORDS.contains(&name)
        || is_numbered('i')
        || is_numbered('u')
        || is_numbered('f')
        || is_numbered('L')
}

/// Words that an operation can start with.
const OPERATION_WORDS: [&str; 26] = [
    "skip",
    "assume",
    "havoc",
    "load",
    "store",
    "copy",
    "fill",
    "call",
    "return",
    "halt",
    "enter",
    "leave",
    "allocate",
    "free",
    "check",
    "thread-create",
    "thread-join",
    "thread-exit",
    "thread-self",
    "await",
    "synchronising",
    "atomic-begin",
    "atomic-end",
    "unsupported",
    "entry",
    "loop",
];
