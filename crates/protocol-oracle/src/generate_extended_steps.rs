//! The steps of the protocols of [`crate::generate_extended`]: what is asked and what is done.

use crate::dice::Dice;
use crate::generate_extended::{CORE, Features};

pub(crate) fn body(dice: &mut Dice, features: &Features, at: &str) -> String {
    let mut text = String::new();
    if dice.chance(35) {
        text += &format!("when {}: ", own_condition(dice, features));
    }
    if !dice.chance(40) {
        return text + &branch(dice, features, at);
    }
    text += "if ";
    text += &guard(dice, features);
    if !features.is_stepwise && dice.chance(25) {
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
    let begin = match dice.below(if features.is_stepwise { 3 } else { 5 }) {
        0 | 1 => "forall",
        2 => "exists",
        _ => count.as_str(),
    };
    if features.is_gated && begin == "forall" && dice.chance(80) {
        // Those who have retired are not in the way.
        return format!("forall otr. (pc[otr] in {{g, r}} | {test})");
    }
    format!("{begin} otr. {test}")
}

pub(crate) fn count(dice: &mut Dice) -> String {
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
        actions.extend(["cur := slf", "cur := none", "pc[cur] := c", "cur := slf; old := cur"]);
        actions.extend(["pc[old] := a", "old := slf; cur := old"]);
        if has_picked {
            actions.extend(["cur := otr", "cur := otr"]);
        }
        if features.data {
            actions.extend(["t := t[cur]", "t[cur] := t", "scan if pc[otr] = b then t := t[cur]"]);
        }
        if features.finite {
            actions.push("broadcast if pc[otr] = b then f[otr] := f[cur]");
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
pub(crate) fn centre_step(dice: &mut Dice, features: &Features) -> String {
    let mut actions = vec!["broadcast if pc[otr] = c then pc[otr] := a"];
    if features.counter {
        actions.extend(["cnt := 1", "cnt := cnt - 1"]);
    }
    if features.centre_finite {
        actions.push("g1 := m");
    }
    actions.extend(["some otr. pc[otr] = b; pc[otr] := a", "some otr. pc[otr] = a; pc[otr] := c"]);
    if features.pointer {
        actions.extend(["some otr. pc[otr] = a; cur := otr", "pc[cur] := b", "cur := none"]);
    }
    if features.data {
        actions.push("broadcast if pc[otr] = b then t[otr] := t[otr] + 1");
    }
    let guards = [
        "",
        "if forall otr. pc[otr] != b then ",
        "if exists otr. pc[otr] = c then ",
        "if atleast 2 otr. pc[otr] = b then ",
        "if majority otr. pc[otr] = c and atmost 1 otr. pc[otr] = b then ",
    ];
    let guard = guards[dice.below(if features.is_stepwise { 3 } else { 5 })];
    format!("centre: {guard}{}; stay\n", dice.pick(&actions))
}
