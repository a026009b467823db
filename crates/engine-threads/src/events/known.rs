//! What is known of a program before its threads are followed, from having followed them before.
//!
//! Which places threads share, and where pointers in them lead, shows only when all threads have
//! been followed. So they are followed several times: at first as if nothing were shared; what two
//! threads then turn out to access, and one of them to write, is shared from then on. Everything here
//! only grows, and names what it speaks of by where in the program it came up, so that the names
//! mean the same the next time.
//!
//! # Why the last time is right
//! When following the threads once more adds nothing, then with respect to what is kept here, no
//! thread has accessed a place as its own that another one accesses too.

use std::collections::{BTreeMap, BTreeSet};

use ir::{EdgeId, FunctionId, ObjectId, Program, Scope, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Open;

/// A scalar that an access reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Cell {
    Var(VarId),
    Memory { object: u32, offset: u64, size: u32 },
}

/// Where something happens, in a program whose loops are unrolled and calls are inlined.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub activation: u32,
    pub edge: EdgeId,
    pub rounds: Vec<u32>,
    /// The function that is entered, if one is.
    pub function: Option<FunctionId>,
}

/// An object that pointers lead to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instance {
    pub object: Option<ObjectId>,
    pub size: Option<u64>,
    pub is_zeroed: bool,
}

#[derive(Debug, Default)]
pub(super) struct Known {
    nodes: FxHashMap<Node, u32>,
    instances: BTreeMap<u32, Instance>,
    first_instance: u32,
    objects: FxHashMap<u32, u32>,
    layout: FxHashMap<u32, BTreeMap<u64, u32>>,
    accessed_by: FxHashMap<Cell, BTreeSet<u32>>,
    written: FxHashSet<Cell>,
    /// What was known to be shared before the threads are followed this time.
    shared: FxHashSet<Cell>,
    pointees: FxHashMap<Cell, BTreeSet<u32>>,
    /// Cells that may hold pointers to what is not known.
    wild: FxHashSet<Cell>,
    /// Threads besides the first create threads.
    pub others_create: bool,
    /// Something was added since somebody asked.
    pub has_grown: bool,
}

impl Known {
    pub fn of(program: &Program) -> Self {
        let mut known = Self::default();
        let n_functions = program.functions.len() as u32;
        for (id, object) in program.objects.iter() {
            if object.scope == Scope::Global {
                let number = 1 + n_functions + index::Id::index(id) as u32;
                let size = object.size;
                let instance = Instance { object: Some(id), size, is_zeroed: false };
                known.instances.insert(number, instance);
            }
        }
        known.first_instance = 1 + n_functions + program.objects.len() as u32;
        known
    }

    pub fn static_object(program: &Program, object: ObjectId) -> u32 {
        1 + program.functions.len() as u32 + index::Id::index(object) as u32
    }

    pub fn node(&mut self, node: Node) -> u32 {
        let next = self.nodes.len() as u32 + 1;
        *self.nodes.entry(node).or_insert(next)
    }

    /// The number of an object that comes to life at a node.
    pub fn instance(&mut self, node: u32, instance: Instance, limit: u32) -> Result<u32, Open> {
        let next = self.first_instance + self.objects.len() as u32;
        let number = *self.objects.entry(node).or_insert(next);
        if number >= limit {
            return Err(Open("there are too many objects".to_owned()));
        }
        self.instances.insert(number, instance);
        Ok(number)
    }

    pub fn object(&self, number: u32) -> Option<Instance> {
        self.instances.get(&number).copied()
    }

    pub fn cell(&mut self, object: u32, offset: u64, size: u32) -> Result<Cell, Open> {
        let layout = self.layout.entry(object).or_default();
        let mut below = layout.range(..offset + u64::from(size));
        if let Some((&at, &wide)) = below.next_back()
            && at + u64::from(wide) > offset
        {
            if (at, wide) != (offset, size) {
                return Err(Open("bytes are accessed as parts of different values".to_owned()));
            }
        } else {
            layout.insert(offset, size);
            self.has_grown = true;
        }
        Ok(Cell::Memory { object, offset, size })
    }

    /// The cells of an object that lie in a range; `None` if one lies there in part.
    pub fn cells_in(&self, object: u32, from: u64, to: u64) -> Option<Vec<(u64, u32)>> {
        let Some(layout) = self.layout.get(&object) else { return Some(Vec::new()) };
        let mut found = Vec::new();
        for (&at, &size) in layout {
            let end = at + u64::from(size);
            if end <= from || at >= to {
                continue;
            }
            if at < from || end > to {
                return None;
            }
            found.push((at, size));
        }
        Some(found)
    }

    pub fn note_read(&mut self, cell: Cell, thread: u32) {
        self.has_grown |= self.accessed_by.entry(cell).or_default().insert(thread);
    }

    pub fn note_write(&mut self, cell: Cell, thread: u32) {
        self.note_read(cell, thread);
        self.has_grown |= self.written.insert(cell);
    }

    /// The threads are followed once more.
    pub fn begin(&mut self) {
        self.has_grown = false;
        let several = self.accessed_by.iter().filter(|(_, threads)| threads.len() > 1);
        let cells = several.map(|(cell, _)| *cell);
        self.shared = cells.filter(|cell| self.written.contains(cell)).collect();
    }

    /// Do several threads access it, one of them writing, when there are several?
    pub fn is_shared(&self, cell: Cell) -> bool {
        self.shared.contains(&cell)
    }

    pub fn note_pointees(&mut self, cell: Cell, pointees: Option<BTreeSet<u32>>) {
        match pointees {
            Some(pointees) => {
                let known = self.pointees.entry(cell).or_default();
                let before = known.len();
                known.extend(pointees);
                self.has_grown |= known.len() > before;
            }
            None => self.has_grown |= self.wild.insert(cell),
        }
    }

    /// What pointers in a shared cell lead to.
    pub fn pointees(&self, cell: Cell) -> Option<BTreeSet<u32>> {
        match self.wild.contains(&cell) {
            true => None,
            false => Some(self.pointees.get(&cell).cloned().unwrap_or_default()),
        }
    }
}
