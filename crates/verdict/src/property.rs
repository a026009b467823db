//! What the user asks for: properties in the vocabulary of the field.

use std::fmt;

/// One property of a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// `G ! call(NAME())`: the named functions are never called, and no `assert` fails.
    UnreachCall { functions: Vec<String> },
    /// `G ! label(NAME)`: the label is never reached, in any function.
    UnreachLabel { label: String },
    /// `G valid-free`
    ValidFree,
    /// `G valid-deref`
    ValidDeref,
    /// `G valid-memtrack`
    ValidMemtrack,
    /// `G valid-memcleanup`
    ValidMemcleanup,
    /// `G ! overflow`
    NoOverflow,
    /// `G def-behavior`: no undefined behaviour of any kind that we know.
    DefinedBehaviour,
    /// `G ! data-race`
    NoDataRace,
    /// `G ! deadlock`: as long as a thread has not ended, one can go on. A notation of our own.
    NoDeadlock,
    /// `F end`
    Termination,
}

impl Property {
    /// The name that `--property` takes, in the field's own words.
    pub fn name(&self) -> &'static str {
        match self {
            Self::UnreachCall { .. } | Self::UnreachLabel { .. } => "unreach-call",
            Self::ValidFree => "valid-free",
            Self::ValidDeref => "valid-deref",
            Self::ValidMemtrack => "valid-memtrack",
            Self::ValidMemcleanup => "valid-memcleanup",
            Self::NoOverflow => "no-overflow",
            Self::DefinedBehaviour => "def-behavior",
            Self::NoDataRace => "no-data-race",
            Self::NoDeadlock => "no-deadlock",
            Self::Termination => "termination",
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// All that one task asks, in the order in which it was asked, nothing twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PropertySet {
    properties: Vec<Property>,
}

impl PropertySet {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn insert(&mut self, property: Property) {
        if !self.properties.contains(&property) {
            self.properties.push(property);
        }
    }

    pub fn contains(&self, property: &Property) -> bool {
        self.properties.contains(property)
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Property> {
        self.properties.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.properties.is_empty()
    }

    pub fn len(&self) -> usize {
        self.properties.len()
    }
}

impl FromIterator<Property> for PropertySet {
    fn from_iter<It: IntoIterator<Item = Property>>(properties: It) -> Self {
        let mut set = Self::new();
        for property in properties {
            set.insert(property);
        }
        set
    }
}
