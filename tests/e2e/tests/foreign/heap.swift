// A heap with two ends: what it gives back is summed up.

@_cdecl("others_run")
public func run() -> Int {
    var sum = 0
    var heap = Heap<Int>()
    for at in 0..<200 { heap.insert(at &* 7919 % 211) }
    for _ in 0..<60 {
        sum = sum &* 31 &+ (heap.popMin() ?? 0)
        sum = sum &* 31 &+ (heap.popMax() ?? 0)
    }
    heap.insert(contentsOf: 300..<340)
    sum &+= heap.replaceMin(with: 500) &+ heap.replaceMax(with: -3)
    while let next = heap.popMax() { sum = sum &* 31 &+ next }
    return sum
}
