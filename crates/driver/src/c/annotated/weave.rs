//! Puts contracts into the text of a program, as C.
//!
//! ```text
//!   void __linchpin_check_insert(void) {      the function, called with any heap that it requires
//!       struct node *t; int key;
//!       __linchpin_p0 = (void *)(t); __linchpin_ok = __linchpin_said_0();           requires
//!       struct node * __linchpin_result = insert(t, key);
//!       __linchpin_p0 = …; __linchpin_ok = __linchpin_said_1();                     ensures
//!       if (!__linchpin_ok) __linchpin_broken_0();
//!   }
//!   … insert__by_contract(struct node *t, int key) { … }      what callers may rely on
//! ```
//!
//! Conditions of contracts are C and stay C. Offsets of fields are asked of the C front end by
//! constants (`offsetof`), so that nobody lays records out twice; an error in such a line is one of
//! the predicate that it was made from.

use std::fmt::Write;

use source::{Diagnostic, Diagnostics, Source, Span};

use super::instance;
use super::memcad::{self, Command};
use super::scan;
use super::syntax::{At, Contract, Definition, Item, Sort, Term};

/// Where runs start that try a function's contract.
pub const CHECK_PREFIX: &str = "__linchpin_check_";
/// What a call by contract calls.
pub const TWIN_SUFFIX: &str = "__by_contract";
/// The file that what is made of contracts claims to stand in.
pub const MADE: &str = "contracts";
const BROKEN: &str = "__linchpin_broken_";

/// A step as far as it is known before types are.
#[derive(Debug)]
pub struct Draft {
    pub act: Act,
    pub parts: Vec<DraftPart>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Given,
    Shown,
    Whole,
    Taken,
    Unsupported(String),
}

/// A structure: its predicate, and the variables that hold what it speaks of.
#[derive(Debug)]
pub struct DraftPart {
    pub definition: usize,
    pub args: Vec<Held>,
    pub end: Option<Vec<Held>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// In the global variable of this name.
    Variable(String),
    Some,
}

/// The program with its contracts.
#[derive(Debug)]
pub struct Woven {
    pub source: Source,
    /// The text of the program in it; what stands before and behind is ours.
    pub program: Span,
    /// Where the steps stand.
    pub spans: Vec<Span>,
    pub drafts: Vec<Draft>,
    /// Functions with contracts, by name.
    pub functions: Vec<String>,
    /// Functions that are called where something does not hold, and what that is.
    pub broken: Vec<(String, String)>,
    /// Stretches of the text that come from predicates, where those stand, and what is wrong there
    /// if the C front end does not like them.
    pub origins: Vec<(Span, usize, Span, String)>,
    /// Functions that are also tried on heaps that satisfy their contracts.
    pub tried: Vec<String>,
    /// Whether commands of MemCAD stand in the program: then nothing is known of global variables.
    pub has_commands: bool,
}

pub struct Weaver<'w> {
    pub(super) definitions: &'w [(usize, Definition)],
    /// Predicates whose structures can be made.
    pub(super) makers: Vec<usize>,
    pub(super) tried: Vec<String>,
    pub(super) text: String,
    drafts: Vec<Draft>,
    broken: Vec<(String, String)>,
    diagnostics: &'w mut [Diagnostics],
    /// Whose contract is being read.
    pub(super) file: usize,
    n_pointers: usize,
    n_integers: usize,
    pub(super) n_olds: usize,
    /// Of the text, and where the contract stands that it was made from.
    pub(super) made: Vec<(usize, usize, (usize, Span), String)>,
}

/// The program's text with everything in it. Definitions come with the number of their file.
pub fn weave(
    program: &Source,
    files: &[Source],
    definitions: &[(usize, Definition)],
    contracts: &[Contract],
    diagnostics: &mut [Diagnostics],
) -> Woven {
    let (text, makers) = match contracts.is_empty() {
        true => (String::new(), Vec::new()),
        false => instance::makers(definitions),
    };
    let mut weaver = Weaver {
        definitions,
        makers,
        tried: Vec::new(),
        text,
        drafts: Vec::new(),
        broken: Vec::new(),
        diagnostics,
        file: 0,
        n_pointers: 0,
        n_integers: 0,
        n_olds: 0,
        made: Vec::new(),
    };
    let commands = scan::string_calls(program.text(), "_memcad");
    let has_commands = !commands.is_empty();
    let (mut body, mut at) = (Vec::new(), 0);
    for (place, text) in commands {
        body.extend_from_slice(&program.text()[at..place.lo]);
        let code = weaver.command(&text);
        body.extend_from_slice(code.as_bytes());
        at = place.hi;
    }
    body.extend_from_slice(&program.text()[at..]);
    for contract in contracts {
        // What is made of a contract stands where its function does.
        let raw = &files[contract.file];
        let line = raw.position(contract.function.span.lo).line;
        let _ = writeln!(weaver.text, "# {line} \"{}\"", raw.name());
        weaver.contract(program.text(), contract);
    }
    let Weaver { text, drafts, broken, n_pointers, n_integers, made, tried, .. } = weaver;
    let mut whole = declarations(&drafts, &broken, n_pointers, n_integers).into_bytes();
    // The first line of the program stays the first of its file.
    let _ = writeln!(StringInto(&mut whole), "# 1 \"{}\"", program.name());
    let lo = whole.len() as u32;
    whole.extend_from_slice(&body);
    let users = Span::new(lo, whole.len() as u32);
    let _ = writeln!(StringInto(&mut whole), "\n# 1 \"{MADE}\"");
    let base = whole.len();
    whole.extend_from_slice(text.as_bytes());
    let mut origins = constants(&mut whole, definitions);
    origins.extend(made.into_iter().map(|(lo, hi, (file, span), why)| {
        (Span::new((base + lo) as u32, (base + hi) as u32), file, span, why)
    }));
    let functions = contracts.iter().map(|contract| contract.function.text.clone()).collect();
    let spans = said(&whole);
    let source = Source::new(program.name().clone(), whole);
    Woven { source, program: users, spans, drafts, functions, broken, origins, tried, has_commands }
}

/// Text goes to the end of bytes.
struct StringInto<'b>(&'b mut Vec<u8>);

impl Write for StringInto<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

fn declarations(
    drafts: &[Draft],
    broken: &[(String, String)],
    n_pointers: usize,
    n_integers: usize,
) -> String {
    let mut text = String::from("static int __linchpin_ok;\n");
    for index in 0..n_pointers {
        let _ = write!(text, "static void *__linchpin_p{index}; ");
    }
    for index in 0..n_integers {
        let _ = write!(text, "static long __linchpin_i{index}; ");
    }
    for index in 0..drafts.len() {
        let _ = write!(text, "int __linchpin_said_{index}(void); ");
    }
    for (name, _) in broken {
        let _ = write!(text, "void {name}(void); ");
    }
    text.push('\n');
    text
}

/// The calls of steps in the whole text.
fn said(text: &[u8]) -> Vec<Span> {
    let pieces = scan::pieces(text);
    let of = |piece: &scan::Piece| &text[piece.lo..piece.hi];
    let calls = pieces.windows(3).filter(|window| {
        of(&window[0]).starts_with(c_lower::annotation::SAID_PREFIX.as_bytes())
            && of(&window[1]) == b"("
            && of(&window[2]) == b")"
    });
    calls.map(|window| Span::new(window[0].lo as u32, window[2].hi as u32)).collect()
}

/// Asks the front end for sizes and offsets.
fn constants(
    text: &mut Vec<u8>,
    definitions: &[(usize, Definition)],
) -> Vec<(Span, usize, Span, String)> {
    let mut origins = Vec::new();
    let mut line = |text: &mut Vec<u8>, code: String, (file, span): (usize, Span), why: String| {
        let lo = text.len() as u32;
        text.extend_from_slice(code.as_bytes());
        origins.push((Span::new(lo, text.len() as u32), file, span, why));
        text.push(b'\n');
    };
    for (index, (file, definition)) in definitions.iter().enumerate() {
        let Some(ty) = &definition.ty else { continue };
        let whole = format!("unsigned long __linchpin_size_{index} = sizeof(*({ty})0);");
        let why = format!("`{ty}` is no pointer to a complete type");
        line(text, whole, (*file, definition.this.span), why);
        let rules = definition.rules();
        let atoms = rules.iter().flat_map(|(first, rule)| (*first..).zip(&rule.fields));
        for (field, atom) in atoms {
            let At::Path(path) = &atom.at else { continue };
            let why = format!("`{ty}` has no field `{path}`");
            let place = (*file, atom.span);
            let at = format!(
                "unsigned long __linchpin_at_{index}_{field} = \
                 __builtin_offsetof(__typeof__(*({ty})0), {path});"
            );
            line(text, at, place, why.clone());
            let len = format!(
                "unsigned long __linchpin_len_{index}_{field} = sizeof((({ty})0)->{path});"
            );
            line(text, len, place, why.clone());
            if let Term::Inside(name, inner) = &atom.value {
                let shift = format!(
                    "unsigned long __linchpin_in_{index}_{field} = \
                     __builtin_offsetof(__typeof__(*({ty})0), {inner});"
                );
                line(text, shift, (*file, name.span), format!("`{ty}` has no field `{inner}`"));
            }
        }
    }
    origins
}

impl Weaver<'_> {
    /// What a command of MemCAD becomes, as a statement before its semicolon.
    fn command(&mut self, text: &str) -> String {
        let shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match memcad::read(text) {
            Command::Nothing => "(void)0".to_owned(),
            Command::Assume(condition) => {
                let condition = in_c(&condition);
                format!("do {{ if (!({condition})) __builtin_abort(); }} while (0)")
            }
            Command::Unreachable => {
                let broken = self.broken("a place that no run comes to".to_owned());
                format!("{broken}()")
            }
            Command::Unsupported(what) => {
                let code = self.step(Act::Unsupported(what), &[], Span::new(0, 0));
                format!("do {{ {code} }} while (0)")
            }
            Command::Add(item) => {
                let code = self.step(Act::Given, &[item], Span::new(0, 0));
                format!("do {{ {code} }} while (0)")
            }
            Command::Check(item) => {
                let code = self.step(Act::Shown, &[item], Span::new(0, 0));
                let broken = self.broken(format!("`{shown}`"));
                format!("do {{ {code} if (!__linchpin_ok) {broken}(); }} while (0)")
            }
        }
    }

    /// Says what is wrong, once: a contract is read in several places.
    pub(super) fn blame(&mut self, diagnostic: Diagnostic) {
        let known = &mut self.diagnostics[self.file];
        let is_new = known.iter().all(|it| it.primary.span != diagnostic.primary.span);
        if is_new {
            known.push(diagnostic);
        }
    }

    pub(super) fn broken(&mut self, what: String) -> String {
        let name = format!("{BROKEN}{}", self.broken.len());
        self.broken.push((name.clone(), what));
        name
    }

    /// The code of a step over all structures among the items.
    pub(super) fn step(&mut self, act: Act, items: &[Item], span: Span) -> String {
        let (mut code, mut parts) = (String::new(), Vec::new());
        let (mut n_pointers, mut n_integers) = (0, 0);
        let mut act = act;
        for item in items {
            let Item::Part { name, args, end } = item else { continue };
            let span = if name.span.is_empty() { span } else { name.span };
            let known = self.definitions.iter().position(|(_, it)| it.name.text == name.text);
            let Some(definition) = known else {
                if name.span.is_empty() {
                    act = Act::Unsupported(format!("`{}`, which is not defined", name.text));
                } else {
                    let message = format!("there is no predicate `{}`", name.text);
                    self.blame(Diagnostic::error("E0936", span, message));
                }
                continue;
            };
            let params = &self.definitions[definition].1.params;
            let mut hold = |args: &Vec<String>| {
                let mut held = Vec::new();
                for index in 0..=params.len() {
                    let Some(arg) = args.get(index).filter(|arg| arg.as_str() != "_") else {
                        held.push(Held::Some);
                        continue;
                    };
                    let is_pointer =
                        index.checked_sub(1).is_none_or(|it| params[it].sort == Sort::Pointer);
                    let (variable, ty) = match is_pointer {
                        true => {
                            n_pointers += 1;
                            (format!("__linchpin_p{}", n_pointers - 1), "void *")
                        }
                        false => {
                            n_integers += 1;
                            (format!("__linchpin_i{}", n_integers - 1), "long")
                        }
                    };
                    let _ = write!(code, "{variable} = ({ty})({}); ", in_c(arg));
                    held.push(Held::Variable(variable));
                }
                held
            };
            let n_args = params.len() + 1;
            // MemCAD leaves out what does not matter.
            let fits = |args: &Vec<String>| args.len() == n_args || name.span.is_empty();
            if !fits(args) || !end.as_ref().is_none_or(fits) {
                let message = format!("`{}` has {}", name.text, n_parameters(n_args));
                self.blame(Diagnostic::error("E0937", span, message));
                continue;
            }
            let args = hold(args);
            let end = end.as_ref().map(&mut hold);
            parts.push(DraftPart { definition, args, end });
        }
        self.n_pointers = self.n_pointers.max(n_pointers);
        self.n_integers = self.n_integers.max(n_integers);
        self.drafts.push(Draft { act, parts });
        let _ = write!(code, "__linchpin_ok = __linchpin_said_{}();", self.drafts.len() - 1);
        code
    }
}

pub fn n_parameters(n: usize) -> String {
    match n {
        1 => "1 parameter".to_owned(),
        n => format!("{n} parameters"),
    }
}

/// The notation's own words as C.
pub fn in_c(text: &str) -> String {
    let word = |word: &str| match word {
        "\\result" => "__linchpin_result".to_owned(),
        "NULL" | "null" => "((void *)0)".to_owned(),
        // In MemCAD numbers are decimal, whatever they begin with.
        word if word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_digit()) => {
            word.trim_start_matches('0').to_owned()
        }
        word => word.to_owned(),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
