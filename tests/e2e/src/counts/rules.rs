//! Implements the rules by which dyld refuses an image, and compares a file before and after
//! rewriting. The rules are an independent implementation of those in dyld's published source (dyld-1378,
//! `UnsafeHeader.cpp`, `Image.cpp`, `ChainedFixups.cpp`, APSL 2.0).

use super::{Segment, commands, long, segments, word};

const PAGE: u64 = 0x4000;
const CHAINED: usize = 0x8000_0034;
const SIGNATURE: usize = 0x1d;
const UUID: usize = 0x1b;

/// Returns every rule that a thin file violates.
pub fn broken(file: &[u8]) -> Vec<String> {
    let all = segments(file);
    let mut wrong = Vec::new();
    for (index, one) in all.iter().enumerate() {
        let name = &one.name;
        check(&mut wrong, one.offset + one.size <= file.len() as u64, format!("{name} is beyond the file"));
        check(&mut wrong, one.size <= one.memory, format!("{name} has more in the file than in memory"));
        check(&mut wrong, one.protection & 6 != 6, format!("{name} is writable and executable"));
        check(&mut wrong, one.address % PAGE == 0, format!("{name} does not begin at a page"));
        check(
            &mut wrong,
            one.size == 0 || one.offset % PAGE == 0,
            format!("{name} does not begin at a page of the file"),
        );
        for other in &all[index + 1..] {
            let apart =
                other.address >= one.address + one.memory || other.address + other.memory <= one.address;
            check(&mut wrong, apart, format!("{name} overlaps {}", other.name));
            let apart = other.offset >= one.offset + one.size || other.offset + other.size <= one.offset;
            check(
                &mut wrong,
                apart || other.size == 0,
                format!("{name} overlaps {} in the file", other.name),
            );
            check(&mut wrong, *name != other.name, format!("two segments {name}"));
        }
    }
    for pair in all.windows(2) {
        check(
            &mut wrong,
            pair[1].address > pair[0].address,
            format!("{} lies before {}", pair[1].name, pair[0].name),
        );
        check(
            &mut wrong,
            pair[1].offset >= pair[0].offset,
            format!("{} is before {} in the file", pair[1].name, pair[0].name),
        );
    }
    let last = all.last().expect("segments");
    check(
        &mut wrong,
        last.name == "__LINKEDIT" && last.protection == 1,
        "__LINKEDIT is not the last segment".to_owned(),
    );
    check(
        &mut wrong,
        last.offset + last.size == file.len() as u64,
        "__LINKEDIT does not end the file".to_owned(),
    );
    let end = commands(file).last().map_or(32, |(_, at, size)| at + size);
    check(&mut wrong, end == 32 + word(file, 20), "the load commands have another length".to_owned());
    let content =
        all.iter().flat_map(|one| &one.sections).filter(|one| one.3 > 0 && ![1, 12, 18].contains(&one.4));
    let first = content.map(|one| one.3).min().unwrap_or(u64::MAX);
    check(&mut wrong, end as u64 <= first, "the load commands overlap the first section".to_owned());
    check(&mut wrong, commands(file).iter().any(|(kind, ..)| *kind == UUID), "no LC_UUID".to_owned());
    wrong.extend(tables(file, last));
    wrong.extend(chains(file, &all));
    wrong
}

/// Adds the text of a rule, if the rule is violated.
fn check(wrong: &mut Vec<String>, holds: bool, text: String) {
    if !holds {
        wrong.push(text);
    }
}

/// Returns offset, length and alignment of the tables in `__LINKEDIT`.
fn tables_of(file: &[u8]) -> Vec<(usize, usize, usize)> {
    let mut tables = Vec::new();
    for (kind, at, _) in commands(file) {
        let number = |field: usize| word(file, at + field);
        match kind {
            0x2 => tables.extend([(number(8), 16 * number(12), 8), (number(16), number(20), 1)]),
            0xb => tables.push((number(56), 4 * number(60), 4)),
            0x22 | 0x8000_0022 => {
                tables.extend([8, 16, 24, 32, 40].map(|field| (number(field), number(field + 4), 8)))
            }
            0x1d | 0x1e | 0x26 | 0x29 | 0x2b | 0x2e | 0x36 | 0x37 | 0x38 | 0x8000_0033 | CHAINED => {
                tables.push((number(8), number(12), 8));
            }
            _ => {}
        }
    }
    tables.retain(|(_, size, _)| *size > 0);
    tables.sort_unstable();
    tables
}

fn tables(file: &[u8], linkedit: &Segment) -> Vec<String> {
    let (mut wrong, mut end) = (Vec::new(), linkedit.offset as usize);
    for (offset, size, align) in tables_of(file) {
        if offset < end {
            wrong.push(format!("the table at {offset:#x} overlaps another one"));
        }
        if offset % align != 0 {
            wrong.push(format!("the table at {offset:#x} is not aligned"));
        }
        end = offset + size;
    }
    if end as u64 > linkedit.offset + linkedit.size {
        wrong.push("a table is beyond __LINKEDIT".to_owned());
    }
    wrong
}

fn chains(file: &[u8], all: &[Segment]) -> Vec<String> {
    let mut wrong = Vec::new();
    let Some((_, at, _)) = commands(file).into_iter().find(|(kind, ..)| *kind == CHAINED) else {
        return wrong;
    };
    let (table, size) = (word(file, at + 8), word(file, at + 12));
    if size == 0 {
        return wrong;
    }
    let (starts, imports, names) = (word(file, table + 4), word(file, table + 8), word(file, table + 12));
    if !(starts < imports && imports <= names && names <= size) {
        wrong.push("the parts of the chained fixups are out of order".to_owned());
    }
    let count = word(file, table + starts);
    if count != all.len() {
        wrong.push(format!("chained fixups for {count} segments of {}", all.len()));
        return wrong;
    }
    for (index, segment) in all.iter().enumerate() {
        let entry = word(file, table + starts + 4 + 4 * index);
        if entry == 0 {
            continue;
        }
        let at = table + starts + entry;
        if starts + entry + word(file, at) > imports {
            wrong.push(format!("the fixups of {} overrun the imports", segment.name));
        }
        if all[0].name == "__TEXT" && all[0].address + long(file, at + 8) != segment.address
            || all[0].name != "__TEXT" && all[1].address + long(file, at + 8) != segment.address
        {
            wrong.push(format!("the fixups of {} are another segment's", segment.name));
        }
        if ![0x1000, 0x4000].contains(&(word(file, at + 4) & 0xffff)) {
            wrong.push(format!("the fixups of {} have pages of another size", segment.name));
        }
    }
    wrong
}

/// Returns the differences between a build and its counting copy, except for at most `words` changed words of
/// code.
pub fn changed(before: &[u8], after: &[u8], words: usize) -> Vec<String> {
    let mut wrong = Vec::new();
    let (old, new) = (segments(before), segments(after));
    let mut other = 0;
    for one in &old {
        let Some(same) = new.iter().find(|same| same.name == one.name) else {
            wrong.push(format!("{} is gone", one.name));
            continue;
        };
        if one.name == "__LINKEDIT" {
            continue;
        }
        if (one.address, one.offset, one.size) != (same.address, same.offset, same.size)
            || same.memory < one.memory
        {
            wrong.push(format!("{} moved", one.name));
        }
        for (_, address, size, offset, kind) in &one.sections {
            if [1, 12, 18].contains(kind) || one.name == "__TEXT" && *offset != address - one.address {
                continue;
            }
            let range = *offset as usize..(*offset + *size) as usize;
            let (a, b) = (&before[range.clone()], &after[range]);
            other += a.chunks(4).zip(b.chunks(4)).filter(|(a, b)| a != b).count();
        }
    }
    if other != words {
        wrong.push(format!("{other} words of sections differ, not {words}"));
    }
    if uuid(before) != uuid(after) {
        wrong.push("another UUID".to_owned());
    }
    // The function starts, exports, split information and data-in-code tables must be unchanged.
    for kind in [0x26, 0x8000_0033, 0x1e] {
        if linkedit_content(before, kind) != linkedit_content(after, kind) {
            wrong.push(format!("another table of the command {kind:#x}"));
        }
    }
    if linkedit_content(after, SIGNATURE).is_some() {
        wrong.push("the old signature stayed".to_owned());
    }
    wrong
}

/// Returns the UUID of a file, if it has one.
fn uuid(file: &[u8]) -> Option<&[u8]> {
    let (_, at, _) = commands(file).into_iter().find(|(kind, ..)| *kind == UUID)?;
    Some(&file[at + 8..at + 24])
}

/// Returns the bytes in `__LINKEDIT` to which the first load command of this kind refers.
fn linkedit_content(file: &[u8], kind: usize) -> Option<&[u8]> {
    let (_, at, _) = commands(file).into_iter().find(|command| command.0 == kind)?;
    Some(&file[word(file, at + 8)..][..word(file, at + 12)])
}

/// Returns the number of free bytes after the load commands.
pub fn room(file: &[u8]) -> usize {
    let end = 32 + word(file, 20);
    file[end..].iter().take_while(|byte| **byte == 0).count()
}
