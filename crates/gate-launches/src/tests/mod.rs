//! Tests of launches in memory.

use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

mod records;

use super::*;

fn launch(session: &str, number: u64, file: &str) -> Launch {
    Launch {
        source: FileLine { file: file.into(), line: Some(1) },
        session: session.into(),
        number,
        recorded_unix_ms: None,
        conditions: Arc::default(),
        build: Arc::default(),
        state: LaunchState::default(),
        block: None,
        role: None,
        marks: Vec::new(),
        phases: Vec::new(),
        costs: Vec::new(),
        pages: Vec::new(),
        spans: Vec::new(),
        dropped: DroppedData::default(),
        samples: None,
        functions: None,
        stopped: None,
        per_call: Counters::default(),
        work: None,
        counts: None,
    }
}

fn cost(method: MethodId, path: Option<PathId>, self_ns: f64, total_ns: f64) -> Cost {
    Cost {
        method,
        thread: ThreadKind::Main,
        phase: None,
        path,
        calls: 1.0,
        self_ns: Ns(self_ns),
        total_ns: Ns(total_ns),
    }
}

#[test]
fn a_recursive_call_counts_only_once_in_the_total_time_of_its_method() {
    let mut table = MethodTable::default();
    let (a, b) = (table.intern("-[A a]"), table.intern("-[B b]"));
    let (under_a, under_ab) = (table.intern_path(&[a]), table.intern_path(&[a, b]));
    let mut it = launch("s", 1, "f");
    it.costs =
        vec![cost(a, None, 1.0, 10.0), cost(a, Some(under_ab), 4.0, 4.0), cost(b, Some(under_a), 5.0, 9.0)];
    let got: Vec<_> =
        it.method_costs(&table, ThreadKind::Main).map(|(m, c)| (m, c.calls, c.self_ns, c.total_ns)).collect();
    assert_eq!(got, [(a, 2.0, Ns(5.0), Ns(10.0)), (b, 1.0, Ns(5.0), Ns(9.0))]);
    assert_eq!(it.method_costs(&table, ThreadKind::Other).count(), 0);
}

#[test]
fn merged_launches_keep_their_method_names_and_duplicates_are_removed() {
    let mut one = Launches::default();
    let mut two = Launches::default();
    let y = one.table.intern("y");
    let (x2, y2) = (two.table.intern("x"), two.table.intern("y"));
    let mut first = launch("s", 1, "one");
    first.costs = vec![cost(y, None, 1.0, 1.0)];
    one.launches = vec![first];
    let path = two.table.intern_path(&[x2]);
    let mut second = launch("s", 2, "two");
    second.costs = vec![cost(x2, None, 2.0, 5.0), cost(y2, Some(path), 3.0, 3.0)];
    two.launches = vec![launch("s", 1, "two"), second];
    one.absorb(two);

    assert_eq!(one.launches.iter().map(|l| l.number).collect::<Vec<_>>(), [1, 2]);
    let costs = &one.launches[1].costs;
    assert_eq!(&*one.table.method(costs[0].method).name, "y");
    assert_eq!(one.table.path(costs[0].path.unwrap()), [costs[1].method]);
    assert_eq!(&*one.table.method(costs[1].method).name, "x");
    assert_eq!(one.warnings.len(), 1);
    assert!(matches!(one.warnings[0].kind, WarningKind::DuplicateLaunch { .. }));
    assert_eq!(&*one.warnings[0].source.file, "two");
}

#[test]
fn compressed_launches_that_unpack_above_the_limit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let record = br#"{"format":"launchgate.launch/1","session":"s","launch":1,"marks":{"first_frame_ns":5},"methods":[]}"#;
    let mut zeros = vec![b'\n'; 3 << 20];
    zeros[..record.len()].copy_from_slice(record);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut gzip, &zeros).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstandard = zstd::stream::encode_all(&zeros[..], 1).unwrap();
    for (name, bytes) in [("a.jsonl.gz", gzip), ("a.jsonl.zst", zstandard)] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let within = |paths: &[PathBuf], largest| {
            crate::read(paths, &ReadOptions { largest, ..ReadOptions::default() })
        };
        let one = std::slice::from_ref(&path);
        let reason = within(one, 1 << 20).unwrap_err().reason;
        assert!(matches!(reason, Reason::Large(limit) if limit == 1 << 20), "{name}");
        assert_eq!(reason.to_string(), "the compressed files decompress to more than 1 MB together");
        // The limit for two compressed files together is the same as the limit for one file.
        let both = [path.clone(), folder.path().join("again").with_extension("gz")];
        std::fs::copy(&both[0], &both[1]).unwrap();
        let reason = within(&both, 5 << 20).unwrap_err().reason;
        assert!(matches!(reason, Reason::Large(limit) if limit == 5 << 20), "{name}: {reason:?}");
        // A file whose size is exactly the limit is accepted.
        assert_eq!(within(one, 3 << 20).unwrap().launches.len(), 1, "{name}");
    }
}

#[test]
fn traces_and_lines_above_the_size_limit_are_refused_without_reading_on() {
    let options = ReadOptions { largest: 1 << 20, ..ReadOptions::default() };
    for (begin, largest) in [(&b"\x89LGT\r\n\x1a\n"[..], 1 << 20), (b"{", 1 << 17)] {
        let (input, mut is_read) = (std::io::repeat(b' ').take(1 << 40), 0);
        let counted = Counted { inner: begin.chain(input), read: &mut is_read };
        let reason = crate::read_stream("input", counted, &options).unwrap_err().reason;
        assert!(matches!(reason, Reason::Huge(limit) if limit == largest), "{reason:?}");
        assert!(is_read < 2 * largest as usize, "{is_read}");
    }
}

#[test]
fn a_trace_that_takes_too_much_memory_is_refused() {
    let bytes = traces::bytes(10_000, 1);
    let size = bytes.len() as u64;
    let read = |largest| {
        let options = ReadOptions { largest, paths: true, ..ReadOptions::default() };
        crate::read_stream("input", &bytes[..], &options)
    };
    let reason = read(size).unwrap_err().reason;
    assert!(matches!(reason, Reason::Huge(limit) if limit == 2 * size), "{reason:?}");
    // With the smaller limit, only the launch without its callers fits into memory.
    for (largest, has_callers) in [(3 * size, false), (8 * size, true)] {
        let Launches { launches, warnings, .. } = read(largest).unwrap();
        assert_eq!((launches.len(), launches[0].knows_callers()), (1, has_callers));
        assert_eq!(warnings.iter().any(|one| one.kind == WarningKind::CallersLeftOut), !has_callers);
    }
}

#[test]
fn the_number_of_callers_in_a_launch_record_has_a_limit() {
    let callers = |count: usize| {
        let path = vec!["\"a\""; count].join(",");
        let method = format!(r#"{{"name":"b","calls":1,"self_ns":1,"total_ns":1,"path":[{path}]}}"#);
        let record = format!(
            r#"{{"format":"launchgate.launch/1","session":"s","launch":1,"marks":{{"first_frame_ns":5}},"methods":[{method}]}}"#
        );
        let options = ReadOptions { largest: 128 * 1000, paths: true, ..ReadOptions::default() };
        let Launches { launches, warnings, .. } =
            crate::read_stream("input", record.as_bytes(), &options).unwrap();
        let warnings: Vec<_> = warnings.into_iter().map(|one| one.kind).collect();
        (launches[0].knows_callers(), warnings)
    };
    assert_eq!(callers(1000), (true, Vec::new()));
    assert_eq!(callers(1001), (false, vec![WarningKind::CallersLeftOut]));
}

/// A reader that counts the bytes that it returned.
struct Counted<'a, R> {
    inner: R,
    read: &'a mut usize,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let got = self.inner.read(into)?;
        *self.read += got;
        Ok(got)
    }
}

#[test]
#[cfg(unix)]
fn a_fifo_is_read_only_if_its_path_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let record = r#"{"format":"launchgate.launch/1","session":"s","launch":1,"marks":{"first_frame_ns":5},"methods":[]}"#;
    std::fs::write(folder.path().join("a.jsonl"), record).unwrap();
    let read = |path: &std::path::Path| read(&[path.to_owned()], &ReadOptions::default()).unwrap();
    let launches = read(folder.path());
    assert_eq!(launches.launches.len(), 1);
    let [warning] = &launches.warnings[..] else { panic!("{:?}", launches.warnings) };
    assert_eq!((&warning.kind, warning.source.file.ends_with("/pipe")), (&WarningKind::NotAFile, true));
    let writer = {
        let fifo = fifo.clone();
        std::thread::spawn(move || std::fs::write(fifo, record))
    };
    assert_eq!(read(&fifo).launches.len(), 1);
    writer.join().unwrap().unwrap();
}
