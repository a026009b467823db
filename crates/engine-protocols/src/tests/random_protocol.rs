//! Random protocols as text: small, most of them nonsense, all of them with a meaning.

/// A small generator of numbers; the same seed gives the same protocol for ever.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub fn below(&mut self, n: usize) -> usize {
        // Xorshift; quality does not matter here.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }
}

/// Which parts of the language a protocol uses.
struct Features {
    data: bool,
    second: bool,
    finite: bool,
    ids: bool,
    centre_finite: bool,
    centre_data: bool,
    pointer: bool,
    broadcast: bool,
    stepwise: bool,
}

const LOCATIONS: [&str; 3] = ["a", "b", "c"];

/// The text of a random protocol.
pub fn random_protocol(seed: u64) -> String {
    let mut random = Random::new(seed);
    let data = random.chance(65);
    let features = Features {
        data,
        second: data && random.chance(15),
        finite: random.chance(30),
        ids: random.chance(35),
        centre_finite: random.chance(25),
        centre_data: data && random.chance(20),
        pointer: random.chance(15),
        broadcast: random.chance(15),
        stepwise: random.chance(15),
    };
    let mut text = String::from("protocol p\nloc a, b, c\n");
    if features.data {
        let sort = random.pick(&["nat", "nat", "int"]);
        let initial = random.pick(&["0", "0", "1", "*"]);
        text += &format!("data t : {sort} = {initial}\n");
    }
    if features.second {
        text += "data u : nat = 0\n";
    }
    if features.finite {
        text += &format!("var f : {{p, q}} = {}\n", random.pick(&["p", "*"]));
    }
    if features.centre_finite {
        text += "centre var g : {m, n} = m\n";
    }
    if features.centre_data {
        text += "centre data next : nat = 0\n";
    }
    if features.pointer {
        text += "centre ptr cur\n";
    }
    if features.stepwise {
        text += "guards stepwise\n";
    }
    for location in LOCATIONS {
        for _ in 0..1 + random.below(2) {
            text += &format!("at {location}: {}\n", body(&mut random, &features));
        }
    }
    let just = random.pick(&["a", "b", "c"]);
    text += &format!("justice {just}, b, c\n");
    text += &format!("safety !({} & {})\n", at(&mut random, "x"), at(&mut random, "y"));
    text += "safety !(pc[x] = c & pc[y] = c)\n";
    text += "liveness pc[x] = b -> F pc[x] = c\n";
    text
}

fn at(random: &mut Random, who: &str) -> String {
    format!("pc[{who}] = {}", random.pick(&LOCATIONS))
}

fn body(random: &mut Random, features: &Features) -> String {
    let mut text = String::new();
    if random.chance(35)
        && let Some(own) = own_atom(random, features)
    {
        text += &format!("when {own}: ");
    }
    if random.chance(60) {
        let kind = random.pick(&["forall", "forall", "exists"]);
        let guard = guard(random, features);
        text += &format!("if {kind} otr. {guard} then {}", branch(random, features));
        if random.chance(35) {
            text += &format!(" else {}", branch(random, features));
        }
    } else {
        text += &branch(random, features);
    }
    text
}

fn own_atom(random: &mut Random, features: &Features) -> Option<String> {
    let mut atoms = Vec::new();
    if features.data {
        atoms.extend(["t = 0", "t > 1", "t <= 2"]);
    }
    if features.finite {
        atoms.push("f = p");
    }
    if features.centre_finite {
        atoms.extend(["g = m", "g = n"]);
    }
    if features.centre_data {
        atoms.extend(["t = next", "t < next", "next = 0"]);
    }
    if features.pointer {
        atoms.extend(["cur = slf", "cur = none", "!(cur = slf)"]);
    }
    (!atoms.is_empty()).then(|| random.pick(&atoms).to_owned())
}

fn guard_atom(random: &mut Random, features: &Features) -> String {
    let mut atoms = vec![
        "pc[otr] = a",
        "pc[otr] in {a, b}",
        "pc[otr] notin {c}",
        "pc[otr] notin {b}",
        "pc[otr] = c",
    ];
    if features.data {
        atoms.extend(["t < t[otr]", "t <= t[otr]", "t = t[otr]", "t[otr] + 1 < t", "t[otr] > 0"]);
    }
    if features.second {
        atoms.extend(["u < t[otr]", "t = u[otr]"]);
    }
    if features.finite {
        atoms.extend(["f[otr] = p", "f = f[otr]"]);
    }
    if features.ids {
        atoms.extend(["slf < otr", "otr < slf"]);
    }
    if features.centre_data {
        atoms.push("t[otr] <= next");
    }
    if features.pointer {
        atoms.push("!(cur = otr)");
    }
    random.pick(&atoms).to_owned()
}

fn guard(random: &mut Random, features: &Features) -> String {
    let first = guard_atom(random, features);
    match random.below(4) {
        0 => first,
        1 => format!("({first} | {})", guard_atom(random, features)),
        2 => format!("({first} & {})", guard_atom(random, features)),
        _ => format!("({first} -> {})", guard_atom(random, features)),
    }
}

fn branch(random: &mut Random, features: &Features) -> String {
    let mut actions: Vec<&str> = Vec::new();
    if features.data {
        actions.extend(["t := 0", "t := t + 1", "t := t - 1", "t := *"]);
        actions.extend(["scan if t <= t[otr] then t := t[otr] + 1"; 2]);
        actions.push("scan if t[otr] < t & pc[otr] = b then t := t[otr]");
        actions.push("scan if pc[otr] = a then t := t + 1");
    }
    if features.second {
        actions.extend(["u := t + 1", "t := u", "u := 0"]);
    }
    if features.finite {
        actions.extend(["f := p", "f := q", "f := *"]);
    }
    if features.centre_finite {
        actions.extend(["g := m", "g := n"]);
    }
    if features.centre_data {
        actions.extend(["t := next", "next := next + 1", "next := 0"]);
    }
    if features.pointer {
        actions.extend(["cur := slf", "cur := none"]);
    }
    if features.broadcast {
        actions.push("broadcast if pc[otr] = b then pc[otr] := a");
        if features.finite {
            actions.push(
                "broadcast if f[otr] = p then f[otr] := q else if pc[otr] = c then pc[otr] := b",
            );
        }
    }
    let mut text = String::new();
    for _ in 0..random.below(3) {
        if !actions.is_empty() {
            text += &format!("{}; ", random.pick(&actions));
        }
    }
    let goto = if random.chance(10) {
        "stay".to_owned()
    } else {
        format!("goto {}", random.pick(&LOCATIONS))
    };
    text + &goto
}
