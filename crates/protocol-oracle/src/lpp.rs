//! `.lpp` as a tree, after *The language* in `docs/guide/protocols.md`. Names stay names.

use crate::lpp_formula::{condition, operand};
use crate::words::Words;

#[derive(Clone, Debug, Default)]
pub struct Protocol {
    pub locations: Vec<String>,
    pub finites: Vec<Finite>,
    pub data: Vec<Data>,
    pub predicates: Vec<(String, Condition)>,
    pub centre_finites: Vec<Finite>,
    pub centre_data: Vec<Data>,
    pub pointers: Vec<String>,
    pub is_stepwise: bool,
    pub topology: Option<Topology>,
    /// What holds at the start of all different processes, beside the initial values.
    pub initially: Vec<Condition>,
    pub rules: Vec<Rule>,
    pub justice: Vec<String>,
    pub compassion: Vec<String>,
    pub properties: Vec<Property>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topology {
    Ring,
    Line,
}

#[derive(Clone, Debug)]
pub struct Finite {
    pub name: String,
    pub values: Vec<String>,
    /// `None`: any.
    pub initial: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Data {
    pub name: String,
    pub is_nat: bool,
    pub initial: Option<i64>,
}

/// One alternative of one clause.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Where it may be taken; `None` for the centre.
    pub at: Option<Vec<String>>,
    pub when: Option<Condition>,
    /// All of them have to be true.
    pub guards: Vec<Guard>,
    pub then: Branch,
    pub otherwise: Option<Branch>,
}

#[derive(Clone, Debug)]
pub enum Guard {
    /// Of all others.
    Forall(Condition),
    /// Of some other.
    Exists(Condition),
    /// `atmost N otr. G` and its like: a condition that stands alone.
    Counted(Condition),
}

/// How many there shall be.
#[derive(Clone, Copy, Debug)]
pub enum Amount {
    AtMost(i64),
    AtLeast(i64),
    Exactly(i64),
    /// More than half of all processes.
    Majority,
}

#[derive(Clone, Debug)]
pub struct Branch {
    pub actions: Vec<Action>,
    /// `None`: stay.
    pub goto: Option<String>,
}

/// What is set, in order.
pub type Assignments = Vec<(String, Operand)>;

#[derive(Clone, Debug)]
pub enum Action {
    /// The target is a name with whose it is; `None` is `*`.
    Assign(Operand, Option<Operand>),
    /// `some otr. G`
    Pick(Condition),
    Scan(Condition, String, Operand),
    /// Cases, each with its test and its updates `target[otr] := value`.
    Broadcast(Vec<(Option<Condition>, Assignments)>),
}

#[derive(Clone, Debug)]
pub enum Condition {
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Implies(Box<Condition>, Box<Condition>),
    Compare(String, Operand, Operand),
    /// `in {…}`
    In(Operand, Vec<String>),
    /// A `bool` or a predicate.
    Alone(Operand),
    /// So many processes, each called by this name in turn, satisfy the condition.
    Count(Amount, String, Box<Condition>),
}

/// `name[whose] + plus`; a number has no name.
#[derive(Clone, Debug)]
pub struct Operand {
    pub name: String,
    pub whose: Option<String>,
    pub plus: i64,
}

#[derive(Clone, Debug)]
pub enum Property {
    Safety(Condition),
    Reachable(Condition),
    Liveness(Condition, Condition),
}

/// Reads a correct file.
pub fn read(text: &str) -> Protocol {
    let mut words = Words::of(text, false);
    let mut protocol = Protocol::default();
    words.expect("protocol");
    words.take();
    while !words.peek().is_empty() {
        clause(&mut words, &mut protocol);
    }
    protocol
}

fn clause(words: &mut Words, protocol: &mut Protocol) {
    match words.take().as_str() {
        "loc" => protocol.locations.extend(words.list()),
        "var" => protocol.finites.push(finite(words)),
        "data" => protocol.data.push(data(words)),
        "pred" => {
            let name = words.take();
            words.expect(":=");
            protocol.predicates.push((name, condition(words)));
        }
        "centre" => match words.take().as_str() {
            "var" => protocol.centre_finites.push(finite(words)),
            "data" => protocol.centre_data.push(data(words)),
            "ptr" => protocol.pointers.push(words.take()),
            _ => rules(words, None, &mut protocol.rules),
        },
        "at" => {
            // Locations may be declared later in the file; the generator declares them first.
            let at = if words.accept("any") {
                protocol.locations.clone()
            } else if words.accept("{") {
                let list = words.list();
                words.expect("}");
                list
            } else {
                words.list()
            };
            words.expect(":");
            rules(words, Some(at), &mut protocol.rules);
        }
        "guards" => protocol.is_stepwise = words.take() == "stepwise",
        "topology" => {
            let is_ring = words.take() == "ring";
            protocol.topology = Some(if is_ring { Topology::Ring } else { Topology::Line });
        }
        "initially" => protocol.initially.push(condition(words)),
        "final" => {
            // Says what is warned about and nothing else.
            words.list();
        }
        "justice" => protocol.justice.extend(words.list()),
        "compassion" => protocol.compassion.extend(words.list()),
        "safety" => {
            name_of_property(words);
            protocol.properties.push(Property::Safety(condition(words)));
        }
        "reachable" => {
            name_of_property(words);
            protocol.properties.push(Property::Reachable(condition(words)));
        }
        "liveness" => {
            name_of_property(words);
            let trigger = condition(words);
            words.expect("->");
            words.expect("F");
            protocol.properties.push(Property::Liveness(trigger, condition(words)));
        }
        other => panic!("`{other}` begins no clause"),
    }
}

fn name_of_property(words: &mut Words) {
    if words.second() == ":" {
        words.take();
        words.take();
    }
}

fn finite(words: &mut Words) -> Finite {
    let name = words.take();
    words.expect(":");
    let values = if words.accept("bool") {
        vec!["false".to_owned(), "true".to_owned()]
    } else {
        words.expect("{");
        let values = words.list();
        words.expect("}");
        values
    };
    words.expect("=");
    let initial = Some(words.take()).filter(|word| word != "*");
    Finite { name, values, initial }
}

fn data(words: &mut Words) -> Data {
    let name = words.take();
    words.expect(":");
    let is_nat = words.take() == "nat";
    words.expect("=");
    let initial = words.number();
    if initial.is_none() {
        words.expect("*");
    }
    Data { name, is_nat, initial }
}

fn rules(words: &mut Words, at: Option<Vec<String>>, found: &mut Vec<Rule>) {
    let when = words.accept("when").then(|| {
        let when = condition(words);
        words.expect(":");
        when
    });
    loop {
        let mut guards = Vec::new();
        let (then, otherwise) = if words.accept("if") {
            guards.push(guard(words));
            while words.accept("and") {
                guards.push(guard(words));
            }
            words.expect("then");
            let then = branch(words);
            (then, words.accept("else").then(|| branch(words)))
        } else {
            (branch(words), None)
        };
        found.push(Rule { at: at.clone(), when: when.clone(), guards, then, otherwise });
        if !words.accept("or") {
            return;
        }
    }
}

fn guard(words: &mut Words) -> Guard {
    match words.peek() {
        "forall" | "exists" => {
            let is_forall = words.take() == "forall";
            words.expect("otr");
            words.expect(".");
            let body = condition(words);
            if is_forall { Guard::Forall(body) } else { Guard::Exists(body) }
        }
        _ => Guard::Counted(condition(words)),
    }
}

fn branch(words: &mut Words) -> Branch {
    let mut actions = Vec::new();
    loop {
        if words.accept("goto") {
            return Branch { actions, goto: Some(words.take()) };
        }
        if words.accept("stay") {
            return Branch { actions, goto: None };
        }
        actions.push(action(words));
        if !words.accept(";") {
            return Branch { actions, goto: None };
        }
    }
}

fn action(words: &mut Words) -> Action {
    if words.accept("scan") {
        words.expect("if");
        let test = condition(words);
        words.expect("then");
        let target = words.take();
        words.expect(":=");
        return Action::Scan(test, target, operand(words));
    }
    if words.accept("broadcast") {
        let mut cases = Vec::new();
        loop {
            let test = words.accept("if").then(|| {
                let test = condition(words);
                words.expect("then");
                test
            });
            let mut updates = Vec::new();
            loop {
                let target = operand(words).name;
                words.expect(":=");
                updates.push((target, operand(words)));
                if !words.accept(",") {
                    break;
                }
            }
            cases.push((test, updates));
            if words.peek() != "else" || words.second() != "if" {
                return Action::Broadcast(cases);
            }
            words.expect("else");
        }
    }
    if words.accept("some") {
        words.expect("otr");
        words.expect(".");
        return Action::Pick(condition(words));
    }
    let target = operand(words);
    words.expect(":=");
    let value = if words.accept("*") { None } else { Some(operand(words)) };
    Action::Assign(target, value)
}
