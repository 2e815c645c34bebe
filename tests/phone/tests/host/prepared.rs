//! Tests that a process which was brought to `main` once behaves after `main` like a fresh process, in every run.

use std::fs;

use phone::build::Style;
use phone::{Outcome, Prepared, Schedule};

use super::common::App;

/// A program with threads, files, memory that is mapped and unmapped, protections, and a library that is opened late.
const MAIN: &str = r#"#include <pthread.h>
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <unistd.h>
    static long sum, order = 1;
    static const long constant = 7;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static void *add(void *number) {
        for (long i = 0; i < 40; i++) {
            __sync_fetch_and_add(&sum, 1);
            pthread_mutex_lock(&lock); order = (order * 31 + (long)number) % 1000003; pthread_mutex_unlock(&lock);
        }
        return 0;
    }
    int main(void) {
        int (*late)(void) = (int (*)(void))dlsym(dlopen("@executable_path/Frameworks/late.dylib", RTLD_NOW), "late");
        char *page = mmap(0, 65536, PROT_READ | PROT_WRITE, MAP_ANON | MAP_PRIVATE, -1, 0);
        for (int i = 0; i < 65536; i++) if (page[i]) return 9;
        page[40000] = 1;
        mprotect(page, 16384, PROT_READ);
        munmap(page + 32768, 16384);
        pthread_t threads[3];
        for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, add, (void *)(i + 1));
        for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
        char path[300];
        snprintf(path, sizeof path, "%s/once", getenv("HOME"));
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
        if (file < 0) return 8;
        write(file, "x", 1);
        usleep(1000);
        printf("sum %ld, order %ld, late %d, constant %ld\n", sum, order, late(), constant);
        return 0;
    }"#;

fn expect_same(left: &Outcome, right: &Outcome, what: &str) {
    assert_eq!(left.result, right.result, "{what}");
    assert_eq!(left.log, right.log, "{what}");
    assert_eq!((left.ticks, left.switches), (right.ticks, right.switches), "{what}");
    assert_eq!(left.counts, right.counts, "{what}");
}

#[test]
fn every_run_of_a_prepared_process_equals_the_run_of_a_new_process() {
    let mut app = App::new(Style::Chained);
    app.library("late.dylib", "static int n; int late(void) { return ++n; }", &[]);
    app.main(MAIN, &[]);
    let container = tempfile::tempdir().unwrap();
    app.config.container = Some(container.path().to_owned());
    let fair = app.run();
    assert_eq!(fair.result, Ok(0), "{}", fair.log);
    assert!(fair.log.starts_with("sum 120, order "), "{}", fair.log);
    fs::remove_file(container.path().join("once")).unwrap();
    let mut prepared = Prepared::new(app.config.clone()).unwrap();
    expect_same(&prepared.run(Schedule::default()), &fair, "the first run");
    let seeded = |seed: usize| Schedule::SeededBlocks { seed: seed as u64, longest: 200 };
    let first: Vec<Outcome> = (0..20).map(|seed| prepared.run(seeded(seed))).collect();
    for (seed, first) in first.iter().enumerate().rev() {
        assert_eq!(first.result, Ok(0), "seed {seed}");
        assert!(first.log.contains("sum 120, "), "seed {seed}: {}", first.log);
        assert!(first.log.ends_with("late 1, constant 7\n"), "seed {seed}: {}", first.log);
        expect_same(&prepared.run(seeded(seed)), first, "the same seed later");
    }
    let logs: std::collections::BTreeSet<&str> = first.iter().map(|outcome| outcome.log.as_str()).collect();
    assert!(logs.len() > 10, "schedules differ: {logs:?}");
    expect_same(&prepared.run(Schedule::default()), &fair, "the last run");
    assert_eq!(fs::read(container.path().join("once")).unwrap(), b"x");
}

#[test]
fn a_process_that_ends_before_main_cannot_be_prepared_for_repeated_runs() {
    let app = App::new(Style::Chained);
    app.main("#include <stdlib.h>\n__attribute__((constructor)) static void early(void) { exit(3); } int main(void) { return 0; }", &[]);
    let refused = Prepared::new(app.config.clone()).map(drop).unwrap_err().to_string();
    assert!(refused.contains("ended before main"), "{refused}");
}
