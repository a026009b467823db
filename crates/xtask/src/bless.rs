//! Takes today's answers as the expected ones.
//!
//! The file tests know how to do it (crate `filetests`); this only asks them to. What changed is
//! then read in the diff, like any other change.

use crate::process;

pub fn run(filter: Option<&str>) -> anyhow::Result<()> {
    let mut command = process::cargo();
    command.args(["test", "--quiet", "--package", "linchpin", "--test", "files", "--"]);
    command.args(filter).env("LINCHPIN_BLESS", "1");
    process::run(&mut command)
}
