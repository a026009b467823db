//! How a run ends.

use ir::{CheckId, EdgeId, FunctionId, HaltCause};

use crate::fault::FaultKind;
use crate::value::Value;

/// An edge of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    pub function: FunctionId,
    pub edge: EdgeId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The entry function returned.
    Finished { result: Option<Value> },
    /// `exit`, `abort` or a false assumption.
    Halted { cause: HaltCause, site: Site },
    /// A check did not hold.
    Violated { check: CheckId, site: Site },
    /// The IR gives the operation no meaning; in C it is undefined behaviour.
    Undefined { kind: FaultKind, site: Site },
    /// The run came to something that this interpreter or the IR does not model.
    Unsupported { what: String, site: Option<Site> },
    /// No outgoing edge is enabled. In lowered C this is a bug of lowering.
    Blocked { function: FunctionId, location: ir::LocationId },
    /// Every thread waits for another one, or for itself.
    Deadlocked,
    /// A thread waits inside an atomic block that has written: the block should not have begun, and
    /// this is no run of the program.
    Infeasible,
    /// The source of inputs did not say which thread goes on.
    AtTurn,
    /// The source of inputs had no further value.
    InputsExhausted { site: Option<Site> },
    /// The run goes round a loop that does nothing, and never leaves it.
    Endless { function: FunctionId },
    /// The limit on steps was reached.
    OutOfSteps,
    /// The limit on memory, or the address space, was reached.
    OutOfMemory { site: Option<Site> },
    /// The limit on the depth of calls was reached.
    OutOfCalls { site: Option<Site> },
}

impl Outcome {
    /// The edge that ended the run, where one did.
    pub fn site(&self) -> Option<Site> {
        match *self {
            Self::Halted { site, .. }
            | Self::Violated { site, .. }
            | Self::Undefined { site, .. } => Some(site),
            Self::Unsupported { site, .. }
            | Self::OutOfCalls { site }
            | Self::InputsExhausted { site }
            | Self::OutOfMemory { site } => site,
            Self::Finished { .. }
            | Self::Blocked { .. }
            | Self::Deadlocked
            | Self::Infeasible
            | Self::AtTurn
            | Self::Endless { .. }
            | Self::OutOfSteps => None,
        }
    }
}

/// Why a step did not come to its end. The site is that of the step.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    Finished(Option<Value>),
    Halted(HaltCause),
    Violated(CheckId),
    Undefined(FaultKind),
    Unsupported(Box<str>),
    Blocked(ir::LocationId),
    /// The thread cannot go on now.
    Waits,
    /// The thread lets others go on before it takes this step.
    Yields,
    /// The thread goes round a loop that does nothing.
    Stuck,
    /// The thread has come to its end.
    ThreadEnded(Option<Value>),
    Deadlocked,
    Infeasible,
    AtTurn,
    InputsExhausted,
    Endless,
    OutOfSteps,
    OutOfMemory,
    OutOfCalls,
}

impl From<FaultKind> for Stop {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::OpenComparison | FaultKind::Unmodelled => {
                Self::Unsupported(kind.describe().into())
            }
            _ => Self::Undefined(kind),
        }
    }
}
