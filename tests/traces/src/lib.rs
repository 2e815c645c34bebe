//! Synthetic traces of any size, for tests and benches.
//!
//! Invariant: equal arguments give equal traces, and every synthetic trace can be opened. The numbers of a
//! synthetic trace are as consistent as those of a real launch: a node's total includes its callees' totals,
//! each node has at least one call, and events are inside the window.

use std::convert::Infallible;

use trace::*;

/// A sink in memory, without a size limit.
#[derive(Default)]
pub struct Memory(pub Vec<u8>);

impl Sink for Memory {
    type Error = Infallible;

    fn write(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

/// All rows of a trace, in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each field is the table of its rows")]
pub struct Content<'a> {
    pub info: Info<'a>,
    pub images: Vec<Image<'a>>,
    pub methods: Vec<Method<'a>>,
    pub threads: Vec<Thread<'a>>,
    pub nodes: Vec<Node>,
    pub events: Vec<Event>,
    pub marks: Vec<Mark>,
    pub pages: Vec<Page<'a>>,
    pub dropped: Vec<Dropped>,
    pub costs: Vec<Cost>,
    pub notes: Vec<Note<'a>>,
    pub open_calls: Vec<OpenCall>,
    pub sampler: Option<Sampler>,
    pub symbols: Vec<Symbol<'a>>,
    pub frames: Vec<Frame>,
    pub samples: Vec<Sample>,
    pub works: Option<Vec<Work>>,
    pub counted_images: Option<Vec<CountedImage<'a>>>,
    pub signposts: Option<Vec<Signpost<'a>>>,
}

/// Returns the bytes of a synthetic trace with `nodes` nodes.
pub fn bytes(nodes: usize, seed: u64) -> Vec<u8> {
    Content::synthetic(&names(nodes), nodes, seed).to_bytes()
}

/// Returns the bytes of a synthetic trace with `nodes` nodes, and with samples.
pub fn sampled_bytes(nodes: usize, seed: u64) -> Vec<u8> {
    Content::synthetic(&names(nodes), nodes, seed).with_samples(nodes, seed).to_bytes()
}

/// Returns names for the methods of a synthetic trace: classes and selectors alternate.
pub fn names(nodes: usize) -> Vec<String> {
    let modules = ["Feed", "Login", "Chat", "Média", "Core"];
    let methods = nodes / 8 + 2;
    (0..methods)
        .flat_map(|i| {
            let class = format!("{}Controller{}", modules[i % modules.len()], i / 12);
            [class, format!("configure{}WithModel:index{}:", i % 12, i)]
        })
        .collect()
}

impl<'a> Content<'a> {
    /// Returns a launch with `nodes` nodes; `names` come from [`names`].
    pub fn synthetic(names: &'a [String], nodes: usize, seed: u64) -> Content<'a> {
        let mut random = Random(seed);
        let images = synthetic_images();
        let methods: Vec<Method<'a>> = names
            .as_chunks()
            .0
            .iter()
            .map(|[class, selector]| Method {
                class: Text(class.as_bytes()),
                selector: Text(selector.as_bytes()),
                is_class_method: random.below(8) == 0,
                image: (random.below(50) != 0).then(|| ImageId(random.below(images.len() as u64) as u32)),
                offset: Address(random.below(1 << 24) & !3),
            })
            .collect();

        // The main thread has most of the nodes, and two other threads have the remaining nodes.
        let nodes = nodes.max(3);
        let roots = [0, nodes - nodes / 5 - 2, nodes - nodes / 10 - 1];
        let names = ["", "com.apple.uikit.eventfetch-thread", "Décodeur"];
        let threads = roots.iter().zip(names).enumerate().map(|(i, (root, name))| Thread {
            name: Text::from(name),
            os_id: Count(0x1_0000 + i as u64),
            is_main: i == 0,
            root: NodeId(*root as u32),
        });
        let threads: Vec<Thread<'a>> = threads.collect();
        let (nodes, start) = (random.tree(nodes, &roots, methods.len() as u64), Counter(1 << 40));
        let events =
            nodes.iter().enumerate().filter(|(_, node)| node.method.is_some() && node.total.0 > 20_000);
        let events = events
            .map(|(row, node)| Event {
                node: NodeId(row as u32),
                start: Counter(start.0 + row as u64 * 40),
                duration: Ticks(node.total.0 / node.calls.0),
            })
            .collect();
        let marks = MarkKind::KNOWN[..8].iter().zip(0..).map(|(kind, i)| Mark {
            kind: *kind,
            at: Counter(start.0 + i * 1_000_000 - 900_000),
            instructions: (i > 0).then_some(Count(i * 80_000_000)),
            cycles: (i > 0).then_some(Count(i * 60_000_000)),
            page_ins: (i > 0).then_some(Count(i * 300)),
            disk_read: (i > 0).then_some(Count(i * 4096)),
            disk_written: (i > 0).then_some(Count(i * 512)),
            footprint: (i > 0).then_some(Count(i << 20)),
        });
        let marks: Vec<Mark> = marks.collect();
        let moment = |i: u64| Some(Counter(start.0 + i * 500_000));
        Content {
            info: synthetic_info(start),
            images,
            methods,
            threads,
            nodes,
            events,
            marks,
            pages: vec![Page {
                class: Text::from("FeedController0"),
                image: Some(ImageId(0)),
                created: moment(1),
                load_begin: moment(2),
                load_end: moment(3),
                appear_begin: moment(4),
                appear_end: moment(5),
                first_frame: None,
            }],
            dropped: DropKind::KNOWN
                .iter()
                .zip(0..)
                .map(|(kind, i)| Dropped { kind: *kind, count: Count(i) })
                .collect(),
            open_calls: vec![],
            costs: CostKind::KNOWN
                .iter()
                .zip(0..)
                .map(|(kind, i)| Cost {
                    kind: *kind,
                    inside: Ticks1024(100 + i),
                    outside: Ticks1024(300 + i),
                })
                .collect(),
            notes: vec![
                Note { text: Text::from("settings: unknown key depht") },
                Note { text: Text::from("") },
            ],
            sampler: None,
            symbols: Vec::new(),
            frames: Vec::new(),
            samples: Vec::new(),
            works: None,
            signposts: None,
            counted_images: None,
        }
    }

    /// Adds counted work and functions, and samples: `frames` frames, and a sample for every second frame.
    #[must_use]
    pub fn with_samples(mut self, frames: usize, seed: u64) -> Content<'a> {
        let mut random = Random(seed ^ 0x5a5a);
        let names = ["CFRunLoopRunSpecific", "UIApplicationMain", "$sSS6appendyySSF", "_ZNSt3__16vectorIiE"];
        self.symbols = names
            .iter()
            .zip(1..)
            .map(|(name, i)| Symbol { name: Text::from(*name), offset: Address(i << 12) })
            .collect();
        for row in 0..frames.max(1) as u64 {
            let image = random.below(self.images.len() as u64) as u32;
            let is_system = self.images[image as usize].flags.contains(ImageFlags::SYSTEM);
            let symbol = SymbolId(random.below(names.len() as u64) as u32);
            self.frames.push(Frame {
                parent: (row > 0).then(|| FrameId((row - 1 - random.below(row.min(4))) as u32)),
                image: (random.below(20) != 0).then_some(ImageId(image)),
                offset: Address((1 << 16) + (random.below(1 << 20) & !3)),
                symbol: is_system.then_some(symbol),
            });
        }
        let flags = [0, 0, 0, 0, 1, 4, 2, 5];
        for row in (0..frames.max(1)).step_by(2) {
            let thread = random.below(self.threads.len() as u64 + 1) as usize;
            let (from, to) = (self.threads.get(thread), self.threads.get(thread + 1));
            let to = to.map_or(self.nodes.len() as u64, |next| u64::from(next.root.0));
            let node = from.map(|from| u64::from(from.root.0)).map(|from| from + random.below(to - from));
            let count = 1 + random.below(9);
            self.samples.push(Sample {
                frame: FrameId(row as u32),
                thread: from.map(|_| ThreadId(thread as u32)),
                node: node.filter(|_| random.below(9) != 0).map(|node| NodeId(node as u32)),
                after: MarkKind::from_code(1 + random.below(5) as u32),
                flags: SampleFlags(flags[random.below(flags.len() as u64) as usize]),
                count: Count(count),
                time: Ticks(count * 24_000),
            });
        }
        let taken = self.samples.iter().map(|sample| sample.count.0).sum::<u64>() + 3;
        self.sampler = Some(Sampler {
            asked: Nanos(1_000_000),
            used: Nanos(1_250_000),
            taken: Count(taken),
            dropped: Count(3),
            own: Ticks(taken * 900),
            ended_by: SamplingEnd::Window,
        });
        let work = Work {
            node: Some(NodeId(1)),
            image: None,
            is_main: true,
            kind: WorkKind::FileRead,
            calls: Count(7),
            bytes: Count(4096),
        };
        let outside =
            Work { node: None, image: Some(ImageId(0)), is_main: false, kind: WorkKind::Other(99), ..work };
        self.works = Some(vec![work, outside]);
        // The packed text has two rows. The first row has the offset 0x40, one call, the position 1, the time
        // 8 and the caller 16. The second row has the same numbers except for an offset that is 4 larger.
        let packed = Text(&[0x80, 1, 2, 2, 16, 32, 8, 0, 0, 0, 0]);
        self.counted_images = Some(vec![CountedImage { image: ImageId(0), all: 3, ran: 2, packed }]);
        self.signposts = Some(vec![Signpost {
            name: Text::from("checkout"),
            kind: SignpostKind::Begin,
            log: Address(0x7000),
            id: Count(1),
            at: Counter(8),
            thread: Some(ThreadId(0)),
            node: Some(NodeId(1)),
            image: Some(ImageId(0)),
        }]);
        self
    }

    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self.write(Memory::default()) {
            Ok(memory) => memory.0,
            Err(error) => unreachable!("memory takes everything: {error:?}"),
        }
    }

    /// Writes all tables to a sink.
    pub fn write<S: Sink>(&self, sink: S) -> Result<S, WriteError<S::Error>> {
        let mut writer = match self.sampler {
            Some(sampler) => Writer::start_with_samples(sink, self.info, sampler)?,
            None => Writer::start(sink, self.info)?,
        };
        writer.write_table(self.images.iter().copied())?;
        writer.write_table(self.methods.iter().copied())?;
        writer.write_table(self.threads.iter().copied())?;
        writer.write_table(self.nodes.iter().copied())?;
        writer.write_table(self.events.iter().copied())?;
        writer.write_table(self.marks.iter().copied())?;
        writer.write_table(self.pages.iter().copied())?;
        writer.write_table(self.dropped.iter().copied())?;
        writer.write_table(self.notes.iter().copied())?;
        writer.write_table(self.costs.iter().copied())?;
        if self.sampler.is_some() {
            writer.write_table(self.symbols.iter().copied())?;
            writer.write_table(self.frames.iter().copied())?;
            writer.write_table(self.samples.iter().copied())?;
        }
        if let Some(works) = &self.works {
            writer.write_table(works.iter().copied())?;
        }
        if let Some(images) = &self.counted_images {
            writer.write_table(images.iter().copied())?;
        }
        if let Some(signposts) = &self.signposts {
            writer.write_table(signposts.iter().copied())?;
        }
        writer.write_table(self.open_calls.iter().copied())?;
        writer.finish()
    }

    /// Reads all tables, row by row.
    pub fn read(reader: &Reader<'a>) -> Content<'a> {
        Content {
            info: reader.info,
            images: reader.images.iter().collect(),
            methods: reader.methods.iter().collect(),
            threads: reader.threads.iter().collect(),
            nodes: reader.nodes.iter().collect(),
            events: reader.events.iter().collect(),
            marks: reader.marks.iter().collect(),
            pages: reader.pages.iter().collect(),
            dropped: reader.dropped.iter().collect(),
            costs: reader.costs.iter().collect(),
            notes: reader.notes.iter().collect(),
            open_calls: reader.open_calls.iter().collect(),
            sampler: reader.sampler,
            symbols: reader.symbols.iter().collect(),
            frames: reader.frames.iter().collect(),
            samples: reader.samples.iter().collect(),
            works: reader.works.map(|works| works.iter().collect()),
            counted_images: reader.counted_images.map(|images| images.iter().collect()),
            signposts: reader.signposts.map(|signposts| signposts.iter().collect()),
        }
    }
}

fn synthetic_info(agent_start: Counter) -> Info<'static> {
    Info {
        agent_version: Text::from("0.1.0"),
        settings: Fingerprint(checksum(b"threshold = 1")),
        loaded_by: LoadedBy::LoadCommand,
        launch_id: Text::from("4c1f7a52-launch-3"),
        device: Text::from("iPhone12,1"),
        os_version: Text::from("17.4.1"),
        os_build: Text::from("21E236"),
        bundle_id: Text::from("com.example.app"),
        app_version: Text::from("5.2"),
        app_build: Text::from("1234"),
        code_hash: Text::from("00112233445566778899aabbccddeeff00112233"),
        thermal: Thermal::Nominal,
        low_power: Some(false),
        debugged: Some(true),
        prewarmed: None,
        timebase: Timebase { numer: 125, denom: 3 },
        process_start: WallNanos(1_700_000_000_000_000_000),
        agent_start_wall: WallNanos(1_700_000_000_040_000_000),
        agent_start,
        ended_by: Ending::FirstFrame,
        recording: RecordingVersion::CURRENT,
    }
}

fn synthetic_images() -> Vec<Image<'static>> {
    let bundle = ImageFlags::IN_BUNDLE;
    let images = [
        ("/private/var/containers/Bundle/Application/A/App.app/App", bundle.with(ImageFlags::MAIN)),
        ("/private/var/containers/Bundle/Application/A/App.app/Frameworks/Feed.framework/Feed", bundle),
        ("/System/Library/Frameworks/UIKit.framework/UIKit", ImageFlags::SYSTEM),
    ];
    let images = images.into_iter().zip(1..).map(|((path, flags), i)| Image {
        path: Text::from(path),
        uuid: Uuid([i; 16]),
        load_address: Address(0x1_0000_0000 * u64::from(i)),
        size: Address(1 << 24),
        flags,
    });
    images.collect()
}

/// A splitmix64 generator: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn tree(&mut self, nodes: usize, roots: &[usize], methods: u64) -> Vec<Node> {
        let mut root = 0;
        let mut tree: Vec<Node> = Vec::with_capacity(nodes);
        for row in 0..nodes {
            if roots.contains(&row) {
                root = row;
                tree.push(Node { parent: None, method: None, calls: Count(1), total: Ticks(0) });
                continue;
            }
            // Most nodes are below a node that was added recently, so that the tree is deep and wide as call
            // trees are.
            let back = self.below(24).min((row - root - 1) as u64) as usize;
            tree.push(Node {
                parent: Some(NodeId((row - 1 - back) as u32)),
                method: Some(MethodId(self.below(methods) as u32)),
                calls: Count(1 + self.below(40) * self.below(3)),
                total: Ticks(self.below(2_000)),
            });
        }
        // At this point each total is the node's self time; the loop adds the callees' totals from the leaves
        // upwards.
        for row in (0..nodes).rev() {
            if let Some(parent) = tree[row].parent {
                tree[parent.index()].total.0 += tree[row].total.0;
            }
        }
        tree
    }
}
