//! The waypoints of a violation as an automaton inside the program.
//!
//! A new variable counts the segments that the run has passed. At every place that a waypoint
//! names, the program looks whether the segment's waypoint is passed:
//!
//! ```text
//!   s;                   if (__linchpin_segment == 2 && (e)) __linchpin_segment = 3;  s;
//!   f(a)                 ({ __auto_type __linchpin_result = f(a); if (...) ...; __linchpin_result; })
//!   if (c)               if (({ int __linchpin_taken = !!(c); if (...) ...; __linchpin_taken; }))
//! ```
//!
//! A waypoint to avoid that is passed sets the variable to a number that no segment has. The
//! target is not put into the text: the checks at its place count only once all segments before
//! it are passed (`aim`).
//!
//! # What it means to follow
//! A segment is passed at the first opportunity. Without waypoints to avoid that is no loss: a
//! run that passes the waypoints in order passes them in order also if each is taken as early as
//! possible. With them a run may be missed that passes an earlier opportunity by; the witness is
//! then not confirmed, which is never wrong.

use std::collections::BTreeMap;

use c_annotate::{Branch, Fragment};
use source::Span;
use witness::{Action, Expression, Waypoint, WaypointType};

use super::annotate::Annotator;
use super::invariants::insert_statement;

/// The variable that counts.
pub(super) const SEGMENT: &str = "__linchpin_segment";
/// Its value once a waypoint to avoid has been passed.
const NOWHERE: i32 = -1;

/// Of wraps around the same stretch the return of a call is the innermost, what comes next in
/// evaluation the next.
const RETURN_LEVEL: u8 = 0;
const ENTER_LEVEL: u8 = 1;
const BRANCH_LEVEL: u8 = 2;
const STATEMENT_LEVEL: u8 = 3;

/// Where waypoints are looked at: an index into the places of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    Statement(usize),
    Branch(usize),
    Enter(usize),
    Return(usize),
}

/// Puts all waypoints but the target into the program. Complaints are left with the annotator.
pub(super) fn place_waypoints(annotator: &mut Annotator, segments: &[Vec<Waypoint>]) {
    let mut spots: BTreeMap<Spot, Vec<(usize, &Waypoint)>> = BTreeMap::new();
    for (segment, waypoints) in segments.iter().enumerate() {
        for waypoint in waypoints {
            for spot in find(annotator, waypoint) {
                spots.entry(spot).or_default().push((segment, waypoint));
            }
        }
    }
    for start in &annotator.starts {
        annotator.edits.insert(*start, Fragment::new(&format!("static int {SEGMENT} = 0; ")));
    }
    for (spot, waypoints) in spots {
        match spot {
            Spot::Statement(index) => {
                let place = annotator.places.statements[index];
                let look = look(annotator, &waypoints, &Condition::OwnExpression);
                insert_statement(annotator, place, look, STATEMENT_LEVEL);
            }
            Spot::Branch(index) => place_branch(annotator, index, &waypoints),
            Spot::Enter(index) => {
                let call = annotator.places.calls[index];
                let look = look(annotator, &waypoints, &Condition::Always);
                match call.last_argument {
                    Some(argument) => {
                        let name = "__linchpin_argument";
                        keep_value(annotator, argument, ENTER_LEVEL, name, look);
                    }
                    None => {
                        let mut open = Fragment::new("({ ");
                        open.append(look);
                        let close = Fragment::new("; })");
                        annotator.edits.wrap(call.span, ENTER_LEVEL, open, close);
                    }
                }
            }
            Spot::Return(index) => {
                let call = annotator.places.calls[index];
                let look = look(annotator, &waypoints, &Condition::OwnExpression);
                keep_value(annotator, call.span, RETURN_LEVEL, "__linchpin_result", look);
            }
        }
    }
}

/// All places that a waypoint means: a macro may have made copies of what was written once.
fn find(annotator: &mut Annotator, waypoint: &Waypoint) -> Vec<Spot> {
    let places = &annotator.places;
    let (offsets, what): (Vec<u32>, _) = match waypoint.ty {
        WaypointType::Assumption => {
            (places.statements.iter().map(|it| it.start).collect(), "statement")
        }
        WaypointType::Branching => (places.branches.iter().map(|it| it.start).collect(), "branch"),
        WaypointType::FunctionEnter | WaypointType::FunctionReturn => {
            let ends = places.calls.iter().map(|it| it.close_paren);
            (ends.collect(), "closing parenthesis of a call")
        }
        WaypointType::Target => {
            annotator.find_target(&waypoint.location);
            return Vec::new();
        }
    };
    let found = annotator.pick(&waypoint.location, &offsets, what).into_iter();
    let spot = |index| match waypoint.ty {
        WaypointType::Assumption => Spot::Statement(index),
        WaypointType::Branching => Spot::Branch(index),
        WaypointType::FunctionEnter => Spot::Enter(index),
        WaypointType::FunctionReturn | WaypointType::Target => Spot::Return(index),
    };
    found.map(spot).collect()
}

/// When a waypoint at a spot is passed.
enum Condition<'a> {
    Always,
    OwnExpression,
    /// The variable has the truth value of a condition.
    Taken,
    /// The variable has the value of the operand of this `switch`.
    Case(&'a Branch),
}

/// Evaluates a stretch, looks, and goes on with its value.
fn keep_value(annotator: &mut Annotator, span: Span, level: u8, name: &str, look: Fragment) {
    let open = Fragment::new(&format!("({{ __auto_type {name} = ("));
    let mut close = Fragment::new("); ");
    close.append(look);
    close.push(&format!("{name}; }})"));
    annotator.edits.wrap(span, level, open, close);
}

const TAKEN: &str = "__linchpin_taken";
const OPERAND: &str = "__linchpin_operand";

fn place_branch(annotator: &mut Annotator, index: usize, waypoints: &[(usize, &Waypoint)]) {
    let branch = annotator.places.branches[index].clone();
    if branch.cases.is_some() {
        let look = look(annotator, waypoints, &Condition::Case(&branch));
        return keep_value(annotator, branch.condition, BRANCH_LEVEL, OPERAND, look);
    }
    let look = look(annotator, waypoints, &Condition::Taken);
    // The `for` without a condition goes on for ever.
    let forever = if branch.condition.is_empty() { "1" } else { "" };
    let open = Fragment::new(&format!("({{ int {TAKEN} = !!({forever}"));
    let mut close = Fragment::new("); ");
    close.append(look);
    close.push(&format!("{TAKEN}; }})"));
    annotator.edits.wrap(branch.condition, BRANCH_LEVEL, open, close);
}

/// One statement that moves the automaton: what is to be avoided first.
fn look(
    annotator: &mut Annotator,
    waypoints: &[(usize, &Waypoint)],
    condition: &Condition,
) -> Fragment {
    let mut ordered = waypoints.to_vec();
    ordered.sort_by_key(|(segment, waypoint)| (*segment, waypoint.action == Action::Follow));
    let mut fragment = Fragment::default();
    for (index, (segment, waypoint)) in ordered.into_iter().enumerate() {
        if index > 0 {
            fragment.push("else ");
        }
        fragment.push(&format!("if ({SEGMENT} == {segment} && "));
        push_condition(annotator, &mut fragment, waypoint, condition);
        let next = match waypoint.action {
            Action::Follow => segment as i32 + 1,
            Action::Avoid => NOWHERE,
        };
        fragment.push(&format!(") {SEGMENT} = {next}; "));
    }
    fragment
}

fn push_condition(
    annotator: &mut Annotator,
    fragment: &mut Fragment,
    waypoint: &Waypoint,
    condition: &Condition,
) {
    let nothing = Expression::new("1");
    let constraint = waypoint.constraint.as_ref().unwrap_or(&nothing);
    match condition {
        Condition::Always => fragment.push("1"),
        Condition::OwnExpression => {
            let text = constraint.text.replace("\\result", "__linchpin_result");
            annotator.push_expression(fragment, constraint, &text);
        }
        Condition::Taken => match constraint.text.trim() {
            "true" | "1" => fragment.push(TAKEN),
            "false" | "0" => fragment.push(&format!("!{TAKEN}")),
            _ => {
                let message = "the constraint of this branch is `true` or `false`";
                let diagnostic = source::Diagnostic::error("E1012", constraint.span, message);
                annotator.diagnostics.push(diagnostic);
            }
        },
        Condition::Case(branch) if constraint.text.trim() == "default" => {
            fragment.push("!(0");
            for case in branch.cases.iter().flatten() {
                let (low, high) = (annotator.excerpt(case.low), annotator.excerpt(case.high));
                fragment.push(&format!(" || ({OPERAND} >= ({low}) && {OPERAND} <= ({high}))"));
            }
            fragment.push(")");
        }
        Condition::Case(_) => {
            fragment.push(&format!("{OPERAND} == "));
            annotator.push_expression(fragment, constraint, &constraint.text);
        }
    }
}
