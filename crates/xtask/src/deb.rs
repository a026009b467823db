//! A package for Debian and its relatives: `debian/linchpin_VERSION_ARCHITECTURE.deb` in the folder of
//! builds.
//!
//! The files are put together in a folder as they will lie on a machine, and `dpkg-deb` packs it.
//! What `linchpin` itself can say is asked of it (pages of the manual, completions), and what the
//! machine knows is asked of the machine: `dpkg-shlibdeps` names the packages of the libraries that
//! the program is linked against, Z3's among them. A package is therefore for the release of
//! Debian that it was built on, and for later ones that have the same `libz3-4`.
//!
//! ```text
//!   usr/bin/linchpin                                        stripped
//!   usr/share/man/man1/linchpin.1.gz, linchpin-verify.1.gz, …
//!   usr/share/{bash-completion/completions, zsh/vendor-completions, fish/vendor_completions.d}/…
//!   usr/share/doc/linchpin/{README.md, docs, examples, copyright, crates.gz, changelog*.gz}
//! ```
//!
//! Times are those of the last commit, so that one commit makes the same package twice.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail, ensure};

use crate::{process, setup, tree};

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Counts packages of one version.
const REVISION: &str = "1";

/// Texts that stand in the package as they stand here.
const DOCUMENTS: [&str; 6] =
    ["README.md", "docs", "examples/c", "examples/heap", "examples/projects", "examples/protocols"];

const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/linchpin"),
    ("zsh", "usr/share/zsh/vendor-completions/_linchpin"),
    ("fish", "usr/share/fish/vendor_completions.d/linchpin.fish"),
];

/// What Debian's checker is mistaken about.
const OVERRIDES: &str = "\
# What reads YAML is written in Rust, and has the messages of the library that it was ported from.
linchpin: embedded-library *libyaml*
# Nobody has asked Debian for this package.
linchpin: initial-upload-closes-no-bugs *
";

pub fn run() -> anyhow::Result<()> {
    setup::run_for_packages()?;
    process::build_release()?;
    let builds = builds()?;
    let folder = builds.join("debian");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    let root = folder.join("linchpin");
    let program = root.join("usr/bin/linchpin");
    copy(&builds.join("release/linchpin"), &program)?;
    // Before it is stripped nothing else is done with it: what is tried here is what is packed.
    process::run(Command::new("strip").args(["--remove-section=.comment"]).arg(&program))?;
    add_manual(&root, &program)?;
    add_completions(&root, &program)?;
    add_documents(&root)?;
    write(&root.join("usr/share/lintian/overrides/linchpin"), OVERRIDES)?;
    add_control(&root, &dependencies(&folder, &program)?)?;
    set_modes(&root)?;
    let package = folder.join(format!("linchpin_{VERSION}-{REVISION}_{}.deb", architecture()?));
    let mut pack = Command::new("dpkg-deb");
    pack.args(["--build", "--root-owner-group", "-Zxz"]).arg(&root).arg(&package);
    process::run(pack.env("SOURCE_DATE_EPOCH", commit_time("%ct")?))
}

/// The folder of builds is the one that this program was built into.
fn builds() -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let folder = program.ancestors().nth(2).context("a program lies two folders below builds")?;
    Ok(folder.to_owned())
}

fn add_manual(root: &Path, program: &Path) -> anyhow::Result<()> {
    let folder = root.join("usr/share/man/man1");
    process::run(Command::new(program).arg("man").arg(&folder))?;
    for entry in std::fs::read_dir(&folder)? {
        compress(&entry?.path())?;
    }
    Ok(())
}

fn add_completions(root: &Path, program: &Path) -> anyhow::Result<()> {
    for (shell, path) in COMPLETIONS {
        let text = output(Command::new(program).args(["completions", shell]))?;
        write(&root.join(path), &text)?;
    }
    Ok(())
}

fn add_documents(root: &Path) -> anyhow::Result<()> {
    let folder = root.join("usr/share/doc/linchpin");
    for path in tree::files()? {
        if DOCUMENTS.iter().any(|document| path.starts_with(document)) {
            copy(&tree::root().join(&path), &folder.join(&path))?;
        }
    }
    let license = std::fs::read_to_string(tree::root().join("LICENSE-MIT"))?;
    write(&folder.join("copyright"), &copyright(&license)?)?;
    copy(&tree::root().join("CHANGELOG.md"), &folder.join("changelog"))?;
    let changes = changelog(&maintainer(), &commit_time("%aD")?);
    write(&folder.join("changelog.Debian"), &changes)?;
    write(&folder.join("crates"), &crates()?)?;
    for name in ["changelog", "changelog.Debian", "crates"] {
        compress(&folder.join(name))?;
    }
    Ok(())
}

/// What `dpkg` is told. Goes last, as it speaks of the other files.
fn add_control(root: &Path, dependencies: &str) -> anyhow::Result<()> {
    let mut sums = Command::new("md5sum");
    let mut size = 0;
    for path in files(root)? {
        size += path.metadata()?.len().div_ceil(1024);
        sums.arg(path.strip_prefix(root)?);
    }
    let sums = output(sums.current_dir(root))?;
    let text = control(&architecture()?, &maintainer(), dependencies, size);
    write(&root.join("DEBIAN/control"), &text)?;
    write(&root.join("DEBIAN/md5sums"), &sums)
}

fn control(architecture: &str, maintainer: &str, dependencies: &str, size: u64) -> String {
    format!(
        "Package: linchpin\n\
         Version: {VERSION}-{REVISION}\n\
         Section: devel\n\
         Priority: optional\n\
         Architecture: {architecture}\n\
         Maintainer: {maintainer}\n\
         Installed-Size: {size}\n\
         Depends: {dependencies}, gcc | c-compiler, libc6-dev | libc-dev\n\
         Suggests: gcc-multilib, cvc5\n\
         Description: automatic verifier of C programs and of protocols\n \
         Linchpin reads C programs and descriptions of protocols as they are, and\n \
         answers with a verdict, the evidence for it, and what the verdict rests on:\n \
         violations that were replayed before they are shown, and proofs that were\n \
         checked again.\n \
         .\n \
         Programs are read through the C compiler of the system. Those for 32 bits\n \
         need gcc-multilib; cvc5 serves as a second solver (--cross-check).\n"
    )
}

fn changelog(maintainer: &str, date: &str) -> String {
    format!(
        "linchpin ({VERSION}-{REVISION}) unstable; urgency=medium\n\n  \
         * What is new stands in changelog.gz.\n\n \
         -- {maintainer}  {date}\n"
    )
}

/// In the form that machines read, with the text of one licence and the place of the other.
fn copyright(license: &str) -> anyhow::Result<String> {
    let holder = license.lines().find_map(|line| line.strip_prefix("Copyright (c) "));
    let holder = holder.context("LICENSE-MIT names nobody")?;
    let terms = license.split_once("\n\n").and_then(|(_, rest)| rest.split_once("\n\n"));
    let (_, terms) = terms.context("LICENSE-MIT has no terms behind its second paragraph")?;
    let terms: Vec<_> = terms.trim_end().lines().map(in_field).collect();
    Ok(format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\
         Upstream-Name: linchpin\n\
         Comment: Crates that are linked into the program, and their licences, are listed in\n \
         crates.gz.\n\n\
         Files: *\n\
         Copyright: {holder}\n\
         License: Expat or Apache-2.0\n\n\
         License: Expat\n{}\n\n\
         License: Apache-2.0\n \
         The text is in /usr/share/common-licenses/Apache-2.0.\n",
        terms.join("\n")
    ))
}

/// A line of a field of several lines; an empty one is written as a dot.
fn in_field(line: &str) -> String {
    if line.is_empty() { " .".to_owned() } else { format!(" {line}") }
}

/// The crates that the program is made of, which want to be named with their licences.
fn crates() -> anyhow::Result<String> {
    let mut cargo = process::cargo();
    cargo.args(["tree", "--locked", "--package", "linchpin", "--edges", "normal"]);
    cargo.args(["--prefix", "none", "--no-dedupe", "--format", "{p}|{l}"]);
    let listed = output(cargo.current_dir(tree::root()))?;
    let mut text = "The crates that are linked into linchpin, and their licences.\n".to_owned();
    for crate_ in foreign_crates(&listed) {
        text.push_str(&format!("\n{} {}: {}\n", crate_.name, crate_.version, crate_.license));
        for path in notices(&crate_) {
            let notice = std::fs::read(&path)?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            text.push_str(&format!("\n--- {name}\n{}\n", String::from_utf8_lossy(&notice)));
        }
    }
    Ok(text)
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ForeignCrate {
    name: String,
    version: String,
    license: String,
}

/// Those of `cargo tree` that are not ours and that the program contains: `NAME vVERSION|LICENSE`.
fn foreign_crates(listed: &str) -> Vec<ForeignCrate> {
    let mut found: Vec<_> = listed
        .lines()
        .filter_map(|line| {
            let (package, license) = line.split_once('|')?;
            let (name, version) = package.split_once(" v")?;
            // Ours have their folder in parentheses, macros their kind.
            let is_plain = !version.contains('(');
            is_plain.then(|| ForeignCrate {
                name: name.to_owned(),
                version: version.to_owned(),
                license: license.to_owned(),
            })
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The files of a crate that say who wrote it and on what terms it may be used.
fn notices(crate_: &ForeignCrate) -> Vec<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let registries = home.and_then(|home| std::fs::read_dir(home.join("registry/src")).ok());
    let folder = format!("{}-{}", crate_.name, crate_.version);
    let folders = registries.into_iter().flatten().flatten().map(|it| it.path().join(&folder));
    let Some(folder) = folders.into_iter().find(|folder| folder.is_dir()) else {
        return Vec::new();
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .filter(|entry| is_notice(&entry.file_name().to_string_lossy()))
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    found.sort();
    found
}

/// Not the text of the Apache licence, which every Debian has, and a hundred copies of which say
/// no more.
fn is_notice(name: &str) -> bool {
    let name = name.to_uppercase();
    let is_named = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"]
        .iter()
        .any(|start| name.starts_with(start));
    is_named && !name.contains("APACHE")
}

/// The packages of the libraries that the program is linked against.
fn dependencies(folder: &Path, program: &Path) -> anyhow::Result<String> {
    // It refuses to work outside of a source package, and three lines make one.
    let source = folder.join("source");
    let text = "Source: linchpin\n\nPackage: linchpin\nArchitecture: any\n";
    write(&source.join("debian/control"), text)?;
    let mut command = Command::new("dpkg-shlibdeps");
    let text = output(command.arg("-O").arg(program).current_dir(source))?;
    let found = text.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    found.map(str::to_owned).context("dpkg-shlibdeps names no packages")
}

/// As Debian's own tools find it out.
fn maintainer() -> String {
    let name = std::env::var("DEBFULLNAME").unwrap_or("The Linchpin developers".to_owned());
    let address = std::env::var("DEBEMAIL").unwrap_or("linchpin@example.org".to_owned());
    format!("{name} <{address}>")
}

fn architecture() -> anyhow::Result<String> {
    Ok(output(Command::new("dpkg").arg("--print-architecture"))?.trim().to_owned())
}

/// When the last commit was made; the time of now where there is no history.
fn commit_time(format: &str) -> anyhow::Result<String> {
    let mut git = Command::new("git");
    git.args(["log", "-1"]).arg(format!("--format={format}")).current_dir(tree::root());
    let time = output(&mut git).or_else(|_| {
        let format = if format == "%ct" { "+%s" } else { "--rfc-email" };
        output(Command::new("date").arg(format))
    });
    Ok(time?.trim().to_owned())
}

fn compress(path: &Path) -> anyhow::Result<()> {
    output(Command::new("gzip").args(["--best", "--no-name"]).arg(path)).map(drop)
}

/// Modes as the policy wants them, whatever the umask is.
fn set_modes(root: &Path) -> anyhow::Result<()> {
    for path in files(root)? {
        let is_program = path.parent().is_some_and(|folder| folder.ends_with("usr/bin"));
        let mode = if is_program { 0o755 } else { 0o644 };
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode))?;
        for folder in path.ancestors().skip(1).take_while(|folder| folder.starts_with(root)) {
            std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755))?;
        }
    }
    Ok(())
}

/// All files below a folder, sorted.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let bytes = std::fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    write(to, bytes)?;
    // The program is run before all modes are set.
    Ok(std::fs::set_permissions(to, from.metadata()?.permissions())?)
}

fn write(path: &Path, text: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let folder = path.parent().context("a file lies in a folder")?;
    std::fs::create_dir_all(folder)?;
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    let text = String::from_utf8(output.stdout)?;
    ensure!(!text.contains('\0'), "{command:?} prints no text");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_has_one_field_per_line_and_an_indented_description() {
        let text = control("amd64", "A <a@example.org>", "libc6, libz3-4", 7);
        let (fields, description) = text.split_once("Description: ").unwrap();
        assert!(fields.lines().all(|line| line.contains(": ") && !line.starts_with(' ')), "{text}");
        assert!(fields.contains("\nDepends: libc6, libz3-4, gcc | c-compiler,"), "{text}");
        let long: Vec<_> = description.lines().skip(1).collect();
        assert!(long.len() > 3 && long.iter().all(|line| line.starts_with(' ')), "{text}");
        assert!(long.iter().all(|line| !line.starts_with("  ")), "{text}");
    }

    #[test]
    fn the_changelog_has_the_form_that_dpkg_reads() {
        let text = changelog("A <a@example.org>", "Tue, 17 Nov 2026 12:00:00 +0000");
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[0].starts_with("linchpin (") && lines[0].ends_with("; urgency=medium"));
        assert!(lines[2].starts_with("  * "));
        assert_eq!(lines[4], " -- A <a@example.org>  Tue, 17 Nov 2026 12:00:00 +0000");
    }

    #[test]
    fn our_own_licence_is_quoted() {
        let license = std::fs::read_to_string(tree::root().join("LICENSE-MIT")).unwrap();
        let text = copyright(&license).unwrap();
        assert!(text.contains("\nCopyright: 20"), "{text}");
        assert!(text.contains("License: Expat\n Permission is hereby granted"), "{text}");
        assert!(text.contains("\n .\n THE SOFTWARE IS PROVIDED"), "{text}");
    }

    #[test]
    fn crates_of_others_are_named_once() {
        let listed = "linchpin v0.1.0 (folder)|MIT\n\
                      libc v0.2.1|MIT\n\
                      derive v1.0.0 (proc-macro)|MIT\n\
                      libc v0.2.1|MIT\n";
        let found = foreign_crates(listed);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].name.as_str(), found[0].version.as_str()), ("libc", "0.2.1"));
    }
}
