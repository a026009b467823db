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

/// Numbers that stop at 0 while they are counted down.
const STOPS: &str = "\
protocol p
loc a, b, c
data n : nat = [[2|1|3|0]]
[[data m : nat = 1|data m : nat = 2|centre data m : nat = 2|centre data m : nat = 1]]
at a: [[goto b|n := n + 1; goto b|m := m + 1; goto b|n := m; goto b]]
at b: when n > [[0|m|1]]: n := n - [[1|2|3]]; [[stay|goto a|goto c]]
at b: when n [[=|<=]] [[0|m|1]]: goto c
[[|at b: m := m - 1; stay|at b: when m > n: m := m - 2; stay|at b: when m = 0: goto c|at b: n := n - 1; m := m - 1; stay]]
at c: [[stay|m := m - 1; stay|m := m - 2; goto a|n := n - 1; goto b|when n > 1: n := 0; goto b]]
[[|at a: when m > 2: m := m - 3; stay|at any: m := 0; goto a|centre: m := m - 1|centre: when m > 1: m := m - 2]]
justice [[b|a, b|b, c]]
liveness pc[x] = b -> F pc[x] = c
[[|safety n[x] <= 3|safety n[x] <= m | pc[x] = a]]
";

/// Tickets whose counters may be counted down below 0, where a natural number stays at 0.
const TICKETS_THAT_STOP: &str = "\
protocol p
loc idle, wait, crit, done
data t : nat = [[0|2]]
centre data nxt : nat = [[0|1|2]]
centre data srv : nat = [[0|1]]
at idle: [[t := nxt; nxt := nxt + 1; goto wait|t := nxt - 1; nxt := nxt + 1; goto wait|t := nxt; goto wait|t := nxt - 2; goto wait]]
at wait: when t [[=|<=|>=]] srv: goto crit
[[|at wait: when t > 0: t := t - 1; stay|at wait: t := t - 1; stay|at wait: t := t - 2; goto done|at wait: srv := srv - 1; stay]]
at crit: [[srv := srv + 1; goto done|srv := srv - 1; goto done|srv := t + 1; goto done|srv := nxt - 1; goto done|nxt := nxt - 1; goto done]]
[[|at done: srv := srv - 1; stay|at done: nxt := nxt - 1; stay|at done: when srv > 0: srv := srv - 2; stay]]
justice [[wait, crit|wait|idle, wait, crit]]
safety !(pc[x] = crit & pc[y] = crit)
liveness pc[x] = wait -> F pc[x] = [[crit|done]]
liveness pc[x] = crit -> F pc[x] = done
";

const SATURATING: [&str; 3] = [STOPS, STOPS, TICKETS_THAT_STOP];

/// The text of a protocol whose rankings meet numbers that stop at 0.
pub fn saturating(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x5A70_0A7E);
    let template = SATURATING[dice.below(SATURATING.len())];
    let text = fill(&mut dice, template);
    match text.contains("centre data m ") || template == TICKETS_THAT_STOP {
        true => text,
        // Own numbers say whose they are in a property, and the centre has none of them.
        false => {
            let text = text.replace("<= m | pc", "<= m[x] | pc");
            let lines = text.lines().filter(|line| !line.starts_with("centre: "));
            lines.map(|line| format!("{line}\n")).collect()
        }
    }
}

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
