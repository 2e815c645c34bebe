// The package's algorithms over arrays of numbers; what they give is summed up.

nonisolated(unsafe) var sum = 0

@inline(never)
func add(_ numbers: some Sequence<Int>) {
    for number in numbers { sum = sum &* 31 &+ number }
}

@inline(never)
func drawn(_ count: Int) -> [Int] {
    var state = 88_172_645_463_325_252
    return (0..<count).map { _ in
        state ^= state &<< 13
        state ^= (state &>> 7) & 0x1ff_ffff_ffff_ffff
        state ^= state &<< 17
        return state & 0xff
    }
}

@inline(never)
func pairs(_ numbers: [Int]) {
    for (left, right) in numbers.adjacentPairs() { add([left, right]) }
    for (left, right) in product(numbers.prefix(7), 0..<5) { add([left &* right]) }
    for (at, number) in numbers.indexed() where number.isMultiple(of: 3) { add([at]) }
    for window in numbers.windows(ofCount: 4) { add(window) }
}

@inline(never)
func parts(_ numbers: [Int]) {
    for part in numbers.chunked(by: { $0 <= $1 }) { add(part) }
    for (key, part) in numbers.chunked(on: { $0 / 64 }) { add(part); add([key]) }
    for part in numbers.chunks(ofCount: 6) { add(part.reversed()) }
    for part in numbers.evenlyChunked(in: 5) { add(part) }
    add(numbers.trimming { $0 < 100 })
    add(numbers.trimmingPrefix { $0.isMultiple(of: 2) })
    add(numbers.suffix { $0 > 20 })
}

@inline(never)
func orders(_ numbers: [Int]) {
    for some in numbers.prefix(6).combinations(ofCount: 3) { add(some) }
    for some in numbers.prefix(4).permutations() { add(some) }
    add(numbers.min(count: 5))
    add(numbers.max(count: 5))
    if let (least, most) = numbers.minAndMax() { add([least, most]) }
    var moved = numbers
    moved.rotate(toStartAt: 11)
    add(moved)
    add([moved.stablePartition { $0 > 127 }])
    add(moved)
    add([moved.partition { $0.isMultiple(of: 5) }])
    let (odd, even) = moved.partitioned { $0.isMultiple(of: 2) }
    add(odd)
    add(even)
    add([numbers.sorted().partitioningIndex { $0 >= 100 }])
}

@inline(never)
func chains(_ numbers: [Int]) {
    add(chain(numbers.prefix(9), 100..<120))
    add(numbers.prefix(5).cycled(times: 4))
    add(numbers.interspersed(with: 0))
    add(numbers.uniqued())
    add(numbers.reductions(&+))
    add(numbers.map { $0 > 50 ? $0 : nil }.compacted())
    add([numbers.firstNonNil { $0 > 200 ? $0 &* 2 : nil } ?? 0])
    let keyed = numbers.grouped { $0 % 10 }
    for key in 0..<10 { add(keyed[key] ?? []) }
    let last = numbers.keyed { $0 % 16 }
    for key in 0..<16 { add([last[key] ?? -1]) }
    for part in numbers.lazy.split(whereSeparator: { $0.isMultiple(of: 7) }) { add(part) }
}

@_cdecl("others_run")
public func run() -> Int {
    let numbers = drawn(60)
    pairs(numbers)
    parts(numbers)
    orders(numbers)
    chains(numbers)
    return sum
}
