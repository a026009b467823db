//! Expressions over the variables of two programs at once.
//!
//! Target, source and environment are compared state by state, so all of their variables are
//! *slots* of one vector, and an expression is a function of that vector. Expressions are
//! hash-consed and fold constants as they are made: what a step writes back unchanged
//! (`x = 1 * x`) is then seen to be no write at all.
//!
//! Values are numbers as their types read them: a signed slot may be negative. [`Ints::Machine`]
//! wraps every result to its type; [`Ints::Unbounded`] lets signed arithmetic go on for ever, as
//! the paper has it.
//!
//! Evaluation is partial: a division by zero, or a number beyond 128 bits, has no value.

use ir::{ArithOp, CompareOp, IntType, Sign, Type};
use rustc_hash::FxHashMap;

use crate::values::Valuation;

/// A variable of one of the programs, or a value that is chosen in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u32);

impl Slot {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An expression of an [`Exprs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ex(u32);

/// How integers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ints {
    /// Two's complement of the type's width; arithmetic wraps.
    Machine,
    /// Signed arithmetic never overflows.
    Unbounded,
}

/// A node. Truth values are 0 and 1 when they are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Bool(bool),
    Int(IntType, i128),
    Slot(Slot),
    Neg(Ex),
    BitNot(Ex),
    Arith(ArithOp, Ex, Ex),
    Compare(CompareOp, Ex, Ex),
    Not(Ex),
    And(Ex, Ex),
    Or(Ex, Ex),
    Ite(Ex, Ex, Ex),
    /// To an integer type, from another or from a truth value.
    Convert(IntType, Ex),
}

/// All expressions of a problem.
#[derive(Clone, Debug)]
pub struct Exprs {
    pub ints: Ints,
    nodes: Vec<Node>,
    types: Vec<Type>,
    ids: FxHashMap<Node, Ex>,
    slots: Vec<Type>,
}

/// What slots become.
pub type Substitution = FxHashMap<Slot, Ex>;

impl Exprs {
    pub fn new(ints: Ints) -> Self {
        Self {
            ints,
            nodes: Vec::new(),
            types: Vec::new(),
            ids: FxHashMap::default(),
            slots: Vec::new(),
        }
    }

    /// A new slot; its type is `Bool` or an integer.
    pub fn add_slot(&mut self, ty: Type) -> Slot {
        self.slots.push(ty);
        Slot(self.slots.len() as u32 - 1)
    }

    pub fn n_slots(&self) -> usize {
        self.slots.len()
    }

    pub fn slot_type(&self, slot: Slot) -> Type {
        self.slots[slot.index()]
    }

    pub fn node(&self, ex: Ex) -> Node {
        self.nodes[ex.0 as usize]
    }

    pub fn type_of(&self, ex: Ex) -> Type {
        self.types[ex.0 as usize]
    }

    fn type_of_node(&self, node: &Node) -> Type {
        match *node {
            Node::Bool(_) | Node::Compare(..) | Node::Not(_) | Node::And(..) | Node::Or(..) => {
                Type::Bool
            }
            Node::Int(int, _) | Node::Convert(int, _) => Type::Int(int),
            Node::Slot(slot) => self.slot_type(slot),
            Node::Neg(a) | Node::BitNot(a) | Node::Arith(_, a, _) | Node::Ite(_, a, _) => {
                self.type_of(a)
            }
        }
    }

    fn intern(&mut self, node: Node) -> Ex {
        if let Some(known) = self.ids.get(&node) {
            return *known;
        }
        let ex = Ex(self.nodes.len() as u32);
        self.types.push(self.type_of_node(&node));
        self.nodes.push(node);
        self.ids.insert(node, ex);
        ex
    }

    // -- Constructors; each folds what is constant.

    pub fn bool(&mut self, value: bool) -> Ex {
        self.intern(Node::Bool(value))
    }

    /// The number in the type, wrapped if it does not fit.
    pub fn int(&mut self, int: IntType, value: i128) -> Ex {
        let value = int.value(int.wrap(value));
        self.intern(Node::Int(int, value))
    }

    pub fn slot(&mut self, slot: Slot) -> Ex {
        self.intern(Node::Slot(slot))
    }

    pub fn is_true(&self, ex: Ex) -> bool {
        self.node(ex) == Node::Bool(true)
    }

    pub fn is_false(&self, ex: Ex) -> bool {
        self.node(ex) == Node::Bool(false)
    }

    fn constant(&self, ex: Ex) -> Option<i128> {
        match self.node(ex) {
            Node::Bool(value) => Some(i128::from(value)),
            Node::Int(_, value) => Some(value),
            _ => None,
        }
    }

    /// A node whose operands are constants, as a constant.
    fn folded(&mut self, node: Node) -> Ex {
        let ex = self.intern(node);
        let operands = operands(&node);
        if operands.is_empty() || operands.iter().any(|it| self.constant(*it).is_none()) {
            return ex;
        }
        match (self.eval(ex, [].as_slice()), self.type_of(ex)) {
            (Some(value), Type::Bool) => self.bool(value != 0),
            // Unbounded results may leave the type; they stay what they are.
            (Some(value), Type::Int(int)) if int.value(int.wrap(value)) == value => {
                self.int(int, value)
            }
            _ => ex,
        }
    }

    pub fn not(&mut self, a: Ex) -> Ex {
        match self.node(a) {
            Node::Bool(value) => self.bool(!value),
            Node::Not(inner) => inner,
            // Integers are totally ordered.
            Node::Compare(op, x, y) => self.compare(negated(op), x, y),
            _ => self.intern(Node::Not(a)),
        }
    }

    pub fn and(&mut self, a: Ex, b: Ex) -> Ex {
        if self.is_true(a) || a == b {
            return b;
        }
        if self.is_true(b) {
            return a;
        }
        if self.is_false(a) || self.is_false(b) || self.not(a) == b {
            return self.bool(false);
        }
        self.intern(Node::And(a, b))
    }

    pub fn or(&mut self, a: Ex, b: Ex) -> Ex {
        if self.is_false(a) || a == b {
            return b;
        }
        if self.is_false(b) {
            return a;
        }
        if self.is_true(a) || self.is_true(b) || self.not(a) == b {
            return self.bool(true);
        }
        self.intern(Node::Or(a, b))
    }

    pub fn conjunction(&mut self, all: impl IntoIterator<Item = Ex>) -> Ex {
        let top = self.bool(true);
        all.into_iter().fold(top, |all, one| self.and(all, one))
    }

    pub fn compare(&mut self, op: CompareOp, a: Ex, b: Ex) -> Ex {
        if a == b {
            return self.bool(matches!(op, CompareOp::Eq | CompareOp::Le | CompareOp::Ge));
        }
        if let Some(ex) = self.comparison_of_truth(op, a, b) {
            return ex;
        }
        self.folded(Node::Compare(op, a, b))
    }

    /// `(int)c != 0` is `c`.
    fn comparison_of_truth(&mut self, op: CompareOp, a: Ex, b: Ex) -> Option<Ex> {
        let Node::Convert(_, inner) = self.node(a) else { return None };
        if self.type_of(inner) != Type::Bool || self.constant(b) != Some(0) {
            return None;
        }
        match op {
            CompareOp::Ne => Some(inner),
            CompareOp::Eq => Some(self.not(inner)),
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => None,
        }
    }

    pub fn equal(&mut self, a: Ex, b: Ex) -> Ex {
        self.compare(CompareOp::Eq, a, b)
    }

    pub fn ite(&mut self, c: Ex, a: Ex, b: Ex) -> Ex {
        match self.node(c) {
            Node::Bool(true) => a,
            Node::Bool(false) => b,
            _ if a == b => a,
            _ => self.intern(Node::Ite(c, a, b)),
        }
    }

    pub fn neg(&mut self, a: Ex) -> Ex {
        self.folded(Node::Neg(a))
    }

    pub fn bit_not(&mut self, a: Ex) -> Ex {
        self.folded(Node::BitNot(a))
    }

    pub fn arith(&mut self, op: ArithOp, a: Ex, b: Ex) -> Ex {
        match (op, self.constant(a), self.constant(b)) {
            (ArithOp::Add | ArithOp::Sub, _, Some(0)) => return a,
            (ArithOp::Add, Some(0), _) => return b,
            (ArithOp::Mul | ArithOp::Div, _, Some(1)) => return a,
            (ArithOp::Mul, Some(1), _) => return b,
            _ => {}
        }
        self.folded(Node::Arith(op, a, b))
    }

    pub fn convert(&mut self, int: IntType, a: Ex) -> Ex {
        if self.type_of(a) == Type::Int(int) {
            return a;
        }
        self.folded(Node::Convert(int, a))
    }

    /// A node over other operands.
    fn rebuilt(&mut self, node: Node, mut of: impl FnMut(&mut Self, Ex) -> Ex) -> Ex {
        match node {
            Node::Bool(_) | Node::Int(..) | Node::Slot(_) => self.intern(node),
            Node::Neg(a) => {
                let a = of(self, a);
                self.neg(a)
            }
            Node::BitNot(a) => {
                let a = of(self, a);
                self.bit_not(a)
            }
            Node::Arith(op, a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                self.arith(op, a, b)
            }
            Node::Compare(op, a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                self.compare(op, a, b)
            }
            Node::Not(a) => {
                let a = of(self, a);
                self.not(a)
            }
            Node::And(a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                self.and(a, b)
            }
            Node::Or(a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                self.or(a, b)
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (of(self, c), of(self, a), of(self, b));
                self.ite(c, a, b)
            }
            Node::Convert(int, a) => {
                let a = of(self, a);
                self.convert(int, a)
            }
        }
    }

    /// The expression with slots replaced, all at once.
    pub fn substitute(&mut self, ex: Ex, by: &Substitution) -> Ex {
        let mut done = FxHashMap::default();
        self.substituted(ex, by, &mut done)
    }

    fn substituted(&mut self, ex: Ex, by: &Substitution, done: &mut FxHashMap<Ex, Ex>) -> Ex {
        if let Some(known) = done.get(&ex) {
            return *known;
        }
        let image = match self.node(ex) {
            Node::Slot(slot) => by.get(&slot).copied().unwrap_or(ex),
            node => self.rebuilt(node, |exprs, operand| exprs.substituted(operand, by, done)),
        };
        done.insert(ex, image);
        image
    }

    /// The slots that occur, each once, in order.
    pub fn slots_of(&self, ex: Ex) -> Vec<Slot> {
        let (mut found, mut seen, mut pending) =
            (Vec::new(), rustc_hash::FxHashSet::default(), vec![ex]);
        while let Some(ex) = pending.pop() {
            if !seen.insert(ex) {
                continue;
            }
            match self.node(ex) {
                Node::Slot(slot) => found.push(slot),
                node => pending.extend(operands(&node)),
            }
        }
        found.sort();
        found
    }

    /// The comparisons and truth values that an expression is a combination of.
    pub fn atoms_of(&self, ex: Ex) -> Vec<Ex> {
        let (mut found, mut pending) = (Vec::new(), vec![ex]);
        while let Some(ex) = pending.pop() {
            match self.node(ex) {
                Node::And(a, b) | Node::Or(a, b) => pending.extend([a, b]),
                Node::Not(a) => pending.push(a),
                Node::Compare(..) if !found.contains(&ex) => found.push(ex),
                Node::Slot(_) if !found.contains(&ex) => found.push(ex),
                _ => {}
            }
        }
        found
    }

    /// All comparisons that occur, however deep.
    pub fn comparisons_in(&self, ex: Ex) -> Vec<Ex> {
        let (mut found, mut seen, mut pending) =
            (Vec::new(), rustc_hash::FxHashSet::default(), vec![ex]);
        while let Some(ex) = pending.pop() {
            if !seen.insert(ex) {
                continue;
            }
            let node = self.node(ex);
            if let Node::Compare(..) = node {
                found.push(ex);
            }
            pending.extend(operands(&node));
        }
        found
    }

    /// The constants that occur.
    pub fn constants_of(&self, ex: Ex) -> Vec<i128> {
        let (mut found, mut seen, mut pending) =
            (Vec::new(), rustc_hash::FxHashSet::default(), vec![ex]);
        while let Some(ex) = pending.pop() {
            if !seen.insert(ex) {
                continue;
            }
            match self.node(ex) {
                Node::Int(_, value) => found.push(value),
                node => pending.extend(operands(&node)),
            }
        }
        found
    }

    // -- Values.

    /// The value, with the slots' values given. A slot beyond them has none.
    pub fn eval<V: Valuation + ?Sized>(&self, ex: Ex, values: &V) -> Option<i128> {
        let truth = |value: bool| Some(i128::from(value));
        match self.node(ex) {
            Node::Bool(value) => truth(value),
            Node::Int(_, value) => Some(value),
            Node::Slot(slot) => values.of(slot),
            Node::Neg(a) => {
                let a_value = self.eval(a, values)?;
                self.fitted(a, a_value.checked_neg()?)
            }
            Node::BitNot(a) => {
                let a_value = self.eval(a, values)?;
                self.fitted(a, !a_value)
            }
            Node::Arith(op, a, b) => {
                let result =
                    arith(op, self.eval(a, values)?, self.eval(b, values)?, self.width(a))?;
                self.fitted(a, result)
            }
            Node::Compare(op, a, b) => {
                let (a, b) = (self.eval(a, values)?, self.eval(b, values)?);
                truth(match op {
                    CompareOp::Eq => a == b,
                    CompareOp::Ne => a != b,
                    CompareOp::Lt => a < b,
                    CompareOp::Le => a <= b,
                    CompareOp::Gt => a > b,
                    CompareOp::Ge => a >= b,
                })
            }
            Node::Not(a) => truth(self.eval(a, values)? == 0),
            Node::And(a, b) => match self.eval(a, values)? {
                0 => Some(0),
                _ => self.eval(b, values),
            },
            Node::Or(a, b) => match self.eval(a, values)? {
                0 => self.eval(b, values),
                _ => Some(1),
            },
            Node::Ite(c, a, b) => match self.eval(c, values)? {
                0 => self.eval(b, values),
                _ => self.eval(a, values),
            },
            Node::Convert(int, a) => {
                let value = self.eval(a, values)?;
                match (self.ints, int.sign) {
                    (Ints::Unbounded, Sign::Signed) => Some(value),
                    _ => Some(int.value(int.wrap(value))),
                }
            }
        }
    }

    /// Whether a condition is true; `None` if it has no value.
    pub fn holds<V: Valuation + ?Sized>(&self, ex: Ex, values: &V) -> Option<bool> {
        self.eval(ex, values).map(|value| value != 0)
    }

    fn width(&self, ex: Ex) -> u32 {
        self.type_of(ex).as_int().map_or(1, |int| u32::from(int.width))
    }

    /// A result in the type of an operand.
    fn fitted(&self, like: Ex, value: i128) -> Option<i128> {
        let int = self.type_of(like).as_int()?;
        Some(match (self.ints, int.sign) {
            (Ints::Unbounded, Sign::Signed) => value,
            _ => int.value(int.wrap(value)),
        })
    }
}

fn arith(op: ArithOp, a: i128, b: i128, width: u32) -> Option<i128> {
    let amount = || u32::try_from(b).ok().filter(|amount| *amount < width);
    match op {
        ArithOp::Add => a.checked_add(b),
        ArithOp::Sub => a.checked_sub(b),
        ArithOp::Mul => a.checked_mul(b),
        ArithOp::Div => a.checked_div(b),
        ArithOp::Rem => a.checked_rem(b),
        ArithOp::BitAnd => Some(a & b),
        ArithOp::BitOr => Some(a | b),
        ArithOp::BitXor => Some(a ^ b),
        ArithOp::Shl => a.checked_mul(1i128.checked_shl(amount()?)?),
        ArithOp::Shr => Some(a >> amount()?),
    }
}

fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Ge => CompareOp::Lt,
    }
}

fn operands(node: &Node) -> Vec<Ex> {
    match *node {
        Node::Bool(_) | Node::Int(..) | Node::Slot(_) => Vec::new(),
        Node::Neg(a) | Node::BitNot(a) | Node::Not(a) | Node::Convert(_, a) => vec![a],
        Node::Arith(_, a, b) | Node::Compare(_, a, b) | Node::And(a, b) | Node::Or(a, b) => {
            vec![a, b]
        }
        Node::Ite(c, a, b) => vec![c, a, b],
    }
}
