//! Any SMT-LIB 2 solver in a process of its own.
//!
//! The solver is started with the arguments that make it read from standard input and answer
//! incrementally. What it writes to its error channel is discarded. A solver that dies, hangs
//! or answers nonsense makes the answer unknown, never sat or unsat.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use index::{Id, IdSet};
use logic::{
    FunctionId, Term, TermId, TermPool, Value, VarId, print_sort, print_term, quoted_symbol,
};
use verdict::Budget;

use crate::read_value::read_value;
use crate::session::{Answer, Session};

#[derive(Debug, thiserror::Error)]
pub enum PipeError {
    #[error("cannot start the solver `{program}`: {cause}")]
    Start { program: String, cause: std::io::Error },
}

/// A conversation with a solver.
pub struct PipeSession {
    child: Child,
    input: ChildStdin,
    /// Lines that the solver wrote; a thread reads them, so that waiting can have an end.
    lines: Receiver<String>,
    /// What is declared, and at which level: a `pop` forgets declarations too.
    declared_vars: Vec<IdSet<VarId>>,
    declared_functions: Vec<IdSet<FunctionId>>,
    asked: Vec<TermId>,
    /// The level of the last question is still there, so that its model can be read.
    has_open_question: bool,
    is_broken: bool,
    n_checks: u64,
}

impl PipeSession {
    /// Starts `program`. For the solvers that we know, the arguments that make it talk are
    /// added.
    pub fn start(program: &str) -> Result<Self, PipeError> {
        let name = program.rsplit('/').next().unwrap_or(program);
        let arguments: &[&str] = match name {
            _ if name.starts_with("z3") => &["-in", "-smt2"],
            _ if name.starts_with("cvc5") => &["--incremental", "--lang=smt2"],
            _ if name.starts_with("yices") => &["--incremental"],
            _ => &[],
        };
        let start = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child =
            start.map_err(|cause| PipeError::Start { program: program.to_owned(), cause })?;
        let input = child.stdin.take().expect("the input was asked for");
        let output = BufReader::new(child.stdout.take().expect("the output was asked for"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut session = Self {
            child,
            input,
            lines,
            declared_vars: vec![IdSet::new()],
            declared_functions: vec![IdSet::new()],
            asked: Vec::new(),
            has_open_question: false,
            is_broken: false,
            n_checks: 0,
        };
        session.say("(set-option :produce-models true)\n(set-logic ALL)\n");
        Ok(session)
    }

    fn say(&mut self, text: &str) {
        let written = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        self.is_broken |= written.is_err();
    }

    /// The next line of the answer, if it comes in time.
    fn hear(&mut self, budget: &Budget) -> Result<String, String> {
        // Without a limit of its own a question still must not wait for a dead solver forever;
        // when the process ends, the channel closes.
        let limit = budget.patience().unwrap_or(Duration::from_secs(24 * 3600));
        self.lines.recv_timeout(limit).map_err(|error| {
            self.is_broken = true;
            match error {
                RecvTimeoutError::Timeout => "the solver took too long".to_owned(),
                RecvTimeoutError::Disconnected => "the solver ended".to_owned(),
            }
        })
    }

    fn declare(&mut self, pool: &TermPool, root: TermId) {
        let mut text = String::new();
        for term in pool.postorder(&[root]) {
            match &pool[term] {
                Term::Var(var) if !self.declared_vars.iter().any(|set| set.contains(*var)) => {
                    let Some(level) = self.declared_vars.last_mut() else { continue };
                    level.insert(*var);
                    let decl = pool.var(*var);
                    let name = quoted_symbol(&decl.name, var.index());
                    text += &format!("(declare-const {name} {})\n", print_sort(decl.sort));
                }
                Term::Apply(function, _)
                    if !self.declared_functions.iter().any(|set| set.contains(*function)) =>
                {
                    let Some(level) = self.declared_functions.last_mut() else { continue };
                    level.insert(*function);
                    let decl = pool.function(*function);
                    let name = quoted_symbol(&decl.name, function.index());
                    let parameters: Vec<String> =
                        decl.parameters.iter().copied().map(print_sort).collect();
                    let result = print_sort(decl.result);
                    text += &format!("(declare-fun {name} ({}) {result})\n", parameters.join(" "));
                }
                _ => {}
            }
        }
        self.say(&text);
    }

    fn add(&mut self, pool: &TermPool, formula: TermId) {
        self.declare(pool, formula);
        self.say(&format!("(assert {})\n", print_term(pool, formula)));
    }

    fn open_level(&mut self) {
        self.declared_vars.push(IdSet::new());
        self.declared_functions.push(IdSet::new());
        self.say("(push 1)\n");
    }

    fn close_level(&mut self) {
        self.declared_vars.pop();
        self.declared_functions.pop();
        self.say("(pop 1)\n");
    }

    fn close_question(&mut self) {
        if std::mem::take(&mut self.has_open_question) {
            self.close_level();
        }
    }
}

impl Session for PipeSession {
    fn assert(&mut self, pool: &TermPool, formula: TermId) {
        self.close_question();
        self.add(pool, formula);
    }

    fn push(&mut self) {
        self.close_question();
        self.open_level();
    }

    fn pop(&mut self) {
        self.close_question();
        self.close_level();
    }

    fn check(&mut self, pool: &TermPool, assumptions: &[TermId], budget: &Budget) -> Answer {
        self.n_checks += 1;
        self.asked.clear();
        self.close_question();
        self.open_level();
        self.has_open_question = true;
        for &assumption in assumptions {
            self.add(pool, assumption);
        }
        self.say("(check-sat)\n");
        if self.is_broken {
            return Answer::Unknown("the solver does not answer".to_owned());
        }
        match budget.in_solver(|| self.hear(budget)) {
            Ok(line) => match line.trim() {
                "sat" => Answer::Sat,
                "unsat" => {
                    self.asked = assumptions.to_vec();
                    Answer::Unsat
                }
                other => Answer::Unknown(other.to_owned()),
            },
            Err(reason) => Answer::Unknown(reason),
        }
    }

    fn value(&mut self, pool: &TermPool, term: TermId) -> Option<Value> {
        if self.is_broken {
            return None;
        }
        self.say(&format!("(get-value ({}))\n", print_term(pool, term)));
        let mut text = String::new();
        // The answer may be broken into lines; it ends with the parenthesis that opened it.
        while text.is_empty() || open_parentheses(&text) > 0 {
            text += &self.hear(&Budget::unlimited().with_time(Duration::from_secs(60))).ok()?;
            text.push(' ');
        }
        let pair = text.trim().strip_prefix("((")?.strip_suffix("))")?;
        read_value(last_expression(pair)?, pool.sort(term))
    }

    fn core(&mut self) -> Vec<TermId> {
        std::mem::take(&mut self.asked)
    }

    fn n_checks(&self) -> u64 {
        self.n_checks
    }
}

impl Drop for PipeSession {
    fn drop(&mut self) {
        // A solver that still works on a question does not hear a polite word. That it may have
        // ended already is no error.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn open_parentheses(text: &str) -> i64 {
    let mut is_quoted = false;
    let mut open = 0;
    for c in text.chars() {
        match c {
            '|' => is_quoted = !is_quoted,
            '(' if !is_quoted => open += 1,
            ')' if !is_quoted => open -= 1,
            _ => {}
        }
    }
    open
}

/// The value in `term value`: the last atom, or the last parenthesised expression.
fn last_expression(pair: &str) -> Option<&str> {
    let pair = pair.trim_end();
    if !pair.ends_with(')') {
        return pair.rsplit(char::is_whitespace).next();
    }
    let mut depth = 0;
    for (at, c) in pair.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&pair[at..]);
        }
    }
    None
}
