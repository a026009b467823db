//! BenchExec's own checker on our tool-info module (`contrib/benchexec/linchpin.py`).
//!
//! BenchExec is installed into a virtual environment below `target`, once, in the version that is
//! pinned here. Its checker calls every function of the module the way BenchExec would, and prints
//! warnings where that goes wrong, but ends well all the same; so the warnings are read here. It
//! is also given what Linchpin really prints, and what it would print where it fails, to see what
//! BenchExec makes of it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail, ensure};

use crate::{process, tree};

const PACKAGES: [&str; 2] = ["BenchExec==3.30", "PyYAML==6.0.3"];
const MODULE: &str = "contrib.benchexec.linchpin";
const TASK: &str = "tests/cli/input/unreachable.yml";
/// A task of two files.
const TASK_OF_SEVERAL: &str = "tests/verify/units/input/two.yml";

/// Runs of Linchpin, and what BenchExec must read from their output.
const RUNS: [(&[&str], &str); 4] = [
    (&["verify", "tests/cli/input/empty-main.c"], "true"),
    (&["verify", TASK], "false(unreach-call)"),
    (&["verify", "tests/cli/input/empty-main.c", "--memory", "1"], "OUT OF MEMORY"),
    (&["verify", "tests/cli/input/empty-main.c", "--property", "termination"], "unknown"),
];

/// Outputs that are hard to bring about.
const OUTPUTS: [(&str, &str); 3] = [
    ("Could not tell: the time limit was reached.\nUNKNOWN(timeout)\n", "TIMEOUT"),
    ("UNKNOWN(internal-error)\n", "ERROR (internal)"),
    ("TRUE or FALSE(\n", "ERROR"),
];

/// The checker tries no limits of memory and of time on the wall, and no file names of its own.
const LIMITS_SCRIPT: &str = "\
from contrib.benchexec.linchpin import Tool
task = Tool.Task.with_files(['a.c', 'b.c'])
limits = Tool.ResourceLimits(walltime=7, memory=1000 * 2**20)
words = Tool().cmdline('linchpin', [], task, limits)
field = ['--externals', 'pure', '--volatile', 'memory']
assert words == ['linchpin', 'verify', 'a.c', 'b.c', *field, '--time', '7', '--memory', '950'], words
";

pub fn run() -> anyhow::Result<()> {
    process::run(process::cargo().args(["build", "--package", "linchpin"]))?;
    let python = environment()?;
    let folder = tree::root().join("target/benchexec-outputs");
    std::fs::create_dir_all(&folder)?;
    let binaries = std::env::current_exe()?;
    let binaries = binaries.parent().context("a program lies in a folder")?;
    // Relative where it can be: the checker does not like paths that only this machine has.
    let root = tree::root();
    let relative = binaries.strip_prefix(root).unwrap_or(binaries);
    let expected = write_outputs(&folder, &binaries.join("linchpin"))?;
    let mut script = Command::new(&python);
    script.args(["-c", LIMITS_SCRIPT]).env("PYTHONPATH", ".").env("PYTHONDONTWRITEBYTECODE", "1");
    let scripted = script.current_dir(root).output()?;
    ensure!(scripted.status.success(), "{}", String::from_utf8_lossy(&scripted.stderr));
    let mut command = Command::new(python);
    command.args(["-m", "benchexec.test_tool_info", MODULE, "--no-container"]);
    command.arg("--tool-directory").arg(relative).args([
        "--task-definition",
        TASK,
        TASK_OF_SEVERAL,
    ]);
    command.arg("--tool-output").args(expected.iter().map(|(path, _)| path));
    command.env("PYTHONPATH", ".").env("PYTHONDONTWRITEBYTECODE", "1");
    let checked = command.current_dir(tree::root()).output()?;
    let text = without_colours(&String::from_utf8_lossy(&checked.stderr));
    ensure!(checked.status.success(), "BenchExec's checker fails:\n{text}");
    let complaints = complaints(&text, &expected);
    if !complaints.is_empty() {
        bail!("{}\n\nBenchExec's checker said:\n{text}", complaints.join("\n"));
    }
    eprintln!("BenchExec's checker is content with {MODULE}");
    Ok(())
}

/// Python with BenchExec, installed if it is not there yet.
fn environment() -> anyhow::Result<PathBuf> {
    let folder = tree::root().join("target/benchexec");
    let python = folder.join("bin/python3");
    // Named after what is in it, so that another version is another installation.
    let stamp = folder.join(PACKAGES.join("+"));
    if stamp.exists() {
        return Ok(python);
    }
    const NEED: &str = "the test of contrib/benchexec needs Python 3 with `venv`, and PyPI \
                        (on Debian: apt-get install python3-venv)";
    process::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))
        .context(NEED)?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    process::run(install.args(PACKAGES)).context(NEED)?;
    std::fs::write(stamp, "")?;
    Ok(python)
}

/// Files with outputs, each with the result to be read from it.
fn write_outputs(folder: &Path, linchpin: &Path) -> anyhow::Result<Vec<(PathBuf, &'static str)>> {
    let mut outputs = Vec::new();
    for (words, result) in RUNS {
        let ran = Command::new(linchpin).args(words).current_dir(tree::root()).output();
        let ran = ran.with_context(|| format!("cannot start `{}`", linchpin.display()))?;
        outputs.push((String::from_utf8_lossy(&ran.stdout).into_owned(), result));
    }
    outputs.extend(OUTPUTS.map(|(text, result)| (text.to_owned(), result)));
    let mut files = Vec::new();
    for (index, (text, result)) in outputs.into_iter().enumerate() {
        let path = folder.join(format!("{index}.txt"));
        std::fs::write(&path, text)?;
        files.push((path, result));
    }
    Ok(files)
}

/// What is wrong with what the checker said.
fn complaints(text: &str, expected: &[(PathBuf, &str)]) -> Vec<String> {
    let warnings = text.lines().filter(|line| line.contains("WARNING"));
    let mut complaints: Vec<_> = warnings.map(str::to_owned).collect();
    for (path, result) in expected {
        let wanted = format!("in “{}”:\n\t“{result}”", path.display());
        if !text.contains(&wanted) {
            complaints.push(format!("not read: {wanted}"));
        }
    }
    for part in ["--property", "--data-model", "ILP32", "--cpu-time", "123", "Version: "] {
        if !text.contains(part) {
            complaints.push(format!("`{part}` is not there"));
        }
    }
    complaints
}

/// The text without the sequences that colour a terminal.
fn without_colours(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\x1b') {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, after)| after);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_is_a_complaint_and_so_is_a_result_that_is_not_there() {
        let ok = "\x1b[1mVersion\x1b[0m: 1\n--property --data-model ILP32 --cpu-time 123\n\
                  Result of analyzing tool output in “a.txt”:\n\t“true”\n";
        let ok = without_colours(ok);
        let expected = [(PathBuf::from("a.txt"), "true")];
        assert_eq!(complaints(&ok, &expected), Vec::<String>::new());
        let bad = format!("{ok}WARNING: Tool module ignores input file.\n");
        assert_eq!(complaints(&bad, &expected), ["WARNING: Tool module ignores input file."]);
        assert_eq!(complaints(&ok.replace("“true”", "“false”"), &expected).len(), 1);
        assert_eq!(complaints(&ok.replace("--cpu-time 123", ""), &expected).len(), 2);
    }
}
