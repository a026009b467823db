//! `linchpin lsp`, as an editor sees it.

// The lint knows tests by their attribute, and not what they call.
#![allow(clippy::unwrap_used)]

mod editor;
mod neovim;

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use editor::{Editor, wait_until_gone};

const WRONG: &str = "\
#include <assert.h>
int main(void)
{
    int x = 3;
    x = x + 1;
    assert(x == 3);
    return 0;
}
";
const RIGHT: &str = "\
#include <assert.h>
int main(void)
{
    int x = 3;
    assert(x == 3);
    return 0;
}
";
/// No sum of two cubes is a cube (Fermat); a solver has much to do with it.
const TAKES_LONG: &str = "\
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int main(void)
{
    unsigned long x = __VERIFIER_nondet_ulong() % 2097152, y = __VERIFIER_nondet_ulong() % 2097152;
    unsigned long z = __VERIFIER_nondet_ulong() % 2097152;
    if (x != 0 && y != 0 && x * x * x + y * y * y == z * z * z)
        reach_error();
    return 0;
}
";

const NOTHING: [Value; 0] = [];

/// Line, first and last column of a diagnostic.
fn range(diagnostic: &Value) -> [u64; 3] {
    let range = &diagnostic["range"];
    assert_eq!(range["start"]["line"], range["end"]["line"]);
    [&range["start"]["line"], &range["start"]["character"], &range["end"]["character"]]
        .map(|it| it.as_u64().unwrap())
}

#[test]
fn a_failing_assertion_is_shown_with_its_run_until_it_is_mended() {
    let mut editor = Editor::greet("failing", &[]);
    editor.open("a.c", WRONG);
    let found = editor.diagnostics("a.c");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(range(&found[0]), [5, 11, 12]);
    assert_eq!((&found[0]["severity"], &found[0]["source"]), (&json!(1), &json!("linchpin")));
    assert_eq!(found[0]["code"], "assertion");
    assert_eq!(found[0]["message"], "assertion fails: `x == 3` (`x` is 4)");
    let steps = found[0]["relatedInformation"].as_array().unwrap();
    let step =
        |at: usize| (&steps[at]["location"]["range"]["start"]["line"], &steps[at]["message"]);
    assert_eq!(step(1), (&json!(4), &json!("x = 4")));
    assert_eq!(steps[1]["location"]["uri"], editor.uri("a.c"));
    editor.save("a.c", RIGHT);
    assert_eq!(editor.diagnostics("a.c"), NOTHING);
    // A change that is told after it was saved is none.
    editor.write("a.c", WRONG);
    let document = editor.document("a.c");
    editor.notify("textDocument/didSave", json!({ "textDocument": document }));
    editor.change("a.c", WRONG);
    assert_eq!(editor.diagnostics("a.c").len(), 1);
    // What nobody looks at any more is not wrong any more.
    let document = editor.document("a.c");
    editor.notify("textDocument/didClose", json!({ "textDocument": document }));
    assert_eq!(editor.diagnostics("a.c"), NOTHING);
}

#[test]
fn columns_count_as_editors_do() {
    let mut editor = Editor::greet("columns", &[]);
    let text = "#include <assert.h>\nint main(void)\n{\n/* 😀 ä */ assert(1 > 2);\n}\n";
    editor.open("ä b.c", text);
    let found = editor.diagnostics("ä b.c");
    assert_eq!(range(&found[0]), [3, 18, 19]);
    let step = &found[0]["relatedInformation"][0]["location"];
    assert_eq!(step["range"]["start"], json!({ "line": 3, "character": 18 }));
}

#[test]
fn what_is_no_program_is_said_at_its_place_and_headers_are_left_alone() {
    let mut editor = Editor::greet("malformed", &[]);
    editor.open("h.h", "int f( {\n");
    editor.open("library.c", "int twice(int x) { return x / 2 * 4; }\n");
    assert_eq!(editor.diagnostics("library.c"), NOTHING);
    editor.open("a.c", "int main(void)\n{\n    return 0\n}\n");
    let found = editor.diagnostics("a.c");
    assert_eq!(range(&found[0])[0], 3, "{found:#?}");
    assert!(found[0]["message"].as_str().unwrap().contains("expected `;`"), "{found:#?}");
    assert!(!editor.kept.iter().any(|it| it["params"]["uri"] == editor.uri("h.h")));
}

#[test]
fn what_is_open_is_no_error() {
    let mut editor = Editor::greet("open", &["--time", "2"]);
    editor.open("a.c", TAKES_LONG);
    let found = editor.diagnostics("a.c");
    assert_eq!((found.len(), &found[0]["severity"]), (1, &json!(3)), "{found:#?}");
    let message = found[0]["message"].as_str().unwrap();
    assert!(message.starts_with("could not tell whether "), "{message}");
}

#[test]
fn loops_have_hints_as_soon_as_they_are_known() {
    let mut editor = Editor::greet("hints", &[]);
    let text = "\
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 1000;
    unsigned i = 0;
    while (i < n) { /* ä */
        i++;
    }
    return 0;
}
";
    editor.open("a.c", text);
    editor.wait(|it| it["method"] == "workspace/inlayHint/refresh");
    let ask = |editor: &mut Editor, last: u64| {
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": last, "character": 0 } });
        let params = json!({ "textDocument": editor.document("a.c"), "range": range });
        editor.request("textDocument/inlayHint", params)["result"].as_array().unwrap().clone()
    };
    let hints = ask(&mut editor, 10);
    assert_eq!(hints.len(), 1, "{hints:#?}");
    assert_eq!(hints[0]["position"], json!({ "line": 5, "character": 27 }));
    let label = hints[0]["label"].as_str().unwrap();
    assert!(label.starts_with("⊢ ") && label.contains("i <= n"), "{label}");
    assert!(hints[0]["tooltip"].as_str().unwrap().contains("\n    i <= n"), "{hints:#?}");
    assert!(ask(&mut editor, 5).is_empty());
    // They are about the text that was saved, and about no other.
    editor.change("a.c", &text.replace("i++", "i += 2"));
    assert!(ask(&mut editor, 10).is_empty());
}

#[test]
fn a_function_is_verified_when_somebody_asks() {
    let mut editor = Editor::greet("functions", &[]);
    let text = "int ok(void) { return 1; }\nint bad(int x)\n{\n    return x + 1;\n}\n";
    editor.open("a.c", text);
    assert_eq!(editor.diagnostics("a.c"), NOTHING);
    let params = json!({ "textDocument": editor.document("a.c") });
    let lenses = editor.request("textDocument/codeLens", params)["result"].clone();
    let names: Vec<_> = [0, 1].map(|at| lenses[at]["command"]["arguments"][1].clone()).into();
    assert_eq!(names, ["ok", "bad"]);
    assert_eq!(range(&lenses[1]), [1, 4, 7]);
    let command = lenses[1]["command"]["command"].as_str().unwrap().to_owned();
    let answer = editor.execute(&command, lenses[1]["command"]["arguments"].clone());
    assert!(answer["error"].is_null(), "{answer}");
    let found = editor.diagnostics("a.c");
    assert_eq!(range(&found[0]), [3, 11, 12]);
    assert_eq!(found[0]["code"], "no-overflow");
    let said = editor.wait(|it| it["method"] == "window/showMessage");
    let said = said["params"]["message"].as_str().unwrap();
    assert!(said.starts_with("`bad` of a.c: FALSE(no-overflow): line 4: "), "{said}");
    // What is known of one function does not hide what is known of another.
    editor.execute(&command, lenses[0]["command"]["arguments"].clone());
    assert_eq!(editor.diagnostics("a.c").len(), 1);
    let said = editor.wait(|it| it["method"] == "window/showMessage");
    assert!(said["params"]["message"].as_str().unwrap().starts_with("`ok` of a.c: TRUE"), "{said}");
    let answer = editor.execute("linchpin.verifyFile", json!([editor.uri("a.c")]));
    assert!(answer["error"].is_null(), "{answer}");
    let said = editor.wait(|it| it["method"] == "window/showMessage");
    assert!(
        said["params"]["message"].as_str().unwrap().contains("no definition of `main`"),
        "{said}"
    );
    // A save is a new text, of which nothing is known yet.
    editor.kept.clear();
    editor.save("a.c", text);
    assert_eq!(editor.diagnostics("a.c"), NOTHING);
}

#[test]
fn the_project_says_how_a_file_is_compiled() {
    let mut editor = Editor::greet("flags", &[]);
    editor.write("inc/limit.h", "#define LIMIT (BASE + 1)\n");
    let entry = json!([{ "directory": "..", "file": "src/a.c",
                         "command": "cc -Iinc '-DBASE=3' -c src/a.c" }]);
    editor.write("build/compile_commands.json", &entry.to_string());
    let text = |limit: &str| {
        format!(
            "#include <assert.h>\n#include <limit.h>\nint main(void) {{ assert(LIMIT == {limit}); }}\n"
        )
    };
    editor.open("src/a.c", &text("4"));
    assert_eq!(editor.diagnostics("src/a.c"), NOTHING);
    editor.save("src/a.c", &text("5"));
    assert_eq!(range(&editor.diagnostics("src/a.c")[0])[0], 2);
}

#[test]
fn a_fault_in_a_header_stands_there_until_no_program_has_it() {
    let mut editor = Editor::greet("headers", &[]);
    editor.write("inc/h.h", "static int half(int x) { return 100 / x; }\n");
    let text = |value: u32| {
        format!("#include \"inc/h.h\"\nint main(void)\n{{\n    return half({value});\n}}\n")
    };
    editor.open("a.c", &text(0));
    assert_eq!(editor.diagnostics("a.c"), NOTHING);
    let found = editor.diagnostics("inc/h.h");
    assert_eq!((found.len(), range(&found[0])[0]), (1, 0), "{found:#?}");
    let steps = found[0]["relatedInformation"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["location"]["uri"] == editor.uri("a.c")), "{steps:#?}");
    // Each program fails there in its own way.
    editor.open("b.c", &text(0));
    assert_eq!(editor.diagnostics("inc/h.h").len(), 2);
    editor.save("a.c", &text(1));
    assert_eq!(editor.diagnostics("inc/h.h").len(), 1);
    editor.save("b.c", &text(1));
    assert_eq!(editor.diagnostics("inc/h.h"), NOTHING);
}

#[test]
fn a_newer_text_ends_the_verification_of_the_older() {
    let mut editor = Editor::greet("newer", &["--time", "50"]);
    let started = Instant::now();
    editor.open("a.c", TAKES_LONG);
    let first = editor.begun();
    let children = editor.children();
    assert!(!children.is_empty());
    editor.save("a.c", TAKES_LONG);
    editor.wait(|it| it["params"]["token"] == *first && it["params"]["value"]["kind"] == "end");
    children.into_iter().for_each(wait_until_gone);
    let second = editor.wait(|it| {
        let params = &it["params"];
        params["value"]["kind"] == "begin" && params["value"]["message"] == "verifying a.c"
    });
    // Somebody loses patience.
    let token = second["params"]["token"].clone();
    editor.notify("window/workDoneProgress/cancel", json!({ "token": token.clone() }));
    editor.wait(|it| it["params"]["token"] == token && it["params"]["value"]["kind"] == "end");
    editor.save("a.c", RIGHT);
    assert_eq!(editor.diagnostics("a.c"), NOTHING);
    assert!(started.elapsed() < Duration::from_secs(45));
    let published = |it: &Value| it["method"] == "textDocument/publishDiagnostics";
    assert!(!editor.kept.iter().any(published), "{:#?}", editor.kept);
}

#[test]
fn bad_requests_are_refused_and_the_server_goes_on() {
    let mut editor = Editor::start("refused", &["--stdio"]);
    let code = |answer: Value| answer["error"]["code"].as_i64().unwrap();
    assert_eq!(code(editor.request("textDocument/codeLens", json!({}))), -32002);
    assert_eq!(code(editor.request("initialize", json!(7))), -32602);
    let greeting = editor.greeting();
    let answer = editor.request("initialize", greeting.clone());
    let offered = &answer["result"]["capabilities"];
    assert_eq!(
        (&offered["inlayHintProvider"], &offered["textDocumentSync"]["openClose"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(offered["executeCommandProvider"]["commands"].as_array().unwrap().len(), 2);
    assert_eq!(code(editor.request("initialize", greeting)), -32600);
    assert_eq!(code(editor.request("textDocument/rename", json!({}))), -32601);
    assert_eq!(code(editor.request("textDocument/codeLens", json!({}))), -32602);
    editor.notify("$/nothing", json!(null));
    editor.notify("textDocument/didSave", json!({ "textDocument": 3 }));
    editor.wait(|it| it["method"] == "window/logMessage");
    let uri = editor.uri("a.c");
    assert_eq!(code(editor.execute("linchpin.verifyFile", json!([uri.clone()]))), -32602);
    assert_eq!(code(editor.execute("linchpin.other", json!([uri.clone()]))), -32602);
    editor.open("a.c", RIGHT);
    let option = json!([uri.clone(), "--html=a.html"]);
    assert_eq!(code(editor.execute("linchpin.verifyFunction", option)), -32602);
    editor.change("a.c", WRONG);
    assert_eq!(code(editor.execute("linchpin.verifyFile", json!([uri]))), -32803);
    assert!(editor.request("shutdown", json!(null))["error"].is_null());
    assert_eq!(code(editor.request("shutdown", json!(null))), -32600);
    editor.notify("exit", json!(null));
    assert_eq!(editor.wait_for_end().0.code(), Some(0));
}

#[test]
fn a_session_ends_with_all_that_it_started() {
    for end in ["shutdown", "exit", "vanish", "kill"] {
        let mut editor = Editor::greet(end, &["--time", "50"]);
        editor.open("a.c", TAKES_LONG);
        editor.begun();
        let children = editor.children();
        assert!(!children.is_empty());
        match end {
            "shutdown" => {
                editor.request("shutdown", json!(null));
                children.iter().copied().for_each(wait_until_gone);
                editor.notify("exit", json!(null));
                assert_eq!(editor.wait_for_end().0.code(), Some(0));
            }
            "exit" => {
                editor.notify("exit", json!(null));
                assert_eq!(editor.wait_for_end().0.code(), Some(1));
            }
            "vanish" => assert_eq!(editor.vanish().0.code(), Some(1)),
            _ => editor.kill(),
        }
        children.into_iter().for_each(wait_until_gone);
    }
}

#[test]
fn what_is_not_the_protocol_is_refused() {
    for text in
        ["verify a.c\n", "Content-Length: 9999999999999\r\n\r\n", "Content-Length: 2\r\n\r\n{}"]
    {
        let mut editor = Editor::greet("no-protocol", &[]);
        editor.write_raw(text);
        let (status, complaints) = editor.vanish();
        assert_eq!(status.code(), Some(3), "{text}");
        let expected = "error: this is not the language server protocol: ";
        assert!(complaints.starts_with(expected), "{complaints}");
    }
}
