//! Concrete states of both sides, and what can happen in them.
//!
//! Everything here has the meaning of the real programs: values are of their real types, and a
//! step does what it says. Only the *choices* are few: what others write, what inputs give and
//! what variables begin with are taken from a small domain, the constants of the programs and
//! their neighbours. So a run that is found here is a run of the programs, and a set of runs
//! that is found here is a part of theirs.
//!
//! Of the source, on the other hand, all that it could do is gathered; where that is not possible
//! (a choice of its own among too many values, a search that is cut off, something that is not
//! modelled) the result says so.

use ir::{CompareOp, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::Accesses;
use crate::expr::{Ex, Node, Slot};
use crate::machine::{Label, Machine, Side, Step};
use crate::problem::Problem;
use crate::values::{Chosen, Valuation, Values};

/// Source states that are looked at from one on, unless somebody asks for more.
const CLOSURE: usize = 24;
/// Places of both sides from which on programs are large.
const LARGE: usize = 60;

/// What is seen of a concrete step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    Nothing,
    Call(String, Vec<i128>, Option<i128>),
    Return(Option<i128>),
    Abort,
    Error,
    Undefined,
    Unmodelled,
}

/// A step of the target.
#[derive(Clone, Debug)]
pub struct Move {
    pub step: usize,
    pub choices: Vec<i128>,
    pub to: usize,
    pub values: Values,
    pub seen: Seen,
}

/// Concrete states of a problem.
pub struct World<'p> {
    pub problem: &'p Problem,
    /// Values for slots of the target, and for choices.
    pub(crate) domains: FxHashMap<Slot, Vec<i128>>,
    pub(crate) general: Vec<i128>,
    /// How many of a slot's values come from states in which a proof failed.
    pub(crate) n_extra: FxHashMap<Slot, usize>,
    relation: Ex,
    pub(crate) accesses: Accesses,
    /// Slots that matter everywhere, by number.
    is_visible: Vec<bool>,
    /// Shared slots that the relation always makes equal.
    pub(crate) equal: FxHashSet<Slot>,
    /// Source states that are looked at from one on, without a label between them.
    pub closure: usize,
    /// States to start from, as far as runs start there.
    pub(crate) hints: Vec<Vec<(Slot, i128)>>,
}

impl<'p> World<'p> {
    /// `relation` is the conjunction of the problem's; `extra` are values worth trying, and `hints`
    /// states in which it may be hard to follow.
    pub fn new(
        problem: &'p Problem,
        relation: Ex,
        extra: &[(Slot, i128)],
        hints: &[Vec<(Slot, i128)>],
    ) -> Self {
        let mut world = Self {
            problem,
            domains: FxHashMap::default(),
            general: Vec::new(),
            n_extra: FxHashMap::default(),
            relation,
            accesses: Accesses::of(problem),
            is_visible: vec![false; problem.n_state()],
            equal: FxHashSet::default(),
            closure: CLOSURE,
            hints: hints.to_vec(),
        };
        for fact in &problem.relation {
            if let Node::Compare(CompareOp::Eq, a, b) = problem.exprs.node(fact.ex)
                && let (Node::Slot(a), Node::Slot(b)) =
                    (problem.exprs.node(a), problem.exprs.node(b))
                && problem.shared.iter().any(|pair| *pair == (a, b) || *pair == (b, a))
            {
                world.equal.extend([a, b]);
            }
        }
        for slot in problem.visible.iter().chain(problem.shared.iter().flat_map(|(a, b)| [a, b])) {
            world.is_visible[slot.index()] = true;
        }
        world.fill_domains(extra);
        world
    }

    pub(crate) fn domain(&self, slot: Slot) -> &[i128] {
        self.domains.get(&slot).map_or(&self.general, |values| values)
    }

    fn choice_domain(&self, slot: Slot) -> Vec<i128> {
        match self.problem.exprs.slot_type(slot) {
            Type::Bool => vec![0, 1],
            _ => self.general.clone(),
        }
    }

    /// Whether there are too many places to look at all states of all pairs.
    pub fn is_large(&self) -> bool {
        self.problem.target.n_places() + self.problem.source.n_places() > LARGE
    }

    pub fn is_related(&self, values: &Values) -> bool {
        self.problem.exprs.holds(self.relation, values) == Some(true)
    }

    /// Slots that no longer matter are zero, so that states that differ there only are one.
    fn normalise(&self, machine: &Machine, place: usize, values: &mut Values) {
        let live = &machine.live[place];
        values.retain(|slot| {
            self.is_visible[slot.index()]
                || self.problem.variables[slot.index()].side != machine.side
                || live.binary_search(&slot).is_ok()
        });
    }

    /// What the target can do next.
    pub fn moves(&self, place: usize, values: &Values) -> Vec<Move> {
        let target = &self.problem.target;
        let mut moves = Vec::new();
        for &index in &target.outgoing[place] {
            let step = &target.steps[index];
            let domains: Vec<Vec<i128>> =
                step.choices.iter().map(|slot| self.choice_domain(*slot)).collect();
            for choices in products(&domains) {
                if let Some((new, seen)) = self.taken(target, step, values, &choices) {
                    moves.push(Move { step: index, choices, to: step.to, values: new, seen });
                }
            }
        }
        moves
    }

    /// The state behind a step, if it can be taken.
    pub(crate) fn taken(
        &self,
        machine: &Machine,
        step: &Step,
        values: &Values,
        choices: &[i128],
    ) -> Option<(Values, Seen)> {
        let exprs = &self.problem.exprs;
        let chosen: Vec<(Slot, i128)> =
            step.choices.iter().copied().zip(choices.iter().copied()).collect();
        let all = Chosen { state: values, chosen: &chosen };
        if !exprs.holds(step.guard, &all)? {
            return None;
        }
        let seen = self.seen(&step.label, &all)?;
        let mut new = values.clone();
        for (slot, value) in &step.updates {
            new.set(*slot, exprs.eval(*value, &all)?);
        }
        self.normalise(machine, step.to, &mut new);
        Some((new, seen))
    }

    fn seen(&self, label: &Label, all: &Chosen<'_>) -> Option<Seen> {
        let exprs = &self.problem.exprs;
        Some(match label {
            Label::Silent => Seen::Nothing,
            Label::Call { function, arguments, result } => {
                let arguments: Option<Vec<i128>> =
                    arguments.iter().map(|it| exprs.eval(*it, all)).collect();
                Seen::Call(function.clone(), arguments?, result.and_then(|slot| all.of(slot)))
            }
            Label::Return(Some(value)) => Seen::Return(Some(exprs.eval(*value, all)?)),
            Label::Return(None) => Seen::Return(None),
            Label::Abort => Seen::Abort,
            Label::Error => Seen::Error,
            Label::Undefined(_) => Seen::Undefined,
            Label::Unmodelled(_) => Seen::Unmodelled,
        })
    }

    /// The part of a state that is the target's.
    pub fn only_target(&self, values: &Values) -> Values {
        let mut values = values.clone();
        values.retain(|slot| self.is_of_target(slot));
        values
    }

    /// The target's part of one state and the source's of another.
    pub fn joined(&self, own: &Values, source: &Values) -> Values {
        own.joined(source, |slot| self.is_of_target(slot))
    }

    fn is_of_target(&self, slot: Slot) -> bool {
        self.problem.variables.get(slot.index()).is_none_or(|it| it.side == Side::Target)
    }
}

/// All ways to take one value from each.
pub(crate) fn products(domains: &[Vec<i128>]) -> Vec<Vec<i128>> {
    let mut ways = vec![Vec::new()];
    for domain in domains {
        ways = ways
            .into_iter()
            .flat_map(|way: Vec<i128>| {
                domain.iter().map(move |value| {
                    let mut way = way.clone();
                    way.push(*value);
                    way
                })
            })
            .take(200)
            .collect();
    }
    ways
}
