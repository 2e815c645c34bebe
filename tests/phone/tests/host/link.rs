//! Tests dyld's fixups of images, each with files in the old and the new format: opcodes and chained fixups.

use super::common::{App, with_host};
use phone::build::{self, Kind, Style};
use phone::macho::MachO;
use phone::{Fault, dyld};

const BOTH: [Style; 2] = [Style::Chained, Style::Opcodes];

#[test]
fn imported_names_are_resolved_in_the_library_that_the_import_specifies() {
    for style in BOTH {
        let app = App::new(style);
        // The two libraries `libone` and `libtwo` define `answer` and `place`. The main program and a third library each look the names up
        // in their own library.
        let one = app.library("libone.dylib", "int answer(void) { return 1; } int place = 10;", &[]);
        let two = app.library("libtwo.dylib", "int answer(void) { return 2; } int place = 20;", &[]);
        let third = "extern int place; int *const where = &place; int answer(void); int third(void) { return *where + answer(); }";
        let three = app.library("libthree.dylib", third, &[&two]);
        let main = "int answer(void); int third(void); extern int place; int main(void) { return answer() * 100 + third() + place; }";
        app.main(main, &[&one, &three, &two]);
        assert_eq!(app.run().result, Ok(100 + 22 + 10), "{style:?}");
    }
}

#[test]
fn pointers_within_an_image_are_adjusted_to_its_load_address() {
    for style in BOTH {
        let mut app = App::new(style);
        let text = "static int values[3] = {1, 2, 3}; static int *pointers[3] = {&values[2], &values[1], &values[0]};
            int *volatile *volatile keep = (int *volatile *)pointers;
            int main(void) { return *keep[0] * 100 + *keep[1] * 10 + *keep[2]; }";
        app.main(text, &[]);
        for seed in 0..3 {
            app.config.slide_seed = seed;
            assert_eq!(app.run().result, Ok(321), "{style:?}");
        }
    }
}

#[test]
fn imports_in_every_format_of_chained_fixups_are_bound() {
    let library = "char place[100000]; int value(void) { return 7; }";
    // The addend decides the format: an addend below 256 is in the plain format, a larger addend is in the format with 32 bits, and an
    // addend beyond 2 GiB is in the format with 64 bits.
    for (addend, format) in [("0", 1), ("4000", 2), ("0x100000000", 3)] {
        let app = App::new(Style::Chained);
        let lib = app.library("libplace.dylib", library, &[]);
        let main = format!(
            "extern char place[]; int value(void); char *const pointer = place + {addend}; char *const *volatile keep = &pointer;
             int main(void) {{ return value() + (*keep - place == {addend}); }}"
        );
        let file = app.main(&main, &[&lib]);
        let chained = MachO::parse(&std::fs::read(&file).unwrap()).unwrap().chained().unwrap().unwrap();
        assert_eq!(chained.import_format, format, "the fixture shows what it should");
        assert!(chained.pointer_formats.iter().all(|format| *format == 2), "{chained:?}");
        assert_eq!(app.run().result, Ok(8), "addend {addend}");
    }
}

/// Rewrites chained pointers from format 2 (addresses as linked) to 6 (offsets from the header).
fn to_format_6(file: &mut [u8]) -> usize {
    let word = |file: &[u8], at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let long = |file: &[u8], at: usize| u64::from_le_bytes(file[at..at + 8].try_into().unwrap());
    let (mut at, mut segments, mut fixups) = (32, Vec::new(), 0);
    for _ in 0..word(file, 16) {
        match word(file, at) as u32 {
            0x19 => segments.push((long(file, at + 24), long(file, at + 40) as usize)),
            0x8000_0034 => fixups = word(file, at + 8),
            _ => {}
        }
        at += word(file, at + 4);
    }
    let base = segments.iter().find(|segment| segment.1 == 0 && segment.0 != 0).unwrap().0;
    let starts = fixups + word(file, fixups + 4);
    let mut changed = 0;
    for (index, (_, offset)) in segments.iter().enumerate() {
        let info = word(file, starts + 4 + index * 4);
        if info == 0 {
            continue;
        }
        let info = starts + info;
        file[info + 6] = 6;
        for page in 0..usize::from(u16::from_le_bytes([file[info + 20], file[info + 21]])) {
            let start = u16::from_le_bytes([file[info + 22 + page * 2], file[info + 23 + page * 2]]);
            if start == 0xffff {
                continue;
            }
            let mut at = offset + page * 0x4000 + usize::from(start);
            loop {
                let pointer = long(file, at);
                if pointer >> 63 == 0 {
                    let target = (pointer & 0xf_ffff_ffff) - base;
                    let new = pointer & !0xf_ffff_ffff | target;
                    file[at..at + 8].copy_from_slice(&new.to_le_bytes());
                    changed += 1;
                }
                let next = (pointer >> 51 & 0xfff) as usize * 4;
                if next == 0 {
                    break;
                }
                at += next;
            }
        }
    }
    changed
}

#[test]
fn both_pointer_formats_of_chained_fixups_are_read() {
    let app = App::new(Style::Chained);
    let text = "static int value = 77; int *volatile pointer = &value; int main(void) { return *pointer; }";
    let file = app.main(text, &[]);
    let mut bytes = std::fs::read(file).unwrap();
    assert!(to_format_6(&mut bytes) > 0, "there is a rebase to show");
    let chained = MachO::parse(&bytes).unwrap().chained().unwrap().unwrap();
    assert_eq!(chained.pointer_formats.first(), Some(&6));
    app.put("Main", &bytes);
    assert_eq!(app.run().result, Ok(77));
}

#[test]
fn the_loader_uses_the_arm64_slice_of_a_fat_file() {
    let app = App::new(Style::Chained);
    let thin = std::fs::read(app.main("int main(void) { return 6; }", &[])).unwrap();
    app.put("Main", &build::fat(&[(0x0100_0007, 3, b"another CPU's code"), (0x0100_000c, 0, &thin)]));
    assert_eq!(app.run().result, Ok(6));
    app.put("Main", &build::fat(&[(0x0100_0007, 3, &thin)]));
    let crash = app.run().result.unwrap_err();
    assert!(crash.to_string().contains("expected an arm64 slice"), "{crash}");
}

#[test]
fn a_weak_import_that_is_missing_is_null() {
    for style in BOTH {
        let app = App::new(style);
        let full = "int here(void) { return 1; } int there(void) { return 2; }";
        let kind = || Kind::Library("@rpath/libweak.dylib".to_owned());
        let full = app.image("full", kind(), full, &[], &[]);
        // The library at run time is older and lacks `there`.
        app.image("Frameworks/libweak.dylib", kind(), "int here(void) { return 1; }", &[], &[]);
        let main = "int here(void); __attribute__((weak_import)) int there(void); int main(void) { return here() * 10 + (there ? 1 : 0); }";
        app.main(main, &[&full]);
        assert_eq!(app.run().result, Ok(10), "{style:?}");
    }
}

#[test]
fn an_app_runs_without_a_missing_weakly_linked_library() {
    for style in BOTH {
        let app = App::new(style);
        let lib = app.image(
            "lib",
            Kind::Library("@rpath/libgone.dylib".into()),
            "int f(void) { return 1; }",
            &[],
            &[],
        );
        let main = "__attribute__((weak_import)) int f(void); int main(void) { return f ? 1 : 44; }";
        app.image("Main", Kind::Executable, main, &["-weak_library", lib.to_str().unwrap()], &[]);
        assert_eq!(app.run().result, Ok(44), "{style:?}");
    }
}

#[test]
fn a_missing_library_is_named_with_the_image_that_needs_it() {
    let app = App::new(Style::Chained);
    let lib =
        app.image("lib", Kind::Library("@rpath/libgone.dylib".into()), "int f(void) { return 1; }", &[], &[]);
    app.main("int f(void); int main(void) { return f(); }", &[&lib]);
    let crash = app.run().result.unwrap_err();
    let Fault::Load(dyld::Error::NotFound { name, wanted_by, tried }) = &crash.fault else {
        panic!("{crash}")
    };
    assert_eq!(name, "@rpath/libgone.dylib");
    assert!(wanted_by.ends_with("/Main.app/Main"), "{wanted_by}");
    assert!(tried[0].ends_with("/Main.app/Frameworks/libgone.dylib"), "{tried:?}");
}

#[test]
fn a_missing_symbol_is_named_with_image_and_address() {
    for style in BOTH {
        let app = App::new(style);
        let kind = || Kind::Library("@rpath/libold.dylib".to_owned());
        let full = app.image("full", kind(), "int f(void) { return 1; } int g(void) { return 1; }", &[], &[]);
        app.image("Frameworks/libold.dylib", kind(), "int f(void) { return 1; }", &[], &[]);
        app.main("int f(void); int g(void); int main(void) { return f() + g(); }", &[&full]);
        let crash = app.run().result.unwrap_err();
        let Fault::Load(dyld::Error::MissingSymbol { symbol, image, address, expected }) = &crash.fault
        else {
            panic!("{crash}")
        };
        assert_eq!((symbol.as_str(), expected.as_str()), ("_g", "@rpath/libold.dylib"));
        assert!(image.ends_with("/Main") && *address > 0x1_0000_0000, "{crash}");
    }
}

#[test]
fn a_symbol_is_found_through_a_library_that_reexports_it() {
    for style in BOTH {
        let app = App::new(style);
        // The linker searches the umbrella's folder for the inner library, so both are taken from the bundle.
        let kind = Kind::Library("@loader_path/libinner.dylib".into());
        app.image("Frameworks/libinner.dylib", kind, "int deep(void) { return 5; }", &[], &[]);
        let inner = app.folder.path().join("Frameworks/libinner.dylib");
        app.image(
            "Frameworks/libouter.dylib",
            Kind::Library("@rpath/libouter.dylib".into()),
            "int flat(void) { return 6; }",
            &["-reexport_library", inner.to_str().unwrap()],
            &[],
        );
        let outer = app.folder.path().join("Frameworks/libouter.dylib");
        app.main(
            "int deep(void); int flat(void); int main(void) { return deep() * 10 + flat(); }",
            &[&outer],
        );
        let main = MachO::parse(&std::fs::read(app.folder.path().join("Main")).unwrap()).unwrap();
        assert!(!main.dependencies.iter().any(|dependency| dependency.name.contains("inner")));
        assert_eq!(app.run().result, Ok(56), "{style:?}");
    }
}

#[test]
fn library_paths_relative_to_the_loader_and_to_the_executable_are_resolved() {
    let app = App::new(Style::Chained);
    let kind = |name: &str| Kind::Library(name.to_owned());
    let deep = app.image(
        "Frameworks/Kit.framework/Frameworks/libdeep.dylib",
        kind("@loader_path/Frameworks/libdeep.dylib"),
        "int deep(void) { return 3; }",
        &[],
        &[],
    );
    let kit = app.image(
        "Frameworks/Kit.framework/Kit",
        kind("@executable_path/Frameworks/Kit.framework/Kit"),
        "int deep(void); int kit(void) { return deep() + 1; }",
        &[],
        &[&deep],
    );
    app.main("int kit(void); int main(void) { return kit(); }", &[&kit]);
    assert_eq!(app.run().result, Ok(4));
}

#[test]
fn the_first_strong_definition_of_a_symbol_is_used_instead_of_weak_definitions() {
    for style in BOTH {
        let app = App::new(style);
        let weak = "__attribute__((weak)) int common(void) { return 1; } int one(void) { return common(); }";
        let one = app.library("libone.dylib", weak, &[]);
        let two = app.library(
            "libtwo.dylib",
            "__attribute__((weak)) int common(void) { return 2; } int two(void) { return common(); }",
            &[],
        );
        app.main(
            "int one(void); int two(void); int main(void) { return one() * 10 + two(); }",
            &[&one, &two],
        );
        // All images use the first of two weak definitions.
        assert_eq!(app.run().result, Ok(11), "{style:?}");
        let strong = "int common(void) { return 3; } int one(void); int two(void); int main(void) { return one() * 10 + two() + common() * 100; }";
        app.main(strong, &[&one, &two]);
        assert_eq!(app.run().result, Ok(333), "{style:?}");
    }
}

/// Returns the source of an initialiser that appends its letter to a text.
fn letter(letter: char) -> String {
    with_host(&format!(
        "__attribute__((constructor)) static void up{letter}(void) {{ say(\"{letter}\"); }} int f{letter}(void) {{ return 0; }}"
    ))
}

#[test]
fn initialisers_of_libraries_run_before_those_of_their_users() {
    for style in BOTH {
        let mut app = App::new(style);
        let a = app.library("liba.dylib", &letter('a'), &[]);
        let b =
            app.library("libb.dylib", &(letter('b') + "int fa(void); int ab(void) { return fa(); }"), &[&a]);
        let c = app.library("libc.dylib", &letter('c'), &[]);
        app.library("libi.dylib", &letter('i'), &[]);
        let main = with_host(
            "int fb(void); int fc(void); __attribute__((constructor)) static void one(void) { say(\"m\"); } __attribute__((constructor)) static void two(void) { say(\"n\"); }
             int main(void) { say(\".\"); return fb() + fc(); }",
        );
        app.main(&main, &[&c, &b]);
        assert_eq!(app.run().log, "cabmn.", "{style:?}");
        let inserted = "@executable_path/Frameworks/libi.dylib".to_owned();
        app.config.environment.insert("DYLD_INSERT_LIBRARIES".into(), inserted);
        assert_eq!(app.run().log, "icabmn.", "{style:?}");
        let sections = MachO::parse(&std::fs::read(app.folder.path().join("Main")).unwrap()).unwrap();
        let kind = if style == Style::Chained { "__init_offsets" } else { "__mod_init_func" };
        assert!(
            sections.sections().any(|(_, section)| section.name == kind),
            "the fixture shows what it should"
        );
    }
}

#[test]
fn each_thread_has_its_own_thread_locals() {
    for style in BOTH {
        let app = App::new(style);
        let text = "#include <pthread.h>
            static __thread int counter = 5; static __thread int zero;
            static void *work(void *unused) { counter += 10; zero++; return (void *)(long)(counter + zero); }
            int main(void) {
                counter++;
                pthread_t thread; void *result;
                if (pthread_create(&thread, 0, work, 0)) return 1;
                pthread_join(thread, &result);
                return counter * 100 + (int)(long)result + zero;
            }";
        app.main(text, &[]);
        assert_eq!(app.run().result, Ok(616), "{style:?}");
    }
}

#[test]
fn libraries_can_be_opened_at_run_time() {
    for style in BOTH {
        let app = App::new(style);
        let low = app.library("liblow.dylib", &letter('l'), &[]);
        app.library(
            "liblate.dylib",
            &(letter('x') + "int fl(void); int late(int i) { return i * 2 + fl(); }"),
            &[&low],
        );
        let main = with_host(
            "#include <dlfcn.h>
            int main(void) {
                if (dlopen(\"@rpath/libnone.dylib\", RTLD_NOW)) return 1;
                if (!strstr(dlerror(), \"libnone\")) return 2;
                void *handle = dlopen(\"@rpath/liblate.dylib\", RTLD_NOW);
                if (!handle || handle != dlopen(\"@rpath/liblate.dylib\", RTLD_NOW)) return 3;
                int (*late)(int) = (int (*)(int))dlsym(handle, \"late\");
                if (!late || dlsym(handle, \"never\") || !dlsym(handle, \"fl\")) return 4;
                Dl_info info;
                if (!dladdr((void *)late, &info) || strcmp(info.dli_sname, \"late\") || !strstr(info.dli_fname, \"/liblate.dylib\")) return 5;
                return late(21);
            }",
        );
        app.main(&main, &[]);
        let outcome = app.run();
        assert_eq!((outcome.result, outcome.log.as_str()), (Ok(42), "lx"), "{style:?}");
    }
}

#[test]
fn a_closed_library_that_is_no_longer_needed_is_unmapped() {
    for style in BOTH {
        let app = App::new(style);
        let low = app.library("liblow.dylib", "int low = 1;", &[]);
        let letter =
            "void exit_letter(void); __attribute__((destructor)) static void out(void) { exit_letter(); }";
        let plug = format!("{letter} extern int low; int plug(void) {{ return low + 40; }}");
        let host = app.library("libhost.dylib", &with_host("void exit_letter(void) { say(\"x\"); }"), &[]);
        app.library("libplug.dylib", &plug, &[&low, &host]);
        let main = with_host(
            "#include <dlfcn.h>
            #include <mach-o/dyld.h>
            static int gone, first = 1;
            static void removed(const struct mach_header *header, intptr_t slide) {
                gone = gone * 10 + header->filetype; // still there
            }
            int main(void) {
                _dyld_register_func_for_remove_image(removed);
                unsigned before = _dyld_image_count();
                void *handle = dlopen(\"@rpath/libplug.dylib\", RTLD_NOW), *again = dlopen(\"@rpath/libplug.dylib\", RTLD_NOW);
                if (!handle || handle != again) return 1;
                int (*plug)(void) = (int (*)(void))dlsym(handle, \"plug\");
                if (_dyld_image_count() != before + 2 || plug() != 41) return 2;
                if (dlclose(handle) || gone || plug() != 41) return 3;
                if (dlclose(handle) || gone != 66 || _dyld_image_count() != before) return 4;
                Dl_info info;
                if (dladdr((void *)plug, &info) || dlsym(RTLD_DEFAULT, \"plug\")) return 5;
                void *fresh = dlopen(\"@rpath/libplug.dylib\", RTLD_NOW);
                if (!fresh || ((int (*)(void))dlsym(fresh, \"plug\"))() != 41) return 6;
                return plug(); // its code is gone
            }",
        );
        app.main(&main, &[&host]);
        let outcome = app.run();
        assert!(outcome.result.is_err(), "{style:?}: {:?}", outcome.result);
        assert_eq!(outcome.log, "x", "{style:?}");
    }
}

#[test]
fn a_library_that_fails_to_open_leaves_no_images() {
    let app = App::new(Style::Chained);
    let kind = || Kind::Library("@rpath/libold.dylib".to_owned());
    let full = app.image("full", kind(), "int f(void) { return 1; } int g(void) { return 1; }", &[], &[]);
    app.image("Frameworks/libold.dylib", kind(), "int f(void) { return 1; }", &[], &[]);
    app.library("libbroken.dylib", "int g(void); int h(void) { return g(); }", &[&full]);
    let main = with_host(
        "#include <dlfcn.h>
        #include <mach-o/dyld.h>
        int main(void) {
            unsigned before = _dyld_image_count();
            if (dlopen(\"@rpath/libbroken.dylib\", RTLD_NOW)) return 1;
            if (!strstr(dlerror(), \"_g\")) return 2;
            if (dlsym(RTLD_DEFAULT, \"f\")) return 3;
            return _dyld_image_count() == before ? 0 : 4;
        }",
    );
    app.main(&main, &[]);
    assert_eq!(app.run().result, Ok(0));
}

#[test]
fn images_of_the_system_are_marked_and_call_each_other_without_stubs() {
    let mut app = App::new(Style::Chained);
    // The test builds two libraries of the system, of which the upper library calls the lower library through a stub.
    let low = app.image(
        "low",
        Kind::Library("/usr/lib/liblow.dylib".into()),
        "int low(void) { return 1; }",
        &[],
        &[],
    );
    let high = "int low(void); __attribute__((noinline)) int high(void) { return low() + 10; }";
    let high = app.image("high", Kind::Library("/usr/lib/libhigh.dylib".into()), high, &[], &[&low]);
    app.config.system.insert("/usr/lib/liblow.dylib".into(), low);
    app.config.system.insert("/usr/lib/libhigh.dylib".into(), high.clone());
    // The app finds the pointer of the stub in the upper library and changes it, which must have no effect.
    let main = with_host(
        "#include <mach-o/dyld.h>
        #include <mach-o/loader.h>
        #include <mach/mach.h>
        int high(void);
        int main(void) {
            for (unsigned i = 0; i < _dyld_image_count(); i++) {
                const struct mach_header_64 *header = (const void *)_dyld_get_image_header(i);
                int system = strncmp(_dyld_get_image_name(i), \"/usr/lib/\", 9) == 0;
                if (system != ((header->flags & 0x80000000) != 0)) return 1;
                if (!strstr(_dyld_get_image_name(i), \"libhigh\")) continue;
                const struct load_command *command = (const void *)(header + 1);
                for (unsigned c = 0; c < header->ncmds; c++, command = (const void *)((const char *)command + command->cmdsize)) {
                    const struct segment_command_64 *segment = (const void *)command;
                    if (command->cmd != LC_SEGMENT_64 || strcmp(segment->segname, \"__DATA_CONST\")) continue;
                    unsigned long at = segment->vmaddr + _dyld_get_image_vmaddr_slide(i);
                    if (vm_protect(mach_task_self(), at, segment->vmsize, 0, VM_PROT_READ | VM_PROT_WRITE | VM_PROT_COPY)) return 2;
                    memset((void *)at, 0, segment->vmsize);
                }
            }
            return high();
        }",
    );
    app.main(&main, &[&high]);
    assert_eq!(app.run().result, Ok(11));
}

#[test]
fn the_mach_o_reader_gives_the_same_segments_and_symbols_as_another_reader() {
    use object::{Object, ObjectSegment};
    for style in Style::ALL {
        let app = App::new(style);
        let bytes = std::fs::read(app.main("int main(void) { return 0; }", &[])).unwrap();
        let (ours, theirs) = (MachO::parse(&bytes).unwrap(), object::File::parse(&*bytes).unwrap());
        for (our, their) in ours.segments.iter().zip(theirs.segments()) {
            assert_eq!(Some(our.name.as_str()), their.name().unwrap());
            assert_eq!((our.address, our.size), (their.address(), their.size()));
        }
        let mut exports: Vec<String> = ours.exports().unwrap().into_iter().map(|(name, _)| name).collect();
        exports.sort();
        let mut expected = Vec::new();
        for export in theirs.exports().unwrap() {
            if let object::NameOrOrdinal::Name(name) = export.unwrap().name() {
                expected.push(String::from_utf8_lossy(name).into_owned());
            }
        }
        expected.sort();
        assert_eq!(exports, expected);
        assert_eq!(theirs.mach_uuid().unwrap(), ours.uuid);
    }
}

#[test]
fn truncated_or_changed_mach_o_files_never_cause_a_panic() {
    for style in BOTH {
        let app = App::new(style);
        let lib =
            app.library("lib.dylib", "int place[4]; __attribute__((weak)) int w(void) { return 0; }", &[]);
        let text = "extern int place[]; int w(void); int *keep[] = {place, place + 1}; int main(void) { return w(); }";
        let file = std::fs::read(app.main(text, &[&lib])).unwrap();
        let check = |bytes: &[u8]| {
            if let Ok(macho) = MachO::parse(bytes) {
                let _ = (macho.fixups(), macho.exports(), macho.chained(), macho.export("_main"));
            }
        };
        // The bytes between the headers and the link-edit data are code, which is not parsed.
        let commands = 32 + u32::from_le_bytes(file[20..24].try_into().unwrap()) as usize;
        let linkedit = MachO::parse(&file).unwrap().segments.last().unwrap().file_offset as usize;
        for length in (0..commands).chain(linkedit..file.len()) {
            assert!(MachO::parse(&file[..length]).is_err(), "cut to {length}");
        }
        for at in (0..commands).chain(linkedit..file.len()) {
            for value in [0u8, 0x7f, 0xff, file[at] ^ 1, file[at].wrapping_add(0x80)] {
                let mut bad = file.clone();
                bad[at] = value;
                check(&bad);
            }
        }
    }
}

#[test]
fn errors_of_the_loader_contain_part_offset_and_problem() {
    let app = App::new(Style::Chained);
    for (bytes, expected) in [
        (&b""[..], "file at offset 0x0: the file ends before these 4 bytes do"),
        (b"#!/bin/sh\nexit 0\n", "header at offset 0x0: expected a 64-bit Mach-O magic, found 0x622f2123"),
    ] {
        app.put("Main", bytes);
        let crash = app.run().result.unwrap_err();
        assert!(crash.to_string().contains(expected), "{crash}");
        assert!(crash.to_string().contains("/Main.app/Main: "), "{crash}");
    }
    std::fs::remove_file(app.folder.path().join("Main")).unwrap();
    let crash = app.run().result.unwrap_err();
    assert!(crash.to_string().contains("library not loaded"), "{crash}");
}

#[test]
fn an_app_without_indirect_symbols_gives_the_same_result() {
    for style in BOTH {
        let app = App::new(style);
        let mut bytes = std::fs::read(app.main(
            "#include <stdlib.h>\nint main(int argc, char **argv) { return getenv(\"NOPE\") ? 5 : argc; }",
            &[],
        ))
        .unwrap();
        assert!(!MachO::parse(&bytes).unwrap().indirect.is_empty());
        let before = app.run();
        build::strip_indirect_symbols(&mut bytes);
        assert!(MachO::parse(&bytes).unwrap().indirect.is_empty());
        app.put("Main", &bytes);
        assert_eq!(app.run().counts, before.counts, "{style:?}");
        assert_eq!(before.result, Ok(1));
    }
}

#[test]
fn a_library_that_hooks_functions_receives_the_calls_of_the_app() {
    for style in BOTH {
        let mut app = App::new(style);
        let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/hooker.c");
        let text = std::fs::read_to_string(fixture).unwrap();
        let kind = Kind::Library("@rpath/libhooker.dylib".into());
        let hooker = app.image_with("Frameworks/libhooker.dylib", kind, &text, &["-DTARGET=atoi"], &[], &[]);
        let main = "#include <stdlib.h>
            extern unsigned long other_hooker_calls;
            char *volatile ten = \"10\";
            int main(void) { int sum = atoi(ten) + atoi(ten); return sum + (int)other_hooker_calls; }";
        app.main(main, &[&hooker]);
        assert_eq!(app.run().result, Ok(22), "{style:?}");
        app.config.sealed_data = true;
        let sealed = if style == Style::Chained { 20 } else { 22 };
        assert_eq!(app.run().result, Ok(sealed), "{style:?}: a phone that refuses keeps its pointers");
    }
}
