//! Protocols whose liveness needs strong fairness, with a mistake here and there.
//!
//! Doors that others open and close again, a permit that is taken again and again, and processes that
//! others change while they wait. As in [`crate::generate_templates`], each choice is mostly taken as it
//! is first written. What is looked for is a proof that uses a promise where none is given: for another
//! location, for a process that could not act, or although it did.

use crate::dice::Dice;
use crate::generate_templates::fill;

/// A room that others enter and leave again and again.
const ROOM: &str = "\
protocol p
loc a, b, c
at a: [[goto b|stay|goto c]]
at b: if [[forall otr. pc[otr] != c|forall otr. pc[otr] notin {b, c}|exists otr. pc[otr] = c|forall otr. pc[otr] = a]] \
then goto c [[|else stay|else goto a]]
[[|at b: goto a|at b: stay|at b: if exists otr. pc[otr] = a then goto a]]
at c: [[goto a|goto b|if exists otr. pc[otr] = b then goto a|if forall otr. pc[otr] != b then goto a]]
[[|at c: stay]]
justice [[c|b, c|a, c|a, b, c]]
compassion [[b|a|c|a, b|b, c|a, b, c]]
safety !(pc[x] = c & pc[y] = c)
liveness pc[x] = b -> F pc[x] = [[c|a]]
liveness pc[x] = [[a|c]] -> F pc[x] = b
";

/// A permit that everybody takes and gives back.
const PERMIT: &str = "\
protocol p
loc a, b, c
centre var free : bool = [[true|false|*]]
at a: goto b
at b: when free: [[free := false; goto c|goto c|free := *; goto c]]
[[|at b: when !free: goto a|at b: when !free: stay|at b: free := true; stay]]
at c: [[free := true; goto a|free := true; goto b|free := *; goto a|goto a]]
[[|centre: when free: free := false|centre: when !free: free := true|centre: free := *]]
[[|justice centre]]
justice [[c|b, c|a, b, c|a]]
compassion [[b|a|c|b, c|a, b]]
safety !(pc[x] = c & pc[y] = c)
liveness pc[x] = b -> F pc[x] = c
liveness pc[x] = c -> F pc[x] = a
";

/// Who waits is changed by others, so that he is in one cell after the other.
const CHANGED: &str = "\
protocol p
loc a, b, c
var f : {u, v} = [[u|v|*]]
at a: [[goto b|f := u; goto b]]
at b: when f = [[u|v]]: [[goto c|f := v; goto c|f := v; stay]]
[[|at b: when f = v: f := u; stay|at b: when f = v: stay|at b: if forall otr. f[otr] = v then goto c]]
at c: broadcast if pc[otr] = [[b|a]] then f[otr] := [[v|u]] [[|else if pc[otr] = b then f[otr] := u]]; [[goto a|goto b|stay]]
[[|at c: goto a|at a: broadcast if pc[otr] = b then f[otr] := u; stay|at a: broadcast if pc[otr] = b then pc[otr] := a; stay]]
justice [[c|a, c|b, c]]
compassion [[b|a|c|b, c]]
liveness pc[x] = b -> F pc[x] = c
liveness pc[x] = c -> F pc[x] = a
";

const TEMPLATES: [&str; 4] = [ROOM, ROOM, PERMIT, CHANGED];

/// The text of a protocol whose liveness needs strong fairness.
pub fn strong(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x057E_0461);
    let template = TEMPLATES[dice.below(TEMPLATES.len())];
    fill(&mut dice, template)
}
