//! The table of terms, variables and functions.

use index::IndexVec;
use rustc_hash::FxHashMap;

use crate::range::Range;
use crate::sort::Sort;
use crate::term::{Term, TermId};

index::define_id!(
    /// A variable of the logic: free in every formula, given a value by a model.
    pub struct VarId, "x"
);
index::define_id!(
    /// An uninterpreted function.
    pub struct FunctionId, "f"
);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// For people; the id is what tells variables apart.
    pub name: Box<str>,
    pub sort: Sort,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionDecl {
    pub name: Box<str>,
    pub parameters: Vec<Sort>,
    pub result: Sort,
}

/// All terms of one engine. Ids of different pools must not be mixed.
///
/// Invariant: operands have smaller ids than the term that uses them, so that walking the ids
/// in order meets operands first.
#[derive(Clone, Debug, Default)]
pub struct TermPool {
    terms: IndexVec<TermId, Term>,
    sorts: IndexVec<TermId, Sort>,
    ranges: IndexVec<TermId, Range>,
    /// See `few_values`.
    n_ends: IndexVec<TermId, u8>,
    ids: FxHashMap<Term, TermId>,
    vars: IndexVec<VarId, Var>,
    functions: IndexVec<FunctionId, FunctionDecl>,
}

impl TermPool {
    pub fn new() -> Self {
        Self::default()
    }

    /// A new variable as a term. Names may repeat.
    pub fn fresh_var(&mut self, name: &str, sort: Sort) -> TermId {
        let var = self.vars.push(Var { name: name.into(), sort });
        self.intern(Term::Var(var), sort)
    }

    /// A variable of this pool as a term.
    pub fn var_term(&mut self, var: VarId) -> TermId {
        let sort = self.vars[var].sort;
        self.intern(Term::Var(var), sort)
    }

    pub fn declare_function(
        &mut self,
        name: &str,
        parameters: Vec<Sort>,
        result: Sort,
    ) -> FunctionId {
        self.functions.push(FunctionDecl { name: name.into(), parameters, result })
    }

    pub fn apply(&mut self, function: FunctionId, arguments: &[TermId]) -> TermId {
        let decl = &self.functions[function];
        assert!(
            decl.parameters.iter().copied().eq(arguments.iter().map(|term| self.sorts[*term])),
            "arguments fit the declaration"
        );
        let sort = decl.result;
        self.intern(Term::Apply(function, arguments.into()), sort)
    }

    pub fn sort(&self, term: TermId) -> Sort {
        self.sorts[term]
    }

    pub fn var(&self, var: VarId) -> &Var {
        &self.vars[var]
    }

    pub fn function(&self, function: FunctionId) -> &FunctionDecl {
        &self.functions[function]
    }

    /// The variable that a term is, if it is one.
    pub fn as_var(&self, term: TermId) -> Option<VarId> {
        match self.terms[term] {
            Term::Var(var) => Some(var),
            _ => None,
        }
    }

    /// Every term of the pool, operands first.
    pub fn ids(&self) -> impl Iterator<Item = TermId> + use<> {
        self.terms.ids()
    }

    pub fn len(&self) -> usize {
        self.terms.len()
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Every term below the given ones, operands first, each once.
    pub fn postorder(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = index::IdSet::new();
        let mut pending: Vec<TermId> = roots.to_vec();
        while let Some(term) = pending.pop() {
            if seen.insert(term) {
                pending.extend(self.terms[term].operands());
            }
        }
        // Ids grow from operands to what uses them.
        seen.iter().collect()
    }

    /// The variables that occur in the terms.
    pub fn vars_of(&self, roots: &[TermId]) -> index::IdSet<VarId> {
        self.postorder(roots).into_iter().filter_map(|term| self.as_var(term)).collect()
    }

    pub(crate) fn intern(&mut self, term: Term, sort: Sort) -> TermId {
        if let Some(known) = self.ids.get(&term) {
            return *known;
        }
        let range = self.range_of(&term, sort);
        let n_ends = self.count_ends(&term);
        let id = self.terms.push(term.clone());
        self.sorts.push(sort);
        self.ranges.push(range);
        self.n_ends.push(n_ends);
        self.ids.insert(term, id);
        id
    }

    /// Between which numbers it lies; of vectors only.
    pub(crate) fn range(&self, term: TermId) -> Range {
        self.ranges[term]
    }

    /// How many bits of a vector say something: all above are zero.
    pub fn plain_bits(&self, term: TermId) -> u32 {
        self.range(term).plain_bits().min(self.width(term))
    }

    /// How many bits of a vector say something: all above are copies of the highest of these.
    pub fn signed_bits(&self, term: TermId) -> u32 {
        self.range(term).signed_bits().min(self.width(term))
    }

    /// How many constants it can be, as far as its choices tell; zero if it can be something else.
    pub(crate) fn n_ends(&self, term: TermId) -> u8 {
        self.n_ends[term]
    }

    /// The width of a bit-vector term.
    pub(crate) fn width(&self, term: TermId) -> u32 {
        self.sorts[term].width().expect("the operand is a bit-vector")
    }
}

impl std::ops::Index<TermId> for TermPool {
    type Output = Term;

    fn index(&self, term: TermId) -> &Term {
        &self.terms[term]
    }
}
