//! Whether one state describes all that another does.
//!
//! A search for the values of the right state's nodes and symbols among those of the left, from
//! variables and objects inwards, with backtracking where a segment may end in several places and a
//! bound on the work. Edges of the left are used up one by one; at the end none may be left.
//!
//! *Sound*: "yes" is a way to deal every concrete state's blocks out to the right's edges: given
//! one for the left, each right edge takes the blocks of the left edges that it used up, by the
//! definition of the predicates. Nothing is said by "no".

use std::collections::{BTreeMap, BTreeSet};

use crate::predicate::{
    Arg, Empty, Field, Guard, Place, PredId, Predicate, Predicates, Presence, is_something,
};
use crate::state::{Background, Block, Edge, Kind, State};
use crate::value::{NodeId, Range, SymId, Value};

/// Steps of a search.
const FUEL: usize = 4_000;

pub fn is_included(left: &State, right: &State, preds: &Predicates) -> bool {
    used_up(left, right, preds).is_some()
}

/// The edges of the left that the right's take, if the right describes all that the left does;
/// what is left over is junk of the right's.
pub fn used_up(left: &State, right: &State, preds: &Predicates) -> Option<BTreeSet<NodeId>> {
    if left.junk && !right.junk {
        return None;
    }
    let is_same_object = left.objects.keys().eq(right.objects.keys());
    if !are_alike(left, right) || !is_same_object {
        return None;
    }
    let mut work = Work { fuel: FUEL, used: BTreeSet::new() };
    let mut search = Search {
        context: Context { left, right, preds },
        nodes: BTreeMap::new(),
        syms: BTreeMap::new(),
        used: BTreeSet::new(),
        open: right.edges.keys().copied().collect(),
        goals: Vec::new(),
        demands: Vec::new(),
    };
    for (object, node) in &right.objects {
        if !search.value(Value::Addr(*node, 0), Value::Addr(left.objects[object], 0)) {
            return None;
        }
    }
    for (var, value) in &right.vars {
        if !search.value(*value, left.var(*var)) {
            return None;
        }
    }
    search.run(&mut work).then_some(work.used)
}

/// Whether the left says something of every variable of the right's, the same number where that says
/// one: most states that are not included fail here.
fn are_alike(left: &State, right: &State) -> bool {
    let mut known = left.vars.iter();
    right.vars.iter().all(|(var, value)| {
        let found = known.find(|(it, _)| *it >= var).filter(|(it, _)| *it == var);
        found.is_some_and(|(_, found)| match value {
            Value::Num(_) | Value::Fun(_) => found == value,
            Value::Addr(..) | Value::Sym(_) | Value::Sum(..) | Value::Top => true,
        })
    })
}

/// What a search may still do, and what it has found.
struct Work {
    fuel: usize,
    used: BTreeSet<NodeId>,
}

#[derive(Clone, Copy)]
struct Context<'s> {
    left: &'s State,
    right: &'s State,
    preds: &'s Predicates,
}

/// A value that a goal names: one of the right, or one of the left already.
#[derive(Clone, Copy, Debug)]
enum Pattern {
    Right(Value),
    Left(Value),
}

/// What is still to be found in the left state.
#[derive(Clone, Debug)]
enum Goal {
    Whole { pred: PredId, at: Value, args: Vec<Pattern> },
    Segment { pred: PredId, at: Value, args: Vec<Pattern>, end: Pattern, end_args: Vec<Pattern> },
}

#[derive(Clone)]
struct Search<'s> {
    context: Context<'s>,
    nodes: BTreeMap<NodeId, Value>,
    syms: BTreeMap<SymId, Value>,
    used: BTreeSet<NodeId>,
    /// Edges of the right that have not become goals yet.
    open: BTreeSet<NodeId>,
    goals: Vec<Goal>,
    /// What parameters have to be that are not known yet.
    demands: Vec<(Pattern, Range)>,
}

impl Search<'_> {
    /// The right's value is the left's here.
    fn value(&mut self, right: Value, left: Value) -> bool {
        match right {
            Value::Top => true,
            Value::Num(_) | Value::Fun(_) => left == right,
            Value::Sym(sym) => {
                if let Some(known) = self.syms.get(&sym) {
                    return *known == left && left != Value::Top;
                }
                self.syms.insert(sym, left);
                match self.context.right.facts.get(&sym) {
                    None => true,
                    Some(range) => {
                        self.context.left.range(left).is_some_and(|it| it.is_within(range))
                    }
                }
            }
            Value::Sum(sym, more) => {
                let base = left.less(more);
                base != Value::Top && self.value(Value::Sym(sym), base)
            }
            Value::Addr(node, offset) => {
                if let Some(known) = self.nodes.get(&node) {
                    return known.plus(offset) == left && left != Value::Top;
                }
                let value = left.minus(offset);
                if value == Value::Top {
                    return false;
                }
                self.nodes.insert(node, value);
                true
            }
        }
    }

    fn pattern(&mut self, pattern: Pattern, left: Value) -> bool {
        match pattern {
            Pattern::Right(value) => self.value(value, left),
            Pattern::Left(value) => value == left && left != Value::Top,
        }
    }

    /// What a pattern stands for, if that is known by now.
    fn resolve(&self, pattern: Pattern) -> Option<Value> {
        let value = match pattern {
            Pattern::Left(value) => value,
            Pattern::Right(value @ (Value::Num(_) | Value::Fun(_))) => value,
            Pattern::Right(Value::Sym(sym)) => *self.syms.get(&sym)?,
            Pattern::Right(Value::Sum(sym, more)) => self.syms.get(&sym)?.added(more),
            Pattern::Right(Value::Addr(node, offset)) => self.nodes.get(&node)?.plus(offset),
            Pattern::Right(Value::Top) => return None,
        };
        (value != Value::Top).then_some(value)
    }

    /// The left's structure has the parameters that are wanted, or others that are as good. Of a segment,
    /// this is so only if it is something.
    fn as_good(&mut self, pred: PredId, wanted: &[Pattern], given: &[Value]) -> bool {
        wanted.len() == given.len()
            && wanted.iter().zip(given).enumerate().all(|(param, (wanted, given))| {
                match self.resolve(*wanted) {
                    Some(wanted) => self.context.preds[pred].is_as_good_at(param, *given, wanted),
                    None => self.pattern(*wanted, *given),
                }
            })
    }

    fn same(&mut self, wanted: &[Pattern], given: &[Value]) -> bool {
        wanted.iter().zip(given).all(|(wanted, given)| self.pattern(*wanted, *given))
    }

    /// Two patterns stand for one value.
    fn unify(&mut self, a: Pattern, b: Pattern) -> bool {
        match (self.resolve(a), self.resolve(b)) {
            (Some(value), _) => self.pattern(b, value),
            (None, Some(value)) => self.pattern(a, value),
            (None, None) => match (a, b) {
                (_, Pattern::Right(Value::Top)) => true,
                (Pattern::Right(a), Pattern::Right(b)) => a == b && a.symbolic().is_some(),
                _ => false,
            },
        }
    }

    fn run(mut self, work: &mut Work) -> bool {
        loop {
            if work.fuel == 0 {
                return false;
            }
            work.fuel -= 1;
            let Some(goal) = self.next_goal() else {
                return match self.open_next() {
                    Opened::Some => self.run(work),
                    Opened::Impossible => false,
                    Opened::Stuck(node) => self.try_starts(node, work),
                    Opened::Done => {
                        let is_done = self.is_all_used() && self.are_demands_met();
                        if is_done {
                            work.used = self.used;
                        }
                        is_done
                    }
                };
            };
            match goal {
                Goal::Whole { pred, at, args } => {
                    if !self.whole(pred, at, &args) {
                        return false;
                    }
                }
                Goal::Segment { pred, at, args, end, end_args } => {
                    return self.segment(pred, at, (&args, end, &end_args), work);
                }
            }
        }
    }

    /// Whole structures first, then segments whose end is known.
    fn next_goal(&mut self) -> Option<Goal> {
        let rank = |goal: &Goal| match goal {
            Goal::Whole { .. } => 0,
            Goal::Segment { end, .. } if self.resolve(*end).is_some() => 1,
            Goal::Segment { .. } => 2,
        };
        let index = (0..self.goals.len()).min_by_key(|index| rank(&self.goals[*index]))?;
        if rank(&self.goals[index]) == 2 && self.has_open_block() {
            return None;
        }
        Some(self.goals.remove(index))
    }

    fn has_open_block(&self) -> bool {
        self.open.iter().any(|node| self.nodes.contains_key(node))
    }

    /// Turns an edge of the right whose node has a value into a goal.
    fn open_next(&mut self) -> Opened {
        let is_block = |node: &&NodeId| self.context.right.block(**node).is_some();
        let ready: Vec<NodeId> =
            self.open.iter().filter(|node| self.nodes.contains_key(node)).copied().collect();
        let Some(node) = ready.iter().find(is_block).or(ready.first()).copied() else {
            return self.open.first().map_or(Opened::Done, |node| Opened::Stuck(*node));
        };
        self.open.remove(&node);
        let at = self.nodes[&node];
        let patterns = |values: &[Value]| values.iter().map(|it| Pattern::Right(*it)).collect();
        match &self.context.right.edges[&node] {
            Edge::Block(block) => {
                if !self.block(block, at) {
                    return Opened::Impossible;
                }
            }
            Edge::Ind { pred, args } => {
                self.goals.push(Goal::Whole { pred: *pred, at, args: patterns(args) });
            }
            Edge::Seg { pred, args, end, end_args } => self.goals.push(Goal::Segment {
                pred: *pred,
                at,
                args: patterns(args),
                end: Pattern::Right(*end),
                end_args: patterns(end_args),
            }),
        }
        Opened::Some
    }

    /// Nothing leads forward to this node of the right, as to the start of a list of which only
    /// the last element is known. Every edge of the left that is left over may be it, and it may
    /// be empty.
    fn try_starts(self, node: NodeId, work: &mut Work) -> bool {
        let Context { left, right, .. } = self.context;
        let empty = match right.edges.get(&node) {
            Some(Edge::Seg { end, .. }) => self.resolve(Pattern::Right(*end)),
            Some(Edge::Ind { .. }) => Some(Value::NULL),
            Some(Edge::Block(_)) | None => None,
        };
        let unused = left.edges.keys().filter(|it| !self.used.contains(it));
        let starts = unused.map(|it| Value::Addr(*it, 0)).chain(empty);
        let mut starts: Vec<Value> = starts.collect();
        starts.dedup();
        starts.into_iter().any(|start| {
            let mut search = self.clone();
            search.nodes.insert(node, start);
            search.run(work)
        })
    }

    fn is_all_used(&self) -> bool {
        let Context { left, right, .. } = self.context;
        left.edges.iter().all(|(node, edge)| {
            let is_heap = match edge {
                Edge::Block(block) => block.kind.is_heap(),
                Edge::Ind { .. } | Edge::Seg { .. } => true,
            };
            self.used.contains(node) || (right.junk && is_heap)
        })
    }

    /// The left's edge at this value, used up.
    fn take(&mut self, at: Value) -> Option<(NodeId, Edge)> {
        let Value::Addr(node, 0) = at else { return None };
        let edge = self.context.left.edges.get(&node)?;
        self.used.insert(node).then(|| (node, edge.clone()))
    }

    fn block(&mut self, right: &Block, at: Value) -> bool {
        let Some((_, Edge::Block(left))) = self.take(at) else { return false };
        let fits = match right.kind {
            Kind::AtLeast => left.kind.is_heap() && left.size >= right.size,
            Kind::Heap | Kind::Object(_) => left.size == right.size && left.kind == right.kind,
        };
        if !fits {
            return false;
        }
        if right.background == Background::Zero {
            let is_zero = |(offset, cell): (&u64, &crate::Cell)| {
                cell.value == Value::Num(0) || covers(right, *offset, cell.len)
            };
            if left.background != Background::Zero || !left.cells.iter().all(is_zero) {
                return false;
            }
        }
        right
            .cells
            .iter()
            .all(|(offset, cell)| self.value(cell.value, left.read(*offset, cell.len)))
    }

    fn whole(&mut self, pred: PredId, at: Value, args: &[Pattern]) -> bool {
        if at == Value::NULL {
            return match &self.context.preds[pred].empty {
                Empty::AtNull(guards) => self.demand(guards, args),
                Empty::Never => false,
            };
        }
        match self.take(at) {
            None => false,
            Some((_, Edge::Ind { pred: it, args: values })) => {
                if pred == it {
                    return self.as_good(pred, args, &values);
                }
                self.context.preds.is_within(it, pred) && self.same(args, &values)
            }
            Some((_, Edge::Seg { pred: it, args: values, end, end_args })) => {
                let fits = match pred == it && is_something(&values, &end_args) {
                    true => self.as_good(pred, args, &values),
                    false => self.context.preds.is_within(it, pred) && self.same(args, &values),
                };
                let args = end_args.into_iter().map(Pattern::Left).collect();
                self.goals.push(Goal::Whole { pred, at: end, args });
                fits
            }
            Some((node, Edge::Block(block))) => {
                let predicate = &self.context.preds[pred];
                let Some(rule) = self.rule_for(predicate, &block, args) else { return false };
                self.demand(&predicate.rules[rule].guards, args)
                    && self.instance((predicate, rule), pred, (node, &block), args, None).is_some()
            }
        }
    }

    /// The first rule whose numbers the block has.
    fn rule_for(&self, predicate: &Predicate, block: &Block, args: &[Pattern]) -> Option<usize> {
        let is_met = |(offset, len, field): &Place| match field {
            Field::Num(number) => block.read(*offset, *len) == Value::Num(*number),
            Field::In(range) => {
                let known = self.context.left.range(block.read(*offset, *len));
                known.is_some_and(|known| known.is_within(range))
            }
            Field::Param(_) | Field::Link { .. } | Field::Own { .. } | Field::Stretch { .. } => {
                true
            }
        };
        let mut fitting = predicate.fitting(is_met);
        fitting.find(|rule| self.may_be_met(&predicate.rules[*rule].guards, args))
    }

    /// Whether what is known by now meets what a rule demands.
    fn may_be_met(&self, guards: &[Guard], args: &[Pattern]) -> bool {
        guards.iter().all(|(param, range)| {
            let value = args.get(*param).and_then(|arg| self.resolve(*arg));
            value.is_none_or(|value| self.is_in(value, range))
        })
    }

    fn is_in(&self, value: Value, range: &Range) -> bool {
        self.context.left.range(value).is_some_and(|known| known.is_within(range))
    }

    /// Parameters have to be what a rule demands: one that is not known is the number that is demanded,
    /// and if there are several it is looked at in the end.
    fn demand(&mut self, guards: &[Guard], args: &[Pattern]) -> bool {
        guards.iter().all(|(param, range)| {
            let Some(arg) = args.get(*param).copied() else { return false };
            match self.resolve(arg) {
                Some(value) => self.is_in(value, range),
                None if range.lo == range.hi => self.pattern(arg, Value::Num(range.lo)),
                None => {
                    self.demands.push((arg, range.clone()));
                    true
                }
            }
        })
    }

    fn are_demands_met(&self) -> bool {
        let is_met = |(arg, range): &(Pattern, Range)| {
            self.resolve(*arg).is_some_and(|value| self.is_in(value, range))
        };
        self.demands.iter().all(is_met)
    }

    /// A block of the left is an instance of the rule, with the structures behind its links but
    /// the hole as goals. The value at the hole, if there is one.
    fn instance(
        &mut self,
        (predicate, rule): (&Predicate, usize),
        pred: PredId,
        (node, block): (NodeId, &Block),
        params: &[Pattern],
        hole: Option<usize>,
    ) -> Option<Value> {
        if block.size != predicate.size || block.kind != Kind::Heap {
            return None;
        }
        let mut at_hole = Value::Top;
        for (index, (offset, len, field)) in predicate.rule(rule) {
            let value = block.read(*offset, *len);
            match field {
                Field::Num(number) if value != Value::Num(*number) => return None,
                Field::Num(_) => {}
                Field::In(range) => {
                    if !self.context.left.range(value)?.is_within(range) {
                        return None;
                    }
                }
                Field::Param(param) => {
                    if !self.pattern(*params.get(*param)?, value) {
                        return None;
                    }
                }
                Field::Link { shift, .. } if hole == Some(index) => at_hole = value.minus(*shift),
                Field::Link { shift, args } => {
                    let args = self.handed(args, node, params)?;
                    self.goals.push(Goal::Whole { pred, at: value.minus(*shift), args });
                }
                Field::Own { presence: Presence::Always, .. }
                    if value.node().is_none_or(|it| self.context.left.block(it).is_none()) =>
                {
                    return None;
                }
                Field::Own { pred, args, .. } => {
                    let args = self.handed(args, node, params)?;
                    self.goals.push(Goal::Whole { pred: *pred, at: value, args });
                }
                Field::Stretch { pred, to } => {
                    let (args, end_args) = (Vec::new(), Vec::new());
                    let end = Pattern::Left(block.read(*to, *len));
                    self.goals.push(Goal::Segment { pred: *pred, at: value, args, end, end_args });
                }
            }
        }
        Some(at_hole)
    }

    fn segment(
        mut self,
        pred: PredId,
        at: Value,
        (args, end, end_args): (&[Pattern], Pattern, &[Pattern]),
        work: &mut Work,
    ) -> bool {
        let mut empty = self.clone();
        let is_empty = empty.pattern(end, at)
            && args.iter().zip(end_args).all(|(arg, end_arg)| empty.unify(*arg, *end_arg));
        if is_empty && empty.run(work) {
            return true;
        }
        let predicate = &self.context.preds[pred];
        match self.take(at) {
            None => false,
            Some((_, Edge::Ind { .. })) => false,
            Some((_, Edge::Seg { pred: it, args: values, end: to, end_args: handed })) => {
                let fits = match pred == it && is_something(&values, &handed) {
                    true => self.as_good(pred, args, &values),
                    false => self.context.preds.is_within(it, pred) && self.same(args, &values),
                };
                if !fits {
                    return false;
                }
                let args = handed.into_iter().map(Pattern::Left).collect();
                let end_args = end_args.to_vec();
                self.goals.push(Goal::Segment { pred, at: to, args, end, end_args });
                self.run(work)
            }
            Some((node, Edge::Block(block))) => predicate.links().any(|(hole, _, link_args)| {
                let mut search = self.clone();
                let rule = predicate.rule_of(hole);
                if !search.demand(&predicate.rules[rule].guards, args) {
                    return false;
                }
                let block = (node, &block);
                let next = search.instance((predicate, rule), pred, block, args, Some(hole));
                let (Some(next), Some(args)) = (next, search.handed(link_args, node, args)) else {
                    return false;
                };
                let end_args = end_args.to_vec();
                search.goals.push(Goal::Segment { pred, at: next, args, end, end_args });
                search.run(work)
            }),
        }
    }
}

enum Opened {
    Some,
    Impossible,
    /// Edges are left, and this is the first.
    Stuck(NodeId),
    Done,
}

impl Search<'_> {
    fn handed(&self, args: &[Arg], node: NodeId, params: &[Pattern]) -> Option<Vec<Pattern>> {
        let one = |arg: &Arg| match arg {
            Arg::This(bytes) => Some(Pattern::Left(Value::Addr(node, *bytes))),
            Arg::Param(param) => params.get(*param).copied(),
            Arg::Num(number) => Some(Pattern::Left(Value::Num(*number))),
            Arg::Plus(param, more) => {
                let param = *params.get(*param)?;
                let sum = match (self.resolve(param), param) {
                    (Some(value), _) => Pattern::Left(value.added(*more)),
                    (None, Pattern::Right(value)) => Pattern::Right(value.added(*more)),
                    (None, Pattern::Left(_)) => return None,
                };
                let (Pattern::Left(value) | Pattern::Right(value)) = sum;
                (value != Value::Top).then_some(sum)
            }
        };
        args.iter().map(one).collect()
    }
}

/// Whether one cell of the block covers these bytes.
fn covers(block: &Block, offset: u64, len: u64) -> bool {
    let before = block.cells.range(..=offset).next_back();
    before.is_some_and(|(at, cell)| offset + len <= at + cell.len)
}
