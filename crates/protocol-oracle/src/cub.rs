//! `.cub` as a tree, after `docs/guide/cubicle.md`: enumerations, `bool`, `int`, `proc`, variables,
//! arrays with one index, `case`, `forall_other`.

use crate::words::Words;

#[derive(Clone, Debug, Default)]
pub struct System {
    /// Enumerations with their values; `bool` is one of them.
    pub types: Vec<(String, Vec<String>)>,
    pub variables: Vec<Variable>,
    pub init: Formula,
    pub init_params: Vec<String>,
    pub unsafes: Vec<(Vec<String>, Formula)>,
    pub transitions: Vec<Transition>,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub is_array: bool,
    pub of: String,
}

#[derive(Clone, Debug, Default)]
pub struct Transition {
    pub params: Vec<String>,
    pub requires: Formula,
    pub updates: Vec<Update>,
}

#[derive(Clone, Debug)]
pub struct Update {
    pub name: String,
    /// `A[p] := …` names a parameter; with `case` it is a new name for every process.
    pub index: Option<String>,
    /// Conditions and values; the last has none. `None` as value is `?`.
    pub cases: Vec<(Option<Formula>, Option<Term>)>,
    pub is_case: bool,
}

#[derive(Clone, Debug, Default)]
pub enum Formula {
    #[default]
    True,
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    Forall(String, Box<Formula>),
    Compare(String, Term, Term),
}

/// `name[index] + plus`; a number has no name.
#[derive(Clone, Debug)]
pub struct Term {
    pub name: String,
    pub index: Option<String>,
    pub plus: i64,
}

/// Reads a correct file.
pub fn read(text: &str) -> System {
    let mut words = Words::of(text, true);
    let booleans = vec!["False".to_owned(), "True".to_owned()];
    let mut system = System { types: vec![("bool".to_owned(), booleans)], ..System::default() };
    loop {
        match words.take().as_str() {
            "" => return system,
            "type" => {
                let name = words.take();
                words.expect("=");
                let mut values = vec![words.take()];
                while words.accept("|") {
                    values.push(words.take());
                }
                system.types.push((name, values));
            }
            "var" => {
                let name = words.take();
                words.expect(":");
                system.variables.push(Variable { name, is_array: false, of: words.take() });
            }
            "array" => {
                let name = words.take();
                for word in ["[", "proc", "]", ":"] {
                    words.expect(word);
                }
                system.variables.push(Variable { name, is_array: true, of: words.take() });
            }
            "init" => {
                system.init_params = params(&mut words);
                system.init = braced(&mut words);
            }
            "unsafe" => {
                let params = params(&mut words);
                system.unsafes.push((params, braced(&mut words)));
            }
            "transition" => {
                words.take();
                system.transitions.push(transition(&mut words));
            }
            other => panic!("`{other}` begins nothing"),
        }
    }
}

fn params(words: &mut Words) -> Vec<String> {
    let mut params = Vec::new();
    if words.accept("(") {
        while !words.accept(")") {
            params.push(words.take());
        }
    }
    params
}

fn braced(words: &mut Words) -> Formula {
    words.expect("{");
    let formula = disjunction(words);
    words.expect("}");
    formula
}

fn transition(words: &mut Words) -> Transition {
    let params = params(words);
    words.expect("requires");
    let requires = braced(words);
    words.expect("{");
    let mut updates = Vec::new();
    while !words.accept("}") {
        let Term { name, index, .. } = term(words);
        words.expect(":=");
        let is_case = words.accept("case");
        let mut cases = Vec::new();
        if is_case {
            while words.accept("|") {
                let condition = if words.accept("_") { None } else { Some(disjunction(words)) };
                words.expect(":");
                cases.push((condition, value(words)));
            }
        } else {
            cases.push((None, value(words)));
        }
        updates.push(Update { name, index, cases, is_case });
        words.accept(";");
    }
    Transition { params, requires, updates }
}

fn value(words: &mut Words) -> Option<Term> {
    if words.accept("?") { None } else { Some(term(words)) }
}

fn disjunction(words: &mut Words) -> Formula {
    let mut parts = vec![conjunction(words)];
    while words.accept("||") {
        parts.push(conjunction(words));
    }
    Formula::Or(parts)
}

fn conjunction(words: &mut Words) -> Formula {
    let mut parts = vec![atom(words)];
    while words.accept("&&") {
        parts.push(atom(words));
    }
    Formula::And(parts)
}

fn atom(words: &mut Words) -> Formula {
    if words.accept("not") {
        return Formula::Not(Box::new(atom(words)));
    }
    if words.accept("(") {
        let inside = disjunction(words);
        words.expect(")");
        return inside;
    }
    if words.accept("forall_other") {
        let name = words.take();
        words.expect(".");
        return Formula::Forall(name, Box::new(atom(words)));
    }
    let left = term(words);
    let sign = words.take();
    Formula::Compare(sign, left, term(words))
}

fn term(words: &mut Words) -> Term {
    if let Some(number) = words.number() {
        return Term { name: String::new(), index: None, plus: number };
    }
    let name = words.take();
    let index = words.accept("[").then(|| {
        let index = words.take();
        words.expect("]");
        index
    });
    let mut plus = 0;
    while matches!(words.peek(), "+" | "-") {
        let sign = if words.take() == "+" { 1 } else { -1 };
        plus += sign * words.number().unwrap_or_else(|| panic!("a number follows a sign"));
    }
    Term { name, index, plus }
}
