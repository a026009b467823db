//! The pieces of abstract states: local states, states of the centre, relations, cells.
//!
//! A process is a *skeleton* (everything finite) and numbers. Its *local state* is the skeleton
//! with the truth of every local fact; the centre likewise. A *relation* is what the pair facts,
//! the ids and the checks say about two processes, and a *cell* is a relation to
//! the reference together with a local state. All are interned, so that the rest of the engine
//! handles small numbers.

use index::{Id, IndexVec};
use protocol::eval::PointerSet;
use protocol::{LocationId, RuleId, System, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::condition::{Cast, Condition, Numbers, sign};
use crate::vocabulary::{PairFact, Scale, Vocabulary};

index::define_id!(
    /// Everything finite about a process.
    pub(crate) struct SkeletonId, "k"
);
index::define_id!(
    /// Everything finite about the centre.
    pub(crate) struct CentreSkeletonId, "ck"
);
index::define_id!(
    /// A skeleton with its local facts.
    pub struct LocalId, "p"
);
index::define_id!(
    /// A centre's skeleton with its facts.
    pub struct CentreId, "g"
);
index::define_id!(
    /// What two processes are to each other.
    pub struct RelationId, "rel"
);

pub(crate) type Data = SmallVec<[i64; 4]>;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Skeleton {
    pub location: LocationId,
    pub finites: SmallVec<[ValueId; 4]>,
    pub held: PointerSet,
    pub checking: Option<RuleId>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CentreSkeleton {
    pub finites: SmallVec<[ValueId; 4]>,
    pub set: PointerSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Local {
    pub skeleton: SkeletonId,
    /// One bit per local fact.
    pub facts: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CentreLocal {
    pub skeleton: CentreSkeletonId,
    pub facts: u64,
}

/// What `x` is to `y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RelationFacts {
    /// Two bits per pair fact: a sign.
    pub signs: u64,
    pub is_less: bool,
    /// `x` has checked `y`.
    pub checks: bool,
    /// `y` has checked `x`.
    pub checked: bool,
}

/// The reference's view of one other process: its relation to the reference, its local state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub local: LocalId,
    pub relation: RelationId,
}

/// The centre and the local state of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Control {
    pub centre: CentreId,
    pub local: LocalId,
}

/// A table in which equal rows have equal ids.
pub(crate) struct Interner<I, T> {
    rows: IndexVec<I, T>,
    ids: FxHashMap<T, I>,
}

impl<I: Id, T: Clone + Eq + std::hash::Hash> Interner<I, T> {
    fn new() -> Self {
        Self { rows: IndexVec::new(), ids: FxHashMap::default() }
    }

    pub fn intern(&mut self, row: T) -> I {
        if let Some(id) = self.ids.get(&row) {
            return *id;
        }
        let id = self.rows.push(row.clone());
        self.ids.insert(row, id);
        id
    }

    pub fn find(&self, row: &T) -> Option<I> {
        self.ids.get(row).copied()
    }
}

impl<I: Id, T> std::ops::Index<I> for Interner<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.rows[id]
    }
}

/// All tables of one abstraction.
pub(crate) struct States<'a> {
    pub system: &'a System,
    pub vocabulary: Vocabulary,
    pub skeletons: Interner<SkeletonId, Skeleton>,
    pub centre_skeletons: Interner<CentreSkeletonId, CentreSkeleton>,
    pub locals: Interner<LocalId, Local>,
    pub centres: Interner<CentreId, CentreLocal>,
    pub relations: Interner<RelationId, RelationFacts>,
    /// Local and central facts read numbers only, so they are decided once.
    local_facts: Vec<Condition>,
    central_facts: Vec<Condition>,
    /// By pair fact: the position of the fact that says the same with both exchanged.
    mirrors: Vec<usize>,
}

impl<'a> States<'a> {
    pub fn new(system: &'a System, vocabulary: Vocabulary) -> Self {
        // Facts mention no finite variable; any skeleton serves to decide them.
        let skeleton = Skeleton {
            location: system.initial_location(),
            finites: SmallVec::new(),
            held: PointerSet::default(),
            checking: None,
        };
        let centre = CentreSkeleton { finites: SmallVec::new(), set: PointerSet::default() };
        let cast = Cast { system, own: Some(&skeleton), other: None, centre: &centre };
        let local_facts = vocabulary.local.iter().map(|fact| cast.decide(fact)).collect();
        let central_facts = vocabulary.central.iter().map(|fact| cast.decide(fact)).collect();
        let mirror = |fact: &PairFact| {
            let exchanged = (fact.rhs, fact.lhs, -fact.offset);
            let mut pairs = vocabulary.pairs.iter();
            pairs
                .position(|other| (other.lhs, other.rhs, other.offset) == exchanged)
                .expect("pair facts are closed under exchange")
        };
        let mirrors = vocabulary.pairs.iter().map(mirror).collect();
        Self {
            system,
            mirrors,
            vocabulary,
            skeletons: Interner::new(),
            centre_skeletons: Interner::new(),
            locals: Interner::new(),
            centres: Interner::new(),
            relations: Interner::new(),
            local_facts,
            central_facts,
        }
    }

    pub fn local_facts(&self) -> &[Condition] {
        &self.local_facts
    }

    fn facts(conditions: &[Condition], own: &[i64], centre: &[i64]) -> u64 {
        let numbers =
            Numbers { own, other: &[], centre, fresh: &[], own_is_less: false, checked: false };
        let bits = conditions.iter().enumerate();
        bits.map(|(n, fact)| u64::from(fact.holds(&numbers)) << n).sum()
    }

    pub fn local(&mut self, skeleton: SkeletonId, own: &[i64], centre: &[i64]) -> LocalId {
        let facts = Self::facts(&self.local_facts, own, centre);
        self.locals.intern(Local { skeleton, facts })
    }

    pub fn centre(&mut self, skeleton: CentreSkeletonId, centre: &[i64]) -> CentreId {
        let facts = Self::facts(&self.central_facts, &[], centre);
        self.centres.intern(CentreLocal { skeleton, facts })
    }

    pub fn local_facts_of(&self, own: &[i64], centre: &[i64]) -> u64 {
        Self::facts(&self.local_facts, own, centre)
    }

    pub fn central_facts_of(&self, centre: &[i64]) -> u64 {
        Self::facts(&self.central_facts, &[], centre)
    }

    /// The signs of all pair facts.
    pub fn signs(&self, x: &[i64], y: &[i64]) -> u64 {
        let mut signs = 0;
        for (n, fact) in self.vocabulary.pairs.iter().enumerate() {
            let mut code = sign(x[fact.lhs] + fact.offset, y[fact.rhs]);
            if fact.scale == Scale::Equality && code == 2 {
                code = 0;
            }
            signs |= code << (2 * n);
        }
        signs
    }

    /// What a process with numbers `x` is to one with numbers `y`.
    pub fn relation(
        &mut self,
        x: &[i64],
        y: &[i64],
        is_less: bool,
        checks: bool,
        checked: bool,
    ) -> RelationId {
        self.relation_of(self.signs(x, y), is_less, checks, checked)
    }

    /// The relation of processes whose pair facts have these signs.
    pub fn relation_of(
        &mut self,
        signs: u64,
        is_less: bool,
        checks: bool,
        checked: bool,
    ) -> RelationId {
        self.relations.intern(RelationFacts { signs, is_less, checks, checked })
    }

    /// What `y` is to `x`, if `relation` is what `x` is to `y`.
    pub fn swapped(&mut self, relation: RelationId) -> RelationId {
        let facts = self.relations[relation];
        let mut signs = 0;
        for (n, fact) in self.vocabulary.pairs.iter().enumerate() {
            let m = self.mirrors[n];
            let code = facts.signs >> (2 * m) & 3;
            let code = match fact.scale {
                Scale::Order => 2 - code,
                Scale::Equality => code,
            };
            signs |= code << (2 * n);
        }
        self.relations.intern(RelationFacts {
            signs,
            is_less: self.vocabulary.ids && !facts.is_less,
            checks: facts.checked,
            checked: facts.checks,
        })
    }

    pub fn skeleton_of(&self, local: LocalId) -> &Skeleton {
        &self.skeletons[self.locals[local].skeleton]
    }

    /// The local state in words.
    pub fn describe_local(&self, local: LocalId) -> String {
        self.local_in_words(local).join(" ")
    }

    /// The same, fact by fact, the location first.
    pub fn local_in_words(&self, local: LocalId) -> Vec<String> {
        let Local { skeleton, facts } = self.locals[local];
        let skeleton = &self.skeletons[skeleton];
        let mut parts = vec![self.system.locations[skeleton.location].name.clone()];
        for (id, var) in self.system.finites.iter() {
            let value = &var.values[skeleton.finites[id.index()]];
            parts.push(format!("{}={value}", var.name));
        }
        for (id, pointer) in self.system.centre.pointers.iter() {
            if skeleton.held.contains(id) {
                parts.push(format!("{}=this", pointer.name));
            }
        }
        if skeleton.checking.is_some() {
            parts.push("checking".to_owned());
        }
        for (n, fact) in self.vocabulary.local.iter().enumerate() {
            let sign = if facts >> n & 1 == 1 { "" } else { "!" };
            parts.push(format!("{sign}({})", self.describe_fact(fact)));
        }
        parts
    }

    pub fn describe_centre(&self, centre: CentreId) -> String {
        self.centre_in_words(centre).join(" ")
    }

    /// The same, fact by fact.
    pub fn centre_in_words(&self, centre: CentreId) -> Vec<String> {
        let CentreLocal { skeleton, facts } = self.centres[centre];
        let skeleton = &self.centre_skeletons[skeleton];
        let mut parts = Vec::new();
        for (id, var) in self.system.centre.finites.iter() {
            let value = &var.values[skeleton.finites[id.index()]];
            parts.push(format!("{}={value}", var.name));
        }
        for (id, pointer) in self.system.centre.pointers.iter() {
            let nobody = if skeleton.set.contains(id) { "somebody" } else { "none" };
            parts.push(format!("{}={nobody}", pointer.name));
        }
        for (n, fact) in self.vocabulary.central.iter().enumerate() {
            let sign = if facts >> n & 1 == 1 { "" } else { "!" };
            parts.push(format!("{sign}({})", self.describe_fact(fact)));
        }
        parts
    }

    /// What the reference is to a process in the cell, in words.
    pub fn describe_relation(&self, relation: RelationId) -> String {
        let facts = self.relations[relation];
        let mut parts = Vec::new();
        for (n, fact) in self.vocabulary.pairs.iter().enumerate() {
            let sign = match (facts.signs >> (2 * n) & 3, fact.scale) {
                (1, _) => "=",
                (0, Scale::Order) => "<",
                (_, Scale::Order) => ">",
                (_, Scale::Equality) => "!=",
            };
            let names = &self.system.data;
            let lhs = &names[protocol::DataId::new(fact.lhs)].name;
            let rhs = &names[protocol::DataId::new(fact.rhs)].name;
            let offset = match fact.offset {
                0 => String::new(),
                offset => format!("{offset:+}"),
            };
            parts.push(format!("{lhs}[x]{offset} {sign} {rhs}[y]"));
        }
        if self.vocabulary.ids {
            parts.push(if facts.is_less { "x < y" } else { "y < x" }.to_owned());
        }
        if facts.checks {
            parts.push("x checked y".to_owned());
        }
        if facts.checked {
            parts.push("y checked x".to_owned());
        }
        parts.join(", ")
    }

    fn describe_fact(&self, fact: &protocol::Formula) -> String {
        use protocol::{DataRef, Formula, Relation, Term};
        let term = |term: &Term| -> String {
            let base = term.base.map(|base| match base {
                DataRef::Process(_, id) => &self.system.data[id].name,
                DataRef::Centre(id) => &self.system.centre.data[id].name,
            });
            match (base, term.offset) {
                (None, offset) => offset.to_string(),
                (Some(name), 0) => name.clone(),
                (Some(name), offset) => format!("{name}{offset:+}"),
            }
        };
        match fact {
            Formula::Predicate(_, id) => self.system.predicates[*id].name.clone(),
            Formula::Compare(relation, lhs, rhs) => {
                let sign = match relation {
                    Relation::Less => "<",
                    Relation::LessEq => "<=",
                    Relation::Eq => "=",
                    Relation::NotEq => "!=",
                    Relation::Greater => ">",
                    Relation::GreaterEq => ">=",
                };
                format!("{} {sign} {}", term(lhs), term(rhs))
            }
            _ => "fact".to_owned(),
        }
    }
}
