//! What a SAT solver's answer says of terms.

use std::cell::RefCell;
use std::rc::Rc;

use logic::{Sort, TermId, TermPool, Value};
use rustc_hash::FxHashMap;

use super::circuit::{Circuit, Gate, Wire};
use super::translate::Translation;

/// What becomes of inputs that the answer does not rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    IsZero,
    IsUntold,
}

/// A model. Terms that were not asked about are translated when it is asked for them.
pub(crate) struct BitModel {
    translation: Rc<RefCell<Translation>>,
    /// What the answer rests on.
    inputs: FxHashMap<usize, bool>,
    told: FxHashMap<usize, Option<bool>>,
    completed: FxHashMap<usize, Option<bool>>,
}

impl BitModel {
    /// The model in which the inputs below the wires are what `value` says.
    pub(super) fn of(
        translation: &Rc<RefCell<Translation>>,
        wires: &[Wire],
        mut value: impl FnMut(Wire) -> Option<bool>,
    ) -> Self {
        let mut inputs = FxHashMap::default();
        {
            let translation = translation.borrow();
            let gates = translation.circuit.gates();
            let mut is_seen = vec![false; gates.len()];
            let mut pending: Vec<Wire> = wires.to_vec();
            while let Some(wire) = pending.pop() {
                let gate = wire.gate();
                if std::mem::replace(&mut is_seen[gate], true) {
                    continue;
                }
                match gates[gate] {
                    Gate::Input => {
                        let plain = if wire.is_opposite() { !wire } else { wire };
                        inputs.extend(value(plain).map(|value| (gate, value)));
                    }
                    other => pending.extend(other.operands()),
                }
            }
        }
        let (told, completed) = (FxHashMap::default(), FxHashMap::default());
        Self { translation: Rc::clone(translation), inputs, told, completed }
    }

    /// The value of a term; `None` if it has none, or none that is told.
    pub fn value(&mut self, pool: &TermPool, term: TermId, open: Open) -> Option<Value> {
        if matches!(pool.sort(term), Sort::Array(..)) {
            return None;
        }
        let mut translation = self.translation.borrow_mut();
        let word = translation.word(pool, term)?;
        let memo = match open {
            Open::IsZero => &mut self.completed,
            Open::IsUntold => &mut self.told,
        };
        let mut bits = 0u128;
        for (at, wire) in word.iter().enumerate() {
            let bit = evaluate(&translation.circuit, *wire, &self.inputs, open, memo)?;
            bits |= u128::from(bit).checked_shl(u32::try_from(at).ok()?)?;
        }
        match pool.sort(term) {
            Sort::Bool => Some(Value::Bool(bits == 1)),
            Sort::BitVec(width) => Some(Value::BitVec(width, bits)),
            Sort::Int | Sort::Array(..) => None,
        }
    }
}

fn evaluate(
    circuit: &Circuit,
    root: Wire,
    inputs: &FxHashMap<usize, bool>,
    open: Open,
    memo: &mut FxHashMap<usize, Option<bool>>,
) -> Option<bool> {
    let mut pending = vec![root.gate()];
    while let Some(&gate) = pending.last() {
        if memo.contains_key(&gate) {
            pending.pop();
            continue;
        }
        let node = circuit.gates()[gate];
        let before = pending.len();
        pending.extend(node.operands().map(Wire::gate).filter(|it| !memo.contains_key(it)));
        if pending.len() > before {
            continue;
        }
        let of = |wire: Wire| memo[&wire.gate()].map(|value| value != wire.is_opposite());
        let value = match node {
            Gate::Constant => Some(false),
            Gate::Input => inputs.get(&gate).copied().or((open == Open::IsZero).then_some(false)),
            Gate::And(a, b) => match (of(a), of(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Gate::Xor(a, b) => of(a).zip(of(b)).map(|(a, b)| a != b),
            Gate::Choice(condition, then, otherwise) => match of(condition) {
                Some(true) => of(then),
                Some(false) => of(otherwise),
                None => of(then).filter(|_| of(then) == of(otherwise)),
            },
        };
        memo.insert(gate, value);
    }
    memo[&root.gate()].map(|value| value != root.is_opposite())
}
