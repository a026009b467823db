//! What lowering is asked to do: which checks to insert, which functions to lower.
//!
//! A check is inserted only if the property asks for its kind. An engine that proves
//! `unreach-call` should not have to step over a thousand overflow checks, and a violation of
//! something nobody asked about is not a violation.
//!
//! ```text
//!   unreach-call   error functions, failed assert, error labels
//!   no-overflow    signed + - * / % << and unary -; not conversions, not unsigned
//!   valid-deref    every access that is not provably inside a named object
//!   valid-free, valid-memtrack, valid-memcleanup
//!   def-behavior   all kinds of undefined behaviour that we know
//! ```
//!
//! A signed left shift whose exact result `lhs * 2^amount` does not fit is undefined (C17 6.5.7p4),
//! and it is an overflow like that of the product: so the field reads `no-overflow` too. A shift by
//! an amount outside the width has no result to fit anything; it is of kind `shift` and asked for
//! by `def-behavior`.

use source::Span;
use verdict::{CheckKind, Property, PropertySet};

use crate::surroundings::Surroundings;

/// The checks to insert.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    kinds: [bool; CheckKind::ALL.len()],
    error_functions: Vec<String>,
    error_labels: Vec<String>,
}

impl Checks {
    /// What the properties imply, and nothing else.
    pub fn of(properties: &PropertySet) -> Self {
        let mut checks = Self::default();
        for property in properties.iter() {
            checks.add(property);
        }
        checks
    }

    /// Every undefined behaviour, failed assertions and error functions. Leaks are left out:
    /// they are not undefined.
    pub fn all() -> Self {
        let mut checks = Self::default();
        checks.add(&Property::DefinedBehaviour);
        checks.add(&Property::UnreachCall {
            functions: vec!["reach_error".into(), "__VERIFIER_error".into()],
        });
        checks
    }

    /// These, and undefined behaviour of these kinds.
    pub fn and(mut self, kinds: &[CheckKind]) -> Self {
        self.add_kinds(kinds);
        self
    }

    fn add(&mut self, property: &Property) {
        match property {
            Property::UnreachCall { functions } => {
                self.add_kinds(&[CheckKind::UnreachCall, CheckKind::Assertion]);
                self.error_functions.extend(functions.iter().cloned());
            }
            Property::UnreachLabel { label } => {
                self.add_kinds(&[CheckKind::UnreachCall]);
                self.error_labels.push(label.clone());
            }
            Property::ValidFree => self.add_kinds(&[CheckKind::Free]),
            Property::ValidDeref => self.add_kinds(&[CheckKind::Dereference]),
            Property::ValidMemtrack => self.add_kinds(&[CheckKind::MemTrack]),
            Property::ValidMemcleanup => self.add_kinds(&[CheckKind::MemCleanup]),
            Property::NoOverflow => self.add_kinds(&[CheckKind::SignedOverflow]),
            Property::DefinedBehaviour => self.add_kinds(&[
                CheckKind::SignedOverflow,
                CheckKind::DivisionByZero,
                CheckKind::Shift,
                CheckKind::Bounds,
                CheckKind::Dereference,
                CheckKind::Free,
                CheckKind::Initialised,
                CheckKind::Conversion,
                CheckKind::ReadOnly,
                CheckKind::Callee,
                CheckKind::PointerArithmetic,
                CheckKind::Alignment,
                CheckKind::DataRace,
                CheckKind::Undefined,
            ]),
            Property::NoDataRace => self.add_kinds(&[CheckKind::DataRace]),
            // No step carries its check, but what waits has to be told from what is assumed.
            Property::NoDeadlock => self.add_kinds(&[CheckKind::Deadlock]),
            // It is about whole runs, and no condition at one place.
            Property::Termination => {}
        }
    }

    fn add_kinds(&mut self, kinds: &[CheckKind]) {
        for &kind in kinds {
            self.kinds[kind as usize] = true;
        }
    }

    pub fn wants(&self, kind: CheckKind) -> bool {
        self.kinds[kind as usize]
    }

    /// True if a call of the function is a violation, whether or not it has a body.
    pub fn is_error_function(&self, name: &str) -> bool {
        self.error_functions.iter().any(|function| function == name)
    }

    pub fn is_error_label(&self, name: &str) -> bool {
        self.error_labels.iter().any(|label| label == name)
    }
}

/// Which functions get a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// Every function that has one.
    #[default]
    All,
    /// The entry, what it can call directly, and every function whose address is taken in what
    /// is lowered or in a static initialiser. The others look like functions without body; no
    /// run calls them.
    Reachable,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub checks: Checks,
    pub selection: Selection,
    /// Name of the function where runs begin.
    pub entry: String,
    /// Stretches of the text that somebody put into the program, see
    /// [`annotation`](crate::annotation).
    pub annotations: Vec<Span>,
    pub surroundings: Surroundings,
}

impl Options {
    /// Checks of the properties, runs from `main`, every function, the surroundings of the field.
    pub fn new(properties: &PropertySet) -> Self {
        Self::with_checks(Checks::of(properties))
    }

    pub fn with_checks(checks: Checks) -> Self {
        let (selection, entry) = (Selection::default(), "main".into());
        let surroundings = Surroundings::field();
        Self { checks, selection, entry, annotations: Vec::new(), surroundings }
    }
}
