//! Circuits as clauses (Tseitin's way): each gate that counts is a variable, and clauses say what it is.

use super::circuit::{Circuit, Gate, Wire};

/// Operands of one *and*, of which inner ones that nothing else uses are a part.
const MAX_OPERANDS: usize = 64;

/// Which gates of a circuit a solver knows, one that takes numbers as literals.
#[derive(Default)]
pub(super) struct Clauses {
    /// The variable of each gate; 0 for those that do not count.
    variables: Vec<i32>,
    /// Has it been said what the gate is?
    is_said: Vec<bool>,
    n_variables: i32,
}

impl Clauses {
    /// Hands all clauses to `add` that say what the wires are, as far as that was not done before.
    pub fn say(&mut self, circuit: &Circuit, wires: &[Wire], mut add: impl FnMut(&[i32])) {
        let gates = circuit.gates();
        self.variables.resize(gates.len(), 0);
        self.is_said.resize(gates.len(), false);
        let mut pending: Vec<usize> = wires.iter().map(|wire| wire.gate()).collect();
        let mut operands = Vec::new();
        while let Some(gate) = pending.pop() {
            if std::mem::replace(&mut self.is_said[gate], true) {
                continue;
            }
            operands.clear();
            let own = self.variable(gate);
            match gates[gate] {
                // It is false.
                Gate::Constant => add(&[-own]),
                Gate::Input => {}
                Gate::And(a, b) => {
                    flatten(circuit, [a, b], &mut operands);
                    let mut whole = vec![own];
                    for operand in &operands {
                        let literal = self.literal(*operand);
                        add(&[-own, literal]);
                        whole.push(-literal);
                    }
                    add(&whole);
                }
                Gate::Xor(x, y) => {
                    operands.extend([x, y]);
                    let (x, y) = (self.literal(x), self.literal(y));
                    add(&[-own, x, y]);
                    add(&[-own, -x, -y]);
                    add(&[own, -x, y]);
                    add(&[own, x, -y]);
                }
                Gate::Choice(condition, then, otherwise) => {
                    operands.extend([condition, then, otherwise]);
                    let [c, t, e] = [condition, then, otherwise].map(|wire| self.literal(wire));
                    add(&[-own, -c, t]);
                    add(&[own, -c, -t]);
                    add(&[-own, c, e]);
                    add(&[own, c, -e]);
                    // They follow, and the solver sees it at once.
                    add(&[-own, t, e]);
                    add(&[own, -t, -e]);
                }
            }
            pending.extend(operands.iter().map(|wire| wire.gate()));
        }
    }

    fn variable(&mut self, gate: usize) -> i32 {
        let variable = &mut self.variables[gate];
        if *variable == 0 {
            self.n_variables += 1;
            *variable = self.n_variables;
        }
        *variable
    }

    /// The same, if there is one.
    pub fn literal_of_known(&self, wire: Wire) -> Option<i32> {
        let variable = *self.variables.get(wire.gate()).filter(|variable| **variable != 0)?;
        Some(if wire.is_opposite() { -variable } else { variable })
    }

    /// The literal of a wire of which clauses say what it is.
    pub fn literal(&mut self, wire: Wire) -> i32 {
        let variable = self.variable(wire.gate());
        if wire.is_opposite() { -variable } else { variable }
    }
}

/// The operands of an *and*, those of inner ones in their place if nothing else uses these.
fn flatten(circuit: &Circuit, operands: [Wire; 2], flat: &mut Vec<Wire>) {
    let mut pending = operands.to_vec();
    while let Some(wire) = pending.pop() {
        match circuit.gates()[wire.gate()] {
            Gate::And(a, b)
                if !wire.is_opposite()
                    && circuit.is_used_once(wire.gate())
                    && flat.len() + pending.len() < MAX_OPERANDS =>
            {
                pending.extend([b, a]);
            }
            _ => flat.push(wire),
        }
    }
}
