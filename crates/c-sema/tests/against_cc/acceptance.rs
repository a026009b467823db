//! What is C and what is not: small units, each accepted or refused by gcc and by sema alike.

use std::process::{Command, Stdio};

use c_sema::types::DataModel;
use source::{Source, Styling, render};

struct Unit {
    is_accepted: bool,
    text: &'static str,
}

fn units() -> Vec<Unit> {
    include_str!("units.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| match line.split_at(4) {
            ("yes ", text) => Unit { is_accepted: true, text },
            ("no  ", text) => Unit { is_accepted: false, text },
            (mark, _) => panic!("unknown mark {mark:?}"),
        })
        .collect()
}

#[test]
fn sema_accepts_what_the_marks_say() {
    for unit in units() {
        let mut source = Source::new("unit.c", unit.text.as_bytes().to_vec());
        let (tree, mut messages) = c_syntax::parse(&mut source);
        if !messages.has_errors() {
            messages.append(c_sema::analyse(tree, DataModel::Lp64).1);
        }
        let shown: Vec<String> =
            messages.iter().map(|message| render(&source, message, Styling::Plain)).collect();
        assert_eq!(!messages.has_errors(), unit.is_accepted, "{}\n{}", unit.text, shown.join("\n"));
    }
}

#[test]
fn the_compiler_accepts_what_the_marks_say() {
    for unit in units() {
        let mut child = Command::new("cc")
            .args(["-m64", "-w", "-std=gnu17", "-fsyntax-only", "-xc", "-"])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("cc is installed");
        let mut input = child.stdin.take().expect("the input is piped");
        std::io::Write::write_all(&mut input, unit.text.as_bytes()).expect("cc reads its input");
        drop(input);
        let status = child.wait().expect("cc ends");
        assert_eq!(status.success(), unit.is_accepted, "{}", unit.text);
    }
}
