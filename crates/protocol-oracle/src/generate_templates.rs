//! Protocols that are right for a reason, with a mistake here and there.
//!
//! Random steps rarely conserve anything, so that little is proved of them for any number. These
//! templates conserve tokens, permits or votes. Each choice `[[this|that]]` in them is mostly taken
//! as it is first written; the others are mistakes, or what should make no difference. A proof that
//! overlooks one of them is what is looked for.

use crate::dice::Dice;

/// Permits that the centre counts.
const SEMAPHORE: &str = "\
protocol p
loc a, b, c
centre data cnt : [[nat|int]] = [[2|1|3]]
at a: goto b
at b: when cnt > [[0|-1|1]]: cnt := cnt - [[1|2]]; goto c
at c: [[cnt := cnt + 1|cnt := cnt + 2|cnt := 1|cnt := cnt]]; goto [[a|b]]
[[|at b: goto a|at any: goto a|at c: goto b]]
justice b, c
[[|compassion b]]
safety atmost [[2|1|3]] x. pc[x] = c
safety cnt <= [[2|3]]
safety !(pc[x] = c & pc[y] = c [[& pc[z] = c|]])
safety cnt = 0 -> atleast [[1|2]] x. pc[x] = c
reachable [[atleast 3 x. pc[x] = c|pc[x] = c & pc[y] = c & pc[z] = c & pc[w] = c|pc[x] = c & pc[y] = c]]
liveness pc[x] = b -> F pc[x] = c
";

/// A token that goes from hand to hand.
const TOKEN: &str = "\
protocol p
loc a, b, c
var tok : bool = *
initially [[exactly 1|atmost 1|atmost 2|atleast 1]] x. tok[x]
at a: when [[tok|!tok|true]]: goto b
at b: [[some otr. !tok[otr]|some otr. pc[otr] = a & !tok[otr]|some otr. pc[otr] != b|some otr. true]]; \
tok := [[false|tok[otr]]]; tok[otr] := true; [[|pc[otr] := c;]] goto [[a|c]]
at c: [[goto a|tok := false; goto a|when !tok: goto a|if exists otr. tok[otr] then tok := false; goto a]]
justice a, b, c
safety exactly 1 x. tok[x]
safety atmost [[1|2]] x. pc[x] = b
safety !(tok[x] & tok[y])
safety pc[x] = b -> tok[x]
reachable pc[x] = b & pc[y] = [[b|c]]
liveness pc[x] = b [[|& pc[y] = a]] -> F pc[x] = [[a|c]]
";

/// A token that goes round.
const RING: &str = "\
protocol p
loc a, b, c
topology [[ring|line]]
var tok : bool = *
initially [[exactly 1|atmost 1|atmost 2|exactly 2]] x. tok[x]
at a: goto b
at b: when [[tok|tok|!tok[next]|tok[prev]]]: goto c
at c: tok := false; [[tok[next] := true|tok[prev] := true|tok[next] := tok]]; goto a
at a: [[when tok: tok := false; tok[next] := true; stay|when tok & pc[next] = b: tok[next] := true; stay|when \
next != none & tok: tok := false; tok[next] := true; stay]]
justice a, b, c
safety [[exactly|atmost|atleast]] 1 x. tok[x]
safety !(pc[x] = c & pc[y] = c)
safety pc[x] = c -> tok[x]
reachable [[pc[x] = c|atleast 2 x. pc[x] = c|atleast 2 x. tok[x]]]
liveness pc[x] = b -> F pc[x] = c
";

/// Who is pointed at may go in.
const POINTER: &str = "\
protocol p
loc a, b, c
[[|var f : {p, q} = p]]
centre ptr cur
at a: goto b
at b: when cur = [[none|slf]]: cur := slf; goto [[c|b]]
[[|at b: when pc[cur] != c: cur := slf; goto c|at b: when pc[cur] = a: cur := slf; goto c|at b: when cur != none: \
pc[cur] := b; cur := slf; goto c]]
at c: [[cur := none|some otr. pc[otr] = b; cur := otr; pc[cur] := c|some otr. pc[otr] = a; cur := otr]]; goto a
[[|at a: when cur = slf: cur := none; stay|at a: when cur = slf: pc[cur] := c; stay]]
justice a, b, c
safety !(pc[x] = c & pc[y] = c)
safety pc[x] = c -> cur = x
safety cur = none -> atmost 0 x. pc[x] = c
safety atmost [[1|2]] x. pc[x] = c
reachable [[pc[x] = c|cur = x & pc[x] = a|atleast 2 x. pc[x] = c]]
liveness pc[x] = b -> F pc[x] = c
";

/// Those who count how many there are.
const CROWD: &str = "\
protocol p
loc a, b, c
[[|centre var g1 : {m, n} = m]]
at a: [[if atmost 1 otr. pc[otr] = b then goto b|if atmost 2 otr. pc[otr] in {b, c} then goto b|if exactly 0 otr. \
pc[otr] = b then goto b|goto b]]
at b: [[if atmost 0 otr. pc[otr] = c then goto c|if forall otr. pc[otr] != c and atleast 2 otr. pc[otr] = b then goto \
c|if exists otr. pc[otr] = b then goto c else goto a|if majority otr. pc[otr] = b then goto c]]
at c: [[goto a|goto b|some otr. pc[otr] = b; pc[otr] := c; goto a|some otr. pc[otr] = a; pc[otr] := b; goto a|broadcast if \
pc[otr] = b then pc[otr] := a; goto a|broadcast if pc[otr] = a then pc[otr] := b; stay]]
justice a, b, c
[[|compassion b|compassion a, b]]
safety atmost [[2|3|1]] x. pc[x] = b
safety atmost 1 x. pc[x] = c
safety !(pc[x] = c & pc[y] = b [[& pc[z] = b|]])
safety pc[x] = c -> atmost [[1|2]] y. pc[y] = b
reachable [[atleast 3 x. pc[x] = b|atleast 2 x. pc[x] = c|pc[x] = b & pc[y] = b & pc[z] = c]]
liveness pc[x] = b [[|& pc[y] = b]] -> F pc[x] = c [[|| pc[y] = c]]
";

/// Two hands that meet, and what they carry away.
const MEETING: &str = "\
protocol p
loc a, b, c
var f : {p, q} = [[*|p]]
[[|initially exactly 1 x. f[x] = q|initially atleast 1 x. f[x] = q]]
centre data cnt : nat = [[0|1|2]]
at a: some otr. pc[otr] = a & f != f[otr]; [[pc[otr] := b|pc[otr] := c|f[otr] := f]]; goto [[b|c]]
at b: cnt := cnt + 1; [[goto c|some otr. pc[otr] = b; pc[otr] := c; goto c]]
at c: [[when cnt > 0: cnt := cnt - 1; goto a|some otr. pc[otr] = c; cnt := 0; pc[otr] := a; goto a|f := f; stay]]
justice a, b, c
safety cnt <= [[1|2]]
safety [[exactly|atmost|atleast]] 1 x. f[x] = q
safety pc[x] = b -> atleast [[1|2]] y. pc[y] != a
safety cnt > 0 -> atleast 1 x. pc[x] = c
reachable [[exactly 0 x. f[x] = q|cnt = 2|atleast 3 x. pc[x] = b]]
liveness pc[x] = b -> F pc[x] != b
";

const TEMPLATES: [&str; 6] = [SEMAPHORE, TOKEN, RING, POINTER, CROWD, MEETING];

/// One of the templates with its choices made.
pub(crate) fn template(dice: &mut Dice) -> String {
    let template = TEMPLATES[dice.below(TEMPLATES.len())];
    fill(dice, template)
}

/// A template with its choices made.
pub(crate) fn fill(dice: &mut Dice, template: &str) -> String {
    let mut rest = template;
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once("[[") {
        let (choices, after) = after.split_once("]]").unwrap_or((after, ""));
        // `pc[x]]]` ends with a bracket of its own.
        let extra = after.len() - after.trim_start_matches(']').len();
        let choices = &rest[before.len() + 2..][..choices.len() + extra];
        rest = &rest[before.len() + 2 + choices.len() + 2..];
        text += before;
        text += choose(dice, choices);
    }
    text + rest
}

/// The first mostly. `| ` with a space behind it is a sign of the language.
fn choose<'t>(dice: &mut Dice, choices: &'t str) -> &'t str {
    let mut all = Vec::new();
    let mut start = 0;
    for (at, _) in choices.match_indices('|') {
        if !choices[at + 1..].starts_with(' ') {
            all.push(&choices[start..at]);
            start = at + 1;
        }
    }
    all.push(&choices[start..]);
    match dice.chance(60) {
        true => all[0],
        false => all[dice.below(all.len())],
    }
}
