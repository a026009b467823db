//! A function's automaton to nodes.

use index::Id;
use ir::{
    AllocationKind, Body, Callee, Condition, EdgeId, Expr, ExprId, FunctionId, LocationId, Op,
    Program,
};

use super::expr::ExprCompiler;
use super::{Fixed, ObjectPlace, Tables};
use crate::code::{
    BlockKind, Call, CallBack, CallTarget, Demand, FunctionCode, Jump, LocalObject, Node, Outside,
    Step, StepOp, ThreadOp,
};

/// Compiles a function that has this body.
pub(crate) fn compile_function(
    program: &Program,
    tables: &Tables,
    fixed: &mut Fixed,
    function: FunctionId,
    body: &Body,
) -> FunctionCode {
    let mut compiler = FunctionCompiler { body, exprs: ExprCompiler::new(program, tables, fixed) };
    let mut nodes: Vec<Node> =
        body.locations.ids().map(|location| compiler.node(location)).collect();
    mark_endless(&mut nodes);
    for (location, node) in body.locations.ids().zip(&mut nodes) {
        if let Some(notice) = tables.visible.notice(program, function, body, location) {
            let inner = std::mem::replace(node, Node::Endless);
            *node = Node::Visible(notice, Box::new(inner));
        }
    }
    let instrs = compiler.exprs.instrs;
    let (objects, stack_size) = lay_out(program, &tables.local_objects[function]);
    let parameters = program.functions[function].parameters.iter();
    FunctionCode {
        function,
        instrs,
        nodes,
        entry: body.entry,
        locals: tables.locals[function].clone().into_boxed_slice(),
        parameters: parameters.map(|&var| tables.var_slots[var]).collect(),
        stack_size,
        stack_align: objects
            .iter()
            .map(|local| program.objects[local.object].align)
            .fold(STACK_ALIGN, u64::max),
        objects,
    }
}

/// Finds the loops in which nothing happens, such as `stop: goto stop;`, by which many programs
/// say that a run is of no interest. A run that enters one need not be followed.
fn mark_endless(nodes: &mut [Node]) {
    let idle_step = |node: &Node| match node {
        Node::Single(Step { op: StepOp::Skip, jump, .. }) => Some(jump.to.index()),
        _ => None,
    };
    // The number of the walk that came by; each location is walked over once.
    let mut walks: Vec<usize> = vec![0; nodes.len()];
    for start in 0..nodes.len() {
        let (walk, mut at) = (start + 1, start);
        while walks[at] == 0 {
            walks[at] = walk;
            let Some(next) = idle_step(&nodes[at]) else { break };
            at = next;
        }
        if walks[at] != walk || idle_step(&nodes[at]).is_none() {
            continue;
        }
        while let Some(next) = idle_step(&nodes[at]) {
            nodes[at] = Node::Endless;
            at = next;
        }
    }
}

const STACK_ALIGN: u64 = 16;

/// Places local objects one after the other, with a byte between them at least.
fn lay_out(program: &Program, locals: &[ir::ObjectId]) -> (Box<[LocalObject]>, u64) {
    let mut end = 0_u64;
    let place = |&object: &ir::ObjectId| {
        let it = &program.objects[object];
        let size = it.size.unwrap_or(0);
        let offset = end.next_multiple_of(it.align.max(1));
        // Sizes that overflow the sum exceed every stack; the call then ends the run.
        end = offset.saturating_add(size).saturating_add(1).min(u64::MAX / 2);
        LocalObject { object, offset, size, is_read_only: it.is_read_only }
    };
    let objects = locals.iter().map(place).collect();
    (objects, end)
}

struct FunctionCompiler<'a> {
    body: &'a Body,
    exprs: ExprCompiler<'a>,
}

impl FunctionCompiler<'_> {
    fn node(&mut self, location: LocationId) -> Node {
        let outgoing = &self.body.locations[location].outgoing;
        match outgoing.as_slice() {
            &[only] => Node::Single(self.step(only)),
            &[first, second] => match self.complementary(first, second) {
                Some(condition) => {
                    self.exprs.begin_edge();
                    let condition = self.exprs.compile(condition);
                    let (holds, fails) = (self.jump(first), self.jump(second));
                    Node::Branch { range: self.exprs.range(), condition, holds, fails }
                }
                None => Node::Many(outgoing.iter().map(|&edge| self.step(edge)).collect()),
            },
            edges => Node::Many(edges.iter().map(|&edge| self.step(edge)).collect()),
        }
    }

    /// The condition of the first edge if the second assumes its negation.
    fn complementary(&self, first: EdgeId, second: EdgeId) -> Option<ExprId> {
        let (Op::Assume { condition: holds }, Op::Assume { condition: fails }) =
            (&self.body.edges[first].op, &self.body.edges[second].op)
        else {
            return None;
        };
        let negates = |a: ExprId, b: ExprId| self.exprs.program.exprs[a] == Expr::Not(b);
        (negates(*fails, *holds) || negates(*holds, *fails)).then_some(*holds)
    }

    fn jump(&self, edge: EdgeId) -> Jump {
        Jump { edge, to: self.body.edges[edge].to }
    }

    fn step(&mut self, edge: EdgeId) -> Step {
        self.exprs.begin_edge();
        let op = self.op(&self.body.edges[edge].op);
        Step { jump: self.jump(edge), range: self.exprs.range(), op }
    }

    fn op(&mut self, op: &Op) -> StepOp {
        let slots = &self.exprs.tables.var_slots;
        match *op {
            // A run knows itself which bytes were written.
            _ if op.is_about_shadow(&self.exprs.program.exprs) => {
                StepOp::Unsupported { what: "shadow memory in a run".into() }
            }
            Op::Skip => StepOp::Skip,
            Op::Assign { target: var, value } => {
                let target = slots[var];
                self.exprs.compile_into(value, target);
                StepOp::Assign { var, target }
            }
            Op::Assume { condition } => StepOp::Assume { condition: self.exprs.compile(condition) },
            Op::Havoc { target: var, ref cause } => StepOp::Havoc {
                var,
                target: slots[var],
                ty: self.exprs.program.vars[var].ty,
                cause: cause.clone(),
            },
            Op::Load { target: var, pointer, access } => {
                let target = slots[var];
                StepOp::Load { var, target, pointer: self.exprs.compile(pointer), access }
            }
            Op::Store { pointer, value, access } => {
                let pointer = self.exprs.compile(pointer);
                StepOp::Store { pointer, value: self.exprs.compile(value), access }
            }
            Op::Copy { .. } | Op::Fill { .. } | Op::HavocMemory { .. } => self.bulk_op(op),
            Op::Outside { actor, ref arguments } => StepOp::Outside(Box::new(Outside {
                actor,
                arguments: arguments.iter().map(|&it| self.exprs.compile(it)).collect(),
            })),
            Op::CallBack { actor, function, ref arguments } => {
                let argument = |&it: &ExprId| (self.exprs.program.type_of(it), it);
                let arguments: Vec<_> = arguments.iter().map(argument).collect();
                let compiled = arguments.into_iter().map(|(ty, it)| (ty, self.exprs.compile(it)));
                let arguments = compiled.collect();
                StepOp::CallBack(Box::new(CallBack { actor, function, arguments }))
            }
            Op::Call { target, callee, ref arguments } => StepOp::Call(Box::new(Call {
                target: target.map(|var| (var, slots[var])),
                callee: self.callee(callee),
                arguments: arguments.iter().map(|&it| self.exprs.compile(it)).collect(),
            })),
            Op::Return { value } => {
                StepOp::Return { value: value.map(|value| self.exprs.compile(value)) }
            }
            Op::Halt { ref cause } => StepOp::Halt { cause: cause.clone() },
            Op::EnterScope { object } => StepOp::EnterScope { object: self.local(object) },
            Op::LeaveScope { object } => StepOp::LeaveScope { object: self.local(object) },
            Op::Allocate { target: var, size, kind } => {
                let target = slots[var];
                let kind = match kind {
                    AllocationKind::Heap => BlockKind::Heap,
                    AllocationKind::HeapZeroed => BlockKind::HeapZeroed,
                    AllocationKind::Stack(holder) => BlockKind::Stack(self.local(holder)),
                };
                StepOp::Allocate { var, target, size: self.exprs.compile(size), kind }
            }
            Op::Reallocate { target: var, pointer, size } => {
                let target = slots[var];
                let pointer = self.exprs.compile(pointer);
                StepOp::Reallocate { var, target, pointer, size: self.exprs.compile(size) }
            }
            Op::Free { pointer } => StepOp::Free { pointer: self.exprs.compile(pointer) },
            Op::Check { check, ref condition } => {
                StepOp::Check { check, condition: self.demand(condition) }
            }
            Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::ThreadSelf { .. }
            | Op::Await { .. }
            | Op::AtomicBegin(_)
            | Op::AtomicEnd => StepOp::Thread(Box::new(self.thread_op(op))),
            Op::Unsupported { ref what } => StepOp::Unsupported { what: what.clone() },
        }
    }

    fn thread_op(&mut self, op: &Op) -> ThreadOp {
        match *op {
            Op::ThreadCreate { handle, start, argument } => ThreadOp::Create {
                handle: handle.map(|handle| self.exprs.compile(handle)),
                start: self.callee(start),
                argument: self.exprs.compile(argument),
            },
            Op::ThreadJoin { thread, result } => ThreadOp::Join {
                thread: self.exprs.compile(thread),
                result: result.map(|result| self.exprs.compile(result)),
            },
            Op::ThreadExit { value } => ThreadOp::Exit { value: self.exprs.compile(value) },
            Op::ThreadSelf { target: var } => {
                ThreadOp::Itself { var, target: self.exprs.tables.var_slots[var] }
            }
            Op::Await { condition } => ThreadOp::Await { condition: self.exprs.compile(condition) },
            Op::AtomicBegin(kind) => ThreadOp::AtomicBegin(kind),
            Op::AtomicEnd => ThreadOp::AtomicEnd,
            ref other => unreachable!("{other:?} is not about threads"),
        }
    }

    fn callee(&mut self, callee: Callee) -> CallTarget {
        match callee {
            Callee::Direct(function) => CallTarget::Direct(function),
            Callee::Indirect(pointer, signature) => {
                CallTarget::Indirect(self.exprs.compile(pointer), signature)
            }
        }
    }

    /// Operations on a stretch of memory.
    fn bulk_op(&mut self, op: &Op) -> StepOp {
        match *op {
            Op::Copy { target, source, size } => {
                let (target, source) = (self.exprs.compile(target), self.exprs.compile(source));
                StepOp::Copy { target, source, size: self.exprs.compile(size) }
            }
            Op::Fill { target, byte, size } => {
                let (target, byte) = (self.exprs.compile(target), self.exprs.compile(byte));
                StepOp::Fill { target, byte, size: self.exprs.compile(size) }
            }
            Op::HavocMemory { target, size, .. } => {
                let target = self.exprs.compile(target);
                StepOp::HavocMemory { target, size: self.exprs.compile(size) }
            }
            ref other => unreachable!("{other:?} works on no stretch of memory"),
        }
    }

    fn demand(&mut self, condition: &Condition) -> Demand {
        match *condition {
            Condition::Holds(condition) => Demand::Holds(self.exprs.compile(condition)),
            Condition::ValidAccess { pointer, size } => {
                let pointer = self.exprs.compile(pointer);
                Demand::ValidAccess { pointer, size: self.exprs.compile(size) }
            }
            Condition::ValidFree { pointer } => {
                Demand::ValidFree { pointer: self.exprs.compile(pointer) }
            }
            Condition::AllReachable => Demand::AllReachable,
            Condition::AllFreed => Demand::AllFreed,
            Condition::Initialised(expr) => Demand::Initialised(self.exprs.compile(expr)),
            Condition::Writable { pointer } => {
                Demand::Writable { pointer: self.exprs.compile(pointer) }
            }
            Condition::Apart { target, source, sizes, overlap } => {
                let target = self.exprs.compile(target);
                let source = self.exprs.compile(source);
                let sizes = sizes.map(|size| self.exprs.compile(size));
                Demand::Apart { target, source, sizes, overlap }
            }
            Condition::SameObject { left, right } => {
                let left = self.exprs.compile(left);
                Demand::SameObject { left, right: self.exprs.compile(right) }
            }
            Condition::InObject { base, pointer } => {
                let base = self.exprs.compile(base);
                Demand::InObject { base, pointer: self.exprs.compile(pointer) }
            }
            Condition::Aligned { pointer, align } => {
                Demand::Aligned { pointer: self.exprs.compile(pointer), align }
            }
            Condition::Callable { pointer } => {
                Demand::Callable { pointer: self.exprs.compile(pointer) }
            }
        }
    }

    fn local(&self, object: ir::ObjectId) -> u32 {
        match self.exprs.tables.object_places[object] {
            ObjectPlace::Local(number) => number,
            ObjectPlace::Static(_) => {
                unreachable!("the validator refuses scopes of static object {}", object.index())
            }
        }
    }
}
