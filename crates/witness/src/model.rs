//! A witness as data.
//!
//! What was read keeps the places where it stood in the witness file, for messages; what was made
//! has [`Span::default`] there.

use source::Span;
use verdict::InvariantPlace;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    pub metadata: Metadata,
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// `2.0` or `2.1`.
    pub format_version: String,
    pub uuid: String,
    /// ISO 8601.
    pub creation_time: String,
    pub producer: Producer,
    pub task: Task,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Producer {
    pub name: String,
    pub version: String,
}

/// What the witness is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub input_files: Vec<String>,
    /// File and SHA-256 in hexadecimal digits.
    pub input_file_hashes: Vec<(String, String)>,
    /// Property files' text.
    pub specification: Expression,
    /// `ILP32` or `LP64`.
    pub data_model: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// `invariant_set`
    Correctness(Vec<Invariant>),
    /// `violation_sequence`. Each segment is some waypoints to avoid and, last, one to follow;
    /// the one of the last segment is the target, and no other is.
    Violation(Vec<Vec<Waypoint>>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    pub place: InvariantPlace,
    pub location: Location,
    pub value: Expression,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waypoint {
    pub ty: WaypointType,
    pub action: Action,
    pub location: Location,
    /// Present for those types that have one.
    pub constraint: Option<Expression>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WaypointType {
    /// The expression is true before the statement or declaration.
    Assumption,
    /// The condition has this value (`true`, `false`), the operand of `switch` this constant.
    Branching,
    /// The function is entered.
    FunctionEnter,
    /// The function returns a `\result` that satisfies the expression.
    FunctionReturn,
    /// The property is violated.
    Target,
}

impl WaypointType {
    pub const ALL: [Self; 5] = [
        Self::Assumption,
        Self::Branching,
        Self::FunctionEnter,
        Self::FunctionReturn,
        Self::Target,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Assumption => "assumption",
            Self::Branching => "branching",
            Self::FunctionEnter => "function_enter",
            Self::FunctionReturn => "function_return",
            Self::Target => "target",
        }
    }

    pub fn has_constraint(self) -> bool {
        match self {
            Self::Assumption | Self::Branching | Self::FunctionReturn => true,
            Self::FunctionEnter | Self::Target => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    Follow,
    Avoid,
}

impl Action {
    pub fn name(self) -> &'static str {
        match self {
            Self::Follow => "follow",
            Self::Avoid => "avoid",
        }
    }
}

/// A place in the program. Lines and columns count from 1, columns in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub file_name: String,
    pub line: u32,
    /// Without it, the first place in the line that fits is meant.
    pub column: Option<u32>,
    pub function: Option<String>,
    pub span: Span,
}

/// A text with its place in the witness file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    pub text: String,
    pub span: Span,
}

impl Expression {
    /// A text that stands in no file yet.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), span: Span::default() }
    }
}
