//! What every page is put into: a document of its own that fetches nothing.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

/// Nothing may be fetched, whatever the text says.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
const POLICY_WITH_SCRIPT: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// A page in the making.
pub(crate) struct Page<'a> {
    pub title: String,
    pub styles: &'a [&'a str],
    pub body: Markup,
    /// Run in this order, after the body and the data are there.
    pub scripts: &'a [&'a str],
    /// What the scripts find in the element `run`.
    pub data: Option<Value>,
}

impl Page<'_> {
    pub fn render(&self) -> String {
        let policy = if self.scripts.is_empty() { POLICY } else { POLICY_WITH_SCRIPT };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) }
                    style { @for style in self.styles { (PreEscaped(style)) } }
                }
                body {
                    (self.body)
                    @if let Some(data) = &self.data {
                        script #run type="application/json" { (PreEscaped(harmless(data))) }
                    }
                    @if !self.scripts.is_empty() {
                        script { @for script in self.scripts { (PreEscaped(script)) } }
                    }
                }
            }
        };
        page.into_string()
    }
}

/// JSON that cannot end the element in which it stands.
fn harmless(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}
