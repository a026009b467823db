//! Values to try: what the environment answers in one concrete run.
//!
//! A run is made by a [`Recipe`]: the first few are the plain ones that find plain mistakes (all
//! zero, all one, the ends of the range), the rest draw from a generator of numbers that is
//! seeded with the number of the run. The draw prefers values on which programs tend to branch:
//! small ones, ends of ranges, and the constants that the program itself contains, with their
//! neighbours.
//!
//! All of it is a function of the program and the number of the run, so the search tries the
//! same values on every machine.

use ir::{Condition, DataModel, Expr, IntType, Op, Program, Sign, Type};
use ir_interp::{InputRequest, InputSource, foreign_pointer};

/// How the inputs of one run are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Recipe {
    /// Always this value.
    Constant(i128),
    Least,
    Greatest,
    /// Counting up from this value, one more at each question.
    Counting(i128),
    Drawn,
}

const PLAIN: [Recipe; 10] = [
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

/// The integer constants of a program and their neighbours, sorted.
#[derive(Clone, Debug)]
pub struct Constants {
    values: Vec<i128>,
}

impl Constants {
    pub fn of(program: &Program) -> Self {
        let mut values = Vec::new();
        for (_, expr) in program.exprs.iter() {
            if let Expr::Int(ty, bits) = *expr {
                let value = signed_value(ty, bits);
                values.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
            }
        }
        values.sort_unstable();
        values.dedup();
        Self { values }
    }
}

/// The answers of one run.
pub struct Answers<'a> {
    recipe: Recipe,
    constants: &'a Constants,
    random: Random,
    n_asked: i128,
    pointers: Pointers,
    n_foreign: u64,
}

/// Where pointers lead that the environment makes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointers {
    /// To nothing that the program may touch; null is the only one that is surely a value.
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

impl<'a> Answers<'a> {
    pub fn of_run(n_run: u64, constants: &'a Constants, pointers: Pointers) -> Self {
        let plain = usize::try_from(n_run).ok().and_then(|index| PLAIN.get(index));
        let recipe = plain.copied().unwrap_or(Recipe::Drawn);
        Self {
            recipe,
            constants,
            random: Random::seeded(n_run),
            n_asked: 0,
            pointers,
            n_foreign: 0,
        }
    }

    fn pointer(&mut self) -> u128 {
        let Pointers::Foreign(model) = self.pointers else { return 0 };
        let is_null = match self.recipe {
            Recipe::Constant(0) => true,
            Recipe::Drawn => self.random.below(8) == 0,
            _ => false,
        };
        if is_null {
            return 0;
        }
        self.n_foreign += 1;
        foreign_pointer(model, self.n_foreign).unwrap_or(0)
    }

    fn integer(&mut self, ty: IntType) -> i128 {
        let (least, greatest) = range(ty);
        match self.recipe {
            Recipe::Constant(value) => value,
            Recipe::Least => least,
            Recipe::Greatest => greatest,
            Recipe::Counting(start) => start + self.n_asked,
            Recipe::Drawn => match self.random.below(8) {
                0 | 1 => i128::from(self.random.below(4)),
                2 => i128::from(self.random.below(100)) - 50,
                3 => [least, least + 1, greatest - 1, greatest][self.random.below(4) as usize],
                4 | 5 if !self.constants.values.is_empty() => {
                    let n_constants = self.constants.values.len() as u64;
                    self.constants.values[self.random.below(n_constants) as usize]
                }
                _ => i128::from(self.random.next()),
            },
        }
    }
}

impl InputSource for Answers<'_> {
    fn next_input(&mut self, request: &InputRequest) -> Option<u128> {
        let bits = match request.ty {
            Type::Bool => (self.integer(IntType { width: 8, sign: Sign::Unsigned }) & 1) as u128,
            // Bits above the width are dropped by the interpreter.
            Type::Int(ty) => self.integer(ty) as u128,
            // Small whole numbers as floats, every bit pattern now and then.
            Type::Float(ty) => {
                let value = self.integer(IntType { width: 32, sign: Sign::Signed });
                match (ty, self.random.below(4)) {
                    (_, 0) if self.recipe == Recipe::Drawn => u128::from(self.random.next()),
                    (ir::FloatType::F32, _) => u128::from((value as f32).to_bits()),
                    (ir::FloatType::F64, _) => u128::from((value as f64).to_bits()),
                    // Zero in every format; other values come by drawing bits.
                    (ir::FloatType::F16 | ir::FloatType::F80 | ir::FloatType::F128, _) => 0,
                }
            }
            Type::Pointer => self.pointer(),
        };
        self.n_asked += 1;
        Some(bits)
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
struct Random {
    state: u64,
}

impl Random {
    fn seeded(seed: u64) -> Self {
        Self { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Nearly uniform below a small bound.
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: IntType = IntType { width: 32, sign: Sign::Signed };

    fn answers(n_run: u64, n_asked: usize) -> Vec<u128> {
        let constants = Constants { values: vec![1000] };
        let mut answers = Answers::of_run(n_run, &constants, Pointers::Null);
        let request =
            InputRequest { unknown: ir_interp::Unknown::Input, ty: Type::Int(INT), site: None };
        (0..n_asked).filter_map(|_| answers.next_input(&request)).collect()
    }

    #[test]
    fn plain_runs_come_first() {
        assert_eq!(answers(0, 2), [0, 0]);
        assert_eq!(answers(1, 2), [1, 1]);
        assert_eq!(answers(2, 1), [i32::MAX as u128]);
        assert_eq!(answers(3, 1)[0] as u32, i32::MIN as u32);
        assert_eq!(answers(5, 3), [0, 1, 2]);
    }

    #[test]
    fn a_drawn_run_is_the_same_each_time_and_differs_from_the_next() {
        assert_eq!(answers(20, 50), answers(20, 50));
        assert_ne!(answers(20, 50), answers(21, 50));
    }

    #[test]
    fn constants_of_the_program_are_drawn() {
        let drawn = (10..40).flat_map(|n_run| answers(n_run, 20));
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
