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

/// Two shared variables, an array of two, and a lock.
const GLOBALS: [&str; 5] = ["x", "y", "z[0]", "z[1]", "m"];
const N_PLAIN: usize = 2;
const ARRAY: usize = 2;
const LOCK: usize = 4;
/// Three locals; the last one counts iterations.
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
    /// `a = z[b & 1]`, and `z[b & 1] = v`.
    LoadElement(usize, usize),
    StoreElement(usize, Value),
    /// One step that reads and writes.
    AtomicAdd(usize, i64),
    /// A function without body is called: everybody sees it.
    Call(Value),
    /// Under the lock.
    Locked(Vec<Statement>),
    /// If the local equals the constant.
    If(usize, i64, Vec<Statement>, Vec<Statement>),
    /// Twice.
    Loop(Vec<Statement>),
}

#[derive(Clone, Debug)]
enum Others {
    Anything,
    Preserve(usize),
    /// `x` is written only if `y` is not one.
    Guarded,
    /// Threads that run a program.
    Program(Vec<Statement>),
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
        match self.below(if depth == 0 { 16 } else { 11 }) {
            0..=2 => Statement::Load(self.below(2), self.below(N_PLAIN)),
            3..=5 => Statement::Store(self.below(N_PLAIN), self.value()),
            6 => Statement::Set(self.below(2), self.value()),
            7 => Statement::LoadElement(self.below(2), self.below(2)),
            8 => Statement::StoreElement(self.below(2), self.value()),
            9 => Statement::AtomicAdd(self.below(N_PLAIN), 1),
            10 => Statement::Call(self.value()),
            11 => {
                let n = 1 + self.below(2);
                Statement::Locked((0..n).map(|_| self.statement(2)).collect())
            }
            12..=13 => {
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

    /// What threads of others run: a few steps, perhaps under the lock or under a condition.
    fn program_of_others(&mut self) -> Vec<Statement> {
        let n = 1 + self.below(2);
        match self.below(4) {
            0 => vec![Statement::Locked(self.block(n, 2))],
            1 => {
                let then = self.block(1, 1);
                vec![Statement::Load(0, self.below(N_PLAIN)), Statement::If(0, 0, then, Vec::new())]
            }
            _ => self.block(n, 1),
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
                Statement::If(_, _, then, _) | Statement::Loop(then) | Statement::Locked(then) => {
                    *then = self.edited(then);
                }
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

const DECLARATIONS: &str = "typedef union { char size[40]; long align; } pthread_mutex_t;
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void g(int);
pthread_mutex_t m;
int x, y, z[2];
";
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
            Statement::LoadElement(local, index) => {
                writeln!(text, "{pad}{} = z[{} & 1];", LOCALS[*local], LOCALS[*index])
            }
            Statement::StoreElement(index, value) => {
                writeln!(text, "{pad}z[{} & 1] = {};", LOCALS[*index], value_text(value))
            }
            Statement::AtomicAdd(global, constant) => {
                let name = GLOBALS[*global];
                writeln!(
                    text,
                    "{pad}__VERIFIER_atomic_begin(); {name} = {name} + {constant}; \
                     __VERIFIER_atomic_end();"
                )
            }
            Statement::Call(value) => writeln!(text, "{pad}g({});", value_text(value)),
            Statement::Locked(body) => {
                let _ = writeln!(text, "{pad}pthread_mutex_lock(&m);");
                print(body, indent + 1, text);
                writeln!(text, "{pad}pthread_mutex_unlock(&m);")
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

fn c_text(block: &[Statement], others: &Others) -> String {
    let mut text = match others {
        Others::Anything => String::new(),
        Others::Preserve(global) => format!("//@ env preserves {};\n", GLOBALS[*global]),
        Others::Guarded => "//@ env x: only if y != 1;\n".to_owned(),
        Others::Program(_) => "//@ env \"env.i\";\n".to_owned(),
        Others::Nobody => "//@ env none;\n".to_owned(),
    };
    text.push_str(DECLARATIONS);
    text.push_str("int f(void)\n{\n    int a = 0, b = 0, k = 0;\n");
    print(block, 1, &mut text);
    text.push_str("    return a;\n}\n");
    text
}

fn c_text_of_others(block: &[Statement]) -> String {
    let mut text = DECLARATIONS.to_owned();
    text.push_str("void env(void)\n{\n    int a = 0, b = 0, k = 0;\n");
    print(block, 1, &mut text);
    text.push_str("}\n");
    text
}

// -- As instructions, for the oracle.

#[derive(Clone, Debug)]
enum Instruction {
    Load(usize, usize),
    Store(usize, Value),
    Set(usize, Value),
    LoadElement(usize, usize),
    StoreElement(usize, Value),
    AtomicAdd(usize, i64),
    Call(Value),
    Lock,
    Unlock,
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
            Statement::LoadElement(local, index) => {
                code.push(Instruction::LoadElement(*local, *index));
            }
            Statement::StoreElement(index, value) => {
                code.push(Instruction::StoreElement(*index, value.clone()));
            }
            Statement::AtomicAdd(global, constant) => {
                code.push(Instruction::AtomicAdd(*global, *constant));
            }
            Statement::Call(value) => code.push(Instruction::Call(value.clone())),
            Statement::Locked(body) => {
                code.push(Instruction::Lock);
                compile(body, code);
                code.push(Instruction::Unlock);
            }
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

fn compiled(block: &[Statement]) -> Vec<Instruction> {
    let mut code = Vec::new();
    compile(block, &mut code);
    code.push(Instruction::Return);
    code
}

type Shared = [i64; 5];
type Own = (usize, [i64; 3]);

/// What is seen of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Nothing,
    Call(i64),
    Result(i64),
}

/// One step: where it leads, with the shared variables and what is seen. Nothing while the lock is
/// taken.
fn step(code: &[Instruction], (at, locals): Own, shared: Shared) -> Option<(Own, Shared, Seen)> {
    let of = |value: &Value| match value {
        Value::Constant(constant) => *constant,
        Value::Sum(local, constant) => locals[*local] + constant,
    };
    let element = |index: usize| ARRAY + (locals[index] & 1) as usize;
    let (mut after, mut new, mut next) = (locals, shared, at + 1);
    let mut seen = Seen::Nothing;
    match code.get(at)? {
        Instruction::Load(local, global) => after[*local] = shared[*global],
        Instruction::Store(global, value) => new[*global] = of(value),
        Instruction::Set(local, value) => after[*local] = of(value),
        Instruction::LoadElement(local, index) => after[*local] = shared[element(*index)],
        Instruction::StoreElement(index, value) => new[element(*index)] = of(value),
        Instruction::AtomicAdd(global, constant) => new[*global] += constant,
        Instruction::Call(value) => seen = Seen::Call(of(value)),
        Instruction::Lock if shared[LOCK] != 0 => return None,
        Instruction::Lock => new[LOCK] = 1,
        Instruction::Unlock => new[LOCK] = 0,
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
        Instruction::Return => (next, seen) = (code.len(), Seen::Result(locals[0])),
    }
    Some(((next, after), new, seen))
}

/// What the search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Failure,
    None,
    TooMany,
}

/// What others can make of the shared variables in one step, as clauses have it.
fn disturbed(shared: Shared, values: &[i64], used: [bool; 5], others: &Others) -> Vec<Shared> {
    let with = |global: usize, value: i64| {
        let mut new = shared;
        new[global] = value;
        new
    };
    let mut found = Vec::new();
    for global in (0..GLOBALS.len()).filter(|global| used[*global]) {
        let is_kept = match others {
            Others::Preserve(kept) => *kept == global,
            Others::Guarded => global == 0 && shared[1] == 1,
            Others::Anything => false,
            Others::Program(_) | Others::Nobody => return found,
        };
        // Others leave the lock alone while it is held, and never take it in our name.
        match global {
            LOCK if shared[LOCK] == 1 => {}
            LOCK if !is_kept => found.extend([with(LOCK, 0), with(LOCK, 2)]),
            _ if !is_kept => found.extend(values.iter().map(|value| with(global, *value))),
            _ => {}
        }
    }
    found
}

/// What threads of others can do in one step: those that run, or a new one. Their numbers are none
/// that a lock may hold at the start.
fn stepped(
    code: &[Instruction],
    threads: &[Own],
    shared: Shared,
    most: usize,
) -> Vec<(Vec<Own>, Shared)> {
    let mut found = Vec::new();
    let n_all = (threads.len() + 1).min(most);
    for index in 0..n_all {
        let state = threads.get(index).copied().unwrap_or((0, [0; 3]));
        let Some((after, mut new, _)) = step(code, state, shared) else { continue };
        if matches!(code[state.0], Instruction::Lock) {
            new[LOCK] = 3 + index as i64;
        }
        let mut threads = threads.to_vec();
        threads.resize(threads.len().max(index + 1), state);
        threads[index] = after;
        found.push((threads, new));
    }
    found
}

/// Which shared variables occur.
fn used(programs: [&[Instruction]; 3]) -> [bool; 5] {
    let mut used = [false; 5];
    for instruction in programs.into_iter().flatten() {
        match instruction {
            Instruction::Load(_, global)
            | Instruction::Store(global, _)
            | Instruction::AtomicAdd(global, _) => used[*global] = true,
            Instruction::LoadElement(..) | Instruction::StoreElement(..) => {
                used[ARRAY..LOCK].fill(true);
            }
            Instruction::Lock | Instruction::Unlock => used[LOCK] = true,
            Instruction::Set(..)
            | Instruction::Call(_)
            | Instruction::UnlessEqual(..)
            | Instruction::UnlessBelow(..)
            | Instruction::Jump(_)
            | Instruction::Return => {}
        }
    }
    used
}

/// Everywhere that the source can get from a state, with the shared variables as they become.
fn followers(
    source: &[Instruction],
    state: Own,
    shared: Shared,
    new: Shared,
    seen: Seen,
) -> Vec<Own> {
    let mut found = Vec::new();
    let (mut state, mut now, mut is_seen) = (state, shared, seen == Seen::Nothing);
    for _ in 0..200 {
        if is_seen && now == new {
            found.push(state);
        }
        let Some((next, after, shown)) = step(source, state, now) else { break };
        match shown {
            Seen::Nothing => {}
            shown if !is_seen && shown == seen => is_seen = true,
            Seen::Call(_) | Seen::Result(_) => break,
        }
        (state, now) = (next, after);
    }
    found
}

/// Is there a run of the target that no run of the source follows, with these values and at most so
/// many threads of others?
fn oracle(
    target: &[Instruction],
    source: &[Instruction],
    values: &[i64],
    others: &Others,
    most: usize,
) -> Found {
    type Node = (Own, Shared, BTreeSet<Own>, Vec<Own>);
    let of_others = match others {
        Others::Program(block) => compiled(block),
        _ => Vec::new(),
    };
    let used = used([target, source, &of_others]);
    let mut seen: HashSet<Node> = HashSet::new();
    let mut pending: VecDeque<Node> = VecDeque::new();
    let mut starts: Vec<Shared> = vec![[0; 5]];
    for global in (0..GLOBALS.len()).filter(|global| used[*global]) {
        let of_lock = [0, 2];
        let values = if global == LOCK { &of_lock[..] } else { values };
        starts = starts
            .iter()
            .flat_map(|start| values.iter().map(|value| (*start, *value)))
            .map(|(mut start, value)| {
                start[global] = value;
                start
            })
            .collect();
    }
    for shared in starts {
        let start = (0, [0; 3]);
        pending.push_back((start, shared, BTreeSet::from([start]), Vec::new()));
    }
    while let Some(node) = pending.pop_front() {
        if !seen.insert(node.clone()) {
            continue;
        }
        if seen.len() > 40_000 {
            return Found::TooMany;
        }
        let (own, shared, set, threads) = node;
        if let Some((after, new, shown)) = step(target, own, shared) {
            let mut all = BTreeSet::new();
            for state in &set {
                all.extend(followers(source, *state, shared, new, shown));
            }
            if all.is_empty() {
                return Found::Failure;
            }
            pending.push_back((after, new, all, threads.clone()));
        }
        // Behind the end nothing is asked.
        if own.0 < target.len() {
            // The source may have gone on unseen before others act.
            let mut before = BTreeSet::new();
            for state in &set {
                before.extend(followers(source, *state, shared, shared, Seen::Nothing));
            }
            let disturbed = disturbed(shared, values, used, others);
            pending.extend(disturbed.into_iter().map(|new| (own, new, before.clone(), Vec::new())));
            let stepped = stepped(&of_others, &threads, shared, most);
            pending.extend(
                stepped.into_iter().map(|(threads, new)| (own, new, before.clone(), threads)),
            );
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
    let (n_pairs, seed) = (number("LINCHPIN_PAIRS", 50), number("LINCHPIN_SEED", 1));
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
        let others = match random.below(10) {
            0 => Others::Nobody,
            1 => Others::Preserve(0),
            2 => Others::Preserve(1),
            3 => Others::Guarded,
            4 | 5 => Others::Program(random.program_of_others()),
            _ => Others::Anything,
        };
        let (target_path, source_path) = (folder.join("target.i"), folder.join("source.i"));
        let (target_text, source_text) = (c_text(&target, &others), c_text(&source, &others));
        let mut others_text = String::new();
        if let Others::Program(block) = &others {
            others_text = c_text_of_others(block);
            std::fs::write(folder.join("env.i"), &others_text)
                .expect("a temporary file can be written");
        }
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
            preprocessing: DataModel::Lp64.into(),
        };
        let outcome = compare(&request, &Budget::unlimited()).expect("the programs are right");
        let mut values = vec![0, 1, 2, -1];
        values.extend(values_of(&outcome));
        values.sort_unstable();
        values.dedup();
        // A shown run may have as many threads of others as the tool tries.
        let most = match outcome.verdict {
            Verdict::False => 3,
            Verdict::True | Verdict::Unknown(_) => 2,
        };
        let found = oracle(&compiled(&target), &compiled(&source), &values, &others, most);
        let texts = format!(
            "seed {seed}, pair {pair}\n{target_text}\n{source_text}\n{others_text}\n{outcome:#?}"
        );
        match (&outcome.verdict, found) {
            (Verdict::True, Found::Failure) => panic!("UNSOUND: {texts}"),
            (Verdict::False, Found::None) => panic!("FALSE ALARM: {texts}"),
            (Verdict::Unknown(verdict::Reason::InternalError(_)), _) => panic!("{texts}"),
            (Verdict::True, _) => counts[0] += 1,
            (Verdict::False, _) => counts[1] += 1,
            (Verdict::Unknown(reason), _) => {
                counts[2] += 1;
                if std::env::var_os("LINCHPIN_SHOW").is_some() {
                    println!("pair {pair}: {reason}\n{target_text}\n{source_text}\n{others_text}");
                }
            }
        }
    }
    println!("{} refine, {} do not, {} open", counts[0], counts[1], counts[2]);
    std::fs::remove_dir_all(&folder).expect("the folder of temporary files can be removed");
    assert!(counts[0] + counts[1] > counts[2], "most pairs are answered");
}
