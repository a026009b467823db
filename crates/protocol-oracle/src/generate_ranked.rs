//! Protocols whose liveness needs a ranking, with a mistake here and there.
//!
//! Tickets that are served in turn, numbers that are counted down, numbers that catch up with others. As
//! in [`crate::generate_templates`], each choice is mostly taken as it is first written. Where
//! numbers would grow without bound, processes take part once: the second reader goes through all
//! states.

use crate::dice::Dice;
use crate::generate_templates::fill;

/// Numbers that are handed out and served in turn.
const TICKET: &str = "\
protocol p
loc idle, wait, crit, done
data t : nat = [[0|5]]
centre data nxt : [[nat|int]] = [[0|1|2]]
centre data srv : [[nat|int]] = [[0|1]]
at idle: [[t := nxt; nxt := nxt + 1; goto wait|nxt := nxt + 1; t := nxt; goto wait|t := nxt; goto wait|t := nxt; nxt := \
nxt + 2; goto wait|t := nxt + 1; nxt := nxt + 1; goto wait]]
at wait: when t [[=|<=|>=]] srv: goto crit
[[|at wait: goto done|at wait: t := nxt; nxt := nxt + 1; goto done|at wait: when t > srv + 1: t := t - 1; stay]]
at crit: [[srv := srv + 1; goto done|srv := srv + 2; goto done|srv := srv + 1; goto wait|srv := 0; goto done|goto \
done|srv := nxt; goto done|t := srv; srv := srv + 1; goto done|srv := srv - 1; goto done|srv := t + 1; goto done]]
[[|at done: when srv < 9: srv := srv + 1; stay|at done: when srv > 0: srv := 0; stay|centre: when nxt = 2: srv := 0]]
[[|at any: if forall otr. pc[otr] = done then nxt := 0; srv := 0; goto done]]
justice [[wait, crit|wait|crit|idle, wait, crit]]
[[|final done]]
safety !(pc[x] = crit & pc[y] = crit)
liveness pc[x] = wait -> F pc[x] = [[crit|done]]
liveness pc[x] = crit -> F pc[x] = done
";

/// A number that is counted down, a process's own or everybody's.
const COUNTDOWN: &str = "\
protocol p
loc a, b, c
[[data n : nat = 3|data n : int = 2|centre data n : nat = 3|centre data n : int = 2]]
at a: goto b
at b: when n > [[0|1|-1]]: n := n - [[1|2]]; [[stay|goto a|goto c]]
at b: when n = [[0|1]]: goto c
[[|at a: when n < 3: n := n + 1; goto b|at c: when n < 2: n := 2; goto b|at b: when n = 2: n := 3; stay]]
justice [[b|a, b|c]]
liveness pc[x] = b -> F pc[x] = c
safety n <= [[3|2]] | pc[x] = a
";

/// A number that catches up with another one.
const RACE: &str = "\
protocol p
loc a, b, c
[[data n : nat = 0|centre data n : nat = 0]]
[[centre data lim : nat = 3|data lim : nat = 2]]
at a: goto b
at b: when n [[<|<=|!=]] lim: n := n + [[1|2]]; stay
at b: when n [[>=|=]] lim: goto c
[[|at c: when lim < 4: lim := lim + 1; goto a|at c: when lim < 5: lim := lim + 1; stay|at c: n := 0; goto a|at a: when lim > 0: \
lim := lim - 1; goto b]]
justice [[b|a, b|c]]
liveness pc[x] = b -> F pc[x] = c
reachable pc[x] = c
";

const TEMPLATES: [&str; 4] = [TICKET, TICKET, COUNTDOWN, RACE];

/// The text of a protocol whose liveness needs a ranking.
pub fn ranked(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x0DE5_CE4D);
    let template = TEMPLATES[dice.below(TEMPLATES.len())];
    let text = fill(&mut dice, template);
    match text.contains("centre data n ") {
        // In a property, variables of the centre stand for themselves.
        true => text,
        false => text.replace("safety n ", "safety n[x] "),
    }
}
