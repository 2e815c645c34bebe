//! ETTrace's flame graph of one thread: `output.json`, and the older form with all threads.
//!
//! Its tool writes the children of a node as a list, or without one where there is one child.
//! It samples from the launch until somebody stops it, so the launch's own end is given (`launch.end`), or is an event of the app.

use std::borrow::Cow;

use crate::launches::draft::Draft;
use crate::launches::spans::Origin;
use crate::launches::{Condition, Counters, Mark, MethodId, Ns, PathId, SIMULATOR, Table, Thread, marks};

use super::json::{Json, Token};
use super::stacks::{Stacks, is_system};
use super::{Given, ImportError};

/// A call stack's frame, as long as it stood there.
#[derive(Default)]
struct Node<'a> {
    /// Its place among the nodes; smaller than its own.
    parent: Option<usize>,
    name: Cow<'a, str>,
    library: Cow<'a, str>,
    /// In seconds.
    start: f64,
    duration: f64,
}

/// The tree of a thread.
#[derive(Default)]
struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    thread: Option<Cow<'a, str>>,
}

/// What a file says.
#[derive(Default)]
struct File<'a> {
    os_build: Cow<'a, str>,
    device: Cow<'a, str>,
    is_simulator: bool,
    trees: Vec<Tree<'a>>,
    /// Names of events and their times in seconds, begin and end alike.
    events: Vec<(Cow<'a, str>, f64)>,
}

/// The launch in a file.
pub(super) fn draft(
    bytes: &[u8],
    origin: &Origin<'_>,
    given: &Given,
    table: &mut Table,
) -> Result<Draft, ImportError> {
    let file = parse(bytes)?;
    let mut draft = Draft { session: origin.session.to_owned(), number: origin.number, ..Draft::default() };
    let model = if file.is_simulator && !file.device.is_empty() {
        format!("{}{SIMULATOR}an unknown host", file.device)
    } else {
        file.device.to_string()
    };
    draft.conditions.device_model = given.prefer(Condition::DeviceModel, &model).into();
    draft.conditions.device_os = given.prefer(Condition::DeviceOs, &file.os_build).into();
    draft.conditions.agent_version = "ettrace".into();
    let is_main = |tree: &Tree<'_>| tree.thread.as_ref().is_none_or(|name| name == "Main Thread");
    let Some(main) = file.trees.iter().find(|tree| is_main(tree)) else {
        return Err(ImportError::Invalid("it has no main thread".to_owned()));
    };
    let (name, end) = end_of(&file, main, given)?;
    draft.marks = vec![Mark { name: name.into(), at: Ns(end * 1e9), counters: Counters::default() }];
    let mut stacks = Stacks::default();
    for tree in &file.trees {
        let thread = if std::ptr::eq(tree, main) { Thread::Main } else { Thread::Other };
        add(tree, thread, end, &mut stacks, table);
    }
    draft.costs = stacks.costs();
    Ok(draft)
}

/// When the launch ends, and the mark that says so.
fn end_of(file: &File<'_>, main: &Tree<'_>, given: &Given) -> Result<(&'static str, f64), ImportError> {
    let event = |name: &str| {
        let times = file.events.iter().filter(|(event, _)| event == name).map(|(_, time)| *time);
        times.reduce(f64::max)
    };
    if let Some(name) = given.end() {
        let call = || {
            let mut calls = main.nodes.iter().filter(|node| node.name == name);
            calls.next().map(|node| node.start + node.duration)
        };
        return event(name).or_else(call).map(|end| (marks::FIRST_FRAME, end)).ok_or_else(|| {
            ImportError::Invalid(format!(
                "launch.end: the main thread has no event or function named {name:?}"
            ))
        });
    }
    if let Some(end) = event(marks::FIRST_FRAME) {
        return Ok((marks::FIRST_FRAME, end));
    }
    match main.nodes.first() {
        Some(root) if root.duration > 0.0 => Ok((marks::WINDOW_END, root.duration)),
        _ => Err(ImportError::Invalid("it has no samples of the main thread".to_owned())),
    }
}

/// Adds up a thread's tree until the launch's end.
fn add(tree: &Tree<'_>, thread: Thread, end: f64, stacks: &mut Stacks, table: &mut Table) {
    let inside = |node: &Node<'_>| ((node.start + node.duration).min(end) - node.start).max(0.0) * 1e9;
    let mut own: Vec<f64> = tree.nodes.iter().map(inside).collect();
    for (at, node) in tree.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            let child = inside(node);
            own[parent] = (own[parent] - child).max(0.0);
            debug_assert!(parent < at, "a node comes after its parent");
        }
    }
    // What of each node its children hang below: its own path, its depth and its method.
    let mut below: Vec<(Option<PathId>, usize)> = Vec::with_capacity(tree.nodes.len());
    for (at, node) in tree.nodes.iter().enumerate() {
        let (path, depth) = node.parent.map_or((None, 0), |parent| below[parent]);
        // The root stands for the thread, and a node without a name for a gap between two calls.
        if node.parent.is_none() || node.name.is_empty() {
            below.push((path, depth));
            continue;
        }
        let method = intern(node, table);
        if inside(node) > 0.0 {
            stacks.add((method, thread, None, path), own[at], inside(node));
        }
        below.push((stacks.path(path, depth, method, table), depth + 1));
    }
}

fn intern(node: &Node<'_>, table: &mut Table) -> MethodId {
    let library = &*node.library;
    super::intern_frame(table, &node.name, library.rsplit('/').next().unwrap_or_default(), is_system(library))
}

fn parse(bytes: &[u8]) -> Result<File<'_>, ImportError> {
    let mut json = Json::new(bytes);
    let mut file = File::default();
    if json.next()? != Token::Object {
        return Err(json.wrong("an object is missing"));
    }
    loop {
        match json.next()? {
            Token::End => break,
            Token::Key(key) => match &*key {
                "osBuild" => file.os_build = json.text_value()?.unwrap_or_default(),
                "device" => file.device = json.text_value()?.unwrap_or_default(),
                "isSimulator" => {
                    file.is_simulator = matches!(json.next()?, Token::Bool(true) | Token::Number(1.0))
                }
                "nodes" => file.trees.push(Tree { nodes: nodes(&mut json)?, thread: None }),
                "threadNodes" => threads(&mut json, &mut file.trees)?,
                "events" => events(&mut json, &mut file.events)?,
                _ => json.skip()?,
            },
            _ => return Err(json.wrong("a key is missing")),
        }
    }
    json.end()?;
    if file.trees.is_empty() {
        return Err(ImportError::Invalid("it has no nodes, so it is not an ETTrace flame graph".to_owned()));
    }
    Ok(file)
}

/// The fields of an object, each handed on with its key.
fn fields<'a>(
    json: &mut Json<'a>,
    mut field: impl FnMut(&mut Json<'a>, &str) -> Result<(), ImportError>,
) -> Result<(), ImportError> {
    loop {
        match json.next()? {
            Token::End => return Ok(()),
            Token::Key(key) => field(json, &key)?,
            _ => return Err(json.wrong("a key is missing")),
        }
    }
}

/// The objects of a list, each handed on where it begins.
fn objects<'a>(
    json: &mut Json<'a>,
    mut object: impl FnMut(&mut Json<'a>) -> Result<(), ImportError>,
) -> Result<(), ImportError> {
    if json.next()? != Token::Array {
        return Err(json.wrong("a list is missing"));
    }
    loop {
        match json.next()? {
            Token::End => return Ok(()),
            Token::Object => object(json)?,
            _ => return Err(json.wrong("an object is missing")),
        }
    }
}

fn threads<'a>(json: &mut Json<'a>, trees: &mut Vec<Tree<'a>>) -> Result<(), ImportError> {
    objects(json, |json| {
        let mut tree = Tree::default();
        fields(json, |json, key| {
            match key {
                "threadName" => tree.thread = json.text_value()?,
                "nodes" => tree.nodes = nodes(json)?,
                _ => json.skip()?,
            }
            Ok(())
        })?;
        trees.push(tree);
        Ok(())
    })
}

fn events<'a>(json: &mut Json<'a>, into: &mut Vec<(Cow<'a, str>, f64)>) -> Result<(), ImportError> {
    objects(json, |json| {
        let mut event = (Cow::default(), 0.0);
        fields(json, |json, key| {
            match key {
                "name" | "span" => event.0 = json.text_value()?.unwrap_or_default(),
                "time" => event.1 = json.number()?,
                _ => json.skip()?,
            }
            Ok(())
        })?;
        into.push(event);
        Ok(())
    })
}

/// What is open while a tree is read.
enum Open {
    Node(usize),
    Children(usize),
}

/// A tree of nodes; no function calls itself, however deep it is.
fn nodes<'a>(json: &mut Json<'a>) -> Result<Vec<Node<'a>>, ImportError> {
    let mut nodes: Vec<Node<'a>> = Vec::new();
    let mut open = Vec::new();
    let begin = |nodes: &mut Vec<Node<'a>>, open: &mut Vec<Open>, parent| {
        open.push(Open::Node(nodes.len()));
        nodes.push(Node { parent, ..Node::default() });
    };
    if json.next()? != Token::Object {
        return Err(json.wrong("a node is missing"));
    }
    begin(&mut nodes, &mut open, None);
    while let Some(last) = open.last() {
        match (last, json.next()?) {
            (_, Token::End) => drop(open.pop()),
            (&Open::Children(parent), Token::Object) => begin(&mut nodes, &mut open, Some(parent)),
            (&Open::Node(at), Token::Key(key)) => match &*key {
                "name" => nodes[at].name = json.text_value()?.unwrap_or_default(),
                "library" => nodes[at].library = json.text_value()?.unwrap_or_default(),
                "start" => nodes[at].start = json.number()?,
                "duration" => nodes[at].duration = json.number()?,
                "children" => match json.next()? {
                    Token::Object => begin(&mut nodes, &mut open, Some(at)),
                    Token::Array => open.push(Open::Children(at)),
                    _ => return Err(json.wrong("children are missing")),
                },
                _ => json.skip()?,
            },
            _ => return Err(json.wrong("a node is missing")),
        }
    }
    Ok(nodes)
}
