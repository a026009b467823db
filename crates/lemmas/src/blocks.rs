//! The program as loop heads and the blocks between them.
//!
//! A *block* is everything that runs do between one loop head and the next, without another head
//! in between, as one formula: the condition under which a run takes it, and the value of each
//! component of the state behind it as a term over the state before. In the paper's words, the
//! result of large block encoding, with the output variables already solved for; what is left of
//! the existential variables are the inputs that were read on the way.
//!
//! The heads are those of a weak topological order, which cuts every cycle, also in irreducible
//! graphs; components lie in each other as the order has them.

use encode::{
    Component, Encoder, Entry, Followed, Invariants, State, Unencodable, UnsupportedStep, Violation,
};
use index::{Id as _, IdSet, IndexVec};
use ir::LocationId;
use logic::{Substitution, TermId, TermPool, VarId};
use rustc_hash::FxHashMap;

index::define_id!(
    /// A loop head.
    pub struct HeadId, "head"
);
index::define_id!(
    /// A block that ends in a loop head.
    pub struct BlockId, "block"
);

/// A loop head, and the names of what the state holds there.
pub struct Head {
    pub location: LocationId,
    /// Each component that is read behind the head, and the variable that stands for it.
    pub components: Vec<(Component, TermId)>,
    /// All of it.
    pub state: State,
}

/// Where a block begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Start,
    Head(HeadId),
}

pub struct Block {
    pub from: Origin,
    pub to: HeadId,
    /// The condition under which a run takes it.
    pub guard: TermId,
    /// What the variables of `to` become, over those of `from`.
    pub values: Substitution,
}

/// What can go wrong on the way from an origin to the next heads.
pub struct Dangers {
    pub from: Origin,
    pub violations: Vec<Violation>,
    pub unsupported: Vec<UnsupportedStep>,
}

/// A loop head, and those inside its loop.
#[derive(Clone, Debug)]
pub struct Nest {
    pub head: HeadId,
    pub inner: Vec<Nest>,
}

pub struct Blocks {
    pub heads: IndexVec<HeadId, Head>,
    pub blocks: IndexVec<BlockId, Block>,
    pub incoming: IndexVec<HeadId, Vec<BlockId>>,
    pub dangers: Vec<Dangers>,
    pub nests: Vec<Nest>,
    /// The heads of loops that lie within blocks.
    pub through: IdSet<LocationId>,
}

/// Programs with more loops are not looked at this way.
const MAX_FOLLOWED: usize = 40;

impl Blocks {
    /// Encodes each block once.
    pub fn of(encoder: &mut Encoder<'_>) -> Result<Self, Unencodable> {
        match Self::through(encoder, IdSet::new())? {
            Ok(blocks) => Ok(blocks),
            Err(head) => unreachable!("nothing is followed, not even {head}"),
        }
    }

    /// The same with as few heads as can be: short loops are followed, and lie within blocks.
    pub fn of_long_loops(encoder: &mut Encoder<'_>) -> Result<Self, Unencodable> {
        let mut through: IdSet<LocationId> = encoder.loop_heads().collect();
        if through.len() > MAX_FOLLOWED {
            through = IdSet::new();
        }
        loop {
            match Self::through(encoder, through.clone())? {
                Ok(blocks) => return Ok(blocks),
                Err(endless) => through.remove(endless),
            };
        }
    }

    /// Blocks that go through loops; one of them that is too long if there is one.
    fn through(
        encoder: &mut Encoder<'_>,
        through: IdSet<LocationId>,
    ) -> Result<Result<Self, LocationId>, Unencodable> {
        let mut heads = IndexVec::new();
        let mut entries: Vec<(Origin, Entry)> = vec![(Origin::Start, encoder.initial().0)];
        let mut ids: FxHashMap<LocationId, HeadId> = FxHashMap::default();
        let kept = encoder.loop_heads().filter(|head| !through.contains(*head));
        for location in kept.collect::<Vec<_>>() {
            let always = encoder.pool.top();
            let entry = encoder.arbitrary(location, always);
            let components = encoder.components(location, &entry.state);
            let id: HeadId = heads.push(Head { location, components, state: entry.state.clone() });
            ids.insert(location, id);
            entries.push((Origin::Head(id), entry));
        }
        let mut result = Self {
            incoming: IndexVec::from_elem(Vec::new(), heads.len()),
            nests: nests(encoder, &ids),
            heads,
            blocks: IndexVec::new(),
            dangers: Vec::new(),
            through,
        };
        for (from, entry) in entries {
            if let Some(endless) = result.add_blocks(encoder, from, entry, &ids)? {
                return Ok(Err(endless));
            }
        }
        Ok(Ok(result))
    }

    /// The loop that cannot be followed, if there is one.
    fn add_blocks(
        &mut self,
        encoder: &mut Encoder<'_>,
        from: Origin,
        entry: Entry,
        ids: &FxHashMap<LocationId, HeadId>,
    ) -> Result<Option<LocationId>, Unencodable> {
        // A program may begin with a loop: then the way there is empty, and all that follows
        // starts from the head.
        if from == Origin::Start && ids.contains_key(&entry.location) {
            self.add_block(encoder, from, &entry, ids);
            return Ok(None);
        }
        let step = match encoder.follow(entry, &self.through)? {
            Followed::Step(step) => step,
            Followed::Endless(head) => return Ok(Some(head)),
        };
        for exit in &step.exits {
            self.add_block(encoder, from, exit, ids);
        }
        let (violations, unsupported) = (step.violations, step.unsupported);
        self.dangers.push(Dangers { from, violations, unsupported });
        Ok(None)
    }

    fn add_block(
        &mut self,
        encoder: &Encoder<'_>,
        from: Origin,
        exit: &Entry,
        ids: &FxHashMap<LocationId, HeadId>,
    ) {
        let to = ids[&exit.location];
        let names = self.heads[to].components.iter();
        let states = encoder.components(exit.location, &exit.state);
        let values = names
            .zip(states)
            .map(|((_, name), (_, value))| {
                let var = encoder.pool.as_var(*name).expect("heads are named by variables");
                (var, value)
            })
            .collect();
        let block = self.blocks.push(Block { from, to, guard: exit.guard, values });
        self.incoming[to].push(block);
    }

    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// What the variables of a head stand for.
    pub fn components(&self, pool: &TermPool, head: HeadId) -> FxHashMap<VarId, Component> {
        let components = self.heads[head].components.iter();
        components.filter_map(|(component, name)| Some((pool.as_var(*name)?, *component))).collect()
    }

    /// Lemmas that depend on which number an object has would be refused.
    pub fn keep_symmetric(&self, encoder: &Encoder<'_>, head: HeadId, lemmas: &mut Vec<TermId>) {
        let components = self.components(&encoder.pool, head);
        let component = |var| components.get(&var).copied();
        lemmas.retain(|lemma| encoder.is_symmetric(&encoder.pool, *lemma, component));
    }

    /// The variables of a head as invariants name them.
    pub fn exported_names(
        &self,
        pool: &TermPool,
        head: HeadId,
        invariants: &mut Invariants,
    ) -> Substitution {
        let mut by = Substitution::default();
        for (component, name) in &self.heads[head].components {
            let var = pool.as_var(*name).expect("heads are named by variables");
            by.insert(var, invariants.variable(*component, pool.sort(*name)));
        }
        by
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The variables that stand for the state at a head.
    pub fn names(&self, head: HeadId) -> impl Iterator<Item = TermId> + '_ {
        self.heads[head].components.iter().map(|(_, name)| *name)
    }
}

/// The loop forest with heads in the place of loops, in the order in which runs meet them.
fn nests(encoder: &Encoder<'_>, ids: &FxHashMap<LocationId, HeadId>) -> Vec<Nest> {
    let loops = encoder.loops();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); loops.len()];
    let mut roots = Vec::new();
    for (index, each) in loops.iter().enumerate() {
        match each.1 {
            Some(parent) => children[parent].push(index),
            None => roots.push(index),
        }
    }
    // Inner loops have larger numbers than outer ones, so children are complete when they are
    // taken.
    let mut made: Vec<Vec<Nest>> = vec![Vec::new(); loops.len()];
    for index in (0..loops.len()).rev() {
        let inner = children[index].iter().flat_map(|child| std::mem::take(&mut made[*child]));
        let inner: Vec<Nest> = inner.collect();
        made[index] = match ids.get(&loops[index].0) {
            Some(head) => vec![Nest { head: *head, inner }],
            // A loop that is followed is none.
            None => inner,
        };
    }
    debug_assert!(ids.values().all(|id| id.index() < loops.len()));
    roots.into_iter().flat_map(|root| std::mem::take(&mut made[root])).collect()
}
