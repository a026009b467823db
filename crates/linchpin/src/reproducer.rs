//! `--reproducer`: writes the failing run as a C file, tries it, and tells what came of it.

use std::path::Path;

use driver::Task;
use driver::c::Compiled;
use driver::c::reproducer::{Confirmation, confirm, plan, text};
use verdict::Outcome;

/// Writes the file if there is a failing run, and adds to the outcome what is to be said about it.
/// The error is a message for the user.
pub fn write(
    path: &Path,
    compiled: &Compiled,
    task: &Task,
    entry: &str,
    outcome: &mut Outcome,
) -> Result<(), String> {
    let Some(violation) = &outcome.violation else {
        outcome.remarks.push("reproducer: none, since no run fails".to_owned());
        return Ok(());
    };
    if task.input.extension().is_some_and(|extension| extension == "ir") {
        return Err("`--reproducer` needs a C program; IR text cannot be compiled".to_owned());
    }
    let line = compiled.source.position(violation.span.lo).line;
    let mut plan = plan(compiled, task, outcome, violation, entry);
    let save = |plan: &_| {
        std::fs::write(path, text(plan, path))
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))
    };
    save(&plan)?;
    let n_flags = plan.flags.len();
    let confirmation = confirm(&mut plan, path);
    // Trying it may have shown that the program needs another flag.
    if plan.flags.len() != n_flags {
        save(&plan)?;
    }
    let file = path.display();
    match confirmation {
        Confirmation::Confirmed(message) if line_of(&message).is_some_and(|it| it != line) => {
            outcome.remarks.push(format!(
                "reproducer: `{file}` fails as soon as `cc` looks, which is elsewhere: \"{message}\""
            ));
        }
        Confirmation::Confirmed(message) => outcome.remarks.push(format!(
            "reproducer: confirmed by cc: `{file}` makes the program say \"{message}\""
        )),
        Confirmation::NotRun(why) => outcome
            .remarks
            .push(format!("reproducer: not tried: {why}; `{file}` is written all the same")),
        // A file that shows nothing is none.
        Confirmation::Differs(why) | Confirmation::Unseen(why) => {
            std::fs::remove_file(path)
                .map_err(|error| format!("cannot remove `{file}`: {error}"))?;
            outcome.remarks.push(format!("reproducer: none, since {why}"));
            let caveats = plan.caveats.iter().filter(|caveat| !is_about_detectors(caveat));
            outcome
                .remarks
                .extend(plan.obstacles.iter().chain(caveats).map(|it| format!("reproducer: {it}")));
            return Ok(());
        }
    }
    let stands_in = plan.stands_in_for();
    if !stands_in.is_empty() {
        let names = stands_in.join(", ");
        let remark = format!("reproducer: it stands in for functions without body: {names}");
        outcome.remarks.push(remark);
    }
    outcome.remarks.extend(plan.caveats.into_iter().map(|caveat| format!("reproducer: {caveat}")));
    Ok(())
}

/// The line that a message of a sanitizer is about, of "a.c:18:12: runtime error: …".
fn line_of(message: &str) -> Option<u32> {
    let (place, _) = message.split_once(": runtime error: ")?;
    place.rsplit(':').nth(1)?.parse().ok()
}

/// Whether a caveat says once more that nothing shows the failure.
fn is_about_detectors(caveat: &str) -> bool {
    caveat.starts_with("`cc` has no detector")
}
