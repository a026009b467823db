//! A symbolic heap on its way through the program, with a stack of values at hand.
//!
//! Expressions are evaluated as by a stack machine: what was computed stays on the stack while
//! other operands are looked at, and changes its name with everything else when a structure turns
//! out to be empty. So no value is ever stale.

use std::collections::{BTreeMap, BTreeSet};

use shape::{Background, Block, Cell, Edge, NodeId, Range, State, SymId, Value};

#[derive(Clone, Debug)]
pub struct World {
    pub state: State,
    pub stack: Vec<Value>,
    /// Symbols that were computed as another one and a constant.
    pub sums: BTreeMap<SymId, (SymId, i128)>,
}

impl World {
    /// The world of a claim. Fresh names must be fresh, whatever the claim says of its own.
    pub fn of(claim: &State) -> Self {
        let mut world = Self { state: claim.clone(), stack: Vec::new(), sums: BTreeMap::new() };
        world.state.sums.clear();
        let (mut n_nodes, mut n_syms) = (0, 0);
        let mut note = |id: u32| n_nodes = n_nodes.max(id + 1);
        world.state.edges.keys().for_each(|node| note(number(*node)));
        world.state.objects.values().for_each(|node| note(number(*node)));
        world.state.facts.keys().for_each(|sym| n_syms = n_syms.max(number(*sym) + 1));
        world.each_value(|value| match value {
            Value::Addr(node, _) => n_nodes = n_nodes.max(number(*node) + 1),
            Value::Sym(sym) | Value::Sum(sym, _) => n_syms = n_syms.max(number(*sym) + 1),
            Value::Top | Value::Num(_) | Value::Fun(_) => {}
        });
        world.state.n_nodes = n_nodes;
        world.state.n_syms = n_syms;
        world
    }

    pub fn push(mut self, value: Value) -> Self {
        self.stack.push(value);
        self
    }

    /// The value on top, taken away.
    pub fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Top)
    }

    pub fn new_node(&mut self) -> NodeId {
        let id = self.state.n_nodes as usize;
        self.state.n_nodes += 1;
        index::Id::new(id)
    }

    pub fn new_symbol(&mut self, range: Option<Range>) -> Value {
        let sym: SymId = index::Id::new(self.state.n_syms as usize);
        self.state.n_syms += 1;
        if let Some(range) = range {
            self.state.facts.insert(sym, range);
        }
        Value::Sym(sym)
    }

    pub fn each_value(&mut self, mut visit: impl FnMut(&mut Value)) {
        self.stack.iter_mut().for_each(&mut visit);
        self.state.vars.values_mut().for_each(&mut visit);
        for edge in self.state.edges.values_mut() {
            match edge {
                Edge::Block(block) => block.cells.values_mut().for_each(|it| visit(&mut it.value)),
                Edge::Ind { args, .. } => args.iter_mut().for_each(&mut visit),
                Edge::Seg { args, end, end_args, .. } => {
                    args.iter_mut().for_each(&mut visit);
                    visit(end);
                    end_args.iter_mut().for_each(&mut visit);
                }
            }
        }
    }

    /// From now on the node is called by this value. It must have no edge.
    pub fn rename(&mut self, node: NodeId, by: Value) {
        self.each_value(|value| {
            if let Value::Addr(it, bytes) = *value
                && it == node
            {
                *value = moved(by, bytes);
            }
        });
    }

    pub fn rename_symbol(&mut self, sym: SymId, by: Value) {
        self.state.facts.remove(&sym);
        self.sums.retain(|it, (of, _)| sym != *it && sym != *of);
        self.each_value(|value| match *value {
            Value::Sym(it) if it == sym => *value = by,
            Value::Sum(it, more) if it == sym => *value = plus(by, more),
            _ => {}
        });
    }

    pub fn block_at(&self, node: NodeId) -> Option<&Block> {
        match self.state.edges.get(&node) {
            Some(Edge::Block(block)) => Some(block),
            Some(Edge::Ind { .. } | Edge::Seg { .. }) | None => None,
        }
    }

    pub fn block_at_mut(&mut self, node: NodeId) -> Option<&mut Block> {
        match self.state.edges.get_mut(&node) {
            Some(Edge::Block(block)) => Some(block),
            Some(Edge::Ind { .. } | Edge::Seg { .. }) | None => None,
        }
    }

    /// The symbol that a value was computed from, and what was added to it.
    pub fn origin(&self, value: Value) -> Option<(SymId, i128)> {
        let (sym, more) = parts(value)?;
        let (of, known) = *self.sums.get(&sym).unwrap_or(&(sym, 0));
        Some((of, known.checked_add(more)?))
    }

    /// The number is in the range from now on; `false` if it cannot be.
    pub fn confine(&mut self, value: Value, range: &Range) -> bool {
        if let Value::Num(number) = value {
            return range.contains(number);
        }
        let Some((sym, more)) = parts(value) else { return true };
        let Some(range) = more.checked_neg().and_then(|less| apart(range, less)) else {
            return true;
        };
        match self.state.facts.get_mut(&sym) {
            Some(known) => known.intersect(&range),
            None => {
                self.state.facts.insert(sym, range);
                true
            }
        }
    }

    /// The bounds of a number, if any are known.
    pub fn bounds(&self, value: Value) -> Option<Range> {
        match value {
            Value::Num(number) => Some(Range { lo: number, hi: number, excluded: BTreeSet::new() }),
            Value::Sym(sym) => self.state.facts.get(&sym).cloned(),
            Value::Sum(sym, more) => apart(self.state.facts.get(&sym)?, more),
            Value::Top | Value::Addr(..) | Value::Fun(_) => None,
        }
    }
}

fn number(id: impl index::Id) -> u32 {
    id.index() as u32
}

/// The symbol of a number that is not known, and what is added to it.
pub fn parts(value: Value) -> Option<(SymId, i128)> {
    match value {
        Value::Sym(sym) => Some((sym, 0)),
        Value::Sum(sym, more) => Some((sym, more)),
        Value::Top | Value::Num(_) | Value::Addr(..) | Value::Fun(_) => None,
    }
}

/// A number and so much, which is nothing that is known for other values.
pub fn plus(value: Value, more: i128) -> Value {
    let sum = match value {
        Value::Num(number) => number.checked_add(more).map(Value::Num),
        Value::Sym(sym) if more != 0 => Some(Value::Sum(sym, more)),
        Value::Sum(sym, known) => known.checked_add(more).map(|sum| match sum {
            0 => Value::Sym(sym),
            sum => Value::Sum(sym, sum),
        }),
        _ if more == 0 => Some(value),
        Value::Sym(_) | Value::Top | Value::Addr(..) | Value::Fun(_) => None,
    };
    sum.unwrap_or(Value::Top)
}

/// A range moved by so much; ends that are none stay none. `None` if that is beyond counting.
pub fn apart(range: &Range, more: i128) -> Option<Range> {
    let lo = if range.lo == i128::MIN { range.lo } else { range.lo.checked_add(more)? };
    let hi = if range.hi == i128::MAX { range.hi } else { range.hi.checked_add(more)? };
    let mut excluded = BTreeSet::new();
    for number in &range.excluded {
        excluded.insert(number.checked_add(more)?);
    }
    Some(Range { lo, hi, excluded })
}

/// So many bytes further.
pub fn moved(value: Value, bytes: i64) -> Value {
    match value {
        Value::Addr(node, at) => {
            at.checked_add(bytes).map_or(Value::Top, |at| Value::Addr(node, at))
        }
        Value::Num(number) => number.checked_add(bytes.into()).map_or(Value::Top, Value::Num),
        Value::Sym(_) | Value::Sum(..) | Value::Fun(_) if bytes == 0 => value,
        Value::Sym(_) | Value::Sum(..) | Value::Fun(_) | Value::Top => Value::Top,
    }
}

pub fn moved_back(value: Value, bytes: i64) -> Value {
    match bytes.checked_neg() {
        Some(bytes) => moved(value, bytes),
        None => Value::Top,
    }
}

/// Whether so many bytes there are all in the block.
pub fn is_in(block: &Block, offset: i64, len: u64) -> bool {
    offset >= 0 && i128::from(offset) + i128::from(len) <= i128::from(block.size)
}

/// What so many bytes hold: a cell exactly there, or zeros, or anything.
pub fn peek(block: &Block, offset: u64, len: u64) -> Value {
    if let Some(cell) = block.cells.get(&offset)
        && cell.len == len
    {
        return cell.value;
    }
    let is_zero = |byte: u64| {
        let covering = block.cells.iter().find(|(at, cell)| **at <= byte && byte < *at + cell.len);
        match covering {
            Some((_, cell)) => cell.value == Value::Num(0),
            None => block.background == Background::Zero,
        }
    };
    // Large stretches are not asked for by loads; claims are no reason to spend time either.
    let is_short = len <= 64;
    if is_short && (offset..offset + len).all(is_zero) { Value::Num(0) } else { Value::Top }
}

/// Overwrites so many bytes.
pub fn poke(block: &mut Block, offset: u64, len: u64, value: Value) {
    if len == 0 {
        return;
    }
    let behind = offset + len;
    let hit: Vec<u64> = block
        .cells
        .iter()
        .filter(|(at, cell)| **at < behind && offset < **at + cell.len)
        .map(|(at, _)| *at)
        .collect();
    for at in hit {
        let Some(cell) = block.cells.remove(&at) else { continue };
        // What is left of a cell that was cut is zeros if it was, and anything otherwise.
        let value = if cell.value == Value::Num(0) { cell.value } else { Value::Top };
        if at < offset {
            block.cells.insert(at, Cell { len: offset - at, value });
        }
        if behind < at + cell.len {
            block.cells.insert(behind, Cell { len: at + cell.len - behind, value });
        }
    }
    block.cells.insert(offset, Cell { len, value });
}
