//! Random `.lpp` protocols that pick one other, tell it what to be, count, and have neighbours and
//! pointers. As in [`crate::generate`] most of them are nonsense with a meaning; in gated ones two or
//! three processes retire before anything happens, and the gate counts them.
//!
//! Half of them are *counted*: no numbers of processes, no ids, no neighbours beyond a ring; tokens
//! are handed on and the centre has counters that are taken from and given back to. That is what a
//! proof by counting is for.

use crate::dice::Dice;
use crate::generate_extended_steps::{body, centre_step, count};
use crate::generate_templates::template;

/// Which parts of the language a protocol uses.
pub(crate) struct Features {
    pub is_gated: bool,
    pub is_counted: bool,
    pub topology: Option<&'static str>,
    pub data: bool,
    pub finite: bool,
    /// A `bool` that some have at the start.
    pub token: bool,
    pub ids: bool,
    pub centre_finite: bool,
    pub counter: bool,
    pub pointer: bool,
    pub predicate: bool,
    pub is_stepwise: bool,
}

pub(crate) const CORE: [&str; 3] = ["a", "b", "c"];

/// The text of a random protocol.
pub fn extended(seed: u64, is_gated: bool) -> String {
    let mut dice = Dice::new(seed ^ 0x5EED_0F16);
    if !is_gated && dice.chance(40) {
        return template(&mut dice);
    }
    let is_counted = dice.chance(if is_gated { 75 } else { 50 });
    let data = !is_counted && dice.chance(50);
    // A gate is enough to have many states.
    let finite = dice.chance(35);
    let features = Features {
        is_gated,
        is_counted,
        topology: match dice.below(10) {
            0 | 1 => Some("ring"),
            2 if !is_counted => Some("line"),
            _ => None,
        },
        data,
        finite,
        token: !(is_gated && finite) && dice.chance(45),
        ids: !is_counted && dice.chance(12),
        centre_finite: dice.chance(20),
        counter: dice.chance(if is_counted { 60 } else { 15 }),
        pointer: dice.chance(25),
        predicate: data && dice.chance(30),
        // Instances of six that look at each other one by one have too many states.
        is_stepwise: !is_gated && !is_counted && dice.chance(20),
    };
    let mut text = String::from("protocol p\n");
    text += if is_gated { "loc g, r, a, b, c\n" } else { "loc a, b, c\n" };
    declare(&mut dice, &features, &mut text);
    if is_gated {
        let gate = dice.pick(&["atleast 2", "atleast 3"]);
        text += &format!("at g: goto r\nat g: if {gate} otr. pc[otr] = r then goto a\nfinal r\n");
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
    if features.is_stepwise {
        *text += "guards stepwise\n";
    }
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
        *text += "centre ptr cur\ncentre ptr old\n";
    }
}

fn fairness(dice: &mut Dice, text: &mut String) {
    let just = dice.pick(&["a", "b", "c"]);
    *text += &match dice.below(4) {
        0 => format!("justice {just}\n"),
        1 => format!("justice {just}, c, centre\n"),
        _ => format!("justice {just}, b, c\n"),
    };
    match dice.below(5) {
        0 => *text += "compassion b\n",
        1 => *text += "compassion a, b\n",
        _ => {}
    }
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
    if features.finite && dice.chance(60) {
        *text += match dice.below(4) {
            0 => "safety pc[x] = b -> atmost 1 y. f[y] = f[x]\n",
            1 => "safety atleast 1 y. f[y] != f[x] | pc[y] = c\n",
            2 => "safety pc[x] = b & pc[y] = c -> f[x] = f[y]\n",
            _ => "safety majority z. f[z] = p\n",
        };
    }
    if features.ids {
        *text += dice.pick(&[
            "safety !(x < y & pc[x] = b & pc[y] = c)\n",
            "safety y < x & pc[x] = c & pc[z] = b -> pc[y] != c\n",
        ]);
    }
    if features.data && dice.chance(50) {
        *text += dice.pick(&[
            "safety t[x] < 3\n",
            "safety t[x] <= t[y] + 1\n",
            "safety pc[x] = c -> atmost 1 y. t[y] >= t[x]\n",
        ]);
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
