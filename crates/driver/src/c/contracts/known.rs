//! Calls that are known, and what each of them does.
//!
//! `fib(46)` takes billions of calls, and is the sum of two numbers once `fib(45)` and `fib(44)` are
//! known: calls are computed from the bottom, each by running the body with the calls in it looked up
//! ([`by_table`]). So the calls that a run of the program makes are seen, however many they are.

use std::collections::{BTreeMap, BTreeSet};

use index::IdSet;
use ir::{FunctionId, IntType, Program, VarId};
use ir_passes::by_contract::{Entry, Table, Touched, by_table};
use verdict::Budget;

use super::guess::Types;
use super::integer;
use super::samples::{Sample, Sampled, Went, numbers, telling_numbers};

/// Bodies run, and edges of programs that are copied for each.
const MAX_RUNS: usize = 800;
const MAX_EDGES: usize = 20_000;
/// Of the bodies, how many for runs of the program, and those.
const RUNS_FOR_PROGRAM: usize = 400;
const RUNS_OF_PROGRAM: u64 = 60;

/// A function and the arguments that it is called with.
pub(super) type Call = (FunctionId, Vec<u128>);

pub(super) struct Known<'p> {
    pub program: &'p Program,
    touched: &'p BTreeMap<FunctionId, Touched>,
    globals: &'p IdSet<VarId>,
    constants: BTreeSet<i128>,
    table: Table,
    /// All calls that were come to.
    pub seen: BTreeSet<Call>,
    n_runs: usize,
}

impl<'p> Known<'p> {
    /// With what each recursive function touches, and what any of them assigns.
    pub fn new(
        program: &'p Program,
        touched: &'p BTreeMap<FunctionId, Touched>,
        globals: &'p IdSet<VarId>,
    ) -> Self {
        let constants = program.functions.ids().flat_map(|id| numbers(program, id));
        let constants = constants.flat_map(|it| [it - 1, it, it + 1]).collect();
        let bodies = program.functions.values().filter_map(|it| it.body.as_ref());
        let is_large = bodies.map(|body| body.edges.len()).sum::<usize>() > MAX_EDGES;
        // Copies of a large program cost more than they tell: none is left.
        let n_runs = if is_large { MAX_RUNS } else { 0 };
        let (table, seen) = (Table::new(), BTreeSet::new());
        Self { program, touched, globals, constants, table, seen, n_runs }
    }

    /// The types of a function with integers of at most 64 bits only.
    pub fn types(&self, function: FunctionId) -> Option<Types> {
        let signature = &self.program.functions[function].signature;
        let parameters: Option<Vec<IntType>> =
            signature.parameters.iter().map(|ty| integer(*ty)).collect();
        let result = match signature.result {
            Some(ty) => Some(integer(ty)?),
            None => None,
        };
        let globals = self.touched.get(&function).map(|it| it.assigned.iter().collect());
        let (globals, constants) = (globals.unwrap_or_default(), self.constants.clone());
        Some(Types { parameters: parameters?, result, globals, constants })
    }

    /// Runs the program on some inputs, as far as its calls can be known.
    pub fn run_program(&mut self, budget: &Budget) {
        let numbers = telling_numbers(&self.constants.iter().copied().collect::<Vec<_>>());
        for run in 0..RUNS_OF_PROGRAM {
            // Linear congruence: any inputs will do, the same ones in every run.
            let mut state = run.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut input = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                numbers[(state >> 33) as usize % numbers.len()] as u128
            };
            let inputs: Vec<u128> = std::iter::repeat_with(&mut input).take(64).collect();
            let limit = (self.n_runs + 40).min(RUNS_FOR_PROGRAM);
            while self.n_runs < limit && budget.check_clock().is_ok() {
                let mut next = inputs.iter().copied().cycle();
                let went = self.run((self.program.entry, Vec::new()), || next.next().unwrap_or(0));
                // The program is no recursive function, and not in the table.
                let Some(Went::Blocked(missing, arguments)) = went else { break };
                if self.entry((missing, arguments)).is_none() {
                    break;
                }
            }
        }
    }

    pub fn sample(&mut self, function: FunctionId, arguments: Vec<u128>) -> Option<Sample> {
        let did = self.entry((function, arguments.clone()))?;
        Some(Sample { arguments, did })
    }

    /// The known calls of a function.
    pub fn samples(&self, function: FunctionId) -> Vec<Sample> {
        let of_function = self.table.iter().filter(|((of, _), _)| *of == function);
        let sample = |((_, arguments), did): (&Call, &Entry)| Sample {
            arguments: arguments.clone(),
            did: did.clone(),
        };
        of_function.map(sample).collect()
    }

    /// How a call goes; where it comes to a call that is not known, with the recursive function in
    /// the place of what stands in for it.
    fn run(&mut self, (function, arguments): Call, input: impl FnMut() -> u128) -> Option<Went> {
        self.n_runs += 1;
        if self.n_runs > MAX_RUNS {
            return None;
        }
        let tabled = by_table(self.program, self.touched, &self.table)?;
        let sampled = Sampled { program: &tabled.program, globals: self.globals };
        let went = sampled.call(function, &arguments, input).0;
        let Went::Blocked(stand_in, arguments) = went else { return Some(went) };
        let mut recursive = tabled.stand_ins.iter();
        let (missing, _) = recursive.find(|(_, it)| **it == stand_in)?;
        Some(Went::Blocked(*missing, arguments))
    }

    /// What a call does, from what the calls in it do.
    fn entry(&mut self, wanted: Call) -> Option<Entry> {
        let mut pending = vec![wanted.clone()];
        // A call that needs itself never returns.
        let mut is_pending = BTreeSet::from([wanted.clone()]);
        while let Some(call) = pending.last().cloned() {
            self.seen.insert(call.clone());
            if self.table.contains_key(&call) {
                pending.pop();
                continue;
            }
            match self.run(call.clone(), || 0)? {
                Went::Returned(entry) => {
                    self.table.insert(call, entry);
                }
                Went::Blocked(missing, arguments) => {
                    if !is_pending.insert((missing, arguments.clone())) {
                        return None;
                    }
                    pending.push((missing, arguments));
                }
                Went::Otherwise => return None,
            }
        }
        self.table.get(&wanted).cloned()
    }
}
