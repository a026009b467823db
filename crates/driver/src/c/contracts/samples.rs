//! Calls of a function as they go: arguments and result, from concrete runs of it alone.
//!
//! The arguments are small numbers, the ends of the range, and the constants that the function
//! compares with and their neighbours; all combinations while they are few, then some of them.
//! A call that does not return within its steps, or fails, is no sample.

use std::collections::BTreeMap;

use index::IdSet;
use ir::{Expr, ExprId, FunctionId, Initial, IntType, Op, Program, Type, VarId};
use ir_interp::{Indeterminate, InputRequest, Interpreter, Options, Outcome, Unknown, Value};
use ir_passes::by_contract::Entry;

/// One call, in bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    pub arguments: Vec<u128>,
    pub did: Entry,
}

const MAX_CALLS: usize = 400;
const STEPS_OF_CALL: u64 = 20_000;
const MAX_STEPS: u64 = 4_000_000;
const PLAIN: [i128; 16] = [0, 1, 2, 3, 4, 5, 7, 10, 20, -1, -2, -3, -10, 50, 1000, 1003];

/// Some numbers, those that a function compares with, and their neighbours.
pub fn telling_numbers(constants: &[i128]) -> Vec<i128> {
    let mut values: Vec<i128> = PLAIN.to_vec();
    for constant in constants {
        values.extend([constant - 2, constant - 1, *constant, constant + 1, constant + 2]);
    }
    let mut seen = std::collections::BTreeSet::new();
    values.retain(|value| seen.insert(*value));
    values
}

/// The numbers that a function compares with.
pub fn constants(program: &Program, function: FunctionId) -> Vec<i128> {
    numbers_in(program, function, |op| match op {
        Op::Assume { condition } => Some(*condition),
        _ => None,
    })
}

/// The numbers that a function compares, computes with or returns.
pub fn numbers(program: &Program, function: FunctionId) -> Vec<i128> {
    numbers_in(program, function, |op| match op {
        Op::Assume { condition: value } | Op::Assign { value, .. } => Some(*value),
        Op::Return { value } => *value,
        _ => None,
    })
}

fn numbers_in(
    program: &Program,
    function: FunctionId,
    looked_at: impl Fn(&Op) -> Option<ExprId>,
) -> Vec<i128> {
    let mut found = Vec::new();
    for edge in program.functions[function].body.iter().flat_map(|body| body.edges.values()) {
        let mut pending: Vec<ExprId> = looked_at(&edge.op).into_iter().collect();
        while let Some(expr) = pending.pop() {
            if let Expr::Int(ty, bits) = program.exprs[expr]
                && ty.width <= 64
            {
                found.push(ty.value(bits));
            }
            pending.extend(program.exprs[expr].operands());
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Where calls are sampled, and the globals that they may change.
pub struct Sampled<'p> {
    pub program: &'p Program,
    pub globals: &'p IdSet<VarId>,
}

/// How a call went.
pub enum Went {
    Returned(Entry),
    /// It stood still in a function, with these values of its parameters.
    Blocked(FunctionId, Vec<u128>),
    Otherwise,
}

impl Sampled<'_> {
    /// Calls of a function whose parameters and result are integers of at most 64 bits.
    pub fn calls(&self, function: FunctionId, types: &[IntType]) -> Vec<Sample> {
        let values = telling_numbers(&constants(self.program, function));
        let n_all = values.len().saturating_pow(types.len() as u32);
        let mut samples = Vec::new();
        let mut n_steps = 0;
        for call in 0..n_all.min(MAX_CALLS) {
            // A stride that is prime to most counts spreads the calls over all combinations.
            let mut code = if n_all > MAX_CALLS { call.wrapping_mul(7919) % n_all } else { call };
            let mut arguments = Vec::new();
            for ty in types {
                arguments.push(ty.wrap(values[code % values.len()]));
                code /= values.len();
            }
            let (went, taken) = self.call(function, &arguments, || call as u128 % 3);
            n_steps += taken;
            if let Went::Returned(did) = went {
                samples.push(Sample { arguments, did });
            }
            if n_steps > MAX_STEPS {
                break;
            }
        }
        samples
    }

    /// How one call goes, and how many steps it takes.
    pub fn call(
        &self,
        function: FunctionId,
        arguments: &[u128],
        mut input: impl FnMut() -> u128,
    ) -> (Went, u64) {
        let mut next = arguments.iter();
        let answer = |request: &InputRequest| match request.unknown {
            Unknown::EntryParameter(_) => next.next().copied(),
            _ if request.ty == Type::Pointer => Some(0),
            _ => Some(input()),
        };
        let indeterminate = Indeterminate::AsInput;
        let options = Options { n_steps: STEPS_OF_CALL, indeterminate, ..Options::default() };
        let mut interpreter = Interpreter::new(self.program, answer, options);
        let outcome = interpreter.run_function(function);
        let plain = |value: Value| value.is_plain().then(|| value.bits());
        let value = |var: &VarId| interpreter.value(*var).and_then(plain);
        let went = match outcome {
            Outcome::Finished { result } => {
                let result = result.map(plain);
                let growths: Option<BTreeMap<VarId, u128>> = self
                    .globals
                    .iter()
                    .map(|var| Some((var, self.growth(var, value(&var)?)?)))
                    .collect();
                match (result, growths) {
                    (Some(None), _) | (_, None) => Went::Otherwise,
                    (result, Some(growths)) => {
                        Went::Returned(Entry { result: result.flatten(), growths })
                    }
                }
            }
            Outcome::Blocked { function, .. } => {
                let parameters = &self.program.functions[function].parameters;
                let values: Option<Vec<u128>> = parameters.iter().map(value).collect();
                values.map_or(Went::Otherwise, |values| Went::Blocked(function, values))
            }
            _ => Went::Otherwise,
        };
        (went, interpreter.n_steps())
    }

    /// By how much a global has grown since the beginning.
    fn growth(&self, var: VarId, now: u128) -> Option<u128> {
        let ty = super::integer(self.program.vars[var].ty)?;
        let Initial::Bits(before) = self.program.vars[var].initial else { return None };
        Some(ty.wrap(ty.value(now) - ty.value(before)))
    }
}
