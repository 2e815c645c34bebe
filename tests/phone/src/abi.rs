//! Defines the numbers of the host calls: a copy of `ios/include/host.h`, which a test compares with
//! the original.

pub(crate) const HOST_EXIT: u64 = 1;
pub(crate) const HOST_ABORT: u64 = 2;
pub(crate) const HOST_LOG: u64 = 3;
pub(crate) const HOST_INFO: u64 = 4;
pub(crate) const HOST_MARK: u64 = 5;
pub(crate) const HOST_OPEN: u64 = 16;
pub(crate) const HOST_CLOSE: u64 = 17;
pub(crate) const HOST_READ: u64 = 18;
pub(crate) const HOST_WRITE: u64 = 19;
pub(crate) const HOST_SEEK: u64 = 20;
pub(crate) const HOST_STAT: u64 = 21;
pub(crate) const HOST_RENAME: u64 = 22;
pub(crate) const HOST_UNLINK: u64 = 23;
pub(crate) const HOST_MKDIR: u64 = 24;
pub(crate) const HOST_READDIR: u64 = 25;
pub(crate) const HOST_SYNC: u64 = 26;
pub(crate) const HOST_VM_ALLOCATE: u64 = 32;
pub(crate) const HOST_VM_DEALLOCATE: u64 = 33;
pub(crate) const HOST_VM_PROTECT: u64 = 34;
pub(crate) const HOST_VM_REGION: u64 = 35;
pub(crate) const HOST_DYLD_NEXT: u64 = 48;
pub(crate) const HOST_DYLD_OPEN: u64 = 49;
pub(crate) const HOST_DYLD_SYMBOL: u64 = 50;
pub(crate) const HOST_DYLD_ADDRESS: u64 = 51;
pub(crate) const HOST_DYLD_IMAGE: u64 = 52;
pub(crate) const HOST_DYLD_ERROR: u64 = 53;
pub(crate) const HOST_DYLD_CLOSE: u64 = 54;
pub(crate) const HOST_DYLD_UNMAP: u64 = 55;
pub(crate) const HOST_THREAD_CREATE: u64 = 64;
pub(crate) const HOST_THREAD_EXIT: u64 = 65;
pub(crate) const HOST_THREAD_SELF: u64 = 66;
pub(crate) const HOST_WAIT: u64 = 67;
pub(crate) const HOST_WAKE: u64 = 68;
pub(crate) const HOST_SLEEP: u64 = 69;
pub(crate) const HOST_THREAD_SUSPEND: u64 = 70;
pub(crate) const HOST_THREAD_RESUME: u64 = 71;
pub(crate) const HOST_THREAD_STATE: u64 = 72;
pub(crate) const HOST_SIGNAL_ACTION: u64 = 73;
pub(crate) const HOST_SIGNAL_SEND: u64 = 74;
pub(crate) const HOST_SIGNAL_RETURN: u64 = 75;
pub(crate) const HOST_SIGNAL_STACK: u64 = 76;
pub(crate) const HOST_RUSAGE: u64 = 77;
pub(crate) const HOST_SIGNAL_AFTER: u64 = 78;
pub(crate) const HOST_THREAD_INFO: u64 = 79;
pub(crate) const HOST_PSYNCH_MUTEXWAIT: u64 = 301;
pub(crate) const HOST_PSYNCH_CVWAIT: u64 = 305;
pub(crate) const HOST_ULOCK_WAIT: u64 = 515;
pub(crate) const HOST_IMAGE_SYSTEM: u64 = 1;

#[cfg(test)]
mod tests {
    /// Returns the `HOST_X = n` pairs of a text, in order.
    fn numbers<'a>(text: &'a str, lead: &str) -> Vec<(&'a str, u64)> {
        let mut found = Vec::new();
        for line in text.lines() {
            let Some((name, rest)) = line.split_once("HOST_").and_then(|(before, rest)| {
                (before.trim_start().is_empty() || before.trim_end().ends_with(lead))
                    .then(|| rest.split_once('='))?
            }) else {
                continue;
            };
            let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
            if let Ok(number) = digits.parse() {
                found.push((name.trim_end().trim_end_matches(": u64"), number));
            }
        }
        found
    }

    #[test]
    fn emulator_and_emulated_system_define_the_same_numbers_of_host_calls() {
        let theirs = numbers(include_str!("../ios/include/host.h"), "{");
        let ours = numbers(include_str!("abi.rs"), "const");
        assert!(theirs.len() > 40, "{theirs:?}");
        assert_eq!(ours, theirs);
    }
}
