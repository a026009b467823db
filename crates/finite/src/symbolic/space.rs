//! Sets of states and their images.
//!
//! Each bit `b` of the system has two variables, `b` before and `b'` after a step, next to each
//! other. Only [`Remap`] rules use the second: an assignment's image is a cofactor, a
//! quantification over the bits that it writes and a conjunction with their new values; its preimage
//! is the cofactor at the new values, conjoined with the guard.

use index::{Id, IndexVec};
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::OptBool;
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, HasLevel,
    Manager, ManagerRef, Node, Subst,
};
use rustc_hash::FxHashMap;
use verdict::Budget;

use crate::{
    BitId, ControlId, Guard, Mask, Region, Remap, RuleId, State, Step, Stop, TransitionSystem,
};

pub(super) type Bdd = BCDDFunction;

/// A set of states: by control, the sets of bits.
#[derive(Clone, PartialEq, Eq)]
pub struct StateSet(pub(super) IndexVec<ControlId, Bdd>);

/// A set of states as plain data: a decision diagram with shared nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Children come before their parents. The first two are the constants false and true; their
    /// fields mean nothing.
    pub nodes: Vec<DiagramNode>,
    /// By control, an index into `nodes`.
    pub roots: IndexVec<ControlId, u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiagramNode {
    pub bit: BitId,
    /// Where to go if the bit is clear.
    pub low: u32,
    /// Where to go if the bit is set.
    pub high: u32,
}

/// A rule in terms of diagrams.
enum Translated {
    Assign { guard: Bdd, written: Bdd, after: Bdd },
    Remap { relation: Bdd },
}

/// A transition system, ready for symbolic questions.
pub struct Space<'a> {
    pub(super) system: &'a TransitionSystem,
    pub(super) budget: Budget,
    pub(super) before: Vec<Bdd>,
    pub(super) zero: Bdd,
    pub(super) one: Bdd,
    after: Vec<Bdd>,
    all_before: Bdd,
    all_after: Bdd,
    to_after: Subst<Bdd>,
    to_before: Subst<Bdd>,
    rules: IndexVec<RuleId, Translated>,
    /// The sets of bits that the system admits.
    admitted: Bdd,
}

/// Nodes of the shared table. Sixteen bytes each; pages are only touched when used.
const NODES: usize = 1 << 22;

/// A full table is an answer, not a crash.
pub(super) fn full<T>(result: oxidd::util::AllocResult<T>) -> Result<T, Stop> {
    result.map_err(|_| Stop::Full)
}

impl<'a> Space<'a> {
    pub fn new(system: &'a TransitionSystem, budget: &Budget) -> Result<Self, Stop> {
        let n_bits = system.bits.len();
        // The cache is cleared at the start; a large one takes longer than many a small question.
        let cache = match n_bits {
            0..=16 => 1 << 12,
            17..=40 => 1 << 16,
            _ => 1 << 18,
        };
        let nodes = if n_bits <= 16 { 1 << 18 } else { NODES };
        let manager: BCDDManagerRef = oxidd::bcdd::new_manager(nodes, cache, 1);
        let (vars, zero, one) = full(manager.with_manager_exclusive(|manager| {
            let n_vars = u32::try_from(2 * n_bits).expect("a mask has at most 256 bits");
            let range = manager.add_vars(n_vars);
            let vars = range.map(|var| Bdd::var(manager, var)).collect::<Result<Vec<_>, _>>()?;
            Ok((vars, Bdd::f(manager), Bdd::t(manager)))
        }))?;
        let before: Vec<Bdd> = vars.iter().step_by(2).cloned().collect();
        let after: Vec<Bdd> = vars.iter().skip(1).step_by(2).cloned().collect();
        let var_numbers = |offset: u32| -> Vec<u32> {
            (0..n_bits).map(|n| 2 * u32::try_from(n).expect("at most 256 bits") + offset).collect()
        };
        let mut space = Self {
            system,
            budget: budget.clone(),
            all_before: one.clone(),
            all_after: one.clone(),
            to_after: Subst::new(var_numbers(0), after.clone()),
            to_before: Subst::new(var_numbers(1), before.clone()),
            rules: IndexVec::new(),
            admitted: one.clone(),
            before,
            after,
            zero,
            one,
        };
        space.all_before = space.conjunction(space.before.iter().rev())?;
        space.all_after = space.conjunction(space.after.iter().rev())?;
        space.admitted = space.admitted_sets()?;
        for rule in system.rules.values() {
            space.check_budget()?;
            let translated = space.translate(&rule.step)?;
            space.rules.push(translated);
        }
        Ok(space)
    }

    /// Asks the clock as well: one operation on diagrams can take longer than many steps of
    /// other engines.
    pub(super) fn check_budget(&self) -> Result<(), Stop> {
        Ok(self.budget.check_clock()?)
    }

    pub fn empty(&self) -> StateSet {
        StateSet(IndexVec::from_elem(self.zero.clone(), self.system.controls.len()))
    }

    /// The states of the regions that the system admits.
    pub fn regions(&self, regions: &[Region]) -> Result<StateSet, Stop> {
        let mut set = self.empty();
        for region in regions {
            let bits = full(self.guard(&region.guard)?.and(&self.admitted))?;
            set.0[region.control] = full(set.0[region.control].or(&bits))?;
        }
        Ok(set)
    }

    pub fn initial(&self) -> Result<StateSet, Stop> {
        self.regions(&self.system.initial)
    }

    pub fn singleton(&self, state: State) -> Result<StateSet, Stop> {
        let all = Mask::first(self.system.bits.len());
        let mut set = self.empty();
        set.0[state.control] = self.cube(state.bits, all.minus(state.bits))?;
        Ok(set)
    }

    /// The part of the set whose controls satisfy the condition.
    pub fn at(&self, set: &StateSet, keep: impl Fn(ControlId) -> bool) -> StateSet {
        let part = set.0.iter().map(
            |(control, bits)| {
                if keep(control) { bits.clone() } else { self.zero.clone() }
            },
        );
        StateSet(part.collect())
    }

    /// The controls under which there are states of the set.
    pub fn controls_of(&self, set: &StateSet) -> impl Iterator<Item = ControlId> {
        set.0.iter().filter(|(_, bits)| **bits != self.zero).map(|(control, _)| control)
    }

    pub fn is_empty(&self, set: &StateSet) -> bool {
        set.0.values().all(|bits| *bits == self.zero)
    }

    pub fn union(&self, lhs: &StateSet, rhs: &StateSet) -> Result<StateSet, Stop> {
        self.zip(lhs, rhs, |lhs, rhs| lhs.or(rhs))
    }

    pub fn intersection(&self, lhs: &StateSet, rhs: &StateSet) -> Result<StateSet, Stop> {
        self.zip(lhs, rhs, |lhs, rhs| lhs.and(rhs))
    }

    pub fn difference(&self, lhs: &StateSet, rhs: &StateSet) -> Result<StateSet, Stop> {
        // `imp_strict` is `!lhs & rhs`.
        self.zip(lhs, rhs, |lhs, rhs| rhs.imp_strict(lhs))
    }

    fn zip(
        &self,
        lhs: &StateSet,
        rhs: &StateSet,
        operation: impl Fn(&Bdd, &Bdd) -> oxidd::util::AllocResult<Bdd>,
    ) -> Result<StateSet, Stop> {
        let pairs = lhs.0.values().zip(rhs.0.values());
        let set = pairs.map(|(lhs, rhs)| full(operation(lhs, rhs)));
        Ok(StateSet(set.collect::<Result<_, _>>()?))
    }

    /// The bits after a step of the rule from `bits`, at the rule's target.
    pub(super) fn image(&self, rule: RuleId, bits: &Bdd) -> Result<Bdd, Stop> {
        if *bits == self.zero {
            return Ok(self.zero.clone());
        }
        let image = match &self.rules[rule] {
            Translated::Assign { guard, written, after } => {
                let enabled = full(bits.apply_exists(BooleanOperator::And, guard, written))?;
                full(enabled.and(after))?
            }
            Translated::Remap { relation } => {
                let image =
                    full(bits.apply_exists(BooleanOperator::And, relation, &self.all_before))?;
                full(image.substitute(&self.to_before))?
            }
        };
        full(image.and(&self.admitted))
    }

    /// The bits from which a step of the rule leads into `bits`, at the rule's source.
    pub(super) fn preimage(&self, rule: RuleId, bits: &Bdd) -> Result<Bdd, Stop> {
        if *bits == self.zero {
            return Ok(self.zero.clone());
        }
        match &self.rules[rule] {
            Translated::Assign { guard, after, .. } => full(full(bits.restrict(after))?.and(guard)),
            Translated::Remap { relation } => {
                let target = full(bits.substitute(&self.to_after))?;
                full(target.apply_exists(BooleanOperator::And, relation, &self.all_after))
            }
        }
    }

    /// Some state of the set, always the same one.
    pub fn pick(&self, set: &StateSet) -> Option<State> {
        let (control, bits) = set.0.iter().find(|(_, bits)| **bits != self.zero)?;
        let cube = bits.pick_cube(|_, _, _| false)?;
        let set_bits = (0..self.system.bits.len()).filter(|n| cube[2 * n] == OptBool::True);
        Some(State { control, bits: set_bits.map(BitId::new).collect() })
    }

    /// Whether the state is in the set.
    pub fn contains(&self, set: &StateSet, state: State) -> bool {
        self.eval(&set.0[state.control], state.bits)
    }

    pub(super) fn eval(&self, set: &Bdd, bits: Mask) -> bool {
        let var = |n: usize| 2 * u32::try_from(n).expect("at most 256 bits");
        let n_bits = self.system.bits.len();
        set.eval((0..n_bits).map(|n| (var(n), bits.contains(BitId::new(n)))))
    }

    /// How many states the set has, as a floating-point number: it can be astronomical.
    pub fn count(&self, set: &StateSet) -> f64 {
        let diagram = self.export(set);
        // The share of all valuations below a node that satisfy it.
        let mut shares = vec![0.0, 1.0];
        for node in &diagram.nodes[2..] {
            shares.push((shares[node.low as usize] + shares[node.high as usize]) / 2.0);
        }
        let all = f64::from(u32::try_from(self.system.bits.len()).unwrap_or(u32::MAX)).exp2();
        diagram.roots.values().map(|root| shares[*root as usize] * all).sum()
    }

    /// The bits that are set in some state of the set, and those that are set in all of them.
    pub fn support(&self, set: &StateSet) -> Result<(Mask, Mask), Stop> {
        let mut some = Mask::EMPTY;
        let mut all = Mask::first(self.system.bits.len());
        for bits in set.0.values().filter(|bits| **bits != self.zero) {
            for (n, var) in self.before.iter().enumerate() {
                let bit = BitId::new(n);
                if full(bits.and(var))? != self.zero {
                    some.insert(bit);
                }
                if full(bits.imp(var))? != self.one {
                    all.remove(bit);
                }
            }
        }
        Ok((some, all))
    }

    /// The set as plain data.
    #[expect(
        clippy::mutable_key_type,
        reason = "a diagram hashes and compares by its node, which never changes"
    )]
    pub fn export(&self, set: &StateSet) -> Diagram {
        let constant = DiagramNode { bit: BitId::new(0), low: 0, high: 0 };
        let mut nodes = vec![constant, constant];
        let mut known: FxHashMap<Bdd, u32> = FxHashMap::default();
        known.insert(self.zero.clone(), 0);
        known.insert(self.one.clone(), 1);
        let mut roots = IndexVec::new();
        for bits in set.0.values() {
            self.export_node(bits, &mut nodes, &mut known);
            roots.push(known[bits]);
        }
        Diagram { nodes, roots }
    }

    /// Recursion is as deep as there are variables, at most [`Mask::MAX`].
    #[expect(
        clippy::mutable_key_type,
        reason = "a diagram hashes and compares by its node, which never changes"
    )]
    fn export_node(
        &self,
        bits: &Bdd,
        nodes: &mut Vec<DiagramNode>,
        known: &mut FxHashMap<Bdd, u32>,
    ) -> u32 {
        if let Some(node) = known.get(bits) {
            return *node;
        }
        let (high, low) = bits.cofactors().expect("constants are known from the beginning");
        let low = self.export_node(&low, nodes, known);
        let high = self.export_node(&high, nodes, known);
        let level = bits.with_manager_shared(|manager, edge| match manager.get_node(edge) {
            Node::Inner(node) => node.level(),
            Node::Terminal(_) => 0,
        });
        let index = u32::try_from(nodes.len()).expect("the table holds fewer than 2^32 nodes");
        nodes.push(DiagramNode { bit: BitId::new(level as usize / 2), low, high });
        known.insert(bits.clone(), index);
        index
    }

    pub(super) fn cube(&self, set: Mask, clear: Mask) -> Result<Bdd, Stop> {
        let mut cube = self.one.clone();
        // From the last variable to the first: each conjunction then adds one node on top.
        for bit in (set | clear).iter().collect::<Vec<_>>().into_iter().rev() {
            let var = &self.before[bit.index()];
            let literal = if set.contains(bit) { var.clone() } else { full(var.not())? };
            cube = full(literal.and(&cube))?;
        }
        Ok(cube)
    }

    fn conjunction<'b>(&self, parts: impl Iterator<Item = &'b Bdd>) -> Result<Bdd, Stop> {
        let mut all = self.one.clone();
        for part in parts {
            all = full(all.and(part))?;
        }
        Ok(all)
    }

    pub(super) fn some_of(&self, mask: Mask) -> Result<Bdd, Stop> {
        let none = self.cube(Mask::EMPTY, mask)?;
        full(none.not())
    }

    pub(super) fn guard(&self, guard: &Guard) -> Result<Bdd, Stop> {
        let mut bits = self.cube(guard.required, guard.forbidden)?;
        if guard.required.intersects(guard.forbidden) {
            return Ok(self.zero.clone());
        }
        for some in &guard.some_of {
            bits = full(bits.and(&self.some_of(*some)?))?;
        }
        Ok(bits)
    }

    fn admitted_sets(&self) -> Result<Bdd, Stop> {
        let mut admitted = self.one.clone();
        for group in &self.system.exclusive {
            // Folding from the last bit: `none` and `at_most_one` of the bits seen so far.
            let mut none = self.one.clone();
            let mut at_most_one = self.one.clone();
            for bit in group.iter().collect::<Vec<_>>().into_iter().rev() {
                let var = &self.before[bit.index()];
                at_most_one = full(var.ite(&none, &at_most_one))?;
                none = full(none.and(&full(var.not())?))?;
            }
            admitted = full(admitted.and(&at_most_one))?;
        }
        Ok(admitted)
    }

    fn translate(&self, step: &Step) -> Result<Translated, Stop> {
        match step {
            Step::Assign { guards, clear, set } => {
                let mut guard = self.zero.clone();
                for alternative in guards {
                    guard = full(guard.or(&self.guard(alternative)?))?;
                }
                let written = self.cube(*clear | *set, Mask::EMPTY)?;
                let after = self.cube(*set, clear.minus(*set))?;
                Ok(Translated::Assign { guard, written, after })
            }
            Step::Remap(maps) => {
                let mut relation = self.zero.clone();
                for map in maps {
                    self.check_budget()?;
                    relation = full(relation.or(&self.relation(map)?))?;
                }
                Ok(Translated::Remap { relation })
            }
        }
    }

    /// The three conditions in the header of [`crate::system`](crate::TransitionSystem), bit by bit.
    fn relation(&self, map: &Remap) -> Result<Bdd, Stop> {
        let alone = match map.mover {
            crate::Move::Alone { from, .. } => Some(from),
            crate::Move::None | crate::Move::Shared { .. } => None,
        };
        let mut relation = map
            .required()
            .map_or_else(|| Ok(self.one.clone()), |from| self.cube(Mask::of(from), Mask::EMPTY))?;
        let mut sources = vec![Mask::EMPTY; self.before.len()];
        for (n, image) in map.images.iter().enumerate() {
            if alone == Some(BitId::new(n)) {
                continue;
            }
            for target in image.iter() {
                sources[target.index()].insert(BitId::new(n));
            }
            let served = self.some_after(*image)?;
            relation = full(relation.and(&full(self.before[n].imp(&served))?))?;
        }
        for (n, sources) in sources.iter().enumerate() {
            if map.mover.to() == Some(BitId::new(n)) {
                relation = full(relation.and(&self.after[n]))?;
                continue;
            }
            let explained = self.some_of(*sources)?;
            relation = full(relation.and(&full(self.after[n].imp(&explained))?))?;
        }
        for met in &map.met {
            let mut some = self.zero.clone();
            for (n, image) in met.iter().enumerate() {
                if alone != Some(BitId::new(n)) && !image.is_empty() {
                    let here = full(self.before[n].and(&self.some_after(*image)?))?;
                    some = full(some.or(&here))?;
                }
            }
            relation = full(relation.and(&some))?;
        }
        Ok(relation)
    }

    fn some_after(&self, mask: Mask) -> Result<Bdd, Stop> {
        let mut some = self.zero.clone();
        for bit in mask.iter() {
            some = full(some.or(&self.after[bit.index()]))?;
        }
        Ok(some)
    }
}
