//! Parses the XML of schemes and workspaces: elements with their attributes.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// An element; text between elements is ignored.
#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
}

/// The deepest nesting that is read. Xcode's files have about ten levels.
const DEEPEST: usize = 64;

impl Element {
    /// Parses a document and returns its root.
    pub(crate) fn parse(text: &str) -> Result<Element, String> {
        let mut reader = Reader::from_str(text);
        let mut open = vec![Element::default()];
        loop {
            match reader.read_event().map_err(|error| format!("it is not XML: {error}"))? {
                Event::Start(start) if open.len() < DEEPEST => open.push(Element::from_start(&start)),
                Event::Start(_) => return Err(format!("it is nested more than {DEEPEST} levels deep")),
                Event::Empty(start) => {
                    if let Some(last) = open.last_mut() {
                        last.children.push(Element::from_start(&start));
                    }
                }
                Event::End(_) => {
                    if let Some(done) = open.pop()
                        && let Some(last) = open.last_mut()
                    {
                        last.children.push(done);
                    }
                }
                Event::Eof => break,
                _ => {}
            }
        }
        let mut whole = open.into_iter().next().unwrap_or_default();
        if whole.children.len() == 1 { Ok(whole.children.remove(0)) } else { Err("it is not XML".to_owned()) }
    }

    fn from_start(start: &BytesStart<'_>) -> Element {
        let attributes = start.attributes().flatten().map(|attribute| {
            let raw = attribute.value.into_owned();
            let value = quick_xml::escape::unescape(&raw).map(Cow::into_owned).unwrap_or(raw.clone());
            (attribute.key.as_ref().to_owned(), value)
        });
        Element {
            name: start.name().as_ref().to_owned(),
            attributes: attributes.collect(),
            children: Vec::new(),
        }
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::Element;

    #[test]
    fn elements_and_attributes_of_xml_are_parsed() {
        let root =
            Element::parse("<?xml version=\"1.0\"?>\n<a x=\"1 &amp; 2\"><b/><c y='z'></c></a>").unwrap();
        assert_eq!((root.name.as_str(), root.attribute("x")), ("a", Some("1 & 2")));
        assert_eq!(root.child("c").and_then(|c| c.attribute("y")), Some("z"));
        for bad in ["", "<<<<<<< HEAD", "<a>", "{}"] {
            assert!(Element::parse(bad).is_err(), "{bad}");
        }
        assert!(Element::parse(&"<a>".repeat(100)).unwrap_err().contains("nested"));
    }
}
