//! An editor without a screen: starts the server, speaks to it, and waits for what it says.
//!
//! Waiting is for events only; the time limit is there for the day when one does not come. Messages that
//! nobody waits for are kept in their order, so that a test can also say what was never sent.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(60);

pub struct Editor {
    server: Child,
    stdin: Option<ChildStdin>,
    incoming: Receiver<Value>,
    /// Came in while something else was waited for.
    pub kept: Vec<Value>,
    folder: PathBuf,
    n_requests: i64,
    version: i64,
}

impl Editor {
    /// Starts the server, and does nothing yet. The folder is that of the test alone.
    pub fn start(name: &str, options: &[&str]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_linchpin"));
        command.arg("lsp").args(options).current_dir(&folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let (sender, incoming) = channel();
        let mut stdout = BufReader::new(server.stdout.take().unwrap());
        std::thread::spawn(move || {
            while let Some(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let stdin = server.stdin.take();
        Self { server, stdin, incoming, kept: Vec::new(), folder, n_requests: 0, version: 0 }
    }

    /// Starts the server and greets it, with all that a modern editor can do.
    pub fn greet(name: &str, options: &[&str]) -> Self {
        let mut editor = Self::start(name, options);
        let answer = editor.request("initialize", editor.greeting());
        assert_eq!(answer["result"]["serverInfo"]["name"], "linchpin", "{answer}");
        editor.notify("initialized", json!({}));
        editor
    }

    pub fn greeting(&self) -> Value {
        json!({
            "processId": null,
            "rootUri": self.uri(""),
            "capabilities": {
                "window": { "workDoneProgress": true },
                "workspace": { "inlayHint": { "refreshSupport": true } },
                "textDocument": { "publishDiagnostics": { "relatedInformation": true } },
            },
        })
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Escaped as editors do it, which is not quite as the server does.
    pub fn uri(&self, file: &str) -> String {
        let path = self.path(file).display().to_string();
        format!("file://{}", path.replace(' ', "%20").replace('ä', "%c3%a4"))
    }

    pub fn document(&self, file: &str) -> Value {
        json!({ "uri": self.uri(file) })
    }

    pub fn write(&self, file: &str, text: &str) {
        std::fs::create_dir_all(self.path(file).parent().unwrap()).unwrap();
        std::fs::write(self.path(file), text).unwrap();
    }

    /// Writes the file and opens it.
    pub fn open(&mut self, file: &str, text: &str) {
        self.write(file, text);
        self.version += 1;
        let document = json!({ "uri": self.uri(file), "languageId": "c", "version": self.version,
                               "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Types the text, which is not saved yet.
    pub fn change(&mut self, file: &str, text: &str) {
        self.version += 1;
        let document = json!({ "uri": self.uri(file), "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", params);
    }

    /// Types the text and saves it.
    pub fn save(&mut self, file: &str, text: &str) {
        self.change(file, text);
        self.write(file, text);
        let params = json!({ "textDocument": self.document(file) });
        self.notify("textDocument/didSave", params);
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks, and waits for the answer.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.n_requests += 1;
        let id = self.n_requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.wait(|it| it["id"] == id && it["method"].is_null())
    }

    pub fn execute(&mut self, command: &str, arguments: Value) -> Value {
        let params = json!({ "command": command, "arguments": arguments });
        self.request("workspace/executeCommand", params)
    }

    /// The next diagnostics of a file.
    pub fn diagnostics(&mut self, file: &str) -> Vec<Value> {
        let uri = self.uri(file);
        let is_it = |it: &Value| {
            it["method"] == "textDocument/publishDiagnostics" && it["params"]["uri"] == *uri
        };
        self.wait(is_it)["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// The name of the next work that the server begins.
    pub fn begun(&mut self) -> String {
        let is_it =
            |it: &Value| it["method"] == "$/progress" && it["params"]["value"]["kind"] == "begin";
        self.wait(is_it)["params"]["token"].as_str().unwrap().to_owned()
    }

    /// The first message, kept or to come, that is the one.
    pub fn wait(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&is_it) {
            return self.kept.remove(at);
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(message) = self.incoming.recv_timeout(left) else {
                panic!("it did not come; what came: {:#?}", self.kept);
            };
            if !message["id"].is_null() && !message["method"].is_null() {
                let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": null });
                self.send(&answer);
            }
            if is_it(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    /// Writes bytes that may be anything.
    pub fn write_raw(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(text.as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    /// Closes the pipe without a word, and gives how the server ends and what it complains about.
    pub fn vanish(mut self) -> (ExitStatus, String) {
        self.stdin = None;
        self.wait_for_end()
    }

    pub fn wait_for_end(&mut self) -> (ExitStatus, String) {
        let mut complaints = String::new();
        self.server.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        (self.server.wait().unwrap(), complaints)
    }

    pub fn kill(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }

    /// The processes that the server has started and that run.
    pub fn children(&self) -> Vec<u32> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.server.id())).unwrap();
        let children = tasks
            .flatten()
            .filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        let children = children.collect::<String>();
        children.split_whitespace().map(|it| it.parse().unwrap()).collect()
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write_raw(&format!("Content-Length: {}\r\n\r\n{text}", text.len()));
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// None at the end of the output.
fn read(stdout: &mut BufReader<ChildStdout>) -> Option<Value> {
    let mut n_bytes = 0;
    loop {
        let mut line = String::new();
        if stdout.read_line(&mut line).unwrap() == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => {
                let length = line.strip_prefix("Content-Length: ");
                n_bytes = length.unwrap_or_else(|| panic!("{line:?}")).parse().unwrap();
            }
        }
    }
    let mut text = vec![0; n_bytes];
    stdout.read_exact(&mut text).unwrap();
    Some(serde_json::from_slice(&text).unwrap())
}

/// Waits until a process is gone.
pub fn wait_until_gone(pid: u32) {
    let deadline = Instant::now() + PATIENCE;
    while is_there(pid) {
        assert!(Instant::now() < deadline, "{pid} is still there");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A process that has ended and that nobody has waited for yet is gone, too.
fn is_there(pid: u32) -> bool {
    let Ok(text) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    let state = text.rsplit(')').next().and_then(|it| it.split_whitespace().next());
    state.is_some_and(|state| state != "Z")
}
