//! Operations: what happens along an edge.
//!
//! An edge carries exactly one. Reading and writing memory are operations of their own, so that
//! expressions stay pure and an analysis sees every access.

use source::Span;

use crate::expr::ExprId;
use crate::program::{CheckId, FunctionId, ObjectId, SignatureId, VarId};
use crate::types::Type;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Nothing; joins and jumps.
    Skip,
    /// `target = value`.
    Assign {
        target: VarId,
        value: ExprId,
    },
    /// The run goes along this edge only if the condition is true.
    Assume {
        condition: ExprId,
    },
    /// `target` becomes any value of its type.
    Havoc {
        target: VarId,
        cause: HavocCause,
    },
    /// `target = *(ty*) pointer`. An access that is not valid ends the run as undefined.
    Load {
        target: VarId,
        pointer: ExprId,
        access: Access,
    },
    /// `*(ty*) pointer = value`.
    Store {
        pointer: ExprId,
        value: ExprId,
        access: Access,
    },
    /// `size` bytes from `source` to `target`; they may overlap (`memmove`).
    Copy {
        target: ExprId,
        source: ExprId,
        size: ExprId,
    },
    /// `size` bytes at `target` become `byte` (an 8-bit unsigned integer).
    Fill {
        target: ExprId,
        byte: ExprId,
        size: ExprId,
    },
    /// `size` bytes at `target` become any bytes.
    HavocMemory {
        target: ExprId,
        size: ExprId,
        cause: HavocCause,
    },
    /// Somebody outside the program acts. All bytes that can be reached from the arguments, or
    /// from what the outside has come to know before, may become any bytes.
    Outside {
        actor: Actor,
        arguments: Vec<ExprId>,
    },
    /// Somebody outside is about to call a function of the program, with these arguments. Where it
    /// does not know the function, the run is blocked.
    CallBack {
        actor: Actor,
        function: FunctionId,
        arguments: Vec<ExprId>,
    },
    Call {
        target: Option<VarId>,
        callee: Callee,
        arguments: Vec<ExprId>,
    },
    /// Leaves the function; the edge ends in its exit location.
    Return {
        value: Option<ExprId>,
    },
    /// Ends the whole run here without a fault: `exit`, `abort`, `__VERIFIER_assume(0)`.
    Halt {
        cause: HaltCause,
    },
    /// The local object starts a new life with indeterminate bytes.
    EnterScope {
        object: ObjectId,
    },
    /// The local object's life ends; pointers to it dangle.
    LeaveScope {
        object: ObjectId,
    },
    /// `target` points to a fresh block of `size` bytes. Heap allocation never fails unless
    /// `docs/soundness.md` says otherwise.
    Allocate {
        target: VarId,
        size: ExprId,
        kind: AllocationKind,
    },
    /// `target` points to a fresh heap block of `size` bytes. The first of them are those of the
    /// heap block that `pointer` starts, as many as fit, and that block is gone; where `pointer`
    /// is null there are none.
    Reallocate {
        target: VarId,
        pointer: ExprId,
        size: ExprId,
    },
    /// The heap block that `pointer` starts is gone; null is ignored.
    Free {
        pointer: ExprId,
    },
    /// The property: `condition` must hold whenever a run comes here. A run on which it does
    /// not hold violates the property and ends.
    Check {
        check: CheckId,
        condition: Condition,
    },
    /// `*handle = ` a new thread that runs `start(argument)`.
    ThreadCreate {
        handle: Option<ExprId>,
        start: Callee,
        argument: ExprId,
    },
    /// Waits for the thread; `result` is where its result goes.
    ThreadJoin {
        thread: ExprId,
        result: Option<ExprId>,
    },
    /// Ends the thread with this result; others may wait for it. The program ends with the last
    /// thread, or where the entry function returns.
    ThreadExit {
        value: ExprId,
    },
    /// `target` becomes the number of the thread: 1 for that of the entry function, others count
    /// on in the order of their creation.
    ThreadSelf {
        target: VarId,
    },
    /// The thread goes on only while the condition is true. Where it waits in the middle of an
    /// atomic block, the whole block has not begun.
    Await {
        condition: ExprId,
    },
    /// Until the `AtomicEnd` that belongs to it, no other thread takes a step.
    AtomicBegin(AtomicKind),
    AtomicEnd,
    /// Something the IR cannot say. A run that comes here has an unknown verdict.
    Unsupported {
        what: Box<str>,
    },
}

/// What an atomic block says about the order of events, which is all that data races are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicKind {
    /// A block of the program's: as if one lock were held throughout. Accesses in it are plain ones.
    Block,
    /// An atomic operation, or the inside of a lock: each access in it synchronises with the
    /// others of this kind to the same place, and never races with one.
    Synchronising,
    /// A step and what is asked of it right behind it: no other thread comes between them, and nothing
    /// is said about order. Accesses in it are what they would be without.
    Together,
    /// What is asked of the program, and no part of it: accesses in it are nobody's.
    Asked,
}

/// How memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    pub ty: Type,
    /// A volatile read may give any value; a volatile write is not looked at again.
    pub is_volatile: bool,
}

/// Why a value is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HavocCause {
    /// An input: `__VERIFIER_nondet_*`. Replays take the next value of their list.
    Input,
    /// The result of a function without body; an input too, listed in the trust box.
    ExternalResult(FunctionId),
    /// What the outside makes of a variable that it can reach; it may leave it as it is.
    Effect(Actor),
    /// An automatic variable without initialiser: indeterminate (C17 6.7.9p10).
    Uninitialised,
    /// A volatile read.
    Volatile,
    /// An output of inline assembly.
    Assembly,
    /// What something does that is not modelled: any value may be the one, so that a proof can
    /// go on, but a run cannot, since not every value need be.
    Unmodelled,
}

/// Who acts outside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// A function without body.
    Function(FunctionId),
    /// Inline assembly that may touch memory.
    Assembly,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HaltCause {
    Exit,
    Abort,
    /// `__VERIFIER_assume` of something false: the run is of no interest.
    Assumption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AllocationKind {
    /// `malloc`: indeterminate bytes, lives until freed.
    Heap,
    /// `calloc`: zero bytes.
    HeapZeroed,
    /// `alloca` and variable-length arrays: lives as long as this local object, which holds no
    /// bytes itself. One life of the object may hold any number of blocks.
    Stack(ObjectId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    Direct(FunctionId),
    /// Through a pointer, at the signature that the call expects.
    Indirect(ExprId, SignatureId),
}

/// What a check demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A truth value over variables; `false` for "never come here".
    Holds(ExprId),
    /// `size` bytes at `pointer` belong to one live object.
    ValidAccess { pointer: ExprId, size: ExprId },
    /// `pointer` is null or starts a live heap block.
    ValidFree { pointer: ExprId },
    /// Every live heap block can be reached from variables and live objects.
    AllReachable,
    /// No heap block is live.
    AllFreed,
    /// No variable in the expression holds an indeterminate value.
    Initialised(ExprId),
    /// `pointer` does not point into an object that is read-only.
    Writable { pointer: ExprId },
    /// As many bytes at `target` and at `source` as the two sizes say do not overlap, but for what
    /// `overlap` allows.
    Apart { target: ExprId, source: ExprId, sizes: [ExprId; 2], overlap: Overlap },
    /// Both point into one object or one behind it, or both into none.
    SameObject { left: ExprId, right: ExprId },
    /// `pointer`, which arithmetic made from `base`, points into the object of `base` or one
    /// behind it; into none if `base` does, and then nowhere else than `base`.
    InObject { base: ExprId, pointer: ExprId },
    /// The address is a multiple of `align`, a power of two, wherever the object lies that its
    /// alignment allows.
    Aligned { pointer: ExprId, align: u64 },
    /// `pointer` is the address of a function.
    Callable { pointer: ExprId },
}

/// What [`Condition::Apart`] allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overlap {
    /// `memcpy`.
    None,
    /// The assignment of a record to itself.
    Exact,
}

/// A label for people: where an edge comes from and, if it has one, its role in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    pub span: Span,
    pub role: EdgeRole,
}

/// What an edge is in the structured program it came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EdgeRole {
    #[default]
    Plain,
    /// The condition of an `if`, loop, `&&`, `?:` or `switch` came out true (or: this case).
    BranchTaken,
    BranchNotTaken,
    /// A jump back to a loop head.
    BackEdge,
}
