//! Numbers for everything that a cube can speak of.
//!
//! A cube names at most [`MAX_PROCS`] processes, `0..n`; the fixed processes `#1, #2, ...` come
//! first in every cube. A [`CellId`] is a variable, or an array at some of these processes.
//! Finite values are sets, as bits of a word. For cells of type `proc` bit `i` is the process
//! `i` of the cube and [`OTHER`] is any process that the cube does not name.

use cubicle::{Cell, Kind, Proc, SymbolId, System};
use index::{Id, IndexVec, define_id};

/// A cube names at most so many processes.
pub const MAX_PROCS: usize = 8;
/// Cells are numbered for so many processes, so that a step can be looked at before it is known
/// whether it is one into a cube that is too large.
const WIDTH: usize = MAX_PROCS + MAX_PARAMS;
/// Transitions have at most so many parameters.
const MAX_PARAMS: usize = 4;
/// A process that the cube does not name. Two cells may both hold such a process without being
/// equal.
pub const OTHER: u64 = 1 << 63;
/// Enumerations have at most so many constructors.
pub const MAX_CONSTRUCTORS: usize = 62;

define_id!(
    /// A variable, or an array at given processes of a cube.
    pub struct CellId, "c"
);

/// What values a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// So many constructors.
    Enum(u32),
    Proc,
    Abstract,
    Number,
}

pub struct Layout<'a> {
    pub system: &'a System,
    bases: IndexVec<SymbolId, usize>,
    symbols: IndexVec<CellId, SymbolId>,
    values: IndexVec<SymbolId, Values>,
}

impl<'a> Layout<'a> {
    /// `Err` names a construct that cubes cannot hold.
    pub fn new(system: &'a System) -> Result<Self, String> {
        let mut bases = IndexVec::new();
        let mut symbols = IndexVec::new();
        let mut values = IndexVec::new();
        for (id, symbol) in system.symbols.iter() {
            bases.push(symbols.len());
            for _ in 0..WIDTH.pow(symbol.arity as u32) {
                symbols.push(id);
            }
            let ty = &system.types[symbol.ty];
            values.push(match &ty.kind {
                Kind::Enum(names) if names.len() > MAX_CONSTRUCTORS => {
                    return Err(format!("type `{}` with {} constructors", ty.name, names.len()));
                }
                Kind::Enum(names) => Values::Enum(names.len() as u32),
                Kind::Abstract => Values::Abstract,
                Kind::Proc => Values::Proc,
                Kind::Int | Kind::Real => Values::Number,
            });
        }
        if let Some(transition) = system.transitions.values().find(|t| t.params.len() > MAX_PARAMS)
        {
            return Err(format!(
                "transition `{}` with more than {MAX_PARAMS} parameters",
                transition.name
            ));
        }
        Ok(Self { system, bases, symbols, values })
    }

    pub fn symbol(&self, cell: CellId) -> SymbolId {
        self.symbols[cell]
    }

    pub fn values(&self, cell: CellId) -> Values {
        self.values[self.symbols[cell]]
    }

    /// All values of a cell in a cube of `n_procs` processes.
    pub fn full(&self, cell: CellId, n_procs: usize) -> u64 {
        match self.values(cell) {
            Values::Enum(n) => (1 << n) - 1,
            Values::Proc => ((1 << n_procs) - 1) | OTHER,
            Values::Abstract | Values::Number => u64::MAX,
        }
    }

    pub fn cell(&self, symbol: SymbolId, indices: impl Iterator<Item = u8>) -> CellId {
        let local = indices.fold(0, |at, index| at * WIDTH + index as usize);
        CellId::new(self.bases[symbol] + local)
    }

    pub fn ground(&self, cell: &Cell, env: &[u8]) -> CellId {
        self.cell(cell.symbol, cell.indices.iter().map(|proc| ground_proc(*proc, env)))
    }

    /// The processes at which a cell stands.
    pub fn indices(&self, cell: CellId) -> impl DoubleEndedIterator<Item = u8> + use<> {
        let symbol = self.symbols[cell];
        let local = cell.index() - self.bases[symbol];
        let arity = self.system.symbols[symbol].arity as u32;
        (0..arity).rev().map(move |place| (local / WIDTH.pow(place) % WIDTH) as u8)
    }

    pub fn renamed(&self, cell: CellId, names: &[u8]) -> CellId {
        let symbol = self.symbols[cell];
        if self.system.symbols[symbol].arity == 0 {
            return cell;
        }
        self.cell(symbol, self.indices(cell).map(|index| names[index as usize]))
    }
}

pub fn ground_proc(proc: Proc, env: &[u8]) -> u8 {
    match proc {
        Proc::Fixed(number) => number as u8,
        Proc::Var(position) => env[position],
    }
}
