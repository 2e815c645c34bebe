//! Demangles Swift's names before version 4. The Objective-C run time still uses these names for classes, for example
//! `_TtC6Runner11AppDelegate`.
//!
//! Only the names of types are parsed; compilers have not used this mangling for functions since 2017.

/// Returns the name of a class in Swift's notation, such as `Runner.AppDelegate`, from any of its mangled names.
///
/// The result has no mark of the file for a class that is private to a file, so two such classes of one module have the same name.
pub fn class_name(symbol: &str) -> Option<String> {
    if symbol.starts_with("_Tt") {
        return parse_symbol(symbol, false);
    }
    // The symbol belongs to the type itself, to its metadata or to its class object: `$s6Runner11AppDelegateC`, `…CN`, `…Cm`.
    let symbol = symbol.strip_prefix('_').unwrap_or(symbol);
    let is_type = symbol.starts_with("$s") && symbol.trim_end_matches(['N', 'm', 'D', 'n']).ends_with('C');
    let bare = is_type.then(|| symbol.trim_end_matches(['N', 'm', 'D', 'n']))?;
    super::swift::full_name(bare).map(|name| super::without_marks(&name)).filter(|name| !name.contains(' '))
}

/// Returns the name in the form of `swift demangle`: with the mark of the file for private types, and with the module of an extension.
pub(super) fn full_name(symbol: &str) -> Option<String> {
    parse_symbol(symbol, true)
}

fn parse_symbol(symbol: &str, full: bool) -> Option<String> {
    let mut parser = Parser { rest: symbol.strip_prefix("_Tt")?, depth: 0, full };
    let name = parser.parse_nominal()?;
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

    /// Parses a kind, a context and a name, such as `C6Runner11AppDelegate`; the arguments of a generic type are skipped.
    fn parse_nominal(&mut self) -> Option<String> {
        self.depth += 1;
        if self.depth > 64 {
            return None;
        }
        if self.eat("G") {
            let name = self.parse_nominal()?;
            while !self.eat("_") {
                self.parse_argument()?;
            }
            return Some(name);
        }
        if self.eat("P") {
            let name = self.parse_member()?;
            return self.eat("_").then_some(name);
        }
        ["C", "V", "O"].iter().any(|kind| self.eat(kind)).then_some(())?;
        self.parse_member()
    }

    /// Parses the enclosing module or type, and then the name.
    fn parse_member(&mut self) -> Option<String> {
        let around = match self.rest.chars().next()? {
            'C' | 'V' | 'O' => self.parse_nominal()?,
            's' => {
                self.rest = &self.rest[1..];
                "Swift".to_owned()
            }
            'E' => {
                self.rest = &self.rest[1..];
                let module = self.parse_identifier()?;
                let extended = self.parse_nominal()?;
                if self.full { format!("(extension in {module}):{extended}") } else { extended }
            }
            // A type that is local to a function contains the mangled name of the function, which is not supported.
            'F' => return None,
            _ => self.parse_identifier()?,
        };
        let private = if self.eat("P") { Some(self.parse_identifier()?) } else { None };
        let name = self.parse_identifier()?;
        Some(match private.filter(|_| self.full) {
            Some(file) => format!("{around}.({name} in {file})"),
            None => format!("{around}.{name}"),
        })
    }

    /// Parses an argument of a generic type.
    fn parse_argument(&mut self) -> Option<()> {
        match self.rest.chars().next()? {
            'C' | 'V' | 'O' | 'G' | 'P' => self.parse_nominal().map(|_| ()),
            // The argument is a type of the standard library, such as `Si`, `SS` or `Sa`.
            'S' => {
                self.rest = self.rest.get(2..)?;
                Some(())
            }
            _ => None,
        }
    }

    fn parse_identifier(&mut self) -> Option<String> {
        let coded = self.eat("X");
        let digits = self.rest.find(|c: char| !c.is_ascii_digit())?;
        let length: usize = self.rest[..digits].parse().ok()?;
        let end = digits.checked_add(length)?;
        let name = self.rest.get(digits..end).filter(|name| !name.is_empty())?;
        self.rest = &self.rest[end..];
        // A name in Punycode (`X`) is not decoded, so that names in other scripts remain distinct.
        Some(if coded { format!("X{name}") } else { name.to_owned() })
    }
}
