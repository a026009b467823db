//! Ranks: differences of numbers that go down, never up, and not below 0.
//!
//! A view sees that a number of the centre went up, not that it comes closer to the reference's:
//! so it has runs on which it comes closer for ever. But a difference of two integers that is
//! never negative while the response is owed and falls infinitely often must rise infinitely often.
//! That is a condition of strong fairness, by which such runs are left out:
//!
//! > if steps that certainly lower the rank are taken infinitely often, so are steps that may raise it
//!
//! What a step does to a rank is read off the assignments ([`crate::differences`]).

use finite::{Compassion, RuleId};
use index::IdSet;
use protocol::{
    Action, Atomicity, DataRef, DataSort, DataTarget, DataValue, Formula, Property, PropertyDecl,
    Relation, Subject, System, Term, Update,
};

use crate::abstraction::Abstraction;
use crate::differences::{Shifted, ZERO, node_of};
use crate::plan::Purpose;
use crate::steps::Actor;
use crate::tickets::Tickets;

/// `over - under`, or `over` alone. Own variables are those of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    pub over: DataTarget,
    pub under: Option<DataTarget>,
}

/// What helps where a view alone does not show liveness.
#[derive(Clone, Debug, Default)]
pub struct Aids {
    pub ranks: Vec<Rank>,
    pub tickets: Vec<Tickets>,
}

/// More ranks than this make the abstraction too large.
const MAX_RANKS: usize = 4;

impl Aids {
    /// The ranks and lemmas that the text suggests.
    pub fn guess(system: &System) -> Self {
        let own = system.data.ids().map(DataTarget::Own);
        let centre = system.centre.data.ids().map(DataTarget::Centre);
        let all: Vec<DataTarget> = own.chain(centre).collect();
        let mut ranks = Vec::new();
        for over in all.iter().copied() {
            if steps_by(system, over, |by| by < 0) && is_natural(system, over) {
                ranks.push(Rank { over, under: None });
            }
            for under in all.iter().copied().filter(|under| *under != over) {
                let falls =
                    steps_by(system, over, |by| by < 0) || steps_by(system, under, |by| by > 0);
                if falls && may_meet(system, over, under) {
                    ranks.push(Rank { over, under: Some(under) });
                }
            }
        }
        ranks.truncate(MAX_RANKS);
        Self { ranks, tickets: Tickets::guess(system) }
    }

    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// The system with comparisons in it that the abstraction has to remember for the aids: a
    /// property that always holds is added.
    #[must_use]
    pub fn remembered_in(&self, system: &System) -> System {
        let mut atoms = Vec::new();
        let mut add = |relation, lhs: Term, rhs: Term| {
            atoms.push(Formula::Compare(relation, lhs, rhs));
        };
        for rank in &self.ranks {
            let under = rank.under.map_or(Term { base: None, offset: 0 }, own_term);
            add(Relation::LessEq, under, own_term(rank.over));
        }
        for lemma in &self.tickets {
            let (ticket, first) = (DataTarget::Own(lemma.ticket), DataTarget::Centre(lemma.first));
            let next = DataTarget::Centre(lemma.next);
            add(Relation::LessEq, own_term(first), own_term(next));
            add(Relation::LessEq, own_term(first), own_term(ticket));
            add(Relation::Eq, own_term(ticket), own_term(first));
            add(Relation::Less, own_term(ticket), own_term(next));
            let other = DataRef::Process(Subject::Other, lemma.ticket);
            add(Relation::Eq, own_term(ticket), Term { base: Some(other), offset: 0 });
        }
        let mut system = system.clone();
        let Some((_, first)) = system.properties.iter().next() else { return system };
        let span = first.span;
        let formula = Formula::Or(vec![Formula::True, Formula::And(atoms)]);
        let property = Property::Safety(formula);
        system.properties.push(PropertyDecl { name: "remembered".to_owned(), property, span });
        system
    }
}

/// The variable as a term of the process that is spoken of.
fn own_term(variable: DataTarget) -> Term {
    let base = match variable {
        DataTarget::Own(id) => DataRef::Process(Subject::Own, id),
        DataTarget::Centre(id) => DataRef::Centre(id),
    };
    Term { base: Some(base), offset: 0 }
}

fn is_natural(system: &System, variable: DataTarget) -> bool {
    let sort = match variable {
        DataTarget::Own(id) => system.data[id].sort,
        DataTarget::Centre(id) => system.centre.data[id].sort,
    };
    sort == DataSort::Nat
}

/// Whether some step adds a constant to the variable for which `is_it`.
fn steps_by(system: &System, variable: DataTarget, is_it: impl Fn(i64) -> bool) -> bool {
    let own = own_term(variable).base;
    actions(system).any(|action| match action {
        Action::SetData { target, value: DataValue::Term(term) } => {
            *target == variable && term.base == own && is_it(term.offset)
        }
        _ => false,
    })
}

/// Whether the two numbers are compared or one is assigned from the other: else their difference
/// says little.
fn may_meet(system: &System, lhs: DataTarget, rhs: DataTarget) -> bool {
    let (left, right) = (own_term(lhs).base, own_term(rhs).base);
    let compared = system.formulas().flat_map(Formula::all_atoms).any(|atom| match atom {
        Formula::Compare(_, a, b) => {
            (a.base, b.base) == (left, right) || (a.base, b.base) == (right, left)
        }
        _ => false,
    });
    compared
        || actions(system).any(|action| match action {
            Action::SetData { target, value: DataValue::Term(term) } => {
                *target == lhs && term.base == right || *target == rhs && term.base == left
            }
            _ => false,
        })
}

fn actions(system: &System) -> impl Iterator<Item = &Action> {
    let branches = system.rules.values().flat_map(|rule| rule.then.iter().chain(&rule.otherwise));
    branches.flat_map(|branch| &branch.actions)
}

/// What a step does to a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trend {
    Falls,
    Stays,
    MayRise,
}

impl Abstraction<'_> {
    /// Whether the rank is not negative, whatever the state under this control.
    pub(crate) fn is_bounded(&self, rank: Rank, control: finite::ControlId) -> bool {
        let system = self.explorer.states.system;
        let control = self.model.controls[control];
        let mut known = self.known_of(control.centre, Some(control.local));
        let node = |it| Shifted { node: node_of(system, it), by: 0 };
        let zero = Shifted { node: ZERO, by: 0 };
        known.less(node(rank.over), rank.under.map_or(zero, node));
        known.is_impossible()
    }

    /// The condition that every real run satisfies on which the rank is never negative.
    pub(crate) fn descent(&self, rank: Rank) -> Compassion {
        let rules = || self.model.system.rules.ids();
        let trend = |rule: &RuleId| self.trend(rank, *rule);
        let falls: IdSet<RuleId> = rules().filter(|it| trend(it) == Trend::Falls).collect();
        let rises: IdSet<RuleId> = rules().filter(|it| trend(it) == Trend::MayRise).collect();
        Compassion {
            name: "what falls again and again rises again and again".to_owned(),
            if_taken: falls,
            occupied: None,
            then_taken: rises,
        }
    }

    fn trend(&self, rank: Rank, rule: RuleId) -> Trend {
        let system = self.explorer.states.system;
        let label = self.model.labels[rule];
        let Purpose::Step(id) = label.purpose else { return Trend::Stays };
        let step = &system.rules[id];
        let control = self.model.controls[self.model.system.rules[rule].source];
        let actor = match label.actor {
            Actor::Reference => Some(control.local),
            Actor::Environment => label.cell.map(|bit| self.model.cells[bit].local),
            Actor::Centre => None,
        };
        let mut known = self.known_of(control.centre, actor);
        known.assume(&step.when, true);
        let mut trends = Vec::new();
        if step.guard.is_some() && system.atomicity == Atomicity::Stepwise {
            trends.push(Some(0));
        }
        for branch in step.then.iter().chain(&step.otherwise) {
            let change = |variable: DataTarget| match (variable, label.actor) {
                (DataTarget::Own(id), Actor::Environment | Actor::Centre) => {
                    let renumbers = |action: &Action| match action {
                        Action::Broadcast(broadcast) => {
                            let updates = broadcast.cases.iter().flat_map(|case| &case.updates);
                            updates.into_iter().any(
                                |it| matches!(it, Update::Number { target, .. } if *target == id),
                            )
                        }
                        _ => false,
                    };
                    (!branch.actions.iter().any(renumbers)).then_some(0)
                }
                _ => {
                    let itself = own_term(variable).base;
                    let elsewhere = |action: &Action| match action {
                        Action::SetData { target, value } => {
                            let from = |it: &DataValue| matches!(it, DataValue::Term(term) if term.base == itself);
                            *target == variable && !from(value)
                        }
                        _ => false,
                    };
                    if branch.actions.iter().any(elsewhere) {
                        return None;
                    }
                    let after = known.after(branch, variable)?;
                    (after.node == node_of(system, variable)).then_some(after.by)
                }
            };
            let over = change(rank.over);
            let under = rank.under.map_or(Some(0), change);
            trends.push(over.zip(under).map(|(over, under)| over - under));
        }
        if trends.iter().any(|by| by.is_none_or(|by| by > 0)) {
            Trend::MayRise
        } else if trends.iter().all(|by| by.is_some_and(|by| by < 0)) {
            Trend::Falls
        } else {
            Trend::Stays
        }
    }
}
