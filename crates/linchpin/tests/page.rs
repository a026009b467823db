//! The HTML pages in a real browser, where one is installed: their scripts run and fetch nothing.

// The lint knows tests by their attribute, and not what they call.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                       int main(void)\n{\n  int x = __VERIFIER_nondet_int();\n\
                       if (x == 3 && \"<b>&</script>\"[0])\n    reach_error();\n  return 0;\n}\n";
const PROTOCOL: &str = "protocol lock\nloc out, look, crit // <b>&</script>\ncentre var lock : bool = false\n\
                        at out: when !lock: goto look\nat look: lock := true; goto crit\n\
                        at crit: lock := false; goto out\nsafety !(pc[x] = crit & pc[y] = crit)\n";
/// Who is at `b` stays there for ever.
const WAITS: &str = "protocol waits\nloc a, b\nvar f : bool = false\nat a: goto b\n\
                     at b: when f: f := false; stay\nat b: when !f: f := true; stay\n\
                     justice a, b\nliveness pc[x] = b -> F pc[x] = a\n";

fn browser() -> Option<&'static str> {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let browser = browsers.into_iter().find(is_there);
    if browser.is_none() {
        eprintln!("skipped: no Chromium is installed");
    }
    browser
}

/// The page that a command writes about `text`.
fn page(command: &str, name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), text).unwrap();
    let page = folder.join(name).with_extension("html");
    let mut linchpin = Command::new(env!("CARGO_BIN_EXE_linchpin"));
    linchpin.current_dir(&folder).args([command, name, "-q", "--html"]).arg(&page);
    assert_eq!(linchpin.output().unwrap().status.code(), Some(1));
    page
}

/// What the browser makes of the page. Each has a profile of its own, since they run side by side.
fn shown(browser: &str, page: &Path) -> String {
    let shown = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", page.with_extension("profile").display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap();
    String::from_utf8_lossy(&shown.stdout).into_owned()
}

#[test]
fn the_page_steps_through_the_run() {
    let Some(browser) = browser() else { return };
    let shown = shown(browser, &page("verify", "three.c", PROGRAM));
    // The script has put the last step on the page.
    assert!(shown.contains("step 3 of 3"), "{shown}");
    assert!(shown.contains("<td>x</td><td>3</td>"), "{shown}");
    assert!(!shown.contains("<b>&amp;"), "{shown}");
}

#[test]
fn the_page_of_a_protocol_steps_through_its_run() {
    let Some(browser) = browser() else { return };
    let shown = shown(browser, &page("protocol", "lock.lpp", PROTOCOL));
    assert!(shown.contains("step 4 of 4, line 5 – process 1: crit"), "{shown}");
    // The state beside the chart: where both are, and where the second was.
    assert!(shown.contains("<ins class=\"changed\">crit</ins><span class=\"was\">look</span>"));
    assert!(shown.contains("<span class=\"same\">lock=true</span>"), "{shown}");
    assert!(!shown.contains("<b>&amp;"), "{shown}");
}

/// A script of ours presses buttons and keys, and writes down what the page says then.
#[test]
fn buttons_and_keys_go_round_in_a_run_that_repeats() {
    let Some(browser) = browser() else { return };
    let page = page("protocol", "waits.lpp", WAITS);
    let text = std::fs::read_to_string(&page).unwrap();
    let press = "<script>const said = [];\n\
        const note = () => said.push(document.getElementById('position').textContent);\n\
        const press = (key) => { document.dispatchEvent(new KeyboardEvent('keydown', { key: key })); note(); };\n\
        note(); document.getElementById('forward').click(); note(); press('Home'); press('ArrowRight');\n\
        document.title = said.join(' | ');</script>";
    std::fs::write(&page, text.replace("</body>", &format!("{press}</body>"))).unwrap();
    let shown = shown(browser, &page);
    let title = shown.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0;
    assert_eq!(
        title,
        "step 3 of 3, repeated for ever, line 5 – process 0: f=false | \
         step 2 of 3, repeated for ever, line 6 – process 0: f=true | start | \
         step 1 of 3, line 4 – process 0: b"
    );
}
