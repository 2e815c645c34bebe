//! Sorts in place with little code. The core library's function for sorting needs seven times as much code.

/// Sorts by a key; entries with equal keys are in no particular order. The function is a heap sort, which needs no additional memory and is
/// fast for any order of the entries.
pub(crate) fn by_key<T: Copy, K: Ord>(all: &mut [T], key: impl Fn(&T) -> K) {
    let (mut begin, mut end) = (all.len() / 2, all.len());
    while end > 1 {
        if begin > 0 {
            begin -= 1;
        } else {
            end -= 1;
            all.swap(0, end);
        }
        let mut parent = begin;
        loop {
            let mut child = 2 * parent + 1;
            if child >= end {
                break;
            }
            if child + 1 < end && key(&all[child]) < key(&all[child + 1]) {
                child += 1;
            }
            if key(&all[parent]) >= key(&all[child]) {
                break;
            }
            all.swap(parent, child);
            parent = child;
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn values_in_any_order_are_sorted_by_their_key() {
        let mut chance: u32 = 1;
        let mut next = || {
            chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            chance >> 16
        };
        for length in (0..40).chain([1000, 1023, 1024]) {
            for range in [1, 3, 1 << 16] {
                let mut all: Vec<u32> = (0..length).map(|_| next() % range).collect();
                let mut expected = all.clone();
                expected.sort_unstable();
                super::by_key(&mut all, |&value| value);
                assert_eq!(all, expected);
            }
        }
    }
}
