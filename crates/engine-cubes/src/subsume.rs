//! Whether a cube lies inside one of the cubes that are known.
//!
//! Cube `large` contains cube `small` if its processes can be named, one to one, by processes of
//! `small` such that all its literals follow. Processes are named one after the other; a literal
//! is tested as soon as all processes it speaks of have a name, arithmetic last.

use crate::cube::Cube;
use crate::facts::Facts;
use crate::layout::{Layout, MAX_PROCS};
use crate::literal::Literal;
use crate::signature::Signature;

/// A cube prepared to be searched for in others.
pub struct Pattern {
    pub n_procs: usize,
    signature: Signature,
    /// `stages[i]`: the literals that can be tested once `i` processes have a name.
    stages: Vec<Vec<Literal>>,
    /// Literals of arithmetic, tested at the end.
    linear: Vec<Literal>,
}

impl Pattern {
    pub fn of(layout: &Layout<'_>, cube: &Cube) -> Self {
        let mut stages = vec![Vec::new(); cube.n_procs + 1];
        let mut linear = Vec::new();
        for literal in &cube.literals {
            if matches!(literal, Literal::Linear(_)) {
                linear.push(literal.clone());
                continue;
            }
            let procs = literal.procs(layout, cube.n_procs);
            stages[64 - procs.leading_zeros() as usize].push(literal.clone());
        }
        Self { n_procs: cube.n_procs, signature: Signature::of_cube(layout, cube), stages, linear }
    }

    /// Whether facts with this signature may imply the cube.
    pub fn may_contain(&self, signature: Signature) -> bool {
        signature.may_imply(self.signature)
    }

    /// Whether the facts imply the cube for some naming.
    pub fn contains(&self, layout: &Layout<'_>, facts: &Facts) -> bool {
        if self.n_procs > facts.n_procs {
            return false;
        }
        let mut names = [0u8; MAX_PROCS];
        let holds = |literals: &[Literal], names: &[u8]| {
            literals.iter().all(|literal| self.follows(layout, facts, literal, names))
        };
        if !holds(&self.stages[0], &names) {
            return false;
        }
        self.assign(layout, facts, 0, &mut names)
    }

    fn follows(&self, layout: &Layout<'_>, facts: &Facts, literal: &Literal, names: &[u8]) -> bool {
        let literal = literal.renamed(layout, names, self.n_procs, facts.n_procs);
        facts.implies(layout, &literal)
    }

    fn assign(
        &self,
        layout: &Layout<'_>,
        facts: &Facts,
        at: usize,
        names: &mut [u8; MAX_PROCS],
    ) -> bool {
        if at == self.n_procs {
            return self.linear.iter().all(|literal| self.follows(layout, facts, literal, names));
        }
        let candidates = if at < layout.system.n_fixed {
            at..at + 1
        } else {
            layout.system.n_fixed..facts.n_procs
        };
        for name in candidates {
            if names[..at].contains(&(name as u8)) {
                continue;
            }
            names[at] = name as u8;
            let literals = &self.stages[at + 1];
            if literals.iter().all(|literal| self.follows(layout, facts, literal, names))
                && self.assign(layout, facts, at + 1, names)
            {
                return true;
            }
        }
        false
    }
}
