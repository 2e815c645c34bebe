//! `gate inspect` as one page, and the section that it is.

use std::fmt::Write as _;

use super::escape;
use crate::facts::{Code, Facts, Image};
use crate::report::facts as words;

/// The facts of a build as a page of its own.
pub fn facts_page(facts: &Facts) -> String {
    let title = format!("launchgate: facts of {}", facts.app);
    // No script draws anything here; the page's own looks for nothing but its data.
    super::whole(&title, "{}", |page| {
        page.push_str("<main>\n");
        section(page, facts);
        page.push_str("</main>\n");
    })
}

/// The facts of a build as a section.
fn section(page: &mut String, facts: &Facts) {
    let _ = writeln!(
        page,
        "<section id=\"facts\">\n<h1>Facts of {}</h1>\n<p>{}. Read from the files of the app, without launching it.</p>",
        escape(&facts.app),
        escape(&words::totals(facts))
    );
    if let Some(changes) = &facts.changes {
        let _ = writeln!(page, "<h2>Changes</h2>\n<p>{}.</p>", words::headline(changes));
        if !changes.is_empty() {
            begin(page, &["Change", "Module", "Owner"]);
            for change in changes {
                let (module, owner) = (change.module.as_deref(), change.owner.as_deref());
                row(page, &[&words::change(change), module.unwrap_or(""), owner.unwrap_or("")]);
            }
            end(page);
        }
    }
    for image in &facts.images {
        of_image(page, image);
    }
    page.push_str("</section>\n");
}

fn of_image(page: &mut String, image: &Image) {
    let _ =
        writeln!(page, "<h2>{}</h2>\n<p>{}.</p>\n<ul>", escape(&image.path), escape(&words::about(image)));
    for line in image.notes.iter().cloned().chain(words::numbers(image)) {
        let _ = writeln!(page, "<li>{}</li>", escape(&line));
    }
    page.push_str("</ul>\n");
    begin(page, &["Segment", "Bytes in the file", "Bytes in memory"]);
    for segment in &image.segments {
        let sizes = [segment.file_bytes, segment.memory_bytes].map(words::number);
        row(page, &[&segment.name, &sizes[0], &sizes[1]]);
    }
    end(page);
    if !image.dylibs.is_empty() {
        begin(page, &["Dylib, in order", "Link", "Place"]);
        for dylib in &image.dylibs {
            row(page, &[&dylib.name, &dylib.link, &dylib.place]);
        }
        end(page);
    }
    code(page, "+load", &image.loads);
    code(page, "Static initialiser", &image.initialisers);
}

fn code(page: &mut String, title: &str, list: &[Code]) {
    if list.is_empty() {
        return;
    }
    begin(page, &[title, "Module", "Owner", "From"]);
    for code in list {
        let [module, owner, from] = [code.module.as_deref(), code.owner.as_deref(), words::place(code)]
            .map(Option::unwrap_or_default);
        row(page, &[&code.symbol, module, owner, from]);
    }
    end(page);
}

fn begin(page: &mut String, heads: &[&str]) {
    page.push_str("<div class=\"scroll\"><table><thead><tr>");
    for head in heads {
        let _ = write!(page, "<th scope=\"col\">{head}</th>");
    }
    page.push_str("</tr></thead><tbody>\n");
}

fn row(page: &mut String, cells: &[&str]) {
    page.push_str("<tr>");
    for (at, cell) in cells.iter().enumerate() {
        let class = if at == 0 { " class=\"name\"" } else { "" };
        let _ = write!(page, "<td{class}>{}</td>", escape(cell));
    }
    page.push_str("</tr>\n");
}

fn end(page: &mut String) {
    page.push_str("</tbody></table></div>\n");
}
