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

/// What the browser makes of the page.
fn shown(browser: &str, page: &Path) -> String {
    shown_with(browser, page, &[])
}

/// Each page has a profile of its own, since they run side by side.
fn shown_with(browser: &str, page: &Path, options: &[&str]) -> String {
    let shown = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .args(options)
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

/// Says in the title how wide the window is, whether anything sticks out, whether the controls can be seen
/// at once, whether it is dark, and whether text can be read on its background (4.5 to 1).
const LOOK: &str = "<script>const light = (text) => text.match(/[0-9.]+/g).slice(0, 3)\
    .map((it) => it / 255).map((it) => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4)\
    .reduce((sum, it, at) => sum + it * [0.2126, 0.7152, 0.0722][at], 0);\
    const style = getComputedStyle(document.body);\
    const opaque = [style.backgroundColor, getComputedStyle(document.documentElement).backgroundColor]\
      .find((it) => !/, 0\\)$/.test(it)) || 'rgb(255, 255, 255)';\
    const two = [light(style.color), light(opaque)];\
    const contrast = (Math.max(...two) + 0.05) / (Math.min(...two) + 0.05);\
    const place = document.getElementById('forward').getBoundingClientRect();\
    document.title = [innerWidth, document.documentElement.scrollWidth <= innerWidth,\
      place.left >= 0 && place.right <= innerWidth && place.top >= 0 && place.bottom <= innerHeight,\
      matchMedia('(prefers-color-scheme: dark)').matches, contrast >= 4.5, two[1] > 0.5].join(' ');</script>";

/// A frame of the width of a telephone or a desk: browsers without a screen make no narrow windows.
fn framed(page: &Path, width: u32) -> PathBuf {
    let frame = page.with_extension(format!("{width}.html"));
    let inner =
        std::fs::read_to_string(page).unwrap().replace("</body>", &format!("{LOOK}</body>"));
    let looked = page.with_extension("looked.html");
    std::fs::write(&looked, inner).unwrap();
    let name = looked.file_name().unwrap().to_string_lossy().into_owned();
    let outer = format!(
        "<!doctype html><title>-</title><iframe id=f src=\"{name}\" style=\"width:{width}px;height:800px;border:0\">\
         </iframe><script>document.getElementById('f').onload = (e) =>\
         document.title = e.target.contentDocument.title;</script>"
    );
    std::fs::write(&frame, outer).unwrap();
    frame
}

#[test]
fn the_page_fits_a_telephone_and_a_desk_in_light_and_dark() {
    let Some(browser) = browser() else { return };
    for (command, name, text) in [("verify", "wide.c", PROGRAM), ("protocol", "wide.lpp", PROTOCOL)]
    {
        let page = page(command, name, text);
        for width in [390, 1280] {
            for (scheme, is_dark) in [(0, true), (1, false)] {
                let frame = framed(&page, width);
                let scheme = format!("--blink-settings=preferredColorScheme={scheme}");
                let options =
                    [&*scheme, "--allow-file-access-from-files", "--window-size=1400,900"];
                let shown = shown_with(browser, &frame, &options);
                let title =
                    shown.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0;
                let wanted = format!("{width} true true {is_dark} true {}", !is_dark);
                assert_eq!(title, wanted, "{name}");
            }
        }
    }
}
