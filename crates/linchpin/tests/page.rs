//! The HTML page in a real browser, where one is installed: its script runs and fetches nothing.

use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                       int main(void)\n{\n  int x = __VERIFIER_nondet_int();\n\
                       if (x == 3 && \"<b>&</script>\"[0])\n    reach_error();\n  return 0;\n}\n";

#[test]
fn the_page_steps_through_the_run() {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let Some(browser) = browsers.into_iter().find(is_there) else {
        eprintln!("skipped: no Chromium is installed");
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    std::fs::create_dir_all(&folder).expect("works in tests");
    std::fs::write(folder.join("three.c"), PROGRAM).expect("works in tests");
    let mut linchpin = Command::new(env!("CARGO_BIN_EXE_linchpin"));
    linchpin.current_dir(&folder).args(["verify", "three.c", "--html", "three.html", "-q"]);
    assert_eq!(linchpin.output().expect("works in tests").status.code(), Some(1));
    let page = folder.join("three.html");
    let shown = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("works in tests");
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    // The script has put the last step on the page.
    assert!(shown.contains("step 3 of 3"), "{shown}");
    assert!(shown.contains("<td>x</td><td>3</td>"), "{shown}");
    assert!(!shown.contains("<b>&amp;"), "{shown}");
}
