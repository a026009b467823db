//! Ends runs where arithmetic leaves its type: what is left is the same with integers of any size.
//!
//! *Expects* a valid program. *Guarantees* a valid program whose runs are those of the original up
//! to the first `+`, `-`, `*`, `/`, `<<` or unary `-` on integers whose exact result does not fit
//! the type of its operands; there a run is blocked, and violates nothing. Functions, edges,
//! variables and checks keep their ids; what is new comes behind them.
//!
//! So a violation found here is one of the original, on a run that does not depend on whether
//! integers wrap.
//!
//! ```text
//!   L2 -> L3: x = (x + y)        L2 -> L9: assume !overflows(x + y)     L9 -> L3: x = (x + y)
//! ```
//!
//! What is not evaluated cannot leave its type: in `c ? a : b`, only the chosen side is asked
//! about. Conversions keep what they mean, whatever they do to a number.

use index::IdSet;
use ir::{ArithOp, Expr, ExprId, IntType, Location, Op, OverflowOp, Program, Provenance, Type};

/// The program whose runs end before something wraps.
pub fn stop_at_wraps(program: &Program) -> Program {
    let mut stopping = program.clone();
    for function in program.functions.ids() {
        let Some(mut body) = stopping.functions[function].body.take() else { continue };
        for location in body.locations.ids().collect::<Vec<_>>() {
            let mut roots = Vec::new();
            for edge in &body.locations[location].outgoing {
                body.edges[*edge].op.for_each_expr(|expr| roots.push(expr));
            }
            let Some(condition) = fits(&mut stopping, &roots) else { continue };
            // The edges leave from a new location behind the question.
            let behind = body.locations.push(Location::default());
            let moved = std::mem::take(&mut body.locations[location].outgoing);
            let span = moved.first().map(|edge| body.edges[*edge].provenance.span);
            for edge in &moved {
                body.edges[*edge].from = behind;
            }
            body.locations[behind].outgoing = moved;
            let provenance = Provenance { span: span.unwrap_or_default(), ..Provenance::default() };
            body.add_edge(location, behind, Op::Assume { condition }, provenance);
        }
        stopping.functions[function].body = Some(body);
    }
    stopping
}

/// That nothing wraps when these are evaluated; `None` if nothing can.
fn fits(program: &mut Program, roots: &[ExprId]) -> Option<ExprId> {
    let mut all = None;
    for root in roots {
        if let Some(condition) = fits_one(program, *root) {
            all = Some(both(program, all, condition));
        }
    }
    all
}

fn both(program: &mut Program, a: Option<ExprId>, b: ExprId) -> ExprId {
    a.map_or(b, |a| program.exprs.intern(Expr::And(a, b)))
}

/// The same of one expression, operands first. Shared parts are asked about once, so that what is
/// made is no larger than what is asked about.
fn fits_one(program: &mut Program, root: ExprId) -> Option<ExprId> {
    let mut conditions: rustc_hash::FxHashMap<ExprId, Option<ExprId>> =
        rustc_hash::FxHashMap::default();
    for expr in below(program, root).iter() {
        let node = program.exprs[expr];
        let condition = match node {
            Expr::Ite(c, a, b) => {
                let sides = match (conditions[&a], conditions[&b]) {
                    (None, None) => None,
                    (a, b) => {
                        let always = program.exprs.intern(Expr::Bool(true));
                        let (a, b) = (a.unwrap_or(always), b.unwrap_or(always));
                        Some(program.exprs.intern(Expr::Ite(c, a, b)))
                    }
                };
                match (conditions[&c], sides) {
                    (condition, Some(sides)) => Some(both(program, condition, sides)),
                    (condition, None) => condition,
                }
            }
            _ => {
                let mut all = None;
                for operand in node.operands() {
                    if let Some(condition) = conditions[&operand]
                        && all != Some(condition)
                    {
                        all = Some(both(program, all, condition));
                    }
                }
                match own_condition(program, node) {
                    Some(own) => Some(both(program, all, own)),
                    None => all,
                }
            }
        };
        conditions.insert(expr, condition);
    }
    conditions[&root]
}

/// The parts of an expression, operands first.
fn below(program: &Program, root: ExprId) -> IdSet<ExprId> {
    let mut found = IdSet::new();
    let mut pending = vec![root];
    while let Some(expr) = pending.pop() {
        if found.insert(expr) {
            pending.extend(program.exprs[expr].operands());
        }
    }
    // Ids grow from operands to what uses them.
    found
}

/// That the operation itself does not leave its type.
fn own_condition(program: &mut Program, node: Expr) -> Option<ExprId> {
    let int = |program: &Program, operand: ExprId| -> Option<IntType> {
        match program.type_of(operand) {
            Type::Int(int) => Some(int),
            Type::Bool | Type::Float(_) | Type::Pointer => None,
        }
    };
    let (op, a, b) = match node {
        Expr::Neg(a) => {
            let zero = Expr::Int(int(program, a)?, 0);
            (OverflowOp::Sub, program.exprs.intern(zero), a)
        }
        Expr::Arith(op, a, b) => {
            let _ = int(program, a)?;
            let overflow = match op {
                ArithOp::Add => OverflowOp::Add,
                ArithOp::Sub => OverflowOp::Sub,
                ArithOp::Mul => OverflowOp::Mul,
                ArithOp::Div => OverflowOp::Div,
                ArithOp::Shl => OverflowOp::Shl,
                ArithOp::Rem
                | ArithOp::BitAnd
                | ArithOp::BitOr
                | ArithOp::BitXor
                | ArithOp::Shr => return None,
            };
            (overflow, a, b)
        }
        _ => return None,
    };
    let wraps = program.exprs.intern(Expr::Overflows(op, a, b));
    Some(program.exprs.not(wraps))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stopping(edges: &str) -> Program {
        let text = format!(
            "program LP64 entry main\ncheck c0: assertion \"x\"\nfn main() {{\n  var a: i32\n  \
             var b: u32\n  entry L0 exit L1\n{edges}\n}}\n"
        );
        let source = source::Source::new("test.ir", text.into_bytes());
        let program = ir::text::parse(&source).expect("the test is well-formed");
        let stopping = stop_at_wraps(&program);
        assert_eq!(ir::validate(&stopping), Ok(()));
        let (old, new) = (&program.functions[program.entry], &stopping.functions[program.entry]);
        let (old, new) = (old.body.as_ref().unwrap(), new.body.as_ref().unwrap());
        for (id, edge) in old.edges.iter() {
            assert_eq!((&edge.op, edge.to), (&new.edges[id].op, new.edges[id].to));
        }
        stopping
    }

    fn n_new_edges(edges: &str) -> usize {
        let program = stopping(edges);
        let body = program.functions[program.entry].body.as_ref().unwrap();
        body.edges.len() - edges.lines().count()
    }

    #[test]
    fn arithmetic_is_asked_about_before_it_happens() {
        assert_eq!(n_new_edges("L0 -> L2: a = (a + 1i32)\nL2 -> L1: return"), 1);
        assert_eq!(n_new_edges("L0 -> L2: b = -(b)\nL2 -> L1: return"), 1);
        assert_eq!(n_new_edges("L0 -> L2: a = (a & 1i32)\nL2 -> L1: return"), 0);
        assert_eq!(n_new_edges("L0 -> L2: a = i32(b)\nL2 -> L1: return"), 0);
    }

    #[test]
    fn branches_are_asked_about_once() {
        let edges = "L0 -> L2: assume ((a * 2i32) < 9i32)\nL0 -> L3: assume !((a * 2i32) < 9i32)\n\
                     L2 -> L1: return\nL3 -> L1: return";
        assert_eq!(n_new_edges(edges), 1);
    }
}
