//! Values to try: what the environment answers in one concrete run.
//!
//! The first few runs are the plain ones that find plain mistakes (all zero, all one, the ends of
//! the range); the rest draw from a generator of numbers that is seeded with the number of the
//! run. A draw prefers values on which programs tend to branch: small ones, ends of ranges, and
//! the constants that the program itself contains, with their neighbours. How much it prefers zero
//! is a matter of the run's [`Mood`], since most calls of a driver succeed with zero, and most
//! numbers of a calculation are not.
//!
//! All of it is a function of the program and the number of the run, so the search tries the
//! same values on every machine.

use index::IndexVec;
use ir::{
    Condition, Contents, DataModel, Expr, ExprId, FloatType, FunctionId, IntType, ObjectId, Op,
    Program, Sign, Type,
};
use ir_interp::{Holder, InputRequest, Unknown, foreign_pointer};

/// Floating numbers that arithmetic treats apart from others.
const ODD_FLOATS: [f64; 8] =
    [-0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 1e-45, -1e-45];

/// An address below everything that programs have: what was left behind in memory may be it.
const NOWHERE: u128 = 0x1_0000;

/// How the inputs of one run are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// Always this value.
    Constant(i128),
    Least,
    Greatest,
    /// Counting up from this value, one more at each question.
    Counting(i128),
    Drawn(Mood),
}

/// The runs that every program is tried on.
pub const PLAIN: [Recipe; 10] = [
    Recipe::Constant(0),
    Recipe::Constant(1),
    Recipe::Greatest,
    Recipe::Least,
    Recipe::Constant(-1),
    Recipe::Counting(0),
    Recipe::Constant(2),
    Recipe::Counting(1),
    Recipe::Constant(10),
    Recipe::Constant(3),
];

/// What draws lean to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mood {
    /// Of 16 numbers, so many are zero before anything else is considered.
    pub zeros: u64,
    /// Of 16 pointers, so many are null or small negative numbers, as failing calls return them.
    pub failing: u64,
    /// Of 16 numbers, so many are ones that led somewhere in the same place before.
    pub trust: u64,
}

impl Mood {
    /// A different one for most numbers.
    pub fn drawn(random: &mut Random) -> Self {
        let zeros = [0, 2, 8, 14][random.below(4) as usize];
        let failing = [0, 1, 2, 8][random.below(4) as usize];
        let trust = [2, 10, 15][random.below(3) as usize];
        Self { zeros, failing, trust }
    }
}

/// The integer constants of a program and their neighbours, sorted: all of them, and those of each
/// function.
#[derive(Clone, Debug)]
pub struct Constants {
    everywhere: Vec<i128>,
    /// Floating ones, of either sign.
    floats: Vec<f64>,
    inside: IndexVec<FunctionId, Vec<i128>>,
}

impl Constants {
    pub fn of(program: &Program) -> Self {
        let mut everywhere = Vec::new();
        let mut floats = Vec::new();
        for (_, expr) in program.exprs.iter() {
            with_neighbours(expr, &mut everywhere);
            let number = match *expr {
                Expr::Float(FloatType::F32, bits) => f64::from(f32::from_bits(bits as u32)),
                Expr::Float(FloatType::F64, bits) => f64::from_bits(bits as u64),
                _ => continue,
            };
            floats.extend([number, -number]);
        }
        let inside = program.functions.values().map(|function| {
            let edges = function.body.iter().flat_map(|body| body.edges.values());
            let mut values = Vec::new();
            for edge in edges {
                edge.op.for_each_expr(|root| constants_in(program, root, &mut values));
            }
            sorted(values)
        });
        Self { inside: inside.collect(), everywhere: sorted(everywhere), floats }
    }
}

fn sorted(mut values: Vec<i128>) -> Vec<i128> {
    values.sort_unstable();
    values.dedup();
    values
}

/// The constants of one expression, to a depth at which conditions of programs end.
fn constants_in(program: &Program, root: ExprId, values: &mut Vec<i128>) {
    const MAX_NODES: usize = 64;
    let mut pending = vec![root];
    for _ in 0..MAX_NODES {
        let Some(id) = pending.pop() else { break };
        with_neighbours(&program.exprs[id], values);
        pending.extend(program.exprs[id].operands());
    }
}

fn with_neighbours(expr: &Expr, values: &mut Vec<i128>) {
    if let Expr::Int(ty, bits) = *expr {
        let value = signed_value(ty, bits);
        values.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
    }
}

/// Where pointers lead that the environment makes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointers {
    /// To nothing that the program may touch; null is the only one that is surely a value, but where
    /// nobody has written anything.
    Null,
    /// Most of them to memory of their own outside the program.
    Foreign(DataModel),
}

impl Pointers {
    /// What is right for a program: where a check asks about memory, a made-up pointer must not
    /// be taken for a valid one.
    pub fn of(program: &Program) -> Self {
        let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
        let mut edges = bodies.flat_map(|body| body.edges.values());
        let asks_about_memory = edges.any(|edge| {
            matches!(&edge.op, Op::Check { condition, .. }
                if !matches!(condition, Condition::Holds(_)))
        });
        if asks_about_memory { Self::Null } else { Self::Foreign(program.model) }
    }
}

/// Makes up answers.
#[derive(Debug)]
pub struct Answers {
    constants: Constants,
    pointers: Pointers,
    recipe: Recipe,
    random: Random,
    known: Vec<u64>,
    /// Objects that hold at first what was left behind there.
    indeterminate: Vec<ObjectId>,
}

impl Answers {
    pub fn of(program: &Program) -> Self {
        let (constants, pointers) = (Constants::of(program), Pointers::of(program));
        let objects = program.objects.iter();
        let indeterminate = objects.filter(|(_, it)| it.contents == Contents::Indeterminate);
        Self {
            constants,
            pointers,
            recipe: PLAIN[0],
            random: Random::seeded(0),
            known: Vec::new(),
            indeterminate: indeterminate.map(|(object, _)| object).collect(),
        }
    }

    /// From now on, the answers of this run.
    pub fn begin(&mut self, n_run: u64, recipe: Recipe) {
        self.recipe = recipe;
        self.random = Random::seeded(n_run);
        self.known.clear();
    }

    /// Of 16 answers, how many should be ones that are known to be good?
    pub fn trust(&self) -> u64 {
        match self.recipe {
            Recipe::Drawn(mood) => mood.trust,
            _ => 0,
        }
    }

    /// An answer to the question with this number in its run.
    pub fn answer(&mut self, number: usize, request: &InputRequest) -> u128 {
        if let Some(current) = request.current.filter(|_| self.leaves_alone(request.ty)) {
            return current;
        }
        match request.ty {
            Type::Bool => {
                let byte = IntType { width: 8, sign: Sign::Unsigned };
                (self.integer(number, byte, request) & 1) as u128
            }
            // Bits above the width are dropped by the interpreter.
            Type::Int(ty) => self.integer(number, ty, request) as u128,
            Type::Float(ty) => self.float(number, ty, request),
            Type::Pointer => self.pointer(number, request),
        }
    }

    /// Small whole numbers, quarters of them now and then, the program's own numbers, what arithmetic treats
    /// apart, each with its neighbours, and every bit pattern.
    fn float(&mut self, number: usize, ty: FloatType, request: &InputRequest) -> u128 {
        let int = IntType { width: 32, sign: Sign::Signed };
        let whole = self.integer(number, int, request) as f64;
        let is_drawn = matches!(self.recipe, Recipe::Drawn(_));
        let value = match self.random.below(8) {
            0 | 1 if is_drawn => return u128::from(self.random.next()),
            2 if is_drawn => ODD_FLOATS[self.random.below(ODD_FLOATS.len() as u64) as usize],
            3 if is_drawn => whole / 4.0,
            4 | 5 if is_drawn && !self.constants.floats.is_empty() => {
                let floats = &self.constants.floats;
                floats[self.random.below(floats.len() as u64) as usize]
            }
            _ => whole,
        };
        let step = if is_drawn { self.random.below(6) } else { 0 };
        match ty {
            FloatType::F32 => u128::from(match step {
                4 => (value as f32).next_up().to_bits(),
                5 => (value as f32).next_down().to_bits(),
                _ => (value as f32).to_bits(),
            }),
            FloatType::F64 => u128::from(match step {
                4 => value.next_up().to_bits(),
                5 => value.next_down().to_bits(),
                _ => value.to_bits(),
            }),
            // Zero in every format; other values come by drawing bits.
            FloatType::F16 | FloatType::F80 | FloatType::F128 => 0,
        }
    }

    /// Whether somebody who may change a value does not.
    fn leaves_alone(&mut self, ty: Type) -> bool {
        match self.recipe {
            Recipe::Constant(0) => true,
            Recipe::Drawn(_) => self.random.below(8) != 0,
            Recipe::Constant(_) | Recipe::Least | Recipe::Greatest | Recipe::Counting(_) => {
                ty == Type::Pointer
            }
        }
    }

    /// Objects of the program that pointers from outside may lead to.
    pub fn know(&mut self, addresses: &[u64]) {
        self.known = addresses.to_vec();
    }

    /// Whether nobody has chosen the value: it is what was left behind in memory.
    fn is_left_behind(&self, unknown: Unknown) -> bool {
        match unknown {
            Unknown::Uninitialised
            | Unknown::Memory { holder: Holder::HeapBlock(_) | Holder::StackBlock, .. } => true,
            Unknown::Memory { holder: Holder::Object(object), .. } => {
                self.indeterminate.binary_search(&object).is_ok()
            }
            Unknown::Memory { holder: Holder::Foreign(_), .. }
            | Unknown::Input
            | Unknown::ExternalResult(_)
            | Unknown::Effect(_)
            | Unknown::Changed { .. }
            | Unknown::Volatile
            | Unknown::Assembly
            | Unknown::ExternVariable(_)
            | Unknown::EntryParameter(_) => false,
        }
    }

    /// What is left behind where a pointer is read: null, or an address at which nothing is.
    fn left_behind(&mut self) -> u128 {
        match self.recipe {
            Recipe::Constant(0) | Recipe::Least => 0,
            Recipe::Drawn(_) if self.random.below(2) == 0 => 0,
            _ => NOWHERE,
        }
    }

    fn pointer(&mut self, number: usize, request: &InputRequest) -> u128 {
        let model = match self.pointers {
            Pointers::Null if self.is_left_behind(request.unknown) => return self.left_behind(),
            Pointers::Null => return 0,
            Pointers::Foreign(model) => model,
        };
        if let (Recipe::Drawn(_), false) = (self.recipe, self.known.is_empty())
            && self.random.below(4) == 0
        {
            return u128::from(self.known[self.random.below(self.known.len() as u64) as usize]);
        }
        match self.recipe {
            Recipe::Constant(0) => return 0,
            Recipe::Drawn(mood) if self.random.below(16) < mood.failing => {
                return match self.random.below(2) {
                    0 => 0,
                    _ => -i128::from(1 + self.random.below(40)) as u128,
                };
            }
            _ => {}
        }
        // Blocks outside are told apart by the number of the question.
        foreign_pointer(model, number as u64 + 1).unwrap_or(0)
    }

    fn integer(&mut self, number: usize, ty: IntType, request: &InputRequest) -> i128 {
        let (least, greatest) = range(ty);
        match self.recipe {
            Recipe::Constant(value) => value,
            Recipe::Least => least,
            Recipe::Greatest => greatest,
            Recipe::Counting(start) => start + number as i128,
            Recipe::Drawn(mood) => {
                if self.random.below(16) < mood.zeros {
                    return 0;
                }
                match self.random.below(10) {
                    0 | 1 => i128::from(self.random.below(4)),
                    2 => i128::from(self.random.below(100)) - 50,
                    3 => [least, least + 1, greatest - 1, greatest][self.random.below(4) as usize],
                    4 | 5 => self.constant(None),
                    6..9 => self.constant(request.site.map(|site| site.function)),
                    _ => i128::from(self.random.next()),
                }
            }
        }
    }

    fn constant(&mut self, inside: Option<FunctionId>) -> i128 {
        let values = match inside {
            Some(function) => &self.constants.inside[function],
            None => &self.constants.everywhere,
        };
        match values.len() as u64 {
            0 => i128::from(self.random.below(16)),
            n_values => values[self.random.below(n_values) as usize],
        }
    }
}

/// The value of the bits as a number.
fn signed_value(ty: IntType, bits: u128) -> i128 {
    let shift = 128 - u32::from(ty.width);
    match ty.sign {
        Sign::Signed => ((bits << shift) as i128) >> shift,
        // Values past the greatest `i128` wrap; as inputs their bits are what matters.
        Sign::Unsigned => bits as i128,
    }
}

fn range(ty: IntType) -> (i128, i128) {
    match ty.sign {
        Sign::Signed => {
            let greatest = i128::MAX >> (128 - u32::from(ty.width));
            (-greatest - 1, greatest)
        }
        Sign::Unsigned => {
            let all = u128::MAX >> (128 - u32::from(ty.width));
            (0, all.min(i128::MAX as u128) as i128)
        }
    }
}

/// SplitMix64: small, without state beyond one word, and good enough to choose inputs.
#[derive(Debug, Default)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn seeded(seed: u64) -> Self {
        Self { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Nearly uniform below a small bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: IntType = IntType { width: 32, sign: Sign::Signed };

    fn answers(n_run: u64, recipe: Recipe, n_asked: usize) -> Vec<u128> {
        let constants =
            Constants { everywhere: vec![1000], floats: Vec::new(), inside: IndexVec::default() };
        let (pointers, random) = (Pointers::Null, Random::seeded(0));
        let (known, indeterminate) = (Vec::new(), Vec::new());
        let mut answers = Answers { constants, pointers, recipe, random, known, indeterminate };
        answers.begin(n_run, recipe);
        let request = InputRequest {
            unknown: ir_interp::Unknown::Input,
            ty: Type::Int(INT),
            site: None,
            current: None,
        };
        (0..n_asked).map(|number| answers.answer(number, &request)).collect()
    }

    const MIXED: Recipe = Recipe::Drawn(Mood { zeros: 2, failing: 2, trust: 0 });

    #[test]
    fn plain_runs_are_plain() {
        assert_eq!(answers(0, PLAIN[0], 2), [0, 0]);
        assert_eq!(answers(1, PLAIN[1], 2), [1, 1]);
        assert_eq!(answers(2, PLAIN[2], 1), [i32::MAX as u128]);
        assert_eq!(answers(3, PLAIN[3], 1)[0] as u32, i32::MIN as u32);
        assert_eq!(answers(5, PLAIN[5], 3), [0, 1, 2]);
    }

    #[test]
    fn a_drawn_run_is_the_same_each_time_and_differs_from_the_next() {
        assert_eq!(answers(20, MIXED, 50), answers(20, MIXED, 50));
        assert_ne!(answers(20, MIXED, 50), answers(21, MIXED, 50));
    }

    #[test]
    fn constants_of_the_program_are_drawn() {
        let drawn = (10..40).flat_map(|n_run| answers(n_run, MIXED, 20));
        assert!(drawn.into_iter().any(|bits| bits == 1000));
    }

    #[test]
    fn values_and_ranges_follow_the_sign() {
        assert_eq!(signed_value(INT, 0xFFFF_FFFF), -1);
        assert_eq!(signed_value(IntType { width: 8, sign: Sign::Unsigned }, 255), 255);
        assert_eq!(range(IntType { width: 8, sign: Sign::Signed }), (-128, 127));
        assert_eq!(range(IntType { width: 128, sign: Sign::Signed }), (i128::MIN, i128::MAX));
    }
}
