//! What is exported is SMV: a strict reader of the subset that the export uses reads every
//! model. NuSMV itself is not needed.

use finite::{
    BitId, Compassion, Fairness, Guard, Justice, Mask, Move, Region, Remap, Rule, SmvProperty,
    Step, StrongFairness, TransitionSystem, to_smv,
};

/// Tokens of the subset: names, signs, and the two-character arrow.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let line = line.split("--").next().unwrap_or("");
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            if c.is_whitespace() {
                continue;
            }
            let mut token = c.to_string();
            if c.is_alphanumeric() || c == '_' {
                while let Some(next) = chars.next_if(|next| next.is_alphanumeric() || *next == '_')
                {
                    token.push(next);
                }
            } else if c == '-' {
                assert_eq!(chars.next(), Some('>'), "a lone minus in {line}");
                token.push('>');
            }
            tokens.push(token);
        }
    }
    tokens
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
    variables: Vec<String>,
}

impl Reader {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn eat(&mut self, expected: &str) {
        assert_eq!(self.peek(), expected, "at token {}", self.at);
        self.at += 1;
    }

    fn ate(&mut self, token: &str) -> bool {
        let here = self.peek() == token;
        self.at += usize::from(here);
        here
    }

    fn name(&mut self) -> String {
        let name = self.peek().to_owned();
        let starts = name.chars().next().is_some_and(char::is_alphabetic);
        assert!(starts, "a name was expected, not `{name}`");
        self.at += 1;
        name
    }

    fn set(&mut self) {
        self.eat("{");
        loop {
            self.name();
            if !self.ate(",") {
                break;
            }
        }
        self.eat("}");
    }

    fn model(&mut self) {
        self.eat("MODULE");
        self.eat("main");
        self.eat("VAR");
        while !["INIT", ""].contains(&self.peek()) {
            let name = self.name();
            self.variables.push(name);
            self.eat(":");
            if !self.ate("boolean") {
                self.set();
            }
            self.eat(";");
        }
        while self.at < self.tokens.len() {
            self.section();
        }
    }

    fn section(&mut self) {
        match self.name().as_str() {
            "INIT" | "INVAR" | "JUSTICE" | "INVARSPEC" => self.formula(),
            "TRANS" => {
                self.eat("case");
                while !self.ate("esac") {
                    self.formula();
                    self.eat(":");
                    self.formula();
                    self.eat(";");
                }
            }
            "COMPASSION" => {
                self.eat("(");
                self.formula();
                self.eat(",");
                self.formula();
                self.eat(")");
            }
            "LTLSPEC" => {
                self.eat("G");
                self.eat("(");
                self.formula();
                self.eat("->");
                self.eat("F");
                self.formula();
                self.eat(")");
            }
            other => panic!("`{other}` is no section"),
        }
        self.eat(";");
    }

    /// `atom {(& | "|" | ->) atom}`: the export parenthesises, so precedence does not matter
    /// where it mixes operators, except for `&` below `|`, which binds as in SMV.
    fn formula(&mut self) {
        self.atom();
        while ["&", "|", "->"].contains(&self.peek()) {
            // The arrow after a trigger belongs to the specification around it.
            if self.peek() == "->" && self.tokens.get(self.at + 1).is_some_and(|next| next == "F") {
                return;
            }
            self.at += 1;
            self.atom();
        }
    }

    fn atom(&mut self) {
        if self.ate("!") {
            return self.atom();
        }
        if self.ate("(") {
            self.formula();
            return self.eat(")");
        }
        let name = self.name();
        match name.as_str() {
            "TRUE" | "FALSE" => return,
            "next" => {
                self.eat("(");
                let inner = self.name();
                assert!(self.variables.contains(&inner), "unknown variable `{inner}`");
                self.eat(")");
            }
            _ => assert!(self.variables.contains(&name), "unknown variable `{name}`"),
        }
        if self.ate("in") {
            self.set();
        } else if self.ate("=") {
            self.name();
        }
    }
}

fn bit(n: usize) -> BitId {
    index::Id::new(n)
}

#[test]
fn every_construct_of_the_export() {
    let control = index::Id::new(0);
    let guard = Guard {
        required: Mask::of(bit(0)),
        forbidden: Mask::of(bit(1)),
        some_of: vec![Mask::first(3)],
    };
    let region = Region { control, guard: guard.clone() };
    let map = Remap {
        mover: Move::Alone { from: bit(0), to: bit(2) },
        images: vec![Mask::first(2), Mask::EMPTY, Mask::of(bit(2))],
        met: vec![vec![Mask::of(bit(0)), Mask::EMPTY, Mask::EMPTY]],
    };
    let rule = |step| Rule { source: control, target: control, step, name: "a\nname".to_owned() };
    let system = TransitionSystem {
        controls: ["idle -- or not"].map(str::to_owned).into_iter().collect(),
        bits: ["x", "y", "z"].map(str::to_owned).into_iter().collect(),
        initial: vec![region.clone()],
        rules: [
            rule(Step::Assign {
                guards: vec![guard.clone(), guard],
                clear: Mask::of(bit(0)),
                set: Mask::of(bit(1)),
            }),
            rule(Step::Remap(vec![map])),
        ]
        .into_iter()
        .collect(),
        exclusive: vec![Mask::first(2)],
    };
    let fairness = Fairness {
        justice: vec![Justice {
            name: "scheduled".to_owned(),
            controls: [control].into_iter().collect(),
            empty: Some(Mask::first(2)),
            regions: vec![region.clone()],
            rules: system.rules.ids().collect(),
        }],
        compassion: vec![Compassion {
            name: "comes back".to_owned(),
            if_taken: system.rules.ids().collect(),
            occupied: Some(bit(0)),
            then_taken: Default::default(),
        }],
        strong: vec![StrongFairness {
            name: "goes on".to_owned(),
            controls: [control].into_iter().collect(),
            occupied: Some(bit(0)),
            may_wait: vec![region.clone()],
            then_taken: system.rules.ids().collect(),
        }],
    };
    let properties = [
        SmvProperty::Never { name: "safety".to_owned(), bad: vec![region] },
        SmvProperty::Response {
            name: "liveness".to_owned(),
            trigger: [control].into_iter().collect(),
            response: Default::default(),
        },
    ];
    let text = to_smv(&system, &fairness, &properties);
    let mut reader = Reader { tokens: tokens(&text), at: 0, variables: Vec::new() };
    reader.model();
    assert_eq!(reader.variables, ["control", "b0", "b1", "b2", "step"]);
    assert_eq!(text, to_smv(&system, &fairness, &properties));
}
