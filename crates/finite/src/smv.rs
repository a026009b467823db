//! Export to the language of NuSMV and nuXmv, for a second opinion.
//!
//! The control becomes an enumeration, each bit a Boolean. Conditions on steps have to become
//! conditions on states there, so the rule that is taken *next* is a state variable `step`:
//! choosing it one state early changes neither runs nor fairness. `stutter` is the step in
//! which nothing happens.
//!
//! ```text
//! TRANS
//!   case
//!     step = r0 : control = s0 & (b1 & !b2) & next(control) = s1 & next(b1) = FALSE & ...;
//!     ...
//!     TRUE : ...;                                     -- stutter
//!   esac
//! ```
//!
//! NuSMV is not needed to build or test Linchpin; the tests read the output back with a
//! reader of their own, which knows the grammar of exactly this subset. NuSMV 2.5.4 was held
//! against it once by hand: see docs/results.md.

use std::fmt::Write;

use index::{Id, IdSet};

use crate::{BitId, ControlId, Fairness, Guard, Mask, Region, Remap, Rule, Step, TransitionSystem};

/// What the exported model is to be asked.
#[derive(Clone, Debug)]
pub enum SmvProperty {
    /// None of these is ever reached.
    Never { name: String, bad: Vec<Region> },
    /// Whenever the control is a trigger, it is a response then or later.
    Response { name: String, trigger: IdSet<ControlId>, response: IdSet<ControlId> },
}

/// The system, its fairness and the properties as one SMV file.
pub fn to_smv(
    system: &TransitionSystem,
    fairness: &Fairness,
    properties: &[SmvProperty],
) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_smv(&mut out, system, fairness, properties);
    out
}

fn write_smv(
    out: &mut String,
    system: &TransitionSystem,
    fairness: &Fairness,
    properties: &[SmvProperty],
) -> std::fmt::Result {
    writeln!(out, "MODULE main\nVAR")?;
    let controls: Vec<String> = system.controls.ids().map(|id| id.to_string()).collect();
    writeln!(out, "  control : {{{}}};", controls.join(", "))?;
    for (id, name) in system.bits.iter() {
        writeln!(out, "  {id} : boolean; -- {}", one_line(name))?;
    }
    let rules = system.rules.ids().map(|id| format!("{id}, "));
    writeln!(out, "  step : {{{}stutter}};", rules.collect::<String>())?;
    for (id, name) in system.controls.iter() {
        writeln!(out, "-- {id}: {}", one_line(name))?;
    }
    writeln!(out, "INIT\n  {};", regions(&system.initial))?;
    for group in &system.exclusive {
        let members: Vec<BitId> = group.iter().collect();
        let mut parts = Vec::new();
        for (n, lhs) in members.iter().enumerate() {
            parts.extend(members[n + 1..].iter().map(|rhs| format!("!({lhs} & {rhs})")));
        }
        if !parts.is_empty() {
            writeln!(out, "INVAR\n  {};", parts.join(" & "))?;
        }
    }
    writeln!(out, "TRANS\n  case")?;
    for (id, rule) in system.rules.iter() {
        writeln!(
            out,
            "    step = {id} : {}; -- {}",
            transition(system, rule),
            one_line(&rule.name)
        )?;
    }
    let keep = frame(system, Mask::EMPTY);
    writeln!(out, "    TRUE : next(control) = control{keep};\n  esac;")?;
    for justice in &fairness.justice {
        let mut parts = vec![in_set("control", &justice.controls), in_set("step", &justice.rules)];
        if let Some(empty) = justice.empty {
            parts.push(literals(Mask::EMPTY, empty));
        }
        if !justice.regions.is_empty() {
            parts.push(regions(&justice.regions));
        }
        writeln!(out, "JUSTICE {}; -- {}", parts.join(" | "), one_line(&justice.name))?;
    }
    for compassion in &fairness.compassion {
        let occupied = compassion.occupied.map(|bit| format!(" & {bit}")).unwrap_or_default();
        writeln!(
            out,
            "COMPASSION ({}{occupied}, {}); -- {}",
            in_set("step", &compassion.if_taken),
            in_set("step", &compassion.then_taken),
            one_line(&compassion.name)
        )?;
    }
    for strong in &fairness.strong {
        let mut ready = in_set("control", &strong.controls);
        ready += &strong.occupied.map(|bit| format!(" & {bit}")).unwrap_or_default();
        if !strong.may_wait.is_empty() {
            ready += &format!(" & !({})", regions(&strong.may_wait));
        }
        let taken = in_set("step", &strong.then_taken);
        writeln!(out, "COMPASSION ({ready}, {taken}); -- {}", one_line(&strong.name))?;
    }
    for property in properties {
        match property {
            SmvProperty::Never { name, bad } => {
                writeln!(out, "-- {}\nINVARSPEC !({});", one_line(name), regions(bad))?;
            }
            SmvProperty::Response { name, trigger, response } => {
                let (trigger, response) = (in_set("control", trigger), in_set("control", response));
                let name = one_line(name);
                writeln!(out, "-- {name}\nLTLSPEC G (({trigger}) -> F ({response}));")?;
            }
        }
    }
    Ok(())
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn in_set<I: Id + std::fmt::Display>(variable: &str, ids: &IdSet<I>) -> String {
    if ids.is_empty() {
        return "FALSE".to_owned();
    }
    let names: Vec<String> = ids.iter().map(|id| id.to_string()).collect();
    format!("{variable} in {{{}}}", names.join(", "))
}

fn literals(set: Mask, clear: Mask) -> String {
    let set = set.iter().map(|bit| bit.to_string());
    let parts: Vec<String> = set.chain(clear.iter().map(|bit| format!("!{bit}"))).collect();
    if parts.is_empty() { "TRUE".to_owned() } else { format!("({})", parts.join(" & ")) }
}

fn some(mask: Mask) -> String {
    let parts: Vec<String> = mask.iter().map(|bit| bit.to_string()).collect();
    if parts.is_empty() { "FALSE".to_owned() } else { format!("({})", parts.join(" | ")) }
}

fn some_next(mask: Mask) -> String {
    let parts: Vec<String> = mask.iter().map(|bit| format!("next({bit})")).collect();
    if parts.is_empty() { "FALSE".to_owned() } else { format!("({})", parts.join(" | ")) }
}

fn guard_text(guard: &Guard) -> String {
    let mut parts = vec![literals(guard.required, guard.forbidden)];
    parts.extend(guard.some_of.iter().map(|mask| some(*mask)));
    format!("({})", parts.join(" & "))
}

fn regions(regions: &[Region]) -> String {
    if regions.is_empty() {
        return "FALSE".to_owned();
    }
    let parts = regions
        .iter()
        .map(|region| format!("(control = {} & {})", region.control, guard_text(&region.guard)));
    parts.collect::<Vec<_>>().join(" | ")
}

/// `& next(b) = b` for every bit that is not written.
fn frame(system: &TransitionSystem, written: Mask) -> String {
    let kept = system.bits.ids().filter(|bit| !written.contains(*bit));
    kept.map(|bit| format!(" & next({bit}) = {bit}")).collect()
}

fn transition(system: &TransitionSystem, rule: &Rule) -> String {
    let head = format!("control = {} & next(control) = {}", rule.source, rule.target);
    match &rule.step {
        Step::Assign { guards, clear, set } => {
            let guards: Vec<String> = guards.iter().map(guard_text).collect();
            let enabled = if guards.is_empty() { "FALSE".to_owned() } else { guards.join(" | ") };
            let written: String = (*clear | *set)
                .iter()
                .map(|bit| {
                    let value = if set.contains(bit) { "TRUE" } else { "FALSE" };
                    format!(" & next({bit}) = {value}")
                })
                .collect();
            format!("{head} & ({enabled}){written}{}", frame(system, *clear | *set))
        }
        Step::Remap(maps) => {
            let maps: Vec<String> = maps.iter().map(remap_text).collect();
            let related = if maps.is_empty() { "FALSE".to_owned() } else { maps.join(" | ") };
            format!("{head} & ({related})")
        }
    }
}

fn remap_text(map: &Remap) -> String {
    let everybody = Mask::first(map.images.len());
    let required = map.required().map_or(Mask::EMPTY, Mask::of);
    let others = map.mover.others(everybody).unwrap_or(everybody);
    let mut parts = vec![literals(required, Mask::EMPTY)];
    let mut sources = vec![Mask::EMPTY; map.images.len()];
    for bit in others.iter() {
        parts.push(format!("({bit} -> {})", some_next(map.images[bit.index()])));
        for target in map.images[bit.index()].iter() {
            sources[target.index()].insert(bit);
        }
    }
    for bit in everybody.iter() {
        if map.mover.to() == Some(bit) {
            parts.push(format!("next({bit})"));
        } else {
            parts.push(format!("(next({bit}) -> {})", some(sources[bit.index()])));
        }
    }
    for met in &map.met {
        let here: Vec<String> = others
            .iter()
            .filter(|bit| !met[bit.index()].is_empty())
            .map(|bit| format!("{bit} & {}", some_next(met[bit.index()])))
            .collect();
        parts.push(if here.is_empty() {
            "FALSE".to_owned()
        } else {
            format!("({})", here.join(" | "))
        });
    }
    format!("({})", parts.join(" & "))
}
