//! Cubes: conjunctions of literals about some different processes, in normal form.
//!
//! A cube with `n` processes stands for all states, of any number of processes, in which some
//! `n` different processes satisfy its literals. Processes that no literal speaks of are
//! dropped: that only makes the set larger.

use cubicle::{Atom, Cell, Formula, Proc, Quantified, Sum, Term};

use crate::facts::{Contradiction, Facts};
use crate::layout::{CellId, Layout, OTHER, Values};
use crate::literal::{Literal, Node};

/// Invariant: literals are settled, ascending, and speak of all processes `n_fixed..n_procs`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube {
    pub n_procs: usize,
    pub literals: Vec<Literal>,
}

impl Cube {
    /// The normal form of consistent facts.
    pub fn of(layout: &Layout<'_>, facts: &Facts) -> Self {
        Self::from_literals(layout, facts.n_procs, facts.literals())
    }

    fn from_literals(layout: &Layout<'_>, n_procs: usize, literals: Vec<Literal>) -> Self {
        let n_fixed = layout.system.n_fixed;
        let spoken_of =
            literals.iter().fold(0, |procs, literal| procs | literal.procs(layout, n_procs));
        let mut names = vec![0u8; n_procs];
        let mut n_used = n_fixed;
        for (index, name) in names.iter_mut().enumerate() {
            if index < n_fixed {
                *name = index as u8;
            } else if spoken_of >> index & 1 == 1 {
                *name = n_used as u8;
                n_used += 1;
            }
        }
        let mut literals: Vec<Literal> = literals
            .iter()
            .filter(|literal| !is_about_fixed_only(literal, n_fixed))
            .map(|literal| literal.renamed(layout, &names, n_procs, n_used))
            .collect();
        literals.sort();
        Self { n_procs: n_used, literals }
    }

    /// The cube of some of this one's literals.
    pub fn with_only(&self, layout: &Layout<'_>, chosen: impl Fn(usize) -> bool) -> Self {
        let literals = self.literals.iter().enumerate().filter(|(index, _)| chosen(*index));
        let literals = literals.map(|(_, literal)| literal.clone()).collect();
        Self::from_literals(layout, self.n_procs, literals)
    }

    /// The literals as facts about `n_procs` processes, at least as many as the cube's own.
    pub fn facts(&self, layout: &Layout<'_>, n_procs: usize) -> Result<Facts, Contradiction> {
        let mut facts = Facts::new(n_procs, layout.system.n_fixed);
        let names: Vec<u8> = (0..self.n_procs as u8).collect();
        for literal in &self.literals {
            facts.add(layout, literal.renamed(layout, &names, self.n_procs, n_procs))?;
        }
        facts.settle(layout)?;
        Ok(facts)
    }

    /// The cube in the words of the language, for whoever checks it.
    pub fn to_formula(&self, layout: &Layout<'_>) -> Quantified {
        let n_fixed = layout.system.n_fixed;
        let parts =
            self.literals.iter().map(|literal| formula(layout, literal, self.n_procs)).collect();
        Quantified {
            n_params: self.n_procs - n_fixed,
            body: Formula::And(parts),
            span: layout.system.init.span,
        }
    }
}

/// Order of the fixed processes is not worth saying.
fn is_about_fixed_only(literal: &Literal, n_fixed: usize) -> bool {
    match literal {
        Literal::Before(Node::Proc(lhs), Node::Proc(rhs)) => {
            (*lhs as usize) < n_fixed && (*rhs as usize) < n_fixed
        }
        _ => false,
    }
}

fn proc(layout: &Layout<'_>, index: u8) -> Proc {
    let n_fixed = layout.system.n_fixed;
    match (index as usize).checked_sub(n_fixed) {
        None => Proc::Fixed(index as usize),
        Some(position) => Proc::Var(position),
    }
}

fn cell(layout: &Layout<'_>, id: CellId) -> Cell {
    let indices = layout.indices(id).map(|index| proc(layout, index)).collect();
    Cell { symbol: layout.symbol(id), indices }
}

fn formula(layout: &Layout<'_>, literal: &Literal, n_procs: usize) -> Formula {
    let term = |id: CellId| Term::Cell(cell(layout, id));
    let node = |node: Node| match node {
        Node::Proc(index) => Term::Proc(proc(layout, index)),
        Node::Cell(id) => term(id),
    };
    Formula::Atom(match literal {
        Literal::In(id, mask) => {
            let value = |bit: u32| match layout.values(*id) {
                Values::Proc => Term::Proc(proc(layout, bit as u8)),
                _ => Term::Constructor(bit as usize),
            };
            let bits = |mask: u64| (0..62).filter(move |bit| mask >> bit & 1 == 1);
            return if mask & OTHER == 0 {
                let equal = |bit| Formula::Atom(Atom::Equal(term(*id), value(bit)));
                Formula::Or(bits(*mask).map(equal).collect())
            } else {
                let left_out = ((1u64 << n_procs) - 1) & !mask;
                let differ = |bit| Formula::Atom(Atom::Differ(term(*id), value(bit)));
                Formula::And(bits(left_out).map(differ).collect())
            };
        }
        Literal::Same(lhs, rhs) => Atom::Equal(term(*lhs), term(*rhs)),
        Literal::Differ(lhs, rhs) => Atom::Differ(term(*lhs), term(*rhs)),
        Literal::Before(lhs, rhs) => Atom::Less(node(*lhs), node(*rhs)),
        Literal::NotAfter(lhs, rhs) => Atom::AtMost(node(*lhs), node(*rhs)),
        Literal::Linear(constraint) => {
            let parts = constraint.parts.iter().map(|(factor, id)| (*factor, cell(layout, *id)));
            let sum = Sum { parts: parts.collect(), constant: constraint.constant };
            Atom::Linear(sum, constraint.relation, constraint.numbers)
        }
    })
}
