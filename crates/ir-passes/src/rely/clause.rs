//! What others may do to the shared variables: the clauses of a rely.

use std::collections::BTreeSet;

use ir::Type;

use super::roles::Role;
use super::tickets::Tickets;
use super::units::Units;

/// Which way a number may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    Up,
    Down,
}

/// One clause. Units are given by their numbers, `'` is the value after others have acted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clause {
    /// The unit is a lock: whoever holds it, it stays as it is.
    Lock { lock: usize },
    /// While I hold the lock, the unit stays as it is.
    Protects { lock: usize, unit: usize },
    /// `unit' >= unit`, or `<=`.
    Goes { unit: usize, direction: Direction },
    /// Once it has the value, it keeps it.
    Keeps { unit: usize, value: u128 },
    /// Once it has another value, it never has this one again.
    Leaves { unit: usize, value: u128 },
    /// The unit goes that way as long as the flag does not have the value, which it keeps.
    GoesUnless { unit: usize, direction: Direction, flag: usize, value: u128 },
    /// Once the flag has the value, which it keeps, the unit never becomes that again.
    LeavesOnce { unit: usize, value: u128, flag: usize, set: u128 },
    /// Only the thread of that role writes the unit; there is one.
    By { unit: usize, role: Role },
    /// A lock by tickets.
    Ticket { tickets: Tickets },
    /// The unit was `base` when the first thread was created, and no thread takes away more than it
    /// has added; or adds more than it has taken away.
    Share { unit: usize, base: u128, direction: Direction },
    /// No thread adds more to the one than to the other.
    NoMore { less: usize, more: usize },
    /// Only threads of the role add to the unit, each one at most; `created` counts them.
    PerThread { unit: usize, role: Role, created: usize },
    /// From the first thread on, at any time.
    Always { fact: Fact },
    /// Whenever nobody holds the lock.
    WhileFree { lock: usize, fact: Fact },
}

/// What holds of shared variables at one time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    Within {
        unit: usize,
        values: Vec<u128>,
    },
    AtLeast {
        unit: usize,
        value: u128,
    },
    AtMost {
        unit: usize,
        value: u128,
    },
    /// The one is so much more than the other.
    Apart {
        unit: usize,
        other: usize,
        by: u128,
    },
    Sum {
        unit: usize,
        other: usize,
        total: u128,
    },
    /// The one is at most the other.
    Ordered {
        low: usize,
        high: usize,
    },
    /// One of them is zero.
    NotBoth {
        unit: usize,
        other: usize,
    },
}

impl Fact {
    pub(super) fn units(&self) -> Vec<usize> {
        match *self {
            Self::Within { unit, .. } | Self::AtLeast { unit, .. } | Self::AtMost { unit, .. } => {
                vec![unit]
            }
            Self::Apart { unit, other, .. }
            | Self::Sum { unit, other, .. }
            | Self::NotBoth { unit, other } => vec![unit, other],
            Self::Ordered { low, high } => vec![low, high],
        }
    }
}

impl Clause {
    /// The clauses that this one makes no sense without.
    fn needs(&self) -> Option<Clause> {
        match self {
            Self::Ticket { tickets } => Some(Self::Lock { lock: tickets.turn }),
            Self::LeavesOnce { flag, set, .. } => Some(Self::Keeps { unit: *flag, value: *set }),
            Self::Protects { lock, .. } | Self::WhileFree { lock, .. } => {
                Some(Self::Lock { lock: *lock })
            }
            // Without it the relation would not be transitive.
            Self::GoesUnless { flag, value, .. } => {
                Some(Self::Keeps { unit: *flag, value: *value })
            }
            Self::Lock { .. }
            | Self::Goes { .. }
            | Self::Keeps { .. }
            | Self::Leaves { .. }
            | Self::By { .. }
            | Self::Share { .. }
            | Self::NoMore { .. }
            | Self::PerThread { .. }
            | Self::Always { .. } => None,
        }
    }

    /// The lock that it is about.
    pub(super) fn lock(&self) -> Option<usize> {
        match self {
            Self::Lock { lock } => Some(*lock),
            _ => None,
        }
    }

    /// The turn of the ticket lock that it is about.
    pub(super) fn turn(&self) -> Option<usize> {
        match self {
            Self::Ticket { tickets } => Some(tickets.turn),
            _ => None,
        }
    }

    /// The lock that it needs.
    pub(super) fn lock_of(&self) -> Option<usize> {
        match self {
            Self::Lock { lock } | Self::Protects { lock, .. } | Self::WhileFree { lock, .. } => {
                Some(*lock)
            }
            _ => None,
        }
    }

    /// The units of which it asks what each thread adds.
    pub(super) fn shared_out(&self) -> Vec<usize> {
        match *self {
            Self::Share { unit, .. } | Self::PerThread { unit, .. } => vec![unit],
            Self::NoMore { less, more } => vec![less, more],
            Self::Lock { .. }
            | Self::Protects { .. }
            | Self::Goes { .. }
            | Self::Keeps { .. }
            | Self::Leaves { .. }
            | Self::GoesUnless { .. }
            | Self::LeavesOnce { .. }
            | Self::By { .. }
            | Self::Ticket { .. }
            | Self::Always { .. }
            | Self::WhileFree { .. } => Vec::new(),
        }
    }

    /// The units whose values before or after a step it speaks of.
    pub(super) fn units(&self) -> Vec<usize> {
        match self {
            // These ask who holds a lock before a step.
            Self::Lock { .. } | Self::Protects { .. } => Vec::new(),
            Self::Goes { unit, .. } | Self::Keeps { unit, .. } | Self::Leaves { unit, .. } => {
                vec![*unit]
            }
            Self::By { unit, .. } | Self::Share { unit, .. } => vec![*unit],
            Self::GoesUnless { unit, flag, .. } | Self::LeavesOnce { unit, flag, .. } => {
                vec![*unit, *flag]
            }
            Self::Ticket { tickets } => vec![tickets.next, tickets.serving],
            Self::NoMore { less, more } => vec![*less, *more],
            Self::PerThread { unit, created, .. } => vec![*unit, *created],
            Self::Always { fact } => fact.units(),
            Self::WhileFree { lock, fact } => {
                let mut units = fact.units();
                units.push(*lock);
                units
            }
        }
    }

    /// Is it about who writes what? Where such a clause is open beside others, these are dropped
    /// first, since it may be open for their sake.
    pub fn is_of_locks(&self) -> bool {
        matches!(self, Self::Lock { .. } | Self::Protects { .. })
    }

    /// Is it about locks, or about which values there are? Most proofs need no more.
    pub fn is_basic(&self) -> bool {
        match self {
            Self::Lock { .. } | Self::Protects { .. } => true,
            Self::Always { fact } => matches!(fact, Fact::Within { .. }),
            Self::Goes { .. }
            | Self::Keeps { .. }
            | Self::Leaves { .. }
            | Self::GoesUnless { .. }
            | Self::LeavesOnce { .. }
            | Self::By { .. }
            | Self::Ticket { .. }
            | Self::Share { .. }
            | Self::NoMore { .. }
            | Self::PerThread { .. }
            | Self::WhileFree { .. } => false,
        }
    }

    /// Does it say something of one time, which is asked when the first thread is created?
    pub(super) fn is_fact(&self) -> bool {
        match self {
            Self::Always { .. }
            | Self::WhileFree { .. }
            | Self::Ticket { .. }
            | Self::Share { .. }
            | Self::NoMore { .. }
            | Self::PerThread { .. } => true,
            Self::Lock { .. }
            | Self::Protects { .. }
            | Self::Goes { .. }
            | Self::Keeps { .. }
            | Self::Leaves { .. }
            | Self::GoesUnless { .. }
            | Self::LeavesOnce { .. }
            | Self::By { .. } => false,
        }
    }

    /// In words.
    pub fn describe(&self, units: &Units) -> String {
        let name = |unit: &usize| &units.all[*unit].name;
        let way = |direction: &Direction| match direction {
            Direction::Up => "only grows",
            Direction::Down => "only shrinks",
        };
        match self {
            Self::Lock { lock } => format!("{} is a lock", name(lock)),
            Self::Protects { lock, unit } => {
                format!("{} is written by who holds {}", name(unit), name(lock))
            }
            Self::Goes { unit, direction } => format!("{} {}", name(unit), way(direction)),
            Self::Keeps { unit, value } => {
                format!("{} keeps the value {}", name(unit), number(units, *unit, *value))
            }
            Self::Leaves { unit, value } => {
                format!("{} never becomes {} again", name(unit), number(units, *unit, *value))
            }
            Self::GoesUnless { unit, direction, flag, value } => {
                let value = number(units, *flag, *value);
                format!("{} {} unless {} is {value}", name(unit), way(direction), name(flag))
            }
            Self::LeavesOnce { unit, value, flag, set } => {
                let (value, set) = (number(units, *unit, *value), number(units, *flag, *set));
                format!("{} never becomes {value} again once {} is {set}", name(unit), name(flag))
            }
            Self::By { unit, role: 0 } => format!("{} is written by the first thread", name(unit)),
            Self::By { unit, role } => {
                format!("{} is written by one thread, of start routine {role}", name(unit))
            }
            Self::Ticket { tickets } => format!(
                "{} gives out numbers, and {} says whose turn it is",
                name(&tickets.next),
                name(&tickets.serving)
            ),
            Self::Share { unit, direction: Direction::Up, .. } => {
                format!("no thread takes more from {} than it added", name(unit))
            }
            Self::Share { unit, direction: Direction::Down, .. } => {
                format!("no thread adds more to {} than it took", name(unit))
            }
            Self::NoMore { less, more } => {
                format!("no thread adds more to {} than to {}", name(less), name(more))
            }
            Self::PerThread { unit, created, .. } => {
                format!("{} is at most {}", name(unit), name(created))
            }
            Self::Always { fact } => fact.describe(units),
            Self::WhileFree { lock, fact } => {
                format!("{} while {} is free", fact.describe(units), name(lock))
            }
        }
    }
}

impl Fact {
    fn describe(&self, units: &Units) -> String {
        let name = |unit: &usize| &units.all[*unit].name;
        match self {
            Self::Within { unit, values } => {
                let values = values.iter().map(|value| number(units, *unit, *value).to_string());
                let values: Vec<String> = values.collect();
                format!("{} is {}", name(unit), values.join(" or "))
            }
            Self::AtLeast { unit, value } => {
                format!("{} is at least {}", name(unit), number(units, *unit, *value))
            }
            Self::AtMost { unit, value } => {
                format!("{} is at most {}", name(unit), number(units, *unit, *value))
            }
            Self::Apart { unit, other, by: 0 } => format!("{} equals {}", name(unit), name(other)),
            Self::Apart { unit, other, by } => {
                let by = number(units, *unit, *by);
                format!("{} equals {} + {by}", name(unit), name(other))
            }
            Self::Sum { unit, other, total } => {
                let total = number(units, *unit, *total);
                format!("{} + {} is {total}", name(unit), name(other))
            }
            Self::Ordered { low, high } => format!("{} is at most {}", name(low), name(high)),
            Self::NotBoth { unit, other } => {
                format!("{} or {} is 0", name(unit), name(other))
            }
        }
    }
}

/// The number that a unit's bits stand for.
fn number(units: &Units, unit: usize, bits: u128) -> i128 {
    match units.all[unit].ty {
        Some(Type::Int(ty)) => ty.value(bits),
        _ => bits as i128,
    }
}

/// The clauses without those that need one which is not there.
pub fn consistent(clauses: Vec<Clause>) -> Vec<Clause> {
    let there: BTreeSet<Clause> = clauses.iter().cloned().collect();
    let has_all = |clause: &Clause| clause.needs().is_none_or(|needed| there.contains(&needed));
    clauses.into_iter().filter(has_all).collect()
}
