//! From an outcome to its witness.
//!
//! A proof becomes the list of its invariants, which may be empty: then the program needs none
//! that a bounded proof does not find by itself. A failing run becomes one waypoint for each
//! number that a call returned (`function_return`, `\result == 5`, at the closing parenthesis),
//! in the order of the run, and the target. Choices that no call returned (uninitialised
//! variables, parameters of the entry function) have no waypoint; the witness then describes
//! more runs than the one that was found, and is no less true.
//!
//! A place is a line and a column of a file. Where the file is a header that several texts have read, or
//! the line a macro that makes several loops, it means all of them, and what was proved of one may be
//! wrong of another: such invariants are left out ([`n_not_told_apart`]).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use c_annotate::{Places, Positions, Texts};
use source::{Source, Span};
use verdict::{LoopFacts, Outcome, Verdict, Violation};
use witness::{
    Action, Content, Expression, Invariant, Location, Metadata, Producer, Waypoint, WaypointType,
    Witness, sha256_hex, specification, timestamp,
};

use super::annotate::named;
use super::invariants::offsets_of;
use crate::c::Compiled;
use crate::c::specified::About;
use crate::c::threads::creates_threads;
use crate::{DataModel, Task};

/// A run that asks for more than this is described by its first choices only.
const MAX_WAYPOINTS: usize = 1_000;

#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    #[error("a witness is about a C program, and `{}` is none", .0.display())]
    NoProgram(PathBuf),
    #[error("a witness of format 2.0 speaks of one thread, and this program creates others")]
    Threads,
    #[error(
        "a witness is about the program as a compiler has it, and this answer is about what is said in \
         its comments"
    )]
    Comments,
    #[error("cannot read `{}`: {cause}", path.display())]
    Io { path: PathBuf, cause: std::io::Error },
}

/// The witness for an outcome of `task`, whose program is `compiled`; none where nothing was found
/// out. `time` is in seconds since 1970.
pub fn make(
    outcome: &Outcome,
    task: &Task,
    (compiled, about): (&Compiled, About),
    time: u64,
) -> Result<Option<Witness>, MakeError> {
    if is_ir(&task.input) {
        return Err(MakeError::NoProgram(task.input.clone()));
    }
    if creates_threads(&compiled.program) {
        return Err(MakeError::Threads);
    }
    if about == About::Comments && !matches!(outcome.verdict, Verdict::Unknown(_)) {
        return Err(MakeError::Comments);
    }
    let maker = Maker::new(&compiled.source);
    let content = match (&outcome.verdict, &outcome.violation) {
        (Verdict::True, _) => maker.correctness(&outcome.invariants),
        (Verdict::False, Some(violation)) => maker.violation(violation),
        (Verdict::False, None) | (Verdict::Unknown(_), _) => return Ok(None),
    };
    Ok(Some(witness(content, task, time)?))
}

/// How many invariants of a proof stand where a witness cannot say which place is meant.
pub fn n_not_told_apart(outcome: &Outcome, task: &Task, compiled: &Compiled) -> usize {
    if is_ir(&task.input) || outcome.invariants.is_empty() {
        return 0;
    }
    let maker = Maker::new(&compiled.source);
    outcome.invariants.iter().filter(|invariant| !maker.is_told_apart(invariant)).count()
}

/// A witness with nothing but what is known of loops. A witness names a specification, and
/// whoever checks this one answers for it too; it is the task's, about which nothing was found out.
pub fn make_invariants(
    loops: &[LoopFacts],
    task: &Task,
    source: &Source,
    time: u64,
) -> Result<Witness, MakeError> {
    let invariants: Vec<_> = loops.iter().flat_map(LoopFacts::invariants).collect();
    witness(Maker::new(source).correctness(&invariants), task, time)
}

fn witness(content: Content, task: &Task, time: u64) -> Result<Witness, MakeError> {
    let mut input_file_hashes = Vec::new();
    for path in std::iter::once(&task.input).chain(&task.more_inputs) {
        let bytes =
            std::fs::read(path).map_err(|cause| MakeError::Io { path: path.clone(), cause })?;
        input_file_hashes.push((path.to_string_lossy().into_owned(), sha256_hex(&bytes)));
    }
    let metadata = Metadata {
        format_version: "2.0".to_owned(),
        uuid: String::new(),
        creation_time: timestamp(time),
        producer: Producer {
            name: "Linchpin".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        task: witness::Task {
            input_files: input_file_hashes.iter().map(|(file, _)| file.clone()).collect(),
            input_file_hashes,
            specification: Expression::new(specification(&task.properties)),
            data_model: model_name(task.model).to_owned(),
        },
    };
    Ok(Witness { metadata, content }.sealed())
}

/// As witnesses and task definitions write it.
pub(super) fn model_name(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    }
}

pub(super) fn is_ir(input: &Path) -> bool {
    input.extension().is_some_and(|extension| extension == "ir")
}

/// A text again as it was before anybody parsed it.
pub(super) fn unparsed(source: &Source) -> Source {
    source.unread()
}

struct Maker<'t> {
    places: Places,
    positions: Positions<'t>,
}

impl<'t> Maker<'t> {
    fn new(source: &'t Source) -> Self {
        let Texts { places, .. } = Texts::of(&mut unparsed(source)).unwrap_or_default();
        Self { places, positions: Positions::of(source) }
    }

    /// What a place names is said only where it names nothing else as well.
    fn correctness(&self, invariants: &[verdict::Invariant]) -> Content {
        let told = invariants.iter().filter(|invariant| self.is_told_apart(invariant));
        let invariants = told.map(|invariant| Invariant {
            place: invariant.place,
            location: self.location(invariant.span.lo, Some(&*invariant.function)),
            value: Expression::new(&*invariant.text),
        });
        Content::Correctness(invariants.collect())
    }

    /// Does the place of an invariant mean it alone? A header is part of several texts, and a macro makes
    /// several loops of one.
    fn is_told_apart(&self, invariant: &verdict::Invariant) -> bool {
        let location = self.location(invariant.span.lo, None);
        let (offsets, _) = offsets_of(&self.places, invariant.place);
        let mut found: Vec<u32> =
            self.positions.pick(named(&location), &offsets).iter().map(|it| offsets[*it]).collect();
        found.dedup();
        found == [invariant.span.lo]
    }

    fn violation(&self, violation: &Violation) -> Content {
        let calls: BTreeMap<Span, u32> =
            self.places.calls.iter().map(|call| (call.span, call.close_paren)).collect();
        let mut segments = Vec::new();
        for waypoint in violation.waypoints.iter().take(MAX_WAYPOINTS) {
            // What no call of the text returned (a value that a macro of ours stands for) is
            // left out: a witness that says less is still true.
            let Some(&close_paren) = calls.get(&waypoint.span) else { continue };
            segments.push(vec![Waypoint {
                ty: WaypointType::FunctionReturn,
                action: Action::Follow,
                location: self.location(close_paren, Some(&*waypoint.function)),
                constraint: Some(Expression::new(format!("\\result == {}", waypoint.value))),
            }]);
        }
        let target = self.places.full_expression(violation.span).unwrap_or(violation.span);
        segments.push(vec![Waypoint {
            ty: WaypointType::Target,
            action: Action::Follow,
            location: self.location(target.lo, None),
            constraint: None,
        }]);
        Content::Violation(segments)
    }

    fn location(&self, offset: u32, function: Option<&str>) -> Location {
        let position = self.positions.locate(offset);
        let function = function.or_else(|| self.places.function(offset));
        Location {
            file_name: position.file.to_string(),
            line: position.line,
            column: Some(position.column),
            function: function.map(str::to_owned),
            span: Span::default(),
        }
    }
}
