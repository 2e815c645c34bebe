//! Evaluates the subset of GitHub's expressions that the workflows of this repository use.
//!
//! Invariant: an unknown name or operator is an error and never an empty text, so that a misspelt name
//! differs from one that is not set.

use anyhow::{Context as _, Result, bail, ensure};

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Text(String),
}

impl Value {
    fn holds(&self) -> bool {
        match self {
            Value::Null => false,
            Value::Bool(value) => *value,
            Value::Text(text) => !text.is_empty(),
        }
    }

    /// Returns the value as text within another text.
    pub fn text(&self) -> String {
        match self {
            Value::Null => String::new(),
            Value::Bool(value) => value.to_string(),
            Value::Text(text) => text.clone(),
        }
    }

    /// Compares texts without regard to case, and other types as numbers. Conversions that no workflow uses
    /// are errors.
    fn is(&self, other: &Value) -> Result<bool> {
        Ok(match (self, other) {
            (Value::Text(one), Value::Text(two)) => one.eq_ignore_ascii_case(two),
            (Value::Null, Value::Text(text)) | (Value::Text(text), Value::Null) => text.is_empty(),
            (Value::Text(_), Value::Bool(_)) | (Value::Bool(_), Value::Text(_)) => {
                bail!("a text is compared with a truth value, which is never what was meant")
            }
            (one, two) => one.holds() == two.holds(),
        })
    }
}

/// The values of the names that an expression contains.
pub trait Names {
    /// Returns the value of a name such as `inputs.app` or `steps.judge.outputs.verdict`. A name that cannot
    /// exist is an error.
    fn value(&self, path: &[String]) -> Result<Value>;
    /// Returns whether an earlier step failed.
    fn failed(&self) -> bool;
}

/// Replaces every `${{ … }}` in a text by its value.
pub fn fill(text: &str, names: &dyn Names) -> Result<String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${{") {
        let (expression, after) =
            after.split_once("}}").with_context(|| format!("{text:?} is not closed"))?;
        filled += before;
        filled += &evaluate(expression, names)?.text();
        rest = after;
    }
    Ok(filled + rest)
}

/// Returns whether the condition of an `if:` is true. A condition without a status function also requires
/// that no earlier step failed.
pub fn condition(text: &str, names: &dyn Names) -> Result<bool> {
    let inner = text.trim().strip_prefix("${{").and_then(|rest| rest.strip_suffix("}}")).unwrap_or(text);
    ensure!(!inner.contains("${{"), "{text:?} would always hold");
    let asks = ["always()", "failure()", "success()", "cancelled()"].iter().any(|word| inner.contains(word));
    Ok((asks || !names.failed()) && evaluate(inner, names)?.holds())
}

/// Evaluates one expression.
pub fn evaluate(text: &str, names: &dyn Names) -> Result<Value> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, names };
    let value = parser.either().with_context(|| format!("in the expression {text:?}"))?;
    ensure!(parser.tokens.is_empty(), "{:?} is left over in {text:?}", parser.tokens);
    Ok(value)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Text(String),
    Path(Vec<String>),
    Sign(&'static str),
}

const SIGNS: [&str; 8] = ["==", "!=", "&&", "||", "(", ")", "!", ","];

fn tokens(text: &str) -> Result<Vec<Token>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            found.push(Token::Sign(sign));
            rest = &rest[sign.len()..];
        } else if let Some(after) = rest.strip_prefix('\'') {
            // Two quotes would be an escaped quote, which no expression of these workflows contains.
            let (inside, after) =
                after.split_once('\'').with_context(|| format!("{text:?} is not closed"))?;
            ensure!(!after.starts_with('\''), "a quote within a text: {text:?}");
            found.push(Token::Text(inside.to_owned()));
            rest = after;
        } else {
            let end =
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_-.".contains(c))).unwrap_or(rest.len());
            ensure!(end > 0, "{rest:?} is not understood in {text:?}");
            found.push(Token::Path(rest[..end].split('.').map(str::to_owned).collect()));
            rest = &rest[end..];
        }
        rest = rest.trim_start();
    }
    Ok(found)
}

struct Parser<'a> {
    tokens: &'a [Token],
    names: &'a dyn Names,
}

impl Parser<'_> {
    fn take(&mut self, sign: &str) -> bool {
        let Some((Token::Sign(found), rest)) = self.tokens.split_first() else { return false };
        if *found == sign {
            self.tokens = rest;
        }
        *found == sign
    }

    // Evaluates an `||`. The two operands are always evaluated, so that an error in the unused operand is
    // found too.
    fn either(&mut self) -> Result<Value> {
        let mut value = self.both()?;
        while self.take("||") {
            let other = self.both()?;
            value = if value.holds() { value } else { other };
        }
        Ok(value)
    }

    fn both(&mut self) -> Result<Value> {
        let mut value = self.comparison()?;
        while self.take("&&") {
            let other = self.comparison()?;
            value = if value.holds() { other } else { value };
        }
        Ok(value)
    }

    fn comparison(&mut self) -> Result<Value> {
        let value = self.single()?;
        if self.take("==") {
            return Ok(Value::Bool(value.is(&self.single()?)?));
        }
        if self.take("!=") {
            return Ok(Value::Bool(!value.is(&self.single()?)?));
        }
        Ok(value)
    }

    fn single(&mut self) -> Result<Value> {
        if self.take("!") {
            return Ok(Value::Bool(!self.single()?.holds()));
        }
        if self.take("(") {
            let value = self.either()?;
            ensure!(self.take(")"), "a parenthesis is not closed");
            return Ok(value);
        }
        let (first, rest) = self.tokens.split_first().context("it ends too early")?;
        self.tokens = rest;
        match first {
            Token::Text(text) => Ok(Value::Text(text.clone())),
            Token::Path(path) if self.take("(") => {
                ensure!(self.take(")"), "{path:?} takes no argument here");
                match path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                    ["always"] => Ok(Value::Bool(true)),
                    ["success"] => Ok(Value::Bool(!self.names.failed())),
                    ["failure"] => Ok(Value::Bool(self.names.failed())),
                    _ => bail!("the function {path:?} is not known"),
                }
            }
            Token::Path(path) => match &path[..] {
                [word] if word == "true" || word == "false" => Ok(Value::Bool(word == "true")),
                [word] if word == "null" => Ok(Value::Null),
                [_] => bail!("{path:?} alone is no value"),
                path => self.names.value(path),
            },
            Token::Sign(sign) => bail!("{sign:?} where a value is expected"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Some1(bool);

    impl Names for Some1 {
        fn value(&self, path: &[String]) -> Result<Value> {
            match path.join(".").as_str() {
                "inputs.app" => Ok(Value::Text("a.ipa".into())),
                "inputs.none" => Ok(Value::Text(String::new())),
                "vars.unset" => Ok(Value::Null),
                other => bail!("there is no {other}"),
            }
        }

        fn failed(&self) -> bool {
            self.0
        }
    }

    #[test]
    fn expressions_of_workflows_have_the_same_values_as_on_github() {
        for (text, expected) in [
            ("inputs.app", "a.ipa"),
            ("vars.unset || 'none'", "none"),
            ("inputs.app == 'A.IPA' && 'x' || 'y'", "x"),
            ("inputs.none != ''", "false"),
            ("!(inputs.none == '') || false", "false"),
            ("vars.unset == ''", "true"),
        ] {
            assert_eq!(evaluate(text, &Some1(false)).unwrap().text(), expected, "{text}");
        }
        assert_eq!(fill("<${{ inputs.app }}|${{inputs.none}}>", &Some1(false)).unwrap(), "<a.ipa|>");
        for (text, failed, expected) in [
            ("inputs.app != ''", false, true),
            ("inputs.app != ''", true, false),
            ("always() && inputs.app != ''", true, true),
            ("${{ failure() }}", true, true),
        ] {
            assert_eq!(condition(text, &Some1(failed)).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn unknown_expressions_of_workflows_are_errors() {
        for text in [
            "inputs.ap",
            "hashFiles()",
            "inputs.app ==",
            "'open",
            "a + b",
            "inputs",
            "1 2",
            "(inputs.app",
            "format('x')",
            "inputs.app == true",
            "inputs['app']",
            "",
        ] {
            assert!(evaluate(text, &Some1(false)).is_err(), "{text}");
        }
        assert!(fill("${{ inputs.app", &Some1(false)).is_err());
        assert!(condition("${{ inputs.app }} == ''", &Some1(false)).is_err());
    }
}
