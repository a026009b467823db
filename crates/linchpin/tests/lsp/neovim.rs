//! The server in Neovim, with the configuration of `contrib`, where Neovim is installed.

use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn neovim_shows_a_fault_until_it_is_mended() {
    let is_there = Command::new("nvim").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !is_there {
        eprintln!("Neovim is not installed: nothing was tested");
        return;
    }
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let configuration = tests.ancestors().nth(2).unwrap().join("contrib/neovim/linchpin.lua");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp").join("neovim");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.c"), crate::WRONG).unwrap();
    // The program that was built is the one on the path.
    let programs = Path::new(env!("CARGO_BIN_EXE_linchpin")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("nvim");
    command.args(["--headless", "-n", "-i", "NONE", "--cmd", "filetype on", "-u"]);
    command.arg(configuration).arg("a.c").arg("-S").arg(tests.join("tests/lsp/neovim.lua"));
    command.current_dir(&folder).stdin(Stdio::null());
    command.env("PATH", format!("{}:{path}", programs.display()));
    // Neither the settings nor the logs of whoever runs the tests.
    for variable in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env(variable, &folder);
    }
    let output = command.output().unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}");
}
