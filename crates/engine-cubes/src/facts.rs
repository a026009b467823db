//! A conjunction of literals under construction, or being asked what it implies.
//!
//! Facts about `n_procs` different processes. Adding a literal says whether a contradiction is
//! obvious; [`Facts::settle`] propagates equalities and asks the arithmetic.
//!
//! Sound: what is called contradictory has no state, and what is called implied holds in every
//! state that satisfies the facts. Both may miss something, which costs precision only.

use cubicle::Relation;

use crate::layout::{CellId, Layout, MAX_PROCS, OTHER, Values};
use crate::linear::may_be_feasible;
use crate::literal::{Constraint, Literal, Node};
use crate::signature::Signature;

/// No state satisfies the facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

#[derive(Clone, Debug)]
pub struct Facts {
    pub n_procs: usize,
    /// Sets of values, by cell, those that are not full.
    masks: Vec<(CellId, u64)>,
    /// Bit `j` of `before[i]`: process `i` comes before process `j`. Transitively closed.
    before: [u8; MAX_PROCS],
    /// Everything else: equalities, order of cells.
    relations: Vec<Literal>,
    linear: Vec<Constraint>,
}

impl Facts {
    pub fn new(n_procs: usize, n_fixed: usize) -> Self {
        let mut before = [0u8; MAX_PROCS];
        for (index, after) in before.iter_mut().enumerate().take(n_fixed) {
            *after = ((1u16 << n_fixed) - 1) as u8 & !((1u16 << (index + 1)) - 1) as u8;
        }
        Self { n_procs, masks: Vec::new(), before, relations: Vec::new(), linear: Vec::new() }
    }

    pub fn mask(&self, layout: &Layout<'_>, cell: CellId) -> u64 {
        let known = self.masks.iter().find(|(known, _)| *known == cell);
        known.map_or_else(|| layout.full(cell, self.n_procs), |(_, mask)| *mask)
    }

    fn restrict(
        &mut self,
        layout: &Layout<'_>,
        cell: CellId,
        allowed: u64,
    ) -> Result<bool, Contradiction> {
        let known = self.masks.iter_mut().find(|(known, _)| *known == cell);
        let (old, new) = match known {
            Some((_, mask)) => {
                let old = *mask;
                *mask &= allowed;
                (old, *mask)
            }
            None => {
                let full = layout.full(cell, self.n_procs);
                if full & allowed != full {
                    self.masks.push((cell, full & allowed));
                }
                (full, full & allowed)
            }
        };
        if new == 0 { Err(Contradiction) } else { Ok(old != new) }
    }

    fn order(&mut self, first: u8, second: u8) -> Result<(), Contradiction> {
        let (first, second) = (first as usize, second as usize);
        if first == second || self.before[second] >> first & 1 == 1 {
            return Err(Contradiction);
        }
        let after = self.before[second] | 1 << second;
        for index in 0..self.n_procs {
            if index == first || self.before[index] >> first & 1 == 1 {
                self.before[index] |= after;
            }
        }
        Ok(())
    }

    pub fn add(&mut self, layout: &Layout<'_>, literal: Literal) -> Result<(), Contradiction> {
        match literal {
            Literal::In(cell, mask) => {
                self.restrict(layout, cell, mask)?;
            }
            Literal::Same(lhs, rhs) if lhs == rhs => {}
            Literal::Differ(lhs, rhs) if lhs == rhs => return Err(Contradiction),
            Literal::Before(lhs, rhs) | Literal::NotAfter(lhs, rhs) => {
                let strict = matches!(literal, Literal::Before(..));
                match (self.as_proc(layout, lhs), self.as_proc(layout, rhs)) {
                    (Some(lhs), Some(rhs)) if lhs == rhs && !strict => {}
                    (Some(lhs), Some(rhs)) => self.order(lhs, rhs)?,
                    _ if lhs == rhs && strict => return Err(Contradiction),
                    _ if lhs == rhs => {}
                    _ => self.push_relation(literal),
                }
            }
            Literal::Linear(constraint) => match constraint.constant_truth() {
                Some(true) => {}
                Some(false) => return Err(Contradiction),
                None => {
                    if !self.linear.contains(&constraint) {
                        self.linear.push(constraint);
                    }
                }
            },
            Literal::Same(..) | Literal::Differ(..) => self.push_relation(literal),
        }
        Ok(())
    }

    fn push_relation(&mut self, literal: Literal) {
        if !self.relations.contains(&literal) {
            self.relations.push(literal);
        }
    }

    /// The process that a node surely is.
    fn as_proc(&self, layout: &Layout<'_>, node: Node) -> Option<u8> {
        match node {
            Node::Proc(index) => Some(index),
            Node::Cell(cell) => {
                let mask = self.mask(layout, cell);
                (is_one_value(mask)).then(|| mask.trailing_zeros() as u8)
            }
        }
    }

    /// Propagates until nothing changes, and asks the arithmetic.
    pub fn settle(&mut self, layout: &Layout<'_>) -> Result<(), Contradiction> {
        loop {
            let mut changed = false;
            let relations = std::mem::take(&mut self.relations);
            for literal in relations {
                changed |= self.propagate(layout, literal)?;
            }
            if !changed {
                break;
            }
        }
        self.check_classes()?;
        if !self.linear.is_empty() && !may_be_feasible(self.linear.iter()) {
            return Err(Contradiction);
        }
        Ok(())
    }

    /// Uses one relation, and keeps it unless the masks say it all.
    fn propagate(&mut self, layout: &Layout<'_>, literal: Literal) -> Result<bool, Contradiction> {
        let mut changed = false;
        match literal {
            Literal::Same(lhs, rhs) => {
                let both = self.mask(layout, lhs) & self.mask(layout, rhs);
                changed |= self.restrict(layout, lhs, both)?;
                changed |= self.restrict(layout, rhs, both)?;
                if !has_masks(layout, lhs) || !is_one_value(both) {
                    self.push_relation(literal);
                }
            }
            Literal::Differ(lhs, rhs) if has_masks(layout, lhs) => {
                let (left, right) = (self.mask(layout, lhs), self.mask(layout, rhs));
                if is_one_value(left) {
                    changed |= self.restrict(layout, rhs, !left)?;
                } else if is_one_value(right) {
                    changed |= self.restrict(layout, lhs, !right)?;
                } else if left & right != 0 {
                    self.push_relation(literal);
                }
            }
            Literal::Before(..) | Literal::NotAfter(..) => self.add(layout, literal)?,
            _ => self.push_relation(literal),
        }
        Ok(changed)
    }

    /// Cells that are equal, through others, must not be told to differ.
    fn check_classes(&self) -> Result<(), Contradiction> {
        let clash = self.relations.iter().any(|literal| match literal {
            Literal::Differ(lhs, rhs) => self.are_same(*lhs, *rhs),
            _ => false,
        });
        if clash { Err(Contradiction) } else { Ok(()) }
    }

    /// Whether two cells are connected by equalities.
    fn are_same(&self, lhs: CellId, rhs: CellId) -> bool {
        let mut class = vec![lhs];
        let mut at = 0;
        while at < class.len() {
            let here = class[at];
            at += 1;
            for literal in &self.relations {
                let Literal::Same(a, b) = literal else { continue };
                let next = match here {
                    _ if here == *a => *b,
                    _ if here == *b => *a,
                    _ => continue,
                };
                if !class.contains(&next) {
                    class.push(next);
                }
            }
        }
        class.contains(&rhs)
    }

    /// Whether every state that satisfies the facts satisfies the literal.
    pub fn implies(&self, layout: &Layout<'_>, literal: &Literal) -> bool {
        match literal {
            Literal::In(cell, mask) => self.mask(layout, *cell) & !mask == 0,
            Literal::Same(lhs, rhs) => {
                let both = self.mask(layout, *lhs) | self.mask(layout, *rhs);
                has_masks(layout, *lhs) && is_one_value(both) || self.are_same(*lhs, *rhs)
            }
            Literal::Differ(lhs, rhs) => {
                let common = self.mask(layout, *lhs) & self.mask(layout, *rhs);
                has_masks(layout, *lhs) && common == 0 || self.relations.contains(literal)
            }
            Literal::Before(lhs, rhs) => {
                let procs = (self.as_proc(layout, *lhs), self.as_proc(layout, *rhs));
                match procs {
                    (Some(lhs), Some(rhs)) => self.before[lhs as usize] >> rhs & 1 == 1,
                    _ => self.relations.contains(literal),
                }
            }
            Literal::NotAfter(lhs, rhs) => {
                self.relations.contains(literal)
                    || self.implies(layout, &Literal::Before(*lhs, *rhs))
                    || match (lhs, rhs) {
                        (Node::Cell(lhs), Node::Cell(rhs)) => self.are_same(*lhs, *rhs),
                        (Node::Cell(cell), Node::Proc(proc))
                        | (Node::Proc(proc), Node::Cell(cell)) => {
                            self.mask(layout, *cell) == 1 << proc
                        }
                        (Node::Proc(lhs), Node::Proc(rhs)) => lhs == rhs,
                    }
            }
            Literal::Linear(constraint) => {
                if self.linear.contains(constraint) {
                    return true;
                }
                let shares_cell = |other: &Constraint| {
                    other
                        .parts
                        .iter()
                        .any(|(_, cell)| constraint.parts.iter().any(|(_, wanted)| wanted == cell))
                };
                if !self.linear.iter().any(shares_cell) {
                    return false;
                }
                let negated = constraint.negated();
                !may_be_feasible(self.linear.iter().chain(std::iter::once(&negated)))
            }
        }
    }

    /// Whether the literal is obviously false, without asking the arithmetic.
    pub fn refutes(&self, layout: &Layout<'_>, literal: &Literal) -> bool {
        match literal {
            Literal::In(cell, mask) => self.mask(layout, *cell) & mask == 0,
            Literal::Before(Node::Proc(lhs), Node::Proc(rhs)) => {
                lhs == rhs || self.before[*rhs as usize] >> lhs & 1 == 1
            }
            Literal::Linear(constraint) => constraint.constant_truth() == Some(false),
            _ => false,
        }
    }

    /// What the facts speak of, in a few bits; see [`Signature`].
    pub fn signature(&self, layout: &Layout<'_>) -> Signature {
        let mut signature = Signature::default();
        for (cell, mask) in &self.masks {
            signature.add_set(layout, *cell, *mask);
        }
        if !self.linear.is_empty() {
            signature.add(Signature::NUMBERS);
        }
        let has_order = |literal: &Literal| matches!(literal, Literal::Before(..));
        if self.before.iter().any(|after| *after != 0) || self.relations.iter().any(has_order) {
            signature.add(Signature::ORDER);
        }
        signature
    }

    /// The facts as literals, in one order.
    pub fn literals(&self) -> Vec<Literal> {
        let mut literals: Vec<Literal> =
            self.masks.iter().map(|(cell, mask)| Literal::In(*cell, *mask)).collect();
        for first in 0..self.n_procs {
            for second in 0..self.n_procs {
                if self.before[first] >> second & 1 == 1 && !self.has_between(first, second) {
                    let (first, second) = (Node::Proc(first as u8), Node::Proc(second as u8));
                    literals.push(Literal::Before(first, second));
                }
            }
        }
        literals.extend(self.relations.iter().cloned());
        literals.extend(self.linear.iter().cloned().map(Literal::Linear));
        literals.sort();
        literals
    }

    fn has_between(&self, first: usize, second: usize) -> bool {
        (0..self.n_procs).any(|between| {
            self.before[first] >> between & 1 == 1 && self.before[between] >> second & 1 == 1
        })
    }

    /// Drops constraints that the others imply.
    pub fn thin_out(&mut self) {
        let mut at = 0;
        while self.linear.len() > 1 && at < self.linear.len() {
            let negated = self.linear[at].negated();
            let others = self.linear.iter().enumerate().filter(|(index, _)| *index != at);
            let others = others.map(|(_, constraint)| constraint);
            let is_equation = self.linear[at].relation == Relation::Equal;
            if !is_equation && !may_be_feasible(others.chain(std::iter::once(&negated))) {
                self.linear.remove(at);
            } else {
                at += 1;
            }
        }
    }
}

/// Exactly one value; processes without a name are many.
pub fn is_one_value(mask: u64) -> bool {
    mask.count_ones() == 1 && mask & OTHER == 0
}

fn has_masks(layout: &Layout<'_>, cell: CellId) -> bool {
    matches!(layout.values(cell), Values::Enum(_) | Values::Proc)
}
