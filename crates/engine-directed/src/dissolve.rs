//! Memory as variables, where every access is told by name.
//!
//! The solver is slow where arrays are about, and most of a program's memory is none: members of records and
//! elements with constant indices, told by an object and a number of bytes. A region of which nothing
//! else is ever read becomes one variable for each place, a *cell*; the array goes.
//!
//! ```text
//!   memory' = store(store(memory, &c, 1), &c + 4, select(memory, &c + 4) + 1)
//!                                                            state' = 1,  n' = n + 1
//! ```
//!
//! So does an array of few elements that is accessed at computed places: what is read there is a choice among the
//! cells that short runs have written to, and anything elsewhere.
//!
//! The blocks of a program are left as they are, since guesses and lemmas speak of them; what is asked about
//! are the [`Dissolved`] steps. Nothing is lost but that two names may be of one place, so that all that
//! cannot be reached in the steps cannot in the program.

use std::collections::{BTreeMap, BTreeSet};

use encode::Component;
use index::IndexVec;
use ir::ObjectId;
use ir_passes::points_to::RegionId;
use lemmas::blocks::{BlockId, Blocks, HeadId, Origin};
use lemmas::observed::Place;
use logic::{BvBinary, Sort, Substitution, Term, TermId, TermPool, VarId, replace, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

/// More are no records.
const MAX_CELLS: usize = 64;

/// Arrays of more elements stay arrays, if they are accessed at computed places.
const MAX_FEW: usize = 40;

/// One block as it is asked about.
pub(crate) struct Step {
    pub guard: TermId,
    pub values: Substitution,
}

pub(crate) struct Dissolved {
    pub steps: IndexVec<BlockId, Step>,
    /// From where, and under which condition, something fails.
    pub dangers: Vec<(Origin, TermId)>,
    pub heads: IndexVec<HeadId, Cells>,
}

/// The cells of one head.
#[derive(Default)]
pub(crate) struct Cells {
    /// Arrays of few elements that are accessed at computed places, and where those elements are.
    few: FxHashMap<TermId, Vec<TermId>>,
    /// What is read in memory, and the variable that stands for it.
    by_read: FxHashMap<TermId, TermId>,
    by_var: Substitution,
    /// Arrays that are gone.
    gone: FxHashSet<VarId>,
}

impl Cells {
    /// A term about memory as one about cells; none if it is about more than that.
    pub fn told(&self, pool: &mut TermPool, term: TermId) -> Option<TermId> {
        let term = self.expanded(pool, term, Elsewhere::AsLast);
        let told = replace(pool, &[term], &self.by_read)[0];
        let is_gone = pool.vars_of(&[told]).iter().any(|var| self.gone.contains(&var));
        (!is_gone).then_some(told)
    }

    /// A term in which each read at a computed place is a choice among the places that there are.
    fn expanded(&self, pool: &mut TermPool, root: TermId, elsewhere: Elsewhere) -> TermId {
        if self.few.is_empty() {
            return root;
        }
        let mut by: FxHashMap<TermId, TermId> = FxHashMap::default();
        // What is read to know where to read comes first.
        for read in pool.postorder(&[root]) {
            let Term::Select(array, index) = pool[read] else { continue };
            if let Some(choice) = self.choice(pool, array, index, elsewhere) {
                let choice = replace(pool, &[choice], &by)[0];
                by.insert(read, choice);
            }
        }
        replace(pool, &[root], &by)[0]
    }

    /// What is read, said by what is at places with names; none if that is how it is said.
    fn choice(
        &self,
        pool: &mut TermPool,
        array: TermId,
        index: TermId,
        elsewhere: Elsewhere,
    ) -> Option<TermId> {
        match pool[array].clone() {
            Term::Store(before, at, stored) => {
                let before = self.read(pool, before, index, elsewhere)?;
                let is_it = pool.eq(at, index);
                Some(pool.ite(is_it, stored, before))
            }
            Term::Ite(condition, yes, no) => {
                let yes = self.read(pool, yes, index, elsewhere)?;
                let no = self.read(pool, no, index, elsewhere)?;
                Some(pool.ite(condition, yes, no))
            }
            _ => {
                let places = self.few.get(&array)?;
                let told = pool.select(array, index);
                if self.by_read.contains_key(&told) {
                    return None;
                }
                let sort = pool.sort(told);
                let mut value = match (elsewhere, places.last()) {
                    (Elsewhere::AsLast, Some(last)) => pool.select(array, *last),
                    _ => pool.fresh_var("elsewhere", sort),
                };
                for place in places {
                    let there = pool.select(array, *place);
                    let is_it = pool.eq(index, *place);
                    value = pool.ite(is_it, there, value);
                }
                Some(value)
            }
        }
    }

    fn read(
        &self,
        pool: &mut TermPool,
        array: TermId,
        index: TermId,
        elsewhere: Elsewhere,
    ) -> Option<TermId> {
        match self.choice(pool, array, index, elsewhere) {
            Some(value) => Some(value),
            None => {
                let read = pool.select(array, index);
                self.by_read.contains_key(&read).then_some(read)
            }
        }
    }

    /// The same term about memory.
    pub fn in_memory(&self, pool: &mut TermPool, term: TermId) -> TermId {
        substitute(pool, &[term], &self.by_var)[0]
    }

    pub fn vars(&self) -> impl Iterator<Item = TermId> + '_ {
        self.by_read.values().copied()
    }

    pub fn is_gone(&self, pool: &TermPool, name: TermId) -> bool {
        pool.as_var(name).is_some_and(|var| self.gone.contains(&var))
    }
}

/// What is read where no place with a name is.
#[derive(Clone, Copy)]
enum Elsewhere {
    Anything,
    /// The same as at the last place: for guesses, which may be wrong.
    AsLast,
}

/// Names of one head: where objects lie, and which array a region is.
#[derive(Default)]
struct Names {
    addresses: FxHashMap<TermId, ObjectId>,
    starts: BTreeMap<ObjectId, TermId>,
    regions: FxHashMap<TermId, RegionId>,
}

impl Names {
    fn of(blocks: &Blocks, head: HeadId) -> Self {
        let mut names = Self::default();
        for (component, name) in &blocks.heads[head].components {
            match component {
                Component::Address(object) => {
                    names.addresses.insert(*name, *object);
                    names.starts.insert(*object, *name);
                }
                Component::Region(region) => {
                    names.regions.insert(*name, *region);
                }
                _ => {}
            }
        }
        names
    }

    fn place(&self, pool: &TermPool, index: TermId) -> Option<Place> {
        match pool[index] {
            Term::BitVec(_, bits) => Some((None, bits)),
            Term::BvBinary(BvBinary::Add, base, offset) => match pool[offset] {
                Term::BitVec(_, bits) => Some((Some(*self.addresses.get(&base)?), bits)),
                _ => None,
            },
            _ => Some((Some(*self.addresses.get(&index)?), 0)),
        }
    }

    fn index(&self, pool: &mut TermPool, sort: Sort, (object, offset): Place) -> Option<TermId> {
        let Sort::BitVec(width) = sort else { return None };
        let offset_term = pool.bv(width, offset);
        match object {
            None => Some(offset_term),
            Some(object) => Some(pool.bv_add(*self.starts.get(&object)?, offset_term)),
        }
    }

    /// The regions that stores and choices have made an array of; none if it is made of others, too.
    fn origins(&self, pool: &TermPool, array: TermId) -> Option<BTreeSet<RegionId>> {
        let mut found = BTreeSet::new();
        let mut seen = FxHashSet::default();
        let mut pending = vec![array];
        while let Some(array) = pending.pop() {
            if !seen.insert(array) {
                continue;
            }
            match pool[array] {
                Term::Store(before, ..) => pending.push(before),
                Term::Ite(_, yes, no) => pending.extend([yes, no]),
                _ => {
                    found.insert(*self.regions.get(&array)?);
                }
            }
        }
        Some(found)
    }
}

/// Which places of which regions are used, and which regions are used in other ways.
#[derive(Default)]
struct Uses {
    places: BTreeMap<RegionId, BTreeSet<Place>>,
    /// Regions that are accessed at computed places.
    computed: BTreeSet<RegionId>,
    kept: BTreeSet<RegionId>,
}

impl Uses {
    /// Looks at terms over the names of a head that are no memory themselves.
    fn read(&mut self, pool: &TermPool, names: &Names, roots: &[TermId]) {
        for term in pool.postorder(roots) {
            for operand in pool[term].operands() {
                if !matches!(pool.sort(operand), Sort::Array(..)) {
                    continue;
                }
                match (&pool[term], names.regions.get(&operand)) {
                    (Term::Select(_, index), Some(region)) => self.at(pool, names, *region, *index),
                    (Term::Select(..) | Term::Store(..) | Term::Ite(..), _) => {
                        match names.origins(pool, operand) {
                            Some(origins) => self.computed.extend(origins),
                            None => self.keep_all(pool, names, operand),
                        }
                    }
                    _ => self.keep_all(pool, names, operand),
                }
            }
        }
    }

    fn at(&mut self, pool: &TermPool, names: &Names, region: RegionId, index: TermId) {
        match names.place(pool, index) {
            Some(place) => {
                self.places.entry(region).or_default().insert(place);
            }
            None => {
                self.computed.insert(region);
            }
        }
    }

    /// All memory that a term speaks of stays memory.
    fn keep_all(&mut self, pool: &TermPool, names: &Names, term: TermId) {
        let arrays = names.regions.iter();
        let vars = pool.vars_of(&[term]);
        let used =
            arrays.filter(|(name, _)| pool.as_var(**name).is_some_and(|it| vars.contains(it)));
        self.kept.extend(used.map(|(_, region)| *region));
    }

    /// Looks at what a region becomes: stores and choices, down to what it was.
    fn written(&mut self, pool: &TermPool, names: &Names, region: RegionId, array: TermId) {
        let mut seen = FxHashSet::default();
        let mut pending = vec![array];
        while let Some(array) = pending.pop() {
            if !seen.insert(array) {
                continue;
            }
            match pool[array] {
                Term::Store(before, index, value) => {
                    self.at(pool, names, region, index);
                    self.read(pool, names, &[index, value]);
                    pending.push(before);
                }
                Term::Ite(condition, yes, no) => {
                    self.read(pool, names, &[condition]);
                    pending.extend([yes, no]);
                }
                _ if names.regions.get(&array) == Some(&region) => {}
                _ => {
                    self.kept.insert(region);
                    self.keep_all(pool, names, array);
                }
            }
        }
    }
}

/// Sees memory as variables where that can be done.
pub(crate) fn dissolve(
    pool: &mut TermPool,
    blocks: &Blocks,
    dangers: Vec<(Origin, TermId)>,
    written: &BTreeMap<Component, BTreeSet<Place>>,
) -> Dissolved {
    let names: IndexVec<HeadId, Names> =
        blocks.heads.ids().map(|head| Names::of(blocks, head)).collect();
    let mut uses = uses(pool, blocks, &names, &dangers);
    for region in uses.computed.clone() {
        let places = uses.places.entry(region).or_default();
        places.extend(written.get(&Component::Region(region)).into_iter().flatten());
        if places.len() > MAX_FEW || places.is_empty() {
            uses.kept.insert(region);
        }
    }
    let mut heads: IndexVec<HeadId, Cells> = IndexVec::new();
    for head in blocks.heads.ids() {
        heads.push(cells(pool, blocks, head, &names[head], &uses));
    }
    let nothing = Cells::default();
    let dangers = dangers
        .into_iter()
        .map(|(from, formula)| {
            let cells = match from {
                Origin::Start => &nothing,
                Origin::Head(head) => &heads[head],
            };
            let formula = cells.expanded(pool, formula, Elsewhere::Anything);
            (from, replace(pool, &[formula], &cells.by_read)[0])
        })
        .collect();
    let mut steps = IndexVec::new();
    for block in blocks.blocks.ids() {
        steps.push(step(pool, blocks, block, &names, &heads));
    }
    Dissolved { steps, dangers, heads }
}

fn uses(
    pool: &TermPool,
    blocks: &Blocks,
    names: &IndexVec<HeadId, Names>,
    dangers: &[(Origin, TermId)],
) -> Uses {
    let mut uses = Uses::default();
    for (from, formula) in dangers {
        if let Origin::Head(head) = from {
            uses.read(pool, &names[*head], &[*formula]);
        }
    }
    for block in blocks.blocks.values() {
        let Origin::Head(from) = block.from else { continue };
        uses.read(pool, &names[from], &[block.guard]);
        for (_, name) in &blocks.heads[block.to].components {
            let Some(value) = pool.as_var(*name).and_then(|var| block.values.get(&var)) else {
                continue;
            };
            match names[block.to].regions.get(name) {
                Some(region) => uses.written(pool, &names[from], *region, *value),
                None => uses.read(pool, &names[from], &[*value]),
            }
        }
    }
    uses
}

fn cells(pool: &mut TermPool, blocks: &Blocks, head: HeadId, names: &Names, uses: &Uses) -> Cells {
    let mut cells = Cells::default();
    for (component, name) in &blocks.heads[head].components {
        let Component::Region(region) = component else { continue };
        let Sort::Array(index, element) = pool.sort(*name) else { continue };
        let nowhere = BTreeSet::new();
        let places = uses.places.get(region).unwrap_or(&nowhere);
        if uses.kept.contains(region) || places.len() > MAX_CELLS {
            continue;
        }
        let is_few = uses.computed.contains(region);
        // A place whose object has no name here is read nowhere behind.
        for place in places {
            let Some(index) = names.index(pool, index.into(), *place) else { continue };
            if is_few {
                cells.few.entry(*name).or_default().push(index);
            }
            let read = pool.select(*name, index);
            let cell = pool.fresh_var("cell", element.into());
            let var = pool.as_var(cell).expect("a fresh variable");
            cells.by_read.insert(read, cell);
            cells.by_var.insert(var, read);
        }
        cells.gone.extend(pool.as_var(*name));
    }
    cells
}

fn step(
    pool: &mut TermPool,
    blocks: &Blocks,
    block: BlockId,
    names: &IndexVec<HeadId, Names>,
    heads: &IndexVec<HeadId, Cells>,
) -> Step {
    let block = &blocks.blocks[block];
    let (nothing, nobody) = (Cells::default(), Names::default());
    let (cells, from_names) = match block.from {
        Origin::Start => (&nothing, &nobody),
        Origin::Head(head) => (&heads[head], &names[head]),
    };
    let mut values = Substitution::default();
    for (_, name) in &blocks.heads[block.to].components {
        let Some(var) = pool.as_var(*name) else { continue };
        let Some(&value) = block.values.get(&var) else { continue };
        if !heads[block.to].gone.contains(&var) {
            let value = cells.expanded(pool, value, Elsewhere::Anything);
            values.insert(var, replace(pool, &[value], &cells.by_read)[0]);
        }
    }
    let mut images: Vec<(VarId, TermId)> =
        heads[block.to].by_var.iter().map(|(var, read)| (*var, *read)).collect();
    images.sort_unstable();
    for (var, read) in images {
        let Term::Select(array, index) = pool[read] else { continue };
        let Some(memory) = pool.as_var(array).and_then(|it| block.values.get(&it)) else {
            continue;
        };
        let index = substitute(pool, &[index], &block.values)[0];
        let value = read_at(pool, from_names, *memory, index, &mut FxHashMap::default());
        let value = cells.expanded(pool, value, Elsewhere::Anything);
        let value = match cells.told(pool, value) {
            Some(value) => value,
            // Of an object that has just come to life, or that has no name before: anything.
            None => {
                let sort = pool.sort(value);
                pool.fresh_var("unknown", sort)
            }
        };
        values.insert(var, value);
    }
    let guard = cells.expanded(pool, block.guard, Elsewhere::Anything);
    Step { guard: replace(pool, &[guard], &cells.by_read)[0], values }
}

/// What is read at a place, with all that was stored looked through.
fn read_at(
    pool: &mut TermPool,
    names: &Names,
    array: TermId,
    index: TermId,
    done: &mut FxHashMap<TermId, TermId>,
) -> TermId {
    if let Some(value) = done.get(&array) {
        return *value;
    }
    // From the inside, since stores may be many.
    let mut chain = Vec::new();
    let mut inner = array;
    while let Term::Store(before, ..) = pool[inner]
        && !done.contains_key(&inner)
    {
        chain.push(inner);
        inner = before;
    }
    let mut value = match (done.get(&inner), pool[inner].clone()) {
        (Some(value), _) => *value,
        (None, Term::Ite(condition, yes, no)) => {
            let yes = read_at(pool, names, yes, index, done);
            let no = read_at(pool, names, no, index, done);
            pool.ite(condition, yes, no)
        }
        (None, _) => pool.select(inner, index),
    };
    done.insert(inner, value);
    for store in chain.into_iter().rev() {
        let Term::Store(_, at, stored) = pool[store] else { continue };
        let is_apart = match (names.place(pool, at), names.place(pool, index)) {
            (Some((object, offset)), Some((other, place))) => object == other && offset != place,
            _ => false,
        };
        if !is_apart {
            let is_it = pool.eq(at, index);
            value = pool.ite(is_it, stored, value);
        }
        done.insert(store, value);
    }
    value
}
