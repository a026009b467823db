//! Writes the loop in which somebody goes on.

use index::IndexVec;
use ir::{
    Access, ArithOp, Body, CompareOp, EdgeId, Expr, ExprId, HavocCause, Initial, IntType,
    LocationId, Op, Program, Provenance, Scope, Type, Var, VarId, VarOrigin,
};

use super::named::{Named, NamedThread};
use super::turns::{depths, places};
use super::{COUNT, Crowd, ENDED, FIRST_PLACE, MOST_THREADS, NOT_BEGUN, NUMBER, OneLoop, Thread};
use crate::inline::Limits;

/// What places and threads are told apart by.
const PLACE: IntType = IntType::unsigned(16);
const WHO: IntType = IntType::unsigned(8);

pub(super) fn write(named: Named, limits: Limits) -> Result<OneLoop, &'static str> {
    let written = written(&named)?;
    let Written { program, head, extra, threads, crowds } = written;
    let Extra { somebody, joined, handle, which } = extra;
    let beside = named.beside;
    Ok(OneLoop { program, head, somebody, joined, handle, which, threads, crowds, beside, limits })
}

fn crowds(threads: &[NamedThread]) -> Vec<Crowd> {
    let mut crowds: Vec<Crowd> = Vec::new();
    for (index, thread) in threads.iter().enumerate().filter(|(_, it)| it.is_of_crowd) {
        let Some(created_at) = thread.created_at else { continue };
        match crowds.iter_mut().find(|crowd| crowd.created_at == created_at) {
            Some(crowd) => crowd.threads.push(index),
            None => crowds.push(Crowd { created_at, threads: vec![index], counts: Vec::new() }),
        }
    }
    crowds
}

struct Written {
    program: Program,
    head: LocationId,
    extra: Extra,
    threads: Vec<Thread>,
    crowds: Vec<Crowd>,
}

/// Variables of the loop's own, beside what is said of each thread.
#[derive(Clone, Copy)]
struct Extra {
    somebody: VarId,
    joined: VarId,
    handle: VarId,
    which: VarId,
}

fn written(named: &Named) -> Result<Written, &'static str> {
    let entry = named.program.entry;
    let old = named.program.functions[entry].body.as_ref().ok_or("there is no body")?;
    let mut program = named.program.clone();
    let mut var = |name: String, ty: Type, scope: Scope, initial: Initial| {
        program.vars.push(Var {
            name: name.into(),
            ty,
            scope,
            origin: VarOrigin::Temporary,
            span: source::Span::default(),
            initial,
        })
    };
    let not_begun = Initial::Bits(NOT_BEGUN as u128);
    let pcs: Vec<VarId> = (1..=named.threads.len())
        .map(|it| var(format!("%pc{it}"), Type::Int(PLACE), Scope::Global, not_begun))
        .collect();
    let results: Vec<VarId> = (1..=named.threads.len())
        .map(|it| var(format!("%ended{it}"), Type::Pointer, Scope::Global, Initial::Bits(0)))
        .collect();
    let numbers: Vec<Option<VarId>> = (named.threads.iter().enumerate())
        .map(|(index, thread)| {
            let name = format!("%number{}", index + 1);
            let none = Initial::Bits(0);
            thread.number.is_none().then(|| var(name, Type::Int(NUMBER), Scope::Global, none))
        })
        .collect();
    let local = Scope::Local(entry);
    let somebody = var("%somebody".to_owned(), Type::Int(WHO), local, Initial::Unknown);
    let joined = var("%joined".to_owned(), Type::Pointer, local, Initial::Unknown);
    let number = Type::Int(named.program.model.size_type());
    let handle = var("%handle".to_owned(), number, local, Initial::Unknown);
    let which = var("%which_of_crowd".to_owned(), Type::Int(WHO), local, Initial::Unknown);
    let extra = Extra { somebody, joined, handle, which };
    let mut body = Body::new();
    for (id, location) in old.locations.iter().skip(2) {
        debug_assert_eq!(body.locations.len(), index::Id::index(id), "locations keep their ids");
        let new = body.add_location();
        body.locations[new].label = location.label;
    }
    (body.entry, body.exit) = (old.entry, old.exit);
    let head = body.add_location();
    let chosen = body.add_location();
    let mut waiting: Vec<Vec<LocationId>> = Vec::new();
    let mut coming: Vec<IndexVec<LocationId, Option<u32>>> = Vec::new();
    for thread in &named.threads {
        let depths = depths(old, thread.begin)?;
        waiting.push(places(&named.program, old, thread.begin, &depths));
        coming.push(depths);
    }
    if waiting.iter().any(|places| places.len() + FIRST_PLACE >= usize::from(u16::MAX)) {
        return Err("a thread has too many places");
    }
    let mut writer = Writer {
        named,
        old,
        program,
        body,
        head,
        chosen,
        extra,
        pcs,
        numbers,
        results,
        waiting,
        crowds: crowds(&named.threads),
        there: Vec::new(),
    };
    writer.count();
    writer.begin();
    let mut threads = Vec::new();
    for (index, depths) in coming.iter().enumerate() {
        let begins = writer.dispatch(index);
        for (location, _) in depths.iter().filter(|(_, depth)| depth.is_some()) {
            for edge in &old.locations[location].outgoing {
                writer.step(index, *edge);
            }
        }
        threads.push(Thread {
            name: named.threads[index].name.clone(),
            arguments: named.threads[index].arguments.clone(),
            number: writer.numbers[index],
            pc: writer.pcs[index],
            ended_with: writer.results[index],
            created_at: named.threads[index].created_at,
            places: writer.waiting[index].clone(),
            begins,
        });
    }
    let Writer { mut program, body, crowds, .. } = writer;
    program.functions[entry].body = Some(body);
    Ok(Written { program, head, extra, threads, crowds })
}

struct Writer<'n> {
    named: &'n Named,
    old: &'n Body,
    program: Program,
    body: Body,
    head: LocationId,
    /// Behind the choice of somebody.
    chosen: LocationId,
    extra: Extra,
    pcs: Vec<VarId>,
    /// Of threads whose number is not the same in all runs.
    numbers: Vec<Option<VarId>>,
    /// What the threads ended with.
    results: Vec<VarId>,
    waiting: Vec<Vec<LocationId>>,
    crowds: Vec<Crowd>,
    /// What holds of the counts of crowds wherever a turn begins.
    there: Vec<ExprId>,
}

impl Writer<'_> {
    /// Counts how many threads of each crowd wait where.
    fn count(&mut self) {
        for crowd in 0..self.crowds.len() {
            let threads = self.crowds[crowd].threads.clone();
            let most = self.program.exprs.int(COUNT, i128::from(MOST_THREADS));
            let mut sum = self.program.exprs.int(COUNT, 0);
            for place in 0..self.waiting[threads[0]].len() {
                let count = self.program.vars.push(Var {
                    name: format!("%at{crowd}.{place}").into(),
                    ty: Type::Int(COUNT),
                    scope: Scope::Global,
                    origin: VarOrigin::Temporary,
                    span: source::Span::default(),
                    initial: Initial::Bits(0),
                });
                self.crowds[crowd].counts.push(count);
                let count = self.program.exprs.var(count);
                let mut followed = self.program.exprs.int(COUNT, 0);
                for thread in &threads {
                    let is_there = self.is_at(*thread, FIRST_PLACE + place);
                    let one = self.program.exprs.int(COUNT, 1);
                    let none = self.program.exprs.int(COUNT, 0);
                    let one = self.program.exprs.intern(Expr::Ite(is_there, one, none));
                    followed = self.program.exprs.intern(Expr::Arith(ArithOp::Add, followed, one));
                }
                let no_fewer = self.compare(CompareOp::Le, followed, count);
                let no_more = self.compare(CompareOp::Le, count, most);
                self.there.extend([no_fewer, no_more]);
                sum = self.program.exprs.intern(Expr::Arith(ArithOp::Add, sum, count));
            }
            let no_more = self.compare(CompareOp::Le, sum, most);
            self.there.push(no_more);
        }
    }

    /// One more or one less of a crowd at a place.
    fn counted(&mut self, thread: usize, place: usize, more: i128) -> Option<Op> {
        let crowd = self.crowds.iter().find(|crowd| crowd.threads.contains(&thread))?;
        let target = crowd.counts[place];
        let count = self.program.exprs.var(target);
        let more = self.program.exprs.int(COUNT, more);
        let value = self.program.exprs.intern(Expr::Arith(ArithOp::Add, count, more));
        Some(Op::Assign { target, value })
    }

    /// The first thread stands at its beginning, with any arguments.
    fn begin(&mut self) {
        let none = Provenance::default();
        let mut at = self.body.entry;
        for &target in &self.named.threads[0].arguments {
            at = self.then(at, Op::Havoc { target, cause: HavocCause::Input }, none);
        }
        let set = self.stands_at(0, FIRST_PLACE);
        self.body.add_edge(at, self.head, set, none);
        let choice = Op::Havoc { target: self.extra.somebody, cause: HavocCause::Input };
        self.body.add_edge(self.head, self.chosen, choice, none);
    }

    /// The ways from the head to the places of a thread; where its turns begin.
    fn dispatch(&mut self, thread: usize) -> Vec<LocationId> {
        let none = Provenance::default();
        let mut begins = Vec::new();
        for (index, place) in self.waiting[thread].clone().into_iter().enumerate() {
            let who = self.program.exprs.int(WHO, thread as i128);
            let somebody = self.program.exprs.var(self.extra.somebody);
            let is_it = self.compare(CompareOp::Eq, somebody, who);
            let is_there = self.is_at(thread, FIRST_PLACE + index);
            let condition = self.program.exprs.intern(Expr::And(is_it, is_there));
            let op = Op::Assume { condition };
            if self.crowds.is_empty() {
                self.body.add_edge(self.chosen, place, op, none);
                begins.push(place);
                continue;
            }
            let begin = self.then(self.chosen, op, none);
            begins.push(begin);
            let mut at = begin;
            for condition in self.there.clone() {
                at = self.then(at, Op::Assume { condition }, none);
            }
            let leaves = self.counted(thread, index, -1).unwrap_or(Op::Skip);
            self.body.add_edge(at, place, leaves, none);
        }
        begins
    }

    /// A step of a thread, and what it leads to: a place where it waits, or one where it goes on.
    fn step(&mut self, thread: usize, id: EdgeId) {
        let old = self.old;
        let edge = &old.edges[id];
        let from_here = edge.provenance;
        let ops = match &edge.op {
            // The program ends with its entry function, other threads with theirs.
            Op::Return { .. } if thread == 0 => {
                self.body.add_edge(edge.from, edge.to, edge.op.clone(), from_here);
                return;
            }
            Op::Return { .. } => {
                let result = self.named.threads[thread].result;
                let result = result.filter(|it| self.program.vars[*it].ty == Type::Pointer);
                let value = result.map(|var| self.program.exprs.var(var));
                return self.end(thread, edge.from, value, from_here);
            }
            Op::ThreadExit { value } => {
                return self.end(thread, edge.from, Some(*value), from_here);
            }
            Op::ThreadCreate { handle, argument, .. } => {
                let of_crowd = self.named.threads.iter().enumerate();
                let of_crowd =
                    of_crowd.filter(|(_, it)| it.is_of_crowd && it.created_at == Some(id));
                let of_crowd: Vec<usize> = of_crowd.map(|(index, _)| index).collect();
                match of_crowd.is_empty() {
                    true => self.create(id, *handle, *argument),
                    false => {
                        return self.create_of_crowd(thread, edge, &of_crowd, (*handle, *argument));
                    }
                }
            }
            Op::ThreadJoin { thread, result } => self.join(*thread, *result),
            Op::ThreadSelf { target } => {
                let value = match (self.program.vars[*target].ty, self.numbers[thread]) {
                    (Type::Int(ty), None) => {
                        let number = self.named.threads[thread].number.unwrap_or_default();
                        self.program.exprs.int(ty, i128::from(number))
                    }
                    (Type::Int(ty), Some(number)) if ty.width >= NUMBER.width => {
                        self.number_as(ty, number)
                    }
                    _ => return self.unsupported(edge, "the number of a thread that is none"),
                };
                vec![Op::Assign { target: *target, value }]
            }
            Op::Await { condition } => vec![Op::Assume { condition: *condition }],
            Op::AtomicBegin(_) | Op::AtomicEnd => vec![Op::Skip],
            op => vec![op.clone()],
        };
        self.along(thread, edge.from, ops, (edge.to, from_here));
    }

    /// Steps one after the other, and what they lead to.
    fn along(
        &mut self,
        thread: usize,
        from: LocationId,
        ops: Vec<Op>,
        (to, from_here): (LocationId, Provenance),
    ) {
        let mut at = from;
        let (last, before) = ops.split_last().map_or((Op::Skip, &[][..]), |(l, b)| (l.clone(), b));
        for op in before {
            at = self.then(at, op.clone(), from_here);
        }
        match self.waiting[thread].iter().position(|place| *place == to) {
            Some(index) => {
                let mut at = self.then(at, last, from_here);
                if let Some(comes) = self.counted(thread, index, 1) {
                    at = self.then(at, comes, Provenance::default());
                }
                let set = self.stands_at(thread, FIRST_PLACE + index);
                self.body.add_edge(at, self.head, set, Provenance::default());
            }
            None => {
                self.body.add_edge(at, to, last, from_here);
            }
        }
    }

    /// One of those that are followed and have not begun, or another one.
    fn create_of_crowd(
        &mut self,
        thread: usize,
        edge: &ir::Edge,
        of_crowd: &[usize],
        (handle, argument): (Option<ExprId>, ExprId),
    ) {
        let which = self.extra.which;
        let choice = Op::Havoc { target: which, cause: HavocCause::Input };
        let chosen = self.then(edge.from, choice, edge.provenance);
        let which = self.program.exprs.var(which);
        let mut is_another = self.program.exprs.intern(Expr::Bool(true));
        for index in of_crowd {
            let number = self.program.exprs.int(WHO, *index as i128);
            let condition = self.compare(CompareOp::Eq, which, number);
            let not_it = self.compare(CompareOp::Ne, which, number);
            is_another = self.program.exprs.intern(Expr::And(is_another, not_it));
            let has_not_begun = self.is_at(*index, NOT_BEGUN);
            let mut ops = vec![Op::Assume { condition }, Op::Assume { condition: has_not_begun }];
            if let &[target] = self.named.threads[*index].arguments.as_slice() {
                ops.push(Op::Assign { target, value: argument });
            }
            self.give_number(*index, handle, &mut ops);
            ops.extend(self.counted(*index, 0, 1));
            ops.push(self.stands_at(*index, FIRST_PLACE));
            self.along(thread, chosen, ops, (edge.to, edge.provenance));
        }
        let mut ops = vec![Op::Assume { condition: is_another }];
        self.tell_any_number(handle, &mut ops);
        ops.extend(of_crowd.first().and_then(|first| self.counted(*first, 0, 1)));
        self.along(thread, chosen, ops, (edge.to, edge.provenance));
    }

    /// A number that none of those has that are followed.
    fn give_number(&mut self, index: usize, handle: Option<ExprId>, ops: &mut Vec<Op>) {
        let Some(target) = self.numbers[index] else { return };
        ops.push(Op::Havoc { target, cause: HavocCause::Unmodelled });
        let own = self.program.exprs.var(target);
        let zero = self.program.exprs.int(NUMBER, 0);
        let condition = self.compare(CompareOp::Ne, own, zero);
        ops.push(Op::Assume { condition });
        for other in 0..self.named.threads.len() {
            let condition = match (self.named.threads[other].number, self.numbers[other]) {
                // There is always the first thread.
                (Some(number), _) => {
                    let number = self.program.exprs.int(NUMBER, i128::from(number));
                    self.compare(CompareOp::Ne, own, number)
                }
                (None, Some(number)) if other != index => {
                    let number = self.program.exprs.var(number);
                    let differs = self.compare(CompareOp::Ne, own, number);
                    let has_not_begun = self.is_at(other, NOT_BEGUN);
                    self.program.exprs.intern(Expr::Or(has_not_begun, differs))
                }
                _ => continue,
            };
            ops.push(Op::Assume { condition });
        }
        if let Some(pointer) = handle {
            let ty = self.program.model.size_type();
            let value = self.number_as(ty, target);
            let access = Access { ty: Type::Int(ty), is_volatile: false };
            ops.push(Op::Store { pointer, value, access });
        }
    }

    fn number_as(&mut self, ty: IntType, number: VarId) -> ExprId {
        let number = self.program.exprs.var(number);
        match ty == NUMBER {
            true => number,
            false => self.program.exprs.intern(Expr::Convert(Type::Int(ty), number)),
        }
    }

    fn tell_any_number(&mut self, handle: Option<ExprId>, ops: &mut Vec<Op>) {
        let Some(pointer) = handle else { return };
        let ty = Type::Int(self.program.model.size_type());
        let target = self.extra.handle;
        ops.push(Op::Havoc { target, cause: HavocCause::Unmodelled });
        let value = self.program.exprs.var(target);
        ops.push(Op::Store { pointer, value, access: Access { ty, is_volatile: false } });
    }

    fn unsupported(&mut self, edge: &ir::Edge, what: &str) {
        let op = Op::Unsupported { what: what.into() };
        self.body.add_edge(edge.from, edge.to, op, edge.provenance);
    }

    fn end(
        &mut self,
        thread: usize,
        from: LocationId,
        value: Option<ExprId>,
        provenance: Provenance,
    ) {
        let target = self.results[thread];
        let op = match value {
            Some(value) => Op::Assign { target, value },
            None => Op::Havoc { target, cause: HavocCause::Uninitialised },
        };
        let at = self.then(from, op, provenance);
        let set = self.stands_at(thread, ENDED);
        self.body.add_edge(at, self.head, set, Provenance::default());
    }

    /// The handle gets the number; the new thread stands at its beginning.
    fn create(&mut self, step: EdgeId, handle: Option<ExprId>, argument: ExprId) -> Vec<Op> {
        let is_it = |it: &NamedThread| it.created_at == Some(step);
        let Some(index) = self.named.threads.iter().position(is_it) else {
            return vec![Op::Unsupported { what: "a thread that is not known".into() }];
        };
        let thread = &self.named.threads[index];
        let mut ops = Vec::new();
        if let &[target] = thread.arguments.as_slice() {
            ops.push(Op::Assign { target, value: argument });
        }
        let Some(number) = thread.number else {
            self.give_number(index, handle, &mut ops);
            ops.push(self.stands_at(index, FIRST_PLACE));
            return ops;
        };
        if let Some(pointer) = handle {
            let ty = self.program.model.size_type();
            let value = self.program.exprs.int(ty, i128::from(number));
            let access = Access { ty: Type::Int(ty), is_volatile: false };
            ops.push(Op::Store { pointer, value, access });
        }
        ops.push(self.stands_at(index, FIRST_PLACE));
        ops
    }

    /// Goes on when the thread has ended; what is no thread of the program's is not waited for, which
    /// gives more runs, not fewer.
    fn join(&mut self, thread: ExprId, result: Option<ExprId>) -> Vec<Op> {
        let Type::Int(ty) = self.program.type_of(thread) else {
            return vec![Op::Unsupported { what: "joining what is no number".into() }];
        };
        let mut ops = Vec::new();
        let mut value = self.program.exprs.intern(Expr::Null);
        for index in 0..self.named.threads.len() {
            let Some(number) = self.named.threads[index].number else { continue };
            let number = self.program.exprs.int(ty, i128::from(number));
            let is_other = self.compare(CompareOp::Ne, thread, number);
            let has_ended = self.is_at(index, ENDED);
            let condition = self.program.exprs.intern(Expr::Or(is_other, has_ended));
            ops.push(Op::Assume { condition });
            let own = self.program.exprs.var(self.results[index]);
            value = self.program.exprs.intern(Expr::Ite(is_other, value, own));
        }
        for index in 0..self.named.threads.len() {
            let Some(number) = self.numbers[index] else { continue };
            let number = self.number_as(ty, number);
            let is_other = self.compare(CompareOp::Ne, thread, number);
            let has_not_begun = self.is_at(index, NOT_BEGUN);
            let has_ended = self.is_at(index, ENDED);
            let is_over = self.program.exprs.intern(Expr::Or(has_not_begun, has_ended));
            let condition = self.program.exprs.intern(Expr::Or(is_other, is_over));
            ops.push(Op::Assume { condition });
        }
        if let Some(pointer) = result {
            // What it is if there is no such thread, nobody knows.
            let any = self.program.exprs.var(self.extra.joined);
            ops.push(Op::Havoc { target: self.extra.joined, cause: HavocCause::Unmodelled });
            let is_known = self.is_known(thread, ty);
            let value = self.program.exprs.intern(Expr::Ite(is_known, value, any));
            let access = Access { ty: Type::Pointer, is_volatile: false };
            ops.push(Op::Store { pointer, value, access });
        }
        ops
    }

    fn is_known(&mut self, thread: ExprId, ty: IntType) -> ExprId {
        let mut known = self.program.exprs.intern(Expr::Bool(false));
        for index in 0..self.named.threads.len() {
            let Some(number) = self.named.threads[index].number else { continue };
            let number = self.program.exprs.int(ty, i128::from(number));
            let is_it = self.compare(CompareOp::Eq, thread, number);
            known = self.program.exprs.intern(Expr::Or(known, is_it));
        }
        known
    }

    fn stands_at(&mut self, thread: usize, place: usize) -> Op {
        let value = self.program.exprs.int(PLACE, place as i128);
        Op::Assign { target: self.pcs[thread], value }
    }

    fn is_at(&mut self, thread: usize, place: usize) -> ExprId {
        let pc = self.program.exprs.var(self.pcs[thread]);
        let place = self.program.exprs.int(PLACE, place as i128);
        self.compare(CompareOp::Eq, pc, place)
    }

    fn compare(&mut self, op: CompareOp, a: ExprId, b: ExprId) -> ExprId {
        self.program.exprs.intern(Expr::Compare(op, a, b))
    }

    fn then(&mut self, at: LocationId, op: Op, provenance: Provenance) -> LocationId {
        let next = self.body.add_location();
        self.body.add_edge(at, next, op, provenance);
        next
    }
}
