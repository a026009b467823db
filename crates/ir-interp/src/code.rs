//! The compact form that functions are run in.
//!
//! Expressions of the pool are shared graphs; for each edge, what it needs is flattened once
//! into a straight list of instructions in which each node stands once, after its operands.
//! Running such a list needs no recursion and no jumps, and its length is the number of
//! distinct nodes. Both sides of an `Ite` are computed; see [`crate::value`] for why that is
//! harmless.
//!
//! ```text
//!   x = (y + 1) * (y + 1)        t0 = y + 1
//!                                x  = t0 * t0
//! ```

use ir::{
    Access, Actor, ArithOp, AtomicKind, CheckId, CompareOp, EdgeId, FloatType, FunctionId,
    HaltCause, HavocCause, IntType, LocationId, OverflowOp, SignatureId, Type, VarId,
};

use crate::value::Value;
use crate::visible::Notice;

/// Where a value is held: a local of the current activation, or one of the fixed values
/// (globals, constants and intermediate results).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Slot(u32);

const FIXED: u32 = 1 << 31;

impl Slot {
    pub(crate) fn local(index: usize) -> Self {
        Self(u32::try_from(index).ok().filter(|it| it & FIXED == 0).expect("fewer than 2^31 vars"))
    }

    pub(crate) fn fixed(index: usize) -> Self {
        let index = u32::try_from(index).ok().filter(|it| it & FIXED == 0);
        Self(index.expect("fewer than 2^31 constants and globals") | FIXED)
    }

    #[inline]
    pub(crate) fn is_fixed(self) -> bool {
        self.0 & FIXED != 0
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        (self.0 & !FIXED) as usize
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Instr {
    pub target: Slot,
    pub action: Action,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    Move(Slot),
    /// The address of a local object of the function, by its number there.
    LocalAddress(u32),
    IntArith(ArithOp, IntType, Slot, Slot),
    Shift(ArithOp, IntType, Slot, Slot, IntType),
    IntCompare(CompareOp, IntType, Slot, Slot),
    /// Pointers compare by address, truth values with false below true.
    BitsCompare(CompareOp, Slot, Slot),
    IntNeg(IntType, Slot),
    BitNot(IntType, Slot),
    Not(Slot),
    And(Slot, Slot),
    Or(Slot, Slot),
    Ite(Slot, Slot, Slot),
    FloatArith(ArithOp, FloatType, Slot, Slot),
    FloatCompare(CompareOp, FloatType, Slot, Slot),
    FloatNeg(FloatType, Slot),
    IntConvert(IntType, IntType, Slot),
    /// Any other conversion, from the first type to the second.
    Convert(Type, Type, Slot),
    PointerAdd(Slot, Slot),
    PointerDiff(Slot, Slot),
    Overflows(OverflowOp, IntType, Slot, Slot),
    ShiftOverflows(IntType, Slot, Slot, IntType),
}

/// Instructions of a function, from the first to before the second number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range(pub u32, pub u32);

/// What happens at a location.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Two edges, assuming a condition and its negation.
    Branch { range: Range, condition: Slot, holds: Jump, fails: Jump },
    /// One edge.
    Single(Step),
    /// Edges that are tried in order; none at a dead end.
    Many(Box<[Step]>),
    /// Edges that do nothing lead round and back here, for ever.
    Endless,
    /// What happens here is noticed by other threads.
    Visible(Notice, Box<Node>),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Jump {
    pub edge: EdgeId,
    pub to: LocationId,
}

#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub jump: Jump,
    pub range: Range,
    pub op: StepOp,
}

/// An [`ir::Op`] with slots for expressions.
#[derive(Clone, Debug)]
pub(crate) enum StepOp {
    /// Nothing beyond the instructions.
    Skip,
    Assign {
        var: VarId,
        target: Slot,
    },
    Assume {
        condition: Slot,
    },
    Havoc {
        var: VarId,
        target: Slot,
        ty: Type,
        cause: HavocCause,
    },
    Load {
        var: VarId,
        target: Slot,
        pointer: Slot,
        access: Access,
    },
    Store {
        pointer: Slot,
        value: Slot,
        access: Access,
    },
    Copy {
        target: Slot,
        source: Slot,
        size: Slot,
    },
    Fill {
        target: Slot,
        byte: Slot,
        size: Slot,
    },
    HavocMemory {
        target: Slot,
        size: Slot,
    },
    Outside(Box<Outside>),
    CallBack(Box<CallBack>),
    Call(Box<Call>),
    Return {
        value: Option<Slot>,
    },
    Halt {
        cause: HaltCause,
    },
    EnterScope {
        object: u32,
    },
    LeaveScope {
        object: u32,
    },
    Allocate {
        var: VarId,
        target: Slot,
        size: Slot,
        kind: BlockKind,
    },
    Reallocate {
        var: VarId,
        target: Slot,
        pointer: Slot,
        size: Slot,
    },
    Free {
        pointer: Slot,
    },
    Check {
        check: CheckId,
        condition: Demand,
    },
    Thread(Box<ThreadOp>),
    Unsupported {
        what: Box<str>,
    },
}

/// What threads are made of.
#[derive(Clone, Debug)]
pub(crate) enum ThreadOp {
    Create { handle: Option<Slot>, start: CallTarget, argument: Slot },
    Join { thread: Slot, result: Option<Slot> },
    Exit { value: Slot },
    Itself { var: VarId, target: Slot },
    Await { condition: Slot },
    AtomicBegin(AtomicKind),
    AtomicEnd,
}

#[derive(Clone, Debug)]
pub(crate) struct Outside {
    pub actor: Actor,
    pub arguments: Box<[Slot]>,
}

/// What somebody outside is about to call, and the pointers that it passes.
#[derive(Clone, Debug)]
pub(crate) struct CallBack {
    pub actor: Actor,
    pub function: FunctionId,
    pub arguments: Box<[(Type, Slot)]>,
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The variable that takes the result, and its slot in this function.
    pub target: Option<(VarId, Slot)>,
    pub callee: CallTarget,
    pub arguments: Box<[Slot]>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum CallTarget {
    Direct(FunctionId),
    Indirect(Slot, SignatureId),
}

/// An [`ir::Condition`] with slots for expressions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Demand {
    Holds(Slot),
    ValidAccess { pointer: Slot, size: Slot },
    ValidFree { pointer: Slot },
    AllReachable,
    AllFreed,
    Initialised(Slot),
    Writable { pointer: Slot },
    Apart { target: Slot, source: Slot, sizes: [Slot; 2], overlap: ir::Overlap },
    SameObject { left: Slot, right: Slot },
    InObject { base: Slot, pointer: Slot },
    Aligned { pointer: Slot, align: u64 },
    Callable { pointer: Slot },
}

/// What kind of block is allocated.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BlockKind {
    Heap,
    HeapZeroed,
    /// Lives as long as the local object with this number.
    Stack(u32),
}

/// A local object: where it lies from the start of the activation's stack, and what it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalObject {
    pub object: ir::ObjectId,
    pub offset: u64,
    pub size: u64,
    pub is_read_only: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct FunctionCode {
    pub function: FunctionId,
    pub instrs: Vec<Instr>,
    /// By location.
    pub nodes: Vec<Node>,
    pub entry: LocationId,
    /// What the locals hold when an activation begins.
    pub locals: Box<[Value]>,
    pub parameters: Box<[Slot]>,
    pub objects: Box<[LocalObject]>,
    /// Bytes of stack that the local objects take, with padding.
    pub stack_size: u64,
    pub stack_align: u64,
}
