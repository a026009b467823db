//! Random `.lpp` protocols: small, most of them nonsense, all of them with a meaning.
//!
//! *Plain* ones go wrong, if they do, with two or three processes. In *gated* ones three processes
//! retire one after the other before anybody gets to where the rest begins, so that whatever takes
//! two processes takes five.

use crate::dice::Dice;

/// The steps by which three processes retire before anybody comes to `{first}`.
fn gate(first: &str) -> String {
    let mut text = String::from("at g: goto r1\n");
    for (here, to) in [("r1", "r2"), ("r2", "r3"), ("r3", first)] {
        text += &format!("at g: if exists otr. pc[otr] = {here} then goto {to}\n");
    }
    text + "at {r1, r2, r3}: stay\n"
}

/// The same protocol behind a gate: what takes two processes in it takes five. The text has one line
/// that begins with `loc`.
pub fn behind_a_gate(text: &str) -> String {
    let mut gated = String::new();
    for line in text.lines() {
        match line.strip_prefix("loc ") {
            Some(locations) => {
                let first = locations.split(',').next().unwrap_or(locations).trim();
                gated += &format!("loc g, r1, r2, r3, {locations}\n{}", gate(first));
            }
            None => gated += &format!("{line}\n"),
        }
    }
    gated
}

/// Which parts of the language a protocol uses.
struct Features {
    is_gated: bool,
    data: bool,
    /// A second number `u`, sometimes of the other sort.
    second: bool,
    finite: bool,
    ids: bool,
    centre_finite: bool,
    centre_data: bool,
    pointer: bool,
    broadcast: bool,
}

const CORE: [&str; 3] = ["a", "b", "c"];

/// The text of a random protocol.
pub fn protocol(seed: u64, is_gated: bool) -> String {
    let mut dice = Dice::new(seed);
    let data = dice.chance(60);
    let features = Features {
        is_gated,
        data,
        second: data && dice.chance(30),
        finite: dice.chance(30),
        ids: dice.chance(20),
        centre_finite: dice.chance(25),
        centre_data: data && dice.chance(25),
        pointer: dice.chance(20),
        broadcast: dice.chance(20),
    };
    let mut text = String::from("protocol p\n");
    text += if is_gated { "loc g, r1, r2, r3, a, b, c\n" } else { "loc a, b, c\n" };
    declare(&mut dice, &features, &mut text);
    // Instances of six that look at each other one by one have too many states.
    if !is_gated && dice.chance(12) {
        text += "guards stepwise\n";
    }
    if is_gated {
        text += &gate("a");
    }
    for location in CORE {
        for _ in 0..1 + dice.below(2) {
            text += &format!("at {location}: {}\n", body(&mut dice, &features));
        }
    }
    if features.centre_data && dice.chance(50) {
        let scan = dice.pick(&["next < t[otr]", "t[otr] < 0", "pc[otr] = b & next <= t[otr]"]);
        text += &format!("centre: scan if {scan} then next := t[otr]; stay\n");
    }
    let just = dice.pick(&["a", "b", "c"]);
    text += &format!("justice {just}, b, c\n");
    let (one, two) = (dice.pick(&CORE), dice.pick(&CORE));
    text += &format!("safety !(pc[x] = {one} & pc[y] = {two})\n");
    text += "safety !(pc[x] = c & pc[y] = c)\n";
    if dice.chance(50) {
        text += &format!("safety pc[x] != {}\n", dice.pick(&["b", "c"]));
    }
    text += "liveness pc[x] = b -> F pc[x] = c\n";
    text
}

fn declare(dice: &mut Dice, features: &Features, text: &mut String) {
    if features.data {
        let sort = dice.pick(&["nat", "nat", "int"]);
        let initial = match features.is_gated {
            true => dice.pick(&["0", "1"]),
            false => dice.pick(&["0", "0", "1", "*"]),
        };
        *text += &format!("data t : {sort} = {initial}\n");
    }
    if features.second {
        *text += dice.pick(&["data u : nat = 0\n", "data u : int = -1\n", "data u : int = 0\n"]);
    }
    if features.finite {
        *text += &format!("var f : {{p, q}} = {}\n", dice.pick(&["p", "*"]));
    }
    if features.centre_finite {
        *text += "centre var g1 : {m, n} = m\n";
    }
    if features.centre_data {
        let sort = dice.pick(&["nat", "int"]);
        *text += &format!("centre data next : {sort} = {}\n", dice.pick(&["0", "1", "2"]));
    }
    if features.pointer {
        *text += "centre ptr cur\n";
    }
}

fn body(dice: &mut Dice, features: &Features) -> String {
    let mut text = String::new();
    if dice.chance(30)
        && let Some(own) = own_atom(dice, features)
    {
        text += &format!("when {own}: ");
    }
    if !dice.chance(60) {
        return text + &branch(dice, features);
    }
    let kind = dice.pick(&["forall", "forall", "exists"]);
    let mut guard = guard(dice, features);
    if features.is_gated && kind == "forall" && dice.chance(80) {
        // Those who have retired are not in the way.
        guard = format!("(pc[otr] in {{g, r1, r2, r3}} | {guard})");
    }
    text += &format!("if {kind} otr. {guard} then {}", branch(dice, features));
    if dice.chance(35) {
        text += &format!(" else {}", branch(dice, features));
    }
    text
}

fn own_atom(dice: &mut Dice, features: &Features) -> Option<String> {
    let mut atoms = Vec::new();
    if features.data {
        atoms.extend(["t = 0", "t > 1", "t <= 2", "t < 1"]);
    }
    if features.second {
        atoms.extend(["u < 0", "t = u", "u < t"]);
    }
    if features.finite {
        atoms.push("f = p");
    }
    if features.centre_finite {
        atoms.extend(["g1 = m", "g1 = n"]);
    }
    if features.centre_data {
        atoms.extend(["t = next", "t < next", "next = 0", "next < 1", "next > 0"]);
    }
    if features.pointer {
        atoms.extend(["cur = slf", "cur = none", "!(cur = slf)"]);
    }
    (!atoms.is_empty()).then(|| dice.pick(&atoms).to_owned())
}

fn guard_atom(dice: &mut Dice, features: &Features) -> String {
    let mut atoms = vec![
        "pc[otr] = a",
        "pc[otr] in {a, b}",
        "pc[otr] notin {c}",
        "pc[otr] notin {b}",
        "pc[otr] = c",
        "pc[otr] = b",
    ];
    if features.data {
        atoms.extend(["t < t[otr]", "t <= t[otr]", "t = t[otr]", "t[otr] + 1 < t", "t[otr] > 0"]);
    }
    if features.second {
        atoms.extend(["u < t[otr]", "t = u[otr]", "u[otr] < 0"]);
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
    dice.pick(&atoms).to_owned()
}

fn guard(dice: &mut Dice, features: &Features) -> String {
    let first = guard_atom(dice, features);
    match dice.below(4) {
        0 => first,
        1 => format!("({first} | {})", guard_atom(dice, features)),
        2 => format!("({first} & {})", guard_atom(dice, features)),
        _ => format!("({first} -> {})", guard_atom(dice, features)),
    }
}

fn branch(dice: &mut Dice, features: &Features) -> String {
    let mut actions: Vec<&str> = Vec::new();
    if features.data {
        actions.extend(["t := 0", "t := t + 1", "t := t - 1", "t := *"]);
        actions.extend(["scan if t <= t[otr] then t := t[otr] + 1"; 2]);
        actions.push("scan if t[otr] < t & pc[otr] = b then t := t[otr]");
        actions.push("scan if pc[otr] = a then t := t + 1");
    }
    if features.second {
        actions.extend(["u := t + 1", "t := u", "u := 0", "u := u - 1"]);
        actions
            .extend(["scan if u[otr] < 0 then t := u[otr]", "scan if u[otr] < t then t := u[otr]"]);
        actions.push("scan if t[otr] <= u then u := t[otr] - 1");
    }
    if features.finite {
        actions.extend(["f := p", "f := q", "f := *"]);
        if features.data {
            actions.push("scan if f = p | t < t[otr] then t := t[otr]");
        }
    }
    if features.centre_finite {
        actions.extend(["g1 := m", "g1 := n"]);
    }
    if features.centre_data {
        actions.extend(["t := next", "next := next + 1", "next := next - 1", "next := 0"]);
        actions.push("scan if next < t[otr] then next := t[otr]");
    }
    if features.pointer {
        actions.extend(["cur := slf", "cur := none"]);
    }
    if features.broadcast {
        actions.push("broadcast if pc[otr] = b then pc[otr] := a");
        actions.push("broadcast if pc[otr] = a then pc[otr] := b");
        if features.finite {
            actions.push(
                "broadcast if f[otr] = p then f[otr] := q else if pc[otr] = c then pc[otr] := b",
            );
        }
    }
    let mut text = String::new();
    for _ in 0..dice.below(3) {
        if !actions.is_empty() {
            text += &format!("{}; ", dice.pick(&actions));
        }
    }
    match dice.chance(10) {
        true => text + "stay",
        false => format!("{text}goto {}", dice.pick(&CORE)),
    }
}
