//! States: variables, blocks and structures.
//!
//! # What a state means
//! A concrete state has numbers in its variables and a set of live blocks, each at an address of
//! its own. A state *describes* it if there is a number for each node and each symbol such that
//!
//! - variables hold what the state says (a variable that it does not name holds anything);
//! - the live blocks can be dealt out to the edges, each block to one: a [`Edge::Block`] takes the
//!   block at its node, of its size and kind and with its cells; a structure takes the heap blocks
//!   that its predicate demands, perhaps none;
//! - no block is left over, unless the state says that there is [`State::junk`], and then heap
//!   blocks may be;
//! - the numbers of symbols are in their ranges, and sums of others where the state says so.
//!
//! A node has at most one edge. A node without one is a number like any other: a pointer to a block
//! that is gone, or the last node of a segment.

use std::collections::BTreeMap;

use ir::{ObjectId, VarId};

use crate::predicate::PredId;
use crate::value::{NodeId, Range, SymId, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Heap,
    /// A block on the heap of at least so many bytes. Of those behind them nothing is known.
    AtLeast,
    /// A static object or a local one.
    Object(ObjectId),
}

impl Kind {
    pub fn is_heap(self) -> bool {
        match self {
            Self::Heap | Self::AtLeast => true,
            Self::Object(_) => false,
        }
    }
}

/// What bytes hold that no cell covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Background {
    Any,
    Zero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// In bytes.
    pub len: u64,
    pub value: Value,
}

/// What tells blocks of one size apart: which of them the program uses alike, as records of one type
/// are. A hint for summing up, and nothing that a state says: no concrete block has a sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sort(pub u32);

impl Sort {
    /// Of blocks that are never summed up.
    pub const APART: Self = Self(u32::MAX);
}

/// Blocks that may be elements of one structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form {
    /// In bytes.
    pub size: u64,
    pub sort: Sort,
}

impl From<u64> for Form {
    fn from(size: u64) -> Self {
        Self { size, sort: Sort::default() }
    }
}

/// A block that is written out. Cells lie inside it and do not overlap. A cell of value zero is so
/// many zero bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    pub size: u64,
    pub kind: Kind,
    pub background: Background,
    pub cells: BTreeMap<u64, Cell>,
    pub sort: Sort,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    Block(Block),
    /// A whole structure.
    Ind {
        pred: PredId,
        args: Vec<Value>,
    },
    /// A stretch of one.
    Seg {
        pred: PredId,
        args: Vec<Value>,
        end: Value,
        end_args: Vec<Value>,
    },
}

/// See the page above.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub vars: BTreeMap<VarId, Value>,
    /// Where the live objects are.
    pub objects: BTreeMap<ObjectId, NodeId>,
    pub edges: BTreeMap<NodeId, Edge>,
    pub facts: BTreeMap<SymId, Range>,
    /// Symbols that are others and so much: known on the way between two places where ways meet,
    /// and forgotten there.
    pub sums: BTreeMap<SymId, (SymId, i128)>,
    /// There may be heap blocks besides.
    pub junk: bool,
    pub n_nodes: u32,
    pub n_syms: u32,
}

impl Block {
    pub fn new(size: u64, kind: Kind, background: Background) -> Self {
        Self { size, kind, background, cells: BTreeMap::new(), sort: Sort::default() }
    }

    /// Whether it may be summed up with others.
    pub fn is_element(&self) -> bool {
        self.kind == Kind::Heap && self.sort != Sort::APART
    }

    pub fn form(&self) -> Form {
        Form { size: self.size, sort: self.sort }
    }

    pub fn contains(&self, offset: i64, len: u64) -> bool {
        u64::try_from(offset)
            .is_ok_and(|offset| offset.checked_add(len).is_some_and(|behind| behind <= self.size))
    }

    /// What so many bytes hold together.
    pub fn read(&self, offset: u64, len: u64) -> Value {
        match self.cells.range(..=offset).next_back() {
            Some((&at, cell)) if at == offset && cell.len == len => return cell.value,
            Some((&at, cell)) if offset < at + cell.len => {
                let is_inside = offset + len <= at + cell.len;
                let is_zero = is_inside && cell.value == Value::Num(0);
                return if is_zero { Value::Num(0) } else { Value::Top };
            }
            _ => {}
        }
        let is_apart = self.cells.range(offset..offset + len).next().is_none();
        match self.background {
            Background::Zero if is_apart => Value::Num(0),
            Background::Zero | Background::Any => Value::Top,
        }
    }

    /// Puts a value there and forgets what it overwrites.
    pub fn write(&mut self, offset: u64, len: u64, value: Value) {
        let behind = offset + len;
        let overlapped: Vec<(u64, Cell)> = self
            .cells
            .range(..behind)
            .filter(|(at, cell)| **at + cell.len > offset)
            .map(|(at, cell)| (*at, *cell))
            .collect();
        for (at, cell) in overlapped {
            self.cells.remove(&at);
            // The parts of a cut cell hold something, which matters before a background of zeros.
            let rest = if cell.value == Value::Num(0) { Value::Num(0) } else { Value::Top };
            if at < offset {
                self.cells.insert(at, Cell { len: offset - at, value: rest });
            }
            if at + cell.len > behind {
                self.cells.insert(behind, Cell { len: at + cell.len - behind, value: rest });
            }
        }
        if len > 0 && (value != Value::Top || self.background == Background::Zero) {
            self.cells.insert(offset, Cell { len, value });
        }
    }
}

impl State {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn fresh_node(&mut self) -> NodeId {
        self.n_nodes += 1;
        index::Id::new(self.n_nodes as usize - 1)
    }

    /// A number of which nothing is known.
    pub fn fresh_sym(&mut self) -> SymId {
        self.n_syms += 1;
        index::Id::new(self.n_syms as usize - 1)
    }

    pub fn fresh_in(&mut self, range: Range) -> Value {
        let sym = self.fresh_sym();
        self.facts.insert(sym, range);
        Value::Sym(sym)
    }

    pub fn block(&self, node: NodeId) -> Option<&Block> {
        match self.edges.get(&node) {
            Some(Edge::Block(block)) => Some(block),
            Some(Edge::Ind { .. } | Edge::Seg { .. }) | None => None,
        }
    }

    pub fn block_mut(&mut self, node: NodeId) -> Option<&mut Block> {
        match self.edges.get_mut(&node) {
            Some(Edge::Block(block)) => Some(block),
            Some(Edge::Ind { .. } | Edge::Seg { .. }) | None => None,
        }
    }

    pub fn var(&self, var: VarId) -> Value {
        self.vars.get(&var).copied().unwrap_or(Value::Top)
    }

    pub fn set_var(&mut self, var: VarId, value: Value) {
        match value {
            Value::Top => self.vars.remove(&var),
            value => self.vars.insert(var, value),
        };
    }

    /// What is known of a value as a number; `None` for nothing.
    pub fn range(&self, value: Value) -> Option<Range> {
        match value {
            Value::Num(number) => Some(Range::only(number)),
            Value::Sym(sym) => self.facts.get(&sym).cloned(),
            Value::Sum(sym, more) => self.facts.get(&sym).map(|range| range.shifted(more)),
            Value::Top | Value::Addr(..) | Value::Fun(_) => None,
        }
    }

    /// Every value that stands somewhere.
    pub fn for_each_value(&mut self, mut visit: impl FnMut(&mut Value)) {
        self.vars.values_mut().for_each(&mut visit);
        for edge in self.edges.values_mut() {
            match edge {
                Edge::Block(block) => {
                    block.cells.values_mut().for_each(|cell| visit(&mut cell.value));
                }
                Edge::Ind { args, .. } => args.iter_mut().for_each(&mut visit),
                Edge::Seg { args, end, end_args, .. } => {
                    args.iter_mut().chain(end_args).for_each(&mut visit);
                    visit(end);
                }
            }
        }
        self.vars.retain(|_, value| *value != Value::Top);
    }

    /// The node is this value. It must have no edge any more.
    pub fn replace_node(&mut self, node: NodeId, by: Value) {
        debug_assert!(!self.edges.contains_key(&node), "an edge would be lost");
        self.for_each_value(|value| {
            if let Value::Addr(it, offset) = *value
                && it == node
            {
                *value = by.plus(offset);
            }
        });
    }

    /// A symbol and what is added to it: the value itself, unless it is known to be a sum.
    pub fn sum(&self, value: Value) -> Option<(SymId, i128)> {
        let (sym, more) = value.symbolic()?;
        let (base, known) = self.sums.get(&sym).copied().unwrap_or((sym, 0));
        Some((base, known.checked_add(more)?))
    }

    /// Takes in that a value is in the range; `false` if it cannot be.
    pub fn narrow(&mut self, value: Value, range: &Range) -> bool {
        match value {
            Value::Num(number) => range.contains(number),
            Value::Sym(_) | Value::Sum(..) => {
                let Some((sym, more)) = value.symbolic() else { return true };
                let Some(less) = more.checked_neg() else { return true };
                let range = range.shifted(less);
                match self.facts.get_mut(&sym) {
                    Some(known) => known.intersect(&range),
                    None => {
                        self.facts.insert(sym, range);
                        true
                    }
                }
            }
            Value::Top | Value::Addr(..) | Value::Fun(_) => true,
        }
    }

    /// Writes the symbols of these values that can be one number only as that number, here as well.
    pub fn write_numbers(&mut self, values: &mut [Value]) {
        for at in 0..values.len() {
            let Some((sym, _)) = values[at].symbolic() else { continue };
            let Some(range) = self.facts.get(&sym).filter(|range| range.lo == range.hi) else {
                continue;
            };
            let number = Value::Num(range.lo);
            self.replace_sym(sym, number);
            for value in values.iter_mut() {
                *value = value.with_symbol(sym, number);
            }
        }
    }

    pub fn replace_sym(&mut self, sym: SymId, by: Value) {
        self.facts.remove(&sym);
        self.sums.retain(|it, (base, _)| *it != sym && *base != sym);
        self.for_each_value(|value| *value = value.with_symbol(sym, by));
    }
}
