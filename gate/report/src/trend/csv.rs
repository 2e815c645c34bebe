//! One line for each series and session, for spreadsheets and data frames (RFC 4180).

use std::fmt::Write as _;
use std::io::{self, Write};

use super::TrendReport;

const HEAD: &str =
    "app,scenario,device,kind,name,module,owner,session,recorded_unix_ms,build,commit,ns,level_changed";

/// Writes the series of all keys.
pub fn trend_csv(all: &[TrendReport], mut out: impl Write) -> io::Result<()> {
    write!(out, "{HEAD}\r\n")?;
    for told in all {
        let key = &told.trend.key;
        let place = [&key.app, &key.scenario, &key.device].map(|text| quoted(text)).join(",");
        let sessions: Vec<String> = told
            .trend
            .sessions
            .iter()
            .map(|session| {
                let mut text = format!("{},", quoted(&session.name));
                if let Some(ms) = session.unix_ms {
                    let _ = write!(text, "{ms}");
                }
                let commit = session.commit.as_deref().unwrap_or_default();
                let _ = write!(text, ",{},{}", quoted(&session.build), quoted(commit));
                text
            })
            .collect();
        for series in &told.trend.series {
            let [name, module, owner] = [Some(&series.name), series.module.as_ref(), series.owner.as_ref()]
                .map(|text| quoted(text.map_or("", |text| text)));
            for (at, (session, ns)) in sessions.iter().zip(&series.ns).enumerate() {
                let changed = series.changes.iter().any(|step| step.at == at);
                write!(
                    out,
                    "{place},{},{name},{module},{owner},{session},{ns:.0},{}\r\n",
                    series.kind.name(),
                    u8::from(changed)
                )?;
            }
        }
    }
    Ok(())
}

/// A field; quoted where it holds what ends one.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
