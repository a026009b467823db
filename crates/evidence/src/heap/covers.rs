//! Does a claim describe a heap? The claim's parts are looked for in the heap, one by one.
//!
//! Names of the claim get values of the heap as they are met. Each edge of the heap may be used
//! once; a structure of the claim uses blocks that are instances of its rule and structures of the
//! same predicate that lie on its way. All edges must be used in the end, or be left to the claim's
//! junk.

use std::collections::{BTreeMap, BTreeSet};

use shape::{
    Arg, Background, Block, Edge, Empty, Field, Guard, Kind, NodeId, PredId, Predicate, Predicates,
    Presence, Range, State, SymId, Value,
};

use super::cases::{fields_of, has_one_rule, rule_with};
use super::world::{apart, moved, moved_back, parts, peek, plus};

/// Choices that are followed before the claim is given up.
const PATIENCE: usize = 20_000;

/// Whether every concrete state that `heap` describes is one that `claim` describes. "No" means
/// nothing.
pub fn covers(heap: &State, claim: &State, preds: &Predicates) -> bool {
    share(heap, claim, preds).is_some()
}

/// The edges of the heap that the claim's own edges are made of; what is left is the claim's junk.
pub fn share(heap: &State, claim: &State, preds: &Predicates) -> Option<BTreeSet<NodeId>> {
    let is_fit = (claim.junk || !heap.junk) && heap.objects.keys().eq(claim.objects.keys());
    if !is_fit {
        return None;
    }
    let mut part = Part {
        heap,
        claim,
        preds,
        names: BTreeMap::new(),
        symbols: BTreeMap::new(),
        used: BTreeSet::new(),
        tasks: Vec::new(),
        owed: Vec::new(),
    };
    for (object, node) in &claim.objects {
        if !part.meet(Term::Claim(Value::Addr(*node, 0)), Value::Addr(heap.objects[object], 0)) {
            return None;
        }
    }
    for (var, value) in &claim.vars {
        let found = heap.vars.get(var).copied().unwrap_or(Value::Top);
        if !part.meet(Term::Claim(*value), found) {
            return None;
        }
    }
    let mut search = Patience { left: PATIENCE, share: BTreeSet::new() };
    part.finish(&mut search).then_some(search.share)
}

/// How far a search goes, and what it came to.
struct Patience {
    left: usize,
    share: BTreeSet<NodeId>,
}

/// A value, named by the claim or by the heap.
#[derive(Clone, Copy, Debug)]
enum Term {
    Claim(Value),
    Heap(Value),
}

#[derive(Clone, Debug)]
struct Task {
    pred: PredId,
    at: Value,
    params: Vec<Term>,
    /// Where a segment ends, with the parameters there; `None` for a whole structure.
    until: Option<(Term, Vec<Term>)>,
}

#[derive(Clone)]
struct Part<'s> {
    heap: &'s State,
    claim: &'s State,
    preds: &'s Predicates,
    names: BTreeMap<NodeId, Value>,
    symbols: BTreeMap<SymId, Value>,
    used: BTreeSet<NodeId>,
    tasks: Vec<Task>,
    /// What is demanded of numbers that had no value there.
    owed: Vec<(Term, Range)>,
}

impl Part<'_> {
    /// The term is this value of the heap.
    fn meet(&mut self, term: Term, found: Value) -> bool {
        let value = match term {
            // Unknown bytes are not equal to themselves.
            Term::Heap(value) => return value == found && found != Value::Top,
            Term::Claim(value) => value,
        };
        match value {
            Value::Top => true,
            Value::Num(_) | Value::Fun(_) => found == value,
            Value::Sym(sym) => match self.symbols.get(&sym) {
                Some(known) => *known == found && found != Value::Top,
                None => {
                    self.symbols.insert(sym, found);
                    let Some(demand) = self.claim.facts.get(&sym) else { return true };
                    match found {
                        Value::Num(number) => demand.contains(number),
                        Value::Sym(_) | Value::Sum(..) => is_number_in(self.heap, found, demand),
                        Value::Addr(..) | Value::Fun(_) | Value::Top => false,
                    }
                }
            },
            Value::Sum(sym, more) => match more.checked_neg().map(|less| plus(found, less)) {
                Some(Value::Top) | None => false,
                Some(base) => self.meet(Term::Claim(Value::Sym(sym)), base),
            },
            Value::Addr(node, bytes) => match self.names.get(&node) {
                Some(known) => moved(*known, bytes) == found && found != Value::Top,
                None => {
                    let base = moved_back(found, bytes);
                    if base == Value::Top {
                        return false;
                    }
                    self.names.insert(node, base);
                    let patterns =
                        |values: &[Value]| values.iter().map(|it| Term::Claim(*it)).collect();
                    match self.claim.edges.get(&node) {
                        None => true,
                        Some(Edge::Block(block)) => self.same_block(block, base),
                        Some(Edge::Ind { pred, args }) => {
                            let params = patterns(args);
                            self.tasks.push(Task { pred: *pred, at: base, params, until: None });
                            true
                        }
                        Some(Edge::Seg { pred, args, end, end_args }) => {
                            let until = Some((Term::Claim(*end), patterns(end_args)));
                            let params = patterns(args);
                            self.tasks.push(Task { pred: *pred, at: base, params, until });
                            true
                        }
                    }
                }
            },
        }
    }

    /// The heap's value of a term, if it has one by now.
    fn value_of(&self, term: Term) -> Option<Value> {
        let value = match term {
            Term::Heap(value) => value,
            Term::Claim(Value::Top) => return None,
            Term::Claim(value @ (Value::Num(_) | Value::Fun(_))) => value,
            Term::Claim(Value::Sym(sym)) => *self.symbols.get(&sym)?,
            Term::Claim(Value::Sum(sym, more)) => plus(*self.symbols.get(&sym)?, more),
            Term::Claim(Value::Addr(node, bytes)) => moved(*self.names.get(&node)?, bytes),
        };
        (value != Value::Top).then_some(value)
    }

    fn use_up(&mut self, at: Value) -> Option<(NodeId, Edge)> {
        let Value::Addr(node, 0) = at else { return None };
        let edge = self.heap.edges.get(&node)?.clone();
        self.used.insert(node).then_some((node, edge))
    }

    fn same_block(&mut self, claimed: &Block, at: Value) -> bool {
        let Some((_, Edge::Block(found))) = self.use_up(at) else { return false };
        let fits = match claimed.kind {
            // Of the bytes behind, nothing is claimed.
            Kind::AtLeast => is_of_heap(found.kind) && found.size >= claimed.size,
            Kind::Heap | Kind::Object(_) => {
                found.kind == claimed.kind && found.size == claimed.size
            }
        };
        if !fits {
            return false;
        }
        if claimed.background == Background::Zero {
            // Every byte that the claim leaves to the background has to be zero.
            let is_claimed = |byte: u64| {
                claimed.cells.iter().any(|(at, cell)| *at <= byte && byte < *at + cell.len)
            };
            let is_zero = found.background == Background::Zero
                && found.cells.iter().all(|(at, cell)| {
                    cell.value == Value::Num(0) || (*at..*at + cell.len).all(is_claimed)
                });
            if !is_zero {
                return false;
            }
        }
        claimed.cells.iter().all(|(offset, cell)| {
            self.meet(Term::Claim(cell.value), peek(&found, *offset, cell.len))
        })
    }

    fn finish(mut self, patience: &mut Patience) -> bool {
        loop {
            if patience.left == 0 {
                return false;
            }
            patience.left -= 1;
            // Whole structures leave no choice; segments with a known end little.
            let rank = |task: &Task| match &task.until {
                None => 0,
                Some((end, _)) => {
                    if self.value_of(*end).is_some() {
                        1
                    } else {
                        2
                    }
                }
            };
            let next = (0..self.tasks.len()).min_by_key(|at| rank(&self.tasks[*at]));
            let Some(next) = next else {
                let unnamed = self.claim.edges.keys().find(|node| !self.names.contains_key(node));
                return match unnamed {
                    Some(node) => self.guess(*node, patience),
                    None => {
                        let is_complete = self.is_complete();
                        if is_complete {
                            patience.share = self.used;
                        }
                        is_complete
                    }
                };
            };
            let task = self.tasks.remove(next);
            match &task.until {
                None => {
                    let is_met = match task.at {
                        Value::Num(0) => self.is_nothing(&task),
                        _ => self.advance(&task, None).is_some(),
                    };
                    if !is_met {
                        return false;
                    }
                }
                Some((end, end_args)) => {
                    let mut ended = self.clone();
                    if ended.end(&task, *end, end_args) && ended.finish(patience) {
                        return true;
                    }
                    let Some(predicate) = self.preds.get(task.pred) else { return false };
                    let links = super::cases::links(predicate);
                    return links.iter().any(|(link, ..)| {
                        let mut longer = self.clone();
                        longer.advance(&task, Some(*link)).is_some() && longer.finish(patience)
                    });
                }
            }
        }
    }

    /// Whether null is a structure of this kind.
    fn is_nothing(&mut self, task: &Task) -> bool {
        let preds = self.preds;
        match preds.get(task.pred).map(|predicate| &predicate.empty) {
            Some(Empty::AtNull(guards)) => self.require(guards, &task.params),
            Some(Empty::Never) | None => false,
        }
    }

    /// Parameters are in their ranges. One that has no value by now gets the only one there is, or is
    /// looked at again when everything has one.
    fn require(&mut self, guards: &[Guard], params: &[Term]) -> bool {
        for (param, range) in guards {
            let Some(term) = params.get(*param).copied() else { return false };
            match self.value_of(term) {
                Some(value) if !is_number_in(self.heap, value, range) => return false,
                Some(_) => {}
                None if range.lo == range.hi => {
                    if !self.meet(term, Value::Num(range.lo)) {
                        return false;
                    }
                }
                None => self.owed.push((term, range.clone())),
            }
        }
        true
    }

    fn is_nothing_owed(&self) -> bool {
        self.owed.iter().all(|(term, range)| {
            self.value_of(*term).is_some_and(|value| is_number_in(self.heap, value, range))
        })
    }

    /// The rule that a block is an instance of, as its numbers tell.
    fn rule_of(&self, predicate: &Predicate, block: &Block, params: &[Term]) -> Option<usize> {
        (0..predicate.rules.len()).find(|rule| {
            let mut fields = fields_of(predicate, *rule).map(|at| &predicate.fields[at]);
            let is_met = |(offset, len, field): &(u64, u64, Field)| match field {
                Field::Num(number) => peek(block, *offset, *len) == Value::Num(*number),
                Field::In(range) => is_number_in(self.heap, peek(block, *offset, *len), range),
                Field::Param(_)
                | Field::Link { .. }
                | Field::Own { .. }
                | Field::Stretch { .. } => true,
            };
            let mut guards = predicate.rules[*rule].guards.iter();
            let may_be = |(param, range): &Guard| {
                let value = params.get(*param).and_then(|term| self.value_of(*term));
                value.is_none_or(|value| is_number_in(self.heap, value, range))
            };
            fields.all(is_met) && guards.all(may_be)
        })
    }

    /// No name of the claim leads to this node: anything that is left may be it, and a segment may
    /// be empty.
    fn guess(self, node: NodeId, patience: &mut Patience) -> bool {
        let mut guesses: Vec<Value> = Vec::new();
        match self.claim.edges.get(&node) {
            Some(Edge::Seg { end, .. }) => guesses.extend(self.value_of(Term::Claim(*end))),
            Some(Edge::Ind { .. }) => guesses.push(Value::Num(0)),
            Some(Edge::Block(_)) | None => {}
        }
        let left = self.heap.edges.keys().filter(|it| !self.used.contains(it));
        guesses.extend(left.map(|it| Value::Addr(*it, 0)));
        guesses.into_iter().any(|guess| {
            let mut part = self.clone();
            part.meet(Term::Claim(Value::Addr(node, 0)), guess) && part.finish(patience)
        })
    }

    /// The segment is over here.
    fn end(&mut self, task: &Task, end: Term, end_args: &[Term]) -> bool {
        self.meet(end, task.at)
            && task.params.iter().zip(end_args).all(|(param, end_arg)| {
                match (self.value_of(*param), self.value_of(*end_arg)) {
                    (Some(value), _) => self.meet(*end_arg, value),
                    (None, Some(value)) => self.meet(*param, value),
                    // Anything is as good as anything, and every number is itself.
                    (None, None) => match (param, end_arg) {
                        (_, Term::Claim(Value::Top)) => true,
                        (Term::Claim(a), Term::Claim(b)) => a == b && parts(*a).is_some(),
                        _ => false,
                    },
                }
            })
    }

    /// Uses up what lies at the start of the structure, and goes on behind it.
    fn advance(&mut self, task: &Task, link: Option<usize>) -> Option<()> {
        let (this, edge) = self.use_up(task.at)?;
        let of_heap = |values: Vec<Value>| values.into_iter().map(Term::Heap).collect::<Vec<_>>();
        match edge {
            Edge::Block(block) => return self.instance(task, (this, &block), link),
            Edge::Ind { pred, args } => {
                let fits = says_more(self.preds, pred, task.pred, NESTING) && task.until.is_none();
                let is_met = fits && self.meet_some_choice((pred, task.pred), &task.params, &args);
                return is_met.then_some(());
            }
            Edge::Seg { pred, args, end, end_args } => {
                let fits = says_more(self.preds, pred, task.pred, NESTING);
                // Two numbers that differ at the ends: then there is a first instance.
                let is_something = args.iter().zip(&end_args).any(|it| match it {
                    (Value::Num(a), Value::Num(b)) => a != b,
                    (a, b) => match (parts(*a), parts(*b)) {
                        (Some((x, i)), Some((y, j))) => x == y && i != j,
                        _ => false,
                    },
                });
                let is_met = match is_something {
                    true => self.meet_some_choice((pred, task.pred), &task.params, &args),
                    false => self.meet_all(&task.params, &args),
                };
                if !fits || !is_met {
                    return None;
                }
                let params = of_heap(end_args);
                let (pred, until) = (task.pred, task.until.clone());
                self.tasks.push(Task { pred, at: end, params, until });
            }
        }
        Some(())
    }

    /// As [`Self::meet_all`], but a number that only chooses rules may be another one that leaves all
    /// the choices which the given one leaves: whatever rule holds at the start of the structure holds
    /// there still, and nothing else depends on it.
    fn meet_some_choice(
        &mut self,
        (given, wanted): (PredId, PredId),
        terms: &[Term],
        values: &[Value],
    ) -> bool {
        let Some(predicate) = self.preds.get(wanted).filter(|_| given == wanted) else {
            return self.meet_all(terms, values);
        };
        terms.len() == values.len()
            && terms.iter().zip(values).enumerate().all(|(param, (term, value))| {
                match (self.value_of(*term), value) {
                    (Some(Value::Num(wanted)), Value::Num(given)) if wanted != *given => {
                        is_mere_choice(predicate, param)
                            && predicate.rules.iter().all(|rule| {
                                allows(&rule.guards, param, wanted)
                                    || !allows(&rule.guards, param, *given)
                            })
                    }
                    // Of a wanted number that is not known, the rules that are left must not speak.
                    (Some(Value::Sym(_) | Value::Sum(..)), Value::Num(given))
                        if is_mere_choice(predicate, param) =>
                    {
                        predicate.rules.iter().all(|rule| {
                            rule.guards.iter().all(|(it, _)| *it != param)
                                || !allows(&rule.guards, param, *given)
                        })
                    }
                    _ => self.meet(*term, *value),
                }
            })
    }

    fn meet_all(&mut self, terms: &[Term], values: &[Value]) -> bool {
        terms.len() == values.len()
            && terms.iter().zip(values).all(|(term, value)| self.meet(*term, *value))
    }

    fn instance(
        &mut self,
        task: &Task,
        (this, block): (NodeId, &Block),
        through: Option<usize>,
    ) -> Option<()> {
        let predicate = self.preds.get(task.pred)?;
        if block.kind != Kind::Heap || block.size != predicate.size {
            return None;
        }
        let rule = match through {
            Some(link) => rule_with(predicate, link),
            None => self.rule_of(predicate, block, &task.params)?,
        };
        if !self.require(&predicate.rules[rule].guards, &task.params) {
            return None;
        }
        for at in fields_of(predicate, rule) {
            let (offset, len, field) = &predicate.fields[at];
            let found = peek(block, *offset, *len);
            let (pred, shift, args) = match field {
                Field::Num(number) if found == Value::Num(*number) => continue,
                Field::Num(_) => return None,
                Field::In(range) => {
                    if !is_number_in(self.heap, found, range) {
                        return None;
                    }
                    continue;
                }
                Field::Param(param) => {
                    if !self.meet(*task.params.get(*param)?, found) {
                        return None;
                    }
                    continue;
                }
                Field::Link { shift, args } => (task.pred, *shift, args),
                Field::Own { presence: Presence::Always, .. } if !self.is_block(found) => {
                    return None;
                }
                Field::Own { pred, args, .. } => (*pred, 0, args),
                Field::Stretch { pred, to } => {
                    let end = Term::Heap(peek(block, *to, *len));
                    let until = Some((end, Vec::new()));
                    self.tasks.push(Task { pred: *pred, at: found, params: Vec::new(), until });
                    continue;
                }
            };
            let params = args
                .iter()
                .map(|arg| match arg {
                    Arg::This(bytes) => Some(Term::Heap(Value::Addr(this, *bytes))),
                    Arg::Param(param) => task.params.get(*param).copied(),
                    Arg::Num(number) => Some(Term::Heap(Value::Num(*number))),
                    Arg::Plus(param, more) => {
                        let term = *task.params.get(*param)?;
                        let sum = match (self.value_of(term), term) {
                            (Some(value), _) => Term::Heap(plus(value, *more)),
                            (None, Term::Claim(value)) => Term::Claim(plus(value, *more)),
                            (None, Term::Heap(_)) => return None,
                        };
                        let (Term::Claim(value) | Term::Heap(value)) = sum;
                        (value != Value::Top).then_some(sum)
                    }
                })
                .collect::<Option<Vec<Term>>>()?;
            let until = task.until.clone().filter(|_| through == Some(at));
            self.tasks.push(Task { pred, at: moved_back(found, shift), params, until });
        }
        Some(())
    }

    /// Whether a block certainly starts at the address.
    fn is_block(&self, at: Value) -> bool {
        match at {
            Value::Addr(node, 0) => matches!(self.heap.edges.get(&node), Some(Edge::Block(_))),
            Value::Addr(..)
            | Value::Num(_)
            | Value::Sym(_)
            | Value::Sum(..)
            | Value::Fun(_)
            | Value::Top => false,
        }
    }

    fn is_complete(&self) -> bool {
        let is_heap = |edge: &Edge| match edge {
            Edge::Block(block) => is_of_heap(block.kind),
            Edge::Ind { .. } | Edge::Seg { .. } => true,
        };
        let mut edges = self.heap.edges.iter();
        self.is_nothing_owed()
            && edges
                .all(|(node, edge)| self.used.contains(node) || (self.claim.junk && is_heap(edge)))
    }
}

/// Whether the demands on one parameter are met by a number.
fn allows(guards: &[Guard], param: usize, number: i128) -> bool {
    guards.iter().all(|(it, range)| *it != param || range.contains(number))
}

/// Whether a parameter stands in the demands of rules and nowhere else in the definition.
fn is_mere_choice(predicate: &Predicate, param: usize) -> bool {
    let hands_on = |args: &[Arg]| {
        args.iter().any(|arg| match arg {
            Arg::Param(it) | Arg::Plus(it, _) => *it == param,
            Arg::This(_) | Arg::Num(_) => false,
        })
    };
    let stands_in = |field: &Field| match field {
        Field::Param(it) => *it == param,
        Field::Link { args, .. } | Field::Own { args, .. } => hands_on(args),
        Field::Num(_) | Field::In(_) | Field::Stretch { .. } => false,
    };
    let decides_nothing = match &predicate.empty {
        Empty::AtNull(guards) => guards.iter().all(|(it, _)| *it != param),
        Empty::Never => true,
    };
    decides_nothing && !predicate.fields.iter().any(|(.., field)| stands_in(field))
}

fn is_number_in(heap: &State, value: Value, range: &Range) -> bool {
    match value {
        Value::Num(number) => range.contains(number),
        Value::Sym(sym) => heap.facts.get(&sym).is_some_and(|known| known.is_within(range)),
        Value::Sum(sym, more) => {
            let known = heap.facts.get(&sym).and_then(|known| apart(known, more));
            known.is_some_and(|known| known.is_within(range))
        }
        Value::Top | Value::Addr(..) | Value::Fun(_) => false,
    }
}

fn is_of_heap(kind: Kind) -> bool {
    match kind {
        Kind::Heap | Kind::AtLeast => true,
        Kind::Object(_) => false,
    }
}

/// How deep rules are compared that own structures in turn.
const NESTING: usize = 4;

/// Whether every structure of one predicate is one of the other, at the same parameters.
///
/// Both have one rule, for a block of the same size. Take a structure of the one: at each instance
/// the other's rule holds, if each of its fields follows from one of the first rule's; what is
/// behind a link is a smaller structure of the one, and by induction of the other, provided that
/// the links are the same with the same things handed on. A field of the first rule that the
/// second does not name may be left out only if it owns no blocks.
fn says_more(preds: &Predicates, one: PredId, other: PredId, depth: usize) -> bool {
    if one == other {
        return true;
    }
    let (Some(one), Some(other)) = (preds.get(one), preds.get(other)) else { return false };
    let are_plain = has_one_rule(one) && has_one_rule(other);
    if depth == 0 || !are_plain || one.size != other.size || one.n_params != other.n_params {
        return false;
    }
    let follows = |demanded: &Field, given: &Field| match (demanded, given) {
        (Field::Num(a), Field::Num(b)) => a == b,
        (Field::In(range), Field::Num(number)) => range.contains(*number),
        (Field::In(range), Field::In(known)) => known.is_within(range),
        (Field::Param(a), Field::Param(b)) => a == b,
        (Field::Stretch { .. }, Field::Stretch { .. }) => demanded == given,
        (Field::Link { shift, args }, Field::Link { shift: its, args: others }) => {
            shift == its && args == others
        }
        // A null pointer owns nothing, which is a structure as well where nothing is demanded of it.
        (Field::Own { pred, presence: Presence::Perhaps, .. }, Field::Num(0)) => {
            preds.get(*pred).is_some_and(|inner| match &inner.empty {
                Empty::AtNull(demands) => demands.is_empty(),
                Empty::Never => false,
            })
        }
        (
            Field::Own { pred: wide, args, presence },
            Field::Own { pred: narrow, args: others, presence: given },
        ) => {
            let is_there = match presence {
                Presence::Perhaps => true,
                Presence::Always => *given == Presence::Always,
            };
            is_there && args == others && says_more(preds, *narrow, *wide, depth - 1)
        }
        _ => false,
    };
    let same_place = |a: &(u64, u64, Field), b: &(u64, u64, Field)| a.0 == b.0 && a.1 == b.1;
    let is_met = |demand: &(u64, u64, Field)| {
        let mut given = one.fields.iter();
        given.any(|it| same_place(it, demand) && follows(&demand.2, &it.2))
    };
    let is_named = |given: &(u64, u64, Field)| match &given.2 {
        Field::Num(_) | Field::In(_) | Field::Param(_) => true,
        Field::Link { .. } | Field::Own { .. } | Field::Stretch { .. } => {
            let mut demands = other.fields.iter();
            demands.any(|it| same_place(it, given) && follows(&it.2, &given.2))
        }
    };
    other.fields.iter().all(is_met) && one.fields.iter().all(is_named)
}
