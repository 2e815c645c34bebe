//! NSKeyedArchiver: encodes objects as a property list of numbered objects, as in all arguments of
//! instruments.
//!
//! Objects are represented by plain values: dictionaries, arrays, strings, numbers, data and dates.
//! Invariant: decoding ends for any archive, even if its references form a cycle.

use plist::{Dictionary, Uid, Value};

use super::super::frames::{self, dictionary};
use super::super::wire::{Result, malformed};

/// Seconds from 1970 to 2001, the reference date of Apple's times.
const REFERENCE_DATE: f64 = 978_307_200.0;

/// An NSError object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::device) struct NsError {
    pub(in crate::device) code: i64,
    pub(in crate::device) domain: &'static str,
    pub(in crate::device) description: String,
}

#[derive(Default)]
struct Writer {
    objects: Vec<Value>,
    classes: Vec<(&'static str, u64)>,
}

impl Writer {
    fn add(&mut self, value: Value) -> Value {
        self.objects.push(value);
        Value::Uid(Uid::new(self.objects.len() as u64 - 1))
    }

    fn class(&mut self, name: &'static str) -> Value {
        if let Some((_, index)) = self.classes.iter().find(|(known, _)| *known == name) {
            return Value::Uid(Uid::new(*index));
        }
        self.classes.push((name, self.objects.len() as u64));
        let parents = Value::Array(vec![name.into(), "NSObject".into()]);
        self.add(dictionary([("$classname", name.into()), ("$classes", parents)]).into())
    }

    fn put(&mut self, value: &Value) -> Value {
        let object = match value {
            Value::Dictionary(pairs) => {
                let keys = pairs.keys().map(|key| self.add(key.as_str().into())).collect();
                let values = pairs.values().map(|value| self.put(value)).collect();
                let class = self.class("NSDictionary");
                dictionary([
                    ("NS.keys", Value::Array(keys)),
                    ("NS.objects", Value::Array(values)),
                    ("$class", class),
                ])
                .into()
            }
            Value::Array(values) => {
                let values = values.iter().map(|value| self.put(value)).collect();
                let class = self.class("NSArray");
                dictionary([("NS.objects", Value::Array(values)), ("$class", class)]).into()
            }
            Value::Date(date) => {
                let time = std::time::SystemTime::from(*date).duration_since(std::time::UNIX_EPOCH);
                let seconds = time.unwrap_or_default().as_secs_f64() - REFERENCE_DATE;
                let class = self.class("NSDate");
                dictionary([("NS.time", Value::Real(seconds)), ("$class", class)]).into()
            }
            plain => plain.clone(),
        };
        self.add(object)
    }

    fn finish(self, root: Value) -> Result<Vec<u8>> {
        let archive = dictionary([
            ("$version", 100_000.into()),
            ("$archiver", "NSKeyedArchiver".into()),
            ("$top", dictionary([("root", root)]).into()),
            ("$objects", Value::Array(self.objects)),
        ]);
        frames::to_binary(&archive.into())
    }
}

fn writer() -> Writer {
    Writer { objects: vec!["$null".into()], classes: Vec::new() }
}

/// Encodes a value as an archive.
pub(super) fn archive(value: &Value) -> Result<Vec<u8>> {
    let mut writer = writer();
    let root = writer.put(value);
    writer.finish(root)
}

/// Encodes an error as an archive.
pub(super) fn archive_error(error: &NsError) -> Result<Vec<u8>> {
    let mut writer = writer();
    let domain = writer.add(error.domain.into());
    let description = dictionary([("NSLocalizedDescription", error.description.as_str().into())]);
    let user_info = writer.put(&description.into());
    let class = writer.class("NSError");
    let code = Value::Integer(error.code.into());
    let object =
        dictionary([("NSCode", code), ("NSDomain", domain), ("NSUserInfo", user_info), ("$class", class)]);
    let root = writer.add(object.into());
    writer.finish(root)
}

struct Reader<'a> {
    objects: &'a [Value],
    /// Number of objects that may still be read, which bounds the work for any references.
    budget: u32,
}

/// Largest depth of nested objects in a message.
const DEEPEST: u32 = 32;

impl Reader<'_> {
    /// Decodes an object; `None` for nil.
    fn get(&mut self, value: &Value, depth: u32) -> Result<Option<Value>> {
        if self.budget == 0 || depth > DEEPEST {
            return malformed("archive: too deep or too large");
        }
        self.budget -= 1;
        let value = match value {
            Value::Uid(uid) => {
                match usize::try_from(uid.get()).ok().and_then(|index| self.objects.get(index)) {
                    Some(object) => object,
                    None => return malformed(format!("archive: no object {}", uid.get())),
                }
            }
            plain => plain,
        };
        Ok(Some(match value {
            Value::String(text) if text == "$null" => return Ok(None),
            Value::Dictionary(object) => match (object.get("NS.keys"), object.get("NS.objects")) {
                (Some(Value::Array(keys)), Some(Value::Array(values))) => {
                    let mut pairs = Dictionary::new();
                    for (key, value) in keys.iter().zip(values) {
                        let key = self.get(key, depth + 1)?;
                        if let (Some(Value::String(key)), Some(value)) = (key, self.get(value, depth + 1)?) {
                            pairs.insert(key, value);
                        }
                    }
                    pairs.into()
                }
                (None, Some(Value::Array(values))) => {
                    let mut list = Vec::new();
                    for value in values {
                        list.extend(self.get(value, depth + 1)?);
                    }
                    Value::Array(list)
                }
                _ => match (object.get("NS.string"), object.get("NS.data")) {
                    (Some(text), _) | (None, Some(text)) => return self.get(text, depth + 1),
                    // Objects of other classes are decoded as empty dictionaries: the device only checks that
                    // they exist.
                    (None, None) => Dictionary::new().into(),
                },
            },
            plain => plain.clone(),
        }))
    }
}

/// Decodes an archive; `None` for nil.
pub(super) fn unarchive(bytes: &[u8]) -> Result<Option<Value>> {
    let archive = frames::parse(bytes)?;
    let root = archive.get("$top").and_then(Value::as_dictionary).and_then(|top| top.get("root"));
    let (Some(root), Some(Value::Array(objects))) = (root, archive.get("$objects")) else {
        return malformed("archive: no $top or no $objects");
    };
    Reader { objects, budget: 100_000 }.get(root, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archived_values_are_read_back_unchanged() {
        let value: Value = dictionary([
            ("text", "a".into()),
            ("number", 7.into()),
            ("yes", true.into()),
            ("list", Value::Array(vec!["b".into(), Dictionary::new().into(), Value::Array(vec![])])),
            ("data", Value::Data(vec![1, 2])),
        ])
        .into();
        assert_eq!(unarchive(&archive(&value).unwrap()).unwrap(), Some(value));
    }

    #[test]
    fn circular_and_dangling_references_in_an_archive_are_errors() {
        let of = |objects: Vec<Value>| {
            let top = dictionary([("root", Value::Uid(Uid::new(1)))]);
            let archive = dictionary([("$top", top.into()), ("$objects", Value::Array(objects))]);
            unarchive(&frames::to_binary(&archive.into()).unwrap())
        };
        let array = |uids: &[u64]| -> Value {
            let uids = uids.iter().map(|uid| Value::Uid(Uid::new(*uid))).collect();
            dictionary([("NS.objects", Value::Array(uids))]).into()
        };
        assert!(of(vec!["$null".into(), array(&[1])]).is_err());
        assert!(of(vec!["$null".into(), array(&[9])]).is_err());
        // Each object refers to the next one twice: following all references would give a billion objects.
        let mut doubling = vec!["$null".into()];
        doubling.extend((1..=30u64).map(|at| array(&[at + 1, at + 1])));
        doubling.push("end".into());
        assert!(of(doubling).is_err());
        assert_eq!(of(vec!["$null".into(), "$null".into()]).unwrap(), None);
        assert!(unarchive(b"junk").is_err());
    }
}
