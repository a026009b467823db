//! What `main` was called with, from the steps of the model that calls it
//! (`c-library/models/start/`): its variables say how many strings there are, where each lies and
//! how long it is; the bytes are inputs, asked for where they are first read.

use std::collections::BTreeMap;

use ir::{FunctionId, Program};
use verdict::Strings;

/// Bytes that nobody looked at. Not zero, which would end the string.
const ANY: u8 = b'a';
/// More strings than a process is started with.
const MAX_COUNT: u64 = 1 << 16;
const MAX_LENGTH: u64 = 1 << 20;

pub(super) struct Arguments {
    main: Option<FunctionId>,
    is_before_main: bool,
    /// Values of the variables of the model.
    values: BTreeMap<String, u128>,
    count: Option<u64>,
    takes_variables: bool,
    /// What was read of the strings.
    bytes: BTreeMap<u64, u8>,
    ranges: Vec<(u64, u64)>,
}

const STRINGS: [&str; 3] = ["first", "second", "third"];

/// What the program calls a block that the model keeps in this variable of its own: `argv[1]`.
pub fn name_in_the_program(variable: &str) -> Option<String> {
    let name = plain(variable);
    let (vector, string) = match name.strip_prefix("env_") {
        Some(string) => ("envp", string),
        None => ("argv", name),
    };
    if name == "argv" || name == "envp" {
        return Some(name.to_owned());
    }
    let index = STRINGS.iter().position(|each| *each == string)?;
    Some(format!("{vector}[{index}]"))
}

/// Variables of the IR that have the same name get a number.
fn plain(variable: &str) -> &str {
    variable.split('.').next().unwrap_or(variable)
}

/// Whether a function is the model that calls `main`.
pub fn calls_main(function: &str) -> bool {
    function.starts_with("__linchpin_start_") && !function.starts_with("__linchpin_start_0")
}

impl Arguments {
    pub(super) fn of(program: &Program) -> Self {
        let is_model = calls_main(&program.functions[program.entry].name);
        let main = program.functions.iter().find(|(_, it)| &*it.name == "main");
        Self {
            main: main.map(|(id, _)| id).filter(|_| is_model),
            is_before_main: is_model,
            values: BTreeMap::new(),
            count: None,
            takes_variables: false,
            bytes: BTreeMap::new(),
            ranges: Vec::new(),
        }
    }

    /// Whether what is asked for at this depth belongs to the model.
    pub(super) fn is_inside(&self, depth: usize) -> bool {
        self.is_before_main && depth <= 1
    }

    pub(super) fn assigned(&mut self, variable: &str, bits: u128) {
        if self.is_before_main {
            self.values.insert(plain(variable).to_owned(), bits);
        }
    }

    pub(super) fn called(&mut self, function: FunctionId, arguments: &[u128]) {
        if !self.is_before_main || Some(function) != self.main {
            return;
        }
        self.is_before_main = false;
        self.count = arguments.first().map(|bits| *bits as u64);
        self.takes_variables = arguments.len() > 2 && self.values.contains_key("envc");
        for prefix in ["", "env_"] {
            for name in STRINGS {
                self.ranges.extend(self.range(&format!("{prefix}{name}")));
            }
        }
    }

    fn range(&self, name: &str) -> Option<(u64, u64)> {
        let start = *self.values.get(name)? as u64;
        let length = *self.values.get(&format!("{name}_length"))? as u64;
        Some((start, length))
    }

    /// Takes note of a byte, if it is one of the strings'.
    pub(super) fn learn(&mut self, address: u64, byte: u8) -> bool {
        let holds = |(start, length): &(u64, u64)| address.wrapping_sub(*start) < *length;
        let is_ours = self.ranges.iter().any(holds);
        if is_ours {
            self.bytes.entry(address).or_insert(byte);
        }
        is_ours
    }

    pub(super) fn finish(&self) -> Option<verdict::Arguments> {
        let count = self.count?;
        let variables = match self.takes_variables {
            true => Some(self.strings("env_", *self.values.get("envc")? as u64)?),
            false => None,
        };
        Some(verdict::Arguments { arguments: self.strings("", count)?, variables })
    }

    /// How many bytes there are up to the last that the run has seen. Nobody looks behind it.
    fn n_seen(&self, start: u64, length: u64) -> u64 {
        let seen = self.bytes.range(start..start.saturating_add(length)).next_back();
        seen.map_or(0, |(address, _)| address - start + 1)
    }

    fn strings(&self, prefix: &str, count: u64) -> Option<Strings> {
        if count > MAX_COUNT {
            return None;
        }
        let string = |name: &str| {
            let (start, length) = self.range(&format!("{prefix}{name}"))?;
            let length = if length <= MAX_LENGTH { length } else { self.n_seen(start, length) };
            let byte = |at: u64| self.bytes.get(&(start + at)).copied().unwrap_or(ANY);
            (length <= MAX_LENGTH).then(|| (0..length).map(byte).collect::<Vec<u8>>())
        };
        let first = STRINGS.iter().take(count as usize);
        let first: Option<Vec<Vec<u8>>> = match self.range(&format!("{prefix}first")) {
            Some(_) => first.map(|name| string(name)).collect(),
            // A `main` that looks at their number only.
            None => Some(Vec::new()),
        };
        Some(Strings { count, first: first? })
    }
}
