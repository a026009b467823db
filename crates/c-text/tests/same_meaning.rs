//! Random terms, printed, read by our own front end and run by the interpreter with all checks
//! for undefined behaviour on: the value is that of the term, and nothing is undefined.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use c_lower::{Checks, Options};
use c_sema::types::DataModel;
use c_text::{CVar, Sign, print};
use ir_interp::{InputList, Interpreter, Outcome};
use logic::{Assignment, BvBinary, BvCompare, Sort, TermId, TermPool, Value, evaluate};
use source::Source;

const TYPES: [(&str, u32, Sign); 8] = [
    ("signed char", 8, Sign::Signed),
    ("unsigned char", 8, Sign::Unsigned),
    ("short", 16, Sign::Signed),
    ("unsigned short", 16, Sign::Unsigned),
    ("int", 32, Sign::Signed),
    ("unsigned", 32, Sign::Unsigned),
    ("long long", 64, Sign::Signed),
    ("unsigned long long", 64, Sign::Unsigned),
];

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Bits that are often at an end of the range.
    fn bits(&mut self, width: u32) -> u128 {
        let mask = (1u128 << width) - 1;
        let sign = 1u128 << (width - 1);
        let small = u128::from(self.next() % 5);
        let far = u128::from(self.next());
        self.pick(&[0, 1, mask, sign, sign - 1, sign + 1, small, mask - small, far, far]) & mask
    }
}

struct Generator {
    pool: TermPool,
    vars: Vec<TermId>,
    random: Random,
}

impl Generator {
    fn new(seed: u64) -> Self {
        let mut pool = TermPool::new();
        let vars = TYPES.map(|(_, width, _)| pool.fresh_var("v", Sort::BitVec(width)));
        Self { pool, vars: vars.to_vec(), random: Random(seed) }
    }

    fn width_of(&self, term: TermId) -> u32 {
        self.pool.sort(term).width().expect("all are bit-vectors")
    }

    fn leaf(&mut self, width: u32) -> TermId {
        if self.random.below(3) == 0 {
            let bits = self.random.bits(width);
            return self.pool.bv(width, bits);
        }
        let vars = self.vars.clone();
        let var = self.random.pick(&vars);
        self.resized(var, width)
    }

    fn resized(&mut self, term: TermId, width: u32) -> TermId {
        let old = self.width_of(term);
        if old > width {
            let low = self.random.below((old - width + 1) as usize) as u32;
            let low = if self.random.below(2) == 0 { 0 } else { low };
            self.pool.extract(low + width - 1, low, term)
        } else if self.random.below(2) == 0 {
            self.pool.zero_extend(width, term)
        } else {
            self.pool.sign_extend(width, term)
        }
    }

    fn value(&mut self, width: u32, depth: usize) -> TermId {
        use BvBinary::*;
        if depth == 0 {
            return self.leaf(width);
        }
        match self.random.below(10) {
            0 => {
                let a = self.value(width, depth - 1);
                self.pool.bv_not(a)
            }
            1 => {
                let a = self.value(width, depth - 1);
                self.pool.bv_neg(a)
            }
            2 => {
                let other = self.random.pick(&[5, 8, 16, 31, 32, 33, 64]);
                let a = self.value(other, depth - 1);
                self.resized(a, width)
            }
            3 => {
                let c = self.truth(depth - 1);
                let (a, b) = (self.value(width, depth - 1), self.value(width, depth - 1));
                self.pool.ite(c, a, b)
            }
            4 if width > 8 => {
                let (a, b) = (self.value(8, depth - 1), self.value(width - 8, depth - 1));
                self.pool.concat(a, b)
            }
            _ => {
                let op = self.random.pick(&[
                    Add, Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor, Shl, LShr, AShr,
                ]);
                let (a, b) = (self.value(width, depth - 1), self.value(width, depth - 1));
                self.pool.bv_binary(op, a, b)
            }
        }
    }

    fn truth(&mut self, depth: usize) -> TermId {
        let width = self.random.pick(&[5, 8, 8, 16, 31, 32, 32, 32, 33, 64, 64]);
        match self.random.below(if depth == 0 { 5 } else { 9 }) {
            0 | 1 => {
                let (a, b) = (self.value(width, depth), self.value(width, depth));
                self.pool.eq(a, b)
            }
            2..=4 => {
                use BvCompare::*;
                let op = self.random.pick(&[ULt, ULe, SLt, SLe]);
                let (a, b) = (self.value(width, depth), self.value(width, depth));
                self.pool.bv_compare(op, a, b)
            }
            5 => {
                let a = self.truth(depth - 1);
                self.pool.not(a)
            }
            6 => {
                let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
                self.pool.and2(a, b)
            }
            7 => {
                let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
                self.pool.or2(a, b)
            }
            _ => {
                let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
                self.pool.eq(a, b)
            }
        }
    }
}

fn names(generator: &Generator) -> BTreeMap<TermId, CVar> {
    let vars = generator.vars.iter().zip(TYPES).enumerate();
    vars.map(|(index, (&var, (_, width, sign)))| {
        (var, CVar { name: format!("v{index}"), width, sign })
    })
    .collect()
}

/// Statements that fail if the printed term has another value than the term.
fn statements(generator: &mut Generator, term: TermId) -> Option<String> {
    let text = print(&generator.pool, term, &names(generator)).ok()?;
    let mut block = String::new();
    for _ in 0..4 {
        let mut assignment = Assignment::default();
        for (index, (&var, (ty, width, _))) in generator.vars.clone().iter().zip(TYPES).enumerate()
        {
            let bits = generator.random.bits(width);
            let var = generator.pool.as_var(var).expect("it is well-formed");
            assignment.vars.insert(var, Value::BitVec(width, bits));
            writeln!(block, "v{index} = ({ty}){bits}ULL;").expect("it is well-formed");
        }
        match evaluate(&generator.pool, term, &assignment).expect("all variables have values") {
            Value::Bool(value) => {
                writeln!(block, "if (({text}) != {}) reach_error();", u8::from(value))
                    .expect("it is well-formed");
            }
            Value::BitVec(width, bits) => {
                let mask = (1u128 << width) - 1;
                writeln!(
                    block,
                    "if (((unsigned long long)({text}) & {mask}ULL) != {bits}ULL) reach_error();"
                )
                .expect("it is well-formed");
            }
            other => panic!("no such sort: {other:?}"),
        }
    }
    Some(block)
}

fn run(program: &str) -> Outcome {
    let mut source = Source::new("t.i", program.as_bytes().to_vec());
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    assert!(!diagnostics.has_errors(), "{program}\n{diagnostics:?}");
    let (unit, diagnostics) = c_sema::analyse(unit, DataModel::Lp64);
    assert!(!diagnostics.has_errors(), "{program}\n{diagnostics:?}");
    let program = c_lower::lower(&unit, &source, &Options::with_checks(Checks::all()))
        .expect("it is well-formed");
    let outcome =
        Interpreter::new(&program, InputList::none(), ir_interp::Options::default()).run();
    if let Outcome::Violated { check, .. } = &outcome {
        let check = &program.checks[*check];
        let line = source.buffer_line_span(source.buffer_line(check.span.lo));
        panic!("{}\nin {}", check.text, source.excerpt(line));
    }
    outcome
}

#[test]
fn printed_terms_have_their_value_and_no_undefined_behaviour() {
    let mut n_printed = 0;
    for seed in 0..60 {
        let mut generator = Generator::new(seed);
        let mut body = String::new();
        for index in 0..40 {
            let depth = index % 4;
            let term = match index % 3 {
                0 => {
                    let width = generator.random.pick(&[8, 16, 32, 64]);
                    generator.value(width, depth)
                }
                _ => generator.truth(depth),
            };
            if let Some(block) = statements(&mut generator, term) {
                body.push_str(&block);
                n_printed += 1;
            }
        }
        let mut program = String::from("void reach_error(void);\n");
        for (index, (ty, _, _)) in TYPES.iter().enumerate() {
            writeln!(program, "{ty} v{index};").unwrap();
        }
        writeln!(program, "int main(void) {{\n{body}return 0;\n}}").unwrap();
        assert!(matches!(run(&program), Outcome::Finished { .. }), "seed {seed}");
    }
    assert!(n_printed > 2_300, "nearly all terms can be printed: {n_printed} of 2400");
}

/// A term over integers of any size. Small ones, so that C computes with them too.
fn whole(generator: &mut Generator, vars: &[TermId], depth: usize) -> TermId {
    let choice = if depth == 0 { generator.random.below(2) } else { generator.random.below(9) };
    match choice {
        0 => {
            let value = i128::from(generator.random.next() % 7) - 3;
            generator.pool.int(value)
        }
        1 => generator.random.pick(vars),
        2 | 3 => {
            let count = 2 + generator.random.below(2);
            let parts: Vec<TermId> =
                (0..count).map(|_| whole(generator, vars, depth - 1)).collect();
            generator.pool.int_add(&parts)
        }
        4 => {
            let parts = [0, 1].map(|_| whole(generator, vars, depth - 1));
            generator.pool.int_sub(parts[0], parts[1])
        }
        5 => {
            let parts = [0, 1].map(|_| whole(generator, vars, depth - 1));
            generator.pool.int_mul(parts[0], parts[1])
        }
        6 | 7 => {
            let a = whole(generator, vars, depth - 1);
            let by = 1 + generator.random.below(5) as i128;
            let by = generator.pool.int(by);
            match choice {
                6 => generator.pool.int_div(a, by),
                _ => generator.pool.int_mod(a, by),
            }
        }
        _ => {
            let c = whole_truth(generator, vars, depth - 1);
            let (a, b) = (whole(generator, vars, depth - 1), whole(generator, vars, depth - 1));
            generator.pool.ite(c, a, b)
        }
    }
}

fn whole_truth(generator: &mut Generator, vars: &[TermId], depth: usize) -> TermId {
    let (a, b) = (whole(generator, vars, depth), whole(generator, vars, depth));
    match generator.random.below(4) {
        0 => generator.pool.int_le(a, b),
        1 => generator.pool.int_lt(a, b),
        2 => generator.pool.eq(a, b),
        _ => {
            let (two, bit) = (generator.pool.int(2), generator.random.below(2) as i128);
            let (last, bit) = (generator.pool.int_mod(a, two), generator.pool.int(bit));
            let is_bit = generator.pool.eq(last, bit);
            if generator.random.below(2) == 0 { generator.pool.not(is_bit) } else { is_bit }
        }
    }
}

/// Statements as above, of integers of any size.
fn whole_statements(generator: &mut Generator, vars: &[TermId], term: TermId) -> Option<String> {
    let named = vars.iter().zip(TYPES).enumerate();
    let names: BTreeMap<TermId, CVar> = named
        .map(|(index, (&var, (_, width, sign)))| {
            (var, CVar { name: format!("v{index}"), width, sign })
        })
        .collect();
    let text = print(&generator.pool, term, &names).ok()?;
    let mut block = String::new();
    for _ in 0..4 {
        let mut assignment = Assignment::default();
        for (index, (&var, (_, _, sign))) in vars.iter().zip(TYPES).enumerate() {
            let lowest = if sign == Sign::Signed { -4 } else { 0 };
            let value = generator.random.below(9) as i128 + lowest;
            let var = generator.pool.as_var(var).expect("it is well-formed");
            assignment.vars.insert(var, Value::Int(value));
            writeln!(block, "v{index} = {value};").expect("it is well-formed");
        }
        let value = match evaluate(&generator.pool, term, &assignment)? {
            Value::Bool(value) => i128::from(value),
            Value::Int(value) => value,
            other => panic!("no such sort: {other:?}"),
        };
        writeln!(block, "if (({text}) != {value}) reach_error();").expect("it is well-formed");
    }
    Some(block)
}

#[test]
fn integers_of_any_size_are_printed_as_they_are_meant() {
    let mut n_printed = 0;
    for seed in 0..40 {
        let mut generator = Generator::new(seed);
        let vars = TYPES.map(|_| generator.pool.fresh_var("v", Sort::Int));
        // Of one type, of the signed ones, or of all.
        let vars_used = match seed % 4 {
            0 => vec![vars[5]],
            1 => vec![vars[7]],
            2 => vec![vars[0], vars[4], vars[6]],
            _ => vars.to_vec(),
        };
        let mut body = String::new();
        for index in 0..40 {
            let term = match index % 3 {
                // The sign of what is no truth value is lost among unsigned ones.
                0 if seed % 4 >= 2 => whole(&mut generator, &vars_used, index % 4),
                _ => whole_truth(&mut generator, &vars_used, index % 4),
            };
            if let Some(block) = whole_statements(&mut generator, &vars, term) {
                body.push_str(&block);
                n_printed += 1;
            }
        }
        let mut program = String::from("void reach_error(void);\n");
        for (index, (ty, _, _)) in TYPES.iter().enumerate() {
            writeln!(program, "{ty} v{index};").unwrap();
        }
        writeln!(program, "int main(void) {{\n{body}return 0;\n}}").unwrap();
        assert!(matches!(run(&program), Outcome::Finished { .. }), "seed {seed}");
    }
    assert!(n_printed > 1_500, "nearly all terms can be printed: {n_printed} of 1600");
}

#[test]
fn what_needs_no_cast_has_none() {
    let mut pool = TermPool::new();
    let x = pool.fresh_var("x", Sort::BitVec(32));
    let y = pool.fresh_var("y", Sort::BitVec(32));
    let u = pool.fresh_var("u", Sort::BitVec(32));
    let c = pool.fresh_var("c", Sort::BitVec(8));
    let n = pool.fresh_var("n", Sort::BitVec(64));
    let var = |name: &str, width, sign| CVar { name: name.into(), width, sign };
    let names: BTreeMap<TermId, CVar> = [
        (x, var("x", 32, Sign::Signed)),
        (y, var("y", 32, Sign::Signed)),
        (u, var("u", 32, Sign::Unsigned)),
        (c, var("c", 8, Sign::Signed)),
        (n, var("n", 64, Sign::Unsigned)),
    ]
    .into();
    let ten = pool.bv(32, 10);
    let zero = pool.bv(32, 0);
    let minus_one = pool.bv(32, u128::from(u32::MAX));
    let mut cases: Vec<(TermId, &str)> = Vec::new();
    cases.push((pool.bv_compare(BvCompare::SLe, x, ten), "x <= 10"));
    let below = pool.bv_compare(BvCompare::SLt, ten, x);
    cases.push((below, "x > 10"));
    cases.push((pool.not(below), "x <= 10"));
    cases.push((pool.bv_compare(BvCompare::ULe, u, ten), "u <= 10"));
    cases.push((pool.bv_compare(BvCompare::ULe, x, ten), "(unsigned)x <= 10"));
    let equal = pool.eq(x, minus_one);
    cases.push((equal, "x == -1"));
    cases.push((pool.not(equal), "x != -1"));
    cases.push((pool.eq(u, minus_one), "u == 4294967295U"));
    cases.push((pool.eq(x, u), "x == u"));
    let sum = pool.bv_add(u, minus_one);
    cases.push((pool.bv_compare(BvCompare::ULt, sum, ten), "u - 1 < 10"));
    let sum = pool.bv_add(x, minus_one);
    cases.push((pool.bv_compare(BvCompare::SLt, sum, y), "(int)((unsigned)x - 1) < y"));
    cases.push((pool.eq(sum, y), "y == (unsigned)x - 1"));
    let wide = pool.sign_extend(32, c);
    let sum = pool.bv_add(wide, x);
    cases.push((pool.eq(sum, zero), "(unsigned)x + c == 0"));
    let sum = pool.bv_add(wide, ten);
    cases.push((pool.bv_compare(BvCompare::SLe, sum, x), "c + 10 <= x"));
    let wide = pool.zero_extend(64, u);
    cases.push((pool.bv_compare(BvCompare::ULe, wide, n), "u <= n"));
    let first = pool.bv_compare(BvCompare::SLe, zero, x);
    let second = pool.bv_compare(BvCompare::SLe, x, y);
    let both = pool.and2(first, second);
    cases.push((both, "x >= 0 && x <= y"));
    let third = pool.eq(y, zero);
    cases.push((pool.or2(both, third), "(x >= 0 && x <= y) || y == 0"));
    for (term, expected) in cases {
        let printed = print(&pool, term, &names).unwrap();
        assert_eq!(printed, expected);
    }
}

#[test]
fn sums_of_integers_of_any_size_stand_as_they_are() {
    let mut pool = TermPool::new();
    let [x, y, u, v] = ["x", "y", "u", "v"].map(|name| pool.fresh_var(name, Sort::Int));
    let var = |name: &str, sign| CVar { name: name.into(), width: 32, sign };
    let names: BTreeMap<TermId, CVar> = [
        (x, var("x", Sign::Signed)),
        (y, var("y", Sign::Signed)),
        (u, var("u", Sign::Unsigned)),
        (v, var("v", Sign::Unsigned)),
    ]
    .into();
    let (one, three) = (pool.int(1), pool.int(3));
    let mut cases: Vec<(TermId, &str)> = Vec::new();
    let difference = pool.int_sub(x, y);
    cases.push((pool.int_le(difference, three), "x - y <= 3"));
    let below = pool.int_lt(three, x);
    cases.push((below, "x > 3"));
    cases.push((pool.not(below), "x <= 3"));
    let next = pool.int_add(&[v, one]);
    cases.push((pool.int_le(u, next), "u <= v + 1"));
    cases.push((pool.int_le(x, u), "x <= (long long)u"));
    let before = pool.int_sub(u, one);
    cases.push((pool.int_le(before, v), "(long long)u - 1 <= (long long)v"));
    let double = pool.int_mul(three, x);
    cases.push((pool.eq(double, y), "y == 3 * x"));
    for (term, expected) in cases {
        assert_eq!(print(&pool, term, &names).unwrap(), expected);
    }
}
