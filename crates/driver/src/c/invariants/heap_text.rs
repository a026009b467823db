//! Symbolic heaps and inferred predicates in the notation of predicates and contracts.
//!
//! ```text
//!   predicate list(struct item *n) = n == NULL ? emp : n->next |-> a * list(a)
//!   head == first && n >= 1 && list(head => last) * last->next |-> NULL
//! ```
//!
//! A node is called as the first variable that holds its address, or by a letter. Variables that
//! the source does not have, and numbers of which nothing is known, are left out: what is said is
//! weaker than the heap and never stronger. Members have the names of the record that a block is
//! taken for ([`Records`]); a block that fits none has offsets.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Program, VarId};
use shape::{
    Annotations, Arg, Background, Block, Edge, Field, Kind, NodeId, PredId, Predicate, Predicates,
    Presence, Range, State, SymId, Value,
};

use crate::c::records::{Leaf, Leaves, Record, Records};

/// What is needed to say heaps of one program.
pub struct HeapNotation<'a> {
    pub program: &'a Program,
    pub records: &'a Records,
    pub preds: &'a Predicates,
    names: BTreeMap<PredId, String>,
}

/// What a value is, for people: null is written as such.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Pointer,
    Number,
}

/// The names of one heap's nodes and numbers.
#[derive(Default)]
struct Names {
    nodes: BTreeMap<NodeId, String>,
    syms: BTreeMap<SymId, String>,
    n_letters: usize,
}

impl Names {
    /// `a`, `b`, …, `a1`, …, none of which is a variable of the program.
    fn letter(&mut self, program: &Program) -> String {
        loop {
            let (index, round) = (self.n_letters % 26, self.n_letters / 26);
            self.n_letters += 1;
            let letter = char::from(b'a' + index as u8);
            let name = if round == 0 { letter.to_string() } else { format!("{letter}{round}") };
            let is_taken = program.vars.values().any(|var| *var.name == *name)
                || program.objects.values().any(|object| *object.name == *name);
            if !is_taken {
                return name;
            }
        }
    }
}

impl<'a> HeapNotation<'a> {
    pub fn new(
        program: &'a Program,
        records: &'a Records,
        preds: &'a Predicates,
        said: &Annotations,
    ) -> Self {
        let mut names: BTreeMap<PredId, String> = said.names.clone();
        for (id, predicate) in preds.iter() {
            if names.contains_key(&id) {
                continue;
            }
            let kind = kind_of(predicate);
            let is_taken = |name: &String| names.values().any(|it| it == name);
            let numbered = (2..).map(|number| format!("{kind}{number}"));
            let mut tries = std::iter::once(kind.to_owned()).chain(numbered);
            if let Some(name) = tries.find(|name| !is_taken(name)) {
                names.insert(id, name);
            }
        }
        Self { program, records, preds, names }
    }

    pub fn name(&self, pred: PredId) -> &str {
        self.names.get(&pred).map_or("?", String::as_str)
    }

    /// The predicates that heaps use, with those that these need.
    pub fn used(&self, states: &[&State]) -> BTreeSet<PredId> {
        let mut used = BTreeSet::new();
        let mut pending: Vec<PredId> = Vec::new();
        for edge in states.iter().flat_map(|state| state.edges.values()) {
            match edge {
                Edge::Ind { pred, .. } | Edge::Seg { pred, .. } => pending.push(*pred),
                Edge::Block(_) => {}
            }
        }
        while let Some(pred) = pending.pop() {
            if !used.insert(pred) {
                continue;
            }
            for (_, _, field) in &self.preds[pred].fields {
                if let Field::Own { pred, .. } | Field::Stretch { pred, .. } = field {
                    pending.push(*pred);
                }
            }
        }
        used
    }

    /// `predicate list(struct item *n) = …`
    pub fn definition(&self, id: PredId) -> String {
        let predicate = &self.preds[id];
        let is_pointer = |field: &Field| {
            matches!(field, Field::Link { .. } | Field::Own { .. } | Field::Stretch { .. })
        };
        let pointers = predicate.fields.iter().filter(|(.., field)| is_pointer(field));
        let pointers: Vec<u64> = pointers.map(|(offset, ..)| *offset).collect();
        let parts = predicate.fields.iter().map(|(offset, len, _)| (*offset, *len));
        let parts: Vec<(u64, u64)> = parts.collect();
        let record = self.records.guess(predicate.size, &parts, &pointers);
        let this = record.map_or("void".to_owned(), |record| record.name.clone());
        let mut head = format!("predicate {}({this} *n", self.name(id));
        for param in 0..predicate.n_params {
            let hands_this = |args: &[Arg]| matches!(args.get(param), Some(Arg::This(_)));
            let is_this = predicate.fields.iter().any(|(.., field)| match field {
                Field::Link { args, .. } => hands_this(args),
                Field::Num(_)
                | Field::In(_)
                | Field::Param(_)
                | Field::Own { .. }
                | Field::Stretch { .. } => false,
            });
            let ty = if is_this { this.as_str() } else { "void" };
            head.push_str(&format!(", {ty} *p{}", param + 1));
        }
        let rules: Vec<String> = (0..predicate.rules.len())
            .map(|rule| self.rule(id, rule, record.map(|record| &record.leaves)))
            .collect();
        let empty = match &predicate.empty {
            shape::Empty::AtNull(guards) => {
                let guards: String =
                    guards.iter().map(|guard| format!(" && {}", told(guard))).collect();
                format!("n == NULL{guards} ? emp : ")
            }
            shape::Empty::Never => String::new(),
        };
        format!("{head}) = {empty}{}", rules.join(" || "))
    }

    fn rule(&self, id: PredId, rule: usize, leaves: Option<&Leaves>) -> String {
        let predicate = &self.preds[id];
        let (mut fields, mut calls) = (Vec::new(), Vec::new());
        let mut letters = (b'a'..=b'm').map(char::from);
        let names: BTreeMap<u64, String> = predicate
            .rule(rule)
            .filter(|(_, (.., field))| has_name(field))
            .map(|(_, (offset, ..))| (*offset, letters.next().unwrap_or('_').to_string()))
            .collect();
        for (_, (offset, len, field)) in predicate.rule(rule) {
            let path = member(leaves, *offset, *len);
            let name_at = |at: &u64| names.get(at).map_or_else(|| "_".to_owned(), Clone::clone);
            let next = || name_at(offset);
            let value = match field {
                Field::Num(0) if is_pointer(leaves, *offset) => "NULL".to_owned(),
                Field::Num(number) => number.to_string(),
                Field::In(range) if range.is_bounded() && range.excluded.is_empty() => {
                    format!("{}..{}", range.lo, range.hi)
                }
                Field::In(range) => {
                    let name = next();
                    calls.extend(bounds(&name, range).map(|it| format!("&& {it}")));
                    name
                }
                Field::Param(param) => format!("p{}", param + 1),
                Field::Link { shift, args } => {
                    let name = next();
                    calls.push(format!("* {}({name}{})", self.name(id), handed(args)));
                    match shift {
                        0 => name,
                        shift => inside(&name, *shift),
                    }
                }
                Field::Own { pred, args, presence } => {
                    let name = next();
                    calls.push(format!("* {}({name}{})", self.name(*pred), handed(args)));
                    if *presence == Presence::Always {
                        calls.push(format!("&& {name} != NULL"));
                    }
                    name
                }
                Field::Stretch { pred, to } => {
                    let name = next();
                    calls.push(format!("* {}({name} => {})", self.name(*pred), name_at(to)));
                    name
                }
            };
            fields.push(format!("n{path} |-> {value}"));
        }
        calls.extend(predicate.rules[rule].guards.iter().map(|it| format!("&& {}", told(it))));
        calls.sort_by_key(|call| call.starts_with('&'));
        let fields = if fields.is_empty() { "block(n)".to_owned() } else { fields.join(" * ") };
        calls.into_iter().fold(fields, |text, call| format!("{text} {call}"))
    }

    /// A heap with the variables that people know there.
    pub fn heap(&self, state: &State, is_known: impl Fn(VarId) -> bool) -> String {
        let (mut names, mut pure, mut parts) = (Names::default(), Vec::new(), Vec::new());
        for (object, node) in &state.objects {
            names.nodes.insert(*node, format!("&{}", self.program.objects[*object].name));
        }
        let vars = || state.vars.iter().filter(|(var, _)| is_known(**var));
        for (var, value) in vars() {
            let name = self.program.vars[*var].name.to_string();
            match value {
                Value::Addr(node, 0) => drop(names.nodes.entry(*node).or_insert(name)),
                Value::Sym(sym) => drop(names.syms.entry(*sym).or_insert(name)),
                Value::Top | Value::Num(_) | Value::Sum(..) | Value::Addr(..) | Value::Fun(_) => {}
            }
        }
        for (var, value) in vars() {
            let name = &*self.program.vars[*var].name;
            let sort = match self.program.vars[*var].ty {
                ir::Type::Pointer => Sort::Pointer,
                ir::Type::Bool | ir::Type::Int(_) | ir::Type::Float(_) => Sort::Number,
            };
            let held = self.value(state, &mut names, *value, sort);
            if held != name && held != "_" {
                pure.push(format!("{name} == {held}"));
            }
        }
        for (node, edge) in &state.edges {
            self.part(state, &mut names, (*node, edge), &mut parts);
        }
        for (sym, name) in &names.syms {
            if let Some(range) = state.facts.get(sym) {
                pure.extend(bounds(name, range));
            }
        }
        if state.junk {
            parts.push("true".to_owned());
        }
        if parts.is_empty() {
            parts.push("emp".to_owned());
        }
        pure.push(parts.join(" * "));
        pure.join(" && ")
    }

    fn node(&self, names: &mut Names, node: NodeId) -> String {
        if let Some(name) = names.nodes.get(&node) {
            return name.clone();
        }
        let name = names.letter(self.program);
        names.nodes.insert(node, name.clone());
        name
    }

    fn value(&self, state: &State, names: &mut Names, value: Value, sort: Sort) -> String {
        match value {
            Value::Top => "_".to_owned(),
            Value::Num(0) if sort == Sort::Pointer => "NULL".to_owned(),
            Value::Num(number) => number.to_string(),
            Value::Sym(sym) => match names.syms.get(&sym) {
                Some(name) => name.clone(),
                None if !state.facts.get(&sym).is_some_and(says_something) => "_".to_owned(),
                None => {
                    let name = names.letter(self.program);
                    names.syms.insert(sym, name.clone());
                    name
                }
            },
            Value::Sum(sym, more) => {
                let of = self.value(state, names, Value::Sym(sym), sort);
                match (of.as_str(), more) {
                    ("_", _) => of,
                    (_, ..0) => format!("{of} - {}", more.unsigned_abs()),
                    _ => format!("{of} + {more}"),
                }
            }
            Value::Addr(node, 0) => self.node(names, node),
            Value::Addr(node, shift) => {
                let name = self.node(names, node);
                let at = u64::try_from(shift).ok();
                let member = at.and_then(|at| self.leaf(state, node, at));
                match (name.strip_prefix('&'), member) {
                    (Some(object), Some(leaf)) => format!("&{object}{}", leaf.path),
                    (None, Some(leaf)) => format!("&{name}{}", arrow(&leaf.path)),
                    (_, None) => inside(&name, shift),
                }
            }
            Value::Fun(function) => format!("&{}", self.program.functions[function].name),
        }
    }

    /// What stands at an offset of a block.
    fn leaf(&self, state: &State, node: NodeId, at: u64) -> Option<&Leaf> {
        self.leaves(state.block(node)?)?.get(&at)
    }

    fn leaves(&self, block: &Block) -> Option<&Leaves> {
        match block.kind {
            Kind::Heap | Kind::AtLeast => self.record(block).map(|record| &record.leaves),
            Kind::Object(object) => {
                let object = &self.program.objects[object];
                self.records.object(&object.name, object.span)
            }
        }
    }

    /// The record that a heap block is taken for.
    pub fn record_name(&self, block: &Block) -> Option<String> {
        self.record(block).map(|record| record.name.clone())
    }

    /// The member at an offset.
    pub fn member(&self, block: &Block, offset: u64) -> Option<String> {
        let leaf = self.leaves(block)?.get(&offset)?;
        Some(leaf.path.trim_start_matches('.').to_owned()).filter(|path| !path.is_empty())
    }

    fn record(&self, block: &Block) -> Option<&Record> {
        let is_pointer = |value: Value| matches!(value, Value::Addr(..) | Value::Fun(_));
        let pointers = block.cells.iter().filter(|(_, cell)| is_pointer(cell.value));
        let pointers: Vec<u64> = pointers.map(|(offset, _)| *offset).collect();
        // Zeros may be many at once.
        let parts = block.cells.iter().filter(|(_, cell)| cell.value != Value::Num(0));
        let parts: Vec<(u64, u64)> = parts.map(|(offset, cell)| (*offset, cell.len)).collect();
        self.records.guess(block.size, &parts, &pointers)
    }

    fn part(
        &self,
        state: &State,
        names: &mut Names,
        (node, edge): (NodeId, &Edge),
        parts: &mut Vec<String>,
    ) {
        let name = self.node(names, node);
        let list = |names: &mut Names, values: &[Value]| -> String {
            let one =
                |value: &Value| format!(", {}", self.value(state, names, *value, Sort::Pointer));
            values.iter().map(one).collect()
        };
        match edge {
            Edge::Block(block) => self.block(state, names, (&name, block), parts),
            Edge::Ind { pred, args } => {
                let args = list(names, args);
                parts.push(format!("{}({name}{args})", self.name(*pred)));
            }
            Edge::Seg { pred, args, end, end_args } => {
                let (args, end_args) = (list(names, args), list(names, end_args));
                let end = self.value(state, names, *end, Sort::Pointer);
                parts.push(format!("{}({name}{args} => {end}{end_args})", self.name(*pred)));
            }
        }
    }

    fn block(
        &self,
        state: &State,
        names: &mut Names,
        (name, block): (&str, &Block),
        parts: &mut Vec<String>,
    ) {
        let leaves = self.leaves(block);
        let object = name.strip_prefix('&');
        let mut n_said = 0;
        for (offset, cell) in &block.cells {
            let leaf = leaves.and_then(|leaves| leaves.get(offset));
            let is_pointer = leaf.is_some_and(|leaf| leaf.is_pointer);
            let sort = if is_pointer { Sort::Pointer } else { Sort::Number };
            let value = self.value(state, names, cell.value, sort);
            if value == "_" {
                continue;
            }
            n_said += 1;
            let leaf = leaf.filter(|leaf| leaf.len == cell.len);
            parts.push(match (object, leaf) {
                (Some(object), Some(leaf)) => format!("{object}{} |-> {value}", leaf.path),
                (None, Some(leaf)) => format!("{name}{} |-> {value}", arrow(&leaf.path)),
                (_, None) => {
                    format!("{name}@{offset}..{} |-> {value}", offset + cell.len)
                }
            });
        }
        if n_said == 0 && block.kind.is_heap() {
            let zeros = if block.background == Background::Zero { ", 0" } else { "" };
            parts.push(format!("block({name}, {}{zeros})", block.size));
        }
    }
}

/// What people call such a structure.
/// Whether what stands there is called by a letter.
fn has_name(field: &Field) -> bool {
    match field {
        Field::Num(_) | Field::Param(_) => false,
        Field::In(range) => !(range.is_bounded() && range.excluded.is_empty()),
        Field::Link { .. } | Field::Own { .. } | Field::Stretch { .. } => true,
    }
}

fn kind_of(predicate: &Predicate) -> &'static str {
    let n_links = predicate.links().count();
    let hands_this =
        |(_, _, args): (usize, i64, &[Arg])| args.iter().any(|arg| matches!(arg, Arg::This(_)));
    let goes_back = predicate.links().any(hands_this);
    match (n_links, goes_back) {
        (0, _) => "record",
        (1, false) => "list",
        (1, true) => "dll",
        (_, _) => "tree",
    }
}

/// `->next`
fn arrow(path: &str) -> String {
    match path.strip_prefix('.') {
        Some(path) => format!("->{path}"),
        None => path.to_owned(),
    }
}

fn is_pointer(leaves: Option<&Leaves>, offset: u64) -> bool {
    leaves.and_then(|leaves| leaves.get(&offset)).is_some_and(|leaf| leaf.is_pointer)
}

fn member(leaves: Option<&Leaves>, offset: u64, len: u64) -> String {
    let leaf = leaves.and_then(|leaves| leaves.get(&offset)).filter(|leaf| leaf.len == len);
    leaf.map_or_else(|| format!("@{offset}..{}", offset + len), |leaf| arrow(&leaf.path))
}

/// So many bytes behind.
fn inside(name: &str, shift: i64) -> String {
    format!("(char *){name} {} {}", if shift < 0 { '-' } else { '+' }, shift.unsigned_abs())
}

fn handed(args: &[Arg]) -> String {
    let one = |arg: &Arg| match arg {
        Arg::This(0) => ", n".to_owned(),
        Arg::This(bytes) => format!(", {}", inside("n", *bytes)),
        Arg::Param(param) => format!(", p{}", param + 1),
        Arg::Num(0) => ", NULL".to_owned(),
        Arg::Num(number) => format!(", {number}"),
        Arg::Plus(param, more) => format!(", p{} + {more}", param + 1),
    };
    args.iter().map(one).collect()
}

fn told((param, range): &(usize, Range)) -> String {
    let all: Vec<String> = bounds(&format!("p{}", param + 1), range).collect();
    all.join(" && ")
}

/// Ends of the types of C, which say nothing, and what is next to them: `a < b` says that of `a`.
fn is_end(number: i128) -> bool {
    let narrow = [7, 8, 15, 16].map(|bits| 1_i128 << bits);
    let wide = [31, 32, 63, 64].map(|bits| 1_i128 << bits);
    number == i128::MIN
        || number == i128::MAX
        || narrow.iter().any(|power| number == power - 1 || number == -power)
        || wide.iter().any(|power| (power - 2..*power).contains(&number))
        || wide.iter().any(|power| (-power..2 - power).contains(&number))
}

fn says_something(range: &Range) -> bool {
    !is_end(range.lo) || !is_end(range.hi) || !range.excluded.is_empty()
}

fn bounds(name: &str, range: &Range) -> impl Iterator<Item = String> {
    let lo = (!is_end(range.lo)).then(|| format!("{name} >= {}", range.lo));
    let hi = (!is_end(range.hi)).then(|| format!("{name} <= {}", range.hi));
    let only = (range.lo == range.hi).then(|| format!("{name} == {}", range.lo));
    let excluded: Vec<String> =
        range.excluded.iter().map(|number| format!("{name} != {number}")).collect();
    let both: Vec<String> = match only {
        Some(only) => vec![only],
        None => lo.into_iter().chain(hi).collect(),
    };
    both.into_iter().chain(excluded)
}
