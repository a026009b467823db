//! What the tests need beyond Rust and a C compiler, installed where it is lacking.
//!
//! Each need is first *tried*, never looked up by package name: a machine that can do it is left
//! alone, whatever its distribution. Only what fails is installed, with `apt-get`, directly for
//! root and through `sudo` for others. Where that does not work either, the chore fails and says
//! which tests need what; nothing is skipped in silence.

use std::io::Write as _;
use std::process::{Command, Stdio};

use anyhow::bail;

use crate::process;

struct Need {
    /// What the machine must be able to do.
    what: &'static str,
    /// Who asks for it.
    why: &'static str,
    is_met: fn() -> bool,
    debian_package: &'static str,
}

/// What building and using `linchpin` takes.
const NEEDS: [Need; 4] = [
    Need {
        what: "`cc` compiles and links for 64 bits",
        why: "`linchpin verify` of `.c` files, and every test in tests/c",
        is_met: || compiles("-m64"),
        debian_package: "gcc",
    },
    Need {
        what: "`cc -m32` compiles and links against 32-bit headers and libraries",
        why: "`--data-model ILP32` on `.c` files, and the tests that compare types, layout and \
              generated programs with compiled code under ILP32",
        is_met: || compiles("-m32"),
        debian_package: "gcc-multilib",
    },
    Need {
        what: "`cc` links against the Z3 library and finds its header",
        why: "building `linchpin` itself: its proofs are checked with Z3",
        is_met: || builds("cc", &["-x", "c"], &["-lz3"], Z3_PROGRAM),
        debian_package: "libz3-dev",
    },
    Need {
        what: "`c++` compiles and links C++17",
        why: "building `linchpin` itself: hard questions go to CaDiCaL, which is C++",
        is_met: || builds("c++", &["-x", "c++", "-std=c++17"], &[], CPP_PROGRAM),
        debian_package: "g++",
    },
];

/// What its tests take besides.
const TEST_NEEDS: [Need; 1] = [Need {
    what: "`python3` makes virtual environments",
    why: "the test of contrib/benchexec, which BenchExec's own checker does",
    is_met: || {
        let mut python = Command::new("python3");
        python.args(["-c", "import ensurepip, venv"]).stderr(Stdio::null());
        python.status().is_ok_and(|status| status.success())
    },
    debian_package: "python3-venv",
}];

/// What packing it takes besides.
const PACKAGE_NEEDS: [Need; 1] = [Need {
    what: "`dpkg-shlibdeps` says which packages libraries are in",
    why: "`cargo xtask deb`",
    is_met: || {
        let mut command = Command::new("dpkg-shlibdeps");
        command.arg("--version").stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    },
    debian_package: "dpkg-dev",
}];

/// Makes sure of all that the tests need.
pub fn run() -> anyhow::Result<()> {
    meet(&NEEDS.iter().chain(&TEST_NEEDS).collect::<Vec<_>>())
}

/// Makes sure of all that building and using `linchpin` needs.
pub fn run_for_use() -> anyhow::Result<()> {
    meet(&NEEDS.iter().collect::<Vec<_>>())
}

/// Makes sure of all that packing `linchpin` needs.
pub fn run_for_packages() -> anyhow::Result<()> {
    meet(&NEEDS.iter().chain(&PACKAGE_NEEDS).collect::<Vec<_>>())
}

fn meet(needs: &[&Need]) -> anyhow::Result<()> {
    let unmet: Vec<_> = needs.iter().filter(|need| !(need.is_met)()).collect();
    if unmet.is_empty() {
        return Ok(());
    }
    for need in &unmet {
        eprintln!("missing: {} ({})", need.what, need.debian_package);
    }
    let packages: Vec<_> = unmet.iter().map(|need| need.debian_package).collect();
    // A failure here is not yet the end: perhaps a part of it was installed, perhaps all.
    if let Err(error) = install(&packages) {
        eprintln!("{error:#}");
    }
    let still: Vec<_> = unmet.into_iter().filter(|need| !(need.is_met)()).collect();
    if still.is_empty() {
        return Ok(());
    }
    for need in &still {
        eprintln!("still missing: {}", need.what);
        eprintln!("    needed by: {}", need.why);
        eprintln!("    on Debian: apt-get install {}", need.debian_package);
    }
    bail!("this machine lacks {} of {} things that are needed", still.len(), needs.len())
}

fn install(packages: &[&str]) -> anyhow::Result<()> {
    let prefix: &[&str] = match is_root() {
        true => &[],
        // `-n`: never wait for a password that nobody will type.
        false => &["sudo", "-n"],
    };
    apt_get(prefix, &["update", "--quiet"])?;
    let mut words = vec!["install", "--yes", "--quiet", "--no-install-recommends"];
    words.extend(packages);
    apt_get(prefix, &words)
}

fn apt_get(prefix: &[&str], words: &[&str]) -> anyhow::Result<()> {
    let all: Vec<&str> = prefix.iter().copied().chain(["apt-get"]).chain(words.to_vec()).collect();
    process::run(Command::new(all[0]).args(&all[1..]).env("DEBIAN_FRONTEND", "noninteractive"))
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

const LIBC_PROGRAM: &str = "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n";
const CPP_PROGRAM: &str =
    "#include <vector>\nint main() { std::vector<int> none; return int(none.size()); }\n";
const Z3_PROGRAM: &str = "#include <z3.h>\nint main(void) { return Z3_mk_config() == 0; }\n";

/// Tries to build a program that includes a header and calls the C library.
fn compiles(flag: &str) -> bool {
    builds("cc", &["-x", "c"], &[flag], LIBC_PROGRAM)
}

fn builds(compiler: &str, language: &[&str], flags: &[&str], program: &str) -> bool {
    let output = std::env::temp_dir().join(format!("linchpin-setup-{}", std::process::id()));
    let mut command = Command::new(compiler);
    // Libraries are looked for in what comes before them, so flags go last.
    command.args(language).args(["-", "-o"]).arg(&output).args(flags);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let mut input = child.stdin.take();
    let is_written = input.as_mut().is_some_and(|pipe| pipe.write_all(program.as_bytes()).is_ok());
    // The compiler waits for the end of its input.
    drop(input);
    let is_built = child.wait().is_ok_and(|status| status.success());
    // The file is not there if the compiler refused; either way nothing must stay behind.
    let _ = std::fs::remove_file(&output);
    is_written && is_built
}
