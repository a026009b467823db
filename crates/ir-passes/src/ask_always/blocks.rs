//! Which functions run inside of atomic blocks, and which outside of them.
//!
//! Both are overestimated: a function whose address is taken may be called from outside of all
//! blocks, and a call through a pointer may enter all that points-to analysis lets it.

use index::{IdSet, IndexVec};
use ir::{Callee, Expr, FunctionId, LocationId, Op, Program};

use super::WhyNotAsked;
use crate::points_to::PointsTo;
use crate::rely::depths;

/// In how many blocks a thread is that began in this function, where it comes to; `None` where it
/// does not.
pub type Depths = IndexVec<LocationId, Option<u32>>;

pub struct Blocks {
    /// Of each function, empty for those without body.
    pub depths: IndexVec<FunctionId, Depths>,
    /// Functions that may be called inside of a block.
    pub in_block: IdSet<FunctionId>,
    /// Those that may be called outside of all blocks.
    pub outside: IdSet<FunctionId>,
}

impl Blocks {
    pub fn of(program: &Program) -> Result<Self, WhyNotAsked> {
        let of_function = |function: &ir::Function| match &function.body {
            Some(body) => depths(body).map_err(WhyNotAsked::Unsupported),
            None => Ok(IndexVec::new()),
        };
        let depths: Result<Vec<Depths>, WhyNotAsked> =
            program.functions.values().map(of_function).collect();
        let depths = depths?.into_iter().collect();
        Ok(Self { depths, in_block: IdSet::new(), outside: IdSet::new() })
    }

    /// Follows calls from where runs, threads and calls through pointers begin.
    pub fn follow_calls(&mut self, program: &Program, points_to: &PointsTo) {
        let mut outside: Vec<FunctionId> = vec![program.entry];
        outside.extend(program.exprs.iter().filter_map(|(_, expr)| match expr {
            Expr::FunctionAddress(function) => Some(*function),
            _ => None,
        }));
        outside.extend(addresses_in_data(program));
        for edge in
            program.functions.values().flat_map(|it| &it.body).flat_map(|it| it.edges.values())
        {
            match edge.op {
                Op::ThreadCreate { start: Callee::Direct(function), .. }
                | Op::CallBack { function, .. } => outside.push(function),
                _ => {}
            }
        }
        let mut in_block = Vec::new();
        while let Some(function) = outside.pop() {
            if self.outside.insert(function) {
                for (depth, callee) in self.calls(program, points_to, function) {
                    if depth == 0 { &mut outside } else { &mut in_block }.push(callee);
                }
            }
        }
        while let Some(function) = in_block.pop() {
            if self.in_block.insert(function) {
                let calls = self.calls(program, points_to, function);
                in_block.extend(calls.into_iter().map(|(_, callee)| callee));
            }
        }
    }

    fn calls(
        &self,
        program: &Program,
        points_to: &PointsTo,
        function: FunctionId,
    ) -> Vec<(u32, FunctionId)> {
        let mut found = Vec::new();
        let edges = program.functions[function].body.iter().flat_map(|body| body.edges.iter());
        for (id, edge) in edges {
            let Op::Call { callee, .. } = &edge.op else { continue };
            let Some(depth) = self.depths[function][edge.from] else { continue };
            match callee {
                Callee::Direct(callee) => found.push((depth, *callee)),
                Callee::Indirect(..) => {
                    let callees = points_to.callees(function, id);
                    found.extend(callees.iter().map(|callee| (depth, *callee)));
                }
            }
        }
        found
    }
}

/// Functions whose addresses stand in variables and objects when a run begins.
fn addresses_in_data(program: &Program) -> Vec<FunctionId> {
    let in_vars = program.vars.values().filter_map(|var| match var.initial {
        ir::Initial::FunctionAddress(function) => Some(function),
        _ => None,
    });
    let mut found: Vec<FunctionId> = in_vars.collect();
    for object in program.objects.values() {
        if let ir::Contents::Static(values) = &object.contents {
            found.extend(values.iter().filter_map(|it| match it.value {
                ir::StaticBytes::FunctionAddress(function) => Some(function),
                _ => None,
            }));
        }
    }
    found
}
