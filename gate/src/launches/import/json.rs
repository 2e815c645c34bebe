//! JSON token by token: trees of call stacks nest deeper than a parser that calls itself may go.
//!
//! Invariant: what was opened is closed in order, and a key stands before each value of an object.

use std::borrow::Cow;
use std::fmt;

use super::ImportError;

/// Deeper than this is no call stack.
const DEEPEST: usize = 20_000;

/// What stands next.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Object,
    Array,
    /// The end of the object or array.
    End,
    Key(Cow<'a, str>),
    Text(Cow<'a, str>),
    Number(f64),
    Bool(bool),
    Null,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Object => f.write_str("an object"),
            Token::Array => f.write_str("a list"),
            Token::End => f.write_str("the end of an object or a list"),
            Token::Key(key) => write!(f, "the key {key:?}"),
            Token::Text(text) => write!(f, "{text:?}"),
            Token::Number(number) => write!(f, "{number}"),
            Token::Bool(value) => write!(f, "{value}"),
            Token::Null => f.write_str("null"),
        }
    }
}

/// A reader of tokens.
pub(super) struct Json<'a> {
    bytes: &'a [u8],
    at: usize,
    /// For each that is open: whether it is an object.
    open: Vec<bool>,
    /// Whether something stands before in the one that is open, so that a comma must follow.
    has_before: bool,
    /// Whether the value of a key is due.
    is_value_due: bool,
}

impl<'a> Json<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Json<'a> {
        let at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Json { bytes, at, open: Vec::new(), has_before: false, is_value_due: false }
    }

    /// An error at what was read last.
    pub(super) fn wrong(&self, what: impl std::fmt::Display) -> ImportError {
        ImportError::at(self.at, what)
    }

    pub(super) fn next(&mut self) -> Result<Token<'a>, ImportError> {
        let mut byte = self.byte()?;
        if let Some(&is_object) = self.open.last()
            && !self.is_value_due
        {
            if byte == if is_object { b'}' } else { b']' } {
                self.at += 1;
                self.open.pop();
                self.has_before = true;
                return Ok(Token::End);
            }
            if self.has_before {
                if byte != b',' {
                    return Err(self.wrong("a comma is missing"));
                }
                self.at += 1;
                byte = self.byte()?;
            }
            if is_object {
                let key = self.text()?;
                if self.byte()? != b':' {
                    return Err(self.wrong("a colon is missing"));
                }
                self.at += 1;
                self.is_value_due = true;
                return Ok(Token::Key(key));
            }
        }
        self.is_value_due = false;
        self.has_before = true;
        match byte {
            b'{' | b'[' => {
                if self.open.len() == DEEPEST {
                    return Err(self.wrong(format_args!("nested deeper than {DEEPEST}")));
                }
                self.at += 1;
                self.open.push(byte == b'{');
                self.has_before = false;
                Ok(if byte == b'{' { Token::Object } else { Token::Array })
            }
            b'"' => self.text().map(Token::Text),
            _ => self.word(),
        }
    }

    /// Passes over a value.
    pub(super) fn skip(&mut self) -> Result<(), ImportError> {
        let depth = self.open.len();
        self.next()?;
        while self.open.len() > depth {
            self.next()?;
        }
        Ok(())
    }

    /// A text; null is none.
    pub(super) fn text_value(&mut self) -> Result<Option<Cow<'a, str>>, ImportError> {
        match self.next()? {
            Token::Text(text) => Ok(Some(text)),
            Token::Null => Ok(None),
            other => Err(self.wrong(format_args!("expected a string, found {other}"))),
        }
    }

    /// A finite number that is not negative.
    pub(super) fn number(&mut self) -> Result<f64, ImportError> {
        match self.next()? {
            Token::Number(number) if number >= 0.0 => Ok(number),
            other => Err(self.wrong(format_args!("expected a number that is not negative, found {other}"))),
        }
    }

    /// That nothing stands behind the last value.
    pub(super) fn end(&mut self) -> Result<(), ImportError> {
        match self.byte() {
            Ok(_) => Err(self.wrong("unexpected data after the end")),
            Err(_) => Ok(()),
        }
    }

    fn byte(&mut self) -> Result<u8, ImportError> {
        while let Some(byte) = self.bytes.get(self.at) {
            if !byte.is_ascii_whitespace() {
                return Ok(*byte);
            }
            self.at += 1;
        }
        Err(ImportError::Truncated("the file ends in the middle of its JSON".to_owned()))
    }

    fn text(&mut self) -> Result<Cow<'a, str>, ImportError> {
        let begin = self.at;
        if self.bytes.get(begin) != Some(&b'"') {
            return Err(self.wrong("a string is missing"));
        }
        let mut end = begin + 1;
        loop {
            match self.bytes.get(end) {
                None => {
                    return Err(ImportError::Truncated("the file ends in the middle of a string".to_owned()));
                }
                Some(b'"') => break,
                Some(b'\\') => end += 2,
                Some(_) => end += 1,
            }
        }
        let quoted = &self.bytes[begin..=end];
        self.at = end + 1;
        match std::str::from_utf8(&quoted[1..quoted.len() - 1]) {
            Ok(plain) if !quoted.contains(&b'\\') && !plain.contains(char::is_control) => {
                Ok(Cow::Borrowed(plain))
            }
            _ => {
                serde_json::from_slice(quoted).map(Cow::Owned).map_err(|error| ImportError::at(begin, error))
            }
        }
    }

    fn word(&mut self) -> Result<Token<'a>, ImportError> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b)).count();
        let word = std::str::from_utf8(&rest[..length]).unwrap_or_default();
        let token = match word {
            "true" => Some(Token::Bool(true)),
            "false" => Some(Token::Bool(false)),
            "null" => Some(Token::Null),
            _ => serde_json::from_str::<f64>(word).ok().filter(|n| n.is_finite()).map(Token::Number),
        };
        match token {
            Some(token) => {
                self.at += length;
                Ok(token)
            }
            None => Err(self.wrong("expected a value or the end of a list or object")),
        }
    }
}
