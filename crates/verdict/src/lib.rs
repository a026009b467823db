//! The vocabulary that every engine shares: what is asked, and what is answered.
//!
//! A *task* names a [`Property`] and a [`Budget`]. Lowering turns the property into *checks*,
//! each of a [`CheckKind`] at a place in the source. An engine answers with a [`Verdict`], and
//! whatever it assumed on the way stands in the [`TrustBox`] that is printed with the verdict.
//! The [`Outcome`] is all of it together, in words.

mod budget;
mod check;
mod check_result;
mod clock;
mod environment;
mod explanation;
mod facts;
mod input;
mod loop_facts;
mod outcome;
mod property;
mod property_file;
mod protocol_outcome;
mod protocol_run;
mod refinement_outcome;
mod searched;
mod so_far;
mod standing;
mod trust;
mod verdict;

pub use budget::{Budget, Exhausted, Times};
pub use check::{CheckKind, Subject};
pub use check_result::{Acceptance, CheckResult, CheckStatus};
pub use clock::{Clock, processor_time};
pub use environment::{
    Arguments, CallResult, Environment, KnownBy, LearnedObject, OutsideAction, OutsideCall,
    OutsideValue, OutsideWrite, Strings, WrittenPlace,
};
pub use explanation::{Breaker, DroppedLemma, Explanation, LoopWeakening, OpenCheck};
pub use facts::{Invariant, InvariantPlace, Waypoint};
pub use input::{ChosenInput, InputOrigin};
pub use loop_facts::{Known, LoopFacts, LoopKind, LoopsOutcome};
pub use outcome::{Asked, Outcome, RunStep, Stretch, Violation};
pub use property::{Property, PropertySet};
pub use property_file::{ERROR_FUNCTIONS, PROPERTY_NAMES, parse_property_file, properties_by_name};
pub use protocol_outcome::{PropertyOutcome, ProtocolOutcome, ProtocolPropertyKind};
pub use protocol_run::{ColumnFact, Company, Moment, ProtocolRun, ProtocolRunEnd, ProtocolStep};
pub use refinement_outcome::{Mover, RefinementOutcome, RefinementPlace, RelatedPlaces, TraceLine};
pub use searched::{no_failure_within, rounded_down};
pub use so_far::SoFar;
pub use standing::{HowStanding, StandingFacts, ThreadFacts};
pub use trust::{Assumption, TrustBox};
pub use verdict::{Reason, Verdict};
