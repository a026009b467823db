//! Random pairs of programs, a program and a random edit of it, held against an explicit game.
//!
//! The oracle shares nothing with the tool: it never sees C, works on the tree that the C text was
//! printed from, and plays through all that can happen with few values. No `REFINES` may be refuted
//! by it, and every `DOES-NOT-REFINE` must have a failing run in it, with the values that the tool
//! used. `LINCHPIN_PAIRS` says how many pairs (`LINCHPIN_SEED` which); a long run takes 500 and more.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fmt::Write as _;
use std::path::PathBuf;

use driver::DataModel;
use driver::refine::{Request, compare};
use verdict::{Budget, RefinementOutcome, Verdict};

/// Two shared variables, three locals; the last one counts iterations.
const GLOBALS: [&str; 2] = ["x", "y"];
const LOCALS: [&str; 3] = ["a", "b", "k"];

#[derive(Clone, Debug)]
enum Value {
    Constant(i64),
    /// A local and a constant.
    Sum(usize, i64),
}

#[derive(Clone, Debug)]
enum Statement {
    Load(usize, usize),
    Store(usize, Value),
    Set(usize, Value),
    /// If the local equals the constant.
    If(usize, i64, Vec<Statement>, Vec<Statement>),
    /// Twice.
    Loop(Vec<Statement>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    Anything,
    Preserve(usize),
    Nobody,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }

    fn value(&mut self) -> Value {
        match self.below(3) {
            0 => Value::Constant(self.below(3) as i64),
            1 => Value::Sum(self.below(2), 0),
            _ => Value::Sum(self.below(2), 1),
        }
    }

    fn statement(&mut self, depth: usize) -> Statement {
        match self.below(if depth == 0 { 9 } else { 7 }) {
            0..=2 => Statement::Load(self.below(2), self.below(2)),
            3..=5 => Statement::Store(self.below(2), self.value()),
            6 => Statement::Set(self.below(2), self.value()),
            7 => {
                let (local, constant) = (self.below(2), self.below(2) as i64);
                let (n_then, n_else) = (1 + self.below(2), self.below(2));
                let then = self.block(n_then, depth + 1);
                Statement::If(local, constant, then, self.block(n_else, depth + 1))
            }
            _ => {
                let n = 1 + self.below(2);
                Statement::Loop(self.block(n, depth + 1))
            }
        }
    }

    fn block(&mut self, n: usize, depth: usize) -> Vec<Statement> {
        (0..n).map(|_| self.statement(depth)).collect()
    }

    /// One change: two statements swapped, one left out, doubled, or changed.
    fn edited(&mut self, block: &[Statement]) -> Vec<Statement> {
        let mut block = block.to_vec();
        let at = self.below(block.len());
        match self.below(6) {
            0 if at + 1 < block.len() => block.swap(at, at + 1),
            1 if block.len() > 1 => {
                block.remove(at);
            }
            2 => block.insert(at, block[at].clone()),
            3 => match &mut block[at] {
                Statement::Load(local, _) => {
                    let local = *local;
                    block[at] = Statement::Set(local, Value::Sum(1 - local, 0));
                }
                Statement::If(_, _, then, _) | Statement::Loop(then) => *then = self.edited(then),
                _ => block.push(Statement::Load(0, 0)),
            },
            4 => {
                let statement = self.statement(1);
                block.insert(at, statement);
            }
            _ => block[at] = self.statement(1),
        }
        block
    }
}

// -- As C.

fn value_text(value: &Value) -> String {
    match value {
        Value::Constant(constant) => constant.to_string(),
        Value::Sum(local, 0) => LOCALS[*local].to_owned(),
        Value::Sum(local, constant) => format!("{} + {constant}", LOCALS[*local]),
    }
}

fn print(block: &[Statement], indent: usize, text: &mut String) {
    let pad = "    ".repeat(indent);
    for statement in block {
        let _ = match statement {
            Statement::Load(local, global) => {
                writeln!(text, "{pad}{} = {};", LOCALS[*local], GLOBALS[*global])
            }
            Statement::Store(global, value) => {
                writeln!(text, "{pad}{} = {};", GLOBALS[*global], value_text(value))
            }
            Statement::Set(local, value) => {
                writeln!(text, "{pad}{} = {};", LOCALS[*local], value_text(value))
            }
            Statement::If(local, constant, then, otherwise) => {
                let _ = writeln!(text, "{pad}if ({} == {constant}) {{", LOCALS[*local]);
                print(then, indent + 1, text);
                let _ = writeln!(text, "{pad}}} else {{");
                print(otherwise, indent + 1, text);
                writeln!(text, "{pad}}}")
            }
            Statement::Loop(body) => {
                let _ = writeln!(text, "{pad}for (k = 0; k < 2; k = k + 1) {{");
                print(body, indent + 1, text);
                writeln!(text, "{pad}}}")
            }
        };
    }
}

fn c_text(block: &[Statement], others: Others) -> String {
    let mut text = match others {
        Others::Anything => String::new(),
        Others::Preserve(global) => format!("//@ env preserves {};\n", GLOBALS[global]),
        Others::Nobody => "//@ env none;\n".to_owned(),
    };
    text.push_str("int x, y;\nint f(void)\n{\n    int a = 0, b = 0, k = 0;\n");
    print(block, 1, &mut text);
    text.push_str("    return a;\n}\n");
    text
}

// -- As instructions, for the oracle.

#[derive(Clone, Debug)]
enum Instruction {
    Load(usize, usize),
    Store(usize, Value),
    Set(usize, Value),
    /// Goes on if the local is equal, or below if so asked; else jumps.
    UnlessEqual(usize, i64, usize),
    UnlessBelow(usize, i64, usize),
    Jump(usize),
    Return,
}

fn compile(block: &[Statement], code: &mut Vec<Instruction>) {
    for statement in block {
        match statement {
            Statement::Load(local, global) => code.push(Instruction::Load(*local, *global)),
            Statement::Store(global, value) => {
                code.push(Instruction::Store(*global, value.clone()))
            }
            Statement::Set(local, value) => code.push(Instruction::Set(*local, value.clone())),
            Statement::If(local, constant, then, otherwise) => {
                let test = code.len();
                code.push(Instruction::UnlessEqual(*local, *constant, 0));
                compile(then, code);
                let end_of_then = code.len();
                code.push(Instruction::Jump(0));
                let start = code.len();
                compile(otherwise, code);
                let end = code.len();
                code[test] = Instruction::UnlessEqual(*local, *constant, start);
                code[end_of_then] = Instruction::Jump(end);
            }
            Statement::Loop(body) => {
                code.push(Instruction::Set(2, Value::Constant(0)));
                let head = code.len();
                code.push(Instruction::UnlessBelow(2, 2, 0));
                compile(body, code);
                code.push(Instruction::Set(2, Value::Sum(2, 1)));
                code.push(Instruction::Jump(head));
                let end = code.len();
                code[head] = Instruction::UnlessBelow(2, 2, end);
            }
        }
    }
}

type Shared = [i64; 2];
type Own = (usize, [i64; 3]);

/// One step: where it leads, with the shared variables, or the result.
fn step(code: &[Instruction], (at, locals): Own, shared: Shared) -> Result<(Own, Shared), i64> {
    let of = |value: &Value| match value {
        Value::Constant(constant) => *constant,
        Value::Sum(local, constant) => locals[*local] + constant,
    };
    let (mut after, mut new, mut next) = (locals, shared, at + 1);
    match &code[at] {
        Instruction::Load(local, global) => after[*local] = shared[*global],
        Instruction::Store(global, value) => new[*global] = of(value),
        Instruction::Set(local, value) => after[*local] = of(value),
        Instruction::UnlessEqual(local, constant, to) => {
            if locals[*local] != *constant {
                next = *to;
            }
        }
        Instruction::UnlessBelow(local, constant, to) => {
            if locals[*local] >= *constant {
                next = *to;
            }
        }
        Instruction::Jump(to) => next = *to,
        Instruction::Return => return Err(locals[0]),
    }
    Ok(((next, after), new))
}

/// What the search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Failure,
    None,
    TooMany,
}

/// Is there a run of the target that no run of the source follows, with these values?
fn oracle(target: &[Instruction], source: &[Instruction], values: &[i64], others: Others) -> Found {
    type Node = (Own, Shared, BTreeSet<Own>);
    let mut seen: HashSet<Node> = HashSet::new();
    let mut pending: VecDeque<Node> = VecDeque::new();
    for x in values {
        for y in values {
            let start = (0, [0; 3]);
            pending.push_back((start, [*x, *y], BTreeSet::from([start])));
        }
    }
    while let Some(node) = pending.pop_front() {
        if !seen.insert(node.clone()) {
            continue;
        }
        if seen.len() > 60_000 {
            return Found::TooMany;
        }
        let (own, shared, set) = node;
        match step(target, own, shared) {
            Ok((after, new)) => {
                let mut followers = BTreeSet::new();
                for state in &set {
                    // The source goes on by itself for as long as it likes.
                    let (mut state, mut now) = (*state, shared);
                    for _ in 0..200 {
                        if now == new {
                            followers.insert(state);
                        }
                        match step(source, state, now) {
                            Ok((next, after)) => (state, now) = (next, after),
                            Err(_) => break,
                        }
                    }
                }
                if followers.is_empty() {
                    return Found::Failure;
                }
                pending.push_back((after, new, followers));
            }
            Err(result) => {
                let is_followed = set.iter().any(|state| {
                    let (mut state, mut now) = (*state, shared);
                    for _ in 0..200 {
                        match step(source, state, now) {
                            Ok((next, after)) => (state, now) = (next, after),
                            Err(other) => return other == result && now == shared,
                        }
                    }
                    false
                });
                if !is_followed {
                    return Found::Failure;
                }
                continue;
            }
        }
        for (global, _) in GLOBALS.iter().enumerate() {
            if others == Others::Nobody || others == Others::Preserve(global) {
                continue;
            }
            for value in values {
                let mut new = shared;
                new[global] = *value;
                pending.push_back((own, new, set.clone()));
            }
        }
    }
    Found::None
}

/// Values of shared variables that a shown run uses.
fn values_of(outcome: &RefinementOutcome) -> Vec<i64> {
    let mut values = Vec::new();
    for line in &outcome.trace {
        for pair in line.values.split_whitespace() {
            if let Some((name, value)) = pair.split_once('=')
                && GLOBALS.contains(&name)
                && let Ok(value) = value.parse()
            {
                values.push(value);
            }
        }
    }
    values
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn no_answer_about_random_pairs_contradicts_the_game() {
    let folder: PathBuf = std::env::temp_dir().join(format!("refinement-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder of temporary files can be written");
    let (n_pairs, seed) = (number("LINCHPIN_PAIRS", 16), number("LINCHPIN_SEED", 1));
    let mut counts = [0usize; 3];
    for pair in 0..n_pairs {
        let mut random = Random(seed.wrapping_mul(1_000_003).wrapping_add(pair));
        (0..8).for_each(|_| {
            random.below(2);
        });
        let n = 3 + random.below(3);
        let original = random.block(n, 0);
        let edited = random.edited(&original);
        // Either of the two may be the one that is asked about.
        let (target, source) = match random.below(2) {
            0 => (original, edited),
            _ => (edited, original),
        };
        let others = match random.below(6) {
            0 => Others::Nobody,
            1 => Others::Preserve(0),
            2 => Others::Preserve(1),
            _ => Others::Anything,
        };
        let (target_path, source_path) = (folder.join("target.i"), folder.join("source.i"));
        let (target_text, source_text) = (c_text(&target, others), c_text(&source, others));
        std::fs::write(&target_path, &target_text).expect("a temporary file can be written");
        std::fs::write(&source_path, &source_text).expect("a temporary file can be written");
        let request = Request {
            target: target_path,
            source: source_path,
            relate: None,
            environment: None,
            entry: None,
            steps: None,
            unbounded: false,
            looks_for_help: false,
            model: DataModel::Lp64,
        };
        let outcome = compare(&request, &Budget::unlimited()).expect("the programs are right");
        let compiled = |block: &[Statement]| {
            let mut code = Vec::new();
            compile(block, &mut code);
            code.push(Instruction::Return);
            code
        };
        let mut values = vec![0, 1, 2, -1];
        values.extend(values_of(&outcome));
        values.sort_unstable();
        values.dedup();
        let found = oracle(&compiled(&target), &compiled(&source), &values, others);
        let texts = format!("seed {seed}, pair {pair}\n{target_text}\n{source_text}\n{outcome:#?}");
        match (&outcome.verdict, found) {
            (Verdict::True, Found::Failure) => panic!("UNSOUND: {texts}"),
            (Verdict::False, Found::None) => panic!("FALSE ALARM: {texts}"),
            (Verdict::Unknown(verdict::Reason::InternalError(_)), _) => panic!("{texts}"),
            (Verdict::True, _) => counts[0] += 1,
            (Verdict::False, _) => counts[1] += 1,
            (Verdict::Unknown(reason), _) => {
                counts[2] += 1;
                if std::env::var_os("LINCHPIN_SHOW").is_some() {
                    println!("pair {pair}: {reason}\n{target_text}\n{source_text}");
                }
            }
        }
    }
    println!("{} refine, {} do not, {} open", counts[0], counts[1], counts[2]);
    std::fs::remove_dir_all(&folder).expect("the folder of temporary files can be removed");
    assert!(counts[0] + counts[1] > counts[2], "most pairs are answered");
}
