//! Reads the lines of a session's file that follow the head.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{
    Build, BuildRole, Conditions, Cost, Counters, DroppedData, FileLine, Launch, Launches, Mark, Method, Ns,
    Page, Phase, PhaseId, Span, ThreadKind, Work, work_kind_from_name,
};

use super::super::text::{self, abbreviate, parse_whole, unescape, unescape_option};
use super::called::CallCountReader;
use super::{SessionHeader, state_of};

/// The key of a cost line: the method, thread, phase and callers.
type OwnedCostLineKey = (String, ThreadKind, Option<String>, Option<Vec<String>>);

pub(super) struct SessionReader {
    source: FileLine,
    session: Arc<str>,
    conditions: Arc<Conditions>,
    build: Arc<Build>,
    pub(super) launches: Launches,
    last_method: Option<String>,
    last_cost: Option<OwnedCostLineKey>,
    called: CallCountReader,
}

impl SessionReader {
    pub(super) fn new(source: FileLine, head: &SessionHeader) -> SessionReader {
        SessionReader {
            source,
            session: Arc::clone(&head.session),
            conditions: Arc::new(head.conditions.clone()),
            build: Arc::new(Build { number: head.conditions.app_build.to_string(), ..Build::default() }),
            launches: Launches::default(),
            last_method: None,
            last_cost: None,
            called: CallCountReader::default(),
        }
    }

    pub(super) fn read_line(&mut self, word: &str, rest: &str) -> Result<(), String> {
        let before_methods = self.last_method.is_none() && self.last_cost.is_none();
        match word {
            "launch" | "build" | "mark" | "per_call" | "phase" | "page" | "span" if !before_methods => {
                Err(format!("a {word} line must come before the method lines"))
            }
            "launch" => self.read_launch(split_fields(rest)?),
            "build" => self.read_build(rest),
            "mark" => self.read_mark(rest),
            "per_call" => {
                let [instructions, cycles] = split_fields(rest)?.map(float_option);
                self.last()?.per_call =
                    Counters { instructions: instructions?, cycles: cycles?, ..Counters::default() };
                Ok(())
            }
            "phase" => self.read_phase(split_fields(rest)?),
            "page" => self.read_page(rest),
            "span" => self.read_span(rest),
            "method" if self.last_cost.is_some() => Err("methods come before the costs".to_owned()),
            "method" => self.read_method(split_fields(rest)?),
            "cost" => self.read_cost(rest),
            "work" => self.read_work(rest),
            "called" => self.called.read_line(rest, &mut self.launches),
            _ => Err(format!("unknown word {}", abbreviate(word))),
        }
    }

    fn last(&mut self) -> Result<&mut Launch, String> {
        self.launches.launches.last_mut().ok_or_else(|| "expected a launch line before this line".to_owned())
    }

    fn read_launch(&mut self, fields: [&str; 9]) -> Result<(), String> {
        let [launch, recorded, role, block, thermal, words, calls, events, threads] = fields;
        let launch = Launch {
            source: self.source.clone(),
            session: Arc::clone(&self.session),
            number: parse_whole(launch)?,
            recorded_unix_ms: whole_option(recorded)?,
            conditions: Arc::clone(&self.conditions),
            build: Arc::clone(&self.build),
            state: state_of(thermal, words)?,
            block: whole_option(block)?,
            role: match role {
                "" => None,
                _ => Some(BuildRole::from_name(role).ok_or_else(|| format!("no side {}", abbreviate(role)))?),
            },
            dropped: DroppedData {
                calls: parse_whole(calls)?,
                events: parse_whole(events)?,
                threads: parse_whole(threads)?,
            },
            ..Launch::default()
        };
        let place = |l: &Launch| (l.role, l.block, l.number);
        if self.launches.launches.last().is_some_and(|last| place(last) >= place(&launch)) {
            return Err("a launch is out of order or duplicated".to_owned());
        }
        self.launches.launches.push(launch);
        Ok(())
    }

    /// Reads the build of the last launch, which is also the build of the following launches until the next
    /// build line.
    fn read_build(&mut self, rest: &str) -> Result<(), String> {
        let fields = rest.split('\t').map(unescape).collect::<Result<Vec<String>, String>>()?;
        let ([version, images @ ..], number) = (&fields[..], self.conditions.app_build.to_string()) else {
            return Err("a build line needs a version".to_owned());
        };
        let (images, []) = images.as_chunks() else { return Err("an image has no UUID".to_owned()) };
        let mut images: BTreeMap<_, _> =
            images.iter().map(|[path, uuid]| (path.clone(), uuid.clone())).collect();
        let code_hash = images.remove("").unwrap_or_default();
        self.build = Arc::new(Build { version: version.clone(), number, images, code_hash });
        self.last()?.build = Arc::clone(&self.build);
        Ok(())
    }

    fn read_mark(&mut self, rest: &str) -> Result<(), String> {
        let mut all: Vec<&str> = rest.split('\t').collect();
        if !(5..=8).contains(&all.len()) {
            return Err(format!("expected 5 to 8 fields, found {}", all.len()));
        }
        all.resize(8, "");
        let [name, at, ref counts @ ..] = all[..] else { return Err("fields are missing".to_owned()) };
        let mark =
            Mark { name: unescape(name)?.into(), at: not_negative(at)?, counters: read_counters(counts)? };
        let launch = self.last()?;
        if launch.marks.last().is_some_and(|last| last.at > mark.at) {
            return Err("the marks are not in order of time".to_owned());
        }
        launch.marks.push(mark);
        Ok(())
    }

    fn read_phase(&mut self, [name, from, to, objc]: [&str; 4]) -> Result<(), String> {
        let phase = Phase {
            name: unescape(name)?.into(),
            from: not_negative(from)?,
            to: not_negative(to)?,
            objc: float_option(objc)?.map(Ns),
        };
        let launch = self.last()?;
        if launch.phases.len() > usize::from(u8::MAX) {
            return Err("more than 256 phases".to_owned());
        }
        if launch.phases.iter().any(|other| other.name == phase.name) {
            return Err("a phase twice".to_owned());
        }
        launch.phases.push(phase);
        Ok(())
    }

    fn read_page(&mut self, rest: &str) -> Result<(), String> {
        // The number of appearances is absent if it is 1.
        let added = if rest.matches('\t').count() == 1 { "\t1" } else { "" };
        let all = [rest, added].concat();
        let [name, render, appearances] = split_fields(&all)?;
        let (render, appearances) = (not_negative(render)?, parse_whole(appearances)?);
        self.last()?.pages.push(Page { name: unescape(name)?.into(), render, appearances });
        Ok(())
    }

    fn read_span(&mut self, rest: &str) -> Result<(), String> {
        let all: Vec<&str> = rest.split('\t').collect();
        let [name, calls, total, own, caller, ref counts @ ..] = all[..] else {
            return Err("fields are missing".to_owned());
        };
        let span = Span {
            name: unescape(name)?.into(),
            calls: not_negative(calls)?.0,
            total: not_negative(total)?,
            own: not_negative(own)?,
            caller: unescape_option(caller)?.map(Into::into),
            counters: read_counters(counts)?,
        };
        self.last()?.spans.push(span);
        Ok(())
    }

    fn read_method(&mut self, [name, module, owner, image, system]: [&str; 5]) -> Result<(), String> {
        let name = unescape(name)?;
        if self.last_method.as_ref().is_some_and(|last| *last >= name) {
            return Err("a method is out of order or duplicated".to_owned());
        }
        let table = &mut self.launches.table;
        let mut share = |field| Ok::<_, String>(unescape_option(field)?.map(|text| table.share_text(&text)));
        let (module, owner, image) = (share(module)?, share(owner)?, share(image)?);
        let system = match system {
            "" => false,
            "system" => true,
            _ => return Err(format!("expected \"system\" or an empty field, found {}", abbreviate(system))),
        };
        table.intern_method(&Method { name: name.as_str().into(), module, owner, image, system });
        self.last_method = Some(name);
        Ok(())
    }

    fn read_cost(&mut self, rest: &str) -> Result<(), String> {
        let mut fields = rest.split('\t');
        let mut next = || fields.next().ok_or_else(|| "fields are missing".to_owned());
        let (name, thread, phase, path) = (next()?, next()?, next()?, next()?);
        let thread = thread_of(thread)?;
        let key = (unescape(name)?, thread, unescape_option(phase)?, text::split_path(path)?);
        if self.last_cost.as_ref().is_some_and(|last| *last >= key) {
            return Err("a cost is out of order or duplicated".to_owned());
        }
        let Launches { table, launches, .. } = &mut self.launches;
        let method = table.intern(&key.0);
        let path = key.3.as_ref().map(|names| {
            let ids: Vec<_> = names.iter().map(|name| table.intern(name)).collect();
            table.intern_path(&ids)
        });
        for (index, launch) in launches.iter_mut().enumerate() {
            let Some(cell) = fields.next() else {
                return Err(format!("expected the costs of every launch, found those of {index}"));
            };
            if cell.is_empty() {
                continue;
            }
            let phase = match &key.2 {
                None => None,
                Some(name) => {
                    let id = launch.phases.iter().position(|phase| *phase.name == **name);
                    let id = id.and_then(|id| u8::try_from(id).ok());
                    Some(PhaseId(id.ok_or_else(|| format!("launch {} has no such phase", launch.number))?))
                }
            };
            let mut numbers = cell.split(' ');
            let mut value = || not_negative(numbers.next().unwrap_or_default());
            let (calls, self_ns, total_ns) = (value()?.0, value()?, value()?);
            if numbers.next().is_some() {
                return Err(format!("expected calls, self and total, found {}", abbreviate(cell)));
            }
            launch.costs.push(Cost { method, thread, phase, path, calls, self_ns, total_ns });
        }
        if fields.next().is_some() {
            return Err(format!("more costs than launches ({})", launches.len()));
        }
        self.last_cost = Some(key);
        Ok(())
    }

    fn read_work(&mut self, rest: &str) -> Result<(), String> {
        let mut fields = rest.split('\t');
        let mut next = || fields.next().ok_or_else(|| "fields are missing".to_owned());
        let (kind, thread, by) = (next()?, thread_of(next()?)?, unescape(next()?)?);
        // A later version of the gate may count further kinds of work, which are ignored.
        let Some(kind) = work_kind_from_name(kind) else { return Ok(()) };
        let by = self.launches.table.share_text(&by);
        for (index, launch) in self.launches.launches.iter_mut().enumerate() {
            let Some(cell) = fields.next() else {
                return Err(format!("expected the work of every launch, found that of {index}"));
            };
            if cell.is_empty() {
                continue;
            }
            let (calls, bytes) = cell
                .split_once(' ')
                .ok_or_else(|| format!("expected calls and bytes, found {}", abbreviate(cell)))?;
            let row = Work {
                kind,
                thread,
                by: Arc::clone(&by),
                calls: parse_whole(calls)?,
                bytes: parse_whole(bytes)?,
            };
            let known = launch.work.take().unwrap_or_default();
            launch.work = Some(known.iter().cloned().chain((row.calls > 0).then_some(row)).collect());
        }
        if fields.next().is_some() { Err("more work than launches".to_owned()) } else { Ok(()) }
    }

    /// Returns the launches after the last line.
    pub(super) fn into_launches(mut self) -> Launches {
        self.called.add_counts(&mut self.launches);
        self.launches
    }
}

fn thread_of(word: &str) -> Result<ThreadKind, String> {
    ThreadKind::from_name(word).ok_or_else(|| format!("no thread {}", abbreviate(word)))
}

fn split_fields<const N: usize>(rest: &str) -> Result<[&str; N], String> {
    let all: Vec<&str> = rest.split('\t').collect();
    let count = all.len();
    all.try_into().map_err(|_| format!("expected {N} fields, found {count}"))
}

pub(super) fn whole_option(field: &str) -> Result<Option<u64>, String> {
    if field.is_empty() { Ok(None) } else { parse_whole(field).map(Some) }
}

fn read_counters(fields: &[&str]) -> Result<Counters, String> {
    let mut counters = Counters::default();
    let places = counters.named_mut();
    if fields.len() > places.len() {
        return Err("there are too many counters".to_owned());
    }
    for ((_, place), field) in places.into_iter().zip(fields) {
        *place = float_option(field)?;
    }
    Ok(counters)
}

fn float_option(field: &str) -> Result<Option<f64>, String> {
    if field.is_empty() {
        return Ok(None);
    }
    let value = field.parse::<f64>().ok().filter(|value| value.is_finite());
    value.map(Some).ok_or_else(|| format!("expected a number, found {}", abbreviate(field)))
}

fn not_negative(field: &str) -> Result<Ns, String> {
    let value = float_option(field)?.filter(|value| *value >= 0.0);
    value
        .map(Ns)
        .ok_or_else(|| format!("expected a number that is not negative, found {}", abbreviate(field)))
}
