//! What the loop must do for each step of a thread.

use ir::{
    Access, ArithOp, Body, CompareOp, Edge, EdgeId, Expr, ExprId, HavocCause, IntType, LocationId,
    Op, Program, Type, VarId,
};
use ir_passes::one_loop::{
    COUNT, Crowd, ENDED, FIRST_PLACE, MOST_THREADS, NOT_BEGUN, NUMBER, OneLoop,
};

use super::calls::Call;
use super::{is_counter, number_of_place, wrong};
use crate::induction::Refusal;

pub(super) struct Steps<'a> {
    pub together: &'a OneLoop,
    pub calls: &'a [Call],
    /// As the program sees them, where that is the same in all runs.
    pub numbers: &'a [Option<u32>],
    /// Those with higher numbers are the loop's own.
    pub n_vars: usize,
    /// Of the loop.
    pub new: &'a Body,
}

impl Steps<'_> {
    fn program(&self) -> &Program {
        &self.together.program
    }

    /// The counters are counters, and the first thread stands at its beginning.
    pub fn beginning(&self) -> Result<(), Refusal> {
        let mut own = index::IdSet::new();
        let known = self.calls.iter().flat_map(|call| call.arguments.iter().chain(&call.result));
        own.extend(known.copied());
        for thread in &self.together.threads {
            if !is_counter(self.program(), thread.pc) || !own.insert(thread.pc) {
                return Err(wrong("a counter is something else"));
            }
            if !own.insert(thread.ended_with) {
                return Err(wrong("two threads end with one result"));
            }
            if let Some(number) = thread.number
                && (!is_counter(self.program(), number)
                    || self.program().vars[number].ty != Type::Int(NUMBER)
                    || index::Id::index(number) < self.n_vars
                    || !own.insert(number))
            {
                return Err(wrong("a number is something else"));
            }
        }
        for crowd in &self.together.crowds {
            let first =
                crowd.threads.first().map(|first| self.together.threads[*first].places.len());
            if first != Some(crowd.counts.len()) {
                return Err(wrong("not every place is counted"));
            }
            for count in &crowd.counts {
                if !is_counter(self.program(), *count)
                    || self.program().vars[*count].ty != Type::Int(COUNT)
                    || index::Id::index(*count) < self.n_vars
                    || !own.insert(*count)
                {
                    return Err(wrong("a count is something else"));
                }
            }
        }
        let choices = [self.together.somebody, self.together.which];
        let unknown = [self.together.handle, self.together.joined];
        for var in choices.into_iter().chain(unknown) {
            if index::Id::index(var) < self.n_vars || !own.insert(var) {
                return Err(wrong("a choice is something else"));
            }
        }
        if NOT_BEGUN != 0 || ENDED == 0 || FIRST_PLACE <= ENDED {
            return Err(wrong("counters have no numbers for what they say"));
        }
        let passed = self.calls[0].arguments.iter();
        let any = |target: &VarId| Op::Havoc { target: *target, cause: HavocCause::Input };
        let mut ops: Vec<Op> = passed.map(any).collect();
        ops.push(self.stands_at(0, number_of_place(0))?);
        self.does(self.new.entry, &ops, self.together.head)
    }

    /// From the head the thread can be chosen wherever it stands.
    pub fn choices(&self, thread: usize) -> Result<(), Refusal> {
        let somebody = self.together.somebody;
        let choice = Op::Havoc { target: somebody, cause: HavocCause::Input };
        let who = self.number(somebody, thread as i128)?;
        for (index, place) in self.together.threads[thread].places.iter().enumerate() {
            let pc = self.together.threads[thread].pc;
            let is_it = self.equals(somebody, who)?;
            let is_there = self.equals(pc, self.number(pc, number_of_place(index))?)?;
            let condition = self.find(Expr::And(is_it, is_there))?;
            let mut ops = vec![choice.clone(), Op::Assume { condition }];
            if !self.together.crowds.is_empty() {
                let known = self.known_of_counts()?.into_iter();
                ops.extend(known.map(|condition| Op::Assume { condition }));
                ops.push(self.counted(thread, index, -1)?.unwrap_or(Op::Skip));
            }
            self.does(self.together.head, &ops, *place)?;
        }
        Ok(())
    }

    /// What holds of counts where a turn begins, when everybody waits: no fewer threads are at a place than those
    /// that are followed and there, and there are no more than there are numbers.
    fn known_of_counts(&self) -> Result<Vec<ExprId>, Refusal> {
        let mut known = Vec::new();
        for crowd in &self.together.crowds {
            let (none, one) = (self.int(COUNT, 0)?, self.int(COUNT, 1)?);
            let most = self.int(COUNT, i128::from(MOST_THREADS))?;
            let mut all = none;
            for (place, count) in crowd.counts.iter().enumerate() {
                let count = self.find(Expr::Var(*count))?;
                let mut followed = none;
                for thread in &crowd.threads {
                    let pc = self.together.threads[*thread].pc;
                    let is_there = self.equals(pc, self.number(pc, number_of_place(place))?)?;
                    let this = self.find(Expr::Ite(is_there, one, none))?;
                    followed = self.find(Expr::Arith(ArithOp::Add, followed, this))?;
                }
                known.push(self.find(Expr::Compare(CompareOp::Le, followed, count))?);
                known.push(self.find(Expr::Compare(CompareOp::Le, count, most))?);
                all = self.find(Expr::Arith(ArithOp::Add, all, count))?;
            }
            known.push(self.find(Expr::Compare(CompareOp::Le, all, most))?);
        }
        Ok(known)
    }

    /// One thread of a crowd more or less at a place; nothing is counted of others.
    fn counted(&self, thread: usize, place: usize, more: i128) -> Result<Option<Op>, Refusal> {
        let mut crowds = self.together.crowds.iter();
        let Some(crowd) = crowds.find(|crowd| crowd.threads.contains(&thread)) else {
            return Ok(None);
        };
        let target = *crowd.counts.get(place).ok_or_else(|| wrong("a place is not counted"))?;
        let count = self.find(Expr::Var(target))?;
        let more = self.find(Expr::Int(COUNT, COUNT.wrap(more)))?;
        let value = self.find(Expr::Arith(ArithOp::Add, count, more))?;
        Ok(Some(Op::Assign { target, value }))
    }

    /// The loop does what the thread does along that edge.
    pub fn step(&self, thread: usize, id: EdgeId, edge: &Edge) -> Result<(), Refusal> {
        let ops = match &edge.op {
            // No run goes on behind these, and none fails there.
            Op::Halt { .. } => return Ok(()),
            Op::Return { .. } if thread == 0 => return Ok(()),
            Op::Return { .. } => {
                let result = self.calls[thread].result.filter(|it| self.is_pointer(*it));
                let value = result.map(|it| self.find(Expr::Var(it))).transpose()?;
                return self.end(thread, edge.from, value);
            }
            Op::ThreadExit { value } => return self.end(thread, edge.from, Some(*value)),
            Op::ThreadCreate { handle, argument, .. } => {
                if let Some(crowd) = self.together.crowds.iter().find(|it| it.created_at == id) {
                    let ways = self.creations_of(crowd, *handle, *argument)?;
                    return ways.into_iter().try_for_each(|ops| self.along(thread, edge, ops));
                }
                self.creation(id, *handle, *argument)?
            }
            Op::ThreadJoin { thread, result } => self.join(*thread, *result)?,
            Op::ThreadSelf { target } => {
                let value = match self.numbers[thread] {
                    Some(number) => self.number(*target, i128::from(number))?,
                    None => match self.program().vars[*target].ty {
                        Type::Int(ty) if ty.width >= NUMBER.width => self.number_as(ty, thread)?,
                        _ => {
                            let why = "the number of a thread has no room";
                            return Err(Refusal::Undecided(why.to_owned()));
                        }
                    },
                };
                vec![Op::Assign { target: *target, value }]
            }
            Op::Await { condition } => vec![Op::Assume { condition: *condition }],
            Op::AtomicBegin(_) | Op::AtomicEnd => vec![Op::Skip],
            Op::Call { .. } => return Err(wrong("a call is left")),
            op => vec![op.clone()],
        };
        self.along(thread, edge, ops)
    }

    /// The loop does that, and goes on where the thread does.
    fn along(&self, thread: usize, edge: &Edge, mut ops: Vec<Op>) -> Result<(), Refusal> {
        let this = &self.together.threads[thread];
        match this.places.iter().position(|place| *place == edge.to) {
            Some(index) => {
                ops.extend(self.counted(thread, index, 1)?);
                ops.push(self.stands_at(thread, number_of_place(index))?);
                self.does(edge.from, &ops, self.together.head)
            }
            None => self.does(edge.from, &ops, edge.to),
        }
    }

    fn end(&self, thread: usize, from: LocationId, value: Option<ExprId>) -> Result<(), Refusal> {
        let target = self.together.threads[thread].ended_with;
        let result = match value {
            Some(value) => Op::Assign { target, value },
            None => Op::Havoc { target, cause: HavocCause::Uninitialised },
        };
        let ended = self.stands_at(thread, ENDED as i128)?;
        self.does(from, &[result, ended], self.together.head)
    }

    fn creation(
        &self,
        step: EdgeId,
        handle: Option<ExprId>,
        argument: ExprId,
    ) -> Result<Vec<Op>, Refusal> {
        let mut threads = self.together.threads.iter();
        let created = threads.position(|thread| thread.created_at == Some(step));
        let created = created.ok_or_else(|| wrong("nobody is created"))?;
        let [target] = self.calls[created].arguments.as_slice() else {
            return Err(wrong("a start routine takes no single argument"));
        };
        let mut ops = vec![Op::Assign { target: *target, value: argument }];
        match (handle, self.numbers[created]) {
            (_, None) => ops.extend(self.new_number(created, handle)?),
            (None, Some(_)) => {}
            (Some(pointer), Some(number)) => {
                let ty = self.program().model.size_type();
                let value = self.int(ty, i128::from(number))?;
                let access = Access { ty: Type::Int(ty), is_volatile: false };
                ops.push(Op::Store { pointer, value, access });
            }
        }
        ops.push(self.stands_at(created, number_of_place(0))?);
        Ok(ops)
    }

    /// A number that nobody of those has that are followed, which is told.
    fn new_number(&self, created: usize, handle: Option<ExprId>) -> Result<Vec<Op>, Refusal> {
        let target = self.number_of(created)?;
        let own = self.find(Expr::Var(target))?;
        let differs = |other| self.find(Expr::Compare(CompareOp::Ne, own, other));
        let mut ops = vec![
            Op::Havoc { target, cause: HavocCause::Unmodelled },
            Op::Assume { condition: differs(self.int(NUMBER, 0)?)? },
        ];
        for (other, thread) in self.together.threads.iter().enumerate() {
            let condition = match self.numbers[other] {
                Some(number) => differs(self.int(NUMBER, i128::from(number))?)?,
                None if other == created => continue,
                None => {
                    let number = self.find(Expr::Var(self.number_of(other)?))?;
                    let idle =
                        self.equals(thread.pc, self.number(thread.pc, NOT_BEGUN as i128)?)?;
                    self.find(Expr::Or(idle, differs(number)?))?
                }
            };
            ops.push(Op::Assume { condition });
        }
        if let Some(pointer) = handle {
            let ty = self.program().model.size_type();
            let access = Access { ty: Type::Int(ty), is_volatile: false };
            ops.push(Op::Store { pointer, value: self.number_as(ty, created)?, access });
        }
        Ok(ops)
    }

    /// What holds the number of a thread for which the program has none that is always the same.
    fn number_of(&self, thread: usize) -> Result<VarId, Refusal> {
        self.together.threads[thread].number.ok_or_else(|| wrong("a thread has no number"))
    }

    /// The same as a value of the type.
    fn number_as(&self, ty: IntType, thread: usize) -> Result<ExprId, Refusal> {
        let number = self.find(Expr::Var(self.number_of(thread)?))?;
        match ty == NUMBER {
            true => Ok(number),
            false => self.find(Expr::Convert(Type::Int(ty), number)),
        }
    }

    /// What the program sees of a new thread that is not followed is left open.
    fn any_number(&self, pointer: ExprId) -> Result<[Op; 2], Refusal> {
        let ty = Type::Int(self.program().model.size_type());
        let target = self.together.handle;
        if self.program().vars[target].ty != ty {
            return Err(wrong("the number of a thread is none"));
        }
        let value = self.find(Expr::Var(target))?;
        let store = Op::Store { pointer, value, access: Access { ty, is_volatile: false } };
        Ok([Op::Havoc { target, cause: HavocCause::Unmodelled }, store])
    }

    /// Whichever of the crowd has not begun may be the new thread, and so may one that is not followed.
    fn creations_of(
        &self,
        crowd: &Crowd,
        handle: Option<ExprId>,
        argument: ExprId,
    ) -> Result<Vec<Vec<Op>>, Refusal> {
        let which = self.together.which;
        if !matches!(self.program().vars[which].ty, Type::Int(ty) if ty.width >= 8) {
            return Err(wrong("the choice of a thread has no room"));
        }
        let choice = Op::Havoc { target: which, cause: HavocCause::Input };
        let mut ways = Vec::new();
        let mut is_another = self.find(Expr::Bool(true))?;
        let value = self.find(Expr::Var(which))?;
        for &created in &crowd.threads {
            let [target] = self.calls[created].arguments.as_slice() else {
                return Err(wrong("a start routine takes no single argument"));
            };
            let number = self.number(which, created as i128)?;
            let not_it = self.find(Expr::Compare(CompareOp::Ne, value, number))?;
            is_another = self.find(Expr::And(is_another, not_it))?;
            let pc = self.together.threads[created].pc;
            let is_idle = self.equals(pc, self.number(pc, NOT_BEGUN as i128)?)?;
            let mut ops = vec![
                choice.clone(),
                Op::Assume { condition: self.equals(which, number)? },
                Op::Assume { condition: is_idle },
                Op::Assign { target: *target, value: argument },
            ];
            ops.extend(self.new_number(created, handle)?);
            ops.extend(self.counted(created, 0, 1)?);
            ops.push(self.stands_at(created, number_of_place(0))?);
            ways.push(ops);
        }
        let mut ops = vec![choice, Op::Assume { condition: is_another }];
        if let Some(pointer) = handle {
            ops.extend(self.any_number(pointer)?);
        }
        if let Some(first) = crowd.threads.first() {
            ops.extend(self.counted(*first, 0, 1)?);
        }
        ways.push(ops);
        Ok(ways)
    }

    /// Whoever has that number has ended, whoever it is; and what it ended with is stored.
    fn join(&self, thread: ExprId, result: Option<ExprId>) -> Result<Vec<Op>, Refusal> {
        let Type::Int(ty) = self.program().type_of(thread) else {
            return Err(Refusal::Undecided("a thread that is no number is joined".to_owned()));
        };
        let mut ops = Vec::new();
        for (index, other) in self.together.threads.iter().enumerate() {
            let Some(number) = self.numbers[index] else { continue };
            let number = self.int(ty, i128::from(number))?;
            let is_other = self.find(Expr::Compare(CompareOp::Ne, thread, number))?;
            let ended = self.equals(other.pc, self.number(other.pc, ENDED as i128)?)?;
            let condition = self.find(Expr::Or(is_other, ended))?;
            ops.push(Op::Assume { condition });
        }
        for (index, other) in self.together.threads.iter().enumerate() {
            if self.numbers[index].is_some() {
                continue;
            }
            let number = self.number_as(ty, index)?;
            let is_other = self.find(Expr::Compare(CompareOp::Ne, thread, number))?;
            let idle = self.equals(other.pc, self.number(other.pc, NOT_BEGUN as i128)?)?;
            let ended = self.equals(other.pc, self.number(other.pc, ENDED as i128)?)?;
            let is_over = self.find(Expr::Or(idle, ended))?;
            ops.push(Op::Assume { condition: self.find(Expr::Or(is_other, is_over))? });
        }
        if let Some(pointer) = result {
            let mut value = self.find(Expr::Null)?;
            let mut is_somebody = self.find(Expr::Bool(false))?;
            for (index, other) in self.together.threads.iter().enumerate() {
                let Some(number) = self.numbers[index] else { continue };
                let number = self.int(ty, i128::from(number))?;
                let is_other = self.find(Expr::Compare(CompareOp::Ne, thread, number))?;
                let own = self.find(Expr::Var(other.ended_with))?;
                value = self.find(Expr::Ite(is_other, value, own))?;
                let is_it = self.find(Expr::Compare(CompareOp::Eq, thread, number))?;
                is_somebody = self.find(Expr::Or(is_somebody, is_it))?;
            }
            // Nobody else has such a number: then it is anything.
            let any = self.together.joined;
            ops.push(Op::Havoc { target: any, cause: HavocCause::Unmodelled });
            let any = self.find(Expr::Var(any))?;
            let value = self.find(Expr::Ite(is_somebody, value, any))?;
            let access = Access { ty: Type::Pointer, is_volatile: false };
            ops.push(Op::Store { pointer, value, access });
        }
        Ok(ops)
    }

    fn stands_at(&self, thread: usize, place: i128) -> Result<Op, Refusal> {
        let target = self.together.threads[thread].pc;
        Ok(Op::Assign { target, value: self.number(target, place)? })
    }

    fn is_pointer(&self, var: VarId) -> bool {
        self.program().vars[var].ty == Type::Pointer
    }

    /// A constant of the variable's type, if it has room for it.
    fn number(&self, var: VarId, value: i128) -> Result<ExprId, Refusal> {
        match self.program().vars[var].ty {
            Type::Int(ty) => self.int(ty, value),
            _ => Err(wrong("a number that is none")),
        }
    }

    fn int(&self, ty: IntType, value: i128) -> Result<ExprId, Refusal> {
        if ty.value(ty.wrap(value)) != value {
            return Err(wrong("a number has no room"));
        }
        self.find(Expr::Int(ty, ty.wrap(value)))
    }

    fn equals(&self, var: VarId, value: ExprId) -> Result<ExprId, Refusal> {
        let var = self.find(Expr::Var(var))?;
        self.find(Expr::Compare(CompareOp::Eq, var, value))
    }

    /// What does not occur in the loop, no step of it does.
    fn find(&self, expr: Expr) -> Result<ExprId, Refusal> {
        self.program().exprs.find(&expr).ok_or_else(|| wrong("the loop does not say something"))
    }

    /// Is there a way from one location to another that does just these operations?
    fn does(&self, from: LocationId, ops: &[Op], to: LocationId) -> Result<(), Refusal> {
        let mut at = vec![from];
        for op in ops {
            let steps = at.iter().flat_map(|it| self.new.locations[*it].outgoing.iter());
            let steps = steps.map(|edge| &self.new.edges[*edge]);
            at = steps.filter(|edge| edge.op == *op).map(|edge| edge.to).collect();
        }
        match at.contains(&to) {
            true => Ok(()),
            false => Err(wrong("the loop leaves out a step")),
        }
    }
}
