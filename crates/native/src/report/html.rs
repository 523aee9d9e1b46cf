//! The report as one page that needs nothing else.

use super::data::{Count, NativeReport};
use super::text::{reasons, title};
use crate::program::Mark;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light \
dark;--ink:#1c2430;--faint:#5c6878;--line:#d8dee6;--back:#fff;--bar:#e3e8ef;--good:#2f855a;--warm:#b7791f}\
@media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--faint:#9aa7b8;--line:#39424f;--back:#14181f;--bar:#2a323e;--good:#68d391;--warm:#f6ad55}}\
*{box-sizing:border-box}body{margin:0 \
auto;max-width:72rem;padding:1rem;background:var(--back);color:var(--ink);font:16px/1.5 \
system-ui,sans-serif}\
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.15rem;margin:2rem 0 .5rem}p{margin:.3rem 0}\
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);padding:.3rem \
.5rem;text-align:left;vertical-align:top}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}td.w{overflow-wrap:anywhere}\
.bar{background:var(--bar);height:.6rem;min-width:4rem;border-radius:.3rem;overflow:hidden}.bar \
i{display:block;height:100%;background:var(--good)}\
details{border:1px solid var(--line);border-radius:.4rem;margin:.4rem 0;padding:.4rem \
.7rem}summary{cursor:pointer;overflow-wrap:anywhere}\
code,pre{font:13px/1.5 \
ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}pre{margin:.3rem \
0}.m{color:var(--warm)}.f{color:var(--faint)}\
input{font:inherit;width:100%;padding:.4rem .6rem;border:1px solid \
var(--line);border-radius:.4rem;background:var(--back);color:var(--ink)}\
@media(max-width:40rem){.o{display:none}}";

/// Filters the open branches by what the reader types.
const SCRIPT: &str = "\
const q=document.getElementById('q');q.addEventListener('input',()=>{const t=q.value.toLowerCase();\
for(const d of \
document.querySelectorAll('details'))d.hidden=!d.textContent.toLowerCase().includes(t)});";

/// Writes the page.
pub(crate) fn html(report: &NativeReport) -> String {
    let Count { branches, covered, panics, library, not_called } = report.total;
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\">\
         <title>{covered} of {branches} branches covered</title><style>{STYLE}</style></head><body>\
         <h1>{covered} of {branches} branches covered</h1>{}\
         <p>{} tests, {} executions. Not covered are {panics} branches that only panic, {library} \
         of the standard library or the harness, and {not_called} in functions \
         without a known call.</p>",
        bar(report.total),
        report.tests.len(),
        report.executions,
    );
    out +=
        "<h2>Files</h2><table><tr><th>file<th class=n>covered<th class=n>branches<th class=o></tr>";
    for file in report.files.iter().filter(|file| file.count.branches > 0) {
        row(&mut out, &escape(&file.file), file.count);
    }
    out += "</table><h2>Functions</h2><table><tr><th>function<th class=n>covered<th \
        class=n>branches<th class=o></tr>";
    for function in report.functions.iter().filter(|function| function.count.branches > 0) {
        let place = format!(
            "{}<br><span class=f>{}:{}</span>",
            escape(&function.name),
            escape(&function.file),
            function.line
        );
        row(&mut out, &place, function.count);
    }
    let _ = write!(
        out,
        "</table><h2>Branches that are not covered</h2><input id=q placeholder=\"filter by file, \
         function or text\" aria-label=\"filter\">"
    );
    for open in &report.open {
        let mark = match open.mark {
            Some(Mark::Panics) => " <span class=m>panics</span>",
            Some(Mark::Library) => " <span class=m>library</span>",
            Some(Mark::NotCalled) => " <span class=m>not called</span>",
            Some(Mark::Unreachable) => " <span class=m>unreachable</span>",
            None => "",
        };
        let source = open
            .from
            .as_ref()
            .or(open.to.as_ref())
            .and_then(|spot| spot.source.as_deref())
            .unwrap_or("");
        let _ = write!(
            out,
            "<details><summary>{}{mark}<br><code>{}</code></summary><p class=f>in \
             {}</p><pre>{}</pre></details>",
            escape(&title(open)),
            escape(source),
            escape(&open.function),
            escape(&reasons(open, &report.inputs).join("\n")),
        );
    }
    out += "<h2>Tests</h2><table><tr><th>input<th class=n>bytes</tr>";
    for test in &report.tests {
        let _ = write!(
            out,
            "<tr><td class=w><code>{}</code><br><span class=f>{}</span><td class=n>{}</tr>",
            escape(&test.input),
            test.file,
            test.length
        );
    }
    let _ = write!(out, "</table><script>{SCRIPT}</script></body></html>");
    out
}

fn row(out: &mut String, name: &str, count: Count) {
    let _ = write!(
        out,
        "<tr><td class=w>{name}<td class=n>{}<td class=n>{}<td class=o>{}</tr>",
        count.covered,
        count.branches,
        bar(count)
    );
}

fn bar(count: Count) -> String {
    let share = 100.0 * count.covered as f64 / count.branches.max(1) as f64;
    format!("<div class=bar><i style=\"width:{share:.1}%\"></i></div>")
}

/// Text that may stand in the page.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_of_programs_are_no_markup() {
        assert_eq!(super::escape("Vec<u8> & \"x\""), "Vec&lt;u8&gt; &amp; &quot;x&quot;");
    }
}
