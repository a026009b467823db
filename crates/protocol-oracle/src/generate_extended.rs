//! Random `.lpp` protocols that pick one other, tell it what to be, count, and have neighbours and
//! pointers. As in [`crate::generate`] most of them are nonsense with a meaning, and gated ones
//! spend three processes before anything happens.
//!
//! Half of them are *counted*: no numbers of processes, no ids, no neighbours beyond a ring; tokens
//! are handed on and the centre has counters that are taken from and given back to. That is what a
//! proof by counting is for.

use crate::dice::Dice;

/// Which parts of the language a protocol uses.
struct Features {
    is_gated: bool,
    is_counted: bool,
    topology: Option<&'static str>,
    data: bool,
    finite: bool,
    /// A `bool` that some have at the start.
    token: bool,
    ids: bool,
    centre_finite: bool,
    counter: bool,
    pointer: bool,
    predicate: bool,
}

const CORE: [&str; 3] = ["a", "b", "c"];

/// The text of a random protocol.
pub fn extended(seed: u64, is_gated: bool) -> String {
    let mut dice = Dice::new(seed ^ 0x5EED_0F16);
    let is_counted = dice.chance(50);
    let data = !is_counted && dice.chance(50);
    let features = Features {
        is_gated,
        is_counted,
        topology: match dice.below(10) {
            0 | 1 => Some("ring"),
            2 if !is_counted => Some("line"),
            _ => None,
        },
        data,
        finite: dice.chance(35),
        token: dice.chance(45),
        ids: !is_counted && dice.chance(12),
        centre_finite: dice.chance(20),
        counter: dice.chance(if is_counted { 60 } else { 15 }),
        pointer: dice.chance(25),
        predicate: data && dice.chance(30),
    };
    let mut text = String::from("protocol p\n");
    text += if is_gated { "loc g, r1, r2, r3, a, b, c\n" } else { "loc a, b, c\n" };
    declare(&mut dice, &features, &mut text);
    if is_gated {
        text += "at g: goto r1\n";
        text += "at g: if exists otr. pc[otr] = r1 then goto r2\n";
        text += "at g: if exists otr. pc[otr] = r2 then goto r3\n";
        text += "at g: if exists otr. pc[otr] = r3 then goto a\n";
        text += "at {r1, r2, r3}: stay\n";
    }
    for location in CORE {
        for _ in 0..1 + dice.below(2) {
            text += &format!("at {location}: {}\n", body(&mut dice, &features, location));
        }
    }
    if dice.chance(15) {
        text += &centre_step(&mut dice, &features);
    }
    fairness(&mut dice, &mut text);
    properties(&mut dice, &features, &mut text);
    text
}

fn declare(dice: &mut Dice, features: &Features, text: &mut String) {
    if let Some(topology) = features.topology {
        *text += &format!("topology {topology}\n");
    }
    if features.data {
        let sort = dice.pick(&["nat", "nat", "int"]);
        *text += &format!("data t : {sort} = {}\n", dice.pick(&["0", "0", "1"]));
    }
    if features.predicate {
        *text +=
            dice.pick(&["pred low := t < 2\n", "pred low := !(t = 0)\n", "pred low := t > 0\n"]);
    }
    if features.finite {
        *text += &format!("var f : {{p, q}} = {}\n", dice.pick(&["p", "p", "*"]));
    }
    if features.token {
        *text += &format!("var tok : bool = {}\n", dice.pick(&["*", "*", "false", "true"]));
        let initially = [
            "initially exactly 1 x. tok[x]\n",
            "initially atmost 1 x. tok[x]\n",
            "initially atmost 2 x. tok[x]\n",
            "initially atleast 1 x. tok[x]\n",
            "initially !(tok[x] & tok[y])\n",
            "initially majority x. !tok[x]\n",
        ];
        if text.ends_with("= *\n") && dice.chance(75) {
            *text += dice.pick(&initially);
        }
    }
    if features.centre_finite {
        *text += "centre var g1 : {m, n} = m\n";
    }
    if features.counter {
        let sort = dice.pick(&["nat", "nat", "int"]);
        *text += &format!("centre data cnt : {sort} = {}\n", dice.pick(&["0", "1", "2"]));
    }
    if features.pointer {
        *text += "centre ptr cur\n";
    }
}

fn fairness(dice: &mut Dice, text: &mut String) {
    let just = dice.pick(&["a", "b", "c"]);
    *text += &match dice.below(4) {
        0 => format!("justice {just}\n"),
        _ => format!("justice {just}, b, c\n"),
    };
    match dice.below(5) {
        0 => *text += "compassion b\n",
        1 => *text += "compassion a, b\n",
        _ => {}
    }
}

fn body(dice: &mut Dice, features: &Features, at: &str) -> String {
    let mut text = String::new();
    if dice.chance(35) {
        text += &format!("when {}: ", own_condition(dice, features));
    }
    if !dice.chance(40) {
        return text + &branch(dice, features, at);
    }
    text += "if ";
    text += &guard(dice, features);
    if dice.chance(25) {
        text += &format!(" and {}", guard(dice, features));
    }
    text += &format!(" then {}", branch(dice, features, at));
    if dice.chance(35) {
        text += &format!(" else {}", branch(dice, features, at));
    }
    text
}

fn guard(dice: &mut Dice, features: &Features) -> String {
    let test = other_condition(dice, features);
    let count = count(dice);
    let begin = match dice.below(5) {
        0 | 1 => "forall",
        2 => "exists",
        _ => count.as_str(),
    };
    if features.is_gated && begin == "forall" && dice.chance(80) {
        // Those who have retired are not in the way.
        return format!("forall otr. (pc[otr] in {{g, r1, r2, r3}} | {test})");
    }
    format!("{begin} otr. {test}")
}

fn count(dice: &mut Dice) -> String {
    let number = dice.below(3);
    match dice.below(7) {
        0..=2 => format!("atmost {number}"),
        3 | 4 => format!("atleast {}", number + 1),
        5 => format!("exactly {}", number),
        _ => "majority".to_owned(),
    }
}

/// What is asked of oneself, the centre, neighbours and whom a pointer points at.
fn own_condition(dice: &mut Dice, features: &Features) -> String {
    let mut atoms = vec!["COUNT"];
    if features.data {
        atoms.extend(["t = 0", "t > 1", "t <= 2", "t < 1"]);
    }
    if features.predicate {
        atoms.extend(["low", "!low"]);
    }
    if features.finite {
        atoms.extend(["f = p", "f != p"]);
    }
    if features.token {
        atoms.extend(["tok", "tok", "!tok"]);
    }
    if features.centre_finite {
        atoms.extend(["g1 = m", "g1 = n"]);
    }
    if features.counter {
        atoms.extend(["cnt = 0", "cnt < 1", "cnt > 0", "cnt > 0", "cnt < 2", "cnt != 1"]);
    }
    if features.pointer {
        atoms.extend(["cur = slf", "cur = none", "!(cur = slf)", "pc[cur] = b", "pc[cur] != b"]);
        if features.data {
            atoms.extend(["t[cur] > 0", "t <= t[cur]", "t[cur] != 0"]);
        }
        if features.finite {
            atoms.extend(["f[cur] = q", "f[cur] = f", "f[cur] notin {p}"]);
        }
        if features.predicate {
            atoms.extend(["low[cur]", "!low[cur]"]);
        }
    }
    if features.topology.is_some() {
        atoms.extend(["pc[next] = a", "pc[prev] in {b, c}", "pc[next] notin {c}", "pc[prev] != c"]);
        atoms.extend(["next = none", "prev != none"]);
        if features.token {
            atoms.extend(["tok[next]", "!tok[prev]"]);
        }
        if features.data {
            atoms.extend(["t < t[next]", "t[prev] = t", "t[next] + 1 != t", "t[prev] >= t[next]"]);
        }
        if features.predicate {
            atoms.push("low[next]");
        }
    }
    let first = dice.pick(&atoms);
    let second = dice.pick(&atoms);
    let whole = match dice.below(5) {
        0 => format!("{first} & {second}"),
        1 => format!("{first} | {second}"),
        _ => first.to_owned(),
    };
    let mut text = String::new();
    for part in whole.split_inclusive("COUNT") {
        let counted = format!("({} otr. {})", count(dice), other_condition(dice, features));
        text += &part.replace("COUNT", &counted);
    }
    text
}

/// What is asked of `otr`.
fn other_condition(dice: &mut Dice, features: &Features) -> String {
    let mut atoms = vec![
        "pc[otr] = a",
        "pc[otr] in {a, b}",
        "pc[otr] notin {c}",
        "pc[otr] != b",
        "pc[otr] = c",
        "pc[otr] = b",
    ];
    if features.data {
        atoms.extend(["t < t[otr]", "t <= t[otr]", "t = t[otr]", "t[otr] + 1 < t", "t[otr] > 0"]);
    }
    if features.predicate {
        atoms.push("low[otr]");
    }
    if features.finite {
        atoms.extend(["f[otr] = p", "f = f[otr]", "f[otr] != p"]);
    }
    if features.token {
        atoms.extend(["tok[otr]", "!tok[otr]", "tok[otr]"]);
    }
    if features.ids {
        atoms.extend(["slf < otr", "otr < slf"]);
    }
    if features.pointer {
        atoms.extend(["!(cur = otr)", "cur = otr"]);
    }
    let first = dice.pick(&atoms);
    match dice.below(6) {
        0 => format!("({first} | {})", dice.pick(&atoms)),
        1 => format!("({first} & {})", dice.pick(&atoms)),
        2 => format!("({first} -> {})", dice.pick(&atoms)),
        _ => first.to_owned(),
    }
}

fn branch(dice: &mut Dice, features: &Features, at: &str) -> String {
    let mut text = String::new();
    let mut has_picked = false;
    for _ in 0..dice.below(4) {
        if dice.chance(30) {
            text += &format!("some otr. {}; ", other_condition(dice, features));
            has_picked = true;
        }
        if let Some(action) = action(dice, features, has_picked) {
            text += &format!("{action}; ");
        }
    }
    // Most go round, so that something happens.
    let round = match at {
        "a" => "b",
        "b" => "c",
        _ => "a",
    };
    match dice.below(10) {
        0 => text + "stay",
        1..=3 => format!("{text}goto {}", dice.pick(&CORE)),
        _ => format!("{text}goto {round}"),
    }
}

fn action(dice: &mut Dice, features: &Features, has_picked: bool) -> Option<&'static str> {
    let mut actions: Vec<&str> = Vec::new();
    if has_picked {
        actions.extend(["pc[otr] := a", "pc[otr] := b", "pc[otr] := c"]);
    }
    if features.data {
        actions.extend(["t := 0", "t := t + 1", "t := t - 1", "t := 2"]);
        actions.push("scan if t <= t[otr] then t := t[otr] + 1");
        actions.extend(["broadcast if pc[otr] = b then t[otr] := t", "broadcast t[otr] := 0"]);
        actions.push("broadcast if t[otr] < t then t[otr] := t[otr] + 1, pc[otr] := a");
        if has_picked {
            actions.extend(["t[otr] := t + 1", "t := t[otr]", "t[otr] := t[otr] - 1"]);
        }
    }
    if features.finite {
        actions.extend(["f := p", "f := q", "f := *", "broadcast if pc[otr] = b then f[otr] := f"]);
        actions
            .push("broadcast if f[otr] = p then f[otr] := q else if pc[otr] = c then pc[otr] := b");
        if has_picked {
            actions.extend(["f[otr] := q", "f := f[otr]", "f[otr] := f"]);
        }
    }
    if features.token {
        actions.extend(["tok := false", "tok := false", "tok := true"]);
        if has_picked {
            actions.extend(["tok[otr] := true", "tok[otr] := true", "tok := tok[otr]"]);
        }
        if features.topology.is_some() {
            actions.extend(["tok[next] := true", "tok[next] := true", "tok[prev] := tok"]);
        }
    }
    if features.topology.is_some() {
        actions.extend(["pc[next] := b", "pc[prev] := a"]);
        if features.data {
            actions.extend(["t := t[next]", "t[prev] := t + 1", "t[next] := 0"]);
        }
        if features.finite {
            actions.extend(["f := f[prev]", "f[next] := q"]);
        }
    }
    if features.centre_finite {
        actions.extend(["g1 := m", "g1 := n"]);
    }
    if features.counter {
        actions.extend(["cnt := cnt + 1", "cnt := cnt - 1", "cnt := cnt - 1", "cnt := 1"]);
    }
    if features.pointer {
        actions.extend(["cur := slf", "cur := none", "pc[cur] := c"]);
        if has_picked {
            actions.extend(["cur := otr", "cur := otr"]);
        }
        if features.data {
            actions.extend(["t := t[cur]", "t[cur] := t"]);
        }
        if features.finite {
            actions.extend(["f := f[cur]", "f[cur] := q"]);
        }
        if features.token {
            actions.push("tok[cur] := true");
        }
    }
    if !features.is_counted || dice.chance(25) {
        actions.push("broadcast if pc[otr] = b then pc[otr] := a");
        actions.push("broadcast if pc[otr] = a then pc[otr] := c");
    }
    (!actions.is_empty()).then(|| dice.pick(&actions))
}

/// A step that nobody takes.
fn centre_step(dice: &mut Dice, features: &Features) -> String {
    let mut actions = vec!["broadcast if pc[otr] = c then pc[otr] := a"];
    if features.counter {
        actions.extend(["cnt := 1", "cnt := cnt - 1"]);
    }
    if features.centre_finite {
        actions.push("g1 := m");
    }
    let guard = dice.pick(&[
        "",
        "if forall otr. pc[otr] != b then ",
        "if exists otr. pc[otr] = c then ",
        "if atleast 2 otr. pc[otr] = b then ",
        "if majority otr. pc[otr] = c and atmost 1 otr. pc[otr] = b then ",
    ]);
    format!("centre: {guard}{}; stay\n", dice.pick(&actions))
}

fn properties(dice: &mut Dice, features: &Features, text: &mut String) {
    let (one, two, three) = (dice.pick(&CORE), dice.pick(&CORE), dice.pick(&CORE));
    *text += &format!("safety !(pc[x] = {one} & pc[y] = {two})\n");
    *text += "safety !(pc[x] = c & pc[y] = c)\n";
    *text += &match dice.below(6) {
        0 => "safety !(pc[x] = c & pc[y] = c & pc[z] = c)\n".to_owned(),
        1 => format!("safety !(pc[x] = {one} & pc[y] = {two} & pc[z] = {three})\n"),
        2 => "safety !(pc[x] = b & pc[y] = b & pc[z] = b & pc[w] = b)\n".to_owned(),
        3 => "safety atmost 2 x. pc[x] = c\n".to_owned(),
        4 => format!("safety pc[x] = {one} -> atmost 1 y. pc[y] = {two}\n"),
        _ => format!("safety {} x. pc[x] = {three}\n", count(dice)),
    };
    if features.token {
        *text += match dice.below(6) {
            0 | 1 => "safety exactly 1 x. tok[x]\n",
            2 | 3 => "safety atmost 1 x. tok[x]\n",
            4 => "safety atleast 1 x. tok[x]\n",
            _ => "safety !(tok[x] & tok[y])\n",
        };
    }
    if features.counter && dice.chance(60) {
        *text += match dice.below(4) {
            0 => "safety cnt < 3\n",
            1 => "safety pc[x] = b -> cnt < 2\n",
            2 => "safety cnt > 0 -> atmost 1 x. pc[x] = c\n",
            _ => "safety cnt >= 0\n",
        };
    }
    if features.pointer && dice.chance(50) {
        *text += match dice.below(3) {
            0 => "safety cur = x -> pc[x] != a\n",
            1 => "safety cur = none -> atmost 1 y. pc[y] = b\n",
            _ => "safety pc[x] = c & pc[y] = c -> cur = x | cur = y\n",
        };
    }
    *text += match dice.below(4) {
        0 => "reachable pc[x] = c\n",
        1 => "reachable pc[x] = c & pc[y] = c\n",
        2 => "reachable pc[x] = b & pc[y] = b & pc[z] = c\n",
        _ => "reachable atleast 3 x. pc[x] = b\n",
    };
    *text += match dice.below(7) {
        0 | 1 => "liveness pc[x] = b & pc[y] = b -> F pc[x] = c | pc[y] = c\n",
        2 => "liveness pc[x] = b & pc[y] = a -> F pc[x] != b | pc[y] != a\n",
        3 => "liveness (atleast 1 x. pc[x] = b) -> F atleast 1 x. pc[x] = c\n",
        4 => "liveness pc[x] = b -> F pc[x] != b\n",
        _ => "liveness pc[x] = b -> F pc[x] = c\n",
    };
}
