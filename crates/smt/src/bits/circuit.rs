//! Circuits of gates, in which no gate is there twice.
//!
//! Three kinds are enough, and each takes few clauses: *and*, *exclusive or*, and the *choice* between two. What
//! is plain is settled as gates are made: a constant, equal or opposite operands, an operand that is an
//! *and* of the other.

use rustc_hash::FxHashMap;

/// A gate, or the opposite of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wire(u32);

impl Wire {
    pub const FALSE: Self = Self(0);
    pub const TRUE: Self = Self(1);

    fn of_gate(gate: usize) -> Self {
        Self(u32::try_from(gate).expect("circuits are kept small") << 1)
    }

    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_opposite(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }

    /// The gate itself, or its opposite if `opposite`.
    fn turned(self, opposite: bool) -> Self {
        Self(self.0 ^ u32::from(opposite))
    }
}

impl std::ops::Not for Wire {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What a wire comes from. Operands are made before what is made of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// Always false.
    Constant,
    Input,
    And(Wire, Wire),
    /// Neither is an opposite.
    Xor(Wire, Wire),
    /// The first of them says which of the others counts; neither it nor the second is an opposite.
    Choice(Wire, Wire, Wire),
}

impl Gate {
    pub fn operands(self) -> impl Iterator<Item = Wire> {
        let (operands, n) = match self {
            Self::Constant | Self::Input => ([Wire::FALSE; 3], 0),
            Self::And(a, b) | Self::Xor(a, b) => ([a, b, Wire::FALSE], 2),
            Self::Choice(condition, then, otherwise) => ([condition, then, otherwise], 3),
        };
        operands.into_iter().take(n)
    }
}

#[derive(Debug)]
pub struct Circuit {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, Wire>,
    /// Of how many others each gate is an operand, up to 255.
    n_uses: Vec<u8>,
}

impl Default for Circuit {
    fn default() -> Self {
        Self { gates: vec![Gate::Constant], known: FxHashMap::default(), n_uses: vec![0] }
    }
}

impl Circuit {
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Is the gate an operand of one other at most?
    pub fn is_used_once(&self, gate: usize) -> bool {
        self.n_uses[gate] <= 1
    }

    pub fn input(&mut self) -> Wire {
        self.gates.push(Gate::Input);
        self.n_uses.push(0);
        Wire::of_gate(self.gates.len() - 1)
    }

    fn made(&mut self, gate: Gate) -> Wire {
        let Self { gates, known, n_uses } = self;
        *known.entry(gate).or_insert_with(|| {
            gates.push(gate);
            n_uses.push(0);
            for operand in gate.operands() {
                let n_uses = &mut n_uses[operand.gate()];
                *n_uses = n_uses.saturating_add(1);
            }
            Wire::of_gate(gates.len() - 1)
        })
    }

    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match a {
            Wire::FALSE => return Wire::FALSE,
            Wire::TRUE => return b,
            _ if a == b => return a,
            _ if a == !b => return Wire::FALSE,
            _ => {}
        }
        for (whole, part) in [(b, a), (a, b)] {
            let Gate::And(x, y) = self.gates[whole.gate()] else { continue };
            for (x, y) in [(x, y), (y, x)] {
                match (whole.is_opposite(), part) {
                    (false, it) if it == x => return whole,
                    (false, it) if it == !x => return Wire::FALSE,
                    (true, it) if it == x => return self.and(x, !y),
                    (true, it) if it == !x => return part,
                    _ => {}
                }
            }
        }
        self.made(Gate::And(a, b))
    }

    pub fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(!a, !b)
    }

    pub fn all(&mut self, wires: impl IntoIterator<Item = Wire>) -> Wire {
        wires.into_iter().fold(Wire::TRUE, |all, wire| self.and(all, wire))
    }

    pub fn any(&mut self, wires: impl IntoIterator<Item = Wire>) -> Wire {
        wires.into_iter().fold(Wire::FALSE, |any, wire| self.or(any, wire))
    }

    pub fn xor(&mut self, a: Wire, b: Wire) -> Wire {
        let opposite = a.is_opposite() != b.is_opposite();
        let (a, b) = (a.turned(a.is_opposite()), b.turned(b.is_opposite()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let plain = match a {
            Wire::FALSE => b,
            _ if a == b => Wire::FALSE,
            _ => self.made(Gate::Xor(a, b)),
        };
        plain.turned(opposite)
    }

    pub fn choice(&mut self, condition: Wire, then: Wire, otherwise: Wire) -> Wire {
        if condition.is_opposite() {
            return self.choice(!condition, otherwise, then);
        }
        if condition == Wire::FALSE || then == otherwise {
            return otherwise;
        }
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        if then == Wire::TRUE || then == condition {
            return self.or(condition, otherwise);
        }
        if then == Wire::FALSE || then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == Wire::FALSE || otherwise == condition {
            return self.and(condition, then);
        }
        if otherwise == Wire::TRUE || otherwise == !condition {
            return self.or(!condition, then);
        }
        let opposite = then.is_opposite();
        let gate = Gate::Choice(condition, then.turned(opposite), otherwise.turned(opposite));
        self.made(gate).turned(opposite)
    }
}
