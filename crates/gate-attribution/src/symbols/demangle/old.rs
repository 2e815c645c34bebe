//! Swift's mangling before version 4, in which the Objective-C run time knows classes still: `_TtC6Runner11AppDelegate`.
//!
//! Only names of types are read; functions have not been mangled so since 2017.

/// The name of a class as Swift writes it, `Runner.AppDelegate`, of any of its manglings.
///
/// A class that is private to a file keeps its file's mark out of the name: two such classes of one module have one name.
pub fn class_name(symbol: &str) -> Option<String> {
    if symbol.starts_with("_Tt") {
        return parsed(symbol, false);
    }
    // The type itself, its metadata or its class object: `$s6Runner11AppDelegateC`, `…CN`, `…Cm`.
    let symbol = symbol.strip_prefix('_').unwrap_or(symbol);
    let is_type = symbol.starts_with("$s") && symbol.trim_end_matches(['N', 'm', 'D', 'n']).ends_with('C');
    let bare = is_type.then(|| symbol.trim_end_matches(['N', 'm', 'D', 'n']))?;
    super::swift::full(bare).map(|name| super::without_marks(&name)).filter(|name| !name.contains(' '))
}

/// The same as `swift demangle` writes it: with the mark of the file of private ones, and the module of an extension around it.
pub(super) fn full(symbol: &str) -> Option<String> {
    parsed(symbol, true)
}

fn parsed(symbol: &str, full: bool) -> Option<String> {
    let mut parser = Parser { rest: symbol.strip_prefix("_Tt")?, depth: 0, full };
    let name = parser.nominal()?;
    parser.rest.trim_start_matches('_').is_empty().then_some(name)
}

struct Parser<'a> {
    rest: &'a str,
    full: bool,
    depth: u32,
}

impl Parser<'_> {
    fn eat(&mut self, start: &str) -> bool {
        let rest = self.rest.strip_prefix(start);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Kind, where it is, its name: `C6Runner11AppDelegate`; of a generic one also what it was given, which is left out.
    fn nominal(&mut self) -> Option<String> {
        self.depth += 1;
        if self.depth > 64 {
            return None;
        }
        if self.eat("G") {
            let name = self.nominal()?;
            while !self.eat("_") {
                self.argument()?;
            }
            return Some(name);
        }
        if self.eat("P") {
            let name = self.member()?;
            return self.eat("_").then_some(name);
        }
        ["C", "V", "O"].iter().any(|kind| self.eat(kind)).then_some(())?;
        self.member()
    }

    /// The module or the type around, then the name.
    fn member(&mut self) -> Option<String> {
        let around = match self.rest.chars().next()? {
            'C' | 'V' | 'O' => self.nominal()?,
            's' => {
                self.rest = &self.rest[1..];
                "Swift".to_owned()
            }
            'E' => {
                self.rest = &self.rest[1..];
                let module = self.identifier()?;
                let extended = self.nominal()?;
                if self.full { format!("(extension in {module}):{extended}") } else { extended }
            }
            // Local to a function: its mangling follows, which is not read any more.
            'F' => return None,
            _ => self.identifier()?,
        };
        let private = if self.eat("P") { Some(self.identifier()?) } else { None };
        let name = self.identifier()?;
        Some(match private.filter(|_| self.full) {
            Some(file) => format!("{around}.({name} in {file})"),
            None => format!("{around}.{name}"),
        })
    }

    /// A type that a generic class was given.
    fn argument(&mut self) -> Option<()> {
        match self.rest.chars().next()? {
            'C' | 'V' | 'O' | 'G' | 'P' => self.nominal().map(|_| ()),
            // One of the standard library: `Si`, `SS`, `Sa` …
            'S' => {
                self.rest = self.rest.get(2..)?;
                Some(())
            }
            _ => None,
        }
    }

    fn identifier(&mut self) -> Option<String> {
        let coded = self.eat("X");
        let digits = self.rest.find(|c: char| !c.is_ascii_digit())?;
        let length: usize = self.rest[..digits].parse().ok()?;
        let end = digits.checked_add(length)?;
        let name = self.rest.get(digits..end).filter(|name| !name.is_empty())?;
        self.rest = &self.rest[end..];
        // Punycode, as `X` says, stays as it is: a name in other letters cannot be taken for another one.
        Some(if coded { format!("X{name}") } else { name.to_owned() })
    }
}
