//! `--format csv`: one line for each launch and method, for spreadsheets and data frames (RFC 4180).

use std::io::{self, Write};

use crate::attribute::Natives;
use crate::launches::{Launches, Role, Thread};

use super::sampled::hot_functions_of;

const HEAD: &str = "session,launch,role,block,thread,method,module,owner,image,calls,self_ns,total_ns,samples,sampled_self_ns,sampled_total_ns";

/// Writes all launches; phases and callers are added up. Functions that samples found stand in columns of their own, since their times
/// are within those of methods.
pub fn write_csv(launches: &Launches, natives: &Natives, mut out: impl Write) -> io::Result<()> {
    write!(out, "{HEAD}\r\n")?;
    let table = &launches.table;
    for launch in &launches.launches {
        let role = launch.role.map_or("", Role::name);
        let block = launch.block.map_or(String::new(), |block| block.to_string());
        for (thread, thread_name) in [(Thread::Main, "main"), (Thread::Other, "other")] {
            let mut methods: Vec<_> = launch.methods(table, thread).collect();
            methods.sort_by(|a, b| table.method(a.0).name.cmp(&table.method(b.0).name));
            for (id, cost) in methods {
                let method = table.method(id);
                let of = |text: &Option<std::sync::Arc<str>>| quoted(text.as_deref().unwrap_or_default());
                write!(
                    out,
                    "{},{},{role},{block},{thread_name},{},{},{},{},{},{},{},,,\r\n",
                    quoted(&launch.session),
                    launch.number,
                    quoted(&method.name),
                    of(&method.module),
                    of(&method.owner),
                    of(&method.image),
                    cost.calls,
                    cost.self_ns.0,
                    cost.total_ns.0
                )?;
            }
            let mut functions = hot_functions_of(launch, natives, Some(thread));
            functions.sort_by_cached_key(|hot| natives.functions[hot.function].short());
            for hot in functions {
                let function = &natives.functions[hot.function];
                let of = |text: &Option<String>| quoted(text.as_deref().unwrap_or_default());
                write!(
                    out,
                    "{},{},{role},{block},{thread_name},{},{},{},{},,,,{},{},{}\r\n",
                    quoted(&launch.session),
                    launch.number,
                    quoted(&function.short()),
                    of(&function.module),
                    of(&function.owner),
                    quoted(&function.image),
                    hot.samples,
                    hot.self_ns,
                    hot.total_ns
                )?;
            }
        }
    }
    out.flush()
}

/// A field; quoted where it holds what ends one.
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\r', '\n']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
